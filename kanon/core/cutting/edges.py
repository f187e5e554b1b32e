"""Labels fixed beforehand (--labels grid): ranges between edges, and nodes of a tree.

The edges were declared before the data were seen.

Promise: what Mondrian publishes is decided by the number of records in each *cell*, a range between
two neighbouring edges, and by nothing else. Where a value moves within its cell, the same labels
come out. So no label shows where a value lies in its cell.
A range includes both of its ends, and is one unit apart from the next. The unit is the last decimal
place that was declared: with edges 5 apart there are [35-39] and [40-44], with edges 5.0 apart
[35.0-39.9] and [40.0-44.9]. A range of a hierarchy may be without its high end, [60-80), and then
the next begins there.
The edges of a column of numbers are those of --grid. Without these they are the ends of the ranges
that stand above the leaves of its hierarchy. A column of categories, and numbers under nodes that
are no ranges, are published as nodes of their hierarchy.

The loss of a label is measured over the range of the cells, from the least end of the first cell
that holds values to the greatest of the last. So the least and the greatest value decide nothing,
and no loss tells them. An open cell has one end, which stands for both. A report calls this loss
lm_cells, because lm measures over the range of the values (counts/measures.py).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from fractions import Fraction
from math import inf

from ..counts.frequency import without
from ..counts.values import (LONGEST_NUMBER, MISSING, OPEN, below, check_codes, check_plain,
                             code_width, number, other_codes, range_text)
from ..errors import DataError, at, many, option, quoted, some
from ..levels.limits import Range, range_of
from ..own_files import as_typed_here
from .cuts import KINDS
from .dimension import Categories, Nodes, Numbers, DimensionWithMissing, dimension_of
from .labels import Label

EDGE = re.compile(r'-?[0-9]{1,29}(\.[0-9]{1,9})?')

Cell = Range        # the range between two neighbouring edges, with the ends that are published


def cell_ends(cell, decimal='.') -> tuple:
    """The least and the greatest number of a cell.

    >>> cell_ends(Cell('35', '39')), cell_ends(Cell('1,5', '*'), ',')
    ((35, 39), (1.5, inf))
    >>> cell_ends(Cell('60', '80', half_open=True))
    (60, 79.99999999999999)
    """
    low, high = written_ends(cell, decimal)
    return low, below(high) if cell.half_open else high


def written_ends(cell, decimal='.') -> tuple:
    """The ends of a cell as numbers, the high one of [60-80), too."""
    low = -inf if cell.low == OPEN else number(cell.low, decimal)
    high = inf if cell.high == OPEN else number(cell.high, decimal)
    return low, high


class Edges:
    """The edges that --grid declares for a column: a width, or edges with a colon between them.

    A width has its edges at its multiples. Of a list each edge but the last begins a range. The
    last one is the greatest value. * as the first or the last edge is no end. Edges with leading
    zeros are for codes.

    >>> Edges('5').cell('39')[:2], Edges('0.5').cell('1.25e0'), Edges('0.50').cell('1,2', ',')[:2]
    (('35', '39'), None, ('1,00', '1,49'))
    >>> edges = Edges('0:18:65:*')
    >>> [age and age[:2] for age in map(edges.cell, ('17', '65', '120', '-1'))]
    [('0', '17'), ('65', '*'), ('65', '*'), None]
    >>> Edges('01000').cell('01067')
    Range(low='01000', high='01999', half_open=False)
    """

    def __init__(self, text):
        """DataError if it declares no edges."""
        self.texts = [part.strip() for part in text.split(':')]
        ends = [part for part in self.texts if part != OPEN]
        for part in ends:
            if not EDGE.fullmatch(part):
                raise DataError('%s is no plain number; a width such as 5, or edges such as'
                                ' 0:18:65:120, are expected' % quoted(part))
        self.decimals = max([len(part.partition('.')[2]) for part in ends], default=0)
        self.digits = code_width(ends) or 1
        self.width = None
        self._places = [None if part == OPEN else self._place(part) for part in self.texts]
        if len(self._places) == 1:
            self.width, = self._places
            if self.width is None or self.width <= 0:
                raise DataError('a width is a number above 0, not %s' % quoted(text))
        if None in self._places[1:-1] or not ends:
            raise DataError('only the first or the last edge can be %s, not all of %s'
                            % (OPEN, quoted(text)))
        self._check_ascending()
        self._starts = list(self._places)       # with numbers in place of the open ends
        if self._starts[0] is None:
            self._starts[0] = -inf
        if self._starts[-1] is None:
            self._starts[-1] = inf

    def _check_ascending(self):
        """DataError if an edge is not above the one before it."""
        edges = list(zip(self._places, self.texts))
        for (low, first), (high, last) in zip(edges, edges[1:]):
            if low is not None and high is not None and low >= high:
                raise DataError('edges ascend; %s stands before %s' % (quoted(first), quoted(last)))

    def cell(self, value, decimal='.'):
        """The Cell of a number as it is recorded.

        None if it lies outside, or between two cells because it has more decimals.
        """
        place = self._place(value.replace(decimal, '.'))
        if place is None:
            return None
        if self.width:
            low = place // self.width * self.width
            high = low + self.width - 1
            cell = Cell(self._written(low, decimal), self._written(high, decimal))
            return cell if max(len(cell.low), len(cell.high)) <= LONGEST_NUMBER else None
        last = len(self._places) - 2
        n = min(bisect_right(self._starts, place) - 1, last)        # the last cell includes its end
        if n < 0 or place > self._starts[-1]:
            return None
        low, high = self._places[n], self._places[n + 1]
        if n < last:
            high -= 1
        return Cell(self._written(low, decimal), self._written(high, decimal))

    def finer(self, value, decimal) -> bool:
        """Whether a number has more decimals than were declared."""
        return self._place(value.replace(decimal, '.')) is None

    def _place(self, text):
        """A number in units, None if it is no whole number of them."""
        exact = Fraction(text) * 10 ** self.decimals
        return exact.numerator if exact.denominator == 1 else None

    def _written(self, place, decimal):
        """A number of units as text, None as an open end."""
        if place is None:
            return OPEN
        sign = '-' if place < 0 else ''
        digits = str(abs(place)).rjust(self.decimals + self.digits, '0')
        if not self.decimals:
            return sign + digits
        return sign + digits[:-self.decimals] + decimal + digits[-self.decimals:]


class GridNumbers(Numbers):
    """Numbers as the cells that they lie in. A code is a cell that holds values.

    >>> ages = {'28': 1, '29': 2, '36': 1, '51': 4}
    >>> cells = GridNumbers(ages, {age: Edges('10').cell(age) for age in ages})
    >>> cells.codes, cells.texts, cells.records
    ({'28': 0, '29': 0, '36': 1, '51': 2}, ['[20-29]', '[30-39]', '[50-59]'], [3, 1, 4])
    >>> cells.label([0, 1])
    Label(text='[20-39]', loss=0.48717948717948717, extent=4, named=())
    """

    def __init__(self, counts, cells, decimal='.'):
        """cells: {value: its Cell}."""
        self._decimal = decimal
        starts = {value: self._bounds(cell)[0] for value, cell in cells.items()}
        super().__init__(counts, starts)
        cell_at = {starts[value]: cell for value, cell in cells.items()}
        self.cells = [cell_at[start] for start in self.positions]
        self.texts = [self._text(cell) for cell in self.cells]
        self.ends = [self._bounds(cell)[1] for cell in self.cells]
        written = [end for cell in self.cells for end in (cell.low, cell.high)]
        decimals = max(len(end.partition(decimal)[2]) for end in written)
        self.unit = 10 ** -decimals
        self.opens = self.cells[0].low == OPEN, self.cells[-1].high == OPEN
        self._span = self.ends[-1] - self.positions[0] or 1

    def width(self, low, high) -> float:
        """A single cell cannot be cut, so it has no width."""
        return 0.0 if low == high else self.loss((low, high), None)

    def loss(self, codes, box) -> float:
        """Of all records that have these codes, over the range of the cells."""
        return (self.ends[max(codes)] - self.positions[min(codes)]) / self._span

    def label(self, codes, box=None) -> Label:
        """The range from the first cell to the last."""
        low, high = min(codes), max(codes)
        text = self._text(self.cells[high]._replace(low=self.cells[low].low))
        below_low = self.upto[low - 1] if low else 0
        return Label(text, self.loss(codes, None), self.upto[high] - below_low, ())

    def _bounds(self, cell) -> tuple:
        """Its ends as numbers. Where it has one, that stands for both."""
        low, high = written_ends(cell, self._decimal)
        if low == -inf:
            # not the written end, because another cell may begin where [-18) ends
            _, high = cell_ends(cell, self._decimal)
        first = high if low == -inf else low
        last = low if high == inf else high
        return first, last

    @staticmethod
    def _text(cell):
        return cell.low if cell.low == cell.high else range_text(*cell)


def grid_dimensions(names, values, hierarchies, roots, grid, categories='hierarchy',
                    decimal='.') -> list:
    """The dimension of each quasi-identifier.

    grid: {column: its edges, as they are typed}. The other arguments are those of `dimensions_for`
    (dimension.py).
    """
    dimensions = []
    for name, counts in zip(names, values):
        root = roots.get(name)
        present = without(counts, root)
        missing = len(present) < len(counts)
        if not present:
            dimensions.append(dimension_of(counts))
            continue
        if name in grid:
            dimension = of_edges(name, present, Edges(grid[name]), decimal)
        else:
            dimension = of_hierarchy(name, present, hierarchies, categories, decimal, missing)
        if missing:
            dimension = DimensionWithMissing(dimension, root, counts[root])
        dimensions.append(dimension)
    return dimensions


def categories_for(categories, partitioning) -> str:
    """How categories are cut: as it is typed, else along their hierarchy's nodes.

    A search for the best cuts takes its leaves.
    """
    return categories or ('hierarchy' if partitioning in KINDS else 'leaves')


def of_edges(name, counts, edges, decimal):
    """The dimension of a column with declared edges. DataError if they do not fit its values."""
    check_plain(name, counts, '', decimal)
    others = [value for value in counts if number(value, decimal) is None]
    if others:
        advice = 'leave the column out of %s, and give it a hierarchy' % option('grid')
        if set(others) <= set(MISSING):
            advice = 'take %s or root' % option('missing', 'drop')
        raise DataError('column %s: the edges of %s are for numbers, and %s not: %s; %s'
                        % (quoted(name), option('grid'), are(others, counts),
                           some(sorted(others), counts=counts), advice))
    check_codes(counts, name, '', decimal)
    width = code_width(counts)
    if width and width != edges.digits:
        wide = ':'.join(edge.zfill(width) for edge in edges.texts)
        raise DataError('column %s holds codes of %d digits; write its edges with as many, such as'
                        ' %s %s=%s' % (quoted(name), width, option('grid'), name, wide))
    cells = {value: edges.cell(value, decimal) for value in counts}
    outside = [value for value in counts if cells[value] is None]
    outside.sort(key=lambda value: (number(value, decimal), value))
    finer = [value for value in outside if edges.finer(value, decimal)]
    declared = quoted(':'.join(edges.texts))
    if finer:
        raise DataError('column %s: %s more decimals than the edges %s: %s; declare edges with as'
                        ' many decimals, such as 5.0, or round the values'
                        % (quoted(name), are(finer, counts, 'have'), declared,
                           some(finer, counts=counts)))
    if outside:
        raise DataError('column %s: %s outside the edges %s: %s; declare edges around all values,'
                        ' or correct these'
                        % (quoted(name), are(outside, counts), declared,
                           some(outside, counts=counts)))
    return GridNumbers(counts, cells, decimal)


def are(values, counts, verb='are') -> str:
    """How many of the values these are.

    >>> are(['a'], {'a': 1, 'b': 2}), are(['a', 'b'], {'a': 1, 'b': 2}, 'have')
    ('1 of its 2 values is', '2 of its 2 values have')
    """
    if len(values) == 1:
        verb = {'are': 'is', 'have': 'has'}[verb]
    return '%d of its %s %s' % (len(values), many(len(counts), 'value'), verb)


def of_hierarchy(name, counts, hierarchies, categories, decimal, missing):
    """The dimension of a column along its hierarchy. DataError if it has none.

    It has the ranges above its leaves, or its nodes.
    """
    all_numbers = all(number(value, decimal) is not None for value in counts)
    numbers = all_numbers and not other_codes(counts, decimal)
    if not hierarchies.has(name):
        advice = 'give it'
        if numbers:
            advice = ('declare them with {0} {1}=WIDTH or {0} {1}=EDGE:EDGE:EDGE, or give it'
                      .format(option('grid'), name))
        raise DataError('%s needs %s for column %s before the data are seen; %s a hierarchy (%s)'
                        % (at('labels', 'grid'), 'edges' if numbers else 'nodes', quoted(name),
                           advice, as_typed_here('python -m kanon hierarchy')))
    tree = hierarchies.tree_of(name, counts)
    cells = cells_of_tree(tree, decimal) if numbers else {}
    if cells:
        return GridNumbers(counts, {value: cells[value] for value in counts}, decimal)
    if categories == 'hierarchy':
        return Nodes(counts, tree, ancestors=True, missing=missing)
    return Categories(counts, tree, categories, ancestors=True, missing=missing)


def cells_of_tree(tree, decimal='.') -> dict:
    """{leaf: the Cell of the node above it}.

    {} if a node above a leaf is no range, or if two ranges overlap.

    >>> from ..counts.hierarchy import Hierarchy
    >>> ranges = Hierarchy({'5': '[5-9]', '93': '[90-]', '[5-9]': '*', '[90-]': '*'})
    >>> for cell in cells_of_tree(ranges).values(): print(cell)
    Range(low='5', high='9', half_open=False)
    Range(low='90', high='*', half_open=False)
    >>> cells_of_tree(Hierarchy({'5': 'young', '93': 'old', 'young': '*', 'old': '*'}))
    {}
    """
    cells = {}
    for leaf in tree.leaves:
        if leaf in MISSING:
            continue
        cell, value = range_of(tree[leaf], decimal), number(leaf, decimal)
        if cell is None or value is None:
            return {}
        low, high = cell_ends(cell, decimal)
        if not low <= value <= high:
            return {}
        cells[leaf] = cell
    ranges = sorted(cell_ends(cell, decimal) for cell in set(cells.values()))
    apart = all(high < low for (_, high), (low, _) in zip(ranges, ranges[1:]))
    return cells if apart else {}
