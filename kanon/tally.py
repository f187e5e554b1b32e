"""A table counted once, in bounded memory.

Promise: the parts of a Tally, added up, are the frequency set of the table; at most `bound` distinct tuples (and one batch)
are in memory at a time, besides the quasi tuples.
What outgrows the bound goes to temporary files without a name, which are gone when the program is, however it ends.
"""

from __future__ import annotations

import csv
from collections import Counter
from heapq import merge
from itertools import groupby, islice
from operator import itemgetter

from . import FrequencySet
from .errors import DataError
from .frequency import merge as add, project

BOUND = 200_000     # distinct tuples; about 100 MB
FAN = 64            # sorted runs merged at a time, each an open file


class Tally:
    """How often each (quasi values..., carried values...) occurs; the first `width` values are the quasi tuple.

    >>> tally = Tally(1, bound=2)
    >>> tally.count([[('39', 'Sales'), ('39', 'Tech')], [('50', 'Tech')], [('39', 'Sales')]])
    >>> list(tally.parts())
    [{('39', 'Sales'): 1, ('39', 'Tech'): 1, ('50', 'Tech'): 1}, {('39', 'Sales'): 1}]
    >>> tally.frequency_set()
    {('39',): 3, ('50',): 1}
    """

    def __init__(self, width, bound=BOUND):
        self.width, self.bound = width, bound
        self._counts = Counter()        # of what is not put aside yet
        self._quasi = Counter()         # of what is
        self._aside, self._lengths = None, []

    def count(self, batches):
        """Count the tuples of each batch."""
        for batch in batches:
            self._counts.update(batch)
            if len(self._counts) > self.bound:
                self._put_aside()

    def frequency_set(self) -> FrequencySet:
        """{quasi tuple: count} of all that was counted."""
        return add(self._quasi, project(self._counts, self.width))

    def parts(self):
        """Frequency sets, one at a time, that add up to the whole."""
        if self._aside is not None:
            self._aside.seek(0)
            rows = read_run(self._aside)
            for length in self._lengths:
                yield dict(islice(rows, length))
        if self._counts:
            yield dict(self._counts)

    def _put_aside(self):
        if self._aside is None:
            self._aside = temporary_file()
        write_run(self._aside, self._counts.items())
        self._lengths.append(len(self._counts))
        self._quasi.update(project(self._counts, self.width))
        self._counts.clear()


def recoded(part, recoding, width) -> FrequencySet:
    """One part as it is published: {published values + carried values: count}, without the suppressed.

    >>> recoded({('39', 'Sales'): 2, ('38', 'Sales'): 1, ('50', 'Tech'): 1}, {('39',): ('3*',), ('38',): ('3*',), ('50',): None}, 1)
    {('3*', 'Sales'): 3}
    """
    rows = {}
    for values, n in part.items():
        published = recoding[values[:width]]
        if published is not None:
            row = published + values[width:]
            rows[row] = rows.get(row, 0) + n
    return rows


def sorted_rows(tally, recoding):
    """Every distinct published row with its count, in the order of the rows."""
    parts = (sorted(recoded(part, recoding, tally.width).items()) for part in tally.parts())
    first = next(parts, [])
    second = next(parts, None)
    if second is None:
        return iter(first)
    runs = [run_on_disk(first), run_on_disk(second)]
    for part in parts:
        if len(runs) == FAN:
            runs = [run_on_disk(merged(runs))]
        runs.append(run_on_disk(part))
    return merged(runs)


def merged(runs):
    """Sorted runs of (row, count) as one, the counts of equal rows added.

    >>> list(merged([[(('a',), 2), (('c',), 1)], [(('a',), 1), (('b',), 1)]]))
    [(('a',), 3), (('b',), 1), (('c',), 1)]
    """
    for row, equals in groupby(merge(*runs), key=itemgetter(0)):
        yield row, sum(n for _, n in equals)


def run_on_disk(rows):
    file = temporary_file()
    write_run(file, rows)
    file.seek(0)
    return read_run(file)


def write_run(file, rows):
    try:
        csv.writer(file).writerows((n, *row) for row, n in rows)
        file.flush()
    except OSError as error:
        raise DataError('a temporary file cannot be written: %s; TMPDIR may name another folder' % error.strerror) from None


def read_run(file):
    for n, *row in csv.reader(file):
        yield tuple(row), int(n)


def temporary_file():
    from tempfile import TemporaryFile      # 5 ms, and few runs need one
    return TemporaryFile('w+', newline='', encoding='utf-8', errors='surrogatepass')
