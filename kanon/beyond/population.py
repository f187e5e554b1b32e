"""What is required of a class in the population that the table's people are a part of: k-map and delta-presence.

Promise: a class is decided exactly, in whole numbers. Its *people* are the records of the population that have its labels: the
population is generalized along the same hierarchies, to the same vector.
- k-map: the labels of every published class fit at least k people. (Sweeney 2002b; K. El Emam, F. Dankar 2008.)
- delta-presence: of the people of every class, a share from the least to the most is in the table. (M. Nergiz, M. Atzori,
  C. Clifton, Hiding the Presence of Individuals from Shared Databases, SIGMOD 2007: it is asked for everybody in the population.)
  So people whose labels no record has are 0 present. If the least share is above 0, they break it, and so does a class that is
  suppressed. Then a vector is all or nothing: either every class passes and everybody lies in one, or nothing is published.

Which of these may a search prune by? Raising a vector merges classes.
- k-map: the union has the people of both, so it passes if one of them does. The rule is steady, as k is (rules.py).
- The most: the share of a union lies between the shares of its parts, and people without a record lower it. So the union of
  classes that pass passes, but a class that passes and one that is suppressed may fail together. The searches prune by
  what every part that passes needs: k records, and so at least k / most people. If nothing may be suppressed, or everybody must lie in
  a class, a vector above one that satisfies does so, too.
"""

from __future__ import annotations

from array import array
from collections import namedtuple

from ..errors import DataError, Unsatisfied, many
from ..frequency import Coded, Column, added_up, code_type, coded, generalized
from ..lattice import Judged
from ..rollup import RollUps
from .lattice import LatticeBeyondK


class Presence(namedtuple('Presence', 'least most')):
    """From which share to which of a class's people is in the table. Two pairs of whole numbers, numerator and denominator.

    >>> half = Presence((0, 1), (1, 2))
    >>> half.passes(1, 2), half.passes(2, 3), str(half)
    (True, False, '0:0.5')
    """

    def __str__(self):
        return '%g:%g' % (self.least[0] / self.least[1], self.most[0] / self.most[1])

    def passes(self, records, people):
        return self.least[0] * people <= records * self.least[1] and records * self.most[1] <= self.most[0] * people


class Population:
    """The population of a table, and what is required of its classes in it.

    name: of its file. counts: {quasi tuple: people}, of the quasi-identifiers alone. k_map: the least people of a class, or None.
    presence: a Presence or None. missing: how many people were left out for a missing value.

    >>> population = Population('people.csv', {('38',): 3, ('39',): 1}, k_map=2, presence=Presence((0, 1), (1, 2)))
    >>> population.passes(1, 3), population.passes(1, 1), population.lacks(1, 1)
    (True, False, 'k-map = 2 and delta-presence = 0:0.5')
    """

    def __init__(self, name, counts, k_map=None, presence=None, missing=0):
        self.name, self.counts, self.k_map, self.presence, self.missing = name, coded(counts), k_map, presence, missing
        self.everybody = presence is not None and presence.least[0] > 0     # whether everybody must lie in a published class
        self.steady = self.everybody or presence is None or presence.most[0] == presence.most[1]

    def passes(self, records, people) -> bool:
        """Whether a class of so many records and people passes."""
        return people >= (self.k_map or 0) and (self.presence is None or self.presence.passes(records, people))

    def needs(self, k) -> int:
        """How many people every class has that passes, if it has k records."""
        by_share = -(-k * self.presence.most[1] // self.presence.most[0]) if self.presence else 0
        return max(self.k_map or 0, by_share)

    def lacks(self, records, people) -> str:
        """What a class of so many records and people fails, in words."""
        return ' and '.join(text for text, passes in self._asked(records, people) if not passes)

    def asked(self) -> list:
        """What is required, in words."""
        return [text for text, _ in self._asked(0, 0)]

    def _asked(self, records, people):
        if self.k_map is not None:
            yield 'k-map = %d' % self.k_map, people >= self.k_map
        if self.presence is not None:
            yield 'delta-presence = ' + str(self.presence), self.presence.passes(records, people)

    def check_holds(self, frequency_set):
        """DataError if there are more records of some values than people, and delta-presence is asked for."""
        people = added_up(self.counts, self.counts.values())
        table = coded(frequency_set)
        more = {quasi: n - people.get(quasi, 0) for quasi, n in added_up(table, table.values()).items() if n > people.get(quasi, 0)}
        if more and self.presence is not None:
            raise DataError('does not hold the people of the table, so nobody\'s presence can be told: the table has %s more than the'
                            ' population of the same values, in %s; name the population that the table was taken from'
                            % (many(sum(more.values()), 'record'), many(len(more), 'combination')), self.name)


class LatticeInPopulation(LatticeBeyondK):
    """A LatticeBeyondK for a `required` with a population. The people are rolled up beside the table.

    Both are packed alike. So the codes of a column are those of the table's values, then those of the population's further values.

    >>> from ..hierarchy import Hierarchy
    >>> from ..required import Required
    >>> tree = Hierarchy({'38': '3*', '39': '3*', '41': '4*', '3*': '*', '4*': '*'})
    >>> people = Population('people.csv', {('38',): 1, ('39',): 2, ('41',): 3}, k_map=2)
    >>> lattice = LatticeInPopulation({('38',): 1, ('41',): 1}, [tree], Required(1, population=people))
    >>> lattice[0,], lattice[1,]        # one person of 38, three of 3*
    (1, 0)
    """

    def __init__(self, frequency_set, hierarchies, required):
        required.population.check_holds(frequency_set)
        super().__init__(frequency_set, hierarchies, required)

    def people_at(self, vector) -> dict:
        """{labels: people} of the population, generalized to a vector."""
        people = self.required.population.counts
        maps = [dict(zip(column.values, map(levels[level].__getitem__, column.values)))
                for levels, level, column in zip(self._maps, vector, people.columns)]
        labels, places = generalized(people, maps)
        return {labels[place]: n for place, n in added_up(places, people.counts).items()}

    def weight(self, vector, chosen, weights):
        padded = [[[*of_level, *[0] * more] for of_level in levels] for levels, more in zip(weights, self._more)]
        return super().weight(vector, chosen, padded)

    def failing_classes(self, classes, labels, vector) -> set:
        failing = super().failing_classes(classes, labels, vector)
        population, people, sizes = self.required.population, self.people_at(vector), added_up(classes, self.table.counts)
        failing.update(class_ for class_, n in sizes.items() if not population.passes(n, people.get(labels[class_], 0)))
        nothing = population.everybody and (failing or len(people) > len(labels))
        return set(sizes) if nothing else failing

    def check_top(self, max_suppression):
        population = self.required.population
        if self.rules_out(self.top, max_suppression) and not population.passes(self.records, population.counts.records):
            raise Unsatisfied('not even the whole table as one class has %s: it has %s, and the population %s'
                              % (population.lacks(self.records, population.counts.records), many(self.records, 'record'),
                                 many(population.counts.records, 'record')))
        super().check_top(max_suppression)

    def _roll_ups(self):
        people = self.required.population.counts
        self._maps = [tree.level_maps(dict.fromkeys([*values, *column.values]))
                      for tree, values, column in zip(self.hierarchies, self.columns, people.columns)]
        self._more = [len(levels[0]) - len(values) for levels, values in zip(self._maps, self.columns)]
        pairs, levels = self._pairs()
        columns = [Column(levels_[0], recoded(column, levels_[0])) for levels_, column in zip(self._maps, people.columns)]
        columns.append(Column(self._combinations, array('H', bytes(2 * len(people)))))      # the first, at a level without any
        self._people = RollUps(Coded(columns, people.counts, people.apart), [*self._maps, levels])
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


def recoded(column, values):
    """The codes of a Column among these values."""
    code_of = {value: code for code, value in enumerate(values)}
    codes = [code_of[value] for value in column.values]
    return array(code_type(len(values)), map(codes.__getitem__, column.codes))
