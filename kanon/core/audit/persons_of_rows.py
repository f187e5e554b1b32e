"""The audit of a table that a recoding publishes: whose rows are in each class? (`python -m kanon recode --person`, engines/release.py)

Promise: a PersonsOfClasses knows the different persons of each published tuple, from the rows as they were read and the recoding. A row that
is nobody's counts for nobody. It keeps the names of persons until the audit is over, and publishes none.
It takes for granted which row is whose.
"""

from __future__ import annotations

from collections import Counter

from ..counts.required import Required
from .persons import broken_rule, deciders_of, OfClass, persons_of_columns, verify_persons
from .recount import told_value
from .same import ones_of_columns, values_of_columns


class PersonsOfClasses:
    """required: k persons, and rules beyond k in persons. names: {name of a person: number}. fewest: persons of a class, once compared.

    >>> persons = PersonsOfClasses(Required(2))
    >>> for published, name in ((('3*',), 'Ann'), (('3*',), 'Ann'), (('3*',), 'Bob'), (('3*',), 'n/a'), (None, 'Cem')):
    ...     persons.note(published, (), persons.number(name))
    >>> persons.compared({('3*',): 4}, None)
    >>> persons.fewest, sorted(persons.names)
    (2, ['Ann', 'Bob', 'Cem'])
    """

    def __init__(self, required):
        self.names, self.fewest, self.rules, self._required = {}, None, required.rules, required
        self._classes = {}      # {published tuple: {sensitive values: the numbers of those who have them}}

    def classes(self) -> dict:
        """{published tuple, None if suppressed: {sensitive values: the numbers of those who have them}}."""
        return self._classes

    def number(self, name):
        """A person's number, None if the name says that nobody is known."""
        return None if told_value(name) == '?' else self.names.setdefault(name, len(self.names))

    def note(self, published, values, person):
        """A row. published: its published tuple, None if it is suppressed. values: of the sensitive columns that have rules."""
        if person is not None:
            self._classes.setdefault(published, {}).setdefault(values, set()).add(person)

    def compared(self, sizes, fingerprint):
        """DataError if a class of the file, {published tuple: records}, lacks persons, or fails a rule."""
        there = {values for found in self._classes.values() for values in found}
        ones = ones_of_columns(values_of_columns(self.rules, there), self._required.sameness)
        deciders = deciders_of(((values, person) for found in self._classes.values() for values, of_values in found.items()
                                for person in of_values), self.rules, ones)
        persons = {}
        for published, found in self._classes.items():
            everybody = len(set().union(*found.values()))
            persons[published] = OfClass(everybody, broken_rule(persons_of_columns(found, self.rules), everybody, deciders))
        self.fewest = verify_persons(sizes, persons, self._required)


class PersonsOfRows(PersonsOfClasses):
    """What is found while rows are read that a recoding, {quasi tuple: published tuple or None}, publishes. Its rows name the person.

    >>> persons = PersonsOfRows({('38',): ('3*',), ('39',): ('3*',), ('41',): None}, 1)
    >>> list(persons.seen([[('38', 'flu', 'Ann'), ('39', 'flu', 'Ann'), ('39', 'ulcer', '?'), ('41', 'flu', 'Bob')]]))
    [[('38', 'flu'), ('39', 'flu'), ('39', 'ulcer'), ('41', 'flu')]]
    >>> persons.compared({('3*',): 3}, None)
    >>> persons.fewest, sorted(persons.names), persons.several(), persons.joined()
    (1, ['Ann', 'Bob'], 1, [0])
    """

    def __init__(self, recoding, carried, counted=False, k=None, sensitive=0):
        """carried: how many columns stand between the quasi-identifiers and the person. counted: whether the last field of each row says
        how many records it stands for. k: that of --k, or None. sensitive: how many of the carried columns, the first, are noted."""
        super().__init__(Required(k or 0))
        self._recoding, self._width, self._carried, self._counted = recoding, len(next(iter(recoding))), carried, counted
        self._sensitive = slice(len(next(iter(recoding))), len(next(iter(recoding))) + sensitive)
        self.records = Counter()                # {number: records}, those of nobody under None
        self._owners = [{} for _ in range(carried)]     # of each carried column {value: {number: records}}, of the first two persons

    def seen(self, batches):
        """Yield the batches without the persons."""
        place = self._width + self._carried
        for batch in batches:
            rows = list(batch)
            for row in rows:
                self._look(row[:place], self.number(row[place]), int(row[-1]) if self._counted else 1)
            yield [row[:place] + row[place + 1:] for row in rows]

    def _look(self, row, person, n):
        for value, owners in zip(row[self._width:], self._owners):
            of_value = owners.setdefault(value, {})
            if person in of_value or len(of_value) < 2:
                of_value[person] = of_value.get(person, 0) + n
        self.records[person] += n
        self.note(self._recoding.get(row[:self._width]), tuple(map(told_value, row[self._sensitive])), person)

    def several(self) -> int:
        """How many persons have several records."""
        return sum(n > 1 for person, n in self.records.items() if person is not None)

    def joined(self) -> list:
        """Of each carried column, how many persons have a value of it in several records that nobody else has."""
        return [len({person for of_value in owners.values() if len(of_value) == 1 for person, n in of_value.items() if n > 1} - {None})
                for owners in self._owners]
