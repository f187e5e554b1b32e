"""A release that an engine has written is audited from counts: by SQL on the connection, by `kanon check` on three files, and by rows.

Forty tamperings, before the join and after it, are refused by all three. What cannot be told from counts is not.
"""

import csv
import json
from collections import Counter
from random import Random

import pytest

import kanon
from conftest import kanon as run_kanon
from conftest import random_table, run, seeds
from flat import anonymize
from kanon.core.audit.from_counts import differences_of_counts, Due, verify_released
from kanon.core.counts.required import Required
from kanon.core.errors import DataError, Unsatisfied
from kanon.core.tables.hierarchy_file import GivenHierarchies
from kanon.core.tables.recoding_file import write_recoding
from kanon.tools.engines.connection import Engine
from kanon.tools.engines.counts import EngineTable
from kanon.tools.engines.release import put_recoding, put_vector
from kanon.tools.engines.released import audit_released
from test_engines import connection, loaded, rules_of  # noqa: F401, a fixture

QUASI, ILL = ['age', 'zip'], 'ill'
ZIPS = {'130': '13*', '131': '13*', '148': '14*', '13*': '*', '14*': '*'}
AGES = {**{str(age): '[%d-%d]' % (age // 10 * 10, age // 10 * 10 + 9) for age in range(20, 50)}, **{'[%d-%d]' % (n, n + 9): '*' for n in (20, 30, 40)}}
TREES = {'age': AGES, 'zip': ZIPS}

JOIN = ('CREATE TABLE released AS SELECT r.age_published AS age, r.zip_published AS zip, p.ill FROM people p JOIN recoding r'
        ' ON r.age = p.age AND r.zip = p.zip WHERE r.kanon_class <> 0')
ONE_CLASS = "age = '[20-29]' AND zip = '13*'"       # of the release
BEFORE = [      # the table or the recoding, once the counts are taken
    "INSERT INTO people VALUES ('21', '130', 'flu')",
    "INSERT INTO people SELECT age, zip, 'flu' FROM people WHERE age = '21'",
    "INSERT INTO people SELECT * FROM people",
    "DELETE FROM people WHERE age = '21' AND ill = 'flu'",
    "UPDATE people SET ill = 'cold' WHERE age = '22' AND ill = 'flu'",
    "UPDATE people SET ill = NULL WHERE age = '22' AND ill = 'flu'",
    "UPDATE people SET age = '33' WHERE age = '22' AND zip = '130'",
    "UPDATE people SET zip = '148' WHERE age = '22' AND zip = '130'",
    "UPDATE people SET age = '99' WHERE age = '22'",
    "UPDATE recoding SET age_published = '[20-28]' WHERE age_published = '[20-29]'",
    "UPDATE recoding SET age_published = '[30-39]' WHERE age_published = '[20-29]'",
    "UPDATE recoding SET age_published = '*' WHERE age_published = '[20-29]'",
    "UPDATE recoding SET age_published = '*', zip_published = '*'",
    "UPDATE recoding SET age_published = age WHERE age_published = '[20-29]'",
    "UPDATE recoding SET age_published = '[30-39]' WHERE age = '22'",
    "UPDATE recoding SET age_published = NULL WHERE age = '22'",
    "UPDATE recoding SET zip_published = CASE zip_published WHEN '13*' THEN '14*' ELSE '13*' END WHERE kanon_class > 0",
    "UPDATE recoding SET kanon_class = 0 WHERE kanon_class = 1",
    "UPDATE recoding SET kanon_class = 9 WHERE kanon_class = 0",
    "UPDATE recoding SET kanon_class = 9, age_published = '[40-49]', zip_published = '14*' WHERE kanon_class = 0",
    "DELETE FROM recoding WHERE kanon_class = 1",
    "DELETE FROM recoding WHERE age = '22'",
    "INSERT INTO recoding SELECT * FROM recoding",
    "INSERT INTO recoding SELECT * FROM recoding WHERE age = '22'"]
AFTER = [       # the release
    "INSERT INTO released VALUES ('[20-29]', '13*', 'flu')",
    "INSERT INTO released VALUES ('[20-29]', '13*', 'a new one')",
    "INSERT INTO released VALUES ('[70-79]', '14*', 'flu')",
    "INSERT INTO released VALUES (NULL, NULL, 'flu')",
    "INSERT INTO released VALUES ('*', '*', 'flu')",
    "INSERT INTO released SELECT age, zip, ill FROM people WHERE age = '41'",
    "INSERT INTO released SELECT * FROM released",
    "DELETE FROM released WHERE %s" % ONE_CLASS,
    "DELETE FROM released WHERE %s AND ill = 'flu'" % ONE_CLASS,
    "DELETE FROM released",
    "UPDATE released SET ill = 'cold' WHERE %s AND ill = 'flu'" % ONE_CLASS,
    "UPDATE released SET ill = CASE ill WHEN 'flu' THEN 'cold' WHEN 'cold' THEN 'flu' ELSE ill END WHERE %s" % ONE_CLASS,
    "UPDATE released SET age = '[30-39]' WHERE %s" % ONE_CLASS,
    "UPDATE released SET age = '21' WHERE %s" % ONE_CLASS,
    "UPDATE released SET age = '[20-29] ' WHERE %s" % ONE_CLASS,
    "UPDATE released SET zip = '*'",
    "UPDATE released SET age = zip, zip = age",
    "UPDATE released SET ill = ''"]


def people():
    """150 records: two ages below k in one place, which are suppressed, and NULL, '' and '?' among what is published as it is."""
    random = Random(3)
    rows = [(str(random.randint(20, 39)), '131' if n < 4 else random.choice(('130', '148')),
             random.choice(['flu', 'flu', 'cold', 'a, "b"', "o'clock", None, '', '?', 'é'])) for n in range(150)]
    return rows + [('41', '148', 'flu'), ('41', '148', 'cold')]


@pytest.fixture
def counted(connection):        # noqa: F811
    loaded(connection, [*QUASI, ILL], people())
    with EngineTable(connection, 'people', QUASI, [ILL], missing='value') as table:
        rows = kanon.Records(table.rows(), counts='n', columns=[*QUASI, ILL, 'n'])
        release = anonymize(rows, QUASI, [ILL], k=5, missing='value', max_suppression=2, algorithm='samarati', hierarchies=TREES)
        engine = Engine(connection)
        for name in 'recoding', 'released':
            engine.run('DROP TABLE IF EXISTS %s' % name)
        put_recoding(table, release.recoding, 'recoding')
        assert release.records['suppressed'] == 2 and ('[20-29]', '13*') in release.classes
        yield table, release, engine, lambda: counts(engine, 'people')


def counts(engine, table):
    return list(engine.rows("SELECT age, zip, ill, COUNT(*) FROM %s GROUP BY age, zip, ill" % table))


def audited(table, release, recoding=None):
    return audit_released(table, 'released', recoding or release.recoding, release.required, GivenHierarchies(TREES), release.vector)


def files(release, before, after, folder):
    """The three tables as an engine exports them, NULL as nothing, and the hierarchies."""
    for name, rows in ('counted.csv', before), ('released_counts.csv', after):
        with open(str(folder / name), 'w', newline='', encoding='utf-8') as file:
            csv.writer(file).writerows([[*QUASI, ILL, 'n'], *rows])
    write_recoding(str(folder / 'recoding.csv'), 'recoding.csv', QUASI, release.recoding, {})
    (folder / 'hierarchies').mkdir()
    for name, tree in TREES.items():
        with open(str(folder / 'hierarchies' / (name + '.txt')), 'w', newline='') as file:
            csv.writer(file).writerows(tree.items())


def check(folder, *more):
    return run_kanon('check', 'released_counts.csv', '--counted', 'counted.csv', '--recoding', 'recoding.csv', '--sensitive', ILL, '--missing', 'value',
                     '--hierarchies', 'hierarchies', '-k', '5', *more, cwd=str(folder))


@pytest.mark.parametrize('before, after', [('', ''), *((each, '') for each in BEFORE), *(('', each) for each in AFTER)])
def test_a_release_that_was_tampered_with_is_refused(before, after, counted, tmp_path):
    table, release, engine, now = counted
    counted_before = now()
    if before:
        engine.run(before)
    engine.run(JOIN)
    if after:
        engine.run(after)
    files(release, counted_before, counts(engine, 'released'), tmp_path)
    if before or after:
        with pytest.raises(DataError, match='^released: the audit found .* not there as often as'):
            audited(table, release)
        done = check(tmp_path, '--json')
        told = json.loads(done.stdout)
        assert done.returncode == 1 and ('error' in told or not told['holds'] and told['as_counted']['differences']['rows'])
    else:
        assert audited(table, release)[:] == audited(table, release, 'recoding')[:] == (150, len(release.classes), min(release.classes.values()))
        done = check(tmp_path)
        assert done.returncode == 0, done.stdout
        assert '152 records = 150 to publish + 2 to suppress + 0 left out\nThe table has each row of age, zip, ill as often as' in done.stdout


@pytest.mark.parametrize('statement', [
    "UPDATE recoding SET age_published = '[30-39]' WHERE age = '22'", "UPDATE recoding SET age_published = '[20-28]' WHERE age_published = '[20-29]'",
    "DELETE FROM recoding WHERE age = '22'", "INSERT INTO recoding SELECT * FROM recoding",
    "UPDATE recoding SET age_published = age, zip_published = zip WHERE kanon_class > 0",
    # one combination stands there twice, and another one of as many records is lacking
    "UPDATE recoding SET age = '24' WHERE age = '28' AND zip = '130'"])
def test_a_recoding_in_the_engine_that_is_none_is_refused_whatever_is_published(statement, counted):
    """Here the table with the recoding is believed, as where it was never in memory."""
    table, release, engine, _ = counted
    engine.run(statement)
    engine.run(JOIN)
    with pytest.raises(DataError):
        audited(table, release, 'recoding')


def test_suppressed_records_may_be_there_as_stars_all_of_them(counted, tmp_path):
    table, release, engine, now = counted
    engine.run(JOIN)
    engine.run("INSERT INTO released SELECT '*', '*', p.ill FROM people p JOIN recoding r ON r.age = p.age AND r.zip = p.zip WHERE r.kanon_class = 0")
    assert audited(table, release).records == 150
    files(release, now(), counts(engine, 'released'), tmp_path)
    assert check(tmp_path).returncode == 0
    engine.run("DELETE FROM released WHERE age = '*' AND ill = 'cold'")
    with pytest.raises(DataError, match='1 row of the release that is not there as often .* 1 there, 0 due'):
        audited(table, release)


def test_other_columns_than_those_of_the_release_are_refused(counted):
    table, release, engine, _ = counted
    engine.run(JOIN.replace('p.ill FROM', 'p.ill, p.age AS recorded FROM'))
    with pytest.raises(DataError, match="released: has the column 'recorded', which was not counted"):
        audited(table, release)
    for source, problem in (('(SELECT age, zip FROM released)', 'the query: has the columns'), ('nothing', 'the statement failed')):
        with pytest.raises(DataError, match=problem):
            audit_released(table, source, release.recoding, release.required)


def test_a_class_of_stars_is_a_class_where_the_recoding_publishes_it(tmp_path):
    for name, lines in {'counted': 'age,ill,n\n20,flu,1\n21,flu,5\n22,flu,1\n', 'released': 'age,ill,n\n*,flu,1\n21,flu,5\n',
                        'recoding': 'age,age_published,kanon_class\n20,*,1\n21,21,2\n22,,0\n'}.items():
        (tmp_path / (name + '.csv')).write_text(lines)
    words = ['check', 'released.csv', '--counted', 'counted.csv', '--recoding', 'recoding.csv', '--sensitive', 'ill', '-k', '5', '--json']
    for more, status, k in (([], 1, 1), (['--stars', 'suppressed'], 0, 5)):
        done = run_kanon(*words, *more, cwd=str(tmp_path))
        report = json.loads(done.stdout)
        assert (done.returncode, report['classes']['k'], report['as_counted']['differences']['rows']) == (status, k, 0)


def test_a_class_below_k_and_one_without_its_rule_are_refused(counted):
    """The release is what the recoding says, and what was decided was wrong."""
    table, release, engine, _ = counted
    engine.run(JOIN)
    with pytest.raises(DataError, match='found a class of .* fewer than k = 500'):
        audit_released(table, 'released', release.recoding, Required(500), GivenHierarchies(TREES))
    ruled = anonymize(kanon.Records(table.rows(), counts='n', columns=[*QUASI, ILL, 'n']), QUASI, [ILL], k=5, missing='value', max_suppression=2,
                      algorithm='samarati', hierarchies=TREES, l_diversity=3, t_closeness='0.9')
    assert audit_released(table, 'released', release.recoding, ruled.required, GivenHierarchies(TREES)).records == 150
    ruled.required.rules[ILL][1].reference['flu'] += 1
    with pytest.raises(DataError, match='another distribution than that of the counted records'):
        audit_released(table, 'released', release.recoding, ruled.required, GivenHierarchies(TREES))
    ruled.required.rules[ILL][1].reference['flu'] -= 1
    ruled.required.rules[ILL][0] = rules_of({ILL: 100})[ILL]
    with pytest.raises(DataError, match='a class without distinct l = 100 in ill'):
        audit_released(table, 'released', release.recoding, ruled.required, GivenHierarchies(TREES))


@pytest.mark.parametrize('seed', seeds(60))
def test_any_release_is_what_is_due_and_any_change_of_one_row_is_not(seed):
    """From rows alone, by every algorithm with a recoding. What is due is worked out by the records, one by one."""
    random = Random(seed)
    frequency_set, trees = random_table(seed, most=5)
    names = ['column %d' % place for place in range(len(trees))]
    records = [quasi + (random.choice(['flu', 'cold', '*', '']),) for quasi, n in frequency_set.items() for _ in range(n)]
    algorithm = ('samarati', 'optimal', 'datafly', 'mondrian')[seed % 4]
    try:
        release = anonymize([dict(zip(names + ['ill'], record)) for record in records], names, ['ill'], k=2, missing='value', algorithm=algorithm,
                            hierarchies=dict(zip(names, trees)), **({} if algorithm == 'mondrian' else {'max_suppression': '30%'}))
    except Unsatisfied:
        return
    due, released, stars = Due(len(names)), Counter(), Counter()
    due.add(release.recoding, Counter(records).items())
    for record in records:
        published = release.recoding[record[:-1]]
        (stars if published is None else released)[(published or ('*',) * len(names)) + record[-1:]] += 1
    assert released == Counter(map(tuple, release.rows)) and differences_of_counts(released, due) == []
    assert verify_released(names, ['ill'], released, due, Required(2))[:] == (len(release.rows), len(release.classes), min(release.classes.values()))
    assert differences_of_counts(released + stars, due) == [] and due.suppressed() == sum(stars.values())
    row = random.choice(list(released))
    for changed in (released + Counter([row]), released - Counter([row]), released - Counter([row]) + Counter([row[:-1] + ('other',)])):
        found = differences_of_counts(changed, due)
        assert found and {each.values for each in found} <= {row, row[:-1] + ('other',)}
        with pytest.raises(DataError, match='not there as often'):
            verify_released(names, ['ill'], changed, due, Required(2))
    lacking = dict(release.recoding)
    del lacking[records[0][:-1]]
    short = Due(len(names))
    short.add(lacking, Counter(records).items())
    with pytest.raises(DataError, match='the recoding has no row for %d counted records' % frequency_set[records[0][:-1]]):
        verify_released(names, ['ill'], released, short, Required(2))


def test_a_vector_in_the_engine(connection):     # noqa: F811
    from kanon.tools.engines.engine_lattice import EngineLattice
    loaded(connection, ['age'], [('1',), ('2',), ('3',), ('2',), (None,)])
    tree = kanon.core.counts.hierarchy.Hierarchy({'1': 'a', '2': 'a', '3': 'b', 'a': '*', 'b': '*'})
    engine = Engine(connection)
    engine.run('DROP TABLE IF EXISTS released')
    with EngineTable(connection, 'people', ['age'], missing='root', roots={'age': '*'}) as table:
        recoding = put_vector(EngineLattice(table, [tree], 2), (1,))
        engine.run("CREATE TABLE released AS SELECT r.age_published AS age FROM people p JOIN %s r ON r.age = COALESCE(p.age, '')"
                   ' WHERE r.kanon_class > 0' % recoding)
        audit = audit_released(table, ('released',), recoding, Required(2), GivenHierarchies({'age': tree}), (1,))
        assert audit[:] == (3, 1, 3)


def test_decided_and_checked_by_the_command_line(tmp_path):
    """Missing values as the root, sets, a rule of the whole table with suppressed records: t is that of the counted records."""
    with open(str(tmp_path / 'd.csv'), 'w', newline='') as file:
        csv.writer(file).writerows([[*QUASI, ILL], *((age, zip_, ill or '') for age, zip_, ill in people())])
    words = ['--quasi', 'age,zip', '--sensitive', ILL, '--missing', 'root']
    assert run_kanon('count', 'd.csv', *words, '-o', 'counted.csv', cwd=str(tmp_path)).returncode == 0
    done = run('run_mondrian.py', 'counted.csv', '--counts', 'n', *words, '-k', '5', '--t-closeness', '0.5', '--recoding', 'recoding.csv', '-o', 'none', '--json',
               cwd=str(tmp_path))
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told['output'] is None and told['audit']['ok'] and sorted(path.name for path in tmp_path.iterdir()) == [
        'counted.csv', 'd.csv', 'recoding.csv']
    assert run_kanon('recode', 'recoding.csv', 'd.csv', *words[2:], '-o', 'released.csv', cwd=str(tmp_path)).returncode == 0
    words = ['--counted', 'counted.csv', '--recoding', 'recoding.csv', '--sensitive', ILL, '--missing', 'root']
    done = run_kanon('check', 'released.csv', *words, '-k', '5', '--t-closeness', '0.5', cwd=str(tmp_path))
    assert done.returncode == 0, done.stdout
