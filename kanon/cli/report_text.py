"""The report of a run as text, for people who have to answer for a release.

Promise: the text is about a screenful, and says nothing that the dict of report.py does not hold.
"""

from __future__ import annotations

from math import ceil, floor

from ..errors import joined, many, quoted
from ..measures import loss_text, named_loss
from ..settings.ini import telling_text
from ..tables.text_table import aligned

NOT_PROTECTED = '''\
k-anonymity does not protect people whose class has only one sensitive value, people about whom an
attacker knows more than the quasi-identifiers, or a table that is published twice in different ways.'''

NOT_EVEN_BEYOND = '''\
This does not protect people about whom an attacker knows more than the quasi-identifiers, sensitive
values that are different words for nearly the same thing, or a table that is published twice in
different ways.'''

COUNTED = ('column %s looks like a count, but each row is taken for one record; if a row stands for several, name the column with'
           ' --counts')
COUNTED_BY = 'each row stands for as many records as column %s says'

ORDER = '''\
WARNING: the rows stand in the order of the input. Whoever has the original table can read it beside
the release, and knows whose row each is.'''

MEANING = [     # a line of the text each: two measures, how they are printed, and what they are
    ('lm', '%.6f', 'lm_published', '%.6f', 'sum of the losses above; of published records only'),
    ('dm', '%d', 'c_avg', '%.4f', 'class sizes, added up over the records; average class / k'),
    ('entropy', '%.1f', 'class_entropy', '%.4f', 'bits lost in all columns; nats within the classes'),
    ('precision', '%.4f', 'distortion', '%.4f', 'share of levels unused, by cell; of levels used, by column'),
]


HIDING = {      # of labels that hide ends: the heading of the losses, and what the loss is
    'lm': ('loss', ''),
    'lm_cells': ('loss of cells', 'sum of the losses above, over the range of the cells'),
    'lm_most': ('loss at most', 'sum of the losses above; lm is at most so much')}
NOT_TOLD = 'not told, and neither are lm and class_entropy: they would tell what the labels hide'


def text(report) -> str:
    """The report for people, in a screenful."""
    return joined([*trace_lines(report), *head_lines(report), '', *column_lines(report), '', *body_lines(report),
                   *standard_lines(report), '', *end_lines(report)])


def head_lines(report):
    records = report['records']
    options = ['hierarchies: %s' % report['hierarchies'], *ini_lines(report)]
    yield '{program} {version}: {data} -> {output} ({})'.format('; '.join(options), **report)
    yield from telling_lines(report)
    yield ('Every combination of %s that is published has at least k = %d record%s.'
           % (', '.join(report['quasi']), report['k'], 's' * (report['k'] > 1)))
    yield from population_lines(report.get('population'))
    if 'put_back' in report:
        yield from warned(report['put_back'])
    if report['beyond']:
        yield 'Each such combination has %s.' % '; '.join(rules_text(*pair) for pair in report['beyond'].items())
    yield from unknown_lines(report)
    yield ('{} read = {published:,} published + {suppressed:,} suppressed + {missing:,} left out'
           .format(many(records['read'], 'record'), **records))
    notes = ['up to {:,} could be suppressed'.format(report['max_suppression'])] if 'vector' in report else []
    weights = ', '.join('%s=%g' % pair for pair in report['weights'].items())
    notes += ['weights of the losses in lm: %s' % weights] if weights else []
    limits = [name + sign + word for option, sign in (('limit', '<='), ('from', '>=')) for name, word in report[option].items()]
    notes += ['limits of the labels: %s' % ', '.join(limits)] if limits else []
    notes += ['skipped: %s above the table' % many(report['comments'], 'comment line')] if report['comments'] else []
    notes += ['%s left out, and not taken for %s' % (many(report['totals'], 'total row'), 'a record' if report['totals'] == 1 else 'records')
              ] if report['totals'] else []
    notes += [COUNTED_BY % quoted(report['counts'])] if report['counts'] is not None else []
    if records['missing']:
        notes.append("left out: records with a missing value, '?' or nothing, in %s column"
                     % ('any' if report['missing_in'] == 'any' else 'a published'))
    notes += ['the words of --na are missing values, too: %s' % ', '.join(map(quoted, report['na']))] if report['na'] else []
    if report['rooted']:
        notes.append('missing values published as the root label, such as *: %s'
                     % ', '.join('%s %d' % pair for pair in report['rooted'].items()))
    notes += ['unreadable, and so taken as missing: %s' % ', '.join(unreadable_text(report))] if report['unreadable'] else []
    if notes:
        yield '(%s)' % '; '.join(notes)


def unknown_lines(report):
    """How many records have no known sensitive value, and what the rules say of these.

    >>> rules = {'ill': ['distinct l = 2', 'equal t = 0.2'], 'pay': ['alpha = 0.5']}
    >>> print(*unknown_lines({'unknown': {'ill': 3, 'pay': 0, 'job': 1}, 'beyond': rules}), sep='\\n')
    Counted without a known value: ill in 3 records, job in 1 record.
    The rules of ill hold whatever these values are, but for t, which takes them as one value and says nothing of what they are.
    """
    without = ['%s in %s' % (name, many(n, 'record')) for name, n in report['unknown'].items() if n]
    if without:
        yield 'Counted without a known value: %s.' % ', '.join(without)
        from ..rules.of_values import whatever_missing     # few reports say it
        ruled, close = whatever_missing(report)
        of_t = 'which takes them as one value and says nothing of what they are.'
        if ruled:
            yield 'The rules of %s hold whatever these values are%s' % (', '.join(ruled), ', but for t, %s' % of_t if close else '.')
        elif close:
            yield 't is asked of %s, %s' % (', '.join(close), of_t)
    uncounted = [name for name, n in report['unknown'].items() if n is None]
    if uncounted:
        yield ('How many records have no known value of %s was not counted: no rule is about it, and the table is not in memory.'
               % ', '.join(uncounted))


def population_lines(told):
    """What is required in a population, and what the published classes have.

    >>> told = {'file': 'p.csv', 'people': 9, 'people_missing': 0, 'required': ['k-map = 3'], 'k_map': 3, 'presence': [0.5, 0.6667],
    ...         'nowhere': 0, 'lacking': 1}
    >>> print(*population_lines(told), sep='\\n')
    Each such combination has k-map = 3 in the population, the 9 people in p.csv.
    The labels of each class fit at least 3 people. Of the people whom they fit, a share of 0.5000 to 0.6667 is in the release.
    WARNING: 1 record of the table is not in this population, value for value.
    """
    if not told:
        return
    yield 'Each such combination has {} in the population, the {people:,} people in {file}.'.format(' and '.join(told['required']), **told)
    if told['people_missing']:
        yield '({:,} more people are left out, because of a missing value)'.format(told['people_missing'])
    shares = ('' if told['presence'][0] is None else
              ' Of the people whom they fit, a share of %s is in the release.' % shares_text(*told['presence']))
    yield 'The labels of each class fit at least {:,} people.'.format(told['k_map']) + shares
    if told['nowhere']:
        yield 'No published labels fit {:,} people of the population.'.format(told['nowhere'])
    if told['lacking']:
        yield 'WARNING: %s of the table %s not in this population, value for value.' % (
            many(told['lacking'], 'record'), 'is' if told['lacking'] == 1 else 'are')


def title_lines(report):
    """The first lines of a report that publishes nothing: the program, the table and, where there is one, the INI file."""
    yield ' '.join(['{program} {version}: {data}'.format(**report), *map('({})'.format, ini_lines(report))])
    yield from telling_lines(report)
    if report['counts'] is not None:
        yield COUNTED_BY % quoted(report['counts'])


def ini_lines(report):
    """A line if there is an INI file: its name, and which of the options that matter most nobody typed.

    >>> list(ini_lines({'config': 'd.ini', 'from_ini': ['missing_in', 'k', 'quasi']})), list(ini_lines({'config': 'd.ini', 'from_ini': []}))
    (['options: d.ini, with quasi, k'], ['options: d.ini'])
    """
    if report['config']:
        names = [name for name in ('columns', 'quasi', 'sensitive', 'k') if name in report['from_ini']]
        yield 'options: %s' % report['config'] + (', with ' + ', '.join(names) if names else '')


def counted_lines(report):
    """A line if a column looks like a count."""
    if report['count_column']:
        yield 'WARNING: ' + COUNTED % quoted(report['count_column'])


def telling_lines(report):
    """A line if an INI file that nobody named sets options that must be told.

    >>> list(telling_lines({'config': 'd.ini', 'telling': {'publish': ['ward', 'name'], 'missing': 'root'}}))
    ['nobody named d.ini with --config, and it sets publish = ward, name; missing = root']
    """
    if report['telling']:
        yield telling_text(report['config'], report['telling'])


def unreadable_text(report):
    """For each column, the values that were taken as missing."""
    for name, counts in report['unreadable'].items():
        examples = ' and '.join(map(quoted, (report['unreadable_examples'] or {}).get(name, ())))
        yield '%s %d in %s%s' % (name, counts['values'], many(counts['records'], 'record'), examples and ', such as ' + examples)


def rules_text(column, rules):
    """What each class has in a sensitive column.

    >>> rules_text('diagnosis', ['distinct l = 2', 'alpha = 0.5'])
    'at least 2 different values of diagnosis and alpha = 0.5 in diagnosis'
    """
    distinct = 'distinct l = '
    return ' and '.join('at least %s different values of %s' % (rule[len(distinct):], column) if rule.startswith(distinct)
                        else '%s in %s' % (rule, column) for rule in rules)


def column_lines(report):
    kind = 'level' if 'vector' in report else 'ordered by'
    lost, _ = named_loss(report['measures'])
    rows = [('quasi-identifier', kind, 'values -> labels', HIDING[lost][0], 'for example')]
    for column in report['columns']:
        how = '{level} of {height}'.format(**column) if 'vector' in report else column['order']
        value, label = column['example'] or ('-', '-')
        change = value if value == label else '%s -> %s' % (value, label)
        rows.append((column['name'], how, '{values} -> {labels}'.format(**column), loss_text(lost, column['loss'], 4), change))
    return aligned(rows)


def body_lines(report):
    classes, measures, audit = report['classes'], report['measures'], report['audit']
    rows = []
    if 'vector' in report:
        levels = ', '.join(map(str, report['vector'].values()))
        rows.append(('vector', '(%s), the levels above, with height %d' % (levels, report['height'])))
        rows.append(('search', searched(report)))
    elif 'search' in report:
        rows.append(('search', best_cuts(report['search'], bool(report['limit'] or report['from']), report['search']['measure'])))
    rows.append(('classes', sizes_text(classes, report.get('cuts'))))
    if 'put_back' in report:
        rows += put_back_rows(report['put_back'])
    lost, loss = named_loss(measures)
    if lost != 'lm':
        rows.append((lost, '%s  %s' % (loss_text(lost, loss, 6), HIDING[lost][1])))
    pairs = [(one, form % measures[one], other, form_of_other % measures[other], meaning)
             for one, form, other, form_of_other, meaning in MEANING if measures[one] is not None]
    rows += zip([pair[0] for pair in pairs], aligned(pair[1:] for pair in pairs))
    if lost != 'lm':
        rows.append(('entropy', NOT_TOLD))
    if 'bound' in report:
        rows.insert([name for name, _ in rows].index('lm') + 1, ('bound', bound_words(report['bound'])))
    rows.append(('audit', 'passed: read again, the release has {} in {}, the smallest with {k:,}'
                 .format(many(audit['records'], 'record'), many(audit['classes'], 'class'), **audit)))
    rows.append(('seconds', ', '.join('%s %.2f' % lap for lap in report['seconds'].items())))
    return aligned(rows)


def sizes_text(classes, cuts=None):
    """How many classes there are, and of which sizes. cuts: that Mondrian made.

    >>> sizes_text({'count': 2, 'smallest': 3, 'largest': 4, 'average': 3.5}, 1)
    '2 after 1 cut, with 3 to 4 records each, 3.5 on average'
    >>> [sizes_text({'count': count, 'smallest': 4, 'largest': 4}) for count in (1, 3)]
    ['1, with 4 records', '3, with 4 records each']
    """
    count = '{:,}'.format(classes['count']) + ('' if cuts is None else ' after ' + many(cuts, 'cut'))
    if classes['smallest'] == classes['largest']:
        return '{}, with {}'.format(count, many(classes['largest'], 'record')) + ' each' * (classes['count'] > 1)
    return count + ', with {smallest:,} to {largest:,} records each, {average:,.1f} on average'.format(**classes)


def shares_text(least, most):
    """The least and the greatest share, or the one that both are as written.

    >>> shares_text(0.25, 0.5), shares_text(0.25, 0.250001)
    ('0.2500 to 0.5000', '0.2500')
    """
    return ' to '.join(dict.fromkeys(['%.4f' % least, '%.4f' % most]))


def warned(found):
    """A line if a reader can put back values or records. found: as rules/put_back.py counts.

    >>> list(warned({'cells': {'determined': 4}, 'records': {'determined': 2}})), list(warned({'cells': {'determined': 0}}))
    (['WARNING: a reader can put back 4 values, and 2 records whole: the labels name all values of these classes'], [])
    """
    if found['cells']['determined']:
        yield ('WARNING: a reader can put back %s: the labels name all values of these classes'
               % put_back_text(found['cells'], found['records']))


def put_back_text(cells, records):
    """What a reader can put back, in words."""
    whole = records['determined']
    return many(cells['determined'], 'value') + (', and %s whole' % many(whole, 'record') if whole else '')


def put_back_rows(found):
    """A (heading, text) of what a reader can put back, if anything is generalized. found: as rules/put_back.py counts.

    >>> cells, records = {'generalized': 8, 'witnessed': 6, 'determined': 2}, {'generalized': 5, 'determined': 2}
    >>> list(put_back_rows({'cells': cells, 'records': records}))
    [('witnessed', '6 of 8 generalized cells (75.0%); put back: 2 of these, and 2 of 5 records whole')]
    """
    cells, records, ends, inferred = found['cells'], found['records'], found.get('ends'), found.get('inferred')
    if ends and ends['named']:
        yield 'box ends', '{recorded:,} of {named:,} ({:.1%}) are values of their classes; the labels do not tell which'.format(
            ends['recorded'] / ends['named'], **ends)
    elif cells['generalized']:
        yield 'witnessed', '{witnessed:,} of {generalized:,} generalized cells ({:.1%}); put back: {determined:,} of these'.format(
            cells['witnessed'] / cells['generalized'], **cells) + ', and {determined:,} of {} whole'.format(
            many(records['generalized'], 'record'), **records)
    if inferred and inferred['classes']:
        yield 'inferred', ('whoever knows how the table was cut can tell that at least {agree:,} of {} in {} have the same recorded'
                           ' values as most of their class'.format(many(inferred['records'], 'record'),
                                                                   many(inferred['classes'], 'class'), **inferred))
    if found.get('not_inferred'):
        yield 'inferred', NOT_INFERRED[found['not_inferred']]


NOT_INFERRED = {    # why it was not worked out what a reader infers who knows how the table was cut
    'cuts': 'not worked out for these cuts: whoever knows how the table was cut may tell more than is counted here',
    'rules': 'not worked out with rules beyond k: whoever knows how the table was cut may tell more than is counted here',
    'limits': 'not worked out with limits: whoever knows how the table was cut may tell more than is counted here',
    'labels': 'not worked out for labels that name no values: whoever knows how the table was cut may tell more of these classes'}


def searched(report):
    """How much of the lattice was looked at, and what that proves."""
    lattice, measure = report['lattice'], report.get('measure')
    checked = '{checked:,} of {} checked'.format(many(lattice['vectors'], 'vector'), **lattice)
    if 'satisfying' in lattice:
        return '%s, from which the others up to height %d follow' % (checked, report['height'])
    if 'proven' not in lattice:
        return checked
    if lattice['proven']:
        return '{}, {:,} ruled out without a check: proven to be the best by {}{}'.format(
            checked, lattice['vectors'] - lattice['checked'], measure, ' within the limits' * bool(report['limit'] or report['from']))
    return '%s, then stopped: %s' % (checked, distance(measure, lattice))


def best_cuts(found, limited=False, measure='lm'):
    """What a search for the best cuts has found. limited: whether there are limits to the labels.

    measure: the loss that the search makes least.

    >>> best_cuts({'by': 'clustered', 'proven': False, 'intervals': 10 ** 8, 'too_many': True, 'stopped': False})
    '100,000,000 intervals are too many to prove an optimum; the best cuts found, and classes grown from single records'
    """
    before = ('{intervals:,} intervals are too many to prove an optimum; ' if found['too_many'] else
              'stopped before its end; ' if found['stopped'] else '')
    return before.format(**found) + {
        'optimal': 'no other strict cuts along these orders%s lose less by %s, proven' % (' and within the limits' if limited else '', measure),
        'straight': 'each group of categories is cut along the numbers alone, not proven to be the best',
        'plain': 'greedy strict cuts by %s (a search would need too much memory for so many distinct values)' % measure,
        'clustered': 'the best cuts found, and classes grown from single records',
        'greedy': 'greedy strict cuts by %s' % measure + ', which lose less than what was grown' * (not found['stopped'])}[found['by']]


def bound_words(bound) -> str:
    """What --bound has proven.

    >>> print(bound_words({'lm': 0.0088789, 'gap': 0.1465, 'by': 'regions', 'left_out': [], 'stopped': True}))
    lm is at most 14.7% above the best possible: no classes of k records or more have an lm below 0.008878 (stopped; more time may raise it)
    """
    how = ('how far lm is from the best possible is not known' if bound['gap'] is None else
           'lm is at most %.1f%% above the best possible' % (ceil(1000 * bound['gap']) / 10))
    notes = ['stopped; more time may raise it'] * bound['stopped']
    notes += ['from distances alone, as the regions are too many'] * (bound['by'] == 'neighbours')
    notes += ['the loss of %s is not counted' % ', '.join(bound['left_out'])] if bound['left_out'] else []
    return '%s: no classes of k records or more have an lm below %.6f%s' % (
        how, floor(1e6 * bound['lm']) / 1e6, ' (%s)' % '; '.join(notes) if notes else '')


def distance(measure, proof_):
    """How far the best vector so far can be from the best possible.

    >>> distance('lm', {'value': 0.2928, 'gap': 0.0312})
    'lm 0.2928, at most 3.2% above the best possible'
    """
    if proof_['gap'] is None:
        return '%s %.6g, not yet known how far from the best possible' % (measure, proof_['value'])
    side = 'below' if measure == 'precision' else 'above'
    return '%s %.6g, at most %.1f%% %s the best possible' % (measure, proof_['value'], ceil(1000 * proof_['gap']) / 10, side)


def end_lines(report):
    unchanged = [column['name'] for column in report['columns'] if column['unchanged']]
    unchanged += ['%s (%s)' % (name, kind) for kind in ('sensitive', 'publish') for name in report[kind]]
    yield 'Published unchanged: %s.' % (', '.join(unchanged) or 'nothing')
    if not report['sensitive'] + report['publish']:
        yield 'No column is named with --sensitive: the quasi-identifiers alone are published.'
    if report['unique']:
        yield ('WARNING: nearly every record has its own value in %s. Whoever knows this value knows whose record it is.'
               % ', '.join(report['unique']))
    yield from map('WARNING: {}.'.format, map(remark_text, report['recognized']))
    yield from counted_lines(report)
    if report['order'] == 'input':
        yield from ORDER.splitlines()
    if report['look_alikes']:
        yield ('WARNING: values look the same and count as different, because their accents are in two Unicode forms (NFC, NFD): %s.'
               ' Convert the table to NFC.' % ', '.join('%s %d' % pair for pair in report['look_alikes'].items()))
    few = ['%s %d' % (column['name'], column['rare']) for column in report['columns'] if column.get('rare')]
    if few:
        yield ('Labels name values that fewer than k = %d records of the whole table have: %s (--labels grid avoids it).'
               % (report['k'], ', '.join(few)))
    yield from (NOT_EVEN_BEYOND if report['beyond'] else NOT_PROTECTED).splitlines()
    for what, line in zip(('check', 'attack'), report['next']):
        yield 'To %s this release: %s' % (what, line)
        if what == 'check' and report.get('unchecked'):
            yield 'That line does not check %s. The audit did.' % '; nor '.join(map(unchecked_text, report['unchecked']))


UNCHECKED = {       # what `check` cannot tell from the release
    'closeness': 't of %s, which compares with the suppressed records, too', 'limits': 'the limits of the labels, %s',
    'grid': 'that labels end at declared edges, in %s', 'suppression': 'that at most %s of the records were suppressed',
    'population': 'what is required in the population, because it cannot read %s as the run did',
    'presence': 'delta-presence = %s, because a root in place of a missing value fits people of other classes, too'}


def unchecked_text(unchecked) -> str:
    """
    >>> unchecked_text({'what': 'limits', 'names': ['age<=2', 'zip>=1']})
    'the limits of the labels, age<=2, zip>=1'
    """
    return UNCHECKED[unchecked['what']] % ', '.join(unchecked['names'])


def remark_text(found):
    """What there is to say of a column that is published unchanged. found: as assessment/recognize.py tells it.

    >>> found = {'column': 'insurance', 'as': 'publish', 'what': 'an identifier', 'values': 700, 'records': 2000, 'least': 1, 'most': 8}
    >>> print(remark_text(found))
    publish: insurance looks like an identifier: 700 values in 2,000 records, each in 1 to 8
    >>> print(remark_text({**found, 'as': 'sensitive', 'column': 'income', 'what': None, 'least': 8}))
    sensitive: income has many different values: 700 values in 2,000 records, each in 8
    """
    looks = 'looks like %s' % found['what'] if found['what'] else 'has many different values'
    each = ' to '.join(dict.fromkeys('{:,}'.format(found[end]) for end in ('least', 'most')))
    return '%s: %s %s: %s in %s, each in %s' % (found['as'], found['column'], looks, many(found['values'], 'value'),
                                                many(found['records'], 'record'), each)


REASONS = {     # why a clause cannot be checked from the file; its own words come first
    'no_sensitive': 'no column is named with --sensitive',
    'no_total': 'how many records were left out is not in the file (--total says how many there were)',
    'no_list': 'the list of small areas is missing', 'unread': 'the column has labels that are no ages', 'outside': 'not in the file',
    'perhaps': 'it may be there',
    'text': 'the column has texts, which may hold anything',
    'identifier': 'the column may tell people apart',
    'top': '90 is the greatest age, and may stand for 90 and more; then write 90+',
    'early': 'the column may tell a year of birth of somebody over 89',
    'measured': 'the column has a number of its own in nearly every record'}

STEWARD = 'kanon has not checked %s. That is the work of whoever signs.'

LOOK = ' Look at the columns, and say what they hold with --holds (none=COLUMN: none of the kinds).'


def standard_lines(report):
    """What the table says to each clause of each standard. Nothing without one."""
    for standard in report.get('standards', ()):
        yield from ['', 'standard {name}: {title}'.format(**standard), 'source: {source}'.format(**standard)]
        if standard['reading']:
            yield 'reading: {reading}'.format(**standard)
        for clause in standard['clauses']:
            yield '  %s: %s' % (clause['clause'], verdict_text(clause))
            yield '      {text} ({source})'.format(**clause)
        holds, fails = ('holds' if standard['holds'] == 1 else 'hold'), ('fails' if standard['fails'] == 1 else 'fail')
        yield '{} {}, {fails} {}, {open} cannot be checked from the file.'.format(
            many(standard['holds'], 'clause'), holds, fails, **standard)
        if standard['open']:
            columns = any(clause['reason'] in ('perhaps', 'identifier', 'early') for clause in standard['clauses'])
            yield STEWARD % ('this one' if standard['open'] == 1 else 'these %d' % standard['open']) + LOOK * columns


def verdict_text(clause):
    """What the table says to a clause.

    >>> verdict_text({'verdict': 'fails', 'classes': 1, 'records': 4, 'columns': ['zip']})
    'FAILS in 1 class, 4 records: zip'
    >>> verdict_text({'verdict': 'open', 'why': None, 'reason': 'no_sensitive', 'columns': []})
    'cannot be checked: no column is named with --sensitive'
    """
    columns = ': ' + ', '.join(clause['columns']) if clause['columns'] else ''
    if clause['verdict'] == 'fails':
        return 'FAILS in %s, %s%s' % (many(clause['classes'], 'class'), many(clause['records'], 'record'), columns)
    if clause['verdict'] == 'open':
        return 'cannot be checked%s: %s' % (columns and ' in ' + columns[2:], clause['why'] or REASONS[clause['reason']])
    return 'holds'


def trace_lines(report):
    if 'trace' in report:
        from ..explain.explain_texts import trace_lines as lines      # few runs ask for it
        yield from lines(report['trace'])
        yield ''
