"""Rolls up how many different members a class has, such as persons, as far as it matters.

A class needs a least number of members, its limit. With so many it passes, and every class that
holds it passes, too. So of a class that passes nothing is kept but that it does. Of any other class
all members are known.

Promise: `short` names the classes with fewer members than their limit, exactly, at every vector.
Invariant: a member is a number. One of its classes is its home, and it has a pair for each other
class where it is. So `sure` adds up when classes merge. A pair ends where its class becomes the
home's, or passes. The limit stands for all members of a class that passes, because a class passes
as soon as a part of it does.

Only the pairs of classes that fail are looked at. These are few where most members have one quasi
tuple.
"""

from __future__ import annotations

from array import array
from collections import namedtuple
from itertools import compress
from operator import eq, ne

from ..counts.frequency import times_each
from ..counts.persons import in_sets
from .rollup import RollUps

# The members of the classes at a vector. sure: [class] -> the members who have their home there.
# classes, homes, members: of each pair.
CutOff = namedtuple('CutOff', 'sure classes homes members')


class RollUpsOfMembers(RollUps):
    """RollUps that also know which classes have too few members.

    sets: (limit, places, members) of each kind of members. The places are rows of the table. Each
    pair of a place and a member is there once.

    >>> tree = [{'38': '38', '39': '39', '41': '41'}, {'38': '3*', '39': '3*', '41': '4*'}]
    >>> table = {('38',): 2, ('39',): 1, ('41',): 5}
    >>> roll_ups = RollUpsOfMembers(table, [tree], [(2, [0, 1, 2, 2], [7, 7, 7, 9])])
    >>> roll_ups.short((0,)), roll_ups.short((1,))
    ([True, True, False], [True, False])
    """

    def __init__(self, frequency_set, level_maps, sets):
        super().__init__(frequency_set, level_maps)
        rows = len(self._rows.counts)
        self._limits = [limit for limit, _, _ in sets]
        self._first = [at_home(limit, rows, places, members) for limit, places, members in sets]
        self._cut_off = {self._bottom: self._first}     # {vector: the CutOff of each kind}

    def short(self, vector) -> list:
        """Whether each class lacks members of some kind, in the order of `at`."""
        lacks = [False] * len(self.at(vector).counts)
        for limit, cut_off in zip(self._limits, self._cut_off[vector]):
            lacks = [known or n < limit for known, n in zip(lacks, cut_off.sure)]
        return lacks

    def _merged(self, low, vector, keys, counts):
        total = super()._merged(low, vector, keys, counts)
        place_of = {key: place for place, key in enumerate(total)}
        place = array('I', [place_of[key] for key in keys])
        del place_of
        before = self._cut_off[low] if low in self._kept else self._first
        self._cut_off = {kept: sets for kept, sets in self._cut_off.items() if kept in self._kept}
        self._cut_off[vector] = [rolled_up(limit, cut_off, place, len(total))
                                 for limit, cut_off in zip(self._limits, before)]
        return total


# What follows runs for each pair of a member and a class, which may be millions. So it is kept in
# arrays. `compress` chooses from them in a third of the time of a loop.

def at_home(limit, rows, places, members) -> CutOff:
    """The CutOff of the table's rows, of which each has the members of its pairs.

    rows: how many they are. The last place of a member is its home.
    """
    home = array('I', bytes(4 * (1 + max(members, default=0))))     # [member] -> its home
    for place, member in zip(places, members):
        home[member] = place
    homes = array('I', [home[member] for member in members])
    sure = times_each(compress(places, map(eq, places, homes)), rows)
    return settled(limit, sure, places, homes, members)


def rolled_up(limit, cut_off, place, size) -> CutOff:
    """A CutOff rolled up. place: what each class becomes, a number below the size."""
    sure = array('I', bytes(4 * size))
    for class_, n in zip(place, cut_off.sure):
        sure[class_] += n
    if not cut_off.classes:
        return CutOff(sure, *cut_off[1:])
    becomes_open = [sure[class_] < limit for class_ in place]       # of each class that there was
    chosen = bytes([becomes_open[class_] for class_ in cut_off.classes])
    pairs = zip(*(compress(numbers, chosen)
                  for numbers in (cut_off.classes, cut_off.homes, cut_off.members)))
    # Each pair as one number, so that equal ones are there once.
    numbers = ((member * size + place[home]) * size + place[class_]
               for class_, home, member in pairs)
    classes, homes, members = array('I'), array('I'), array('I')
    for pairs in in_sets(numbers, size * size * (1 + max(cut_off.members))):
        classes.extend([pair % size for pair in pairs])
        homes.extend([pair // size % size for pair in pairs])
        members.extend([pair // (size * size) for pair in pairs])
    return settled(limit, sure, classes, homes, members)


def settled(limit, sure, classes, homes, members) -> CutOff:
    """A CutOff of these pairs but for those at home, and in classes that pass."""
    apart = bytes(map(ne, classes, homes))
    visitors = times_each(compress(classes, apart), len(sure))
    is_open = bytes([n + visiting < limit for n, visiting in zip(sure, visitors)])
    left = bytes([is_apart and is_open[class_] for is_apart, class_ in zip(apart, classes)])
    sure = array('I', [n if fails else limit for n, fails in zip(sure, is_open)])
    pairs = [array('I', compress(numbers, left)) for numbers in (classes, homes, members)]
    return CutOff(sure, *pairs)
