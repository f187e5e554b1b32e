"""What use found, part by part: as lines, as the rows of a csv file, and as a page.

Promise: the text of a report, its page and its picture say the same, since all ask here. A part
that has a table is said once, as a Section, which a text and a page write each in its own way.
"""

from __future__ import annotations

from collections import namedtuple

from ...core.desk.as_text import picked
from ...core.desk.run_parts import FIRST, Part, said
from ...core.tables.text_table import table_text
from ...core.voice.speaking import as_sentence, capital, per_cent
from .as_html import Place, element, joined_html, said_at, table
from .settings_shown import made_by, reading_paragraphs, rows_are

MEASURES_OF_PAIRS = {'correlation': 'use_correlation', 'correlation_ratio': 'use_correlation_ratio',
                     'cramers_v': 'use_cramers_v'}
SHOWN = 40      # pairs of columns of a text, those that differ most

# A part with a table. above, below: lines. rows: of texts, with the heading first, or of nothing.
Section = namedtuple('Section', 'title above rows below', defaults=((), ((),), ()))


# What was compared.

def tables_compared(say, report):
    """How many records each table has, and how many of them are left out, or are strange."""
    records, known = report['records'], report['known']
    yield say('use_records', known=known, **picked(records, 'original', 'release', 'suppressed'))
    if records['left_out']:
        yield say('use_left_out', n=records['left_out'], known=known)
    if records['strange']:
        yield say('use_strange', n=records['strange'], known=known)


def labels_meant(say, report):
    """What a label stands for, and which columns are compared as numbers."""
    yield say('use_spread')
    columns = {}
    for kind in 'numbers', 'categories':
        names = [column['name'] for column in report['columns'] if column['kind'] == kind]
        columns[kind] = names or say('none')
    yield say('use_as', **columns)


# The parts with a table.

def queries_section(say, report):
    queries = report['queries']
    note = say('use_queries_are', n=queries[0]['queries'], seed=str(report['seed']))
    rows = [(say('use_named'), say('use_median'), say('use_ninetieth'))]
    for row in queries:
        rows.append((str(row['columns']), percent(row['median']), percent(row['ninetieth'])))
    yield Section(say('use_queries'), [note], rows)


def numbers_section(say, report):
    if not report['numbers']:
        return
    rows = [(say('a_column'), say('use_measure'), say('use_original'), say('use_release'),
             say('use_difference'), say('use_deviations'))]
    for row in report['numbers']:
        measure = say('use_mean') if row['measure'] == 'mean' else row['measure']
        names = 'original', 'release', 'error', 'in_sd'
        rows.append((row['column'], measure, *(four_decimals(row[name]) for name in names)))
    yield Section(say('use_numbers'), rows=rows)


def pairs_section(say, report):
    pairs = report['pairs']
    if not pairs:
        return
    rows = [(say('columns'), say('use_measure'), say('use_original'), say('use_release'),
             say('use_difference'))]
    for row in most_different(pairs, SHOWN):
        names = 'original', 'release', 'error'
        numbers = [four_decimals(row[name]) for name in names]
        rows.append((pair_name(say, row), say(MEASURES_OF_PAIRS[row['measure']]), *numbers))
    further = len(pairs) - SHOWN
    below = [say('more_rows', n=further)] if further > 0 else []
    yield Section(say('use_pairs'), [say('use_pairs_are')], rows, below)


def classifier_section(say, report):
    column, classifier = report['classify'], report['classifier']
    if column is None:
        return
    title = say('use_classifier', column=column)
    if not classifier:
        many = say('use_too_many', column=column, most=report['most_classes'])
        yield Section(title, below=[many])
        return
    if not classifier['tested']:
        yield Section(title, below=[say('use_untested', column=column)])
        return
    rows = [(say('use_trained'), say('use_accuracy'))]
    rows += [(name, percent(share)) for name, share in told_right(say, classifier)]
    if report['test']:
        below = [say('use_tested', n=classifier['tested'], file=report['test'])]
    else:
        below = [say('use_folds', n=classifier['tested'], folds=classifier['folds']),
                 say('use_labels_chosen')]
        if classifier['several']:
            below.append(say('use_several', n=classifier['several']))
        if classifier['absent']:
            below.append(say('use_absent', n=classifier['absent']))
    yield Section(title, [say('use_classifier_is', column=column)], rows, below)


def told_right(say, classifier) -> list:
    """(what a classifier was trained on, the share that it tells right)."""
    trained = {'release': 'use_release', 'original': 'use_original', 'majority': 'use_majority'}
    return [(say(key), classifier[name]) for name, key in trained.items()]


def most_different(pairs, most) -> list:
    """At most so many rows of pairs, those that differ most, in the order of the columns."""
    places = sorted(range(len(pairs)), key=lambda place: -abs(pairs[place]['error'] or 0))
    return [pairs[place] for place in sorted(places[:most])]


def pair_name(say, row):
    first, second = row['columns']
    return say('use_pair', first=first, second=second)


def percents_of(row, *names) -> dict:
    return {name: percent(row[name]) for name in names}


def percent(share) -> str:
    return '-' if share is None else per_cent(share, 2)


def four_decimals(value) -> str:
    """A number with four decimals, without those that are 0 behind the last.

    >>> four_decimals(38.5), four_decimals(39.0), four_decimals(-0.00001), four_decimals(None)
    ('38.5', '39', '0', '-')
    """
    if value is None:
        return '-'
    text = ('%.4f' % value).rstrip('0').rstrip('.')
    return '0' if text == '-0' else text


# The text.

def in_lines(section, format_):
    """The lines of a Section, as text or Markdown."""
    title, above, (heading, *rows), below = section
    yield from ['', title, *above]
    if rows:
        names = {str(place): name for place, name in enumerate(heading)}
        cells = [{str(place): cell for place, cell in enumerate(row)} for row in rows]
        yield ''
        yield from table_text(cells, format_, names).split('\n')
        if below:
            yield ''
    yield from below


def lines_of(sections):
    """A function that says in lines what `sections` says in Sections."""
    def in_text(say, report):
        for section in sections(say, report):
            yield from in_lines(section, report['format'])
    return in_text


USE = (
    *FIRST,
    Part('records', 'known records', tables_compared),
    Part('columns', 'columns', labels_meant),
    Part('queries', 'queries seed', lines_of(queries_section)),
    Part('numbers', 'numbers', lines_of(numbers_section)),
    Part('pairs', 'pairs', lines_of(pairs_section)),
    Part('classifier', 'classify classifier most_classes test', lines_of(classifier_section)),
    Part('quasi', 'quasi sensitive', None),     # their names are those of `columns`
    Part('missing', 'missing', None),           # the line on how the tables were read has it
)


def use_lines(say, report, format_):
    """The text, or its Markdown."""
    return said(USE, say, {**report, 'format': format_})


# The page.

def use_page(say, report):
    yield say('use_title', data=report['data'])
    yield from said_at(USE_PAGE, 'head', say, report)
    for line in said_at(USE_PAGE, 'compared', say, report):
        yield element('p', as_sentence(say, line))
    for title, above, (heading, *rows), below in said_at(USE_PAGE, 'section', say, report):
        yield element('h2', title)
        for line in above:
            yield element('p', as_sentence(say, line), class_='note')
        if rows:
            yield table(list(map(capital, heading)), rows, numbers=range(1, len(heading)))
        for line in below:
            yield element('p', as_sentence(say, line))


def use_finding(say, report):
    """What is told first: the error of queries, and what a classifier tells right."""
    row = report['queries'][-1]
    errors = percents_of(row, 'median', 'ninetieth')
    sentences = [say('use_found', columns=row['columns'], **errors)]
    classifier = report['classifier']
    if classifier and classifier['tested']:
        shares = percents_of(classifier, 'release', 'original', 'majority')
        sentences.append(say('use_told', column=classifier['column'], **shares))
    yield element('p', joined_html(sentences, say('blank')), class_='finding')


# In the order of the page.
USE_PAGE = (
    Place('head', 'run', made_by),
    Place('head', 'run telling counts totals', rows_are),
    Place('head', 'reading missing', reading_paragraphs),
    Place('head', 'queries classifier', use_finding),
    Place('compared', 'records', tables_compared),
    Place('compared', 'columns', labels_meant),
    Place('section', 'queries', queries_section),
    Place('section', 'numbers', numbers_section),
    Place('section', 'pairs', pairs_section),
    Place('section', 'classifier', classifier_section),
    Place(None, 'quasi', None),         # as in the text
)


# The csv file.

def csv_rows(report):
    """A row for each number of the report."""
    for of_queries in report['queries']:
        for name in 'median', 'ninetieth':
            yield csv_row('queries', of_queries['columns'], name, error=of_queries[name])
    numbers = 'measure', 'original', 'release', 'error'
    for row in report['numbers']:
        yield csv_row('numbers', row['column'], **picked(row, *numbers))
    for row in report['pairs']:
        yield csv_row('pairs', ', '.join(row['columns']), **picked(row, *numbers))
    classifier = report['classifier']
    if classifier and classifier['tested']:
        original, release = classifier['original'], classifier['release']
        yield csv_row('classifier', classifier['column'], 'told right', original, release,
                      release - original)
        yield csv_row('classifier', classifier['column'], 'majority', classifier['majority'])


def csv_row(part, columns, measure, original=None, release=None, error=None) -> dict:
    return {'part': part, 'columns': columns, 'measure': measure, 'original': original,
            'release': release, 'error': error}
