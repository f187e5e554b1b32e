"""What use found, as pictures: how far counts are off, how two columns go together, and how well a column can be told."""

from __future__ import annotations

from ...core.voice.speaking import per_cent
from .findings_picture import BAR, ROW, WIDTH, bar, bars
from .svg import BLUE, MARGIN, PALE, SKY, headed

MOST_DRAWN = 15     # pairs of columns


def of_use(report, told, pairs, say) -> dict:
    """{'queries': Sheet, 'pairs': Sheet, 'classifier': Sheet}, those for which there is something to show.

    told: (what a classifier was trained on, the share that it tells right). pairs: (name, of the original, of the release) of two columns.
    """
    pictures = {'queries': queries_picture(report['queries'], report['seed'], say)}
    if pairs:
        pictures['pairs'] = pairs_picture(pairs, say)
    if told:
        sheet, y = headed(say('use_classifier', column=report['classify']), [say('use_classifier_is', column=report['classify'])])
        pictures['classifier'] = bars(sheet, y, [(name, share, per_cent(share, 2), False) for name, share in told], 1, '', 250)
    return pictures


def queries_picture(rows, seed, say):
    """A bar for the median of the errors, and one for their 90th percentile, of each number of columns."""
    sheet, y = headed(say('use_queries'), [say('use_queries_are', n=rows[0]['queries'], seed=str(seed))])
    drawn = [(say('named', name='%s %d' % (say('use_named'), row['columns']), text=say(key)), row[name], per_cent(row[name], 2), False)
             for row in rows for name, key in (('median', 'use_median'), ('ninetieth', 'use_ninetieth'))]
    return bars(sheet, y, drawn, max(1, *(n for _, n, _, _ in drawn)), '', 300)


def pairs_picture(pairs, say):
    """Of every two columns a bar for the original, and one for the release."""
    sheet, y = headed(say('use_pairs'), [say('use_pairs_are')])
    start, long = 330, 330
    for name, *values in pairs:
        y += ROW + 4
        sheet.text(MARGIN, y + 4, name, room=WIDTH - 2 * MARGIN, font_weight='bold')
        for key, value, fill in zip(('use_original', 'use_release'), values, (SKY, BLUE)):
            y += BAR
            sheet.text(MARGIN + 12, y + 11, say(key), room=start - MARGIN - 20)
            if value is None:
                sheet.text(start, y + 11, '-', fill=PALE)
            elif fill == BLUE:
                bar(sheet, start, y, long * abs(value), False, None)
            else:
                sheet.rect(start, y, max(long * abs(value), 0.5), BAR, fill=SKY)
            if value is not None:
                sheet.text(start + long * abs(value) + 8, y + 11, '%.4f' % value)
            y += 4
    sheet.height = y + ROW + 12
    return sheet
