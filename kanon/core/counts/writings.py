"""Writings that may mean two things: thousands or decimals, a number or a code for a missing value,
a number or a postcode.

Promise: a column is ambiguous only if all its values fit both meanings. Which of them is meant is
asked, and never decided. Who says that a sign stands between thousands gets plain numbers, and a
number that does not fit what was said is refused.
"""

from __future__ import annotations

import re

from ..errors import DataError, marked_text, option, quoted, show
from .values import MISSING, NO_SIGN, SIGNS_OF_THOUSANDS, WORDS, number, present_in

SEVERAL_CODES = '-(1|[789]|7{2,}|8{2,}|9{2,})'      # negative ones that occur together
MOST_CODES = 3      # in one column
LEAST_OTHERS = 4    # other numbers of a column in which a code is looked for


def in_thousands(values, sign) -> list:
    """The values with this decimal sign, if it may stand between thousands in all of them.

    Each has one to three digits before the sign, the first of them no 0, and three behind it. Two
    or more differ. All other values are whole numbers below 1,000. [] for any other column.

    >>> in_thousands(['450', '1.200', '48.000'], '.'), in_thousands(['450', '1,200', '9,000'], ',')
    (['1.200', '48.000'], ['1,200', '9,000'])
    >>> pay = ['1.200', '48.000']
    >>> [in_thousands([*pay, other], '.') for other in ('1200', '0.500', '23.5', '1234.567', 'NA')]
    [[], [], [], [], []]
    >>> in_thousands(['450', '1.200'], '.'), in_thousands(['-1.200', '+2.400', '?', ''], '.')
    ([], ['-1.200', '+2.400'])
    """
    found = [value for value in values if sign in value]        # most columns have none
    if len(found) < 2 or len(set(found)) < 2:
        return []
    grouped = re.compile('[+-]?[1-9][0-9]{0,2}%s[0-9]{3}' % re.escape(sign))
    below = re.compile('[+-]?(0|[1-9][0-9]{0,2})')
    others = [value for value in values if sign not in value and value not in MISSING]
    return found if all(map(grouped.fullmatch, found)) and all(map(below.fullmatch, others)) else []


def two_numbers(value, sign) -> tuple:
    """The two numbers that an ambiguous value may be, as texts.

    >>> two_numbers('1.200', '.'), two_numbers('48,000', ','), two_numbers('-1.234', '.')
    (('1200', '1.2'), ('48000', '48'), ('-1234', '-1.234'))
    """
    return value.replace(sign, ''), value.rstrip('0').rstrip(sign)


def least_of(values, decimal) -> str:
    """The least of these numbers, as it is written.

    >>> least_of(['2.400', '1.200', '48.000'], '.')
    '1.200'
    """
    return min(values, key=lambda value: (number(value, decimal), value))


def check_thousands(name, values, decimal='.', said=()):
    """DataError if a column that is read as numbers is ambiguous. said: columns with an answer.

    It names the least of the ambiguous values, both its meanings, and both answers.
    """
    found = in_thousands(values, decimal) if name not in said else []
    if found:
        value = least_of(found, decimal)
        shown = map(marked_text, (value, *two_numbers(value, decimal)))
        answers = answer_of(name, decimal), answer_of(name, NO_SIGN)
        raise DataError('column %s: %s may be %s or %s; say %s or %s'
                        % (quoted(name), *shown, *answers))


def answer_of(name, sign) -> str:
    """What is typed for one column, in a message.

    >>> print(DataError('%s or %s' % (answer_of('pay', '.'), answer_of('my pay', ' '))))
    --thousands pay=. or --thousands 'my pay=blank'
    """
    return option('thousands', '%s=%s' % (name, WORDS.get(sign, sign)))


def without_sign(text, sign):
    """A number without the sign between its thousands. None if it is in another place. Others stay.

    >>> [without_sign(text, '.') for text in ('1.200', '450', '-12.500', '1.200.000,50', 'k.A.')]
    ['1200', '450', '-12500', '1200000,50', 'k.A.']
    >>> [without_sign(text, '.') for text in ('23.5', '0.500', '1.2345')]
    [None, None, None]
    """
    forms = SIGNS_OF_THOUSANDS[sign]
    if set(forms).isdisjoint(text):
        return text
    any_, decimals = '[%s]' % re.escape(forms), '[%s]' % ',.'.replace(sign, '')
    grouped = '[+-]?[1-9][0-9]{0,2}(?:(%s)[0-9]{3})(?:\\1[0-9]{3})*(?:%s[0-9]+)?'
    if re.fullmatch(grouped % (any_, decimals), text.strip()):
        return re.sub(any_, '', text.strip())
    return None if sign in ',.' and number(text, sign) is not None else text


def without_thousands(rows, signs, table) -> list:
    """The rows, with plain numbers in some columns; signs: (column, its place, its sign) of these.

    DataError for a number that does not fit what was said.
    """
    changed = []
    for recorded in rows:
        row = list(recorded)
        for name, place, sign in signs:
            row[place] = without_sign(recorded[place], sign)
            if row[place] is None:
                raise unfit(table, name, recorded[place], sign)
        changed.append(row)
    return changed


def unfit(table, name, value, sign) -> DataError:
    problem = 'column %s: %s is no number with %s between its thousands; correct it, or say %s'
    shown = quoted(name), show(value), WORDS.get(sign, sign), answer_of(name, NO_SIGN)
    return DataError(problem % shown, table.name, table.first_with(name, {value})[0])


def codes_for_missing(counts, decimal='.') -> dict:
    """The {value: records} of a column of numbers that may be codes for a missing value.

    A code is 99, 999 and so on, or a negative whole number where all others are 0 or more. It is
    farther from all others than half their spread. Several negative ones are written as in -1, -9
    or -99.

    >>> ages = {str(age): 2 for age in range(20, 60)}
    >>> [codes_for_missing({**ages, **more}) for more in ({'999': 3}, {'-9': 1, '-99': 2, '?': 4})]
    [{'999': 3}, {'-9': 1, '-99': 2}]
    >>> [codes_for_missing({**ages, **more}) for more in ({'-5': 1}, {'-5': 1, '-9': 1})]
    [{'-5': 1}, {}]
    >>> [codes_for_missing({**ages, **more}) for more in ({'78': 2}, {'NA': 1, '999': 2})]
    [{}, {}]
    """
    numbers = {value: number(value, decimal) for value in present_in(counts)}
    if None in numbers.values():
        return {}
    negative = [value for value, n in numbers.items() if n < 0]
    nines = [value for value in numbers if re.fullmatch('9{2,}', value)]
    if len(negative) > 1 and not all(re.fullmatch(SEVERAL_CODES, value) for value in negative):
        return {}
    codes = {value: numbers[value] for value in (*negative, *nines)}
    others = set(numbers.values()) - set(codes.values())
    if not 0 < len(codes) <= MOST_CODES or len(others) < LEAST_OTHERS:
        return {}
    low, high = min(others), max(others)
    if not all(isinstance(n, int) for n in codes.values()):
        return {}
    far = [value for value, n in codes.items() if 2 * max(low - n, n - high) > high - low]
    return {value: counts[value] for value in far}


def is_common_code(value) -> bool:
    """Whether a code for a missing value is written as such codes often are.

    >>> [is_common_code(value) for value in ('999', '-9', '-1', '-88', '-5', '9')]
    [True, True, True, True, False, False]
    """
    return bool(re.fullmatch('9{2,}|' + SEVERAL_CODES, value))


def lost_zeros(counts) -> tuple:
    """The two lengths of digits from which zeros at the start seem to be lost. () of others.

    >>> lost_zeros({'1067': 2, '4109': 1, '10115': 3}), lost_zeros({'01067': 2, '4109': 1})
    ((4, 5), ())
    >>> lost_zeros({'10115': 3, '20095': 1}), lost_zeros({'601': 1, '10115': 1})
    ((), ())
    """
    values = present_in(counts)
    if not all(value.isascii() and value.isdigit() and value[0] != '0' for value in values):
        return ()
    lengths = sorted(set(map(len, values)))
    return tuple(lengths) if len(lengths) == 2 and lengths[0] + 1 == lengths[1] else ()
