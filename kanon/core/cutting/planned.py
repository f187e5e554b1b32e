"""Mondrian's cuts of one table, written down so that they can be made in the next one (a plan).

Promise: `partitions_by` puts every record of a table into one partition, the one to which the cuts
lead it. The partitions of the table that was cut are the same again, with the same labels. A
partition may have fewer than k records, or fail a rule: whoever publishes must suppress it.

A cut is [column, kind, at, sides].
kind: strict, node or missing, as in cuts.py.
at: the last value of the left side, or the node, None for missing values.
sides: for each side the child of the node (None of other cuts) and the number of the cut that is
made there, None where no more is cut. The first cut is that of the whole table.

A column is {'order': ..., 'values': [...]}.
values: of boxes of numbers those beside the cuts and the ends of the column, because they are the
ends of labels. Of categories in the order of their frequency it is that order.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import namedtuple

from ..counts.frequency import without
from ..counts.values import number
from ..errors import DataError, many, quoted, some
from .dimension import Categories, DimensionWithMissing, inner
from .mondrian import mondrian
from .partition import Partition, partition_of, points_of


def cuts_made(frequency_set, dimensions, required, cut) -> list:
    """The cuts of a table. cut: the cut function with which it was cut."""
    cut_of: dict = {}       # {box: the cut that is made there, with the boxes of its sides}

    def noting(part):
        made = cut(part)
        if made:
            cut_of[part.box] = made._replace(parts=[side.box for side in made.parts])
        return made
    mondrian(partition_of(frequency_set, dimensions, required), noting)
    number_of = {box: number for number, box in enumerate(cut_of)}
    cuts = []
    for made in cut_of.values():
        dimension = dimensions[made.dim]
        sides = []
        for box in made.parts:
            child = None
            if made.kind == 'node':
                low, _ = box[made.dim]
                child = child_under(dimension, made.at, low)
            sides.append([child, number_of.get(box)])
        cuts.append([made.dim, made.kind, place_of_cut(dimension, made), sides])
    return cuts


def place_of_cut(dimension, cut):
    """Where a cut is, as it stands in a plan."""
    if cut.kind == 'node':
        return cut.at
    if cut.kind != 'strict':
        return None
    of_values, code = inner(dimension), cut.at - dimension.has_missing
    if hasattr(of_values, 'cells'):
        return of_values.cells[code].high
    return of_values.texts[code]


def child_under(dimension, node, code) -> str:
    """The child of a node that the value of a code lies under."""
    below = dimension.texts[code]
    tree = inner(dimension).tree
    while tree[below] != node:
        below = tree[below]
    return below


def columns_written(dimensions, cuts) -> list:
    """What a plan says of each column."""
    columns = []
    for place, dimension in enumerate(dimensions):
        of_values = inner(dimension)
        values = []
        if of_values.is_number and not hasattr(of_values, 'cells'):
            codes = {0, len(of_values.texts) - 1}
            for dim, kind, at, _ in cuts:
                if dim == place and kind == 'strict':
                    last = of_values.codes[at]
                    codes |= {last, last + 1}
            values = [of_values.texts[code] for code in sorted(codes)]
        elif of_values.order.startswith('frequency'):
            values = of_values.texts
        order, _, _ = of_values.order.partition(',')
        columns.append({'order': order, 'values': values})
    return columns


def counts_with_ends(columns, values, roots, decimal) -> list:
    """Each column's {value: count} with the values that are ends of labels.

    No record need have these.
    """
    with_ends = []
    for column, counts, root in zip(columns, values, roots):
        present = without(counts, root)
        all_numbers = all(number(value, decimal) is not None for value in present)
        if column['order'] == 'numbers' and all_numbers:
            counts = {**dict.fromkeys(column['values'], 0), **counts}
        with_ends.append(counts)
    return with_ends


def in_order_of(names, columns, dimensions) -> list:
    """The dimensions, categories in the order of the plan.

    DataError if a column cannot have its order.
    """
    ordered = []
    for name, column, dimension in zip(names, columns, dimensions):
        of_values = inner(dimension)
        order, _, _ = of_values.order.partition(',')
        if order != column['order']:
            raise DataError('column %s has another order than in the plan (%s): %s'
                            % (quoted(name), column['order'], order))
        if order == 'frequency':
            of_values = InOrder(of_values, column['values'], name)
            if dimension.has_missing:
                root, records = dimension.texts[0], dimension.records[0]
                dimension = DimensionWithMissing(of_values, root, records)
            else:
                dimension = of_values
        ordered.append(dimension)
    return ordered


class InOrder(Categories):
    """Categories in an order that is given."""

    def __init__(self, other, order, name):
        """other: the same Categories in another order. order: of the values.

        DataError for a value that is not in it.
        """
        vars(self).update(vars(other))
        place = {value: place for place, value in enumerate(order)}
        lacking = {}
        for value, n in zip(other.texts, other.records):
            if value not in place:
                lacking[value] = n
        if lacking:
            are = many(len(lacking), 'value') + ' are' if len(lacking) > 1 else 'a value is'
            raise DataError('column %s: %s not in the plan, whose order is that of their frequency:'
                            ' %s; give the column a hierarchy and make a new plan'
                            % (quoted(name), are, some(sorted(lacking), counts=lacking)))
        self.texts = sorted(other.texts, key=place.__getitem__)
        self.codes = {value: code for code, value in enumerate(self.texts)}
        self.records = [other.records[other.codes[value]] for value in self.texts]
        self.order = 'frequency'
        self._labels = {}


# A cut as a Router makes it.
# last: the last code that goes left, None of a node.
# node: the node that is cut, of other cuts the place as the plan has it.
# after_child: {child of the node: the number of the next cut, or None}.
# after: the same for each side, in order.
Way = namedtuple('Way', 'dim last node after_child after')


class Router:
    """Leads a point through the cuts of a plan, and knows the box of each end."""

    def __init__(self, cuts, columns, dimensions, decimal):
        self._dimensions = dimensions
        self._ways = []
        for dim, kind, at, sides in cuts:
            last = last_code(dimensions[dim], columns[dim], kind, at, decimal)
            after_child = {child: number for child, number in sides}
            after = [number for _, number in sides]
            self._ways.append(Way(dim, last, at, after_child, after))
        self.boxes: dict = {}       # {end: its box}

    def end_of(self, codes):
        """Where the cuts lead a point: the number of the last cut, and the side."""
        box = [(0, len(dimension.texts) - 1) for dimension in self._dimensions]
        end = 0, 0
        ahead = 0 if self._ways else None
        while ahead is not None:
            place = ahead
            dim, last, node, after_child, after = self._ways[place]
            low, high = box[dim]
            if last is None:
                side = self._child(dim, node, codes[dim])
                ahead = after_child.get(side)
                box[dim] = self._dimensions[dim].under[side]
            else:
                side = int(codes[dim] > last)
                ahead = after[side]
                box[dim] = (last + 1, high) if side else (low, last)
            end = place, side
        self.boxes[end] = tuple(box)
        return end

    def _child(self, dim, node, code):
        """The child of the node that a code lies under.

        A value that lies elsewhere stands for itself.
        """
        dimension = self._dimensions[dim]
        tree = inner(dimension).tree
        below = dimension.texts[code]
        while below in tree and tree[below] != node:
            below = tree[below]
        return below if below in tree else dimension.texts[code]


def last_code(dimension, column, kind, at, decimal):
    """The last code that goes left at a cut of a plan, None of a node."""
    if kind == 'node':
        return None
    if kind == 'missing':
        return 0 if dimension.has_missing else -1
    shift = int(dimension.has_missing)
    return shift + up_to(inner(dimension), column, at, decimal) - 1


def up_to(of_values, column, at, decimal) -> int:
    """How many values of a dimension stand at a place of the plan's order or before it."""
    if of_values.is_number:
        return bisect_right(of_values.positions, number(at, decimal))
    order = column['values'] if column['order'] == 'frequency' else of_values.tree.leaves
    place = {value: place for place, value in enumerate(order)}
    return bisect_right([place[value] for value in of_values.texts], place[at])


def partitions_by(cuts, columns, frequency_set, dimensions, required, decimal) -> list:
    """The partitions of a table, in the order of the cuts that they come from."""
    points = points_of(frequency_set, dimensions, required)
    router = Router(cuts, columns, dimensions, decimal)
    rows_at: dict = {}      # {end: the points that the cuts lead there}
    for row, codes in enumerate(zip(*points.columns)):
        rows_at.setdefault(router.end_of(codes), []).append(row)
    partitions = []
    for end in sorted(rows_at, key=lambda end: (end[0], str(end[1]))):
        rows = rows_at[end]
        size = sum(points.records(rows))
        partition = Partition(points, rows, size, router.boxes[end], None)
        partitions.append(partition.finished())
    return partitions
