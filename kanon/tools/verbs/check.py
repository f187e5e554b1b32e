"""`python -m kanon check`: a published table, from any tool, is measured and held to requirements.

check_text.py has the parts of its report, and pages/findings.py its page.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections import Counter
from itertools import chain

from ...core.algorithms.population import opened_population
from ...core.desk.how_read import not_followed, reading_for
from ...core.desk.inputs import check_outputs, for_table, table_of, take_unreadable_of
from ...core.desk.options import check_seen, check_standards, need_folder
from ...core.desk.report import head_of_report, typed_command
from ...core.desk.screen import progress, put, speaker_of
from ...core.desk.words import (BEYOND_K, COLUMNS, CONFIG, COUNTS, DECIMAL, DELIMITER,
                                DELTA_PRESENCE, ENCODING, EXACT, EXAMPLES, FORCE, ITEMS, JSON,
                                K_MAP, NA, NA_IN, OUTPUT, POPULATION, POPULATION_COUNTS, QUASI,
                                REDACT, SEEN, SKIP_LINES, STANDARDS, STARS, THOUSANDS, TOTALS,
                                TO_SIGN, UNREADABLE, Program, Word, switch)
from ...core.errors import REDACTED, DataError, many, quoted, show
from ...core.own_files import exists
from ...core.settings.asked import (RULES, check_columns, check_population, check_rules,
                                    settle_weights)
from ...core.settings.kinds import Requirement, requirement_pairs
from ...core.settings.table import DEFAULTS
from ...core.tables.hierarchy_file import file_of, load
from ...core.tables.table import is_complete
from ...core.tables.text_table import json_text
from ...core.voice.speaking import speaker
from ..judging.people_fitted import fitted_people, told_people
from ..judging.published_classes import (AnyTable, GuardedTable, class_sizes, counted_sizes,
                                         read_classes)
from ..judging.satisfied import judged, shares_in_the_file
from ..views import put_views, standards_of, texts_of_page
from . import VERBS
from .check_text import check_text

PEOPLE_MISSING = Word(
    '--missing', 'drop|value|root',
    'Of the --population, and of --counted: drop leaves out and counts people, or records, with'
    ' a missing value (default). value and root keep them. Unless it is value, every label'
    ' covers a missing value, and a missing label covers all. Give it as to the run that made'
    ' the table, all of whose records count.')
PEOPLE_UNREADABLE = UNREADABLE._replace(help='Of the --population. ' + UNREADABLE.help)
HIERARCHIES_OF_LABELS = Word(
    '--hierarchies', 'DIR',
    'The folder with a file <column>.txt for each quasi-identifier, for what its labels mean to'
    ' a --population of recorded values.')
PERSON_THERE = Word(
    '--person', 'COLUMN',
    'The column that says whose row each row is, in a table that still has it. k, the rules'
    ' beyond k, --delta-presence and --standard then count persons, and not records.')
WORDS = (
    QUASI,
    PERSON_THERE._replace(help=PERSON_THERE.help.replace(
        'still has it.', 'still has it, or in that of --counted.')),
    Word('--sensitive', 'A,B',
         'The sensitive columns (default occupation, if there is such a column).'),
    Word('--k', 'N',
         'Every class has at least N records. If one has not, the exit status is 1. So it is with'
         ' all that is required.'),
    *BEYOND_K,
    Word('--require', 'WORD=N,...',
         'The same in other words, with commas: k=5, l=3, entropy=2.5, recursive=3:2 (c:l),'
         ' alpha=0.5, t=0.2, ordered-t=0.2, hierarchical-t=0.2, beta=2, enhanced-beta=2 and'
         ' delta=1. ward:l=3 is for the sensitive column ward alone.'),
    Word('--below', 'N', 'Count the records in classes of fewer than N records.'),
    POPULATION._replace(
        help='A csv file of the population that the people of the table come from, with'
             ' recorded values or with the same labels.'),
    POPULATION_COUNTS, PEOPLE_MISSING, PEOPLE_UNREADABLE, K_MAP, DELTA_PRESENCE,
    Word('--hierarchies', 'DIR',
         'The folder with a file <column>.txt for each sensitive column, for the hierarchical'
         ' distance, and for each quasi-identifier, for what its labels mean to a --population.'),
    *STANDARDS,
    Word('--total', 'N',
         'With --standard: how many records the table had, which a reader may know.'),
    Word('--counted', 'FILE',
         'The counted table that an engine made the release from. The release, in all its'
         ' columns, must have each row as often as these counts and the --recoding say. It may'
         ' be counted itself (--counts, default n).'),
    Word('--recoding', 'FILE',
         'With --counted: the recoding that the run wrote, or a folder of --recoding-maps,'
         ' whose classes below its k are suppressed. Its quasi-identifiers are those of the'
         ' release. What it publishes as * in each of them is a class (--stars class).'),
    switch('--tight',
           'The labels name values of their class, as those of run_mondrian.py do without'
           ' --labels box or grid. Warn of what a reader can put back.'),
    switch('--spreadsheet-safe',
           "The table was published with this option: a ' before what a spreadsheet would run"
           ' is not read.'),
    COLUMNS, COUNTS, NA, NA_IN, TOTALS, THOUSANDS, ITEMS, EXACT, DELIMITER, SKIP_LINES, DECIMAL,
    ENCODING, CONFIG, STARS, JSON, OUTPUT, *SEEN, *TO_SIGN,
    switch('--quiet',
           'Print nothing: the exit status says whether all requirements hold.'),
    REDACT, FORCE)


# The settings.

def settle_judge(values, said, typed, error):
    """Of a verb that judges a table from any tool. --missing is about the people of its population.

    Where it publishes missing values as the root, rows of nothing but '*' are people.
    """
    need_folder(values, said)
    if values['missing'] == 'root':
        values['stars'] = said.get('stars', 'class')
    passed_over = set()
    if 'totals' not in typed:       # every record of the table counts, whatever an INI file says
        passed_over.add('totals')
    if not values['population'] and not values['counted']:
        if 'missing' in typed:
            error('--missing is for --population; every record of the table counts')
        passed_over.add('missing')
    if not values['population']:
        if 'unreadable' in typed:
            error('--unreadable is for --population; every record of the table counts')
        passed_over.add('unreadable')
    values['from_ini'] = [name for name in values['from_ini'] if name not in passed_over]
    for name in passed_over:
        decides_on_stars = name == 'missing' and values['missing'] == 'root'
        if not decides_on_stars:
            values['telling'].pop(name, None)
    values['output'] = values['output'] or '-'
    check_columns(values, said)
    check_seen(values, error)
    settle_weights(values, typed)


def settle(values, said, typed, error):
    values['carried'] = values['sensitive'] if 'sensitive' in said else []
    check_rules(values)
    k = values['k'] or DEFAULTS['k']
    if 'k' not in typed and not values['named'] and k < DEFAULTS['k']:
        # A run refuses it. Here it adds to what is judged.
        values['telling']['k'] = str(values['k'])
    values['require'] = values['require'] + in_other_words(values, typed, error)
    check_population(values, typed, judges=True)
    check_standards(values, error)
    settle_counted(values, said, typed, error)
    settle_judge(values, said, typed, error)


def in_other_words(values, typed, error) -> list:
    """What k and the rules beyond k require, as --require says it.

    What --require requires itself is left out.
    """
    asked = []
    if values['k']:
        asked += [('k', each) for each in requirement_pairs('k=%d' % values['k'])]
    for name in RULES:
        for column, rule in values[name].items():
            each = Requirement(rule.word, rule, rule.as_required(), column)
            asked.append((name, each))
    said = {(each.word, each.column) for each in values['require']}
    more = []
    for name, each in asked:
        if (each.word, each.column) not in said:
            more.append(each)
        elif name in typed and 'require' in typed:
            error('%s is required twice' % quoted(each.word))
    return more


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
            word = name.replace('by', 'recoding')
            error('--%s names a file; it is not standard input' % word)
    if os.path.isdir(values['by']):
        from ..engines.maps_folder import check_folder      # few recodings are maps
        check_folder(values, said, error)
        if 'columns' not in typed:
            values['columns'] = None        # those of the INI file are the table's
    values['counts'] = values['counts'] or 'n'      # as `kanon count` names it
    values['quasi'] = values['quasi'] if 'quasi' in said else []


PROGRAM = Program(
    'check', 'python -m kanon check', VERBS['check'], WORDS, settle,
    (' released.csv --quasi zip,age --sensitive condition -k 5 --l-diversity 3',), EXAMPLES,
    {'k': None, 'tight': False})


def main(options):
    """The exit status, 1 if a requirement does not hold."""
    check_outputs(options, *further_inputs(options))
    texts, recoding = texts_of_page(options), {}
    if options.counted:
        options, recoding = with_recoding(options)
    kind = GuardedTable if options.spreadsheet_safe else AnyTable
    with table_of(options, kind, 'value', digest=options.html is not None) as table:
        sensitive = for_table(options, table).sensitive
        whose = [name for name in [person_of(table, options)] if name is not None]
        columns = columns_judged(table, options, sensitive, whose)
        judge, rows = standards_of(options, table, columns), Counter()
        whole_rows = rows if judge or options.counted else None
        published = classes_of(table, options, sensitive, whole_rows, *whose)
        digest = table.sha256() if options.html else None
    compared = counted = people = None
    if options.counted:
        compared, due, persons = compared_release(rows, recoding, columns, len(sensitive), options)
        if not compared['differences']['rows']:
            counted, published = as_counted(published, rows, due, persons, sensitive, options)
        elif persons:       # then nothing is known of the persons of its classes
            options, judge = undecided(options), None
    if options.population:
        register, missing, _, people = population_of(class_sizes(published), table, options)
        check_decidable(people, published, register, table, options)
    folder = options.hierarchies if 'hierarchies' in options.said else None
    report = {
        **head_of_report(options, table.name), 'quasi': options.quasi, 'sensitive': sensitive,
        'counts': table.counts, 'count_column': table.count_column(),
        **rows_left(published, table, options), **person_absent(table, options),
        **judged(published, options.quasi, sensitive, options.below, options.require, folder,
                 options.decimal, people, options.k_map, options.delta_presence, options.tight,
                 counted, table.signs, table.exact, options.thousands)}
    if compared:
        add_comparison(report, compared)
    if people:
        report['population'] = {'file': register, 'people_missing': missing,
                                **told_people(counted_sizes(published), people)}
    if judge:
        left = left_out_of_total(options.total, report['records']['read'], table.name)
        add_standards(report, judge, rows, left, published, options)
    shares = shares_in_the_file(report['worst'], published, sensitive, table.sameness, table.signs)
    if options.redact:
        report['worst'] = list(map(redacted_class, report['worst']))
    put_report(report, options, texts, digest, lambda of, say: drawn(of, published, shares, say))
    return 0 if report['holds'] else 1


def further_inputs(options) -> list:
    """The files that --counted and --recoding name."""
    if options.by and os.path.isdir(options.by):
        from ..engines.maps_folder import files_of_maps     # as above
        return [options.counted, *files_of_maps(options.by, options.quasi)]
    return list(filter(None, [options.by, options.counted]))


def columns_judged(table, options, sensitive, whose) -> list:
    """The columns of the table: the quasi-identifiers, the sensitive ones, others, the person's."""
    named = [*options.quasi, *sensitive]
    placed = dict.fromkeys([*named, *whose, table.counts])      # there may be very many
    others = [name for name in table.columns if name not in placed]
    return [*named, *others, *whose]


def classes_of(table, options, sensitive=(), whole_rows=None, person=None):
    """The Published of a table, with progress."""
    with progress(lambda: '{:,} records read'.format(table.read), options.quiet):
        return read_classes(table, options.quasi, sensitive, options.stars, whole_rows, person)


# A release that is compared with the counts that an engine made it from.

def with_recoding(options) -> tuple:
    """The options with the quasi-identifiers of the recoding, and the recoding.

    A class that it publishes as * in each column is a class, so that its k counts.
    """
    from .compared_counts import recoding_for       # few runs compare
    quasi, recoding = recoding_for(options)
    is_a_class = ('*',) * len(quasi) in recoding.values()
    stars = 'class' if is_a_class and 'stars' not in options.said else options.stars
    return Namespace(**{**vars(options), 'quasi': quasi, 'stars': stars}), recoding


def compared_release(rows, recoding, columns, sensitive, options) -> tuple:
    """What the report says of the comparison, what is due, and whose the rows are, or None.

    rows: {row of these columns: records} of the release. sensitive: how many sensitive columns.
    """
    from .compared_counts import compared_with_counts, due_by       # as above
    due, records, persons = due_by(recoding, columns, options, sensitive)
    return compared_with_counts(rows, due, records, columns, options), due, persons


def as_counted(published, rows, due, persons, sensitive, options) -> tuple:
    """What was counted, and the PublishedTable with the persons who were. The release is as due."""
    from .compared_counts import persons_due, sensitive_counted     # as above
    if persons:
        whose = persons_due(persons, published, rows, due, options, sensitive)
        published = published._replace(persons=whose)
    return sensitive_counted(due, len(sensitive)), published


def undecided(options):
    """The options without a requirement on classes."""
    nothing = {'require': [], 'k_map': None, 'delta_presence': None}
    return Namespace(**{**vars(options), **nothing})


def add_comparison(report, compared):
    """The comparison is a part of the report, and a requirement."""
    from .compared_counts import comparison_as_verdict      # as above
    verdict = comparison_as_verdict(compared)
    report['as_counted'] = compared
    report['required'] = [*report['required'], verdict]
    report['holds'] = report['holds'] and verdict['holds']


# A population.

def population_of(sizes, table, options) -> tuple:
    """The name of the population, how many of it are left out, its Published, and the People.

    The People are those of the classes. sizes: {published tuple: records}. Labels are read with the
    hierarchies of a folder that was named.
    """
    register_of = opened_population(options.population, AnyTable, options.quasi,
                                    options.population_counts, reading_for(options))
    with register_of as register:
        take_unreadable_of(register, options, options.quasi)
        population = classes_of(register, options)
    trees: list = [None] * len(options.quasi)
    if 'hierarchies' in options.said:
        files = [file_of(options.hierarchies, name) for name in options.quasi]
        trees = [load(file, typed=False) if exists(file) else None for file in files]
    people = fitted_people(sizes, class_sizes(population), trees, options.decimal,
                           options.missing == 'value')
    return register.name, register.missing_records, population, people


def check_decidable(people, published, register, table, options):
    """DataError if what is required in the population cannot be told."""
    if options.k_map or options.delta_presence:
        for place, label in people.unread:
            raise DataError('column %s: cannot tell which values of the population the label %s'
                            ' covers; name the folder of a hierarchy that has it with --hierarchies'
                            % (quoted(options.quasi[place]), show(label)), table.name)
    if not options.delta_presence:
        return
    several = people.several
    if several:
        fitted = '1 person' if several == 1 else '{:,} people'.format(several)
        raise DataError('several classes fit %s of the population; what this tells of their'
                        ' presence is not worked out, and --delta-presence cannot be decided'
                        % fitted, register)
    sizes = counted_sizes(published)
    beyond = sum(n > people.of_classes[quasi] for quasi, n in sizes.items())
    if beyond:
        classes = '1 class has' if beyond == 1 else '%d classes have' % beyond
        counted = 'persons' if published.persons else 'records'
        raise DataError("does not hold the people of the table, so nobody's presence can be told:"
                        ' %s more %s than people; name the population that the table was taken'
                        ' from' % (classes, counted), register)


# The parts of the report that other rooms do not work out.

def person_of(table, options):
    """The column that says whose row each is.

    None if an INI file alone names it, and the table is a release, which has it no more. Of a
    release that is compared with counts, these have the column.
    """
    person = options.person
    if options.counted:
        if person is not None and person in table.columns:
            raise DataError('has the column %s, which says whose row each row is; publish the table'
                            ' without it' % quoted(person), table.name)
        return None
    return person if 'person' in options.typed or person in table.columns else None


def person_absent(table, options) -> dict:
    """What a report says of a column that an INI file names and the table has not."""
    if options.person is None or options.counted or person_of(table, options) is not None:
        return {}
    return {'person_absent': options.person}


def rows_left(published, table, options) -> dict:
    """What a report says of rows that are left out.

    How many are totals, and which settings of an INI file are not followed.
    """
    def gaps():
        classes = published.classes.items()
        rows = ((*quasi, *values) for quasi, histogram in classes for values in histogram)
        return not all(map(is_complete, chain(rows, published.suppressed)))
    left = {'totals': table.left_totals, 'not_followed': not_followed(options, gaps)}
    return {name: value for name, value in left.items() if value}


def left_out_of_total(total, read, name):
    """How many records the file has not, as the clauses take it.

    None if nobody says how many there were.
    """
    if total is None:
        return None
    if total < read:
        raise DataError('--total is %s, and the file has %s'
                        % ('{:,}'.format(total), many(read, 'record')), name)
    return [total - read]


def add_standards(report, judge, rows, left, published, options):
    """What the table says to each standard, and how many clauses hold, fail and are open."""
    from ..judging.clauses import persons_of_table       # few runs ask for a standard
    suppressed = report['records']['suppressed']
    persons = published.persons and persons_of_table(published.persons, suppressed)
    standards = judge(rows, report['sensitive'], left, options.stars, persons)
    report['standards'] = standards
    report['clauses'] = {verdict: sum(standard[verdict] for standard in standards)
                         for verdict in ('holds', 'fails', 'open')}
    report['holds'] = report['holds'] and not report['clauses']['fails']


def redacted_class(class_) -> dict:
    """What the report says of a class, without a value of it.

    >>> column = {'column': 'condition', 'most_frequent': 'Cancer', 't': 0.5}
    >>> class_ = redacted_class({'quasi': {'zip': '130**'}, 'records': 4, 'columns': [column]})
    >>> class_['quasi'], class_['columns']
    ({'zip': '(value)'}, [{'column': 'condition', 'most_frequent': '(value)', 't': 0.5}])
    """
    columns = [{**column, 'most_frequent': REDACTED} for column in class_['columns']]
    return {**class_, 'quasi': dict.fromkeys(class_['quasi'], REDACTED), 'columns': columns}


# What is printed, and the page.

def put_report(report, options, texts, digest, draw):
    """Print the report or write it, and write its picture and its page.

    What is printed comes last, because it cannot be taken back. draw(report, say): the pictures.
    """
    on_page = None
    if options.html:
        shown = to_sign(report, options, texts, digest)
        on_page = shown, lambda say: draw(shown, say)

    def put_pages():
        put_views(report, options, lambda say: draw(report, say), on_page)
    printed = options.output == '-'
    if printed:
        put_pages()
    if not options.quiet:
        say = speaker(options.language)
        text = json_text(report) if options.json else check_text(report, say)
        put(text, 'the report', options.output, options.encoding)
    if not printed:
        put_pages()


def to_sign(report, options, texts, digest) -> dict:
    """The report of the page to sign. It names no value of the table, unless it is internal.

    digest: the sha256 of the table.
    """
    from ..pages.shown_values import page_of, without_values      # few runs write a page
    page = page_of(options, texts, 'nothing')
    if page['shows'] != 'all':
        report = without_values(report, speaker_of(options)('one_hidden'))
    return {**report, 'page': page, 'sha256': digest, 'typed': typed_command(options)}


def drawn(report, published, shares, say):
    from ..pictures.findings_picture import of_check        # few runs draw
    return of_check(report, list(counted_sizes(published).values()), shares, say)
