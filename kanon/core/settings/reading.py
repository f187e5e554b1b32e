"""How tables are read, as one value: a `Reading`. All tables of all verbs, of the library and of
the page are opened by it.

A run has one Reading. `Reading.of` makes it of the options, with the INI file and the record, or of
what a program says (sources.py). Whoever opens a table says what it is to the run: its role. A role
takes some settings, and the others are as if nobody had set them. So no verb passes over a setting
by mistake: it holds the Reading as a whole.

To add a setting, write its row in FIELDS: its name, its neutral value, and the roles that take it.
Then say how the table gets it. Either the constructor of `Table` takes it (OPENS), or a function
puts it on the open table. `tests/test_reading.py` tells which verbs still lack the word.
"""

from __future__ import annotations

from collections import namedtuple

from ..counts.values import WORDS
from ..tables import kind_for
from ..tables.dialect import lines_text
from ..tables.table import Table
from .kinds import listed, listed_items, quoted_name

# What a table is to a run.
# It has recorded values: DATA, the lists of an attack, ORIGINAL and --test of use. All have the
# records of the run.
RECORDED = 'recorded'
# It is the population. A gap in another column leaves nobody out there, and whoever opens it says
# what counts the people.
POPULATION = 'population'
# It comes from any tool, and every record of it counts. What was a date is a number of days there.
JUDGED = 'judged'
# kanon has written it: it has a header line and labels.
RELEASE = 'release'
EVERY = RECORDED, POPULATION, JUDGED, RELEASE

OPENS = 'opens'     # the constructor of Table takes it


class Field:        # each run makes it, and a namedtuple takes longer to make
    """A setting that says how tables are read.

    neutral   its value where nobody has set it
    roles     those of the tables that take it
    put       OPENS, or a function that puts it on an open table. It is called with the table and
              the Reading where the field is not neutral. None if whoever counts the table asks the
              Reading
    text      a function from the value to the text that is typed for it
    """

    def __init__(self, name, neutral, roles, put=None, text=str):
        self.name, self.neutral = name, neutral
        self.roles, self.put, self.text = roles, put, text


def put_na(table, reading):
    table.na = frozenset(reading.na)


def put_na_in(table, reading):
    table.na_in = {name: frozenset(words) for name, words in reading.na_in.items()}


def put_thousands(table, reading):
    table.thousands = reading.thousands


def put_totals(table, reading):
    table.totals = reading.totals


def days_of(since, date_format, century=None):
    """The Days that are asked for (tables/recorded_dates.py), or None."""
    if not since:
        return None
    from ..tables.recorded_dates import Days        # few runs have dates
    return Days(since, date_format, century)


def put_days(table, reading):
    table.days = days_of(reading.since, reading.date_format, reading.century)


def put_items(table, reading):
    table.take_items(reading.items)


def put_exact(table, reading):
    table.exact = frozenset(reading.exact)


def put_decimal(table, reading):
    table.decimal = reading.decimal


def pairs_text(pairs) -> str:
    """{column: column} as --since takes it.

    >>> pairs_text({'discharged': 'admitted', 'operated': 'admitted'})
    'discharged=admitted,operated=admitted'
    """
    return listed('%s=%s' % pair for pair in pairs.items())


def items_text(items) -> str:
    """What --items takes.

    >>> items_text({'diagnoses': '|', 'dx': ['dx1', 'dx2']})
    'diagnoses=|;dx=dx1,dx2'
    """
    return ';'.join(listed_items(items))


def words_text(words) -> str:
    """What --na-in takes.

    >>> words_text({'age': ['99'], 'bp': ['-9', '-1']})
    'age=99;bp=-9,-1'
    """
    texts = {name: ','.join(of_column) for name, of_column in words.items()}
    return by_column_text(texts)


def thousands_text(signs) -> str:
    """What --thousands takes.

    >>> thousands_text({'pay': '.', 'rent': ' '})
    'pay=.;rent=blank'
    """
    words = {name: WORDS.get(sign, sign) for name, sign in signs.items()}
    return by_column_text(words)


def by_column_text(texts) -> str:
    """{column: text} as a setting by column takes it."""
    parts = ['%s=%s' % pair for pair in texts.items()]
    return ';'.join(quoted_name(part, ';') for part in parts)


def delimiter_text(sign) -> str:
    return {'\t': 'tab', ' ': 'blank'}.get(sign, sign)


FIELDS = (
    # Where the fields of a record begin and end.
    Field('columns', None, (RECORDED, POPULATION, JUDGED), OPENS, listed),
    Field('delimiter', None, (RECORDED, POPULATION, JUDGED), OPENS, delimiter_text),
    Field('skip_lines', (), (RECORDED, POPULATION, JUDGED), OPENS, lines_text),
    Field('encoding', 'utf-8', EVERY, OPENS),
    Field('decimal', '.', EVERY, put_decimal),
    # Which values are missing, and which records are left out.
    Field('na', (), EVERY, put_na, ';'.join),
    Field('na_in', {}, EVERY, put_na_in, words_text),
    Field('missing', 'value', (RECORDED, POPULATION), OPENS),
    Field('missing_in', 'any', (RECORDED, POPULATION), OPENS),
    Field('unreadable', 'refuse', (RECORDED, POPULATION)),
    Field('totals', None, (RECORDED, JUDGED), put_totals),
    # What a row and a value stand for.
    Field('counts', None, (RECORDED, JUDGED), OPENS),
    Field('since', {}, (RECORDED,), put_days, pairs_text),
    Field('date_format', None, (RECORDED,)),        # of `since`
    Field('century', None, (RECORDED,)),            # of `date_format`
    Field('thousands', {}, (RECORDED, POPULATION, JUDGED), put_thousands, thousands_text),
    Field('items', {}, (RECORDED, JUDGED, RELEASE), put_items, items_text),
    Field('exact', (), (RECORDED, JUDGED, RELEASE), put_exact, listed),
)
BY_NAME = {field.name: field for field in FIELDS}
NEUTRAL = {field.name: field.neutral for field in FIELDS}


def names_of_role(role) -> frozenset:
    """The settings that a table of this role takes."""
    return frozenset(field.name for field in FIELDS if role in field.roles)


ROLES = {role: names_of_role(role) for role in EVERY}


def same(name, one, other) -> bool:
    """Whether two values of a field read a table alike. Who says nothing of totals keeps them.

    >>> same('totals', None, 'keep'), same('totals', None, 'leave-out'), same('na', ('NA',), ())
    (True, False, False)
    """
    return one == other or name == 'totals' and {one, other} == {None, 'keep'}


TYPE_CHECKING = False       # as in library.py
if TYPE_CHECKING:
    from typing import Any
    Values: Any     # a type checker does not see names that are computed
else:
    Values = namedtuple('Values', [*NEUTRAL, 'used'])


class Reading(Values):
    """How the tables of a run are read. used: the columns that are used, for missing_in = 'used'.

    >>> reading = Reading.of({'na': ['k.A.'], 'missing': 'drop', 'missing_in': 'used'}, ['age'])
    >>> reading.missing_in, reading.of_role(JUDGED).missing, reading.of_role(RELEASE).na
    ('used', 'value', ('k.A.',))
    """

    @classmethod
    def of(cls, settings, used=(), **others) -> Reading:
        """The Reading of {setting: value}, such as vars(options).

        others: settings in place of these.
        """
        settings, values = {**settings, **others}, {}
        for name, neutral in NEUTRAL.items():
            value = settings.get(name)
            if value is None:
                value = neutral
            values[name] = tuple(value) if neutral == () else value
        return cls(**values, used=tuple(used))

    def settings(self) -> dict:
        """{setting: value} of all of it, as JSON holds it. What is used depends on the run."""
        settings = {}
        for name, neutral in NEUTRAL.items():
            value = getattr(self, name)
            if same(name, value, neutral):
                value = neutral
            settings[name] = list(value) if isinstance(value, tuple) else value
        return settings

    def told(self, role, usual) -> dict:
        """{setting: its text} of what is not so in the usual Reading, for a table of this role.

        >>> usual = Reading.of({'missing': 'drop'})
        >>> Reading.of({'missing': 'drop', 'na': ['NA', '?'], 'decimal': ','}).told(RECORDED, usual)
        {'decimal': ',', 'na': 'NA;?'}
        """
        texts = {}
        for field in FIELDS:
            name, value = field.name, getattr(self, field.name)
            if role in field.roles and not same(name, value, getattr(usual, name)):
                texts[name] = field.text(value)
        return texts

    def words(self, names) -> list:
        """The (flag, text) pairs of these settings, as they are typed.

        What is nothing is not typed.

        >>> reading = Reading.of({'na': ['NA'], 'since': {'left': 'came'}})
        >>> reading.words(['na', 'since', 'columns', 'missing_in'])
        [('--missing-in', 'any'), ('--na', 'NA'), ('--since', 'left=came')]
        """
        pairs = []
        for name in sorted(names):
            if name in NEUTRAL and getattr(self, name) not in (None, {}, ()):
                flag = '--' + name.replace('_', '-')
                pairs.append((flag, BY_NAME[name].text(getattr(self, name))))
        return pairs

    def of_role(self, role) -> Reading:
        """What a table of this role takes of it."""
        taken = ROLES[role]
        others = {name: neutral for name, neutral in NEUTRAL.items() if name not in taken}
        return self._replace(**others)

    def open(self, path, role, kind=Table, **more) -> Table:
        """The open table. kind: a Table or the like. more: spool, digest and the like of Table."""
        mine = self.of_role(role)
        opening = {field.name: getattr(mine, field.name) for field in FIELDS if field.put == OPENS}
        if mine.unreadable == 'missing':
            more['spool'] = True        # it is read twice
        return mine.put_on(kind_for(path, kind)(path, **opening, **more))

    def put_on(self, table) -> Table:
        """The open table, which is read so from now on."""
        for field in FIELDS:
            is_neutral = getattr(self, field.name) == field.neutral
            if field.put not in (None, OPENS) and not is_neutral:
                field.put(table, self)
        columns = set(table.columns)
        table.used = [name for name in self.used if name in columns]
        return table
