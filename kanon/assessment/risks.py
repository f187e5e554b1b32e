"""Re-identification risks of a table, and which of its columns identify people.

Promise: every record counts, with a risk of 1 / (records of its class). Sums are of whole numbers wherever possible.
- The prosecutor knows that a person is in the table. A record's risk is 1 / size of its class.
- The journalist knows a population that the table is a sample of. A record's risk is 1 / the people there whom its class fits.
- The marketer matches all records, and hopes that many matches are right. The risk is the mean of these risks.
If the population has fewer records of a class than the sample, it is not the population of this sample. Such records are
counted (`absent`, `short`). Their class is taken to be as large as in the sample, so that no risk exceeds 1.
- Distinction is distinct combinations / records. Separation is the share of pairs of records that differ.

K. El Emam, F. Dankar, Protecting Privacy Using k-Anonymity, JAMIA 15(5), 2008; F. Dankar, K. El Emam, A Method for
Evaluating Marketer Re-identification Risk, PAIS 2010; R. Motwani, Y. Xu, Efficient Algorithms for Masking and Finding
Quasi-Identifiers, 2008.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb, fsum

from ..errors import DataError
from ..levels.rollup import RollUps
from .people_fitted import told_people
from .published_classes import accounts, class_sizes

SUBSETS = 100_000       # more sets of columns are refused

SCREENFUL = 12          # sets of columns


def assessed(published, population=None, threshold=(1, 5), people=None) -> dict:
    """The report on a published table and its population, if there is one, without the sets of columns.

    threshold: the risk that is too high, as numerator and denominator. people: the People of the classes in the population
    (people_fitted.py).
    """
    sizes = class_sizes(published)
    report = {'records': accounts(published), 'classes': len(sizes), 'threshold': threshold[0] / threshold[1], 'population': None}
    if population is not None:
        report['population'] = {'records': sum(class_sizes(population).values()), 'classes': len(population.classes)}
        population = {quasi: n for quasi, n in people.of_classes.items() if n}
        report['population'].update(not_covered(sizes, population))
        report['in_population'] = told_people(sizes, people)
    return {**report, 'risks': risks(sizes, threshold, population)}


def risks(sizes, threshold, population=None) -> list:
    """A row for each attacker, from {quasi tuple: records} of the table and of the population, if there is one.

    threshold: a pair of whole numbers, numerator and denominator.

    >>> rows = risks({'a': 3, 'b': 1}, (1, 5), {'a': 10, 'b': 2})
    >>> [(row['attacker'], row['highest'], row['average'], row['above']) for row in rows]
    [('prosecutor', 1.0, 0.5, 4), ('journalist', 0.5, 0.2, 1), ('marketer', None, 0.2, None)]
    """
    rows = [attacked('prosecutor', [(n, n) for n in sizes.values()], threshold)]
    if population is not None:
        rows.append(attacked('journalist', [(n, max(n, population.get(quasi, 0))) for quasi, n in sizes.items()], threshold))
    nothing = dict.fromkeys(rows[-1])
    return [*rows, {**nothing, 'attacker': 'marketer', 'average': rows[-1]['average']}]


def attacked(attacker, classes, threshold) -> dict:
    """The risks of the records, from a pair for every class: its records, and the records that each of them may be.

    'uniques': records that are alone in the class that they may be in.
    """
    p, q = threshold
    records = sum(n for n, _ in classes)
    above = sum(n for n, size in classes if q > p * size)
    return {'attacker': attacker, 'highest': 1 / min(size for _, size in classes),
            'average': fsum(n / size for n, size in classes) / records,
            'above': above, 'above_share': above / records, 'uniques': sum(n for n, size in classes if size == 1)}


def not_covered(sizes, population) -> dict:
    """The records whose class is not in the population, and those whose class has too few records there.

    >>> not_covered({'a': 3, 'b': 1, 'c': 2}, {'a': 2, 'b': 1})
    {'absent': 2, 'short': 3}
    """
    return {'absent': sum(n for quasi, n in sizes.items() if quasi not in population),
            'short': sum(n for quasi, n in sizes.items() if 0 < population.get(quasi, 0) < n)}


def subsets(sizes, columns, most=None):
    """Yield a row for every set of at most so many columns, the largest sets first. It shows how far they tell records apart.

    >>> rows = list(subsets({('39', 'm'): 2, ('39', 'f'): 1, ('40', 'f'): 1}, ['age', 'sex']))
    >>> [(row['columns'], row['distinct'], row['separation']) for row in rows]
    [(('age', 'sex'), 3, 0.8333333333333334), (('age',), 2, 0.5), (('sex',), 2, 0.6666666666666666)]
    """
    most = min(most or len(columns), len(columns))
    check_number(len(columns), most)
    values = [dict.fromkeys(column) for column in zip(*sizes)]
    roll_ups = RollUps(sizes, [[{value: value for value in column}, dict.fromkeys(column, '*')] for column in values])
    for size in range(most, 0, -1):
        for chosen in combinations(range(len(columns)), size):
            vector = tuple(int(place not in chosen) for place in range(len(columns)))
            yield told_apart(tuple(columns[place] for place in chosen), roll_ups.at(vector).counts)


def check_number(columns, most):
    """DataError if there are more sets of columns than anybody will wait for."""
    number = sum(comb(columns, size) for size in range(1, most + 1))
    if number > SUBSETS:
        raise DataError('%d quasi-identifiers have %s sets of at most %d columns, more than %s; name fewer columns, or give'
                        ' a smaller --most' % (columns, '{:,}'.format(number), most, '{:,}'.format(SUBSETS)))


def told_apart(columns, counts) -> dict:
    """How far these columns tell the records apart; counts: the sizes of the classes that they form."""
    records = sum(counts)
    pairs, alike = records * (records - 1) // 2, sum(n * (n - 1) // 2 for n in counts)
    return {'columns': columns, 'distinct': len(counts), 'uniques': sum(n == 1 for n in counts), 'smallest': min(counts),
            'distinction': len(counts) / records, 'separation': (pairs - alike) / pairs if pairs else None}


def ranked(rows) -> list:
    """The most identifying sets of columns first. Of equal ones the smaller set comes first, then the earlier columns."""
    return sorted(rows, key=lambda row: (-row['distinct'], -(row['separation'] or 0), len(row['columns'])))


def screenful(rows, most=SCREENFUL) -> list:
    """The first ranked rows of each size, taken in turn, as many as fit. They stay in ranked order.

    >>> rows = [{'columns': columns} for columns in ('abc', 'ab', 'ac', 'a')]
    >>> screenful(rows, most=3)
    [{'columns': 'abc'}, {'columns': 'ab'}, {'columns': 'a'}]
    """
    turn = []
    seen: Counter = Counter()
    for row in rows:
        turn.append(seen[len(row['columns'])])
        seen[len(row['columns'])] += 1
    first = sorted(range(len(rows)), key=turn.__getitem__)[:most]
    return [rows[place] for place in sorted(first)]
