"""The cuts of a partition in one dimension, in the order in which Mondrian tries them.

Promise: every side of a cut has k records at least, and the sides hold each record once.
- strict: all records of a value go to one side. The paper's cut is `<= median`; where that leaves fewer than k above,
  `< median` is tried: if fewer than k records lie on either side of the median itself, no cut of the dimension is
  allowable. So for k these two are all. A requirement beyond k may refuse both, and then the other cuts are tried, the
  most balanced first.
- relaxed: the records are cut in halves; those equal to the median go to either side, as many as make the halves equal (the
  left one is larger by one where their number is odd). Those of the least other codes go left, so that at most one
  tuple's records are parted, and partitions with equal values (range, set) agree in all dimensions. Boxes and ancestors
  may be shared by partitions that do not: what they publish is then one, larger class.
- a hierarchy that is cut node by node: one side for each child of the lowest node that holds all records, if each has k.
Missing values that are published as the root are cut off first: what holds them and others has lost the column.
"""

from __future__ import annotations

from collections import namedtuple
from itertools import groupby

from .dealing import deal
from .frequency import added_up

# box: of each dimension the (least, greatest) code that cuts allow; widths: a list, no less than the true ones
Part = namedtuple('Part', 'size tuples box widths')

Cut = namedtuple('Cut', 'dim kind at parts')        # kind: strict, relaxed, node or missing; at: the last code of the left, a node


class Terms(namedtuple('Terms', 'k beyond partitioning choose weights random',
                       defaults=(None, 'strict', 'widest', None, None))):
    """What a cut must satisfy, and how it is chosen.

    beyond: a Beyond or None; partitioning: 'strict', 'relaxed', or 'both': relaxed cuts where no dimension has a strict one;
    choose: 'lm', or else the first dimension that has a cut, the widest first or in the order that `random` gives, a
    function to numbers between 0 and 1; weights: of the dimensions in lm, or None.
    """

    def allows(self, cut) -> bool:
        """Whether each side satisfies; k records it has already."""
        return not self.beyond or all(self.beyond.passes(class_of(part.tuples)) for part in cut.parts)


def cuts_of(part, dim, dimension, terms):
    """The cuts of one dimension; terms: the kind that is asked for, 'strict' or 'relaxed', and k."""
    kind, k = terms
    mixed = dimension.has_missing and min(t[dim] for t in part.tuples) == 0
    if dimension.by_node and not mixed:
        yield from node_cut(part, dim, dimension, k)
        return
    fs = added_up([t[dim] for t in part.tuples], [t[-1] for t in part.tuples])
    if mixed and k <= fs[0] <= part.size - k:
        yield Cut(dim, 'missing', 0, parted_at(part, dim, 0, fs[0]))
    if dimension.by_node:
        return
    if kind == 'relaxed':
        yield halves(part, dim, fs, len(part.box))
        return
    for at, size in split_values(fs, part.size, k):
        sides = parted_at(part, dim, at, size)
        sides[0].widths[dim] = dimension.width((min(fs), at))       # known here; of the others bounds are
        sides[1].widths[dim] = dimension.width((min(filter(at.__lt__, fs)), max(fs)))
        yield Cut(dim, 'strict', at, sides)


def parted_at(part, dim, at, size):
    """The two parts, of the codes up to `at`, which are those of so many records, and of the codes above."""
    lhs = [t for t in part.tuples if t[dim] <= at]
    rhs = [t for t in part.tuples if t[dim] > at]
    return two_sides(part, dim, (lhs, size, at), (rhs, at + 1))


def two_sides(part, dim, left, right):
    """The two parts; left: its tuples, its size, the greatest code of its box; right: its tuples, the least code of its box."""
    (lhs, size, last), (rhs, first), (low, high) = left, right, part.box[dim]
    before, behind = part.box[:dim], part.box[dim + 1:]
    return [Part(size, lhs, (*before, (low, last), *behind), part.widths[:]),
            Part(part.size - size, rhs, (*before, (first, high), *behind), part.widths[:])]


def split_values(fs, size, k):
    """Yield (greatest code of the left side, its records): the paper's median, then all others that leave k on both sides,
    the balanced first. For k alone the first one is taken; the others are for rules that may refuse it.

    >>> list(split_values({0: 2, 1: 1, 2: 1, 3: 2}, 6, k=2))
    [(1, 3), (0, 2), (2, 4)]
    """
    at, lhs = find_median(fs, size, k)
    if at is None:
        return
    yield at, lhs
    upto, others = 0, []
    for code in sorted(fs):
        upto += fs[code]
        if k <= upto <= size - k and code != at:
            others.append((abs(2 * upto - size), code, upto))
    for _, code, upto in sorted(others):
        yield code, upto


def find_median(fs, size, k) -> tuple:
    """(the greatest code of the left side, the records there) by the median of {code: count}, (None, 0) without a cut.

    >>> find_median({0: 1, 1: 1, 2: 2, 3: 1, 4: 1}, 6, k=2)     # <= median
    (2, 4)
    >>> find_median({0: 2, 1: 7, 2: 1}, 10, k=2)                # < median
    (0, 2)
    >>> find_median({0: 1, 1: 8, 2: 1}, 10, k=2)
    (None, 0)
    """
    before, under = None, 0             # the code before the median, and the records up to it
    for median in sorted(fs):
        upto = under + fs[median]
        if 2 * upto >= size:
            break
        before, under = median, upto
    if upto >= k and size - upto >= k:
        return median, upto
    if under >= k:                      # then size - under >= size / 2 >= k: the median itself lies on the right
        return before, under
    return None, 0


def halves(part, dim, fs, dims):
    """The relaxed cut; dims: how many dimensions there are, after which a tuple may hold sensitive values.

    >>> partition = [(0, 1), (1, 1), (2, 2), (3, 1), (4, 1)]        # 1, 2, 3, 3, 4, 5
    >>> cut = halves(Part(6, partition, ((0, 4),), [1]), 0, {0: 1, 1: 1, 2: 2, 3: 1, 4: 1}, 1)
    >>> [(side.tuples, side.box) for side in cut.parts]
    [([(0, 1), (1, 1), (2, 1)], ((0, 2),)), ([(3, 1), (4, 1), (2, 1)], ((2, 4),))]
    """
    missing = (part.size + 1) // 2
    for median in sorted(fs):
        if fs[median] >= missing:
            break
        missing -= fs[median]
    lhs = [t for t in part.tuples if t[dim] < median]
    rhs = [t for t in part.tuples if t[dim] > median]
    equal = sorted(t for t in part.tuples if t[dim] == median)
    for _, alike in groupby(equal, key=lambda t: t[:dims]):
        alike = [(t[:-1], t[-1]) for t in alike]
        size = sum(n for _, n in alike)
        left = min(size, missing)
        missing -= left
        for t, given in deal(alike, {'lhs': left, 'rhs': size - left}):     # sensitive values in proportion
            lhs += [(*t, given['lhs'])] if 'lhs' in given else []
            rhs += [(*t, given['rhs'])] if 'rhs' in given else []
    first = median if any(t[dim] == median for t in rhs) else median + 1
    return Cut(dim, 'relaxed', median, two_sides(part, dim, (lhs, (part.size + 1) // 2, median), (rhs, first)))


def node_cut(part, dim, dimension, k):
    """The cut of the lowest node over all records into its children, if each that has any has k."""
    codes = [t[dim] for t in part.tuples]
    low, high = min(codes), max(codes)
    child_of, sides = dimension.children(low, high), {}
    for t in sorted(part.tuples, key=lambda t: t[dim]):
        sides.setdefault(child_of[t[dim]], []).append(t)
    parts = []
    for child, tuples in sides.items():
        box = (*part.box[:dim], dimension.under[child], *part.box[dim + 1:])
        parts.append(Part(sum(t[-1] for t in tuples), tuples, box, part.widths[:]))
    if all(side.size >= k for side in parts):
        yield Cut(dim, 'node', dimension.node(low, high), parts)


def class_of(partition) -> dict:
    """The {sensitive values: records} of a partition that holds them.

    >>> class_of([(0, ('flu',), 2), (1, ('flu',), 1)])
    {('flu',): 3}
    """
    *_, values, counts = zip(*partition)
    return added_up(values, counts)
