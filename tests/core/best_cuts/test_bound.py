"""A lower bound of lm (kanon/core/best_cuts/bound.py), held against all partitions of small tables and against all regions."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import frexp
from random import Random
from zlib import crc32

import pytest


from kanon.core.best_cuts import bound, neighbours, regions
from kanon.core.best_cuts.bound import Bound, rounded_down
from kanon.core.best_cuts.regions import Regions
from kanon.core.counts.frequency import columns
from kanon.core.counts.required import Required
from kanon.core.cutting.dimension import with_missing
from kanon.core.cutting.partition import partition_of
from kanon.core.tables.hierarchy_file import GivenHierarchies

from conftest import run, seeds
from flat import anonymize


def small_table(seed):
    """A random table of 4 to 8 records, as (frequency set, dimensions, [codes of each record], k, weights)."""
    random = Random(seed)
    n = random.randint(4, 8)
    k = min(n, random.choice([2, 2, 3, 3, 4]))
    numbers = random.choice([0, 1, 1, 2])
    kinds = ['number'] * numbers + ['word'] * random.randint(not numbers, 3)
    root = '*' if random.random() < .25 else None

    def cell(kind):
        if root and random.random() < .2:
            return root
        return random.choice(['1', '2', '2.5', '5', '5.0', '9', '10'] if kind == 'number' else 'abcd')
    rows = [tuple(map(cell, kinds)) for _ in range(n)]
    frequency_set = Counter(rows)
    dimensions = [with_missing('column', values, GivenHierarchies({}), root, '', 'frequency') for values in columns(frequency_set)]
    weights = [random.choice([1, 1, .3, 2, .5, 0]) for _ in kinds] if random.random() < .5 else [1] * len(kinds)
    records = [tuple(dimension.codes[value] for dimension, value in zip(dimensions, row)) for row in rows]
    return frequency_set, dimensions, records, k, weights


def loss_of(dimensions, weights, records):
    """What each record of a class loses, as an exact fraction."""
    loss = Fraction(0)
    for dimension, weight, codes in zip(dimensions, map(Fraction, weights), map(set, zip(*records))):
        if dimension.has_missing and 0 in codes:
            loss += weight
            continue
        codes = {code - dimension.has_missing for code in codes}
        dimension = getattr(dimension, 'present', dimension)
        if dimension.is_number:
            first, *_, last = numbers = list(map(Fraction, dimension.positions * 2))
            loss += weight * (numbers[max(codes)] - numbers[min(codes)]) / (last - first or 1)
        else:
            loss += weight * Fraction(len(codes) - 1, dimension.others or 1)
    return loss


def least_possible(dimensions, weights, records, k, suppressing=True):
    """The least loss of all partitions of the records into classes of at least k and, if that is allowed, suppressed records."""
    least, costs = {0: Fraction(0)}, {}
    for some in range(1 << len(records)):
        if bin(some).count('1') >= k:
            class_ = [record for place, record in enumerate(records) if some >> place & 1]
            costs[some] = len(class_) * loss_of(dimensions, weights, class_)
    for some in range(1, 1 << len(records)):
        low = some & -some
        rest = part = some ^ low
        answers = [least[rest] + sum(map(Fraction, weights))] if suppressing and rest in least else []
        while True:
            if part | low in costs and rest ^ part in least:
                answers.append(costs[part | low] + least[rest ^ part])
            if not part:
                break
            part = (part - 1) & rest
        if answers:
            least[some] = min(answers)
    return least[(1 << len(records)) - 1]


MONDRIAN = 'run_mondrian.py'
WAYS = {
    'regions': [],
    'neighbours': [(bound, 'MOST_SETS', 0)],
    'in steps': [(regions, 'MOST_PLACES', 3), (bound, 'MOST_PLACES', 3)],
    'regions, rounded': [(regions, 'RESOLUTION', 2)],
    'neighbours, rounded': [(bound, 'MOST_SETS', 0), (neighbours, 'RESOLUTION', 2), (regions, 'RESOLUTION', 2)],
    'without a column': [(bound, 'MOST_SETS', 0), (bound, 'MOST_VALUES', 3)]}


@pytest.mark.parametrize('seed', seeds(1000))
def test_no_partition_loses_less_than_the_bound(monkeypatch, seed):
    frequency_set, dimensions, records, k, weights = small_table(seed)
    least = least_possible(dimensions, weights, records, k)
    assert least <= least_possible(dimensions, weights, records, k, suppressing=False)
    for way, settings in WAYS.items():
        with monkeypatch.context() as patched:
            for module, name, value in settings:
                patched.setattr(module, name, value)
            below = Bound(frequency_set, dimensions, k, weights)
            before = 0.0
            for _ in below.states():        # it may be stopped at any of them
                assert before <= below.lm() and Fraction(below.lm()) * len(records) <= least, way
                before = below.lm()
            assert below.done and Fraction(below.lm()) * len(records) <= least, way


def test_the_bound_is_close_on_small_tables():
    found = best = 0
    for seed in range(0, 200, 8):
        frequency_set, dimensions, records, k, weights = small_table(seed)
        below = Bound(frequency_set, dimensions, k, weights)
        assert list(below.states())
        found += Fraction(below.lm()) * len(records)
        best += least_possible(dimensions, weights, records, k)
    assert found > .9 * best


@pytest.mark.parametrize('seed', seeds(100))
def test_rounded_down_to_the_next_float(seed):
    random = Random(seed)
    number = Fraction(random.randrange(10 ** random.randint(1, 30)), random.randrange(1, 10 ** random.randint(1, 30)))
    below = rounded_down(number)
    assert below == float(number) if Fraction(float(number)) <= number else Fraction(below) < number < Fraction(float(number))
    mantissa, exponent = frexp(below)
    assert number < Fraction(below) + Fraction(2) ** (exponent - 53), 'no float is between'
    assert rounded_down(Fraction(below)) == below


def broken_regions(points, prices, dimensions, weights, k):
    """The classes of points that break the rule, found among all sets of codes by fractions alone.

    points: [(codes, records)]; prices: fractions of a loss of 1.
    """
    families = []
    for dim, dimension in enumerate(dimensions):
        codes = range(len(dimension.texts))
        families.append([set(some) for size in range(1, len(codes) + 1) for some in combinations(codes, size)])

    def inside(dim, left):
        if dim == len(dimensions):
            yield left
            return
        for some in families[dim]:
            kept = [point for point in left if points[point][0][dim] in some]
            if kept:
                yield from inside(dim + 1, kept)
    for region in {tuple(region) for region in inside(0, list(range(len(points))))}:
        if sum(points[point][1] for point in region) >= k:
            highest = sorted((prices[point] for point in region for _ in range(points[point][1])), reverse=True)[:k]
            if sum(highest) > k * loss_of(dimensions, weights, [points[point][0] for point in region]):
                yield region


@pytest.mark.parametrize('seed', seeds(300))
def test_prices_keep_the_rule_in_every_region(seed):
    frequency_set, dimensions, _, k, weights = small_table(seed)
    tuples = partition_of(frequency_set, dimensions, Required(k)).tuples
    points = [(point[:-1], point[-1]) for point in tuples]
    space = Regions(tuples, dimensions, k, weights)
    random = Random(seed)
    for prices in space.least(), [random.randrange(2 * space.unit) for _ in tuples]:
        prices = list(prices)
        broke = exhausted(space.repaired(prices))
        assert not list(broken_regions(points, [Fraction(price, space.unit) for price in prices], dimensions, weights, k))
        assert not exhausted(space.repaired(prices)), 'what is repaired stays as it is'
        assert all(loss < sum(prices) or points for loss, points in broke)


@pytest.mark.parametrize('seed', seeds(100))
def test_the_least_prices_need_no_repair_and_random_ones_do(seed):
    frequency_set, dimensions, _, k, weights = small_table(seed)
    space = Regions(partition_of(frequency_set, dimensions, Required(k)).tuples, dimensions, k, weights)
    prices = space.least()
    assert exhausted(space.repaired(list(prices))) == []
    raised = [price + space.unit for price in prices]
    assert exhausted(space.repaired(raised)), 'in the region of the whole table all prices are too high'


def wider_table(seed, n):
    """A random table of n records with a number and two columns of words, as (frequency set, dimensions)."""
    random = Random(seed)
    frequency_set = Counter((str(random.randrange(20)), random.choice('abcd'), random.choice('xyz')) for _ in range(n))
    return frequency_set, [with_missing('column', values, GivenHierarchies({}), None, '', 'frequency') for values in columns(frequency_set)]


@pytest.mark.parametrize('seed, n, k, weights, lm, states', [
    (4, 16, 2, [1, 1, 1], 0.308333333333, 304),
    (0, 25, 2, [1, 1, 1], 0.293484244054, 809), (1, 40, 3, [1, 1, 1], 0.409528320008, 809),
    (2, 25, 2, [1, 1, 1], 0.270227322711, 1011), (1, 60, 4, [1, .5, 2], 0.349326396302, 809)])
def test_the_rounds_reach_what_they_reached(seed, n, k, weights, lm, states):
    """A change of a single step shows here, also one that leaves a bound. If it is meant, these numbers change with it."""
    frequency_set, dimensions = wider_table(seed, n)
    below = Bound(frequency_set, dimensions, k, weights)
    assert sum(1 for _ in below.states()) == states
    assert below.lm() == pytest.approx(lm, rel=1e-10)


@pytest.mark.parametrize('rounds, lm, states', [(16, 34.29564667998, 17815), (4, 34.20282786568928, 8417), (1, 32.431794235484, 31)])
def test_the_rounds_of_small_tables(monkeypatch, rounds, lm, states):
    monkeypatch.setattr(bound, 'ROUNDS', rounds)
    reached = yields = 0
    for seed in range(30):
        frequency_set, dimensions, _, k, weights = small_table(seed)
        below = Bound(frequency_set, dimensions, k, weights)
        yields += sum(1 for _ in below.states())
        reached += below.lm()
    assert (reached, yields) == (pytest.approx(lm, rel=1e-10), states)


NUMBERS = [('1', '1', 'a'), ('2', '2', 'b'), ('3', '3', 'c'), ('4', '1', 'a'), ('5', '1', 'a'), ('5', '3', 'a')]
WORDS = [('a', 'x'), ('b', 'y'), ('c', 'y')]


def made(rows, k=2, weights=None, monkeypatch=None, **settings):
    for name, value in settings.items():
        monkeypatch.setattr(bound, name, value)
    frequency_set = Counter(rows)
    dimensions = [with_missing('column', values, GivenHierarchies({}), None, '', 'frequency') for values in columns(frequency_set)]
    return Bound(frequency_set, dimensions, k, weights)


@pytest.mark.parametrize('rows, sets, sums, places, by', [
    (NUMBERS, 48, 240, 256, 'regions'), (NUMBERS, 47, 240, 256, 'neighbours'), (NUMBERS, 48, 239, 256, 'neighbours'),
    (NUMBERS, 48, 144, 3, 'regions'), (NUMBERS, 48, 143, 3, 'neighbours'),
    (WORDS, 32, 32, 256, 'regions'), (WORDS, 32, 31, 256, 'neighbours')])
def test_which_bound_is_taken(monkeypatch, rows, sets, sums, places, by):
    """Three numbers have 6 intervals, three words 8 sets, two words 4. The long column has five values."""
    assert made(rows, 2, None, monkeypatch, MOST_SETS=sets, MOST_SUMS=sums, MOST_PLACES=places).by == by


@pytest.mark.parametrize('most, left_out, lm', [(5, [], 9 / 14), (4, [0], 3 / 7), (3, [0], 3 / 7)])
def test_a_bound_without_some_columns_is_that_of_the_others(monkeypatch, most, left_out, lm):
    rows = NUMBERS * 2 + NUMBERS[:2]
    below = made(rows, 3, [1, 2, 3], monkeypatch, MOST_SETS=0, MOST_VALUES=most)
    others = made([row[len(left_out):] for row in rows], 3, [1, 2, 3][len(left_out):])
    for each in below, others:
        assert list(each.states())
    assert (below.by, below.left_out, below.lm()) == ('neighbours', left_out, others.lm()) and lm == pytest.approx(below.lm())


@pytest.mark.parametrize('records', [1, 3, 7, 10])
def test_a_bound_is_rounded_down(records):
    below = made(WORDS)
    below._records = records
    for total in range(1, 300):
        below._prices.total, below._prices.unit = total, 97
        exact, told = Fraction(total, 97 * records), below.lm()
        assert exact * (1 - Fraction(1, 2 ** 51)) <= told <= exact and (told == exact or Fraction(float(exact)) != exact)


def test_the_gap_of_a_release():
    below = made(NUMBERS * 2, 3)
    assert not below.done and list(below.states()) and below.done
    lm = below.lm()
    assert [below.report('abc', of)['gap'] for of in (2 * lm, lm, lm / 2)] == [1.0, 0.0, 0.0] and 0 < lm


@pytest.mark.parametrize('way, told', [('regions', 1741957065), ('in steps', 780971522), ('regions, rounded', 1781348124)])
def test_what_is_repaired_is_what_it_was(monkeypatch, way, told):
    """The prices before and after, and the regions that were broken, in whole numbers. A change that is meant changes these."""
    for module, name, value in WAYS[way]:
        monkeypatch.setattr(module, name, value)
    found = []
    for seed in range(60):
        frequency_set, dimensions, _, k, weights = small_table(seed)
        if seed % 6 == 0:
            (frequency_set, dimensions), k, weights = wider_table(seed, 20 + seed), 2 + seed // 12, [1, .5, 2]
        space = Regions(partition_of(frequency_set, dimensions, Required(k)).tuples, dimensions, k, weights)
        random = Random(seed)
        prices = [random.randrange(space.unit + 1) for _ in space.records]
        found += [space.unit, len(space._sets), space.records, space.least(), exhausted(space.repaired(prices)), prices]
    assert crc32(repr(found).encode()) == told


def exhausted(generator):
    """What a generator returns at its end."""
    while True:
        try:
            next(generator)
        except StopIteration as stop:
            return stop.value


@pytest.mark.parametrize('seed', seeds(200))
def test_neighbours_are_the_nearest(seed):
    frequency_set, dimensions, records, k, weights = small_table(seed)
    near = neighbours.Neighbours(partition_of(frequency_set, dimensions, Required(k)).tuples, dimensions, k, weights)
    for _ in near.rounds():
        pass
    by_hand = sum(sorted(loss_of(dimensions, weights, [one, other]) for other in records)[k - 1] for one in records)
    assert abs(Fraction(near.total, near.unit) - by_hand) < Fraction(1, 10 ** 6)


def test_a_bound_of_equal_records_is_0_and_the_release_is_the_best():
    frequency_set = Counter({('1', 'a'): 3, ('2', 'b'): 3})
    dimensions = [with_missing('column', values, GivenHierarchies({}), None, '', None) for values in columns(frequency_set)]
    below = Bound(frequency_set, dimensions, 3)
    assert len(list(below.states())) == 203 and below.lm() == 0.0
    assert [below.report(['a', 'b'], lm)['gap'] for lm in (0.0, 0.5)] == [0.0, None]


def test_a_run_reports_its_bound(tmp_path):
    words = 'data/inpatients/inpatients.csv', '-k', '3', '--partitioning', 'optimal'
    plain, path = tmp_path / 'plain.csv', tmp_path / 'out.csv'
    assert run(MONDRIAN, *words, '-o', str(plain)).returncode == 0
    report = json.loads(run(MONDRIAN, *words, '--bound', '--json', '-o', str(path)).stdout)
    told, lm = report['bound'], report['measures']['lm']
    assert path.read_bytes() == plain.read_bytes()
    assert 0 < told['lm'] <= lm and told['gap'] == (lm - told['lm']) / told['lm'] and not told['stopped'] and told['by'] == 'regions'
    text = run(MONDRIAN, *words, '--bound', '-o', str(path), '--force', '--html', str(tmp_path / 'page.html'), '--internal').stdout
    assert 'above the best possible: no classes of k records or more' in text
    assert 'So lm is at most' in (tmp_path / 'page.html').read_text(encoding='utf-8')


def test_the_library_reports_the_same_bound(tmp_path):
    words = 'data/inpatients/inpatients.csv', '-k', '3', '--categories', 'frequency', '--bound', '--json', '--weights', 'zip=2'
    report = json.loads(run(MONDRIAN, *words, '-o', str(tmp_path / 'out.csv')).stdout)
    release = anonymize(words[0], quasi=report['quasi'], sensitive=report['sensitive'], k=3, categories='frequency', bound=True,
                              weights={'zip': 2}, time_limit=60)
    assert release.bound == report['bound'] and release.measures['lm'] == report['measures']['lm']


def test_a_bound_that_is_stopped_says_so(tmp_path):
    told = json.loads(run(MONDRIAN, '--bound', '--time-limit', '0', '--json', '-o', str(tmp_path / 'out.csv')).stdout)['bound']
    assert told['stopped'] and 0 < told['lm'] and told['gap'] > 0


def test_many_columns_have_a_bound_by_distances(tmp_path):
    quasi = 'age,work_class,education_num,marital_status,occupation,race,gender,native_country'
    words = '--quasi', quasi, '--sensitive', '', '-k', '2', '--bound', '--json', '-o', str(tmp_path / 'out.csv')
    told = json.loads(run(MONDRIAN, *words).stdout)['bound']
    assert told['by'] == 'neighbours' and told['lm'] > 0 and not told['stopped'] and told['left_out'] == []


def test_adult_is_as_near_as_it_was_measured(adult_set):
    """A few rounds reach most of what all do."""
    dimensions = [with_missing('column', values, GivenHierarchies({}), None, '', 'frequency') for values in columns(adult_set)]
    below = Bound(adult_set, dimensions, 2)
    for _ in below.states():
        pass
    assert .00075 < below.lm() < .00092, 'the best strict cuts lose .00092'
