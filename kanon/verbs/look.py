"""`python -m kanon hierarchy show|check|levels`: a hierarchy is drawn, or those of a table are looked at.

show draws the tree of a hierarchy. check reports every problem that a run would have with the hierarchies of a table. levels counts
the labels that each level leaves of each column, and the records of the rarest one.
"""

from __future__ import annotations

from .. import __version__
from ..builders.inspect import drawn, examined, findings_text
from ..cli.screen import print_table, put
from ..cli.types import names
from ..cli.words import FORMAT, JSON, Program, Word, switch
from ..errors import many, one_line
from ..frequency import added_up
from ..tables.aside import check_output
from ..tables.grid import json_text
from ..tables.hierarchy_file import HierarchyFolder, file_of, load
from . import HIERARCHY_VERBS
from .hierarchy import ENDING, EPILOG, LOOKING, TABLE_WORDS, THESE_COLUMNS, counts_as_run, settle_look
from .start_text import SAFE

HEADINGS = {'smallest': 'fewest records', 'rarest': 'rarest label'}     # of levels


def settle_show(values, said, typed, error):
    settle_look(values, said, typed, error)
    if len(values['column']) > 1:
        error('--column takes one column here')


PROGRAMS = {
    'show': Program(
        'show', 'python -m kanon hierarchy show', HIERARCHY_VERBS['show'],
        (Word('--column', 'A', 'Take FILE as a table. Draw the hierarchy of this column, and count its records.', names),
         switch('--all', 'Draw all leaves, even if a node has more than 8.'), *TABLE_WORDS, *LOOKING, *ENDING), settle_show,
        (' hierarchies/age.txt', ' patients.csv --column age'), EPILOG, {'column': [], 'all': False},
        data={'metavar': 'FILE', 'help': 'A hierarchy file; with --column, a table.'}),
    'check': Program(
        'covers', 'python -m kanon hierarchy check', HIERARCHY_VERBS['check'], (*THESE_COLUMNS, *TABLE_WORDS, *LOOKING, JSON, *ENDING),
        settle_look, (' patients.csv --quasi age,zip', ' patients.csv --column age --json'), EPILOG, {'column': []}),
    'levels': Program(
        'levels', 'python -m kanon hierarchy levels', HIERARCHY_VERBS['levels'],
        (*THESE_COLUMNS, *TABLE_WORDS, *LOOKING, FORMAT, *ENDING), settle_look,
        (' patients.csv --quasi age,zip --format markdown',), EPILOG, {'column': []})}


def main(options):
    return {'show': show, 'covers': check, 'levels': levels}[options.program](options)


def show(options):
    if not options.column:
        if options.output != '-':
            check_output(options.output, [options.data], options.force)
        tree, counts, name = load(options.data), None, options.data
    else:
        (column, counts), = counts_as_run(options)[0].items()
        name = file_of(options.hierarchies, column)
        tree = HierarchyFolder(options.hierarchies).tree_of(column, counts)
    title = '%s: %s, levels 0 to %d' % (name, many(len(tree.leaves), 'leaf'), tree.height)
    put('%s\n\n%s' % (one_line(title), drawn(tree, counts, options.all)), 'the tree', options.output, options.encoding)


def check(options):
    """The exit status, 1 if a run would be refused."""
    columns = [examined(column, counts, options.hierarchies, options.redact)
               for column, counts in counts_as_run(options)[0].items()]
    report = {'program': options.command, 'version': __version__, 'data': options.data, 'config': options.config,
              'hierarchies': options.hierarchies, 'refused': any(column['refused'] for column in columns), 'columns': columns}
    put(json_text(report) if options.json else findings_text(report), 'the report', options.output, options.encoding)
    return int(report['refused'])


def levels(options):
    print_table(list(level_rows(options)), lambda rows: '', options, HEADINGS)


def level_rows(options):
    """A row for each level of each column. A recorded value that few records have is not named."""
    counts, rooted = counts_as_run(options)
    for column, of_column in counts.items():
        tree = HierarchyFolder(options.hierarchies).tree_of(column, of_column)
        for level, labels in enumerate(tree.level_maps(of_column)):
            records = added_up(labels.values(), of_column.values())
            if rooted[column]:
                records[tree.root] = records.get(tree.root, 0) + rooted[column]
            rarest = min(records, key=lambda label: (records[label], label))
            hidden = options.redact or rarest in of_column and records[rarest] < SAFE
            yield {'column': column, 'level': level, 'labels': len(records), 'smallest': records[rarest],
                   'rarest': None if hidden else rarest}
