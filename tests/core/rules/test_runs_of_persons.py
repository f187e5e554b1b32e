"""--person from end to end: what the programs and the library publish of small random tables, against the definitions in persons."""

import csv
import json
import os
from collections import Counter, namedtuple
from math import inf
from random import Random

import pytest

import kanon
from conftest import run_here, seeds
from definitions import is_missing as is_nobody
from kanon.core.cutting.of_persons import PersonsOfPoints
from kanon.core.levels.demand_on_people import DemandOnPeople
from kanon.core.levels.demand_on_persons import DemandOnPersons
from kanon.core.levels.lattice import vectors
from kanon.core.rules import of_persons
from kanon.core.rules.distance import Equal, Hierarchical, OrderedDistance
from kanon.core.rules.of_values import Closeness
from test_persons import AGES, SEX, TREE, Drawn, is_enough, rule_drawn

COLUMNS = 'age', 'sex', 'ill', 'job', 'who'
Case = namedtuple('Case', 'table rows k rules missing algorithm most counted measure')      # table: as it stands in the file; rows: those that count


def drawn_case(seed, *algorithms):
    random = Random(seed)
    names = ['p%d' % number for number in range(random.randint(2, 9))] + random.choice([[], ['?', '', 'NA']])
    ills = random.choice(['12', '123', '1234']) * 2 + random.choice(['', '', '?', '??'])
    home, steady, table = {name: (random.choice(['30', '34', '41', '45']), random.choice('mf')) for name in names}, random.random(), []
    for _ in range(random.randint(4, 30)):
        name = random.choice(names)
        quasi = home[name] if random.random() < steady else (random.choice(['30', '34', '41', '45']), random.choice('mf'))
        ill = random.choice(ills)
        table.append((*quasi, random.choice(['?', '', 'NA']) if ill == '?' else ill, random.choice('ab'), name))
    missing = random.choice(['value', 'value', 'drop', 'root'])
    if missing == 'root':
        table = [(random.choice([age, age, age, '?']), *others) for age, *others in table]
    rows = [row for row in table if missing != 'drop' or not {'', '?'} & set(row)]
    rows = [(age.replace('?', '*'), *others) for age, *others in rows]      # as a root it is published so at any level
    rules = {'ill': [rule_drawn(random, rows, 2)]} if random.random() < 0.6 and rows else {}
    return Case(table, rows, random.randint(2, 4), rules, missing, random.choice(algorithms), random.choice([0, 0, 1, 3, len(table) // 2]),
                random.random() < 0.3, random.choice(['dm', 'c_avg']))


def written(case, folder):
    """The files of a case."""
    for name, tree in (('age', AGES), ('sex', SEX), ('ill', TREE)):
        with open(str(folder / (name + '.txt')), 'w') as file:
            file.writelines('%s,%s\n' % pair for pair in tree.items())
    counts = Counter(case.table)
    with open(str(folder / 'v.csv'), 'w', newline='') as file:
        lines = csv.writer(file)
        lines.writerow([*COLUMNS, *['n'] * case.counted])
        lines.writerows([(*row, n) for row, n in counts.items()] if case.counted else case.table)


def words_of(case, folder):
    program, *switches = {'optimal': ['samarati', '--optimal'], 'round-robin': ['datafly', '--round-robin']}.get(case.algorithm, [case.algorithm])
    most = [] if case.algorithm in ('mondrian', 'round-robin') else ['--max-suppression', case.most]
    most += ['--measure', case.measure] if case.algorithm in ('samarati', 'optimal') else []
    rules = [word for of_column in case.rules.values() for rule in of_column
             for word in ('--' + rule.option.replace('_', '-'), 'ill=' + rule.typed())]
    return [program, folder / 'v.csv', *switches, '-k', case.k,
            '--quasi', 'age,sex', '--sensitive', 'ill', '--publish', 'job', '--person', 'who', '--missing', case.missing,
            '--hierarchies', folder, '-o', folder / 'out.csv', '--recoding', folder / 'recoding.csv', '--json', '--force', *most, *rules,
            *['--counts', 'n'] * case.counted]


def run_of(case, folder, *more):
    """(exit status, the report, the message, the published rows)."""
    written(case, folder)
    program, *words = words_of(case, folder)
    status, out, err = run_here(program, [*words, *more])
    if status:
        assert not (folder / 'out.csv').exists() and err.count('\n') == 1, err
        return status, None, err, None
    with open(str(folder / 'out.csv'), newline='') as file:
        header, *rows = csv.reader(file)
    assert header == ['age', 'sex', 'ill', 'job']
    return status, json.loads(out), err, sorted(map(tuple, rows))


def definition_of(case):
    """What `is_enough` takes."""
    return Drawn(case.rows, case.k, case.rules, None, None)


def classes_at(case, vector):
    found = {}
    for row in case.rows:
        found.setdefault(labels_at(row, vector), []).append(row)
    return found


def labels_at(row, vector):
    return '*' if row[0] == '*' else AGES.ancestor(row[0], vector[0]), SEX.ancestor(row[1], vector[1])


def refused(case):
    """What is said of the column before anything is searched, None if nothing."""
    names = {row[4] for row in case.rows if not is_nobody(row[4])}
    rows = len(set(case.rows)) if case.counted else len(case.rows)
    return ('no record is left' if not case.rows else 'is empty' if not names else 'has the one value' if len(names) == 1 and rows > 1 else None)


def told_by_definition(case, published_class):
    """`persons` of the report, but for what is inferred. published_class: a function from a row to its class, None if it is suppressed."""
    mine = {}
    for row in case.rows:
        if not is_nobody(row[4]):
            mine.setdefault(row[4], []).append(row)
    kinds = Counter('published' if all(shown) else 'partly' if any(shown) else 'suppressed'
                    for shown in ([published_class(row) is not None for row in rows] for rows in mine.values()))
    published = [row for row in case.rows if published_class(row) is not None]
    joined = {name: sum(any(owners.count(who) > 1 == len(set(owners)) for owners in of_values(published, place)) for who in mine)
              for place, name in ((2, 'ill'), (3, 'job'))}
    return {'count': len(mine), **{kind: kinds[kind] for kind in ('published', 'partly', 'suppressed')},
            'several': sum(len(rows) > 1 for rows in mine.values()),
            'moving': sum(len({published_class(row) for row in rows} - {None}) > 1 for rows in mine.values()),
            'unknown': sum(is_nobody(row[4]) for row in case.rows), 'joined': joined}


def of_values(rows, place):
    """For each value of a column, whose its rows are."""
    owners = {}
    for row in rows:
        owners.setdefault(row[place], []).append(row[4])
    return owners.values()


def people_of(case, seed, folder):
    """A population that holds the persons of the table, and what is required in it: (its people, words, k-map, least, most)."""
    random = Random(seed)
    people = [(age, sex) for age, sex, _ in sorted({(*row[:2], row[4]) for row in case.rows if not is_nobody(row[4])})]
    people += [(random.choice(['30', '34', '41', '45']), random.choice('mf')) for _ in range(random.randint(0, 12))]
    with open(str(folder / 'people.csv'), 'w') as file:
        file.write('age,sex\n' + ''.join('%s,%s\n' % pair for pair in people).replace('*', '?'))
    k_map, least, most = random.choice([(random.randint(2, 6), 0, 1), (0, 0, random.randint(5, 9) / 10), (3, 0, 0.8), (0, 0.2, 0.9), (0, 0.1, 1)])
    words = ['--k-map', k_map] * (k_map > 0) + ['--delta-presence', '%g:%g' % (least, most)] * ((least, most) != (0, 1))
    return people, ['--population', folder / 'people.csv', *words], k_map, least, most


@pytest.mark.parametrize('seed', seeds(300, 4))
def test_a_population_against_a_look_at_every_vector(seed, tmp_path):
    """k-map as it is, and of the people whom a class fits the share of its persons."""
    case = drawn_case(seed, 'samarati', 'optimal', 'datafly')
    if refused(case):
        return
    written(case, tmp_path)
    people, words, k_map, least, most_share = people_of(case, seed, tmp_path)
    program, *asked = words_of(case, tmp_path)
    status, out, err = run_here(program, [*asked, *words])
    lost, passing, found = {}, {}, {vector: classes_at(case, vector) for vector in vectors((2, 1))}
    for vector, classes in found.items():
        fits = Counter(labels_at(pair, vector) for pair in people)
        passing[vector] = {labels for labels, rows in classes.items() if is_enough(rows, definition_of(case)) and fits[labels] >= k_map
                           and least * fits[labels] - 1e-9 <= persons_in(rows) <= most_share * fits[labels] + 1e-9}
        if least and (passing[vector] != set(classes) or not set(fits) <= set(classes)):
            passing[vector] = set()
        lost[vector] = sum(len(rows) for labels, rows in classes.items() if labels not in passing[vector])
    satisfying = [vector for vector in found if lost[vector] <= case.most]
    if status:
        assert not (tmp_path / 'out.csv').exists() and (not satisfying or case.algorithm == 'datafly' and (2, 1) not in satisfying or any(
            not passing[vector] for vector in satisfying)), err
        return
    report = json.loads(out.decode())
    vector = tuple(report['vector'].values())
    assert vector in satisfying and report['records']['suppressed'] == lost[vector]
    if case.algorithm != 'datafly':
        candidates = [each for each in satisfying if case.algorithm == 'optimal' or sum(each) == min(map(sum, satisfying))]
        assert abs(report['measures'][case.measure] - min(cost_at(case, found[each], passing[each]) for each in candidates)) < 1e-9
    fits = Counter(labels_at(pair, vector) for pair in people)
    shares = [persons_in(found[vector][labels]) / fits[labels] for labels in passing[vector] if fits[labels]]
    told = report['population']
    assert told['k_map'] == min(fits[labels] for labels in passing[vector]) and told['presence'] == [min(shares, default=None), max(shares, default=None)]


def persons_in(rows):
    return len({row[4] for row in rows if not is_nobody(row[4])})


@pytest.mark.parametrize('seed', seeds(400, 4))
def test_levels_against_a_look_at_every_vector(seed, tmp_path):
    case = drawn_case(seed, 'samarati', 'samarati', 'optimal', 'datafly', 'round-robin')
    status, report, err, published = run_of(case, tmp_path)
    if refused(case):
        assert status == 1 and refused(case) in err
        return
    most = 0 if case.algorithm == 'round-robin' else case.most
    found = {vector: classes_at(case, vector) for vector in vectors((2, 1))}
    passing = {vector: {labels for labels, rows in classes.items() if is_enough(rows, definition_of(case))} for vector, classes in found.items()}
    lost = {vector: sum(len(rows) for labels, rows in classes.items() if labels not in passing[vector]) for vector, classes in found.items()}
    satisfying = [vector for vector in found if lost[vector] <= most]
    if status:      # a greedy search gives up at the top, and what would suppress all is no release
        assert not satisfying or case.algorithm in ('datafly', 'round-robin') and (2, 1) not in satisfying or any(
            not passing[vector] for vector in satisfying), err
        return
    vector = tuple(report['vector'].values())
    assert vector in satisfying and report['records']['suppressed'] == lost[vector]
    if case.algorithm == 'samarati':
        assert sum(vector) == min(map(sum, satisfying))
        assert report['lattice']['satisfying'] == [list(each) for each in satisfying if sum(each) == sum(vector)]
    if case.algorithm in ('samarati', 'optimal'):
        candidates = [each for each in satisfying if case.algorithm == 'optimal' or sum(each) == sum(vector)]
        least = min(cost_at(case, found[each], passing[each]) for each in candidates)
        assert abs(report['measures'][case.measure] - least) < 1e-9

    def class_of(row):
        labels = labels_at(row, vector)
        return labels if labels in passing[vector] else None
    check_release(case, report, published, class_of)


def cost_at(case, classes, passing):
    """dm and c_avg, by their definitions."""
    sizes = [len(rows) for labels, rows in classes.items() if labels in passing]
    dm = sum(n * n for n in sizes) + (len(case.rows) - sum(sizes)) * len(case.rows)
    return dm if case.measure == 'dm' else sum(sizes) / len(sizes) / case.k if sizes else inf


def check_release(case, report, published, class_of):
    """The rows of the file, what is required, and what the report says of the persons."""
    assert published == sorted((*class_of(row), *row[2:4]) for row in case.rows if class_of(row))
    classes = {}
    for row in case.rows:
        if class_of(row):
            classes.setdefault(class_of(row), []).append(row)
    assert all(is_enough(rows, definition_of(case)) for rows in classes.values())
    assert report['audit']['persons'] == min(map(persons_in, classes.values())) >= case.k == report['k']
    told = dict(report['persons'])
    assert set(told.pop('inferred')) == {'ill'} and report['person'] == 'who'
    assert sum(told.pop('suppressed_by').values()) == told['suppressed']
    assert told == told_by_definition(case, class_of)


CUTS = ([], ['--choose', 'lm'], ['--choose', 'random', '--seed', '3'], ['--labels', 'box'], ['--labels', 'ancestor'], ['--categories', 'hierarchy'],
        ['--labels', 'grid', '--grid', 'age=5'], ['--categories', 'frequency'], ['--from', 'age>=5 wide'], ['--bound', '--time-limit', '1'],
        ['--trace', '--quiet'], ['--spreadsheet-safe', '--output-delimiter', ','])


@pytest.mark.parametrize('seed', seeds(400, 4))
def test_cuts_leave_classes_that_are_enough(seed, tmp_path):
    case = drawn_case(seed, 'mondrian')
    status, report, err, published = run_of(case, tmp_path, *CUTS[seed // 4 % len(CUTS)])
    if refused(case):
        assert status == 1 and refused(case) in err
        return
    if status:
        assert not is_enough(case.rows, definition_of(case)) or 'are one class, and together' in err, err
        return
    with open(str(tmp_path / 'recoding.csv'), newline='') as file:
        _, *lines = csv.reader(file)
    recoding = {(line[0] or '*', line[1]): tuple(line[2:4]) for line in lines}
    check_release(case, report, published, lambda row: recoding[row[:2]])


@pytest.mark.parametrize('seed', seeds(200, 5))
def test_the_library_does_what_the_programs_do(seed, tmp_path):
    case = drawn_case(seed, 'samarati', 'optimal', 'mondrian')
    status, report, err, published = run_of(case, tmp_path)
    counts, keys = Counter(case.table), [*COLUMNS, *['n'] * case.counted]
    rows = [dict(zip(keys, (*row, n))) for row, n in counts.items()] if case.counted else [dict(zip(keys, row)) for row in case.table]
    require = [{'ill': kanon.Closeness(rule.typed().rpartition(':')[2], KINDS[type(rule.distance)]) if isinstance(rule, Closeness) else rule}
               for rule in case.rules.get('ill', ())]
    algorithm = {'samarati': kanon.Samarati(max_suppression=case.most, measure=case.measure),
                 'optimal': kanon.Optimal(max_suppression=case.most, measure=case.measure),
                 'mondrian': kanon.Mondrian()}[case.algorithm]

    def released():
        return kanon.anonymize(kanon.Records(rows, counts='n') if case.counted else rows, ['age', 'sex'], ['ill'], ['job'], k=case.k,
                               person='who', require=require, algorithm=algorithm, hierarchies=str(tmp_path), missing=case.missing)
    if status:
        with pytest.raises(kanon.DataError):
            released()
        return
    release = released()
    assert sorted(release.rows) == published and release.persons == report['persons']
    assert release.write(str(tmp_path / 'again.csv')).persons == report['audit']['persons']
    assert (tmp_path / 'again.csv').read_bytes() == (tmp_path / 'out.csv').read_bytes()


KINDS = {Equal: 'equal', OrderedDistance: 'ordered', Hierarchical: 'hierarchical'}


STAYS = [(age, sex, ill, 'a', who) for who, age, sex, ills in (
    ('p1', '30', 'm', '112'), ('p2', '34', 'm', '1'), ('p3', '41', 'f', '12'), ('p4', '45', 'f', '21'), ('p5', '45', 'f', '3')) for ill in ills]


def stays(folder, *words, rows=STAYS):
    """The words of a run of these rows."""
    written(Case(rows, rows, 2, {}, 'value', None, 0, False, 'lm'), folder)
    return [folder / 'v.csv', '-k', '2', '--quasi', 'age,sex', '--sensitive', 'ill', '--person', 'who', '--missing', 'value', '--hierarchies', folder,
            '-o', folder / 'out.csv', '--html', folder / 'page.html', '--record', folder / 'r.json', *words]


def asks_nothing(self, so_far, lattice, vector):
    """What a demand is spoilt with: a `judged` that leaves the classes as they were judged before."""
    return so_far


@pytest.mark.parametrize('program, words, place, name, broken, found', [
    ('samarati', ('--max-suppression', '0', '-k', '3'), DemandOnPersons, 'judged', asks_nothing, 'a class of 2 persons, fewer than k = 3'),
    ('mondrian', (), PersonsOfPoints, 'has', lambda *_: True, 'a class of 1 person, fewer than k = 2'),
    ('samarati', ('--l-diversity', '2', '--max-suppression', '0'), of_persons, 'passes_in_persons', lambda *_: True, 'without distinct l = 2 in ill, counted in persons'),
    ('mondrian', ('--alpha', '0.8'), of_persons, 'passes_in_persons', lambda *_: True, 'without alpha = 0.8 in ill, counted in persons')])
def test_a_search_that_does_not_count_persons_is_caught_by_the_audit(program, words, place, name, broken, found, tmp_path, monkeypatch):
    """Then there is no report, no page, no record and no release."""
    words = stays(tmp_path, *words)
    before = set(os.listdir(str(tmp_path)))
    with monkeypatch.context() as patch:
        patch.setattr(place, name, broken)
        status, printed, error = run_here(program, words)
    assert (status, printed, set(os.listdir(str(tmp_path)))) == (1, b'', before) and found in error, error
    status, printed, error = run_here(program, words)
    assert status == 0 and b'; every class has rows of ' in printed, error


def test_the_recoding_of_a_search_that_does_not_count_persons(tmp_path, monkeypatch):
    """A program that joins it with the records would publish classes of too few persons."""
    rows = [dict(zip(('age', 'who'), row)) for row in (('30', 'Ann'), ('30', 'Ann'), ('34', 'Bob'), ('34', 'Cem'))]

    def write():
        kanon.anonymize(rows, ['age'], k=2, person='who', hierarchies={'age': AGES}).write_recoding(str(tmp_path / 'recoding.csv'))
    with monkeypatch.context() as patch:
        patch.setattr(DemandOnPersons, 'judged', asks_nothing)
        with pytest.raises(kanon.DataError, match='a class of 1 person, fewer than k = 2'):
            write()
    assert not os.listdir(str(tmp_path))
    write()
    assert os.listdir(str(tmp_path)) == ['recoding.csv']


def test_what_the_report_and_the_page_say_of_persons(tmp_path):
    status, printed, error = run_here('mondrian', stays(tmp_path, '--l-diversity', '2'))
    text = printed.decode()
    assert ('Every combination of age, sex that is published has rows of at least k = 2 persons (who says whose row it is, and is not published).'
            ' Such records are a class.\nEvery class has at least 2 different values of ill.\nThese rules count persons. A person with several'
            ' values counts for each of them.\nNo known value of ill is that of all persons of a class.\n') in text
    assert '5 persons read = 5 published + 0 in part + 0 not at all; 3 have several rows, 0 in several classes\n' in text
    page = (tmp_path / 'page.html').read_text(encoding='utf-8')
    assert 'has rows of at least 5 persons (asked: k = 2)' in page and 'Every class has rows of at least 5 persons.' in page
    assert 'whether who says rightly whose row each is' in page and 'If a person has several rows' not in page
    record = json.loads((tmp_path / 'r.json').read_text(encoding='utf-8'))
    assert record['options']['person'] == record['result']['person'] == 'who' and 'p1' not in json.dumps(record)
    assert run_here('replay', [tmp_path / 'r.json'])[0] == 0


def test_what_joins_rows_and_what_follows_from_them_is_told(tmp_path):
    """p1 has four of the seven rows of its class, all with 1, and p5 has the value 9 twice, which nobody else has."""
    rows = [('30', 'm', ill, 'a', who) for who, ills in (('p1', '1111'), ('p2', '2'), ('p3', '3'), ('p5', '99')) for ill in ills]
    status, printed, error = run_here('samarati', stays(tmp_path, rows=rows))
    lines = ' '.join(printed.decode().split())
    assert 'WARNING: ill joins rows of 2 persons: each of them has a value in several published rows that is in those of no other person.' in lines
    report = json.loads(run_here('samarati', stays(tmp_path, '--json', '--force', rows=rows))[1].decode())
    assert report['persons']['joined'] == {'ill': 2} and report['persons']['inferred'] == {'ill': {'outweighed': 0, 'narrowed': 0}}
    rows += [('30', 'm', '1', 'a', 'p6')]
    rows = [row for row in rows if row[4] != 'p5']
    report = json.loads(run_here('samarati', stays(tmp_path, '--json', '--force', rows=rows))[1].decode())
    assert report['persons']['joined'] == {'ill': 0} and report['persons']['inferred'] == {'ill': {'outweighed': 1, 'narrowed': 0}}
    page = (tmp_path / 'page.html').read_text(encoding='utf-8')
    assert 'ill of fewer than 2 persons follows from how many rows they have' in page
    assert 'fewer than 2 persons have more rows in a class than it has rows without' in page
    rows = [('30', 'm', '1', 'a', 'p1'), ('45', 'f', '1', 'a', 'p1'), ('30', 'm', '2', 'a', 'p2'), ('45', 'f', '3', 'a', 'p3')]
    report = json.loads(run_here('mondrian', stays(tmp_path, '--json', '--force', rows=rows))[1].decode())
    assert report['persons']['inferred'] == {'ill': {'outweighed': 0, 'narrowed': 1}} and report['persons']['moving'] == 1


def test_an_example_is_a_value_of_k_persons(tmp_path):
    """Five rows with 30 are those of one person. Of 41 there are two."""
    rows = [('30', 'm', '1', 'a', 'p1')] * 5 + [('34', 'm', '1', 'a', 'p2'), ('41', 'm', '1', 'a', 'p3'), ('41', 'm', '1', 'a', 'p4')]
    words = stays(tmp_path, '--json', '--max-suppression', '0', rows=rows)
    assert json.loads(run_here('samarati', words)[1].decode())['columns'][0]['example'] is None
    words.remove('--person'), words.remove('who')
    assert json.loads(run_here('samarati', [*words, '--force'])[1].decode())['columns'][0]['example'] == ['30', '3*']


@pytest.mark.parametrize('asked, found', [(('--k-map', '3'), 'a class that fits 2 of the population, fewer than k-map = 3'),
                                          (('--delta-presence', '0:0.5'), 'a class with 2 of 2 people in the table, beyond delta-presence = 0:0.5')])
def test_a_search_that_does_not_look_at_the_population_is_caught_in_persons_too(asked, found, tmp_path, monkeypatch):
    (tmp_path / 'people.csv').write_text('age,sex\n30,m\n34,m\n41,f\n45,f\n45,f\n' + '41,f\n' * 6, encoding='utf-8')
    words = stays(tmp_path, '--max-suppression', '4', '--population', tmp_path / 'people.csv', *asked)
    before = set(os.listdir(str(tmp_path)))
    with monkeypatch.context() as patch:
        patch.setattr(DemandOnPeople, 'judged', asks_nothing)
        status, printed, error = run_here('samarati', words)
    assert (status, printed, set(os.listdir(str(tmp_path)))) == (1, b'', before) and found in error, error
    status, printed, error = run_here('samarati', words)
    assert status == 0 and (tmp_path / 'page.html').exists(), error


def test_persons_who_are_not_in_the_population_are_told(tmp_path):
    (tmp_path / 'people.csv').write_text('age,sex\n' + '30,m\n41,f\n45,f\n' * 3, encoding='utf-8')
    words = stays(tmp_path, '--population', tmp_path / 'people.csv', '--k-map', '3')
    status, printed, error = run_here('samarati', [*words, '--internal'])
    assert 'WARNING: 1 person of the table is not in this population, value for value.\n' in printed.decode(), error
    assert '1 person of the table is not in the population (section 5)' in (tmp_path / 'page.html').read_text(encoding='utf-8')


def test_what_is_said_where_nothing_can_be_published(tmp_path):
    """Five persons are fewer than k = 6, and are k = 5. All of them have a 1 or a 2, and four have a 1."""
    words = stays(tmp_path, '--max-suppression', '0')
    for asked, found in ((['-k', '6'], 'there are 5 persons with rows to publish, fewer than k = 6; lower k'),
                         (['-k', '5', '--alpha', '0.7'], 'no vector satisfies all that is required with at most 0 records suppressed'),
                         (['-k', '5', '--l-diversity', '4'], 'not even the whole table as one class has distinct l = 4 in ill, counted in persons')):
        status, _, error = run_here('samarati', [*words, *asked])
        assert status == 1 and found in error, error


def test_a_population_that_is_too_small_for_the_whole_table_is_told(tmp_path):
    (tmp_path / 'people.csv').write_text('age,sex\n' + '30,m\n34,m\n41,f\n45,f\n' * 2, encoding='utf-8')
    status, _, error = run_here('samarati', stays(tmp_path, '--max-suppression', '0', '--population', tmp_path / 'people.csv', '--k-map', '9'))
    assert status == 1 and 'not even the whole table as one class has k-map = 9: it has 5 persons, and the population 8 persons' in error, error


@pytest.mark.parametrize('program, words', [('samarati', ()), ('samarati', ('--optimal',)), ('datafly', ())])
def test_rules_in_persons_may_fail_above_a_vector_that_satisfies(program, words, tmp_path):
    """p has 1 and q has 2 at 30, and the other way round at 34. Both classes pass, and merged both persons have both."""
    rows = [('30', 'm', '1', 'a', 'p'), ('30', 'm', '2', 'a', 'q'), ('34', 'm', '2', 'a', 'p'), ('34', 'm', '1', 'a', 'q')]
    status, printed, error = run_here(program, stays(tmp_path, '--l-diversity', '2', '--max-suppression', '0', '--json', *words, rows=rows))
    assert (status, json.loads(printed.decode() or '{}').get('vector')) == (0, {'age': 0, 'sex': 0}), error


def test_a_row_that_is_suppressed_tells_nothing(tmp_path):
    """p1 has a 1 in both published rows, and a 2 in the one that is suppressed. Only 1 is in both classes."""
    rows = [('30', 'm', '1', 'a', 'p1'), ('45', 'f', '1', 'a', 'p1'), ('41', 'm', '2', 'a', 'p1'), ('30', 'm', '2', 'a', 'p2'), ('45', 'f', '3', 'a', 'p3')]
    report = json.loads(run_here('samarati', stays(tmp_path, '--json', '--max-suppression', '1', rows=rows))[1].decode())
    assert report['records']['suppressed'] == 1 and report['persons']['inferred'] == {'ill': {'outweighed': 0, 'narrowed': 1}}
