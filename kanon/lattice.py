"""The lattice of generalization vectors, for k alone.

Promise: `at_height` names every vector of a height once, in lexicographic order. `Lattice` knows how many records a vector
suppresses, those in classes of fewer than k, and works that out once.
Where more than k is required, beyond/lattice.py has the lattice.
"""

from __future__ import annotations

from collections import namedtuple
from copy import copy
from itertools import compress, product
from math import prod

from . import Vector
from .errors import Unsatisfied
from .frequency import added_up, columns
from .rollup import RollUps


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


NONE_SATISFIES = 'no vector satisfies all that is required with at most %d records suppressed'

Judged = namedtuple('Judged', 'counts failing hopeless')    # of each class: its records, and two bools


class Lattice(dict):
    """{vector: records it suppresses}, worked out when first asked for. So the trace of a search stands here, in order.

    `top` is the highest vector. The lattices of one frequency set share their `roll_ups`, for several k.
    A class is *failing* if it does not satisfy what is required. It is *hopeless* if no part of it can satisfy at a lower
    vector either. For k alone the two are the same: the parts of a class below k are below k.

    >>> from .hierarchy import Hierarchy
    >>> race, zip_ = Hierarchy({'black': '*', 'white': '*'}), Hierarchy({'94138': '9413*', '94139': '9413*'})
    >>> lattice = Lattice({('black', '94138'): 1, ('white', '94138'): 1, ('white', '94139'): 2}, [race, zip_], k=2)
    >>> lattice.top, lattice[0, 0], lattice[1, 0]
    ((1, 1), 2, 0)
    """

    steady = True       # whether every class that fails is hopeless

    def __init__(self, frequency_set, hierarchies, k):
        super().__init__()
        self.frequency_set, self.hierarchies, self.k = frequency_set, hierarchies, k
        self.records = sum(frequency_set.values())
        self.columns = columns(frequency_set)       # each column's {value: count}
        self.top = tuple(tree.height for tree in hierarchies)
        self.level_maps = [[tree.level_map(values, level) for level in range(tree.height + 1)]
                           for tree, values in zip(hierarchies, self.columns)]
        self.roll_ups = self._roll_ups()
        self._last = None, None     # the vector judged last: a search that checks a vector asks for its cost next

    def __missing__(self, vector):
        self.judged(vector)
        return self[vector]

    def judged(self, vector) -> Judged:
        """The records of each class at a vector, and whether it is failing or hopeless."""
        if self._last[0] != vector:
            self._last = vector, self._judge(vector)
            _, judged = self._last
            self[vector] = sum(compress(judged.counts, judged.failing))
        return self._last[1]

    def weight(self, vector, chosen, weights):
        """The sum over all records of the chosen classes, and over their columns, of weights[column][level][code]."""
        return self.roll_ups.weight(vector, chosen, weights)

    def least(self, vector) -> int:
        """No vector at or below this one suppresses fewer records."""
        return self[vector]

    def rules_out(self, vector, max_suppression) -> bool:
        """Whether no vector at or below this one satisfies."""
        return self.least(vector) > max_suppression

    def failing(self, labels) -> set:
        """The published tuples that fail; labels: what each quasi tuple of the frequency set would be published as."""
        sizes = added_up(labels, self.frequency_set.values())
        return {published for published, n in sizes.items() if n < self.k}

    def empty_at(self, vector) -> bool:
        """Whether every record is in a class that fails, so that there would be nothing to publish."""
        return self[vector] == self.records

    def check_top(self, max_suppression):
        """Unsatisfied where the top rules out that any vector satisfies."""
        if self.rules_out(self.top, max_suppression):
            raise Unsatisfied('there are %d records to publish, fewer than k = %d, and at most %d may be suppressed'
                              % (self.records, self.k, max_suppression))

    def with_k(self, k):
        """The lattice of the same table for another k."""
        other = copy(self)
        other.clear()
        other.k, other._last = k, (None, None)
        return other

    def distinct(self) -> list:
        """How many labels each column has at each level."""
        return [[len(set(labels.values())) for labels in levels] for levels in self.level_maps]

    def maps(self, vector: Vector) -> list:
        """The vector's {value: label} of each column."""
        return [levels[level] for levels, level in zip(self.level_maps, vector)]

    def size(self) -> int:
        """How many vectors there are."""
        return prod(level + 1 for level in self.top)

    def _roll_ups(self):
        return RollUps(self.frequency_set, self.level_maps)

    def _judge(self, vector):
        counts = self.roll_ups.at(vector).counts
        below_k = [n < self.k for n in counts]
        return Judged(counts, below_k, below_k)
