"""What the two scripts share around their algorithm: reading, publishing, and the ways a run can end.

Promise: a run that ends with another status than 0 says why in one line on standard error (`check`, where a requirement
does not hold, in its report), and leaves no part of a file: at the output stands what stood there before or, where only
the report could not be printed, the whole release.

What a user says, on the command line and in the INI file that keeps it beside the data (words.py lists the words).

Promise: what is typed wins over the INI file, the INI file over the defaults; every word is checked in the same way,
wherever it stands. A word that cannot be meant is a usage error (exit status 2), in one line.

Missing values that are published as the root (--missing root): no record is left out for them, and none shows where they were.

Promise: whoever has no value in a column is published with its root, and is in a class with nobody but those published
so; the audit counts the root like any other value. A missing value counts as one more value of the column in lm and
entropy, so that publishing it as the root has the loss 1.
The reading puts the root in the place of the missing value (`Table.roots`): every level of a hierarchy leaves it as it is.

How requirements beyond k are said on the command line, and the rules that they become for a table.

Promise: a number is taken as it is written, as a pair of whole numbers; what cannot be meant is refused.
A word holds one rule for all sensitive columns, or "column=rule" parts with ; between them (quoted as in csv where a name has
one).
"""

from __future__ import annotations

import os

from ..beyond.distance import Equal, Hierarchical, Ordered
from ..beyond.rules import Closeness
from ..required import Required, as_one, by_column
from ..errors import DataError, quoted, some
from ..frequency import columns
from ..hierarchy import ROOT
from ..missing import without
from ..tables.aside import check_output
from ..tables.hierarchy_file import file_of, load, load_for
from ..tables.table import Table
from ..tables.tally import Tally
from .ini import ini_of
from .rule_types import WORDS
from .types import restricted
from .run_record import Ledger
from .screen import shown
from .words import PUBLISH


def open_table(options, kind=Table) -> Table:
    """The table of a run, of this kind, after a look at whether its output can be written."""
    if options.data != '-':
        os.stat(options.data)       # before the output is looked at, which may be beside it
    inputs = [path for path in (options.data, options.config, options.population, ini_of(options.data)) if path and path != '-']
    inputs += [file_of(options.hierarchies, name) for name in options.quasi + options.carried]
    if options.output != '-':
        check_output(options.output, inputs, options.force or options.shipped)
        if options.record and os.path.realpath(options.record) == os.path.realpath(options.output):
            raise DataError('the record and the output are the same file', options.record)
    if options.record:
        check_output(options.record, inputs, options.force, '--record')
    options.ledger = Ledger(options) if options.program in PUBLISH.split() else None
    wanted = options.order == 'input' or bool(options.ledger and options.ledger.wanted)
    table = kind(options.data, options.columns, options.delimiter, options.encoding, options.missing, options.missing_in,
                 spool=options.order == 'input', digest=wanted)
    if not options.quasi_said and not set(options.quasi) <= set(table.columns):
        raise DataError('say which columns are quasi-identifiers with --quasi; there are %s' % some(table.columns),
                        table.name)
    table.used = [name for name in options.quasi + options.sensitive + options.publish if name in table.columns]
    options.roots = table.roots = roots_of(options)
    return table


def hierarchies_for(frequency_set, options) -> list:
    """The hierarchy of each quasi-identifier, which covers all its values."""
    return [load_for(name, without(values, options.roots.get(name)), options.hierarchies)
            for name, values in zip(options.quasi, columns(frequency_set))]


def count(table, options) -> Tally:
    """The one reading. DataError where no record is left."""
    tally = Tally(len(options.quasi))
    with shown(lambda: '{:,} records read'.format(table.read), options):
        tally.count(table.batches(options.quasi + options.carried))
    if table.read == table.missing_records:
        raise DataError('no record to publish: %d read, %d of them with a missing value (? or empty)'
                        % (table.read, table.missing_records), table.name)
    return tally


def roots_of(options) -> dict:
    """{quasi-identifier: what its missing values are published as}; empty if they are not published as the root."""
    if options.missing != 'root':
        return {}
    files = {name: file_of(options.hierarchies, name) for name in options.quasi}
    return {name: load(file).root if os.path.exists(file) else ROOT for name, file in files.items()}


def required_of(options, tally) -> Required:
    """What every published class must satisfy: k and, for the table that was counted, the rules beyond k."""
    columns_ = restricted(options)
    if not columns_:
        return Required(options.k)
    histograms = tally.histograms([options.carried.index(name) for name in columns_])
    whole = by_column(as_one(histograms))
    rules = {name: rules_of(name, reference, options) for name, reference in zip(columns_, whole)}
    return Required(options.k, rules, histograms)


def rules_of(name, reference, options) -> list:
    """The rules of a sensitive column whose histogram in the whole table this is."""
    l, t, alpha = (said.get(name, said.get(None)) for said in map(vars(options).__getitem__, WORDS))
    return [rule for rule in (l, t and Closeness(t[0], distance(name, t[1], reference, options)), alpha) if rule]


def distance(name, kind, reference, options):
    if kind == 'hierarchical':
        return Hierarchical(reference, load_for(name, reference, options.hierarchies))
    try:
        return {'equal': Equal, 'ordered': Ordered}[kind](reference)
    except DataError as error:
        raise DataError('column %s: %s' % (quoted(name), error.problem)) from None
