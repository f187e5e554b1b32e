"""The boxes of a table: what the records in consecutive codes of its columns would lose as classes.

The *long* column is the number with the most values. A *box* has consecutive codes in every other column, the short ones: a tuple
of (least, greatest) code. The values of its records in the long column are ascending, and an interval of them is a possible class.
Promise: losses are rounded so that all sums of them are exact (`rounding`).
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, product
from math import inf, log2, prod
from operator import or_


class Boxes:
    """The boxes of the whole table, those inside before those around.

    whole: a Partition. dimensions: none with box labels. required: what every class must satisfy. weights: of the columns in lm.
    values, records, masks: of each box, the codes in the long column, and for each its records and its codes in the short columns
    as a set of bits.

    >>> from ..cutting.dimension import dimension_of
    >>> from ..cutting.partition import partition_of
    >>> from ..counts.required import Required
    >>> dimensions = [dimension_of({'1': 1, '3': 1, '9': 1}), dimension_of({'a': 2, 'b': 1})]
    >>> whole = partition_of({('1', 'a'): 1, ('3', 'b'): 1, ('9', 'a'): 1}, dimensions, Required(2))
    >>> boxes = Boxes(whole, dimensions, Required(2))
    >>> boxes.order, boxes.classes(((0, 1),), 0), boxes.classes(((0, 0),), 0)
    ([((0, 0),), ((1, 1),), ((0, 1),)], [inf, 2.5, 6.0], [inf, 2.0])
    """

    def __init__(self, whole, dimensions, required, weights=None):
        self._dimensions, self._required, self._weights = dimensions, required, weights or [1] * len(dimensions)
        self.long, self.short = long_and_short(dimensions)
        self._rounded = rounding(whole.size, self._weights)
        self._sizes = [len(dimensions[dim].texts) for dim in self.short]
        self._losses = MaskLosses(self._loss)
        self._places = self._ends = [0.0]       # a class from one code to another loses the distance from its place to its end
        if self.long is not None:
            dimension, weight = dimensions[self.long], self._weights[self.long]
            upto = [(dimension.loss((0, code), None), dimension.loss((code,), None)) for code in range(len(dimension.texts))]
            self._places = [self._rounded(weight * (loss - own)) for loss, own in upto]       # ranges of numbers have losses of their own
            self._ends = [self._rounded(weight * loss) for loss, _ in upto]
        self.order = list(boxes_in(self._sizes))
        self.values, self.records, self.masks, self._histograms = {}, {}, {}, {}
        slices = self._slices(whole)
        for box in self.order:
            of_box = sorted(slices[box].items())
            self.values[box] = [value for value, _ in of_box]
            self.records[box] = [n for _, (n, _, _) in of_box]
            self.masks[box] = [mask for _, (_, mask, _) in of_box]
            self._histograms[box] = [histogram for _, (_, _, histogram) in of_box]

    def trimmed(self, box):
        """The smallest box with the same records."""
        ends = [list(pair) for pair in box]
        for dim, pair in enumerate(ends):
            for end, step in ((0, 1), (1, -1)):
                while pair[0] < pair[1] and not self.values[side(tuple(map(tuple, ends)), dim, (pair[end], pair[end]))]:
                    pair[end] += step
        return tuple(map(tuple, ends))

    def halves(self, box):
        """Yield (dimension, code, the box up to the code, the box above it) for every cut of a short column."""
        for place, (low, high) in enumerate(box):
            before, after = box[:place], box[place + 1:]
            for code in range(low, high):
                yield self.short[place], code, (*before, (low, code), *after), (*before, (code + 1, high), *after)

    def classes(self, box, start) -> list:
        """What the records of a box cost as one class, from its start-th value up to each end. inf: too few, or too far apart."""
        values, ends, k = self.values[box], self._ends, self._required.k
        first = self._places[values[start]]
        sizes, losses = accumulate(self.records[box][start:]), map(self._losses.__getitem__, accumulate(self.masks[box][start:], or_))
        costs = [n * (ends[value] - first + loss) if n >= k else inf for n, value, loss in zip(sizes, values[start:], losses)]
        limit = self._dimensions[self.long].limit if self.long is not None else None
        if limit:
            within = bisect_right(values, limit.reach[values[start]]) - start
            costs[within:] = [inf] * (len(costs) - within)
        return costs

    def passing(self, box, start):
        """A function from an end to whether that class passes the rules beyond k. It is called with ascending ends. None without rules."""
        rules, histograms, total, done = self._required.rules, self._histograms[box], {}, start

        def passes(end):
            nonlocal done
            for histogram in histograms[done:end + 1]:
                for sensitive, n in histogram.items():
                    total[sensitive] = total.get(sensitive, 0) + n
            done = end + 1
            return self._required.passes(total)
        return passes if rules else None

    def _slices(self, whole) -> dict:
        """{box: {code in the long column: (records, mask, {sensitive values: records})}}."""
        columns, rules = whole.columns(), bool(self._required.rules)
        shifts = [0, *accumulate(self._sizes)]
        corners = zip(*(columns[dim] for dim in self.short)) if self.short else [()] * len(whole.rows)
        long = [0] * len(whole.rows) if self.long is None else columns[self.long]
        known = map(whole.points.sensitive.__getitem__, whole.rows) if rules else [None] * len(whole.rows)
        cells: dict = {}
        for corner, value, n, sensitive in zip(corners, long, whole.points.records(whole.rows), known):
            mask = sum(1 << shift + code for shift, code in zip(shifts, corner))
            add_slice(cells.setdefault(tuple((code, code) for code in corner), {}), value, (n, mask, {sensitive: n}))
        slices: dict = {}
        for box in self.order:
            cut = next(((place, high) for place, (low, high) in enumerate(box) if low < high), None)
            if cut is None:
                slices[box] = cells.get(box, {})
                continue
            place, high = cut
            slices[box] = dict(slices[side(box, place, (box[place][0], high - 1))])
            for value, slice_ in slices[side(box, place, (high, high))].items():
                add_slice(slices[box], value, slice_)
        return slices

    def _loss(self, mask) -> float:
        """What a record loses in the short columns if its class has the codes of these bits."""
        loss = 0.0
        for dim, size in zip(self.short, self._sizes):
            codes, limit = [code for code in range(size) if mask >> code & 1], self._dimensions[dim].limit
            if limit and limit.reach[codes[0]] < codes[-1]:
                return inf      # no class may have these
            loss += self._rounded(self._weights[dim] * self._dimensions[dim].loss(codes, None))
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

    So equal sums are equal in whatever order they are added, and on every Python (from 3.12 on `sum` adds floats in another way).
    What a record loses changes by at most 2^-51 of all records times all weights, for each column. For a million records and
    weights of 1 that is less than 1e-8.

    >>> rounded = rounding(3, [1, 1, 1])
    >>> .1 + .7 + .3 == .3 + .7 + .1, rounded(.1) + rounded(.7) + rounded(.3) == rounded(.3) + rounded(.7) + rounded(.1)
    (False, True)
    """
    unit = 2.0 ** (int(log2(records * sum(weights) + 1)) - 51)
    return lambda loss: round(loss / unit) * unit


def long_and_short(dimensions) -> tuple:
    """The dimension of numbers with the most values, None if there is none, and the others."""
    numbers = [dim for dim, dimension in enumerate(dimensions) if dimension.order.startswith('numbers') and not dimension.has_missing]
    long = max(numbers, key=lambda dim: len(dimensions[dim].texts), default=None)
    return long, [dim for dim in range(len(dimensions)) if dim != long]


def intervals(dimensions) -> int:
    """How many intervals of the long column all boxes have, at most."""
    long, _ = long_and_short(dimensions)
    values = 1 if long is None else len(dimensions[long].texts)
    return box_count(dimensions) * values * (values + 1) // 2


def box_count(dimensions) -> int:
    sizes = [len(dimensions[dim].texts) for dim in long_and_short(dimensions)[1]]
    return prod(size * (size + 1) // 2 for size in sizes)


def boxes_in(sizes):
    """Yield all boxes of columns of so many codes, each after those inside it."""
    ranges = [[(low, low + more) for more in range(size) for low in range(size - more)] for size in sizes]
    return sorted(product(*ranges), key=lambda box: sum(high - low for low, high in box))


def side(box, place, ends) -> tuple:
    """The box with other ends in one column."""
    return (*box[:place], ends, *box[place + 1:])


def add_slice(slices, value, slice_):
    """Add the records of a value in the long column."""
    if value in slices:
        (n, mask, histogram), (more, other, further) = slices[value], slice_
        slice_ = n + more, mask | other, {key: histogram.get(key, 0) + further.get(key, 0) for key in {**histogram, **further}}
    slices[value] = slice_
