"""Dates as recorded, and the labels of their hours, days, months, quarters, years and decades.

Promise: every value is read as exactly one date. If some values do not fit the pattern, all of them are counted at once, with a
pattern that fits. A pattern may be several formats. A value that two of them read as different dates is refused.
The labels are safe in a spreadsheet: it would read 2023-09 as a day of September, so a month is 2023-M09.
An hour is 2023-09-04T14.
"""

from __future__ import annotations

from ...core.counts.values import MISSING
from ...core.errors import DataError, quoted, some
from ...core.tables.recorded_dates import (advice_for, check_century, date_of, date_text,
                                           format_name, formats_in, has_time, readings_of)
from .ladder import laddered
from .units import bounded

LEVELS = 'hour', 'day', 'month', 'quarter', 'year', 'decade'


def dates(values, pattern=None, levels=('month', 'quarter', 'year', 'decade'),
          century=None) -> dict:
    """Days or times in months, quarters, years and decades.

    `hour` and `day` are levels for values with a time. pattern: a format of strptime or several
    (`formats_in`), or None for what is read without one (tables/recorded_dates.py).
    century: the first of the hundred years that two digits of a year mean.

    >>> dates(['2023-09-04'], None, ('month', 'quarter', 'year', 'decade'))['2023-09-04']
    ('2023-09-04', '2023-M09', '2023-Q3', '2023', '[2020-2029]', '*')
    """
    values = list(dict.fromkeys(values))
    known = [value for value in values if value not in MISSING]
    date_by_value = dates_in_order(known, pattern, levels, century)
    return laddered({value: date_labels(date, levels) for value, date in date_by_value.items()},
                    [value for value in values if value in MISSING])


def dates_in_order(values, pattern, levels, century=None) -> dict:
    """{value: its date}, sorted by date. DataError for values that are not dates, and for levels that the pattern cannot tell."""
    formats = formats_in(pattern)
    check_century(pattern, century)
    for format_ in formats:
        check_levels(levels, format_)
    readings = {value: readings_of(value, formats, century) for value in values}
    wrong = [value for value, dates_ in readings.items() if not dates_]
    if wrong:
        raise DataError('%d of the %d values are not dates like %s: %s%s' % (
            len(wrong), len(values), ' or like '.join(map(format_name, formats)), some(wrong), advice_for(values, pattern)))
    timeless = [value for value in values if not has_time(value)] if 'hour' in levels and not pattern else []
    if timeless:
        raise DataError('%d of the %d values tell no hour: %s; leave the level hour out'
                        % (len(timeless), len(values), some(timeless)))
    ambiguous = [value for value, dates_ in readings.items() if len(dates_) > 1]
    if ambiguous:
        raise DataError('%d of the %d values are different dates in two of the formats: %s; correct them, or leave one format out'
                        % (len(ambiguous), len(values), some(ambiguous)))
    return dict(sorted(((value, date) for value, (date,) in readings.items()), key=lambda pair: (pair[1], pair[0])))


def check_levels(levels, pattern):
    """DataError for levels that are unknown, out of order or not in the pattern, and for a pattern without a year."""
    places = [LEVELS.index(level) for level in levels if level in LEVELS]
    if len(places) < len(levels) or not places or places != sorted(set(places)):
        raise DataError('the levels must be some of %s, each once and in this order, not %s'
                        % (', '.join(LEVELS), quoted(','.join(levels))))
    if pattern is None:
        return
    from datetime import datetime
    day = datetime(2019, 11, 28, 17)
    try:
        read = date_of(date_text(day, pattern), pattern)
    except ValueError:
        read = None
    if read is None or read.year != day.year:
        raise DataError('the date format %s reads no year; %%d/%%m/%%Y is one that does' % quoted(pattern))
    has_month = read.month == day.month
    has_day = has_month and read.day == day.day
    tells = {'hour': has_day and read.hour == day.hour, 'day': has_day, 'month': has_month, 'quarter': has_month}
    unknown = [level for level in levels if not tells.get(level, True)]
    if unknown:
        raise DataError('the date format %s does not tell the %s; leave the level out' % (quoted(pattern), unknown[0]))


def date_labels(date, levels) -> list:
    """The labels of a date at these levels.

    >>> from datetime import datetime
    >>> date_labels(datetime(2023, 9, 4, 14, 30), LEVELS)
    ['2023-09-04T14', '2023-M09-D04', '2023-M09', '2023-Q3', '2023', '[2020-2029]']
    """
    year, month, day, decade = '%04d' % date.year, date.month, date.day, date.year // 10 * 10
    labels = {
        'hour': '%s-%02d-%02dT%02d' % (year, month, day, date.hour),
        'day': '%s-M%02d-D%02d' % (year, month, day),
        'month': '%s-M%02d' % (year, month),
        'quarter': '%s-Q%d' % (year, (month + 2) // 3),
        'year': year,
        'decade': '[%04d-%04d]' % (decade, decade + 9)}
    return [labels[level] for level in levels]


def days_between(low, high, pattern=None, century=None) -> list:
    """All days from one to another, both included, in ISO format or in each format of the pattern. The bounds are in the first.

    >>> days_between('2024-02-28', '2024-03-01')
    ['2024-02-28', '2024-02-29', '2024-03-01']
    """
    from datetime import timedelta
    formats = formats_in(pattern)
    format_ = formats[0]
    for each in formats:
        check_century(each, century)
        check_levels(['year'], each)
    first, last = date_of(low, format_, century), date_of(high, format_, century)
    for text, date in ((low, first), (high, last)):
        if date is None:
            raise DataError('%s is not a date like %s' % (quoted(text), format_name(format_)))
    number = bounded(0, (last - first).days, low, high)
    days = [first + timedelta(n) for n in range(number)]
    return list(dict.fromkeys(date_text(day, each) if each else day.date().isoformat() for each in formats for day in days))
