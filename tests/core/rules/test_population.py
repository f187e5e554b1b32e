"""k-map and delta-presence: the paper's example, every vector of random tables recounted with Counter alone, runs, and the audit."""

import csv
import json
import os
import re
import shlex
from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from conftest import kanon, random_table, run, run_here, seeds
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.measures import MEASURES
from kanon.core.counts.recoding import full_domain
from kanon.core.counts.required import Required
from kanon.core.errors import DataError, Unsatisfied
from kanon.core.levels.demands import lattice_of
from kanon.core.levels.datafly import most_distinct_first
from kanon.core.levels.lattice import height
from kanon.core.levels.objective import objective_for
from kanon.core.levels.optimal import branch_and_bound
from kanon.core.levels.samarati import least_height
from kanon.core.rules.of_people import Population, Presence
from kanon.core.rules.of_values import Alpha, Distinct
from kanon.tools.judging import people_fitted as counting
from kanon.tools.judging.people_fitted import People, fitted_people
from kanon.tools.judging.satisfied import Class, verdicts_in_population

# Nergiz, Atzori, Clifton 2007: nine people, of whom b, c, f, h and i are in the research table.
PEOPLE = {'a': '47906,35,USA', 'b': '47903,59,Canada', 'c': '47906,42,USA', 'd': '47630,18,Brazil', 'e': '47630,22,Brazil',
          'f': '47633,63,Peru', 'g': '48973,33,Spain', 'h': '48972,47,Bulgaria', 'i': '48970,52,France'}
RESEARCH = 'bcfhi'
TREES = {
    'zip': ['%s,%s*,%s*,%s*,4*,*' % (zip_, zip_[:4], zip_[:3], zip_[:2]) 
            for zip_ in ('47630', '47633', '47903', '47906', '48970', '48972', '48973')],
    'age': ['%d,%d*,%s,*' % (age, age // 10, '<=40' if age <= 40 else '>40') for age in (18, 22, 33, 35, 42, 47, 52, 59, 63)],
    'nationality': ['Canada,N. America,America,*', 'USA,N. America,America,*', 'Peru,S. America,America,*',
                    'Brazil,S. America,America,*',
                    'Bulgaria,E. Europe,Europe,*', 'France,W. Europe,Europe,*', 'Spain,W. Europe,Europe,*']}


def written(folder, research=RESEARCH, people='abcdefghi'):
    """The research table and the population of the paper in a folder, with the hierarchies."""
    for name, persons in (('research.csv', research), ('people.csv', people)):
        (folder / name).write_text('zip,age,nationality\n' + ''.join(PEOPLE[person] + '\n' for person in persons), encoding='utf-8')
    for name, lines in TREES.items():
        (folder / (name + '.txt')).write_text('\n'.join(lines) + '\n', encoding='utf-8')
    return folder


def published(folder, *words, script='run_samarati.py', quasi='zip,age,nationality'):
    """The rows of a release, and the report of its run."""
    arguments = ['research.csv', '--quasi', quasi, '--hierarchies', '.', '--sensitive', '', '-o', 'out.csv', '--force', '--json', *words]
    result = run(script, *arguments, cwd=str(folder)) if script != 'datafly' else kanon(script, *arguments, cwd=str(folder))
    assert result.returncode == 0, result.stderr
    with open(str(folder / 'out.csv'), newline='', encoding='utf-8') as file:
        return list(csv.reader(file))[1:], json.loads(result.stdout)


@pytest.mark.parametrize('words', [
    ('-k', '2'), ('-k', '1'), ('-k', '2', '--optimal', '--max-suppression', '100%'), ('-k', '2', '--optimal', '--measure', 'precision')])
def test_nergiz_2007(words, tmp_path):
    """The paper's (1/2, 2/3)-present generalization: of six Americans three are in the table, of three Europeans two."""
    limits = ['--population', 'people.csv', '--delta-presence', '1/2:2/3', '--max-suppression', '0']
    rows, report = published(written(tmp_path), *limits, *words)
    assert Counter(map(tuple, rows)) in (Counter({('47*', '*', 'America'): 3, ('48*', '*', 'Europe'): 2}),
                                         Counter({('4*', '*', 'America'): 3, ('4*', '*', 'Europe'): 2}))
    assert (report['population']['presence'], report['population']['k_map'], report['population']['people']) == ([0.5, 2 / 3], 3, 9)


# Every vector of random tables, recounted.

def random_case(seed):
    """(trees, records of the table, people, k, k-map or None, presence or None as fractions, rule or None)."""
    random = Random(seed)
    frequency_set, trees = random_table(seed, columns=random.randint(1, 3), most=5)
    records = [(quasi, random.choice('xyz')) for quasi, n in frequency_set.items() for _ in range(n)]
    others = [tuple(random.choice(tree.leaves) for tree in trees) for _ in range(random.choice((0, 5, 60)))]
    people = [quasi for quasi, _ in records] + others
    k_map = random.choice((None, 1, 3, 8))
    least = random.choice((Fraction(0), Fraction(0), Fraction(1, 5), Fraction(1, 2)))
    most = random.choice((Fraction(1, 2), Fraction(3, 4), Fraction(9, 10), Fraction(1)))
    presence = (least, most) if k_map is None or random.random() < .5 else None
    if k_map and not presence:
        people = people[random.randrange(3):]       # a register may lack somebody
    return trees, records, people, random.randint(1, 3), k_map, presence, random.choice((None, None, Distinct(2), Alpha((2, 3))))


def lattice_by(seed):
    trees, records, people, k, k_map, presence, rule = random_case(seed)
    limits = presence and Presence(*((limit.numerator, limit.denominator) for limit in presence))
    population = Population('people.csv', dict(Counter(people)), k_map, limits)
    histograms = {}
    for quasi, value in records:
        histograms.setdefault(quasi, Counter())[value,] += 1
    required = Required(k, {'s': [rule]} if rule else {}, histograms if rule else None, population)
    return lattice_of(dict(Counter(quasi for quasi, _ in records)), trees, required)


def suppressed_at(vector, seed):
    """The labels of the classes that fail at a vector, by the definitions, with Counter alone."""
    trees, records, people, k, k_map, presence, rule = random_case(seed)

    def label(quasi):
        return tuple(tree.ancestor(value, level) for tree, value, level in zip(trees, quasi, vector))
    sizes, crowd = Counter(label(quasi) for quasi, _ in records), Counter(map(label, people))
    values = {class_: Counter(value for quasi, value in records if label(quasi) == class_) for class_ in sizes}
    failing = {class_ for class_, n in sizes.items() if n < k or crowd[class_] < (k_map or 0) or rule and not rule.passes(values[class_])
               or presence and not presence[0] <= Fraction(n, crowd[class_]) <= presence[1]}
    if presence and presence[0] > 0 and (failing or set(crowd) - set(sizes)):
        return set(sizes), sizes
    return failing, sizes


@pytest.mark.parametrize('seed', seeds(400))
def test_every_search_against_brute_force(seed):
    trees = random_case(seed)[0]
    lattice = lattice_by(seed)
    every = list(product(*(range(tree.height + 1) for tree in trees)))
    below = {}
    for vector in every:
        failing, sizes = suppressed_at(vector, seed)
        below[vector] = sum(sizes[class_] for class_ in failing)
        assert lattice[vector] == below[vector]
        recoding = full_domain(lattice, vector)
        assert recoding.sizes() == ({class_: n for class_, n in sorted(sizes.items()) if class_ not in failing}, below[vector])
    for limit in (0, lattice.records // 4, lattice.records):
        satisfying = [vector for vector in every if below[vector] <= limit]
        for lower, vector in product(satisfying, every):
            assert not lattice.sparing(limit).rules_out(vector) or not all(a <= b for a, b in zip(lower, vector))
        if not satisfying:
            for search in (least_height, most_distinct_first,
                           lambda *both: list(branch_and_bound(both[0], objective_for('lm', *both), both[1]))):
                with pytest.raises(Unsatisfied):
                    search(lattice.with_k(lattice.k), limit)
            continue
        least = min(map(height, satisfying))
        assert least_height(lattice.with_k(lattice.k), limit).vectors == [vector for vector in satisfying if height(vector) == least]
        for measure in MEASURES:
            target = objective_for(measure, lattice, limit)
            fresh = lattice.with_k(lattice.k)
            *_, best = branch_and_bound(fresh, objective_for(measure, fresh, limit), limit)
            assert (best.cost, best.vector) == min((target.cost(v), below[v] == lattice.records, v) for v in satisfying)[::2]


@pytest.mark.parametrize('seed', seeds(200))
def test_what_is_monotone(seed):
    """k-map and a least share: a class that passes, passes higher up. The most alone: only where nothing may be suppressed."""
    lattice = lattice_by(seed)
    every = list(product(*(range(top + 1) for top in lattice.top)))
    for lower, vector in product(every, every):
        if all(a <= b for a, b in zip(lower, vector)):
            assert lattice.least(vector) <= lattice.least(lower) <= lattice[lower]
            assert not lattice.steady or lattice[vector] <= lattice[lower]
            assert lattice[lower] or not lattice[vector]


@pytest.mark.parametrize('k_map, presence, asked', [
    (None, None, []), (1, None, ['k-map = 1']), (None, Presence((0, 1), (1, 3)), ['delta-presence = 0:1/3']),
    (5, Presence((1, 4), (1, 2)), ['k-map = 5', 'delta-presence = 0.25:0.5'])])
def test_what_is_asked_in_words(k_map, presence, asked):
    population = Population('people.csv', {('38',): 1}, k_map, presence)
    assert population.asked() == asked and population.missing == 0
    assert str(Required(2, population=population)) == 'Required(%s)' % ', '.join(['k=2', *asked])


def test_with_suppression_delta_presence_is_not_monotone():
    """Of 38 one of two is in the table, of 39 one of one, of 3* two of three: more than half."""
    population = Population('people.csv', {('38',): 2, ('39',): 1}, presence=Presence((0, 1), (1, 2)))
    lattice = lattice_of({('38',): 1, ('39',): 1}, [Hierarchy({'38': '3*', '39': '3*'})], Required(1, population=population))
    assert (lattice[0,], lattice[1,], lattice.steady) == (1, 2, False)
    assert (lattice.least((0,)), lattice.least((1,))) == (1, 0)         # no class of one person passes


AGES = Hierarchy({'38': '3*', '39': '3*'})


@pytest.mark.parametrize('k_map, presence, rule, steady', [
    (2, None, None, True), (2, None, Alpha((1, 2)), False), (None, Presence((0, 1), (1, 1)), None, True), (2, Presence((0, 1), (1, 2)), None, False),
    (2, Presence((1, 9), (1, 2)), Alpha((1, 2)), True)])
def test_which_lattices_are_steady(k_map, presence, rule, steady):
    required = Required(1, {'s': [rule]} if rule else {}, {('38',): {('x',): 1}} if rule else None, Population('p', {('38',): 2}, k_map, presence))
    assert lattice_of({('38',): 1}, [AGES], required).steady == steady


def test_somebody_whom_the_register_lacks():
    lattice = lattice_of({('38',): 1, ('39',): 1}, [AGES], Required(1, population=Population('p', {('38',): 1}, 1)))
    assert lattice[0,] == lattice.least((0,)) == 1 and full_domain(lattice, (0,)).sizes() == ({('38',): 1}, 1) and lattice[1,] == 0


@pytest.mark.parametrize('k, k_map, presence, message', [
    (1, 4, None, r'as one class has k-map = 4: it has 2 records, and the population 3 people$'),
    (1, 4, Presence((0, 1), (1, 2)), r'has k-map = 4 and delta-presence = 0:0.5: it has 2 records'),
    (3, 2, None, 'there are 2 records to publish, fewer than k = 3')])
def test_why_not_even_the_top_satisfies(k, k_map, presence, message):
    population = Population('p', {('38',): 1, ('39',): 2}, k_map, presence)
    with pytest.raises(Unsatisfied, match=message):
        lattice_of({('38',): 1, ('39',): 1}, [AGES], Required(k, population=population)).check_top(0)


# Runs: what is published, recounted with csv and Counter.

def tables(folder, seed, research=60, others=140):
    """A research table with a sensitive column, and its population, of people in a random order."""
    random = Random(seed)
    people = [(str(random.randrange(20, 40)), random.choice(['m', 'f', 'x'])) for _ in range(research + others)]
    table = [(*person, random.choice(['flu', 'ulcer'])) for person in people[:research]]
    for shuffled in table, people:
        random.shuffle(shuffled)
    register = [(sex, 'n', age) for age, sex in people]
    for name, head, rows in (('research.csv', ['age', 'sex', 'ill'], table), ('people.csv', ['sex', 'name', 'age'], register)):
        with open(str(folder / name), 'w', newline='', encoding='utf-8') as file:
            csv.writer(file).writerows([head, *rows])
    (folder / 'age.txt').write_text(''.join('%d,%d-,%s,*\n' % (age, age // 5 * 5, age // 10) for age in range(20, 40)), encoding='utf-8')
    (folder / 'sex.txt').write_text('m,*\nf,*\nx,*\n', encoding='utf-8')
    return folder


def label_of(age, sex, vector):
    return [age, '%d-' % (int(age) // 5 * 5), age[0], '*'][vector['age']], [sex, '*'][vector['sex']]


WORDS = '--population', 'people.csv', '--sensitive', 'ill', '-k', '2'


@pytest.mark.parametrize('script', ['run_samarati.py', 'datafly'])
@pytest.mark.parametrize('words', [('--k-map', '12'), ('--delta-presence', '0:0.4'), ('--delta-presence', '0.2:0.5', '--max-suppression', '0'),
                                   ('--k-map', '6', '--delta-presence', '0:1/2', '--l-diversity', '2', '--max-suppression', '10%')])
def test_a_release_recounted(script, words, tmp_path):
    rows, report = published(tables(tmp_path, len(words)), *WORDS, *words, script=script, quasi='age,sex')
    with open(str(tmp_path / 'people.csv'), newline='', encoding='utf-8') as file:
        people = Counter(label_of(row['age'], row['sex'], report['vector']) for row in csv.DictReader(file))
    with open(str(tmp_path / 'research.csv'), newline='', encoding='utf-8') as file:
        table = Counter((*label_of(row['age'], row['sex'], report['vector']), row['ill']) for row in csv.DictReader(file))
    classes = Counter((age, sex) for age, sex, _ in rows)
    assert not Counter(map(tuple, rows)) - table and sum(table.values()) - len(rows) == report['records']['suppressed']
    shares = [Fraction(n, people[class_]) for class_, n in classes.items()]
    assert min(people[class_] for class_ in classes) == report['population']['k_map'] >= int(words[1] if words[0] == '--k-map' else 0)
    assert report['population']['presence'] == [float(min(shares)), float(max(shares))]
    assert report['population']['nowhere'] == sum(n for class_, n in people.items() if class_ not in classes)
    if '--delta-presence' in words:
        least, most = map(Fraction, words[words.index('--delta-presence') + 1].split(':'))
        assert least <= min(shares) and max(shares) <= most and (not least or classes.keys() == people.keys())
    judged = kanon('check', 'out.csv', '--quasi', 'age,sex', '--hierarchies', '.', '--population', 'people.csv', '--json', *words[:2],
                   *(words[2:4] if words[2:3] == ('--delta-presence',) else ()), cwd=str(tmp_path))
    found = json.loads(judged.stdout)
    assert judged.returncode == 0 and found['holds']
    assert (found['population']['k_map'], found['population']['presence']) == (report['population']['k_map'], report['population']['presence'])


def test_the_same_bytes_for_shuffled_rows_and_a_counted_population(tmp_path):
    words = [*WORDS, '--k-map', '12', '--max-suppression', '5']
    first, _ = published(tables(tmp_path, 3), *words, quasi='age,sex')
    with open(str(tmp_path / 'people.csv'), newline='', encoding='utf-8') as file:
        rows = list(csv.reader(file))[1:]
    with open(str(tmp_path / 'counted.csv'), 'w', newline='', encoding='utf-8') as file:
        counts = Counter((row[0], row[2]) for row in rows)
        csv.writer(file).writerows([['age', 'heads', 'sex'], *((age, n, sex) for (sex, age), n in counts.items())])
    (tmp_path / 'people.csv').write_text('sex,name,age\n' + ''.join(','.join(row) + '\n' for row in reversed(rows)), encoding='utf-8')
    lines = (tmp_path / 'research.csv').read_text(encoding='utf-8').splitlines()
    (tmp_path / 'research.csv').write_text('\n'.join([lines[0], *reversed(lines[1:])]) + '\n', encoding='utf-8')
    assert published(tmp_path, *words, quasi='age,sex')[0] == first
    counted = [*words[:1], 'counted.csv', *words[2:], '--population-counts', 'heads']
    rows, report = published(tmp_path, *counted, quasi='age,sex')
    assert rows == first and report['population']['people'] == 200


def test_the_command_that_checks_names_a_column_of_counts_only_where_the_population_has_it(tmp_path):
    lines = (tables(tmp_path, 3) / 'research.csv').read_text(encoding='utf-8').splitlines()
    (tmp_path / 'research.csv').write_text('\n'.join([lines[0] + ',n', *(line + ',1' for line in lines[1:])]) + '\n', encoding='utf-8')
    words = [*WORDS, '--k-map', '12', '--max-suppression', '5', '--counts', 'n']
    command = published(tmp_path, *words, quasi='age,sex')[1]['next'][0]
    assert '--population people.csv --k-map 12' in command
    lines = (tmp_path / 'people.csv').read_text(encoding='utf-8').splitlines()
    (tmp_path / 'people.csv').write_text('\n'.join([lines[0] + ',n', *(line + ',1' for line in lines[1:])]) + '\n', encoding='utf-8')
    command = published(tmp_path, *words, '--force', quasi='age,sex')[1]['next'][0]
    assert '--population people.csv --population-counts n --k-map 12' in command
    assert kanon(*shlex.split(command)[3:], cwd=str(tmp_path)).returncode == 0


@pytest.mark.parametrize('words, people, missing, smallest', [((), 3, 2, 1), (('--missing', 'value'), 5, 0, 1), (('--missing', 'root'), 5, 0, 1)])
def test_people_with_a_missing_value(words, people, missing, smallest, tmp_path):
    """20 and ? are a class each, of men. A row of the population whose other columns are empty is read."""
    (tmp_path / 'research.csv').write_text('age,sex\n20,m\n?,m\n', encoding='utf-8')
    (tmp_path / 'people.csv').write_text('age,sex,name\n20,m,\n?,m,x\n,m,x\n20,f,x\n21,f,x\n', encoding='utf-8')
    (tmp_path / 'age.txt').write_text('20,*\n21,*\n' + '?,*\n,*\n' * ('value' in words), encoding='utf-8')
    (tmp_path / 'sex.txt').write_text('m,*\nf,*\n', encoding='utf-8')
    words = ['--population', 'people.csv', '--delta-presence', '0:1', '-k', '1', '--max-suppression', '0', *words]
    report = published(tmp_path, *words, quasi='age,sex')[1]['population']
    assert (report['people'], report['people_missing'], report['k_map']) == (people, missing, smallest)


@pytest.mark.parametrize('missing', ['drop', 'value', 'root'])
@pytest.mark.parametrize('seed', seeds(30))
def test_a_run_and_the_command_that_checks_it_agree_on_missing_values(seed, missing, tmp_path):
    """The run prints the command. With root the label * may mean anybody, so check counts more people than the run."""
    random = Random(seed)
    people = [(random.choice(['20', '21', '25', '33', '?', '']), random.choice('mmff?')) for _ in range(random.randint(20, 60))]
    for name, rows in (('research.csv', people[:len(people) // 2]), ('people.csv', people)):
        (tmp_path / name).write_text('age,sex\n' + ''.join('%s,%s\n' % person for person in rows), encoding='utf-8')
    unknown = '?,gap,none,*\n,gap,none,*\n', '?,*\n'
    for name, lines, more in zip(('age', 'sex'), ('20,2-,2,*\n21,2-,2,*\n25,2+,2,*\n33,3-,3,*\n', 'm,*\nf,*\n'), unknown):
        (tmp_path / (name + '.txt')).write_text(lines + more * (missing == 'value'), encoding='utf-8')
    words = '--population', 'people.csv', '--k-map', random.randint(2, 6), '-k', 1, '--max-suppression', '20%', '--missing', missing
    report = published(tmp_path, *words, quasi='age,sex')[1]
    checked = kanon(*shlex.split(report['next'][0])[3:], '--json', cwd=str(tmp_path))
    assert (checked.returncode, checked.stderr) == (0, '')
    asked, found = report['population'], json.loads(checked.stdout)['population']
    left_out = sum('?' in person or '' in person for person in people) if missing == 'drop' else 0
    assert asked['people_missing'] == found['people_missing'] == left_out
    if missing == 'root':
        assert found['k_map'] >= asked['k_map']
    else:
        assert [asked[name] for name in ('k_map', 'presence', 'nowhere')] == [found[name] for name in ('k_map', 'presence', 'nowhere')]


@pytest.mark.parametrize('words, ini, missing, k_map', [
    ((), '', 2, 3), (('--missing', 'value'), '', 0, 5), ((), 'missing = value\n', 0, 5), (('--missing', 'drop'), 'missing = root\n', 2, 3)])
def test_check_and_risk_say_how_many_people_they_leave_out(words, ini, missing, k_map, tmp_path):
    """A row whose other columns are empty is read. Every record of the table counts."""
    (tmp_path / 'released.csv').write_text('age\n*\n*\n', encoding='utf-8')
    (tmp_path / 'released.ini').write_text('[kanon]\n' + ini, encoding='utf-8')
    (tmp_path / 'people.csv').write_text('age,name\n20,\n21,\n21,x\n?,x\n"",x\n', encoding='utf-8')
    words = 'released.csv', '--quasi', 'age', '--population', 'people.csv', *words
    said = '2 people of the population are left out, because of a missing value\n'
    for verb, format_, key in (('check', ['--json'], 'population'), ('risk', ['--format', 'json'], 'in_population')):
        found = json.loads(kanon(verb, *words, *format_, cwd=str(tmp_path)).stdout)[key]
        assert (found['people_missing'], found['k_map']) == (missing, k_map)
        assert (said in kanon(verb, *words, '--html', 'page.html', '--force', cwd=str(tmp_path)).stdout) == bool(missing)
        page = (tmp_path / 'page.html').read_text(encoding='utf-8')
        assert ('2 people of the population are left out, because of a missing value.' in page) == bool(missing) and 'a share of %.4f is in the' % (2 / k_map) in page


def test_a_run_is_repeated_until_the_population_changes(tmp_path):
    words = '--delta-presence', '0:1/2', '--record', 'r.json', '--html', 'p.html', '--picture', 'p.svg'
    published(tables(tmp_path, 1), *WORDS, *words, quasi='age,sex')
    assert kanon('replay', 'r.json', cwd=str(tmp_path)).returncode == 0
    assert any(file.endswith('people.csv') for file in json.loads((tmp_path / 'r.json').read_text(encoding='utf-8'))['files'])
    assert 'delta-presence = 0:0.5' in (tmp_path / 'p.html').read_text(encoding='utf-8')
    assert 'delta-presence = 0:0.5' in (tmp_path / 'p.svg').read_text(encoding='utf-8').replace('&#160;', ' ')
    with open(str(tmp_path / 'people.csv'), 'a', encoding='utf-8') as file:
        file.write('m,n,20\n')
    assert 'people.csv has changed since the run' in kanon('replay', 'r.json', cwd=str(tmp_path)).stderr


def test_options_in_an_ini_file_and_a_k_of_one(tmp_path):
    ini = '[kanon]\nquasi = age,sex\nsensitive = ill\nk = 1\nk-map = 12\npopulation = people.csv\n'
    (tables(tmp_path, 1) / 'research.ini').write_text(ini, encoding='utf-8')
    result = run('run_samarati.py', 'research.csv', '--config', 'research.ini', '--hierarchies', '.', '--json', '-o', 'out.csv', cwd=str(tmp_path))
    report = json.loads(result.stdout)
    assert (report['k'], report['population']['required']) == (1, ['k-map = 12']) and report['population']['k_map'] >= 12
    refused = run('run_mondrian.py', 'research.csv', '--config', 'research.ini', '-o', 'm.csv', cwd=str(tmp_path))
    assert refused.returncode == 2 and 'k-map is for searches by levels, and Mondrian cuts' in refused.stderr


def test_sweep_and_lattice_know_the_population(tmp_path):
    words = ['research.csv', '--quasi', 'age,sex', '--hierarchies', '.', '--population', 'people.csv', '--k-map', '12', '-k', '2',
             '--max-suppression', '0', '--format', 'json']
    rows = json.loads(kanon('sweep', *words, cwd=str(tables(tmp_path, 5))).stdout)
    assert [row['algorithm'] for row in rows] == ['samarati', 'optimal', 'datafly'] and all(row['lm'] is not None for row in rows)
    by_vector = {tuple(row['vector']): row['satisfies'] for row in json.loads(kanon('lattice', *words, cwd=str(tmp_path)).stdout)}
    with open(str(tmp_path / 'people.csv'), newline='', encoding='utf-8') as file:
        people = list(csv.DictReader(file))
    with open(str(tmp_path / 'research.csv'), newline='', encoding='utf-8') as file:
        table = list(csv.DictReader(file))
    for age, sex in by_vector:
        sizes, crowd = (Counter(label_of(row['age'], row['sex'], {'age': age, 'sex': sex}) for row in rows) for rows in (table, people))
        assert by_vector[age, sex] == all(n >= 2 and crowd[class_] >= 12 for class_, n in sizes.items())


@pytest.mark.parametrize('words, message', [
    (('--k-map', '40'), r'the audit found a class that fits \d+ of the population, fewer than k-map = 40'),
    (('--delta-presence', '0:0.2'), r'the audit found a class with \d+ of \d+ people in the table, beyond delta-presence = 0:0.2'),
    (('--delta-presence', '0.01:1', '--k-map', '2'), 'the audit found people of the population without a class, beyond delta-presence = 0.01:1')])
def test_a_search_that_does_not_look_at_the_population_is_caught_by_the_audit(words, message, tmp_path, monkeypatch):
    monkeypatch.setattr(Population, 'passes', lambda self, records, people: True)
    monkeypatch.setattr(Population, 'needs', lambda self, k: 0)
    monkeypatch.setattr(Population, 'everybody', property(lambda self: False, lambda self, value: None), raising=False)
    folder = tables(tmp_path, 8, others=140)
    with open(str(folder / 'people.csv'), 'a', encoding='utf-8') as file:
        file.write('x,n,20\n' if words[-1] != '2' else 'q,n,20\n')
    (folder / 'sex.txt').write_text('m,*\nf,*\nx,*\nq,*\n', encoding='utf-8')
    result = run_in_process(['research.csv', '--quasi', 'age,sex', '--hierarchies', '.', '-o', 'out.csv', '--measure', 'first',
                             '--max-suppression', '40', *WORDS, *words], folder)
    assert result[0] == 1 and not (folder / 'out.csv').exists()
    assert re.search(message, result[2]), result[2]


def run_in_process(words, folder):
    """Whatever KANON_ALL says: what is patched here is not patched in another process."""
    before = os.getcwd()
    os.chdir(str(folder))
    try:
        return run_here('samarati', words)
    finally:
        os.chdir(before)


# Any published table: check and risk.

def fits(label, value):
    """Whether a label may mean a value, for the labels of these tests."""
    if label[:1] == '[':
        low, high = label[1:-1].split('-')
        return int(low) <= int(value) <= int(high)
    return label in ('*', value) or label[:1] == '{' and value in label[1:-1].split('|')


@pytest.mark.parametrize('seed', seeds(150))
def test_any_labels_against_everybody(seed, monkeypatch):
    monkeypatch.setattr(counting, 'BLOCK', 1 + seed % 4)
    random = Random(seed)
    people = Counter((str(random.randrange(10, 20)), random.choice('mfx')) for _ in range(random.choice((1, 30))))
    labels = ['*', '12', '[10-14]', '[15-19]', '[13-16]'], ['m', 'f', '{m|f}', '*', 'x']
    if seed % 2:
        labels = ['[10-14]', '[15-19]'], ['{f|m}', 'x']
    classes = {tuple(map(random.choice, labels)): random.randint(1, 9) for _ in range(random.randint(1, 6))}
    found = fitted_people(classes, people, [None, None])
    who = {class_: [person for person in people if all(map(fits, class_, person))] for class_ in classes}
    assert found.of_classes == {class_: sum(map(people.__getitem__, fit)) for class_, fit in who.items()}
    times = Counter(person for fit in who.values() for person in fit)
    assert found.nowhere == sum(n for person, n in people.items() if not times[person])
    assert found.several == sum(n for person, n in people.items() if times[person] > 1)


@pytest.mark.parametrize('most, told', [(5, True), (4, False)])
def test_what_would_take_long_is_refused(most, told, monkeypatch):
    """Two classes are compared with one block. The first fits two people, the second one."""
    monkeypatch.setattr(counting, 'MOST', most)
    classes, people = [('*',), ('20',)], {('20',): 5, ('21',): 1}
    if told:
        assert fitted_people(classes, people, [None]) == ({('*',): 6, ('20',): 5}, 0, 5, [])
    else:
        with pytest.raises(DataError, match='too many to compare'):
            fitted_people(classes, people, [None])


def test_mondrians_release_in_its_population(tmp_path):
    (tables(tmp_path, 9) / 'none').mkdir()
    run('run_mondrian.py', 'research.csv', '--quasi', 'age,sex', '--sensitive', 'ill', '-k', '4', '-o', 'out.csv', '--hierarchies', 'none',
        cwd=str(tmp_path))
    with open(str(tmp_path / 'out.csv'), newline='', encoding='utf-8') as file:
        sizes = Counter((row['age'], row['sex']) for row in csv.DictReader(file))
    with open(str(tmp_path / 'people.csv'), newline='', encoding='utf-8') as file:
        people = [(row['age'], row['sex']) for row in csv.DictReader(file)]
    crowd = {class_: sum(all(map(fits, class_, person)) for person in people) for class_ in sizes}
    words = 'out.csv', '--quasi', 'age,sex', '--population', 'people.csv'
    report = json.loads(kanon('risk', *words, '--format', 'json', cwd=str(tmp_path)).stdout)
    shares = [n / crowd[class_] for class_, n in sizes.items()]
    assert (report['in_population']['k_map'], report['in_population']['presence']) == (min(crowd.values()), [min(shares), max(shares)])
    journalist = report['risks'][1]
    assert journalist['highest'] == 1 / min(crowd.values()) and journalist['average'] == pytest.approx(
        sum(n / crowd[class_] for class_, n in sizes.items()) / 60)
    for k, status in ((min(crowd.values()), 0), (min(crowd.values()) + 1, 1)):
        result = kanon('check', *words, '--k-map', k, '--html', 'c%d.html' % k, '--picture', 'c%d.svg' % k, cwd=str(tmp_path))
        assert result.returncode == status and ('FAILS' in result.stdout) == bool(status)
        assert 'k-map=%d' % k in (tmp_path / ('c%d.html' % k)).read_text(encoding='utf-8')


@pytest.mark.parametrize('limits, failing', [
    ('0:2/3', []), ('1/2:2/3', []), ('0.5:0.6', ['presence-most=0.6']), ('0.6:1', ['presence-least=0.6']), ('0:1/2', ['presence-most=0.5'])])
def test_check_tells_which_share_fails(limits, failing, tmp_path):
    """Three of six Americans, two of three Europeans."""
    (written(tmp_path) / 'released.csv').write_text('zip,nationality\n' + '47*,America\n' * 3 + '48*,Europe\n' * 2, encoding='utf-8')
    words = 'released.csv', '--quasi', 'zip,nationality', '--population', 'people.csv', '--hierarchies', '.', '--json'
    result = kanon('check', *words, '--delta-presence', limits, cwd=str(tmp_path))
    report = json.loads(result.stdout)
    assert [row['required'] for row in report['required'] if not row['holds']] == failing and result.returncode == bool(failing)


def test_people_without_a_class_are_not_present(tmp_path):
    """Of the three Europeans none is published, so their presence is 0. The paper asks for the least share of everybody."""
    (written(tmp_path) / 'released.csv').write_text('nationality\n' + 'America\n' * 3, encoding='utf-8')
    words = 'released.csv', '--quasi', 'nationality', '--population', 'people.csv', '--hierarchies', '.', '--delta-presence'
    assert kanon('check', *words, '0:0.5', cwd=str(tmp_path)).returncode == 0
    result = kanon('check', *words, '0.1:0.5', cwd=str(tmp_path))
    assert result.returncode == 1 and 'no class fits 3 people of the population' in result.stdout


@pytest.mark.parametrize('sizes, people, beyond', [({'a': 3, 'b': 1}, {'a': 3, 'b': 2}, 0), ({'a': 3, 'b': 1}, {'a': 2, 'b': 0}, 2)])
def test_classes_with_more_records_than_people(sizes, people, beyond):
    assert counting.told_people(sizes, counting.People(people, 0, 0, []))['beyond'] == beyond


def test_what_check_says_of_the_worst_class():
    """Classes of 2, 3 and 6 records that fit 4, 4 and 8 people: shares of 1/2, 3/4 and 3/4. One person fits none."""
    classes = [Class(quasi, n, [], n) for quasi, n in (('a', 2), ('b', 3), ('c', 6))]
    people = People({'a': 4, 'b': 4, 'c': 8}, 1, 0, [])
    verdicts = list(verdicts_in_population(classes, people, 5, ((5, 8), (5, 8))))
    assert [(verdict.required.text, verdict.measure, [class_.quasi for class_ in verdict.failing], verdict.people) for verdict in verdicts] == [
        ('k-map=5', 4, ['a', 'b'], 0), ('presence-least=0.625', 0.0, ['a'], 1), ('presence-most=0.625', 0.75, ['b', 'c'], 0)]
    least, most = verdicts_in_population(classes, people._replace(nowhere=0), None, ((1, 2), (3, 4)))
    assert (least.measure, least.failing, most.measure, most.failing) == (0.5, [], 0.75, [])
