"""The best vector of the whole lattice under a measure, proven by branch and bound.

Promise: the last `Best` that `branch_and_bound` yields is proven. Of all vectors that suppress at
most MaxSup records, it names the one of the least cost. Of equal ones it names one that publishes
something, and of these the first in lexicographic order. Every `Best` before it names a satisfying
vector, or None as long as there is none. No satisfying vector costs less than its bound.
Invariant: the boxes of the heap and the settled vectors together hold every vector once. A box of
the heap has at least two vectors, so it can be cut. No satisfying vector of a box costs less than
the box's bound. No vector that was checked and satisfies is better than the best so far.

A box is cut in two across the column that has most to lose. One half has the vectors below the
column's highest level, the other has those at it. The first half has a new `high`, the second has
only a new `low`.
Two rules settle a half. If its `high` is ruled out, no vector of it satisfies. If its bound is no
better than the best so far, no vector of it is better. objective.py shows why the bounds hold.
A new `high` is checked, except in two cases. In the first the lattice knows already that it is
ruled out. In the second the lattice knows that it is not, and it cannot be better than the best so
far. Then the half takes the bound of a vector above, which was `checked`.

The box with the least bound is cut next. So the search ends as soon as the best is proven, and it
never lists the lattice. Its first answer is the top. To have a good answer early, it follows the
8th box down as far as a half may be better, and the 16th, the 32nd, and so on. From the 16th box on
it also looks for better vectors near each new best.

On nine columns of ARX's Adult (12,960 vectors, k = 5, 4% suppressed, lm) it checks 240 vectors.
"""

from __future__ import annotations

from collections import namedtuple
from heapq import heappop, heappush
from math import inf, prod
from operator import le
from time import perf_counter

from ..errors import many
from .lattice import NONE_SATISFIES, with_level
from .objective import Rank, rank

DIVE = 8        # a power of two. A small lattice is proven after so many boxes

NO_VECTOR = Rank(inf, True, (inf,))     # every vector ranks before it

# All vectors from low to high. bound: of their costs. checked: a checked vector at or above high.
Box = namedtuple('Box', 'bound low high checked')

# An answer. settled: how many vectors are in no box of the heap.
Best = namedtuple('Best', 'vector cost bound proven settled')


def branch_and_bound(lattice, objective, max_suppression):
    """Yield a Best at once, one after every few checks, and the proven one last.

    Unsatisfied if no vector satisfies.

    >>> from ..counts.hierarchy import Hierarchy
    >>> from .lattice import Lattice
    >>> from .objective import objective_for
    >>> trees = [Hierarchy({'a': '*', 'b': '*'}),
    ...          Hierarchy({'x': 'xy', 'y': 'xy', 'xy': '*', 'z': '*'})]
    >>> table = {('a', 'x'): 2, ('a', 'y'): 1, ('b', 'x'): 1, ('b', 'z'): 2}
    >>> lattice = Lattice(table, trees, k=2)
    >>> *_, best = branch_and_bound(lattice, objective_for('dm', lattice, 0), 0)
    >>> best.vector, best.cost, best.proven     # two classes of three records
    ((0, 2), 18, True)
    """
    lattice.check_top(max_suppression)
    bottom, top = lattice.bottom, lattice.top
    nothing = lattice.least(top) == lattice.records     # no vector publishes anything
    first = bottom if nothing else top                  # then the first vector is as good as any
    best = rank(first, objective) if lattice[top] <= max_suppression else NO_VECTOR
    is_settled = nothing or bottom == top
    heap = [] if is_settled else [Box(objective.bound(bottom, top), bottom, top, top)]
    unsettled, popped = lattice.size(), 0
    searched = NO_VECTOR        # the last best that `near` was asked for
    while heap and may_beat(heap[0], best):
        vector = None if best == NO_VECTOR else best.vector
        yield Best(vector, best.cost, heap[0].bound, False, lattice.size() - unsettled)
        box = heappop(heap)
        popped += 1
        is_power_of_two = popped & (popped - 1) == 0
        cut = dive if popped >= DIVE and is_power_of_two else cut_in_two
        best, boxes = cut(box, best, lattice, objective, max_suppression)
        while popped >= 2 * DIVE and best < searched:
            best, searched = near(best, lattice, objective, max_suppression), best
        for part in boxes:
            heappush(heap, part)
        unsettled += sum(map(vectors_in, boxes)) - vectors_in(box)
    if best == NO_VECTOR:
        raise lattice.unsatisfied(max_suppression, NONE_SATISFIES % many(max_suppression, 'record'))
    yield Best(best.vector, best.cost, best.cost, True, lattice.size())


def cut_in_two(box, best, lattice, objective, max_suppression) -> tuple:
    """The best so far, and the halves of a box that may hold a better vector."""
    boxes, rules_out = [], lattice.sparing(max_suppression).rules_out
    for low, high in halves(box, objective.levels):
        if not rules_out(high):
            checked = box.checked
            may_be_best = may_beat(Box(objective.bound(high, checked), high, high, checked), best)
            if may_be_best or high in lattice:
                checked = high
                if lattice[high] <= max_suppression:
                    best = min(best, rank(high, objective))
            half = Box(objective.bound(low, checked), low, high, checked)
            if low != high and may_beat(half, best):
                boxes.append(half)
    return best, boxes


def dive(box, best, lattice, objective, max_suppression) -> tuple:
    """`cut_in_two`, where the first half is cut again, and its first half, and so on.

    The other halves are returned.
    """
    left = []
    while box:
        best, boxes = cut_in_two(box, best, lattice, objective, max_suppression)
        box = boxes.pop(0) if boxes else None
        left += boxes
    return best, left


def near(best, lattice, objective, max_suppression) -> Rank:
    """A better vector near the best, which loses less before suppression, or the best itself."""
    rules_out = lattice.sparing(max_suppression).rules_out
    for vector in neighbours(best.vector, objective.levels):
        if not lies_in(vector, lattice) or rules_out(vector):
            continue
        if lattice[vector] <= max_suppression:
            better = rank(vector, objective)
            if better < best:
                return better
    return best


def lies_in(vector, lattice) -> bool:
    """Whether a vector lies between the bottom and the top."""
    return all(map(le, lattice.bottom, vector)) and all(map(le, vector, lattice.top))


def neighbours(vector, levels):
    """The vectors near by that lose less. The one that loses least comes first.

    One column is lower by a level there, and one other column is higher by a level, or none is.
    levels[column][level]: the cost of the column at that level, before suppression.

    >>> list(neighbours((1, 0, 2), [[0, 5, 6], [0, 1], [0, 2, 4]]))
    [(0, 0, 2), (0, 1, 2), (1, 0, 1), (2, 0, 1), (1, 1, 1)]
    """
    gains: list = []        # (cost, column) of each column that can be lower by a level
    costs = [(0, -1)]       # the same of those that can be higher by a level. -1: of no column
    for column, (costs_at, level) in enumerate(zip(levels, vector)):
        if level > 0:
            gains.append((costs_at[level - 1] - costs_at[level], column))
        if level < len(costs_at) - 1:
            costs.append((costs_at[level + 1] - costs_at[level], column))
    moves = [(gain + cost, lowered, raised) for gain, lowered in gains for cost, raised in costs
             if gain + cost < 0 and raised != lowered]
    for _, lowered, raised in sorted(moves):
        neighbour = with_level(vector, lowered, vector[lowered] - 1)
        if raised >= 0:
            neighbour = with_level(neighbour, raised, vector[raised] + 1)
        yield neighbour


def may_beat(box, best) -> bool:
    """Whether the box may hold a vector that ranks before the best.

    Of its vectors `low` comes first in lexicographic order.
    """
    return Rank(box.bound, False, box.low) < best


def halves(box, levels) -> tuple:
    """(low, high) of both halves.

    The box is cut below the highest level of the column that has most to lose.
    levels[column][level]: the cost of the column at that level, before suppression.

    >>> halves(Box(0, (0, 0), (1, 2), (1, 2)), [[0, 3], [0, 1, 2]])
    (((0, 0), (0, 2)), ((1, 0), (1, 2)))
    """
    low, high = box.low, box.high

    def to_lose(column):
        return levels[column][high[column]] - levels[column][low[column]]

    column = max((column for column in range(len(low)) if low[column] < high[column]), key=to_lose)
    level = high[column]
    return (low, with_level(high, column, level - 1)), (with_level(low, column, level), high)


def vectors_in(box) -> int:
    """How many vectors a box holds.

    >>> vectors_in(Box(0.5, (0, 1), (1, 3), (1, 3)))
    6
    """
    return prod(high - low + 1 for low, high in zip(box.low, box.high))


def until(seconds, states):
    """The states as long as the time is not over, at least one. seconds: None for no limit.

    >>> list(until(0, 'abc')), list(until(None, 'abc'))
    (['a'], ['a', 'b', 'c'])
    """
    start = perf_counter()
    for state in states:
        yield state
        if seconds is not None and perf_counter() - start > seconds:
            return
