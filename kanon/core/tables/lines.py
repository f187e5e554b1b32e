"""The lines of the published table.

Promise: the sorted order tells nothing of the input's order. The same release is the same bytes,
however large the table is.
"""

from __future__ import annotations

import csv
from functools import lru_cache
from itertools import repeat

from ..counts.drawn import slices
from ..counts.values import number
from ..errors import DataError, option
from .tally import BOUND, sorted_classes

# What a formula begins with. The last four are = + - @ in full width.
FORMULA = tuple('=+-@\t\r\n\uff1d\uff0b\uff0d\uff20')

MOST_ROWS = 10_000_000      # of the release of a counted table, unless the user says how many

REPEATS = 1000      # copies of a row that are written at a time

TOGETHER = 100      # lines that are written at a time in the order of the input; each may be long

HALVES = 100_000    # formatted halves of rows kept in memory


def check_rows(records, most, name):
    """DataError if the records of a counted table are more rows than may be written."""
    if records > most:
        raise DataError('the counts say {:,} records, and a release has a row for each; it may have'
                        ' {:,}, unless another number is named with {}'
                        .format(records, most, option('max_rows')), name)


def sorted_lines(header, tally, recoding, fields):
    """Yield the header, then each published row as often as it counts, in sorted order.

    fields: a `field_formatter`.
    """
    yield fields(tuple(header)) + '\n'
    for published, pairs in sorted_classes(tally, recoding):
        start = fields(published)
        for carried, n in pairs:
            line = start + fields(carried, True) + '\n'
            while n > REPEATS:
                yield line * REPEATS
                n -= REPEATS
            yield line * n


def repeated_lines(rows, width, fields):
    """Yield the line of each (values, records) pair as often as it counts.

    width: of the quasi-identifiers.

    >>> list(repeated_lines([(('3*', 'flu'), 2)], 1, field_formatter()))
    ['3*,flu\\n3*,flu\\n']
    """
    for values, n in rows:
        quasi, carried = values[:width], values[width:]
        line = fields(quasi) + fields(carried, True) + '\n'
        yield from repeat(line * REPEATS, n // REPEATS)
        yield line * (n % REPEATS)


def lines_in_input_order(header, tally, recoding, fields):
    """Yield the header, then the lines of the records, recoded, in the order of the input.

    A line is '' if its record is suppressed.
    """
    yield fields(tuple(header)) + '\n'
    entries = list(recoding.entries())
    for rows, order in tally.in_order():
        lines = Lines(rows, entries, fields)
        for part in slices(order, TOGETHER):
            yield ''.join(map(lines.__getitem__, part))
            if len(lines) > BOUND:
                lines.clear()


class Lines(dict):
    """{row of CountedRows: the line that publishes one of its records, or '' if suppressed}.

    entries: of each row of the frequency set.
    """

    def __init__(self, rows, entries, fields):
        super().__init__()
        self._rows, self._entries, self._fields = rows, entries, fields

    def __missing__(self, row):
        entry = self._entries[self._rows.places[row]]
        carried = self._rows.values[self._rows.codes[row]]
        if isinstance(entry, dict):     # a Hand: the next record may get another tuple
            published, _ = next(entry.take(carried, 1))
            return self._line(published, carried)
        self[row] = line = self._line(entry, carried)
        return line

    def _line(self, published, carried) -> str:
        """The line of a record. published: its tuple, None if it is suppressed."""
        if published is None:
            return ''
        return self._fields(published) + self._fields(carried, True) + '\n'


def guarded(value):
    """The value with a ' before it if a spreadsheet would run it, or if it begins with such a '.

    Numbers stay.

    >>> [guarded(value) for value in ('=1+1', "'=1+1", '-5', '-5+x', ' @x', "o'clock")]
    ["'=1+1", "''=1+1", '-5', "'-5+x", "' @x", "o'clock"]
    """
    inner = value.lstrip("'").lstrip(' ')
    runs = inner.startswith(FORMULA) and number(value) is None
    return "'" + value if runs else value


class Echo:
    """A file for csv.writer, which passes each line to `write`, and returns what that returns."""

    @staticmethod
    def write(line):
        """The line without its end."""
        return line[:-2]


def field_formatter(guard=False, delimiter=','):
    """A function from values to their part of a csv line. guard: for spreadsheets.

    If they are not the first of their line, the delimiter stands before them.

    The two halves of a row are formatted separately and cached, because there are far fewer halves
    than rows.

    >>> fields = field_formatter()
    >>> fields(('[35-39]', 'a, b')), fields(('x',), True), fields((), True)
    ('[35-39],"a, b"', ',x', '')

    A value that begins with a blank is quoted, because some readers, kanon's too, skip blanks after
    a delimiter.

    >>> fields((' A', '', 'a, b')), fields((' A',), True)
    ('" A",,"a, b"', '," A"')
    """
    # Before Python 3.13, csv quotes a field with a carriage return only if its line end has one.
    format_row = csv.writer(Echo, delimiter=delimiter, lineterminator='\r\n').writerow

    def format_field(value):
        if value.startswith(' '):
            return '"%s"' % value.replace('"', '""')
        return format_row((value, ''))[:-1]     # csv would quote an empty field that is alone

    @lru_cache(HALVES)
    def fields(values, behind=False):
        if guard:
            values = tuple(map(guarded, values))
        if any(value.startswith(' ') for value in values):
            return delimiter * behind + delimiter.join(map(format_field, values))
        return delimiter * behind + format_row(values) if values else ''
    return fields
