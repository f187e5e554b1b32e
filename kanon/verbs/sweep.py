"""What `python -m kanon` does: Datafly, and the tables around the two scripts.

Each verb is a `main(options)`, as the scripts have one.

Many settings of one table side by side, and every vector of its lattice.

Promise: a row says what the program of that algorithm would report with these options. The table is counted once, and
what is rolled up for one row serves the others; so `seconds`, of the search and the recoding, tend to fall.
"""

from __future__ import annotations

from time import perf_counter

from ..cli.inputs import required_of, hierarchies_for
from ..cli.types import suppression_limit, weights_of
from ..cli.mondrian_inputs import dimension_of, terms_of
from ..cli.screen import print_table, until
from ..datafly import most_distinct_first, round_robin
from ..errors import Unsatisfied
from ..frequency import columns
from ..beyond.lattice import lattice_of
from ..measures import of_partitions, of_vector, vector_and_measures
from ..mondrian import anonymize, partition_of
from ..objective import best_of, objective_for
from ..optimal import branch_and_bound
from ..recoding import full_domain, multidimensional
from ..samarati import least_height
from .datafly import tally_of


def print_sweep(options):
    tally = tally_of(options)
    trees = hierarchies_for(tally.frequency_set, options) if set(options.algorithm) - {'mondrian'} else None
    total = len(settings(options))
    rows = sweep(tally.frequency_set, trees, options, required_of(options, tally))
    print_table(rows, lambda found: '%d of %d rows' % (len(found), total), options)


UNSUPPRESSED = 'round-robin', 'mondrian'    # algorithms that suppress nothing


def sweep(frequency_set, trees, options, required):
    """Yield a dict for every algorithm, k and MaxSup of the options.

    All but the setting and `seconds` is None where nothing would be published. `proven`: of the optimal search, whether --time-limit
    let it end. trees: the hierarchies, None where only Mondrian is asked for; required: of which k is replaced.
    """
    lattice = lattice_of(frequency_set, trees, required.with_k(1)) if trees else None
    lattices = {k: lattice.with_k(k) for k in options.k} if trees else {}
    values = columns(frequency_set)
    dimensions = [dimension_of(name, counts, options)
                  for name, counts in zip(options.quasi, values) if 'mondrian' in options.algorithm]
    records = sum(frequency_set.values())
    for algorithm, k, max_suppression in settings(options):
        start, outcome, proven = perf_counter(), None, None
        try:
            if algorithm == 'mondrian':
                outcome = partitioned(frequency_set, values, dimensions, terms_of(options, k, required if required.rules else None))
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


def partitioned(frequency_set, values, dimensions, terms):
    """Mondrian's outcome; values: each column's {value: count}."""
    partitioning = anonymize(partition_of(frequency_set, dimensions, terms.beyond), dimensions, terms)
    recoding, labels = multidimensional(frequency_set, dimensions, partitioning, terms.beyond)
    return of_partitions(frequency_set, recoding, labels, values)
