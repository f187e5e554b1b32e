"""The lattice of generalization vectors, for k alone.

A `Lattice` replaces `satisfies` of plain/samarati.py, because it keeps what each check has counted.
`at_height` replaces the one there, because it never lists the whole lattice.

Promise: `at_height` yields every vector of a height once, in lexicographic order. A `Lattice` maps each vector to the
number of records that it suppresses. These are the records in classes of fewer than k.
Invariant: a vector never suppresses more records than a vector below it, because raising a column only merges classes.
With rules beyond k this need not hold. For them there is levels/beyond_k.py.
At the end stands what lattices with a population have besides, whatever they count.
"""

from __future__ import annotations

from array import array
from collections import namedtuple
from itertools import compress, product
from math import inf, prod
from operator import add, sub

from ... import Vector
from ..counts.frequency import (added_up, code_type, Column, columns, FrequencySet,
                                frequency_set_of, generalized)
from ..errors import DataError, Unsatisfied, option, there_are
from .rollup import RollUps
from .sparing import Decided, Sparing

MANY_COLUMNS, MOST_LEVELS = 60, 4_000_000       # of 60 columns that rise by one level, 10 ** 17 vectors have the middle height
MOST_ON_A_WAY = 10_000_000      # levels of the vectors between the bottom and the top on one way: 80 MB
TOO_WIDE = ('a lattice of {:,} quasi-identifiers and {:,} heights is too large, because their product is above {:,}; name fewer, or take'
            ' %s' % option('algorithm', 'mondrian'))
TOO_MANY = ('a lattice of {:,} quasi-identifiers has more than {:,} vectors of height {:,}, and a search that looks at all vectors of a height'
            ' stops there if there are more than {} quasi-identifiers; name fewer, or take datafly or %s'
            % option('algorithm', 'mondrian'))


def height(vector) -> int:
    """The sum of the levels, 4 for (1, 0, 1, 2)."""
    return sum(vector)


def vectors(top, bottom=None):
    """Every vector from the bottom, (0, 0, ...) if none is given, to the top, in lexicographic order.

    >>> list(vectors((1, 1))), list(vectors((1, 2), (1, 1)))
    ([(0, 0), (0, 1), (1, 0), (1, 1)], [(1, 1), (1, 2)])
    """
    return product(*(range(low, high + 1) for low, high in zip(bottom or (0,) * len(top), top)))


def at_height(top, wanted, bottom=None):
    """The vectors of one height, in lexicographic order. There is no recursion, so there may be any number of columns.

    DataError after MOST_LEVELS levels of vectors with more than MANY_COLUMNS columns. No time would be enough for all of them.

    >>> list(at_height((1, 2), 2)), list(at_height((1, 2), 2, (0, 2)))
    ([(0, 2), (1, 1)], [(0, 2)])
    """
    bottom = bottom or (0,) * len(top)
    room = tuple(map(sub, top, bottom))
    vector, left = lowest(room, wanted - sum(bottom)), MOST_LEVELS // len(top) if len(top) > MANY_COLUMNS else inf
    while vector:
        if left == 0:
            raise DataError(TOO_MANY.format(len(top), MOST_LEVELS // len(top), wanted, MANY_COLUMNS))
        left -= 1
        yield tuple(map(add, vector, bottom))
        vector = following(vector, room)


def lowest(top, wanted):
    """The first vector of a height, in lexicographic order, as a list. [] if there is none. Its last levels are highest."""
    vector = []
    for level in reversed(top):
        vector.append(min(level, wanted))
        wanted -= vector[-1]
    return vector[::-1] if wanted == 0 else []


def following(vector, top):
    """The next vector of the same height in lexicographic order, or [].

    It raises the rightmost level that can rise by one, at the expense of the levels to its right.
    """
    behind = 0
    for column in reversed(range(len(top))):
        if behind and vector[column] < top[column]:
            return vector[:column] + [vector[column] + 1] + lowest(top[column + 1:], behind - 1)
        behind += vector[column]
    return []


def with_level(vector, column, level) -> Vector:
    """The vector with one column at another level. For (1, 0, 2), column 2 and level 1 that is (1, 0, 1)."""
    return vector[:column] + (level,) + vector[column + 1:]


NONE_SATISFIES = 'no vector satisfies all that is required with at most %s suppressed'

Judged = namedtuple('Judged', 'counts failing hopeless')    # three lists, one entry for each class: its records, and two bools


class Lattice(dict):
    """Maps each vector to the number of records it suppresses, computed on first access.

    The vectors stand in the order in which a search asked for them. That is its trace.

    `bottom` is the lowest vector, and `top` the highest. They are (0, 0, ...) and the `heights` of the hierarchies, unless
    `within` sets limits to the levels of some columns (levels/limits.py). The lattices of one table for several k share
    their `roll_ups`. What the checks have shown is kept, for `sparing`.
    A class is *failing* if it does not satisfy what is required. A class is *hopeless* if no part of it can pass at a lower
    vector either. For k alone the two are the same, because every part of a class below k is below k. The two names are
    for rules beyond k (levels/beyond_k.py).

    >>> from ..counts.hierarchy import Hierarchy
    >>> race, zip_ = Hierarchy({'black': '*', 'white': '*'}), Hierarchy({'94138': '9413*', '94139': '9413*'})
    >>> lattice = Lattice({('black', '94138'): 1, ('white', '94138'): 1, ('white', '94139'): 2}, [race, zip_], k=2)
    >>> lattice.top, lattice[0, 0], lattice[1, 0]
    ((1, 1), 2, 0)
    """

    steady = True       # whether every failing class is hopeless

    def __init__(self, frequency_set, hierarchies, k, within=None):
        super().__init__()
        self.frequency_set, self.hierarchies, self.k, self.within = frequency_set, hierarchies, k, within
        self.table = frequency_set_of(frequency_set)
        self.records = self.table.records
        self.columns = columns(self.table)    # each column's {value: count}
        self.heights = tuple(tree.height for tree in hierarchies)
        self.bottom, self.top = (within.bottom, within.top) if within else ((0,) * len(self.heights), self.heights)
        heights = height(self.top) - height(self.bottom)
        if len(self.top) * heights > MOST_ON_A_WAY:
            raise DataError(TOO_WIDE.format(len(self.top), heights, MOST_ON_A_WAY))
        self.level_maps = [tree.level_maps(values) for tree, values in zip(hierarchies, self.columns)]
        self.roll_ups = self._roll_ups()
        self._known = {}            # {max_suppression: Known}
        self._last = None, None     # the vector judged last, because a search checks a vector and then asks for its cost

    def __missing__(self, vector):
        self.judged(vector)     # which stores self[vector]
        return self[vector]

    def judged(self, vector) -> Judged:
        """The classes at a vector: their records, and which of them are failing and which hopeless. It stores self[vector]."""
        if self._last[0] != vector:
            self._last = vector, self._judge(vector)
            _, judged = self._last
            self[vector] = sum(compress(judged.counts, judged.failing))
        return self._last[1]

    def weight(self, vector, chosen, weights):
        """The sum of weights[column][level][code] over all records of the chosen classes and over all columns."""
        return self.roll_ups.weight(vector, chosen, weights)

    def least(self, vector) -> int:
        """A lower bound of the records that any vector at or below this one suppresses."""
        return self[vector]

    def sparing(self, max_suppression) -> Sparing:
        """What a search asks about vectors, for this MaxSup. It checks few of them."""
        if max_suppression not in self._known:
            self._known[max_suppression] = Decided(self.top)
        return Sparing(self, max_suppression, self._known[max_suppression])

    def suppresses_too_much(self, vector, max_suppression) -> bool:
        """Whether this vector, and every vector below it, suppresses too many records. `sparing` asks this."""
        return self.least(vector) > max_suppression

    def failing_classes(self, classes, labels, vector) -> set:
        """The classes that fail. classes: [row of the table] -> its class. labels: [class] -> its labels at the vector."""
        return {class_ for class_, n in added_up(classes, self.table.counts).items() if n < self.k}

    def published_classes(self, labels, classes, vector) -> tuple:
        """The labels of the classes of a recoding, the class of each row of the table, and which classes are suppressed."""
        return labels, classes, self.failing_classes(classes, labels, vector)

    def check_top(self, max_suppression):
        """Unsatisfied if the top rules out every vector."""
        if self.sparing(max_suppression).rules_out(self.top):
            raise self.unsatisfied(max_suppression, '%s to publish, fewer than k = %d, and at most %d may be suppressed; lower k'
                                   % (there_are(self.records, 'record'), self.k, max_suppression))

    def unsatisfied(self, max_suppression, problem) -> Unsatisfied:
        """The error to raise if no vector satisfies. problem: what to say if that is not for the limits."""
        return Unsatisfied(self.within and self.within.problem(self, max_suppression) or problem)

    def with_k(self, k):
        """The lattice of the same table for another k."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__, k=k, _known={}, _last=(None, None))
        return other

    def distinct(self) -> list:
        """How many labels each column has at each level."""
        return [[len(set(labels.values())) for labels in levels] for levels in self.level_maps]

    def maps(self, vector: Vector) -> list:
        """The vector's {value: label} of each column."""
        return [levels[level] for levels, level in zip(self.level_maps, vector)]

    def size(self) -> int:
        """How many vectors there are."""
        return prod(high - low + 1 for low, high in zip(self.bottom, self.top))

    def _roll_ups(self):
        return RollUps(self.table, self.level_maps)

    def _judge(self, vector):
        counts = self.roll_ups.at(vector).counts
        below_k = [n < self.k for n in counts]
        return Judged(counts, below_k, below_k)


class LatticeOfRequired(Lattice):
    """What the lattices of more than k records share: `required`, and hopeless classes that are fewer than the failing ones."""

    def __init__(self, frequency_set, hierarchies, required, within=None):
        self.required, self._least = required, {}       # {vector: hopeless records}
        super().__init__(frequency_set, hierarchies, required.k, within)

    def least(self, vector) -> int:
        """The records of hopeless classes, which every vector at or below this one suppresses."""
        if vector not in self._least:
            judged = self.judged(vector)
            self._least[vector] = sum(compress(judged.counts, judged.hopeless))
        return self._least[vector]

    def with_k(self, k):
        other = super().with_k(k)
        other.required, other._least = self.required.with_k(k), {}
        return other


class BesidePopulation(LatticeOfRequired):
    """What the lattices of a `required` with a population have besides. The people are rolled up beside the table."""

    _maps: list
    _more: list

    def people_at(self, vector) -> dict:
        """{labels: people} of the population, generalized to a vector."""
        people = self.required.population.counts
        maps = [dict(zip(column.values, map(levels[level].__getitem__, column.values)))
                for levels, level, column in zip(self._maps, vector, people.columns)]
        labels, places = generalized(people, maps)
        return {labels[place]: n for place, n in added_up(places, people.counts).items()}

    def weight(self, vector, chosen, weights):
        return super().weight(vector, chosen, padded(weights, self._more))


def maps_beside(lattice) -> tuple:
    """The level maps of each column, with the values of the population behind those of the table, and how many these are."""
    maps = [tree.level_maps(dict.fromkeys([*values, *column.values]))
            for tree, values, column in zip(lattice.hierarchies, lattice.columns, lattice.required.population.counts.columns)]
    return maps, [len(levels[0]) - len(values) for levels, values in zip(maps, lattice.columns)]


def people_beside(lattice, columns=(), maps=()) -> RollUps:
    """The RollUps of the population, packed as those of the table. columns, maps: what the table has behind its quasi-identifiers."""
    people = lattice.required.population.counts
    recoded_ = [Column(levels[0], recoded(column, levels[0])) for levels, column in zip(lattice._maps, people.columns)]
    return RollUps(FrequencySet([*recoded_, *columns], people.counts, people.apart), [*lattice._maps, *maps])


def padded(weights, more) -> list:
    """The weights of a table's values, and 0 for the further values of the population."""
    return [[[*of_level, *[0] * n] for of_level in levels] for levels, n in zip(weights, more)]


def recoded(column, values):
    """The codes of a Column among these values."""
    code_of = {value: code for code, value in enumerate(values)}
    codes = [code_of[value] for value in column.values]
    return array(code_type(len(values)), map(codes.__getitem__, column.codes))
