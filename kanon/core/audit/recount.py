"""The audit reads the published file again and counts. It knows nothing of how the file was made.

`verify` replaces `audit` of the plain pages (plain/), because it checks all that was promised, not only k.

Promise: `verify` returns only if the file is what was promised. It has the promised columns and no others, and the promised
number of records. Every combination of quasi-identifying values occurs at least k times. Every such class passes every
rule of every sensitive column, and what is required of it in the population. The rows have the promised fingerprint, so they
are the rows that audit/true_labels.py expects of the records that were counted. They ascend, if that was promised. Each value that a
spreadsheet would run has its guard, if that was promised. The classes pass `compared`, which audit/stated.py makes of what is
reported. Otherwise there is a DataError.
The audit shares no code with the counting, the searches, the rules or the writer. It decides rules beyond k by audit/deciders.py.
Departs from a plain csv reading for speed: equal lines are counted as text first, and each of them is parsed once. That
is the same reading as long as every record is one line. From the first one that is not, the file is read record by record.
"""

from __future__ import annotations

import csv
from collections import Counter, namedtuple
from functools import partial
from importlib import import_module
from itertools import chain, islice
from operator import itemgetter, mul

from ..errors import Disagreed, show
from .deciders import decider

LINES = 4_000       # lines counted at a time; so few stay in the cache of a processor

NUL = '\0'          # no field holds one

BLANK = frozenset(['', '?', 'na', 'n/a', 'null', 'nan'])    # what says, in small letters, that a sensitive value is not known

RUNS = frozenset('=+-@\t\r\n\uff1d\uff0b\uff0d\uff20')      # a spreadsheet runs a value that begins with one

NUMERIC = frozenset('0123456789+-.eE')

# required: k, and the rules {sensitive column: rules}. guarded: whether an apostrophe stands before what a spreadsheet would run.
# fingerprint: of the rows, or None if only their classes are promised. delimiter: between the fields. people: {published tuple:
# people of the population}, if something is required of them. ascending: whether the rows are sorted. compared: a function of
# {published tuple: records} and the fingerprint of the file, or None.
Promised = namedtuple('Promised', 'columns quasi required records guarded fingerprint delimiter people ascending compared',
                      defaults=(False, None, ',', None, False, None))

Audit = namedtuple('Audit', 'records classes k')    # k: the records of the smallest class, 0 without any


def verify(path, promised, encoding='utf-8') -> Audit:
    """Read the file again, count, and compare with what was promised."""
    required = promised.required
    plain = unguarded if promised.guarded else str      # what undoes the guards; str changes nothing
    seen = Seen() if promised.ascending or promised.guarded else None
    try:
        header, counts, fingerprint = recount(path, [*promised.quasi, *required.rules], plain, encoding, promised.delimiter, seen)
    except (csv.Error, IndexError, ValueError) as error:
        raise Disagreed('the audit cannot read the release: %s' % error) from None
    classes: dict = {}      # {combination of the quasi-identifiers' values: {sensitive values: records}}
    for row, n in counts.items() if required.rules else ():
        classes.setdefault(row[:len(promised.quasi)], {})[row[len(promised.quasi):]] = n
    sizes = [sum(rows.values()) for rows in classes.values()] if required.rules else list(counts.values())
    audit = Audit(sum(sizes), len(sizes), min(sizes, default=0))
    if header != list(promised.columns):
        raise Disagreed('the audit found the columns %s instead of %s' % (header, list(promised.columns)))
    if audit.records != promised.records:
        raise Disagreed('the audit counted %d records instead of %d' % (audit.records, promised.records))
    if audit.k < required.k:
        records = '%d record%s' % (audit.k, '' if audit.k == 1 else 's')
        raise Disagreed('the audit found a class of %s, fewer than k = %d' % (records, required.k))
    if required.rules:
        verify_rules(required, classes.values(), plain)
    named = dict(zip(classes, sizes)) if required.rules else counts
    if promised.guarded:
        named = {tuple(map(plain, quasi)): n for quasi, n in named.items()}
    if required.population:
        verify_people(named, promised.people, required.population)
    if promised.fingerprint not in (None, fingerprint):
        raise Disagreed('the audit found other rows than the records that were counted, recoded')
    if seen and promised.ascending and not seen.ascending:
        raise Disagreed('the audit found rows that are not sorted')
    if seen and promised.guarded and seen.bare is not None:
        raise Disagreed("the audit found the value %s without the ' that keeps a spreadsheet from running it" % show(seen.bare))
    if promised.compared:
        promised.compared(named, fingerprint)
    return audit


def recount(path, names, plain=str, encoding='utf-8', delimiter=',', seen=None) -> tuple:
    """The header, {values of the named columns: records}, and the fingerprint of the rows. plain undoes the guards.

    seen: a Seen, which looks at all rows.

    The fingerprint is the sum of the hashes of all rows, each row joined to one text. Two tables with the same sum are the same,
    whatever the order of their rows, but for a chance of about 1 in 10**18: the hashes have 64 bits, and Python draws them anew
    in every run. (The hashes of tuples would not do. Sums of them stay the same where two rows exchange their last fields.)
    """
    counts: dict = {}
    fingerprint = 0
    with opened(path, encoding) as lines:
        header = next(csv.reader(lines, delimiter=delimiter), [])
        if seen:
            seen.look_for_guards([header])
        header = list(map(plain, header))
        place_of = {name: place for place, name in reversed(list(enumerate(header)))}       # there may be very many
        if not place_of.keys() >= set(names):
            raise ValueError('a column is missing in the header')
        places = [place_of[name] for name in names]
        values = itemgetter(*places) if len(places) > 1 else lambda row: (row[places[0]],)
        for rows, records, together in counted_rows(lines, delimiter):
            if set(map(len, rows)) - {len(header)}:
                raise ValueError('a row is wider or narrower than the header')
            for key, n in zip(map(values, rows), records):
                counts[key] = counts.get(key, 0) + n
            texts = list(map(NUL.join, rows if plain is str else (map(plain, row) for row in rows)))
            fingerprint += sum(map(mul, records, map(hash, texts)))
            if seen:
                seen.look(rows, texts, together, plain is not str)
    return header, counts, fingerprint


class Seen:
    """What `recount` sees of the rows besides their counts.

    ascending: whether they are sorted so far. bare: a value without a guard that a spreadsheet would run, or None. A number such as
    -5 is none that it runs.
    """

    def __init__(self):
        self.ascending, self.bare, self._last = True, None, ''

    def look(self, rows, texts, together, guarded):
        """texts: the rows as texts without guards. together: a function: whether equal rows stand together in the file."""
        if texts:
            self.ascending = self.ascending and self._last <= texts[0] and together() and texts == sorted(texts)
            self._last = texts[-1]
        if guarded:
            self.look_for_guards(rows)

    def look_for_guards(self, rows):
        bare = {value for row in rows for value in row if value.lstrip(' ')[:1] in RUNS and not is_number(value)}
        self.bare = min(bare, default=self.bare)


def counted_rows(lines, delimiter):
    """Yield a list of rows, how often each of them occurs, and a function: whether equal ones stand together.

    Equal lines are parsed once, as long as every record is one line.
    """
    while True:
        batch = list(islice(lines, LINES))
        counts = Counter(batch)
        if not batch:
            return
        if '"' in ''.join(counts) and any(line.count('"') % 2 for line in counts):
            break
        yield list(csv.reader(counts, delimiter=delimiter)), counts.values(), partial(stand_together, batch, counts)
    reader = csv.reader(chain(batch, lines), delimiter=delimiter)
    while batch:
        batch = list(islice(reader, LINES))
        yield batch, [1] * len(batch), lambda: True     # no row is counted with another


def stand_together(lines, counts) -> bool:
    """Whether equal lines follow one another. counts: {line: how often}, in the order in which they came.

    Lines that ascend as texts do so. To sort what is sorted takes a third of the time of comparing the texts as a whole.

    >>> [stand_together(list(lines), Counter(lines)) for lines in ('aab', 'bba', 'aba')]
    [True, True, False]
    """
    return lines == sorted(lines) or ''.join(lines) == ''.join(map(mul, counts, counts.values()))


def opened(path, encoding):
    """The text of the release, unpacked if its first bytes are those of gzip, bzip2 or xz."""
    with open(path, 'rb') as file:
        first = file.read(10)
    for start, module in ((b'\x1f\x8b', 'gzip'), (b'\xfd7zXZ\x00', 'lzma'), (b'BZh91AY&SY', 'bz2')):
        if first.startswith(start):
            return import_module(module).open(path, 'rt', encoding=encoding, newline='')
    return open(path, newline='', encoding=encoding)


def unguarded(value):
    """The value without the ' that guards it from a spreadsheet.

    >>> [unguarded(value) for value in ("'=1+1", "''=1+1", '-5', "'tis")]
    ['=1+1', "'=1+1", '-5', "'tis"]
    """
    guards = value[:1] == "'" and value.lstrip("'").lstrip(' ')[:1] in RUNS
    return value[1:] if guards else value


def is_number(text) -> bool:
    """Whether a text is a number in plain digits, with a point.

    >>> [is_number(text) for text in ('-5', '+.5', '-1e3', '-0', '-', '-1_0', '--5', '-5,5')]
    [True, True, True, True, False, False, False, False]
    """
    try:
        return NUMERIC.issuperset(text) and abs(float(text)) >= 0
    except ValueError:
        return False


# The rules beyond k, and what is required in a population.


def verify_rules(required, classes, plain):
    """DataError if a class, {sensitive values: records}, fails a rule of a sensitive column. plain undoes the guards."""
    from .same import ones_of_columns       # few runs have rules beyond k
    for place, (column, rules) in enumerate(required.rules.items()):
        told = telling(rules)
        values = {text: told(plain(text)) for text in {row[place] for rows in classes for row in rows}}
        ones = ones_of_columns({column: with_references(values.values(), rules)}, required.sameness)[column]
        deciders = [(rule, decider(rule, ones)) for rule in rules]
        for rows in classes:
            histogram = Counter()
            for row, n in rows.items():
                histogram[values[row[place]]] += n
            broken = [str(rule) for rule, passes in deciders if not passes(histogram)]
            if broken:
                raise Disagreed('the audit found a class without %s in %s' % (broken[0], column))


def verify_people(sizes, people, required):
    """DataError if a class, {published tuple: records}, fails k-map or delta-presence. people: {published tuple: people}."""
    from fractions import Fraction      # 4 ms, and few runs have a population
    least, most = (Fraction(*share) for share in required.presence) if required.presence else (0, None)
    limits = 'delta-presence = %s' % str(required.presence)
    for quasi, n in sizes.items():
        there = people.get(quasi, 0)
        if required.k_map and there < required.k_map:
            raise Disagreed('the audit found a class that fits %d of the population, fewer than k-map = %d' % (there, required.k_map))
        if most is not None and not (there and least <= Fraction(n, there) <= most):
            raise Disagreed('the audit found a class with %d of %d people in the table, beyond %s' % (n, there, limits))
    if least and not people.keys() <= sizes.keys():
        raise Disagreed('the audit found people of the population without a class, beyond %s' % limits)


def with_references(values, rules) -> set:
    """The values of a column of a release, and those of the whole table that its rules compare with."""
    return set(values).union(*(rule.reference or () for rule in rules))


def told_value(value) -> str:
    """A sensitive value, and '?' for whatever says that it is not known.

    >>> [told_value(value) for value in ('flu', '', 'N/a', ' null ', 'nan', 'none')]
    ['flu', '?', '?', '?', '?', 'none']
    """
    return '?' if value.strip().lower() in BLANK else value


def telling(rules):
    """A function from a value of a column with these rules to what the audit decides them by."""
    signs = {rule.items.sign for rule in rules if hasattr(rule, 'items')}
    if not signs:
        return told_value
    from .items import told_cell
    return partial(told_cell, sign=min(signs))
