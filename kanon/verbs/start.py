"""`python -m kanon start`: what the columns of a table look like; for quasi-identifiers that are named, files to begin with.

Promise: no column is chosen for anybody.
Files are written all or none, as far as a disk allows; one that exists is not replaced without --force.
"""

from __future__ import annotations

import os

from ..builders.draft import draft_of
from ..builders.ladder import text_of
from ..builders.survey import Survey
from ..cli.ini import ini_of
from ..cli.inputs import open_table
from ..cli.screen import put, shown
from ..errors import DataError
from ..tables.aside import check_output, write_all
from ..tables.grid import aligned
from ..tables.hierarchy_file import file_of
from .start_text import command_of, doubts, form_of, head_of, ini_text, levels_of, next_steps, survey_lines


def print_start(options):
    """A `main(options)`, as the scripts have one."""
    folder = os.path.join(os.path.dirname(options.data), 'hierarchies')
    paths = {None: ini_of(options.data), **{name: file_of(folder, name) for name in options.quasi}}
    with open_table(options) as table:
        for name in options.quasi + options.carried:
            table.index(name)
        if options.quasi:
            check_files(list(paths.values()), folder, options)
        with shown(lambda: '{:,} records read'.format(table.read), options):
            survey = Survey(table, options.quasi + options.carried)
    lines = [*survey_lines(table.name, survey, options.redact), *doubts(survey, options), '']
    lines += written(survey, paths, options) if options.quasi else form_of(options)
    put('\n'.join(lines), 'the table', options)


def written(survey, paths, options):
    """Write the files, and return the lines that say so; paths: {None: the INI file, quasi-identifier: its hierarchy}."""
    columns = {column.name: column for column in survey.columns}
    drafts = {name: draft_of(columns[name]) for name in options.quasi}
    texts = {paths[name]: text_of(draft.ladders, head_of(columns[name], draft, options)) for name, draft in drafts.items()}
    write_all({paths[None]: ini_text(options, survey, command_of(options)), **texts})
    options.released = 'the new files stand'
    rows = [(paths[None], 'the options'), *((paths[name], levels_of(draft)) for name, draft in drafts.items())]
    return ['written, to be edited:', *('  ' + line for line in aligned(rows)), *next_steps(options)]


def check_files(paths, folder, options):
    """DataError where a file must not or cannot be written, before anything is."""
    there = [path for path in paths if os.path.lexists(path)]
    if there and not options.force:
        more = ' (and %d more that would be written)' % (len(there) - 1) if len(there) > 1 else ''
        raise DataError('exists%s; --force replaces it, and nothing is written without' % more, there[0])
    for path in paths:
        if os.path.isdir(os.path.dirname(os.path.abspath(path))) or os.path.dirname(path) != folder:
            check_output(path, [options.data], True)
    if os.path.lexists(folder) and not os.path.isdir(folder):
        raise DataError('is no folder, and the hierarchies stand in a folder of that name', folder)
