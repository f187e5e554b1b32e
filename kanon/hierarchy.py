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

import csv
import os
import re

from .errors import DataError, quoted, show, some
from .records import broken, open_text, undecodable


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


def load(path) -> Hierarchy:
    """The hierarchy of a UTF-8 file: "child,parent" lines or whole paths "leaf,parent,...,root".

    A whole path may repeat a label, which then stands for several levels. Lines that begin with # and blank lines say nothing;
    a field with a comma in it is quoted as in csv, and blanks behind a comma are skipped, as in the data. An empty first
    field is the empty value. DataError with file and line: a line of one field, two parents, a cycle, two roots.
    """
    with open_text(path) as text:
        said = ('\n' if line.startswith('#') else line for line in text)
        reader = csv.reader(said, skipinitialspace=True, strict=True)
        try:
            return tree_of(((reader.line_num, fields) for fields in reader), path)[0]
        except csv.Error as error:
            raise broken(error, path, reader.line_num) from None
        except UnicodeError as error:
            raise undecodable(error, text, reader.line_num + 1, 'hierarchy files are UTF-8') from None


def tree_of(rows, file) -> tuple:
    """The Hierarchy of these rows, (line, fields leaf first) pairs, and {child: the line that says its parent}."""
    parents, lines, ladders = {}, {}, {}
    for line, fields in rows:
        add_path(fields, parents, lines, (file, line))
        if any(map(str.__eq__, fields, fields[1:])):
            if ladders.setdefault(fields[0], fields) != fields:
                raise DataError('%s has two paths, one on line %d' % (show(fields[0]), lines[fields[0]]), file, line)
            lines[fields[0]] = line
    return Hierarchy(parents, file, lines, ladders), lines


def add_path(nodes, parents, lines, where):
    """Add one line's nodes, leaf first, to {child: parent} and {child: the line that says so}; where: its file and line."""
    if nodes in ([], ['']):
        return
    if len(nodes) == 1:
        raise DataError('one field, %s, where "child,parent" is expected' % show(nodes[0]), *where)
    if len(set(nodes)) == 1:
        raise DataError('%s is its own parent; leave the repetition out' % show(nodes[0]), *where)
    for child, parent in zip(nodes, nodes[1:]):
        if child == parent:     # it stands for several levels
            continue
        if not parent:
            raise DataError('%s has an empty parent' % show(child), *where)
        if parents.setdefault(child, parent) != parent:
            raise DataError('%s has two parents, %s (line %d) and %s'
                            % (show(child), show(parents[child]), lines[child], show(parent)), *where)
        lines.setdefault(child, where[1])


def file_of(folder, column) -> str:
    """Where a column's hierarchy is kept; what no file's name may hold, on any system, is written as %2F and so on.

    >>> [file_of('hierarchies', name).replace(os.sep, '/') for name in ('age', 'km/h', 'km%2Fh', '..')]
    ['hierarchies/age.txt', 'hierarchies/km%2Fh.txt', 'hierarchies/km%252Fh.txt', 'hierarchies/%2E..txt']
    """
    name = re.sub(r'[\x00-\x1f/\\:*?"<>|]|^\.|%(?=[0-9A-F]{2})', lambda found: '%%%02X' % ord(found.group()), column)
    return os.path.join(folder, name + '.txt')


def load_for(column, values, folder) -> Hierarchy:
    """The hierarchy of a column that holds these {value: count}.

    DataError where there is none, or where values have no leaf: how many, in how many records, and the first ten.
    """
    path = file_of(folder, column)
    if not os.path.exists(path):
        raise DataError('there is no such hierarchy, for column %s; python -m kanon hierarchy makes one beside the data; or'
                        ' name its folder with --hierarchies' % quoted(column), path)
    tree = load(path)
    missing = tree.uncovered(sorted(values))
    if missing:
        records = sum(values[value] for value in missing)
        raise DataError('no leaf for %d of the %d values of column %s, in %d records: %s; add a line "value,parent" for each; see'
                        ' python -m kanon hierarchy check'
                        % (len(missing), len(values), quoted(column), records, some(missing, counts=values)), path)
    return tree
