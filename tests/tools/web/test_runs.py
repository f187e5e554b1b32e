"""What an ask starts, and how it ends."""

import json
import os
import subprocess
import sys
import time

import pytest

from conftest import HOME
from kanon.tools.web import jobs
from kanon.tools.web.jobs import Job, command_for, said_in
from serving import COMMAND, OTHER, TAB, alive, serving, wait_for


@pytest.fixture
def client(tmp_path):
    (tmp_path / 'start').mkdir()
    with serving(tmp_path / 'start') as client:
        yield client.enter()


def test_an_answer_comes_behind_its_progress(client):
    """Whatever else the process prints is not for the page."""
    client.put('x.csv', b'a\n')
    connection, lines = client.start('echo', {'plan': {'table': 'x.csv'}, 'text': '\u4e2d\ud83d\ude00'})
    said = [json.loads(line) for line in lines]
    connection.close()
    assert [list(each) for each in said] == [['answer']] and said[0]['answer']['values']['text'] == '\u4e2d\U0001f600'
    assert said_in(b'noise\n') == said_in(b'[]') == said_in(b'{"answer": 1}') == said_in(b'\xff') == {}


def test_it_runs_in_the_folder_of_its_tab_and_imports_nothing_from_there(client):
    client.put('json.py', b'raise SystemExit("imported")\n')
    folder = os.path.join(client.server.tabs.private.name, TAB, 'tab')
    os.rename(os.path.join(folder, 'json.py.csv'), os.path.join(folder, 'json.py'))
    answer = client.post('/ask/echo')[1]['answer']
    assert os.path.realpath(answer['here']) == os.path.realpath(folder)
    assert not {'', '.', folder, answer['here'], os.getcwd()} & set(answer['path'])


def test_the_module_that_answers_imports_nothing_from_its_folder(tmp_path):
    """The package is found where it stands, and a file beside the table is no module."""
    for name in 'csv', 'json', 'kanon', 're', 'importlib':
        (tmp_path / (name + '.py')).write_text('raise SystemExit("imported")\n')
    command = command_for('plain_names')
    command[command.index('-c') + 1] = command[command.index('-c') + 1].replace('.main()', '.plain_name("a?.csv")')
    result = subprocess.run(command, cwd=str(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8',
                            env={**os.environ, 'PYTHONPATH': str(tmp_path)})
    assert (result.returncode, result.stderr) == (1, 'a_.csv\n') and command[-3:-1] == [HOME, 'kanon.tools.web.plain_names']


def test_a_tab_has_one_run_and_another_tab_its_own(client):
    connection, lines = client.start('slow')
    lines.readline()
    status, said = client.post('/ask/echo')
    assert (status, said['error']['message']) == (409, 'something runs in this tab already; stop it first')
    assert client.post('/ask/echo', X_Kanon_Tab=OTHER)[0] == 200
    client.post('/stop')
    connection.close()
    wait_for(lambda: not client.server.tabs.busy())
    assert client.post('/ask/echo')[0] == 200


@pytest.mark.parametrize('name', ['slow', 'child', 'deaf'])
def test_stop_ends_the_process_and_what_it_has_started(name, client, monkeypatch):
    monkeypatch.setattr(jobs, 'PATIENCE', 0.3)
    connection, lines = client.start(name)
    started = [int(json.loads(lines.readline())['progress']) for _ in range(1 + (name == 'child'))]
    assert all(map(alive, started))
    assert client.post('/stop', X_Kanon_Tab=OTHER) == (200, {}) and all(map(alive, started))
    assert client.post('/stop') == (200, {})
    assert json.loads(lines.readline())['answer']['error']['kind'] == 'stopped' and not lines.readline()
    wait_for(lambda: not any(map(alive, started)))
    connection.close()


def test_what_a_run_leaves_behind_is_ended(client):
    connection, lines = client.start('orphan')
    pid = int(json.loads(lines.readline())['progress'])
    assert 'answer' in json.loads(lines.readline()) and not lines.readline()
    wait_for(lambda: not alive(pid))
    connection.close()


def test_a_browser_that_has_gone_ends_the_run(client):
    connection, lines = client.start('slow')
    pid = int(json.loads(lines.readline())['progress'])
    lines.close()
    connection.close()
    wait_for(lambda: not alive(pid) and not client.server.tabs.busy())


def test_a_tab_that_leaves_ends_its_run(client):
    connection, lines = client.start('slow')
    pid = int(json.loads(lines.readline())['progress'])
    client.post('/leave')
    wait_for(lambda: not alive(pid))
    connection.close()


def test_a_process_that_dies_is_an_answer(client):
    answer = client.post('/ask/die')[1]['answer']
    assert answer == {'error': {'message': 'the run ended without an answer (exit status 3)', 'advice': None, 'option': None, 'kind': 'system'}, 'commands': []}
    in_chinese = client.post('/ask/die', X_Kanon_Language='zh')[1]['answer']
    assert in_chinese == {**answer, 'error': {**answer['error'], 'message': '运行没有给出回答就结束了（退出状态 3）'}}


def test_a_process_that_cannot_be_started_is_an_error(tmp_path):
    with serving(tmp_path, command=[str(tmp_path / 'nosuch')]) as client:
        status, said = client.enter().post('/ask/echo')
        assert status == 500 and said['error']['kind'] == 'system' and str(tmp_path) not in said['error']['message']
        assert not client.server.tabs.busy()


def test_what_it_needs_for_a_while_is_in_the_private_folder(tmp_path):
    code = 'import json, tempfile; print(json.dumps({"answer": {"folder": tempfile.gettempdir()}}))'
    job = Job([sys.executable, '-I', '-c', code], str(tmp_path), str(tmp_path), b'{}\n')
    assert [said['answer']['folder'] for said in job.told(lambda: False)] == [str(tmp_path)]


def test_a_run_counts_as_activity(client):
    """A server ends after its time, and not while something runs."""
    connection, lines = client.start('slow')
    lines.readline()
    client.server.used = -1e9
    time.sleep(0.3)
    assert client.post('/stop') == (200, {})       # it still answers
    connection.close()


def test_a_server_without_requests_ends(tmp_path):
    """A request that is not let in does not count as one."""
    with serving(tmp_path) as client:
        used = client.server.used
        client.send('GET', '/', {'Host': client.host})
        assert client.server.used == used
        client.enter()
        assert client.server.used > used and COMMAND
        client.server.used = -1e9
        begun = time.monotonic()
        client.server.serve(1)
        assert time.monotonic() - begun < 1


def test_the_end_of_a_server_ends_its_connections(tmp_path):
    with serving(tmp_path) as client:
        held = client.connect()
        held.sendall(b'GET / HT')
        wait_for(lambda: client.server._waiting)
    begun = time.monotonic()
    assert held.recv(100) == b'' and time.monotonic() - begun < 2
    held.close()
