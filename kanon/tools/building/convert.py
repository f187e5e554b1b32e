"""Hierarchy files of three kinds: lines of paths (kanon's own), wide files (ARX's), and widths.

Promise: a converted hierarchy publishes the same labels at every level. Only ranges written as widths get brackets: 0-4
becomes [0-4]. A hierarchy that the other kind cannot express is refused, with the line that does not fit.
A line of a wide file has a leaf and its label of every level, often with another delimiter than the comma. Its column for the
root may be missing. Widths are the shorthand 5,10 / 10,20 / 20,*: ranges of 5, of 10 and of 20 from 0.
"""

from __future__ import annotations

import csv
import re
from collections import namedtuple

from ...core.counts.hierarchy import ROOT
from ...core.counts.values import NUMBER, number
from ...core.errors import DataError, show
from ...core.tables.dialect import DELIMITERS, broken, recognize_delimiter
from ...core.tables.hierarchy_file import tree_of
from ...core.tables.text import MOST_UNPACKED, byte_stream, text_stream, undecodable
from .ladder import field_of
from .numbers import ranges, widths_of
from .units import Unit

LOOKED_AT = 200     # lines that the delimiter is recognized from

RANGE = re.compile(r'\[?(?P<low>%s)-(?P<high>%s)(?P<close>[])]?)' % (NUMBER.pattern, NUMBER.pattern))

Ladders = namedtuple('Ladders', 'ladders lines notes')      # lines: {leaf: its line}; notes: sentences on what was assumed


def read_ladders(path, delimiter=None, encoding='utf-8', values=None) -> Ladders:
    """The ladders of a file of any of the three kinds; values: a function that returns the numbers for widths, or None.

    A single line "5,*" is a width if there are values. Otherwise it is a value and its root.
    """
    lines = read_lines(path, encoding)
    widths = widths_in(lines, path)
    if widths is None or len(widths) == 1 and values is None:
        return ladders_in(rows_of(lines, delimiter, path), path)
    if values is None:
        raise DataError('holds the widths %s, but no values; give the numbers with --bounds, or with --data and --column'
                        % ','.join(widths), path)
    return Ladders(ranges(values(), widths), {}, ['Ranges of the widths %s from 0.' % ', '.join(widths)])


def read_lines(path, encoding) -> list:
    lines = []
    with text_stream(byte_stream(path), path, encoding, most=MOST_UNPACKED) as text:
        try:
            lines.extend(text)
        except UnicodeError as error:
            raise undecodable(error, text, len(lines) + 1) from None
    return lines


def widths_in(lines, path):
    """The widths in these lines, or None if they are something else.

    >>> widths_in(['5,10\\n', '10,*\\n'], 'w.txt'), widths_in(['5,[5-9]\\n', '[5-9],*\\n'], 'w.txt')
    (['5', '10'], None)
    """
    uncommented = [line for line in lines if not line.startswith('#')]
    links = [part.split(',') for part in '/'.join(uncommented).split('/') if part.strip()]
    if not links or not all(len(link) == 2 for link in links) or any(number(link[0].strip()) is None for link in links):
        return None
    ends = [link[1].strip() for link in links]
    if ends[-1] != ROOT or any(number(text) is None for text in ends[:-1]):
        return None
    if len(links) == 1 or '/' in ''.join(uncommented) or [link[0].strip() for link in links[1:]] == ends[:-1]:
        try:
            return widths_of(''.join(uncommented))
        except DataError as error:
            raise DataError(error.problem, path) from None
    return None


def delimiter_of(lines) -> str:
    """The only delimiter that cuts all lines into equally many fields, the last of them the root; else the likeliest one.

    >>> delimiter_of(['1,5;1,0-2,0;*', '2,5;2,0-3,0;*'])
    ';'
    """
    def has_root(delimiter):
        rows = [fields for fields in csv.reader(lines, delimiter=delimiter) if fields]
        roots = {fields[-1].strip() for fields in rows}
        whole = len(roots) == 1 and not set(DELIMITERS) & set(*roots)       # and no other delimiter would cut the root
        return whole and len(rows[0]) > 1 and len(set(map(len, rows))) == 1
    try:
        fitting = [delimiter for delimiter in DELIMITERS if has_root(delimiter)]
    except (csv.Error, IndexError):         # rows_of refuses the line; or there are only comments
        fitting = []
    return fitting[0] if len(fitting) == 1 else recognize_delimiter(lines)


def rows_of(lines, delimiter, path) -> list:
    """[(line, fields)] without comments. A comment begins with #; unless the delimiter is a comma, it does not contain it."""
    full = [line for line in lines if line.strip()]
    plain = [line for line in full if not line.startswith('#')] or full
    delimiter = delimiter or delimiter_of(plain[:LOOKED_AT])
    kept = ('\n' if line.startswith('#') and (delimiter == ',' or delimiter not in line) else line for line in lines)
    reader, rows = csv.reader(kept, delimiter=delimiter, skipinitialspace=True, strict=True), []
    try:
        for fields in reader:
            if fields not in ([], ['']):
                rows.append((reader.line_num, fields))
    except csv.Error as error:
        raise broken(error, path, reader.line_num) from None
    return rows


def ladders_in(rows, path) -> Ladders:
    """The ladders of paths or of a wide file. A wide file without a root gets one."""
    notes = []
    if lacks_root(rows):
        rows = [(line, [*fields, ROOT]) for line, fields in rows]
        notes.append('The root * was added: the last column has several labels.')
    tree, lines = tree_of(rows, path)
    return Ladders({leaf: tuple(tree.labels(leaf)) for leaf in tree.leaves}, lines, notes)


def lacks_root(rows):
    """Whether this is a wide file with several labels in its last column.

    In a wide file all lines are equally wide, and no leaf is a label of another leaf.

    >>> lacks_root([(1, ['a', 'x']), (2, ['b', 'y'])]), lacks_root([(1, ['a', 'b']), (2, ['b', '*'])])
    (True, False)
    """
    ends = {fields[-1] for _, fields in rows}
    leaves = {fields[0] for _, fields in rows}
    inner = {label for _, fields in rows for label in fields[1:] if label != fields[0]}
    return len(ends) > 1 and len({len(fields) for _, fields in rows}) == 1 and not leaves & inner and len(rows[0][1]) > 1


def wide_file(ladders, delimiter=';') -> str:
    """A wide file: a line for each leaf, with the leaf and its label of every level.

    >>> print(wide_file({'39': ('39', '[35-39]', '*'), 'a;b': ('a;b', 'a;b', '*')}), end='')
    39;[35-39];*
    "a;b";"a;b";*
    """
    return ''.join(delimiter.join(field_of(label, delimiter) for label in ladder) + '\n' for ladder in ladders.values())


def widths_from(hierarchy, path) -> str:
    """The widths of a hierarchy of nested ranges from 0. DataError with the line of a leaf that does not fit.

    >>> widths_from(Ladders(ranges(['3', '12'], ['5', '10']), {}, []), None)
    '5,10 / 10,*'
    """
    first = next(iter(hierarchy.ladders))
    for leaf, ladder in hierarchy.ladders.items():
        if number(leaf) is None or len(ladder) < 3 or ladder[-1] != ROOT:
            refuse_widths(leaf, hierarchy, path)
    widths = [range_width(label) or refuse_widths(first, hierarchy, path) for label in hierarchy.ladders[first][1:-1]]
    try:
        expected = ranges(hierarchy.ladders, widths)
    except DataError as error:
        raise DataError('is not a chain of widths: %s' % error.problem, path) from None
    for leaf, ladder in hierarchy.ladders.items():
        if not all(map(is_same_range, ladder[1:-1], expected[leaf][1:-1])):
            refuse_widths(leaf, hierarchy, path)
    return ' / '.join('%s,%s' % link for link in zip(widths, [*widths[1:], ROOT]))


def range_ends(label):
    """The two ends of a range such as [0-4], 0-4 or [0-5), and whether it is without the second.

    None for any other label.
    """
    ends = RANGE.fullmatch(label)
    return ends and (ends['low'], ends['high'], ends['close'] == ')')


def is_same_range(label, other) -> bool:
    """Whether two labels are ranges with the same ends. Codes may have lost their zeros in a label.

    >>> is_same_range('[01000-01999]', '1000-1999'), is_same_range('[5-9]', '[5-]')
    (True, False)
    >>> is_same_range('[5-9]', '[5-9)')
    False
    """
    ends, others = range_ends(label), range_ends(other)
    if None in (ends, others) or ends[2] != others[2]:
        return False
    return list(map(number, ends[:2])) == list(map(number, others[:2]))


def range_width(label):
    """The width of a range in numbers, or None for any other label.

    >>> range_width('[35-39]'), range_width('1.0-1.4'), range_width('[0.0-1.0]'), range_width('[90-]')
    ('5', '0.5', '1.1', None)
    >>> range_width('[60-80)')
    '20'
    """
    ends = range_ends(label)
    if not ends:
        return None
    low, high, half_open = ends
    unit = Unit([low, high], max(len(end.partition('.')[2]) for end in (low, high)))
    width = unit.place(high) - unit.place(low) + (not half_open)
    return unit.written(width) if width > 0 else None


def refuse_widths(leaf, hierarchy, path):
    raise DataError('%s does not fit into ranges of nested widths from 0: %s'
                    % (show(leaf), ' -> '.join(map(show, hierarchy.ladders[leaf]))), path, hierarchy.lines.get(leaf))
