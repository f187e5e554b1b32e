"""A quasi-identifier as Mondrian sees it: its values in an order that can be cut.

Promise: every value has a code, codes are consecutive from 0 in the order of the dimension, and a set of codes has one
label, with one loss and one extent.
Numbers are ordered as numbers and published as [low-high]. Categories are ordered by the leaves of their hierarchy or by
descending frequency (equally frequent ones alphabetically), and published as the set of their values {a|b} or as their
lowest common ancestor. Where a hierarchy is cut node by node, the codes under a node are consecutive.

Missing values that are published as the root (--missing root): no record is left out for them, and none shows where they were.

Promise: whoever has no value in a column is published with its root, and is in a class with nobody but those published
so; the audit counts the root like any other value. A missing value counts as one more value of the column in lm and
entropy, so that publishing it as the root has the loss 1.
The reading puts the root in the place of the missing value (`Table.roots`): every level of a hierarchy leaves it as it is.

What a user says, on the command line and in the INI file that keeps it beside the data (words.py lists the words).

Promise: what is typed wins over the INI file, the INI file over the defaults; every word is checked in the same way,
wherever it stands. A word that cannot be meant is a usage error (exit status 2), in one line.
"""

from __future__ import annotations

import os

from ..cuts import Terms
from ..dimension import Dimension
from ..missing import WithMissing, without
from ..tables.hierarchy_file import file_of, load_for
from ..values import MISSING, check_plain, number
from .options import weights_of


def dimension_for(name, counts, options) -> Dimension:
    """The dimension of a column with these {value: count}, with the hierarchy that the folder has for it, if any.

    DataError where it is ordered as categories for a few values that are no plain numbers, and nobody said so.
    """
    labels = options.labels or ('ancestor' if options.categories == 'hierarchy' else 'set')
    dimension = Dimension(counts, None, labels)
    needs_tree = 'ancestor' in labels or options.categories in ('leaves', 'hierarchy')
    there_is = os.path.exists(file_of(options.hierarchies, name)) and options.categories is None
    if dimension.is_number:
        return dimension
    if not (needs_tree or there_is):
        if options.categories is None:
            check_plain(name, counts, '; or let all be categories with --categories frequency, or give the column a hierarchy')
        words = {value for value in counts if number(value) is None}
        if len(words) < len(counts) and words <= set(MISSING):
            dimension.order += ', for a missing value among numbers'
        return dimension
    return Dimension(counts, load_for(name, counts, options.hierarchies), labels, options.categories or 'leaves')


def dimension_of(name, counts, roots, options):
    """The dimension of a column with these {value: count}, for Mondrian."""
    root = roots.get(name)
    present = without(counts, root)
    if not present:
        return Dimension(counts)
    if len(present) == len(counts):
        return dimension_for(name, counts, options)
    return WithMissing(dimension_for(name, present, options), root, counts[root])


def terms_of(options, k, beyond) -> Terms:
    """How Mondrian cuts."""
    random = None
    if options.choose == 'random':
        from random import Random       # 2 ms, and only this needs it
        random = Random(options.seed).random
    return Terms(k, beyond, options.partitioning, options.choose, weights_of(options), random)
