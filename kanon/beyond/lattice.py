"""The lattice of generalization vectors where more than k is required.

Promise: a LatticeBeyondK does for k and rules what a Lattice does for k. But a class that fails may become part of a class
that passes, and a class that passes may become part of one that fails. (rules.py says for which rules.) So a search may
only rule out vectors by hopeless classes. These are below k, or have fewer different values than every class that passes.
"""

from __future__ import annotations

from array import array
from itertools import compress

from ..frequency import added_up, Coded, coded, Column
from ..lattice import Judged, Lattice
from ..required import as_one
from ..rollup import RollUps


def lattice_of(frequency_set, hierarchies, required, within=None) -> Lattice:
    """The lattice of a table for what is required: a Lattice for k alone, else a LatticeBeyondK. within: the limits of its levels."""
    if required.rules:
        return LatticeBeyondK(frequency_set, hierarchies, required, within)
    return Lattice(frequency_set, hierarchies, required.k, within)


class LatticeBeyondK(Lattice):
    """A Lattice, and `required`: k and the rules beyond it.

    For the roll-ups the combinations of sensitive values are one more column, the last. At its level 0 they are as
    recorded, which gives the histograms of the classes. At its level 1 they are left out, which gives the classes.

    >>> from ..hierarchy import Hierarchy
    >>> from ..required import Required
    >>> from .rules import Distinct
    >>> required = Required(1, {'condition': [Distinct(2)]}, {('38',): {('flu',): 2}, ('39',): {('flu',): 1, ('ulcer',): 1}})
    >>> lattice = LatticeBeyondK({('38',): 2, ('39',): 2}, [Hierarchy({'38': '*', '39': '*'})], required)
    >>> lattice[0,], lattice[1,]
    (2, 0)
    """

    def __init__(self, frequency_set, hierarchies, required, within=None):
        self.required, self.steady, self._least = required, required.steady, {}     # {vector: hopeless records}
        self._sensitive = required.sensitive(coded(frequency_set))
        self._combinations = self._sensitive.values
        super().__init__(frequency_set, hierarchies, required.k, within)

    def weight(self, vector, chosen, weights):
        nothing = [0] * len(self._combinations)
        return self.roll_ups.weight((*vector, 1), chosen, [*weights, [nothing, nothing]])

    def least(self, vector) -> int:
        """The records of hopeless classes, which every vector at or below this one suppresses."""
        if vector not in self._least:
            judged = self.judged(vector)
            self._least[vector] = sum(compress(judged.counts, judged.hopeless))
        return self._least[vector]

    def suppresses_too_much(self, vector, max_suppression) -> bool:
        """If nothing may be suppressed, a failing vector rules out all below it: unions of passing classes pass."""
        return self.least(vector) > max_suppression or max_suppression == 0 and self[vector] > 0

    def failing_classes(self, classes) -> set:
        failing = super().failing_classes(classes)
        histograms: dict = {class_: {} for class_ in classes if class_ not in failing}
        pairs = zip(map(classes.__getitem__, self._sensitive.places), self._sensitive.codes)
        for (class_, code), n in added_up(pairs, self._sensitive.counts).items():
            if class_ in histograms:
                histograms[class_][self._combinations[code]] = n
        return failing.union(class_ for class_, histogram in histograms.items() if not self.required.passes(histogram))

    def check_top(self, max_suppression):
        if self.records < self.k:
            super().check_top(max_suppression)
        elif self.rules_out(self.top, max_suppression):
            raise self.unsatisfied(max_suppression, 'not even the whole table as one class has %s'
                                   % self.required.lacks(as_one(self._sensitive)))

    def with_k(self, k):
        other = super().with_k(k)
        other.required, other._least = self.required.with_k(k), {}
        return other

    def _roll_ups(self):
        values, places, codes, counts = self._sensitive
        columns = [Column(column.values, array(column.codes.typecode, map(column.codes.__getitem__, places)))
                   for column in self.table.columns]
        levels = [{value: value for value in values}, dict.fromkeys(values)]
        pairs = Coded([*columns, Column(values, codes)], counts, self.table.apart)
        return RollUps(pairs, [*self.level_maps, levels])

    def _judge(self, vector):
        at = *vector, 1
        counts, hopeless, failing = self.roll_ups.at(at).counts, [], []
        for n, codes in zip(counts, self.roll_ups.histograms(at)):
            class_ = {self._combinations[code]: n for code, n in codes.items()} if n >= self.k else {}
            hopeless.append(n < self.k or not self.required.passes_weakened(class_))
            failing.append(hopeless[-1] or not self.steady and not self.required.passes(class_))
        return Judged(counts, failing, hopeless)
