"""A table, or a view, of an SQLite file, read as a csv file is: `people.db::patients`.

Promise: the file is opened for reading alone. A row holds the texts that a csv file of the table would hold: a number becomes its
text, and NULL a missing value. A BLOB is refused with the number of its row.
The rows are streamed, so nothing ever holds the whole table. What a reading sees does not change under it.
A view may work without end, or make texts and rows out of nothing. So it has bounds, which grow with the file. They are counted in
steps of SQLite's machine and in rows, and so are the same on every computer.
A connection to another engine is for engines/.
"""

from __future__ import annotations

import csv
import os
import re
from contextlib import contextmanager
from itertools import chain, islice, repeat

from ..errors import DataError, marked, nearest, of_system, one_line, option, quoted, some
from .dialect import SAMPLE, is_total
from .packed import SQLITE, in_database
from .table import BATCH, CELLS, Table, is_count, no_count, table_files

STEPS, STEPS_A_BYTE = 300_000_000, 200      # of SQLite's machine, that a view may take
ROWS, ROWS_A_BYTE = 1_000_000, 1            # that it may have
HEAP, HEAP_A_BYTE = 100_000_000, 4          # bytes of memory that SQLite may take in a program's process, before Python 3.11
EVERY = 100_000                             # steps between two looks at how many they are
FEW_CELLS = 200                             # of a view that are held at a time, because each may be as long as the limit allows
LONGEST_VALUE = csv.field_size_limit()      # characters, as in a csv file
AS_TABLE = '; if it is meant, make a table of it: CREATE TABLE ... AS SELECT * FROM ...'

WAL = b'\x02\x02'       # bytes 18 and 19 of a file whose changes go to another file first


class DatabaseTable(Table):
    """A Table of an SQLite file. Its columns have names, so `columns` may only repeat them. It has no delimiter and no encoding."""

    def __init__(self, path, columns=None, delimiter=None, encoding='utf-8', missing='drop', missing_in='any',
                 spool=False, digest=False, further=(), counts=None, skip_lines=()):
        table_files(path, further)      # which refuses further ones
        (self.file, self.table), self.counts = in_database(path), counts
        self.name = self.first = self.path = path
        self.files, self.encoding, self.roots, self.used, self.comments = [self.file], encoding, {}, (), 0
        self._sha256 = self._text = self._spooled = self._places = self.delimiter = None
        self._named, self._header, self._first, self._drop = True, False, (), missing_in if missing == 'drop' else None
        self._digested, self._digests = digest, []
        self.read = self.missing_records = 0
        self.floats = set()
        if delimiter is not None:
            raise DataError('a table of a database has no delimiter; leave %s out' % option('delimiter'), self.name)
        if skip_lines:
            raise DataError('a table of a database has no lines; leave %s out' % option('skip_lines'), self.name)
        with self._cursor() as cursor:
            self.columns = tuple(description[0] for description in cursor.description)
            self._sample = [row for _, rows in islice(self._texts(cursor), 1) for row in rows[:SAMPLE]]
        self._check_columns()
        if columns is not None and tuple(columns) != self.columns:
            raise DataError('the columns of the table have names, %s; leave %s out' % (some(self.columns, 5), option('columns')), self.name)

    def _rows(self):
        self._digests = []
        if self._digested:
            from hashlib import sha256
            self._sha256 = sha256()
        with self._cursor() as cursor:
            if self._digested:      # inside the transaction, in which nobody writes to the file
                with open(self.file, 'rb') as file:
                    for block in iter(lambda: file.read(1 << 20), b''):
                        self._sha256.update(block)
            for number, rows in self._texts(cursor):
                if self.counts is not None:
                    self._check_numbers(rows, number)
                yield rows

    def _first_rows(self):
        return self._sample

    def _texts(self, cursor):
        """The number of the first row, and a list of rows as texts, again and again."""
        size, number = max(1, min(BATCH, CELLS // len(self.columns))), 1
        most, slowly = ROWS + ROWS_A_BYTE * os.path.getsize(self.file), False
        if self._made:
            size, slowly = max(1, min(size, FEW_CELLS // len(self.columns))), not hasattr(cursor.connection, 'setlimit')
        while True:
            rows = fetched(cursor, size) if slowly else cursor.fetchmany(size)
            if not rows:
                return
            if slowly:      # before there are copies of it
                self._refuse_cell(rows, number)
            if any(type(cell) is not str for row in rows for cell in row):
                rows = [tuple(cell if type(cell) is str else self._text_of(cell, name, at) for cell, name in zip(row, self.columns))
                        for at, row in enumerate(rows, number)]
            text = ''.join(map(''.join, rows))
            if len(text) > LONGEST_VALUE or '\0' in text:
                self._refuse_cell(rows, number)
            yield number, rows
            number += len(rows)
            if self._made and number > most:
                raise DataError('has more than {:,} rows in a file of {:,} bytes{}'.format(most, os.path.getsize(self.file), AS_TABLE), self.name)

    def _text_of(self, cell, name, number):
        if isinstance(cell, bytes):
            raise DataError('row %d, column %s: a BLOB, which is no value of a table; leave the column out in a view'
                            % (number, quoted(name)), self.name)
        if isinstance(cell, float):
            self.floats.add(name)
        return '' if cell is None else str(cell)

    def _check_numbers(self, rows, number):
        """DataError for a row that does not say how many records it stands for."""
        place = self.index(self.counts)
        for at, row in enumerate(rows, number):
            if not is_count(row[place]) and not (self.totals == 'leave-out' and is_total(row)):
                raise DataError('row %d, %s' % (at, no_count(self.counts, row[place])), self.name)

    def _refuse_cell(self, rows, number):
        """DataError for a value with a NUL character, or that is longer than one of a csv file may be."""
        for at, row in enumerate(rows, number):
            for cell, name in zip(row, self.columns):
                long = isinstance(cell, (str, bytes)) and len(cell) > LONGEST_VALUE
                if long or isinstance(cell, str) and '\0' in cell:
                    what = 'a value of more than {:,} characters'.format(LONGEST_VALUE) if long else 'a NUL character'
                    raise DataError('row %d, column %s: %s' % (at, quoted(name), what), self.name)

    @contextmanager
    def _cursor(self):
        """A cursor over all rows, in a transaction of its own."""
        sqlite3 = imported_sqlite(self.file)
        address = address_of(self.file)
        try:
            connection = sqlite3.connect(address, uri=True, isolation_level=None)
            try:
                connection.execute('PRAGMA trusted_schema = OFF')       # a view that came with the file calls nothing that writes
                connection.execute('BEGIN')
                self._check_table(connection)
                if self._made:
                    bound(connection, STEPS + STEPS_A_BYTE * os.path.getsize(self.file))
                yield connection.execute('SELECT * FROM "%s"' % self.table.replace('"', '""'))
            finally:
                connection.close()
        except MemoryError:
            raise DataError('takes more memory to read than SQLite may have' + (AS_TABLE if self._made else ''), self.name) from None
        except (sqlite3.Error, sqlite3.Warning) as error:
            problem = {'interrupted': 'takes SQLite too many steps' + AS_TABLE,
                       'string or blob too big': 'makes a value of more than {:,} characters'.format(LONGEST_VALUE)}.get(str(error))
            raise DataError(problem or 'cannot be read: %s' % marked(one_line(error)), self.name) from None

    def _check_table(self, connection):
        """DataError if there is no such table. `_made`: whether its rows are made while it is read, as those of a view are."""
        names = [name for name, in connection.execute(
            "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name")]
        if self.table not in names:
            there = 'there are %s' % some(names) if names else 'there is none at all'
            raise DataError('there is no table %s%s (%s)' % (quoted(self.table), nearest(self.table, names), there), self.file)
        (sql,), = connection.execute("SELECT sql FROM sqlite_master WHERE name = ? AND type IN ('table', 'view')", [self.table])
        self._made = not sql.startswith('CREATE TABLE') or re.search(r'\bas\b', sql, re.IGNORECASE)      # as generated columns have it


def fetched(cursor, size) -> list:
    """Up to so many rows. Fewer, if their texts are long."""
    rows, room = [], LONGEST_VALUE
    for row in islice(cursor, size):
        rows.append(row)
        room -= sum(len(cell) for cell in row if isinstance(cell, (str, bytes)))
        if room < 0:
            break
    return rows


def bound(connection, steps):
    """Let no statement take more steps than these, or make a longer value, as far as Python can forbid it."""
    # The handler runs no line of Python, so no signal can arrive in it and be lost.
    connection.set_progress_handler(chain(repeat(0, steps // EVERY), repeat(1)).__next__, EVERY)
    if hasattr(connection, 'setlimit'):     # from Python 3.11 on
        from sqlite3 import SQLITE_LIMIT_LENGTH
        connection.setlimit(SQLITE_LIMIT_LENGTH, 4 * LONGEST_VALUE)


def bound_heap(files):
    """Let SQLite take no more memory in this process, whatever it reads, so that a long value fails before it is made.

    It is for programs that end soon, and for Pythons without `setlimit`. Nothing in Python lifts it again, so the library leaves it.
    SQLite before 3.31 does not know it, and passes over it.
    """
    most = HEAP + HEAP_A_BYTE * sum(os.path.getsize(file) for file in files if os.path.isfile(file))
    connection = imported_sqlite(files[0]).connect(':memory:')
    connection.execute('PRAGMA hard_heap_limit = %d' % most)
    connection.close()


def address_of(file) -> str:
    """The URI that opens a database for reading. DataError if the file is none, or does not have all that was written to it."""
    from pathlib import Path
    try:
        if os.path.exists(file) and not os.path.isfile(file):
            raise DataError('is no file, and so no database', file)
        with open(file, 'rb') as stream:
            first = stream.read(20)
        if not first.startswith(SQLITE):
            raise DataError('is not an SQLite database; a file of another kind is named without ::', file)
        log = file + '-wal'
        if os.path.exists(log) and os.path.getsize(log):
            raise DataError('is in use: %s holds changes that are not in the file; close the program that has it open, or copy'
                            ' the database with VACUUM INTO' % quoted(os.path.basename(log)), file)
    except OSError as error:
        raise of_system(error, file) from None
    # Where changes go to another file first, even a reader makes that file, unless it is told that nobody writes.
    return Path(file).absolute().as_uri() + ('?mode=ro&immutable=1' if first[18:20] == WAL else '?mode=ro')


def imported_sqlite(file):
    try:
        import sqlite3
    except ImportError:
        raise DataError('this Python was built without sqlite3; export the table as csv', file) from None
    return sqlite3
