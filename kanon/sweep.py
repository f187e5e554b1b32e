"""Many settings of one table side by side, and every vector of its lattice.

Promise: a row says what the program of that algorithm would report with these options. The table is counted once, and
what is rolled up for one row serves the others; so `seconds`, of the search and the recoding, tend to fall.
"""

from __future__ import annotations

from time import perf_counter

from .datafly import datafly, round_robin
from .errors import DataError, Unsatisfied
from .frequency import columns
from .lattice import Lattice, vectors, with_level
from .measures import measured, of_partitions, of_vector
from .missing import dimension_of
from .mondrian import anonymize, partition_of
from .objective import best_of, objective
from .optimal import optimal
from .options import suppression_limit, terms_of, weights_of
from .progress import until
from .recoding import full_domain, multidimensional
from .samarati import samarati

UNSUPPRESSED = 'round-robin', 'mondrian'    # algorithms that suppress nothing
MOST = 100_000      # vectors to be listed


def sweep(frequency_set, trees, options, beyond=None):
    """Yield a dict for every algorithm, k and MaxSup of the options.

    All but the setting and `seconds` is None where nothing would be published. `proven`: of the optimal search, whether --time-limit
    let it end. trees: the hierarchies, None where only Mondrian is asked for; beyond: what is required beyond k, or None.
    """
    lattice = Lattice(frequency_set, trees, 1, beyond) if trees else None
    lattices = {k: lattice.with_k(k) for k in options.k} if trees else {}
    values = columns(frequency_set)
    dimensions = [dimension_of(name, counts, options)
                  for name, counts in zip(options.quasi, values) if 'mondrian' in options.algorithm]
    records = sum(frequency_set.values())
    for algorithm, k, max_suppression in settings(options):
        start, outcome, proven = perf_counter(), None, None
        try:
            if algorithm == 'mondrian':
                outcome = partitioned(frequency_set, values, dimensions, terms_of(options, k, beyond))
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
               **described(outcome, k, weights_of(options)), 'proven': proven}


def settings(options) -> list:
    """(algorithm, k, MaxSup) of every row, in the order of the options."""
    return [(algorithm, k, max_suppression) for algorithm in options.algorithm for k in options.k
            for max_suppression in (['0'] if algorithm in UNSUPPRESSED else options.max_suppression)]


def generalized(algorithm, lattice, limit, options) -> tuple:
    """The outcome of a full-domain algorithm, and whether the optimal search could prove it."""
    target, proven = objective(options.measure, lattice, limit, weights_of(options)), None
    if algorithm == 'samarati':
        vector = best_of(samarati(lattice, limit).vectors, target)
    elif algorithm == 'optimal':
        for best in until(options.time_limit, optimal(lattice, target, limit)):
            vector, proven = best.vector, best.proven
        if vector is None:
            return None, None
    else:
        vector = (datafly(lattice, limit) if algorithm == 'datafly' else round_robin(lattice))[-1]
    return of_vector(lattice, vector, full_domain(lattice, vector)), proven


def partitioned(frequency_set, values, dimensions, terms):
    """Mondrian's outcome; values: each column's {value: count}."""
    partitioning = anonymize(partition_of(frequency_set, dimensions, terms.beyond), dimensions, terms)
    recoding, labels = multidimensional(frequency_set, dimensions, partitioning, terms.beyond)
    return of_partitions(frequency_set, recoding, labels, values)


def described(outcome, k, weights) -> dict:
    """The vector of an outcome, and all measures; all None where there is no outcome."""
    names = ['height', 'suppressed', 'classes', 'lm', 'lm_published', 'dm', 'entropy', 'class_entropy', 'precision',
             'distortion', 'c_avg']
    found = measured(outcome, k, weights) if outcome else {}
    if outcome:
        found['classes'] = len(outcome.sizes)
    return {'vector': outcome and outcome.vector, **{name: found.get(name) for name in names}}


def every_vector(lattice, max_suppression, options):
    """Yield a dict for every vector, in lexicographic order, or for those that --satisfying or --minimal asks for.

    minimal: it satisfies, and no vector below it does. DataError where only such are asked for, and there is none, and
    where there are too many vectors to be listed.
    """
    if lattice.size() > MOST:
        raise DataError('the lattice has {:,} vectors, more than can be listed; run_samarati.py --optimal finds the best of'
                        ' them'.format(lattice.size()))
    if options.satisfying or options.minimal:
        lattice.check_top(max_suppression)

    def satisfies(vector):
        return lattice[vector] <= max_suppression

    above = set()       # vectors that satisfy or lie above one that does
    for vector in vectors(lattice.top):
        lower = [with_level(vector, column, level - 1) for column, level in enumerate(vector) if level]
        lies_above = not above.isdisjoint(lower)
        minimal = satisfies(vector) and not lies_above
        if lies_above or satisfies(vector):
            above.add(vector)
        if minimal or not options.minimal and (satisfies(vector) or not options.satisfying):
            outcome = of_vector(lattice, vector, full_domain(lattice, vector))
            yield {**described(outcome, lattice.k, weights_of(options)),
                   'satisfies': satisfies(vector), 'minimal': minimal}
