"""How far a run is: seconds for its report, and a line on a terminal while one waits.

Promise: nothing is shown with --quiet or where standard error is no terminal, and no line is left behind.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from time import perf_counter

from .errors import Terminated
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


def watched(states, lattice, objective, options):
    """The last state of an optimal search: proven or, after --time-limit or Ctrl-C, the best so far."""
    state = None
    try:
        for state in followed(until(options.time_limit, states), options, lambda state: (
                '{:,} checked, {:,} settled of {:,} vectors; {}'.format(
                    len(lattice), state.settled, lattice.size(), distance(options.measure, proof(state, objective))))):
            pass
    except KeyboardInterrupt as stop:
        if state is None or isinstance(stop, Terminated):
            raise
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


def followed(things, options, words):
    """The things; while one waits for the next the terminal shows words(thing), anew ten times a second at most."""
    terminal = not options.quiet and sys.stderr.isatty()
    shown_at = perf_counter()
    try:
        for thing in things:
            yield thing
            if terminal and perf_counter() - shown_at > 0.1:
                shown_at = perf_counter()
                sys.stderr.write('\r\033[K' + words(thing))
                sys.stderr.flush()
    finally:
        if terminal:
            sys.stderr.write('\r\033[K')
