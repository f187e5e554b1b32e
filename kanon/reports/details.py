"""What stands below the part that is signed: the pictures in full size, the classes, all options, the steps of the search."""

from __future__ import annotations

from .as_html import Html, code, element, figure, capital, joined, table
from .settings_shown import FROM, value_text
from .shapes import grouped_sizes

MOST = 300      # steps of a search


REASONS = {'no_sensitive': 'why_no_sensitive', 'no_total': 'why_no_total', 'no_list': 'why_no_list', 'unread': 'why_unread',
           'outside': 'why_outside', 'perhaps': 'why_perhaps', 'text': 'why_text', 'measured': 'why_measured',
           'identifier': 'why_identifier', 'top': 'why_top', 'early': 'why_early'}


def clauses_of(say, report):
    """What the table says to each clause of each standard. Nothing without one."""
    for standard in report.get('standards', ()):
        yield element('h2', say('standard', name=standard['name'], title=said(say, standard, 'title')))
        yield element('p', say('clauses_count', **{key: standard[key] for key in ('holds', 'fails', 'open')}),
                      *([say('blank'), say('clauses_steward', n=standard['open'])] if standard['open'] else []))
        rows = [(code(clause['clause']), verdict_of(say, clause), said(say, clause, 'text'), cited(clause))
                for clause in standard['clauses']]
        yield table([say(key) for key in ('clause', 'verdict', 'clause_text', 'clause_source')], rows, class_='wide')
        told = [say('standard_source', source=cited(standard))]
        told += [said(say, standard, 'reading')] if standard['reading'] else []
        yield element('p', joined([*told, say('no_opinion')], say('blank')), class_='note')


def cited(texts):
    """Where a standard or a clause stands. Sources are named in English."""
    return element('span', texts['source'], lang='en')


def said(say, texts, key):
    """A text of a standard's file in the language of the page, if the file has it."""
    return texts.get(key + '_zh') if say('own_language') == '中文' and texts.get(key + '_zh') else texts[key]


def verdict_of(say, clause):
    columns = joined(clause['columns'], say('comma'))
    if clause['verdict'] == 'fails':
        told = say('fails_in', classes=clause['classes'], records=clause['records'])
        return element('strong', joined([told, columns], say('colon')) if columns else told)
    if clause['verdict'] == 'open':
        why = said(say, clause, 'why') if clause['why'] else say(REASONS[clause['reason']])
        return joined([joined([say('open_clause'), *(['(%s)' % columns] if columns else [])], say('blank')), why], say('colon'))
    return say('holds')


def details_of(say, report, pictures):
    if pictures:
        yield element('h3', say('pictures'))
        yield element('p', say('pictures_say'), class_='note')
        yield from map(figure, pictures.values())
    yield element('h3', say('sizes'))
    rows = [(say('size_from', low=low, high=high) if high else say('size_over', low=low), '{:,}'.format(n), '{:,}'.format(records),
             say('one_in', n=low)) for low, high, n, records in grouped_sizes(report['shapes']['sizes'], report['k'])]
    yield table([say('size'), capital(say('classes')), capital(say('records')), say('risk_at_most')], rows, numbers=(1, 2))
    yield element('h3', say('all_options'))
    rows = [(name.replace('_', '-'), value_text(say, value), say(FROM[source])) for name, value, source in report['settings']]
    yield table([say('option'), say('value'), say('where_from')], rows)
    steps = report['steps']
    if steps:
        yield element('h3', say('steps'))
        yield element('pre', joined(map(code, steps[:MOST]), Html('\n')))
    if len(steps) > MOST:
        yield element('p', say('more_rows', n=len(steps) - MOST), class_='note')
