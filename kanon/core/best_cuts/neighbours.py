"""A lower bound of lm for tables with too many regions (bound.py): how far each record is from its k-th nearest.

The distance of two records is what a class of the two would lose. A class of at least k records that holds a record has k records,
itself included, that are no farther from it than the loss of the class.
Promise: the price of a record is its distance to the k-th nearest, itself included, or 0 before that is known. So a class
loses at least the price of each of its records. Distances are whole numbers of a unit, exact or rounded down.
"""

from __future__ import annotations

from fractions import Fraction
from heapq import heappop, heappush

from .regions import RESOLUTION, least_common, relative_places


class Neighbours:
    """points: (code, ..., records) of each distinct tuple. k: of the classes. weights: of the columns in lm.

    unit: a loss of 1. total: the sum of the prices so far.

    >>> from ..cutting.dimension import dimension_of
    >>> dimensions = [dimension_of({'1': 1, '3': 1, '9': 2}), dimension_of({'a': 3, 'b': 1})]
    >>> neighbours = Neighbours([(0, 0, 1), (1, 1, 1), (2, 0, 2)], dimensions, 2, [1, 1])
    >>> sum(1 for _ in neighbours.rounds()), neighbours.total / neighbours.unit
    (3, 2.25)
    """

    def __init__(self, points, dimensions, k, weights):
        self._k, self.total = k, 0
        tables = [distances_in(dimension, Fraction(weight)) for dimension, weight in zip(dimensions, weights)]
        widths = [Fraction(min(filter(None, map(max, rows)), default=0), unit) for rows, unit in tables]
        order = sorted(range(len(tables)), key=lambda dim: -widths[dim])
        self.unit = least_common([unit for _, unit in tables])
        if self.unit.bit_length() > 2 * RESOLUTION:
            self.unit = 1 << RESOLUTION
        self._distances = [[[distance * self.unit // unit for distance in row] for row in rows]
                           for rows, unit in map(tables.__getitem__, order)]
        self._points = sorted((*(point[dim] for dim in order), point[-1]) for point in points) if order else []
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
            most = None if before is None else nearest + sum(      # 2: both distances may have been rounded down by a unit
                table[one][other] + 2 for table, one, other in zip(self._distances, before, point))
            before, nearest = point, self._nearest(point, most)
            self.total += nearest * point[-1]
            yield

    def _nearest(self, point, most):
        """The distance of the k-th nearest record. most: it is no farther, if that is known."""
        heap, number, got = [(0, 0, 0, self._tree)], 0, 0       # (distance so far, sequence, columns so far, what is below)
        while True:
            distance, _, depth, below = heappop(heap)
            if depth == len(self._distances):
                got += below
                if got >= self._k:
                    return distance
                continue
            row = self._distances[depth][point[depth]]
            for code, child in below.items():
                there = distance + row[code]
                if most is None or there <= most:
                    number += 1
                    heappush(heap, (there, number, depth + 1, child))


def distances_in(dimension, weight) -> tuple:
    """([code][code] -> what a class with both codes loses in a column, a loss of 1). All are whole numbers.

    >>> from ..cutting.dimension import dimension_of
    >>> distances_in(dimension_of({'1': 1, '3': 1, '9': 2}), Fraction(1, 2))
    ([[0, 1, 4], [1, 0, 3], [4, 3, 0]], 8)
    """
    if dimension.has_missing:
        rows, unit = distances_in(dimension.present, weight)
        whole = int(weight * unit)
        return [[whole] * (len(rows) + 1), *[[whole, *row] for row in rows]], unit
    codes, step = range(len(dimension.texts)), weight / (1 if dimension.is_number else dimension.others or 1)
    places = relative_places(dimension, weight) if dimension.is_number else []
    unit = least_common([number.denominator for number in (weight, step, *places)])
    if dimension.is_number:
        whole_places = [int(place * unit) for place in places]
        return [[abs(one - other) for other in whole_places] for one in whole_places], unit
    return [[int(step * unit) * (one != other) for other in codes] for one in codes], unit
