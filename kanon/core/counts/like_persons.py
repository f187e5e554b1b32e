"""Columns that repeat as if they said whose row each row is, whatever their names are.

Promise: a column is such a one if at least two of four signs are seen.
- balanced: each value is in equally many records, as where all persons were asked as often;
- numbered: another column, such as a year or the number of a visit, tells all records of a value
  apart, for each value;
- constant: another column, such as sex, has one value in all records of a value, and the order of
  the values does not explain it;
- together: all records of each value stand together.
Balanced and numbered alone are what two columns show of which each value meets each once, such as
varieties and fields. Then the values have to be more than twice as many as those of the other.
A column that numbers the records within such a column, such as the members of a household, is none.
Nothing depends on the names of columns. Of many values LOOKED_AT decide, chosen by checksum.
"""

from __future__ import annotations

import re
from collections import Counter, namedtuple
from heapq import nsmallest
from zlib import crc32

from .values import ENOUGH, may_have_several, number, present_in

LOOKED_AT = 2000    # values of a column
PROVEN = 2      # so many signs
SIGNS = 'balanced', 'numbered', 'constant', 'together'
CROSSED = ['balanced', 'numbered']
FIRST_YEAR, LAST_YEAR = 1800, 2100      # a column of such numbers tells years
LIKE_A_DATE = re.compile(
    r'[0-9]{1,4}([-/.])[0-9]{1,2}\1[0-9]{1,4}|[0-9]{1,2}[-. ]?[A-Za-z]{3,9}[-. ]?[0-9]{2,4}'
    r'|[0-9]{4}年|(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:[0-2][0-9]|3[01])$')

# signs: those of SIGNS that were seen; numbers: the columns that number the records of each value.
Repeats = namedtuple('Repeats', 'signs numbers')


def like_persons(counts, rows, runs=None, decimal='.') -> dict:
    """{column: its Repeats} of the columns that repeat as if they said whose row each row is.

    counts: {column: {value: records}} of all columns, in their order. rows: a function that yields
    the rows, each a sequence of values in this order; it is called once at most. runs: {column: how
    often its value changes from a row to the next, and 1}; None if the rows are in no order.

    >>> table = [(str(who), str(year), 'mf'[who * who % 3 % 2])
    ...          for who in range(30) for year in range(3)]
    >>> counts = dict(zip(('who', 'year', 'sex'), map(Counter, zip(*table))))
    >>> like_persons(counts, lambda: table)
    {'who': Repeats(signs=['balanced', 'numbered', 'constant'], numbers=['year'])}
    >>> like_persons(counts, lambda: [(who, '0', sex) for who, _, sex in table])    # no year
    {'who': Repeats(signs=['balanced', 'constant'], numbers=[])}
    """
    present = {name: present_in(values) for name, values in counts.items()}
    places = {name: place for place, name in enumerate(counts)}
    looks = []
    for name, values in present.items():
        if may_repeat(values, decimal):
            together = (runs or {}).get(name) == len(counts[name])
            looks.append(Look(name, present, places, together, decimal))
    going_on = [look for look in looks if look.may_be()]
    for row in rows() if going_on else ():
        for look in going_on:
            look.at(row)
        if not all(look.alive for look in going_on):
            going_on = [look for look in going_on if look.alive]
            if not going_on:
                break
    found = {look.name: Repeats(look.signs(), look.numbers()) for look in going_on}
    found = {name: repeats for name, repeats in found.items() if proven(name, repeats, present)}
    return {name: repeats for name, repeats in found.items() if not any(
        name in other.numbers and is_weaker(name, over, found, present)
        for over, other in found.items())}


def proven(name, repeats, present) -> bool:
    """Whether enough signs are seen of a column."""
    if repeats.signs == CROSSED:
        fewest = min(len(present[other]) for other in repeats.numbers)
        return len(present[name]) > 2 * fewest
    return len(repeats.signs) >= PROVEN


def is_weaker(name, over, found, present) -> bool:
    """Whether a column numbers the records within another one, and not the other way round."""
    constant, of_other = ('constant' in found[column].signs for column in (name, over))
    if constant != of_other:
        return of_other
    return 2 * len(present[name]) <= len(present[over])


def may_repeat(counts, decimal='.') -> bool:
    """Whether a column has so many values, in so many records each, as persons who have several.

    >>> [may_repeat(dict.fromkeys(map(str, values), 3))
    ...  for values in (range(20), range(1990, 2010), 'abc', [n + .5 for n in range(20)])]
    [True, False, False, False]
    """
    if not may_have_several(len(counts), sum(counts.values())):
        return False
    numbers = [number(value, decimal) for value in counts]
    if any(n is not None and n != int(n) for n in numbers):
        return False
    years = None not in numbers and FIRST_YEAR <= min(numbers) and max(numbers) <= LAST_YEAR
    return not years and not all(map(LIKE_A_DATE.match, counts))


class Look:
    """What is still possible of a column.

    counts: {column: {value: records}} of the values that are not missing. places: {column: its
    place in a row}. together: whether all records of each value stand together.
    """

    def __init__(self, name, counts, places, together, decimal):
        own = counts[name]
        most, records = max(own.values()), sum(own.values())
        self.name, self.alive = name, True
        self._place, self._places, self._decimal = places[name], places, decimal
        self._known = ['balanced'] * (most == min(own.values()) > 1) + ['together'] * together
        others = {other: values for other, values in counts.items()
                  if other != name and len(values) > 1}
        self._pairs: dict = {other: set() for other, values in others.items()
                             if max(2, most) <= len(values) <= min(2 * most, records // 2)}
        self._first: dict = {other: {} for other, values in others.items()
                             if len(values) < len(own) and not rare_but_one(values)}
        self._looked = set(own)
        if len(own) > LOOKED_AT:
            self._looked = set(nsmallest(LOOKED_AT, own, key=checksum))
        self._several = {value for value in self._looked if own[value] > 1}

    def may_be(self) -> bool:
        """Whether so many signs are seen, or may be."""
        return len(self._known) + bool(self._pairs) + bool(self._first) >= PROVEN

    def at(self, row):
        """Look at a row."""
        value = row[self._place]
        if value not in self._looked:
            return
        lost = []
        for other, seen in self._pairs.items():
            pair = value, row[self._places[other]]
            if pair in seen:
                lost.append((self._pairs, other))
            seen.add(pair)
        for other, first in self._first.items():
            of_row = row[self._places[other]]
            if first.setdefault(value, of_row) != of_row:
                lost.append((self._first, other))
        for hypotheses, other in lost:
            del hypotheses[other]
        if lost:
            self.alive = self.may_be()

    def signs(self) -> list:
        """Those that were seen."""
        seen = [*self._known, *['numbered'] * bool(self._pairs)]
        seen += ['constant'] * any(map(self._is_constant, self._first.values()))
        return sorted(seen, key=SIGNS.index)

    def numbers(self) -> list:
        """The columns that number the records of each value."""
        return list(self._pairs)

    def _is_constant(self, first) -> bool:
        """Whether the order of the values does not explain that a column has one value for each.

        It explains an age group by an age: the ages of a group are neighbours. first: {value: that
        of the other column}.
        """
        of_several = [first[value] for value in sorted(self._several, key=self._order)]
        sizes, n = Counter(of_several), len(of_several)
        if n < ENOUGH or len(sizes) < 2:
            return False
        runs = 1 + sum(one != other for one, other in zip(of_several, of_several[1:]))
        by_chance = 1 + (n - 1) * (1 - sum(size * size for size in sizes.values()) / n ** 2)
        return 2 * runs >= by_chance + len(sizes) and by_chance >= len(sizes) + 2

    def _order(self, value):
        plain = number(value, self._decimal)
        return plain is None, plain or 0, value


def checksum(value) -> tuple:
    return crc32(value.encode()), value


def rare_but_one(counts) -> bool:
    """Whether nearly all records have one value, which then tells nothing by staying the same."""
    return max(counts.values()) > 0.9 * sum(counts.values())
