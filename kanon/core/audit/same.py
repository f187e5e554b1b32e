"""What the audit takes for one value, in whichever way it is written.

It shares no code with counts/values.py, by which the rules see values.

Two values are one if they are the same number, or the same text but for capitals, blanks, signs
that nobody sees, and the way in which Unicode writes a letter. A rule that counts values, or their
records, is decided with all of these as one. Enhanced beta is decided twice. t, beta and delta are
decided of values as they are written: rules/alike.py says why they hold in either case.
"""

from __future__ import annotations

NUMERALS = frozenset('+-.0123456789')

# The rules that see one value, and those that must hold in both ways.
AS_ONE = frozenset(['Distinct', 'Entropy', 'Recursive', 'Alpha'])
TWICE = frozenset(['EnhancedLikeness'])


def one_of_all(value, decimal='.'):
    """What the audit takes all ways to write a value for: a number, or a text in small letters.

    decimal: the decimal sign of numbers.

    >>> one_of_all('HIV ') == one_of_all('hi\u200bv'), one_of_all('01') == one_of_all('1.0')
    (True, True)
    >>> one_of_all('1E0'), one_of_all('1-2')
    ('1e0', '1-2')
    """
    text = value if value.isascii() else in_one_writing(value)
    plain = ' '.join(text.casefold().split())
    if not plain or decimal != '.' and '.' in plain:
        return plain
    number = plain.replace(decimal, '.')
    if not NUMERALS.issuperset(number):
        return plain
    from decimal import Decimal, InvalidOperation
    try:
        return Decimal(number)      # exactly, however many digits it has
    except InvalidOperation:        # such as 1-2
        return plain


def in_one_writing(text) -> str:
    """A text in one of the ways in which Unicode may write it, without signs that nobody sees."""
    from unicodedata import category, normalize
    seen = ''.join(letter for letter in text if category(letter) != 'Cf')
    return normalize('NFKC', normalize('NFKC', seen).casefold())


def ones_in(values, decimal='.') -> dict:
    """{value: what the audit takes it for} of the values of a column. {} if no two are one.

    What is not known, '?', is like no other.

    >>> ones_in(['HIV', 'flu', 'hiv', '?']) == {'HIV': 'hiv', 'hiv': 'hiv', 'flu': 'flu', '?': '?'}
    True
    >>> ones_in(['HIV', 'flu'])
    {}
    """
    ones = {}
    for value in values:
        one = one_of_all(value, decimal)
        ones[value] = value if one == '?' else one
    return ones if len(set(ones.values())) < len(ones) else {}


def ones_of_columns(columns, sameness) -> dict:
    """{column: its `ones_in`}. columns: {sensitive column: its values}.

    sameness: in which columns each way to write a value is a value of its own (`exact`), and the
    decimal sign.
    """
    ones: dict = {}
    for name, values in columns.items():
        ones[name] = {} if name in sameness.exact else ones_in(values, sameness.decimal)
    return ones


def values_of_columns(names, rows) -> dict:
    """{column: its different values} of rows with the values of these columns."""
    return {name: {row[place] for row in rows} for place, name in enumerate(names)}


def folded(histogram, ones) -> dict:
    """{what the audit takes values for: records}. ones: {value: what it is taken for}.

    >>> folded({'HIV': 1, 'hiv': 2}, {'HIV': 'hiv', 'hiv': 'hiv'})
    {'hiv': 3}
    """
    records: dict = {}
    for value, n in histogram.items():
        one = ones[value]
        records[one] = records.get(one, 0) + n
    return records


def folded_persons(persons, ones) -> dict:
    """{what the audit takes values for: set of persons}, of {value: set of persons}."""
    of_ones: dict = {}
    for value, of_value in persons.items():
        of_ones.setdefault(ones[value], set()).update(of_value)
    return of_ones
