"""Who may use the page: whoever opened the address that was printed, in one browser, on this machine.

Promise: a request is let in only if its Host is ours, its Origin is ours where it has one, and it has the cookie. The address opens
the page once. Its token is given for the cookie, and is worth nothing afterwards: others may see it in the list of processes, where it
stands as a word of the browser's command, and in the history of the browser. So the cookie is another secret than the token.
Both are compared in a time that tells nothing of them.
"""

from __future__ import annotations

import secrets
from hmac import compare_digest
from threading import Lock

from ..errors import DataError

ENTRANCE = '/?token='
STRANGE = 'this request comes from elsewhere; open the address that was printed where the program was started'
NO_COOKIE = 'this browser has not opened the address that was printed, or has been closed since; open that address'
USED = 'this address has been opened before, and opens one browser; end the program with Ctrl-C, and start it again for another address'


class Refusal(DataError):
    """A request that is refused. status: of HTTP. kind: of the error, for the page."""

    def __init__(self, status, problem, kind='options'):
        super().__init__(problem)
        self.status, self.kind = status, kind


class Guard:
    """Decides of each request of a server at this port. It holds the token and the cookie."""

    def __init__(self, port):
        hosts = ['%s:%d' % (name, port) for name in ('127.0.0.1', 'localhost')]
        self.hosts = hosts if port != 80 else [*hosts, '127.0.0.1', 'localhost']    # browsers leave 80 out
        self.name = 'kanon-%d' % port       # cookies take no notice of ports, and another server may have its own
        self.address = 'http://%s%s' % (hosts[0], ENTRANCE)
        self._token, self._cookie, self._lock, self._used = secrets.token_urlsafe(32), secrets.token_urlsafe(32), Lock(), False

    def entrance(self) -> str:
        """The address that opens the page."""
        return self.address + self._token

    def check_from_here(self, method, headers):
        """Refusal if another page or another name of this machine stands behind the request. headers: as http.client parses them."""
        if headers.get_all('Host', []) not in [[host] for host in self.hosts]:
            raise Refusal(403, STRANGE)     # so does a page whose name was made to point here (DNS rebinding)
        origins, site = headers.get_all('Origin', []), headers.get_all('Sec-Fetch-Site', [])
        if any(origin not in ['http://' + host for host in self.hosts] for origin in origins):
            raise Refusal(403, STRANGE)
        if method != 'GET' and (site not in ([], ['same-origin']) or not origins and not site):
            raise Refusal(403, STRANGE)     # every browser sends Origin with a POST

    def check_cookie(self, headers):
        """Refusal without the cookie. Another server of this machine may have set one of the same name, so any of several may be ours."""
        cookies = [pair.strip().partition('=') for header in headers.get_all('Cookie', []) for pair in header.split(';')]
        if not any([same(value, self._cookie) for name, _, value in cookies if name == self.name]):
            raise Refusal(403, NO_COOKIE)

    def exchange(self, path, headers) -> str:
        """The Set-Cookie for the token in the path. Refusal if it is wrong or used; '' in the browser that has used it."""
        if not same(path[len(ENTRANCE):], self._token):
            raise Refusal(403, NO_COOKIE)
        with self._lock:
            used, self._used = self._used, True
        if used:
            try:
                self.check_cookie(headers)
            except Refusal:
                raise Refusal(403, USED) from None
            return ''
        # No Secure: nothing of 127.0.0.1 leaves this machine, and there is no certificate for it.
        return '%s=%s; HttpOnly; SameSite=Strict; Path=/' % (self.name, self._cookie)


def same(text, secret) -> bool:
    """Whether they are equal, in a time that does not tell how far they are.

    >>> same('a', 'a'), same('\\xe9', 'a'), same('', 'a')
    (True, False, False)
    """
    return compare_digest(text.encode('utf-8', 'backslashreplace'), secret.encode())
