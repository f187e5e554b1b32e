"""The boxes of a table: what the records in consecutive codes of its columns would lose as classes.

The *long* column is the number with the most values. A *box* has consecutive codes in every other
column, the short ones: a tuple of (least, greatest) code. The values of its records in the long
column are ascending, and an interval of them is a possible class.
Promise: losses are rounded so that all sums of them are exact (`rounding`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import namedtuple
from itertools import accumulate, product
from math import inf, log2, prod
from operator import or_

# The records of a box with one value in the long column.
# mask: their codes in the short columns as a set of bits.
# histogram: {sensitive values: records}.
Slice = namedtuple('Slice', 'records mask histogram')


class Boxes:
    """The boxes of the whole table, those inside before those around.

    whole: a Partition.
    dimensions: none with box labels.
    required: what every class must satisfy.
    weights: of the columns in lm.
    values, records, masks: of each box, the codes in the long column, and for each its records and
    its codes in the short columns as a set of bits.

    >>> from ..cutting.dimension import dimension_of
    >>> from ..cutting.partition import partition_of
    >>> from ..counts.required import Required
    >>> dimensions = [dimension_of({'1': 1, '3': 1, '9': 1}), dimension_of({'a': 2, 'b': 1})]
    >>> table = {('1', 'a'): 1, ('3', 'b'): 1, ('9', 'a'): 1}
    >>> boxes = Boxes(partition_of(table, dimensions, Required(2)), dimensions, Required(2))
    >>> boxes.order, boxes.classes(((0, 1),), 0), boxes.classes(((0, 0),), 0)
    ([((0, 0),), ((1, 1),), ((0, 1),)], [inf, 2.5, 6.0], [inf, 2.0])
    """

    def __init__(self, whole, dimensions, required, weights=None):
        self._dimensions = dimensions
        self._required = required
        self._weights = weights or [1] * len(dimensions)
        self.long, self.short = long_and_short(dimensions)
        self._rounded = rounding(whole.size, self._weights)
        self._sizes = [len(dimensions[dim].texts) for dim in self.short]
        self._losses = MaskLosses(self._loss)
        # a class from one code to another loses the distance from its place to its end
        self._places = self._ends = [0.0]
        if self.long is not None:
            self._places, self._ends = self._places_and_ends()
        self.order = list(boxes_in(self._sizes))
        self.values: dict = {}
        self.records: dict = {}
        self.masks: dict = {}
        self._histograms: dict = {}
        slices = self._slices(whole)
        for box in self.order:
            values = sorted(slices[box])
            of_box = [slices[box][value] for value in values]
            self.values[box] = values
            self.records[box] = [of_value.records for of_value in of_box]
            self.masks[box] = [of_value.mask for of_value in of_box]
            self._histograms[box] = [of_value.histogram for of_value in of_box]

    def _places_and_ends(self) -> tuple:
        """([code] -> its place, [code] -> its end) in the long column."""
        dimension, weight = self._dimensions[self.long], self._weights[self.long]
        places, ends = [], []
        for code in range(len(dimension.texts)):
            loss = dimension.loss((0, code), None)
            own = dimension.loss((code,), None)     # ranges of numbers have losses of their own
            places.append(self._rounded(weight * (loss - own)))
            ends.append(self._rounded(weight * loss))
        return places, ends

    def trimmed(self, box):
        """The smallest box with the same records."""
        for dim in range(len(box)):
            low, high = box[dim]
            while low < high and not self.values[side(box, dim, (low, low))]:
                low += 1
                box = side(box, dim, (low, high))
            while low < high and not self.values[side(box, dim, (high, high))]:
                high -= 1
                box = side(box, dim, (low, high))
        return box

    def halves(self, box):
        """Yield every cut of a short column.

        It is (dimension, code, the box up to the code, the box above it).
        """
        for place, (low, high) in enumerate(box):
            for code in range(low, high):
                lhs = side(box, place, (low, code))
                rhs = side(box, place, (code + 1, high))
                yield self.short[place], code, lhs, rhs

    def classes(self, box, start) -> list:
        """What the records of a box cost as one class, from its start-th value up to each end.

        inf: too few, or too far apart.
        """
        values, ends = self.values[box][start:], self._ends
        first = self._places[values[0]]
        sizes = list(accumulate(self.records[box][start:]))
        losses = map(self._losses.__getitem__, accumulate(self.masks[box][start:], or_))
        costs = [n * (ends[value] - first + loss) for n, value, loss in zip(sizes, values, losses)]
        few = bisect_left(sizes, self._required.k)
        costs[:few] = [inf] * few
        limit = self._dimensions[self.long].limit if self.long is not None else None
        if limit:
            within = bisect_right(values, limit.reach[values[0]])
            costs[within:] = [inf] * (len(costs) - within)
        return costs

    def passing(self, box, start):
        """A function from an end to whether that class passes the rules beyond k.

        It is called with ascending ends. None without rules.
        """
        if not self._required.rules:
            return None
        histograms = self._histograms[box]
        total: dict = {}
        done = start

        def passes(end):
            nonlocal done
            for histogram in histograms[done:end + 1]:
                for sensitive, n in histogram.items():
                    total[sensitive] = total.get(sensitive, 0) + n
            done = end + 1
            return self._required.passes(total)
        return passes

    def _slices(self, whole) -> dict:
        """{box: {code in the long column: its Slice}}."""
        cells = self._slices_of_cells(whole)
        slices: dict = {}
        for box in self.order:
            wide = [place for place, (low, high) in enumerate(box) if low < high]
            if not wide:
                slices[box] = cells.get(box, {})
                continue
            place = wide[0]
            low, high = box[place]
            slices[box] = dict(slices[side(box, place, (low, high - 1))])
            for value, slice_ in slices[side(box, place, (high, high))].items():
                add_slice(slices[box], value, slice_)
        return slices

    def _slices_of_cells(self, whole) -> dict:
        """The `_slices` of the boxes with one code in each short column."""
        columns, sensitive = whole.columns(), whole.points.sensitive
        shifts = [0, *accumulate(self._sizes)]
        cells: dict = {}
        for place, (row, n) in enumerate(zip(whole.rows, whole.points.records(whole.rows))):
            corner = [columns[dim][place] for dim in self.short]
            mask = sum(1 << shift + code for shift, code in zip(shifts, corner))
            box = tuple((code, code) for code in corner)
            value = 0 if self.long is None else columns[self.long][place]
            known = sensitive[row] if self._required.rules else None
            add_slice(cells.setdefault(box, {}), value, Slice(n, mask, {known: n}))
        return cells

    def _loss(self, mask) -> float:
        """What a record loses in the short columns if its class has the codes of these bits."""
        loss = 0.0
        for dim, size in zip(self.short, self._sizes):
            dimension = self._dimensions[dim]
            codes = [code for code in range(size) if mask >> code & 1]
            if dimension.limit and dimension.limit.reach[codes[0]] < codes[-1]:
                return inf      # no class may have these
            loss += self._rounded(self._weights[dim] * dimension.loss(codes, None))
            mask >>= size
        return loss


class MaskLosses(dict):
    """{mask: loss}, worked out when it is looked up."""

    def __init__(self, loss_of):
        super().__init__()
        self._loss_of = loss_of

    def __missing__(self, mask):
        self[mask] = loss = self._loss_of(mask)
        return loss


def rounding(records, weights):
    """A function that rounds a loss to a multiple of a power of 1/2, of which all sums are exact.

    So equal sums are equal in whatever order they are added, and on every Python (from 3.12 on
    `sum` adds floats in another way). What a record loses changes by at most 2^-51 of all records
    times all weights, for each column. For a million records and weights of 1 that is less than
    1e-8.

    >>> .1 + .7 + .3 == .3 + .7 + .1
    False
    >>> one, two, three = map(rounding(3, [1, 1, 1]), (.1, .7, .3))
    >>> one + two + three == three + two + one
    True
    """
    unit = 2.0 ** (int(log2(records * sum(weights) + 1)) - 51)
    return lambda loss: round(loss / unit) * unit


def long_and_short(dimensions) -> tuple:
    """The dimension of numbers with the most values, None if there is none, and the others."""
    numbers = []
    for dim, dimension in enumerate(dimensions):
        if dimension.order.startswith('numbers') and not dimension.has_missing:
            numbers.append(dim)
    long = max(numbers, key=lambda dim: len(dimensions[dim].texts), default=None)
    return long, [dim for dim in range(len(dimensions)) if dim != long]


def intervals(dimensions) -> int:
    """How many intervals of the long column all boxes have, at most."""
    long, _ = long_and_short(dimensions)
    values = 1 if long is None else len(dimensions[long].texts)
    return box_count(dimensions) * values * (values + 1) // 2


def box_count(dimensions) -> int:
    """How many boxes there are."""
    _, short = long_and_short(dimensions)
    sizes = [len(dimensions[dim].texts) for dim in short]
    return prod(size * (size + 1) // 2 for size in sizes)


def boxes_in(sizes):
    """All boxes of columns of so many codes, each after those inside it."""
    ranges = []
    for size in sizes:
        ranges.append([(low, low + more) for more in range(size) for low in range(size - more)])
    return sorted(product(*ranges), key=lambda box: sum(high - low for low, high in box))


def side(box, place, ends) -> tuple:
    """The box with other ends in one column."""
    return (*box[:place], ends, *box[place + 1:])


def add_slice(slices, value, slice_):
    """Add the records of a value in the long column."""
    if value in slices:
        before = slices[value]
        histogram = dict(before.histogram)
        for sensitive, n in slice_.histogram.items():
            histogram[sensitive] = histogram.get(sensitive, 0) + n
        slice_ = Slice(before.records + slice_.records, before.mask | slice_.mask, histogram)
    slices[value] = slice_
