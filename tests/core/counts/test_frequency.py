"""Counting parts and adding is counting the whole; rolling up keeps every record and never increases those below k."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from conftest import random_table, seeds
from definitions import below, is_k_anonymous
from kanon.core.counts.frequency import added_up, columns
from kanon.core.counts.recoding import full_domain
from kanon.core.levels.lattice import Lattice, at_height, height, vectors


@pytest.mark.parametrize('seed', seeds(50))
def test_parts_add_up(seed):
    random = Random(seed)
    records = [(str(random.randrange(4)), str(random.randrange(3))) for _ in range(random.randrange(40))]
    cut = random.randint(0, len(records))
    parts = Counter(records[:cut]), Counter(records[cut:])
    whole = added_up([*parts[0], *parts[1]], [*parts[0].values(), *parts[1].values()])
    assert whole == added_up(records, None) == {record: records.count(record) for record in records}


@pytest.mark.parametrize('seed', seeds(100))
def test_rolling_up_is_counting_the_generalized_table_and_keeps_the_promise(seed):
    frequency_set, trees = random_table(seed)
    records = [quasi for quasi, n in frequency_set.items() for _ in range(n)]
    lattice = Lattice(frequency_set, trees, k=1)
    for vector in vectors(lattice.top):
        generalized = [tuple(tree.ancestor(value, level) for tree, value, level in zip(trees, record, vector)) for record in records]
        rolled = Counter(generalized)
        assert sorted(lattice.roll_ups.at(vector).counts) == sorted(rolled.values())
        assert full_domain(lattice, vector).sizes() == (rolled, 0)
        for k in (2, 3, 7):
            assert below(rolled.values(), k) == sum(1 for row in generalized if generalized.count(row) < k)
            assert is_k_anonymous(rolled, k) == (below(rolled.values(), k) == 0)
            for column, level in enumerate(vector):
                if level:
                    lower = vector[:column] + (level - 1,) + vector[column + 1:]
                    assert below(rolled.values(), k) <= below(lattice.roll_ups.at(lower).counts, k)


def test_columns_are_the_frequency_sets_of_each():
    frequency_set, _ = random_table(7, columns=3)
    for place, values in enumerate(columns(frequency_set)):
        assert values == {value: sum(n for quasi, n in frequency_set.items() if quasi[place] == value)
                          for value in {quasi[place] for quasi in frequency_set}}


def test_a_thousand_columns_are_no_recursion():
    assert next(at_height((1,) * 1500, 1)) == (0,) * 1499 + (1,)


@pytest.mark.parametrize('top', [(1,), (4, 1, 1, 2), (2, 0, 3), (1,) * 6])
def test_the_vectors_of_a_height_in_lexicographic_order(top):
    everything = list(product(*(range(level + 1) for level in top)))
    assert list(vectors(top)) == everything
    for wanted in range(sum(top) + 2):
        assert list(at_height(top, wanted)) == [vector for vector in everything if height(vector) == wanted]
