"""What happened, as one dict, and as a screenful of text made from it.

Promise: read = published + suppressed + missing, and the text says nothing that the dict does not hold.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import contextmanager
from math import ceil

from . import __version__
from .errors import REDACTED, DataError
from .frequency import added_up
from .measures import column_losses, measured
from .options import weights_of
from .wide import left, width
from .words import COMMANDS

NOT_PROTECTED = '''\
k-anonymity does not protect a class whose records all share one sensitive value, people of whom
an attacker knows more than the quasi-identifiers, or a table that is published twice in two ways.'''

TRACE = {   # a cut in words, by its kind
    'strict': 'cut {size} records by {column} at {at}: {0} up to it, {1} above',
    'relaxed': 'cut {size} records by {column} at {at}, which may lie on both sides: {0} up to it, {1} from it on',
    'missing': 'cut {size} records by {column}: of {0} it is missing, of {1} not',
    'node': 'cut {size} records by {column} below {at}: {sizes} under its children',
}
NOT_EVEN_BEYOND = '''\
That does not protect people of whom an attacker knows more than the quasi-identifiers, sensitive values
that are different words for nearly the same, or a table that is published twice in two ways.'''

MEANING = [     # a line of the text each: two measures, how they are printed, and what is said of them
    ('lm', '%.6f', 'lm_published', '%.6f', 'the losses above, added; of published records alone'),
    ('dm', '%d', 'c_avg', '%.4f', 'each pays the size of its class; average class / k'),
    ('entropy', '%.1f', 'class_entropy', '%.4f', 'bits lost, whole columns; nats inside the classes'),
    ('precision', '%.4f', 'distortion', '%.4f', '1 - level / height, cells; level / height, columns'),
]


def summary(options, table, outcome, more) -> dict:
    """The part of a report that every algorithm has; more: a dict of what else is said of each quasi-identifier.

    DataError where everything is suppressed.
    """
    sizes, suppressed = outcome.sizes, outcome.suppressed
    published = sum(sizes.values())
    if not published:
        raise DataError('all %d records would be suppressed, which --max-suppression %s allows; lower it, or k%s'
                        % (suppressed, options.max_suppression, ', or require less beyond' if options.rules else ''),
                        table.name)
    if options.quiet and not options.json and not options.record:
        return {}       # nobody will read it
    return {
        'program': COMMANDS[options.program], 'version': __version__, 'data': table.name, 'config': options.config,
        'hierarchies': options.hierarchies, 'k': options.k, 'max_suppression': 0, 'quasi': options.quasi,
        'sensitive': options.sensitive, 'publish': options.publish,
        'beyond': {name: list(map(str, rules)) for name, rules in options.rules.items()}, 'missing': options.missing,
        'missing_in': options.missing_in,
        'rooted': {name: values[options.roots[name]] for name, values in zip(options.quasi, outcome.columns)
                   if options.roots.get(name) in values},
        'order': options.order,
        'comments': table.comments,
        'records': {'read': table.read, 'missing': table.missing_records, 'published': published,
                    'suppressed': suppressed},
        'classes': {'count': len(sizes), 'smallest': min(sizes.values()), 'largest': max(sizes.values()),
                    'average': published / len(sizes)},
        'columns': column_rows(options, outcome, column_losses(sizes, suppressed, outcome.losses), more),
        'weights': options.weights,
        'measures': measured(outcome, options.k, weights_of(options)),
    }


def vector_summary(options, table, outcome, lattice, max_suppression) -> dict:
    """The report of a full-domain generalization, and of the lattice it was found in."""
    levels = [{'level': level, 'height': top} for level, top in zip(outcome.vector, outcome.top)]
    report = summary(options, table, outcome, levels)
    report.update(max_suppression=max_suppression, vector=dict(zip(options.quasi, outcome.vector)),
                  height=sum(outcome.vector), lattice={'vectors': lattice.size(), 'checked': len(lattice)})
    if options.trace:
        report['trace'] = [{'height': sum(tried), 'vector': tried, 'suppressed': below,
                            'satisfies': below <= max_suppression} for tried, below in lattice.items()]
    return report


def partition_summary(options, table, outcome, made) -> dict:
    """The report of Mondrian's partitions; made: the dimensions, the cuts, and each column's {published text: Label}.

    rare: how many of the values that end a published interval, or stand in a set, fewer than k records of the table hold.
    """
    dimensions, cuts, labels = made
    more = [{'order': dimension.order, 'rare': rare(dimension, of_column, options.k)}
            for dimension, of_column in zip(dimensions, labels)]
    report = summary(options, table, outcome, more)
    report.update(partitioning=options.partitioning, choose=options.choose, seed=options.seed, labels=options.labels,
                  categories=options.categories, cuts=len(cuts))
    if options.trace:
        report['trace'] = [{'column': options.quasi[cut.dim], 'kind': cut.kind, 'size': sum(cut.parts), 'parts': cut.parts,
                            'at': REDACTED if options.redact else cut_at(cut, dimensions[cut.dim])} for cut in cuts]
    return report


def cut_at(cut, dimension):
    return cut.at if cut.kind == 'node' else dimension.texts[cut.at]


def rare(dimension, labels, k) -> int:
    named = {code for label in labels.values() for code in label.named}
    return sum(dimension.records[code] < k for code in named)


def proof(best, objective) -> dict:
    """What an optimal search has shown; gap: how far from the best possible, as a share of it, None where nobody knows."""
    value, bound = objective.value(best.cost), objective.value(best.bound)
    gap = 0.0 if best.proven else abs(value - bound) / bound if bound > 0 else None
    return {'value': value, 'bound': bound, 'gap': gap, 'proven': best.proven, 'settled': best.settled}


def column_rows(options, outcome, losses, more) -> list:
    """A dict a column: its values, labels and loss, an example, and `more`."""
    rows = zip(outcome.quasis, outcome.counts, outcome.published)
    quasis, counts, labels = zip(*(row for row in rows if row[-1] is not None))
    rows = []
    for column in zip(options.quasi, outcome.columns, zip(*quasis), zip(*labels), losses, more):
        name, values, recorded, published, loss, extra = column
        of_labels = added_up(published, counts)
        rows.append({'name': name, **extra, 'values': len(values), 'labels': len(of_labels), 'loss': loss,
                     'unchanged': recorded == published and options.roots.get(name) not in values,
                     'example': None if options.redact else example(of_labels, values, zip(recorded, published, counts), options.k)})
    return rows


def example(of_labels, values, rows, k):
    """[recorded value, published label]: the most frequent label, if there is one that is no recorded value, and of its values
    the most frequent.

    of_labels: {label: records}; values: those that are recorded; rows: (recorded value, label, records). None where fewer
    than k records have it: a report is no place for a rare value.

    >>> rows = [('39', '39', 9), ('37', '[37-38]', 2), ('38', '[37-38]', 4), ('41', '[40-49]', 5)]
    >>> example({'39': 9, '[37-38]': 6, '[40-49]': 5}, {'37', '38', '39', '41'}, rows, k=3)
    ['38', '[37-38]']
    """
    common = min(of_labels, key=lambda label: (label in values, -of_labels[label], label))
    found = added_up(*zip(*((value, n) for value, label, n in rows if label == common)))
    value = min(found, key=lambda value: (-found[value], value))
    return [value, common] if found[value] >= k else None


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
    if report['beyond']:
        yield 'Every such class has %s.' % '; '.join('%s in %s' % (' and '.join(rules), name)
                                                     for name, rules in report['beyond'].items())
    yield ('{read:,} records read = {published:,} published + {suppressed:,} suppressed + {missing:,} left out'
           .format(**records))
    notes = ['{:,} could be suppressed'.format(report['max_suppression'])] if 'vector' in report else []
    weights = ', '.join('%s=%g' % pair for pair in report['weights'].items())
    notes += ['lm: losses x weights, %s' % weights] if weights else []
    notes += ['%d lines of comment above the table' % report['comments']] if report['comments'] else []
    if records['missing']:
        notes.append("left out: with a missing value, '?' or nothing, in %s column"
                     % ('any' if report['missing_in'] == 'any' else 'a published'))
    if report['rooted']:
        notes.append('missing, published as the root: %s' % ', '.join('%s %d' % pair for pair in report['rooted'].items()))
    if notes:
        yield '(%s)' % '; '.join(notes)


def column_lines(report):
    kind = 'level' if 'vector' in report else 'ordered as'
    rows = [('quasi-identifier', kind, 'values -> labels', 'loss', 'for example')]
    for column in report['columns']:
        how = '{level} of {height}'.format(**column) if 'vector' in report else column['order']
        value, label = column['example'] or ('-', '-')
        change = value if value == label else '%s -> %s' % (value, label)
        rows.append((column['name'], how, '{values} -> {labels}'.format(**column), '%.4f' % column['loss'], change))
    return aligned(rows)


def aligned(rows):
    """Rows of str as lines, each column as wide as its widest, the last as it is.

    >>> aligned([('a', 'bcd', 'e'), ('ab', 'c', 'ef')])
    ['a   bcd  e', 'ab  c    ef']
    """
    rows = list(rows)
    widths = [max(map(width, column)) for column in zip(*rows)]
    return ['  '.join([*map(left, row[:-1], widths), row[-1]]) for row in rows]


def body_lines(report):
    classes_, measures, audit = report['classes'], report['measures'], report['audit']
    rows = []
    if 'vector' in report:
        levels = ', '.join(map(str, report['vector'].values()))
        rows.append(('vector', '(%s), the levels above; height %d' % (levels, report['height'])))
        rows.append(('search', searched(report)))
    else:
        rows.append(('cuts', '{:,}'.format(report['cuts'])))
    rows.append(('classes', '{count:,}, of {smallest:,} to {largest:,} records, {average:,.1f} on average'
                 .format(**classes_)))
    pairs = [(one, form % measures[one], other, form_of_other % measures[other], meaning)
             for one, form, other, form_of_other, meaning in MEANING if measures[one] is not None]
    rows += zip([pair[0] for pair in pairs], aligned(pair[1:] for pair in pairs))
    rows.append(('audit', 'the release read again, as promised: {records:,} records in {classes:,} classes, the'
                          ' smallest of {k:,}'.format(**audit)))
    rows.append(('seconds', ', '.join('%s %.2f' % lap for lap in report['seconds'].items())))
    return aligned(rows)


def searched(report):
    """How much of the lattice was looked at, and what that proves."""
    said = '{checked:,} of {vectors:,} vectors checked'.format(**report['lattice'])
    if 'proven' not in report['lattice']:
        return said
    if report['lattice']['proven']:
        return '%s, %s settled without: proven to be the best by %s' % (
            said, '{:,}'.format(report['lattice']['vectors'] - report['lattice']['checked']), report['measure'])
    return '%s; stopped: %s' % (said, distance(report['measure'], report['lattice']))


def distance(measure, proof_):
    """How far the best vector so far can be from the best possible.

    >>> distance('lm', {'value': 0.2928, 'gap': 0.0312})
    'lm 0.2928, at most 3.2% above the best possible'
    """
    if proof_['gap'] is None:
        return '%s %.6g, no bound yet' % (measure, proof_['value'])
    side = 'below' if measure == 'precision' else 'above'
    return '%s %.6g, at most %.1f%% %s the best possible' % (measure, proof_['value'], ceil(1000 * proof_['gap']) / 10, side)


def end_lines(report):
    unchanged = [column['name'] for column in report['columns'] if column['unchanged']]
    unchanged += ['%s (%s)' % (name, kind) for kind in ('sensitive', 'publish') for name in report[kind]]
    yield 'Published unchanged: %s.' % (', '.join(unchanged) or 'nothing')
    if report['unique']:
        yield 'WARNING: another value in nearly every record: %s. Whoever knows it knows the record.' % ', '.join(report['unique'])
    few = ['%s %d' % (column['name'], column['rare']) for column in report['columns'] if column.get('rare')]
    if few:
        yield ('Ends of intervals, and values in sets, that fewer than k = %d records of the whole table hold: %s%s.'
               % (report['k'], ', '.join(few), '' if 'box' in report['labels'] else ' (see --labels box, ancestor)'))
    yield NOT_EVEN_BEYOND if report['beyond'] else NOT_PROTECTED


def trace_lines(report):
    for step in report.get('trace', ()):
        if 'vector' in step:
            levels, verdict = ', '.join(map(str, step['vector'])), 'satisfies' if step['satisfies'] else 'fails'
            yield 'height {height}: ({levels}) suppresses {suppressed} records: {verdict}'.format(
                levels=levels, verdict=verdict, **step)
        else:
            yield TRACE[step['kind']].format(*step['parts'], sizes=', '.join(map(str, step['parts'])), **step)
    if 'trace' in report:
        yield ''
