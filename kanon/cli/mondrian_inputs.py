"""Mondrian's options as plain arguments: the dimensions of a table, and the function that cuts a partition.

Promise: nothing below this module knows an option of Mondrian.
"""

from __future__ import annotations

from .. import cuts, dimensions
from ..errors import DataError
from ..tables.hierarchy_file import HierarchyFolder
from ..measures import lm
from ..partition import partition_of
from ..required import Required
from .options import weights_of


def dimensions_for(values, roots, options) -> list:
    """The dimension of each quasi-identifier. values: each column's {value: count}; roots: what missing values are published as."""
    folder, limit, from_ = HierarchyFolder(options.hierarchies), options.limit, getattr(options, 'from')
    if options.labels == 'grid':
        from ..declared import grid     # few runs declare edges
        try:
            return grid.dimensions_for(options.quasi, values, folder, roots, options.grid,
                                       grid.categories_for(options.categories, options.partitioning), options.decimal)
        except DataError as error:
            raise DataError(error.problem, error.file or options.data) from None
    if limit or from_:
        from ..declared.coarse import dimensions_within     # few runs have limits
        return dimensions_within(options.quasi, values, folder, roots, options.labels, options.categories, options.decimal, limit, from_)
    return dimensions.dimensions_for(options.quasi, values, folder, roots, options.labels, options.categories, options.decimal)


def cut_for(options, dimensions_, required):
    """The function that cuts a partition."""
    cells = None
    if any(dimension.limit for dimension in dimensions_):
        from ..declared.cells import Cells
        cells = Cells(dimensions_, required)
    if options.partitioning in cuts.KINDS:
        cut = cuts.cut_for(dimensions_, required, options.partitioning, options.choose, weights_of(options), options.seed)
        return cells.within(cut) if cells else cut
    from ..local.search import Search       # few runs search
    from .screen import until_stopped
    return Search(options.partitioning, dimensions_, required, weights_of(options),
                  lambda states: until_stopped(states, options.time_limit), cells)


def bound_for(options, frequency_set, dimensions_, outcome) -> dict:
    """What --bound reports."""
    from ..local.bound import SECONDS, Bound
    from .screen import progress, until_stopped
    whole = partition_of(frequency_set, dimensions_, Required(options.k))
    bound = Bound(whole, dimensions_, options.k, weights_of(options))
    with progress(lambda: 'no classes have an lm below %.6f' % bound.lm(), options.quiet):
        for _ in until_stopped(bound.states(), SECONDS if options.time_limit is None else options.time_limit):
            pass
    return bound.report(options.quasi, lm(outcome.sizes, outcome.suppressed, outcome.losses, weights_of(options)))
