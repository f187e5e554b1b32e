"""All regions of a table, and prices for its records that no region is too cheap for (bound.py says what they prove).

A *region* has an interval of the *long* column, the number with the most values, and in each of the others, the short ones, a set of
categories or an interval. Its loss is what a record loses in a class with these labels. Two regions with the same records are one,
with the lesser loss.
Promise: losses and prices are whole numbers of a unit. Every loss is exact in it or, where that would take very large numbers, less
than it is. After `repaired` every region with at least k records keeps the rule: its k highest prices add up to at most k times its loss.

How a region is passed without looking at it: whatever price p is, the k highest prices of a region add up to at most k p + what its
prices have above p. That sum grows along the long column as the interval does, and so does the loss. So for all intervals of the
same sets one list of running totals is enough, and the greatest of it from each start on. Few intervals fail for every p that is
tried. Their prices are sorted and added up.
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from itertools import accumulate, compress
from math import gcd, prod
from operator import sub

from .boxes import long_and_short

RESOLUTION = 30         # bits. A loss of 1 has at least so many, and at most twice as many
MOST_PLACES = 256       # in the long column
LEVELS = 0, .02, .04, .07, .1, .14, .2, .28, .4, .56, .8       # the prices p that are tried, as shares of the highest price


class Regions:
    """The regions of a table.

    points: (code, ..., records) of each distinct tuple. k: of the classes. weights: of the columns in lm.
    A long column with more than MOST_PLACES values is taken in as many steps, and its intervals as one step shorter. So no loss is
    greater than it is.
    unit: a loss of 1. records: of each point that has a price of its own.

    >>> from ..cutting.dimension import dimension_of
    >>> dimensions = [dimension_of({'1': 1, '3': 1, '9': 2}), dimension_of({'a': 3, 'b': 1})]
    >>> regions = Regions([(0, 0, 1), (1, 1, 1), (2, 0, 2)], dimensions, 2, [1, 1])
    >>> regions.records, [price / regions.unit for price in regions.least()]
    ([1, 1, 2], [1.0, 1.25, 0.0])
    """

    def __init__(self, points, dimensions, k, weights):
        long, short = long_and_short(dimensions)
        place_of, places, step = [0], [Fraction(0)], Fraction(0)
        if long is not None:
            place_of, places, step = steps_of(dimensions[long], Fraction(weights[long]))
        families = sorted(((dim, family(dimensions[dim], Fraction(weights[dim]))) for dim in short), key=lambda pair: len(pair[1]))
        losses = [loss for _, sets in families for loss, _ in sets]
        exact = least_common([loss.denominator for loss in (*places, step, *losses)])
        self._k, self.unit = k, exact << max(0, RESOLUTION - exact.bit_length())
        self._step = int(step * self.unit)
        if exact.bit_length() > 2 * RESOLUTION:     # losses are rounded down, and intervals taken as a unit shorter
            self.unit = 1 << RESOLUTION
            self._step = int(step * self.unit) + 2
        self._places = [int(place * self.unit) for place in places]
        merged: dict = {}
        for point in points:
            key = place_of[0 if long is None else point[long]], tuple(point[dim] for dim, _ in families)
            merged[key] = merged.get(key, 0) + point[-1]
        self.records, self._at = list(merged.values()), [at for at, _ in merged]
        cells = list(dict.fromkeys(cell for _, cell in merged))        # the codes in the short columns
        number_of = {cell: number for number, cell in enumerate(cells)}
        self._cell = [number_of[cell] for _, cell in merged]
        self._in_cell: list = [[] for _ in cells]
        for point, number in enumerate(self._cell):
            self._in_cell[number].append(point)
        self._slices, self._sets = self._choices(cells, [sets for _, sets in families])
        self._counts = self._by_slice(self.records)

    def _choices(self, cells, families):
        """The slices, [cells of each], and the sets, [(loss, its slices)], cheap ones first.

        A slice has one code of the last column, and a set of each of the others.
        """
        chosen = {(1 << len(cells)) - 1: 0}     # {cells as bits: the least loss of sets that hold these and no others}
        if not families:
            return [[0]], [(0, [0])]
        *others, (place, last) = enumerate(families)
        for column, sets in others:
            of_code = bits_by_code(cells, column)
            further: dict = {}
            for loss, bits in sets:
                some = sum(compress(of_code, bits_of(bits)))
                for known, before in chosen.items():
                    both, cost = known & some, before + int(loss * self.unit)
                    if both and cost < further.get(both, cost + 1):
                        further[both] = cost
            chosen = further
        of_code = bits_by_code(cells, place)
        numbers: dict = {}
        best: dict = {}
        for known, before in chosen.items():
            slices = [known & some for some in of_code]
            for loss, bits in last:
                parts = [part for part in compress(slices, bits_of(bits)) if part]
                both, cost = sum(parts), before + int(loss * self.unit)
                if both and (both not in best or cost < best[both][0]):
                    best[both] = cost, [numbers.setdefault(part, len(numbers)) for part in parts]
        return [list(compress(range(len(cells)), bits_of(part))) for part in numbers], sorted(best.values())

    def _by_slice(self, amounts):
        """[slice][place] -> the sum of these amounts of the points."""
        of_cells = [[0] * len(self._places) for _ in self._in_cell]
        for cell, at, amount in zip(self._cell, self._at, amounts):
            of_cells[cell][at] += amount
        return [summed(of_cells, cells) for cells in self._slices]

    def least(self) -> list:
        """For each point the least loss of a region that has it and at least k records. These prices keep the rule."""
        prices: list = [None] * len(self.records)
        places, k = self._places, self._k
        for loss, slices in self._sets:
            points = [point for slice_ in slices for cell in self._slices[slice_] for point in self._in_cell[cell]
                      if prices[point] is None or prices[point] > loss]
            upto = [0, *accumulate(summed(self._counts, slices))] if points else [0]
            windows = []        # the least intervals with k records
            for start in range(len(upto) - 1):
                end = bisect_left(upto, upto[start] + k)
                if upto[start] < upto[start + 1] and end < len(upto):
                    windows.append((places[start], places[end - 1]))
            if windows:
                near = {at: loss + max(0, min(max(high, places[at]) - min(low, places[at]) for low, high in windows) - self._step)
                        for at in {self._at[point] for point in points}}
                for point in points:
                    if prices[point] is None or near[self._at[point]] < prices[point]:
                        prices[point] = near[self._at[point]]
        return prices

    def repaired(self, prices):
        """Lower the prices until all regions keep the rule. Returns the regions that did not, [(k times the loss, their points)].

        It is a generator, which yields now and then. The prices keep the rule when it is through.
        """
        k, places, broken, known = self._k, self._places, [], 0
        highest = max(prices)
        levels = [int(share * highest) for share in LEVELS]
        above: list = [None] * len(levels)
        of_cells = [max(map(prices.__getitem__, points)) for points in self._in_cell]
        tops = [max(map(of_cells.__getitem__, cells)) for cells in self._slices]
        rises = [k * place for place in places]
        for number, (loss, slices) in enumerate(self._sets):
            if number % 128 == 0:
                yield
                if len(broken) > known:     # the sums above each level are taken anew
                    above, known = [None] * len(levels), len(broken)
            top = max(map(tops.__getitem__, slices))
            if top <= loss:
                continue
            starts, failed = range(len(places)), []
            for place, level in enumerate(levels):
                if not starts or level > loss + places[-1]:
                    break
                if above[place] is None:
                    above[place] = self._by_slice([n * max(0, price - level) for n, price in zip(self.records, prices)])
                totals = [0, *accumulate(summed(above[place], slices))]
                ends, begins = list(map(sub, totals[1:], rises)), list(map(sub, totals, rises))
                greatest = list(accumulate(reversed(ends), max))[::-1]
                enough = k * (loss - self._step - level)
                starts = [start for start in starts if greatest[start] - begins[start] > enough]
                if starts and not failed:
                    upto = [0, *accumulate(summed(self._counts, slices))]
                    starts = [start for start in starts if upto[start] < upto[start + 1] and upto[start] + k <= upto[-1]]
                    firsts = {start: bisect_left(upto, upto[start] + k) - 1 for start in starts}     # the first end with k records
                failed.append((ends, begins, enough))
                starts = [start for start in starts if greatest[firsts[start]] - begins[start] > enough]
            if starts:
                cells = [cell for slice_ in slices for cell in self._slices[slice_]]
                points = [point for cell in cells for point in self._in_cell[cell] if prices[point]]
                points.sort(key=prices.__getitem__, reverse=True)
            for start in starts:
                left = range(firsts[start], bisect_left(places, places[start] + self._step + top - loss))
                for ends, begins, enough in failed:
                    enough += begins[start]
                    left = [end for end in left if ends[end] > enough]
                for end in left:
                    if upto[end] < upto[end + 1]:
                        inside = [point for point in points if start <= self._at[point] <= end]
                        least = loss + max(0, places[end] - places[start] - self._step)
                        if self._lowered(prices, inside, least):
                            broken.append((k * least, inside))
                            points.sort(key=prices.__getitem__, reverse=True)
        return broken

    def _lowered(self, prices, points, loss) -> bool:
        """Lower the highest prices of a region if it breaks the rule. Returns whether it did."""
        k, got, total, price = self._k, 0, 0, 0
        for point in points:
            price, n = prices[point], min(self.records[point], k - got)
            total, got = total + n * price, got + n
            if got == k:
                break
        if total <= k * loss:
            return False
        base = min(price if got == k else 0, loss)      # the k-th highest price
        over = total - k * base
        for point in points:
            if prices[point] <= base:
                break
            prices[point] = base + (prices[point] - base) * k * (loss - base) // over
        return True


def family(dimension, weight) -> list:
    """[(loss, codes as bits)] of the labels that a class may have in a short column: sets of categories, intervals of numbers.

    >>> from ..cutting.dimension import dimension_of
    >>> [(str(loss), bits) for loss, bits in family(dimension_of({'1': 1, '2': 1, '5': 1}), Fraction(1))]
    [('0', 1), ('1/4', 3), ('1', 7), ('0', 2), ('3/4', 6), ('0', 4)]
    """
    if dimension.has_missing:
        labels = family(dimension.present, weight)
        return [*[(loss, bits << 1) for loss, bits in labels], (weight, (1 << len(dimension.texts)) - 1)]
    codes = range(len(dimension.texts))
    if dimension.is_number:
        places = relative_places(dimension, weight)
        return [(places[high] - places[low], (2 << high) - (1 << low)) for low in codes for high in codes[low:]]
    step = weight / (dimension.others or 1)
    return [((bin(bits).count('1') - 1) * step, bits) for bits in range(1, 1 << len(codes))]


def set_count(dimensions) -> int:
    """How many choices of sets there are in the short columns, at most."""
    sizes = [len(dimensions[dim].texts) for dim in long_and_short(dimensions)[1]]
    kinds = [getattr(dimensions[dim], 'present', dimensions[dim]).is_number for dim in long_and_short(dimensions)[1]]
    return prod(size * (size + 1) // 2 if is_number else 2 ** min(size, 64) for size, is_number in zip(sizes, kinds))


def relative_places(dimension, weight) -> list:
    """Where each number lies between the first, 0, and the last, the weight."""
    numbers = list(map(Fraction, dimension.positions))
    return [weight * (number - numbers[0]) / (numbers[-1] - numbers[0] or 1) for number in numbers]


def steps_of(dimension, weight) -> tuple:
    """([place of each code], [where each place lies], how much longer an interval of places may seem) of the long column."""
    places = relative_places(dimension, weight)
    if len(places) <= MOST_PLACES or not weight:
        return range(len(places)), places, Fraction(0)
    step = weight / (MOST_PLACES - 1)
    return [int(place / step) for place in places], [number * step for number in range(MOST_PLACES)], step


def least_common(numbers) -> int:
    """The least common multiple. (math.lcm is not in Python 3.8.)"""
    least = 1
    for number in set(numbers):
        least = least * number // gcd(least, number)
    return least


def bits_of(number) -> list:
    """The bits of a number, the last one first.

    >>> bits_of(6)
    [0, 1, 1]
    """
    return list(map(int, reversed(bin(number)[2:])))


def bits_by_code(cells, column) -> list:
    """For each code of a column its cells as bits."""
    codes = [0] * (1 + max(cell[column] for cell in cells))
    for number, cell in enumerate(cells):
        codes[cell[column]] |= 1 << number
    return codes


def summed(arrays, chosen) -> list:
    """The sum of the chosen arrays."""
    return list(map(sum, zip(*map(arrays.__getitem__, chosen))))
