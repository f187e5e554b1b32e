"""The levels of an earlier release, as an algorithm that searches nothing (--like).

Promise: each column is published at the level that is asked for. Classes that fail are suppressed.
If these are more records than may be suppressed, Unsatisfied is raised.
"""

from __future__ import annotations

from ..errors import Changed, DataError, Unsatisfied, many, option, quoted
from .full_domain import FoundVector, FullDomain


class AtLevels(FullDomain):
    """The levels of an earlier release.

    levels: {quasi-identifier: level}. source: the file that names them.
    """

    name = 'like'

    def __init__(self, levels, source, *, max_suppression=0, weights=None, limit=None, from_=None):
        self.levels, self.source = levels, source
        self._take(locals())

    def space(self, counted, like=None):
        try:
            return super().space(counted, like)
        except DataError as error:
            if error.file:      # a value without a leaf
                error.problem += ('; then search anew, because %s tells of the hierarchies as they'
                                  ' were' % self.source)
            raise

    def nothing_left(self, space, records) -> Unsatisfied:
        return Unsatisfied('at the levels of %s all %s would be suppressed; search anew'
                           % (self.source, many(records, 'record')), space.counted.name)

    def search(self, space, watch, by=None) -> FoundVector:
        lattice, quasi = space.lattice, space.counted.quasi
        vector = tuple([self.levels[name] for name in quasi])
        for name, level, low, high in zip(quasi, vector, lattice.bottom, lattice.top):
            if not low <= level <= high:
                raise Changed('column %s may have the levels %d to %d, and not %d; the file was'
                              ' changed' % (quoted(name), low, high, level), self.source)
        if lattice[vector] > space.max_suppression:
            suppressed, records = many(lattice[vector], 'record'), '{:,}'.format(lattice.records)
            raise Unsatisfied('at the levels of %s %s of %s would be suppressed, and %s allows %d;'
                              ' raise it, or search anew'
                              % (self.source, suppressed, records,
                                 option('max_suppression', self.max_suppression),
                                 space.max_suppression), space.counted.name)
        return FoundVector(vector, {})

    def told(self, made) -> dict:
        return {**super().told(made), 'like': self.source}
