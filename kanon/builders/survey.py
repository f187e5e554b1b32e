"""A table read once, all its columns counted, each by itself.

Promise: every record counts, those with missing values too; memory is bounded by the distinct values of each column, and
those by MOST.
"""

from __future__ import annotations

from collections import Counter

from ..errors import DataError, quoted
from ..tables.table import is_complete, picker
from ..values import MISSING, number
from .kinds import looks

MOST = 1_000_000    # distinct values of a column that are counted

HEADER = ('The first line may be a header and no record: in %s it says a name, or a word where all others are numbers or dates.'
          ' If so, leave --columns out.')

RECORD = ('The first line may be a record and no header: %s would be a number, or a value that stands below it, too. If so,'
          ' name the columns with --columns.')


class Survey:
    """columns, in the order of the table; records; incomplete: records with a missing value, in_used: in the columns that are
    named; first: the first record.

    >>> from ..tables.table import Table
    >>> survey = Survey(Table('data/inpatients/inpatients.csv', missing='value'))
    >>> [(column.name, column.looks.kind.word, column.looks.distinct) for column in survey.columns]
    [('zip', 'code', 4), ('age', 'number', 12), ('condition', 'category', 3)]
    >>> survey.records, survey.incomplete
    (12, 0)
    """

    def __init__(self, table, used=(), most=MOST):
        self.columns = [Column(name, most) for name in table.columns]
        self.records = self.incomplete = self.in_used = 0
        pick = picker([table.index(name) for name in used]) if used else None
        self.first = ()
        for rows in table.batches(table.columns):
            rows = list(rows)
            if not self.first and rows:
                self.first = rows[0]
            self.records += len(rows)
            self.incomplete += incomplete(rows)
            self.in_used += incomplete(pick(rows)) if used else 0
            for column, values in zip(self.columns, zip(*rows)):
                column.add(values)
        if not self.records:
            raise DataError('there is a line of names, and no record below it', table.name)
        for column in self.columns:
            column.close()


def incomplete(rows) -> int:
    return sum(not is_complete(row) for row in rows)


class Column:
    """counts {value: records}, of the records up to the one with which the distinct values became too many, then {}; looks
    and example, once it is closed; more: there are more distinct values than this, which are not counted, else 0.
    """

    def __init__(self, name, most):
        self.name, self.counts, self.more, self.looks = name, Counter(), 0, None
        self._most, self._records, self._missing = most, 0, 0

    def add(self, values):
        self._records += len(values)
        self._missing += sum(map(values.count, MISSING))
        if self.more:
            return
        self.counts.update(values)
        if len(self.counts) > self._most:
            self.more, self.looks = self._most, looks(self.counts)
            self.counts = {}

    def close(self):
        self.looks = (self.looks or looks(self.counts))._replace(records=self._records, missing=self._missing)

    def example(self, least=5):
        """(value, records) of the most frequent value, if so many records have it and it is no identifier's; else None."""
        present = {value: n for value, n in self.counts.items() if value not in MISSING}
        if not present or self.looks.kind.word == 'likely identifier':
            return None
        value = min(present, key=lambda value: (-present[value], value))
        return (value, present[value]) if present[value] >= least else None


def doubt(survey, named):
    """A sentence where the first line is a record taken for names or, where the columns were named, names taken for a
    record; else None.
    """
    if named:
        alike = [column.name for column, value in zip(survey.columns, survey.first)
                 if value.lower() == column.name.lower() or column.looks.kind.others == {value: 1}]
        return HEADER % ', '.join(map(quoted, alike[:5])) if alike else None
    values = [column.name for column in survey.columns if number(column.name) is not None or column.name in column.counts]
    return RECORD % ', '.join(map(quoted, values[:5])) if values else None
