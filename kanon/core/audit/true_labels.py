"""The audit, continued: is the release true to the records that were counted?

Promise: `verify_truth` returns only if
- every published label covers each recorded value that it stands for. It is the value itself or an
  equal number, an interval or a set that holds the value, a node above it in the hierarchy, the
  root, or *. [60-80) is an interval without its high end.
- in a full-domain release each column is at the one level that was chosen.
- with labels that are fixed beforehand, each end of an interval is a declared edge, and every other
  label is a node of the hierarchy.
- no label is coarser or finer than the limits of its column allow.
- what a rule, such as t-closeness, compares with is the distribution of the whole table.
`people_at` counts a population under the published labels, which `verify` compares with the classes
of the file.
`verify_truth` returns the fingerprint of the rows that the file must then have. `verify`
(audit/recount.py) compares it with the fingerprint of the rows that the file has. So the file has
every record that was counted and not suppressed, once, with its own sensitive and published values,
under labels that cover its quasi-identifiers.

It takes for granted what was counted, and the files of the hierarchies. It shares no code with the
searches, the labels, the hierarchies, or the writer.
"""

from __future__ import annotations

from array import array
from collections import Counter, namedtuple
from functools import cached_property
from itertools import repeat
from math import inf, nan

from ..errors import Disagreed, quoted, show
from .deciders import check_known
from .ends import (declared_edges, decimals_of, edges_of, ends_of, ends_of_node, exactly,
                   is_half_open, number_or_none, on_edges, written_ends_of_node)
from .recount import NUL, reader_of_values

WIDE = ' wide'      # a limit by width ends so: 10 wide

# columns: of each quasi-identifier its values, and the code of each row.
# rows: a function that yields CountedRows of the table (tables/tally.py).
# names: of the quasi-identifiers, then of the carried columns.
# published: [class] -> the published tuple, or None.
# classes: [row] -> its class.
# parted: {row: {carried values: {published tuple: records}}} of the rows whose records are in
#     several classes.
# roots: {column: what is published for a missing value}.
# levels: of each quasi-identifier in a full-domain release, otherwise None.
# rows_of: a function from a column to the rows of its hierarchy file.
# decimal: the sign in its numbers, a point or a comma.
# grids: {column: its edges as they are typed, '' for those of its hierarchy}, where labels are
#     fixed beforehand.
# limits: {column: (the coarsest label, the finest)}, each as it is typed: a level such as '2' or
#     'decade', a width such as '10 wide', or None.
# level_names: a function from a column to the names of its levels.
# paths: {column: its Paths}, made when they are asked for.
RecordedValues = namedtuple(
    'RecordedValues',
    'columns rows names published classes parted roots levels rows_of decimal grids limits'
    ' level_names paths',
    defaults=('.', {}, {}, None, None))


def verify_truth(recorded, required) -> int:
    """Compare the recoding with what was counted.

    Returns the fingerprint of the rows that must be published.
    """
    verify_labels(recorded)
    verify_distributions(recorded, required)
    return fingerprint(recorded)


def people_at(recorded, population) -> dict:
    """{published tuple: people} of a population, by the files of the hierarchies.

    population: {quasi tuple: people}. The release is a full-domain one.
    """
    all_paths = paths_of(recorded)
    paths_and_levels = [(all_paths[name], level)
                        for name, level in zip(recorded.names, recorded.levels)]
    people: Counter = Counter()
    for quasi, n in population.items():
        published = [paths.at(value, level)
                     for value, (paths, level) in zip(quasi, paths_and_levels)]
        people[tuple(published)] += n
    return people


def fingerprint(recorded) -> int:
    """The fingerprint of the records that are not suppressed, recoded (`recount`, recount.py).

    DataError if a record is in no class, or in two.
    """
    total = 0
    start_of = starts_of_rows(recorded)
    # {row: {carried values: records}} of the rows whose records are in several classes
    parted: dict = {row: Counter() for row in recorded.parted}
    for rows in recorded.rows():
        ends = [NUL.join(carried) for carried in rows.values]
        for row, code, n in zip(rows.places, rows.codes, records_of(rows)):
            start = start_of[row]
            if start is not None:
                total += n * hash(start + ends[code])
            elif row in parted:
                parted[row][rows.values[code]] += n
    for row, counted in parted.items():
        shares = recorded.parted[row]
        in_classes = {carried: sum(of_classes.values()) for carried, of_classes in shares.items()}
        if in_classes != counted:
            quasi = [values[codes[row]] for values, codes in recorded.columns]
            raise Disagreed('the audit found records of %s that are in no class, or in two'
                            % show(', '.join(quasi)))
        for carried, of_classes in shares.items():
            for published, n in of_classes.items():
                total += n * hash(NUL.join(published + carried))
    return total


def starts_of_rows(recorded) -> list:
    """[row] -> the text of its published tuple, up to where the text of its carried values begins.

    None if the row is suppressed, or in several classes.
    """
    has_carried = len(recorded.names) > len(recorded.columns)
    behind = NUL if has_carried else ''
    starts = [published and NUL.join(published) + behind for published in recorded.published]
    start_of = [starts[class_] for class_ in recorded.classes]
    for row in recorded.parted:
        start_of[row] = None
    return start_of


def records_of(rows):
    """How many records each of these CountedRows stands for."""
    return repeat(1, len(rows.codes)) if rows.counts is None else rows.counts


def verify_distributions(recorded, required):
    """DataError if a rule compares with another distribution than that of the table.

    DataError, too, if the audit cannot decide a rule.
    """
    for column, rules in required.rules.items():
        for rule in rules:
            check_known(rule)
        comparing = [rule for rule in rules if rule.reference is not None]
        if not comparing:
            continue
        table = distribution(recorded, column, reader_of_values(rules))
        for rule in comparing:
            if rule.reference != table:
                raise Disagreed('the audit found that %s compares column %s with another'
                                ' distribution than that of the table'
                                % (rule.option.replace('_', '-'), quoted(column)))


def distribution(recorded, column, read) -> Counter:
    """{value: records} of a carried column of the table. read: what the audit takes a value for."""
    place = recorded.names.index(column) - len(recorded.columns)
    table: Counter = Counter()
    for rows in recorded.rows():
        values = [read(carried[place]) for carried in rows.values]
        for code, n in zip(rows.codes, records_of(rows)):
            table[values[code]] += n
    return table


def verify_labels(recorded):
    """DataError for a label that does not cover a value that it is published for."""
    classes = classes_of_rows(recorded)
    for place, (values, codes) in enumerate(recorded.columns):
        labels = labels_of_classes(recorded, place)
        parted = pairs_of_parted(recorded, place)
        column = AllowedLabels(recorded, place, values)
        column.verify(column.pairs_to_ask(labels, classes, codes) | parted)
        if column.name in recorded.grids:
            all_labels = {*labels, *(label for label, _ in parted)} - {None}
            column.verify_grid(all_labels, recorded.grids[column.name])
        if column.name in recorded.limits:
            pairs = {(labels[class_], code) for class_, code in zip(classes, codes)}
            column.verify_limits(pairs | parted, *recorded.limits[column.name])


def classes_of_rows(recorded) -> array:
    """[row] -> its class, or the place behind the last class if its records are in several."""
    classes = array('I', recorded.classes)
    for row in recorded.parted:
        classes[row] = len(recorded.published)
    return classes


def labels_of_classes(recorded, place) -> list:
    """[class] -> its label in a column, None if it is suppressed. Behind the last stands a None."""
    labels = [published and published[place] for published in recorded.published]
    return [*labels, None]


def pairs_of_parted(recorded, place) -> set:
    """The (label, code) pairs of a column in the rows whose records are in several classes."""
    _, codes = recorded.columns[place]
    pairs: set = set()
    for row, shares in recorded.parted.items():
        for of_classes in shares.values():
            pairs.update((published[place], codes[row]) for published in of_classes)
    return pairs


class AllowedLabels:
    """What the labels of one quasi-identifier may be."""

    def __init__(self, recorded, place, values):
        """values: [code] -> value."""
        self.name = recorded.names[place]
        self.level = recorded.levels[place] if recorded.levels else None
        self._values = values
        self._decimal = recorded.decimal
        self._missing = {'*', recorded.roots.get(self.name)}      # these cover every value
        self._rows_of = recorded.rows_of
        self._level_names = recorded.level_names
        self._all_paths = paths_of(recorded)
        self._ends = MadeOnce(self._ends_of)        # {label: its two ends, or None}
        self._inside = MadeOnce(self._values_inside)        # {interval or set: the values in it}
        self._above = MadeOnce(self._nodes_above)       # {(interval or set, level): nodes}

    @property
    def _paths(self):
        return self._all_paths[self.name]

    @cached_property
    def _numbers(self) -> list:
        """[code] -> the number of the value. nan, which lies in no interval, if it is none."""
        return [number_or_none(self._pointed(value), nan) for value in self._values]

    def _pointed(self, text):
        """A text with a point as its decimal sign."""
        return text.replace(self._decimal, '.')

    def _ends_of(self, label):
        return None if label is None else ends_of(self._pointed(label))

    def verify(self, pairs):
        """DataError if a label does not cover a value. pairs: (label, code).

        Those with a label None do not count.
        """
        wrong = [(label, self._values[code]) for label, code in pairs
                 if label is not None and not self.covers(label, code)]
        if wrong:
            label, value = min(wrong)
            problem = 'does not cover it'
            if self.level is not None:
                problem = 'is not its label at level %s' % self.level
            raise Disagreed('the audit found %s published as %s in column %s, which %s'
                            % (show(value), show(label), quoted(self.name), problem))

    def pairs_to_ask(self, labels, classes, codes) -> set:
        """The (label, code) pairs of all rows, but for those that are quickly seen to be right.

        labels: [class] -> label. classes: [row] -> class. codes: [row] -> code.
        """
        if self.level is None and any(self._ends[label] for label in labels):
            nothing = inf, -inf
            lows, highs = zip(*[self._ends[label] or nothing for label in labels])
            numbers = self._numbers
            return {(labels[class_], code) for class_, code in zip(classes, codes)
                    if not lows[class_] <= numbers[code] <= highs[class_]}
        own = self._values
        if self.level is not None:
            own = [self._paths.at(value, self.level) for value in self._values]
        return {(labels[class_], code) for class_, code in zip(classes, codes)
                if own[code] != labels[class_]}

    def covers(self, label, code) -> bool:
        """Whether a label is the value, an interval or a set that it is in, or a node above it."""
        value = self._values[code]
        if self.level is not None:
            return label == self._paths.at(value, self.level)
        if label == value or label in self._missing:
            return True
        ends = self._ends[label]
        if ends and ends[0] <= self._numbers[code] <= ends[1]:
            return True
        if is_in_set(value, label):
            return True
        return label in self._paths.above(value)

    # Labels that are fixed beforehand.

    def verify_grid(self, labels, declared):
        """DataError if a label is not between declared edges.

        declared: the edges as they are typed, '' for those of the hierarchy.
        """
        nodes: set = set()
        if declared:
            is_low, is_high = declared_edges(declared)
        else:
            nodes.update(*self._rows_of(self.name))
            is_low, is_high = edges_of(nodes, self._decimal)
        wrong = [label for label in labels - self._missing - nodes
                 if not on_edges(self._pointed(label), is_low, is_high)]
        if wrong:
            raise Disagreed('the audit found the label %s in column %s, which does not end at'
                            ' declared edges' % (show(min(wrong)), quoted(self.name)))

    # Limits of the labels.

    def verify_limits(self, pairs, most, least):
        """DataError if a label is coarser than `most`, or finer than `least`.

        pairs: (label, code). Those with a label None do not count. A missing value has no limit.
        """
        most, least = self._by_number(most), self._by_number(least)
        for label, code in sorted(pair for pair in pairs if pair[0] is not None):
            value = self._values[code]
            if value in self._missing or value in ('?', '') and label == value:
                continue
            too_coarse = most and not self._is_within(label, value, most)
            too_fine = least and not self._is_above(label, value, least)
            if too_coarse or too_fine:
                raise Disagreed('the audit found %s published as %s in column %s, which its limits'
                                ' do not allow' % (show(value), show(label), quoted(self.name)))

    def _by_number(self, limit):
        """A limit, with the number of its level in place of the name."""
        if not limit or limit.endswith(WIDE):
            return limit
        if limit.isascii() and limit.isdigit():
            return limit
        names = self._level_names(self.name)
        if limit not in names:
            raise Disagreed('the audit found no level %s in the hierarchy of column %s'
                            % (quoted(limit), quoted(self.name)))
        return str(names.index(limit))

    def _is_within(self, label, value, most) -> bool:
        """Whether a label is as fine as `most`, or finer."""
        if most.endswith(WIDE):
            return self._width(label, value) <= exactly(most[:-len(WIDE)])
        level = int(most)
        if label in [self._paths.at(value, below) for below in range(level + 1)]:
            return True
        top = self._paths.at(value, level)
        ends = self._ends[label]
        outer = self._ends_around(top, value)
        if ends and outer:      # an interval of numbers that lie under one node
            return outer[0] <= ends[0] and ends[1] <= outer[1]
        return value in self._inside[label] and self._above[label, level] == {top}

    def _is_above(self, label, value, least) -> bool:
        """Whether a label is as coarse as `least`, or coarser."""
        if least.endswith(WIDE):
            return self._width(label, value) >= exactly(least[:-len(WIDE)])
        level = int(least)
        if level == 0:
            return True
        if label in [self._paths.at(value, above)
                     for above in range(level, self._paths.height + 1)]:
            return True
        ends = self._ends[label]
        inner = self._ends_around(self._paths.at(value, level), value)
        if not ends or not inner:
            return False
        return ends[0] <= inner[0] and inner[1] <= ends[1]

    def _values_inside(self, label) -> set:
        """The values of the table that lie in an interval or a set."""
        ends = self._ends[label]
        if not ends:
            return {value for value in self._values if is_in_set(value, label)}
        if ends == (-inf, inf):     # the values that are no numbers, too
            return set(self._values)
        return {value for value, number in zip(self._values, self._numbers)
                if ends[0] <= number <= ends[1]}

    def _nodes_above(self, label_and_level) -> set:
        """The nodes at a level above the values that lie in an interval or a set."""
        label, level = label_and_level
        return {self._paths.at(value, level) for value in self._inside[label]}

    def _ends_around(self, label, value):
        """The ends of an interval that holds a value.

        None for another label, such as the node 10 above the code 1001.
        """
        ends = ends_of_node(self._pointed(label))
        number = number_or_none(self._pointed(value))
        if not ends or number is None:
            return None
        return ends if ends[0] <= number <= ends[1] else None

    @cached_property
    def _most_decimals(self) -> int:
        """The decimals of the column, and in a full-domain release of its hierarchy, too."""
        texts = set(self._values)
        if self.level is not None:
            texts.update(row[0] for row in self._rows_of(self.name) if row)
        return max(decimals_of(text, self._decimal) for text in texts)

    def _width(self, label, value):
        """How wide an interval that holds a value is, its last unit included, exactly.

        inf for any other label.
        """
        ends = self._ends_around(label, value)
        if not ends:
            return inf
        if is_half_open(label):
            low, high = written_ends_of_node(self._pointed(label))
            return exactly(high) - exactly(low)
        texts = [label, *label[1:-1].split('-')]
        decimals = [decimals_of(text, self._decimal) for text in texts]
        unit = exactly(1) / 10 ** max(self._most_decimals, *decimals)
        return exactly(ends[1]) - exactly(ends[0]) + unit


def is_set(label) -> bool:
    """Whether a label looks like a set of values, such as {a|b}."""
    return label[:1] + label[-1:] == '{}'


def is_in_set(value, label) -> bool:
    """Whether a label is a set, and a value is in it. A value may have a | itself.

    >>> is_in_set('a', '{a|b}'), is_in_set('a|b', '{a|b|c}'), is_in_set('a', '{ab|b}')
    (True, True, False)
    """
    return is_set(label) and '|%s|' % value in '|%s|' % label[1:-1]


def paths_of(recorded):
    """{column: the Paths of its hierarchy}, which are read when a label asks for them."""
    if recorded.paths is not None:
        return recorded.paths
    return MadeOnce(lambda name: Paths(recorded.rows_of(name)))


class MadeOnce(dict):
    """{key: what a function makes of it}, made once."""

    def __init__(self, make):
        super().__init__()
        self._make = make

    def __missing__(self, key):
        self[key] = self._make(key)
        return self[key]


class Paths:
    """The hierarchy of a column, from the rows of its file: each leads from a label upward.

    >>> paths = Paths([['1st-4th', 'School'], ['School', '*'], ['Doctorate', '*'],
    ...                ['93', '[90-]', '[90-]', '*']])
    >>> [paths.at('1st-4th', level) for level in range(4)]
    ['1st-4th', '1st-4th', 'School', '*']
    >>> [paths.at('93', level) for level in range(4)]
    ['93', '[90-]', '[90-]', '*']
    >>> sorted(paths.above('1st-4th')), paths.above('none')
    (['*', 'School'], set())
    """

    def __init__(self, rows):
        self._parent: dict = {}     # {node: the node right above it}
        self._ladders: dict = {}    # {value: its row}, where that repeats a label
        self._above: dict = {}      # {value: the nodes above it}
        for row in rows:
            for node, parent in zip(row, row[1:]):
                if node == parent:
                    self._ladders[row[0]] = row
                else:
                    self._parent[node] = parent
        heights = [len(ladder) - 1 for ladder in self._ladders.values()]
        self.height = max([*self._depths(), *heights], default=0)

    def _depths(self):
        """How many nodes are above each node."""
        depths: dict = {}
        for node in self._parent:
            path = [node]       # up to the top, or to a node whose depth is known
            while path[-1] in self._parent and path[-1] not in depths:
                path.append(self._parent[path[-1]])
            depths.setdefault(path[-1], 0)
            path.reverse()
            for parent, child in zip(path, path[1:]):
                depths[child] = depths[parent] + 1
        return depths.values()

    def at(self, value, level):
        """The label of a value at a level. A path shorter than the highest waits at its value."""
        ladder = self._ladders.get(value) or self._path(value)
        waits = self.height - (len(ladder) - 1)
        return ladder[max(0, level - waits)]

    def parent(self, value) -> str:
        """The node right above a value."""
        return self._parent[value]

    def above(self, value) -> set:
        """The nodes above a value."""
        if value not in self._above:
            self._above[value] = set(self._path(value)[1:])
        return self._above[value]

    def _path(self, value) -> list:
        path = [value]
        while path[-1] in self._parent:
            path.append(self._parent[path[-1]])
        return path
