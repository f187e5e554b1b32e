"""Re-identification risks of a table, and which of its columns identify people.

Promise: every record counts, with a risk of 1 / (records of its class). Sums are of whole numbers wherever possible.
Where a column says whose row each row is, every person counts once, with the greatest risk of the person's rows. That of a row is
1 / (persons of its class). A row that is nobody's has none.
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

from array import array
from collections import Counter
from itertools import chain, combinations
from math import comb, fsum

from ...core.errors import DataError
from ...core.levels.cut_off import RollUpsOfMembers
from .people_fitted import told_people
from .published_classes import accounts, class_sizes, counted_sizes

SUBSETS = 100_000       # more sets of columns are refused

SCREENFUL = 12          # sets of columns


def assessed(published, population=None, threshold=(1, 5), people=None) -> dict:
    """The report on a published table and its population, if there is one, without the sets of columns.

    threshold: the risk that is too high, as numerator and denominator. people: the People of the classes in the population
    (people_fitted.py).
    """
    sizes, persons = counted_sizes(published), published.persons
    report = {'records': accounts(published), **({'person': persons.column, 'persons': persons.told} if persons else {}),
              'classes': len(sizes), 'threshold': threshold[0] / threshold[1], 'population': None}
    if population is not None:
        report['population'] = {'records': sum(class_sizes(population).values()), 'classes': len(population.classes)}
        population = {quasi: n for quasi, n in people.of_classes.items() if n}
        report['population'].update(not_covered(class_sizes(published), population, sizes))
        report['in_population'] = told_people(sizes, people)
    return {**report, 'risks': risks(sizes, threshold, population, persons and persons.places)}


def risks(sizes, threshold, population=None, places=None) -> list:
    """A row for each attacker, from {quasi tuple: records} of the table and of the population, if there is one.

    threshold: a pair of whole numbers, numerator and denominator. places: where persons are counted, for each a list of the places of
    the person's classes in `sizes`, which are then persons, too.

    >>> rows = risks({'a': 3, 'b': 1}, (1, 5), {'a': 10, 'b': 2})
    >>> [(row['attacker'], row['highest'], row['average'], row['above']) for row in rows]
    [('prosecutor', 1.0, 0.5, 4), ('journalist', 0.5, 0.2, 1), ('marketer', None, 0.2, None)]
    >>> row = risks({'a': 3, 'b': 1}, (1, 5), None, [[0], [0, 1], [0]])[0]      # three persons
    >>> row['highest'], row['average'] == (1 / 3 + 1 + 1 / 3) / 3, row['uniques']
    (1.0, True, 1)
    """
    rows = [attacked('prosecutor', at_risk(sizes.values(), sizes.values(), places), threshold)]
    if population is not None:
        rows.append(attacked('journalist', at_risk(sizes.values(), people_fitting(sizes, population), places), threshold))
    nothing = dict.fromkeys(rows[-1])
    return [*rows, {**nothing, 'attacker': 'marketer', 'average': rows[-1]['average']}]


def people_fitting(sizes, population) -> list:
    """For each class its people in the population, but no fewer than it has."""
    return [max(n, population.get(quasi, 0)) for quasi, n in sizes.items()]


def at_risk(sizes, people, places=None) -> list:
    """(records, how many each of them may be) of each class or, with the places of persons, (persons, the fewest that each may be).

    >>> at_risk([3, 1], [10, 2]), at_risk([3, 1], [10, 2], [[0], [0, 1], [0]])
    ([(3, 10), (1, 2)], [(2, 10), (1, 2)])
    """
    if places is None:
        return list(zip(sizes, people))
    people = list(people)
    return [(n, size) for size, n in Counter(min(map(people.__getitem__, of_person)) for of_person in places).items()]


def attacked(attacker, classes, threshold) -> dict:
    """The risks of the records, or persons, from pairs: so many of them, and how many each of them may be.

    'uniques': those who are alone in the class that they may be in.
    """
    p, q = threshold
    records = sum(n for n, _ in classes)
    above = sum(n for n, size in classes if q > p * size)
    return {'attacker': attacker, 'highest': 1 / min(size for _, size in classes),
            'average': fsum(n / size for n, size in classes) / records,
            'above': above, 'above_share': above / records, 'uniques': sum(n for n, size in classes if size == 1)}


def not_covered(sizes, population, needed=None) -> dict:
    """The records whose class is not in the population, and those whose class has too few people there.

    needed: {class: how many it needs}, by default as many as it has records.

    >>> sizes = {'a': 3, 'b': 1, 'c': 2}
    >>> not_covered(sizes, {'a': 2, 'b': 1}), not_covered(sizes, {'a': 2, 'b': 1}, {'a': 2, 'b': 1, 'c': 1})
    ({'absent': 2, 'short': 3}, {'absent': 2, 'short': 0})
    """
    return {'absent': sum(n for quasi, n in sizes.items() if quasi not in population),
            'short': sum(n for quasi, n in sizes.items() if 0 < population.get(quasi, 0) < (needed or sizes)[quasi])}


def subsets(sizes, columns, most=None, places=None):
    """Yield a row for every set of at most so many columns, the largest sets first. It shows how far they tell records apart.

    sizes: {quasi tuple: records}. places: as `risks` takes them. Then `uniques` are persons, and `smallest` counts persons.

    >>> rows = list(subsets({('39', 'm'): 2, ('39', 'f'): 1, ('40', 'f'): 1}, ['age', 'sex']))
    >>> [(row['columns'], row['distinct'], row['separation']) for row in rows]
    [(('age', 'sex'), 3, 0.8333333333333334), (('age',), 2, 0.5), (('sex',), 2, 0.6666666666666666)]
    >>> [(row['uniques'], row['smallest']) for row in subsets({('39',): 2, ('40',): 3}, ['age'], places=[[0], [0, 1], [0]])]
    [(1, 1)]
    """
    most = min(most or len(columns), len(columns))
    check_number(len(columns), most)
    values = [dict.fromkeys(column) for column in zip(*sizes)]
    roll_ups = RollUpsOfMembers(sizes, [[{value: value for value in column}, dict.fromkeys(column, '*')] for column in values], [])
    if places is not None:
        persons = array('I', chain.from_iterable([person] * len(of_person) for person, of_person in enumerate(places)))
        places = array('I', chain.from_iterable(places))
    for size in range(most, 0, -1):
        for chosen in combinations(range(len(columns)), size):
            vector = tuple(int(place not in chosen) for place in range(len(columns)))
            row = told_apart(tuple(columns[place] for place in chosen), roll_ups.at(vector).counts)
            yield row if places is None else {**row, **alone_with(list(map(roll_ups.classes(vector).__getitem__, places)), persons)}


def check_number(columns, most, option='most'):
    """DataError if there are more sets of columns than anybody will wait for. option: it says how many columns a set has at most."""
    number = sum(comb(columns, size) for size in range(1, most + 1))
    if number > SUBSETS:
        raise DataError('%d quasi-identifiers have %s sets of at most %d columns, more than %s; name fewer columns, or give'
                        ' a smaller --%s' % (columns, '{:,}'.format(number), most, '{:,}'.format(SUBSETS), option))


def told_apart(columns, counts) -> dict:
    """How far these columns tell the records apart; counts: the sizes of the classes that they form."""
    records = sum(counts)
    pairs, alike = records * (records - 1) // 2, sum(n * (n - 1) // 2 for n in counts)
    return {'columns': columns, 'distinct': len(counts), 'uniques': sum(n == 1 for n in counts), 'smallest': min(counts),
            'distinction': len(counts) / records, 'separation': (pairs - alike) / pairs if pairs else None}


def alone_with(classes, persons) -> dict:
    """How many persons are alone in a class, and the fewest persons of a class. classes: of each row; persons: of the same rows.

    >>> alone_with([0, 0, 0, 1, 2], [7, 8, 8, 8, 8])
    {'uniques': 1, 'smallest': 1}
    """
    pairs = set(zip(classes, persons))
    many = Counter(class_ for class_, _ in pairs)
    return {'uniques': len({person for class_, person in pairs if many[class_] == 1}), 'smallest': min(many.values())}


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
