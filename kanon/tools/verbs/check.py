"""`python -m kanon check`: a published table, from any tool, is measured and compared with requirements.

Promise: the text says nothing that the JSON does not. A long value is cut short in the text.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections import Counter
from itertools import chain

from ...core.algorithms.population import opened_population
from ...core.desk.as_text import (as_one_lines, counted_lines, items_lines, put_back_rows,
                                  title_lines, warned)
from ...core.desk.how_read import not_followed, reading_for
from ...core.desk.inputs import check_outputs, for_table, table_of, take_unreadable_of
from ...core.desk.options import check_seen, check_standards, need_folder
from ...core.desk.report import head_of_report, typed_command
from ...core.desk.screen import progress, put, speaker_of
from ...core.desk.words import (BEYOND_K, COLUMNS, CONFIG, COUNTS, DECIMAL, DELIMITER,
                                DELTA_PRESENCE, ENCODING, EXACT, EXAMPLES, FORCE, ITEMS, JSON,
                                K_MAP, NA, NA_IN, POPULATION, POPULATION_COUNTS, QUASI, REDACT,
                                REPORT_OUTPUT, SEEN, SKIP_LINES, STANDARDS, STARS, THOUSANDS,
                                TOTALS, TO_SIGN, UNREADABLE, Program, Word, switch)
from ...core.errors import REDACTED, DataError, joined, many, one_line, quoted, show
from ...core.own_files import exists
from ...core.settings.asked import (RULES, check_columns, check_population, check_rules,
                                    settle_weights)
from ...core.settings.kinds import Requirement, requirements
from ...core.settings.table import DEFAULTS
from ...core.tables.hierarchy_file import file_of, load
from ...core.tables.table import is_complete
from ...core.tables.text_table import aligned, json_text, wrapped
from ...core.voice.speaking import speaker
from ..judging.people_fitted import fitted_people, told_people
from ..judging.published_classes import (AnyTable, GuardedTable, class_sizes, counted_sizes,
                                         read_classes)
from ..judging.satisfied import judged, shares_in_the_file
from ..pages.found_by_standards import standard_lines
from ..pages.found_in_tables import (clauses_told, differing_rows, hazards, key_of_measures,
                                     looked_at, measure_text, sensitive_rows, sets_in, unknown_in,
                                     verdict_on, verdict_lines)
from ..views import put_views, standards_of, texts_of_page
from ..voice.counted_persons import in_persons
from . import VERBS

PEOPLE_MISSING = Word(
    '--missing', 'drop|value|root',
    'Of the --population, and of --counted: drop leaves out and counts people, or records, with a missing value (default). value and root'
    ' keep them. Unless it is value, every label covers a missing value, and a missing label covers all. Give it as the run that made the'
    ' table was given it. Every record of the table counts.')
PEOPLE_UNREADABLE = UNREADABLE._replace(help='Of the --population. ' + UNREADABLE.help.replace('the run ends', 'the verb ends'))
HIERARCHIES_OF_LABELS = Word('--hierarchies', 'DIR', 'The folder with a file <column>.txt for each quasi-identifier, for what its'
                                                     ' labels mean to a --population of recorded values.')
PERSON_THERE = Word('--person', 'COLUMN', 'The column that says whose row each row is, in a table that still has it. k, the rules beyond k,'
                                          ' --delta-presence and --standard then count persons, and not records.')
WORDS = (
    QUASI, PERSON_THERE._replace(help=PERSON_THERE.help.replace('still has it.', 'still has it, or in that of --counted.')),
    Word('--sensitive', 'A,B', 'The sensitive columns (default occupation, if there is such a column).'),
    Word('--k', 'N', 'Every class has at least N records. If one has not, the exit status is 1. So it is with all that is required.'),
    *BEYOND_K,
    Word('--require', 'WORD=N,...', 'The same in other words, with commas between them: k=5, l=3, entropy=2.5, recursive=3:2 (c:l), alpha=0.5,'
         ' t=0.2, ordered-t=0.2, hierarchical-t=0.2, beta=2, enhanced-beta=2 and delta=1. ward:l=3 requires it of the sensitive column ward alone.'),
    Word('--below', 'N', 'Count the records in classes of fewer than N records.'),
    POPULATION._replace(help='A csv file of the population that the people of the table come from, with recorded values or with the'
                             ' same labels.'),
    POPULATION_COUNTS, PEOPLE_MISSING, PEOPLE_UNREADABLE, K_MAP._replace(help='The labels of every class fit at least N people of the population.'),
    DELTA_PRESENCE._replace(help="Of the people whom a class's labels fit, a share of LEAST to MOST is in the table, such as"
                                 ' 0:0.5. A least share above 0 is for all people of the population.'),
    Word('--hierarchies', 'DIR', 'The folder with a file <column>.txt for each sensitive column, for the hierarchical distance, and'
                                 ' for each quasi-identifier, for what its labels mean to a --population.'),
    *STANDARDS, Word('--total', 'N', 'With --standard: how many records the table had, which a reader may know.'),
    Word('--counted', 'FILE', 'The counted table that an engine made the release from. The release must have each row as often as these counts and'
         ' the --recoding say. All columns of the release are compared. It may be counted itself (--counts, default n).'),
    Word('--recoding', 'FILE', 'With --counted: what is published for each combination, as the run that decided wrote it, or a folder of'
         ' --recoding-maps, whose classes below its k are suppressed. Its quasi-identifiers are those of the release. A class that it publishes'
         ' as * in each of them is a class (--stars class).'),
    switch('--tight', 'The labels name values of their class, as those of run_mondrian.py do without --labels box or grid. Warn of what a'
                      ' reader can put back.'),
    switch('--spreadsheet-safe', "The table was published with this option: a ' before what a spreadsheet would run is not read."),
    COLUMNS, COUNTS, NA, NA_IN, TOTALS, THOUSANDS, ITEMS, EXACT, DELIMITER, SKIP_LINES, DECIMAL, ENCODING, CONFIG, STARS, JSON, REPORT_OUTPUT, *SEEN, *TO_SIGN,
    switch('--quiet', 'Print nothing: the exit status says whether all requirements hold.'), REDACT, FORCE)


def settle_judge(values, said, typed, error):
    """Of a verb that judges a table from any tool. --missing is about the people of its population.

    Where it publishes missing values as the root, rows of nothing but '*' are people.
    """
    need_folder(values, said)
    if values['missing'] == 'root':
        values['stars'] = said.get('stars', 'class')
    passed_over = {'totals'} - set(typed)       # every record of the table counts, whatever an INI file says
    if not values['population'] and not values['counted']:
        if 'missing' in typed:
            error('--missing is for --population; every record of the table counts')
        passed_over |= {'missing'}
    if not values['population']:
        if 'unreadable' in typed:
            error('--unreadable is for --population; every record of the table counts')
        passed_over |= {'unreadable'}
    values['from_ini'] = [name for name in values['from_ini'] if name not in passed_over]
    for name in passed_over - {'missing' if values['missing'] == 'root' else None}:        # a root decides what a row of * is
        values['telling'].pop(name, None)
    values['output'] = values['output'] or '-'
    check_columns(values, said)
    check_seen(values, error)
    settle_weights(values, typed)


def settle(values, said, typed, error):
    values['carried'] = values['sensitive'] if 'sensitive' in said else []
    check_rules(values)
    if 'k' not in typed and not values['named'] and (values['k'] or DEFAULTS['k']) < DEFAULTS['k']:
        values['telling']['k'] = str(values['k'])       # a run refuses it; here it adds to what is judged
    values['require'] = values['require'] + in_other_words(values, typed, error)
    check_population(values, typed, judges=True)
    check_standards(values, error)
    settle_counted(values, said, typed, error)
    settle_judge(values, said, typed, error)


def settle_counted(values, said, typed, error):
    """The quasi-identifiers are those of the recoding, which is an input here."""
    values['by'], values['recoding'] = values['recoding'], None
    if values['counted'] is None:
        if 'recoding' in typed:
            error('--recoding is for --counted, the counted table that the release was made from')
        return
    if values['by'] is None:
        error('--counted needs --recoding, what is published for each combination that was counted')
    for name in 'counted', 'by':
        if values[name] == '-':
            error('--%s names a file; it is not standard input' % name.replace('by', 'recoding'))
    if os.path.isdir(values['by']):
        from ..engines.maps_folder import check_folder      # few recodings are maps
        check_folder(values, said, error)
        values['columns'] = values['columns'] if 'columns' in typed else None       # those of the INI file are the table's
    values['counts'] = values['counts'] or 'n'      # as `kanon count` names it
    values['quasi'] = values['quasi'] if 'quasi' in said else []


PROGRAM = Program('check', 'python -m kanon check', VERBS['check'], WORDS, settle,
                  (' released.csv --quasi zip,age --sensitive condition -k 5 --l-diversity 3',), EXAMPLES, {'k': None, 'tight': False})


def main(options):
    """The exit status, 1 if a requirement does not hold."""
    check_outputs(options, *inputs_of(options))
    texts = texts_of_page(options)
    if options.counted:
        from .compared_counts import comparison_as_verdict, compared_with_counts, due_by, persons_due, recoding_for, sensitive_counted      # few runs do
        quasi, recoding = recoding_for(options)
        a_class = ('*',) * len(quasi) in recoding.values() and 'stars' not in options.said     # so the k of this class counts
        options = Namespace(**{**vars(options), 'quasi': quasi, 'stars': 'class' if a_class else options.stars})
    with table_of(options, GuardedTable if options.spreadsheet_safe else AnyTable, 'value', digest=options.html is not None) as table:
        sensitive = for_table(options, table).sensitive
        named = [*options.quasi, *sensitive]
        whose = [name for name in [person_of(table, options)] if name is not None]
        others = dict.fromkeys([*named, *whose, table.counts])      # there may be very many
        columns = [*named, *(name for name in table.columns if name not in others), *whose]
        judge, rows = standards_of(options, table, columns), Counter()
        published = classes_of(table, options, sensitive, rows if judge or options.counted else None, *whose)
        digest = table.sha256() if options.html else None
    compared = counted = None
    if options.counted:
        due, records, persons = due_by(recoding, columns, options, len(sensitive))
        compared = compared_with_counts(rows, due, records, columns, options)
        if not compared['differences']['rows']:
            counted = sensitive_counted(due, len(sensitive))
            published = published._replace(persons=persons and persons_due(persons, published, rows, due, options, sensitive))
        elif persons:       # then nothing is known of the persons of its classes
            options, judge = Namespace(**{**vars(options), 'require': [], 'k_map': None, 'delta_presence': None}), None
    folder, people = options.hierarchies if 'hierarchies' in options.said else None, None
    if options.population:
        register, missing, _, people = population_of(class_sizes(published), table, options)
        check_decidable(people, published, register, table, options)
    report = {**head_of_report(options, table.name), 'quasi': options.quasi, 'sensitive': sensitive,
              'counts': table.counts, 'count_column': table.count_column(), **rows_left(published, table, options), **person_absent(table, options),
              **judged(published, options.quasi, sensitive, options.below, options.require, folder, options.decimal, people,
                       options.k_map, options.delta_presence, options.tight, counted, table.signs, table.exact, options.thousands)}
    if compared:
        report['as_counted'], verdict = compared, comparison_as_verdict(compared)
        report['required'], report['holds'] = [*report['required'], verdict], report['holds'] and verdict['holds']
    if people:
        report['population'] = {'file': register, 'people_missing': missing, **told_people(counted_sizes(published), people)}
    if judge:
        from ..judging.clauses import persons_of_table       # few runs ask for a standard
        left = left_out_of_total(options.total, report['records']['read'], table.name)
        report['standards'] = judge(rows, sensitive, left, options.stars,
                                    published.persons and persons_of_table(published.persons, report['records']['suppressed']))
        report['clauses'] = {verdict: sum(standard[verdict] for standard in report['standards'])
                             for verdict in ('holds', 'fails', 'open')}
        report['holds'] = report['holds'] and not report['clauses']['fails']
    shares = shares_in_the_file(report['worst'], published, sensitive, table.sameness, table.signs)
    if options.redact:
        report['worst'] = list(map(redacted_class, report['worst']))
    on_page = to_sign(report, options, texts, digest) if options.html else None

    def put_pages():
        put_views(report, options, lambda say: drawn(report, published, shares, say),
                  on_page and (on_page, lambda say: drawn(on_page, published, shares, say)))
    printed = options.output == '-'         # then it comes last, because it cannot be taken back
    if printed:
        put_pages()
    if not options.quiet:
        put(json_text(report) if options.json else check_text(report, speaker(options.language)), 'the report', options.output, options.encoding)
    if not printed:
        put_pages()
    return 0 if report['holds'] else 1


def to_sign(report, options, texts, digest) -> dict:
    """The report of the page to sign. It names no value of the table, unless it is internal. digest: the sha256 of the table."""
    from ..pages.shown_values import page_of, without_values      # few runs write a page
    page = page_of(options, texts, 'nothing')
    shown = report if page['shows'] == 'all' else without_values(report, speaker_of(options)('one_hidden'))
    return {**shown, 'page': page, 'sha256': digest, 'typed': typed_command(options)}


def rows_left(published, table, options) -> dict:
    """What a report says of rows that are left out: how many totals, and which settings of an INI file are not followed."""
    def gaps():
        rows = ((*quasi, *values) for quasi, histogram in published.classes.items() for values in histogram)
        return not all(map(is_complete, chain(rows, published.suppressed)))
    told = {'totals': table.left_totals, 'not_followed': not_followed(options, gaps)}
    return {name: value for name, value in told.items() if value}


def inputs_of(options) -> list:
    """The files that --counted and --recoding name."""
    if options.by and os.path.isdir(options.by):
        from ..engines.maps_folder import files_of_maps     # as above
        return [options.counted, *files_of_maps(options.by, options.quasi)]
    return list(filter(None, [options.by, options.counted]))


def in_other_words(values, typed, error) -> list:
    """What k and the rules beyond k require, as --require says it. What that requires itself is left out."""
    asked = [('k', each) for each in (requirements('k=%d' % values['k']) if values['k'] else ())]
    asked += [(name, Requirement(rule.word, rule, rule.as_required(), column)) for name in RULES for column, rule in values[name].items()]
    said, more = {(each.word, each.column) for each in values['require']}, []
    for name, each in asked:
        if (each.word, each.column) not in said:
            more.append(each)
        elif name in typed and 'require' in typed:
            error('%s is required twice' % quoted(each.word))
    return more


def left_out_of_total(total, read, name):
    """How many records the file has not, as the clauses take it. None if nobody says how many there were."""
    if total is None:
        return None
    if total < read:
        raise DataError('--total is %s, and the file has %s' % ('{:,}'.format(total), many(read, 'record')), name)
    return [total - read]


def drawn(report, published, shares, say):
    from ..pictures.findings_picture import of_check        # few runs draw
    return of_check(report, list(counted_sizes(published).values()), shares, say)


def population_of(sizes, table, options) -> tuple:
    """The name of the population, how many people of it are left out, its Published, and the People of the classes.

    sizes: those of {published tuple: records}. Labels are read with the hierarchies of a folder that was named.
    """
    with opened_population(options.population, AnyTable, options.quasi, options.population_counts, reading_for(options)) as register:
        take_unreadable_of(register, options, options.quasi)
        population = classes_of(register, options)
    files = [file_of(options.hierarchies, name) if 'hierarchies' in options.said else None for name in options.quasi]
    trees = [load(file, typed=False) if file and exists(file) else None for file in files]
    return register.name, register.missing_records, population, fitted_people(sizes, class_sizes(population), trees, options.decimal, options.missing == 'value')


def check_decidable(people, published, register, table, options):
    """DataError if what is required in the population cannot be told."""
    if options.k_map or options.delta_presence:
        for place, label in people.unread:
            raise DataError('column %s: cannot tell which values of the population the label %s covers; name the folder of a hierarchy'
                            ' that has it with --hierarchies' % (quoted(options.quasi[place]), show(label)), table.name)
    if options.delta_presence and people.several:
        raise DataError('several classes fit %s of the population; what this tells of their presence is not worked out, and'
                        ' --delta-presence cannot be decided' % ('1 person' if people.several == 1 else '{:,} people'.format(people.several)), register)
    beyond = sum(n > people.of_classes[quasi] for quasi, n in counted_sizes(published).items())
    if options.delta_presence and beyond:
        classes = '1 class has' if beyond == 1 else '%d classes have' % beyond
        raise DataError('does not hold the people of the table, so nobody\'s presence can be told: %s more %s than people; name'
                        ' the population that the table was taken from' % (classes, 'persons' if published.persons else 'records'), register)


def person_of(table, options):
    """The column that says whose row each is. None if an INI file alone names it, and the table is a release, which has it no more.

    Of a release that is compared with counts, these have the column.
    """
    if options.counted:
        if options.person is not None and options.person in table.columns:
            raise DataError('has the column %s, which says whose row each row is; publish the table without it' % quoted(options.person), table.name)
        return None
    return options.person if 'person' in options.typed or options.person in table.columns else None


def person_absent(table, options) -> dict:
    """What a report says of a column that an INI file names and the table has not."""
    return {'person_absent': options.person} if options.person is not None and not options.counted and person_of(table, options) is None else {}


def classes_of(table, options, sensitive=(), whole_rows=None, person=None):
    """The Published of a table, with progress."""
    with progress(lambda: '{:,} records read'.format(table.read), options.quiet):
        return read_classes(table, options.quasi, sensitive, options.stars, whole_rows, person)


def redacted_class(class_) -> dict:
    """What the report says of a class, without a value of it.

    >>> redacted_class({'quasi': {'zip': '130**'}, 'records': 4, 'columns': [{'column': 'condition', 'most_frequent': 'Cancer', 't': 0.5}]})
    {'quasi': {'zip': '(value)'}, 'records': 4, 'columns': [{'column': 'condition', 'most_frequent': '(value)', 't': 0.5}]}
    """
    return {**class_, 'quasi': dict.fromkeys(class_['quasi'], REDACTED),
            'columns': [{**column, 'most_frequent': REDACTED} for column in class_['columns']]}


WIDEST = 30     # characters of a value


def check_text(report, say) -> str:
    """The report for people."""
    lines = [*check_head(report, say), *differing_lines(report, say), *sensitive_lines(report, say), *worst_lines(report, say), *required_lines(report, say),
             *standard_lines(say, report), *conclusion(report, say)]
    return joined(line.rstrip() for line in lines)


def check_head(report, say):
    yield from title_lines(say, report)
    yield from warned(say, report['put_back']) if report['put_back']['tight'] else ()
    yield from counted_lines(say, report)
    yield from looked_at(say, report, witness_lines(report['put_back'], say), shortened)


def witness_lines(found, say):
    """What a reader can put back or, if nobody said that the labels name values of their classes, what it would be.

    >>> found = {'cells': {'generalized': 8, 'witnessed': 6, 'determined': 2}, 'records': {'generalized': 5, 'determined': 0}}
    >>> list(witness_lines({**found, 'tight': False}, speaker('en')))
    ["If the labels are Mondrian's ranges and sets (--tight), a reader can put back 2 values that the labels hide, and 0 records as a whole"]
    """
    if found['tight']:
        yield from aligned(put_back_rows(say, found))
    elif found['cells']['determined']:
        yield say('if_tight', cells=found['cells']['determined'], records=found['records']['determined'])


def differing_lines(report, say):
    compared = report.get('as_counted')
    if compared and compared['differences']['rows']:
        yield from ['', *(shortened(line, 160) for line in aligned(differing_rows(say, compared)))]


def sensitive_lines(report, say):
    columns = report['columns']
    if columns:
        yield from ['', *aligned(sensitive_rows(say, columns, shortened)), *in_persons(say, report)(key_of_measures(report)).splitlines()]
        for line in (*items_lines(say, sets_in(columns), cut=shortened), *as_one_lines(say, report['as_one'], shortened)):
            yield from wrapped(line, 100)
        yield from '\n'.join(unknown_in(say, columns, shortened)).splitlines()


def worst_lines(report, say):
    if report['worst']:
        counted = [name for name in ('records', 'persons') if name in report['worst'][0]]
        rows = [(*map(say, counted), say('worst'), '')]
        for class_ in report['worst']:
            labels = say('parts', parts=['%s %s' % (shortened(name), shortened(value)) for name, value in class_['quasi'].items()])
            rows.append((*('{:,}'.format(class_[name]) for name in counted), shortened(labels, 2 * WIDEST),
                         say('semicolon').join(hazards(say, class_, shortened))))
        yield from ['', *(shortened(line, 105) for line in aligned(rows))]


def required_lines(report, say):
    if report['required']:
        rows = [(say('required'), say('a_column'), say('found'), '')]
        rows += [(row['required'], shortened(row['column'] or ''), measure_text(say, row['found']), verdict_on(say, row))
                 for row in report['required']]
        yield from ['', *aligned(rows)]


def conclusion(report, say):
    """In one line what the verdicts come to.

    >>> print(*conclusion({'required': [], 'holds': True, 'standards': [{'fails': 0, 'open': 0}]}, speaker('en')))
    No clause fails.
    >>> print(*conclusion({'required': [], 'holds': False, 'standards': [{'fails': 2, 'open': 1}]}, speaker('zh')))
    有要求不满足：退出状态是 1。2 条条款不满足，1 条无法从文件中核对。
    """
    told = list(verdict_lines(say, report)) if report['holds'] else [say('not_all_hold'), *clauses_told(say, report)]
    yield from [say('blank').join(told)] if told else []


def shortened(value, most=WIDEST):
    """A value on one line, cut where it is long.

    >>> shortened('two\\nlines'), shortened('x' * 9, 7)
    ('two\\\\nlines', 'xxxx...')
    """
    value = one_line(value)
    return value if len(value) <= most else value[:most - 3] + '...'
