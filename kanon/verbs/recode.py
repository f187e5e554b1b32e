"""`python -m kanon recode RECODING PART...`: the release of a table, or of parts of it, by a recoding that a run has written.

Promise: every record is published as the recoding says, is suppressed by it, or is counted as left out. A record for which it has no
row is refused. The release is sorted, written aside, counted again, and then put in its place.
The recoding was decided on the counts of a whole table. So the classes of a part alone may be smaller than k.
"""

from __future__ import annotations

import sys
from argparse import Namespace

from .. import __version__
from ..audit import Promised, verify
from ..cli.inputs import check_outputs, for_table, table_of
from ..cli.options import settle_release
from ..cli.report_text import COUNTED_BY, ORDER
from ..cli.screen import progress, put
from ..cli.words import (COLUMNS, CONFIG, COUNTS, DELIMITER, ENCODING, FORCE, MISSING_IN, MISSING_VALUES, QUIET, REDACT, RELEASE,
                         Program, Word)
from ..errors import DataError, joined, many, quoted, show
from ..recoding import recoding_of
from ..required import Required
from ..tables.aside import aside_or_standard_output
from ..tables.publishing import Target, write
from ..tables.recoding_file import read_recoding
from ..tables.tally import Tally
from ..truth import Recorded, fingerprint
from . import VERBS

OF_A_RELEASE = '--sensitive', '--publish', '--output', '--order', '--output-delimiter', '--spreadsheet-safe'
WORDS = (
    Word('--k', 'N', 'Refuse a release with a class of fewer than N records (default: the smallest class is reported).'),
    *(word for word in RELEASE if word.flag in OF_A_RELEASE), COLUMNS, COUNTS,
    MISSING_VALUES._replace(help='What the run that made the recoding did with missing values. ' + MISSING_VALUES.help), MISSING_IN,
    DELIMITER, ENCODING, CONFIG, QUIET, REDACT, FORCE)
RECODING = {'metavar': 'RECODING', 'help': 'What is published for each combination, as a run with --recoding writes it.'}


def settle(values, said, typed, error):
    """The quasi-identifiers are those of the recoding, which is an input here."""
    if 'data' not in typed:
        error('name the parts of the table as DATA')
    values['by'], values['recoding'], values['quasi'] = values['recoding'], None, []
    settle_release(values, {name: value for name, value in said.items() if name != 'quasi'}, typed, error)


PROGRAM = Program('recode', 'python -m kanon recode', VERBS['recode'], WORDS, settle,
                  (' recoding.csv part1.csv part2.csv --sensitive diagnosis -o released.csv',), defaults={'k': None}, publishes=True,
                  before={'recoding': RECODING})


def main(options):
    check_outputs(options, options.by)
    quasi, recoding = read_recoding(options.by, options.encoding)
    twice = [name for name in [*options.carried, options.counts] if name in quasi]
    if twice:
        raise DataError('column %s is a quasi-identifier here; name the columns that are published unchanged with --sensitive and'
                        ' --publish' % quoted(twice[0]), options.by)
    options = Namespace(**{**vars(options), 'quasi': quasi})
    root = options.missing == 'root'
    with table_of(options, missing='value' if root else None, digest=options.order == 'input') as table:
        options = for_table(options, table)
        table.roots = dict.fromkeys(quasi, '') if root else {}      # as the recoding has them
        tally = Tally(len(quasi))
        with progress(lambda: '{:,} records read'.format(table.read), options.quiet):
            tally.count(table.batches(quasi + options.carried), table.counts is not None)
        check_covered(tally.frequency_set, recoding, table, options)
        recoding = recoding_of(tally.frequency_set, recoding)
        classes, suppressed = recoding.sizes()
        if not classes:
            raise DataError('no record is left to publish: %d read, %d suppressed by the recoding, %d with a missing value (? or'
                            ' nothing)' % (table.read, suppressed, table.missing_records), table.name)
        audit = released(table, tally, recoding, sum(classes.values()), options)
    if not options.quiet:
        text = joined(report(options, table, suppressed, audit))
        if options.output == '-':
            print(text, file=sys.stderr)
        else:
            put(text, 'the report; the release is in %s' % options.output)


def check_covered(frequency_set, recoding, table, options):
    """DataError if the recoding has no row for a quasi tuple."""
    lacking = [quasi for quasi in dict.fromkeys(frequency_set) if quasi not in recoding]
    if lacking:
        records = many(sum(map(frequency_set.__getitem__, lacking)), 'record')
        raise DataError('has no row for %s of the quasi-identifiers, in %s of %s, such as %s; make it from the counts of all parts,'
                        ' and give the same --missing here and there'
                        % (many(len(lacking), 'combination'), records, table.name, show(', '.join(min(lacking)))), options.by)


def released(table, tally, recoding, records, options):
    """Write the release aside, count it again, and put it in its place. Returns what was counted (audit.py)."""
    target = Target(options.output, options.quasi + options.carried, options.quasi, options.encoding, options.order,
                    options.spreadsheet_safe, options.output_delimiter)
    with aside_or_standard_output(options.output) as path:
        write(path, target, table, tally, recoding)
        rows = fingerprint(Recorded(recoding.table.columns, tally.rows, target.columns, recoding.published, recoding.classes, {}, {}, None, None))
        promised = Promised(target.columns, target.quasi, Required(options.k or 1), records, target.guarded, rows, target.delimiter)
        return verify(path, promised, options.encoding)


def report(options, table, suppressed, audit):
    """The report, line by line."""
    yield '%s %s: %s -> %s (recoding: %s)' % (options.command, __version__, table.name, options.output, options.by)
    yield '{} read = {:,} published + {:,} suppressed + {:,} left out'.format(many(table.read, 'record'), audit.records, suppressed,
                                                                            table.missing_records)
    if table.counts is not None:
        yield COUNTED_BY % quoted(table.counts)
    yield 'read again, the release has {} in {}, the smallest with {:,}'.format(many(audit.records, 'record'),
                                                                                many(audit.classes, 'class'), audit.k)
    if options.order == 'input':
        yield from ORDER.splitlines()
