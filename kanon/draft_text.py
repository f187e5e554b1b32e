"""The texts of the files that `start` writes: the head of a hierarchy, and the INI file.

Promise: each says what it is, the command that makes it again, and how it is edited; the INI file reads back as it was meant.
"""

from __future__ import annotations

import shlex

from .errors import DataError, one_line, show
from .options import names
from .words import COMMANDS

INI = '''\
; How kanon publishes {data}. Written by:
;   {command}
; Edit it as you like: what is typed on a command line wins over it, a line that begins with ; says nothing.
[kanon]
; What others may know of a person. These columns are generalized.
quasi = {quasi}
; What nobody should learn of a person. These columns are published as they are.
sensitive = {sensitive}
; Further columns that are published as they are. Columns that stand nowhere here are not published.
publish = {publish}
; Every combination of quasi-identifiers that is published has at least so many records.
k = {k}
; Samarati and Datafly may leave out so many records, or such a share of them, to generalize the others less.
max-suppression = 1%
; drop: a record with ? or nothing in any column is left out ({incomplete:,} of {records:,} have one);
; value: these are values like any other.
missing = drop
'''
READING = '''\
; How the file is read.
'''


def ini_text(options, survey, command) -> str:
    """The INI file of a run of `start`."""
    said = {word: listed(getattr(options, word)) for word in ('quasi', 'sensitive', 'publish')}
    text = INI.format(data=one_line(options.data), command=one_line(command), k=options.k, incomplete=survey.incomplete,
                      records=survey.records, **said)
    reading = []
    if options.columns:
        reading.append('columns = ' + listed(options.columns))
    if options.delimiter:
        reading.append('delimiter = ' + {'\t': 'tab'}.get(options.delimiter, options.delimiter))
    if options.encoding != 'utf-8':
        reading.append('encoding = ' + options.encoding)
    text += READING + '\n'.join(reading) + '\n' if reading else ''
    return '\n'.join(line.rstrip() for line in text.splitlines()) + '\n'


def listed(columns) -> str:
    """Column names as an INI file lists them; DataError for one that it cannot hold.

    >>> listed(['age', 'income, yearly'])
    'age, "income, yearly"'
    """
    text = ', '.join(cell_of(name) for name in columns)
    if names(text) != list(columns) or text != text.strip():
        raise DataError('the names %s cannot stand in an INI file; rename those with a line end in them' % show(text))
    return text


def cell_of(name) -> str:
    return '"%s"' % name.replace('"', '""') if set(name) & set(',"\n\r') else name


def levels_of(draft):
    return 'flat, the values and *' if draft.levels == '*' else draft.levels


def head_of(column, draft, options):
    """The lines of comment at the top of a hierarchy file."""
    height = len(next(iter(draft.ladders.values()))) - 1
    between = {1: '', 2: ' 1: %s;'}.get(height, ' 1 to %d: %%s;' % (height - 1))
    yield 'The hierarchy of %s, for %s. Level 0: as recorded;%s %d: *.' % (
        one_line(column.name), one_line(options.data), between and between % draft.levels, height)
    yield 'Made by: %s --force' % one_line(command_of(options))
    yield 'A line is a value and its label at each level. Edit the labels: what shares one shares all those to its right.'
    if column.looks.kind.word == 'date' and len(column.looks.kind.of) > 1:
        yield 'The day is taken to come first (%s), but %s fits all values, too.' % column.looks.kind.of
    if column.looks.kind.word == 'mostly numbers':
        yield 'Values that are no numbers stay as they are up to the *: give them labels, or correct them in the data.'
    if height == 1 and len(draft.ladders) > 2:
        yield 'Nothing lies between the values and the *. Put groups there, value,group,*, by hand or by'
        yield 'python -m kanon hierarchy sets'


def command_of(options) -> str:
    """The command that writes these files; how the table is read stands in the INI file, and is found there again."""
    said = [('--quasi', listed(options.quasi)), ('--sensitive', listed(options.sensitive)), ('--publish', listed(options.publish)),
            ('-k', str(options.k))]
    words = [part for word, value in said if value for part in (word, value)]
    return ' '.join([COMMANDS['start'], *map(shlex.quote, [options.data, *words])])
