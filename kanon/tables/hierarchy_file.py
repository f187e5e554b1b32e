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

from ..errors import DataError, quoted, show, some
from ..hierarchy import Hierarchy
from .dialect import broken
from .text import open_text, undecodable


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
