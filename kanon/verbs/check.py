"""`python -m kanon check`: a published table, from any tool, is measured and compared with requirements.

Promise: the text says nothing that the JSON does not. A long value is cut short in the text.
"""

from __future__ import annotations

from .. import __version__
from ..assessment.check import judged, known_by_column
from ..assessment.classes import AnyTable, accounted, class_sizes, read, whole
from ..cli.inputs import for_table, open_table
from ..cli.options import check_columns, check_seen, need_folder, settle_weights
from ..cli.report_text import counted_lines, title_lines
from ..cli.screen import progress, put, put_views
from ..cli.words import (COLUMNS, CONFIG, COUNTS, DECIMAL, DELIMITER, ENCODING, EXAMPLES, FORCE, JSON, QUASI, REDACT, REPORT_OUTPUT,
                         SEEN, STARS, Program, Word, switch)
from ..errors import REDACTED, joined, many, one_line
from ..tables.grid import aligned, json_text
from . import VERBS

WORDS = (
    QUASI, Word('--sensitive', 'A,B', 'The sensitive columns (default occupation, if there is such a column).'),
    Word('--k', 'N', 'Count the records in classes of fewer than N records.'),
    Word('--require', 'WORD=N,...', 'What every class must satisfy in every sensitive column. If one does not, the exit status is 1.'
         ' Requirements are k=5, l=3 (different values), entropy=2.5 (entropy l-diversity), recursive=3:2 (c:l), alpha=0.5, t=0.2,'
         ' ordered-t=0.2 and hierarchical-t=0.2.'),
    Word('--hierarchies', 'DIR', 'The folder with a file <column>.txt for each sensitive column, for the hierarchical distance.'),
    COLUMNS, COUNTS, DELIMITER, DECIMAL, ENCODING, CONFIG, STARS, JSON, REPORT_OUTPUT, *SEEN,
    switch('--quiet', 'Print nothing: the exit status says whether all requirements hold.'), REDACT, FORCE)


def settle_judge(values, said, typed, error):
    """Of a verb that judges a table from any tool: every record counts, whatever the INI file says of missing values.

    Where it publishes them as the root, rows of nothing but '*' are people.
    """
    need_folder(values, said)
    if values['missing'] == 'root':
        values['stars'] = said.get('stars', 'class')
    values['missing'], values['output'] = 'value', values['output'] or '-'
    check_columns(values, said, error)
    check_seen(values, typed, error)
    settle_weights(values, typed, error)


def settle(values, said, typed, error):
    values['carried'] = values['sensitive'] if 'sensitive' in said else []
    settle_judge(values, said, typed, error)


PROGRAM = Program('check', 'python -m kanon check', VERBS['check'], WORDS, settle,
                  (' released.csv --quasi zip,age --sensitive condition --require k=5,l=3',), EXAMPLES, {'k': None})


def main(options):
    """The exit status, 1 if a requirement does not hold."""
    with open_table(options, AnyTable) as table:
        sensitive = for_table(options, table).sensitive
        published = classes_of(table, options, sensitive)
    folder = options.hierarchies if 'hierarchies' in options.said else None
    report = {'program': options.command, 'version': __version__, 'data': table.name, 'config': options.config,
              'from_ini': options.from_ini, 'telling': options.telling, 'quasi': options.quasi, 'sensitive': sensitive,
              'counts': table.counts, 'count_column': table.count_column(),
              **judged(published, options.quasi, sensitive, options.k, options.require, folder, options.decimal)}
    shares = shares_in_the_file(report['worst'], known_by_column(whole(published)))
    if options.redact:
        report['worst'] = list(map(redacted_class, report['worst']))
    if not options.quiet:
        put(json_text(report) if options.json else check_text(report), 'the report', options.output, options.encoding)
    put_views(report, options, lambda say: drawn(report, published, shares, say))
    return 0 if report['holds'] else 1


def shares_in_the_file(worst, columns) -> list:
    """For each of the worst classes and sensitive columns the share of the whole file that has the most frequent value of the class.

    columns: the {value: records} of each sensitive column in the whole file.

    >>> shares_in_the_file([{'columns': [{'most_frequent': 'flu'}]}], [{'flu': 3, 'ulcer': 1}])
    [[0.75]]
    """
    return [[of_column[column['most_frequent']] / sum(of_column.values()) for column, of_column in zip(class_['columns'], columns)]
            for class_ in worst]


def drawn(report, published, shares, say):
    from ..pictures.findings import of_check        # few runs draw
    return of_check(report, list(class_sizes(published).values()), shares, say)


def classes_of(table, options, sensitive=()):
    """The Published of a table, with progress."""
    with progress(lambda: '{:,} records read'.format(table.read), options.quiet):
        return read(table, options.quasi, sensitive, options.stars)


def redacted_class(class_) -> dict:
    """What the report says of a class, without a value of it.

    >>> redacted_class({'quasi': {'zip': '130**'}, 'records': 4, 'columns': [{'column': 'condition', 'most_frequent': 'Cancer', 't': 0.5}]})
    {'quasi': {'zip': '(value)'}, 'records': 4, 'columns': [{'column': 'condition', 'most_frequent': '(value)', 't': 0.5}]}
    """
    return {**class_, 'quasi': dict.fromkeys(class_['quasi'], REDACTED),
            'columns': [{**column, 'most_frequent': REDACTED} for column in class_['columns']]}


WIDEST = 30     # characters of a value

LEGEND = 'Of the worst class. l: different values; t: distance from the whole file; alpha: share of the top value.'

SHOWN = ['l', 'entropy', 'recursive', 't', 'ordered-t', 'hierarchical-t', 'alpha']


def check_text(report) -> str:
    """The report for people."""
    lines = [*check_head(report), *other_lines(report), *sensitive_lines(report), *worst_lines(report), *required_lines(report)]
    return joined(line.rstrip() for line in lines)


def check_head(report):
    records, classes, missing = report['records'], report['classes'], report['missing']
    yield from title_lines(report)
    yield from counted_lines(report)
    yield 'quasi-identifiers: %s; sensitive: %s' % (', '.join(report['quasi']), ', '.join(report['sensitive']) or 'none named')
    yield accounted(records, classes['count'])
    yield 'k = {k:,} is the size of the smallest class; the largest has {}, the average {average:,.1f}'.format(
        many(classes['largest'], 'record'), **classes)
    if classes['below']:
        yield 'in classes below k = {k:,}: {}'.format(many(classes['below']['records'], 'record'), **classes['below'])
    if missing['cells']:
        yield ("missing values ('?' or nothing) in quasi-identifiers: {cells:,}, in {}; ".format(many(missing['records'], 'record'), **missing)
               + ('they stand in too many patterns to take them as wildcards' if missing['wildcard_k'] is None else
                  'taken as wildcards, they give k = {wildcard_k:,}'.format(**missing)))


def sensitive_lines(report):
    """A line for each sensitive column, with those measures that apply to any; none without."""
    columns = report['columns']
    measures = [name for name in SHOWN if any(column[name] is not None for column in columns)]
    rows = [('', *('recursive c' if name == 'recursive' else name for name in measures), 'classes with one value')]
    for column in columns:
        rows.append((shortened(column['column']), *(measure_text(column[name]) for name in measures),
                     counted(column['homogeneous']) if column['homogeneous']['classes'] else 'none'))
    return ['', *aligned(rows), LEGEND] if columns else []


def measure_text(value):
    """A measure, and the c of l = 2 and 3.

    >>> measure_text(2), measure_text(0.25), measure_text(None), measure_text({2: 1.5, 3: None, 4: None})
    ('2', '0.2500', '-', '1.5 (l=2), none (l=3)')
    """
    if isinstance(value, dict):
        return ', '.join('%s (l=%d)' % ('none' if c is None else '%.4g' % c, l) for l, c in value.items() if l <= 3)
    return '-' if value is None else '%.4f' % value if isinstance(value, float) else '{:,}'.format(value)


def counted(some):
    """
    >>> counted({'classes': 1, 'records': 4})
    '1 class, 4 records'
    """
    return '%s, %s' % (many(some['classes'], 'class'), many(some['records'], 'record'))


def worst_lines(report):
    if report['worst']:
        rows = [('records', 'worst classes', '')]
        for class_ in report['worst']:
            labels = ', '.join('%s %s' % (shortened(name), shortened(value)) for name, value in class_['quasi'].items())
            rows.append(('{:,}'.format(class_['records']), shortened(labels, 2 * WIDEST), '; '.join(map(hazard, class_['columns']))))
        yield from ['', *(shortened(line, 105) for line in aligned(rows))]


def hazard(column):
    """What a class gives away of a sensitive column."""
    if column['l'] == 1:
        return 'all %s' % shortened(column['most_frequent'])
    most_frequent = shortened(column['most_frequent'])
    records = many(column['records'], 'record')
    return '{:,} values, most frequent: {}, {}, t {:.4f}'.format(column['l'], most_frequent, records, column['t'])


def required_lines(report):
    """The verdicts, and in one line what they come to."""
    if report['required']:
        rows = [('required', 'column', 'found', '')]
        for row in report['required']:
            rows.append((row['required'], shortened(row['column'] or ''), measure_text(row['found']),
                         'holds' if row['holds'] else 'FAILS in %s' % counted(row['failing'])))
        yield from ['', *aligned(rows)]
        yield ('All that is required holds.' if report['holds'] else
               'Not all that is required holds: the exit status is 1.')


def other_lines(report):
    others, distinct = report['others']['columns'], report['others']['distinct']
    if others:
        yield ('%d other column%s, neither quasi-identifier nor sensitive, not judged: %s'
               % (len(others), 's' * (len(others) > 1), shortened(', '.join(others), 2 * WIDEST)))
    if distinct:
        yield ('WARNING: every record has its own value in %s. Are these row numbers or identifiers?'
               % shortened(', '.join(distinct), WIDEST))


def shortened(value, most=WIDEST):
    """A value on one line, cut where it is long.

    >>> shortened('two\\nlines'), shortened('x' * 9, 7)
    ('two\\\\nlines', 'xxxx...')
    """
    value = one_line(value)
    return value if len(value) <= most else value[:most - 3] + '...'
