"""Mondrian beyond the strict, widest cut: relaxed halves, other choices, nodes, boxes, requirements
beyond k; and its records handed out.
"""

from collections import Counter
from itertools import accumulate, permutations, product
from random import Random

import pytest

from conftest import QUASI, classes, random_table, random_tree, run, seeds, shipped
from kanon.core.algorithms.by_cuts import Mondrian, rare
from kanon.core.counts.frequency import added_up, columns
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.measures import lm
from kanon.core.counts.parted import Split, deal, shares_published, split_among
from kanon.core.counts.recoding import dealt
from kanon.core.counts.required import Required, as_one, by_column, sensitive_of
from kanon.core.cutting.cuts import (cuts_of, first_of, relaxed_halves, loss_after, split_values,
                                     strict_cuts)
from kanon.core.cutting.dimension import DimensionWithMissing
from kanon.core.cutting.labels import multidimensional
from kanon.core.cutting.mondrian import Cut, mondrian, strict
from kanon.core.cutting.partition import Partition, Points, partition_of
from kanon.core.errors import Unsatisfied
from kanon.core.tables.tally import Tally, sorted_classes
from test_hierarchy import Walked
from test_mondrian import dimension, losses_of, random_numbers
from definitions import passes_by_definition, random_rules

PARTITIONINGS, CHOICES = ('strict', 'relaxed', 'both'), ('widest', 'random', 'lm')


def cut_of(dimensions, required, partitioning='strict', choose='widest', weights=None, seed=None):
    """The cut function of these options, as the programs and the library make it."""
    how = Mondrian(partitioning=partitioning, choose=choose, seed=seed if choose == 'random' else None)
    return how.cut(dimensions, required, weights or [1] * len(dimensions))


def made(frequency_set, required, trees=None, labels='set', categories='leaves', **how):
    """(dimensions, partitions, cuts, recoding, labels) of a release."""
    trees = trees or [None] * len(next(iter(frequency_set)))
    dimensions = [dimension(values, tree, labels, categories) for values, tree in zip(columns(frequency_set), trees)]
    partitions, cuts = mondrian(partition_of(frequency_set, dimensions, required), cut_of(dimensions, required, **how))
    return (dimensions, partitions, cuts, *multidimensional(frequency_set, dimensions, partitions, required))


def published(frequency_set, k, **how):
    """(classes, lm) of a release."""
    *_, recoding, labels = made(frequency_set, Required(k), **how)
    sizes, suppressed = classes(frequency_set, recoding)
    assert suppressed == 0 and sum(sizes.values()) == sum(frequency_set.values())
    return sizes, lm(sizes, 0, losses_of(labels))


def part_of(tuples, box):
    """A partition of points of its own. tuples: (code, ..., code, records), with rules beyond k the sensitive values before the records."""
    *columns_, counts = map(list, zip(*tuples))
    points = Points(columns_[:len(box)], counts, *columns_[len(box):])
    return Partition(points, list(range(len(tuples))), sum(counts), box, [1] * len(box))


# Relaxed.

def test_the_median_rule():
    """REFERENCES: [1, 2, 3, 3, 4, 5], k = 2."""
    values = Counter([(value,) for value in '123345'])
    assert published(values, 2, partitioning='relaxed')[0] == {('[1-3]',): 3, ('[3-5]',): 3}
    assert published(values, 3)[0] == {('[1-5]',): 6}
    assert published(values, 3, partitioning='both')[0] == {('[1-3]',): 3, ('[3-5]',): 3}
    assert published(values, 2, partitioning='both')[0] == {('[1-2]',): 2, ('3',): 2, ('[4-5]',): 2}


@pytest.mark.parametrize('partitioning', ['relaxed', 'both'])
@pytest.mark.parametrize('seed', seeds(200))
def test_no_relaxed_class_is_above_2k_1_wherever_a_cut_exists(seed, partitioning):
    """Neither a partition nor, though partitions with equal labels are published as one, a published class."""
    frequency_set = random_numbers(seed)
    for k in (1, 2, 3, 7):
        if sum(frequency_set.values()) < k:
            continue
        for choose in ('widest', 'lm'):
            _, partitions, _, recoding, _ = made(frequency_set, Required(k), partitioning=partitioning, choose=choose)
            for partition in partitions:
                size = sum(t[-1] for t in partition.tuples)
                assert k <= size == partition.size and (size < 2 * k or len(set(zip(*partition.columns()))) == 1)
            for label, size in classes(frequency_set, recoding)[0].items():
                assert k <= size and (size < 2 * k or not any('[' in text for text in label))


def test_a_relaxed_release_may_lose_more_than_a_strict_one():
    """Both sides keep the median itself, so an interval may be longer; that is the price of equal halves."""
    tied = Counter([(value,) for value in ['0', '0', '5', '5', '5', '9']])
    by_value, relaxed, _ = (published(tied, 2, partitioning=how) for how in PARTITIONINGS)
    assert by_value[0] == {('0',): 2, ('[5-9]',): 4} and relaxed[0] == {('[0-5]',): 3, ('[5-9]',): 3}
    assert by_value[1] < relaxed[1]


@pytest.mark.parametrize('labels', ['set', 'ancestor'])
@pytest.mark.parametrize('choose', ['widest', 'lm'])
@pytest.mark.parametrize('seed', seeds(100))
def test_both_never_lose_more_than_strict_cuts(seed, choose, labels):
    """They are the same cuts and then some: each class of the one lies inside a class of the other."""
    frequency_set, trees = random_table(seed) if seed % 2 else (random_numbers(seed), None)
    k = 1 + seed % 5
    if sum(frequency_set.values()) >= k:
        _, _, cuts, _, _ = made(frequency_set, Required(k), choose=choose, trees=trees, labels=labels)
        _, _, of_both, _, _ = made(frequency_set, Required(k), partitioning='both', choose=choose, trees=trees, labels=labels)
        strict_ones = [cut for cut in of_both if cut.kind == 'strict']
        assert [cut for cut in cuts if cut in strict_ones] == cuts
        losses = [published(frequency_set, k, partitioning=how, choose=choose, trees=trees, labels=labels)[1]
                  for how in ('strict', 'both')]
        assert losses[1] <= losses[0] + 1e-12


@pytest.mark.parametrize('seed', seeds(200))
def test_halves_are_halves(seed):
    """The left one is larger by one where the number is odd; at most one tuple is parted, sensitive values in proportion."""
    random = Random(seed)
    d = random.randint(1, 3)
    tuples = {}
    for _ in range(random.randint(2, 40)):
        t = (*(random.randrange(3) for _ in range(d)), (random.choice('ab'),))
        tuples[t] = tuples.get(t, 0) + random.randint(1, 4)
    partition = [(*t, n) for t, n in tuples.items()]
    size = sum(t[-1] for t in partition)
    for dim in range(d):
        left, right = relaxed_halves(part_of(partition[:], ((0, 2),) * d), dim).parts
        assert left.size == (size + 1) // 2 and left.size + right.size == size
        last, first = max(t[dim] for t in left.tuples), min(t[dim] for t in right.tuples)
        assert last <= first and left.box[dim] == (0, last) and right.box[dim] == (last + (first > last), 2)
        both = {}
        for t in left.tuples + right.tuples:
            both[t[:-1]] = both.get(t[:-1], 0) + t[-1]
        assert both == tuples
        shared = {t[:d] for t in left.tuples} & {t[:d] for t in right.tuples}
        assert len(shared) <= 1
        for codes in shared:
            given, of = (sum(t[-1] for t in side if t[:d] == codes) for side in (left.tuples, partition))
            for t in partition:
                if t[:d] == codes:
                    to_left = sum(other[-1] for other in left.tuples if other[:-1] == t[:-1])
                    assert abs(to_left - t[-1] * given / of) < 1
        for side in (left, right):
            assert all(low <= t[place] <= high for t in side.tuples for place, (low, high) in enumerate(side.box))


# Choices.

@pytest.mark.parametrize('seed', range(100))
def test_the_paper_s_cut_and_the_first_strict_cut_are_the_same(seed):
    """`strict` is the page of the paper, strict_cuts are tried where more than the paper is asked for: for k alone they agree."""
    frequency_set, trees = random_table(seed) if seed % 2 else (random_numbers(seed), [None] * 9)
    dimensions = [dimension(values, tree) for values, tree in zip(columns(frequency_set), trees)]
    for k in (1, 2, 5):
        if sum(frequency_set.values()) >= k:
            answers = [mondrian(partition_of(frequency_set, dimensions, Required(k)), cut)
                       for cut in (strict(dimensions, k), first_of(dimensions, Required(k), strict_cuts))]
            (partitions, cuts), (others, other_cuts) = answers
            assert cuts == other_cuts and [part.tuples for part in partitions] == [part.tuples for part in others]



def test_a_random_choice_needs_nothing_but_its_seed():
    frequency_set = random_numbers(6)
    partitions = [[sorted(part.tuples) for part in made(frequency_set, Required(2), choose='random', seed=seed)[1]] for seed in (1, 1, 2, 3, 4)]
    assert partitions[0] == partitions[1] and any(partitions[0] != other for other in partitions[2:])


@pytest.mark.parametrize('seed', seeds(150))
@pytest.mark.parametrize('labels', ['set', 'ancestor', 'box'])
def test_the_chosen_cut_is_the_one_that_leaves_the_least_loss(seed, labels):
    """Against all dimensions, each cut at its median, the loss worked out from the labels that would be published."""
    frequency_set, trees = random_table(seed) if seed % 2 else (random_numbers(seed), None)
    weights = [1 + (seed + place) % 3 for place in range(len(next(iter(frequency_set))))]
    trees = trees or [None] * len(weights)
    dimensions, size = [dimension(values, tree, labels) for values, tree in zip(columns(frequency_set), trees)], sum(frequency_set.values())
    whole, required = partition_of(frequency_set, dimensions, Required(1)), Required(2)
    costs = []
    for dim, cut_along in enumerate(dimensions):
        cut = next(cuts_of(whole, dim, cut_along, 2, strict_cuts), None) if size >= 4 else None
        if cut and cut_along.width(*whole.ends(dim)):
            cost = 0
            for side in cut.parts:
                for place, (each, weight) in enumerate(zip(dimensions, weights)):
                    cost += side.size * weight * each.label({t[place] for t in side.tuples}, side.box[place]).loss
            costs.append((round(cost, 9), dim))
    if size >= 2:
        _, cuts = mondrian(whole, cut_of(dimensions, required, choose='lm', weights=weights))
        assert bool(cuts) == bool(costs)
        if cuts:
            assert round(min(costs)[0], 9) == next(cost for cost, dim in costs if dim == cuts[0].dim)


def test_the_loss_of_a_cut_is_counted_in_records_and_columns():
    """The left three records lose half of the first column and all of the second, the right two nothing."""
    dimensions = [dimension(dict.fromkeys(values, 1)) for values in ('135', '01')]
    whole = part_of([(0, 0, 2), (1, 1, 1), (2, 1, 2)], ((0, 2), (0, 1)))
    cut = Cut(0, 'strict', 1, whole.split(0, 1))
    assert [loss_after(whole, cut, dimensions, weights) for weights in (None, [1, 1], [4, 2])] == [4.5, 4.5, 12]


@pytest.mark.parametrize('seed', seeds(60))
def test_the_ends_after_a_cut_are_those_of_its_sides(seed):
    """They are looked for in the orders of the partition, and each side is asked here itself."""
    random = Random(seed)
    points = [(random.randrange(random.choice((1, 3, 9))), random.randrange(9), 3, random.randint(1, 2)) for _ in range(random.randint(2, 30))]
    whole = part_of(points, ((0, 8), (0, 8), (3, 3)))
    for dim in sorted(range(3), key=lambda dim: random.random()):
        for value in sorted(set(whole.codes(dim)))[:-1]:
            cut = Cut(dim, 'strict', value, whole.split(dim, value))
            for other in range(3):
                codes = [{t[other] for t in side.tuples} for side in cut.parts]
                assert whole.ends_after(cut, other) == [(min(of_side), max(of_side)) for of_side in codes]
                assert [set(side.different(other)) for side in cut.parts] == codes
        whole.widths[dim] = whole.ends(dim)[1] - whole.ends(dim)[0]


@pytest.mark.parametrize('seed', seeds(100))
def test_split_values_are_the_paper_s_median_and_then_all_others_by_balance(seed):
    random = Random(seed)
    fs = {code: random.choice((1, 1, 2, 3, 9)) for code in range(random.randint(1, 6))}
    size, k = sum(fs.values()), random.randint(1, 5)
    upto = {cut: sum(n for code, n in fs.items() if code <= cut) for cut in fs}
    found = list(split_values((sorted(fs), list(accumulate(fs[code] for code in sorted(fs)))), k))
    assert sorted(found) == [cut for cut in fs if k <= upto[cut] <= size - k]
    balance = [abs(2 * upto[cut] - size) for cut in found]
    assert balance[1:] == sorted(balance[1:])


# Categories cut along their hierarchy; labels.

def test_a_node_is_cut_into_its_children():
    """As the lab notes have it: work classes under government, self-employed, ...; a node whose children are too small stays."""
    tree = Hierarchy({'Federal': 'Gov', 'Local': 'Gov', 'Self': '*', 'Gov': '*', 'Never': 'Jobless', 'Unpaid': 'Jobless', 'Jobless': '*'})
    work = {('Federal',): 3, ('Local',): 1, ('Self',): 4, ('Never',): 2, ('Unpaid',): 2}
    sizes, _ = published(work, 2, trees=[tree], labels='ancestor', categories='hierarchy')
    assert sizes == {('Gov',): 4, ('Self',): 4, ('Never',): 2, ('Unpaid',): 2}
    sizes, _ = published(work, 2, trees=[tree], categories='hierarchy')
    assert sizes == {('{Federal|Local}',): 4, ('Self',): 4, ('Never',): 2, ('Unpaid',): 2}
    assert published(work, 5, trees=[tree], labels='ancestor', categories='hierarchy')[0] == {('*',): 12}
    _, _, cuts, _, _ = made(work, Required(2), trees=[tree], categories='hierarchy')
    assert [(cut.kind, cut.at, cut.parts) for cut in cuts] == [('node', '*', [4, 4, 4]), ('node', 'Jobless', [2, 2])]


@pytest.mark.parametrize('seed', seeds(40))
def test_the_children_over_codes_are_those_of_the_tree(seed):
    """Of all values, of some, and with missing values before them, of which a node cut is never asked."""
    random = Random(seed)
    tree = random_tree(random, ['v%d' % n for n in range(random.randint(2, 14))])
    present = random.sample(tree.leaves, random.randint(2, len(tree.leaves)))
    nodes = dimension(dict.fromkeys(present, 1), tree, 'set', 'hierarchy')
    with_missing = DimensionWithMissing(nodes, '*', 1)
    for _ in range(10):
        codes = sorted(random.choices(range(len(present)), k=5))
        if codes[0] == codes[-1]:
            continue
        values = [nodes.texts[code] for code in codes]
        over = nodes.node(codes[0], codes[-1])
        assert over == tree.common_ancestor(values) == with_missing.node(codes[0] + 1, codes[-1] + 1)
        children = nodes.children(codes)
        assert all(tree[child] == over and child in tree.path(value) for child, value in zip(children, values))
        assert children == with_missing.children([code + 1 for code in codes])
    for node, (first, last) in nodes.under.items():
        assert [code for code, value in enumerate(nodes.texts) if node in tree.path(value)] == list(range(first, last + 1))


def test_a_cut_into_children_does_not_walk_up_from_every_value():
    """Not even from those whose node has been cut before: dates of many years are asked for again and again."""
    days = {'d%d' % n: 'm%d' % (n // 30) for n in range(1800)}
    tree = Walked({**days, **{'m%d' % n: 'y%d' % (n // 12) for n in range(60)}, **{'y%d' % n: '*' for n in range(5)}})
    nodes = dimension(dict.fromkeys(tree.leaves, 1), tree, 'set', 'hierarchy')
    made_in = tree.steps
    assert made_in <= 7 * len(tree)         # the dimension is made in a few walks over the tree
    for _ in range(10):
        assert len(set(nodes.children(range(1800)))) == 5
    assert tree.steps - made_in <= 10 * 2 * 3       # both ends climb to the root


@pytest.mark.parametrize('seed', seeds(150))
def test_node_by_node_against_the_plain_recursion(seed):
    random = Random(seed)
    values = ['v%d' % value for value in range(random.randint(2, 9))]
    tree = random_tree(random, values, deepest=4)
    frequency_set = {(value,): random.randint(1, 6) for value in random.sample(values, random.randint(1, len(values)))}
    k = random.randint(1, 4)

    def recursion(node, leaves):
        children = {}
        for leaf in leaves:
            path = tree.path(leaf)
            children.setdefault(path[max(0, path.index(node) - 1)], []).append(leaf)
        if len(leaves) > 1 and len(children) == 1:
            return recursion(*children.popitem())
        if len(children) > 1 and all(sum(frequency_set[leaf,] for leaf in under) >= k for under in children.values()):
            return [part for child, under in children.items() for part in recursion(child, under)]
        return [sorted(leaves)]

    if sum(frequency_set.values()) >= k:
        dimensions, partitions, *_ = made(frequency_set, Required(k), trees=[tree], categories='hierarchy')
        found = [sorted(dimensions[0].texts[code] for code, _ in partition.tuples) for partition in partitions]
        assert sorted(found) == sorted(recursion(tree.root, [value for value, in frequency_set]))


def test_a_box_publishes_the_cut_lines_and_no_extremes():
    ages = Counter([(age,) for age in ['17', '20', '21', '21', '40', '41', '60', '90']])
    sizes, loss = published(ages, 2, labels='box')
    assert sizes == {('[*-20]',): 2, ('21',): 2, ('[40-41]',): 2, ('[60-*]',): 2}
    assert loss == pytest.approx(2 * (3 + 0 + 1 + 30) / 73 / 8)
    assert published(ages, 5, labels='box')[0] == {('*',): 8}
    sizes, _ = published({('a',): 3, ('b',): 1, ('c',): 4}, 3, labels='box')        # by frequency: c, a, b
    assert sizes == {('c',): 4, ('{a|b}',): 4}


@pytest.mark.parametrize('seed', seeds(100))
@pytest.mark.parametrize('labels', ['box', 'range', 'box,ancestor'])
def test_boxes_hold_their_records_and_their_losses_are_true(seed, labels):
    frequency_set, trees = random_table(seed) if seed % 2 else (random_numbers(seed), None)
    if sum(frequency_set.values()) < 2:
        return
    how = dict(trees=trees, labels=labels, categories=('leaves', 'hierarchy')[seed % 3 == 0])
    dimensions, partitions, _, recoding, made_labels = made(frequency_set, Required(2), partitioning=PARTITIONINGS[seed % 3], **how)
    for partition in partitions:
        assert all(low <= t[place] <= high for t in partition.tuples for place, (low, high) in enumerate(partition.box))
    for of_labels, of_column in zip(dimensions, made_labels):
        for text, label in of_column.items():
            codes = [code for code in range(len(of_labels.texts)) if covers(of_labels, text, code)]
            assert label.extent == sum(of_labels.records[code] for code in codes)
            assert (label.loss == 0) == (len(codes) == 1)
            assert label.loss == pytest.approx(of_labels.width(min(codes), max(codes)) if of_labels.is_number else (len(codes) - 1) / (len(of_labels.texts) - 1 or 1))
    for quasi, entry in recoding.items():
        for row in entry.classes() if isinstance(entry, Split) else [entry]:
            assert all(covers(each, text, each.codes[value]) for each, text, value in zip(dimensions, row, quasi))


def covers(of_labels, text, code):
    value = of_labels.texts[code]
    if of_labels.is_number and text.startswith('['):
        low, high = text[1:-1].rsplit('-', 1) if not text[1:-1].endswith('--1') else (text[1:-4], '-1')
        return (low == '*' or int(low) <= int(value)) and (high == '*' or int(value) <= int(high))
    if text.startswith('{'):
        return value in text[1:-1].split('|')
    return text in (value, '*') or not of_labels.is_number and of_labels.tree is not None and text in of_labels.tree.path(value)


def test_the_box_of_a_node_is_all_that_lies_under_it():
    """Also what the class does not have: the cut line is the node's."""
    tree = Hierarchy({'a': 'ab', 'b': 'ab', 'c': 'cd', 'd': 'cd', 'ab': '*', 'cd': '*'})
    letters = dimension(dict.fromkeys('abcd', 4), tree, 'box', 'hierarchy')
    cut, = cuts_of(part_of([(1, 4), (2, 4)], ((0, 3),)), 0, letters, 2, strict_cuts)
    assert [part.box for part in cut.parts] == [((0, 1),), ((2, 3),)]
    assert [letters.label([1], part.box[0]).text for part in cut.parts] == ['{a|b}', '{c|d}']


def test_what_orders_categories():
    tree, counts = Hierarchy({'b': 'x', 'a': '*', 'c': 'x', 'x': '*'}), {'a': 1, 'b': 5, 'c': 7}
    orders = [dimension(counts, tree, 'set', categories) for categories in ('frequency', 'leaves', 'hierarchy')]
    assert [of_order.texts for of_order in orders] == [['c', 'b', 'a'], ['b', 'a', 'c'], ['b', 'c', 'a']]
    assert [of_order.order for of_order in orders] == ['frequency', "the hierarchy's leaves", "the hierarchy's nodes"]
    assert orders[2].width(0, 1) == 1 / 2 and orders[2].width(1, 2) == 1 and orders[2].width(1, 1) == 0


def test_values_in_sets_that_few_hold_are_counted_too():
    counts = {'1/2/76': 1, '3/4/76': 2, '5/6/76': 5}
    dates = dimension(counts)
    assert rare(dates, {label.text: label for label in (dates.label({0}), dates.label({1, 2}))}, 2) == 1
    assert rare(dates, {'5/6/76': dates.label({0})}, 9) == 0    # a class's only value is held by its records


# Handing out.

def test_parting_a_tuple_does_not_tell_the_order_of_the_input():
    shares, amounts = {(): {('a',): 2, ('b',): 2}}, [(('5',), {(): 1}), (('5.0',), {(): 3})]
    assert split_among(dict(amounts), shares) == split_among(dict(amounts[::-1]), shares)


def test_the_shares_of_a_parted_tuple_are_its_records_in_each_class():
    """The first two partitions are published as one; where something is required, by the sensitive values."""
    rows = [('a',), ('a',), ('b',)]
    partitions = [part_of(tuples, ((0, 1),)) for tuples in ([(0, 2)], [(0, 3), (1, 9)], [(0, 4)])]
    for order in permutations(range(3)):
        assert shares_published([partitions[place] for place in order], [rows[place] for place in order]) == {(0,): {(): {('a',): 5, ('b',): 4}}}
    assert shares_published(partitions[:2], rows) == {}
    sensitive = [(0, ('flu',), 2)], [(0, ('flu',), 1)], [(0, ('flu',), 4), (0, ('ulcer',), 1)]
    partitions = [part_of(tuples, ((0, 1),)) for tuples in sensitive]
    assert shares_published(partitions, rows) == {(0,): {('flu',): {('a',): 3, ('b',): 4}, ('ulcer',): {('b',): 1}}}


@pytest.mark.parametrize('seed', seeds(300))
def test_dealing_is_exact_and_in_proportion(seed):
    random = Random(seed)
    shares = {'class %d' % place: random.randint(1, 9) for place in range(random.randint(1, 4))}
    left, amounts = sum(shares.values()), []
    while left:
        amounts.append(('v%d' % len(amounts), random.randint(1, left)))
        left -= amounts[-1][1]
    given = dict(deal(amounts, shares))
    assert [sum(given[key].values()) for key, _ in amounts] == [n for _, n in amounts]
    assert {label: sum(of.get(label, 0) for of in given.values()) for label in shares} == shares
    for key, n in amounts:
        for label, size in shares.items():
            assert abs(given[key].get(label, 0) - n * size / sum(shares.values())) < len(shares)


def flows_of(recoding):
    """(row of the table, its class, records) of a recoding."""
    rows, classes_, counts = recoding.flows()
    return zip(rows, classes_, counts or [1] * len(classes_))


def random_records(seed):
    """Records of 1 or 2 numbers, many of them equal, with one sensitive and one other carried value."""
    random = Random(seed)
    d, widest = random.randint(1, 2), random.choice((1, 2, 4))
    return [(*(str(random.randint(0, widest)) + random.choice(('', '', '.0')) for _ in range(d)), random.choice('001'), random.choice('xyz'))
            for _ in range(random.randint(4, 60))], d


@pytest.mark.parametrize('bound, distinct', [(2, True), (2, False), (10 ** 6, True)])
@pytest.mark.parametrize('seed', seeds(150))
def test_what_is_published_is_what_the_partitions_hold(seed, bound, distinct):
    """Of quasi-identifiers and, where something is required of it, of the sensitive column;
    whatever outgrows memory, and though equal rows stand apart; every carried value is there as
    often as before.
    """
    records, d = random_records(seed)
    tally = Tally(d, bound, distinct)
    tally.count([records[start:start + 7] for start in range(0, len(records), 7)])
    frequency_set, k = tally.frequency_set, 1 + seed % 3
    beyond = not seed % 2
    required = Required(k, {'s': []}, tally.sensitive([0])) if beyond else Required(k)
    dimensions, partitions, _, recoding, _ = made(frequency_set, required, partitioning=('relaxed', 'both')[seed % 4 > 1])
    expected = {}
    for partition in partitions:
        row = tuple(each.label(codes).text for each, codes in zip(dimensions, zip(*partition.tuples)))
        of_row = expected.setdefault(row, {})
        for t in partition.tuples:
            known = t[d] if beyond else ()
            of_row[known] = of_row.get(known, 0) + t[-1]
    ready, found = dealt(recoding, tally, [0] if beyond else []), {}
    for row, pairs in sorted_classes(tally, ready):
        for carried, n in pairs:
            found[row, carried] = found.get((row, carried), 0) + n
    of_classes = {}
    for (row, carried), n in found.items():
        of_row = of_classes.setdefault(row, {})
        known = carried[:1] if beyond else ()
        of_row[known] = of_row.get(known, 0) + n
    assert of_classes == expected
    assert classes(frequency_set, recoding)[0] == {row: sum(of_row.values()) for row, of_row in expected.items()}
    carried_before, carried_after = {}, {}
    for record in records:
        carried_before[record[d:]] = carried_before.get(record[d:], 0) + 1
    for (_, carried), n in found.items():
        carried_after[carried] = carried_after.get(carried, 0) + n
    assert carried_after == carried_before
    flows = {}
    for place, class_, n in flows_of(recoding):
        quasi = tuple(values[codes[place]] for values, codes in frequency_set.columns)
        flows[quasi, recoding.labels[class_]] = flows.get((quasi, recoding.labels[class_]), 0) + n
    assert added_up([quasi for quasi, _ in flows], flows.values()) == Counter(record[:d] for record in records)
    assert added_up([row for _, row in flows], flows.values()) == classes(frequency_set, recoding)[0] and not recoding.failing


def test_both_orders_publish_the_same_rows(tmp_path):
    data = tmp_path / 'ties.csv'
    random = Random(5)
    data.write_text('age,zip,job,town\n' + ''.join('%d,%d,%s,%s\n' % (random.choice((20, 30, 30, 30)), random.choice((1, 2, 2)), random.choice('abc'),
                                                                   random.choice('xy')) for _ in range(300)))
    releases = []
    for order in 'sorted', 'input':
        out = tmp_path / (order + '.csv')
        result = run('run_mondrian.py', data, '-k', 7, '--relaxed', '--quasi', 'age,zip', '--sensitive', 'job', '--publish', 'town', '--order', order,
                     '--l-diversity', '2', '-o', out, '--quiet')
        assert result.returncode == 0, result.stderr
        releases.append(out.read_text().splitlines())
    assert releases[0][1:] == sorted(releases[1][1:]) != releases[1][1:] and len(releases[0]) == 301


# Requirements beyond k.

@pytest.mark.parametrize('partitioning, choose', list(product(PARTITIONINGS, CHOICES)))
@pytest.mark.parametrize('seed', seeds(60))
def test_every_class_satisfies_and_none_can_be_cut(seed, partitioning, choose):
    """By the definitions, on the records of the published classes; and no strict cut of any partition leaves two that satisfy."""
    random = Random(seed)
    frequency_set, trees = random_table(seed, columns=random.randint(1, 3), most=5) if seed % 3 else (random_numbers(seed), None)
    values = [str(value) for value in range(random.randint(2, 4))]
    tree = random_tree(random, values)
    histograms = {quasi: Counter((random.choice(values),) for _ in range(n)) for quasi, n in frequency_set.items()}
    whole = [value for (value,), n in as_one(sensitive_of(frequency_set, histograms)).items() for _ in range(n)]
    if len(set(whole)) < len(values):
        return
    rules = [random_rules(random, whole, tree) for _ in range(random.randint(1, 2))]
    required = Required(random.randint(1, 3), {'s': rules}, histograms)

    def satisfies(histogram):
        records = [value for value, n in histogram.items() for _ in range(n)]
        return len(records) >= required.k and all(passes_by_definition(rule, records, whole, tree) for rule in rules)

    if not satisfies(by_column(as_one(sensitive_of(frequency_set, histograms)))[0]):
        with pytest.raises(Unsatisfied):
            made(frequency_set, required, trees=trees, partitioning=partitioning, choose=choose, seed=seed)
        return
    dimensions, partitions, _, recoding, _ = made(frequency_set, required, trees=trees, partitioning=partitioning, choose=choose, seed=seed)
    for partition in partitions:
        assert satisfies(by_column(partition.histogram())[0])
        for dim in range(len(dimensions)):
            for at in {t[dim] for t in partition.tuples}:
                sides = [[t for t in partition.tuples if (t[dim] <= at) == left] for left in (True, False)]
                assert not all(side and satisfies(by_column(part_of(side, partition.box).histogram())[0]) for side in sides)
    published_classes = {}
    for quasi, entry in recoding.items():
        for known, shares in entry.items() if isinstance(entry, Split) else [(known, {entry: n}) for known, n in histograms[quasi].items()]:
            for row, n in shares.items():
                published_classes.setdefault(row, {}).setdefault(known[0], []).append(n)
    for class_ in published_classes.values():
        assert satisfies({value: sum(parts) for value, parts in class_.items()})


# Adult.

BEST = dict(zip((2, 5, 10, 20, 40, 80, 160, 320), (0.0017, 0.0084, 0.0197, 0.039, 0.0675, 0.129, 0.232, 0.40)))


@pytest.mark.parametrize('k', BEST)
def test_adult_keeps_more_than_any_other_tool(k, adult_set):
    sizes, loss = published(adult_set, k, partitioning='both', choose='lm', categories='frequency')
    assert loss <= BEST[k] and min(sizes.values()) >= k


def test_adult_along_the_hierarchy(adult_set):
    sizes, loss = published(adult_set, 10, trees=shipped(*QUASI), labels='ancestor', categories='hierarchy')
    assert loss == pytest.approx(0.0679, abs=5e-5) and min(sizes.values()) >= 10


@pytest.mark.parametrize('words, says', [
    ([], 'age 2. --labels grid avoids it.'), (['--labels', 'box'], 'age 1. --labels grid avoids it.'), (['-k', '2', '--quasi', 'gender'], None)])
def test_a_line_warns_of_ends_that_few_hold(words, says, adult, tmp_path):
    """Of the whole table: 86 and 87 are the ends that fewer than ten people hold."""
    result = run('run_mondrian.py', adult, '--config', 'data/adult.ini', '--hierarchies', 'hierarchies', '-o', tmp_path / 'out.csv', *words)
    lines = [line for line in result.stdout.splitlines() if line.startswith('Labels name values')]
    assert lines == (['Labels name values that fewer than k = 10 records of the whole table have (so many in each column): ' + says] if says else [])


def test_boxes_of_nodes_beside_missing_values():
    """The missing values are cut off, then the letters at their nodes. A box holds the letters of its node and no other."""
    tree = Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': 'cd', 'd': 'cd', 'cd': '*'})
    letters = DimensionWithMissing(dimension(dict.fromkeys('abcd', 1), tree, 'set box', 'hierarchy'), '*', 2)
    table, required = {('*',): 2, **{(letter,): 1 for letter in 'abcd'}}, Required(2)
    partitions, _ = mondrian(partition_of(table, [letters], required), cut_of([letters], required))
    recoding, _ = multidimensional(table, [letters], partitions, required)
    assert recoding == {('*',): ('*',), ('a',): ('{a|b}',), ('b',): ('{a|b}',), ('c',): ('{c|d}',), ('d',): ('{c|d}',)}


def test_the_nodes_that_are_cut_beside_missing_values():
    tree = Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': 'cd', 'd': 'cd', 'cd': '*'})
    letters = DimensionWithMissing(dimension(dict.fromkeys('abcd', 2), tree, categories='hierarchy'), '*', 2)
    table, required = dict.fromkeys(zip('*abcd'), 2), Required(2)
    _, cuts = mondrian(partition_of(table, [letters], required), cut_of([letters], required))
    assert sorted((cut.kind, cut.at) for cut in cuts) == [('missing', 0), ('node', '*'), ('node', 'ab'), ('node', 'cd')]


def test_a_label_beside_missing_values_names_the_codes_of_its_ends():
    ages = DimensionWithMissing(dimension({'38': 1, '39': 1, '41': 1}), '*', 2)
    assert (ages.label([1, 2]).text, ages.label([1, 2]).named) == ('[38-39]', (1, 2))


def test_after_the_paper_s_value_the_most_balanced_are_tried_first():
    """Ten records. The median splits 5 | 5, then come 6 | 4, 2 | 8 and 8 | 2."""
    assert list(split_values(([0, 1, 2, 3, 4], [2, 5, 6, 8, 10]), 2)) == [1, 2, 0, 3]


@pytest.mark.parametrize('missing, k, expected', [(2, 2, '{a|b}'), (1, 2, '*'), (3, 2, '{a|b}'), (3, 3, '*')])
def test_missing_values_are_cut_off_where_k_records_are_on_both_sides(missing, k, expected):
    """Two records have a value. No cut along the hierarchy parts them from the missing ones."""
    letters = DimensionWithMissing(dimension({'a': 1, 'b': 1}, Hierarchy({'a': '*', 'b': '*'}), categories='hierarchy'), '*', missing)
    table, required = {('*',): missing, ('a',): 1, ('b',): 1}, Required(k)
    partitions, _ = mondrian(partition_of(table, [letters], required), cut_of([letters], required))
    assert multidimensional(table, [letters], partitions, required)[0]['a',] == (expected,)


def test_missing_values_are_cut_off_first_beside_a_column_that_has_none():
    """The median of all six ages would publish 38 with the missing ones."""
    dimensions = [DimensionWithMissing(dimension({'38': 1, '39': 1, '41': 2}), '*', 2), dimension({'x': 6})]
    table, required = {('*', 'x'): 2, ('38', 'x'): 1, ('39', 'x'): 1, ('41', 'x'): 2}, Required(2)
    partitions, _ = mondrian(partition_of(table, dimensions, required), cut_of(dimensions, required))
    assert multidimensional(table, dimensions, partitions, required)[0]['38', 'x'] == ('[38-39]', 'x')
