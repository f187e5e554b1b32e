"""Mondrian's cuts: the boxes over two columns, and the cuts as a tree.

Promise: the records of the boxes, and those of the leaves of the tree, sum to the table's. A recorded value is shown only if a
published label names it, or if at least k records have it. A redacted picture shows no value at all.
A large table is drawn as it was after its first cuts. Mondrian always cuts the largest part, so these tell most.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from itertools import accumulate, groupby
from math import exp, floor, log10
from operator import add

from ...core.voice.speaking import ENGLISH
from .axes import axis_of, every, is_uneven, scaled
from .columns_picture import MOST_COLUMNS
from .svg import BLUE, EDGE, INK, LINE, ORANGE, PALE, PAPER, SKY, Sheet, headed, two_decimals, wide

MOST_BOXES, MOST_NODES = 2000, 60       # that are drawn
WIDTH, RIGHT, SIZE = 800, 16, 12
ROW, PALER, GREY = 22, '#e4e4e4', '#949494'        # the height of a row of the tree, and the colours of a bar
GRID = 80       # the most cells in a direction


def of_looks(looks, dimensions, names, over, redact, k, say=ENGLISH) -> dict:
    """{'boxes': Sheet, 'cuts': Sheet}. looks: as explain/steps.py records them. names: of the dimensions.

    over: the names of two columns, or None for the two that were cut most often. With one dimension, it is alone.
    """
    shown = [names.index(name) for name in over] if over else most_cut(looks, dimensions)
    of_ends = [look.ends for look in looks]
    lines = cut_lines(looks, dimensions) if any(inner_of(dimension).boxes for dimension in dimensions) else of_ends
    values = []     # of each dimension what may be shown, a text or None for each code
    for dim, dimension in enumerate(dimensions):
        places = lines if inner_of(dimension).boxes else of_ends
        safe = named_codes(dimension, {places[look.number][dim] for look in looks if look.cut is None})
        values.append([None if redact or n < k and code not in safe else text
                       for code, (text, n) in enumerate(zip(dimension.texts, dimension.records))])
    return {'boxes': boxes(looks, dimensions, names, shown, values, lines, redact, k, say),
            'cuts': tree_of_cuts(looks, dimensions, names, values, k, say)}


def most_cut(looks, dimensions) -> list:
    """The two dimensions that were cut most often. Between equals their order decides. Numbers before categories."""
    times = Counter(look.cut.dim for look in looks if look.cut and look.cut.dim is not None)
    chosen = sorted(range(len(dimensions)), key=lambda dim: -times[dim])[:2]
    return sorted(chosen, key=lambda dim: (not dimensions[dim].order.startswith('numbers'), chosen.index(dim)))


def named_codes(dimension, ends) -> set:
    """The codes whose values the published labels surely name. ends: for each class its least and its greatest code, or its box."""
    if dimension.has_missing or ancestors(dimension):
        return set()        # classes may publish the root, or another node
    if not dimension.is_number:
        return set(range(len(dimension.texts)))
    outer = {0, len(dimension.texts) - 1} if dimension.boxes else set()     # where a box is open
    return {code for pair in ends for code in pair} - outer


def hides_ends(dimension) -> bool:
    """Whether the labels do not tell where the values of a class end. Then its widths would."""
    inner = inner_of(dimension)
    return inner.boxes or ancestors(inner)


def ancestors(dimension) -> bool:
    """Whether the classes publish a node of the hierarchy in place of their values."""
    return not dimension.is_number and dimension.ancestors


# The parts that are drawn, and what they publish.

def first_cuts(looks, most, stays=False) -> set:
    """The numbers of the looks whose cuts are drawn: the first ones, as long as at most so many parts are drawn.

    stays: whether a part is drawn beside the parts that it is cut into.

    >>> from ..explain.steps import CutLook
    >>> from ...core.cutting.mondrian import Cut
    >>> cuts = Cut(0, 'strict', 1, [3, 3]), Cut(0, 'strict', 0, [1, 2])
    >>> looks = [CutLook(0, None, None, 6, [(0, 3)], {}, [], cuts[0]), CutLook(1, 0, 0, 3, [(0, 1)], {}, [], cuts[1])]
    >>> first_cuts(looks, 3), first_cuts(looks, 2), first_cuts(looks, 3, stays=True)
    ({0, 1}, {0}, {0})
    """
    drawn, parts = set(), 1
    for look in looks:
        if look.cut:
            parts += len(look.cut.parts) - (not stays)
            if parts > most:
                break
            drawn.add(look.number)
    return drawn


def cut_lines(looks, dimensions) -> list:
    """The box of each part, for each dimension the least and the greatest code that the cuts allow, as cutting/partition.py has it."""
    boxes_: list = []
    for look in looks:
        if look.parent is None:
            boxes_.append(tuple((0, len(dimension.texts) - 1) for dimension in dimensions))
            continue
        parent = looks[look.parent]
        dim, kind, at, _ = parent.cut
        (low, high), (least, _) = boxes_[parent.number][dim], look.ends[dim]
        if kind == 'node':
            ends = dimensions[dim].under[dimensions[dim].children([parent.ends[dim][0], least, parent.ends[dim][1]])[1]]
        elif look.side == 0:
            ends = low, at
        else:
            ends = at if kind == 'relaxed' and least == at else at + 1, high
        boxes_.append((*boxes_[parent.number][:dim], ends, *boxes_[parent.number][dim + 1:]))
    return boxes_


class PublishedCodes:
    """What the classes publish of a dimension: the codes from the first to the last that a label covers, and its text.

    The set of a class may lack some values between its first and its last. The text then has an ellipsis.

    >>> from ...core.cutting.dimension import dimension_of
    >>> job = PublishedCodes(dimension_of({'Sales': 2, 'Tech': 3, 'Farming': 1}))
    >>> job.of((0, 1), (0, 1)), job.of((0, 2), (0, 2)), job.of((2, 2), (2, 2))
    ((0, 1, '{Tech|Sales}'), (0, 2, '{Tech|…|Farming}'), (2, 2, 'Farming'))
    """

    def __init__(self, dimension):
        self.dimension, self.known = dimension, {}
        inner = inner_of(dimension)
        self.boxes, self.by_ancestor, self.is_set, self.spans = inner.boxes, ancestors(inner), not inner.is_number, {}
        for code, leaf in enumerate(dimension.texts[dimension.has_missing:] if self.by_ancestor else (), dimension.has_missing):
            for node in inner.tree.labels(leaf):
                self.spans[node] = min(code, *self.spans.get(node, (code,))), code

    def of(self, ends, box) -> tuple:
        """ends: the least and the greatest code of the class. box: those that the cuts allow."""
        key = box if self.boxes else ends, self.dimension.has_missing and ends[0] == 0
        if key not in self.known:
            self.known[key] = self._of(*key)
        return self.known[key]

    def _of(self, codes, lacks_value):
        dimension, missing = self.dimension, int(self.dimension.has_missing)
        low, high = max(codes[0], missing), codes[1]        # a box may allow the missing values, too
        if lacks_value:
            text = dimension.texts[0]
        elif self.by_ancestor:
            text = dimension.label(range(low, high + 1), (low, high)).text
            low, high = self.spans.get(text, (low, high))
        elif self.is_set and not self.boxes and high > low + 1:
            text = '{%s|…|%s}' % (dimension.texts[low], dimension.texts[high])
        else:
            text = dimension.label(range(low, high + 1) if self.is_set else (low, high), (low, high)).text
        if missing and text == dimension.texts[0]:
            return 0, len(dimension.texts) - 1, text
        return low, high, text


# The boxes over two columns.

def boxes(looks, dimensions, names, shown, values, lines, redact, k, say) -> Sheet:
    """shown: the numbers of one or two dimensions. values: as of `of_looks`. lines: the box of each part, if any label is a box."""
    drawn = first_cuts(looks, MOST_BOXES)
    classes = sum(look.cut is None for look in looks)
    below = classes_below(looks)
    parts = [look for look in looks if look.cut is None or look.number not in drawn]
    parts = [look for look in parts if look.parent is None or look.parent in drawn]
    publish = [PublishedCodes(dimensions[dim]) for dim in shown]
    rectangles: dict = {}       # {what a class publishes in these dimensions: [records, classes]}
    for look in parts:
        place = tuple(of.of(look.ends[dim], lines[look.number][dim]) for of, dim in zip(publish, shown))
        found = rectangles.setdefault(place, [0, 0])
        found[0] += look.size
        found[1] += below[look.number]
    records = looks[0].size
    title = say('boxes', names=say('and').join(names[dim] for dim in shown), k=k)
    told = [say('boxes_are', records=records, classes=classes)]
    if len(shown) < len(dimensions):
        told.append(say('boxes_overlap', n=len(dimensions) - len(shown)))
    if len(parts) < classes:
        told.append(say('boxes_many', parts=len(parts), cuts=len(drawn)))
    told += [say('uneven', name=names[dim]) for dim in shown if is_uneven(dimensions[dim])]
    if redact:
        told.append(say('no_value'))
    elif any(None in values[dim] for dim in shown if not inner_of(dimensions[dim]).is_number or is_uneven(dimensions[dim])):
        told.append(say('not_named'))
    return plane(title, told, [names[dim] for dim in shown], [dimensions[dim] for dim in shown], [values[dim] for dim in shown],
                 rectangles, len(shown) < len(dimensions), redact, say)


def inner_of(dimension):
    return dimension.present if dimension.has_missing else dimension


def classes_below(looks) -> list:
    """For each part the number of classes that it ends as."""
    below = [int(look.cut is None) for look in looks]
    for look in reversed(looks):        # a part is looked at after the one that it was cut from
        if look.parent is not None:
            below[look.parent] += below[look.number]
    return below


def plane(title, told, names, dimensions, values, rectangles, overlap, redact, say) -> Sheet:
    """The boxes, with an axis for each of the one or two dimensions. rectangles: {((low, high, text), ...): [records, classes]}.

    overlap: whether boxes may lie over each other. Then a grid shows how many records there are, and the boxes are lines.
    """
    flat = len(dimensions) == 1
    y_axis = axis_of(dimensions[-1], 14, values[-1])       # of a single dimension it is not shown
    falls = not flat and inner_of(dimensions[1]).is_number       # numbers go up, categories down
    ticks = [] if flat or redact else [(1 - at if falls else at, text) for at, text in y_axis.ticks]
    left = RIGHT + 12 + min(180, max((wide(text) for _, text in ticks), default=0))
    breadth, height = WIDTH - left - 2 * RIGHT, 90 if flat else 440
    x_axis = axis_of(dimensions[0], breadth // 64, values[0])
    turns, x_ticks = lines_below_axis(x_axis, breadth, redact)
    sheet, top = headed(title, told)
    top += 12 + 24 * (not flat)
    below = top + height + 16 * turns + 30
    sheet.height = below + 66

    def place(key):
        """The pixels of a rectangle. None is narrower than a pixel and a half."""
        (x1, x2), (y1, y2) = x_axis.reach(*key[0][:2]), (0.0, 1.0) if flat else y_axis.reach(*key[1][:2])
        y1, y2 = (1 - y2, 1 - y1) if falls else (y1, y2)
        wide_, high = max((x2 - x1) * breadth, 1.5), max((y2 - y1) * height, 1.5)
        return left + min(x1 * breadth, breadth - wide_), top + min(y1 * height, height - high), wide_, high

    placed = sorted(((*place(key), key) for key in rectangles), key=lambda at: (-at[2] * at[3], at[4]))
    grid = densities(placed, rectangles)
    dark = darkness(grid)
    sheet.rect(left, top, breadth, height, fill=PAPER, stroke=LINE)
    if overlap:
        shade(sheet, grid, dark)
    for x, y, wide_, high, key in placed:
        n, classes = rectangles[key]
        tip = say('in_classes', records=n, classes=classes)
        if not redact:
            tip = say('named', name=say('comma').join('%s %s' % (name, side[2]) for name, side in zip(names, key)), text=tip)
        sheet.rect(x, y, wide_, high, fill='none' if overlap else BLUE, pointer_events='all' if overlap else None,
                   fill_opacity=None if overlap else opacity(dark * n / (wide_ * high)), stroke=INK, stroke_width=0.5,
                   stroke_opacity='%.3f' % min(0.5, 60 / len(placed)), tip=tip)
    for place_, (at, text) in enumerate(x_ticks):
        x, line = left + at * breadth, place_ % turns
        space = breadth * (x_ticks[1][0] - x_ticks[0][0]) * turns if len(x_ticks) > 1 else breadth
        sheet.line(x, top + height, x, top + height + 5 + 16 * line, stroke=LINE if line else PALE)
        sheet.text(x, top + height + 17 + 16 * line, text, anchor='middle', room=min(space - 8, 2 * (x - 4), 2 * (WIDTH - x - 4)))
    for at, text in every(ticks, height, SIZE + 3):
        sheet.line(left - 4, top + at * height, left, top + at * height, stroke=PALE)
        sheet.text(left - 8, top + at * height + 4, text, anchor='end', room=left - RIGHT - 8)
    if not flat:
        sheet.text(RIGHT, top - 10, names[1], room=WIDTH - 2 * RIGHT, font_weight='bold')
    sheet.text(left + breadth, below - 4, names[0], anchor='end', room=breadth, font_weight='bold')
    key_of_shades(sheet, below + 8, dark * sum(n for n, _ in rectangles.values()) / (breadth * height), say)
    return sheet


def lines_below_axis(axis, breadth, redact) -> tuple:
    """In how many lines the texts below an axis stand, and its ticks. Texts that are wider than their place take turns."""
    if redact or len(axis.ticks) < 2:
        return 1, [] if redact else axis.ticks
    space = breadth * (axis.ticks[1][0] - axis.ticks[0][0])
    turns = 1 if all(wide(text) + 8 <= space for _, text in axis.ticks) else 3
    return turns, every(axis.ticks, breadth, 60 / turns)


def densities(placed, rectangles) -> tuple:
    """The edges of a grid, across and down, and for each of its cells the records on a pixel: [row][column].

    The records of a box lie evenly on it. The cells are as fine as the edges of the boxes, or else GRID in each direction.

    >>> densities([(0, 0, 10, 10, 'a'), (5, 0, 10, 10, 'b')], {'a': [100, 1], 'b': [200, 1]})
    ([0, 5, 10, 15], [0, 10], [[1.0, 3.0, 2.0]])
    """
    sides = [(round(x, 2), round(x + wide_, 2), round(y, 2), round(y + high, 2), rectangles[key][0])
             for x, y, wide_, high, key in placed]
    xs, ys = edges(side[:2] for side in sides), edges(side[2:4] for side in sides)
    steps = [[0.0] * (len(xs) + 1) for _ in range(len(ys) + 1)]     # where the density changes, from cell to cell
    for left, right, top, bottom, n in sides:
        x1, y1 = bisect_right(xs, left) - 1, bisect_right(ys, top) - 1
        x2, y2 = max(bisect_left(xs, right), x1 + 1), max(bisect_left(ys, bottom), y1 + 1)
        density = n / ((xs[x2] - xs[x1]) * (ys[y2] - ys[y1]))
        for row, column, sign in ((y1, x1, 1), (y1, x2, -1), (y2, x1, -1), (y2, x2, 1)):
            steps[row][column] += sign * density
    rows = [list(accumulate(row))[:len(xs) - 1] for row in steps[:len(ys) - 1]]
    rows = list(accumulate(rows, lambda above, row: list(map(add, above, row))))
    least = 1e-9 * max(map(max, rows))      # less is what rounding leaves of nothing
    return xs, ys, [[density if density > least else 0.0 for density in row] for row in rows]


def edges(ends) -> list:
    """The different ends in ascending order, or as many at equal distances, from the least to the greatest, as the grid may have."""
    every_ = sorted({end for pair in ends for end in pair})
    if len(every_) <= GRID:
        return every_
    return [every_[0] + (every_[-1] - every_[0]) * place / GRID for place in range(GRID)] + [every_[-1]]


def darkness(grid) -> float:
    """The factor c of a place's darkness, 1 - e^(-c x records on a pixel).

    Such darknesses add up: two boxes over each other are as dark as one box with the density of both. The exponent is 0.5 where
    the density is such that half of the records lie in denser places.
    """
    xs, ys, rows = grid
    cells = sorted(((density, density * (right - left) * (bottom - top)) for row, top, bottom in zip(rows, ys, ys[1:])
                    for density, left, right in zip(row, xs, xs[1:])), reverse=True)
    half, upto = sum(n for _, n in cells) / 2, 0.0
    for density, n in cells:
        upto += n
        if upto >= half:
            break
    return 0.5 / density


def shade(sheet, grid, dark):
    """The cells of a grid. Neighbours that are equally dark are one shape."""
    xs, ys, rows = grid
    for row, top, bottom in zip(rows, ys, ys[1:]):
        column = 0
        for darkness_, cells in groupby(density and opacity(dark * density) for density in row):
            after = column + len(list(cells))
            if darkness_:
                sheet.rect(xs[column], top, xs[after] - xs[column], bottom - top, fill=BLUE, fill_opacity=darkness_)
            column = after


def opacity(exponent) -> str:
    return '%.3f' % max(1 - exp(-exponent), 0.005)


def key_of_shades(sheet, y, average, say):
    """What the shades mean. average: the exponent of the average density of the plane."""
    sheet.text(RIGHT, y + 14, say('shades'), fill=PALE, room=WIDTH - 2 * RIGHT)
    for place, exponent in enumerate((0.05, 0.2, 0.7, 2)):
        x, times = RIGHT + 130 * place, rounded(exponent / average)
        sheet.rect(x, y + 24, 28, 16, fill=BLUE, fill_opacity=opacity(average * times), stroke=INK, stroke_width=0.5)
        sheet.text(x + 36, y + 37, '%s\u00d7' % ('{:,}'.format(times) if times >= 1 else '%.2g' % times))


def rounded(value) -> float:
    """1, 2 or 5 times a power of ten, at or below a value.

    >>> rounded(37), rounded(0.6)
    (20, 0.5)
    """
    power = floor(log10(value))
    return max(times for times in (scaled(factor, power) for factor in (1, 2, 5)) if times <= value * 1.0001)


# The cuts as a tree.

def tree_of_cuts(looks, dimensions, names, values, k, say) -> Sheet:
    """Each part with its records, its classes and its widths. Of a large tree the first cuts are drawn."""
    drawn = first_cuts(looks, MOST_NODES, stays=True)
    below = classes_below(looks)
    children: dict = {}     # {number of a part: the parts that it was cut into}
    for look in looks:
        children.setdefault(look.parent, []).append(look)
    rows, stack = [], [(0, looks[0])]
    while stack:
        depth, look = stack.pop()
        rows.append((depth, look))
        if look.number in drawn:
            stack += [(depth + 1, child) for child in reversed(children[look.number])]
    classes = below[0]
    folded_ = sum(look.cut is not None and look.number not in drawn for _, look in rows)
    told = [say('cuts_drawn', cuts=sum(look.cut is not None for look in looks), classes=classes, records=looks[0].size), say('widths')]
    measured = dimensions[:MOST_COLUMNS]
    hidden = sum(map(hides_ends, measured))
    if hidden:
        told[1:] = told[1:] * (hidden < len(measured)) + [say('widths_hidden')]
    if len(measured) < len(dimensions):
        told.append(say('first_columns', drawn=len(measured), columns=len(dimensions)))
    if any(refused_dimensions(look) for _, look in rows):
        told.append(say('refused'))
    if folded_:
        told.append(say('first_but_one', n=len(drawn)) if folded_ == 1 else say('first_drawn', n=len(drawn), parts=folded_))
    sheet, top = headed(say('cuts_title', k=k), told)
    top += 28
    sheet.height = top + ROW * len(rows) + 40
    column = min(96, (WIDTH - 2 * RIGHT - 330) // len(measured))
    start = WIDTH - RIGHT - column * len(measured)
    for end, heading in ((start - 80, say('records')), (start - 16, say('classes'))):
        sheet.text(end, top - 6, heading, anchor='end', fill=PALE)
    for dim, name in enumerate(names[:MOST_COLUMNS]):
        sheet.text(start + column * dim, top - 6, name, room=column - 6, fill=PALE)
    step = min(16.0, 110 / max(max(depth for depth, _ in rows), 1))
    at: dict = {}       # where the mark of each part is
    for place, (depth, look) in enumerate(rows):
        x, y = RIGHT + 6 + step * depth, top + ROW * place + ROW / 2
        at[look.number] = x, y
        if look.parent is not None:
            from_x, from_y = at[look.parent]
            sheet.path([(from_x, from_y), (from_x, y), (x, y)], stroke=EDGE)
    for look in (look for _, look in rows):
        x, y = at[look.number]
        if look.parent is None:
            part = side = say('whole_table')
        else:
            name, side = side_of(looks[look.parent], look, dimensions, names, values, say)
            part = '%s %s' % (name, side)
        room, tip = start - 132 - x - 12, say('part_is', part=part, records=look.size, classes=below[look.number])
        mark_of(sheet, x, y, look.cut is not None, look.number in drawn, tip)
        sheet.text(x + 12, y + 4, part if wide(part) <= room else side, room=room, tip=tip)
        sheet.text(start - 80, y + 4, '{:,}'.format(look.size), anchor='end')
        sheet.text(start - 16, y + 4, '{:,}'.format(below[look.number]), anchor='end')
        width_bars(sheet, start, y, column, look, measured, say)
    mark_key(sheet, top + ROW * len(rows) + 24, drawn, any(look.cut is None for _, look in rows), folded_, say)
    return sheet


def side_of(parent, look, dimensions, names, values, say) -> tuple:
    """Which part of its parent a part is: the column, and the values."""
    dim, kind, at, _ = parent.cut
    if dim is None:     # clusters, or the cells of limits
        return say('class_of' if kind == 'clusters' else 'cell'), str(look.side + 1)
    name, dimension = names[dim], dimensions[dim]
    if kind == 'values':
        inside = [values[dim][code] for code in sorted(at)]
        if None in inside:
            return name, say('part_n', n=str(look.side + 1))
        text = '{%s}' % '|'.join(inside)
        return name, say('not_in', values=text) if look.side else text
    if kind == 'missing':
        return name, say('not_lacking' if look.side else 'lacking_value')
    if kind == 'node':
        ends = parent.ends[dim]
        child = dimension.children([ends[0], look.ends[dim][0], ends[1]])[1]
        code = dimension.codes.get(child)
        shown = any(value is not None for value in values[dim]) and (code is None or values[dim][code] is not None)
        return name, child if shown else say('part_n', n=str(look.side + 1))
    is_number, (low, high) = inner_of(dimension).is_number, look.ends[dim]
    is_single = low == high and not is_number and not hides_ends(dimension)
    value = values[dim][low if is_single else at]
    if value is None:
        return name, say((('lower_part', 'upper_part') if is_number else ('first_part', 'second_part'))[look.side])
    if is_single:
        return name, value
    return name, say(('up_to', 'from' if kind == 'relaxed' else 'above_value' if is_number else 'after')[look.side], value=value)


def width_bars(sheet, start, y, column, look, dimensions, say):
    """A bar for the width of each dimension. The cell of the cut has a border, and may be all that is shown."""
    refused_ = refused_dimensions(look)
    for dim, (dimension, ends) in enumerate(zip(dimensions, look.ends)):
        x, cut = start + column * dim, look.cut is not None and look.cut.dim == dim
        if hides_ends(dimension):
            if cut:
                cell_frame(sheet, x, y, column - 10, column - 10)
                sheet.text(x + 4, y + 4, say('cut'), size=12, room=column - 14, font_weight='bold')
            continue
        width = dimension.width(*ends)
        if cut:
            cell_frame(sheet, x, y, column - 10, width * (column - 10))
        else:
            filled = max(width * (column - 10), 0.5)
            sheet.rect(x, y - 8, filled, 16, fill=PALER)        # pale below its number, and with an edge of 3:1 below that
            sheet.rect(x, y + 5, filled, 3, fill=GREY)
        text = '%.2f' % width if column >= 44 else ('%.2f' % width).lstrip('0') if width < 1 else '1'
        sheet.text(x + 4, y + 4, text + (' \u00d7' if dim in refused_ else ''), size=12, font_weight='bold' if cut else None)


def cell_frame(sheet, x, y, whole, filled):
    """The cell of the cut: a border around the whole of it, so that none goes through its number."""
    sheet.rect(x, y - 8, max(filled, 0.5), 16, fill=SKY)
    sheet.rect(x, y - 8, whole, 16, fill='none', stroke=BLUE, stroke_width=1.5)


def refused_dimensions(look) -> set:
    """The dimensions in which no cut was allowable, although the part had 2 k records and different values there."""
    return {dim for dim, reason in look.refused if reason in ('k', 'rule')}


def mark_of(sheet, x, y, cut, drawn, tip):
    """A disc for a part that is cut, a square for a class, a triangle for a part whose further cuts are not drawn."""
    if cut and not drawn:
        corners = (x - 5, y - 5), (x + 6, y), (x - 5, y + 5)
        points = ' '.join('%s,%s' % tuple(map(two_decimals, corner)) for corner in corners)
        sheet.add('polygon', points=points, fill=ORANGE, stroke=INK, tip=tip)
    elif cut:
        sheet.circle(x, y, 4.5, fill=BLUE, tip=tip)
    else:
        sheet.rect(x - 4, y - 4, 8, 8, fill=PAPER, stroke=INK, tip=tip)


def mark_key(sheet, y, any_cut, any_class, any_folded, say):
    x = RIGHT + 6
    for wanted, cut, drawn, text in (
            (any_cut, True, True, say('is_cut')), (any_class, False, False, say('is_class')), (any_folded, True, False, say('is_folded'))):
        if wanted:
            mark_of(sheet, x, y, cut, drawn, None)
            sheet.text(x + 12, y + 4, text, fill=PALE)
            x += wide(text) + 36
    if any_cut:
        sheet.rect(x, y - 8, 30, 16, fill=SKY, stroke=BLUE, stroke_width=1.5)
        sheet.text(x + 38, y + 4, say('column_cut'), fill=PALE)
