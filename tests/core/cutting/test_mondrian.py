"""The heap's partitions are the recursion's; they hold every record once, each at least k, and none can be cut."""

from collections import Counter
from itertools import accumulate
from random import Random

import pytest

from conftest import QUASI, classes, frequency_set_of, random_table, seeds, shipped
from kanon.core.counts.frequency import columns
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.measures import c_avg, dm, lm
from kanon.core.counts.required import Required
from kanon.core.counts.values import number
from kanon.core.cutting import labels as labels_module
from kanon.core.cutting.dimension import dimension_for, dimension_of
from kanon.core.cutting.labels import multidimensional
from kanon.core.cutting.mondrian import find_median, mondrian, strict
from kanon.core.cutting.partition import Partition, Points, partition_of
from kanon.core.errors import DataError, there_are


def recursion(records, positions, k):
    """Anonymize(partition) as the paper has it, the oracle, on records one by one: its partitions
    in no order.

    positions: for each dimension, where each code lies.
    """
    whole = [(max(place) - min(place)) or 1 for place in positions]
    ranges = [[place[record[dim]] for record in records] for dim, place in enumerate(positions)]
    widths = [(max(found) - min(found)) / of for found, of in zip(ranges, whole)]
    for dim in sorted(range(len(widths)), key=lambda dim: (-widths[dim], dim)):
        median = sorted(record[dim] for record in records)[(len(records) - 1) // 2]
        for lhs in ([r for r in records if r[dim] <= median], [r for r in records if r[dim] < median]):
            rhs = [record for record in records if record not in lhs]
            if len(lhs) >= k and len(rhs) >= k:
                return recursion(rhs, positions, k) + recursion(lhs, positions, k)
    return [records]


def dimension(counts, tree=None, labels='set', categories='leaves'):
    """The dimension that publishes these labels, as they are said on the command line."""
    return dimension_of(counts, tree, categories, 'ancestor' in labels, 'box' in labels)


def dimensions_of(frequency_set, trees=None, labels='set'):
    trees = trees or [None] * len(next(iter(frequency_set)))
    return [dimension(values, tree, labels) for values, tree in zip(columns(frequency_set), trees)]


def anonymized(frequency_set, dimensions, k):
    """The partitions, and the cuts."""
    return mondrian(partition_of(frequency_set, dimensions, Required(k)), strict(dimensions, k))


def recoded(frequency_set, dimensions, k):
    """The recoding, and each column's labels."""
    return multidimensional(frequency_set, dimensions, anonymized(frequency_set, dimensions, k)[0], Required(k))


def released(frequency_set, k, trees=None, labels='set'):
    """(classes, lm) of Mondrian's release."""
    dimensions = dimensions_of(frequency_set, trees, labels)
    recoding, labels = recoded(frequency_set, dimensions, k)
    sizes, suppressed = classes(frequency_set, recoding)
    assert suppressed == 0
    return sizes, lm(sizes, 0, losses_of(labels))


def losses_of(labels):
    return [{text: label.loss for text, label in of_column.items()} for of_column in labels]


def random_numbers(seed):
    """The frequency set of random integers in 1 to 3 columns, many of them equal."""
    random = Random(seed)
    d, widest = random.randint(1, 3), random.choice((2, 5, 30))
    return Counter(tuple(str(random.randrange(widest) - 1) for _ in range(d)) for _ in range(random.randint(1, 80)))


def random_order(frequency_set, seed):
    rows = list(frequency_set.items())
    Random(seed).shuffle(rows)
    return dict(rows)


PEOPLE = [('25', 'M', '53711'), ('25', 'F', '53712'), ('26', 'M', '53711'), ('27', 'M', '53710'), ('27', 'F', '53712'), ('28', 'M', '53711')]


@pytest.mark.parametrize('order, expected, dm_, c_avg_', [
    ((1, 0, 2), [{0, 2}, {1, 4}, {3, 5}], 12, 1.0), ((2, 0, 1), [{0, 2}, {1, 4}, {3, 5}], 12, 1.0),
    ((0, 1, 2), [{0, 1, 2}, {3, 4, 5}], 18, 1.5), ((0, 2, 1), [{0, 1, 2}, {3, 4, 5}], 18, 1.5)])
def test_lefevre_2006(order, expected, dm_, c_avg_):
    people = [tuple(person[place] for place in order) for person in PEOPLE]
    frequency_set = Counter(people)
    dimensions = dimensions_of(frequency_set)
    recoding, _ = recoded(frequency_set, dimensions, 2)
    published = {}
    for number_, person in enumerate(people):
        published.setdefault(recoding[person], set()).add(number_)
    sizes, _ = classes(frequency_set, recoding)
    assert sorted(published.values(), key=sorted) == expected
    assert (dm(sizes, 0), c_avg(sizes, 2)) == (dm_, c_avg_)


@pytest.mark.parametrize('values, k, lhs', [
    ([1, 2, 3, 3, 4, 5], 2, [1, 2, 3, 3]),                              # the median itself goes left
    ([1] * 2 + [2] * 7 + [3], 2, [1, 1]),                               # <= median leaves one: < median
    ([1] * 6 + [5] * 4, 2, [1] * 6), ([1] * 4 + [5] * 6, 2, [1] * 4),
    ([1, 2, 3], 2, None), ([2] * 8, 2, None), ([1, 2, 2, 2, 3], 2, None), ([1, 2], 1, [1]), ([1, 1, 2, 2], 2, [1, 1])])
def test_the_first_cut(values, k, lhs):
    points = Points([list(set(values))], [values.count(value) for value in set(values)])
    part = Partition(points, list(range(len(set(values)))), len(values), ((0, 9),), [1])
    at = find_median(part.running_totals(0), k)
    assert (None if at is None else [value for value in values if value <= at]) == lhs
    if lhs:
        sides = part.split(0, at)
        assert [side.size for side in sides] == [sum(n for _, n in side.tuples) for side in sides] == [len(lhs), len(values) - len(lhs)]


@pytest.mark.parametrize('seed', seeds(300))
def test_a_dimension_without_a_median_cut_has_no_allowable_cut(seed):
    random = Random(seed)
    fs = {code: random.choice((1, 1, 2, 3, 9)) for code in range(random.randint(1, 6))}
    size = sum(fs.values())
    for k in range(1, size + 1):
        at = find_median((sorted(fs), list(accumulate(fs[code] for code in sorted(fs)))), k)
        sides = [sum(n for code, n in fs.items() if code <= cut) for cut in fs]
        assert (at is None) == (not any(side >= k and size - side >= k for side in sides))


@pytest.mark.parametrize('seed', seeds(300))
def test_heap_and_recursion_agree_and_the_promises_hold(seed):
    if seed % 2:
        frequency_set, trees = random_table(seed)
    else:
        frequency_set, trees = random_numbers(seed), None
    dimensions = dimensions_of(frequency_set, trees)
    records = sum(frequency_set.values())
    for k in (1, 2, 3, 10):
        if records < k:
            with pytest.raises(DataError, match='%s to publish, fewer than k = %d' % (there_are(records, 'record'), k)):
                anonymized(frequency_set, dimensions, k)
            continue
        partition = partition_of(frequency_set, dimensions, Required(k)).tuples
        partitions, cuts = anonymized(frequency_set, dimensions, k)
        partitions = [part.tuples for part in partitions]
        one_by_one = [t[:-1] for t in partition for _ in range(t[-1])]
        positions = [dimension.positions if dimension.is_number else range(len(dimension.texts)) for dimension in dimensions]
        expected = recursion(one_by_one, positions, k)
        assert sorted(sorted(t[:-1] for t in part for _ in range(t[-1])) for part in partitions) == sorted(map(sorted, expected))
        assert sorted(t for part in partitions for t in part) == sorted(partition)
        sizes = [sum(t[-1] for t in part) for part in partitions]
        most_equal = max(t[-1] for t in partition)
        assert all(k <= size <= 2 * len(dimensions) * (k - 1) + most_equal for size in sizes)
        assert len(cuts) == len(partitions) - 1
        assert all(min(cut.parts) >= k for cut in cuts)
        for in_turn in (sizes, [sum(cut.parts) for cut in cuts]):       # the largest first
            assert in_turn == sorted(in_turn, reverse=True)
        shuffled = random_order(frequency_set, seed)
        again = dimensions_of(shuffled, trees)
        other_partitions, other_cuts = anonymized(shuffled, again, k)
        assert other_cuts == cuts and sorted(sorted(part.tuples) for part in other_partitions) == sorted(map(sorted, partitions))


@pytest.mark.parametrize('seed', seeds(100))
def test_every_record_lies_in_what_is_published_for_it(seed):
    frequency_set = random_numbers(seed)
    dimensions = dimensions_of(frequency_set)
    k = min(3, sum(frequency_set.values()))
    recoding, labels = recoded(frequency_set, dimensions, k)
    losses = losses_of(labels)
    for quasi, published in recoding.items():
        for value, label, table in zip(quasi, published, losses):
            low, high = label[1:-1].rsplit('-', 1) if label.startswith('[') else (label, label)
            if low.endswith('-'):       # [-1--1] would be a single value; [0--1] no interval: a high end is never below 0 here
                low, high = low[:-1], '-' + high
            assert int(low) <= int(value) <= int(high)
            assert 0 <= table[label] <= 1 and (table[label] == 0) == (label == value)


def test_tuples_that_are_written_differently_and_mean_the_same_are_one():
    """Though in the other column no two values do."""
    frequency_set = {('5', 'a'): 1, ('5.0', 'a'): 2, ('5', 'b'): 4}
    assert sorted(partition_of(frequency_set, dimensions_of(frequency_set), Required(1)).tuples) == [(0, 0, 4), (0, 1, 3)]


def test_categories_are_published_as_sets_or_ancestors():
    frequency_set, trees = random_table(12, columns=2)
    for labels in ('set', 'ancestor'):
        dimensions = dimensions_of(frequency_set, trees, labels)
        recoding, _ = recoded(frequency_set, dimensions, 2)
        for quasi, published in recoding.items():
            for value, label, tree in zip(quasi, published, trees):
                assert value in (label.strip('{}').split('|') if labels == 'set' else tree.leaves)
                assert labels == 'set' or label in tree.path(value)


def test_what_decides_the_order_of_a_dimension():
    counts = {'b': 5, 'a': 5, 'c': 9}
    assert dimension(counts).texts == ['c', 'a', 'b']
    tree = shipped('gender')[0]
    assert dimension({'Female': 9, 'Male': 1}, tree).texts == ['Male', 'Female']
    assert dimension({'10': 1, '9': 1, '-1.5': 1}).texts == ['-1.5', '9', '10']
    assert dimension({'10': 1, '9': 1, 'x': 1}).is_number is False
    five = dimension({'5.0': 1, '5': 3, '+5': 1, '6': 1})
    assert (five.texts, five.codes) == (['5', '6'], {'5.0': 0, '5': 0, '+5': 0, '6': 1})


@pytest.mark.parametrize('text', ['', 'nan', 'inf', '1_0', '1,5', '0x1', '1e400', '1e-400', '١٢', ' 1', '1 ', '9' * 41, '--1', '.'])
def test_what_is_no_number(text):
    assert number(text) is None


def test_what_a_dimension_is_ordered_by():
    tree = shipped('gender')[0]
    assert [dimension(*how).order for how in (({'1': 1},), ({'Male': 1}, tree), ({'Male': 1},))] == [
        'numbers', "the hierarchy's leaves", 'frequency']


def test_the_values_of_a_set_are_in_the_order_of_the_dimension():
    counts = {'v%02d' % value: 1 for value in range(40)}
    assert dimension(counts).label([33, 9, 1, 17, 33])[:2] == ('{v01|v09|v17|v33}', 3 / 39)


def test_the_longest_number():
    assert number('9' * 40) == int('9' * 40)
    assert number('1234567890123456789.0') == 1234567890123456789


def test_numbers_are_exact_in_every_order():
    values = ['12345678901234567', '12345678901234568', '1.2345678901234568e16', '7', '7.0', '0.5']
    for turn in range(len(values)):
        numbers = dimension(dict.fromkeys(values[turn:] + values[:turn], 1))
        assert numbers.positions == [0.5, 7, 12345678901234567, 12345678901234568]
        assert list(map(type, numbers.positions)) == [float, int, int, int]
        assert numbers.codes['1.2345678901234568e16'] == numbers.codes['12345678901234568'] == 3


def test_a_label_that_csv_could_not_read_is_refused():
    with pytest.raises(DataError, match='the label of 2 categories is longer than csv reads'):
        dimension({'a' * 70000: 1, 'b' * 70000: 1}).label([0, 1])


def test_adult_two_numbers(adult):
    frequency_set = frequency_set_of(adult, ['age', 'education_num'])
    sizes, loss = released(frequency_set, 10)
    assert len(sizes) == 554 and loss == pytest.approx(0.0042, abs=5e-5)


def test_adult_categories(adult_set):
    sizes, loss = released(adult_set, 10, shipped(*QUASI))              # in the order of the hierarchies' leaves
    assert len(sizes) >= 646 and loss <= 0.0241
    assert min(sizes.values()) >= 10
    sizes, loss = released(adult_set, 10)                               # in the order of frequency
    assert len(sizes) == 650 and loss == pytest.approx(0.0178, abs=5e-5)
    sizes, loss = released(adult_set, 10, shipped(*QUASI), 'ancestor')
    assert loss <= 0.080


def test_the_loss_of_labels():
    tree = shipped('marital_status')[0]
    counts = {'Never-married': 1, 'Divorced': 1, 'Separated': 1, 'Widowed': 1}
    assert dimension(counts, tree, 'set').label({1, 2})[:2] == ('{Divorced|Separated}', 1 / 3)
    assert dimension(counts, tree, 'ancestor').label({1, 2})[:2] == ('Parted', 1 / 3)
    assert dimension(counts, tree, 'ancestor').label({0, 1})[:2] == ('*', 1.0)
    assert dimension({'5': 1, '10': 1, '25': 1}).label({0, 1})[:2] == ('[5-10]', 0.25)


def test_a_set_may_be_as_long_as_csv_reads(monkeypatch):
    letters = dimension_of(dict.fromkeys('abc', 1))
    monkeypatch.setattr(labels_module, 'field_size_limit', lambda: len('{a|b}'))
    assert letters.label([0, 1]).text == '{a|b}'
    with pytest.raises(DataError, match='the label of 3 categories is longer than csv reads'):
        letters.label([0, 1, 2])


class Folder:
    """A folder of hierarchies, with one for the column of letters."""

    @staticmethod
    def has(name):
        return name == 'letter'

    @staticmethod
    def tree_of(name, counts):
        return Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'})


LEAVES, NODES = "the hierarchy's leaves", "the hierarchy's nodes"


@pytest.mark.parametrize('name, labels, categories, order, text', [
    ('letter', '', None, LEAVES, '{a|b}'), ('letter', '', 'leaves', LEAVES, '{a|b}'), ('letter', '', 'frequency', 'frequency', '{b|a}'),
    ('letter', '', 'hierarchy', NODES, 'ab'), ('letter', 'ancestor', None, LEAVES, 'ab'), ('letter', 'ancestor', 'leaves', LEAVES, 'ab'),
    ('letter', 'ancestor', 'frequency', 'frequency', 'ab'), ('letter', 'set', 'hierarchy', NODES, '{a|b}'),
    ('other', '', None, 'frequency', '{b|a}'), ('other', '', 'frequency', 'frequency', '{b|a}')])
def test_when_a_column_goes_along_its_hierarchy(name, labels, categories, order, text):
    """Where it has one and nothing else is typed, where the order asks for it, and where the labels do."""
    dimension = dimension_for(name, {'a': 1, 'b': 2, 'c': 3}, Folder, labels, categories)
    assert (dimension.order, dimension.label([dimension.codes['a'], dimension.codes['b']]).text) == (order, text)
