"""Mondrian's cuts of one table, written down so that they can be made in the next one (a plan).

Promise: `partitions_by` puts every record of a table into one partition, the one to which the cuts lead it. The partitions of the table
that was cut are the same again, with the same labels. A partition may have fewer than k records, or fail a rule: whoever publishes
must suppress it.
A cut is [column, kind, at, sides]. kind: strict, node or missing, as in cuts.py. at: the last value of the left side, or the node, None
for missing values. sides: for each side the child of the node (None of other cuts) and the number of the cut that is made there, None
where no more is cut. The first cut is that of the whole table.
A column is {'order': ..., 'values': [...]}. values: of boxes of numbers those beside the cuts and the ends of the column, because they are
the ends of labels. Of categories in the order of their frequency it is that order.
"""

from __future__ import annotations

from bisect import bisect_right

from ..counts.frequency import without
from ..counts.values import number
from ..errors import DataError, many, quoted, some
from .dimension import Categories, WithMissing, inner
from .mondrian import mondrian
from .partition import Partition, partition_of, points_of


def cuts_made(frequency_set, dimensions, required, cut) -> list:
    """The cuts of a table. cut: the cut function with which it was cut."""
    made: dict = {}         # {box: the cut that is made there, with the boxes of its sides}

    def noted(part):
        found = cut(part)
        if found:
            made[part.box] = found._replace(parts=[side.box for side in found.parts])
        return found
    mondrian(partition_of(frequency_set, dimensions, required), noted)
    number_of = {box: place for place, box in enumerate(made)}
    cuts = []
    for found in made.values():
        dimension = dimensions[found.dim]
        sides = [[child_under(dimension, found.at, box[found.dim][0]) if found.kind == 'node' else None, number_of.get(box)]
                 for box in found.parts]
        cuts.append([found.dim, found.kind, place_of_cut(dimension, found), sides])
    return cuts


def place_of_cut(dimension, cut):
    """Where a cut is, as it stands in a plan."""
    if cut.kind != 'strict':
        return cut.at if cut.kind == 'node' else None
    of_values, code = inner(dimension), cut.at - dimension.has_missing
    return of_values.cells[code].high if hasattr(of_values, 'cells') else of_values.texts[code]


def child_under(dimension, node, code) -> str:
    """The child of a node that the value of a code lies under."""
    below = dimension.texts[code]
    while inner(dimension).tree[below] != node:
        below = inner(dimension).tree[below]
    return below


def columns_written(dimensions, cuts) -> list:
    """What a plan says of each column."""
    columns = []
    for place, dimension in enumerate(dimensions):
        of_values, values = inner(dimension), []
        if of_values.is_number and not hasattr(of_values, 'cells'):
            last = [of_values.codes[at] for dim, kind, at, _ in cuts if dim == place and kind == 'strict']
            values = [of_values.texts[code] for code in sorted({0, len(of_values.texts) - 1, *last, *(code + 1 for code in last)})]
        elif of_values.order.startswith('frequency'):
            values = of_values.texts
        columns.append({'order': of_values.order.partition(',')[0], 'values': values})
    return columns


def counts_with_ends(columns, values, roots, decimal) -> list:
    """Each column's {value: count} with the values that are ends of labels, which no record need have."""
    return [{**dict.fromkeys(column['values'], 0), **counts}
            if column['order'] == 'numbers' and all(number(value, decimal) is not None for value in without(counts, root)) else counts
            for column, counts, root in zip(columns, values, roots)]


def in_order_of(names, columns, dimensions) -> list:
    """The dimensions, categories in the order of the plan. DataError if a column cannot have its order."""
    ordered = []
    for name, column, dimension in zip(names, columns, dimensions):
        of_values, order = inner(dimension), column['order']
        found = of_values.order.partition(',')[0]
        if found != order:
            raise DataError('column %s has another order than in the plan (%s): %s' % (quoted(name), order, found))
        if order == 'frequency':
            of_values = InOrder(of_values, column['values'], name)
            dimension = WithMissing(of_values, dimension.texts[0], dimension.records[0]) if dimension.has_missing else of_values
        ordered.append(dimension)
    return ordered


class InOrder(Categories):
    """Categories in an order that is given."""

    def __init__(self, other, order, name):
        """other: the same Categories in another order. order: of the values. DataError for a value that is not in it."""
        vars(self).update(vars(other))
        place = {value: place for place, value in enumerate(order)}
        lacking = {value: n for value, n in zip(other.texts, other.records) if value not in place}
        if lacking:
            raise DataError('column %s: %s not in the plan, whose order is that of their frequency: %s; give the column a hierarchy and make a'
                            ' new plan' % (quoted(name), 'a value is' if len(lacking) == 1 else many(len(lacking), 'value') + ' are',
                                           some(sorted(lacking), counts=lacking)))
        self.texts = sorted(other.texts, key=place.__getitem__)
        self.codes = {value: code for code, value in enumerate(self.texts)}
        self.records = [other.records[other.codes[value]] for value in self.texts]
        self.order, self._labels = 'frequency', {}


class Router:
    """Leads a point through the cuts of a plan, and knows the box of each end."""

    def __init__(self, cuts, columns, dimensions, decimal):
        self._cuts, self._dimensions, self._ways = cuts, dimensions, []
        for dim, kind, at, sides in cuts:
            dimension = dimensions[dim]
            shift = int(dimension.has_missing)
            if kind == 'node':
                last = None
            else:
                last = (0 if shift else -1) if kind == 'missing' else shift - 1 + up_to(inner(dimension), columns[dim], at, decimal)
            self._ways.append((dim, last, at, {child: after for child, after in sides}, [after for _, after in sides]))
        self.boxes: dict = {}       # {end: its box}

    def end_of(self, codes):
        """Where the cuts lead a point: the number of the last cut, and the side."""
        end, ahead, box = (0, 0), 0 if self._ways else None, [(0, len(dimension.texts) - 1) for dimension in self._dimensions]
        while ahead is not None:
            place = ahead
            dim, last, node, after_child, after = self._ways[place]
            low, high = box[dim]
            if last is None:
                way = self._child(dim, node, codes[dim])
                ahead = after_child.get(way)
                box[dim] = self._dimensions[dim].under[way]
            else:
                way = int(codes[dim] > last)
                ahead = after[way]
                box[dim] = (last + 1, high) if way else (low, last)
            end = place, way
        self.boxes[end] = tuple(box)
        return end

    def _child(self, dim, node, code):
        """The child of the node that a code lies under. A value that lies elsewhere stands for itself."""
        dimension = self._dimensions[dim]
        below, tree = dimension.texts[code], inner(dimension).tree
        while below in tree and tree[below] != node:
            below = tree[below]
        return below if below in tree else dimension.texts[code]


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
    ends: dict = {}
    for row, codes in enumerate(zip(*points.columns)):
        ends.setdefault(router.end_of(codes), []).append(row)
    ordered = sorted(ends, key=lambda end: (end[0], str(end[1])))
    return [Partition(points, rows, sum(points.records(rows)), router.boxes[end], None).finished() for end in ordered for rows in [ends[end]]]
