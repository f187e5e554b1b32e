"""All values from one to another, for a hierarchy that is made without a table.

Promise: the values are those between the two ends, both included, and at most 1,000,000; DataError for more.
"""

from __future__ import annotations

from .errors import DataError, quoted
from .exact import Unit
from .ladder_dates import date_of

MOST = 1_000_000


def numbers_between(low, high) -> list:
    """Numbers, one unit apart: the last decimal place that the two ends write.

    >>> numbers_between('-1', '1'), numbers_between('0', '0.3')
    (['-1', '0', '1'], ['0.0', '0.1', '0.2', '0.3'])
    """
    unit = Unit([low, high])
    first, last = unit.place(low), unit.place(high)
    return [unit.written(place) for place in range(first, bounded(first, last, low, high))]


def codes_between(low, high) -> list:
    """Codes of equally many digits.

    >>> codes_between('098', '101')
    ['098', '099', '100', '101']
    """
    if len(low) != len(high) or not all(text.isdigit() and text.isascii() for text in (low, high)):
        raise DataError('the bounds of codes are two of equally many digits, such as 01000,99999, not %s and %s'
                        % (quoted(low), quoted(high)))
    return ['%0*d' % (len(low), code) for code in range(int(low), bounded(int(low), int(high), low, high))]


def days_between(low, high, pattern=None) -> list:
    """Days, in ISO's writing or as a strptime pattern writes them.

    >>> days_between('2024-02-28', '2024-03-01')
    ['2024-02-28', '2024-02-29', '2024-03-01']
    """
    from datetime import timedelta
    first, last = date_of(low, pattern), date_of(high, pattern)
    for text, date in ((low, first), (high, last)):
        if date is None:
            raise DataError('%s is no date like %s' % (quoted(text), pattern or 'YYYY-MM-DD'))
    number = bounded(0, (last - first).days, low, high)
    days = [first + timedelta(n) for n in range(number)]
    return list(dict.fromkeys(day.strftime(pattern) if pattern else day.date().isoformat() for day in days))


def bounded(first, last, low, high) -> int:
    """The place behind the last; DataError where there are too many from the first on, or none."""
    if last < first:
        raise DataError('the bounds are the least and the greatest value; %s is above %s' % (quoted(low), quoted(high)))
    if last - first >= MOST:
        raise DataError('there are {:,} values from {} to {}, and a hierarchy has at most {:,}'.format(
            last - first + 1, quoted(low), quoted(high), MOST))
    return last + 1
