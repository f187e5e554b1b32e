"""Rows of results as a table: for a terminal, as csv, as Markdown, as JSON.

Promise: all four say the same; csv and JSON leave numbers as they are, the other two round them, and leave out columns
that apply to no row.
A row is a dict, all rows of a table have the same keys, and there is one at least; None is what does not apply.

How wide a text is where every character has the same width: Chinese and other wide characters take two places.

Promise: columns padded by `left` and `right` line up on a terminal, whatever script they are in.

What happened, as one dict, and as a screenful of text made from it.

Promise: read = published + suppressed + missing, and the text says nothing that the dict does not hold.
"""

from __future__ import annotations

import csv
import io

DECIMALS = {'seconds': 3, 'entropy': 1, 'class_entropy': 2, 'c_avg': 2, 'mean': 1}     # of the others 4


def written(rows, format_) -> str:
    """The table in a format: text, csv, markdown or json.

    >>> rows = [{'k': 10, 'vector': (1, 0), 'lm': 2.05544}, {'k': 5, 'vector': None, 'lm': None}]
    >>> print(written(rows, 'text'))
     k  vector      lm
    10  (1, 0)  2.0554
     5       -       -
    >>> print(written(rows, 'csv'))
    k,vector,lm
    10,"(1, 0)",2.05544
    5,,
    >>> print(written(rows, 'markdown'))
    | k | vector | lm |
    |---|---|---|
    | 10 | (1, 0) | 2.0554 |
    | 5 | - | - |
    """
    if format_ == 'json':
        import json
        return json.dumps(rows, indent=2)
    if format_ == 'csv':
        lines = io.StringIO()
        writer = csv.writer(lines, lineterminator='\n')
        writer.writerow(rows[0])
        writer.writerows(['' if value is None else value for value in row.values()] for row in rows)
        return lines.getvalue()[:-1]
    names = [name for name in rows[0] if any(row[name] is not None for row in rows)]
    cells = [names, *([cell(name, row[name]) for name in names] for row in rows)]
    if format_ == 'markdown':
        lines = ['| %s |' % ' | '.join(row) for row in cells]
        return '\n'.join([lines[0], '|' + '---|' * len(names), *lines[1:]])
    widths = [max(map(width, column)) for column in zip(*cells)]
    return '\n'.join('  '.join(map(right, row, widths)) for row in cells)


def cell(name, value) -> str:
    if value is None:
        return '-'
    if isinstance(value, bool):
        return 'yes' if value else 'no'
    return '%.*f' % (DECIMALS.get(name, 4), value) if isinstance(value, float) else str(value)


def width(text) -> int:
    """The places a text takes.

    >>> width('age'), width('年龄'), width('e\\u0301')
    (3, 4, 1)
    """
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width      # few tables need it
    return sum(0 if category(char) in ('Mn', 'Me', 'Cf') else 2 if east_asian_width(char) in 'WF' else 1 for char in text)


def left(text, places) -> str:
    """The text with blanks behind it.

    >>> left('年龄', 6) + '|', right('年龄', 6)
    ('年龄  |', '  年龄')
    """
    return text + ' ' * (places - width(text))


def right(text, places) -> str:
    """The text with blanks before it."""
    return ' ' * (places - width(text)) + text


def aligned(rows):
    """Rows of str as lines, each column as wide as its widest, the last as it is.

    >>> aligned([('a', 'bcd', 'e'), ('ab', 'c', 'ef')])
    ['a   bcd  e', 'ab  c    ef']
    """
    rows = list(rows)
    widths = [max(map(width, column)) for column in zip(*rows)]
    return ['  '.join([*map(left, row[:-1], widths), row[-1]]) for row in rows]


def json_text(report) -> str:
    """The report as one JSON object; its numbers are as they are, not rounded."""
    import json     # 3 ms, and only --json needs it
    return json.dumps(report, indent=2)
