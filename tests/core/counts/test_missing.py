"""Missing values: left out, values like any other, or published as the root; what is published, against plain records."""

import csv
from itertools import product
from random import Random

import pytest

from conftest import random_table, run, seeds
from flat import anonymize
from kanon import DataError, Unsatisfied
from kanon.core.audit.recount import Promises, verify
from kanon.core.counts.required import Required
from kanon.core.rules.of_values import Distinct
from kanon.core.tables.table import Table

DATA = 'age,sex,note,job\n30,m,,a\n31,m,x,b\n?,f,x,a\n40,f,x,?\n41,,x,b\n42,f,x,c\n'


def table_of(tmp_path, content=DATA, **options):
    path = tmp_path / 'data.csv'
    path.write_text(content, encoding='utf-8')
    return Table(str(path), **options)


@pytest.mark.parametrize('options, ages, left_out', [
    ({}, ['31', '42'], 4),
    ({'missing_in': 'used'}, ['30', '31', '40', '42'], 2),
    ({'missing': 'value'}, ['30', '31', '?', '40', '41', '42'], 0),
    ({'missing': 'value', 'missing_in': 'used'}, ['30', '31', '?', '40', '41', '42'], 0),
    ({'missing': 'root'}, ['30', '31', 'any', '40', '41', '42'], 0),
])
def test_which_records_are_handed_out(tmp_path, options, ages, left_out):
    table = table_of(tmp_path, **options)
    if options.get('missing') == 'root':
        table.roots = {'age': 'any', 'sex': 'person'}
    rows = list(table.tuples(['sex', 'age']))
    assert [age for _, age in rows] == ages and (table.read, table.missing_records) == (6, left_out)
    if table.roots:
        assert [sex for sex, _ in rows] == ['m', 'm', 'f', 'f', 'person', 'f']
        assert list(table.tuples(['job']))[3] == ('?',)         # no root is said for it


def random_csv(tmp_path, seed):
    """A random table with missing values as a csv file, its hierarchies beside it: (path, rows, trees, missing cells)."""
    random = Random(seed)
    frequency_set, trees = random_table(seed, columns=2, most=6)
    rows = [list(quasi) for quasi, n in frequency_set.items() for _ in range(n)]
    missing = [[random.random() < 0.15 for _ in row] for row in rows]
    rows = [[random.choice(['?', '']) if gap else value for value, gap in zip(row, gaps)] for row, gaps in zip(rows, missing)]
    folder = tmp_path / 'hierarchies'
    folder.mkdir()
    for name, tree in zip('ab', trees):
        paths = [[tree.ancestor(leaf, level) for level in range(tree.height + 1)] for leaf in tree.leaves]
        (folder / (name + '.txt')).write_text(''.join(','.join(path) + '\n' for path in paths), encoding='utf-8')
    data = tmp_path / 'data.csv'
    with open(str(data), 'w', newline='', encoding='utf-8') as file:
        csv.writer(file).writerows([['a', 'b', 's'], *([*row, 's%d' % random.randrange(3)] for row in rows)])
    return str(data), rows, trees


def published(path):
    with open(str(path), newline='', encoding='utf-8') as file:
        rows = list(csv.reader(file))
    return [tuple(row[:2]) for row in rows[1:]]


@pytest.mark.parametrize('seed', range(12))
def test_samarati_against_every_vector(tmp_path, seed):
    """The released rows are those of a vector of the least height at which no class is too small, worked out on plain records."""
    data, rows, trees = random_csv(tmp_path, seed)
    k = 2
    if len(rows) < k:
        return
    output = tmp_path / 'out.csv'
    result = run('run_samarati.py', data, '-k', k, '--quasi', 'a,b', '--sensitive', 's', '--max-suppression', 0, '--missing', 'root', '-o', output)
    assert result.returncode == 0, result.stderr

    def generalized(vector):
        return sorted(tuple(tree.root if value in ('', '?') else tree.ancestor(value, level) for value, tree, level in zip(row, trees, vector))
                      for row in rows)

    satisfying = {}
    for vector in product(*(range(tree.height + 1) for tree in trees)):
        table = generalized(vector)
        if all(table.count(row) >= k for row in set(table)):
            satisfying.setdefault(sum(vector), []).append(table)
    assert sorted(published(output)) in satisfying[min(satisfying)]
    assert verify(str(output), Promises(['a', 'b', 's'], ['a', 'b'], Required(k), len(rows))).records == len(rows)


@pytest.mark.parametrize('seed', range(16))
@pytest.mark.parametrize('words', [(), ('--labels', 'ancestor'), ('--categories', 'hierarchy'), ('--categories', 'frequency'), ('--relaxed',)])
def test_mondrian_publishes_the_root_for_what_is_missing(tmp_path, seed, words):
    data, rows, trees = random_csv(tmp_path, seed)
    if len(rows) < 2:
        return
    output = tmp_path / 'out.csv'
    result = run('run_mondrian.py', data, '-k', 2, '--quasi', 'a,b', '--sensitive', 's', '--missing', 'root', '-o', output, '--order', 'input', *words)
    assert result.returncode == 0, result.stderr
    labels = published(output)
    assert len(labels) == len(rows) and all(labels.count(row) >= 2 for row in set(labels))
    for row, label in zip(rows, labels):
        for value, text, tree in zip(row, label, trees):
            if value in ('', '?'):
                assert text == tree.root
            else:
                assert value == text or value in text.strip('{}').split('|') or text in tree.path(value)


def test_missing_values_are_cut_off_where_both_sides_satisfy(tmp_path):
    """Of numbers without a hierarchy, too: nobody with an age loses it for those without."""
    data = tmp_path / 'data.csv'
    data.write_text('age,job\n' + ''.join('%s,x\n' % age for age in [30, 31, 32, 40, 41, 42, '?', '', '?']), encoding='utf-8')
    words = [str(data), '-k', 3, '--quasi', 'age', '--sensitive', 'job', '--missing', 'root', '-o', '-', '--trace']
    result = run('run_mondrian.py', *words)
    assert result.stdout.split()[1:] == ['*,x'] * 3 + ['[30-32],x'] * 3 + ['[40-42],x'] * 3
    assert '  Cut 9 records by age: 3 with a missing value, 6 without. These are parts 1, 2.\n' in result.stderr
    assert 'Missing values published as the root label, such as *: age 3.' in result.stderr
    fewer = run('run_mondrian.py', *words[:2], 4, *words[3:])       # 4 of them: the missing need company
    assert sorted(fewer.stdout.split()[1:]) == ['*,x'] * 5 + ['[32-42],x'] * 4
    boxes = run('run_mondrian.py', *words, '--labels', 'box')
    assert boxes.stdout.split()[1:] == ['*,x'] * 3 + ['[*-32],x'] * 3 + ['[40-*],x'] * 3


def test_who_counts_as_missing_in_a_column_that_is_used(tmp_path):
    (tmp_path / 'data.csv').write_text(DATA, encoding='utf-8')
    result = run('run_mondrian.py', tmp_path / 'data.csv', '-k', 2, '--quasi', 'age,sex', '--sensitive', '', '--missing-in', 'used', '-o', '-')
    assert '6 records read = 4 published + 0 suppressed + 2 left out' in result.stderr
    assert "Left out: records with a missing value ('?' or nothing) in a column that is used." in result.stderr


@pytest.mark.parametrize('said, records', [('used', 4), ('any', 2)])
def test_a_lattice_is_of_the_records_that_a_run_counts(tmp_path, said, records):
    """The sensitive column, of which the lattice asks nothing, leaves a record out, as it does of a release."""
    (tmp_path / 'data.csv').write_text(DATA, encoding='utf-8')
    (tmp_path / 'age.txt').write_text(''.join(age + ',*\n' for age in '30 31 40 41 42'.split()), encoding='utf-8')
    words = [tmp_path / 'data.csv', '-k', 2, '--quasi', 'age', '--sensitive', 'job', '--missing-in', said, '--hierarchies', tmp_path]
    rows = list(csv.DictReader(run('kanon', 'lattice', *words, '--format', 'csv').stdout.splitlines()))
    assert [row['suppressed'] for row in rows] == [str(records), '0']       # at level 0 everybody has an age of their own
    assert '= %d published + 0 suppressed' % records in run('run_samarati.py', *words, '--max-suppression', 0, '-o', '-').stderr


def files(tmp_path, **texts):
    (tmp_path / 'hierarchies').mkdir()
    for name, text in texts.items():
        path = tmp_path / 'data.csv' if name == 'data' else tmp_path / 'hierarchies' / (name + '.txt')
        path.write_text(text, encoding='utf-8')
    return str(tmp_path / 'data.csv')


@pytest.mark.parametrize('script', ['run_samarati.py', 'run_mondrian.py'])
def test_a_column_of_nothing_but_missing_values(tmp_path, script):
    data = files(tmp_path, data='q,s\n?,1\n?,2\n,3\n', q='c,G,*\n')
    result = run(script, data, '-k', 2, '--quasi', 'q', '--sensitive', 's', '--missing', 'root', '-o', '-')
    assert (result.returncode, result.stdout) == (0, 'q,s\n*,1\n*,2\n*,3\n'), result.stderr
    assert 'Published unchanged: s (sensitive).' in result.stderr


@pytest.mark.parametrize('script', ['run_samarati.py', 'run_mondrian.py'])
def test_a_column_with_missing_values_is_not_published_unchanged(tmp_path, script):
    data = files(tmp_path, data='q,s\n?,1\n?,2\nx,1\nx,2\n', q='x,G,*\n')
    result = run(script, data, '-k', 2, '--quasi', 'q', '--sensitive', 's', '--missing', 'root', '-o', '-')
    assert result.stdout == 'q,s\n*,1\n*,2\nx,1\nx,2\n' and 'Published unchanged: s (sensitive).' in result.stderr


@pytest.mark.parametrize('script', ['run_samarati.py', 'run_mondrian.py'])
def test_a_root_that_is_recorded_is_not_taken_for_missing(tmp_path, script):
    data = files(tmp_path, data='q,s\n?,1\nAny,2\nx,1\nx,2\n', q='x,Any\n')
    result = run(script, data, '-k', 2, '--quasi', 'q', '--sensitive', 's', '--missing', 'root', '-o', '-')
    assert (result.returncode, result.stdout) == (1, '')
    assert "data.csv: 'Any' is a recorded value, but missing values are published as it; if it means missing, write ? or nothing instead" in result.stderr


def test_rows_of_stars_are_a_class_where_missing_values_are_published_so(tmp_path):
    """What the run's own audit counts as a class, check does, too: by the INI file or by a word."""
    files(tmp_path, data='q,r,s\n?,?,HIV\n?,?,HIV\n1,2,a\n1,2,b\n')
    (tmp_path / 'data.ini').write_text('[kanon]\nquasi = q, r\nsensitive = s\nk = 2\nmissing = root\n', encoding='utf-8')
    assert run('run_mondrian.py', 'data.csv', '--config', 'data.ini', '-o', 'out.csv', '--quiet', cwd=str(tmp_path)).returncode == 0
    words = ['check', 'out.csv', '--quasi', 'q,r', '--sensitive', 's', '--require', 'k=2,l=2']
    by_word, by_ini = run('kanon', *words, '--stars', 'class', cwd=str(tmp_path)), run('kanon', *words, '--config', 'data.ini', cwd=str(tmp_path))
    assert by_word.returncode == by_ini.returncode == 1 and by_word.stdout.splitlines()[-4:] == by_ini.stdout.splitlines()[-4:]
    assert '4 records = 4 in 2 classes + 0 suppressed' in by_ini.stdout and 'FAILS in 1 class, 2 records' in by_ini.stdout
    as_before = run('kanon', *words, cwd=str(tmp_path))
    assert as_before.returncode == 0 and '4 records = 2 in 1 class + 2 suppressed' in as_before.stdout
    assert run('kanon', *words, '--config', 'data.ini', '--stars', 'suppressed', cwd=str(tmp_path)).returncode == 0
    risk = run('kanon', 'risk', 'out.csv', '--config', 'data.ini', cwd=str(tmp_path))
    assert '4 records = 4 in 2 classes + 0 suppressed' in risk.stdout


RULES = {'l_diversity': [2, 3, 'entropy:1.7', 'recursive:2,2'], 'alpha': [0.5, 0.6], 't_closeness': [0.2, 0.4, 'hierarchical:0.3']}


@pytest.mark.parametrize('missing', ['value', 'root'])
@pytest.mark.parametrize('words, required', [(['--l-diversity', '2'], 'l=2'), (['--l-diversity', 'entropy:2'], 'entropy=2'),
                                             (['--l-diversity', 'recursive:2,2'], 'recursive=2:2'), (['--alpha', '0.5'], 'alpha=0.5')])
def test_two_missing_sensitive_values_are_no_two_values(words, required, missing, tmp_path):
    """By the run as by `check`: of those who are 30 nobody knows a value, so all of them have the same."""
    known = ['cancer', 'cancer', 'flu', 'flu', 'ulcer', 'ulcer']
    (tmp_path / 'd.csv').write_text('age,dx\n30,?\n30,\n' + ''.join('40,%s\n' % value for value in known))
    (tmp_path / 'd.ini').write_text('[kanon]\nquasi = age\nsensitive = dx\nmissing = %s\nk = 2\n' % missing)
    done = run('run_mondrian.py', 'd.csv', '--config', 'd.ini', *words, '-o', 'out.csv', '--quiet', cwd=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, '')
    assert (tmp_path / 'out.csv').read_text() == 'age,dx\n' + ''.join('[30-40],%s\n' % value for value in ['""', '?', *known])
    judged = run('kanon', 'check', 'd.csv', '--require', required, cwd=str(tmp_path))
    assert judged.returncode == 1 and 'FAILS in 1 class, 2 records' in judged.stdout and 'age 30         no known value' in judged.stdout


def test_the_audit_takes_two_missing_values_for_one(tmp_path):
    (tmp_path / 'out.csv').write_text('age,dx\n30,?\n30,""\n')
    promised = Promises(['age', 'dx'], ['age'], Required(2, {'dx': [Distinct(2)]}), 2)
    with pytest.raises(DataError, match='^the audit found a class without distinct l = 2 in dx$'):
        verify(str(tmp_path / 'out.csv'), promised)


@pytest.mark.parametrize('seed', seeds(60))
def test_a_missing_sensitive_value_counts_as_question_mark_however_it_is_written(seed, tmp_path):
    """The classes are those of the same table with ? for each of them, for every algorithm, and the audit agrees."""
    random = Random(seed)
    rows = [(random.choice('12345'), random.choice('ab'), random.choice(['', '?', 'flu', 'cancer', 'ulcer'])) for _ in range(40)]
    named = [(*row[:2], row[2] or '?') for row in rows]
    hierarchies = {'age': {**dict.fromkeys('123', 'young'), **dict.fromkeys('45', 'old'), 'young': '*', 'old': '*'}, 'sex': dict.fromkeys('ab', '*'),
                   'dx': {'flu': 'ill', 'cancer': 'ill', 'ulcer': 'ill', 'ill': '*', '?': 'not known', 'not known': '*'}}
    for flag, limits in RULES.items():
        for more in ({'algorithm': 'samarati', 'max_suppression': 12}, {'algorithm': 'mondrian', 'partitioning': 'both'}):
            made = []
            for table in rows, named:
                try:
                    made.append(anonymize(table, ['age', 'sex'], ['dx'], columns=['age', 'sex', 'dx'], k=2, missing='value',
                                          hierarchies=hierarchies, **{flag: limits[seed % len(limits)]}, **more))
                    made[-1].write(str(tmp_path / 'out.csv'), force=True)
                except Unsatisfied:
                    made.append(None)
            assert (made[0] is None) == (made[1] is None)
            if made[0]:
                assert made[0].classes == made[1].classes
                assert sorted((*row[:2], row[2] or '?') for row in made[0].rows) == sorted(made[1].rows)
