"""The pages of sweep and start, which help to choose: settings side by side, and what the columns of a table look like."""

from __future__ import annotations

from ...core.counts.measures import loss_text
from ...core.desk.as_text import as_one_lines, lost_lines
from ...core.voice.speaking import capital, as_sentence
from .as_html import bullets, command_block, element, joined_html, table
from .found_by_sweep import advice, column_names
from .found_in_tables import quasi_sensitive
from .settings_shown import page_head

FORMS = {'suppressed': '{:,}', 'classes': '{:,}', 'lm': '{:.4f}', 'lm_cells': '{:.4f}', 'lm_most': '{:.4f}', 'dm': '{:,}',
         'c_avg': '{:.2f}', 'precision': '{:.4f}', 'query_error': '{:.4f}'}


def sweep_page(say, report):
    yield say('sweep_title', data=report['data'])
    yield from page_head(say, report)
    yield element('p', joined_html(advice(report['rows'], say), say('blank')), class_='finding')
    yield element('p', as_sentence(say, quasi_sensitive(say, report)))
    notes = *lost_lines(say, report['lost'], report['records']['missing']), *as_one_lines(say, report['as_one'])
    yield from (element('p', text) for text in notes)
    yield element('h2', say('sweep_rows'))
    forms = {name: form for name, form in FORMS.items() if name in report['rows'][0]}
    rows = [(row['algorithm'], '{:,}'.format(row['k']), str(row['max_suppression']),
             '-' if row['vector'] is None else str(tuple(row['vector'])), *(loss_number(name, row[name], form) for name, form in forms.items()),
             '-' if row['proven'] is None else say('yes' if row['proven'] else 'no')) for row in report['rows']]
    called = column_names(say)
    columns = 'algorithm', 'max_suppression', 'vector', *forms, 'proven'
    algorithm, *others = (capital(called[name]) if name in called else name for name in columns)
    heading = [algorithm, 'k', *others]
    yield table(heading, rows, numbers=(1, 2, *range(4, 4 + len(forms))))
    yield element('p', say('sweep_is'), class_='note')
    if 'query_error' in forms:
        yield element('p', say('sweep_queries'), class_='note')


def loss_number(name, value, form):
    return '-' if value is None else loss_text(name, value, 4) if name == 'lm_most' else form.format(value)


def start_page(say, report):
    yield say('start_title', data=report['data'])
    yield from page_head(say, report)
    yield element('p', say('start_finding', data=report['data'], columns=len(report['columns']), records=report['records'],
                           incomplete=report['incomplete']), class_='finding')
    yield element('h2', say('start_columns'))
    rows = [(column['name'], column['kind'], say('more_than', n=column['limit']) if column['limit'] else '{:,}'.format(column['distinct']),
             '{:,}'.format(column['missing']), joined_html(column['notes'], say('semicolon'))) for column in report['columns']]
    yield table([capital(say(key)) for key in ('a_column', 'looks_like', 'distinct_values', 'lacking_value', 'note')], rows, numbers=(2, 3))
    yield element('h2', say('doubts'))
    yield bullets(*report['doubts']) or element('p', say('doubts_none'))
    if report['written']:
        yield element('h2', say('written'))
        yield table([say('file'), say('holds_what')], report['written'])
    yield element('h2', say('next'))
    yield from map(command_block, report['next'])
