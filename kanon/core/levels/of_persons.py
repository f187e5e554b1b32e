"""The lattice of generalization vectors where k counts persons.

Promise: a LatticeOfPersons maps each vector to the records that it suppresses, those in classes of fewer than k different persons, or
that fail a rule beyond k. Rules count persons, too (rules/of_persons.py).
Invariant: a vector never has fewer hopeless records than a vector above it. A class is hopeless if it lacks persons or known values,
because no part of it can have more. Rules beyond k are not closed under union. So only hopeless classes rule vectors out, even if
nothing may be suppressed.
"""

from __future__ import annotations

from collections import Counter
from itertools import compress
from operator import add

from ..counts.frequency import column_of, frequency_set_of
from ..counts.required import by_column
from ..counts.values import UNKNOWN
from ..errors import many, there_are
from .cut_off import RollUpsOfMembers
from .lattice import BesidePopulation, Judged, LatticeOfRequired, maps_beside, people_beside


class LatticeOfPersons(LatticeOfRequired):
    """A Lattice, and `required`: k persons, and rules beyond that.

    >>> from ..counts.hierarchy import Hierarchy
    >>> from ..counts.persons import Persons
    >>> from ..rules.of_persons import RequiredOfPersons
    >>> required = RequiredOfPersons(2, {}, Persons(2, [0, 0, 1], [0, 0, 1]))       # two rows of 38 are one person's
    >>> lattice = LatticeOfPersons({('38',): 2, ('39',): 1}, [Hierarchy({'38': '*', '39': '*'})], required)
    >>> lattice[0,], lattice[1,]
    (3, 0)
    """

    def __init__(self, frequency_set, hierarchies, required, within=None):
        self.steady = required.survives_merging
        self._firsts = required.persons.firsts() if required.has_bounds else b''
        super().__init__(frequency_set, hierarchies, required, within)

    def least(self, vector) -> int:
        """The records of hopeless classes, which every vector at or below this one suppresses."""
        if self.steady:
            return self[vector]
        if vector not in self._least:
            self._least[vector] = sum(compress(self.roll_ups.at(vector).counts, self.roll_ups.short(vector)))
        return self._least[vector]

    def failing_classes(self, classes, labels, vector) -> set:
        failing = self.judged(vector).failing
        return set(compress(classes, map(failing.__getitem__, self.roll_ups.classes(vector))))

    def check_top(self, max_suppression):
        persons = self.required.persons
        if self.least(self.top) > max_suppression:
            lacking = (there_are(persons.count, 'person') + ' with rows to publish, fewer than k = %d; lower k' % self.k
                       if persons.count < self.k else 'not even the whole table as one class has %s'
                       % self.required.lacks(persons.held(persons.numbers())[0]))
            raise self.unsatisfied(max_suppression, lacking)

    def with_k(self, k):
        other = super().with_k(k)
        other.roll_ups = other._roll_ups()
        return other

    def _roll_ups(self):
        return RollUpsOfMembers(self.table, self.level_maps, list(self._sets()))

    def _sets(self):
        """What no class may lack: k persons, and as many known values as the rules imply."""
        persons = self.required.persons
        yield (self.k, *persons.pairs())
        for column, least in enumerate(self.required.least_values()):
            if least > 1:
                values, of_code = column_of([values[column] for values in persons.values])
                pairs = set(map(add, map(len(values).__mul__, persons.places), map(of_code.__getitem__, persons.codes)))
                if UNKNOWN in values:
                    unknown = values.index(UNKNOWN)
                    pairs = {pair for pair in pairs if pair % len(values) != unknown}
                yield least, list(map(len(values).__rfloordiv__, pairs)), list(map(len(values).__rmod__, pairs))

    def _judge(self, vector):
        counts, hopeless = self.roll_ups.at(vector).counts, self.roll_ups.short(vector)
        if not self.required.rules:
            return Judged(counts, hopeless, hopeless)
        persons, failing = self.required.persons, hopeless[:]
        classes = list(map(self.roll_ups.classes(vector).__getitem__, persons.places))
        passing = self._surely_passing(classes, hopeless) if self.required.has_bounds else ()
        is_open = [not hopeless[class_] and class_ not in passing for class_ in classes]
        held = persons.held(list(compress(persons.numbers(), is_open)), list(compress(classes, is_open)))
        for class_, columns in held.items():
            failing[class_] = not self.required.passes(columns)
        return Judged(counts, failing, hopeless)

    def _surely_passing(self, classes, hopeless) -> set:
        """The classes that pass by bounds which add up. To find the different persons of the others takes ten times as long.

        The persons of a class with some values are no more than their rows in it, and all persons are no fewer than those whose first row
        is there. classes: of each of the persons' rows.
        """
        persons = self.required.persons
        of_class: dict = {}         # {class: {sensitive values: rows}}
        many, firsts = len(persons.values), Counter(compress(classes, self._firsts))
        for number, n in Counter(map(add, map(many.__mul__, classes), persons.codes)).items():
            class_, code = divmod(number, many)
            if not hopeless[class_]:
                of_class.setdefault(class_, {})[persons.values[code]] = n
        return {class_ for class_, rows in of_class.items() if self.required.surely_passes(by_column(rows), firsts[class_])}


class LatticeOfPersonsInPopulation(BesidePopulation, LatticeOfPersons):
    """A LatticeOfPersons for a `required` with a population. The people of a class are rolled up beside it.

    k-map compares the people with k. Delta-presence compares the persons of a class with them. A person may be in two classes, so the union
    of two may have fewer persons than both together, and a lesser share of the people. So only what the most share asks of each class
    rules vectors out.
    """

    least = LatticeOfRequired.least

    def __init__(self, frequency_set, hierarchies, required, within=None):
        required.population.check_holds(required.persons.of_tuples(frequency_set_of(frequency_set)))
        super().__init__(frequency_set, hierarchies, required, within)
        self.steady = required.survives_merging and required.population.presence is None

    def check_top(self, max_suppression):
        population, n = self.required.population, self.required.persons.count
        if n >= self.k and self.least(self.top) > max_suppression and not population.passes(n, population.counts.records):
            raise self.unsatisfied(max_suppression, 'not even the whole table as one class has %s: it has %s, and the population %s' % (
                population.lacks(n, population.counts.records), many(n, 'person'), many(population.counts.records, 'person')))
        super().check_top(max_suppression)

    def _roll_ups(self):
        self._maps, self._more = maps_beside(self)
        self._people = people_beside(self)
        return RollUpsOfMembers(self.table, self._maps, list(self._sets()))

    def _judge(self, vector):
        counts, failing, hopeless = super()._judge(vector)
        population, sizes, people = self.required.population, self.roll_ups.sizes(vector), self._people.sizes(vector)
        of_class = [people.get(class_, 0) for class_ in sizes]
        persons = self.required.persons.in_classes(self.roll_ups.classes(vector)) if population.presence else {}
        least = population.needs(self.k)
        hopeless = [known or n < least for known, n in zip(hopeless, of_class)]
        failing = [known or not population.passes(persons.get(class_, 0), n) for class_, (known, n) in enumerate(zip(failing, of_class))]
        if population.everybody and (any(failing) or len(people) > len(sizes)):
            failing = [True] * len(counts)
        return Judged(counts, failing, hopeless)
