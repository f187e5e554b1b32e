"""Dates as recorded, and the labels of their months, quarters, years and decades.

Promise: every value is read as exactly one date. If some values do not fit the pattern, all of them are named at once, with a
pattern that fits.
The labels are safe in a spreadsheet: it would read 2023-09 as a day of September, so a month is 2023-M09.
"""

from __future__ import annotations

import re

from ..errors import DataError, quoted, some
from ..values import MISSING
from .ladder import laddered
from .units import bounded

LEVELS = 'day', 'month', 'quarter', 'year', 'decade'

ISO_DATE = '[0-9]{4}-[0-9]{2}-[0-9]{2}([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?)?'     # compiled when it is first used

COMMON = ('%d/%m/%Y', '%m/%d/%Y', '%d.%m.%Y', '%Y/%m/%d', '%Y%m%d', '%d-%m-%Y', '%m-%d-%Y', '%d/%m/%y', '%m/%d/%y',
          '%d.%m.%y', '%d %b %Y', '%d-%b-%Y', '%d %B %Y', '%B %d, %Y', '%d/%m/%Y %H:%M', '%m/%d/%Y %H:%M', '%d.%m.%Y %H:%M',
          '%Y-%m', '%Y')


def dates(values, pattern=None, levels=('month', 'quarter', 'year', 'decade')) -> dict:
    """Days or times in months, quarters, years and decades. `day` is a level for values with a time.

    pattern: a pattern of strptime, or None for 2023-09-04, which 10:30 or 10:30:59 may follow after a T or a blank.

    >>> dates(['2023-09-04'], None, ('month', 'quarter', 'year', 'decade'))['2023-09-04']
    ('2023-09-04', '2023-M09', '2023-Q3', '2023', '[2020-2029]', '*')
    """
    values = list(dict.fromkeys(values))
    date_by_value = dates_in_order([value for value in values if value not in MISSING], pattern, levels)
    return laddered({value: date_labels(date, levels) for value, date in date_by_value.items()},
                    [value for value in values if value in MISSING])


def dates_in_order(values, pattern, levels) -> dict:
    """{value: its date}, sorted by date. DataError for values that are not dates, and for levels that the pattern cannot tell."""
    check_levels(levels, pattern)
    date_by_value = {value: date_of(value, pattern) for value in values}
    wrong = [value for value, date in date_by_value.items() if date is None]
    if wrong:
        fits = [common for common in (None, *COMMON)
                if common != pattern and all(date_of(value, common) for value in values)]
        raise DataError('%d of the %d values are not dates like %s: %s%s' % (
            len(wrong), len(values), pattern or 'YYYY-MM-DD', some(wrong),
            '; all are dates like %s' % ' and like '.join(common or 'YYYY-MM-DD' for common in fits) if fits else ''))
    return dict(sorted(date_by_value.items(), key=lambda pair: (pair[1], pair[0])))


def check_levels(levels, pattern):
    """DataError for levels that are unknown, out of order or not in the pattern, and for a pattern without a year."""
    places = [LEVELS.index(level) for level in levels if level in LEVELS]
    if len(places) < len(levels) or not places or places != sorted(set(places)):
        raise DataError('the levels must be some of %s, each once and in this order, not %s'
                        % (', '.join(LEVELS), quoted(','.join(levels))))
    if pattern is None:
        return
    from datetime import datetime
    day = datetime(2019, 11, 28)
    try:
        read = date_of(day.strftime(pattern), pattern)
    except ValueError:
        read = None
    if read is None or read.year != day.year:
        raise DataError('the date format %s reads no year; %%d/%%m/%%Y is one that does' % quoted(pattern))
    has_month = read.month == day.month
    tells = {'day': has_month and read.day == day.day, 'month': has_month, 'quarter': has_month}
    unknown = [level for level in levels if not tells.get(level, True)]
    if unknown:
        raise DataError('the date format %s does not tell the %s; leave the level out' % (quoted(pattern), unknown[0]))


def date_of(value, pattern):
    """The date or time of a value, or None if it is neither.

    >>> date_of('2023-09-04', None).month, date_of('4/9/23', '%d/%m/%y').year, date_of('2023-02-30', None)
    (9, 2023, None)
    """
    from datetime import datetime       # 2 ms, and only dates need it
    try:
        if pattern is not None:
            return datetime.strptime(value, pattern).replace(tzinfo=None)
        return datetime.fromisoformat(value) if re.fullmatch(ISO_DATE, value) else None
    except ValueError:
        return None


def date_labels(date, levels) -> list:
    """The labels of a date at these levels.

    >>> from datetime import date
    >>> date_labels(date(2023, 9, 4), LEVELS)
    ['2023-M09-D04', '2023-M09', '2023-Q3', '2023', '[2020-2029]']
    """
    year, month, decade = '%04d' % date.year, date.month, date.year // 10 * 10
    labels = {'day': '%s-M%02d-D%02d' % (year, month, date.day), 'month': '%s-M%02d' % (year, month),
              'quarter': '%s-Q%d' % (year, (month + 2) // 3), 'year': year, 'decade': '[%04d-%04d]' % (decade, decade + 9)}
    return [labels[level] for level in levels]


def days_between(low, high, pattern=None) -> list:
    """All days from one to another, both included, in ISO format or in a format of strptime.

    >>> days_between('2024-02-28', '2024-03-01')
    ['2024-02-28', '2024-02-29', '2024-03-01']
    """
    from datetime import timedelta
    first, last = date_of(low, pattern), date_of(high, pattern)
    for text, date in ((low, first), (high, last)):
        if date is None:
            raise DataError('%s is not a date like %s' % (quoted(text), pattern or 'YYYY-MM-DD'))
    number = bounded(0, (last - first).days, low, high)
    days = [first + timedelta(n) for n in range(number)]
    return list(dict.fromkeys(day.strftime(pattern) if pattern else day.date().isoformat() for day in days))
