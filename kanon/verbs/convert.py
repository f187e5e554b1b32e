"""`python -m kanon hierarchy convert`: lines of paths, a wide file or widths become another of these."""

from __future__ import annotations

import os

from ..builders.convert import read_ladders, wide, widths_from
from ..builders.ladder import text_of
from ..builders.numbers import numbers_between
from ..cli.types import names, one_of
from ..cli.words import Program, Word
from ..errors import DataError
from ..tables import kind_for
from ..tables.aside import check_output
from ..tables.packed import file_of_table
from ..tables.table import Table
from . import HIERARCHY_VERBS
from .hierarchy import ENDING, EPILOG, bounds, settle_columns
from .make import write_hierarchies

WORDS = (
    Word('--column', 'A', 'The column of --data that has the numbers.', names),
    Word('--bounds', 'LOW,HIGH', 'The least and the greatest number, if FILE has widths.', bounds),
    Word('--data', {'metavar': 'DATA', 'dest': 'table'}, 'The table that has the numbers, if FILE has widths. Needs --column.'),
    Word('--to', 'kanon|wide|widths',
         'What to write. kanon: lines of paths (default). wide: a wide file. widths: lines of widths, 5,10 / 10,20 / 20,*.',
         one_of('kanon', 'wide', 'widths')),
    Word('--delimiter', 'C', 'The character between fields of a wide file. With --to wide, of the new file (default ;). Else of FILE'
                             ' (default: recognized from the first lines).'),
    Word('--encoding', 'NAME', 'The encoding of FILE and of --data (default utf-8). The new file is UTF-8.'),
    Word('--columns', 'A,B', 'The names of all columns of --data. For a table without a header line.'),
    Word('--output', 'FILE', 'The file for the hierarchy (default -, standard output).'),
    *ENDING)


def settle(values, said, typed, error):
    values['output'] = values['output'] or '-'
    settle_columns(values, error)
    values['delimiter'] = typed.get('delimiter')        # not the table's, from its INI file
    if (values['table'] is None) != (not values['column']):
        error('--data needs --column, and --column needs --data')
    if len(values['column']) > 1:
        error('--column takes one column here')
    if values['table'] is not None and values['bounds'] is not None:
        error('--data and --bounds both give the values; use one of them')


PROGRAM = Program('convert', 'python -m kanon hierarchy convert', HIERARCHY_VERBS['convert'], WORDS, settle,
                  (' arx/adult_hierarchy_age.csv', ' hierarchies/age.txt --to wide -o age.csv', ' widths.txt --bounds 0,99'), EPILOG,
                  {'column': [], 'bounds': None, 'table': None, 'to': 'kanon'},
                  data={'metavar': 'FILE', 'help': 'A hierarchy: lines of paths, a wide file as in ARX, or lines of widths.'})


def main(options):
    def numbers():
        if options.bounds is not None:
            return numbers_between(*options.bounds)
        with kind_for(options.table, Table)(options.table, options.columns, encoding=options.encoding, missing='value') as table:
            return {value for value, in table.tuples(options.column)}
    if options.data == options.table == '-':
        raise DataError('FILE and --data cannot both be - (standard input)')
    if options.output != '-':
        check_output(options.output, [options.data, *map(file_of_table, filter(None, [options.table]))], options.force)
    has_numbers = options.bounds is not None or options.table is not None
    delimiter = None if options.to == 'wide' else options.delimiter
    read = read_ladders(options.data, delimiter, options.encoding, numbers if has_numbers else None)
    if options.to == 'wide':
        text = wide(read.ladders, options.delimiter or ';')
    elif options.to == 'widths':
        text = widths_from(read, options.data) + '\n'
    else:
        text = text_of(read.ladders, ['Converted from %s.' % os.path.basename(options.data), *read.notes])
    write_hierarchies({options.output: text}, [read.ladders], options)
