"""Dates as recorded, and the labels of their months, quarters, years and decades.

Promise: a value is the one date that its pattern reads, or all that are none are refused at once, with a pattern that fits.
A spreadsheet leaves the labels alone; it would take 2023-09 for a day of September.

Hierarchies made by rule: ranges of numbers, quantiles, masked codes, dates, sets.

Promise: each rule answers with a ladder for every value, {leaf: (leaf, label of level 1, ..., '*')}. All ladders of a
table are equally long, and the label of one level decides that of the next.
A label that stands for several levels is repeated. `text_of` writes the file. Numbers have a module of their own, and are
to be had from here.

All values from one to another, for a hierarchy that is made without a table.

Promise: the values are those between the two ends, both included, and at most 1,000,000; DataError for more.
"""

from __future__ import annotations

import re

from ..errors import DataError, quoted, some
from ..values import MISSING
from .ladder import laddered
from .units import bounded

LEVELS = 'day', 'month', 'quarter', 'year', 'decade'

ISO = '[0-9]{4}-[0-9]{2}-[0-9]{2}([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?)?'     # compiled where dates are read

COMMON = ('%d/%m/%Y', '%m/%d/%Y', '%d.%m.%Y', '%Y/%m/%d', '%Y%m%d', '%d-%m-%Y', '%m-%d-%Y', '%d/%m/%y', '%m/%d/%y',
          '%d.%m.%y', '%d %b %Y', '%d-%b-%Y', '%d %B %Y', '%B %d, %Y', '%d/%m/%Y %H:%M', '%m/%d/%Y %H:%M', '%d.%m.%Y %H:%M',
          '%Y-%m', '%Y')


def of_dates(date, levels) -> list:
    """The labels of a date at these levels.

    >>> from datetime import date
    >>> of_dates(date(2023, 9, 4), LEVELS)
    ['2023-M09-D04', '2023-M09', '2023-Q3', '2023', '[2020-2029]']
    """
    year, month, decade = '%04d' % date.year, date.month, date.year // 10 * 10
    labels = {'day': '%s-M%02d-D%02d' % (year, month, date.day), 'month': '%s-M%02d' % (year, month),
              'quarter': '%s-Q%d' % (year, (month + 2) // 3), 'year': year, 'decade': '[%04d-%04d]' % (decade, decade + 9)}
    return [labels[level] for level in levels]


def dates_in_order(values, pattern, levels) -> dict:
    """{value: its date}, by time; DataError for values that are none, and for levels that the pattern cannot tell."""
    check_levels(levels, pattern)
    found = {value: date_of(value, pattern) for value in values}
    wrong = [value for value, date in found.items() if date is None]
    if wrong:
        fits = [common for common in (None, *COMMON)
                if common != pattern and all(date_of(value, common) for value in values)]
        raise DataError('%d of the %d values are no dates like %s: %s%s' % (
            len(wrong), len(values), pattern or 'YYYY-MM-DD', some(wrong),
            '; all are dates like %s' % ' and like '.join(common or 'YYYY-MM-DD' for common in fits) if fits else ''))
    return dict(sorted(found.items(), key=lambda pair: (pair[1], pair[0])))


def date_of(value, pattern):
    """The date or time of a value, None where it is none.

    >>> date_of('2023-09-04', None).month, date_of('4/9/23', '%d/%m/%y').year, date_of('2023-02-30', None)
    (9, 2023, None)
    """
    from datetime import datetime       # 2 ms, and only dates need it
    try:
        if pattern is not None:
            return datetime.strptime(value, pattern).replace(tzinfo=None)
        return datetime.fromisoformat(value) if re.fullmatch(ISO, value) else None
    except ValueError:
        return None


def check_levels(levels, pattern):
    """DataError for levels that are none, out of order or not in the pattern, and for a pattern that reads no year."""
    places = [LEVELS.index(level) for level in levels if level in LEVELS]
    if len(places) < len(levels) or not places or places != sorted(set(places)):
        raise DataError('the levels are some of %s, each once and in this order, not %s'
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


def dates(values, pattern=None, levels=('month', 'quarter', 'year', 'decade')) -> dict:
    """Days or times in months, quarters, years and decades; `day` is a level for values with a time.

    pattern: as strptime reads it, or None: 2023-09-04, also with 10:30 or 10:30:59 behind a T or a blank.

    >>> dates(['2023-09-04'], None, ('month', 'quarter', 'year', 'decade'))['2023-09-04']
    ('2023-09-04', '2023-M09', '2023-Q3', '2023', '[2020-2029]', '*')
    """
    values = list(dict.fromkeys(values))
    found = dates_in_order([value for value in values if value not in MISSING], pattern, levels)
    return laddered({value: of_dates(date, levels) for value, date in found.items()},
                    [value for value in values if value in MISSING])


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
