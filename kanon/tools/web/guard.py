"""Who may use the page: whoever opened the address that was printed, in one browser, on this machine.

Promise: a request is let in only if its Host is ours, its Origin is ours where it has one, and it has the cookie. Whatever tells something
or changes something is asked for with a POST, and a POST needs the key, too. The address opens the page once. Its token is given for both,
and is worth nothing afterwards: others may see it in the list of processes, where it stands as a word of the browser's command,
and in the history of the browser.
A browser sends a cookie to every port of this machine, so a server of somebody else here may read it. It cannot read the key. The
browser gets that behind the # of an address, which is sent to nobody, and the page keeps it in the storage of its own address and port.
All are secrets of their own, and compared in a time that tells nothing of them.
"""

from __future__ import annotations

import secrets
from hmac import compare_digest
from threading import Lock

from ..folders.opening import FolderRefusal

ENTRANCE = '/?token='
STRANGE = 'this request comes from elsewhere; open the address that was printed where the program was started'
NOT_OPENED = 'this browser has not opened the address that was printed, or has been closed since; open that address'
USED = 'this address has been opened before, and opens one browser; end the program with Ctrl-C, and start it again for another address'


class Guard:
    """Decides of each request of a server at this port. It holds the token and the cookie."""

    def __init__(self, port):
        hosts = ['%s:%d' % (name, port) for name in ('127.0.0.1', 'localhost')]
        self.hosts = hosts if port != 80 else [*hosts, '127.0.0.1', 'localhost']    # browsers leave 80 out
        self.name = 'kanon-%d' % port       # cookies take no notice of ports, and another server may have its own
        self.address = 'http://%s%s' % (hosts[0], ENTRANCE)
        self._token, self._cookie, self._key = (secrets.token_urlsafe(32) for _ in range(3))
        self._lock, self._used = Lock(), False

    def entrance(self) -> str:
        """The address that opens the page."""
        return self.address + self._token

    def check_from_here(self, method, headers):
        """Refusal if another page or another name of this machine stands behind the request. headers: as http.client parses them."""
        if headers.get_all('Host', []) not in [[host] for host in self.hosts]:
            raise FolderRefusal(403, STRANGE)     # so does a page whose name was made to point here (DNS rebinding)
        origins, site = headers.get_all('Origin', []), headers.get_all('Sec-Fetch-Site', [])
        if any(origin not in ['http://' + host for host in self.hosts] for origin in origins):
            raise FolderRefusal(403, STRANGE)
        if method != 'GET' and (site not in ([], ['same-origin']) or not origins and not site):
            raise FolderRefusal(403, STRANGE)     # every browser sends Origin with a POST

    def check_cookie(self, headers):
        """Refusal without the cookie. Another server of this machine may have set one of the same name, so any of several may be ours."""
        cookies = [pair.strip().partition('=') for header in headers.get_all('Cookie', []) for pair in header.split(';')]
        if not any([is_same_secret(value, self._cookie) for name, _, value in cookies if name == self.name]):
            raise FolderRefusal(403, NOT_OPENED)

    def check_key(self, headers):
        """Refusal without the key."""
        if not is_same_secret(headers.get('X-Kanon-Key', ''), self._key):
            raise FolderRefusal(403, NOT_OPENED)

    def exchange(self, path, headers) -> dict:
        """The headers that give the cookie and the key for the token in the path. Refusal if it is wrong or used.

        The browser that has used it has both already, and gets neither: it may be somebody with a cookie alone.
        """
        if not is_same_secret(path[len(ENTRANCE):], self._token):
            raise FolderRefusal(403, NOT_OPENED)
        with self._lock:
            used, self._used = self._used, True
        if used:
            try:
                self.check_cookie(headers)
            except FolderRefusal:
                raise FolderRefusal(403, USED) from None
            return {'Location': '/'}
        # No Secure: nothing of 127.0.0.1 leaves this machine, and there is no certificate for it.
        return {'Location': '/#' + self._key, 'Set-Cookie': '%s=%s; HttpOnly; SameSite=Strict; Path=/' % (self.name, self._cookie)}


def is_same_secret(text, secret) -> bool:
    """Whether they are equal, in a time that does not tell how far they are.

    >>> is_same_secret('a', 'a'), is_same_secret('\\xe9', 'a'), is_same_secret('', 'a')
    (True, False, False)
    """
    return compare_digest(text.encode('utf-8', 'backslashreplace'), secret.encode())
