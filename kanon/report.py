"""What happened, as one dict, and as a screenful of text made from it.

Promise: read = published + suppressed + missing, and the text says nothing that the dict does not hold.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import contextmanager

from . import __version__
from .errors import DataError
from .recoding import classes

NOT_PROTECTED = '''\
k-anonymity does not protect a class whose records all share one sensitive value, people of whom
an attacker knows more than the quasi-identifiers, or a table that is published twice in two ways.'''

MEANING = {     # what the text says beside a measure
    'lm': '%.6f  loss of all records, summed over the quasi-identifiers (0: unchanged, 1 each: nothing left)',
    'lm_published': '%.6f  the same of the published records alone',
    'dm': '%d  each record pays the size of its class',
    'c_avg': '%.4f  average class / k (1 is the best possible)',
    'precision': '%.4f  1 - mean level / height (1: unchanged)',
}


def summary(options, table, frequency_set, recoding) -> dict:
    """The part of a report that every algorithm has."""
    sizes, suppressed = classes(frequency_set, recoding)
    published = sum(sizes.values())
    return {
        'program': 'run_%s.py' % options.program, 'version': __version__, 'data': table.name, 'config': options.config,
        'hierarchies': options.hierarchies, 'k': options.k, 'max_suppression': 0, 'quasi': options.quasi,
        'sensitive': options.sensitive, 'publish': options.publish, 'missing': options.missing, 'order': options.order,
        'comments': table.comments,
        'records': {'read': table.read, 'missing': table.missing_records, 'published': published,
                    'suppressed': suppressed},
        'classes': {'count': len(sizes), 'smallest': min(sizes.values()), 'largest': max(sizes.values()),
                    'average': published / len(sizes)},
        'example': example(frequency_set, recoding),
    }


def column_rows(options, frequency_set, recoding, losses, more) -> list:
    """A dict a column: its values, labels and loss, whether all are published as recorded, and `more`."""
    pairs = [(quasi, published) for quasi, published in recoding.items() if published is not None]
    labels = distinct(row for _, row in pairs)
    return [{'name': name, **extra, 'values': len(values), 'labels': len(published), 'loss': loss,
             'unchanged': all(quasi[place] == row[place] for quasi, row in pairs)}
            for place, (name, extra, values, published, loss)
            in enumerate(zip(options.quasi, more, distinct(frequency_set), labels, losses))]


def distinct(tuples):
    """The values of each column, as sets."""
    return list(map(set, zip(*tuples)))


def example(frequency_set, recoding) -> list:
    """The most frequent combination that is not published as it is (else the most frequent): [recorded, published]."""
    def interest(item):
        quasi, n = item
        published = recoding[quasi]
        return published is None, published == quasi, -n, quasi
    quasi, _ = min(frequency_set.items(), key=interest)
    return [list(quasi), list(recoding[quasi])]


def show(report, options):
    """Print the report: JSON, or text, which makes way for a release on standard output."""
    if options.quiet and not options.json:
        return
    if options.output == '-':
        print(text(report), file=sys.stderr)
        return
    with printing('the report; the release stands in %s' % report['output']):
        print(json_text(report) if options.json else text(report))


@contextmanager
def printing(what):
    """DataError where standard output takes no more: its reader has gone, or its disk is full."""
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, 'it is closed')
        sys.stdout.reconfigure(errors='backslashreplace')
        yield
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)    # where the rest of the buffer goes when Python ends
        raise DataError('standard output takes no more (%s) of %s' % (error.strerror or error, what)) from None


def json_text(report) -> str:
    """The report as one JSON object; its numbers are as they are, not rounded."""
    import json     # 3 ms, and only --json needs it
    return json.dumps(report, indent=2)


def text(report) -> str:
    """The report for people, in a screenful."""
    return '\n'.join([*trace_lines(report), *head_lines(report), '', *column_lines(report), '', *body_lines(report), '',
                      *end_lines(report)])


def head_lines(report):
    records = report['records']
    yield '{program} {version}: {data} -> {output} (hierarchies: {hierarchies})'.format(**report)
    yield ('Every combination of %s that is published has at least k = %d records.'
           % (', '.join(report['quasi']), report['k']))
    yield ('{read:,} records read = {published:,} published + {suppressed:,} suppressed + {missing:,} left out'
           .format(**records))
    notes = ['%d could be suppressed' % report['max_suppression']] if 'vector' in report else []
    notes += ['%d lines of comment above the table' % report['comments']] if report['comments'] else []
    notes += ["left out: with a missing value, '?' or nothing, in any column"] if records['missing'] else []
    if notes:
        yield '(%s)' % '; '.join(notes)


def column_lines(report):
    kind = 'level' if 'vector' in report else 'ordered as'
    rows = [('quasi-identifier', kind, 'values -> labels', 'loss', 'for example')]
    for column, recorded, published in zip(report['columns'], *report['example']):
        how = '{level} of {height}'.format(**column) if 'vector' in report else column['order']
        change = recorded if recorded == published else '%s -> %s' % (recorded, published)
        rows.append((column['name'], how, '{values} -> {labels}'.format(**column), '%.4f' % column['loss'], change))
    return aligned(rows)


def aligned(rows):
    """Rows of str as lines, each column as wide as its widest, the last as it is.

    >>> aligned([('a', 'bcd', 'e'), ('ab', 'c', 'ef')])
    ['a   bcd  e', 'ab  c    ef']
    """
    widths = [max(map(len, column)) for column in zip(*rows)]
    return ['  '.join([*(cell.ljust(width) for cell, width in zip(row[:-1], widths)), row[-1]]) for row in rows]


def body_lines(report):
    classes_, measures, audit = report['classes'], report['measures'], report['audit']
    rows = []
    if 'vector' in report:
        levels = ', '.join(map(str, report['vector'].values()))
        rows.append(('vector', '(%s), the levels above; height %d; %d of the %d vectors of the lattice were checked'
                     % (levels, report['height'], report['lattice']['checked'], report['lattice']['vectors'])))
    else:
        rows.append(('cuts', '{:,}'.format(report['cuts'])))
    rows.append(('classes', '{count:,}, of {smallest:,} to {largest:,} records, {average:,.1f} on average'
                 .format(**classes_)))
    rows += [(name, MEANING[name] % measures[name]) for name in MEANING if name in measures]
    rows.append(('audit', 'the release read again: {records:,} records in {classes:,} classes of {k:,} or more, as'
                          ' promised'.format(**audit)))
    rows.append(('seconds', ', '.join('%s %.2f' % lap for lap in report['seconds'].items())))
    return aligned(rows)


def end_lines(report):
    unchanged = [column['name'] for column in report['columns'] if column['unchanged']]
    unchanged += ['%s (%s)' % (name, kind) for kind in ('sensitive', 'publish') for name in report[kind]]
    yield 'Published unchanged: %s.' % (', '.join(unchanged) or 'nothing')
    yield NOT_PROTECTED


def trace_lines(report):
    for step in report.get('trace', ()):
        if 'vector' in step:
            levels, verdict = ', '.join(map(str, step['vector'])), 'satisfies' if step['satisfies'] else 'fails'
            yield 'height {height}: ({levels}) leaves {suppressed} records below k: {verdict}'.format(
                levels=levels, verdict=verdict, **step)
        else:
            yield 'cut {size} records by {column} at {at}: {lhs} up to it, {rhs} above'.format(**step)
    if 'trace' in report:
        yield ''
