"""The lines of the published table.

Promise: the sorted order says nothing of the input's order; the same release is the same bytes, however large the table is.
"""

from __future__ import annotations

import csv
from functools import lru_cache

from ..errors import DataError
from ..frequency import shares
from ..values import number
from .tally import BOUND, NUL, sorted_classes

RUN = tuple('=+-@\t\r\n\uff1d\uff0b\uff0d\uff20')   # what a formula begins with; the last four are = + - @ in full width

REPEATS = 1000      # copies of a row that are written at a time

HALVES = 100_000    # formatted halves of rows that are kept


def sorted_lines(header, tally, recoding, fields):
    """Yield the header and each published row as often as it counts, in the order of the rows; fields: a field_formatter."""
    yield fields(tuple(header)) + '\n'
    for published, pairs in sorted_classes(tally, recoding):
        start = fields(published)
        for carried, n in pairs:
            line = start + fields(carried, ',') + '\n'
            while n > REPEATS:
                yield line * REPEATS
                n -= REPEATS
            yield line * n


def lines_in_input_order(header, table, recoding, fields):
    """Yield the header, then read the table once more and yield each record in its place, recoded."""
    yield fields(tuple(header)) + '\n'
    counted, sha256 = table.read, table.sha256()
    lines = Lines(header, recoding, fields)
    try:
        for batch in table.batches(header):
            yield from map(lines.__getitem__, map(NUL.join, batch))
            if len(lines) > BOUND:
                lines.clear()
    except KeyError:
        counted = None
    if table.read != counted or table.sha256() != sha256:
        raise DataError('the file changed while it was read; run again', table.name)


class Lines(dict):
    """{quasi and carried values, joined by NUL: the line that publishes them, '' where suppressed}."""

    def __init__(self, header, recoding, fields):
        super().__init__()
        self._carried, self._fields = len(header) - len(next(iter(recoding))), fields
        self._entries = {NUL.join(quasi): entry for quasi, entry in recoding.items()}

    def __missing__(self, joined):
        quasi, *carried = joined.rsplit(NUL, self._carried)
        entry, carried = self._entries[quasi], tuple(carried)
        (published, _), = shares(entry, {carried: 1})
        line = '' if published is None else self._fields(published) + self._fields(carried, ',') + '\n'
        if published is entry:      # of a Hand the next record may get another
            self[joined] = line
        return line


def guarded(value):
    """The value, after a ' if a spreadsheet would run it, or if that would make it look like such a one; numbers stay.

    >>> [guarded(value) for value in ('=1+1', "'=1+1", '-5', '-5+x', ' @x', "o'clock")]
    ["'=1+1", "''=1+1", '-5', "'-5+x", "' @x", "o'clock"]
    """
    runs = value.lstrip("'").lstrip(' ').startswith(RUN) and number(value) is None
    return "'" + value if runs else value


def field_formatter(guard=False):
    """A function from values to their part of a csv line, after `before` where there are any; guard: for spreadsheets.

    The halves of a row are formatted apart and kept: there are far fewer of them than of rows.

    >>> fields = field_formatter()
    >>> fields(('[35-39]', 'a, b')), fields(('x',), ','), fields((), ',')
    ('[35-39],"a, b"', ',x', '')
    """
    class Echo:
        """csv.writer hands each line to `write`, and on what it returns."""
        @staticmethod
        def write(line):
            return line[:-2]
    # csv quotes a field with a carriage return in it only where its own line end has one, before Python 3.13
    format_row = csv.writer(Echo, lineterminator='\r\n').writerow

    @lru_cache(HALVES)
    def fields(values, before=''):
        values = tuple(map(guarded, values)) if guard else values
        return before + format_row(values) if values else ''
    return fields
