"""Cuts at the best of all values, and small parts grown into classes where that loses less than any cut.

Promise: every class satisfies what is required. The classes of a part that is grown may overlap as boxes, so a value can lie in
the labels of several classes. No tuple's records are parted.
Each part is cut where the least loss is left. (Mondrian takes the median.) Numbers are cut at any value. Categories are parted in
any two groups: in their own order and ordered by the mean of another column, and then single categories change sides as long
as that lessens the loss (where at most FEW are left).
Bottom-up, a part of at most SMALL tuples is also *grown*. This is k-member clustering (J.-W. Byun, A. Kamra, E. Bertino, N. Li,
Efficient k-Anonymization Using Clustering Techniques, DASFAA 2007). A class begins with the record farthest from the one before.
It takes in the record with which its loss is least until it has k records. A tuple of more records than are missing counts as that
much farther away. Records that are left over join the class in which they cost least. The part as one class, its
two sides, and the grown classes are compared. What costs least is kept.
"""

from __future__ import annotations

from heapq import heapify, heappop, heapreplace
from itertools import accumulate, chain, compress
from math import inf
from operator import add, getitem, itemgetter, or_

from ..cutting.cuts import passing
from ..cutting.mondrian import Cut
from .boxes import rounding

FEW = 128           # values of a column. Of more, none changes sides singly, and no list of losses is kept for each set of them
OTHERS = 8          # columns, the first, by whose means the categories of another are ordered
SMALL = 2000        # points. A part of more is only cut, because growing takes time in their square


class Clusters:
    """Works out in `states` how to cut a table, then `cut` makes the cuts.

    dimensions: none with box labels. required: what every class must satisfy. weights: of the columns in lm. cells: what
    parts the table within limits (cutting/limited_cuts.py), None without limits.
    parts: how many there are so far. done: whether all are settled.

    >>> from ..cutting.dimension import dimension_of
    >>> from ..cutting.mondrian import mondrian
    >>> from ..cutting.partition import partition_of
    >>> from ..counts.required import Required
    >>> table = {('1', 'a'): 1, ('2', 'a'): 1, ('5', 'b'): 1, ('5', 'a'): 1, ('8', 'a'): 1, ('9', 'b'): 1}
    >>> dimensions = [dimension_of({'1': 1, '2': 1, '5': 2, '8': 1, '9': 1}), dimension_of({'a': 4, 'b': 2})]
    >>> whole = partition_of(table, dimensions, Required(2))
    >>> clusters = Clusters(whole, dimensions, Required(2))
    >>> settled = list(clusters.states())
    >>> partitions, cuts = mondrian(whole, clusters.cut)
    >>> [part.tuples for part in partitions], clusters.cost()
    ([[(2, 1, 1), (4, 1, 1)], [(0, 0, 1), (1, 0, 1)], [(2, 0, 1), (3, 0, 1)]], 2.0)
    """

    def __init__(self, whole, dimensions, required, weights=None, cells=None):
        self._whole, self._dimensions, self._required, self._passes = whole, dimensions, required, passing(required)
        self._cells = cells
        weights = weights or [1] * len(dimensions)
        rounded = rounding(whole.size, weights)
        self._columns = [CodeSetLosses(dimension, weight, rounded) for dimension, weight in zip(dimensions, weights)]
        sizes = [len(dimension.texts) for dimension in dimensions]
        self._fields = [(shift, (1 << size) - 1, column)
                        for shift, size, column in zip([0, *accumulate(sizes)], sizes, self._columns)]
        bits = [[1 << shift + code for code in range(size)] for (shift, _, _), size in zip(self._fields, sizes)]
        self._masks = [0] * len(whole.points.columns[0])
        for of_code, codes in zip(bits, whole.points.columns):
            self._masks = list(map(or_, self._masks, map(of_code.__getitem__, codes)))
        self._made: dict = {}       # {id of a part: (the part, its cost, the Cut or None)}
        self.parts, self.done = 1, False

    def states(self):
        """Cut all parts, then settle them, the last first. Yield how many are settled, after each."""
        parts, sides = [self._whole], {}
        for part in parts:      # which grows
            cut = self._cells.cut(part, self._best_cut) if self._cells else self._best_cut(part)
            if cut:
                sides[id(part)] = cut
                parts += cut.parts
                self.parts = len(parts)
            yield 0
        for settled, part in enumerate(reversed(parts), 1):
            within = not self._cells or self._cells.hold(part)
            cost, made = self.cost_of(part) if within else inf, None
            if id(part) in sides:
                of_sides = sum(self._made[id(side)][1] for side in sides[id(part)].parts)
                cost, made = min((cost, made), (of_sides, sides[id(part)]), key=itemgetter(0))
            if cost and within and len(part.rows) <= SMALL and part.size >= 2 * self._required.k:
                grown, cut = self._grown(part)
                if grown < cost:
                    cost, made = grown, cut
                    self._made.update((id(class_), (class_, 0.0, None)) for class_ in cut.parts)
            self._made[id(part)] = part, cost, made
            self.done = part is self._whole
            yield settled

    def cost(self) -> float:
        """The lm of the partitions, times the records."""
        return self._made[id(self._whole)][1]

    def cut(self, part):
        """A cut function for `mondrian`."""
        return self._made[id(part)][2]

    def _loss(self, mask) -> float:
        """What a record loses if its class has the codes of these bits."""
        return sum(column[column.key(mask >> shift & full)] for shift, full, column in self._fields)

    def cost_of(self, part) -> float:
        """What the records of a part lose as one class."""
        mask = 0
        for row in part.rows:
            mask |= self._masks[row]
        return part.size * self._loss(mask)

    def _best_cut(self, part):
        """The cut that leaves the least loss, or None if none is allowable. With rules beyond k the best of each dimension is tried."""
        if part.size < 2 * self._required.k:
            return None
        found = []
        for dim, column in enumerate(self._columns):
            slices = self._by_code(part, dim)
            categories = len(slices) > 2 and not column.ends_alone
            orders = [sorted(slices), *(self._further_orders(part, dim) if categories else ())]
            cost, left = min((self._best_of(order, slices, part.size) for order in orders), key=itemgetter(0))
            if left and categories and len(slices) <= FEW:
                cost, left = self._moved(cost, left, slices, part.size)
            if left:
                found.append((cost, dim, left))
        for _, dim, left in sorted(found, key=itemgetter(0)):
            sides = split_by(part, dim, left)
            in_order = max(left) < sides[1].ends(dim)[0]
            cut = Cut(dim, *(('strict', max(left)) if in_order else ('values', left)), sides)
            if self._passes(cut):
                return cut
        return None

    def _by_code(self, part, dim) -> dict:
        """{code: (records, mask)} of a part."""
        slices: dict = {}
        for code, n, mask in zip(part.codes(dim), part.points.records(part.rows), map(self._masks.__getitem__, part.rows)):
            if code in slices:
                more, other = slices[code]
                slices[code] = n + more, mask | other
            else:
                slices[code] = n, mask
        return slices

    def _further_orders(self, part, dim):
        """The codes ordered by the mean code that their records have in another dimension, one of the first OTHERS."""
        own = part.codes(dim)
        for other in range(min(OTHERS, len(self._dimensions))):
            if other != dim:
                totals: dict = {}
                for code, its, n in zip(own, map(part.points.columns[other].__getitem__, part.rows), part.points.records(part.rows)):
                    size, total = totals.get(code, (0, 0))
                    totals[code] = size + n, total + n * its
                yield sorted(totals, key=lambda code: (totals[code][1] / totals[code][0], code))

    def _best_of(self, order, slices, size) -> tuple:
        """The best of the cuts of codes in an order: (cost, codes of the left side), no codes if none leaves k on both sides."""
        k = self._required.k
        best: tuple = (inf, frozenset())
        below = list(accumulate((slices[code][1] for code in order), or_))
        above = list(accumulate((slices[code][1] for code in reversed(order)), or_))
        above.reverse()
        upto = accumulate(slices[code][0] for code in order)
        for place, (n, lhs, rhs) in enumerate(zip(upto, below, above[1:]), 1):
            if k <= n <= size - k:
                cost = n * self._loss(lhs)
                if cost < best[0]:
                    cost += (size - n) * self._loss(rhs)
                    best = min(best, (cost, frozenset(order[:place])), key=itemgetter(0))
        return best

    def _moved(self, cost, left, slices, size) -> tuple:
        """The same after single codes have changed sides, as long as that lessens the cost."""
        before = inf
        while cost < before:
            before = cost
            for code in sorted(slices):
                other = left ^ {code}
                new = self._cost_of_sides(other, slices, size)
                if new < cost:
                    cost, left = new, other
        return cost, left

    def _cost_of_sides(self, left, slices, size) -> float:
        """inf if one side has fewer than k records."""
        n = sum(slices[code][0] for code in left)
        if not self._required.k <= n <= size - self._required.k:
            return inf
        lhs = rhs = 0
        for code, (_, mask) in slices.items():
            if code in left:
                lhs |= mask
            else:
                rhs |= mask
        return n * self._loss(lhs) + (size - n) * self._loss(rhs)

    def _grown(self, part) -> tuple:
        """The cost of a part as grown classes, and the Cut into them. inf if a class fails a rule beyond k."""
        points, k = part.points, self._required.k
        tuples: dict = {}       # {codes: the points that have them}
        for row, of_row in zip(part.rows, zip(*part.columns())):
            tuples.setdefault(of_row, []).append(row)
        order = sorted(tuples)          # so that the input's order decides nothing
        codes, rows = list(map(list, zip(*order))), list(map(tuples.__getitem__, order))       # codes of each dimension, by place
        records = [sum(points.records(of_tuple)) for of_tuple in rows]
        classes, free, left, far = [], [True] * len(rows), part.size, self._farthest(codes)
        while left >= k:
            places = list(compress(range(len(rows)), free))
            grown = GrownClass(self._columns)
            if not free[far]:
                far = places[0]
            members, far = grow(grown, far, places, codes, records, k)
            for place in members:
                free[place] = False
            left -= sum(map(records.__getitem__, members))
            classes.append((grown, members))
        for place in compress(range(len(rows)), free):
            codes_of = [of_dim[place] for of_dim in codes]
            grown, members = min(classes, key=lambda pair: pair[0].cost_with(codes_of, records[place]))
            grown.take(codes_of, records[place])
            members.append(place)
        sides = [part.side(list(chain.from_iterable(map(rows.__getitem__, members))), grown.records, 0, part.box[0]) for grown, members in classes]
        cut = Cut(None, 'clusters', None, sides)
        return sum(grown.records * grown.loss for grown, _ in classes) if self._passes(cut) else inf, cut

    def _farthest(self, codes):
        """The place that is farthest from the first."""
        first = GrownClass(self._columns)
        first.take([of_dim[0] for of_dim in codes], 1)
        losses = first.losses(codes)
        return losses.index(max(losses))


def split_by(part, dim, codes) -> list:
    """The records with one of these codes, and the others."""
    rows: list = [[], []]
    for code, row in zip(part.codes(dim), part.rows):
        rows[code not in codes].append(row)
    return [part.side(of_side, sum(part.points.records(of_side)), dim, part.box[dim]) for of_side in rows]


def grow(grown, place, places, codes, records, k) -> tuple:
    """The places of a class that begins at one, and the place that was farthest from it then. places: of all free records."""
    members, farthest, heap = [], place, None
    while True:
        grown.take([of_dim[place] for of_dim in codes], records[place])
        members.append(place)
        if grown.records >= k:
            return members, farthest
        if heap is None:
            losses = grown.losses([list(map(of_dim.__getitem__, places)) for of_dim in codes])
            heap = [(loss, other) for loss, other in zip(losses, places) if other != place]
            farthest = places[losses.index(max(losses))]
            heapify(heap)
        while True:     # what a class loses with a record only rises as the class grows
            loss, place = heap[0]
            now = grown.loss_with([of_dim[place] for of_dim in codes]) * max(1, records[place] / (k - grown.records))
            if now <= loss:
                break
            heapreplace(heap, (now, place))
        heappop(heap)


class GrownClass:
    """A class that takes in records. loss: what each of its records loses."""

    def __init__(self, columns):
        self._columns, self._masks, self.records, self.loss = columns, [0] * len(columns), 0, 0.0
        self._with = [column.with_each(0) for column in columns]        # of each dimension, [code] -> its loss with this code

    def take(self, codes, records):
        self.loss, self.records = self.loss_with(codes), self.records + records
        for dim, (column, code) in enumerate(zip(self._columns, codes)):
            mask = self._masks[dim] | 1 << code
            if mask != self._masks[dim]:
                self._masks[dim] = mask = column.key(mask)
                self._with[dim] = column.with_each(mask)

    def loss_with(self, codes) -> float:
        """What each record loses if one with these codes joins."""
        return sum(map(getitem, self._with, codes))

    def losses(self, codes) -> list:
        """The same for many records. codes: of each dimension."""
        total = [0] * len(codes[0])
        for losses, of_dim in zip(self._with, codes):
            total = list(map(add, total, map(losses.__getitem__, of_dim)))
        return total

    def cost_with(self, codes, records) -> float:
        """How much more the class costs in all if records with these codes join."""
        return (self.records + records) * self.loss_with(codes) - self.records * self.loss


class CodeSetLosses(dict):
    """{set of codes as bits: what a record loses in a dimension if its class has them}, worked out when it is looked up."""

    def __init__(self, dimension, weight, rounded):
        super().__init__()
        self._dimension, self._weight, self._rounded, self._with = dimension, weight, rounded, {}
        self.ends_alone = dimension.order.startswith('numbers') and not dimension.has_missing

    def __missing__(self, mask):
        self[mask] = loss = self.loss(ones_of(mask))
        return loss

    def loss(self, codes) -> float:
        return self._rounded(self._weight * self._dimension.loss(codes, None))

    def key(self, mask):
        """A set of the same loss. Of numbers only the ends count."""
        return mask & -mask | 1 << mask.bit_length() - 1 if self.ends_alone and mask else mask

    def with_each(self, mask):
        """[code] -> the loss of these codes and this one. It is kept for columns of few values."""
        if len(self._dimension.texts) > FEW:
            return WithEach(self, ones_of(self.key(mask)))
        if mask not in self._with:
            self._with[mask] = [self[self.key(mask | 1 << code)] for code in range(len(self._dimension.texts))]
        return self._with[mask]


class WithEach(dict):
    """{code: the loss of some codes and this one}, worked out when it is looked up."""

    def __init__(self, column, codes):
        super().__init__()
        self._column, self._codes = column, codes

    def __missing__(self, code):
        self[code] = loss = self._column.loss([*self._codes, code])
        return loss


def ones_of(mask) -> list:
    """The places of the ones.

    >>> ones_of(0b1101), ones_of(0)
    ([0, 2, 3], [])
    """
    text, codes = bin(mask)[:1:-1], []      # as text, a set of thousands of dates takes no minutes
    at = text.find('1')
    while at >= 0:
        codes.append(at)
        at = text.find('1', at + 1)
    return codes
