"""Mondrian: strict multidimensional partitioning, by greedy median cuts.

K. LeFevre, D. DeWitt, R. Ramakrishnan, Mondrian Multidimensional K-Anonymity, ICDE 2006: Anonymize(partition).

Promise: the partitions hold every record once, each at least k, and none of them has an allowable cut left; so none
has more than 2 d (k - 1) + m records, d the number of dimensions and m the most records that agree in all of them.
Invariant of the loop: the heap and the finished partitions together hold every record once, each at least k.
Departs from the paper: the recursion is a heap of (-size, sequence, partition), the largest first and of equally
large ones the first made, so that partitions never compare; each cut depends on its partition alone, hence the result
is the recursion's. Partitions are counted codes, not records. choose_dimension names all dimensions, the widest
first, and the first that has an allowable cut is cut. Where `<= median` is no allowable cut, `< median` is
tried: if fewer than k records lie on either side of the median itself, no cut of the dimension is allowable.
"""

from __future__ import annotations

from collections import namedtuple
from heapq import heappop, heappush

from . import Partition
from .errors import Unsatisfied
from .frequency import added_up

Cut = namedtuple('Cut', 'dim split_value lhs rhs')              # lhs, rhs: how many records
Partitioning = namedtuple('Partitioning', 'partitions cuts')


def anonymize(partition: Partition, dimensions, k) -> Partitioning:
    """The partitions, and every cut in the order it was made. DataError where there are fewer than k records.

    >>> from .dimension import Dimension
    >>> anonymize([(0, 1), (1, 1), (2, 2), (3, 1), (4, 1)], [Dimension(dict.fromkeys('12345', 1))], k=2).partitions
    [[(3, 1), (4, 1)], [(0, 1), (1, 1)], [(2, 2)]]
    """
    size = sum(t[-1] for t in partition)
    if size < k:
        raise Unsatisfied('there are %d records to publish, fewer than k = %d' % (size, k))
    heap = [(-size, 0, partition)]
    sequence = 0
    partitions, cuts = [], []
    while heap:
        size, _, partition = heappop(heap)
        cut = allowable_cut(partition, -size, dimensions, k)
        if cut is None:
            partitions.append(partition)
            continue
        cuts.append(cut)
        lhs = [t for t in partition if t[cut.dim] <= cut.split_value]
        rhs = [t for t in partition if t[cut.dim] > cut.split_value]
        heappush(heap, (-cut.lhs, sequence + 1, lhs))
        heappush(heap, (-cut.rhs, sequence + 2, rhs))
        sequence += 2
    return Partitioning(partitions, cuts)


def allowable_cut(partition, size, dimensions, k):
    """The cut of the widest dimension that has an allowable one, or None."""
    if size < 2 * k:        # a shortcut: one side would be below k
        return None
    *columns, counts = zip(*partition)
    for dim in choose_dimension(columns, dimensions):
        fs = added_up(columns[dim], counts)
        split_value, lhs = find_median(fs, size, k)
        if split_value is not None:
            return Cut(dim, split_value, lhs, size - lhs)
    return None


def choose_dimension(columns, dimensions):
    """The dimensions that the partition is not a point in, the widest first, ties by their order."""
    widths = [dimension.width(codes) for dimension, codes in zip(dimensions, columns)]
    widest_first = sorted(range(len(widths)), key=widths.__getitem__, reverse=True)     # stable: reverse keeps ties
    return [dim for dim in widest_first if widths[dim] > 0]


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
