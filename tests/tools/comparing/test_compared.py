"""What a release is good for, against a look at every value that a label stands for, one by one."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import inf, sqrt
from random import Random
from statistics import mean

import pytest

from conftest import seeds
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.errors import DataError
from kanon.tools.comparing import compared as compared_module
from kanon.tools.comparing.compared import (MOST_NAMED, SANITY, at_share, drawn_queries, errors_of,
                                            number_errors, pair_errors, quantile, query_errors,
                                            used_tables, values_asked)
from kanon.tools.comparing.spread import spread_column

TOWNS = Hierarchy({'Ulm': 'South', 'Bonn': 'West', 'Kiel': 'North', 'South': '*', 'West': '*', 'North': '*'})
ILLS = ['flu', 'gout', 'ulcer']
# A label and all that it stands for, of a table with the ages 20 to 39 and these towns.
AGES = {'20': [20], '31': [31], '[20-29]': range(20, 30), '[30-39]': range(30, 40), '[38-*]': [38, 39], '*': range(20, 40), '{20|25|39}': [20, 25, 39]}
HOMES = {'Ulm': ['Ulm'], 'South': ['Ulm'], '{Bonn|Ulm}': ['Bonn', 'Ulm'], '*': ['Bonn', 'Kiel', 'Ulm']}


def tables(seed, same=False):
    """The original and the release of a random table, as {row: records}, and their columns."""
    random = Random(seed)
    original = Counter((str(random.randint(20, 39)), random.choice(TOWNS.leaves), random.choice(ILLS)) for _ in range(60))
    original.update([('20', 'Ulm', 'flu'), ('39', 'Bonn', 'gout'), ('25', 'Kiel', 'ulcer')])
    release = Counter((random.choice([*AGES]), random.choice([*HOMES]), random.choice(ILLS)) for _ in range(50))
    return (original, original if same else release), columns_of(original, original if same else release)


def columns_of(original, release, trees=(None, TOWNS, None)):
    return [spread_column(name, Counter({value: n for value, n in added(values, original).items()}), dict.fromkeys(labels), 'r.csv', tree)
            for name, values, labels, tree in zip(['age', 'town', 'ill'], zip(*original), zip(*release), trees)]


def added(values, counts):
    total = Counter()
    for value, n in zip(values, counts.values()):
        total[value] += n
    return total


def values_of(row):
    """Every record that a row of the release may stand for, each with its share."""
    sets = [AGES.get(row[0]) or [int(row[0])], HOMES.get(row[1], [row[1]]), [row[2]]]
    cells = list(product(*sets))
    return [(cell, Fraction(1, len(cells))) for cell in cells]


# The release that is the original.

@pytest.mark.parametrize('seed', seeds(40))
def test_a_release_that_is_the_original_has_no_error(seed):
    (original, release), columns = tables(seed, same=True)
    sides = used_tables(original, dict(reversed(list(release.items()))), columns)
    assert all(row['median'] == row['ninetieth'] == 0 for row in query_errors(*sides, columns, 50, seed))
    assert all(row['error'] == row['in_sd'] == 0 and row['original'] == row['release'] for row in number_errors(*sides, columns))
    assert all(row['error'] == 0 for row in pair_errors(*sides, columns))
    assert [row['measure'] for row in pair_errors(*sides, columns)] == ['correlation_ratio', 'correlation_ratio', 'cramers_v']


# Queries.

@pytest.mark.parametrize('seed', seeds(40))
def test_queries_against_every_value_of_every_label(seed):
    (original, release), columns = tables(seed)
    sides, random = used_tables(original, release, columns), Random(seed).random
    for named in 1, 2, 3:
        queries = drawn_queries(columns, named, 8, random)
        assert sum(map(len, queries.values())) == 8 and all(len(places) == named for places in queries)
        errors = iter(errors_of(*sides, columns, queries))
        for places, asked_of in queries.items():
            for asked in asked_of:
                found, answer = (sum(n * share for row, n in table.items() for cell, share in values_of(row) if is_asked(cell, places, asked, columns))
                                 for table in (original, release))
                expected = abs(answer - found) / max(found, 1, Fraction(SANITY) * sum(original.values()))
                assert next(errors) == pytest.approx(float(expected), abs=1e-9)


def is_asked(cell, places, asked, columns):
    for place, chosen in zip(places, asked):
        if columns[place].numbers:
            if not chosen[0] <= cell[place] <= chosen[1]:
                return False
        elif sorted(columns[place].read.recorded).index(cell[place]) not in chosen:
            return False
    return True


def test_a_query_asks_of_about_a_twentieth_of_even_values():
    """Of 100 values of each column a query of one asks of 5, of two 22, and so of 5% of the 100 x 100 pairs."""
    assert [values_asked(100, named) for named in (1, 2, 3)] == [5, 22, 37]
    assert [round(values_asked(100, named) ** named / 100 ** named, 2) for named in (1, 2, 3)] == [0.05, 0.05, 0.05]
    column = spread_column('age', {str(n): 1 for n in range(100)}, ['[0-99]'], 'r.csv')
    of_one = drawn_queries([column], 1, 300, Random(5).random)[0,]
    assert all(high - low == 4 and 0 <= low <= 95 for (low, high), in of_one) and {0, 95} <= {low for (low, _), in of_one}


def test_one_column_in_closed_form():
    """Ten records of each of the ages 0 to 99 under one label: each query of five ages is answered by 50. Of one age alone in a table, by 1/100."""
    even = {(str(n),): 10 for n in range(100)}
    column = spread_column('age', {str(n): 10 for n in range(100)}, ['[0-99]'], 'r.csv')
    row, = query_errors(*used_tables(even, {('[0-99]',): 1000}, [column]), [column], 200, 1)
    assert row == {'columns': 1, 'queries': 200, 'median': 0.0, 'ninetieth': 0.0}
    rare = {('0',): 991, **{(str(n),): 1 for n in range(1, 10)}}     # a query asks of one age: 100 are answered, for 991 or for 1
    column = spread_column('age', {age: n for (age,), n in rare.items()}, ['[0-9]'], 'r.csv')
    row, = query_errors(*used_tables(rare, {('[0-9]',): 1000}, [column]), [column], 200, 1)
    assert row['median'] == row['ninetieth'] == 99       # (100 - 1) / max(1, 1, 0.1% of 1000)
    ages = {('0',): 3, ('1',): 3, ('2',): 3}
    column = spread_column('age', {age: n for (age,), n in ages.items()}, ['0'], 'r.csv')
    row, = query_errors(*used_tables(ages, {('0',): 3}, [column]), [column], 300, 1)
    assert row['median'] == row['ninetieth'] == 1       # two of three ages are not there


def test_the_sanity_bound_is_a_thousandth_of_the_records_and_at_least_one():
    rows = {('a',): 9_000, ('b',): 1}
    column = spread_column('x', {'a': 9_000, 'b': 1}, ['b'], 'r.csv')
    errors = sorted(set(errors_of(*used_tables(rows, {('b',): 10}, [column]), [column], {(0,): [[{1}], [{0}]]})))
    assert errors == [9 / 9.001, 1.0]       # b: 10 for 1, of 9,001 records; a: 0 for 9,000


def test_the_same_seed_asks_the_same_and_a_query_names_at_most_five_columns():
    (original, release), columns = tables(3)
    sides = used_tables(original, release, columns)
    first, again, other = (query_errors(*sides, columns, 30, seed) for seed in (1, 1, 2))
    assert first == again != other
    many = [spread_column('c%d' % n, {'a': 1, 'b': 2}, ['a', 'b'], 'r.csv') for n in range(8)]
    rows = {('a',) * 8: 1, ('b',) * 8: 2}
    assert [row['columns'] for row in query_errors(*used_tables(rows, rows, many), many, 3, 1)] == list(range(1, MOST_NAMED + 1))


# Means and quantiles.

@pytest.mark.parametrize('seed', seeds(40))
def test_means_and_quantiles_against_every_value(seed):
    (original, release), columns = tables(seed)
    rows = {row['measure']: row for row in number_errors(*used_tables(original, release, columns), columns)}
    for key, table in (('original', original), ('release', release)):
        of_ages = Counter()
        for row, n in table.items():
            for (age, _, _), share in values_of(row):
                of_ages[age] += n * share
        records = sum(table.values())
        assert rows['mean'][key] == pytest.approx(float(sum(age * n for age, n in of_ages.items()) / records))
        for name, share in (('10%', Fraction(1, 10)), ('25%', Fraction(1, 4)), ('50%', Fraction(1, 2)), ('75%', Fraction(3, 4)), ('90%', Fraction(9, 10))):
            least = next(age for age in range(20, 40) if sum(n for other, n in of_ages.items() if other <= age) >= share * records)
            assert rows[name][key] == least, name
    ages = [int(age) for (age, _, _), n in original.items() for _ in range(n)]
    deviation = sqrt(mean(age * age for age in ages) - mean(ages) ** 2)
    assert all(row['in_sd'] == pytest.approx((row['release'] - row['original']) / deviation, abs=1e-9) for row in rows.values())


def test_numbers_with_decimals_are_counted_in_their_unit():
    original = {('36.5',): 2, ('37.0',): 1, ('?',): 4, ('38.5',): 1}
    column = spread_column('t', {value: n for (value,), n in original.items()}, ['[36.5-36.9]', '[37-*]', '?', '*'], 'r.csv')
    assert column.numbers and column.unit == 10 and column.places == [365, 370, 385]
    assert column.of_labels == {'[36.5-36.9]': ((365, 369),), '[37-*]': ((370, 385),), '?': (), '*': ((365, 385),)}
    rows = number_errors(*used_tables(original, {('[36.5-36.9]',): 3, ('?',): 1}, [column]), [column])
    assert [(row['measure'], row['original'], row['release']) for row in rows] == [
        ('mean', 37.125, 36.7), ('10%', 36.5, 36.5), ('25%', 36.5, 36.6), ('50%', 36.5, 36.7), ('75%', 37.0, 36.8), ('90%', 38.5, 36.9)]
    nothing = number_errors(*used_tables(original, {('?',): 3}, [column]), [column])
    assert all(row['release'] is row['error'] is row['in_sd'] is None for row in nothing)
    hidden = number_errors(*used_tables(original, {('[37-*]',): 3}, [column]), [column], redact=True)
    assert all(row['original'] is row['release'] is None and row['error'] for row in hidden)


def test_numbers_that_a_float_holds_just_so():
    """The variance of a label is small beside the square of its mean, an end is finer than the unit, and squares are beyond 1e100."""
    times = {('1700000000', '3'): 2, ('1700000009', '5'): 2}
    columns = columns_of(times, {('[1700000000-1700000009]', '3'): 2, ('[1700000000-1700000009]', '5'): 2}, (None, None))
    mean_, deviation = columns[0].moments(columns[0].of_labels['[1700000000-1700000009]'])
    assert (mean_, deviation) == (1700000004.5, 8.25)
    assert number_errors(*used_tables(times, {('1700000000', '3'): 4}, columns_of(times, times, (None, None))), columns)[0]['in_sd'] == -1
    ends = spread_column('x', {'3': 1, '2.5': 1}, ['[2.55-9e33]', '[1e17-2e17]'], 'r.csv')
    assert quantile(ends, [(ends.of_labels['[2.55-9e33]'], 1)], 0.5) == pytest.approx(4.5e34)
    large = {('1e59', '1'): 2, ('2e59', '3'): 1, ('4e59', '1'): 3}
    columns = columns_of(large, large, (None, None))
    row, = pair_errors(*used_tables(large, large, columns), columns)
    small = {(str(int(x[0])), y): n for (x, y), n in large.items()}
    columns = columns_of(small, small, (None, None))
    assert row['original'] == pytest.approx(pair_errors(*used_tables(small, small, columns), columns)[0]['original']) and row['original'] < -0.01


def test_a_share_of_sorted_values():
    assert [at_share(list(range(1, 11)), share) for share in (0.05, 0.1, 0.11, 0.5, 0.9, 1)] == [1, 1, 2, 5, 9, 10]
    age = spread_column('age', {'20': 1, '39': 1}, ['*'], 'r.csv')
    assert quantile(age, [], 0.5) is None and quantile(age, [(age.of_labels['*'], 3)], 1) == 39


# Two columns.

@pytest.mark.parametrize('seed', seeds(40))
def test_pairs_of_columns_against_every_value(seed):
    (original, release), columns = tables(seed)
    rows = pair_errors(*used_tables(original, release, columns), columns)
    for row, (first, second) in zip(rows, [(0, 1), (0, 2), (1, 2)]):
        for key, table in (('original', original), ('release', release)):
            cells = Counter()
            for values, n in table.items():
                for cell, share in values_of(values):
                    cells[cell[first], cell[second]] += n * share
            expected = cramers(cells) if row['measure'] == 'cramers_v' else ratio(cells)
            assert row[key] == pytest.approx(expected, abs=1e-9)
        assert row['error'] == pytest.approx(row['release'] - row['original'])


def margin(cells, place):
    total = Counter()
    for cell, n in cells.items():
        total[cell[place]] += n
    return total


def cramers(cells):
    first, second, records = margin(cells, 0), margin(cells, 1), sum(cells.values())
    square = sum((cells[one, other] - n * m / records) ** 2 / (n * m / records) for one, n in first.items() for other, m in second.items())
    return sqrt(square / records / (min(len(first), len(second)) - 1))


def ratio(cells):
    """Of (number, category) pairs."""
    records = sum(cells.values())
    middle = sum(x * n for (x, _), n in cells.items()) / records
    total = sum(n * (x - middle) ** 2 for (x, _), n in cells.items())
    groups = {group: (n, sum(x * m for (x, other), m in cells.items() if other == group) / n) for group, n in margin(cells, 1).items()}
    return sqrt(sum(n * (m - middle) ** 2 for n, m in groups.values()) / total)


@pytest.mark.parametrize('seed', seeds(40))
def test_a_correlation_against_every_value(seed):
    random = Random(seed)
    original = Counter((str(random.randint(20, 39)), str(random.randint(0, 9))) for _ in range(40))
    original.update([('20', '0'), ('25', '9'), ('39', '9')])
    weeks = {'[0-4]': range(5), '[5-9]': range(5, 10), '7': [7], '*': range(10)}
    release = Counter((random.choice([*AGES]), random.choice([*weeks])) for _ in range(40))
    columns = columns_of(original, release, (None, None))
    row, = pair_errors(*used_tables(original, release, columns), columns)
    assert row['measure'] == 'correlation'
    for key, table in (('original', original), ('release', release)):
        cells = Counter()
        for (age, week), n in table.items():
            pairs = list(product(AGES.get(age) or [int(age)], weeks.get(week) or [int(week)]))
            for pair in pairs:
                cells[pair] += Fraction(n, len(pairs))
        records = sum(cells.values())
        x, y = (sum(pair[place] * n for pair, n in cells.items()) / records for place in (0, 1))
        both, of_x, of_y = (sum(n * a(pair) * b(pair) for pair, n in cells.items()) for a, b in (
            (lambda pair: pair[0] - x, lambda pair: pair[1] - y), (lambda pair: pair[0] - x,) * 2, (lambda pair: pair[1] - y,) * 2))
        assert row[key] == pytest.approx(float(both) / sqrt(of_x * of_y), abs=1e-9)


def test_pairs_in_closed_form():
    rows = {('1', 'a', 'x'): 3, ('2', 'b', 'y'): 5, ('3', 'c', 'y'): 2}
    columns = columns_of(rows, rows, (None, None, None))
    assert [row['original'] for row in pair_errors(*used_tables(rows, rows, columns), columns)] == [pytest.approx(1.0), pytest.approx(ratio(
        {(1, 'x'): 3, (2, 'y'): 5, (3, 'y'): 2})), pytest.approx(1.0)]
    even = {(a, b): 2 for a in 'ab' for b in 'xyz'}
    columns = [spread_column(name, Counter(values), values, 'r.csv') for name, values in (('a', 'ab'), ('b', 'xyz'))]
    assert pair_errors(*used_tables(even, even, columns), columns)[0]['original'] == 0
    alone = {('1', 'x'): 2}
    columns = [spread_column(name, {value: 2}, [value], 'r.csv') for name, value in (('a', '1'), ('b', 'x'))]
    assert pair_errors(*used_tables(alone, alone, columns), columns)[0] == {
        'columns': ['a', 'b'], 'measure': 'correlation_ratio', 'original': None, 'release': None, 'error': None}


def test_too_many_categories_have_no_cramers_v():
    rows = {('a%d' % n, 'b%d' % n): 1 for n in range(1001)}
    columns = columns_of(rows, rows, (None, None))
    assert pair_errors(*used_tables(rows, rows, columns), columns)[0]['original'] is None


@pytest.mark.parametrize('most, is_measured', [(15, True), (14, False)])
def test_the_cells_of_cramers_v_are_those_of_both_columns(monkeypatch, most, is_measured):
    rows = {('a%d' % n, 'b%d' % m): 1 + n * m for n in range(3) for m in range(5)}
    monkeypatch.setattr(compared_module, 'MOST_CELLS', most)
    for turn in 1, -1:
        turned = {row[::turn]: n for row, n in rows.items()}
        columns = columns_of(turned, turned, (None, None))
        assert (pair_errors(*used_tables(turned, turned, columns), columns)[0]['original'] is not None) is is_measured


# What a label stands for.

@pytest.mark.parametrize('values, labels, tree, numbers', [
    (['20', '31', '?'], ['[20-29]', '31', '?', '*', '{20|31}'], None, True), (['20', 'old'], ['20'], None, False), (['?', ''], ['*'], None, False),
    (['01067', '10115'], ['*'], None, False), (['13053', '13068'], ['*'], Hierarchy({'13053': '1305*', '13068': '1306*', '1305*': '*', '1306*': '*'}), False),
    (['20', '31'], ['any age'], Hierarchy({'20': '[20-29]', '31': '[30-]', '[20-29]': 'any age', '[30-]': 'any age'}), True),
    (['20', '31'], ['20'], Hierarchy({'20': 'young', '31': 'old', 'young': '*', 'old': '*'}), False),
    (['1e59', '31'], ['20'], None, True), (['1e60', '31'], ['20'], None, False), (['1e50', '1e-10'], ['20'], None, False),
    (['20', '31'], ['[-1e60-31]'], None, False), (['20', '31'], ['[*-31]'], None, True)])
def test_what_is_a_column_of_numbers(values, labels, tree, numbers):
    assert spread_column('x', Counter(values), labels, 'r.csv', tree).numbers is numbers


def test_parts_of_numbers():
    tree = Hierarchy({'20': '[20-29]', '31': '[30-]', '[20-29]': 'any', '[30-]': 'any'})
    column = spread_column('age', Counter(['20', '31', '20']), ['any', '*', '[*-25]', '[*-5]', '[90-]', '24.5', '[0-99]', '{20|31}', '20'], 'r.csv', tree)
    assert column.of_labels == {'any': ((20, 31),), '*': ((20, 31),), '[*-25]': ((20, 25),), '[*-5]': ((5, 5),), '[90-]': ((90, 90),),
                                '24.5': ((24.5, 24.5),), '[0-99]': ((0, 99),), '{20|31}': ((20, 20), (31, 31)), '20': ((20, 20),)}
    assert column.share(((24.5, 24.5),), (20, 24)) == 0 and column.share(((24.5, 24.5),), (20, 25)) == 1
    assert column.share(((20, 29),), (25, inf)) == 0.5 and column.share((), (0, 99)) == 0
    assert column.point('77') == ((77, 77),) and column.point('young') == ()
    assert spread_column('t', Counter(['1,5', '2,5']), ['[1,5-2]'], 'r.csv', decimal=',').of_labels == {'[1,5-2]': ((15, 20),)}


def test_a_recorded_value_stands_for_itself_alone_unless_others_lie_under_it():
    tree = Hierarchy({'I10': '*', 'I21.0': 'I21', 'I21.4': 'I21', 'I21': '*'})
    column = spread_column('code', Counter(['I10', 'I21.0', 'I21.4', 'I21', '5', '5.0']), ['I10', 'I21', 'I21.0', '5', '{I10|5}', '*'], 'r.csv', tree)
    names = {label: [column.values[place] for place in sorted(parts)] for label, parts in column.of_labels.items()}
    assert names == {'I10': ['I10'], 'I21': ['I21', 'I21.0', 'I21.4'], 'I21.0': ['I21.0'], '5': ['5'], '{I10|5}': ['5', 'I10'],
                     '*': ['5', '5.0', 'I10', 'I21', 'I21.0', 'I21.4']}
    assert column.of_values['I21'] == {column.values.index('I21')}


def test_a_label_without_a_reading_is_refused():
    with pytest.raises(DataError, match="^r.csv: column 'age': cannot tell which values the label 'young' covers"):
        spread_column('age', {'20': 1}, ['young'], 'r.csv')


def test_bins_have_about_equally_many_records():
    column = spread_column('age', {str(n): 1 for n in range(100)}, ['[5-24]'], 'r.csv')
    assert column.bins() == [9, 19, 29, 39, 49, 59, 69, 79, 89, inf]
    assert column.in_bins(column.of_labels['[5-24]']) == {0: 0.25, 1: 0.5, 2: 0.25}
    heavy = spread_column('age', {**{str(n): 1 for n in range(1, 21)}, '0': 980}, [], 'r.csv')
    assert heavy.bins() == [0, inf]
