"""Samarati's search: full-domain generalization with suppression, by binary search over the heights of the lattice.

P. Samarati, Protecting Respondents' Identities in Microdata Release, IEEE TKDE 13(6), 2001: the binary search.

Promise: no vector of a lesser height satisfies with at most MaxSup records suppressed; all that do at this height are
named, in lexicographic order.
Invariant of the loop: some vector of height `high` is not ruled out; all of a height below `low` are. For where a vector is
not, none above it is (rolling up never increases the number of records below k), and so each greater height has one, too.
For k alone a vector that is not ruled out satisfies.
Departs from the paper: the paper takes it for granted that the top of the lattice satisfies, here it is verified; and
where the paper stops with the first satisfying vector of the least height, all of that height are handed back to
choose from. Requirements beyond k need not be monotone where records may be suppressed: then `rules_out` goes by what is, and
from the height where the binary search ends every height is tried, upward.
"""

from __future__ import annotations

from collections import namedtuple

from .lattice import at_height, height

Search = namedtuple('Search', 'height vectors')


def samarati(lattice, max_suppression) -> Search:
    """The least height, and the satisfying vectors there; the lattice holds all that was tried.

    DataError where none satisfies: fewer than k records, say, and more than may be suppressed.

    >>> from .hierarchy import Hierarchy
    >>> from .lattice import Lattice
    >>> race = Hierarchy({'asian': 'person', 'black': 'person', 'white': 'person'})
    >>> zip_ = Hierarchy({'94138': '9413*', '94139': '9413*', '94141': '9414*', '94142': '9414*',
    ...                   '9413*': '941**', '9414*': '941**'})
    >>> table = {('asian', '94142'): 1, ('asian', '94141'): 1, ('asian', '94139'): 3, ('black', '94138'): 1,
    ...          ('black', '94139'): 1, ('white', '94139'): 1, ('white', '94141'): 1}
    >>> lattice = Lattice(table, [race, zip_], k=2)
    >>> samarati(lattice, max_suppression=2)
    Search(height=1, vectors=[(0, 1), (1, 0)])
    >>> samarati(lattice, max_suppression=0)
    Search(height=2, vectors=[(0, 2), (1, 1)])
    """
    def may_satisfy(vector):
        return not lattice.rules_out(vector, max_suppression)

    lattice.check_top(max_suppression)
    low, high = 0, height(lattice.top)
    while low < high:
        try_ = (low + high) // 2
        reach_k = any(may_satisfy(vector) for vector in at_height(lattice.top, try_))
        if reach_k:
            high = try_
        else:
            low = try_ + 1
    for low in range(low, height(lattice.top) + 1):     # one turn where satisfying is monotone
        satisfying = [vector for vector in at_height(lattice.top, low) if lattice[vector] <= max_suppression]
        if satisfying:
            return Search(low, satisfying)
    raise lattice.unsatisfied(max_suppression)
