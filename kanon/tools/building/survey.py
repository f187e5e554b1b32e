"""A table read once, with the values of each column counted.

Promise: every record counts, including those with missing values. Memory is bounded by the distinct values of each column, of
which at most MOST_VALUES are kept.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import compress, islice, repeat
from operator import ne

from ...core.counts.frequency import added_up
from ...core.counts.values import MISSING, decimal_of, number
from ...core.errors import DataError, many
from ...core.tables.dialect import is_total
from ...core.tables.table import is_complete, note_gaps, picker
from .column_kinds import looks

MOST_VALUES = 1_000_000     # distinct values of a column that are counted

TOLD = 5        # lines that are named

MOST_COMPARED = 100_000     # different rows of a counted table, to find sums among them
LEAST_SUMS, LEAST_SUM = 20, 100     # records of all sums, and of a single one. Small ones are met by chance

# Rows that look like a total are records if there are more of them than this, or than this share of the rows, and more than one.
MOST_TOTALS, SHARE = 1000, 0.1


class Survey:
    """What one reading of a table counts.

    columns     a ColumnCounts for each column, in the order of the table
    usable      those that something can be proposed for: all but row numbers, unless they are among the columns `used`
    is_header   whether the first line is surely a header. Else the columns are called by their places, such as "column 1".
    records     how many there are
    incomplete  records with a missing value
    in_used     records with a missing value in the columns `used`
    costs       of these, the records whose only gaps are in `carried` columns, as a Table counts what is `lost` (tables/table.py)
    first       the first record
    count_column    the name of a column that looks like a count of records, or None
    sums        in a counted table the rows that are sums of others, (column, value, how many rows) of each
    decimal     the decimal sign of the numbers
    plain_numbers   the columns in which 1.200 has one meaning
    totals      how many rows look like a total, whether they are left out or not; total_lines: the lines of the first TOLD
    apart       whether nobody has decided on them and they are not among the records, because they are few
    words_above the columns in which the first record has a word, and all others a number, a date or a code; [] if it is no header line
    gaps        the records that a run would leave out: {'records': n, 'columns': {column: records without a value}}
    persons     what a second reading tells of persons (survey_of_persons.py), None without one
    tried       what Mondrian's cuts lose on some of its records (verbs/tried.py), None if that was not asked
    repeating   {column: its Repeats} of the columns that repeat as persons do, as a second reading tells (survey_of_persons.py); {} without one
    above       the numbers of lines above the header, which are not read and which nobody has named
    first_line  the line of the first record, if `words_above` names columns and the table is a file

    >>> from ...core.tables.table import Table
    >>> survey = Survey(Table('data/inpatients/inpatients.csv', missing='value'))
    >>> [(column.name, column.looks.kind.word, column.looks.distinct) for column in survey.columns]
    [('zip', 'code', 4), ('age', 'number', 12), ('condition', 'category', 3)]
    >>> survey.records, survey.incomplete
    (12, 0)
    """

    above: list = []

    def __init__(self, table, used=(), most=MOST_VALUES, decimal=None, header=False, carried=(), totals=None):
        """decimal: None, if it is to be found out. header: whether somebody said that the first line is a header. carried: those of the
        columns `used` that are published as they are. totals: what somebody decided on rows that look like one, None if nobody did."""
        self.is_header, self.count_column = header or table.is_header(used), table.count_column()
        self.columns = [ColumnCounts(name if self.is_header else 'column %d' % place, most, name)
                        for place, name in enumerate(table.columns, 1) if name != table.counts]
        for column in self.columns:
            column.numbers_rows = column.field == table.row_numbers
        self.usable = [column for column in self.columns if not column.numbers_rows or column.name in used]
        self.records = self.incomplete = self.in_used = self.totals = 0
        names = [name for name in table.columns if name != table.counts]
        pick = picker([names.index(name) for name in used]) if used else None
        self._carried, self.costs = carried, {'records': 0, 'columns': {}}
        self._pick_carried = picker([names.index(name) for name in carried]) if carried else None
        self._pick_others = picker([names.index(name) for name in used if name not in carried]) if carried else None
        self.first, self.apart, self.persons, self.repeating, self.tried = (), totals is None, None, {}, None
        aside: list = []
        self._counted, self._rows = table.counts is not None, Counter()
        self._with_gaps = table.sets.seen_in(names) if table.sets else None
        for rows in table.batches(names):
            rows = list(rows)
            found = list(filter(is_total, rows))
            self.totals += len(found)
            if found and self.apart:
                aside, rows = aside + found, [row for row in rows if not is_total(row)]
            if len(aside) > MOST_TOTALS:
                self.apart, aside, rows = False, [], aside + rows
            self._add(rows, pick)
        if len(aside) > max(1, SHARE * self.records) or not self.records:
            self.apart = False
            self._add(aside, pick)
        self.apart = self.apart and self.totals > 0
        if not self.records:
            totals_ = ' beside %s' % many(table.left_totals, 'total row') if table.left_totals else ''
            raise DataError('has a header line, but no record' + totals_, table.name)
        called = [column.name for column in self.columns]
        self.sums = sums_of_rows(called, self._rows) if self._counted else []
        self.plain_numbers = table.plain_numbers()
        self.gaps: dict = {'records': 0, 'columns': {}}
        self.decimal = decimal or decimal_of([column.counts for column in self.columns])
        for column in self.columns:
            column.close(self.decimal)
        self.totals += table.left_totals
        self.total_lines = [line for line, _ in islice(table.lines_where(is_total), TOLD)] if self.totals else []
        self.words_above = words_above(self.columns, self.first)
        self.first_line = next((line for line, row in table.lines_where(lambda row: tuple(row) == tuple(self.first))), None
                               ) if self.words_above else None

    def _add(self, rows, pick):
        """Count these rows. pick: a function from rows to their fields in the columns `used`, or None."""
        if not self.first and rows:
            self.first = rows[0]
        counts = [int(row[-1]) for row in rows] if self._counted else None
        self.records += len(rows) if counts is None else sum(counts)
        seen = self._with_gaps(rows) if self._with_gaps else rows
        self.incomplete += incomplete(seen, counts)
        self.in_used += incomplete(pick(seen), counts) if pick else 0
        if self._carried:
            self._note_costs(seen, counts)
        if self._counted and len(self._rows) <= MOST_COMPARED:
            self._rows.update(added_up([row[:-1] for row in rows], counts))
        for column, values in zip(self.columns, zip(*rows)):
            column.add(values, counts)

    def _note_costs(self, rows, counts):
        """Note the rows that are left out for a gap in columns that are published as they are, and in no other column that is used."""
        kept_without = list(map(is_complete, self._pick_others(rows)))
        values, of_rows = compress(self._pick_carried(rows), kept_without), compress(counts or repeat(1), kept_without)
        for row, n in zip(values, of_rows):
            if not is_complete(row):
                note_gaps(self.costs, self._carried, [row], [n])


def words_above(columns, first) -> list:
    """The names of the columns in which the first record has a word, and all others a number, a date or a code.

    [] if it shares a word with another record, or has itself a number where the others have one. So it is no header line. Neither is
    it for one value with a digit, such as 3O. columns: ColumnCounts.
    """
    above = []
    for column, value in zip(columns, first):
        kind = column.looks.kind
        if value in MISSING or value in column.looks.words or column.limit:
            continue
        if kind.others.get(value) == 1 and value not in column.looks.ends:
            above.append((column.name, value))
        elif kind.word not in ('category', 'likely identifier') or column.counts[value] > 1 or re.match('[0-9]', value):
            return []
    several = len(above) > 1 or not any(re.search('[0-9]', value) for _, value in above)
    return [name for name, _ in above] if several else []


def incomplete(rows, counts=None) -> int:
    """How many records have a missing value. counts: of each row, None if each is one."""
    lacking = (not is_complete(row) for row in rows)
    return sum(lacking) if counts is None else sum(n for lacks, n in zip(lacking, counts) if lacks)


class ColumnCounts:
    """What the values of a column are.

    field    what the first line says of it, which may be no name and is never shown
    counts   {value: records}, or {} if there are too many distinct values
    limit    0, or the number of distinct values that there are more of
    runs     how often the value changes from a row to the next, and 1
    looks    a `kinds.Looks`, once the column is closed
    numbers_rows    whether it is a first column without a name, as R and pandas write row numbers
    """

    numbers_rows = False

    def __init__(self, name, most, field=''):
        self.name, self.field = name, field
        self.counts, self.limit, self.looks = Counter(), 0, None
        self.runs, self._last = 0, None
        self._most, self._records, self._missing = most, 0, 0

    def add(self, values, counts=None):
        """counts: how many records each value stands for, None if each is one."""
        self._records += len(values) if counts is None else sum(counts)
        self._missing += sum(map(values.count, MISSING)) if counts is None else sum(n for value, n in zip(values, counts) if value in MISSING)
        if self.limit:
            return
        self.runs += (values[0] != self._last) + sum(map(ne, values, values[1:]))
        self._last = values[-1]
        self.counts.update(values if counts is None else added_up(values, counts))
        if len(self.counts) > self._most:
            self.limit, self.looks = self._most, looks(self.counts, decimal_of([self.counts]))
            self.counts = {}

    def close(self, decimal='.'):
        self.looks = (self.looks or looks(self.counts, decimal))._replace(records=self._records, missing=self._missing)

    def example(self, least=5, shared=None):
        """(value, records) of the most frequent value, or None if fewer than `least` records have it, or for an identifier.

        shared: the values that so many persons have, where persons are counted. Then it is the most frequent of these.
        """
        present = {value: n for value, n in self.counts.items() if value not in MISSING and (shared is None or value in shared)}
        if not present or self.looks.kind.word == 'likely identifier':
            return None
        value = min(present, key=lambda value: (-present[value], value))
        return (value, present[value]) if present[value] >= least else None


def doubt(survey, named):
    """(key, columns) if a record may have been read as the header, or a header as a record; else None. named: by --columns."""
    if named:
        alike = [column.name for column, value in zip(survey.columns, survey.first)
                 if value.lower() == column.name.lower() or column.looks.kind.others == {value: 1}]
        return ('header', alike[:5]) if alike else None
    if not survey.is_header:
        return 'perhaps_header', []
    values = [column.name for column in survey.columns if number(column.name) is not None or number(column.name, ',') is not None
              or column.name in column.counts]
    return ('header_record', values[:5]) if values else None


def sums_of_rows(columns, rows) -> list:
    """(column, value, how many rows) of each value whose rows are sums of others.

    Such is the row for all ages beside one for each. Rows are compared that agree in all other
    columns. A value is named if each of its rows that has two or more beside it is their sum.
    columns: the names. rows: {values: records}.

    >>> rows = {('N', '<18'): 300, ('N', '18+'): 177, ('N', 'all'): 477,
    ...         ('S', '<18'): 3, ('S', '18+'): 4, ('S', 'all'): 7}
    >>> sums_of_rows(['region', 'age'], rows)
    [('age', 'all', 2)]
    """
    if len(rows) > MOST_COMPARED:
        return []
    found = []
    for place, column in enumerate(columns):
        groups: dict = {}       # {the values of all other columns: {value: records}}
        for values, n in rows.items():
            groups.setdefault(values[:place] + values[place + 1:], Counter())[values[place]] += n
        by_value = sums_by_value(groups.values())
        found += [(column, value, len(sums)) for value, sums in by_value.items()]
    return found


def sums_by_value(groups) -> dict:
    """{value: its records in each group} of the values that are a sum in each group that has it.

    groups: {value: records}. A group of two values says nothing.

    >>> sums_by_value([{'all': 200, 'a': 150, 'b': 50}, {'a': 1, 'all': 2}])
    {'all': [200]}
    """
    sums: dict = {}
    others = set()      # the values that are no sum somewhere
    for of_values in groups:
        if len(of_values) > 2:
            everybody = sum(of_values.values())
            for value, n in of_values.items():
                if 2 * n == everybody:
                    sums.setdefault(value, []).append(n)
                else:
                    others.add(value)
    least = {value: LEAST_SUMS if len(of_value) > 1 else LEAST_SUM for value, of_value in sums.items()}
    return {value: of_value for value, of_value in sums.items()
            if value not in others and sum(of_value) >= least[value]}
