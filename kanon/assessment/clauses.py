"""The measures that the clauses of a standard ask for (standard.py). Each decides one clause on the rows of a published table.

Promise: a clause fails if there is a record in the file that breaks it, and only then. It cannot be checked if the answer is not
in the file. Otherwise it holds. No value of the data leaves these functions, only counts and the names of columns.
`*`, `?` and the empty value say nothing of anybody, and so break no clause. A value is looked at without the ' that
--spreadsheet-safe put before it.
"""

from __future__ import annotations

import re
from collections import Counter, namedtuple
from math import inf

from ..audit import unguarded
from ..beyond.rules import known_values
from ..frequency import added_up
from ..values import ENOUGH, Known, MISSING, NEARLY, number
from .check import known_by_column
from .classes import in_classes
from .published_labels import OPEN_ENDS, PUBLISHED_INTERVAL

SAYS_NOTHING = {'*', *MISSING}

LONG = 100      # characters of a value that is a text, which may hold anything

SEARCHED = 10_000       # characters of a value that the patterns are tried on; what is behind them cannot be checked

# verdict: 'holds', 'fails' or 'open' (it cannot be checked from the file). classes, records: those that fail. found: the number that
# decides, or None. columns: those that it is about. reason: why it cannot be checked, a key of REASONS, or None.
Finding = namedtuple('Finding', 'verdict classes records found columns reason', defaults=(0, 0, None, (), None))

HOLDS = Finding('holds')


class PublishedRows:
    """A published table as the clauses look at it.

    columns    the names of all columns
    rows       {row: records}, each row with a value for every column
    quasi      the quasi-identifiers; sensitive: the sensitive columns
    left_out   how many records the table had that the file has not, for each reason that is known; None if nobody says it
    holds      {kind: columns that the user says are of it}
    small      the three-digit ZIP codes where few people live, or None
    """

    def __init__(self, columns, rows, quasi, sensitive=(), stars='suppressed', left_out=None, holds=None, small=None, decimal='.'):
        self.rows = rows = without_guards(rows)
        self.columns, self.quasi, self.sensitive = list(columns), list(quasi), list(sensitive)
        self.left_out, self.holds, self.small, self.decimal = left_out, holds or {}, small, decimal
        self._place_of = {name: place for place, name in enumerate(self.columns)}       # there may be very many
        self._places = [self._place_of[name] for name in self.quasi]
        wanted = self._places + [self._place_of[name] for name in self.sensitive]
        counts = added_up((tuple([row[place] for place in wanted]) for row in rows), rows.values())
        self.classes, suppressed = in_classes(counts, len(self.quasi), stars)
        self.suppressed = sum(suppressed.values())
        self.sizes = {quasi: sum(histogram.values()) for quasi, histogram in self.classes.items()}
        self.records = sum(rows.values())
        self._values: dict = {}

    def values(self, name) -> Counter:
        """{value: records} of a column."""
        if name not in self._values:
            place = self._place_of[name]
            self._values[name] = added_up((row[place] for row in self.rows), self.rows.values())
        return self._values[name]

    def failing(self, bad) -> Finding:
        """The Finding on {column: its values that break a clause}."""
        places = {self._place_of[name]: values for name, values in bad.items() if values}
        broken = {row: n for row, n in self.rows.items() if any(row[place] in values for place, values in places.items())}
        classes = {tuple([row[place] for place in self._places]) for row in broken} & self.sizes.keys()
        return Finding('fails', len(classes), sum(broken.values()), None, [name for name in self.columns if bad.get(name)])

    def failing_classes(self, classes, found) -> Finding:
        return Finding('fails' if classes else 'holds', len(classes), sum(self.sizes[quasi] for quasi in classes), found)

    def named(self, clause) -> list:
        """The columns whose name fits the clause, and those that the user says are of its kind."""
        names, said = clause.get('names'), self.holds.get(clause.get('kind'), ())
        return [name for name in self.columns if name in said or names and names.fullmatch(name)]


def without_guards(rows) -> dict:
    """{row: records} without the ' that guards a value from a spreadsheet, unless two values of a column would become one.

    >>> without_guards({("'=1", "'tis"): 2, ("'-1,5", '7'): 1}), without_guards({("'=1",): 2, ('=1',): 1})
    ({('=1', "'tis"): 2, ('-1,5', '7'): 1}, {("'=1",): 2, ('=1',): 1})
    """
    columns = [frozenset(column) for column in zip(*rows)]
    if any(len(set(map(unguarded, column))) < len(column) for column in columns):
        return rows
    return {tuple(map(unguarded, row)): n for row, n in rows.items()}


def class_size(table, clause):
    """Every class has at least so many records."""
    return table.failing_classes([quasi for quasi, n in table.sizes.items() if n < clause['least']], min(table.sizes.values()))


def risk(table, clause):
    """The risk of every record, 1 / the records of its class, is at most so much. Compared in whole numbers."""
    p, q = clause['most']
    return table.failing_classes([quasi for quasi, n in table.sizes.items() if q > p * n], min(table.sizes.values()))


def different_values(table, clause):
    """Every class has at least so many known values in each sensitive column."""
    if not table.sensitive:
        return Finding('open', reason='no_sensitive')
    known = Known()
    fewest = {quasi: min(map(known_values, known_by_column(histogram, known))) for quasi, histogram in table.classes.items()}
    return table.failing_classes([quasi for quasi, n in fewest.items() if n < clause['least']], min(fewest.values()))


def left_out(table, clause):
    """The records that are not in a class are none, or at least so many. Fewer could be told by subtraction from a total.

    Rows of '*' are counted by whoever reads the file. Records that are not in the file are told by a published total.
    """
    groups = [table.suppressed, *(table.left_out or ())]
    together = [*groups, sum(groups)]       # a total beside the file tells all that are in no class
    few = [n for n in together if 0 < n < clause['least']]
    if few:
        return Finding('fails', 0, max(few), max(few))
    return Finding('open', reason='no_total') if table.left_out is None else Finding('holds', found=sum(groups))


def absent(table, clause):
    """No column holds what the clause names, by the column's name or by the shape of its values."""
    bad, named = {}, set(table.named(clause))
    for name in table.columns:
        values = [value for value in table.values(name) if value not in SAYS_NOTHING]
        bad[name] = {value for value in values if name in named and not allowed(value, clause)
                     or 'values' in clause and clause['values'].search(value, 0, SEARCHED)}
        if values and 'all-values' in clause and all_fit(clause['all-values'], values):
            bad[name] = set(values)
    if any(bad.values()):
        return table.failing(bad)
    doubt = [name for name in table.columns if name not in named and in_doubt(table, name, clause)]
    if doubt:
        return Finding('open', columns=doubt, reason='perhaps')
    searched = 'values' in clause or 'maybe' in clause
    texts = [name for name in table.columns if name not in named and is_text(table, name, SEARCHED if searched else LONG)]
    return Finding('open', columns=texts, reason='text') if texts else HOLDS


def allowed(value, clause):
    return 'allowed' in clause and all_fit(clause['allowed'], [value])


def all_fit(pattern, values):
    return all(pattern.fullmatch(part) for value in values for part in members(value))


def members(value) -> list:
    """The values that a published label names: those of a set, else the label itself.

    >>> members('{130|148}'), members('{a}'), members('130'), members('{}')
    (['130', '148'], ['a'], ['130'], ['{}'])
    """
    return value[1:-1].split('|') if len(value) > 2 and value[0] + value[-1] == '{}' else [value]


def in_doubt(table, name, clause):
    """Whether the name of a column, or all its values, look as if it might hold what the clause is about."""
    values = [value for value in table.values(name) if value not in SAYS_NOTHING]
    return bool(values) and ('doubt' in clause and bool(clause['doubt'].fullmatch(name))
                             or 'maybe' in clause and all_fit(clause['maybe'], values))


def is_text(table, name, longest=LONG):
    """Whether a column may hold anything: it has longer values or, if the patterns look at no value, words that are another in nearly
    every record."""
    values = {value: n for value, n in table.values(name).items() if value not in SAYS_NOTHING}
    words = any(number(value, table.decimal) is None for value in values)
    return any(len(value) > longest for value in values) or longest == LONG and own_values(values) and words


def own_values(values):
    records = sum(values.values())
    return records >= ENOUGH and len(values) >= NEARLY * records


def identifying(table, clause):
    """No column has a value of its own in nearly every record. Numbers that are no row numbers may be measures: they are in doubt."""
    columns = {name: {value: n for value, n in table.values(name).items() if value not in SAYS_NOTHING} for name in table.columns}
    own = {name: values for name, values in columns.items() if own_values(values)}
    bad = {name: set(values) for name, values in own.items() if not measured(values, table.decimal)}
    if bad:
        return table.failing(bad)
    return (Finding('open', columns=list(own), reason='measured') if own else
            Finding('open', reason='outside') if clause['otherwise'] == 'open' else HOLDS)


def measured(values, decimal):
    """Whether these are numbers, and no whole numbers with few gaps, as row numbers have.

    >>> measured({'3': 1, '1.5': 1}, '.'), measured({'1': 1, '2': 1, '3': 1}, '.'), measured({'a': 1}, '.')
    (True, False, False)
    >>> gap = {str(n): 1 for n in range(1, 21) if n != 7}       # 19 of 20 numbers are nearly all, 18 are not
    >>> measured(gap, '.'), measured({n: 1 for n in gap if n != '8'}, '.'), measured({**gap, '7.5': 1}, '.')
    (False, True, True)
    """
    numbers = {number(value, decimal) for value in values}
    if None in numbers:
        return False
    return not all(isinstance(n, int) for n in numbers) or NEARLY * (max(numbers) - min(numbers) + 1) > len(numbers)


def ages(table, clause):
    """No label tells an age above the greatest, unless it stands for all of them: 90+, [90-*]."""
    bad, unread = {}, []
    for name in table.named(clause):
        readings = {value: age_range(value, table.decimal) for value in table.values(name) if value not in SAYS_NOTHING}
        unread += [name] * any(reading is None for reading in readings.values())
        bad[name] = {value for value, reading in readings.items() if reading and tells_above(*reading, clause['most'])}
    if any(bad.values()):
        return table.failing(bad)
    return Finding('open', columns=unread, reason='unread') if unread else HOLDS


def tells_above(low, high, most):
    """Whether a range of ages tells more of those above `most` than that they are above it.

    >>> tells_above(85, 94, 89), tells_above(90, inf, 89), tells_above(91, inf, 89), tells_above(80, 89, 89), tells_above(85, 89.9, 89)
    (True, False, True, False, False)
    """
    return high >= most + 1 and (high < inf or low > most + 1)


ABOVE = re.compile(r'(?:>=?|≥|over |above )? ?(?P<low>[0-9]{1,3}) ?(?:\+|and over|and above|or older)?')


def age_range(label, decimal='.'):
    """The least and the greatest age of a label, None if it cannot be read.

    >>> age_range('[85-94]'), age_range('90+'), age_range('{30|91}'), age_range('>89'), age_range('>=90'), age_range('old')
    ((85, 94), (90, inf), (30, 91), (90, inf), (90, inf), None)
    >>> age_range('[*-20]'), age_range('[90-]')
    ((-inf, 20), (90, inf))
    """
    whole = number(label, decimal)
    if whole is not None:
        return whole, whole
    ends = PUBLISHED_INTERVAL.fullmatch(label)
    if ends:
        low, high = (None if end in OPEN_ENDS else number(end, decimal) for end in (ends['low'], ends['high']))
        return -inf if low is None else low, inf if high is None else high
    above = ABOVE.fullmatch(label)
    if above:
        return int(above['low']) + (label[0] in '>oa' and '=' not in label), inf
    ranges = [age_range(part, decimal) for part in members(label)] if members(label) != [label] else [None]
    return None if None in ranges else (min(low for low, _ in ranges), max(high for _, high in ranges))


def codes_of(value) -> list:
    """The codes that a label names: the two ends of an interval, else its members.

    >>> codes_of('[13053-13068]'), codes_of('13053-0001'), codes_of('{130|148}')
    (['13053', '13068'], ['13053-0001'], ['130', '148'])
    """
    return value[1:-1].split('-') if value[:1] + value[-1:] == '[]' else members(value)


def listed(table, clause):
    """No value of these columns begins with a code of the user's list, which nobody but 000 may stand for."""
    named = table.named(clause)
    bad, some = {}, False
    for name in named:
        codes = {value: [part[:3] for part in codes_of(value) if re.match('[0-9]{3}', part)] for value in table.values(name)}
        some = some or any(code != '000' for of_value in codes.values() for code in of_value)
        bad[name] = {value for value, of_value in codes.items() if set(of_value) & (table.small or set())}
    if any(bad.values()):
        return table.failing(bad)
    return Finding('open', columns=named, reason='no_list') if some and table.small is None else HOLDS


def outside(table, clause):
    """Nothing in the file answers this."""
    return Finding('open', reason='outside')


# word of a file: (function, {word: what it needs}, {word: what it may have})
MEASURES: dict = {
    'class-size': (class_size, {'least': 'whole'}, {}), 'risk': (risk, {'most': 'decimal'}, {}),
    'different-values': (different_values, {'least': 'whole'}, {}), 'left-out': (left_out, {'least': 'whole'}, {}),
    'absent': (absent, {}, {'names': 'pattern', 'kind': 'word', 'values': 'pattern', 'all-values': 'pattern', 'allowed': 'pattern',
                            'maybe': 'pattern', 'doubt': 'pattern'}),
    'identifying': (identifying, {'otherwise': 'verdict'}, {}),
    'ages': (ages, {'names': 'pattern', 'most': 'whole'}, {'kind': 'word'}),
    'listed': (listed, {'names': 'pattern'}, {'kind': 'word'}), 'outside': (outside, {}, {})}
