"""Whose records the points of a partition are, where k counts persons.

Promise: `passes` tells whether a part has k different persons and passes the rules beyond k. It
stops at the k-th person, so it rarely looks at many points. Rules beyond k need all of them.
The points stay the quasi tuples. A cut may send the records of a person to both sides, and the
person counts on each.
"""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import chain, islice

from ..counts.frequency import Codes
from ..counts.persons import Persons
from ..counts.required import by_column


class PersonsOfPoints:
    """The persons of so many points: a Persons (counts/persons.py) whose places are points.

    >>> of_points = PersonsOfPoints(Persons(2, [0, 0, 1], [0, 1, 0]), 2)
    >>> of_points.has([0], 2), of_points.has([1], 2)
    (True, False)
    """

    def __init__(self, persons, points):
        self._persons = persons
        starts = persons.starts(points)
        self._slices = list(map(slice, starts, starts[1:]))
        # [point] -> how many persons have their first row there. It is made if rules ask for it.
        self._firsts = None

    def passes(self, points, required) -> bool:
        """Whether these points have what is required."""
        if not self.has(points, required.k):
            return False
        if not required.rules:
            return True
        if required.has_bounds and self._surely_pass(points, required):
            return True
        return required.passes(self.held(points))

    def held(self, points) -> list:
        """The Held of each sensitive column (counts/persons.py)."""
        return self._persons.held(self._of(self._persons.numbers(), points))[0]

    def has(self, points, k) -> bool:
        """Whether these points have k different persons."""
        persons, seen = self._of(self._persons.persons, points), set()
        for person in persons:
            seen.add(person)
            seen.update(islice(persons, k - 1))
            if len(seen) >= k:
                return True
        return False

    def _surely_pass(self, points, required) -> bool:
        """Whether these points pass by bounds that add up.

        To find the different persons takes longer. The persons with some values are no more than
        their rows, and all persons are no fewer than those whose first row is there.
        """
        if self._firsts is None:
            firsts = self._persons.firsts()
            self._firsts = array('I', [sum(firsts[of_point]) for of_point in self._slices])
        of_codes = Counter(self._of(self._persons.codes, points))
        rows = {self._persons.values[code]: n for code, n in of_codes.items()}
        everybody = sum(map(self._firsts.__getitem__, points))
        return required.surely_passes(by_column(rows), everybody)

    def _of(self, numbers, points):
        """Those of the numbers, one for each row of a person, that are in these points."""
        return chain.from_iterable(map(numbers.__getitem__, map(self._slices.__getitem__, points)))


def at_points(persons, columns) -> Persons:
    """The same persons with points as places, where rows of equal codes are one point.

    columns: [dim][row] -> code, of the whole table.

    >>> at_points(Persons(2, [0, 1, 2], [0, 0, 1]), [[0, 1, 0], [4, 4, 4]]).places
    array('I', [0, 0, 1])
    """
    point_of = Codes()
    points = [point_of[codes] for codes in zip(*columns)]
    places = map(points.__getitem__, persons.places)
    of_points = Persons(persons.size, places, persons.persons, persons.values, persons.codes)
    of_points.take_as_one(persons.same)
    return of_points
