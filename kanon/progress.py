"""How far a run is: seconds for its report, and a line on a terminal while one waits.

Promise: nothing is shown with --quiet or where standard error is no terminal that can wipe a line out, and no line is left
behind. (Colours there are none, so that NO_COLOR has nothing to ask for.)
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from signal import SIGINT
from time import perf_counter

from .errors import Stopped, Unsatisfied
from .report import distance, proof


class Clock:
    """Seconds spent in each named part of a run.

    >>> clock = Clock()
    >>> clock.lap('read')
    >>> list(clock.seconds())
    ['read', 'total']
    """

    def __init__(self):
        self._start = self._last = perf_counter()
        self._laps = {}

    def lap(self, name):
        """The time since the last lap was this part's."""
        now = perf_counter()
        self._laps[name] = now - self._last
        self._last = now

    def seconds(self) -> dict:
        return {name: round(spent, 4) for name, spent in [*self._laps.items(), ('total', perf_counter() - self._start)]}


def checked(lattice) -> str:
    return '{:,} of {:,} vectors checked'.format(len(lattice), lattice.size())


def watched(states, lattice, objective, options):
    """The last state of an optimal search: proven or, after --time-limit or Ctrl-C, the best so far."""
    state = None

    def words():
        if state is None or state.vector is None:
            return 'none satisfies so far; ' + checked(lattice)
        return '{}; {}, {:,} settled'.format(distance(options.measure, proof(state, objective)), checked(lattice), state.settled)

    try:
        with shown(words, options):
            for state in until(options.time_limit, states):
                pass
    except KeyboardInterrupt as stop:
        if state is None or stop.args and stop.args[0] != SIGINT:
            raise
        if isinstance(stop, Stopped):
            stop.args[1].go_on()
    if state.vector is None:
        raise Unsatisfied('no vector that satisfies was found in this time; %s' % checked(lattice))
    return state


def until(seconds, states):
    """The states as long as the time is not over, at least one; seconds may be None.

    >>> list(until(0, 'abc')), list(until(None, 'abc'))
    (['a'], ['a', 'b', 'c'])
    """
    start = perf_counter()
    for state in states:
        yield state
        if seconds is not None and perf_counter() - start > seconds:
            return


@contextmanager
def shown(words, options):
    """While the block runs, the terminal shows what words() says, anew ten times a second."""
    if options.quiet or not sys.stderr.isatty() or os.environ.get('TERM') == 'dumb':
        yield
        return
    from threading import Event, Thread     # 2 ms, and only a terminal needs them
    done = Event()
    thread = Thread(target=show_until, args=(done, words), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def show_until(done, words):
    """Write the words over themselves until `done` is set, then wipe them out; no more of them than fit on a line."""
    try:
        while not done.wait(0.1):
            columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80
            sys.stderr.write('\r\033[K' + (words() or '')[:columns - 1])
            sys.stderr.flush()
        sys.stderr.write('\r\033[K')
        sys.stderr.flush()
    except OSError:
        done.set()      # the terminal has gone; the run goes on
