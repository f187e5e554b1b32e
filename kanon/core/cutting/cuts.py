"""The other ways to cut a partition. `mondrian` takes them in place of the paper's `strict`.

They replace `cut` and `find_median` of plain/mondrian.py where more than k is required, or where
other cuts are asked for.

Promise: every side of a cut has at least k records and passes the rules beyond k. The sides hold
each record once.
- A strict cut sends all records of a value to one side. For k alone the median decides. Rules
  beyond k may refuse that cut. Then the other values are tried, the most balanced first.
- A relaxed cut makes two halves. The records equal to the median go to either side. The left half
  is larger by one if the number of records is odd. At most one tuple's records are parted.
  Partitions with the same values then agree in all dimensions. Partitions with the same box or
  ancestor need not. They are published as one larger class.
- A node is cut into its children, if each of them has k records.
- Missing values that are published as the root are cut off first, because a class that holds them
  and others loses the column.
For k alone, relaxed cuts leave at most 2k - 1 records in a partition, unless they agree in all
dimensions or a dimension is cut by nodes. A rule beyond k may refuse the halves, and then a
partition stays larger.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import groupby, islice
from math import fsum
from operator import itemgetter

from ..counts.parted import deal
from .mondrian import Cut, choose_dimension, find_median, strict


def first_of(dimensions, required, cuts_in, order=choose_dimension):
    """A cut function. The first dimension that has an allowable cut is cut.

    cuts_in: strict_cuts or relaxed_cuts. order: a function from a part and the dimensions to the
    dimensions in order.
    """
    return lambda part: next(allowable(part, dimensions, required, cuts_in, order), None)


def least_loss(dimensions, required, cuts_in, weights=None):
    """A cut function. Of each dimension's first allowable cut it takes the one that loses least."""
    def cut(part):
        cuts = allowable(part, dimensions, required, cuts_in, choose_dimension)
        return min(cuts, key=lambda made: loss_after(part, made, dimensions, weights), default=None)
    return cut


def first_that_cuts(*cuts):
    """A cut function. It takes the first of these cut functions that finds a cut."""
    return lambda part: next(filter(None, (cut(part) for cut in cuts)), None)


def at_random(random):
    """An order of the dimensions. random: a function that returns numbers between 0 and 1."""
    def order(part, dimensions):
        ascending = sorted(choose_dimension(part, dimensions))
        return sorted(ascending, key=lambda dim: random())
    return order


def passing(required):
    """A function that tells whether every side of a cut passes the rules beyond k.

    The cut itself has checked k in records.
    """
    if required.persons:
        return lambda cut: all(part.passes_in_persons(required) for part in cut.parts)
    if required.rules:
        return lambda cut: all(required.passes(part.histogram()) for part in cut.parts)
    return lambda cut: True


def allowable(part, dimensions, required, cuts_in, order):
    """Yield the first allowable cut of each dimension that has one."""
    if part.size < 2 * required.k:      # a shortcut: one side would have fewer than k
        return
    for dim in order(part, dimensions):
        cuts = cuts_of(part, dim, dimensions[dim], required.k, cuts_in)
        yield from islice(filter(passing(required), cuts), 1)


def cuts_of(part, dim, dimension, k, cuts_in):
    """Yield the cuts of one dimension as they are tried.

    cuts_in: those of a dimension of numbers or plain categories.
    """
    mixed = dimension.has_missing and part.ends(dim)[0] == 0
    if mixed:
        yield from missing_cut(part, dim, k)
    if not dimension.by_node:
        yield from cuts_in(part, dim, k)
    elif not mixed:
        yield from node_cut(part, dim, dimension, k)


def strict_cuts(part, dim, k):
    """Yield the cuts at each value that leaves k records on both sides, the paper's first."""
    for value in split_values(part.running_totals(dim), k):
        yield Cut(dim, 'strict', value, part.split(dim, value))


def split_values(fs, k):
    """Yield the paper's split value, then the others that leave k records on both sides.

    Of the others the most balanced comes first.

    >>> list(split_values(([0, 1, 2, 3], [2, 3, 4, 6]), k=2))
    [1, 0, 2]
    """
    median = find_median(fs, k)
    if median is None:
        return
    yield median
    codes, totals = fs
    size = totals[-1]
    upto = dict(zip(codes, totals))     # a code that stands there several times has its last total
    others = [code for code, n in upto.items() if k <= n <= size - k and code != median]
    yield from sorted(others, key=lambda code: (abs(2 * upto[code] - size), code))


def relaxed_cuts(part, dim, k):
    """Yield the halves. A partition of 2k records or more always has two halves of k."""
    yield relaxed_halves(part, dim)


def relaxed_halves(part, dim):
    """The relaxed cut. Below the median points go left, and above it right.

    Those at the median go left until that half is full (`dealt`).

    >>> from .partition import Partition, Points
    >>> points = Points([[0, 1, 2, 3, 4]], [1, 1, 2, 1, 1])
    >>> part = Partition(points, [0, 1, 2, 3, 4], 6, ((0, 4),), [1])    # 1, 2, 3, 3, 4, 5
    >>> [(side.tuples, side.box) for side in relaxed_halves(part, 0).parts]
    [([(0, 1), (1, 1), (2, 1)], ((0, 2),)), ([(3, 1), (4, 1), (2, 1)], ((2, 4),))]
    """
    part.points.loosen()
    rows, codes = part.ascending(dim)
    _, upto = part.running_totals(dim)
    half = (part.size + 1) // 2
    median = codes[bisect_left(upto, half)]
    start, end = bisect_left(codes, median), bisect_right(codes, median)
    below = upto[start - 1] if start else 0
    sides = {'lhs': list(rows[:start]), 'rhs': list(rows[end:])}
    above = len(sides['rhs'])
    for row, side in dealt(part.points, rows[start:end], half - below):
        sides[side].append(row)
    lhs, rhs = sides.values()
    low, high = part.box[dim]
    first = median if len(rhs) > above else median + 1
    parts = [part.side(lhs, half, dim, (low, median)),
             part.side(rhs, part.size - half, dim, (first, high))]
    return Cut(dim, 'relaxed', median, parts)


def dealt(points, equal, lacking):
    """Yield each of the points at the median with its side, 'lhs' or 'rhs'.

    They are sorted by all their codes. The first of them go left, until that half is full. Where
    the records of a point go to both sides, there is a new point for each side, and each side gets
    every sensitive value in proportion.

    equal: their numbers. lacking: how many records the left half lacks.
    """
    sortable = []
    for row, n in zip(equal, points.records(equal)):
        place = tuple(column[row] for column in points.columns)
        known = points.sensitive[row] if points.sensitive else ()
        sortable.append((place, known, row, n))
    for _, alike in groupby(sorted(sortable), key=itemgetter(0)):
        amounts = [(row, n) for _, _, row, n in alike]
        size = sum(n for _, n in amounts)
        left = min(size, lacking)
        lacking -= left
        for row, given in deal(amounts, {'lhs': left, 'rhs': size - left}):
            parted = len(given) == 2
            rows = points.parted(row, list(given.values())) if parted else [row]
            yield from zip(rows, given)


def node_cut(part, dim, dimension, k):
    """Yield the cut of the lowest node over all records into its children.

    There is none if a child that has records has fewer than k.
    """
    rows, codes = part.ascending(dim)
    parts = []
    for child, pairs in groupby(zip(dimension.children(codes), rows), key=itemgetter(0)):
        under = [row for _, row in pairs]
        size = sum(part.points.records(under))
        parts.append(part.side(under, size, dim, dimension.under[child]))
    if all(side.size >= k for side in parts):
        yield Cut(dim, 'node', dimension.node(codes[0], codes[-1]), parts)


def missing_cut(part, dim, k):
    """Yield the cut of the missing values, whose code is 0, from the others, if both have k."""
    missing, present = part.split(dim, 0)
    if missing.size >= k and present.size >= k:
        yield Cut(dim, 'missing', 0, [missing, present])


def loss_after(part, cut, dimensions, weights) -> float:
    """What the sides of a cut lose, in records x columns.

    Each dimension loses what its label would lose.
    """
    weights = weights or [1] * len(dimensions)
    losses = []
    for dim, (dimension, weight) in enumerate(zip(dimensions, weights)):
        for side, codes in zip(cut.parts, codes_after(part, cut, dim, dimension)):
            losses.append(side.size * weight * dimension.loss(codes, side.box[dim]))
    return fsum(losses)


def codes_after(part, cut, dim, dimension) -> list:
    """For each side of a cut the codes that its loss depends on.

    Of numbers these are the ends, which are quickly found.
    """
    if cut.kind == 'strict' and dimension.order == 'numbers':
        return part.ends_after(cut, dim)
    return [side.different(dim) for side in cut.parts]


# the cuts of a dimension that are tried in turn, by the kind of partitioning
KINDS = {
    'strict': [strict_cuts],
    'relaxed': [relaxed_cuts, strict_cuts],
    'both': [strict_cuts, relaxed_cuts],
}


def cut_for(dimensions, required, partitioning='strict', choose='widest', weights=None, seed=None):
    """The cut function for these words, as --partitioning and --choose are typed.

    It is the paper's `strict` if that is what they ask for. Rules beyond k, persons, nodes and
    missing values need the functions above. seed: for choose 'random'.
    """
    kinds = KINDS[partitioning]
    if choose == 'lm':
        return first_that_cuts(*(least_loss(dimensions, required, cuts_in, weights)
                                 for cuts_in in kinds))
    order = choose_dimension
    if choose == 'random':
        from random import Random       # 2 ms, and only this needs it
        order = at_random(Random(seed).random)
    elif partitioning == 'strict' and is_plain(dimensions, required):
        return strict(dimensions, required.k)
    return first_that_cuts(*(first_of(dimensions, required, cuts_in, order) for cuts_in in kinds))


def is_plain(dimensions, required) -> bool:
    """Whether the paper's cut function can cut: for k records alone, and plain dimensions."""
    if required.rules or required.persons:
        return False
    return not any(dimension.by_node or dimension.has_missing for dimension in dimensions)
