"""`python -m kanon use`: what a release is still good for, beside the table it was made from.

pages/found_by_use.py has the parts of its report, and its page.
"""

from __future__ import annotations

from collections import Counter

from ...core.counts.frequency import added_up
from ...core.counts.writings import check_thousands
from ...core.desk.how_read import reading_for
from ...core.desk.inputs import check_outputs, for_table, recorded_table
from ...core.desk.options import check_seen, need_folder
from ...core.desk.report import head_of_report
from ...core.desk.screen import progress, put
from ...core.desk.shipped import hierarchies_for
from ...core.desk.words import (CENTURY, CSV_FILE, DATE_FORMAT, DECIMAL, DELIMITER, ENCODING,
                                EXAMPLES_OF_FILES, FORCE, ITEMS, MISSING_IN, NA, NA_IN,
                                NO_PROGRESS, OTHERS_PUBLISHED, OUTPUT, RECORDED_COLUMNS,
                                RECORDED_CONFIG, RECORDED_HIERARCHIES, REDACT, SEEN, SINCE,
                                SKIP_LINES, THOUSANDS, TOTALS, UNREADABLE, Program, Word)
from ...core.errors import DataError, joined, many, quoted
from ...core.settings.asked import check_columns, check_columns_known, check_date_format
from ...core.settings.reading import RELEASE
from ...core.tables.text_table import json_text, table_text
from ...core.voice.speaking import speaker
from ..comparing.compared import (median_of_queries, number_errors, pair_errors, query_errors,
                                  strange_records, used_tables)
from ..comparing.naive_bayes import MOST_CLASSES, classified
from ..comparing.spread import spread_column
from ..pages.found_by_use import csv_rows, most_different, pair_name, told_right, use_lines
from ..views import put_views
from . import VERBS
from .attack import no_column

QUERIES = 1000                  # how many random queries there are of each number of columns
FEWER, LARGE = 100, 100_000     # those of a table with more different records than LARGE
SEED = 1
MEASURED = 'queries', 'numbers', 'pairs'        # parts of the report that take long, in their order

WORDS = (
    Word('--quasi', 'A,B',
         'The quasi-identifiers, with labels in the release (default'
         ' age,gender,race,marital_status).'),
    Word('--sensitive', 'A,B',
         "Other columns that are published (default occupation, if there is such a column; ''"
         ' for none).'),
    Word('--classify', 'COLUMN',
         'The column that a classifier tells from the others (default: the first of'
         ' --sensitive).'),
    Word('--test', 'FILE',
         'Records that are not in ORIGINAL, in the same form, on which the classifiers are'
         ' tested (default: records of ORIGINAL, which are taken out of both tables before).'),
    Word('--queries', 'N',
         'How many random queries there are of each number of columns (default %s; %d if a table'
         ' has more than %s different records).'
         % ('{:,}'.format(QUERIES), FEWER, '{:,}'.format(LARGE))),
    Word('--seed', 'N', 'The seed of the queries, and of the records that are tested together'
                        ' (default %d).' % SEED),
    RECORDED_COLUMNS,
    Word('--counts', 'COLUMN',
         'Each row stands for as many records as this column says, in each table that has it.'),
    RECORDED_HIERARCHIES,
    Word('--missing', 'drop|value',
         "value: '?' and nothing in ORIGINAL are values like any other (default). drop: its"
         ' records with one are left out, as a run leaves them out by default.'),
    MISSING_IN, OTHERS_PUBLISHED, UNREADABLE, ITEMS,
    TOTALS, NA, NA_IN, SINCE, DATE_FORMAT, CENTURY, THOUSANDS, DELIMITER, SKIP_LINES, DECIMAL,
    ENCODING, RECORDED_CONFIG,
    Word('--format', 'text|csv|markdown|json',
         'The format of the report (default text). csv has a row for each measure.'),
    OUTPUT, *SEEN, NO_PROGRESS, REDACT, FORCE)


def settle(values, said, typed, error):
    """The original is as it was recorded, whatever an INI file says of publishing the root."""
    need_folder(values, said)
    values['missing'] = values['missing'].replace('root', 'value')
    values['carried'], values['output'] = values['sensitive'], values['output'] or '-'
    if [values['known'], values['data'], values['test']].count('-') > 1:
        error('only one of ORIGINAL, RELEASE and --test can be - (standard input)')
    check_columns(values, said)
    check_date_format(values, typed)
    if values['classify'] is not None:
        known = [*values['quasi'], *values['sensitive']]
        check_columns_known('classify', [values['classify']], known,
                            'column of --quasi or --sensitive')
    check_seen(values, error)


PROGRAM = Program(
    'use', 'python -m kanon use', VERBS['use'], WORDS, settle,
    (' patients.csv released.csv --quasi age,sex,zip --sensitive diagnosis',), EXAMPLES_OF_FILES,
    {'missing': 'value', 'classify': None, 'test': None, 'queries': None, 'seed': SEED},
    data={'metavar': 'RELEASE', 'help': CSV_FILE},
    before={'known': {'metavar': 'ORIGINAL',
                      'help': 'The table that it was made from. ' + CSV_FILE}})


def main(options):
    check_outputs(options, options.known, options.test)
    release = reading_for(options).open(options.data, RELEASE)
    options = for_table(options, release)
    names = [*options.quasi, *options.sensitive]
    classify = options.classify or next(iter(options.sensitive), None)
    for name in [*names, *filter(None, [classify])]:
        if name not in release.columns:
            raise no_column(name, release, options)
    if options.test and classify is None:
        raise DataError('--test is for a classifier; name the column that it tells with --classify')
    with release:
        published = rows_counted(release, names, options.counts)
    original = recorded_table(options.known, options, more=('items',))
    with original:
        recorded = rows_counted(original, names, options.counts)
    if options.counts is not None and original.counts is None and release.counts is None:
        raise DataError('neither table has the column %s' % quoted(options.counts), original.name)
    test = rows_to_test(names, options) if options.test else None
    plain = original.plain_numbers()
    columns = columns_read(names, recorded, published, release.name, options, plain)
    tables = used_tables(recorded, published, columns)
    report = {
        **first_of_report(options, release, original),
        'records': records_compared(tables, columns, original, published, len(options.quasi)),
        'columns': list(map(column_compared, columns)),
        'classify': classify, 'most_classes': MOST_CLASSES}
    place = place_to_tell(classify, names, columns, options.classify, original.name)
    with progress(lambda: 'measured so far: ' + measured_so_far(report), options.quiet):
        measure(report, tables, columns, options, place, test)
    put_views(report, options, lambda say: drawn(report, say))
    text = use_text(report, options.format, speaker(options.language))
    put(text, 'the report', options.output, options.encoding)


def first_of_report(options, release, original) -> dict:
    """The tables, and what was asked."""
    totals = {'totals': original.left_totals} if original.left_totals else {}
    return {**head_of_report(options, release.name), 'known': original.name, 'test': options.test,
            'quasi': options.quasi, 'sensitive': options.sensitive, 'counts': options.counts,
            **totals, 'missing': options.missing, 'seed': options.seed}


def records_compared(tables, columns, original, published, width) -> dict:
    """How many records each table has. width: how many quasi-identifiers stand first."""
    suppressed = sum(n for row, n in published.items() if set(row[:width]) == {'*'})
    recorded, released = tables
    return {'original': recorded.records, 'left_out': original.missing_records,
            'release': released.records, 'suppressed': suppressed,
            'strange': strange_records(released, columns)}


def column_compared(column) -> dict:
    return {'name': column.name, 'kind': 'numbers' if column.numbers else 'categories',
            'values': len(column.of_values), 'labels': len(column.of_labels)}


def measured_so_far(report) -> str:
    return ', '.join(name for name in MEASURED if name in report) or 'nothing'


def rows_to_test(names, options) -> dict:
    with recorded_table(options.test, options) as table:
        return rows_counted(table, names, options.counts)


def place_to_tell(classify, names, columns, asked, file):
    """The place of the column that a classifier tells.

    None if there is none or, where nobody asked for it, if it has too many values.
    """
    if classify is None:
        return None
    place = names.index(classify)
    classes = len(columns[place].bins())
    if classes <= MOST_CLASSES:
        return place
    if asked:
        raise DataError('column %s has %s, and a classifier tells at most %d apart; name another'
                        ' column with --classify'
                        % (quoted(classify), many(classes, 'value'), MOST_CLASSES), file)
    return None


def measure(report, tables, columns, options, place, test):
    """Add what was measured to the report, part by part. place: of the column to tell, or None."""
    largest = max(len(table.counts) for table in tables)
    queries = options.queries or (FEWER if largest > LARGE else QUERIES)
    report['queries'] = query_errors(*tables, columns, queries, options.seed)
    report['numbers'] = number_errors(*tables, columns, options.redact)
    report['pairs'] = pair_errors(*tables, columns)
    report['classifier'] = None
    if place is not None:
        report['classifier'] = classified(*tables, columns, place, options.seed,
                                          len(options.quasi), test)


def use_text(report, format_, say) -> str:
    if format_ == 'json':
        return json_text(report)
    if format_ == 'csv':
        return table_text(list(csv_rows(report)), 'csv')
    return joined(use_lines(say, report, format_))


def drawn(report, say):
    from ..pictures.use_picture import MOST_DRAWN, of_use       # few runs draw
    pairs = [(pair_name(say, row), row['original'], row['release'])
             for row in most_different(report['pairs'], MOST_DRAWN)]
    classifier = report['classifier']
    is_tested = classifier and classifier['tested']
    shares = told_right(say, classifier) if is_tested else []
    return of_use(report, shares, pairs, say)


def rows_counted(table, names, counts) -> dict:
    """{values of these columns: records}.

    counts: the column that says how many each row stands for, if the table has it.
    """
    for name in names:
        table.index(name, names)
    table.counts = counts if counts in table.columns else None
    rows: Counter = Counter()
    for batch in table.batches(names):
        batch = list(batch)
        if table.counts is not None:
            records = [int(row[-1]) for row in batch]
            batch = added_up([row[:-1] for row in batch], records)
        rows.update(batch)
    if not rows:
        gaps = ' without a missing value (? or nothing); see --missing'
        raise DataError('holds no record' + gaps * bool(table.missing_records), table.name)
    return rows


def columns_read(names, recorded, published, file, options, plain=()) -> list:
    """What the labels of each column of the release stand for. file: its name.

    plain: the columns in which 1.200 has one meaning, besides those of which the options say it.
    """
    columns = []
    for name, values, labels in zip(names, zip(*recorded), zip(*published)):
        tree = hierarchies_for(options).given(name)
        counts = added_up(values, recorded.values())
        column = spread_column(name, counts, dict.fromkeys(labels), file, tree, options.decimal)
        if column.numbers:
            check_thousands(name, counts, options.decimal, {*options.thousands, *plain})
        columns.append(column)
    return columns


def error_of_queries(recorded, published, options, file) -> float:
    """The median error of the --queries about the quasi-identifiers.

    recorded: {quasi tuple: records}. published: {published tuple: records}, which answers them.
    """
    columns = columns_read(options.quasi, recorded, published, file, options)
    original, release = used_tables(recorded, published, columns)
    return median_of_queries(original, release, columns, options.queries, SEED)
