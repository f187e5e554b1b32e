"""The risk of each record of a survey, from the weights of its records.

Promise: the risk is the expected value of 1 / (people of the class in the population), given the records of the class in the sample. It is
above 0 and at most 1 / (records of the class).
A weight says how many people of the population a record stands for. The people of a class are then estimated by the sum of its weights.
The number of people of a class is taken to be negative binomial, given its records. That assumes that the records of a class were
drawn with equal chances, and that nobody knows who is in the sample.

R. Benedetti, L. Franconi, Statistical and Technological Solutions for Controlled Data Dissemination, NTTS 1998; L. Franconi, S. Polettini,
Individual Risk Estimation in mu-Argus: a Review, PSD 2004.
Departure: the paper's formula is a difference of large numbers. Here it is the same integral, by terms above 0 or by a recurrence that is
steady where it is used. Weights that say fewer people than records are taken to say as many, so that no risk exceeds 1 / records.
"""

from __future__ import annotations

from math import fsum, log

from ...core.errors import Refused

MANY = 20       # records of a class; from here on the series is short


def individual_risk(records: int, people: float) -> float:
    """The risk of each record of a class. people: the sum of the weights.

    With p = records / people it is p times the integral from 0 to 1 of s^(records - 1) / (p + (1 - p) s).

    >>> [round(individual_risk(*class_), 8) for class_ in ((3, 108), (1, 45.5), (2, 100), (1, 123.5))]
    [0.01355297, 0.08579129, 0.01877883, 0.03931625]
    >>> individual_risk(4, 4), individual_risk(1, 0.5), round(individual_risk(1000000, 2e6), 12)
    (0.25, 1.0, 5e-07)
    """
    if records < 1 or not people > 0:
        raise Refused('a class has 1 record or more and weights above 0, and not %r and %r' % (records, people))
    p = min(1.0, records / people)
    q = 1 - p
    if q <= 0.5 or records >= MANY:
        return p / records * hypergeometric_series(records, q)
    integral = log(1 / p) / q
    for i in range(1, records):
        integral = (1 / i - p * integral) / q       # p / q < 1, so an error shrinks
    return p * integral


def hypergeometric_series(records, q) -> float:
    """The sum of k! records! / (records + k)! q^k over k from 0 on: Gauss's hypergeometric function F(1, 1; records + 1; q)."""
    total = term = 1.0
    k = 1
    while term > 1e-17 * total:
        term *= q * k / (records + k)
        total += term
        k += 1
    return total


def weighted_risks(classes, threshold) -> dict:
    """The individual risks of a table, from (records, sum of the weights) of each class.

    threshold: the risk that is too high. population: the people whom the classes stand for. expected: how many records whoever matches
    all of them with the population is expected to be right about. short: the records of classes whose weights say fewer people than records.

    >>> found = weighted_risks([(3, 108), (1, 45.5), (1, 17), (2, 100), (1, 123.5)], 0.1)
    >>> found['population'], round(found['highest'], 8), round(found['expected'], 4), found['above'], found['short']
    (394.0, 0.17707583, 0.3804, 1, 0)
    """
    found = [(records, people, individual_risk(records, people)) for records, people in classes]
    records, expected = sum(n for n, _, _ in found), fsum(n * risk for n, _, risk in found)
    above = sum(n for n, _, risk in found if risk > threshold)
    return {'population': fsum(people for _, people, _ in found), 'highest': max(risk for _, _, risk in found), 'average': expected / records,
            'expected': expected, 'above': above, 'above_share': above / records, 'short': sum(n for n, people, _ in found if people < n)}
