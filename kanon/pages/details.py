"""What stands below the part that is signed: the pictures in full size, the classes, all options, the steps of the search."""

from __future__ import annotations

from .html import Html, code, element, figure, joined, table
from .release import grouped_sizes
from .settings import FROM, value_text

MOST = 300      # steps of a search


def details_of(say, report, pictures):
    if pictures:
        yield element('h3', say('pictures'))
        yield element('p', say('pictures_say'), class_='note')
        yield from map(figure, pictures.values())
    yield element('h3', say('sizes'))
    rows = [(say('size_from', low=low, high=high) if high else say('size_over', low=low), '{:,}'.format(n), '{:,}'.format(records),
             say('one_in', n=low)) for low, high, n, records in grouped_sizes(report['shapes']['sizes'], report['k'])]
    yield table([say('size'), say('classes'), say('records'), say('risk_at_most')], rows, numbers=(1, 2))
    yield element('h3', say('all_options'))
    rows = [(name.replace('_', '-'), value_text(say, value), say(FROM[source])) for name, value, source in report['settings']]
    yield table([say('option'), say('value'), say('where_from')], rows)
    steps = report['steps']
    if steps:
        yield element('h3', say('steps'))
        yield element('pre', joined(map(code, steps[:MOST]), Html('\n')))
    if len(steps) > MOST:
        yield element('p', say('more_rows', n=len(steps) - MOST), class_='note')
