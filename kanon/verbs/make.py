"""Hierarchies made by rule from the columns of a table, or from bounds, and put in place.

Promise: all hierarchies of a run are made before the first is written, each aside and then put in place whole; one that
exists, and the folder of those that ship, are left alone without --force.
"""

from __future__ import annotations

import os
from collections import Counter

from ..builders.dates import dates, days_between
from ..builders.groups import codes_between, flat, mask, sets
from ..builders.inspect import many
from ..builders.ladder import text_of
from ..builders.numbers import numbers_between, quantiles, ranges
from ..cli.inputs import open_table
from ..cli.options import home
from ..cli.screen import put, shown
from ..errors import DataError, quoted
from ..tables.aside import aside_or_standard_output, check_output, write_all
from ..tables.grid import table_text
from ..tables.hierarchy_file import file_of
from ..values import MISSING

RULES = {       # {program: (of options and a column's {value: records}, its ladders; what a comment says of the rule)}
    'ranges': (lambda options, counts: ranges(counts, options.widths, options.origin, options.top, options.bottom),
               lambda options: 'ranges of %s from %s' % (', '.join(options.widths), options.origin)
               + (', %s and above in one' % options.top if options.top is not None else '')
               + (', all below %s in one' % options.bottom if options.bottom is not None else '')),
    'quantiles': (lambda options, counts: quantiles(counts, options.parts),
                  lambda options: '%s groups of about equally many records' % ', '.join(map(str, options.parts))),
    'mask': (lambda options, counts: mask(counts, options.end, options.keep),
             lambda options: 'one character more masked from the %s' % options.end
             + (', the last %d of the other end kept' % options.keep if options.keep > 1 else '')),
    'dates': (lambda options, counts: dates(counts, options.date_format, options.levels),
              lambda options: ', '.join(options.levels)),
    'flat': (lambda options, counts: flat(counts), lambda options: ''),
    'sets': (lambda options, counts: sets(options.group, counts), lambda options: 'named groups'),
}

BETWEEN = {'ranges': numbers_between, 'flat': numbers_between, 'mask': codes_between}


def make(options):
    """Ladders by rule, of bounds or of each column's values; all are made before the first is written."""
    made, rule = {}, RULES[options.program]
    if options.bounds is not None:
        values = (days_between(*options.bounds, options.date_format) if options.program == 'dates' else
                  BETWEEN[options.program](*options.bounds))
        targets, counts = {None: options.output or '-'}, {None: dict.fromkeys(values, 0)}
    else:
        targets = targets_of(options)
        counts, _ = counts_of(options)
    for column, values in counts.items():
        where = 'column %s' % quoted(column) if column is not None else 'the bounds'
        try:
            made[column] = rule[0](options, values)
        except DataError as error:
            raise DataError('%s: %s' % (where, error.problem), options.data if column is not None else None) from None
    texts = {}
    for column, path in targets.items():
        name = '%s to %s' % options.bounds if column is None else column
        levels = filter(None, ['the value', rule[1](options), 'any'])
        texts[path] = text_of(made[column], ['%s. Levels: %s.' % (name, ', '.join(levels))])
    write(texts, [made[column] for column in targets], options)


def targets_of(options) -> dict:
    """{column: the file that its hierarchy becomes}, after a look at whether each can be written."""
    if options.output is not None:
        targets = {options.column[0]: options.output}
    else:
        folder = options.named_hierarchies or os.path.join(os.path.dirname(options.data), 'hierarchies')
        shipped = os.path.join(home(), 'hierarchies')
        if os.path.isdir(folder) and os.path.isdir(shipped) and os.path.samefile(folder, shipped) and not options.force:
            raise DataError('these hierarchies came with kanon; put the data into a folder of their own, name another with'
                            ' --hierarchies or a file with -o, or --force', folder)
        targets = {column: file_of(folder, column) for column in options.column}
    for path in targets.values():
        if path != '-' and (options.output is not None or os.path.isdir(os.path.dirname(path))):
            check_output(path, [file for file in (options.data, options.config) if file and file != '-'], options.force)
    options.output = '-'        # the summary's
    return targets


def counts_of(options) -> tuple:
    """{column: {value: records}} of the columns asked for, or of the quasi-identifiers, as a run would have them; and {column:
    the records without a value} where a run publishes the root for them.
    """
    names = options.column or options.quasi
    found, root = {name: Counter() for name in names}, options.missing == 'root'
    options.missing = 'value' if root else options.missing
    with open_table(options) as table, shown(lambda: '{:,} records read'.format(table.read), options):
        for batch in table.batches(names):
            for name, values in zip(names, zip(*batch)):
                found[name].update(values)
        if table.read == table.missing_records:
            raise DataError('holds no record' if not table.read else 'holds no record without a missing value (? or empty)',
                            table.name)
    if not root:
        return found, dict.fromkeys(names, 0)
    # each is published as the root, whether it is a leaf or not
    rooted = {name: sum(map(counts.__getitem__, MISSING)) for name, counts in found.items()}
    return {name: {value: n for value, n in counts.items() if value not in MISSING} for name, counts in found.items()}, rooted


def write(texts, made, options):
    """Put {path: text} in place, all or none, and say what each is; on standard output one stands alone. made: their """
    if list(texts) == ['-']:
        with aside_or_standard_output('-') as part:
            write_all({part: texts['-']})
        return
    for path in texts:
        if os.path.isdir(os.path.dirname(path) or os.curdir):
            check_output(path, [], options.force)
    write_all(texts)
    options.released, options.output = 'the new files stand', '-'
    if not options.quiet:
        put('\n'.join('%s: %s\n%s' % (path, many(len(ladders_), 'leaf'), table_text(summary(ladders_, options.redact), 'text'))
                      for path, ladders_ in zip(texts, made)), 'the report', options)


def summary(made, redact=False) -> list:
    """A row for each level: how many labels it has, and that of the middle leaf.

    >>> summary({'39': ('39', '[35-39]', '*'), '40': ('40', '[40-44]', '*')})[1]
    {'level': 1, 'labels': 2, 'for example': '[40-44]'}
    """
    middle = made[list(made)[len(made) // 2]]
    return [{'level': level, 'labels': len({ladder[level] for ladder in made.values()}),
             'for example': None if redact else label} for level, label in enumerate(middle)]
