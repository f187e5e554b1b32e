"""Cuts at the best of all values, and grown classes: tables, the promise on random tables, and a plain growing as an oracle."""

from itertools import chain, combinations
from math import inf
from random import Random

import pytest

from conftest import seeds
from definitions import random_rules
from kanon.dimensions import dimension_of
from kanon.errors import Unsatisfied
from kanon.frequency import columns
from kanon.hierarchy import Hierarchy
from kanon.local.clusters import Clusters, Column, Grown, grow, split_by
from kanon.mondrian import mondrian
from kanon.partition import partition_of
from kanon.required import Required
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

    def loss(members):
        return sum(dimension.loss([codes[dim][place] for place in members], None) for dim, dimension in enumerate(dimensions))

    members = [start]
    farthest = max(places, key=lambda place: (loss([start, place]), -place)) if records[start] < k else start
    while sum(records[place] for place in members) < k:
        missing = k - sum(records[place] for place in members)
        members.append(min((place for place in places if place not in members),
                           key=lambda place: (loss([*members, place]) * max(1, records[place] / missing), place)))
    grown = Grown([Column(dimension, 1) for dimension in dimensions])
    found, far = grow(grown, start, places, codes, records, k)
    assert loss(found) == pytest.approx(grown.loss) and grown.records == sum(records[place] for place in found) >= k
    assert found == members and loss([start, far]) == pytest.approx(loss([start, farthest]))


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
                    best = min(best, sum(map(clusters._cost, sides)))
    made = clusters._best_cut(whole)
    assert made is None if best == inf else sum(map(clusters._cost, made.parts)) == pytest.approx(best)
