"""--since: columns that are counted in days from others, against a plain reckoning, through every program that reads the table."""

import csv
import json
import re
from datetime import datetime, timedelta
from random import Random

import pytest

import kanon
from conftest import kanon as kanon_, run, run_inside, seeds
from kanon.core.errors import DataError
from kanon.core.settings.table import SETTINGS
from kanon.core.tables.recorded_dates import Days
from kanon.core.tables.rows import Rows


@pytest.mark.parametrize('came, left, pattern, expected', [
    ('2024-01-31', '2024-02-03', None, '3'), ('2024-02-28', '2024-03-01', None, '2'), ('2023-02-28', '2023-03-01', None, '1'),
    ('2024-02-03', '2024-01-31', None, '-3'), ('2024-01-31', '2024-01-31', None, '0'), ('1899-12-31', '2000-01-01', None, '36525'),
    ('2024-01-31 23:59', '2024-02-01T00:01:02', None, '1'), ('2024-01-31', '2024-01-31 23:59', None, '0'),
    ('31.01.2024', '3.2.24', '%d.%m.%Y,%d.%m.%y', '3'), ('01/02/2024', '03/01/2024', '%m/%d/%Y', '59'), ('January 2, 2024', 'March 1, 2024', '%B %d, %Y', '59'),
    ('2024年1月2日', '2024年1月10日', '%Y年%m月%d日', '8'),
    ('', '2024-01-31', None, '?'), ('2024-01-31', '?', None, '?'), ('?', '', None, '?'), ('?', 'soon', None, '?')])
def test_days(came, left, pattern, expected):
    table = Rows([(came, left, 'x')], ['came', 'left', 'more'], 'value')
    table.days = Days({'left': 'came'}, pattern, 1925)
    assert list(table.tuples(['left', 'more', 'came'])) == [(expected, 'x', came)]


@pytest.mark.parametrize('came, left, pattern, wrong', [
    ('2024-01-31', '31.01.2024', None, "column 'left': '31.01.2024' is no date like YYYY-MM-DD; date_format='%d.%m.%Y' reads it"),
    ('2024-02-30', '2024-02-30', None, "column 'left': '2024-02-30' is no date like YYYY-MM-DD; correct it, or write ? if it is not known"),
    ('soon', '2024-02-29', None, "column 'came': 'soon' is no date like YYYY-MM-DD; correct it, or write ? if it is not known"),
    ('2024-01-31', '01/02/2024', None, "column 'left': '01/02/2024' is no date like YYYY-MM-DD; date_format='%d/%m/%Y' or date_format='%m/%d/%Y' reads it"),
    ('01/02/2024', '31/01/2024', '%d/%m/%Y,%m/%d/%Y',
     "column 'came': '01/02/2024' is a different date in two of the formats; correct it, or leave one format out")])
def test_what_is_no_date(came, left, pattern, wrong):
    with pytest.raises(DataError) as refused:
        kanon.anonymize(kanon.Records([{'came': came, 'left': left}] * 2, since={'left': 'came'}, date_format=pattern), ['left'], k=2)
    assert str(refused.value) == 'the rows: ' + wrong


FORMS = '%Y-%m-%d', '%Y-%m-%d %H:%M', '%d.%m.%Y', '%d.%m.%y'
WORDS = '--quasi', 'sex,left', '--sensitive', 'ill', '--publish', 'seen', '-k', '3'


def drawn_table(seed):
    """Rows of dates, the same rows with days, and the format."""
    random = Random(seed)
    form = FORMS[seed % len(FORMS)]

    def date():
        """A date, and its text. Some are missing."""
        if random.random() < 0.04:
            return None, random.choice(['', '?', 'NA'])
        found = datetime(2023, 12, 1) + timedelta(minutes=random.randrange(120 * 1440))
        return found, found.strftime(form)
    dated, counted = [['sex', 'came', 'left', 'seen', 'ill']], [['sex', 'came', 'left', 'seen', 'ill']]
    for _ in range(random.randrange(30, 90)):
        sex, ill, (came, text), others = random.choice('mf'), random.choice(['flu', 'ulcer', 'asthma']), date(), [date(), date()]
        dated.append([sex, text, *(other for _, other in others), ill])
        counted.append([sex, text, *('?' if came is None or other is None else str((other.date() - came.date()).days) for other, _ in others), ill])
    return dated, counted, form


def write(path, rows):
    with open(str(path), 'w', newline='', encoding='utf-8') as file:
        csv.writer(file).writerows(rows)


@pytest.fixture
def ward(tmp_path):
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'sex.txt').write_text('m,*\nf,*\n')
    (tmp_path / 'hierarchies' / 'left.txt').write_text(''.join('%d,[%d-%d],%s,*\n' % (n, n // 10 * 10, n // 10 * 10 + 9, 'before' if n < 0 else 'after')
                                                               for n in range(-130, 131)))
    return tmp_path


def since(form):
    return ['--since', 'left=came,seen=came', *(['--date-format', form] if '.' in form else []), *(['--century', '1980'] if '%y' in form else [])]


@pytest.mark.parametrize('seed', seeds(40, 7))
def test_a_run_publishes_what_it_publishes_of_the_table_with_days(ward, seed):
    """Byte by byte: both scripts, Datafly, and the library, which reads files and rows."""
    dated, counted, form = drawn_table(seed)
    write(ward / 'dated.csv', dated)
    write(ward / 'counted.csv', counted)
    missing = ['drop', 'value', 'root'][seed % 3]
    for program in ['run_samarati.py'], ['run_mondrian.py'], ['kanon', 'datafly']:
        words = [*WORDS, '--na', 'NA', '--missing', missing, '--missing-in', 'any'][:None if missing == 'drop' else -2]
        words += ['--max-suppression', '100%'] * (program != ['run_mondrian.py'])
        of_dates = run_inside(*program, 'dated.csv', *words, *since(form), '-o', 'of_dates.csv', '--force', '--quiet', cwd=str(ward))
        of_days = run_inside(*program, 'counted.csv', *words, '-o', 'of_days.csv', '--force', '--quiet', cwd=str(ward))
        assert (of_dates.returncode, of_dates.stderr.replace('dated.csv', 'counted.csv')) == (of_days.returncode, of_days.stderr), (program, of_dates.stderr)
        if of_days.returncode == 0:
            assert (ward / 'of_dates.csv').read_bytes() == (ward / 'of_days.csv').read_bytes(), program
    how = {'since': {'left': 'came', 'seen': 'came'}, 'date_format': form if '.' in form else None,
           'century': 1980 if '%y' in form else None, 'na': ['NA']}
    rows = [dict(zip(dated[0], row)) for row in dated[1:]]
    plain = kanon.anonymize(kanon.Csv(ward / 'counted.csv', na=['NA']), ['sex', 'left'], ['ill'], ['seen'], k=3, missing=missing)
    for data in kanon.Csv(ward / 'dated.csv', **how), kanon.Records(rows, **how):
        release = kanon.anonymize(data, ['sex', 'left'], ['ill'], ['seen'], k=3, missing=missing)
        assert (release.rows, release.records) == (plain.rows, plain.records)


@pytest.mark.parametrize('words', [
    ['sweep', 'DATA', *WORDS[:4], '-k', '3,5', '--algorithm', 'mondrian'], ['lattice', 'DATA', *WORDS[:2], '-k', '3'],
    ['count', 'DATA', *WORDS[:4], '-o', '-'], ['hierarchy', 'check', 'DATA', '--column', 'left'],
    ['hierarchy', 'ranges', 'DATA', '--column', 'left', '--widths', '5,10', '-o', '-'],
    ['attack', 'made.csv', '--known', 'DATA', *WORDS[:4]], ['use', 'DATA', 'made.csv', *WORDS[:4]]])
def test_a_verb_says_what_it_says_of_the_table_with_days(ward, words):
    rows, counted, _ = drawn_table(0)
    for name, of in ('dated', rows), ('counted', counted):
        write(ward / (name + '.csv'), [row for row in of if not {'', '?', 'NA'} & set(row)])
    assert run('run_mondrian.py', 'counted.csv', *WORDS[:4], '-k', '3', '-o', 'made.csv', cwd=str(ward)).returncode == 0
    said = []
    for table, more in ('dated.csv', ['--since', 'left=came']), ('counted.csv', []):
        typed = [table if word == 'DATA' else word for word in words]
        done = kanon_(*typed, *more, cwd=str(ward))
        assert done.returncode == 0, done.stderr
        told = done.stdout.replace('read as: since = left=came\n\n', '').replace('read as: since = left=came\n', '')
        said.append([re.sub(' 0[.][0-9]{3}  ', ' SECONDS ', line.replace(table, 'TABLE')) for line in told.splitlines()])
    assert said[0] == said[1] and said[0]
    if words[0] in ('lattice', 'attack'):
        dates = kanon_(*[table if word == 'DATA' else word for word in words for table in ['dated.csv']], cwd=str(ward))
        assert dates.stdout.splitlines() != said[1]      # else the option would not matter here


def test_a_page_that_explains_has_the_days(ward):
    write(ward / 'd.csv', [['came', 'left'], *([['2024-01-31', '2024-02-%02d' % day] for day in range(1, 9)])])
    done = kanon_('explain', 'mondrian', 'd.csv', '--quasi', 'left', '-k', '2', '--since', 'left=came', '-o', 'page.html', cwd=str(ward))
    assert done.returncode == 0, done.stderr
    assert '2024-02' not in (ward / 'page.html').read_text(encoding='utf-8')


def dated_with(ward, wrong):
    write(ward / 'd.csv', [['sex', 'came', 'left', 'ill'], *wrong, *([['mf'[n % 2], '2024-01-%02d' % (1 + n % 9), '2024-02-01', 'flu'] for n in range(20)])])


@pytest.mark.parametrize('column', ['quasi', 'publish'])
def test_a_few_unreadable_dates_are_missing_and_counted(ward, column):
    dated_with(ward, [['m', 'soon', '2024-02-01', 'flu'], ['m', '2024-01-01', '20240201', 'flu']])
    words = ['d.csv', '--quasi', 'sex,left' if column == 'quasi' else 'sex', '--publish', '' if column == 'quasi' else 'left', '--sensitive', 'ill', '-k', '2',
             '--since', 'left=came', '--categories', 'frequency', '--json', '-o', 'out.csv', '--force']
    refused = run('run_mondrian.py', *words, cwd=str(ward))
    assert refused.returncode == 1 and "d.csv, line 2: column 'came': 'soon' is no date like YYYY-MM-DD" in refused.stdout, refused.stdout
    taken = run('run_mondrian.py', *words, '--unreadable', 'missing', cwd=str(ward))
    report = json.loads(taken.stdout)
    assert report['unreadable'] == {'left': {'values': 2, 'records': 2}} and report['since'] == {'left': 'came'}
    assert report['unreadable_examples'] == {'left': ['2024-02-01 since soon', '20240201 since 2024-01-01']}
    assert report['records']['read'], report['records']['missing'] == (22, 2)
    assert ' since ' not in (ward / 'out.csv').read_text()


def test_a_second_header_line_is_named_with_its_own_line(ward):
    dated_with(ward, [])
    (ward / 'd.csv').write_text((ward / 'd.csv').read_text() * 2)
    refused = run('run_mondrian.py', 'd.csv', '--quasi', 'left', '--sensitive', 'ill', '-k', '2', '--since', 'left=came', cwd=str(ward))
    assert refused.stderr.startswith("run_mondrian.py: d.csv, line 22: column 'left': 'left' is no date"), refused.stderr


def test_many_unreadable_dates_are_refused_all_the_same(ward):
    dated_with(ward, [['m', 'soon', '2024-02-01', 'flu']] * 30)
    words = ['d.csv', '--quasi', 'sex,left', '--sensitive', 'ill', '-k', '2', '--since', 'left=came', '--categories', 'frequency']
    refused = run('run_mondrian.py', *words, '--unreadable', 'missing', cwd=str(ward))
    assert (refused.returncode, refused.stderr) == (1, "run_mondrian.py: d.csv, line 2: column 'came': 'soon' is no date like YYYY-MM-DD; correct it, or write"
                                                       ' ? if it is not known\n')


def test_words_of_na_are_dates_that_are_missing_and_no_numbers_of_days(ward):
    """--na 31: the days are 31, and nobody is left out."""
    dated_with(ward, [])
    done = run('run_mondrian.py', 'd.csv', '--quasi', 'sex,left', '--sensitive', 'ill', '-k', '2', '--since', 'left=came', '--categories', 'frequency', '--na', '31', '-o', '-',
               cwd=str(ward))
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 21


def test_rows_of_totals_need_no_date(ward):
    dated_with(ward, [['Summe', '', '12', '']])
    done = run('run_mondrian.py', 'd.csv', '--quasi', 'sex,left', '--sensitive', 'ill', '-k', '2', '--since', 'left=came', '--categories', 'frequency',
               '--totals', 'leave-out', '-o', '-', cwd=str(ward))
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 21


@pytest.mark.parametrize('parts', [1, 2])
def test_a_run_is_repeated_and_followed(ward, parts):
    """By its record, by --like, which brings the dates along, and by a plan, which does so, too."""
    dated_with(ward, [])
    (ward / 'e.csv').write_text((ward / 'd.csv').read_text().replace('flu', 'ulcer'))
    files = ['d.csv', 'e.csv'][:parts]
    words = ['--quasi', 'sex,left', '--sensitive', 'ill', '-k', '2', '--since', 'left=came', '-o', 'out.csv', '--record', 'r.json']
    done = run('run_samarati.py', *files, *words, '--html', 'p.html', cwd=str(ward))
    assert done.returncode == 0 and 'Numbers of days in place of dates: left - came.' in done.stdout
    assert 'Numbers of days in place of dates: left - came.' in (ward / 'p.html').read_text(encoding='utf-8')
    assert json.loads((ward / 'r.json').read_text())['options']['since'] == {'left': 'came'}
    again = kanon_('replay', 'r.json', cwd=str(ward))
    assert again.returncode == 0 and again.stdout.startswith('the same bytes'), again.stderr
    like = run('run_samarati.py', *files, '--like', 'r.json', '-o', 'like.csv', cwd=str(ward))
    assert like.returncode == 0 and (ward / 'like.csv').read_bytes() == (ward / 'out.csv').read_bytes()
    others = run('run_samarati.py', *files, '--like', 'r.json', '--since', 'left=ill', '-o', 'like.csv', cwd=str(ward))
    assert others.returncode == 2 and '--since differs from r.json' in others.stderr
    cut = ['--quasi', 'sex,left', '--sensitive', 'ill', '-k', '2', '--labels', 'box', '--since', 'left=came']
    assert run('run_mondrian.py', *files, *cut, '-o', 'cut.csv', '--save-plan', 'plan.json', cwd=str(ward)).returncode == 0
    planned = run('run_mondrian.py', *files, '--plan', 'plan.json', '--since', 'left=came', '-o', 'planned.csv', cwd=str(ward))
    assert planned.returncode == 0 and (ward / 'planned.csv').read_bytes() == (ward / 'cut.csv').read_bytes()
    dates = run('run_mondrian.py', *files, '--plan', 'plan.json', '-o', 'dates.csv', cwd=str(ward))      # the plan says it, too
    assert dates.returncode == 0 and (ward / 'dates.csv').read_bytes() == (ward / 'cut.csv').read_bytes(), dates.stderr


def test_the_audit_sees_a_day_that_was_changed(ward, monkeypatch):
    """A release with another number of days than was counted is not put in its place."""
    from kanon.core.tables import publishing
    dated_with(ward, [])
    words = ['d.csv', '--quasi', 'sex', '--sensitive', 'ill', '--publish', 'left', '-k', '2', '--since', 'left=came', '--categories', 'frequency', '-o', 'out.csv']
    kept = publishing.write_lines

    def changed(path, lines, *more):
        return kept(path, (line.replace(',31\n', ',32\n') for line in lines), *more)
    monkeypatch.setattr(publishing, 'write_lines', changed)
    wrong = run_inside('run_mondrian.py', *words, cwd=str(ward))
    assert wrong.returncode == 1 and 'audit' in wrong.stderr and not (ward / 'out.csv').exists(), wrong.stderr


def test_a_database_is_read_alike(ward):
    import sqlite3
    dated, _, _ = drawn_table(0)
    write(ward / 'dated.csv', dated)
    connection = sqlite3.connect(str(ward / 'd.db'))
    connection.execute('CREATE TABLE stays (sex, came, left, seen, ill)')
    connection.executemany('INSERT INTO stays VALUES (?, ?, ?, ?, ?)', dated[1:])
    connection.commit()
    connection.close()
    words = [*WORDS, '--since', 'left=came', '--na', 'NA', '--quiet']
    for table, out in ('dated.csv', 'a.csv'), ('d.db::stays', 'b.csv'):
        assert run('run_mondrian.py', table, *words, '-o', out, cwd=str(ward)).returncode == 0
    assert (ward / 'a.csv').read_bytes() == (ward / 'b.csv').read_bytes()


@pytest.mark.parametrize('value', ['left', {'left': 'left'}, {'left': ''}, {'left': 3}, [('left', 'came')]])
def test_what_a_program_gives_is_checked(value):
    with pytest.raises(ValueError, match='^since'):
        kanon.Csv('d.csv', since=value)


def test_the_library_refuses_what_the_programs_refuse(ward):
    dated_with(ward, [])
    source = kanon.Csv(ward / 'd.csv', since={'left': 'came'})
    with pytest.raises(ValueError, match='date_format is for since'):
        kanon.Csv('d.csv', date_format='%Y')
    with pytest.raises(ValueError, match='^date_format has %y, so 30 is 1930 or 2030; say century=1925 for 1925 to 2024$'):
        kanon.Csv('d.csv', since={'left': 'came'}, date_format='%d.%m.%y')
    with pytest.raises(ValueError, match='^century is for a date_format with %y$'):
        kanon.Csv('d.csv', since={'left': 'came'}, century=1925)
    with pytest.raises(ValueError, match='does not tell the day'):
        kanon.Csv('d.csv', since={'left': 'came'}, date_format='%Y-%m')
    release = kanon.anonymize(source, ['left'], ['ill'], k=2)
    with pytest.raises(ValueError, match='since and recoding exclude each other'):
        release.write_recoding(ward / 'recoding.csv')
    with pytest.raises(ValueError, match='since and population exclude each other'):
        kanon.anonymize(source, ['sex'], ['ill'], k=2, population=str(ward / 'd.csv'), require=kanon.KMap(2), hierarchies=str(ward / 'hierarchies'))
    assert not (ward / 'recoding.csv').exists()
    assert SETTINGS['since'].kind('left=came') == source.since
