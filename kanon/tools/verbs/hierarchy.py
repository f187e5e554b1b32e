"""What the verbs below `python -m kanon hierarchy` share: their words, how these are completed, and how a table is counted."""

from __future__ import annotations

from ...core.counts.values import MISSING
from ...core.desk.inputs import open_table, take_unreadable_of
from ...core.desk.options import need_folder
from ...core.desk.screen import progress
from ...core.desk.shipped import hierarchies_for
from ...core.desk.words import (CENTURY, COLUMNS, CONFIG, COUNTS, DATE_FORMAT, DECIMAL, DELIMITER,
                                ENCODING, FORCE, HIERARCHIES, MISSING_IN, NA, NA_IN, OUTPUT, QUASI,
                                SINCE, SKIP_LINES, THOUSANDS, TOTALS, UNREADABLE, Word, switch)
from ...core.errors import DataError, Refused, quoted
from ...core.settings.asked import check_columns, check_date_format, check_missing, settle_weights
from ...core.settings.kinds import names

EPILOG = '''\
examples:
%s
Write a list of numbers that begins with a minus behind an =, such as --bounds=-10,40.
Exit status: 0 done, 1 impossible with this data or these options, 2 usage error, 130 interrupted, 143 terminated.'''


def bounds(text) -> tuple:
    low, comma, high = (part.strip() for part in text.partition(','))
    if not low or not high or ',' in high:
        raise Refused('the least and the greatest value, such as 0,99, are expected, not %s' % quoted(text))
    return low, high


TABLE_WORDS = (COLUMNS, COUNTS, NA, NA_IN, TOTALS, SINCE, DATE_FORMAT, CENTURY, THOUSANDS, DELIMITER, SKIP_LINES, DECIMAL, ENCODING, CONFIG)
# Of verbs that hold a table against its hierarchies.
LOOKING = (
    HIERARCHIES, Word('--missing', 'drop|value|root', "What a run does with missing values, '?' and nothing (default drop)."),
    MISSING_IN, UNREADABLE, OUTPUT)
ENDING = (
    switch('--redact', 'Show no value of the data in messages and reports. A hierarchy that is written or drawn still has them.'),
    FORCE,
    switch('--quiet', 'Print no progress, and nothing about the file that is written.'))
THESE_COLUMNS = QUASI, Word('--column', 'A,B', 'Look at these columns, not at the quasi-identifiers.', names)


def settle_named(values, error):
    """--column names a column, or several, each once."""
    if 'column' in values['said'] and not values['column'] or len(set(values['column'])) < len(values['column']):
        error('--column needs one or more columns, each named once')


def settle_look(values, said, typed, error):
    """Of a verb that holds a table against its hierarchies. The columns that are typed stand for the quasi-identifiers."""
    need_folder(values, said)
    values['output'] = values['output'] or '-'
    settle_named(values, error)
    if values['column'] and 'quasi' not in said:
        values['quasi'] = values['column']
    check_columns(values, said)
    settle_weights(values, typed)
    check_missing(values['missing'], 'missing_in' in typed)
    check_date_format(values, typed)


def counts_as_run(options) -> tuple:
    """{column: {value: records}} of the columns that are typed, or of the quasi-identifiers, as a run would have them.

    Also {column: records with a missing value}, which a run with --missing root publishes as the root, and the HierarchyFolder of the table.
    """
    names, root = options.column or options.quasi, options.missing == 'root'
    with open_table(options, missing='value' if root else None) as table:
        take_unreadable_of(table, options, names)
        counts = counts_of(table, names, options.quiet)
    rooted = {name: sum(map(of_column.__getitem__, MISSING)) if root else 0 for name, of_column in counts.items()}
    if root:        # whether it is a leaf or not
        counts = {name: {value: n for value, n in of_column.items() if value not in MISSING} for name, of_column in counts.items()}
    return counts, rooted, hierarchies_for(options, table.columns)


def counts_of(table, names, quiet) -> dict:
    """{column: {value: records}}. DataError if no record is left."""
    with progress(lambda: '{:,} records read'.format(table.read), quiet):
        counts = table.value_counts(names)
    if table.read == table.missing_records:
        raise DataError('holds no record' if not table.read else 'holds no record without a missing value (? or nothing)', table.name)
    return counts
