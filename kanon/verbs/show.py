"""`python -m kanon hierarchy show`: the tree of a hierarchy, drawn as text."""

from __future__ import annotations

from ..builders.inspect import drawn
from ..cli.screen import put
from ..cli.types import names
from ..cli.words import Program, Word, switch
from ..errors import many, one_line
from ..tables.aside import check_output
from ..tables.hierarchy_file import HierarchyFolder, file_of, load
from . import HIERARCHY_VERBS
from .hierarchy import ENDING, EPILOG, LOOKING, TABLE_WORDS, counts_as_run, settle_look

WORDS = (Word('--column', 'A', 'Take FILE as a table. Draw the hierarchy of this column, and count its records.', names),
         switch('--all', 'Draw all leaves, even if a node has more than 8.'), *TABLE_WORDS, *LOOKING, *ENDING)


def settle(values, said, typed, error):
    settle_look(values, said, typed, error)
    if len(values['column']) > 1:
        error('--column takes one column here')


PROGRAM = Program('show', 'python -m kanon hierarchy show', HIERARCHY_VERBS['show'], WORDS, settle,
                  (' hierarchies/age.txt', ' patients.csv --column age'), EPILOG, {'column': [], 'all': False},
                  data={'metavar': 'FILE', 'help': 'A hierarchy file; with --column, a table.'})


def main(options):
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
