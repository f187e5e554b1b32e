"""What a run starts from: its open table, its algorithm, and its frequency set.

Here options become plain values. Nothing below the desk sees them.

Promise: an output that cannot be written is refused before the table is read.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from ..algorithms.counted import Request, CountedTable, count
from ..errors import DataError, of_options, one_line, quoted, some
from ..own_files import is_own
from ..settings.asked import RULES, restricted
from ..settings.ini import ini_of, refusal
from ..settings.kinds import listed
from ..settings.reading import JUDGED, RECORDED
from ..settings.table import DEFAULTS
from ..tables.hierarchy_file import GivenHierarchies, file_of
from ..tables.lines import MOST_ROWS
from ..tables.output_file import check_kept, check_new_folder, check_output, parts_left
from ..tables.packed import file_of_table
from ..tables.table import Table, is_csv, table_files
from .how_read import JUDGES, reading_for, reading_of_data
from .options import from_here
from .run import say_at_the_end
from .run_record import PUBLISHING
from .screen import Screen, speaker_of
from .shipped import hierarchies_for

OF_COLUMNS = 'na_in', 'thousands'      # settings that say something of single columns

# The settings that name a file which a run writes.
WRITTEN = 'history', 'output', 'record', 'recoding', 'save_plan', 'picture', 'html'

# What is asked of a table and has another name among the options, or is made of several.
MADE_HERE = 'rules', 'restricted', 'hierarchies', 'most_rows', 'reading'


# The table.

def open_table(options, kind=Table, missing=None) -> Table:
    """The open table of a run, once it is sure that the output can be written.

    missing: what replaces --missing.
    """
    check_outputs(options)
    return table_of(options, kind, missing)


def table_of(options, kind=Table, missing=None, digest=False) -> Table:
    """The open table of a run.

    DataError if no quasi-identifiers are named and the table has not those of Adult.
    """
    missing, judges = missing or options.missing, options.program in JUDGES
    reading = reading_of_data(options)._replace(missing=missing)
    table = reading.open(options.data, JUDGED if judges else RECORDED, kind,
                         spool=options.history is not None, digest=digest, further=options.further)
    check_renamed(table, options)
    check_columns_said(table, options, run=not judges, more=('items', 'exact'))
    columns = set(table.columns)
    if judges and options.counts not in columns and ('counts' not in options.typed
                                                     or options.counted):
        table.counts = None     # the counts are those of the table that it was made from
    if options.quasi is DEFAULTS['quasi'] and not columns.issuperset(options.quasi):
        hint = table.not_shown()
        if table.is_header(options.quasi):
            hint = 'the columns are ' + some(table.columns)
        raise DataError('name the quasi-identifiers with --quasi; %s' % hint, table.name)
    if lacks_default(options, table) and restricted(vars(options)):
        raise DataError('a rule beyond k needs a --sensitive column', table.name)
    count_column = table.count_column()
    if count_column:
        say = speaker_of(options)
        advice = say('count_column', column=quoted(count_column))
        say_at_the_end(say('named', name=table.name, text=advice))
    table.roots = {}
    if missing == 'root':
        table.roots = hierarchies_for(options, table.columns).roots_of(options.quasi)
    return table


def recorded_table(path, options, more=(), besides=()) -> Table:
    """The open table of recorded values beside a release: the list of an attack, ORIGINAL, --test.

    It has the records of the run. What the run takes as missing for want of a leaf is missing
    there, too. more, besides: as `check_columns_said` takes them.
    """
    table = reading_for(options, counts=None).open(path, RECORDED)
    check_renamed(table, options)
    check_columns_said(table, options, more=more, besides=besides)
    columns = set(table.columns)
    take_unreadable_of(table, options, [name for name in options.quasi if name in columns])
    return table


def check_columns_said(table, options, run=False, more=(), besides=()):
    """DataError if something is said of a column that is not there.

    What an INI file says must fit the table of its own run alone. more: further settings that are
    looked at. besides: columns that may be in another table of the run, and not in this one.
    """
    for name in (*OF_COLUMNS, *more):
        if run or name in options.typed:
            for column in getattr(options, name):
                if column not in besides or name in OF_COLUMNS:
                    table.index(column, options.quasi)


def check_renamed(table, options):
    """DataError if an INI file that nobody named gives other names to a header.

    Then a column that is asked for would be another one.
    """
    if options.named or 'columns' not in options.from_ini:
        return
    typed = [name for word in ('quasi', 'sensitive', 'publish', 'column') if word in options.typed
             for name in getattr(options, word)]
    renamed = table.renamed([*typed, *options.columns])
    if renamed:
        raise refusal(options.config, 'columns', listed(options.columns),
                      'it gives other names to the header of %s, which has the column %s'
                      % (table.first, quoted(renamed[0])))


def lacks_default(options, table) -> bool:
    """Whether nobody named the sensitive columns, and the table has not that of Adult."""
    return 'sensitive' not in options.said and not set(options.sensitive) <= set(table.columns)


def for_table(options, table) -> Namespace:
    """The options of a run with this table.

    Adult's sensitive column is asked for only where a table has it.
    """
    if not lacks_default(options, table):
        return options
    carried = [name for name in options.carried if name not in options.sensitive]
    return Namespace(**{**vars(options), 'sensitive': [], 'carried': carried})


# The algorithm.

def algorithm_for(options):
    """The algorithm of a run, with its settings.

    With --like it is the levels of the record, with --plan the cuts of the plan.
    """
    algorithm, = options.algorithms.values()
    if options.like:
        from ..algorithms.at_levels import AtLevels     # few runs follow another
        return AtLevels(options.followed, options.like, max_suppression=algorithm.max_suppression,
                        weights=algorithm.weights, limit=algorithm.limit, from_=algorithm.from_)
    if options.plan:
        from ..algorithms.plans import by_plan          # few runs follow another
        from ..settings.plan_file import check_same_trees
        check_same_trees(options.followed, hierarchies_for(options), options.plan, there=True)
        return by_plan(options.followed, options.plan, options.max_suppression)
    return algorithm


# The frequency set.

def count_for(table, options, algorithm, watch, asked=None) -> CountedTable:
    """The counted table, and what every class must satisfy.

    algorithm: as algorithms/counted.py takes it. asked: what is asked of the table, by default all.
    """
    counted = count(table, asked or asked_of(options, table.columns), algorithm, watch)
    # A file that nobody named does not silence the warning.
    said = options.totals and ('totals' in options.typed or options.named)
    if table.ends_in_total and not said:
        say_at_the_end(speaker_of(options)('ends_in_total', table=table.name))
    return counted


def asked_of(options, columns) -> Request:
    """What is asked of a table with these columns."""
    most_rows = None        # any number
    if options.program in PUBLISHING and options.output:
        most_rows = options.max_rows or MOST_ROWS
    as_typed = {name: getattr(options, name) for name in Request._fields if name not in MADE_HERE}
    return Request(**as_typed, rules=[getattr(options, name) for name in RULES],
                   restricted=restricted(vars(options)), most_rows=most_rows,
                   hierarchies=hierarchies_for(options, columns), reading=reading_for(options))


def take_unreadable_of(table, options, names):
    """With --unreadable missing, let the next readings take unreadable values as missing.

    names: of the columns. A verb that judges tables from any tool looks into hierarchies only if
    somebody named their folder.
    """
    if options.unreadable == 'missing':
        from ..algorithms.unreadable import take_unreadable     # few runs ask for it
        folder = GivenHierarchies({})
        if options.program not in JUDGES or 'hierarchies' in options.said:
            folder = hierarchies_for(options, table.columns)
        take_unreadable(table, names, folder, options.decimal, Screen(options))


# What is written.

@of_options()
def check_outputs(options, *more_inputs, further=()):
    """DataError if a file that the run will write cannot be written, or is an input.

    The inputs are those of this run, and of the next one on the same table. further: (setting,
    path) of files that are written, too.
    """
    if options.data != '-' and not is_own(options.data):
        os.stat(file_of_table(options.data))       # first, since the output may lie beside it
    inputs = inputs_of(options, more_inputs)
    written = [(name, getattr(options, name)) for name in WRITTEN if getattr(options, name)]
    if options.output == '-':
        written.remove(('output', '-'))
    written += further
    if options.recoding_maps:
        check_new_folder(options.recoding_maps, 'recoding_maps')
    for place, (name, path) in enumerate(written):
        if name == 'history':
            check_kept(path, inputs)
            continue
        check_is_no_other(name, path, written[:place])
        if name == 'recoding_maps' and not os.path.isdir(options.recoding_maps):
            continue        # the folder is made
        if name == 'output':
            force = options.force or options.shipped
            check_output(path, inputs, force, typed='output' in options.typed)
        else:
            check_output(path, inputs, options.force, name)
    for _, path in written:
        check_is_no_part(path, options.data)
        for part in parts_left(path):
            left = one_line(from_here(part))
            print('%s: %s was left by a run that was killed; it is removed when %s is written'
                  % (options.command, left, one_line(path)), file=sys.stderr)


def inputs_of(options, more) -> list:
    """The files that no output may replace. more: further tables."""
    tables = [*table_files(options.data, options.further), options.config, options.like,
              options.plan, options.page_text, ini_of(options.data), *more]
    inputs = [file_of_table(path) for path in tables if path and path != '-']
    if options.population not in (None, '-'):
        inputs.append(file_of_table(options.population))
    for path in (*options.standard, options.small_zips):
        if path and os.path.isfile(path):
            inputs.append(path)
    inputs += [file_of(options.hierarchies, name) for name in options.quasi + options.carried]
    return inputs


def check_is_no_other(name, path, earlier):
    """DataError if one of the (setting, path) pairs before is the same file."""
    for other, path_of_other in earlier:
        if os.path.realpath(path) == os.path.realpath(path_of_other):
            both = name.replace('save_', ''), other.replace('save_', '')
            raise DataError('the %s and the %s are the same file' % both, path)


def check_is_no_part(path, data):
    """DataError if the next run would read a file as a part of the table, which is a folder."""
    folder = os.path.dirname(path) or os.curdir
    if (os.path.isdir(data) and os.path.samefile(folder, data)
            and is_csv(os.path.basename(path))):
        raise DataError('the next run would read it as a part of the table', path)
