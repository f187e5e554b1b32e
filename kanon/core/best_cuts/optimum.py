"""The partitions of least loss that strict cuts can make, proven.

They are found for a table of one long column and few categories.

A strict cut parts the records at a value of a column: those up to it, and those above it. The paper
takes the median of the widest column. Here all cuts at all values are compared, and all cuts of
what they leave.
Promise: no other sequence of strict cuts leaves partitions of a lesser lm (counts/measures.py), up
to the rounding of losses (boxes.py). A partition on the way need not satisfy what is required. The
last ones do.

It is dynamic programming over boxes (boxes.py). The table of a box holds for all i <= j the least
cost of its records from its i-th up to before its j-th value in the long column. Whatever strict
cuts are made of such records, the first one is at a code of a short column, or at a value of the
long one, or there is none. If there is none, they are one class. If it is at a code, each side is
an interval of a smaller box. If it is at a value, each side is an interval of the same box. As long
as the lower side is cut at a value, too, take its lower side. In the end comes one that is a class
or is cut at a code. So it is enough to cut such an interval off, and to add the least cost of all
that follows it.
Invariant: when a box is reached, the tables of all boxes inside it are ready. In a box, when a
start is reached, all later starts are done. The ends are reached in ascending order.
An interval is cut off only if it is cheaper than what its records cost if they are cut at a value.
If it is not, then those cuts, and the best of what follows, are no worse, and they have been
compared already. Few intervals are left, and this is why it takes seconds. So it is with the codes
of a short column: the lower side of a cut needs to be looked at only if its records cost less than
they do if they are cut in the same column.

A first answer comes early: each box is cut along the long column alone, and boxes are combined by
cuts of the others. For one column of numbers it is the best already.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import namedtuple
from itertools import accumulate, compress, count
from math import inf
from operator import lt

from ..cutting.mondrian import Cut
from .boxes import Boxes

MOST = 6_000_000        # intervals; each takes up to 32 bytes and a few microseconds
MOST_BOXES = 50_000     # each takes 2,000 bytes besides
# Of so many boxes or more the first answer takes seconds, so that --time-limit is for it, too.
PLANNED = 5_000

# A cut of a box at a code of a short column.
# lhs, rhs: the tables of the box up to the code and of the box above it.
# of_lhs, of_rhs: for each value of the box, and behind the last, its place in these tables.
# ends: [start in the lhs] -> the last end up to which the lhs needs to be looked at.
HalvesOfBox = namedtuple('HalvesOfBox', 'lhs of_lhs ends rhs of_rhs')


class BestCuts:
    """The best strict cuts of a table. `states` works them out, then `cut` makes them.

    whole: a Partition.
    dimensions: none with box labels.
    required: what every class must satisfy.
    weights: of the columns in lm.
    boxes: how many there are.
    solved: how many have their table.
    proven: whether all have. Before that `cut` makes the cuts of the first answer.

    >>> from ..cutting.dimension import dimension_of
    >>> from ..cutting.mondrian import mondrian
    >>> from ..cutting.partition import partition_of
    >>> from ..counts.required import Required
    >>> table = {('1', 'a'): 1, ('2', 'a'): 1, ('3', 'b'): 1, ('9', 'b'): 1, ('9', 'a'): 1}
    >>> ages = dimension_of({'1': 1, '2': 1, '3': 1, '9': 2})
    >>> dimensions = [ages, dimension_of({'a': 3, 'b': 2})]
    >>> whole = partition_of(table, dimensions, Required(2))
    >>> best = BestCuts(whole, dimensions, Required(2))
    >>> solved = list(best.states())
    >>> [part.tuples for part in mondrian(whole, best.cut)[0]], best.cost()
    ([[(0, 0, 1), (1, 0, 1), (3, 0, 1)], [(2, 1, 1), (3, 1, 1)]], 4.5)
    """

    def __init__(self, whole, dimensions, required, weights=None):
        self._boxes = Boxes(whole, dimensions, required, weights)
        self._k = required.k
        self._whole = self._boxes.order[-1]
        # {box: [start][end] -> least cost, or None where the box has fewer than k records}
        self._tables: dict = {}
        # {id of a table: {dimension: [start] -> the last end at which no cut in it is best}}
        self._uncut: dict = {}
        # the first answer, {box: (cost, how)}. how: (dim, code), or the codes to cut the long
        # column at
        self._plan: dict = {}
        self.boxes = len(self._boxes.order)
        self.solved = 0
        self.proven = False
        self._planning = self._first_answer()
        if self.boxes < PLANNED:
            list(self._planning)
        if not self._boxes.short:       # the first answer is the best
            self.solved = self.boxes
            self.proven = True

    def states(self):
        """Yield how many boxes are solved, after each, and often in a long one.

        Whoever has no time left stops asking.
        """
        yield from self._planning
        if self.proven:
            return
        for box in self._boxes.order:
            trimmed = self._boxes.trimmed(box)
            if trimmed == box:
                self._tables[box] = yield from self._table(box)
            else:
                self._tables[box] = self._tables[trimmed]
            self.solved += 1
            yield self.solved
        self.proven = True

    def cost(self) -> float:
        """The lm of the partitions, times the records. inf before there is an answer."""
        if self._is_solved():
            return self._tables[self._whole][0][-1]
        cost, _ = self._plan.get(self._whole, (inf, None))
        return cost

    def cut(self, part):
        """A cut function for `mondrian`."""
        place = self._best_cut(part) if self._is_solved() else self._planned_cut(part)
        if place is None:
            return None
        dim, code = place
        return Cut(dim, 'strict', code, part.split(dim, code))

    def _is_solved(self) -> bool:
        """Whether the tables say where to cut. Otherwise the first answer does."""
        return self.proven and bool(self._tables)

    # The first answer.

    def _first_answer(self):
        """Yield 0, that no box is solved, after each box."""
        for box in self._boxes.order:
            trimmed = self._boxes.trimmed(box)
            self._plan[box] = self._planned(box) if trimmed == box else self._plan[trimmed]
            yield 0

    def _planned(self, box):
        best = self._alone(box)
        for dim, code, lhs, rhs in self._boxes.halves(box):
            cost = self._plan[lhs][0] + self._plan[rhs][0]
            if cost < best[0]:
                best = cost, (dim, code)
        return best

    def _alone(self, box):
        """What a box costs that is cut along the long column alone, and the codes to cut at."""
        values = self._boxes.values[box]
        least = [0.0] + [inf] * len(values)     # [end] -> the least cost of what lies before
        begins = [0] * (len(values) + 1)        # [end] -> where the last class begins then
        if sum(self._boxes.records[box]) < self._k:
            return least[-1], []
        for start in range(len(values)):
            before = least[start]
            if before == inf:
                continue
            passes = self._boxes.passing(box, start)
            costs = [before + cost for cost in self._boxes.classes(box, start)]
            cheaper = map(lt, costs, least[start + 1:])
            for end in compress(count(start + 1), cheaper):
                if not passes or passes(end - 1):
                    least[end], begins[end] = costs[end - start - 1], start
        codes, end = [], begins[-1]
        while end:
            codes.append(values[end - 1])
            end = begins[end]
        return least[-1], codes

    def _planned_cut(self, part):
        """(dim, code) of a cut, or None."""
        boxes, long = self._boxes, self._boxes.long
        box = boxes.trimmed(tuple(part.box[dim] for dim in boxes.short))
        _, how = self._plan[box]
        if isinstance(how, tuple):
            return how
        if not how:
            return None
        low, high = part.box[long]
        codes = [code for code in how if low <= code < high]
        return (long, codes[len(codes) // 2]) if codes else None

    # The best.

    def _table(self, box):
        values, k = self._boxes.values[box], self._k
        upto = [0, *accumulate(self._boxes.records[box])]
        if upto[-1] < k:
            return None
        cuts = self._cuts_of(box)
        behind_last = len(values) + 1
        table: list = [None] * len(values) + [[inf] * behind_last]
        uncut = {}
        for dim in self._boxes.short:
            uncut[dim] = [0 if dim in cuts else len(values)] * behind_last
        for start in reversed(range(len(values))):
            whole, passes = self._boxes.classes(box, start), self._boxes.passing(box, start)
            row = [inf] * len(whole)
            # the first end up to which a cut can leave k records on both sides
            first = bisect_left(upto, upto[start] + 2 * k) - 1
            short = first - start
            least = {}      # {dimension: [end] -> the least cost, from `first` on, if it is cut}
            cut = row[short:]
            for dim, of_dim in cuts.items():
                least[dim] = least_costs(of_dim.values(), start, first, row[short:])
                cut = lesser(cut, least[dim])
            cut = row[:short] + cut
            best = lesser(whole, cut)
            cheaper = map(lt, best, row)        # the row as it is by then
            for place in compress(count(), cheaper):
                cost = best[place]
                if passes and whole[place] < cut[place] and not passes(start + place):
                    cost = cut[place]
                if cost < row[place]:
                    row[place] = cost
                    end = start + place + 1
                    row[place + 1:] = lessened(row[place + 1:], cost, table[end][end + 1:])
            table[start] = [inf] * (start + 1) + row
            for dim, if_cut in least.items():
                places = last_less(row, [inf] * short + if_cut)
                uncut[dim][start] = start + places if places else 0
            if start % 64 == 63:
                yield self.solved
        self._uncut[id(table)] = {dim: ends if any(ends) else None for dim, ends in uncut.items()}
        return table

    def _cuts_of(self, box) -> dict:
        """{dimension: its cuts, each a HalvesOfBox}.

        A cut is left out if its lower side is best cut in the same dimension.
        """
        values = self._boxes.values[box]
        cuts: dict = {}
        for dim, _, lower, upper in self._boxes.halves(box):
            lhs, rhs = self._tables[lower], self._tables[upper]
            if not lhs or not rhs:
                continue
            of_dim = cuts.setdefault(dim, {})
            ends = self._uncut[id(lhs)][dim]
            once = id(lhs), id(rhs)     # two cuts at codes between which there is no record are one
            if ends and once not in of_dim:
                of_lhs, of_rhs = self._places(lower, values), self._places(upper, values)
                of_dim[once] = HalvesOfBox(lhs, of_lhs, ends, rhs, of_rhs)
        return cuts

    def _places(self, box, values) -> list:
        """For each of these values, and behind the last, a place in the table of a box.

        It is the place of the first value of the box that is not less.
        """
        own = self._boxes.values[box]
        if own == values:
            return list(range(len(own) + 1))
        return [*(bisect_left(own, value) for value in values), len(own)]

    def _value(self, box, low, high):
        """The least cost of the records of a box from one code of the long column to another."""
        values = self._boxes.values[box]
        start, end = bisect_left(values, low), bisect_left(values, high + 1)
        if start == end:
            return 0.0
        return self._tables[box][start][end] if self._tables[box] else inf

    def _best_cut(self, part):
        """(dim, code) of a cut, or None."""
        boxes, long = self._boxes, self._boxes.long
        box = tuple(part.ends(dim) for dim in boxes.short)
        low, high = part.ends(long) if long is not None else (0, 0)
        values = boxes.values[box]
        start, end = bisect_left(values, low), bisect_left(values, high)
        least = self._value(box, low, high)
        passes = boxes.passing(box, start)
        as_one_class = boxes.classes(box, start)[end - start]
        if as_one_class == least and (not passes or passes(end)):
            return None
        for dim, code, lhs, rhs in boxes.halves(box):
            if self._value(lhs, low, high) + self._value(rhs, low, high) == least:
                return dim, code

        def is_best(code):
            return self._value(box, low, code) + self._value(box, code + 1, high) == least
        return next((long, code) for code in values[start:end] if is_best(code))


def least_costs(cuts, start, first, costs) -> list:
    """The costs of the intervals from a start, where one of the cuts lessens them.

    costs: up to each end from `first` on.
    """
    for cut in cuts:
        stop = bisect_right(cut.of_lhs, cut.ends[cut.of_lhs[start]])
        if stop > first + 1:
            low, high = cut.lhs[cut.of_lhs[start]], cut.rhs[cut.of_rhs[start]]
            places = zip(cut.of_lhs[first + 1:stop], cut.of_rhs[first + 1:stop])
            both = [low[place] + high[other] for place, other in places]
            costs[:len(both)] = lesser(costs[:len(both)], both)
    return costs


def lesser(costs, others) -> list:
    """Of each pair the lesser one. `map(min, ...)` takes three times as long, 360 ns a pair."""
    return [cost if cost < other else other for cost, other in zip(costs, others)]


def lessened(costs, cost, behind) -> list:
    """The costs of the intervals to each end, where one that ends before them lessens them.

    cost: of that one. behind: the costs from its end on. Two thirds of the time of a search are
    spent here. To add first and to compare then takes a quarter longer.
    """
    return [other if other < (both := cost + more) else both
            for other, more in zip(costs, behind)]


def last_less(costs, others) -> int:
    """The place behind the last at which a cost is less than the other one. 0 if there is none.

    >>> last_less([1, 2, 3, 4], [2, 2, 4, 4]), last_less([1], [1])
    (3, 0)
    """
    for place in reversed(range(len(costs))):
        if costs[place] < others[place]:
            return place + 1
    return 0
