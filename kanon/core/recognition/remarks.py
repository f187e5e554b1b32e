"""What a run says of the columns that it publishes unchanged.

Promise: `remarks` has a line for each column that surely holds something that belongs to one
person, for each that has many different values, and for each that looks as if it said whose row
each row is. What a column holds is for `recognized` (recognize.py).
"""

from __future__ import annotations

from ..counts.values import ENOUGH, present_in
from .column_names import named_kinds, names_no_person, names_persons
from .known_words import KINDS
from .recognize import PERSONAL, recognized, SAYS_NOTHING

# A column has many different values if they are LEAST_MANY or more, and more than this share of the
# records.
LEAST_MANY, SHARE_MANY = 20, 0.2

MOST_LOOKED_AT = 2000       # different values of a column; of more, some are looked at

# These are said of a column that is no quasi-identifier, too, though they belong to nobody.
OF_ROWS = 'text', 'date', 'zip', 'place'

# Numbers that a state or an insurer gives to a person.
GIVEN = frozenset('ssn citizen insurance pension tax uuid'.split())

# Records for each value of a column of such numbers, on average. More are not those of persons.
MOST_EACH = 50


def remarks(columns, decimal='.', repeating=None) -> list:
    """What there is to say of columns that are published unchanged.

    columns: as tables/publishing.py finds them. repeating: {column: (its role, its Repeats, {value:
    records})} of those that repeat as persons do (counts/like_persons.py); None where persons are
    counted.
    """
    of_values = []
    for name, role, values, records, count in columns:
        remark = remarkable(name, role, values, records, count, decimal)
        if remark:
            of_values.append(remark)
    if repeating is None:
        return of_values
    whose = columns_of_persons(columns, decimal, repeating)
    others = [remark for remark in of_values
              if remark['kinds'] or remark['column'] not in whose]
    return others + [says_whose_remark(name, *of_column) for name, of_column in whose.items()]


def columns_of_persons(columns, decimal, repeating) -> dict:
    """{column: (its role, its Repeats or None, {value: records})} of those that say whose rows are.

    Their names say it, or they repeat as persons do.
    """
    numbered = {name for _, repeats, _ in repeating.values() for name in repeats.numbers}
    whose: dict = {}
    for name, role, _, _, count in columns:
        if name in repeating or name in numbered or not names_persons(name):
            continue
        counts = count()
        if says_whose(name, counts, decimal):
            whose[name] = role, None, counts
    for name, of_column in repeating.items():
        if not names_no_person(name):
            whose[name] = of_column
    return whose


def remarkable(name, role, values, records, count, decimal='.'):
    """What a run says of a column that it publishes unchanged, as a dict, or None.

    role: 'sensitive', 'publish' or 'quasi'. Of a quasi-identifier only kinds that belong to a
    person are said: each of its values is in a class of k records. values: the different ones.
    records: of the table. count: a function that returns {value: records}.

    >>> counts = {'K7001': 3, 'K7002': 2}
    >>> remark = remarkable('insurance', 'publish', {'K7001', 'K7002'}, 5, lambda: counts)
    >>> remark['kinds'], remark['what'], remark['values'], remark['records']
    (['plan'], 'an identifier', 2, 5)
    >>> remark['least'], remark['most']
    (2, 3)
    >>> remarkable('sex', 'publish', {'f', 'm'}, 5, None)
    """
    values = [value for value in values if value not in SAYS_NOTHING]
    stride = 1 + (len(values) - 1) // MOST_LOOKED_AT
    some = sorted(values)[::stride] if stride > 1 else values
    column = recognized(name, some, decimal)
    said = PERSONAL if role == 'quasi' else PERSONAL.union(OF_ROWS)
    kinds = [kind for kind, of_kind in column.seen.items() if of_kind.sure and kind in said]
    many = len(values) >= LEAST_MANY and len(values) > SHARE_MANY * records
    if not kinds and (role == 'quasi' or not many):
        return None
    what, what_zh = None, None
    if kinds or not may_have_many(name, column):
        words = dict.fromkeys(KINDS[kind] for kind in kinds or ['number'])
        what = ', '.join(english for english, _ in words)
        what_zh = '、'.join(chinese for _, chinese in words)
    counts = {value: n for value, n in count().items() if value not in SAYS_NOTHING}
    return {'column': name, 'as': role, 'kinds': kinds, 'what': what, 'what_zh': what_zh,
            **numbers_of(counts)}


def may_have_many(name, column) -> bool:
    """Whether it is no wonder that a recognized column of this name has many different values."""
    _, role, _ = named_kinds(name)
    if column.harmless in ('measure', 'age') or role == 'category':
        return True
    return 'decimal' in column.shapes


def numbers_of(counts) -> dict:
    """How many values there are, in how many records, and in how many at least and at most."""
    records = counts.values()
    return {'values': len(counts), 'records': sum(records), 'least': min(records),
            'most': max(records)}


def says_whose_remark(name, role, repeats, counts) -> dict:
    """What a run says of a column that looks as if it said whose row each row is.

    repeats: None if its name says it.
    """
    return {'column': name, 'as': role, 'kinds': [], 'what': None, 'what_zh': None,
            'whose': repeats.signs if repeats else ['named'], **numbers_of(present_in(counts))}


def says_whose(name, counts, decimal='.') -> bool:
    """Whether a column with these {value: records} looks as if it said whose row each row is.

    Its name does, or its values are numbers that are given to persons. There are several rows of a
    person, so a value stands in several records.

    >>> counts = {'P%02d' % n: 1 + n % 3 for n in range(20)}
    >>> says_whose('patient', counts), says_whose('ward', counts)
    (True, False)
    >>> says_whose('patient', dict.fromkeys(counts, 1)), says_whose('patient', {'yes': 7, 'no': 9})
    (False, False)
    >>> says_whose('pid', {str(n): 40 - 3 * n for n in range(1, 13)})      # members of households
    False
    """
    present = present_in(counts)
    records = sum(present.values())
    if len(present) < ENOUGH or len(present) == records:
        return False
    if names_persons(name):
        return not numbers_within(present)
    if records > MOST_EACH * len(present):
        return False
    seen = recognized(name, list(present)[:MOST_LOOKED_AT], decimal).seen
    given = [seen[kind] for kind in GIVEN if kind in seen]
    return any(of_kind.sure and of_kind.by == 'value' for of_kind in given)


def numbers_within(counts) -> bool:
    """Whether these {value: records} number the records within something else.

    They are 1, 2, 3 and so on, each in no more records than the one before.

    >>> numbers_within({'1': 9, '2': 7, '3': 7}), numbers_within({'1': 5, '2': 5, '3': 5})
    (True, False)
    >>> numbers_within({'2': 9, '7': 5, '8': 1})
    False
    """
    first = 0 if '0' in counts else 1
    records = [counts.get(str(n), 0) for n in range(first, first + len(counts))]
    if len(records) < 3 or records[-1] == 0:
        return False
    falling = records == sorted(records, reverse=True)
    return falling and 2 * len(set(records)) >= len(records)
