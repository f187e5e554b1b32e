"""What looks like a list of items: in the cells of one column, or in columns with an item each.

It is a warning and no protection. A list of many different items among few records is not seen.
"""

from __future__ import annotations

import re

from .values import NOT_KNOWN, number

SIGNS = '|;,/+&'        # that are looked for between items

LONGEST_ITEM = 40       # characters


def sign_between_items(counts) -> str | None:
    """What seems to stand between the items of a column's cells, or None. counts: {value: records}.

    It stands in a tenth of the records or more, and in three different cells.

    >>> cells = ['B20', 'E11|B20', 'B20|E11', 'I10|E11', 'B20|I10', 'I10']
    >>> sign_between_items(dict.fromkeys(cells, 1)), sign_between_items({'flu': 3, 'gout|HIV': 1})
    ('|', None)
    """
    known = known_of(counts)
    everybody = sum(known.values())
    for sign in SIGNS:
        several = [value for value in known if sign in value]
        records = sum(map(known.__getitem__, several))
        if len(several) >= 3 and 10 * records >= everybody and look_like_items(known, sign):
            return sign
    return None


def known_of(counts) -> dict:
    """{value: records} without what says that a value is not known."""
    return {value: n for value, n in counts.items() if value.strip().upper() not in NOT_KNOWN}


def look_like_items(cells, sign) -> bool:
    """Whether what stands between these signs looks like items that people have several of.

    No part is empty or long, and not all of them are numbers. Three of four parts stand in several
    cells, and half of them at several places. (A city and its state stand each at one place.)
    """
    parts_of = [list(map(str.strip, cell.split(sign))) for cell in cells]
    in_lists = [part for parts in parts_of if len(parts) > 1 for part in parts]
    if not all(in_lists) or max(map(len, in_lists)) > LONGEST_ITEM:
        return False
    if all(number(part) is not None for part in in_lists):
        return False
    cells_with: dict = {}       # {part: how many cells have it}
    places_of: dict = {}        # {part: the places at which it stands}
    for parts in parts_of:
        for part in set(parts):
            cells_with[part] = cells_with.get(part, 0) + 1
        for place, part in enumerate(parts):
            places_of.setdefault(part, set()).add(place)
    again = sum(n > 1 for n in cells_with.values())
    moving = sum(len(places) > 1 for places in places_of.values())
    return 4 * again >= 3 * len(cells_with) and 2 * moving >= len(cells_with)


def columns_of_items(columns) -> list:
    """The lists of columns that seem to have an item each of one list, such as dx1, dx2 and dx3.

    Their names are a stem and numbers that follow one another. columns: {name: {value: records}}.

    >>> diagnoses = {'dx1': {'flu': 2, 'HIV': 1, 'gout': 1}, 'dx2': {'HIV': 1, 'flu': 1, '': 2}}
    >>> columns_of_items({**diagnoses, 'age': {'30': 4}})
    [['dx1', 'dx2']]
    >>> answers = {'q1': {'yes': 2, 'no': 1, 'perhaps': 1}, 'q2': {'yes': 1, 'no': 2, 'perhaps': 1}}
    >>> columns_of_items(answers)
    []
    """
    by_stem: dict = {}
    for name in columns:
        match = re.fullmatch('(.*[^0-9])([0-9]{1,3})', name)
        if match:
            by_stem.setdefault(match[1], {})[int(match[2])] = name
    runs = [names for numbered in by_stem.values() for names in runs_of(numbered)]
    return [names for names in runs if look_like_one_list([columns[name] for name in names])]


def runs_of(numbered) -> list:
    """The names of numbers that follow one another, two or more. numbered: {number: name}.

    >>> runs_of({1: 'dx1', 2: 'dx2', 4: 'dx4'})
    [['dx1', 'dx2']]
    """
    runs: list = []
    for n in sorted(numbered):
        if n - 1 in numbered:
            runs[-1].append(numbered[n])
        else:
            runs.append([numbered[n]])
    return [names for names in runs if len(names) > 1]


def look_like_one_list(columns) -> bool:
    """Whether columns of words are filled from the first on, and have their values in common.

    None has more values than the one before, and the last has fewer than the first. Half of the
    different values of each but the first stand in another one, too. columns: {value: records}.
    """
    known = list(map(known_of, columns))
    filled = [sum(counts.values()) for counts in known]
    together = set().union(*known)
    if filled != sorted(filled, reverse=True) or filled[0] == filled[-1] or len(together) < 3:
        return False
    if any(number(value) is not None for value in together):
        return False
    columns_with: dict = {}     # {value: in how many columns it stands}
    for counts in known:
        for value in counts:
            columns_with[value] = columns_with.get(value, 0) + 1
    shared = [sum(columns_with[value] > 1 for value in counts) for counts in known[1:]]
    return all(2 * n >= len(counts) > 0 for n, counts in zip(shared, known[1:]))


def stem_of(names) -> str:
    """A name for the column that is made of columns such as dx1 and dx2.

    >>> stem_of(['dx1', 'dx2']), stem_of(['dx_01', 'dx_02'])
    ('dx', 'dx')
    """
    return names[0].rstrip('0123456789').rstrip(' _-.') or 'items'
