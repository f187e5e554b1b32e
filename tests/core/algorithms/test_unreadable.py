"""Unreadable values taken as missing: which these are.

A run with them is a run on the table with ? in their place.
"""

import csv
from random import Random

import pytest

from conftest import kanon, run, seeds
from flat import anonymize
from kanon.core.algorithms.unreadable import unreadable
from kanon.core.counts.hierarchy import Hierarchy

AGES = {'31': '30-', '45': '40-', '9+': '90-', '30-': '*', '40-': '*', '90-': '*'}


@pytest.mark.parametrize('counts, tree, by_number, expected', [
    ({'31': 5, '45': 3}, None, True, {}),
    ({'31': 5, '3O': 3}, None, True, {'3O': 3}),
    ({'31': 5, '3O': 5}, None, True, {}),
    ({'31': 5, '3O': 2, 'x': 2, '?': 9, '': 3}, None, False, {'3O': 2, 'x': 2}),
    ({'m': 5, 'f': 3, '7': 1}, None, True, {}),
    ({'1,5': 5, '2': 1}, None, True, {}),                   # most are written otherwise: no dirt
    ({'1,5': 1, '2': 5}, None, True, {'1,5': 1}),
    ({}, None, True, {}),
    ({'?': 3}, None, True, {}),
    ({'31': 5, 'x': 3}, AGES, False, {'x': 3}),
    ({'31': 5, '46': 3}, AGES, False, {'46': 3}),
    ({'31': 5, '46': 5}, AGES, False, {}),
    ({'31': 5, '46': 3}, AGES, True, {}),                   # Mondrian needs no leaves for numbers
    ({'31': 5, '46': 3, 'x': 1}, AGES, True, {'x': 1}),
    # With the leaf 9+ they are categories.
    ({'31': 5, '46': 2, 'x': 1, '9+': 2}, AGES, True, {'46': 2, 'x': 1}),
    # Labels of the hierarchy are no dirt.
    ({'31': 5, '30-': 1, '*': 1, 'x': 1}, AGES, False, {'x': 1}),
    ({'?': 7, '31': 3, '': 5}, AGES, False, {})])
def test_what_is_unreadable(counts, tree, by_number, expected):
    assert unreadable(counts, Hierarchy(tree) if tree else None, '.', by_number) == expected


def dirty_table(folder, seed):
    """How much dirt there is in age and born of dirty.csv.

    clean.csv is the same with ? in place of the dirt. Each column has a hierarchy.
    """
    random = Random(seed)
    rows, clean, dirt = [], [], {'age': 0, 'born': 0}
    for _ in range(120):
        age, year, month = random.randint(20, 60), random.randint(1990, 1999), random.randint(1, 9)
        row = [str(age), '%d-0%d-11' % (year, month), random.choice('mf?'), random.choice('abc')]
        kept = list(row)
        for place, name, values in ((0, 'age', ['3O', 'old', 'n.n.']),
                                    (1, 'born', ['soon', '1999-02-30'])):
            if random.random() < 0.04:
                row[place], kept[place] = random.choice(values), '?'
                dirt[name] += 1
        rows.append(row)
        clean.append(kept)
    for name, table in ('dirty.csv', rows), ('clean.csv', clean):
        with open(str(folder / name), 'w', newline='') as file:
            csv.writer(file).writerows([['age', 'born', 'sex', 'ill'], *table])
    as_missing = ['--unreadable', 'missing']
    for rule, *words in (['ranges', '--column', 'age', '--widths', '5,20', *as_missing],
                         ['dates', '--column', 'born', '--levels', 'year', *as_missing],
                         ['flat', '--column', 'sex']):
        made = kanon('hierarchy', rule, 'dirty.csv', *words, cwd=str(folder))
        assert made.returncode == 0, made.stderr
    # A leaf for the ? of the clean table, and of the dirty one with --missing value.
    for name in 'age', 'born':
        path = folder / 'hierarchies' / (name + '.txt')
        path.write_text(path.read_text() + ('?,*\n' if '?,' not in path.read_text() else ''))
    return dirt


@pytest.mark.parametrize('seed', seeds(40))
def test_a_dirty_table_is_published_as_the_one_with_gaps(seed, tmp_path):
    dirt = dirty_table(tmp_path, seed)
    random = Random(seed)
    for script in 'run_mondrian.py', 'run_samarati.py':
        words = ['--quasi', 'age,born,sex', '--sensitive', 'ill', '-k', '3', '--force',
                 '--missing', random.choice(['drop', 'value', 'root']),
                 '--order', random.choice(['sorted', 'input'])]
        releases = []
        for name, more in ('dirty.csv', ['--unreadable', 'missing']), ('clean.csv', []):
            result = run(script, name, *words, *more, '-o', 'out.csv', cwd=str(tmp_path))
            assert result.returncode == 0, (words, result.stderr)
            releases.append((tmp_path / 'out.csv').read_text())
            if more and 'drop' not in words:
                for column, n in dirt.items():
                    assert not n or ' in %d record' % n in result.stdout, result.stdout
        assert releases[0] == releases[1]
        dirty = '3O', 'old', 'n.n.', 'soon', '1999-02-30'
        assert not any(value in releases[0] for value in dirty)


def test_counts_and_examples_stand_in_the_report_and_no_value_with_redact(tmp_path):
    (tmp_path / 'd.csv').write_text('years,job\n' + '31,a\n45,b\n' * 5 + '3O,a\nold,b\n3O,a\n')
    words = ['d.csv', '--quasi', 'years', '--sensitive', 'job', '-k', '2', '--force',
             '--unreadable', 'missing']
    report = run('run_mondrian.py', *words, '--record', 'r.json', cwd=str(tmp_path)).stdout
    assert '13 records read = 10 published + 0 suppressed + 3 left out' in report
    assert ("Unreadable, and so taken as missing: years 2 values in 3 records, such as '3O' and"
            " 'old'.") in report
    record = (tmp_path / 'r.json').read_text()
    assert '3O' not in record and '"unreadable"' in record
    report = run('run_mondrian.py', *words, '--redact', cwd=str(tmp_path)).stdout
    assert 'taken as missing: years 2 values in 3 records.' in report and '3O' not in report
    replayed = kanon('replay', 'r.json', cwd=str(tmp_path)).stdout
    assert 'is the same' in replayed or 'the same bytes' in replayed


def test_a_missing_value_that_is_published_as_the_root_is_not_counted_as_unreadable(tmp_path):
    (tmp_path / 'd.csv').write_text('years,job\n' + '31,a\n45,b\n?,b\n' * 5 + '3O,a\n')
    report = run('run_mondrian.py', 'd.csv', '--quasi', 'years', '--sensitive', 'job', '-k', '2',
                 '--unreadable', 'missing', '--missing', 'root', cwd=str(tmp_path)).stdout
    assert ("such as *: years 6. Unreadable, and so taken as missing: years 1 value in 1 record,"
            " such as '3O'.") in report


def test_a_pipe_is_read_twice(tmp_path):
    text = 'years,job\n' + '31,a\n45,b\n' * 5 + '3O,a\n'
    result = run('run_mondrian.py', '-', '--quasi', 'years', '--sensitive', 'job', '-k', '5',
                 '--unreadable', 'missing', '-o', '-', '--quiet',
                 cwd=str(tmp_path), input=text, stdin=None)
    assert result.stdout == 'years,job\n' + '31,a\n' * 5 + '45,b\n' * 5, result


def test_the_hierarchy_verbs_leave_them_out_and_the_check_is_that_of_a_run(tmp_path):
    (tmp_path / 'd.csv').write_text('years,job\n' + '31,a\n45,b\n' * 5 + '3O,a\nold,b\n3O,a\n')
    words, as_missing = ['d.csv', '--column', 'years'], ['--unreadable', 'missing']

    def hierarchy(rule, *more):
        return kanon('hierarchy', rule, *words, *more, cwd=str(tmp_path))

    for rule, *more in ['ranges', '--widths', '10'], ['quantiles', '--parts', '2']:
        made = hierarchy(rule, *more, *as_missing, '--force')
        assert made.stdout.endswith("column 'years': left out, because unreadable: 2 values in 3"
                                    " records: '3O' (2), 'old' (1)\n"), made
        made = hierarchy(rule, *more, *as_missing, '--force', '--redact')
        assert made.stdout.endswith('left out, because unreadable: 2 values in 3 records\n'), made
    _, *lines = (tmp_path / 'hierarchies' / 'years.txt').read_text().splitlines()
    assert sorted(line.split(',')[0] for line in lines) == ['31', '45']
    assert hierarchy('check', *as_missing).returncode == 0
    assert hierarchy('check').returncode == 1


def test_start_leaves_them_out_and_says_so_in_the_ini_file(tmp_path):
    rows = ['%d,%d-05-11,a' % (20 + n % 30, 1990 + n % 9) for n in range(90)]
    lines = ['years,born,job', *rows, '3O,soon,a', '40,1999-02-30,b']
    (tmp_path / 'd.csv').write_text(''.join(line + '\n' for line in lines))
    result = kanon('start', 'd.csv', '--quasi', 'years,born', '--sensitive', 'job', '-k', '2',
                   '--unreadable', 'missing', cwd=str(tmp_path))
    assert "'years': its values that are no numbers are taken as missing." in result.stdout, result
    assert 'unreadable = missing' in (tmp_path / 'd.ini').read_text()
    for name in 'years', 'born':
        text = (tmp_path / 'hierarchies' / (name + '.txt')).read_text()
        assert '3O' not in text and 'soon' not in text
        assert 'have no leaf: a run takes them as missing' in text
    for script in 'run_mondrian.py', 'run_samarati.py':
        report = run(script, 'd.csv', '--config', 'd.ini', cwd=str(tmp_path)).stdout
        assert ("years 1 value in 1 record, such as '3O', born 2 values in 2 records, such as"
                " '1999-02-30' and 'soon'") in report
        assert '92 records read = 90 published' in report


def test_the_library_takes_them_as_missing(tmp_path):
    import kanon as library
    rows = [(years, 'a') for years in [31, 45] * 5 + ['3O', 'old', '3O']]
    release = anonymize(rows, ['years'], columns=['years', 'job'], k=5, unreadable='missing')
    assert release.unreadable == {'years': {'3O': 2, 'old': 1}}
    assert release.records == {'read': 13, 'missing': 3, 'published': 10, 'suppressed': 0}
    advice = "take them as missing with unreadable='missing', take all"
    with pytest.raises(library.DataError, match=advice):
        anonymize(rows, ['years'], columns=['years', 'job'], k=5)
