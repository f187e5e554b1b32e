"""What a column looks like: tables first, then that no order and no record decides it, then dates against strptime."""

from datetime import datetime, timedelta
from random import Random

import pytest

from kanon.core.counts.values import number
from kanon.tools.building.column_kinds import (DATES, date_patterns, words_for_missing, kind_of,
                                               looks)


def once(values):
    return dict.fromkeys(map(str, values), 1)


def often(*values):
    return dict.fromkeys(map(str, values), 20)


@pytest.mark.parametrize('counts, word, of', [
    ({}, 'empty', ()), ({'?': 3, '': 2}, 'empty', ()), ({'a': 3, '?': 2}, 'constant', ()), ({'5': 1}, 'constant', ()),
    (often(17, 39, '4.5', '-1', '1e3'), 'number', ()), ({**often(1, 2), '?': 5, '': 1}, 'number', ()), (often(1990, 2001), 'number', ()),
    (often(1200, 13053, 99), 'number', ()), (often('1', '0', '0.5'), 'number', ()), (often(0, 1), 'number', ()),
    (often('1,5', '2'), 'number in another writing', ('a decimal comma',)),
    (often('1,500', '2,5'), 'number in another writing', ('a decimal comma', 'thousands separators')),
    ({**often(1, 2, 3), 'nan': 1}, 'number in another writing', ('nan or inf',)),
    ({**often(1, 2), '1e400': 1}, 'number in another writing', ('an exponent of three digits',)),
    (often('\u0661\u0662', '\u0663'), 'number in another writing', ('digits of another script',)),
    ({**often(1, 2), '90+': 7}, 'number', ()), ({**often(1, 2), '9O': 7}, 'mostly numbers', ()), ({**often(1, 2), 'NA': 7, '1,5': 2}, 'mostly numbers', ()),
    ({**often('1,5', '2,5'), 'x': 7}, 'mostly numbers', ()), ({'1': 1, 'a': 20, 'b': 20}, 'category', ()),
    (often('m', 'f'), 'category', ()), (often('10-19', '20-29'), 'ranges', ()), (often('1st-4th', 'HS-grad'), 'category', ()),
    (often('True', 'False'), 'category', ()), (often('Q1', 'Q2'), 'category', ()),
    (often('2023-09-04', '2023-12-24'), 'date', ('%Y-%m-%d',)), ({**often('2023-09-04', '1999-01-01'), '': 4}, 'date', ('%Y-%m-%d',)),
    (often('24/12/2020', '1/2/2020'), 'date', ('%d/%m/%Y',)), (often('12/24/2020', '1/2/2020'), 'date', ('%m/%d/%Y',)),
    (often('3/4/2020', '1/2/2020'), 'date', ('%d/%m/%Y', '%m/%d/%Y')), (often('3.4.2020', '31.12.1999'), 'date', ('%d.%m.%Y',)),
    (often('2020/3/4', '1999/12/31'), 'date', ('%Y/%m/%d',)), (often('20200304', '19991231'), 'date', ('%Y%m%d',)),
    (often('2024年3月5日', '2024年03月05日'), 'date', ('%Y年%m月%d日',)), (often('2024年2月30日', '2024年02月05日'), 'category', ()),
    ({**often('2024年3月5日', '2024年03月05日'), '2024-03-05': 1}, 'date', ('%Y年%m月%d日,%Y-%m-%d',)),
    (often('2020-03-04 10:30', '2020-03-04 11:00'), 'date', ('%Y-%m-%d %H:%M',)),
    (often('2020-03-04T10:30:59', '2020-03-04T11:00:00'), 'date', ('%Y-%m-%dT%H:%M:%S',)),
    (often('2020-02-30', '2020-02-28'), 'category', ()), (often('24/12/2020', '12/24/2020'), 'category', ()),
    ({**often('2020-02-30', '2020-02-28'), '2020-02-29': 1}, 'mostly dates', ('%Y-%m-%d',)),
    ({**often('3.4.2020', '31.12.1999'), 'soon': 9, '?': 99}, 'mostly dates', ('%d.%m.%Y',)),
    ({**often('3/4/2020'), 'soon': 9}, 'mostly dates', ('%d/%m/%Y', '%m/%d/%Y')), ({**often('3.4.2020'), 'soon': 20}, 'category', ()),
    ({**once('%d-01-01' % year for year in range(1900, 2000)), 'x': 1}, 'mostly dates', ('%Y-%m-%d',)),
    (often('20200231', '20200101'), 'code', ()), (often('13053', '14850'), 'code', ()), (often('007', '12'), 'code', ()), (often('007', '1.5'), 'code', ()),
    (often('00-950', '31-001'), 'code', ()), (often('K1A 0B6', 'M4B 1B3'), 'code', ()), (often('A12', 'B07'), 'code', ()),
    ({'P%04d' % n: 1 for n in range(99)}, 'likely identifier', ('code',)), (once(range(1, 60)), 'likely identifier', ('number',)),
    ({'name %s' % ('x' * n): 1 for n in range(60)}, 'likely identifier', ('category',)),
    ({**{'name %s' % ('x' * n): 1 for n in range(60)}, 'name': 3}, 'likely identifier', ('category',)),
    ({**{'name %s' % ('x' * n): 1 for n in range(60)}, 'name': 9}, 'category', ()),
    (once(range(10000, 10400, 7)), 'likely identifier', ('code',)), (once(n * n for n in range(60)), 'number', ()),
    (once(n / 8 for n in range(60)), 'number', ()), (once(range(30, 35)), 'number', ()), (once('abcde'), 'category', ()),
    (once('%d-01-01' % year for year in range(1900, 2000)), 'date', ('%Y-%m-%d',)), (once('9' * n for n in range(41, 60)), 'likely identifier', ('category',)),
])
def test_kinds(counts, word, of):
    assert kind_of(counts)[:2] == (word, of)


def test_codes_of_another_width_are_named_with_their_records():
    assert looks({'007': 5, '12': 3, '?': 9}).other_codes == {'12': 3} and looks({'007': 5, '012': 3}).other_codes == {}


def test_the_others_are_named_with_their_records():
    assert kind_of({'1': 5, '2': 5, '9O': 3, '?': 9}).others == {'9O': 3}
    assert kind_of({'1': 5, '2': 5, '?': 9}).others == {}
    assert kind_of({'2020-01-02': 5, '2020-13-02': 2, 'x': 1, '': 3}).others == {'2020-13-02': 2, 'x': 1}


def test_missing_values_in_other_words_are_values():
    words = ['NA', 'N/A', 'NULL', 'null', 'NaN', 'none', 'unknown', '-', '--', '.']
    counts = {**dict.fromkeys(words, 2), 'NATO': 1, '?': 5, '': 6, '---': 1}
    assert words_for_missing(counts) == dict.fromkeys(words, 2)
    found = looks(counts)
    assert (found.records, found.distinct, found.missing) == (33, 12, 11)


@pytest.mark.parametrize('seed', range(20))
def test_the_order_of_the_values_says_nothing_and_missing_values_say_nothing(seed):
    random = Random(seed)
    pool = random.choice([['1', '2.5', '3'], ['a', '1', '2'], ['01', '02', '1'], ['1/2/2020', '3/4/2020', '13/1/2020'],
                          ['1,5', '2'], ['A1B', 'C2D', 'E3F'], ['x%d' % n for n in range(30)], [str(n) for n in range(30)]])
    counts = {value: random.choice((1, 1, 2, 30)) for value in pool}
    expected, names = kind_of(counts), list(counts)
    random.shuffle(names)
    shuffled = {'?': 99, **{name: counts[name] for name in names}, '': 5}
    assert kind_of(shuffled) == expected


@pytest.mark.parametrize('pattern', DATES)
def test_a_date_is_what_strptime_reads(pattern):
    random = Random(pattern)
    for _ in range(300):
        day = datetime(1900, 1, 1) + timedelta(seconds=random.randrange(200 * 365 * 86400))
        text = day.strftime(pattern)
        assert pattern in date_patterns([text]), text
        at = random.randrange(len(text))
        broken = text[:at] + random.choice('0123456789-/. x') + text[at + 1:]
        for found in date_patterns([broken]):
            datetime.strptime(broken, found)


def test_a_kind_of_numbers_holds_for_all_of_them():
    random = Random(3)
    for _ in range(300):
        counts = {random.choice(['%d', '%.1f', '%d,5', 'x%d', '0%d']) % random.randrange(40): random.randint(1, 9) for _ in range(6)}
        kind = kind_of(counts)
        plain = [value for value in counts if number(value) is not None]
        if kind.word == 'number':
            assert len(plain) == len(counts)
        assert set(kind.others) <= set(counts) - set(plain)
