"""Column maps, joined by the SQL beside them, are the release; so is what `recode` writes by them. A new file is published at their levels."""

import csv
import json
import sqlite3
from collections import Counter

import pytest

from conftest import files_below, kanon, run, run_inside, seeds
from kanon.core.desk.options import SAMARATI, parse
from kanon.core.errors import DataError
from kanon.tools.engines.column_maps import map_text, read_map
from kanon.tools.verbs import program_of
from test_counted import MISSING, NAMES, WORDS, table, written

RUNS = [['samarati', '-k', '4', '--max-suppression', '10%'], ['samarati', '-k', '3', '--optimal', '--l-diversity', '2', '--max-suppression', '30%'],
        ['samarati', '-k', '3', '--alpha', '0.7', '--max-suppression', '40%', '--na', 'd;k.A.'], ['datafly', '-k', '5'],
        ['samarati', '-k', '2', '--l-diversity', 'job=2', '--alpha', '0.66', '--max-suppression', '50%']]
NEEDS_WINDOWS = pytest.mark.skipif(sqlite3.sqlite_version_info < (3, 25), reason='this SQLite has no window functions')


def rows_in(path):
    with open(str(path), newline='', encoding='utf-8') as file:
        return list(csv.reader(file))


def engine_of(folder, rows, names, empty=''):
    """The records and the maps in SQLite. empty: what the loader of the maps takes an empty field for."""
    base = sqlite3.connect(':memory:')
    base.execute('CREATE TABLE records (%s)' % ', '.join('"%s"' % name for name in names))
    base.executemany('INSERT INTO records VALUES (%s)' % ', '.join('?' for _ in names), rows)
    for path in folder.glob('map_*.csv'):
        base.execute('CREATE TABLE "%s" (value TEXT, label TEXT)' % path.stem)
        base.executemany('INSERT INTO "%s" VALUES (?, ?)' % path.stem, [[field or empty for field in row] for row in rows_in(path)[1:]])
    return base


def sums(base, folder):
    cursor = base.execute((folder / 'sums.sql').read_text(encoding='utf-8'))
    return dict(zip([column[0] for column in cursor.description], cursor.fetchone()))


@NEEDS_WINDOWS
@pytest.mark.parametrize('words', RUNS, ids=' '.join)
@pytest.mark.parametrize('seed', seeds(24, 5))
def test_applied_by_sql_and_by_recode_they_are_the_release(seed, words, tmp_path):
    missing, empty = MISSING[seed % 4], '' if seed % 3 else None
    rows = table(seed, tmp_path)
    done = run('kanon', words[0], 'd.csv', *WORDS, *words[1:], *missing, '-o', 'out.csv', '--recoding-maps', 'maps', '--json', cwd=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, '')
    records, folder = json.loads(done.stdout)['records'], tmp_path / 'maps'
    base = engine_of(folder, [[value or empty for value in row] for row in rows], NAMES, empty)
    released = base.execute((folder / 'release.sql').read_text(encoding='utf-8')).fetchall()
    assert list(map(list, released)) == rows_in(tmp_path / 'out.csv')[1:]
    assert sums(base, folder) == {'records': records['read'], 'left_out': records['missing'], 'without_label': 0,
                                  'suppressed': records['suppressed'], 'published': records['published']}
    again = kanon('recode', 'maps', 'd.csv', '-o', 'again.csv', cwd=str(tmp_path))
    assert (again.returncode, again.stderr) == (0, '') and (tmp_path / 'again.csv').read_bytes() == (tmp_path / 'out.csv').read_bytes()
    assert '= %d published + %d suppressed + %d left out\n' % (records['published'], records['suppressed'], records['missing']) in again.stdout
    report = checked(tmp_path, 'd.csv', 'out.csv', missing)
    assert report['holds'] and report['as_counted']['records'] == {name: records[name] for name in ('read', 'published', 'suppressed', 'missing')}
    lines = (tmp_path / 'out.csv').read_text(encoding='utf-8').splitlines(True)
    for changed in lines[:1] + lines[2:], lines + lines[-1:]:
        (tmp_path / 'changed.csv').write_text(''.join(changed), encoding='utf-8')
        report = checked(tmp_path, 'd.csv', 'changed.csv', missing)
        assert not report['holds'] and report['as_counted']['differences']['rows'] == 1


def checked(folder, table, released, missing, *more):
    """What check says of a release by maps, from the counts of its table. maps.ini says what was required."""
    done = run_inside('kanon', 'count', table, *WORDS, *missing, '-o', 'counted.csv', '--force', cwd=str(folder))
    assert (done.returncode, done.stderr) == (0, '')
    done = run_inside('kanon', 'check', released, '--counted', 'counted.csv', '--recoding', 'maps', '--hierarchies', 'hierarchies', '--json', *more, cwd=str(folder))
    assert done.stderr == '' and done.returncode == (0 if json.loads(done.stdout)['holds'] else 1)
    return json.loads(done.stdout)


@NEEDS_WINDOWS
@pytest.mark.parametrize('seed', seeds(12, 5))
def test_another_table_is_published_at_the_same_levels(seed, tmp_path):
    """Of which combinations were not counted. By brute force: each value has its label, and classes of fewer than k are left away."""
    (tmp_path / 'later').mkdir()
    table(seed, tmp_path)
    rows = [row for row in table(seed + 100, tmp_path / 'later') if not seed % 2 or '' not in row]
    written(tmp_path / 'later' / 'd.csv', rows)
    missing = ['--missing', ('value', 'root')[seed % 2]]
    done = run('run_samarati.py', 'd.csv', *WORDS, '-k', '6', *missing, '--max-suppression', '20%', '-o', 'out.csv', '--recoding-maps', 'maps',
               cwd=str(tmp_path))
    assert done.returncode == 0, done.stderr
    maps = [dict(rows_in(tmp_path / 'maps' / ('map_%s.csv' % name))[1:]) for name in ('age', 'zip', 'sex')]
    recoded = [(*(labels['' if value == '?' and seed % 2 else value] for labels, value in zip(maps, (age, zip_, sex))), job, ward)
               for sex, age, zip_, job, ward, _ in rows]
    sizes = Counter(row[:3] for row in recoded)
    expected = sorted(row for row in recoded if sizes[row[:3]] >= 6)
    again = kanon('recode', 'maps', 'later/d.csv', '--hierarchies', 'hierarchies', '-o', 'new.csv', '--max-suppression', '100%', cwd=str(tmp_path))
    assert again.returncode == 0, again.stderr
    assert rows_in(tmp_path / 'new.csv')[1:] == list(map(list, expected))
    assert '= %d published + %d suppressed + 0 left out\n' % (len(expected), len(rows) - len(expected)) in again.stdout
    report = checked(tmp_path, 'later/d.csv', 'new.csv', missing)
    assert report['holds'] and report['as_counted']['records'] == {'read': len(rows), 'published': len(expected), 'suppressed': len(rows) - len(expected), 'missing': 0}
    one = checked(tmp_path, 'later/d.csv', 'new.csv', missing, '-k', '7')      # then classes of 6 are suppressed
    assert one['holds'] == (6 not in Counter(row[:3] for row in expected).values())
    base = engine_of(tmp_path / 'maps', rows, NAMES)
    assert base.execute((tmp_path / 'maps' / 'release.sql').read_text(encoding='utf-8')).fetchall() == expected


@pytest.fixture
def folder(tmp_path):
    """maps of a table of two columns, decided with k = 2."""
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'age.txt').write_text('30,3*,*\n31,3*,*\n39,3*,*\n41,4*,*\n')
    (tmp_path / 'hierarchies' / 'sex.txt').write_text('m,*\nf,*\n')
    written(tmp_path / 'd.csv', [(30, 'm', 'a'), (31, 'm', 'b'), (31, 'm', 'a'), (41, 'f', 'b'), (41, 'f', 'a')], ['age', 'sex', 'job'])
    done = run('run_samarati.py', 'd.csv', '--quasi', 'age,sex', '--sensitive', 'job', '-k', '2', '--max-suppression', '0', '-o', 'out.csv',
               '--recoding-maps', 'maps', cwd=str(tmp_path))
    assert done.returncode == 0, done.stderr
    return tmp_path


def test_a_map_has_each_leaf_and_nothing_of_the_table(folder):
    assert read_map(str(folder / 'maps' / 'map_age.csv')) == {'30': '3*', '31': '3*', '39': '3*', '41': '4*'}     # nobody is 39
    assert sorted(path.name for path in (folder / 'maps').iterdir()) == ['map_age.csv', 'map_sex.csv', 'maps.ini', 'release.sql', 'sums.sql']


@NEEDS_WINDOWS
def test_the_sums_tell_a_value_without_a_label_and_a_map_with_two_rows(folder):
    rows = rows_in(folder / 'd.csv')[1:]
    base = engine_of(folder / 'maps', [*rows, ['77', 'm', 'a'], ['77', 'm', 'a'], ['39', 'f', 'a']], ['age', 'sex', 'job'])
    assert sums(base, folder / 'maps') == {'records': 8, 'left_out': 0, 'without_label': 2, 'suppressed': 1, 'published': 5}
    assert len(base.execute((folder / 'maps' / 'release.sql').read_text()).fetchall()) == 5
    base.execute("INSERT INTO map_age VALUES ('30', '4*')")
    told = sums(base, folder / 'maps')
    assert told['records'] != sum(n for name, n in told.items() if name != 'records')


@pytest.mark.parametrize('change', [
    lambda text: text.replace('31,3*', '31,4*'), lambda text: text.replace('31,3*\n', ''), lambda text: text + '31,3*\n',
    lambda text: text.replace('value', 'values'), lambda text: text + '50\n', lambda text: text.replace('39,3*', '39,39')],
    ids=['another label', 'no row', 'two rows', 'header', 'one field', 'a value that nobody has'])
def test_the_audit_reads_the_maps_again(change, folder, monkeypatch):
    from kanon.tools.engines import maps_folder
    monkeypatch.setattr(maps_folder, 'map_text', lambda labels: change(map_text(labels)) if '31' in labels else map_text(labels))
    before = files_below(folder)
    done = run_inside('run_samarati.py', 'd.csv', '--quasi', 'age,sex', '--sensitive', 'job', '-k', '2', '--max-suppression', '0', '-o', 'out.csv',
                      '--recoding-maps', 'maps', '--force', cwd=str(folder))
    assert done.returncode == 1 and "the audit read the map of column 'age' again and found " in done.stderr
    assert files_below(folder) == before


def test_what_was_required_stands_in_the_ini_file(tmp_path):
    """Of columns and words of every kind. `recode` has it from there, and what is typed replaces it."""
    (tmp_path / 'hierarchies').mkdir()
    for name in 'age', 'zip; old', 'pay, "net"':
        (tmp_path / 'hierarchies' / (name.replace('"', '%22') + '.txt')).write_text('30,*\n31,*\n')
    names = ['age', 'zip; old', 'job; now', 'pay, "net"']
    written(tmp_path / 'd.csv', [(30, 31, 'a', 30), (30, 31, 'b', 30)] * 3, names)
    words = ['--quasi', 'age,zip; old,"pay, ""net"""', '--sensitive', 'job; now', '-k', '3', '--l-diversity', '"job; now=2"', '--alpha', '0.6',
             '--missing-in', 'used', '--na', 'NA;k.A.', '--max-suppression', '5%', '--totals', 'keep', '--encoding', 'utf-8-sig']
    done = run('run_samarati.py', 'd.csv', *words, '-o', 'out.csv', '--recoding-maps', 'maps', cwd=str(tmp_path))
    assert done.returncode == 0, done.stderr
    asked = vars(parse(SAMARATI, ['d.csv', *words]))
    program, _ = program_of('recode')
    maps = str(tmp_path / 'maps')
    taken = vars(parse(program, [maps, 'd.csv', '-o', 'x.csv']))
    for name in ('quasi', 'sensitive', 'publish', 'k', 'l_diversity', 'alpha', 'missing', 'missing_in', 'na', 'max_suppression', 'totals', 'encoding'):
        assert taken[name] == asked[name], name
    assert parse(program, [maps, 'd.csv', '-o', 'x.csv', '-k', '7']).k == 7
    done = kanon('recode', 'maps', 'd.csv', '-o', 'again.csv', cwd=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / 'again.csv').read_bytes() == (tmp_path / 'out.csv').read_bytes()


def test_a_release_that_fails_leaves_no_folder(folder, monkeypatch):
    from kanon.core.desk import publication

    def fails(*arguments):
        raise DataError('the audit disagrees')
    monkeypatch.setattr(publication, 'publish', fails)
    before = files_below(folder)
    done = run_inside('run_samarati.py', 'd.csv', '--quasi', 'age,sex', '--sensitive', 'job', '-k', '2', '-o', 'out.csv', '--recoding-maps', 'others',
                      '--force', cwd=str(folder))
    assert done.returncode == 1 and files_below(folder) == before and not (folder / 'others').exists()


def test_a_run_may_decide_alone(folder):
    """Without -o, or with -o none, the maps are the same, and there is no release."""
    expected, before = files_below(folder / 'maps'), set(files_below(folder))
    for more in [], ['-o', 'none']:
        done = run('run_samarati.py', 'd.csv', '--quasi', 'age,sex', '--sensitive', 'job', '-k', '2', '--max-suppression', '0', '--force',
                   '--recoding-maps', 'maps', *more, cwd=str(folder))
        assert done.returncode == 0 and 'the recoding makes 5 records in 2 classes' in done.stdout, done.stderr
        assert files_below(folder / 'maps') == expected and set(files_below(folder)) == before
