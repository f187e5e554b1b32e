"""Rows of results as text, csv, Markdown or JSON, and columns that line up.

Promise: all four formats show the same values. csv and JSON keep numbers as they are. Text and
Markdown round them, escape what cannot be printed, and leave out columns that apply to no row.
Columns line up on a terminal in any script: Chinese and other wide characters take two places.
A row is a dict. All rows of a table have the same keys, and there is at least one row. None means:
does not apply.
"""

from __future__ import annotations

import csv
import io
import re
from math import ceil

from ..errors import one_line

# Of these columns. All others get 4.
DECIMALS = {'seconds': 3, 'entropy': 1, 'class_entropy': 2, 'c_avg': 2, 'mean': 1}


def table_text(rows, format_, headings=None) -> str:
    """The rows in a format: text, csv, markdown or json.

    headings: {key: what text and Markdown show above its column}. Other keys are shown as they are.

    >>> rows = [{'k': 10, 'vector': (1, 0), 'lm': 2.05544}, {'k': 5, 'vector': None, 'lm': None}]
    >>> print(table_text(rows, 'text'))
     k  vector      lm
    10  (1, 0)  2.0554
     5       -       -
    >>> print(table_text(rows, 'csv'))
    k,vector,lm
    10,"(1, 0)",2.05544
    5,,
    >>> print(table_text(rows, 'markdown'))
    | k | vector | lm |
    |---|---|---|
    | 10 | (1, 0) | 2.0554 |
    | 5 | - | - |
    >>> print(table_text(rows, 'text', {'lm': 'loss'}))
     k  vector    loss
    10  (1, 0)  2.0554
     5       -       -
    """
    if format_ == 'json':
        return json_text(rows)
    if format_ == 'csv':
        return csv_text(rows)
    names = [name for name in rows[0] if any(row[name] is not None for row in rows)]
    shown_as = headings or {}
    cells = [[one_line(shown_as.get(name, name)) for name in names]]
    for row in rows:
        cells.append([cell(name, row[name]) for name in names])
    if format_ == 'markdown':
        head, *body = ['| %s |' % ' | '.join(row) for row in cells]
        return '\n'.join([head, '|' + '---|' * len(names), *body])
    widths = widths_of_columns(cells)
    return '\n'.join('  '.join(map(right, row, widths)) for row in cells)


def csv_text(rows) -> str:
    """The rows as csv. Numbers are not rounded."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator='\n')
    writer.writerow(rows[0])
    for row in rows:
        writer.writerow(['' if value is None else value for value in row.values()])
    return lines.getvalue()[:-1]


def json_text(value) -> str:
    """A report or rows as JSON. Numbers are not rounded."""
    import json     # 3 ms, and few runs need it
    return json.dumps(value, indent=2)


def cell(name, value) -> str:
    """A value as text and Markdown show it."""
    if value is None:
        return '-'
    if isinstance(value, bool):
        return 'yes' if value else 'no'
    if name == 'lm_most':       # no less than it is
        value = ceil(1e4 * value) / 1e4
    if isinstance(value, float):
        return '%.*f' % (DECIMALS.get(name, 4), value)
    return one_line(value)


def aligned(rows):
    """Rows of str as lines, each column as wide as its widest text.

    The last column is not padded. What cannot be printed is escaped.

    >>> aligned([('a', 'bcd', 'e'), ('ab', 'c', 'ef')])
    ['a   bcd  e', 'ab  c    ef']
    """
    rows = [list(map(one_line, row)) for row in rows]
    widths = widths_of_columns(rows)
    lines = []
    for *row, last in rows:
        lines.append('  '.join([*map(left, row, widths), last]))
    return lines


def wrapped(text, places):
    """The lines of a text, broken at blanks and, in a script without blanks, behind any mark.

    >>> list(wrapped('one two three', 8)), list(wrapped('一二，三四。', 6))
    (['one two', 'three'], ['一二，', '三四。'])
    """
    parts = '[^ ]* ?'
    if not text.isascii():      # to compile this takes 2 ms
        # A Chinese sign ends a part, with the marks behind it.
        parts = '[\u3040-\u9fff]?[^ \u3040-\u9fff]* ?'
    line = ''
    for part in re.findall(parts, text):
        if line and width(line) + width(part.rstrip()) > places:
            yield line.rstrip()
            line = ''
        line += part
    yield line.rstrip()


def widths_of_columns(rows) -> list:
    """How many places the widest text of each column takes."""
    return [max(map(width, column)) for column in zip(*rows)]


def width(text) -> int:
    """How many places a text takes on a terminal.

    >>> width('age'), width('年龄'), width('e\\u0301')
    (3, 4, 1)
    """
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width      # few tables need it
    places = 0
    for char in text:
        if category(char) not in ('Mn', 'Me', 'Cf'):        # such a mark takes none
            places += 2 if east_asian_width(char) in 'WF' else 1
    return places


def left(text, places) -> str:
    """The text at the left of so many places.

    >>> left('年龄', 6) + '|', right('年龄', 6)
    ('年龄  |', '  年龄')
    """
    return text + ' ' * (places - width(text))


def right(text, places) -> str:
    """The text at the right of so many places."""
    return ' ' * (places - width(text)) + text
