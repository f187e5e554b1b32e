"""The audit reads the published file again and counts. It knows nothing of how the file was made.

`verify` replaces `audit` of the plain pages (plain/), because it checks all that was promised, not
only k.

Promise: `verify` returns only if the file is what was promised.
- It has the promised columns and no others, and the promised number of records.
- Every combination of quasi-identifying values occurs at least k times.
- Every such class passes every rule of every sensitive column, and what is required of it in the
  population.
- The rows have the promised fingerprint, so they are the rows that audit/true_labels.py expects of
  the records that were counted.
- They ascend, if that was promised.
- Each value that a spreadsheet would run has its guard, if that was promised.
- The classes pass `compared`, which audit/stated.py makes of what is reported.
Otherwise there is a DataError.
The audit shares no code with the counting, the searches, the rules or the writer. It decides rules
beyond k by audit/deciders.py.
Departs from a plain csv reading for speed: equal lines are counted as text first, and each of them
is parsed once. That is the same reading as long as every record is one line. From the first one
that is not, the file is read record by record.
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

# What says, in small letters, that a sensitive value is not known.
BLANK = frozenset(['', '?', 'na', 'n/a', 'null', 'nan'])

# A spreadsheet runs a value that begins with one of these.
RUNS = frozenset('=+-@\t\r\n\uff1d\uff0b\uff0d\uff20')

NUMERIC = frozenset('0123456789+-.eE')

# The first bytes of a packed file, and the module that unpacks it.
PACKED = (b'\x1f\x8b', 'gzip'), (b'\xfd7zXZ\x00', 'lzma'), (b'BZh91AY&SY', 'bz2')

# required: k, and the rules {sensitive column: rules}.
# guarded: whether an apostrophe stands before what a spreadsheet would run.
# fingerprint: of the rows, or None if only their classes are promised.
# delimiter: between the fields.
# people: {published tuple: people of the population}, if something is required of them.
# ascending: whether the rows are sorted.
# compared: a function of {published tuple: records} and the fingerprint of the file, or None.
Promises = namedtuple(
    'Promises',
    'columns quasi required records guarded fingerprint delimiter people ascending compared',
    defaults=(False, None, ',', None, False, None))

# k: the records of the smallest class, 0 without any
Audit = namedtuple('Audit', 'records classes k')


def verify(path, promised, encoding='utf-8') -> Audit:
    """Read the file again, count, and compare with what was promised."""
    required = promised.required
    plain = unguarded if promised.guarded else str      # str changes nothing
    checks = RowChecks() if promised.ascending or promised.guarded else None
    names = [*promised.quasi, *required.rules]
    try:
        header, counts, fingerprint = recount(
            path, names, plain, encoding, promised.delimiter, checks)
    except (csv.Error, IndexError, ValueError) as error:
        raise Disagreed('the audit cannot read the release: %s' % error) from None
    if required.rules:
        classes = values_of_classes(counts, len(promised.quasi))
        sizes = {quasi: sum(values.values()) for quasi, values in classes.items()}
    else:
        classes = {}
        sizes = counts
    audit = Audit(sum(sizes.values()), len(sizes), min(sizes.values(), default=0))
    verify_counts(audit, header, promised)
    if required.rules:
        verify_rules(required, classes.values(), plain)
    if promised.guarded:
        sizes = {tuple(map(plain, quasi)): n for quasi, n in sizes.items()}
    if required.population:
        verify_people(sizes, promised.people, required.population)
    if promised.fingerprint is not None and promised.fingerprint != fingerprint:
        raise Disagreed('the audit found other rows than the records that were counted, recoded')
    if checks:
        verify_order_and_guards(checks, promised)
    if promised.compared:
        promised.compared(sizes, fingerprint)
    return audit


def values_of_classes(counts, width) -> dict:
    """{quasi-identifying values: {sensitive values: records}} of each class.

    counts: {quasi-identifying and sensitive values: records}. width: the number of
    quasi-identifiers.

    >>> values_of_classes({('3*', 'flu'): 2, ('3*', 'gout'): 1, ('4*', 'flu'): 4}, 1)
    {('3*',): {('flu',): 2, ('gout',): 1}, ('4*',): {('flu',): 4}}
    """
    classes: dict = {}
    for row, n in counts.items():
        of_class = classes.setdefault(row[:width], {})
        of_class[row[width:]] = n
    return classes


def verify_counts(audit, header, promised):
    """DataError if the columns or the records are not those that were promised, or k is not."""
    columns = list(promised.columns)
    if header != columns:
        raise Disagreed('the audit found the columns %s instead of %s' % (header, columns))
    if audit.records != promised.records:
        raise Disagreed('the audit counted %d records instead of %d'
                        % (audit.records, promised.records))
    if audit.k < promised.required.k:
        records = '%d record%s' % (audit.k, '' if audit.k == 1 else 's')
        raise Disagreed('the audit found a class of %s, fewer than k = %d'
                        % (records, promised.required.k))


def verify_order_and_guards(checks, promised):
    """DataError if rows that were promised to ascend do not, or if a guard is not there."""
    if promised.ascending and not checks.ascending:
        raise Disagreed('the audit found rows that are not sorted')
    if promised.guarded and checks.bare is not None:
        raise Disagreed("the audit found the value %s without the ' that keeps a spreadsheet"
                        ' from running it' % show(checks.bare))


def recount(path, names, plain=str, encoding='utf-8', delimiter=',', checks=None) -> tuple:
    """The header, {values of the named columns: records}, and the fingerprint of the rows.

    plain: undoes the guards. checks: RowChecks, which look at all rows, or None.

    The fingerprint is the sum of the hashes of all rows, each row joined to one text. Two tables
    with the same sum are the same, whatever the order of their rows, but for a chance of about 1 in
    10**18: the hashes have 64 bits, and Python draws them anew in every run. (The hashes of tuples
    would not do. Sums of them stay the same where two rows exchange their last fields.)
    """
    counts: dict = {}
    fingerprint = 0
    with opened(path, encoding) as lines:
        header = next(csv.reader(lines, delimiter=delimiter), [])
        if checks:
            checks.look_for_guards([header])
        header = list(map(plain, header))
        values = getter_of_columns(header, names)
        for rows, records, together in counted_rows(lines, delimiter):
            widths = set(map(len, rows))
            if widths - {len(header)}:
                raise ValueError('a row is wider or narrower than the header')
            for key, n in zip(map(values, rows), records):
                counts[key] = counts.get(key, 0) + n
            if plain is str:
                texts = list(map(NUL.join, rows))
            else:
                texts = [NUL.join(map(plain, row)) for row in rows]
            fingerprint += sum_of_hashes(texts, records)
            if checks:
                checks.look(rows, texts, together, plain is not str)
    return header, counts, fingerprint


def getter_of_columns(header, names):
    """A function from a row to the tuple of its values in the named columns.

    Of two columns of one name it is the first.
    """
    place_of: dict = {}     # a search of the header for each name is slow where there are very many
    for place, name in enumerate(header):
        place_of.setdefault(name, place)
    if any(name not in place_of for name in names):
        raise ValueError('a column is missing in the header')
    places = [place_of[name] for name in names]
    if len(places) > 1:
        return itemgetter(*places)
    return lambda row: (row[places[0]],)


def sum_of_hashes(texts, records) -> int:
    """The sum of n * hash(text), of texts that stand for n records each.

    A loop that adds them up takes 15 milliseconds more for 200,000 different rows, which is 1 % of
    a run.
    """
    return sum(map(mul, records, map(hash, texts)))


class RowChecks:
    """What `recount` finds out about the rows besides their counts.

    ascending: whether they are sorted so far.
    bare: a value without a guard that a spreadsheet would run, or None. It does not run a number
    such as -5.
    """

    def __init__(self):
        self.ascending = True
        self.bare = None
        self._last = ''     # the last row so far, as a text

    def look(self, rows, texts, together, guarded):
        """Look at some rows, and at the same rows as texts without guards.

        together: a function: whether equal rows stand together in the file.
        guarded: whether the values have guards.
        """
        if texts:
            follow = self._last <= texts[0] and together() and texts == sorted(texts)
            self.ascending = self.ascending and follow
            self._last = texts[-1]
        if guarded:
            self.look_for_guards(rows)

    def look_for_guards(self, rows):
        run = {value for row in rows for value in row if value.lstrip(' ')[:1] in RUNS}
        bare = [value for value in run if not is_number(value)]
        self.bare = min(bare, default=self.bare)


def counted_rows(lines, delimiter):
    """Yield a list of rows, how often each occurs, and whether equal ones stand together.

    The last is a function, because not all ask for it. Equal lines are parsed once, as long as
    every record is one line.
    """
    while True:
        batch = list(islice(lines, LINES))
        if not batch:
            return
        counts = Counter(batch)
        quoted = '"' in ''.join(counts)
        if quoted and any(line.count('"') % 2 for line in counts):
            break       # a record goes on in the next line
        rows = list(csv.reader(counts, delimiter=delimiter))
        yield rows, counts.values(), partial(stand_together, batch, counts)
    reader = csv.reader(chain(batch, lines), delimiter=delimiter)
    while batch:
        batch = list(islice(reader, LINES))
        yield batch, [1] * len(batch), lambda: True     # no row is counted with another


def stand_together(lines, counts) -> bool:
    """Whether equal lines follow one another.

    counts: {line: how often}, in the order in which they came.
    Lines that ascend as texts do so. To sort what is sorted takes a third of the time of comparing
    the texts as a whole.

    >>> [stand_together(list(lines), Counter(lines)) for lines in ('aab', 'bba', 'aba')]
    [True, True, False]
    """
    if lines == sorted(lines):
        return True
    return ''.join(lines) == ''.join(line * n for line, n in counts.items())


def opened(path, encoding):
    """The text of the release, unpacked if its first bytes are those of gzip, bzip2 or xz."""
    with open(path, 'rb') as file:
        first = file.read(10)
    for start, module in PACKED:
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
    if not NUMERIC.issuperset(text):
        return False
    try:
        float(text)
    except ValueError:
        return False
    return True


# The rules beyond k, and what is required in a population.


def verify_rules(required, classes, plain):
    """DataError if a class, {sensitive values: records}, fails a rule of a sensitive column.

    plain: undoes the guards.
    """
    from .same import ones_of_columns       # few runs have rules beyond k
    for place, (column, rules) in enumerate(required.rules.items()):
        read = reader_of_values(rules)
        texts = {row[place] for rows in classes for row in rows}
        value_of = {text: read(plain(text)) for text in texts}
        values = with_references(value_of.values(), rules)
        ones = ones_of_columns({column: values}, required.sameness)[column]
        deciders = [(rule, decider(rule, ones)) for rule in rules]
        for rows in classes:
            histogram: Counter = Counter()
            for row, n in rows.items():
                histogram[value_of[row[place]]] += n
            for rule, passes in deciders:
                if not passes(histogram):
                    raise Disagreed('the audit found a class without %s in %s' % (rule, column))


def verify_people(sizes, people, required):
    """DataError if a class, {published tuple: records}, fails k-map or delta-presence.

    people: {published tuple: people of the population}. required: k_map, and presence.
    """
    if required.k_map:
        verify_k_map(sizes, people, required.k_map)
    if required.presence:
        verify_presence(sizes, people, required.presence)


def verify_k_map(sizes, people, least):
    """DataError if fewer people of the population than that fit a class."""
    for quasi in sizes:
        fitting = people.get(quasi, 0)
        if fitting < least:
            raise Disagreed('the audit found a class that fits %d of the population, fewer than'
                            ' k-map = %d' % (fitting, least))


def verify_presence(sizes, people, presence):
    """DataError if the share of the fitting people that is in the table is beyond two limits."""
    from fractions import Fraction      # 4 ms, and few runs have a population
    least, most = (Fraction(*share) for share in presence)
    limits = 'delta-presence = %s' % str(presence)
    for quasi, n in sizes.items():
        fitting = people.get(quasi, 0)
        if fitting == 0 or not least <= Fraction(n, fitting) <= most:
            raise Disagreed('the audit found a class with %d of %d people in the table, beyond %s'
                            % (n, fitting, limits))
    if least > 0 and people.keys() - sizes.keys():      # of these no share is in the table
        raise Disagreed('the audit found people of the population without a class, beyond %s'
                        % limits)


def with_references(values, rules) -> set:
    """The values of a column of a release, and those of the table that its rules compare with."""
    all_values = set(values)
    for rule in rules:
        all_values.update(rule.reference or ())
    return all_values


def told_value(value) -> str:
    """A sensitive value, and '?' for whatever says that it is not known.

    >>> [told_value(value) for value in ('flu', '', 'N/a', ' null ', 'nan', 'none')]
    ['flu', '?', '?', '?', '?', 'none']
    """
    return '?' if value.strip().lower() in BLANK else value


def reader_of_values(rules):
    """A function from a value of a column with these rules to what the audit decides them by."""
    signs = {rule.items.sign for rule in rules if hasattr(rule, 'items')}
    if not signs:
        return told_value
    from .items import told_cell        # few tables have sets of items
    return partial(told_cell, sign=min(signs))
