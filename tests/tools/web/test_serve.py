"""`python -m kanon serve` as a process: how it begins, and every way in which it ends."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from conftest import HOME
from serving import COMMAND, PAGE, Client, alive

CODE = ('import sys; sys.path.insert(0, %r)\n'
        'from kanon.core.desk.run import run\nfrom kanon.tools.web import serve\nfrom kanon.tools.web import jobs\njobs.PATIENCE = 1\n'
        'sys.exit(run(serve.PROGRAM, lambda options: serve.serve(options, %r, %r), sys.argv[1:]))' % (HOME, PAGE, COMMAND))
ENDED = 'Ended: %s. What the browser had sent is removed.\n'


class There(Client):
    """A client of a server in another process, known by what it has printed."""

    def __init__(self, process, line):
        self.process, self.port, self.token = process, *re.fullmatch(r'The page is at http://127\.0\.0\.1:(\d+)/\?token=(\S+)\n', line).groups()
        self.port = int(self.port)
        self.host, self.cookie, self.key = '127.0.0.1:%d' % self.port, None, None

    def ended(self):
        """The exit status, and what was printed besides the address."""
        status = self.process.wait(20)
        return status, self.process.stdout.read(), self.process.stderr.read()


@contextmanager
def started(folder, *words, env={}):
    """A There, whose temporary folder is `folder`/tmp."""
    (folder / 'tmp').mkdir(exist_ok=True)
    process = subprocess.Popen([sys.executable, '-c', CODE, str(folder), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               encoding='utf-8', env={**os.environ, 'TMPDIR': str(folder / 'tmp'), **env})
    try:
        yield There(process, process.stdout.readline())
    finally:
        process.kill()
        process.communicate()


def left(folder):
    return os.listdir(str(folder / 'tmp'))


@pytest.mark.parametrize('number, status, said', [(signal.SIGINT, 0, ('Ctrl-C', '')), (signal.SIGTERM, 143, 'terminated'), (signal.SIGHUP, 129, 'terminated')])
def test_a_signal_during_a_run_ends_all_and_leaves_nothing(number, status, said, tmp_path):
    with started(tmp_path, '--no-browser') as there:
        there.enter().put('clinic.csv', b'a,b\n')
        assert len(left(tmp_path)) == 1
        connection, lines = there.start('child')
        pids = [int(json.loads(lines.readline())['progress']) for _ in range(2)]
        held = there.connect()
        there.process.send_signal(number)
        code, out, err = there.ended()
        assert code == status and left(tmp_path) == [] and not any(map(alive, pids))
        if number == signal.SIGINT:
            assert (out.splitlines(True)[-1], err) == (ENDED % 'Ctrl-C', '')
        else:
            assert 'Ended' not in out and err == 'python -m kanon serve: terminated; no part of a file is left\n'
        connection.close(), held.close()


def test_ctrl_c_twice_is_ctrl_c(tmp_path):
    with started(tmp_path, '--no-browser') as there:
        connection, lines = there.enter().start('deaf')
        lines.readline()
        there.process.send_signal(signal.SIGINT)
        time.sleep(0.3)
        there.process.send_signal(signal.SIGINT)
        assert there.ended()[::2] == (0, '') and left(tmp_path) == []
        connection.close()


def test_it_says_its_address_and_little_else(tmp_path):
    """Nothing is logged: not a request, and not a name."""
    with started(tmp_path, '--no-browser', '--minutes', '5') as there:
        there.enter().put('secret_name.csv', b'a\n')
        there.post('/list', {'path': 'secret_folder'})
        there.raw(b'\xff\xff\r\n\r\n')
        there.process.send_signal(signal.SIGINT)
        assert there.ended() == (0, 'This address opens one browser, once. The page ends with Ctrl-C here, or after 5 minutes without a request.\n' + ENDED % 'Ctrl-C', '')


def test_a_port_that_is_taken(tmp_path):
    with started(tmp_path, '--no-browser') as there:
        result = subprocess.run([sys.executable, '-c', CODE, str(tmp_path), '--port', str(there.port), '--no-browser'], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, encoding='utf-8')
        assert (result.returncode, result.stdout) == (1, '')
        assert result.stderr == ('python -m kanon serve: --port %d is taken by another program; name another, or leave it out for one that is free\n'
                                 % there.port)


def test_a_port_that_is_named(tmp_path):
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        port = free.getsockname()[1]
    with started(tmp_path, '--no-browser', '--port', str(port)) as there:
        assert there.port == port


def test_the_browser_is_opened_at_the_address(tmp_path):
    script = tmp_path / 'browser'
    script.write_text('#!/bin/sh\necho "$1" > %s\n' % (tmp_path / 'opened'))
    script.chmod(0o755)
    with started(tmp_path, env={'BROWSER': str(script) + ' %s'}) as there:
        until = time.monotonic() + 10
        while not (tmp_path / 'opened').exists() or not (tmp_path / 'opened').read_text():
            assert time.monotonic() < until
            time.sleep(0.02)
        assert (tmp_path / 'opened').read_text() == 'http://%s/?token=%s\n' % (there.host, there.token)


def test_without_serve_nothing_of_the_room_is_loaded(tmp_path):
    code = ('import sys; sys.path.insert(0, "."); import kanon, kanon.tools.verbs; from kanon.core.desk.run import run\n'
            'kanon.anonymize; kanon.Samarati\n'
            'from kanon.__main__ import main\n'
            'def of_the_page(): return [name for name in sys.modules if name.startswith("kanon.tools.web") or name in ("http.server", "webbrowser", "socketserver")]\n'
            'print(main(["samarati", "data/inpatients/inpatients.csv", "-o", %r, "--quiet"]), of_the_page())\n'
            'kanon.tools.verbs.programs(); print(of_the_page())     # of a mistyped option: the words of all verbs')
    result = subprocess.run([sys.executable, '-c', code % str(tmp_path / 'out.csv')], cwd=HOME, stdout=subprocess.PIPE, encoding='utf-8')
    assert result.stdout == "0 []\n['kanon.tools.web', 'kanon.tools.web.serve']\n"
