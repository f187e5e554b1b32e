"""`python -m kanon use`, as it is typed: what a release is still good for, in all formats and in both languages."""

import csv
import io
import json
import os

import pytest

from conftest import HOME, kanon, run
from kanon.tools.verbs.use import FEWER, QUERIES

TOY, TREES = 'data/inpatients/inpatients.csv', os.path.join(HOME, 'data', 'inpatients', 'hierarchies')
WORDS = '--quasi', 'zip,age', '--sensitive', 'condition'
FEW = *WORDS, '--queries', '50'


@pytest.fixture(scope='module')
def release(tmp_path_factory):
    path = str(tmp_path_factory.mktemp('use') / 'released.csv')
    assert run('run_mondrian.py', os.path.join(HOME, TOY), '-o', path, '--quiet').returncode == 0
    return path


def told(*words):
    result = kanon('use', *words, '--format', 'json')
    assert (result.returncode, result.stderr) == (0, '')
    return json.loads(result.stdout)


def found_in(report):
    """What was measured."""
    return {name: report[name] for name in ('queries', 'numbers', 'pairs', 'classifier')}


def test_a_table_beside_itself_has_no_error():
    report = told(TOY, TOY, *WORDS)
    assert report['records'] == {'original': 12, 'left_out': 0, 'release': 12, 'suppressed': 0, 'strange': 0}
    assert [(row['columns'], row['queries'], row['median'], row['ninetieth']) for row in report['queries']] == [(n, QUERIES, 0, 0) for n in (1, 2, 3)]
    assert all(row['error'] == 0 for row in [*report['numbers'], *report['pairs']])
    assert report['classifier']['original'] == report['classifier']['release']


def test_without_sensitive_columns_a_quasi_identifier_can_be_told():
    report = told(TOY, TOY, '--quasi', 'age,zip', '--sensitive', '', '--queries', '20', '--classify', 'zip')
    assert report['classifier']['column'] == 'zip' and report['sensitive'] == [] and len(report['queries']) == 2


def test_the_inpatients(release):
    """The ages of each class lie in [21-28], [31-37] and [47-55]; what they stand for is counted by hand."""
    report = told(TOY, release, *FEW)
    assert [(column['name'], column['kind']) for column in report['columns']] == [('zip', 'categories'), ('age', 'numbers'), ('condition', 'categories')]
    mean = report['numbers'][0]
    with open(release, encoding='utf-8') as file:
        labels = [row['age'][1:-1].split('-') for row in csv.DictReader(file)]
    assert mean['measure'] == 'mean' and mean['original'] == 36.75
    assert mean['release'] == pytest.approx(sum((int(low) + int(high)) / 2 for low, high in labels) / 12)
    assert [row['measure'] for row in report['pairs']] == ['correlation_ratio', 'cramers_v', 'correlation_ratio']
    assert report['classifier']['tested'] == 12 and report['classifier']['folds'] == 10 and report['classifier']['absent'] == 0


def test_the_seed_and_the_number_of_queries(release):
    first, again, other = (told(TOY, release, *WORDS, '--seed', seed, '--queries', '40') for seed in ('1', '1', '2'))
    assert found_in(first) == found_in(again) and first['queries'] != other['queries']
    assert {row['queries'] for row in first['queries']} == {40}
    assert found_in(told(TOY, release, *WORDS, '--queries', str(QUERIES))) == found_in(told(TOY, release, *WORDS, '--seed', '1'))


def test_a_large_table_is_asked_less(release, monkeypatch):
    monkeypatch.setattr('kanon.tools.verbs.use.LARGE', 11)
    assert {row['queries'] for row in json.loads(run_inside_use(TOY, release)).get('queries')} == {FEWER}


def run_inside_use(*files):
    from conftest import run_inside
    return run_inside('kanon', 'use', *files, *WORDS, '--format', 'json').stdout


def test_counted_tables_say_what_their_records_say(tmp_path, release):
    def counted(path, name):
        with open(path, encoding='utf-8') as file:
            header, *rows = list(csv.reader(file))
        with open(str(tmp_path / name), 'w', encoding='utf-8', newline='') as file:
            csv.writer(file).writerows([[*header, 'n'], *([*row, rows.count(row)] for row in map(list, sorted(set(map(tuple, rows)))))])
        return str(tmp_path / name)
    original, published = counted(TOY, 'o.csv'), counted(release, 'r.csv')
    expected = told(TOY, release, *FEW, '--hierarchies', TREES)
    for files in (original, published), (TOY, published), (original, release):
        report = told(*files, *FEW, '--hierarchies', TREES, '--counts', 'n')
        assert report['records'] == expected['records'] and report['counts'] == 'n'
        assert report['numbers'] == expected['numbers'] and report['pairs'] == expected['pairs'] and report['queries'] == expected['queries']
        assert report['classifier']['tested'] == 12


def test_suppressed_records_stand_for_everything_and_others_for_nothing(tmp_path):
    (tmp_path / 'o.csv').write_text('age,ill\n' + ''.join('%d,%s\n' % (n % 10, 'ab'[n % 2]) for n in range(100)))
    rows = ['[0-9],%s\n' % 'ab'[n % 2] for n in range(50)]
    for more, suppressed in ((['*,%s\n' % 'ab'[n % 2] for n in range(50)], 50), ([], 0)):
        (tmp_path / 'r.csv').write_text('age,ill\n' + ''.join(rows + more))
        report = told(str(tmp_path / 'o.csv'), str(tmp_path / 'r.csv'), '--quasi', 'age', '--sensitive', 'ill', '--queries', '50')
        assert report['records']['suppressed'] == suppressed and report['records']['release'] == 50 + suppressed
        assert report['queries'][0]['median'] == pytest.approx(0 if suppressed else 0.5)
        assert report['classifier']['absent'] == 0


def test_records_with_a_missing_value(tmp_path):
    (tmp_path / 'o.csv').write_text('age,ill\n1,a\n2,b\n?,a\n3,NA\n')
    files = str(tmp_path / 'o.csv'), str(tmp_path / 'o.csv')
    words = '--quasi', 'age', '--sensitive', 'ill', '--na', 'NA'
    assert told(*files, *words)['records'] == {'original': 4, 'left_out': 0, 'release': 4, 'suppressed': 0, 'strange': 0}
    report = told(*files, *words, '--missing', 'drop')
    assert report['records'] == {'original': 2, 'left_out': 2, 'release': 4, 'suppressed': 0, 'strange': 1}     # ? as an illness is of none
    assert '2 records of %s with a missing value are left out' % files[0] in kanon('use', *files, *words, '--missing', 'drop').stdout


def test_labels_of_which_the_original_knows_nothing_are_told(tmp_path):
    (tmp_path / 'o.csv').write_text('town,ill\nUlm,a\nUlm,b\n')
    (tmp_path / 'r.csv').write_text('town,ill\n{Bonn|Kiel},a\nUlm,b\n')
    words = '--quasi', 'town', '--sensitive', 'ill'
    result = kanon('use', str(tmp_path / 'o.csv'), str(tmp_path / 'r.csv'), *words)
    assert 'WARNING: 1 record of the release has labels that stand for nothing in' in result.stdout
    assert 'WARNING' not in kanon('use', str(tmp_path / 'o.csv'), str(tmp_path / 'o.csv'), *words).stdout


def test_a_test_table(tmp_path, release):
    report = told(TOY, release, *FEW, '--test', TOY)
    found = report['classifier']
    assert (found['tested'], found['folds'], found['several'], found['absent']) == (12, None, None, None) and report['test'] == TOY
    text = kanon('use', TOY, release, *FEW, '--test', TOY).stdout
    assert 'Tested on 12 records of %s, which are in neither table if whoever named this file is right.' % TOY in text
    assert 'A part is taken out of both tables' not in text


def test_the_class_is_the_one_that_is_named(release):
    assert told(TOY, release, *FEW)['classifier']['column'] == 'condition'
    assert told(TOY, release, *FEW, '--classify', 'age')['classifier']['column'] == 'age'
    report = told(TOY, release, '--quasi', 'zip,age', '--sensitive', '')
    assert report['classifier'] is None and 'told' not in kanon('use', TOY, release, '--quasi', 'zip,age', '--sensitive', '').stdout


def test_a_class_of_too_many_values_or_of_none(tmp_path):
    (tmp_path / 'o.csv').write_text('age,ill\n' + ''.join('1,i%d\n' % n for n in range(201)))
    files = str(tmp_path / 'o.csv'), str(tmp_path / 'o.csv')
    assert 'ill has too many values for a classifier, more than 200.' in kanon('use', *files, '--quasi', 'age', '--sensitive', 'ill').stdout
    (tmp_path / 'o.csv').write_text('age,ill\n1,?\n2,\n')
    assert 'Without a known ill there is nothing to test.' in kanon('use', *files, '--quasi', 'age', '--sensitive', 'ill').stdout


def test_all_formats_say_the_same(release):
    report = told(TOY, release, *FEW)
    rows = list(csv.DictReader(io.StringIO(kanon('use', TOY, release, *FEW, '--format', 'csv').stdout)))
    assert list(rows[0]) == ['part', 'columns', 'measure', 'original', 'release', 'error']
    of_part = {part: [row for row in rows if row['part'] == part] for part in ('queries', 'numbers', 'pairs', 'classifier')}
    assert sum(map(len, of_part.values())) == len(rows)
    assert [float(row['error']) for row in of_part['queries']] == [row[name] for row in report['queries'] for name in ('median', 'ninetieth')]
    for part in 'numbers', 'pairs':
        assert [[float(row[name]) for name in ('original', 'release', 'error')] for row in of_part[part]] == [
            [row[name] for name in ('original', 'release', 'error')] for row in report[part]]
    assert [float(row['original']) for row in of_part['classifier']] == [report['classifier'][name] for name in ('original', 'majority')]
    text, markdown = (kanon('use', TOY, release, *FEW, '--format', name).stdout for name in ('text', 'markdown'))
    for row in report['numbers']:
        line = next(line for line in text.splitlines() if line.split()[:2] == [row['column'], row['measure']])
        assert [float(word) for word in line.split()[2:5]] == pytest.approx([row['original'], row['release'], row['error']], abs=5e-5)
        assert '| %s | %s |' % (row['column'], row['measure']) in markdown
    assert '%.2f%%' % (100 * report['classifier']['release']) in text


@pytest.mark.parametrize('language, words', [('en', ['How far counts are off', 'naive Bayes', 'Half of the random counts over 3 columns are off by at most']),
                                             ('zh', ['计数差多少', '朴素贝叶斯', '对 3 列的随机计数'])])
def test_the_page_and_the_picture(tmp_path, release, language, words):
    page, picture = str(tmp_path / 'use.html'), str(tmp_path / 'use.svg')
    result = kanon('use', TOY, release, *FEW, '--html', page, '--picture', picture, '--language', language)
    assert (result.returncode, result.stderr) == (0, '')
    with open(page, encoding='utf-8') as file:
        text = file.read()
    assert all(word in text for word in words) and text.count('<svg') == 3 and words[0] in result.stdout
    with open(picture, encoding='utf-8') as file:
        drawn = file.read()
    assert words[0] in drawn
    report = told(TOY, release, *FEW)
    assert '%.2f%%' % (100 * report['queries'][2]['ninetieth']) in drawn and '%.4f' % report['pairs'][1]['release'] in drawn


def test_redacted_no_mean_or_quantile_is_shown(release):
    report = told(TOY, release, *FEW, '--redact')
    assert all(row['original'] is row['release'] is None and row['in_sd'] is not None for row in report['numbers'])
    assert ' 36.75' not in kanon('use', TOY, release, *FEW, '--redact').stdout


def test_a_sweep_shows_the_median_error_of_queries(release, tmp_path):
    """Where nothing is published there is none, and without --queries there is no such column."""
    words = 'sweep', TOY, '-k', '4,13', '--l-diversity', 'condition=2', '--algorithm', 'mondrian,samarati', '--max-suppression', '0', '--format', 'json'
    rows = json.loads(kanon(*words, '--queries', '60').stdout)
    plain = json.loads(kanon(*words).stdout)
    assert [{name: value for name, value in row.items() if name not in ('query_error', 'seconds')} for row in rows] == [
        {name: value for name, value in row.items() if name != 'seconds'} for row in plain]
    assert all(row['query_error'] is None for row in rows if row['k'] == 13)
    found = json.loads(kanon('sweep', TOY, '-k', '4', '--algorithm', 'mondrian', '--queries', '60', '--format', 'json').stdout)[0]['query_error']
    of_use = told(TOY, release, '--quasi', 'zip,age', '--sensitive', '', '--queries', '60')['queries']
    assert min(row['median'] for row in of_use) <= found <= max(row['median'] for row in of_use) and found > 0
    page = str(tmp_path / 's.html')
    assert kanon('sweep', TOY, '-k', '4', '--queries', '60', '--html', page).returncode == 0
    with open(page, encoding='utf-8') as file:
        assert 'query_error: the median error of the random queries about the quasi-identifiers; 0 is best.' in file.read()


def test_a_sweep_of_missing_values_published_as_the_root(tmp_path):
    (tmp_path / 'o.csv').write_text('age\n' + '1\n2\n?\n' * 4)
    (tmp_path / 'age.txt').write_text('1,*\n2,*\n')
    rows = json.loads(kanon('sweep', str(tmp_path / 'o.csv'), '-k', '2', '--quasi', 'age', '--sensitive', '', '--algorithm', 'samarati', '--missing', 'root',
                            '--hierarchies', str(tmp_path), '--queries', '30', '--format', 'json').stdout)
    assert rows[0]['query_error'] == pytest.approx(0.5)      # 4 of 12 are *, so that each age is answered by 6
