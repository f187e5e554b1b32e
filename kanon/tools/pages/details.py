"""What stands below the part that is signed: clauses, measures, pictures, classes, steps."""

from __future__ import annotations

from ...core.counts.measures import loss_text, named_loss
from ...core.desk.as_text import LOSSES, bound_shown, pairs, picked
from ...core.desk.run_parts import MEASURE_LINES
from ...core.voice.speaking import as_sentence, at_most, capital, in_language_of
from .as_html import Html, code, element, figure, joined_html, table
from .found_by_standards import not_checked, verdict_on_clause
from .settings_shown import FROM, names_or_none, value_text
from .shapes import grouped_sizes
from .to_sign import least_text

MOST = 300      # steps of a search
MOST_SIGNED = 3         # measures that stand in the part to be signed


# The clauses of standards.

def clauses_of(say, report):
    """What the table says to each clause of each standard. Nothing without one."""
    for standard in report.get('standards', ()):
        title = in_language_of(say, standard, 'title')
        yield element('h2', capital(say('standard', name=standard['name'], title=title)))
        counts = [say('clauses_count', **picked(standard, 'holds', 'fails', 'open'))]
        if 'person' in report:
            counts.append(say('standard_persons'))
        counts += not_checked(say, standard)
        yield element('p', joined_html(counts, say('blank')))
        rows = [clause_row(say, clause) for clause in standard['clauses']]
        head = 'clause', 'verdict', 'clause_says', 'clause_source'
        yield table([capital(say(key)) for key in head], rows, class_='wide')
        notes = [as_sentence(say, say('standard_source', source=cited(standard)))]
        if standard['reading']:
            notes.append(in_language_of(say, standard, 'reading'))
        notes.append(say('no_opinion'))
        yield element('p', joined_html(notes, say('blank')), class_='note')


def clause_row(say, clause):
    verdict = verdict_on_clause(say, clause)
    if clause['verdict'] == 'fails':
        verdict = element('strong', verdict)
    return code(clause['clause']), verdict, in_language_of(say, clause, 'text'), cited(clause)


def cited(texts):
    """Where a standard or a clause stands. Sources are named in English."""
    return element('span', texts['source'], lang='en')


# The measures.

def further_measures(say, report):
    """The others, and what --bound has proven. They are the first of the details."""
    yield element('h2', say('details'))
    signed = signed_measures(report)
    names = [name for name in shown_measures(report) if name not in signed]
    if names or 'bound' in report:
        yield element('h3', say('more_measures'))
        yield measures_table(say, report, names, with_bound=True)


def forms_of_measures() -> dict:
    """{measure: how its number is written}, of MEASURE_LINES and the losses by other names."""
    forms = dict.fromkeys(LOSSES, '.6f')
    for of_line in MEASURE_LINES.values():
        forms.update(of_line)
    return forms


def shown_measures(report) -> list:
    """Those that the report has, in the order of the text."""
    measures = report['measures']
    return [name for name in forms_of_measures() if measures.get(name) is not None]


def signed_measures(report) -> list:
    """
    >>> measures = {'lm': 0.5, 'dm': 9, 'c_avg': 1.5, 'precision': 0.5, 'height': 2}
    >>> signed_measures({'measures': measures, 'measure': 'precision'})
    ['lm', 'precision', 'c_avg']
    """
    lost, _ = named_loss({'lm': None, **report['measures']})
    there = shown_measures(report)
    first = dict.fromkeys([lost, report.get('measure'), 'c_avg', 'dm', *there])
    return [name for name in first if name in there][:MOST_SIGNED]


def measures_table(say, report, names, with_bound=False):
    """A row for each of these measures: its value, and what it means.

    with_bound: whether what --bound has proven stands above them.
    """
    ends, rows = ends_of_measures(say, report), []
    if with_bound and 'bound' in report:
        bound = report['bound']
        rows.append((code('bound'), bound_shown(bound), bound_in_words(say, bound)))
    for name in names:
        meaning = say('meaning_' + name, **ends.get(name, {}))
        rows.append((code(name), measure_shown(name, report['measures'][name]), meaning))
    head = say('measure'), say('value'), say('meaning')
    return table(head, rows, numbers=(1,), class_='wide')


def ends_of_measures(say, report) -> dict:
    """{measure: the least and the most that it can be, and what else its meaning says}."""
    k, published = report['k'], report['records']['published']
    # dm is there only where this is told
    records = published + least_text(report['records']['suppressed'])
    weights = [report['weights'].get(name, 1) for name in report['quasi']]
    most = '%g' % sum(weights)
    weighted = ''
    if report['weights']:
        typed = pairs(report['weights'], '%s=%g')
        weighted = say('weighted', weights=joined_html(typed, say('comma')))
    of_loss = {'n': len(weights), 'weighted': weighted, 'most': most}
    return {
        **dict.fromkeys(LOSSES, of_loss),
        'lm_published': {'most': most},
        'dm': {'least': records * k, 'most': records * records},
        'c_avg': {'most': '{:,.1f}'.format(published / k)},
    }


def measure_shown(name, value) -> str:
    """A measure as a page writes it: as the text does, but with commas between thousands.

    >>> measure_shown('lm', 0.25), measure_shown('dm', 1200), measure_shown('precision', 0.25)
    ('0.250000', '1,200', '0.2500')
    """
    if name in LOSSES:
        return loss_text(name, value, 6)
    form = forms_of_measures()[name]
    return format(value, form if form == '.6f' else ',' + form)


def bound_in_words(say, bound):
    """What --bound has proven."""
    if bound['gap'] is None:
        sentences = [say('bound_zero')]
    else:
        sentences = [say('bound', above=at_most(bound['gap']))]
    if bound['stopped']:
        sentences.append(say('bound_stopped'))
    if bound['by'] == 'neighbours':
        sentences.append(say('bound_near'))
    if bound['left_out']:
        columns = names_or_none(say, bound['left_out'])
        sentences.append(say('bound_without', columns=columns))
    return joined_html(sentences, say('blank'))


# The pictures, the classes, the options, and the steps of the search.

def pictures_in_full(say, report):
    if report['pictures']:
        yield element('h3', say('pictures'))
        yield element('p', say('pictures_say'), class_='note')
        yield from map(figure, report['pictures'].values())


def pictures_below(say, report):
    """The same on a page that is not signed."""
    if report['pictures']:
        yield element('h2', say('pictures'))
        yield element('p', say('pictures_say'), class_='note')
        yield from map(figure, report['pictures'].values())


def sizes_table(say, report):
    """How many classes there are of which sizes, in records or in persons."""
    yield element('h3', say('sizes'))
    persons = report['shapes'].get('persons')
    groups = grouped_sizes(persons or report['shapes']['sizes'], report['k'])
    rows = []
    for least, most, classes, records in groups:
        size = say('size_from', low=least, high=most) if most else say('size_over', low=least)
        counts = '{:,}'.format(classes), '{:,}'.format(records)
        rows.append((size, *counts, say('one_in', n=least)))
    if persons:     # one of them may have most rows of a class, so no chance to pick a record
        head = say('size_persons'), capital(say('classes')), say('once_a_class')
        yield table(head, [row[:3] for row in rows], numbers=(1, 2))
    else:
        head = say('size'), capital(say('classes')), capital(say('records')), say('risk_at_most')
        yield table(head, rows, numbers=(1, 2))


def settings_table(say, report):
    yield element('h3', say('all_options'))
    rows = [(name.replace('_', '-'), value_text(say, value), say(FROM[source]))
            for name, value, source in report['settings']]
    yield table([say('option'), say('value'), say('where_from')], rows)


def steps_of(say, report):
    steps = report['steps']
    if steps:
        yield element('h3', say('steps'))
        yield element('pre', joined_html(map(code, steps[:MOST]), Html('\n')))
    if len(steps) > MOST:
        yield element('p', say('more_rows', n=len(steps) - MOST), class_='note')
