"""A value generalization hierarchy: "child,parent" lines, loaded into a dict tree.

Promise: a Hierarchy is one tree: every child has one parent, every path ends in the one root, there is no cycle.
Invariant: the value published for a leaf at level l decides the value at level l + 1, so that frequency sets roll up.
Departs from the paper: leaves may lie at unequal depths. Level l publishes the ancestor at depth height - l (the
root has depth 0); a leaf that is not that deep is published as it is, until the level reaches it. So level 0 is the
recorded value, only the top level is the root, and where all leaves are equally deep a level is a climb of so many
parents. And a whole path may repeat a label: in 93,[90-],[90-],* level 2 still publishes [90-]. The tree has no repetition;
such a leaf's levels are its path's.
"""

from __future__ import annotations

from .errors import DataError, show

ROOT = '*'      # of a hierarchy that names no other


class Hierarchy(dict):
    """{child: parent}, and what follows from it: root, height, leaves (in the order of the file).

    >>> race = Hierarchy({'black': 'person', 'white': 'person'})
    >>> race['black'], race.root, race.height, race.leaves
    ('person', 'person', 1, ('black', 'white'))
    """

    def __init__(self, parents, file=None, lines=None, ladders=None):
        """lines: {child: the line that gives its parent}, for the refusals of a file; ladders: {leaf: its path, with labels
        repeated}.
        """
        super().__init__(parents)
        self._depths = depths(self, file, lines or {})
        inner = set(self.values())
        self.leaves = tuple(child for child in self if child not in inner)
        self.root = self.path(self.leaves[0])[-1]
        self._ladders = ladders or {}
        self.height = max([*self._depths.values(), *(len(path) - 1 for path in self._ladders.values())])
        if self._ladders:
            self._check_levels(file, lines or {})

    def depth(self, node) -> int:
        """How many steps lie between a node and the root; 0 for the root."""
        return self._depths[node]

    def path(self, node):
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
        >>> [uneven.ancestor('1st-4th', level) for level in (0, 1, 2)]
        ['1st-4th', 'School', '*']
        >>> [uneven.ancestor('Doctorate', level) for level in (0, 1, 2)]
        ['Doctorate', 'Doctorate', '*']
        """
        path = self._ladders.get(value) or self.path(value)
        return path[max(0, level - self.height + len(path) - 1)]

    def level_map(self, values, level) -> dict:
        """{value: what is published for it at a level}."""
        return {value: self.ancestor(value, level) for value in values}

    def common_ancestor(self, values) -> str:
        """The lowest node over all these values; of one value, the value.

        >>> Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'}).common_ancestor(['b', 'a'])
        'ab'
        """
        values = iter(values)
        shared = self.path(next(values))
        for value in values:
            path = set(self.path(value))
            shared = [node for node in shared if node in path]
        return shared[0]

    def leaf_counts(self, present, records=None) -> dict:
        """{node: how many of these leaves lie under it}, a leaf under itself; or how many of their {leaf: records}.

        >>> tree = Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'})
        >>> tree.leaf_counts(['a', 'c']), tree.leaf_counts(['a', 'c'], {'a': 5, 'c': 2})
        ({'a': 1, 'ab': 1, '*': 2, 'c': 1}, {'a': 5, 'ab': 5, '*': 7, 'c': 2})
        """
        counts = {}
        for leaf in present:
            for node in self.path(leaf):
                counts[node] = counts.get(node, 0) + (records[leaf] if records else 1)
        return counts

    def uncovered(self, values) -> list:
        """Those of the values that are no leaf, in the order given."""
        leaves = set(self.leaves)
        return [value for value in values if value not in leaves]

    def _check_levels(self, file, lines):
        """DataError where paths with repetitions break the invariant, or are no whole paths."""
        leaves = set(self.leaves)
        for leaf, path in self._ladders.items():
            if leaf not in leaves or path[-1] != self.root:
                raise DataError('a path that repeats a label leads from a value that is recorded to the root, not from %s to %s'
                                % (show(leaf), show(path[-1])), file, lines.get(leaf))
        for level in range(1, self.height):
            above = {}
            for leaf in self.leaves:
                label, next_ = self.ancestor(leaf, level), self.ancestor(leaf, level + 1)
                first, known = above.setdefault(label, (leaf, next_))
                if known != next_:
                    raise DataError('at level %d %s goes on as %s (for %s) and as %s (for %s); repeat labels alike'
                                    % (level, show(label), show(known), show(first), show(next_), show(leaf)),
                                    file, lines.get(leaf))


def depths(parents, file=None, lines=None) -> dict:
    """{node: steps to the root} of a tree; DataError where {child: parent} is no tree.

    >>> depths({'39': '[35-39]', '[35-39]': '*'})
    {'*': 0, '[35-39]': 1, '39': 2}
    """
    if not parents:
        raise DataError('holds no line "child,parent"', file)
    lines = lines or dict.fromkeys(parents, 0)
    found = {}
    for start in parents:
        path, node = {}, start      # a dict, for its order and its quick look-up
        while node in parents and node not in found:
            path[node] = None
            node = parents[node]
            if node in path:
                cycle = list(path)[list(path).index(node):]
                raise DataError('a cycle: %s' % ' -> '.join(map(show, [*cycle, node])), file,
                                max(map(lines.get, cycle)) or None)
        if node not in found:       # a node without a parent
            if found:
                line = min(lines[child] for child in parents if parents[child] == node)
                raise DataError('a second root, %s beside %s; give both one parent'
                                % (show(node), show(next(iter(found)))), file, line or None)
            found[node] = 0
        for node in reversed(list(path)):
            found[node] = found[parents[node]] + 1
    return found
