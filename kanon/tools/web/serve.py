"""`python -m kanon serve`: the page for those who do not type.

Promise: the page is for whoever sees the address that is printed, on this machine alone (web/guard.py). Ctrl-C ends it with exit status 0,
as does an hour without a request. Whichever way it ends, what runs is ended, and what the browser has sent is removed.
"""

from __future__ import annotations

import errno
import gc
import os
import signal

from ...core.desk.screen import put
from ...core.desk.words import LANGUAGE, Program, Word, switch
from ...core.errors import DataError, at, many, quoted
from ..verbs import VERBS

MINUTES = 60
WORDS = (
    Word('--port', 'N', 'The port of the address (default: one that is free).'),
    Word('--minutes', 'N', 'End after so many minutes without a request (default %d). A run that goes on counts as one.' % MINUTES),
    switch('--no-browser', 'Print the address, and open no browser.'),
    switch('--read-only', 'Write nothing beside the tables. The browser can still save what was made.'),
    LANGUAGE._replace(help='The language of the page when it is opened (default: that of the browser).'))
FOLDER = {'metavar': 'FOLDER', 'nargs': '?', 'help': 'The page sees the tables in this folder and below it (default: the current folder).'}
EXAMPLES = '''\
examples:
%s
Exit status: 0 ended by Ctrl-C or after its time, 1 impossible here, 2 usage error, 143 terminated.'''


def settle(values, said, typed, error):
    values['output'] = '-'
    if not os.path.isdir(values['data']):
        error('FOLDER is a folder, and %s is %s' % (quoted(values['data']), 'a file' if os.path.lexists(values['data']) else 'not there'))


PROGRAM = Program('serve', 'python -m kanon serve', VERBS['serve'], WORDS, settle, ('', ' tables --port 8000 --no-browser'), EXAMPLES,
                  {'port': 0, 'minutes': MINUTES, 'no_browser': False, 'read_only': False}, from_ini=(), data=FOLDER, no_data=os.curdir)


def main(options):
    from .jobs import command_for       # what lists the verbs loads this file, and needs no server
    from .page import http_door, served_page
    html, hashes = served_page(http_door({'folder': True, 'beside': not options.read_only, 'readOnly': options.read_only}))
    if 'language' in options.said:      # else the page takes that of the browser
        html = html.replace('<html ', '<html data-language="%s" ' % options.language, 1)
    return serve(options, (html, hashes), command_for('asks'))


def serve(options, page, command):
    """Serve a page until it ends. page, command: as Server takes them."""
    from .server import Server
    gc.enable()         # `run` (core/desk/run.py) has disabled it for a process that lives for seconds
    try:
        server = Server(options.port, options.data, page, command, options.read_only)
    except OSError as error:
        raise of_port(error, options) from None
    try:
        put('The page is at %s\nThis address opens one browser, once. The page ends with Ctrl-C here, or after %s without a request.'
            % (server.guard.entrance(), many(options.minutes, 'minute')), 'the address')
        if not server.start.held:
            put('On this system only your account may write to the folder and those below it. A table elsewhere is refused.', 'the address')
        if not options.no_browser:
            open_browser(server.guard.entrance())
        server.serve(options.minutes)
        ended = many(options.minutes, 'minute') + ' without a request'
    except KeyboardInterrupt as stop:
        if stop.args[:1] != (signal.SIGINT,):
            raise
        ended = 'Ctrl-C'
    finally:
        server.server_close()
    put('Ended: %s. What the browser had sent is removed.' % ended, 'the end')


def open_browser(address):
    """Ask the system for a browser. A thread waits for it, because a browser may take the terminal until it ends."""
    import webbrowser       # 20 ms
    from threading import Thread
    Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def of_port(error, options) -> DataError:
    """What an OSError of a new server says."""
    if error.errno in (errno.EADDRINUSE, errno.EACCES):
        why = 'is taken by another program' if error.errno == errno.EADDRINUSE else 'is not for this account'
        return DataError('%s %s; name another, or leave it out for one that is free' % (at('port', str(options.port)), why))
    made = DataError(error.strerror or str(error))
    made.kind = 'system'
    return made
