"""What happened, as one dict, and as a screenful of text made from it.

Promise: read = published + suppressed + missing, and the text says nothing that the dict does not hold.
"""

from __future__ import annotations

from math import ceil

from ..tables.grid import aligned

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
