"""What the classes of a release give away, for a page.

It is counted in the audited file. Persons are counted in the table and the recoding.

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
    """The 'sizes' of the classes, and what they give away of each 'sensitive' column.

    The first is {records: classes of so many}, the other {column: what `given_away` returns}.
    plain: undoes guards of names. signs: {column: what stands between the items of its cells}.
    sameness: which values may be the same.
    """
    _, counts, _ = recount(path, [*quasi, *sensitive], plain, encoding, delimiter)
    classes: dict = {}
    for row, n in counts.items():
        of_class = classes.setdefault(row[:len(quasi)], {})
        of_class[row[len(quasi):]] = n
    sizes = Counter(sum(rows.values()) for rows in classes.values())
    of_columns = {}
    for place, name in enumerate(sensitive):
        sign = signs.get(name)
        known = known_in(sign)
        columns = []
        for rows in classes.values():
            values = [known[row[place]] for row in rows]
            columns.append(added_up(values, rows.values()))
        there = set().union(*columns)
        exact = name in sameness.exact
        rules = [seeing(rule, name, there, sign, exact, sameness.decimal)
                 for rule in (Distinct(2), Alpha(1))]
        of_columns[name] = {**given_away(columns, *rules), 'items': sign is not None}
    return {'sizes': dict(sizes), 'sensitive': of_columns}


def sizes_in_persons(persons, recoding) -> dict:
    """{persons: classes of so many} of a release.

    persons: those of its table (counts/persons.py). recoding: a Recoding of it.
    """
    classes = [None if class_ in recoding.failing else class_ for class_ in recoding.classes]
    return dict(Counter(persons.in_classes(classes).values()))


def given_away(columns, different, most) -> dict:
    """What classes give away of one sensitive column, {value: records} of each.

    different, most: distinct l and alpha, as they see it.

    classes, records: those of the classes with one known value or none, which leave nothing to
    guess. least: the fewest known values in a class. share: the greatest part of a class that may
    have one value, because its missing values may all be that one. unknown: the records of all
    classes without a known value.

    >>> columns = [{'flu': 2, 'ulcer': 2}, {'flu': 3, '?': 1}, {'?': 2}]
    >>> given_away(columns, Distinct(2), Alpha(1))
    {'classes': 2, 'records': 6, 'least': 1, 'share': 1.0, 'unknown': 3}
    """
    values = [different.measured(column) for column in columns]
    alone = [sum(column.values()) for column, n in zip(columns, values) if n == 1]
    shares = [most.measured(column) for column in columns]
    unknown = sum(column.get(UNKNOWN, 0) for column in columns)
    return {'classes': len(alone), 'records': sum(alone), 'least': min(values, default=None),
            'share': max(shares, default=0.0), 'unknown': unknown}


def grouped_sizes(sizes, k) -> list:
    """(least size, greatest size or None, classes, records), by how often k a class has.

    sizes: {records: classes}, or the same of persons.

    >>> sizes = {4: 2, 7: 1, 9: 3, 39: 1, 40: 1, 199: 1, 200: 1, 900: 1}
    >>> for row in grouped_sizes(sizes, 4): print(row)
    (4, 7, 3, 15)
    (8, 19, 3, 27)
    (20, 39, 1, 39)
    (40, 199, 2, 239)
    (200, 399, 1, 200)
    (400, None, 1, 900)
    """
    bounds = [step * k for step in STEPS]
    rows = []
    for least, above in zip(bounds, [*bounds[1:], None]):
        chosen = {size: n for size, n in sizes.items()
                  if least <= size and (above is None or size < above)}
        if chosen:
            records = sum(size * n for size, n in chosen.items())
            rows.append((least, above and above - 1, sum(chosen.values()), records))
    return rows
