"""`python -m kanon start` on tables as people have them: each trouble by itself, then all at once, up to two audited releases."""

import csv
import os
import shlex
from collections import Counter
from datetime import date, timedelta
from random import Random

import pytest

from conftest import kanon, read_ini, run
from kanon.core.tables.hierarchy_file import load
from kanon.core.tables.table import Table
from kanon.tools.building.inspect import groups_alike
from kanon.tools.building.survey import MOST_TOTALS, Survey

BESIDE = ['39,m', '40,f', '41,f', '52,m', '53,m', '54,f'] * 4


def looked(tmp_path, lines, *words):
    (tmp_path / 'd.csv').write_text('\n'.join([*lines, '']), encoding='utf-8')
    result = kanon('start', 'd.csv', *words, cwd=str(tmp_path))
    assert (result.returncode, result.stderr) == (0, ''), result
    return result.stdout


@pytest.mark.parametrize('last, said', [
    ('Summe,', '1 row looks like a total (line 26): a word'), ('Total,"1,234"', '1 row looks like a total (line 26): a word'),
    (',合计', '1 row looks like a total (line 26): a word'), ('Total,\nSum,3', '2 rows look like a total (lines 26, 27): a word'),
    ('total,m', None), ('Summe,x', None)])
def test_total_rows_are_named_with_their_lines(last, said, tmp_path):
    output = looked(tmp_path, ['age,sex', *BESIDE, last])
    assert (said in output) if said else 'like a total' not in output
    assert ('d.csv --totals leave-out --quasi COLUMN' in output) == bool(said)
    assert not said or '2 columns, 24 records, 0 of them' in output and 'age     number ' in output


def test_total_rows_are_left_out_or_kept_on_request(tmp_path):
    lines = ['age,sex', *BESIDE, 'Summe,']
    left = looked(tmp_path, lines, '--totals', 'leave-out', '--quasi', 'age,sex', '-k', '2')
    assert '1 row looks like a total (line 26), and is left out.' in left and '24 records' in left and '--totals' not in left.partition('next:')[2]
    assert read_ini(str(tmp_path / 'd.ini'))['totals'] == 'leave-out' and 'Summe' not in (tmp_path / 'hierarchies' / 'age.txt').read_text()
    (tmp_path / 'd.ini').unlink()
    kept = looked(tmp_path, lines, '--totals', 'keep', '--quasi', 'age,sex', '-k', '2', '--force')
    assert '(line 26), and is kept as --totals keep says.' in kept and '25 records' in kept and 'age     mostly numbers' in kept
    assert read_ini(str(tmp_path / 'd.ini'))['totals'] == 'keep' and 'Summe' in (tmp_path / 'hierarchies' / 'age.txt').read_text()


def test_a_total_in_a_short_table_hides_no_header(tmp_path):
    output = looked(tmp_path, ['age,sex', '39,m', '40,f', '41,f', 'Summe,'])
    assert 'no header' not in output and 'age     number ' in output and 'column 1' not in output


@pytest.mark.parametrize('n, others', [(5, 40), (MOST_TOTALS + 5, 15 * MOST_TOTALS)])
def test_a_word_that_many_records_begin_with_is_no_total(n, others, tmp_path):
    """Of an extent of insurance, total or partial, nobody is left out unasked."""
    output = looked(tmp_path, ['extent,age', *['total,%d' % (20 + row % 9) for row in range(n)], *['partial,%d' % (20 + row % 7) for row in range(others)]])
    assert '2 columns, %s records' % format(n + others, ',') in output
    assert '%s rows look like a total (lines 2, 3, 4, 5, 6%s)' % (format(n, ','), ', ...' * (n > 5)) in output and 'So many are taken for records.' in output
    assert '--totals leave-out --quasi' not in output


@pytest.mark.parametrize('lines, said', [
    (['age,height,sex', 'years,cm,', '34,180,m', '36,170,f', '41,160,f'], "Line 2 looks like a second header line, not a record: in 'age', 'height' it"),
    (['age,height,sex', '', '(years),[cm],coded', '34,180,m', '36,170,f', '41,160,f'], 'Line 3 looks'),
    (['plz,born,x', 'Ort,Tag,', '01067,2020-01-02,a', '04109,2021-01-02,a', '10115,2021-01-09,b'], "in 'plz', 'born' it"),
    (['age,height,sex', '3O,180,m', '36,170,f', '41,160,f'], None),         # the others are numbers
    (['age,height,sex', 'x,y,m', '36,170,f', '41,160,m'], None),            # it shares m with a record
    (['age,sex', '3O,x', '36,f', '41,m', '42,m'], None),                    # a slip, since a digit is in it
    (['age,sex', 'NA,x', '36,f', '41,m', '42,m'], None), (['age,sex', '90+,x', '36,f', '41,m', '42,m'], None),
    (['age,sex', '36,f', '41,m', 'years,x', '42,m'], None), (['town,sex', 'Ulm,x', 'Bonn,f', 'Trier,m'], None)])
def test_a_second_header_line_is_told_from_records(lines, said, tmp_path):
    output = looked(tmp_path, lines, '--quasi', lines[0].partition(',')[0], '-k', '2')
    assert (said in output) if said else 'second header' not in output
    assert not said or not any(word in output for word in ('years', 'coded', 'Tag'))       # it may be a record, and is not shown


def test_a_second_header_line_below_an_unsure_first_one(tmp_path):
    output = looked(tmp_path, ['Alter,Gewicht,sex', 'Jahre,kg,', '34,80,m', '36,70,f', '41,60,f'])
    assert 'There may be no header' in output and "Line 2 looks like a second header line, not a record: in 'column 1', 'column 2' it" in output


@pytest.mark.parametrize('counts, expected', [
    ({'m': 5, 'M': 2, 'w': 1}, [['m', 'M']]), ({'m': 1, 'M': 1, 'w': 9, 'w ': 3}, [['w', 'w '], ['M', 'm']]),
    ({'St Mary': 2, 'st  mary': 3, 'St. Mary': 1}, [['st  mary', 'St Mary']]), ({'Ko\u0308ln': 1, 'K\xf6ln': 2}, [['K\xf6ln', 'Ko\u0308ln']]), ({'1': 1, '1.0': 2, '11': 3}, [['1.0', '1']]),
    ({'KO\u0308LN': 1, 'K\xf6ln': 2}, [['K\xf6ln', 'KO\u0308LN']]), ({'': 2, ' ': 3}, []), ({'a': 1, 'b': 1}, [])])
def test_groups_of_values_that_may_be_the_same(counts, expected):
    assert [list(group) for group in groups_alike(counts)] == expected


def test_they_are_named_with_counts_and_no_rare_value_is(tmp_path):
    lines = ['sex,town,name,n', *['m,Ulm,Ann Lee,1', 'f,Bonn,Bo Kim,2'] * 9, 'M,Ulm,ann lee,3', 'm ,Bonn,Zoe,3', 'F,Trier,Zoe,3', 'f,trier,zoe,3']
    output = looked(tmp_path, lines)
    assert ("accent is written: 'sex': 'f' (10 records), 'F' (1); 'm' (9 records), 'M' (1), 'm ' (1). 'town': 2 values. 'name': " in output), output
    assert 'rier' not in output and 'Lee' not in output and 'lee' not in output and 'Zoe' not in output
    redacted = looked(tmp_path, lines, '--redact')
    assert "'sex': 5 values. 'town': 2 values." in redacted


def test_values_like_missing_ones_are_named_with_the_option_to_type(tmp_path):
    lines = ['age,sex,job', *['%s,m,a' % n for n in range(30, 50)], 'NA,m,k.A.', 'N/A,f,keine Angabe', 'n/a,f,-', '44,unbekannt,未知', '45,不详,无',
             '46,None,NULL', '47,m,NULL ', '48,f,Unknown']
    output = looked(tmp_path, lines)
    assert "'job': '-' (1 record), 'NULL' (1), 'NULL ' (1), 'Unknown' (1), 'k.A.' (1), 'keine Angabe' (1), '无' (1), '未知' (1)" in output, output
    option = next(word for word in shlex.split(output[output.index('--na'):].partition(' here,')[0]))
    assert option == '--na=-;N/A;NA;NULL;None;Unknown;k.A.;keine Angabe;n/a;unbekannt;不详;无;未知'
    again = looked(tmp_path, lines, option, '--quasi', 'age,sex', '--publish', 'job', '-k', '2')
    assert 'look like missing' not in again and 'age     number ' in again
    assert ';'.join(read_ini(str(tmp_path / 'd.ini'))['na']) == option[5:]
    (tmp_path / 'd.ini').unlink()
    looked(tmp_path, lines, '--quasi', 'age,sex', '-k', '2', '--force')
    assert 'na' not in read_ini(str(tmp_path / 'd.ini'))        # it is proposed, and written only if it was typed


@pytest.mark.parametrize('word, typed', [('k.A.', '--na k.A. '), ('-', '--na=- '), ('-x', '--na=-x ')])
def test_the_commands_at_the_head_of_the_files_name_the_words_for_missing_values(word, typed, tmp_path):
    """An INI file that nobody named does not set them, so without them these commands would be refused."""
    lines = ['born,sex', *['%s,%s' % (day, word if n % 7 == 6 else 'mf'[n % 2]) for n, day in enumerate(['2023-09-04', '2023-12-24', '2023-12-31'] * 9)]]
    looked(tmp_path, lines, '--quasi', 'born,sex', '-k', '2', '--na=' + word)
    made = {name: (tmp_path / name).read_text() for name in ('d.ini', 'hierarchies/born.txt', 'hierarchies/sex.txt')}
    for text, mark in ((made['d.ini'], ';   '), (made['hierarchies/born.txt'], '# Made again by: '), (made['hierarchies/sex.txt'], '# Made again by: ')):
        command = next(line[len(mark):] for line in text.splitlines() if line.startswith(mark))
        assert typed in command + ' '
        done = kanon(*shlex.split(command)[3:], *() if '--force' in command else ('--force',), cwd=str(tmp_path))
        assert done.returncode == 0, (command, done.stderr)
    assert (tmp_path / 'd.ini').read_text() == made['d.ini']
    for name in 'born', 'sex':
        assert [line for line in (tmp_path / 'hierarchies' / (name + '.txt')).read_text().splitlines() if line[0] != '#'] == [
            line for line in made['hierarchies/%s.txt' % name].splitlines() if line[0] != '#']
    asked = kanon('start', 'd.csv', '--na=' + word, cwd=str(tmp_path)).stdout
    assert '  python -m kanon start d.csv %s--quasi' % typed in asked
    refused = kanon('start', 'd.csv', cwd=str(tmp_path)).stderr
    assert kanon('start', 'd.csv', *shlex.split(refused.partition('or type ')[2].partition(' or --config')[0]), cwd=str(tmp_path)).returncode == 0


@pytest.mark.parametrize('remark, expected', [('x', 'any'), ('', 'used')])
def test_gaps_of_columns_that_are_not_used_leave_nobody_out(remark, expected, tmp_path):
    looked(tmp_path, ['age,sex,remark', *['%s,%s' % (line, remark) for line in BESIDE]], '--quasi', 'age,sex', '-k', '2')
    assert read_ini(str(tmp_path / 'd.ini'))['missing_in'] == expected
    assert '24 records read = 24 published' in run('run_mondrian.py', 'd.csv', '--config', 'd.ini', cwd=str(tmp_path)).stdout


@pytest.mark.parametrize('n', [2, 20])
def test_two_date_formats_of_equally_many_records_are_no_two_readings(n, tmp_path):
    """Neither reads the dates of the other, so it does not fit all values."""
    days = [line for who in range(1, n + 1)
            for line in ('%d,%d.12.1954,m' % (who, 12 + who % 16),
                         '%d,1954-12-%d,m' % (who, 12 + who % 16))]
    output = looked(tmp_path, ['pat,born,sex', *days], '--quasi', 'born,sex', '--person', 'pat', '-k', '2')
    assert '%Y-%m-%d,%d.%m.%Y; a second date format' in output
    assert 'fits as well' not in output and 'fits all values' not in output
    assert 'contradict' not in output


@pytest.mark.parametrize('dates, kind, said', [
    (['04.09.2023', '24.12.2023', '2023-12-31'], '%d.%m.%Y,%Y-%m-%d; a second date format: 1 value, in 9 records', 'like %d.%m.%Y, and 1 value in 9 records like'),
    (['04.09.2023', '24.12.2023', '2023-12-31', '2023-12-30'], '%d.%m.%Y,%Y-%m-%d' , '2 values in 18 records like %Y-%m-%d'),
    (['2023-09-04', '2023-12-24 10:30', '2023-12-31'], '%Y-%m-%d,%Y-%m-%d %H:%M', 'like %Y-%m-%d %H:%M'),
    (['2023-09-04', '2023-12-24', '2/1/2023'], '%Y-%m-%d,%d/%m/%Y; %Y-%m-%d,%m/%d/%Y fits as well', 'the day is taken to come first'),
    (['1/2/2023', '3/4/2023', '2023-12-24'], '%d/%m/%Y,%Y-%m-%d; %m/%d/%Y,%Y-%m-%d fits as well', 'the day is taken to come first')])
def test_a_second_date_format_is_found_and_its_hierarchy_reads_both(dates, kind, said, tmp_path):
    if dates[0][4:5] == '-' or len(dates) == 4:
        dates = [*dates, dates[0]]
    output = looked(tmp_path, ['born,sex', *['%s,%s' % (day, 'mf'[n % 2]) for n, day in enumerate(dates * 9)]], '--quasi', 'born', '-k', '2')
    assert 'born    date ' in output and kind.split('; a')[0] in output and said in output, output
    tree = load(str(tmp_path / 'hierarchies' / 'born.txt'))
    assert all('2023' in tree.path(day)[-2] or len(tree.path(day)) > 2 for day in dates)
    command = next(line for line in (tmp_path / 'hierarchies' / 'born.txt').read_text().splitlines() if line.startswith('# Made again by: '))
    assert kanon(*shlex.split(command)[7:], cwd=str(tmp_path)).returncode == 0
    assert load(str(tmp_path / 'hierarchies' / 'born.txt')) == tree
    for script in ('run_samarati.py', 'run_mondrian.py'):
        assert run(script, 'd.csv', '--config', 'd.ini', cwd=str(tmp_path)).returncode == 0


def test_no_example_of_what_looks_like_an_identifier(tmp_path):
    """Whatever its counts: each value here is in 20 records or more."""
    lines = ['insurance,phone,contact,remark,sex,ward']
    lines += ['K7000%d,+49 171 555123%d,p%d@example.org,call Mrs Miller at noon before she leaves the ward,%s,north' % (n % 3, n % 3, n % 3, 'mf'[n % 2])
              for n in range(66)]
    output = looked(tmp_path, lines)
    assert output.count('so no example is shown') == 4, output
    assert "for example 'f'" in output and "for example 'north'" in output
    assert not any(part in output for part in ('K7000', '555123', 'example.org', 'Miller'))


NAMES = ['id', 'sex', 'age', 'zip', 'admitted', 'crp', 'remark', 'diagnosis']
QUASI = 'sex,age,zip,admitted,crp'


def messy(seed, n=600):
    random = Random(seed)
    yield ';'.join(NAMES)
    for row in range(n):
        day = date(2021, 1, 1) + timedelta(random.randrange(900))
        age = random.randrange(18, 95)
        yield ';'.join([
            'P%05d' % random.randrange(10 ** 5), random.choice('mw') + random.choice(['', '', ' ']) if row % 7 else random.choice('MW'),
            str(age) if age < 90 else random.choice(['90+', '> 89', '93']), 'k.A.' if row % 97 == 0 else random.choice(
                ['01067', '04109', '13053', '10115', 'A1067']),
            day.isoformat() if row % 6 == 0 else day.strftime('%d.%m.%Y'),
            '<0,5' if random.random() < .3 else ('%.1f' % random.uniform(.5, 20)).replace('.', ','), 'ok' * (row % 3 == 0),
            random.choice(['flu', 'asthma', 'ulcer', 'cancer', 'NA', 'keine Angabe'])])
    yield 'Summe;;36.210;;;5.000,5;;'


@pytest.mark.parametrize('seed, asked', [(1, True), (2, False)])
def test_a_messy_table_from_a_look_to_two_audited_releases(seed, asked, tmp_path):
    """Every command is the one that was printed. asked: with all options that the first look proposes."""
    first = looked(tmp_path, messy(seed))
    for said in ('(line 602)', 'decimal comma', 'may be the same as another one', "--na 'NA;k.A.;keine Angabe'", 'a second date format', 'open end',
                 'no codes: 1 value', '8 columns, 600 records'):
        assert said in first, said
    form = next(line for line in first.splitlines() if '--quasi COLUMN' in line)
    words = shlex.split(form.replace('COLUMN,COLUMN', QUASI).replace('--sensitive COLUMN', '--sensitive diagnosis'))[3:]
    assert '--totals' in words
    if not asked:       # then the next commands say it
        place = words.index('--totals')
        del words[place:place + 2]
    na = ['--na', 'NA;k.A.;keine Angabe'] if asked else []
    result = kanon(*words, *na, cwd=str(tmp_path))
    assert (result.returncode, result.stderr) == (0, ''), result
    ini = read_ini(str(tmp_path / 'd.ini'))
    assert ini['missing_in'] == 'used' and ini.get('totals') == ('leave-out' if asked else None) and ('na' in ini) == asked
    trees = {name: load(str(tmp_path / 'hierarchies' / (name + '.txt'))) for name in QUASI.split(',')}
    assert [trees['age'].path(value)[1:-1] for value in ('90+', '> 89', '93')] == [['[90-]']] * 3      # a label that repeats is one node
    assert trees['crp'].path('<0,5')[1] == '[-1)' and trees['zip'].path('A1067')[1] == 'A106*'
    commands = [line.strip() for line in result.stdout[result.stdout.index('next:'):].splitlines()[1:]]
    for command in commands[1:]:
        assert ('--totals leave-out' in command) != asked
        words = shlex.split(command)[1:]
        report = run(os.path.basename(words[0]), *words[1:], cwd=str(tmp_path))
        assert (report.returncode, report.stderr) == (0, ''), report
        assert '600 records read = ' in report.stdout and '1 total row was left out, and not taken for a record.' in report.stdout
        assert 'audit      passed' in report.stdout
        check = next(line for line in report.stdout.splitlines() if line.startswith('To check'))
        judged = kanon(*shlex.split(check.partition('kanon ')[2]), cwd=str(tmp_path))
        assert judged.returncode == 0, judged
    levels = commands[0].partition('kanon ')[2]
    assert kanon(*shlex.split(levels), cwd=str(tmp_path)).returncode == 0
    for name in ('samarati', 'mondrian'):
        with open(str(tmp_path / ('d_%s.csv' % name)), encoding='utf-8', newline='') as file:
            header, *rows = csv.reader(file)
        assert min(Counter(tuple(row[:-1]) for row in rows).values()) >= 10 and header == [*QUASI.split(','), 'diagnosis']
        assert not any('Summe' in row for row in rows)


def test_the_page_says_it_too(tmp_path):
    looked(tmp_path, messy(3), '--html', 'page.html', '--language', 'zh')
    page = (tmp_path / 'page.html').read_text(encoding='utf-8')
    assert '看起来是合计（第 602 行）' in page and '--totals leave-out' in page and '第二种日期格式' in page
    assert 'lang="en"' not in page and 'like a total' not in page


def test_a_hierarchy_with_a_top_reads_open_ends_where_few_are_left_out(tmp_path):
    (tmp_path / 'd.csv').write_text('age,sex\n39,m\n93,f\n41,f\n41,m\n39,f\n90+,m\nold,m\n<1,f\n')
    words = 'hierarchy', 'ranges', 'd.csv', '--column', 'age', '--widths', '5', '--unreadable', 'missing', '--force'
    made = {}
    for more in (), ('--top', '90'), ('--top', '90', '--bottom', '5'):
        assert kanon(*words, *more, cwd=str(tmp_path)).returncode == 0
        made[more] = load(str(tmp_path / 'hierarchies' / 'age.txt')).leaves
    assert [set(leaves) - {'39', '41', '93'} for leaves in made.values()] == [set(), {'90+'}, {'90+', '<1'}]


def test_a_survey_of_totals_alone(tmp_path):
    (tmp_path / 'd.csv').write_text('a,b\nTotal,3\n')
    survey = Survey(Table(str(tmp_path / 'd.csv'), missing='value'), ['a'])
    assert (survey.records, survey.totals, survey.apart) == (1, 1, False)
