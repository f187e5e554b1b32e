"""`python -m kanon start`, end to end: a look at a table, the files that begin with it, and both scripts on these."""

import csv
import json
import os
import shlex
from collections import Counter
from datetime import date, timedelta
from itertools import product
from random import Random

import pytest

from conftest import HOME, kanon, read_ini, run, seeds
from kanon.core.errors import DataError
from kanon.core.settings.kinds import names
from kanon.core.tables.hierarchy_file import file_of, load
from kanon.core.tables.output_file import write_all
from kanon.core.tables.table import Table
from kanon.core.voice.speaking import ENGLISH
from kanon.tools.building.draft import draft_of, of_dates, ladders_of_numbers, widths_for
from kanon.tools.building.survey import Survey, doubt, sums_of_rows
from kanon.tools.verbs.start_text import levels_said, listed_for_ini

NAMES = ['patient', 'row', 'sex', 'age', 'born', 'admitted', 'zip', 'town', 'income', 'temperature', 'diagnosis', 'ward no']
QUASI = ['sex', 'age', 'born', 'admitted', 'zip', 'town', 'income']
TOWNS = {'13053': 'Ithaca', '13068': 'Freeville', '14850': 'Ithaca', '02139': 'Cambridge', '02140': 'Cambridge', '90210': 'Hills'}


def people(n, seed=1):
    """An invented register: identifiers, ages with an open end, dates in two writings, postcodes, skewed incomes."""
    random = Random(seed)
    for row in range(1, n + 1):
        born, admitted = date(1930, 1, 1) + timedelta(random.randrange(29000)), date(2021, 1, 1) + timedelta(random.randrange(900))
        age, code = 2023 - born.year, random.choice(sorted(TOWNS))
        yield ['P%06d' % random.randrange(10 ** 6), row, random.choice('mf'), age if age < 90 else '90+', born.isoformat(),
               admitted.strftime('%d.%m.%Y'), code, TOWNS[code], int(10 ** random.gauss(4.5, .6)),
               ('%.1f' % random.gauss(37, .7)).replace('.', ','), random.choice(['flu', 'asthma', 'ulcer', 'cancer', '?']), 'A']


@pytest.fixture
def register(tmp_path):
    path = tmp_path / 'people.csv'
    with open(str(path), 'w', newline='', encoding='utf-8') as file:
        writer = csv.writer(file)
        writer.writerow(NAMES)
        writer.writerows(people(600))
    return path


def rows_of(output):
    """{column: its line} of the table that start prints."""
    lines = output.splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith('column '))
    last = lines.index('', first)
    return dict(zip(NAMES, lines[first + 1:last]))


def test_a_look_writes_nothing_and_tells_the_kinds(register):
    result = kanon('start', register)
    assert (result.returncode, result.stderr) == (0, '')
    assert os.listdir(str(register.parent)) == ['people.csv']
    rows = rows_of(result.stdout)
    for name, said in [('patient', 'likely identifier'), ('row', 'likely identifier'), ('sex', 'category'), ('age', 'number '),
                       ('born', 'date '), ('admitted', 'date '), ('zip', 'code'), ('town', 'category'), ('income', 'number '),
                       ('temperature', 'number '), ('diagnosis', 'category'), ('ward no', 'constant')]:
        assert rows[name].startswith(name) and said in rows[name], rows[name]
    assert '1 open end, in ' in rows['age'] and 'Numbers are written with a decimal comma' in result.stdout and '%d.%m.%Y' in rows['admitted']
    assert result.stdout.splitlines()[1].startswith('12 columns, 600 records, ')
    assert '--quasi COLUMN,COLUMN --sensitive COLUMN' in result.stdout


def test_no_rare_value_is_printed_and_none_of_an_identifier(register):
    with open(str(register), encoding='utf-8', newline='') as file:
        columns = dict(zip(NAMES, zip(*list(csv.reader(file))[1:])))
    output = kanon('start', register).stdout
    shown = {value for name in NAMES for value in set(columns[name]) if repr(value) in output}
    assert '90+' in shown or 'm' in shown       # some are
    for value in shown:
        assert max(columns[name].count(value) for name in NAMES) >= 5
    assert not any(value in output for value in columns['patient'])
    redacted = kanon('start', register, '--redact').stdout
    assert 'for example' in output and 'for example' not in redacted


def test_from_a_look_to_a_release(register):
    folder = register.parent
    result = kanon('start', 'people.csv', '--quasi', ','.join(QUASI), '--sensitive', 'diagnosis', '-k', 5, cwd=str(folder))
    assert (result.returncode, result.stderr) == (0, '')
    written = sorted(os.path.relpath(os.path.join(where, name), str(folder)).replace(os.sep, '/')
                     for where, _, files in os.walk(str(folder)) for name in files)
    assert written == sorted(['people.csv', 'people.ini', *('hierarchies/%s.txt' % name for name in QUASI)])
    assert all(path in result.stdout for path in written)
    ini = read_ini(str(folder / 'people.ini'))
    assert (ini['quasi'], ini['sensitive'], ini['k'], ini['max_suppression'], ini['publish'], ini['missing']) == (
        QUASI, ['diagnosis'], 5, '1%', [], 'drop')
    trees = {name: load(file_of(str(folder / 'hierarchies'), name)) for name in QUASI}
    assert {name: tree.height for name, tree in trees.items()} == {
        'sex': 1, 'age': 4, 'born': 4, 'admitted': 4, 'zip': 5, 'town': 1, 'income': 5}
    assert trees['age'].path('37') == ['37', '[35-39]', '[30-39]', '[0-49]', '*'] and trees['age'].path('90+') == ['90+', '[90-]', '*']
    assert ini['categories'] == 'hierarchy'         # else Mondrian lists each date of birth
    assert trees['zip'].path('02139')[1:3] == ['0213*', '021**']
    assert trees['born'].path(trees['born'].leaves[0])[2][:3] == '193'
    for script in ('run_samarati.py', 'run_mondrian.py'):
        report = run(script, 'people.csv', '--config', 'people.ini', cwd=str(folder))
        assert (report.returncode, report.stderr) == (0, ''), script
        with open(str(folder / ('people_%s.csv' % script[4:-3])), encoding='utf-8', newline='') as file:
            header, *rows = csv.reader(file)
        assert header == QUASI + ['diagnosis']       # columns nobody named are not in it
        assert len(rows) > 400
        classes = [tuple(row[:-1]) for row in rows]
        assert min(Counter(classes).values()) >= 5
        assert not any('{' in row[2] or row[2] in trees['born'].leaves for row in rows)


def test_what_start_says_to_type_next_can_be_typed(register):
    folder = register.parent
    output = kanon('start', 'people.csv', '--quasi', 'age,zip', '-k', 5, cwd=str(folder)).stdout
    commands = [line.strip() for line in output[output.index('next:'):].splitlines()[1:]]
    assert len(commands) == 3
    for command in commands:
        words = shlex.split(command)
        if words[:3] != ['python', '-m', 'kanon']:
            assert run(words[1], *words[2:], cwd=str(folder)).returncode == 0
        else:
            assert kanon(*words[3:], cwd=str(folder)).returncode == 0


def test_the_command_at_the_head_of_a_hierarchy_makes_the_same_again(register):
    folder = register.parent
    assert kanon('start', 'people.csv', '--quasi', ','.join(QUASI), '-k', 5, cwd=str(folder)).returncode == 0
    for name in QUASI:
        path = folder / 'hierarchies' / (name + '.txt')
        text = path.read_text(encoding='utf-8')
        command = next(line for line in text.splitlines() if line.startswith('# Made again by: '))
        result = kanon(*shlex.split(command)[7:], cwd=str(folder))
        assert result.returncode == 0, (command, result.stderr)
        assert load(str(path)) == load_text(text, folder)


def load_text(text, folder):
    (folder / 'before.txt').write_text(text, encoding='utf-8')
    return load(str(folder / 'before.txt'))


def test_a_file_that_exists_is_replaced_by_force_alone_and_the_same_again(register):
    folder, words = register.parent, ('--quasi', 'age,sex,born', '--sensitive', 'diagnosis')
    assert kanon('start', register, *words).returncode == 0
    first = {name: (folder / 'hierarchies' / name).read_bytes() for name in os.listdir(str(folder / 'hierarchies'))}
    (folder / 'hierarchies' / 'age.txt').write_text('mine,*\n')
    refused = kanon('start', register, *words)
    assert refused.returncode == 1 and 'people.ini: exists (and 3 more that would be written); --force' in refused.stderr
    assert (folder / 'hierarchies' / 'age.txt').read_text() == 'mine,*\n'
    assert kanon('start', register, *words, '--force').returncode == 0
    assert {name: (folder / 'hierarchies' / name).read_bytes() for name in first} == first


def test_nothing_is_left_where_one_file_cannot_be_written(tmp_path):
    (tmp_path / 'h').mkdir()
    (tmp_path / 'h' / 'a.txt').mkdir()      # a folder where a file is to be
    with pytest.raises(DataError):
        write_all({str(tmp_path / 'x.ini'): 'x', str(tmp_path / 'h' / 'b.txt'): 'b', str(tmp_path / 'no' / 'c.txt'): 'c',
                   str(tmp_path / 'h' / 'a.txt'): 'a'})
    with pytest.raises(DataError, match='cannot be written in UTF-8'):
        write_all({str(tmp_path / 'x.ini'): 'x', str(tmp_path / 'new' / 'a.txt'): '\ud800'})
    assert sorted(os.listdir(str(tmp_path))) == ['h'] and os.listdir(str(tmp_path / 'h')) == ['a.txt']


def test_what_was_needed_to_read_the_table_stands_in_the_ini_file(tmp_path):
    (tmp_path / 'd.csv').write_bytes('39;n\xe4h;1\n40;weit;2\n'.encode('latin-1') * 20)
    words = ['--columns', 'age,"home, far",n', '--delimiter', ';', '--encoding', 'latin-1']
    result = kanon('start', tmp_path / 'd.csv', *words, '--quasi', 'age,"home, far"', '-k', 2)
    assert result.returncode == 0, result.stderr
    ini = read_ini(str(tmp_path / 'd.ini'))
    assert (ini['columns'], ini['delimiter'], ini['encoding'], ini['quasi']) == (['age', 'home, far', 'n'], ';', 'latin-1', ['age', 'home, far'])
    for script in ('run_samarati.py', 'run_mondrian.py'):
        assert run(script, tmp_path / 'd.csv', '--config', tmp_path / 'd.ini').returncode == 0
    again = kanon('start', tmp_path / 'd.csv', '--quasi', 'age', '--force')     # takes them from there
    assert again.returncode == 0 and read_ini(str(tmp_path / 'd.ini'))['columns'] == ['age', 'home, far', 'n']
    looked = kanon('start', tmp_path / 'd.csv')
    assert 'Nothing is written' in looked.stdout        # the file's quasi-identifiers are nobody's choice here


def test_missing_values_are_in_the_hierarchies(tmp_path):
    (tmp_path / 'd.csv').write_text('age,sex,day\n' + '39,m,2020-01-02\n?,f,2020-03-04\n40,?,?\n,m,2021-01-02\n41,f,\n47,f,2020-01-02\n' * 5)
    assert kanon('start', tmp_path / 'd.csv', '--quasi', 'age,sex,day', '-k', 2).returncode == 0
    for script in ('run_samarati.py', 'run_mondrian.py'):
        for missing in ('drop', 'value', 'root'):
            report = run(script, tmp_path / 'd.csv', '--config', tmp_path / 'd.ini', '--missing', missing, '--force')
            assert report.returncode == 0, (script, missing, report.stderr)


def test_standard_input_is_looked_at():
    result = kanon('start', '-', stdin=None, input='age;sex\n39;m\n40;f\n')
    assert result.returncode == 0 and '2 columns, 2 records' in result.stdout
    assert '2 records are fewer than k = 10: nothing can be published.' in result.stdout


def test_identifiers_are_warned_of(register):
    result = kanon('start', register, '--quasi', 'age,row', '--publish', 'patient')
    assert "'row' is a likely identifier: as a quasi" in result.stdout and "'patient' is a likely identifier: whoever knows" in result.stdout


@pytest.mark.parametrize('text, columns, expected', [
    ('age,sex\n39,m\n40,f\n41,f\n', None, None),
    ('age,sex\n39,m\n40,f\n', None, 'There may be no header'),      # too few lines to tell
    ('39,m\n40,f\n41,m\n', None, 'There may be no header'),
    ('age,m\n40,f\n41,m\n42,f\n', None, 'There may be no header'),
    ('age,sex\n' + '39,m\n40,f\n' * 10 + '41,sex\n', None, "'sex' is a number, or a value that is also found below"),
    ('39,m\n40,f\n41,m\n', ['age', 'sex'], None),
    ('years,sexus\n40,f\n41,m\n', ['age', 'sex'], "'age'"),    # a word above numbers
    ('Age,was\n40,f\n41,m\n', ['age', 'sex'], "'age'"),
    ('x,m\n40,f\nx,m\n42,m\n43,f\n', ['age', 'sex'], None)])
def test_a_header_taken_for_a_record_and_the_opposite(tmp_path, text, columns, expected):
    (tmp_path / 'd.csv').write_text(text)
    found = doubt(Survey(Table(str(tmp_path / 'd.csv'), columns, missing='value')), columns is not None)
    found = found and ENGLISH(found[0], columns=list(map(repr, found[1])))
    assert found is None if expected is None else expected + ('' if columns is None else ' it has') in found
    if found and columns:
        assert found.endswith('leave --columns out.')


HEADERLESS = '54,Mrs Miller,Leeds\n' + ''.join('%d,Mr %d,York\n' % (n, n) for n in range(40, 60))


def test_a_first_line_that_may_be_a_record_is_not_shown(tmp_path):
    (tmp_path / 'd.csv').write_text(HEADERLESS)
    (tmp_path / 'd.ini').write_text('[kanon]\nencoding = utf-8\n')
    result = kanon('start', 'd.csv', cwd=str(tmp_path))
    assert result.returncode == 0 and 'Miller' not in result.stdout and 'Leeds' not in result.stdout and '54' not in result.stdout
    assert result.stdout.splitlines()[0].endswith(': d.csv (options: d.ini)')
    assert [line.split('  ')[0] for line in result.stdout.splitlines()[4:7]] == ['column 1', 'column 2', 'column 3']
    assert 'There may be no header: the first line may be a record, so it is not shown. If it is a record, name the columns with --columns.' in result.stdout
    named = kanon('start', 'd.csv', '--columns', 'age,name,town', cwd=str(tmp_path)).stdout
    assert 'age ' in named and '21 records' in named and 'no header' not in named
    (tmp_path / 'd.csv').write_text('age,name,town\n' + HEADERLESS)
    assert named.splitlines()[2] == 'read as: columns = age,name,town'
    assert kanon('start', 'd.csv', cwd=str(tmp_path)).stdout.splitlines()[2:] == named.replace(' --columns age,name,town', '').splitlines()[3:]


def test_a_column_of_too_many_values_is_counted_no_further(tmp_path):
    (tmp_path / 'd.csv').write_text('id,sex,age\n' + ''.join('x%d,%s,1\n' % (n, 'm?'[n % 2]) for n in range(3000)))
    survey = Survey(Table(str(tmp_path / 'd.csv'), missing='value'), most=1000)
    id_, sex, _ = survey.columns
    assert id_.limit == 1000 and not id_.counts and id_.looks.kind.word == 'likely identifier' and id_.looks.records == 3000
    assert not sex.limit and (sex.looks.distinct, sex.looks.missing, sex.looks.records) == (1, 1500, 3000)
    assert survey.incomplete == 1500 and id_.example() is None
    with pytest.raises(DataError, match="column 'id' has more than 1000 distinct values"):
        draft_of(id_)


@pytest.mark.parametrize('numbers, expected', [
    (range(17, 91), [5, 10, 50]), (range(1, 17), [2, 10]), (range(0, 7), [2]), ([0, 1], []), ([1, 2, 3], []),
    ([0, 5, 6, 1000], [50, 100, 200, 1000]), (range(101), [5, 10, 20, 100]), (range(100), [5, 10, 50]),
    (range(1000, 9000, 7), [500, 1000, 5000]), (range(-50, 51), [5, 10, 20, 100]), (range(10 ** 9, 10 ** 9 + 100), [5, 10, 50])])
def test_widths(numbers, expected):
    assert widths_for(numbers) == expected


@pytest.mark.parametrize('seed', seeds(60))
def test_widths_are_nested_few_at_the_finest_and_fewer_at_each_level(seed):
    random = Random(seed)
    low = random.randrange(-1000, 1000)
    places = {low + random.randrange(10 ** random.randint(1, 7)) for _ in range(random.randint(4, 200))}
    widths = widths_for(places)
    groups = [max(places) // width - min(places) // width + 1 for width in widths]
    for finer, coarser in zip(widths, widths[1:]):
        assert coarser % finer == 0 and 2 <= coarser // finer <= 5
    assert all(width >= 2 and str(width).rstrip('0') in ('1', '2', '5') for width in widths)
    assert not groups or groups[0] <= 25 and groups[-1] >= 2 and groups == sorted(groups, reverse=True)


def test_decimals_and_missing_values_in_ranges():
    draft = ladders_of_numbers({'36.%d' % n: 2 for n in range(10)})
    assert levels_said(draft.levels, ENGLISH).startswith('ranges of 0.2')
    assert draft.ladders['36.3'][1] == '[36.2-36.3]'
    draft = ladders_of_numbers({**{str(n): 1 for n in range(40)}, '?': 3, '90+': 2}, {'90+': 2})
    assert draft.ladders['?'] == ('?',) * (len(draft.ladders['5']) - 1) + ('*',) and draft.ladders['90+'][-2:] == ('90+', '*')


def test_ends_of_ranges_are_not_the_extremes():
    draft = ladders_of_numbers({str(n): 1 for n in range(17, 93)})
    assert draft.ladders['17'][1] == '[15-19]' and draft.ladders['92'][1] == '[90-94]'


def test_what_is_no_date_stays_as_it_is(tmp_path):
    draft = of_dates({'2021-09-04': 1, '2023-12-24': 1, 'soon': 2, '?': 1}, '%Y-%m-%d', {'soon': 2})
    assert draft.ladders['soon'] == ('soon',) * 4 + ('*',) and draft.ladders['?'] == ('?',) * 4 + ('*',)
    assert draft.ladders['2021-09-04'][1:] == ('2021-M09', '2021-Q3', '2021', '*')
    (tmp_path / 'd.csv').write_text('born,sex\n' + '2021-09-04,m\n2023-12-24,f\nsoon,f\n2023-12-25,m\n' * 5)
    result = kanon('start', tmp_path / 'd.csv', '--quasi', 'born', '-k', 5)
    assert "mostly dates  4         0        %Y-%m-%d; no dates: 1 value, in 5 records" in result.stdout
    assert "'born': its values that are no dates stay as they are" in result.stdout
    for script in ('run_samarati.py', 'run_mondrian.py'):
        assert run(script, tmp_path / 'd.csv', '--config', tmp_path / 'd.ini').returncode == 0


def test_an_identifier_has_no_example(tmp_path):
    (tmp_path / 'd.csv').write_text('name,sex,age\n' + ''.join('x%d,m,\n' % n for n in range(300)) + 'John,,7\n' * 6)
    survey = Survey(Table(str(tmp_path / 'd.csv'), missing='value'))
    assert [(column.looks.kind.word, column.example()) for column in survey.columns] == [
        ('likely identifier', None), ('constant', ('m', 300)), ('constant', ('7', 6))]
    assert survey.columns[1].example(301) is None and survey.incomplete == 306


def test_numbers_and_words_need_no_labels(tmp_path):
    (tmp_path / 'd.csv').write_text('age,zip,sex\n' + '39,13053,m\n40,14850,f\n' * 9)
    assert kanon('start', tmp_path / 'd.csv', '--quasi', 'age,zip,sex').returncode == 0
    assert 'categories' not in read_ini(str(tmp_path / 'd.ini'))


def test_few_ranges_of_which_one_holds_most_are_ranges():
    assert ladders_of_numbers({**{str(n): 1 for n in range(1, 12)}, '3': 40}).by[0] == 'ranges'


def test_skewed_numbers_get_groups_of_equally_many():
    incomes = {str(int(10 ** (n / 40))): 1 for n in range(40, 240)}
    assert ladders_of_numbers(incomes).by[0] == 'quantiles'
    mostly_zero = {'0': 900, **{str(1000 + 37 * n): 1 for n in range(100)}}
    draft = ladders_of_numbers(mostly_zero)
    levels = list(zip(*draft.ladders.values()))
    assert draft.by[0] == 'quantiles' and len(set(levels)) == len(levels)      # none says what another says


FLAT_SAID = 'flat, the values and *'


@pytest.mark.parametrize('dates, pattern, expected', [
    (['2023-01-01', '2023-01-31'], '%Y-%m-%d', FLAT_SAID), (['2023-01-01', '2023-02-01'], '%Y-%m-%d', 'month'),
    (['2023-01-01', '2023-12-01'], '%Y-%m-%d', 'month, quarter'), (['2022-01-01', '2023-02-01'], '%Y-%m-%d', 'month, quarter, year'),
    (['2019-12-31', '2020-01-01'], '%Y-%m-%d', 'month, quarter, year, decade'), (['1/2/1950', '3/4/2001'], '%d/%m/%Y', 'month, year, decade'),
    (['2023-01-01 10:00', '2023-01-31 11:00'], '%Y-%m-%d %H:%M', 'day'), (['2023-01-01 10:00', '2023-01-01 11:00'], '%Y-%m-%d %H:%M', FLAT_SAID)])
def test_levels_of_dates(dates, pattern, expected):
    draft = of_dates(dict.fromkeys(dates, 1), pattern)
    assert levels_said(draft.levels, ENGLISH) == expected
    assert len(draft.ladders[dates[0]]) == 2 + (0 if expected == FLAT_SAID else len(expected.split(', ')))


def test_both_ways_to_read_a_date_are_told(tmp_path):
    (tmp_path / 'd.csv').write_text('born,sex\n' + '1/2/2020,m\n3/4/2021,f\n' * 10)
    result = kanon('start', tmp_path / 'd.csv', '--quasi', 'born')
    assert "'born': the day is taken to come first (%d/%m/%Y), but %m/%d/%Y fits all values, too." in result.stdout
    head = (tmp_path / 'hierarchies' / 'born.txt').read_text()
    assert '%m/%d/%Y --levels month,quarter,year --force' in head and '1/2/2020,2020-M02' in head


def test_names_of_any_kind_read_back_from_an_ini_file(tmp_path):
    random = Random(5)
    for _ in range(200):
        columns = [''.join(random.choice('ab ,;"\'%#=[]:\xe4*\\') for _ in range(random.randint(1, 5))).strip() or 'x' for _ in range(2)]
        try:
            text = listed_for_ini(columns)
        except DataError:
            assert False, columns
        assert names(text) == columns
        (tmp_path / 'd.ini').write_text('[kanon]\nquasi = %s\n' % text, encoding='utf-8')
        assert read_ini(str(tmp_path / 'd.ini'))['quasi'] == columns
    with pytest.raises(DataError, match='line end'):
        listed_for_ini(['two\nlines'])


def test_adult(adult, tmp_path):
    """Its kinds, and the files for the quasi-identifiers of a lab report; then both scripts."""
    path = tmp_path / 'adult.data'
    os.symlink(os.path.abspath(adult), str(path))
    columns = ','.join(read_ini(os.path.join(HOME, 'data', 'adult.ini'))['columns'])
    result = kanon('start', path, '--columns', columns, '--quasi', 'age,gender,race,marital_status', '--sensitive', 'occupation')
    assert result.returncode == 0, result.stderr
    assert '15 columns, 32,561 records, 2,399 of them with a missing value' in result.stdout
    assert 'age             number ' in result.stdout and 'ranges of 5, ranges of 10, ranges of 50' in result.stdout
    for script in ('run_samarati.py', 'run_mondrian.py'):
        assert run(script, path).returncode == 0


def test_the_ini_file_says_how_many_each_choice_would_leave_out(tmp_path):
    (tmp_path / 'd.csv').write_text('age,note,sex\n' + '30,x,m\n31,,f\n32,?,m\n?,x,f\n' * 5, encoding='utf-8')
    assert kanon('start', tmp_path / 'd.csv', '--quasi', 'age,sex', '-k', 2).returncode == 0
    assert '(15 of 20 records). used: in a column named above (5).\n' in (tmp_path / 'd.ini').read_text(encoding='utf-8')


def test_codes_of_two_widths_beside_a_word_are_told(tmp_path):
    (tmp_path / 'd.csv').write_text(CODES + 'Ort,b\n')
    assert '2 of the 4 values, in 20 records, have 5 digits, and 2, in 3 records, have not' in kanon(
        'start', 'd.csv', '--quasi', 'plz', '--sensitive', 'job', cwd=str(tmp_path)).stdout


CODES = 'plz,job\n' + '01067,a\n07743,b\n' * 10 + '1067,b\n6108,a\n1067,b\n'


def test_codes_of_two_widths_are_told(tmp_path):
    (tmp_path / 'd.csv').write_text(CODES)
    assert '2 codes, in 3 records, not as wide as the others' in kanon('start', 'd.csv', cwd=str(tmp_path)).stdout
    result = kanon('start', 'd.csv', '--quasi', 'plz', '--sensitive', 'job', cwd=str(tmp_path))
    assert ("'plz': digits with a leading zero are codes, and these are written in two ways: 2 of the 4 values, in 20 records, have 5"
            ' digits, and 2, in 3 records, have not; write all with 5 digits' in result.stdout), result
    assert 'categories = hierarchy' in (tmp_path / 'd.ini').read_text()
    assert run('run_mondrian.py', 'd.csv', '-k', '2', cwd=str(tmp_path)).returncode == 0     # by its hierarchy, as categories
    assert '[' not in (tmp_path / 'd_mondrian.csv').read_text()


@pytest.mark.parametrize('rule', ['mask', 'flat'])
def test_a_rule_that_keeps_the_zeros_tells_of_codes_of_two_widths(rule, tmp_path):
    (tmp_path / 'd.csv').write_text(CODES)
    result = kanon('hierarchy', rule, 'd.csv', '--column', 'plz', cwd=str(tmp_path))
    assert result.stdout.endswith(", have not: '1067' (2), '6108' (1); write all with 5 digits\n"), result
    result = kanon('hierarchy', rule, 'd.csv', '--column', 'plz', '--force', '--redact', cwd=str(tmp_path))
    assert result.stdout.endswith('in 3 records, have not; write all with 5 digits\n'), result


def test_a_decimal_comma_is_found_out_and_stands_in_the_ini_file(tmp_path):
    (tmp_path / 'd.csv').write_text('dose;job\n' + ''.join('%d,%d;%s\n' % (n % 7, n % 4, 'ab'[n % 2]) for n in range(60)))
    assert 'Say so with --decimal ,' in kanon('start', 'd.csv', cwd=str(tmp_path)).stdout
    result = kanon('start', 'd.csv', '--quasi', 'dose', '--sensitive', 'job', '-k', '3', cwd=str(tmp_path))
    assert 'Numbers are written with a decimal comma here. The INI file says so.' in result.stdout, result
    assert read_ini(str(tmp_path / 'd.ini'))['decimal'] == ','
    assert '"0,2","[0,0-0,4]"' in (tmp_path / 'hierarchies' / 'dose.txt').read_text().replace('"[0,2-0,3]",', '')
    for script in 'run_mondrian.py', 'run_samarati.py':
        result = run(script, 'd.csv', '--config', 'd.ini', cwd=str(tmp_path))
        assert result.returncode == 0, result
    assert '"[0,0-0,1]",a' in (tmp_path / 'd_mondrian.csv').read_text()
    again = [line for line in (tmp_path / 'hierarchies' / 'dose.txt').read_text().splitlines() if line.startswith('# Made again')][0]
    before = load(str(tmp_path / 'hierarchies' / 'dose.txt'))
    assert kanon(*shlex.split(again.partition(': ')[2])[3:], cwd=str(tmp_path)).returncode == 0
    assert load(str(tmp_path / 'hierarchies' / 'dose.txt')) == before
    assert 'number in another writing' in kanon('start', 'd.csv', '--decimal', '.', cwd=str(tmp_path)).stdout


@pytest.mark.parametrize('values, said', [
    (['05/13/1975'] * 2 + ['05/27/1975', '13/05/1975', '14/05/1975', '05/06/1980', '05/06/1980', '02/02/1981'],
     "'born': most dates are written like %m/%d/%Y, and 2 values in 2 records like %d/%m/%Y. Both fit 1 value in 2 records, as different days."),
    (['05/13/1975', '05/27/1975', '05/28/1975', '13/05/1975', '02/02/1981'], None),         # every date is one day
    (['05/13/1975', '05/27/1975', '05/28/1975', '05/06/1980', 'soon'], None),       # one order of day and month
    (['2020-01-02', '2020-01-03', '2020-01-04', '05/06/1980', '13/05/1975'], None)])        # which tell each other apart
def test_dates_that_may_be_two_days_are_told_with_their_count(values, said, tmp_path):
    (tmp_path / 'd.csv').write_text('born,dx\n' + ''.join('%s,%s\n' % (value, 'ab'[n % 2]) for n, value in enumerate(values)))
    lines = kanon('start', 'd.csv', '--quasi', 'born', '-k', '2', cwd=str(tmp_path)).stdout.splitlines()
    assert [line for line in lines if 'most dates are written like' in line] == ([said + ' Write all dates in one way.'] if said else [])


def test_the_samarati_command_is_the_one_that_loses_least_and_the_other_is_named(tmp_path):
    """At each age are five men and a woman: to hide the sex is one level, and ranges of ten years are two, but lose less."""
    rows = ['%d,%s,flu' % (age, sex) for age in range(20, 70) for sex in 'mmmmmf']
    (tmp_path / 'd.csv').write_text('\n'.join(['age,sex,ill', *rows]) + '\n')
    output = kanon('start', 'd.csv', '--quasi', 'age,sex', '--sensitive', 'ill', '-k', 5, cwd=str(tmp_path)).stdout
    assert "Without --optimal it takes the best of the least height, as Samarati's paper does, and may lose more.\nnext:\n" in output
    command, = [line for line in output.splitlines() if 'run_samarati.py d.csv --config d.ini' in line]
    words = shlex.split(command)
    assert words[-1] == '--optimal'
    best, paper = (json.loads(run('run_samarati.py', *words[2:place], '--json', '--force', cwd=str(tmp_path)).stdout) for place in (None, -1))
    assert best['measures']['lm'] < paper['measures']['lm']


# Sums in a table of counts.

SUMS = 'region,age,n\nN,<18,300\nN,18+,177\nN,all,477\nS,<18,3\nS,18+,177\nS,all,180\n'


def test_rows_that_are_sums_of_others_are_told(tmp_path):
    """180 - 177 = 3 can be read off a release of these rows, though no class has fewer than 6."""
    (tmp_path / 't.csv').write_text(SUMS)
    told = kanon('start', 't.csv', '--counts', 'n', cwd=str(tmp_path)).stdout
    assert "2 rows are sums of others: 'age' = 'all' (2 rows). The people of a sum count twice." in told
    assert "2 rows are sums of others: 'age' (2 rows)." in kanon('start', 't.csv', '--counts', 'n', '--redact', cwd=str(tmp_path)).stdout
    assert "2 行是其他行之和：'age' = 'all'（2 行）。" in kanon('start', 't.csv', '--counts', 'n', '--language', 'zh', cwd=str(tmp_path)).stdout
    doubts = json.loads(kanon('start', 't.csv', '--counts', 'n', '--json', cwd=str(tmp_path)).stdout)['doubts']
    assert [doubt['columns'] for doubt in doubts if doubt['key'] == 'sums_here'] == [['age']]
    for text in SUMS.replace('S,all,180', 'S,all,181'), SUMS.replace('N,all,477\n', '').replace('S,all,180\n', ''):
        (tmp_path / 't.csv').write_text(text)
        assert 'of others' not in kanon('start', 't.csv', '--counts', 'n', cwd=str(tmp_path)).stdout
    (tmp_path / 't.csv').write_text(SUMS)
    assert 'of others' not in kanon('start', 't.csv', cwd=str(tmp_path)).stdout         # each row is a record


@pytest.mark.parametrize('seed', seeds(100))
def test_sums_against_a_look_at_each_value(seed):
    """The rows of a value, each beside those that agree in all else."""
    random = Random(seed)
    width = random.randint(2, 3)
    domains = [list('abcde')[:random.randint(2, 5)] for _ in range(width)]
    rows = {values: random.randint(1, random.choice([4, 1000])) for values in product(*domains) if random.random() < 0.9}
    for place in range(width):
        if random.random() < 0.5:
            beside = {values[:place] + ('all',) + values[place + 1:] for values in rows}
            rows.update({values: sum(n for other, n in rows.items() if matches(values, other, place)) for values in beside})

    def is_sum(values, place):
        others = [n for other, n in rows.items() if other != values and matches(values, other, place)]
        return None if len(others) < 2 else rows[values] == sum(others)
    expected = []
    for place in range(width):
        for value in {values[place] for values in rows}:
            seen = {values: is_sum(values, place) for values in rows if values[place] == value}
            sums = [rows[values] for values, found in seen.items() if found]
            if sums and False not in seen.values() and sum(sums) >= (20 if len(sums) > 1 else 100):
                expected.append((place, value, len(sums)))
    assert sorted(sums_of_rows(range(width), rows)) == sorted(expected)


def matches(values, other, place):
    return values[:place] + values[place + 1:] == other[:place] + other[place + 1:]
