"""Hierarchies in the three writings that are about: lines of paths (ours), wide files (as ARX writes them), and widths.

Promise: whatever it was read from, a hierarchy publishes the same in every writing, at every level (ranges written as widths
get brackets: 0-4 becomes [0-4]); a writing that cannot say so is refused, with the line that does not fit.
A wide file has a leaf and its label of every level on each line, and often a delimiter other than the comma; the column of
the root may be missing. Widths are the shorthand 5,10 / 10,20 / 20,*: ranges of 5, of 10 and of 20 from 0.
"""

from __future__ import annotations

import csv
import re
from collections import namedtuple

from ..errors import DataError, show
from ..hierarchy import ROOT
from ..tables.dialect import DELIMITERS, broken, recognize_delimiter
from ..tables.hierarchy_file import tree_of
from ..tables.text import bytes_of, text_of, undecodable
from ..values import NUMBER, number
from .ladder import field_of
from .numbers import ranges, widths_of
from .units import Unit

LOOKED_AT = 200     # lines by which the delimiter is recognized

INTERVAL = re.compile(r'\[?(?P<low>%s)-(?P<high>%s)\]?' % (NUMBER.pattern, NUMBER.pattern))

Found = namedtuple('Found', 'ladders lines notes')      # {leaf: its line}; what was added or taken for granted, as sentences


def read_ladders(path, delimiter=None, encoding='utf-8', values=None) -> Found:
    """The ladders of a file in any of the three writings; values: None, or a function that tells the numbers of widths.

    One line "5,*" is a width where there are values, else a value and its root.
    """
    lines = lines_of(path, encoding)
    widths = widths_in(lines, path)
    if widths is None or len(widths) == 1 and values is None:
        return tree_in(rows_of(lines, delimiter, path), path)
    if values is None:
        raise DataError('holds widths, %s; say of which numbers with --bounds, or with --data and --column'
                        % ','.join(widths), path)
    return Found(ranges(values(), widths), {}, ['Ranges of the widths %s from 0.' % ', '.join(widths)])


def lines_of(path, encoding) -> list:
    found = []
    with text_of(bytes_of(path), path, encoding) as text:
        try:
            found.extend(text)
        except UnicodeError as error:
            raise undecodable(error, text, len(found) + 1) from None
    return found


def widths_in(lines, path):
    """The widths that the lines say, None where they say something else.

    >>> widths_in(['5,10\\n', '10,*\\n'], 'w.txt'), widths_in(['5,[5-9]\\n', '[5-9],*\\n'], 'w.txt')
    (['5', '10'], None)
    """
    said = [line for line in lines if not line.startswith('#')]
    links = [part.split(',') for part in '/'.join(said).split('/') if part.strip()]
    if not links or not all(len(link) == 2 for link in links) or any(number(link[0].strip()) is None for link in links):
        return None
    ends = [link[1].strip() for link in links]
    if ends[-1] != ROOT or any(number(text) is None for text in ends[:-1]):
        return None
    if len(links) == 1 or '/' in ''.join(said) or [link[0].strip() for link in links[1:]] == ends[:-1]:
        try:
            return widths_of(''.join(said))
        except DataError as error:
            raise DataError(error.problem, path) from None
    return None


def delimiter_of(lines) -> str:
    """The delimiter that cuts all lines into equally many fields, the last of them the root; else the likeliest.

    >>> delimiter_of(['1,5;1,0-2,0;*', '2,5;2,0-3,0;*'])
    ';'
    """
    def has_root(delimiter):
        rows = [fields for fields in csv.reader(lines, delimiter=delimiter) if fields]
        roots = {fields[-1].strip() for fields in rows}
        whole = len(roots) == 1 and not set(DELIMITERS) & set(*roots)       # none that another delimiter would cut
        return whole and len(rows[0]) > 1 and len(set(map(len, rows))) == 1
    try:
        found = [delimiter for delimiter in DELIMITERS if has_root(delimiter)]
    except (csv.Error, IndexError):         # the reading will say where; or nothing but comments
        found = []
    return found[0] if len(found) == 1 else recognize_delimiter(lines)


def rows_of(lines, delimiter, path) -> list:
    """[(line, fields)]; a comment begins with # and, where the delimiter is no comma, has none of it."""
    said = [line for line in lines if line.strip()]
    plain = [line for line in said if not line.startswith('#')] or said
    delimiter = delimiter or delimiter_of(plain[:LOOKED_AT])
    kept = ('\n' if line.startswith('#') and (delimiter == ',' or delimiter not in line) else line for line in lines)
    reader, found = csv.reader(kept, delimiter=delimiter, skipinitialspace=True, strict=True), []
    try:
        for fields in reader:
            if fields not in ([], ['']):
                found.append((reader.line_num, fields))
    except csv.Error as error:
        raise broken(error, path, reader.line_num) from None
    return found


def tree_in(rows, path) -> Found:
    """The ladders of paths or of a wide file, which gets a root where it has none."""
    notes = []
    if lacks_root(rows):
        rows = [(line, [*fields, ROOT]) for line, fields in rows]
        notes.append('The root * was added: the last column has several labels.')
    tree, lines = tree_of(rows, path)
    return Found({leaf: ladder_of(tree, leaf) for leaf in tree.leaves}, lines, notes)


def ladder_of(tree, leaf) -> tuple:
    """What a tree publishes for a leaf, level by level."""
    return tuple(tree.ancestor(leaf, level) for level in range(tree.height + 1))


def lacks_root(rows):
    """Is this a wide file, each line equally wide and no leaf a label of another, with several labels in its last column?

    >>> lacks_root([(1, ['a', 'x']), (2, ['b', 'y'])]), lacks_root([(1, ['a', 'b']), (2, ['b', '*'])])
    (True, False)
    """
    ends = {fields[-1] for _, fields in rows}
    leaves = {fields[0] for _, fields in rows}
    inner = {label for _, fields in rows for label in fields[1:] if label != fields[0]}
    return len(ends) > 1 and len({len(fields) for _, fields in rows}) == 1 and not leaves & inner and len(rows[0][1]) > 1


def wide(ladders, delimiter=';') -> str:
    """A line for each leaf: itself, then its label of every level.

    >>> print(wide({'39': ('39', '[35-39]', '*'), 'a;b': ('a;b', 'a;b', '*')}), end='')
    39;[35-39];*
    "a;b";"a;b";*
    """
    return ''.join(delimiter.join(field_of(label, delimiter) for label in ladder) + '\n' for ladder in ladders.values())


def widths_from(found, path) -> str:
    """The widths that a hierarchy is ranges of; DataError with the line of a leaf that does not fit.

    >>> widths_from(Found(ranges(['3', '12'], ['5', '10']), {}, []), None)
    '5,10 / 10,*'
    """
    first = next(iter(found.ladders))
    for leaf, ladder in found.ladders.items():
        if number(leaf) is None or len(ladder) < 3 or ladder[-1] != ROOT:
            refuse_widths(leaf, found, path)
    widths = [width_of(label) or refuse_widths(first, found, path) for label in found.ladders[first][1:-1]]
    try:
        made = ranges(found.ladders, widths)
    except DataError as error:
        raise DataError('is no chain of widths: %s' % error.problem, path) from None
    for leaf, ladder in found.ladders.items():
        if list(map(ends_of, ladder[1:-1])) != list(map(ends_of, made[leaf][1:-1])):
            refuse_widths(leaf, found, path)
    return ' / '.join('%s,%s' % link for link in zip(widths, [*widths[1:], ROOT]))


def ends_of(label):
    """The ends of a range, as it is written [0-4] or 0-4; None of any other label."""
    ends = INTERVAL.fullmatch(label)
    return ends and (ends['low'], ends['high'])


def width_of(label):
    """
    >>> width_of('[35-39]'), width_of('1.0-1.4'), width_of('[0.0-1.0]'), width_of('[90-]')
    ('5', '0.5', '1.1', None)
    """
    ends = ends_of(label)
    if not ends:
        return None
    unit = Unit(ends, max(len(end.partition('.')[2]) for end in ends))
    width = unit.place(ends[1]) - unit.place(ends[0]) + 1
    return unit.written(width) if width > 0 else None


def refuse_widths(leaf, found, path):
    raise DataError('%s does not fit into ranges of nested widths from 0: %s'
                    % (show(leaf), ' -> '.join(map(show, found.ladders[leaf]))), path, found.lines.get(leaf))
