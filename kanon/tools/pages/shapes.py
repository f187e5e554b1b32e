"""What the classes of a release give away, for a page: counted in the audited file, and persons in the table and the recoding.

Promise: nothing but counts and shares. No value of the data is returned.
"""

from __future__ import annotations

from collections import Counter

from ...core.audit.recount import recount
from ...core.counts.frequency import added_up
from ...core.counts.items import known_in
from ...core.counts.values import UNKNOWN
from ...core.rules.alike import seeing
from ...core.rules.of_values import Alpha, Distinct

STEPS = 1, 2, 5, 10, 50, 100      # classes are told apart by how often k they have


def shapes(path, quasi, sensitive, plain, encoding, delimiter, signs, sameness) -> dict:
    """{'sizes': {records: classes of so many}, 'sensitive': {column: what its values give away}}. plain: undoes guards of names.

    signs: {column: what stands between the items of its cells}. sameness: which values may be the same.
    """
    _, counts, _ = recount(path, [*quasi, *sensitive], plain, encoding, delimiter)
    classes: dict = {}
    for row, n in counts.items():
        classes.setdefault(row[:len(quasi)], {})[row[len(quasi):]] = n
    sizes: dict = {}
    for rows in classes.values():
        size = sum(rows.values())
        sizes[size] = sizes.get(size, 0) + 1
    found = {}
    for place, name in enumerate(sensitive):
        known, sign = known_in(signs.get(name)), signs.get(name)
        columns = [added_up([known[values[place]] for values in rows], rows.values()) for rows in classes.values()]
        there = set().union(*columns)
        rules = [seeing(rule, name, there, sign, name in sameness.exact, sameness.decimal) for rule in (Distinct(2), Alpha(1))]
        found[name] = {**given_away(columns, *rules), 'items': sign is not None}
    return {'sizes': sizes, 'sensitive': found}


def sizes_in_persons(persons, recoding) -> dict:
    """{persons: classes of so many} of a release. persons: those of its table (counts/persons.py). recoding: a Recoding of it."""
    classes = [None if class_ in recoding.failing else class_ for class_ in recoding.classes]
    return dict(Counter(persons.in_classes(classes).values()))


def given_away(columns, different, most) -> dict:
    """What classes give away of one sensitive column, {value: records} of each. different, most: distinct l and alpha, as they see it.

    classes, records: those of the classes with one known value or none, which leave nothing to guess. least: the fewest known values in
    a class. share: the greatest part of a class that may have one value, because its missing values may all be that one. unknown: the
    records of all classes without a known value.

    >>> given_away([{'flu': 2, 'ulcer': 2}, {'flu': 3, '?': 1}, {'?': 2}], Distinct(2), Alpha(1))
    {'classes': 2, 'records': 6, 'least': 1, 'share': 1.0, 'unknown': 3}
    """
    values = list(map(different.measured, columns))
    alone = [sum(column.values()) for column, n in zip(columns, values) if n == 1]
    return {'classes': len(alone), 'records': sum(alone), 'least': min(values, default=None),
            'share': max(map(most.measured, columns), default=0.0), 'unknown': sum(column.get(UNKNOWN, 0) for column in columns)}


def grouped_sizes(sizes, k) -> list:
    """(least size, greatest size or None, classes, records) of {records: classes}, by how often k a class has. The same of persons.

    >>> grouped_sizes({4: 2, 7: 1, 9: 3, 39: 1, 40: 1, 199: 1, 200: 1, 900: 1}, 4)
    [(4, 7, 3, 15), (8, 19, 3, 27), (20, 39, 1, 39), (40, 199, 2, 239), (200, 399, 1, 200), (400, None, 1, 900)]
    """
    bounds = [step * k for step in STEPS]
    rows = []
    for low, high in zip(bounds, [*bounds[1:], None]):
        chosen = {size: n for size, n in sizes.items() if low <= size and (high is None or size < high)}
        if chosen:
            rows.append((low, high and high - 1, sum(chosen.values()), sum(size * n for size, n in chosen.items())))
    return rows
