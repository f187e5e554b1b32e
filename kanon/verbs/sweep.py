"""`python -m kanon sweep`: many settings of one table side by side.

Promise: a row says what the program of that algorithm would report with these options. The table is counted once, and
roll-ups made for one row serve the others. So `seconds`, of the search and the recoding, tend to fall.
"""

from __future__ import annotations

from time import perf_counter

from ..beyond.lattice import lattice_of
from ..cli.inputs import tally_of, hierarchies_for, open_table, required_of
from ..cli.mondrian_inputs import cut_for, dimensions_for
from ..cli.options import settle_table, weights_of
from ..cli.screen import print_table, until
from ..cli.types import class_size, list_of, one_of, suppression, suppression_limit
from ..cli.words import (BEYOND_K, CUTS, FORCE, FORMAT, MEASURE, QUASI, QUIET, READING, REDACT, RULED, TABLE_OUTPUT, WEIGHTS, Program,
                         Word)
from ..datafly import most_distinct_first, round_robin
from ..errors import Unsatisfied
from ..frequency import columns
from ..measures import of_partitions, of_vector, vector_and_measures
from ..mondrian import mondrian
from ..objective import best_of, objective_for
from ..optimal import branch_and_bound
from ..partition import partition_of
from ..recoding import full_domain, multidimensional
from ..samarati import least_height
from . import VERBS

ALGORITHMS = 'samarati', 'optimal', 'datafly', 'round-robin', 'mondrian'
UNSUPPRESSED = 'round-robin', 'mondrian'    # algorithms that suppress nothing


def settle(values, said, typed, error):
    """An INI file holds one k and one MaxSup, here they are lists."""
    for name in 'k', 'max_suppression':
        values[name] = values[name] if isinstance(values[name], list) else [values[name]]
    values['optimal'] = 'optimal' in values['algorithm']
    settle_table(values, said, typed, error)


WORDS = (
    Word('--k', 'N,N', 'The least sizes of a class (default 10).', list_of(class_size)),
    Word('--max-suppression', 'N,P%', 'How many records may be suppressed, as numbers or shares (default 20).', list_of(suppression)),
    QUASI, RULED, *BEYOND_K,
    Word('--algorithm', 'A,B', 'The algorithms: some of samarati, optimal, datafly, round-robin, mondrian (default: all but round-robin).',
         list_of(one_of(*ALGORITHMS))),
    Word('--time-limit', 'SECONDS', 'Stop each optimal search after so many seconds. Its result is then not proven to be the best.'),
    Word('--measure', MEASURE,
         'The measure by which samarati and optimal choose (default lm). first takes the first vector of the least height, and'
         ' is for samarati alone.'),
    WEIGHTS, *CUTS, *READING, FORMAT, TABLE_OUTPUT, QUIET, REDACT, FORCE)
PROGRAM = Program('sweep', 'python -m kanon sweep', VERBS['sweep'], WORDS, settle,
                  ('', ' -k 5,10,20,50 --max-suppression 0,20,100 --format csv -o sweep.csv'),
                  defaults={'algorithm': ['samarati', 'optimal', 'datafly', 'mondrian']})


def main(options):
    with open_table(options) as table:
        tally = tally_of(table, options)
    full_domain_too = set(options.algorithm) - {'mondrian'}
    trees = hierarchies_for(tally.frequency_set, table.roots, options) if full_domain_too else None
    rows = sweep(tally.frequency_set, trees, table.roots, options, required_of(options, tally))
    total = len(settings(options))
    print_table(rows, lambda ready: '%d of %d rows' % (len(ready), total), options)


def sweep(frequency_set, trees, roots, options, required):
    """Yield a dict for every algorithm, k and MaxSup of the options.

    Where nothing would be published, every value but those of the setting and `seconds` is None. `proven` says of the optimal search
    whether --time-limit let it end. trees: the hierarchies, or None if only Mondrian is asked for. roots: what missing values are
    published as. required: each k of the options replaces its k.
    """
    lattice = lattice_of(frequency_set, trees, required.with_k(1)) if trees else None
    lattices = {k: lattice.with_k(k) for k in options.k} if trees else {}
    values = columns(frequency_set)
    dimensions = dimensions_for(values, roots, options) if 'mondrian' in options.algorithm else None
    records = sum(frequency_set.values())
    for algorithm, k, max_suppression in settings(options):
        start, outcome, proven = perf_counter(), None, None
        try:
            if algorithm == 'mondrian':
                outcome = partitioned(frequency_set, values, dimensions, required.with_k(k), options)
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
               **vector_and_measures(outcome, k, weights_of(options)), 'proven': proven}


def settings(options) -> list:
    """(algorithm, k, MaxSup) of every row, in the order of the options."""
    return [(algorithm, k, max_suppression) for algorithm in options.algorithm for k in options.k
            for max_suppression in (['0'] if algorithm in UNSUPPRESSED else options.max_suppression)]


def generalized(algorithm, lattice, limit, options) -> tuple:
    """The outcome of a full-domain algorithm, and whether the optimal search could prove it."""
    target, proven = objective_for(options.measure, lattice, limit, weights_of(options)), None
    if algorithm == 'samarati':
        vector = best_of(least_height(lattice, limit).vectors, target)
    elif algorithm == 'optimal':
        for best in until(options.time_limit, branch_and_bound(lattice, target, limit)):
            vector, proven = best.vector, best.proven
        if vector is None:
            return None, None
    else:
        vector = (most_distinct_first(lattice, limit) if algorithm == 'datafly' else round_robin(lattice))[-1]
    return of_vector(lattice, vector, full_domain(lattice, vector)), proven


def partitioned(frequency_set, values, dimensions, required, options):
    """Mondrian's outcome. values: each column's {value: count}."""
    whole = partition_of(frequency_set, dimensions, required)
    partitions, _ = mondrian(whole, cut_for(options, dimensions, required))
    recoding, labels = multidimensional(frequency_set, dimensions, partitions, required)
    return of_partitions(frequency_set, recoding, labels, values)
