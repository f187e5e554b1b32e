"""Quasi tuples packed into numbers, so that C raises the columns.

It replaces `labels_at` of plain/samarati.py, because C raises the column of all tuples at once.

Promise: two packed tuples are equal if and only if the quasi tuples are, at whatever vector they
are raised to. Each value of a column has a code. Neighbouring columns share a field of one byte as
long as their values' combinations fit into it. A column of more than 256 values has a field of two
or four bytes for itself. The fields of a quasi tuple stand in one number of 64 bits, or in several.
Raising a column is `bytes.translate` of every n-th byte.
Invariant: at every level the code of a value is that of the first value with the same label. So one
table per level raises a column, whatever level it is at.
"""

from __future__ import annotations

from array import array
from collections import namedtuple
from itertools import compress, repeat
from math import prod
from operator import add, ne

BYTE = 256

# cells: the slice of the packed tuples with its codes.
BitField = namedtuple('BitField', 'columns scales type cells')


class Packing:
    """How the quasi tuples of a table are packed: the `fields`, and the `width` of a tuple in
    numbers.

    >>> tree = [{'38': '38', '39': '39', '41': '41'}, {'38': '3*', '39': '3*', '41': '4*'}]
    >>> packing = Packing([tree])
    >>> packing.width, [field.columns for field in packing.fields]
    (1, [[0]])
    >>> from .frequency import Column, FrequencySet
    >>> ages = Column(['38', '39', '41'], array('H', [1, 2, 0]))
    >>> numbers = packing.pack(FrequencySet([ages], None))
    >>> list(numbers) == list(packing.raised(numbers, (0,), (0,)))
    True
    >>> len(set(packing.raised(numbers, (0,), (1,))))
    2
    """

    def __init__(self, level_maps):
        """level_maps[column][level]: {value: label}.

        The values of a column are in the same order at every level.
        """
        self._sizes = [len(levels[0]) for levels in level_maps]
        self.fields, self.width = laid_out(self._sizes)
        # [column][level]: what each code becomes, scaled. [column]: the place of its field.
        self._raising = [[] for _ in level_maps]
        self._field_of = [0] * len(level_maps)
        for place, field in enumerate(self.fields):
            for column, scale in zip(field.columns, field.scales):
                self._field_of[column] = place
                self._raising[column] = [[first * scale for first in firsts(labels.values())]
                                         for labels in level_maps[column]]

    def pack(self, table):
        """The quasi tuples of a frequency set (frequency.py) as numbers, `width` for each."""
        data = bytearray(8 * self.width * len(table))
        for field in self.fields:
            codes = repeat(0)
            for column, scale in zip(field.columns, field.scales):
                codes = map(add, codes, map(scale.__mul__, table.columns[column].codes))
            cells(data, field)[:] = array(field.type, codes)
        return array('Q', bytes(data))

    def rows(self, numbers):
        """The packed tuples of an array: a number each.

        If the width is more than 1, they are the bytes of the numbers.
        """
        if self.width == 1:
            return memoryview(numbers).cast('B').cast('Q').tolist()
        data, size = bytes(numbers), 8 * self.width
        return [data[start:start + size] for start in range(0, len(data), size)]

    def codes(self, numbers, column) -> list:
        """The code of one column in each tuple."""
        field = next(field for field in self.fields if column in field.columns)
        scale, size = field.scales[field.columns.index(column)], self._sizes[column]
        return [code // scale % size for code in cells(memoryview(numbers).cast('B'), field)]

    def raised(self, numbers, low, vector):
        """The `rows` of the tuples at `low`, raised to a vector above it."""
        data = bytearray(numbers)
        for place in set(compress(self._field_of, map(ne, low, vector))):
            field = self.fields[place]
            of_field, table = cells(data, field), joint(field, vector, self._raising)
            if field.type == 'B':
                of_field[:] = of_field.tobytes().translate(bytes(table).ljust(BYTE))
            else:
                of_field[:] = array(field.type, map(table.__getitem__, of_field))
        return self.rows(data)


def laid_out(sizes) -> tuple:
    """The fields for columns with so many values, and how many numbers a tuple takes.

    >>> [(field.columns, field.scales, field.type) for field in laid_out([2, 72, 300, 5])[0]]
    [([2], [1], 'H'), ([0, 1], [1, 2], 'B'), ([3], [1], 'B')]
    """
    groups: list = []
    for column, size in enumerate(sizes):
        if groups and prod(sizes[before] for before in groups[-1]) * size <= BYTE:
            groups[-1].append(column)
        else:
            groups.append([column])
    values = [prod(sizes[column] for column in group) for group in groups]
    widths = [1 if n <= BYTE else 2 if n <= BYTE ** 2 else 4 for n in values]
    width = -(-sum(widths) // 8)
    fields, start = [], 0
    # The wide ones come first, so that all are aligned.
    for bytes_, group in sorted(zip(widths, groups), key=lambda pair: -pair[0]):
        scales = [prod(sizes[before] for before in group[:place]) for place in range(len(group))]
        own = slice(start // bytes_, None, 8 * width // bytes_)
        fields.append(BitField(group, scales, {1: 'B', 2: 'H', 4: 'I'}[bytes_], own))
        start += bytes_
    return fields, width


def cells(data, field):
    """The codes of a field in packed tuples, as a view."""
    return memoryview(data).cast(field.type)[field.cells]


def joint(field, vector, lists) -> list:
    """For each code of a field, the sum over its columns of lists[column][level][own code]."""
    sums = [0]
    for column in field.columns:
        sums = [x + y for y in lists[column][vector[column]] for x in sums]
    return sums


def firsts(labels) -> list:
    """For each label, the place where it occurs first.

    >>> firsts('abca')
    [0, 1, 2, 0]
    """
    places: dict = {}
    return [places.setdefault(label, place) for place, label in enumerate(labels)]
