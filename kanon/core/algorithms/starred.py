"""Columns of a release of which nothing is left, and the rare value that kept them whole.

Promise: a column is one of these if and only if each published record has the root of its hierarchy
in it, though several values were recorded. A rare value is named only where its few records, by
themselves, forbid the next finer labels of the column. Where none is named, other columns or what
is required beyond k have decided.
"""

from __future__ import annotations


def starred(made, k) -> list:
    """A dict for each such column of a release: 'column', its 'label', 'by' and 'rare'.

    made: as release_of returns it (release.py). by: 'node' where a node is cut into all its
    children, 'level' where each column is published at one level, else None. rare: as `rare_part`
    has it, None where `by` is.
    """
    counted, columns = made.space.counted, zip(*made.outcome.sizes)
    found = []
    for place, (name, counts, published) in enumerate(
            zip(counted.quasi, made.outcome.columns, columns)):
        by, tree = how_cut(made, place)
        present = {value: n for value, n in counts.items() if value != counted.roots.get(name)}
        if tree is None or len(present) < 2 or set(published) != {tree.root}:
            continue
        rare = rare_part(tree, present, k, by) if by else None
        found.append({'column': name, 'label': tree.root, 'by': by, 'rare': rare})
    return found


def how_cut(made, place) -> tuple:
    """How the column at a place is made coarser, as `starred` has it, and its hierarchy or None."""
    if made.algorithm.by_levels:
        return 'level', made.space.lattice.hierarchies[place]
    dimension = made.space.dimensions[place]
    dimension = getattr(dimension, 'present', dimension)        # of one with missing values
    return 'node' if dimension.by_node else None, getattr(dimension, 'tree', None)


def rare_part(tree, counts, k, by):
    """The part below the root with fewest records, if these are fewer than k, else None.

    Parts are the children of the root (by 'node') or the labels of the level below it ('level').
    counts: {value: records}. value: the recorded value if the part has one alone, else its label;
    more: how many other parts have fewer than k.

    >>> from ..counts.hierarchy import Hierarchy
    >>> tree = Hierarchy({'1924': '20s', '1980': '80s', '1981': '80s', '20s': '*', '80s': '*'})
    >>> rare_part(tree, {'1924': 1, '1980': 6, '1981': 5}, 4, 'node')
    {'value': '1924', 'records': 1, 'more': 0}
    >>> rare_part(tree, {'1924': 4, '1980': 6}, 4, 'node')
    >>> rare_part(tree, {'1980': 1, '1981': 2, '1924': 5}, 4, 'level')
    {'value': '80s', 'records': 3, 'more': 0}
    """
    parts: dict = {}        # {label: {value: records}}
    for value, n in counts.items():
        labels = tree.path(value) if by == 'node' else tree.labels(value)
        parts.setdefault(labels[-2] if len(labels) > 1 else value, {})[value] = n
    sizes = {label: sum(part.values()) for label, part in parts.items()}
    few = sorted((n, label) for label, n in sizes.items() if n < k)
    if not few:
        return None
    records, label = few[0]
    values = list(parts[label])
    return {'value': values[0] if len(values) == 1 else label, 'records': records,
            'more': len(few) - 1}
