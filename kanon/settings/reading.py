"""How tables are read, as one value: a `Reading`. Every table of every verb, of the library and of the page is opened by `Reading.open`.

A run has one Reading, made of the options, the INI file and the record (`Reading.of`), or of what a program says: `Csv('patients.csv',
decimal=',', na=['k.A.'])`, or `Records(rows, columns=[...])`. Who opens a table says what it is to the run, its role. ROLES says which
settings that role takes, and why it takes no others. So a verb cannot pass over a setting: it has no setting in hand.

Promise: what makes no sense is refused when the value is made, with Refused. Nothing is opened before.
"""

from __future__ import annotations

import os
from collections import namedtuple

from ..errors import DataError, Refused, at, in_words_of_python
from ..tables import kind_for
from ..tables.packed import file_of_table
from ..tables.table import Table
from .asked import check_counted, check_date_format, check_since, days_of
from .kinds import path, taken
from .table import take

TYPE_CHECKING = False       # for type checkers, which take it for True. The typing module would take 2 ms to import
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Literal


# Where the fields of a record begin and end; which values are missing, and which records are left out; what a row stands for.
NEUTRAL = {'columns': None, 'delimiter': None, 'encoding': 'utf-8', 'na': (), 'missing': 'value', 'missing_in': 'any', 'totals': None,
           'counts': None, 'since': {}, 'date_format': None, 'items': {}, 'exact': ()}

# What a table is to a run, and the settings that it is read by. All others are as if nobody had set them (NEUTRAL).
ROLES = {
    # Recorded values: DATA of a run, the lists of an attack, ORIGINAL and --test of use. So all of them have the records of the run.
    'recorded': frozenset(NEUTRAL),
    # A population: recorded values, in which a gap in another column leaves nobody out. Whoever opens it says what counts the people.
    'population': frozenset(NEUTRAL) - {'totals', 'counts', 'since', 'date_format', 'items', 'exact'},
    # A table to be judged, from any tool: every record counts, whatever it lacks. A day is no date there any more.
    'judged': frozenset(('columns', 'delimiter', 'encoding', 'na', 'totals', 'counts', 'items', 'exact')),
    # A release of kanon: it has a header line and labels.
    'release': frozenset(('encoding', 'na', 'items', 'exact'))}


class Reading(namedtuple('Reading', [*NEUTRAL, 'used'])):
    """How the tables of a run are read. used: the columns that are used, for missing_in = 'used'.

    >>> reading = Reading.of({'na': ['k.A.'], 'missing': 'drop', 'missing_in': 'used'}, ['age'])
    >>> reading.missing_in, reading.of_role('judged').missing, reading.of_role('release').na
    ('used', 'value', ('k.A.',))
    """

    @classmethod
    def of(cls, settings, used=(), **others) -> Reading:
        """Of {setting: value}, such as vars(options). others: what replaces some of these."""
        taken_ = {name: default if settings.get(name) is None else settings[name] for name, default in NEUTRAL.items()}
        return cls(**{**taken_, 'na': tuple(taken_['na']), 'used': tuple(used), **others})

    def of_role(self, role) -> Reading:
        """What is left of it for a table of this role."""
        return self._replace(**{name: value for name, value in NEUTRAL.items() if name not in ROLES[role]})

    def open(self, path, role, kind=Table, names=None, **more) -> Table:
        """The open table. kind: a Table or the like. names: the columns of this table, where they are not those of the Reading.
        more: spool, digest and further, as Table takes them."""
        mine = self.of_role(role)
        table = kind_for(path, kind)(path, mine.columns if names is None else names or None, mine.delimiter, mine.encoding, mine.missing,
                                     mine.missing_in, counts=mine.counts, **more)
        return mine.on(table)

    def on(self, table) -> Table:
        """The table, which takes from now on what its constructor does not."""
        table.na, table.totals, table.days = frozenset(self.na), self.totals, days_of(self.since, self.date_format)
        table.exact = frozenset(self.exact)
        if self.items:
            table.derive(self.items)
        there = set(table.columns)
        table.used = [name for name in self.used if name in there]
        return table


class Source:
    """What both have in common. Two that say the same are equal."""
    columns: list | None
    counts: str | None
    max_rows: int | None
    decimal: str
    na: list
    totals: str | None
    since: dict | None
    date_format: str | None
    delimiter: str | None = None
    encoding = 'utf-8'

    def _take(self, given):
        for name, default in vars(type(self))['__init__'].__kwdefaults__.items():
            setattr(self, name, default if given[name] is None and default is None else take(name, given[name]))
        if self.columns == []:
            raise Refused('%s names no column' % at('columns'))
        check_counted({**vars(self), 'order': None})
        check_since({**vars(self), 'person': None})
        check_date_format(vars(self), [name for name, value in vars(self).items() if value])

    def __repr__(self):
        return '<%s.%s>' % (type(self).__module__.partition('.')[0], type(self).__name__)


class Csv(Source):
    """A csv file, plain or packed with gzip, bzip2 or xz, or what is read like one. The arguments are those of the programs.

    file: its path, '-' for standard input, a list of paths or a folder of csv files for one table, or a table of an SQLite file such as
    'people.db::patients'.
    columns: the names of all columns, for a file without a header line. delimiter: None to recognize it. decimal: the sign of its
    numbers, '.' or ','. na: further words that mean a missing value in any column. Capitals count. totals: 'leave-out' leaves out the
    rows that look like a total, such as Summe, and counts them. since: {column: column}, such as {'discharged': 'admitted'}: the first is
    read as the number of days from the second. date_format: how dates are written, as in strptime. counts: the column that says how many
    records each row stands for, if the table is counted. max_rows: how many rows the release of a counted table may have, 10,000,000 by default.
    """

    def __init__(self, file: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], *, columns: Sequence[str] | None = None,
                 delimiter: str | None = None, decimal: Literal['.', ','] = '.', encoding: str = 'utf-8', na: Sequence[str] = (),
                 totals: Literal['keep', 'leave-out'] = 'keep', since: Mapping[str, str] | None = None, date_format: str | None = None,
                 counts: str | None = None, max_rows: int | None = None):
        with in_words_of_python():
            self._take(locals())
            self.files = self._files(file)

    def _files(self, file) -> list:
        files = [file] if isinstance(file, (str, os.PathLike)) or not isinstance(file, (list, tuple)) else file
        if not files:
            raise Refused('%s names no file' % at('data'))
        return [taken('data', path, each) for each in files]

    def __eq__(self, other):
        return type(self) is type(other) and vars(self) == vars(other)


class Records(Source):
    """Rows in memory: dicts, or tuples whose `columns` are named. The other arguments are those of Csv."""

    def __init__(self, rows: Iterable[Mapping[str, object]] | Iterable[Sequence[object]], *, columns: Sequence[str] | None = None,
                 decimal: Literal['.', ','] = '.', na: Sequence[str] = (), totals: Literal['keep', 'leave-out'] = 'keep',
                 since: Mapping[str, str] | None = None, date_format: str | None = None, counts: str | None = None, max_rows: int | None = None):
        with in_words_of_python():
            self._take(locals())
        kind = 'None' if rows is None else type(rows).__name__
        if hasattr(rows, 'to_dict') or hasattr(rows, 'to_dicts'):
            raise DataError("data is a %s; give its rows as a list of dicts, such as data.to_dict('records')" % kind)
        if hasattr(rows, 'read'):
            raise DataError('data is an open file; give its path, or csv.DictReader of it')
        if isinstance(rows, (bytes, bytearray, dict, str, type)) or not hasattr(rows, '__iter__'):
            raise DataError('data is the path of a csv file, a list of dicts or a list of tuples, not %s' % kind)
        self.rows = rows


def reading_of(data) -> Source:
    """The Csv or the Records that `data` is, or is short for. Texts of which none names a file are no paths."""
    if isinstance(data, Source):
        return data
    texts = isinstance(data, (list, tuple)) and data and all(isinstance(each, (str, os.PathLike)) for each in data)
    if isinstance(data, (str, os.PathLike)) or texts and any(map(os.path.exists, map(file_of_table, map(os.fsdecode, data)))):
        return Csv(data)
    return Records(data)
