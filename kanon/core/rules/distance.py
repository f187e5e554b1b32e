"""How far a class's sensitive values are from the whole table's: the earth mover's distance, exactly.

N. Li, T. Li, S. Venkatasubramanian, t-Closeness, ICDE 2007: equal, ordered and hierarchical distance.

Promise: `from_(histogram)` is the least work that turns the shares of a class into those of the whole table, from 0 to 1.
It is a pair of whole numbers, (numerator, denominator). The class and the table (`reference`) are histograms {sensitive
value: records}, and every value of the class must occur in the table.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

from ..counts.frequency import added_up
from ..counts.values import number
from ..errors import DataError, some


class Equal:
    """Any two values are equally far apart. The distance is half of the sum of the differences between the shares.

    >>> Equal({'flu': 2, 'cancer': 2}).from_({'flu': 1})
    (2, 4)
    """
    kind = 'equal'

    def __init__(self, reference):
        self.reference, self.total = reference, sum(reference.values())

    def from_(self, histogram):
        size = sum(histogram.values())
        return (sum(max(0, n * self.total - self.reference[value] * size) for value, n in histogram.items()),
                size * self.total)


class Ordered:
    """Of m numbers in order, two that are i places apart have the distance i / (m - 1). Equal numbers are one value.

    decimal: their decimal sign.

    >>> Ordered({'3': 1, '4': 1, '5': 1}).from_({'3': 1, '4': 1})
    (3, 12)
    """
    kind = 'ordered'

    def __init__(self, reference, decimal='.'):
        self.decimal = decimal
        places = {value: number(value, decimal) for value in reference}
        wrong = [value for value, place in places.items() if place is None]
        if wrong:
            raise DataError('the ordered distance is for numbers, not for %s; equal and hierarchical are for others'
                            % some(sorted(wrong), 3))
        ranks = {place: rank for rank, place in enumerate(sorted(set(places.values())))}
        self._rank = {value: ranks[place] for value, place in places.items()}
        self.reference, self.total = reference, sum(reference.values())
        by_rank = added_up(map(self._rank.__getitem__, reference), reference.values())
        self._upto = list(accumulate(by_rank[rank] for rank in range(len(by_rank))))     # the table's records up to each rank
        self._sums = [0, *accumulate(self._upto)]

    def from_(self, histogram):
        """Across each gap between neighbours moves what the class has too much, or too little, up to there.

        The class's count up to a gap stays the same between two of its values. So the work takes as many steps as the class
        has values, however many the table has.
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
        """The sum of abs(mine - upto * size) over the ranks from start to end, end excluded."""
        turn = bisect_left(self._upto, -(-mine // size), start, end)    # from this rank on upto * size is no less than mine
        less, more = self._sums[turn] - self._sums[start], self._sums[end] - self._sums[turn]
        return mine * (turn - start) - less * size + more * size - mine * (end - turn)


class Hierarchical:
    """The distance of two values is the level of their lowest common ancestor / the height of the hierarchy.

    Levels are counted in the tree, from the root down. So a label that a file repeats for several levels counts once. That
    makes the distance greater, and the rule stricter.

    >>> from ..counts.hierarchy import Hierarchy
    >>> tree = Hierarchy({'flu': 'lungs', 'asthma': 'lungs', 'lungs': '*', 'ulcer': 'stomach', 'stomach': '*'})
    >>> Hierarchical({'flu': 1, 'asthma': 1, 'ulcer': 2}, tree).from_({'flu': 1, 'ulcer': 1})     # half of the flu, one level
    (2, 16)
    """
    kind = 'hierarchical'

    def __init__(self, reference, tree):
        self.reference, self.total, self.tree = reference, sum(reference.values()), tree
        self._records = tree.leaf_counts(reference, reference)      # {node: the table's records under it}
        levels = {node: tree.height - tree.depth(node) for node in tree.values()}
        self._above: dict = {}      # {node: the next node up with more records}, without nodes that have all records
        self._levels = {}           # {node: how many levels lie between the two}
        for node in sorted(self._records, key=tree.depth):          # a parent before its children
            if self._records[node] == self.total:
                self._most = levels.get(node, 0)    # in the end, the level of the lowest node with all records
                continue
            parent = tree[node]
            alike = self._records[parent] == self._records[node]
            self._above[node] = self._above[parent] if alike else parent
            self._levels[node] = levels[self._above[node]] - levels.get(node, 0)

    def from_(self, histogram):
        """Across each edge moves what the class has too much, or too little, under it: half of the work up, and half down.

        Under a node without a value of the class, it lacks all of the table's share. What all nodes so lack is known from the
        table. So only the nodes above the class's own values are looked at, however many values the table has.
        """
        size = sum(histogram.values())
        mine: dict = {}         # {node: the class's records under it}
        for value, n in histogram.items():
            while value in self._above:
                mine[value] = mine.get(value, 0) + n
                value = self._above[value]
        twice = self._most * size * self.total
        for node, n in mine.items():
            share = self._records[node] * size
            twice += self._levels[node] * (abs(n * self.total - share) - share)
        return twice // 2, self.tree.height * size * self.total
