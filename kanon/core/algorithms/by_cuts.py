"""Mondrian, as a value that holds its settings: it cuts the table into partitions, and publishes
the labels of each.

The cuts are in cutting/mondrian.py and cutting/cuts.py, the columns in an order that can be cut in
cutting/dimension.py. What few runs ask for is loaded when it is asked for: edges of labels, limits,
and the searches for the best cuts (best_cuts/).
"""

from __future__ import annotations

from collections import namedtuple
from functools import partial

from ..cutting import cuts, dimension
from ..cutting.labels import multidimensional, of_partitions
from ..cutting.mondrian import mondrian
from ..cutting.partition import partition_of
from ..errors import DataError, Refused, at, in_words_of_python, option
from .release import Algorithm, Making
from .watching import UNSEEN

TYPE_CHECKING = False       # as in full_domain.py
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Literal

# What is cut. values: each column's {value: records}. dimensions: these in an order to be cut.
Columns = namedtuple('Columns', 'counted values dimensions')
# What is found. cuts: in the order in which they were made.
# looks: what was seen of them (tools/explain/steps.py), or None.
# told: what a report says of a search for the best cuts. {} of cuts that are made one by one.
FoundCuts = namedtuple('FoundCuts', 'partitions cuts looks told')


class Mondrian(Algorithm):
    """Multidimensional partitioning.

    partitioning: 'strict' cuts, 'relaxed' ones, or 'both': relaxed ones where no strict one is
        left. 'optimal' and 'clustered' search for the cuts that lose least, for few columns and
        for many.
    choose: the dimension to cut is the 'widest', the one that leaves the least loss ('lm'), or one
        at 'random', which needs a seed.
    categories: in the order of their 'leaves' in the hierarchy, by 'frequency', or cut along the
        'hierarchy'.
    labels: 'range' or 'box' for numbers, 'set' or 'ancestor' for categories, one of each with a
        comma, or 'grid' for both: labels that are fixed beforehand.
    grid: {column of numbers: its edges}, for labels='grid'.
    weights: {column: how much its loss counts in lm}.
    limit, from_: {column: the coarsest, the finest level of its labels}.
    bound: whether a lower bound of lm is worked out.
    time_limit: seconds of a search for the best cuts, and of the bound.
    """
    name, by_levels = 'mondrian', False

    partitioning: str
    choose: str
    seed: int | None
    categories: str | None
    labels: str
    grid: dict
    time_limit: float | None

    def __init__(self, *,
                 partitioning: Literal['strict', 'relaxed', 'both', 'optimal',
                                       'clustered'] = 'strict',
                 choose: Literal['widest', 'lm', 'random'] = 'widest',
                 seed: int | None = None,
                 categories: Literal['leaves', 'frequency', 'hierarchy'] | None = None,
                 labels: str = '',
                 grid: Mapping[str, float | str | Sequence[float | str]] | None = None,
                 weights: Mapping[str, float] | None = None,
                 limit: Mapping[str, int | str] | None = None,
                 from_: Mapping[str, int | str] | None = None,
                 bound: bool = False, time_limit: float | None = None):
        with in_words_of_python():
            self._take(locals())

    def _check(self):
        searches, labels = self.partitioning not in cuts.KINDS, self.labels.split(',')
        if searches:
            self._exclude('choose', self.choose, self.choose != 'widest', 'widest')
            self._exclude('labels', 'box', 'box' in labels, 'range')
            self._exclude('categories', 'hierarchy', self.categories == 'hierarchy', 'leaves')
        if self.grid and self.labels != 'grid':
            raise Refused('%s is for %s' % (at('grid'), option('labels', 'grid')), idle='grid')
        if self.limit or self.from_:
            self._check_limited(labels)
        if self.bound and (self.from_ or {'box', 'grid'} & set(labels)):
            raise Refused('%s is for intervals between recorded values, and it would tell values'
                          ' that %s and grid hide; leave it out, or these labels and %s'
                          % (at('bound'), option('labels', 'box'), option('from_')))
        if self.choose == 'random' and self.seed is None:
            raise Refused('%s needs a %s, so that the run can be repeated'
                          % (at('choose', 'random'), option('seed')))
        if self.choose != 'random' and self.seed is not None:
            raise Refused('%s is for %s' % (at('seed'), option('choose', 'random')), idle='seed')
        if self.time_limit is not None and not searches and not self.bound:
            raise Refused('%s is for %s or clustered, and for %s'
                          % (at('time_limit'), option('partitioning', 'optimal'), option('bound')),
                          idle='time_limit')

    def _exclude(self, name, word, is_set, instead):
        """Refused if this setting is set, because the cuts are searched for."""
        if is_set:
            partitioning = option('partitioning', self.partitioning)
            raise Refused('%s and %s exclude each other' % (partitioning, at(name, word)),
                          instead=(name, instead))

    def _check_limited(self, labels):
        """Refused for labels that have no limit, or have another one."""
        if 'box' in labels:
            raise Refused('%s excludes %s and %s: a box is open at the ends of its column, and so'
                          ' has no limit' % (at('labels', 'box'), option('limit'), option('from_')))
        if self.labels == 'grid':
            raise Refused('%s excludes %s and %s: the edges of a grid say how fine a label is'
                          % (at('labels', 'grid'), option('limit'), option('from_')))

    @property
    def parts_records(self) -> bool:        # type: ignore[override]
        return self.partitioning != 'strict'

    def space(self, counted, like=None) -> Columns:
        """Each column's values in an order that can be cut."""
        values = counted.values()
        dimensions = like.dimensions if like else self._dimensions(counted, values)
        return Columns(counted, values, dimensions)

    def search(self, space, watch, by=mondrian, cut_for=cuts.cut_for) -> FoundCuts:
        """Cut the table into partitions."""
        counted, columns, required = space.counted, space.dimensions, space.counted.required
        weights = counted.in_order(self.weights)
        cut = self.cut(columns, required, weights, watch.until, cut_for)
        seen, words, looks = watch.cutting(cut, columns, required, self.choose == 'widest')
        with watch.going_on(words):
            whole_table = partition_of(counted.frequency_set, columns, required)
            partitions, made = by(whole_table, seen)
        return FoundCuts(partitions, made, looks, getattr(cut, 'found', {}))

    def recoded(self, space, found, watch) -> Making:
        """Each partition has its labels."""
        counted, columns = space.counted, space.dimensions
        recoding, labels = multidimensional(counted.frequency_set, columns, found.partitions,
                                            counted.required)
        found.partitions.clear()        # a third of the memory that a large table takes
        watch.lap('search')
        outcome = of_partitions(recoding, labels, space.values, columns, self.labels)
        return Making(self, space, found, outcome, labels)

    def told(self, made) -> dict:
        """What a report says of the cuts."""
        found = made.found
        said: dict = {'partitioning': self.partitioning, 'choose': self.choose,
                      'seed': self.seed, 'labels': self.labels,
                      'categories': self.categories, 'cuts': len(found.cuts)}
        if found.told:
            said['search'] = {**found.told, 'measure': made.outcome.lost}
        if self.labels == 'grid':
            said['grid'] = self.grid
        return said

    def of_columns(self, made) -> list:
        """What it says of each column."""
        k = made.space.counted.required.k
        return [{'order': dimension.order, 'rare': rare(dimension, labels, k)}
                for dimension, labels in zip(made.space.dimensions, made.labels)]

    def stated(self, made) -> dict:
        """What the audit must know of a release that has no report."""
        columns = [{'order': dimension.order} for dimension in made.space.dimensions]
        return {'columns': columns, 'labels': self.labels}

    def put_back(self, made) -> dict:
        """What a reader can put back from the labels (rules/put_back.py)."""
        from ..rules.put_back import of_release     # few ask for it
        space = made.space
        return of_release(made.outcome, made.labels, space.dimensions, space.counted.required,
                          self.partitioning)

    def grids(self, quasi) -> dict:
        """{quasi-identifier: its edges} of labels that are fixed beforehand, otherwise {}.

        The edges are '' where they are those of its hierarchy.
        """
        if self.labels != 'grid':
            return {}
        return {name: self.grid.get(name, '') for name in quasi}

    def bound_of(self, space, watch):
        """A lower bound of lm (best_cuts/bound.py), as far as it was raised in time."""
        from ..best_cuts.bound import SECONDS, Bound
        counted = space.counted
        bound = Bound(counted.frequency_set, space.dimensions, counted.required.k,
                      counted.in_order(self.weights))
        seconds = SECONDS if self.time_limit is None else self.time_limit
        with watch.going_on(lambda: 'no classes have an lm below %.6f' % bound.lm()):
            for _ in watch.until(seconds, bound.states()):
                pass
        return bound

    def _dimensions(self, counted, values) -> list:
        for name, counts in zip(counted.quasi, values):
            if counted.decimal in ''.join(counts):
                from ..counts.writings import check_thousands   # few columns have decimals
                check_thousands(name, counts, counted.decimal, counted.thousands)
        given = counted.quasi, values, counted.hierarchies, counted.roots
        if self.labels == 'grid':
            from ..cutting import edges     # few runs fix their labels
            categories = edges.categories_for(self.categories, self.partitioning)
            try:
                return edges.grid_dimensions(*given, self.grid, categories, counted.decimal)
            except DataError as error:
                raise DataError(error.problem, error.file or counted.name) from None
        if self.limit or self.from_:
            from ..cutting.within_limits import dimensions_within     # few runs have limits
            return dimensions_within(*given, self.labels, self.categories, counted.decimal,
                                     self.limit, self.from_)
        return dimension.dimensions_for(*given, self.labels, self.categories, counted.decimal)

    def cut(self, columns, required, weights, until=UNSEEN.until, cut_for=cuts.cut_for):
        """The function that cuts a partition. A search for the best cuts has `found`.

        until: as NoWatcher has it (watching.py).
        """
        cells = None
        if any(dimension.limit for dimension in columns):
            from ..cutting.limited_cuts import Cells
            cells = Cells(columns, required)
        if self.partitioning in cuts.KINDS:
            cut = cut_for(columns, required, self.partitioning, self.choose, weights, self.seed)
            return cells.within(cut) if cells else cut
        from ..best_cuts.search import BestCutSearch       # few runs search
        in_time = partial(until, self.time_limit)
        return BestCutSearch(self.partitioning, columns, required, weights, in_time, cells)


def rare(dimension, labels, k) -> int:
    """How many values that published intervals and sets name are rare.

    These are in fewer than k records of the whole table.
    """
    named = {code for label in labels.values() for code in label.named}
    return sum(dimension.records[code] < k for code in named)
