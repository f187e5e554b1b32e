"""Plain numbers, what looks like one, and a column of numbers that does not become one of words in silence."""

import csv
from itertools import combinations
from random import Random
from unicodedata import normalize

import pytest

import kanon as library
from conftest import kanon, run, seeds
from flat import anonymize
from kanon.core.audit.same import one_of_all, ones_in
from kanon.core.counts.values import (alike, all_in_common, decimal_of, in_common, not_plain,
                                      number, other_codes, writing)
from kanon.core.cutting.dimension import dimension_for, dimension_of
from kanon.core.errors import DataError
from kanon.core.tables.hierarchy_file import HierarchyFolder


@pytest.mark.parametrize('text, expected', [
    ('39', 39), ('039', 39), ('+4', 4), ('-1.50', -1.5), ('.5', 0.5), ('5.', 5), ('1e3', 1000), ('1e-2', 0.01), ('9' * 40, int('9' * 40)),
    ('9' * 41, None), ('', None), ('?', None), ('1,5', None), ('1e400', None), ('nan', None), ('inf', None), ('0x1f', None),
    ('1_000', None), ('\u0661\u0662', None), (' 39', None), ('39 ', None), ('--1', None), ('1.2.3', None)])
def test_a_plain_number(text, expected):
    assert number(text) == expected


@pytest.mark.parametrize('text, expected', [
    ('1,5', 'a decimal comma'), ('-0,25', 'a decimal comma'), (',5', 'a decimal comma'), ('0,123', 'a decimal comma'),
    ('1,234', 'thousands separators'), ('1.234,5', 'thousands separators'), ('1,234.5', 'thousands separators'), ('12 000', 'thousands separators'),
    ("1'234'567", 'thousands separators'), ('1\u202f234', 'thousands separators'), ('1_000', 'thousands separators'), ('1.234.567', 'thousands separators'),
    ('1e400', 'an exponent of three digits'), ('nan', 'nan or inf'), ('-Inf', 'nan or inf'), ('39 ', 'blanks around it'),
    ('$5', 'a currency or percent sign'), ('5 \u20ac', 'a currency or percent sign'), ('7.5%', 'a currency or percent sign'),
    ('$1,200', 'a currency or percent sign'), ('\u0661\u0662', 'digits of another script'), ('\u22125', 'digits of another script'),
    ('39', None), ('1.5', None), ('1.234', None), ('', None), ('?', None), ('-', None), ('Sales', None), ('10-19', None), ('3O', None),
    ('2023-09-04', None), ('1/2/2020', None), ('[30-39]', None), ('90+', None), ('1 2', None), ('12 34', None), ('%', None), ('9' * 50, None)])
def test_other_writings_of_a_number(text, expected):
    assert writing(text) == expected


def test_no_text_is_both_a_plain_number_and_another_writing_and_none_is_a_traceback():
    random = Random(7)
    for _ in range(5000):
        text = ''.join(random.choice("0123456789.,' -+eE%$\u0661\xa0\u202f_x") for _ in range(random.randint(0, 8)))
        assert number(text) is None or writing(text) is None


@pytest.mark.parametrize('counts, expected', [
    ({'1': 3, '2': 4}, {}),
    ({'1': 3, 'x': 3}, {}),                                 # half of the records are no numbers
    ({'1': 3, 'x': 2}, {'x': 2}),
    ({'1': 3, '2': 1, 'x': 2, 'y': 3}, {}),                 # most values are, most records are not
    ({'1': 1, 'x': 2, '?': 5, '': 5}, {}),                  # missing values are neither
    ({'1': 3, '?': 5, '': 5}, {}),
    ({'1,5': 3, '2,5': 1}, {'1,5': 3, '2,5': 1}),
    ({'1,5': 3, 'x': 1, '?': 1}, {'1,5': 3, 'x': 1}),
    ({'Sales': 3, 'Tech': 1}, {}), ({}, {}), ({'?': 2}, {})])
def test_what_keeps_a_column_of_numbers_from_being_one(counts, expected):
    assert not_plain(counts) == expected


def test_the_first_ten_are_named_with_how_many_there_are(tmp_path):
    counts = {**{str(age): 10 for age in range(50)}, **{'%dx' % n: n for n in range(1, 13)}}
    with pytest.raises(DataError, match=r"12 of its 62 values, in 78 records, .*: '12x' \(12\), .*'3x' \(3\) and 2 more; correct"):
        dimension_for('age', counts, HierarchyFolder(str(tmp_path)))


def test_who_says_categories_or_gives_a_hierarchy_gets_categories(tmp_path):
    counts = {'39': 5, '41': 2, '3O': 1}
    assert dimension_for('age', counts, HierarchyFolder(str(tmp_path)), categories='frequency').order == 'frequency'
    (tmp_path / 'age.txt').write_text('39,*\n41,*\n3O,*\n')
    assert dimension_for('age', counts, HierarchyFolder(str(tmp_path))).order == "the hierarchy's leaves"


def test_a_missing_value_among_numbers_makes_categories_and_the_report_says_so(tmp_path):
    (tmp_path / 'd.csv').write_text('years,job\n12,a\n?,b\n14,a\n14,b\n')
    report = run('run_mondrian.py', tmp_path / 'd.csv', '--quasi', 'years', '--sensitive', 'job', '-k', '2', '--missing', 'value')
    assert 'years             frequency, for a missing value among numbers' in report.stdout, report
    assert dimension_for('age', {'?': 3}, HierarchyFolder(str(tmp_path))).order == 'frequency'
    assert dimension_for('job', {'a': 3, '?': 1}, HierarchyFolder(str(tmp_path))).order == 'frequency'


# Codes: digits with a leading zero.

@pytest.mark.parametrize('counts, expected', [
    ({'01067': 2, '14850': 1}, {}), ({'00': 1, '23': 4}, {}), ({'01067': 2, '?': 1, '': 1}, {}), ({'1067': 2, '14850': 1}, {}),
    ({'0': 1, '-0': 1, '0.5': 2, '+0': 1}, {}), ({'5': 1, '5.0': 2}, {}), ({'01.5': 1, '1.5': 2}, {}), ({}, {}), ({'?': 2}, {}),
    ({'01067': 2, '1067': 3}, {'1067': 3}), ({'01': 2, '100': 3}, {'01': 2}), ({'0': 1, '00': 2}, {'0': 1}),
    ({'01067': 2, '+1067': 3}, {'+1067': 3}), ({'01067': 2, '+0107': 3}, {'+0107': 3}), ({'05': 2, '-5': 1, '7.': 3}, {'-5': 1, '7.': 3}),
    ({'01067': 2, 'x': 3, '1': 2}, {})])                        # a column of words
def test_codes_of_another_width(counts, expected):
    assert other_codes(counts) == expected


def column_of_codes(random):
    """Up to 40 {value: records}, of one width or of several, of codes or of plain numbers."""
    width = random.randint(1, 4)
    pads = random.choice(['%0*d', '%d', '%0*d %d'])
    values = (random.choice(pads.split()) for _ in range(random.randint(1, 40)))
    numbers = random.choice([range(10 ** width), range(10 ** (width - 1), 10 ** width)])
    return {pad % ((width, n) if '*' in pad else n): random.randint(1, 5) for pad, n in ((pad, random.choice(numbers)) for pad in values)}


@pytest.mark.parametrize('seed', seeds(200))
def test_a_column_of_numbers_is_one_of_codes_if_one_of_them_has_a_leading_zero(seed):
    """Codes of one width are ordered as texts, which is their order as numbers, and published as recorded. Others are no numbers."""
    counts = column_of_codes(Random(seed))
    codes = any(value[0] == '0' and value != '0' for value in counts)
    alike = len(set(map(len, counts))) == 1
    made = dimension_of(counts)
    assert made.is_number == (alike or not codes)
    assert (other_codes(counts) == {}) == made.is_number
    if codes and alike:
        assert made.texts == sorted(counts)
        assert made.label([0, len(counts) - 1]).text in (min(counts), '[%s-%s]' % (min(counts), max(counts)))
    if codes and not alike:
        assert sorted(made.texts) == sorted(counts)


CODES = ['01067', '01069', '06108', '07743'] * 2


def test_codes_are_published_with_their_zeros_and_an_attack_finds_them(tmp_path):
    (tmp_path / 'd.csv').write_text('plz,job\n' + ''.join('%s,j%d\n' % pair for pair in zip(CODES, range(8))))
    words = ['--quasi', 'plz', '--sensitive', 'job']
    result = run('run_mondrian.py', 'd.csv', *words, '-k', '4', '-o', 'r.csv', '--quiet', cwd=str(tmp_path))
    assert result.returncode == 0, result.stderr
    assert {line.split(',')[0] for line in (tmp_path / 'r.csv').read_text().split()[1:]} == {'[01067-01069]', '[06108-07743]'}
    rows = kanon('attack', 'r.csv', '--known', 'd.csv', *words, '--format', 'csv', cwd=str(tmp_path)).stdout.splitlines()
    linkage = dict(zip(rows[0].split(','), rows[1].split(',')))
    assert (linkage['no_candidate'], linkage['least']) == ('0', '4')
    assert 'smallest class' in kanon('check', 'r.csv', *words, cwd=str(tmp_path)).stdout


def test_codes_of_two_widths_are_categories_for_who_says_so(tmp_path):
    counts, none = {'01067': 2, '1067': 3}, HierarchyFolder(str(tmp_path))
    assert dimension_for('plz', counts, none, categories='frequency').texts == ['1067', '01067']
    for values in counts, {**counts, '?': 1}:
        with pytest.raises(DataError, match='1 of the 2 values, in 2 records, have 5 digits, and 1, in 3 records, have not: '):
            dimension_for('plz', values, none)
    (tmp_path / 'plz.txt').write_text('01067,0106*,*\n1067,106*,*\n')
    assert dimension_for('plz', counts, none).order == "the hierarchy's leaves"


# Decimal commas.

@pytest.mark.parametrize('text, expected', [
    ('39', 39), ('1,5', 1.5), ('-0,25', -0.25), (',5', 0.5), ('5,', 5), ('1,5e3', 1500), ('1,50', 1.5), ('1.5', None), ('1.234', None), ('1.234,5', None),
    ('1,2,3', None), ('1,234', 1.234), ('', None)])
def test_a_plain_number_with_a_decimal_comma(text, expected):
    assert number(text, ',') == expected


@pytest.mark.parametrize('text, expected', [
    ('1.5', 'a decimal point'), ('.5', 'a decimal point'), ('1.234', 'thousands separators'), ('1.234,5', 'thousands separators'), ('12 000', 'thousands separators'),
    ('5,5 \u20ac', 'a currency or percent sign'), ('1,5', None), ('1,234', None), ('1,5x', None), ('\u0661\u066b\u0665', 'digits of another script')])
def test_other_writings_where_the_comma_is_the_decimal_sign(text, expected):
    assert writing(text, ',') == expected


def test_with_the_other_sign_a_text_is_the_same_number():
    random = Random(11)
    for _ in range(5000):
        text = ''.join(random.choice('0123456789.,-+e ') for _ in range(random.randint(0, 7)))
        assert number(text, ',') == number(text.translate({ord('.'): ',', ord(','): '.'}))


@pytest.mark.parametrize('columns, expected', [
    ([{'1,5': 1}], ','), ([{'1.5': 1}], '.'), ([{'1,5': 1}, {'1.5': 1}], '.'), ([{'1,5': 1, '2': 5, '?': 99}], ','), ([{'1,234': 1, '2': 5}], '.'),
    ([{'1,234': 1, '0,5': 5}], ','), ([{'1,5': 1, 'x': 2}], '.'), ([{'1,5': 3, 'x': 2}, {'a, b': 7}, {'39': 9}], ','), ([{'1,234.5': 3}], '.'), ([{}], '.'),
    ([{'1,5': 3, '2.5': 3}], '.'), ([{'1,5': 1}, {'1.2.2024': 3}], ',')])
def test_the_decimal_sign_is_found_out(columns, expected):
    assert decimal_of(columns) == expected


@pytest.mark.parametrize('seed', seeds(60))
def test_a_table_with_commas_is_published_as_the_same_table_with_points(seed, tmp_path):
    random = Random(seed)
    rows = [('%.*f' % (random.randint(0, 2), random.uniform(-20, 20)), random.choice('mf'), '%.1f' % random.uniform(0, 3)) for _ in range(40)]
    texts, labels = [], random.choice(['set', 'box'])
    for sign, name in (('.', 'points.csv'), (',', 'commas.csv')):
        (tmp_path / name).write_text('dose;sex;mg\n' + ''.join(';'.join(row).replace('.', sign) + '\n' for row in rows))
        result = run('run_mondrian.py', name, '--quasi', 'dose,sex', '--sensitive', 'mg', '-k', '3', '--t-closeness', 'ordered:0.5', '--decimal', sign,
                     '--labels', labels, '-o', 'out.csv', '--quiet', '--force', cwd=str(tmp_path))
        assert result.returncode == 0, result.stderr
        with open(str(tmp_path / 'out.csv'), newline='') as file:
            texts.append(sorted(csv.reader(file)))
    assert texts[1] == sorted([field.replace('.', ',') if place != 1 else field for place, field in enumerate(row)] for row in texts[0])
    rows = kanon('attack', 'out.csv', '--known', 'commas.csv', '--quasi', 'dose,sex', '--sensitive', 'mg', '--decimal', ',', '--format', 'csv',
                 cwd=str(tmp_path)).stdout.splitlines()
    assert dict(zip(rows[0].split(','), list(csv.reader(rows))[1]))['no_candidate'] == '0'


# Values that may be the same.

def nfd(text):
    return normalize('NFD', text)


@pytest.mark.parametrize('values, expected', [
    ([], {}), (['Ulm', 'ulm'], {'ulm': 'Ulm'}), (['K\xf6ln', 'Ulm'], {}), (['K\xf6ln', nfd('K\xf6ln'), 'Ulm'], {'K\xf6ln': nfd('K\xf6ln')}),
    (['K', '\u212a', 'k'], {'\u212a': 'K', 'k': 'K'}), (['\xc5', '\u212b', 'A\u030a', 'A'], {'\xc5': 'A\u030a', '\u212b': 'A\u030a'}),
    (['\uff21', 'A'], {'\uff21': 'A'}), (['Ann\u200b', 'Ann'], {'Ann\u200b': 'Ann'}), (['Ann  Lee', 'Ann Lee', 'AnnLee'], {'Ann Lee': 'Ann  Lee'}),
    (['a\nb', 'a b', 'a\x85b', 'a', 'b'], {'a b': 'a\nb', 'a\x85b': 'a\nb'}), (['', ' ', '\ufeff'], {' ': '', '\ufeff': ''}),
    (['1', '1.0', '01', '+1', '1.', '\uff11', '-1', '1,0'], {'1.0': '+1', '01': '+1', '1': '+1', '1.': '+1', '\uff11': '+1'}),
    (['0E8', '0E0', '0', '-0', '.0', '1e3', '1000', '1E3'], {'.0': '-0', '0': '-0', '1e3': '1E3'}),
    (['0.1', '0.10', '0.1000000000000000000001', '.1'], {'0.1': '.1', '0.10': '.1'}), (['9' * 5000, '0' + '9' * 5000], {'9' * 5000: '0' + '9' * 5000}),
    (['-', '+', '.', '-.', '1-2', '1.2.3', '01-2', '\u0663', '3', '1_0', '10'], {}), (['STRASSE', 'stra\xdfe'], {'stra\xdfe': 'STRASSE'})])
def test_values_that_may_be_the_same(values, expected):
    assert alike(values) == expected
    assert bool(ones_in(values)) == bool(expected)


def test_the_decimal_sign_of_a_table_says_what_is_a_number():
    assert alike(['1,50', '1,5', '1.5', '1.50'], ',') == {'1,50': '1,5'} and alike(['1,50', '1,5', '1.5', '1.50']) == {'1.50': '1.5'}
    assert len(ones_in(['1,50', '1,5', '1.5', '1.50'], ',').keys()) == 4 and len(set(ones_in(['1,50', '1,5', '1.5', '1.50'], ',').values())) == 3


def random_texts(random):
    """Texts of few letters, which are often the same thing written in other ways."""
    letters = ['a', 'A', '\xe4', 'a\u0308', '\xc4', '\uff41', ' ', '  ', '\xa0', '\t', '\n', '\u200b', '\xad', '0', '1', '\uff10', '.', ',', '+', '-', 'e', '\u2160', '\xdf', 'SS', '\u0390']
    return {''.join(random.choice(letters) for _ in range(random.randint(1, 4))) for _ in range(40)}


@pytest.mark.parametrize('seed', seeds(200))
def test_the_rules_and_the_audit_take_the_same_values_for_one(seed):
    random = Random(seed)
    texts, decimal = sorted(random_texts(random)), random.choice('.,')
    ones = {text: one_of_all(text, decimal) for text in texts}
    forms = dict(zip(texts, all_in_common(texts, decimal)))
    for one, other in combinations(texts, 2):
        assert (ones[one] == ones[other]) == (forms[one] == forms[other]), (one, other)
    for text, form in forms.items():
        assert in_common(text, decimal) == form == in_common(form, decimal)
        assert {in_common(way, decimal) for way in (' ' + text, text + '\u200b', text.lower(), normalize('NFD', text), normalize('NFKC', text))} == {form}


def test_a_run_and_start_warn_of_values_that_look_alike(tmp_path):
    (tmp_path / 'd.csv').write_text('stadt,leiden\n' + 'K\xf6ln,a\n%s,f\xfc\n%s,%s\n' % (nfd('K\xf6ln'), nfd('K\xf6ln'), nfd('f\xfc')), encoding='utf-8')
    words = ['d.csv', '--quasi', 'stadt', '--sensitive', 'leiden', '-k', '3', '--force']
    how = 'may be the same as another one, but for capitals, blanks or how a number or an accent is written'
    assert 'Values %s, and count as different: stadt 1. Write' % how in run('run_mondrian.py', *words, cwd=str(tmp_path)).stdout
    output = ' '.join(run('run_mondrian.py', *words, '--l-diversity', '2', cwd=str(tmp_path)).stdout.split())
    assert 'and count as different: stadt 1. Write' in output and '1 value of leiden %s; l and alpha count them as one' % how in output
    assert "Values %s: 'column 1': 2 values. 'column 2': 2 values. Write" % how in kanon('start', 'd.csv', cwd=str(tmp_path)).stdout
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'stadt.txt').write_text('K\xf6ln,*\n', encoding='utf-8')
    assert 'differs from the leaf' in kanon('hierarchy', 'check', 'd.csv', '--quasi', 'stadt', cwd=str(tmp_path)).stdout
    (tmp_path / 'd.csv').write_text('stadt,leiden\n' + 'K\xf6ln,a\n' * 3, encoding='utf-8')
    assert how not in run('run_mondrian.py', *words, cwd=str(tmp_path)).stdout + kanon('start', 'd.csv', cwd=str(tmp_path)).stdout


def test_the_library_and_check_read_decimal_commas(tmp_path):
    rows = [('1,5', '0,5'), ('2,5', '1,5'), ('10,5', '0,5'), ('11', '1,5')]
    release = anonymize(rows, ['dose'], ['mg'], columns=['dose', 'mg'], k=2, decimal=',', t_closeness='ordered:0.5')
    assert set(release.classes) == {('[1,5-2,5]',), ('[10,5-11]',)}
    release.write(str(tmp_path / 'r.csv'))
    words = ['check', 'r.csv', '--quasi', 'dose', '--sensitive', 'mg', '--require', 'ordered-t=0.5']
    assert kanon(*words, '--decimal', ',', cwd=str(tmp_path)).returncode == 0
    assert kanon(*words, cwd=str(tmp_path)).stderr.endswith("column 'mg' needs a number in every record\n")
    assert dimension_for('age', {'1': 3, '?': 1, '': 1}, HierarchyFolder(str(tmp_path))).order.endswith('for a missing value among numbers')
