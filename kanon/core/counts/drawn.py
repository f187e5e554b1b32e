"""The order of a table's records: of each record the number of the row that it was counted in.

Promise: a record takes four bytes, and four more while rows are stored. Beyond MOST records these
are in a temporary file without a name, which vanishes with the program.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from itertools import chain, count, islice
from os import SEEK_END

from ..errors import DataError
from .frequency import times_each

NUL = '\0'          # no field holds one: tables/text.py refuses it

MOST = 1 << 21      # numbers in memory
SLICE = 1 << 13     # numbers that are taken at a time, since a list of them takes ten times as much


class Drawn:
    """rows: [record] -> the stored row that it was counted in.

    texts: {row counted as text: its number} of the rows that are not stored yet. The numbers count
    up. counted: the records of the texts.

    >>> drawn = Drawn()
    >>> drawn.count([('39', 'Sales'), ('50', 'Tech'), ('39', 'Sales')])
    >>> drawn.records() == {'39\\0Sales': 2, '50\\0Tech': 1}
    True
    >>> drawn.found([0, 1]); list(drawn.rows)
    [0, 1, 0]
    """

    def __init__(self):
        self.rows = self.none()
        self.start()

    @staticmethod
    def none():
        """`rows` of no record."""
        return NumberList()

    def start(self):
        """Count anew, because what was counted as text is stored."""
        self.texts, self._drawn, self.counted = defaultdict(count().__next__), self.none(), 0

    def count(self, rows, counts=None):
        """Count rows as text. counts: how many records each stands for, None if each is one."""
        before = len(self._drawn)
        self._drawn.extend(map(self.texts.__getitem__, map(NUL.join, rows)))
        self.counted += len(self._drawn) - before if counts is None else sum(counts)

    def of_texts(self):
        """The counts of the records that are not stored yet, None if each is one."""

    def records(self) -> dict:
        """{row counted as text: records} of the rows that are not stored yet."""
        return dict(zip(self.texts, times_each(self._drawn, len(self.texts), self.of_texts())))

    def each(self):
        """The tuple of each record that is not stored yet, with its count if there are counts."""
        texts, counts = list(self.texts), self.of_texts()
        each = (texts[number].split(NUL) for number in self._drawn)
        if counts is None:
            return map(tuple, each)
        return ((*values, n) for values, n in zip(each, counts))

    def found(self, rows):
        """The texts are stored now. rows: the row of each."""
        self.stored(map(rows.__getitem__, self._drawn))

    def stored(self, rows):
        """The next records were counted in these stored rows."""
        self.rows.extend(rows)

    def moved(self, rows):
        """Equal rows were added up. rows: [stored row] -> its row now."""
        self._become(map(rows.__getitem__, self.rows))

    def stand_apart(self):
        """Each record has a row of its own now."""
        self._become(range(len(self.rows)))

    def _become(self, numbers):
        rows = self.none()
        rows.extend(numbers)
        self.rows = rows


class NumberList:
    """Whole numbers from 0 to 2**32 - 1, which are read in the order in which they came.

    >>> numbers = NumberList()
    >>> numbers.extend([7, 5]); numbers.extend([6])
    >>> list(numbers), len(numbers)
    ([7, 5, 6], 3)
    """

    def __init__(self):
        self._last, self._file, self._filed = array('I'), None, 0

    def __len__(self):
        return self._filed + len(self._last)

    def __iter__(self):
        return chain.from_iterable(self._parts())

    def extend(self, numbers):
        for part in slices(numbers, SLICE):
            self._last.extend(part)
            if len(self._last) >= MOST:
                self._put_aside()

    def _parts(self):
        for start in range(0, self._filed, MOST):
            part = array('I')
            self._file.seek(start * part.itemsize)
            part.fromfile(self._file, min(MOST, self._filed - start))
            yield part
        yield self._last

    def _put_aside(self):
        from tempfile import TemporaryFile      # few tables have so many records
        try:
            self._file = self._file or TemporaryFile()
            self._file.seek(0, SEEK_END)
            self._last.tofile(self._file)
            self._file.flush()
        except OSError as error:
            raise unwritten(error) from None
        self._filed, self._last = len(self), array('I')


def slices(items, size):
    """Lists of so many of the items, the last of which may be shorter.

    >>> list(slices('abcde', 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    items = iter(items)
    return iter(lambda: list(islice(items, size)), [])


def unwritten(error) -> DataError:
    return DataError('a temporary file cannot be written: %s; TMPDIR may name another folder'
                     % error.strerror)
