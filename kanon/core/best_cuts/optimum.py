"""The partitions of least loss that strict cuts can make, proven, for a table of one long column and few categories.

A strict cut parts the records at a value of a column: those up to it, and those above it. The paper takes the median of the
widest column. Here all cuts at all values are compared, and all cuts of what they leave. No other sequence of strict cuts
leaves partitions of a lesser lm (counts/measures.py), up to the rounding of losses (boxes.py). A partition on the way need not satisfy
what is required. The last ones do.

It is dynamic programming over boxes (boxes.py). The table of a box holds for all i <= j the least cost of its records from its
i-th up to before its j-th value in the long column. Whatever strict cuts are made of such records, the first one is at a code of a
short column, or at a value of the long one, or there is none. If there is none, they are one class. If it is at a code, each side is
an interval of a smaller box. If it is at a value, each side is an interval of the same box. As long as the lower side is cut at a
value, too, take its lower side. In the end comes one that is a class or is cut at a code. So it is enough to cut such an interval
off, and to add the least cost of all that follows it.
Invariant: when a box is reached, the tables of all boxes inside it are ready. In a box, when a start is reached, all later
starts are done. The ends are reached in ascending order. An interval is cut off only if it is cheaper than what its records cost if
they are cut at a value. If it is not, then those cuts, and the best of what follows, are no worse, and they have been compared
already. Few intervals are left, and this is why it takes seconds. So it is with the codes of a short column: the lower side of
a cut needs to be looked at only if its records cost less than they do if they are cut in the same column.

A first answer comes early: each box is cut along the long column alone, and boxes are combined by cuts of the others. For one
column of numbers it is the best already.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate, chain, compress, count, repeat
from math import inf
from operator import lt

from ..cutting.mondrian import Cut
from .boxes import Boxes

MOST = 6_000_000        # intervals; each takes up to 32 bytes and a few microseconds
MOST_BOXES = 50_000     # each takes 2,000 bytes besides
PLANNED = 5_000         # of so many boxes or more the first answer takes seconds, so that --time-limit is for it, too


class BestCuts:
    """The best strict cuts of a table. `states` works them out, then `cut` makes them.

    whole: a Partition. dimensions: none with box labels. required: what every class must satisfy. weights: of the columns in lm.
    boxes: how many there are. solved: how many have their table. proven: whether all have. Before that `cut` makes the cuts of the first answer.

    >>> from ..cutting.dimension import dimension_of
    >>> from ..cutting.mondrian import mondrian
    >>> from ..cutting.partition import partition_of
    >>> from ..counts.required import Required
    >>> table = {('1', 'a'): 1, ('2', 'a'): 1, ('3', 'b'): 1, ('9', 'b'): 1, ('9', 'a'): 1}
    >>> dimensions = [dimension_of({'1': 1, '2': 1, '3': 1, '9': 2}), dimension_of({'a': 3, 'b': 2})]
    >>> whole = partition_of(table, dimensions, Required(2))
    >>> best = BestCuts(whole, dimensions, Required(2))
    >>> solved = list(best.states())
    >>> [part.tuples for part in mondrian(whole, best.cut)[0]], best.cost()
    ([[(0, 0, 1), (1, 0, 1), (3, 0, 1)], [(2, 1, 1), (3, 1, 1)]], 4.5)
    """

    def __init__(self, whole, dimensions, required, weights=None):
        self._boxes = Boxes(whole, dimensions, required, weights)
        self._k, self._whole = required.k, self._boxes.order[-1]
        self._tables: dict = {}     # {box: [start][end] -> least cost, or None where the box has fewer than k records}
        self._uncut: dict = {}      # {id of a table: {dimension: [start] -> the last end at which no cut in it is best}}
        self._plan: dict = {}       # the first answer, {box: (cost, how)}. how: (dim, code), or the codes to cut the long column at
        self.boxes, self.solved, self.proven = len(self._boxes.order), 0, False
        self._planning = self._first_answer()
        if self.boxes < PLANNED:
            list(self._planning)
        if not self._boxes.short:       # the first answer is the best
            self.solved, self.proven = self.boxes, True

    def states(self):
        """Yield how many boxes are solved, after each, and often in a long one. Whoever has no time left stops asking."""
        yield from self._planning
        for box in [] if self.proven else self._boxes.order:
            inner = self._boxes.trimmed(box)
            self._tables[box] = (yield from self._table(box)) if inner == box else self._tables[inner]
            self.solved += 1
            yield self.solved
        self.proven = True

    def cost(self) -> float:
        """The lm of the partitions, times the records. inf before there is an answer."""
        return self._tables[self._whole][0][-1] if self.proven and self._tables else self._plan.get(self._whole, (inf,))[0]

    def cut(self, part):
        """A cut function for `mondrian`."""
        made = self._best_cut(part) if self.proven and self._tables else self._planned_cut(part)
        return made and Cut(made[0], 'strict', made[1], part.split(*made))

    # The first answer.

    def _first_answer(self):
        """Yield 0, that no box is solved, after each box."""
        for box in self._boxes.order:
            inner = self._boxes.trimmed(box)
            self._plan[box] = self._planned(box) if inner == box else self._plan[inner]
            yield 0

    def _planned(self, box):
        best = self._alone(box)
        for dim, code, lhs, rhs in self._boxes.halves(box):
            cost = self._plan[lhs][0] + self._plan[rhs][0]
            if cost < best[0]:
                best = cost, (dim, code)
        return best

    def _alone(self, box):
        """The least cost of a box that is cut along the long column alone, and the codes to cut at."""
        values = self._boxes.values[box]
        least, begins = [0.0] + [inf] * len(values), [0] * (len(values) + 1)
        for start in range(len(values) if sum(self._boxes.records[box]) >= self._k else 0):
            before = least[start]
            if before < inf:
                passes = self._boxes.passing(box, start)
                costs = list(map(before.__add__, self._boxes.classes(box, start)))
                for end in compress(count(start + 1), map(lt, costs, least[start + 1:])):
                    if not passes or passes(end - 1):
                        least[end], begins[end] = costs[end - start - 1], start
        ends, end = [], begins[-1]
        while end:
            ends.append(values[end - 1])
            end = begins[end]
        return least[-1], ends

    def _planned_cut(self, part):
        """(dim, code) of a cut, or None."""
        boxes, long = self._boxes, self._boxes.long
        _, how = self._plan[boxes.trimmed(tuple(part.box[dim] for dim in boxes.short))]
        if isinstance(how, tuple):
            return how
        codes = [code for code in how if part.box[long][0] <= code < part.box[long][1]]
        return (long, codes[len(codes) // 2]) if codes else None

    # The best.

    def _table(self, box):
        values, k = self._boxes.values[box], self._k
        upto = [0, *accumulate(self._boxes.records[box])]
        if upto[-1] < k:
            return None
        cuts: dict = {}     # {dimension: its cuts}, without those whose lower side is best cut in the same dimension
        for dim, _, lhs, rhs in self._boxes.halves(box):
            if self._tables[lhs] and self._tables[rhs]:
                of_dim = cuts.setdefault(dim, {})
                once = id(self._tables[lhs]), id(self._tables[rhs])     # two cuts at codes between which there is no record are one
                ends = self._uncut[once[0]][dim]
                if ends and once not in of_dim:
                    of_dim[once] = *self._rows(lhs, values), ends, *self._rows(rhs, values)
        table: list = [None] * len(values) + [[inf] * (len(values) + 1)]
        uncut = {dim: [0 if dim in cuts else len(values)] * (len(values) + 1) for dim in self._boxes.short}
        for start in reversed(range(len(values))):
            whole, passes = self._boxes.classes(box, start), self._boxes.passing(box, start)
            row = [inf] * len(whole)
            first = bisect_left(upto, upto[start] + 2 * k) - 1       # the first end up to which a cut can leave k records on both sides
            least = {dim: least_of(of_dim.values(), start, first, row[first - start:]) for dim, of_dim in cuts.items()}
            cut = row[:]
            for costs in least.values():
                cut[first - start:] = lesser(cut[first - start:], costs)
            best = lesser(whole, cut)
            for place in compress(count(), map(lt, best, row)):     # the row as it is by then
                cost = best[place] if not passes or whole[place] >= cut[place] or passes(start + place) else cut[place]
                if cost < row[place]:
                    row[place] = cost
                    behind = table[start + place + 1][start + place + 2:]
                    row[place + 1:] = [other if other < (both := cost + more) else both for other, more in zip(row[place + 1:], behind)]
            table[start] = [inf] * (start + 1) + row
            for dim, if_cut in least.items():
                better = list(map(lt, row, chain(repeat(inf, first - start), if_cut)))
                uncut[dim][start] = start + len(better) - better[::-1].index(True) if True in better else 0
            if start % 64 == 63:
                yield self.solved
        self._uncut[id(table)] = {dim: ends if any(ends) else None for dim, ends in uncut.items()}
        return table

    def _rows(self, box, values):
        """The table of a box, and for each of these values, and behind the last, the place of the first that is not less."""
        own = self._boxes.values[box]
        places = range(len(own)) if own == values else [bisect_left(own, value) for value in values]
        return self._tables[box], [*places, len(own)]

    def _value(self, box, low, high):
        """The least cost of the records of a box from one code of the long column to another."""
        values = self._boxes.values[box]
        start, end = bisect_left(values, low), bisect_left(values, high + 1)
        return 0.0 if start == end else self._tables[box][start][end] if self._tables[box] else inf

    def _best_cut(self, part):
        """(dim, code) of a cut, or None."""
        boxes, long = self._boxes, self._boxes.long
        box = tuple(part.ends(dim) for dim in boxes.short)
        low, high = part.ends(long) if long is not None else (0, 0)
        start, end = (bisect_left(boxes.values[box], code) for code in (low, high))
        least = self._value(box, low, high)
        passes = boxes.passing(box, start)
        if boxes.classes(box, start)[end - start] == least and (not passes or passes(end)):
            return None
        for dim, code, lhs, rhs in boxes.halves(box):
            if self._value(lhs, low, high) + self._value(rhs, low, high) == least:
                return dim, code
        return next((long, code) for code in boxes.values[box][start:end]
                    if self._value(box, low, code) + self._value(box, code + 1, high) == least)


def least_of(cuts, start, first, costs) -> list:
    """The costs of the intervals from a start, up to each end from `first` on, where one of the cuts lessens them."""
    for lhs, places, ends, rhs, others in cuts:
        stop = bisect_right(places, ends[places[start]])
        if stop > first + 1:
            low, high = lhs[places[start]], rhs[others[start]]
            costs[:stop - first - 1] = [cost if cost < (both := low[place] + high[other]) else both for cost, place, other in
                                        zip(costs, places[first + 1:stop], others[first + 1:stop])]
    return costs


def lesser(costs, others) -> list:
    """Of each pair the lesser one. `map(min, ...)` takes three times as long, 360 ns a pair."""
    return [cost if cost < other else other for cost, other in zip(costs, others)]
