"""Mondrian's options as plain arguments: the dimensions of a table, and the function that cuts a partition.

Promise: nothing below this module knows an option of Mondrian. The functions whose names end in `_in` take plain arguments. The
library calls them, too.
"""

from __future__ import annotations

from functools import partial

from ..cutting import cuts, dimension
from ..errors import DataError
from ..measures import lm
from ..tables.hierarchy_file import HierarchyFolder
from .types import weights_of


def dimensions_for(values, roots, options) -> list:
    """The dimension of each quasi-identifier. values: each column's {value: count}; roots: what missing values are published as."""
    try:
        return dimensions_in(options.quasi, values, HierarchyFolder(options.hierarchies), roots, options.labels, options.grid,
                             options.categories, options.partitioning, options.decimal, options.limit, getattr(options, 'from'))
    except DataError as error:
        if options.labels != 'grid':
            raise
        raise DataError(error.problem, error.file or options.data) from None


def dimensions_in(quasi, values, hierarchies, roots, labels, grid, categories, partitioning, decimal, limit, from_) -> list:
    """The same. grid: {column: its edges}, for labels 'grid'. limit, from_: {column: level}."""
    if labels == 'grid':
        from ..cutting import edges as declared     # few runs declare edges
        return declared.grid_dimensions(quasi, values, hierarchies, roots, grid, declared.categories_for(categories, partitioning), decimal)
    if limit or from_:
        from ..cutting.within_limits import dimensions_within     # few runs have limits
        return dimensions_within(quasi, values, hierarchies, roots, labels, categories, decimal, limit, from_)
    return dimension.dimensions_for(quasi, values, hierarchies, roots, labels, categories, decimal)


def cut_for(options, dimensions_, required):
    """The function that cuts a partition."""
    from .screen import until_stopped       # the library does without
    return cut_in(dimensions_, required, options.partitioning, options.choose, weights_of(options), options.seed,
                  partial(until_stopped, options.time_limit))


def cut_in(dimensions_, required, partitioning, choose, weights, seed, in_time):
    """The same. A search for the best cuts has `found`. in_time: a function from its states to those that its time allows."""
    cells = None
    if any(dimension.limit for dimension in dimensions_):
        from ..cutting.limited_cuts import Cells
        cells = Cells(dimensions_, required)
    if partitioning in cuts.KINDS:
        cut = cuts.cut_for(dimensions_, required, partitioning, choose, weights, seed)
        return cells.within(cut) if cells else cut
    from ..best_cuts.search import BestCutSearch       # few runs search
    return BestCutSearch(partitioning, dimensions_, required, weights, in_time, cells)


def bound_for(options, frequency_set, dimensions_, outcome) -> dict:
    """What --bound reports."""
    from ..best_cuts.bound import SECONDS, Bound
    from .screen import progress, until_stopped
    bound = Bound(frequency_set, dimensions_, options.k, weights_of(options))
    with progress(lambda: 'no classes have an lm below %.6f' % bound.lm(), options.quiet):
        for _ in until_stopped(SECONDS if options.time_limit is None else options.time_limit, bound.states()):
            pass
    return bound.report(options.quasi, lm(outcome.sizes, outcome.suppressed, outcome.losses, weights_of(options)))
