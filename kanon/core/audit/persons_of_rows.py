"""The audit of a table that a recoding publishes: whose rows are in each class?
(`python -m kanon recode --person`, tools/engines/release.py)

Promise: a PersonsOfClasses knows the different persons of each published tuple, from the rows as
they were read and the recoding. A row that is nobody's counts for nobody. It keeps the names of
persons until the audit is over, and publishes none.
It takes for granted which row is whose.
"""

from __future__ import annotations

from collections import Counter

from ..counts.required import Required
from .persons import count_class, deciders_of, verify_persons
from .recount import told_value
from .same import ones_of_columns, values_of_columns


class PersonsOfClasses:
    """The persons of each class, noted row by row.

    required: k persons, and rules beyond k in persons. names: {name of a person: number}.
    fewest: persons of a class, once compared.

    >>> persons = PersonsOfClasses(Required(2))
    >>> persons.note(('3*',), (), persons.number('Ann'))
    >>> persons.note(('3*',), (), persons.number('Ann'))
    >>> persons.note(('3*',), (), persons.number('Bob'))
    >>> persons.note(('3*',), (), persons.number('n/a'))
    >>> persons.note(None, (), persons.number('Cem'))
    >>> persons.compared({('3*',): 4}, None)
    >>> persons.fewest, sorted(persons.names)
    (2, ['Ann', 'Bob', 'Cem'])
    """

    def __init__(self, required):
        self.names, self.fewest, self.rules = {}, None, required.rules
        self._required = required
        self._classes = {}      # as `classes` returns them

    def classes(self) -> dict:
        """{published tuple, None if suppressed: {sensitive values: the numbers of those who have
        them}}."""
        return self._classes

    def number(self, name):
        """A person's number, None if the name says that nobody is known."""
        if told_value(name) == '?':
            return None
        return self.names.setdefault(name, len(self.names))

    def note(self, published, values, person):
        """A row. published: its published tuple, None if it is suppressed. values: of the sensitive
        columns that have rules."""
        if person is not None:
            of_values = self._classes.setdefault(published, {})
            of_values.setdefault(values, set()).add(person)

    def compared(self, sizes, fingerprint):
        """DataError if a class of the file, {published tuple: records}, lacks persons, or fails a
        rule."""
        values_of_table = {values for values, _ in self._pairs()}
        ones = ones_of_columns(values_of_columns(self.rules, values_of_table),
                               self._required.sameness)
        deciders = deciders_of(self._pairs(), self.rules, ones)
        counted = {}
        for published, of_values in self._classes.items():
            values, persons = zip(*pairs_of_class(of_values))
            counted[published] = count_class(persons, zip(*values), deciders)
        self.fewest = verify_persons(sizes, counted, self._required)

    def _pairs(self):
        """Yield the (sensitive values, person) pairs of all classes, suppressed rows among them."""
        for of_values in self._classes.values():
            yield from pairs_of_class(of_values)


def pairs_of_class(of_values):
    """Yield the (sensitive values, person) pairs of a class, {sensitive values: set of persons}."""
    for values, persons in of_values.items():
        for person in persons:
            yield values, person


class PersonsOfRows(PersonsOfClasses):
    """What is seen while rows are read that a recoding, {quasi tuple: published tuple or None},
    publishes. Its rows name the person.

    >>> persons = PersonsOfRows({('38',): ('3*',), ('39',): ('3*',), ('41',): None}, 1)
    >>> rows = [('38', 'flu', 'Ann'), ('39', 'flu', 'Ann'), ('39', 'ulcer', '?'),
    ...         ('41', 'flu', 'Bob')]
    >>> list(persons.seen([rows]))
    [[('38', 'flu'), ('39', 'flu'), ('39', 'ulcer'), ('41', 'flu')]]
    >>> persons.compared({('3*',): 3}, None)
    >>> persons.fewest, sorted(persons.names), persons.several(), persons.joined()
    (1, ['Ann', 'Bob'], 1, [0])
    """

    def __init__(self, recoding, carried, counted=False, k=None, sensitive=0):
        """carried: how many columns stand between the quasi-identifiers and the person.

        counted: whether the last field of each row says how many records it stands for. k: that of
        --k, or None. sensitive: how many of the carried columns, the first, are noted.
        """
        super().__init__(Required(k or 0))
        self._recoding, self._counted = recoding, counted
        self._width = len(next(iter(recoding)))
        self._person = self._width + carried        # its place in a row
        self._sensitive = slice(self._width, self._width + sensitive)
        self.records = Counter()        # {number: records}, those of nobody under None
        # of each carried column {value: {number: records}}, of the first two persons
        self._owners = [{} for _ in range(carried)]

    def seen(self, batches):
        """Yield the batches without the persons."""
        place = self._person
        for batch in batches:
            rows = list(batch)
            for row in rows:
                self._look(row, int(row[-1]) if self._counted else 1)
            yield [row[:place] + row[place + 1:] for row in rows]

    def _look(self, row, n):
        """Note a row that stands for n records."""
        person = self.number(row[self._person])
        for value, owners in zip(row[self._width:self._person], self._owners):
            of_value = owners.setdefault(value, {})
            if person in of_value or len(of_value) < 2:
                of_value[person] = of_value.get(person, 0) + n
        self.records[person] += n
        values = tuple(map(told_value, row[self._sensitive]))
        self.note(self._recoding.get(row[:self._width]), values, person)

    def several(self) -> int:
        """How many persons have several records."""
        return sum(n > 1 for person, n in self.records.items() if person is not None)

    def joined(self) -> list:
        """Of each carried column, how many persons have a value of it in several records that
        nobody else has."""
        return [len(persons_joined(owners)) for owners in self._owners]


def persons_joined(owners) -> set:
    """The persons who have a value in several records that nobody else has.

    owners: {value: {number: records}}.

    >>> persons_joined({'a': {1: 2}, 'b': {1: 1, 2: 2}, 'c': {3: 1}, 'd': {None: 2}})
    {1}
    """
    joined: set = set()
    for of_value in owners.values():
        if len(of_value) == 1:
            joined.update(person for person, n in of_value.items() if n > 1)
    return joined - {None}
