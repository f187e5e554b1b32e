"""A value generalization hierarchy: "child,parent" lines, loaded into a dict tree.

A `Hierarchy` replaces `tree_of` and `ladders_of` of plain/samarati.py, because it refuses what is
no tree, and names the line.

Promise: a Hierarchy is one tree. Every child has one parent, every path ends in the one root, and
there is no cycle.
Invariant: the label of a leaf at one level decides its label at the next level. So frequency sets
roll up.
Departs from Samarati 2001: leaves may lie at unequal depths. A short path waits at its leaf, so all
paths end together:

    level         0          1          2
    1st-4th    1st-4th    School        *
    Doctorate  Doctorate  Doctorate     *

A file may also write out a leaf's whole ladder, with a label repeated for several levels. With
93,[90-],[90-],* level 2 still publishes [90-] for 93. The tree itself has each label once.
"""

from __future__ import annotations

from operator import itemgetter

from ..errors import DataError, show

ROOT = '*'          # the root of a hierarchy that names no other

STEEP = 20          # levels. A higher hierarchy is refused if its leaves have too many labels

MOST_LEVELS = 2000      # of a hierarchy; the time of many verbs grows with their square

LONGEST_CYCLE = 10          # labels of a cycle that a message shows

# Of all leaves at all levels, in all higher hierarchies. A run keeps them all, in 60 bytes each.
MOST_LABELS = 4_000_000


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
                nodes = list(path)
                cycle = nodes[nodes.index(node):]
                shown = [show(label) for label in cycle[:LONGEST_CYCLE]]
                if len(cycle) > LONGEST_CYCLE:
                    shown.append('...')
                raise DataError('a cycle: %s' % ' -> '.join([*shown, show(node)]), file,
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


class Hierarchy(dict):
    """{child: parent}, with the root, the height and the leaves (in the order of the file).

    >>> race = Hierarchy({'black': 'person', 'white': 'person'})
    >>> race['black'], race.root, race.height, race.leaves
    ('person', 'person', 1, ('black', 'white'))
    """

    def __init__(self, parents, file=None, lines=None, ladders=None):
        """ladders: {leaf: its labels} of the leaves that repeat labels.

        file and lines, {child: line}, are for messages.
        """
        super().__init__(parents)
        self._depths = depths(self, file, lines or {})
        inner = set(self.values())
        self.leaves = tuple(child for child in self if child not in inner)
        self.root = self.path(self.leaves[0])[-1]
        self._ladders = ladders or {}
        of_ladders = [len(ladder) - 1 for ladder in self._ladders.values()]
        self.height = max([*self._depths.values(), *of_ladders])
        if self.height > MOST_LEVELS:
            raise DataError('has {:,} levels; there may be {:,}'.format(self.height, MOST_LEVELS),
                            file)
        if self.steep_labels() > MOST_LABELS:
            leaves, height, most = map('{:,}'.format, (len(self.leaves), self.height, MOST_LABELS))
            raise DataError('%s leaves at %s levels are too many; at more than %d levels there may'
                            ' be %s labels in all' % (leaves, height, STEEP, most), file)
        if self._ladders:
            self._check_ladders(file, lines or {})

    def steep_labels(self) -> int:
        """How many labels the leaves have at all levels.

        0 of a hierarchy that is not steep, since only a large file makes them many.
        """
        return self.height * len(self.leaves) if self.height > STEEP else 0

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
        """What is published for a value at a level."""
        return self.labels(value)[level]

    def labels(self, value) -> list:
        """What is published for a value at each level, from 0 to the height. A short ladder waits
        at its leaf.

        >>> uneven = Hierarchy({'1st-4th': 'School', 'School': '*', 'Doctorate': '*'})
        >>> [uneven.labels(leaf) for leaf in uneven.leaves]
        [['1st-4th', 'School', '*'], ['Doctorate', 'Doctorate', '*']]
        """
        ladder = self._ladders.get(value) or self.path(value)
        return ladder[:1] * (self.height + 1 - len(ladder)) + ladder

    def level_maps(self, values) -> list:
        """{value: what is published for it} at each level, from 0 to the height. The path of a
        value is walked once.

        >>> Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*'}).level_maps(['a', 'b'])
        [{'a': 'a', 'b': 'b'}, {'a': 'ab', 'b': 'ab'}, {'a': '*', 'b': '*'}]
        """
        return [dict(zip(values, labels)) for labels in zip(*map(self.labels, values))]

    def common_ancestor(self, values) -> str:
        """The lowest node above all these values. For a single value it is the value itself.

        >>> Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'}).common_ancestor(['b', 'a'])
        'ab'
        """
        node, *others = values
        for other in others:
            while node != other:        # the deeper of the two climbs
                if self._depths[node] < self._depths[other]:
                    other = self[other]
                else:
                    node = self[node]
        return node

    def uncovered(self, values) -> list:
        """The values that are no leaf, in the order given."""
        leaves = set(self.leaves)
        return [value for value in values if value not in leaves]

    # What follows serves Mondrian, the measures, and ladders that repeat labels.

    def children(self) -> dict:
        """{node: its children}, in the order of the leaves.

        >>> Hierarchy({'c': '*', 'a': 'ab', 'b': 'ab', 'ab': '*'}).children()
        {'*': ['c', 'ab'], 'ab': ['a', 'b']}
        """
        children: dict = {}
        for node in self.leaves:
            while node in self:
                parent = self[node]
                children.setdefault(parent, []).append(node)
                if len(children[parent]) > 1:       # the nodes above have been met before
                    break
                node = parent
        return children

    def spans(self) -> dict:
        """{node: its place, and the place after the last node under it}.

        Each node stands before its children.

        >>> Hierarchy({'c': '*', 'a': 'ab', 'b': 'ab', 'ab': '*'}).spans()
        {'*': (0, 5), 'c': (1, 2), 'ab': (2, 5), 'a': (3, 4), 'b': (4, 5)}
        """
        children, order, stack = self.children(), [], [self.root]
        while stack:
            order.append(stack.pop())
            stack += reversed(children.get(order[-1], ()))
        end: dict = {}
        for place, node in reversed(list(enumerate(order))):
            end[node] = end[children[node][-1]] if node in children else place + 1
        return {node: (place, end[node]) for place, node in enumerate(order)}

    def leaf_counts(self, present, records=None) -> dict:
        """{node: how many of the present leaves lie under it}.

        With {leaf: records} their records are counted instead.

        >>> tree = Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'})
        >>> tree.leaf_counts(['a', 'c']), tree.leaf_counts(['a', 'c'], {'a': 5, 'c': 2})
        ({'a': 1, 'ab': 1, '*': 2, 'c': 1}, {'a': 5, 'ab': 5, '*': 7, 'c': 2})
        """
        counts: dict = {}
        for leaf in present:
            for node in self.upward(leaf, counts):
                counts[node] = 0
            counts[leaf] += records[leaf] if records else 1
        for node in sorted(counts, key=self._depths.__getitem__, reverse=True):
            if node != self.root:
                counts[self[node]] += counts[node]
        return counts

    def rows(self) -> list:
        """The rows of a file that would describe this tree.

        Each child stands with its parent. Then come the paths that repeat labels.
        """
        return [*map(list, self.items()), *self._ladders.values()]

    def upward(self, node, met):
        """Yield the node, its parent, and so on, up to the first that is in `met`.

        The caller puts each there. So all paths are walked in as many steps as there are nodes.
        """
        while node not in met:
            yield node
            if node not in self:
                return
            node = self[node]

    def _check_ladders(self, file, lines):
        """DataError if a ladder leads not from a leaf to the root, or two break the invariant."""
        leaves = set(self.leaves)
        for leaf, ladder in self._ladders.items():
            if leaf not in leaves or ladder[-1] != self.root:
                raise DataError('a path that repeats a label must lead from a recorded value to the'
                                ' root, not from %s to %s' % (show(leaf), show(ladder[-1])),
                                file, lines.get(leaf))
        # {(level, label): the first leaf that it is published for, and its label one level up}
        above: dict = {}
        met: set = set()
        conflicts = []
        for leaf in self.leaves:
            for level, label, next_ in self._steps(leaf, met):
                first, known = above.setdefault((level, label), (leaf, next_))
                if known != next_:
                    conflicts.append((level, label, known, first, next_, leaf))
        if conflicts:
            first_at_lowest = min(conflicts, key=itemgetter(0))
            level, *labels, leaf = first_at_lowest
            raise DataError('at level %d %s goes on as %s (for %s) and as %s (for %s); repeat'
                            ' labels alike' % (level, *map(show, (*labels, leaf))),
                            file, lines.get(leaf))

    def _steps(self, leaf, met):
        """Yield (level, label, label one level up) for a leaf.

        Its own label, which no other leaf has, is left out. A node above leaves without a ladder is
        always at the same level, so it is yielded for the first of them alone.
        """
        if leaf in self._ladders:
            labels = self.labels(leaf)
            for level in range(self.height):
                if labels[level] != leaf:
                    yield level, labels[level], labels[level + 1]
            return
        for node in self.upward(self[leaf], met):
            met.add(node)
            if node != self.root:
                yield self.height - self._depths[node], node, self[node]
