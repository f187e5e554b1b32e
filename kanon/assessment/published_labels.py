"""Which recorded values a published label may mean, and so which classes of a release cover a value.

Promise: a label means every value that any of these readings covers. A label without a reading is refused. If it were taken to
cover nothing, people would look safe who are not.
- the value itself, or a number equal to it (5 and 5.0, 01067 and 1067). ? and the empty value, which mark a missing value, are values
- `*`: every value
- an interval [low-high] of numbers with both ends included. An open end is * or empty: [35-39], [1.0-1.4], [-10--6]; [*-35],
  [51-*]; [90-] is 90 and more, [-17] is 17 and less, [--17] is -17 and less
- a set {a|b} of values, as Mondrian writes it
- a node of the column's hierarchy: the leaves under it
The classes that cover a value are the bits of an int, with class 0 as the lowest bit. The classes that cover a person are the
bits that the ints of all the person's values share, which takes one `&` for each column.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from math import inf

from ..errors import DataError, show
from ..values import MISSING, NUMBER, number

END = NUMBER.pattern.replace(r'\.', '[.,]')      # with a decimal point or a decimal comma
PUBLISHED_INTERVAL = re.compile(r'\[(?P<low>%s|\*|)-(?P<high>%s|\*|)\]' % (END, END))

OPEN_ENDS = '*', ''


class KnownValues:
    """The values that an attacker knows of a column, to be looked up by label; tree: the column's Hierarchy or None.

    decimal: the decimal sign of the numbers, recorded and published.

    >>> age = KnownValues(['28', '35', '51'])
    >>> [sorted(age.covered(label)) for label in ('28', '[28-35]', '[35-*]', '{51|52}', '*')]
    [['28'], ['28', '35'], ['35', '51'], ['51'], ['28', '35', '51']]
    >>> age.covered('young') is None
    True
    >>> sorted(KnownValues(['1,5', '2', '9'], decimal=',').covered('[1,5-2,5]'))
    ['1,5', '2']
    """

    def __init__(self, values, tree=None, decimal='.'):
        self.values, self._tree, self._under, self._decimal = frozenset(values), tree, {}, decimal
        numbers = sorted((number(value, decimal), value) for value in self.values if number(value, decimal) is not None)
        self._numbers, self._texts = [n for n, _ in numbers], [text for _, text in numbers]
        self._barred = [value for value in self.values if '|' in value]
        for value in self.values:
            for node in tree.path(value) if tree else ():
                self._under.setdefault(node, set()).add(value)

    def covered(self, label):
        """The values that a label may mean, as a set, or None if it has no reading."""
        if label == '*':
            return self.values
        itself = self.values & {label} if label in self.values or label in MISSING else None
        readings = [itself, self._of_interval(label), self._of_set(label), self._of_node(label)]
        readings = [reading for reading in readings if reading is not None]
        return set().union(*readings) if readings else None

    def _of_interval(self, label):
        """The values of the numbers between its ends. A plain number is an interval of one number."""
        ends = PUBLISHED_INTERVAL.fullmatch(label)
        low, high = (ends['low'], ends['high']) if ends else (label, label)
        if low == high == '':       # [-] names no number
            return None
        low = -inf if ends and low in OPEN_ENDS else number(low, self._decimal)
        high = inf if ends and high in OPEN_ENDS else number(high, self._decimal)
        if low is None or high is None or low > high:
            return None
        return self._texts[bisect_left(self._numbers, low):bisect_right(self._numbers, high)]

    def _of_set(self, label):
        """The values in a set. A value may itself contain a bar: the set of 'a|b' and 'c' is written {a|b|c}."""
        if len(label) < 3 or label[0] + label[-1] != '{}':
            return None
        inside = label[1:-1]
        barred = {value for value in self._barred if '|%s|' % value in '|%s|' % inside}
        return barred | self.values.intersection(inside.split('|'))

    def _of_node(self, label):
        if self._tree is None or label not in self._tree and label != self._tree.root:
            return None
        return self._under.get(label, set())


def masks(labels, column) -> dict:
    """{value: the classes whose label covers it, as the bits of an int}; labels: the label of each class in this column.

    DataError for a label without a reading.

    >>> masks(['[20-29]', '*', '28'], KnownValues(['28', '29', '35'])) == {'28': 0b111, '29': 0b011, '35': 0b010}
    True
    """
    of_label: dict = {}
    of_value = dict.fromkeys(column.values, 0)
    for place, label in enumerate(labels):
        of_label[label] = of_label.get(label, 0) | 1 << place
    for label, mask in of_label.items():
        covered = column.covered(label)
        if covered is None:
            raise DataError('cannot tell which values the label %s covers: it is not a known value, an interval [low-high] of'
                            ' numbers, a set {a|b} or a node of the hierarchy%s'
                            % (show(label), ' (say --decimal , if the comma is the decimal sign)' * (',' in label)))
        for value in covered:
            of_value[value] |= mask
    return of_value
