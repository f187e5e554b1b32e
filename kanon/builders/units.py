"""Numbers in decimal digits as whole numbers of one unit, so that ranges and quantiles are exact.

Promise: no float is made. Texts of the same number have the same place, and `written` turns a place back into text. Codes such as
01067 are written with their zeros.
A place is a whole number of units, and a unit is 1 / 10 ** decimals. Zeros at the end of the decimals do not count: 5.0 is 5.
"""

from __future__ import annotations

from collections import Counter

from ..errors import DataError, quoted, show, some
from ..values import LONGEST_NUMBER, MISSING, check_codes, code_width, number

MOST_BETWEEN = 1_000_000    # values between two bounds


def exact(text) -> tuple:
    """A plain number as (whole number, decimals). DataError for a text that `values.number` does not read.

    >>> exact('39'), exact('-1.50'), exact('5.0'), exact('1e3'), exact('25e-1')
    ((39, 0), (-15, 1), (5, 0), (1000, 0), (25, 1))
    """
    if number(text) is None:
        raise DataError('%s is not a plain number' % show(text))
    digits, _, power = text.lower().partition('e')
    whole, _, decimals = digits.partition('.')
    n, shift = int(whole + decimals + '0') // 10, len(decimals) - int(power or 0)
    while shift > 0 and n % 10 == 0:
        n, shift = n // 10, shift - 1
    return n * 10 ** max(0, -shift), max(0, shift)


class Unit:
    """The finest unit of these texts. decimals: at least so many. codes: the texts, if they may be codes. sign: the decimal sign.

    >>> unit = Unit(['1.5', '20'])
    >>> unit.place('1.5'), unit.place('20.0'), unit.written(-15), unit.written(4)
    (15, 200, '-1.5', '0.4')
    >>> Unit(['01067', '500'], codes=['01067', '04109']).written(1499)
    '01499'
    >>> Unit(['1,5', '0.25'], sign=',').written(130)
    '1,30'
    """

    def __init__(self, texts, decimals=0, codes=(), sign='.'):
        self._sign, self._digits = sign, code_width(codes) or 1
        self.decimals = max([decimals, *(exact(text.replace(sign, '.'))[1] for text in texts)])

    def place(self, text) -> int:
        n, decimals = exact(text.replace(self._sign, '.'))
        return n * 10 ** (self.decimals - decimals)

    def written(self, place) -> str:
        digits = str(abs(place)).rjust(self.decimals + self._digits, '0')
        point = len(digits) - self.decimals
        text = '-' * (place < 0) + digits[:point] + self._sign * bool(self.decimals) + digits[point:]
        if len(text) > LONGEST_NUMBER:
            raise DataError('the end of a range would have more than %d characters: %s; round the values' % (LONGEST_NUMBER, show(text)))
        return text


def numbers_of(values, decimal='.') -> tuple:
    """The values that are numbers, and those that are missing ('?' and ''). DataError if there are others, or codes of two widths.

    values: a list, or {value: records}.

    >>> numbers_of(['39', '?', '40'])
    (['39', '40'], ['?'])
    """
    counts = Counter(values)
    values = list(counts)
    missing = [value for value in values if value in MISSING]
    numbers = [value for value in values if number(value, decimal) is not None]
    if len(numbers) + len(missing) < len(values):
        others = [value for value in values if value not in MISSING and number(value, decimal) is None]
        raise DataError('%d of the %d values are not plain numbers such as 39 or -1%s5: %s; correct them, and write ? or nothing for an'
                        ' unknown value (--unreadable missing leaves a few of them out)' % (len(others), len(values), decimal, some(others)))
    check_codes(counts, decimal=decimal)
    return numbers, missing


def by_size(numbers, unit) -> list:
    """Numbers sorted by size. Of 5, 5.0 and +5 the shortest comes first.

    >>> by_size(['+5', '-1', '5.0', '5'], Unit(['5']))
    ['-1', '5', '+5', '5.0']
    """
    return sorted(numbers, key=lambda text: (unit.place(text), len(text), text))


def bounded(first, last, low, high) -> int:
    """The end of range(first, last + 1). DataError if the bounds are the wrong way round, or too far apart."""
    if last < first:
        raise DataError('the bounds are the least value, then the greatest; %s is above %s' % (quoted(low), quoted(high)))
    if last - first >= MOST_BETWEEN:
        raise DataError('there are {:,} values from {} to {}, and a hierarchy has at most {:,}'.format(
            last - first + 1, quoted(low), quoted(high), MOST_BETWEEN))
    return last + 1
