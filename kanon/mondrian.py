"""Mondrian: multidimensional partitioning, by greedy median cuts.

K. LeFevre, D. DeWitt, R. Ramakrishnan, Mondrian Multidimensional K-Anonymity, ICDE 2006: Anonymize(partition).

Promise: the partitions hold every record once, each satisfies what is required, and none of them has an allowable cut
left. For k alone, and where no hierarchy is cut node by node, strict ones have no more than 2 d (k - 1) + m records, d the
number of dimensions and m the most records that agree in all of them; relaxed ones no more than 2k - 1 unless their records
agree in all dimensions.
Invariant of the loop: the heap and the finished partitions together hold every record once, each satisfies.
Departs from the paper: the recursion is a heap of (-size, sequence, part), the largest first and of equally large ones the
first made, so that parts never compare; each cut depends on its partition alone (unless dimensions are drawn at random), hence
the result is the recursion's. Partitions are counted codes, not records. choose_dimension names all dimensions, the
widest first, and the first that has an allowable cut is cut; or, if so chosen, the one whose cut leaves the least loss.
What cuts of a dimension there are, and in which order they are tried, is said in cuts.py.
"""

from __future__ import annotations

from collections import namedtuple
from heapq import heapify, heappop, heappush
from math import fsum

from . import Partition
from .cuts import Part, class_of, cuts_of
from .errors import Unsatisfied
from .frequency import relabelled, roll_up

Partitioning = namedtuple('Partitioning', 'partitions boxes cuts')      # boxes: for each partition, of each dimension

ROUNDS = {'strict': ('strict',), 'relaxed': ('relaxed', 'strict'), 'both': ('strict', 'relaxed')}   # kinds of cuts


def anonymize(partition: Partition, dimensions, terms) -> Partitioning:
    """The partitions, their boxes, and every cut in the order it was made. Unsatisfied where the whole table fails.

    >>> from .cuts import Terms
    >>> from .dimension import Dimension
    >>> anonymize([(0, 1), (1, 1), (2, 2), (3, 1), (4, 1)], [Dimension(dict.fromkeys('12345', 1))], Terms(k=2)).partitions
    [[(3, 1), (4, 1)], [(0, 1), (1, 1)], [(2, 2)]]
    """
    boxes = tuple((0, len(dimension.texts) - 1) for dimension in dimensions)
    whole = Part(sum(t[-1] for t in partition), partition, boxes, [1] * len(dimensions))
    if whole.size < terms.k:
        raise Unsatisfied('there are %d records to publish, fewer than k = %d' % (whole.size, terms.k))
    if terms.beyond and not terms.beyond.passes(class_of(partition)):
        raise Unsatisfied('not even the whole table as one class has %s' % terms.beyond.lacks(class_of(partition)))
    heap = [(-whole.size, 0, whole)]
    sequence = 0
    finished, cuts = [], []
    while heap:
        _, _, part = heappop(heap)
        cut = allowable_cut(part, dimensions, terms)
        if cut is None:
            finished.append(part)
            continue
        cuts.append(cut._replace(parts=[side.size for side in cut.parts]))
        for side in cut.parts:
            sequence += 1
            heappush(heap, (-side.size, sequence, side))
    return Partitioning([part.tuples for part in finished], [part.box for part in finished], cuts)


def allowable_cut(part, dimensions, terms):
    """The cut of the first dimension that has an allowable one, or the one of the least loss; None where there is none."""
    if part.size < 2 * terms.k:     # a shortcut: one side would be below k
        return None
    for kind in ROUNDS[terms.partitioning]:
        dims = choose_dimension(part, dimensions)
        if terms.random:        # in the order of the dimensions, so that one draw is one dimension's
            dims = sorted(sorted(dims), key=lambda dim: terms.random())
        first = (next(filter(terms.allows, cuts_of(part, dim, dimensions[dim], (kind, terms.k))), None) for dim in dims)
        found = filter(None, first)
        cut = next(found, None) if terms.choose != 'lm' else min(
            found, key=lambda cut: loss_after(cut, dimensions, terms.weights), default=None)
        if cut:
            return cut
    return None


def choose_dimension(part, dimensions):
    """Yield the dimensions that the partition is not a point in, the widest first, ties by their order.

    A part is no wider than what it was cut from, so the widths known of that are bounds, and few have to be measured:
    on eight dimensions of Adult (k = 10) 2.4 of them for each cut.
    """
    heap = [(-width, dim, 'bound') for dim, width in enumerate(part.widths)]
    heapify(heap)
    while heap:
        _, dim, known = heappop(heap)
        if known == 'width':
            yield dim
            continue
        part.widths[dim] = width = dimensions[dim].width([t[dim] for t in part.tuples])
        if width > 0:
            heappush(heap, (-width, dim, 'width'))


def loss_after(cut, dimensions, weights) -> float:
    """What the parts of a cut lose, records x columns; each dimension by what it would publish."""
    weights = weights or [1] * len(dimensions)
    return fsum(part.size * weight * dimension.loss(codes, box) for part in cut.parts
                for dimension, codes, box, weight in zip(dimensions, zip(*part.tuples), part.box, weights))


def partition_of(frequency_set, dimensions, beyond=None) -> Partition:
    """The whole table as a partition: (code, ..., code, count) or, where something is required beyond k,
    (code, ..., code, sensitive values, count).

    >>> from .dimension import Dimension
    >>> partition_of({('5',): 1, ('5.0',): 2, ('7',): 1}, [Dimension({'5': 1, '5.0': 2, '7': 1})])
    [(0, 3), (1, 1)]
    """
    maps = [dimension.codes for dimension in dimensions]
    if not beyond and all(len(codes) == len(dimension.texts) for codes, dimension in zip(maps, dimensions)):
        coded = (map(codes.__getitem__, column) for codes, column in zip(maps, zip(*frequency_set)))
        return list(zip(*coded, frequency_set.values()))    # quasi tuples that differ have codes that do
    if not beyond:
        return [(*codes, n) for codes, n in roll_up(frequency_set, maps).items()]
    tuples = {}
    for quasi, codes in zip(frequency_set, relabelled(frequency_set, maps)):
        for values, n in beyond.histograms[quasi].items():
            tuples[codes, values] = tuples.get((codes, values), 0) + n
    return [(*codes, values, n) for (codes, values), n in tuples.items()]
