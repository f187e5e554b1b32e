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
from ..cli.words import COLUMNS, CONFIG, COUNTS, DELIMITER, ENCODING, FORCE, MISSING_IN, MISSING_VALUES, QUIET, REDACT, RELEASE, Program, Word
from ..errors import DataError, joined, many, quoted, show
from ..frequency import added_up
from ..required import Required
from ..tables.aside import aside_or_standard_output
from ..tables.publishing import Target, write
from ..tables.recoding_file import read_recoding
from ..tables.tally import Tally
from ..truth import Recorded, fingerprint
from . import VERBS

WORDS = (
    Word('--k', 'N', 'Refuse a release with a class of fewer than N records (default: such a class is reported only).'),
    *(word for word in RELEASE if word.flag in ('--sensitive', '--publish', '--output', '--order', '--output-delimiter', '--spreadsheet-safe')),
    COLUMNS, COUNTS,
    MISSING_VALUES._replace(help='What the run that made the recoding did with missing values. ' + MISSING_VALUES.help), MISSING_IN,
    DELIMITER, ENCODING, CONFIG, QUIET, REDACT, FORCE)


def settle(values, said, typed, error):
    """The quasi-identifiers are those of the recoding, which is an input here."""
    if 'data' not in typed:
        error('name the parts of the table as DATA')
    values['by'], values['recoding'], values['quasi'] = values['recoding'], None, []
    settle_release(values, {name: value for name, value in said.items() if name != 'quasi'}, typed, error)


PROGRAM = Program('recode', 'python -m kanon recode', VERBS['recode'], WORDS, settle,
                  (' recoding.csv part1.csv part2.csv --sensitive diagnosis -o released.csv',), defaults={'k': None}, publishes=True,
                  before={'recoding': {'metavar': 'RECODING', 'help': 'What is published for each combination, as a run with --recoding writes it.'}})


def main(options):
    check_outputs(options, options.by)
    quasi, recoding = read_recoding(options.by, options.encoding)
    twice = [name for name in [*options.carried, options.counts] if name in quasi]
    if twice:
        raise DataError('column %s is a quasi-identifier here; name the columns that are published unchanged with --sensitive and --publish'
                        % quoted(twice[0]), options.by)
    options = Namespace(**{**vars(options), 'quasi': quasi})
    root = options.missing == 'root'
    with table_of(options, missing='value' if root else None, digest=options.order == 'input') as table:
        options = for_table(options, table)
        table.roots = dict.fromkeys(quasi, '') if root else {}      # as the recoding has them
        tally = Tally(len(quasi))
        with progress(lambda: '{:,} records read'.format(table.read), options.quiet):
            tally.count(table.batches(quasi + options.carried), table.counts is not None)
        check_covered(tally, recoding, table, options)
        classes = added_up(map(recoding.__getitem__, tally.frequency_set), tally.frequency_set.values())
        suppressed = classes.pop(None, 0)
        if not classes:
            raise DataError('no record is left to publish: %d read, %d suppressed by the recoding, %d with a missing value (? or nothing)'
                            % (table.read, suppressed, table.missing_records), table.name)
        target = Target(options.output, quasi + options.carried, quasi, options.encoding, options.order, options.spreadsheet_safe,
                        options.output_delimiter)
        with aside_or_standard_output(options.output) as path:
            write(path, target, table, tally, recoding)
            expected = fingerprint(Recorded(tally.pairs, target.columns, recoding, {}, {}, None, None))
            audit = verify(path, Promised(target.columns, quasi, Required(options.k or 1), sum(classes.values()), target.guarded, expected,
                                          target.delimiter), options.encoding)
    if not options.quiet:
        text = joined(report(options, table, suppressed, audit))
        if options.output == '-':
            print(text, file=sys.stderr)
        else:
            put(text, 'the report; the release is in %s' % options.output)


def check_covered(tally, recoding, table, options):
    """DataError if the recoding has no row for a quasi tuple."""
    lacking = [quasi for quasi in tally.frequency_set if quasi not in recoding]
    if lacking:
        raise DataError('has no row for %s of the quasi-identifiers, in %s of %s, such as %s; make it from the counts of all parts, and give the'
                        ' same --missing here and there' % (many(len(lacking), 'combination'),
                                                           many(sum(map(tally.frequency_set.__getitem__, lacking)), 'record'),
                                                           table.name, show(', '.join(min(lacking)))), options.by)


def report(options, table, suppressed, audit):
    """The report, line by line."""
    yield '%s %s: %s -> %s (recoding: %s)' % (options.command, __version__, table.name, options.output, options.by)
    yield '{} read = {:,} published + {:,} suppressed + {:,} left out'.format(many(table.read, 'record'), audit.records, suppressed,
                                                                            table.missing_records)
    if table.counts is not None:
        yield COUNTED_BY % quoted(table.counts)
    yield 'read again, the release has {} in {}, the smallest with {:,}'.format(many(audit.records, 'record'), many(audit.classes, 'class'), audit.k)
    if options.order == 'input':
        yield from ORDER.splitlines()
