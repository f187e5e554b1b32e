"""A frequency set, rolled up in packed form.

`RollUps` replaces `generalized` of plain/samarati.py, because a search may roll up thousands of
vectors. On nine columns of Adult, with 24,421 different tuples, a vector takes 50 ms there, and
1 ms here.

Promise: `RollUps.at` has the class sizes that are counted in the generalized table.
Raising the columns happens in C (counts/packing.py). Python adds up the counts of equal classes,
which takes more than half of the time.

A vector can be rolled up from any vector below it. Among those whose classes are kept, the one with
the fewest classes is taken. If several have equally few, the highest is taken, because the fewest
columns have to be raised from there.
The classes of the bottom are kept. Of the other vectors, those with the fewest classes are kept, at
most KEPT classes in all. If a class takes more than four numbers, there is room for fewer.

As long as there is room, an intermediate vector is rolled up first, because neighbouring vectors
can start from it, too. There are two kinds.
- If only the bottom lies below a vector, the intermediate one is a level lower in every column. On
  nine columns of ARX's Adult (k = 5, 4% suppressed, lm) this saves the optimal search 60% of the
  counting.
- If all vectors to start from have LARGE classes or more, the intermediate one is a level lower in
  the first column that is at the top. Its labels must have fewer combinations than the vector to
  start from has classes. On 15 columns of three levels this saves half of the counting.
"""

from __future__ import annotations

from array import array
from bisect import insort
from collections import namedtuple
from itertools import compress
from math import prod

from ... import Vector
from ..counts.frequency import added_up, frequency_set_of
from ..counts.packing import Packing, cells, joint

KEPT = 8_000_000    # classes, of 12 bytes each if a quasi tuple fits into one number
LARGE = 4_000       # classes. From so many on it pays to take steps

# Two arrays: `width` numbers for each class, and its records.
Classes = namedtuple('Classes', 'numbers counts')


class RollUps:
    """The frequency set at every vector, rolled up on demand.

    >>> tree = [{'38': '38', '39': '39', '41': '41'}, {'38': '3*', '39': '3*', '41': '4*'}]
    >>> roll_ups = RollUps({('38',): 1, ('39',): 1, ('41',): 5}, [tree])
    >>> roll_ups.at((1,)).counts.tolist()
    [2, 5]
    >>> roll_ups.weight((1,), [True, False], [[[0, 0, 0], [0.5, 0.5, 9]]])
    1.0
    """

    def __init__(self, frequency_set, level_maps):
        self._packing = Packing(level_maps)
        self._tops = [len(levels) - 1 for levels in level_maps]
        self._labels = [[len(set(labels.values())) for labels in levels] for levels in level_maps]
        table = frequency_set_of(frequency_set)
        self._type = 'I' if table.records < 1 << 32 else 'Q'        # of counts
        self._bottom = (0,) * len(level_maps)
        self._rows = Classes(self._packing.pack(table), array(self._type, table.values()))
        self._kept = {} if table.apart else {self._bottom: self._rows}
        # A class of hundreds of columns takes hundreds of bytes.
        self._room = KEPT // max(1, self._packing.width - 3)
        self._by_size, self._full = [], False       # the bottom is not counted here

    def at(self, vector: Vector) -> Classes:
        """The classes of the table generalized to a vector, before suppression."""
        if vector in self._kept:
            return self._kept[vector]
        low = self._smallest_below(vector)
        if low == self._bottom and not self._full:
            between = tuple([max(0, level - 1) for level in vector])
            if between != low and between not in self._kept:
                self._roll_up(low, between)
        for step in reversed(self._steps_below(vector)):
            self._roll_up(self._smallest_below(step), step)
        return self._roll_up(self._smallest_below(vector), vector)

    def sizes(self, vector: Vector) -> dict:
        """{packed class: its records}, in the order of `at`."""
        classes = self.at(vector)
        return dict(zip(self._packing.rows(classes.numbers), classes.counts))

    def _steps_below(self, vector) -> list:
        """The vectors to roll up before this one, from high to low.

        Of the columns at the top, each vector has one more lower by a level.
        """
        steps: list = []
        for column, top in enumerate(self._tops):
            source = len(self._kept.get(self._smallest_below(vector), self._rows).counts)
            if self._full or source < LARGE:
                break
            if vector[column] == top > 0:
                vector = (*vector[:column], top - 1, *vector[column + 1:])
                if vector in self._kept or self._most_classes(vector) >= source:
                    break
                steps.append(vector)
        return steps

    def _most_classes(self, vector) -> int:
        """How many combinations the labels have at a vector."""
        return prod(labels[level] for labels, level in zip(self._labels, vector))

    def codes(self, vector: Vector, column) -> list:
        """The code of a column in each class, in the order of `at`.

        It is the code of the first value with the same label.
        """
        return self._packing.codes(self.at(vector).numbers, column)

    def classes(self, vector: Vector) -> list:
        """The class of each row of the table, as its place in the order of `at`."""
        classes = self._packing.rows(self.at(vector).numbers)
        place_of = {class_: place for place, class_ in enumerate(classes)}
        raised = self._packing.raised(self._rows.numbers, self._bottom, vector)
        return [place_of[class_] for class_ in raised]

    def histograms(self, vector: Vector, column=-1) -> list:
        """{code of a column: records} for each class, in the order of `at`.

        It is the last column by default. The vector has it at its top.
        """
        low = list(vector)
        low[column] = 0
        pairs = self.at(tuple(low))
        histogram_of: dict = {row: {} for row in self._packing.rows(self.at(vector).numbers)}
        codes = self._packing.codes(pairs.numbers, column % len(vector))
        rows = self._packing.raised(pairs.numbers, low, vector)
        for row, code, n in zip(rows, codes, pairs.counts):
            histogram_of[row][code] = n
        return list(histogram_of.values())

    def weight(self, vector: Vector, chosen, weights):
        """What the records of the chosen classes weigh: a sum of weights[column][level][code].

        chosen: a bool for each class, in the order of `at`. A code is the place of a value in its
        column's level maps.
        """
        numbers, counts = self.at(vector)
        counts = list(compress(counts, chosen))
        total = 0
        for field in self._packing.fields:
            codes = compress(cells(memoryview(numbers).cast('B'), field), chosen)
            weight_of = joint(field, vector, weights)
            total += sum(n * weight_of[code] for n, code in zip(counts, codes))
        return total

    def _smallest_below(self, vector):
        not_in = ~self._mask(vector)
        for _, _, mask, kept in self._by_size:
            if not mask & not_in:
                return kept
        return self._bottom

    def _roll_up(self, low, vector):
        numbers, counts = self._kept.get(low, self._rows)
        total = self._merged(low, vector, self._packing.raised(numbers, low, vector), counts)
        packed = total if self._packing.width == 1 else b''.join(total)
        classes = Classes(array('Q', packed), array(self._type, total.values()))
        self._keep(vector, classes)
        return classes

    def _merged(self, low, vector, classes, counts) -> dict:
        """{packed class: its records} at a vector.

        classes, counts: those of `low`, a vector below it, raised.
        """
        return added_up(classes, counts)

    def _mask(self, vector):
        """A vector as a set of bits. One is at or below another if the other has all its bits.

        The bits are written as one text of digits. To add them up column by column would take time
        squared in the number of columns.
        """
        ones = [('1' * level).rjust(top, '0') for level, top in zip(vector, self._tops)]
        return int('0' + ''.join(ones), 2)

    def _keep(self, vector, classes):
        """Keep the classes. If there is no room left, the vector with the most classes goes."""
        self._kept[vector] = classes
        # Of vectors with equally many classes the highest comes first.
        insort(self._by_size, (len(classes.counts), -sum(vector), self._mask(vector), vector))
        self._room -= len(classes.counts)
        while self._room < 0:
            size, _, _, largest = self._by_size.pop()
            self._room += size
            self._full = True
            del self._kept[largest]
