"""What a terminal shows while one waits; how signals end a run, or a search."""

import json
import os
import signal
import sys
from argparse import Namespace
from contextlib import contextmanager
from signal import SIGINT, SIGTERM
from time import monotonic, sleep

import pytest

from conftest import run_here
from definitions import space_of, totals
from kanon.core.algorithms.full_domain import Optimal
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.required import Required
from kanon.core.desk import publication, screen
from kanon.core.desk.publication import Clock
from kanon.core.desk.signals import StopSignal, Stopper
from kanon.core.errors import Unsatisfied
from kanon.core.levels.demands import lattice_of
from kanon.core.rules.of_values import Alpha

NOBODY = screen.Screen(Namespace(quiet=True, trace=False, picture=None, html=None))


class Terminal:
    """A stream that is one, of 20 columns unless it has gone."""

    def __init__(self, is_terminal=True, gone=False):
        self.shown, self.is_terminal, self.gone = [], is_terminal, gone

    def isatty(self):
        return self.is_terminal

    def fileno(self):
        return 2

    def write(self, text):
        if self.gone:
            raise OSError(5, 'Input/output error')
        self.shown.append(text)

    def flush(self):
        pass


@pytest.mark.skipif(not hasattr(signal, 'setitimer'), reason='there are no alarms')
def test_a_browser_is_told_at_alarms(monkeypatch):
    """No thread can start there. Words that are empty are not told, and what took alarms before takes them again."""
    told, others = [], []
    monkeypatch.setattr(sys, 'platform', 'emscripten')
    monkeypatch.setattr(sys, 'stderr', Namespace(tell_progress=told.append))
    words = iter(['', 'one thing', *['more things'] * 10 ** 6])
    before = signal.signal(signal.SIGALRM, lambda number, frame: others.append(number))
    try:
        with screen.progress(lambda: next(words), False):
            signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
            start = monotonic()
            while len(told) < 3 and monotonic() < start + 30:
                sleep(0.01)
        while not others and monotonic() < start + 30:
            sleep(0.01)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert told[:3] == ['one thing', 'more things', 'more things'] and others


@pytest.mark.parametrize('quiet, is_terminal, gone', [(False, True, False), (True, True, False), (False, False, False), (False, True, True)])
def test_a_terminal_shows_how_far_it_is(quiet, is_terminal, gone, monkeypatch):
    """No more than fits on a line, no line left behind; nothing where nobody looks; and the run goes on where the terminal has gone."""
    stream = Terminal(is_terminal, gone)
    monkeypatch.setattr(sys, 'stderr', stream)
    monkeypatch.setattr(screen.os, 'get_terminal_size', lambda descriptor: os.terminal_size((20, 5)))
    words = iter([None, *('%d things and many more words' % number for number in range(10 ** 6))])
    start = monotonic()
    with screen.progress(lambda: next(words), quiet):
        sleep(0.3)
        while not (quiet or gone or not is_terminal) and len(stream.shown) < 3 and monotonic() < start + 30:
            sleep(0.05)
    if quiet or gone or not is_terminal:
        assert stream.shown == []
    else:
        assert stream.shown[:3] == ['\r\033[K', '\r\033[K0 things and many m', '\r\033[K1 things and many m'] and stream.shown[-1] == '\r\033[K'
        assert len(stream.shown) <= 10 * (monotonic() - start) + 2


def test_mondrian_shows_how_far_it_is(monkeypatch, tmp_path):
    seen = []

    @contextmanager
    def progress(words, quiet):
        seen.append(words())
        yield
        seen.append(words())
    monkeypatch.setattr(screen, 'progress', progress)
    status, report, _ = run_here('mondrian', ['data/inpatients/inpatients.csv', '-k', '2', '-o', tmp_path / 'out.csv', '--json'])
    assert status == 0 and seen[2:] == ['0 cuts, 0 of 12 records in finished partitions',
                                    '%d cuts, 12 of 12 records in finished partitions' % json.loads(report.decode())['cuts']]


def test_only_the_first_signal_raises():
    stopper = Stopper()
    with pytest.raises(StopSignal) as stopped:
        stopper(SIGINT)
    assert stopped.value.args == (SIGINT, stopper)
    stopper(SIGINT), stopper(SIGTERM)       # while it tidies up
    with pytest.raises(StopSignal) as stopped:
        stopper.go_on()                     # a second one came meanwhile
    assert stopped.value.args[0] == SIGINT
    stopper.go_on()                         # none did
    with pytest.raises(StopSignal):
        stopper(SIGTERM)


@pytest.mark.parametrize('stop, ends', [(KeyboardInterrupt(), False), (StopSignal(SIGINT, Stopper()), False), (StopSignal(SIGTERM, Stopper()), True)])
def test_ctrl_c_ends_a_search_and_a_signal_the_run(stop, ends):
    def states(*before):
        yield from before
        raise stop
    first, second = Namespace(vector=None), Namespace(vector=(1, 0))
    if ends:
        with pytest.raises(StopSignal):
            NOBODY.best_of(states(first, second), Optimal(), None)
    else:
        assert NOBODY.best_of(states(first, second), Optimal(), None) is second
    with pytest.raises(KeyboardInterrupt):
        NOBODY.best_of(states(), Optimal(), None)       # before there is any answer


def test_laps_add_up(monkeypatch):
    seconds = iter([1, 2, 4, 8])
    monkeypatch.setattr(publication, 'perf_counter', lambda: next(seconds))
    clock = Clock()
    clock.lap('read')
    clock.lap('search')
    assert clock.seconds() == {'read': 1, 'search': 2, 'total': 7}


def test_a_search_that_is_ended_before_any_vector_satisfies_says_so():
    """The top fails alpha; of the others nothing is known yet after no time at all."""
    histograms = {('38',): {('flu',): 2, ('ulcer',): 2}, ('39',): {('flu',): 9}}
    lattice = lattice_of(totals(histograms), [Hierarchy({'38': '*', '39': '*'})], Required(2, {'condition': [Alpha((1, 2))]}, histograms))
    space = space_of(lattice, 9)
    with pytest.raises(Unsatisfied, match='the search was stopped before it found a vector that satisfies; 1 of 2 vectors checked'):
        Optimal(time_limit=0).search(space, NOBODY)
    assert Optimal().search(space, NOBODY).vector == (0,)
