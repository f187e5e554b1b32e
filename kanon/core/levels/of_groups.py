"""The lattice of generalization vectors for a table whose people were published before, in earlier
releases.

People who had the same labels, or were absent, in each earlier release are a group
(tables/history.py). A *part* of a group are its people with the same labels in this release. A
group of several parts can be told apart.
Promise: a LatticeOfGroups maps each vector to the records that it holds back. What is left keeps
this: each part that is published passes what is required, and so do those of its group who are
absent, if somebody is. Where the absent ones do not, the whole group is withheld. People who were
never published are a group whose absent ones need nothing. For the absent ones the rules beyond k
see the values with which they were published last.
Invariant: a vector never has fewer hopeless records than a vector above it. A part is hopeless if
it lacks people or known values, because parts only merge. Withholding is not steady: a part that
fails makes five people absent where three were, and three withhold their group. So it makes a part
failing, never hopeless, and rules no vector out.

Where each person has one record, a part is a class of the roll-ups: the people of a group under
some labels, and records are people. That is a LatticeOfGroups. In a LatticeOfLines a person may
have several records. A part is then the people of a group with equally many records under each of
their labels, because such people can exchange their values and nobody sees it (tables/history.py).
All records of a person are published, or none. A part must pass with the values of all records of
its people, and with those under each label by itself. The invariant is kept. The labels of a
person's records follow from those at any lower vector, so parts only merge, and what a part has
under some labels only grows.
"""

from __future__ import annotations

from array import array
from collections import Counter, namedtuple
from itertools import chain

from ..counts.frequency import added_up, FrequencySet
from ..counts.persons import Held
from ..counts.required import with_sensitive
from ..counts.values import UNKNOWN
from ..errors import many, option
from .demand import Judged, WideTable
from .lattice import Lattice

# A part of a group. last: {values with which they were published last: people}, {} without rules.
# now: several such histograms of the values that they have now, each of which must pass. A person's
# values are the tuples of its rows, one if it has one row.
GroupPart = namedtuple('GroupPart', 'group people now last')


class LatticeOfGroups(Lattice):
    """A Lattice, and `required`: k and the rules beyond it, and in `required.earlier` what the
    earlier releases tell.

    For the roll-ups the kinds of the people are one more column. At its level 0 they are groups
    with the values that were published last, at its level 1 groups. Where there are rules, the
    values of now are another column, the last.

    >>> from ..counts.frequency import Column
    >>> from ..counts.hierarchy import Hierarchy
    >>> from ..tables.history import Earlier
    >>> from ..rules.of_persons import RequiredOfPersons
    >>> required = RequiredOfPersons(2, {}, None)
    >>> required.earlier = Earlier(Column([0, 1], array('H', [0, 1, 1])), [0, 1], [(), ()], {1: {(): 2}}, None)
    >>> table = FrequencySet([Column(['38', '39'], array('H', [0, 0, 1]))], None, apart=True)
    >>> lattice = LatticeOfGroups(table, [Hierarchy({'38': '3*', '39': '3*'})], required)
    >>> lattice[0,], lattice[1,], lattice.told((1,))        # somebody new, and two people who stood together before
    (3, 1, {'new': 1, 'withheld': 0, 'held_back': 1})
    """

    lack = 'are there'      # what too few people of a group do

    def __init__(self, frequency_set, hierarchies, required, within=None):
        self.earlier, self._same = required.earlier, required.persons.same if required.persons else []
        self._above = (1, 1) if required.rules else (1,)        # where the further columns are groups, and no values
        super().__init__(frequency_set, hierarchies, required.k, within, required)
        self.steady = self.closed = False

    def at(self, vector):
        return (*vector, *self._above)

    def published_classes(self, labels, classes, vector) -> tuple:
        """Whoever is held back has a class beside that of the people who are published under the same labels."""
        failing, fails = self.judged(vector).failing, bytearray(len(classes))
        for place, class_ in self._rows(vector):
            fails[place] = failing[class_]
        states = list(zip(classes, fails))
        place_of = {state: place for place, state in enumerate(sorted(set(states)))}
        return ([labels[class_] for class_, _ in place_of], array('I', map(place_of.__getitem__, states)),
                {place for (_, held_back), place in place_of.items() if held_back})

    def failed(self, vector) -> list:
        """[row of the table] -> what its part fails: 'k', options of rules and, of one that passes
        and whose group is withheld, 'history'. Nothing where it is published.
        """
        parts, part_of = self._parts(vector)
        failing, _ = self._first_judged(parts)
        withheld = self._withheld(parts, failing)
        of_parts = [self._failed_by(part) if fails else ['history'] * (part.group in withheld)
                    for part, fails in zip(parts, failing)]
        of_rows: list = [()] * len(self.table)
        for place, class_ in self._rows(vector):
            of_rows[place] = of_parts[part_of[class_]]
        return of_rows

    def _failed_by(self, part) -> list:
        """What a part fails by itself."""
        held = [held_of(histogram, part.people, self._same) for histogram in part.now]
        rules = [rule.option for columns in held for _, rule in self.required.failed(columns)]
        return ['k'] * (part.people < self.k) + rules

    def _rows(self, vector):
        """Each row of the table, and its class in the roll-ups."""
        return zip(self.wide.places, self.roll_ups.classes(self.at(vector)))

    def told(self, vector) -> dict:
        """How many people are held back: those who were never published, those whose whole group is withheld, and all."""
        parts, _ = self._parts(vector)
        by_themselves, _ = self._first_judged(parts)
        withheld = self._withheld(parts, by_themselves)
        held_back = [part for part, fails in zip(parts, by_themselves) if fails or part.group in withheld]
        return {'new': sum(part.people for part in held_back if not part.group),
                'withheld': sum(part.people for part in parts if part.group in withheld),
                'held_back': sum(part.people for part in held_back)}

    def check_top(self, max_suppression):
        held_back = self.least(self.top)
        if held_back > max_suppression:
            raise self.unsatisfied(max_suppression, 'even at the top %s would be held back, as too few people of their group %s, and at most'
                                   ' %d may be; allow more with %s, or publish later' % (many(held_back, 'record'), self.lack, max_suppression,
                                                                                        option('max_suppression')))

    def _wide_table(self):
        earlier, columns, counts = self.earlier, self.table.columns, self.table.counts
        columns, places = [*columns, earlier.kinds], range(len(self.table))
        further = [[{kind: kind for kind in earlier.kinds.values}, {kind: earlier.group_of[kind] for kind in earlier.kinds.values}]]
        if self.required.rules:
            columns, of_values = with_sensitive(columns, earlier.sensitive)
            counts, places = earlier.sensitive.counts, earlier.sensitive.places
            further.append(of_values)
        return WideTable(FrequencySet(columns, counts, apart=True), places, self.level_maps, (), further)

    def _judge(self, vector):
        parts, part_of = self._parts(vector)
        failing, hopeless = self._first_judged(parts)
        withheld = self._withheld(parts, failing)
        failing = [fails or part.group in withheld for part, fails in zip(parts, failing)]
        return Judged(self.roll_ups.at(self.at(vector)).counts, [failing[part] for part in part_of], [hopeless[part] for part in part_of])

    def _parts(self, vector) -> tuple:
        """The parts of all groups, and the place of the part of each class of the roll-ups."""
        at, earlier, kinds = self.at(vector), self.earlier, self.earlier.kinds.values
        people = self.roll_ups.at(at).counts
        groups = [earlier.group_of[kinds[code]] for code in self.roll_ups.codes(at, len(vector))]
        if not self.required.rules:
            return [GroupPart(group, n, (), {}) for group, n in zip(groups, people)], range(len(people))
        now = [({(earlier.sensitive.values[code],): n for code, n in codes.items()},) for codes in self.roll_ups.histograms(at)]
        last = [added_up([earlier.last[kinds[code]] for code in codes], codes.values()) for codes in self.roll_ups.histograms(at, len(vector))]
        return list(map(GroupPart, groups, people, now, last)), range(len(people))

    def _first_judged(self, parts) -> tuple:
        """Which parts fail by themselves, and which of them are hopeless."""
        held = [[held_of(histogram, part.people, self._same) for histogram in part.now] for part in parts]
        hopeless = [part.people < self.k or not all(map(self.required.passes_weakened, columns)) for part, columns in zip(parts, held)]
        return [known or not all(map(self.required.passes, columns)) for known, columns in zip(hopeless, held)], hopeless

    def _withheld(self, parts, failing) -> set:
        """The groups of which some people would be absent who do not pass."""
        there: dict = {}        # {group: those who would be published}
        for part, fails in zip(parts, failing):
            if not fails:
                there.setdefault(part.group, Counter()).update(part.last or {(): part.people})
        return {group for group, everybody in self.earlier.everybody.items()
                if group in there and self._is_broken(Counter(everybody) - there[group])}

    def _is_broken(self, absent) -> bool:
        """Whether somebody is absent, and the absent ones do not pass. absent: {values that were published last: people}."""
        people = sum(absent.values())
        return 0 < people < self.k or not self.required.passes(held_of(absent, people, self._same))


class LatticeOfLines(LatticeOfGroups):
    """A LatticeOfGroups of people who may have several records. The people of a kind have the same
    ones (Earlier.people).

    The classes of its roll-ups are those of each kind under some labels.

    >>> from ..counts.frequency import Column
    >>> from ..counts.hierarchy import Hierarchy
    >>> from ..tables.history import Earlier
    >>> from ..rules.of_persons import RequiredOfPersons
    >>> required = RequiredOfPersons(2, {}, None)       # one person with 38 and 39, one with 39 twice, one with 38
    >>> required.earlier = Earlier(Column([0, 1, 2], array('H', [0, 0, 1, 2])), [0, 0, 0], [(), (), ()], {}, None, [1, 1, 1])
    >>> table = FrequencySet([Column(['38', '39'], array('H', [0, 1, 1, 0]))], array('Q', [1, 1, 2, 1]), apart=True)
    >>> lattice = LatticeOfLines(table, [Hierarchy({'38': '3*', '39': '3*'})], required)
    >>> lattice[0,], lattice[1,], lattice.told((1,))
    (5, 1, {'new': 1, 'withheld': 0, 'held_back': 1})
    """

    lack = 'have equally many records under the same labels'

    def __init__(self, frequency_set, hierarchies, required, within=None):
        super().__init__(frequency_set, hierarchies, required, within)
        self._above = (0, *self._above[1:])         # where the further columns are kinds, and no values

    def _parts(self, vector) -> tuple:
        at, earlier = self.at(vector), self.earlier
        kinds = [earlier.kinds.values[code] for code in self.roll_ups.codes(at, len(vector))]
        labels = zip(*[self.roll_ups.codes(at, place) for place in range(len(vector))])
        classes_of: dict = {}       # {kind: (labels, records of each person, class of the roll-ups)}
        for class_, (kind, of_class, n) in enumerate(zip(kinds, labels, self.roll_ups.at(at).counts)):
            classes_of.setdefault(kind, []).append((of_class, n // earlier.people[kind], class_))
        alike: dict = {}            # {(group, line of now): its kinds}
        for kind, classes in classes_of.items():
            classes.sort()
            alike.setdefault((earlier.group_of[kind], tuple([line[:2] for line in classes])), []).append(kind)
        place_of = {kind: place for place, of_line in enumerate(alike.values()) for kind in of_line}
        values = None
        if self.required.rules:
            values = [frozenset(map(earlier.sensitive.values.__getitem__, codes)) for codes in self.roll_ups.histograms(at)]
        parts = []
        for (group, line), of_line in alike.items():
            people, now, last = list(map(earlier.people.__getitem__, of_line)), [], {}
            if values:
                under = [[values[class_] for _, _, class_ in classes_of[kind]] for kind in of_line]
                now = [added_up(sets, people) for sets in zip(*under)]
                if len(line) > 1:
                    now.append(added_up([frozenset(chain.from_iterable(sets)) for sets in under], people))
                last = added_up(map(earlier.last.__getitem__, of_line), people)
            parts.append(GroupPart(group, sum(people), now, last))
        return parts, list(map(place_of.__getitem__, kinds))


def held_of(histogram, people, same=()) -> list:
    """The Held of each sensitive column (counts/persons.py). histogram: {tuples of values that a
    person has: people}. same: as Persons has it.

    >>> held_of({(('flu',),): 2, (('?',),): 1, (('flu',), ('?',)): 1, (('gout',), ('flu',)): 1}, 5)
    [Held(everybody=5, sizes={'flu': 4, '?': 2, 'gout': 1}, may_have={'flu': 5, 'gout': 3})]
    """
    columns = range(len(next(chain.from_iterable(histogram), ())))
    found = [held_in_column([({row[place] for row in rows}, n) for rows, n in histogram.items()], people) for place in columns]
    for place, of_column in zip(columns, same):
        if of_column:
            merged = [({of_column.get(row[place], row[place]) for row in rows}, n) for rows, n in histogram.items()]
            found[place].merged = held_in_column(merged, people)
    return found


def held_in_column(histogram, people) -> Held:
    """The Held of one column. histogram: (set of values, people who have these) pairs."""
    sizes: dict = {}
    both: dict = {}         # {value: those who have it and miss one}
    for values, n in histogram:
        for value in values:
            sizes[value] = sizes.get(value, 0) + n
            if UNKNOWN in values:
                both[value] = both.get(value, 0) + n
    missing = sizes.get(UNKNOWN, 0)
    return Held(people, sizes, {value: n + missing - both.get(value, 0) for value, n in sizes.items() if value != UNKNOWN})
