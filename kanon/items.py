"""Cells that are sets of items, such as B20|E11: how they are read, and what looks like one.

Promise: nothing in a cell is no item, and it is known. A cell is not known as a whole if one of its parts is not. Of several columns
with an item each one more column is made, with BETWEEN between the items. An item that has this sign in it is refused, because it
would be read as two.
What rules over items mean stands in rules/items.py.
"""

from __future__ import annotations

import re

from .errors import DataError, quoted, show
from .values import NOT_KNOWN, UNKNOWN, Known, alike, number

BETWEEN = '|'       # the items of a column that is made of several

NOTHING = ''        # to distinct l, the one item of a record without items

SOME = '-'          # stands for a cell that is no gap

NO_WORDS: dict = {}


def items_of(cell, sign):
    """The items of a cell, as they are written, without the blanks around them. None if one of them is not known.

    Nothing is no item, between two signs and as a whole cell. sign: what stands between two items; ' ' is any blanks.

    >>> items_of('B20 | E11||', '|'), items_of('', '|'), items_of('B20|?', '|'), items_of('n/a', '/'), items_of(' B20  E11 ', ' ')
    (['B20', 'E11'], [], None, None, ['B20', 'E11'])
    """
    if cell.strip() and cell.strip().upper() in NOT_KNOWN:
        return None
    items = cell.split() if sign == ' ' else list(filter(None, map(str.strip, cell.split(sign))))
    return None if any(item.upper() in NOT_KNOWN for item in items) else items


class KnownCells(dict):
    """{cell of several items: itself, or '?' if one of its items is not known}. A cell with nothing in it is known.

    >>> [KnownCells('|')[cell] for cell in ('flu|gout', '', 'flu|?', ' NA ')]
    ['flu|gout', '', '?', '?']
    """

    def __init__(self, sign):
        super().__init__()
        self._sign = sign

    def __missing__(self, cell):
        self[cell] = known = UNKNOWN if items_of(cell, self._sign) is None else cell
        return known


def known_in(sign):
    """{value: itself, or '?'} of a column. sign: what stands between the items of its cells, or None where a cell has one value."""
    return Known() if sign is None else KnownCells(sign)


class Items(dict):
    """{cell: its items, a frozenset, or None if they are not known}. A cell that is asked for is split once.

    sign: what stands between the items. same: {item: the one that stands for it} of items that may be the same as another one.
    exact: whether each way to write an item is an item of its own. decimal: the decimal sign of numbers.

    >>> items = Items('|', {'hiv': 'HIV'})
    >>> sorted(items['hiv|flu']), items['?'], items[''] == frozenset(), sorted(items.both_ways('hiv|flu'), key=str)
    (['HIV', 'flu'], None, True, [('HIV',), 'flu', 'hiv'])
    """

    def __init__(self, sign, same, exact=False, decimal='.'):
        super().__init__()
        self.sign, self.same, self.exact, self.decimal = sign, same, exact, decimal
        self._doubled = {*same, *same.values()}

    def __missing__(self, cell):
        written = items_of(cell, self.sign)
        self[cell] = found = None if written is None else frozenset([self.same.get(item, item) for item in written])
        return found

    def both_ways(self, cell) -> frozenset:
        """The items of a known cell as they are written, and those that may be the same as one: ('HIV',) for HIV and hiv."""
        written = items_of(cell, self.sign)
        return frozenset([*written, *((self.same.get(item, item),) for item in written if item in self._doubled)])

    def counted(self, histogram) -> dict:
        """{item: the records that have it}. histogram: {cell: records}."""
        return counted(map(self.__getitem__, histogram), histogram.values())

    def counted_both_ways(self, histogram) -> dict:
        return counted(map(self.both_ways, histogram), histogram.values())


def counted(sets, records) -> dict:
    """{item: the records that have it}. A set that is None has no known item."""
    having: dict = {}
    for items, n in zip(sets, records):
        for item in items or ():
            having[item] = having.get(item, 0) + n
    return having


def items_in(cells, sign, exact=False, decimal='.') -> Items:
    """The Items of a column with these cells. exact: whether each way to write an item is an item of its own."""
    written = {item for cell in cells for item in items_of(cell, sign) or ()}
    return Items(sign, {} if exact else alike(written, decimal), exact, decimal)


def told_of_items(histogram, items) -> dict:
    """How many different items a column has, and how many a record has on average. histogram: {cell: records} of the whole column.

    >>> told_of_items({'flu|gout': 1, '': 1, '?': 7}, Items('|', {}))
    {'different': 2, 'mean': 1.0}
    """
    records = sum(n for cell, n in histogram.items() if items[cell] is not None)
    having = items.counted(histogram)
    return {'different': len(having), 'mean': sum(having.values()) / records if records else None}


class SetsOfItems:
    """The columns of a table whose cells are sets of items.

    columns: those that are read. items: as --items has them. A table that has a column to be made already, such as a release, keeps it.
    signs: {column: what stands between its items}. made: {column: the columns of its items}. lacking: {column that cannot be made: those
    of its columns that are not there}. with_gaps: as `seen_in` returns it.

    >>> sets = SetsOfItems(['age', 'ill', 'dx1', 'dx2'], {'ill': ';', 'dx': ['dx1', 'dx2']})
    >>> sets.signs, sets.made
    ({'ill': ';', 'dx': '|'}, {'dx': ['dx1', 'dx2']})
    >>> sets.read([('39', 'flu; k.A.', 'B20', ' E11 '), ('40', '', '', '?')], frozenset(['k.A.']))
    [['39', 'flu;?', 'B20', ' E11 ', 'B20|E11'], ['40', '', '', '?', '?']]
    >>> sets.with_gaps([['39', 'flu;?', 'B20', '', 'B20'], ['40', '', '', '?', '?']])
    [['39', '?', '-', '-', '-'], ['40', '-', '-', '?', '?']]
    """

    def __init__(self, columns, items, name=None):
        self.name = name
        there = set(columns)
        self.signs = {column: how if isinstance(how, str) else BETWEEN for column, how in items.items()}
        self.made = {column: how for column, how in items.items() if not isinstance(how, str) and column not in there and there >= set(how)}
        self.lacking = {column: [part for part in how if part not in there] for column, how in items.items()
                        if not isinstance(how, str) and column not in there and not there >= set(how)}
        place_of = {column: place for place, column in enumerate([*columns, *self.made])}
        self._read = [(column, place_of[column], sign) for column, sign in self.signs.items() if column in there]
        self._parts = [(column, [place_of[part] for part in parts]) for column, parts in self.made.items()]
        self.with_gaps = self.seen_in([*columns, *self.made])

    def read(self, rows, words=frozenset(), words_in=NO_WORDS) -> list:
        """The rows, with ? in place of words in a list, and with one more field for each column that is made.

        words: those of all columns. words_in: {column: further words of this one alone}.
        """
        words_of = {place: words | frozenset(words_in.get(column, ())) for column, place, _ in self._read} if words or words_in else {}
        if any(words_of.values()):
            rows = [self._without_words(row, words_of) for row in rows]
        return [[*row, *(self._made_of(row, column, places) for column, places in self._parts)] for row in rows] if self._parts else rows

    def _without_words(self, row, words_of):
        for _, place, sign in self._read:
            parts, words = row[place].split(sign), words_of[place]
            if len(parts) > 1 and not words.isdisjoint(map(str.strip, parts)):
                row = [*row[:place], sign.join('?' if part.strip() in words else part for part in parts), *row[place + 1:]]
        return row

    def _made_of(self, row, column, places) -> str:
        """The items of several columns as one cell. ? if one of them is missing."""
        items = [item for item in (row[place].strip() for place in places) if item]
        if '?' in items:
            return '?'
        for item in items:
            if BETWEEN in item:
                raise DataError('%s has %s in it, which stands between the items of column %s; write the item without it'
                                % (show(item), quoted(BETWEEN), quoted(column)), self.name)
        return BETWEEN.join(items)

    def seen_in(self, columns):
        """A function from rows of these columns to the rows as a look for missing values sees them.

        A list is ? if a part of it is, and is no gap if it has nothing in it.
        """
        of_parts = {part for parts in self.made.values() for part in parts}
        lists = [(place, self.signs[column]) for place, column in enumerate(columns) if column in self.signs]
        parts = [place for place, column in enumerate(columns) if column in of_parts]

        def with_gaps(rows):
            seen = []
            for row in rows:
                row = list(row)
                for place, sign in lists:
                    row[place] = '?' if '?' in map(str.strip, row[place].split(sign)) else SOME
                for place in parts:
                    row[place] = '?' if row[place] == '?' else SOME
                seen.append(row)
            return seen
        return with_gaps


# What looks like items.

SIGNS_BETWEEN = '|;,/+&'        # that are looked for

LONGEST_ITEM = 40               # characters


def sign_between_items(counts) -> str | None:
    """What seems to stand between several items in the cells of a column, or None. counts: {value: records}.

    It stands in a tenth of the records or more, and in three different cells. No part is empty or long, and not all of them are numbers.
    Three of four parts stand in several cells, and half of them at several places. (A city and its state stand each at one place.)

    >>> cells = ['B20', 'E11|B20', 'B20|E11', 'I10|E11', 'B20|I10', 'I10']
    >>> sign_between_items(dict.fromkeys(cells, 1)), sign_between_items({'flu': 3, 'gout|HIV': 1})
    ('|', None)
    """
    present = {value: n for value, n in counts.items() if value.strip().upper() not in NOT_KNOWN}
    everybody = sum(present.values())
    for sign in SIGNS_BETWEEN:
        several = [value for value in present if sign in value]
        records = sum(map(present.__getitem__, several))
        if len(several) >= 3 and 10 * records >= everybody and look_like_items(present, sign):
            return sign
    return None


def look_like_items(cells, sign) -> bool:
    """Whether what stands between these signs looks like items that people have several of."""
    parts_of = [list(map(str.strip, cell.split(sign))) for cell in cells]
    in_lists = [part for parts in parts_of if len(parts) > 1 for part in parts]
    if not all(in_lists) or max(map(len, in_lists)) > LONGEST_ITEM or all(number(part) is not None for part in in_lists):
        return False
    cells_with: dict = {}       # {part: how many cells have it}
    places_of: dict = {}        # {part: the places at which it stands}
    for parts in parts_of:
        for part in set(parts):
            cells_with[part] = cells_with.get(part, 0) + 1
        for place, part in enumerate(parts):
            places_of.setdefault(part, set()).add(place)
    again = sum(n > 1 for n in cells_with.values())
    moving = sum(len(places) > 1 for places in places_of.values())
    return 4 * again >= 3 * len(cells_with) and 2 * moving >= len(cells_with)


def columns_of_items(columns) -> list:
    """The lists of columns that seem to have an item each of one list, such as dx1, dx2 and dx3.

    Their names are a stem and numbers that follow one another. None has more values than the one before, and the last has fewer
    than the first. Half of the different values of each but the first stand in another one, too. columns: {name: {value: records}}.

    >>> columns_of_items({'dx1': {'flu': 2, 'HIV': 1, 'gout': 1}, 'dx2': {'HIV': 1, 'flu': 1, '': 2}, 'age': {'30': 4}})
    [['dx1', 'dx2']]
    >>> columns_of_items({'q1': {'yes': 2, 'no': 1, 'perhaps': 1}, 'q2': {'yes': 1, 'no': 2, 'perhaps': 1}})
    []
    """
    by_stem: dict = {}
    for name in columns:
        match = re.fullmatch('(.*[^0-9])([0-9]{1,3})', name)
        if match:
            by_stem.setdefault(match[1], {})[int(match[2])] = name
    runs = [names for numbered in by_stem.values() for names in runs_of(numbered)]
    return [names for names in runs if look_like_one_list([columns[name] for name in names])]


def runs_of(numbered) -> list:
    """The names of numbers that follow one another, two or more. numbered: {number: name}.

    >>> runs_of({1: 'dx1', 2: 'dx2', 4: 'dx4'})
    [['dx1', 'dx2']]
    """
    runs: list = []
    for n in sorted(numbered):
        if n - 1 in numbered:
            runs[-1].append(numbered[n])
        else:
            runs.append([numbered[n]])
    return [names for names in runs if len(names) > 1]


def look_like_one_list(columns) -> bool:
    """Whether columns of words are filled from the first on, and have their values in common. columns: {value: records} of each."""
    known = [{value: n for value, n in counts.items() if value.strip().upper() not in NOT_KNOWN} for counts in columns]
    filled = [sum(counts.values()) for counts in known]
    together = set().union(*known)
    if filled != sorted(filled, reverse=True) or filled[0] == filled[-1] or len(together) < 3:
        return False
    if any(number(value) is not None for value in together):
        return False
    cells_with: dict = {}       # {value: in how many columns it stands}
    for counts in known:
        for value in counts:
            cells_with[value] = cells_with.get(value, 0) + 1
    shared = [sum(cells_with[value] > 1 for value in counts) for counts in known[1:]]
    return all(2 * n >= len(counts) > 0 for n, counts in zip(shared, known[1:]))
