"""Cells that are sets of items, such as B20|E11, and how they are read.

Promise: nothing in a cell is no item, and it is known. A cell is not known as a whole if one of
its parts is not. Of several columns with an item each one more column is made, with BETWEEN
between the items. An item that has this sign in it is refused, because it would be read as two.
What rules over items mean stands in rules/items.py.
"""

from __future__ import annotations

from ..errors import DataError, quoted, show
from .values import NOT_KNOWN, UNKNOWN, Known, alike

BETWEEN = '|'       # the items of a column that is made of several

NOTHING = ''        # to distinct l, the one item of a record without items

SOME = '-'          # stands for a cell that is no gap

NO_WORDS: dict = {}


def items_of(cell, sign):
    """The items of a cell, as they are written. None if one of them is not known.

    Blanks around an item do not belong to it. Nothing is no item, between two signs and as a
    whole cell. sign: what stands between two items; ' ' is any blanks.

    >>> [items_of(cell, '|') for cell in ('B20 | E11||', '', 'B20|?')]
    [['B20', 'E11'], [], None]
    >>> items_of('n/a', '/'), items_of(' B20  E11 ', ' ')
    (None, ['B20', 'E11'])
    """
    if cell.strip() and cell.strip().upper() in NOT_KNOWN:
        return None
    parts = cell.split() if sign == ' ' else map(str.strip, cell.split(sign))
    items = list(filter(None, parts))
    return None if any(item.upper() in NOT_KNOWN for item in items) else items


def values_or_items(cells, sign) -> set:
    """The different items of cells, or the cells themselves if no sign stands between items there.

    >>> sorted(values_or_items(['B20|E11', 'B20', '?'], '|')), values_or_items({'B20|E11'}, None)
    (['B20', 'E11'], {'B20|E11'})
    """
    if sign is None:
        return cells
    return {item for cell in cells for item in items_of(cell, sign) or ()}


class KnownCells(dict):
    """{cell of several items: itself, or '?' if one of its items is not known}.

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
    """{value: itself, or '?'} of a column.

    sign: what stands between the items of its cells, or None where a cell is one value.
    """
    return Known() if sign is None else KnownCells(sign)


class Items(dict):
    """{cell: its items, a frozenset, or None if they are not known}. A cell is split once.

    sign: what stands between the items. same: {item: the one that stands for it} of items that
    may be the same as another one. exact: whether each way to write an item is an item of its
    own. decimal: the decimal sign of numbers.

    >>> items = Items('|', {'hiv': 'HIV'})
    >>> sorted(items['hiv|flu']), items['?'], items[''] == frozenset()
    (['HIV', 'flu'], None, True)
    >>> sorted(items.both_ways('hiv|flu'), key=str)
    [('HIV',), 'flu', 'hiv']
    """

    def __init__(self, sign, same, exact=False, decimal='.'):
        super().__init__()
        self.sign, self.same, self.exact, self.decimal = sign, same, exact, decimal
        self._doubled = {*same, *same.values()}

    def __missing__(self, cell):
        written = items_of(cell, self.sign)
        if written is None:
            self[cell] = None
        else:
            self[cell] = frozenset([self.same.get(item, item) for item in written])
        return self[cell]

    def both_ways(self, cell) -> frozenset:
        """The items of a known cell as they are written, and those that may be the same as one.

        The latter are marked: ('HIV',) stands for HIV and hiv.
        """
        written = items_of(cell, self.sign)
        as_one = [(self.same.get(item, item),) for item in written if item in self._doubled]
        return frozenset([*written, *as_one])

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
    """The Items of a column with these cells. exact, decimal: as Items has them."""
    written = {item for cell in cells for item in items_of(cell, sign) or ()}
    return Items(sign, {} if exact else alike(written, decimal), exact, decimal)


def told_of_items(histogram, items) -> dict:
    """How many different items a column has, and how many a record has on average.

    histogram: {cell: records} of the whole column.

    >>> told_of_items({'flu|gout': 1, '': 1, '?': 7}, Items('|', {}))
    {'different': 2, 'mean': 1.0}
    """
    records = sum(n for cell, n in histogram.items() if items[cell] is not None)
    having = items.counted(histogram)
    return {'different': len(having), 'mean': sum(having.values()) / records if records else None}


class SetsOfItems:
    """The columns of a table whose cells are sets of items.

    columns: those that are read. items: as --items has them. A table that has a column to be made
    already, such as a release, keeps it.
    signs: {column: what stands between its items}. made: {column: the columns of its items}.
    lacking: {column that cannot be made: those of its columns that are not there}. with_gaps: as
    `seen_in` returns it.

    >>> sets = SetsOfItems(['age', 'ill', 'dx1', 'dx2'], {'ill': ';', 'dx': ['dx1', 'dx2']})
    >>> sets.signs, sets.made
    ({'ill': ';', 'dx': '|'}, {'dx': ['dx1', 'dx2']})
    >>> rows = [('39', 'flu; k.A.', 'B20', ' E11 '), ('40', '', '', '?')]
    >>> sets.read(rows, frozenset(['k.A.']))
    [['39', 'flu;?', 'B20', ' E11 ', 'B20|E11'], ['40', '', '', '?', '?']]
    >>> sets.with_gaps([['39', 'flu;?', 'B20', '', 'B20'], ['40', '', '', '?', '?']])
    [['39', '?', '-', '-', '-'], ['40', '-', '-', '?', '?']]
    """

    def __init__(self, columns, items, name=None):
        self.name, there = name, set(columns)
        self.signs, self.made, self.lacking = {}, {}, {}
        for column, how in items.items():
            self.signs[column] = how if isinstance(how, str) else BETWEEN
            if isinstance(how, str) or column in there:
                continue
            absent = [part for part in how if part not in there]
            if absent:
                self.lacking[column] = absent
            else:
                self.made[column] = how
        place_of = {column: place for place, column in enumerate(columns)}
        self._read = [(column, place_of[column], sign)
                      for column, sign in self.signs.items() if column in there]
        self._parts = [(column, list(map(place_of.__getitem__, parts)))
                       for column, parts in self.made.items()]
        self.with_gaps = self.seen_in([*columns, *self.made])

    def read(self, rows, words=frozenset(), words_in=NO_WORDS) -> list:
        """The rows, with ? in place of words, and one more field for each column that is made.

        words: those of all columns. words_in: {column: further words of this one alone}.
        """
        words_of = {place: words.union(words_in.get(column, ())) for column, place, _ in self._read}
        if any(words_of.values()):
            rows = [self._without_words(row, words_of) for row in rows]
        if not self._parts:
            return rows
        return [[*row, *(self._made_of(row, *parts) for parts in self._parts)] for row in rows]

    def _without_words(self, row, words_of):
        for _, place, sign in self._read:
            parts, words = row[place].split(sign), words_of[place]
            if len(parts) > 1 and not words.isdisjoint(map(str.strip, parts)):
                cell = sign.join('?' if part.strip() in words else part for part in parts)
                row = [*row[:place], cell, *row[place + 1:]]
        return row

    def _made_of(self, row, column, places) -> str:
        """The items of several columns as one cell. ? if one of them is missing."""
        items = [item for item in (row[place].strip() for place in places) if item]
        if '?' in items:
            return '?'
        for item in items:
            if BETWEEN in item:
                raise DataError('%s has %s in it, which stands between the items of column %s;'
                                ' write the item without it'
                                % (show(item), quoted(BETWEEN), quoted(column)), self.name)
        return BETWEEN.join(items)

    def seen_in(self, columns):
        """A function from rows of these columns to what a look for missing values sees of them.

        A list is ? if a part of it is, and is no gap if it has nothing in it.
        """
        of_parts = {part for parts in self.made.values() for part in parts}
        lists, parts = [], []
        for place, column in enumerate(columns):
            if column in self.signs:
                lists.append((place, self.signs[column]))
            elif column in of_parts:
                parts.append(place)

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
