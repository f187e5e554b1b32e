"""A lower bound of lm for tables with too many regions (bound.py).

It is how far each record is from its k-th nearest. The distance of two records is what a class of
the two would lose. A class of at least k records that holds a record has k records, itself
included, that are no farther from it than the loss of the class.
Promise: the price of a record is its distance to the k-th nearest, itself included, or 0 before
that is known. So a class loses at least the price of each of its records. Distances are whole
numbers of a unit, exact or rounded down.
"""

from __future__ import annotations

from fractions import Fraction
from heapq import heappop, heappush

from .regions import RESOLUTION, least_common, relative_places


class Neighbours:
    """The distances of records to their k-th nearest.

    points: (code, ..., records) of each distinct tuple. k: of the classes. weights: of the columns
    in lm.
    unit: a loss of 1.
    total: the sum of the prices so far.

    >>> from ..cutting.dimension import dimension_of
    >>> dimensions = [dimension_of({'1': 1, '3': 1, '9': 2}), dimension_of({'a': 3, 'b': 1})]
    >>> neighbours = Neighbours([(0, 0, 1), (1, 1, 1), (2, 0, 2)], dimensions, 2, [1, 1])
    >>> sum(1 for _ in neighbours.rounds()), neighbours.total / neighbours.unit
    (3, 2.25)
    """

    def __init__(self, points, dimensions, k, weights):
        self._k = k
        self.total = 0
        tables = []
        for dimension, weight in zip(dimensions, weights):
            tables.append(distances_in(dimension, Fraction(weight)))
        widths = [width_of(rows, unit) for rows, unit in tables]
        order = sorted(range(len(tables)), key=lambda dim: -widths[dim])
        self.unit = least_common([unit for _, unit in tables])
        if self.unit.bit_length() > 2 * RESOLUTION:
            self.unit = 1 << RESOLUTION
        self._distances = []        # of each column, the widest first: [code][code] -> distance
        for dim in order:
            rows, unit = tables[dim]
            self._distances.append([[distance * self.unit // unit for distance in row]
                                    for row in rows])
        self._points: list = []
        if order:
            self._points = sorted((*(point[dim] for dim in order), point[-1]) for point in points)
        self._tree: dict = {}       # {code in the first column: {code in the second: ... records}}
        for *codes, last, n in self._points:
            node = self._tree
            for code in codes:
                node = node.setdefault(code, {})
            node[last] = n

    def rounds(self):
        """Yield after each point. Whoever has no time left stops asking."""
        before, nearest = None, 0
        for point in self._points:
            most = None
            if before is not None:
                most = nearest + self._at_most(before, point)
            before, nearest = point, self._nearest(point, most)
            self.total += nearest * point[-1]
            yield

    def _at_most(self, point, other):
        """An upper bound of the distance of two points."""
        distance = 0
        for table, one, another in zip(self._distances, point, other):
            distance += table[one][another] + 2     # both prices may have been rounded down by 1
        return distance

    def _nearest(self, point, most):
        """The distance of the k-th nearest record. most: it is no farther, if that is known."""
        # (distance so far, sequence, columns so far, what is below)
        heap = [(0, 0, 0, self._tree)]
        sequence, records = 0, 0
        while True:
            distance, _, depth, below = heappop(heap)
            if depth == len(self._distances):
                records += below
                if records >= self._k:
                    return distance
                continue
            row = self._distances[depth][point[depth]]
            for code, child in below.items():
                farther = distance + row[code]
                if most is None or farther <= most:
                    sequence += 1
                    heappush(heap, (farther, sequence, depth + 1, child))


def width_of(rows, unit) -> Fraction:
    """How far the codes of a column lie apart, by its table of distances.

    It is the least distance, above 0, that a code has to the one farthest from it.
    """
    farthest = [max(row) for row in rows]
    return Fraction(min([distance for distance in farthest if distance], default=0), unit)


def distances_in(dimension, weight) -> tuple:
    """([code][code] -> what a class with both codes loses in a column, a loss of 1).

    All are whole numbers.

    >>> from ..cutting.dimension import dimension_of
    >>> distances_in(dimension_of({'1': 1, '3': 1, '9': 2}), Fraction(1, 2))
    ([[0, 1, 4], [1, 0, 3], [4, 3, 0]], 8)
    """
    if dimension.has_missing:
        rows, unit = distances_in(dimension.present, weight)
        whole = int(weight * unit)
        of_missing = [whole] * (len(rows) + 1)
        return [of_missing, *([whole, *row] for row in rows)], unit
    if dimension.is_number:
        places = relative_places(dimension, weight)
        unit = least_common([weight.denominator, *(place.denominator for place in places)])
        places = [int(place * unit) for place in places]
        return [[abs(one - other) for other in places] for one in places], unit
    step = weight / (dimension.others or 1)
    unit = least_common([weight.denominator, step.denominator])
    distance = int(step * unit)
    codes = range(len(dimension.texts))
    return [[distance * (one != other) for other in codes] for one in codes], unit
