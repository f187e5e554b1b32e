"""`python -m kanon sweep`: many settings of one table side by side.

Promise: a row says what the program of that algorithm would report with these options. The table is counted once, and
roll-ups made for one row serve the others. So `seconds`, of the search and the recoding, tend to fall.
"""

from __future__ import annotations

from contextlib import suppress
from copy import copy
from functools import partial
from time import perf_counter
from types import SimpleNamespace

from ...core.algorithm_table import ALGORITHMS, UNSUPPRESSED
from ...core.algorithms.release import release_of
from ...core.algorithms.watching import NoWatcher
from ...core.algorithms.why_suppressed import suppressed_by, suppressing
from ...core.counts.frequency import added_up
from ...core.counts.measures import loss_of, vector_and_measures
from ...core.desk.as_text import as_one_lines, lost_lines
from ...core.desk.inputs import count_for, open_table
from ...core.desk.options import settle_table
from ...core.desk.report import head_of_report, lost_of
from ...core.desk.screen import Screen, print_table
from ...core.desk.words import (BEYOND_K, CUTS, DRAWN, FORCE, HTML, IN_POPULATION, LANGUAGE,
                                LIMITS, MEASURE, OUTPUT, PERSON, QUASI, QUIET, READING, REDACT,
                                RULED, WEIGHTS, Program, Word)
from ...core.errors import Unsatisfied
from ...core.settings.kinds import smallest_class, list_of, one_of, suppression
from ...core.voice.speaking import speaker
from ..pages.found_by_sweep import advice, column_names, yes_no_in_words
from ..views import put_views
from . import VERBS


def settle(values, said, typed, error):
    """An INI file holds one k and one MaxSup, here they are lists."""
    for name in 'k', 'max_suppression':
        values[name] = values[name] if isinstance(values[name], list) else [values[name]]
    if (values['k_map'] or values['delta_presence']) and 'algorithm' not in said:
        values['algorithm'] = [algorithm for algorithm in values['algorithm'] if algorithm != 'mondrian']
    values['optimal'] = 'optimal' in values['algorithm']
    settle_table(values, said, typed, error)


COMPARED = ['samarati', 'optimal', 'datafly', 'mondrian']       # where none is named
WORDS = (
    Word('--k', 'N,N', 'The least sizes of a class (default 10).', list_of(smallest_class)),
    Word('--max-suppression', 'N,P%', 'How many records may be suppressed, as numbers or shares (default 20).', list_of(suppression)),
    QUASI, PERSON, RULED, *BEYOND_K, *IN_POPULATION,
    Word('--algorithm', 'A,B', 'The algorithms: some of %s (default: all but %s).' % tuple(map(
        ', '.join, (ALGORITHMS, [name for name in ALGORITHMS if name not in COMPARED]))), list_of(one_of(*ALGORITHMS))),
    Word('--time-limit', 'SECONDS', 'Stop each optimal search after so many seconds. Its result is then not proven to be the best.'),
    MEASURE, WEIGHTS,
    Word('--queries', 'N', 'Also ask N random queries for each number of quasi-identifiers, as python -m kanon use does, and print the median'
                           ' of all errors as query_error.'),
    *LIMITS, *CUTS, *READING, DRAWN, HTML, LANGUAGE, OUTPUT, QUIET, REDACT, FORCE)
PROGRAM = Program('sweep', 'python -m kanon sweep', VERBS['sweep'], WORDS, settle,
                  ('', ' -k 5,10,20,50 --max-suppression 0,20,100 --format csv -o sweep.csv'),
                  defaults={'algorithm': COMPARED, 'queries': None}, by=lambda values: values['algorithm'])


def main(options):
    algorithms = options.algorithms
    any_of = SimpleNamespace(by_levels=any(algorithm.by_levels for algorithm in algorithms.values()),
                             parts_records=any(algorithm.parts_records for algorithm in algorithms.values()))
    with open_table(options) as table:
        counted = count_for(table, options, any_of, Screen(options))
    rows = sweep(counted, algorithms, options)
    total = len(settings(options))
    say = speaker(options.language)
    lost = lost_of(table, options)
    report = {**head_of_report(options, table.name), 'counts': table.counts, 'quasi': options.quasi, 'sensitive': options.sensitive,
              'records': {'read': table.read, 'missing': table.missing_records}, 'lost': lost,
              'as_one': counted.required.counted_as_one()}
    print_table(rows, lambda ready: '%d of %d rows' % (len(ready), total), options, column_names(say),
                lambda ready: [*advice(ready, say), *lost_lines(say, lost, table.missing_records),
                               *as_one_lines(say, report['as_one'])],
                lambda ready, say: drawn(ready, options, say), partial(yes_no_in_words, say),
                lambda ready: put_views({**report, 'rows': ready}, options, lambda say: {'sweep': drawn(ready, options, say)}))


def drawn(rows, options, say):
    from ..pictures.sweep_picture import sweep_picture      # few runs draw
    return sweep_picture(rows, advice(rows, say), options.quasi, say)


class SweepWatcher(NoWatcher):
    """Who watches a sweep. What is seen of it is how many rows there are. Ctrl-C keeps the best cuts so far. It ends a search for the
    best vector, and with it the table."""

    def __init__(self, options):
        self.until = Screen(options).until

    def best_of(self, states, algorithm, space):
        for state in super().until(algorithm.time_limit, states):
            pass
        return state


def sweep(counted, algorithms, options):
    """Yield a dict for every algorithm, k and MaxSup of the options.

    Where nothing would be published, every value but those of the setting and `seconds` is None. Where Mondrian's labels hide ends, its
    rows have lm_cells or lm_most in place of lm (counts/measures.py). `proven` says of a search for the
    best vector or the best cuts whether it could prove them. Rows of JSON have `suppressed_by`, too.
    Other tables have single values alone. counted: each k of the options replaces its k.
    """
    kinds = {algorithm.by_levels: algorithm for algorithm in algorithms.values()}
    wholes = {by_levels: algorithm.space(counted.with_k(1)) for by_levels, algorithm in kinds.items()}
    of_k = {k: counted.with_k(k) for k in options.k}
    spaces = {(by_levels, k): algorithm.space(of_k[k], wholes[by_levels]) for by_levels, algorithm in kinds.items() for k in options.k}
    lost, watch = loss_of(options.labels) if False in kinds else 'lm', SweepWatcher(options)
    if options.queries:
        from .use import error_of_queries       # few sweeps ask queries
        recorded = as_recorded(counted)
    for name, k, max_suppression in settings(options):
        start, made = perf_counter(), None
        algorithm = with_suppression(algorithms[name], max_suppression)
        with suppress(Unsatisfied):     # else a row of None
            made = release_of(of_k[k], algorithm, watch, spaces[algorithm.by_levels, k])
        seconds = round(perf_counter() - start, 4)
        outcome, more = made and made.outcome, {}
        if options.queries:
            more['query_error'] = outcome and error_of_queries(recorded, outcome.sizes, options, counted.name)
        if options.format == 'json':
            more['suppressed_by'] = made and suppressed_by(suppressing(made), outcome.suppressed)
        asked = int(max_suppression) if max_suppression.isdigit() else max_suppression
        yield {'algorithm': name, 'k': k, 'max_suppression': asked, 'seconds': seconds,
               **vector_and_measures(outcome, k, counted.in_order(options.weights), lost), **more,
               'proven': made and made.found.told.get('proven')}


def as_recorded(counted) -> dict:
    """{quasi tuple: records}, with ? for the missing values that are published as a root."""
    roots = [counted.roots.get(name) for name in counted.quasi]
    rows = counted.frequency_set
    return added_up([tuple(['?' if value == root else value for value, root in zip(row, roots)]) for row in rows], rows.values())


def with_suppression(algorithm, limit):
    """The algorithm with another MaxSup."""
    other = copy(algorithm)
    other.max_suppression = limit
    return other


def settings(options) -> list:
    """(algorithm, k, MaxSup) of every row, in the order of the options."""
    return [(algorithm, k, max_suppression) for algorithm in options.algorithm for k in options.k
            for max_suppression in (['0'] if algorithm in UNSUPPRESSED else options.max_suppression)]

