"""The lattice of generalization vectors.

Promise: `at_height` names every vector of a height once, in lexicographic order; `Lattice` knows of a vector how many
records it leaves in classes that do not satisfy, and has worked it out once.
"""

from __future__ import annotations

from collections import namedtuple
from copy import copy
from itertools import compress, product
from math import prod

from . import Vector
from .errors import Unsatisfied
from .frequency import columns
from .packed import RollUps
from .requirement import as_one


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


Judged = namedtuple('Judged', 'counts failing hopeless')    # for each class: its records, and two bools


class Lattice(dict):
    """{vector: records it suppresses}, those of its classes that do not satisfy, worked out when first asked for.

    What was asked for stands here in that order: the trace of a search. `roll_ups` are shared by the lattices of one
    frequency set, for several k; `top` is the highest vector. `beyond`: what is required beyond k, or None.
    A class is *failing* where it does not satisfy, and *hopeless* where it fails a steady rule (requirement.py): then no
    part of it satisfies at any vector below. `steady`: all rules are, so that failing is hopeless.

    >>> from .hierarchy import Hierarchy
    >>> race, zip_ = Hierarchy({'black': '*', 'white': '*'}), Hierarchy({'94138': '9413*', '94139': '9413*'})
    >>> lattice = Lattice({('black', '94138'): 1, ('white', '94138'): 1, ('white', '94139'): 2}, [race, zip_], k=2)
    >>> lattice.top, lattice[0, 0], lattice[1, 0]
    ((1, 1), 2, 0)
    """

    def __init__(self, frequency_set, hierarchies, k, beyond=None):
        super().__init__()
        self.frequency_set, self.hierarchies, self.k, self.beyond = frequency_set, hierarchies, k, beyond
        self.steady = not beyond or beyond.steady
        self.records = sum(frequency_set.values())
        self.columns = columns(frequency_set)       # each column's {value: count}
        self.top = tuple(tree.height for tree in hierarchies)
        self.level_maps = [[tree.level_map(values, level) for level in range(tree.height + 1)]
                           for tree, values in zip(hierarchies, self.columns)]
        self._least = {}                # {vector: hopeless records}
        self._last = None, None         # the vector judged last: who checks one asks for its cost next
        if beyond:      # its combinations of sensitive values are one more column, of two levels
            self._combinations = list({values: None for histogram in beyond.histograms.values() for values in histogram})
            values = [dict(zip(self._combinations, self._combinations)), dict.fromkeys(self._combinations)]
            pairs = {(*quasi, values): n for quasi, histogram in beyond.histograms.items() for values, n in histogram.items()}
            self.roll_ups = RollUps(pairs, [*self.level_maps, values])
        else:
            self.roll_ups = RollUps(frequency_set, self.level_maps)

    def __missing__(self, vector):
        self.judged(vector)
        return self[vector]

    def judged(self, vector) -> Judged:
        """What becomes of each class; a vector that is asked for it is checked."""
        if self._last[0] != vector:
            at = (*vector, 1) if self.beyond else vector
            counts = self.roll_ups.at(at).counts
            hopeless = failing = [n < self.k for n in counts]
            if self.beyond:
                hopeless, failing = self._beyond_k(at, failing)
            self[vector] = sum(compress(counts, failing))
            self._least[vector] = sum(compress(counts, hopeless))
            self._last = vector, Judged(counts, failing, hopeless)
        return self._last[1]

    def _beyond_k(self, at, small) -> tuple:
        """Which classes are hopeless and which fail, of those that are not too small."""
        hopeless, failing, combinations = [], [], self._combinations
        for is_small, codes in zip(small, self.roll_ups.histograms(at)):
            class_ = {} if is_small else {combinations[code]: n for code, n in codes.items()}
            hopeless.append(is_small or not self.beyond.passes_weakened(class_))
            failing.append(hopeless[-1] or not self.steady and not self.beyond.passes(class_))
        return hopeless, failing

    def weight(self, vector, chosen, weights):
        """The sum over all records of the chosen classes, and over their columns, of weights[column][level][code]."""
        if not self.beyond:
            return self.roll_ups.weight(vector, chosen, weights)
        nothing = [0] * len(self._combinations)
        return self.roll_ups.weight((*vector, 1), chosen, [*weights, [nothing, nothing]])

    def least(self, vector) -> int:
        """The records of hopeless classes: no vector at or below this one suppresses fewer."""
        if vector not in self._least:
            self.judged(vector)
        return self._least[vector]

    def rules_out(self, vector, max_suppression) -> bool:
        """Whether it is certain that no vector at or below this one satisfies.

        Where nothing may be suppressed that is so wherever this one fails, for then satisfying is monotone.
        """
        return self.least(vector) > max_suppression or max_suppression == 0 and self[vector] > 0

    def empty_at(self, vector) -> bool:
        """Whether every record is in a class that fails, so that there would be nothing to publish."""
        return self[vector] == self.records

    def check_top(self, max_suppression):
        """Unsatisfied where the top rules out that any vector satisfies."""
        if not self.rules_out(self.top, max_suppression):
            return
        if self.records < self.k:
            raise Unsatisfied('there are %d records to publish, fewer than k = %d, and at most %d may be suppressed'
                            % (self.records, self.k, max_suppression))
        raise Unsatisfied('not even the whole table as one class has %s' % self.beyond.lacks(as_one(self.beyond.histograms)))

    def unsatisfied(self, max_suppression) -> Unsatisfied:
        """What is to be raised where all vectors were tried: only possible where satisfying is not monotone."""
        return Unsatisfied('no vector satisfies all that is required with at most %d records suppressed' % max_suppression)

    def with_k(self, k):
        """The lattice of the same table for another k."""
        other = copy(self)
        other.clear()
        other.k, other._least, other._last = k, {}, (None, None)
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
