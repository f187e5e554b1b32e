"""What stands below the part that is signed: the pictures in full size, the classes, all options, the steps of the search."""

from __future__ import annotations

from .html import element, figure, joined, table
from .release import grouped_sizes
from .settings import FROM, value_text

MOST = 300      # rows of a table


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
    if report.get('trace'):
        yield element('h3', say('steps'))
        yield from steps(say, report['trace'])


def steps(say, trace):
    """The trace of --trace: the vectors that were checked, or the cuts."""
    shown = trace[:MOST]
    if 'vector' in trace[0]:
        rows = [('(%s)' % ', '.join(map(str, step['vector'])), str(step['height']), '{:,}'.format(step['suppressed']),
                 say('yes' if step['satisfies'] else 'no')) for step in shown]
        yield table([say('step_vector'), say('step_height'), say('step_suppressed'), say('step_satisfies')], rows, numbers=(1, 2))
    else:
        rows = [(step['column'], '{:,}'.format(step['size']), step['at'], joined('{:,}'.format(n) for n in step['parts']))
                for step in shown if 'parts' in step]
        yield table([say('column'), say('step_size'), say('step_at'), say('step_parts')], rows, numbers=(1,))
    if len(trace) > MOST:
        yield element('p', say('more_rows', n=len(trace) - MOST), class_='note')
