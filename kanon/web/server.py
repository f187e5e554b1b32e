"""The server of the page: its routes, its limits, and what each response says of itself.

Promise: it listens on this machine alone. A request is let in by guard.py before its body is read or its path is looked at. Whoever sends
nothing, slowly, or without end keeps nobody else out: of the connections that have not been let in, the oldest is closed
when there are too many. A response is kept by no cache, and the page runs its own scripts alone. An error is one JSON object, and
nothing is logged, because a log would hold names of tables.
It is Python's http.server. That is no server for a network, and this one is on none. Changed are the reading (incoming.py), the
log, the errors, and one request a connection, so that a connection that is kept open takes nobody's place.
"""

from __future__ import annotations

import errno
import io
import json
import os
import re
import socket
import socketserver
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Lock
from time import monotonic

from .folders import listing, name_in_tab, open_below, parts_of, put_in, take_in
from .guard import ENTRANCE, Guard, Refusal
from .incoming import Incoming, TooMuch, file_body, gone, json_body, text_in
from .jobs import Job
from .tabs import Tabs

MOST_WAITING, MOST_INSIDE = 32, 32      # connections that were not let in yet, and that were
SEND_SECONDS = 60                       # for each piece of a response
ASK = re.compile('/ask/([a-z]{1,30})')
POLICY = ("default-src 'none'; script-src %s; style-src %s; img-src blob: data:; connect-src 'self'; frame-src blob:; "
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
HEADERS = {'X-Content-Type-Options': 'nosniff', 'X-Frame-Options': 'DENY', 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store',
           'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Resource-Policy': 'same-origin', 'Connection': 'close'}
NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
FULL = errno.ENOSPC, getattr(errno, 'EDQUOT', errno.ENOSPC), errno.EFBIG


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
        self.start, self.used, self._lock = os.path.realpath(start), monotonic(), Lock()
        self._waiting: dict = {}
        self._inside: set = set()
        self.tabs = None            # none if the port is taken: then server_close is called, too
        super().__init__(('127.0.0.1', port), Handler)
        try:
            self.guard, self.tabs = Guard(self.server_address[1]), Tabs()
        except BaseException:
            super().server_close()
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
                cut(oldest)
            self._waiting[request] = True
        super().process_request(request, client_address)

    def let_in(self, request):
        """The connection has shown the cookie, or the token."""
        self.used = monotonic()
        with self._lock:
            if len(self._inside) >= MOST_INSIDE:
                raise Refusal(503, 'there are too many requests at once; try again', 'system')
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
                cut(connection)
        if self.tabs:
            self.tabs.close()


def cut(connection):
    """End a connection that a thread waits for. The thread closes it."""
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


class Handler(BaseHTTPRequestHandler):
    """One request. http.server calls do_GET and do_POST, and send_error for what is no request."""

    def setup(self):
        super().setup()
        self.rfile.close()
        self.raw = Incoming(self.request)
        self.rfile, self.entered, self.begun = io.BufferedReader(self.raw), False, False

    def handle(self):
        try:
            self.handle_one_request()
        except TooMuch:
            self.send_error(431)
        except OSError:         # the other side has gone
            pass

    def do_GET(self):
        try:
            self.route()
        except Refusal as refusal:
            self.refuse(refusal.status, refusal.problem, refusal.kind)
        except TooMuch:
            self.refuse(413, 'more was sent than the Content-Length says')
        except (ConnectionError, socket.timeout):
            raise
        except OSError as error:
            full = error.errno in FULL
            self.refuse(507 if full else 500, 'the disk is full, and nothing was kept of the file' if full else error.strerror or 'the system refuses', 'system')
        except Exception as error:      # a fault of the program, which must not end in a traceback
            self.refuse(500, 'the program has made a mistake (%s); please report it' % type(error).__name__, 'system')

    do_POST = do_GET

    def route(self):
        if self.request_version == 'HTTP/0.9':      # whose responses have no head
            self.request_version = 'HTTP/1.0'
            raise Refusal(400, 'this is no request')
        guard = self.server.guard
        guard.check_from_here(self.command, self.headers)
        if self.command == 'GET' and self.path.startswith(ENTRANCE):
            return self.enter(guard.exchange(self.path, self.headers))
        guard.check_cookie(self.headers)
        if self.command == 'POST':
            guard.check_key(self.headers)
        self.server.let_in(self.request)
        self.entered = True
        ask = ASK.fullmatch(self.path)
        if ask and self.command == 'POST':
            return self.ask(ask.group(1))
        route = ROUTES.get((self.command, self.path))
        if not route:
            raise Refusal(404, 'there is no such address')
        return route(self)

    # The routes.

    def enter(self, headers):
        self.server.used = monotonic()
        self.respond(303, b'', 'text/plain', headers)

    def page(self):
        self.respond(200, self.server.html.encode('utf-8'), 'text/html; charset=utf-8', {'Content-Security-Policy': self.server.policy})

    def list_folder(self):
        self.tell(listing(self.server.start, text_in(self.values(), 'path')))

    def open_table(self):
        values, tab = self.values(), self.tab()
        name, origin = take_in(self.server.start, text_in(values, 'path'), tab.folder)
        tab.tables[name] = origin
        self.tell({'table': name})

    def put_table(self):
        tab, (name, length, read) = self.tab(), file_body(self.headers, self.raw, self.rfile)
        name = name_in_tab(name)
        put_in(tab.folder, name, length, read)
        tab.tables[name] = None
        self.tell({'table': name})

    def ask(self, name):
        values, tab, server = self.values(), self.tab(), self.server
        tab.check(server.start, values)
        values['beside'] = None if server.read_only else tab.beside(server.start, values)     # never the page's own word
        if name == 'beside' and not values['beside']:
            raise Refusal(403, 'nothing is written beside %s' % ('the tables: the program was started with --read-only' if server.read_only else
                                                                 'a table that the browser has sent; save the files'))
        job = server.tabs.start(tab, lambda: Job(server.command, tab.folder, tab.temporary, line_of({'ask': name, 'values': values})))
        try:
            self.begin(200, 'application/x-ndjson')
            for said in job.told(lambda: gone(self.connection)):
                self.wfile.write(line_of(said))
        finally:
            job.end()
            server.tabs.finish(tab)

    def stop(self):
        self.server.tabs.stop(self.headers.get('X-Kanon-Tab', ''))
        self.tell({})

    def leave(self):
        self.server.tabs.leave(self.headers.get('X-Kanon-Tab', ''))
        self.tell({})

    def get_file(self):
        values, tab = self.values(), self.tab()
        with open(open_below(tab.folder, parts_of(text_in(values, 'name'))), 'rb') as file:
            size = os.fstat(file.fileno()).st_size
            self.begin(200, 'application/octet-stream', {'Content-Length': str(size), 'Content-Disposition': 'attachment'})
            while size > 0:
                piece = file.read(min(size, 1 << 16))
                if not piece:
                    break
                self.wfile.write(piece)
                size -= len(piece)

    # What they share.

    def values(self) -> dict:
        return json_body(self.headers, self.raw, self.rfile)

    def tab(self):
        return self.server.tabs.tab(self.headers.get('X-Kanon-Tab', ''))

    def begin(self, status, kind, more={}):
        """The head of a response."""
        self.begun = True
        self.connection.settimeout(SEND_SECONDS)
        self.send_response_only(status)
        for name, value in {**HEADERS, 'Content-Security-Policy': NOTHING, 'Content-Type': kind, **more}.items():
            self.send_header(name, value)
        self.end_headers()

    def respond(self, status, body, kind, more={}):
        self.begin(status, kind, {'Content-Length': str(len(body)), **more})
        self.wfile.write(body)

    def tell(self, values, status=200):
        self.respond(status, line_of(values), 'application/json')

    def refuse(self, status, message, kind='options'):
        """An error as JSON. What is still sent is read for a moment: a connection that is closed upon it takes the error with it."""
        if self.begun:
            return
        self.tell({'error': {'message': message, 'kind': kind}}, status)
        with suppress(OSError, TooMuch):
            self.connection.shutdown(socket.SHUT_WR)
            self.raw.allow(*((1 << 30, 5) if self.entered else (1 << 20, 1)))
            while self.command != 'GET' and self.rfile.read1(1 << 16):
                pass

    def send_error(self, code, message=None, explain=None):
        """What http.server says of a request that it cannot read would show the request."""
        self.request_version, self.command = 'HTTP/1.0', None
        code = {501: 405, 505: 400}.get(code, code)
        self.refuse(code, {405: 'only GET and POST are taken', 414: 'this address is too long', 431: 'the head of this request is too long'}
                    .get(code, 'this is no request'))

    def log_message(self, format, *args):
        """There is no log."""


ROUTES = {('GET', '/'): Handler.page, ('POST', '/list'): Handler.list_folder, ('POST', '/open'): Handler.open_table, ('POST', '/put'): Handler.put_table,
          ('POST', '/stop'): Handler.stop, ('POST', '/leave'): Handler.leave, ('POST', '/get'): Handler.get_file}    # and POST /ask/NAME


def line_of(values) -> bytes:
    """Values as a line of JSON, in ASCII."""
    return json.dumps(values).encode() + b'\n'
