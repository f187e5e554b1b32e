"""Numbers in decimal digits as whole numbers of one unit, so that ranges and quantiles are exact.

Promise: no float is made; texts that write the same number have the same place, and `written` gives the place back.
A place is a whole number of units, a unit is 1 / 10 ** decimals. Zeros behind the point say nothing: 5.0 is 5.

All values from one to another, for a hierarchy that is made without a table.

Promise: the values are those between the two ends, both included, and at most 1,000,000; DataError for more.
"""

from __future__ import annotations

from ..errors import DataError, quoted, show, some
from ..values import LONGEST_NUMBER, MISSING, number


def exact(text) -> tuple:
    """(whole number, decimals): the number that a text writes, as numerals.number reads it; DataError for any other.

    >>> exact('39'), exact('-1.50'), exact('5.0'), exact('1e3'), exact('25e-1')
    ((39, 0), (-15, 1), (5, 0), (1000, 0), (25, 1))
    """
    if number(text) is None:
        raise DataError('%s is no plain number' % show(text))
    digits, _, power = text.lower().partition('e')
    whole, _, decimals = digits.partition('.')
    n, shift = int(whole + decimals + '0') // 10, len(decimals) - int(power or 0)
    while shift > 0 and n % 10 == 0:
        n, shift = n // 10, shift - 1
    return n * 10 ** max(0, -shift), max(0, shift)


class Unit:
    """The finest unit of these texts, or a finer one, of so many decimals.

    >>> unit = Unit(['1.5', '20'])
    >>> unit.place('1.5'), unit.place('20.0'), unit.written(-15), unit.written(4)
    (15, 200, '-1.5', '0.4')
    """

    def __init__(self, texts, decimals=0):
        self.decimals = max([decimals, *(exact(text)[1] for text in texts)])

    def place(self, text) -> int:
        n, decimals = exact(text)
        return n * 10 ** (self.decimals - decimals)

    def written(self, place) -> str:
        digits = str(abs(place)).rjust(self.decimals + 1, '0')
        point = len(digits) - self.decimals
        text = '-' * (place < 0) + digits[:point] + '.' * bool(self.decimals) + digits[point:]
        if len(text) > LONGEST_NUMBER:
            raise DataError('the end of a range would have more than %d characters: %s; round the values'
                            % (LONGEST_NUMBER, show(text)))
        return text


def numbers_of(values) -> tuple:
    """The values that are numbers, and those that are missing ('?' and ''); DataError where there are others.

    >>> numbers_of(['39', '?', '40'])
    (['39', '40'], ['?'])
    """
    values = list(dict.fromkeys(values))
    missing = [value for value in values if value in MISSING]
    numbers = [value for value in values if number(value) is not None]
    if len(numbers) + len(missing) < len(values):
        others = [value for value in values if value not in MISSING and number(value) is None]
        raise DataError('%d of the %d values are no plain numbers, such as 39 or -1.5: %s'
                        % (len(others), len(values), some(others)))
    return numbers, missing


def in_order(numbers, unit) -> list:
    """Numbers by size; of 5, 5.0 and 05 the shortest first.

    >>> in_order(['05', '-1', '5.0', '5'], Unit(['5']))
    ['-1', '5', '05', '5.0']
    """
    return sorted(numbers, key=lambda text: (unit.place(text), len(text), text))


MOST = 1_000_000


def bounded(first, last, low, high) -> int:
    """The place behind the last; DataError where there are too many from the first on, or none."""
    if last < first:
        raise DataError('the bounds are the least and the greatest value; %s is above %s' % (quoted(low), quoted(high)))
    if last - first >= MOST:
        raise DataError('there are {:,} values from {} to {}, and a hierarchy has at most {:,}'.format(
            last - first + 1, quoted(low), quoted(high), MOST))
    return last + 1
