"""What is rolled up in packed numbers is what the plain roll-up counts.

That is so of any width, in any order, and however little is kept.
"""

from itertools import product
from random import Random

import pytest

from conftest import ALL, random_table, random_tree, seeds
from definitions import roll_up
from kanon.core.counts.frequency import FrequencySet, column_of
from kanon.core.counts.packing import laid_out
from kanon.core.levels import rollup as packed
from kanon.core.levels.lattice import Lattice, vectors
from kanon.core.levels.rollup import RollUps


def wide_table(seed, sizes, rows):
    """A random frequency set over columns of so many values, and their hierarchies."""
    random = Random(seed)
    domains = [['v%d' % value for value in range(size)] for size in sizes]
    quasis = {tuple(random.choice(domain) for domain in domains) for _ in range(rows)}
    for place, domain in enumerate(domains):    # every value occurs
        for value in domain:
            quasi = [random.choice(other) for other in domains]
            quasi[place] = value
            quasis.add(tuple(quasi))
    trees = [random_tree(random, domain, deepest=3 if ALL or len(domain) < 1000 else 1)
             for domain in domains]
    return {quasi: random.choice((1, 1, 2, 5)) for quasi in sorted(quasis)}, trees


def agrees(lattice, asked, k=3):
    weights = [[[hash((column, level, value)) % 1000 for value in labels]
                for level, labels in enumerate(levels)]
               for column, levels in enumerate(lattice.level_maps)]
    codes = [{value: code for code, value in enumerate(levels[0])}
             for levels in lattice.level_maps]
    for vector in asked:
        maps = lattice.maps(vector)
        plain = roll_up(lattice.frequency_set, maps)
        assert sorted(lattice.roll_ups.at(vector).counts) == sorted(plain.values())
        assert lattice.with_k(k)[vector] == sum(n for n in plain.values() if n < k)
        # a weight belongs to the first value with the label, the code of all of them
        first = [{label: value for value, label in reversed(list(labels.items()))}
                 for labels in maps]
        expected = 0
        for labels, n in plain.items():
            for column, (level, label) in enumerate(zip(vector, labels)):
                if n < k:
                    code = codes[column][first[column][label]]
                    expected += n * weights[column][level][code]
        failing = lattice.with_k(k).judged(vector).failing
        assert lattice.roll_ups.weight(vector, failing, weights) == expected


@pytest.mark.parametrize('sizes, words', [
    ([2], 1), ([1, 1, 1], 1), ([3, 200, 5], 1), ([256, 2], 1), ([257, 2, 3], 1),
    ([300, 400, 500, 3], 1), ([16] * 16, 1), ([16] * 17, 2),
    ([70000, 3], 1), ([20] * 9, 2), ([300] * 5, 2), ([3, 4] * 12, 1), ([250] * 17, 3)])
def test_of_any_width(sizes, words):
    assert laid_out(sizes)[1] == words
    frequency_set, trees = wide_table(len(sizes), sizes, 100)
    lattice = Lattice(frequency_set, trees, 1)
    random = Random(7)
    vectors_asked = 12 if ALL or max(sizes) < 1000 else 2
    agrees(lattice, [tuple([random.randint(0, level) for level in lattice.top])
                     for _ in range(vectors_asked)])


def test_fields_do_not_overlap():
    random = Random(1)
    for _ in range(300):
        sizes = [random.choice((1, 2, 7, 100, 256, 257, 65536, 65537))
                 for _ in range(random.randint(1, 30))]
        fields, width = laid_out(sizes)
        columns = [column for field in fields for column in field.columns]
        assert sorted(columns) == list(range(len(sizes)))
        taken = []
        for field in fields:
            size = {'B': 1, 'H': 2, 'I': 4}[field.type]
            values = 1
            for column, scale in zip(field.columns, field.scales):
                assert scale == values
                values *= sizes[column]
            assert values <= 256 ** size and (size == 1 or len(field.columns) == 1)
            assert field.cells.step * size == 8 * width
            taken += range(field.cells.start * size, field.cells.start * size + size)
        assert len(taken) == len(set(taken)) and max(taken) < 8 * width


@pytest.mark.parametrize('seed', seeds(150))
def test_in_any_order_of_asking_and_however_little_is_kept(seed, monkeypatch):
    frequency_set, trees = random_table(seed)
    rows = len(frequency_set)
    monkeypatch.setattr(packed, 'KEPT', Random(seed).choice((0, rows, 3 * rows, 10 ** 6)))
    lattice = Lattice(frequency_set, trees, 2)
    asked = 2 * list(vectors(lattice.top))
    Random(seed).shuffle(asked)
    agrees(lattice, asked[:60])


def test_no_more_is_kept_than_was_said(monkeypatch):
    monkeypatch.setattr(packed, 'KEPT', 2000)
    frequency_set, trees = wide_table(3, [9, 8, 7, 6], 800)
    lattice = Lattice(frequency_set, trees, 2)
    for vector in vectors(lattice.top):
        assert sum(lattice.roll_ups.at(vector).counts) == sum(frequency_set.values())
        kept = lattice.roll_ups._kept
        assert sum(len(classes.counts) for classes in kept.values()) <= 2000 + len(frequency_set)
        assert len(lattice.roll_ups._by_size) == len(kept) - 1


def test_counts_beyond_32_bits():
    levels = [{'a': 'a', 'b': 'b'}, {'a': '*', 'b': '*'}]
    roll_ups = RollUps({('a',): 1 << 40, ('b',): 1}, [levels])
    assert list(roll_ups.at((1,)).counts) == [(1 << 40) + 1]


def test_lattices_for_several_k_share_their_roll_ups():
    frequency_set, trees = random_table(5, columns=3)
    lattice = Lattice(frequency_set, trees, 1)
    others = [lattice.with_k(k) for k in (2, 5)]
    for vector in vectors(lattice.top):
        for other in others:
            sizes = roll_up(frequency_set, lattice.maps(vector)).values()
            assert other[vector] == sum(n for n in sizes if n < other.k)
    assert lattice == {} and others[0].roll_ups is others[1].roll_ups


def test_counts_at_32_bits():
    levels = [{'a': 'a', 'b': 'b'}, {'a': '*', 'b': '*'}]
    roll_ups = RollUps({('a',): 1 << 31, ('b',): 1 << 31}, [levels])
    assert list(roll_ups.at((1,)).counts) == [1 << 32]


def rolled_up(monkeypatch):
    """A list of the (low, vector) that are rolled up from now on."""
    pairs, plain = [], RollUps._roll_up

    def watched(self, low, vector):
        pairs.append((low, vector))
        return plain(self, low, vector)
    monkeypatch.setattr(RollUps, '_roll_up', watched)
    return pairs


def test_a_vector_between_is_rolled_up_first_as_long_as_there_is_room(monkeypatch):
    """Once there is one below, no other is needed. One that was dropped is not made again."""
    levels = [dict(zip('abcd', labels)) for labels in ('abcd', 'aacc', 'aaaa')]
    table = {(x, y): 1 for x in 'abcd' for y in 'abcd'}
    rolled = rolled_up(monkeypatch)
    for kept, expected in ((100, [((0, 0), (1, 1)), ((1, 1), (2, 2))]),
                           (0, [((0, 0), (1, 1)), ((0, 0), (2, 2)), ((0, 0), (2, 2))])):
        monkeypatch.setattr(packed, 'KEPT', kept)
        roll_ups = RollUps(table, [levels, levels])
        del rolled[:]
        roll_ups.at((2, 2)), roll_ups.at((2, 2))
        assert rolled == expected


def test_the_smallest_are_kept(monkeypatch):
    frequency_set, trees = random_table(11, columns=3)
    lattice = Lattice(frequency_set, trees, 2)
    sizes = {vector: len(lattice.roll_ups.at(vector).counts) for vector in vectors(lattice.top)}
    monkeypatch.setattr(packed, 'KEPT', 2 * len(frequency_set))
    roll_ups = Lattice(frequency_set, trees, 2).roll_ups
    for vector in vectors(lattice.top):
        roll_ups.at(vector)
    kept = [sizes[vector] for vector in roll_ups._kept if any(vector)]
    dropped = [size for vector, size in sizes.items() if vector not in roll_ups._kept]
    assert dropped and max(kept) <= min(dropped)


def test_a_lattice_for_another_k_starts_empty():
    frequency_set, trees = random_table(5, columns=3)
    lattice = Lattice(frequency_set, trees, 2)
    below = {vector: lattice[vector] for vector in vectors(lattice.top)}
    other = lattice.with_k(5)
    assert other == {} and dict(lattice) == below
    fresh = Lattice(frequency_set, trees, 5)
    assert [other[vector] for vector in below] == [fresh[vector] for vector in below]
    assert dict(other) != below


def test_a_vector_that_is_asked_for_its_counts_is_checked():
    frequency_set, trees = random_table(5, columns=2)
    lattice = Lattice(frequency_set, trees, 2)
    counts = lattice.judged((1, 0)).counts
    assert dict(lattice) == {(1, 0): sum(n for n in counts if n < 2)}


def test_the_histograms_of_the_classes_of_two_columns():
    ages, sexes, conditions = ([{value: value for value in values}, dict.fromkeys(values, '*')]
                               for values in (['38', '39'], ['m', 'f'], ['flu', 'ulcer']))
    table = {('38', 'm', 'flu'): 1, ('39', 'm', 'flu'): 2, ('39', 'm', 'ulcer'): 1,
             ('39', 'f', 'ulcer'): 3}
    roll_ups = RollUps(table, [ages, sexes, conditions])
    assert roll_ups.histograms((1, 0, 1)) == [{0: 3, 1: 1}, {1: 3}]      # of all men, of all women


@pytest.mark.parametrize('values, type_', [(256, 'B'), (257, 'H'), (65536, 'H'), (65537, 'I')])
def test_a_field_is_no_wider_than_its_values_need(values, type_):
    assert laid_out([values])[0][0].type == type_


@pytest.mark.parametrize('kept', [0, 12, 100])
def test_nothing_is_kept_twice_where_equal_rows_stand_apart(kept, monkeypatch):
    """The bottom vector is kept like the others.

    One with as many classes is not rolled up again for its sake.
    """
    monkeypatch.setattr(packed, 'KEPT', kept)
    levels = [dict(zip('abcd', labels)) for labels in ('abcd', 'abcd', 'aaaa')]
    table = FrequencySet([column_of('abcdabcd'), column_of('aabbaabb')], None, apart=True)
    roll_ups = RollUps(table, [levels, levels])
    for vector in ((0, 0), (1, 1), (2, 2), (1, 2), (0, 0)):
        assert sum(roll_ups.at(vector).counts) == 8
        assert sorted(vector for *_, vector in roll_ups._by_size) == sorted(roll_ups._kept)
        classes = sum(len(classes.counts) for classes in roll_ups._kept.values())
        assert classes == kept - roll_ups._room <= kept
    assert sorted(roll_ups.at((0, 0)).counts) == [2, 2, 2, 2]
    assert list(roll_ups.at((2, 2)).counts) == [8]


@pytest.mark.parametrize('large, room, records, expected', [
    (9, True, 27, [(1, 1, 1), (2, 2, 2)]),                              # no source is large
    (8, True, 27, [(1, 1, 1), (1, 1, 2), (1, 2, 2), (2, 2, 2)]),
    (2, True, 3, [(1, 1, 1), (2, 2, 2)]),
    (8, False, 27, [(2, 2, 2)])])
def test_from_a_large_source_the_columns_at_the_top_come_down_one_after_the_other(
        large, room, records, expected, monkeypatch):
    """In the third case the source has two classes. So may the vector with one column lower."""
    levels = [dict(zip('abc', labels)) for labels in ('abc', 'aac', 'aaa')]
    table = dict.fromkeys(product('abc', repeat=3), 1)
    if records == 3:
        table = dict.fromkeys(zip('abc', 'abc', 'abc'), 1)
    rolled = rolled_up(monkeypatch)
    monkeypatch.setattr(packed, 'LARGE', large)
    roll_ups = RollUps(table, [levels] * 3)
    roll_ups._full = not room
    assert roll_ups.at((2, 2, 2)).counts.tolist() == [records]
    assert [vector for _, vector in rolled] == expected
