"""Mondrian's options as plain arguments: the dimensions of a table, and the function that cuts a partition.

Promise: nothing below this module knows an option of Mondrian.
"""

from __future__ import annotations

from .. import cuts, dimensions
from ..tables.hierarchy_file import HierarchyFolder
from .options import weights_of


def dimensions_for(values, roots, options) -> list:
    """The dimension of each quasi-identifier. values: each column's {value: count}; roots: what missing values are published as."""
    folder, limit, from_ = HierarchyFolder(options.hierarchies), options.limit, getattr(options, 'from')
    if not limit and not from_:
        return dimensions.dimensions_for(options.quasi, values, folder, roots, options.labels, options.categories, options.decimal)
    from ..declared.coarse import dimensions_within     # few runs have limits
    return dimensions_within(options.quasi, values, folder, roots, options.labels, options.categories, options.decimal, limit, from_)


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
