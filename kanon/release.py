"""The published table: written aside, audited, then put in place.

Promise: after `aside` there is the whole new file or what there was before, never a part of a file; the sorted order
says nothing of the input's order; the same release is the same bytes, however large the table is.
"""

from __future__ import annotations

import csv
import os
import stat
import sys
from contextlib import contextmanager
from functools import lru_cache

from .errors import DataError, of_system, quoted
from .frequency import shares
from .numerals import number
from .report import printing
from .standing import check_kind
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


@contextmanager
def aside(path):
    """The name for a new file beside `path`: it takes its place at the end, and is removed if anything goes wrong."""
    target = os.path.realpath(path)
    check_kind(target, path)        # once more, whoever forgot to look: a device must not be replaced
    part = '%s.%s.part' % (target, os.urandom(6).hex())
    try:
        open(part, 'x').close()
        if os.path.exists(target):
            os.chmod(part, stat.S_IMODE(os.stat(target).st_mode))
        yield part
        os.replace(part, target)
    except OSError as error:
        raise of_system(error, path) from None
    finally:
        remove(part)


def remove(path):
    """Remove a file that may be there, even if a signal comes meanwhile; there is one at most that raises."""
    try:
        if os.path.exists(path):
            os.remove(path)
    except KeyboardInterrupt:
        remove(path)
        raise


@contextmanager
def aside_or_standard_output(path):
    """`release.aside`, or for '-' a temporary file that is copied to standard output at the end."""
    if path != '-':
        with aside(path) as part:
            yield part
        return
    import shutil
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        part = os.path.join(folder, 'release.csv')
        try:
            yield part
        except OSError as error:
            raise of_system(error, 'a temporary file in %s (TMPDIR may name another folder)' % tempfile.gettempdir()) from None
        with printing('the release'), open(part, 'rb') as release:
            shutil.copyfileobj(release, sys.stdout.buffer)


def check_output(path, inputs, force):
    """DataError where the output cannot or must not be written, before any work is done for it."""
    target = os.path.realpath(path)     # what `aside` will replace
    folder = os.path.dirname(target)
    if os.path.isdir(target) or os.path.basename(path) in ('', os.curdir, os.pardir):
        raise DataError('the output is a folder', path)
    if not os.path.isdir(folder):
        raise DataError('there is no folder %s' % quoted(os.path.dirname(path) or folder), path)
    if not os.access(folder, os.W_OK):
        raise DataError('the folder of the output cannot be written to', path)
    if os.path.lexists(target):
        for used in inputs:
            if os.path.exists(used) and os.path.samefile(used, target):
                raise DataError('the output is the input %s' % used, path)
        check_kind(target, path)
        if not force:
            raise DataError('the output exists; give another with -o, or --force', path)
