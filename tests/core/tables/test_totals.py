"""Rows that look like a total: which ones, and what a run, a count and the library make of them."""

import csv
import json
from random import Random

import pytest

import kanon
from conftest import kanon as kanon_, run
from flat import anonymize
from kanon.core.tables.dialect import header_below, is_total
from kanon.core.tables.table import Table


@pytest.mark.parametrize('row, expected', [
    (('Summe', '', ''), True), (('Total', '?', '39'), True), (('', 'TOTAL:', '1.234,50'), True), (('合计', '', '12'), True),
    (('Gesamt', '', '1,234'), True), (('Grand Total', '', '50%'), True), (('总计', '', '€ 12'), True), ((' Zwischensumme ', '', '-5'), True),
    (('total', 'f', '39'), False), (('Total', '', 'flu'), False), (('Ann Total', '', '39'), False), (('39', 'Total', ''), False),
    (('Summe',), False), (('', ''), False), (('total knee', '', '3'), False), (('Total', '', '90+'), False)])
def test_totals(row, expected):
    assert is_total(row) is expected and is_total(list(row)) is expected


ROWS = ['%d,%s,%s' % (20 + n % 10, 'mf'[n % 2], ['flu', 'asthma', 'ulcer'][n % 3]) for n in range(60)]
TOTAL = 'Summe,,'
CODED = ['%s,%d' % (line.partition(',')[0], 1 + n % 3) for n, line in enumerate(ROWS)]


@pytest.fixture
def ward(tmp_path):
    (tmp_path / 'd.csv').write_text('\n'.join(['age,sex,ill', *ROWS, TOTAL, '']), encoding='utf-8')
    (tmp_path / 'plain.csv').write_text('\n'.join(['age,sex,ill', *ROWS, '']), encoding='utf-8')
    return tmp_path


WORDS = '--quasi', 'age,sex', '--sensitive', 'ill', '-k', '3'


@pytest.mark.parametrize('more', [(), ('--order', 'input'), ('--unreadable', 'missing'), ('--missing', 'value')])
def test_a_run_leaves_them_out_and_counts_them(ward, more):
    words = (*WORDS, '--json', *more)
    with_total = run('run_mondrian.py', 'd.csv', '--totals', 'leave-out', *words, cwd=str(ward))
    assert (with_total.returncode, with_total.stderr) == (0, '')
    report = json.loads(with_total.stdout)
    assert report['totals'] == 1 and report['records'] == {'read': 60, 'missing': 0, 'published': 60, 'suppressed': 0}
    assert run('run_mondrian.py', 'plain.csv', *words, cwd=str(ward)).returncode == 0
    assert (ward / 'd_mondrian.csv').read_bytes() == (ward / 'plain_mondrian.csv').read_bytes()


def test_a_run_says_so_and_without_the_option_it_warns(ward):
    warned = run('run_mondrian.py', 'd.csv', *WORDS, cwd=str(ward))
    assert warned.returncode == 0 and '1 left out' in warned.stdout
    assert warned.stderr == ('run_mondrian.py: d.csv: the last row looks like a total, and is taken for a record; --totals leave-out leaves it'
                             ' out, --totals keep says that it is one\n')
    kept = run('run_mondrian.py', 'd.csv', *WORDS, '--totals', 'keep', '--force', cwd=str(ward))
    assert (kept.returncode, kept.stderr) == (0, '') and '61 records read' in kept.stdout
    said = run('run_mondrian.py', 'd.csv', *WORDS, '--totals', 'leave-out', '--force', '--html', 'page.html', '--internal', cwd=str(ward))
    assert '60 records read = 60 published' in said.stdout and '1 total row was left out, and not taken for a record.' in said.stdout
    assert '1 total row was left out, and not taken for a record.' in (ward / 'page.html').read_text(encoding='utf-8')
    (ward / 'd.ini').write_text('[kanon]\ntotals = keep\n')        # whoever sent the table does not silence the warning
    assert 'the last row looks like a total' in run('run_mondrian.py', 'd.csv', *WORDS, '--force', cwd=str(ward)).stderr
    assert run('run_mondrian.py', 'd.csv', *WORDS, '--force', '--config', 'd.ini', cwd=str(ward)).stderr == ''
    (ward / 'd.ini').write_text('[kanon]\ntotals = leave-out\n')
    assert '60 records read' in run('run_mondrian.py', 'd.csv', *WORDS, '--force', cwd=str(ward)).stdout
    silent = run('run_mondrian.py', 'plain.csv', *WORDS, cwd=str(ward))
    assert silent.stderr == '' and 'total row' not in silent.stdout


def test_it_is_replayed_and_attacked_without_the_total(ward):
    assert run('run_mondrian.py', 'd.csv', *WORDS, '--totals', 'leave-out', '--record', 'r.json', cwd=str(ward)).returncode == 0
    again = kanon_('replay', 'r.json', cwd=str(ward))
    assert again.returncode == 0 and again.stdout.startswith('the same bytes'), again
    attack = kanon_('attack', 'd_mondrian.csv', '--known', 'd.csv', '--quasi', 'age,sex', '--sensitive', 'ill', '--totals', 'leave-out',
                    '--format', 'json', cwd=str(ward))
    assert attack.returncode == 0 and json.loads(attack.stdout)[0]['people'] == 60, attack


def test_of_a_counted_table_and_of_several_files(ward):
    (ward / 'c.csv').write_text('\n'.join(['age,n', *CODED, 'Total,%d' % sum(int(line.split(',')[1]) for line in CODED), '']))
    words = '--quasi', 'age', '--sensitive', '', '-k', '3', '--counts', 'n', '--json', '--force'
    left = json.loads(run('run_mondrian.py', 'c.csv', *words, '--totals', 'leave-out', cwd=str(ward)).stdout)
    assert left['records']['read'] == 120 and left['totals'] == 1
    (ward / 'wards').mkdir()
    for name, rows in (('a', ROWS[:20]), ('b', ROWS[20:])):
        (ward / 'wards' / (name + '.csv')).write_text('\n'.join(['age,sex,ill', *rows, TOTAL, '']))
    parts = run('run_mondrian.py', 'wards', *WORDS, '--json', '--totals', 'leave-out', cwd=str(ward))
    assert json.loads(parts.stdout)['totals'] == 2 and json.loads(parts.stdout)['records']['read'] == 60
    (ward / 'wards' / 'b.csv').write_text('\n'.join(['age,sex,ill', *ROWS[20:], '']))
    assert 'the last row looks like a total' in run('run_mondrian.py', 'wards', *WORDS, '--force', cwd=str(ward)).stderr    # that of a.csv


def test_an_empty_count_of_a_total_is_no_error(tmp_path):
    (tmp_path / 'c.csv').write_text('age,pay,n\n39,1,5\n40,2,6\nTotal,3,\n')
    table = Table(str(tmp_path / 'c.csv'), counts='n')
    table.totals = 'leave-out'
    assert list(table.tuples(['age'])) == [('39', '5'), ('40', '6')] and (table.read, table.left_totals) == (11, 1)
    (tmp_path / 'more.csv').write_text('age,pay,n\n41,1,5\nTotal,1,\n')
    parts = Table(str(tmp_path / 'c.csv'), further=[str(tmp_path / 'more.csv')], counts='n')
    parts.totals = 'leave-out'
    assert len(list(parts.tuples(['age']))) == 3 and (parts.read, parts.left_totals) == (16, 2)


def test_the_library_leaves_them_out(ward):
    with open(str(ward / 'd.csv'), encoding='utf-8') as file:
        rows = list(csv.DictReader(file))
    for data in (str(ward / 'd.csv'), rows):
        release = anonymize(data, ['age', 'sex'], ['ill'], k=3, totals='leave-out', missing='value')
        assert (len(release.rows), release.left_totals) == (60, 1)
        assert anonymize(data, ['sex'], ['ill'], k=3).left_totals == 0
    with pytest.raises(kanon.DataError, match="totals: 'drop' is not one of keep, leave-out"):
        anonymize(rows, ['age'], k=3, totals='drop')


def test_check_and_risk_judge_every_row(ward):
    (ward / 'd.ini').write_text('[kanon]\ntotals = leave-out\n')
    assert '61 records' in kanon_('risk', 'd.csv', '--quasi', 'age,sex', cwd=str(ward)).stdout


@pytest.mark.parametrize('seed', range(30))
def test_what_is_left_out_and_what_is_read_are_all_rows(seed, tmp_path):
    """In random tables, against a plain reading by csv."""
    random = Random(seed)
    pool = ['Summe', 'Total', '', '?', '39', '1.234,5', 'f', 'm', 'total:', 'Anna']
    rows = [[random.choice(pool) for _ in range(3)] for _ in range(random.randrange(1, 1200))]
    with open(str(tmp_path / 'd.csv'), 'w', newline='') as file:
        csv.writer(file).writerows([['a', 'b', 'c'], *rows])
    table = Table(str(tmp_path / 'd.csv'), missing='value')
    table.totals = 'leave-out'
    read = list(table.tuples(['a', 'b', 'c']))

    def plain(row):
        words = [cell for cell in row if cell not in ('', '?')]
        return bool(words) and words[0].rstrip(':').lower() in ('summe', 'total') and set(words[1:]) <= {'39', '1.234,5'}
    assert read == [tuple(row) for row in rows if not plain(row)]
    assert table.left_totals == sum(map(plain, rows)) == len(rows) - table.read
    lines = [line for line, _ in table.lines_where(is_total)]
    assert lines == [line for line, row in enumerate(rows, 2) if plain(row)]


@pytest.mark.parametrize('lines, expected', [
    (['person,,x', 'age,sex,pay', '39,m,1', '40,m,2', '41,f,3'], True), (['a,a,b', 'age,sex,pay', '39,m,1', '40,m,2', '41,f,3'], True),
    (['age,sex,', '39,m,1', '40,m,2', '41,f,3'], False), (['p,,x', 'age,,pay', '39,m,1', '40,m,2', '41,f,3'], False),
    (['p,,x', 'age,age,pay', '39,m,1', '40,m,2', '41,f,3'], False), (['p,,x'], False), (['p,,x', '"a'], False)])
def test_a_header_below_names_of_groups(lines, expected):
    assert header_below([line + '\n' for line in lines], ',') is expected


def test_an_attack_says_how_many_totals_of_its_lists_are_left_out(ward):
    assert run('run_mondrian.py', 'd.csv', *WORDS, '--totals', 'leave-out', cwd=str(ward)).returncode == 0
    quasi = WORDS[:WORDS.index('-k')]
    words = 'attack', 'd_mondrian.csv', '--known', 'd.csv', *quasi, '-k', '2'
    told = kanon_(*words, '--totals', 'leave-out', '--html', 'a.html', cwd=str(ward))
    line = '1 total row was left out, and not taken for a record.'
    assert told.returncode == 0 and told.stdout.split('\n').count(line) == 1, told.stderr
    assert (ward / 'a.html').read_text(encoding='utf-8').count(line) == 1
    assert 'total row' not in kanon_(*words, '--totals', 'keep', cwd=str(ward)).stdout
