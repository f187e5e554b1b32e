"""The lattice of generalization vectors where more than k is required.

Promise: a LatticeBeyondK does for k and rules what a Lattice does for k. But a class that fails may become part of a class
that passes, and a class that passes may become part of one that fails. (rules/of_values.py says for which rules.) So a search may
only rule out vectors by hopeless classes. These are below k, or have fewer different values than every class that passes, or fewer
people in the population. (rules/of_people.py says what is required there.)
"""

from __future__ import annotations

from array import array

from ..counts.frequency import added_up, Column, FrequencySet, frequency_set_of
from ..counts.required import as_one, classes_that_fail, with_sensitive
from ..errors import Unsatisfied, many
from .lattice import (BesidePopulation, Judged, Lattice, LatticeOfRequired, maps_beside,
                      people_beside)
from .rollup import RollUps


def lattice_of(frequency_set, hierarchies, required, within=None) -> Lattice:
    """The lattice of a table for what is required: a Lattice for k alone, else one of those below, of of_persons.py or of of_groups.py.

    within: the limits of its levels.
    """
    if required.earlier:
        from .of_groups import LatticeOfGroups, LatticeOfLines      # few runs have a history
        of_groups = LatticeOfGroups if required.earlier.people is None else LatticeOfLines
        return of_groups(frequency_set, hierarchies, required, within)
    if required.persons:
        from .of_persons import LatticeOfPersons, LatticeOfPersonsInPopulation      # few runs count persons
        return (LatticeOfPersonsInPopulation if required.population else LatticeOfPersons)(frequency_set, hierarchies, required, within)
    if required.population:
        return LatticeInPopulation(frequency_set, hierarchies, required, within)
    if required.rules:
        return LatticeBeyondK(frequency_set, hierarchies, required, within)
    return Lattice(frequency_set, hierarchies, required.k, within)


class LatticeBeyondK(LatticeOfRequired):
    """A Lattice, and `required`: k and the rules beyond it.

    For the roll-ups the combinations of sensitive values are one more column, the last. At its level 0 they are as
    recorded, which gives the histograms of the classes. At its level 1 they are left out, which gives the classes.

    >>> from ..counts.hierarchy import Hierarchy
    >>> from ..counts.required import Required
    >>> from ..rules.of_values import Distinct
    >>> required = Required(1, {'condition': [Distinct(2)]}, {('38',): {('flu',): 2}, ('39',): {('flu',): 1, ('ulcer',): 1}})
    >>> lattice = LatticeBeyondK({('38',): 2, ('39',): 2}, [Hierarchy({'38': '*', '39': '*'})], required)
    >>> lattice[0,], lattice[1,]
    (2, 0)
    """

    def __init__(self, frequency_set, hierarchies, required, within=None):
        self.steady = required.survives_merging
        self._sensitive = required.sensitive(frequency_set_of(frequency_set))
        self._combinations = self._sensitive.values
        super().__init__(frequency_set, hierarchies, required, within)

    def weight(self, vector, chosen, weights):
        nothing = [0] * len(self._combinations)
        return self.roll_ups.weight((*vector, 1), chosen, [*weights, [nothing, nothing]])

    def suppresses_too_much(self, vector, max_suppression) -> bool:
        """If nothing may be suppressed, a failing vector rules out all below it: unions of passing classes pass."""
        return self.least(vector) > max_suppression or max_suppression == 0 and self[vector] > 0

    def failing_classes(self, classes, labels, vector) -> set:
        return classes_that_fail(classes, self.table, self.required)

    def check_top(self, max_suppression):
        if self.records < self.k:
            super().check_top(max_suppression)
        elif self.sparing(max_suppression).rules_out(self.top):
            raise self.unsatisfied(max_suppression, 'not even the whole table as one class has %s'
                                   % self.required.lacks(as_one(self._sensitive)))

    def _roll_ups(self):
        pairs, levels = self._pairs()
        return RollUps(pairs, [*self.level_maps, levels])

    def _pairs(self) -> tuple:
        """The table with the combinations of sensitive values as one more column, and the levels of that column."""
        columns, levels = with_sensitive(self.table.columns, self._sensitive)
        return FrequencySet(columns, self._sensitive.counts, self.table.apart), levels

    def _judge(self, vector):
        at = *vector, 1
        counts, hopeless, failing = self.roll_ups.at(at).counts, [], []
        for n, codes in zip(counts, self.roll_ups.histograms(at)):
            class_ = {self._combinations[code]: n for code, n in codes.items()} if n >= self.k else {}
            hopeless.append(n < self.k or not self.required.passes_weakened(class_))
            failing.append(hopeless[-1] or not self.required.survives_merging and not self.required.passes(class_))
        return Judged(counts, failing, hopeless)


class LatticeInPopulation(BesidePopulation, LatticeBeyondK):
    """A LatticeBeyondK for a `required` with a population. The people are rolled up beside the table.

    Both are packed alike. So the codes of a column are those of the table's values, then those of the population's further values.

    >>> from ..counts.hierarchy import Hierarchy
    >>> from ..counts.required import Required
    >>> from ..rules.of_people import Population
    >>> tree = Hierarchy({'38': '3*', '39': '3*', '41': '4*', '3*': '*', '4*': '*'})
    >>> people = Population('people.csv', {('38',): 1, ('39',): 2, ('41',): 3}, k_map=2)
    >>> lattice = LatticeInPopulation({('38',): 1, ('41',): 1}, [tree], Required(1, population=people))
    >>> lattice[0,], lattice[1,]        # one person of 38, three of 3*
    (1, 0)
    """

    def __init__(self, frequency_set, hierarchies, required, within=None):
        population = required.population
        population.check_holds(frequency_set)
        super().__init__(frequency_set, hierarchies, required, within)
        self.steady = population.everybody or required.survives_merging and population.survives_merging

    def failing_classes(self, classes, labels, vector) -> set:
        failing = super().failing_classes(classes, labels, vector)
        population, people, sizes = self.required.population, self.people_at(vector), added_up(classes, self.table.counts)
        failing.update(class_ for class_, n in sizes.items() if not population.passes(n, people.get(labels[class_], 0)))
        nothing = population.everybody and (failing or len(people) > len(labels))
        return set(sizes) if nothing else failing

    def check_top(self, max_suppression):
        population = self.required.population
        if self.sparing(max_suppression).rules_out(self.top) and not population.passes(self.records, population.counts.records):
            raise Unsatisfied('not even the whole table as one class has {}: it has {}, and the population {:,} {}'.format(
                population.lacks(self.records, population.counts.records), many(self.records, 'record'), population.counts.records,
                'person' if population.counts.records == 1 else 'people'))
        super().check_top(max_suppression)

    def _roll_ups(self):
        self._maps, self._more = maps_beside(self)
        pairs, levels = self._pairs()
        none = Column(self._combinations, array('H', bytes(2 * len(self.required.population.counts))))      # the first, at a level without any
        self._people = people_beside(self, [none], [levels])
        return RollUps(pairs, [*self._maps, levels])

    def _judge(self, vector):
        population, at = self.required.population, (*vector, 1)
        sizes, people = self.roll_ups.sizes(at), self._people.sizes(at)
        if self.required.rules:
            counts, failing, hopeless = super()._judge(vector)
        else:
            counts = self.roll_ups.at(at).counts
            failing = hopeless = [n < self.k for n in counts]
        of_class = [people.get(class_, 0) for class_ in sizes]
        least = population.needs(self.k)
        hopeless = [known or n < least for known, n in zip(hopeless, of_class)]
        failing = [known or not population.passes(*pair) for known, *pair in zip(failing, counts, of_class)]
        if population.everybody:
            failing = hopeless = [any(failing) or len(people) > len(sizes)] * len(counts)
        return Judged(counts, failing, hopeless)
