"""A table of an engine, counted there by GROUP BY.

Promise: the counts are those of a csv file of the table. A value counts as the text that the engine casts it to. NULL is a missing
value, as '' and '?' are. A word of `na` counts as '?', with or without blanks around it. The records that are read are those that are
counted and those left out for a missing value.
The counted table stays in the engine, as a temporary table. `tally` fetches it, where it fits into memory.
Where persons are counted, the person is one more column of it, because persons do not add up: one may be in several combinations of a class.
"""

from __future__ import annotations

from itertools import islice

from ...core.counts.persons import check_joined, check_names
from ...core.counts.values import Sameness
from ...core.errors import Changed, DataError, Refused, many, nearest, quoted, show, some
from ...core.tables.table import BATCH
from ...core.tables.tally import Tally
from .connection import Engine
from .dialects import missing_words_of
from .steps import places


class EngineTable:
    """The counted table of a table, or of a query in parentheses. It is a context manager, which drops what it made.

    table       a name, a (schema, name), or a query such as '(SELECT * FROM visits WHERE year = 2024)'
    quasi       the quasi-identifiers, and `carried` the columns that are published as they are
    missing     'drop' leaves out a record with a missing value, 'value' and 'root' keep it
    missing_in  'drop' looks at 'any' column of the table, or at the columns 'used' here
    roots       {quasi-identifier: what is published for a missing value}, for 'root'
    person      the column that says whose row each row is, where persons are counted. It is never published.
    na          words that mean a missing value, too, such as ['NA', 'unknown']
    na_in       {column: words that mean one there alone}
    exact       the columns in which each way to write a value is a value of its own. Otherwise persons who may be one are refused.
    items       is refused: an engine counts a cell as one value
    engine      more about the engine: paramstyle, quote, text (connection.py)

    read, missing_records, records      how many records there are, are left out, and are counted; distinct: the rows of the counts
    lost        of those that are left out, how many missing_in='used' would keep, as a Table tells it (tables/table.py)

    >>> import sqlite3
    >>> database = sqlite3.connect(':memory:')
    >>> _ = database.execute('CREATE TABLE people (age INTEGER, job TEXT)')
    >>> _ = database.executemany('INSERT INTO people VALUES (?, ?)', [(39, 'Sales'), (39, 'Sales'), (50, None), (50, 'Tech')])
    >>> with EngineTable(database, 'people', ['age'], ['job']) as people:
    ...     people.read, people.missing_records, dict(people.tally().frequency_set), people.columns()
    (4, 1, {('39',): 2, ('50',): 1}, [{'39': 2, '50': 1}])
    """

    def __init__(self, connection, table, quasi, carried=(), missing='drop', missing_in='any', roots=None, na=(), person=None,
                 na_in=None, exact=(), items=None, **engine):
        if items:
            raise Refused('items: an engine counts a cell as one value, and a set of items is none; anonymize the table as a csv file, with'
                          ' kanon.Csv')
        if missing not in ('drop', 'value', 'root') or missing_in not in ('any', 'used'):
            raise DataError("missing is 'drop', 'value' or 'root', and missing_in 'any' or 'used', not %s and %s"
                            % (quoted(str(missing)), quoted(str(missing_in))))
        self.engine, self.na = Engine(connection, **engine), missing_words_of(na, na_in)
        self.quasi, self.carried, self.roots, self.person = list(quasi), list(carried), roots or {}, person
        self.exact = frozenset(exact)
        self._owner, self._named = [] if person is None else [person], list(na_in or ())
        self.source, self.name = self.engine.source(table)
        self._drop = missing_in if missing == 'drop' else None
        self._check_columns()
        self.keys, self.values = places('q', self.quasi), places('c', self.carried)        # of the counts
        self.owner = ['w'] * len(self._owner)
        try:
            self.counts = self.engine.table(query=self.grouped())
            counted, self.distinct = self.engine.row('SELECT SUM(n), COUNT(*) FROM %s' % self.counts)
            self.records = int(counted or 0)
            self.read, self.missing_records = self.totals()
            if self.read != self.records + self.missing_records:
                raise Changed('the table changed while it was counted; run again', self.name)
            self._check()
            self.lost = self._lost()
            self.persons = None if person is None else self._check_persons()        # how many there are
        except BaseException:
            self.engine.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.engine.close()

    def check_counted(self, required):
        """DataError if what is required (counts/required.py) counts persons, and this table does not."""
        if required.persons and self.person is None:
            raise DataError('k counts persons, and the engine has counted records; give its EngineTable the person', self.name)

    def tally(self) -> Tally:
        """The counts as a Tally, which holds no more of them than its bound."""
        tally = Tally(len(self.quasi))
        width = len(self.quasi)
        rows = ((*self.with_roots(row[:width]), *row[width:]) for row in self._rows())
        tally.count(iter(lambda: list(islice(rows, BATCH)), []), counted=True, whose=self.person is not None)
        return tally

    def rows(self):
        """Yield the counted table as rows of texts and a number, for `kanon.anonymize` with counts.

        What was left out is a row of empty texts, as in what `kanon count` writes. So the sums of a report hold.
        """
        if self.missing_records:
            yield (*[''] * len(self.quasi + self.carried + self.owner), self.missing_records)
        yield from self._rows()

    def columns(self) -> list:
        """The {value: records} of each quasi-identifier."""
        return [dict(sorted((self.root_or(name, value), int(n)) for value, n in self.engine.rows(
            'SELECT %s, SUM(n) FROM %s GROUP BY %s' % (key, self.counts, key)))) for name, key in zip(self.quasi, self.keys)]

    def with_roots(self, values) -> tuple:
        """The quasi tuple of a row of the counts, in which a missing value is '' where roots are published."""
        return tuple(map(self.root_or, self.quasi, values)) if self.roots else tuple(values)

    def root_or(self, name, value) -> str:
        return self.roots[name] if value == '' and name in self.roots else value

    def grouped(self) -> str:
        """The query that counts the source: the quasi-identifiers as q0, q1 ..., the carried columns as c0, c1 ..., the person as w, and n."""
        texts = [*map(self.key, self.quasi), *map(self.text, self.carried + self._owner)]
        named = ', '.join('%s AS %s' % pair for pair in zip(texts, self.keys + self.values + self.owner))
        return 'SELECT %s, COUNT(*) AS n FROM %s%s GROUP BY %s' % (named, self.source, self._where(), ', '.join(texts))

    def key(self, name) -> str:
        """The text of a quasi-identifier. All missing values are '' where their root is published."""
        return self.engine.sql.key_of(name, self.na, name in self.roots)

    def text(self, name) -> str:
        """The text of a column, '?' for the words that mean a missing value."""
        return self.engine.sql.text_of(name, self.na)

    def totals(self) -> tuple:
        """How many records the source has now, and how many of them are left out."""
        read, = self.engine.row('SELECT COUNT(*) FROM %s' % self.source)
        kept, = self.engine.row('SELECT COUNT(*) FROM %s%s' % (self.source, self._where()))
        return int(read), int(read) - int(kept)

    def _lost(self) -> dict:
        """How many records are left out for a gap in columns that are not used, and for no other. The engine is asked only if any is left out."""
        used = [*self.quasi, *self.carried, *self._owner]
        others = [name for name in self._all if name not in used]
        if self._drop != 'any' or not self.missing_records or not others:
            return {'records': 0, 'columns': {}}
        whole, texts = self.engine.sql.complete, list(map(self.text, others))
        gaps = ['SUM(CASE WHEN %s THEN 0 ELSE 1 END)' % whole([text]) for text in texts]
        records, *of_columns = self.engine.row('SELECT COUNT(*), %s FROM %s WHERE %s AND NOT (%s)' % (
            ', '.join(gaps), self.source, whole(map(self.text, used)), whole(texts)))
        return {'records': int(records), 'columns': {name: int(n) for name, n in zip(others, of_columns) if n}}

    def coded(self, codes, more=()) -> str:
        """The counts with a code in place of each value of the quasi-identifiers, as a table. codes: {value: code} of each.

        more: places of carried columns that stand between the codes and n. To rules beyond k a value that is not known is '?'.
        Behind these stands the person, if persons are counted, and NULL for nobody.
        """
        joins = ['LEFT JOIN %s h%s ON h%s.t = f.%s' % (table, key, key, key) for table, key in zip(self.value_tables(codes), self.keys)]
        sql, shown = self.engine.sql, self.engine.sql.shown
        kept = ["CASE WHEN %s THEN '?' ELSE f.c%d END" % (sql.is_unknown(shown % ('f.c%d' % place)), place) for place in more]
        kept += ['CASE WHEN %s THEN NULL ELSE f.w END' % sql.is_unknown(shown % 'f.w') for _ in self.owner]
        groups = ['h%s.c' % key for key in self.keys] + kept
        names = self.keys + ['s%d' % place for place in range(len(more))] + self.owner
        coded = self.engine.table(query='SELECT %s, CAST(SUM(f.n) AS %s) AS n FROM %s f %s GROUP BY %s' % (
            ', '.join('%s AS %s' % pair for pair in zip(groups, names)), self.engine.sql.whole, self.counts, ' '.join(joins), ', '.join(groups)))
        lacking = ' OR '.join(key + ' IS NULL' for key in self.keys)
        joined, lost = self.engine.row('SELECT SUM(n) AS joined, SUM(CASE WHEN %s THEN 1 ELSE 0 END) AS lost FROM %s' % (lacking, coded))
        if int(joined or 0) != self.records or lost:
            raise DataError('the engine joined other records than it counted; does it compare texts without regard to case?',
                            self.name)
        return coded

    def value_tables(self, codes) -> list:
        """For each quasi-identifier a table of its values, t, and of what stands for each, c. codes: {value: code} of each."""
        tables = [self.engine.table('t %s, c INTEGER' % self.engine.type_of_text()) for _ in codes]
        for name, table, of_column in zip(self.quasi, tables, codes):
            self.engine.insert(table, 2, ((self.key_of(name, value), code) for value, code in of_column.items()))
        return tables

    def key_of(self, name, value) -> str:
        """What stands in the counts for a value: '' for the root that missing values are published as."""
        return '' if value == self.roots.get(name) else value

    def _rows(self):
        return ((*values, int(n)) for *values, n in self.engine.rows('SELECT * FROM %s' % self.counts))

    def looked_at(self) -> list:
        """The columns in which a missing value leaves a record out."""
        return self._all if self._drop == 'any' else self.quasi + self.carried + self._owner if self._drop else []

    def _where(self):
        columns = self.looked_at()
        return ' WHERE ' + self.engine.sql.complete(map(self.text, columns)) if columns else ''

    def _check_columns(self):
        self._all = self.engine.columns(self.source)
        for name in [*self.quasi, *self.carried, *self._owner, *self._named]:
            if name not in self._all:
                raise DataError('there is no column %s%s (the columns are %s)'
                                % (quoted(name), nearest(name, self._all), some(self._all, 5)), self.name)
        if not self.quasi or len({*self.quasi, *self.carried, *self._owner}) < len(self.quasi + self.carried + self._owner):
            raise DataError('name one quasi-identifier or more, and each column once', self.name)

    def _check(self):
        if not self.records:
            raise DataError('no record is left to publish: %s read, %d of them with a missing value'
                            % (many(self.read, 'record'), self.missing_records), self.name)
        for name, key in zip(self.quasi, self.keys):
            if name in self.roots:
                values = {value for value, in self.engine.rows('SELECT DISTINCT %s FROM %s' % (key, self.counts))}
                if self.roots[name] in values:
                    raise DataError('%s is a recorded value, but missing values are published as it' % show(self.roots[name]),
                                    self.name)

    def _check_persons(self) -> int:
        """How many persons there are. DataError if the column does not say whose row each is, or if a carried column joins their rows.

        All names are fetched, because no SQL of all engines knows which of them may be one person.
        """
        engine, known = self.engine, 'NOT (%s)' % self.engine.sql.is_unknown(self.engine.sql.shown % 'w')
        names = {name for name, in engine.rows('SELECT DISTINCT w FROM %s WHERE %s' % (self.counts, known))}
        check_names(names, self.distinct, self.person, self.name, sameness=Sameness(self.exact))
        if self.values:
            several, = engine.row('SELECT COUNT(*) FROM (SELECT w FROM %s WHERE %s GROUP BY w HAVING SUM(n) > 1) v' % (self.counts, known))
            joined = [engine.row('SELECT COUNT(DISTINCT w) FROM (SELECT MIN(w) AS w FROM %s GROUP BY %s HAVING MIN(w) = MAX(w) AND SUM(n) > 1) v'
                                 ' WHERE %s' % (self.counts, value, known))[0] for value in self.values]
            check_joined(int(several), list(map(int, joined)), self.carried, self.name)
        return len(names)
