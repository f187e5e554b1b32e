"""A counted table is the table: the same release, report and measures, whatever was counted where. Bad counts are refused."""

import csv
import json
from random import Random

import pytest

from conftest import kanon, run, run_here, seeds
from flat import anonymize
from kanon.core.errors import DataError
from kanon.core.tables.rows import Rows
from kanon.core.tables.table import Table

NAMES = ['sex', 'age', 'zip', 'job', 'ward', 'note']        # the last is not published, but may lack a value
QUASI = 'age,zip,sex'
WORDS = ['--quasi', QUASI, '--sensitive', 'job', '--publish', 'ward']


def written(path, rows, names=NAMES):
    with open(str(path), 'w', newline='', encoding='utf-8') as file:
        csv.writer(file, lineterminator='\n').writerows([names, *rows])
    return path


def table(seed, folder):
    """The records of a random table, with its file d.csv and its hierarchies in the folder. Most values repeat, and some are missing."""
    random = Random(seed)
    zips = ['%d%02d' % (n, m) for n in (1, 2) for m in range(3)]
    (folder / 'hierarchies').mkdir()
    for name, lines in {'age': ['%d,[%d-%d],*' % (n, n - n % 3, n - n % 3 + 2) for n in range(30, 39)], 'zip': [z + ',%s**,*' % z[0] for z in zips],
                        'sex': ['m,*', 'f,*'], 'job': [job + ',*' for job in 'abcd"']}.items():
        (folder / 'hierarchies' / (name + '.txt')).write_text('\n'.join(line.replace('"', '""""') for line in [*lines, '?,*', ',*']) + '\n')

    def sparse(value, share):
        return random.choice(['', '?']) if random.random() < share else value
    rows = [(sparse(random.choice('mf'), 0.04), sparse(str(random.randint(30, 38)), 0.04), sparse(random.choice(zips), 0.04),
             sparse(random.choice('aaabbcd"'), 0.03), random.choice(['', ' w, 1', 'w2']), sparse('x', 0.02))
            for _ in range(random.randint(240, 400))]
    rows += [('', '', '', '', '', 'x')] * random.randint(0, 2)      # under --missing value this is a record
    written(folder / 'd.csv', rows)
    return rows


def counted(folder, data, *words):
    done = kanon('count', *data, *WORDS, *words, cwd=str(folder))
    assert (done.returncode, done.stderr) == (0, '')
    return done.stdout


MISSING = [[], ['--missing-in', 'used'], ['--missing', 'value'], ['--missing', 'root']]
RULED = ['--l-diversity', '2', '--max-suppression', '30%']
SETTINGS = [(words, missing) for missing in MISSING for words in (
    ['samarati', '-k', '4'], ['samarati', '-k', '3', '--optimal', '--measure', 'dm'], ['datafly', '-k', '5'],
    ['mondrian', '-k', '3'], ['mondrian', '-k', '4', '--partitioning', 'relaxed'], ['mondrian', '-k', '3', '--partitioning', 'both'])]
SETTINGS += [(words, []) for words in (
    ['samarati', '-k', '3', *RULED], ['samarati', '-k', '3', '--optimal', '--t-closeness', '0.4', '--max-suppression', '50%'],
    ['mondrian', '-k', '3', '--l-diversity', '2'], ['mondrian', '-k', '3', '--t-closeness', '0.5', '--partitioning', 'both'],
    ['datafly', '-k', '3', '--round-robin'], ['mondrian', '-k', '3', '--choose', 'lm', '--categories', 'frequency'],
    ['samarati', '-k', '2', '--unreadable', 'missing', '--max-suppression', '10'])]


@pytest.mark.parametrize('words, missing', SETTINGS, ids=[' '.join(words + missing) for words, missing in SETTINGS])
@pytest.mark.parametrize('seed', seeds(20, every=19))
def test_counted_is_the_same_release(seed, words, missing, tmp_path):
    rows = table(seed * 1000 + SETTINGS.index((words, missing)), tmp_path)
    if '--unreadable' in words:
        written(tmp_path / 'd.csv', [*rows, *[('m', '3O', '101', 'a', 'w2', 'x')] * 3])
    elif 'samarati' in words and '--max-suppression' not in words:
        words = [*words, '--max-suppression', '5%']
    of_records = counted(tmp_path, ['d.csv'], *missing)
    (tmp_path / 'c.csv').write_text(of_records)
    reports = []
    for data, more in (('d.csv', []), ('c.csv', ['--counts', 'n'])):
        done = run('kanon', words[0], data, *WORDS, *words[1:], *missing, *more, '-o', data + '.out', '--json', cwd=str(tmp_path))
        assert (done.returncode, done.stderr) == (0, '')
        reports.append(json.loads(done.stdout))
    assert (tmp_path / 'd.csv.out').read_bytes() == (tmp_path / 'c.csv.out').read_bytes()
    for name in ('records', 'classes', 'measures', 'columns', 'audit', 'rooted', 'unreadable', 'unique'):
        assert reports[0][name] == reports[1][name], name
    assert [report['counts'] for report in reports] == [None, 'n'] and reports[1]['records']['read'] >= len(rows)
    assert len(of_records.splitlines()) < len(rows)


@pytest.mark.parametrize('seed', seeds(60))
def test_counts_add_up_however_they_are_parted(seed, tmp_path):
    """Mapper, combiner and reducer are the same verb. The form without header lines is that of pipes."""
    random, rows, missing = Random(seed), table(seed, tmp_path), MISSING[seed % 4]
    whole = counted(tmp_path, ['d.csv'], *missing)
    cuts = sorted(random.sample(range(40, len(rows)), random.randint(1, 3)))
    parts = [rows[first:last] for first, last in zip([0, *cuts], [*cuts, None])]
    for number, part in enumerate(parts):
        written(tmp_path / ('p%d.csv' % number), part)
        (tmp_path / ('c%d.csv' % number)).write_text(counted(tmp_path, ['p%d.csv' % number], *missing))
    names = ['c%d.csv' % number for number in range(len(parts))]
    assert counted(tmp_path, names, *missing, '--counts', 'n') == whole
    (tmp_path / 'all.csv').write_text(whole)
    assert counted(tmp_path, ['all.csv'], *missing, '--counts', 'n') == whole
    columns = whole.splitlines()[0]
    pipe = ['--no-header', '--output-delimiter', 'tab']
    lines = [line for number in range(len(parts)) for line in counted(tmp_path, ['p%d.csv' % number], *missing, *pipe).splitlines(True)]
    (tmp_path / 'lines').write_text(''.join(sorted(lines)))
    again = counted(tmp_path, ['lines'], *missing, *pipe, '--counts', 'n', '--columns', columns, '--delimiter', 'tab')
    assert again.splitlines() == counted(tmp_path, ['d.csv'], *missing, '--output-delimiter', 'tab').splitlines()[1:]
    of_csv = list(csv.reader(whole.splitlines()))
    assert sum(int(row[-1]) for row in of_csv[1:]) == len(rows) and of_csv[1:] == sorted(of_csv[1:], key=lambda row: row[:-1])


def test_a_counted_table_that_does_not_fit_into_memory(tmp_path, monkeypatch):
    from kanon.core.tables import table as tables
    from kanon.tools.verbs import count
    table(5, tmp_path)
    whole = counted(tmp_path, ['d.csv'])
    monkeypatch.setattr(tables, 'BATCH', 20)
    monkeypatch.setattr(count.sorted_counts, '__defaults__', (*count.sorted_counts.__defaults__[:2], 7))
    monkeypatch.setattr(count, 'FAN', 2)
    assert counted(tmp_path, ['d.csv']) == whole


def test_what_is_left_out_is_a_row_of_empty_fields(tmp_path):
    written(tmp_path / 'd.csv', [('m', '30', '101', 'a', 'w', 'x')] * 3 + [('f', '?', '101', 'a', 'w', 'x')] * 2 + [('f', '31', '102', 'b', 'w', '')])
    assert counted(tmp_path, ['d.csv']) == 'age,zip,sex,job,ward,n\n,,,,,3\n30,101,m,a,w,3\n'
    assert counted(tmp_path, ['d.csv'], '--missing-in', 'used') == 'age,zip,sex,job,ward,n\n,,,,,2\n30,101,m,a,w,3\n31,102,f,b,w,1\n'
    assert counted(tmp_path, ['d.csv'], '--missing', 'root') == 'age,zip,sex,job,ward,n\n30,101,m,a,w,3\n31,102,f,b,w,1\n?,101,f,a,w,2\n'
    (tmp_path / 'none.csv').write_text('age,zip,sex,job,ward,n\n')
    assert counted(tmp_path, ['none.csv'], '--counts', 'n') == 'age,zip,sex,job,ward,n\n'
    written(tmp_path / 'e.csv', [('?', '30')], ['sex', 'age'])
    assert kanon('count', 'e.csv', '--quasi', 'sex,age', '--sensitive', '', cwd=str(tmp_path)).stdout == 'sex,age,n\n,,1\n'


def test_a_column_n_leaves_another_name_for_the_counts(tmp_path):
    (tmp_path / 'd.csv').write_text('n,sex\n1,m\n1,m\n2,f\n')
    done = kanon('count', 'd.csv', '--quasi', 'n,sex', '--sensitive', '', cwd=str(tmp_path))
    assert done.stdout == 'n,sex,kanon_n\n1,m,2\n2,f,1\n'
    (tmp_path / 'c.csv').write_text(done.stdout.replace('kanon_n', 'people'))
    done = kanon('count', 'c.csv', '--quasi', 'sex', '--sensitive', '', '--counts', 'people', cwd=str(tmp_path))
    assert done.stdout == 'sex,people\nf,1\nm,2\n'


def test_a_reducer_that_gets_nothing():
    words = ['-', '--columns', 'age,n', '--counts', 'n', '--quasi', 'age', '--sensitive', '']
    assert run_here('count', [*words, '--no-header']) == (0, b'', '')
    assert run_here('count', [*words, '--no-header'], b'39,2\n39,1\n') == (0, b'39,3\n', '')
    assert run_here('count', words) == (1, b'', 'python -m kanon count: standard input: holds no record\n')


@pytest.mark.parametrize('seed', seeds(30))
def test_check_risk_sweep_and_lattice_count_records(seed, tmp_path):
    rows = table(seed, tmp_path)
    (tmp_path / 'c.csv').write_text(counted(tmp_path, ['d.csv'], '--missing', 'value'))
    (tmp_path / 'd.ini').write_text('[kanon]\nquasi = %s\nsensitive = job\nmissing-in = used\n' % QUASI)
    (tmp_path / 'c.ini').write_text('[kanon]\nquasi = %s\nsensitive = job\nmissing-in = used\ncounts = n\n' % QUASI)
    (tmp_path / 'sample.csv').write_text('\n'.join([','.join(NAMES), 'm,30,101,a,w,x']) + '\n')
    for words in (['check', '--json', '--require', 'k=2,l=2,t=0.3', '--below', '3'], ['risk', '--format', 'json'], ['lattice', '-k', '3', '--format', 'json'],
                  ['sweep', '-k', '3', '--max-suppression', '20%', '--format', 'json'],
                  ['hierarchy', 'levels', '--format', 'json'], ['hierarchy', 'check', '--json'], ['hierarchy', 'show', '--column', 'zip']):
        both = [kanon(*words, data, '--config', data.replace('csv', 'ini'), cwd=str(tmp_path)) for data in ('d.csv', 'c.csv')]
        assert both[0].returncode == both[1].returncode and both[0].stderr == both[1].stderr == '', words
        if words[0] == 'hierarchy' and words[1] == 'show':
            assert both[0].stdout == both[1].stdout
            continue
        reports = [json.loads(done.stdout) for done in both]
        for report, data in zip(reports, ('d.csv', 'c.csv')):
            for row in report if isinstance(report, list) else [report]:
                assert row.get('counts') in (None, 'n') and row.get('data') in (None, data)
                assert row.pop('read_as', {}) == ({'counts': 'n'} if data == 'c.csv' and words[0] in ('check', 'risk') else {})
                for name in ('seconds', 'data', 'config', 'from_ini', 'counts', 'others'):
                    row.pop(name, None)
        assert reports[0] == reports[1] and reports[0], words
    judged = kanon('check', 'c.csv', '--config', 'c.ini', '--json', cwd=str(tmp_path))
    assert json.loads(judged.stdout)['others']['columns'] == ['ward']
    risk = kanon('risk', 'c.csv', '--config', 'c.ini', '--population', 'c.csv', '--format', 'json', cwd=str(tmp_path))
    people = [row for row in rows if not {'', '?'} & {row[NAMES.index(name)] for name in QUASI.split(',')}]
    found = json.loads(risk.stdout)
    assert found['population']['records'] == len(people)
    assert found['in_population']['people_missing'] == len(rows) - len(people)


def test_rows_in_memory_and_files_alike(tmp_path):
    rows = [{'age': 30, 'job': 'a', 'n': 2}, {'age': 31, 'job': 'a', 'n': 3}, {'age': None, 'job': None, 'n': 4}, {'age': 30, 'job': 'a', 'n': 1}]
    release = anonymize(rows, quasi=['age'], sensitive=['job'], k=3, counts='n')
    assert release.records == {'read': 10, 'missing': 4, 'published': 6, 'suppressed': 0}
    assert release.rows == [('30', 'a')] * 3 + [('31', 'a')] * 3 and release.count_column is None
    with open(str(tmp_path / 'd.csv'), 'w') as file:
        file.write('age,job,n\n30,a,2\n31,a,3\n,,4\n30,a,1\n')
    of_file = anonymize(str(tmp_path / 'd.csv'), quasi=['age'], sensitive=['job'], k=3, counts='n')
    assert of_file.rows == release.rows and of_file.records == release.records
    with pytest.raises(DataError, match='^order=.input. is for a table without counts: '):
        of_file.write(str(tmp_path / 'out.csv'), order='input')
    of_file.write(str(tmp_path / 'out.csv'))
    assert (tmp_path / 'out.csv').read_text() == 'age,job\n' + '30,a\n' * 3 + '31,a\n' * 3
    with pytest.raises(DataError, match='^the rows: row 2, column .n. says '):
        anonymize([{'age': 1, 'n': 1}, {'age': 2, 'n': 0.5}], quasi=['age'], k=2, counts='n')
    for counts, message in (('age', "column 'age' has the counts"), (['n'], 'counts: the name of a column is expected'), ('m', "the rows: there is no column 'm'")):
        with pytest.raises(DataError, match='^' + message):
            anonymize(rows, quasi=['age'], k=2, counts=counts)


@pytest.mark.parametrize('text', ['0', '-1', '1.5', '2.0', '1e3', ' 2', '+2', '02', '1,000', '', '?', 'two', '٣', '1' * 13])
def test_no_number_of_records(text, tmp_path):
    written(tmp_path / 'd.csv', [('30', '3'), ('31', text)], ['age', 'n'])
    with Table(str(tmp_path / 'd.csv'), counts='n') as of_file, pytest.raises(DataError) as refused:
        if text == ' 2':        # blanks behind a delimiter are skipped in a file
            assert list(of_file.tuples(['age'])) == [('30', '3'), ('31', '2')]
        list(of_file.tuples(['age']) if text != ' 2' else Rows([(31, text)], ['age', 'n'], counts='n').tuples(['age']))
    assert str(refused.value).endswith(', which is no number of records; a whole number from 1 on is expected, in at most 12 plain digits')
    assert text == ' 2' or (refused.value.file, refused.value.line) == (str(tmp_path / 'd.csv'), 3)


def test_the_line_of_a_bad_count_behind_blank_lines_and_line_ends_in_fields(tmp_path):
    (tmp_path / 'd.csv').write_text('|a comment\nage,n\n\n"30\n",3\n\n31,x\n')
    with Table(str(tmp_path / 'd.csv'), counts='n') as of_file, pytest.raises(DataError) as refused:
        list(of_file.tuples(['age']))
    assert refused.value.line == 7


def test_an_ini_file_of_a_counted_table_and_its_release(tmp_path):
    (tmp_path / 'd.csv').write_text('age,job,n\n30,a,2\n31,b,3\n')
    (tmp_path / 'd.ini').write_text('[kanon]\nquasi = age\nsensitive = job\ncounts = n\nk = 2\n')
    done = run('run_mondrian.py', 'd.csv', '--config', 'd.ini', '-o', 'out.csv', cwd=str(tmp_path))
    assert done.returncode == 0 and done.stderr == '' and "Each row stands for as many records as column 'n' says." in done.stdout
    assert 'To attack this release' not in done.stdout
    done = kanon('check', 'out.csv', '--config', 'd.ini', '--require', 'k=2', cwd=str(tmp_path))
    assert done.returncode == 0 and '5 records = 5 in 2 classes' in done.stdout
    done = kanon('check', 'd.csv', '--config', 'd.ini', cwd=str(tmp_path))
    assert "Each row stands for as many records as column 'n' says." in done.stdout and '5 records = 5 in 2 classes' in done.stdout
    done = kanon('attack', 'out.csv', '--known', 'd.csv', cwd=str(tmp_path))
    assert (done.returncode, done.stderr) == (
        1, 'python -m kanon attack: d.ini: counts: an attack needs a row for each person; repeat each row as often as it counts\n')


def test_a_run_on_counts_is_repeated_by_its_record(tmp_path):
    (tmp_path / 'd.csv').write_text('age,job,n\n30,a,2\n31,b,3\n')
    run('run_mondrian.py', 'd.csv', '--quasi', 'age', '--sensitive', 'job', '-k', '2', '--counts', 'n', '--record', 'r.json', cwd=str(tmp_path))
    assert json.loads((tmp_path / 'r.json').read_text())['options']['counts'] == 'n'
    assert kanon('replay', 'r.json', cwd=str(tmp_path)).stdout.startswith('the same bytes')
