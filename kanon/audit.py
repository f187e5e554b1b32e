"""The audit: read the published file again and count, knowing nothing of how it was made.

Promise: `audit` returns only if the file holds the columns that were to be published and no others, as many records
as were to be published, and at least k records of each combination of quasi-identifying values. Otherwise: DataError.
It shares no code with the counting, the searches or the writer. Its departure from a plain csv reading is for speed:
equal lines are counted as text first and each is parsed once, which is the same where every record is one line.
"""

from __future__ import annotations

import csv
from collections import Counter, namedtuple
from itertools import islice
from operator import itemgetter

from .errors import DataError

LINES = 30_000      # lines counted at a time

Audit = namedtuple('Audit', 'records classes k')    # k: the records of the smallest class, 0 without any


def audit(path, columns, quasi, k, records, encoding='utf-8') -> Audit:
    """Recount a published file, whose columns, quasi-identifiers, k and number of records are what was promised."""
    try:
        header, sizes = recount(path, quasi, encoding)
    except (csv.Error, IndexError, ValueError) as error:
        raise DataError('the audit cannot read the release: %s' % error) from None
    found = Audit(sum(sizes.values()), len(sizes), min(sizes.values(), default=0))
    if header != list(columns):
        raise DataError('the audit found the columns %s instead of %s' % (header, list(columns)))
    if found.records != records:
        raise DataError('the audit counted %d records instead of %d' % (found.records, records))
    if found.k < k:
        raise DataError('the audit found a class of %d records, fewer than k = %d' % (found.k, k))
    return found


def recount(path, quasi, encoding='utf-8') -> tuple:
    """The header, and {combination of the quasi-identifiers' values: records}."""
    with open(path, newline='', encoding=encoding) as lines:
        header = next(csv.reader(lines), [])
        combination = itemgetter(*(header.index(name) for name in quasi))
        sizes = {}
        while True:
            batch = Counter(islice(lines, LINES))
            if not batch:
                return header, sizes
            if any(line.count('"') % 2 for line in batch):
                break       # a record of several lines
            rows = list(csv.reader(batch))
            if set(map(len, rows)) != {len(header)}:
                raise ValueError('a row is wider or narrower than the header')
            for key, n in zip(map(combination, rows), batch.values()):
                sizes[key] = sizes.get(key, 0) + n
    with open(path, newline='', encoding=encoding) as lines:
        rows = csv.reader(lines)
        next(rows)
        sizes = Counter()
        for row in rows:
            if len(row) != len(header):
                raise ValueError('a row is wider or narrower than the header')
            sizes[combination(row)] += 1
        return header, sizes
