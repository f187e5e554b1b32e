"""`python -m kanon count`: a table, or parts of it, as a counted table: its different rows, and how many records each stands for.

Promise: the same records give the same bytes, however they are parted and in however many steps they are counted. So what this verb
writes it also reads (--counts), and it is mapper, combiner and reducer in one.
The rows are sorted. Records that are left out because of missing values are one row, of empty fields. At most BOUND different rows
and one batch are in memory, and the names of persons with --person. The others are in temporary files without a name.
With --person the person is one more column. What is decided on such counts is what is decided on the records. So names that may be
one person are refused, as a run refuses them; a pseudonym is made of what they have in common.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections import Counter
from heapq import merge as merge_sorted
from itertools import chain, groupby, islice
from operator import itemgetter

from ...core.counts.drawn import NUL
from ...core.counts.persons import check_alike
from ...core.counts.values import NOT_KNOWN, Sameness
from ...core.desk.inputs import check_outputs, for_table, table_of, take_unreadable_of
from ...core.desk.options import need_folder
from ...core.desk.run import say_at_the_end
from ...core.desk.screen import progress
from ...core.desk.words import (CENTURY, COLUMNS, CONFIG, COUNTS, DATE_FORMAT, DECIMAL, DELIMITER,
                                ENCODING, EXACT, FORCE, HIERARCHIES, ITEMS, MISSING_IN, NA, NA_IN,
                                NO_PROGRESS, OUTPUT, PERSON, QUASI, REDACT, RELEASE, SINCE, SKIP_LINES, THOUSANDS,
                                TOTALS, UNREADABLE, Program, Word, switch)
from ...core.errors import DataError, Refused, at, option
from ...core.settings.asked import check_columns, check_date_format, check_missing, settle_weights
from ...core.tables.lines import field_formatter
from ...core.tables.output_file import replacing_or_printing
from ...core.tables.packed import file_of_table, write_lines
from ...core.tables.table import COUNT_NAMES, table_files
from ...core.tables.tally import BOUND, FAN
from . import VERBS

CHUNK = 1000        # pairs written to a temporary file at a time

WORDS = (
    QUASI, *(word for word in RELEASE if word.flag in ('--sensitive', '--publish')),
    PERSON._replace(help='The column that says whose row each row is. It is written, too, so that --counts with --person counts persons.'),
    Word('--pseudonyms', 'KEY', 'Write a pseudonym for each person, made by the secret in the file KEY, such as 32 random characters. Count all parts'
                                ' with one key, which gives the same pseudonyms. Keep it: whoever has it can try names. A line says if other users'
                                ' of this machine can read it.'),
    COUNTS,
    COLUMNS, switch('--no-header', 'Write no header line.'),
    Word('--missing', 'drop|value|root',
         "What the run will do with missing values, '?' and nothing. drop: records that have one are left out, and are one row of"
         ' empty fields (default). value, root: they are counted like any other.'),
    MISSING_IN, NA, NA_IN, UNREADABLE,
    HIERARCHIES._replace(help='With --unreadable missing. ' + HIERARCHIES.help), TOTALS, SINCE, DATE_FORMAT, CENTURY, THOUSANDS, ITEMS, EXACT,
    DELIMITER, SKIP_LINES, DECIMAL, ENCODING, CONFIG,
    OUTPUT, *(word for word in RELEASE if word.flag == '--output-delimiter'),
    NO_PROGRESS, REDACT, FORCE)


def settle(values, said, typed, error):
    values['missing'] = values['missing'].replace('root', 'value')
    values['carried'], values['output'] = values['sensitive'] + values['publish'], values['output'] or '-'
    check_columns(values, said)
    if values['pseudonyms'] and values['person'] is None:
        raise Refused('%s needs %s, which says whose row each row is' % (at('pseudonyms'), option('person')))
    if values['pseudonyms'] == '-':
        raise Refused('%s names a file; it is not standard input' % at('pseudonyms'))
    need_folder(values, said)
    settle_weights(values, typed)
    check_missing(values['missing'], 'missing_in' in typed)
    check_date_format(values, typed)


PROGRAM = Program('count', 'python -m kanon count', VERBS['count'], WORDS, settle,
                  (' patients.csv --quasi age,sex,zip --sensitive diagnosis -o counted.csv',
                   ' part1.csv part2.csv --counts n --quasi age,sex,zip --sensitive diagnosis'), defaults={'no_header': False, 'pseudonyms': None})


def main(options):
    if options.no_header and options.columns and options.data == options.output == '-' and sys.stdin and not sys.stdin.buffer.peek(1):
        return      # a reducer that gets nothing has nothing to say
    check_outputs(options, options.pseudonyms)
    pseudonyms = pseudonyms_of(options)
    with table_of(options) as table:
        options = for_table(options, table)
        take_unreadable_of(table, options, options.quasi)
        columns = options.quasi + options.carried + ([] if options.person is None else [options.person])
        with progress(lambda: '{:,} records read'.format(table.read), options.quiet):
            batches, names = table.batches(columns), set()
            if pseudonyms is not None:
                batches = pseudonyms.given(batches, len(columns) - 1)
            elif options.person is not None:
                batches = noting(batches, len(columns) - 1, names)
            rows = sorted_counts(batches, table.counts is not None)
        check_alike(names, options.person, table.name, table.sameness)
    if table.missing_records:
        rows = chain([(NUL * (len(columns) - 1), table.missing_records)], rows)
    name = next((name for name in (options.counts, *COUNT_NAMES) if name is not None and name not in columns), COUNT_NAMES[-1])
    fields = field_formatter(False, options.output_delimiter)
    with replacing_or_printing(options.output, 'the counted table') as path:
        head = [] if options.no_header else [fields((*columns, name)) + '\n']
        lines = (fields((*joined.split(NUL), str(n))) + '\n' for joined, n in rows)
        write_lines(path, chain(head, lines), options.output, options.encoding)


def noting(batches, place, names):
    """Yield batches of rows, with what stands at this place in them added to `names`, but for what says that nobody is known.

    >>> names = set()
    >>> list(noting([[('39', 'Ann'), ('40', ' na'), ('41', 'Bob')]], 1, names)), sorted(names)
    ([[('39', 'Ann'), ('40', ' na'), ('41', 'Bob')]], ['Ann', 'Bob'])
    """
    for batch in batches:
        rows = list(batch)
        names.update(row[place] for row in rows if row[place].strip().upper() not in NOT_KNOWN)
        yield rows


def pseudonyms_of(options):
    if options.pseudonyms is None:
        return None
    from .pseudonyms import Pseudonyms, others_can_read, read_key       # few tables have any
    for part in table_files(options.data, options.further):
        if part != '-' and os.path.realpath(file_of_table(part)) == os.path.realpath(options.pseudonyms):
            raise DataError('is a part of the table; whoever has that could try names, so name a file of the key alone', options.pseudonyms)
    if others_can_read(options.pseudonyms):
        say_at_the_end('other users of this machine can read %s, and whoever has it can try names; take that from them with chmod o-r' % options.pseudonyms)
    return Pseudonyms(read_key(options.pseudonyms), Sameness(frozenset(options.exact), options.decimal).of(options.person))


def sorted_counts(batches, counted=False, changed=Counter.items, bound=BOUND):
    """An iterator of (values joined by NUL, records) of the different tuples of all the batches, in order.

    counted: whether the last field of each says how many records it stands for. changed: a function from {values joined by NUL:
    records} to such pairs, which are put in their place. bound: how many different ones are in memory.

    NUL is less than every character, so joined values are in the order of the tuples.

    >>> list(sorted_counts([[('39', 'm'), ('38', 'f')], [('39', 'm')]], bound=1)) == [('38\\x00f', 1), ('39\\x00m', 2)]
    True
    """
    counts: Counter = Counter()
    runs: list = []
    for batch in batches:
        if counted:
            for *values, n in batch:
                counts[NUL.join(values)] += int(n)
        else:
            counts.update(map(NUL.join, batch))
        if len(counts) > bound:
            if len(runs) == FAN:
                runs = [on_disk(added(runs))]
            runs.append(on_disk(sorted(changed(counts))))
            counts.clear()
    rows = sorted(changed(counts))
    return added([*runs, rows]) if runs else iter(rows)


def added(runs):
    """Merge sorted runs of pairs, adding up equal rows."""
    for joined, pairs in groupby(merge_sorted(*runs), key=itemgetter(0)):
        yield joined, sum(map(itemgetter(1), pairs))


def on_disk(pairs):
    """Write pairs to a temporary file without a name, and return an iterator that reads them back."""
    from tempfile import TemporaryFile      # 5 ms, and few tables need one
    pairs, sizes = iter(pairs), []
    try:
        file = TemporaryFile()
        for part in iter(lambda: list(islice(pairs, CHUNK)), []):
            sizes.append(file.write(marshal.dumps(part)))
        file.seek(0)
    except OSError as error:
        raise DataError('a temporary file cannot be written: %s; TMPDIR may name another folder' % error.strerror) from None
    return (pair for size in sizes for pair in marshal.loads(file.read(size)))
