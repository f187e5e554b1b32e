"""Frequency sets: how often each combination of values occurs.

Every algorithm works on them, never on records. A `FrequencySet` replaces the dicts {t: records} of
the plain pages (plain/). Its columns of codes take a few bytes for each row and column, where a
dict takes a hundred, and C works on them. It serves tables of few distinct tuples and of many.

Promise: a FrequencySet reads like the dict {tuple: records} that it stands for. Counting the parts
of a table and adding the counts up gives the same as counting the table.
Invariant: the counts sum to the number of records, whatever the set is rolled up to. Classes only
merge. So rolling up never increases the number of records in classes below k.
In a FrequencySet equal rows may stand apart, each with its records, if `apart` says so. Every
reader adds up.
"""

from __future__ import annotations

from array import array
from collections import Counter, namedtuple
from collections.abc import Iterable, Mapping
from itertools import accumulate, count, repeat
from operator import add

# values: [code] -> value. codes: an array, [row] -> code.
Column = namedtuple('Column', 'values codes')


class FrequencySet(Mapping):
    """A frequency set.

    columns: a Column for each place of its tuples. counts: [row] -> records, None if each row is
    one record.

    >>> table = frequency_set_of({('39', 'Male'): 2, ('50', 'Male'): 1})
    >>> table.columns[0], table.counts
    (Column(values=['39', '50'], codes=array('H', [0, 1])), array('Q', [2, 1]))
    >>> list(table.items()), table['50', 'Male'], table.records
    ([(('39', 'Male'), 2), (('50', 'Male'), 1)], 1, 3)
    """

    def __init__(self, columns, counts, apart=False):
        self.columns, self.counts, self.apart = columns, counts, apart
        self.records = len(self) if counts is None else sum(counts)
        self._dict = None

    def __len__(self):
        return len(self.columns[0].codes) if self.columns else 0

    def __iter__(self):
        return zip(*(map(column.values.__getitem__, column.codes) for column in self.columns))

    def __getitem__(self, values):
        if self._dict is None:
            self._dict = added_up(self, self.values())
        return self._dict[values]

    def values(self):
        """The records of each row."""
        return [1] * len(self) if self.counts is None else self.counts

    def items(self):
        """(tuple, records) of each row."""
        return zip(self, self.values())

    def numbers(self, tables) -> list:
        """For each row the sum of tables[column][code] over its columns."""
        sums: Iterable = repeat(0, len(self))
        for (_, codes), table in zip(self.columns, tables):
            sums = map(add, sums, map(table.__getitem__, codes))
        return list(sums)


def frequency_set_of(frequency_set) -> FrequencySet:
    """A frequency set as columns. One that has columns already is returned as it is."""
    if isinstance(frequency_set, FrequencySet):
        return frequency_set
    columns_of_codes = [column_of(values) for values in zip(*frequency_set)]
    return FrequencySet(columns_of_codes, array('Q', frequency_set.values()))


def columns(frequency_set) -> list:
    """Each column's own {value: records}, in the order of its codes.

    >>> columns({('39', 'Male'): 2, ('50', 'Male'): 1})
    [{'39': 2, '50': 1}, {'Male': 3}]
    """
    table, counts = frequency_set_of(frequency_set), []
    for values, codes in table.columns:
        of_codes = added_up(codes, table.counts)
        counts.append({value: of_codes[code] for code, value in enumerate(values)})
    return counts


def added_up(values, counts) -> dict:
    """The frequency set of values, or of tuples, with their counts.

    The counts of equal values are added. Without counts each is one.

    >>> added_up(['a', 'b', 'a'], [1, 1, 2]), added_up(['a', 'b', 'a'], None)
    ({'a': 3, 'b': 1}, {'a': 2, 'b': 1})
    """
    if counts is None:
        return dict(Counter(values))
    total: dict = {}
    for value, n in zip(values, counts):
        total[value] = total.get(value, 0) + n
    return total


def times_each(numbers, size, counts=None) -> array:
    """How often each number below `size` occurs, or its counts added up.

    An array takes a tenth of the memory of a Counter.

    >>> times_each([2, 0, 2], 4), times_each([2, 0, 2], 3, [1, 1, 5])
    (array('I', [1, 0, 2, 0]), array('Q', [1, 0, 6]))
    """
    if counts is None:
        times = array('I', bytes(4 * size))
        for number in numbers:
            times[number] += 1
        return times
    records = array('Q', bytes(8 * size))
    for number, n in zip(numbers, counts):
        records[number] += n
    return records


def generalized(table, maps) -> tuple:
    """The tuples of a relabelled FrequencySet, ascending, and the place of each row among them.

    maps: {value: label} of each column.

    >>> table = frequency_set_of({('39', 'Male'): 2, ('50', 'Male'): 1, ('36', 'Male'): 1})
    >>> generalized(table, [{'39': '3*', '36': '3*', '50': '5*'}, {'Male': 'Male'}])
    ([('3*', 'Male'), ('5*', 'Male')], array('I', [0, 1, 0]))
    """
    # Each row gets a number. Two rows have the same number if they have the same labels, and the
    # numbers ascend as the labels do.
    columns = [sorted({labels[value] for value in values})
               for labels, (values, _) in zip(maps, table.columns)]
    tables: list = []
    scale = 1
    for labels, of_column, (values, _) in reversed(list(zip(maps, columns, table.columns))):
        place = {label: place * scale for place, label in enumerate(of_column)}
        tables.insert(0, [place[labels[value]] for value in values])
        scale *= len(of_column)
    numbers = table.numbers(tables)
    distinct = sorted(set(numbers))
    place_of = dict(zip(distinct, count()))
    labels = []
    for number in distinct:
        rest, row = number, []
        for of_column in reversed(columns):
            rest, place = divmod(rest, len(of_column))
            row.append(of_column[place])
        labels.append(tuple(reversed(row)))
    return labels, array('I', map(place_of.__getitem__, numbers))


def without(counts, root) -> dict:
    """{value: count} without the root, which stands for missing values.

    root: None if no missing value is published so.

    >>> without({'25': 2, '*': 1}, '*')
    {'25': 2}
    """
    return {value: n for value, n in counts.items() if value != root}


def column_of(values) -> Column:
    """The values as a Column.

    The codes count up in the order in which the values occur first.
    """
    column = GrowingColumn()
    column.extend(values)
    return column.done()


def code_type(codes) -> str:
    """The type of an array of so many different codes."""
    return 'H' if codes <= 1 << 16 else 'I'


class GrowingColumn:
    """A Column that rows are added to.

    >>> column = GrowingColumn(); column.extend(['b', 'a', 'b']); column.done()
    Column(values=['b', 'a'], codes=array('H', [0, 1, 0]))
    """

    def __init__(self):
        self.code_of, self.codes = Codes(), array('H')

    def extend(self, values):
        codes = list(map(self.code_of.__getitem__, values))
        if self.codes.typecode == 'H' and code_type(len(self.code_of)) == 'I':
            self.codes = array('I', self.codes)
        self.codes.extend(codes)

    def done(self) -> Column:
        return Column(list(self.code_of), self.codes)


class Codes(dict):
    """{value: its code}. A new value gets the next code when it is looked up."""

    def __missing__(self, value):
        self[value] = code = len(self)
        return code


def grouped(numbers, size) -> tuple:
    """The rows in the order of their numbers, and the place where those of each number begin.

    size: how many numbers there are.

    >>> grouped([2, 0, 2], 3)
    (array('I', [1, 0, 2]), [0, 1, 1, 3])
    """
    starts = [0, *accumulate(map(Counter(numbers).__getitem__, range(size)))]
    order, free = array('I', bytes(4 * len(numbers))), starts[:]
    for row, number in enumerate(numbers):
        order[free[number]] = row
        free[number] += 1
    return order, starts
