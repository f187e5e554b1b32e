"""The classes of a published table in a population: how many people the labels of each class fit.

Promise: the people of a class are exactly the records of the population whose values all labels of the class may mean
(published_labels.py). So the population may hold recorded values, or the same labels as the table. A label without a reading
fits nobody, and is named in `unread`.
k-map is the least number of people of a class. The presence of a class is its records / its people (Nergiz et al., SIGMOD 2007). Where
classes overlap, people lie in several of them. Then no class alone tells their presence, and `several` counts them.
"""

from __future__ import annotations

from collections import namedtuple

from ...core.errors import DataError
from .linkage import BLOCK, set_bits
from .published_labels import KnownValues, people_in_ranges

MOST = 20_000_000       # classes compared with blocks of people, and people noted: several seconds

# of_classes: {published tuple: people}; nowhere: people whom no class fits; several: people whom several classes fit; unread: (place
# of the column, label) of the labels without a reading.
People = namedtuple('People', 'of_classes nowhere several unread')


def fitted_people(classes, population, trees, decimal='.', missing_is_value=True) -> People:
    """The people of each of these published tuples.

    population: {quasi tuple: people}. trees: the hierarchy of each column, or None. decimal: the decimal sign of numbers.
    missing_is_value: as KnownValues has it.

    >>> fitted_people([('[20-29]', '*'), ('35', 'f')], {('21', 'm'): 2, ('29', 'f'): 1, ('35', 'm'): 4}, [None, None])
    People(of_classes={('[20-29]', '*'): 3, ('35', 'f'): 0}, nowhere=4, several=0, unread=[])
    """
    columns = [KnownValues(values, tree, decimal, missing_is_value) for values, tree in zip(zip(*population), trees)]
    readings = [{label: column.ranges(label) for label in dict.fromkeys(labels)} for column, labels in zip(columns, zip(*classes))]
    unread = [(place, label) for place, of_column in enumerate(readings) for label, ranges in of_column.items() if ranges is None]
    label_of = [labels_apart(column, of_column) for column, of_column in zip(columns, readings)]
    if None in label_of:
        return compared_by_blocks(classes, population, columns, readings, unread)
    of_classes, nowhere = dict.fromkeys(classes, 0), 0
    for quasi, n in population.items():
        labels = tuple(of_column.get(value) for of_column, value in zip(label_of, quasi))
        if labels in of_classes:
            of_classes[labels] += n
        else:
            nowhere += n
    return People(of_classes, nowhere, 0, unread)


def labels_apart(column, readings):
    """{value: the one label that may mean it} of a column, or None if a value may be under several labels.

    >>> column = KnownValues(['21', '29'])
    >>> labels_apart(column, {'[20-25]': column.ranges('[20-25]')})
    {'21': '[20-25]'}
    >>> labels_apart(column, {'*': column.ranges('*'), '21': column.ranges('21')}) is None
    True
    """
    label_of: dict = {}
    for label, ranges in readings.items():
        for value in {value for first, end in ranges or () for value in column.line[first:end]}:
            if label_of.setdefault(value, label) != label:
                return None
    return label_of


def compared_by_blocks(classes, population, columns, readings, unread) -> People:
    """The same where labels overlap: each class is compared with a block of people at a time."""
    people, counts, of_classes, steps = list(population), list(population.values()), dict.fromkeys(classes, 0), 0
    fits = [0] * len(people)        # how many classes fit each
    for start in range(0, len(people), BLOCK):
        marks = [column.marks(values) for column, values in zip(columns, zip(*people[start:start + BLOCK]))]
        for labels in of_classes:
            covered = -1
            for label, of_column, of_marks in zip(labels, readings, marks):
                covered &= people_in_ranges(of_column[label] or (), of_marks)
                if not covered:
                    break
            for person in set_bits(covered):
                of_classes[labels] += counts[start + person]
                fits[start + person] += 1
                steps += 1
        steps += len(of_classes)
        if steps > MOST:
            raise DataError('the classes and the population are too many to compare; name fewer columns with --quasi')
    nowhere = sum(n for n, fit in zip(counts, fits) if fit == 0)
    several = sum(n for n, fit in zip(counts, fits) if fit > 1)
    return People(of_classes, nowhere, several, unread)


def told_people(sizes, people) -> dict:
    """What a report tells. sizes: {published tuple: records} of the classes.

    >>> told_people({'a': 1, 'b': 2}, People({'a': 4, 'b': 3}, 5, 0, []))['presence']
    [0.25, 0.6666666666666666]
    """
    shares = [n / people.of_classes[quasi] for quasi, n in sizes.items() if people.of_classes[quasi]]
    return {'k_map': min(people.of_classes[quasi] for quasi in sizes),
            'presence': [min(shares, default=None), max(shares, default=None)],
            'beyond': sum(n > people.of_classes[quasi] for quasi, n in sizes.items()),
            'nowhere': people.nowhere, 'several': people.several}
