"""Limits per column: tables first, then random tables against brute force over all vectors, all cuts and all classes."""

import json
import os
import re
import sqlite3
from collections import Counter
from itertools import combinations, permutations, product
from math import inf, log
from random import Random

import pytest

from conftest import HOME, run_here, seeds
from flat import anonymize
from kanon.core.audit.true_labels import AllowedLabels, RecordedValues
from kanon.core.best_cuts.optimum import BestCuts
from kanon.core.counts.frequency import columns
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.required import Required
from kanon.core.cutting import limited_cuts as cells
from kanon.core.cutting.dimension import Numbers
from kanon.core.cutting.limited_cuts import can_be_parted, may_be_parted, parted_in, parted_within
from kanon.core.cutting.mondrian import mondrian
from kanon.core.cutting.partition import partition_of
from kanon.core.cutting.within_limits import Limit, Ranges, dimensions_within, limited, shifted
from kanon.core.errors import DataError, Unsatisfied
from kanon.core.levels.lattice import Lattice
from kanon.core.levels.limits import Levels, Places
from kanon.core.levels.samarati import least_height
from kanon.core.rules.of_values import Distinct
from kanon.core.tables.hierarchy_file import GivenHierarchies, HierarchyFolder
from kanon.tools.engines.counts import EngineTable
from kanon.tools.engines.engine_cuts import partitions
from kanon.tools.engines.engine_lattice import EngineLattice

LETTERS = Hierarchy({'a': 'ab', 'b': 'ab', 'c': 'cd', 'd': 'cd', 'ab': '*', 'cd': '*', 'e': '*'})
AGES = Hierarchy({**{str(age): '[%d-%d]' % (age // 5 * 5, age // 5 * 5 + 4) for age in range(20)},
                  **{'[%d-%d]' % (low, low + 4): '[%d-%d]' % (low // 10 * 10, low // 10 * 10 + 9) for low in (0, 5, 10, 15)},
                  '[0-9]': '*', '[10-19]': '*'})
TREES = {'age': AGES, 'letter': LETTERS, 'other': LETTERS}
FULL_DOMAIN = 'samarati', 'optimal', 'datafly', 'round-robin'
PARTITIONINGS = 'strict', 'relaxed', 'both', 'optimal', 'clustered'


def people(random, most=14):
    return [{'age': random.choice(AGES.leaves), 'letter': random.choice('aabbccde'), 'other': random.choice('aaabcde')}
            for _ in range(random.randint(4, most))]


def words(random):
    """Limits that make sense of themselves: no --from above its --limit."""
    limit, from_ = {}, {}
    for name, tree in TREES.items():
        low, high = sorted(random.choices(range(tree.height + 1), k=2))
        if random.random() < 0.6:
            limit[name] = high
        if random.random() < 0.4:
            from_[name] = low
    return limit, from_


def suppressed(rows, vector, k):
    classes = {}
    for row in rows:
        published = tuple(TREES[name].ancestor(row[name], level) for name, level in zip(TREES, vector))
        classes[published] = classes.get(published, 0) + 1
    return sum(n for n in classes.values() if n < k)


# Full-domain.

@pytest.mark.parametrize('limit, from_, vector', [
    ({}, {}, (1, 0)), ({'age': 0}, {}, None), ({'age': 1}, {}, (1, 0)), ({}, {'age': 2}, (2, 0)), ({}, {'letter': 1}, (1, 1)),
    ({'age': '5 wide'}, {}, (1, 0)), ({'age': '4 wide'}, {}, None), ({'age': '9 wide'}, {'age': '5 wide'}, (1, 0)),
    ({}, {'age': '6 wide'}, (2, 0)), ({'age': 3, 'letter': 0}, {'age': '11 wide'}, (3, 0))])
def test_levels_by_number_and_by_width(limit, from_, vector):
    rows = [('1', 'a'), ('2', 'a'), ('6', 'b'), ('7', 'b')]

    def release():
        return anonymize(rows, ['age', 'letter'], columns=['age', 'letter'], k=2, limit=limit, from_=from_,
                               hierarchies={'age': AGES, 'letter': LETTERS})
    if vector:
        assert release().vector == vector
    else:
        with pytest.raises(Unsatisfied) as refused:
            release()
        assert str(refused.value).endswith('age<=1')


@pytest.mark.parametrize('seed', seeds(220))
def test_full_domain_is_the_best_within_the_limits(seed):
    random = Random(seed)
    rows, (limit, from_), k, most = people(random), words(random), random.randint(2, 4), random.choice([0, 1, 3])
    ranges = [range(from_.get(name, 0), limit.get(name, tree.height) + 1) for name, tree in TREES.items()]
    within = {vector: suppressed(rows, vector, k) for vector in product(*ranges)}
    passing = [vector for vector, n in within.items() if n <= most and n < len(rows)]
    for algorithm in FULL_DOMAIN:
        allowed = passing if algorithm != 'round-robin' else [vector for vector in passing if not within[vector]]
        more = {} if algorithm == 'round-robin' else {'max_suppression': most}
        try:
            release = anonymize(rows, list(TREES), k=k, algorithm=algorithm, hierarchies=TREES, limit=limit, from_=from_, **more)
        except Unsatisfied as refused:
            assert not allowed, (algorithm, refused)
            check_offers(str(refused), rows, ranges, k, more.get('max_suppression', 0))
            continue
        assert release.vector in allowed
        if algorithm == 'samarati':
            assert sum(release.vector) == min(map(sum, passing))
        if algorithm == 'optimal':
            alone = [dict(zip(TREES, vector)) for vector in passing]
            losses = [anonymize(rows, list(TREES), k=k, algorithm='optimal', hierarchies=TREES, max_suppression=most,
                                      limit=levels, from_=levels).measures['lm'] for levels in alone]
            assert release.measures['lm'] == pytest.approx(min(losses), abs=1e-12)


def check_offers(message, rows, ranges, k, most):
    """Each way out that a refusal names holds, and the step before it does not."""
    if 'limits' not in message:
        return
    top = [of_column[-1] for of_column in ranges]
    for offer in re.findall(r'max_suppression \d+|k = \d+|\w+<=\d+', message.partition('the nearest that holds: ')[2]):
        number = int(re.search(r'\d+', offer).group())
        if offer.startswith('max'):
            assert suppressed(rows, top, k) == number > most
        elif offer.startswith('k'):
            assert suppressed(rows, top, number) <= most < suppressed(rows, top, number + 1)
        else:
            place = list(TREES).index(offer.partition('<')[0])
            raised, below = [[*top[:place], level, *top[place + 1:]] for level in (number, number - 1)]
            assert suppressed(rows, raised, k) <= most < suppressed(rows, below, k)


def test_the_names_of_levels(tmp_path):
    folder = tmp_path / 'hierarchies'
    folder.mkdir()
    head = '# Dates of birth.\n# Levels: day, year, any.\n'
    (folder / 'born.txt').write_text(head + '1990-1-1,1990,*\n1990-2-2,1990,*\n1991-3-3,1991,*\n')
    table = tmp_path / 'data.csv'
    table.write_text('born,ill\n' + '1990-1-1,flu\n1990-2-2,flu\n1991-3-3,flu\n' * 2)

    def run(*more):
        return run_here('samarati', [table, '-k', '3', '--quasi', 'born', '--sensitive', 'ill', '-o', '-', '--quiet', *more])
    assert run('--limit', 'born<=year', '--max-suppression', '2')[1] == b'born,ill\n' + b'1990,flu\n' * 4
    assert run('--from', 'born>=any')[1] == b'born,ill\n' + b'*,flu\n' * 6
    refused = run('--limit', 'born<=year', '--max-suppression', '0')[2]
    assert refused.endswith('the nearest that holds: --max-suppression 2, or k = 2, or born<=any\n')
    assert "column 'born' has no level 'yaer'; did you mean year?; its levels are day, year, any" in run('--limit', 'born<=yaer')[2]


@pytest.mark.parametrize('head, names', [
    ('# Levels: day, year, any', ['day', 'year', 'any']), ('# 1990 to 2000. Levels: the value, year, any. Left out: 3 values.\n',
                                                           ['the value', 'year', 'any']),
    ('#levels:a,b', ['a', 'b']), ('# Two levels. Names follow.\n#\n# LEVELS: a b, c. \n', ['a b', 'c']), ('# By level: a, b\n', []),
    ('', [])])
def test_the_comment_that_names_levels(head, names, tmp_path):
    (tmp_path / 'born.txt').write_text(head.rstrip('\n') + '\na,*\nb,*\n')
    assert HierarchyFolder(str(tmp_path)).level_names('born') == names
    assert GivenHierarchies({'born': str(tmp_path / 'born.txt')}).level_names('born') == names


def test_the_hierarchies_that_ship_name_each_of_their_levels():
    folder = HierarchyFolder(os.path.join(HOME, 'hierarchies'))
    columns_ = [name[:-len('.txt')] for name in sorted(os.listdir(folder.folder))]
    assert len(columns_) == 12
    for column in columns_:
        rows = [row for row in folder.rows_of(column) if row]
        leaves = {row[0] for row in rows} - {label for row in rows for label in row[1:]}
        assert len(folder.level_names(column)) == folder.tree_of(column, leaves).height + 1, column


@pytest.mark.parametrize('words, level', [
    (('ranges', '--widths', '5,10', '--top', '90'), 'ranges of 10'), (('quantiles', '--parts', '8,2'), '2 groups')])
def test_the_levels_of_a_hierarchy_by_rule_have_names(tmp_path, words, level):
    (tmp_path / 'people.csv').write_text('age,ill\n' + ''.join('%d,flu\n' % age for age in range(20, 96)))
    table = tmp_path / 'people.csv'
    assert run_here(words[0], [table, '--column', 'age', *words[1:]])[0] == 0
    status, told, _ = run_here('samarati', [table, '--quasi', 'age', '--sensitive', 'ill', '-k', '2', '--limit', 'age<=' + level])
    assert status == 0 and b'Limits of the labels: age<=%s.' % level.encode() in told


def test_an_engine_searches_within_the_same_limits():
    rows = [('1', 'a'), ('2', 'a'), ('6', 'b'), ('7', 'b'), ('12', 'c')]
    trees = [AGES, LETTERS]
    within = Levels(['age', 'letter'], trees, lambda name: [], {'letter': '1'}, {'age': '1'})
    database = sqlite3.connect(':memory:')
    database.execute('CREATE TABLE people (age TEXT, letter TEXT)')
    database.executemany('INSERT INTO people VALUES (?, ?)', rows)
    with EngineTable(database, 'people', ['age', 'letter']) as people:
        found = [least_height(lattice, 1) for lattice in (EngineLattice(people, trees, 2, within=within),
                                                          Lattice(dict.fromkeys(rows, 1), trees, 2, within))]
        ages, = dimensions_within(['age'], [dict.fromkeys('129', 1)], GivenHierarchies({}), {}, '', None, '.', {'age': '2 wide'}, {})
        with pytest.raises(DataError):
            list(partitions(people, [ages, ages], Required(2)))
    assert found[0] == found[1] and found[0].vectors == [(1, 0)]


def test_a_width_of_codes_is_refused():
    """Codes of several widths are written as numbers, and yet they are categories."""
    codes = dict.fromkeys(['01067', '1067', '99'], 1)
    with pytest.raises(DataError, match="column 'zip' holds no numbers, so no label is '9 wide'"):
        dimensions_within(['zip'], [codes], GivenHierarchies({}), {}, '', 'frequency', '.',
                          {'zip': '9 wide'}, {})


def test_limits_in_an_ini_file_and_in_the_record(tmp_path):
    (tmp_path / 'data.csv').write_text('age,ill\n' + '1,flu\n2,flu\n8,flu\n9,flu\n')
    (tmp_path / 'data.ini').write_text('[kanon]\nlimit = age<=3 wide\nfrom = age>=2 wide\nquasi = age\nsensitive = ill\nk = 2\n')
    words = [tmp_path / 'data.csv', '--config', tmp_path / 'data.ini', '-o', tmp_path / 'out.csv', '--record', tmp_path / 'r.json']
    status, _, error = run_here('mondrian', words)
    assert status == 1
    assert error == 'run_mondrian.py: no classes within --limit have k = 2 records; the nearest that holds: age<=4 wide\n'
    status, out, _ = run_here('mondrian', [*words, '--limit', 'age<=4 wide'])
    assert status == 0 and b'Limits of the labels: age<=4 wide, age>=2 wide.' in out
    assert (tmp_path / 'out.csv').read_text() == 'age,ill\n[0-3],flu\n[0-3],flu\n[8-9],flu\n[8-9],flu\n'
    assert run_here('replay', [tmp_path / 'r.json'])[0] == 0
    record = json.loads((tmp_path / 'r.json').read_text())
    assert (record['options']['limit'], record['result']['from']) == ({'age': '4 wide'}, {'age': '2 wide'})


# Mondrian.

def ends(label):
    """An interval of whole numbers."""
    match = re.fullmatch(r'\[(\d+)-(\d+)\]', label)
    return (int(match[1]), int(match[2])) if match else (int(label), int(label)) if label.isdigit() else (0, inf)


def leaves(tree, label):
    """The leaves that a label covers."""
    if label[0] == '{':
        return set(label[1:-1].split('|'))
    low, high = ends(label)
    return {leaf for leaf in tree.leaves if label in tree.path(leaf) or leaf.isdigit() and '[' in label and low <= int(leaf) <= high}


def within_level(tree, label, level) -> bool:
    return any(leaves(tree, label) <= leaves(tree, tree.ancestor(leaf, level)) for leaf in tree.leaves)


def from_level(tree, label, level) -> bool:
    covered = leaves(tree, label)
    return all(leaves(tree, tree.ancestor(leaf, level)) <= covered for leaf in covered)


@pytest.mark.parametrize('partitioning', PARTITIONINGS)
@pytest.mark.parametrize('seed', seeds(110))
def test_mondrian_within_limits(seed, partitioning):
    random = Random(seed)
    rows, (limit, from_), k = people(random, 40), words(random), random.randint(2, 4)
    if random.random() < 0.5:
        limit['age'] = '%d wide' % random.randint(5, 14)
        from_['age'] = random.choice([0, 1, '%d wide' % random.randint(1, 5)])
    from_ = {name: level for name, level in from_.items() if level != TREES[name].height}
    rule = random.choice([None, None, 2])
    for row in rows:
        row['ill'] = random.choice('xyz')
    by_node = ['hierarchy'] * (partitioning in PARTITIONINGS[:3])
    more = {'l_diversity': rule, 'categories': random.choice([None, 'frequency', *by_node])}

    def release(rows, **changed):
        arguments = {'k': k, 'limit': limit, **changed}
        return anonymize(rows, list(TREES), ['ill'], algorithm='mondrian', hierarchies=TREES, from_=from_,
                               partitioning=partitioning, **more, **arguments)
    try:
        made = release(rows)
    except Unsatisfied as refused:
        for offer in re.findall(r'k = \d+|\w+<=[\d.]+(?: wide)?', str(refused).partition('the nearest that holds: ')[2]):
            name, sign, level = offer.partition('<=')
            assert release(rows, **({'limit': {**limit, name: level}} if sign else {'k': int(offer[4:])}))
            if not any(str(word).endswith('wide') for word in limit.values()):      # one step less is too little
                with pytest.raises(Unsatisfied):
                    release(rows, **({'limit': {**limit, name: int(level) - 1}} if sign else {'k': int(offer[4:]) + 1}))
        return
    assert made.rows == release(random.sample(rows, len(rows))).rows
    classes = {}
    for *row, ill in made.rows:
        classes.setdefault(tuple(row), []).append(ill)
    assert min(map(len, classes.values())) >= k and len(made.rows) == len(rows)
    assert not rule or all(len(set(ills)) >= rule for ills in classes.values())
    for row in classes:
        for (name, tree), label in zip(TREES.items(), row):
            if str(limit.get(name, '')).endswith('wide'):
                low, high = ends(label)
                assert high - low + 1 <= int(limit[name].split()[0]), label
            elif name in limit:
                assert within_level(tree, label, limit[name]), label
            if str(from_.get(name, '')).endswith('wide'):
                low, high = ends(label)
                assert (low % int(from_[name].split()[0]), (high + 1) % int(from_[name].split()[0])) == (0, 0), label
            elif name in from_:
                assert from_level(tree, label, from_[name]), label


def all_classes(rows, k):
    """Yield every way to part rows into classes of k or more, as lists of lists."""
    if not rows:
        yield []
    elif len(rows) >= k:
        first, *others = rows
        for mask in range(1 << len(others)):
            taken = [row for place, row in enumerate(others) if mask >> place & 1]
            if len(taken) + 1 >= k:
                for rest in all_classes([row for place, row in enumerate(others) if not mask >> place & 1], k):
                    yield [[first, *taken], *rest]


@pytest.mark.parametrize('seed', seeds(330))
def test_a_refusal_that_says_no_classes_is_true(seed):
    """And in a single column of numbers nothing is refused that classes with all records of a value could hold."""
    random = Random(seed)
    k, width, single = random.randint(2, 3), random.randint(1, 6), random.random() < 0.5
    rows = [(str(random.randint(0, 9)), random.choice('aabc')) for _ in range(random.randint(k, 7))]
    if single:
        rows = [(age, 'a') for age, _ in rows]

    def holds(classes):
        return all(max(ages) - min(ages) < width and len({LETTERS.ancestor(row[1], 1) for row in class_}) == 1
                   for class_ in classes for ages in [[int(row[0]) for row in class_]])
    possible = [classes for classes in all_classes(rows, k) if holds(classes)]
    unparted = [classes for classes in possible
                if len({(row[0], number) for number, class_ in enumerate(classes) for row in class_}) == len({row[0] for row in rows})]
    try:
        anonymize(rows, ['age', 'letter'], columns=['age', 'letter'], k=k, algorithm='mondrian', hierarchies={'letter': LETTERS},
                        limit={'age': '%d wide' % width, 'letter': 1})
        assert possible
    except Unsatisfied as refused:
        assert not (single and unparted)
        if str(refused).startswith('no classes within limit have'):
            assert not possible
        else:
            assert ' were found, though there may be some' in str(refused)


def test_a_record_of_a_value_may_go_to_either_side():
    """0 with 1, and 1 with 2: possible for records, not for values. The message does not say that it is impossible."""
    cell = {(0,): (1, {(): 1}), (1,): (2, {(): 2}), (2,): (1, {(): 1})}
    assert may_be_parted(cell, 0, [1, 2, 2], 2) and parted_in(cell, 0, [1, 2, 2], int.__sub__, Required(2)) is None
    with pytest.raises(Unsatisfied) as refused:
        anonymize([('0',), ('1',), ('1',), ('2',)], ['n'], columns=['n'], k=2, limit={'n': '2 wide'})
    assert str(refused.value) == ('no classes within limit that have k = 2 records were found, though there may be some;'
                                  ' the nearest that holds: n<=3 wide')


@pytest.mark.parametrize('rows, published', [
    ('00 11 80 91', '[0-1][0-1] [0-1][0-1] [8-9][0-1] [8-9][0-1]'), ('00 10 08 19', '[0-1]0 [0-1]0 [0-1][8-9] [0-1][8-9]'),
    ('00 05 50 55', None)])
def test_limits_of_two_widths(rows, published):
    def made():
        return anonymize([tuple(row) for row in rows.split()], ['a', 'b'], columns=['a', 'b'], k=2, limit={'a': '2 wide', 'b': '2 wide'}).rows
    if published:
        assert sorted(map(''.join, made())) == sorted(published.split())
    else:
        with pytest.raises(Unsatisfied) as refused:
            made()
        assert str(refused.value) == ('no classes within limit that have k = 2 records were found, though there may be some;'
                                      ' the nearest that holds: a<=6 wide, or b<=6 wide')


@pytest.mark.parametrize('values, parts', [('xyxy', [[0, 1], [2, 3]]), ('xxyy', None), ('xxxy', None)])
def test_intervals_pass_the_rules(values, parts):
    cell = {(code,): (1, {(value,): 1}) for code, value in enumerate(values)}
    made = parted_in(cell, 0, [2, 3, 3, 3], int.__sub__, Required(2, {'ill': [Distinct(2)]}))
    assert made == (parts and [{(code,): cell[code,] for code in part} for part in parts])


def cut_by_age(ages, **more):
    rows = [(str(age),) for age in ages]
    return sorted({row for row, in anonymize(rows, ['age'], columns=['age'], k=2, **more).rows}, key=ends)


def test_the_greedy_cut_is_made_where_the_limit_allows_it():
    """Within the limit are the median cut, and the fewest intervals, which would be narrower. Too wide a cut is not made."""
    ages = [0, 1, 2, 3, 10, 11]
    assert cut_by_age(ages) == cut_by_age(ages, limit={'age': '11 wide'}) == ['[0-2]', '[3-11]']
    assert cut_by_age(ages, limit={'age': '8 wide'}) == ['[0-1]', '[2-3]', '[10-11]']


@pytest.mark.parametrize('rows, more, message', [
    ('1a 2a 1c 9c', {'k': 2, 'age': '3 wide'}, 'no classes within limit have k = 2 records; the nearest that holds: age<=9 wide'),
    ('1c 9c 1a 2a', {'k': 2, 'age': '3 wide'}, 'no classes within limit have k = 2 records; the nearest that holds: age<=9 wide'),
    ('1a 2a 3b 1c', {'k': 3}, 'no classes within limit have k = 3 records: 1 of the 2 cells that the levels make do not have that,'
                              ' with 1 record in all and 1 in the smallest; the nearest that holds: letter<=2'),
    ('1a 2a 3b 1c 2c 1e', {'k': 4}, 'no classes within limit have k = 4 records: 3 of the 3 cells that the levels make do not have that,'
                                    ' with 6 records in all and 1 in the smallest; the nearest that holds: letter<=2'),
    ('1a 2a 3b 1c 2c', {'k': 5}, 'no classes within limit have k = 5 records: 2 of the 2 cells that the levels make do not have that,'
                                 ' with 5 records in all and 2 in the smallest; the nearest that holds: k = 2, or letter<=2'),
    ('1a 2a 5a 6a', {'k': 3, 'age': '2 wide'}, 'no classes within limit have k = 3 records;'
                                               ' the nearest that holds: k = 2, or age<=6 wide')])
def test_what_a_refusal_says(rows, more, message):
    k, limit = more['k'], {'letter': 1, **{name: word for name, word in more.items() if name == 'age'}}
    with pytest.raises(Unsatisfied) as refused:
        anonymize([tuple(row) for row in rows.split()], ['age', 'letter'], columns=['age', 'letter'], k=k, algorithm='mondrian',
                        hierarchies={'letter': LETTERS}, limit=limit)
    assert str(refused.value) == message


def least(rows, dimensions, k):
    """The least cost of any strict cuts whose partitions are within the limits. rows: (codes, records)."""
    known = {}

    def cost(rows):
        if rows not in known:
            size, codes = sum(n for _, n in rows), list(zip(*(codes for codes, _ in rows)))
            fits = size >= k and all(not dimension.limit or max(of_dim) <= dimension.limit.reach[min(of_dim)]
                                     for dimension, of_dim in zip(dimensions, codes))
            best = size * sum(dimension.loss(of_dim, None) for dimension, of_dim in zip(dimensions, codes)) if fits else inf
            for dim, of_dim in enumerate(codes):
                for code in sorted(set(of_dim))[:-1]:
                    lhs = frozenset(row for row in rows if row[0][dim] <= code)
                    best = min(best, cost(lhs) + cost(rows - lhs))
            known[rows] = best
        return known[rows]
    return cost(frozenset(rows))


@pytest.mark.parametrize('seed', seeds(330))
def test_optimal_is_the_least_of_all_strict_cuts_within_the_limits(seed):
    random = Random(seed)
    rows, k = people(random, 9), random.randint(2, 3)
    names = ['age', 'letter'] if seed % 2 else ['letter', 'other']
    table = {}
    for row in rows:
        quasi = tuple(row[name] for name in names)
        table[quasi] = table.get(quasi, 0) + 1
    limit = {'age': '%d wide' % random.randint(4, 15), 'letter': str(random.randint(0, 2)), 'other': str(random.randint(0, 2))}
    from_ = {'age': str(random.randint(0, 1))} if 'age' in names and limit['age'] not in ('4 wide',) else {}
    dimensions = dimensions_within(names, columns(table), GivenHierarchies(TREES), {}, '', None, '.', limit, from_)
    whole = partition_of(table, dimensions, Required(k))
    best = BestCuts(whole, dimensions, Required(k))
    states = list(best.states())
    expected = least([(row[:-1], row[-1]) for row in whole.tuples], dimensions, k)
    assert states and best.cost() == pytest.approx(expected)
    if expected < inf:
        for part in mondrian(whole, best.cut)[0]:
            assert all(not dimension.limit or max(codes) <= dimension.limit.reach[min(codes)]
                       for dimension, codes in zip(dimensions, part.columns()))


def test_missing_values_have_no_limit_and_classes_of_their_own(tmp_path):
    table = tmp_path / 'data.csv'
    table.write_text('age,ill\n' + '1,flu\n2,flu\n8,flu\n9,flu\n?,flu\n?,flu\n')
    status, out, _ = run_here('mondrian', [table, '-k', '2', '--quasi', 'age', '--sensitive', 'ill', '-o', '-', '--quiet',
                                           '--missing', 'root', '--limit', 'age<=3 wide'])
    assert (status, out) == (0, b'age,ill\n*,flu\n*,flu\n[1-2],flu\n[1-2],flu\n[8-9],flu\n[8-9],flu\n')


@pytest.mark.parametrize('seed', seeds(200))
def test_whether_a_cell_can_be_parted_is_told_before_it_is(seed):
    random = Random(seed)
    cell = {(code,): (random.randrange(1, 4), {}) for code in range(random.randrange(1, 9))}
    reach = sorted(random.randrange(code, len(cell)) for code in range(len(cell)))
    for k in 1, 2, 3, 5:
        parts = parted_in(cell, 0, reach, lambda low, high: high - low, Required(k))
        assert can_be_parted(cell, 0, reach, k) == (parts is not None)
        assert parts is None or {place: of for part in parts for place, of in part.items()} == cell


@pytest.mark.parametrize('from_, refused', [('10 wide', True), ('5 wide', False)])
def test_a_range_that_holds_two_nodes_of_the_limit(from_, refused):
    """[0-9] holds [0-4] and [5-9], so no label of level 1 is left."""
    how = 'age', dict.fromkeys(('1', '6', '12'), 1), GivenHierarchies({'age': AGES}), None, '', None, '.', '1', from_
    if refused:
        with pytest.raises(DataError, match='no ranges of its numbers'):
            limited(*how)
    else:
        assert limited(*how).limit.reach == [0, 1, 2]


def test_a_limit_beside_missing_values():
    limit = shifted(Limit('age', [0, 1], '1 wide', (2, 9, lambda place: ('%d wide' % place, [1, 1]))))
    assert (limit.reach, limit.looser[:2], limit.looser[2](3)) == ([0, 1, 2], (2, 9), ('3 wide', [0, 2, 2]))


def in_order(cell, widths, required):
    """A cell parted by one width after the other. None if one of its parts cannot be parted."""
    parts = [cell]
    for axis, reach, width in widths:
        parted = [parted_in(part, axis, reach, width, required) for part in parts]
        if None in parted:
            return None
        parts = [side for sides in parted for side in sides]
    return parts


@pytest.mark.parametrize('seed', seeds(200))
def test_the_first_order_of_the_widths_that_holds_is_taken(seed):
    random = Random(seed)
    count = random.choice([1, 2, 3, 4])
    cell = {tuple(random.choices(range(6), k=count)): (random.randint(1, 3), {}) for _ in range(random.randint(1, 60))}
    widths = [(axis, [min(5, code + random.choice([2, 3])) for code in range(6)], lambda low, high: high - low) for axis in range(count)]
    required = Required(random.randint(1, 8))
    tried = [in_order(cell, order, required) for order in permutations(widths)]
    assert parted_within(cell, widths, required) == next((parts for parts in tried if parts), None)


@pytest.mark.parametrize('count, places, tried', [
    (1, 1000, 1), (4, 1000, 24), (4, 90000, 24), (5, 833, 120), (5, 834, 60), (5, 90000, 20), (6, 500, 120), (6, 2000, 30), (7, 500, 42),
    (7, 5000, 7), (8, 500, 56), (8, 5000, 8), (30, 500, 30), (130, 500, 1)])
def test_how_many_orders_of_the_widths_are_tried(count, places, tried, monkeypatch):
    """None holds, and this turns out at the last width. The orders ascend."""
    orders = []

    def watched(part, axis, reach, width, required, work):
        order = (*part, axis) if isinstance(part, tuple) else (axis,)
        if len(order) < count:
            return [order]
        orders.append(order)
        return None
    monkeypatch.setattr(cells, 'parted_in', watched)
    assert parted_within(dict.fromkeys(range(places)), [(axis, None, None) for axis in range(count)], None) is None
    assert len(orders) == tried and orders == sorted(set(orders)) and all(len(set(order)) == count for order in orders)


@pytest.mark.parametrize('seed', seeds(300))
def test_the_parts_of_a_cell_are_the_fewest_and_of_these_the_narrowest(seed):
    """Against all ways to cut a cell into parts of consecutive codes, by records times width."""
    random = Random(seed)
    size, k = random.randrange(2, 8), random.randrange(1, 5)
    at = sorted(random.sample(range(30), size))
    cell = {(code,): (random.randrange(1, 6), {}) for code in range(size)}
    reach = sorted(random.randrange(code, size) for code in range(size))

    def cost(starts):
        """(how many parts, records x width), None if a part is too small or too wide."""
        parts = list(zip(starts, [*starts[1:], size]))
        records = [sum(cell[code,][0] for code in range(*part)) for part in parts]
        if min(records) < k or any(end - 1 > reach[start] for start, end in parts):
            return None
        return len(parts), sum(n * (at[end - 1] - at[start]) for n, (start, end) in zip(records, parts))
    costs = [cost([0, *more]) for n in range(size) for more in combinations(range(1, size), n)]
    parts = parted_in(cell, 0, reach, lambda low, high: at[high] - at[low], Required(k))
    assert (parts and cost([min(part)[0] for part in parts])) == min(filter(None, costs), default=None)


# The audit.

@pytest.mark.parametrize('label, value, most, least_, level, right', [
    ('[0-4]', '1', '1', None, None, True), ('[0-6]', '1', '1', None, None, False), ('[0-6]', '1', '2', None, None, True),
    ('*', '1', '2', None, None, False), ('*', '1', '3', '3', None, True), ('1', '1', None, '1', None, False),
    ('[0-4]', '1', None, '1', None, True), ('[0-3]', '1', None, '1', None, False), ('[0-9]', '1', '2', '1', None, True),
    ('[1-5]', '1', '5 wide', None, None, True), ('[1-6]', '1', '5 wide', None, None, False),
    ('[0-4]', '1', None, '5 wide', None, True), ('[1-4]', '1', None, '5 wide', None, False),
    ('[*-4]', '1', '5 wide', None, None, False), ('[1.0-1.4]', '1', '0.5 wide', None, None, True),
    ('[1-5]', '1', '4.999999999 wide', None, None, False), ('[1-5]', '1', None, '5.000000001 wide', None, False),
    ('[0-4]', '1', '1', '1', 1, True), ('[0-4]', '1', '0', None, 1, False), ('[0-4]', '1', None, '2', 1, False),
    ('[1-4]', '1', '1', None, None, True), ('[3-7]', '6', '1', None, None, False), ('[5-6]', '6', '1', None, None, True),
    ('[0-6]', '1', None, '1', None, True), ('[-3-4]', '1', None, '1', None, True), ('[1-6]', '1', None, '1', None, False),
    ('[1-4]', '4', '5 wide', None, None, True), ('[.5-2]', '1', '1.6 wide', None, None, True),
    ('[1-1.5]', '1', '0.6 wide', None, None, True), ('[1-1.5]', '1', '0.599 wide', None, None, False),
    ('[1-*]', '1', '50 wide', None, None, False), ('[*-*]', '1', '50 wide', None, None, False),
    ('{1|2}', '1', None, '1', None, False), ('[0-4]', '1', None, '6 wide', None, False),
    ('*', '*', '1', None, None, True)])
def test_what_the_audit_allows_of_numbers(label, value, most, least_, level, right):
    check(AGES, 'age', label, value, most, least_, level, right)


@pytest.mark.parametrize('label, value, most, least_, right', [
    ('{a|b}', 'a', '1', None, True), ('{a|c}', 'a', '1', None, False), ('{a|b}', 'c', '1', None, False), ('ab', 'a', '1', '1', True),
    ('a', 'a', None, '1', False), ('{a|b}', 'a', None, '1', False), ('e', 'e', None, '1', True), ('*', 'e', '1', None, False),
    ('ab', 'a', '0', None, False)])
def test_what_the_audit_allows_of_categories(label, value, most, least_, right):
    check(LETTERS, 'letter', label, value, most, least_, None, right)


NAMED = Hierarchy({'20': 'young', '28': 'young', '60': 'old', '75': 'old', '90': '[90-]', '99': '[90-]',
                   'young': '*', 'old': '*', '[90-]': '*'})


@pytest.mark.parametrize('label, value, right', [
    ('[20-28]', '20', True), ('[20-60]', '20', False), ('[60-75]', '75', True), ('[60-75]', '20', False), ('[90-99]', '90', True),
    ('[75-90]', '90', False), ('old', '60', True), ('*', '60', False)])
def test_what_the_audit_allows_of_numbers_under_nodes_that_are_no_ranges(label, value, right):
    check(NAMED, 'age', label, value, '1', None, None, right)


@pytest.mark.parametrize('limit, labels', [('age<=1', ['[20-28]', '[60-75]', '[90-99]']), ('age<=2', ['[20-99]'])])
def test_numbers_under_nodes_that_are_no_ranges_have_limits(limit, labels, tmp_path):
    (tmp_path / 'age.txt').write_text('20,young\n28,young\n60,old\n75,old\n90,[90-]\n99,[90-]\nyoung,*\nold,*\n[90-],*\n')
    table = tmp_path / 'data.csv'
    table.write_text('age,ill\n' + ''.join('%s,flu\n' % age for age in (20, 28, 60, 75, 90, 99)))
    k = '2' if len(labels) > 1 else '6'
    status, out, _ = run_here('mondrian', [table, '-k', k, '--quasi', 'age', '--sensitive', 'ill', '-o', '-', '--quiet',
                                           '--hierarchies', tmp_path, '--limit', limit])
    assert (status, sorted({line.split(',')[0] for line in out.decode().splitlines()[1:]})) == (0, labels)


@pytest.mark.parametrize('k, labels', [('2', ['[-17]', '[18-34]', '[35-]']), ('3', ['[*-34]', '[35-]'])])
def test_ranges_with_an_open_end_are_published_whole(k, labels, tmp_path):
    (tmp_path / 'age.txt').write_text('5,[-17]\n6,[-17]\n20,[18-34]\n21,[18-34]\n36,[35-]\n60,[35-]\n75,[35-]\n'
                                      '[-17],*\n[18-34],*\n[35-],*\n')
    table = tmp_path / 'data.csv'
    table.write_text('age,ill\n' + ''.join('%s,flu\n' % age for age in (5, 6, 20, 21, 36, 60, 75)))
    status, out, _ = run_here('mondrian', [table, '-k', k, '--quasi', 'age', '--sensitive', 'ill', '-o', '-', '--quiet',
                                           '--hierarchies', tmp_path, '--from', 'age>=1'])
    assert (status, sorted({line.split(',')[0] for line in out.decode().splitlines()[1:]})) == (0, labels)


@pytest.mark.parametrize('label, value, right', [
    ('[1-3]', '1', True), ('[1-3]', '3', True), ('[1-8]', '1', False), ('[1-8]', '8', False),
    ('[8-9]', '8', True), ('[8-9]', '1', False),
    ('[2-3]', '1', False), ('[*-3]', '1', True), ('[*-*]', '8', False), ('*', '8', False)])
def test_intervals_of_numbers_under_nodes_with_names(label, value, right):
    """x is no number, so no interval holds it. * does."""
    low, high = dict.fromkeys('123', 'low'), {'8': 'high', '9': 'high', 'x': 'other'}
    check(Hierarchy({**low, **high, 'low': '*', 'high': '*', 'other': '*'}), 'age', label, value, '1', None, None, right)
    check(Hierarchy({**low, 'x': 'other', 'low': '*', 'other': '*'}), 'age', '*', '1', '1', None, None, False)


@pytest.mark.parametrize('leaves, values, level, most, right', [
    (['1', '2'], ['1', '2'], None, '2 wide', True), (['1', '2'], ['1', '2'], None, '1.9 wide', False),
    (['1', '1.5', '2'], ['1', '1.5', '2'], None, '1.1 wide', True), (['1', '1.5', '2'], ['1', '1.5', '2'], None, '1 wide', False),
    (['1', '1.5', '2'], ['1', '2'], None, '1.9 wide', False),
    (['1', '1.5', '2'], ['1', '2'], 1, '1.1 wide', True), (['1', '1.5', '2'], ['1', '2'], 1, '1 wide', False)])
def test_widths_that_the_audit_counts_in_the_last_decimal_place(leaves, values, level, most, right):
    """It is that of the column's values, and of its hierarchy's where a level is published."""
    check(Hierarchy({**dict.fromkeys(leaves, '[1-2]'), '[1-2]': '*'}), 'age', '[1-2]', '1', most, None, level, right, values)


@pytest.mark.parametrize('label, value, right', [('*', '*', True), ('?', '?', True), ('', '', True), ('*', '?', False), ('1', '1', True)])
def test_a_missing_value_has_no_limit(label, value, right):
    """? has none if it is published as it is. What is suppressed has none."""
    check(AGES, 'age', label, value, '5 wide', None, None, right, ['1', '?', '', '*'])


def test_a_page_and_a_picture_of_ranges(tmp_path):
    table = tmp_path / 'data.csv'
    table.write_text('dose;ill\n' + ''.join('%d,5;flu\n' % dose for dose in range(0, 100, 3)))
    words = '-k', '3', '--quasi', 'dose', '--sensitive', 'ill', '--decimal', ',', '--from', 'dose>=2.5 wide', '--quiet'
    status, _, said = run_here('mondrian', [table, *words, '-o', tmp_path / 'o.csv', '--html', tmp_path / 'p.html',
                                              '--picture', tmp_path / 'p.svg'])
    assert (status, said) == (0, '')
    drawn = re.findall(r'>([0-9,.]+)</text>', (tmp_path / 'p.svg').read_text(encoding='utf-8'))
    assert '50' in drawn and '500' not in drawn     # an axis of doses, not of tenths of them


@pytest.mark.parametrize('label, value, most, right', [
    ('[2-10]', '2', '1', True), ('[2-15]', '2', '1', False), ('[2-15]', '2', '2', True), ('[2-10]', '15', '1', False)])
def test_what_the_audit_allows_of_numbers_beside_a_missing_value(label, value, most, right):
    tree = Hierarchy({'2': 'low', '10': 'low', '15': 'high', '?': 'high', 'low': '*', 'high': '*'})
    check(tree, 'age', label, value, most, None, None, right)


@pytest.mark.parametrize('most, least_, allowed', [
    ('day', None, [0]), ('year', None, [0, 1]), ('decade', None, [0, 1, 2]), ('2', None, [0, 1, 2]), ('any', None, [0, 1, 2, 3]),
    (None, 'day', [0, 1, 2, 3]), (None, 'year', [1, 2, 3]), ('decade', 'decade', [2]), ('year', '1', [1])])
def test_the_audit_knows_levels_by_their_names(most, least_, allowed):
    path = ['a', 'b', 'c', 'top']
    tree = Hierarchy({**dict(zip(path, path[1:])), 'other': 'top'})
    for level, label in enumerate(path):
        check(tree, 'born', label, 'a', most, least_, None, level in allowed)


@pytest.mark.parametrize('most, least_, right', [
    ('20 wide', None, True), ('19.9 wide', None, False), (None, '20 wide', True), (None, '20.1 wide', False)])
def test_the_audit_measures_an_interval_without_its_high_end(most, least_, right):
    check(Hierarchy({'62': '[60-80)', '70': '[60-80)', '81': '[80-100)', '[60-80)': '*', '[80-100)': '*'}), 'age', '[60-80)', '62', most, least_, None, right)


def test_the_audit_refuses_a_level_that_is_not_there():
    recorded = RecordedValues(None, None, ['born'], None, None, {}, {}, None, lambda column: LETTERS.rows(), '.', level_names=lambda column: ['day'])
    with pytest.raises(DataError, match="^the audit found no level 'century' in the hierarchy of column 'born'$"):
        AllowedLabels(recorded, 0, ['a']).verify_limits({('a', 0)}, 'century', None)


def check(tree, name, label, value, most, least_, level, right, values=None):
    recorded = RecordedValues(None, None, [name], None, None, {}, {name: '*'}, level and [level], lambda column: tree.rows(), '.',
                        limits={name: (most, least_)}, level_names=lambda column: ['day', 'year', 'decade', 'any'])
    values = values or [*tree.leaves, '*']
    column = AllowedLabels(recorded, 0, values)
    try:
        column.verify_limits({(label, values.index(value))}, most, least_)
        assert right
    except DataError as refused:
        assert not right and str(refused).endswith('which its limits do not allow')


@pytest.mark.parametrize('limit, part', [({'age': '5 wide'}, "column 'age'"), ({'letter': '1'}, "column 'letter'")])
def test_a_release_beyond_its_limits_is_not_written(limit, part, tmp_path):
    rows = [('1', 'a'), ('2', 'a'), ('8', 'c'), ('9', 'c')]
    release = anonymize(rows, ['age', 'letter'], columns=['age', 'letter'], k=4, algorithm='mondrian',
                              hierarchies={'letter': LETTERS})
    release._target = release._target._replace(limit=limit)
    with pytest.raises(DataError) as refused:
        release.write(str(tmp_path / 'out.csv'))
    assert part in str(refused.value) and not list(tmp_path.iterdir())


# Numbers that are more than whole numbers.

@pytest.mark.parametrize('values, word, labels', [
    (['1.0', '1.3', '1.5', '9'], '0.5 wide', ['[1.0-1.4]', '[1.0-1.4]', '[1.5-1.9]', '[9.0-9.4]']),
    (['-3', '-1', '0', '7'], '5 wide', ['[-5--1]', '[-5--1]', '[0-4]', '[5-9]']),
    (['01067', '01099', '02000'], '100 wide', ['[01000-01099]', '[01000-01099]', '[02000-02099]'])])
def test_ranges_from_a_width(values, word, labels):
    dimension, = dimensions_within(['n'], [dict.fromkeys(values, 1)], GivenHierarchies({}), {}, '', None, '.', {}, {'n': word})
    assert [dimension.label([dimension.codes[value]]).text for value in values] == labels
    assert dimension.label(range(len(dimension.texts))).loss == 1


def test_a_limit_by_width_counts_both_ends():
    ages = {str(age): 1 for age in (1, 5, 6, 9)}
    dimension, = dimensions_within(['age'], [ages], GivenHierarchies({}), {}, '', None, '.', {'age': '5 wide'}, {})
    assert isinstance(dimension, Numbers) and dimension.limit.reach == [1, 3, 3, 3]
    assert dimension.limit.looser[2](6) == ('6 wide', [2, 3, 3, 3]) and dimension.limit.looser[:2] == (6, 9)


def test_ranges_are_as_far_apart_as_their_middles():
    """Of the first and the last range only what the table's numbers span counts."""
    labels = {'31': '[30-34]', '38': '[35-39]', '52': '[50-54]'}
    ranges = Ranges(dict.fromkeys(labels, 1), labels, Places(list(labels)))
    assert [ranges.width(low, high) for low, high in ((0, 0), (0, 1), (1, 2), (0, 2))] == [0, 4.5 / 18.5, 14 / 18.5, 1]


@pytest.mark.parametrize('categories, published', [('hierarchy', ['*'] * 7), ('leaves', ['*'] * 4 + ['ef'] * 3)])
def test_no_finer_than_a_level_whose_nodes_are_cut(categories, published):
    """A node is cut into all its children or not at all, and one of these has a single record."""
    tree = Hierarchy({'a': 'ab', 'b': 'ab', 'c': 'cd', 'd': 'cd', 'e': 'ef', 'f': 'ef', 'ab': '*', 'cd': '*', 'ef': '*'})
    release = anonymize([(letter,) for letter in 'accdeef'], ['letter'], columns=['letter'], k=2, algorithm='mondrian',
                              hierarchies={'letter': tree}, from_={'letter': '1'}, categories=categories, labels='ancestor')
    assert [row[0] for row in release.rows] == published


# Limits and rules together. A vector above one that satisfies may fail, so that all vectors are
# asked.

RULES = {'none': ({}, lambda class_, whole: True),
         'l': ({'l_diversity': 2}, lambda class_, whole: len(class_) >= 2),
         'entropy': ({'l_diversity': 'entropy:1.7'}, lambda class_, whole: entropy_of(class_) >= log(1.7)),
         'recursive': ({'l_diversity': 'recursive:1.5,2'},
                       lambda class_, whole: max(class_.values()) < 1.5 * sum(sorted(class_.values())[:-1])),
         'alpha': ({'alpha': 0.45}, lambda class_, whole: max(class_.values()) <= 0.45 * sum(class_.values())),
         't': ({'t_closeness': 0.31}, lambda class_, whole: sum(
             abs(class_[value] / sum(class_.values()) - whole[value] / sum(whole.values())) for value in whole) / 2 <= 0.31)}


def entropy_of(class_):
    shares = [n / sum(class_.values()) for n in class_.values()]
    return -sum(share * log(share) for share in shares)


def fails_at(rows, quasi, vector, k, passes):
    """How many records are in classes that fail."""
    classes = {}
    for row in rows:
        published = tuple(TREES[name].ancestor(row[name], level) for name, level in zip(quasi, vector))
        classes.setdefault(published, Counter())[row['ill']] += 1
    whole = Counter(row['ill'] for row in rows)
    return sum(sum(class_.values()) for class_ in classes.values() if sum(class_.values()) < k or not passes(class_, whole))


@pytest.mark.parametrize('rule', RULES)
@pytest.mark.parametrize('seed', seeds(330))
def test_limits_and_a_rule_against_all_vectors(seed, rule):
    """Half of the lattices are a single vector, which cannot be cut in two."""
    random, (asked, passes) = Random(seed), RULES[rule]
    rows = [{**row, 'ill': random.choice('xxyz')} for row in people(random, 12)]
    quasi = list(TREES)[:1 + seed % 3]
    limit, from_ = ({name: levels[name] for name in quasi if name in levels} for levels in words(random))
    if random.random() < 0.5:
        limit = from_ = {name: random.randint(0, TREES[name].height) for name in quasi}
    k, most = random.randint(2, 3), min(random.choice([0, 2, 4, 6]), len(rows) - 1)
    within = product(*(range(from_.get(name, 0), limit.get(name, TREES[name].height) + 1) for name in quasi))
    passing = [vector for vector in within if fails_at(rows, quasi, vector, k, passes) <= most]

    def released(algorithm, levels, measure='lm'):
        return anonymize(rows, quasi, ['ill'], k=k, algorithm=algorithm, hierarchies=TREES, max_suppression=most, measure=measure,
                               **levels, **asked)
    for algorithm, measure in [('samarati', 'lm'), *(('optimal', measure) for measure in ('lm', 'dm', 'entropy', 'precision', 'c_avg', 'height'))]:
        try:
            release = released(algorithm, {'limit': limit, 'from_': from_}, measure)
        except Unsatisfied as refused:
            assert not passing, (algorithm, measure, refused)
            continue
        assert release.vector in passing, (algorithm, measure)
        if algorithm == 'samarati':
            assert sum(release.vector) == min(map(sum, passing))
        else:
            sign = -1 if measure == 'precision' else 1
            found = [released('samarati', {'limit': levels, 'from_': levels}).measures[measure]
                     for levels in (dict(zip(quasi, vector)) for vector in passing)]
            assert release.proven and sign * release.measures[measure] == pytest.approx(min(sign * value for value in found), abs=1e-6)
