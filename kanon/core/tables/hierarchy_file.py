"""Hierarchy files: "child,parent" lines or whole paths, one file for each column.

`load` replaces the reading in `tree_of` of the plain pages (plain/), because it names the line that
makes a file no tree.

Promise: `load` returns the one tree that the file describes, or raises a DataError with the file
and the line. A line may hold a whole path "leaf,parent,...,root"; "child,parent" is the shortest
path. A path may repeat a label, which then stands for several levels: in 93,[90-],[90-],* level 2
still publishes [90-]. The tree itself has no repetition. The Hierarchy keeps the path of such a
leaf beside it.
"""

from __future__ import annotations

import csv
import os
import re

from ..counts.hierarchy import MOST_LABELS, ROOT, STEEP, Hierarchy
from ..counts.values import all_in_common
from ..errors import DataError, many, marked_text, option, quoted, show, some, text_of
from ..own_files import as_typed_here, exists
from .dialect import broken
from .text import open_text, undecodable


def load(path, typed=True) -> Hierarchy:
    """The hierarchy of a UTF-8 file.

    Lines that begin with # and blank lines are skipped. A field with a comma is quoted as in csv,
    and blanks after a comma are skipped, as in the data. An empty first field is the empty value.
    DataError for a line of one field, two parents, a cycle, or two roots.
    typed: whether the user named the file. A pipe in a folder of hierarchies is refused.
    """
    tree, _ = tree_of(numbered_rows(path, typed), path)
    return tree


def numbered_rows(path, typed=True):
    """Yield (line, fields) of a UTF-8 file of csv. Lines that begin with # are empty.

    typed: whether the user named the file.
    """
    with open_text(path, typed) as text:
        reader = csv.reader(without_comments(text), skipinitialspace=True, strict=True)
        try:
            for fields in reader:
                yield reader.line_num, fields
        except csv.Error as error:
            raise broken(error, path, reader.line_num) from None
        except UnicodeError as error:
            raise undecodable(error, text, reader.line_num + 1,
                              'hierarchy files are UTF-8') from None


def without_comments(lines):
    """The lines, with an empty one in place of each comment."""
    return ('\n' if line.startswith('#') else line for line in lines)


def rows_of_file(path) -> list:
    """The rows of a hierarchy file that can be loaded."""
    with open_text(path) as text:
        return list(csv.reader(without_comments(text), skipinitialspace=True))


LEVELS = r'\blevels: *(.*?) *(\. |\.?$)'        # in a comment


def level_names(path) -> list:
    """The names of the levels, from the recorded value up, if a comment line tells them.

    Such a line is "# Levels: day, month, year, any." Text may stand before the names, and after a
    full stop. [] without such a line.
    """
    with open_text(path) as text:
        for line in text:
            names = line.startswith('#') and re.search(LEVELS, line, re.IGNORECASE)
            if names:
                return [name.strip() for name in names[1].split(',')]
    return []


class HierarchyFolder:
    """The hierarchies of a folder, one file <column>.txt for each column.

    of_others: a function from a path to whether that file is for other tables alone, and so as if
    it were not there; or None.
    """

    def __init__(self, folder, of_others=None):
        self.folder, self.of_others = folder, of_others
        self._labels: dict = {}     # {column: its labels}, as `check_number_of_labels` takes them

    def has(self, column) -> bool:
        """Whether a column has a hierarchy."""
        path = file_of(self.folder, column)
        return exists(path) and not (self.of_others and self.of_others(path))

    def given(self, column):
        """The hierarchy of a column, whatever its values are. None if there is none."""
        if not self.has(column):
            return None
        return load(file_of(self.folder, column), typed=False)

    def tree_of(self, column, values) -> Hierarchy:
        """The hierarchy of a column with these {value: count}.

        DataError if there is none, or if values have no leaf.
        """
        path = file_of(self.folder, column)
        self.check_has(column)
        tree = load(path, typed=False)
        check_number_of_labels(tree, column, self._labels, path)
        check_leaves(tree, column, values, path)
        return tree

    def check_has(self, column):
        """DataError if a column has no hierarchy."""
        path = file_of(self.folder, column)
        if self.has(column):
            return
        why = 'has no hierarchy file'
        if exists(path):
            why = ('has no hierarchy; this file came with kanon, and serves tables with the columns'
                   ' of UCI Adult alone')
        verb = as_typed_here('python -m kanon hierarchy')
        raise DataError('column %s %s; make one with %s, or name the folder of another with %s'
                        % (quoted(column), why, verb, option('hierarchies')), path)

    def roots_of(self, columns) -> dict:
        """{column: the root of its hierarchy}, '*' for a column that has none."""
        roots = {}
        for name in columns:
            tree = self.given(name)
            roots[name] = ROOT if tree is None else tree.root
        return roots

    def rows_of(self, column) -> list:
        """The rows of a column's file, read anew for the audit. [] if there is none."""
        return rows_of_file(file_of(self.folder, column)) if self.has(column) else []

    def level_names(self, column) -> list:
        """The names of the levels of a column's hierarchy. [] if they have none."""
        return level_names(file_of(self.folder, column)) if self.has(column) else []

    def files(self, columns) -> list:
        """Where the hierarchies of these columns are, or would be."""
        return [file_of(self.folder, name) for name in columns]


class GivenHierarchies:
    """Hierarchies that a program gives by column. The methods are those of a HierarchyFolder.

    trees: {column: a file, a Hierarchy or a dict {child: parent}}.

    >>> given = GivenHierarchies({'race': {'black': 'person', 'white': 'person'}})
    >>> given.has('race'), given.tree_of('race', {'black': 2}).height
    (True, 1)
    >>> given.roots_of(['race', 'age'])
    {'race': 'person', 'age': '*'}
    """

    def __init__(self, trees):
        self._files, self._trees = {}, {}
        for name, tree in trees.items():
            if isinstance(tree, str):
                self._files[name] = tree
                self._trees[name] = load(tree)
            else:
                self._trees[name] = given_tree(name, tree)
        self._labels: dict = {}

    def has(self, column) -> bool:
        return column in self._trees

    def tree_of(self, column, values) -> Hierarchy:
        if column not in self._trees:
            raise DataError('there is no hierarchy for column %s; give one in hierarchies'
                            % quoted(column))
        tree, file = self._trees[column], self._files.get(column)
        check_number_of_labels(tree, column, self._labels, file)
        if file is not None:
            check_leaves(tree, column, values, file)
        else:
            to_mend = 'add {value: parent} for each to hierarchies[%r]' % column
            check_leaves(tree, column, values, advice=to_mend)
        return tree

    def roots_of(self, columns) -> dict:
        return {name: self._trees[name].root if name in self._trees else ROOT
                for name in columns}

    def rows_of(self, column) -> list:
        if column in self._files:
            return rows_of_file(self._files[column])
        return self._trees[column].rows() if column in self._trees else []

    def level_names(self, column) -> list:
        return level_names(self._files[column]) if column in self._files else []

    def files(self, columns) -> list:
        return [self._files[name] for name in columns if name in self._files]


def given_tree(column, tree) -> Hierarchy:
    """The Hierarchy of a dict {child: parent}."""
    if isinstance(tree, Hierarchy):
        return tree
    where = 'hierarchies[%r]' % column
    if not isinstance(tree, dict):
        raise DataError('is a file, a Hierarchy or a dict {child: parent}, not %s'
                        % type(tree).__name__, where)
    if not tree:
        raise DataError('is empty; give {child: parent} with every value as a child', where)
    for pair in tree.items():
        for label in pair:
            if not isinstance(label, str):
                raise DataError('the label %s is of type %s; a label is a text'
                                % (show(text_of(label)), type(label).__name__), where)
    return Hierarchy(tree, where)


def check_number_of_labels(tree, column, labels, file=None):
    """DataError if the steep hierarchies that a run has asked for have too many labels together.

    labels: {column: labels} of these.
    """
    labels[column] = tree.steep_labels()
    total = sum(labels.values())
    if total > MOST_LABELS:
        total, most = '{:,}'.format(total), '{:,}'.format(MOST_LABELS)
        raise DataError('with column %s the hierarchies have %s labels together, which are too'
                        ' many; those of more than %d levels may have %s in all'
                        % (quoted(column), total, STEEP, most), file)


ADVICE = 'add a line "value,parent" for each; see python -m kanon hierarchy check'


def check_leaves(tree, column, values, file=None, advice=as_typed_here(ADVICE)):
    """DataError if some of these {value: count} have no leaf.

    It says how many, in how many records, and the first ten.
    """
    missing = tree.uncovered(sorted(values))
    nodes = [value for value in missing if value in tree or value == tree.root]
    check_nodes(tree, column, nodes, values, file)
    if not missing:
        return
    leaves = set(all_in_common(tree.leaves))
    alike = sum(form in leaves for form in all_in_common(missing))
    if alike:
        verb = as_typed_here('python -m kanon hierarchy check')
        advice = ('%d of them may be the same as a leaf, but for capitals, blanks or how a number'
                  ' or an accent is written; write both alike; see %s' % (alike, verb))
    records = sum(values[value] for value in missing)
    raise DataError('no leaf for %d of the %d values of column %s, in %s: %s; %s'
                    % (len(missing), len(values), quoted(column), many(records, 'record'),
                       some(missing, counts=values), advice), file)


CODE_BEFORE_MORE = '[A-Za-z0-9]+([.-][A-Za-z0-9]+)*'        # what I21.- may be written for


def check_nodes(tree, column, nodes, values, file=None):
    """DataError for values that are nodes above others. values: {value: count} of the column.

    A line for such a value would make a second root. It gets a leaf of its own, in the data and in
    the hierarchy.
    """
    if not nodes:
        return
    first, several = nodes[0], len(nodes) > 1
    what = '%s is a node of the hierarchy, and no leaf' % show(first)
    if several:
        named = some(nodes, counts=values)
        what = '%d values are nodes of the hierarchy, and no leaves: %s' % (len(nodes), named)
    advice = 'rename the node in the hierarchy; or was the table generalized before?'
    if re.fullmatch(CODE_BEFORE_MORE, first):
        leaf = first + '.-'
        it = marked_text(first) if several else 'it'
        line = 'line ' + marked_text('"%s,%s"' % (leaf, first))
        pair = 'pair ' + marked_text('{%r: %r}' % (leaf, first))
        others = ', and so the others' * several
        verb = as_typed_here('python -m kanon hierarchy codes --cuts')
        advice = ('write %s in the data as %s, with the %s%s, or take %s'
                  % (it, marked_text(leaf), line if file else pair, others, verb))
    raise DataError('column %s: %s; %s' % (quoted(column), what, advice), file)


# Of a name of more than LONG_NAME bytes KEPT stay in the name of the file, and behind them are
# DIGITS of its sha256.
LONG_NAME, KEPT, DIGITS = 200, 150, 8

NOT_IN_NAMES = r'[\x00-\x1f/\\:*?"<>|]|^\.|%(?=[0-9A-F]{2})'        # of files


def file_of(folder, column) -> str:
    """The path of a column's hierarchy.

    Characters that some system does not allow in a file name become %2F and so on. A longer name
    than a system takes is cut off, and has digits of its sha256 behind it.

    >>> [file_of('', name) for name in ('age', 'km/h', 'km%2Fh', '..')]
    ['age.txt', 'km%2Fh.txt', 'km%252Fh.txt', '%2E..txt']
    >>> file_of('hierarchies', 'age').replace(os.sep, '/')
    'hierarchies/age.txt'
    >>> file_of('', 'How often? ' * 30)[-20:]
    'How oft~ce9b9762.txt'
    """
    name = re.sub(NOT_IN_NAMES, lambda match: '%%%02X' % ord(match.group()), column)
    written = name.encode('utf-8', 'surrogatepass')
    if len(written) > LONG_NAME:
        from hashlib import sha256      # few names are so long
        digest = sha256(column.encode('utf-8', 'surrogatepass')).hexdigest()[:DIGITS]
        name = '%s~%s' % (written[:KEPT].decode('utf-8', 'ignore'), digest)
    return os.path.join(folder, name + '.txt')


def tree_of(rows, file) -> tuple:
    """The Hierarchy of (line, fields) rows, leaf first.

    The second value is {child: the line that names its parent}.
    """
    parents: dict = {}
    lines: dict = {}
    ladders: dict = {}      # {leaf: its path}, of paths that repeat a label
    for line, fields in rows:
        add_path(fields, parents, lines, (file, line))
        if any(map(str.__eq__, fields, fields[1:])):
            leaf = fields[0]
            if ladders.setdefault(leaf, fields) != fields:
                raise DataError('%s has two paths, one on line %d' % (show(leaf), lines[leaf]),
                                file, line)
            lines[leaf] = line
    return Hierarchy(parents, file, lines, ladders), lines


def add_path(nodes, parents, lines, where):
    """Add the nodes of one line, leaf first, to {child: parent} and {child: line}.

    where: its file and line.
    """
    if nodes in ([], ['']):
        return
    if len(nodes) == 1:
        raise DataError('one field, %s, where "child,parent" is expected' % show(nodes[0]), *where)
    if len(set(nodes)) == 1:
        raise DataError('%s is its own parent; leave the repetition out' % show(nodes[0]), *where)
    for child, parent in zip(nodes, nodes[1:]):
        if child == parent:     # a label for several levels
            continue
        if not parent:
            raise DataError('%s has an empty parent' % show(child), *where)
        if parents.setdefault(child, parent) != parent:
            raise DataError('%s has two parents, %s (line %d) and %s'
                            % (show(child), show(parents[child]), lines[child], show(parent)),
                            *where)
        lines.setdefault(child, where[1])
