"""One request to the server of the page: its route, and what each response says of itself.

Promise: a request is let in by guard.py before its body is read or its path is looked at. A response is kept by no cache. An error is one
JSON object, whatever goes wrong, and nothing is logged, because a log would hold names of tables.
"""

from __future__ import annotations

import errno
import io
import json
import os
import re
import socket
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from time import monotonic

from ..folders.opening import open_below, path_parts, put_in
from .guard import ENTRANCE, FolderRefusal
from .incoming import BoundedInput, TooMuch, file_body, gone, json_body, text_in
from .jobs import Job
from .plain_names import name_in_tab

SEND_SECONDS = 60                       # for each piece of a response
ASK = re.compile('/ask/([a-z]{1,30})')
HEADERS = {'X-Content-Type-Options': 'nosniff', 'X-Frame-Options': 'DENY', 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store',
           'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Resource-Policy': 'same-origin', 'Connection': 'close'}
NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
FULL = errno.ENOSPC, getattr(errno, 'EDQUOT', errno.ENOSPC), errno.EFBIG


class Handler(BaseHTTPRequestHandler):
    """One request. http.server calls do_GET and do_POST, and send_error for what is no request."""

    def setup(self):
        super().setup()
        self.rfile.close()
        self.raw = BoundedInput(self.request)
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
        except FolderRefusal as refusal:
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
            raise FolderRefusal(400, 'this is no request')
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
            raise FolderRefusal(404, 'there is no such address')
        return route(self)

    # The routes.

    def enter(self, headers):
        self.server.used = monotonic()
        self.respond(303, b'', 'text/plain', headers)

    def page(self):
        self.respond(200, self.server.html.encode('utf-8'), 'text/html; charset=utf-8', {'Content-Security-Policy': self.server.policy})

    def list_folder(self):
        self.tell(self.server.start.listing(text_in(self.values(), 'path')))

    def open_table(self):
        values, tab = self.values(), self.tab()
        part, origin = self.server.start.take_in(text_in(values, 'path'), tab.folder)
        name = name_in_tab(origin.parts[-1])
        self.server.tabs.take(tab, name, part, origin)
        self.tell({'table': name})

    def put_table(self):
        tab, (name, length, read) = self.tab(), file_body(self.headers, self.raw, self.rfile)
        name = name_in_tab(name)
        put_in(tab.folder, name, length, read)
        self.server.tabs.sent(tab, name)
        self.tell({'table': name})

    def ask(self, name):
        values, tab, server = self.values(), self.tab(), self.server
        tab.check(server.start, values)
        values['beside'] = None     # never the page's own word
        if name != 'beside':
            return self.run(tab, name, values)
        if server.read_only:
            raise FolderRefusal(403, 'nothing is written beside the tables: the program was started with --read-only')
        with tab.beside(server.start, values) as place:
            if not place:
                raise FolderRefusal(403, 'nothing is written beside a table that the browser has sent; save the files')
            self.run(tab, name, {**values, 'beside': place})

    def run(self, tab, name, values):
        """Answer an ask by a process, which gets the folder and the tables that are open for it."""
        server, place = self.server, values['beside']
        folder = [place['folder']] if place and isinstance(place['folder'], int) else []
        asked = json_line({'ask': name, 'values': values})
        job = server.tabs.start(tab, lambda: Job(server.command, tab.folder, tab.temporary, asked, [*tab.descriptors(), *folder]))
        try:
            self.begin(200, 'application/x-ndjson')
            for said in job.told(lambda: gone(self.connection)):
                self.wfile.write(json_line(self.in_language(said)))
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
        with open(open_below(tab.folder, path_parts(text_in(values, 'name'))), 'rb') as file:
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

    def language(self) -> str | None:
        """That of the page, None where the request does not say."""
        headers = getattr(self, 'headers', None)        # there are none of what is no request
        return headers and headers.get('X-Kanon-Language')

    def in_language(self, said) -> dict:
        """What a run tells, with its error in the language of the page.

        It is so already, unless the run had no last word.
        """
        error = said.get('answer', {}).get('error')
        if not error:
            return said
        error = {**error, 'message': self.words_for(error['message'])}
        return {'answer': {**said['answer'], 'error': error}}

    def words_for(self, message) -> str:
        """What is refused, in the language of the page."""
        from ..refused.in_language import refused_in    # few requests are refused
        return refused_in(self.language(), message)

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
        self.respond(status, json_line(values), 'application/json')

    def refuse(self, status, message, kind='options'):
        """An error as JSON. What is still sent is read for a moment: a connection that is closed upon it takes the error with it."""
        if self.begun:
            return
        self.tell({'error': {'message': self.words_for(message), 'kind': kind}}, status)
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


def json_line(values) -> bytes:
    """Values as a line of JSON, in ASCII."""
    return json.dumps(values).encode() + b'\n'
