"""The audit reads the published file again and counts. It knows nothing of how the file was made.

Promise: `verify` returns only if the file is what was promised. It has the promised columns and no others, and the promised
number of records. Every combination of quasi-identifying values occurs at least k times. Every such class passes every
rule of every sensitive column. Otherwise there is a DataError.
The audit shares no code with the counting, the searches, the rules or the writer. Of a rule such as distinct l = 3 it takes
the numbers, not the code that decides it.
Departs from a plain csv reading for speed: equal lines are counted as text first, and each of them is parsed once. That
is the same reading as long as every record is one line. If one is not, the file is read record by record.
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

# required: k, and the rules {sensitive column: rules}. guarded: whether an apostrophe stands before what a spreadsheet would run.
Promised = namedtuple('Promised', 'columns quasi required records guarded', defaults=(False,))

Audit = namedtuple('Audit', 'records classes k')    # k: the records of the smallest class, 0 without any


def verify(path, promised, encoding='utf-8') -> Audit:
    """Read the file again, count, and compare with what was promised."""
    required = promised.required
    plain = unguarded if promised.guarded else str      # what undoes the guards; str changes nothing
    try:
        header, counts = recount(path, [*promised.quasi, *required.rules], plain, encoding)
    except (csv.Error, IndexError, ValueError) as error:
        raise DataError('the audit cannot read the release: %s' % error) from None
    classes: dict = {}      # {combination of the quasi-identifiers' values: {sensitive values: records}}
    for row, n in counts.items():
        classes.setdefault(row[:len(promised.quasi)], {})[row[len(promised.quasi):]] = n
    sizes = [sum(rows.values()) for rows in classes.values()]
    audit = Audit(sum(sizes), len(sizes), min(sizes, default=0))
    if header != list(promised.columns):
        raise DataError('the audit found the columns %s instead of %s' % (header, list(promised.columns)))
    if audit.records != promised.records:
        raise DataError('the audit counted %d records instead of %d' % (audit.records, promised.records))
    if audit.k < required.k:
        raise DataError('the audit found a class of %d records, fewer than k = %d' % (audit.k, required.k))
    verify_rules(required.rules, classes.values(), plain)
    return audit


def recount(path, names, plain=str, encoding='utf-8') -> tuple:
    """The header, and {values of the named columns: records}. plain turns a field of the header into a name."""
    with open(path, newline='', encoding=encoding) as lines:
        header = list(map(plain, next(csv.reader(lines), [])))
        places = [header.index(name) for name in names]
        values = itemgetter(*places) if len(places) > 1 else lambda row: (row[places[0]],)
        counts: dict = {}
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
        counts, records = Counter(), csv.reader(lines)
        next(records)
        for row in records:
            if len(row) != len(header):
                raise ValueError('a row is wider or narrower than the header')
            counts[values(row)] += 1
        return header, counts


def unguarded(value):
    """The value without the ' that guards it from a spreadsheet.

    >>> [unguarded(value) for value in ("'=1+1", "''=1+1", '-5', "'tis")]
    ['=1+1', "'=1+1", '-5', "'tis"]
    """
    guards = value[:1] == "'" and value.lstrip("'").lstrip(' ')[:1] in set('=+-@\t\r\n\uff1d\uff0b\uff0d\uff20')
    return value[1:] if guards else value


# Here the reading path ends. What follows recounts the rules beyond k.


def verify_rules(rules_of, classes, plain):
    """DataError if a class, {sensitive values: records}, fails a rule of a sensitive column. plain undoes the guards."""
    for place, (column, rules) in enumerate(rules_of.items()):
        deciders = [(rule, decider(rule)) for rule in rules]
        for rows in classes:
            histogram = Counter()
            for row, n in rows.items():
                histogram[plain(row[place])] += n
            broken = [str(rule) for rule, passes in deciders if not passes(histogram)]
            if broken:
                raise DataError('the audit found a class without %s in %s' % (broken[0], column))


def decider(rule):
    """A function from {sensitive value: records} of a class to whether the class passes the rule."""
    if type(rule).__name__ != 'Closeness':
        return partial(passes_alone, rule)
    whole, (p, q), (work, unit) = rule.distance.reference, rule.t, mover(rule.distance)
    total = sum(whole.values())

    def close(histogram):
        size = sum(histogram.values())
        surplus = {value: histogram.get(value, 0) * total - n * size for value, n in whole.items()}
        return histogram.keys() <= whole.keys() and work(surplus) * q <= p * unit * size * total
    return close


def passes_alone(rule, histogram) -> bool:
    """Whether a class passes a rule that looks at nothing but the shares of its own values."""
    from fractions import Fraction      # 4 ms, and only rules beyond k need it
    size, kind = sum(histogram.values()), type(rule).__name__
    shares = sorted((Fraction(n, size) for n in histogram.values()), reverse=True)
    if kind == 'Distinct':
        return len(shares) >= rule.l
    if kind == 'Entropy':
        return fsum(-share * log(share) for share in map(float, shares)) >= log(Fraction(*rule.l)) - 1e-12
    if kind == 'Recursive':
        return shares[0] < Fraction(*rule.c) * sum(shares[rule.l - 1:])
    return shares[0] <= Fraction(*rule.alpha)


def mover(distance) -> tuple:
    """The earth mover's work of a distance: a function from {value: surplus of records}, and the unit it is counted in."""
    kind = type(distance).__name__
    if kind == 'Equal':
        return lambda surplus: sum(map(abs, surplus.values())), 2
    if kind == 'Ordered':
        place = {value: in_numbers(value.replace(distance.decimal, '.')) for value in distance.reference}
        order = sorted(set(place.values()))

        def over_gaps(surplus):     # the surplus below a gap between two neighbours moves across it
            moved = dict.fromkeys(order, 0)
            for value, extra in surplus.items():
                moved[place[value]] += extra
            return sum(map(abs, accumulate(moved.values())))
        return over_gaps, len(order) - 1 or 1
    tree, inner = distance.tree, set(distance.tree.values())
    length = {node: (tree.depth(node) if node in inner else tree.height) - tree.depth(tree[node]) for node in tree}

    def over_edges(surplus):        # the surplus under an edge moves across it, up on one side and down on the other
        moved = Counter()
        for value, extra in surplus.items():
            for node in tree.path(value)[:-1]:
                moved[node] += extra
        return sum(length[node] * abs(extra) for node, extra in moved.items())
    return over_edges, 2 * tree.height


def in_numbers(value):
    """The number of a text: whole numbers exactly, others as floats. Texts of equal numbers are one value.

    >>> in_numbers('12345678901234567'), in_numbers('5.0') == in_numbers('5'), in_numbers('0.1')
    (12345678901234567, True, 0.1)
    """
    from fractions import Fraction
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else float(exact)
