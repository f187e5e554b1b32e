"""What `check` found, as a screenful of text; it says nothing that the dict does not hold."""

from __future__ import annotations

from .errors import one_line
from .published import accounted
from .report import aligned

WIDEST = 30     # characters of a value
MEASURES = ['l', 'entropy', 'recursive', 't', 'ordered-t', 'hierarchical-t', 'alpha']


def text(report) -> str:
    """The report for people."""
    lines = [*head_lines(report), *column_lines(report), *worst_lines(report), *required_lines(report), *other_lines(report)]
    return '\n'.join(line.rstrip() for line in lines)


def head_lines(report):
    records, classes, missing = report['records'], report['classes'], report['missing']
    yield '{program} {version}: {data}'.format(**report)
    yield 'quasi-identifiers: %s; sensitive: %s' % (', '.join(report['quasi']), ', '.join(report['sensitive']) or 'none named')
    yield accounted(records, classes['count'])
    yield 'k = {k:,}, the smallest class; the largest has {largest:,} records, the average {average:,.1f}'.format(**classes)
    if classes['below']:
        yield '{records:,} of these records are in classes below k = {k:,}'.format(**classes['below'])
    if missing['cells']:
        yield ("cells of them that are missing ('?' or empty): {cells:,}, in records: {records:,}; values like any other above; as"
               " wildcards k = {wildcard_k:,}".format(**missing))


def column_lines(report):
    """A line for each sensitive column, with those measures that apply to any; none without."""
    columns = report['columns']
    measures = [name for name in MEASURES if any(column[name] is not None for column in columns)]
    rows = [('', *('recursive c' if name == 'recursive' else name for name in measures), 'homogeneous')]
    for column in columns:
        rows.append((brief(column['column']), *(shown(column[name]) for name in measures),
                     counted(column['homogeneous']) if column['homogeneous']['classes'] else 'no class'))
    return ['', *aligned(rows)] if columns else []


def shown(value):
    """A measure, and the c of l = 2 and 3.

    >>> shown(2), shown(0.25), shown(None), shown({2: 1.5, 3: None, 4: None})
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
    return '{:,} class{}, {:,} record{}'.format(some['classes'], 'es' * (some['classes'] != 1), some['records'],
                                                's' * (some['records'] != 1))


def worst_lines(report):
    if report['worst']:
        rows = [('records', 'worst classes', '')]
        for class_ in report['worst']:
            labels = ', '.join('%s %s' % (brief(name), brief(value)) for name, value in class_['quasi'].items())
            rows.append(('{:,}'.format(class_['records']), brief(labels, 2 * WIDEST), '; '.join(map(hazard, class_['columns']))))
        yield from ['', *(brief(line, 105) for line in aligned(rows))]


def hazard(column):
    """What a class gives away of a sensitive column."""
    if column['l'] == 1:
        return 'all %s' % brief(column['most_frequent'])
    return '{:,} values, {:,} x {}, t {:.4f}'.format(column['l'], column['records'], brief(column['most_frequent']), column['t'])


def required_lines(report):
    """The verdicts, and in one line what they come to."""
    if report['required']:
        rows = [('required', 'column', 'found', '')]
        for row in report['required']:
            rows.append((row['required'], brief(row['column'] or ''), shown(row['found']),
                         'holds' if row['holds'] else 'FAILS in %s' % counted(row['failing'])))
        yield from ['', *aligned(rows)]
        yield ('All that is required holds.' if report['holds'] else
               'Not all that is required holds: the exit status is 1.')


def other_lines(report):
    others, distinct = report['others']['columns'], report['others']['distinct']
    if others:
        yield ''
        yield ('%d further column%s, neither quasi-identifier nor sensitive, not judged: %s'
               % (len(others), 's' * (len(others) > 1), brief(', '.join(others), 2 * WIDEST)))
    if distinct:
        yield ('WARNING: another value in every record: %s. Row numbers or identifiers?' % brief(', '.join(distinct), WIDEST))


def brief(value, most=WIDEST):
    """A value on one line, cut where it is long.

    >>> brief('two\\nlines'), brief('x' * 9, 7)
    ('two\\\\nlines', 'xxxx...')
    """
    value = one_line(value)
    return value if len(value) <= most else value[:most - 3] + '...'
