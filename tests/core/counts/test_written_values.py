"""--na-in and --thousands: with the option a table as it was written is the plain table.

So it is in every program, in the library, in INI files, in records, and in engines.
"""

import json
import sqlite3
from random import Random

import pytest

import kanon as package
from conftest import kanon, run, seeds
from kanon.core.counts.values import SIGNS_OF_THOUSANDS, WORDS
from kanon.core.counts.writings import codes_for_missing, in_thousands, lost_zeros
from kanon.core.errors import DataError
from kanon.tools.engines.anonymizing import anonymize_in_engine

HEAD = 'age;sex;pay;dx\n'
WORDS_OF = {'age': ['99'], 'pay': ['-9', '-1']}


def grouped(n, sign):
    """A whole number with a sign between its thousands."""
    return '{:,}'.format(n).replace(',', sign)


def drawn(seed):
    """Rows of plain values, and the sign that is written between thousands."""
    random, sign = Random(seed), sorted(SIGNS_OF_THOUSANDS)[seed % len(SIGNS_OF_THOUSANDS)]
    pays = [random.randrange(200, 60_000) for _ in range(6)] + [1200, 48_000]
    return [(str(random.randrange(30, 34)), random.choice('mf'), random.choice(pays),
             random.choice(['flu', 'gout', 'HIV']))
            for _ in range(40)], sign


def folders(tmp_path, seed):
    """Two folders, of the table as it is written and of the plain one, and the words of the first."""
    random = Random(seed)
    rows, sign = drawn(seed)
    written, plain = [], []
    for age, sex, pay, dx in rows:
        gap = random.random()
        age_, pay_ = ('99' if gap < 0.1 else age), (random.choice(['-9', ' -1 '])
                                                    if gap > 0.95 else grouped(pay, sign))
        written.append((age_, sex, pay_, dx))
        plain.append(('?' if age_ == '99' else age, sex, '?' if gap > 0.95 else str(pay), dx))
    for name, lines in (('written', written), ('plain', plain)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / 'd.csv').write_text(HEAD + ''.join('%s;%s;%s;%s\n' % line for line in lines))
        (folder / 'd.ini').write_text('[kanon]\nquasi = age, pay\nsensitive = dx\nk = 2\n'
                                      'missing-in = used\n')
    words = ['--na-in', 'age=99;pay=-9,-1', '--thousands', 'pay=' + WORDS.get(sign, sign)]
    return tmp_path / 'written', tmp_path / 'plain', words


def told(text):
    """The lines of a report, without how the table was read."""
    if not text.startswith('{'):
        return text.splitlines()
    report = json.loads(text)
    report.pop('read_as', None)
    return [json.dumps(report)]


def same(both, program, *words, files=(), config=True):
    """Assert that a program does the same to both tables. The words go with the written one."""
    written, plain, said = both
    done = []
    words = [*words, *['--config', 'd.ini'] * config]
    for folder, more in ((written, said), (plain, [])):
        result = (run if program.startswith('run') else kanon)(program, *words, *more,
                                                               cwd=str(folder))
        assert 'Traceback' not in result.stderr
        shown = [line for line in told(result.stdout) if '--na-in' not in line
                 and '--thousands' not in line
                 and not line.startswith(('seconds', 'read as', 'To attack', 'To check',
                                          '  python -m'))]
        done.append((result.returncode, shown, *[(folder / file).read_bytes() for file in files]))
    assert done[0] == done[1] and done[0][0] == 0, (done, result.stderr)
    return result


@pytest.mark.parametrize('seed', seeds(66))
@pytest.mark.parametrize('missing', ['drop', 'value'])
def test_a_run_publishes_what_it_publishes_of_the_plain_table(seed, missing, tmp_path):
    both = folders(tmp_path, seed)
    same(both, 'run_mondrian.py', 'd.csv', '-o', 'out.csv', '--missing', missing,
         *['--missing-in', 'used'] * (missing == 'drop'),
         '--categories', 'frequency', '--recoding', 'recoding.csv',
         files=['out.csv', 'recoding.csv'])
    published = (tmp_path / 'written' / 'out.csv').read_text().replace('\n', ',').split(',')
    assert {'99', '-9', '-1'}.isdisjoint(published)


@pytest.mark.parametrize('seed', seeds(22))
def test_each_program_says_what_it_says_of_the_plain_table(seed, tmp_path):
    both = folders(tmp_path, seed)
    written, plain, said = both
    same(both, 'hierarchy', 'ranges', 'd.csv', '--column', 'pay', '--widths', '1000,10000',
         files=['hierarchies/pay.txt'])
    same(both, 'hierarchy', 'flat', 'd.csv', '--column', 'age', files=['hierarchies/age.txt'])
    same(both, 'run_samarati.py', 'd.csv', '-o', 'levels.csv', '--max-suppression', '50%',
         files=['levels.csv'])
    same(both, 'datafly', 'd.csv', '-o', 'datafly.csv', '--max-suppression', '50%',
         files=['datafly.csv'])
    same(both, 'run_mondrian.py', 'd.csv', '-o', 'cuts.csv', files=['cuts.csv'])
    same(both, 'lattice', 'd.csv', '--format', 'csv')
    same(both, 'run_samarati.py', 'd.csv', '-o', 'k_map.csv', '--population', 'd.csv', '--k-map',
         '2', '--max-suppression', '50%', files=['k_map.csv'])
    same(both, 'check', 'k_map.csv', '--population', 'd.csv', '--k-map', '2', '--json')
    same(both, 'explain', 'mondrian', 'd.csv', '-o', 'page.html', files=['page.html'])
    same(both, 'hierarchy', 'check', 'd.csv', '--column', 'pay', '--json')
    same(both, 'count', 'd.csv', '-o', 'counted.csv', files=['counted.csv'])
    same(both, 'check', 'd.csv', '--require', 'k=1', '--json', '--quasi', 'age', '--sensitive',
         'pay')
    for folder in (written, plain):
        lines = (folder / 'd.csv').read_text().splitlines(True)
        full = [line for line, other in zip(lines, (plain / 'd.csv').read_text().splitlines())
                if '?' not in other]
        (folder / 'full.csv').write_text(''.join(full))
    same(both, 'check', 'full.csv', '--require', 'ordered-t=1', '--json', '--quasi', 'age',
         '--sensitive', 'pay')
    same(both, 'risk', 'd.csv', '--format', 'csv')
    same(both, 'use', 'd.csv', 'cuts.csv', '--queries', '20', '--format', 'csv')
    same(both, 'attack', 'cuts.csv', '--known', 'd.csv', '--format', 'csv')
    same(both, 'start', 'd.csv', '--header', config=False)
    run_ = ['run_mondrian.py', 'd.csv', '--config', 'd.ini', '-o', 'again.csv', '--record',
            'run.json', '--quiet', *said]
    assert run(*run_, cwd=str(written)).returncode == 0
    record = json.loads((written / 'run.json').read_text())
    assert record['options']['na_in'] == WORDS_OF
    assert list(record['options']['thousands']) == ['pay']
    replayed = kanon('replay', 'run.json', cwd=str(written))
    assert replayed.returncode == 0 and 'the same bytes' in replayed.stdout


@pytest.mark.parametrize('seed', seeds(22))
def test_the_library_and_the_ini_file_say_the_same(seed, tmp_path):
    written, plain, said = folders(tmp_path, seed)
    sign = sorted(SIGNS_OF_THOUSANDS)[seed % len(SIGNS_OF_THOUSANDS)]
    how = {'na_in': WORDS_OF, 'thousands': {'pay': sign}}
    releases = []
    for data in (package.Csv(written / 'd.csv', **how), package.Csv(plain / 'd.csv')):
        releases.append(package.anonymize(data, ['age', 'pay'], ['dx'], k=2, missing_in='used'))
    assert releases[0].rows == releases[1].rows and releases[0].records == releases[1].records
    rows = [line.split(';') for line in (written / 'd.csv').read_text().splitlines()[1:]]
    of_rows = package.anonymize(package.Records(rows, columns=HEAD.strip().split(';'), **how),
                                ['age', 'pay'], ['dx'], k=2, missing_in='used')
    assert of_rows.rows == releases[1].rows
    ini = (written / 'd.ini').read_text() + 'na-in = %s\nthousands = %s\n' % (said[1], said[3])
    (written / 'd.ini').write_text(ini)
    for folder in (written, plain):
        assert run('run_mondrian.py', 'd.csv', '--config', 'd.ini', '-o', 'out.csv', '--quiet',
                   cwd=str(folder)).returncode == 0
    assert (written / 'out.csv').read_bytes() == (plain / 'out.csv').read_bytes()


def test_a_word_of_one_column_is_a_value_of_another():
    """A real 99 of another column stays, as --na 99 would take it away."""
    rows = [{'age': 99, 'months': 99, 'dx': 'flu'}, {'age': 99, 'months': 99, 'dx': 'gout'},
            {'age': 30, 'months': 2, 'dx': 'flu'}]
    release = package.anonymize(package.Records(rows, na_in={'months': ['99']}), ['age'], ['dx'],
                                ['months'], k=2, missing='value')
    assert sorted(row[0] for row in release.rows) == ['[30-99]'] * 3
    assert sorted(row[2] for row in release.rows) == ['2', '?', '?']


PAY = '450 520 630 700 850 910 1.200 1.350 2.400 3.100 12.500 48.000'.split()


def of_pay(**more):
    rows = [{'lohn': PAY[n % 12], 'dx': 'abc'[n % 3]} for n in range(48)]
    return package.anonymize(package.Records(rows, **more), ['lohn'], ['dx'], k=2)


def test_an_ambiguous_column_is_refused_with_both_answers_and_taken_with_either():
    with pytest.raises(DataError) as refused:
        of_pay()
    assert str(refused.value) == ("column 'lohn': 1.200 may be 1200 or 1.2;"
                                  " say thousands={'lohn': '.'} or thousands={'lohn': 'none'}")
    whole, decimals = of_pay(thousands={'lohn': '.'}), of_pay(thousands={'lohn': 'none'})
    assert {row[0] for row in whole.rows} == {value.replace('.', '') for value in PAY}
    assert {row[0] for row in decimals.rows} == set(PAY)
    cut = [release._made.space.dimensions[0] for release in (whole, decimals)]
    assert [column.positions for column in cut] == [
        sorted(int(value.replace('.', '')) for value in PAY), sorted(map(float, PAY))]


@pytest.mark.parametrize('seed', seeds(200, 3))
def test_a_column_is_ambiguous_only_if_all_its_values_fit_both_meanings(seed):
    """By another road: each value is read both ways, and written again."""
    random = Random(seed)
    pool = ['7', '0', '450', '999', '1.200', '48.000', '1.000', '0.500', '23.5', '1000', '1.2345',
            '12.34', '-1.200', '?', '', '1.200.000', '01', '-450']
    values = random.sample(pool, random.randint(1, 6))

    def fits(value):
        if '.' not in value:
            digits = value.lstrip('-')
            return digits.isdigit() and str(int(digits)) == digits and int(digits) < 1000
        whole, _, rest = value.partition('.')
        as_thousands = (whole + rest).lstrip('-')
        if not rest.isdigit() or len(rest) != 3 or len(as_thousands) > 6:
            return False
        return grouped(int(as_thousands), '.') == value.lstrip('-')
    known = [value for value in values if value not in ('?', '')]
    pointed = {value for value in known if '.' in value}
    assert bool(in_thousands(values, '.')) == (len(pointed) > 1 and all(map(fits, known))), values


@pytest.mark.parametrize('seed', seeds(100, 3))
def test_a_code_is_found_only_far_from_all_others(seed):
    random = Random(seed)
    low, spread = random.choice([0, 1, 18]), random.randint(4, 60)
    others = sorted({low, low + spread, *(random.randint(low, low + spread) for _ in range(6))})
    code = random.choice([99, 999, 9999, -1, -9, -99, -7])
    counts = {str(n): 3 for n in others if n != code}
    found = codes_for_missing({**counts, str(code): 2, '?': 4})
    others = sorted(map(int, counts))
    gap = min(abs(code - n) for n in others)
    outside = not others[0] <= code <= others[-1]
    expected = len(others) >= 4 and 2 * gap > others[-1] - others[0] and outside
    assert found == ({str(code): 2} if expected else {}), (others, code)
    assert codes_for_missing(counts) == {} or '99' in counts and others[-1] == 99


def test_lost_zeros_need_two_neighbouring_lengths_and_no_zero():
    assert lost_zeros(dict.fromkeys(['1067', '1069', '4109', '10115'], 1)) == (4, 5)
    for values in (['10115', '20095'], ['01067', '4109', '10115'], ['601', '10115'],
                   ['1067', '10115', 'K1A'], ['1', '99', '100']):
        assert lost_zeros(dict.fromkeys(values, 1)) == ()


NAMES = ['age', 'pay', 'dx']


def of_engine(rows):
    database = sqlite3.connect(':memory:')
    database.execute('CREATE TABLE people (age TEXT, pay TEXT, dx TEXT)')
    database.executemany('INSERT INTO people VALUES (?, ?, ?)', rows)
    database.commit()
    return database


@pytest.mark.parametrize('seed', seeds(33))
@pytest.mark.parametrize('missing_in', ['any', 'used'])
def test_an_engine_takes_words_of_one_column(seed, missing_in):
    """As it takes ? in their place. A 99 of another column stays."""
    random = Random(seed)
    rows = [(random.choice(['30', '31', '99']), random.choice(['99', '20', '-9']),
             random.choice(['flu', 'gout'])) for _ in range(40)]
    plain = [('?' if age == '99' else age, '?' if pay == '-9' else pay, dx)
             for age, pay, dx in rows]
    found = []
    for table, more in ((rows, {'na_in': {'age': ['99'], 'pay': ['-9']}}), (plain, {})):
        database = of_engine(table)
        made = anonymize_in_engine(database, 'people', NAMES[:1], NAMES[2:], k=2, into='released',
                                   missing_in=missing_in, **more)
        found.append((made.records,
                      database.execute('SELECT * FROM released ORDER BY 1, 2').fetchall()))
    assert found[0] == found[1]


def test_an_engine_asks_for_the_sign_between_thousands_and_keeps_it():
    rows = [('30', value, 'flu') for value in PAY * 2]
    database = of_engine(rows)
    asked = "1.200 may be 1200 or 1.2; say thousands={'pay': '.'} or thousands={'pay': 'none'}"
    for thousands, said in ((None, asked),
                            ({'pay': '.'}, 'an engine keeps the sign between thousands')):
        with pytest.raises(DataError) as refused:
            anonymize_in_engine(database, 'people', ['pay'], ['dx'], k=2, into='released',
                                thousands=thousands)
        assert said in str(refused.value)
    made = anonymize_in_engine(database, 'people', ['pay'], ['dx'], k=2, into='released',
                               thousands={'pay': 'none'})
    assert made.records['published'] == 24
    query = "(SELECT age, REPLACE(pay, '.', '') AS pay, dx FROM people)"
    assert anonymize_in_engine(database, query, ['pay'], ['dx'], k=2,
                               into='whole').records['published'] == 24
    with pytest.raises(DataError, match="there is no column 'agee'"):
        anonymize_in_engine(database, 'people', ['pay'], ['dx'], k=2, into='more',
                            na_in={'agee': ['99']})


def test_maps_take_words_of_one_column_and_no_sign_between_thousands(tmp_path):
    written, plain, _ = folders(tmp_path, 0)
    for folder in (written, plain):
        (folder / 'hierarchies').mkdir()
        (folder / 'hierarchies' / 'age.txt').write_text(''.join('%d,*\n' % age
                                                                for age in range(30, 34)))
    maps = ['run_samarati.py', 'd.csv', '--quasi', 'age', '--sensitive', 'dx', '-k', '2',
            '--recoding-maps', 'maps', '-o', 'out.csv', '--quiet']
    assert run(*maps, '--config', '/dev/null', '--missing-in', 'used', '--na-in', 'age=99',
               cwd=str(written)).returncode == 0
    assert 'na-in = age=99\n' in (written / 'maps' / 'maps.ini').read_text()
    statement = (written / 'maps' / 'release.sql').read_text()
    assert "IN ('99')" in statement
    again = kanon('recode', 'maps', 'd.csv', '--force', '-o', 'again.csv', '--quiet',
                  cwd=str(written))
    assert again.returncode == 0, again.stderr
    assert (written / 'again.csv').read_bytes() == (written / 'out.csv').read_bytes()
    refused = run(*maps, '--config', '/dev/null', '--thousands', 'pay=.', '--force',
                  cwd=str(written))
    assert refused.returncode == 2
    assert '--recoding-maps and --thousands exclude each other' in refused.stderr


def test_numbers_that_are_no_texts_are_not_ambiguous(tmp_path):
    """Those of a program, and of a column of reals. What both hold as texts is."""
    numbers = [60.323, 61.122, 70.5 + 0.001, 88.125] * 6
    release = package.anonymize([{'lab': n, 'dx': 'flu'} for n in numbers], ['lab'], ['dx'], k=2)
    assert release.records['published'] == 24
    with pytest.raises(DataError, match='60.323 may be 60323 or 60.323'):
        package.anonymize([{'lab': str(n), 'dx': 'flu'} for n in numbers], ['lab'], ['dx'], k=2)
    database = sqlite3.connect(str(tmp_path / 'lab.db'))
    for table, kind in (('reals', 'REAL'), ('texts', 'TEXT')):
        database.execute('CREATE TABLE %s (lab %s, dx TEXT)' % (table, kind))
        database.executemany('INSERT INTO %s VALUES (?, ?)' % table,
                             [(n if kind == 'REAL' else str(n), 'flu') for n in numbers])
    database.commit()
    database.close()
    for table, status in (('reals', 0), ('texts', 1)):
        words = ['lab.db::' + table, '--quasi', 'lab', '--sensitive', 'dx', '-k', '2', '-o',
                 table + '.csv', '--quiet']
        assert run('run_mondrian.py', *words, cwd=str(tmp_path)).returncode == status
        made = kanon('hierarchy', 'ranges', 'lab.db::' + table, '--column', 'lab', '--widths', '5',
                     '-o', '-', cwd=str(tmp_path))
        assert made.returncode == status
        if table == 'reals':
            used = kanon('use', 'lab.db::reals', 'reals.csv', '--quasi', 'lab', '--sensitive', 'dx',
                         cwd=str(tmp_path))
            assert used.returncode == 0, used.stderr
        doubts = json.loads(kanon('start', 'lab.db::' + table, '--json',
                                  cwd=str(tmp_path)).stdout)['doubts']
        assert ('in_thousands' in [doubt['key'] for doubt in doubts]) == bool(status)
