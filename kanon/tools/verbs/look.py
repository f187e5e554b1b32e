"""`python -m kanon hierarchy show|check|levels|convert`: a hierarchy is drawn or converted, or those of a table are looked at.

show draws the tree of a hierarchy. check reports every problem that a run would have with the hierarchies of a table. levels counts
the labels that each level leaves of each column, and the records of the rarest one. convert turns lines of paths, a wide file or
widths into another of these.
"""

from __future__ import annotations

import os

from ... import __version__
from ...core.counts.frequency import added_up
from ...core.desk.how_read import reading_for
from ...core.desk.screen import print_table, put, svg_text
from ...core.desk.words import (COLUMNS, CONFIG, DRAWN, JSON, LANGUAGE, NA, OUTPUT, TOTALS,
                                Program, Word, switch)
from ...core.errors import DataError, one_line
from ...core.settings.kinds import names, one_of
from ...core.settings.reading import RECORDED
from ...core.tables.hierarchy_file import file_of, load
from ...core.tables.output_file import check_output
from ...core.tables.packed import file_of_table
from ...core.tables.text_table import json_text
from ...core.voice.speaking import speaker
from ..building.inspect import tree_text, examined, findings_text, node_rows, node_values
from ..building.numbers import numbers_between
from ..pictures.rare_values import names_one_of, rare_values
from . import HIERARCHY_VERBS
from .hierarchy import (ENDING, EPILOG, LOOKING, TABLE_WORDS, THESE_COLUMNS, bounds, counts_as_run,
                        settle_named, settle_look)
from .start_text import SAFE

CONVERT_WORDS = (
    Word('--column', 'A', 'The column of --data that has the numbers.', names),
    Word('--bounds', 'LOW,HIGH', 'The least and the greatest number, if FILE has widths.', bounds),
    Word('--data', {'metavar': 'DATA', 'dest': 'table'}, 'The table that has the numbers, if FILE has widths. Needs --column. The options that say how a table is read are for it.'),
    Word('--to', 'kanon|wide|widths',
         'What to write. kanon: lines of paths (default). wide: a wide file. widths: lines of widths, 5,10 / 10,20 / 20,*.',
         one_of('kanon', 'wide', 'widths')),
    Word('--delimiter', 'C', 'The character between fields of a wide file. With --to wide, of the new file (default ;). Else of FILE'
                             ' (default: recognized from the first lines).'),
    Word('--encoding', 'NAME', 'The encoding of FILE and of --data (default utf-8). The new file is UTF-8.'),
    COLUMNS, NA, TOTALS, CONFIG, OUTPUT,
    LANGUAGE, *ENDING)
SHOWN = Word('--format', 'text|json|svg', 'The tree as text (default), as a JSON object with its nodes from the root down, or as a picture. With'
                                          ' --redact, JSON names no recorded value that fewer than 5 records have.',
             one_of('text', 'json', 'svg'))
HEADINGS = {'column': 'a_column', 'level': 'level', 'labels': 'labels', 'smallest': 'smallest_label', 'rarest': 'rarest'}     # of levels


def settle_show(values, said, typed, error):
    settle_look(values, said, typed, error)
    if len(values['column']) > 1:
        error('--column takes one column here')


def settle_convert(values, said, typed, error):
    values['output'] = values['output'] or '-'
    settle_named(values, error)
    values['of_table'], values['delimiter'] = said.get('delimiter'), typed.get('delimiter')     # the INI file says that of the table
    if 'delimiter' in typed:
        values['of_table'] = None
    if (values['table'] is None) != (not values['column']):
        error('--data needs --column, and --column needs --data')
    if len(values['column']) > 1:
        error('--column takes one column here')
    if values['table'] is not None and values['bounds'] is not None:
        error('--data and --bounds both give the values; use one of them')


PROGRAMS = {
    'show': Program(
        'show', 'python -m kanon hierarchy show', HIERARCHY_VERBS['show'],
        (Word('--column', 'A', 'Take FILE as a table. Draw the hierarchy of this column, and count its records.', names),
         switch('--all', 'Draw all leaves, even if a node has more than 8.'), *TABLE_WORDS, *LOOKING, SHOWN, LANGUAGE, *ENDING), settle_show,
        (' hierarchies/age.txt', ' patients.csv --column age'), EPILOG, {'column': [], 'all': False},
        data={'metavar': 'FILE', 'help': 'A hierarchy file; with --column, a table.'}),
    'check': Program(
        'covers', 'python -m kanon hierarchy check', HIERARCHY_VERBS['check'], (*THESE_COLUMNS, *TABLE_WORDS, *LOOKING, JSON, LANGUAGE, *ENDING),
        settle_look, (' patients.csv --quasi age,zip', ' patients.csv --column age --json'), EPILOG, {'column': []}),
    'levels': Program(
        'levels', 'python -m kanon hierarchy levels', HIERARCHY_VERBS['levels'],
        (*THESE_COLUMNS, *TABLE_WORDS, *LOOKING, DRAWN, LANGUAGE, *ENDING), settle_look,
        (' patients.csv --quasi age,zip --format markdown',), EPILOG, {'column': []}),
    'convert': Program(
        'convert', 'python -m kanon hierarchy convert', HIERARCHY_VERBS['convert'], CONVERT_WORDS,
        settle_convert, (' arx/adult_hierarchy_age.csv', ' hierarchies/age.txt --to wide -o age.csv', ' widths.txt --bounds 0,99'),
        EPILOG, {'column': [], 'bounds': None, 'table': None, 'to': 'kanon'},
        data={'metavar': 'FILE', 'help': 'A hierarchy: lines of paths, a wide file as in ARX, or lines of widths.'})}


def main(options):
    return {'show': print_look, 'covers': check_hierarchies, 'levels': show_levels, 'convert': convert}[options.program](options)


def without_rare(nodes, rare) -> list:
    """The nodes without a label that names a rare value. That of a node above may, as {male|female}.

    >>> without_rare([{'label': '{a|b}'}, {'label': 'a'}, {'label': None}], {'b'})
    [{'label': None}, {'label': 'a'}, {'label': None}]
    """
    return [{**node, 'label': None} if node['label'] is not None and names_one_of(node['label'], rare) else node for node in nodes]


def print_look(options):
    if not options.column:
        if options.output != '-':
            check_output(options.output, [options.data], options.force)
        tree, counts, name, column = load(options.data), None, options.data, None
    else:
        read, _, hierarchies = counts_as_run(options)
        (column, counts), = read.items()
        name = file_of(options.hierarchies, column)
        tree = hierarchies.tree_of(column, counts)
    say = speaker(options.language)
    title = say('tree', name=name, leaves=len(tree.leaves), height=tree.height)
    if options.format == 'json':
        nodes = list(node_values(tree, counts, options.all, SAFE if options.redact else 0))
        if options.redact and counts is not None:
            nodes = without_rare(nodes, rare_values(counts, SAFE))
        text = json_text({'name': name, 'column': column, 'leaves': len(tree.leaves), 'height': tree.height, 'nodes': nodes})
    elif options.format == 'svg':
        from ..pictures.tree_picture import tree_picture       # few runs draw
        text = svg_text(tree_picture(node_rows(tree, counts, options.all, say), title, counts is not None, say), options)
    else:
        text = '%s\n\n%s' % (one_line(title), tree_text(tree, say, counts, options.all))
    put(text, 'the tree', options.output, options.encoding)


def check_hierarchies(options):
    """The exit status, 1 if a run would be refused."""
    counts, _, hierarchies = counts_as_run(options)
    columns = [examined(column, of_column, options.hierarchies, options.redact, hierarchies.of_others) for column, of_column in counts.items()]
    report = {'program': options.command, 'version': __version__, 'data': options.data, 'config': options.config,
              'hierarchies': options.hierarchies, 'refused': any(column['refused'] for column in columns), 'columns': columns}
    put(json_text(report) if options.json else findings_text(report, speaker(options.language)), 'the report', options.output, options.encoding)
    return int(report['refused'])


def show_levels(options):
    def draw(rows, say):
        from ..pictures.tree_picture import levels_picture     # few runs draw
        return levels_picture(rows, say)
    say = speaker(options.language)
    print_table(list(level_rows(options)), lambda rows: '', options, {name: say(key) for name, key in HEADINGS.items()}, draw=draw)


def level_rows(options):
    """A row for each level of each column. A recorded value that few records have is not named."""
    counts, rooted, hierarchies = counts_as_run(options)
    for column, of_column in counts.items():
        tree = hierarchies.tree_of(column, of_column)
        for level, labels in enumerate(tree.level_maps(of_column)):
            records = added_up(labels.values(), of_column.values())
            if rooted[column]:
                records[tree.root] = records.get(tree.root, 0) + rooted[column]
            rarest = min(records, key=lambda label: (records[label], label))
            hidden = options.redact or rarest in of_column and records[rarest] < SAFE
            yield {'column': column, 'level': level, 'labels': len(records), 'smallest': records[rarest],
                   'rarest': None if hidden else rarest}


def convert(options):
    from ..building.convert import read_ladders, wide_file, widths_from
    from ..building.ladder import file_text
    from .make import write_hierarchies

    def numbers():
        if options.bounds is not None:
            return numbers_between(*options.bounds)
        reading = reading_for(options, delimiter=options.of_table, missing='value')
        with reading.open(options.table, RECORDED) as table:
            return {row[0] for row in table.tuples(options.column)}
    if options.data == options.table == '-':
        raise DataError('FILE and --data cannot both be - (standard input)')
    if options.output != '-':
        check_output(options.output, [options.data, *map(file_of_table, filter(None, [options.table]))], options.force)
    has_numbers = options.bounds is not None or options.table is not None
    delimiter = None if options.to == 'wide' else options.delimiter
    read = read_ladders(options.data, delimiter, options.encoding, numbers if has_numbers else None)
    if options.to == 'wide':
        text = wide_file(read.ladders, options.delimiter or ';')
    elif options.to == 'widths':
        text = widths_from(read, options.data) + '\n'
    else:
        text = file_text(read.ladders, ['Converted from %s.' % os.path.basename(options.data), *read.notes])
    write_hierarchies({options.output: text}, [read.ladders], options)
