"""The lattice of generalization vectors.

Promise: `at_height` names every vector of a height once, in lexicographic order; `Lattice` knows of a vector how many
records it leaves in classes below k, and has worked it out once.
Invariant: a Lattice keeps the frequency set as it is after the first 0, 1, 2 ... columns of the last vector are rolled
up, and the next vector starts from the longest beginning that both share. In lexicographic order most of a vector is
shared, and what is left to roll up is small. Samarati's search on Adult takes 13 ms and not 17, on nine columns of it
(5,569 vectors) 70 s and not 171.
"""

from __future__ import annotations

from itertools import product

from . import Vector
from .frequency import below, columns, roll_up_column


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


class Lattice(dict):
    """{vector: records in classes below k}, each worked out when it is first asked for.

    What was asked for stands here in that order: the trace of a search.

    >>> from .hierarchy import Hierarchy
    >>> race, zip_ = Hierarchy({'black': '*', 'white': '*'}), Hierarchy({'94138': '9413*', '94139': '9413*'})
    >>> lattice = Lattice({('black', '94138'): 1, ('white', '94138'): 1, ('white', '94139'): 2}, [race, zip_], k=2)
    >>> lattice.top, lattice[0, 0], lattice[1, 0]
    ((1, 1), 2, 0)
    """

    def __init__(self, frequency_set, hierarchies, k):
        super().__init__()
        self.frequency_set, self.k = frequency_set, k
        self.top = tuple(tree.height for tree in hierarchies)
        self._last, self._rolled = (), [frequency_set]
        self._maps = [[tree.level_map(values, level) for level in range(tree.height + 1)]
                      for tree, values in zip(hierarchies, columns(frequency_set))]

    def __missing__(self, vector):
        self[vector] = below(self.generalized(vector), self.k)
        return self[vector]

    def generalized(self, vector: Vector):
        """The frequency set rolled up to a vector, nothing suppressed."""
        shared = 0
        while shared < len(self._last) and vector[shared] == self._last[shared]:
            shared += 1
        del self._rolled[shared + 1:]
        for column in range(shared, len(vector)):
            rolled, level = self._rolled[-1], vector[column]
            self._rolled.append(roll_up_column(rolled, column, self._maps[column][level]) if level else rolled)
        self._last = vector
        return self._rolled[-1]

    def maps(self, vector: Vector):
        """The vector's {value: label} of each column."""
        return [levels[level] for levels, level in zip(self._maps, vector)]

    def size(self) -> int:
        """How many vectors there are."""
        product_of_levels = 1
        for level in self.top:
            product_of_levels *= level + 1
        return product_of_levels
