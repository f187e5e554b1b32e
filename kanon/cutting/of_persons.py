"""Whose records the points of a partition are, where k counts persons.

Promise: `passes` tells whether a part has k different persons and passes the rules beyond k. It stops at the k-th person, so it rarely
looks at many points. Rules beyond k need all of them.
The points stay the quasi tuples. A cut may send the records of a person to both sides, and the person counts on each.
"""

from __future__ import annotations

from itertools import chain, count


class PersonsOfPoints:
    """The persons (a Persons, persons.py) of each point. rows_of: [point] -> its rows of the frequency set.

    >>> from ..persons import Persons
    >>> of_points = PersonsOfPoints(Persons(2, [0, 0, 1], [0, 1, 0]), [[0], [1]])
    >>> of_points.has([0], 2), of_points.has([1], 2)
    (True, False)
    """

    def __init__(self, persons, rows_of):
        self._persons, self._rows_of = persons, rows_of
        self._starts = persons.starts(sum(map(len, rows_of)))
        self._numbers = None        # [row] -> those of its persons, as `held` takes them. They are made if rules ask for them

    def passes(self, points, required) -> bool:
        """Whether these points have what is required."""
        return self.has(points, required.k) and (not required.rules or required.passes(self.held(points)))

    def held(self, points) -> list:
        """The Held of each sensitive column (persons.py)."""
        if self._numbers is None:
            numbers, starts = self._persons.numbers(), self._starts
            self._numbers = [numbers[start:end] for start, end in zip(starts, starts[1:])]
        rows = chain.from_iterable(map(self._rows_of.__getitem__, points))
        return self._persons.held(chain.from_iterable(map(self._numbers.__getitem__, rows)))[0]

    def has(self, points, k) -> bool:
        """Whether these points have k different persons."""
        seen: set = set()
        starts, persons = self._starts, self._persons.persons
        for row in chain.from_iterable(map(self._rows_of.__getitem__, points)):
            seen.update(persons[starts[row]:starts[row + 1]])
            if len(seen) >= k:
                return True
        return False


def rows_of_points(columns, of_rows):
    """[point] -> its rows of the frequency set. columns: [dim][row] -> code, of the whole table.

    of_rows: [point] -> its only row, or None if rows of equal codes are one point.

    >>> rows_of_points([[0, 1, 0], [4, 4, 4]], None)
    [[0, 2], [1]]
    """
    if of_rows is not None:
        return [(row,) for row in of_rows]
    point_of: dict = {}
    for row, codes in zip(count(), zip(*columns)):
        point_of.setdefault(codes, []).append(row)
    return list(point_of.values())
