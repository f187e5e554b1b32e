"""Rows in memory as a table: dicts, or tuples whose columns are named.

Promise: a row holds the texts that a csv file of it would hold. A number becomes its text, None becomes a missing value. A cell
that is no text and no number is refused with the number of its row.
The texts are copied. So the rows may come from a generator, and may be changed afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from math import isnan
from operator import index

from ..errors import DataError, many, quoted, some, text_of, there_are
from .dialect import SAMPLE
from .table import BATCH, Table, is_count, no_count

MOST_DIGITS = 4300      # of a number; from Python 3.11 on no int of more is written


class Rows(Table):
    """A Table of dicts or of tuples. `columns` are needed for tuples; dicts all have the keys of the first.

    >>> rows = Rows([{'age': 39, 'job': 'Sales'}, {'age': 50.5, 'job': None}], missing='value')
    >>> rows.columns, list(rows.tuples(['age', 'job']))
    (('age', 'job'), [('39', 'Sales'), ('50.5', '')])
    """

    def __init__(self, rows, columns=None, missing='drop', missing_in='any', counts=None, lists=()):
        self.name, self.counts, self._lists = 'the rows', counts, lists
        self.first = self.name
        self.files, self.roots, self.used, self.comments = [], {}, (), 0
        self._sha256 = self._text = self._spooled = self._places = None
        self._named, self._header, self._drop = True, False, missing_in if missing == 'drop' else None
        self.read = self.missing_records = 0
        numbered = enumerate(rows, 1)
        for _, first in numbered:
            break
        else:
            raise DataError('there is no row', self.name)
        self.columns = self._keys = self._columns_of(first) if columns is None else tuple(columns)
        self._names, self._key_set = columns, set(self._keys)
        self.floats = set()
        self._check_columns()
        self._copied = [self._texts(row, number) for number, row in chain([(1, first)], numbered)]
        place = self.columns.index(counts) if counts in self.columns else None      # otherwise `batches` refuses it
        for number, row in enumerate(self._copied, 1) if place is not None else ():
            if not is_count(row[place]):
                raise DataError('row %d, %s' % (number, no_count(counts, row[place])), self.name)

    def _columns_of(self, first):
        if not isinstance(first, Mapping):
            raise DataError('row 1 is not a dict; give dicts, or kanon.Records(rows, columns=[...]), which names the columns of tuples', self.name)
        for name in first:
            if not isinstance(name, str) or '\0' in name:
                what = 'holds a NUL character' if isinstance(name, str) else 'is of type %s; a name is a text' % type(name).__name__
                raise DataError('the name of column %s %s' % (quoted(text_of(name)), what), self.name)
        return tuple(first)

    def _rows(self):
        for start in range(0, len(self._copied), BATCH):
            yield self._copied[start:start + BATCH]

    def _first_rows(self):
        return self._copied[:SAMPLE]

    def _texts(self, row, number):
        """The texts of a row."""
        if isinstance(row, Mapping):
            if row.keys() != self._key_set:
                raise self._other_columns(row, number)
            row = [row[name] for name in self._keys]
        elif isinstance(row, (str, bytes, set, frozenset)) or not hasattr(row, '__len__'):
            raise DataError('row %d is of type %s; a row is a dict or a tuple' % (number, type(row).__name__), self.name)
        elif len(row) != len(self.columns):
            raise DataError('row %d holds %s where %s'
                            % (number, many(len(row), 'value'), there_are(len(self.columns), 'column')), self.name)
        return tuple(cell if type(cell) is str and '\0' not in cell else self._text_of(cell, name, number)
                     for cell, name in zip(row, self.columns))

    def _other_columns(self, row, number):
        absent = [name for name in self._keys if name not in row]
        further = [name for name in row if name not in self._key_set]
        problem = 'has no column %s' % quoted(absent[0]) if absent else 'has a further column %s' % quoted(text_of(further[0]))
        return DataError('row %d %s; all rows need the same columns, %s' % (number, problem, some(self._keys, 5)), self.name)

    def _text_of(self, cell, name, number):
        """A cell that is not a plain text, as text."""
        if cell is None:
            return '?' if name in self._lists else ''       # nothing is no item there, and known
        if isinstance(cell, str) and '\0' not in cell:
            return str(cell)
        numeric = not isinstance(cell, str) and is_numeric(cell)
        text = text_of(cell) if numeric else ''
        if numeric and text[:1] != '<' and len(text) <= MOST_DIGITS:
            if '.' in text:
                self.floats.add(name)
            return text
        what = ('a NUL character' if isinstance(cell, str) else 'a number of more than {:,} digits'.format(MOST_DIGITS) if numeric else
                'nan' if isinstance(cell, float) else 'a value of type %s' % type(cell).__name__)
        raise DataError('row %d, column %s: %s; give a text, a number, or None for a missing value'
                        % (number, quoted(name), what), self.name)


def is_numeric(cell) -> bool:
    """Whether this is a number other than nan: an int, a float, a Decimal, or a number of numpy.

    >>> [is_numeric(cell) for cell in (39, True, 0.5, float('nan'), b'39', [39])]
    [True, True, True, False, False, False]
    """
    try:
        index(cell)
        return True
    except TypeError:
        try:
            return hasattr(cell, '__float__') and not isnan(cell)
        except (TypeError, ValueError):     # a class; a Decimal that signals
            return False
        except OverflowError:       # a Fraction that no float holds
            return True
