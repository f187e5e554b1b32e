"""Mondrian's options as plain arguments: the dimensions of a table, and the function that cuts a partition.

Promise: nothing below this module knows an option of Mondrian.
"""

from __future__ import annotations

import os

from ..cuts import at_random, either, first_of, least_loss, relaxed_cuts, strict_cuts
from ..dimension import dimension_of
from ..missing import WithMissing, without
from ..mondrian import strict
from ..tables.hierarchy_file import file_of, load_for
from ..values import MISSING, check_plain, number
from .options import weights_of

KINDS = {   # the cuts of a dimension that are tried in turn, by --partitioning
    'strict': [strict_cuts], 'relaxed': [relaxed_cuts, strict_cuts], 'both': [strict_cuts, relaxed_cuts]}


def dimensions_for(values, roots, options) -> list:
    """The dimension of each quasi-identifier. values: each column's {value: count}; roots: what missing values are published as."""
    return [with_missing(name, counts, roots.get(name), options) for name, counts in zip(options.quasi, values)]


def with_missing(name, counts, root, options):
    """The dimension of a column that may hold the root in place of missing values."""
    present = without(counts, root)
    if not present:
        return dimension_of(counts)
    if len(present) == len(counts):
        return dimension_for(name, counts, options)
    return WithMissing(dimension_for(name, present, options), root, counts[root])


def dimension_for(name, counts, options):
    """The dimension of a column with these {value: count}, with the hierarchy that the folder has for it, if any.

    DataError if a few values that are no plain numbers would turn a column of numbers into categories, and no option asks
    for that.
    """
    labels = options.labels or ('ancestor' if options.categories == 'hierarchy' else 'set')
    ancestors, boxes = 'ancestor' in labels, 'box' in labels
    dimension = dimension_of(counts, boxes=boxes)
    needs_tree = ancestors or options.categories in ('leaves', 'hierarchy')
    there_is = os.path.exists(file_of(options.hierarchies, name)) and options.categories is None
    if dimension.is_number:
        return dimension
    if needs_tree or there_is:
        return dimension_of(counts, load_for(name, counts, options.hierarchies), options.categories or 'leaves', ancestors, boxes)
    if options.categories is None:
        check_plain(name, counts, '; or let all be categories with --categories frequency, or give the column a hierarchy')
    words = {value for value in counts if number(value) is None}
    if len(words) < len(counts) and words <= set(MISSING):
        dimension.order += ', for a missing value among numbers'
    return dimension


def cut_for(options, dimensions, required):
    """The function that cuts a partition: the paper's `strict` where that is what the options ask for.

    Rules beyond k, nodes and missing values need the functions of cuts.py.
    """
    kinds = KINDS[options.partitioning]
    if options.choose == 'lm':
        return either(*(least_loss(dimensions, required, cuts_in, weights_of(options)) for cuts_in in kinds))
    if options.choose == 'random':
        from random import Random       # 2 ms, and only this needs it
        order = at_random(Random(options.seed).random)
        return either(*(first_of(dimensions, required, cuts_in, order) for cuts_in in kinds))
    plain = not required.rules and not any(dimension.by_node or dimension.has_missing for dimension in dimensions)
    if plain and options.partitioning == 'strict':
        return strict(dimensions, required.k)
    return either(*(first_of(dimensions, required, cuts_in) for cuts_in in kinds))
