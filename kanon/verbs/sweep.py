"""`python -m kanon sweep`: many settings of one table side by side.

Promise: a row says what the program of that algorithm would report with these options. The table is counted once, and
roll-ups made for one row serve the others. So `seconds`, of the search and the recoding, tend to fall.
"""

from __future__ import annotations

from functools import partial
from time import perf_counter

from .. import __version__
from ..cli.arguments import ALGORITHMS
from ..cli.inputs import hierarchies_for, levels_for, open_table, required_of, tally_of
from ..cli.mondrian_inputs import cut_for, dimensions_for
from ..cli.options import settle_table
from ..cli.screen import print_table, put_views
from ..cli.types import class_size, list_of, one_of, suppression, suppression_limit, weights_of
from ..cli.words import (BEYOND_K, CUTS, DRAWN, FORCE, HTML, IN_POPULATION, LANGUAGE, LIMITS, MEASURE, QUASI, QUIET, READING, REDACT, RULED,
                         TABLE_OUTPUT, WEIGHTS, Program, Word)
from ..errors import Unsatisfied
from ..frequency import columns
from ..levels.beyond_k import lattice_of
from ..levels.objective import objective_for
from ..levels.optimal import until
from ..library import by_mondrian, vector_by
from ..measures import loss_of, of_vector, vector_and_measures
from ..recoding import full_domain
from ..reports.found_by_sweep import UNSUPPRESSED, advice, column_names, in_words
from ..voice.speaking import speaker
from . import VERBS


def settle(values, said, typed, error):
    """An INI file holds one k and one MaxSup, here they are lists."""
    for name in 'k', 'max_suppression':
        values[name] = values[name] if isinstance(values[name], list) else [values[name]]
    if (values['k_map'] or values['delta_presence']) and 'algorithm' not in said:
        values['algorithm'] = [algorithm for algorithm in values['algorithm'] if algorithm != 'mondrian']
    values['optimal'] = 'optimal' in values['algorithm']
    settle_table(values, said, typed, error)


WORDS = (
    Word('--k', 'N,N', 'The least sizes of a class (default 10).', list_of(class_size)),
    Word('--max-suppression', 'N,P%', 'How many records may be suppressed, as numbers or shares (default 20).', list_of(suppression)),
    QUASI, RULED, *BEYOND_K, *IN_POPULATION,
    Word('--algorithm', 'A,B', 'The algorithms: some of samarati, optimal, datafly, round-robin, mondrian (default: all but round-robin).',
         list_of(one_of(*ALGORITHMS))),
    Word('--time-limit', 'SECONDS', 'Stop each optimal search after so many seconds. Its result is then not proven to be the best.'),
    Word('--measure', MEASURE,
         'The measure by which samarati and optimal choose (default lm). first takes the first vector of the least height, and'
         ' is for samarati alone.'),
    WEIGHTS, *LIMITS, *CUTS, *READING, DRAWN, HTML, LANGUAGE, TABLE_OUTPUT, QUIET, REDACT, FORCE)
PROGRAM = Program('sweep', 'python -m kanon sweep', VERBS['sweep'], WORDS, settle,
                  ('', ' -k 5,10,20,50 --max-suppression 0,20,100 --format csv -o sweep.csv'),
                  defaults={'algorithm': ['samarati', 'optimal', 'datafly', 'mondrian']})


def main(options):
    with open_table(options) as table:
        tally = tally_of(table, options)
    full_domain_too = set(options.algorithm) - {'mondrian'}
    trees = hierarchies_for(tally.frequency_set, table.roots, options) if full_domain_too else None
    within = levels_for(trees, options) if trees else None
    rows = sweep(tally.frequency_set, trees, table.roots, options, required_of(options, tally), within)
    total = len(settings(options))
    say = speaker(options.language)
    rows = print_table(rows, lambda ready: '%d of %d rows' % (len(ready), total), options, column_names(say), lambda ready: advice(ready, say),
                       lambda ready, say: drawn(ready, options, say), partial(in_words, say))
    report = {'program': options.command, 'version': __version__, 'data': table.name, 'config': options.config,
              'from_ini': options.from_ini, 'telling': options.telling, 'counts': table.counts, 'quasi': options.quasi,
              'sensitive': options.sensitive, 'rows': rows}
    put_views(report, options, lambda say: {'sweep': drawn(rows, options, say)})


def drawn(rows, options, say):
    from ..pictures.sweep_picture import sweep_picture      # few runs draw
    return sweep_picture(rows, advice(rows, say), options.quasi, say)


def sweep(frequency_set, trees, roots, options, required, within=None):
    """Yield a dict for every algorithm, k and MaxSup of the options.

    Where nothing would be published, every value but those of the setting and `seconds` is None. Where Mondrian's labels hide ends, its
    rows have lm_cells or lm_most in place of lm (measures.py). `proven` says of a search for the
    best vector or the best cuts whether it could prove them. trees: the hierarchies, or None if only Mondrian is asked for. roots: what
    missing values are published as. required: each k of the options replaces its k. within: the levels that limits allow.
    """
    lattice = lattice_of(frequency_set, trees, required.with_k(1), within) if trees else None
    lattices = {k: lattice.with_k(k) for k in options.k} if trees else {}
    values = columns(frequency_set)
    dimensions = dimensions_for(values, roots, options) if 'mondrian' in options.algorithm else None
    records, lost = sum(frequency_set.values()), loss_of(options.labels) if dimensions else 'lm'
    for algorithm, k, max_suppression in settings(options):
        start, outcome, proven = perf_counter(), None, None
        try:
            if algorithm == 'mondrian':
                with_k = required.with_k(k)
                cut = cut_for(options, dimensions, with_k)
                _, outcome, _ = by_mondrian(frequency_set, values, dimensions, with_k, cut, options.labels)
                proven = getattr(cut, 'found', {}).get('proven')        # of a search for the best cuts
            else:
                limit = suppression_limit(max_suppression, records)
                outcome, proven = generalized(algorithm, lattices[k], limit, options)
        except Unsatisfied:
            pass        # a row of None
        if outcome and not outcome.sizes:
            outcome = proven = None
        seconds = round(perf_counter() - start, 4)
        asked = int(max_suppression) if max_suppression.isdigit() else max_suppression
        yield {'algorithm': algorithm, 'k': k, 'max_suppression': asked, 'seconds': seconds,
               **vector_and_measures(outcome, k, weights_of(options), lost), 'proven': proven}


def settings(options) -> list:
    """(algorithm, k, MaxSup) of every row, in the order of the options."""
    return [(algorithm, k, max_suppression) for algorithm in options.algorithm for k in options.k
            for max_suppression in (['0'] if algorithm in UNSUPPRESSED else options.max_suppression)]


def generalized(algorithm, lattice, limit, options) -> tuple:
    """The outcome of a full-domain algorithm, and whether the optimal search could prove it."""
    target = objective_for(options.measure, lattice, limit, weights_of(options))
    vector, proven = vector_by(algorithm, lattice, limit, target, partial(until, options.time_limit))
    return (of_vector(lattice, vector, full_domain(lattice, vector)), proven) if vector is not None else (None, None)
