"""Cuts at the best of all values, and grown classes: tables, the promise on random tables, and a plain growing as an oracle."""

from collections import Counter
from itertools import chain, combinations
from math import fsum, inf
from random import Random

import pytest

from conftest import seeds
from definitions import random_rules
from kanon.core.best_cuts import clusters as clusters_module
from kanon.core.best_cuts.boxes import rounding
from kanon.core.best_cuts.clusters import Clusters, CodeSetLosses, GrownClass, grow, split_by
from kanon.core.counts.frequency import columns
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.required import Required
from kanon.core.cutting.dimension import dimension_of
from kanon.core.cutting.mondrian import mondrian
from kanon.core.cutting.partition import partition_of
from kanon.core.errors import Unsatisfied
from test_optimum import lm_of, table_of


def clusters_of(table, required, weights=None):
    dimensions = [dimension_of(values) for values in columns(table)]
    whole = partition_of(table, dimensions, required)
    clusters = Clusters(whole, dimensions, required, weights)
    settled = list(clusters.states())
    assert clusters.done and settled[-1] == clusters.parts == settled.count(0)
    return dimensions, whole, clusters


def test_two_groups_that_no_straight_cut_parts():
    """Categories a, c against b, d: their order is that of their frequency, and the cut takes them out of order."""
    table = {('a', '1'): 5, ('b', '90'): 4, ('c', '2'): 3, ('d', '91'): 2}
    dimensions, whole, clusters = clusters_of(table, Required(6))
    assert dimensions[0].texts == ['a', 'b', 'c', 'd']
    partitions, cuts = mondrian(whole, clusters.cut)
    assert sorted(part.tuples for part in partitions) == [[(0, 0, 5), (2, 1, 3)], [(1, 2, 4), (3, 3, 2)]]
    assert [(cut.dim, cut.kind) for cut in cuts] in ([(0, 'values')], [(1, 'strict')])


def test_classes_that_overlap_where_no_cut_is_allowable():
    """Four records in a ring: each cut leaves the far ones together, classes of neighbours do not."""
    table = {('1', 'a'): 1, ('1', 'b'): 1, ('5', 'a'): 1, ('5', 'c'): 1, ('9', 'b'): 1, ('9', 'c'): 1}
    _, whole, clusters = clusters_of(table, Required(3))
    partitions, cuts = mondrian(whole, clusters.cut)
    assert sorted(part.size for part in partitions) == [3, 3] and cuts[0].kind in ('clusters', 'values', 'strict')


@pytest.mark.parametrize('seed', seeds(400))
def test_every_class_satisfies_and_the_cost_is_the_loss(seed):
    random = Random(seed)
    numbers, categories = random.randint(0, 2), random.randint(1, 3)
    quasi = table_of(random, numbers, categories, 25)
    histograms = {row: {} for row in quasi}
    for row, n in quasi.items():
        for _ in range(n):
            value = (random.choice('123'),)
            histograms[row][value] = histograms[row].get(value, 0) + 1
    k, rules = random.randint(1, 5), {}
    if random.random() < 0.4:
        column = [value for histogram in histograms.values() for (value,), n in histogram.items() for _ in range(n)]
        rule = random_rules(random, column, Hierarchy({'1': 'low', '2': 'low', 'low': '*', '3': '*'}))
        rules = {'s': [rule]}
    required = Required(k, rules, histograms) if rules else Required(k)
    weights = random.choice([None, [random.choice([0, 0.5, 1, 3]) for _ in range(numbers + categories)]])
    try:
        dimensions, whole, clusters = clusters_of(quasi, required, weights)
    except Unsatisfied:
        return
    partitions, cuts = mondrian(whole, clusters.cut)
    assert sorted(chain.from_iterable(part.rows for part in partitions)) == sorted(whole.rows)
    assert all(part.size >= k for part in partitions) and sum(part.size for part in partitions) == whole.size
    assert not rules or all(required.passes(part.histogram()) for part in partitions)
    assert lm_of(quasi, dimensions, partitions, required, weights) * whole.size == pytest.approx(clusters.cost(), abs=1e-6)
    assert sum(len(cut.parts) - 1 for cut in cuts) == len(partitions) - 1


@pytest.mark.parametrize('seed', seeds(200))
def test_a_class_grows_as_a_plain_search_would_grow_it(seed):
    random = Random(seed)
    table = table_of(random, 1, 2, 12)
    dimensions = [dimension_of(values) for values in columns(table)]
    whole = partition_of(table, dimensions, Required(1))
    codes, records = whole.columns(), list(whole.points.records(whole.rows))
    k = random.randint(1, sum(records))
    start, places = random.choice(whole.rows), list(whole.rows)
    rounded = rounding(whole.size, [1] * len(dimensions))

    def loss(members):
        return sum(rounded(dimension.loss([codes[dim][place] for place in members], None)) for dim, dimension in enumerate(dimensions))

    members = [start]
    farthest = max(places, key=lambda place: (loss([start, place]), -place)) if records[start] < k else start
    while sum(records[place] for place in members) < k:
        missing = k - sum(records[place] for place in members)
        members.append(min((place for place in places if place not in members),
                           key=lambda place: (loss([*members, place]) * max(1, records[place] / missing), place)))
    grown = GrownClass([CodeSetLosses(dimension, 1, rounded) for dimension in dimensions])
    found, far = grow(grown, start, places, codes, records, k)
    assert loss(found) == grown.loss and grown.records == sum(records[place] for place in found) >= k
    assert found == members and loss([start, far]) == loss([start, farthest])


@pytest.mark.parametrize('seed', seeds(200))
def test_no_single_cut_in_two_groups_is_better_for_few_categories(seed):
    """With at most three categories in a column every way to part them is tried."""
    random = Random(seed)
    table = {row: n for row, n in table_of(random, 1, 2, 12).items() if 'd' not in row} or {('1', 'a', 'a'): 4}
    required = Required(random.randint(1, 4))
    if sum(table.values()) < 2 * required.k:
        return
    dimensions, whole, clusters = clusters_of(table, required)
    best = inf
    for dim in range(3):
        present = sorted(set(whole.codes(dim)))
        for size in range(1, len(present)):
            for left in combinations(present, size):
                sides = split_by(whole, dim, left)
                if dim and min(side.size for side in sides) >= required.k or dim == 0 and left == tuple(present[:size]) and min(
                        side.size for side in sides) >= required.k:
                    best = min(best, sum(map(clusters.cost_of, sides)))
    made = clusters._best_cut(whole)
    assert made is None if best == inf else sum(map(clusters.cost_of, made.parts)) == pytest.approx(best)


def sides_of(whole, dim, left):
    """The records and the points of the two sides."""
    rows = [[row for row in whole.rows if (whole.points.columns[dim][row] in left) == inside] for inside in (True, False)]
    return [(sum(whole.points.records(of_side)), of_side) for of_side in rows]


def plain_cut(whole, dimensions, required):
    """(dim, codes of the left side) as the module's docstring has it, and None if no cut is allowable."""
    codes, records = whole.points.columns, list(whole.points.records(whole.rows))

    def cost(dim, left):
        sides = sides_of(whole, dim, left)
        if min(n for n, _ in sides) < required.k:
            return inf
        return sum(n * sum(dimension.loss(sorted({codes[other][row] for row in rows}), None) for other, dimension in enumerate(dimensions))
                   for n, rows in sides)

    def mean(dim, code, other):
        total = sum(n * codes[other][row] for row, n in zip(whole.rows, records) if codes[dim][row] == code)
        return total / sum(n for row, n in zip(whole.rows, records) if codes[dim][row] == code)

    found = []
    for dim, dimension in enumerate(dimensions):
        present, orders = sorted(set(whole.codes(dim))), []
        if dimension.order != 'numbers':
            orders = [sorted(present, key=lambda code: (mean(dim, code, other), code)) for other in range(len(dimensions)) if other != dim]
        tried = [frozenset(order[:end]) for order in [present, *orders] for end in range(1, len(present))]
        left = min(tried, key=lambda left: cost(dim, left), default=None)
        if left and cost(dim, left) < inf:
            moved = dimension.order != 'numbers'
            while moved:
                moved = False
                for code in present:
                    if cost(dim, left ^ {code}) < cost(dim, left):
                        left, moved = left ^ {code}, True
            found.append((cost(dim, left), dim, left))
    return min(found)[1:] if found else None


@pytest.mark.parametrize('seed', seeds(400, 3))
def test_the_best_cut_is_the_one_that_is_described(seed):
    """Categories have orders that lead past each other, and single ones that change sides."""
    random = Random(seed)
    table, letters = {}, random.choice(['abc', 'abcdefg'])
    for _ in range(random.randint(2, 30)):
        row = random.choice(['1', '2', '5', '40']), random.choice(letters), random.choice('tuvwxyz')
        table[row] = table.get(row, 0) + random.randint(1, 3)
    required = Required(random.randint(1, 4))
    if sum(table.values()) < required.k:
        return
    dimensions = [dimension_of(values) for values in columns(table)]
    whole = partition_of(table, dimensions, required)
    clusters = Clusters(whole, dimensions, required)
    made, expected = clusters._best_cut(whole), plain_cut(whole, dimensions, required)
    if expected is None:
        assert made is None
        return
    dim, left = expected
    assert (made.dim, frozenset(made.parts[0].codes(dim))) == (dim, left)
    if max(left) < min(made.parts[1].codes(dim)):
        assert made[1:3] == ('strict', max(left))
    else:
        assert made[1:3] == ('values', left)


@pytest.mark.parametrize('table, k, cut', [
    ({('a',): 1, ('b',): 1, ('c',): 1}, 1, (0, 'strict', 0)),                                   # the first of equally good cuts
    ({('1', 'a'): 2, ('2', 'b'): 2, ('3', 'a'): 2, ('4', 'a'): 2}, 2, (1, 'strict', 0)),        # numbers stay in their order
])
def test_cuts_by_hand(table, k, cut):
    _, whole, clusters = clusters_of(table, Required(k))
    assert clusters._best_cut(whole)[:3] == cut


def test_a_side_of_k_records_is_large_enough():
    _, _, clusters = clusters_of({('a',): 2, ('b',): 3}, Required(2))
    assert [clusters._cost_of_sides({0}, {0: (left, 1), 1: (right, 2)}, left + right) for left, right in ((2, 3), (3, 2), (1, 4), (4, 1))] == [
        0, 0, inf, inf]


@pytest.mark.parametrize('seed', seeds(50, 2))
def test_orders_by_the_means_of_other_columns(seed):
    random = Random(seed)
    table = {(random.choice('abcdefg'), random.choice('tuvwxyz')): random.randint(1, 5) for _ in range(12)}
    _, whole, clusters = clusters_of(table, Required(1))
    of_code: dict = {}
    for code, other, n in whole.tuples:
        of_code.setdefault(code, []).extend([other] * n)
    assert list(clusters._further_orders(whole, 0)) == [sorted(of_code, key=lambda code: (sum(of_code[code]) / len(of_code[code]), code))]


@pytest.mark.parametrize('seed', seeds(200))
def test_all_classes_grow_as_they_are_described(seed):
    """The next class begins at the farthest record if it is free. What is left over joins where it costs least."""
    random = Random(seed)
    table, k = table_of(random, 1, 2, 14), random.randint(2, 5)
    if sum(table.values()) < k:
        return
    dimensions = [dimension_of(values) for values in columns(table)]
    whole = partition_of(table, dimensions, Required(k))
    cost, cut = Clusters(whole, dimensions, Required(k))._grown(whole)
    tuples = sorted((*codes, n) for *codes, n in whole.tuples)
    codes, records, rounded = list(zip(*tuples))[:-1], [n for *_, n in tuples], rounding(whole.size, [1] * len(dimensions))
    column = [CodeSetLosses(dimension, 1, rounded) for dimension in dimensions]

    def loss(members):
        return sum(rounded(dimension.loss([of_dim[place] for place in members], None)) for dimension, of_dim in zip(dimensions, codes))

    free, classes = list(range(len(tuples))), []
    far = max(free, key=lambda place: (loss([0, place]), -place))
    while sum(records[place] for place in free) >= k:
        members, far = grow(GrownClass(column), far if far in free else free[0], free, codes, records, k)
        classes.append(members)
        free = [place for place in free if place not in members]
    for place in free:
        size = [sum(records[other] for other in members) for members in classes]
        dearer = [(n + records[place]) * loss([*members, place]) - n * loss(members) for n, members in zip(size, classes)]
        classes[dearer.index(min(dearer))].append(place)
    assert [side.tuples for side in cut.parts] == [[tuples[place] for place in members] for members in classes]
    assert cost == sum(side.size * loss(members) for side, members in zip(cut.parts, classes))


@pytest.mark.parametrize('seed', seeds(100))
def test_the_cuts_do_not_depend_on_how_floats_are_added(monkeypatch, seed):
    """From Python 3.12 on `sum` adds floats in another way. The release has to be the same."""
    random = Random(seed)
    table = Counter((str(random.randrange(90)), str(random.randrange(7)), *map(random.choice, ('stuvwxy', 'klm', 'fghijklmnop')))
                    for _ in range(60))
    _, whole, clusters = clusters_of(table, Required(2))
    partitions = [part.tuples for part in mondrian(whole, clusters.cut)[0]]
    monkeypatch.setattr(clusters_module, 'sum', fsum, raising=False)
    _, whole, others = clusters_of(table, Required(2))
    assert [part.tuples for part in mondrian(whole, others.cut)[0]] == partitions
    assert others.cost() == clusters.cost()
