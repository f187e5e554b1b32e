"""Rolls up how many different members a class has, such as persons, as far as it matters.

A class needs a least number of members, its limit. With so many it passes, and every class that holds it passes, too. So of a class
that passes nothing is kept but that it does, and of any other all members are known.

Promise: `short` names the classes with fewer members than their limit, exactly, at every vector.
Invariant: a member is a number in one class, its home, and has a pair for each other class where it is. So `sure` adds up when classes
merge. A pair ends where its class becomes the home's, or passes. The limit stands for all members of a class that passes, because a
class passes as soon as a part of it does.
What is looked at are the pairs of failing classes. Few are, where most members have one quasi tuple.
"""

from __future__ import annotations

from array import array
from collections import namedtuple
from itertools import compress
from operator import add, and_, eq, ne

from ..counts.frequency import times_each
from ..counts.persons import in_sets
from .rollup import RollUps

# The members of the classes at a vector. sure: [class] -> the members who have their home there; classes, homes, members: of each pair.
CutOff = namedtuple('CutOff', 'sure classes homes members')


class RollUpsOfMembers(RollUps):
    """RollUps that also know which classes have too few members.

    sets: (limit, places, members) of each kind of members. The places are rows of the table, and each pair is there once.

    >>> tree = [{'38': '38', '39': '39', '41': '41'}, {'38': '3*', '39': '3*', '41': '4*'}]
    >>> roll_ups = RollUpsOfMembers({('38',): 2, ('39',): 1, ('41',): 5}, [tree], [(2, [0, 1, 2, 2], [7, 7, 7, 9])])
    >>> roll_ups.short((0,)), roll_ups.short((1,))
    ([True, True, False], [True, False])
    """

    def __init__(self, frequency_set, level_maps, sets):
        super().__init__(frequency_set, level_maps)
        self._limits, rows = [limit for limit, _, _ in sets], len(self._rows.counts)
        self._first = [at_home(limit, rows, *pairs) for limit, *pairs in sets]
        self._cut_off = {self._bottom: self._first}

    def short(self, vector) -> list:
        """Whether each class lacks members of some kind, in the order of `at`."""
        found = [False] * len(self.at(vector).counts)
        for limit, (sure, *_) in zip(self._limits, self._cut_off[vector]):
            found = [known or n < limit for known, n in zip(found, sure)]
        return found

    def _merged(self, low, vector, keys, counts):
        total = super()._merged(low, vector, keys, counts)
        place_of = {key: place for place, key in enumerate(total)}
        place = array('I', map(place_of.__getitem__, keys))
        del place_of
        before = self._cut_off[low] if low in self._kept else self._first
        self._cut_off = {kept: sets for kept, sets in self._cut_off.items() if kept in self._kept}
        self._cut_off[vector] = [rolled_up(limit, sets, place, len(total)) for limit, sets in zip(self._limits, before)]
        return total


def at_home(limit, rows, places, members) -> CutOff:
    """The CutOff of so many rows, of which each has the members of its pairs. The last pair of a member is its home."""
    home = array('I', bytes(4 * (1 + max(members, default=0))))
    for place, member in zip(places, members):
        home[member] = place
    homes = array('I', map(home.__getitem__, members))
    sure = times_each(compress(places, map(eq, places, homes)), rows)
    return settled(limit, sure, places, homes, members)


def rolled_up(limit, sets, place, size) -> CutOff:
    """A CutOff rolled up. place: what each class becomes, a number below the size."""
    sure = array('I', bytes(4 * size))
    for class_, n in zip(place, sets.sure):
        sure[class_] += n
    if not sets.classes:
        return CutOff(sure, *sets[1:])
    is_open = list(map(limit.__gt__, map(sure.__getitem__, place)))         # of each class that there was
    chosen = bytes(map(is_open.__getitem__, sets.classes))
    numbers = map(add, map(size.__mul__, compress(sets.members, chosen)), map(place.__getitem__, compress(sets.homes, chosen)))
    numbers = map(add, map(size.__mul__, numbers), map(place.__getitem__, compress(sets.classes, chosen)))
    classes, homes, members = array('I'), array('I'), array('I')
    for pairs in in_sets(numbers, size * size * (1 + max(sets.members))):
        classes.extend(map(size.__rmod__, pairs))
        homes.extend(map(size.__rmod__, map(size.__rfloordiv__, pairs)))
        members.extend(map((size * size).__rfloordiv__, pairs))
    return settled(limit, sure, classes, homes, members)


def settled(limit, sure, classes, homes, members) -> CutOff:
    """A CutOff of these pairs but for those at home, and in classes that pass."""
    apart = bytes(map(ne, classes, homes))
    is_open = bytes(map(limit.__gt__, map(add, sure, times_each(compress(classes, apart), len(sure)))))
    left = bytes(map(and_, apart, map(is_open.__getitem__, classes)))
    sure = array('I', (n if fails else limit for n, fails in zip(sure, is_open)))
    return CutOff(sure, *(array('I', compress(numbers, left)) for numbers in (classes, homes, members)))
