"""The published table: written aside, audited, then put in place.

Promise: after `aside` there is the whole new file or what there was before, never a part of a file; the sorted order says
nothing of the input's order; the same release is the same bytes, however large the table is.
"""

from __future__ import annotations

import csv
import os
from contextlib import contextmanager
from functools import lru_cache

from .errors import DataError, of_system, show
from .tally import BOUND, sorted_rows

REPEATS = 1000      # copies of a row that are written at a time
HALVES = 100_000    # formatted halves of rows that are kept


def write_sorted(file, header, tally, recoding):
    """Write the header and each published row as often as it counts, in the order of the rows."""
    line_of = line_formatter()
    file.write(line_of(tuple(header)))
    for published, carried, n in sorted_rows(tally, recoding):
        line = line_of(published, carried)
        while n > REPEATS:
            file.write(line * REPEATS)
            n -= REPEATS
        file.write(line * n)


def write_in_input_order(file, header, table, names, recoding, width):
    """Write the header, then read the table once more and write each record in its place, recoded."""
    line_of = line_formatter()
    file.write(line_of(tuple(header)))
    counted = table.read
    lines = Lines(recoding, width, line_of)
    try:
        for batch in table.batches(names):
            file.writelines(map(lines.__getitem__, batch))
            if len(lines) > BOUND:
                lines.clear()
    except KeyError:
        counted = None
    if table.read != counted:
        raise DataError('the file changed while it was read; run again', table.name)


class Lines(dict):
    """{(quasi values..., carried values...): the line that publishes them, '' where suppressed}, each formatted once."""

    def __init__(self, recoding, width, line_of):
        super().__init__()
        self._recoding, self._width, self._line_of = recoding, width, line_of

    def __missing__(self, values):
        published = self._recoding[values[:self._width]]
        self[values] = line = '' if published is None else self._line_of(published, values[self._width:])
        return line


def line_formatter():
    """A function from a published tuple and carried values to their csv line, which ends in a plain newline.

    The halves are formatted apart, and each once: there are far fewer of them than of rows.

    >>> line_formatter()(('[35-39]', '*'), ('a, b',))
    '[35-39],*,"a, b"\\n'
    """
    class Echo:
        """csv.writer hands each line to `write`, and on what it returns."""
        write = staticmethod(str)
    half = lru_cache(HALVES)(csv.writer(Echo, lineterminator='').writerow)

    def line_of(published, carried=()):
        return '%s%s%s\n' % (half(published), ',' if carried else '', half(carried))
    return line_of


@contextmanager
def aside(path):
    """The name for a new file beside `path`, which takes its place at the end, and is removed if anything goes wrong."""
    target = os.path.realpath(path)
    part = '%s.%d.part' % (target, os.getpid())
    try:
        yield part
        os.replace(part, target)
    except OSError as error:
        raise of_system(error, path) from None
    finally:
        if os.path.exists(part):
            os.remove(part)


def check_output(path, inputs, force):
    """DataError where the output cannot or must not be written, before any work is done for it."""
    folder = os.path.dirname(os.path.realpath(path))
    if not os.path.isdir(folder):
        raise DataError('there is no folder %s' % show(os.path.dirname(path)), path)
    if os.path.isdir(path):
        raise DataError('the output is a folder', path)
    if not os.access(folder, os.W_OK):
        raise DataError('the folder of the output cannot be written to', path)
    if os.path.exists(path):
        for used in inputs:
            if os.path.exists(used) and os.path.samefile(used, path):
                raise DataError('the output is the input %s' % used, path)
        if not os.path.isfile(path):
            raise DataError('the output is a device', path)
        if not force:
            raise DataError('the output exists; give another with -o, or --force', path)
