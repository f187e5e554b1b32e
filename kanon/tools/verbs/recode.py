"""`python -m kanon recode RECODING PART...`: the release of a table, or of parts of it, by a recoding that a run has written.

Promise: every record is published as the recoding says, is suppressed by it, or is counted as left out. A record for which it has no
row is refused, and so is a recoding with a label that does not cover its values. The release is sorted, written aside, audited as that
of a run is, and then put in its place. Where the recoding was decided for persons, their column is not published, and persons are counted.
The recoding was decided on the counts of a whole table. So the classes of a part alone may be smaller than k.
A folder of column maps (engines/column_maps.py) serves another table, too. It says what is required, and classes that fail are suppressed.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from ... import __version__
from ...core.audit.persons_of_rows import PersonsOfRows
from ...core.audit.recount import Promises, verify
from ...core.audit.stated import Claims
from ...core.counts.drawn import NUL
from ...core.counts.persons import check_alike, check_joined
from ...core.counts.recoding import full_domain
from ...core.counts.required import Required
from ...core.desk.as_text import WRAPPED, lost_lines, why_suppressed
from ...core.desk.inputs import check_outputs, count_for, for_table, table_of
from ...core.desk.options import NONE, settle_release
from ...core.desk.report import lost_of
from ...core.desk.screen import Screen, progress, put
from ...core.desk.words import (BEYOND_K, COLUMNS, CONFIG, COUNTS, DECIMAL, DELIMITER, ENCODING,
                                EXACT, FORCE, HIERARCHIES, ITEMS, MAX_SUPPRESSION, MISSING_IN,
                                MISSING_VALUES, NA, NA_IN, PERSON, QUIET, REDACT, RELEASE,
                                LANGUAGE, SKIP_LINES, THOUSANDS, TOTALS, Program, Word,
                                setting_of_word)
from ...core.errors import DataError, joined, many, quoted, show
from ...core.tables.lines import MOST_ROWS, check_rows, repeated_lines, field_formatter
from ...core.tables.output_file import replacing_or_printing
from ...core.tables.packed import write_lines
from ...core.tables.publishing import Target, publish
from ...core.tables.recoding_file import read_with_person
from ...core.tables.text_table import wrapped
from ...core.voice.speaking import speaker
from ..engines.maps_folder import check_folder, check_mapped, files_of_maps
from . import VERBS
from .compared_counts import check_labels, check_person, nothing_left, true_maps
from .count import sorted_counts

OF_A_RELEASE = '--sensitive', '--publish', '--output', '--order', '--output-delimiter', '--max-rows', '--spreadsheet-safe'
OF_MAPS = *BEYOND_K, MAX_SUPPRESSION
WORDS = (
    Word('--k', 'N', 'Refuse a release with a class of fewer than N records or, with --person, persons (default: the smallest class is'
                      ' reported). By maps such a class is suppressed (default: the k of the run).'),
    *(word._replace(help='With maps. ' + word.help) for word in BEYOND_K),
    MAX_SUPPRESSION._replace(help='With maps: how many records may be suppressed, as a number or a share (default: as in the run).'),
    PERSON._replace(help='The column that says whose row each row is. It is counted and never published. A recoding that a run with --person'
                         ' wrote asks for it.'),
    *(word for word in RELEASE if word.flag in OF_A_RELEASE), COLUMNS, COUNTS,
    MISSING_VALUES._replace(help='Give it as to the run that made the recoding. ' + MISSING_VALUES.help), MISSING_IN, NA, NA_IN, TOTALS,
    THOUSANDS, ITEMS, EXACT,
    HIERARCHIES._replace(help='The folder with the hierarchies of the run that made the recoding, whose nodes its labels may be.'),
    DELIMITER, SKIP_LINES, DECIMAL, ENCODING, CONFIG, LANGUAGE, QUIET, REDACT, FORCE)
RECODING = {'metavar': 'RECODING', 'help': 'What is published for each combination, as a run with --recoding writes it. A folder of maps, as a'
                                           ' run with --recoding-maps writes it, serves other tables of the same columns, too.'}


def settle(values, said, typed, error):
    """The quasi-identifiers are those of the recoding, which is an input here. For maps the INI file names them."""
    if 'data' not in typed:
        error('name the parts of the table as DATA')
    if values['output'] == NONE:
        error('-o %s is for a run that decides, and recode publishes; name the output with -o' % NONE)
    values['by'], values['recoding'] = values['recoding'], None
    by_maps = os.path.isdir(values['by'])
    if by_maps:
        check_folder(values, said, error)
    else:
        for word in OF_MAPS:
            if setting_of_word(word) in typed:
                error('%s is for a folder of maps; a recoding says for each combination whether it is suppressed' % word.flag)
        values['quasi'], said = [], {name: value for name, value in said.items() if name != 'quasi'}
    settle_release(values, said, typed, error)


PROGRAM = Program('recode', 'python -m kanon recode', VERBS['recode'], WORDS, settle,
                  (' recoding.csv part1.csv part2.csv --sensitive diagnosis -o released.csv',), defaults={'k': None}, publishes=True,
                  before={'recoding': RECODING})


def main(options):
    if os.path.isdir(options.by):
        publish_by_maps(options)
        return
    check_outputs(options, options.by)
    quasi, recoding, person = read_with_person(options.by, options.encoding)
    check_person(options, quasi, person)
    twice = [name for name in [*options.carried, options.counts] if name in quasi]
    if twice:
        raise DataError('column %s is a quasi-identifier here; name the columns that are published unchanged with --sensitive and'
                        ' --publish' % quoted(twice[0]), options.by)
    options = Namespace(**{**vars(options), 'quasi': quasi})
    root = options.missing == 'root'
    with table_of(options, missing='value' if root else None) as table:
        options = for_table(options, table)
        table.roots = dict.fromkeys(quasi, '') if root else {}      # as the recoding has them
        check_labels(recoding, quasi, options, options.by)
        recoder, witness = Recoder(recoding), Witness(recoding, table.counts is not None)
        persons = None if options.person is None else PersonsOfRows(recoding, len(options.carried), table.counts is not None, options.k)
        with replacing_or_printing(options.output) as path:
            with progress(lambda: '{:,} records read'.format(table.read), options.quiet):
                write_lines(path, lines(table, recoder, witness, persons, options), options.output, options.encoding)
            check_covered(recoder, table, options)
            if persons:
                check_alike(persons.names, options.person, table.name, table.sameness)
                check_joined(persons.several(), persons.joined(), options.carried, table.name)
            promised = Promises(quasi + options.carried, quasi, Required(options.k or 1), witness.published, options.spreadsheet_safe,
                                witness.fingerprint, options.output_delimiter, ascending=options.order == 'sorted',
                                compared=persons and persons.compared)
            audit = verify(path, promised, options.encoding)
            verify_sums(table, recoder, audit)
    tell(options, table, recoder.suppressed, audit, persons)


def publish_by_maps(options):
    """The release of a table at the levels of column maps. A class that fails what is required is suppressed."""
    from ..engines.at_maps import AtMaps
    from ...core.algorithms.why_suppressed import SuppressionCase, suppressed_by
    check_outputs(options, *files_of_maps(options.by, options.quasi))
    maps, roots = true_maps(options), {}
    for name, labels in maps.items():
        if options.missing == 'root':
            roots[name] = labels.pop('')
            labels[roots[name]] = roots[name]
    algorithm, watch = AtMaps(maps, options.by, max_suppression=options.max_suppression), Screen(options)
    with table_of(options) as table:
        options = for_table(options, table)
        table.roots = roots
        counted = count_for(table, options, algorithm, watch)
        check_mapped(counted.values(), maps, table)
        space = algorithm.space(counted)
        vector = algorithm.search(space, watch).vector
        recoding = full_domain(space.lattice, vector)
        sizes, suppressed = recoding.sizes()
        if not sizes:
            raise algorithm.nothing_left(space, suppressed)
        target = Target(options.output, options.quasi + options.carried, options.quasi, options.encoding, options.order,
                        options.spreadsheet_safe, options.output_delimiter, options.decimal)
        published = publish(target, table, counted.tally, recoding, counted.required, counted.hierarchies,
                            stated=Claims({}, table.read, str(options.max_suppression)))
    run = SuppressionCase(counted.required, recoding, space.lattice, vector)
    tell(options, table, suppressed, published.audit, reasons=suppressed_by(run, suppressed))


def tell(options, table, suppressed, audit, persons=None, reasons=None):
    """Print the report, behind the release if that is printed.

    reasons: why records are suppressed, None where a recoding says which are.
    """
    if not options.quiet:
        text = joined(report(options, table, suppressed, audit, persons, reasons, speaker(options.language)))
        if options.output == '-':
            print(text, file=sys.stderr)
        else:
            put(text, 'the report; the release is in %s' % options.output)


class Recoder:
    """Recodes rows whose values NUL joins, and counts the records.

    recoding: {quasi tuple: published tuple, or None}.
    published, suppressed, lacking: records. The recoding does not know those that are lacking; `example` is the first quasi tuple of
    these.

    >>> recoder = Recoder({('38',): ('3*',), ('39',): ('3*',), ('41',): None})
    >>> dict(recoder.recoded({'38\\0flu': 1, '39\\0flu': 2, '41\\0flu': 1})) == {'3*\\0flu': 3}, recoder.published, recoder.suppressed
    (True, 3, 1)
    """

    def __init__(self, recoding):
        self._recoding, self._width = recoding, len(next(iter(recoding)))
        self.published = self.suppressed = self.lacking = 0
        self.example = None

    def row(self, row, n):
        """The row as it is published, None if it is not. n: its records."""
        values = row.split(NUL)
        quasi = tuple(values[:self._width])
        if quasi not in self._recoding:
            self.lacking += n
            self.example = self.example or quasi
            return None
        published = self._recoding[quasi]
        if published is None:
            self.suppressed += n
            return None
        self.published += n
        return NUL.join([*published, *values[self._width:]])

    def recoded(self, counts):
        """The (row, records) pairs of the published rows of {row: records}."""
        total: dict = {}
        for row, n in counts.items():
            row = self.row(row, n)
            if row is not None:
                total[row] = total.get(row, 0) + n
        return total.items()


class Witness:
    """What the audit is told of the records while they are read: how many a recoding publishes, and the fingerprint of their rows.

    >>> witness = Witness({('39',): ('3*',), ('41',): None})
    >>> list(map(list, witness.seen([[('39', 'flu'), ('41', 'flu'), ('39', 'flu')]])))
    [[('39', 'flu'), ('41', 'flu'), ('39', 'flu')]]
    >>> witness.published, witness.fingerprint == 2 * hash('3*\\0flu')
    (2, True)
    """

    def __init__(self, recoding, counted=False):
        """counted: whether the last field of each record says how many records it stands for."""
        self._recoding, self._width, self._counted = recoding, len(next(iter(recoding))), counted
        self.published = self.fingerprint = 0

    def seen(self, batches):
        """Yield the batches, unchanged."""
        for batch in batches:
            rows = list(batch)
            for row in rows:
                published = self._recoding.get(row[:self._width])
                if published is not None:
                    *carried, n = row[self._width:] if self._counted else (*row[self._width:], 1)
                    self.published += int(n)
                    self.fingerprint += int(n) * hash(NUL.join([*published, *carried]))
            yield rows


def verify_sums(table, recoder, audit):
    """DataError if a record was read that is neither published, nor suppressed, nor left out."""
    accounted = audit.records + recoder.suppressed + table.missing_records
    if accounted != table.read:
        raise DataError('%d records were read, and %d are published, suppressed or left out' % (table.read, accounted), table.name)


def lines(table, recoder, witness, persons, options):
    """Yield the lines of the release: sorted, or in the order of the input."""
    columns, width = options.quasi + options.carried, len(options.quasi)
    fields = field_formatter(options.spreadsheet_safe, options.output_delimiter)
    yield fields(tuple(columns)) + '\n'
    batches = witness.seen(persons.seen(table.batches([*columns, options.person])) if persons else table.batches(columns))
    if options.order == 'input':
        rows = ((recoder.row(row, 1), 1) for batch in batches for row in map(NUL.join, batch))
    else:
        rows = sorted_counts(batches, table.counts is not None, recoder.recoded)
        if table.counts is not None:
            check_rows(recoder.published, options.max_rows or MOST_ROWS, table.name)
    yield from repeated_lines(((tuple(row.split(NUL)), n) for row, n in rows if row is not None), width, fields)


def check_covered(recoder, table, options):
    """DataError if the recoding has no row for a record, or if nothing is published."""
    if recoder.lacking:
        raise DataError('has no row for the quasi-identifiers of %s of %s, such as %s; make it from the counts of all parts, and give'
                        ' the same --missing here and there'
                        % (many(recoder.lacking, 'record'), table.name, show(', '.join(recoder.example))), options.by)
    if not recoder.published:
        raise nothing_left(table, recoder.suppressed)


def report(options, table, suppressed, audit, persons, reasons, say):
    """The report, line by line."""
    yield say('run_is', program=options.command, version=__version__, data=table.name, output=options.output,
              files=say('recoding_in', file=options.by))
    yield say('sum', read=table.read, published=audit.records, suppressed=suppressed, missing=table.missing_records)
    if reasons and len(reasons) > 1:
        yield from why_suppressed(say, {'suppressed_by': reasons})
    yield from lost_lines(say, lost_of(table, options), table.missing_records)
    if table.counts is not None:
        yield say('counted_by', column=quoted(table.counts))
    yield say('read_again', records=audit.records, classes=audit.classes, k=audit.k)
    if persons:
        yield say('fewest_persons', column=quoted(options.person), n=persons.fewest)
    if options.order == 'input':
        yield from wrapped(say('warning', text=say('order_input')), WRAPPED)
