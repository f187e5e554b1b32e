"""The dimensions of a table: for each quasi-identifier the order that Mondrian cuts.

Promise: a column of numbers never becomes categories in silence. If missing values are published as the root, the first cut
tried in a column parts them from the others (missing.py).
"""

from __future__ import annotations

from .dimension import dimension_of
from .frequency import without
from .missing import WithMissing
from .values import MISSING, check_plain, number


def dimensions_for(names, values, hierarchies, roots, labels='', categories=None) -> list:
    """The dimension of each quasi-identifier.

    values: each column's {value: count}. hierarchies: says which columns have a hierarchy (tables/hierarchy_file.py). roots:
    {column: what is published for a missing value}. labels and categories: as --labels and --categories are typed.
    """
    return [with_missing(name, counts, hierarchies, roots.get(name), labels, categories) for name, counts in zip(names, values)]


def with_missing(name, counts, hierarchies, root, labels, categories):
    """The dimension of a column that may hold the root in place of missing values."""
    present = without(counts, root)
    if not present:
        return dimension_of(counts)
    if len(present) == len(counts):
        return dimension_for(name, counts, hierarchies, labels, categories)
    return WithMissing(dimension_for(name, present, hierarchies, labels, categories), root, counts[root])


def dimension_for(name, counts, hierarchies, labels='', categories=None):
    """The dimension of a column with these {value: count}, along its hierarchy if it has one.

    DataError if a few values that are not plain numbers would turn a column of numbers into categories, and nobody asks for
    that.
    """
    labels = labels or ('ancestor' if categories == 'hierarchy' else 'set')
    ancestors, boxes = 'ancestor' in labels, 'box' in labels
    dimension = dimension_of(counts, boxes=boxes)
    if dimension.is_number:
        return dimension
    if ancestors or categories in ('leaves', 'hierarchy') or categories is None and hierarchies.has(name):
        return dimension_of(counts, hierarchies.tree_of(name, counts), categories or 'leaves', ancestors, boxes)
    if categories is None:
        check_plain(name, counts, ', take all values as categories with --categories frequency, or give the column a hierarchy')
    words = {value for value in counts if number(value) is None}
    if len(words) < len(counts) and words <= set(MISSING):
        dimension.order += ', for a missing value among numbers'
    return dimension
