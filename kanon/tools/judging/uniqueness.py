"""How many people of a population are alone with their values, estimated from the classes of a sample.

Promise: a model that has no answer for the sample has None. Where the rule takes another model in its place, it says in place of which.
All three models assume that the table is a simple random sample, that every record is another person, and that the sizes of the classes
in the population follow the model. They do not apply to a sample of whole households, to a table of which the rare people were taken
out, or to a release of classes of k or more. Such a table has no unique record, and the models have nothing to go by.

- L. V. Zayatz, Estimation of the Number of Unique Population Elements Using a Sample, ASA Survey Research Methods, 1991.
- N. Hoshino, Applying Pitman's Sampling Formula to Microdata Disclosure Risk Assessment, Journal of Official Statistics 17(4), 2001.
- G. Chen, S. Keller-McNulty, Estimation of Identification Disclosure Risk in Microdata, Journal of Official Statistics 14(1), 1998: the
  slide negative binomial model (SNB). The number of classes in the population is Shlosser's estimate in the form of P. Haas and L. Stokes,
  Estimating the Number of Classes in a Finite Population, JASA 93(444), 1998.
- F. Dankar, K. El Emam, A. Neisa, T. Roffey, Estimating the Re-identification Risk of Clinical Data Sets, BMC Medical Informatics and
  Decision Making 12(66), 2012: the rule that chooses.
Departure: Newton's method begins at the best point of a grid, and takes shorter steps where a full one would lower the likelihood. The two
equations of SNB become one, which is solved by halving, so that a solution is found wherever it lies.
"""

from __future__ import annotations

from collections import Counter
from math import ceil, exp, fsum, inf, lgamma, log, log1p, sqrt

from ...core.errors import Refused

TYPE_CHECKING = False       # as in library.py
if TYPE_CHECKING:
    from typing import Any, Iterable

SMALL = 0.1             # up to this sampling fraction the rule takes Pitman's model
# Pitman's alpha and theta + alpha among which the search begins. Then it takes so many steps. One that is shorter than EXACT, as a share of
# what it changes, is the last. An alpha nearer to 0 or 1 than the EDGE is none.
ALPHAS, THETAS = [n / 40 for n in range(1, 40)], [2.0 ** (n / 2) for n in range(-20, 80)]
STEPS, EXACT, EDGE = 100, 1e-9, 1e-6
AT_ONCE, LEAST = 1e6, 1e-300     # Zayatz's: people that the others are left among for each that is taken in a step, and a chance that is none
MANY = 1000         # numbers of a sum that are added up one by one


def population_uniques(sizes: Iterable[int], fraction: float) -> dict[str, Any]:
    """The estimates of the three models, and the one that the rule of Dankar et al. chooses.

    sizes: how many records each class of the sample has. fraction: records of the sample / people of the population, above 0 and up to 1.
    population: how many people it has. models: {model: the people who are alone with their values, None where it has no answer}. chosen: the
    model that the rule takes. instead_of: the model that it would take, if that had an answer, else None. uniques: the estimate. share:
    of the population. of_uniques: how many of the sample's unique records belong to such people.

    >>> found = population_uniques([1] * 40 + [2] * 10 + [3] * 5 + [10, 20], 0.05)
    >>> found['population'], found['chosen'], round(found['uniques']), round(found['share'], 3), round(found['of_uniques'], 1)
    (2100.0, 'pitman', 261, 0.124, 13.1)
    >>> population_uniques([1, 1, 1], 0.05)['instead_of']      # of three different people no model can learn
    'pitman'
    """
    if not 0 < fraction <= 1:
        raise Refused('a sampling fraction is above 0 and at most 1, and not %r' % fraction)
    of_size = dict(sorted(Counter(sizes).items()))
    if not of_size or min(of_size) < 1:
        raise Refused('the sizes of classes are whole numbers from 1 on, and there is one size or more')
    records = sum(size * n for size, n in of_size.items())
    population, alone = records / fraction, of_size.get(1, 0)
    models = {'pitman': pitman(of_size, population), 'zayatz': zayatz(of_size, fraction), 'snb': snb(of_size, fraction)}
    models = {name: None if found is None or not found <= population * (1 + 1e-9) else min(found, population) for name, found in models.items()}
    chosen, instead_of = chosen_model(models, fraction)
    uniques = models[chosen]
    return {'sampling_fraction': fraction, 'population': population, 'sample_uniques': alone, 'models': models, 'chosen': chosen,
            'instead_of': instead_of, 'uniques': uniques, 'share': uniques / population, 'of_uniques': min(alone, uniques * fraction)}


def chosen_model(models, fraction) -> tuple:
    """The model that the rule of Dankar et al. takes, and the one that it would have taken, had it an answer.

    >>> chosen_model({'pitman': 5, 'zayatz': 9, 'snb': 7}, 0.1), chosen_model({'pitman': None, 'zayatz': 9, 'snb': 7}, 0.1)
    (('pitman', None), ('zayatz', 'pitman'))
    >>> chosen_model({'pitman': 5, 'zayatz': 9, 'snb': 7}, 0.2), chosen_model({'pitman': 5, 'zayatz': 9, 'snb': None}, 0.2)
    (('snb', None), ('zayatz', 'snb'))
    """
    first = 'pitman' if fraction <= SMALL else 'snb'
    if models[first] is None:
        return 'zayatz', first
    return ('zayatz' if first == 'snb' and models['zayatz'] < models['snb'] else first), None


# Zayatz: by Bayes, as if the classes of the population had the sizes that those of the sample have.

def zayatz(of_size, fraction) -> float:
    """The estimate, from {size: classes of the sample}.

    >>> zayatz({1: 3}, 0.5), zayatz({1: 2, 2: 1}, 1), zayatz({2: 4}, 0.5)
    (6.0, 2.0, 0.0)
    """
    alone = of_size.get(1, 0)
    records = sum(size * n for size, n in of_size.items())
    once = dict(seen_once(of_size, records, records / fraction))
    return alone / fraction * (alone * once[1] / fsum(n * once[size] for size, n in of_size.items())) if alone else 0.0


def seen_once(sizes, records, population):
    """Yield (size, the chance that just one of so many people is in the sample), in ascending order of the sizes: hypergeometric.

    >>> list(seen_once([1, 2], 2, 4)), list(seen_once([2], 4, 4))        # two of four: each person is in half of the samples
    ([(1, 0.5), (2, 0.6666666666666666)], [(2, 0.0)])
    """
    others, i = 1.0, 0      # the chance that the others are not in it
    for size in sizes:
        while i < size - 1 and others:
            left, step = population - records - i, 1
            if left < 2 * AT_ONCE:
                others *= max(0.0, left) / (population - 1 - i)
            else:       # the factors of a step are almost equal, so the one in its middle stands for all
                step = min(size - 1 - i, int(left / AT_ONCE))
                others *= exp(step * log1p((1 - records) / (population - 1 - i - (step - 1) / 2)))
            others = others if others > LEAST else 0.0
            i += step
        yield size, size * records / population * others


# Pitman: the partition of people into classes follows Pitman's sampling formula with theta and alpha.

def pitman(of_size, population):
    """The estimate, from {size: classes of the sample}. None where no likelihood is greatest at an alpha between 0 and 1.

    >>> round(pitman({1: 40, 2: 10, 3: 5, 10: 1, 20: 1}, 2100)), pitman({1: 3}, 60), pitman({2: 4}, 60), pitman({1: 1}, 2)
    (261, None, None, None)
    """
    found = most_likely(of_size)
    if found is None:
        return None
    theta, alpha = found
    return exp(lgamma(theta + 1) - lgamma(theta + alpha) + alpha * log(population))


def most_likely(of_size):
    """(theta, alpha) of the greatest likelihood, by Newton's method. None if there is none with 0 < alpha < 1."""
    records, classes, alone = sum(size * n for size, n in of_size.items()), sum(of_size.values()), of_size.get(1, 0)
    if not 0 < alone < records:
        return None     # with none alone alpha goes to 0 and below, with all alone to 1
    likelihood, theta, alpha = max((log_likelihood(of_size, records, classes, x - alpha, alpha, parts), x - alpha, alpha)
                                   for alpha in ALPHAS for parts in [likelihood_of_sizes(of_size, alpha)] for x in THETAS)
    damp = 0.0
    for _ in range(STEPS):
        (slope_t, slope_a), (tt, ta, aa) = slopes(of_size, records, classes, theta, alpha)
        while True:
            a, b = tt - damp * abs(tt), aa - damp * abs(aa)
            det = a * b - ta * ta
            if a < 0 < det:
                step_t, step_a = (ta * slope_a - b * slope_t) / det, (ta * slope_t - a * slope_a) / det
                there = log_likelihood(of_size, records, classes, theta + step_t, alpha + step_a)
                if there >= likelihood - 1e-12 * abs(likelihood):
                    break
            damp = max(10 * damp, 1e-3)
            if damp > 1e9:
                return None
        theta, alpha, likelihood, damp = theta + step_t, alpha + step_a, there, damp / 10 if damp > 1e-3 else 0.0
        if not EDGE < alpha < 1 - EDGE:
            return None
        if not damp and abs(step_t) <= EXACT * (1 + abs(theta)) and abs(step_a) <= EXACT:
            return theta, alpha
    return None


def likelihood_of_sizes(of_size, alpha):
    """What the sizes of the classes add to the logarithm of the likelihood."""
    least = lgamma(1 - alpha)
    return fsum(n * (lgamma(size - alpha) - least) for size, n in of_size.items())


def log_likelihood(of_size, records, classes, theta, alpha, parts=None):
    """That of Pitman's sampling formula, without what depends on the sample alone. -inf outside of 0 < alpha < 1 and theta > -alpha.

    parts: of_sizes(of_size, alpha), where it is known.
    """
    if not 0 < alpha < 1 or theta + alpha <= 0:
        return -inf
    parts = likelihood_of_sizes(of_size, alpha) if parts is None else parts
    return ((classes - 1) * log(alpha) + lgamma(theta / alpha + classes) - lgamma(theta / alpha + 1) - lgamma(theta + records) + lgamma(theta + 1)
            + parts)


def slopes(of_size, records, classes, theta, alpha) -> tuple:
    """The first derivatives of the logarithm of the likelihood, by theta and alpha, and the second ones: (tt, ta, aa)."""
    t = a = tt = ta = aa = 0.0
    for i in range(1, classes):
        part = 1 / (theta + i * alpha)
        weighed = i * part
        t += part
        a += weighed
        tt -= part * part
        ta -= part * weighed
        aa -= weighed * weighed
    parts, squares = added_parts(theta + 1, records - 1)
    t, tt = t - parts, tt + squares
    before, once, twice = 1, 0.0, 0.0
    for size, n in of_size.items():
        parts, squares = added_parts(before - alpha, size - before)
        before, once, twice = size, once + parts, twice + squares
        a -= n * once
        aa -= n * twice
    return (t, a), (tt, ta, aa)


def added_parts(start, n) -> tuple:
    """The sums of 1 / x and of 1 / x^2 over n numbers x: start, start + 1, and so on.

    Those from MANY on are added up by the formula of Euler and Maclaurin, since a class of a counted table may have 1e12 records.

    >>> added_parts(1, 3), round(added_parts(0.5, 5000)[0] - sum(1 / (i + 0.5) for i in range(5000)), 12)
    ((1.8333333333333333, 1.3611111111111112), 0.0)
    """
    once, twice = 0.0, 0.0
    few = min(n, max(0, ceil(MANY - start)))
    for i in range(few):
        part = 1 / (start + i)
        once += part
        twice += part * part
    if few < n:
        low, high = start + few, start + n
        once += log1p((high - low) / low) + (1 / low - 1 / high) / 2 + (1 / low ** 2 - 1 / high ** 2) / 12
        twice += (high - low) / low / high + (1 / low ** 2 - 1 / high ** 2) / 2 + (1 / low ** 3 - 1 / high ** 3) / 6
    return once, twice


# SNB: a class of the population has 1 person more than a negative binomial number with alpha and beta says.

def snb(of_size, fraction):
    """The estimate, from {size: classes of the sample}. None where no alpha and beta, or several, give its classes of one and of two.

    >>> round(snb({1: 40, 2: 10, 3: 5, 10: 1, 20: 1}, 0.5)), snb({1: 3}, 0.5), snb({2: 4}, 0.5)
    (55, None, None)
    """
    if not of_size.get(1) or not of_size.get(2):
        return None
    classes = shlosser(of_size, fraction)
    found = by_ones_and_twos(of_size[1], of_size[2], classes, fraction)
    return found and classes * found[1] ** found[0]


def by_ones_and_twos(alone, pairs, classes, fraction):
    """(alpha, beta) with which a sample of so many classes of a population has so many of one record and of two. None without just one."""

    def too_many(x):
        """How many times too many classes of one record are expected at the beta of a logit, as a logarithm, and the alpha there."""
        beta = 1 / (1 + exp(-x))
        out = (1 - fraction) * (1 - beta)
        alpha = alpha_for(out, 2 * pairs / alone / (fraction * (1 - beta)))
        return log(classes * fraction / alone) + alpha * log(beta / (1 - out)) + log1p(alpha * out / (1 - out)), alpha, beta

    grid = [x / 10 for x in range(-300, 301)]
    signs = [too_many(x)[0] > 0 for x in grid]
    crossings = [pair for pair, here, there in zip(zip(grid, grid[1:]), signs, signs[1:]) if here != there]
    if len(crossings) != 1:
        return None
    (low, high), = crossings
    rising = too_many(high)[0] > 0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if (too_many(middle)[0] > 0) == rising else (middle, high)
    return too_many(high)[1:]


def alpha_for(out, ratio):
    """The alpha at which classes of two and of one have their ratio in the sample. It is the one root above 0 of a quadratic equation.

    out: (1 - fraction) (1 - beta). ratio: 2 pairs / alone / (fraction (1 - beta)).
    """
    b, c = 2 - out - ratio * (1 - out) * out, ratio * (1 - out) ** 2
    root = sqrt(b * b + 4 * out * c)
    return 2 * c / (b + root) if b > 0 else (root - b) / (2 * out)


def shlosser(of_size, fraction) -> float:
    """How many classes the population has.

    >>> shlosser({1: 4, 2: 3}, 1), round(shlosser({1: 4, 2: 3}, 0.5), 2)
    (7, 9.71)
    """
    seen, out, both = sum(of_size.values()), 1 - fraction, 1 - fraction * fraction
    if not out:
        return seen
    items = of_size.items()
    missed = fsum(n * out ** size for size, n in items)
    once = fsum(n * size * fraction * out ** (size - 1) for size, n in items)
    twice = fsum(n * size * fraction * fraction * both ** (size - 1) for size, n in items)
    return seen + of_size[1] * twice / (fsum(n * both ** size for size, n in items) - missed) * (missed / once) ** 2
