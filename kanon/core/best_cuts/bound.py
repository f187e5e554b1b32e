"""A lower bound of lm for local recoding.

No classes of k records or more, whoever makes them, lose less.

Every record gets a price, which is not negative. *The rule* is that in every region (regions.py)
with at least k records the mean of the k highest prices is at most the loss of the region.
Promise: the sum of the prices is at most what the records lose in any classes of at least k
records, if each class is published as its values, intervals or sets of its own values, and nothing
is suppressed. For such a class lies in the least region around it, which has at least k records and
whose loss is the loss of each of them. The mean of all prices in the class is at most the mean of
its k highest, and this is at most the mean of the k highest in the region. So the prices of the
class add up to at most what its records lose. Labels that say less, such as ancestors and boxes,
lose no less. Rules beyond k leave fewer classes to choose from.

The prices that are best come from a linear program with millions of rules. Here they are found in
rounds. A round moves the prices by the rules that were broken so far. Each rule around a price asks
for less than its records are worth, or for more, and counts the more the closer it is to being
broken. A price rises if the rules around it ask for less, and falls if they ask for more. Then all
regions are checked, in whole numbers, and where a rule is broken the highest prices are lowered
until it holds. So each round ends with prices that keep all rules, and the best ones are kept.

Where a table has too many regions, a record's price is its distance to the k-th nearest record
(neighbours.py). Columns with very many values are then left out. Both make the bound lower, and
never wrong.
"""

from __future__ import annotations

from fractions import Fraction
from math import exp, fsum

from ..counts.required import Required
from ..cutting.partition import partition_of
from .boxes import long_and_short
from .neighbours import Neighbours
from .regions import MOST_PLACES, Regions, set_count

# choices of sets in the short columns; these times the values of the long one
MOST_SETS, MOST_SUMS = 50_000, 5_000_000
MOST_VALUES = 1_500         # of a column, where distances are measured
SECONDS = 15                # that a program takes for a bound if nobody says how many
ROUNDS, STEPS = 16, 100     # and how often its prices move
# how far a price may rise in a round. The regions that would be broken beyond are not known yet
GROWTH = 1.5
SHARPNESS = 20, 40, 80, 160, 320        # of the rules, in the first rounds and all that follow
GAIN = 1.0005               # rounds end where three of them bring less


class Bound:
    """A lower bound of lm, which `states` raises.

    dimensions: of the table's columns. k: of the classes. weights: of the columns in lm.
    by: 'regions' or 'neighbours'.
    left_out: the columns without part in it.
    done: whether it was worked out to the end.

    >>> from ..cutting.dimension import dimension_of
    >>> dimensions = [dimension_of({'1': 1, '3': 1, '9': 2}), dimension_of({'a': 3, 'b': 1})]
    >>> bound = Bound({('1', 'a'): 1, ('3', 'b'): 1, ('9', 'a'): 2}, dimensions, k=2)
    >>> states = list(bound.states())
    >>> bound.lm(), bound.by, bound.done    # the least lm is that of {1 a, 3 b} and {9 a, 9 a}
    (0.625, 'regions', True)
    """

    def __init__(self, frequency_set, dimensions, k, weights=None):
        whole = partition_of(frequency_set, dimensions, Required(k))
        weights = weights or [1] * len(dimensions)
        self.left_out: list = []
        self.done = False
        self._records = whole.size
        long, _ = long_and_short(dimensions)
        places = 1 if long is None else min(MOST_PLACES, len(dimensions[long].texts))
        sets = set_count(dimensions)
        if sets <= MOST_SETS and sets * places <= MOST_SUMS:
            self.by = 'regions'
            regions = Regions(whole.tuples, dimensions, k, weights)
            self._prices = Prices(regions, k, sum(map(Fraction, weights)))
        else:
            self.by = 'neighbours'
            self._prices = self._neighbours(whole.tuples, dimensions, k, weights)

    def _neighbours(self, tuples, dimensions, k, weights) -> Neighbours:
        """The Neighbours in the columns of few values."""
        kept: list = []
        for dim, dimension in enumerate(dimensions):
            few = len(dimension.texts) <= MOST_VALUES
            (kept if few else self.left_out).append(dim)
        points: dict = {}
        for *codes, n in tuples:
            key = tuple(codes[dim] for dim in kept)
            points[key] = points.get(key, 0) + n
        points_of_kept = [(*key, n) for key, n in points.items()]
        return Neighbours(points_of_kept, [dimensions[dim] for dim in kept], k,
                          [weights[dim] for dim in kept])

    def states(self):
        """Yield often. Whoever has no time left stops asking."""
        yield from self._prices.rounds()
        self.done = True

    def lm(self) -> float:
        """No classes of k records or more have a lesser lm. Rounded down to a float."""
        return rounded_down(Fraction(self._prices.total, self._prices.unit * self._records))

    def report(self, names, lm) -> dict:
        """What a report says of the bound. names: of the columns. lm: of a release.

        gap: how far at most the release is above the best possible, as a share of that. None if the
        bound is 0 and the lm is not.
        """
        bound = self.lm()
        if bound:
            gap = max(0.0, (lm - bound) / bound)
        else:
            gap = None if lm else 0.0
        left_out = [names[dim] for dim in self.left_out]
        return {'lm': bound, 'gap': gap, 'by': self.by, 'left_out': left_out,
                'stopped': not self.done}


class Rule:
    """The rule of a region that was broken.

    bound: k times its loss. points: those of the region. step: the next one that looks at it.
    """

    __slots__ = 'bound', 'points', 'step'

    def __init__(self, bound, points):
        self.bound = bound
        self.points = points
        self.step = 0


class Prices:
    """Prices of the points of some columns. `rounds` raises them.

    regions: the Regions of a table.
    k: of the classes.
    lost: the loss of a record that is suppressed.
    best: prices that keep the rule.
    total: their sum.
    unit: a loss of 1.
    """

    def __init__(self, regions, k, lost):
        self._regions = regions
        self._records = regions.records
        self._k = k
        self.best = self._least = regions.least()
        self.total = self._sum(self.best)
        self.unit = regions.unit
        most = int(lost * regions.unit)
        self._limits = []       # the highest price that each point can have alone
        for n, price in zip(self._records, self.best):
            self._limits.append(min(most, k * price // n) if n < k else 0)
        self._rules: list = []      # a Rule of each region that was broken

    def rounds(self):
        """Yield often. Whoever has no time left stops asking."""
        prices = [min(3 * price, limit) for price, limit in zip(self.best, self._limits)]
        idle = 0
        for number in range(ROUNDS):
            if number:
                sharpness = SHARPNESS[min(number, len(SHARPNESS)) - 1]
                prices = yield from self._moved(prices, sharpness)
            broken = yield from self._regions.repaired(prices)
            self._rules += [Rule(bound, points) for bound, points in broken]
            after = self._sum(prices)
            idle = idle + 1 if after <= GAIN * self.total else 0
            if after > self.total:
                self.best, self.total = prices[:], after
            if idle == 3:
                return

    def _sum(self, prices) -> int:
        return sum(price * n for price, n in zip(prices, self._records))

    def _moved(self, prices, sharpness):
        """Prices that keep the rule in the regions known so far, with a greater sum."""
        limits = []
        for price, limit, least in zip(prices, self._limits, self._least):
            limits.append(min(limit, max(GROWTH * price, least)))
        points = [point for point, limit in enumerate(limits) if limit]
        prices = [max(float(price), limit / 1000) for price, limit in zip(prices, limits)]
        records = self._records
        for step in range(STEPS):
            yield
            worst, asked = self._asked(prices, sharpness, step)
            # not `sum`, which rounds in another way from Python 3.12 on
            asked_in_all = fsum(prices[point] * asked[point] for point in points)
            if not asked_in_all:        # no rule is close to being broken
                for point, limit in enumerate(limits):
                    prices[point] = min(limit, prices[point] / (worst or 1))
                continue
            worth_in_all = fsum(prices[point] * records[point] for point in points)
            share = worth_in_all / asked_in_all
            for point in points:
                worth = records[point] / (asked[point] * share + 1e-300)
                factor = min(max(worth, .3), 3.3) ** (1 / sharpness)
                price = max(prices[point] / worst, limits[point] / 1000)
                prices[point] = min(limits[point], price * factor)
        worst, _ = self._asked(prices, sharpness)
        return [min(int(price / (worst or 1)), limit)
                for price, limit in zip(prices, self._limits)]

    def _asked(self, prices, sharpness, step=None) -> tuple:
        """How close the known regions are to being broken, and what they ask for.

        Returns (the greatest share of its bound that a region takes, how much the regions ask for
        of each point). A region that is far from being broken is looked at again after as many
        steps as cannot have brought it close. step: None to look at all.
        """
        worst = 0.0
        asked = [0.0] * len(prices)
        for rule in self._rules:
            if step and step < rule.step:
                continue
            points = rule.points
            points.sort(key=prices.__getitem__, reverse=True)
            total, place, n = k_highest(points, prices, self._records, self._k)
            share = total / rule.bound
            worst = max(worst, share)
            strength = sharpness * (share - 1)
            rule.step = (step or 0) + int(-strength / 4)
            if strength > -12:
                strength = exp(min(strength, 8)) / rule.bound
                for point in points[:place]:
                    asked[point] += strength * self._records[point]
                asked[points[place]] += strength * n
        return worst, asked


def k_highest(points, prices, records, k) -> tuple:
    """The sum of the k highest prices, the place of the last point that has one, and how many.

    points: the highest price first.

    >>> k_highest([0, 1, 2], [5., 3., 1.], [1, 4, 9], k=3)
    (11.0, 1, 2)
    """
    total, left = 0.0, k
    for place, point in enumerate(points):
        n = records[point]
        if n >= left:
            return total + left * prices[point], place, left
        total += n * prices[point]
        left -= n
    return total, place, min(left, n)


def rounded_down(number) -> float:
    """The greatest float that is not above a fraction of 0 or more.

    >>> Fraction(rounded_down(Fraction(1, 10))) <= Fraction(1, 10) < Fraction(.1)
    True
    """
    nearest = float(number)
    return nearest if nearest <= number else nearest * (1 - 2 ** -53)
