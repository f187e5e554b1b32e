"""`python -m kanon start`: what the columns of a table look like and, with --quasi, files to begin with.

Promise: the user chooses the columns. All files are written or none, as far as a disk allows. A file that exists is not
replaced without --force.
"""

from __future__ import annotations

import os
from argparse import Namespace
from contextlib import nullcontext
from itertools import islice

from ...core.recognition.column_names import counts_months, names_no_person
from ...core.counts.values import MISSING
from ...core.desk.inputs import open_table
from ...core.desk.options import check_seen
from ...core.desk.report import head_of_report
from ...core.desk.screen import behind, progress, put
from ...core.desk.words import (CENTURY, COLUMNS, COUNTS, DECIMAL, DELIMITER, ENCODING, EXACT,
                                EXAMPLES, FORCE, HTML, ITEMS, JSON, LANGUAGE, NA, NA_IN,
                                NO_PROGRESS, ONE_DATA, REDACT, SKIP_LINES, THOUSANDS, TOTALS,
                                Program, Word, switch)
from ...core.errors import DataError, joined
from ...core.settings.asked import check_columns
from ...core.settings.ini import ini_of
from ...core.tables.dialect import is_total
from ...core.tables.hierarchy_file import file_of
from ...core.tables.output_file import check_output, write_all
from ...core.tables.packed import file_of_table
from ...core.tables.text_table import aligned, json_text
from ...core.voice.speaking import speaker
from ..building.draft import draft_of
from ..building.ladder import file_text, hierarchy_of
from ..building.survey import Survey
from ..building.survey_of_persons import SurveyOfPersons, repeating
from ..views import put_views
from . import VERBS
from .start_doubts import by_of, doubt_lines, doubt_rows, doubts, persons_in, spoken
from .start_text import (KINDS, command_of, form_of, head_of, ini_text, levels_of, needs_labels,
                         next_steps, notes, surely_personal, survey_lines, to_be_shared, unchanging)
from .tried import tried

TRIED = 10_000      # records on which cuts are tried

WORDS = (
    Word('--quasi', 'A,B', 'The quasi-identifiers. A hierarchy for each is written beside the data, and <data>.ini with what is typed.'),
    Word('--sensitive', 'A,B', 'With --quasi: the sensitive columns. They are published unchanged.'),
    Word('--publish', 'A,B', 'With --quasi: other columns to publish unchanged.'),
    Word('--person', 'COLUMN', 'The column that says whose row each row is. An example is then shown only if 5 persons share it. Persons whose'
                               ' rows contradict each other in what cannot change are counted, with lines of such rows. The table is read twice.'),
    Word('--k', 'N', 'With --quasi: the least size of a class (default 10).'),
    Word('--unreadable', 'refuse|missing',
         'With --quasi: what to do with a few other values in a column of numbers or dates. missing: they are missing values, and get'
         ' no leaf. refuse: they stay as they are at all levels below the * (default).'),
    Word('--missing', 'drop|value|root', 'With --quasi: what <data>.ini says of records with a missing value (default drop).'),
    NA, NA_IN, CENTURY, THOUSANDS, TOTALS, COLUMNS, COUNTS, ITEMS, EXACT,
    switch('--header', 'The first line is a header, though it may look like a record. Its names are then shown.'), DELIMITER, SKIP_LINES,
    DECIMAL, ENCODING, JSON, HTML, LANGUAGE,
    NO_PROGRESS, REDACT, FORCE)


def settle(values, said, typed, error):
    """No column has a default here. The files are written beside DATA."""
    for name in 'sensitive', 'publish', 'missing':
        if name in typed and 'quasi' not in typed:
            error('--%s needs --quasi, which writes the INI file' % name)
    if values['header'] and values['columns'] is not None:
        error('--header and --columns exclude each other: the first line names the columns, or --columns does')
    if 'quasi' in typed and typed.get('data', '-') == '-':
        error('--quasi writes files beside the data; name a file as DATA')
    if values['person'] is not None and typed.get('data', '-') == '-':
        error('--person reads the table twice; name a file as DATA')
    if values['person'] is not None and values['counts'] is not None:
        error('--person and --counts exclude each other here: a row that stands for several records has no one person')
    values.update(gaps=values['missing'] if 'missing' in typed else None, missing='value', output='-', carried=values['sensitive'] + values['publish'])
    check_columns(values, said)
    check_seen(values, error)


# Lines above the header are found anew each time, so the line that says to skip them is not asked for.
PROGRAM = Program('start', 'python -m kanon start', VERBS['start'], WORDS, settle,
                  (' patients.csv', ' patients.csv --quasi age,sex,zip --sensitive diagnosis -k 5'), EXAMPLES,
                  {'quasi': [], 'sensitive': [], 'decimal': None, 'header': False, 'missing': 'value'},
                  from_ini=('person', 'columns', 'delimiter', 'decimal', 'encoding', 'unreadable', 'na', 'na_in', 'totals', 'counts', 'century',
                            'thousands', 'items', 'exact'), data=ONE_DATA)


def opened_table(options) -> tuple:
    """The open table, the options, and the lines above its header, which nobody has named and which are not read here."""
    try:
        return open_table(options), options, []
    except DataError as error:
        lines = getattr(error, 'skip_lines', None)
        if not lines or options.data == '-':        # which can be read once
            raise
    above = [line for line in lines if line not in options.skip_lines]
    name = {'skip_lines'}
    found = {'skip_lines': lines, 'typed': options.typed | name, 'said': options.said | name}
    options = Namespace(**{**vars(options), **found})
    return open_table(options), options, above


def main(options):
    folder = os.path.join(os.path.dirname(file_of_table(options.data)), 'hierarchies')
    paths = {None: ini_of(options.data), **{name: file_of(folder, name) for name in options.quasi}}
    table, options, above = opened_table(options)
    with table:
        named = [*options.quasi, *options.carried, *filter(None, [options.person])]
        for name in named:
            table.index(name, table.columns if options.header else named)
        if options.quasi:
            check_files(list(paths.values()), folder, options)
        with progress(lambda: '{:,} records read'.format(table.read), options.quiet):
            survey = Survey(table, named, decimal=options.decimal, header=options.header, carried=options.carried,
                            totals=options.totals)
            survey.above = above
            if options.person is not None:
                survey.persons = SurveyOfPersons(table, options.person, to_be_shared(survey), unchanging(survey, options), survey.apart)
            elif options.data != '-' and options.counts is None:
                survey.repeating = {name: repeats for name, repeats in repeating(table, survey).items() if not names_no_person(name)}
        drafts = drafts_of(survey, options) if options.quasi else {}
        survey.tried = cuts_tried(table, survey, drafts, options)
        survey.gaps = gaps_of(table, survey, drafts, options)
    say, found = speaker(options.language), doubts(survey, options)
    if options.quasi:
        written, steps = write_files(survey, drafts, paths, options, say), next_steps(survey, options, say)
    else:
        written, steps = [], form_of(survey, options, say)
    report = seen(table, survey, options, found, written, steps, say)
    with behind('the new files stand') if options.quasi else nullcontext():
        put_views(report, options, lambda say: {})
        if options.json:
            put(json_text({**for_program(report, survey, drafts, paths, options, say), 'read': read_so(table, survey, options)}), 'the report')
            return
        to_edit = [say('to_edit'), *('  ' + line for line in aligned(written))] if options.quasi else []
        put(joined([*survey_lines(report, survey, options, say), *doubt_lines(found, say), '', *to_edit, *steps]), 'the table')


def seen(table, survey, options, found, written, steps, say) -> dict:
    """What the page shows, and a program reads. found: the doubts. written: (path, what it holds) of each new file. steps: the lines that say what comes next."""
    columns = [{'name': column.name, 'kind': say(KINDS[column.looks.kind.word]), 'distinct': column.looks.distinct, 'limit': column.limit,
                'missing': column.looks.missing, 'notes': list(notes(column, options.redact, survey, say))}
               for column in survey.columns]
    found_out = Namespace(**{**vars(options), 'decimal': survey.decimal})
    return {**head_of_report(found_out, table.name), 'records': survey.records, 'incomplete': survey.incomplete, 'columns': columns,
            'doubts': [spoken(doubt.said, say) for doubt in found], 'written': written, 'next': [line.strip() for line in steps if line.startswith('  python') or line.startswith('  run_')]}


def for_program(report, survey, drafts, paths, options, say) -> dict:
    """The report as JSON: what the page shows, and what a program needs to ask about it. docs/how-to/your-csv.md says what each name means."""
    persons = persons_in(survey, options)
    columns = [{'name': row['name'], 'kind': column.looks.kind.word, 'said': row['kind'], 'distinct': row['distinct'], 'limit': row['limit'],
                'missing': row['missing'], 'notes': row['notes'], 'role': 'person' if column.name in persons else
                'identifier' if column.numbers_rows or column.looks.kind.word == 'likely identifier'
                or surely_personal(column, survey.decimal) else None}
               for row, column in zip(report['columns'], survey.columns)]
    return {**report, 'columns': columns, 'doubts': doubt_rows(doubts(survey, options, every=True), say),
            'written': [{'path': path, 'holds': holds} for path, holds in report['written']],
            'hierarchies': [{'column': name, 'path': paths[name], 'by': by_of(draft.by)} for name, draft in drafts.items()]}


def read_so(table, survey, options) -> dict:
    """How the table was read. totals: the rows that look like one, the first of their lines, and whether they are left out."""
    return {'delimiter': table.delimiter, 'decimal': survey.decimal, 'encoding': options.encoding, 'header': survey.is_header, 'comments': table.comments,
            'skip_lines': options.skip_lines,
            'na': options.na, 'na_in': options.na_in, 'thousands': options.thousands,
            'century': options.century, 'count_column': survey.count_column,
            'totals': {'rows': survey.totals, 'lines': survey.total_lines, 'left_out': survey.apart or options.totals == 'leave-out'}}


def drafts_of(survey, options) -> dict:
    """{quasi-identifier: the draft of its hierarchy}."""
    columns = {column.name: column for column in survey.columns}
    how = survey.decimal, options.unreadable == 'missing', survey.plain_numbers, options.century
    quasi = [columns[name] for name in options.quasi]
    return {column.name: draft_of(column, *how, counts_months(column.field)) for column in quasi}


def cuts_tried(table, survey, drafts, options):
    """What Mondrian's cuts lose on some records, if there is a column that is better cut along its hierarchy, or so it seems; else None.

    Of a large table every second, third or so record is taken, TRIED in all. Records with a missing value are left out.
    """
    if not any(column.name in drafts and needs_labels(column, survey.decimal) for column in survey.columns):
        return None
    stride, counted = 1 + survey.records // TRIED, table.counts is not None
    rows = (row for batch in table.batches(options.quasi) for row in batch)
    width = len(options.quasi)
    rows = [row for row in islice(rows, 0, None, stride) if not (survey.apart and is_total(row)) and all(
        value in draft.ladders and value not in MISSING for value, draft in zip(row[:width], drafts.values()))]
    trees = {name: hierarchy_of(draft.ladders) for name, draft in drafts.items()}
    return tried(rows, trees, options.k, survey.decimal, counted) if rows else None


def gaps_of(table, survey, drafts, options) -> dict:
    """How many records a run would leave out: {'records': n, 'columns': {column: records without a value there}}.

    A value is missing, too, if it has no leaf and --unreadable missing is typed. Then the table is read once more, where there is one.
    """
    named = [*options.quasi, *options.carried, *filter(None, [options.person])]
    columns = {column.name: column for column in survey.columns if column.name in named}
    found, records = {name: column.looks.missing for name, column in columns.items()}, survey.in_used
    if options.unreadable == 'missing':
        unread = {name: set(columns[name].counts).difference(draft.ladders, MISSING) for name, draft in drafts.items()}
        for name, values in unread.items():
            found[name] += sum(map(columns[name].counts.__getitem__, values))
        if any(unread.values()):
            records = records_left_out(table, survey, named, [unread.get(name, ()) for name in named])
    return {'records': records, 'columns': {name: n for name, n in found.items() if n}}


def records_left_out(table, survey, named, unread) -> int:
    """How many records have a value of `unread`, a set for each column, or none."""
    rows = (row for batch in table.batches(named) for row in batch)
    return sum(1 if table.counts is None else int(row[-1]) for row in rows if not (survey.apart and is_total(row)) and any(
        value in MISSING or value in values for value, values in zip(row, unread)))


def write_files(survey, drafts, paths, options, say) -> list:
    """Write the files, and return (path, what it holds) of each; paths: {None: the INI file, quasi-identifier: its hierarchy}."""
    columns = {column.name: column for column in survey.columns}
    texts = {paths[name]: file_text(draft.ladders, head_of(columns[name], draft, options)) for name, draft in drafts.items()}
    write_all({paths[None]: ini_text(options, survey, command_of(options)), **texts})
    return [(paths[None], say('the_options')), *((paths[name], levels_of(draft, say)) for name, draft in drafts.items())]


def check_files(paths, folder, options):
    """DataError if a file must not or cannot be written, before anything is."""
    for path in [folder, *paths]:
        if os.path.islink(path):        # it may have come with the table, and lead anywhere
            raise DataError('is a link, and start writes through none; remove it first', path)
    there = [path for path in paths if os.path.lexists(path)]
    if there and not options.force:
        more = ' (and %d more that would be written)' % (len(there) - 1) if len(there) > 1 else ''
        raise DataError('exists%s; --force replaces %s, else nothing is written; put a second table in a folder of its own'
                        % (more, 'them' if more else 'it'), there[0])
    for path in paths:
        if os.path.isdir(os.path.dirname(os.path.abspath(path))) or os.path.dirname(path) != folder:
            check_output(path, [file_of_table(options.data)], True)
    if os.path.lexists(folder) and not os.path.isdir(folder):
        raise DataError('is not a folder, but the hierarchies are written into a folder of this name', folder)
