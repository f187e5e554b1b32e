"""start asks what may mean two things: codes, thousands, two digits of a year, lost zeros."""

import json
import shlex

import pytest

from conftest import kanon, read_ini, run

ROWS = 60
PAY = '450 520 630 700 850 910 1.200 1.350 2.400 3.100 12.500 48.000'.split()
DAYS = ['%02d/%02d/%02d' % (1 + n % 12, 1 + n % 28, year) for n in range(14)
        for year in (30, 61, 91, 2)][:30]


@pytest.fixture(autouse=True)
def in_2026(monkeypatch):
    monkeypatch.setenv('SOURCE_DATE_EPOCH', '1780000000')


def table_of(folder, **columns):
    """d.csv with these columns, repeated to ROWS rows."""
    rows = [','.join(str(values[row % len(values)]) for values in columns.values())
            for row in range(ROWS)]
    (folder / 'd.csv').write_text('\n'.join([','.join(columns), *rows]) + '\n')


def started(folder, *words):
    result = kanon('start', 'd.csv', *words, cwd=str(folder))
    assert (result.returncode, result.stderr) == (0, ''), result
    return result.stdout


def doubt(folder, key, *words):
    """The doubt with this key, or None."""
    found = [each for each in json.loads(started(folder, '--json', *words))['doubts']
             if each['key'] == key]
    assert len(found) <= 1
    return found[0] if found else None


def test_a_code_for_a_missing_value_is_told_and_nothing_decided(tmp_path):
    table_of(tmp_path, empstat=[1, 2, 3, 4, 5, 99], age=[20, 99, 45, 61, 77, 80], sex='mf')
    told = doubt(tmp_path, 'like_code')
    assert told['column'] == 'empstat' and told['set'] == {'na_in': ['empstat=99']}
    assert told['said'] == ("In 'empstat' some numbers are far from all others, and may mean that"
                            " nothing is known: '99' (10 records). They count as numbers. If they"
                            ' mean that, type --na-in empstat=99 here, and in the run.')
    assert doubt(tmp_path, 'like_code', '--na-in', 'empstat=99') is None
    out = started(tmp_path, '--quasi', 'age,empstat', '--sensitive', 'sex', '--na-in',
                  'empstat=99', '--force')
    assert read_ini(str(tmp_path / 'd.ini'))['na_in'] == {'empstat': ['99']}
    leaves = (tmp_path / 'hierarchies' / 'empstat.txt').read_text().split('# A line')[1]
    assert '99' not in leaves and ' 10 of them ' in out
    ages = (tmp_path / 'hierarchies' / 'age.txt').read_text().splitlines()
    assert any(line.startswith('99,') for line in ages)     # a real age stays


def test_a_rare_code_is_shown_only_if_many_are_written_so(tmp_path):
    table_of(tmp_path, a=[10, 11, 12, 13, 14, 15, *[10] * 54], sex='mf')
    text = (tmp_path / 'd.csv').read_text()
    for code, shown in (('-99', True), ('-47', False)):
        (tmp_path / 'd.csv').write_text(text + code + ',m\n')
        told = doubt(tmp_path, 'like_code')
        assert (code in told['said'], bool(told['choices'])) == (shown, shown)
        assert shown or '1 value in 1 record' in told['said'] and '--na-in a=CODE' in told['said']
    (tmp_path / 'd.csv').write_text(text + '-47,m\n' * 5)
    assert '-47' in doubt(tmp_path, 'like_code')['said'] and '-47' not in doubt(tmp_path,
                                                                                'like_code',
                                                                                '--redact')['said']


def test_none_is_an_answer_where_it_is_the_most_frequent_value(tmp_path):
    table_of(tmp_path, prior=['None', 'None', 'theft', 'fraud', 'k.A.'], sex='mf')
    assert doubt(tmp_path, 'like_missing')['set'] == {'na': ['k.A.']}
    table_of(tmp_path, prior=['None', 'theft', 'theft', 'fraud'], sex='mf')
    assert doubt(tmp_path, 'like_missing')['set'] == {'na': ['None']}


def test_thousands_are_asked_with_both_answers_and_a_run_is_refused_without(tmp_path):
    table_of(tmp_path, lohn=PAY, sex='mf')
    told = doubt(tmp_path, 'in_thousands')
    sets = [each['set'] for each in told['choices']]
    assert told['column'] == 'lohn'
    assert sets == [{'thousands': ['lohn=.']}, {'thousands': ['lohn=none']}]
    assert '1.200 may be 1200 or 1.2' in told['said']
    assert '--thousands lohn=. or --thousands lohn=none' in told['said']
    for said, highest in (('lohn=.', '48000'), ('lohn=none', '910')):
        assert doubt(tmp_path, 'in_thousands', '--thousands', said) is None
        started(tmp_path, '--quasi', 'lohn', '--sensitive', 'sex', '--thousands', said, '--force',
                '-k', '5')
        assert read_ini(str(tmp_path / 'd.ini'))['thousands'] == {'lohn': said[5:]}
        result = run('run_mondrian.py', 'd.csv', '--config', 'd.ini', '--force', cwd=str(tmp_path))
        assert result.returncode == 0, result.stderr
        used = kanon('use', 'd.csv', 'd_mondrian.csv', '--config', 'd.ini', '--format', 'json',
                     cwd=str(tmp_path))
        assert used.returncode == 0, used.stderr
        ends = [row['original'] for row in json.loads(used.stdout)['numbers']
                if row['measure'] == '90%']
        assert ends == [12500 if said == 'lohn=.' else 850]
    refused = run('run_mondrian.py', 'd.csv', '--quasi', 'lohn', '--sensitive', 'sex', '-k', '5',
                  '--config', '/dev/null', '--force', cwd=str(tmp_path))
    assert refused.stderr == ("run_mondrian.py: column 'lohn': 1.200 may be 1200 or 1.2; say"
                              ' --thousands lohn=. or --thousands lohn=none\n')


def test_two_digits_of_a_year_are_asked_with_the_years_that_each_answer_gives(tmp_path):
    table_of(tmp_path, dob=DAYS, sex='mf')
    told = doubt(tmp_path, 'two_digit_years')
    assert ('Which years are meant? 1927 to 2026 (then the dates are of 1930 to 2002); 1900 to 1999'
            ' (then the dates are of 1902 to 1991); 2000 to 2099 (then the dates are of 2002 to 2091).'
            ) in told['said']
    assert '(then' not in doubt(tmp_path, 'two_digit_years', '--redact')['said']
    assert [each['by']['options']['century'] for each in told['choices']] == ['1927', '1927',
                                                                              '1900', '1900',
                                                                              '2000', '2000']
    assert {each['by']['options']['date_format'] for each in told['choices']} == {'%d/%m/%y',
                                                                                  '%m/%d/%y'}
    for each in told['choices']:
        options = each['by']['options']
        made = kanon('hierarchy', 'dates', 'd.csv', '--column', 'dob', '--date-format',
                     options['date_format'], '--century', options['century'], '-o', '-',
                     cwd=str(tmp_path))
        years = {line.split(',')[-3] for line in made.stdout.splitlines() if line[:1].isdigit()}
        first = int(options['century'])
        assert made.returncode == 0 and years == {str(first + (year - first) % 100)
                                                  for year in (30, 61, 91, 2)}
    started(tmp_path, '--quasi', 'dob', '--sensitive', 'sex', '--century', '1927', '--force')
    assert read_ini(str(tmp_path / 'd.ini'))['century'] == 1927
    made = (tmp_path / 'hierarchies' / 'dob.txt').read_text()
    assert '1930' in made and '2030' not in made
    assert doubt(tmp_path, 'two_digit_years', '--century', '1927') is None


def test_the_commands_at_the_head_of_the_hierarchies_work_beside_an_answer_about_years(tmp_path):
    table_of(tmp_path, dob=DAYS, came=['2023-0%d-01' % (1 + n % 9) for n in range(len(DAYS))],
             sex='mf')
    started(tmp_path, '--quasi', 'dob,came,sex', '--century', '1927')
    for name in 'dob', 'came', 'sex':
        path = tmp_path / 'hierarchies' / (name + '.txt')
        mark = '# Made again by: python -m kanon '
        before = [line for line in path.read_text().splitlines() if line[0] != '#']
        command, = [line for line in path.read_text().splitlines() if line.startswith(mark)]
        assert command.count('--century') == (name == 'dob'), command
        done = kanon(*shlex.split(command.partition(mark)[2]), cwd=str(tmp_path))
        assert done.returncode == 0, (command, done.stderr)
        assert [line for line in path.read_text().splitlines() if line[0] != '#'] == before


def test_a_sign_that_can_only_stand_between_thousands_has_the_answer_that_a_run_offers(tmp_path):
    table_of(tmp_path, **{'my pay': ['"2.400,5"', '1.200', '3.100'], 'sex': 'mf'})
    refused = run('run_mondrian.py', 'd.csv', '--quasi', 'my pay,sex', '--sensitive', '', '-k', '2',
                  cwd=str(tmp_path))
    typed = "--thousands 'my pay=.'"
    assert refused.returncode == 1 and 'say %s if that sign stands between' % typed in refused.stderr
    said = 'thousands separators: type %s if that sign stands between thousands, or write' % typed
    assert said in started(tmp_path)
    assert '键入 ' + typed in started(tmp_path, '--language', 'zh')
    assert 'thousands separators' not in started(tmp_path, '--thousands', 'my pay=.')


def test_answers_that_give_the_same_years_are_one(tmp_path):
    table_of(tmp_path, admitted=['%d.%d.%d' % (1 + n % 28, 1 + n % 12, 19 + n % 6)
                                 for n in range(30)], sex='mf')
    told = doubt(tmp_path, 'two_digit_years')
    assert [each['by']['options']['century'] for each in told['choices']] == ['1927', '1900']


@pytest.mark.parametrize('name, values, seen', [
    ('plz', ['1067', '1069', '4109', '10115'], True), ('zipcode', ['601', '1002', '2138'], True),
    ('Postleitzahl', ['1067', '20095'], True),
    ('plz', ['01067', '4109', '10115'], False), ('plz', ['10115', '20095'], False),
    ('income', ['1067', '1069', '4109', '10115'], False),
    ('plz', ['601', '10115'], False)])
def test_lost_zeros_of_postcodes_are_told(name, values, seen, tmp_path):
    table_of(tmp_path, **{name: values}, sex='mf')
    told = doubt(tmp_path, 'lost_zeros')
    assert bool(told) == seen
    if told:
        zeros = '0' * max(map(len, values))
        assert told['choices'] == [] and '=TEXT(A2,"%s") puts them back' % zeros in told['said']
        assert '补上' in doubt(tmp_path, 'lost_zeros', '--language', 'zh')['said']
