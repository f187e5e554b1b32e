"""What an algorithm works on, drawn for a page whose script shows one step after the other.

Each shape that a step may change has an id: v3 is a vector's field, m3 its mark, b3 the frame that shows it in a box; p2 is the box of
part 2, t2 its field in the tree of cuts, e2 the line to it. The numbers are the places of vectors in lexicographic order, and the numbers
of parts. Of several runs, k4-p2 is the box of part 2 where k is 4.
"""

from __future__ import annotations

from ...core.levels.lattice import height, vectors, with_level
from ..pictures.axes import NumberAxis, SlotAxis, every
from ..pictures.svg import BLUE, EDGE, INK, PALE, Sheet, cut_to_room, wide
from .sentences import vector_text

ROW, GAP = 64, 18
SIDE, LEFT, BELOW = 200, 112, 46       # of the plane, which is 260 high as the least room for it, so its letters have 12 pixels or more
BEYOND = 4      # pixels
LARGE = 15      # of letters of 12 where type is large (explain.css)


def vector_places(top) -> dict:
    """{vector: its place in lexicographic order}."""
    return {vector: place for place, vector in enumerate(vectors(top))}


def lattice_sheet(top, title, description, height_word) -> Sheet:
    """The lattice: the heights as rows, the top above. Lines join vectors that differ by one level of one column."""
    rows: dict = {}
    for vector in vectors(top):
        rows.setdefault(height(vector), []).append(vector)
    field = max(wide(vector_text(top), 12) + 12, 52)
    across = max(map(len, rows.values())) * (field + GAP)
    margin = wide('%s %d' % (height_word, height(top))) + 16
    sheet = Sheet(margin + across, len(rows) * ROW, title, description)
    middle, places = {}, vector_places(top)
    for level, of_row in rows.items():
        y = (height(top) - level) * ROW + ROW / 2
        sheet.text(4, y + 4, '%s %d' % (height_word, level), fill=PALE)
        for number, vector in enumerate(of_row):
            middle[vector] = margin + across / 2 + (number - (len(of_row) - 1) / 2) * (field + GAP), y
    for vector in places:
        for column, level in enumerate(vector):
            if level < top[column]:
                (x1, y1), (x2, y2) = middle[vector], middle[with_level(vector, column, level + 1)]
                sheet.line(x1, y1 - 17, x2, y2 + 17, EDGE)
    for vector, place in places.items():
        x, y = middle[vector]
        sheet.rect(x - field / 2 - 5, y - 22, field + 10, 44, id='b%d' % place, class_='box', fill='none')
        sheet.rect(x - field / 2, y - 17, field, 34, id='v%d' % place, class_='v', fill='#ffffff', stroke=PALE, rx=4)
        sheet.text(x, y - 2, vector_text(vector), anchor='middle')
        sheet.text(x, y + 13, '?', anchor='middle', id='m%d' % place, class_='mark')
    return sheet


def plane_sheet(dimensions, names, points, ends, title, description, tip_of, run='') -> Sheet:
    """The boxes of all parts over the first two columns. points: {(x code, y code): records}. ends: [part] -> of each dimension.
    tip_of(x code, y code, records): what is said of a point. run: the beginning of the ids.

    Columns of numbers are in proportion, because Mondrian cuts the widest. A table of one column has a plane of one row.
    """
    across, upward = dimensions[0], dimensions[1] if len(dimensions) > 1 else None
    x_axis, y_axis = plane_axis(across, 4), plane_axis(upward, 8) if upward else SlotAxis([None])
    sheet = Sheet(LEFT + SIDE + 30, SIDE + BELOW + 14, title, description)
    base = SIDE + 10
    for part, of_part in enumerate(ends):
        (x1, x2), (y1, y2) = (stretched(axis.reach(*of_dim)) for axis, of_dim in zip((x_axis, y_axis), [*of_part[:2], (0, 0)]))
        sheet.rect(LEFT + x1, base - y2, x2 - x1, y2 - y1, id='%sp%d' % (run, part), class_='part', fill='none', stroke=INK)
    most, slot = max(points.values()), min(SIDE / getattr(axis, 'slots', 1) for axis in (x_axis, y_axis))
    for (x, y), n in sorted(points.items()):
        at = [SIDE * sum(axis.reach(code, code)) / 2 for axis, code in ((x_axis, x), (y_axis, y))]
        radius = max(2.5, min(slot, 14) / 2.4 * (n / most) ** 0.5)
        sheet.circle(LEFT + at[0], base - at[1], radius, class_='point', fill=BLUE, fill_opacity=0.75, tip=tip_of(x, y, n))
    sheet.line(LEFT, base, LEFT + SIDE, base, INK)
    sheet.line(LEFT, base, LEFT, base - SIDE, INK)
    room = max(28, min(70, max(wide(text, LARGE) for _, text in x_axis.ticks) + 6))
    for at, text in every(x_axis.ticks, SIDE, room):
        sheet.line(LEFT + at * SIDE, base, LEFT + at * SIDE, base + 4, INK)
        sheet.text(LEFT + at * SIDE, base + 20, text, 12, 'middle', room * 12 / LARGE)
    sheet.text(LEFT + SIDE / 2, base + 40, names[0], 12, 'middle', SIDE * 12 / LARGE, font_weight='bold')
    if upward:
        for at, text in every(y_axis.ticks, SIDE, 20):
            sheet.line(LEFT - 4, base - at * SIDE, LEFT, base - at * SIDE, INK)
            sheet.text(LEFT - 8, base - at * SIDE + 4, text, 12, 'end', (LEFT - 36) * 12 / LARGE)
        sheet.text(14, base - SIDE / 2, names[1], 12, 'middle', SIDE * 12 / LARGE, font_weight='bold', transform='rotate(-90 14 %d)' % (base - SIDE / 2))
    return sheet


def plane_axis(dimension, most):
    """The axis of a dimension whose values may be shown. most: how many round numbers there is room for."""
    return NumberAxis(dimension, most) if dimension.is_number else SlotAxis(dimension.texts)


def stretched(reach) -> tuple:
    """A part of a side of the plane, in pixels. It goes a little beyond its ends, so that the box of one number can be seen.

    >>> stretched((0.5, 0.5)), stretched((0, 1))
    ((96.0, 104.0), (0, 200))
    """
    low, high = reach
    return max(0, low * SIDE - BEYOND), min(SIDE, high * SIDE + BEYOND)


def tree_sheet(parents, labels, title, description, run=''):
    """The cuts as a tree. parents: [part] -> its parent. labels: [part] -> two lines of text. run: the beginning of the ids."""
    children: dict = {}
    for part, parent in enumerate(parents):
        children.setdefault(parent, []).append(part)
    room = 116      # of a field and the gap beside it
    depth, x, leaves = {}, {}, 0
    for part, parent in enumerate(parents):     # a parent comes before its parts
        depth[part] = 0 if parent is None else depth[parent] + 1
    stack = [0]
    while stack:        # the leaves from left to right
        part = stack.pop()
        stack += reversed(children.get(part, []))
        if part not in children:
            x[part] = leaves = leaves + 1
    for part in reversed(range(len(parents))):
        if part in children:
            x[part] = sum(x[child] for child in children[part]) / len(children[part])
    sheet = Sheet(leaves * room + 20, (max(depth.values()) + 1) * 66 + 10, title, description)
    at = {part: (x[part] * room - room / 2 + 10, depth[part] * 66 + 28) for part in x}
    for part, parent in enumerate(parents):
        if parent is not None:
            sheet.line(at[parent][0], at[parent][1] + 18, at[part][0], at[part][1] - 18, EDGE, id='%se%d' % (run, part), class_='edge')
    for part, (first, second) in enumerate(labels):
        left, top = at[part][0] - room / 2 + 4, at[part][1] - 18
        sheet.rect(left, top, room - 8, 36, id='%st%d' % (run, part), class_='t', fill='#ffffff', stroke=PALE, rx=4,
                   tip='%s %s' % (first, second))
        for line, y in ((first, 15), (second, 30)):
            shown = cut_to_room(line, room - 14, 12)
            sheet.text(at[part][0], top + y, shown, 12, 'middle', class_='of-%st%d' % (run, part))
    return sheet
