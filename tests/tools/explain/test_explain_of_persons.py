"""explain --person: the steps, the classes and the last table count persons, and no person is named."""

import csv
import linecache
import re
from collections import Counter
from random import Random

import pytest

from conftest import run_here, seeds
from definitions import is_missing as is_nobody
from kanon.tools.explain.own_cut_steps import RUNNING, TOLD_OF_OWN
from kanon.tools.explain.sentences import teller
from kanon.tools.explain.statements import statements_of
from kanon.tools.explain.steps import codes_of
from test_explain import Page
TOLD_LINES = {
    linecache.getline(code.co_filename, statement.line).strip()
    for code, name in codes_of(RUNNING).items()
    for statement in statements_of(code, TOLD_OF_OWN[name].names).values()
    if set(statement.signs) & set(TOLD_OF_OWN[name].tellers)}

AGES = {'30': '3x', '34': '3x', '41': '4x', '45': '4x', '3x': '*', '4x': '*'}
SEX = {'m': '*', 'f': '*'}


def labels_at(quasi, vector):
    def up(value, tree, levels):
        return value if levels == 0 else up(tree[value], tree, levels - 1)
    return tuple(up(value, tree, level) for value, tree, level in zip(quasi, (AGES, SEX), vector))


def drawn(seed, folder):
    """The rows (age, sex, ill, person) of a random table, with its files."""
    random = Random(seed)
    names = ['person-%d' % number for number in range(random.randint(2, 7))] + random.choice([[], ['NA']])
    rows = [(random.choice(['30', '34', '41', '45']), random.choice('mf'), random.choice(['flu', 'ulcer']), random.choice(names))
            for _ in range(random.randint(5, 25))]
    for name, tree in (('age', AGES), ('sex', SEX)):
        (folder / (name + '.txt')).write_text(''.join('%s,%s\n' % pair for pair in tree.items()))
    with open(str(folder / 'v.csv'), 'w', newline='') as file:
        csv.writer(file).writerows([('age', 'sex', 'ill', 'who'), *rows])
    return rows


def persons_in(rows):
    return len({row[3] for row in rows if not is_nobody(row[3])})


def suppressed_at(rows, vector, k):
    classes = {}
    for row in rows:
        classes.setdefault(labels_at(row[:2], vector), []).append(row)
    return sum(len(of_class) for of_class in classes.values() if persons_in(of_class) < k)


@pytest.mark.parametrize('seed', seeds(60, 7))
def test_what_the_page_shows_is_counted_in_persons(seed, tmp_path):
    rows, algorithm, k, most = drawn(seed, tmp_path), ['samarati', 'optimal', 'datafly'][seed % 3], 2 + seed % 2, seed % 5
    words = [tmp_path / 'v.csv', '--quasi', 'age,sex', '--sensitive', 'ill', '--person', 'who', '-k', k, '--max-suppression', most, '--hierarchies', tmp_path]
    script = [algorithm] if algorithm != 'optimal' else ['samarati', '--optimal']
    published, printed, error = run_here(script[0], [*script[1:], *words, '-o', tmp_path / 'out.csv', '--quiet'])
    status, _, err = run_here('explain', [algorithm, *words, '-o', tmp_path / 'p.html'])
    assert status == published, (err, error)
    if status:
        return
    page = Page(tmp_path / 'p.html')
    shown = ''.join(page.shown)
    asked = teller('en')('explained_asked_persons', column='who')
    assert 'person-' not in page.text and asked.strip() in shown
    assert '✗ marks a class with rows of fewer than k = %d persons.' % k in shown
    for table in page.data['tables']:
        of_classes = [page.data['classes'][number] for number in table]
        vector = next(vector for vector in ((a, s) for a in range(3) for s in range(2))
                      if {tuple(one['labels']) for one in of_classes} == {labels_at(row[:2], vector) for row in rows})
        for one in of_classes:
            mine = [row for row in rows if list(labels_at(row[:2], vector)) == one['labels']]
            persons = persons_in(mine)
            assert one['size'] == '%d, of %d person%s' % (len(mine), persons, 's' * (persons != 1)) and one['fails'] == (persons < k)
    last = Counter()
    for number in page.data['tables'][page.data['steps'][-1]['table']]:
        one = page.data['classes'][number]
        for *values, n in one['rows'] if not one['fails'] else ():
            last[(*one['labels'], *values)] += int(n)
    with open(str(tmp_path / 'out.csv'), newline='') as file:
        assert last == Counter(map(tuple, list(csv.reader(file))[1:]))
    for step in page.data['steps']:
        for vector in [(a, s) for a in range(3) for s in range(2)] if 'would suppress' in step['why'] else ():
            if '(%d, %d)' % vector in step['why'].split('would suppress')[0].split('. ')[-2:][0] and step['why'].count('(') == 1:
                assert 'would suppress %d record' % suppressed_at(rows, vector, k) in step['why']
    assert {'L%d' % step['line'] for step in page.data['steps'] if step['line'] >= 0} <= set(page.code)
    assert any(step['line'] >= 0 for step in page.data['steps'])


def stays(seed, folder):
    """The rows (age, sex, ill, person) of a random table. Of an even seed each person has one age and one sex."""
    random = Random(seed)
    names = ['person-%d' % number for number in range(random.randint(3, 12))] + ['NA'] * (seed % 5 == 0)
    fixed = {name: (str(random.randint(28, 45)), random.choice('mf')) for name in names}
    rows = []
    for _ in range(random.randint(10, 40)):
        name = random.choice(names)
        age, sex = fixed[name] if seed % 2 == 0 else (str(random.randint(28, 45)), random.choice('mf'))
        rows.append((age, sex, random.choice(['flu', 'ulcer']), name))
    with open(str(folder / 'v.csv'), 'w', newline='') as file:
        csv.writer(file).writerows([('age', 'sex', 'ill', 'who'), *rows])
    (folder / 'sex.txt').write_text('m,*\nf,*\n')
    return rows


def has(label, value):
    """Whether a label of Mondrian stands for a value."""
    ends = re.fullmatch(r'\[(\d+)-(\d+)\]', label)
    return ends.group(1) <= value <= ends.group(2) if ends else value in label.strip('{}').split('|')      # all numbers have two digits


TRIED = re.compile(r'(\d+) records? of (\d+) persons? (?:has|have) a value up to (\w+), and (\d+) of (\d+) persons? (?:is|are) above. (Both|One)')


@pytest.mark.parametrize('seed', seeds(60, 7))
def test_the_cuts_of_mondrian_are_counted_in_persons(seed, tmp_path):
    rows, k = stays(seed, tmp_path), 2 + seed % 3
    words = [tmp_path / 'v.csv', '--quasi', 'age,sex', '--sensitive', 'ill', '--person', 'who', '-k', k, '--hierarchies', tmp_path]
    published, printed, error = run_here('mondrian', [*words, '-o', tmp_path / 'out.csv', '--quiet'])
    status, _, err = run_here('explain', ['mondrian', *words, '-o', tmp_path / 'p.html'])
    assert status == published, (err, error)
    if status:
        return
    page = Page(tmp_path / 'p.html')
    classes, shown = page.data['classes'], ''.join(page.shown)
    tell = teller('en')
    assert 'person-' not in page.text and tell('explained_intro_persons_mondrian') in shown
    assert tell('explained_intro_mondrian') not in shown
    of_part = [[row for row in rows if all(map(has, one['labels'], row))] for one in classes]       # boxes of strict cuts have no row in common
    for one, mine in zip(classes, of_part):
        persons = persons_in(mine)
        assert one['size'] == '%d, of %d person%s' % (len(mine), persons, 's' * (persons != 1)) and persons >= k and not one['fails']
    last = Counter((*classes[number]['labels'], row[2]) for number in page.data['tables'][page.data['steps'][-1]['table']]
                   for row in of_part[number])
    with open(str(tmp_path / 'out.csv'), newline='') as file:
        assert last == Counter(map(tuple, list(csv.reader(file))[1:]))

    def sides(mine, value):
        upto = [row for row in mine if (row[0] <= value if column == 0 else 'mf'.index(row[1]) <= 'mf'.index(value))]
        return upto, [row for row in mine if row not in upto]

    def expected(mine):
        """The values after which a cut is tried, with None before those that follow the median's, by the definition."""
        values = sorted({row[column] for row in mine}, key='mf'.index if column else int)
        left = {value: len(sides(mine, value)[0]) for value in values}
        median = next(value for value in values if 2 * left[value] >= len(mine))
        both = [value for value in values if k <= left[value] <= len(mine) - k]
        found = []
        for value in [median, *reversed(values[:values.index(median)])][:2]:
            found.append(value)
            if value in both:
                others = sorted((other for other in both if other != value), key=lambda other: (abs(2 * left[other] - len(mine)), values.index(other)))
                found += [None] * bool(others) + others
                break
        for place, value in enumerate(found):
            if value and min(map(persons_in, sides(mine, value))) >= k:
                return found[:place + 1]
        return found

    column, allowable, values = None, False, []
    for step in page.data['steps']:
        why, mine = step['why'], of_part[step['now']]
        assert page.code['L%d' % step['line']].strip() in TOLD_LINES
        if ' is the widest column' in why:
            column, values = ['age', 'sex'].index(why.split()[0]), []
        if why.startswith('Other values of'):
            values.append(None)
        tried = TRIED.search(why)
        assert tried or 'This cut is' not in why
        if tried:
            lhs, rhs = sides(mine, tried.group(3))
            assert [int(tried.group(number)) for number in (1, 2, 4, 5)] == [len(lhs), persons_in(lhs), len(rhs), persons_in(rhs)]
            allowable = min(persons_in(lhs), persons_in(rhs)) >= k
            values.append(tried.group(3))
            assert (tried.group(6) == 'Both') == allowable
        elif ' is cut by ' in why:
            assert allowable and values == expected(mine), 'the cut that was compared last is made'
        if why.startswith('Whatever the value'):
            assert values == expected(mine)
        if why.startswith('Whatever the value') or 'has an allowable cut' in why:
            for column in [column] if why.startswith('Whatever') else [0, 1]:
                assert all(min(map(persons_in, sides(mine, row[column]))) < k for row in mine)
        if 'on each side' in why:
            assert len(mine) < 2 * k


def test_the_page_of_persons_in_chinese(tmp_path):
    drawn(4, tmp_path)
    for algorithm, said in ('samarati', '不少于 k 个人的等价类'), ('datafly', '不少于 k 个人的等价类'), ('mondrian', '没有剩下的部分'):
        status, _, err = run_here('explain', [algorithm, tmp_path / 'v.csv', '--quasi', 'age,sex', '--sensitive', 'ill', '--person', 'who', '-k', '2',
                                              '--hierarchies', tmp_path, '-o', tmp_path / 'p.html', '--force', '--language', 'zh'])
        assert status == 0, err
        page = Page(tmp_path / 'p.html')
        assert said in page.data['steps'][-1]['why'] and '✗ 表示不足 k = 2 个人的等价类。' in ''.join(page.shown)
        assert all('个人' in one['size'] for one in page.data['classes'])
