"""Who gets in: each request as a row, with the status that it gets."""

import re

import pytest

from kanon.tools.web import guard
from kanon.tools.web.guard import Guard
from serving import COMMAND, PAGE, TAB, serving

POST = {'X-Kanon-Key': '{key}', 'Content-Length': '2', 'Content-Type': 'application/json', 'X-Kanon-Tab': TAB}


@pytest.fixture(scope='module')
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp('start')
    (folder / 'clinic.csv').write_text('a,b\n1,2\n')
    with serving(folder) as client:
        yield client.enter()


def filled(client, headers):
    """The headers of a row: {} stands for what is the server's own."""
    words = {'host': client.host, 'port': client.port, 'cookie': client.cookie, 'value': client.cookie.partition('=')[2], 'key': client.key, 'token': client.token}
    return {name: [each.format(**words) for each in values] if isinstance(values, list) else values.format(**words) for name, values in headers.items()}


OURS = {'Host': '{host}', 'Cookie': '{cookie}'}
ORIGIN = {'Origin': 'http://{host}'}
ROWS = [        # method, path, headers, status
    ('GET', '/', OURS, 200),
    ('GET', '/', {**OURS, 'Host': 'localhost:{port}'}, 200),
    ('GET', '/', {**OURS, 'Cookie': 'other=1; {cookie}; more=2'}, 200),
    ('GET', '/', {**OURS, 'Cookie': 'kanon-{port}=planted; {cookie}'}, 200),
    ('GET', '/', {**OURS, 'Cookie': ['kanon-{port}=planted', '{cookie}']}, 200),
    ('GET', '/', {'Host': '{host}'}, 403),
    ('GET', '/', {**OURS, 'Cookie': '{cookie}x'}, 403),
    ('GET', '/', {**OURS, 'Cookie': 'kanon-1={value}'}, 403),
    ('GET', '/', {**OURS, 'Cookie': 'kanon-{port}='}, 403),
    ('GET', '/', {**OURS, 'Cookie': 'kanon-{port}={token}'}, 403),      # what stands in the address is not the cookie
    ('GET', '/', {**OURS, 'Cookie': 'kanon-{port}=\xe9\xff'}, 403),
    ('GET', '/', {**OURS, 'Host': 'evil.example'}, 403),
    ('GET', '/', {**OURS, 'Host': 'evil.example:{port}'}, 403),
    ('GET', '/', {**OURS, 'Host': '127.0.0.1'}, 403),
    ('GET', '/', {**OURS, 'Host': '127.0.0.1:1'}, 403),
    ('GET', '/', {**OURS, 'Host': ['{host}', '{host}']}, 403),
    ('GET', '/', {**OURS, 'Host': ['{host}', 'evil.example']}, 403),
    ('GET', '/', {'Cookie': '{cookie}'}, 403),
    ('GET', '/', {**OURS, 'Origin': 'http://evil.example'}, 403),
    ('GET', '/', {**OURS, 'Origin': 'null'}, 403),
    ('GET', '/?token={token}', {'Host': '{host}'}, 403),                # it was used
    ('GET', '/?token={token}', OURS, 303),                              # in the browser that has used it
    ('GET', '/?token={token}x', OURS, 403),
    ('GET', '/?token=', OURS, 403),
    ('GET', '/?token=\xe9', OURS, 403),
    ('GET', '/?token={token}', {**OURS, 'Host': 'evil.example'}, 403),
    ('POST', '/list', {**POST, **OURS, **ORIGIN}, 400),                 # {} has no path: it was let in
    ('POST', '/list', {**POST, **OURS, 'Sec-Fetch-Site': 'same-origin'}, 400),
    ('POST', '/list', {**POST, **OURS, **ORIGIN, 'Sec-Fetch-Site': 'same-origin'}, 400),
    ('POST', '/list', {**POST, **OURS}, 403),
    ('POST', '/list', {**POST, **OURS, **ORIGIN, 'X-Kanon-Key': ''}, 403),          # a cookie alone, as a server of another port may have it
    ('POST', '/list', {**POST, **OURS, **ORIGIN, 'X-Kanon-Key': '{key}x'}, 403),
    ('POST', '/list', {**POST, **OURS, **ORIGIN, 'X-Kanon-Key': '{value}'}, 403),
    ('POST', '/list', {**POST, **OURS, **ORIGIN, 'X-Kanon-Key': '{token}'}, 403),
    ('POST', '/list', {**POST, **OURS, **ORIGIN, 'Cookie': 'kanon-{port}={key}'}, 403),
    ('POST', '/list', {**POST, **ORIGIN, 'Host': '{host}'}, 403),
    ('POST', '/list', {**POST, **OURS, 'Origin': 'http://127.0.0.1:1'}, 403),       # another server of this machine
    ('POST', '/list', {**POST, **OURS, 'Origin': 'https://{host}'}, 403),
    ('POST', '/list', {**POST, **OURS, 'Origin': 'http://{host}.evil.example'}, 403),
    ('POST', '/list', {**POST, **OURS, 'Origin': 'null', 'Sec-Fetch-Site': 'same-origin'}, 403),
    ('POST', '/list', {**POST, **OURS, **ORIGIN, 'Sec-Fetch-Site': 'same-site'}, 403),
    ('POST', '/list', {**POST, **OURS, **ORIGIN, 'Sec-Fetch-Site': 'cross-site'}, 403),
    ('POST', '/list', {**POST, **OURS, 'Origin': ['http://{host}', 'http://evil.example']}, 403),
    ('POST', '/list', {**POST, **OURS, **ORIGIN, 'Content-Type': 'text/plain'}, 415),
    ('POST', '/', {**POST, **OURS, **ORIGIN}, 404),
    ('POST', '/nosuch', {**POST, **OURS, **ORIGIN}, 404),
    ('POST', '/ask/../x', {**POST, **OURS, **ORIGIN}, 404),
    ('POST', '/ask/', {**POST, **OURS, **ORIGIN}, 404),
    ('POST', '/list?x=1', {**POST, **OURS, **ORIGIN}, 404),
    ('GET', '/list', OURS, 404), ('GET', '/ask/echo', OURS, 404), ('GET', '/?x', OURS, 404), ('GET', '/favicon.ico', OURS, 404),
    ('GET', 'http://127.0.0.1/', OURS, 404), ('GET', '/../../etc/passwd', OURS, 404), ('GET', '/clinic.csv', OURS, 404),
    ('GET', '/nosuch', {'Host': '{host}'}, 403),                        # who is not let in learns nothing of the routes
    *((method, '/', {**OURS, **ORIGIN}, 405) for method in ('HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'get', 'X'))]


@pytest.mark.parametrize('method, path, headers, status', ROWS)
def test_a_request_gets_its_status(method, path, headers, status, client):
    path = path.replace('{token}', client.token)
    answer = client.send(method, path, filled(client, headers), b'{}' if method == 'POST' else b'')
    assert answer[0] == status
    if status not in (200, 303):
        assert answer[1]['content-type'] == 'application/json' and answer[2].startswith(b'{"error": {"message": "')
        assert client.token.encode() not in answer[2] and b'Traceback' not in answer[2]


def test_every_response_has_the_headers(client):
    for method, path, headers, status in ROWS:
        _, sent, _ = client.send(method, path.replace('{token}', client.token), filled(client, headers), b'{}' if method == 'POST' else b'')
        policy = sent['content-security-policy']
        assert policy.startswith("default-src 'none'; ") and policy.endswith("base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
        assert 'unsafe' not in policy and '*' not in policy
        assert [sent[name] for name in ('x-content-type-options', 'referrer-policy', 'cache-control', 'cross-origin-opener-policy',
                                        'cross-origin-resource-policy')] == ['nosniff', 'no-referrer', 'no-store', 'same-origin', 'same-origin']
        assert 'server' not in sent and 'access-control-allow-origin' not in sent


def test_the_page_runs_its_own_scripts_alone(client):
    _, headers, body = client.send('GET', '/', filled(client, OURS))
    assert body.decode() == PAGE[0]
    assert headers['content-security-policy'] == (
        "default-src 'none'; script-src 'sha256-abc'; style-src 'sha256-def'; img-src blob: data:; connect-src 'self'; frame-src blob:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")


def test_the_token_is_exchanged_once(tmp_path):
    """The cookie is a secret of its own. It is sent back by the browser alone, and by no page that another site has sent."""
    with serving(tmp_path) as client:
        address = '/?token=' + client.token
        assert client.send('GET', '/?token=' + client.token[:-1], {'Host': client.host})[0] == 403      # which does not use it up
        status, headers, body = client.send('GET', address, {'Host': client.host})
        assert (status, body) == (303, b'') and re.fullmatch(r'/#[\w-]{43}', headers['location'])
        location = headers['location']
        cookie, *attributes = headers['set-cookie'].split('; ')
        assert attributes == ['HttpOnly', 'SameSite=Strict', 'Path=/'] and cookie.startswith('kanon-%d=' % client.port)
        assert len({client.token, cookie.partition('=')[2], location[2:]}) == 3 and len(cookie.partition('=')[2]) >= 43
        status, headers, body = client.send('GET', address, {'Host': client.host, 'Cookie': cookie})
        assert (status, headers['location'], body, 'set-cookie' in headers) == (303, '/', b'', False)      # whoever has the cookie alone gets no key
        status, headers, body = client.send('GET', address, {'Host': client.host})
        assert status == 403 and 'set-cookie' not in headers and b'has been opened before' in body


def test_secrets_are_compared_in_constant_time(monkeypatch, tmp_path):
    compared = []
    monkeypatch.setattr(guard, 'compare_digest', lambda one, other: compared.append((one, other)) or one == other)
    with serving(tmp_path) as client:
        client.enter()
        client.send('GET', '/', {'Host': client.host, 'Cookie': client.cookie[:-1]})
        client.post('/list', X_Kanon_Key='x')
    assert [one == other for one, other in compared] == [True, False, True, False]


def test_two_servers_have_nothing_in_common(tmp_path):
    with serving(tmp_path) as one, serving(tmp_path) as other:
        one.enter(), other.enter()
        assert one.token != other.token and one.server.tabs.private.name != other.server.tabs.private.name
        both = '%s; %s' % (one.cookie, other.cookie)
        for mine, theirs in ((one, other), (other, one)):
            assert mine.send('GET', '/', {'Host': mine.host, 'Cookie': both})[0] == 200
            assert mine.send('GET', '/', {'Host': mine.host, 'Cookie': theirs.cookie})[0] == 403
            assert theirs.send('GET', '/?token=' + mine.token, {'Host': theirs.host})[0] == 403


def test_it_listens_on_this_machine_alone(client):
    assert client.server.socket.getsockname()[0] == '127.0.0.1' and COMMAND


def test_the_address_and_its_names():
    """A browser leaves port 80 out of the names of a server."""
    assert re.fullmatch(r'http://127\.0\.0\.1:8000/\?token=[\w-]{43}', Guard(8000).entrance())
    assert Guard(80).hosts == ['127.0.0.1:80', 'localhost:80', '127.0.0.1', 'localhost'] and Guard(81).hosts == ['127.0.0.1:81', 'localhost:81']
