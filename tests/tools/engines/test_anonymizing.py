"""A table of an engine published in one call: the release of the records, or one line and nothing left in the engine.

sqlite3 always; the others as in test_engines.py.
"""

import sqlite3
from collections import Counter
from contextlib import suppress
from random import Random

import pytest

import kanon
from kanon.core.errors import DataError
from kanon.tools.engines import anonymize
from kanon.tools.engines.connection import Engine
from test_engines import ENGINES, connected, loaded

NAMES = ['age', 'a "b"', 'ill']
TREES = {'age': {**{str(age): '3*' for age in range(30, 38)}, '3*': '*'}, 'a "b"': dict.fromkeys(['x', ' x', 'X', 'x\ny', "o'clock", 'NULL'], '*')}
TABLES = {'sqlite': "SELECT name FROM sqlite_master UNION ALL SELECT name FROM sqlite_temp_master",
          'duckdb': 'SELECT table_name FROM duckdb_tables()', 'mysql': 'SHOW TABLES',
          'postgresql': "SELECT relname FROM pg_class WHERE relkind = 'r' AND (relname LIKE 'kanon%' OR relname = 'released')"}


@pytest.fixture(params=ENGINES)
def engine(request):
    opened = connected(request.param)
    clear(opened)
    yield request.param, opened
    if request.param in ('mysql', 'postgresql'):
        opened.rollback()
        clear(opened)
        opened.commit()
    opened.close()


def clear(connection):
    for name in 'released', 'people':
        Engine(connection).run('DROP TABLE IF EXISTS ' + name)
    connection.commit()


def people_of(random, n=60):
    return [(random.choice([None] + list(range(30, 38))), random.choice([*TREES['a "b"'], '?', '']), random.choice(['flu', 'gout', 'FLU', None]))
            for _ in range(n)]


def put(connection, rows):
    loaded(connection, NAMES, rows)
    connection.commit()


def left(kind, connection):
    """The tables of the engine that kanon has made, and the release."""
    return sorted(name for name, in Engine(connection).rows(TABLES[kind]) if name.startswith('kanon_') or name == 'released')


def rows_of(connection, table='released'):
    return Counter(Engine(connection).rows('SELECT * FROM ' + table))


def as_texts(rows):
    return [tuple('' if value is None else str(value) for value in row) for row in rows]


WORDS = [{'missing': 'drop'}, {'missing': 'drop', 'missing_in': 'used', 'na': ['NULL']}, {'missing': 'root', 'hierarchies': TREES},
         {'missing': 'drop', 'hierarchies': TREES, 'algorithm': kanon.Optimal(max_suppression='20%')},
         {'missing': 'drop', 'hierarchies': TREES, 'algorithm': kanon.Samarati(max_suppression=5), 'most': 1},
         {'missing': 'drop', 'hierarchies': TREES, 'algorithm': kanon.Datafly(max_suppression=5), 'most': 1},
         {'missing': 'root', 'hierarchies': TREES, 'algorithm': kanon.Samarati(max_suppression=5), 'most': 1},
         {'missing': 'drop', 'require': kanon.Distinct(2)}]


@pytest.mark.parametrize('seed', range(len(WORDS)))
def test_the_table_is_the_release_of_the_records(seed, engine):
    kind, connection = engine
    random, words = Random(seed), dict(WORDS[seed])
    rows = people_of(random)
    put(connection, rows)
    most, na = words.pop('most', None), words.pop('na', [])
    records = kanon.Records(as_texts(rows), columns=NAMES, na=na)
    expected = kanon.anonymize(records, NAMES[:2], NAMES[2:], k=3, **words)
    published = anonymize(connection, 'people', NAMES[:2], NAMES[2:], k=3, into='released', **{'most': most} if most else {}, na=na, **words)
    assert published.decided == ('in the engine' if most else 'here')
    assert published.records == expected.records and published.vector == expected.vector
    assert rows_of(connection) == Counter(expected.rows)
    assert left(kind, connection) == ['released']
    again = anonymize_fails(connection, into='released')
    assert str(again) == 'released: is there already; drop it, or give another name with into'


def anonymize_fails(connection, **words):
    with pytest.raises(DataError) as caught:
        anonymize(connection, 'people', NAMES[:2], NAMES[2:], k=3, **words)
    assert '\n' not in str(caught.value)
    return caught.value


class Failing:
    """A connection whose statement number `at`, or of which `at` is true, fails, or before which something else happens."""

    def __init__(self, connection, at, instead):
        self._connection, self._at, self._instead, self.done = connection, at, instead, 0
        type(self).__module__ = type(connection).__module__      # by which the dialect is known
        if not hasattr(connection, 'fetchmany'):
            self.cursor = lambda: Failing.Cursor(self, connection.cursor())

    def __getattr__(self, name):
        found = getattr(self._connection, name)
        return self._counted(found) if name in COUNTED else found

    def _counted(self, function):
        def counted(*arguments):
            self.done += 1
            if self.done == self._at or callable(self._at) and self._at(*arguments):
                self._instead()
            return function(*arguments)
        return counted

    class Cursor:
        def __init__(self, of, cursor):
            self._of, self._cursor = of, cursor

        def __getattr__(self, name):
            found = getattr(self._cursor, name)
            return self._of._counted(found) if name in COUNTED else found


COUNTED = 'execute', 'executemany', 'copy_expert'


@pytest.mark.parametrize('error', [RuntimeError('the line\nis cut'), KeyboardInterrupt()])
@pytest.mark.parametrize('words', [{}, {'hierarchies': TREES, 'most': 1}, {'person': 'ill', 'sensitive': [], 'exact': ['ill']},
                                   {'person': 'ill', 'sensitive': [], 'exact': ['ill'], 'hierarchies': TREES, 'most': 1}])
def test_a_connection_that_fails_at_any_statement_leaves_nothing(words, error, engine):
    kind, connection = engine
    put(connection, people_of(Random(7), 30))
    before, words = rows_of(connection, 'people'), {'k': 3, 'sensitive': NAMES[2:], 'into': 'released', **words}

    def fails():
        raise error
    at, failed, last = 0, 0, False
    while not last:
        at += 1
        connection.commit()
        failing = Failing(connection, at, fails)
        try:
            anonymize(failing, 'people', NAMES[:2], **words)
        except (DataError, KeyboardInterrupt) as found:
            failed += 1
            assert isinstance(found, KeyboardInterrupt) or 'the line is cut' in str(found)
            assert left(kind, connection) == [] and rows_of(connection, 'people') == before, at
            continue
        last = failing.done < at
        assert left(kind, connection) == ['released'], at       # what failed was a DROP, or the question whether the table is there
        connection.commit()
        Engine(connection).run('DROP TABLE released')
    assert failed > 12


def test_a_table_that_changes_at_any_statement_is_published_as_it_was_or_not_at_all(engine):
    kind, connection = engine
    rows = people_of(Random(8), 30)
    rows[0], more = (37, 'x', 'flu'), [(37, 'x', 'flu')] * 20
    releases = [Counter(kanon.anonymize(kanon.Records(as_texts(records), columns=NAMES), NAMES[:2], NAMES[2:], k=3).rows)
                for records in (rows, rows + more)]
    at, outcomes = 0, Counter()
    while True:
        at += 1
        put(connection, rows)
        cursor = connection if hasattr(connection, 'fetchmany') else connection.cursor()

        def change():
            with suppress(Exception):       # DuckDB and PostgreSQL take nothing more once they have said that there is no such table
                cursor.execute('INSERT INTO people VALUES ' + ', '.join(["(37, 'x', 'flu')"] * 20))
        failing = Failing(connection, at, change)
        try:
            anonymize(failing, 'people', NAMES[:2], NAMES[2:], k=3, into='released')
        except DataError as error:
            assert '\n' not in str(error) and left(kind, connection) == [], at
            outcomes['refused'] += 1
            continue
        outcomes[releases.index(rows_of(connection))] += 1
        assert left(kind, connection) == ['released']
        connection.commit()
        Engine(connection).run('DROP TABLE released')
        connection.commit()
        if failing.done < at:
            break
    assert outcomes['refused'] and outcomes[0] and outcomes[1]


def test_a_scratch_table_that_stays_takes_the_release_back(engine):
    kind, connection = engine
    put(connection, people_of(Random(9), 30))

    def fails():
        raise RuntimeError('no')
    failing = Failing(connection, lambda statement, *_: statement.startswith('DROP TABLE kanon_'), fails)
    assert 'a scratch table could not be dropped' in str(anonymize_fails(failing, into='released'))
    assert 'released' not in left(kind, connection)


def test_a_connection_in_a_transaction_is_refused():
    connection = sqlite3.connect(':memory:')
    put(connection, people_of(Random(1)))
    connection.execute("INSERT INTO people VALUES (31, 'x', 'flu')")
    assert 'the connection is in a transaction' in str(anonymize_fails(connection, into='released'))
    assert connection.in_transaction


def test_a_query_is_published_as_its_rows_are(engine):
    kind, connection = engine
    rows = [(31, 'x', 'flu')] * 3 + [(32, 'x', 'gout')] * 3 + [(33, 'x', 'flu')] * 3
    put(connection, rows)
    published = anonymize(connection, '(SELECT * FROM people WHERE age < 33)', NAMES[:2], NAMES[2:], k=3, into='released')
    assert published.records == {'read': 6, 'missing': 0, 'published': 6, 'suppressed': 0}
    assert rows_of(connection) == Counter(as_texts(rows[:6]))


@pytest.mark.parametrize('into', ['', (), ('main', '')])
def test_a_release_without_a_name_is_refused(into):
    connection = sqlite3.connect(':memory:')
    put(connection, people_of(Random(1)))
    assert str(anonymize_fails(connection, into=into)).startswith('into is the name of a table or a (schema, name), not ')
    assert left('sqlite', connection) == []


def test_rows_may_be_dicts():
    connection = sqlite3.connect(':memory:')
    rows = [(31, 'x', 'flu')] * 3
    put(connection, rows)
    connection.row_factory = lambda cursor, row: {name: value for (name, *_), value in zip(cursor.description, row)}
    published = anonymize(connection, 'people', NAMES[:2], NAMES[2:], k=3, into='released')
    assert published.records['published'] == 3


def test_who_may_not_write_is_told_so_and_nothing_is_left(tmp_path):
    path = tmp_path / 'clinic.db'
    connection = sqlite3.connect(str(path))
    put(connection, people_of(Random(2)))
    connection.close()
    connection = sqlite3.connect('file:%s?mode=ro' % path, uri=True)
    assert 'readonly' in str(anonymize_fails(connection, into='released'))
    assert left('sqlite', connection) == []


def test_a_role_that_may_only_read():
    connection = connected('postgresql')
    clear(connection)
    put(connection, people_of(Random(3)))
    engine = Engine(connection)
    for statement in ('DROP ROLE IF EXISTS kanon_reader', 'CREATE ROLE kanon_reader', 'GRANT SELECT ON people TO kanon_reader',
                      'REVOKE CREATE ON SCHEMA public FROM PUBLIC', 'SET ROLE kanon_reader'):
        engine.run(statement)
        connection.commit()
    error = anonymize_fails(connection, into='released')
    assert 'permission denied for schema public' in str(error) and left('postgresql', connection) == []
    for statement in 'RESET ROLE', 'DROP OWNED BY kanon_reader', 'DROP ROLE kanon_reader':
        engine.run(statement)
        connection.commit()
    clear(connection)
    connection.close()


def test_scratch_tables_in_a_schema_and_a_release_in_another():
    connection = connected('postgresql')
    engine = Engine(connection)
    for statement in 'DROP SCHEMA IF EXISTS etl CASCADE', 'CREATE SCHEMA etl', 'DROP TABLE IF EXISTS people':
        engine.run(statement)
    put(connection, [(31, 'x', 'flu')] * 3)
    published = anonymize(connection, ('public', 'people'), NAMES[:2], NAMES[2:], k=3, into=('etl', 'my "release"'), scratch='etl')
    assert published.records['published'] == 3 and published.into == ('etl', 'my "release"')
    assert [name for name, in engine.rows("SELECT tablename FROM pg_tables WHERE schemaname = 'etl'")] == ['my "release"']
    connection.commit()
    engine.run('DROP SCHEMA etl CASCADE')
    connection.commit()
    connection.close()


NASTY = [None, '', ' ', ' x', 'x ', 'x\r', 'x\ry', '\r', '"', '""', "'", ',', '\n', '\r\n', 'a\nb', '\\N', 'NULL', 'null', '\\', '\\.', '\t', 'é', 'e\u0301', '?', '%s', '0']


def test_what_is_loaded_is_what_was_handed_over(engine):
    _, connection = engine
    work = Engine(connection)
    table = work.table('number INTEGER, one {0}, two {0}'.format(work.type_of_text()))
    rows = [(number, one, two) for number, (one, two) in enumerate((one, two) for one in NASTY for two in NASTY)]
    work.insert(table, 3, iter(rows))
    assert list(work.rows('SELECT * FROM %s ORDER BY number' % table)) == rows
    work.close()
