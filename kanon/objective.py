"""What a search makes least: the exact cost of a vector, and a bound below the costs of all vectors between two.

Promise: `cost` orders the vectors as the measure does (precision: the greatest first), in whole numbers (c_avg in floats,
which tell fractions of up to 10^7 records apart; entropies in whole millionths of a bit).
`bound(low, high)` is no more than the cost of any satisfying vector from low to high; `value` turns a cost into the
measure. `levels[column][level]` says what a column has to lose; it decides nothing but where a box is cut.

Why the bounds hold. Let v lie at or above low and at or below high. Raising merges classes, and does nothing else. So
a record that is suppressed at high because its class is hopeless - below k or, beyond k, failing a steady rule - is
suppressed at v as well, in a class no larger. In what follows "suppressed at high" means these records alone; where a rule
is not steady (requirement.py), more may be suppressed at high, which says nothing of v. A cost counts all that is.
- lm, entropy, precision: the cost of a cell depends on its label (precision: on its level), does not fall as the label
  rises, and is never more than that of a suppressed cell. Before suppression the table therefore costs no less at v
  than at low; this is a sum over the columns, known without a roll-up. Suppression adds what its cells have left to
  lose. At v it adds that of all records suppressed at high, no less for each, since their labels are no higher, and
  nothing negative for others. Bound: low before suppression + what suppression adds at high.
- height: low's; suppression does not count.
- dm: the sum of the squared class sizes does not fall as classes merge. A suppressed record of a class of n adds
  records - n, never less than 0: at v for all that are suppressed at high, and no less for each. Bound: the squares at
  low + what suppression adds at high. Both ends have to be rolled up.
- c_avg: a class published at v holds one of the `large` classes of low, those not hopeless, or it consists of records
  that are suppressed at low and not at high; of these there are at most `new` = (suppressed at low - at high) / k. At v
  all records of the large ones are published, k or more for each new one, and no fewer than MaxSup leaves. The average
  does not rise with each further class of k. Bound: max(records - MaxSup, published at low + k new) / (large + new).
  Where a rule is not steady, large ones may be suppressed at v; only k for each published class is certain. Bound:
  max(records - MaxSup, k (large + new)) / (large + new), which fewer classes do not undercut.
"""

from __future__ import annotations

from collections import namedtuple
from itertools import compress
from math import gcd, inf, log2
from operator import mul

from .frequency import added_up

STEPS = 1 << 48     # of a bit: what log2 of a float can tell

GRAIN = 1 << 28     # steps to a grain, a millionth of a bit, in which costs are counted: rounding hardly decides a tie

MEASURES = 'lm', 'dm', 'entropy', 'precision', 'height', 'c_avg'


# What vectors are compared by. empty: whether everything would be suppressed, so that nothing is published
Rank = namedtuple('Rank', 'cost empty vector')


def objective_for(measure, lattice, max_suppression, weights=None):
    """The objective for one of the MEASURES, or None for 'first'; weights: those of lm, one a column."""
    made = {'lm': lambda: loss(lattice, weights), 'dm': lambda: Discernibility(lattice),
            'entropy': lambda: non_uniform_entropy(lattice), 'precision': lambda: Precision(lattice), 'height': lambda: Height(lattice),
            'c_avg': lambda: AverageClass(lattice, max_suppression), 'first': lambda: None}
    return made[measure]()


def best_of(vectors, target):
    """Of the vectors the one of the least `rank`; the first where there is no objective.

    >>> from .hierarchy import Hierarchy
    >>> from .lattice import Lattice
    >>> trees = [Hierarchy({'a': '*', 'b': '*'}), Hierarchy({'x': 'xy', 'y': 'xy', 'xy': '*', 'z': '*'})]
    >>> lattice = Lattice({('a', 'x'): 1, ('a', 'y'): 1, ('b', 'x'): 1, ('b', 'y'): 1}, trees, k=2)
    >>> best_of([(1, 0), (0, 1)], objective_for('precision', lattice, 0)), best_of([(1, 0), (0, 1)], None)
    ((0, 1), (1, 0))
    """
    return min(rank(vector, target) for vector in vectors).vector if target else vectors[0]


def rank(vector, target) -> Rank:
    """The vector's rank under an objective. The vector of the least rank is the best."""
    return Rank(target.cost(vector), target.lattice.empty_at(vector), vector)


class Separable:
    """A measure that is a sum over cells, each of which costs what its label says: lm, entropy and, by level, precision.

    cells[column][level][code]: the cost of a cell; suppressed[column]: of one that is suppressed. A code is a value's
    place among the values of its column. The measure is (sum of the cells - start) / unit; the cost of a vector is the sum
    in whole grains.
    """

    def __init__(self, lattice, cells, suppressed, unit, start=0, grain=1):
        self.lattice, self._unit, self._start, self._grain = lattice, unit, start, grain
        self.levels = [[sum(map(mul, of_level, counts.values())) for of_level in levels]
                       for levels, counts in zip(cells, lattice.columns)]
        self._left = [[[most - cell for cell in of_level] for of_level in levels]
                      for levels, most in zip(cells, suppressed)]
        self._added = {}    # {vector: what suppression of its failing and of its hopeless classes adds}

    def cost(self, vector):
        return self._sum(vector, self._suppression(vector)[0])

    def bound(self, low, high):
        return self._sum(low, self._suppression(high)[1])

    def _sum(self, vector, added):
        return (sum(levels[level] for levels, level in zip(self.levels, vector)) + added) // self._grain

    def _suppression(self, vector):
        if vector not in self._added:
            _, failing, hopeless = self.lattice.judged(vector)
            added = self.lattice.weight(vector, failing, self._left)
            self._added[vector] = added, added if self.lattice.steady else self.lattice.weight(vector, hopeless, self._left)
        return self._added[vector]

    def value(self, cost):
        return (cost - self._start // self._grain) * self._grain / self._unit


def loss(lattice, weights=None) -> Separable:
    """lm: cells in the least unit that makes all of them whole numbers: floats are fractions, too."""
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


def non_uniform_entropy(lattice) -> Separable:
    """entropy: a cell costs the logarithm of the records under its label, and what the recorded values cost is the start."""
    cells = []
    for tree, counts, levels in zip(lattice.hierarchies, lattice.columns, lattice.level_maps):
        steps = {node: round(log2(n) * STEPS) for node, n in tree.leaf_counts(counts, counts).items()}
        cells.append([[steps[label] for label in labels.values()] for labels in levels])
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
        self.lattice = lattice
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
        self.lattice = lattice
        self.levels = [[log2(sum(n * n for n in added_up(labels.values(), counts.values()).values())) for labels in levels]
                       for levels, counts in zip(lattice.level_maps, lattice.columns)]
        self._parts = {}    # {vector: the squares of all classes, what suppression of the failing and of the hopeless adds}

    def cost(self, vector):
        return self._of(vector)[0] + self._of(vector)[1]

    def bound(self, low, high):
        return self._of(low)[0] + self._of(high)[2]

    def _of(self, vector):
        if vector not in self._parts:
            records, judged = self.lattice.records, self.lattice.judged(vector)
            adds = [n * (records - n) for n in judged.counts]
            self._parts[vector] = (sum(map(mul, judged.counts, judged.counts)),
                                   sum(compress(adds, judged.failing)), sum(compress(adds, judged.hopeless)))
        return self._parts[vector]

    def value(self, cost):
        return cost


class AverageClass:
    """c_avg; its cost is the average class itself, published records / classes."""

    def __init__(self, lattice, max_suppression):
        self.lattice, self._least = lattice, lattice.records - max_suppression
        self.levels = [[-log2(labels) for labels in levels] for levels in lattice.distinct()]
        self._classes = {}  # {vector: classes that do not fail, that are not hopeless}

    def cost(self, vector):
        published = self._of(vector)[0]
        return (self.lattice.records - self.lattice[vector]) / published if published else inf

    def bound(self, low, high):
        lattice, large = self.lattice, self._of(low)[1]
        new = (lattice.least(low) - lattice.least(high)) // lattice.k
        records = (lattice.records - lattice.least(low) if lattice.steady else lattice.k * large) + lattice.k * new
        return max(self._least, records) / (large + new) if large + new else inf

    def _of(self, vector):
        if vector not in self._classes:
            judged = self.lattice.judged(vector)
            self._classes[vector] = judged.failing.count(False), judged.hopeless.count(False)
        return self._classes[vector]

    def value(self, cost):
        return cost / self.lattice.k


def common_multiple(numbers) -> int:
    """The least common multiple.

    >>> common_multiple([4, 6, 3])
    12
    """
    multiple = 1
    for number in numbers:
        multiple = multiple // gcd(multiple, number) * number
    return multiple
