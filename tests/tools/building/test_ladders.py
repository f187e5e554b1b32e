"""Hierarchies made by rule: what each level says, against plain reckonings; and the file says the same."""

import csv
from datetime import date, timedelta
from fractions import Fraction
from random import Random

import pytest

from conftest import kanon, seeds
from kanon.core.errors import DataError
from kanon.core.tables.hierarchy_file import load
from kanon.core.tables.recorded_dates import Days, common_formats, date_text, formats_in
from kanon.tools.building.dates import dates, days_between
from kanon.tools.building.groups import flat, mask, sets
from kanon.tools.building.ladder import file_text
from kanon.tools.building.numbers import numbers_between, quantiles, ranges, widths_of
from kanon.tools.judging.published_labels import KnownValues


@pytest.mark.parametrize('value, widths, more, expected', [
    ('39', ['5', '10'], {}, ['[35-39]', '[30-39]']),
    ('-7', ['5', '10'], {}, ['[-10--6]', '[-10--1]']),
    ('-0', ['5'], {}, ['[0-4]']),
    ('1.2', ['0.5'], {}, ['[1.0-1.4]']),
    ('-0.2', ['0.5', '1'], {}, ['[-0.5--0.1]', '[-1.0--0.1]']),
    ('39.0', ['5'], {}, ['[35-39]']),                      # zeros behind the point say nothing
    ('1e3', ['500'], {}, ['[1000-1499]']),
    ('7', ['1', '2'], {}, ['[7-7]', '[6-7]']),
    ('3', ['2.5'], {}, ['[2.5-4.9]']),
    ('19', ['10', '20'], {'origin': '18'}, ['[18-27]', '[18-37]']),
    ('17', ['10'], {'origin': '18'}, ['[8-17]']),
    ('85', ['5', '10', '20'], {'top': '90'}, ['[85-89]', '[80-89]', '[80-89]']),
    ('90', ['5', '10', '20'], {'top': '90'}, ['[90-]', '[90-]', '[90-]']),
    ('107', ['5', '10', '20'], {'top': '90'}, ['[90-]', '[90-]', '[90-]']),
    ('14', ['5', '10'], {'bottom': '15'}, ['[-14]', '[-14]']),
    ('16', ['5', '10'], {'bottom': '15'}, ['[15-19]', '[15-19]']),
    ('-3', ['5'], {'bottom': '0'}, ['[--1]']),
    ('-3.5', ['5'], {'bottom': '0'}, ['[-0)']),
    ('3.5', ['5', '10'], {}, ['[0-5)', '[0-10)']), ('3.25', ['0.5'], {}, ['[3.0-3.5)']), ('-0.01', ['0.5'], {}, ['[-0.5-0.0)']),
    ('59.99999999999999999', ['20'], {}, ['[60-79]']), ('93.5', ['5'], {'top': '90'}, ['[90-]']),
    ('12', ['2', '10'], {'top': '14', 'bottom': '6'}, ['[12-13]', '[10-13]']),
    ('01067', ['1000', '10000'], {}, ['[01000-01999]', '[00000-09999]']),       # a code keeps its zeros
    ('01067', ['100'], {'top': '00500'}, ['[00500-]']), ('007', ['5'], {'bottom': '10'}, ['[-009]'])])
def test_ranges(value, widths, more, expected):
    assert ranges([value], widths, **more) == {value: (value, *expected, '*')}


def test_equal_numbers_are_leaves_of_their_own_and_missing_values_stay():
    made = ranges(['5.0', '?', '+5', '', '40', '5', '5'], ['10', '20'])
    assert list(made) == ['5', '+5', '5.0', '40', '', '?']
    assert {made[value][1:] for value in ('5', '+5', '5.0')} == {('[0-9]', '[0-19]', '*')}
    assert made['?'] == ('?', '?', '?', '*') and made[''] == ('', '', '', '*')


def test_labels_have_the_decimal_sign_of_the_values():
    assert ranges(['1,5', '20'], ['0.5', '10'], top='15', decimal=',')['1,5'] == ('1,5', '[1,5-1,9]', '[0,0-9,9]', '*')
    assert quantiles({'1,5': 1, '20': 1}, [1], ',')['20'] == ('20', '[1,5-20]', '*')
    assert list(flat(['10', '9,5', '?'], ',')) == ['9,5', '10', '?'] and numbers_between('0', '0.2', ',') == ['0,0', '0,1', '0,2']
    with pytest.raises(DataError, match='1 of the 2 values are not plain numbers such as 39 or -1,5'):
        ranges(['1,5', '1.5'], ['1'], decimal=',')


def test_codes_of_two_widths_are_refused():
    for made in lambda: ranges(['01067', '1067'], ['10']), lambda: quantiles({'01067': 1, '1067': 1}, [2]):
        with pytest.raises(DataError, match='1 of the 2 values, in 1 records, have 5 digits'):
            made()
    assert quantiles({'007': 1, '012': 1}, [1])['007'] == ('007', '[007-012]', '*')


@pytest.mark.parametrize('seed', seeds(60))
def test_ranges_against_fractions(seed):
    """The interval of a value, counted up from the origin in fractions; covering reads the labels alike."""
    random = Random(seed)
    decimals = random.choice((0, 0, 1, 2))
    unit = Fraction(1, 10 ** decimals)

    def text(number):
        sign, number = '-' * (number < 0), abs(number)
        return sign + '%d' % int(number) + ('.%0*d' % (decimals, int(number % 1 / unit)) if decimals else '')
    origin = random.randint(-20, 20) * unit
    widths = [random.randint(1, 12) * unit]
    while len(widths) < random.randint(1, 4):
        widths.append(widths[-1] * random.randint(2, 4))
    bottom, top = sorted(origin + n * widths[0] for n in random.sample(range(-8, 9), 2))
    bottom, top = random.choice((bottom, None)), random.choice((top, None))
    numbers = {random.randint(-150, 150) * unit for _ in range(random.randint(1, 60))}
    made = ranges(list(map(text, numbers)), list(map(text, widths)), text(origin), top=None if top is None else text(top),
                          bottom=None if bottom is None else text(bottom))
    places = {text(number): number for number in numbers}
    assert list(made) == sorted(places, key=places.get)
    # covering reads by the floats of the texts; the oracle by fractions
    finest = max([number.denominator for number in (*numbers, *widths, origin, top or origin, bottom or origin)])
    step = Fraction(1, 10 ** next(d for d in range(9) if 10 ** d % finest == 0))
    for level, width in enumerate(widths, 1):
        for value, number in places.items():
            low = origin
            while low > number:
                low -= width
            while low + width <= number:
                low += width
            high = low + width
            low, high = max(low, bottom if bottom is not None else low), min(high, top if top is not None else high)
            if bottom is not None and number < bottom:
                expected = {other for other in places if places[other] < bottom}
            elif top is not None and number >= top:
                expected = {other for other in places if places[other] >= top}
            else:
                expected = {other for other in places if low <= places[other] < high}
                assert [Fraction(end) for end in ends(made[value][level])] == [low, high - step]
            assert {other for other in places if made[other][level] == made[value][level]} == expected
            assert KnownValues(list(places)).covered(made[value][level]) == expected


def ends(label):
    """The ends of a label [low-high], which may be negative."""
    at = label.index('-', 2)
    return label[1:at], label[at + 1:-1]


@pytest.mark.parametrize('call, message', [
    (lambda: ranges(['1'], []), 'no width is given'),
    (lambda: ranges(['1'], ['0']), "a width is a number above 0, not '0'"),
    (lambda: ranges(['1'], ['5', '-10']), "a width is a number above 0, not '-10'"),
    (lambda: ranges(['1'], ['5', '12']), 'the widths are not nested: 12 is not a multiple of 5'),
    (lambda: ranges(['1'], ['10', '5']), 'the widths are not nested: 5 is not a multiple of 10'),
    (lambda: ranges(['1'], ['5', '5.0']), 'the width 5.0 is given twice'),
    (lambda: ranges(['1'], ['x']), "'x' is not a plain number"),
    (lambda: ranges(['1'], ['5'], top='92'), 'the top, 92, is not an edge of the ranges of 5 from 0; the nearest are 90 and 95'),
    (lambda: ranges(['1'], ['5'], '1', bottom='-2.5'),
     'the bottom, -2.5, is not an edge of the ranges of 5 from 1; the nearest are -4.0 and 1.0'),
    (lambda: ranges(['1'], ['5'], top='10', bottom='15'), 'the bottom, 15, is not below the top, 10'),
    (lambda: ranges(['1'], ['5'], top='10', bottom='10'), 'the bottom, 10, is not below the top, 10'),
    (lambda: ranges(['1', '1,5', 'nan', '1e400', '٣', '1_000'], ['5']),
     "5 of the 6 values are not plain numbers such as 39 or -1.5: '1,5', 'nan', '1e400', '٣', '1_000'"),
    (lambda: ranges(['x%d' % n for n in range(12)], ['5']), "and 2 more"),
    (lambda: ranges(['5'], ['1e-50']), 'the end of a range would have more than 40 characters'),
    (lambda: ranges(['4503599627370497.5', '3.25'], ['0.1']), "more digits than a computer tells apart: '4503599627370498.1'; take"),
    (lambda: ranges(['?', ''], ['5']), 'every value is missing (? or empty), so there is nothing to make a hierarchy of'),
    (lambda: dates(['?']), 'every value is missing'), (lambda: mask(['']), 'every value is missing'),
    (lambda: quantiles({'?': 3}, [2]), 'every value is missing'), (lambda: sets([], ['?']), 'every value is missing'),
    (lambda: ranges([], ['5']), 'there is no value to make a hierarchy of'),
    (lambda: quantiles({'1': 1}, []), 'at least one number of parts is needed, and each must be at least 1'),
    (lambda: quantiles({'1': 1}, [0]), 'at least one number of parts is needed, and each must be at least 1'),
    (lambda: quantiles({'1': 1}, [8, 3]), 'the parts are not nested: 8 cannot be cut into 3'),
    (lambda: quantiles({'1': 1}, [2, 4]), 'the parts are not nested: 2 cannot be cut into 4'),
    (lambda: quantiles({'1': 1}, [4, 4]), 'the number of parts 4 is given twice'),
    (lambda: quantiles({'x': 1}, [4]), "1 of the 1 values are not plain numbers such as 39 or -1.5: 'x'"),
    (lambda: mask(['13053', '1305*']), "'1305*': a value with a '*' in it cannot be told from a masked one"),
    (lambda: flat(['a', '*']), "a label and a recorded value are the same: '*'"),
    (lambda: flat([]), 'there is no value to make a hierarchy of'),
    (lambda: dates(['2023-02-30', '2023-02-28']), "1 of the 2 values are not dates like YYYY-MM-DD: '2023-02-30'"),
    (lambda: dates(['13/02/2023', '1/3/2023']),
     "2 of the 2 values are not dates like YYYY-MM-DD: '13/02/2023', '1/3/2023'; all are dates like %d/%m/%Y"),
    (lambda: dates(['12/02/2023']), 'all are dates like %d/%m/%Y and like %m/%d/%Y'),
    (lambda: dates(['2023-02-01'], '%d.%m.%Y'), 'all are dates like YYYY-MM-DD'),
    (lambda: dates(['2023-02-01T24:00']), 'not dates like YYYY-MM-DD'),
    (lambda: dates(['٢٠٢٣-02-01']), 'not dates like YYYY-MM-DD'),
    (lambda: dates(['2023-02-01'], None, ['year', 'month']),
     "the levels must be some of hour, day, month, quarter, year, decade, each once and in this order, not 'year,month'"),
    (lambda: dates(['2023-02-01'], None, []), 'the levels must be some of'),
    (lambda: dates(['1/2'], '%d/%m'), "the date format '%d/%m' reads no year; %d/%m/%Y is one that does"),
    (lambda: dates(['1/2'], '%Q'), "the date format '%Q' reads no year"),
    (lambda: dates(['2023'], '%Y'), "the date format '%Y' does not tell the month; leave the level out"),
    (lambda: dates(['2023-11'], '%Y-%m', ['day', 'year']), "the date format '%Y-%m' does not tell the day; leave the level out"),
    (lambda: sets([('a', ['x']), ('b', ['x'])]), "'x' is a member of two groups, 'a' and 'b'"),
    (lambda: sets([('a', ['x', 'x'])]), "'x' is a member of two groups, 'a' and 'a'"),
    (lambda: sets([('a', ['x']), ('a', ['y'])]), "two groups are named 'a'"),
    (lambda: sets([('a', [''])]), "'a=' is not a group such as north=n|ne|nw; the * above all groups is added, not given"),
    (lambda: sets([('*', ['x'])]), "'*=x' is not a group"),
    (lambda: sets([('a', ['*'])]), "a label and a recorded value are the same: '*'"),
    (lambda: sets([('a', ['b']), ('b', ['a'])], []), "a group is among its own members: 'b' -> 'a'"),
    (lambda: sets([('a', ['a', 'x'])]), "a group is among its own members: 'a'"),
    (lambda: sets([('a', ['x'])], ['x', 'y', 'z', '?']), "2 of the 4 values are in no group: 'y', 'z'"),
    (lambda: sets([('a', ['x'])], ['x', 'a']), "a group has the name of a recorded value: 'a'"),
    (lambda: widths_of(''), 'there is no chain of widths such as 5,10 / 10,20 / 20,*'),
    (lambda: widths_of('5,10 / 20,*'), "'5,10' does not fit into a chain of widths such as 5,10 / 10,20 / 20,*: '20' is expected"),
    (lambda: widths_of('5,10 / 10'), "'10' does not fit"),
    (lambda: widths_of('5,10 / 10,20'), "'*' is expected after the comma"),
    (lambda: widths_of('a,*'), "'a' is not a plain number"),
    (lambda: file_text({'a\n#b': ('a\n#b', '*')}), 'cannot stand in a hierarchy file'),
    (lambda: file_text({'a': ('a', 'x\r#y', '*')}), 'cannot stand in a hierarchy file')])
def test_refused(call, message):
    with pytest.raises(DataError) as refused:
        call()
    assert message in str(refused.value) and '\n' not in str(refused.value)


def test_quantiles_by_hand():
    """Ten records: 20 x 5, 30 x 2, 31 x 2, 40 x 1; their middles are at 2.5, 6, 8 and 9.5 of 10."""
    made = quantiles({'20': 5, '30': 2, '31.0': 1, '31': 1, '40': 1, '?': 9}, [4, 2])
    assert made == {'20': ('20', '[20-20]', '[20-20]', '*'), '30': ('30', '[30-30]', '[30-40]', '*'),
                    '31': ('31', '[31-40]', '[30-40]', '*'), '31.0': ('31.0', '[31-40]', '[30-40]', '*'),
                    '40': ('40', '[31-40]', '[30-40]', '*'), '?': ('?', '?', '?', '*')}


@pytest.mark.parametrize('seed', seeds(60))
def test_quantiles_are_nested_and_balanced(seed):
    """Below each edge there are as many records as its quantile says, but for half of the value that lies across it."""
    random = Random(seed)
    counts = {str(n): int(1 + 30 * random.random() ** 4) for n in random.sample(range(-50, 200), random.randint(1, 60))}
    parts = [random.choice((1, 2, 3))]
    while len(parts) < random.randint(1, 4):
        parts.insert(0, parts[0] * random.choice((2, 3)))
    made, total = quantiles(counts, parts), sum(counts.values())
    assert list(made) == sorted(counts, key=int)
    for level, part in enumerate(parts, 1):
        groups = {}
        for value, ladder in made.items():
            groups.setdefault(ladder[level], []).append(value)
        assert len(groups) <= part
        edges = [0]
        for label, values in groups.items():
            assert values == list(made)[list(made).index(values[0]):][:len(values)]         # consecutive
            assert label == '[%s-%s]' % (values[0], values[-1]) and KnownValues(list(made)).covered(label) == set(values)
            assert len({made[value][level + 1] for value in values}) == 1                   # nested
            edges.append(edges[-1] + sum(counts[value] for value in values))
        most = max(counts.values())
        for quantile in range(part + 1):
            assert min(abs(edge * part - quantile * total) for edge in edges) * 2 <= most * part


@pytest.mark.parametrize('values, end, keep, expected', [
    (['13053'], 'right', 0, {'13053': '1305* 130** 13*** 1**** *'}), (['13053'], 'right', 1, {'13053': '1305* 130** 13*** 1**** *'}),
    (['13053'], 'left', 0, {'13053': '*3053 **053 ***53 ****3 *'}), (['13053'], 'left', 3, {'13053': '*3053 **053 *'}),
    (['13053'], 'right', 9, {'13053': '*'}), (['SW1A', 'E1', 'N'], 'right', 0,
                                              {'E1': 'E* * * *', 'N': '* * * *', 'SW1A': 'SW1* SW** S*** *'}),
    (['дом', '街道'], 'left', 0, {'дом': '*ом **м *', '街道': '*道 * *'}), (['12', '?', ''], 'right', 0, {'12': '1* *'})])
def test_masks(values, end, keep, expected):
    made = mask(values, end, keep)
    assert {value: ' '.join(ladder[1:]) for value, ladder in made.items() if value not in ('', '?')} == expected
    assert all(ladder == (value,) * (len(ladder) - 1) + ('*',) for value, ladder in made.items() if value in ('', '?'))


@pytest.mark.parametrize('value, pattern, levels, expected', [
    ('2023-09-04', None, None, '2023-M09 2023-Q3 2023 [2020-2029]'), ('2000-01-01', None, ['decade'], '[2000-2009]'),
    ('1999-12-31T23:59', None, ['day', 'year'], '1999-M12-D31 1999'), ('1999-12-31 23:59:59', None, ['quarter'], '1999-Q4'),
    ('0009-03-01', None, ['year', 'decade'], '0009 [0000-0009]'), ('04.09.2023 10:30', '%d.%m.%Y %H:%M', ['day'], '2023-M09-D04'),
    ('2024-02-29', None, ['month'], '2024-M02'), ('2023-11', '%Y-%m', ['month', 'year'], '2023-M11 2023')])
def test_dates(value, pattern, levels, expected):
    more = () if levels is None else (levels,)
    made = dates([value, '?'], pattern, *more)
    assert ' '.join(made[value][1:-1]) == expected and made[value][-1] == '*'
    assert made['?'] == ('?',) * (len(made[value]) - 1) + ('*',)


def test_each_day_of_thirty_years():
    days = [date(1995, 1, 1) + timedelta(n) for n in range(11000)]
    made = dates([day.isoformat() for day in reversed(days)], None, ['day', 'month', 'quarter', 'year', 'decade'])
    assert list(made) == [day.isoformat() for day in days]
    for day in days:
        assert made[day.isoformat()][1:] == (
            day.strftime('%Y-M%m-D%d'), day.strftime('%Y-M%m'), '%d-Q%d' % (day.year, {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3}.get(day.month, 4)),
            str(day.year), {199: '[1990-1999]', 200: '[2000-2009]', 201: '[2010-2019]', 202: '[2020-2029]'}[day.year // 10], '*')


def test_sets():
    made = sets([('City', ['Oslo', 'Bergen']), ('Norway', ['City', 'Fjord']), ('Sea', ['Atlantic'])], ['Oslo', 'Fjord', '?', ''])
    assert made == {'Oslo': ('Oslo', 'City', 'Norway', '*'), 'Bergen': ('Bergen', 'City', 'Norway', '*'),
                    'Fjord': ('Fjord', 'Fjord', 'Norway', '*'), 'Atlantic': ('Atlantic', 'Atlantic', 'Sea', '*'),
                    '': ('', '', '', '*'), '?': ('?', '?', '?', '*')}
    assert sets([('a', ['x'])]) == {'x': ('x', 'a', '*')}
    assert sets([('unknown', ['?', 'n'])], ['?']) == {'?': ('?', 'unknown', '*'), 'n': ('n', 'unknown', '*')}


def test_chains_of_widths():
    assert widths_of('5,10 / 10,20 / 20,*') == widths_of('# age\n5,10\n10, 20\n20,*\n') == ['5', '10', '20']
    assert widths_of('0.5,*') == ['0.5']


def some_ladders(random):
    """Ladders of some rule, of random values."""
    numbers = [random.choice(('%d', '%d.0', '+%d')) % random.randint(0, 99) for _ in range(random.randint(1, 30))]
    more = random.choice(([], ['?'], ['', '?']))
    words = [''.join(random.choice('ab ,"#\n\ufeff;é街=') for _ in range(random.randint(1, 5))) for _ in range(random.randint(1, 30))]
    words = [word for word in words if '\n#' not in word]
    rule = random.randrange(6)
    if rule == 0:
        return ranges(numbers + more, random.choice((['5'], ['5', '10'], ['5', '10', '20'])),
                              top=random.choice((None, '65')), bottom=random.choice((None, '15')))
    if rule == 1:
        return quantiles(dict.fromkeys(numbers + more, 3), random.choice(([8, 4, 2], [3], [9, 3])))
    if rule == 2:
        return mask(words + more, random.choice(('left', 'right')), random.randrange(4))
    if rule == 3:
        days = [(date(2019, 1, 1) + timedelta(random.randrange(4000))).isoformat() for _ in numbers]
        return dates(days + more, None, random.choice((['month', 'year'], ['day', 'decade'], ['quarter'])))
    if rule == 4:
        return flat(words + more)
    words = sorted(set(words))
    return sets([('group', words[:len(words) // 2] or words), ('group of group', ['group', 'other'])]
                        + ([('third', words[len(words) // 2:])] if len(words) > 1 else []), words + more)


@pytest.mark.parametrize('seed', seeds(300))
def test_the_file_says_what_the_ladders_say(seed, tmp_path):
    made = some_ladders(Random(seed))
    path = tmp_path / 'made.txt'
    path.write_bytes(file_text(made, ['A comment,\nof two lines']).encode('utf-8'))
    tree = load(str(path))
    height, = {len(ladder) - 1 for ladder in made.values()}
    assert tree.height == height and sorted(tree.leaves) == sorted(made) and tree.root == '*'
    for level in range(height + 1):
        assert tree.level_maps(made)[level] == {leaf: ladder[level] for leaf, ladder in made.items()}


def test_a_mark_of_byte_order_is_no_part_of_the_file(tmp_path):
    path = tmp_path / 'made.txt'
    path.write_bytes(file_text(flat(['\ufeffa'])).encode('utf-8'))
    assert load(str(path)).leaves == ('\ufeffa',)


def test_dates_of_one_day_are_in_the_order_of_their_texts():
    for values in (['2/1/2020', '1/1/2020', '01/01/2020'], ['01/01/2020', '1/1/2020', '2/1/2020']):
        assert list(dates(values, '%d/%m/%Y')) == ['01/01/2020', '1/1/2020', '2/1/2020']


@pytest.mark.parametrize('values, advice', [
    (['24/12/2020', '1/2/2020'], '; all are dates like %d/%m/%Y'), (['24/12/2020', '2020-02-01'], "; --date-format '%Y-%m-%d,%d/%m/%Y' fits all"),
    (['soon', '24/12/2020', '2020-02-01'], ''), (['soon', '1/2/2020'], '')])
def test_a_pattern_is_offered_where_it_fits_all_values(values, advice):
    with pytest.raises(DataError) as refused:
        dates(values)
    assert str(refused.value).partition('; ')[2] == advice[2:]


@pytest.mark.parametrize('pattern, formats', [
    ('%d.%m.%Y', ['%d.%m.%Y']), ('%d.%m.%Y,%d.%m.%y', ['%d.%m.%Y', '%d.%m.%y']), ('%d.%m.%Y, %Y-%m-%d ,%d %B %Y', ['%d.%m.%Y', '%Y-%m-%d', '%d %B %Y']),
    ('%B %d, %Y', ['%B %d, %Y']), ('%B %d, %Y,%d/%m/%Y', ['%B %d, %Y', '%d/%m/%Y']), ('%A, %d %b %Y, %H:%M', ['%A, %d %b %Y, %H:%M']), ('%Y,%Y-%m', ['%Y', '%Y-%m']),
    ('%d.%m.%Y,', ['%d.%m.%Y,'])])
def test_a_comma_begins_another_format_where_it_tells_again_what_was_told(pattern, formats):
    assert formats_in(pattern) == formats


@pytest.mark.parametrize('value, century, year', [
    ('4/9/23', 1925, '2023'), ('4/9/25', 1925, '1925'), ('4/9/24', 1925, '2024'), ('4/9/69', 1900, '1969'), ('4/9/69', 2000, '2069'),
    ('29/2/00', 1925, '2000'), ('29/2/24', 1925, '2024'), ('28/2/00', 1850, '1900')])
def test_two_digits_are_a_year_of_the_hundred_that_was_named(value, century, year):
    assert dates([value], '%d/%m/%y', ['year'], century)[value][1] == year
    assert days_between(value, value, '%d/%m/%y', century) == ['%02d/%02d/%02d' % tuple(map(int, value.split('/')))]


def test_two_digits_of_a_year_are_refused_where_nobody_named_the_hundred():
    said = '--date-format has %y, so 30 is 1930 or 2030; say --century 1925 for 1925 to 2024'
    for made in (lambda: dates(['1/2/30'], '%d/%m/%y', ['year']), lambda: days_between('1/2/30', '2/2/30', '%d/%m/%y'),
                 lambda: dates(['1/2/2030'], '%d/%m/%Y,%d/%m/%y', ['year']), lambda: Days({'left': 'came'}, '%d.%m.%y')):
        with pytest.raises(DataError) as refused:
            made()
        assert str(refused.value) == said
    with pytest.raises(DataError) as refused:
        dates(['29/2/00'], '%d/%m/%y', ['year'], 1850)       # 1900 had no such day
    assert "1 of the 1 values are not dates like %d/%m/%y: '29/2/00'" in str(refused.value)


def test_dates_in_several_formats():
    made = dates(['24.12.2020', '4.9.23', '2021-01-31', '?'], '%d.%m.%Y,%d.%m.%y,%Y-%m-%d', ['month', 'year'], 1970)
    assert made == {'24.12.2020': ('24.12.2020', '2020-M12', '2020', '*'), '2021-01-31': ('2021-01-31', '2021-M01', '2021', '*'),
                    '4.9.23': ('4.9.23', '2023-M09', '2023', '*'), '?': ('?', '?', '?', '*')}
    assert dates(['2024年3月5日', '2024年03月05日'], '%Y年%m月%d日', ['month'])['2024年03月05日'][1] == '2024-M03'
    assert days_between('31/12/2023', '1/1/2024', '%d/%m/%Y,%Y-%m-%d') == ['31/12/2023', '01/01/2024', '2023-12-31', '2024-01-01']
    assert days_between('2024年2月28日', '2024年2月29日', '%Y年%m月%d日') == ['2024年02月28日', '2024年02月29日']


@pytest.mark.parametrize('seed', seeds(60))
def test_a_mixture_of_formats_is_found_out_and_read_as_it_was_written(seed):
    random = Random(seed)
    formats = random.sample(['%d.%m.%Y', '%d.%m.%y', '%Y-%m-%d', '%Y年%m月%d日', '%d %b %Y'], random.randint(2, 3))
    days = [date(1990, 1, 1) + timedelta(random.randrange(12000)) for _ in range(30)]
    texts = {date_text(day, random.choice(formats)): day for day in days}
    offered = common_formats(list(texts))
    assert offered and formats_in(','.join(offered)) == offered
    made = dates(list(texts), ','.join(offered), ['day'], 1969)
    assert {text: ladder[1] for text, ladder in made.items()} == {text: day.strftime('%Y-M%m-D%d') for text, day in texts.items()}


def test_bounds_besides_a_column(tmp_path):
    """The values of the column stay, whatever they are. Between the bounds each has as many decimals as the recorded ones, and each format of dates."""
    (tmp_path / 't.csv').write_text('n;born;code\n7;01.02.2000;998\n1,5;2000-02-03;12\n250;01.02.2000;x1\n')
    words = '--delimiter', ';', '--decimal', ',', '-o', '-', '--quiet'

    def leaves(*told):
        done = kanon('hierarchy', *told, *words, cwd=str(tmp_path))
        assert done.returncode == 0, done.stderr
        return [row[0] for row in csv.reader(line for line in done.stdout.splitlines() if line[0] != '#')]
    assert sorted(leaves('flat', 't.csv', '--column', 'n', '--bounds', '1,2')) == ['1', '1,0', '1,1', '1,2', '1,3', '1,4', '1,5', '1,6', '1,7', '1,8', '1,9', '2', '2,0', '250', '7']
    dates = leaves('dates', 't.csv', '--column', 'born', '--date-format', '%d.%m.%Y,%Y-%m-%d', '--levels', 'decade', '--bounds', '01.02.2000,04.02.2000')
    assert sorted(dates) == sorted(text for day in range(1, 5) for text in ('%02d.02.2000' % day, '2000-02-%02d' % day))
    refused = kanon('hierarchy', 'flat', 't.csv', '--bounds', '1,2', *words, cwd=str(tmp_path))
    assert refused.returncode == 2 and 'DATA and --column are needed, or --bounds' in refused.stderr
