"""What risk estimates of the people behind a table, and which columns make records stand out, as pictures.

Promise: as that of findings_picture.py.
"""

from __future__ import annotations

from ...core.voice.speaking import ENGLISH, about, per_cent
from ..voice.counted_persons import in_persons
from .findings_picture import bars
from .svg import headed

EDGES = 0, 0.001, 0.01, 0.05, 0.1, 0.2, 0.5, 1      # of individual risks


def of_estimates(report, classes, say=ENGLISH) -> dict:
    """{'estimated': Sheet, 'individual': Sheet, 'special': Sheet}, those of what was asked. classes: (records, individual risk) of each."""
    say, pictures = in_persons(say, report), {}
    if 'estimated' in report:
        pictures['estimated'] = models_picture(report['estimated'], say)
    if 'individual' in report:
        pictures['individual'] = individual_picture(report['individual'], classes, report['threshold'], say)
    if 'special' in report and report['special']['records']:
        pictures['special'] = special_picture(report['special'], say)
    return pictures


def models_picture(found, say):
    sheet, y = headed(say('estimated_title'), [say('stands_for', fraction='%g' % found['sampling_fraction'], records=found['records'],
                                                   population=about(found['population'])), say('estimated_bars')])
    rows = [(say('model_' + name), uniques or 0, say('not_converging') if uniques is None else
             say('estimated_bar', uniques=about(uniques), share=per_cent(uniques / found['population'])), name == found['chosen'])
            for name, uniques in found['models'].items()]
    return bars(sheet, y, rows, max(n for _, n, _, _ in rows), say('taken_by_rule'), 230)


def individual_picture(found, classes, threshold, say):
    """How many records have which individual risk."""
    told = {'highest': '%.4f' % found['highest'], 'average': '%.4f' % found['average'], 'threshold': '%g' % threshold}
    sheet, y = headed(say('individual_title'), [say('individual_is', above=found['above'], **told)])
    edges = sorted({*EDGES, threshold})
    rows = []
    for low, high in zip(edges, edges[1:]):
        n = sum(n for n, risk in classes if low < risk <= high)
        told_of = say('records_share', n=n, share=per_cent(n / found['records']))
        rows.append((say('risk_between', low='%g' % low, high='%g' % high), n, told_of, low >= threshold))
    return bars(sheet, y, rows, found['records'], say('above_threshold', threshold=told['threshold']))


def special_picture(found, say):
    sheet, y = headed(say('special_title'), [say('special_score'), say('special_bars')])
    rows = [(row['column'], row['share'], say('special_bar', n=row['records'], share=per_cent(row['share'])), False) for row in found['columns']]
    return bars(sheet, y, rows, 1, '')
