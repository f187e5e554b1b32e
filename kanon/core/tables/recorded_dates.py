"""Dates as they are recorded, and columns that are counted in days from another one (--since).

Promise: a value is read as one date, in one of the formats that are asked for, or it is no date. A
time of day makes no difference to a number of days. Two digits of a year are a year of the hundred
that somebody named (--century), or the format is refused.
Read without a format are 2023-09-04 and 2023/9/4, 14-Sep-2020 and 14SEP2020, and a time of day
behind them: 8:03, 08:03:22.5, with Z or +02:00. The day and the hour are those that are written,
whatever the offset is.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..counts.values import MISSING
from ..errors import DataError, Refused, at, option, quoted, show

MONTHS = 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'

# How a date that is read without a format is written. It is compiled when it is first used.
IN_DIGITS = '(?P<y>[0-9]{4})(?P<sign>[-/])(?P<m>[0-9]{1,2})(?P=sign)(?P<d>[0-9]{1,2})'
IN_WORDS = ('(?P<day>[0-9]{1,2})(?P<dash>-?)(?P<month>%s)(?P=dash)(?P<year>[0-9]{4})'
            % '|'.join(MONTHS))
OFFSET = '(?P<offset>Z|[+-](?:0[0-9]|1[0-4])(?::?[0-5][0-9])?)'
TIME = ('(?P<apart>[T ])(?P<H>[01]?[0-9]|2[0-3]):(?P<M>[0-5][0-9])'
        '(?::(?P<S>[0-5][0-9])(?:[.,](?P<f>[0-9]{1,9}))?)?(?: ?%s)?' % OFFSET)
PLAIN_DATE = '(?i:(?:%s|%s)(?:%s)?)' % (IN_DIGITS, IN_WORDS, TIME)

COMMON = ('%d/%m/%Y', '%m/%d/%Y', '%d.%m.%Y', '%Y/%m/%d', '%Y%m%d', '%d-%m-%Y', '%m-%d-%Y',
          '%d/%m/%y', '%m/%d/%y', '%d.%m.%y',
          '%d %b %Y', '%d-%b-%Y', '%d %B %Y', '%B %d, %Y',
          '%d/%m/%Y %H:%M', '%m/%d/%Y %H:%M', '%d.%m.%Y %H:%M',
          '%Y年%m月%d日', '%Y年%m月', '%Y-%m', '%Y')

DAYS = (None, *(format_ for format_ in COMMON if '%d' in format_))       # those that tell a day

TWO_DIGITS = {'y', 'x'}     # directives of strptime that read two digits as a year

SAME = {'y': 'Y', 'b': 'm', 'B': 'm', 'j': 'd'}     # directives of strptime that tell the same

MOST_TRIED = 1000       # values for which several formats are tried together


def formats_in(pattern) -> list:
    """The formats of a pattern.

    A comma begins a new one if the old one has already told what follows: the day, the year.

    >>> formats_in('%d.%m.%Y,%d.%m.%y'), formats_in('%B %d, %Y'), formats_in(None)
    (['%d.%m.%Y', '%d.%m.%y'], ['%B %d, %Y'], [None])
    """
    if pattern is None:
        return [None]
    formats: list = []
    for part in pattern.split(','):
        if not formats or directives_in(part) & directives_in(formats[-1]):
            formats.append(part.strip())
        else:
            formats[-1] += ',' + part
    return formats


def directives_in(format_) -> set:
    """What a format tells, as directives of strptime."""
    return {SAME.get(directive, directive) for directive in re.findall('%(.)', format_)}


def readings_of(value, formats, century=None) -> set:
    """The dates that these formats read in a value. century: as date_of takes it."""
    dates = {date_of(value, format_, century) for format_ in formats}
    return dates - {None}


def advice_for(values, pattern) -> str:
    """Formats that fit all these values, as the end of a message. '' if there are none."""
    alone, together = formats_that_fit(values, pattern)
    if alone:
        return '; all are dates like %s' % ' and like '.join(alone)
    return "; --date-format '%s' fits all" % ','.join(together) if together else ''


def formats_that_fit(values, pattern) -> tuple:
    """Formats of which each fits all these values, and several that fit all of them together.

    There are no several ones if there is one that fits alone.
    """
    alone = [format_name(common) for common in (None, *COMMON)
             if common != pattern and all(date_of(value, common) for value in values)]
    if alone or len(values) > MOST_TRIED:
        return alone, []
    return alone, common_formats(values)


def common_formats(values) -> list:
    """Up to three common formats of which each value fits exactly one, the most frequent first.

    [] if there are none.

    >>> common_formats(['24.12.2020', '4.9.23', '31.1.2020'])
    ['%d.%m.%Y', '%d.%m.%y']
    """
    left = list(values)
    formats: list = []
    while left and len(formats) < 3:
        format_, _ = most_frequent(left, ('%Y-%m-%d', *COMMON))
        formats.append(format_)
        left = [value for value in left if not date_of(value, format_)]
    if left or any(len(readings_of(value, formats)) != 1 for value in values):
        return []
    return formats


def most_frequent(values, formats) -> tuple:
    """The format that reads the most of these values, the first of several, and how many it reads.

    >>> most_frequent(['24.12.2020', '4.9.23', '31.1.2020'], ['%d.%m.%y', '%d.%m.%Y'])
    ('%d.%m.%Y', 2)
    """
    read = {}
    for format_ in formats:
        read[format_] = sum(date_of(value, format_) is not None for value in values)
    best = max(formats, key=read.__getitem__)
    return best, read[best]


def day_formats(values) -> list:
    """The common formats that read a day in most of these values, the most frequent first.

    The last one is followed by none that reads any more of them.

    >>> day_formats(['16.12.1954', '1.2.1960', '1954-12-16', 'unknown']), day_formats(['1954', 'm'])
    (['%d.%m.%Y', None], [])
    """
    left = list(values)
    formats: list = []
    while left:
        format_, n = most_frequent(left, DAYS)
        if not n:
            break
        formats.append(format_)
        left = [value for value in left if date_of(value, format_) is None]
    return formats if 2 * len(left) < len(values) else []


def format_name(format_) -> str:
    """How a format is called in a message."""
    return format_ or 'YYYY-MM-DD'


def date_of(value, pattern, century=None):
    """The date or time of a value, or None if it is neither.

    century: the first of the hundred years that two digits mean.

    >>> date_of('2023-09-04', None).month, date_of('4/9/23', '%d/%m/%y').year
    (9, 2023)
    >>> date_of('2023-02-30', None)
    >>> [date_of(value, '%d/%m/%y', 1925).year for value in ('1/2/30', '1/2/24', '1/2/25')]
    [1930, 2024, 1925]
    >>> [date_of(value, None).isoformat() for value in ('01APR1983', '2023-01-01T23:30:00.5+02:00')]
    ['1983-04-01T00:00:00', '2023-01-01T23:30:00.500000']
    """
    from datetime import datetime       # 2 ms, and only dates need it
    try:
        if pattern is not None:
            date = datetime.strptime(value, pattern).replace(tzinfo=None)
            if century is not None and has_two_digits(pattern):
                date = date.replace(year=year_in(date.year, century))
            return date
        match = re.fullmatch(PLAIN_DATE, value)
        return match and datetime(*day_in(match), *time_in(match))
    except (ValueError, re.error):      # re.error: a directive twice
        return None


def has_time(value) -> bool:
    """Whether a date that is read without a format has a time of day.

    >>> has_time('2023-09-04 8:03'), has_time('2023-09-04')
    (True, False)
    """
    match = re.fullmatch(PLAIN_DATE, value)
    return match is not None and match['H'] is not None


def day_in(match) -> tuple:
    """The year, the month and the day of a match of PLAIN_DATE."""
    if match['y']:
        return int(match['y']), int(match['m']), int(match['d'])
    month = MONTHS.index(match['month'].lower()) + 1
    return int(match['year']), month, int(match['day'])


def time_in(match) -> tuple:
    """The hour, minute, second and microsecond of a match of PLAIN_DATE.

    What is finer is cut off.
    """
    microsecond = (match['f'] or '')[:6].ljust(6, '0')
    parts = [match['H'], match['M'], match['S'], microsecond]
    return tuple(int(part or 0) for part in parts)


def matches(values) -> list:
    """The match of PLAIN_DATE of each value that is such a date."""
    all_matches = [re.fullmatch(PLAIN_DATE, value) for value in values]
    return [match for match in all_matches if match]


def format_of(values) -> str:
    """How dates that are read without a format are written, as strptime has it.

    It has each part that one of them has.

    >>> format_of(['2023-01-01T10:30:00Z', '2023-01-01T10:30:00.5Z'])
    '%Y-%m-%dT%H:%M:%S.%f%z'
    >>> format_of(['2020/9/4 8:03']), format_of(['01APR1983'])
    ('%Y/%m/%d %H:%M', '%d%b%Y')
    """
    dates = matches(values)
    first = dates[0]
    if first['y']:
        day = '%Y-%m-%d'.replace('-', first['sign'])
    else:
        day = '%d-%b-%Y'.replace('-', first['dash'])
    apart = next((date['apart'].upper() for date in dates if date['apart']), '')
    parts = ('%H:%M', 'H'), (':%S', 'S'), ('.%f', 'f'), ('%z', 'offset')
    time = ''.join(part for part, group in parts if any(date[group] for date in dates))
    return day + apart + time


def offsets_in(values) -> list:
    """The offsets from Greenwich of the times among these values, in order.

    '' is that of a time without one.

    >>> offsets_in(['2023-01-01T10:30Z', '2023-01-01 10:30', '2023-01-01 10:30 +0100'])
    ['', '+00:00', '+01:00']
    >>> offsets_in(['2023-01-01', '?'])
    []
    """
    times = [match for match in matches(values) if match['H'] is not None]
    return sorted({offset_text(time['offset'] or '') for time in times})


def offset_text(offset) -> str:
    """An offset with its hours and minutes.

    >>> offset_text('Z'), offset_text('-0330'), offset_text('+01'), offset_text('')
    ('+00:00', '-03:30', '+01:00', '')
    """
    digits = offset.replace(':', '')
    if digits in ('Z', 'z'):
        return '+00:00'
    return digits and '%s:%s' % (digits[:3], digits[3:] or '00')


def has_two_digits(pattern) -> bool:
    """Whether a format, or one of several with commas, reads two digits as a year.

    >>> [has_two_digits(pattern) for pattern in ('%d/%m/%y', '%d/%m/%Y', '%%y %Y', None)]
    [True, False, False, False]
    """
    return not TWO_DIGITS.isdisjoint(re.findall('%(.)', pattern or ''))


def year_in(year, century) -> int:
    """The year of a hundred, of which it is the first, that ends with the same two digits.

    >>> year_in(2030, 1925), year_in(2024, 1925), year_in(1999, 2000)
    (1930, 2024, 2099)
    """
    return century + (year - century) % 100


SHORT = '%d/%m/%y', '%m/%d/%y', '%d.%m.%y', '%d-%m-%y', '%m-%d-%y'      # with two digits of a year
SHORT_DATE = r'[0-9]{1,2}([./-])[0-9]{1,2}\1[0-9]{2}'       # compiled when it is first used


def short_formats(values) -> tuple:
    """The formats with two digits of a year that fit all these values, missing ones aside.

    >>> short_formats(['01/02/30', '3/4/91', '?']), short_formats(['13/2/30'])
    (('%d/%m/%y', '%m/%d/%y'), ('%d/%m/%y',))
    >>> short_formats(['1.2.1930'])
    ()
    """
    known = [value for value in values if value not in MISSING]
    if not known or not all(re.fullmatch(SHORT_DATE, value) for value in known):
        return ()
    return tuple(format_ for format_ in SHORT if all(date_of(value, format_) for value in known))


def present_year() -> int:
    """The year in which kanon runs, or that of SOURCE_DATE_EPOCH, where a run is to be repeated."""
    import os
    import time
    try:
        return time.gmtime(int(os.environ['SOURCE_DATE_EPOCH'])).tm_year
    except (KeyError, ValueError, OverflowError, OSError):
        return time.gmtime().tm_year


def check_century(pattern, century):
    """Refused for a format with two digits of a year, if nobody said which years they mean."""
    if century is None and has_two_digits(pattern):
        raise Refused('%s has %%y, so 30 is 1930 or 2030; say %s for 1925 to 2024'
                      % (at('date_format'), option('century', '1925')))


def date_text(date, pattern) -> str:
    """A date in a format of strptime. Some systems' strftime takes only ASCII."""
    return re.sub('[\0-\x7f]+', lambda ascii_: date.strftime(ascii_.group()), pattern)


class Days:
    """Columns that are counted in days from the dates of others.

    since: {column: the column whose date is day 0}. pattern: as `formats_in` takes it. Refused if
    it does not tell the day. century: the first of the hundred years that two digits mean.

    >>> from .rows import Rows
    >>> stays = [('2024-02-28', '2024-03-01 10:30'), ('2024-03-01', '2024-02-28'), ('?', '2024')]
    >>> table = Rows(stays, ['came', 'left'], 'value')
    >>> Days({'left': 'came'}).counted(table.tuples(table.columns), table)
    [['2024-02-28', '2'], ['2024-03-01', '-2'], ['?', '?']]
    """

    def __init__(self, since, pattern=None, century=None):
        self.since, self._pattern, self._century = since, pattern, century
        self._formats = formats_in(pattern)
        check_century(pattern, century)
        for format_ in self._formats:
            check_tells_day(format_)
        # A table has few dates, and may have very many times.
        self._day = lru_cache(maxsize=1 << 16)(self._day_of)

    def counted(self, rows, table) -> list:
        """The rows of a table, with numbers of days in the columns of `since`.

        A day is missing where one of its dates is. DataError for a value that is no date, unless
        unreadable values are looked for. Those that were found stand as `undated`, too.
        """
        places = [(name, table.index(name), table.index(start))
                  for name, start in self.since.items()]
        unreadable = table.unreadable       # None while such values are looked for
        changed = []
        for recorded in rows:
            row = list(recorded)
            for name, place, start in places:
                days = self._between(recorded[place], recorded[start])
                if days is None:
                    days = undated(recorded[place], recorded[start])
                    if unreadable is not None and days not in unreadable.get(name, ()):
                        wrong = place if self._day(recorded[place]) is None else start
                        raise self._no_date(table, table.columns[wrong], recorded[wrong])
                row[place] = days
            changed.append(row)
        return changed

    def _between(self, text, start):
        """The number of days as text, '?' if one of the two is missing, None if one is no date."""
        if text in MISSING or start in MISSING:
            return '?'
        day, first = self._day(text), self._day(start)
        if day is None or first is None:
            return None
        return str(day - first)

    def _day_of(self, text):
        """The number of a day. None if the text is no date, or different ones in two formats."""
        days = {date.toordinal() for date in readings_of(text, self._formats, self._century)}
        return days.pop() if len(days) == 1 else None

    def _no_date(self, table, column, value) -> DataError:
        """The DataError for a value that is no date, or two."""
        problem = 'is a different date in two of the formats; correct it, or leave one format out'
        if not readings_of(value, self._formats, self._century):
            alone, _ = formats_that_fit([value], self._pattern)
            advice = 'correct it, or write ? if it is not known'
            if alone:
                options = [option('date_format', name) for name in alone]
                advice = '%s reads it' % ' or '.join(options)
            formats = ' or like '.join(map(format_name, self._formats))
            problem = 'is no date like %s; %s' % (formats, advice)
        line, _ = table.first_with(column, {value})
        return DataError('column %s: %s %s' % (quoted(column), show(value), problem),
                         table.name, line)


def undated(text, start) -> str:
    """What stands for a number of days if one of the two is no date. It is no number.

    >>> undated('20240301', 'soon')
    '20240301 since soon'
    """
    return '%s since %s' % (text, start)


def check_tells_day(format_):
    """Refused for a format that does not tell the day."""
    from datetime import datetime
    day = datetime(2019, 11, 28)
    try:
        read = day if format_ is None else date_of(date_text(day, format_), format_)
    except ValueError:
        read = None
    if read is None or read.toordinal() != day.toordinal():
        raise Refused('the date format %s does not tell the day; %%d/%%m/%%Y is one that does'
                      % quoted(format_))
