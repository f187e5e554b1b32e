"""explain --person: the steps, the classes and the last table count persons, and no person is named."""

import csv
from collections import Counter
from random import Random

import pytest

from conftest import run_here, seeds
from definitions import is_missing as is_nobody
from kanon.explain.explain_texts import PAGE
from test_explain import Page

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
    assert 'person-' not in page.text and PAGE['en']['asked_persons'].format(column='who').strip() in shown
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


def test_the_page_of_persons_in_chinese(tmp_path):
    drawn(4, tmp_path)
    for algorithm in 'samarati', 'datafly':
        status, _, err = run_here('explain', [algorithm, tmp_path / 'v.csv', '--quasi', 'age,sex', '--sensitive', 'ill', '--person', 'who', '-k', '2',
                                              '--hierarchies', tmp_path, '-o', tmp_path / 'p.html', '--force', '--language', 'zh'])
        assert status == 0, err
        page = Page(tmp_path / 'p.html')
        assert '不少于 k 个人的等价类' in page.data['steps'][-1]['why'] and '✗ 表示不足 k = 2 个人的等价类。' in ''.join(page.shown)
        assert all('个人' in one['size'] for one in page.data['classes'])
