"""How large the classes of a release are, and what that means for the risk of a record, as pictures.

A record of a class of n records has at most the risk 1 / n. No value of the data is shown.
"""

from __future__ import annotations

from ..errors import many
from ..frequency import added_up
from .columns import GREY, WIDTH
from .svg import BLUE, PALE, RED, SKY, Sheet, headed


def of_sizes(report, outcome) -> Sheet:
    """How many classes there are of each size."""
    k, sizes = report['k'], sorted(outcome.sizes.values())
    edges = size_edges(k, sizes[-1])
    title = 'The sizes of the published classes: %s' % many(len(sizes), 'class')
    finding = 'The smallest has %s, the largest %s, the average %s.' % (
        many(sizes[0], 'record'), '{:,}'.format(sizes[-1]), '{:,.1f}'.format(sum(sizes) / len(sizes)))
    sheet, y = headed(title, [finding, 'Each class has at least k = %s.' % many(k, 'record')])
    y += 44
    bars = [[size for size in sizes if low <= size < high] for low, high in zip(edges, edges[1:])]
    width, high, most = min(90, (WIDTH - 100) / len(bars)), 150, max(map(len, bars))
    base = y + high
    for place, of_bar in enumerate(bars):
        x, tall = 50 + place * width, high * len(of_bar) / most
        text = size_text(edges[place], edges[place + 1] - 1)
        if of_bar:
            sheet.rect(x + 3, base - tall, width - 6, tall, fill=BLUE, tip='%s records: %s with %s' % (
                text, many(len(of_bar), 'class'), many(sum(of_bar), 'record')))
            sheet.text(x + width / 2, base - tall - 5, '{:,}'.format(len(of_bar)), anchor='middle', room=width)
        low, _, top = text.partition('-')
        sheet.text(x + width / 2, base + 16, low + ('-' if top else ''), size=10, anchor='middle', fill=PALE, room=width)
        sheet.text(x + width / 2, base + 29, top, size=10, anchor='middle', fill=PALE, room=width)
    sheet.line(50, base, 50 + width * len(bars), base, stroke=PALE)
    sheet.line(50, y - 16, 50, base, stroke=RED, stroke_width=2, stroke_dasharray='6 3')
    sheet.text(55, y - 20, 'k = %s' % '{:,}'.format(k))
    sheet.text(50, base + 46, 'records of a class; above the bars the number of classes', size=11, fill=PALE)
    sheet.height = base + 56
    return sheet


def size_edges(k, most) -> list:
    """The edges of bars of class sizes: doubled each time or, if the sizes are near each other, evenly apart.

    >>> size_edges(10, 95), size_edges(10, 13), size_edges(2, 9), size_edges(5, 5)
    ([10, 20, 40, 80, 160], [10, 11, 12, 13, 14], [2, 3, 4, 5, 6, 7, 8, 9, 10], [5, 6])
    """
    if most < k + 12 or most < 4 * k:
        step = -(-(most - k + 1) // 12)
        return list(range(k, most + step + 1, step))[:(most - k) // step + 2]
    factor = 2
    while k * factor ** 12 <= most:
        factor *= 2
    edges = [k]
    while edges[-1] <= most:
        edges.append(edges[-1] * factor)
    return edges


def size_text(low, high) -> str:
    return '{:,}'.format(low) if low == high else '{:,}-{:,}'.format(low, high)


def of_risk(report, outcome) -> Sheet:
    """How many records are in a class of one, of two, and so on: as recorded, and as published."""
    k, table = report['k'], outcome.recoding.table
    recorded = list(added_up(zip(*(column.codes for column in table.columns)), table.counts).values())
    edges = risk_edges(k)
    rows = []
    for low, high in zip(edges, [*edges[1:], None]):
        rows.append((low, high, *(sum(size for size in sizes if size >= low and (high is None or size < high))
                                  for sizes in (recorded, outcome.sizes.values()))))
    unique = sum(size for size in recorded if size == 1)
    title = 'The risk of a record: one in how many'
    finding = ('Before, %s had a combination of quasi-identifiers to itself. Now each published record shares its own with at'
               ' least %s.' % (many(unique, 'record'), many(k - 1, 'other')))
    sheet, y = headed(title, [finding])
    y += 10
    sheet.rect(14, y, 24, 10, fill=SKY)
    sheet.text(46, y + 10, 'recorded')
    sheet.rect(130, y, 24, 10, fill=BLUE)
    sheet.text(162, y + 10, 'published')
    sheet.rect(250, y, 24, 10, fill=GREY)
    sheet.text(282, y + 10, 'suppressed')
    y += 34
    sheet.text(150, y, 'highest risk', size=11, anchor='end', fill=PALE)
    most = max([outcome.suppressed, *(n for row in rows for n in row[2:])])
    for low, high, before, after in rows:
        if low == k:
            sheet.line(14, y + 8, WIDTH - 14, y + 8, stroke=RED, stroke_width=2, stroke_dasharray='6 3')
            sheet.text(WIDTH - 14, y + 5, 'k = {:,}'.format(k), anchor='end')
        y += 12
        sheet.text(150, y + 15, risk_text(low, high), anchor='end')
        for place, (n, fill) in enumerate(((before, SKY), (after, BLUE))):
            sheet.rect(160, y + 1 + 12 * place, max(0.5, 520 * n / most), 10, fill=fill)
            sheet.text(168 + 520 * n / most, y + 10 + 12 * place, '{:,}'.format(n), size=11, fill=PALE)
        y += 18
    if outcome.suppressed:
        y += 12
        sheet.text(150, y + 10, 'not published', anchor='end')
        sheet.rect(160, y + 1, max(0.5, 520 * outcome.suppressed / most), 10, fill=GREY)
        sheet.text(168 + 520 * outcome.suppressed / most, y + 10, '{:,}'.format(outcome.suppressed), size=11, fill=PALE)
        y += 6
    sheet.height = y + 24
    return sheet


def risk_edges(k) -> list:
    """The least class sizes of the rows.

    >>> risk_edges(2), risk_edges(5), risk_edges(10), risk_edges(320)
    ([1, 2, 4, 8], [1, 2, 3, 4, 5, 10, 20], [1, 2, 3, 5, 10, 20, 40], [1, 2, 3, 5, 10, 20, 50, 100, 200, 320, 640, 1280])
    """
    steps = range(1, k) if k < 7 else [digit * 10 ** power for power in range(19) for digit in (1, 2, 5)]
    return sorted({size for size in [*steps, *[3] * (k >= 7)] if size < k}) + [k, 2 * k, 4 * k]


def risk_text(low, high) -> str:
    """
    >>> risk_text(1, 2), risk_text(3, 5), risk_text(40, None)
    ('1/1', '1/3 to 1/4', '1/40 or less')
    """
    if high is None:
        return '1/{:,} or less'.format(low)
    return '1/{:,}'.format(low) if high == low + 1 else '1/{:,} to 1/{:,}'.format(low, high - 1)
