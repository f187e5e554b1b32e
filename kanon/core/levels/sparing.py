"""Fewer checks of a lattice: what the checks so far tell about other vectors.

`Sparing.may_satisfy` replaces `satisfies` of plain/samarati.py in the search, because a check of
one vector decides about others.

Promise: `rules_out` and `may_satisfy` answer as a check of the vector would. A vector is not
checked if the answer follows from other checks.
Invariant: a vector below one that is ruled out is ruled out, too. A vector above one that is not is
not ruled out either.
"""

from __future__ import annotations

from itertools import accumulate


class Sparing:
    """Answers for one lattice and one MaxSup.

    known: what the checks have shown (Decisions), which the lattice keeps.

    `Lattice.sparing` makes a new one at each call. If the lattice kept it, each would hold the
    other, and both would be freed late.

    >>> from ..counts.hierarchy import Hierarchy
    >>> from .lattice import Lattice
    >>> race = Hierarchy({'black': '*', 'white': '*'})
    >>> zip_ = Hierarchy({'94138': '9413*', '94139': '9413*'})
    >>> table = {('black', '94138'): 1, ('white', '94138'): 1, ('white', '94139'): 2}
    >>> lattice = Lattice(table, [race, zip_], k=2)
    >>> sparing = lattice.sparing(0)
    >>> sparing.rules_out((0, 1)), sparing.rules_out((0, 0)), sparing.may_satisfy((1, 0))
    (True, True, True)
    >>> list(lattice)       # (0, 0) was not checked
    [(0, 1), (1, 0)]
    """

    def __init__(self, lattice, max_suppression, known):
        self.lattice, self.max_suppression, self.known = lattice, max_suppression, known

    def rules_out(self, vector) -> bool:
        """Whether no vector at or below this one satisfies."""
        out = None if vector in self.lattice else self.known.out(vector)
        if out is None:
            out = self.lattice.suppresses_too_much(vector, self.max_suppression)
            self.known.add(vector, out)
        return out

    def may_satisfy(self, vector) -> bool:
        """Whether the vector is not ruled out. For k alone that is whether it satisfies.

        If a check rules it out, one way from it to the top is searched for the last vector that is
        ruled out. That decides about all the vectors below.
        """
        is_new = vector not in self.lattice and self.known.out(vector) is None
        out = self.rules_out(vector)
        if is_new and out:
            self._look_far(self.way_to_the_top(vector))
        return not out

    def way_to_the_top(self, vector) -> list:
        """The vectors from this one to the top, each one level higher than the one before.

        One column is raised to its top, then the next. The columns with the fewest labels come
        first, because raising them merges the fewest classes.
        """
        labels, top = self.lattice.distinct(), self.lattice.top

        def labels_now(column):
            return labels[column][vector[column]]

        at, way = list(vector), [vector]
        for column in sorted(range(len(vector)), key=labels_now):
            for level in range(vector[column] + 1, top[column] + 1):
                at[column] = level
                way.append(tuple(at))
        return way

    def _look_far(self, way):
        """Find the last vector of a way that is ruled out, by halving.

        The first vector of the way is ruled out. The last one, the top, is not.
        """
        first, last = 0, len(way) - 1
        while last - first > 1:
            middle = (first + last) // 2
            if self.rules_out(way[middle]):
                first = middle
            else:
                last = middle


class Decisions:
    """Which vectors are ruled out, and which are not, as the checks for one MaxSup have shown.

    >>> known = Decisions((1, 2))
    >>> known.add((0, 1), True), known.add((1, 1), False)
    (None, None)
    >>> known.out((0, 0)), known.out((1, 2)), known.out((0, 2))
    (True, False, None)
    """

    def __init__(self, top):
        # [column][level]: so many bits as the level says, in the places of the column.
        places = [0, *accumulate(top)]
        self._bits = [[((1 << level) - 1) << place for level in range(highest + 1)]
                      for place, highest in zip(places, top)]
        # As sets of bits: the highest vectors that are ruled out, and the lowest that are not.
        self._out, self._in = [], []

    def out(self, vector):
        """Whether the vector is ruled out. None if this is not known."""
        bits = self._set_of(vector)
        if any(bits & highest == bits for highest in reversed(self._out)):
            return True
        if any(bits & lowest == lowest for lowest in self._in):
            return False
        return None

    def add(self, vector, out):
        bits = self._set_of(vector)
        if out:
            self._out = [other for other in self._out if other & bits != other] + [bits]
        else:
            self._in = [other for other in self._in if other & bits != bits] + [bits]

    def _set_of(self, vector):
        """A vector as a set of bits. One is at or below another if the other has all its bits."""
        return sum(of_column[level] for of_column, level in zip(self._bits, vector))
