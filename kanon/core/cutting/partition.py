"""The table as points of codes, and a partition of it, as Mondrian cuts it.

A `Partition` replaces the dict {t: records} of plain/mondrian.py, and `frequency_set` there,
because a side of a cut is sliced from rows that are sorted already.

Promise: a split hands every record to exactly one side. No operation walks the points in Python:
they are sorted, looked up and sliced in C. With comprehensions a run takes 8 % longer on Adult with
eight dimensions, and 10 % on 200,000 nearly distinct records with --choose lm.
Invariant: the records of a partition's points sum to its `size`. The order of its points means
nothing. The orders that it was asked for are kept until it is finished, and the sides of a split
keep the order that they were cut in.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from itertools import accumulate, compress, repeat

from ..counts.frequency import added_up, frequency_set_of
from ..errors import Unsatisfied, there_are
from .of_persons import at_points, PersonsOfPoints

# So many points are kept as an array, because objects far apart in memory are slow to reach.
LARGE = 5000


class Points:
    """The records as points in the space of the dimensions.

    A point is one or more records that agree in all of them.

    columns: [dim][point] -> code.
    counts: [point] -> records, None if each point is one record.
    sensitive: [point] -> the sensitive values, with rules beyond k, otherwise None.
    of_rows: [point] -> its row in the frequency set, or None if a row may be in several points or
    partitions.
    persons: a PersonsOfPoints (of_persons.py) where k counts persons, otherwise None. Then
    sensitive is None.
    """

    persons: PersonsOfPoints | None = None

    def __init__(self, columns, counts=None, sensitive=None, of_rows=None):
        self.columns = columns
        self.counts = counts
        self.sensitive = sensitive
        self.of_rows = of_rows

    def loosen(self):
        """Before a relaxed cut, which may send the records of a row to both sides."""
        if not self.counts:
            self.counts = [1] * len(self.columns[0])
        self.of_rows = None

    def parted(self, point, counts) -> list:
        """New points in the place of one, each with so many of its records.

        The point itself stays, since other cuts may be tried.
        """
        for column in self.columns:
            column += [column[point]] * len(counts)
        if self.sensitive:
            self.sensitive += [self.sensitive[point]] * len(counts)
        first = len(self.counts)
        self.counts += counts
        return list(range(first, len(self.counts)))

    def records(self, rows):
        """How many records each of these points is."""
        if self.counts:
            return map(self.counts.__getitem__, rows)
        return repeat(1, len(rows))


class Partition:
    """Some of the points.

    rows: their numbers.
    size: their records.
    box: for each dimension the least and the greatest code that the cuts so far allow.
    widths: for each dimension the width, or an upper bound of it. It is 0 only where all points
    have the same code.

    >>> part = Partition(Points([[2, 0, 3]], [1, 2, 1]), [0, 1, 2], 4, ((0, 3),), [1])
    >>> part.ends(0), part.running_totals(0)
    ((0, 3), ([0, 2, 3], [2, 3, 4]))
    >>> lhs, rhs = part.split(0, 2)
    >>> lhs.tuples, lhs.size, lhs.box, rhs.tuples, rhs.size, rhs.box
    ([(0, 2), (2, 1)], 3, ((0, 2),), [(3, 1)], 1, ((3, 3),))
    """

    __slots__ = 'points', 'rows', 'size', 'box', 'widths', '_dim', '_codes', '_orders'

    def __init__(self, points, rows, size, box, widths):
        self.points = points
        self.rows = rows
        self.size = size
        self.box = box
        self.widths = widths
        # the dimension that the rows are sorted by, if there is one, and their codes in it
        self._dim = self._codes = None
        # {dimension: the rows sorted by it, and their codes} of the others that were asked for
        self._orders = None

    @property
    def tuples(self) -> list:
        """The points as tuples (code, ..., code, records).

        With rules beyond k the sensitive values stand before the records.
        """
        columns = self.columns()
        if self.points.sensitive:
            columns.append([self.points.sensitive[row] for row in self.rows])
        return list(zip(*columns, self.points.records(self.rows)))

    def codes(self, dim) -> list:
        """The code of each point."""
        if self._dim == dim:
            return self._codes
        return list(map(self.points.columns[dim].__getitem__, self.rows))

    def columns(self) -> list:
        """The codes of each dimension."""
        return [self.codes(dim) for dim in range(len(self.points.columns))]

    def different(self, dim) -> list:
        """The codes that occur, each at least once."""
        if self.alike(dim):
            return [self.points.columns[dim][self.rows[0]]]
        return self.codes(dim)

    def alike(self, dim) -> bool:
        """Whether all points are known to have the same code."""
        return self.widths is not None and self.widths[dim] == 0

    def ends(self, dim) -> tuple:
        """The least and the greatest code."""
        codes = self.different(dim) if self.alike(dim) else self.ascending(dim)[1]
        return codes[0], codes[-1]

    def ends_after(self, cut, dim) -> list:
        """The ends of each side of a strict cut.

        They are looked for from the ends of the partition, so few points are looked at.
        """
        if dim == cut.dim or self.alike(dim):
            return [side.ends(dim) for side in cut.parts]
        rows, codes = self.ascending(dim)
        code_of = self.points.columns[cut.dim].__getitem__
        ends = []
        for is_there in cut.at.__ge__, cut.at.__lt__:       # on the left side, on the right side
            upward = map(is_there, map(code_of, rows))
            downward = map(is_there, map(code_of, reversed(rows)))
            low = next(compress(codes, upward))
            high = next(compress(reversed(codes), downward))
            ends.append((low, high))
        return ends

    def running_totals(self, dim) -> tuple:
        """The paper's frequency set, as two sequences.

        These are the codes in ascending order, and for each the number of records up to it. A code
        may stand there several times.
        """
        rows, codes = self.ascending(dim)
        counts = self.points.counts
        if counts is None:
            return codes, range(1, self.size + 1)
        return codes, list(accumulate(map(counts.__getitem__, rows)))

    def ascending(self, dim) -> tuple:
        """Its points in the order of their codes, and these codes."""
        if self._dim == dim:
            return self.rows, self._codes
        self._orders = self._orders or {}
        if dim not in self._orders:
            code_of = self.points.columns[dim].__getitem__
            rows = kept(sorted(self.rows, key=code_of))
            self._orders[dim] = rows, kept(list(map(code_of, rows)))
        return self._orders[dim]

    def split(self, dim, value) -> tuple:
        """The records with a code up to this one, and the others."""
        rows, codes = self.ascending(dim)
        _, upto = self.running_totals(dim)
        end = bisect_right(codes, value)
        size = upto[end - 1]
        low, high = self.box[dim]
        lhs = self.side(rows[:end], size, dim, (low, value))
        rhs = self.side(rows[end:], self.size - size, dim, (value + 1, high))
        lhs._dim, lhs._codes = dim, codes[:end]
        rhs._dim, rhs._codes = dim, codes[end:]
        return lhs, rhs

    def finished(self) -> Partition:
        """Itself, without what only further cuts need."""
        self.rows = array('I', self.rows)
        self.widths = self._dim = self._codes = self._orders = None
        return self

    def side(self, rows, size, dim, ends) -> Partition:
        """Some of its points. ends: of the box in the dimension that was cut."""
        box = (*self.box[:dim], ends, *self.box[dim + 1:])
        return Partition(self.points, rows, size, box, self.widths[:])

    def histogram(self) -> dict:
        """{sensitive values: records}, where there are rules beyond k.

        >>> points = Points([[0, 1]], [2, 1], [('flu',), ('flu',)])
        >>> Partition(points, [0, 1], 3, ((0, 1),), [1]).histogram()
        {('flu',): 3}
        """
        values = map(self.points.sensitive.__getitem__, self.rows)
        return added_up(values, self.points.records(self.rows))

    def passes_in_persons(self, required) -> bool:
        """Whether it has what is required, where k counts persons."""
        return self.points.persons.passes(self.rows, required)


def kept(numbers):
    """A list of numbers as it is kept."""
    return array('I', numbers) if len(numbers) > LARGE else numbers


def partition_of(frequency_set, dimensions, required) -> Partition:
    """The whole table. Unsatisfied where it does not satisfy what is required.

    >>> from .dimension import dimension_of
    >>> from ..counts.required import Required
    >>> dimensions = [dimension_of({'5': 1, '5.0': 2, '7': 1})]
    >>> partition_of({('5',): 1, ('5.0',): 2, ('7',): 1}, dimensions, Required(2)).tuples
    [(0, 3), (1, 1)]
    """
    table = frequency_set_of(frequency_set)
    points = points_of(table, dimensions, required)
    n = len(points.columns[0])
    if required.persons:
        persons = required.persons
        if not points.of_rows:
            persons = at_points(persons, columns_of(table, dimensions))
        points.persons = PersonsOfPoints(persons, n)
    box = tuple((0, len(dimension.texts) - 1) for dimension in dimensions)
    widths = [1] * len(dimensions)
    whole = Partition(points, range(n), table.records, box, widths)
    check_whole(whole, required)
    return whole


def check_whole(whole, required):
    """Unsatisfied if the whole table does not satisfy what is required."""
    k, persons = required.k, required.persons
    if whole.size < k:
        raise Unsatisfied('%s to publish, fewer than k = %d; lower k'
                          % (there_are(whole.size, 'record'), k))
    if persons and persons.count < k:
        raise Unsatisfied('%s with rows to publish, fewer than k = %d; lower k'
                          % (there_are(persons.count, 'person'), k))
    if not required.rules:
        return
    histogram = persons.held_in_table() if persons else whole.histogram()
    if not required.passes(histogram):
        raise Unsatisfied('not even the whole table as one class has %s'
                          % required.lacks(histogram))


# What follows makes the points.

def points_of(table, dimensions, required) -> Points:
    """The points of the whole table.

    Without rules, a table of different values has a point for each row, in the same order.
    """
    columns, counts = columns_of(table, dimensions), table.counts
    sensitive, of_rows = None, range(len(table))
    if required.rules and not required.persons:
        values, of_rows, codes, counts = required.sensitive(table)
        columns = [list(map(column.__getitem__, of_rows)) for column in columns]
        sensitive = [values[code] for code in codes]
    if all(len(dimension.codes) == len(dimension.texts) for dimension in dimensions):
        return Points(columns, counts and list(counts), sensitive, of_rows)
    # Values such as 5 and 5.0 have the same code, so rows that differ in them become one point.
    parts = columns + [sensitive] if sensitive else columns
    records = added_up(zip(*parts), counts)
    parts = [list(part) for part in zip(*records)]
    if sensitive:
        sensitive = parts.pop()
    return Points(parts, list(records.values()), sensitive)


def columns_of(table, dimensions) -> list:
    """[dim][row] -> the code of the row in the dimension."""
    columns = []
    for dimension, (values, codes) in zip(dimensions, table.columns):
        code = [dimension.codes[value] for value in values]
        columns.append(list(map(code.__getitem__, codes)))
    return columns
