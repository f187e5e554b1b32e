"""A server for the tests, and a client that says what it is told to say: no header is added, and none is left out.

The process that answers asks is a stand-in. Its asks: echo gives its values, slow tells and waits, child starts another process, orphan leaves one
behind, die ends without an answer, deaf takes no notice of SIGTERM.
"""

import json
import os
import socket
import sys
import time
from contextlib import contextmanager
from threading import Thread

from kanon.tools.web.server import Server

PAGE = '<!doctype html><title>a page</title>', {'script': ["'sha256-abc'"], 'style': ["'sha256-def'"]}
STAND_IN = r'''
import json, os, signal, subprocess, sys, time
def say(values):
    sys.stdout.write(json.dumps(values) + "\n"); sys.stdout.flush()
asked = json.loads(sys.stdin.readline() or "{}")
name, values = asked["ask"], asked["values"]
if name == "die":
    sys.exit(3)
if name == "deaf":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if name == "child":
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    say({"progress": str(child.pid)})
if name == "orphan":
    code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True); time.sleep(60)"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    child.stdout.readline()
    say({"progress": str(child.pid)})
if name in ("slow", "deaf", "child"):
    say({"progress": str(os.getpid())})
    time.sleep(60)
if name == "read":
    values = open(values["plan"]["table"]).read()
if name == "write":
    open("made.txt", "w").write("made")
print("noise")
beside = values.get("beside") if isinstance(values, dict) else None
home = beside and os.stat(beside["folder"])
say({"answer": {"folder": home and [home.st_dev, home.st_ino], "values": values, "here": os.getcwd(), "path": sys.path, "commands": []}})
'''
COMMAND = [sys.executable, '-I', '-c', STAND_IN]
TAB, OTHER = '0123456789abcdef', 'fedcba9876543210'


@contextmanager
def serving(start, **more):
    """A Client of a server that sees a folder."""
    server = Server(0, str(start), PAGE, more.pop('command', COMMAND), **more)
    thread = Thread(target=server.serve, args=(60,), daemon=True)
    server.timeout = 0.05
    thread.start()
    try:
        yield Client(server)
    finally:
        server.used = -1e9
        server.tabs.close()         # so that no run counts as activity
        thread.join(5)
        server.server_close()


class Client:
    """Talks to a server. `cookie` is what the server has given it."""

    def __init__(self, server):
        self.server, self.port = server, server.server_address[1]
        self.host = '127.0.0.1:%d' % self.port
        self.token = server.guard.entrance().partition('token=')[2]
        self.cookie = self.key = None

    def enter(self):
        """Exchange the token for the cookie and the key."""
        _, headers, _ = self.send('GET', '/?token=' + self.token, {'Host': self.host})
        self.cookie, self.key = headers['set-cookie'].partition(';')[0], headers['location'].partition('#')[2]
        return self

    def connect(self):
        return socket.create_connection(('127.0.0.1', self.port), 10)

    def send(self, method, path, headers, body=b'') -> tuple:
        """(status, headers, body) of a request with these headers. A value may be a list, for a header that is sent several times."""
        lines = ['%s: %s' % (name, value) for name, values in headers.items()
                 for value in (values if isinstance(values, list) else [values])]
        return self.raw('\r\n'.join(['%s %s HTTP/1.1' % (method, path), *lines, '', '']).encode('latin-1') + body)

    def raw(self, request) -> tuple:
        with self.connect() as connection:
            try:
                connection.sendall(request)
            except OSError:         # it was answered before its end
                pass
            return answer_of(connection)

    def headers(self, **more) -> dict:
        """Those that the page sends with a POST. A value of None leaves one out."""
        headers = {'Host': self.host, 'Origin': 'http://' + self.host, 'Cookie': self.cookie, 'X-Kanon-Key': self.key, 'X-Kanon-Tab': TAB, 'Content-Type': 'application/json'}
        headers.update({name.replace('_', '-'): value for name, value in more.items()})
        return {name: value for name, value in headers.items() if value is not None}

    def post(self, path, values=None, **more) -> tuple:
        """(status, what the response says): the object of a response, and the last line of an ask."""
        body = json.dumps(values or {}).encode()
        status, _, text = self.send('POST', path, self.headers(Content_Length=str(len(body)), **more), body)
        return status, json.loads(text.splitlines()[-1])

    def put(self, name, content, **more) -> tuple:
        headers = {'Content_Type': 'text/csv', 'X_Kanon_Name': name, 'Content_Length': str(len(content)), **more}
        status, _, text = self.send('POST', '/put', self.headers(**headers), content)
        return status, json.loads(text)

    def start(self, name, values=None, **more):
        """A connection on which an ask runs, and a file of its lines."""
        body = json.dumps(values or {}).encode()
        headers = self.headers(Content_Length=str(len(body)), **more)
        connection = self.connect()
        connection.sendall(('POST /ask/%s HTTP/1.1\r\n' % name + ''.join('%s: %s\r\n' % pair for pair in headers.items()) + '\r\n').encode() + body)
        lines = connection.makefile('rb')
        while lines.readline().strip():
            pass
        return connection, lines


def answer_of(connection) -> tuple:
    """(status, {header in small letters: value}, body). (0, {}, b'') where the connection was closed without a word."""
    text = b''
    try:
        while True:
            piece = connection.recv(1 << 16)
            if not piece:
                break
            text += piece
    except OSError:
        pass
    head, _, body = text.partition(b'\r\n\r\n')
    lines = head.decode('latin-1').split('\r\n')
    if not lines[0]:
        return 0, {}, b''
    return int(lines[0].split()[1]), {name.lower(): value.strip() for name, _, value in (line.partition(':') for line in lines[1:])}, body


def alive(pid) -> bool:
    try:
        with open('/proc/%d/stat' % pid) as file:
            return file.read().rpartition(')')[2].split()[0] != 'Z'
    except FileNotFoundError:
        if os.path.isdir('/proc/self'):
            return False
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def wait_for(true, seconds=8):
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)
