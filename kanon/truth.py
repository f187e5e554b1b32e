"""The audit, continued: is the release true to the records that were counted?

Promise: `verify_truth` returns only if
- every published label covers each recorded value that it stands for. It is the value itself or an equal number, an interval or
  a set that holds the value, a node above it in the hierarchy, the root, or *.
- in a full-domain release each column is at the one level that was chosen.
- what t-closeness compares with is the distribution of the whole table.
It returns the fingerprint of the rows that the file must then have. `verify` (audit.py) compares it with the fingerprint of the
rows that the file has. So the file has every record that was counted and not suppressed, once, with its own sensitive and published
values, under labels that cover its quasi-identifiers.

It takes for granted what was counted, and the files of the hierarchies. It shares no code with the searches, the labels, the
hierarchies, or the writer.
"""

from __future__ import annotations

import re
from collections import Counter, namedtuple
from itertools import islice
from math import inf

from .audit import fingerprint
from .errors import DataError, quoted, show

TUPLES = 100_000        # quasi tuples looked at a time

NUMBER = r'[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?'
INTERVAL = r'\[({0}|\*)-({0}|\*)\]'.format(NUMBER)

# counted: yields {quasi tuple: {carried values: records}}, one part of the table at a time; columns: the quasi-identifiers, then
# the carried columns; recoding: {quasi tuple: published tuple or None}; parted: {quasi tuple: {carried values: {published tuple:
# records}}} of the tuples whose records are in several classes; roots: {column: what is published for a missing value}; levels: of
# each quasi-identifier in a full-domain release, otherwise None; rows_of: a function from a column to the rows of its hierarchy file.
Recorded = namedtuple('Recorded', 'counted columns recoding parted roots levels rows_of')


def verify_truth(recorded, required) -> int:
    """Compare the recoding with what was counted. Returns the fingerprint of the rows that must be published."""
    verify_labels(recorded)
    verify_distributions(recorded, required)
    return rows_to_publish(recorded)


def rows_to_publish(recorded) -> int:
    """The fingerprint of the records that are not suppressed, recoded. DataError if one is in no class, or in two."""
    rows, parted = 0, {quasi: Counter() for quasi in recorded.parted}
    for part in recorded.counted():
        for quasi, histogram in part.items():
            if quasi in parted:
                parted[quasi].update(histogram)
            elif recorded.recoding[quasi] is not None:
                rows += fingerprint(recorded.recoding[quasi], histogram)
    for quasi, histogram in parted.items():
        shares = recorded.parted[quasi]
        if {carried: sum(of_classes.values()) for carried, of_classes in shares.items()} != histogram:
            raise DataError('the audit found records of %s that are in no class, or in two' % show(', '.join(quasi)))
        for carried, of_classes in shares.items():
            rows += sum(fingerprint(published, {carried: n}) for published, n in of_classes.items())
    return rows


def verify_distributions(recorded, required):
    """DataError if a rule compares its classes with another distribution than that of the table."""
    for column, rules in required.rules.items():
        references = [rule.distance.reference for rule in rules if hasattr(rule, 'distance')]
        if references:
            table: Counter = Counter()
            for part in recorded.counted():
                for quasi, histogram in part.items():
                    for carried, n in histogram.items():
                        table[carried[recorded.columns.index(column) - len(quasi)]] += n
            if any(reference != table for reference in references):
                raise DataError('the audit found that t-closeness compares column %s with another distribution than that of the table'
                                % quoted(column))


def verify_labels(recorded):
    """DataError for a label that does not cover a value that it is published for."""
    pairs = ((quasi, entry) for quasi, entry in recorded.recoding.items() if entry is not None and quasi not in recorded.parted)
    columns = [Column(recorded, place) for place in range(len(next(iter(recorded.recoding), ())))]
    while True:
        some = list(islice(pairs, TUPLES))
        if not some:
            break
        quasi, published = zip(*some)
        for column, values, labels in zip(columns, zip(*quasi), zip(*published)):
            column.verify(set(zip(values, labels)))
    for quasi, shares in recorded.parted.items():
        for published in {published for of_classes in shares.values() for published in of_classes}:
            for column, value, label in zip(columns, quasi, published):
                column.verify({(value, label)})


class Column:
    """What the labels of one quasi-identifier may be."""

    def __init__(self, recorded, place):
        self.name = recorded.columns[place]
        self._root, self._rows_of = recorded.roots.get(self.name), recorded.rows_of
        self._level = recorded.levels[place] if recorded.levels else None
        self._paths, self._numbers = None, {}

    def verify(self, pairs):
        """DataError for a (value, label) that is not true."""
        if self._level is not None:
            wrong = [(value, label) for value, label in pairs if self.paths().at(value, self._level) != label]
            problem = 'which is not its label at level %s' % self._level
        else:
            values_of: dict = {}
            for value, label in pairs:
                if value != label and label not in ('*', self._root):
                    values_of.setdefault(label, []).append(value)
            wrong = [(value, label) for label, values in values_of.items() for value in self._uncovered(label, values)]
            problem = 'which does not cover it'
        if wrong:
            value, label = min(wrong)
            raise DataError('the audit found %s published as %s in column %s, %s'
                            % (show(value), show(label), quoted(self.name), problem))

    def paths(self):
        """The paths of the hierarchy, read when a label asks for them."""
        if self._paths is None:
            self._paths = Paths(self._rows_of(self.name))
        return self._paths

    def _uncovered(self, label, values) -> list:
        """The values that are not in the interval or the set, and not below the node."""
        ends = re.fullmatch(INTERVAL, label)
        if ends or self.number(label) is not None:
            first, last = ends.groups() if ends else (label, label)
            low = -inf if first == '*' else self.number(first)
            high = inf if last == '*' else self.number(last)
            values = [value for value in values if self.number(value) is None or not low <= self.number(value) <= high]
        elif label[:1] + label[-1:] == '{}':
            inside = '|%s|' % label[1:-1]
            values = [value for value in values if '|%s|' % value not in inside]
        return [value for value in values if label not in self.paths().above(value)]

    def number(self, text):
        """The number that a text writes, or None."""
        if text not in self._numbers:
            whole = text.lstrip('+-').isdigit()
            self._numbers[text] = (int(text) if whole else float(text)) if re.fullmatch(NUMBER, text) else None
        return self._numbers[text]


class Paths:
    """The hierarchy of a column, from the rows of its file: each leads from a label upward.

    >>> paths = Paths([['1st-4th', 'School'], ['School', '*'], ['Doctorate', '*'], ['93', '[90-]', '[90-]', '*']])
    >>> [paths.at('1st-4th', level) for level in range(4)], [paths.at('93', level) for level in range(4)]
    (['1st-4th', '1st-4th', 'School', '*'], ['93', '[90-]', '[90-]', '*'])
    >>> sorted(paths.above('1st-4th')), paths.above('none')
    (['*', 'School'], set())
    """

    def __init__(self, rows):
        self._parent, self._ladders, self._above = {}, {}, {}
        for row in rows:
            self._parent.update(pair for pair in zip(row, row[1:]) if pair[0] != pair[1])
            if any(map(str.__eq__, row, row[1:])):
                self._ladders[row[0]] = row
        depths: dict = {}
        for node in self._parent:
            way = [node]
            while way[-1] in self._parent and way[-1] not in depths:
                way.append(self._parent[way[-1]])
            depths.setdefault(way[-1], 0)
            for child, parent in zip(way[-2::-1], way[:0:-1]):
                depths[child] = depths[parent] + 1
        self._height = max([*depths.values(), *(len(ladder) - 1 for ladder in self._ladders.values())], default=0)

    def at(self, value, level):
        """The label of a value at a level. A path that is shorter than the highest waits at its value."""
        ladder = self._ladders.get(value) or self._path(value)
        return ladder[max(0, level - self._height + len(ladder) - 1)]

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
