"""What a program says of its table: `Csv('patients.csv', decimal=',', na=['k.A.'])`, or
`Records(rows, columns=[...])`.

Promise: what makes no sense is refused when the value is made, with Refused. Nothing is opened
before. How the table is then read is a Reading (reading.py), made of these values and of what
`kanon.anonymize` is given.
"""

from __future__ import annotations

import os
from copy import copy

from ..errors import DataError, Refused, at, in_words_of_python
from ..tables.packed import file_of_table
from .asked import check_counted, check_date_format, check_items, check_not_counts, check_since
from .kinds import path, taken
from .reading import NEUTRAL, Reading, same
from .table import take

# For type checkers, which take it for True. The typing module would take 2 ms to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Literal


class Source:
    """What both have in common. Two that say the same are equal."""
    columns: list | None
    counts: str | None
    max_rows: int | None
    decimal: str
    na: list
    na_in: dict
    totals: str | None
    since: dict | None
    date_format: str | None
    items: dict | None
    century: int | None
    thousands: dict
    exact: list
    delimiter: str | None = None
    skip_lines: Sequence = ()
    encoding = 'utf-8'

    def _take(self, given):
        for name in arguments_of(type(self)):
            setattr(self, name, take(name, given[name]))
        if self.columns == []:
            raise Refused('%s names no column' % at('columns'))
        check_counted(self.counts, self.max_rows)
        check_not_counts(self)
        check_since(self)
        check_items(self)
        check_date_format(vars(self), [name for name, value in vars(self).items() if value])

    def __repr__(self):
        return '<%s.%s>' % (type(self).__module__.partition('.')[0], type(self).__name__)


class Csv(Source):
    """A csv file, plain or packed with gzip, bzip2 or xz, or what is read like one.

    The arguments are those of the programs.

    file          its path, '-' for standard input, a list of paths or a folder of csv files for one
                  table, or a table of an SQLite file such as 'people.db::patients'
    columns       the names of all columns, for a file without a header line
    delimiter     None to recognize it
    skip_lines    the numbers of lines of each file that are not read, such as [1, 2] or '1-3,5',
                  among the first 20
    decimal       the sign of its numbers, '.' or ','
    encoding      that of the file, such as 'latin-1'
    na            further words that mean a missing value in any column. Capitals count.
    na_in         {column: words}, such as {'age': ['99']}: words that mean it in that column alone
    century       the first of the hundred years that two digits of a year (%y) mean, such as 1925
    thousands     {column: sign}, such as {'pay': '.'}: what stands between the thousands of its
                  numbers, or 'none', where 1.200 is 1.2
    totals        'leave-out' leaves out the rows that look like a total, such as Summe, and counts
                  them
    since         {column: column}, such as {'discharged': 'admitted'}: the first is read as the
                  number of days from the second
    date_format   how dates are written, as in strptime
    exact         columns in which each way to write a value is a value of its own. In others HIV
                  and hiv count as one, and Ann and ann are no two persons.
    counts        the column that says how many records each row stands for, if the table is counted
    max_rows      how many rows the release of a counted table may have, 10,000,000 by default
    items         {'diagnoses': '|'} for a sensitive column whose cells are sets of items with this
                  sign between them, {'dx': ['dx1', 'dx2']} for one that is made of columns with an
                  item each. Rules are then about one item at a time.
    """

    def __init__(self, file: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], *,
                 columns: Sequence[str] | None = None,
                 delimiter: str | None = None,
                 skip_lines: Sequence[int] | str = (),
                 decimal: Literal['.', ','] = '.',
                 encoding: str = 'utf-8',
                 na: Sequence[str] = (),
                 na_in: Mapping[str, Sequence[str]] | None = None,
                 century: int | None = None,
                 thousands: Mapping[str, str] | None = None,
                 totals: Literal['keep', 'leave-out'] = 'keep',
                 since: Mapping[str, str] | None = None,
                 date_format: str | None = None,
                 exact: Sequence[str] = (),
                 counts: str | None = None,
                 max_rows: int | None = None,
                 items: Mapping[str, str | Sequence[str]] | None = None):
        with in_words_of_python():
            self._take(locals())
            self.files = self._files(file)

    def _files(self, file) -> list:
        files = file if isinstance(file, (list, tuple)) else [file]
        if not files:
            raise Refused('%s names no file' % at('data'))
        return [taken('data', path, each) for each in files]

    def __eq__(self, other):
        return type(self) is type(other) and vars(self) == vars(other)


class Records(Source):
    """Rows in memory: dicts, or tuples whose `columns` are named.

    The other arguments are those of Csv. In a column of `items` with a sign None is a set that
    nobody knows, and '' one without items. In dx1, dx2 both are no item.
    """

    def __init__(self, rows: Iterable[Mapping[str, object]] | Iterable[Sequence[object]], *,
                 columns: Sequence[str] | None = None,
                 decimal: Literal['.', ','] = '.',
                 na: Sequence[str] = (),
                 na_in: Mapping[str, Sequence[str]] | None = None,
                 century: int | None = None,
                 thousands: Mapping[str, str] | None = None,
                 totals: Literal['keep', 'leave-out'] = 'keep',
                 since: Mapping[str, str] | None = None,
                 date_format: str | None = None,
                 exact: Sequence[str] = (),
                 counts: str | None = None,
                 max_rows: int | None = None,
                 items: Mapping[str, str | Sequence[str]] | None = None):
        with in_words_of_python():
            self._take(locals())
        kind = 'None' if rows is None else type(rows).__name__
        if hasattr(rows, 'to_dict') or hasattr(rows, 'to_dicts'):
            raise DataError("data is a %s; give its rows as a list of dicts, such as"
                            " data.to_dict('records')" % kind)
        if hasattr(rows, 'read'):
            raise DataError('data is an open file; give its path, or csv.DictReader of it')
        if isinstance(rows, NO_ROWS) or not hasattr(rows, '__iter__'):
            raise DataError('data is the path of a csv file, a list of dicts or a list of tuples,'
                            ' not %s' % kind)
        self.rows = rows


NO_ROWS = bytes, bytearray, dict, str, type


def read_by_plan(data, read, plan) -> Csv | Records:
    """The Csv or the Records that `data` is, read as the table of a plan was.

    Refused where it says something else. read: {setting: value} of the plan, None of a plan of
    before, which says nothing of it. plan: what messages call the plan. exact alone may be another
    one: it says what is different in this table.
    """
    source = copy(table_source(data))
    if read is None:
        return source
    said, planned = Reading.of(vars(source)), Reading.of(read)
    taken_over = {}
    for name in arguments_of(type(source)):
        if name not in NEUTRAL:
            continue
        if name == 'columns' and isinstance(source, Records):
            continue        # its rows may be dicts
        value = getattr(said, name)
        if value == NEUTRAL[name]:
            taken_over[name] = read[name]
        elif not same(name, value, getattr(planned, name)) and name != 'exact':
            raise Refused('%s differs from %s; leave it out' % (at(name), plan))
    vars(source).update(taken_over)
    return source


def arguments_of(class_) -> list:
    """The names of the settings that the constructor of Csv or Records takes."""
    return list(vars(class_)['__init__'].__kwdefaults__)


def table_source(data) -> Csv | Records:
    """The Csv or the Records that `data` is, or is short for."""
    if isinstance(data, (Csv, Records)):
        return data
    if isinstance(data, (str, os.PathLike)) or are_paths(data):
        return Csv(data)
    return Records(data)


def are_paths(data) -> bool:
    """Whether this is a list of paths. Texts of which none names a file are no paths."""
    if not isinstance(data, (list, tuple)):
        return False
    if not all(isinstance(each, (str, os.PathLike)) for each in data):
        return False
    return any(os.path.exists(file_of_table(os.fsdecode(each))) for each in data)
