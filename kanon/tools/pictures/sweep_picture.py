"""The settings of a sweep as pictures: what is lost as k grows, and what a lower risk costs."""

from __future__ import annotations

from collections import Counter
from math import log

from ...core.algorithm_table import UNSUPPRESSED
from ...core.counts.measures import loss_of_rows, named_loss, told_loss
from ...core.voice.speaking import ENGLISH
from .axes import round_numbers
from .columns_picture import number_text
from .svg import BLUE, GREEN, INK, ORANGE, PALE, PAPER, RED, SKY, Sheet, headed, stacked, wide

LOOKS = [(BLUE, 'circle', None), (RED, 'square', '7 3'), (GREEN, 'triangle', '2 3'), (ORANGE, 'diamond', '9 3 2 3'),
         (INK, 'cross', '5 2'), (SKY, 'circle', '1 3'), (PALE, 'square', '4 4'), (BLUE, 'triangle', '12 3')]   # colour, marker, dash
FRONTIER = '#949494'


def sweep_picture(rows, findings, quasi, say=ENGLISH) -> Sheet:
    """Loss against k, a panel for each MaxSup, and loss against risk.

    rows: of python -m kanon sweep, dicts with algorithm, k, max_suppression, lm and suppressed. lm is None where nothing is published.
    Where no row has an lm, lm_cells or lm_most is drawn. Rows with another loss than the others are not drawn.
    findings: sentences below the title.
    """
    nothing = sum(named_loss(row)[1] is None for row in rows)
    name = loss_of_rows(rows)
    rows = [{**row, 'lm': row[name], 'name': name} for row in rows]      # from here on, lm is the loss of this name
    looks = dict(zip(dict.fromkeys(row['algorithm'] for row in rows), LOOKS * (len(rows) // len(LOOKS) + 1)))
    published = [row for row in rows if row['lm'] is not None]
    limits = list(dict.fromkeys(row['max_suppression'] for row in rows if row['algorithm'] not in UNSUPPRESSED)) or [None]
    title = say('sweep', n=len(rows), quasi=say('comma').join(quasi))
    if nothing:
        findings = [*findings, say('leave_nothing', n=nothing)]
    sheet, y = headed(title, findings)
    sheet.height = legend(sheet, y + 16, looks)
    if not published:
        return sheet
    scale = Scale(published)
    wide_ = 800 if len(limits) == 1 else 400
    y = sheet.height
    for place, limit in enumerate(limits):
        of_panel = [row for row in published if row['algorithm'] in UNSUPPRESSED or row['max_suppression'] == limit]
        sheet.paste(panel(of_panel, limit, looks, scale, wide_, say), place % (800 // wide_) * wide_, y)
        if place % (800 // wide_) == 800 // wide_ - 1 or place == len(limits) - 1:
            y += 274
    sheet.height = y
    risks = risk_panel(published, looks, scale, say)
    both = stacked([sheet, risks])
    both.title = title
    return both


class Scale:
    """Where k and a loss lie, from 0 to 1. k is on a logarithmic axis. The loss axis begins at 0 and ends at a tick."""

    def __init__(self, rows):
        self.ks, self.name = sorted({row['k'] for row in rows}), rows[0]['name']
        most = max(row['lm'] for row in rows)
        self.ticks = round_numbers(0, most, 6) if most else [0, 1]

    def across(self, k) -> float:
        low, high = self.ks[0], self.ks[-1]
        return 0.5 if low == high else log(k / low) / log(high / low)

    def up(self, loss) -> float:
        return loss / self.ticks[-1]


def axes(sheet, scale, left, top, width, height, text_of, below):
    """The axes of a panel, with as many ticks as there is room for."""
    for tick in scale.ticks:
        y = top + height * (1 - scale.up(tick))
        sheet.line(left, y, left + width, y)
        sheet.text(left - 14, y + 4, number_text(tick), size=12, anchor='end', fill=PALE, room=left - 16)
    end = -1000.0
    for k in scale.ks:
        x, text = left + width * scale.across(k), text_of(k)
        sheet.line(x, top + height, x, top + height + 4, stroke=PALE)
        begin = x - wide(text, 12) / 2
        if begin > end + 8 and begin + wide(text, 12) < sheet.width:
            sheet.text(x, top + height + 22, text, size=12, anchor='middle', fill=PALE)
            end = begin + wide(text, 12)
    sheet.text(left + width / 2, top + height + 40, below, size=12, anchor='middle', fill=PALE)
    sheet.text(10, top - 12, scale.name, size=12, fill=PALE)


def panel(rows, limit, looks, scale, width, say) -> Sheet:
    """Loss against k for one MaxSup."""
    sheet = Sheet(width, 274, '', '')
    left, top, room, high = 58, 44, width - 100, 180
    if limit is not None:
        sheet.text(left, 18, say('limit', limit=str(limit)), size=13, room=room)
    axes(sheet, scale, left, top, room, high, '{:,}'.format, 'k')
    lines = {algorithm: sorted((row for row in rows if row['algorithm'] == algorithm), key=lambda row: row['k']) for algorithm in looks}
    for algorithm, of_line in lines.items():
        points = [(left + room * scale.across(row['k']), top + high * (1 - scale.up(row['lm']))) for row in of_line]
        if len(points) > 1:
            sheet.path(points, stroke=looks[algorithm][0], stroke_width=2, stroke_dasharray=looks[algorithm][2])
    for row, under in stacked_rows([row for of_line in lines.values() for row in of_line]):
        x, y = left + room * scale.across(row['k']), top + high * (1 - scale.up(row['lm']))
        marker(sheet, x, y, looks[row['algorithm']], tip_of(row, say), under)
    alike = [say('comma').join(names) for names in coinciding(lines)]
    if alike:
        sheet.text(left + room, 34, say('coincide', names=say('semicolon').join(alike)), anchor='end', fill=PALE, room=room - 20)
    return sheet


def stacked_rows(rows):
    """Yield each row, and how many of those behind it lie at the same place. Their markers are smaller, so that all are seen.

    >>> [under for _, under in stacked_rows([{'k': 2, 'lm': 0.5}, {'k': 3, 'lm': 0.5}, {'k': 2, 'lm': 0.5}])]
    [1, 0, 0]
    """
    left = Counter((row['k'], row['lm']) for row in rows)
    for row in rows:
        left[row['k'], row['lm']] -= 1
        yield row, left[row['k'], row['lm']]


def coinciding(lines) -> list:
    """The lists of algorithms that have the same points. lines: {algorithm: its rows by k}.

    >>> same = [{'k': 2, 'lm': 0.5}]
    >>> coinciding({'samarati': same, 'optimal': same, 'mondrian': [{'k': 2, 'lm': 0.1}], 'datafly': []})
    [['samarati', 'optimal']]
    """
    alike: dict = {}
    for algorithm, of_line in lines.items():
        alike.setdefault(tuple((row['k'], row['lm']) for row in of_line), []).append(algorithm)
    return [names for points, names in alike.items() if points and len(names) > 1]


def risk_panel(rows, looks, scale, say) -> Sheet:
    """Loss against the highest risk, 1 / k. The frontier goes through the settings that no other beats in both."""
    best = frontier(rows)
    settings = say('semicolon').join(say('setting', algorithm=row['algorithm'], k=row['k'], **told_loss(row)) for row in best)
    sheet, y = headed(say('trade'), [say('frontier_is', settings=settings)])
    y += 42
    left, room, high = 58, 700, 200
    axes(sheet, scale, left, y, room, high, '1/{:,}'.format, say('risk_axis'))
    stairs: list = []
    for row in best:
        x, at = left + room * scale.across(row['k']), y + high * (1 - scale.up(row['lm']))
        stairs += [(stairs[-1][0] if stairs else left, at), (x, at)]
    sheet.path(stairs, stroke=FRONTIER, stroke_width=7)
    for row, under in stacked_rows(rows):
        x, at = left + room * scale.across(row['k']), y + high * (1 - scale.up(row['lm']))
        marker(sheet, x, at, looks[row['algorithm']], tip_of(row, say), under)
        if row in best:
            sheet.circle(x, at, 9, fill='none', stroke=INK, stroke_width=1.5)
    sheet.line(left, y + high + 62, left + 30, y + high + 62, stroke=FRONTIER, stroke_width=7)
    sheet.circle(left + 15, y + high + 62, 9, fill='none', stroke=INK, stroke_width=1.5)
    sheet.text(left + 40, y + high + 66, say('frontier'), size=12)
    sheet.height = y + high + 78
    return sheet


def frontier(rows) -> list:
    """The rows that no other beats, by ascending k: none has as great a k and less loss, or a greater k and as little.

    >>> rows = [{'k': 5, 'lm': 0.5, 'suppressed': 0}, {'k': 5, 'lm': 0.4, 'suppressed': 0}, {'k': 10, 'lm': 0.4, 'suppressed': 0}]
    >>> [row['k'] for row in frontier([*rows, {'k': 20, 'lm': 0.9, 'suppressed': 0}])]
    [10, 20]
    """
    best: list = []
    for row in sorted(rows, key=lambda row: (-row['k'], row['lm'], row['suppressed'])):
        if not best or row['lm'] < best[-1]['lm']:
            best.append(row)
    return best[::-1]


def legend(sheet, y, looks) -> float:
    """The algorithms, with their lines and markers. Returns where it ends."""
    x = 14.0
    for algorithm, look in looks.items():
        if x > 14 and x + 46 + wide(algorithm) > sheet.width - 10:
            x, y = 14, y + 22
        sheet.line(x, y, x + 36, y, stroke=look[0], stroke_width=2, stroke_dasharray=look[2])
        marker(sheet, x + 18, y, look)
        sheet.text(x + 44, y + 4, algorithm)
        x += 44 + wide(algorithm) + 24
    return y + 18


def marker(sheet, x, y, look, tip=None, under=0):
    """The marker of a line. under: how many others lie on it. It is larger then."""
    (colour, shape, _), size = look, 1 + 0.5 * under
    corners = {'square': [(-4, -4), (4, -4), (4, 4), (-4, 4)], 'triangle': [(0, -5), (5, 4), (-5, 4)],
               'diamond': [(0, -6), (6, 0), (0, 6), (-6, 0)]}
    if shape == 'circle':
        sheet.circle(x, y, 4.5 * size, fill=colour, stroke=PAPER, tip=tip)
    elif shape == 'cross':
        for slope in 1, -1:
            sheet.line(x - 4 * size, y - 4 * slope * size, x + 4 * size, y + 4 * slope * size, stroke=colour, stroke_width=3, tip=tip)
    else:
        points = ' '.join('%.1f,%.1f' % (x + right * size, y + down * size) for right, down in corners[shape])
        sheet.add('polygon', tip=tip, points=points, fill=colour, stroke=PAPER)


def tip_of(row, say) -> str:
    words = {'algorithm': row['algorithm'], 'k': str(row['k']), 'n': row['suppressed'], **told_loss(row)}
    if row['algorithm'] in UNSUPPRESSED:
        return say('setting_tip', **words)
    return say('limited_tip', limit=str(row['max_suppression']), **words)
