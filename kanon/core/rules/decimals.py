"""The numbers that limit a rule, exactly as they were typed or given: pairs of whole numbers.

Promise: `pair_of` reads a number exactly. `text_of_pair` writes each number that it has read so
that it is read as the same number.
"""

from __future__ import annotations

import re
from math import gcd
from operator import index

from ..errors import DataError, one_line, quoted, text_of

DIGITS = re.compile('[0-9]{1,9}([.][0-9]{1,9})?|[.][0-9]{1,9}')

MOST_DECIMALS = 9
PARTS = 10 ** MOST_DECIMALS     # a number of so many decimals is a whole number of these parts
MOST = 10 ** 18                 # a number is below it


def pair_of(value):
    """A number from 0 on, of at most nine decimals, as a pair: its numerator and its denominator.

    It is None for anything else. A float means the decimal number that Python writes for it. A pair
    stays as it is, with any denominator.

    >>> from fractions import Fraction
    >>> pair_of('0.2'), pair_of(0.2), pair_of(3), pair_of(1e-05)
    ((1, 5), (1, 5), (3, 1), (1, 100000))
    >>> pair_of(Fraction(1, 2)), pair_of((2, 10))
    ((1, 2), (2, 10))
    >>> [pair_of(value) for value in ('-1', '1e3', 1 / 3, Fraction(1, 3), -1, True)]
    [None, None, None, None, None, None]
    >>> [pair_of(value) for value in (None, float('nan'), (1, 0), (True, 2), 10 ** 18)]
    [None, None, None, None, None]
    """
    if isinstance(value, tuple):
        return value if is_pair(value) else None
    if isinstance(value, float):
        value = text_of_float(value)
    ratio = ratio_of(value)
    if ratio is None:
        return None
    common = gcd(*ratio)
    p, q = ratio[0] // common, ratio[1] // common
    return (p, q) if 0 <= p < MOST * q and PARTS % q == 0 else None


def is_pair(value) -> bool:
    """Whether a tuple is a numerator from 0 on, and a denominator above 0. True is no number."""
    return [type(n) for n in value] == [int, int] and value[0] >= 0 < value[1]


def text_of_float(value) -> str:
    """The shortest text of at most nine decimals that Python reads as this float, or ''.

    >>> text_of_float(0.2), text_of_float(3.0), text_of_float(1 / 3)
    ('0.2', '3', '')
    """
    for decimals in range(MOST_DECIMALS + 1):
        text = '%.*f' % (decimals, value)
        if float(text) == value:
            return text
    return ''


def ratio_of(value):
    """A text of digits, a whole number, a Fraction or a Decimal as a pair. None for any other."""
    if isinstance(value, str):
        whole, _, decimals = value.partition('.')
        return (int(whole + decimals), 10 ** len(decimals)) if DIGITS.fullmatch(value) else None
    if isinstance(value, bool):
        return None
    try:
        if hasattr(value, 'as_integer_ratio'):
            return value.as_integer_ratio()
        return index(value), 1
    except (TypeError, ValueError, OverflowError):
        return None     # it is no number, or a Decimal that is nan or infinite


def number_of(text) -> tuple:
    """A typed number as a pair. DataError for another text."""
    pair = pair_of(text)
    if not pair:
        raise DataError('a number like 2 or 0.25, of at most nine decimals, is expected, not %s'
                        % quoted(text))
    return pair


def above_one(text) -> bool:
    """Whether a text is a whole number above 1, of at most nine digits."""
    return bool(re.fullmatch('[0-9]{1,9}', text)) and int(text) > 1


def whole_limit(rule, name, value) -> int:
    """A limit that is a whole number, such as the l of distinct l. DataError for another."""
    pair = pair_of(value)
    if not pair or pair[1] != 1 or not pair[0]:
        raise unexpected(rule, name, 'a whole number from 1 on, of at most 18 digits', value)
    return pair[0]


def limit(rule, name, value) -> tuple:
    """A limit as a pair, above 0. DataError for another."""
    pair = pair_of(value)
    if not pair or not pair[0]:
        expected = 'a number above 0 and below 10**18, of at most nine decimals'
        raise unexpected(rule, name, expected, value)
    return pair


def share(rule, name, value, zero) -> tuple:
    """A limit up to 1 as a pair. zero: whether it may be 0. DataError for another."""
    pair = pair_of(value)
    if not pair or pair[0] > pair[1] or not pair[0] and not zero:
        least = 'from 0 to' if zero else 'above 0 and up to'
        raise unexpected(rule, name, 'a number %s 1, of at most nine decimals' % least, value)
    return pair


def unexpected(rule, name, expected, value) -> DataError:
    """The refusal of a limit. name: of the limit. expected: what it may be."""
    shown = quoted(value) if isinstance(value, str) else one_line(text_of(value))[:60]
    return DataError('%s: %s is %s, not %s' % (rule, name, expected, shown))


def text_of_pair(p, q) -> str:
    """A numerator and a denominator as the decimal number that was typed.

    A pair that is no such number stays a fraction.

    >>> text_of_pair(1, 5), text_of_pair(3, 1), text_of_pair(1, 1024 * 5 ** 10 // 9765625)
    ('0.2', '3', '0.0009765625')
    >>> text_of_pair(1, 3)
    '1/3'
    """
    for decimals in range(99):
        if 10 ** decimals * p % q == 0:
            break
    else:
        return '%d/%d' % (p, q)
    digits = str(p * 10 ** decimals // q).rjust(decimals + 1, '0')
    point = len(digits) - decimals
    return digits[:point] + '.' + digits[point:] if decimals else digits
