"""Persons, counted by an engine: the same counts, vectors, partitions and bytes as from the records, and an audit in persons.

On the engines of test_engines.py.
"""

import sqlite3
from random import Random

import pytest

import kanon
from conftest import random_tree, seeds
from definitions import is_missing as is_nobody
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.required import Required
from kanon.core.cutting.cuts import cut_for
from kanon.core.cutting.dimension import dimensions_for
from kanon.core.cutting.mondrian import mondrian
from kanon.core.cutting.partition import partition_of
from kanon.core.errors import DataError, Unsatisfied
from kanon.core.levels.datafly import most_distinct_first
from kanon.core.levels.demands import lattice_of
from kanon.core.levels.lattice import vectors
from kanon.core.levels.objective import best_of, objective_for
from kanon.core.levels.samarati import least_height
from kanon.core.rules.distance import Equal
from kanon.core.rules.of_persons import RequiredOfPersons
from kanon.core.rules.of_values import Closeness
from kanon.core.tables.hierarchy_file import GivenHierarchies
from kanon.core.tables.tally import Tally
from kanon.tools.engines.counts import EngineTable
from kanon.tools.engines.engine_cuts import partitions
from kanon.tools.engines.engine_lattice import EngineLattice
from kanon.tools.engines.release import put_partitions, put_recoding, put_vector, write_release
from test_engines import best_by, collate_of, connection, loaded, outcome_of     # noqa: a fixture

NAMES = ['age', 'job', 'ill', 'town', 'who']
AGES = [str(age) for age in range(20, 50, 3)]


def visits(seed, missing='value'):
    """Rows of persons with several visits. Some move, and of some rows nobody knows whose they are."""
    random = Random(seed)
    people = ['p%d' % number for number in range(random.randint(4, 14))] + random.choice([[], ['?', 'NA', ' null', None]])
    home, steady = {name: (random.choice(AGES), random.choice('abcdeé')) for name in people}, random.random()
    ages = [*AGES, '?'] if missing == 'root' or random.random() < 0.3 else AGES
    rows = []
    for _ in range(random.randint(30, 120)):
        name = random.choice(people)
        quasi = home[name] if random.random() < steady else (random.choice(ages), random.choice('abcdeé'))
        rows.append((*quasi, random.choice(['flu', 'a, "b"', ' x', '', 'NA', 'ulcer']), random.choice(['Köln', 'Aß']), name))
    return rows


def trees():
    decades = {'[%d-%d]' % (low, low + 9): '*' for low in (20, 30, 40)}
    return {'age': Hierarchy({**{age: '[%d-%d]' % (int(age) // 10 * 10, int(age) // 10 * 10 + 9) for age in AGES}, **decades, '?': '*', '': '*'}),
            'job': random_tree(Random(1), ['?', *'abcdeé'])}


def kept(rows):
    """The rows without a missing value, as --missing drop takes them."""
    return [row for row in rows if not {None, '', '?'} & set(row)]


def tally_of(rows, width=2):
    tally = Tally(width)
    tally.count([[tuple('' if value is None else value for value in row) for row in rows]], whose=True)
    return tally


def persons_of_tuples(tally):
    return tally.persons().of_tuples(tally.frequency_set)


@pytest.mark.parametrize('seed', seeds(30, 7))
def test_the_persons_of_the_counts_are_those_of_the_rows(seed, connection):
    rows = visits(seed)
    loaded(connection, NAMES, rows)
    for missing, there in (('value', rows), ('drop', kept(rows))):
        if not there:
            continue
        with EngineTable(connection, 'people', NAMES[:2], NAMES[2:4], missing=missing, missing_in='used', person='who') as people:
            expected, tally = tally_of(there), people.tally()
            assert tally.frequency_set == expected.frequency_set and persons_of_tuples(tally) == persons_of_tuples(expected)
            assert people.persons == len({row[-1] for row in there if row[-1] is not None and not is_nobody(row[-1].strip())}) == expected.persons().count
            assert sum(n for *_, n in people.rows()) == people.read == len(rows)


@pytest.mark.parametrize('seed', seeds(30, 7))
def test_every_vector_is_that_of_the_lattice_of_persons(seed, connection):
    random, rows, found = Random(seed), visits(seed), trees()
    loaded(connection, NAMES, rows)
    tally, k = tally_of(rows), random.randint(1, 6)
    with EngineTable(connection, 'people', NAMES[:2], NAMES[2:4], missing='value', person='who') as people:
        plain = lattice_of(tally.frequency_set, list(found.values()), RequiredOfPersons(k, {}, tally.persons()))
        lattice = EngineLattice(people, list(found.values()), k, random.choice((0, 30, 10 ** 6)))
        asked = list(vectors(plain.top))
        random.shuffle(asked)
        for vector in asked:
            assert lattice[vector] == plain[vector] and classes_of(lattice.judged(vector)) == classes_of(plain.judged(vector))
            assert lattice.with_k(k + 1)[vector] == plain.with_k(k + 1)[vector]
        for limit in 0, len(rows) // 5:
            for search in (least_height, most_distinct_first, best_by('lm', limit), best_by('dm', limit)):
                assert outcome_of(search, EngineLattice(people, list(found.values()), k), limit) == outcome_of(search, plain, limit)


def classes_of(judged):
    return sorted(zip(judged.counts, judged.failing))


def test_too_few_persons_for_any_vector(connection):
    loaded(connection, ['age', 'who'], [('30', 'Ann')] * 3 + [('31', 'Bob')])
    with EngineTable(connection, 'people', ['age'], person='who') as people:
        ages = Hierarchy({'30': '*', '31': '*'})
        with pytest.raises(Unsatisfied, match='there are 2 persons with rows to publish, fewer than k = 3; lower k'):
            least_height(EngineLattice(people, [ages], 3), 0)
        dimensions = dimensions_for(['age'], people.columns(), GivenHierarchies({}), {})
        with pytest.raises(Unsatisfied, match='there are 2 persons with rows to publish, fewer than k = 3; lower k'):
            list(partitions(people, dimensions, Required(3)))


@pytest.mark.parametrize('seed', seeds(30, 7))
def test_the_partitions_are_those_of_mondrian_in_persons(seed, connection):
    random, rows = Random(seed), visits(seed)
    loaded(connection, NAMES, rows)
    tally, k = tally_of(rows), random.randint(1, 5)
    required = RequiredOfPersons(k, {}, tally.persons())
    choose, labels = random.choice(['widest', 'lm']), random.choice(['', 'box'])
    with EngineTable(connection, 'people', NAMES[:2], NAMES[2:4], missing='value', person='who') as people:
        dimensions = dimensions_for(NAMES[:2], people.columns(), GivenHierarchies(trees()), {}, labels, 'leaves')
        try:
            expected, _ = mondrian(partition_of(tally.frequency_set, dimensions, required), cut_for(dimensions, required, 'strict', choose))
        except Unsatisfied as error:
            with pytest.raises(Unsatisfied, match=str(error)):
                list(partitions(people, dimensions, Required(k)))
            return
        for most in 1, 12, 10 ** 6:
            found = [part for parts in partitions(people, dimensions, Required(k), 'strict', choose, most=most) for part in parts]
            assert sorted(map(shape, found)) == sorted(map(shape, expected))


def shape(partition):
    """The tuples of a partition, each with its records, whatever the order of its points."""
    return partition.size, partition.box, sorted(zip(zip(*partition.columns()), partition.points.records(partition.rows)))


@pytest.mark.parametrize('seed', seeds(30, 7))
def test_the_release_in_persons_has_the_bytes_of_the_records(seed, connection, tmp_path):
    """k, l, t and alpha; missing values dropped, kept, and published as the root."""
    random, missing = Random(seed), ('drop', 'value', 'root')[seed % 3]
    rows = visits(seed, missing)
    rows += [('20', 'a', 'flu', 'Köln', 'p0'), ('23', 'b', 'flu', 'Köln', 'p1')]
    loaded(connection, NAMES, rows)
    given = {name: tree for name, tree in trees().items()}
    require = random.choice([[], [], [kanon.Distinct(2)], [kanon.Closeness('0.6')], [kanon.Alpha('0.9')]])
    words = {'k': random.randint(2, 4), 'missing': missing, 'hierarchies': given, 'require': require, 'person': 'who'}
    roots = {'age': '*', 'job': '*'} if missing == 'root' else {}
    for algorithm in kanon.Samarati(max_suppression='20%'), kanon.Optimal(max_suppression='20%'), kanon.Mondrian():
        try:
            release = kanon.anonymize([dict(zip(NAMES, row)) for row in rows], NAMES[:2], ['ill'], ['town'], algorithm=algorithm, **words)
        except Unsatisfied:
            continue
        expected, path = tmp_path / 'records.csv', tmp_path / 'joined.csv'
        release.write(expected, force=True)
        with EngineTable(connection, 'people', NAMES[:2], NAMES[2:4], missing=missing, roots=roots, person='who') as people:
            counts = kanon.Records(people.rows(), counts='n', columns=[*NAMES, 'n'])
            of_counts = kanon.anonymize(counts, NAMES[:2], ['ill'], ['town'], algorithm=algorithm, **words)
            assert of_counts.records == release.records and of_counts.persons == release.persons
            audit = write_release(str(path), people, put_recoding(people, of_counts.recoding), of_counts.required, GivenHierarchies(given),
                                  release.vector, force=True, collate=collate_of(connection))
        assert path.read_bytes() == expected.read_bytes()
        there = persons_in(rows, release, missing)
        assert (audit.records, audit.classes, audit.persons) == (release.records['published'], len(there), min(there.values())) and audit.persons >= words['k']


def persons_in(rows, release, missing):
    """{published tuple: persons}, counted from the rows."""
    found = {}
    for age, job, ill, town, who in kept(rows) if missing == 'drop' else rows:
        published = release.recoding['*' if missing == 'root' and age in ('?', '') else age, job]
        if published:
            found.setdefault(published, set()).update([] if who is None or is_nobody(who.strip()) else [who])
    return {published: len(persons) for published, persons in found.items()}


@pytest.mark.parametrize('seed', seeds(30, 7))
def test_the_engine_recodes_a_vector_and_partitions_in_persons(seed, connection, tmp_path):
    rows, k = visits(seed), 3
    loaded(connection, NAMES, rows)
    path, expected, given = tmp_path / 'joined.csv', tmp_path / 'records.csv', GivenHierarchies(trees())
    with EngineTable(connection, 'people', NAMES[:2], NAMES[2:4], missing='value', person='who') as people:
        for algorithm in kanon.Samarati(max_suppression=10), kanon.Mondrian(categories='leaves'):
            try:
                release = kanon.anonymize([dict(zip(NAMES, row)) for row in rows], NAMES[:2], ['ill'], ['town'], k=k, hierarchies=trees(),
                                          algorithm=algorithm, person='who', missing='value')
            except Unsatisfied:
                continue
            release.write(expected, force=True)
            if release.vector:
                lattice = EngineLattice(people, list(trees().values()), k)
                vector = best_of(least_height(lattice, 10).vectors, objective_for('lm', lattice, 10))
                assert vector == release.vector
                recoding, levels = put_vector(lattice, vector), vector
            else:
                dimensions = dimensions_for(NAMES[:2], people.columns(), given, {}, categories='leaves')
                recoding, levels = put_partitions(people, dimensions, partitions(people, dimensions, Required(k), most=4)), None
            audit = write_release(str(path), people, recoding, Required(k), given, levels, force=True, collate=collate_of(connection))
            assert audit.persons >= k and path.read_bytes() == expected.read_bytes()


STAYS = [('30', 'Ann')] * 3 + [('31', 'Bob'), ('40', 'Cem'), ('40', ' null '), ('41', 'Dee'), ('41', 'n/a')]


@pytest.mark.parametrize('labels, found', [
    (['30', '[31-40]', '[31-40]', '*'], None), (['[30-31]', '[30-31]', '40', '41'], None), (['[30-31]', '[30-31]', '[40-41]', '[40-41]'], (8, 2, 4, 2))])
def test_a_class_of_too_few_persons_is_not_joined(labels, found, tmp_path):
    """Ann's three rows are no class of two persons. Two rows, of which one is nobody's, are none either."""
    base, path, given = sqlite3.connect(':memory:'), tmp_path / 'out.csv', GivenHierarchies({'age': dict.fromkeys(['30', '31', '40', '41'], '*')})
    loaded(base, ['age', 'who'], STAYS)
    with EngineTable(base, 'people', ['age'], person='who') as people:
        recoding = put_recoding(people, {(age,): (label,) for age, label in zip(['30', '31', '40', '41'], labels)})
        if found:
            assert write_release(str(path), people, recoding, Required(2), given) == found
        else:
            with pytest.raises(DataError, match='the audit found a class of 1 (record|person), fewer than k = 2'):
                write_release(str(path), people, recoding, Required(2), given)
            assert not path.exists()


def test_rules_in_persons_are_decided_from_the_counts(tmp_path):
    """Both persons have both values. So l = 2 holds in records, and not in persons, because everybody has flu."""
    base, given = sqlite3.connect(':memory:'), GivenHierarchies({'age': dict.fromkeys(['30', '31'], '*')})
    loaded(base, ['age', 'ill', 'who'], [('30', 'flu', 'Ann'), ('30', 'HIV', 'Ann'), ('31', 'flu', 'Bob'), ('31', 'HIV', 'Bob')])
    required = Required(2, {'ill': [kanon.Distinct(2)]})
    for person in None, 'who':
        with EngineTable(base, 'people', ['age'], ['ill'], person=person) as people:
            recoding = put_recoding(people, {('30',): ('*',), ('31',): ('*',)})
            if person is None:
                assert write_release(str(tmp_path / 'out.csv'), people, recoding, required, given).k == 4
            else:
                with pytest.raises(DataError, match='a class without distinct l = 2 in ill, counted in persons'):
                    write_release(str(tmp_path / 'out.csv'), people, recoding, required, given, force=True)


def test_what_was_decided_for_persons_needs_their_counts(tmp_path):
    base, path = sqlite3.connect(':memory:'), tmp_path / 'out.csv'
    loaded(base, ['age', 'who'], STAYS)
    release = kanon.anonymize([dict(zip(['age', 'who'], row)) for row in STAYS], ['age'], k=2, person='who')
    with EngineTable(base, 'people', ['age']) as people:
        dimensions = dimensions_for(['age'], people.columns(), GivenHierarchies({}), {})
        for call in (lambda: write_release(str(path), people, put_recoding(people, release.recoding), release.required),
                     lambda: list(partitions(people, dimensions, release.required))):
            with pytest.raises(DataError, match='people: k counts persons, and the engine has counted records; give its EngineTable the person'):
                call()
        assert not path.exists()
    with EngineTable(base, 'people', ['age'], person='who') as people:
        for words, required in (({'partitioning': 'both'}, Required(2)), ({}, Required(2, {'age': [kanon.Distinct(2)]}))):
            with pytest.raises(DataError, match='the engine counts persons for strict cuts and for k alone; hand its counts to kanon.anonymize'):
                list(partitions(people, dimensions, required, **words))


@pytest.mark.parametrize('rows, words, problem', [
    ([('30', 'a', '012'), ('31', 'b', '12')], {}, "column 'who': '012' and '12' may be one person; write both alike"),
    ([('30', 'a', 'Ann'), ('31', 'b', 'Ann ')], {}, "column 'who': 'Ann' and 'Ann ' may be one person; write both alike"),
    ([('30', 'a', 'Ann'), ('31', 'b', 'Ann')], {}, "column 'who' has the one value 'Ann', so it does not say whose row each is"),
    ([('30', 'a', 'NA'), ('31', 'b', 'null')], {}, "column 'who' is empty, so it does not say whose row each is"),
    ([('30', 'x%d' % (n // 2), 'p%d' % (n // 2)) for n in range(20)], {}, "column 'note' joins the rows of 10 of the 10 persons who have several"),
    ([('30', 'a', 'Ann')], {'person': 'whom'}, "there is no column 'whom'; did you mean 'who'"),
    ([('30', 'a', 'Ann')], {'person': 'age'}, 'name one quasi-identifier or more, and each column once')])
def test_what_does_not_say_whose_row_each_is_is_refused(rows, words, problem, connection):
    loaded(connection, ['age', 'note', 'who'], rows)
    with pytest.raises(DataError) as found:
        EngineTable(connection, 'people', ['age'], ['note'], missing='value', **{'person': 'who', **words})
    assert problem in str(found.value) and str(found.value).startswith('people: ')


@pytest.mark.parametrize('rows', [
    [('x%d' % (n % 10), name % (n % 10)) for n in range(20) for name in ('p%d', 'q%d')][:-10],      # a value of two persons
    [('x%d' % n, 'p%d' % (n % 10)) for n in range(20)],                                             # of one row
    [('x%d' % (n // 2), 'p%d' % (n // 2)) for n in range(18)] + [('y', 'p9')] * 2 + [('y', 'p0')] + [('z', '?')] * 2])      # of nobody, and of 9 in 10
def test_what_joins_no_rows_of_a_person_is_carried(rows, connection):
    loaded(connection, ['age', 'note', 'who'], [('30', *row) for row in rows])
    with EngineTable(connection, 'people', ['age'], ['note'], missing='value', person='who') as people:
        assert people.persons == len({who for _, who in rows} - {'?'})


def test_t_compares_with_the_persons_of_the_table(tmp_path):
    """The values of Ann's two rows are those of two persons' four rows, but the rule was made for rows."""
    base, given = sqlite3.connect(':memory:'), GivenHierarchies({'age': dict.fromkeys(['30', '31'], '*')})
    rows = [('30', 'flu', 'Ann'), ('30', 'flu', 'Ann'), ('31', 'flu', 'Bob'), ('31', 'HIV', 'Bob')]
    loaded(base, ['age', 'ill', 'who'], rows)
    with EngineTable(base, 'people', ['age'], ['ill'], person='who') as people:
        recoding = put_recoding(people, {('30',): ('*',), ('31',): ('*',)})
        for reference, right in (({'flu': 3, 'HIV': 1}, False), ({'flu': 2, 'HIV': 1}, True)):
            required = Required(2, {'ill': [Closeness('0.5', Equal(reference))]})
            if right:
                assert write_release(str(tmp_path / 'out.csv'), people, recoding, required, given).persons == 2
            else:
                with pytest.raises(DataError, match='compares column .ill. with another distribution than that of the persons of the table'):
                    write_release(str(tmp_path / 'out.csv'), people, recoding, required, given)
