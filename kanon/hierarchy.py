"""A value generalization hierarchy: "child,parent" lines, loaded into a dict tree.

Promise: a Hierarchy is one tree. Every child has one parent, every path ends in the one root, and there is no cycle.
Invariant: the label of a leaf at one level decides its label at the next level. So frequency sets roll up.
Departs from Samarati 2001: leaves may lie at unequal depths. A short path waits at its leaf, so all paths end together:

    level         0          1          2
    1st-4th    1st-4th    School        *
    Doctorate  Doctorate  Doctorate     *

A file may also write out a leaf's whole ladder, with a label repeated for several levels. With 93,[90-],[90-],* level 2
still publishes [90-] for 93. The tree itself has each label once.
"""

from __future__ import annotations

from .errors import DataError, show

ROOT = '*'      # the root of a hierarchy that names no other


class Hierarchy(dict):
    """{child: parent}, with the root, the height and the leaves (in the order of the file).

    >>> race = Hierarchy({'black': 'person', 'white': 'person'})
    >>> race['black'], race.root, race.height, race.leaves
    ('person', 'person', 1, ('black', 'white'))
    """

    def __init__(self, parents, file=None, lines=None, ladders=None):
        """ladders: {leaf: its labels} of the leaves that repeat labels. file and lines, {child: line}, are for messages."""
        super().__init__(parents)
        self._depths = depths(self, file, lines or {})
        inner = set(self.values())
        self.leaves = tuple(child for child in self if child not in inner)
        self.root = self.path(self.leaves[0])[-1]
        self._ladders = ladders or {}
        self.height = max([*self._depths.values(), *(len(ladder) - 1 for ladder in self._ladders.values())])
        if self._ladders:
            self._check_ladders(file, lines or {})

    def depth(self, node) -> int:
        """How many steps lie between a node and the root."""
        return self._depths[node]

    def path(self, node) -> list:
        """The node, its parent, and so on to the root.

        >>> Hierarchy({'39': '[35-39]', '[35-39]': '*'}).path('39')
        ['39', '[35-39]', '*']
        """
        path = [node]
        while path[-1] in self:
            path.append(self[path[-1]])
        return path

    def ancestor(self, value, level) -> str:
        """What is published for a value at a level.

        >>> uneven = Hierarchy({'1st-4th': 'School', 'School': '*', 'Doctorate': '*'})
        >>> [[uneven.ancestor(leaf, level) for level in (0, 1, 2)] for leaf in uneven.leaves]
        [['1st-4th', 'School', '*'], ['Doctorate', 'Doctorate', '*']]
        """
        ladder = self._ladders.get(value) or self.path(value)
        waits = self.height - (len(ladder) - 1)         # the levels at which a short ladder stays at its leaf
        return ladder[max(0, level - waits)]

    def level_map(self, values, level) -> dict:
        """{value: what is published for it at a level}."""
        return {value: self.ancestor(value, level) for value in values}

    def common_ancestor(self, values) -> str:
        """The lowest node above all these values. For a single value it is the value itself.

        >>> Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'}).common_ancestor(['b', 'a'])
        'ab'
        """
        first, *others = map(self.path, values)
        return next(node for node in first if all(node in path for path in others))

    def leaf_counts(self, present, records=None) -> dict:
        """{node: how many of the present leaves lie under it}. With {leaf: records} their records are counted instead.

        >>> tree = Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'})
        >>> tree.leaf_counts(['a', 'c']), tree.leaf_counts(['a', 'c'], {'a': 5, 'c': 2})
        ({'a': 1, 'ab': 1, '*': 2, 'c': 1}, {'a': 5, 'ab': 5, '*': 7, 'c': 2})
        """
        counts: dict = {}
        for leaf in present:
            for node in self.path(leaf):
                counts[node] = counts.get(node, 0) + (records[leaf] if records else 1)
        return counts

    def rows(self) -> list:
        """The rows of a file that would describe this tree: each child with its parent, then the paths that repeat labels."""
        return [*map(list, self.items()), *self._ladders.values()]

    def uncovered(self, values) -> list:
        """The values that are no leaf, in the order given."""
        leaves = set(self.leaves)
        return [value for value in values if value not in leaves]

    def _check_ladders(self, file, lines):
        """DataError if a ladder does not lead from a leaf to the root, or if two ladders break the invariant."""
        leaves = set(self.leaves)
        for leaf, ladder in self._ladders.items():
            if leaf not in leaves or ladder[-1] != self.root:
                raise DataError('a path that repeats a label must lead from a recorded value to the root, not from %s to %s'
                                % (show(leaf), show(ladder[-1])), file, lines.get(leaf))
        for level in range(1, self.height):     # at level 0 every leaf has a label of its own
            above = {}
            for leaf in self.leaves:
                label, next_ = self.ancestor(leaf, level), self.ancestor(leaf, level + 1)
                first, known = above.setdefault(label, (leaf, next_))
                if known != next_:
                    raise DataError('at level %d %s goes on as %s (for %s) and as %s (for %s); repeat labels alike'
                                    % (level, *map(show, (label, known, first, next_, leaf))), file, lines.get(leaf))


def depths(parents, file=None, lines=None) -> dict:
    """{node: steps to the root}. DataError if {child: parent} is no tree.

    >>> depths({'39': '[35-39]', '[35-39]': '*'})
    {'*': 0, '[35-39]': 1, '39': 2}
    """
    if not parents:
        raise DataError('holds no line "child,parent"', file)
    lines = lines or dict.fromkeys(parents, 0)
    depth_of: dict = {}
    for start in parents:
        node = start
        path: dict = {}     # a dict, because it keeps the order and looks up quickly
        while node in parents and node not in depth_of:
            path[node] = None
            node = parents[node]
            if node in path:
                cycle = list(path)[list(path).index(node):]
                raise DataError('a cycle: %s' % ' -> '.join(map(show, [*cycle, node])), file,
                                max(map(lines.get, cycle)) or None)
        if node not in depth_of:    # a node without a parent
            if depth_of:
                line = min(lines[child] for child in parents if parents[child] == node)
                raise DataError('a second root, %s beside %s; give both one parent'
                                % (show(node), show(next(iter(depth_of)))), file, line or None)
            depth_of[node] = 0
        for node in reversed(list(path)):
            depth_of[node] = depth_of[parents[node]] + 1
    return depth_of
