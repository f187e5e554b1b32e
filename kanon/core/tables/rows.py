"""Rows in memory as a table: dicts, or tuples whose columns are named.

Promise: a row holds the texts that a csv file of it would hold. A number becomes its text, None
becomes a missing value. A cell that is no text and no number is refused with the number of its row.
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
NO_ROWS = str, bytes, set, frozenset


class Rows(Table):
    """A Table of dicts or of tuples.

    `columns` are needed for tuples. Dicts all have the keys of the first.

    >>> rows = Rows([{'age': 39, 'job': 'Sales'}, {'age': 50.5, 'job': None}], missing='value')
    >>> rows.columns, list(rows.tuples(['age', 'job']))
    (('age', 'job'), [('39', 'Sales'), ('50.5', '')])
    """

    def __init__(self, rows, columns=None, missing='drop', missing_in='any', counts=None,
                 lists=()):
        """lists: the columns of sets of items, in which None is no item."""
        self.name = self.first = 'the rows'
        self.files = []
        self.counts, self._lists = counts, lists
        self._named, self._header = True, False
        self._names = columns
        self._drop = missing_in if missing == 'drop' else None
        self.floats = set()
        rows = iter(rows)
        try:
            first = next(rows)
        except StopIteration:
            raise DataError('there is no row', self.name) from None
        self._keys = self._columns_of(first) if columns is None else tuple(columns)
        self._key_set = set(self._keys)
        self.columns = self._keys
        self._check_columns()
        numbered = enumerate(chain([first], rows), 1)
        self._copied = [self._texts(row, number) for number, row in numbered]
        if counts in self.columns:      # otherwise `batches` refuses it
            self._check_numbers()

    def _columns_of(self, first):
        """The columns that the first row names."""
        if not isinstance(first, Mapping):
            raise DataError('row 1 is not a dict; give dicts, or kanon.Records(rows,'
                            ' columns=[...]), which names the columns of tuples', self.name)
        for name in first:
            what = ''
            if not isinstance(name, str):
                what = 'is of type %s; a name is a text' % type(name).__name__
            elif '\0' in name:
                what = 'holds a NUL character'
            if what:
                raise DataError('the name of column %s %s' % (quoted(text_of(name)), what),
                                self.name)
        return tuple(first)

    def _check_numbers(self):
        """DataError for a row that does not say how many records it stands for."""
        place = self.columns.index(self.counts)
        for number, row in enumerate(self._copied, 1):
            if not is_count(row[place]):
                raise DataError('row %d, %s' % (number, no_count(self.counts, row[place])),
                                self.name)

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
        elif isinstance(row, NO_ROWS) or not hasattr(row, '__len__'):
            raise DataError('row %d is of type %s; a row is a dict or a tuple'
                            % (number, type(row).__name__), self.name)
        elif len(row) != len(self.columns):
            raise DataError('row %d holds %s where %s'
                            % (number, many(len(row), 'value'),
                               there_are(len(self.columns), 'column')), self.name)
        texts = []
        for cell, name in zip(row, self.columns):
            if type(cell) is not str or '\0' in cell:       # few cells
                cell = self._text_of(cell, name, number)
            texts.append(cell)
        return tuple(texts)

    def _other_columns(self, row, number):
        """The DataError for a row with other keys than the first one has."""
        absent = [name for name in self._keys if name not in row]
        if absent:
            problem = 'has no column %s' % quoted(absent[0])
        else:
            further = next(name for name in row if name not in self._key_set)
            problem = 'has a further column %s' % quoted(text_of(further))
        return DataError('row %d %s; all rows need the same columns, %s'
                         % (number, problem, some(self._keys, 5)), self.name)

    def _text_of(self, cell, name, number):
        """A cell that is not a plain text, as text."""
        if cell is None:
            return '?' if name in self._lists else ''       # nothing is no item there, and known
        if isinstance(cell, str):
            if '\0' not in cell:
                return str(cell)
            what = 'a NUL character'
        elif is_numeric(cell):
            text = text_of(cell)
            if text[:1] != '<' and len(text) <= MOST_DIGITS:
                if '.' in text:
                    self.floats.add(name)
                return text
            what = 'a number of more than {:,} digits'.format(MOST_DIGITS)
        else:
            what = 'nan' if isinstance(cell, float) else 'a value of type %s' % type(cell).__name__
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
