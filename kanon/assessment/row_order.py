"""Unsorted matching: what the order of a release's rows tells, where it is the order of the table that it was made from.

Promise: where every row fits in order and the known table is the whole original in its order, a person who is told is the
one whose row it is.
The known table is read along with the release: each row meets the next person whom it covers, and people whom the
release left out are passed over, never more at once than it can have left out. So every row of a release that kept its
order fits. Reading from the top each row meets the first person it can be, reading from the bottom the last; a person
is told only where both are the same. By chance, in a release that was sorted or shuffled, hardly any are.
The known table is taken for the whole original: where it lacks people of the release, the numbers are too low.

L. Sweeney, k-Anonymity: A Model for Protecting Privacy, IJUFKS 10(5), 2002 (unsorted matching attack).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left

from .linkage import bits


def orders(release, people, found, right) -> list:
    """What is told by the rows as they are, and by the same rows sorted by what they publish: two dicts.

    people   Records of the known table
    found    the classes that cover each of its distinct tuples
    right    whether a row's carried values are a person's: a function of both tuples; None where it is not known
    records  rows that are not suppressed
    in_order of them, those that meet a person, from the top
    told     those that meet the same person from the bottom
    right    those of the told that carry what the person has
    """
    width, place_of = len(release.quasi), {published: place for place, published in enumerate(release.classes)}
    class_of = [place_of.get(row[:width]) for row in release.records.distinct]
    followers = whom_they_cover(people.order, found, len(place_of))
    kept = [place for place in release.records.order if class_of[place] is not None]
    by_values = sorted(range(len(class_of)), key=release.records.distinct.__getitem__)
    rank = {place: rank for rank, place in enumerate(by_values)}
    tables = []
    for rows in (kept, sorted(kept, key=rank.__getitem__)):
        classes = [class_of[place] for place in rows]
        down, up = from_top(classes, followers, len(people.order)), from_bottom(classes, followers, len(people.order))
        told = [(row, person) for row, person, last in zip(rows, down, up) if person is not None and person == last]
        tables.append({'records': len(rows), 'in_order': len(rows) - down.count(None), 'told': len(told), 'right': right and sum(
            right(release.records.distinct[row], people.distinct[people.order[person]]) for row, person in told)})
    return tables


def whom_they_cover(order, found, classes) -> list:
    """For each class the positions of the people whom it covers, ascending; order: each person's place in `found`.

    >>> [list(positions) for positions in whom_they_cover([0, 1, 0], [0b01, 0b11], 2)]
    [[0, 1, 2], [1]]
    """
    followers = [array('L') for _ in range(classes)]
    covering = [[followers[place] for place in bits(mask)] for mask in found]
    for position, place in enumerate(order):
        for positions in covering[place]:
            positions.append(position)
    return followers


def from_top(rows, followers, people) -> list:
    """For each row, given as its class, the position of the next person whom it covers; None where it fits nobody.

    A row that fits nobody takes no person: the next row looks from the same position on.

    >>> from_top([0, 1, 0], [[0, 1, 3], [2]], people=4)
    [0, 2, 3]
    >>> from_top([1, 0, 0], [[0, 1, 3], [2]], people=4)     # at most one person is not in the release
    [None, 0, 1]
    """
    left_out, met, position = max(0, people - len(rows)), [], 0
    for row in rows:
        positions = followers[row]
        at = bisect_left(positions, position)
        fits = at < len(positions) and positions[at] - position <= left_out
        met.append(positions[at] if fits else None)
        position = positions[at] + 1 if fits else position
    return met


def from_bottom(rows, followers, people) -> list:
    """The same, read from the last row and the last person up.

    >>> from_bottom([0, 1, 0], [[0, 1, 3], [2]], people=4)
    [1, 2, 3]
    """
    mirrored = [[people - 1 - position for position in reversed(positions)] for positions in followers]
    met = from_top(rows[::-1], mirrored, people)
    return [None if position is None else people - 1 - position for position in reversed(met)]
