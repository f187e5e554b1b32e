"""Datafly and round robin, as values that hold their settings.

They raise one column after another (levels/datafly.py).
"""

from __future__ import annotations

from ..errors import in_words_of_python
from ..levels.datafly import most_distinct_first, raised, round_robin
from .full_domain import FoundVector, FullDomain

TYPE_CHECKING = False       # as in full_domain.py
if TYPE_CHECKING:
    from collections.abc import Mapping


class Datafly(FullDomain):
    """The column with the most distinct values is raised, again and again."""
    name = 'datafly'
    functions = most_distinct_first, (most_distinct_first, 'most_distinct'), raised

    def __init__(self, *, max_suppression: int | str = 0,
                 weights: Mapping[str, float] | None = None,
                 limit: Mapping[str, int | str] | None = None,
                 from_: Mapping[str, int | str] | None = None):
        with in_words_of_python():
            self._take(locals())

    def search(self, space, watch) -> FoundVector:
        tried = most_distinct_first(space.lattice, space.max_suppression)
        return FoundVector(tried[-1], {})


class RoundRobin(FullDomain):
    """The columns are raised in turn, and nothing is suppressed."""
    name, functions = 'round-robin', (raised,)

    def __init__(self, *, weights: Mapping[str, float] | None = None,
                 limit: Mapping[str, int | str] | None = None,
                 from_: Mapping[str, int | str] | None = None):
        with in_words_of_python():
            self._take(locals())

    def search(self, space, watch) -> FoundVector:
        tried = round_robin(space.lattice)
        return FoundVector(tried[-1], {})
