"""Plain numbers, what looks like one, and a column of numbers that does not become one of words in silence."""

from random import Random

import pytest

from conftest import run
from kanon.dimensions import dimension_for
from kanon.tables.hierarchy_file import HierarchyFolder
from kanon.errors import DataError
from kanon.values import not_plain, number, writing


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
    assert dimension_for('age', {'1': 3, '?': 1, '': 1}, HierarchyFolder(str(tmp_path))).order.endswith('for a missing value among numbers')
