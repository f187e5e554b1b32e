"""The best strict cuts: against all of them on small tables, and their first answer against a definition of its own."""

from math import inf
from random import Random

import pytest

from conftest import seeds
from definitions import random_rules
from kanon.core.best_cuts.boxes import boxes_in, intervals, long_and_short
from kanon.core.best_cuts.optimum import BestCuts
from kanon.core.counts.frequency import columns
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.measures import lm
from kanon.core.counts.required import Required
from kanon.core.cutting.dimension import dimension_of, with_missing
from kanon.core.cutting.labels import multidimensional, of_partitions
from kanon.core.cutting.mondrian import mondrian
from kanon.core.cutting.partition import partition_of


def least(tuples, dimensions, required, weights):
    """The least cost of any sequence of strict cuts, tried one by one. tuples: (code, ..., code, sensitive values, records)."""
    known = {}

    def cost(rows):
        if rows not in known:
            size, histogram = sum(row[-1] for row in rows), {}
            for *_, sensitive, n in rows:
                histogram[sensitive] = histogram.get(sensitive, 0) + n
            best = inf
            if size >= required.k and (not required.rules or required.passes(histogram)):
                best = size * sum(weight * dimension.loss([row[dim] for row in rows], None)
                                  for dim, (dimension, weight) in enumerate(zip(dimensions, weights)))
            for dim in range(len(dimensions)):
                for code in sorted({row[dim] for row in rows})[:-1]:
                    best = min(best, cost(frozenset(row for row in rows if row[dim] <= code))
                               + cost(frozenset(row for row in rows if row[dim] > code)))
            known[rows] = best
        return known[rows]
    return cost(frozenset(tuples))


def table_of(random, numbers, categories, most):
    """{quasi tuple: records}, with numbers first."""
    rows = {}
    for _ in range(random.randint(1, most)):
        row = tuple([random.choice(['1', '2', '5', '7.5', '20']) for _ in range(numbers)] + [random.choice('abcd') for _ in range(categories)])
        rows[row] = rows.get(row, 0) + random.randint(1, 3)
    return rows


def made(table, required, weights=None, ancestors=False):
    dimensions = []
    for values in columns(table):
        letters = Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*', 'd': '*'}) if ancestors and not set(values) & set('1257') else None
        dimensions.append(dimension_of(values, letters, 'leaves', letters is not None))
    whole = partition_of(table, dimensions, required)
    return dimensions, whole, BestCuts(whole, dimensions, required, weights)


def straight(cut):
    """A cut function that sees to it that its cuts part their column where they say."""
    def checked(part):
        made = cut(part)
        assert made is None or max(made.parts[0].codes(made.dim)) <= made.at < min(made.parts[1].codes(made.dim))
        return made
    return checked


def lm_of(table, dimensions, partitions, required, weights):
    recoding, labels = multidimensional(table, dimensions, partitions, required)
    outcome = of_partitions(recoding, labels, columns(table), dimensions, '')
    assert outcome.suppressed == 0 and min(outcome.sizes.values()) >= required.k
    return lm(outcome.sizes, 0, outcome.losses, weights)


@pytest.mark.parametrize('seed', seeds(1000))
def test_the_optimum_is_the_optimum(seed):
    """0 to 2 numbers, 0 to 3 categories, weights, sets and common ancestors."""
    random = Random(seed)
    numbers, categories = random.choice([(1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (0, 1), (0, 2), (0, 3), (2, 2)])
    table = table_of(random, numbers, categories, 9)
    k = random.randint(1, 4)
    if sum(table.values()) < k:
        return
    required = Required(k)
    weights = random.choice([None, [random.choice([0, 0.5, 1, 3]) for _ in range(numbers + categories)]])
    dimensions, whole, best = made(table, required, weights, random.random() < 0.3)
    records, plan = sum(table.values()), best.cost()
    first, cuts = mondrian(whole, straight(best.cut))
    assert lm_of(table, dimensions, first, required, weights) * records == pytest.approx(plan, abs=1e-6)
    assert [best.solved, *best.states()][-1] == len(list(boxes_in([len(dimensions[dim].texts) for dim in best._boxes.short])))
    partitions, cuts = mondrian(partition_of(table, dimensions, required), straight(best.cut))
    tuples = [(*codes, None, n) for *codes, n in whole.tuples]
    expected = least(tuples, dimensions, required, weights or [1] * len(dimensions))
    assert best.cost() == pytest.approx(expected, abs=1e-6) and best.cost() <= plan
    assert lm_of(table, dimensions, partitions, required, weights) * records == pytest.approx(expected, abs=1e-6)
    assert len(cuts) == len(partitions) - 1 and all(cut.kind == 'strict' for cut in cuts)


@pytest.mark.parametrize('seed', seeds(300))
def test_the_optimum_of_many_categories(seed):
    """Lower sides that are best cut in the same column are passed over, all others are not."""
    random, table = Random(seed), {}
    letters, others, most = random.choice([('abcdefgh', 'x', 14), ('abcdefgh', 'xyz', 12), ('abcde', 'wxyz', 12)])
    for _ in range(random.randint(8, most)):
        row = random.choice(['1', '2', '5', '7', '20']), random.choice(letters), random.choice(others)
        table[row] = table.get(row, 0) + random.choice([1, 1, 1, 2, 5])
    k, weights = random.choice([1, 2, 2, 3]), random.choice([[1, 1, 1], [.1, 1, 3], [3, 1, 1], [10, 1, 0]])
    dimensions, whole, best = made(table, Required(k), weights)
    assert list(best.states())
    assert best.cost() == pytest.approx(least([(*codes, None, n) for *codes, n in whole.tuples], dimensions, Required(k), weights), abs=1e-6)
    assert sum(part.size * weight * dimension.loss(codes, None) for part in mondrian(whole, straight(best.cut))[0]
               for dimension, weight, codes in zip(dimensions, weights, part.columns())) == pytest.approx(best.cost(), abs=1e-6)


@pytest.mark.parametrize('seed', seeds(300))
def test_the_optimum_under_rules(seed):
    """The classes pass the rules, which need not be monotone. The partitions on the way need not."""
    random = Random(seed)
    numbers, categories = random.choice([(1, 0), (1, 1), (1, 2), (0, 2), (2, 1)])
    quasi = table_of(random, numbers, categories, 8)
    histograms = {row: {} for row in quasi}
    for row, n in quasi.items():
        for _ in range(n):
            value = (random.choice('123'),)
            histograms[row][value] = histograms[row].get(value, 0) + 1
    whole_column = [value for histogram in histograms.values() for (value,), n in histogram.items() for _ in range(n)]
    rules = random_rules(random, whole_column, Hierarchy({'1': 'low', '2': 'low', 'low': '*', '3': '*'}))
    required = Required(random.randint(1, 3), {'s': [rules] if not isinstance(rules, list) else rules}, histograms)
    try:
        dimensions, whole, best = made(quasi, required)
    except Exception as error:
        assert type(error).__name__ == 'Unsatisfied'
        return
    plan = best.cost()
    first, _ = mondrian(partition_of(quasi, dimensions, required), best.cut)
    assert all(required.passes(part.histogram()) and part.size >= required.k for part in first)
    assert lm_of(quasi, dimensions, first, required, None) * whole.size == pytest.approx(plan, abs=1e-6)
    for _ in best.states():
        pass
    assert best.cost() <= plan
    expected = least(whole.tuples, dimensions, required, [1] * len(dimensions))
    assert best.cost() == pytest.approx(expected, abs=1e-6)
    partitions, _ = mondrian(whole, best.cut)
    assert all(required.passes(part.histogram()) and part.size >= required.k for part in partitions)
    assert lm_of(quasi, dimensions, partitions, required, None) * whole.size == pytest.approx(expected, abs=1e-6)


class Letters:
    """Hierarchies, as of tables/hierarchy_file.py."""

    tree = Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*', 'd': '*'})

    def has(self, name):
        return True

    def tree_of(self, name, counts):
        return self.tree


@pytest.mark.parametrize('seed', seeds(300))
def test_missing_values_other_writings_and_far_weights(seed):
    """Missing values are published as the root. 5 and 5.0 are one value. Weights are 0, tiny or large."""
    random = Random(seed)
    kinds = random.choice(['m', 'r', 'mm', 'mr', 'nm', 'rn', 'rc', 'nnm', 'mcn', 'nnc'])
    values = {'m': ['*', '1', '2', '5', '5.0', '9'], 'r': ['*', 'a', 'b', 'c'], 'n': ['-5', '-5.0', '0.001', '20', '1000000'], 'c': list('abcd')}
    table = {}
    for _ in range(random.randint(1, 8)):
        row = tuple(random.choice(values[kind]) for kind in kinds)
        table[row] = table.get(row, 0) + random.randint(1, 3)
    required = Required(random.randint(1, 4))
    if sum(table.values()) < required.k:
        return
    labels = random.choice(['', 'ancestor'])
    dimensions = [with_missing('column', counts, Letters(), '*', labels if set(counts) & set('abcd') else '', None, '.')
                  for counts in columns(table)]
    weights = [random.choice([0, 1e-9, 1 / 3, 1, 1000]) for _ in kinds]
    whole = partition_of(table, dimensions, required)
    best = BestCuts(whole, dimensions, required, weights)
    for _ in best.states():
        pass
    expected = least([(*codes, None, n) for *codes, n in whole.tuples], dimensions, required, weights)
    partitions, _ = mondrian(partition_of(table, dimensions, required), straight(best.cut))
    cost = sum(part.size * sum(weight * dimension.loss(codes, None) for weight, dimension, codes in zip(weights, dimensions, part.columns()))
               for part in partitions)
    assert best.cost() == pytest.approx(expected, abs=1e-6) and cost == pytest.approx(expected, abs=1e-6)


def test_the_long_column_is_the_number_with_the_most_values():
    short, long, letters = ({value: 1 for value in text.split()} for text in ('1 2', '1 2 3', 'a b c d'))
    dimensions = [dimension_of(values) for values in (short, long, letters)]
    assert long_and_short(dimensions) == (1, [0, 2]) and long_and_short(dimensions[2:]) == (None, [0])
    assert intervals(dimensions) == 6 * 3 * 10 and intervals(dimensions[2:]) == 10
