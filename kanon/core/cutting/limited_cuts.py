"""Mondrian within limits: the first cut parts the table into cells.

Every class that lies in a cell is within the limits.

Promise: `Cells` parts the whole table so that each cell has k records, passes the rules beyond k,
and is within all limits, or raises Unsatisfied, which names the nearest limit and the largest k for
which it finds cells.
A limit by level has the nodes of the level as cells. A limit by width does not say where an
interval begins. There the fewest intervals that hold are taken, by dynamic programming over the
values, and of equally many the narrowest. Of several widths one column is parted after the other,
in every order until one holds. Of many orders (more than 120, or 24 in a large table) not all are
tried.
If nothing is found, the message says whether nothing can be. That is so if some cell of levels
lacks k records or fails a rule, because the union of classes that pass does so, too. It is also so
if the records of a cell cannot be parted in the order of a single column, even if those of one
value may be. Any classes can be put in this order: their records change places, and no class
becomes wider or smaller.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate
from math import inf

from ..errors import Unsatisfied, many, option
from ..levels.limits import WIDE, first, holds, last
from .mondrian import Cut


# how many orders of the columns with widths are tried, of a large cell and of a small one
FEW_ORDERS, MANY_ORDERS = 24, 120
# orders times places between these. A refusal searches up to 60 times
PLACES = 100_000
# steps of `parted_in`: to find cells, and to find what holds where there are none
STEPS, STEPS_TO_OFFER = 24_000_000, 8_000_000


class Work:
    """How many steps a search may take.

    They are counted, so that the same table ends in the same way on every computer.
    """

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
        limits = {}
        for dim, dimension in enumerate(dimensions):
            if dimension.limit:
                limits[dim] = dimension.limit
        self._dimensions = dimensions
        self._required = required
        self._limits = limits
        self._dims = list(limits)
        self._reaches = {dim: limit.reach for dim, limit in limits.items()}
        self._widths = [dim for dim, limit in limits.items() if limit.word.endswith(WIDE)]
        self._levels = [dim for dim in limits if dim not in self._widths]
        self._work = Work(STEPS)
        self._cells: dict = {}      # {id of a part: (the part, the cells that were found of it)}

    def within(self, cut):
        """A cut function for `mondrian` whose partitions are within the limits. cut: another."""
        return lambda part: self.cut(part, cut)

    def cut(self, part, cut):
        """What another cut function says of a part within the limits.

        Any other part is cut into cells, first into those of the levels. Widths leave open where an
        interval begins. So there the other function is asked, too. Its cut is made if each side has
        cells.
        """
        known = self._cells.pop(id(part), None)     # nothing is kept of a part that is cut
        if self.hold(part):
            return cut(part)
        within_levels = self.hold(part, self._levels)
        if within_levels and self._work.left > 0:
            made = cut(part)
            if made:
                if all(self.can(side) for side in made.parts):
                    return made
                for side in made.parts:
                    self._cells.pop(id(side), None)
        if known is None and not self.can(part):
            raise Unsatisfied(self.problem(part))
        if not within_levels:
            return self._cut_into(part, self._by_levels(part, self._reaches))
        _, cells = known or self._cells.pop(id(part), (part, None))
        if not cells:
            cells = self._parted(part, self._reaches, self._required, ENDLESS)
        return self._cut_into(part, cells)

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
        if self._is_quick():
            return self._can(part, self._reaches, self._required, self._work)
        cells = self._parted(part, self._reaches, self._required, self._work)
        if cells is None:
            return False
        self._cells[id(part)] = part, [list(cell) for cell in cells]
        return True

    def problem(self, part, by_cuts=False) -> str:
        """What to say if no cells are found, with the nearest that holds.

        by_cuts: whether no strict cuts lead to classes within.
        """
        limits, required = option('limit'), self._required
        what = 'k = %d records%s' % (
            required.k, ' and pass the rules beyond k' if required.rules else '')
        cells = self._by_levels(part, self._reaches)
        passes = required_by(required)
        small = [records_of(cell) for cell in cells if not passes(cell)]
        if small:
            text = ('no classes within %s have %s: %d of the %d cells that the levels make do not'
                    ' have that, with %s in all and %d in the smallest'
                    % (limits, what, len(small), len(cells), many(sum(small), 'record'),
                       min(small)))
        elif not self._may_be(cells):
            text = 'no classes within %s have %s' % (limits, what)
        elif by_cuts:
            text = 'no strict cuts make classes within %s that have %s' % (limits, what)
        else:
            text = ('no classes within %s that have %s were found, though there may be some'
                    % (limits, what))
        work = Work(STEPS_TO_OFFER)
        offers = self._offers(part, work)
        if work.left <= 0 and not offers:
            return text + ('; what would hold was not found in the steps that there are;'
                           ' loosen several limits')
        return '%s; %s' % (text, holds(offers))

    def _may_be(self, cells) -> bool:
        """Whether the cells of the levels may be parted further, as far as is known."""
        for cell in cells:
            for dim in self._widths:
                axis = self._dims.index(dim)
                if not may_be_parted(cell, axis, self._reaches[dim], self._required.k):
                    return False
        return True

    def _offers(self, part, work) -> list:
        """What would hold: the largest k, and of each limit the nearest."""
        required, reaches = self._required, self._reaches
        offers = []

        def holds_with_k(k):
            return self._can(part, reaches, required.with_k(k), work)
        k = last(2, required.k - 1, holds_with_k)
        if k:
            offers.append('k = %d' % k)
        for dim, limit in self._limits.items():
            low, high, looser = limit.looser

            def holds_at(place, dim=dim, looser=looser):
                _, reach = looser(place)
                return self._can(part, {**reaches, dim: reach}, required, work)
            place = first(low, high, holds_at)
            if place is not None:
                word, _ = looser(place)
                offers.append('%s<=%s' % (limit.column, word))
        return offers

    def _parted(self, part, reaches, required, work):
        """The cells as lists of places, None if none are found.

        A place has the codes of the limited dimensions.
        """
        cells = self._by_levels(part, reaches)
        passes = required_by(required)
        if not all(passes(cell) for cell in cells):
            return None
        widths = []
        for dim in self._widths:
            widths.append((self._dims.index(dim), reaches[dim], self._dimensions[dim].width))
        parted = [parted_within(cell, widths, required, work) for cell in cells]
        if None in parted:
            return None
        return [part for parts in parted for part in parts]

    def _is_quick(self) -> bool:
        """Whether it is quickly told if there are cells: for k and one width."""
        return not self._required.rules and len(self._widths) == 1

    def _can(self, part, reaches, required, work) -> bool:
        """Whether `_parted` finds cells."""
        if not self._is_quick():
            return self._parted(part, reaches, required, work) is not None
        dim, = self._widths
        axis = self._dims.index(dim)
        cells = self._by_levels(part, reaches)
        return all(can_be_parted(cell, axis, reaches[dim], required.k) for cell in cells)

    def _by_levels(self, part, reaches) -> list:
        """The cells of the levels alone."""
        cells = [self._places(part)]
        for dim in self._levels:
            axis = self._dims.index(dim)
            cells = [run for cell in cells for run in by_reach(cell, axis, reaches[dim])]
        return cells

    def _cut_into(self, part, cells) -> Cut:
        cell_of = {place: number for number, cell in enumerate(cells) for place in cell}
        rows: list = [[] for _ in cells]
        for row, place in zip(part.rows, self._places_of_rows(part)):
            rows[cell_of[place]].append(row)
        sides = []
        for of_cell in rows:
            size = sum(part.points.records(of_cell))
            side = part
            for dim in self._dims:
                column = part.points.columns[dim]
                codes = [column[row] for row in of_cell]
                side = side.side(of_cell, size, dim, (min(codes), max(codes)))
            sides.append(side)
        return Cut(None, 'limits', None, sides)

    def _places(self, part) -> dict:
        """{codes of the limited dimensions: (records, {sensitive values: records})}."""
        points = part.points
        places: dict = {}
        rows = zip(part.rows, self._places_of_rows(part), points.records(part.rows))
        for row, place, n in rows:
            values = points.sensitive[row] if points.sensitive else ()
            records, histogram = places.setdefault(place, (0, {}))
            histogram[values] = histogram.get(values, 0) + n
            places[place] = records + n, histogram
        return places

    def _places_of_rows(self, part):
        """The codes of the limited dimensions, of each point of a part."""
        return zip(*[part.codes(dim) for dim in self._dims])


def ends(part, dim) -> tuple:
    """The least and the greatest code. (Partition.ends sorts the part.)"""
    codes = part.codes(dim)
    return min(codes), max(codes)


def records_of(cell) -> int:
    """The records of a cell, {place: (records, histogram)}."""
    return sum(n for n, _ in cell.values())


def add_to(histogram, cell):
    """Add the sensitive values of a cell, {place: (records, histogram)}, to a histogram."""
    for _, of_place in cell.values():
        for values, n in of_place.items():
            histogram[values] = histogram.get(values, 0) + n


def required_by(required):
    """A function that tells whether a cell has what is required."""
    def passes(cell):
        if records_of(cell) < required.k:
            return False
        histogram: dict = {}
        add_to(histogram, cell)
        return not required.rules or required.passes(histogram)
    return passes


def by_reach(cell, axis, reach) -> list:
    """A cell parted into the runs of a dimension.

    Each run takes in as many codes as may be in one class.

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
    """A cell parted so that it is within each of the widths. None if no parts are found.

    widths: of each an axis, its reach, and a function from two codes to the distance between them.
    """
    orders = min(MANY_ORDERS, max(FEW_ORDERS, PLACES // len(cell)))
    return all_parted([cell], widths, required, orders, work)


def all_parted(parts, widths, required, orders, work=ENDLESS):
    """Several cells parted within the widths: by one width, and their parts by the others.

    orders: of the widths, at most so many. Where there are more, each width comes first, and second
    if it can be, and so on. The others keep their order.
    """
    if not widths:
        return parts
    firsts = widths if orders >= len(widths) else widths[:1]
    for place, (axis, reach, width) in enumerate(firsts):
        sides: list = []
        for part in parts:
            parted = parted_in(part, axis, reach, width, required, work)
            if parted is None:
                break
            sides += parted
        else:
            others = widths[:place] + widths[place + 1:]
            cells = all_parted(sides, others, required, orders // len(widths), work)
            if cells:
                return cells
    return None


def parted_in(cell, axis, reach, width, required, work=ENDLESS):
    """The fewest parts of a cell along one axis that have what is required. None if none have.

    Of equally many parts they are the narrowest. width: a function from two codes to the distance
    between them. work: None is returned, too, once it is over.

    >>> from ..counts.required import Required
    >>> cell = {(code,): (1, {(): 1}) for code in range(5)}
    >>> at = [0, 1, 2, 10, 11]
    >>> width = lambda low, high: at[high] - at[low]
    >>> [list(part) for part in parted_in(cell, 0, [3, 4, 4, 4, 4], width, Required(2))]
    [[(0,), (1,), (2,)], [(3,), (4,)]]
    """
    if not work.take(len(cell)):
        return None
    slices: dict = {}
    for place in sorted(cell):
        slices.setdefault(place[axis], {})[place] = cell[place]
    codes = sorted(slices)
    upto = [0, *accumulate(records_of(slices[code]) for code in codes)]
    # from each code on: the fewest parts, and the narrowest of them, (sum of records x width, next)
    fewest: list = [inf] * len(codes) + [0]
    best: list = [None] * len(codes) + [(0, len(codes))]
    for start in reversed(range(len(codes))):
        least_end = bisect_left(upto, upto[start] + required.k)
        stop = bisect_right(codes, reach[codes[start]])
        ends = range(least_end, stop + 1)
        steps = 10 * (stop - start) if required.rules else len(ends)    # a histogram takes longer
        if not work.take(steps):
            return None
        if required.rules:
            of_codes = [slices[code] for code in codes[start:stop]]
            ends = passing_ends(of_codes, ends, start, required)
        parts_after = [fewest[end] for end in ends]
        least = min(parts_after, default=inf)
        if least == inf:
            continue
        fewest[start] = least + 1
        narrowest = []
        for end, n in zip(ends, parts_after):
            if n == least:
                records = upto[end] - upto[start]
                cost = best[end][0] + records * width(codes[start], codes[end - 1])
                narrowest.append((cost, end))
        best[start] = min(narrowest)
    if best[0] is None:
        return None
    parts, start = [], 0
    while start < len(codes):
        _, end = best[start]
        part = {}
        for code in codes[start:end]:
            part.update(slices[code])
        parts.append(part)
        start = end
    return parts


def passing_ends(slices, ends, start, required) -> list:
    """Those of the ends at which the slices from `start` on pass the rules together."""
    histogram: dict = {}
    passes = []
    for end, slice_ in enumerate(slices, start + 1):
        add_to(histogram, slice_)
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
    codes = list(records)
    upto = [0, *accumulate(records.values())]
    # how many codes there are, from each on, from which all others can be parted
    ahead = [0] * len(codes) + [1, 0]
    for start in reversed(range(len(codes))):
        least_end = bisect_left(upto, upto[start] + k)
        stop = bisect_right(codes, reach[codes[start]])
        can = least_end <= stop and ahead[least_end] > ahead[stop + 1]
        ahead[start] = ahead[start + 1] + can
    return ahead[0] > ahead[1]


def records_along(cell, axis) -> dict:
    """{code: records} of an axis, in ascending order."""
    records: dict = {}
    for place in sorted(cell, key=lambda place: place[axis]):
        n, _ = cell[place]
        records[place[axis]] = records.get(place[axis], 0) + n
    return records


def may_be_parted(cell, axis, reach, k) -> bool:
    """Whether the records of a cell can be parted into groups of k within the reach.

    They are taken one by one in the order of an axis.

    >>> cell = {(0,): (1, {}), (1,): (2, {}), (2,): (1, {})}
    >>> may_be_parted(cell, 0, [1, 2, 2], 2)        # 0 with 1, and 1 with 2
    True
    >>> may_be_parted({(0,): (1, {}), (2,): (2, {})}, 0, [1, 2, 2], 2)
    False
    """
    codes = []
    for code, n in records_along(cell, axis).items():
        codes += [code] * min(n, 3 * k)     # more of one value are no help
    fits = [1]      # of how many first records that fit there are, up to so many
    begin = 0
    for end, code in enumerate(codes, 1):
        while reach[codes[begin]] < code:
            begin += 1
        start = end - k
        before = fits[begin - 1] if begin else 0
        more = start >= begin and fits[start] > before
        fits.append(fits[-1] + more)
    return fits[-1] > fits[-2]
