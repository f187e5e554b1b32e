"""One run of a tab: a process that is asked by a line of JSON, tells how far it is, and answers.

Promise: `stop` ends the process and what it has started. It may tidy up first, and so leaves no part of a file. A run always gives one
answer, also when it is stopped or killed. Nothing is imported from the folder in which it runs, where a table may have come with
a file named as a module, such as csv. Python is started with -I.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
from contextlib import suppress
from threading import Lock, Thread

from ...core.own_files import ARCHIVE, IS_STARTED, NAME, PACKAGE

PATIENCE = 5        # seconds in which a run that is stopped may tidy up
START = '''
import sys
from importlib import import_module
_, above, module, sys.argv[0] = sys.argv
sys.path.insert(0, above)
sys.exit(import_module(module).main())
'''


def command_for(module) -> list:
    """The command that runs main() of a module of this room, such as asks, wherever the package stands."""
    above = PACKAGE
    for _ in NAME.split('.'):
        above = os.path.dirname(above)
    started = ARCHIVE if IS_STARTED else '-c'
    return [sys.executable, '-I', '-c', START, above, '%s.tools.web.%s' % (NAME, module), started]


class Job:
    """A process that runs in a folder.

    asked: what it is asked, as bytes. descriptors: those of this process that it has, too.
    """

    def __init__(self, command, folder, temporary, asked, descriptors=()):
        self._lines, self._lock, self._stopped, self._ended = queue.Queue(), Lock(), False, False
        apart = {'creationflags': subprocess.CREATE_NEW_PROCESS_GROUP} if os.name == 'nt' else {'start_new_session': True}
        self._process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                         pass_fds=descriptors, env={**os.environ, 'TMPDIR': temporary, 'TMP': temporary, 'TEMP': temporary}, **apart)
        Thread(target=self._read, args=(asked,), daemon=True).start()

    def _read(self, asked):
        with self._process.stdout as out:
            with suppress(OSError), self._process.stdin as file:      # it may have ended before it was asked
                file.write(asked)
            for line in out:
                self._lines.put(line)
        self._lines.put(None)

    def told(self, gone):
        """Yield each {'progress': text}, and at last {'answer': ...}. gone(): whether nobody listens any more, which ends the run."""
        while True:
            try:
                line = self._lines.get(timeout=0.5)
            except queue.Empty:
                if gone():
                    self.stop()
                continue
            if line is None:
                break
            said = said_in(line)
            if said:
                yield said
            if 'answer' in said:
                self.end(at_once=False)
                return
        self.end(at_once=False)
        yield {'answer': {'error': self._why(), 'commands': []}}

    def _why(self) -> dict:
        if self._stopped:
            return {'message': 'stopped; no part of a file is left', 'advice': None, 'option': None, 'kind': 'stopped'}
        return {'message': 'the run ended without an answer (exit status %s)' % self._process.returncode, 'advice': None, 'option': None, 'kind': 'system'}

    def stop(self):
        """End the process because somebody wants it to end."""
        self._stopped = True
        self.end()

    def end(self, at_once=True):
        """End the process and what it has started. at_once: whether it has not said its last word."""
        with self._lock:
            if self._ended:
                return
            if at_once and self._process.poll() is None:
                self._signal(gently=True)
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._signal(gently=False)
                self._process.wait()
            if os.name != 'nt':
                self._signal(gently=False)      # what it has started, and has not waited for
            self._ended = True

    def _signal(self, gently):
        with suppress(OSError):     # it has just ended
            if os.name == 'nt':
                self._process.send_signal(signal.CTRL_BREAK_EVENT) if gently else self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGTERM if gently else signal.SIGKILL)


def said_in(line) -> dict:
    """What a line of the process says, {} if it says nothing to the page."""
    try:
        said = json.loads(line)
    except ValueError:
        return {}
    return said if isinstance(said, dict) and ('progress' in said or isinstance(said.get('answer'), dict)) else {}
