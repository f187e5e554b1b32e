"""Counted by an engine, decided here, joined there: the same vectors, the same partitions and the same bytes as from the records.

sqlite3 always. DuckDB where it is installed, PostgreSQL where KANON_POSTGRESQL has the words of a connection (.ci/run has both).
"""

import os
import sqlite3
from collections import Counter
from itertools import product
from random import Random

import pytest

import kanon
from conftest import random_table, random_tree, seeds
from flat import anonymize
from kanon.core.audit.recount import told_value
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.required import Required
from kanon.core.cutting.cuts import cut_for
from kanon.core.cutting.dimension import dimensions_for
from kanon.core.cutting.labels import multidimensional
from kanon.core.cutting.mondrian import mondrian
from kanon.core.cutting.partition import partition_of
from kanon.core.errors import DataError, Unsatisfied
from kanon.core.levels.datafly import most_distinct_first
from kanon.core.levels.lattice import Lattice, vectors
from kanon.core.levels.objective import best_of, objective_for
from kanon.core.levels.optimal import branch_and_bound
from kanon.core.levels.samarati import least_height
from kanon.core.rules.of_table import required_for
from kanon.core.rules.of_values import Alpha, Distinct
from kanon.core.tables.hierarchy_file import GivenHierarchies
from kanon.core.tables.rows import Rows
from kanon.tools.engines.column_maps import map_at
from kanon.tools.engines.connection import Engine, paramstyle_of
from kanon.tools.engines.counts import EngineTable
from kanon.tools.engines.engine_cuts import partitions
from kanon.tools.engines.engine_lattice import EngineLattice
from kanon.tools.engines.release import put_partitions, put_recoding, put_vector, write_release
from kanon.tools.engines.statements import ByMaps, release_statement, sums_statement

ENGINES = 'sqlite', 'duckdb', 'postgresql', 'mysql'
COLLATE = {'postgresql': 'COLLATE "C"'}


@pytest.fixture(params=ENGINES)
def connection(request):
    opened = connected(request.param)
    yield opened
    opened.close()


def connected(engine):
    if engine == 'sqlite':
        return sqlite3.connect(':memory:')
    if engine == 'duckdb':
        return pytest.importorskip('duckdb').connect()
    if engine == 'mysql':
        words = os.environ.get('KANON_MYSQL')
        if not words:
            pytest.skip('KANON_MYSQL does not say how to connect')
        named = dict(word.lstrip('-').split('=') for word in words.split()[:-1])
        opened = pytest.importorskip('pymysql').connect(unix_socket=named['socket'], user=named['user'], database=words.split()[-1], local_infile=True)
        Engine(opened).run('DROP TABLE IF EXISTS kept')     # MySQL commits each table that is made
        return opened
    words = os.environ.get('KANON_POSTGRESQL')
    if not words:
        pytest.skip('KANON_POSTGRESQL does not say how to connect')
    return pytest.importorskip('psycopg2').connect(words)


def collate_of(connection):
    return 'COLLATE "C"' if 'psycopg2' in type(connection).__module__ else ''


def loaded(connection, columns, rows, name='people'):
    """A table with these rows of texts, whole numbers and None. It is gone with the connection."""
    engine = Engine(connection)
    engine.run('DROP TABLE IF EXISTS %s' % engine.quoted(name))
    kinds = ['INTEGER' if any(isinstance(row[place], int) for row in rows) else 'VARCHAR(60)' for place in range(len(columns))]
    engine.table(', '.join('%s %s' % pair for pair in zip(map(engine.quoted, columns), kinds)), name=name)
    engine.insert(engine.quoted(name), len(columns), rows)
    return name


@pytest.mark.parametrize('before, after', [('', ''), (' ', ''), ('', '  '), ('\t', ''), ('', '\r'), ('', '\r\n'), ('\n ', '\x0b'), ('\x0c', '\t '), ('-', ''), ('', '.')])
def test_a_value_is_unknown_where_the_audit_says_so(before, after, connection):
    """Whatever white space of ASCII is around it, as a carriage return that an export has left."""
    texts = [before + word + after for word in ('NA', 'n/a', 'Null', 'NaN', '?', '', 'flu', 'N A', 'NA x')]
    loaded(connection, ['number', 'ill'], list(enumerate(texts)))
    engine = Engine(connection)
    condition = engine.sql.is_unknown(engine.sql.shown % engine.sql.text_of('ill'))
    found = dict(engine.rows('SELECT number, CASE WHEN %s THEN 1 ELSE 0 END FROM people' % condition))
    assert found == {number: int(told_value(text) == '?') for number, text in enumerate(texts)}


def as_rows(frequency_set):
    return [quasi for quasi, n in frequency_set.items() for _ in range(n)]


def table_of(connection, seed, most=7):
    """A random table in the engine: its columns, frequency set and trees."""
    frequency_set, trees = random_table(seed, most=most)
    columns = ['column %d' % place for place in range(len(trees))]
    loaded(connection, columns, as_rows(frequency_set))
    return columns, frequency_set, trees


# The lattice.

@pytest.mark.parametrize('seed', seeds(100))
def test_every_vector_is_that_of_the_plain_lattice(seed, connection):
    columns, frequency_set, trees = table_of(connection, seed)
    random = Random(seed)
    k, kept = random.randint(1, 5), random.choice((0, 30, 10 ** 6))
    plain = Lattice(frequency_set, trees, k)
    asked = list(vectors(plain.top))
    random.shuffle(asked)
    with EngineTable(connection, 'people', columns) as people:
        lattice = EngineLattice(people, trees, k, kept)
        assert (lattice.top, lattice.records, lattice.size(), lattice.distinct()) == (
            plain.top, plain.records, plain.size(), plain.distinct())
        for vector in asked[:40]:
            assert lattice[vector] == plain[vector] and sorted(lattice.judged(vector).counts) == sorted(plain.judged(vector).counts)
            assert lattice.with_k(k + 1)[vector] == plain.with_k(k + 1)[vector]


@pytest.mark.parametrize('seed', seeds(100))
def test_the_searches_run_unchanged(seed, connection):
    columns, frequency_set, trees = table_of(connection, seed)
    random = Random(seed)
    k, limit = random.randint(2, 4), random.choice((0, 2, sum(frequency_set.values()) // 5))
    plain = Lattice(frequency_set, trees, k)
    with EngineTable(connection, 'people', columns) as people:
        lattice = EngineLattice(people, trees, k)
        for search in (least_height, most_distinct_first, *(best_by(measure, limit) for measure in (
                'lm', 'dm', 'entropy', 'precision', 'height', 'c_avg'))):
            assert outcome_of(search, lattice, limit) == outcome_of(search, plain, limit)


def best_by(measure, limit):
    def search(lattice, limit):
        *_, best = branch_and_bound(lattice, objective_for(measure, lattice, limit), limit)
        return best.vector, best.cost, best_of(least_height(lattice, limit).vectors, objective_for(measure, lattice, limit))
    return search


def outcome_of(search, *arguments):
    try:
        return search(*arguments)
    except Unsatisfied as error:
        return str(error)


# Mondrian's first cuts.

@pytest.mark.parametrize('seed', seeds(100))
def test_the_partitions_are_those_of_the_whole_table(seed, connection):
    random = Random(seed)
    names, rows = ['age', 'job', 'ill'], []
    for _ in range(random.randint(8, 120)):
        age = random.choice([None, 20, 25, 30, 31, 40, 77])
        rows.append((age, random.choice('abcdeé'), random.choice(['flu', 'ulcer', 'cold', '', 'NA', ' n/a', None])))
    loaded(connection, names, rows)
    missing, k = random.choice(['drop', 'value', 'root']), random.randint(2, 5)
    ages = ['20', '25', '30', '31', '40', '77', *[''] * (missing == 'value')]
    trees = GivenHierarchies({'age': dict.fromkeys(ages, '*'), 'job': random_tree(random, 'abcdeé')})
    roots = {'age': '*', 'job': '*'} if missing == 'root' else {}
    with EngineTable(connection, 'people', names[:2], names[2:], missing=missing, roots=roots) as people:
        tally = people.tally()
        rules = random.choice([{}, {'ill': 2}, {'ill': 3}])
        required = required_for(k, ['ill'], tally.sensitive([0]), [rules_of(rules)], trees) if rules else Required(k)
        dimensions = dimensions_for(names[:2], people.columns(), trees, roots, random.choice(['', 'box']), 'leaves')
        for partitioning, choose, most in product(['strict', 'both'], ['widest', 'lm'], [1, 6, 10 ** 6]):
            try:
                whole = partition_of(tally.frequency_set, dimensions, required)
            except Unsatisfied as error:
                with pytest.raises(Unsatisfied, match='^' + str(error).split(';')[0]):
                    list(partitions(people, dimensions, required))
                continue
            plain, _ = mondrian(whole, cut_for(dimensions, required, partitioning, choose))
            parts = list(partitions(people, dimensions, required, partitioning, choose, most=most))
            assert shape([part for of_one in parts for part in of_one]) == shape(plain)
            assert most < 10 ** 6 or len(parts) == 1


def rules_of(rules):
    from kanon.core.rules.of_values import Distinct
    return {name: Distinct(l) for name, l in rules.items()}


def shape(parts):
    return sorted((part.box, sorted(part.tuples), part.size) for part in parts)


def test_cuts_that_look_at_single_tuples_are_refused():
    connection = connected('sqlite')
    loaded(connection, ['age'], [(n,) for n in range(10)])
    with EngineTable(connection, 'people', ['age']) as people:
        dimensions = dimensions_for(['age'], people.columns(), GivenHierarchies({}), {})
        for words in {'partitioning': 'relaxed'}, {'choose': 'random'}:
            with pytest.raises(DataError, match='only strict cuts'):
                next(partitions(people, dimensions, Required(2), **words))


# The counts.

ODD = ['a "b"', "o'clock", '100%', '%s', '?', 'ü', 'SELECT']


@pytest.mark.parametrize('seed', seeds(40))
def test_the_counts_are_those_of_the_rows(seed, connection):
    random = Random(seed)
    names = random.sample(ODD, 4)
    texts = [None, '', '?', 'a', 'A', "o'clock", '%s', ' b', 'é', 'e\u0301']
    domains = [texts[:random.randint(2, 10)], [3, 40, None, 5], ['x', 'X', '?'], ['1', '01', '']]
    rows = [tuple(random.choice(domain) for domain in domains) for _ in range(random.randint(30, 90))]
    loaded(connection, names, rows)
    quasi, carried = names[:2], random.choice([names[2:3], []])
    for words in ({'missing': 'drop', 'missing_in': 'any'}, {'missing': 'drop', 'missing_in': 'used'}, {'missing': 'value'},
                  {'missing': 'root'}):
        plain = Rows(rows, names, **words)
        plain.used = quasi + carried
        plain.roots = dict.fromkeys(quasi, '*') if words['missing'] == 'root' else {}
        expected = kanon.core.tables.tally.Tally(2)
        expected.count(plain.batches(quasi + carried))
        if not expected.frequency_set:
            with pytest.raises(DataError, match='no record is left'):
                EngineTable(connection, 'people', quasi, carried, **words)
            continue
        query = '(SELECT * FROM people)' if seed % 2 else 'people'
        with EngineTable(connection, query, quasi, carried, roots=plain.roots, **words) as people:
            tally = people.tally()
            assert tally.frequency_set == expected.frequency_set
            assert counts_of(tally) == counts_of(expected)
            assert (people.read, people.missing_records) == (plain.read, plain.missing_records)
            assert people.records == plain.read - plain.missing_records
            assert people.columns() == [dict(sorted(of_column.items())) for of_column in kanon.core.counts.frequency.columns(tally.frequency_set)]


def counts_of(tally):
    quasis, counts = list(tally.frequency_set), Counter()
    for place, carried, n in tally.records():
        counts[quasis[place] + carried] += n
    return counts


# The release.

@pytest.mark.parametrize('seed', seeds(60))
def test_the_release_has_the_bytes_of_the_records(seed, connection, tmp_path):
    """Samarati, optimal, Mondrian strict and both, k, l and t, missing values dropped, kept, and published as the root."""
    random = Random(seed)
    names, ages = ['age', 'job', 'ill', 'town'], list(map(str, range(20, 50, 3)))
    domains = 'abcdeé', ['flu', 'a, "b"', ' x', ''], ['Köln', 'Aß', 'Z', 'a']
    rows = [(random.choice([*ages, '?'] if random.random() < .3 else ages), *map(random.choice, domains))
            for _ in range(random.randint(40, 200))]
    loaded(connection, names, rows)
    trees = {'age': {**{age: '[%d-%d]' % (int(age) // 10 * 10, int(age) // 10 * 10 + 9) for age in ages},
                     **{'[%d-%d]' % (low, low + 9): '*' for low in (20, 30, 40)}}, 'job': random_tree(random, ['?', *'abcdeé'])}
    trees['age'].update({'?': '*', '': '*'} if seed % 3 == 1 else {})
    options = {'k': random.randint(2, 5), 'missing': ('drop', 'value', 'root')[seed % 3], 'hierarchies': trees,
               **random.choice([{}, {}, {'l_diversity': 2}, {'t_closeness': '0.6'}])}
    for more in ({'algorithm': 'samarati', 'max_suppression': '10%'}, {'algorithm': 'optimal', 'max_suppression': '10%'},
                 {'algorithm': 'mondrian'}, {'algorithm': 'mondrian', 'partitioning': 'both'}):
        data = [dict(zip(names, row)) for row in rows]
        try:
            release = anonymize(data, quasi=names[:2], sensitive=['ill'], publish=['town'], **options, **more)
        except Unsatisfied:
            continue
        expected, path = tmp_path / 'records.csv', tmp_path / 'joined.csv'
        release.write(expected, force=True)
        roots = {'age': '*', 'job': '*'} if options['missing'] == 'root' else {}
        with EngineTable(connection, 'people', names[:2], names[2:], missing=options['missing'], roots=roots) as people:
            of_counts = anonymize(people.rows(), names[:2], ['ill'], ['town'], columns=[*names, 'n'], counts='n', **options,
                                        **more)
            of_counts.write(path, force=True)
            assert path.read_bytes() == expected.read_bytes() and of_counts.records == release.records
            try:
                recoding = put_recoding(people, release.recoding)
            except DataError as error:
                assert 'relaxed cuts' in str(error) and more.get('partitioning') == 'both'
                continue
            audit = write_release(str(path), people, recoding, release.required, GivenHierarchies(trees), release.vector, force=True,
                                  collate=collate_of(connection))
        assert path.read_bytes() == expected.read_bytes()
        assert audit.records == release.records['published'] and audit.classes == len(release.classes)


@pytest.mark.parametrize('seed', seeds(40))
def test_the_engine_recodes_a_vector_and_the_partitions_by_itself(seed, connection, tmp_path):
    columns, frequency_set, trees = table_of(connection, seed)
    k, path, expected = 2, str(tmp_path / 'joined.csv'), str(tmp_path / 'records.csv')
    given = GivenHierarchies(dict(zip(columns, trees)))
    rows = [dict(zip(columns, row)) for row in as_rows(frequency_set)]
    with EngineTable(connection, 'people', columns) as people:
        for algorithm in 'samarati', 'mondrian':
            try:
                release = anonymize(rows, columns, k=k, hierarchies=dict(zip(columns, trees)), algorithm=algorithm)
            except Unsatisfied:
                continue
            release.write(expected, force=True)
            if algorithm == 'samarati':
                lattice = EngineLattice(people, trees, k)
                vector = best_of(least_height(lattice, 0).vectors, objective_for('lm', lattice, 0))
                assert vector == release.vector
                recoding, levels = put_vector(lattice, vector), vector
            else:
                dimensions = dimensions_for(columns, people.columns(), given, {})
                recoding, levels = put_partitions(people, dimensions, partitions(people, dimensions, Required(k), most=4)), None
            write_release(path, people, recoding, Required(k), given, levels, force=True, collate=collate_of(connection))
            with open(path, 'rb') as one, open(expected, 'rb') as other:
                assert one.read() == other.read()


def test_suppressed_records_stay_in_the_engine(connection, tmp_path):
    tree = kanon.core.counts.hierarchy.Hierarchy({'1': 'a', '2': 'a', '3': 'b', 'a': '*', 'b': '*'})
    loaded(connection, ['age'], [('1',), ('2',), ('3',), ('2',)])
    path = tmp_path / 'out.csv'
    with EngineTable(connection, 'people', ['age']) as people:
        lattice = EngineLattice(people, [tree], 2)
        given = GivenHierarchies({'age': tree})
        audit = write_release(str(path), people, put_vector(lattice, (1,)), Required(2), given, (1,))
        assert (audit.records, audit.classes, audit.k) == (3, 1, 3) and path.read_text() == 'age\na\na\na\n'
        with pytest.raises(Unsatisfied, match='all 4 records would be suppressed'):
            nothing = put_recoding(people, {('1',): None, ('2',): None, ('3',): None})
            write_release(str(tmp_path / 'none.csv'), people, nothing, Required(2))
    assert os.listdir(str(tmp_path)) == ['out.csv']


# What goes wrong. Nothing is ever written.

@pytest.fixture
def ready(connection, tmp_path):
    """A function that counts a table, lets something happen, and releases it."""
    loaded(connection, ['age', 'ill'], [(n // 4, 'ab'[n % 2]) for n in range(40)])

    def release(happens, other=None):
        with EngineTable(other or connection, 'people', ['age'], ['ill'], paramstyle=other and 'qmark') as people:
            required = Required(2)
            frequency_set = people.tally().frequency_set
            dimensions = dimensions_for(['age'], people.columns(), GivenHierarchies({}), {})
            whole = partition_of(frequency_set, dimensions, required)
            parts, _ = mondrian(whole, cut_for(dimensions, required))
            table, _ = multidimensional(frequency_set, dimensions, parts, required)
            recoding = put_recoding(people, table)
            happens(Engine(connection), recoding)
            return write_release(str(tmp_path / 'out.csv'), people, recoding, required, collate=collate_of(connection))
    return release


LACKS = 'people: the recoding lacks the combination of %s; it is that of'
UNTRUE = "the audit found '%s' published as '%s' in column 'age', which does not cover it"


@pytest.mark.parametrize('statement, problem', [
    ("INSERT INTO people VALUES (3, 'a')", 'people: 40 records counted, and 41 joined: the table changed since it was'),
    ("DELETE FROM people WHERE age = 3 AND ill = 'a'", 'people: 40 records counted, and 38 joined: the table changed'),
    ("UPDATE people SET ill = NULL WHERE age = 3 AND ill = 'a'", 'people: 40 records counted, and 38 joined: the table changed'),
    ("INSERT INTO people VALUES (NULL, 'a')", 'people: 40 records counted, and 40 joined: the table changed'),
    ("INSERT INTO people VALUES (99, 'a')", LACKS % '1 record'),
    ('UPDATE people SET age = 77 WHERE age = 3', LACKS % '4 records'),
    ("UPDATE people SET ill = 'c' WHERE age = 3", 'the audit found other rows than the records that were counted, recoded'),
    ('DELETE FROM RECODING WHERE kanon_class = 1', LACKS % '4 records'),
    ('UPDATE RECODING SET kanon_class = 0 WHERE kanon_class = 1', 'the audit found other rows than the records'),
    ("UPDATE RECODING SET age_published = '[8-9]' WHERE kanon_class = 1", UNTRUE % ('0', '[8-9]')),
    ("UPDATE RECODING SET age_published = '0' WHERE age = '1'", UNTRUE % ('1', '0')),
    ('INSERT INTO RECODING SELECT * FROM RECODING', 'people: 40 records counted, and 80 joined: the table changed'),
    ('DROP TABLE people', 'the engine: the statement failed: ')])
def test_a_table_that_changed_or_a_recoding_that_was_changed_is_not_published(statement, problem, ready, tmp_path):
    with pytest.raises(DataError) as raised:
        ready(lambda engine, recoding: engine.run(statement.replace('RECODING', recoding)))
    assert str(raised.value).startswith(problem) and '\n' not in str(raised.value) and os.listdir(str(tmp_path)) == []


def test_nothing_happens_and_it_is_published(ready, tmp_path):
    assert ready(lambda engine, recoding: None).records == 40 and os.listdir(str(tmp_path)) == ['out.csv']


class Failing:
    """A connection to SQLite that is cut at its nth call."""

    def __init__(self, connection, calls):
        self._cursor, self.calls = connection.cursor(), calls

    def cursor(self):
        return self

    def _call(self, name, *arguments):
        self.calls -= 1
        if self.calls < 0:
            raise ConnectionResetError('server closed the connection unexpectedly\n\tThis probably means\nthat it terminated')
        return getattr(self._cursor, name)(*arguments)

    def execute(self, *arguments):
        return self._call('execute', *arguments)

    def fetchmany(self, *arguments):
        return self._call('fetchmany', *arguments)

    description = property(lambda self: self._cursor.description)


@pytest.mark.parametrize('connection', ['sqlite'], indirect=True)
def test_a_connection_that_fails_in_the_middle_is_one_line(ready, connection, tmp_path):
    for cut in range(200):
        failing = Failing(connection, cut)
        try:
            ready(lambda engine, recoding: None, failing)
            break
        except DataError as error:
            assert str(error) == ('the engine: the statement failed: server closed the connection unexpectedly This probably means'
                                  ' that it terminated')
            assert os.listdir(str(tmp_path)) == []
    assert 20 < cut < 199 and os.listdir(str(tmp_path)) == ['out.csv']


def test_what_is_not_there_is_said(connection):
    loaded(connection, ['age', 'ill'], [(1, 'a')])
    for table, quasi, problem in (
            ('people', ['agee'], "people: there is no column 'agee'; did you mean 'age'? (the columns are 'age', 'ill')"),
            ('people', [], 'people: name one quasi-identifier or more, and each column once'),
            ('people', ['age', 'age'], 'people: name one quasi-identifier or more, and each column once'),
            ('persons', ['age'], 'the engine: the statement failed: '),
            ('(SELECT nothing)', ['age'], 'the engine: the statement failed: ')):
        with pytest.raises(DataError) as raised:
            EngineTable(connection, table, quasi)
        assert str(raised.value).startswith(problem) and '\n' not in str(raised.value)
        if 'psycopg2' in type(connection).__module__ and 'failed' in problem:      # it does nothing more before
            connection.rollback()
            loaded(connection, ['age', 'ill'], [(1, 'a')])


def test_a_root_that_is_a_value_is_refused(connection):
    loaded(connection, ['age'], [('*',), ('',)])
    with pytest.raises(DataError, match="is a recorded value, but missing values are published as it"):
        EngineTable(connection, 'people', ['age'], missing='root', roots={'age': '*'})


def test_nothing_is_left_in_the_engine(connection):
    loaded(connection, ['age'], [(n,) for n in range(9)])
    with EngineTable(connection, 'people', ['age']) as people:
        made = list(people.engine._tables)
        put_recoding(people, {(str(n),): ('*',) for n in range(9)}, 'kept')
    assert made
    engine = Engine(connection)
    assert engine.row('SELECT COUNT(*) FROM kept') == (9,)
    with pytest.raises(DataError):
        engine.run('SELECT * FROM %s' % made[0])


@pytest.mark.parametrize('style, expected', [
    ('qmark', ('(?, ?), (?, ?)', [1, 2, 3, 4])), ('numeric', ('(:1, :2), (:3, :4)', [1, 2, 3, 4])),
    ('named', ('(:v1, :v2), (:v3, :v4)', {'v1': 1, 'v2': 2, 'v3': 3, 'v4': 4})), ('format', ('(%s, %s), (%s, %s)', [1, 2, 3, 4])),
    ('pyformat', ('(%(v1)s, %(v2)s), (%(v3)s, %(v4)s)', {'v1': 1, 'v2': 2, 'v3': 3, 'v4': 4}))])
def test_parameters_are_written_in_the_style_of_the_driver(style, expected):
    class Cursor:
        said = []

        def cursor(self):
            return self

        def execute(self, *words):
            self.said.append(words)
    Engine(Cursor(), style).insert('t', 2, [(1, 2), (3, 4)])
    assert Cursor.said == [('INSERT INTO t VALUES ' + expected[0], expected[1])]


@pytest.mark.parametrize('words', [{'missing': 'Drop'}, {'missing': None}, {'missing_in': 'all'}])
def test_a_word_that_is_none_is_refused(words):
    """Else records with missing values would be kept."""
    with pytest.raises(DataError, match="missing is 'drop', 'value' or 'root', and missing_in 'any' or 'used', not "):
        EngineTable(sqlite3.connect(':memory:'), 'people', ['age'], **words)


def test_a_driver_without_a_paramstyle_is_asked_for_one():
    class Connection:
        def cursor(self):
            return self
    assert paramstyle_of(Connection()) == ''
    with pytest.raises(DataError, match='give that of the driver'):
        Engine(Connection())


# One slip each, which no other test sees.

def test_an_engine_that_sorts_in_its_own_way_is_told(tmp_path):
    connection = connected('sqlite')
    loaded(connection, ['town'], [('a',), ('B',), ('a',), ('B',)])
    with EngineTable(connection, 'people', ['town']) as people:
        recoding = put_recoding(people, {('a',): ('a',), ('B',): ('B',)})
        with pytest.raises(DataError, match="sorts texts in its own way; give collate"):
            write_release(str(tmp_path / 'out.csv'), people, recoding, Required(2), collate='COLLATE NOCASE')
        assert os.listdir(str(tmp_path)) == []
        write_release(str(tmp_path / 'out.csv'), people, recoding, Required(2))
        with pytest.raises(DataError, match='the output exists'):
            write_release(str(tmp_path / 'out.csv'), people, recoding, Required(2))


def test_rules_that_compare_with_another_table_are_not_published(tmp_path):
    connection = connected('sqlite')
    loaded(connection, ['age', 'ill'], [(1, 'flu'), (1, 'cold'), (1, 'flu')])
    with EngineTable(connection, 'people', ['age'], ['ill']) as people:
        other = anonymize([{'age': 1, 'ill': 'flu'}, {'age': 1, 'ill': 'cold'}], ['age'], ['ill'], k=2, t_closeness=1)
        with pytest.raises(DataError, match='another distribution than that of the table'):
            write_release(str(tmp_path / 'out.csv'), people, put_recoding(people, {('1',): ('1',)}), other.required)
    assert os.listdir(str(tmp_path)) == []


def test_a_table_that_does_not_satisfy_is_not_cut():
    connection = connected('sqlite')
    loaded(connection, ['age', 'ill'], [(n, 'flu') for n in range(6)])
    with EngineTable(connection, 'people', ['age'], ['ill']) as people:
        dimensions = dimensions_for(['age'], people.columns(), GivenHierarchies({}), {})
        required = required_for(2, ['ill'], people.tally().sensitive([0]), [rules_of({'ill': 2})], GivenHierarchies({}))
        for wanted, problem in (Required(7), 'fewer than k = 7'), (required, 'not even the whole table as one class has distinct l = 2'):
            with pytest.raises(Unsatisfied, match=problem):
                list(partitions(people, dimensions, wanted))


def test_two_parts_publish_no_label_for_different_sets():
    connection = connected('sqlite')
    rows = [(age, job) for age, jobs in ((1, ['a|b', 'c']), (9, ['a', 'b|c'])) for job in jobs for _ in range(2)]
    loaded(connection, ['age', 'job'], rows)
    with EngineTable(connection, 'people', ['age', 'job']) as people:
        dimensions = dimensions_for(['age', 'job'], people.columns(), GivenHierarchies({}), {}, '', 'frequency')
        with pytest.raises(DataError, match='a label stands for two different sets'):
            put_partitions(people, dimensions, partitions(people, dimensions, Required(4), most=2))


# Column maps.

@pytest.mark.skipif(sqlite3.sqlite_version_info < (3, 25), reason='this SQLite has no window functions')
@pytest.mark.parametrize('seed', seeds(12, 5))
def test_maps_are_applied_by_every_engine(seed, connection, tmp_path):
    """By the statements as they are: typed columns, NULL, quotes and accents, on a table whose classes fail distinct l and alpha, too."""
    random = Random(seed)
    names, jobs = ['age', 'a "name"', 'ill'], ['é', "o'clock", '', None, '?', 'x, y']
    rows = [(random.choice([None, 20, 21, 30, 31]), random.choice(jobs), random.choice(['flu', 'ulcer', 'n/a', '', None, 'flu'])) for _ in range(150)]
    trees = {'age': {'20': '2*', '21': '2*', '30': '3*', '31': '3*', '2*': '*', '3*': '*', '': '*'}, names[1]: dict.fromkeys(['é', "o'clock", '', '?', 'x, y'], '*')}
    level, root = (1, seed % 2), seed % 3 == 0
    if root:
        trees = {name: {value: label for value, label in tree.items() if value not in ('', '?')} for name, tree in trees.items()}
    maps = {name: map_at(Hierarchy(tree), at, '*' if root else None) for (name, tree), at in zip(trees.items(), level)}
    rules = {'ill': [Distinct(2)] * (seed % 2) + [Alpha(0.7)] * (seed % 4 > 1)}
    by = ByMaps(names[:2], names[2:], [], False, root, [], 4, rules)
    texts = [tuple('' if value is None else str(value) for value in row) for row in rows]
    recoded = [(*(maps[name]['' if root and value == '?' else value] for name, value in zip(names[:2], row)), row[2]) for row in texts]
    classes = {}
    for *labels, ill in recoded:
        classes.setdefault(tuple(labels), Counter())['?' if ill in ('', 'n/a') else ill] += 1
    passing = {labels for labels, histogram in classes.items() if sum(histogram.values()) >= 4 and all(rule.passes(histogram) for rule in rules['ill'])}
    expected = sorted(row for row in recoded if row[:2] in passing)
    loaded(connection, names, rows, 'records')
    for name, labels in maps.items():
        loaded(connection, ['value', 'label'], [tuple(text or None for text in pair) for pair in labels.items()], 'map_' + name)
    engine = Engine(connection)
    assert list(engine.rows(release_statement(by, dialect=engine.sql))) == expected
    if engine.sql.quote == '"':
        assert sorted(engine.rows(release_statement(by))) == expected
    assert engine.row(sums_statement(by, dialect=engine.sql)) == (150, 0, 0, 150 - len(expected), len(expected))


@pytest.mark.skipif(sqlite3.sqlite_version_info < (3, 25), reason='this SQLite has no window functions')
def test_a_value_that_is_not_known_is_none_of_l_by_maps(connection):
    """It is one of the most frequent value's for alpha. The class of 20 has flu alone and somebody unknown."""
    loaded(connection, ['age', 'ill'], [(20, 'flu'), (20, ' n/a'), (30, 'flu'), (30, 'ulcer'), (40, 'flu'), (40, 'ulcer'), (40, None)], 'records')
    loaded(connection, ['value', 'label'], [(age, age) for age in ('20', '30', '40')], 'map_age')
    for rule, ages in (Distinct(2), {'30', '40'}), (Alpha(0.5), {'30'}):
        by = ByMaps(['age'], ['ill'], [], False, False, [], 2, {'ill': [rule]})
        assert {age for age, _ in Engine(connection).rows(release_statement(by, dialect=Engine(connection).sql))} == ages
