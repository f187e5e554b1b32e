"""The lattice of generalization vectors.

Promise: `at_height` names every vector of a height once, in lexicographic order; `Lattice` knows of a vector how many
records it leaves in classes below k, and has worked it out once.
"""

from __future__ import annotations

from copy import copy
from itertools import product
from math import prod

from . import Vector
from .errors import DataError
from .frequency import below, columns
from .packed import RollUps


def height(vector) -> int:
    """The sum of the levels.

    >>> height((1, 0, 1, 2))
    4
    """
    return sum(vector)


def vectors(top):
    """Every vector up to the top, in lexicographic order.

    >>> list(vectors((1, 1)))
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    return product(*(range(level + 1) for level in top))


def at_height(top, wanted):
    """The vectors of one height, in lexicographic order; of any number of columns, hence no recursion.

    >>> list(at_height((1, 2), 2))
    [(0, 2), (1, 1)]
    """
    vector = lowest(top, wanted)
    while vector:
        yield tuple(vector)
        vector = following(vector, top)


def lowest(top, wanted):
    """The first vector of a height, in lexicographic order: the last levels as high as they go. [] where there is none."""
    vector = []
    for level in reversed(top):
        vector.append(min(level, wanted))
        wanted -= vector[-1]
    return vector[::-1] if wanted == 0 else []


def following(vector, top):
    """The next vector of its height: the last level that can rise at the cost of those behind it does, by one."""
    behind = 0
    for column in reversed(range(len(top))):
        if behind and vector[column] < top[column]:
            return vector[:column] + [vector[column] + 1] + lowest(top[column + 1:], behind - 1)
        behind += vector[column]
    return []


def with_level(vector, column, level) -> Vector:
    """The vector with one column at another level.

    >>> with_level((1, 0, 2), 2, 1)
    (1, 0, 1)
    """
    return vector[:column] + (level,) + vector[column + 1:]


class Lattice(dict):
    """{vector: records in classes below k}, each worked out when it is first asked for.

    What was asked for stands here in that order: the trace of a search. `roll_ups` are shared by the lattices of one
    frequency set, for several k; `top` is the highest vector.

    >>> from .hierarchy import Hierarchy
    >>> race, zip_ = Hierarchy({'black': '*', 'white': '*'}), Hierarchy({'94138': '9413*', '94139': '9413*'})
    >>> lattice = Lattice({('black', '94138'): 1, ('white', '94138'): 1, ('white', '94139'): 2}, [race, zip_], k=2)
    >>> lattice.top, lattice[0, 0], lattice[1, 0]
    ((1, 1), 2, 0)
    """

    def __init__(self, frequency_set, hierarchies, k):
        super().__init__()
        self.frequency_set, self.hierarchies, self.k = frequency_set, hierarchies, k
        self.records = sum(frequency_set.values())
        self.columns = columns(frequency_set)       # each column's {value: count}
        self.top = tuple(tree.height for tree in hierarchies)
        self.level_maps = [[tree.level_map(values, level) for level in range(tree.height + 1)]
                           for tree, values in zip(hierarchies, self.columns)]
        self.roll_ups = RollUps(frequency_set, self.level_maps)

    def __missing__(self, vector):
        self.counts(vector)
        return self[vector]

    def counts(self, vector):
        """The records of each class, nothing suppressed; a vector that is asked for its counts is checked, too."""
        counts = self.roll_ups.at(vector).counts
        self[vector] = below(counts, self.k)
        return counts

    def empty_at(self, vector) -> bool:
        """Whether every record is in a class below k, so that there would be nothing to publish."""
        return self[vector] == self.records

    def check_top(self, max_suppression):
        """DataError where not even the top satisfies: fewer than k records, and more than may be suppressed."""
        if self[self.top] > max_suppression:
            raise DataError('there are %d records to publish, fewer than k = %d, and at most %d may be suppressed'
                            % (self[self.top], self.k, max_suppression))

    def with_k(self, k):
        """The lattice of the same table for another k."""
        other = copy(self)
        other.clear()
        other.k = k
        return other

    def distinct(self) -> list:
        """How many labels each column has at each level."""
        return [[len(set(labels.values())) for labels in levels] for levels in self.level_maps]

    def maps(self, vector: Vector):
        """The vector's {value: label} of each column."""
        return [levels[level] for levels, level in zip(self.level_maps, vector)]

    def size(self) -> int:
        """How many vectors there are."""
        return prod(level + 1 for level in self.top)
