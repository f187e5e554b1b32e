"""The demand in persons: k different ones in each class, and rules that count them.

Promise: a class fails if it has fewer than k different persons, or fails a rule in persons
(rules/of_persons.py). It is hopeless if it lacks persons or known values, because no part of it can
have more.
Rules in persons are not closed under union. So only hopeless classes rule vectors out, even if
nothing may be suppressed.
"""

from __future__ import annotations

from collections import Counter
from itertools import compress
from operator import add, or_

from ..counts.frequency import column_of
from ..counts.required import by_column
from ..counts.values import UNKNOWN
from ..errors import there_are
from .demand import Demand, Judgement


class DemandOnPersons(Demand):
    """k persons in each class, as many known values as the rules imply, and the rules.

    >>> from ..counts.hierarchy import Hierarchy
    >>> from ..counts.persons import Persons
    >>> from ..rules.of_persons import RequiredOfPersons
    >>> from .demands import lattice_of
    >>> persons = Persons(2, [0, 0, 1], [0, 0, 1])      # two rows of 38 are one person's
    >>> tree, required = Hierarchy({'38': '*', '39': '*'}), RequiredOfPersons(2, {}, persons)
    >>> lattice = lattice_of({('38',): 2, ('39',): 1}, [tree], required)
    >>> lattice[0,], lattice[1,]
    (3, 0)
    """

    closed = False
    has_members = is_quick = True

    def __init__(self, required):
        super().__init__(required)
        self.steady = required.survives_merging
        self._firsts = required.persons.firsts() if required.has_bounds else b''

    def members(self):
        """k persons, and as many known values of each sensitive column as the rules imply."""
        persons = self.required.persons
        members = [(self.required.k, *persons.pairs())]
        for column, least in enumerate(self.required.least_values()):
            if least > 1:
                members.append((least, *known_values_of_persons(persons, column)))
        return members

    def hopeless(self, lattice, vector):
        return lattice.roll_ups.short(lattice.at(vector))

    def judged(self, so_far, lattice, vector):
        short = self.hopeless(lattice, vector)
        hopeless = list(map(or_, so_far.hopeless, short))
        failing = list(map(or_, so_far.failing, short))
        if self.required.rules:
            self._judge_by_rules(failing, lattice.roll_ups.classes(lattice.at(vector)))
        return Judgement(so_far.counts, failing, hopeless)

    def problem(self, lattice):
        persons = self.required.persons
        if persons.count < self.required.k:
            return ('%s with rows to publish, fewer than k = %d; lower k'
                    % (there_are(persons.count, 'person'), self.required.k))
        whole_table = persons.held(persons.numbers())[0]
        return 'not even the whole table as one class has %s' % self.required.lacks(whole_table)

    def _judge_by_rules(self, failing, classes):
        """Mark the classes that fail a rule, too. classes: [row of the table] -> its class."""
        persons = self.required.persons
        classes = list(map(classes.__getitem__, persons.places))        # of each row of a person
        passing = self._surely_passing(classes, failing) if self.required.has_bounds else ()
        is_open = [not failing[class_] and class_ not in passing for class_ in classes]
        open_numbers = list(compress(persons.numbers(), is_open))
        open_classes = list(compress(classes, is_open))
        for class_, columns in persons.held(open_numbers, open_classes).items():
            failing[class_] = not self.required.passes(columns)

    def _surely_passing(self, classes, failing) -> set:
        """The classes that pass by bounds which add up. classes: of each row of a person.

        The persons of a class with some values are no more than their rows in it. All persons of a
        class are no fewer than those whose first row is there. To find the different persons of the
        other classes takes ten times as long.
        """
        persons = self.required.persons
        many = len(persons.values)
        rows_of: dict = {}          # {class: {sensitive values: rows}}
        for number, n in Counter(map(add, map(many.__mul__, classes), persons.codes)).items():
            class_, code = divmod(number, many)
            if not failing[class_]:
                rows_of.setdefault(class_, {})[persons.values[code]] = n
        firsts = Counter(compress(classes, self._firsts))
        return {class_ for class_, rows in rows_of.items()
                if self.required.surely_passes(by_column(rows), firsts[class_])}


def known_values_of_persons(persons, column) -> tuple:
    """The rows of the table, and the codes of the known values of a sensitive column in them.

    Each pair is there once.
    """
    values, codes = column_of([combination[column] for combination in persons.values])
    many = len(values)
    pairs = {place * many + codes[code] for place, code in zip(persons.places, persons.codes)}
    if UNKNOWN in values:
        unknown = values.index(UNKNOWN)
        pairs = {pair for pair in pairs if pair % many != unknown}
    return [pair // many for pair in pairs], [pair % many for pair in pairs]
