"""How far a class's sensitive values are from the whole table's: the earth mover's distance, exactly.

N. Li, T. Li, S. Venkatasubramanian, t-Closeness, ICDE 2007: equal, ordered and hierarchical distance.

Promise: `from_(histogram)` is (numerator, denominator), whole numbers, of the least work that turns the shares of a class
into those of the whole table; 0 to 1. Both are histograms {sensitive value: records}; every value of the class is one of the
table's.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

from ..errors import DataError, some
from ..frequency import added_up
from ..values import number


class Equal:
    """Any two values are equally far apart: half of the sum of the differences of the shares.

    >>> Equal({'flu': 2, 'cancer': 2}).from_({'flu': 1})
    (2, 4)
    """

    def __init__(self, reference):
        self.reference, self.total = reference, sum(reference.values())

    def from_(self, histogram):
        size = sum(histogram.values())
        return (sum(max(0, n * self.total - self.reference[value] * size) for value, n in histogram.items()),
                size * self.total)


class Ordered:
    """Two of m numbers that are i places apart have the distance i / (m - 1). Equal numbers are one value.

    >>> Ordered({'3': 1, '4': 1, '5': 1}).from_({'3': 1, '4': 1})
    (3, 12)
    """

    def __init__(self, reference):
        places = {value: number(value) for value in reference}
        wrong = [value for value, place in places.items() if place is None]
        if wrong:
            raise DataError('the ordered distance is for numbers, not for %s; equal and hierarchical are for others'
                            % some(sorted(wrong), 3))
        ranks = {place: rank for rank, place in enumerate(sorted(set(places.values())))}
        self._rank = {value: ranks[place] for value, place in places.items()}
        self.reference, self.total = reference, sum(reference.values())
        by_rank = added_up(map(self._rank.__getitem__, reference), reference.values())
        self._upto = list(accumulate(by_rank[rank] for rank in range(len(by_rank))))     # of all records, those up to each rank
        self._sums = [0, *accumulate(self._upto)]

    def from_(self, histogram):
        """Over each gap between two neighbours goes what the class has up to there too much or too little.

        Between two values of the class that it has up to there is the same, so that a class costs as many steps as it has
        values, however many the table has.
        """
        by_rank = added_up(map(self._rank.__getitem__, histogram), histogram.values())
        size, last, mine, work = sum(histogram.values()), len(self._upto) - 1, 0, 0
        start = 0
        for rank in [*sorted(by_rank), last]:
            work += self._between(start, rank, mine * self.total, size)
            mine += by_rank.get(rank, 0)
            start = rank
        return work, (last or 1) * size * self.total

    def _between(self, start, end, mine, size):
        """The sum of abs(mine - upto x size) over the ranks from start on and before end."""
        turn = bisect_left(self._upto, -(-mine // size), start, end)    # from here on the table has more up to there
        less, more = self._sums[turn] - self._sums[start], self._sums[end] - self._sums[turn]
        return mine * (turn - start) - less * size + more * size - mine * (end - turn)


class Hierarchical:
    """Two values are as far apart as their lowest common ancestor is high: its level / the height of the hierarchy.

    Levels are counted in the tree, from the root down: a label that stands for several levels counts once, which asks for more.

    >>> from ..hierarchy import Hierarchy
    >>> tree = Hierarchy({'flu': 'lungs', 'asthma': 'lungs', 'lungs': '*', 'ulcer': 'stomach', 'stomach': '*'})
    >>> Hierarchical({'flu': 1, 'asthma': 1, 'ulcer': 2}, tree).from_({'flu': 1, 'ulcer': 1})     # half of the flu, one level
    (2, 16)
    """

    def __init__(self, reference, tree):
        self.reference, self.total, self.tree = reference, sum(reference.values()), tree
        self._upward = [(node, tree[node]) for node in sorted(tree, key=tree.depth, reverse=True)]
        self._levels = {node: tree.height - tree.depth(node) for node in tree.values()}

    def from_(self, histogram):
        size = sum(histogram.values())
        more, less = {}, {}     # {node: what those of its children have too much that have too much, ... too little}
        surplus = {value: histogram.get(value, 0) * self.total - n * size for value, n in self.reference.items()}
        for node, parent in self._upward:
            extra = surplus.get(node, 0) + more.get(node, 0) - less.get(node, 0)
            side = more if extra > 0 else less
            side[parent] = side.get(parent, 0) + abs(extra)
        work = sum(level * min(more.get(node, 0), less.get(node, 0)) for node, level in self._levels.items())
        return work, self.tree.height * size * self.total
