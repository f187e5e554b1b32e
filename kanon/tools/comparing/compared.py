"""What a release is still good for: counts, means, quantiles, and how columns go together, each beside the same of the original.

Promise: both tables are measured by the same lines, the original as a table whose labels are points (spread.py). So a release that is the
original has an error of 0 everywhere.
- A query counts the records with a number in a range and a category among some. What the release answers adds up, over its records, the
  product of the shares of their labels. Its error is |answer - records| / max(records, 1, 0.1% of all records).
- Two columns of numbers have a correlation (Pearson's), two of categories Cramer's V, one of each the correlation ratio. In a record of the
  release, the values of two columns are taken to be independent of each other.
- A suppressed record of nothing but * counts, spread over everything. A record that is not in the release at all does not.

Queries: X. Xiao, Y. Tao, Anatomy: Simple and Effective Privacy Preservation, VLDB 2006; of as many values of each column that
about SELECTIVITY of all records would be counted if values were even and independent. Sanity bound: X. Xiao, G. Wang, J. Gehrke,
Differential Privacy via Wavelet Transforms, ICDE 2010.
"""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import accumulate, chain, combinations, compress, repeat
from math import ceil, fsum, sqrt
from operator import add, floordiv, mod, mul
from random import Random

from ...core.counts.frequency import added_up

SELECTIVITY = 0.05
SANITY = 0.001
MOST_NAMED = 5          # columns of a query
QUERIES_OF_SET = 30     # about so many name the same columns
QUANTILES = 0.1, 0.25, 0.5, 0.75, 0.9
MOST_CELLS = 1_000_000      # of two columns of categories


class UsedTable:
    """A table as it is used.

    spreads  for each column what each label stands for (spread.py)
    labels   for each column its labels
    codes    for each column the places of these, of each row
    counts   the records of each row, `records` in all
    """

    def __init__(self, rows, spreads):
        self.spreads, self.counts, self.records, self.labels, self.codes = spreads, list(rows.values()), sum(rows.values()), [], []
        for column in zip(*rows):
            code_of = {label: code for code, label in enumerate(dict.fromkeys(column))}
            self.labels.append(list(code_of))
            self.codes.append(array('L', map(code_of.__getitem__, column)))

    def rows(self) -> dict:
        """{labels: records}."""
        return self.projected(range(len(self.labels)))

    def projected(self, places) -> dict:
        """The same over some columns."""
        columns = (map(self.labels[place].__getitem__, self.codes[place]) for place in places)
        return added_up(zip(*columns), self.counts)


def strange_records(release, columns) -> int:
    """How many records of the release have a label of categories that stands for none of the recorded ones."""
    places = [place for place, column in enumerate(columns) if not column.numbers]
    return sum(n for row, n in release.projected(places).items() if not all(release.spreads[place][label] for place, label in zip(places, row)))


def used_tables(original, release, columns) -> tuple:
    """The UsedTables of {values: records} and {labels: records}. columns: as `spread_column` returns them."""
    return (UsedTable(original, [column.of_values for column in columns]), UsedTable(release, [column.of_labels for column in columns]))


# Queries.

def query_errors(original, release, columns, queries, seed) -> list:
    """A row for each number of columns that a query names, with the median and the 90th percentile of the errors of so many queries."""
    return [{'columns': named, 'queries': queries, 'median': at_share(errors, 0.5), 'ninetieth': at_share(errors, 0.9)}
            for named, errors in enumerate(all_errors(original, release, columns, queries, seed), 1)]


def median_of_queries(original, release, columns, queries, seed) -> float:
    """The median of the errors of all these queries together."""
    return at_share(sorted(chain.from_iterable(all_errors(original, release, columns, queries, seed))), 0.5)


def all_errors(original, release, columns, queries, seed):
    """Yield the errors of so many queries, ascending, for each number of columns."""
    random = Random(seed).random
    for named in range(1, min(MOST_NAMED, len(columns)) + 1):
        yield sorted(errors_of(original, release, columns, drawn_queries(columns, named, queries, random)))


def drawn_queries(columns, named, queries, random) -> dict:
    """{places of the columns: [what a query asks of each of them]}."""
    sets: list = []
    by_places: dict = {}
    for _ in range(max(1, queries // QUERIES_OF_SET)):
        left = list(range(len(columns)))
        sets.append(tuple(sorted(left.pop(int(random() * len(left))) for _ in range(named))))
    for query in range(queries):
        places = sets[query % len(sets)]
        asked = [columns[place].drawn(random, values_asked(len(columns[place].places), named)) for place in places]
        by_places.setdefault(places, []).append(asked)
    return by_places


def values_asked(values, named) -> int:
    """Of how many of a column's values a query asks that names so many columns.

    >>> [values_asked(values, named) for values, named in ((73, 1), (73, 3), (2, 1), (2, 5))]
    [4, 27, 1, 1]
    """
    return max(1, int(values * SELECTIVITY ** (1 / named) + 0.5))


def errors_of(original, release, columns, by_places):
    """Yield the error of each query."""
    for places, asked_of in by_places.items():
        sides = [CountedColumns(table, places) for table in (original, release)]
        for asked in asked_of:
            found, answer = (side.counted([columns[place].share for place in places], asked) for side in sides)
            yield abs(answer - found) / max(found, 1, SANITY * original.records)


class CountedColumns:
    """The records of a UsedTable over some columns, sorted by the column with the most labels, so that a query looks at those of a few of these.

    places  of the columns, in the order of the others below
    parts   for each column what its labels stand for, a list
    codes   for each column the places in that list of each row
    counts  the records of each row
    ends    the places of the last rows of the labels of the first column, from 0 on
    """

    def __init__(self, table, places):
        self.order = sorted(range(len(places)), key=lambda at: -len(table.labels[places[at]]))
        in_order = [places[at] for at in self.order]
        sizes = [len(table.labels[place]) for place in in_order]
        keys = table.codes[in_order[0]]     # a number for each row, which its codes are the digits of
        for place, size in zip(in_order[1:], sizes[1:]):
            keys = list(map(add, map(mul, keys, repeat(size)), table.codes[place]))
        of_keys = added_up(keys, table.counts)
        keys = sorted(of_keys)
        self.counts, self.codes = list(map(of_keys.__getitem__, keys)), []
        for size in sizes[:0:-1]:
            self.codes.insert(0, list(map(mod, keys, repeat(size))))
            keys = list(map(floordiv, keys, repeat(size)))
        of_first = Counter(keys)
        self.ends = [0, *accumulate(of_first[code] for code in range(sizes[0]))]
        self.parts = [[table.spreads[place][label] for label in table.labels[place]] for place in in_order]

    def counted(self, share_of, asked) -> float:
        """How many records a query counts. share_of, asked: for each column a function of its parts, and what is asked of it."""
        of_first, *others = ([share_of[at](part, asked[at]) for part in parts] for at, parts in zip(self.order, self.parts))
        slices = [(self.ends[code], self.ends[code + 1], share) for code, share in enumerate(of_first) if share]
        left = list(chain.from_iterable(self.counts[start:end] if share == 1 else map(mul, self.counts[start:end], repeat(share))
                                        for start, end, share in slices))
        codes = [list(chain.from_iterable(of_column[start:end] for start, end, _ in slices)) for of_column in self.codes]
        while codes:
            factors = list(map(others.pop(0).__getitem__, codes.pop(0)))
            codes = [list(compress(of_column, factors)) for of_column in codes]
            left = list(map(mul, compress(left, factors), filter(None, factors)))
        return fsum(left)


def at_share(ascending, share):
    """The least of these values that at least this share of them does not exceed.

    >>> at_share([1, 2, 3, 4], 0.5), at_share([1, 2, 3, 4], 0.9), at_share([7], 0.1)
    (2, 4, 7)
    """
    return ascending[max(0, ceil(share * len(ascending) - 1e-9) - 1)]


# Columns of numbers.

def number_errors(original, release, columns, redact=False) -> list:
    """A row for the mean and for each of QUANTILES of each column of numbers. redact: without them, with the differences alone.

    `in_sd`: the difference in standard deviations of the original.
    """
    rows = []
    for place, column in enumerate(columns):
        if column.numbers:
            before, after = ([(parts, n) for (label,), n in table.projected([place]).items() for parts in [table.spreads[place][label]] if parts]
                             for table in (original, release))
            (mean, deviation), (other, _) = mean_and_deviation(column, before), mean_and_deviation(column, after)
            pairs = [('mean', mean, other), *(('%g%%' % (100 * share), *(quantile(column, side, share) for side in (before, after)))
                                             for share in QUANTILES)]
            for measure, was, is_ in pairs:
                error = None if is_ is None else is_ - was
                was, is_ = (None, None) if redact else (was, is_)
                rows.append({'column': column.name, 'measure': measure, **{name: None if value is None else value / column.unit for name, value in (
                    ('original', was), ('release', is_), ('error', error))},
                             'in_sd': error / deviation if deviation and error is not None else 0.0 if error == 0 else None})
    return rows


def mean_and_deviation(column, side) -> tuple:
    """Of (parts, records) pairs. None where nothing is known."""
    records = sum(n for _, n in side)
    if not records:
        return None, None
    moments = [(column.moments(parts), n) for parts, n in side]
    mean = fsum(n * mean for (mean, _), n in moments) / records
    return mean, sqrt(fsum(n * (variance + (other - mean) ** 2) for (other, variance), n in moments) / records)


def quantile(column, side, share):
    """The least number in units that at least this share of the records does not exceed, by halving. None where nothing is known.

    >>> from .spread import spread_column
    >>> age = spread_column('age', {'20': 1, '29': 1}, ['[20-29]'], 'r.csv')
    >>> [quantile(age, [(age.of_labels['[20-29]'], 4)], share) for share in (0.1, 0.5)], quantile(age, [(age.of_values['29'], 1)], 0.5)
    ([20, 24], 29)
    """
    if not side:
        return None
    records = sum(n for _, n in side)
    ends = sorted({end for parts, _ in side for part in parts for end in part})
    first, last = -1, len(ends) - 1     # below the first end there is nothing, and at the last one all

    def enough(place):
        return fsum(n * column.share(parts, (float('-inf'), place)) for parts, n in side) >= share * records - 1e-9 * records
    while last - first > 1:
        middle = (first + last) // 2
        first, last = (first, middle) if enough(ends[middle]) else (middle, last)
    low, high = (ends[first] if first >= 0 else ends[0] - 1), ends[last]
    while high - low > 1:
        middle = low + (high - low) // 2
        if not low < middle < high:     # no number lies between two large ones
            break
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


# Two columns.

def pair_errors(original, release, columns) -> list:
    """A row for every two columns: how they go together in the original and in the release. None if a column has one value alone."""
    rows = []
    for first, second in combinations(range(len(columns)), 2):
        kind, measure = measure_of(columns[first], columns[second])
        was, is_ = (measure(table.projected([first, second]), [columns[first], columns[second]], [table.spreads[first], table.spreads[second]])
                    for table in (original, release))
        rows.append({'columns': [columns[first].name, columns[second].name], 'measure': kind, 'original': was, 'release': is_,
                     'error': None if was is None or is_ is None else is_ - was})
    return rows


def measure_of(first, second) -> tuple:
    if first.numbers and second.numbers:
        return 'correlation', correlation
    return ('correlation_ratio', correlation_ratio) if first.numbers or second.numbers else ('cramers_v', cramers_v)


def correlation(pairs, columns, spreads):
    """Pearson's, of {(label, label): records}. The values under a label spread, which is why labels weaken it."""
    known = [(columns[0].moments(spreads[0][one]), columns[1].moments(spreads[1][other]), n) for (one, other), n in pairs.items()
             if spreads[0][one] and spreads[1][other]]
    records = sum(n for _, _, n in known)
    if not records:
        return None
    x = fsum(n * one[0] for one, _, n in known) / records
    y = fsum(n * other[0] for _, other, n in known) / records
    both = fsum(n * (one[0] - x) * (other[0] - y) for one, other, n in known)
    of_x = fsum(n * (one[1] + (one[0] - x) ** 2) for one, _, n in known)
    of_y = fsum(n * (other[1] + (other[0] - y) ** 2) for _, other, n in known)
    return both / sqrt(of_x * of_y) if of_x > 0 and of_y > 0 else None


def correlation_ratio(pairs, columns, spreads):
    """The share of the variance of the numbers that lies between the categories, as its square root."""
    if columns[1].numbers:
        pairs, columns, spreads = {(one, other): n for (other, one), n in pairs.items()}, columns[::-1], spreads[::-1]
    known = [(columns[0].moments(spreads[0][one]), spreads[1][other], n) for (one, other), n in pairs.items()
             if spreads[0][one] and spreads[1][other]]
    records = sum(n for _, _, n in known)
    if not records:
        return None
    mean = fsum(n * one[0] for one, _, n in known) / records
    total = fsum(n * (one[1] + (one[0] - mean) ** 2) for one, _, n in known)
    of_parts: dict = {}     # {categories of a label: records, and their sum}
    for one, categories, n in known:
        counted = of_parts.setdefault(categories, [0, []])
        counted[0] += n
        counted[1].append(n * (one[0] - mean))
    records_of, sums_of = {}, {}
    for categories, (n, sums) in of_parts.items():
        for category in categories:
            records_of.setdefault(category, []).append(n / len(categories))
            sums_of.setdefault(category, []).append(fsum(sums) / len(categories))
    between = fsum(fsum(sums_of[category]) ** 2 / fsum(records_of[category]) for category in records_of)
    return sqrt(min(1.0, between / total)) if total > 0 and len(records_of) > 1 else None


def cramers_v(pairs, columns, spreads):
    """Of two columns of categories. None if there are too many of them, too."""
    if len(columns[0].places) * len(columns[1].places) > MOST_CELLS:
        return None
    shares = [{label: {category: 1 / len(parts) for category in parts} for label, parts in spread.items()} for spread in spreads]
    cells = spread_over(pairs, *shares)
    of_first = {one: fsum(row.values()) for one, row in cells.items()}
    of_second: dict = {}
    for row in cells.values():
        for other, n in row.items():
            of_second.setdefault(other, []).append(n)
    of_second = {other: fsum(ns) for other, ns in of_second.items()}
    least = min(len(of_first), len(of_second))
    if least < 2:
        return None
    square = fsum(n * n / (of_first[one] * of_second[other]) for one, row in cells.items() for other, n in row.items()) - 1
    return sqrt(min(1.0, max(0.0, square) / (least - 1)))


def spread_over(pairs, first, second) -> dict:
    """{part: {other part: records}} of {(label, other label): records}, each label spread over its parts: {label: {part: share}}.

    >>> spread_over({('*', 'x'): 2, ('a', 'y'): 1}, {'*': {0: 0.5, 1: 0.5}, 'a': {0: 1.0}}, {'x': {0: 1.0}, 'y': {1: 1.0}})
    {0: {0: 1.0, 1: 1.0}, 1: {0: 1.0}}
    """
    half: dict = {}     # {part: {other label: records}}
    for (one, other), n in pairs.items():
        for part, share in first[one].items():
            row = half.setdefault(part, {})
            row[other] = row.get(other, 0) + n * share
    cells: dict = {}
    for part, row in half.items():
        cells[part] = {}
        for other, n in row.items():
            for part_, share in second[other].items():
                cells[part][part_] = cells[part].get(part_, 0) + n * share
    return {part: row for part, row in cells.items() if row}
