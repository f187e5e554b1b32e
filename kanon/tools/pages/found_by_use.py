"""What use found, as lines, as the rows of a csv file, and as a page.

Promise: the text of a report, its page and its picture say the same, since all ask here.
"""

from __future__ import annotations

from ...core.desk.as_text import title_lines
from ...core.tables.text_table import table_text
from ...core.voice.speaking import as_sentence, capital, per_cent
from .as_html import element, joined_html, table
from .settings_shown import page_head

MEASURES_OF_PAIRS = {'correlation': 'use_correlation', 'correlation_ratio': 'use_correlation_ratio', 'cramers_v': 'use_cramers_v'}
SHOWN = 40      # pairs of columns of a text, those that differ most


def use_lines(say, report, format_):
    """The text, or its Markdown."""
    yield from title_lines(say, report)
    yield from told_of_tables(say, report)
    for title, note, (heading, *rows), more in use_parts(say, report):
        yield ''
        yield title
        yield from note
        if rows:
            yield ''
            cells = [{str(place): cell for place, cell in enumerate(row)} for row in rows]
            yield from table_text(cells, format_, {str(place): name for place, name in enumerate(heading)}).split('\n')
        if rows and more:
            yield ''
        yield from more


def use_page(say, report):
    yield say('use_title', data=report['data'])
    yield from page_head(say, report)
    yield element('p', joined_html(use_finding(say, report), say('blank')), class_='finding')
    yield from (element('p', as_sentence(say, line)) for line in told_of_tables(say, report))
    for title, note, (heading, *rows), more in use_parts(say, report):
        yield element('h2', title)
        yield from (element('p', as_sentence(say, line), class_='note') for line in note)
        if rows:
            yield table(list(map(capital, heading)), rows, numbers=range(1, len(heading)))
        yield from (element('p', as_sentence(say, line)) for line in more)


def use_finding(say, report):
    """What is told first."""
    row = report['queries'][-1]
    yield say('use_found', columns=row['columns'], **percents_of(row, 'median', 'ninetieth'))
    found = report['classifier']
    if found and found['tested']:
        yield say('use_told', column=found['column'], **percents_of(found, 'release', 'original', 'majority'))


def told_of_tables(say, report):
    """What was compared, and what a label stands for."""
    records = report['records']
    yield say('use_records', known=report['known'], **{name: records[name] for name in ('original', 'release', 'suppressed')})
    if records['left_out']:
        yield say('use_left_out', n=records['left_out'], known=report['known'])
    if records['strange']:
        yield say('use_strange', n=records['strange'], known=report['known'])
    yield say('use_spread')
    of_kind = {kind: [column['name'] for column in report['columns'] if column['kind'] == kind] or say('none') for kind in ('numbers', 'categories')}
    yield say('use_as', **of_kind)


def use_parts(say, report):
    """(title, lines above, rows of texts with the heading first, lines below) of each part."""
    yield (say('use_queries'), [say('use_queries_are', n=report['queries'][0]['queries'], seed=str(report['seed']))],
           [(say('use_named'), say('use_median'), say('use_ninetieth')),
            *((str(row['columns']), percent(row['median']), percent(row['ninetieth'])) for row in report['queries'])], [])
    if report['numbers']:
        yield say('use_numbers'), [], [
            (say('a_column'), say('use_measure'), say('use_original'), say('use_release'), say('use_difference'), say('use_deviations')),
            *((row['column'], say('use_mean') if row['measure'] == 'mean' else row['measure'],
               *(four_decimals(row[name]) for name in ('original', 'release', 'error', 'in_sd'))) for row in report['numbers'])], []
    if report['pairs']:
        shown = most_different(report['pairs'], SHOWN)
        yield say('use_pairs'), [say('use_pairs_are')], [
            (say('columns'), say('use_measure'), say('use_original'), say('use_release'), say('use_difference')),
            *((pair_name(say, row), say(MEASURES_OF_PAIRS[row['measure']]), *(four_decimals(row[name]) for name in ('original', 'release', 'error')))
              for row in shown)], [say('more_rows', n=n) for n in [len(report['pairs']) - len(shown)] if n]
    if report['classify'] is not None:
        yield classifier_part(say, report)


def classifier_part(say, report):
    column, found = report['classify'], report['classifier']
    title = say('use_classifier', column=column)
    if not found:
        return title, [], [()], [say('use_too_many', column=column, most=report['most_classes'])]
    if not found['tested']:
        return title, [], [()], [say('use_untested', column=column)]
    rows = [(say('use_trained'), say('use_accuracy')), *((name, percent(share)) for name, share in told_right(say, found))]
    if report['test']:
        return title, [say('use_classifier_is', column=column)], rows, [say('use_tested', n=found['tested'], file=report['test'])]
    more = [say('use_folds', n=found['tested'], folds=found['folds']), say('use_labels_chosen')]
    more += [say(key, n=found[name]) for key, name in (('use_several', 'several'), ('use_absent', 'absent')) if found[name]]
    return title, [say('use_classifier_is', column=column)], rows, more


def told_right(say, found) -> list:
    """(what a classifier was trained on, the share that it tells right)."""
    return [(say(key), found[name]) for key, name in (('use_release', 'release'), ('use_original', 'original'), ('use_majority', 'majority'))]


def most_different(pairs, most) -> list:
    """At most so many rows of pairs, those that differ most, in the order of the columns."""
    far = sorted(range(len(pairs)), key=lambda place: -abs(pairs[place]['error'] or 0))[:most]
    return [pairs[place] for place in sorted(far)]


def pair_name(say, row):
    return say('use_pair', first=row['columns'][0], second=row['columns'][1])


def percents_of(row, *names) -> dict:
    return {name: percent(row[name]) for name in names}


def percent(share) -> str:
    return '-' if share is None else per_cent(share, 2)


def four_decimals(value) -> str:
    """A number with four decimals, without those that are 0 behind the last.

    >>> four_decimals(38.5), four_decimals(39.0), four_decimals(-0.00001), four_decimals(None)
    ('38.5', '39', '0', '-')
    """
    return '-' if value is None else ('%.4f' % (value + 0.0)).rstrip('0').rstrip('.').replace('-0', '0' if abs(value) < 0.00005 else '-0')


def csv_rows(report):
    """A row for each number of the report."""
    def row(part, columns, measure, original, release, error):
        return {'part': part, 'columns': columns, 'measure': measure, 'original': original, 'release': release, 'error': error}
    for of_queries in report['queries']:
        for name in 'median', 'ninetieth':
            yield row('queries', of_queries['columns'], name, None, None, of_queries[name])
    for found in report['numbers']:
        yield row('numbers', found['column'], *(found[name] for name in ('measure', 'original', 'release', 'error')))
    for found in report['pairs']:
        yield row('pairs', ', '.join(found['columns']), *(found[name] for name in ('measure', 'original', 'release', 'error')))
    found = report['classifier']
    if found and found['tested']:
        yield row('classifier', found['column'], 'told right', found['original'], found['release'], found['release'] - found['original'])
        yield row('classifier', found['column'], 'majority', found['majority'], None, None)
