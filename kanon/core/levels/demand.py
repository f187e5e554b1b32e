"""A demand: what a lattice asks of the classes of a vector besides k records.

A Lattice holds its demands, and asks them one after the other. demands.py composes them.

Promise: of the classes at a vector, a demand says which fail and which are hopeless. A class
*fails* if it does not satisfy the demand. It is *hopeless* if no part of it can satisfy the demand
at a lower vector either.
A class that fails may become part of a class that passes, and a class that passes may become part
of one that fails. (rules/of_values.py says for which rules.) So a search may rule out vectors by
hopeless classes alone.
"""

from __future__ import annotations

from collections import namedtuple

# The classes at a vector, as three lists: the records of each, whether it fails, and whether it is
# hopeless.
Judgement = namedtuple('Judgement', 'counts failing hopeless')


class Demand:
    """A demand for what is `required` (counts/required.py).

    Each kind of demand says of itself:
    - steady: whether every class that fails is hopeless.
    - closed: whether the union of classes that pass it passes. If all demands are closed and
      nothing may be suppressed, a vector above one that satisfies does so, too.
    - all_or_none: whether it may break a vector as a whole (`is_broken`).
    - has_members: whether the lattice rolls up `members`, too.
    - is_quick: whether `hopeless` takes much less time than `judged`.
    """

    steady = closed = True
    all_or_none = has_members = is_quick = False

    def __init__(self, required):
        self.required = required

    def with_required(self, required) -> Demand:
        """The same demand for another k. Both share what is rolled up."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__, required=required)
        return other

    def widened(self, wide, hierarchies) -> WideTable:
        """The table to roll up, with what this demand needs in it. wide: a WideTable."""
        return wide

    def roll_up(self, wide):
        """Prepare what is rolled up beside the table. wide: as all demands have widened it."""

    def judged(self, so_far, lattice, vector) -> Judgement:
        """The classes at a vector. so_far: as k and the demands before have judged them."""
        raise NotImplementedError

    def problem(self, lattice) -> str:
        """What the whole table lacks as one class. '' if it satisfies this demand."""
        return ''

    # What few demands have.

    def is_broken(self, judged, lattice, vector) -> bool:
        """Whether all classes of the vector fail. judged: as all demands have judged them."""
        raise NotImplementedError

    def members(self) -> list:
        """(least number, places, members) for each kind of members (cut_off.py).

        No class may have fewer different ones than the least number.
        """
        raise NotImplementedError

    def hopeless(self, lattice, vector) -> list:
        """Whether each class at a vector is hopeless by this demand."""
        raise NotImplementedError


class WideTable(namedtuple('WideTable', 'rows places level_maps more further')):
    """The table of a lattice as it is rolled up, with the columns that demands add.

    rows: a FrequencySet. Behind the quasi-identifiers it has the further columns.
    places: [row] -> the row of the table. Rows of one place differ in a further column.
    level_maps: of each quasi-identifier.
    more: how many values each of these has that the table does not have. () for none.
    further: the level maps of each further column. Level 0 has its values, level 1 leaves it out.

    >>> ages, ills = [{'38': '38', '41': '41'}], [{'flu': 'flu'}, {'flu': None}]
    >>> wide = WideTable(None, None, [ages], [1], [ills])       # 41 is not in the table
    >>> wide.at((0,)), wide.weights([[[7]]])
    ((0, 1), [[[7, 0]], [[0], [0]]])
    """

    @property
    def all_maps(self) -> list:
        """The level maps of all columns."""
        return [*self.level_maps, *self.further]

    def at(self, vector) -> tuple:
        """The levels of all columns at a vector, which leaves out the further ones."""
        return (*vector, *[1] * len(self.further))

    def weights(self, weights) -> list:
        """The weights of all columns. weights: of the table's values. Others weigh nothing."""
        if self.more:
            weights = [[[*of_level, *[0] * n] for of_level in of_column]
                       for of_column, n in zip(weights, self.more)]
        nothing = [[[0] * len(labels) for labels in levels] for levels in self.further]
        return [*weights, *nothing]
