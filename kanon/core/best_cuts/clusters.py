"""Cuts at the best of all values, and small parts grown into classes where that loses less.

Promise: every class satisfies what is required. The classes of a part that is grown may overlap as
boxes, so a value can lie in the labels of several classes. No tuple's records are parted.

Each part is cut where the least loss is left. (Mondrian takes the median.) Numbers are cut at any
value. Categories are parted in any two groups: in their own order and ordered by the mean of
another column, and then single categories change sides as long as that lessens the loss (where at
most FEW are left).
Bottom-up, a part of at most SMALL tuples is also *grown*. This is k-member clustering (J.-W. Byun,
A. Kamra, E. Bertino, N. Li, Efficient k-Anonymization Using Clustering Techniques, DASFAA 2007). A
class begins with the record farthest from the one before. It takes in the record with which its
loss is least until it has k records. A tuple of more records than are missing counts as that much
farther away. Records that are left over join the class in which they cost least.
The part as one class, its two sides, and the grown classes are compared. What costs least is kept.
"""

from __future__ import annotations

from heapq import heapify, heappop, heapreplace
from itertools import accumulate, compress
from math import inf
from operator import itemgetter, or_

from ..cutting.cuts import passing
from ..cutting.mondrian import Cut
from .boxes import rounding

# values of a column. Of more, none changes sides singly, and no list of losses is kept for each set
FEW = 128
# columns, the first, by whose means the categories of another are ordered
OTHERS = 8
# points. A part of more is only cut, because growing takes time in their square
SMALL = 2000


class Clusters:
    """Works out in `states` how to cut a table, then `cut` makes the cuts.

    dimensions: none with box labels.
    required: what every class must satisfy.
    weights: of the columns in lm.
    cells: what parts the table within limits (cutting/limited_cuts.py), None without limits.
    parts: how many there are so far.
    done: whether all are settled.

    >>> from ..cutting.dimension import dimension_of
    >>> from ..cutting.mondrian import mondrian
    >>> from ..cutting.partition import partition_of
    >>> from ..counts.required import Required
    >>> tuples = ('1', 'a'), ('2', 'a'), ('5', 'b'), ('5', 'a'), ('8', 'a'), ('9', 'b')
    >>> ages = dimension_of({'1': 1, '2': 1, '5': 2, '8': 1, '9': 1})
    >>> dimensions = [ages, dimension_of({'a': 4, 'b': 2})]
    >>> whole = partition_of(dict.fromkeys(tuples, 1), dimensions, Required(2))
    >>> clusters = Clusters(whole, dimensions, Required(2))
    >>> settled = list(clusters.states())
    >>> partitions, cuts = mondrian(whole, clusters.cut)
    >>> [part.tuples for part in partitions], clusters.cost()
    ([[(2, 1, 1), (4, 1, 1)], [(0, 0, 1), (1, 0, 1)], [(2, 0, 1), (3, 0, 1)]], 2.0)
    """

    def __init__(self, whole, dimensions, required, weights=None, cells=None):
        self._whole = whole
        self._required = required
        self._passes = passing(required)
        self._cells = cells
        weights = weights or [1] * len(dimensions)
        rounded = rounding(whole.size, weights)
        self._columns = []
        self._fields = []       # of each column the bits of its codes in a mask: (shift, full, ...)
        self._masks = [0] * len(whole.points.columns[0])        # [point] -> its codes as bits
        shift = 0
        for dimension, weight, codes in zip(dimensions, weights, whole.points.columns):
            column = CodeSetLosses(dimension, weight, rounded)
            size = len(dimension.texts)
            self._columns.append(column)
            self._fields.append((shift, (1 << size) - 1, column))
            bits = [1 << shift + code for code in range(size)]
            self._masks = [mask | bits[code] for mask, code in zip(self._masks, codes)]
            shift += size
        self._settled: dict = {}        # {id of a part: (the part, its cost, the Cut or None)}
        self.parts = 1
        self.done = False

    def states(self):
        """Cut all parts, then settle them, the last first. Yield how many are settled."""
        parts, cuts = [self._whole], {}
        for part in parts:      # which grows
            if self._cells:
                cut = self._cells.cut(part, self._best_cut)
            else:
                cut = self._best_cut(part)
            if cut:
                cuts[id(part)] = cut
                parts += cut.parts
                self.parts = len(parts)
            yield 0
        for settled, part in enumerate(reversed(parts), 1):
            self._settle(part, cuts.get(id(part)))
            self.done = part is self._whole
            yield settled

    def _settle(self, part, cut):
        """Keep what costs least: the part as one class, its cut, or grown classes."""
        within = not self._cells or self._cells.hold(part)
        cost, best = self.cost_of(part) if within else inf, None
        if cut:
            of_sides = sum(self._settled[id(side)][1] for side in cut.parts)
            if of_sides < cost:
                cost, best = of_sides, cut
        if cost and within and len(part.rows) <= SMALL and part.size >= 2 * self._required.k:
            of_grown, grown = self._grown(part)
            if of_grown < cost:
                cost, best = of_grown, grown
                for class_ in grown.parts:
                    self._settled[id(class_)] = class_, 0.0, None
        self._settled[id(part)] = part, cost, best

    def cost(self) -> float:
        """The lm of the partitions, times the records."""
        return self._settled[id(self._whole)][1]

    def cut(self, part):
        """A cut function for `mondrian`."""
        return self._settled[id(part)][2]

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
        """The cut that leaves the least loss, or None if none is allowable.

        With rules beyond k the best of each dimension is tried.
        """
        if part.size < 2 * self._required.k:
            return None
        best = []
        for dim in range(len(self._columns)):
            cost, left = self._best_in(part, dim)
            if left:
                best.append((cost, dim, left))
        best.sort(key=itemgetter(0))
        for _, dim, left in best:
            sides = split_by(part, dim, left)
            least_right, _ = sides[1].ends(dim)
            kind, at = 'values', left
            if max(left) < least_right:
                kind, at = 'strict', max(left)
            cut = Cut(dim, kind, at, sides)
            if self._passes(cut):
                return cut
        return None

    def _best_in(self, part, dim) -> tuple:
        """The cost of the best cut in a dimension, and the codes of its left side.

        There are no codes if no cut leaves k on both sides.
        """
        slices = self._by_code(part, dim)
        orders = [sorted(slices)]
        categories = len(slices) > 2 and not self._columns[dim].ends_alone
        if categories:
            orders += self._further_orders(part, dim)
        best = [self._best_of(order, slices, part.size) for order in orders]
        cost, left = min(best, key=itemgetter(0))
        if left and categories and len(slices) <= FEW:
            return self._moved(cost, left, slices, part.size)
        return cost, left

    def _by_code(self, part, dim) -> dict:
        """{code: (records, mask)} of a part."""
        slices: dict = {}
        records = part.points.records(part.rows)
        for row, code, n in zip(part.rows, part.codes(dim), records):
            mask = self._masks[row]
            if code in slices:
                more, other = slices[code]
                slices[code] = n + more, mask | other
            else:
                slices[code] = n, mask
        return slices

    def _further_orders(self, part, dim):
        """Yield the codes ordered by the mean code that their records have in another dimension.

        The other one is one of the first OTHERS.
        """
        codes = part.codes(dim)
        for other in range(min(OTHERS, len(self._columns))):
            if other == dim:
                continue
            code_of = part.points.columns[other]
            totals: dict = {}       # {code: (records, sum of their codes in the other dimension)}
            for row, code, n in zip(part.rows, codes, part.points.records(part.rows)):
                size, total = totals.get(code, (0, 0))
                totals[code] = size + n, total + n * code_of[row]
            means = {code: total / size for code, (size, total) in totals.items()}
            yield sorted(means, key=lambda code: (means[code], code))

    def _best_of(self, order, slices, size) -> tuple:
        """The best of the cuts of codes in an order: (cost, codes of the left side).

        There are no codes if no cut leaves k on both sides.
        """
        k = self._required.k
        best = inf
        left: frozenset = frozenset()
        masks = [slices[code][1] for code in order]
        upto = accumulate(slices[code][0] for code in order)
        below = accumulate(masks, or_)
        above = list(accumulate(reversed(masks), or_))[::-1]
        for place, (n, lhs, rhs) in enumerate(zip(upto, below, above[1:]), 1):
            if not k <= n <= size - k:
                continue
            cost = n * self._loss(lhs)
            if cost < best:
                cost += (size - n) * self._loss(rhs)
                if cost < best:
                    best, left = cost, frozenset(order[:place])
        return best, left

    def _moved(self, cost, left, slices, size) -> tuple:
        """The cost and the left side after single codes have changed sides.

        They change sides as long as that lessens the cost.
        """
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
        k = self._required.k
        n = sum(slices[code][0] for code in left)
        if not k <= n <= size - k:
            return inf
        lhs = rhs = 0
        for code, (_, mask) in slices.items():
            if code in left:
                lhs |= mask
            else:
                rhs |= mask
        return n * self._loss(lhs) + (size - n) * self._loss(rhs)

    def _grown(self, part) -> tuple:
        """The cost of a part as grown classes, and the Cut into them.

        inf if a class fails a rule beyond k.
        """
        k = self._required.k
        points_of: dict = {}        # {codes: the points that have them}
        for row, codes in zip(part.rows, zip(*part.columns())):
            points_of.setdefault(codes, []).append(row)
        tuples = sorted(points_of)      # so that the input's order decides nothing
        points = [points_of[codes] for codes in tuples]     # [place] -> the points of a tuple
        records = [sum(part.points.records(rows)) for rows in points]
        columns = [list(column) for column in zip(*tuples)]     # [dim][place] -> code
        free = [True] * len(tuples)
        classes = []        # (a GrownClass, its places)
        left = part.size
        far = self._farthest(columns)
        while left >= k:
            places = list(compress(range(len(tuples)), free))
            if not free[far]:
                far = places[0]
            grown = GrownClass(self._columns)
            members, far = grow(grown, far, places, columns, records, k)
            for place in members:
                free[place] = False
                left -= records[place]
            classes.append((grown, members))
        for place in compress(range(len(tuples)), free):
            codes, n = tuples[place], records[place]
            costs = [grown.cost_with(codes, n) for grown, _ in classes]
            grown, members = classes[costs.index(min(costs))]
            grown.take(codes, n)
            members.append(place)
        sides = []
        for grown, members in classes:
            rows = [row for place in members for row in points[place]]
            sides.append(part.side(rows, grown.records, 0, part.box[0]))
        cut = Cut(None, 'clusters', None, sides)
        if not self._passes(cut):
            return inf, cut
        return sum(grown.records * grown.loss for grown, _ in classes), cut

    def _farthest(self, columns):
        """The place that is farthest from the first. columns: [dim][place] -> code."""
        first = GrownClass(self._columns)
        first.take([column[0] for column in columns], 1)
        losses = first.losses(columns)
        return losses.index(max(losses))


def split_by(part, dim, codes) -> list:
    """The records with one of these codes, and the others."""
    lhs: list = []
    rhs: list = []
    for code, row in zip(part.codes(dim), part.rows):
        (lhs if code in codes else rhs).append(row)
    sides = []
    for rows in lhs, rhs:
        size = sum(part.points.records(rows))
        sides.append(part.side(rows, size, dim, part.box[dim]))
    return sides


def grow(grown, place, places, columns, records, k) -> tuple:
    """The places of a class that begins at one, and the place that was farthest from it then.

    places: of all free records. columns: [dim][place] -> code.
    """
    members, farthest, heap = [], place, None
    while True:
        grown.take([column[place] for column in columns], records[place])
        members.append(place)
        if grown.records >= k:
            return members, farthest
        if heap is None:
            free = [[column[place] for place in places] for column in columns]
            losses = grown.losses(free)
            heap = [(loss, other) for loss, other in zip(losses, places) if other != place]
            farthest = places[losses.index(max(losses))]
            heapify(heap)
        while True:     # what a class loses with a record only rises as the class grows
            loss, place = heap[0]
            now = grown.loss_with([column[place] for column in columns])
            now *= max(1, records[place] / (k - grown.records))
            if now <= loss:
                break
            heapreplace(heap, (now, place))
        heappop(heap)


class GrownClass:
    """A class that takes in records. loss: what each of its records loses."""

    def __init__(self, columns):
        self.records = 0
        self.loss = 0.0
        self._columns = columns
        self._masks = [0] * len(columns)
        self._with = [column.with_each(0) for column in columns]    # [dim][code] -> loss with it

    def take(self, codes, records):
        """Take in records with these codes."""
        self.loss = self.loss_with(codes)
        self.records += records
        for dim, (column, code) in enumerate(zip(self._columns, codes)):
            mask = self._masks[dim] | 1 << code
            if mask != self._masks[dim]:
                mask = column.key(mask)
                self._masks[dim] = mask
                self._with[dim] = column.with_each(mask)

    def loss_with(self, codes) -> float:
        """What each record loses if one with these codes joins."""
        return sum(losses[code] for losses, code in zip(self._with, codes))

    def losses(self, columns) -> list:
        """`loss_with` of many records. columns: [dim][place] -> code."""
        total = [0] * len(columns[0])
        for losses, codes in zip(self._with, columns):
            total = [n + losses[code] for n, code in zip(total, codes)]
        return total

    def cost_with(self, codes, records) -> float:
        """How much more the class costs in all if records with these codes join."""
        return (self.records + records) * self.loss_with(codes) - self.records * self.loss


class CodeSetLosses(dict):
    """{set of codes as bits: what a record loses in a dimension if its class has them}.

    A loss is worked out when it is looked up.
    """

    def __init__(self, dimension, weight, rounded):
        super().__init__()
        self._dimension = dimension
        self._weight = weight
        self._rounded = rounded
        self._with: dict = {}       # {set of codes as bits: [code] -> the loss with this one}
        self.ends_alone = dimension.order.startswith('numbers') and not dimension.has_missing

    def __missing__(self, mask):
        self[mask] = loss = self.loss(ones_of(mask))
        return loss

    def loss(self, codes) -> float:
        return self._rounded(self._weight * self._dimension.loss(codes, None))

    def key(self, mask):
        """A set of the same loss. Of numbers only the ends count."""
        if not self.ends_alone or not mask:
            return mask
        return mask & -mask | 1 << mask.bit_length() - 1

    def with_each(self, mask):
        """[code] -> the loss of these codes and this one. It is kept for columns of few values."""
        codes = range(len(self._dimension.texts))
        if len(codes) > FEW:
            return WithEach(self, ones_of(self.key(mask)))
        if mask not in self._with:
            self._with[mask] = [self[self.key(mask | 1 << code)] for code in codes]
        return self._with[mask]


class WithEach(dict):
    """{code: the loss of some codes and this one}, worked out when it is looked up."""

    def __init__(self, column, codes):
        super().__init__()
        self._column = column
        self._codes = codes

    def __missing__(self, code):
        self[code] = loss = self._column.loss([*self._codes, code])
        return loss


def ones_of(mask) -> list:
    """The places of the ones.

    >>> ones_of(0b1101), ones_of(0)
    ([0, 2, 3], [])
    """
    text = bin(mask)[:1:-1]     # as text, a set of thousands of dates takes no minutes
    places = []
    at = text.find('1')
    while at >= 0:
        places.append(at)
        at = text.find('1', at + 1)
    return places
