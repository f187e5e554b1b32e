"""What stands below the part that is signed: the pictures in full size, the classes, all options, the steps of the search."""

from __future__ import annotations

from ...core.voice.speaking import as_sentence, capital, in_language_of
from .as_html import Html, code, element, figure, joined_html, table
from .found_by_standards import not_checked, verdict_on_clause
from .settings_shown import FROM, value_text
from .shapes import grouped_sizes

MOST = 300      # steps of a search


def clauses_of(say, report):
    """What the table says to each clause of each standard. Nothing without one."""
    for standard in report.get('standards', ()):
        yield element('h2', capital(say('standard', name=standard['name'], title=in_language_of(say, standard, 'title'))))
        yield element('p', joined_html([say('clauses_count', **{key: standard[key] for key in ('holds', 'fails', 'open')}),
                                   *([say('standard_persons')] if 'person' in report else []),
                                   *not_checked(say, standard)], say('blank')))
        rows = [(code(clause['clause']), verdict_of(say, clause), in_language_of(say, clause, 'text'), cited(clause))
                for clause in standard['clauses']]
        yield table([capital(say(key)) for key in ('clause', 'verdict', 'clause_says', 'clause_source')], rows, class_='wide')
        told = [as_sentence(say, say('standard_source', source=cited(standard)))]
        told += [in_language_of(say, standard, 'reading')] if standard['reading'] else []
        yield element('p', joined_html([*told, say('no_opinion')], say('blank')), class_='note')


def cited(texts):
    """Where a standard or a clause stands. Sources are named in English."""
    return element('span', texts['source'], lang='en')


def verdict_of(say, clause):
    told = verdict_on_clause(say, clause)
    return element('strong', told) if clause['verdict'] == 'fails' else told


def details_of(say, report, pictures):
    if pictures:
        yield element('h3', say('pictures'))
        yield element('p', say('pictures_say'), class_='note')
        yield from map(figure, pictures.values())
    yield element('h3', say('sizes'))
    persons = report['shapes'].get('persons')
    rows = [(say('size_from', low=low, high=high) if high else say('size_over', low=low), '{:,}'.format(n), '{:,}'.format(records),
             say('one_in', n=low)) for low, high, n, records in grouped_sizes(persons or report['shapes']['sizes'], report['k'])]
    if persons:         # one of them may have most rows of a class, so there is no chance to pick a record
        yield table([say('size_persons'), capital(say('classes')), say('once_a_class')], [row[:3] for row in rows], numbers=(1, 2))
    else:
        yield table([say('size'), capital(say('classes')), capital(say('records')), say('risk_at_most')], rows, numbers=(1, 2))
    yield element('h3', say('all_options'))
    rows = [(name.replace('_', '-'), value_text(say, value), say(FROM[source])) for name, value, source in report['settings']]
    yield table([say('option'), say('value'), say('where_from')], rows)
    steps = report['steps']
    if steps:
        yield element('h3', say('steps'))
        yield element('pre', joined_html(map(code, steps[:MOST]), Html('\n')))
    if len(steps) > MOST:
        yield element('p', say('more_rows', n=len(steps) - MOST), class_='note')
