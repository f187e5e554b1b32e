"""The unsorted matching attack: what the order of a release's rows tells, if it is the order of the original table.

Promise: if every row fits in order, and the known table is the whole original in its order, a person who is told is the person
whose row it is.
The known table is read along with the release. Each row meets the next person whom it covers. People whom the release left out
are passed over, but never more at once than it can have left out. So every row of a release that kept its order fits. Read from
the top, each row meets the first person it can belong to. Read from the bottom, it meets the last. A person is told only if
both are the same. In a release that was sorted or shuffled, chance tells hardly anybody.
The known table is taken for the whole original. If it lacks people of the release, the numbers are too low.

L. Sweeney, k-Anonymity: A Model for Protecting Privacy, IJUFKS 10(5), 2002 (unsorted matching attack).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left

from ...core.errors import DataError
from .linkage import MOST


def orders(release, people, covers, right) -> list:
    """What the rows tell in the order of the file, and what they tell sorted by their published values: two dicts.

    people    the CountedRecords of the known table
    covers    the classes that cover each of its distinct tuples
    right     a function that tells whether a row carries a person's values, or None if that is not known

    The dicts count these rows.

    records   rows that are not suppressed
    in_order  rows of these that meet a person, read from the top
    told      rows that meet the same person when read from the bottom
    right     rows of the told that carry the person's values
    """
    width, place_of = len(release.quasi), {published: place for place, published in enumerate(release.classes)}
    class_of = [place_of.get(row[:width]) for row in release.records.distinct]
    if sum(len(cover) * n for cover, n in zip(covers, people.counts)) > MOST:
        raise DataError('its classes cover so many people each that the order of the rows takes too long to compare; give'
                        ' --known fewer people', release.name)
    followers = whom_they_cover(people.order, covers, len(place_of))
    kept = [place for place in release.records.order if class_of[place] is not None]
    by_values = sorted(range(len(class_of)), key=release.records.distinct.__getitem__)
    rank = {place: rank for rank, place in enumerate(by_values)}
    tables = []
    for rows in (kept, sorted(kept, key=rank.__getitem__)):
        classes = [class_of[place] for place in rows]
        down, up = from_top(classes, followers, len(people.order)), from_bottom(classes, followers, len(people.order))
        told = [(row, person) for row, person, last in zip(rows, down, up) if person is not None and person == last]
        tables.append({'records': len(rows), 'in_order': len(rows) - down.count(None), 'told': len(told),
                       'right': right and sum(right(release.records.distinct[row], people.distinct[people.order[person]])
                                              for row, person in told)})
    return tables


def whom_they_cover(order, covers, classes) -> list:
    """For each class the positions of the people whom it covers, ascending; order: each person's place in `covers`.

    >>> [list(positions) for positions in whom_they_cover([0, 1, 0], [(0,), (0, 1)], 2)]
    [[0, 1, 2], [1]]
    """
    followers = [array('L') for _ in range(classes)]
    for position, person in enumerate(order):
        for place in covers[person]:
            followers[place].append(position)
    return followers


def from_top(rows, followers, people) -> list:
    """For each row, given as its class, the position of the next person whom it covers, or None if it fits nobody.

    After a row that fits nobody, the next row looks from the same position on.

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
    mirrored = [array('L', (people - 1 - position for position in reversed(positions))) for positions in followers]
    met = from_top(rows[::-1], mirrored, people)
    return [None if position is None else people - 1 - position for position in reversed(met)]
