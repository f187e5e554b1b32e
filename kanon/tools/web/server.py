"""The server of the page: its connections, how many there may be, and when it ends.

Promise: it listens on this machine alone. Whoever sends nothing, slowly, or without end keeps nobody else out: of the connections that have
not been let in, the oldest is closed when there are too many. The page runs its own scripts alone.
It is Python's http.server. That is no server for a network, and this one is on none. Changed are how a request is answered (handler.py) and
read (incoming.py). A connection has one request, so that one that is kept open takes nobody's place.
"""

from __future__ import annotations

import os
import socket
import socketserver
from contextlib import suppress
from http.server import HTTPServer
from threading import Lock
from time import monotonic

from ..folders.start_folder import Start
from .guard import Guard, FolderRefusal
from .handler import Handler
from .tabs import Tabs

MOST_WAITING, MOST_INSIDE = 32, 32      # connections that were not let in yet, and that were
POLICY = ("default-src 'none'; script-src %s; style-src %s; img-src blob: data:; connect-src 'self'; frame-src blob:; "
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")


def policy_of(hashes) -> str:
    """The Content-Security-Policy of a page. hashes: {'script': the source expressions of its scripts, 'style': those of its styles}.

    >>> policy_of({'script': ["'sha256-a'"], 'style': []})[:60]
    "default-src 'none'; script-src 'sha256-a'; style-src 'none';"
    """
    return POLICY % tuple(' '.join(hashes[kind]) or "'none'" for kind in ('script', 'style'))


class Server(socketserver.ThreadingMixIn, HTTPServer):
    """A page for one browser. start: the folder whose tables it sees. page: its HTML, and the hashes of its scripts and styles.

    command: of a process that answers one ask (jobs.py). read_only: whether nothing may be written beside the tables.
    """

    daemon_threads = True
    request_queue_size = 1024                   # half-open connections that are accepted one after the other fill no queue
    allow_reuse_address = os.name != 'nt'       # there it would let another program take the port, too
    timeout = 1                                 # seconds after which handle_request looks around

    def __init__(self, port, start, page, command, read_only=False):
        self.html, hashes = page
        self.policy, self.command, self.read_only = policy_of(hashes), command, read_only
        self.used, self._lock = monotonic(), Lock()
        self._waiting: dict = {}
        self._inside: set = set()
        self.tabs = None            # none if the port is taken: then server_close is called, too
        self.start = Start(start)
        super().__init__(('127.0.0.1', port), Handler)
        try:
            self.guard, self.tabs = Guard(self.server_address[1]), Tabs()
        except BaseException:
            self.server_close()
            raise

    def server_bind(self):
        """HTTPServer would ask for the name of this machine, which may take seconds, and is not needed."""
        if hasattr(socket, 'SO_EXCLUSIVEADDRUSE'):
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        socketserver.TCPServer.server_bind(self)

    def serve(self, minutes):
        """Answer requests until there was none for so many minutes, and nothing runs."""
        while self.tabs.busy() or monotonic() - self.used < 60 * minutes:
            self.handle_request()
            self.tabs.sweep()

    def process_request(self, request, client_address):
        with self._lock:
            if len(self._waiting) >= MOST_WAITING:
                oldest = next(iter(self._waiting))
                del self._waiting[oldest]
                cut_off(oldest)
            self._waiting[request] = True
        super().process_request(request, client_address)

    def let_in(self, request):
        """The connection has shown the cookie, or the token."""
        self.used = monotonic()
        with self._lock:
            if len(self._inside) >= MOST_INSIDE:
                raise FolderRefusal(503, 'there are too many requests at once; try again', 'system')
            self._waiting.pop(request, None)
            self._inside.add(request)

    def shutdown_request(self, request):
        with self._lock:
            self._waiting.pop(request, None)
            self._inside.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request, client_address):
        """The other side has gone. Whatever else goes wrong was answered, and there is no log."""

    def server_close(self):
        """End all connections and runs, and remove what was sent."""
        super().server_close()
        with self._lock:
            for connection in [*self._waiting, *self._inside]:
                cut_off(connection)
        if self.tabs:
            self.tabs.close()
        self.start.close()


def cut_off(connection):
    """End a connection that a thread waits for. The thread closes it."""
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
