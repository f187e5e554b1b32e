"""What a search makes least: the exact cost of a vector, and a bound of the costs of a box.

`loss` replaces the one of plain/samarati.py, because a search for the best vector needs bounds, and
adds up in whole numbers.

Promise: `cost` orders the vectors as the measure does. (For precision the greatest comes first.)
Costs are whole numbers, entropies in millionths of a bit. Only c_avg is a float, which tells
fractions of up to 10^7 records apart.
`bound(low, high)` is at most the cost of every satisfying vector from low to high.
`value` turns a cost into the measure.
`levels[column][level]` estimates what a column loses at a level. It only says where a box is cut.

Why the bounds hold. Let v be a vector from low to high. Raising a vector merges classes and does
nothing else. Take a record whose class at high is hopeless: it is below k or, with rules, fails a
steady rule. Then the record is suppressed at v as well, in a class no larger. Below, "suppressed at
high" means these records alone. With a rule that is not steady (rules/of_values.py) more records
may be suppressed at high, but that says nothing of v. A cost counts all suppressed records.
- lm, entropy, precision: the cost of a cell depends on its label (for precision on its level, and
  on whether it is the root). It does not fall as the label rises, and a suppressed cell costs most.
  So before suppression the table costs no less at v than at low. This is a sum over the columns,
  known without a roll-up. Suppression adds what the suppressed cells have left to lose. At v it
  adds this for all records suppressed at high, and no less for each, because their labels at v are
  no higher. For other records it adds nothing negative.
  Bound: the cost at low before suppression + what suppression adds at high.
- height: the height of low. Suppression does not count.
- dm: the sum of the squared class sizes does not fall as classes merge. A suppressed record of a
  class of n adds records - n, which is never negative. At v this is added for all records
  suppressed at high, and no less for each.
  Bound: the squares at low + what suppression adds at high. Both ends have to be rolled up.
- c_avg: a class of low is called large if it is not hopeless. A class that is published at v holds
  a large class, or all its records are suppressed at low and not at high. A class of the second
  kind has k records or more, so there are at most
  `new` = (suppressed at low - suppressed at high) / k of them.
  At v, then, at most large + new classes are published. They have all records of the large classes,
  and at least k more for each class of the second kind. They never have fewer than
  records - MaxSup. One more class of k records does not raise the average, because no average is
  below k. So the bound counts all `new` classes:
  max(records - MaxSup, published at low + k new) / (large + new).
  With a rule that is not steady, large classes may be suppressed at v. Then only k records are
  certain for each published class, and the bound is
  max(records - MaxSup, k (large + new)) / (large + new). With fewer classes it would be no smaller.
"""

from __future__ import annotations

from collections import namedtuple
from itertools import compress
from math import gcd, inf, log2

from ..counts.frequency import added_up

# Entropies are added up in steps, as fine as log2 of a float. A bit has so many steps.
STEPS = 1 << 48
# Costs are counted in grains of so many steps, a millionth of a bit. So rounding rarely decides
# which of two vectors is better.
GRAIN = 1 << 28

# What vectors are compared by. empty: whether all records would be suppressed.
Rank = namedtuple('Rank', 'cost empty vector')


def objective_for(measure, lattice, max_suppression, weights=None):
    """The objective for one of the MEASURES (counts/measures.py), None for 'first'.

    weights: of the columns, for lm.
    """
    make = {'lm': lambda: loss(lattice, weights),
            'dm': lambda: Discernibility(lattice),
            'entropy': lambda: non_uniform_entropy(lattice),
            'precision': lambda: Precision(lattice),
            'height': lambda: Height(lattice),
            'c_avg': lambda: AverageClass(lattice, max_suppression),
            'first': lambda: None}
    return make[measure]()


def best_of(vectors, target):
    """The vector of the least rank. Without an objective it is the first.

    >>> from ..counts.hierarchy import Hierarchy
    >>> from .lattice import Lattice
    >>> trees = [Hierarchy({'a': '*', 'b': '*'}),
    ...          Hierarchy({'x': 'xy', 'y': 'xy', 'xy': '*', 'z': '*'})]
    >>> table = {('a', 'x'): 1, ('a', 'y'): 1, ('b', 'x'): 1, ('b', 'y'): 1}
    >>> precision = objective_for('precision', Lattice(table, trees, k=2), 0)
    >>> best_of([(1, 0), (0, 1)], precision), best_of([(1, 0), (0, 1)], None)
    ((0, 1), (1, 0))
    """
    if target is None:
        return vectors[0]
    return min(rank(vector, target) for vector in vectors).vector


def rank(vector, target) -> Rank:
    """The vector's rank under an objective. The vector of the least rank is the best."""
    return Rank(target.cost(vector), target.lattice[vector] == target.lattice.records, vector)


class Separable:
    """A measure that is a sum over the cells: lm, entropy, precision.

    What a cell costs depends on its label, or on its level, alone.
    cells[column][level][code] is the cost of a cell, suppressed[column] that of a suppressed one. A
    code is a value's place among the values of its column.
    The measure is (sum of the cells - start) / unit. The cost of a vector is the sum in whole
    grains.
    """

    def __init__(self, lattice, cells, suppressed, unit, start=0, grain=1):
        self.lattice, self._unit, self._start, self._grain = lattice, unit, start, grain
        self.levels, self._left = [], []    # _left: what each cell has left to lose
        for of_column, counts, most in zip(cells, lattice.columns, suppressed):
            self.levels.append([weighted_sum(of_level, counts.values()) for of_level in of_column])
            self._left.append([[most - cell for cell in of_level] for of_level in of_column])
        self._added = {}    # {vector: what suppression of failing and of hopeless classes adds}

    def cost(self, vector):
        added, _ = self._suppression(vector)
        return self._sum(vector, added)

    def bound(self, low, high):
        _, added = self._suppression(high)
        return self._sum(low, added)

    def _sum(self, vector, added):
        before_suppression = sum(costs[level] for costs, level in zip(self.levels, vector))
        return (before_suppression + added) // self._grain

    def _suppression(self, vector):
        if vector not in self._added:
            _, failing, hopeless = self.lattice.judged(vector)
            of_failing = of_hopeless = self.lattice.weight(vector, failing, self._left)
            if not self.lattice.steady:
                of_hopeless = self.lattice.weight(vector, hopeless, self._left)
            self._added[vector] = of_failing, of_hopeless
        return self._added[vector]

    def value(self, cost):
        return (cost - self._start // self._grain) * self._grain / self._unit


def weighted_sum(numbers, weights):
    return sum(number * weight for number, weight in zip(numbers, weights))


def loss(lattice, weights=None) -> Separable:
    """lm. weights: of the columns, 1 each if none are given.

    Its unit is the least that makes every cell a whole number. (A weight is a float, and a float is
    a fraction.)
    """
    ratios = [float(weight).as_integer_ratio() for weight in weights or [1] * len(lattice.columns)]
    # A cell with n values below its label costs (n - 1) / (all values - 1), times the weight.
    most = [len(values) - 1 or 1 for values in lattice.columns]
    unit = common_multiple([whole * denominator for whole, (_, denominator) in zip(most, ratios)])
    cells, suppressed = [], []
    for tree, values, levels, whole, (numerator, denominator) in zip(
            lattice.hierarchies, lattice.columns, lattice.level_maps, most, ratios):
        below = tree.leaf_counts(values)
        step = unit // (whole * denominator) * numerator
        cells.append([[(below[label] - 1) * step for label in labels.values()]
                      for labels in levels])
        suppressed.append(unit * numerator // denominator)
    return Separable(lattice, cells, suppressed, unit * lattice.records)


def non_uniform_entropy(lattice) -> Separable:
    """entropy. A cell costs the logarithm of the records under its label.

    The start is what the recorded values cost. Missing values that are published as the root are
    one value, which has the root's cost at every level.
    """
    cells, start = [], 0
    for tree, counts, levels in zip(lattice.hierarchies, lattice.columns, lattice.level_maps):
        below = tree.leaf_counts(counts, counts)
        steps = {node: in_steps(n) for node, n in below.items()}
        cells.append([[steps[label] for label in labels.values()] for labels in levels])
        start += sum(n * in_steps(n) for n in counts.values())
    suppressed = [in_steps(lattice.records)] * len(cells)
    return Separable(lattice, cells, suppressed, STEPS, start, GRAIN)


def in_steps(n) -> int:
    """The logarithm of a number of records, in steps."""
    return round(log2(n) * STEPS)


class Precision(Separable):
    """precision: 1 - a separable measure whose cells cost level / height, and 1 at the root.

    Missing values that are published as the root have it at every level.
    """

    def __init__(self, lattice):
        unit = common_multiple(lattice.heights)
        cells = []
        for tree, levels, top in zip(lattice.hierarchies, lattice.level_maps, lattice.heights):
            costs = [level * unit // top for level in range(len(levels))]
            cells.append([[unit if label == tree.root else cost for label in labels.values()]
                          for cost, labels in zip(costs, levels)])
        suppressed = [unit] * len(cells)
        super().__init__(lattice, cells, suppressed, unit * len(cells) * lattice.records)

    def value(self, cost):
        return 1 - super().value(cost)


class Height:
    """height: the sum of the levels. Suppression does not count."""

    def __init__(self, lattice):
        self.lattice = lattice
        self.levels = [list(range(top + 1)) for top in lattice.heights]

    def cost(self, vector):
        return sum(vector)

    def bound(self, low, high):
        return sum(low)

    def value(self, cost):
        return cost


class Discernibility:
    """dm. It depends on the sizes of all classes. So `levels` only guesses where to cut a box."""

    def __init__(self, lattice):
        self.lattice = lattice
        self.levels = [[log2(sum_of_squares(added_up(labels.values(), counts.values()).values()))
                        for labels in levels]
                       for levels, counts in zip(lattice.level_maps, lattice.columns)]
        # {vector: the squared sizes, what suppression of failing and of hopeless classes adds}
        self._parts = {}

    def cost(self, vector):
        squares, of_failing, _ = self._of(vector)
        return squares + of_failing

    def bound(self, low, high):
        squares, _, _ = self._of(low)
        _, _, of_hopeless = self._of(high)
        return squares + of_hopeless

    def _of(self, vector):
        if vector not in self._parts:
            counts, failing, hopeless = self.lattice.judged(vector)
            records = self.lattice.records
            adds = [n * (records - n) for n in counts]
            of_failing, of_hopeless = sum(compress(adds, failing)), sum(compress(adds, hopeless))
            self._parts[vector] = sum_of_squares(counts), of_failing, of_hopeless
        return self._parts[vector]

    def value(self, cost):
        return cost


def sum_of_squares(sizes) -> int:
    return sum(n * n for n in sizes)


class AverageClass:
    """c_avg. Its cost is the size of the average class, published records / classes."""

    def __init__(self, lattice, max_suppression):
        self.lattice, self._least = lattice, lattice.records - max_suppression
        self.levels = [[-log2(labels) for labels in levels] for levels in lattice.distinct()]
        self._classes = {}  # {vector: how many classes do not fail, how many are not hopeless}

    def cost(self, vector):
        published, _ = self._of(vector)
        return (self.lattice.records - self.lattice[vector]) / published if published else inf

    def bound(self, low, high):
        lattice, (_, large) = self.lattice, self._of(low)
        new = (lattice.least(low) - lattice.least(high)) // lattice.k
        if not large + new:
            return inf
        in_large = lattice.records - lattice.least(low) if lattice.steady else lattice.k * large
        return max(self._least, in_large + lattice.k * new) / (large + new)

    def _of(self, vector):
        if vector not in self._classes:
            _, failing, hopeless = self.lattice.judged(vector)
            self._classes[vector] = failing.count(False), hopeless.count(False)
        return self._classes[vector]

    def value(self, cost):
        return cost / self.lattice.k


def common_multiple(numbers) -> int:
    """The least common multiple. (math.lcm needs Python 3.9.)

    >>> common_multiple([4, 6, 3]), common_multiple([3, 5])
    (12, 15)
    """
    multiple = 1
    for number in numbers:
        multiple = multiple // gcd(multiple, number) * number
    return multiple
