"""`python -m kanon hierarchy VERB`: hierarchies are made by rule, converted, drawn, and held against a table.

Each verb is a `main(options)`.
"""

from __future__ import annotations

import os

from ..builders.convert import read_ladders, wide, widths_from
from ..builders.ladder import text_of
from ..builders.numbers import numbers_between
from ..errors import DataError
from ..tables.aside import check_output
from ..tables.table import Table
from .make import write


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
    found = read_ladders(options.data, delimiter, options.encoding, values if has_values else None)
    if options.to == 'wide':
        text = wide(found.ladders, options.delimiter or ';')
    elif options.to == 'widths':
        text = widths_from(found, options.data) + '\n'
    else:
        text = text_of(found.ladders, ['Converted from %s.' % os.path.basename(options.data), *found.notes])
    write({options.output: text}, [found.ladders], options)
