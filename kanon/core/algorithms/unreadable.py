"""Values that cannot be read as what their column holds, taken as missing (--unreadable missing).

Promise: a value that is taken so is counted. Only a few values of a column are. If they are in half
of the records or more, none is taken so, and the run refuses them as it does without the option.

What a column holds is what its other values are.
- With a hierarchy a value is readable if it is a leaf. A label of the hierarchy is not unreadable:
  the table may have been generalized before, so it is refused.
- Without a hierarchy, in a column of numbers, a value is readable if it is a plain number. So is a
  value of a column that is counted in days, which has dates (tables/recorded_dates.py).
"""

from __future__ import annotations

from ..counts.frequency import without
from ..counts.values import few, not_plain, number, present_in
from .watching import UNSEEN


def take_unreadable(table, names, hierarchies, decimal, watch=UNSEEN, by_number=False):
    """Read the table once to find the unreadable values of these columns.

    The next readings take them as missing.
    """
    with watch.going_on(lambda: '{:,} records read'.format(table.read)):
        table.unreadable = None
        table.unreadable = find_unreadable(table, names, hierarchies, decimal, by_number)


def find_unreadable(table, names, hierarchies, decimal='.', by_number=False) -> dict:
    """{column: {value: records}} of the columns that have unreadable values.

    The table is read once. hierarchies: a HierarchyFolder or the like. by_number: whether a column
    of numbers needs no leaves, as in Mondrian.
    """
    found = {}
    in_days = [name for name in table.days.since if name not in names] if table.days else []
    for name, of_column in table.value_counts([*names, *in_days]).items():
        has_tree = hierarchies.has(name) and name not in in_days
        tree = hierarchies.tree_of(name, {}) if has_tree else None
        counts = without(of_column, table.roots.get(name))
        values = unreadable(counts, tree, decimal, by_number)
        if values:
            found[name] = values
    return found


def unreadable(counts, tree=None, decimal='.', by_number=False) -> dict:
    """The {value: records} of a column that cannot be read.

    >>> unreadable({'39': 5, '41': 2, '3O': 1, '?': 2})
    {'3O': 1}
    >>> unreadable({'39': 1, '3O': 1}), unreadable({'m': 5, 'f': 1})
    ({}, {})
    >>> from ..counts.hierarchy import Hierarchy
    >>> tree = Hierarchy({'m': 'any', 'f': 'any'})
    >>> unreadable({'m': 5, 'x': 2, 'any': 1}, tree)
    {'x': 2}
    >>> unreadable({'39': 2, 'x': 1}, tree, by_number=True)
    {'x': 1}
    """
    present = present_in(counts)
    others = not_plain(present, decimal)
    if tree is not None:
        leafless = set(tree.uncovered(present))
        are_numbers = all(number(value, decimal) is not None
                          for value in present if value not in others)
        if not (by_number and are_numbers and leafless.issuperset(others)):
            labels = {value for value in leafless if value in tree or value == tree.root}
            unknown = leafless - labels
            others = {value: n for value, n in present.items() if value in unknown}
    return others if few(others, present) else {}
