"""The individual risk of Benedetti and Franconi: sdcMicro's numbers, the definition added up term by term, and samples of known populations."""

from collections import Counter
from math import fsum, lgamma, exp, log
from random import Random

import pytest

from conftest import seeds
from kanon.core.errors import Refused
from kanon.tools.judging.survey_weights import individual_risk, weighted_risks

# The tables of sdcMicro's test_indivRisk.R, method "exact": (records of the class, sum of the weights, risk). In the second the classes are those of
# sdcMicro, in which a missing value is like any other value. In kanon it is a value of its own.
SDCMICRO = [(3, 108, 0.01355297), (1, 45.5, 0.08579129), (1, 17, 0.17707583), (2, 100, 0.01877883), (1, 123.5, 0.03931625),
            (4, 231.5 - 0, None)]
WITH_MISSING = [(3, 108, 0.013552968), (1, 45.5, 0.085791288), (1, 123.5, 0.039316254)]


@pytest.mark.parametrize('records, people, risk', [case for case in SDCMICRO + WITH_MISSING if case[2]])
def test_sdcmicros_numbers(records, people, risk):
    assert individual_risk(records, people) == pytest.approx(risk, abs=5e-9)


@pytest.mark.parametrize('records, people', [(1, 2), (2, 3), (3, 9.5), (5, 400), (12, 12.5), (19, 19.5), (19, 30), (19, 39), (19, 300), (20, 300), (40, 44), (200, 2000)])
def test_the_risk_is_the_mean_of_one_by_the_people(records, people):
    """Of negative binomial numbers of people, added up one by one."""
    p = records / people
    terms = (exp(lgamma(n) - lgamma(records) - lgamma(n - records + 1) + records * log(p) + (n - records) * log(1 - p)) / n
             for n in range(records, 60 * int(people) + 2000))
    assert individual_risk(records, people) == pytest.approx(fsum(terms), rel=1e-9)


@pytest.mark.parametrize('seed', seeds(220))
def test_a_risk_is_a_chance_and_falls_with_the_people(seed):
    random = Random(seed)
    records, people = random.choice([1, 2, 3, 18, 19, 20, 21, 1000, 10 ** 6]), 10 ** random.uniform(-1, 9)
    risk = individual_risk(records, people)
    assert 0 < risk <= 1 / records and individual_risk(records, people * 1.01) <= risk * (1 + 1e-12)
    assert individual_risk(records + 1, people) <= risk * (1 + 1e-12)
    assert people <= records or risk >= 1 / people * (1 - 1e-9)       # the mean of 1 / n is not below 1 / the mean of n


def test_at_the_edges():
    assert individual_risk(1, 1) == individual_risk(1, 0.2) == 1 and individual_risk(7, 7) == 1 / 7
    assert individual_risk(1, 1e12) == pytest.approx(27.63102e-12, rel=1e-5)
    found = weighted_risks([(4, 4), (1, 12)], 0.25)
    assert (found['above'], found['short']) == (0, 0), 'a risk at the threshold is not above it, and as many people as records are not fewer'
    for records, people in ((0, 5), (1, 0), (1, -2), (1, float('nan'))):
        with pytest.raises(Refused):
            individual_risk(records, people)


def ratio(random, cells, fraction):
    """The mean risk of a sample of cells of so many people, each of them drawn by the fraction, weight 1 / fraction; by the mean of 1 / people."""
    drawn = [(n, sum(random.random() < fraction for _ in range(n))) for n in cells]
    truth = fsum(there / n for n, there in drawn) / sum(there for _, there in drawn)
    return weighted_risks([(there, there / fraction) for _, there in drawn if there], 0.2)['average'] / truth


@pytest.mark.parametrize('seed', seeds(11, 4))
@pytest.mark.parametrize('fraction, within', [(0.02, 0.15), (0.1, 0.1), (0.5, 0.03)])
def test_samples_of_a_population_as_it_is_supposed(seed, fraction, within):
    """The number of cells of n people falls as 1 / n. Then the people of a cell are negative binomial, given those in the sample."""
    random = Random(seed)
    cells = random.choices(range(1, 3000), [1 / n for n in range(1, 3000)], k=4000)
    assert ratio(random, cells, fraction) == pytest.approx(1, abs=within)


@pytest.mark.parametrize('seed', seeds(11, 4))
@pytest.mark.parametrize('fraction, least, most', [(0.02, 0.2, 0.6), (0.1, 0.45, 0.7), (0.5, 0.75, 0.95)])
def test_where_many_are_alone_the_risk_is_too_low(seed, fraction, least, most):
    """30,000 people, half of whom share their cell with few. docs/explanation/limits.md says so."""
    random = Random(seed)
    people = Counter((int(random.paretovariate(0.8)), random.randrange(4)) for _ in range(30_000))
    assert least < ratio(random, people.values(), fraction) < most


def test_all_numbers_of_a_small_table():
    """Of five classes of sdcMicro's table. Above 0.05 are two records; the weights of (2, 1.5) say fewer people than records."""
    found = weighted_risks([case[:2] for case in SDCMICRO if case[2]] + [(2, 1.5)], 0.05)
    expected = 3 * 0.01355297 + 0.08579129 + 0.17707583 + 2 * 0.01877883 + 0.03931625 + 2 * 0.5
    assert (found['expected'], found['average']) == (pytest.approx(expected), pytest.approx(expected / 10))
    assert (found['population'], found['highest'], found['above'], found['above_share'], found['short']) == (395.5, 0.5, 4, 0.4, 2)
