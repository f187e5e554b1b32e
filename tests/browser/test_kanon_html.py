"""kanon.html (examples/browser/): one file, opened from the disk in a real browser that has no network.

Skipped where there is no Chromium, no selenium, or neither npm nor KANON_PYODIDE, which may name the folder of Pyodide. .ci/browser has them.
"""

import ast
import hashlib
import importlib.util
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import time
from random import Random

import pytest

import chromium
import messy_way
from conftest import HOME
from messy_way import WAY, drawn
from test_serve_page import QUASI, TWICE, Steward, clinic

BUILD = os.path.join(HOME, 'examples', 'browser', 'build.py')
found = importlib.util.spec_from_file_location('build_of_kanon_html', BUILD)
build = importlib.util.module_from_spec(found)
found.loader.exec_module(build)

PYODIDE = os.environ.get('KANON_PYODIDE')
# Whoever the page asks for, the browser itself asks for more (is there a newer version?). Only what a page began is told here.
OF_THE_BROWSER = 'not an origin'


def build_html(*words):
    return subprocess.run([sys.executable, BUILD, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)


def table(path, people):
    """A table of invented people."""
    random = Random(25)
    with open(str(path), 'w', encoding='utf-8') as file:
        file.write('age,sex,zip,diagnosis\n')
        for _ in range(people):
            file.write('%d,%s,%d,%s\n' % (random.randrange(18, 90), random.choice('fm'), random.randrange(10115, 10199),
                                          random.choice(['flu', 'asthma', 'diabetes', 'a broken arm'])))
    return str(path)


def requests_of_pages(net_log) -> list:
    """The addresses that pages asked the network for. The browser has written this log when it ended."""
    with open(str(net_log), encoding='utf-8') as file:
        log = json.load(file)
    begun = log['constants']['logEventTypes']['URL_REQUEST_START_JOB']
    params = [event['params'] for event in log['events'] if event['type'] == begun and 'url' in event.get('params', ())]
    return [about['url'] for about in params if about.get('initiator') != OF_THE_BROWSER]


class Opened:
    """A browser that has opened the file."""

    def __init__(self, path, net_log):
        self.net_log = net_log
        self.browser = chromium.Browser('--log-net-log=%s' % net_log)
        self.browser.driver.set_script_timeout(300)
        self.browser.driver.execute_cdp_cmd('Network.enable', {})
        self.browser.driver.execute_cdp_cmd('Network.emulateNetworkConditions',
                                            {'offline': True, 'latency': 0, 'downloadThroughput': 0, 'uploadThroughput': 0})
        self.browser.open(path, width=1280)

    def wait(self, code):
        """Python needs seconds to begin, on a machine that is busy many."""
        self.browser.until(code, seconds=240)

    def later(self, code, *arguments):
        """What asynchronous lines return."""
        return self.browser.driver.execute_async_script(
            'const done = arguments[arguments.length - 1]; (async (...given) => { %s })(...arguments).then(done, error => done({rejected: String(error)}))'
            % code, *arguments)

    def give(self, selector, path):
        """A file into a field, as if somebody had chosen it."""
        self.browser.driver.find_element('css selector', selector).send_keys(path)

    def sha256(self, name):
        return self.later('''const bytes = await (await door.get(given[0])).arrayBuffer();
            return Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)), byte => byte.toString(16).padStart(2, "0")).join("")''', name)

    def text(self, name):
        return self.later('return await (await door.get(given[0])).text()', name)


@pytest.fixture(scope='module')
def kanon_html(tmp_path_factory):
    """The file, made once."""
    if chromium.missing():
        pytest.skip(chromium.missing())
    if not PYODIDE and not shutil.which('npm'):
        pytest.skip('there is no npm, and KANON_PYODIDE names no folder of Pyodide')
    path = str(tmp_path_factory.mktemp('html') / 'kanon.html')
    done = build_html('-o', path, *(['--pyodide', PYODIDE] if PYODIDE else []))
    if 'npm could not get' in done.stderr:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    return path


@pytest.fixture(scope='module')
def opened(kanon_html, tmp_path_factory):
    page = Opened(kanon_html, tmp_path_factory.mktemp('log') / 'net.json')
    yield page
    page.browser.quit()


@pytest.mark.parametrize('language, keys', drawn([('zh', True), ('en', False)]))
def test_from_a_table_to_the_release_of_the_command_line(language, keys, opened, tmp_path):
    """The whole way of somebody who has only the file. The command that the page shows makes the same bytes, wherever it is typed."""
    opened.browser.run('location.reload()')     # all that was before is gone
    opened.wait('return window.page && document.getElementById("file")')
    assert opened.browser.run('return page.state.plan.table') == ''
    steward, names = Steward(opened.browser, keys), WAY[language]
    steward.press('#in-' + language)
    (tmp_path / 'twice.csv').write_text('a,b,a\n1,2,3\n')
    opened.give('#file', str(tmp_path / 'twice.csv'))
    opened.wait('return document.querySelector(".error")')
    assert opened.browser.run('return document.querySelector(".error").innerText') == TWICE[language]
    opened.give('#file', str(clinic(tmp_path) / 'clinic.csv'))
    opened.wait('return document.querySelector(".question button")')
    steward.idle()
    steward.press('.question button')           # whose row each row is
    opened.wait('return document.querySelector(".answered")')
    steward.next(names[0])
    steward.roles(QUASI)
    steward.next(names[1])
    steward.next(names[2])
    steward.write('#set-k', '5')
    steward.write('#set-l_diversity', '2')
    steward.next(names[3])
    steward.press('#compare')
    steward.pick('#point-1')
    steward.next(names[4])
    steward.press('#release')
    steward.press('.question button')       # the records without an income are kept
    opened.wait('return page.seen.release && document.querySelector("main iframe")')
    steward.idle()

    answer = opened.browser.run('return page.seen.release.answer')
    of_page = {file['what']: file for file in answer['files']}
    name = of_page['release']['name']
    for part in [file['name'] for file in answer['files'] if file['what'] in ('ini', 'hierarchy')]:
        (tmp_path / part).parent.mkdir(exist_ok=True)
        (tmp_path / part).write_text(opened.text(part), encoding='utf-8')
    command = [line for line in answer['commands'] if ' -o %s ' % name in line]
    subprocess.run(command[0].replace('python3', sys.executable, 1), shell=True, cwd=str(tmp_path), env={**os.environ, 'PYTHONPATH': HOME}, check=True,
                   stdout=subprocess.DEVNULL)
    digest = hashlib.sha256((tmp_path / name).read_bytes()).hexdigest()
    assert (of_page['release']['sha256'], opened.sha256(name)) == (digest, digest)
    assert opened.browser.logged() == []


@pytest.mark.parametrize('name, language, keys, answer', messy_way.cases_of_a_file())
def test_a_messy_table_becomes_the_release_of_the_command_line(name, language, keys, answer, opened, tmp_path):
    opened.browser.run('location.reload()')
    opened.wait('return window.page && document.getElementById("file")')
    (tmp_path / name).write_bytes(messy_way.messy.made(name))
    steward = Steward(opened.browser, keys)
    steward.press('#in-' + language)
    opened.give('#file', str(tmp_path / name))
    opened.wait('return document.querySelector("#questions, .guess")')
    way = messy_way.MessyWay(steward, name, language, answer)
    way.to_release()
    files = {file['what']: file for file in way.release()['files']}
    ini = opened.text(files['ini']['name']).encode('utf-8')
    release = messy_way.typed(tmp_path, way.commands, ini, name)
    digest = messy_way.sha256(release)
    assert (files['release']['sha256'], opened.sha256(files['release']['name'])) == (digest, digest)
    way.answers_hold(messy_way.texts_of(tmp_path / files['ini']['name']), release)
    assert opened.browser.logged() == []


PLAN = {'table': 'long.csv', 'language': 'en', 'read': {}, 'person': None, 'quasi': ['age', 'sex', 'zip', 'diagnosis'], 'sensitive': [], 'publish': [],
        'settings': {'k': '3', 'max_suppression': '1%'}, 'standards': [], 'algorithm': 'mondrian'}
ASK = 'return await door.ask(given[0], {plan: given[1]}, () => {})'


def test_a_stopped_ask_has_never_been(opened, tmp_path):
    """It has its answer at once. The next ask finds the files that the last one left, and a run that goes on says how far it is."""
    opened.browser.run('document.body.append(Object.assign(document.createElement("input"), {type: "file", id: "given"}))')
    opened.give('#given', table(tmp_path / 'long.csv', 60000))
    assert opened.later('return await door.put(document.getElementById("given").files[0])') == {'table': 'long.csv'}
    assert 'error' not in opened.later(ASK, 'draft', PLAN)
    assert 'error' not in opened.later(ASK, 'require', PLAN)
    before = opened.text('long.ini')

    opened.browser.run('window.progress_told = []; window.ended = null; door.ask("release", {plan: arguments[0]}, text => progress_told.push(text))'
                       '.then(answer => { window.ended = answer; })', PLAN)
    opened.wait('return progress_told.some(text => text.includes("cuts")) || ended')
    assert opened.browser.run('return ended') is None
    begun = time.monotonic()
    assert opened.later('await door.stop(); return (await door.ask("no such ask", {}, () => {})).error.kind') == 'data'
    ended = opened.browser.run('return ended')
    assert ended['error']['kind'] == 'stopped' and ended['error']['message'] == 'It was stopped. Nothing has changed.', ended
    assert opened.text('long.ini') == before
    assert opened.later('return await door.get("long_mondrian.csv")') == {'rejected': 'Error: There is no such file.'}
    print('%.1f s until the next worker answered' % (time.monotonic() - begun))

    released = opened.later(ASK, 'release', PLAN)
    assert [file['name'] for file in released['files']][0] == 'long_mondrian.csv'
    assert opened.browser.logged() == []


def test_the_door_says_what_it_cannot_do(opened):
    assert opened.browser.run('return door.can') == {'folder': False, 'beside': False, 'readOnly': False}
    for call in 'list("")', 'open("a.csv")':
        assert opened.later('return await door.' + call) == {'rejected': 'Error: This page sees no folder. Drop a file.'}
    assert opened.browser.logged() == []


PUT = 'return await door.put(new File(["a"], "a.csv"))'
FAILING = [     # what the worker does, and what its page says to two calls
    ('throw new Error("it cannot run this")', ['This browser cannot run Python. One of 2023 or later can.'] * 2),
    ('onmessage = ({data}) => { if (!data.start) throw new Error("no memory"); postMessage({number: data.start.number, module: null}); }',
     ['Python has ended, perhaps for lack of memory. A smaller table may do.'] * 2),
    ('onmessage = ({data}) => { postMessage({number: Object.values(data)[0].number, error: "not now"}); }', ['not now'] * 2),
]


@pytest.mark.parametrize('script, said', FAILING)
def test_a_worker_that_fails_is_told(script, said, opened, kanon_html, tmp_path):
    """Each call has its answer, and a worker that cannot start is not started again and again."""
    with open(kanon_html, encoding='utf-8') as file:
        page = file.read()
    before, start, rest = page.partition('<script type="text/plain" id="part-worker">')
    (tmp_path / 'kanon.html').write_text(before + start + build.packed(script.encode()) + rest[rest.index('</script>'):], encoding='utf-8')
    opened.browser.open(tmp_path / 'kanon.html')
    assert [opened.later(PUT) for _ in said] == [{'rejected': 'Error: ' + message} for message in said]
    assert opened.browser.run('return performance.getEntriesByType("resource").length') <= 4


def test_nothing_leaves_the_browser(opened, tmp_path):
    """The policy of the page forbids it, and the browser's own log of the network has no request of a page. Last: it ends the browser."""
    for code in 'fetch("https://example.org/")', 'fetch("data:,a")', 'navigator.sendBeacon("https://example.org/", "a")':
        opened.later('return String(await %s)' % code)
    opened.later('''await new Promise(over => { const image = new Image(); image.onerror = over; image.src = "https://example.org/a.png"; })''')
    shown = [line for line in opened.browser.logged() if line.startswith('the console shows')]
    assert len(shown) >= 4 and all('Content Security Policy' in line for line in shown), shown
    # The log is of use: it has what a page without a policy asks for.
    free = tmp_path / 'free.html'
    free.write_text('<!DOCTYPE html><script>fetch("http://free.example/").catch(error => { document.title = "over"; })</script>')
    opened.browser.open(free)
    opened.wait('return document.title === "over"')
    opened.browser.quit()
    assert set(requests_of_pages(opened.net_log)) == {'http://free.example/'}


# Without a browser.

def test_kanon_needs_nothing_that_is_left_out():
    """Every module of Python that kanon imports anywhere, with all that these import."""
    names = set()
    for folder, _, files in os.walk(os.path.join(HOME, 'kanon')):
        for name in files:
            if name.endswith('.py'):
                with open(os.path.join(folder, name), encoding='utf-8') as file:
                    for node in ast.walk(ast.parse(file.read())):
                        if isinstance(node, ast.Import):
                            names |= {one.name for one in node.names}
                        elif isinstance(node, ast.ImportFrom) and not node.level:
                            names.add(node.module)
    out = {name.replace('.py', '') for name in build.LEFT_OUT}
    code = ('import importlib, sys\nfor name in %r:\n    try:\n        importlib.import_module(name)\n    except ImportError:\n        pass\n'
            'print(sorted(%r.intersection(name.split(".")[0] for name in sys.modules)))' % (sorted(names - {'__main__'}), out))
    done = subprocess.run([sys.executable, '-I', '-S', '-c', code], stdout=subprocess.PIPE, universal_newlines=True, check=True)
    assert len(names) > 30 and done.stdout.strip() == '[]'


@pytest.mark.parametrize('content, message', [
    (None, '{0}: there is no such folder and no such file'),
    ({}, '{0}: has no pyodide.asm.mjs'),
    ({'pyodide.asm.mjs': b'another version'}, '{0}: its pyodide.asm.mjs is not that of pyodide@%s' % build.VERSION),
])
def test_another_pyodide_is_refused(tmp_path, content, message):
    where = tmp_path / 'pyodide'
    if content is not None:
        where.mkdir()
        for name, text in content.items():
            (where / name).write_bytes(text)
    done = build_html('--pyodide', str(where), '-o', str(tmp_path / 'kanon.html'))
    assert (done.returncode, done.stderr) == (1, 'build.py: %s\n' % message.format(where))
    assert not (tmp_path / 'kanon.html').exists()


def test_a_file_that_is_no_archive_is_refused(tmp_path):
    (tmp_path / 'pyodide.tgz').write_bytes(b'no archive')
    done = build_html('--pyodide', str(tmp_path / 'pyodide.tgz'), '-o', str(tmp_path / 'kanon.html'))
    assert done.returncode == 1 and 'is no .tgz of Pyodide' in done.stderr and done.stderr.count('\n') == 1


def test_an_archive_that_is_broken_or_holds_folders_is_refused(tmp_path):
    where = str(tmp_path / 'pyodide.tgz')
    with tarfile.open(where, 'w:gz') as archive:
        for name in build.FILES:
            member = tarfile.TarInfo('package/' + name)
            member.type = tarfile.DIRTYPE
            archive.addfile(member)
    with open(where, 'rb') as file:
        content = file.read()
    whole = os.urandom(200_000)
    with tarfile.open(where, 'w:gz') as archive:
        member = tarfile.TarInfo('package/pyodide.asm.mjs')
        member.size = len(whole)
        archive.addfile(member, io.BytesIO(whole))
    with open(where, 'rb') as file:
        packed = bytearray(file.read())
    for place in range(1000, len(packed), 1000):
        packed[place] ^= 255
    for bad in content, bytes(packed), bytes(packed[:5000]):
        with open(where, 'wb') as file:
            file.write(bad)
        done = build_html('--pyodide', where, '-o', str(tmp_path / 'kanon.html'))
        assert done.returncode == 1 and done.stderr.startswith('build.py: %s: is no .tgz of Pyodide (' % where) and done.stderr.count('\n') == 1


def test_a_file_that_cannot_be_written_leaves_no_part(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(build, 'pyodide', lambda where: {})
    monkeypatch.setattr(build, 'made', lambda files: 'a page')
    (tmp_path / 'kanon.html').mkdir()
    assert build.main(['-o', str(tmp_path / 'kanon.html')]) == 1 and os.listdir(str(tmp_path)) == ['kanon.html']
    assert capsys.readouterr().err.count('\n') == 1
    (tmp_path / 'kanon.html').rmdir()
    (tmp_path / 'kanon.html').write_text('of before')
    assert build.main(['-o', str(tmp_path / 'kanon.html')]) == 0 and (tmp_path / 'kanon.html').read_text() == 'a page'


def test_the_folders_of_the_page_are_the_same_bytes_each_time():
    assert build.checkout() == build.checkout() and build.packed(b'a' * 1000) == build.packed(b'a' * 1000)
