"""Signals end a run in one line: Ctrl-C, SIGTERM and SIGHUP.

Promise: `take_signals` covers the first moments of a program, while Python still imports it.
Nothing has been opened or written by then. `run` puts a Stopper in its place, which raises once.
"""

from __future__ import annotations

import gc
import os
import signal
import sys


def take_signals(name):
    """Take Ctrl-C, SIGTERM and SIGHUP, unless they are ignored.

    name: the module's, which is '__main__' in a program. Where it is another one, nothing is taken.
    """
    if name == '__main__':
        rest_collector()        # what is imported makes no cycles either
        heed_signals(end)


def heed_signals(handler):
    """Let a handler have the signals that end a run, but for those that are ignored."""
    for number in (signal.SIGINT, signal.SIGTERM, getattr(signal, 'SIGHUP', None)):
        if number and signal.getsignal(number) != signal.SIG_IGN:       # as nohup sets it
            signal.signal(number, handler)


def rest_collector():
    """Let CPython's collector rest. It looks for cycles, which nothing here makes.

    The collector would walk the frequency set again and again. In other Pythons, such as PyPy, the
    collector frees all memory. There a run without it would hold every record that it has read.
    """
    if sys.implementation.name == 'cpython':
        gc.disable()


def end(number, frame):
    program = os.path.basename(sys.argv[0]).replace('__main__.py', 'python -m kanon')
    how = 'interrupted' if number == signal.SIGINT else 'terminated'
    if sys.stderr is not None:
        text = '%s: %s; no part of a file is left\n' % (program, how)
        # Not by print, which could stand in the middle of another print.
        os.write(2, text.encode('utf-8', 'backslashreplace'))
    os._exit(128 + number)


class StopSignal(KeyboardInterrupt):
    """Ctrl-C, SIGTERM or SIGHUP. It has the signal's number, and the Stopper that raised it."""


class Stopper:
    """The handler of these signals.

    Only the first raises, because the next must not interrupt the tidying up.

    >>> stopper = Stopper()
    >>> try:
    ...     stopper(2)
    ... except KeyboardInterrupt as stopped:
    ...     stopper(15), stopped.args[0]
    (None, 2)
    """

    def __init__(self):
        self._numbers = []

    def __call__(self, number, frame=None):
        self._numbers.append(number)
        if len(self._numbers) == 1:
            raise StopSignal(number, self)

    def over(self):
        """The run has ended, and its exit status is decided. No later signal raises."""
        self._numbers.append(None)

    def go_on(self):
        """The first has been dealt with, the run goes on; unless another came meanwhile."""
        later = self._numbers[1:]
        self._numbers.clear()
        if later:
            self(later[0])
