"""The lattice of generalization vectors for a table whose people were published before, in earlier releases.

People who had the same labels, or were absent, in each earlier release are a group (over_time/history.py). A *part* of a group are its
people with the same labels in this release. A group of several parts can be told apart.
Promise: a LatticeOfGroups maps each vector to the records that it holds back. What is left keeps this: each part that is published
passes what is required, and so do those of its group who are absent, if somebody is. Where the absent ones do not, the whole group is
withheld. People who were never published are a group whose absent ones need nothing.
For the absent ones the rules beyond k see the values with which they were published last.
Invariant: a vector never has fewer hopeless records than a vector above it. A part is hopeless if it lacks people or known values, because
parts only merge. Withholding is not steady: a part that fails makes five people absent where three were, and three withhold their group.
So it makes a part failing, never hopeless, and rules no vector out.
Each person has one record. So records are persons.
"""

from __future__ import annotations

from array import array
from collections import Counter, namedtuple
from itertools import compress, count

from ..errors import many, option
from ..frequency import added_up, FrequencySet
from ..persons import Held
from ..required import by_column, with_sensitive
from ..values import UNKNOWN
from .lattice import Judged, LatticeOfRequired
from .rollup import RollUps

# A part of a group. now, last: {sensitive values: people}, as they are now and as they were published last, {} without rules.
Part = namedtuple('Part', 'group people now last')


class LatticeOfGroups(LatticeOfRequired):
    """A Lattice, and `required`: k and the rules beyond it, and in `required.earlier` what the earlier releases tell.

    For the roll-ups the kinds of the people are one more column. At its level 0 they are groups with the values that were published last,
    at its level 1 groups. Where there are rules, the values of now are another column, the last.

    >>> from ..frequency import Column
    >>> from ..hierarchy import Hierarchy
    >>> from ..over_time.history import Earlier
    >>> from ..rules.of_persons import RequiredOfPersons
    >>> required = RequiredOfPersons(2, {}, None)
    >>> required.earlier = Earlier(Column([0, 1], array('H', [0, 1, 1])), [0, 1], [(), ()], {1: {(): 2}}, None)
    >>> table = FrequencySet([Column(['38', '39'], array('H', [0, 0, 1]))], None, apart=True)
    >>> lattice = LatticeOfGroups(table, [Hierarchy({'38': '3*', '39': '3*'})], required)
    >>> lattice[0,], lattice[1,], lattice.told((1,))        # somebody new, and two people who stood together before
    (3, 1, {'new': 1, 'withheld': 0, 'held_back': 1})
    """

    steady = False

    def __init__(self, frequency_set, hierarchies, required, within=None):
        self.earlier = required.earlier
        self._above = (1, 1) if required.rules else (1,)        # where the further columns are groups, and no values
        super().__init__(frequency_set, hierarchies, required, within)

    def weight(self, vector, chosen, weights):
        return self.roll_ups.weight((*vector, *self._above), chosen, [*weights, *self._nothing])

    def published_classes(self, labels, classes, vector) -> tuple:
        """Whoever is held back has a class beside that of the people who are published under the same labels."""
        failing, fails = self.judged(vector).failing, bytearray(len(classes))
        of_rows = self.roll_ups.classes((*vector, *self._above))
        for place, part in zip(self.earlier.sensitive.places if self.required.rules else count(), of_rows):
            fails[place] = failing[part]
        states = list(zip(classes, fails))
        place_of = {state: place for place, state in enumerate(sorted(set(states)))}
        return ([labels[class_] for class_, _ in place_of], array('I', map(place_of.__getitem__, states)),
                {place for (_, held_back), place in place_of.items() if held_back})

    def told(self, vector) -> dict:
        """How many people are held back: those who were never published, those whose whole group is withheld, and all."""
        parts, failing = self._parts(vector), self.judged(vector).failing
        withheld = self._withheld(parts, self._first_judged(parts)[0])
        return {'new': sum(part.people for part, fails in zip(parts, failing) if fails and not part.group),
                'withheld': sum(part.people for part in parts if part.group in withheld),
                'held_back': sum(part.people for part in compress(parts, failing))}

    def check_top(self, max_suppression):
        held_back = self.least(self.top)
        if held_back > max_suppression:
            raise self.unsatisfied(max_suppression, 'even at the top %s would be held back, as too few people of their group are there, and at most'
                                   ' %d may be; allow more with %s, or publish later' % (many(held_back, 'record'), max_suppression,
                                                                                        option('max_suppression')))

    def _roll_ups(self):
        earlier, columns, counts = self.earlier, self.table.columns, self.table.counts
        columns = [*columns, earlier.kinds]
        further = [[{kind: kind for kind in earlier.kinds.values}, {kind: earlier.group_of[kind] for kind in earlier.kinds.values}]]
        if self.required.rules:
            columns, of_values = with_sensitive(columns, earlier.sensitive)
            counts = earlier.sensitive.counts
            further.append(of_values)
        self._nothing = [[[0] * len(level) for level in levels] for levels in further]      # what these columns weigh
        return RollUps(FrequencySet(columns, counts, apart=True), [*self.level_maps, *further])

    def _judge(self, vector):
        parts = self._parts(vector)
        failing, hopeless = self._first_judged(parts)
        withheld = self._withheld(parts, failing)
        return Judged([part.people for part in parts], [fails or part.group in withheld for part, fails in zip(parts, failing)], hopeless)

    def _parts(self, vector) -> list:
        """The parts of all groups, in the order of the roll-ups."""
        at, earlier, kinds = (*vector, *self._above), self.earlier, self.earlier.kinds.values
        people = self.roll_ups.at(at).counts
        groups = [earlier.group_of[kinds[code]] for code in self.roll_ups.codes(at, len(vector))]
        if not self.required.rules:
            return [Part(group, n, {}, {}) for group, n in zip(groups, people)]
        now = [{earlier.sensitive.values[code]: n for code, n in codes.items()} for codes in self.roll_ups.histograms(at)]
        last = [added_up([earlier.last[kinds[code]] for code in codes], codes.values()) for codes in self.roll_ups.histograms(at, len(vector))]
        return list(map(Part, groups, people, now, last))

    def _first_judged(self, parts) -> tuple:
        """Which parts fail by themselves, and which of them are hopeless."""
        held = [held_of(part.now, part.people) for part in parts]
        hopeless = [part.people < self.k or not self.required.passes_weakened(columns) for part, columns in zip(parts, held)]
        return [known or not self.required.passes(columns) for known, columns in zip(hopeless, held)], hopeless

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
        return 0 < people < self.k or not self.required.passes(held_of(absent, people))


def held_of(histogram, people) -> list:
    """The Held of each sensitive column (persons.py), where each person has one record.

    >>> held_of({('flu',): 2, ('?',): 1}, 3)
    [Held(everybody=3, sizes={'flu': 2, '?': 1}, may_have={'flu': 3})]
    """
    columns = by_column(histogram)
    return [Held(people, sizes, {value: n + sizes.get(UNKNOWN, 0) for value, n in sizes.items() if value != UNKNOWN}) for sizes in columns]
