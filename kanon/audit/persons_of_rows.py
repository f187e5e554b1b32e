"""The audit of a table that a recoding publishes: whose rows are in each class? (`python -m kanon recode --person`)

Promise: a PersonsOfRows knows the different persons of each published tuple, from the rows as they were read and the recoding. A row that is
nobody's counts for nobody. It keeps the names of persons until the audit is over, and publishes none.
It takes for granted which row is whose.
"""

from __future__ import annotations

from collections import Counter

from ..required import Required
from .persons import OfClass, verify_persons
from .recount import told_value


class PersonsOfRows:
    """What is found while rows are read. names: {name of a person: number}.

    >>> persons = PersonsOfRows({('38',): ('3*',), ('39',): ('3*',), ('41',): None}, 1)
    >>> list(persons.seen([[('38', 'flu', 'Ann'), ('39', 'flu', 'Ann'), ('39', 'ulcer', '?'), ('41', 'flu', 'Bob')]]))
    [[('38', 'flu'), ('39', 'flu'), ('39', 'ulcer'), ('41', 'flu')]]
    >>> persons.compared({('3*',): 3}, None)
    >>> persons.fewest, sorted(persons.names), persons.several(), persons.joined()
    (1, ['Ann', 'Bob'], 1, [0])
    """

    def __init__(self, recoding, carried, counted=False, k=None):
        """carried: how many columns stand between the quasi-identifiers and the person. counted: whether the last field of each row says
        how many records it stands for. k: that of --k, or None."""
        self._recoding, self._width, self._carried, self._counted, self._k = recoding, len(next(iter(recoding))), carried, counted, k
        self.names, self._classes = {}, {}      # _classes: {published tuple: the numbers of its persons}
        self._records = Counter()               # {number: records}
        self._owners = [{} for _ in range(carried)]     # of each carried column {value: {number: records}}, of the first two persons
        self.fewest = None

    def seen(self, batches):
        """Yield the batches without the persons."""
        place = self._width + self._carried
        for batch in batches:
            rows = list(batch)
            for row in rows:
                self._note(row[:place], row[place], int(row[-1]) if self._counted else 1)
            yield [row[:place] + row[place + 1:] for row in rows]

    def _note(self, row, name, n):
        nobody = told_value(name) == '?'
        person = None if nobody else self.names.setdefault(name, len(self.names))
        for value, owners in zip(row[self._width:], self._owners):
            of_value = owners.setdefault(value, {})
            if person in of_value or len(of_value) < 2:
                of_value[person] = of_value.get(person, 0) + n
        if nobody:
            return
        self._records[person] += n
        published = self._recoding.get(row[:self._width])
        if published is not None:
            self._classes.setdefault(published, set()).add(person)

    def several(self) -> int:
        """How many persons have several records."""
        return sum(n > 1 for n in self._records.values())

    def joined(self) -> list:
        """Of each carried column, how many persons have a value of it in several records that nobody else has."""
        return [len({person for of_value in owners.values() if len(of_value) == 1 for person, n in of_value.items() if n > 1} - {None})
                for owners in self._owners]

    def compared(self, sizes, fingerprint):
        """DataError if a class of the file, {published tuple: records}, has fewer than k persons. It finds the fewest persons of a class."""
        persons = {published: OfClass(len(of_class), {}) for published, of_class in self._classes.items()}
        self.fewest = verify_persons(sizes, persons, Required(self._k or 0))
