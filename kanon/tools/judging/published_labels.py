"""Which recorded values a published label may mean, and so which classes of a release cover a value.

Promise: a label means every value that any of these readings covers. A label without a reading is refused. If it were taken to
cover nothing, people would look safe who are not.
- the value itself, or a number equal to it (5 and 5.0, 01067 and 1067)
- `*`: every value
- ? and nothing, which mark a missing value: every value, because whoever reads them does not know which. Other tools write suppressed
  cells so
- an interval [low-high] of numbers with both ends included. An open end is * or empty: [35-39], [1.0-1.4], [-10--6]; [*-35],
  [51-*]; [90-] is 90 and more, [-17] is 17 and less, [--17] is -17 and less
- an interval [low-high) of numbers, without its high end: [60-80), [-40--20); [-18) is less than 18
- a set {a|b} of values, as Mondrian writes it
- a node of the column's hierarchy: the leaves under it
  The root covers missing values, too: --missing root publishes them so
A missing value of the list may be any, too, so every label covers it. Where missing values are values like any other
(`missing_is_value`, --missing value), ? and nothing are themselves, in a release and in a list.
The people whom a label covers are the bits of an int. Those whom a class covers are the bits that the ints of all its labels
share, which takes one `&` for each column.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from math import inf

from ...core.counts.intervals import PUBLISHED_INTERVAL
from ...core.counts.values import MISSING, below, number
from ...core.errors import DataError, quoted, show

ANY = '*'       # the label of every value
OPEN_ENDS = ANY, ''

MOST_PARTS = 5_000_000      # looked at in sets, for values that hold a bar


class KnownValues:
    """The values that an attacker knows of a column, to be looked up by label; tree: the column's Hierarchy or None.

    They stand in a line: those that are numbers by their number, then those in the tree by their node, then all by their text. So
    what a label means is a few ranges of the line. decimal: the decimal sign of the numbers, recorded and published.
    missing_is_value: whether a missing value is a value like any other. Else it may be any.

    >>> age = KnownValues(['28', '35', '51'])
    >>> age.line, age.ranges('[28-35]'), age.ranges('{28|51}')
    (['28', '35', '51', '28', '35', '51'], [(0, 2)], [(3, 4), (5, 6)])
    >>> [sorted(age.covered(label)) for label in ('28', '[28-35]', '[35-*]', '{51|52}', '*')]
    [['28'], ['28', '35'], ['35', '51'], ['51'], ['28', '35', '51']]
    >>> age.covered('young') is None
    True
    >>> sorted(KnownValues(['1,5', '2', '9'], decimal=',').covered('[1,5-2,5]'))
    ['1,5', '2']
    >>> sorted(KnownValues(['28', '?'], missing_is_value=False).covered('[20-25]')), sorted(KnownValues(['28', '?'], missing_is_value=False).covered(''))
    (['?'], ['28', '?'])
    """

    def __init__(self, values, tree=None, decimal='.', missing_is_value=True):
        self.values, self._tree, self._spans = frozenset(values), tree, tree.spans() if tree else {}
        self._decimal, self._any = decimal, (ANY,) if missing_is_value else (ANY, *MISSING)
        by_number = sorted((number(value, decimal), value) for value in self.values if number(value, decimal) is not None)
        by_node = sorted((self._spans[value][0], value) for value in self.values if value in self._spans)
        self.line = [value for _, value in by_number] + [value for _, value in by_node] + sorted(self.values)
        self._numbers, self._places = [n for n, _ in by_number], [place for place, _ in by_node]
        self._all = len(by_number) + len(by_node)       # where the part with all values begins
        self._place = {value: place for place, value in enumerate(self.line[self._all:], self._all)}
        self._lengths, self._parts = sorted({len(value) for value in self.values if '|' in value}), 0
        self._unknown = [] if missing_is_value else self._only(MISSING)        # what every label covers

    def covered(self, label):
        """The values that a label may mean, as a set, or None if it has no reading."""
        ranges = self.ranges(label)
        return None if ranges is None else {value for first, end in ranges for value in self.line[first:end]}

    def ranges(self, label):
        """The same as ranges of the line, each with its first place and the place after its last."""
        if label in self._any:
            return [(self._all, len(self.line))]
        itself = self._only({label}) if label in self.values or label in MISSING else None
        readings = [itself, self._of_interval(label), self._of_set(label), self._of_node(label)]
        readings = [reading for reading in readings if reading is not None]
        return [range_ for reading in [*readings, self._unknown] for range_ in reading] if readings else None

    def _only(self, values):
        """The ranges of those of these values that are known."""
        return [(place, place + 1) for place in sorted(self._place[value] for value in values if value in self._place)]

    def _of_interval(self, label):
        """The values of the numbers between its ends."""
        ends = self.ends(label)
        return ends and [(bisect_left(self._numbers, ends[0]), bisect_right(self._numbers, ends[1]))]

    def ends(self, label):
        """The least and the greatest number of an interval, or None. A plain number is an interval of one number.

        >>> KnownValues([]).ends('[90-]'), KnownValues([]).ends('1.5'), KnownValues([]).ends('young')
        ((90, inf), (1.5, 1.5), None)
        """
        one = number(label, self._decimal)
        return (one, one) if one is not None else ends_of_interval(label, self._decimal)

    def _of_set(self, label):
        """The values in a set. A value may itself contain a bar: the set of 'a|b' and 'c' is written {a|b|c}."""
        if len(label) < 3 or label[0] + label[-1] != '{}':
            return None
        return self._only({*label[1:-1].split('|'), *self._barred(label[1:-1])})

    def _barred(self, inside):
        """Yield what stands in a set from one bar to another, if it is as long as a known value with a bar.

        DataError if that takes too many steps in all sets together. A long text counts as several.
        """
        self._parts += (inside.count('|') + 1) * sum(1 + length // 256 for length in self._lengths)
        if self._parts > MOST_PARTS:
            raise DataError('the values with a bar (|) and the sets are too many to tell which set holds which value')
        if self._lengths:
            for start in [0, *(place for place, letter in enumerate(inside, 1) if letter == '|')]:
                ends = (start + length for length in self._lengths)
                yield from (inside[start:end] for end in ends if inside[end:end + 1] in ('', '|'))

    def _of_node(self, label):
        if label not in self._spans:
            return None
        first, end = self._spans[label]
        here = len(self._numbers)
        missing = self._only(MISSING) if label == self._tree.root else []
        return [(here + bisect_left(self._places, first), here + bisect_left(self._places, end)), *missing]

    def marks(self, values) -> list:
        """Bits of people at each place of the line and at its end. Between two places the bits change of those with a value there.

        values: of each of some people, who are the bits from 0 up.

        >>> KnownValues(['28', '35']).marks(['35', '28', '35']) == [0, 0b010, 0b111, 0b101, 0b000]
        True
        """
        of_value: dict = {}
        for place, value in enumerate(values):
            of_value[value] = of_value.get(value, 0) | 1 << place
        marks = [0]
        for value in self.line:
            marks.append(marks[-1] ^ of_value[value] if value in of_value else marks[-1])
        return marks


def ends_of_interval(label, decimal='.'):
    """The least and the greatest number of an interval, or None for any other label.

    >>> ends_of_interval('[-10--6]'), ends_of_interval('[60-80)'), ends_of_interval('[*-17]')
    ((-10, -6), (60, 79.99999999999999), (-inf, 17))
    >>> ends_of_interval('[-]'), ends_of_interval('[90-)'), ends_of_interval('[9-8]')
    (None, None, None)
    """
    found = PUBLISHED_INTERVAL.fullmatch(label)
    if not found or found['low'] == found['high'] == '':       # [-] names no number
        return None
    low = -inf if found['low'] in OPEN_ENDS else number(found['low'], decimal)
    high = inf if found['high'] in OPEN_ENDS else number(found['high'], decimal)
    if high is not None and found['close'] == ')':
        high = below(high)
    return None if low is None or high is None or low > high else (low, high)


def no_reading(name, label) -> str:
    """The problem with a label of a column that has no reading."""
    return ('column %s: cannot tell which values the label %s covers: it is not a known value, an interval'
            ' [low-high] or [low-high) of numbers, a set {a|b} or a node of the hierarchy; name the folder of a hierarchy that has it with --hierarchies%s'
            % (quoted(name), show(label), ', or say --decimal , if the comma is the decimal sign' * (',' in label)))


def people_in_ranges(ranges, marks) -> int:
    """The people with a value in one of these ranges, as bits.

    >>> column = KnownValues(['28', '35'])
    >>> people_in_ranges(column.ranges('[30-*]'), column.marks(['35', '28', '35'])) == 0b101
    True
    """
    people = 0
    for first, end in ranges:
        people |= marks[first] ^ marks[end]
    return people
