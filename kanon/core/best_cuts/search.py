"""`--partitioning optimal` and `clustered`: cut functions for the whole table.

They are worked out when they are called first.

optimal: the best strict cuts (optimum.py). If there are too many to compare, the search is
clustered.
clustered: the best of all cuts, and grown classes (clusters.py) or, where they lose less or the
search is stopped, greedy strict cuts by loss.
"""

from __future__ import annotations

from math import inf

from ..cutting import cuts
from ..cutting.mondrian import mondrian
from ..errors import Unsatisfied
from .boxes import box_count, intervals
from .clusters import Clusters
from .optimum import MOST, MOST_BOXES, BestCuts

# distinct tuples times distinct values. A search keeps a bit for each, several times
MOST_BITS = 100_000_000


class BestCutSearch:
    """A cut function for `mondrian`.

    partitioning: 'optimal' or 'clustered'.
    dimensions: none with box labels, none that is cut by nodes.
    required: what every class must satisfy.
    weights: of the columns in lm.
    in_time: a function from the states of a search to those that its time allows.
    cells: what parts the table within limits (cutting/limited_cuts.py), None without limits.

    found: empty before the first call. Then it has these.
    by: whose cuts are made, 'optimal', 'straight' (the first answer of an optimal search that was
    stopped), 'clustered', 'greedy', or 'plain' (greedy, because the values are too many to search).
    proven: whether no strict cuts lose less.
    intervals: of the optimal search.
    too_many: whether these, or its boxes, were too many.
    stopped: whether the search was.
    """

    def __init__(self, partitioning, dimensions, required, weights=None, in_time=iter, cells=None):
        self._partitioning = partitioning
        self._dimensions = dimensions
        self._required = required
        self._weights = weights or [1] * len(dimensions)
        self._in_time = in_time
        self._cells = cells
        self._cut = None
        self._words = ''
        self.found: dict = {}

    def __call__(self, part):
        if self._cut is None:
            self.found.update(by=None, proven=False, intervals=None, too_many=False, stopped=False)
            search = self._optimal if self._partitioning == 'optimal' else self._clustered
            self._cut = search(part)
        return self._cut(part)

    def words(self) -> str:
        """How far the search is, '' before it begins and when it is done."""
        return self._words if self._cut is None else ''

    def _optimal(self, whole):
        self.found['intervals'] = intervals(self._dimensions)
        if self.found['intervals'] > MOST or box_count(self._dimensions) > MOST_BOXES:
            self.found['too_many'] = True
            return self._clustered(whole)
        best = BestCuts(whole, self._dimensions, self._required, self._weights)
        for solved in self._in_time(best.states()):
            self._words = '{:,} of {:,} boxes worked out'.format(solved, best.boxes)
        if best.cost() == inf:
            if best.proven:
                raise Unsatisfied(self._cells.problem(whole, by_cuts=True))
            cut = self._clustered(whole)
            self.found['stopped'] = True
            return cut
        self.found['by'] = 'optimal' if best.proven else 'straight'
        self.found['proven'] = best.proven
        self.found['stopped'] = not best.proven
        return best.cut

    def _clustered(self, whole):
        greedy = cuts.cut_for(self._dimensions, self._required, 'strict', 'lm', self._weights)
        if self._cells:
            greedy = self._cells.within(greedy)
        values = sum(len(dimension.texts) for dimension in self._dimensions)
        if len(whole.rows) * values > MOST_BITS:
            self.found['by'] = 'plain'
            return greedy
        clusters = Clusters(whole, self._dimensions, self._required, self._weights, self._cells)
        for settled in self._in_time(clusters.states()):
            self._words = '{:,} of {:,} parts settled'.format(settled, clusters.parts)
        self.found['stopped'] = not clusters.done
        if clusters.done and clusters.cost() <= cost_of_cuts(whole, greedy, clusters):
            self.found['by'] = 'clustered'
            return clusters.cut
        self.found['by'] = 'greedy'
        return greedy


def cost_of_cuts(whole, cut, clusters) -> float:
    """What the partitions cost that a cut function makes.

    It cuts a copy, because the partitions that mondrian returns are finished.
    """
    copy = whole.side(whole.rows, whole.size, 0, whole.box[0])
    partitions, _ = mondrian(copy, cut)
    return sum(clusters.cost_of(part) for part in partitions)
