"""What a run starts from. Here options become plain arguments.

Promise: an output that cannot be written is refused before the table is read, and the table is counted in one reading.
mondrian_inputs.py does the same for Mondrian's own options.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from ..errors import DataError, many, one_line, quoted, show, some
from ..frequency import columns as columns_of, without
from ..required import Required
from ..tables import kind_for
from ..tables.hierarchy_file import HierarchyFolder, file_of
from ..tables.lines import check_rows
from ..tables.output_file import check_output, parts_left
from ..tables.packed import file_of_table
from ..tables.table import Table, is_csv, table_files
from ..tables.tally import Tally
from .ini import ini_of, refusal
from .options import from_here, restricted
from .report_text import COUNTED
from .run import say_at_the_end
from .run_record import PUBLISHING
from .screen import progress
from .types import listed
from .words import DEFAULTS, RULES


def open_table(options, kind=Table, missing=None) -> Table:
    """The open table of a run, once it is sure that the output can be written. missing: what replaces --missing."""
    check_outputs(options)
    return table_of(options, kind, missing)


def check_outputs(options, *more_inputs):
    """DataError if a file that the run will write cannot be written, or is an input of this run or the next."""
    if options.data != '-':
        os.stat(file_of_table(options.data))       # first, since the output may lie beside it
    files = table_files(options.data, options.further)
    inputs = [file_of_table(path) for path in (*files, options.config, ini_of(options.data), *more_inputs) if path and path != '-']
    inputs += [file_of_table(options.population)] if options.population not in (None, '-') else []
    inputs += [path for path in (*options.standard, options.small_zips) if path and os.path.isfile(path)]
    inputs += [file_of(options.hierarchies, name) for name in options.quasi + options.carried]
    written = [(name, getattr(options, name)) for name in ('output', 'record', 'recoding', 'picture', 'html')]
    written = [(name, path) for name, path in written if path and (name, path) != ('output', '-')]
    for place, (name, path) in enumerate(written):
        if name == 'output':
            check_output(path, inputs, options.force or options.shipped, typed='output' in options.typed)
            continue
        for other, earlier in written[:place]:
            if os.path.realpath(path) == os.path.realpath(earlier):
                raise DataError('the %s and the %s are the same file' % (name, other), path)
        check_output(path, inputs, options.force, '--' + name)
    for _, path in written:
        folder = os.path.dirname(path) or os.curdir
        if os.path.isdir(options.data) and os.path.samefile(folder, options.data) and is_csv(os.path.basename(path)):
            raise DataError('the next run would read it as a part of the table', path)
        for part in parts_left(path):
            print('%s: %s was left by a run that was killed; it is removed when %s is written'
                  % (options.command, one_line(from_here(part)), one_line(path)), file=sys.stderr)


def table_of(options, kind=Table, missing=None, digest=False) -> Table:
    """The open table. DataError if no quasi-identifiers are named and it has not those of Adult."""
    missing = missing or options.missing
    kind = kind_for(options.data, kind)
    table = kind(options.data, options.columns, options.delimiter, options.encoding, missing, options.missing_in,
                 spool=options.order == 'input' or options.unreadable == 'missing', digest=digest, further=options.further,
                 counts=options.counts)
    table.na = frozenset(options.na)
    table.totals = None if options.program in ('check', 'risk') else options.totals     # which judge every row
    check_renamed(table, options)
    there = set(table.columns)
    if options.program in ('check', 'risk') and options.counts not in there and 'counts' not in options.typed:
        table.counts = None     # the INI file is that of a counted table, and this is its release
    if not set(options.quasi) <= there and options.quasi is DEFAULTS['quasi']:
        raise DataError('name the quasi-identifiers with --quasi; %s' % ('the columns are ' + some(table.columns)
                        if table.is_header(options.quasi) else table.not_shown()), table.name)
    if lacks_default(options, table) and restricted(vars(options)):
        raise DataError('a rule beyond k needs a --sensitive column', table.name)
    counted = table.count_column()
    if counted:
        say_at_the_end('%s: %s' % (table.name, COUNTED % quoted(counted)))
    table.used = [name for name in options.quasi + options.sensitive + options.publish if name in there]
    table.roots = HierarchyFolder(options.hierarchies).roots_of(options.quasi) if missing == 'root' else {}
    return table


def check_renamed(table, options):
    """DataError if an INI file that nobody named gives other names to a header. Then a column that is asked for would be another one."""
    if options.named or 'columns' not in options.from_ini:
        return
    typed = [name for word in ('quasi', 'sensitive', 'publish', 'column') if word in options.typed for name in getattr(options, word)]
    renamed = table.renamed([*typed, *options.columns])
    if renamed:
        raise refusal(options.config, 'columns', listed(options.columns), 'it gives other names to the header of %s, which has the column %s'
                      % (table.first, quoted(renamed[0])))


def lacks_default(options, table) -> bool:
    """Whether nobody named the sensitive columns, and the table has not that of Adult."""
    return 'sensitive' not in options.said and not set(options.sensitive) <= set(table.columns)


def for_table(options, table) -> Namespace:
    """The options of a run with this table. Adult's sensitive column is asked for only where a table has it."""
    if not lacks_default(options, table):
        return options
    carried = [name for name in options.carried if name not in options.sensitive]
    return Namespace(**{**vars(options), 'sensitive': [], 'carried': carried})


def standards_of(options, table, columns):
    """A function from {row: records} of a published table to the report on each --standard; None without one.

    What the user names is refused before the table is counted.
    """
    if not options.standard:
        return None
    from ..assessment.standard import check_holds, judged_by, load_standard, small_zips     # few runs ask for it
    standards = list(map(load_standard, options.standard))
    check_holds(options.holds, standards, columns, table.name)
    small = small_zips(options.small_zips) if options.small_zips else None

    def judged(rows, sensitive, left_out, stars):
        return judged_by(standards, columns, rows, options.quasi, sensitive, left_out=left_out, stars=stars, holds=options.holds,
                         small=small, decimal=options.decimal)
    return judged


def take_unreadable(table, options, names=None):
    """With --unreadable missing, read the table once to find the unreadable values, and let the next readings take them as missing.

    names: the columns, None for the quasi-identifiers.
    """
    if options.unreadable != 'missing':
        return
    from ..tables.unreadable import find_unreadable     # few runs ask for it
    only_mondrian = options.program == 'mondrian' or options.program == 'sweep' and options.algorithm == ['mondrian']
    with progress(lambda: '{:,} records read'.format(table.read), options.quiet):
        table.unreadable = find_unreadable(table, names or options.quasi, HierarchyFolder(options.hierarchies), options.decimal,
                                           only_mondrian)


def tally_of(table, options) -> Tally:
    """Read and count the table: once, or twice with --unreadable missing. DataError if no record is left."""
    take_unreadable(table, options)
    tally = Tally(len(options.quasi), distinct=options.partitioning != 'strict', memory=options.memory,
                  cuts=options.program == 'mondrian')
    with progress(lambda: '{:,} records read'.format(table.read), options.quiet):
        tally.count_table(table, options.quasi + options.carried)
    if not table.read:
        raise DataError('holds no record' + (', only %s' % many(table.left_totals, 'total row') if table.left_totals else ''), table.name)
    said = options.totals and ('totals' in options.typed or options.named)      # a file that nobody named does not silence it
    if table.ends_in_total and not said:
        say_at_the_end('%s: the last row looks like a total, and is taken for a record; --totals leave-out leaves it out, --totals keep says'
                       ' that it is one' % table.name)
    if table.read == table.missing_records:
        raise DataError('no record is left to publish: %d read, %d of them with a missing value (? or nothing); see --missing%s'
                        % (table.read, table.missing_records, ' and --na' * bool(table.na)), table.name)
    if table.counts is not None and options.program in PUBLISHING:
        check_rows(table.read - table.missing_records, options.max_rows, table.name)
    return tally


def hierarchies_for(frequency_set, roots, options) -> list:
    """The hierarchy of each quasi-identifier, which covers all its values. roots: what missing values are published as."""
    folder = HierarchyFolder(options.hierarchies)
    return [folder.tree_of(name, without(values, roots.get(name))) for name, values in zip(options.quasi, columns_of(frequency_set))]


def levels_for(trees, options):
    """The levels of the columns that --limit and --from allow. None without limits."""
    limit, from_ = options.limit, getattr(options, 'from')
    if not limit and not from_:
        return None
    from ..levels.limits import Levels        # few runs have limits
    return Levels(options.quasi, trees, HierarchyFolder(options.hierarchies).level_names, limit, from_, options.decimal)


def required_of(options, tally) -> Required:
    """What every published class must satisfy: k and, for the table that was counted, the rules beyond k."""
    names, folder, population = restricted(vars(options)), HierarchyFolder(options.hierarchies), None
    if options.k_map or options.delta_presence:
        with progress(lambda: 'the population is read', options.quiet):
            population = population_in(options.population, options.quasi, folder, options.k_map, options.delta_presence,
                                       options.population_counts, options.counts, options.columns, options.delimiter, options.encoding,
                                       options.missing, options.na)
    if not names:
        return Required(options.k, population=population)
    from ..rules.of_table import required_for     # few runs have rules beyond k
    sensitive = tally.sensitive([options.carried.index(name) for name in names])
    return required_for(options.k, names, sensitive, [getattr(options, name) for name in RULES], folder, options.decimal, population)


def population_in(path, quasi, hierarchies, k_map=None, presence=None, counts=None, counts_of_table=None, columns=None, delimiter=None,
                  encoding='utf-8', missing='drop', na=()):
    """The Population in a file. DataError if it lacks a column, or has a value that the hierarchies do not have.

    hierarchies: a HierarchyFolder or the like. counts: the column that says how many people each row stands for. None: that of the
    table's counts, if the population has it. columns: the names of the table's columns, for a file without a header line. na: words
    that mean a missing value, too.
    """
    from ..rules.of_people import Population
    with opened_population(path, Table, quasi, counts, counts_of_table, columns, delimiter, encoding, missing, na) as table:
        table.roots = hierarchies.roots_of(quasi) if missing == 'root' else {}
        tally = Tally(len(quasi))
        tally.count_table(table, quasi)
        if not tally.frequency_set:
            raise DataError('holds nobody: %d read, %d of them with a missing value (? or nothing)'
                            % (table.read, table.missing_records), table.name)
        for name, values in zip(quasi, columns_of(tally.frequency_set)):
            tree = hierarchies.tree_of(name, {})
            unknown = set(tree.uncovered(without(values, table.roots.get(name))))
            if unknown:
                line, value = table.first_with(name, unknown)
                others = ', and so are %d more' % (len(unknown) - 1) if len(unknown) > 1 else ''
                raise DataError('column %s: %s of the population is no leaf of the hierarchy%s; add a line "value,parent" for each to'
                                ' its hierarchy, or take these people out' % (quoted(name), show(value), others), table.name, line)
        return Population(table.name, tally.frequency_set, k_map, presence, table.missing_records, table.counts)


def opened_population(path, kind, quasi, counts, counts_of_table, columns, delimiter, encoding, missing, na=()) -> Table:
    """The open table of a population. Where its first line names the quasi-identifiers, it has a header line of its own."""
    def opened(names):
        return kind_for(path, kind)(path, names, delimiter, encoding, missing, 'used')
    table = None
    if columns and path != '-':
        try:
            table = opened(None)
        except DataError:       # no header
            pass
    if table is None or not set(quasi) <= set(table.columns):
        table = opened(columns)
    table.used, table.na = quasi, frozenset(na)
    table.counts = counts or (counts_of_table if counts_of_table in table.columns else None)
    for name in [*quasi, *table._counted()]:
        table.index(name, quasi)
    return table
