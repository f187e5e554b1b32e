"""The lattice of generalization vectors, for k alone.

A `Lattice` replaces `satisfies` of plain/samarati.py, because it keeps what each check has counted.
`at_height` replaces the one there, because it never lists the whole lattice.

Promise: `at_height` yields every vector of a height once, in lexicographic order. A `Lattice` maps
each vector to the number of records that it suppresses. These are the records in classes of fewer
than k.
Invariant: a vector never suppresses more records than a vector below it, because raising a column
only merges classes. With demands besides k records this need not hold (levels/demand.py).
"""

from __future__ import annotations

from itertools import compress, product
from math import inf, prod
from operator import add, sub

from ... import Vector
from ..counts.frequency import added_up, columns, frequency_set_of, generalized
from ..errors import DataError, Unsatisfied, option, there_are
from .demand import Judgement, WideTable
from .rollup import RollUps
from .sparing import Decisions, Sparing

# If 60 columns rise by one level, 10 ** 17 vectors have the middle height.
MANY_COLUMNS, MOST_LEVELS = 60, 4_000_000
# All levels of the vectors on one way from the bottom to the top. So many take 80 MB.
MOST_ON_A_WAY = 10_000_000
TOO_WIDE = ('a lattice of {:,} quasi-identifiers and {:,} heights is too large, because their'
            ' product is above {:,}; name fewer, or take %s' % option('algorithm', 'mondrian'))
TOO_MANY = ('a lattice of {:,} quasi-identifiers has more than {:,} vectors of height {:,}, and a'
            ' search that looks at all vectors of a height stops there if there are more than {}'
            ' quasi-identifiers; name fewer, or take datafly or %s'
            % option('algorithm', 'mondrian'))


def height(vector) -> int:
    """The sum of the levels, 4 for (1, 0, 1, 2)."""
    return sum(vector)


def vectors(top, bottom=None):
    """Every vector from the bottom to the top, in lexicographic order.

    Without a bottom it begins at (0, 0, ...).

    >>> list(vectors((1, 1))), list(vectors((1, 2), (1, 1)))
    ([(0, 0), (0, 1), (1, 0), (1, 1)], [(1, 1), (1, 2)])
    """
    return product(*(range(low, high + 1) for low, high in zip(bottom or (0,) * len(top), top)))


def at_height(top, wanted, bottom=None):
    """The vectors of one height, in lexicographic order.

    There is no recursion, so there may be any number of columns.
    DataError after MOST_LEVELS levels of vectors with more than MANY_COLUMNS columns. No time would
    be enough for all of them.

    >>> list(at_height((1, 2), 2)), list(at_height((1, 2), 2, (0, 2)))
    ([(0, 2), (1, 1)], [(0, 2)])
    """
    bottom = bottom or (0,) * len(top)
    room = tuple(map(sub, top, bottom))
    most = MOST_LEVELS // len(top) if len(top) > MANY_COLUMNS else inf
    vector, listed = lowest(room, wanted - sum(bottom)), 0
    while vector:
        if listed == most:
            raise DataError(TOO_MANY.format(len(top), most, wanted, MANY_COLUMNS))
        listed += 1
        yield tuple(map(add, vector, bottom))
        vector = following(vector, room)


def lowest(top, wanted):
    """The first vector of a height, in lexicographic order, as a list. [] if there is none.

    It takes as much of the height as it can from the last columns.
    """
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
    """The vector with one column at another level.

    >>> with_level((1, 0, 2), 2, 1)
    (1, 0, 1)
    """
    return vector[:column] + (level,) + vector[column + 1:]


NONE_SATISFIES = 'no vector satisfies all that is required with at most %s suppressed'


class Lattice(dict):
    """Maps each vector to the number of records it suppresses, computed on first access.

    The vectors stand in the order in which a search asked for them. That is its trace.

    `bottom` is the lowest vector, and `top` the highest. They are (0, 0, ...) and the `heights` of
    the hierarchies, unless `within` sets limits to the levels of some columns (levels/limits.py).
    The lattices of one table for several k share their `roll_ups`. What the checks have shown is
    kept, for `sparing`.

    A class is *failing* if it does not satisfy what is required. A class is *hopeless* if no part
    of it can pass at a lower vector either. For k alone the two are the same, because every part of
    a class below k is below k. What is required besides k records are the `demands`
    (levels/demand.py). `lattice_of` (levels/demands.py) finds them in `required`.

    >>> from ..counts.hierarchy import Hierarchy
    >>> race = Hierarchy({'black': '*', 'white': '*'})
    >>> zip_ = Hierarchy({'94138': '9413*', '94139': '9413*'})
    >>> table = {('black', '94138'): 1, ('white', '94138'): 1, ('white', '94139'): 2}
    >>> lattice = Lattice(table, [race, zip_], k=2)
    >>> lattice.top, lattice[0, 0], lattice[1, 0]
    ((1, 1), 2, 0)
    """

    def __init__(self, frequency_set, hierarchies, k, within=None, required=None, demands=()):
        super().__init__()
        self.frequency_set, self.hierarchies, self.within = frequency_set, hierarchies, within
        self.k, self.required, self.demands = k, required, demands
        # closed: whether the union of classes that pass passes.
        # steady: whether every failing class is hopeless.
        self.closed = all(demand.closed for demand in demands)
        all_or_none = any(demand.all_or_none for demand in demands)
        self.steady = all(demand.steady for demand in demands) or self.closed and all_or_none
        self.table = frequency_set_of(frequency_set)
        self.records = self.table.records
        self.columns = columns(self.table)    # each column's {value: count}
        self.heights = tuple(tree.height for tree in hierarchies)
        self.bottom, self.top = (0,) * len(self.heights), self.heights
        if within:
            self.bottom, self.top = within.bottom, within.top
        heights = height(self.top) - height(self.bottom)
        if len(self.top) * heights > MOST_ON_A_WAY:
            raise DataError(TOO_WIDE.format(len(self.top), heights, MOST_ON_A_WAY))
        self.level_maps = [tree.level_maps(values)
                           for tree, values in zip(hierarchies, self.columns)]
        self.wide = self._wide_table()
        for demand in demands:
            demand.roll_up(self.wide)
        self.roll_ups = self._roll_ups()
        self._least = {}            # {vector: records of hopeless classes}
        self._known = {}            # {max_suppression: Decisions}
        # The vector judged last, because a search checks a vector and then asks for its cost.
        self._last = None, None

    def __missing__(self, vector):
        self.judged(vector)     # which stores self[vector]
        return self[vector]

    def judged(self, vector) -> Judgement:
        """The classes at a vector, judged by k and all demands. It stores self[vector]."""
        if self._last[0] != vector:
            self._last = vector, self._judge(vector)
            _, judged = self._last
            self[vector] = sum(compress(judged.counts, judged.failing))
        return self._last[1]

    def at(self, vector) -> tuple:
        """The vector of the roll-ups, which have the columns that the demands add, too."""
        return self.wide.at(vector)

    def weight(self, vector, chosen, weights):
        """What the records of the chosen classes weigh: a sum of weights[column][level][code]."""
        return self.roll_ups.weight(self.at(vector), chosen, self.wide.weights(weights))

    def least(self, vector) -> int:
        """The records of hopeless classes. Every vector at or below this one suppresses as many."""
        if self.steady:
            return self[vector]
        if vector not in self._least:
            if len(self.demands) == 1 and self.demands[0].is_quick:
                counts = self.roll_ups.at(self.at(vector)).counts
                hopeless = self.demands[0].hopeless(self, vector)
            else:
                counts, _, hopeless = self.judged(vector)
            self._least[vector] = sum(compress(counts, hopeless))
        return self._least[vector]

    def sparing(self, max_suppression) -> Sparing:
        """What a search asks about vectors, for this MaxSup. It checks few of them."""
        if max_suppression not in self._known:
            self._known[max_suppression] = Decisions(self.top)
        return Sparing(self, max_suppression, self._known[max_suppression])

    def suppresses_too_much(self, vector, max_suppression) -> bool:
        """Whether this vector, and every vector below it, suppresses too many. `sparing` asks this.

        If nothing may be suppressed, and unions of passing classes pass, a failing vector rules out
        all below it.
        """
        if self.least(vector) > max_suppression:
            return True
        return self.closed and max_suppression == 0 and self[vector] > 0

    def inherits(self, max_suppression) -> bool:
        """Whether every vector above one that satisfies does so, too."""
        return self.steady or self.closed and max_suppression == 0

    def failing_classes(self, classes, vector) -> set:
        """The classes of a recoding that fail. classes: [row of the table] -> its class."""
        if not self.demands:
            sizes = added_up(classes, self.table.counts)
            return {class_ for class_, n in sizes.items() if n < self.k}
        failing, rolled_up = self.judged(vector).failing, self.roll_ups.classes(self.at(vector))
        return {classes[place] for place, class_ in zip(self.wide.places, rolled_up)
                if failing[class_]}

    def published_classes(self, labels, classes, vector) -> tuple:
        """The labels of the published classes, the class of each row, and which are suppressed.

        labels, classes: the same of a recoding that suppresses nothing.
        """
        return labels, classes, self.failing_classes(classes, vector)

    def people_at(self, vector) -> dict:
        """{labels: people} of the population, generalized to a vector."""
        people = self.required.population.counts
        maps = [tree.level_maps(column.values)[level]
                for tree, column, level in zip(self.hierarchies, people.columns, vector)]
        labels, places = generalized(people, maps)
        return {labels[place]: n for place, n in added_up(places, people.counts).items()}

    def check_top(self, max_suppression):
        """Unsatisfied if the top rules out every vector."""
        if self.sparing(max_suppression).rules_out(self.top):
            below_k = ('%s to publish, fewer than k = %d, and at most %d may be suppressed; lower k'
                       % (there_are(self.records, 'record'), self.k, max_suppression))
            problems = [demand.problem(self) for demand in self.demands]
            raise self.unsatisfied(max_suppression, next(filter(None, problems), below_k))

    def unsatisfied(self, max_suppression, problem) -> Unsatisfied:
        """The error to raise if no vector satisfies.

        problem: what to say if the limits are not to blame.
        """
        if self.within:
            problem = self.within.problem(self, max_suppression) or problem
        return Unsatisfied(problem)

    def with_k(self, k):
        """The lattice of the same table for another k."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__, k=k, _least={}, _known={}, _last=(None, None))
        if self.required:
            other.required = self.required.with_k(k)
            other.demands = tuple(demand.with_required(other.required) for demand in self.demands)
        if any(demand.has_members for demand in self.demands):
            other.roll_ups = other._roll_ups()      # which count members up to a limit, such as k
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

    def _wide_table(self) -> WideTable:
        wide = WideTable(self.table, range(len(self.table)), self.level_maps, more=(), further=())
        for demand in self.demands:
            wide = demand.widened(wide, self.hierarchies)
        return wide

    def _roll_ups(self):
        members: list = []
        for demand in self.demands:
            if demand.has_members:
                members += demand.members()
        if not members:
            return RollUps(self.wide.rows, self.wide.all_maps)
        from .cut_off import RollUpsOfMembers       # few runs count members
        return RollUpsOfMembers(self.wide.rows, self.wide.all_maps, members)

    def _judge(self, vector) -> Judgement:
        counts = self.roll_ups.at(self.at(vector)).counts
        below_k = [n < self.k for n in counts]
        judged = Judgement(counts, below_k, below_k)
        for demand in self.demands:
            judged = demand.judged(judged, self, vector)
        for demand in self.demands:
            if demand.all_or_none and demand.is_broken(judged, self, vector):
                everything = [True] * len(counts)
                hopeless = everything if self.closed else judged.hopeless
                judged = Judgement(counts, everything, hopeless)
        return judged
