"""Rolls up how many different members a class has, such as persons, as far as it matters.

A class needs a least number of members, its limit. With so many it passes, and every class that holds it passes, too. So of a class
that passes nothing is kept but that it does, and of any other all members are known.

Promise: `short` names the classes with fewer members than their limit, exactly, at every vector.
Invariant: `alone` counts members, and the limit stands for any greater number. A member is counted there, or by its pairs, never both.
- A class passes as soon as a part of it does, because classes only merge. Its pairs are dropped.
- A member with a pair left in one class only becomes a number there. From then on it is in one class at any higher vector, and in
  others only where these pass already. So numbers add up.
What is left are pairs of the members of two failing classes. Few are, where most members have one quasi tuple.
"""

from __future__ import annotations

from array import array
from collections import namedtuple
from itertools import compress, repeat
from operator import add, sub

from ..frequency import times_each
from ..persons import in_sets
from .rollup import RollUps

FLIPPED = bytes([1, 0]).ljust(256)      # 0 and 1 exchanged

# The members of the classes at a vector. alone: [class] -> a number of members; places, members: the pairs of a class and a member.
CutOff = namedtuple('CutOff', 'alone places members')


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
        self._first = [settled(limit, CutOff(array('I', bytes(4 * rows)), *pairs)) for limit, *pairs in sets]
        self._cut_off = {self._bottom: self._first}

    def short(self, vector) -> list:
        """Whether each class lacks members of some kind, in the order of `at`."""
        found = [False] * len(self.at(vector).counts)
        for limit, (alone, places, _) in zip(self._limits, self._cut_off[vector]):
            found = [known or n + more < limit for known, n, more in zip(found, alone, times_each(places, len(alone)))]
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


def rolled_up(limit, sets, place, size) -> CutOff:
    """A CutOff rolled up. place: what each class becomes, a number below the size."""
    alone = array('I', bytes(4 * size))
    for class_, n in zip(place, sets.alone):
        if n:
            alone[class_] += n
    places = array('I', map(place.__getitem__, sets.places))
    is_open = bytes(map(limit.__gt__, map(alone.__getitem__, places)))
    numbers = map(add, map(size.__mul__, compress(sets.members, is_open)), compress(places, is_open))
    places, members = array('I'), array('I')
    for pairs in in_sets(numbers, size * (1 + max(sets.members, default=0))):
        places.extend(map(size.__rmod__, pairs))
        members.extend(map(size.__rfloordiv__, pairs))
    return settled(limit, CutOff(alone, places, members))


def settled(limit, sets) -> CutOff:
    """The same without the pairs of classes that pass, and with numbers for the members who have one pair left."""
    alone, places, members = sets
    more = times_each(places, len(alone))
    alone = array('I', map(min, map(add, alone, more), repeat(limit)))      # of members who have no pair, unless the class passes
    is_open = bytes(map(limit.__gt__, map(alone.__getitem__, places)))
    places, members = array('I', compress(places, is_open)), array('I', compress(members, is_open))
    alone = array('I', map(sub, alone, times_each(places, len(alone))))
    times = times_each(members, max(members, default=0) + 1)
    is_last = bytes(map((1).__eq__, map(times.__getitem__, members)))
    for class_ in compress(places, is_last):
        alone[class_] += 1
    left = is_last.translate(FLIPPED)
    return CutOff(alone, array('I', compress(places, left)), array('I', compress(members, left)))
