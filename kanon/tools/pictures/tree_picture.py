"""A hierarchy as a picture of its tree, and what each level of the hierarchies of a table leaves.

Promise: a picture shows what the text of the same verb shows: the same nodes, the same numbers, no value besides.
"""

from __future__ import annotations

from itertools import groupby
from math import log

from ...core.voice.speaking import ENGLISH
from .svg import BLUE, EDGE, INK, ORANGE, PALE, PAPER, SKY, Sheet, headed

WIDTH, MARGIN, ROW = 800, 16, 20


def tree_picture(rows, title, counted, say=ENGLISH) -> Sheet:
    """rows: (depth, text, level, leaves, records) of each node, as building/inspect.py yields them. counted: whether records
    of a table are counted.
    """
    rows, what = list(rows), 'records' if counted else 'leaves'
    told = [say('bars_of_records' if counted else 'bars_of_leaves')]
    if counted and any(row.level and not row.records for row in rows):
        told.append(say('empty_circle'))
    sheet, y = headed(title, told)
    step = min(20, 200 / max(1, max(row.depth for row in rows)))
    ends = {'level': 400, 'leaves': 460, 'records': 530} if counted else {'level': 440, 'leaves': 510}
    bar = max(ends.values()) + 16
    y += 24
    for name, x in ends.items():
        sheet.text(x, y, say(name), anchor='end', fill=PALE)
    whole = getattr(rows[0], what) or 1
    above: dict = {}        # {depth: where the last node of it is}
    for row in rows:
        y += ROW
        x, n = MARGIN + 5 + step * row.depth, getattr(row, what)
        if row.depth:
            from_x, from_y = above[row.depth - 1]
            sheet.path([(from_x, from_y + 5), (from_x, y), (x - 5 * bool(row.level), y)], stroke=EDGE)
        above[row.depth] = x, y
        if row.level:
            sheet.circle(x, y, 4, fill=PAPER if counted and not n else BLUE, stroke=BLUE, stroke_width=1.5)
        sheet.text(x + 10, y + 4, row.text if row.level else say('more_leaves', n=str(row.leaves)), room=ends['level'] - 44 - x - 10, fill=INK if row.level else PALE)
        if row.level:
            for name, end in ends.items():
                text = row.level if name == 'level' else '{:,}'.format(getattr(row, name))
                sheet.text(end, y + 4, text, anchor='end', room=68)
            sheet.rect(bar, y - 6, max((WIDTH - MARGIN - bar) * n / whole, 0.5 * bool(n)), 12, fill=SKY)
    sheet.height = y + ROW
    return sheet


def levels_picture(rows, say=ENGLISH) -> Sheet:
    """rows: {'column', 'level', 'labels', 'smallest', 'rarest'} of each level of each column, as `hierarchy levels` prints them."""
    sheet, y = headed(say('levels'), [say('level_fits'), say('logarithmic')])
    most_labels, most = (max(row[name] for row in rows) for name in ('labels', 'smallest'))
    labels_at, fewest_at, rarest_at, long = 90, 300, 560, 140
    for column, levels in groupby(rows, key=lambda row: row['column']):
        y += 30
        sheet.text(MARGIN, y, column, size=14, room=WIDTH - 2 * MARGIN, font_weight='bold')
        y += 20
        for x, key in ((MARGIN, 'level'), (labels_at, 'labels'), (fewest_at, 'records_of_rarest'), (rarest_at, 'rarest')):
            sheet.text(x, y, say(key), fill=PALE)
        for row in levels:
            y += ROW
            sheet.text(MARGIN + 10, y + 4, str(row['level']))
            for x, name, top, fill in ((labels_at, 'labels', most_labels, SKY), (fewest_at, 'smallest', most, ORANGE)):
                length = long * log(1 + row[name]) / log(1 + top)
                sheet.rect(x, y - 6, length, 12, fill=fill)
                sheet.text(x + length + 6, y + 4, '{:,}'.format(row[name]))
            if row['rarest'] is None:
                sheet.text(rarest_at, y + 4, say('not_shown'), fill=PALE)
            else:
                sheet.text(rarest_at, y + 4, row['rarest'], room=WIDTH - MARGIN - rarest_at)
    sheet.height = y + ROW + 8
    return sheet
