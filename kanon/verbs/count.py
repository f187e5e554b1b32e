"""`python -m kanon count`: a table, or parts of it, as a counted table: its different rows, and how many records each stands for.

Promise: the same records give the same bytes, however they are parted and in however many steps they are counted. So what this verb
writes it also reads (--counts), and it is mapper, combiner and reducer in one.
The rows are sorted. Records that are left out because of missing values are one row, of empty fields. In memory are the different
values of the first column, and no more rows than a Tally holds.
"""

from __future__ import annotations

import sys
from itertools import chain

from ..cli.inputs import check_outputs, for_table, table_of
from ..cli.options import check_columns, check_missing, settle_weights
from ..cli.screen import progress
from ..cli.words import (COLUMNS, CONFIG, COUNTS, DELIMITER, ENCODING, FORCE, MISSING_IN, NO_PROGRESS, QUASI, REDACT, Program, Word,
                         switch)
from ..recoding import recoding_of
from ..tables.aside import aside_or_standard_output
from ..tables.lines import field_formatter
from ..tables.packed import write_lines
from ..tables.tally import Tally, sorted_classes
from . import VERBS

NAMES = 'n', 'kanon_n'      # of the column of counts: the second one if the table has a column n

WORDS = (
    QUASI, Word('--sensitive', 'A,B', "The sensitive columns of the release (default occupation; '' for none)."),
    Word('--publish', 'A,B', 'Other columns to publish unchanged (default none).'),
    COUNTS._replace(help='The parts are counted tables already: each row stands for as many records as this column says.'),
    COLUMNS, switch('--no-header', 'Write no header line.'),
    Word('--missing', 'drop|value|root',
         "What the run will do with missing values, '?' and nothing. drop: records that have one are left out, and are one row of"
         ' empty fields (default). value, root: they are counted like any other.'),
    MISSING_IN, DELIMITER, ENCODING, CONFIG,
    Word('--output', 'FILE', 'The file for the counted table (default -, standard output).'),
    Word('--output-delimiter', 'C', 'The character between the fields of the counted table: , ; | or the word tab (default ,).'),
    NO_PROGRESS, REDACT, FORCE)


def settle(values, said, typed, error):
    values['missing'] = values['missing'].replace('root', 'value')
    values['carried'], values['output'] = values['sensitive'] + values['publish'], values['output'] or '-'
    check_columns(values, said, error)
    settle_weights(values, typed, error)
    check_missing(values, typed, error)


PROGRAM = Program('count', 'python -m kanon count', VERBS['count'], WORDS, settle,
                  (' patients.csv --quasi age,sex,zip --sensitive diagnosis -o counted.csv',
                   ' part1.csv part2.csv --counts n --quasi age,sex,zip --sensitive diagnosis'), defaults={'no_header': False})


def main(options):
    if options.no_header and options.columns and options.data == options.output == '-' and sys.stdin and not sys.stdin.buffer.peek(1):
        return      # a reducer that gets nothing has nothing to say
    check_outputs(options)
    with table_of(options) as table:
        options = for_table(options, table)
        columns, tally = options.quasi + options.carried, Tally(1)      # by the first column alone, since no more is needed
        with progress(lambda: '{:,} records read'.format(table.read), options.quiet):
            tally.count(table.batches(columns), table.counts is not None)
    name = next((name for name in (options.counts, *NAMES) if name is not None and name not in columns), NAMES[-1])
    fields = field_formatter(False, options.output_delimiter)
    with aside_or_standard_output(options.output, 'the counted table') as path:
        head = [] if options.no_header else [(*columns, name)]
        rows = ((*values, str(n)) for values, n in rows_of(tally, len(columns), table.missing_records))
        write_lines(path, (fields(row) + '\n' for row in chain(head, rows)), options.output, options.encoding)


def rows_of(tally, width, left_out):
    """Yield (values, records) of the counted table, in order.

    >>> tally = Tally(1)
    >>> tally.count([[('39', 'm'), ('38', 'f'), ('39', 'm')]])
    >>> list(rows_of(tally, 2, left_out=1))
    [(('', ''), 1), (('38', 'f'), 1), (('39', 'm'), 2)]
    """
    if left_out:
        yield ('',) * width, left_out
    if tally.frequency_set:
        for first, pairs in sorted_classes(tally, recoding_of(tally.frequency_set, {first: first for first in tally.frequency_set})):
            for others, n in pairs:
                yield first + others, n
