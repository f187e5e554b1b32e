"""The demand on the people of a population: k-map and delta-presence (rules/of_people.py).

The population is rolled up beside the table. Both are packed alike, so a class has the same number
in both. The codes of a column are those of the table's values, then those of the population's
further values.

Promise: a class fails if its people are too few for k-map. It also fails if its records or, where
they are counted, its persons are not within the shares of its people that delta-presence allows.
It is hopeless if it has fewer people than every class that passes.
A person may be in two classes. So the union of two classes may have fewer persons than both
together, and a lesser share of the people. Where persons are counted, vectors are therefore ruled
out only by what the most share asks of each class.
"""

from __future__ import annotations

from array import array

from ..counts.frequency import Column, FrequencySet, code_type
from ..errors import many
from .demand import Demand, Judgement
from .rollup import RollUps


class DemandOnPeople(Demand):
    """What is required of each class in a population.

    >>> from ..counts.hierarchy import Hierarchy
    >>> from ..counts.required import Required
    >>> from ..rules.of_people import Population
    >>> from .demands import lattice_of
    >>> tree = Hierarchy({'38': '3*', '39': '3*', '41': '4*', '3*': '*', '4*': '*'})
    >>> people = Population('people.csv', {('38',): 1, ('39',): 2, ('41',): 3}, k_map=2)
    >>> lattice = lattice_of({('38',): 1, ('41',): 1}, [tree], Required(1, population=people))
    >>> lattice[0,], lattice[1,]        # one person of 38, three of 3*
    (1, 0)
    """

    def __init__(self, required, table):
        super().__init__(required)
        population, persons = required.population, required.persons
        population.check_holds(persons.of_tuples(table) if persons else table)
        self.all_or_none = population.everybody
        self.steady = population.presence is None if persons else population.survives_merging

    def widened(self, wide, hierarchies):
        level_maps, more = [], []
        columns = self.required.population.counts.columns
        for tree, levels, column in zip(hierarchies, wide.level_maps, columns):
            in_table = levels[0]
            in_both = dict.fromkeys([*in_table, *column.values])
            level_maps.append(tree.level_maps(in_both))
            more.append(len(in_both) - len(in_table))
        return wide._replace(level_maps=level_maps, more=more)

    def roll_up(self, wide):
        people = self.required.population.counts
        columns = [recoded(column, list(levels[0]))
                   for levels, column in zip(wide.level_maps, people.columns)]
        for levels in wide.further:         # which are left out. So any value will do, the first
            columns.append(Column(list(levels[0]), array('H', bytes(2 * len(people)))))
        rows = FrequencySet(columns, people.counts, people.apart)
        self._people = RollUps(rows, wide.all_maps)

    def judged(self, so_far, lattice, vector):
        at, population = lattice.at(vector), self.required.population
        people_of = self._people.sizes(at)
        people = [people_of.get(class_, 0) for class_ in lattice.roll_ups.sizes(at)]
        least = population.needs(lattice.k)
        hopeless = [known or n < least for known, n in zip(so_far.hopeless, people)]
        in_table = self._in_table(so_far.counts, lattice.roll_ups, at)
        failing = [known or not population.passes(members, n)
                   for known, members, n in zip(so_far.failing, in_table, people)]
        return Judgement(so_far.counts, failing, hopeless)

    def is_broken(self, judged, lattice, vector):
        """Everybody of the population must lie in a class that is published."""
        classes_of_people = len(self._people.at(lattice.at(vector)).counts)
        return any(judged.failing) or classes_of_people > len(judged.counts)

    def problem(self, lattice):
        population, persons = self.required.population, self.required.persons
        n, people = persons.count if persons else lattice.records, population.counts.records
        if n < lattice.k or population.passes(n, people):
            return ''
        in_table = many(n, 'person' if persons else 'record')
        plural = 'persons' if persons else 'people'
        return ('not even the whole table as one class has {}: it has {}, and the population'
                ' {:,} {}'.format(population.lacks(n, people), in_table, people,
                                  'person' if people == 1 else plural))

    def _in_table(self, counts, roll_ups, at) -> list:
        """The records of each class or, where they are counted, its persons."""
        if not self.required.persons:
            return counts
        if self.required.population.presence is None:       # nobody asks how many they are
            return [0] * len(counts)
        persons = self.required.persons.in_classes(roll_ups.classes(at))
        return [persons.get(class_, 0) for class_ in range(len(counts))]


def recoded(column, values) -> Column:
    """A Column with the codes of these values, among which its own values are."""
    code_of = {value: code for code, value in enumerate(values)}
    codes = [code_of[value] for value in column.values]
    return Column(values, array(code_type(len(values)), map(codes.__getitem__, column.codes)))
