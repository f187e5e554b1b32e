"""Columns whose cells are sets of items: one column with a sign between them, or several columns with an item each.

Promise: nothing in a cell is no item, and no gap. A cell of which a part is ? is a gap as a whole. Of several columns one more
column is made, with BETWEEN between the items. An item that has this sign in it is refused, because it would be read as two.
"""

from __future__ import annotations

from ..errors import DataError, quoted, show
from ..values import MISSING

BETWEEN = '|'       # the items of a column that is made of several

SOME = '-'          # stands for a cell that is no gap


class SetsOfItems:
    """The columns of a table whose cells are sets of items.

    columns: those that are read. items: as --items has them. A table that has a column to be made already, such as a release, keeps it.
    signs: {column: what stands between its items}. made: {column: the columns of its items}.

    >>> sets = SetsOfItems(['age', 'ill', 'dx1', 'dx2'], {'ill': ';', 'dx': ['dx1', 'dx2']})
    >>> sets.signs, sets.made
    ({'ill': ';', 'dx': '|'}, {'dx': ['dx1', 'dx2']})
    >>> sets.read([('39', 'flu; k.A.', 'B20', ' E11 '), ('40', '', '', '?')], {'k.A.'})
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
        self._read = [(place_of[column], sign) for column, sign in self.signs.items() if column in there]
        self._parts = [(column, [place_of[part] for part in parts]) for column, parts in self.made.items()]
        self._lists = [(place_of[column], sign) for column, sign in self.signs.items() if column in place_of]
        self._of_parts = sorted({place for _, places in self._parts for place in places})

    def read(self, rows, words=()) -> list:
        """The rows, with ? in place of these words in a list, and with one more field for each column that is made."""
        if words:
            rows = [self._without_words(row, words) for row in rows]
        return [[*row, *(self._made_of(row, column, places) for column, places in self._parts)] for row in rows] if self._parts else rows

    def _without_words(self, row, words):
        for place, sign in self._read:
            parts = row[place].split(sign)
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

    def with_gaps(self, rows) -> list:
        """The rows as a look for missing values sees them: a list is ? if a part of it is, and is none if it has nothing in it."""
        seen = []
        for row in rows:
            row = list(row)
            for place, sign in self._lists:
                row[place] = '?' if '?' in map(str.strip, row[place].split(sign)) else SOME
            for place in self._of_parts:
                row[place] = row[place] if row[place] in MISSING and row[place] else SOME
            seen.append(row)
        return seen
