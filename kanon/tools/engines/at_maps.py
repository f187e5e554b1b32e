"""The column maps of an earlier run (engines/column_maps.py), as an algorithm that searches nothing (`recode`).

Promise: each value is published as the label that its map has. Classes that fail are suppressed, as in algorithms/at_levels.py.
"""

from __future__ import annotations

from ...core.algorithms.at_levels import AtLevels
from ...core.levels.demands import lattice_of


class MapTree:
    """A map where a lattice expects a hierarchy: level 0 has the values, level 1 their labels.

    >>> MapTree({'38': '[35-39]', '39': '[35-39]'}).level_maps(['39'])
    [{'39': '39'}, {'39': '[35-39]'}]
    """

    height = 1

    def __init__(self, labels):
        self._labels = labels

    def level_maps(self, values) -> list:
        return [{value: value for value in values}, {value: self._labels[value] for value in values}]


class AtMaps(AtLevels):
    """Maps, {quasi-identifier: {value: label}}, which have a label for each value of the table. source: the folder that has them."""

    name = 'maps'

    def __init__(self, maps, source, *, max_suppression=0):
        self.maps, self.levels, self.source = maps, dict.fromkeys(maps, 1), source
        self._take(locals())

    def _lattice(self, counted):
        return lattice_of(counted.frequency_set, [MapTree(self.maps[name]) for name in counted.quasi], counted.required)
