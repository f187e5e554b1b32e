"""A hierarchy drawn as a tree of text: its nodes with their levels, leaves and records.

Promise: every node stands below its parent, two blanks further in; the counts of a node are those of all its leaves. Leaves
that are not drawn are counted.
"""

from __future__ import annotations

from .wide import left, right, width

FEW = 8         # leaves of a node that are all drawn
FIRST = 5       # of more


def children_of(tree) -> dict:
    """{node: its children}, in the order of the leaves."""
    found = {}
    for leaf in tree.leaves:
        path = tree.path(leaf)
        for child, parent in zip(path, path[1:]):
            found.setdefault(parent, {})[child] = None
    return found


def levels_of(tree) -> dict:
    """{node: the first and the last level at which it is published}.

    >>> from .hierarchy import Hierarchy
    >>> levels_of(Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'}))['c']
    (0, 1)
    """
    found = {}
    for leaf in tree.leaves:
        for level in range(tree.height + 1):
            node = tree.ancestor(leaf, level)
            first, last = found.get(node, (level, level))
            found[node] = min(first, level), max(last, level)
    return found


def drawn(tree, counts=None, all_=False) -> str:
    """The tree as text; counts: {value: records} of the leaves that occur, or None; all_: draw every leaf.

    >>> from .hierarchy import Hierarchy
    >>> print(drawn(Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'}), {'a': 5, 'c': 2}))
    node   level  leaves  records
    *          2       3        7
      ab       1       2        5
        a      0       1        5
        b      0       1        0
      c      0-1       1        2
    """
    levels, leaves = levels_of(tree), tree.leaf_counts(tree.leaves)
    records = {} if counts is None else tree.leaf_counts(counts, counts)
    rows = [('node', 'level', 'leaves', 'records')]
    for depth, node in nodes_of(tree, all_):
        if isinstance(node, int):
            rows.append(('  ' * depth + '... and %d more' % node, '', '', ''))
            continue
        first, last = levels[node]
        rows.append(('  ' * depth + written(node), '%d-%d' % (first, last) if last > first else str(first),
                     '{:,}'.format(leaves[node]), '{:,}'.format(records.get(node, 0))))
    if counts is None:
        rows = [row[:-1] for row in rows]
    widths = [max(map(width, column)) for column in zip(*(row for row in rows if row[1]))]
    return '\n'.join('  '.join([left(row[0], widths[0]), *map(right, row[1:], widths[1:])]).rstrip() for row in rows)


def nodes_of(tree, all_):
    """(depth, node) from the root down, each child after its parent; in the place of leaves left out their number."""
    children = children_of(tree)
    stack = [(0, tree.root)]
    while stack:
        depth, node = stack.pop()
        yield depth, node
        below = [] if isinstance(node, int) else list(children.get(node, ()))
        leaves = [child for child in below if child not in children]
        if len(leaves) > FEW and not all_:
            left_out = set(leaves[FIRST:])
            below = [child for child in below if child not in left_out] + [len(left_out)]
        stack += [(depth + 1, child) for child in reversed(below)]


def written(node) -> str:
    """A node on one line: as it is where that is plain, else in quotes.

    >>> written('[35-39]'), written(''), written(' a')
    ('[35-39]', "''", "' a'")
    """
    return node if node.isprintable() and node.strip() == node != '' else repr(node)
