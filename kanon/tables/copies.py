"""Whether two parts of a table have the same records. Everybody in them would count twice, and half of k would do.

Promise: two parts with the same columns and the same records, in the same order, are refused, however each of them is written: packed
or not, with other line ends, delimiters, quotes or blank lines, with or without a byte order mark.
Parts that begin alike and then differ are never refused, and neither are parts without a record.
The first records are compared first. So parts that differ in them cost no more than to open them. Of those that begin alike more and
more is read, as far as they are alike.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import chain, islice

from ..errors import DataError

FIRST, TIMES = 20, 100      # records that are compared first, and how many times more each time after


def refuse_copies(paths, opened):
    """DataError if two of these files have the same records. opened: a function from a path to its open Table."""
    groups, most = [list(paths)], FIRST
    while groups:
        begun = defaultdict(list)
        for place, group in enumerate(groups):
            for path in group:
                begun[(place, *beginning(path, opened, most))].append(path)
        for (_, _, records), alike in begun.items():
            if len(alike) > 1 and 0 < records < most:       # all of them have been read
                first, copy = alike[:2]
                raise DataError('has the same records as %s; is it a copy? each of its records would count twice' % first, copy)
        groups = [alike for (_, _, records), alike in begun.items() if len(alike) > 1 and records == most]
        most *= TIMES


def beginning(path, opened, most) -> tuple:
    """The sha256 of the columns and of up to so many records of a file, and how many they are."""
    from hashlib import sha256      # 2 ms, and few tables have parts
    with opened(path) as table:
        digest = sha256('\0'.join(['%d' % table.width, *table.columns]).encode('utf-8', 'surrogatepass'))
        records = 0
        for row in islice(chain.from_iterable(table.own_rows()), most):
            digest.update('\0'.join(['', *row]).encode('utf-8', 'surrogatepass'))       # no field has a NUL character
            records += 1
    return digest.digest(), records
