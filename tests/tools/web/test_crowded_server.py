"""Requests that are too large, too slow, without an end, or no requests at all. Each row has the status that it gets."""

import json
import random
import socket
import threading
import time

import pytest

from conftest import seeds
from kanon.tools.folders import start_folder
from kanon.tools.web import handler, incoming, server
from serving import TAB, answer_of, serving, wait_for


@pytest.fixture(scope='module')
def client(tmp_path_factory):
    with serving(tmp_path_factory.mktemp('start')) as client:
        yield client.enter()


LIST = b'{"path": ""}'
BODIES = [      # headers besides those of the page, body, status
    ({'Content-Length': '12'}, LIST, 200),
    ({'Content-Length': '12', 'Content-Type': 'application/json; charset=utf-8'}, LIST, 200),
    ({}, LIST, 411),
    ({'Content-Length': '12', 'Transfer-Encoding': 'chunked'}, LIST, 411),
    ({'Transfer-Encoding': 'chunked'}, b'c\r\n' + LIST + b'\r\n0\r\n\r\n', 411),
    ({'Content-Length': ['12', '12']}, LIST, 400),
    ({'Content-Length': ['12', '3']}, LIST, 400),
    *(({'Content-Length': text}, LIST, 400) for text in ('-1', '+12', '1_2', '\xb2', ' ', '12, 12', '0x0c', '1e1', '9' * 400, '12\xa0', 'twelve')),
    ({'Content-Length': str((1 << 20) + 1)}, b'', 413),
    ({'Content-Length': '999999999999999'}, b'', 413),
    ({'Content-Length': '0'}, b'', 400),
    ({'Content-Length': '12', 'Content-Type': 'text/plain'}, LIST, 415),
    *(({'Content-Length': str(len(body))}, body, 400) for body in (
        b'[]', b'null', b'1', b'"x"', b'{', b'{"path": 1}', b'{"path": null}', b'{"path": ["a"]}', b'{}', b'\xff\xfe{}', b'[' * 100_000, b'{"path": ' * 100_000,
        b'{"path": ' + b'9' * 5000 + b'}', b'\0', b'{"path": "\xff"}')),
    ({'Content-Length': '14'}, b'{"path": "\\u0"', 400),
    ({'Content-Length': '18'}, b'{"path": "\\ud800"}', 404)]


@pytest.mark.parametrize('headers, body, status', BODIES)
def test_a_body_gets_its_status(headers, body, status, client):
    answer = client.send('POST', '/list', {**client.headers(), **headers}, body)
    assert answer[0] == status and (status == 200 or b'"error"' in answer[2])


def test_a_body_that_ends_early(client):
    with client.connect() as connection:
        connection.sendall(('POST /list HTTP/1.1\r\n' + ''.join('%s: %s\r\n' % pair for pair in client.headers(Content_Length='13').items()) + '\r\n').encode() + LIST)
        connection.shutdown(socket.SHUT_WR)
        assert connection.recv(1000).startswith(b'HTTP/1.0 400 ')


HEADS = [       # what is sent, status: 0 where the connection is closed without a word
    (b'\r\n\r\n', (0, 400)), (b'GET\r\n\r\n', (400,)), (b'GET /\r\n\r\n', (400,)), (b'GET / HTTP/0.9\r\n\r\n', (400,)), (b'GET / HTTP/2.0\r\n\r\n', (400,)),
    (b'GET / HTTP/9\r\n\r\n', (400,)), (b'GET / HTTP/1.\xb2\r\n\r\n', (400,)), (b'GET / HTTP/-1.1\r\n\r\n', (400, 403)), (b'GET / x HTTP/1.1\r\n\r\n', (400,)),
    (b'GET / HTTP/%s.1\r\n\r\n' % (b'9' * 5000), (400,)), (b'\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' + b'x' * 500 + b'\r\n\r\n', (400, 405)),
    (b'GET /%s HTTP/1.1\r\n\r\n' % (b'a' * 40_000), (431,)), (b'GET / HTTP/1.1\r\nX: %s\r\n\r\n' % (b'a' * 40_000), (431,)),
    (b'GET / HTTP/1.1\r\n' + b'X: y\r\n' * 200 + b'\r\n', (431,)), (b'GET / HTTP/1.1\r\n' + b'X: y\r\n' * 20_000, (431,)),
    (b'GET / HTTP/1.1\r\nno colon\r\n\r\n', (403,)), (b'GET / HTTP/1.1\r\n: empty\r\n\r\n', (403,)), (b'GET / HTTP/1.1\r\nHost\r\n x\r\n\r\n', (403,)),
    (b'GET / HTTP/1.1\r\nHost: =?utf-8?b?//4=?=\r\n\r\n', (403,)), (b'GET / HTTP/1.1\r\nHost: \xff\xfe\0\r\n\r\n', (403,)),
    (b'GET / HTTP/1.1\r\nCookie: %s\r\n\r\n' % (b';' * 30_000), (403,)), (b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', (400,)), (b'\0' * 40_000, (431,))]


@pytest.mark.parametrize('head, statuses', HEADS)
def test_what_is_no_request_gets_a_status_and_no_traceback(head, statuses, client, capfd):
    status, _, body = client.raw(head)
    assert status in statuses and b'Traceback' not in body and b'BaseHTTP' not in body
    assert client.post('/list', {'path': ''})[0] == 200
    assert capfd.readouterr() == ('', '')


@pytest.mark.parametrize('seed', seeds(440))
def test_random_requests_end_no_thread_with_a_traceback(seed, client, capfd):
    """A request of the page, of which some bytes are others, are gone, or are there twice."""
    draw = random.Random(seed)
    body = json.dumps({'path': ''}).encode()
    headers = client.headers(Content_Length=str(len(body)))
    request = bytearray(('POST /list HTTP/1.1\r\n' + ''.join('%s: %s\r\n' % pair for pair in headers.items()) + '\r\n').encode() + body)
    for _ in range(draw.randint(1, 8)):
        place = draw.randrange(len(request))
        request[place:place + draw.randrange(3)] = draw.choice([b'', b'\0', b'\xff', b'\r\n', b':', b'\xe2\x82\xac', bytes(request[place:place + 40])])
    with client.connect() as connection:
        connection.settimeout(5)
        connection.sendall(bytes(request))
        connection.shutdown(socket.SHUT_WR)
        answer = connection.recv(1000)
    assert b'Traceback' not in answer and (not answer or answer.startswith(b'HTTP/1.0 ')), answer
    assert capfd.readouterr() == ('', '')


def test_500_half_open_connections_keep_nobody_out(client):
    """Some send nothing, some half a line, and some a head without an end. The oldest of them are closed."""
    held = []
    try:
        for number in range(500):
            connection = client.connect()
            connection.sendall((b'', b'GET / HT', b'GET / HTTP/1.1\r\nX: y\r\n')[number % 3])
            held.append(connection)
        begun = time.monotonic()
        assert client.post('/list', {'path': ''})[0] == 200
        assert time.monotonic() - begun < 8
        assert len(client.server._waiting) <= server.MOST_WAITING
        wait_for(lambda: threading.active_count() < 2 * server.MOST_WAITING)      # nobody waits for the others any more
    finally:
        for connection in held:
            connection.close()


def test_a_head_has_a_time(client, monkeypatch, capfd):
    """Whoever sends a byte now and then is not waited for any longer. Nothing is said of it."""
    monkeypatch.setattr(incoming, 'HEAD_SECONDS', 0.3)
    with client.connect() as connection:
        begun = time.monotonic()
        with pytest.raises(OSError):
            for _ in range(100):
                connection.sendall(b'x')
                time.sleep(0.03)
                client.post('/list', {'path': ''})
        assert time.monotonic() - begun < 2
    assert capfd.readouterr() == ('', '')


def test_silence_has_a_time(client, monkeypatch):
    monkeypatch.setattr(incoming, 'HEAD_SECONDS', 0.3)
    for sent in b'', b'GET / HT':
        with client.connect() as connection:
            connection.sendall(sent)
            begun = time.monotonic()
            assert connection.recv(100) == b'' and time.monotonic() - begun < 2


@pytest.mark.parametrize('name, path, length', [('BODY_SECONDS', '/list', '1000'), ('PIECE_SECONDS', '/put', '1000')])
def test_a_body_has_a_time(name, path, length, client, monkeypatch):
    monkeypatch.setattr(incoming, name, 0.3)
    headers = client.headers(Content_Length=length, X_Kanon_Name='x.csv')
    with client.connect() as connection:
        begun = time.monotonic()
        connection.sendall(('POST %s HTTP/1.1\r\n' % path + ''.join('%s: %s\r\n' % pair for pair in headers.items()) + '\r\n').encode())
        with pytest.raises(OSError):
            for _ in range(100):
                connection.sendall(b' ')
                time.sleep(0.03)
        assert time.monotonic() - begun < 2


def test_a_large_upload_is_refused_in_words_before_it_is_read(client, monkeypatch):
    """The sender has not ended when it is refused. The error arrives all the same."""
    monkeypatch.setattr(incoming, 'LARGEST', 1000)
    content = b'x' * 30_000_000        # more than the system keeps on the way
    headers = client.headers(Content_Length=str(len(content)), X_Kanon_Name='x.csv')
    with client.connect() as connection:
        connection.sendall(('POST /put HTTP/1.1\r\n' + ''.join('%s: %s\r\n' % pair for pair in headers.items()) + '\r\n').encode() + content)
        status, _, body = answer_of(connection)
    assert (status, json.loads(body)['error']['message']) == (413, 'at most 1,000 bytes are taken')


def test_an_upload_is_read_in_pieces(client):
    content = random.Random(1).getrandbits(8 * 5_000_000).to_bytes(5_000_000, 'big')
    assert client.put('x.csv', content) == (200, {'table': 'x.csv'})
    with open('%s/%s/tab/x.csv' % (client.server.tabs.private.name, TAB), 'rb') as file:
        assert file.read() == content


@pytest.mark.parametrize('name', ['', 'a b', '\xe9.csv', None, 'x' * 3001, 'a\tb'])
def test_an_upload_has_a_name_in_ascii(name, client):
    assert client.put(name, b'a\n')[0] == 400


def test_those_who_were_let_in_are_not_too_many(client, monkeypatch):
    monkeypatch.setattr(server, 'MOST_INSIDE', 0)
    status, said = client.post('/list', {'path': ''})
    assert (status, said['error']['message']) == (503, 'there are too many requests at once; try again')
    monkeypatch.undo()
    assert client.post('/list', {'path': ''})[0] == 200
    wait_for(lambda: not client.server._inside)     # the answer is sent before its connection is let out


def test_a_fault_of_a_thread_is_silent(client, monkeypatch, capfd):
    def fault(*_):
        raise KeyError('a value of the table')
    monkeypatch.setattr(handler.Handler, 'handle', fault)
    assert client.raw(b'GET / HTTP/1.1\r\n\r\n') == (0, {}, b'') and capfd.readouterr() == ('', '')


def test_a_fault_of_the_program_is_one_sentence(client, monkeypatch, capfd):
    def fault(*_):
        raise KeyError('a value of the table')
    monkeypatch.setattr(start_folder.Start, 'listing', fault)
    status, said = client.post('/list', {'path': ''})
    assert (status, said['error']['message']) == (500, 'the program has made a mistake (KeyError); please report it')
    assert capfd.readouterr() == ('', '')
