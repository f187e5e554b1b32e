"""A connection to an engine, by Python's DB-API (PEP 249).

Promise: a statement that fails is a DataError in one line. Every table that is made is temporary, and is dropped by `close`, but for
one that the caller gives a name. Names are quoted, and values are handed over as parameters. Nothing is committed.
A table is joined with small ones by LEFT JOIN, because an engine that knows nothing of their sizes may else begin with the small ones,
and look at all their combinations.
Invariant: one statement at a time. A second one ends the reading of the first, because some engines have the temporary tables of a
connection in one cursor alone.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import contextmanager
from itertools import islice

from ...core.errors import DataError, Refused, marked_text, one_line
from .dialects import dialect_named, dialect_of, driver_of, paramstyle_of

ROWS = 2000         # fetched at a time
VALUES = 900        # parameters of a statement; older versions of SQLite take 999
MANY = 60_000       # of one in MySQL, whose driver writes them into the text
LINES = 1000        # of csv that are handed over at a time
COPY = 'COPY %s FROM STDIN WITH (FORMAT csv)'       # PostgreSQL takes an empty field as NULL, and a quoted one as an empty text
LONGEST = 300       # characters of an engine's message

MARKERS = {         # what stands for a parameter, by the driver's paramstyle
    'qmark': '?', 'numeric': ':%d', 'named': ':v%d', 'format': '%s', 'pyformat': '%%(v%d)s'}


# How a file is read, and an engine does not read its tables (settings/reading.py).
NOT_FOLLOWED = ('columns', 'delimiter', 'encoding', 'decimal', 'unreadable', 'totals', 'counts', 'since', 'date_format', 'century', 'skip_lines')


class Engine:
    """A connection, and what is known of its dialect.

    dialect     one of those of dialects.py, such as 'mysql'. None: that of the driver, or else what most engines share
    paramstyle  of the driver. None: what the driver's module says
    quote       the character around names, and text the type that every value is cast to, where the engine differs from its dialect
    scratch     the schema of scratch tables, where temporary ones are not allowed. They are dropped like those.

    >>> import sqlite3
    >>> engine = Engine(sqlite3.connect(':memory:'))
    >>> numbers = engine.table('number INTEGER, name VARCHAR')
    >>> engine.insert(numbers, 2, [(1, "o'clock"), (2, '?')])
    >>> list(engine.rows('SELECT * FROM %s ORDER BY number DESC' % numbers))
    [(2, '?'), (1, "o'clock")]
    """

    def __init__(self, connection, paramstyle=None, quote=None, text=None, dialect=None, scratch=None, **others):
        self.name = 'the engine'
        for name in others:
            if name not in NOT_FOLLOWED:
                raise TypeError('an engine has no argument %r' % name)
            raise Refused('%s: an engine reads its table by itself; give a query in parentheses as the table, which says it in SQL' % name)
        self._style = paramstyle or paramstyle_of(connection)
        if self._style not in MARKERS:
            raise DataError('paramstyle is one of %s; give that of the driver' % ', '.join(MARKERS), self.name)
        self.sql = dialect_named(dialect) if dialect else dialect_of(connection)
        if quote:
            self.sql = self.sql._replace(quote=quote, escaped=False)
        if text:
            self.sql = self.sql._replace(text=text, cast="COALESCE(CAST(%%s AS %s), '')" % text, shown='%s')
        self._tables, self._scratch, self._driver = [], scratch, driver_of(connection)
        with self._in_one_line():       # in DuckDB another cursor would not have the connection's temporary tables
            self._cursor = connection if hasattr(connection, 'fetchmany') else connection.cursor()

    def run(self, sql, values=()):
        """Execute a statement. (Without values no driver looks for a % in it.)"""
        with self._in_one_line():
            self._cursor.execute(sql, values) if values else self._cursor.execute(sql)

    def rows(self, sql):
        """Yield the rows of a query, as tuples of texts and numbers. A cursor may hand out dicts, and MySQL bytes, as which texts are compared."""
        self.run(sql)
        names = [description[0] for description in self._cursor.description]
        while True:
            with self._in_one_line():
                rows = self._cursor.fetchmany(ROWS)
            if not rows:
                return
            if isinstance(rows[0], Mapping):
                if len(rows[0]) < len(names):
                    raise DataError('the rows of this connection are dicts, which hold one of two columns of the same name; open it with tuples as'
                                    ' rows', self.name)
                rows = [[row[name] for name in names] for row in rows]
            if self.sql.shown != '%s':
                rows = [[value.decode() if isinstance(value, bytes) else value for value in row] for row in rows]
            yield from map(tuple, rows)

    def row(self, sql) -> tuple:
        """The one row of a query."""
        row, = self.rows(sql)
        return row

    def source(self, table) -> tuple:
        """A table, a (schema, table) or a query in parentheses, as it stands behind FROM, and its name in messages."""
        if isinstance(table, str) and table.lstrip().startswith('('):
            return '%s AS kanon_source' % table, 'the query'
        parts = [table] if isinstance(table, str) else list(table)
        return '.'.join(map(self.quoted, parts)), '.'.join(parts)

    def columns(self, source) -> list:
        """The names of the columns of a source."""
        self.run('SELECT * FROM %s WHERE 1 = 0' % source)
        return [description[0] for description in self._cursor.description]

    def table(self, columns=None, query=None, name=None) -> str:
        """A new table, empty with these columns, or with the rows of a query. It is temporary, unless it is given a name."""
        place = self.quoted(self._scratch) + '.' if self._scratch and not name else ''
        new = self.quoted(name) if name else place + 'kanon_%s' % os.urandom(6).hex()
        begin = (self.sql.table if name or place else self.sql.temporary).format(new)
        self.run('%s %s' % (begin, '(%s)' % columns if columns else 'AS ' + query))
        if not name:
            self._tables.append(new)
        return new

    def index(self, table, columns, texts=True):
        """Let the engine find the rows of a table by these columns, if it has indexes. SQLite would look at all rows for each."""
        if self.sql.index:
            named = [self.sql.index % column for column in columns] if texts else columns
            self.run('CREATE INDEX kanon_%s ON %s (%s)' % (os.urandom(6).hex(), table, ', '.join(named)))

    def drop(self, name):
        self.run('DROP TABLE %s' % name)
        self._tables.remove(name)

    def insert(self, table, width, rows):
        """Put rows of `width` values into a table: as csv where the driver takes that, or else several rows with each statement."""
        load = {'duckdb': self._read_csv, 'psycopg2': self._copy_2, 'psycopg': self._copy_3, 'sqlite3': self._execute_many}.get(self._driver)
        if load and load(table, width, rows):
            return
        most, batch = (MANY if self.sql.engine == 'MySQL' else VALUES) // width, []
        for row in rows:
            batch.append(row)
            if len(batch) == most:
                self._insert(table, width, batch)
                batch = []
        if batch:
            self._insert(table, width, batch)

    def _execute_many(self, table, width, rows):
        with self._in_one_line():
            self._cursor.executemany('INSERT INTO %s VALUES (%s)' % (table, ', '.join('?' * width)), rows)
        return True

    def _read_csv(self, table, width, rows):
        """DuckDB reads a temporary file. False where it may not read files."""
        if not self.row("SELECT current_setting('enable_external_access')")[0]:
            return False
        import tempfile
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'rows.csv')
            with open(path, 'w', encoding='utf-8', newline='') as file:
                file.writelines(map(csv_line, rows))
            self.run("INSERT INTO %s SELECT * FROM read_csv(%s, header = false, auto_detect = false, delim = ',', quote = '\"', escape = '\"',"
                     " new_line = '\\n', nullstr = '', allow_quoted_nulls = false, columns = {%s})" % (
                         table, self.sql.literal(path), ', '.join("'c%d': 'VARCHAR'" % place for place in range(width))))
        return True

    def _copy_2(self, table, width, rows):
        with self._in_one_line():
            self._cursor.copy_expert(COPY % table, CsvText(rows))
        return True

    def _copy_3(self, table, width, rows):
        text = CsvText(rows)
        with self._in_one_line(), self._cursor.copy(COPY % table) as copy:
            for part in iter(text.read, ''):
                copy.write(part)
        return True

    def _insert(self, table, width, rows):
        marker, values = MARKERS[self._style], [value for row in rows for value in row]
        markers = [marker % place if '%d' in marker else marker for place in range(1, len(values) + 1)]
        of_rows = ', '.join('(%s)' % ', '.join(markers[start:start + width]) for start in range(0, len(markers), width))
        named = self._style in ('named', 'pyformat')
        self.run('INSERT INTO %s VALUES %s' % (table, of_rows),
                 {'v%d' % place: value for place, value in enumerate(values, 1)} if named else values)

    def quoted(self, name) -> str:
        """A name in a statement, whatever characters it holds.

        >>> import sqlite3
        >>> print(Engine(sqlite3.connect(':memory:')).quoted('a "b"'))
        "a ""b"\""
        """
        return self.sql.name(name)

    def type_of_text(self) -> str:
        return self.sql.text

    def close(self):
        """Drop the temporary tables. The connection stays open. `left` names those that could not be dropped."""
        self.left, self._tables, interrupted = self._tables, [], None
        for _ in range(2):      # one may fail because the connection was interrupted
            for name in self.left[:]:
                try:
                    self.run('DROP TABLE %s' % name)
                    self.left.remove(name)
                except DataError:       # it may be gone, or the connection may
                    pass
                except BaseException as error:
                    interrupted = error
        if interrupted:
            raise interrupted

    @contextmanager
    def _in_one_line(self):
        try:
            yield
        except (DataError, MemoryError):
            raise
        except Exception as error:      # each driver has exceptions of its own
            message = one_line(' '.join(str(error).split()) or type(error).__name__)
            raise DataError('the statement failed: %s' % marked_text(message[:LONGEST]), self.name) from error


def csv_line(row) -> str:
    """A line of csv, in which an empty field is NULL, and a quoted one an empty text.

    >>> print(csv_line((' 39', '', None, 7)), end='')
    " 39","",,"7"
    """
    return ','.join(['' if value is None else '"%s"' % str(value).replace('"', '""') for value in row]) + '\n'


class CsvText:
    """Rows as a file of csv that is read once."""

    def __init__(self, rows):
        self._lines = map(csv_line, rows)

    def read(self, size=-1) -> str:
        return ''.join(islice(self._lines, LINES))
