"""What Mondrian's cuts lose on some records of a table, for each way to cut categories.

Promise: the same records, hierarchies and k give the same losses. They are those of runs with these
records alone. The best way loses least of those from whose labels no value can be put back.
"""

from __future__ import annotations

from collections import namedtuple

from ...core.algorithms.by_cuts import Mondrian
from ...core.algorithms.counted import CountedTable
from ...core.algorithms.release import release_of
from ...core.algorithms.starred import rare_part
from ...core.counts.measures import all_measures
from ...core.counts.required import Required
from ...core.errors import DataError, Unsatisfied
from ...core.tables.tally import Tally

# Along the hierarchies; in the order of their leaves, with labels of the hierarchies, or with sets.
WAYS = {'nodes': {'categories': 'hierarchy'},
        'labels': {'categories': 'leaves', 'labels': 'ancestor'},
        'sets': {'categories': 'leaves'}}

# records: on which the ways were tried. ways: {way: an Attempt}. most: the lm that can be lost. best: a
# way. rare: the columns of which a part right below the root has fewer than k records.
Trial = namedtuple('Trial', 'records ways most best rare')
# put_back: how many values a reader can put back, as a run reports them.
Attempt = namedtuple('Attempt', 'lm put_back')


class Trees(dict):
    """{column: its hierarchy}, as a HierarchyFolder (tables/hierarchy_file.py) without a folder."""

    has = dict.__contains__

    def tree_of(self, column, values):
        return self[column]


def tried(rows, trees, k, decimal='.', counted=False):
    """A Trial, or None if the records cannot be published.

    rows: of the quasi-identifiers. trees: {quasi-identifier: its hierarchy}. counted: whether the
    last field of each row says for how many records it stands.

    >>> from ...core.counts.hierarchy import Hierarchy
    >>> days = ['1924-05-02', *('%d-01-01' % (1970 + n // 3) for n in range(60))]
    >>> tree = Hierarchy({**{day: day[:3] + '0s' for day in days},
    ...                   '1920s': '*', '1970s': '*', '1980s': '*'})
    >>> found = tried([(day,) for day in days], {'born': tree}, 5)
    >>> {name: (round(way.lm, 3), way.put_back) for name, way in found.ways.items()}
    {'nodes': (1.0, 0), 'labels': (0.54, 0), 'sets': (0.089, 0)}
    >>> found.records, found.best, found.rare
    (61, 'sets', ['born'])
    """
    tally = Tally(len(trees))
    tally.count([rows], counted)
    records = tally.frequency_set.records
    if records < k:
        return None
    table = CountedTable(tally, Required(k), list(trees), {}, Trees(trees), decimal, 'the table')
    try:
        made = {way: release_of(table, Mondrian(**words)) for way, words in WAYS.items()}
    except (DataError, Unsatisfied):        # the run says why
        return None
    ways = {way: way_of(each, k) for way, each in made.items()}
    safe = [way for way in ways if not ways[way].put_back]
    best = min(safe, key=lambda way: ways[way].lm, default='nodes')
    columns = zip(made['nodes'].space.dimensions, trees.items(), table.values())
    rare = [name for dimension, (name, tree), counts in columns
            if dimension.by_node and rare_part(tree, counts, k, 'node')]
    return Trial(records, ways, len(trees), best, rare)


def way_of(made, k) -> Attempt:
    """The Way of a release."""
    determined = made.algorithm.put_back(made)['cells']['determined']
    return Attempt(all_measures(made.outcome, k)['lm'], determined)
