"""Whose rows the rows of a table are.

Promise: `Persons` holds each (row of the frequency set, person, sensitive values) of a table once, ascending. The values are there only
if rules beyond k ask for them. A row that is nobody's is not among them. So it counts for nobody.
A person is a number. Nothing here knows the names of persons, and no number is published.
"""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import accumulate, chain, compress, repeat
from operator import ne

from .frequency import code_type


class Persons:
    """The persons of a table: three arrays, in which a person has a row of the frequency set with the sensitive values values[code].

    size: every person is a number below it. count: how many different persons there are.

    >>> persons = Persons(3, [1, 0, 0, 0], [2, 0, 2, 2], [('flu',), ('ulcer',)], [0, 0, 1, 1])
    >>> persons.places, persons.persons, persons.codes
    (array('I', [0, 0, 1]), array('I', [0, 2, 2]), array('H', [0, 1, 0]))
    >>> persons.count, persons.starts(2)
    (2, [0, 2, 3])
    """

    def __init__(self, size, places, persons, values=((),), codes=None):
        many = len(values)
        numbers = ((place * size + person) * many + code for place, person, code in zip(places, persons, codes or repeat(0)))
        numbers = once(sorted(numbers))
        self.size, self.values = size, values
        self.codes = array(code_type(many), (number % many for number in numbers))
        self.persons = array('I', (number // many % size for number in numbers))
        self.places = array('I', (number // many // size for number in numbers))
        self.count = len(set(self.persons))

    def pairs(self) -> tuple:
        """The places and the persons, each pair once, whatever the sensitive values are.

        >>> Persons(1, [0, 0, 1], [0, 0, 0], [('flu',), ('ulcer',)], [0, 1, 0]).pairs()
        (array('I', [0, 1]), array('I', [0, 0]))
        """
        if len(self.values) == 1:
            return self.places, self.persons
        numbers = once([place * self.size + person for place, person in zip(self.places, self.persons)])
        return array('I', (number // self.size for number in numbers)), array('I', (number % self.size for number in numbers))

    def starts(self, rows) -> list:
        """Where those of each row of the frequency set begin. rows: how many there are."""
        return [0, *accumulate(map(Counter(self.places).__getitem__, range(rows)))]

    def histogram(self, chosen) -> dict:
        """{sensitive values: set of persons} of a class. chosen: ranges of places in the three arrays."""
        found: dict = {}
        for part in chosen:
            for code, person in zip(self.codes[part], self.persons[part]):
                found.setdefault(code, set()).add(person)
        return {self.values[code]: persons for code, persons in found.items()}

    def histograms(self, classes, chosen) -> dict:
        """{class: {sensitive values: set of persons}} of the chosen classes. classes: [row of the frequency set] -> its class."""
        found: dict = {class_: {} for class_ in chosen}
        for class_, code, person in zip(map(classes.__getitem__, self.places), self.codes, self.persons):
            if class_ in found:
                found[class_].setdefault(code, set()).add(person)
        return {class_: {self.values[code]: persons for code, persons in of_class.items()} for class_, of_class in found.items()}


def once(numbers) -> list:
    """Ascending numbers, each once.

    >>> once([3, 3, 5, 8, 8])
    [3, 5, 8]
    """
    return list(compress(numbers, map(ne, numbers, chain([None], numbers))))


def persons_by_column(class_) -> list:
    """{value: set of persons} of each sensitive column of a class, {sensitive values: set of persons}.

    >>> persons_by_column({('flu', 'yes'): {1, 2}, ('flu', 'no'): {1}})
    [{'flu': {1, 2}}, {'yes': {1, 2}, 'no': {1}}]
    """
    found: list = [{} for _ in next(iter(class_), ())]
    for values, persons in class_.items():
        for histogram, value in zip(found, values):
            histogram[value] = histogram[value] | persons if value in histogram else persons
    return found
