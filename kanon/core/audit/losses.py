"""The audit's own losses of labels, from 0 for a value to 1 for the whole column.

Promise: the mean of `LossesOfColumn` is the mean loss of the cells of a column, or None where it
cannot be told. A label that is a node, or a set of values, loses (n - 1) / (all - 1) for the n
values under it. An interval of numbers loses its width over that of the column. A suppressed cell
loses 1. Of boxes, which hide their ends, it is the most that they may lose. It shares no code with
the measures or the labels.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from math import fsum, inf

from .ends import edges_around, ends_of_node, number_or_none, written_ends_of_node
from .true_labels import is_set, paths_of


def name_of_loss(report) -> str:
    """The name that the loss of these labels must have.

    >>> name_of_loss({}), name_of_loss({'labels': 'ancestor,box'}), name_of_loss({'labels': 'grid'})
    ('lm', 'lm_most', 'lm_cells')
    """
    kinds = (report.get('labels') or '').split(',')
    if 'box' in kinds:
        return 'lm_most'
    if 'grid' in kinds:
        return 'lm_cells'
    return 'lm'


def most_lost(spans, counts) -> float:
    """The most that the mean loss of boxes may be, whatever the ends of the column are.

    spans: the ends of the box of each class, infinite where it hides one. counts: its records.
    If the least value of the column lies far below all ends that are shown, a box is nearly the
    whole column if it is open below, and nearly nothing if it is not. The same is true of the
    greatest value, far above. If no value lies beyond the ends that are shown, the boxes reach up
    to these. Between these three the mean has no greater value, because it is one linear function
    of the two distances, divided by another.

    >>> most_lost([(-inf, 20), (21, 25), (26, inf)], [1, 9, 1])     # 9 of 11 lose 4 of 6
    0.5454545454545454
    >>> most_lost([(-inf, 20), (21, 25), (26, inf)], [8, 1, 1])     # 8 of 10 lose all
    0.8
    >>> most_lost([(-inf, inf)], [5]), most_lost([(7, 7)], [5])
    (1.0, 0.0)
    """
    shown = [end for span in spans for end in span if end not in (-inf, inf)]
    least, greatest = min(shown, default=0), max(shown, default=0)
    width = greatest - least or 1
    none_beyond = [(min(high, greatest) - max(low, least)) / width for low, high in spans]
    far_below = [low == -inf for low, _ in spans]
    far_above = [high == inf for _, high in spans]
    return max(mean_of(losses, counts) for losses in (none_beyond, far_below, far_above))


def mean_of(losses, counts) -> float:
    """The mean loss of records. losses: of each class. counts: its records."""
    return fsum(loss * n for loss, n in zip(losses, counts)) / sum(counts)


class LossesOfColumn(dict):
    """{label: its loss} of a quasi-identifier. A loss is worked out when it is looked up."""

    def __init__(self, recorded, place, report):
        super().__init__()
        self._name = recorded.names[place]
        self._decimal = recorded.decimal
        self._grids = recorded.grids
        self._values = recorded.columns[place][0]
        self._is_value = set(self._values)
        self._all_paths = paths_of(recorded)
        self._by_level = recorded.levels is not None
        root = recorded.roots.get(self._name)
        self._root = root if root in self._is_value else None     # of missing values
        order = ''
        if 'columns' in report:
            order = report['columns'][place].get('order') or ''
        self._numbers = order.startswith('numbers')
        self._boxes = self._numbers and name_of_loss(report) == 'lm_most'

    def mean(self, labels, counts, suppressed):
        """The mean loss of all records. None if a loss cannot be told.

        labels, counts: of each class.
        """
        published = sum(counts)
        if self._boxes:
            lost = published * most_lost([self._ends(label) for label in labels], counts)
        else:
            losses = [self[label] for label in labels]
            if None in losses:
                return None
            lost = fsum(loss * n for loss, n in zip(losses, counts))
        return (lost + suppressed) / (published + suppressed)

    def __missing__(self, label):
        self[label] = self._loss(label)
        return self[label]

    def _loss(self, label):
        if self._by_level:
            return self._share(self._under[label])
        if label in self._is_value:
            lost = label == self._root and len(self._values) > 1
            return float(lost)
        if self._numbers:
            return self._share_of_width(label)
        if is_set(label):
            if self._has_bars:
                return None     # 'b|c' in {a|b|c} may be one value or two
            members = label[1:-1].split('|')
            if self._is_value.issuperset(members):
                return self._share(len(members))
        return self._share(self._under[label])

    def _share(self, n) -> float:
        """The loss of a label that n values are under."""
        return (n - 1) / (len(self._values) - 1 or 1)

    @cached_property
    def _under(self) -> Counter:
        """{node: how many values are under it}."""
        under: Counter = Counter()
        for value in self._values:
            under.update({value, *self._all_paths[self._name].above(value)})
        return under

    @cached_property
    def _has_bars(self) -> bool:
        return any('|' in value for value in self._values)

    def _share_of_width(self, label):
        """The distance between the ends of an interval, over the range of the column."""
        least, greatest = self._range
        low, high = self._ends(label)
        return (min(high, greatest) - max(low, least)) / (greatest - least or 1)

    def _ends(self, label) -> tuple:
        """The ends of an interval. The root of missing values, and *, have none."""
        if label in ('*', self._root):
            return -inf, inf
        return written_ends_of_node(self._pointed(label))

    def _pointed(self, text):
        """A text with a point as its decimal sign."""
        return text.replace(self._decimal, '.')

    @cached_property
    def _range(self) -> tuple:
        """The least and the greatest number of the column.

        With declared edges it is from the first cell that holds a value to the last.
        """
        number_of = {value: number_or_none(self._pointed(value), 0)
                     for value in self._values if value != self._root}
        least = min(number_of, key=number_of.__getitem__)
        greatest = max(number_of, key=number_of.__getitem__)
        if self._name not in self._grids:
            return number_of[least], number_of[greatest]
        low, high = self._cell(least, ends_of_node)
        first = high if low == -inf else low        # an open cell has one end, for both
        low, high = self._cell(greatest, written_ends_of_node)
        last = low if high == inf else high
        return float(first), float(last)

    def _cell(self, value, ends) -> tuple:
        """The ends of the declared cell of a number, or of the node above it, by a function."""
        declared = self._grids[self._name]
        if declared:
            return edges_around(declared, self._pointed(value))
        parent = self._all_paths[self._name].parent(value)
        return ends(self._pointed(parent))
