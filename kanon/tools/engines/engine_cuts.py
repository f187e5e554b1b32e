"""Mondrian's first cuts, made in an engine, until the parts fit into memory.

Promise: the partitions are those of Mondrian on the whole table, and each is yielded once. Only their order is another: a part is
finished before the next is fetched.
A part that is too large is asked what any partition is asked (cutting/partition.py): its values in a dimension and the records up to each,
and to be split at a value. Each answer is one GROUP BY. So the cut functions of cutting/mondrian.py and cutting/cuts.py run unchanged.
Where the table counts persons, each side of a cut has k of them, for k alone.
Not served: cuts that look at single tuples while a part is large. These are relaxed cuts where no strict one is tried first, cuts
along the nodes of a hierarchy, cuts within limits (cutting/limited_cuts.py), and random ones, whose order decides.
"""

from __future__ import annotations

from collections import namedtuple
from itertools import accumulate, compress

from ...core.counts.frequency import added_up, Codes
from ...core.counts.persons import Persons
from ...core.counts.required import Required
from ...core.cutting.cuts import cut_for
from ...core.cutting.mondrian import mondrian
from ...core.cutting.of_persons import PersonsOfPoints
from ...core.cutting.partition import Partition, Points, check_whole
from ...core.errors import DataError

MOST = 500_000      # distinct tuples of a part that is fetched or, where persons are counted, of tuples and persons

KnownPersons = namedtuple('KnownPersons', 'count')      # what is known here of the persons of a table that stays in the engine


class KPersons(Required):
    """k persons, of the so many that the engine has counted."""

    def __init__(self, k, count):
        super().__init__(k)
        self.persons = KnownPersons(count)


def partitions(people, dimensions, required, partitioning='strict', choose='widest', weights=None, most=MOST):
    """Yield the partitions of an EngineTable (counts.py), a list for each part that was fetched. The words are those of `cut_for`.

    most: the distinct tuples that may be in memory. A part that no strict cut makes smaller is fetched as it is.

    >>> import sqlite3
    >>> from ...core.cutting.dimension import dimension_of
    >>> from ...core.counts.required import Required
    >>> from .counts import EngineTable
    >>> database = sqlite3.connect(':memory:')
    >>> _ = database.execute('CREATE TABLE people (age INTEGER)')
    >>> _ = database.executemany('INSERT INTO people VALUES (?)', [(1,), (2,), (3,), (3,), (4,), (5,)])
    >>> with EngineTable(database, 'people', ['age']) as people:
    ...     ages = [dimension_of(counts) for counts in people.columns()]
    ...     [[part.tuples for part in parts] for parts in partitions(people, ages, Required(2), most=3)]
    [[[(0, 1), (1, 1)], [(2, 2)]], [[(3, 1), (4, 1)]]]
    """
    if partitioning == 'relaxed' or choose == 'random' or any(dimension.by_node or dimension.limit for dimension in dimensions):
        raise DataError('only strict cuts, of the widest dimension or by the loss, can be made in the engine; count the table'
                        ' there, and cut it here', people.name)
    if people.person is not None:
        if partitioning != 'strict' or required.rules:
            raise DataError('the engine counts persons for strict cuts and for k alone; hand its counts to kanon.anonymize', people.name)
        required = KPersons(required.k, people.persons)
    first, cut = (cut_for(dimensions, required, kind, choose, weights) for kind in ('strict', partitioning))
    for part in fitting_parts(whole_of(people, dimensions, required), first, most):
        yield mondrian(part, cut)[0]


def whole_of(people, dimensions, required) -> EnginePart:
    """The whole table, as its codes. Unsatisfied where it does not satisfy what is required."""
    people.check_counted(required)
    places = [people.carried.index(name) for name in required.rules]
    table = people.coded([dimension.codes for dimension in dimensions], places)
    box = tuple((0, len(dimension.texts) - 1) for dimension in dimensions)
    whole = EnginePart(people.engine, table, len(places), people.records, box, [1] * len(dimensions), people.person is not None)
    check_whole(whole, required)
    return whole


def fitting_parts(whole, cut, most):
    """Yield parts of a table that fit into memory, as Partitions. Together they are the table, and `cut` would make each of them."""
    stack = [whole]
    while stack:
        part = stack.pop()
        made = cut(part) if part.rows() > most else None
        if made is None:
            yield part.fetched()
        else:
            stack += [side.with_table() for side in reversed(made.parts)]
        part.drop()


class EnginePart:
    """A part of the table that stays in the engine. It answers what a Partition answers, but for its tuples.

    A side of a cut that is only tried is its condition. With `with_table` it gets a table of its own, so that what is asked of it
    does not walk the whole table.
    """

    def __init__(self, engine, table, sensitive, size, box, widths, of_persons=False, condition=''):
        """sensitive: how many sensitive columns stand between the codes and the number of records. of_persons: whether the person does."""
        self.size, self.box, self.widths, self._of_persons = size, box, widths, of_persons
        self._engine, self._table, self._sensitive, self._condition, self._known = engine, table, sensitive, condition, {}

    def ends(self, dim) -> tuple:
        """The least and the greatest code."""
        codes, _ = self.running_totals(dim)
        return codes[0], codes[-1]

    def running_totals(self, dim) -> tuple:
        """The codes in ascending order, and for each the number of records up to it."""
        if dim not in self._known:
            codes, counts = zip(*self._engine.rows(
                'SELECT q{0}, SUM(n) FROM {1} GROUP BY q{0} ORDER BY q{0}'.format(dim, self._where())))
            self._known[dim] = list(codes), list(accumulate(map(int, counts)))
        return self._known[dim]

    def split(self, dim, value) -> tuple:
        """The records with a code up to this one, and the others."""
        codes, upto = self.running_totals(dim)
        (low, high), left = self.box[dim], upto[codes.index(value)]
        return (self._side(left, dim, (low, value), 'q%d <= %d' % (dim, value)),
                self._side(self.size - left, dim, (value + 1, high), 'q%d > %d' % (dim, value)))

    def ends_after(self, cut, dim) -> list:
        """The ends of each side of a strict cut."""
        return [side.ends(dim) for side in cut.parts]

    def different(self, dim) -> list:
        """The codes that occur, each once."""
        return self.running_totals(dim)[0]

    def histogram(self) -> dict:
        """{sensitive values: records}, where there are rules beyond k."""
        values = ', '.join('s%d' % place for place in range(self._sensitive))
        return {tuple(row[:-1]): int(row[-1]) for row in self._engine.rows(
            'SELECT %s, SUM(n) FROM %s GROUP BY %s' % (values, self._where(), values))}

    def passes_in_persons(self, required) -> bool:
        persons, = self._engine.row('SELECT COUNT(DISTINCT w) FROM %s' % self._where())
        return persons >= required.k

    def rows(self) -> int:
        """How many distinct tuples it has or, where persons are counted, of tuples and persons."""
        number, = self._engine.row('SELECT COUNT(*) FROM %s' % self._where())
        return number

    def with_table(self) -> EnginePart:
        if self._condition:
            self._table, self._condition = self._engine.table(query='SELECT * FROM ' + self._where()), ''
        return self

    def drop(self):
        self._engine.drop(self._table)

    def fetched(self) -> Partition:
        """The Partition with the same records."""
        *columns, counts = map(list, zip(*self._engine.rows('SELECT * FROM ' + self._where())))
        dims = len(self.box)
        if self._of_persons:
            points = points_of_persons(columns[:dims], columns[dims], counts)
            counts = points.counts
        else:
            points = Points(columns[:dims], counts, list(zip(*columns[dims:])) if self._sensitive else None)
        return Partition(points, list(range(len(counts))), self.size, self.box, self.widths)

    def _side(self, size, dim, ends, condition):
        box = (*self.box[:dim], ends, *self.box[dim + 1:])
        return EnginePart(self._engine, self._table, self._sensitive, size, box, self.widths[:], self._of_persons, condition)

    def _where(self):
        return self._table + (' WHERE ' + self._condition if self._condition else '')


def points_of_persons(columns, names, counts) -> Points:
    """The Points of rows that stand apart for each person. columns: [dim][row] -> code. names: of the persons, None for nobody.

    >>> points = points_of_persons([[4, 4, 7]], ['Ann', 'Bob', None], [2, 1, 1])
    >>> points.columns, points.counts, points.persons.has([0], 2), points.persons.has([1], 1)
    ([[4, 7]], [3, 1], True, False)
    """
    point_of, number_of = Codes(), Codes()
    places = [point_of[codes] for codes in zip(*columns)]
    points = Points(list(map(list, zip(*point_of))), list(added_up(places, counts).values()))
    is_there = [name is not None for name in names]
    persons = [number_of[name] for name in compress(names, is_there)]
    points.persons = PersonsOfPoints(Persons(len(number_of) or 1, compress(places, is_there), persons), len(point_of))
    return points
