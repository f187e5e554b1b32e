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
from collections import Counter, namedtuple
from itertools import compress
from operator import add

from ..frequency import added_up
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
            more = Counter(places)
            found = [known or n + more[class_] < limit for class_, (known, n) in enumerate(zip(found, alone))]
        return found

    def classes(self, vector) -> list:
        """The class of each row of the table, as its place in the order of `at`."""
        place_of = {class_: place for place, class_ in enumerate(self._packing.rows(self.at(vector).numbers))}
        return list(map(place_of.__getitem__, self._packing.raised(self._rows.numbers, self._bottom, vector)))

    def _merged(self, low, vector, keys, counts):
        total = super()._merged(low, vector, keys, counts)
        place_of = {key: place for place, key in enumerate(total)}
        place = list(map(place_of.__getitem__, keys))
        before = self._cut_off[low] if low in self._kept else self._first
        self._cut_off = {kept: sets for kept, sets in self._cut_off.items() if kept in self._kept}
        self._cut_off[vector] = [raised(limit, sets, place, len(total)) for limit, sets in zip(self._limits, before)]
        return total


def raised(limit, sets, place, size) -> CutOff:
    """A CutOff rolled up. place: what each class becomes, a number below the size."""
    some = bytes(map(bool, sets.alone))
    of_classes = added_up(compress(place, some), compress(sets.alone, some))
    alone = array('I', bytes(4 * size))
    for class_, n in of_classes.items():
        alone[class_] = min(n, limit)
    places = list(map(place.__getitem__, sets.places))
    is_open = bytes(map(limit.__gt__, map(alone.__getitem__, places)))
    pairs = set(map(add, map(size.__mul__, compress(sets.members, is_open)), compress(places, is_open)))
    return settled(limit, CutOff(alone, array('I', map(size.__rmod__, pairs)), array('I', map(size.__rfloordiv__, pairs))))


def settled(limit, sets) -> CutOff:
    """The same without the pairs of classes that pass, and with numbers for the members who have one pair left."""
    alone, places, members = sets
    for class_, more in Counter(places).items():
        if alone[class_] + more >= limit:
            alone[class_] = limit
    is_open = bytes(map(limit.__gt__, map(alone.__getitem__, places)))
    places, members = list(compress(places, is_open)), list(compress(members, is_open))
    once = bytes(map((1).__eq__, map(Counter(members).__getitem__, members)))
    for class_, more in Counter(compress(places, once)).items():
        alone[class_] += more
    left = once.translate(FLIPPED)
    return CutOff(alone, array('I', compress(places, left)), array('I', compress(members, left)))
