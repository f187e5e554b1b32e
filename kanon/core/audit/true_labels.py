"""The audit, continued: is the release true to the records that were counted?

Promise: `verify_truth` returns only if
- every published label covers each recorded value that it stands for. It is the value itself or an equal number, an interval or
  a set that holds the value, a node above it in the hierarchy, the root, or *. [60-80) is an interval without its high end.
- in a full-domain release each column is at the one level that was chosen.
- with labels that are fixed beforehand, each end of a range is a declared edge, and every other label is a node of the hierarchy;
- no label is coarser or finer than the limits of its column allow.
- what a rule, such as t-closeness, compares with is the distribution of the whole table.
`people_at` counts a population under the published labels, which `verify` compares with the classes of the file.
It returns the fingerprint of the rows that the file must then have. `verify` (audit/recount.py) compares it with the fingerprint of the
rows that the file has. So the file has every record that was counted and not suppressed, once, with its own sensitive and published
values, under labels that cover its quasi-identifiers.

It takes for granted what was counted, and the files of the hierarchies. It shares no code with the searches, the labels, the
hierarchies, or the writer.
"""

from __future__ import annotations

from array import array
from collections import Counter, namedtuple
from itertools import compress
from math import frexp, inf, ldexp, nan
from operator import add, and_, eq, ge, le, mul, not_

from ..errors import Disagreed, quoted, show
from .deciders import check_known
from .recount import NUL, reader_of_values

DECIMAL = frozenset('0123456789+-.eE')     # what a number is written with

# columns: of each quasi-identifier its values and the code of each row; rows: a function that yields Rows of the table
# (tables/tally.py); names: of the quasi-identifiers, then of the carried columns; published: [class] -> the published tuple, or None;
# classes: [row] -> its class; parted: {row: {carried values: {published tuple: records}}} of the rows whose records are in several
# classes; roots: {column: what is published for a missing value}; levels: of each quasi-identifier in a full-domain release, otherwise
# None; rows_of: a function from a column to the rows of its hierarchy file; decimal: the sign in its numbers, a point or a comma;
# grids: {column: its edges as they are typed, '' for those of its hierarchy} where labels are fixed beforehand.
# limits: {column: (the coarsest label, the finest)}, each as it is typed: a level such as '2' or 'decade', a width such as '10 wide',
# or None; level_names: a function from a column to the names of its levels. paths: {column: its Paths}, made when they are asked for.
Recorded = namedtuple('Recorded', 'columns rows names published classes parted roots levels rows_of decimal grids limits level_names'
                      ' paths', defaults=('.', {}, {}, None, None))


def verify_truth(recorded, required) -> int:
    """Compare the recoding with what was counted. Returns the fingerprint of the rows that must be published."""
    verify_labels(recorded)
    verify_distributions(recorded, required)
    return fingerprint(recorded)


def people_at(recorded, population) -> dict:
    """{published tuple: people} of a population, {quasi tuple: people}, by the files of the hierarchies, in a full-domain release."""
    trees = [paths_of(recorded)[name] for name, _ in zip(recorded.names, recorded.levels)]
    people: Counter = Counter()
    for values, n in population.items():
        people[tuple(map(Paths.at, trees, values, recorded.levels))] += n
    return people


def fingerprint(recorded) -> int:
    """That of the records that are not suppressed, recoded (`recount` in audit/recount.py). DataError if one is in no class, or in two."""
    total = 0
    behind = ('',) if len(recorded.names) > len(recorded.columns) else ()      # a NUL goes before the carried values
    starts = [published and NUL.join(published + behind) for published in recorded.published]
    start_of = list(map(starts.__getitem__, recorded.classes))
    for row in recorded.parted:
        start_of[row] = None
    parted: dict = {row: Counter() for row in recorded.parted}
    for rows in recorded.rows():
        counts = [1] * len(rows.codes) if rows.counts is None else rows.counts
        ends = list(map(NUL.join, rows.values))
        of_rows = list(map(start_of.__getitem__, rows.places))
        codes = rows.codes
        if None in of_rows:
            for row, code, n in zip(rows.places, codes, counts) if parted else ():
                if row in parted:
                    parted[row][rows.values[code]] += n
            shown = [start is not None for start in of_rows]
            codes, counts, of_rows = list(compress(codes, shown)), compress(counts, shown), list(compress(of_rows, shown))
        total += sum(map(mul, counts, map(hash, map(add, of_rows, map(ends.__getitem__, codes)))))
    for row, histogram in parted.items():
        shares = recorded.parted[row]
        if {carried: sum(of_classes.values()) for carried, of_classes in shares.items()} != histogram:
            quasi = [values[codes[row]] for values, codes in recorded.columns]
            raise Disagreed('the audit found records of %s that are in no class, or in two' % show(', '.join(quasi)))
        total += sum(n * hash(NUL.join(published + carried))
                     for carried, of_classes in shares.items() for published, n in of_classes.items())
    return total


def verify_distributions(recorded, required):
    """DataError if a rule compares its classes with another distribution than that of the table, or if the audit cannot decide it."""
    for column, rules in required.rules.items():
        for rule in rules:
            check_known(rule)
        comparing = [rule for rule in rules if rule.reference is not None]
        if comparing:
            table: Counter = Counter()
            place, told = recorded.names.index(column) - len(recorded.columns), reader_of_values(rules)
            for rows in recorded.rows():
                values = [told(carried[place]) for carried in rows.values]
                for code, n in zip(rows.codes, [1] * len(rows.codes) if rows.counts is None else rows.counts):
                    table[values[code]] += n
            for rule in comparing:
                if rule.reference != table:
                    raise Disagreed('the audit found that %s compares column %s with another distribution than that of the table'
                                    % (rule.option.replace('_', '-'), quoted(column)))


def verify_labels(recorded):
    """DataError for a label that does not cover a value that it is published for."""
    classes = array('I', recorded.classes)
    for row in recorded.parted:
        classes[row] = len(recorded.published)      # in several classes, which are asked one by one
    parts = [(row, published) for row, shares in recorded.parted.items()
             for published in {published for of_classes in shares.values() for published in of_classes}]
    for place, (values, codes) in enumerate(recorded.columns):
        column = AllowedLabels(recorded, place, values)
        labels = [published and published[place] for published in recorded.published] + [None]     # None: suppressed, or parted
        column.verify({*column.uses(labels, classes, codes), *((published[place], codes[row]) for row, published in parts)})
        if column.name in recorded.grids:
            column.verify_grid({published[place] for published in [*filter(None, recorded.published), *(row for _, row in parts)]},
                               recorded.grids[column.name])
        if column.name in recorded.limits:
            pairs = {*zip(map(labels.__getitem__, classes), codes), *((published[place], codes[row]) for row, published in parts)}
            column.verify_limits(pairs, *recorded.limits[column.name])


class AllowedLabels:
    """What the labels of one quasi-identifier may be."""

    def __init__(self, recorded, place, values):
        """values: [code] -> value."""
        self.name, self._values, self._decimal = recorded.names[place], values, recorded.decimal
        self._anything = {'*', recorded.roots.get(self.name)}
        self.level = recorded.levels[place] if recorded.levels else None
        self._rows_of, self._level_names = recorded.rows_of, recorded.level_names
        self._paths = paths_of(recorded)
        self._decimals = MadeOnce(lambda text: len(text.partition(self._decimal)[2]) if number_or_none(
            text.replace(self._decimal, '.')) is not None else 0)
        read = self.name in recorded.limits and self.level is not None
        self._roots, self._rows = recorded.roots, recorded.rows_of(self.name) if read else []
        self._ends = MadeOnce(lambda label: label and ends_of(label.replace(self._decimal, '.')))
        self._numbers = MadeOnce(lambda decimal: [number_or_none(value.replace(decimal, '.'), nan) for value in values])
        self._inside = MadeOnce(self._values_inside)
        self._nodes = MadeOnce(lambda at: {self._paths[self.name].at(value, at[1]) for value in self._inside[at[0]]})     # (label, level)

    def verify(self, uses):
        """DataError if a label does not cover a value. uses: (label, code) pairs, of which those with a label None do not count."""
        wrong = [(label, self._values[code]) for label, code in uses if label is not None and not self.covers(label, code)]
        if wrong:
            label, value = min(wrong)
            problem = 'does not cover it' if self.level is None else 'is not its label at level %s' % self.level
            raise Disagreed('the audit found %s published as %s in column %s, which %s'
                            % (show(value), show(label), quoted(self.name), problem))

    def verify_grid(self, labels, declared):
        """DataError if a label is not between declared edges. declared: the edges as they are typed, '' for the hierarchy's."""
        rows = [] if declared else self._rows_of(self.name)
        nodes = {node for row in rows for node in row}
        edges = declared_edges(declared) if declared else edges_of(nodes, self._decimal)
        wrong = [label for label in labels - self._anything - nodes if not on_edges(label.replace(self._decimal, '.'), *edges)]
        if wrong:
            raise Disagreed('the audit found the label %s in column %s, which does not end at declared edges'
                            % (show(min(wrong)), quoted(self.name)))

    def uses(self, labels, classes, codes) -> set:
        """The (label, code) pairs of all rows, but for those of which a comparison in C shows that the label covers the value.

        labels: [class] -> label. classes: [row] -> class. codes: [row] -> code.
        """
        if self.level is None and any(map(self._ends.__getitem__, labels)):
            least, greatest = zip(*(self._ends[label] or (inf, -inf) for label in labels))
            numbers = list(map(self._numbers[self._decimal].__getitem__, codes))      # nan, for no number, is inside of nothing
            inside = bytes(map(and_, map(le, map(least.__getitem__, classes), numbers),
                               map(ge, map(greatest.__getitem__, classes), numbers)))
        else:
            own = self._values if self.level is None else list(map(self._label, self._values))
            inside = bytes(map(eq, map(own.__getitem__, codes), map(labels.__getitem__, classes)))
        if 0 not in inside:
            return set()
        open_ = bytes(map(not_, inside))
        return set(zip(map(labels.__getitem__, compress(classes, open_)), compress(codes, open_)))

    def covers(self, label, code) -> bool:
        """Whether a label is the value, an interval or a set that it is in, or a node above it."""
        value = self._values[code]
        if self.level is not None:
            return self._label(value) == label
        ends = self._ends[label]
        if label == value or label in self._anything:
            return True
        if ends and ends[0] <= self._numbers[self._decimal][code] <= ends[1]:
            return True
        if not ends and label[:1] + label[-1:] == '{}' and '|%s|' % value in '|%s|' % label[1:-1]:
            return True
        return label in self._paths[self.name].above(value)

    def verify_limits(self, uses, most, least):
        """DataError if a label is coarser than `most`, or finer than `least`. A missing value has no limit."""
        most, least, none = self._by_number(most), self._by_number(least), ('*', self._roots.get(self.name))
        self._decimals[self.name] = max(map(self._decimals.__getitem__, {*self._values, *(row[0] for row in self._rows if row)}))
        for label, code in sorted((label, code) for label, code in uses if label is not None):
            value = self._values[code]
            if value in none or value in ('?', '') and label == value:
                continue
            if most and not self._is_within(label, value, most) or least and not self._is_above(label, value, least):
                raise Disagreed('the audit found %s published as %s in column %s, which its limits do not allow'
                                % (show(value), show(label), quoted(self.name)))

    def _by_number(self, limit):
        """A limit, with the number of its level in place of the name."""
        if not limit or limit.isascii() and limit.isdigit() or limit.endswith(' wide'):
            return limit
        names = self._level_names(self.name)
        if limit not in names:
            raise Disagreed('the audit found no level %s in the hierarchy of column %s' % (quoted(limit), quoted(self.name)))
        return str(names.index(limit))

    def _is_within(self, label, value, most) -> bool:
        if most.endswith(' wide'):
            return self._width(label, value) <= exactly(most[:-5])
        at = self._paths[self.name].at
        if label in [at(value, level) for level in range(int(most) + 1)]:
            return True
        top, ends = at(value, int(most)), self._ends[label]
        outer = ends and self._ends_over(top, value)
        if outer:       # an interval of numbers that lie under one node
            return outer[0] <= ends[0] and ends[1] <= outer[1]
        inside = self._inside[label]
        return value in inside and self._nodes[label, int(most)] == {top}

    def _values_inside(self, label) -> set:
        """The values of the table that lie in an interval or a set."""
        ends = self._ends[label]
        if ends:
            return {value for value, number in zip(self._values, self._numbers[self._decimal])
                    if ends == (-inf, inf) or ends[0] <= number <= ends[1]}
        return {value for value in self._values if label[:1] + label[-1:] == '{}' and '|%s|' % value in '|%s|' % label[1:-1]}

    def _is_above(self, label, value, least) -> bool:
        if least.endswith(' wide'):
            return self._width(label, value) >= exactly(least[:-5])
        paths, level = self._paths[self.name], int(least)
        if level == 0 or label in [paths.at(value, above) for above in range(level, paths.height + 1)]:
            return True
        ends, inner = self._ends[label], self._ends_over(paths.at(value, level), value)
        return bool(ends and inner) and ends[0] <= inner[0] and inner[1] <= ends[1]

    def _ends_over(self, label, value):
        """The ends of an interval that holds a value. None for another label, such as the node 10 above the code 1001."""
        ends, number = ends_of_node(label.replace(self._decimal, '.')), number_or_none(value.replace(self._decimal, '.'))
        return ends if ends and number is not None and ends[0] <= number <= ends[1] else None

    def _width(self, label, value):
        """How wide an interval that holds a value is, its last unit included, exactly. inf for any other label."""
        ends = self._ends_over(label, value)
        if not ends:
            return inf
        if label[-1:] == ')':
            low, high = written_ends_of_node(label.replace(self._decimal, '.'))
            return exactly(high) - exactly(low)
        decimals = max(self._decimals[text] for text in (self.name, label, *label[1:-1].split('-')))
        return exactly(ends[1]) - exactly(ends[0]) + exactly(1) / 10 ** decimals

    def _label(self, value):
        return self._paths[self.name].at(value, self.level)


def paths_of(recorded):
    """{column: the Paths of its hierarchy}, which are read when a label asks for them."""
    return MadeOnce(lambda name: Paths(recorded.rows_of(name))) if recorded.paths is None else recorded.paths


class MadeOnce(dict):
    """{key: what a function makes of it}, made once."""

    def __init__(self, make):
        super().__init__()
        self._make = make

    def __missing__(self, key):
        self[key] = self._make(key)
        return self[key]


def number_or_none(text, none=None):
    """The number that a text writes in decimal digits, whole numbers exactly. None, or what is given for it, for any other text.

    >>> [number_or_none(text) for text in ('007', '-5', '.5', '1e3', '1_000', 'e')]
    [7, -5, 0.5, 1000.0, None, None]
    """
    digits = text.isascii() and text.isdigit()      # nearly always
    if not digits and not DECIMAL.issuperset(text):
        return none
    try:
        return int(text) if digits or text.lstrip('+-').isdigit() else float(text)
    except ValueError:
        return none


def ends_of(label):
    """The least and the greatest number under a label, or None if it is no number and no interval.

    >>> ends_of('[-5-*]'), ends_of('[1e-5--.5]'), ends_of('5.0'), ends_of('{a|b}')
    ((-5, inf), (1e-05, -0.5), (5.0, 5.0), None)
    >>> ends_of('[-40--20)'), ends_of('[90-*)')
    ((-40, -20.000000000000004), None)
    """
    ends = written_ends(label)
    return (ends[0], just_below(ends[1])) if ends and label[-1:] == ')' else ends


def just_below(number):
    """The greatest number that is below another one.

    >>> just_below(80), just_below(-20), just_below(10 ** 17)
    (79.99999999999999, -20.000000000000004, 99999999999999999)
    >>> just_below(64), just_below(2 ** 53), just_below(2 ** 53 - 1), just_below(0), just_below(2.0 ** -1073)
    (63.99999999999999, 9007199254740991, 9007199254740990.0, -5e-324, 5e-324)
    """
    if isinstance(number, int) and abs(number) >= 2 ** 53:      # no float lies above the int before
        return number - 1
    share, power = frexp(number)
    return number - ldexp(1.0, max(power - 53 - (share == 0.5), -1074) if number else -1074)


def written_ends(label):
    """The two ends of a label as it has them, 80 of [60-80), too. None for what is no interval."""
    pairs = [(label, label)]
    if label[:1] + label[-1:] in ('[]', '[)'):
        pairs = [(label[1:place], label[place + 1:-1]) for place in range(2, len(label) - 1) if label[place] == '-']
    for first, last in pairs:
        low = -inf if first == '*' else number_or_none(first)
        high = inf if last == '*' else number_or_none(last)
        if low is not None and high is not None and not (high == inf and label[-1:] == ')'):
            return low, high
    return None


def ends_of_node(label):
    """The same of a node of a hierarchy, where nothing may stand for an open end.

    >>> ends_of_node('[90-]'), ends_of_node('[-17]'), ends_of_node('[5-9]'), ends_of_node('old')
    ((90, inf), (-inf, 17), (5, 9), None)
    >>> ends_of_node('[-18)'), ends_of_node('[60-80)'), ends_of_node('[90-)')
    ((-inf, 17.999999999999996), (60, 79.99999999999999), None)
    """
    return ends_of(label) or next(filter(None, map(ends_of, opened(label))), None)


def written_ends_of_node(label):
    """The same with the high end that the label has: 80 of [60-80).

    >>> written_ends_of_node('[60-80)'), written_ends_of_node('[-18)'), written_ends_of_node('[90-]')
    ((60, 80), (-inf, 18), (90, inf))
    """
    return written_ends(label) or next(filter(None, map(written_ends, opened(label))), None)


def opened(label) -> list:
    """A node in the two ways in which it may be an open range, with * for the end that it lacks."""
    inside = label[1:-1]
    if label[:1] + label[-1:] not in ('[]', '[)'):
        return []
    return ['[*%s%s' % (inside, label[-1]), '[%s*%s' % (inside, label[-1])]


def declared_edges(text) -> tuple:
    """Two functions from an end of a range: whether it is a declared low end, and a declared high end.

    >>> low, high = declared_edges('0:18:*')
    >>> [low(end) for end in (0, 17, 18, -inf)], [high(end) for end in (17, 18, inf)]
    ([True, False, True, False], [True, False, True])
    """
    from fractions import Fraction      # few runs declare edges
    texts = [part.strip() for part in text.split(':')]
    unit = Fraction(1, 10 ** max(len(part.partition('.')[2]) for part in texts))
    if len(texts) == 1:
        return lambda end: exactly(end) % Fraction(text) == 0, lambda end: (exactly(end) + unit) % Fraction(text) == 0
    last = texts[-1]
    starts = {-inf if part == '*' else Fraction(part) for part in texts[:-1]}
    ends = {Fraction(part) - unit for part in texts[1:-1]} | {inf if last == '*' else Fraction(last)}
    return lambda end: exactly(end) in starts, lambda end: exactly(end) in ends


def exactly(number):
    """A number as a Fraction, as its shortest text has it. An infinite one stays."""
    from fractions import Fraction
    return number if number in (inf, -inf) else Fraction(str(number))


def edges_of(nodes, decimal) -> tuple:
    """The same of a hierarchy: the ends of those of its nodes that are ranges, [90-] and [-17] included."""
    ranges = [node for node in nodes if node[:1] + node[-1:] in ('[]', '[)')]
    known = [ends_of_node(node.replace(decimal, '.')) for node in ranges]
    return {low for low, _ in filter(None, known)}.__contains__, {high for _, high in filter(None, known)}.__contains__


def on_edges(label, is_low, is_high) -> bool:
    """Whether a label is a range that begins at a low end and stops at a high end."""
    ends = ends_of(label)
    return ends is not None and is_low(ends[0]) and is_high(ends[1])


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
        self.height = max([*depths.values(), *(len(ladder) - 1 for ladder in self._ladders.values())], default=0)

    def at(self, value, level):
        """The label of a value at a level. A path that is shorter than the highest waits at its value."""
        ladder = self._ladders.get(value) or self._path(value)
        return ladder[max(0, level - self.height + len(ladder) - 1)]

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
