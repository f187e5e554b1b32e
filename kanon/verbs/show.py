"""`python -m kanon hierarchy VERB`: hierarchies are made by rule, converted, drawn, and held against a table.

Each verb is a `main(options)`.
"""

from __future__ import annotations

from ..builders.inspect import drawn, many
from ..cli.screen import put
from ..tables.aside import check_output
from ..tables.hierarchy_file import file_of, load, load_for
from .make import counts_of


def print_tree(options):
    if not options.column:
        if options.output != '-':
            check_output(options.output, [options.data], options.force)
        tree, counts, name = load(options.data), None, options.data
    else:
        (column, counts), = counts_of(options)[0].items()
        name = file_of(options.hierarchies, column)
        tree = load_for(column, counts, options.hierarchies)
    title = '%s: %s, levels 0 to %d' % (name, many(len(tree.leaves), 'leaf'), tree.height)
    put('%s\n\n%s' % (title, drawn(tree, counts, options.all)), 'the tree', options)
