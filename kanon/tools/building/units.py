"""Numbers in decimal digits as whole numbers of one unit, so that ranges and quantiles are exact.

Promise: no float is made. Texts of the same number have the same place, and `written` turns a place back into text. Codes such as
01067 are written with their zeros.
A place is a whole number of units, and a unit is 1 / 10 ** decimals. Zeros at the end of the decimals do not count: 5.0 is 5.
`widths_for` are widths that nobody has chosen. Each is a multiple of the one before, and ranges of the
first part the numbers.
"""

from __future__ import annotations

from collections import Counter

from ...core.counts.values import LONGEST_NUMBER, MISSING, check_codes, code_width, number
from ...core.errors import DataError, quoted, show, some

MOST_BETWEEN = 1_000_000    # values between two bounds

GROUPS = 25         # at most this many ranges at the finest level, and at least 10 if there are many numbers

FEWEST = 3          # at most this many ranges at the coarsest level below the '*'


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


def widths_for(places) -> list:
    """Nested widths of 1, 2 or 5 x 10^n units, the finest at least two units wide; [] if ranges would part nothing.

    >>> widths_for(range(17, 91)), widths_for(range(0, 7)), widths_for([0, 1]), widths_for(range(1000, 9000, 7))
    ([5, 10, 50], [2], [], [500, 1000, 5000])
    """
    low, high = min(places), max(places)

    def groups(width):
        return high // width - low // width + 1

    def chain(width):
        wider = [chain(width * factor) for factor in (2, 4, 5)
                 if str(width * factor).rstrip('0') in '125' and groups(width * factor) > 1 and groups(width) > FEWEST]
        return [width, *min(wider, key=lambda widths: (groups(widths[-1]) > FEWEST, -len(widths)), default=[])]

    finest = next(width for width in series() if width > 1 and groups(width) <= GROUPS)
    return chain(finest) if groups(finest) > 1 and len(places) > FEWEST else []


IN_MONTHS = 3, 6, 12, 60, 120, 600      # quarters, halves and years, and 5, 10 and 50 years


def widths_of_months(places, origin=0) -> list:
    """The same of numbers of months. origin: 1 for the months of a year; 1 to 3 are then a quarter.

    >>> widths_of_months([6, 12, 24, 36, 48]), widths_of_months(range(1, 13), 1)
    ([3, 6, 12], [3, 6])
    """
    low, high = min(places) - origin, max(places) - origin
    groups = {width: high // width - low // width + 1 for width in IN_MONTHS}
    part = [width for width in IN_MONTHS if 1 < groups[width] <= GROUPS]
    last = min((width for width in part if groups[width] <= FEWEST), default=IN_MONTHS[-1])
    return [width for width in part if width <= last] if len(set(places)) > FEWEST else []


def mostly_whole(places, one) -> bool:
    """Whether most records have a whole number, so that 5.5 children are an exception.

    places: {place: records}. one: the place of the number 1.

    >>> mostly_whole({0: 5, 10: 4, 55: 2}, 10), mostly_whole({5: 5, 15: 4, 20: 2}, 10)
    (True, False)
    """
    return 2 * sum(n for place, n in places.items() if place % one == 0) > sum(places.values())


def series():
    """1, 2, 5, 10, 20, 50 and so on."""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10
