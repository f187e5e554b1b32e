"""What start makes of numbers: whole widths, months, units, and codes of areas."""

import random

import pytest
from conftest import run, seeds

from kanon.core.recognition.column_names import counts_months
from kanon.tools.building.column_kinds import are_numbered, kind_of, units_behind
from kanon.tools.building.draft import ladders_of_numbers
from kanon.tools.building.numbers import ranges
from kanon.tools.building.units import IN_MONTHS, widths_of_months


def started(tmp_path, header, rows, *words):
    (tmp_path / 'd.csv').write_text(header + '\n' + '\n'.join(rows) + '\n')
    done = run('kanon', 'start', 'd.csv', '-k', '2', *words, cwd=str(tmp_path))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_children_have_whole_widths():
    """5.5 stands for more than five, and is no reason for ranges of half a child."""
    draft = ladders_of_numbers({'0': 40, '1': 30, '2': 30, '3': 20, '4': 9, '5.5': 3})
    assert draft.by == ('ranges', '--widths', '2') and draft.ladders['1'][1] == '[0-2)' and draft.ladders['5.5'][1] == '[4-6)'
    assert ladders_of_numbers({'0.5': 9, '1.5': 9, '2.5': 8, '4': 3, '7': 1}).by == ('ranges', '--widths', '0.5,1,5')


@pytest.mark.parametrize('seed', seeds(60))
def test_whole_numbers_never_get_broken_widths(seed):
    rng = random.Random(seed)
    counts = {str(rng.randint(0, rng.choice([6, 30, 500]))): rng.randint(5, 9) for _ in range(30)}
    counts.update({'%d.%d' % (rng.randint(0, 30), rng.randint(1, 9)): 1 for _ in range(rng.randint(0, 3))})
    by = ladders_of_numbers(counts).by
    assert by[0] != 'ranges' or all('.' not in width for width in by[2].split(','))


@pytest.mark.parametrize('numbers, by', [
    (range(1, 13), ('ranges', '--widths', '3,6', '--origin=1')), ([6, 12, 18, 24, 36, 48, 60], ('ranges', '--widths', '3,6,12,60')),
    (range(0, 90), ('ranges', '--widths', '6,12,60')), (range(0, 400), ('ranges', '--widths', '60,120')), ([3, 5, 9, 11, 7], ('ranges', '--widths', '3,6', '--origin=1'))])
def test_months_are_cut_in_quarters_halves_and_years(numbers, by):
    counts = {str(n): 3 for n in numbers}
    draft = ladders_of_numbers(counts, months=True)
    assert draft.by == by
    widths = by[2].split(',')
    assert draft.ladders == ranges(list(counts), widths, origin=by[3][-1] if len(by) > 3 else '0')


def test_numbers_with_decimals_are_no_months():
    counts = {'%.1f' % (n * 2.3 + 0.1): 1 for n in range(60)}
    assert ladders_of_numbers(counts, months=True).by == ladders_of_numbers(counts).by


@pytest.mark.parametrize('seed', seeds(60))
def test_widths_of_months_are_nested_and_part_something(seed):
    rng = random.Random(seed)
    numbers = [rng.randint(0, rng.choice([11, 60, 900])) for _ in range(rng.randint(2, 40))]
    widths = widths_of_months(numbers)
    assert set(widths) <= set(IN_MONTHS) and all(wider % width == 0 for width, wider in zip(widths, widths[1:]))
    assert all(1 < len({n // width for n in numbers}) or len(set(numbers)) < 4 or width for width in widths)


def test_months_are_known_by_the_name_of_the_column(tmp_path):
    rows = ['%d,%d,%d' % (n % 12 + 1, 6 * (n % 9), n % 12 + 1) for n in range(120)]
    said = started(tmp_path, 'birth_month,duration (months),visits', rows, '--quasi', 'birth_month,duration (months),visits')
    assert 'birth_month.txt        ranges of 3, ranges of 6\n' in said and '(months).txt  ranges of 3, ranges of 6, ranges of 12' in said, said
    assert 'visits.txt             ranges of 2' in said
    assert '[1-3],[1-6],*' in (tmp_path / 'hierarchies' / 'birth_month.txt').read_text()
    assert not counts_months('rent per month') and not counts_months('common')


@pytest.mark.parametrize('values, units', [
    (['165 cm', '170 cm', '181 cm'], ('cm',)), (['70 kg', '81 kg', '150 lb'], ('kg', 'lb')), (['70kg', '81kg', '99kg'], ('kg',)),
    (['36.6 \xb0C', '37,1 \xb0C', '38 \xb0C'], ('\xb0C',)), (['3 rooms', '4 rooms', '5 rooms'], ('rooms',)), (['165\u5398\u7c73', '170\u5398\u7c73', '181\u5398\u7c73'], ('\u5398\u7c73',)),
    (['120 mmHg', '130 mmHg', '140'], ('mmHg', '')),
    (['12A', '12B', '14A'], ()), (['1st', '2nd', '3rd'], ()), (['3 apples', '4 pears', '5 plums', '6 nuts'], ()), (['165', '170', '181 cm'], ()),
    (['5 %', '6 %', '7 %'], ()), (['c39', 'c52', 'c53'], ()), (['12 Main St', '14 Main St', '15 Elm St'], ()), (['165', '170', '181'], ())])
def test_units_behind_numbers(values, units):
    counts = dict.fromkeys(values, 9)
    assert units_behind(counts) == units
    assert (kind_of(counts).word == 'number with a unit') == bool(units)


def test_units_are_told_and_never_masked(tmp_path):
    rng = random.Random(5)
    rows = ['%d cm,%s,%s' % (rng.randint(150, 190), '%d %s' % (rng.randint(50, 99), rng.choice(['kg', 'lb'])), rng.choice('fm')) for _ in range(60)]
    said = started(tmp_path, 'height,weight,sex', rows, '--quasi', 'height,weight')
    assert 'number with a unit' in said and 'the unit: cm' in said
    assert ("'height': the values are numbers with a unit behind them: cm. So they are words, and nothing lies between them and the *. Write the"
            ' numbers alone, and the unit in the name of the column. Then they are cut in ranges.') in said
    assert 'Write the numbers alone, all in one unit, and the unit in the name of the column.' in said
    text = (tmp_path / 'hierarchies' / 'height.txt').read_text()
    assert '165 c*' not in text and '**' not in text
    assert 'Einhorn' not in started(tmp_path, 'height,sex', ['%d Einhorn,f' % n for n in range(20)], '--redact', '--quasi', 'height', '--force')


def test_a_word_that_is_no_known_unit_is_not_shown(tmp_path):
    said = started(tmp_path, 'height,sex', ['%d Kowalski,f' % n for n in range(20)], '--quasi', 'height')
    assert 'the unit: a word' in said and 'Kowalski' not in said


@pytest.mark.parametrize('seed', seeds(60))
def test_codes_of_areas_are_no_numbers(seed):
    """As PUMAs: areas of three or four digits, of which the last two number them within."""
    rng = random.Random(seed)
    areas = rng.sample(range(1, 99), rng.randint(4, 20))
    codes = ['%d%02d' % (area, n) for area in areas for n in range(1, rng.randint(3, 18))]
    counts = {code: rng.randint(3, 9) for code in codes}
    assert are_numbered(counts) and kind_of(counts).word == 'code'
    others = {str(rng.randint(100, 9999)): rng.randint(3, 9) for _ in range(len(codes))}
    assert not are_numbered(others) and not are_numbered({str(n): 5 for n in range(100, 700)})
    assert not are_numbered({str(50 * n): 5 for n in range(2, 80)}) and not are_numbered({str(n): 5 for n in range(1900, 1941)})


def test_a_hierarchy_of_areas_cuts_their_numbers_off(tmp_path):
    codes = ['%d%02d' % (area, n) for area in (37, 38, 40, 41) for n in range(1, 8)]
    said = started(tmp_path, 'puma,sex', ['%s,%s' % (code, sex) for code in codes for sex in 'fm'], '--quasi', 'puma')
    assert 'puma    code' in said
    assert '3701,370*,37**,3***,*' in (tmp_path / 'hierarchies' / 'puma.txt').read_text()
