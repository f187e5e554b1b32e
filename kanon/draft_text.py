"""The texts of the files that `start` writes: the head of a hierarchy, and the INI file.

Promise: each says what it is, the command that makes it again, and how it is edited; the INI file reads back as it was
meant.
"""

from __future__ import annotations

import shlex

from .errors import DataError, one_line, quoted
from .numerals import number
from .options import names
from .records import MISSING
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
; drop: a record with ? or nothing is left out; value: these are values like any other; root: they are published as *.
missing = drop
; any: in any column ({incomplete:,} of {records:,} records); used: only in the columns named above ({in_used:,}).
missing-in = any
'''
BY_NODE = '''\
; Mondrian cuts dates, words, and codes with letters along their hierarchies and publishes their labels; a column of digits is
; cut as numbers. Without this line a class lists all its values, each date by itself.
categories = hierarchy
'''
READING = '''\
; How the file is read.
'''


def ini_text(options, survey, command) -> str:
    """The INI file of a run of `start`."""
    said = {word: listed(getattr(options, word)) for word in ('quasi', 'sensitive', 'publish')}
    text = INI.format(data=one_line(options.data), command=command, k=options.k, incomplete=survey.incomplete, in_used=survey.in_used,
                      records=survey.records, **said)
    text += BY_NODE if any(column.name in options.quasi and needs_labels(column) for column in survey.columns) else ''
    reading = []
    if options.columns:
        reading.append('columns = ' + listed(options.columns))
    if options.delimiter:
        reading.append('delimiter = ' + {'\t': 'tab'}.get(options.delimiter, options.delimiter))
    if options.encoding != 'utf-8':
        reading.append('encoding = ' + options.encoding)
    text += READING + '\n'.join(reading) + '\n' if reading else ''
    return '\n'.join(line.rstrip() for line in text.splitlines()) + '\n'


def needs_labels(column):
    """Would Mondrian list values that are cut better by their hierarchy?"""
    kind = column.looks.kind
    words = any(number(value) is None for value in column.counts if value not in MISSING)
    return words and (kind.word in ('date', 'mostly dates', 'code', 'mostly numbers') or kind.of == ('code',))


def listed(columns, between=', ') -> str:
    """Column names as an INI file lists them; DataError for one that it cannot hold.

    >>> listed(['age', 'income, yearly'])
    'age, "income, yearly"'
    """
    text = between.join(cell_of(name) for name in columns)
    if names(text) != list(columns) or text != text.strip():
        raise DataError('the names %s cannot stand in an INI file; rename those with a line end in them' % quoted(text))
    return text


def cell_of(name) -> str:
    return '"%s"' % name.replace('"', '""') if set(name) & set(',"\n\r') else name


def levels_of(draft):
    return 'flat, the values and *' if draft.levels == '*' else draft.levels


def head_of(column, draft, options):
    """The lines of comment at the top of a hierarchy file."""
    height, kind = len(next(iter(draft.ladders.values()))) - 1, column.looks.kind
    between = '' if height == 1 else ' %s: %s;' % ('1' if height == 2 else '1 to %d' % (height - 1), draft.levels)
    yield 'The hierarchy of %s, for %s. Level 0: as recorded;%s %d: *.' % (
        one_line(column.name), one_line(options.data), between, height)
    yield 'Made again by: ' + (command_by(draft.by, column, options) if draft.by else command_of(options) + ' --force')
    yield 'A line is a value and its label at each level. Edit the labels: what shares one shares all those to its right.'
    if kind.word == 'date' and len(kind.of) > 1 and draft.by[0] == 'dates':
        yield 'The day is taken to come first (%s), but %s fits all values, too. If the month comes first:' % kind.of
        yield command_by((*draft.by[:2], kind.of[1], *draft.by[3:]), column, options)
    if kind.others:
        yield 'Values that are no %s stay as they are: give them labels, or correct them in the data.' % kind.word.split()[-1]
    if height == 1 and len(draft.ladders) > 2:
        yield 'Nothing lies between the values and the *. For groups write value,group,* by hand, or see'
        yield 'python -m kanon hierarchy sets --help; for codes of unequal shapes, mask --help'


def command_by(by, column, options) -> str:
    words = [options.data, '--column', listed([column.name]), *by[1:], '--force']
    return one_line(' '.join(['python -m kanon hierarchy', by[0], *map(shlex.quote, words)]))


def command_of(options) -> str:
    """The command that writes these files; how the table is read stands in the INI file, and is found there again."""
    said = [('--quasi', options.quasi), ('--sensitive', options.sensitive), ('--publish', options.publish)]
    words = [part for word, value in said if value for part in (word, listed(value, ','))]
    return one_line(' '.join([COMMANDS['start'], *map(shlex.quote, [options.data, *words, '-k', str(options.k)])]))
