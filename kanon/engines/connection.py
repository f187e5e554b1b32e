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
import sys
from contextlib import contextmanager, suppress

from ..errors import DataError, marked, one_line, quoted
from .statements import Dialect

ROWS = 2000         # fetched at a time
VALUES = 900        # parameters of a statement; older versions of SQLite take 999
LONGEST = 300       # characters of an engine's message

MARKERS = {         # what stands for a parameter, by the driver's paramstyle
    'qmark': '?', 'numeric': ':%d', 'named': ':v%d', 'format': '%s', 'pyformat': '%%(v%d)s'}


class Engine:
    """A connection, and what is known of its dialect.

    paramstyle  of the driver. None: what the driver's module says
    quote       the character around names, such as ` in MySQL
    text        the type that every value is cast to, such as CHAR in MySQL

    >>> import sqlite3
    >>> engine = Engine(sqlite3.connect(':memory:'))
    >>> numbers = engine.table('number INTEGER, name VARCHAR')
    >>> engine.insert(numbers, 2, [(1, "o'clock"), (2, '?')])
    >>> list(engine.rows('SELECT * FROM %s ORDER BY number DESC' % numbers))
    [(2, '?'), (1, "o'clock")]
    """

    def __init__(self, connection, paramstyle=None, quote='"', text='VARCHAR'):
        self.name = 'the engine'
        self._style = paramstyle or paramstyle_of(connection)
        if self._style not in MARKERS:
            raise DataError('paramstyle is one of %s; give that of the driver' % ', '.join(MARKERS), self.name)
        self.dialect, self._tables = Dialect(quote, text), []
        with self._in_one_line():       # in DuckDB another cursor would not have the connection's temporary tables
            self._cursor = connection if hasattr(connection, 'fetchmany') else connection.cursor()

    def run(self, sql, values=()):
        """Execute a statement. (Without values no driver looks for a % in it.)"""
        with self._in_one_line():
            self._cursor.execute(sql, values) if values else self._cursor.execute(sql)

    def rows(self, sql):
        """Yield the rows of a query, as tuples."""
        self.run(sql)
        while True:
            with self._in_one_line():
                rows = self._cursor.fetchmany(ROWS)
            if not rows:
                return
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
        new = self.quoted(name) if name else 'kanon_%s' % os.urandom(6).hex()
        self.run('CREATE %sTABLE %s %s' % ('' if name else 'TEMPORARY ', new, '(%s)' % columns if columns else 'AS ' + query))
        if not name:
            self._tables.append(new)
        return new

    def index(self, table, columns):
        """Let the engine find the rows of a table by these columns. SQLite would look at all rows for each."""
        self.run('CREATE INDEX kanon_%s ON %s (%s)' % (os.urandom(6).hex(), table, ', '.join(columns)))

    def drop(self, name):
        self.run('DROP TABLE %s' % name)
        self._tables.remove(name)

    def insert(self, table, width, rows):
        """Put rows of `width` values into a table, several with each statement."""
        most, batch = VALUES // width, []
        for row in rows:
            batch.append(row)
            if len(batch) == most:
                self._insert(table, width, batch)
                batch = []
        if batch:
            self._insert(table, width, batch)

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
        if '\0' in name:
            raise DataError('the name %s holds a NUL character' % quoted(name), self.name)
        return self.dialect.name(name)

    def type_of_text(self) -> str:
        return self.dialect.text

    def close(self):
        """Drop the temporary tables. The connection stays open."""
        for name in self._tables:
            with suppress(DataError):       # it may be gone, or the connection may
                self.run('DROP TABLE %s' % name)
        self._tables = []

    @contextmanager
    def _in_one_line(self):
        try:
            yield
        except (DataError, MemoryError):
            raise
        except Exception as error:      # each driver has exceptions of its own
            message = one_line(' '.join(str(error).split()) or type(error).__name__)
            raise DataError('the statement failed: %s' % marked(message[:LONGEST]), self.name) from error


def paramstyle_of(connection) -> str:
    """What the module of a connection's driver says, '' if it says nothing.

    >>> import sqlite3
    >>> paramstyle_of(sqlite3.connect(':memory:'))
    'qmark'
    """
    for kind in type(connection).__mro__:
        parts = kind.__module__.lstrip('_').split('.')
        for end in range(len(parts), 0, -1):
            style = getattr(sys.modules.get('.'.join(parts[:end])), 'paramstyle', None)
            if style:
                return style
    return ''
