"""Mondrian within limits: the first cut parts the table into cells. Every class that lies in a cell is within the limits.

Promise: `Cells` parts the whole table so that each cell has k records, passes the rules beyond k, and is within all limits, or raises
Unsatisfied, which names the nearest limit and the largest k for which it finds cells.
A limit by level has the nodes of the level as cells. A limit by width does not say where an interval begins. There the fewest
intervals that hold are taken, by dynamic programming over the values, and of equally many the narrowest. Of several widths one
column is parted after the other, in every order until one holds. Of many orders (more than 120, or 24 in a large table) not all are
tried.
If nothing is found, the message says whether nothing can be. That is so if some cell of levels lacks k records or fails a rule,
because the union of classes that pass does so, too. It is also so if the records of a cell cannot be parted in the order of a
single column, even if those of one value may be. Any classes can be put in this order: their records change places, and no class
becomes wider or smaller.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate, repeat
from math import inf

from ..errors import Unsatisfied, many, option
from ..levels.limits import WIDE, first, holds, last
from .mondrian import Cut


FEW_ORDERS, MANY_ORDERS = 24, 120       # of the columns with widths that are tried, of a large cell and of a small one
PLACES = 100_000                        # orders times places between these. A refusal searches up to 60 times
STEPS, STEPS_TO_OFFER = 24_000_000, 8_000_000    # of `parted_in`: to find cells, and to find what holds where there are none


class Work:
    """How many steps a search may take. They are counted, so that the same table ends in the same way on every computer."""

    def __init__(self, steps):
        self.left = steps

    def take(self, steps) -> bool:
        """Whether there are still some."""
        self.left -= steps
        return self.left > 0


ENDLESS = Work(inf)


class Cells:
    """Parts a table so that all classes are within the limits.

    dimensions: those with a limit have a Limit (within_limits.py).

    >>> from .dimension import dimension_of
    >>> from .partition import partition_of
    >>> from ..counts.required import Required
    >>> from .within_limits import Limit
    >>> ages = [dimension_of(dict.fromkeys('123789', 1))]
    >>> whole = partition_of({(age,): 1 for age in '123789'}, ages, Required(3))
    >>> ages[0].limit = Limit('age', [2, 2, 2, 5, 5, 5], '3 wide', (1, 0, None))
    >>> cells = Cells(ages, Required(3))
    >>> [(part.tuples, part.box) for part in cells.cut(whole, lambda part: None).parts]
    [([(0, 1), (1, 1), (2, 1)], ((0, 2),)), ([(3, 1), (4, 1), (5, 1)], ((3, 5),))]
    """

    def __init__(self, dimensions, required):
        limits = {dim: dimension.limit for dim, dimension in enumerate(dimensions) if dimension.limit}
        self._dimensions, self._limits, self._required, self._dims = dimensions, limits, required, list(limits)
        self._reaches = {dim: limit.reach for dim, limit in limits.items()}
        self._levels = [dim for dim, limit in limits.items() if not limit.word.endswith(WIDE)]
        self._widths = [dim for dim in limits if dim not in self._levels]
        self._work, self._cells = Work(STEPS), {}       # {id of a part: the part, and the cells that are found}

    def within(self, cut):
        """A cut function for `mondrian` whose partitions are within the limits. cut: another one."""
        return lambda part: self.cut(part, cut)

    def cut(self, part, cut):
        """What another cut function says of a part within the limits. Of any other part the cut into cells, first those of the levels.

        Widths leave open where an interval begins. So there the other function is asked, too. Its cut is made if each side has cells.
        """
        known = self._cells.pop(id(part), None)     # of the part that is cut, nothing is kept any more
        if self.hold(part):
            return cut(part)
        if self.hold(part, self._levels) and self._work.left > 0:
            made = cut(part)
            if made and all(map(self.can, made.parts)):
                return made
            for side in made.parts if made else ():
                self._cells.pop(id(side), None)
        if known is None and not self.can(part):
            raise Unsatisfied(self.problem(part))
        if self.hold(part, self._levels):
            _, cells = known or self._cells.pop(id(part), (part, None))
            return self._cut_into(part, cells or self._found(part, self._reaches, self._required, ENDLESS))
        return self._cut_into(part, self._by_levels(part, self._reaches))

    def hold(self, part, dims=None) -> bool:
        """Whether a part is within the limits, or within those of some dimensions."""
        for dim in self._dims if dims is None else dims:
            low, high = ends(part, dim)
            if self._reaches[dim][low] < high:
                return False
        return True

    def can(self, part) -> bool:
        """Whether cells of a part are found."""
        if id(part) in self._cells:
            return True
        if self._quickly_told():
            return self._can(part, self._reaches, self._required, self._work)
        cells = self._found(part, self._reaches, self._required, self._work)
        if cells is not None:
            self._cells[id(part)] = part, list(map(list, cells))
        return cells is not None

    def problem(self, part, by_cuts=False) -> str:
        """What to say if no cells are found, with the nearest that holds. by_cuts: whether no strict cuts lead to classes within."""
        required, reaches, work = self._required, self._reaches, Work(STEPS_TO_OFFER)
        cells = self._by_levels(part, reaches)
        passes = required_by(required)
        small = [sum(n for n, _ in cell.values()) for cell in cells if not passes(cell)]
        proven = not all(may_be_parted(cell, self._dims.index(dim), reaches[dim], required.k)
                         for cell in cells for dim in self._widths)
        offers = []
        k = last(2, required.k - 1, lambda k: self._can(part, reaches, required.with_k(k), work))
        offers += ['k = %d' % k] if k else []
        for dim, limit in self._limits.items():
            low, high, looser = limit.looser
            place = first(low, high, lambda place: self._can(part, {**reaches, dim: looser(place)[1]}, required, work))
            offers += ['%s<=%s' % (limit.column, looser(place)[0])] if place is not None else []
        limits, what = option('limit'), 'k = %d records%s' % (required.k, ' and pass the rules beyond k' if required.rules else '')
        if small:
            text = ('no classes within %s have %s: %d of the %d cells that the levels make do not have that, with %s in all and'
                    ' %d in the smallest' % (limits, what, len(small), len(cells), many(sum(small), 'record'), min(small)))
        elif proven:
            text = 'no classes within %s have %s' % (limits, what)
        elif by_cuts:
            text = 'no strict cuts make classes within %s that have %s' % (limits, what)
        else:
            text = 'no classes within %s that have %s were found, though there may be some' % (limits, what)
        if work.left <= 0 and not offers:
            return text + '; what would hold was not found in the steps that there are; loosen several limits'
        return '%s; %s' % (text, holds(offers))

    def _found(self, part, reaches, required, work):
        """The cells as lists of places, None if none are found. A place has the codes of the limited dimensions."""
        cells = self._by_levels(part, reaches)
        if not all(map(required_by(required), cells)):
            return None
        widths = [(self._dims.index(dim), reaches[dim], self._dimensions[dim].width) for dim in self._widths]
        parted = [parted_within(cell, widths, required, work) for cell in cells]
        return None if None in parted else [side for sides in parted for side in sides]

    def _quickly_told(self) -> bool:
        return not self._required.rules and len(self._widths) == 1

    def _can(self, part, reaches, required, work) -> bool:
        """Whether `_found` finds cells. For k and one width this is quickly told."""
        if not self._quickly_told():
            return self._found(part, reaches, required, work) is not None
        dim, = self._widths
        return all(can_be_parted(cell, self._dims.index(dim), reaches[dim], required.k) for cell in self._by_levels(part, reaches))

    def _by_levels(self, part, reaches) -> list:
        """The cells of the levels alone."""
        cells = [self._places(part)]
        for dim in self._levels:
            cells = [run for cell in cells for run in by_reach(cell, self._dims.index(dim), reaches[dim])]
        return cells

    def _cut_into(self, part, cells) -> Cut:
        cell_of = {place: number for number, cell in enumerate(cells) for place in cell}
        rows: list = [[] for _ in cells]
        for row, place in zip(part.rows, zip(*map(part.codes, self._dims))):
            rows[cell_of[place]].append(row)
        sides = []
        for of_cell in rows:
            side = part
            for dim in self._dims:
                codes = list(map(part.points.columns[dim].__getitem__, of_cell))
                side = side.side(of_cell, sum(part.points.records(of_cell)), dim, (min(codes), max(codes)))
            sides.append(side)
        return Cut(None, 'limits', None, sides)

    def _places(self, part) -> dict:
        """{codes of the limited dimensions: (records, {sensitive values: records})}."""
        places: dict = {}
        sensitive = map(part.points.sensitive.__getitem__, part.rows) if part.points.sensitive else repeat(())
        for place, n, values in zip(zip(*map(part.codes, self._dims)), part.points.records(part.rows), sensitive):
            records, histogram = places.get(place, (0, None))
            histogram = {} if histogram is None else histogram
            histogram[values] = histogram.get(values, 0) + n
            places[place] = records + n, histogram
        return places


def ends(part, dim) -> tuple:
    """The least and the greatest code. (Partition.ends sorts the part.)"""
    codes = part.codes(dim)
    return min(codes), max(codes)


def required_by(required):
    """A function that tells whether a cell, {place: (records, histogram)}, has what is required."""
    def passes(cell):
        histogram: dict = {}
        for _, of_place in cell.values():
            for values, n in of_place.items():
                histogram[values] = histogram.get(values, 0) + n
        return sum(histogram.values()) >= required.k and (not required.rules or required.passes(histogram))
    return passes


def by_reach(cell, axis, reach) -> list:
    """A cell parted into the runs of a dimension: each takes in as many codes as may be in one class.

    >>> by_reach({(0,): 1, (1,): 1, (2,): 1}, 0, [1, 1, 2])
    [{(0,): 1, (1,): 1}, {(2,): 1}]
    """
    runs: list = []
    end = -1
    for place in sorted(cell, key=lambda place: (place[axis], place)):
        if place[axis] > end:
            runs.append({})
            end = reach[place[axis]]
        runs[-1][place] = cell[place]
    return runs


def parted_within(cell, widths, required, work=ENDLESS):
    """A cell parted so that it is within each of the widths: an axis, its reach, and its widths. None if no parts are found."""
    return all_parted([cell], widths, required, min(MANY_ORDERS, max(FEW_ORDERS, PLACES // len(cell))), work)


def all_parted(parts, widths, required, orders, work=ENDLESS):
    """The same of several cells. They are parted by one width, and their parts by the others. orders: of the widths, at most so many.

    Where there are more orders, each width comes first, and second if it can be, and so on. The others keep their order.
    """
    if not widths:
        return parts
    for place, (axis, reach, width) in enumerate(widths if orders >= len(widths) else widths[:1]):
        sides: list = []
        for part in parts:
            parted = parted_in(part, axis, reach, width, required, work)
            if parted is None:
                break
            sides += parted
        else:
            found = all_parted(sides, widths[:place] + widths[place + 1:], required, orders // len(widths), work)
            if found:
                return found
    return None


def parted_in(cell, axis, reach, width, required, work=ENDLESS):
    """The fewest parts of a cell along one axis that have what is required, and of equally many the narrowest. None if there are none.

    width: a function from two codes to the distance between them. work: None is found, too, once it is over.

    >>> from ..counts.required import Required
    >>> cell = {(code,): (1, {(): 1}) for code in range(5)}
    >>> at = [0, 1, 2, 10, 11]
    >>> [list(part) for part in parted_in(cell, 0, [3, 4, 4, 4, 4], lambda low, high: at[high] - at[low], Required(2))]
    [[(0,), (1,), (2,)], [(3,), (4,)]]
    """
    if not work.take(len(cell)):
        return None
    slices: dict = {}
    for place in sorted(cell):
        slices.setdefault(place[axis], {})[place] = cell[place]
    codes = sorted(slices)
    upto = [0, *accumulate(sum(n for n, _ in slices[code].values()) for code in codes)]
    fewest: list = [inf] * len(codes) + [0]                 # from each code on: the parts
    best: list = [None] * len(codes) + [(0, len(codes))]    # the narrowest of them: (sum of records x width, next start)
    for start in reversed(range(len(codes))):
        first, stop = bisect_left(upto, upto[start] + required.k), bisect_right(codes, reach[codes[start]])
        ends = range(first, stop + 1)
        if not work.take(len(ends) if not required.rules else 10 * (stop - start)):       # a histogram takes longer
            return None
        if required.rules:
            ends = passing_ends([slices[code] for code in codes[start:stop]], ends, start, required)
        least = min(map(fewest.__getitem__, ends), default=inf)
        if least < inf:
            fewest[start] = least + 1
            best[start] = min((best[end][0] + (upto[end] - upto[start]) * width(codes[start], codes[end - 1]), end)
                              for end in ends if fewest[end] == least)
    if best[0] is None:
        return None
    parts, start = [], 0
    while start < len(codes):
        end = best[start][1]
        parts.append({place: of_place for code in codes[start:end] for place, of_place in slices[code].items()})
        start = end
    return parts


def passing_ends(slices, ends, start, required) -> list:
    """Those of the ends at which the slices from `start` on pass the rules together."""
    histogram: dict = {}
    passes = []
    for end, slice_ in enumerate(slices, start + 1):
        for _, of_place in slice_.values():
            for values, n in of_place.items():
                histogram[values] = histogram.get(values, 0) + n
        if end in ends and required.passes(histogram):
            passes.append(end)
    return passes


def can_be_parted(cell, axis, reach, k) -> bool:
    """Whether `parted_in` finds parts for k alone.

    >>> can_be_parted({(0,): (1, {}), (1,): (2, {}), (2,): (1, {})}, 0, [1, 2, 2], 2)
    False
    >>> can_be_parted({(0,): (2, {}), (1,): (1, {}), (2,): (1, {})}, 0, [1, 2, 2], 2)
    True
    """
    records = records_along(cell, axis)
    codes, upto = list(records), [0, *accumulate(records.values())]
    ahead = [0] * len(codes) + [1, 0]       # how many codes there are, from each on, from which all others can be parted
    for start in reversed(range(len(codes))):
        first, stop = bisect_left(upto, upto[start] + k), bisect_right(codes, reach[codes[start]])
        ahead[start] = ahead[start + 1] + (first <= stop and ahead[first] > ahead[stop + 1])
    return ahead[0] > ahead[1]


def records_along(cell, axis) -> dict:
    """{code: records} of an axis, in ascending order."""
    records: dict = {}
    for place in sorted(cell, key=lambda place: place[axis]):
        records[place[axis]] = records.get(place[axis], 0) + cell[place][0]
    return records


def may_be_parted(cell, axis, reach, k) -> bool:
    """Whether the records of a cell, one by one in the order of an axis, can be parted into groups of k within the reach.

    >>> may_be_parted({(0,): (1, {}), (1,): (2, {}), (2,): (1, {})}, 0, [1, 2, 2], 2)     # 0 with 1, and 1 with 2
    True
    >>> may_be_parted({(0,): (1, {}), (2,): (2, {})}, 0, [1, 2, 2], 2)
    False
    """
    records = records_along(cell, axis)
    codes = [code for code, n in records.items() for _ in range(min(n, 3 * k))]       # more of one value are no help
    fits, begin = [1], 0        # fits: of how many first records that fit there are, up to so many
    for end, code in enumerate(codes, 1):
        while reach[codes[begin]] < code:
            begin += 1
        more = end - k >= begin and fits[end - k] > (fits[begin - 1] if begin else 0)
        fits.append(fits[-1] + more)
    return fits[-1] > fits[-2]
