"""A release that an engine has written, audited in persons: by SQL on the connection, and by `kanon check` from three files.

What is decided is compared with the rules' definitions, applied to the rows. Tamperings are refused, those included that change persons alone.
"""

import csv
import json
import os
from collections import Counter
from random import Random

import pytest

import kanon
from conftest import kanon as run_kanon, run_here, seeds
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.required import Required
from kanon.core.errors import DataError, Unsatisfied
from kanon.core.rules.distance import Equal
from kanon.core.rules.of_values import Closeness
from kanon.core.tables.hierarchy_file import GivenHierarchies
from kanon.core.tables.recoding_file import write_recoding
from kanon.tools.engines import anonymize
from kanon.tools.engines.connection import Engine
from kanon.tools.engines.counts import EngineTable
from kanon.tools.engines.release import put_recoding
from kanon.tools.engines.released import audit_released
from test_engines import connection, loaded     # noqa: F401, a fixture
from test_engines_of_persons import NAMES as VISITS, persons_in, trees, visits
from test_released import AFTER, BEFORE, JOIN, QUASI as PLACES, TREES

from test_persons_in_tables import asked, classes_of, pairs_of, passes, persons_of, random_rows, STANDARD, STARS

NAMES = ['age', 'sex', 'ill', 'who']
OF_ROWS = {'age': {'30': '3*', '31': '3*', '40': '4*', '41': '4*', '50': '5*', '51': '5*', '90': '*', '3*': '*', '4*': '*', '5*': '*'},
           'sex': {'m': '*', 'f': '*', 'x': '*'}}


def recorded_of(rows, seed):
    """The rows with recorded values, and {recorded tuple: published tuple, or None where all is *}."""
    random, recoding, recorded = Random(seed), {}, []
    for age, sex, *more in rows:
        quasi = ('90', 'x') if (age, sex) == STARS else (random.choice([age[0] + '0', age[0] + '1']), sex)
        recoding[quasi] = None if (age, sex) == STARS else (age, sex)
        recorded.append((*quasi, *more))
    return recorded, recoding


def random_case(seed):
    """Rows that are published, whose classes hold somebody and are not all suppressed; None if they do not."""
    rows = random_rows(seed)
    if STARS in classes_of(rows) or not set().union(*map(persons_of, classes_of(rows).values())):
        return None
    return rows


@pytest.mark.parametrize('seed', seeds(330, 7))
def test_the_audit_decides_by_the_definitions(seed, connection):       # noqa: F811
    """What the engine has published is accepted just if each class has k persons, and passes a rule by its definition."""
    rows, random = random_case(seed), Random(seed)
    if rows is None:
        return
    (recorded, recoding), k, (_, rule) = recorded_of(rows, seed), random.randint(1, 3), asked(random, rows)
    loaded(connection, NAMES, recorded)
    loaded(connection, NAMES[:3], [row[:3] for row in rows if row[:2] != STARS or seed % 2], 'released')
    with EngineTable(connection, 'people', NAMES[:2], ['ill'], missing='value', person='who') as people:
        if isinstance(rule, Closeness) and rule.kind == 'equal':        # of all (value, person) pairs
            audited_rule = rule._replace(distance=Equal(Counter(value for value, _ in pairs_of(rows))))
        else:
            audited_rule = rule

        def audited(required):
            given = recoding if seed % 3 else put_recoding(people, recoding)
            return audit_released(people, 'released', given, required, GivenHierarchies(OF_ROWS))
        for required, fine in ((Required(k), True), (Required(k, {'ill': [audited_rule]}), all(passes(rule, found, rows) for found in classes_of(rows).values()))):
            persons = [len(persons_of(found)) for found in classes_of(rows).values()]
            if min(persons) >= k and fine:
                found = audited(required)
                assert (found.records, found.classes, found.persons) == (sum(map(len, classes_of(rows).values())), len(persons), min(persons))
            else:
                with pytest.raises(DataError, match='^released: the audit found a class (of . (record|person)|without .* in ill, counted in persons)'):
                    audited(required)


@pytest.mark.parametrize('seed', seeds(330))
def test_check_by_counts_says_what_check_says_of_the_rows(seed, tmp_path):
    """The table with its persons is checked, and the release without them by counts that have them."""
    rows, random = random_case(seed), Random(seed)
    if rows is None:
        return
    (recorded, recoding), (word, _) = recorded_of(rows, seed), asked(Random(seed), rows)
    starred = random.random() < 0.5
    write(tmp_path / 'rows.csv', NAMES, rows)
    write(tmp_path / 'counted.csv', [*NAMES, 'n'], [(*row, n) for row, n in Counter(recorded).items()])
    write(tmp_path / 'released.csv', NAMES[:3], [row[:3] for row in rows if row[:2] != STARS or starred])
    write_recoding(str(tmp_path / 'recoding.csv'), 'recoding.csv', NAMES[:2], recoding, {}, person=random.choice(['who', None]))
    write_trees(tmp_path / 'hierarchies', OF_ROWS)
    (tmp_path / 's.ini').write_text(STANDARD % {'least': 2, 'most': 3})
    words = ['--sensitive', 'ill', '--person', 'who', '--json', '--require', 'k=%d,%s' % (random.randint(1, 3), word), '--below', '3',
             '--standard', tmp_path / 's.ini', '--config', os.devnull]
    expected = of_check(tmp_path / 'rows.csv', '--quasi', 'age,sex', *words)
    found = of_check(tmp_path / 'released.csv', '--counted', tmp_path / 'counted.csv', '--recoding', tmp_path / 'recoding.csv', '--missing', 'value',
                     '--hierarchies', tmp_path / 'hierarchies', *words)
    assert found['as_counted']['differences']['rows'] == 0 and found['required'].pop()['required'] == 'differing-rows=0'
    for name in ('person', 'persons', 'classes', 'worst', 'required', 'holds') + (('standards', 'missing') if starred else ()):
        assert found[name] == expected[name], name
    for one, other in zip(found['columns'], expected['columns']):
        assert {**one, 'unknown': 0} == {**other, 'unknown': 0}


def write(path, header, rows):
    with open(str(path), 'w', newline='', encoding='utf-8') as file:
        csv.writer(file).writerows([header, *rows])


def write_trees(folder, given):
    folder.mkdir()
    for name, tree in given.items():
        with open(str(folder / (name + '.txt')), 'w', newline='') as file:
            csv.writer(file).writerows(tree.items())


def of_check(*words):
    status, text, error = run_here('check', list(words))
    assert error == '', error
    report = json.loads(text.decode())
    assert status == (0 if report['holds'] else 1)
    return report


def test_suppressed_records_in_a_class_of_stars_bring_their_persons(tmp_path):
    """The recoding publishes 20 as * and suppresses 22. If the records of 22 are there, too, they are in the class."""
    write(tmp_path / 'counted.csv', ['age', 'ill', 'who', 'n'], [('20', 'flu', 'a', 1), ('21', 'flu', 'b', 1), ('21', 'flu', 'c', 2), ('22', 'flu', 'd', 1)])
    write(tmp_path / 'recoding.csv', ['age', 'age_published', 'kanon_class'], [('20', '*', 1), ('21', '21', 2), ('22', '', 0)])
    for more, k in (([], 1), ([('*', 'flu')], 2)):
        write(tmp_path / 'released.csv', ['age', 'ill'], [('*', 'flu')] + [('21', 'flu')] * 3 + more)
        report = of_check(tmp_path / 'released.csv', '--counted', tmp_path / 'counted.csv', '--recoding', tmp_path / 'recoding.csv', '--sensitive', 'ill',
                          '--person', 'who', '--json', '--config', os.devnull)
        assert report['classes']['persons']['k'] == k and report['persons']['suppressed'] == 1 - len(more)


ILL, WHO = 'ill', 'who'


def stays():
    """The rows of test_released, of persons who have one to three rows. Two persons have the ages that are suppressed."""
    random = Random(3)
    rows = [(str(random.randint(20, 39)), '131' if n < 4 else random.choice(('130', '148')),
             random.choice(['flu', 'flu', 'cold', 'a, "b"', "o'clock", None, '', '?', 'é']), 'p%d' % (n * 2 // 3) if n % 29 else None) for n in range(150)]
    return rows + [('41', '148', 'flu', 'q1'), ('41', '148', 'cold', 'q2')]


@pytest.fixture
def counted(connection):        # noqa: F811
    loaded(connection, [*PLACES, ILL, WHO], stays())
    with EngineTable(connection, 'people', PLACES, [ILL], missing='value', person=WHO) as table:
        rows = kanon.Records(table.rows(), counts='n', columns=[*PLACES, ILL, WHO, 'n'])
        release = kanon.anonymize(rows, PLACES, [ILL], k=5, missing='value', algorithm=kanon.Samarati(max_suppression=2), hierarchies=TREES, person=WHO)
        engine = Engine(connection)
        for name in 'recoding', 'released':
            engine.run('DROP TABLE IF EXISTS %s' % name)
        put_recoding(table, release.recoding, 'recoding')
        assert release.records['suppressed'] == 2
        yield table, release, engine


def counts_of(engine, table, columns):
    return list(engine.rows('SELECT {0}, COUNT(*) FROM {1} GROUP BY {0}'.format(', '.join(columns), table)))


BEFORE_OF_PERSONS = [each.replace("'flu')", "'flu', 'p1')").replace("zip, 'flu' FROM", "zip, 'flu', who FROM") for each in BEFORE]


@pytest.mark.parametrize('before, after', [('', ''), *((each, '') for each in BEFORE_OF_PERSONS), *(('', each) for each in AFTER)])
def test_a_release_of_persons_that_was_tampered_with_is_refused(before, after, counted, tmp_path):
    table, release, engine = counted
    there = counts_of(engine, 'people', [*PLACES, ILL, WHO])
    if before:
        engine.run(before)
    engine.run(JOIN)
    if after:
        engine.run(after)
    write(tmp_path / 'counted.csv', [*PLACES, ILL, WHO, 'n'], there)
    write(tmp_path / 'released.csv', [*PLACES, ILL, 'n'], counts_of(engine, 'released', [*PLACES, ILL]))
    write_recoding(str(tmp_path / 'recoding.csv'), 'recoding.csv', PLACES, release.recoding, {}, person=WHO)
    write_trees(tmp_path / 'hierarchies', TREES)
    words = ['released.csv', '--counted', 'counted.csv', '--recoding', 'recoding.csv', '--sensitive', ILL, '--missing', 'value', '--hierarchies',
             'hierarchies', '-k', '5', '--person', WHO]

    def audited(recoding):
        return audit_released(table, 'released', recoding, release.required, GivenHierarchies(TREES), release.vector)
    if before or after:
        with pytest.raises(DataError, match='^released: the audit found .* not there as often as'):
            audited(release.recoding)
        done = run_kanon('check', *words, '--json', cwd=str(tmp_path))
        told = json.loads(done.stdout)
        assert done.returncode == 1 and ('error' in told or not told['holds'] and told['as_counted']['differences']['rows'] and 'persons' not in told
                                         and [row['required'] for row in told['required']] == ['differing-rows=0'])
    else:
        persons = {}
        for age, zip_, _, who in stays():
            persons.setdefault(release.recoding[age, zip_], set()).update([who] if who else [])
        persons.pop(None)
        audit = audited(release.recoding)
        assert audit == audited('recoding') and audit.persons == min(map(len, persons.values())) >= 5
        done = run_kanon('check', *words, cwd=str(tmp_path))
        assert done.returncode == 0, done.stdout
        assert 'The persons are those of counted.csv. The column is not in this file.' in done.stdout
        assert 'k = %d is the number of persons of the class that has fewest' % audit.persons in done.stdout


def test_rows_of_one_person_are_no_class(connection):      # noqa: F811
    """Five rows, and five persons of which the counts know one. The release is the same."""
    given = GivenHierarchies({'age': {'30': '*', '31': '*'}})
    for names, fine in (('abcde', True), ('aaaaa', False), ('abcd?', False)):
        loaded(connection, ['age', 'who'], [*(('30', who) for who in names), *(('31', who) for who in 'fghij')])
        loaded(connection, ['age'], [('30',)] * 5 + [('31',)] * 5, 'released')
        with EngineTable(connection, 'people', ['age'], missing='value', person='who') as people:
            recoding = {('30',): ('30',), ('31',): ('31',)}
            if fine:
                assert audit_released(people, 'released', recoding, Required(5), given)[:] == (10, 2, 5, 5)
            else:
                with pytest.raises(DataError, match='^released: the audit found a class of [14] persons?, fewer than k = 5'):
                    audit_released(people, 'released', recoding, Required(5), given)
        with EngineTable(connection, 'people', ['age'], missing='value') as people:
            assert audit_released(people, 'released', recoding, Required(5), given)[:] == (10, 2, 5)
            decided_for_persons = kanon.anonymize([{'age': '30', 'who': who} for who in 'ab'], ['age'], k=2, person='who').required
            with pytest.raises(DataError, match='k counts persons, and the engine has counted records'):
                audit_released(people, 'released', recoding, decided_for_persons, given)


@pytest.mark.parametrize('columns', ['age, ill, who', 'age, who AS ill'])
def test_a_release_with_the_persons_is_refused(columns, connection, tmp_path):      # noqa: F811
    rows = [('30', 'flu', who) for who in 'abc']
    loaded(connection, ['age', 'ill', 'who'], rows)
    with EngineTable(connection, 'people', ['age'], ['ill'], missing='value', person='who') as people:
        with pytest.raises(DataError, match="has the column 'who', which was not counted|not there as often as"):
            audit_released(people, '(SELECT %s FROM people)' % columns, {('30',): ('30',)}, Required(3))
    write(tmp_path / 'counted.csv', ['age', 'ill', 'who', 'n'], [(*row, 1) for row in rows])
    write(tmp_path / 'released.csv', ['age', 'ill', 'who'], rows)
    write_recoding(str(tmp_path / 'recoding.csv'), 'recoding.csv', ['age'], {('30',): ('30',)}, {}, person='who')
    done = run_kanon('check', 'released.csv', '--counted', 'counted.csv', '--recoding', 'recoding.csv', '--person', 'who', '--sensitive', 'ill', cwd=str(tmp_path))
    assert (done.returncode, done.stderr) == (
        1, "python -m kanon check: released.csv: has the column 'who', which says whose row each row is; publish the table without it\n")


RULES = [[], [], [kanon.Distinct(2)], [kanon.Closeness('0.6')], [kanon.Alpha('0.9')]]


@pytest.mark.parametrize('seed', seeds(44, 7))
def test_one_call_publishes_what_the_records_publish(seed, connection):        # noqa: F811
    """By cuts and by levels, decided here and in the engine, whatever is missing."""
    random, missing = Random(seed), ('drop', 'value', 'root')[seed % 3]
    rows = visits(seed, missing) + [('20', 'a', 'flu', 'Köln', 'p0'), ('23', 'b', 'flu', 'Köln', 'p1')]
    words = {'k': random.randint(2, 4), 'missing': missing, 'hierarchies': {name: tree for name, tree in trees().items()}, 'person': 'who',
             'algorithm': (kanon.Mondrian(), kanon.Samarati(max_suppression='20%'), kanon.Optimal(max_suppression='20%'))[seed // 3 % 3]}
    there = words['algorithm'].by_levels and seed % 2
    words['require'] = [] if there else random.choice(RULES)
    put_people(connection, rows)
    try:
        expected = kanon.anonymize([dict(zip(VISITS, row)) for row in rows], VISITS[:2], ['ill'], ['town'], **words)
    except Unsatisfied:
        with pytest.raises(Unsatisfied):
            anonymize(connection, 'people', VISITS[:2], ['ill'], ['town'], into='released', **words)
        return
    published = anonymize(connection, 'people', VISITS[:2], ['ill'], ['town'], into='released', **words, **{'most': 1} if there else {})
    assert published.decided == ('in the engine' if there else 'here')
    assert Counter(Engine(connection).rows('SELECT * FROM released')) == Counter(expected.rows)
    persons = persons_in(rows, expected, missing)
    assert published.records == expected.records and published.audit[1:] == (len(persons), min(expected.classes.values()), min(persons.values()))
    assert published.audit.persons >= words['k']


def put_people(connection, rows):       # noqa: F811
    engine = Engine(connection)
    connection.commit()
    engine.run('DROP TABLE IF EXISTS released')
    loaded(connection, VISITS, rows)
    connection.commit()


def test_one_call_refuses_what_no_release_satisfies(connection):       # noqa: F811
    """Six rows of two persons are no class of three. No table is left."""
    put_people(connection, [('30', 'a', 'flu', 'Köln', who) for who in ('Ann', 'Bob', None)] * 3)
    for more in {}, {'algorithm': kanon.Samarati(), 'hierarchies': {'age': Hierarchy({'30': '*'}), 'job': Hierarchy({'a': '*'})}, 'most': 0}:
        with pytest.raises(Unsatisfied):
            anonymize(connection, 'people', VISITS[:2], ['ill'], k=3, person='who', missing='value', into='released', **more)
        with pytest.raises(DataError):
            Engine(connection).columns('released')
        connection.commit()
    for person, problem in (('nobody', "there is no column 'nobody'"), ('age', 'name one quasi-identifier or more, and each column once'),
                            ('ill', 'name one quasi-identifier or more, and each column once')):
        with pytest.raises(DataError, match=problem):
            anonymize(connection, 'people', VISITS[:2], ['ill'], k=2, person=person, into='released')
