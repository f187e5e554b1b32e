"""The vector is the best of all that satisfy, the first of equal ones; what is said on the way there is true."""

import os
from collections import Counter
from fractions import Fraction
from math import log2
from random import Random

import pytest

from conftest import QUASI, random_table, shipped
from kanon.errors import DataError
from kanon.frequency import columns, count
from kanon.hierarchy import load
from kanon.lattice import Lattice, vectors
from kanon.objective import MEASURES, objective
from kanon.optimal import optimal
from kanon.records import Table


def oracle(frequency_set, trees, k, weights):
    """{vector: (suppressed, {measure: cost})} of the whole lattice, worked out record by record, in fractions."""
    records = [quasi for quasi, n in frequency_set.items() for _ in range(n)]
    values = columns(frequency_set)
    tops = [tree.height for tree in trees]
    under = [{node: [value for value in counts if node in tree.path(value)] for value in counts for node in tree.path(value)}
             for tree, counts in zip(trees, values)]
    loss = [{node: Fraction(len(leaves) - 1, max(1, len(counts) - 1)) for node, leaves in nodes.items()}
            for nodes, counts in zip(under, values)]
    found = {}
    for vector in vectors(tops):
        rows = [tuple(tree.ancestor(value, level) for tree, value, level in zip(trees, record, vector)) for record in records]
        sizes = Counter(rows)
        out = sum(n for n in sizes.values() if n < k)
        published = [sizes[row] >= k for row in rows]
        classes = sum(n >= k for n in sizes.values())
        found[vector] = out, {
            'lm': sum(Fraction(weight) * (table[row[column]] if stays else 1) for column, (table, weight) in enumerate(zip(loss, weights))
                      for row, stays in zip(rows, published)) / len(rows),
            'dm': sum(n * n if n >= k else n * len(rows) for n in sizes.values()),
            'entropy': sum(log2((sum(values[column][leaf] for leaf in under[column][row[column]]) if stays else len(rows))
                                / values[column][record[column]])
                           for column in range(len(trees)) for record, row, stays in zip(records, rows, published)),
            'precision': sum(Fraction(level, top) if stays else 1 for level, top in zip(vector, tops) for stays in published)
            / len(tops) / len(rows),
            'height': sum(vector),
            'c_avg': Fraction(len(rows) - out, classes * k) if classes else float('inf')}
    return found


def best_of(found, measure, max_suppression):
    costs = [(costs[measure], vector) for vector, (out, costs) in found.items() if out <= max_suppression]
    if measure != 'entropy':
        return min(costs)
    least = min(costs)[0]
    return least, min(vector for cost, vector in costs if cost < least + 1e-6)


@pytest.mark.parametrize('seed', range(int(os.environ.get('KANON_TABLES', '300'))))      # .ci/run: thousands
def test_against_brute_force(seed):
    frequency_set, trees = random_table(seed, columns=2 + seed % 4, most=5)
    random = Random(seed)
    records = sum(frequency_set.values())
    k, max_suppression = random.randint(1, records + 2), random.choice((0, random.randint(0, records), random.randint(0, records // 5)))
    weights = [random.choice((1, 1, 0.1, 0.5, 2, 0)) for _ in trees]
    found = oracle(frequency_set, trees, k, weights)
    satisfying = {vector for vector, (out, _) in found.items() if out <= max_suppression}
    for measure in MEASURES:
        lattice = Lattice(frequency_set, trees, k)
        target = objective(measure, lattice, max_suppression, weights)
        if not satisfying:
            with pytest.raises(DataError, match='there are %d records to publish, fewer than k = %d' % (records, k)):
                next(optimal(lattice, target, max_suppression))
            continue
        cost, vector = best_of(found, measure, max_suppression)
        *way, best = optimal(lattice, target, max_suppression)
        assert (best.vector, best.proven, best.bound, best.settled) == (vector, True, best.cost, len(found)), measure
        value = 1 - cost if measure == 'precision' else cost
        assert target.value(best.cost) == pytest.approx(float(value), abs=2e-6), measure
        assert set(lattice) <= set(found) and all(lattice[checked] == found[checked][0] for checked in lattice)
        for before, after in zip(way, [*way[1:], best]):
            assert before.vector in satisfying and not before.proven
            assert before.bound <= best.cost <= after.cost <= before.cost
            assert before.settled <= after.settled <= len(found)
        # the promise that all of the search rests on
        for low, high in random.sample([(a, b) for a in found for b in satisfying if all(x <= y for x, y in zip(a, b))][:2000], 1):
            bound = target.bound(low, high)
            assert all(bound <= target.cost(v) for v in satisfying if all(x <= y <= z for x, y, z in zip(low, v, high))), measure
