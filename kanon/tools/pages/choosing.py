"""The pages of sweep and start, which help to choose.

That of sweep has settings side by side, that of start what the columns of a table look like.
"""

from __future__ import annotations

from ...core.counts.measures import loss_text
from ...core.desk.as_text import as_one_lines, lost_lines
from ...core.voice.speaking import as_sentence, capital
from .as_html import bullets, command_block, element, joined_html, table
from .found_by_sweep import advice, column_names
from .found_in_tables import quasi_sensitive
from .settings_shown import page_head

FORMS = {'suppressed': '{:,}', 'classes': '{:,}', 'lm': '{:.4f}', 'lm_cells': '{:.4f}',
         'lm_most': '{:.4f}', 'dm': '{:,}', 'c_avg': '{:.2f}', 'precision': '{:.4f}',
         'query_error': '{:.4f}'}


def sweep_page(say, report):
    yield say('sweep_title', data=report['data'])
    yield from page_head(say, report)
    best = joined_html(advice(report['rows'], say), say('blank'))
    yield element('p', best, class_='finding')
    yield element('p', as_sentence(say, quasi_sensitive(say, report)))
    for text in lost_lines(say, report['lost'], report['records']['missing']):
        yield element('p', text)
    for text in as_one_lines(say, report['as_one']):
        yield element('p', text)
    yield element('h2', say('sweep_rows'))
    measures = [name for name in FORMS if name in report['rows'][0]]
    numbers = 1, 2, *range(4, 4 + len(measures))
    rows = [setting_row(say, row, measures) for row in report['rows']]
    yield table(sweep_heading(say, measures), rows, numbers=numbers)
    yield element('p', say('sweep_is'), class_='note')
    if 'query_error' in measures:
        yield element('p', say('sweep_queries'), class_='note')


def sweep_heading(say, measures) -> list:
    called = column_names(say)
    columns = 'algorithm', 'max_suppression', 'vector', *measures, 'proven'
    algorithm, *others = [capital(called[name]) if name in called else name for name in columns]
    return [algorithm, 'k', *others]


def setting_row(say, row, measures) -> tuple:
    """An algorithm and its settings, what it found, and its measures."""
    vector = '-' if row['vector'] is None else str(tuple(row['vector']))
    proven = '-' if row['proven'] is None else say('yes' if row['proven'] else 'no')
    losses = [loss_number(name, row[name]) for name in measures]
    return (row['algorithm'], '{:,}'.format(row['k']), str(row['max_suppression']), vector,
            *losses, proven)


def loss_number(name, value):
    if value is None:
        return '-'
    return loss_text(name, value, 4) if name == 'lm_most' else FORMS[name].format(value)


def start_page(say, report):
    yield say('start_title', data=report['data'])
    yield from page_head(say, report)
    text = say('start_finding', data=report['data'], columns=len(report['columns']),
               records=report['records'], incomplete=report['incomplete'])
    yield element('p', text, class_='finding')
    yield element('h2', say('start_columns'))
    head = 'a_column', 'looks_like', 'distinct_values', 'lacking_value', 'note'
    rows = [start_row(say, column) for column in report['columns']]
    yield table([capital(say(key)) for key in head], rows, numbers=(2, 3))
    yield element('h2', say('doubts'))
    yield bullets(*report['doubts']) or element('p', say('doubts_none'))
    if report['written']:
        yield element('h2', say('written'))
        yield table([say('file'), say('holds_what')], report['written'])
    yield element('h2', say('next'))
    yield from map(command_block, report['next'])


def start_row(say, column) -> tuple:
    if column['limit']:
        distinct = say('more_than', n=column['limit'])
    else:
        distinct = '{:,}'.format(column['distinct'])
    notes = joined_html(column['notes'], say('semicolon'))
    return column['name'], column['kind'], distinct, '{:,}'.format(column['missing']), notes
