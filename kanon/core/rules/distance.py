"""How far a class's sensitive values are from the whole table's: the earth mover's distance.

N. Li, T. Li, S. Venkatasubramanian, t-Closeness, ICDE 2007: equal, ordered and hierarchical
distance.

Promise: `from_(histogram)` is the least work that turns the shares of a class into those of the
whole table, exactly. It is from 0 to 1, a pair of whole numbers: numerator and denominator.

The class and the table (`reference`) are histograms {sensitive value: records}, and every value of
the class must occur in the table. In the formulas p is the share of a value in the class, and q its
share in the table. Where n of `size` records of the class have it, and N of `total` records of the
table, p - q is (n * total - N * size) / (size * total). So all sums are of whole numbers, and are
divided once, in the end.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

from ..counts.values import number
from ..errors import DataError, some


class Equal:
    """Any two values are equally far apart. The distance is the sum of |p - q| / 2 over all values.

    What a class has too much of some values it has too little of others. So half of that sum is the
    sum of p - q over the values of which the class has too much.

    >>> Equal({'flu': 2, 'cancer': 2}).from_({'flu': 1})
    (2, 4)
    """
    kind = 'equal'

    def __init__(self, reference):
        self.reference = reference
        self.total = sum(reference.values())

    def from_(self, histogram):
        size = sum(histogram.values())
        work = 0
        for value, n in histogram.items():
            work += max(0, n * self.total - self.reference[value] * size)
        return work, size * self.total


class OrderedDistance:
    """Of m numbers in order, two that are i places apart have the distance i / (m - 1).

    The distance is the sum, over the m - 1 gaps between neighbours, of |the sum of p - q over all
    numbers up to the gap|, divided by m - 1. Equal numbers are one value. decimal: their decimal
    sign.

    >>> OrderedDistance({'3': 1, '4': 1, '5': 1}).from_({'3': 1, '4': 1})
    (3, 12)
    """
    kind = 'ordered'

    def __init__(self, reference, decimal='.'):
        self.decimal = decimal
        places = {value: number(value, decimal) for value in reference}
        wrong = [value for value, place in places.items() if place is None]
        if wrong:
            raise DataError('the ordered distance is for numbers, not for %s; equal and'
                            ' hierarchical are for others' % some(sorted(wrong), 3))
        in_order = sorted(set(places.values()))
        ranks = {place: rank for rank, place in enumerate(in_order)}
        self._rank = {value: ranks[place] for value, place in places.items()}
        self.reference = reference
        self.total = sum(reference.values())
        by_rank = self._by_rank(reference)
        records = [by_rank[rank] for rank in range(len(by_rank))]
        self._upto = list(accumulate(records))      # the table's records up to each rank
        self._sums = [0, *accumulate(self._upto)]   # of these up to each rank, the rank excluded

    def from_(self, histogram):
        """Across each gap moves what the class has too much, or too little, up to there.

        The class's count up to a gap stays the same between two of its values. So the work takes as
        many steps as the class has values, however many the table has.
        """
        by_rank = self._by_rank(histogram)
        size = sum(histogram.values())
        last = len(self._upto) - 1
        work = mine = start = 0         # mine: the class's records up to the gaps after `start`
        for rank in [*sorted(by_rank), last]:
            work += self._between(start, rank, mine * self.total, size)
            mine += by_rank.get(rank, 0)
            start = rank
        return work, (last or 1) * size * self.total

    def _by_rank(self, histogram) -> dict:
        """{rank: records} of a histogram. Numbers of one rank are equal."""
        by_rank: dict = {}
        for value, n in histogram.items():
            rank = self._rank[value]
            by_rank[rank] = by_rank.get(rank, 0) + n
        return by_rank

    def _between(self, start, end, mine, size):
        """The sum of abs(mine - upto * size) over the ranks from start to end, end excluded."""
        # upto * size is below mine before this rank, and no less from there on.
        turn = bisect_left(self._upto, -(-mine // size), start, end)
        below = self._sums[turn] - self._sums[start]
        above = self._sums[end] - self._sums[turn]
        too_much = mine * (turn - start) - below * size
        too_little = above * size - mine * (end - turn)
        return too_much + too_little


class Hierarchical:
    """Two values are as far apart as the level of their lowest common ancestor says.

    That level is divided by the height of the hierarchy. Levels are counted in the tree, from the
    root down. So a label that a file repeats for several levels counts once. That makes the
    distance greater, and the rule stricter.

    The distance is the sum, over all edges, of their levels * |the sum of p - q over all values
    under the edge|, divided by 2 * the height. The paper adds the same work up at the nodes where
    what goes up meets what goes down. Here half of the flu moves up one level, and down again:

    >>> from ..counts.hierarchy import Hierarchy
    >>> tree = Hierarchy({'flu': 'lungs', 'asthma': 'lungs', 'lungs': '*',
    ...                   'ulcer': 'stomach', 'stomach': '*'})
    >>> Hierarchical({'flu': 1, 'asthma': 1, 'ulcer': 2}, tree).from_({'flu': 1, 'ulcer': 1})
    (2, 16)
    """
    kind = 'hierarchical'

    def __init__(self, reference, tree):
        self.reference, self.tree = reference, tree
        self.total = sum(reference.values())
        # {node: the table's records under it}
        self._records = tree.leaf_counts(reference, reference)
        levels = {node: tree.height - tree.depth(node) for node in tree.values()}
        # {node: the next node up with more records}, without nodes that have all records
        self._above: dict = {}
        # {node: how many levels lie between the two}
        self._levels = {}
        for node in sorted(self._records, key=tree.depth):      # a parent before its children
            if self._records[node] == self.total:
                # In the end this is the level of the lowest node with all records.
                self._most = levels.get(node, 0)
                continue
            parent = tree[node]
            alike = self._records[parent] == self._records[node]
            above = self._above[parent] if alike else parent
            self._above[node] = above
            self._levels[node] = levels[above] - levels.get(node, 0)

    def from_(self, histogram):
        """Across each edge moves what the class has too much, or too little, under it.

        Half of that work goes up, and half goes down. Under a node without a value of the class, it
        lacks all of the table's share. What it would lack under all nodes is known from the table.
        So only the nodes above the class's own values are looked at, however many values the table
        has.
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
            moved = abs(n * self.total - share)
            twice += self._levels[node] * (moved - share)
        return twice // 2, self.tree.height * size * self.total
