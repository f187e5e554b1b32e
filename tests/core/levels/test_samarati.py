"""The height is the least, the vectors are all that satisfy there, and the best one is chosen."""

from collections import Counter
from random import Random

import pytest

from conftest import QUASI, classes, frequency_set_of, random_table, seeds, shipped
from kanon.core.errors import DataError, Unsatisfied, there_are
from kanon.core.levels.demands import lattice_of
from kanon.core.rules.distance import Equal
from kanon.core.rules.of_values import Closeness, Distinct
from definitions import is_k_anonymous
from kanon.core.counts.frequency import columns
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.measures import MEASURES, c_avg, dm, lm, lm_published, precision, tree_losses
from kanon.core.counts.recoding import full_domain
from kanon.core.counts.required import Required
from kanon.core.levels.lattice import Lattice, height, vectors
from kanon.core.levels.objective import best_of, objective_for
from kanon.core.levels.optimal import branch_and_bound
from kanon.core.levels.samarati import least_height
from kanon.core.levels.sparing import Decisions
from kanon.core.tables.hierarchy_file import load
from kanon.core.tables.table import Table


def masked(values, *cuts):
    """A hierarchy of postcodes, whose last digits are masked."""
    parents = {}
    for value in values:
        path = [value, *(value[:len(value) - cut] + '*' * cut for cut in cuts)]
        parents.update(zip(path, path[1:]))
    return Hierarchy(parents)


def minimal(satisfying):
    """Those of the vectors that no other lies below."""
    def is_below(vector, other):
        return vector != other and all(low <= high for low, high in zip(vector, other))

    return [vector for vector in satisfying
            if not any(is_below(other, vector) for other in satisfying)]


ZIPS_OF = {'asian': ('94142', '94141', '94139', '94139', '94139'),
           'black': ('94138', '94139'),
           'white': ('94139', '94141')}
RACE_ZIP = Counter((race, zip_) for race, zips in ZIPS_OF.items() for zip_ in zips)
RACE_ZIP_TREES = [Hierarchy(dict.fromkeys(('asian', 'black', 'white'), 'person')),
                  masked(('94138', '94139', '94141', '94142'), 1, 2)]


def test_samarati_2001():
    lattice = Lattice(RACE_ZIP, RACE_ZIP_TREES, k=2)
    suppressed = {(0, 0): 6, (1, 0): 2, (0, 1): 2, (1, 1): 0, (0, 2): 0}
    assert {vector: lattice[vector] for vector in suppressed} == suppressed
    for max_suppression, expected in ((0, [(0, 2), (1, 1)]), (2, [(0, 1), (1, 0)])):
        satisfying = [v for v in vectors(lattice.top) if lattice[v] <= max_suppression]
        assert minimal(satisfying) == expected
        fresh = Lattice(RACE_ZIP, RACE_ZIP_TREES, 2)
        assert least_height(fresh, max_suppression).vectors == expected


def test_lefevre_2005_figure_1():
    table = Counter([('1/21/76', 'M', '53715'), ('4/13/86', 'F', '53715'),
                     ('2/28/76', 'M', '53703'), ('1/21/76', 'M', '53703'),
                     ('4/13/86', 'F', '53706'), ('2/28/76', 'F', '53706')])
    trees = [Hierarchy(dict.fromkeys(('1/21/76', '4/13/86', '2/28/76'), '*')),
             Hierarchy(dict.fromkeys('MF', 'Person')),
             masked(('53715', '53703', '53706'), 1, 2)]
    lattice = Lattice(table, trees, k=2)
    satisfying = [vector for vector in vectors(lattice.top) if lattice[vector] == 0]
    assert (lattice.size(), len(satisfying)) == (12, 5)
    assert minimal(satisfying) == [(0, 1, 2), (1, 0, 2), (1, 1, 0)]
    assert least_height(Lattice(table, trees, 2), 0).vectors == [(1, 1, 0)]


def test_sweeney_2002_precision():
    zips = ('02138', '02139', '02141', '02142')
    table = {(race, zip_): 1 for race in ('black', 'white') for zip_ in zips}
    trees = [Hierarchy({'black': 'person', 'white': 'person', 'person': '*'}),
             masked(zips, 1, 2, 3)]
    top = (2, 3)
    for vector, expected in (((1, 0), 0.75), ((1, 1), 0.5833), ((0, 2), 0.6667), ((0, 1), 0.8333)):
        lattice = Lattice(table, trees, k=1)
        sizes, suppressed = classes(table, full_domain(lattice, vector))
        assert lattice.top == top
        assert precision(sizes, suppressed, vector, top) == pytest.approx(expected, abs=5e-5)


def test_arx_small_table(arx):
    quasi = ['age', 'gender', 'zipcode']
    table = Counter(Table(arx + '/small.csv').tuples(quasi))
    trees = [load('%s/hierarchies_small/%s.txt' % (arx, name)) for name in quasi]
    lattice = Lattice(table, trees, k=2)
    satisfying = [vector for vector in vectors(lattice.top) if lattice[vector] == 0]
    assert minimal(satisfying) == [(1, 1, 2), (2, 0, 3)]
    search = least_height(lattice, 0)
    assert (search.height, search.vectors) == (4, [(1, 1, 2)])
    sizes, _ = classes(table, full_domain(lattice, (1, 1, 2)))
    # The average risk is 3/7, the highest 0.5.
    assert (len(sizes), sum(sizes.values()), min(sizes.values())) == (3, 7, 2)


# k, MaxSup, least height, {vector: suppressed there}, best lm there and its vector
ADULT = [
    (10, 20, 4, {(1, 0, 1, 2): 7}, (1, 0, 1, 2), 2.055445196875837),
    (10, 200, 2, {(1, 0, 1, 0): 190}, (1, 0, 1, 0), 1.0736),
    (10, 100, 3, {(0, 0, 1, 2): 67, (1, 0, 1, 1): 84, (1, 1, 1, 0): 82}, (1, 0, 1, 1), 1.17589),
    (5, 50, 3, {(0, 0, 1, 2): 22, (1, 0, 1, 1): 34, (1, 1, 1, 0): 46, (2, 0, 1, 0): 39},
     (2, 0, 1, 0), 1.12586),
    (20, 200, 3, {(1, 1, 1, 0): 178}, (1, 1, 1, 0), 2.06655),
]


@pytest.mark.parametrize('k, max_suppression, least, satisfying, best, loss', ADULT)
def test_adult(adult_set, k, max_suppression, least, satisfying, best, loss):
    trees = shipped(*QUASI)
    assert len(adult_set) == 1690 and sum(adult_set.values()) == 30162
    lattice = Lattice(adult_set, trees, k)
    search = least_height(lattice, max_suppression)
    assert lattice.size() == 60
    assert search.height == least
    assert {vector: lattice[vector] for vector in search.vectors} == satisfying
    assert best_of(search.vectors, objective_for('lm', lattice, max_suppression)) == best
    sizes, suppressed = classes(adult_set, full_domain(lattice, best))
    assert suppressed == satisfying[best]
    digits = 1e-12 if (k, max_suppression) == (10, 20) else 5e-5
    losses = tree_losses(columns(adult_set), trees)
    assert lm(sizes, suppressed, losses) == pytest.approx(loss, abs=digits)


def test_the_lowest_vector_of_adult_is_not_the_least_lossy(adult_set):
    trees = shipped(*QUASI)
    losses = tree_losses(columns(adult_set), trees)
    for k, max_suppression, best, loss in ((10, 20, (4, 0, 0, 1), 1.11414),
                                           (10, 200, (4, 0, 0, 0), 1.00885),
                                           (10, 100, (4, 0, 0, 0), 1.00885),
                                           (5, 50, (4, 0, 0, 0), 1.00209),
                                           (20, 200, (4, 0, 0, 1), 1.12053)):
        lattice = Lattice(adult_set, trees, k)
        satisfying = [v for v in vectors(lattice.top) if lattice[v] <= max_suppression]
        assert best_of(satisfying, objective_for('lm', lattice, max_suppression)) == best
        outcome = classes(adult_set, full_domain(lattice, best))
        assert lm(*outcome, losses) == pytest.approx(loss, abs=5e-6)


def test_the_published_measures_of_adult(adult_set):
    trees = shipped(*QUASI)
    losses = tree_losses(columns(adult_set), trees)
    lattice = Lattice(adult_set, trees, 10)
    sizes, _ = classes(adult_set, full_domain(lattice, (1, 0, 1, 2)))
    assert lm_published(sizes, losses) == pytest.approx(2.05499, abs=5e-6)
    sizes, suppressed = classes(adult_set, full_domain(lattice, (1, 0, 1, 0)))
    assert lm_published(sizes, losses) == pytest.approx(1.05505, abs=5e-6)
    assert dm(sizes, suppressed) == 35446662
    best = best_of(least_height(lattice, 100).vectors, objective_for('dm', lattice, 100))
    assert best == (0, 0, 1, 2)
    assert dm(*classes(adult_set, full_domain(lattice, best))) == 13357407


@pytest.mark.parametrize('k, max_suppression, vector, expected', [
    (10, 200, (1, 0, 1, 0), 39728101), (10, 100, (0, 0, 1, 2), 14746387),
    (20, 200, (0, 0, 1, 2), 19107497), (30, 200, (0, 1, 1, 2), 27583737),
    (20, 50, (0, 1, 1, 2), 23809399)])
def test_the_lab_reports_dm_comes_out_where_the_records_with_a_missing_value_stay(
        adult, k, max_suppression, vector, expected):
    frequency_set = frequency_set_of(adult, QUASI, missing='value')
    assert sum(frequency_set.values()) == 32561
    lattice = Lattice(frequency_set, shipped(*QUASI), k)
    assert vector in least_height(lattice, max_suppression).vectors
    assert dm(*classes(frequency_set, full_domain(lattice, vector))) == expected


def records_below(frequency_set, trees, vector, k):
    """The records in classes of fewer than k, counted record by record: the oracle."""
    rows = [tuple(tree.ancestor(value, level) for tree, value, level in zip(trees, quasi, vector))
            for quasi, n in frequency_set.items() for _ in range(n)]
    sizes = Counter(rows)
    return sum(1 for row in rows if sizes[row] < k)


@pytest.mark.parametrize('seed', seeds(300))
def test_against_brute_force(seed):
    frequency_set, trees = random_table(seed)
    records = sum(frequency_set.values())
    k, max_suppression = 1 + seed * 7 % (records + 3), seed * 13 % (records + 2)
    lattice = Lattice(frequency_set, trees, k)
    satisfying = [v for v in vectors(lattice.top)
                  if records_below(frequency_set, trees, v, k) <= max_suppression]
    if not satisfying:
        assert records < k
        with pytest.raises(DataError, match='%s to publish, fewer than k = %d, and at most %d may'
                                            % (there_are(records, 'record'), k, max_suppression)):
            least_height(lattice, max_suppression)
        return
    search = least_height(lattice, max_suppression)
    least = min(map(height, satisfying))
    assert search.height == least
    assert search.vectors == [vector for vector in satisfying if height(vector) == least]
    if max_suppression < records:
        losses = tree_losses(columns(frequency_set), trees)
        costs = {'lm': lambda v, sizes, out: lm(sizes, out, losses),
                 'dm': lambda v, sizes, out: dm(sizes, out),
                 'precision': lambda v, sizes, out: -precision(sizes, out, v, lattice.top)}
        for measure, cost in costs.items():
            values = []
            for vector in search.vectors:
                outcome = classes(frequency_set, full_domain(lattice, vector))
                values.append((round(cost(vector, *outcome), 9), vector))
            _, best = min(values)
            target = objective_for(measure, lattice, max_suppression)
            assert best_of(search.vectors, target) == best
    assert best_of(search.vectors, None) == search.vectors[0]


@pytest.mark.parametrize('seed', seeds(100))
def test_every_published_class_has_at_least_k_records(seed):
    frequency_set, trees = random_table(seed)
    for k in (1, 2, 5, 1000):
        lattice = Lattice(frequency_set, trees, k)
        for vector in vectors(lattice.top):
            recoding = full_domain(lattice, vector)
            sizes, suppressed = classes(frequency_set, recoding)
            assert set(recoding) == set(frequency_set)
            assert is_k_anonymous(sizes, k)
            assert suppressed == lattice[vector]
            assert sum(sizes.values()) + suppressed == sum(frequency_set.values())
            if sizes:
                assert c_avg(sizes, k) >= 1


@pytest.mark.parametrize('seed', seeds(50))
def test_row_order_changes_nothing(seed):
    frequency_set, trees = random_table(seed)
    rows = list(frequency_set.items())
    Random(seed).shuffle(rows)
    records = sum(frequency_set.values())
    lattices = [Lattice(table, trees, min(3, records)) for table in (frequency_set, dict(rows))]
    expected, found = [least_height(lattice, 1) for lattice in lattices]
    tried, tried_too = [list(lattice.items()) for lattice in lattices]
    assert (expected, tried) == (found, tried_too)
    for measure in MEASURES:
        answers = set()
        for lattice in lattices:
            target = objective_for(measure, lattice, 1)
            states = tuple(branch_and_bound(lattice, target, 1))
            answers.add((best_of(expected.vectors, target), states))
        assert len(answers) == 1


def test_the_heights_are_searched_by_halving():
    """Of 17 heights, where two records agree from the 13th on, five are tried."""
    postcodes = ['0000' + '0' * 12, '0001' + '0' * 12]
    lattice = Lattice(dict.fromkeys(zip(postcodes), 1), [masked(postcodes, *range(1, 17))], k=2)
    assert least_height(lattice, 0) == (13, [(13,)])
    assert list(lattice) == [(16,), (8,), (12,), (14,), (13,)]


def test_of_equal_vectors_the_first_is_chosen():
    """Two columns of the same shape: (0, 1) and (1, 0) cost the same under every measure."""
    table = {(a, b): 1 for a in 'xy' for b in 'pq'}
    trees = [Hierarchy({'x': '*', 'y': '*'}), Hierarchy({'p': '*', 'q': '*'})]
    lattice = Lattice(table, trees, 2)
    for measure in MEASURES:
        assert best_of([(1, 0), (0, 1)], objective_for(measure, lattice, 0)) == (0, 1)


def test_of_equal_vectors_one_that_publishes_something_is_chosen():
    """Both have height 1. The first suppresses both records, and the second publishes them."""
    table = {('x', 'p'): 1, ('y', 'p'): 1}
    trees = [Hierarchy({'x': '*', 'y': '*'}), Hierarchy({'p': '*', 'q': '*'})]
    lattice = Lattice(table, trees, 2)
    assert (lattice[0, 1], lattice[1, 0]) == (2, 0)
    assert best_of([(0, 1), (1, 0)], objective_for('height', lattice, 2)) == (1, 0)


def by_plain_search(lattice, max_suppression):
    """The height and the vectors that Samarati's search has to find. The height may be None.

    Every vector is checked on its own.
    """
    satisfying = [vector for vector in vectors(lattice.top) if lattice[vector] <= max_suppression]
    least = min(map(height, satisfying), default=None)
    return least, [vector for vector in satisfying if height(vector) == least]


@pytest.mark.parametrize('seed', seeds(300))
def test_what_is_known_changes_no_answer(seed):
    """k alone, and with rules that are steady or not, for one MaxSup after the other.

    All are asked of one lattice.
    """
    random = Random(seed)
    frequency_set, trees = random_table(seed, columns=2 + seed % 4)
    records = sum(frequency_set.values())
    closeness = Closeness((3, 10), Equal({'flu': 2, 'ulcer': 1}))
    rules = [{}, {'condition': [Distinct(2)]}, {'condition': [closeness]}][seed % 3]
    histograms = {}
    for quasi, n in frequency_set.items():
        flu = random.randint(0, n)
        of_tuple = {('flu',): flu, ('ulcer',): n - flu}
        histograms[quasi] = {values: m for values, m in of_tuple.items() if m}
    required = Required(random.choice((1, 2, 5)), rules, histograms)
    lattice = lattice_of(frequency_set, trees, required)
    plain = lattice.with_k(required.k)
    some, many = random.randint(0, records // 4), random.randint(0, records)
    for max_suppression in (0, some, many, 0):
        least, expected = by_plain_search(plain, max_suppression)
        if least is None:
            with pytest.raises(Unsatisfied):
                least_height(lattice, max_suppression)
        else:
            assert least_height(lattice, max_suppression) == (least, expected)
        known_of = lattice.sparing(max_suppression).known
        for vector in vectors(lattice.top):     # no more is said than is true
            known = known_of.out(vector)
            assert known in (None, plain.suppresses_too_much(vector, max_suppression))
            assert known is not True or plain[vector] > max_suppression
    assert all(lattice[vector] == plain[vector] for vector in lattice)


def test_a_check_tells_of_the_vectors_below_and_above():
    lattice = Lattice(RACE_ZIP, RACE_ZIP_TREES, 2)
    assert lattice.sparing(1).rules_out((0, 1)) and not lattice.sparing(1).rules_out((1, 1))
    assert lattice.sparing(1).rules_out((0, 0)) and not lattice.sparing(1).rules_out((1, 2))
    assert list(lattice) == [(0, 1), (1, 1)]
    # What is known for one MaxSup says nothing of another.
    assert not lattice.sparing(2).rules_out((0, 1))
    assert lattice.with_k(5).sparing(1).known.out((0, 0)) is None


def test_what_is_known_of_incomparable_vectors_is_kept():
    known = Decisions((2, 2))
    told = {(1, 0): True, (0, 1): True, (2, 1): False, (1, 2): False}
    for vector, out in told.items():
        known.add(vector, out)
    assert {vector: known.out(vector) for vector in told} == told
    assert known.out((1, 1)) is None and known.out((2, 0)) is None
    known.add((1, 1), True)     # the two below it need not be kept
    known.add((1, 1), False)    # nor the two above
    assert (len(known._out), len(known._in)) == (1, 1)


def test_a_failing_vector_is_followed_upward():
    """First x and y are raised, which are 2 labels, then the 4 postcodes.

    At the top of the postcodes these are one. The way ends at (1, 3), which is not asked for.
    """
    trees = [Hierarchy({'x': '*', 'y': '*'}), masked(('0000', '0001', '0010', '0100'), 1, 2, 3)]
    lattice = Lattice({('x', zip_): 1 for zip_ in trees[1].leaves}, trees, k=3)
    assert not lattice.sparing(0).may_satisfy((0, 0))
    assert list(lattice) == [(0, 0), (1, 1), (1, 2)]
    known = lattice.sparing(0).known
    assert [known.out(vector) for vector in [(0, 2), (1, 2), (1, 3)]] == [True, True, None]


@pytest.mark.parametrize('seed', seeds(100))
def test_how_far_upward_a_failing_vector_is_followed(seed):
    """The last vector of the way that is ruled out is known then.

    What does not fail, or is known, costs no further check.
    """
    frequency_set, trees = random_table(seed, columns=3)
    random = Random(seed)
    fresh, lattice = Lattice(frequency_set, trees, 3), Lattice(frequency_set, trees, 3)
    max_suppression = random.randint(0, lattice.records // 10)
    sparing = lattice.sparing(max_suppression)
    if sparing.rules_out(lattice.top):
        return
    for vector in random.choices(list(vectors(lattice.top)), k=20):
        way = sparing.way_to_the_top(vector)
        checked = len(lattice)
        was_known = vector in lattice or sparing.known.out(vector) is not None
        out = not sparing.may_satisfy(vector)
        assert out == (fresh[vector] > max_suppression)
        if out and not was_known:
            last = max(place for place, above in enumerate(way)
                       if fresh[above] > max_suppression)
            assert sparing.known.out(way[last]) is True
            assert len(lattice) - checked <= 1 + (len(way) - 1).bit_length()
        else:
            assert len(lattice) - checked <= (not was_known)


def test_few_vectors_of_arx_adult_are_checked(arx):
    """There are 3,963 up to the heights that are tried."""
    quasi = ['sex', 'age', 'race', 'marital-status', 'education', 'native-country', 'workclass',
             'occupation', 'salary-class']
    trees = [load('%s/hierarchies/%s.txt' % (arx, name)) for name in quasi]
    lattice = Lattice(Counter(Table(arx + '/adult.csv').tuples(quasi)), trees, 5)
    search = least_height(lattice, 0)
    assert (search.height, len(search.vectors)) == (14, 13) and len(lattice) <= 233
