"""Greedy generalization, step by step, against the same on plain lists of records."""

from collections import Counter

import pytest

from conftest import QUASI, random_table, seeds, shipped
from kanon.core.errors import DataError
from kanon.core.levels.datafly import most_distinct_first, round_robin
from kanon.core.levels.lattice import Lattice


def plain(frequency_set, trees, k, max_suppression, turns):
    """The vectors tried, with the records generalized from scratch at every step.

    turns: whether the columns are raised in turn, and not by their distinct values.
    """
    records = [quasi for quasi, n in frequency_set.items() for _ in range(n)]
    vector, column = [0] * len(trees), -1
    tried = []
    while True:
        rows = [tuple(tree.ancestor(value, level)
                      for tree, value, level in zip(trees, record, vector))
                for record in records]
        sizes = Counter(rows)
        tried.append(tuple(vector))
        if sum(n for n in sizes.values() if n < k) <= max_suppression:
            return tried
        if turns:
            column = (column + 1) % len(trees)
            while vector[column] == trees[column].height:
                column = (column + 1) % len(trees)
        else:
            distinct = [len({row[place] for row in rows}) if vector[place] < tree.height else 0
                        for place, tree in enumerate(trees)]
            column = distinct.index(max(distinct))
        vector[column] += 1


@pytest.mark.parametrize('seed', seeds(200))
def test_against_plain_records(seed):
    frequency_set, trees = random_table(seed)
    records = sum(frequency_set.values())
    k, max_suppression = 1 + seed % (records + 1), seed * 7 % (records // 2 + 1)
    lattice = Lattice(frequency_set, trees, k)
    for turns in (False, True):
        allowed = 0 if turns else max_suppression

        def tried():
            if turns:
                return round_robin(lattice)
            return most_distinct_first(lattice, max_suppression)

        if records < k and records > allowed:
            with pytest.raises(DataError, match='fewer than k'):
                tried()
        else:
            assert tried() == plain(frequency_set, trees, k, allowed, turns)


def test_adult(adult_set):
    """Sweeney's greedy search happens on the best vector at k = 10, MaxSup = 20.

    Without suppression it misses it.
    """
    lattice = Lattice(adult_set, shipped(*QUASI), 10)
    assert most_distinct_first(lattice, 20) == [
        (0, 0, 0, 0), (1, 0, 0, 0), (2, 0, 0, 0), (3, 0, 0, 0), (3, 0, 0, 1), (4, 0, 0, 1)]
    assert round_robin(lattice)[-1] == (2, 1, 1, 2)
