"""The audit: read the published file again and count, knowing nothing of how it was made.

Promise: `audit` returns only if the file holds the columns that were to be published and no others, as many records as
were to be published, at least k records of each combination of quasi-identifying values, and in each of these classes
sensitive values that satisfy every rule. Otherwise: DataError.
It shares no code with the counting, the searches, the requirements or the writer: of a rule it takes the numbers alone.
Its departure from a plain csv reading is for speed: equal lines are counted as text first and each is parsed once, which is
the same where every record is one line.
"""

from __future__ import annotations

import csv
from collections import Counter, namedtuple
from functools import partial
from itertools import accumulate, islice
from math import fsum, log
from operator import itemgetter

from .errors import DataError

LINES = 30_000      # lines counted at a time

# rules: {sensitive column: its rules}; guarded: what a spreadsheet would run has a ' before it
Promised = namedtuple('Promised', 'columns quasi k records rules guarded', defaults=({}, False))

Audit = namedtuple('Audit', 'records classes k')    # k: the records of the smallest class, 0 without any


def audit(path, promised, encoding='utf-8') -> Audit:
    """Recount a published file, of which this was promised."""
    try:
        plain = bare if promised.guarded else str
        header, counts = recount(path, [*promised.quasi, *promised.rules], plain, encoding)
    except (csv.Error, IndexError, ValueError) as error:
        raise DataError('the audit cannot read the release: %s' % error) from None
    classes = {}        # {combination of the quasi-identifiers' values: {rows of sensitive values: records}}
    for row, n in counts.items():
        classes.setdefault(row[:len(promised.quasi)], {})[row[len(promised.quasi):]] = n
    sizes = [sum(rows.values()) for rows in classes.values()]
    found = Audit(sum(sizes), len(sizes), min(sizes, default=0))
    if header != list(promised.columns):
        raise DataError('the audit found the columns %s instead of %s' % (header, list(promised.columns)))
    if found.records != promised.records:
        raise DataError('the audit counted %d records instead of %d' % (found.records, promised.records))
    if found.k < promised.k:
        raise DataError('the audit found a class of %d records, fewer than k = %d' % (found.k, promised.k))
    for place, (column, rules) in enumerate(promised.rules.items()):
        deciders = [(rule, decider(rule)) for rule in rules]
        for rows in classes.values():
            class_ = Counter()
            for row, n in rows.items():
                class_[plain(row[place])] += n
            broken = [str(rule) for rule, decide in deciders if not decide(class_)]
            if broken:
                raise DataError('the audit found a class without %s in %s' % (broken[0], column))
    return found


def recount(path, names, plain=str, encoding='utf-8') -> tuple:
    """The header, and {values of the named columns: records}; plain: what makes a name of a header's field."""
    with open(path, newline='', encoding=encoding) as lines:
        header = list(map(plain, next(csv.reader(lines), [])))
        places = [header.index(name) for name in names]
        values = itemgetter(*places) if len(places) > 1 else lambda row: (row[places[0]],)
        counts = {}
        while True:
            batch = Counter(islice(lines, LINES))
            if not batch:
                return header, counts
            if any(line.count('"') % 2 for line in batch):
                break       # a record of several lines
            rows = list(csv.reader(batch))
            if set(map(len, rows)) != {len(header)}:
                raise ValueError('a row is wider or narrower than the header')
            for key, n in zip(map(values, rows), batch.values()):
                counts[key] = counts.get(key, 0) + n
    with open(path, newline='', encoding=encoding) as lines:
        rows = csv.reader(lines)
        next(rows)
        counts = Counter()
        for row in rows:
            if len(row) != len(header):
                raise ValueError('a row is wider or narrower than the header')
            counts[values(row)] += 1
        return header, counts


def bare(value):
    """The value without the ' that guards it from a spreadsheet.

    >>> [bare(value) for value in ("'=1+1", "''=1+1", '-5', "'tis")]
    ['=1+1', "'=1+1", '-5', "'tis"]
    """
    guards = value[:1] == "'" and value.lstrip("'").lstrip(' ')[:1] in set('=+-@\t\r\n\uff1d\uff0b\uff0d\uff20')
    return value[1:] if guards else value


def decider(rule):
    """A function from a class, {sensitive value: records}, to whether it satisfies the rule."""
    if type(rule).__name__ != 'Closeness':
        return partial(holds, rule)
    whole, (p, q), (work, unit) = rule.distance.reference, rule.t, mover(rule.distance)
    total = sum(whole.values())

    def close(class_):
        size = sum(class_.values())
        surplus = {value: class_.get(value, 0) * total - n * size for value, n in whole.items()}
        return class_.keys() <= whole.keys() and work(surplus) * q <= p * unit * size * total
    return close


def holds(rule, class_) -> bool:
    """Whether a class satisfies a rule that looks at nothing but its shares."""
    from fractions import Fraction      # 4 ms, and only requirements beyond k need it
    size, kind = sum(class_.values()), type(rule).__name__
    shares = sorted((Fraction(n, size) for n in class_.values()), reverse=True)
    if kind == 'Distinct':
        return len(shares) >= rule.l
    if kind == 'Entropy':
        return fsum(-share * log(share) for share in map(float, shares)) >= log(Fraction(*rule.l)) - 1e-12
    if kind == 'Recursive':
        return shares[0] < Fraction(*rule.c) * sum(shares[rule.l - 1:])
    return shares[0] <= Fraction(*rule.alpha)


def mover(distance) -> tuple:
    """A function from {value: records too many, or too few} to the work of evening them out, and in which part of it."""
    kind = type(distance).__name__
    if kind == 'Equal':
        return lambda surplus: sum(map(abs, surplus.values())), 2
    if kind == 'Ordered':
        place = {value: in_numbers(value) for value in distance.reference}
        order = sorted(set(place.values()))

        def over_gaps(surplus):     # over each gap between neighbours goes what lies below it
            moved = dict.fromkeys(order, 0)
            for value, extra in surplus.items():
                moved[place[value]] += extra
            return sum(map(abs, accumulate(moved.values())))
        return over_gaps, len(order) - 1 or 1
    tree, inner = distance.tree, set(distance.tree.values())
    length = {node: (tree.depth(node) if node in inner else tree.height) - tree.depth(tree[node]) for node in tree}

    def over_edges(surplus):        # over each edge goes what lies under it; half of a distance is the way up
        moved = Counter()
        for value, extra in surplus.items():
            for node in tree.path(value)[:-1]:
                moved[node] += extra
        return sum(length[node] * abs(extra) for node, extra in moved.items())
    return over_edges, 2 * tree.height


def in_numbers(value):
    """A whole number exactly, another one as a float: what is equal so is one number.

    >>> in_numbers('12345678901234567'), in_numbers('5.0') == in_numbers('5'), in_numbers('0.1')
    (12345678901234567, True, 0.1)
    """
    from fractions import Fraction
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else float(exact)
