"""The vector is the best of all that satisfy, the first of equal ones.

What the search says on the way there is true.
"""

from collections import Counter
from fractions import Fraction
from itertools import islice
from math import inf, log2
from random import Random

import pytest

from conftest import QUASI, classes, random_table, seeds, shipped, some
from kanon.core.counts.frequency import columns
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.measures import MEASURES, all_measures, lm, of_vector, tree_losses
from kanon.core.counts.recoding import full_domain
from kanon.core.errors import DataError, there_are
from kanon.core.levels import optimal
from kanon.core.levels.lattice import Lattice, vectors, with_level
from kanon.core.levels.objective import Rank, best_of, objective_for, rank
from kanon.core.levels.optimal import (Box, branch_and_bound, cut_in_two, halves, near, neighbours,
                                       until)
from kanon.core.levels.samarati import least_height
from kanon.core.tables.hierarchy_file import load
from kanon.core.tables.table import Table


def oracle(frequency_set, trees, k, weights):
    """{vector: (suppressed, {measure: cost})} of the whole lattice.

    It is worked out record by record, in fractions.
    """
    records = [quasi for quasi, n in frequency_set.items() for _ in range(n)]
    values = columns(frequency_set)
    under = [leaves_under(tree, counts) for tree, counts in zip(trees, values)]
    found = {}
    for vector in vectors([tree.height for tree in trees]):
        rows = [tuple(tree.ancestor(value, level)
                      for tree, value, level in zip(trees, record, vector))
                for record in records]
        sizes = Counter(rows)
        out = sum(n for n in sizes.values() if n < k)
        published = [sizes[row] >= k for row in rows]
        classes = sum(n >= k for n in sizes.values())
        loss = entropy = precision = 0
        for column, (tree, counts, weight, level) in enumerate(zip(trees, values, weights, vector)):
            for record, row, stays in zip(records, rows, published):
                label = row[column]
                leaves, most = under[column][label], max(1, len(counts) - 1)
                below = sum(counts[leaf] for leaf in leaves) if stays else len(rows)
                lost = Fraction(len(leaves) - 1, most) if stays else 1
                climbed = Fraction(level, tree.height) if stays and label != tree.root else 1
                loss += Fraction(weight) * lost
                entropy += log2(below / counts[record[column]])
                precision += climbed
        found[vector] = out, {
            'lm': loss / len(rows),
            'dm': sum(n * n if n >= k else n * len(rows) for n in sizes.values()),
            'entropy': entropy,
            'precision': precision / len(trees) / len(rows),
            'height': sum(vector),
            'c_avg': Fraction(len(rows) - out, classes * k) if classes else float('inf')}
    return found


def leaves_under(tree, counts):
    """{node: the values of a column that are under it}."""
    under = {}
    for value in counts:
        for node in tree.path(value):
            under.setdefault(node, []).append(value)
    return under


def best_of_all(found, measure, max_suppression, records):
    """(cost, vector) of the least cost.

    Of equal ones it is one that publishes something, and of these the first.
    """
    costs = [(costs[measure], out == records, vector)
             for vector, (out, costs) in found.items() if out <= max_suppression]
    if measure == 'entropy':
        least, _, _ = min(costs)
        costs = [(least, empty, vector) for cost, empty, vector in costs if cost < least + 1e-6]
    cost, _, vector = min(costs)
    return cost, vector


def is_below(vector, other):
    return all(level <= other_level for level, other_level in zip(vector, other))


def without_some(frequency_set, random):
    """The table with the root in place of some values, as --missing root counts missing ones."""
    holed = Counter()
    for quasi, n in frequency_set.items():
        holed[tuple('*' if random.random() < 0.2 else value for value in quasi)] += n
    return dict(holed)


@pytest.mark.parametrize('seed', seeds(3000, every=101))
def test_against_brute_force(seed):
    frequency_set, trees = random_table(seed, columns=2 + seed % 4, most=5)
    random = Random(seed)
    if seed % 3 == 2:
        frequency_set = without_some(frequency_set, Random(-seed))
    records = sum(frequency_set.values())
    k = random.randint(1, records + 2)
    any_number, few = random.randint(0, records), random.randint(0, records // 5)
    max_suppression = random.choice((0, any_number, few))
    weights = [random.choice((1, 1, 0.1, 0.5, 2, 0)) for _ in trees]
    found = oracle(frequency_set, trees, k, weights)
    satisfying = {vector for vector, (out, _) in found.items() if out <= max_suppression}
    for measure in MEASURES:
        lattice = Lattice(frequency_set, trees, k)
        target = objective_for(measure, lattice, max_suppression, weights)
        if not satisfying:
            too_few = '%s to publish, fewer than k = %d' % (there_are(records, 'record'), k)
            with pytest.raises(DataError, match=too_few):
                next(branch_and_bound(lattice, target, max_suppression))
            continue
        cost, vector = best_of_all(found, measure, max_suppression, records)
        *way, best = branch_and_bound(lattice, target, max_suppression)
        assert (best.vector, best.proven) == (vector, True), measure
        assert (best.bound, best.settled) == (best.cost, len(found)), measure
        value = 1 - cost if measure == 'precision' else cost
        assert target.value(best.cost) == pytest.approx(float(value), abs=2e-6), measure
        if found[vector][0] < records:      # what a report says of it
            outcome = of_vector(lattice, vector, full_domain(lattice, vector))
            reported = all_measures(outcome, k, weights)[measure]
            assert reported == pytest.approx(float(value), abs=2e-6), measure
        assert set(lattice) <= set(found)
        assert all(lattice[checked] == found[checked][0] for checked in lattice)
        for before, after in zip(way, [*way[1:], best]):
            assert before.vector in satisfying and not before.proven
            assert before.bound <= best.cost <= after.cost <= before.cost
            assert before.settled <= after.settled <= len(found)
        # the promise that all of the search rests on
        boxes = [(low, high) for low in found for high in satisfying if is_below(low, high)]
        for low, high in random.sample(boxes[:2000], 1):
            bound = target.bound(low, high)
            inside = [vector for vector in satisfying
                      if is_below(low, vector) and is_below(vector, high)]
            assert all(bound <= target.cost(vector) for vector in inside), measure


# k, MaxSup, best vector of all 60 under lm, its loss
@pytest.mark.parametrize('k, max_suppression, vector, loss', [
    (10, 20, (4, 0, 0, 1), 1.11414),
    (10, 200, (4, 0, 0, 0), 1.00885),
    (10, 100, (4, 0, 0, 0), 1.00885),
    (5, 50, (4, 0, 0, 0), 1.00209),
    (20, 200, (4, 0, 0, 1), 1.12053)])
def test_adult(adult_set, k, max_suppression, vector, loss):
    """The best vector of the lattice is not one of the least height."""
    lattice = Lattice(adult_set, shipped(*QUASI), k)
    target = objective_for('lm', lattice, max_suppression)
    *_, best = branch_and_bound(lattice, target, max_suppression)
    assert best.vector == vector and target.value(best.cost) == pytest.approx(loss, abs=5e-6)
    losses = tree_losses(columns(adult_set), shipped(*QUASI))
    measured = lm(*classes(adult_set, full_domain(lattice, vector)), losses)
    assert measured == pytest.approx(target.value(best.cost), abs=1e-12)
    assert len(lattice) < 30


ARX = ['sex', 'age', 'race', 'marital-status', 'education', 'native-country', 'workclass',
       'occupation', 'salary-class']


@pytest.fixture(scope='module')
def arx_lattice(arx):
    """k = 1; the lattices of other k share what it has rolled up."""
    frequency_set = Counter(Table(arx + '/adult.csv').tuples(ARX))
    trees = [load('%s/hierarchies/%s.txt' % (arx, name)) for name in ARX]
    lattice = Lattice(frequency_set, trees, 1)
    assert (lattice.records, len(frequency_set), lattice.size()) == (30162, 19502, 12960)
    average_prosecutor_risk = len(frequency_set) / lattice.records
    assert average_prosecutor_risk == pytest.approx(0.6465751607983555)
    assert sum(n == 1 for n in frequency_set.values()) == 15512
    return lattice


@pytest.mark.parametrize('k, max_suppression, measure, vector, value', [
    (5, 0, 'entropy', (1, 2, 1, 1, 3, 2, 2, 1, 1), 407289.53889252),
    (2, 0, 'dm', (1, 1, 1, 1, 3, 2, 2, 1, 1), 19399310),
    (10, 0, 'dm', (1, 1, 1, 1, 3, 2, 2, 2, 1), 55170356),
    (2, 0, 'height', None, 13),
    (10, 0, 'height', None, 14),
    (5, 1206, 'height', None, 9)])
def test_arx_adult(arx_lattice, k, max_suppression, measure, vector, value):
    lattice = arx_lattice.with_k(k)
    target = objective_for(measure, lattice, max_suppression)
    *_, best = branch_and_bound(lattice, target, max_suppression)
    assert vector in (None, best.vector) and best.proven
    assert target.value(best.cost) == pytest.approx(value, abs=1e-6)
    if measure == 'entropy':
        outcome = of_vector(lattice, vector, full_domain(lattice, vector))
        assert all_measures(outcome, k)['entropy'] == pytest.approx(value, abs=1e-8)


KNOWN = some([(10, 65, 14, 8), (2, 136, 13, 6)], every=2)


@pytest.mark.parametrize('k, satisfying, least, there', KNOWN)
def test_how_many_vectors_of_arx_adult_satisfy(arx_lattice, k, satisfying, least, there):
    """Those that satisfy without suppression are found from the top down.

    None below one that fails satisfies.
    """
    lattice = arx_lattice.with_k(k)
    found, new = {lattice.top}, [lattice.top]
    while new:
        below = {with_level(vector, column, level - 1)
                 for vector in new for column, level in enumerate(vector) if level}
        new = [vector for vector in below - found if lattice[vector] == 0]
        found.update(new)
    assert len(found) == satisfying
    lowest = sorted(vector for vector in found if sum(vector) == least)
    assert min(map(sum, found)) == least and len(lowest) == there
    assert k != 10 or least_height(lattice, 0) == (least, lowest)


@pytest.mark.parametrize('max_suppression, most', [(0, 110), (1206, 500)])
def test_few_vectors_are_checked(arx_lattice, max_suppression, most):
    lattice = arx_lattice.with_k(5)
    target = objective_for('lm', lattice, max_suppression)
    *_, best = branch_and_bound(lattice, target, max_suppression)
    assert best.proven and len(lattice) <= most


def test_a_lattice_that_is_too_large_to_list():
    """30 columns, 3^30 vectors: an answer at once, that gets better, and bounds that do."""
    random = Random(30)
    domain = ['v%d' % value for value in range(6)]
    parents = {value: 'ab'[place // 3] for place, value in enumerate(domain)}
    tree = Hierarchy({**parents, 'a': '*', 'b': '*'})
    records = [tuple([random.choice(domain[:2 + column % 5]) for column in range(30)])
               for _ in range(500)]
    frequency_set = Counter(records)
    lattice = Lattice(frequency_set, [tree] * 30, 3)
    assert lattice.size() == 3 ** 30
    target = objective_for('lm', lattice, 25)
    states = list(islice(branch_and_bound(lattice, target, 25), 300))
    assert states[0].vector == lattice.top and len(states) == 300
    assert states[-1].cost <= states[20].cost < 0.9 * states[0].cost
    assert states[-1].bound > states[0].bound == 0
    assert 0 < states[-1].settled < lattice.size() and lattice[states[-1].vector] <= 25
    assert target.value(states[20].cost) < 25       # because it dives
    assert len(lattice) < 2000                      # because it does not dive too often


@pytest.mark.parametrize('measure', MEASURES)
def test_fewer_records_than_k_end_the_search_at_once(measure):
    """All may be suppressed, and by every vector are.

    Of 3^30 equally good vectors the first is named.
    """
    tree = Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'})
    lattice = Lattice({('a',) * 30: 2, ('b',) * 30: 3, ('c',) * 30: 1}, [tree] * 30, 7)
    best, = branch_and_bound(lattice, objective_for(measure, lattice, 6), 6)
    assert (best.vector, best.proven) == ((0,) * 30, True)


def test_weights_move_the_best_vector(adult_set):
    lattice = Lattice(adult_set, shipped(*QUASI), 10)

    def best(*weights):
        *_, state = branch_and_bound(lattice, objective_for('lm', lattice, 20, weights), 20)
        return state.vector

    assert best(1, 1, 1, 1) == (4, 0, 0, 1) and best(3, 1, 1, 1)[0] < 4
    satisfying = [vector for vector in vectors(lattice.top) if lattice[vector] <= 20]
    assert best(1, 0, 0, 0)[0] == min(vector[0] for vector in satisfying)


def test_bounds_by_hand():
    """a, b, and c three times: at level 0 c is published for k = 2, at level 1 ab, too.

    For k = 3 ab is never published.
    """
    tree = Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': 'cd', 'd': 'cd', 'cd': '*'})
    table = {('a',): 1, ('b',): 1, ('c',): 3, ('d',): 1}
    for measure, k, max_suppression, low, high, expected in [
            ('lm', 3, 2, (0,), (1,), 2 * (1 - 1 / 3) / 6),
            ('lm', 2, 0, (1,), (2,), 1 / 3),
            ('dm', 3, 2, (0,), (1,), 12 + 2 * 4),
            ('dm', 2, 0, (0,), (1,), 12),
            ('height', 2, 0, (1,), (2,), 1),
            ('c_avg', 2, 3, (0,), (1,), 5 / 2 / 2),
            ('c_avg', 2, 0, (0,), (1,), 6 / 2 / 2),
            ('c_avg', 2, 3, (0,), (0,), 3 / 2)]:
        target = objective_for(measure, Lattice(table, [tree], k), max_suppression)
        bound = target.bound(low, high)
        assert target.value(bound) == pytest.approx(expected), (measure, k, low, high)


def test_entropies_that_are_equal_are_a_tie():
    """Raising a column makes 15 of 3 x 5 and of 5 x 3, or of 15 x 1.

    That is the same number of bits, but not the same rounding.
    """
    fives = {'a%d' % n: 'a' for n in range(5)}
    threes = {'b%d' % n: 'b' for n in range(3)}
    one = Hierarchy({**fives, **threes, 'a': '*', 'b': '*'})
    ones = {'c%d' % n: 'c' for n in range(15)}
    other = Hierarchy({**ones, 'c': '*', 'd': '*'})
    first = [*fives] * 3 + [*threes] * 5
    first.sort()
    second = [*ones, *['d'] * 15]
    for columns, trees in (((first, second), [one, other]), ((second, first), [other, one])):
        lattice = Lattice(Counter(zip(*columns)), trees, 1)
        assert best_of([(0, 1), (1, 0)], objective_for('entropy', lattice, 0)) == (0, 1)


# {measure: how many vectors are checked for each of CASES}
CHECKS = {'lm': (11, 18, 15, 10),
          'dm': (18, 14, 14, 16),
          'entropy': (13, 11, 11, 11),
          'precision': (11, 18, 15, 9),
          'height': (13, 12, 16, 9),
          'c_avg': (34, 32, 32, 16)}
CASES = (10, 20), (10, 200), (5, 50), (10, 3000)        # k, MaxSup


@pytest.mark.parametrize('measure', MEASURES)
def test_so_many_vectors_of_adult_are_checked(adult_set, measure):
    """No more than now: a bound that is looser, or a cut at another column, needs more."""
    for most, (k, max_suppression) in zip(CHECKS[measure], CASES):
        lattice = Lattice(adult_set, shipped(*QUASI), k)
        target = objective_for(measure, lattice, max_suppression)
        list(branch_and_bound(lattice, target, max_suppression))
        assert len(lattice) <= most


def test_a_box_is_cut_in_the_column_that_loses_most_from_its_low_to_its_high():
    """The first column loses more in all, but most of it below the box."""
    box = Box(0, (1, 0), (2, 1), (2, 1))
    assert halves(box, [[0, 5, 6], [0, 2]]) == (((1, 0), (2, 0)), ((1, 1), (2, 1)))


def test_a_vector_that_is_known_to_satisfy_is_checked_only_if_it_may_be_the_best():
    """(1, 0) satisfies, so (1, 1) does, which is the high of the first half. It loses more."""
    trees = [Hierarchy({'a': '*', 'b': '*'}),
             Hierarchy({'x': 'xy', 'y': 'xy', 'xy': '*', 'z': '*'})]
    for best, expected in ((Rank(0, False, (0, 0)), [(1, 0)]),
                           (Rank(inf, True, (inf,)), [(1, 0), (1, 1)])):
        lattice = Lattice({('a', 'x'): 1, ('b', 'x'): 1, ('a', 'z'): 1, ('b', 'z'): 1}, trees, k=2)
        assert not lattice.sparing(0).rules_out((1, 0))
        target = objective_for('height', lattice, 0)
        _, boxes = cut_in_two(Box(0, (0, 0), (1, 2), (1, 2)), best, lattice, target, 0)
        assert [vector for vector in lattice if vector != (0, 2)][:2] == expected[:2]


def test_the_neighbours_of_a_best_vector_are_looked_at():
    """From (0, 1) one step leads to (1, 0), which loses less.

    One column is lower by a level there, and another one is higher.
    """
    trees = [Hierarchy({'a': '*', 'b': '*'}), Hierarchy({'x': '*', 'y': '*'})]
    lattice = Lattice({('a', 'x'): 1, ('b', 'x'): 1, ('a', 'y'): 1, ('b', 'y'): 1}, trees, k=2)
    target = objective_for('lm', lattice, 0, [1, 2])
    best = near(rank((0, 1), target), lattice, target, 0)
    assert best.vector == (1, 0) and near(best, lattice, target, 0) == best
    assert list(lattice) == [(0, 1), (0, 0), (1, 0)]


@pytest.mark.parametrize('bottom, top', [((0, 1), (1, 1)), ((0, 0), (0, 1))])
def test_a_neighbour_beyond_the_limits_is_not_taken(bottom, top):
    """As above, (1, 0) loses less than (0, 1). But it is not allowed.

    It is lower in the second column, or higher in the first, than the limits.
    """
    trees = [Hierarchy({'a': '*', 'b': '*'}), Hierarchy({'x': '*', 'y': '*'})]
    lattice = Lattice({('a', 'x'): 1, ('b', 'x'): 1, ('a', 'y'): 1, ('b', 'y'): 1}, trees, k=2)
    lattice.bottom, lattice.top = bottom, top
    target = objective_for('lm', lattice, 0, [1, 2])
    assert near(rank((0, 1), target), lattice, target, 0).vector == (0, 1)


def test_the_states_end_after_the_first_that_comes_too_late(monkeypatch):
    """The clock shows 100 at the beginning, and a second more after each state.

    Exactly two seconds are not too many.
    """
    for seconds, expected in ((0, 'a'), (1, 'ab'), (2, 'abc'), (2.5, 'abc'), (9, 'abcd')):
        monkeypatch.setattr(optimal, 'perf_counter', iter(range(100, 110)).__next__)
        assert ''.join(until(seconds, 'abcd')) == expected


@pytest.mark.parametrize('measure', MEASURES)
@pytest.mark.parametrize('seed', seeds(100))
def test_a_column_loses_no_less_at_a_higher_level(seed, measure):
    """What decides where a box is cut."""
    lattice = Lattice(*random_table(seed), k=2)
    for of_column, counts in zip(objective_for(measure, lattice, 0).levels, lattice.columns):
        assert of_column == sorted(of_column) and (of_column[0] < of_column[-1] or len(counts) == 1)


@pytest.mark.parametrize('seed', range(8))
def test_which_boxes_are_followed_and_where_near_is_asked(seed, monkeypatch):
    """The 8th, 16th, 32nd ... box is followed down.

    From the 16th on each new best is looked at until it has no better neighbour.
    """
    frequency_set, trees = random_table(seed, columns=7)
    popped, followed, asked = [], [], []

    def watched(name, note):
        function = getattr(optimal, name)

        def watching(*arguments):
            found = function(*arguments)
            note(arguments, found)
            return found
        monkeypatch.setattr(optimal, name, watching)

    watched('heappop', lambda arguments, box: popped.append(box))
    watched('dive', lambda arguments, found: followed.append(len(popped)))
    watched('near', lambda arguments, better: asked.append((len(popped), arguments[0], better)))
    lattice = Lattice(frequency_set, trees, 3)
    *_, best = branch_and_bound(lattice, objective_for('lm', lattice, 10), 10)
    assert len(popped) > 32
    assert followed == [8 << n for n in range(20) if 8 << n <= len(popped)]
    numbers = [number for number, _, _ in asked]
    assert numbers[0] == 16 and numbers == sorted(numbers)
    assert asked[-1][1] == asked[-1][2] and asked[-1][1].vector == best.vector
    for (_, rank_, better), (_, later, _) in zip(asked, asked[1:]):
        assert later < rank_ and better <= rank_


@pytest.mark.parametrize('seed', range(40))
def test_neighbours(seed):
    random = Random(seed)
    levels = [sorted(random.choices(range(9), k=random.randint(1, 4)))
              for _ in range(random.randint(1, 4))]
    vector = tuple([random.randrange(len(of_column)) for of_column in levels])
    loss = {other: sum(of_column[level] for of_column, level in zip(levels, other))
            for other in vectors([len(of_column) - 1 for of_column in levels])}

    def is_near(other):
        moves = [level - before for level, before in zip(other, vector) if level != before]
        return sorted(moves) in ([-1], [-1, 1])

    wanted = {other for other in loss if loss[other] < loss[vector] and is_near(other)}
    found = list(neighbours(vector, levels))
    assert set(found) == wanted and len(found) == len(wanted)
    assert [loss[other] for other in found] == sorted(loss[other] for other in found)
