"""Mondrian within limits: the first cut parts the table into cells. Every class that lies in a cell is within the limits.

Promise: `Cells` parts the whole table so that each cell has k records, passes the rules beyond k, and is within all limits, or raises
Unsatisfied, which names the nearest limit and the largest k for which it finds cells.
A limit by level has the nodes of the level as cells. A limit by width does not say where an interval begins. There the fewest intervals
that hold are taken, by dynamic programming over the values, and of equally many the narrowest. Of several widths one column is parted
after the other, in every order until one holds.
If nothing is found, `proven` says whether nothing can be: some cell of levels lacks k records or fails a rule, or the records of a cell
cannot be parted in a single column even if those of one value may be parted. A class within the limits has k records within the width,
and records in order can take the place of others. So there is then no release within the limits at all.
"""

from __future__ import annotations

from itertools import permutations

from ..errors import Unsatisfied, many
from ..mondrian import Cut
from .limits import WIDE, first, holds, last


class Cells:
    """The cut of a part into cells, None if it is within the limits.

    dimensions: those with a limit have a Limit (coarse.py).

    >>> from ..dimensions import dimension_of
    >>> from ..partition import partition_of
    >>> from ..required import Required
    >>> from .coarse import Limit
    >>> ages = [dimension_of(dict.fromkeys('123789', 1))]
    >>> whole = partition_of({(age,): 1 for age in '123789'}, ages, Required(3))
    >>> ages[0].limit = Limit('age', [2, 2, 2, 5, 5, 5], '3 wide', (1, 0, None))
    >>> cells = Cells(ages, Required(3))
    >>> [part.tuples for part in cells(whole).parts]
    [[(0, 1), (1, 1), (2, 1)], [(3, 1), (4, 1), (5, 1)]]
    """

    def __init__(self, dimensions, required):
        self._limits = {dim: dimension.limit for dim, dimension in enumerate(dimensions) if dimension.limit}
        self._required = required

    def __call__(self, part):
        if all(limit.reach[low] >= high for dim, limit in self._limits.items() for low, high in [ends(part, dim)]):
            return None
        found = self._found(part, {dim: limit.reach for dim, limit in self._limits.items()}, self._required)
        if found is None:
            raise Unsatisfied(self.problem(part))
        cell_of = {place: number for number, cell in enumerate(found) for place in cell}
        rows: list = [[] for _ in found]
        for row, place in zip(part.rows, zip(*map(part.codes, self._limits))):
            rows[cell_of[place]].append(row)
        sides = []
        for of_cell in rows:
            side = part.side(of_cell, sum(part.points.records(of_cell)), 0, part.box[0])
            for dim in self._limits:
                side = side.side(side.rows, side.size, dim, ends(side, dim))
            sides.append(side)
        return Cut(None, 'limits', None, sides)

    def problem(self, part, by_cuts=False) -> str:
        """What to say if no cells are found, with the nearest that holds. by_cuts: no sequence of strict cuts leads to classes within."""
        required, reaches = self._required, {dim: limit.reach for dim, limit in self._limits.items()}
        small, proven = self._shown(part, reaches)
        offers = []
        k = last(2, required.k - 1, lambda k: self._found(part, reaches, required.with_k(k)) is not None)
        offers += ['k = %d' % k] if k else []
        for dim, limit in self._limits.items():
            low, high, looser = limit.looser
            place = first(low, high, lambda place: self._found(part, {**reaches, dim: looser(place)[1]}, required) is not None)
            offers += ['%s<=%s' % (limit.column, looser(place)[0])] if place is not None else []
        what = 'k = %d records%s' % (required.k, ' and pass the rules beyond k' if required.rules else '')
        if small:
            text = ('no classes within --limit have %s: of the cells that the levels make, %d of %d do not, with %s in all, the smallest'
                    ' with %d' % (what, len(small), self._cells_of_levels, many(sum(small), 'record'), min(small)))
        elif proven:
            text = 'no classes within --limit have %s' % what
        elif by_cuts:
            text = 'no strict cuts make classes within --limit that have %s' % what
        else:
            text = 'no classes within --limit that have %s were found, though there may be some' % what
        return '%s; %s' % (text, holds(offers))

    def _found(self, part, reaches, required):
        """The cells as lists of places, None if none are found. A place has the codes of the limited dimensions."""
        cells = [self._places(part)]
        levels = [dim for dim, limit in self._limits.items() if not limit.word.endswith(WIDE)]
        for dim in levels:
            cells = [run for cell in cells for run in by_reach(cell, list(self._limits).index(dim), reaches[dim])]
        if not all(map(required_by(required), cells)):
            return None
        widths = [(list(self._limits).index(dim), reaches[dim]) for dim in self._limits if dim not in levels]
        parted = [parts_of(cell, widths, required) for cell in cells]
        return None if None in parted else [list(part_) for cell in parted for part_ in cell]

    def _places(self, part) -> dict:
        """{codes of the limited dimensions: (records, {sensitive values: records})}."""
        places: dict = {}
        sensitive = map(part.points.sensitive.__getitem__, part.rows) if part.points.sensitive else iter(lambda: (), None)
        for place, n, values in zip(zip(*map(part.codes, self._limits)), part.points.records(part.rows), sensitive):
            records, histogram = places.get(place, (0, None))
            histogram = {} if histogram is None else histogram
            histogram[values] = histogram.get(values, 0) + n
            places[place] = records + n, histogram
        return places

    def _shown(self, part, reaches) -> tuple:
        """The records of each cell of levels that is too small or fails a rule, and whether a width alone cannot hold."""
        cells, dims = [self._places(part)], list(self._limits)
        levels = [dim for dim, limit in self._limits.items() if not limit.word.endswith(WIDE)]
        for dim in levels:
            cells = [run for cell in cells for run in by_reach(cell, dims.index(dim), reaches[dim])]
        self._cells_of_levels = len(cells)
        passes = required_by(self._required)
        small = [sum(n for n, _ in cell.values()) for cell in cells if not passes(cell)]
        return small, any(not may_be_parted(cell, dims.index(dim), reaches[dim], self._required.k)
                          for cell in cells for dim in dims if dim not in levels)


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


def parts_of(cell, widths, required):
    """A cell parted so that it is within each of the widths, pairs of an axis and its reach. None if no parts are found."""
    for order in permutations(widths):
        parts = [cell]
        for axis, reach in order:
            parted = [parted_in(part, axis, reach, required) for part in parts]
            if None in parted:
                break
            parts = [side for sides in parted for side in sides]
        else:
            return parts
    return None


def parted_in(cell, axis, reach, required):
    """The fewest parts of a cell along one axis that have what is required, and of equally many the narrowest. None if there are none."""
    slices: dict = {}
    for place in sorted(cell):
        slices.setdefault(place[axis], {})[place] = cell[place]
    codes, passes = sorted(slices), required_by(required)
    best: list = [None] * len(codes) + [(0, 0, len(codes))]     # from each code on: (parts, the sum of records x codes, the next start)
    for start in reversed(range(len(codes))):
        part: dict = {}
        size = 0
        for end in range(start, len(codes)):
            if codes[end] > reach[codes[start]]:
                break
            part.update(slices[codes[end]])
            size += sum(n for n, _ in slices[codes[end]].values())
            rest = best[end + 1]
            if rest is None or size < required.k or required.rules and not passes(part):
                continue
            rated = rest[0] + 1, rest[1] + size * (codes[end] - codes[start]), end + 1
            best[start] = rated if best[start] is None else min(best[start], rated)
    if best[0] is None:
        return None
    parts, start = [], 0
    while start < len(codes):
        end = best[start][2]
        parts.append({place: of_place for code in codes[start:end] for place, of_place in slices[code].items()})
        start = end
    return parts


def may_be_parted(cell, axis, reach, k) -> bool:
    """Whether the records of a cell, one by one in the order of an axis, can be parted into groups of k within the reach.

    >>> may_be_parted({(0,): (1, {}), (1,): (2, {}), (2,): (1, {})}, 0, [1, 2, 2], 2)     # 0 with 1, and 1 with 2
    True
    >>> may_be_parted({(0,): (1, {}), (2,): (2, {})}, 0, [1, 2, 2], 2)
    False
    """
    records: dict = {}
    for place in sorted(cell):
        records[place[axis]] = records.get(place[axis], 0) + cell[place][0]
    codes = [code for code in sorted(records) for _ in range(min(records[code], 3 * k))]       # more of one value are no help
    fits, begin = [1], 0        # fits: of how many first records that fit there are, up to so many
    for end, code in enumerate(codes, 1):
        while reach[codes[begin]] < code:
            begin += 1
        more = end - k >= begin and fits[end - k] > (fits[begin - 1] if begin else 0)
        fits.append(fits[-1] + more)
    return fits[-1] > fits[-2]
