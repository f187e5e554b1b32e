"""What a release does to the risk of the records, as a picture.

A record of a class of n records has at most the risk 1 / n. No value of the data is shown.
"""

from __future__ import annotations

from .columns_picture import GREY, WIDTH
from .svg import BLUE, PALE, RED, SKY, Sheet, headed


def risk_of_classes(k, sizes, suppressed, say, recorded=None) -> Sheet:
    """How many records are in a class of one, of two, and so on: as published and, if these are told, as recorded.

    sizes, recorded: of the classes. suppressed: how many records. It may be no number (core/voice/speaking.py), and then has no bar.
    """
    edges, rows = risk_edges(k), []
    shown = [(of, fill, name) for of, fill, name in ((recorded, SKY, 'recorded'), (sizes, BLUE, 'published')) if of is not None]
    for low, high in zip(edges, [*edges[1:], None]):
        rows.append((low, high, [sum(size for size in of if size >= low and (high is None or size < high)) for of, _, _ in shown]))
    told = say('risk_shared', others=k - 1) if recorded is None else say('risk_found', unique=recorded.count(1), others=k - 1)
    is_drawn = isinstance(suppressed, int) and suppressed > 0
    sheet, y = headed(say('risk'), [told] if isinstance(suppressed, int) else [told, say('n_suppressed', n=suppressed)])
    y += 10
    for x, (_, fill, name) in zip((14, 130, 250), [*shown, *[(None, GREY, 'suppressed')] * is_drawn]):
        sheet.rect(x, y, 24, 10, fill=fill)
        sheet.text(x + 32, y + 10, say(name))
    y += 34
    sheet.text(150, y, say('highest_risk'), size=12, anchor='end', fill=PALE)
    most = max([suppressed if is_drawn else 0, *(n for row in rows for n in row[2])])
    for low, high, numbers in rows:
        if low == k:
            sheet.line(14, y + 8, WIDTH - 14, y + 8, stroke=RED, stroke_width=2, stroke_dasharray='6 3')
            sheet.text(WIDTH - 14, y + 5, 'k = {:,}'.format(k), anchor='end')
        y += 12
        sheet.text(150, y + 15, risk_span_text(low, high, say), anchor='end')
        for place, (n, (_, fill, _)) in enumerate(zip(numbers, shown)):
            sheet.rect(160, y + 1 + 12 * place, max(0.5, 520 * n / most), 10, fill=fill)
            sheet.text(168 + 520 * n / most, y + 10 + 12 * place, '{:,}'.format(n), size=12, fill=PALE)
        y += 18
    if is_drawn:
        y += 12
        sheet.text(150, y + 10, say('not_published'), anchor='end')
        sheet.rect(160, y + 1, max(0.5, 520 * suppressed / most), 10, fill=GREY)
        sheet.text(168 + 520 * suppressed / most, y + 10, '{:,}'.format(suppressed), size=12, fill=PALE)
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


def risk_span_text(low, high, say) -> str:
    """
    >>> from ...core.voice.speaking import ENGLISH
    >>> risk_span_text(1, 2, ENGLISH), risk_span_text(3, 5, ENGLISH), risk_span_text(40, None, ENGLISH)
    ('1/1', '1/3 to 1/4', '1/40 or less')
    """
    if high is None:
        return say('risk_or_less', n=low)
    return '1/{:,}'.format(low) if high == low + 1 else say('risk_to', first=low, last=high - 1)
