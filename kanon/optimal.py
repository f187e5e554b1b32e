"""The best vector of the whole lattice under a measure, proven.

Promise: the last `Best` that `optimal` yields names, among all vectors that satisfy with at most MaxSup records
suppressed, the one of the least cost; of equal ones one that publishes something, of these the first in lexicographic
order; `proven` is True. Every `Best` before it names a vector that satisfies (None as long as none is found), and a bound
below which no satisfying vector's cost lies.
Invariant: the boxes of the heap, all vectors from `low` to `high` each, and what was settled hold every vector once. No
vector of a box costs less than its bound; each `high` is checked, and is no better than the best if it satisfies.

A box is cut in two across the column that has most to lose: the vectors with less than its highest level, and those with
it. The first half has a new `high`, which needs a check; the second keeps the box's, and has a new `low`. Two rules
settle a half without another check: where its `high` rules it out, none of it satisfies (raising never increases the
records in classes below k; of what is required beyond k only that is used which is as monotone), and where its bound is no
better than the best, none of it is. Why the bounds hold is said in objective.py. The box of the least bound is next, so the
search ends as soon as the best is proven, it never lists the lattice, and its first answer is the top. Every DIVE-th box is
followed down as long as a half is promising, for a good answer early on.

On nine columns of ARX's Adult (12,960 vectors, k = 5, 4% suppressed, lm) it checks 347 vectors.
"""

from __future__ import annotations

from collections import namedtuple
from heapq import heappop, heappush
from math import inf, prod

from .errors import Unsatisfied
from .lattice import NONE_SATISFIES, with_level
from .objective import rank

DIVE = 8

NONE = inf, True, (inf,)    # the rank of no vector: behind all

Best = namedtuple('Best', 'vector cost bound proven settled')   # settled: vectors in no box that is still to be cut


def branch_and_bound(lattice, objective, max_suppression):
    """Yield a Best at once, one after every few checks, and the proven one last. DataError where no vector satisfies.

    >>> from .hierarchy import Hierarchy
    >>> from .lattice import Lattice
    >>> from .objective import objective_for
    >>> trees = [Hierarchy({'a': '*', 'b': '*'}), Hierarchy({'x': 'xy', 'y': 'xy', 'xy': '*', 'z': '*'})]
    >>> lattice = Lattice({('a', 'x'): 2, ('a', 'y'): 1, ('b', 'x'): 1, ('b', 'z'): 2}, trees, k=2)
    >>> *_, best = branch_and_bound(lattice, objective_for('dm', lattice, 0), 0)
    >>> best.vector, best.cost, best.proven     # two classes of three records
    ((0, 2), 18, True)
    """
    lattice.check_top(max_suppression)
    bottom = (0,) * len(lattice.top)
    none = lattice.least(lattice.top) == lattice.records    # no vector publishes anything: one is as good as another
    best = rank(bottom if none else lattice.top, objective) if lattice[lattice.top] <= max_suppression else NONE
    heap = [] if none else [(objective.bound(bottom, lattice.top), False, bottom, lattice.top)]     # False: some is published
    unsettled, popped = lattice.size(), 0

    def promising(_bound, _empty, low, high):
        """The halves of a box that may hold something better than the best."""
        nonlocal best
        for half_low, half_high in halves(low, high, objective.levels):
            if not lattice.rules_out(half_high, max_suppression):
                bound = objective.bound(half_low, half_high)
                if lattice[half_high] <= max_suppression:
                    best = min(best, rank(half_high, objective))
                if half_low != half_high and (bound, False, half_low) < best:
                    yield bound, False, half_low, half_high

    while heap and heap[0][:-1] < best:
        yield Best(None if best == NONE else best[-1], best[0], heap[0][0], False, lattice.size() - unsettled)
        box = heappop(heap)
        unsettled -= vectors_in(*box)
        popped += 1
        while box:
            parts = list(promising(*box))
            box = parts.pop(0) if parts and popped % DIVE == 0 else None
            for part in parts:
                heappush(heap, part)
                unsettled += vectors_in(*part)
    if best == NONE:
        raise Unsatisfied(NONE_SATISFIES % max_suppression)
    yield Best(best[-1], best[0], best[0], True, lattice.size())


def halves(low, high, levels) -> tuple:
    """The box cut across the column that has most to lose: the half below its highest level, and the half at it.

    levels[column][level]: what the column costs there, nothing suppressed.

    >>> halves((0, 0), (1, 2), [[0, 3], [0, 1, 2]])
    (((0, 0), (0, 2)), ((1, 0), (1, 2)))
    """
    column = max((column for column in range(len(low)) if low[column] < high[column]),
                 key=lambda column: levels[column][high[column]] - levels[column][low[column]])
    level = high[column]
    return (low, with_level(high, column, level - 1)), (with_level(low, column, level), high)


def vectors_in(_bound, _empty, low, high) -> int:
    """How many vectors a box of the heap holds.

    >>> vectors_in(0.5, False, (0, 1), (1, 3))
    6
    """
    return prod(top - level + 1 for level, top in zip(low, high))
