"""The lattice of a table whose people were published before, in earlier releases.

People who had the same labels, or were absent, in each earlier release are a group
(tables/history.py). A *part* of a group are its people with the same labels in this release. A
group of several parts can be told apart.

Promise: a LatticeOfGroups maps each vector to the records that it holds back. Each part that is
published passes what is required. If somebody of its group is absent, those who are absent pass it,
too. Where they do not, the whole group is withheld. People who were never published are a group
whose absent ones need nothing. For absent people the rules beyond k see the values with which they
were published last.
Invariant: a vector never has fewer hopeless records than a vector above it. A part is hopeless if
it lacks people or known values, because parts only merge.
Withholding is not steady. A part that fails makes, say, five people absent where three were, and
three withhold their group. So withholding makes a part failing, never hopeless, and rules no vector
out.

Where each person has one record, records are people. A part is then a class of the roll-ups: the
people of a group under some labels. That is a LatticeOfGroups.
In a LatticeOfLines a person may have several records. A part is then the people of a group with
equally many records under each of their labels, because such people can exchange their values and
nobody sees it (tables/history.py). All records of a person are published, or none. A part must pass
with the values of all records of its people, and with those under each label by itself.
The invariant is kept. The labels of a person's records follow from those at any lower vector, so
parts only merge, and what a part has under some labels only grows.
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
from .demand import Judgement, WideTable
from .lattice import Lattice

# A part of a group: people of it.
# now: histograms {values: people} of the values that they have now. Each of them must pass. The
# values of a person are the tuples of its rows.
# last: one such histogram of the values with which they were published last. {} without rules.
GroupPart = namedtuple('GroupPart', 'group people now last')


class LatticeOfGroups(Lattice):
    """A Lattice that knows what the earlier releases tell, `required.earlier` (tables/history.py).

    For the roll-ups the kinds of the people are one more column. At its level 0 they are groups
    with the values that were published last, at its level 1 groups. Where there are rules, the
    values of now are another column, the last.

    >>> from ..counts.frequency import Column
    >>> from ..counts.hierarchy import Hierarchy
    >>> from ..tables.history import Earlier
    >>> from ..rules.of_persons import RequiredOfPersons
    >>> required, kinds = RequiredOfPersons(2, {}, None), Column([0, 1], array('H', [0, 1, 1]))
    >>> required.earlier = Earlier(kinds, [0, 1], [(), ()], {1: {(): 2}}, None)
    >>> table = FrequencySet([Column(['38', '39'], array('H', [0, 0, 1]))], None, apart=True)
    >>> lattice = LatticeOfGroups(table, [Hierarchy({'38': '3*', '39': '3*'})], required)
    >>> lattice[0,], lattice[1,]        # somebody new, and two people who stood together before
    (3, 1)
    >>> lattice.told((1,))
    {'new': 1, 'withheld': 0, 'held_back': 1}
    """

    lack = 'are there'      # what too few people of a group do

    def __init__(self, frequency_set, hierarchies, required, within=None):
        self.earlier = required.earlier
        self._same = required.persons.same if required.persons else []
        # The levels at which the further columns are groups, and no values.
        self._above = (1, 1) if required.rules else (1,)
        super().__init__(frequency_set, hierarchies, required.k, within, required)
        self.steady = self.closed = False

    def at(self, vector):
        return (*vector, *self._above)

    def published_classes(self, labels, classes, vector) -> tuple:
        """As Lattice has it, but people who are held back have a class of their own.

        It stands beside that of the people who are published under the same labels.
        """
        failing, fails = self.judged(vector).failing, bytearray(len(classes))
        for place, class_ in self._rows(vector):
            fails[place] = failing[class_]
        states = list(zip(classes, fails))
        place_of = {state: place for place, state in enumerate(sorted(set(states)))}
        held_back = {place for (_, fails_), place in place_of.items() if fails_}
        new_labels = [labels[class_] for class_, _ in place_of]
        return new_labels, array('I', [place_of[state] for state in states]), held_back

    def failed(self, vector) -> list:
        """[row of the table] -> what its part fails. () where it is published.

        That is 'k', options of rules and, if it passes and its group is withheld, 'history'.
        """
        parts, part_of = self._parts(vector)
        failing, _ = self._first_judged(parts)
        withheld = self._withheld(parts, failing)
        of_parts = []
        for part, fails in zip(parts, failing):
            if fails:
                of_parts.append(self._failed_by(part))
            else:
                of_parts.append(['history'] * (part.group in withheld))
        of_rows: list = [()] * len(self.table)
        for place, class_ in self._rows(vector):
            of_rows[place] = of_parts[part_of[class_]]
        return of_rows

    def _failed_by(self, part) -> list:
        """What a part fails by itself."""
        rules = [rule.option for histogram in part.now
                 for _, rule in self.required.failed(self._held(histogram, part.people))]
        return ['k'] * (part.people < self.k) + rules

    def _held(self, histogram, people) -> list:
        return held_of(histogram, people, self._same)

    def _rows(self, vector):
        """Each row of the table, and its class in the roll-ups."""
        return zip(self.wide.places, self.roll_ups.classes(self.at(vector)))

    def told(self, vector) -> dict:
        """How many people are held back.

        new: of those who were never published. withheld: of those whose whole group is withheld.
        """
        parts, _ = self._parts(vector)
        failing, _ = self._first_judged(parts)
        withheld = self._withheld(parts, failing)
        held_back = [part for part, fails in zip(parts, failing)
                     if fails or part.group in withheld]
        return {'new': sum(part.people for part in held_back if not part.group),
                'withheld': sum(part.people for part in parts if part.group in withheld),
                'held_back': sum(part.people for part in held_back)}

    def check_top(self, max_suppression):
        held_back = self.least(self.top)
        if held_back > max_suppression:
            problem = ('even at the top %s would be held back, as too few people of their group %s,'
                       ' and at most %d may be; allow more with %s, or publish later'
                       % (many(held_back, 'record'), self.lack, max_suppression,
                          option('max_suppression')))
            raise self.unsatisfied(max_suppression, problem)

    def _wide_table(self):
        earlier, columns, counts = self.earlier, self.table.columns, self.table.counts
        columns, places = [*columns, earlier.kinds], range(len(self.table))
        as_kinds = {kind: kind for kind in earlier.kinds.values}
        as_groups = {kind: earlier.group_of[kind] for kind in earlier.kinds.values}
        further = [[as_kinds, as_groups]]
        if self.required.rules:
            columns, of_values = with_sensitive(columns, earlier.sensitive)
            counts, places = earlier.sensitive.counts, earlier.sensitive.places
            further.append(of_values)
        rows = FrequencySet(columns, counts, apart=True)
        return WideTable(rows, places, self.level_maps, (), further)

    def _judge(self, vector):
        parts, part_of = self._parts(vector)
        failing, hopeless = self._first_judged(parts)
        withheld = self._withheld(parts, failing)
        failing = [fails or part.group in withheld for part, fails in zip(parts, failing)]
        counts = self.roll_ups.at(self.at(vector)).counts
        return Judgement(counts, [failing[part] for part in part_of],
                      [hopeless[part] for part in part_of])

    def _parts(self, vector) -> tuple:
        """The parts of all groups, and the place of the part of each class of the roll-ups."""
        at, kinds_at = self.at(vector), len(vector)         # kinds_at: the place of their column
        kinds, group_of = self.earlier.kinds.values, self.earlier.group_of
        people = self.roll_ups.at(at).counts
        groups = [group_of[kinds[code]] for code in self.roll_ups.codes(at, kinds_at)]
        if self.required.rules:
            now, last = self._values_now(at), self._values_last(at, kinds_at)
        else:
            now, last = [()] * len(people), [{}] * len(people)
        return list(map(GroupPart, groups, people, now, last)), range(len(people))

    def _values_now(self, at) -> list:
        """[class] -> one histogram of the values that its people have now."""
        values = self.earlier.sensitive.values
        return [({(values[code],): n for code, n in codes.items()},)
                for codes in self.roll_ups.histograms(at)]

    def _values_last(self, at, kinds_at) -> list:
        """[class] -> the histogram of the values with which its people were published last."""
        kinds, last = self.earlier.kinds.values, self.earlier.last
        return [added_up([last[kinds[code]] for code in codes], codes.values())
                for codes in self.roll_ups.histograms(at, kinds_at)]

    def _first_judged(self, parts) -> tuple:
        """Which parts fail by themselves, and which of them are hopeless."""
        failing, hopeless = [], []
        for part in parts:
            held = [self._held(histogram, part.people) for histogram in part.now]
            lacks = part.people < self.k or not all(map(self.required.passes_weakened, held))
            hopeless.append(lacks)
            failing.append(lacks or not all(map(self.required.passes, held)))
        return failing, hopeless

    def _withheld(self, parts, failing) -> set:
        """The groups of which some people would be absent who do not pass."""
        present: dict = {}      # {group: those who would be published}
        for part, fails in zip(parts, failing):
            if not fails:
                histogram = part.last or {(): part.people}
                present.setdefault(part.group, Counter()).update(histogram)
        return {group for group, everybody in self.earlier.everybody.items()
                if group in present and self._is_broken(Counter(everybody) - present[group])}

    def _is_broken(self, absent) -> bool:
        """Whether somebody is absent, and the absent ones do not pass.

        absent: {values that were published last: people}.
        """
        people = sum(absent.values())
        if 0 < people < self.k:
            return True
        return not self.required.passes(self._held(absent, people))


class LatticeOfLines(LatticeOfGroups):
    """A LatticeOfGroups of people who may have several records.

    The people of a kind have the same records (Earlier.people). The classes of its roll-ups are
    those of each kind under some labels.

    >>> from ..counts.frequency import Column
    >>> from ..counts.hierarchy import Hierarchy
    >>> from ..tables.history import Earlier
    >>> from ..rules.of_persons import RequiredOfPersons
    >>> required = RequiredOfPersons(2, {}, None)
    >>> kinds = Column([0, 1, 2], array('H', [0, 0, 1, 2]))
    >>> required.earlier = Earlier(kinds, [0, 0, 0], [(), (), ()], {}, None, [1, 1, 1])
    >>> ages = Column(['38', '39'], array('H', [0, 1, 1, 0]))
    >>> table = FrequencySet([ages], array('Q', [1, 1, 2, 1]), apart=True)
    >>> lattice = LatticeOfLines(table, [Hierarchy({'38': '3*', '39': '3*'})], required)
    >>> lattice[0,], lattice[1,]        # one person with 38 and 39, one with 39 twice, one with 38
    (5, 1)
    >>> lattice.told((1,))
    {'new': 1, 'withheld': 0, 'held_back': 1}
    """

    lack = 'have equally many records under the same labels'

    def __init__(self, frequency_set, hierarchies, required, within=None):
        super().__init__(frequency_set, hierarchies, required, within)
        self._above = (0, *self._above[1:])     # where the first further column has the kinds

    def _parts(self, vector) -> tuple:
        earlier, at = self.earlier, self.at(vector)
        kinds = [earlier.kinds.values[code] for code in self.roll_ups.codes(at, len(vector))]
        lines_of = self._lines_of(kinds, at, len(vector))
        alike: dict = {}        # {(group, what its people have now): their kinds}
        for kind, lines in lines_of.items():
            have = tuple([(line.labels, line.records) for line in lines])
            alike.setdefault((earlier.group_of[kind], have), []).append(kind)
        values = None
        if self.required.rules:
            codes_of = self.roll_ups.histograms(at)
            values = [frozenset([earlier.sensitive.values[code] for code in codes])
                      for codes in codes_of]
        parts: list = []
        place_of = {}       # {kind: the place of its part}
        for (group, _), kinds_alike in alike.items():
            place_of.update(dict.fromkeys(kinds_alike, len(parts)))
            people = [earlier.people[kind] for kind in kinds_alike]
            now, last = [], {}
            if values:
                # [kind][line] -> the values that its people have under these labels
                under = [[values[line.class_] for line in lines_of[kind]] for kind in kinds_alike]
                now = values_under(under, people)
                last = added_up([earlier.last[kind] for kind in kinds_alike], people)
            parts.append(GroupPart(group, sum(people), now, last))
        return parts, [place_of[kind] for kind in kinds]

    def _lines_of(self, kinds, at, columns) -> dict:
        """{kind: its Lines, ascending}. kinds: of each class of the roll-ups."""
        labels = zip(*[self.roll_ups.codes(at, column) for column in range(columns)])
        lines_of: dict = {}
        for class_, (kind, codes, n) in enumerate(zip(kinds, labels, self.roll_ups.at(at).counts)):
            line = Line(codes, n // self.earlier.people[kind], class_)
            lines_of.setdefault(kind, []).append(line)
        for lines in lines_of.values():
            lines.sort()
        return lines_of


# Records of a person under some labels. labels: a code of each column. class_: of the roll-ups.
Line = namedtuple('Line', 'labels records class_')


def values_under(under, people) -> list:
    """The histograms of the values that people of some kinds have: under each label, then of all.

    under: [kind][line] -> a frozenset of values. people: of each kind.

    >>> values_under([[frozenset('x'), frozenset('y')]], [2]) == [
    ...     {frozenset('x'): 2}, {frozenset('y'): 2}, {frozenset('xy'): 2}]
    True
    """
    histograms = [added_up(sets, people) for sets in zip(*under)]
    if len(histograms) > 1:
        all_values = [frozenset(chain.from_iterable(sets)) for sets in under]
        histograms.append(added_up(all_values, people))
    return histograms


def held_of(histogram, people, same=()) -> list:
    """The Held of each sensitive column (counts/persons.py).

    histogram: {tuples of values that a person has: people}. same: as Persons has it.

    >>> flu, gout, unknown = ('flu',), ('gout',), ('?',)
    >>> held_of({(flu,): 2, (unknown,): 1, (flu, unknown): 1, (gout, flu): 1}, 5)
    [Held(everybody=5, sizes={'flu': 4, '?': 2, 'gout': 1}, may_have={'flu': 5, 'gout': 3})]
    """
    columns = len(next(chain.from_iterable(histogram), ()))
    helds = []
    for place in range(columns):
        of_column = [({row[place] for row in rows}, n) for rows, n in histogram.items()]
        held = held_in_column(of_column, people)
        if same and same[place]:
            stands_for = same[place]
            merged = [({stands_for.get(value, value) for value in values}, n)
                      for values, n in of_column]
            held.merged = held_in_column(merged, people)
        helds.append(held)
    return helds


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
    may_have = {value: n + missing - both.get(value, 0)
                for value, n in sizes.items() if value != UNKNOWN}
    return Held(people, sizes, may_have)
