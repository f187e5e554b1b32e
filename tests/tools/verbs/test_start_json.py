"""`python -m kanon start --json`: the report for a program, and what it offers to do about each doubt, which can be typed as it is offered."""

import json
import os
from random import Random

import pytest

from conftest import kanon, run, seeds
from kanon.core.settings.kinds import listed
from kanon.tools.verbs.start import PROGRAM

ROWS = 60


def reported(folder, *words):
    result = kanon('start', 'd.csv', *words, '--json', cwd=str(folder))
    assert (result.returncode, result.stderr) == (0, ''), result
    return json.loads(result.stdout)


def table_of(folder, columns, *further):
    """d.csv with these columns {name: values}, which are repeated to ROWS rows, and further lines."""
    rows = [[values[row % len(values)] for values in columns.values()] for row in range(ROWS)]
    lines = [';'.join(columns), *(';'.join(map(str, row)) for row in rows), *further]
    (folder / 'd.csv').write_text('\n'.join(lines) + '\n', encoding='utf-8')


AGES = [20 + n * 7 % 50 for n in range(ROWS)]
BOTH = ['%d.%d.%d' % (1 + n % 28, 1 + n % 12, 1950 + n % 50) for n in range(20)] + ['1970-01-02', '1971-12-24']
US = ['%d/%d/%d' % (1 + n % 12, 1 + n % 12, 1950 + n % 50) for n in range(25)]
ZIPS = ['01067', '04109', '10115', '1067', '20095', '50667']
TROUBLES = {        # {column: values}, further lines, words: (key, column, sets, bys) of the doubt
    'two date formats': ({'age': AGES, 'born': BOTH}, (), [], ('written_twice', 'born', [], [])),
    'either order': ({'age': AGES, 'born': US}, (), [],
                     ('day_first', 'born', [None, None], ['%d/%m/%Y', '%m/%d/%Y'])),
    'a zero that was lost': ({'age': AGES, 'zip': ZIPS}, (), [], ('two_widths', 'zip', [], [])),
    'decimal commas': ({'pay': ['1%d,5' % n for n in range(30)], 'sex': 'mf'}, (), [], ('comma_here', None, [{'decimal': ','}], [None])),
    'totals': ({'age': AGES, 'sex': 'mf'}, ['Summe;'], [], ('totals_apart', None, [{'totals': 'leave-out'}, {'totals': 'keep'}], [None, None])),
    'missing words': ({'age': AGES, 'sex': ['m', 'f', 'k.A.']}, (), [], ('like_missing', 'sex', [{'na': ['k.A.']}], [None])),
    'further missing words': ({'age': AGES, 'sex': ['m', 'f', 'k.A.', 'NA']}, (), ['--na', 'NA'], ('like_missing', 'sex', [{'na': ['NA', 'k.A.']}], [None])),
    'missing words in two columns': ({'age': [*AGES[:20], 'NA'], 'sex': ['m', 'f', 'k.A.']}, (), [], ('like_missing', None, [{'na': ['NA', 'k.A.']}], [None])),
    'a few words': ({'age': [*AGES, 'nine'][-30:], 'sex': 'mf'}, (), [], ('others_stay', 'age', [{'unreadable': 'missing'}], [None])),
    'most are not plain': ({'pay': ['1,234.50', '2,345.10', '3,456.20', '7', 'x'], 'age': AGES}, (), [], ('others_stay', 'pay', [], [])),
    'an identifier': ({'case': range(1000, 1000 + ROWS), 'sex': 'mf'}, (), [], ('identifier_carried', 'case', [], [])),
    'an identifier that is published': ({'case': range(1000, 1000 + ROWS), 'sex': 'mf', 'x': 'ab'}, (), ['--quasi', 'sex', '--publish', 'x,case'],
                                        ('identifier_carried', 'case', [{'publish': ['x']}], [None])),
    'an identifier among the quasi-identifiers': ({'case': range(1000, 1000 + ROWS), 'sex': 'mf'}, (), ['--quasi', 'sex,case'],
                                                  ('identifier_quasi', 'case', [{'quasi': ['sex']}], [None])),
    'one quasi-identifier': ({'case': range(1000, 1000 + ROWS), 'sex': 'mf'}, (), ['--quasi', 'case'], ('identifier_quasi', 'case', [], [])),
    'e-mail addresses': ({'contact': ['a%d@example.org' % (n % 9) for n in range(ROWS)], 'age': AGES}, (), [], ('personal_column', 'contact', [], [])),
    'addresses that are published': ({'contact': ['a%d@example.org' % (n % 9) for n in range(ROWS)], 'sex': 'mf'}, (), ['--quasi', 'sex', '--sensitive', 'contact'],
                                     ('personal_column', 'contact', [{'sensitive': []}], [None])),
    'several rows a person': ({'patient': ['P%03d' % n for n in range(40)], 'age': AGES}, (), [], ('may_say_whose', 'patient', [{'person': 'patient'}], [None])),
    'codes': ({'icd': ['I21.0', 'I10.1', 'E11.9', 'C50.1'], 'age': AGES}, (), [], ('taken_for_system', 'icd', [None, None], ['icd10', None])),
    'codes and a word': ({'icd': ['I21.0', 'I10.1', 'E11.9', 'C50.1', 'I25.1', 'J18.9', 'S72.0'] * 4 + ['soon'], 'age': AGES}, (), [], ('taken_for_system', 'icd', [], [])),
    'perhaps codes': ({'room': ['%02d001' % n for n in (1, 2, 4, 5, 6, 8, 9, 10, 11, 12)], 'age': AGES}, (), [], ('perhaps_system', 'room', None, None)),
    'two columns of persons': ({'patient': ['P%03d' % n for n in range(40)], 'person': ['H%02d' % (n // 3) for n in range(ROWS)], 'age': AGES}, (), [],
                               ('may_say_whose', 'person', [{'person': 'person'}, {'person': 'patient'}], [None, None])),
    'dates below a date': ({'1/2/1950': US, '7': AGES}, (), [], ('day_first', 'column 1', [], [])),
    'no header': ({'39': AGES, 'm': 'mf'}, (), ['--quasi', '39'], ('header_record', None, [{'columns': ['column 1', 'column 2'], 'header': None}], [None])),
    'a header too many': ({'Sex': 'mf', 'was': 'xyz'}, (), ['--columns', 'sex,b'], ('header', 'sex', [{'columns': None, 'header': True}], [None])),
}


@pytest.mark.parametrize('trouble', TROUBLES)
def test_each_trouble_is_a_doubt_with_its_column_and_choices(trouble, tmp_path):
    columns, further, words, expected = TROUBLES[trouble]
    table_of(tmp_path, columns, *further)
    doubts = {doubt['key']: doubt for doubt in reported(tmp_path, *words)['doubts']}
    key, column, sets, bys = expected
    doubt = doubts[key]
    if sets is None:
        assert {choice['by']['tool'] for choice in doubt['choices']} == {'codes'} and doubt['set'] is None
        return
    assert (doubt['column'], [choice['set'] for choice in doubt['choices']]) == (column, sets)
    formats = [choice['by'] and (choice['by']['options'].get('date_format') or choice['by']['options'].get('cuts')) for choice in doubt['choices']]
    assert formats == bys and doubt['set'] == (sets[0] if sets else None)
    assert doubt['column'] in (None, *doubt['columns']) and (len(doubt['columns']) == 1) == (doubt['column'] is not None)


def test_the_report_has_the_names_of_the_contract(tmp_path):
    table_of(tmp_path, {'patient': ['P%03d' % n for n in range(40)], 'case': range(1000, 1000 + ROWS), 'phone': ['0341-96001%d' % (n % 7) for n in range(ROWS)],
                        'age': ['?', *AGES[:20]], 'sex': 'mf'})
    report = reported(tmp_path)
    assert list(report) == ['program', 'version', 'data', 'config', 'from_ini', 'telling', 'records', 'incomplete', 'columns', 'doubts', 'written', 'next',
                            'hierarchies', 'read']
    assert (report['data'], report['records'], report['config'], report['written'], report['hierarchies']) == ('d.csv', ROWS, None, [], [])
    assert [(column['name'], column['kind'], column['role']) for column in report['columns']] == [
        ('patient', 'code', 'person'), ('case', 'likely identifier', 'identifier'), ('phone', 'code', 'identifier'), ('age', 'number', None), ('sex', 'category', None)]
    assert report['columns'][3] == {'name': 'age', 'kind': 'number', 'said': 'number', 'distinct': 20, 'limit': 0, 'missing': 3, 'notes': [], 'role': None}
    assert report['read'] == {'delimiter': ';', 'decimal': '.', 'encoding': 'utf-8', 'header': True, 'comments': 0, 'skip_lines': [], 'na': [], 'na_in': {}, 'thousands': {}, 'century': None, 'count_column': None,
                              'totals': {'rows': 0, 'lines': [], 'left_out': False}}
    assert report['next'] == ['python -m kanon start d.csv --quasi COLUMN,COLUMN --sensitive COLUMN -k 10']
    chinese = reported(tmp_path, '--language', 'zh')
    assert [column['kind'] for column in chinese['columns']] == [column['kind'] for column in report['columns']]
    assert [(doubt['key'], doubt['set']) for doubt in chinese['doubts']] == [(doubt['key'], doubt['set']) for doubt in report['doubts']]
    assert chinese['columns'][4]['said'] == '类别' and chinese['doubts'][0]['choices'][0]['said'] == "'patient' 说明每行是谁的。"


def test_the_files_that_are_written_are_named_with_what_made_them(tmp_path):
    table_of(tmp_path, {'age': AGES, 'born': BOTH, 'zip': ZIPS, 'pay': ['1,5', '2,5', 'x'], 'sex': 'mf'})
    report = reported(tmp_path, '--quasi', 'age,born,zip,pay,sex')
    assert {row['path'].replace(os.sep, '/') for row in report['written']} == {'d.ini', *('hierarchies/%s.txt' % name for name in ('age', 'born', 'zip', 'pay', 'sex'))}
    by = {row['column']: row['by'] for row in report['hierarchies']}
    assert by['born'] == {'tool': 'dates', 'options': {'date_format': '%d.%m.%Y,%Y-%m-%d', 'levels': 'month,quarter,year,decade'}} or by['born']['tool'] == 'dates'
    assert by['age']['tool'] == 'ranges' and by['zip'] == {'tool': 'mask', 'options': {}} and by['sex'] == {'tool': 'flat', 'options': {}}
    for row in report['hierarchies']:
        if row['by']:
            words = ['--%s=%s' % (name.replace('_', '-'), value) for name, value in row['by']['options'].items()]
            again = kanon('hierarchy', row['by']['tool'], 'd.csv', '--column', row['column'], *words, '-o', 'again.txt', '--force', '--config', 'd.ini', cwd=str(tmp_path))
            assert again.returncode == 0, again
            assert ladders(tmp_path / 'again.txt') == ladders(tmp_path / row['path'])


def ladders(path):
    return [line for line in path.read_text(encoding='utf-8').splitlines() if not line.startswith('#')]


def test_an_error_is_a_json_object(tmp_path):
    table_of(tmp_path, {'age': AGES, 'sex': 'mf'})
    (tmp_path / 'd.ini').write_text('[kanon]\n')
    result = kanon('start', 'd.csv', '--quasi', 'age', '--json', cwd=str(tmp_path))
    assert result.returncode == 1 and 'exists' in json.loads(result.stdout)['error']['message']


def test_a_table_without_a_delimiter_or_a_file(tmp_path):
    import sqlite3
    with sqlite3.connect(str(tmp_path / 'd.db')) as base:
        base.execute('create table t(age, sex)')
        base.executemany('insert into t values(?, ?)', [(age, 'mf'[age % 2]) for age in AGES])
    result = kanon('start', 'd.db::t', '--json', cwd=str(tmp_path))
    assert json.loads(result.stdout)['read']['delimiter'] is None


def test_a_column_that_no_command_can_name_has_no_doubt_about_its_codes(tmp_path):
    (tmp_path / 'd.csv').write_text('"icd\ncode",age\n' + 'I21.0,31\nI10,32\nE11.9,33\nC50.1,34\n' * 9)
    report = reported(tmp_path)
    assert report['columns'][0]['notes'][0] == 'like icd10' and report['read']['header'] and not report['doubts']
    table_of(tmp_path, {'icd': ['I21.0', 'I10.1', 'E11.9', 'C50.1'], 'sex': 'mf'})      # one that may be a record has no names
    report = reported(tmp_path)
    assert not report['read']['header'] and [doubt['key'] for doubt in report['doubts']] == ['perhaps_header']


def test_a_first_line_that_may_be_a_record_is_a_header_if_somebody_says_so(tmp_path):
    table_of(tmp_path, {'sex': ['male', 'female'], 'ward': ['north', 'south', 'west']})
    report = reported(tmp_path)
    assert [column['name'] for column in report['columns']] == ['column 1', 'column 2']
    assert [choice['set'] for choice in report['doubts'][0]['choices']] == [{'columns': ['column 1', 'column 2'], 'header': None}, {'columns': None, 'header': True}]
    report = reported(tmp_path, '--header')
    assert [column['name'] for column in report['columns']] == ['sex', 'ward'] and report['read']['header'] and not report['doubts']
    assert [row['column'] for row in reported(tmp_path, '--header', '--quasi', 'ward')['hierarchies']] == ['ward']


def test_a_column_of_persons_is_one_doubt_and_needs_a_file(tmp_path):
    table_of(tmp_path, {'patient': ['P%05d' % n for n in range(40)], 'age': AGES})
    assert [(doubt['key'], doubt['column']) for doubt in reported(tmp_path)['doubts']] == [('may_say_whose', 'patient')]
    assert [doubt['key'] for doubt in reported(tmp_path, '--person', 'patient')['doubts']] == ['rows_of_persons']
    with open(str(tmp_path / 'd.csv')) as table:
        result = run('kanon', 'start', '-', '--json', stdin=table)
    assert [doubt['choices'] for doubt in json.loads(result.stdout)['doubts']] == [[]]


def test_nothing_is_asked_of_the_values_of_a_column_of_persons(tmp_path):
    """They are counted and never published. Before somebody says so, they may be codes."""
    columns = {'patient': ['%02d001' % (n % 12 + 1) for n in range(ROWS)], 'age': AGES}
    table_of(tmp_path, columns)
    assert 'perhaps_system' in [doubt['key'] for doubt in reported(tmp_path)['doubts']]
    assert 'perhaps_system' not in [doubt['key'] for doubt in reported(tmp_path, '--person', 'patient')['doubts']]


def test_the_text_has_no_doubt_about_values_that_nobody_wants_generalized(tmp_path):
    table_of(tmp_path, {'icd': ['I21.0', 'I10.1', 'E11.9', 'C50.1'], 'age': AGES, 'case': range(1000, 1000 + ROWS)})
    text = kanon('start', 'd.csv', cwd=str(tmp_path)).stdout
    assert 'look like icd10' not in text and 'is a likely identifier' not in text
    assert 'look like icd10' in kanon('start', 'd.csv', '--quasi', 'icd', cwd=str(tmp_path)).stdout


# What is offered can be typed.

COLUMNS = {
    'age': AGES, 'sex': ['m', 'f', 'k.A.'], 'born': BOTH, 'us': US, 'zip': ZIPS, 'pay': ['1%d,5' % n for n in range(30)], 'case': range(1000, 1000 + ROWS),
    'patient': ['P%03d' % n for n in range(40)], 'icd': ['I21.0', 'I10.1', 'E11.9'], 'phone': ['0341-96001%d' % (n % 7) for n in range(ROWS)],
    'old': [*range(30, 50), 'nine', '90+'], 'days': ['%d.%d.2020' % (1 + n % 28, 1 + n % 12) for n in range(25)] + ['soon'], 'unsure': ['NA', '-', *'abcdef'],
    'isco': ['2411', '3112', '5221', '9112'], 'ags': ['14612000', '14713000', '11000000'], 'note': ['k.A.', 'n/a', *range(40)], 'income, yearly': [10 ** (n % 5) for n in range(50)],
    'mixed': ['24.12.2020', '4.9.23', '31.1.2020', '2020-02-01', '5.6.2020', '7.8.2020'], 'nace': ['01.11', '46.90', '62.01'], 'person': ['H%02d' % (n // 3) for n in range(ROWS)],
    'room': ['%02d001' % n for n in (1, 2, 4, 5, 6, 8, 9, 10, 11, 12)]}


def typed(values):
    """The words of a `set`. None: an option that is not typed. True: one without a value."""
    def word(name, value):
        if value is True:
            return '--' + name
        return '--%s=%s' % (name, value if isinstance(value, str) else ';'.join(value) if name == 'na' else listed(value))
    return [word(name, value) for name, value in values.items() if value is not None]


def untyped(words, values):
    return [word for word in words if word.partition('=')[0][2:] not in values]


@pytest.mark.parametrize('seed', seeds(100))
def test_what_is_offered_can_be_typed(seed, tmp_path):
    random = Random(seed)
    names = random.sample(sorted(COLUMNS), random.randrange(2, 6))
    totals = ['Summe' + ';' * (len(names) - 1)] * random.choice([0, 0, 1, 30])
    table_of(tmp_path, {name if ',' not in name else '"%s"' % name: COLUMNS[name] for name in names}, *totals)
    chosen = random.sample(names, random.randrange(1, len(names)))
    words = random.choice([[], ['--quasi=' + listed(chosen), '--publish=' + listed([name for name in names if name not in chosen]), '--force'],
                           ['--columns=' + ','.join('abcde'[:len(names)])]])
    result = kanon('start', 'd.csv', *words, '--json', cwd=str(tmp_path))
    if result.returncode:
        assert 'looks like a header' in result.stderr or 'plain numbers' in result.stderr or 'numbers' in result.stderr, result.stderr
        return
    report = json.loads(result.stdout)
    apart = ['--totals=leave-out'] if report['read']['totals']['left_out'] else []
    for doubt in report['doubts']:
        for place, choice in enumerate(doubt['choices']):
            assert (choice['set'] is None) != (choice['by'] is None)
            if choice['by']:
                options = ['--%s=%s' % (name.replace('_', '-'), value) for name, value in choice['by']['options'].items()]
                made = kanon('hierarchy', choice['by']['tool'], 'd.csv', '--column', listed([doubt['column']]), *options, *apart, '-o', 'made.txt', '--force',
                             '--config', os.devnull, cwd=str(tmp_path))
                assert made.returncode == 0, (doubt, made)
                continue
            assert set(choice['set']) <= {word.flag[2:] for word in PROGRAM.words}
            if os.path.exists(str(tmp_path / 'd.ini')):
                os.remove(str(tmp_path / 'd.ini'))
            then = kanon('start', 'd.csv', *untyped(words, choice['set']), *typed(choice['set']), '--json', cwd=str(tmp_path))
            assert then.returncode == 0, (doubt, then)
            later = [(each['key'], each['columns']) for each in json.loads(then.stdout)['doubts']]
            assert (doubt['key'], doubt['columns']) not in later, (doubt, later)
