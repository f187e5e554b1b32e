"""What an algorithm works on, drawn for a page whose script shows one step after the other.

Each shape that a step may change has an id: v3 is a vector's field, m3 its mark, b3 the frame that shows it in a box; p2 is the box of
part 2, t2 its field in the tree of cuts. The numbers are the places of vectors in lexicographic order, and the numbers of parts.
"""

from __future__ import annotations

from ..levels.lattice import height, vectors, with_level
from ..pictures.svg import INK, LINE, PALE, Sheet, cut_to_room, wide
from .explain_texts import vector_text

ROW, GAP = 64, 18
SIDE, LEFT, BELOW = 420, 110, 60        # of the plane


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
                sheet.line(x1, y1 - 17, x2, y2 + 17, LINE)
    for vector, place in places.items():
        x, y = middle[vector]
        sheet.rect(x - field / 2 - 5, y - 22, field + 10, 44, id='b%d' % place, class_='box', fill='none')
        sheet.rect(x - field / 2, y - 17, field, 34, id='v%d' % place, class_='v', fill='#ffffff', stroke=PALE, rx=4)
        sheet.text(x, y - 2, vector_text(vector), anchor='middle')
        sheet.text(x, y + 13, '?', anchor='middle', id='m%d' % place, class_='mark')
    return sheet


class Axis:
    """A dimension along a side of the plane: codes to pixels. A code has a field, so that a box of one code can be seen."""

    def __init__(self, dimension, name):
        self.name, self.texts = name, dimension.texts
        self.step = SIDE / len(dimension.texts)

    def start(self, code) -> float:
        return code * self.step

    def middle(self, code) -> float:
        return (code + 0.5) * self.step

    def ticks(self, room) -> list:
        """The codes whose values are written: all, or as many as have room."""
        every = max(1, -int(-room // self.step))
        return list(range(0, len(self.texts), every))


def plane_sheet(dimensions, names, points, ends, title, description, tip_of) -> Sheet:
    """The boxes of all parts over the first two columns. points: {(x code, y code): records}. ends: [part] -> of each dimension.
    tip_of(where=, n=): what is said of a point.

    Equal distances lie between neighbouring values. A table of one column has a plane of one row.
    """
    across, upward = Axis(dimensions[0], names[0]), Axis(dimensions[1], names[1]) if len(dimensions) > 1 else None
    sheet = Sheet(LEFT + SIDE + 20, SIDE + BELOW + 20, title, description)
    base = SIDE + 10
    for part, of_part in enumerate(ends):
        (x1, x2), (y1, y2) = of_part[0], of_part[1] if upward else (0, 0)
        bottom, rise = (base - upward.start(y1), (y2 - y1 + 1) * upward.step) if upward else (base, SIDE)
        sheet.rect(LEFT + across.start(x1) + 1.5, bottom - rise + 1.5, (x2 - x1 + 1) * across.step - 3, rise - 3,
                   id='p%d' % part, class_='part', fill='none', stroke=INK)
    most = max(points.values())
    for (x, y), n in sorted(points.items()):
        at = LEFT + across.middle(x), base - (upward.middle(y) if upward else SIDE / 2)
        radius = max(2.5, min(across.step, upward.step if upward else SIDE, 36) / 2.4 * (n / most) ** 0.5)
        where = ', '.join('%s %s' % (axis.name, axis.texts[code]) for axis, code in zip(filter(None, (across, upward)), (x, y)))
        sheet.circle(*at, radius, class_='point', fill='#0072b2', tip=tip_of(where=where, n=n))
    sheet.line(LEFT, base, LEFT + SIDE, base, INK)
    sheet.line(LEFT, base, LEFT, base - SIDE, INK)
    room = max(28, min(70, max(wide(text, 11) for text in across.texts) + 8))
    for code in across.ticks(room):
        sheet.text(LEFT + across.middle(code), base + 16, across.texts[code], 11, 'middle', room)
    sheet.text(LEFT + SIDE / 2, base + 40, across.name, 13, 'middle', SIDE, font_weight='bold')
    if upward:
        for code in upward.ticks(14):
            sheet.text(LEFT - 6, base - upward.middle(code) + 4, upward.texts[code], 11, 'end', LEFT - 34)
        sheet.text(14, base - SIDE / 2, upward.name, 13, 'middle', SIDE, font_weight='bold',
                   transform='rotate(-90 14 %d)' % (base - SIDE / 2))
    return sheet


def tree_sheet(parents, labels, title, description):
    """The cuts as a tree. parents: [part] -> its parent. labels: [part] -> two lines of text."""
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
            sheet.line(at[parent][0], at[parent][1] + 18, at[part][0], at[part][1] - 18, LINE, id='e%d' % part, class_='edge')
    for part, (first, second) in enumerate(labels):
        left, top = at[part][0] - room / 2 + 4, at[part][1] - 18
        sheet.rect(left, top, room - 8, 36, id='t%d' % part, class_='t', fill='#ffffff', stroke=PALE, rx=4,
                   tip='%s %s' % (first, second))
        for line, y, size in ((first, 15, 12), (second, 29, 11)):
            shown = cut_to_room(line, room - 14, size)
            sheet.text(at[part][0], top + y, shown, size, 'middle', class_='of-t%d' % part)
    return sheet
