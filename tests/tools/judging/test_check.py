"""A checker that can say no: published tables with known answers, each fault of published checkers, and random tables record by record."""

import gzip
import json
from itertools import combinations
from math import exp, log
from random import Random

import pytest

from conftest import kanon, run, seeds
from definitions import fillings, is_missing
from kanon.core.counts.required import by_column
from kanon.core.counts.values import MISSING
from kanon.core.settings.kinds import requirement_pairs
from kanon.core.voice.speaking import ENGLISH
from kanon.tools.judging import satisfied as check_module
from kanon.tools.judging.published_classes import AnyTable, read_classes, whole_file, wildcard_k
from kanon.tools.judging.satisfied import judged
from kanon.tools.verbs.check import check_text

# The twelve inpatients in their order, and the published table of the l-diversity paper.
CONDITIONS = 'Heart Heart Viral Viral Cancer Heart Viral Viral Cancer Cancer Cancer Cancer'.split()
CLASSIC = [('130**', '<30')] * 4 + [('1485*', '>=40')] * 4 + [('130**', '3*')] * 4
SALARIES = '3 4 5 6 11 8 7 9 10'.split()


def written(path, header, rows):
    path.write_text(''.join(','.join(row) + '\n' for row in [header, *rows]))
    return path


def checked(path, *words, status=0):
    """The JSON report of a run that ends with this status."""
    result = kanon('check', path, '--json', *words)
    assert (result.returncode, result.stderr) == (status, '')
    return json.loads(result.stdout)


def in_groups(tmp_path, groups, values):
    """A table of one quasi-identifier, the number of the group, and one sensitive column; groups hold places from 1 on."""
    rows = [('g%d' % number, values[place - 1]) for number, places in enumerate(groups) for place in places]
    return written(tmp_path / 'groups.csv', ('group', 'value'), rows)


# Published tables.

def test_the_classic_4_anonymous_inpatients(tmp_path):
    path = written(tmp_path / 'classic.csv', ('zip', 'age', 'condition'),
                   [(*quasi, condition) for quasi, condition in zip(CLASSIC, CONDITIONS)])
    report = checked(path, '--quasi', 'zip,age', '--sensitive', 'condition')
    assert report['classes'] == {'count': 3, 'k': 4, 'largest': 4, 'average': 4.0, 'below': None}
    condition, = report['columns']
    assert (condition['l'], condition['homogeneous']) == (1, {'classes': 1, 'records': 4})
    assert report['worst'][0] == {'quasi': {'zip': '130**', 'age': '3*'}, 'records': 4, 'columns': [
        {'column': 'condition', 'l': 1, 'most_frequent': 'Cancer', 'records': 4, 'unknown': 0, 't': pytest.approx(7 / 12)}]}


def test_redacted_the_worst_classes_are_counted_and_not_told(tmp_path):
    path = written(tmp_path / 'classic.csv', ('zip', 'age', 'condition'),
                   [(*quasi, condition) for quasi, condition in zip(CLASSIC, CONDITIONS)])
    words = ['--quasi', 'zip,age', '--sensitive', 'condition']
    report = checked(path, *words, '--redact')
    assert report['worst'][0] == {'quasi': {'zip': '(value)', 'age': '(value)'}, 'records': 4, 'columns': [
        {'column': 'condition', 'l': 1, 'most_frequent': '(value)', 'records': 4, 'unknown': 0, 't': pytest.approx(7 / 12)}]}
    text, redacted = kanon('check', path, *words).stdout, kanon('check', path, *words, '--redact').stdout
    assert [value in text for value in ('130**', '3*', 'Cancer')] == [True] * 3
    assert [value in redacted for value in ('130**', '3*', 'Cancer')] == [False] * 3


def test_mondrians_inpatients_have_a_homogeneous_class(tmp_path):
    """The example of docs/how-to/judging.md."""
    assert run('run_mondrian.py', 'data/inpatients/inpatients.csv', '-o', tmp_path / 'released.csv', '--quiet').returncode == 0
    result = kanon('check', tmp_path / 'released.csv', '--quasi', 'zip,age', '--sensitive', 'condition')
    lines = result.stdout.splitlines()
    assert (result.returncode, result.stderr) == (0, '')
    assert 'k = 4 is the size of the smallest class; the largest has 4 records, the average 4.0' in lines
    assert 'condition  1  1.0000   none (l=2)   0.5833  1.0000  1 class, 4 records' in lines
    assert '4        zip [13053-13068], age [31-37]  all Cancer' in lines


@pytest.mark.parametrize('groups, l, entropy, ts', [
    ([(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)], [2, 3, 1], 1, [0.4167, 0.1667, 0.5833]),
    ([(1, 4, 9, 10), (5, 6, 7, 8), (2, 3, 11, 12)], [3, 3, 3], 2.8284, [0.0833, 0.1667, 0.0833])])
def test_the_inpatients_in_two_groupings(tmp_path, groups, l, entropy, ts):
    report = checked(in_groups(tmp_path, groups, CONDITIONS), '--quasi', 'group', '--sensitive', 'value')
    column, = report['columns']
    assert (column['l'], column['entropy'], column['t']) == (min(l), pytest.approx(entropy, abs=1e-4), pytest.approx(max(ts), abs=1e-4))
    said = {class_['quasi']['group']: class_['columns'][0] for class_ in report['worst']}
    assert [said['g%d' % place]['l'] for place in range(3)] == l
    assert [said['g%d' % place]['t'] for place in range(3)] == pytest.approx(ts, abs=1e-4)


@pytest.mark.parametrize('groups, ordered', [
    ([(1, 2, 3), (4, 5, 6), (7, 8, 9)], 0.375), ([(1, 3, 8), (4, 5, 6), (2, 7, 9)], 1 / 6),
    ([(4, 5, 6, 1, 2, 3, 7, 8, 9)], 0)])
def test_salaries_in_order(tmp_path, groups, ordered):
    column, = checked(in_groups(tmp_path, groups, SALARIES), '--quasi', 'group', '--sensitive', 'value')['columns']
    assert column['ordered-t'] == pytest.approx(ordered) and column['hierarchical-t'] is None


def test_the_hierarchical_distance(tmp_path):
    """{flu, asthma} | {ulcer, ulcer} of 1/4, 1/4, 1/2: half of the first class has to cross the root. In whole trees one level high it is
    the equal distance. A hierarchy that does not cover the values is passed over."""
    path = in_groups(tmp_path, [(1, 2), (3, 4)], ['flu', 'asthma', 'ulcer', 'ulcer'])
    for name, tree, expected in [('two', 'flu,lungs,*\nasthma,lungs,*\nulcer,stomach,*\n', 0.5), ('one', 'flu,*\nasthma,*\nulcer,*\n', 0.5),
                                 ('other', 'flu,*\nasthma,*\n', None)]:
        folder = tmp_path / name
        folder.mkdir()
        (folder / 'value.txt').write_text(tree)
        column, = checked(path, '--quasi', 'group', '--sensitive', 'value', '--hierarchies', folder)['columns']
        assert column['hierarchical-t'] == expected and column['ordered-t'] is None
    # One of the two with flu alone: the other half of the lungs is one level of two away, the ulcers are two.
    path = in_groups(tmp_path, [(1,), (2, 3, 4)], ['flu', 'asthma', 'ulcer', 'ulcer'])
    column, = checked(path, '--quasi', 'group', '--sensitive', 'value', '--hierarchies', tmp_path / 'two')['columns']
    assert (column['t'], column['hierarchical-t']) == (0.75, 0.25 * 0.5 + 0.5)


def test_recursive_diversity(tmp_path):
    """Class a: 4, 2, 1, so c = 4/3 for l = 2 and 4 for l = 3. Class b: 2, 2, 2, so 1/2 and 1."""
    values = 'x x x x y y z x x y y z z'.split()
    column, = checked(in_groups(tmp_path, [range(1, 8), range(8, 14)], values), '--quasi', 'group', '--sensitive', 'value')['columns']
    assert column['recursive'] == {'2': pytest.approx(4 / 3), '3': 4.0}


def test_recursive_diversity_of_many_values(tmp_path):
    """Said unasked up to l = 5, beyond that where it is required."""
    report = checked(in_groups(tmp_path, [range(1, 10)], 'aabcdefgh'), '--quasi', 'group', '--sensitive', 'value',
                     '--require', 'recursive=3:8')
    assert report['columns'][0]['recursive'] == {'2': 2 / 7, '3': 2 / 6, '4': 2 / 5, '5': 2 / 4}
    assert [(row['found'], row['holds']) for row in report['required']] == [(2.0, True)]


# What is required.

GROUPS = [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)]


@pytest.mark.parametrize('values, require, holds', [
    (CONDITIONS, 'k=4', True), (CONDITIONS, 'k=5', False), (CONDITIONS, 'l=1', True), (CONDITIONS, 'l=2', False),
    (CONDITIONS, 't=0.5834', True), (CONDITIONS, 't=0.5833', False),            # 7/12
    ('xxyyyxyxxyxy', 'alpha=0.5', True), ('xxyyyxyxxyxy', 'alpha=0.499999999', False),
    ('xxyyyxyxxyxy', 'entropy=2', True), ('xxyyyxyxxyxy', 'entropy=2.000000001', False),
    ('xxyyyxyxxyxy', 'recursive=1:2', False), ('xxyyyxyxxyxy', 'recursive=1.000000001:2', True),
    ('xxyyyxyxxyxy', 'recursive=9:3', False), ('xxyyyxyxxyxy', 't=0', True), ('xxyyyxyxxyyy', 't=0.1', False),
    (SALARIES + ['3', '4', '5'], 'ordered-t=1', True), (SALARIES + ['3', '4', '5'], 'ordered-t=.1', False)])
def test_requirements_are_decided_exactly(tmp_path, values, require, holds):
    report = checked(in_groups(tmp_path, GROUPS, values), '--quasi', 'group', '--sensitive', 'value', '--require', require,
                     status=0 if holds else 1)
    row, = report['required']
    assert (row['required'], row['holds'], report['holds']) == (require, holds, holds)
    assert (row['failing']['records'] > 0) is not holds


@pytest.mark.parametrize('order', ['abc', 'cab', 'acb'])
@pytest.mark.parametrize('require', ['k=3', 'l=2', 'entropy=1.5', 'recursive=3:2', 'alpha=0.7', 't=0.5', 'k=1,l=2', 'l=2,k=1'])
def test_one_bad_class_fails_the_table_wherever_it_stands(tmp_path, order, require):
    """A published tool overwrote its threshold inside the loop, so that every table passed."""
    classes = {'a': 'xyxy', 'b': 'yxyx', 'c': 'zz'}
    rows = [(label, value) for name, label in zip(order, 'pqr') for value in classes[name]]
    path = written(tmp_path / 'table.csv', ('group', 'value'), rows)
    report = checked(path, '--quasi', 'group', '--sensitive', 'value', '--require', require, status=1)
    failing = [row for row in report['required'] if not row['holds']]
    assert [row['failing'] for row in failing] == [{'classes': 1, 'records': 2}]
    found = {'k=3': 2, 'l=2': 1, 'entropy=1.5': 1.0, 'recursive=3:2': None, 'alpha=0.7': 1.0, 't=0.5': 0.8}     # of the bad class
    assert [row['found'] for row in failing] == [found[row['required']] for row in failing]
    assert [row['at_most'] for row in failing] == [require in ('recursive=3:2', 'alpha=0.7', 't=0.5')]
    assert report['worst'][0]['quasi'] == {'group': 'pqr'[order.index('c')]}


@pytest.mark.parametrize('sensitive', ['good,bad', 'bad,good', 'good,bad,fine'])
def test_each_sensitive_column_must_pass(tmp_path, sensitive):
    path = written(tmp_path / 'table.csv', ('group', 'good', 'bad', 'fine'), [('g', 'x', 'x', '1'), ('g', 'y', 'x', '2')])
    report = checked(path, '--quasi', 'group', '--sensitive', sensitive, '--require', 'l=2,k=2', status=1)
    assert [(row['required'], row['column'], row['found']) for row in report['required'] if not row['holds']] == [('l=2', 'bad', 1)]
    assert checked(path, '--quasi', 'group', '--sensitive', 'good,fine', '--require', 'l=2,k=2')['holds']


def test_a_requirement_that_fails_is_no_message_on_standard_error(tmp_path):
    path = in_groups(tmp_path, GROUPS, CONDITIONS)
    words = ['check', path, '--quasi', 'group', '--sensitive', 'value', '--require', 'l=2']
    result = kanon(*words)
    assert (result.returncode, result.stderr) == (1, '')
    assert 'l=2       value   1      FAILS in 1 class, 4 records' in result.stdout.splitlines()
    assert result.stdout.splitlines()[-1] == 'Not all that is required holds: the exit status is 1.'
    result = kanon(*words, '--quiet')
    assert (result.returncode, result.stdout, result.stderr) == (1, '', '')
    result = kanon(*words, '-o', tmp_path / 'report.txt')
    assert (result.returncode, result.stdout, result.stderr) == (1, '', '')
    assert (tmp_path / 'report.txt').read_text().endswith('the exit status is 1.\n')
    assert kanon(*words, '--require', 'l=1').stdout.splitlines()[-1] == 'All that is required holds.'


def test_requirements_from_an_ini_file(tmp_path):
    path = in_groups(tmp_path, GROUPS, CONDITIONS)
    (tmp_path / 'groups.ini').write_text('[kanon]\nquasi = group\nsensitive = value\nrequire = l=2\nk = 5\n')
    unnamed = kanon('check', path, '--quiet')       # what an INI file that nobody named requires is told, and counts
    assert unnamed.returncode == 1 and unnamed.stderr.endswith('groups.ini with --config, and it sets quasi = group; sensitive = value; require = l=2; k = 5\n')
    typed = kanon('check', path, '--quiet', '-k', '5')
    assert typed.returncode == 1 and typed.stderr.endswith('groups.ini with --config, and it sets quasi = group; sensitive = value; require = l=2\n')
    path, *named = path, '--config', tmp_path / 'groups.ini'
    report = checked(path, *named, status=1)
    assert [row['required'] for row in report['required']] == ['l=2', 'k=5']
    assert checked(path, *named, '--below', '5', status=1)['classes']['below'] == {'k': 5, 'records': 12}
    report = checked(path, *named, '--require', 'l=1', '-k', '4', '--below', '4')
    assert report['classes']['below'] == {'k': 4, 'records': 0} and [row['required'] for row in report['required']] == ['l=1', 'k=4']
    assert [row['required'] for row in checked(path, *named, '--require', 'l=1,k=3')['required']] == ['l=1', 'k=3']


def test_check_takes_the_words_of_a_run(tmp_path):
    """They require what --require says in its own words, and more in one line."""
    path = in_groups(tmp_path, GROUPS, CONDITIONS)
    words = '--quasi', 'group', '--sensitive', 'value'
    for asked, said in (('-k 4', 'k=4'), ('-k 6', 'k=6'), ('--l-diversity 2', 'l=2'), ('--l-diversity entropy:1.5', 'entropy=1.5'),
                        ('--l-diversity value=recursive:2,2', 'value:recursive=2:2'), ('--alpha 0.5', 'alpha=0.5'),
                        ('--t-closeness 0.25', 't=0.25'), ('--t-closeness value=1', 'value:t=1')):
        one, other = (kanon('check', path, *words, *more, '--json') for more in (asked.split(), ['--require', said]))
        assert (one.returncode, one.stdout) == (other.returncode, other.stdout), asked
    twice = kanon('check', path, *words, '-k', '4', '--require', 'l=2,k=5')
    assert twice.returncode == 2 and "'k' is required twice" in twice.stderr


def test_the_worst_classes_come_first(tmp_path):
    """Those that fail most requirements, then those of the fewest values, then the smallest; the commonest value, the first of equals."""
    path = in_groups(tmp_path, [(1, 2, 3), (4, 5, 6, 7, 8), (9, 10), (11, 12, 13)], 'zyz' 'xxxxx' 'xy' 'yyx')
    words = '--quasi', 'group', '--sensitive', 'value'
    assert [class_['quasi']['group'] for class_ in checked(path, *words)['worst']] == ['g1', 'g2', 'g0']
    report = checked(path, *words, '--require', 'k=3', status=1)
    assert [class_['quasi']['group'] for class_ in report['worst']] == ['g2', 'g1', 'g0']
    assert [(class_['columns'][0]['most_frequent'], class_['columns'][0]['records']) for class_ in report['worst']] == [('x', 1), ('x', 5), ('z', 2)]
    assert (report['required'][0]['found'], report['required'][0]['column']) == (2, None)


# Missing values, suppressed rows, further columns.

def test_missing_values_do_not_vanish_from_the_count(tmp_path):
    """A published checker grouped by keys and lost those with a missing value: it would say k = 2, of four records."""
    rows = [('30', 'm'), ('30', 'm'), ('40', 'f'), ('40', 'f'), ('?', 'm'), ('', 'f'), ('40', '')]
    path = written(tmp_path / 'table.csv', ('age', 'sex'), rows)
    (tmp_path / 'table.ini').write_text('[kanon]\nmissing = drop\n')        # for the scripts, not for a checker
    report = checked(path, '--quasi', 'age,sex')
    assert report['records'] == {'read': 7, 'in_classes': 7, 'suppressed': 0}
    assert (report['classes']['k'], report['classes']['count']) == (1, 5)
    # ('30', 'm') goes with ('?', 'm'): 3. ('40', 'f') with ('', 'f') and ('40', ''): 4. ('40', '') with ('?', 'm') too: 5.
    assert report['missing'] == {'cells': 3, 'records': 3, 'wildcard_k': 3}
    checked(path, '--quasi', 'age,sex', '--require', 'k=2', status=1)
    line, = [line for line in kanon('check', path, '--quasi', 'age,sex').stdout.splitlines() if 'wildcards' in line]
    assert "missing values ('?' or nothing) in quasi-identifiers: 3, in 3 records" in line and line.endswith('k = 3')


def test_a_missing_sensitive_value_may_be_any_value(tmp_path):
    path = in_groups(tmp_path, [(1, 2), (3, 4)], ['x', '?', 'x', ''])
    report = checked(path, '--quasi', 'group', '--sensitive', 'value')
    column = report['columns'][0]
    assert (column['l'], column['alpha'], column['entropy'], column['unknown']) == (1, 1.0, 1.0, 2)
    assert (report['records']['in_classes'], report['missing']['cells'], column['homogeneous']['classes']) == (4, 0, 2)


def test_suppressed_rows_are_no_class_and_count_in_the_reference_of_t(tmp_path):
    rows = [('*', '*', 'x')] + [('*', 'm', 'x')] * 2 + [('30', 'm', 'y')] * 3
    path = written(tmp_path / 'table.csv', ('age', 'sex', 'job'), rows)
    report = checked(path, '--quasi', 'age,sex', '--sensitive', 'job', '--require', 'k=2')
    assert report['records'] == {'read': 6, 'in_classes': 5, 'suppressed': 1}
    assert (report['classes']['k'], report['classes']['count']) == (2, 2)
    assert report['columns'][0]['t'] == 0.5         # of 3 x and 3 y; of 2 and 3 it would be 0.6
    assert checked(path, '--quasi', 'age')['records']['suppressed'] == 3


def test_a_table_of_nothing_but_stars_is_one_class(tmp_path):
    """As a release is that was generalized to the top; if it were no class at all, everything would hold of it."""
    path = written(tmp_path / 'table.csv', ('age', 'job'), [('*', 'x'), ('*', 'x')])
    report = checked(path, '--quasi', 'age', '--sensitive', 'job', '--require', 'k=3,l=2', status=1)
    assert report['records'] == {'read': 2, 'in_classes': 2, 'suppressed': 0}
    assert (report['classes']['k'], report['columns'][0]['l'], report['holds']) == (2, 1, False)
    assert checked(path, '--quasi', 'age', '--sensitive', 'job', '--require', 'k=2,l=1')['holds']



@pytest.mark.parametrize('name', ['number', ''])
def test_row_numbers_in_the_output_are_pointed_out(tmp_path, name):
    """A published tool wrote the rows' numbers into its release. Some write them without a name."""
    rows = [(str(number), 'g', 'same', str(number // 2)) for number in range(2000)]
    path = written(tmp_path / 'table.csv', (name, 'group', 'note', 'pair'), rows)
    report = checked(path, '--quasi', 'group')
    assert report['others'] == {'columns': [name or 'column 1', 'note', 'pair'], 'distinct': [name or 'column 1']}
    lines = kanon('check', path, '--quasi', 'group').stdout.splitlines()
    assert '3 other columns, neither quasi-identifier nor sensitive, not judged: %s, note, pair' % (name or 'column 1') in lines
    assert 'WARNING: every record has its own value in %s. Are these row numbers or identifiers?' % (name or 'column 1') in lines
    rows[-1] = ('0', *rows[-1][1:])      # a single repetition, in the last of several batches
    assert checked(written(path, (name, 'group', 'note', 'pair'), rows), '--quasi', 'group')['others']['distinct'] == []


def test_one_record_has_no_row_numbers(tmp_path):
    path = written(tmp_path / 'table.csv', ('number', 'group'), [('1', 'g')])
    assert checked(path, '--quasi', 'group')['others'] == {'columns': ['number'], 'distinct': []}


# Any writing of csv, and the screen.

def test_any_writing_of_csv(tmp_path):
    rows = [('a "b", c', 'x'), ('a "b", c', 'y')]
    semicolons, packed = tmp_path / 'semicolons.csv', tmp_path / 'packed.csv.gz'
    semicolons.write_bytes(b'\xef\xbb\xbfgroup;value\r\n"a ""b"", c";x\r\n"a ""b"", c";y\r\n')
    packed.write_bytes(gzip.compress(semicolons.read_bytes()))
    headless = tmp_path / 'headless.csv'
    headless.write_text('"a ""b"", c",x\n"a ""b"", c",y\n')
    words = ['--quasi', 'group', '--sensitive', 'value']
    reports = [checked(semicolons, *words), checked(packed, *words), checked(headless, *words, '--columns', 'group,value'),
               json.loads(kanon('check', '-', '--json', *words, stdin=None, input=semicolons.read_bytes().decode('utf-8-sig')).stdout)]
    assert len({json.dumps({**report, 'data': None, 'read_as': None}, sort_keys=True) for report in reports}) == 1
    assert reports[0]['worst'][0]['quasi']['group'] == rows[0][0]


def test_the_default_columns_where_there_are_such(tmp_path):
    assert checked('data/adult_sample.data')['sensitive'] == ['occupation']
    path = written(tmp_path / 'table.csv', ('zip', 'occupation'), [('1', 'x')])
    assert checked(path, '--quasi', 'zip')['sensitive'] == ['occupation']
    assert checked(path, '--quasi', 'zip,occupation')['sensitive'] == []
    assert checked(path, '--quasi', 'occupation', '--sensitive', '')['sensitive'] == []


def test_the_report_fits_the_screen(tmp_path):
    out = tmp_path / 'released.csv'
    assert run('run_mondrian.py', 'data/adult_sample.data', '-o', out, '--quiet', '--publish', 'education,native_country').returncode == 0
    lines = kanon('check', out, '--sensitive', 'occupation,education', '--below', '11', '--require', 'k=10,l=3,t=0.5').stdout.splitlines()
    assert len(lines) <= 24 and max(map(len, lines)) <= 105
    assert not any(line != line.rstrip() for line in lines)


# Random tables, record by record.

def random_rows(seed):
    """(quasi-identifiers, sensitive columns, records): few values, missing ones, '*', several sensitive columns."""
    random = Random(seed)
    quasi, sensitive = random.randint(1, 4), random.randint(1, 2)
    values = ['a', 'b', '?', '', '*', 'c'][:random.randint(2, 6)]
    kinds = random.choice([['1', '2', '30'], ['x', 'y', 'z', '?']])
    return quasi, sensitive, [tuple(random.choice(values) for _ in range(quasi)) + tuple(random.choice(kinds) for _ in range(sensitive))
                              for _ in range(random.randint(1, 30))]


def report_of(tmp_path, seed, require=''):
    quasi, sensitive, rows = random_rows(seed)
    names = ['q%d' % place for place in range(quasi)] + ['s%d' % place for place in range(sensitive)]
    path = written(tmp_path / 'table.csv', [*names, 'note'], [(*('"%s"' % value for value in row), '-') for row in rows])
    with AnyTable(str(path), missing='value') as table:
        published = read_classes(table, names[:quasi], names[quasi:])
    report = judged(published, names[:quasi], names[quasi:], k=3, require=requirement_pairs(require) if require else [])
    return rows, quasi, published, report


def compatible(one, other):
    return all(x == y or x in MISSING or y in MISSING for x, y in zip(one, other))


@pytest.mark.parametrize('seed', seeds(300))
def test_against_the_records(tmp_path, seed):
    rows, quasi, published, report = report_of(tmp_path, seed)
    keys = [row[:quasi] for row in rows]
    live = [row for row in rows if row[:quasi] != ('*',) * quasi] or rows
    classes = {key: [row for row in live if row[:quasi] == key] for key in {row[:quasi] for row in live}}
    sizes = [len(found) for found in classes.values()]
    assert report['records'] == {'read': len(rows), 'in_classes': len(live), 'suppressed': len(rows) - len(live)}
    assert (report['classes']['k'], report['classes']['largest']) == (min(sizes), max(sizes))
    assert report['classes']['below']['records'] == sum(size for size in sizes if size < 3)
    assert report['missing']['wildcard_k'] == min((sum(compatible(key, row) for row in live) for key in classes))
    assert report['missing']['cells'] == sum(value in MISSING for row in live for value in row[:quasi])
    assert sum(whole_file(published).values()) == len(rows) and len(keys) == len(rows)
    for place, column in enumerate(report['columns'], quasi):
        lists = [[row[place] for row in found] for found in classes.values()]
        assert column['unknown'] == sum(is_missing(row[place]) for row in rows)
        filled = [list(fillings(values)) for values in lists]
        assert column['l'] == min(len(set(values)) for of_class in filled for values in of_class)
        alone = [of_class for of_class in filled if min(len(set(values)) for values in of_class) == 1]
        assert column['homogeneous']['records'] == sum(len(of_class[0]) for of_class in alone)
        if lists:
            assert column['alpha'] == max(values.count(value) / len(values) for of_class in filled for values in of_class for value in values)
            as_one = [['?' if is_missing(value) else value for value in values] for values in lists]
            whole_column = ['?' if is_missing(row[place]) else row[place] for row in rows]
            assert column['t'] == pytest.approx(max(distance(values, whole_column) for values in as_one))
            assert column['entropy'] == pytest.approx(min(exp(-sum(log(values.count(value) / len(values)) for value in values)
                                                                  / len(values)) for of_class in filled for values in of_class))


def distance(values, all_values):
    return sum(abs(values.count(value) / len(values) - all_values.count(value) / len(all_values)) for value in set(all_values)) / 2


@pytest.mark.parametrize('seed', seeds(300))
def test_verdicts_are_those_of_every_class(tmp_path, seed):
    rows, quasi, published, report = report_of(tmp_path, seed, 'k=2,l=2,alpha=0.5,t=0.5')
    expected = [all(sum(of_class.values()) >= 2 for of_class in published.classes.values())]
    histograms = [by_column(of_class) for of_class in published.classes.values()]
    columns = range(len(rows[0]) - quasi)
    filled = [[list(fillings([value for value, n in of_class[place].items() for _ in range(n)])) for of_class in histograms] for place in columns]
    expected += [all(len(set(values)) >= 2 for of_class in filled[place] for values in of_class) for place in columns]
    expected += [all(2 * values.count(value) <= len(values) for of_class in filled[place] for values in of_class for value in values)
                 for place in columns]
    reference = by_column(whole_file(published))
    expected += [all(half_apart(of_class[place], reference[place]) for of_class in histograms) for place in columns]
    assert [row['holds'] for row in report['required']] == expected
    assert report['holds'] == all(expected)
    check_text({**report, 'program': '', 'version': '', 'data': '', 'config': None, 'telling': {}, 'counts': None, 'count_column': None, 'quasi': ['q'], 'sensitive': ['s']}, ENGLISH)


def half_apart(histogram, reference):
    """At most 1/2, in whole numbers: sum |n N - r s| <= s N."""
    size, total = sum(histogram.values()), sum(reference.values())
    return sum(abs(histogram.get(value, 0) * total - n * size) for value, n in reference.items()) <= size * total


def test_wildcards_by_patterns_are_those_of_all_pairs():
    """Larger tables than above, with counts, of which any tuple may have the fewest."""
    for seed in seeds(60, every=3):
        random = Random(seed)
        letters = random.choice(('abc??', 'ab?', 'abcdefg?', 'a???'))
        sizes = {tuple(random.choice(letters).replace('?', random.choice(MISSING)) for _ in range(4)): random.randint(1, 9)
                 for _ in range(random.randint(1, 150))}
        expected = dict(sizes)
        for one, other in combinations(sizes, 2):
            if compatible(one, other):
                expected[one] += sizes[other]
                expected[other] += sizes[one]
        assert wildcard_k(sizes) == min(expected.values())


def test_wildcards_of_thousands_of_patterns_are_given_up(tmp_path, monkeypatch):
    """Each pattern would be compared with each. What is asked for besides is told."""
    random = Random(1)
    sizes = {tuple(random.choice('ab?') for _ in range(10)): 1 for _ in range(200)}
    steps = next(2 ** n for n in range(30) if wildcard_k(sizes, 2 ** n) is not None)
    assert wildcard_k(sizes, steps) == wildcard_k(sizes) > 1
    twice = {quasi + (end,): 1 for quasi in sizes for end in 'x?'}
    assert wildcard_k(twice, steps) is None         # four times as many pairs
    monkeypatch.setattr(check_module, 'wildcard_k', lambda sizes: wildcard_k(sizes, 10))
    names = [str(place) for place in range(10)]
    with AnyTable(str(written(tmp_path / 'table.csv', names, sizes)), missing='value') as table:
        report = judged(read_classes(table, names), names)
    assert report['missing']['wildcard_k'] is None and report['classes']['k'] == 1
    said = check_text({**report, 'program': '', 'version': '', 'data': '', 'config': None, 'telling': {}, 'counts': None, 'count_column': None, 'quasi': names,
                 'sensitive': []}, ENGLISH)
    line, = [line for line in said.splitlines() if 'as wildcards' in line]
    assert line.endswith(' records; they stand in too many patterns to take them as wildcards')


def test_the_worst_class_has_the_fewest_values_in_one_of_its_columns(tmp_path):
    """That of g1 has one condition, whatever its jobs. The other has two of each."""
    rows = [('g0', 'flu', 'a'), ('g0', 'ulcer', 'b'), ('g0', 'ulcer', 'b'), ('g1', 'flu', 'a'), ('g1', 'flu', 'b'), ('g1', 'flu', 'c')]
    path = written(tmp_path / 'table.csv', ('group', 'condition', 'job'), rows)
    report = checked(path, '--quasi', 'group', '--sensitive', 'condition,job')
    assert [class_['quasi']['group'] for class_ in report['worst']] == ['g1', 'g0']
