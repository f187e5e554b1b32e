"""A published table, from any tool, as its equivalence classes.

Promise: every record of the file is in one class or is counted as suppressed. None is left out
because of a missing value. All values are text, recorded or generalized alike. Rows with '*' in
every quasi-identifier are suppressed and form no class. If the table has no other rows, they are
its one class, as in a release generalized to the top.
Where a column says whose row each row is, a class has the different persons of its rows. A row
whose person is missing counts for nobody.
"""

from __future__ import annotations

from array import array
from collections import Counter, namedtuple
from itertools import chain, compress

from ...core.audit.recount import unguarded
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


# classes: {quasi tuple: {sensitive values: records}}; suppressed: {sensitive values: records};
# others: all other columns; distinct: those of the others with a different value in every record;
# persons: a PublishedPersons, None where records are counted.
PublishedTable = namedtuple('PublishedTable', 'classes suppressed others distinct persons',
                            defaults=(None,))


def read_classes(table, quasi, sensitive=(), stars='suppressed', whole_rows=None,
                 person=None) -> PublishedTable:
    """The classes of a table that keeps records with missing values. DataError if it holds no
    record.

    whole_rows: a Counter that gets {row of all columns: records}, the columns in the order quasi,
    sensitive, others, person. person: the column that says whose row each row is, or None.
    """
    named = [*quasi, *sensitive]
    whose = [] if person is None else [person]
    for name in named + whose:      # refused before the columns of the table are named, too
        table.index(name, named + whose)
    chosen = {*named, *whose, table.counts}
    others = [name for name in table.columns if name not in chosen]
    width, end = len(named), len(named + others)        # of the fields of a row
    counts: Counter = Counter()
    values_of: dict = {name: set() for name in others}
    owners = OwnersOfRows() if whose else None
    for batch in table.batches(named + others + whose):
        rows = list(batch)
        records = None if table.counts is None else [int(row[-1]) for row in rows]
        of_classes = [row[:width] for row in rows]
        counts.update(of_classes if records is None else added_up(of_classes, records))
        if owners:
            owners.note(of_classes, [row[end] for row in rows], records)
        if whole_rows is not None:
            whole = [row[:end + len(whose)] for row in rows]
            whole_rows.update(whole if records is None else added_up(whole, records))
        for name, values in zip(others, list(zip(*rows))[width:end]):
            look_for_repetition(name, values, values_of, table.read)
    if not counts:
        raise DataError('holds no record' + ' without a missing value (? or nothing); see --missing'
                        * bool(table.missing_records), table.name)
    classes, suppressed = in_classes(counts, len(quasi), stars)
    distinct = list(values_of) if table.read > 1 else []
    persons = None
    if owners:
        names = owners.names.keys() - {UNKNOWN}
        check_names(names, table.read, person, table.name, sameness=table.sameness)
        among = owners.persons(classes, len(quasi))
        among.take_all_as_one(sensitive, table.sameness)
        persons = PublishedPersons(person, classes, among, owners.records())
    return PublishedTable(classes, suppressed, others, distinct, persons)


class OwnersOfRows:
    """Whose each row of a table is. '?' is nobody, whichever word says so.

    rows: {quasi and sensitive values: their number}. names: {person: the number}.
    of_rows, of_persons: the two numbers of each row.
    counts: how many records each row stands for, None if each is one.

    >>> owners = OwnersOfRows()
    >>> owners.note([('3*', 'flu'), ('4*', 'flu'), ('3*', 'flu')], ['Ann', 'n/a', 'Ann'])
    >>> owners.records()
    {0: 2, None: 1}
    >>> owners.persons({('4*',): {}, ('3*',): {}}, 1).pairs()
    (array('I', [1]), array('I', [0]))
    """

    def __init__(self):
        self.rows, self.names, self._known = Codes(), Codes(), Known()
        self.of_rows, self.of_persons, self.counts = array('I'), array('I'), None

    def note(self, rows, names, counts=None):
        """Add rows. names: of their persons. counts: how many records each stands for."""
        self.of_rows.extend([self.rows[row] for row in rows])
        self.of_persons.extend([self.names[self._known[name]] for name in names])
        if counts is not None:
            self.counts = self.counts or array('Q')
            self.counts.extend(counts)

    def records(self) -> dict:
        """{number of a person: records}, those of nobody under None."""
        nobody = self.names.get(UNKNOWN)
        records = added_up(self.of_persons, self.counts)
        return {None if person == nobody else person: n for person, n in records.items()}

    def persons(self, classes, width) -> Persons:
        """The persons with the classes as places, in their order, and suppressed rows behind them.

        width: of a quasi tuple.
        """
        place_of = {quasi: place for place, quasi in enumerate(classes)}
        known, code_of = Known(), Codes()
        places = [place_of.get(row[:width], len(classes)) for row in self.rows]
        codes = [code_of[tuple([known[value] for value in row[width:]])] for row in self.rows]
        rows, persons = self.of_rows, self.of_persons
        nobody = self.names.get(UNKNOWN)
        if nobody is not None:
            is_there = [person != nobody for person in persons]
            rows, persons = list(compress(rows, is_there)), list(compress(persons, is_there))
        return Persons(len(self.names), [places[row] for row in rows], persons, list(code_of),
                       [codes[row] for row in rows])


class PublishedPersons:
    """The persons of the classes of a table. A person stands in all classes that hold a row of the
    person.

    column    says whose row each row is
    sizes     {quasi tuple: how many persons the class has}
    held      {quasi tuple: a Held of each sensitive column (counts/persons.py)}
    whole     the same of the whole file, with suppressed rows
    places    for each person who is in a class a list of the places of these classes in `sizes`
    starred   how many persons have suppressed rows
    told      {'count': persons, 'in_classes': those in a class, 'suppressed': the others,
              'several': those with several records, 'moving': those in several classes,
              'unknown': records that are nobody's}

    >>> owners, classes = OwnersOfRows(), {('3*',): {}, ('4*',): {}}
    >>> rows = [('3*', 'flu'), ('3*', 'gout'), ('3*', 'gout'), ('3*', 'flu'), ('4*', 'flu')]
    >>> owners.note(rows, ['Ann', 'Ann', 'Bob', '?', 'Bob'])
    >>> persons = PublishedPersons('who', classes, owners.persons(classes, 1), owners.records())
    >>> persons.sizes, persons.places
    ({('3*',): 2, ('4*',): 1}, [[0], [0, 1]])
    >>> persons.held['4*',]
    [Held(everybody=1, sizes={'flu': 1}, may_have={'flu': 1})]
    >>> persons.told['count'], persons.told['several'], persons.told['moving']
    (2, 2, 1)
    """

    def __init__(self, column, classes, persons, records):
        """persons: as OwnersOfRows returns them. records: {person: records}, those of nobody under
        None."""
        suppressed, columns = len(classes), len(persons.values[0])
        places = range(suppressed + 1)
        sizes = persons.in_classes(places)
        held = persons.held_in_classes(places) if columns else {}
        nothing = [Held(0, {}, {})] * columns
        self.column = column
        self.sizes = {quasi: sizes[place] for place, quasi in enumerate(classes)}
        self.held = {quasi: held.get(place, nothing) for place, quasi in enumerate(classes)}
        self.whole = persons.held_in_table() if columns else []
        self.starred = sizes[suppressed]
        places_of: list = [[] for _ in range(persons.size)]
        for place, person in zip(*persons.pairs()):
            if place != suppressed:
                places_of[person].append(place)
        self.places = [of_person for of_person in places_of if of_person]
        several = [n > 1 for person, n in records.items() if person is not None]
        moving = [len(of_person) > 1 for of_person in self.places]
        self.told = {'count': persons.count,
                     'in_classes': len(self.places),
                     'suppressed': persons.count - len(self.places),
                     'several': sum(several),
                     'moving': sum(moving),
                     'unknown': records.get(None, 0)}


class HeldOfAudit(Held):
    """A Held of a column, and the persons themselves, by whom the audit decides.

    persons: {value: set of persons}.
    """

    @classmethod
    def of(cls, held, persons):
        """A Held, with the persons."""
        of_audit = cls(*held)
        of_audit.merged, of_audit.persons = held.merged, persons
        return of_audit


class PersonsDue(PublishedPersons):
    """The same of a table without their column, from the counted records that it was made of. The
    audit has counted them.

    classes: of the table. counted: {published tuple: {sensitive values: set of persons}}, those of
    suppressed records under None. records: {person: records}, those of nobody under None.
    sensitive: the names of the sensitive columns.

    >>> counted = {('3*',): {('flu',): {1}, ('?',): {1, 2}}, ('4*',): {('flu',): {2}},
    ...            ('*',): {('flu',): {4}}, None: {('gout',): {3, 4}}}
    >>> records = {1: 2, 2: 2, 3: 1, 4: 2, None: 4}
    >>> due = PersonsDue('who', {('3*',): {}, ('4*',): {}}, counted, records, ['ill'])
    >>> due.held['3*',]
    [HeldOfAudit(everybody=2, sizes={'flu': 1, '?': 2}, may_have={'flu': 2})]
    >>> due.held['3*',][0].persons
    {'flu': {1}, '?': {1, 2}}
    >>> due.sizes, due.places, due.starred
    ({('3*',): 2, ('4*',): 1}, [[0], [0, 1]], 2)
    >>> due.told
    {'count': 4, 'in_classes': 2, 'suppressed': 2, 'several': 3, 'moving': 1, 'unknown': 4}
    """

    def __init__(self, column, classes, counted, records, sensitive, sameness=AS_ONE):
        persons = persons_counted(classes, counted)
        persons.take_all_as_one(sensitive, sameness)
        super().__init__(column, classes, persons, records)
        for quasi, held in self.held.items():
            sets = persons_by_value(counted.get(quasi, {}), len(sensitive))
            self.held[quasi] = list(map(HeldOfAudit.of, held, sets))


def persons_counted(classes, counted) -> Persons:
    """The Persons of PersonsDue, as OwnersOfRows returns them."""
    place_of = {quasi: place for place, quasi in enumerate(classes)}
    code_of = Codes()
    places, numbers, codes = array('I'), array('I'), array('I')
    for published, of_values in counted.items():
        place = place_of.get(published, len(classes))
        for values, persons in of_values.items():
            for person in persons:
                places.append(place)
                numbers.append(person)
                codes.append(code_of[values])
    return Persons(1 + max(numbers), places, numbers, list(code_of), codes)


def persons_by_value(of_values, columns) -> list:
    """Of each column {value: set of persons}, of {sensitive values: set of persons}.

    >>> persons_by_value({('flu', 'no'): {1}, ('flu', 'yes'): {2}}, 2)
    [{'flu': {1, 2}}, {'no': {1}, 'yes': {2}}]
    """
    by_value: list = [{} for _ in range(columns)]
    for values, persons in of_values.items():
        for of_column, value in zip(by_value, values):
            of_column.setdefault(value, set()).update(persons)
    return by_value


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
