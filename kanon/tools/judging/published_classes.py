"""A published table, from any tool, as its equivalence classes.

Promise: every record of the file is in one class or is counted as suppressed. None is left out because of a missing value.
All values are text, recorded or generalized alike. Rows with '*' in every quasi-identifier are suppressed and form no class. If
the table has no other rows, they are its one class, as in a release generalized to the top.
Where a column says whose row each row is, a class has the different persons of its rows. A row whose person is missing counts for nobody.
"""

from __future__ import annotations

from array import array
from collections import Counter, namedtuple
from itertools import chain, compress
from operator import itemgetter

from ...core.audit.persons import persons_at_most, persons_of_columns
from ...core.audit.recount import unguarded
from ...core.audit.same import folded_persons, values_of_columns
from ...core.counts.frequency import added_up, Codes
from ...core.counts.persons import Held, Persons, check_names
from ...core.counts.values import AS_ONE, MISSING, Known, UNKNOWN
from ...core.errors import DataError
from ...core.tables.dialect import named_by_place
from ...core.tables.table import Table

WILDCARD_STEPS = 4_000_000      # a few seconds


class AnyTable(Table):
    """A Table in which a column without a name is called by its place, such as "column 1".

    Several tools write row numbers as a first column without a name.
    """

    def _check_columns(self):
        self.columns = named_by_place(self.columns, every=True)
        super()._check_columns()


class GuardedTable(AnyTable):
    """A release of --spreadsheet-safe, without the ' before its values."""

    def _check_columns(self):
        self.columns = tuple(map(unguarded, self.columns))
        super()._check_columns()

    def own_rows(self):
        for rows in super().own_rows():
            yield [list(map(unguarded, row)) for row in rows]


# classes: {quasi tuple: {sensitive values: records}}; suppressed: {sensitive values: records}; others: all other columns;
# distinct: those of the others with a different value in every record; persons: a PublishedPersons, None where records are counted.
PublishedTable = namedtuple('PublishedTable', 'classes suppressed others distinct persons', defaults=(None,))


def read_classes(table, quasi, sensitive=(), stars='suppressed', whole_rows=None, person=None) -> PublishedTable:
    """The classes of a table that keeps records with missing values. DataError if it holds no record.

    whole_rows: a Counter that gets {row of all columns: records}, the columns in the order quasi, sensitive, others, person.
    person: the column that says whose row each row is, or None.
    """
    named, whose = [*quasi, *sensitive], [] if person is None else [person]
    for name in named + whose:      # refused before the columns of the table are named, too
        table.index(name, named + whose)
    chosen = {*named, *whose, table.counts}
    others = [name for name in table.columns if name not in chosen]
    counts: Counter = Counter()
    values_of: dict = {name: set() for name in others}
    owners, width = OwnersRead() if whose else None, len(named + others + whose)
    for batch in table.batches(named + others + whose):
        rows = list(batch)
        of_row = map(itemgetter(slice(len(named))), rows)
        counts.update(of_row if table.counts is None else added_up(of_row, [int(row[-1]) for row in rows]))
        if owners:
            owners.note(rows, slice(len(named)), width - 1, table.counts is not None)
        if whole_rows is not None:
            counted = [1] * len(rows) if table.counts is None else [int(row[-1]) for row in rows]
            for row, n in zip(rows, counted):
                whole_rows[row[:width]] += n
        for name, values in zip(others, list(zip(*rows))[len(named):]):     # others is the shorter one for a counted table
            look_for_repetition(name, values, values_of, table.read)
    if not counts:
        raise DataError('holds no record' + ' without a missing value (? or nothing); see --missing' * bool(table.missing_records),
                        table.name)
    classes, suppressed = in_classes(counts, len(quasi), stars)
    if owners:
        check_names(owners.persons.keys() - {UNKNOWN}, table.read, person, table.name, sameness=table.sameness)
    return PublishedTable(classes, suppressed, others, list(values_of) if table.read > 1 else [],
                          owners and PublishedPersons(person, owners, classes, quasi, sensitive, table.sameness))


class OwnersRead:
    """Whose each row of a table is. rows, persons: {quasi and sensitive values, or person: its number}; of_rows: the numbers of each row.
    '?' is nobody, whichever word says so.

    counts: how many records each row stands for, None if each is one.
    """

    def __init__(self):
        self.rows, self.persons, self.of_rows, self.counts, self._known = Codes(), Codes(), (array('I'), array('I')), None, Known()

    def note(self, rows, fields, place, counted):
        """Add rows. fields: of their quasi and sensitive values; place: of their person; counted: whether the last field counts records."""
        of_rows, of_persons = self.of_rows
        of_rows.extend(map(self.rows.__getitem__, map(itemgetter(fields), rows)))
        of_persons.extend(map(self.persons.__getitem__, map(self._known.__getitem__, map(itemgetter(place), rows))))
        if counted:
            self.counts = self.counts or array('Q')
            self.counts.extend(int(row[-1]) for row in rows)

    def records(self) -> dict:
        """{person: records}."""
        return dict(zip(self.persons, added_up(self.of_rows[1], self.counts).values()))


class PublishedPersons:
    """The persons of the classes of a table. A person is a number here, and stands in all classes that hold a row of the person.

    column    says whose row each row is
    sizes     {quasi tuple: how many persons the class has}
    held      {quasi tuple: a Held of each sensitive column (counts/persons.py)}
    whole     the same of the whole file, with suppressed rows
    places    for each person who is in a class a list of the places of these classes in `sizes`
    starred   how many persons have suppressed rows
    told      {'count': persons, 'in_classes': those in a class, 'suppressed': the others, 'several': those with several records,
              'moving': those in several classes, 'unknown': records that are nobody's}

    >>> owners, classes = OwnersRead(), {('3*',): {('flu',): 2, ('gout',): 2}, ('4*',): {('flu',): 1}}
    >>> rows = [('3*', 'flu', 'Ann'), ('3*', 'gout', 'Ann'), ('3*', 'gout', 'Bob'), ('3*', 'flu', '?'), ('4*', 'flu', 'Bob')]
    >>> owners.note(rows, slice(2), 2, False)
    >>> found = PublishedPersons('who', owners, classes, ['age'], ['ill'])
    >>> found.sizes, found.held['3*',], found.places
    ({('3*',): 2, ('4*',): 1}, [Held(everybody=2, sizes={'flu': 1, 'gout': 2}, may_have={'flu': 1, 'gout': 2})], [[0], [0, 1]])
    >>> found.told
    {'count': 2, 'in_classes': 2, 'suppressed': 0, 'several': 2, 'moving': 1, 'unknown': 1}
    """

    def __init__(self, column, owners, classes, quasi, sensitive, sameness=AS_ONE):
        width = len(quasi)
        place_of, code_of, known = {quasi: place for place, quasi in enumerate(classes)}, Codes(), Known()
        places = [place_of.get(row[:width], len(classes)) for row in owners.rows]       # suppressed rows stand behind the classes
        codes = [code_of[tuple([known[value] for value in row[width:]])] for row in owners.rows]
        nobody = bytes([name == UNKNOWN for name in owners.persons])
        rows, persons = owners.of_rows
        if any(nobody):
            there = bytes([not nobody[person] for person in persons])
            rows, persons = array('I', compress(rows, there)), array('I', compress(persons, there))
        found = Persons(len(nobody), map(places.__getitem__, rows), persons, list(code_of), map(codes.__getitem__, rows))
        found.take_all_as_one(sensitive, sameness)
        self.column, columns = column, len(next(iter(code_of)))
        in_class: list = [[] for _ in nobody]
        for place, person in zip(*found.pairs()):
            in_class[person].append(place)
        sizes, held, nothing = Counter(chain.from_iterable(in_class)), {}, [Held(0, {}, {})] * columns
        self.whole = nothing
        if columns:
            held = found.held(found.numbers(), found.places)
            self.whole = found.held(found.numbers()).get(0, nothing)
        self.sizes = {quasi: sizes[place] for quasi, place in place_of.items()}
        self.held = {quasi: held.get(place, nothing) for quasi, place in place_of.items()}
        everywhere = [[place for place in of_person if place < len(classes)] for of_person in in_class if of_person]
        self.places, self.starred = list(filter(None, everywhere)), sizes[len(classes)]
        records = owners.records()
        self.told = {'count': len(everywhere), 'in_classes': len(self.places), 'suppressed': len(everywhere) - len(self.places),
                     'several': sum(n > 1 for n, without in zip(records.values(), nobody) if not without),
                     'moving': sum(len(of_person) > 1 for of_person in self.places),
                     'unknown': sum(compress(records.values(), nobody))}


class HeldOfAudit(Held):
    """A Held of a column as the audit counted it. persons: {value: set of persons}, by which the audit decides.

    >>> held = HeldOfAudit.of({'flu': {1}, '?': {1, 2}}, 2)
    >>> held, held.persons
    (HeldOfAudit(everybody=2, sizes={'flu': 1, '?': 2}, may_have={'flu': 2}), {'flu': {1}, '?': {1, 2}})
    """

    @classmethod
    def of(cls, persons, everybody, same=None):
        """same: {value: the one that stands for it}, of values of the column that may be the same."""
        sizes, known = {value: len(whose) for value, whose in persons.items()}, {value: n for value, n in persons_at_most(persons) if value in persons}
        held = cls(everybody, sizes, known)
        held.persons = persons
        if same:
            held.merged = cls.of(folded_persons(persons, {value: same.get(value, value) for value in persons}), everybody)
        return held


class PersonsDue:
    """The same of a table without their column, from the counted records that it was made of. The audit has counted them.

    classes: of the table. found: {published tuple: {sensitive values: set of persons}}, those of suppressed records under None. records:
    {person: records}, those of nobody under None. sensitive: the names of the sensitive columns.

    >>> found = {('3*',): {('flu',): {1}, ('?',): {1, 2}}, ('4*',): {('flu',): {2}}, ('*',): {('flu',): {4}}, None: {('gout',): {3, 4}}}
    >>> due = PersonsDue('who', {('3*',): {}, ('4*',): {}}, found, {1: 2, 2: 2, 3: 1, 4: 2, None: 4}, ['ill'])
    >>> due.sizes, due.held['3*',], due.places, due.starred
    ({('3*',): 2, ('4*',): 1}, [HeldOfAudit(everybody=2, sizes={'flu': 1, '?': 2}, may_have={'flu': 2})], [[0], [0, 1]], 2)
    >>> due.told
    {'count': 4, 'in_classes': 2, 'suppressed': 2, 'several': 3, 'moving': 1, 'unknown': 4}
    """

    def __init__(self, column, classes, found, records, sensitive, sameness=AS_ONE):
        whole: dict = {}
        for of_values in found.values():
            for values, persons in of_values.items():
                whole.setdefault(values, set()).update(persons)
        everywhere = {person: [] for person in records if person is not None}
        for place, quasi in enumerate(classes):
            for person in set().union(*found.get(quasi, {}).values()):
                everywhere[person].append(place)
        starred = (persons for quasi, of_values in found.items() if quasi not in classes for persons in of_values.values())
        same = {name: sameness.alike(name, values) for name, values in values_of_columns(sensitive, whole).items()}
        self.column, self.whole = column, held_by_audit(whole, same)
        self.held = {quasi: held_by_audit(found.get(quasi, {}), same) for quasi in classes}
        self.sizes = {quasi: len(set().union(*found.get(quasi, {}).values())) for quasi in classes}
        self.places, self.starred = list(filter(None, everywhere.values())), len(set().union(*starred))
        self.told = {'count': len(everywhere), 'in_classes': len(self.places), 'suppressed': len(everywhere) - len(self.places),
                     'several': sum(n > 1 for person, n in records.items() if person is not None),
                     'moving': sum(len(of_person) > 1 for of_person in self.places),
                     'unknown': records.get(None, 0)}


def held_by_audit(of_values, same) -> list:
    """The HeldOfAudit of each column of a class, {values: set of persons}. same: {column: as HeldOfAudit.of has it}."""
    everybody = len(set().union(*of_values.values()))
    return [HeldOfAudit.of(of_column, everybody, same[name]) for name, of_column in persons_of_columns(of_values, same).items()]


def look_for_repetition(name, values, values_of, records):
    """Add a column's next values to {name: its values so far}. A column with a repeated value is dropped.

    So only columns that may be row numbers are kept in memory.
    """
    if name in values_of:
        values_of[name].update(values)
        if len(values_of[name]) < records:
            del values_of[name]


def in_classes(counts, width, stars='suppressed') -> tuple:
    """The classes and the suppressed rows in {row: records}. The first `width` values of a row are the quasi tuple.

    stars: 'suppressed', or 'class' if rows of '*' alone are a class like any other.

    >>> in_classes({('39', 'Sales'): 2, ('39', 'Tech'): 1, ('*', 'Tech'): 3}, 1)
    ({('39',): {('Sales',): 2, ('Tech',): 1}}, {('Tech',): 3})
    """
    classes: dict = {}
    for row, n in counts.items():
        classes.setdefault(row[:width], {})[row[width:]] = n
    return classes, classes.pop(('*',) * width, {}) if len(classes) > 1 and stars == 'suppressed' else {}


def class_sizes(published) -> dict:
    """{quasi tuple: records} of the classes."""
    return {quasi: sum(histogram.values()) for quasi, histogram in published.classes.items()}


def counted_sizes(published) -> dict:
    """{quasi tuple: persons} of the classes, or records where no persons are counted."""
    return published.persons.sizes if published.persons else class_sizes(published)


def accounts(published) -> dict:
    """How many records were read, are in classes, and are suppressed."""
    suppressed, in_classes_ = sum(published.suppressed.values()), sum(class_sizes(published).values())
    return {'read': in_classes_ + suppressed, 'in_classes': in_classes_, 'suppressed': suppressed}


def whole_file(published) -> dict:
    """{sensitive values: records} of the whole file, including suppressed rows. t, beta and delta compare with it."""
    histograms = [published.suppressed, *published.classes.values()]
    return added_up(chain.from_iterable(histograms), chain.from_iterable(histogram.values() for histogram in histograms))


def wildcard_k(sizes, most_steps=WILDCARD_STEPS):
    """The least number of records that a tuple is compatible with, if a missing value may stand for any value.

    Two tuples are compatible if in every column they are equal or one of them is missing. Tuples with the same missing columns
    form a pattern. Two patterns are compared on the columns that both have, by counts in a dict. A tuple with as many records
    as the least so far is dropped. None if that takes more than `most_steps` tuples to look at, as with thousands of patterns.

    >>> sizes = {('39', 'm'): 2, ('?', 'm'): 1, ('40', ''): 1, ('41', 'f'): 3}      # they go with 3, 4, 2 and 3 records
    >>> wildcard_k(sizes), wildcard_k(sizes, most_steps=10)
    (2, None)
    """
    patterns: dict = {}       # {places that are not missing: {quasi tuple: records}}
    for quasi, n in sizes.items():
        places = tuple(place for place, value in enumerate(quasi) if value not in MISSING)
        patterns.setdefault(places, {})[quasi] = n
    least = sum(sizes.values())
    for mine in sorted(patterns, key=len, reverse=True):        # with fewer missing values a tuple goes with fewer others
        compatible = dict.fromkeys(patterns[mine], 0)
        for theirs in chain([mine], (places for places in patterns if places != mine)):
            there = set(theirs)
            both = [place for place in mine if place in there]
            records = added_up(values_at(patterns[theirs], both), patterns[theirs].values())
            more = [compatible[quasi] + records.get(part, 0) for quasi, part in zip(compatible, values_at(compatible, both))]
            most_steps -= len(more) + len(patterns[theirs])
            compatible = {quasi: n for quasi, n in zip(compatible, more) if n < least}
            if most_steps < 0:
                return None
            if not compatible:
                break
        least = min([least, *compatible.values()])
    return least


def values_at(tuples, places):
    """The values of each tuple at these places."""
    return [tuple([values[place] for place in places]) for values in tuples]


def missing_cells(sizes) -> tuple:
    """How many cells of the quasi-identifiers are missing, and in how many records.

    >>> missing_cells({('39', 'm'): 2, ('?', ''): 1, ('40', ''): 3})
    (5, 4)
    """
    gaps = [(sum(value in MISSING for value in quasi), n) for quasi, n in sizes.items()]
    return sum(cells * n for cells, n in gaps), sum(n for cells, n in gaps if cells)
