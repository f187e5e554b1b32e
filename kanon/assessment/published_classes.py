"""A published table, from any tool, as its equivalence classes.

Promise: every record of the file is in one class or is counted as suppressed. None is left out because of a missing value.
All values are text, recorded or generalized alike. Rows with '*' in every quasi-identifier are suppressed and form no class. If
the table has no other rows, they are its one class, as in a release generalized to the top.
"""

from __future__ import annotations

from collections import Counter, namedtuple
from itertools import chain
from operator import itemgetter

from ..audit.recount import unguarded
from ..errors import DataError
from ..frequency import added_up
from ..tables.table import Table
from ..values import MISSING

WILDCARD_STEPS = 4_000_000      # a few seconds


class AnyTable(Table):
    """A Table in which a column without a name is called by its place, such as "column 1".

    Several tools write row numbers as a first column without a name.
    """

    def _check_columns(self):
        self.columns = tuple(name or 'column %d' % place for place, name in enumerate(self.columns, 1))
        super()._check_columns()


class GuardedTable(AnyTable):
    """A release of --spreadsheet-safe, without the ' before its values."""

    def _check_columns(self):
        self.columns = tuple(map(unguarded, self.columns))
        super()._check_columns()

    def _own_rows(self):
        for rows in super()._own_rows():
            yield [list(map(unguarded, row)) for row in rows]


# classes: {quasi tuple: {sensitive values: records}}; suppressed: {sensitive values: records}; others: all other columns;
# distinct: those of the others with a different value in every record.
PublishedTable = namedtuple('PublishedTable', 'classes suppressed others distinct')


def read_classes(table, quasi, sensitive=(), stars='suppressed', whole_rows=None) -> PublishedTable:
    """The classes of a table that keeps records with missing values. DataError if it holds no record.

    whole_rows: a Counter that gets {row of all columns: records}, the columns in the order quasi, sensitive, others.
    """
    named = [*quasi, *sensitive]
    for name in named:      # refused before the columns of the table are named, too
        table.index(name, named)
    chosen = {*named, table.counts}
    others = [name for name in table.columns if name not in chosen]
    counts: Counter = Counter()
    values_of: dict = {name: set() for name in others}
    for batch in table.batches(named + others):
        rows = list(batch)
        of_row = map(itemgetter(slice(len(named))), rows)
        counts.update(of_row if table.counts is None else added_up(of_row, [int(row[-1]) for row in rows]))
        if whole_rows is not None:
            counted = [1] * len(rows) if table.counts is None else [int(row[-1]) for row in rows]
            for row, n in zip(rows, counted):
                whole_rows[row[:len(named) + len(others)]] += n
        for name, values in zip(others, list(zip(*rows))[len(named):]):     # others is the shorter one for a counted table
            look_for_repetition(name, values, values_of, table.read)
    if not counts:
        raise DataError('holds no record' + ' without a missing value (? or nothing); see --missing' * bool(table.missing_records),
                        table.name)
    classes, suppressed = in_classes(counts, len(quasi), stars)
    return PublishedTable(classes, suppressed, others, list(values_of) if table.read > 1 else [])


def look_for_repetition(name, values, values_of, records):
    """Add a column's next values to {name: its values so far}. A column with a repeated value is dropped.

    So only columns that may be row numbers are kept in memory.
    """
    if name in values_of:
        values_of[name].update(values)
        if len(values_of[name]) < records:
            del values_of[name]


def in_classes(counts, width, stars='suppressed') -> tuple:
    """The classes and the suppressed rows in {row: records}. The first `width` values of a row are the quasi tuple.

    stars: 'suppressed', or 'class' if rows of '*' alone are a class like any other.

    >>> in_classes({('39', 'Sales'): 2, ('39', 'Tech'): 1, ('*', 'Tech'): 3}, 1)
    ({('39',): {('Sales',): 2, ('Tech',): 1}}, {('Tech',): 3})
    """
    classes: dict = {}
    for row, n in counts.items():
        classes.setdefault(row[:width], {})[row[width:]] = n
    return classes, classes.pop(('*',) * width, {}) if len(classes) > 1 and stars == 'suppressed' else {}


def class_sizes(published) -> dict:
    """{quasi tuple: records} of the classes."""
    return {quasi: sum(histogram.values()) for quasi, histogram in published.classes.items()}


def accounts(published) -> dict:
    """How many records were read, are in classes, and are suppressed."""
    suppressed, in_classes_ = sum(published.suppressed.values()), sum(class_sizes(published).values())
    return {'read': in_classes_ + suppressed, 'in_classes': in_classes_, 'suppressed': suppressed}


def whole_file(published) -> dict:
    """{sensitive values: records} of the whole file, including suppressed rows. It is the reference of t-closeness."""
    histograms = [published.suppressed, *published.classes.values()]
    return added_up(chain.from_iterable(histograms), chain.from_iterable(histogram.values() for histogram in histograms))


def wildcard_k(sizes, most_steps=WILDCARD_STEPS):
    """The least number of records that a tuple is compatible with, if a missing value may stand for any value.

    Two tuples are compatible if in every column they are equal or one of them is missing. Tuples with the same missing columns
    form a pattern. Two patterns are compared on the columns that both have, by counts in a dict. A tuple with as many records
    as the least so far is dropped. None if that takes more than `most_steps` tuples to look at, as with thousands of patterns.

    >>> sizes = {('39', 'm'): 2, ('?', 'm'): 1, ('40', ''): 1, ('41', 'f'): 3}      # they go with 3, 4, 2 and 3 records
    >>> wildcard_k(sizes), wildcard_k(sizes, most_steps=10)
    (2, None)
    """
    patterns: dict = {}       # {places that are not missing: {quasi tuple: records}}
    for quasi, n in sizes.items():
        places = tuple(place for place, value in enumerate(quasi) if value not in MISSING)
        patterns.setdefault(places, {})[quasi] = n
    least = sum(sizes.values())
    for mine in sorted(patterns, key=len, reverse=True):        # with fewer missing values a tuple goes with fewer others
        compatible = dict.fromkeys(patterns[mine], 0)
        for theirs in chain([mine], (places for places in patterns if places != mine)):
            there = set(theirs)
            both = [place for place in mine if place in there]
            records = added_up(values_at(patterns[theirs], both), patterns[theirs].values())
            more = [compatible[quasi] + records.get(part, 0) for quasi, part in zip(compatible, values_at(compatible, both))]
            most_steps -= len(more) + len(patterns[theirs])
            compatible = {quasi: n for quasi, n in zip(compatible, more) if n < least}
            if most_steps < 0:
                return None
            if not compatible:
                break
        least = min([least, *compatible.values()])
    return least


def values_at(tuples, places):
    """The values of each tuple at these places."""
    return [tuple([values[place] for place in places]) for values in tuples]


def missing_cells(sizes) -> tuple:
    """How many cells of the quasi-identifiers are missing, and in how many records.

    >>> missing_cells({('39', 'm'): 2, ('?', ''): 1, ('40', ''): 3})
    (5, 4)
    """
    gaps = [(sum(value in MISSING for value in quasi), n) for quasi, n in sizes.items()]
    return sum(cells * n for cells, n in gaps), sum(n for cells, n in gaps if cells)
