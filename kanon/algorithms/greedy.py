"""Datafly and round robin, as values that hold their settings. They raise one column after another (levels/datafly.py)."""

from __future__ import annotations

from ..levels.datafly import most_distinct_first, raised, round_robin
from .full_domain import Found, FullDomain


class Datafly(FullDomain):
    """The column with the most distinct values is raised, again and again."""
    name, functions = 'datafly', (most_distinct_first, (most_distinct_first, 'most_distinct'), raised)

    def __init__(self, *, max_suppression=0, weights=None, limit=None, from_=None):
        self._take(max_suppression=max_suppression, weights=weights, limit=limit, from_=from_)

    def search(self, space, watch) -> Found:
        return Found(most_distinct_first(space.lattice, space.max_suppression)[-1], {})


class RoundRobin(FullDomain):
    """The columns are raised in turn, and nothing is suppressed."""
    name, functions = 'round-robin', (raised,)

    def __init__(self, *, weights=None, limit=None, from_=None):
        self._take(weights=weights, limit=limit, from_=from_)

    def search(self, space, watch) -> Found:
        return Found(round_robin(space.lattice)[-1], {})
