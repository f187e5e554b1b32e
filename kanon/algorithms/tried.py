"""What Mondrian's cuts lose on some records of a table, for each way to cut categories.

Promise: the same records, hierarchies and k give the same losses. They are those of runs with these records alone.
"""

from __future__ import annotations

from collections import namedtuple

from ..errors import DataError, Unsatisfied
from ..measures import all_measures
from ..required import Required
from ..tables.tally import Tally
from .by_cuts import Mondrian
from .counted import Counted
from .release import release_of
from .starred import rare_part

# records: on which the ways were tried. nodes: the lm of cuts along the hierarchies; leaves: of cuts in the order of their leaves, which publish
# sets of values; labels: of the same cuts, which publish labels of the hierarchies. most: what can be lost. rare: the columns of which a part
# right below the root has fewer than k records.
Tried = namedtuple('Tried', 'records nodes leaves labels most rare')
WAYS = {'nodes': {'categories': 'hierarchy'}, 'leaves': {'categories': 'leaves'}, 'labels': {'categories': 'leaves', 'labels': 'ancestor'}}


class Trees(dict):
    """{column: its hierarchy}, as a HierarchyFolder (tables/hierarchy_file.py) without a folder."""

    has = dict.__contains__

    def tree_of(self, column, values):
        return self[column]


def tried(rows, trees, k, decimal='.', counted=False):
    """A Tried, or None if the records cannot be published. rows: of the quasi-identifiers; trees: {quasi-identifier: its hierarchy}.

    counted: whether the last field of each row says for how many records it stands.

    >>> from ..hierarchy import Hierarchy
    >>> days = ['1924-05-02', *('%d-01-01' % year for year in range(1970, 1990) for _ in range(3))]
    >>> tree = Hierarchy({**{day: day[:3] + '0s' for day in days}, '1920s': '*', '1970s': '*', '1980s': '*'})
    >>> found = tried([(day,) for day in days], {'born': tree}, 5)
    >>> found.records, found.nodes, found.leaves < found.labels < found.nodes, found.rare
    (61, 1.0, True, ['born'])
    """
    tally = Tally(len(trees))
    tally.count([rows], counted)
    if tally.frequency_set.records < k:
        return None
    table = Counted(tally, Required(k), list(trees), {}, Trees(trees), decimal, 'the table')
    try:
        made = {way: release_of(table, Mondrian(**words)) for way, words in WAYS.items()}
    except (DataError, Unsatisfied):        # the run says why
        return None
    losses = {way: all_measures(each.outcome, k)['lm'] for way, each in made.items()}
    cut = zip(made['nodes'].space.dimensions, trees.items(), table.values())
    rare = [name for dimension, (name, tree), counts in cut if dimension.by_node and rare_part(tree, counts, k, 'node')]
    return Tried(tally.frequency_set.records, most=len(trees), rare=rare, **losses)
