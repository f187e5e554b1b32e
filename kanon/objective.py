"""What a search makes least: the cost of a vector, and a bound below the costs of all vectors between two.

Promise: `cost` orders the vectors as the measure of that name does (precision: the greatest first), in exact integers
(of entropy, a millionth of a bit is one; c_avg in floats, which tell fractions of up to 10^7 records apart); `bound(low, high)`
is no more than the cost of any satisfying vector between low and high. `value` turns a cost into the measure.

Why the bounds hold. Let v lie at or above low and at or below high. Merging classes is all that raising does, so
(1) a record that is suppressed at high, in a class below k, is suppressed at v, in a class no larger.
lm, entropy, precision: a cell's cost depends on its label alone and does not fall as its level rises. Before
suppression the table costs no less at v than at low: the sum over the columns, known without any roll-up. What a
suppressed record adds is what is left to lose of its cells: by (1) all that are suppressed at high add theirs at v too,
and no less, since their labels at v are no higher. So bound = cost of low before suppression + what suppression adds at
high. height: the same without suppression, which it does not count.
dm: the sum of the squared sizes of all classes rises as classes merge; a suppressed record of a class of n adds (records -
n), by (1) no less at v than at high. So bound = squares of low + what suppression adds at high.
c_avg: a class published at v holds a class of low of k or more, of which there are `large`, or else only records that
are suppressed at low and not at high: there are at most (suppressed at low - suppressed at high) / k = `new` such classes.
All of `large` are published at v, with at least k records for each class of `new`, and no fewer records than MaxSup
leaves. The average falls with each further class of about k records, so bound = max(records - MaxSup, records
published at low + k new) / (large + new).
"""

from __future__ import annotations

from math import gcd, inf, log2
from operator import mul

from .frequency import added_up

STEPS = 1 << 48     # of a bit: what log2 of a float can tell
GRAIN = 1 << 28     # steps that make no difference, so that rounding decides no tie: a millionth of a bit
MEASURES = 'lm', 'dm', 'entropy', 'precision', 'height', 'c_avg'


def objective(measure, lattice, max_suppression, weights=None):
    """The objective for one of the MEASURES, or None for 'first'; weights: those of lm, one a column."""
    if measure == 'first':
        return None
    if measure == 'dm':
        return Discernibility(lattice)
    if measure == 'c_avg':
        return AverageClass(lattice, max_suppression)
    if measure == 'height':
        return Height(lattice)
    if measure == 'entropy':
        return entropy(lattice)
    return lm(lattice, weights) if measure == 'lm' else Precision(lattice)


def best_of(vectors, target):
    """Of the vectors that of the least cost, of equal ones the first; the first of all where there is no objective.

    >>> from .hierarchy import Hierarchy
    >>> from .lattice import Lattice
    >>> trees = [Hierarchy({'a': '*', 'b': '*'}), Hierarchy({'x': 'xy', 'y': 'xy', 'xy': '*', 'z': '*'})]
    >>> lattice = Lattice({('a', 'x'): 1, ('a', 'y'): 1, ('b', 'x'): 1, ('b', 'y'): 1}, trees, k=2)
    >>> best_of([(1, 0), (0, 1)], objective('precision', lattice, 0)), best_of([(1, 0), (0, 1)], None)
    ((0, 1), (1, 0))
    """
    return min(vectors, key=lambda vector: (target.cost(vector), vector)) if target else vectors[0]


class Separable:
    """A measure that is a sum over cells, each of which costs what its label says: lm and entropy.

    cells[column][level][code]: the cost of a cell; suppressed[column]: of one that is suppressed. A code is a value's
    place among the values of its column. The measure is (sum of the cells - start) / unit; the cost of a vector is the sum
    in whole grains.
    """

    def __init__(self, lattice, cells, suppressed, unit, start=0, grain=1):
        self._lattice, self._unit, self._start, self._grain = lattice, unit, start, grain
        self.levels = [[sum(map(mul, of_level, counts.values())) for of_level in levels]
                       for levels, counts in zip(cells, lattice.columns)]
        self._left = [[[most - cell for cell in of_level] for of_level in levels] for levels, most in zip(cells, suppressed)]
        self._added = {}    # {vector: what suppression adds}

    def cost(self, vector):
        return self.bound(vector, vector)

    def bound(self, low, high):
        if high not in self._added:
            self._added[high] = self._lattice.roll_ups.weight_below(high, self._lattice.k, self._left)
        return (sum(levels[level] for levels, level in zip(self.levels, low)) + self._added[high]) // self._grain

    def value(self, cost):
        return (cost * self._grain - self._start) / self._unit


def lm(lattice, weights=None) -> Separable:
    """Cells in the least unit that makes all of them whole numbers: floats are fractions, too."""
    values = lattice.columns
    leaves = [tree.leaf_counts(counts) for tree, counts in zip(lattice.hierarchies, values)]
    ratios = [float(weight).as_integer_ratio() for weight in weights or [1] * len(values)]
    wholes = [(len(counts) - 1 or 1) * ratio[1] for counts, ratio in zip(values, ratios)]
    unit = common_multiple(wholes)
    steps = [unit // whole * ratio[0] for whole, ratio in zip(wholes, ratios)]
    cells = [[[(under[label] - 1) * step for label in labels.values()] for labels in levels]
             for levels, under, step in zip(lattice.level_maps, leaves, steps)]
    suppressed = [unit * ratio[0] // ratio[1] for ratio in ratios]
    return Separable(lattice, cells, suppressed, unit * lattice.records)


def entropy(lattice) -> Separable:
    cells = []
    for tree, counts, levels in zip(lattice.hierarchies, lattice.columns, lattice.level_maps):
        bits = {node: round(log2(n) * STEPS) for node, n in tree.leaf_counts(counts, counts).items()}
        cells.append([[bits[label] for label in labels.values()] for labels in levels])
    start = sum(sum(map(mul, levels[0], counts.values())) for levels, counts in zip(cells, lattice.columns))
    return Separable(lattice, cells, [round(log2(lattice.records) * STEPS)] * len(cells), STEPS, start, GRAIN)


class Precision(Separable):
    """1 - a separable measure whose cells cost level / height."""

    def __init__(self, lattice):
        unit = common_multiple(lattice.top)
        cells = [[[level * unit // top] * len(levels[0]) for level in range(top + 1)]
                 for levels, top in zip(lattice.level_maps, lattice.top)]
        super().__init__(lattice, cells, [unit] * len(cells), unit * len(cells) * lattice.records)

    def value(self, cost):
        return 1 - super().value(cost)


class Height:
    """The sum of the levels; what is suppressed does not count."""

    def __init__(self, lattice):
        self.levels = [list(range(top + 1)) for top in lattice.top]

    def cost(self, vector):
        return sum(vector)

    def bound(self, low, high):
        return sum(low)

    def value(self, cost):
        return cost


class Discernibility:
    """dm, of which a vector's class sizes tell more than its levels do; `levels` only says where to cut a box."""

    def __init__(self, lattice):
        self._lattice = lattice
        self.levels = [[log2(sum(n * n for n in added_up(labels.values(), counts.values()).values())) for labels in levels]
                       for levels, counts in zip(lattice.level_maps, lattice.columns)]
        self._parts = {}    # {vector: (the squares of all classes, what suppression adds)}

    def cost(self, vector):
        return self.bound(vector, vector)

    def bound(self, low, high):
        return self._of(low)[0] + self._of(high)[1]

    def _of(self, vector):
        if vector not in self._parts:
            records, counts = self._lattice.records, self._lattice.counts(vector)
            self._parts[vector] = (sum(map(mul, counts, counts)),
                                   sum(n * (records - n) for n in counts if n < self._lattice.k))
        return self._parts[vector]

    def value(self, cost):
        return cost


class AverageClass:
    """c_avg; its cost is the average class itself, published records / classes."""

    def __init__(self, lattice, max_suppression):
        self._lattice, self._least = lattice, lattice.records - max_suppression
        self.levels = [[-log2(len(set(labels.values()))) for labels in levels] for levels in lattice.level_maps]
        self._large = {}    # {vector: classes of k or more}

    def cost(self, vector):
        large = self._classes(vector)
        return (self._lattice.records - self._lattice[vector]) / large if large else inf

    def bound(self, low, high):
        lattice, large = self._lattice, self._classes(low)
        new = (lattice[low] - lattice[high]) // lattice.k
        return max(self._least, lattice.records - lattice[low] + lattice.k * new) / (large + new) if large + new else inf

    def _classes(self, vector):
        if vector not in self._large:
            self._large[vector] = sum(n >= self._lattice.k for n in self._lattice.counts(vector))
        return self._large[vector]

    def value(self, cost):
        return cost / self._lattice.k


def common_multiple(numbers) -> int:
    """The least common multiple.

    >>> common_multiple([4, 6, 3])
    12
    """
    multiple = 1
    for number in numbers:
        multiple = multiple // gcd(multiple, number) * number
    return multiple
