"""examples/spark.py: a DataFrame becomes the release that kanon makes of its rows. Skipped where there is no Spark; .ci/engines has one."""

import datetime
import importlib.util
import subprocess
import sys
from decimal import Decimal
from random import Random

import pytest

import kanon
from conftest import HOME

found = importlib.util.spec_from_file_location('spark_example', HOME + '/examples/spark.py')
example = importlib.util.module_from_spec(found)
found.loader.exec_module(example)

SCHEMA = ('`age` int, `born "here"` date, `a.b``c` boolean, `amount` decimal(10,2), `City` string, `city` string, `ill, or not` string,'
          ' `code` int, `not used` array<int>')
NAMES = ['age', 'born "here"', 'a.b`c', 'amount', 'City', 'city', 'ill, or not', 'code']
CITIES = ['K\xf6ln', ' K\xf6ln', 'Ko\u0308ln', 'k\xf6ln', 'a"b', "o'clock", 'two\nlines', '\\n', 'x|y', '\U0001f600']
AGES = {**{str(age): '[%d-%d]' % (age // 5 * 5, age // 5 * 5 + 4) for age in range(20, 40)},
        **{'[%d-%d]' % (low, low + 4): '*' for low in range(20, 40, 5)}}


@pytest.fixture(scope='module')
def spark():
    reason = example.missing_here()
    if reason:
        pytest.skip(reason)
    session = example.session()
    session.conf.set('spark.sql.shuffle.partitions', '2')       # the tables are small
    yield session
    session.stop()


def rows_of(seed, n=400):
    draw = Random(seed)
    for _ in range(n):
        yield (draw.choice([None, *range(20, 40)]) if draw.random() < 0.3 else draw.randint(20, 39),
               draw.choice([None, datetime.date(1990, 1, 31), datetime.date(2000, 2, 29)]), draw.choice([True, False, False, None]),
               draw.choice([Decimal('1.50'), Decimal('-0.01'), Decimal('12.00')]), draw.choice(['north', 'south']),
               draw.choice([*CITIES, None, '', '?']), draw.choice(['flu', 'a, "b"', '\n', 'gout']), draw.choice([1, 2, 10, 30, None]), [1])


def text_of(value):
    return '' if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def as_texts(rows):
    return [tuple(map(text_of, row)) for row in rows]


def tree(values, root='*'):
    return dict.fromkeys(filter(None, {text_of(value) for value in values} - {'?'}), root)


TREES = {'age': AGES, 'city': tree(CITIES), 'a.b`c': tree([True, False]), 'amount': tree(['1.50', '-0.01', '12.00'])}

CASES = {
    'mondrian': (['age', 'amount'], ['ill, or not'], ['code'], {'k': 5}),
    'mondrian by words': (['a.b`c', 'city', 'born "here"'], ['code'], [], {'k': 4, 'missing_in': 'used'}),
    'samarati with suppression': (['age', 'city'], ['ill, or not'], [], {
        'k': 3, 'algorithm': kanon.Samarati(max_suppression='20%'), 'hierarchies': TREES, 'missing_in': 'used'}),
    'optimal with rules': (['age', 'a.b`c'], ['ill, or not', 'code'], [], {
        'k': 3, 'algorithm': 'optimal', 'hierarchies': TREES, 'missing': 'value',
        'require': [{'ill, or not': kanon.Distinct(3)}, {'code': kanon.Closeness(0.4)}]}),
    'missing values as the root': (['age', 'city'], ['code'], ['City'], {'k': 4, 'missing': 'root', 'algorithm': 'mondrian', 'hierarchies': TREES}),
    'missing values as values': (['city', 'a.b`c'], ['code'], [], {'k': 2, 'missing': 'value'}),
}
TREES_WITH_MISSING = {'a.b`c': {**TREES['a.b`c'], '': '*'}, 'age': {**AGES, '': '[20-24]'}}


def people_of(spark, rows):
    return spark.createDataFrame(rows, SCHEMA)


def expected(rows, quasi, sensitive, publish, missing_in='any', **settings):
    """The rows of kanon's release of the same table. Every column is a text. The last one is never missing, and has no text."""
    used = NAMES if missing_in == 'any' else [*quasi, *sensitive, *publish]
    table = [tuple(row[NAMES.index(name)] for name in used) for row in as_texts(rows)]
    if isinstance(settings.get('hierarchies'), dict):
        settings['hierarchies'] = {name: settings['hierarchies'][name] for name in quasi if name in settings['hierarchies']}
    return kanon.anonymize(kanon.Records(table, columns=used), quasi, sensitive, publish, **settings)


def settings_of(case):
    quasi, sensitive, publish, settings = CASES[case]
    if settings.get('missing') == 'value' and 'hierarchies' in settings:
        settings = {**settings, 'hierarchies': {**TREES, **TREES_WITH_MISSING}}
    return quasi, sensitive, publish, settings


@pytest.mark.parametrize('case', CASES)
def test_the_release_is_that_of_kanon(spark, case):
    rows = list(rows_of(len(case)))
    quasi, sensitive, publish, settings = settings_of(case)
    release = expected(rows, quasi, sensitive, publish, **settings)
    released = example.anonymize(people_of(spark, rows), quasi, sensitive, publish, **settings)
    assert as_texts(released.collect()) == release.rows
    assert len(release.classes) > 1 and (release.suppressed > 0) == ('suppression' in case)
    assert [(field.name, field.dataType.simpleString()) for field in released.schema] == [
        *((name, 'string') for name in quasi), *((name, 'int' if name == 'code' else 'string') for name in sensitive + publish)]


def test_a_missing_value_that_is_published_stays_what_it_was(spark):
    rows = [(30, None, None, None, 'x', city, 'flu', None, [1]) for city in (None, '', '?', '?')]
    released = example.anonymize(people_of(spark, rows), ['age'], ['city', 'code'], k=4, missing='value')
    assert sorted(map(tuple, released.collect()), key=repr) == [
        ('30', '', None), ('30', '?', None), ('30', '?', None), ('30', None, None)]


def test_blocks_and_repeated_rows_of_any_length(spark, monkeypatch):
    rows = list(rows_of(1))
    whole = expected(rows, ['City', 'age'], k=7, sensitive=[], publish=[], missing_in='used').rows
    for block, repeated in (1, 1), (3, 7):
        monkeypatch.setattr(example, 'BLOCK', block)
        monkeypatch.setattr(example, 'REPEATED', repeated)
        released = example.anonymize(people_of(spark, rows), ['City', 'age'], k=7, missing_in='used')
        assert as_texts(released.collect()) == whole and max(map(whole.count, whole)) > 7


def test_a_table_that_changes_after_the_count_is_read_once(spark, monkeypatch, tmp_path):
    path, made = tmp_path / 'people.csv', example.Counts.table_of
    path.write_text('31,flu\n' * 6 + '35,gout\n' * 4)

    def table_of(counts, recoding):
        path.write_text('38,flu\n' * 6 + '35,gout\n' * 4)
        return made(counts, recoding)

    monkeypatch.setattr(example.Counts, 'table_of', table_of)
    people = spark.read.schema('age int, ill string').csv(str(path))
    released = example.anonymize(people, ['age'], ['ill'], k=10)
    assert as_texts(released.collect()) == [('[31-35]', 'flu')] * 6 + [('[31-35]', 'gout')] * 4
    assert people.where('age = 38').count() == 6


REFUSED = {
    'a column that is not there': (dict(quasi=['Age']), 'the DataFrame: there is no column \'Age\' (the columns are age, '),
    'a list as a value': (dict(sensitive=['not used']), "the DataFrame: column 'not used' is of type array; make it a text, a number, a date or a boolean"),
    'a column twice': (dict(quasi=['age', 'age']), "column 'age' is named twice"),
    'a value without a leaf': (dict(hierarchies={'age': {'20': '*'}}), "no leaf for 19 of the 20 values of column 'age'"),
    'no release': (dict(k=10 ** 6), 'k = 1000000'),
    'a rule that no class can satisfy': (dict(sensitive=['City'], require=kanon.Distinct(3)), 'City'),
    'relaxed cuts': (dict(algorithm=kanon.Mondrian(partitioning='relaxed')), 'relaxed cuts part the records'),
}


@pytest.mark.parametrize('case', REFUSED)
def test_refused(spark, case):
    settings, words = REFUSED[case]
    with pytest.raises(kanon.DataError) as caught:
        example.anonymize(people_of(spark, list(rows_of(2))), **{'quasi': ['age'], 'k': 3, **settings})
    assert words in str(caught.value) and '\n' not in str(caught.value)
    assert isinstance(caught.value, kanon.Unsatisfied) == (case in ('no release', 'a rule that no class can satisfy'))


def test_two_columns_of_one_name(spark):
    people = spark.range(9).selectExpr('id AS age', 'id AS age', 'id AS zip')
    with pytest.raises(kanon.DataError, match="there are two columns 'age'; rename one"):
        example.anonymize(people, ['age'])
    assert example.anonymize(people, ['zip'], k=9).count() == 9


def test_missing_in_any_column_also_of_two_columns_of_one_name(spark):
    people = spark.range(8).selectExpr('id DIV 4 AS age', "if(id = 0, '?', 'x') AS more", "if(id = 5, '', 'y') AS more", 'if(id = 6, NULL, id) AS id')
    assert as_texts(example.anonymize(people, ['age'], k=2).collect()) == [('0',)] * 3 + [('1',)] * 2
    assert example.anonymize(people, ['age'], k=2, missing_in='used').count() == 8


def test_a_collation_makes_no_two_texts_one(spark):
    if spark.version < '4':
        pytest.skip('this Spark has no collations')
    towns, ills = ['Ulm', 'ulm', 'Bonn', 'bonn'], ['Flu', 'flu', 'gout', 'Gout']
    rows = [(town, ill) for town in towns for ill in ills]
    people = spark.createDataFrame(rows, 'town string, ill string').selectExpr("collate(town, 'UTF8_LCASE') AS town", "collate(ill, 'UTF8_LCASE') AS ill")
    assert people.select('ill').distinct().count() == 2
    assert sorted(map(tuple, example.anonymize(people, ['town'], ['ill'], k=4).collect())) == sorted(rows)


def test_types_without_a_text(spark):
    people = spark.range(9).selectExpr('id', 'cast(cast(id AS string) AS binary) AS bytes', 'map(id, id) AS map', 'struct(id) AS struct')
    for name, kind in ('bytes', 'binary'), ('map', 'map'), ('struct', 'struct'):
        with pytest.raises(kanon.DataError, match="column '%s' is of type %s; make it" % (name, kind)):
            example.anonymize(people, ['id'], [name])


def test_further_words_for_missing_values(spark):
    people = spark.createDataFrame([(30, 'k.A.'), (31, 'x'), (32, 'y'), (None, 'x')], 'age int, ill string').replace('k.A.', None)
    assert as_texts(example.anonymize(people, ['age'], ['ill'], k=2).collect()) == [('[31-32]', 'x'), ('[31-32]', 'y')]


def test_what_makes_no_sense_is_refused_before_spark_counts(spark):
    people = spark.range(9).selectExpr("raise_error('it was read') AS age", 'id AS zip')
    with pytest.raises(kanon.DataError, match='k'):
        example.anonymize(people, ['zip'], k='five')
    with pytest.raises(Exception, match='it was read') as caught:
        example.anonymize(people, ['zip'], k=2)
    assert not isinstance(caught.value, kanon.DataError)


TAMPERED = {
    'a row twice': lambda released: released.union(released.limit(1)),
    'another label': lambda released: released.replace({released.first()[0]: '[0-99]'}),
    'another sensitive value': lambda released: released.replace({'north': 'south'}),
    'a suppressed row': lambda released: released.union(released.limit(1).selectExpr("'39' AS q0", 'v0')),
}


@pytest.mark.parametrize('what', TAMPERED)
def test_the_audit_sees(spark, what, monkeypatch):
    made = example.Counts.released
    changed = []

    def tampered(counts, table):
        before = made(counts, table)
        changed.append((sorted(before.collect()), sorted(TAMPERED[what](before).collect())))
        return TAMPERED[what](before)

    monkeypatch.setattr(example.Counts, 'released', tampered)
    people = spark.range(60).selectExpr('cast(20 + id div 3 % 20 AS int) AS age', "if(id % 2 = 0, 'north', 'south') AS city")
    with pytest.raises(kanon.DataError, match='the audit found'):
        example.anonymize(people, ['age'], ['city'], k=6)
    (before, after), = changed
    assert before != after


def test_a_recoding_that_lost_a_row_on_its_way(spark, monkeypatch):
    made = example.Counts.table_of
    monkeypatch.setattr(example.Counts, 'table_of', lambda counts, recoding: made(counts, recoding).where("q0 <> '25'"))
    with pytest.raises(kanon.DataError, match='the audit found'):
        example.anonymize(spark.range(60).selectExpr('20 + id div 3 AS age'), ['age'], k=3)


def test_kanon_is_found_by_its_path(tmp_path):
    """The file stands beside a job, without kanon. The columns of the DataFrame are looked at before anything else."""
    (tmp_path / 'jobs').mkdir()
    with open(HOME + '/examples/spark.py', encoding='utf-8') as file:
        (tmp_path / 'jobs' / 'spark.py').write_text(file.read(), encoding='utf-8')
    job = tmp_path / 'jobs' / 'job.py'
    job.write_text('import spark, sys\nclass Frame:\n    columns, schema = [], []\n'
                   'spark.anonymize(Frame, ["age"], path_of_kanon=sys.argv[1] if sys.argv[1:] else None)\n')
    for arguments, message in ((HOME,), "DataError: the DataFrame: there is no column 'age'"), ((), "No module named 'kanon'"):
        done = subprocess.run([sys.executable, '-I', '-c', 'import sys; sys.path.insert(0, sys.argv.pop(1)); exec(open(sys.argv.pop(1)).read())',
                               str(job.parent), str(job), *arguments], stderr=subprocess.PIPE, encoding='utf-8', cwd=str(tmp_path))
        assert message in done.stderr.splitlines()[-1], done.stderr
