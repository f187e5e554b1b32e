"""What the checks of a search tell of every vector of its lattice.

Promise: each reason follows from the checks up to the one that it names, and from nothing else. It is what Samarati's search and the
optimal search rely on: `Known` in levels/sparing.py, and the bounds of levels/objective.py.
"""

from __future__ import annotations

from collections import namedtuple
from operator import le

from ...core.levels.objective import Rank, rank
from ...core.levels.optimal import NO_VECTOR

# A vector that a search checked. out: whether no vector at or below it satisfies. satisfies: whether it satisfies itself.
Check = namedtuple('Check', 'vector out satisfies')

# Why a search needs no more than it knows. check: the number of the check that showed it, from 1 on.
# 'checked': the vector is that check's. 'above': a vector above it is ruled out, and so it is. 'below': a vector below it is not ruled
# out, and so it is not. 'bound': from that check on it cannot be better than the best so far, by a bound that a checked vector above
# it gives.
Reason = namedtuple('Reason', 'kind check')


def reasons(vectors, checks, target=None) -> dict:
    """{vector: Reason}. A vector of which the checks tell nothing is not in it.

    checks: the Checks in the order of the search. target: the objective of an optimal search. It asks more than whether a vector
    satisfies, so 'below' settles nothing there.

    >>> from ...core.levels.lattice import vectors
    >>> told = reasons(list(vectors((1, 2))), [Check((1, 2), False, True), Check((0, 1), True, False), Check((1, 0), False, True)])
    >>> [(vector, *reason) for vector, reason in told.items()]      # doctest: +NORMALIZE_WHITESPACE
    [((1, 2), 'checked', 1), ((0, 1), 'checked', 2), ((1, 0), 'checked', 3), ((0, 0), 'above', 2), ((1, 1), 'below', 3)]
    """
    told = {check.vector: Reason('checked', number) for number, check in enumerate(checks, 1)}
    open_ = [vector for vector in vectors if vector not in told]
    best = NO_VECTOR
    bounds: dict = {}       # {vector: the greatest bound so far}
    for number, (checked, out, satisfies) in enumerate(checks, 1):
        if target and satisfies:
            best = min(best, rank(checked, target))
        for vector in open_:
            if out and lies_below(vector, checked):
                told[vector] = Reason('above', number)
            elif not target and not out and lies_below(checked, vector):
                told[vector] = Reason('below', number)
            elif target:
                if lies_below(vector, checked):
                    bounds[vector] = max(bounds.get(vector, 0), target.bound(vector, checked))
                if vector in bounds and Rank(bounds[vector], False, vector) >= best:
                    told[vector] = Reason('bound', number)
        open_ = [vector for vector in open_ if vector not in told]
    return told


def lies_below(vector, other) -> bool:
    """Whether the vector lies at or below another: none of its levels is higher."""
    return all(map(le, vector, other))
