"""`python -m kanon check`: a published table, from any tool, is measured and compared with requirements.

Promise: the text says nothing that the JSON does not. A long value is cut short in the text.
"""

from __future__ import annotations

import os
from collections import Counter

from .. import __version__
from ..algorithms.population import opened_population
from ..assessment.people_fitted import fitted_people, told_people
from ..assessment.published_classes import AnyTable, GuardedTable, accounted, class_sizes, read, whole_file
from ..assessment.satisfied import judged, known_by_column
from ..cli.inputs import for_table, open_table, standards_of
from ..cli.options import check_seen, check_standards, need_folder
from ..cli.report_text import counted_lines, put_back_rows, put_back_text, shares_text, standard_lines, title_lines, warned
from ..cli.screen import progress, put, put_views
from ..cli.words import (BEYOND_K, COLUMNS, CONFIG, COUNTS, DECIMAL, DELIMITER, DELTA_PRESENCE, ENCODING, EXAMPLES, FORCE, JSON, K_MAP, NA,
                         POPULATION, POPULATION_COUNTS, QUASI, REDACT, REPORT_OUTPUT, SEEN, STANDARDS, STARS, Program, Word, switch)
from ..errors import REDACTED, DataError, joined, many, one_line, quoted, show
from ..settings.asked import RULES, check_columns, check_population, check_rules, settle_weights
from ..settings.kinds import listed, requirements
from ..tables.hierarchy_file import file_of, load
from ..tables.text_table import aligned, json_text
from ..values import Known
from . import VERBS

PEOPLE_MISSING = Word(
    '--missing', 'drop|value|root',
    'Of the --population: drop leaves out and counts people with a missing value in a quasi-identifier (default). value and root keep'
    ' them. Give it as the run that made the table was given it. Every record of the table counts.')
HIERARCHIES_OF_LABELS = Word('--hierarchies', 'DIR', 'The folder with a file <column>.txt for each quasi-identifier, for what its'
                                                     ' labels mean to a --population of recorded values.')
WORDS = (
    QUASI, Word('--sensitive', 'A,B', 'The sensitive columns (default occupation, if there is such a column).'),
    Word('--k', 'N', 'Every class has at least N records. If one has not, the exit status is 1. So it is with all that is required.'),
    *BEYOND_K,
    Word('--require', 'WORD=N,...', 'The same in other words, with commas between them: k=5, l=3, entropy=2.5, recursive=3:2 (c:l), alpha=0.5,'
         ' t=0.2, ordered-t=0.2 and hierarchical-t=0.2. ward:l=3 requires it of the sensitive column ward alone.'),
    Word('--below', 'N', 'Count the records in classes of fewer than N records.'),
    POPULATION._replace(help='A csv file of the population that the people of the table come from, with recorded values or with the'
                             ' same labels.'),
    POPULATION_COUNTS, PEOPLE_MISSING, K_MAP._replace(help='The labels of every class fit at least N people of the population.'),
    DELTA_PRESENCE._replace(help="Of the people whom a class's labels fit, a share of LEAST to MOST is in the table, such as"
                                 ' 0:0.5. A least share above 0 is for all people of the population.'),
    Word('--hierarchies', 'DIR', 'The folder with a file <column>.txt for each sensitive column, for the hierarchical distance, and'
                                 ' for each quasi-identifier, for what its labels mean to a --population.'),
    *STANDARDS, Word('--total', 'N', 'With --standard: how many records the table had, which a reader may know.'),
    switch('--tight', 'The labels name values of their class, as those of run_mondrian.py do without --labels box or grid. Warn of what a'
                      ' reader can put back.'),
    switch('--spreadsheet-safe', "The table was published with this option: a ' before what a spreadsheet would run is not read."),
    COLUMNS, COUNTS, NA, DELIMITER, DECIMAL, ENCODING, CONFIG, STARS, JSON, REPORT_OUTPUT, *SEEN,
    switch('--quiet', 'Print nothing: the exit status says whether all requirements hold.'), REDACT, FORCE)


def settle_judge(values, said, typed, error):
    """Of a verb that judges a table from any tool. --missing is about the people of its population.

    Where it publishes missing values as the root, rows of nothing but '*' are people.
    """
    need_folder(values, said)
    if values['missing'] == 'root':
        values['stars'] = said.get('stars', 'class')
    if not values['population']:
        if 'missing' in typed:
            error('--missing is for --population; every record of the table counts')
        values['from_ini'] = [name for name in values['from_ini'] if name != 'missing']
        if values['missing'] != 'root':
            values['telling'].pop('missing', None)
    values['output'] = values['output'] or '-'
    check_columns(values, said)
    check_seen(values, typed, error)
    settle_weights(values, typed)


def settle(values, said, typed, error):
    values['carried'] = values['sensitive'] if 'sensitive' in said else []
    check_rules(values)
    values['require'] = values['require'] + in_other_words(values, typed, error)
    check_population(values, typed, judges=True)
    check_standards(values, error)
    settle_judge(values, said, typed, error)


PROGRAM = Program('check', 'python -m kanon check', VERBS['check'], WORDS, settle,
                  (' released.csv --quasi zip,age --sensitive condition -k 5 --l-diversity 3',), EXAMPLES, {'k': None, 'tight': False})


def main(options):
    """The exit status, 1 if a requirement does not hold."""
    with open_table(options, GuardedTable if options.spreadsheet_safe else AnyTable, 'value') as table:
        sensitive = for_table(options, table).sensitive
        named = [*options.quasi, *sensitive]
        others = dict.fromkeys([*named, table.counts])      # there may be very many
        columns = [*named, *(name for name in table.columns if name not in others)]
        judge, rows = standards_of(options, table, columns), Counter()
        published = classes_of(table, options, sensitive, rows if judge else None)
    folder, people = options.hierarchies if 'hierarchies' in options.said else None, None
    if options.population:
        register, missing, _, people = population_of(class_sizes(published), table, options)
        check_decidable(people, class_sizes(published), register, table, options)
    report = {'program': options.command, 'version': __version__, 'data': table.name, 'config': options.config,
              'from_ini': options.from_ini, 'telling': options.telling, 'quasi': options.quasi, 'sensitive': sensitive,
              'counts': table.counts, 'count_column': table.count_column(),
              **judged(published, options.quasi, sensitive, options.below, options.require, folder, options.decimal, people,
                       options.k_map, options.delta_presence, options.tight)}
    if people:
        report['population'] = {'file': register, 'people_missing': missing, **told_people(class_sizes(published), people)}
    if judge:
        report['standards'] = judge(rows, sensitive, left_out(options.total, report['records']['read'], table.name), options.stars)
        report['holds'] = report['holds'] and not any(standard['fails'] for standard in report['standards'])
    shares = shares_in_the_file(report['worst'], known_by_column(whole_file(published), Known()))
    if options.redact:
        report['worst'] = list(map(redacted_class, report['worst']))
    if not options.quiet:
        put(json_text(report) if options.json else check_text(report), 'the report', options.output, options.encoding)
    put_views(report, options, lambda say: drawn(report, published, shares, say))
    return 0 if report['holds'] else 1


def in_other_words(values, typed, error) -> list:
    """What k and the rules beyond k require, as --require says it. What that requires itself is left out."""
    texts = {'k': ['k=%d' % values['k']] if values['k'] else []}
    for name in RULES:
        texts[name] = ['%s%s' % (column + ':' if column else '', rule.as_required()) for column, rule in values[name].items()]
    said, more = {(each.word, each.column) for each in values['require']}, []
    for name, of_name in texts.items():
        for each in requirements(listed(of_name)) if of_name else ():
            if (each.word, each.column) not in said:
                more.append(each)
            elif name in typed and 'require' in typed:
                error('%s is required twice' % quoted(each.word))
    return more


def left_out(total, read, name):
    """How many records the file has not, as the clauses take it. None if nobody says how many there were."""
    if total is None:
        return None
    if total < read:
        raise DataError('--total is %s, and the file has %s' % ('{:,}'.format(total), many(read, 'record')), name)
    return [total - read]


def shares_in_the_file(worst, columns) -> list:
    """For each of the worst classes and sensitive columns the share of the whole file that has the most frequent value of the class.

    columns: the {value: records} of each sensitive column in the whole file.

    >>> shares_in_the_file([{'columns': [{'most_frequent': 'flu'}]}], [{'flu': 3, 'ulcer': 1}])
    [[0.75]]
    """
    return [[of_column[column['most_frequent']] / sum(of_column.values()) for column, of_column in zip(class_['columns'], columns)]
            for class_ in worst]


def drawn(report, published, shares, say):
    from ..pictures.findings_picture import of_check        # few runs draw
    return of_check(report, list(class_sizes(published).values()), shares, say)


def population_of(sizes, table, options) -> tuple:
    """The name of the population, how many people of it are left out, its Published, and the People of the classes.

    sizes: {published tuple: records}. Labels are read with the hierarchies of a folder that was named.
    """
    with opened_population(options.population, AnyTable, options.quasi, options.population_counts, table.counts, options.columns,
                           options.delimiter, options.encoding, options.missing, options.na) as register:
        population = classes_of(register, options)
    files = [file_of(options.hierarchies, name) if 'hierarchies' in options.said else None for name in options.quasi]
    trees = [load(file, typed=False) if file and os.path.exists(file) else None for file in files]
    return register.name, register.missing_records, population, fitted_people(sizes, class_sizes(population), trees, options.decimal)


def check_decidable(people, sizes, register, table, options):
    """DataError if what is required in the population cannot be told."""
    if options.k_map or options.delta_presence:
        for place, label in people.unread:
            raise DataError('column %s: cannot tell which values of the population the label %s covers; name the folder of a hierarchy'
                            ' that has it with --hierarchies' % (quoted(options.quasi[place]), show(label)), table.name)
    if options.delta_presence and people.several:
        raise DataError('several classes fit %s of the population; what this tells of their presence is not worked out, and'
                        ' --delta-presence cannot be decided' % people_text(people.several), register)
    beyond = sum(n > people.of_classes[quasi] for quasi, n in sizes.items())
    if options.delta_presence and beyond:
        classes = '1 class has' if beyond == 1 else '%d classes have' % beyond
        raise DataError('does not hold the people of the table, so nobody\'s presence can be told: %s more records than people; name'
                        ' the population that the table was taken from' % classes, register)


def people_lines(told):
    """What the classes are in the population.

    >>> told = {'people_missing': 2, 'k_map': 4, 'presence': [0.25, 0.5], 'beyond': 0, 'nowhere': 3, 'several': 0}
    >>> print(*people_lines(told), sep='\\n')
    2 people of the population are left out, because of a missing value
    the labels of each class fit at least 4 people of the population
    of the people whom a class fits, a share of 0.2500 to 0.5000 is in the table
    no class fits 3 people of the population
    """
    if told['people_missing']:
        yield '%s of the population %s left out, because of a missing value' % (
            people_text(told['people_missing']), 'is' if told['people_missing'] == 1 else 'are')
    yield 'the labels of each class fit at least %s of the population' % people_text(told['k_map'])
    if told['presence'][0] is not None and not told['beyond'] + told['several']:
        yield 'of the people whom a class fits, a share of %s is in the table' % shares_text(*told['presence'])
    if told['nowhere']:
        yield 'no class fits %s of the population' % people_text(told['nowhere'])
    if told['several']:
        yield 'several classes fit %s of the population; what this tells of their presence was not worked out' % people_text(told['several'])


def people_text(n):
    return '1 person' if n == 1 else '{:,} people'.format(n)


def classes_of(table, options, sensitive=(), whole_rows=None):
    """The Published of a table, with progress."""
    with progress(lambda: '{:,} records read'.format(table.read), options.quiet):
        return read(table, options.quasi, sensitive, options.stars, whole_rows)


def redacted_class(class_) -> dict:
    """What the report says of a class, without a value of it.

    >>> redacted_class({'quasi': {'zip': '130**'}, 'records': 4, 'columns': [{'column': 'condition', 'most_frequent': 'Cancer', 't': 0.5}]})
    {'quasi': {'zip': '(value)'}, 'records': 4, 'columns': [{'column': 'condition', 'most_frequent': '(value)', 't': 0.5}]}
    """
    return {**class_, 'quasi': dict.fromkeys(class_['quasi'], REDACTED),
            'columns': [{**column, 'most_frequent': REDACTED} for column in class_['columns']]}


WIDEST = 30     # characters of a value

LEGEND = 'Of the worst class. l: different values; t: distance from the whole file; alpha: share of the top value.'

WITHOUT = ('Without a known value: %s.', 'l counts known values. entropy, recursive c and alpha are those of the worst case that the missing',
           'values allow. t takes the missing values as one value.')

SHOWN = ['l', 'entropy', 'recursive', 't', 'ordered-t', 'hierarchical-t', 'alpha']


def check_text(report) -> str:
    """The report for people."""
    lines = [*check_head(report), *other_lines(report), *sensitive_lines(report), *worst_lines(report), *required_lines(report),
             *standard_lines(report), *end_lines(report)]
    return joined(line.rstrip() for line in lines)


def check_head(report):
    records, classes, missing = report['records'], report['classes'], report['missing']
    yield from title_lines(report)
    yield from warned(report['put_back']) if report['put_back']['tight'] else ()
    yield from counted_lines(report)
    yield 'quasi-identifiers: %s; sensitive: %s' % (', '.join(report['quasi']), ', '.join(report['sensitive']) or 'none named')
    yield accounted(records, classes['count'])
    yield 'k = {k:,} is the size of the smallest class; the largest has {}, the average {average:,.1f}'.format(
        many(classes['largest'], 'record'), **classes)
    if 'population' in report:
        yield 'the population is in %s' % report['population']['file']
        yield from people_lines(report['population'])
    if classes['below']:
        yield 'in classes below k = {k:,}: {}'.format(many(classes['below']['records'], 'record'), **classes['below'])
    yield from witness_lines(report['put_back'])
    if missing['cells']:
        yield ("missing values ('?' or nothing) in quasi-identifiers: {cells:,}, in {}; ".format(many(missing['records'], 'record'), **missing)
               + ('they stand in too many patterns to take them as wildcards' if missing['wildcard_k'] is None else
                  'taken as wildcards, they give k = {wildcard_k:,}'.format(**missing)))


def witness_lines(found):
    """What a reader can put back or, if nobody said that the labels name values of their classes, what it would be.

    >>> found = {'cells': {'generalized': 8, 'witnessed': 6, 'determined': 2}, 'records': {'generalized': 5, 'determined': 0}}
    >>> list(witness_lines({**found, 'tight': False}))
    ["If the labels are Mondrian's ranges and sets (--tight), a reader can put back 2 values"]
    """
    if found['tight']:
        yield from aligned(put_back_rows(found))
    elif found['cells']['determined']:
        yield ("If the labels are Mondrian's ranges and sets (--tight), a reader can put back %s"
               % put_back_text(found['cells'], found['records']))


def sensitive_lines(report):
    """A line for each sensitive column, with those measures that apply to any; none without."""
    columns = report['columns']
    measures = [name for name in SHOWN if any(column[name] is not None for column in columns)]
    rows = [('', *('recursive c' if name == 'recursive' else name for name in measures), 'classes with one value')]
    for column in columns:
        rows.append((shortened(column['column']), *(measure_text(column[name]) for name in measures),
                     counted(column['homogeneous']) if column['homogeneous']['classes'] else 'none'))
    without = ', '.join('%s in %s' % (shortened(column['column']), many(column['unknown'], 'record'))
                        for column in columns if column['unknown'])
    told = [WITHOUT[0] % without, *WITHOUT[1:]] if without else []
    return ['', *aligned(rows), LEGEND, *told] if columns else []


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
            rows.append(('{:,}'.format(class_['records']), shortened(labels, 2 * WIDEST), '; '.join(hazard(column, class_['records']) for column in class_['columns'])))
        yield from ['', *(shortened(line, 105) for line in aligned(rows))]


def hazard(column, size):
    """What a class of so many records gives away of a sensitive column.

    >>> flu = {'l': 1, 'most_frequent': 'flu', 'records': 3}
    >>> hazard({**flu, 'unknown': 0}, 3), hazard({**flu, 'unknown': 1}, 4), hazard({**flu, 'unknown': 3}, 3)
    ('all flu', 'all flu, or not known (1 record)', 'no known value')
    """
    if column['unknown'] == size:
        return 'no known value'
    if column['l'] == 1:
        return 'all %s' % shortened(column['most_frequent']) + (
            ', or not known (%s)' % many(column['unknown'], 'record') if column['unknown'] else '')
    most_frequent = shortened(column['most_frequent'])
    records = many(column['records'], 'record')
    return '{:,} values, most frequent: {}, {}, t {:.4f}'.format(column['l'], most_frequent, records, column['t'])


def required_lines(report):
    """The verdicts."""
    if report['required']:
        rows = [('required', 'column', 'found', '')]
        for row in report['required']:
            rows.append((row['required'], shortened(row['column'] or ''), measure_text(row['found']),
                         'holds' if row['holds'] else 'FAILS in %s' % counted(row['failing'])))
        yield from ['', *aligned(rows)]


def end_lines(report):
    """In one line what the verdicts come to.

    >>> print(*end_lines({'required': ['k=4'], 'holds': True, 'standards': [{'open': 2}, {'open': 0}]}))
    All that is required holds. No clause fails, and 2 clauses cannot be checked from the file.
    >>> print(*end_lines({'required': [], 'holds': True, 'standards': [{'open': 0}]}))
    No clause fails.
    """
    if not report['holds']:
        yield 'Not all that is required holds: the exit status is 1.'
        return
    left_open = sum(standard['open'] for standard in report.get('standards', ()))
    told = ['All that is required holds.'] if report['required'] else []
    if report.get('standards'):
        told.append('No clause fails, and %s cannot be checked from the file.' % many(left_open, 'clause') if left_open else 'No clause fails.')
    yield from [' '.join(told)] if told else []


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
