"""Rows in memory as a table: dicts, or tuples whose columns are named.

Promise: a row is read as the csv file of it would be. Numbers become text, None becomes a missing value. What cannot be a cell
is refused with the number of its row.
"""

from __future__ import annotations

from itertools import islice
from math import isnan

from ..errors import DataError, quoted, show
from .table import BATCH, Table


class Rows(Table):
    """A Table of a list of dicts or of tuples. `columns` are needed for tuples; dicts all have the keys of the first.

    >>> rows = Rows([{'age': 39, 'job': 'Sales'}, {'age': 50.5, 'job': None}], missing='value')
    >>> rows.columns, list(rows.tuples(['age', 'job']))
    (('age', 'job'), [('39', 'Sales'), ('50.5', '')])
    """

    path = None

    def __init__(self, rows, columns=None, missing='drop', missing_in='any'):
        self.name, self.roots, self.used, self.comments = 'the rows', {}, (), 0
        self._list, self._sha256, self._header = list(rows), None, False
        self._text = self._spooled = None
        self._drop = missing_in if missing == 'drop' else None
        self.read = self.missing_records = 0
        if not self._list:
            raise DataError('holds no record', self.name)
        if columns is None:
            if not isinstance(self._list[0], dict):
                raise DataError('rows that are no dicts need columns=, the names of their columns', self.name)
            columns = self._list[0]
        self.columns = tuple(columns)
        wrong = [name for name in self.columns if not isinstance(name, str)]
        if wrong:
            raise DataError('%r is no name of a column; names are texts' % (wrong[0],), self.name)
        self._check_columns()

    def _rows(self):
        numbered = enumerate(self._list, 1)
        while True:
            rows = [self._cells(row, number) for number, row in islice(numbered, BATCH)]
            if not rows:
                return
            yield rows

    def _cells(self, row, number):
        """The texts of a row."""
        if isinstance(row, dict):
            if row.keys() != set(self.columns):
                other = sorted(map(str, row.keys() ^ set(self.columns)))
                raise DataError('row %d has other columns than the first: %s' % (number, quoted(other[0])), self.name)
            row = [row[name] for name in self.columns]
        elif isinstance(row, str) or not hasattr(row, '__len__') or len(row) != len(self.columns):
            raise DataError('row %d is no dict and no tuple of %d values: %s' % (number, len(self.columns), show(repr(row))), self.name)
        return [cell if type(cell) is str and '\0' not in cell else self._text_of(cell, name, number)
                for cell, name in zip(row, self.columns)]

    def _text_of(self, cell, name, number):
        """A cell that is not a plain text, as text."""
        if cell is None:
            return ''
        if isinstance(cell, str) and '\0' not in cell:
            return str(cell)
        if isinstance(cell, (int, float)) and not (isinstance(cell, float) and isnan(cell)):
            return str(cell)
        what = 'a NUL character' if isinstance(cell, str) else 'nan' if isinstance(cell, float) else 'a %s' % type(cell).__name__
        raise DataError('row %d, column %s: %s; give a text, a number, or None for a missing value'
                        % (number, quoted(name), what), self.name)
