"""The dimensions of a table whose columns have limits.

They say what Mondrian may publish of the columns, and what it cuts.

Promise: a class whose codes lie in the `reach` of its least code publishes no label that is coarser
than --limit says. reach: [code] -> the greatest code that may be in one class with it. No label is
finer than --from says, because all values below such a label have one code.
With --limit and a level, the categories of a node are consecutive, so the order is that of the
hierarchy's nodes. With --from, numbers are published as intervals made of whole ranges (Ranges),
all other values as nodes of their hierarchy (Coarse).
Missing values that are published as the root have no limit. They have classes of their own, because
a class that holds them and others publishes the root.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import namedtuple
from itertools import groupby
from math import floor

from ..counts.frequency import added_up, without
from ..counts.hierarchy import Hierarchy
from ..counts.values import is_code, range_text
from ..errors import DataError, at, option, quoted
from ..levels.limits import WIDE, Places, check_order, is_level, is_name, level_of, width_of
from ..own_files import as_typed_here
from .dimension import Categories, Nodes, DimensionWithMissing, dimension_for, with_missing
from .labels import Label

# The limit of a dimension.
# reach: [code] -> the greatest code in one class with it.
# word: as --limit says.
# looser: the limits that a message may name instead, as (low, high, function). The function takes a
# number from low to high, and returns the word and the reach of one of them. A greater number gives
# a looser limit.
Limit = namedtuple('Limit', 'column reach word looser')


def dimensions_within(names, values, hierarchies, roots, labels, categories, decimal, limit,
                      from_) -> list:
    """The dimension of each quasi-identifier.

    limit, from_: {column: word}. The other arguments are as dimensions_for takes them.
    """
    dimensions = []
    for name, counts in zip(names, values):
        how = name, counts, hierarchies, roots.get(name), labels, categories, decimal
        words = limit.get(name), from_.get(name)
        dimension = limited(*how, *words) if any(words) else with_missing(*how)
        dimensions.append(dimension)
    return dimensions


def limited(name, counts, hierarchies, root, labels, categories, decimal, limit, from_):
    """The dimension of a column with these {value: count}, with its Limit.

    limit, from_: words, None where there is none.
    """
    present = without(counts, root)
    if not present:
        return with_missing(name, counts, hierarchies, root, labels, categories, decimal)
    missing = len(present) < len(counts)
    column = LimitedColumn(name, present, hierarchies, labels, categories, decimal, missing)
    dimension = column.coarse(from_, limit) if from_ else column.plain(limit)
    dimension.limit = column.limit(dimension, limit, from_) if limit else None
    if not missing:
        return dimension
    whole = DimensionWithMissing(dimension, root, counts[root])
    whole.limit = dimension.limit and shifted(dimension.limit)
    return whole


def shifted(limit) -> Limit:
    """The limit if the code 0 stands for the missing values."""
    low, high, looser_of = limit.looser

    def shift(reach):
        return [0, *(code + 1 for code in reach)]

    def looser(place):
        word, reach = looser_of(place)
        return word, shift(reach)
    return limit._replace(reach=shift(limit.reach), looser=(low, high, looser))


class LimitedColumn:
    """A column on the way to its dimension."""

    def __init__(self, name, counts, hierarchies, labels, categories, decimal, missing):
        self._name = name
        self._counts = counts
        self._hierarchies = hierarchies
        self._labels = labels
        self._categories = categories
        self._decimal = decimal
        self._missing = missing
        self._base = dimension_for(name, counts, hierarchies, labels, categories, decimal, missing)
        self._places = Places(list(counts), decimal)
        self._tree = hierarchies.tree_of(name, counts) if hierarchies.has(name) else None

    def plain(self, limit):
        """Without --from. Categories with a limit are in the order of the hierarchy's nodes."""
        if not limit or limit.endswith(WIDE) or self._base.is_number or self._base.by_node:
            return self._base
        self._level('limit', limit)
        ancestors = 'ancestor' in (self._labels or '')
        return Categories(self._counts, self._tree, 'hierarchy', ancestors, False, self._missing)

    def coarse(self, from_, limit):
        """With --from: Ranges of numbers, or Coarse nodes."""
        if from_.endswith(WIDE):
            return Ranges(self._counts, self._bins(from_), self._places)
        level = self._level('from', from_)
        if level == self._tree.height:
            raise DataError('%s: level %d of column %s is its root, so nothing of it would be'
                            ' published; leave it out of %s'
                            % (at('from'), level, quoted(self._name), option('quasi')))
        if level == 0:
            return self.plain(limit)
        labels = {value: self._tree.ancestor(value, level) for value in self._counts}
        if self._base.is_number and self._ordered(labels):
            return Ranges(self._counts, labels, self._places)
        return Coarse(self._counts, self._tree, level, self._categories, self._missing)

    def limit(self, dimension, word, from_) -> Limit:
        """DataError if not even a single code is within it."""
        if word.endswith(WIDE):
            return self._limit_by_width(dimension, word)
        return self._limit_by_level(dimension, word, from_)

    def _limit_by_width(self, dimension, word) -> Limit:
        self._check_numbers('limit', word)
        unit = self._places.unit
        if isinstance(dimension, Ranges):
            lows, highs = dimension.spans
        else:
            lows = highs = [self._places.of(text) for text in dimension.texts]
        widest = max(high - low + 1 for low, high in zip(lows, highs))
        wanted = width_of(word)
        if widest * unit > wanted:
            raise DataError('%s: even single labels of column %s are wider than %s'
                            % (at('limit'), quoted(self._name), quoted(word)))

        def looser(units):
            return '%s wide' % width_text(units * unit), reach_by_width(lows, highs, units)
        next_width = floor(wanted / unit) + 1
        all_of_it = int(highs[-1] - lows[0] + 1)
        reach = reach_by_width(lows, highs, wanted / unit)
        return Limit(self._name, reach, word, (next_width, all_of_it, looser))

    def _limit_by_level(self, dimension, word, from_) -> Limit:
        level = self._level('limit', word)
        if from_ and not from_.endswith(WIDE):
            least = self._level('from', from_)
            check_order(self._name, least, level, {self._name: word}, {self._name: from_})
        height = self._tree.height
        names = range(height + 1)
        if is_name(word):
            names = self._hierarchies.level_names(self._name)
        reach = self._by_level(dimension, level)
        if reach is None:
            raise DataError('%s: the labels of level %d of column %s are no ranges of its numbers;'
                            ' name another level, or a width'
                            % (at('limit'), level, quoted(self._name)))

        def looser(level):
            return str(names[level]), self._by_level(dimension, level) or reach
        return Limit(self._name, reach, word, (level + 1, height, looser))

    def _level(self, setting, word) -> int:
        if self._tree is None:
            advice = as_typed_here('; make one with python -m kanon hierarchy')
            if is_level(word) and self._base.is_number:
                advice = '; for an interval this wide write %s wide' % word
            raise DataError('%s: column %s has no hierarchy, so it has no level %s%s'
                            % (at(setting), quoted(self._name), quoted(word), advice))
        names = [] if is_level(word) else self._hierarchies.level_names(self._name)
        return level_of(self._name, self._tree, names, setting, word, self._decimal)

    def _check_numbers(self, setting, word):
        if self._places.unit is None or not self._base.is_number:
            raise DataError('%s: column %s holds no numbers, so no label is %s; name a level'
                            % (at(setting), quoted(self._name), quoted(word)))

    def _by_level(self, dimension, level):
        """The reach of a level.

        None if the values of a node do not follow one another in the order that is cut.
        """
        nodes: list = [set() for _ in dimension.texts]      # [code] -> the nodes over its values
        for value, code in dimension.codes.items():
            nodes[code].add(self._tree.ancestor(value, level))
        if max(map(len, nodes)) > 1:
            return None
        reach: list = []
        runs = []       # the node of each run of codes
        for node, run in groupby(min(of_code) for of_code in nodes):
            n = len(list(run))
            runs.append(node)
            reach += [len(reach) + n - 1] * n
        return reach if len(set(runs)) == len(runs) else None

    def _ordered(self, labels) -> bool:
        """Whether labels are intervals that hold their numbers, one after the other."""
        ends = {label: self._places.ends(label) for label in labels.values()}
        if any(low is None for low, _ in ends.values()):
            return False
        if not all(self._places.holds(label, value) for value, label in labels.items()):
            return False
        intervals = sorted(ends.values())
        return all(high < low for (_, high), (low, _) in zip(intervals, intervals[1:]))

    def _bins(self, word) -> dict:
        """{value: its range} of a width, from 0 on."""
        self._check_numbers('from', word)
        unit, decimals = self._places.unit, self._places.decimals
        step = width_of(word) / unit
        if step.denominator > 1:
            raise DataError('%s: the numbers of column %s are %s apart, and %s is no multiple of'
                            ' that' % (at('from'), quoted(self._name), width_text(unit),
                                       quoted(word)))
        are_codes = any(is_code(value) for value in self._counts)
        digits = max(map(len, self._counts)) if are_codes else 0

        def text(place):
            written = '%.*f' % (decimals, place * unit)
            return written.replace('.', self._decimal).zfill(digits)
        bins = {}
        for value in self._counts:
            start = self._places.of(value) // step * step
            last = start + step - 1
            bins[value] = text(start) if step == 1 else range_text(text(start), text(last))
        return bins


def reach_by_width(lows, highs, units) -> list:
    """The reach of labels with these ends, if none may be wider than so many units.

    >>> reach_by_width([1, 2, 9], [1, 2, 9], 2)
    [1, 1, 2]
    """
    return [bisect_right(highs, low + units - 1) - 1 for low in lows]


def width_text(number) -> str:
    """A width as it is typed.

    >>> from fractions import Fraction
    >>> width_text(Fraction(10)), width_text(Fraction(5, 2))
    ('10', '2.5')
    """
    return ('%.9f' % number).rstrip('0').rstrip('.')


class Ranges:
    """Numbers whose values are recoded to ranges, such as [30-34].

    A class publishes the interval from the first to the last.

    spans: the least and the greatest numbers of the ranges, in units (limits.Places).
    positions: their middles, for pictures.

    >>> labels = {'31': '[30-34]', '33': '[30-34]', '38': '[35-39]'}
    >>> ages = Ranges(dict.fromkeys(labels, 1), labels, Places(list(labels)))
    >>> ages.codes, ages.label([0, 1]).text
    ({'31': 0, '33': 0, '38': 1}, '[30-39]')
    >>> ages.label([0])
    Label(text='[30-34]', loss=0.42857142857142855, extent=2, named=())
    >>> ages.width(0, 0), ages.width(0, 1)
    (0.0, 1.0)
    """

    is_number = True
    by_node = has_missing = boxes = False
    order = 'numbers in ranges'
    limit = None

    def __init__(self, counts, labels, places):
        """labels: {value: its range}."""
        self.texts = sorted(set(labels.values()), key=places.ends)
        code_of = {text: code for code, text in enumerate(self.texts)}
        self.codes = {value: code_of[labels[value]] for value in counts}
        self.records = [0] * len(self.texts)
        for value, n in counts.items():
            self.records[self.codes[value]] += n
        self.spans = list(zip(*map(places.ends, self.texts)))
        self._parts = [places.texts(text) for text in self.texts]
        numbers = [places.of(value) for value in counts]
        least, greatest = min(numbers), max(numbers)
        span = greatest - least or 1
        self._middles: list = []
        self._lows: list = []
        self._highs: list = []
        for text in self.texts:
            low, high = places.written(text)
            low, high = max(low, least), min(high, greatest)        # so that no loss is above 1
            self._middles.append(float(low + high) / 2)
            self._lows.append(float((low - least) / span))
            self._highs.append(float((high - least) / span))
        self.positions = [middle * float(places.unit) for middle in self._middles]

    def width(self, low, high) -> float:
        """The distance between two codes, as a share of the whole range."""
        span = self._middles[-1] - self._middles[0] or 1
        return (self._middles[high] - self._middles[low]) / span

    def loss(self, codes, box) -> float:
        return self._highs[max(codes)] - self._lows[min(codes)]

    def label(self, codes, box=None) -> Label:
        low, high = min(codes), max(codes)
        text = self.texts[low]
        if low < high:
            first, last = self._parts[low], self._parts[high]
            text = range_text(first.low, last.high, last.half_open)
        return Label(text, self.loss(codes, box), sum(self.records[low:high + 1]), ())


class Coarse(Nodes):
    """Categories whose values are recoded to the nodes of a level.

    A class publishes the lowest node above them.

    >>> tree = Hierarchy({'a': 'ab', 'b': 'ab', 'c': 'cd', 'd': 'cd', 'ab': '*', 'cd': '*'})
    >>> letters = Coarse(dict.fromkeys('abcd', 1), tree, 1)
    >>> letters.codes
    {'a': 0, 'b': 0, 'c': 1, 'd': 1}
    >>> letters.label([0]).text, letters.label([0]).loss, letters.label([0, 1]).text
    ('ab', 0.3333333333333333, '*')
    """

    def __init__(self, counts, tree, level, categories='leaves', missing=False):
        node_of = {value: tree.ancestor(value, level) for value in counts}
        records = added_up(node_of.values(), counts.values())
        above = tree_above(tree, level)
        super().__init__(records, above, ancestors=True, missing=missing)
        self.by_node = categories == 'hierarchy'
        self.codes = {value: self.codes[node] for value, node in node_of.items()}
        self.others = len(counts) - 1 + missing
        self.leaves_under = tree.leaf_counts(counts)
        self.records_under = tree.leaf_counts(counts, counts)

    def label(self, codes, box=None) -> Label:
        node = self.tree.common_ancestor(self.texts[code] for code in codes)
        loss = (self.leaves_under[node] - 1) / (self.others or 1)
        return Label(node, loss, self.records_under[node], ())


def tree_above(tree, level) -> Hierarchy:
    """The tree without what lies below a level. The nodes of the level are its leaves."""
    nodes = dict.fromkeys(tree.ancestor(leaf, level) for leaf in tree.leaves)
    parents: dict = {}
    for node in nodes:
        path = tree.path(node)
        parents.update(zip(path, path[1:]))
    return Hierarchy(parents)
