"""A partition of the table, as Mondrian cuts it.

Promise: a split hands every record to exactly one side.
Invariant: the counts of the tuples sum to `size`. The order of the tuples means nothing, so they may be sorted in place.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from operator import itemgetter

from . import FrequencySet
from .errors import Unsatisfied, there_are
from .frequency import added_up, relabelled, roll_up


class Partition:
    """Records as tuples of codes with a count.

    tuples: (code, ..., code, count). With rules beyond k the sensitive values stand before the count.
    box: for each dimension the least and the greatest code that the cuts so far allow.
    widths: for each dimension the width, or an upper bound of it.

    >>> part = Partition([(2, 1), (0, 2), (3, 1)], 4, ((0, 3),), [1])
    >>> part.ends(0), part.running_totals(0)
    ((0, 3), ([0, 2, 3], [2, 3, 4]))
    >>> lhs, rhs = part.split(0, 2)
    >>> lhs.tuples, lhs.size, lhs.box, rhs.tuples, rhs.size, rhs.box
    ([(0, 2), (2, 1)], 3, ((0, 2),), [(3, 1)], 1, ((3, 3),))
    """

    __slots__ = 'tuples', 'size', 'box', 'widths', '_dim', '_codes'

    def __init__(self, tuples, size, box, widths):
        self.tuples, self.size, self.box, self.widths = tuples, size, box, widths
        self._dim = self._codes = None      # the dimension that the tuples are sorted by, and their codes in it

    def ends(self, dim) -> tuple:
        """The least and the greatest code."""
        if self._dim == dim:
            return self._codes[0], self._codes[-1]
        codes = [t[dim] for t in self.tuples]
        return min(codes), max(codes)

    def running_totals(self, dim) -> tuple:
        """The paper's frequency set, as two lists: the codes in ascending order, and for each the number of records up to it.

        A code may stand there several times.
        """
        if self._dim != dim:
            self.tuples.sort(key=itemgetter(dim))
            self._dim, self._codes = dim, [t[dim] for t in self.tuples]
        return self._codes, list(accumulate([t[-1] for t in self.tuples]))

    def split(self, dim, value) -> tuple:
        """The records with a code up to this one, and the others."""
        codes, upto = self.running_totals(dim)
        end, (low, high) = bisect_right(codes, value), self.box[dim]
        lhs = self.side(self.tuples[:end], upto[end - 1], dim, (low, value))
        rhs = self.side(self.tuples[end:], self.size - upto[end - 1], dim, (value + 1, high))
        lhs._dim, lhs._codes, rhs._dim, rhs._codes = dim, codes[:end], dim, codes[end:]
        return lhs, rhs

    def side(self, tuples, size, dim, ends) -> Partition:
        """Some of its tuples. ends: of the box in the dimension that was cut."""
        return Partition(tuples, size, (*self.box[:dim], ends, *self.box[dim + 1:]), self.widths[:])

    def codes(self) -> list:
        """The codes of each tuple."""
        dims = len(self.box)
        return [t[:dims] for t in self.tuples]

    def columns(self) -> list:
        """The codes of each dimension."""
        return list(zip(*self.tuples))[:len(self.box)]

    def histogram(self) -> dict:
        """{sensitive values: records}, where there are rules beyond k.

        >>> Partition([(0, ('flu',), 2), (1, ('flu',), 1)], 3, ((0, 1),), [1]).histogram()
        {('flu',): 3}
        """
        *_, values, counts = zip(*self.tuples)
        return added_up(values, counts)


def partition_of(frequency_set: FrequencySet, dimensions, required) -> Partition:
    """The whole table. Unsatisfied where it does not satisfy what is required.

    >>> from .dimensions import dimension_of
    >>> from .required import Required
    >>> partition_of({('5',): 1, ('5.0',): 2, ('7',): 1}, [dimension_of({'5': 1, '5.0': 2, '7': 1})], Required(2)).tuples
    [(0, 3), (1, 1)]
    """
    box = tuple((0, len(dimension.texts) - 1) for dimension in dimensions)
    tuples, size = coded(frequency_set, dimensions, required), sum(frequency_set.values())
    whole = Partition(tuples, size, box, [1] * len(dimensions))
    if size < required.k:
        raise Unsatisfied('%s to publish, fewer than k = %d; lower k' % (there_are(size, 'record'), required.k))
    if required.rules and not required.passes(whole.histogram()):
        raise Unsatisfied('not even the whole table as one class has %s' % required.lacks(whole.histogram()))
    return whole


def coded(frequency_set, dimensions, required) -> list:
    """The tuples of the whole table."""
    maps = [dimension.codes for dimension in dimensions]
    if required.rules:
        tuples: dict = {}
        for quasi, codes in zip(frequency_set, relabelled(frequency_set, maps)):
            for values, n in required.histograms[quasi].items():
                tuples[codes, values] = tuples.get((codes, values), 0) + n
        return [(*codes, values, n) for (codes, values), n in tuples.items()]
    if all(len(codes) == len(dimension.texts) for codes, dimension in zip(maps, dimensions)):       # false if 5 and 5.0 have the same code
        columns = (map(codes.__getitem__, column) for codes, column in zip(maps, zip(*frequency_set)))
        return list(zip(*columns, frequency_set.values()))      # every value has its own code, so no counts add up
    return [(*codes, n) for codes, n in roll_up(frequency_set, maps).items()]
