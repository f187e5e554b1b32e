"""Re-identification risks of a table, and which of its columns identify people.

Promise: every record counts, each with 1 / (records of its class); the sums are of whole numbers wherever they can be.
- Prosecutor: knows that a person is in the table. A record's risk is 1 / size of its class.
- Journalist: knows a population that the table is a sample of. A record's risk is 1 / size of its class there.
- Marketer: matches all records and counts on the share that is right: the mean of these risks.
K. El Emam, F. Dankar, Protecting Privacy Using k-Anonymity, JAMIA 15(5), 2008; F. Dankar, K. El Emam, A Method for
Evaluating Marketer Re-identification Risk, PAIS 2010.
Where the population has fewer records of a class than the sample, it is no population of it: these records are counted
(`absent`, `short`), and their class is taken to be as large as in the sample, so that no risk exceeds 1.
- Distinction: distinct combinations / records; separation: the share of pairs of records that differ. R. Motwani, Y. Xu,
Efficient Algorithms for Masking and Finding Quasi-Identifiers, 2008.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb, fsum

from ..errors import DataError
from ..rollup import RollUps
from .classes import accounts, class_sizes

SUBSETS = 100_000       # more are refused

SHOWN = 12              # of them, in a screenful


def assessed(published, population, options) -> dict:
    """What is said of a table and its population (None without one), but for its sets of columns; options: threshold."""
    sizes = class_sizes(published)
    said = {'records': accounts(published), 'classes': len(sizes), 'threshold': options.threshold[0] / options.threshold[1],
            'population': None}
    if population is not None:
        population = class_sizes(population)
        said['population'] = {'records': sum(population.values()), 'classes': len(population), **not_covered(sizes, population)}
    return {**said, 'risks': risks(sizes, options.threshold, population)}


def risks(sizes, threshold, population=None) -> list:
    """A row for each attacker, of {quasi tuple: records} of the table and of the population, if there is one.

    threshold: a pair of whole numbers, numerator and denominator.

    >>> [(row['attacker'], row['highest'], row['average'], row['above']) for row in risks({'a': 3, 'b': 1}, (1, 5), {'a': 10, 'b': 2})]
    [('prosecutor', 1.0, 0.5, 4), ('journalist', 0.5, 0.2, 1), ('marketer', None, 0.2, None)]
    """
    rows = [attacked('prosecutor', [(n, n) for n in sizes.values()], threshold)]
    if population is not None:
        rows.append(attacked('journalist', [(n, max(n, population.get(quasi, 0))) for quasi, n in sizes.items()], threshold))
    nothing = dict.fromkeys(rows[-1])
    return [*rows, {**nothing, 'attacker': 'marketer', 'average': rows[-1]['average']}]


def attacked(attacker, classes, threshold) -> dict:
    """The risks of records from (records, records that each may be) of every class.

    uniques: records that may be nobody else.
    """
    p, q = threshold
    records = sum(n for n, _ in classes)
    above = sum(n for n, size in classes if q > p * size)
    return {'attacker': attacker, 'highest': 1 / min(size for _, size in classes),
            'average': fsum(n / size for n, size in classes) / records,
            'above': above, 'above_share': above / records, 'uniques': sum(n for n, size in classes if size == 1)}


def not_covered(sizes, population) -> dict:
    """The records whose class the population does not have, and those of whose class it has too few.

    >>> not_covered({'a': 3, 'b': 1, 'c': 2}, {'a': 2, 'b': 1})
    {'absent': 2, 'short': 3}
    """
    return {'absent': sum(n for quasi, n in sizes.items() if quasi not in population),
            'short': sum(n for quasi, n in sizes.items() if 0 < population.get(quasi, 0) < n)}


def subsets(sizes, columns, most=None):
    """A row for every set of at most so many columns, the largest sets first: how far it tells the records apart.

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


def told_apart(columns, counts) -> dict:
    """How far some columns tell the records apart, by the sizes of the classes that they make."""
    records = sum(counts)
    pairs, alike = records * (records - 1) // 2, sum(n * (n - 1) // 2 for n in counts)
    return {'columns': columns, 'distinct': len(counts), 'uniques': sum(n == 1 for n in counts), 'smallest': min(counts),
            'distinction': len(counts) / records, 'separation': (pairs - alike) / pairs if pairs else None}


def ranked(rows) -> list:
    """The most identifying sets of columns first; of equal ones the smaller set, then the earlier columns."""
    return sorted(rows, key=lambda row: (-row['distinct'], -(row['separation'] or 0), len(row['columns'])))


def screenful(rows, most=SHOWN) -> list:
    """Of ranked rows the first ones of each size, in turn, as many as fit; ranked as before.

    >>> rows = [{'columns': columns} for columns in ('abc', 'ab', 'ac', 'a')]
    >>> screenful(rows, most=3)
    [{'columns': 'abc'}, {'columns': 'ab'}, {'columns': 'a'}]
    """
    turn, seen = [], Counter()
    for row in rows:
        turn.append(seen[len(row['columns'])])
        seen[len(row['columns'])] += 1
    first = sorted(range(len(rows)), key=turn.__getitem__)[:most]
    return [rows[place] for place in sorted(first)]


def check_number(columns, most):
    """DataError where there are more sets of columns than anybody will wait for."""
    number = sum(comb(columns, size) for size in range(1, most + 1))
    if number > SUBSETS:
        raise DataError('%d quasi-identifiers have %s sets of at most %d columns, more than %s; name fewer columns, or give'
                        ' a smaller --most' % (columns, '{:,}'.format(number), most, '{:,}'.format(SUBSETS)))
