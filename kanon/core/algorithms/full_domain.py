"""Samarati's search and the optimal one, as values that hold their settings.

They publish each column at one level. Such algorithms differ in `search` alone: in how they find a
vector in the lattice (levels/lattice.py). greedy.py has two more.
"""

from __future__ import annotations

from collections import namedtuple

from ..counts.measures import of_vector
from ..counts.recoding import full_domain
from ..errors import Refused, Unsatisfied, at, in_words_of_python, many, option
from ..levels.demands import lattice_of
from ..levels.objective import best_of, objective_for
from ..levels.optimal import branch_and_bound, cut_in_two
from ..levels.samarati import least_height, upward
from .release import Algorithm, Making

# For type checkers, which take it for True. The typing module would take 2 ms to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal
    Measure = Literal['lm', 'dm', 'entropy', 'precision', 'height', 'c_avg', 'first']

# What is searched. lattice: {vector: records that it suppresses}. target: the objective
# (levels/objective.py), None if the first vector is as good as any.
Vectors = namedtuple('Vectors', 'counted lattice max_suppression target')
# What is found. told: what a report says of the search, {} of a greedy one.
FoundVector = namedtuple('FoundVector', 'vector told')


class FullDomain(Algorithm):
    """What these algorithms have in common.

    max_suppression: how many records may be suppressed, such as 20, or which share of them, such as
        '1%'.
    weights: {column: how much its loss counts in lm}.
    limit, from_: {column: the coarsest, the finest level of its labels}.
    """
    by_levels = True
    measure: Measure | None = None      # which measure chooses among vectors
    # Whose lines are told: functions, or pairs of a function and the name of one inside it.
    functions: tuple = ()

    def space(self, counted, like=None) -> Vectors:
        """The lattice, MaxSup, and what the search makes least.

        like: a space of the same table. If it is one of the same CountedTable, both share the
        checks.
        """
        if like is None:
            lattice = self._lattice(counted)
        elif like.counted is counted:
            lattice = like.lattice
        else:
            lattice = like.lattice.with_k(counted.required.k)
        most = suppression_limit(self.max_suppression, lattice.records)
        target = None
        if self.measure:
            weights = counted.in_order(self.weights)
            target = objective_for(self.measure, lattice, most, weights)
        return Vectors(counted, lattice, most, target)

    def recoded(self, space, found, watch) -> Making:
        """Each column at its level. Unsatisfied if nothing is left."""
        recoding = full_domain(space.lattice, found.vector)
        watch.lap('search')
        outcome = of_vector(space.lattice, found.vector, recoding)
        if not outcome.sizes:
            raise self.nothing_left(space, outcome.suppressed)
        return Making(self, space, found, outcome)

    def nothing_left(self, space, records) -> Unsatisfied:
        """The Unsatisfied of a search whose best vector suppresses all records."""
        required, records = space.counted.required, many(records, 'record')
        if required.earlier:
            return Unsatisfied('all %s would be held back, because too few people of their groups'
                               ' %s; publish later' % (records, space.lattice.lack),
                               space.counted.name)
        is_beyond_k = required.rules or required.population
        less = ', or require less beyond k' if is_beyond_k else ''
        return Unsatisfied('all %s would be suppressed, as %s allows; lower it, or lower k%s'
                           % (records, option('max_suppression', self.max_suppression), less),
                           space.counted.name)

    def told(self, made) -> dict:
        """What a report says of the search."""
        counted, lattice, max_suppression, _ = made.space
        vector, told = made.outcome.vector, made.found.told
        said = {'max_suppression': max_suppression, 'vector': dict(zip(counted.quasi, vector)),
                'height': sum(vector)}
        if counted.history:
            said['history'] = lattice.told(vector)
        said['lattice'] = {'vectors': lattice.size(), 'checked': len(lattice), **told}
        if told:
            said['measure'] = self.measure
        return said

    def of_columns(self, made) -> list:
        """What it says of each column."""
        return [{'level': level, 'height': top}
                for level, top in zip(made.outcome.vector, made.outcome.top)]

    def stated(self, made) -> dict:
        """What the audit must know of a release that has no report."""
        return {}

    def put_back(self, made) -> None:
        """The labels are those of hierarchies, and nothing can be put back from them."""

    def _lattice(self, counted):
        trees, within = counted.trees(), None
        if self.limit or self.from_:
            from ..levels.limits import Levels        # few runs have limits
            within = Levels(counted.quasi, trees, counted.hierarchies.level_names, self.limit,
                            self.from_, counted.decimal)
        return lattice_of(counted.frequency_set, trees, counted.required, within)


class Samarati(FullDomain):
    """The best vector of the least height (levels/samarati.py).

    measure: which is best, 'first' for the first vector there.
    """
    name, functions = 'samarati', (least_height, upward)

    def __init__(self, *, max_suppression: int | str = 0, measure: Measure = 'lm',
                 weights: Mapping[str, float] | None = None,
                 limit: Mapping[str, int | str] | None = None,
                 from_: Mapping[str, int | str] | None = None):
        with in_words_of_python():
            self._take(locals())

    def search(self, space, watch, by=least_height) -> FoundVector:
        with watch.going_on(lambda: checked(space.lattice)):
            search = by(space.lattice, space.max_suppression)
        best = best_of(search.vectors, space.target)
        return FoundVector(best, {'satisfying': search.vectors})


class Optimal(FullDomain):
    """The best vector of the whole lattice (levels/optimal.py), proven unless its time was over.

    time_limit: seconds.
    """
    name, functions = 'optimal', (branch_and_bound, cut_in_two)

    time_limit: float | None

    def __init__(self, *, max_suppression: int | str = 0, measure: Measure = 'lm',
                 weights: Mapping[str, float] | None = None,
                 limit: Mapping[str, int | str] | None = None,
                 from_: Mapping[str, int | str] | None = None,
                 time_limit: float | None = None):
        with in_words_of_python():
            self._take(locals())

    def _check(self):
        if self.measure == 'first':
            raise Refused('%s is not for the optimal search, which needs another measure'
                          % at('measure', 'first'))

    def search(self, space, watch, by=branch_and_bound) -> FoundVector:
        states = by(space.lattice, space.target, space.max_suppression)
        best = watch.best_of(states, self, space)
        if best.vector is None:
            raise Unsatisfied('the search was stopped before it found a vector that satisfies; '
                              + checked(space.lattice))
        return FoundVector(best.vector, proof(best, space.target))


def suppression_limit(asked, records) -> int:
    """How many of the records may be suppressed. A share is rounded down, exactly.

    >>> suppression_limit(20, 30162), suppression_limit('4%', 30162)
    (20, 1206)
    >>> suppression_limit('0.5%', 1000)
    5
    """
    text = str(asked)
    if not text.endswith('%'):
        return int(text)
    whole, _, decimals = text[:-1].partition('.')
    return records * int(whole + decimals) // (100 * 10 ** len(decimals))


def checked(lattice) -> str:
    return '{:,} of {} checked'.format(len(lattice), many(lattice.size(), 'vector'))


def proof(best, objective) -> dict:
    """What an optimal search has shown.

    gap: how far from the best possible, as a share of it, or None if that is not known.
    """
    value, bound = objective.value(best.cost), objective.value(best.bound)
    gap = abs(value - bound) / bound if bound > 0 else None
    if best.proven:
        gap = 0.0
    return {'value': value, 'bound': bound, 'gap': gap, 'proven': best.proven,
            'settled': best.settled}
