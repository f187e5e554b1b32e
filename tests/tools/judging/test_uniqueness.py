"""The people of a population who are alone with their values: ARX's numbers, each model against its definition, and known populations."""

import csv
from collections import Counter
from fractions import Fraction
from math import comb, exp, fsum, lgamma, log
from random import Random

import pytest

from conftest import seeds
from kanon.core.errors import Refused
from kanon.tools.judging.uniqueness import (added_parts, by_ones_and_twos, chosen_model,
                                            log_likelihood, most_likely, pitman,
                                            population_uniques, seen_once, shlosser, slopes, snb,
                                            zayatz)

TOY = {1: 40, 2: 10, 3: 5, 10: 1, 20: 1}


def sizes_of(of_size):
    return [size for size, n in of_size.items() for _ in range(n)]


def random_sizes(random):
    """{size: classes} of a few records, some of them alone."""
    return dict(sorted(Counter(int(1 / (random.random() + 0.02)) or 1 for _ in range(random.randrange(1, 60))).items()))


# ARX's TestRiskMetrics on its adult.csv. It chose Pitman's model at 0.1 and 0.01, and at 0.2 the number is Zayatz's. Here SNB is chosen at 0.2: ARX's
# equation for classes of two multiplies by a power by which the model divides, so its SNB is another number. What the two models say is the same.

@pytest.fixture(scope='module')
def adults(arx):
    with open(arx + '/adult.csv', encoding='utf-8') as file:
        return list(map(tuple, list(csv.reader(file, delimiter=';'))[1:]))


@pytest.mark.parametrize('fraction, model, share', [
    (0.1, 'pitman', 0.27684993883653597), (0.1, 'zayatz', 0.3207402393466189), (0.2, 'zayatz', 0.3577099234829125),
    (0.01, 'pitman', 0.1446083531167384), (1, 'zayatz', 0.5142895033485844)])
def test_arx_adult(adults, fraction, model, share):
    found = population_uniques(Counter(adults).values(), fraction)
    assert found['models'][model] / found['population'] == pytest.approx(share, abs=5e-9)
    assert found['chosen'] == ('pitman' if fraction <= 0.1 else 'snb') and found['instead_of'] is None


# Each model against its definition.

@pytest.mark.parametrize('seed', seeds(60))
def test_zayatz_by_fractions(seed):
    """Bayes in whole numbers: of the classes, as many of each size as the sample has, those seen once that have one person."""
    random = Random(seed)
    of_size = random_sizes(random)
    records = sum(sizes_of(of_size))
    population = records * random.choice([1, 2, 5, 20])
    once = {size: Fraction(size * comb(population - size, records - 1), comb(population, records)) if population - size >= records - 1 else 0
            for size in of_size}
    seen = sum(n * once[size] for size, n in of_size.items())
    alone = of_size.get(1, 0)
    expected = Fraction(alone * population, records) * alone * once[1] / seen if alone else 0
    assert zayatz(of_size, records / population) == pytest.approx(float(expected), rel=1e-9)


@pytest.mark.parametrize('seed', seeds(60))
def test_pitmans_parameters_are_the_most_likely(seed):
    """The likelihood is that of the formula, its slopes are those of the differences, and there is none greater around it, near and far."""
    random = Random(seed)
    of_size = random_sizes(random) if seed else TOY
    records, classes = sum(sizes_of(of_size)), sum(of_size.values())

    def by_formula(theta, alpha):
        return fsum([*(log(theta + i * alpha) for i in range(1, classes)), *(-log(theta + i) for i in range(1, records)),
                     *(log(i - alpha) for size in sizes_of(of_size) for i in range(1, size))])
    theta, alpha, step = random.uniform(0.1, 9), random.uniform(0.1, 0.9), 1e-5

    def likely(t, a):
        return log_likelihood(of_size, records, classes, theta + t, alpha + a)
    assert likely(0, 0) == pytest.approx(by_formula(theta, alpha), abs=1e-8)
    first, second = slopes(of_size, records, classes, theta, alpha)
    assert first == pytest.approx(((likely(step, 0) - likely(-step, 0)) / 2 / step, (likely(0, step) - likely(0, -step)) / 2 / step), rel=1e-4, abs=1e-4)
    up, down = (slopes(of_size, records, classes, theta + sign * step, alpha)[0] for sign in (1, -1))
    right, left = (slopes(of_size, records, classes, theta, alpha + sign * step)[0] for sign in (1, -1))
    differences = (up[0] - down[0]) / 2 / step, (up[1] - down[1]) / 2 / step, (right[1] - left[1]) / 2 / step
    assert second == pytest.approx(differences, rel=1e-4, abs=1e-4)
    found = most_likely(of_size)
    if found:
        best = by_formula(*found)
        assert all(by_formula(t, a / 50) <= best + 1e-9 for a in range(1, 50) for t in [2.0 ** i for i in range(-9, 12)])
        assert all(abs(slope) < 1e-5 for slope in slopes(of_size, records, classes, *found)[0])
        assert not seed or 0 < found[1] < 1
    else:       # the likelihood is greatest at an edge
        thetas = [1.03 ** i for i in range(-250, 450)]
        inside, edge = (max(log_likelihood(of_size, records, classes, t, a) for a in alphas for t in thetas)
                        for alphas in ([a / 50 for a in range(1, 50)], [1e-5, 1 - 1e-5]))
        assert inside < edge + 0.01 or log_likelihood(of_size, records, classes, thetas[-1], 0.5) > inside - 0.01


def test_pitmans_estimate_is_the_papers():
    theta, alpha = most_likely(TOY)
    assert log(pitman(TOY, 2000)) == pytest.approx(lgamma(theta + 1) - lgamma(theta + alpha) + alpha * log(2000))


@pytest.mark.parametrize('fraction', [0.05, 0.2, 0.5, 0.9])
def test_snb_gives_the_classes_of_one_and_of_two(fraction):
    """With the class sizes of the population 1 more than negative binomial, added up one by one, the sample has the classes it has."""
    classes = shlosser(TOY, fraction)
    alpha, beta = by_ones_and_twos(TOY[1], TOY[2], classes, fraction)
    assert alpha > 0 and 0 < beta < 1 and snb(TOY, fraction) == pytest.approx(classes * beta ** alpha)
    assert seen(alpha, beta, fraction, classes) == (pytest.approx(TOY[1]), pytest.approx(TOY[2]))


def seen(alpha, beta, fraction, classes):
    """How many of the classes have one record in the sample, and two: each person is in it by the fraction."""
    once = twice = 0.0
    chance = beta ** alpha
    for size in range(1, 6000):
        once += chance * size * fraction * (1 - fraction) ** (size - 1)
        twice += chance * comb(size, 2) * fraction ** 2 * (1 - fraction) ** max(0, size - 2)
        chance *= (alpha + size - 1) / size * (1 - beta)
    return classes * once, classes * twice


def test_shlosser_is_the_papers():
    q, items = 0.3, TOY.items()
    expected = 57 + 40 * (sum(i * q ** 2 * (1 - q ** 2) ** (i - 1) * n for i, n in items) / sum((1 - q) ** i * ((1 + q) ** i - 1) * n for i, n in items)
                          ) * (sum((1 - q) ** i * n for i, n in items) / sum(i * q * (1 - q) ** (i - 1) * n for i, n in items)) ** 2
    assert shlosser(TOY, q) == pytest.approx(expected)


def test_the_rule():
    models = {'pitman': 1, 'zayatz': 2, 'snb': 3}
    assert [chosen_model(models, fraction) for fraction in (0.01, 0.1, 0.11, 1)] == [('pitman', None)] * 2 + [('zayatz', None)] * 2
    assert chosen_model({**models, 'zayatz': 4}, 0.5) == ('snb', None)
    assert chosen_model({**models, 'pitman': None}, 0.1) == ('zayatz', 'pitman')
    assert chosen_model({**models, 'snb': None}, 0.5) == ('zayatz', 'snb')


# Known populations.

@pytest.mark.parametrize('fraction, within', [(0.05, 0.5), (0.1, 0.5), (0.2, 0.3), (0.5, 0.1)])
@pytest.mark.parametrize('columns', [[0, 1, 2, 3], [0, 1, 2, 3, 4], [1, 2, 4, 5], [0, 1, 2, 3, 4, 5, 6], list(range(9))])
def test_samples_of_adult(adults, fraction, within, columns):
    """Adult is the population. The mean of five estimates is off by this share of the truth at most, in every set of columns."""
    tuples = [tuple(row[place] for place in columns) for row in adults]
    truth = sum(n == 1 for n in Counter(tuples).values())
    found = [population_uniques(Counter(Random(seed).sample(tuples, int(fraction * len(tuples)))).values(), fraction)['uniques'] for seed in range(5)]
    assert abs(sum(found) / 5 / truth - 1) <= within


@pytest.mark.parametrize('fraction, within', [(0.05, 0.5), (0.1, 0.35), (0.2, 0.2), (0.5, 0.1)])
@pytest.mark.parametrize('seed', seeds(11, 4))
def test_samples_of_a_made_population(seed, fraction, within):
    """30,000 people in cells of very different sizes, which are known. The estimate is off by this share of the truth at most."""
    random = Random(seed)
    tuples = [(int(random.paretovariate(0.7)), random.randrange(4), min(9, int(random.expovariate(0.6)))) for _ in range(30_000)]
    truth = sum(n == 1 for n in Counter(tuples).values())
    found = population_uniques(Counter(random.sample(tuples, int(fraction * len(tuples)))).values(), fraction)
    assert abs(found['uniques'] / truth - 1) <= within
    assert 0 <= found['of_uniques'] <= found['sample_uniques']


# The edges.

@pytest.mark.parametrize('sizes, fraction, chosen, instead_of, uniques', [
    ([1] * 7, 0.1, 'zayatz', 'pitman', 70), ([1] * 7, 0.5, 'zayatz', 'snb', 14),       # all alone
    ([2] * 7, 0.1, 'zayatz', 'pitman', 0), ([5, 9], 0.5, 'zayatz', 'snb', 0),           # none alone
    ([1], 0.1, 'zayatz', 'pitman', 10), ([9], 0.001, 'zayatz', 'pitman', 0),            # one record, one class
    ([1, 1, 2, 3], 1, 'snb', None, 2), ([1], 1, 'zayatz', 'snb', 1)])                   # the table is the population
def test_what_is_estimated_at_the_edges(sizes, fraction, chosen, instead_of, uniques):
    found = population_uniques(sizes, fraction)
    assert (found['chosen'], found['instead_of'], found['uniques']) == (chosen, instead_of, pytest.approx(uniques))
    assert found['models'][instead_of] is None if instead_of else True


@pytest.mark.parametrize('seed', seeds(110))
def test_any_sizes_and_fractions_give_a_number_of_people(seed):
    random = Random(seed)
    of_size = random_sizes(random)
    found = population_uniques(sizes_of(of_size), random.choice([1e-9, 1e-4, 0.03, 0.1, 0.3, 0.999999999, 1]))
    estimates = [*found['models'].values(), found['uniques']]
    assert all(uniques is None or 0 <= uniques <= found['population'] for uniques in estimates)
    assert 0 <= found['of_uniques'] <= found['sample_uniques'] and 0 <= found['share'] <= 1


@pytest.mark.parametrize('sizes, fraction', [([1], 0), ([1], -1), ([1], 1.5), ([1], float('nan')), ([], 0.5), ([0, 1], 0.5)])
def test_what_is_no_sample_is_refused(sizes, fraction):
    with pytest.raises(Refused):
        population_uniques(sizes, fraction)


def test_a_class_of_a_counted_table_may_have_a_thousand_million_records():
    """Sums over its records are not added up one by one. They are the same as with those that are."""
    found = population_uniques([1] * 40 + [2] * 10 + [3] * 5 + [10 ** 9], 0.1)
    assert 40 <= found['uniques'] <= found['population']
    assert zayatz({1: 4, 10 ** 12: 1}, 1e-9) == pytest.approx(4e9, rel=1e-6)
    steps = dict(seen_once([2, 50000], 2000, 5e6))      # in steps of four people
    exact = exp(fsum(log(Fraction(5000000 - 2000 - i, 5000000 - 1 - i)) for i in range(49999)))
    assert steps[50000] == pytest.approx(50000 * 2000 / 5e6 * exact, rel=1e-9)
    for start, n in ((0.3, 5000), (1500.5, 100), (999.9, 1), (40.2, 960), (7, 0)):
        values = [start + i for i in range(n)]
        assert added_parts(start, n) == pytest.approx((fsum(1 / x for x in values), fsum(1 / x ** 2 for x in values)), rel=1e-12)
