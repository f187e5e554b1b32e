"""What the labels of a column stand for, where the release is used: each label for all of its values, equally often.

Promise: a recorded value is a point. So a table that is published unchanged stands for itself, unless a recorded value is also a node of its
hierarchy with others under it.
- A column has numbers if its recorded values are numbers but for the missing ones, none of them is a code such as 01067, the release publishes
  numbers, intervals, sets and *, and a hierarchy has nothing but such labels. Any other column has categories, such as a ZIP with 130**, and
  so has one with 1e99 and 1e-99.
- An interval of numbers stands for all numbers from its least to its greatest, in steps of the unit of
  the recorded values. [60-80) ends one unit below 80. An open end is the least or the greatest number
  recorded. So are both ends of *. A set of numbers stands for each of its numbers.
- A label of categories stands for the recorded values that it covers (judging/published_labels.py). A missing value is a category.
- A missing number is no number, and stands for nothing.
LeFevre, DeWitt, Ramakrishnan, Workload-Aware Anonymization, KDD 2006, and Xiao, Tao, Anatomy, VLDB 2006, spread labels evenly, too.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from math import ceil, inf

from ...core.counts.frequency import added_up
from ...core.counts.values import MISSING, is_code, number
from ...core.errors import DataError
from ..judging.published_labels import KnownValues, no_reading

BINS = 10       # of a column of numbers, for a classifier
MOST_UNITS = 1e60       # of a number; products of variances are then within a float


class ReadLabels:
    """The labels of a column, each read once.

    name      of the column
    recorded  {value: records} of the original
    ranges    {label: the ranges of `known.line` with the values that it may mean}
    """

    def __init__(self, name, recorded, labels, tree, decimal):
        self.name, self.recorded, self.decimal, self.known = name, recorded, decimal, KnownValues(recorded, tree, decimal)
        self.ranges = {label: self.known.ranges(label) for label in labels}
        self._nodes = tree.spans() if tree else {}
        self._root = tree.root if tree else '*'
        inner = {node for node, (first, end) in self._nodes.items() if end > first + 1}
        self._itself = {value for value in recorded if value not in inner}

    def check(self, file):
        """DataError if a label has no reading."""
        for label, ranges in self.ranges.items():
            if ranges is None:
                raise DataError(no_reading(self.name, label), file)

    def covered(self, label) -> list:
        """The recorded values that a label stands for. One that is recorded itself stands for itself alone, unless it is an inner node."""
        if label in self._itself:
            return [label]
        return sorted({value for first, end in self.ranges[label] for value in self.known.line[first:end]})

    def are_numbers(self) -> bool:
        known = [value for value in self.recorded if value not in MISSING]
        if not known or any(number(value, self.decimal) is None or is_code(value) for value in known):
            return False
        ends = [(0, 0) if label in MISSING or label in ('*', self._root) or label[:1] == '{' else self.known.ends(label)
                for label in [*self.ranges, *self._nodes, *known]]
        unit = unit_of(number(value, self.decimal) for value in known)
        return all(ends) and all(-MOST_UNITS < end * unit < MOST_UNITS for pair in ends for end in pair if abs(end) < inf)


def spread_column(name, recorded, labels, file, tree=None, decimal='.'):
    """A NumberColumn or a CategoryColumn. recorded: {value: records} of the original. labels: those of the release `file`.

    >>> ages, towns = {'21': 3, '28': 1, '35': 2}, {'Ulm': 1, 'Bonn': 4}
    >>> age = spread_column('age', ages, ['[20-29]', '35'], 'r.csv')
    >>> [age.share(age.of_labels[label], (25, 35)) for label in ('[20-29]', '35')], age.share(age.of_values['21'], (21, 28))
    ([0.5, 1.0], 1.0)
    >>> town = spread_column('town', towns, ['*', 'Ulm'], 'r.csv')
    >>> [town.share(town.of_labels[label], {0}) for label in ('*', 'Ulm')]     # 0 is Bonn
    [0.5, 0.0]
    """
    read = ReadLabels(name, recorded, labels, tree, decimal)
    read.check(file)
    return (NumberColumn if read.are_numbers() else CategoryColumn)(read)


class NumberColumn:
    """A column of numbers, which are counted in units: 1 of an age, 0.1 of 37.5.

    places     the recorded numbers in units, ascending, each once
    of_values  {recorded value: ((number, number),)}, in units, () for a missing one
    of_labels  {label: (least, greatest) of each of its equal parts}
    """

    numbers = True

    def __init__(self, read):
        self.name, self.read, self._bins = read.name, read, None
        numbers = {value: number(value, read.decimal) for value in read.recorded if value not in MISSING}
        self.unit = unit_of(numbers.values())
        self.of_values = {value: ((self._units(numbers[value]),) * 2,) if value in numbers else () for value in read.recorded}
        self.places = sorted({part[0] for parts in self.of_values.values() for part in parts})
        self.of_labels = {label: self._parts(label) for label in read.ranges}

    def _units(self, n):
        """The number in units, a whole number unless it is finer than these."""
        n *= self.unit
        return round(n) if abs(n - round(n)) < 1e-6 else n

    def _parts(self, label):
        if label in MISSING:
            return ()
        ends = self.read.known.ends(label) or (-inf, inf)       # those of * and of the root
        if label[:1] == '{':
            return tuple(sorted({part for value in self.read.covered(label) for part in self.of_values[value]}))
        low = self.places[0] if ends[0] == -inf else self._units(ends[0])
        high = self.places[-1] if ends[1] == inf else self._units(ends[1])
        if label[-1:] == ')':       # what is right below the end may have been rounded up to it
            high = ceil(high) - 1
        low = min(low, high) if ends[0] == -inf else low
        return ((low, max(low, high)),)

    @staticmethod
    def share(parts, chosen) -> float:
        """The share of these parts that lies in a range. chosen: its ends, which are in it."""
        low, high = chosen
        inside = 0.0
        for least, greatest in parts:
            first, last = max(least, low), min(greatest, high)
            if first <= last:
                inside += (last - first + 1) / (greatest - least + 1) if least < greatest else 1.0
        return inside / len(parts) if parts else 0.0

    def moments(self, parts):
        """The mean of these parts, and their variance. None of a missing number."""
        if not parts:
            return None
        means = [(least + greatest) / 2 for least, greatest in parts]
        mean = sum(means) / len(parts)
        squares = [(of_part - mean) ** 2 + ((greatest - least + 1) ** 2 - 1) / 12 * (least < greatest) for of_part, (least, greatest) in zip(means, parts)]
        return mean, sum(squares) / len(parts)

    def drawn(self, random, n):
        """The range of n of the recorded numbers. random: a function that returns a number from 0 to below 1."""
        first = int(random() * (len(self.places) - n + 1))
        return self.places[first], self.places[first + n - 1]

    def point(self, value):
        """The parts of any recorded value, such as one of another table."""
        n = number(value, self.read.decimal)
        return ((self._units(n),) * 2,) if n is not None else ()

    def bins(self) -> list:
        """The last number of each bin, in units. A bin begins behind the one before. They have about equally many records.

        >>> spread_column('age', {'1': 5, '2': 5, '30': 9}, [], 'r.csv').bins()
        [1, 2, inf]
        """
        if self._bins is None:
            last = self.places
            if len(last) > BINS:
                known = [(parts[0][0], n) for parts, n in zip(self.of_values.values(), self.read.recorded.values()) if parts]
                records = added_up(*zip(*known))
                halves = [sum_ - records[place] / 2 for place, sum_ in zip(last, accumulate(map(records.__getitem__, last)))]
                total = sum(records.values())
                last = sorted({int(BINS * half / total): place for place, half in zip(last, halves)}.values())
            self._bins = [*last[:-1], inf]
        return self._bins

    def in_bins(self, parts) -> dict:
        """{bin: the share of these parts that lies in it}.

        >>> age = spread_column('age', {'1': 5, '2': 5, '30': 9}, ['[1-4]'], 'r.csv')
        >>> age.in_bins(age.of_labels['[1-4]']), age.in_bins(age.of_values['30'])
        ({0: 0.25, 1: 0.25, 2: 0.5}, {2: 1.0})
        """
        ends = self.bins()
        shares = {}
        for bin_ in sorted({bin_ for least, greatest in parts for bin_ in range(bisect_left(ends, least), bisect_left(ends, greatest) + 1)}):
            shares[bin_] = self.share(parts, (ends[bin_ - 1] + 1 if bin_ else -inf, ends[bin_]))
        return shares


class CategoryColumn:
    """A column of categories, each a number from 0 in the order of their texts.

    of_values  {recorded value: the set of its number}
    of_labels  {label: the set of the numbers of the values that it stands for}
    """

    numbers = False

    def __init__(self, read):
        self.name, self.read, self.values = read.name, read, sorted(read.recorded)
        self.places = range(len(self.values))
        place_of = {value: place for place, value in enumerate(self.values)}
        self.of_values = {value: frozenset([place]) for value, place in place_of.items()}
        self.of_labels = {label: frozenset(map(place_of.__getitem__, read.covered(label))) for label in read.ranges}

    @staticmethod
    def share(parts, chosen) -> float:
        """The share of these categories that is among the chosen ones."""
        return len(parts & chosen) / len(parts) if parts else 0.0

    def drawn(self, random, n):
        """n of the categories."""
        left = list(self.places)
        for place in range(n):
            other = place + int(random() * (len(left) - place))
            left[place], left[other] = left[other], left[place]
        return frozenset(left[:n])

    def point(self, value):
        """The category of any recorded value, such as one of another table. Nothing for a new one."""
        return self.of_values.get(value, frozenset())

    def bins(self):
        """Each category is one."""
        return self.places

    def in_bins(self, parts) -> dict:
        return dict.fromkeys(sorted(parts), 1 / len(parts)) if parts else {}


def unit_of(numbers) -> int:
    """How many units make one: 10 of numbers with one decimal."""
    return 10 ** max(map(decimals, numbers))


def decimals(n) -> int:
    """How many places a number has behind the point.

    >>> [decimals(n) for n in (39, 1.5, 0.025, 1e-05)]
    [0, 1, 3, 5]
    """
    if isinstance(n, int):
        return 0
    digits, _, exponent = repr(n).partition('e')
    return max(0, len(digits.partition('.')[2]) - int(exponent or 0))
