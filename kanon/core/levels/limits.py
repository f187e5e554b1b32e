"""Limits to the labels of single columns: no coarser (--limit) or no finer (--from) than a level.

A limit is written as the number of a level, as its name, or as a width such as '10 wide'. Level 0
is the recorded value. A hierarchy file names its levels in a comment line such as
"# Levels: day, month, year, any". Level numbers need a hierarchy.
Widths count both ends in units of the column's last decimal place. So [30-39] is 10 wide in whole
numbers, and [1.0-1.4] is 0.5 wide. [60-80), which is without its high end, is 20 wide.
Promise: a word that means no level is a DataError that says what the levels are. `Levels` are the
limits of a full-domain search, whose lattice lies between them. Where nothing within them
satisfies, `problem` names the nearest that does.
"""

from __future__ import annotations

from collections import namedtuple
from fractions import Fraction
from math import inf

from ..counts.values import MISSING, OPEN, number
from ..errors import DataError, at, many, nearest, option, quoted
from .lattice import with_level

WIDE = ' wide'
SIGNS = {'limit': '<=', 'from': '>='}


class Levels:
    """The lowest and the highest vector that a full-domain search may take: `bottom` and `top`.

    names: of the columns. trees: their hierarchies. named: a function from a column to the names of
    its levels. limit, from_: {column: word}.

    >>> from ..errors import one_line
    >>> from ..counts.hierarchy import Hierarchy
    >>> from .lattice import Lattice
    >>> tree = Hierarchy({'28': '[20-29]', '31': '[30-39]', '[20-29]': '*', '[30-39]': '*'})
    >>> names_of = lambda column: ['year', 'decade', 'any']
    >>> levels = Levels(['age'], [tree], names_of, {'age': 'decade'}, {})
    >>> levels.bottom, levels.top
    ((0,), (1,))
    >>> lattice = Lattice({('28',): 1, ('31',): 3}, [tree], 2, levels)
    >>> print(one_line(levels.problem(lattice, 0)))        # doctest: +ELLIPSIS
    the limits leave nothing ...; the nearest that holds: --max-suppression 1, or age<=any
    """

    def __init__(self, names, trees, named, limit, from_, decimal='.'):
        self._names, self._named = names, {name: named(name) for name in {**limit, **from_}}
        # The columns whose limit is a name. What is offered is in the user's terms.
        self._by_name = {name for name, word in limit.items() if is_name(word)}
        bottom, top = [], []
        for name, tree in zip(names, trees):
            words, highest = self._named.get(name, ()), str(tree.height)
            low = level_of(name, tree, words, 'from', from_.get(name, '0'), decimal)
            high = level_of(name, tree, words, 'limit', limit.get(name, highest), decimal)
            bottom.append(low)
            top.append(high)
        for name, low, high in zip(names, bottom, top):
            check_order(name, low, high, limit, from_)
        self.bottom, self.top = tuple(bottom), tuple(top)

    def problem(self, lattice, max_suppression) -> str:
        """What to say if no vector satisfies, with the nearest that holds.

        It is '' if none would satisfy without the limits either. A vector holds here if it
        satisfies as it stands. So what is named is sure to hold. For k alone it is also the
        nearest.
        """
        def suppressed(vector, k=lattice.k):
            return lattice.with_k(k)[vector]

        if suppressed(lattice.heights) > max_suppression:
            return ''
        least, offers = suppressed(self.top), []
        if least < lattice.records:
            offers.append(option('max_suppression', least))
        k = last(2, lattice.k - 1, lambda k: suppressed(self.top, k) <= max_suppression)
        if k:
            offers.append('k = %d' % k)
        for column, (level, height) in enumerate(zip(self.top, lattice.heights)):
            for higher in range(level + 1, height + 1):
                if suppressed(with_level(self.top, column, higher)) <= max_suppression:
                    offers.append('%s<=%s' % (self._names[column], self._word(column, higher)))
                    break
        return ('the limits leave nothing that satisfies what is required with at most %s'
                ' suppressed; %s' % (many(max_suppression, 'record'), holds(offers)))

    def _word(self, column, level) -> str:
        name = self._names[column]
        return self._named[name][level] if name in self._by_name else str(level)


def is_name(word) -> bool:
    return not is_level(word) and not word.endswith(WIDE)


def is_level(word) -> bool:
    """Whether a word is the number of a level. (`isdigit` alone takes ², too, which is no int.)"""
    return word.isascii() and word.isdigit()


def level_of(name, tree, words, setting, word, decimal='.') -> int:
    """The level that a word means. words: the names of the levels, as far as there are some.

    >>> from ..counts.hierarchy import Hierarchy
    >>> tree = Hierarchy({'28': '[20-29]', '31': '[30-39]', '[20-29]': '*', '[30-39]': '*'})
    >>> [level_of('age', tree, [], 'limit', word) for word in ('1', '10 wide', '9 wide')]
    [1, 1, 0]
    >>> level_of('age', tree, [], 'from', '2 wide')
    1
    """
    if word.endswith(WIDE):
        return level_by_width(name, tree, setting, word, decimal)
    where, column = at(setting), quoted(name)
    if is_level(word):
        if int(word) > tree.height:
            raise DataError('%s: column %s has no level %s; its levels are 0 to %d'
                            % (where, column, word, tree.height))
        return int(word)
    if not words:
        raise DataError('%s: the levels of column %s have no names; write a number from 0 to %d, or'
                        ' name the levels in a line "# Levels: ..., ..." of its hierarchy file'
                        % (where, column, tree.height))
    if len(words) != tree.height + 1:
        raise DataError('%s: the hierarchy of column %s has %s, and its line "# Levels:" names %d;'
                        ' write a number from 0 to %d'
                        % (where, column, many(tree.height + 1, 'level'), len(words), tree.height))
    if word not in words:
        likely = nearest(word, words, str)
        raise DataError('%s: column %s has no level %s%s; its levels are %s'
                        % (where, column, quoted(word), likely, ', '.join(words)))
    return words.index(word)


def level_by_width(name, tree, setting, word, decimal) -> int:
    """The level that a width means.

    With --limit it is the highest with no label wider than the word says, with --from the lowest
    with none narrower.
    """
    where, column = at(setting), quoted(name)
    leaves = [leaf for leaf in tree.leaves if leaf not in MISSING]
    places = Places(leaves, decimal)
    if places.unit is None:
        raise DataError('%s: column %s holds no numbers, so no label is %s; name a level'
                        % (where, column, quoted(word)))
    wanted = width_of(word)
    widths = [{places.width_over(label, leaf) for leaf, label in labels.items()}
              for labels in tree.level_maps(leaves)]
    if setting == 'limit':
        level = last(0, tree.height, lambda level: max(widths[level]) <= wanted)
        if level is None:
            raise DataError('%s: even single labels of column %s are wider than %s'
                            % (at('limit'), column, quoted(word)))
        return level
    for level, of_level in enumerate(widths):
        if min(of_level) >= wanted:
            return level
    return tree.height


class Places:
    """How the numbers of a column are counted: in units of its last decimal place.

    unit: None if a value is no number.

    >>> places = Places(['1.5', '12'])
    >>> places.unit, places.of('1.5')
    (Fraction(1, 10), Fraction(15, 1))
    >>> places.width('[1.0-1.4]'), places.width('12'), places.width('*')
    (Fraction(1, 2), Fraction(1, 10), inf)
    >>> Places(['1', 'a']).unit, Places([]).unit
    (None, None)
    """

    def __init__(self, values, decimal='.'):
        self._decimal = decimal
        plain = [self._plain(value) for value in values if number(value, decimal) is not None]
        decimals = [len(text.partition('.')[2]) for text in plain if 'e' not in text.lower()]
        self.decimals = max(decimals, default=0)
        all_are_numbers = len(plain) == len(values) > 0
        self.unit = Fraction(1, 10 ** self.decimals) if all_are_numbers else None

    def of(self, text):
        """A number in units. None if the text is no number."""
        if number(text, self._decimal) is None:
            return None
        return Fraction(self._plain(text)) / self.unit

    def ends(self, label) -> tuple:
        """The least and the greatest number of a label, in units.

        Both are None for what is no number and no interval.
        """
        low, high = self.written(label)
        return low, high if high is None else high - self.texts(label).half_open

    def written(self, label) -> tuple:
        """The two ends of a label as it has them, in units: the high end of [60-80) is 80."""
        low, high, _ = self.texts(label)
        if low is None:
            return None, None
        return -inf if low == OPEN else self.of(low), inf if high == OPEN else self.of(high)

    def texts(self, label) -> Range:
        """The Range of a label. That of a number ends where it begins.

        It is Range(None, None) for any other label.
        """
        if self.of(label) is not None:
            return Range(label, label)
        return range_of(label, self._decimal) or Range(None, None)

    def holds(self, label, value) -> bool:
        """Whether a number lies in an interval.

        >>> places = Places(['59.9', '80'])
        >>> [places.holds('[60-80)', value) for value in ('59.9', '60', '79.99', '80')]
        [False, True, True, False]
        """
        low, high = self.written(label)
        place = self.of(value)
        if low is None or not low <= place <= high:
            return False
        return place < high or not self.texts(label).half_open

    def width(self, label):
        """How wide a label is. inf for what is no interval, and for an interval without an end."""
        low, high = self.ends(label)
        if low is None or inf in (-low, high):
            return inf
        return (high - low + 1) * self.unit

    def width_over(self, label, value):
        """How wide a label over a value is.

        It is inf for a label that does not hold the value, such as the node 10 above the code 1001.
        """
        return self.width(label) if self.holds(label, value) else inf

    def _plain(self, text) -> str:
        """The text of a number with a decimal point."""
        return text.replace(self._decimal, '.')


# low, high: the texts of its ends, OPEN for no end. half_open: whether it is without its high end.
Range = namedtuple('Range', 'low high half_open', defaults=(False,))


def range_of(label, decimal='.'):
    """The Range of a label of numbers. None for any other label.

    >>> [tuple(range_of(label)) for label in ('[35-39]', '[90-]', '[*-17]')]
    [('35', '39', False), ('90', '*', False), ('*', '17', False)]
    >>> tuple(range_of('[-5--1]')), range_of('[a-b]')
    (('-5', '-1', False), None)
    >>> range_of('[-40--20)'), range_of('[90-)')
    (Range(low='-40', high='-20', half_open=True), None)
    """
    def is_end(text):
        return text == OPEN or number(text, decimal) is not None

    if label[:1] + label[-1:] not in ('[]', '[)'):
        return None
    half_open = label[-1] == ')'
    for place in range(1, len(label) - 1):
        if label[place] != '-':
            continue
        low, high = label[1:place] or OPEN, label[place + 1:-1] or OPEN
        if is_end(low) and is_end(high) and not low == high == OPEN:
            return None if half_open and high == OPEN else Range(low, high, half_open)
    return None


def width_of(word):
    """The number in a word such as '10 wide'."""
    return Fraction(word[:-len(WIDE)])


def check_order(name, low, high, limit, from_):
    """DataError if a column may be no finer than one level and no coarser than a lower one."""
    if low > high:
        raise DataError('%s %s>=%s is above %s %s<=%s, so no label of column %s is left'
                        % (at('from'), name, from_[name], option('limit'), name, limit[name],
                           quoted(name)))


def last(low, high, holds_):
    """The last number from low to high that holds, None if not even the first does.

    Every number below one that holds does so, too.

    >>> last(2, 9, lambda n: n < 5), last(2, 9, lambda n: False), last(2, 1, lambda n: True)
    (4, None, None)
    """
    best = None
    while low <= high:
        middle = (low + high) // 2
        if holds_(middle):
            best, low = middle, middle + 1
        else:
            high = middle - 1
    return best


def first(low, high, holds_):
    """The first number from low to high that holds, None if not even the last does.

    Every number above one that holds does so, too.

    >>> first(2, 9, lambda n: n > 5), first(2, 9, lambda n: False), first(2, 1, lambda n: True)
    (6, None, None)
    """
    best = None
    while low <= high:
        middle = (low + high) // 2
        if holds_(middle):
            best, high = middle, middle - 1
        else:
            low = middle + 1
    return best


def holds(offers) -> str:
    """The end of a message: what holds.

    >>> holds(['k = 4', 'zip<=3'])
    'the nearest that holds: k = 4, or zip<=3'
    >>> holds([])
    'no change of one limit alone helps; loosen several'
    """
    if not offers:
        return 'no change of one limit alone helps; loosen several'
    return 'the nearest that holds: ' + ', or '.join(offers)
