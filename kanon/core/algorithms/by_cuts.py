"""Mondrian, as a value that holds its settings: it cuts the table into partitions, and publishes the labels of each.

The cuts are in cutting/mondrian.py and cutting/cuts.py, the columns in an order that can be cut in cutting/dimension.py. What few runs
ask for is loaded when it is asked for: edges of labels, limits, and the searches for the best cuts (best_cuts/).
"""

from __future__ import annotations

from collections import namedtuple
from functools import partial

from ..cutting import cuts, dimension
from ..cutting.labels import multidimensional, of_partitions
from ..cutting.mondrian import mondrian
from ..cutting.partition import partition_of
from ..errors import DataError, Refused, at, in_words_of_python, option
from .release import Algorithm, Made
from .watching import UNSEEN

TYPE_CHECKING = False       # as in full_domain.py
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Literal

# What is cut. values: each column's {value: records}. dimensions: the same in an order that can be cut.
Columns = namedtuple('Columns', 'counted values dimensions')
# What is found. cuts: in the order in which they were made. looks: what was seen of them (explain/steps.py), or None. told: what a report
# says of a search for the best cuts, {} of cuts that are made one by one.
FoundCuts = namedtuple('FoundCuts', 'partitions cuts looks told')


class Mondrian(Algorithm):
    """Multidimensional partitioning.

    partitioning: 'strict' cuts, 'relaxed' ones, or 'both': relaxed ones where no strict one is left. 'optimal' and 'clustered' search
    for the cuts that lose least, for few columns and for many. time_limit: seconds of such a search, and of the bound.
    choose: the dimension to cut is the 'widest', the one that leaves the least loss ('lm'), or one at 'random', which needs a seed.
    categories: in the order of their 'leaves' in the hierarchy, by 'frequency', or cut along the 'hierarchy'. labels: 'range' or 'box'
    for numbers, 'set' or 'ancestor' for categories, one of each with a comma, or 'grid' for both: labels that are fixed beforehand.
    grid: {column of numbers: its edges}, for labels='grid'. bound: whether a lower bound of lm is worked out. weights: {column: how
    much its loss counts in lm}. limit, from_: {column: the coarsest, the finest level of its labels}.
    """
    name, by_levels = 'mondrian', False

    partitioning: str
    choose: str
    seed: int | None
    categories: str | None
    labels: str
    grid: dict
    time_limit: float | None

    def __init__(self, *, partitioning: Literal['strict', 'relaxed', 'both', 'optimal', 'clustered'] = 'strict',
                 choose: Literal['widest', 'lm', 'random'] = 'widest', seed: int | None = None,
                 categories: Literal['leaves', 'frequency', 'hierarchy'] | None = None, labels: str = '',
                 grid: Mapping[str, float | str | Sequence[float | str]] | None = None, weights: Mapping[str, float] | None = None,
                 limit: Mapping[str, int | str] | None = None, from_: Mapping[str, int | str] | None = None,
                 bound: bool = False, time_limit: float | None = None):
        with in_words_of_python():
            self._take(locals())

    def _check(self):
        searches, limited, words = self.partitioning not in cuts.KINDS, self.limit or self.from_, self.labels.split(',')
        for name, word, excluded, instead in (('choose', self.choose, self.choose != 'widest', 'widest'),
                                              ('labels', 'box', 'box' in words, 'range'),
                                              ('categories', 'hierarchy', self.categories == 'hierarchy', 'leaves')):
            if searches and excluded:
                raise Refused('%s and %s exclude each other' % (option('partitioning', self.partitioning), at(name, word)),
                              instead=(name, instead))
        if self.grid and self.labels != 'grid':
            raise Refused('%s is for %s' % (at('grid'), option('labels', 'grid')), idle='grid')
        if limited and 'box' in words:
            raise Refused('%s excludes %s and %s: a box is open at the ends of its column, and so has no limit'
                          % (at('labels', 'box'), option('limit'), option('from_')))
        if limited and self.labels == 'grid':
            raise Refused('%s excludes %s and %s: the edges of a grid say how fine a label is'
                          % (at('labels', 'grid'), option('limit'), option('from_')))
        if self.bound and (self.from_ or {'box', 'grid'} & set(words)):
            raise Refused('%s is for intervals between recorded values, and it would tell values that %s and grid hide; leave it out, or'
                          ' these labels and %s' % (at('bound'), option('labels', 'box'), option('from_')))
        if self.choose == 'random' and self.seed is None:
            raise Refused('%s needs a %s, so that the run can be repeated' % (at('choose', 'random'), option('seed')))
        if self.choose != 'random' and self.seed is not None:
            raise Refused('%s is for %s' % (at('seed'), option('choose', 'random')), idle='seed')
        if self.time_limit is not None and not searches and not self.bound:
            raise Refused('%s is for %s or clustered, and for %s' % (at('time_limit'), option('partitioning', 'optimal'), option('bound')),
                          idle='time_limit')

    @property
    def parts_records(self) -> bool:        # type: ignore[override]
        return self.partitioning != 'strict'

    def space(self, counted, like=None) -> Columns:
        """Each column's values in an order that can be cut."""
        values = counted.values()
        return Columns(counted, values, like.dimensions if like else self._dimensions(counted, values))

    def search(self, space, watch, by=mondrian, cut_for=cuts.cut_for) -> FoundCuts:
        """Cut the table into partitions."""
        counted, columns = space.counted, space.dimensions
        cut = self.cut(columns, counted.required, counted.in_order(self.weights), watch.until, cut_for)
        seen, words, looks = watch.cutting(cut, columns, counted.required, self.choose == 'widest')
        with watch.going_on(words):
            partitions, made = by(partition_of(counted.frequency_set, columns, counted.required), seen)
        return FoundCuts(partitions, made, looks, getattr(cut, 'found', {}))

    def recoded(self, space, found, watch) -> Made:
        """Each partition has its labels."""
        counted, columns = space.counted, space.dimensions
        recoding, labels = multidimensional(counted.frequency_set, columns, found.partitions, counted.required)
        found.partitions.clear()        # a third of the memory that a large table takes
        watch.lap('search')
        return Made(self, space, found, of_partitions(recoding, labels, space.values, columns, self.labels), labels)

    def told(self, made) -> dict:
        """What a report says of the cuts."""
        found = made.found
        return {'partitioning': self.partitioning, 'choose': self.choose, 'seed': self.seed, 'labels': self.labels,
                'categories': self.categories, 'cuts': len(found.cuts),
                **({'search': {**found.told, 'measure': made.outcome.lost}} if found.told else {}),
                **({'grid': self.grid} if self.labels == 'grid' else {})}

    def of_columns(self, made) -> list:
        """What it says of each column."""
        return [{'order': dimension.order, 'rare': rare(dimension, labels, made.space.counted.required.k)}
                for dimension, labels in zip(made.space.dimensions, made.labels)]

    def stated(self, made) -> dict:
        """What the audit must know of a release that has no report."""
        return {'columns': [{'order': dimension.order} for dimension in made.space.dimensions], 'labels': self.labels}

    def put_back(self, made) -> dict:
        """What a reader can put back from the labels (rules/put_back.py)."""
        from ..rules.put_back import of_release     # few ask for it
        return of_release(made.outcome, made.labels, made.space.dimensions, made.space.counted.required, self.partitioning)

    def grids(self, quasi) -> dict:
        """{quasi-identifier: its edges, '' for those of its hierarchy} of labels that are fixed beforehand, otherwise {}."""
        return {name: self.grid.get(name, '') for name in quasi} if self.labels == 'grid' else {}

    def bound_of(self, space, watch):
        """A lower bound of lm (best_cuts/bound.py), as far as it was raised in time."""
        from ..best_cuts.bound import SECONDS, Bound
        counted = space.counted
        bound = Bound(counted.frequency_set, space.dimensions, counted.required.k, counted.in_order(self.weights))
        with watch.going_on(lambda: 'no classes have an lm below %.6f' % bound.lm()):
            for _ in watch.until(SECONDS if self.time_limit is None else self.time_limit, bound.states()):
                pass
        return bound

    def _dimensions(self, counted, values) -> list:
        for name, counts in zip(counted.quasi, values):
            if counted.decimal in ''.join(counts):
                from ..counts.writings import check_thousands      # most columns are of whole numbers or words
                check_thousands(name, counts, counted.decimal, counted.thousands)
        given = counted.quasi, values, counted.hierarchies, counted.roots
        if self.labels == 'grid':
            from ..cutting import edges     # few runs fix their labels
            try:
                return edges.grid_dimensions(*given, self.grid, edges.categories_for(self.categories, self.partitioning), counted.decimal)
            except DataError as error:
                raise DataError(error.problem, error.file or counted.name) from None
        if self.limit or self.from_:
            from ..cutting.within_limits import dimensions_within     # few runs have limits
            return dimensions_within(*given, self.labels, self.categories, counted.decimal, self.limit, self.from_)
        return dimension.dimensions_for(*given, self.labels, self.categories, counted.decimal)

    def cut(self, columns, required, weights, until=UNSEEN.until, cut_for=cuts.cut_for):
        """The function that cuts a partition. A search for the best cuts has `found`. until: as Unseen has it (watching.py)."""
        cells = None
        if any(dimension.limit for dimension in columns):
            from ..cutting.limited_cuts import Cells
            cells = Cells(columns, required)
        if self.partitioning in cuts.KINDS:
            cut = cut_for(columns, required, self.partitioning, self.choose, weights, self.seed)
            return cells.within(cut) if cells else cut
        from ..best_cuts.search import BestCutSearch       # few runs search
        return BestCutSearch(self.partitioning, columns, required, weights, partial(until, self.time_limit), cells)


def rare(dimension, labels, k) -> int:
    """How many values that published intervals and sets name are in fewer than k records of the whole table."""
    named = {code for label in labels.values() for code in label.named}
    return sum(dimension.records[code] < k for code in named)
