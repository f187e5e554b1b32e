"""What the classes of a release give away, for a page: counted in the audited file, and persons in the table and the recoding.

Promise: nothing but counts and shares. No value of the data is returned.
"""

from __future__ import annotations

from collections import Counter

from ..audit.recount import recount
from ..values import Known, UNKNOWN

STEPS = 1, 2, 5, 10, 50, 100      # classes are told apart by how often k they have


def shapes(path, quasi, sensitive, plain, encoding, delimiter) -> dict:
    """{'sizes': {records: classes of so many}, 'sensitive': {column: what its values give away}}. plain: undoes guards of names."""
    _, counts, _ = recount(path, [*quasi, *sensitive], plain, encoding, delimiter)
    classes: dict = {}
    for row, n in counts.items():
        classes.setdefault(row[:len(quasi)], {})[row[len(quasi):]] = n
    sizes: dict = {}
    for rows in classes.values():
        size = sum(rows.values())
        sizes[size] = sizes.get(size, 0) + 1
    return {'sizes': sizes, 'sensitive': {name: given_away(classes.values(), place) for place, name in enumerate(sensitive)}}


def sizes_in_persons(persons, recoding) -> dict:
    """{persons: classes of so many} of a release. persons: those of its table (persons.py). recoding: a Recoding of it."""
    classes = [None if class_ in recoding.failing else class_ for class_ in recoding.classes]
    return dict(Counter(persons.in_classes(classes).values()))


def given_away(classes, place) -> dict:
    """What classes {sensitive values: records} give away of one sensitive column.

    classes, records: those of the classes with one known value or none, which leave nothing to guess. least: the fewest known values in
    a class. share: the greatest part of a class that may have one value, because its missing values may all be that one. unknown: the
    records of all classes without a known value.

    >>> given_away([{('flu',): 2, ('ulcer',): 2}, {('flu',): 3, ('NA',): 1}, {('',): 1, ('?',): 1}], 0)
    {'classes': 2, 'records': 6, 'least': 1, 'share': 1.0, 'unknown': 3}
    """
    alone = records = all_unknown = 0
    least, share, known_value = None, 0.0, Known()
    for rows in classes:
        histogram: dict = {}
        for values, n in rows.items():
            value = known_value[values[place]]
            histogram[value] = histogram.get(value, 0) + n
        size, unknown = sum(histogram.values()), histogram.pop(UNKNOWN, 0)
        known = len(histogram) or 1
        all_unknown += unknown
        share, least = max(share, (max(histogram.values(), default=0) + unknown) / size), min(least or known, known)
        if known == 1:
            alone, records = alone + 1, records + size
    return {'classes': alone, 'records': records, 'least': least, 'share': share, 'unknown': all_unknown}


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
