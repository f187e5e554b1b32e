"""A table, or a view, of an SQLite file, read as a csv file is: `people.db::patients`.

Promise: the file is opened for reading alone. A row holds the texts that a csv file of the table
would hold: a number becomes its text, and NULL a missing value. A BLOB is refused with the number
of its row.
The rows are streamed, so nothing ever holds the whole table. What a reading sees does not change
under it.
A view may work without end, or make texts and rows out of nothing. So it has bounds, which grow
with the file. They are counted in steps of SQLite's machine and in rows, and so are the same on
every computer.
A connection to another engine is for engines/.
"""

from __future__ import annotations

import csv
import os
import re
from contextlib import contextmanager
from itertools import chain, islice, repeat

from ..errors import DataError, marked_text, nearest, of_system, one_line, option, quoted, some
from .dialect import SAMPLE
from .packed import SQLITE, in_database
from .table import BATCH, CELLS, Table, no_count, table_files

# What a view may take: so much, and so much more for each byte of the file.
STEPS, STEPS_A_BYTE = 300_000_000, 200      # steps of SQLite's machine
ROWS, ROWS_A_BYTE = 1_000_000, 1            # rows that it has
HEAP, HEAP_A_BYTE = 100_000_000, 4          # memory in a program's process, before Python 3.11

EVERY = 100_000         # steps between two looks at how many they are
FEW_CELLS = 200         # of a view, held at a time. Each may be as long as the limit allows
LONGEST_VALUE = csv.field_size_limit()      # characters, as in a csv file

AS_TABLE = '; if it is meant, make a table of it: CREATE TABLE ... AS SELECT * FROM ...'

NAMES = ("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
         " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name")
DEFINITION = "SELECT sql FROM sqlite_master WHERE name = ? AND type IN ('table', 'view')"

WAL = b'\x02\x02'       # bytes 18 and 19 of a file whose changes go to another file first


class DatabaseTable(Table):
    """A Table of an SQLite file. It has no delimiter and no encoding.

    Its columns have names, so `columns` may only repeat them.
    """

    _header = False
    _made = False       # whether its rows are made while it is read, as those of a view are
    delimiter = None

    def __init__(self, path, columns=None, delimiter=None, encoding='utf-8', missing='drop',
                 missing_in='any', spool=False, digest=False, further=(), counts=None,
                 skip_lines=()):
        table_files(path, further)      # which refuses further ones
        self.file, self.table = in_database(path)
        self.name = self.first = self.path = path
        self.files = [self.file]
        self.counts, self.encoding = counts, encoding
        self._named = True
        self._drop = missing_in if missing == 'drop' else None
        self._digested, self._digests = digest, []
        self.floats = set()
        if delimiter is not None:
            raise DataError('a table of a database has no delimiter; leave %s out'
                            % option('delimiter'), self.name)
        if skip_lines:
            raise DataError('a table of a database has no lines; leave %s out'
                            % option('skip_lines'), self.name)
        with self._cursor() as cursor:
            self.columns = tuple(name for name, *_ in cursor.description)
            _, rows = next(self._texts(cursor), (1, []))
            self._sample = rows[:SAMPLE]
        self._check_columns()
        if columns is not None and tuple(columns) != self.columns:
            raise DataError('the columns of the table have names, %s; leave %s out'
                            % (some(self.columns, 5), option('columns')), self.name)

    def _rows(self):
        self._digests = []
        if self._digested:
            from hashlib import sha256
            self._sha256 = sha256()
        with self._cursor() as cursor:
            if self._digested:      # inside the transaction, in which nobody writes to the file
                self._digest()
            for number, rows in self._texts(cursor):
                if self.counts is not None:
                    self._check_numbers(rows, number)
                yield rows

    def _digest(self):
        """Take the sha256 of the file."""
        with open(self.file, 'rb') as file:
            for block in iter(lambda: file.read(1 << 20), b''):
                self._sha256.update(block)

    def _first_rows(self):
        return self._sample

    def _texts(self, cursor):
        """Yield (the number of the first row, rows as texts), again and again."""
        number = 1
        for rows in self._fetched(cursor):
            if any(type(cell) is not str for row in rows for cell in row):
                rows = [self._texts_of(row, at) for at, row in enumerate(rows, number)]
            text = ''.join(map(''.join, rows))
            if len(text) > LONGEST_VALUE or '\0' in text:
                self._refuse_cell(rows, number)
            yield number, rows
            number += len(rows)
            if self._made:
                self._check_number(number)

    def _fetched(self, cursor):
        """Yield lists of rows. They are short if the rows are made."""
        size = max(1, min(BATCH, CELLS // len(self.columns)))
        if self._made:
            size = max(1, min(size, FEW_CELLS // len(self.columns)))
        if self._made and not hasattr(cursor.connection, 'setlimit'):       # before Python 3.11
            yield from self._fetched_slowly(cursor, size)
            return
        yield from iter(lambda: cursor.fetchmany(size), [])

    def _fetched_slowly(self, cursor, size):
        """Yield lists of rows where SQLite makes values of any length.

        A value that is too long is refused before the rows are copied.
        """
        number = 1
        for rows in iter(lambda: fetched(cursor, size), []):
            self._refuse_cell(rows, number)
            yield rows
            number += len(rows)

    def _check_number(self, number):
        """DataError if a row of this number is more than a view may have."""
        size = os.path.getsize(self.file)
        most = ROWS + ROWS_A_BYTE * size
        if number > most:
            raise DataError('has more than {:,} rows in a file of {:,} bytes{}'
                            .format(most, size, AS_TABLE), self.name)

    def _texts_of(self, row, number) -> tuple:
        """The texts of a row."""
        return tuple([cell if type(cell) is str else self._text_of(cell, name, number)
                      for cell, name in zip(row, self.columns)])

    def _text_of(self, cell, name, number):
        """A cell that is no text, as text."""
        if isinstance(cell, bytes):
            raise DataError('row %d, column %s: a BLOB, which is no value of a table; leave the'
                            ' column out in a view' % (number, quoted(name)), self.name)
        if isinstance(cell, float):
            self.floats.add(name)
        return '' if cell is None else str(cell)

    def _check_numbers(self, rows, number):
        """DataError for a row that does not say how many records it stands for."""
        place = self.index(self.counts)
        for at, row in enumerate(rows, number):
            if not self._has_count(row, place):
                raise DataError('row %d, %s' % (at, no_count(self.counts, row[place])), self.name)

    def _refuse_cell(self, rows, number):
        """DataError for a value with a NUL character, or longer than one of a csv file may be."""
        for at, row in enumerate(rows, number):
            for cell, name in zip(row, self.columns):
                what = ''
                if isinstance(cell, (str, bytes)) and len(cell) > LONGEST_VALUE:
                    what = 'a value of more than {:,} characters'.format(LONGEST_VALUE)
                elif isinstance(cell, str) and '\0' in cell:
                    what = 'a NUL character'
                if what:
                    raise DataError('row %d, column %s: %s' % (at, quoted(name), what), self.name)

    @contextmanager
    def _cursor(self):
        """A cursor over all rows, in a transaction of its own."""
        sqlite3 = imported_sqlite(self.file)
        address = address_of(self.file)
        try:
            connection = sqlite3.connect(address, uri=True, isolation_level=None)
            try:
                # A view that came with the file calls nothing that writes.
                connection.execute('PRAGMA trusted_schema = OFF')
                connection.execute('BEGIN')
                self._check_table(connection)
                if self._made:
                    bound(connection, STEPS + STEPS_A_BYTE * os.path.getsize(self.file))
                table = self.table.replace('"', '""')
                yield connection.execute('SELECT * FROM "%s"' % table)
            finally:
                connection.close()
        except MemoryError:
            raise DataError('takes more memory to read than SQLite may have'
                            + (AS_TABLE if self._made else ''), self.name) from None
        except (sqlite3.Error, sqlite3.Warning) as error:
            raise DataError(problem_of(error), self.name) from None

    def _check_table(self, connection):
        """DataError if there is no such table. Finds out whether its rows are made."""
        names = [name for name, in connection.execute(NAMES)]
        if self.table not in names:
            tables = 'there are %s' % some(names) if names else 'there is none at all'
            raise DataError('there is no table %s%s (%s)'
                            % (quoted(self.table), nearest(self.table, names), tables), self.file)
        (sql,), = connection.execute(DEFINITION, [self.table])
        is_table = sql.startswith('CREATE TABLE')
        has_generated_columns = re.search(r'\bas\b', sql, re.IGNORECASE)
        self._made = not is_table or has_generated_columns


def problem_of(error) -> str:
    """What SQLite says, or what it means where a bound was passed."""
    said = str(error)
    if said == 'interrupted':
        return 'takes SQLite too many steps' + AS_TABLE
    if said == 'string or blob too big':
        return 'makes a value of more than {:,} characters'.format(LONGEST_VALUE)
    return 'cannot be read: %s' % marked_text(one_line(error))


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
    """Let no statement take more steps, or make too long a value, as far as Python can forbid it.

    The handler that counts the steps runs no line of Python, so no signal can arrive in it and be
    lost.
    """
    looks = chain(repeat(0, steps // EVERY), repeat(1))     # 1 interrupts
    connection.set_progress_handler(looks.__next__, EVERY)
    if hasattr(connection, 'setlimit'):     # from Python 3.11 on
        from sqlite3 import SQLITE_LIMIT_LENGTH
        connection.setlimit(SQLITE_LIMIT_LENGTH, 4 * LONGEST_VALUE)


def bound_heap(files):
    """Let SQLite take no more memory in this process, whatever it reads.

    So a long value fails before it is made. It is for programs that end soon, and for Pythons
    without `setlimit`. Nothing in Python lifts it again, so the library leaves it. SQLite before
    3.31 does not know it, and passes over it.
    """
    size = sum(os.path.getsize(file) for file in files if os.path.isfile(file))
    connection = imported_sqlite(files[0]).connect(':memory:')
    connection.execute('PRAGMA hard_heap_limit = %d' % (HEAP + HEAP_A_BYTE * size))
    connection.close()


def address_of(file) -> str:
    """The URI that opens a database for reading.

    DataError if the file is none, or does not have all that was written to it.
    """
    from pathlib import Path
    try:
        if os.path.exists(file) and not os.path.isfile(file):
            raise DataError('is no file, and so no database', file)
        with open(file, 'rb') as stream:
            first = stream.read(20)
        if not first.startswith(SQLITE):
            raise DataError('is not an SQLite database; a file of another kind is named without ::',
                            file)
        log = file + '-wal'
        if os.path.exists(log) and os.path.getsize(log):
            raise DataError('is in use: %s holds changes that are not in the file; close the'
                            ' program that has it open, or copy the database with VACUUM INTO'
                            % quoted(os.path.basename(log)), file)
    except OSError as error:
        raise of_system(error, file) from None
    # Where changes go to another file first, even a reader makes that file. It does not if it is
    # told that nobody writes.
    how = '?mode=ro&immutable=1' if first[18:20] == WAL else '?mode=ro'
    return Path(file).absolute().as_uri() + how


def imported_sqlite(file):
    """The module sqlite3."""
    try:
        import sqlite3
    except ImportError:
        raise DataError('this Python was built without sqlite3; export the table as csv',
                        file) from None
    return sqlite3
