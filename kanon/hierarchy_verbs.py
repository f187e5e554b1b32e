"""`python -m kanon hierarchy VERB`: hierarchies are made by rule, converted, drawn, and held against a table.

Each verb is a `main(options)`.
"""

from __future__ import annotations

import os
from collections import Counter

from . import __version__, conversion, covers, ladders
from .aside import check_output
from .bounds import numbers_between
from .command import print_table, put
from .errors import DataError
from .hierarchy import file_of, load, load_for
from .hierarchy_make import RULES, counts_of, make, write
from .records import Table
from .report import json_text
from .shown_tree import drawn
from .survey_text import SAFE
from .words import COMMANDS


def convert(options):
    def values():
        if options.bounds is not None:
            return numbers_between(*options.bounds)
        with Table(options.table, options.columns, encoding=options.encoding, missing='value') as table:
            return {value for value, in table.tuples(options.column)}
    if options.data == options.table == '-':
        raise DataError('both files are -, and there is one standard input')
    if options.output != '-':
        check_output(options.output, [options.data, *filter(None, [options.table])], options.force)
    has_values = options.bounds is not None or options.table is not None
    delimiter = None if options.to == 'wide' else options.delimiter
    found = conversion.read(options.data, delimiter, options.encoding, values if has_values else None)
    if options.to == 'wide':
        text = conversion.wide(found.ladders, options.delimiter or ';')
    elif options.to == 'widths':
        text = conversion.widths_from(found, options.data) + '\n'
    else:
        text = ladders.text_of(found.ladders, ['Converted from %s.' % os.path.basename(options.data), *found.notes])
    write({options.output: text}, [found.ladders], options)


def print_tree(options):
    if not options.column:
        if options.output != '-':
            check_output(options.output, [options.data], options.force)
        tree, counts, name = load(options.data), None, options.data
    else:
        (column, counts), = counts_of(options)[0].items()
        name = file_of(options.hierarchies, column)
        tree = load_for(column, counts, options.hierarchies)
    title = '%s: %s, levels 0 to %d' % (name, covers.many(len(tree.leaves), 'leaf'), tree.height)
    put('%s\n\n%s' % (title, drawn(tree, counts, options.all)), 'the tree', options)


def print_covers(options):
    """The exit status: 1 where a run would be refused."""
    found = [covers.examined(column, counts, options.hierarchies, options.redact)
             for column, counts in counts_of(options)[0].items()]
    report = {'program': COMMANDS['covers'], 'version': __version__, 'data': options.data,
              'hierarchies': options.hierarchies, 'refused': any(column['refused'] for column in found), 'columns': found}
    put(json_text(report) if options.json else covers.text(report), 'the report', options)
    return int(report['refused'])


def print_levels(options):
    rows, (found, rooted) = [], counts_of(options)
    for column, counts in found.items():
        tree = load_for(column, counts, options.hierarchies)
        for level in range(tree.height + 1):
            records = Counter()
            for value, label in tree.level_map(counts, level).items():
                records[label] += counts[value]
            records.update({tree.root: rooted[column]} if rooted[column] else {})
            rarest = min(records, key=lambda label: (records[label], label))
            hidden = options.redact or rarest in counts and records[rarest] < SAFE
            rows.append({'column': column, 'level': level, 'labels': len(records), 'smallest': records[rarest],
                         'rarest': None if hidden else rarest})
    print_table(rows, lambda found: '', options)


VERBS = {**dict.fromkeys(RULES, make), 'convert': convert, 'show': print_tree, 'covers': print_covers,
         'levels': print_levels}
