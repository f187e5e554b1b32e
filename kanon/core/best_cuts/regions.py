"""All regions of a table, and prices for its records that no region is too cheap for.

What the prices prove is said in bound.py.

A *region* has an interval of the *long* column, the number with the most values, and in each of the
others, the short ones, a set of categories or an interval. Its loss is what a record loses in a
class with these labels. Two regions with the same records are one, with the lesser loss.
Promise: losses and prices are whole numbers of a unit. Every loss is exact in it or, where that
would take very large numbers, less than it is. After `repaired` every region with at least k
records keeps the rule: its k highest prices add up to at most k times its loss.

How a region is passed without looking at it: whatever price p is, the k highest prices of a region
add up to at most k p + what its prices have above p. That sum grows along the long column as the
interval does, and so does the loss. So for all intervals of the same sets one list of running
totals is enough, and the greatest of it from each start on. Few intervals fail for every p that is
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
# the prices p that are tried, as shares of the highest price
LEVELS = 0, .02, .04, .07, .1, .14, .2, .28, .4, .56, .8


class Regions:
    """The regions of a table.

    points: (code, ..., records) of each distinct tuple. k: of the classes. weights: of the columns
    in lm. A long column with more than MOST_PLACES values is taken in as many steps, and its
    intervals as one step shorter. So no loss is greater than it is.
    unit: a loss of 1.
    records: of each point that has a price of its own.

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
        families = [(dim, family(dimensions[dim], Fraction(weights[dim]))) for dim in short]
        families.sort(key=lambda pair: len(pair[1]))
        losses = [step, *places]
        for _, sets in families:
            losses += [loss for loss, _ in sets]
        exact = least_common([loss.denominator for loss in losses])
        self._k = k
        self.unit = exact << max(0, RESOLUTION - exact.bit_length())
        self._step = int(step * self.unit)
        if exact.bit_length() > 2 * RESOLUTION:
            # Losses are rounded down, and so are places: intervals are taken 2 units shorter.
            self.unit = 1 << RESOLUTION
            self._step = int(step * self.unit) + 2
        self._places = [int(place * self.unit) for place in places]
        merged: dict = {}       # {(place in the long column, codes in the short ones): records}
        for point in points:
            place = place_of[0 if long is None else point[long]]
            key = place, tuple(point[dim] for dim, _ in families)
            merged[key] = merged.get(key, 0) + point[-1]
        self.records = list(merged.values())
        self._at = [place for place, _ in merged]       # [point] -> its place in the long column
        cells: dict = {}        # {codes in the short columns: a number}
        self._cell = []         # [point] -> the number of its cell
        for _, cell in merged:
            self._cell.append(cells.setdefault(cell, len(cells)))
        self._in_cell: list = [[] for _ in cells]       # [cell] -> its points
        for point, number in enumerate(self._cell):
            self._in_cell[number].append(point)
        self._slices, self._sets = self._choices(list(cells), [sets for _, sets in families])
        self._counts = self._by_slice(self.records)

    def _choices(self, cells, families):
        """The slices, [cells of each], and the sets, [(loss, its slices)], cheap ones first.

        A slice has one code of the last column, and a set of each of the others.
        """
        if not families:
            return [[0]], [(0, [0])]
        # {cells as bits: the least loss of sets that hold these and no others}
        chosen = {(1 << len(cells)) - 1: 0}
        *others, (last_column, last_sets) = enumerate(families)
        for column, sets in others:
            of_code = bits_by_code(cells, column)
            further: dict = {}
            for loss, codes in sets:
                chosen_here = sum(compress(of_code, bits_of(codes)))
                for known, before in chosen.items():
                    both, cost = known & chosen_here, before + int(loss * self.unit)
                    if both and cost < further.get(both, cost + 1):
                        further[both] = cost
            chosen = further
        of_code = bits_by_code(cells, last_column)
        numbers: dict = {}      # {cells of a slice as bits: its number}
        best: dict = {}         # {cells as bits: (the least loss, the slices)}
        for known, before in chosen.items():
            slices = [known & with_code for with_code in of_code]
            for loss, codes in last_sets:
                parts = [part for part in compress(slices, bits_of(codes)) if part]
                both, cost = sum(parts), before + int(loss * self.unit)
                if both and (both not in best or cost < best[both][0]):
                    best[both] = cost, [numbers.setdefault(part, len(numbers)) for part in parts]
        cells_of = [list(compress(range(len(cells)), bits_of(part))) for part in numbers]
        return cells_of, sorted(best.values())

    def _by_slice(self, amounts):
        """[slice][place] -> the sum of these amounts of the points."""
        of_cells = [[0] * len(self._places) for _ in self._in_cell]
        for cell, place, amount in zip(self._cell, self._at, amounts):
            of_cells[cell][place] += amount
        return [sum_of_arrays(of_cells, cells) for cells in self._slices]

    def _points_in(self, slices) -> list:
        """The points of these slices."""
        cells = [cell for slice_ in slices for cell in self._slices[slice_]]
        return [point for cell in cells for point in self._in_cell[cell]]

    def least(self) -> list:
        """For each point the least loss of a region that has it and at least k records.

        These prices keep the rule.
        """
        prices: list = [None] * len(self.records)
        for loss, slices in self._sets:
            points = []
            for point in self._points_in(slices):
                if prices[point] is None or prices[point] > loss:
                    points.append(point)
            windows = self._windows(slices) if points else []
            if not windows:
                continue
            least = {}      # {place: the least loss of an interval that has it}
            for place in {self._at[point] for point in points}:
                longer = min(self._length_with(place, low, high) for low, high in windows)
                least[place] = loss + max(0, longer - self._step)
            for point in points:
                price = least[self._at[point]]
                if prices[point] is None or price < prices[point]:
                    prices[point] = price
        return prices

    def _windows(self, slices) -> list:
        """The least intervals of the long column with k records in these slices."""
        upto = [0, *accumulate(sum_of_arrays(self._counts, slices))]
        windows = []
        for start in range(len(upto) - 1):
            end = bisect_left(upto, upto[start] + self._k)
            if upto[start] < upto[start + 1] and end < len(upto):
                windows.append((self._places[start], self._places[end - 1]))
        return windows

    def _length_with(self, place, low, high):
        """How long an interval is that is widened to have a place."""
        there = self._places[place]
        return max(high, there) - min(low, there)

    def repaired(self, prices):
        """Lower the prices until all regions keep the rule.

        Returns the regions that did not, [(k times the loss, their points)]. It is a generator,
        which yields now and then. The prices keep the rule when it is through.
        """
        k, places = self._k, self._places
        broken: list = []
        known = 0       # how many of them there were when the sums above each level were taken
        highest = max(prices)
        levels = [int(share * highest) for share in LEVELS]
        above: list = [None] * len(levels)
        of_cells = [max(prices[point] for point in points) for points in self._in_cell]
        tops = [max(of_cells[cell] for cell in cells) for cells in self._slices]
        rises = [k * place for place in places]
        for number, (loss, slices) in enumerate(self._sets):
            if number % 128 == 0:
                yield
                if len(broken) > known:     # the sums above each level are taken anew
                    above, known = [None] * len(levels), len(broken)
            top = max(tops[slice_] for slice_ in slices)
            if top <= loss:
                continue
            starts, failed = range(len(places)), []
            for number_of_level, level in enumerate(levels):
                if not starts or level > loss + places[-1]:
                    break
                if above[number_of_level] is None:
                    above[number_of_level] = self._above(prices, level)
                totals = [0, *accumulate(sum_of_arrays(above[number_of_level], slices))]
                ends, begins = list(map(sub, totals[1:], rises)), list(map(sub, totals, rises))
                greatest = list(accumulate(reversed(ends), max))[::-1]
                enough = k * (loss - self._step - level)
                starts = [start for start in starts if greatest[start] - begins[start] > enough]
                if starts and not failed:
                    upto = [0, *accumulate(sum_of_arrays(self._counts, slices))]
                    firsts = first_ends(upto, starts, k)
                    starts = list(firsts)
                failed.append((ends, begins, enough))
                starts = [start for start in starts
                          if greatest[firsts[start]] - begins[start] > enough]
            if not starts:
                continue
            points = [point for point in self._points_in(slices) if prices[point]]
            points.sort(key=prices.__getitem__, reverse=True)
            for start in starts:
                farthest = places[start] + self._step + top - loss
                left = range(firsts[start], bisect_left(places, farthest))
                for ends, begins, enough in failed:
                    most = enough + begins[start]
                    left = [end for end in left if ends[end] > most]
                for end in left:
                    if upto[end] == upto[end + 1]:
                        continue
                    inside = [point for point in points if start <= self._at[point] <= end]
                    least = loss + max(0, places[end] - places[start] - self._step)
                    if self._lowered(prices, inside, least):
                        broken.append((k * least, inside))
                        points.sort(key=prices.__getitem__, reverse=True)
        return broken

    def _above(self, prices, level):
        """[slice][place] -> what the prices of its points have above a level, in all."""
        amounts = [n * max(0, price - level) for n, price in zip(self.records, prices)]
        return self._by_slice(amounts)

    def _lowered(self, prices, points, loss) -> bool:
        """Lower the highest prices of a region if it breaks the rule. Returns whether it did."""
        k = self._k
        records, total, price = 0, 0, 0
        for point in points:
            price = prices[point]
            n = min(self.records[point], k - records)
            total += n * price
            records += n
            if records == k:
                break
        if total <= k * loss:
            return False
        base = min(price if records == k else 0, loss)      # the k-th highest price
        over = total - k * base
        for point in points:
            if prices[point] <= base:
                break
            prices[point] = base + (prices[point] - base) * k * (loss - base) // over
        return True


def first_ends(upto, starts, k) -> dict:
    """{start: the first end with k records} of those starts that have records and such an end.

    upto: the records before each place.

    >>> first_ends([0, 2, 2, 5, 6], range(4), 2)
    {0: 0, 2: 2}
    """
    firsts = {}
    for start in starts:
        if upto[start] < upto[start + 1] and upto[start] + k <= upto[-1]:
            firsts[start] = bisect_left(upto, upto[start] + k) - 1
    return firsts


def family(dimension, weight) -> list:
    """[(loss, codes as bits)] of the labels that a class may have in a short column.

    These are sets of categories, and intervals of numbers.

    >>> from ..cutting.dimension import dimension_of
    >>> labels = family(dimension_of({'1': 1, '2': 1, '5': 1}), Fraction(1))
    >>> [(str(loss), codes) for loss, codes in labels]
    [('0', 1), ('1/4', 3), ('1', 7), ('0', 2), ('3/4', 6), ('0', 4)]
    """
    n = len(dimension.texts)
    if dimension.has_missing:
        labels = [(loss, codes << 1) for loss, codes in family(dimension.present, weight)]
        return [*labels, (weight, (1 << n) - 1)]
    labels = []
    if dimension.is_number:
        places = relative_places(dimension, weight)
        for low in range(n):
            for high in range(low, n):
                codes = (2 << high) - (1 << low)
                labels.append((places[high] - places[low], codes))
        return labels
    step = weight / (dimension.others or 1)
    for codes in range(1, 1 << n):
        size = bin(codes).count('1')
        labels.append(((size - 1) * step, codes))
    return labels


def set_count(dimensions) -> int:
    """How many choices of sets there are in the short columns, at most."""
    _, short = long_and_short(dimensions)
    counts = []
    for dim in short:
        dimension = dimensions[dim]
        size = len(dimension.texts)
        if getattr(dimension, 'present', dimension).is_number:
            counts.append(size * (size + 1) // 2)
        else:
            counts.append(2 ** min(size, 64))
    return prod(counts)


def relative_places(dimension, weight) -> list:
    """Where each number lies between the first, 0, and the last, the weight."""
    numbers = [Fraction(position) for position in dimension.positions]
    span = numbers[-1] - numbers[0] or 1
    return [weight * (number - numbers[0]) / span for number in numbers]


def steps_of(dimension, weight) -> tuple:
    """The long column in steps.

    Returns ([place of each code], [where each place lies], how much longer an interval of places
    may seem).
    """
    places = relative_places(dimension, weight)
    if len(places) <= MOST_PLACES or not weight:
        return range(len(places)), places, Fraction(0)
    step = weight / (MOST_PLACES - 1)
    steps = [number * step for number in range(MOST_PLACES)]
    return [int(place / step) for place in places], steps, step


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
    return [int(bit) for bit in reversed(bin(number)[2:])]


def bits_by_code(cells, column) -> list:
    """For each code of a column its cells as bits."""
    codes = [0] * (1 + max(cell[column] for cell in cells))
    for number, cell in enumerate(cells):
        codes[cell[column]] |= 1 << number
    return codes


def sum_of_arrays(arrays, chosen) -> list:
    """The sum of the chosen arrays. (With a comprehension a bound takes 3 % longer.)"""
    arrays_chosen = [arrays[number] for number in chosen]
    return list(map(sum, zip(*arrays_chosen)))
