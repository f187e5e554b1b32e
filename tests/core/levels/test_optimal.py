"""The vector is the best of all that satisfy, the first of equal ones; what is said on the way there is true."""

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
from kanon.core.levels.lattice import Lattice, vectors
from kanon.core.levels.objective import Rank, best_of, objective_for, rank
from kanon.core.levels.optimal import (Box, branch_and_bound, cut_in_two, halves, near, neighbours,
                                       until)
from kanon.core.levels.samarati import least_height
from kanon.core.tables.hierarchy_file import load
from kanon.core.tables.table import Table


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
            'precision': sum(Fraction(level, tree.height) if stays and row[column] != tree.root else 1
                             for column, (level, tree) in enumerate(zip(vector, trees)) for row, stays in zip(rows, published))
            / len(tops) / len(rows),
            'height': sum(vector),
            'c_avg': Fraction(len(rows) - out, classes * k) if classes else float('inf')}
    return found


def best_of_all(found, measure, max_suppression, records):
    """(cost, vector): the least cost; of equal ones one that publishes something; of these the first."""
    costs = [(costs[measure], out == records, vector) for vector, (out, costs) in found.items() if out <= max_suppression]
    if measure == 'entropy':
        costs = [(min(costs)[0], empty, vector) for cost, empty, vector in costs if cost < min(costs)[0] + 1e-6]
    return min(costs)[0], min(costs)[2]


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
    k, max_suppression = random.randint(1, records + 2), random.choice((0, random.randint(0, records), random.randint(0, records // 5)))
    weights = [random.choice((1, 1, 0.1, 0.5, 2, 0)) for _ in trees]
    found = oracle(frequency_set, trees, k, weights)
    satisfying = {vector for vector, (out, _) in found.items() if out <= max_suppression}
    for measure in MEASURES:
        lattice = Lattice(frequency_set, trees, k)
        target = objective_for(measure, lattice, max_suppression, weights)
        if not satisfying:
            with pytest.raises(DataError, match='%s to publish, fewer than k = %d' % (there_are(records, 'record'), k)):
                next(branch_and_bound(lattice, target, max_suppression))
            continue
        cost, vector = best_of_all(found, measure, max_suppression, records)
        *way, best = branch_and_bound(lattice, target, max_suppression)
        assert (best.vector, best.proven, best.bound, best.settled) == (vector, True, best.cost, len(found)), measure
        value = 1 - cost if measure == 'precision' else cost
        assert target.value(best.cost) == pytest.approx(float(value), abs=2e-6), measure
        if found[vector][0] < records:      # what a report says of it
            reported = all_measures(of_vector(lattice, vector, full_domain(lattice, vector)), k, weights)[measure]
            assert reported == pytest.approx(float(value), abs=2e-6), measure
        assert set(lattice) <= set(found) and all(lattice[checked] == found[checked][0] for checked in lattice)
        for before, after in zip(way, [*way[1:], best]):
            assert before.vector in satisfying and not before.proven
            assert before.bound <= best.cost <= after.cost <= before.cost
            assert before.settled <= after.settled <= len(found)
        # the promise that all of the search rests on
        for low, high in random.sample([(a, b) for a in found for b in satisfying if all(x <= y for x, y in zip(a, b))][:2000], 1):
            bound = target.bound(low, high)
            assert all(bound <= target.cost(v) for v in satisfying if all(x <= y <= z for x, y, z in zip(low, v, high))), measure


# k, MaxSup, best vector of all 60 under lm, its loss
@pytest.mark.parametrize('k, max_suppression, vector, loss', [
    (10, 20, (4, 0, 0, 1), 1.11414), (10, 200, (4, 0, 0, 0), 1.00885), (10, 100, (4, 0, 0, 0), 1.00885), (5, 50, (4, 0, 0, 0), 1.00209),
    (20, 200, (4, 0, 0, 1), 1.12053)])
def test_adult(adult_set, k, max_suppression, vector, loss):
    """The best vector of the lattice is not one of the least height."""
    lattice = Lattice(adult_set, shipped(*QUASI), k)
    target = objective_for('lm', lattice, max_suppression)
    *_, best = branch_and_bound(lattice, target, max_suppression)
    assert best.vector == vector and target.value(best.cost) == pytest.approx(loss, abs=5e-6)
    assert lm(*classes(adult_set, full_domain(lattice, vector)), tree_losses(columns(adult_set), shipped(*QUASI))) == pytest.approx(
        target.value(best.cost), abs=1e-12)
    assert len(lattice) < 30


ARX = ['sex', 'age', 'race', 'marital-status', 'education', 'native-country', 'workclass', 'occupation', 'salary-class']


@pytest.fixture(scope='module')
def arx_lattice(arx):
    """k = 1; the lattices of other k share what it has rolled up."""
    frequency_set = Counter(Table(arx + '/adult.csv').tuples(ARX))
    lattice = Lattice(frequency_set, [load('%s/hierarchies/%s.txt' % (arx, name)) for name in ARX], 1)
    assert (lattice.records, len(frequency_set), lattice.size()) == (30162, 19502, 12960)
    assert len(frequency_set) / lattice.records == pytest.approx(0.6465751607983555)     # average prosecutor risk
    assert sum(n == 1 for n in frequency_set.values()) == 15512
    return lattice


@pytest.mark.parametrize('k, max_suppression, measure, vector, value', [
    (5, 0, 'entropy', (1, 2, 1, 1, 3, 2, 2, 1, 1), 407289.53889252), (2, 0, 'dm', (1, 1, 1, 1, 3, 2, 2, 1, 1), 19399310),
    (10, 0, 'dm', (1, 1, 1, 1, 3, 2, 2, 2, 1), 55170356), (2, 0, 'height', None, 13), (10, 0, 'height', None, 14),
    (5, 1206, 'height', None, 9)])
def test_arx_adult(arx_lattice, k, max_suppression, measure, vector, value):
    lattice = arx_lattice.with_k(k)
    target = objective_for(measure, lattice, max_suppression)
    *_, best = branch_and_bound(lattice, target, max_suppression)
    assert vector in (None, best.vector) and best.proven
    assert target.value(best.cost) == pytest.approx(value, abs=1e-6)
    if measure == 'entropy':
        assert all_measures(of_vector(lattice, vector, full_domain(lattice, vector)), k)['entropy'] == pytest.approx(value, abs=1e-8)


@pytest.mark.parametrize('k, satisfying, least, there', some([(10, 65, 14, 8), (2, 136, 13, 6)], every=2))
def test_how_many_vectors_of_arx_adult_satisfy(arx_lattice, k, satisfying, least, there):
    """Those that satisfy without suppression are found from the top down, as none below one that fails does."""
    lattice = arx_lattice.with_k(k)
    found, new = {lattice.top}, [lattice.top]
    while new:
        below = {vector[:c] + (level - 1,) + vector[c + 1:] for vector in new for c, level in enumerate(vector) if level}
        new = [vector for vector in below - found if lattice[vector] == 0]
        found.update(new)
    assert len(found) == satisfying
    assert min(map(sum, found)) == least and sum(sum(vector) == least for vector in found) == there
    assert least_height(lattice, 0) == (least, sorted(vector for vector in found if sum(vector) == least)) or k != 10


@pytest.mark.parametrize('max_suppression, most', [(0, 110), (1206, 500)])
def test_few_vectors_are_checked(arx_lattice, max_suppression, most):
    lattice = arx_lattice.with_k(5)
    *_, best = branch_and_bound(lattice, objective_for('lm', lattice, max_suppression), max_suppression)
    assert best.proven and len(lattice) <= most


def test_a_lattice_that_is_too_large_to_list():
    """30 columns, 3^30 vectors: an answer at once, that gets better, and bounds that do."""
    random = Random(30)
    domain = ['v%d' % value for value in range(6)]
    tree = Hierarchy({**{value: 'ab'[place // 3] for place, value in enumerate(domain)}, 'a': '*', 'b': '*'})
    frequency_set = Counter(tuple(random.choice(domain[:2 + column % 5]) for column in range(30)) for _ in range(500))
    lattice = Lattice(frequency_set, [tree] * 30, 3)
    assert lattice.size() == 3 ** 30
    target = objective_for('lm', lattice, 25)
    states = list(islice(branch_and_bound(lattice, target, 25), 300))
    assert states[0].vector == lattice.top and len(states) == 300
    assert states[-1].cost <= states[20].cost < 0.9 * states[0].cost and states[-1].bound > states[0].bound == 0
    assert 0 < states[-1].settled < lattice.size() and lattice[states[-1].vector] <= 25
    assert target.value(states[20].cost) < 25 and len(lattice) < 2000       # by its dives, of which there are not too many


@pytest.mark.parametrize('measure', MEASURES)
def test_fewer_records_than_k_end_the_search_at_once(measure):
    """All may be suppressed, and by every vector are: 3^30 equally good ones, of which the first is named."""
    tree = Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'})
    lattice = Lattice({('a',) * 30: 2, ('b',) * 30: 3, ('c',) * 30: 1}, [tree] * 30, 7)
    best, = branch_and_bound(lattice, objective_for(measure, lattice, 6), 6)
    assert (best.vector, best.proven) == ((0,) * 30, True)


def test_weights_move_the_best_vector(adult_set):
    lattice = Lattice(adult_set, shipped(*QUASI), 10)
    best = {weights: list(branch_and_bound(lattice, objective_for('lm', lattice, 20, weights), 20))[-1].vector
            for weights in ((1, 1, 1, 1), (3, 1, 1, 1), (1, 0, 0, 0))}
    assert best[1, 1, 1, 1] == (4, 0, 0, 1) and best[3, 1, 1, 1][0] < 4
    assert best[1, 0, 0, 0][0] == min(vector[0] for vector in vectors(lattice.top) if lattice[vector] <= 20)


def test_bounds_by_hand():
    """a, b, and c three times: at level 0 c is published for k = 2, at level 1 ab, too; for k = 3 never ab."""
    tree = Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': 'cd', 'd': 'cd', 'cd': '*'})
    table = {('a',): 1, ('b',): 1, ('c',): 3, ('d',): 1}
    for measure, k, max_suppression, low, high, expected in [
            ('lm', 3, 2, (0,), (1,), 2 * (1 - 1 / 3) / 6), ('lm', 2, 0, (1,), (2,), 1 / 3), ('dm', 3, 2, (0,), (1,), 12 + 2 * 4),
            ('dm', 2, 0, (0,), (1,), 12), ('height', 2, 0, (1,), (2,), 1),
            ('c_avg', 2, 3, (0,), (1,), 5 / 2 / 2), ('c_avg', 2, 0, (0,), (1,), 6 / 2 / 2), ('c_avg', 2, 3, (0,), (0,), 3 / 2)]:
        target = objective_for(measure, Lattice(table, [tree], k), max_suppression)
        bound = target.bound(low, high)
        assert target.value(bound) == pytest.approx(expected), (measure, k, low, high)


def test_entropies_that_are_equal_are_a_tie():
    """Raising a column makes 15 of 3 x 5 and of 5 x 3, or of 15 x 1: the same number of bits, not the same rounding."""
    fives = {'a%d' % n: 'a' for n in range(5)}
    threes = {'b%d' % n: 'b' for n in range(3)}
    one = Hierarchy({**fives, **threes, 'a': '*', 'b': '*'})
    ones = {'c%d' % n: 'c' for n in range(15)}
    other = Hierarchy({**ones, 'c': '*', 'd': '*'})
    first = [value for value in fives for _ in range(3)] + [value for value in threes for _ in range(5)]
    second = [*ones, *['d'] * 15]
    for columns, trees in (((first, second), [one, other]), ((second, first), [other, one])):
        lattice = Lattice(Counter(zip(*columns)), trees, 1)
        assert best_of([(0, 1), (1, 0)], objective_for('entropy', lattice, 0)) == (0, 1)


CHECKS = {'lm': (11, 18, 15, 10), 'dm': (18, 14, 14, 16), 'entropy': (13, 11, 11, 11), 'precision': (11, 18, 15, 9),
          'height': (13, 12, 16, 9), 'c_avg': (34, 32, 32, 16)}


@pytest.mark.parametrize('measure', MEASURES)
def test_so_many_vectors_of_adult_are_checked(adult_set, measure):
    """No more than now: a bound that is looser, or a cut at another column, needs more."""
    for most, (k, max_suppression) in zip(CHECKS[measure], ((10, 20), (10, 200), (5, 50), (10, 3000))):
        lattice = Lattice(adult_set, shipped(*QUASI), k)
        list(branch_and_bound(lattice, objective_for(measure, lattice, max_suppression), max_suppression))
        assert len(lattice) <= most


def test_a_box_is_cut_in_the_column_that_loses_most_from_its_low_to_its_high():
    """The first column loses more in all, but most of it below the box."""
    assert halves(Box(0, (1, 0), (2, 1), (2, 1)), [[0, 5, 6], [0, 2]]) == (((1, 0), (2, 0)), ((1, 1), (2, 1)))


def test_a_vector_that_is_known_to_satisfy_is_checked_only_if_it_may_be_the_best():
    """(1, 0) satisfies, so (1, 1) does, which is the high of the first half. It loses more."""
    trees = [Hierarchy({'a': '*', 'b': '*'}), Hierarchy({'x': 'xy', 'y': 'xy', 'xy': '*', 'z': '*'})]
    for best, expected in ((Rank(0, False, (0, 0)), [(1, 0)]), (Rank(inf, True, (inf,)), [(1, 0), (1, 1)])):
        lattice = Lattice({('a', 'x'): 1, ('b', 'x'): 1, ('a', 'z'): 1, ('b', 'z'): 1}, trees, k=2)
        assert not lattice.sparing(0).rules_out((1, 0))
        target = objective_for('height', lattice, 0)
        _, boxes = cut_in_two(Box(0, (0, 0), (1, 2), (1, 2)), best, lattice, target, 0)
        assert [vector for vector in lattice if vector != (0, 2)][:2] == expected[:2]


def test_the_neighbours_of_a_best_vector_are_looked_at():
    """From (0, 2), which loses 5, one step leads to (1, 0): one column lower by one level, another higher. It loses less."""
    trees = [Hierarchy({'a': '*', 'b': '*'}), Hierarchy({'x': '*', 'y': '*'})]
    lattice = Lattice({('a', 'x'): 1, ('b', 'x'): 1, ('a', 'y'): 1, ('b', 'y'): 1}, trees, k=2)
    target = objective_for('lm', lattice, 0, [1, 2])
    best = near(rank((0, 1), target), lattice, target, 0)
    assert best.vector == (1, 0) and near(best, lattice, target, 0) == best
    assert list(lattice) == [(0, 1), (0, 0), (1, 0)]


@pytest.mark.parametrize('bottom, top', [((0, 1), (1, 1)), ((0, 0), (0, 1))])
def test_a_neighbour_beyond_the_limits_is_not_taken(bottom, top):
    """As above, (1, 0) loses less than (0, 1). But it is lower in the second column, or higher in the first, than is allowed."""
    trees = [Hierarchy({'a': '*', 'b': '*'}), Hierarchy({'x': '*', 'y': '*'})]
    lattice = Lattice({('a', 'x'): 1, ('b', 'x'): 1, ('a', 'y'): 1, ('b', 'y'): 1}, trees, k=2)
    lattice.bottom, lattice.top = bottom, top
    target = objective_for('lm', lattice, 0, [1, 2])
    assert near(rank((0, 1), target), lattice, target, 0).vector == (0, 1)


def test_the_states_end_after_the_first_that_comes_too_late(monkeypatch):
    """The clock shows 100 at the beginning, and a second more after each state. Exactly two seconds are not too many."""
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
    """The 8th, 16th, 32nd ... box is followed down. From the 16th on each new best is looked at until it has no better neighbour."""
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
    assert asked[0][0] == 16 and [number for number, *_ in asked] == sorted(number for number, *_ in asked)
    assert asked[-1][1] == asked[-1][2] and asked[-1][1].vector == best.vector
    for (_, rank_, better), (_, later, _) in zip(asked, asked[1:]):
        assert later < rank_ and better <= rank_


@pytest.mark.parametrize('seed', range(40))
def test_neighbours(seed):
    random = Random(seed)
    levels = [sorted(random.choices(range(9), k=random.randint(1, 4))) for _ in range(random.randint(1, 4))]
    vector = tuple(random.randrange(len(of_column)) for of_column in levels)
    moves = {other: sum(a - b for a, b in zip(other, vector)) for other in vectors([len(of_column) - 1 for of_column in levels])}
    loss = {other: sum(of_column[level] for of_column, level in zip(levels, other)) for other in moves}
    wanted = {other for other in moves if loss[other] < loss[vector]
              and sorted(a - b for a, b in zip(other, vector) if a != b) in ([-1], [-1, 1])}
    found = list(neighbours(vector, levels))
    assert set(found) == wanted and len(found) == len(wanted)
    assert [loss[other] for other in found] == sorted(loss[other] for other in found)
