"""What a column looks like, from its {value: records}.

Promise: nothing is guessed from a column's name, and nothing depends on the order of the records. A kind fits all values of
the column, apart from missing ones. If it fits only most of them, the others are listed with it.
Only distinct values are looked at, so that a table of many records takes no longer than one of few.
"""

from __future__ import annotations

import re
from collections import Counter, namedtuple

from ...core.counts.values import (ENOUGH, MISSING, NEARLY, few, not_plain, number, other_codes,
                                   present_in, writing)
from ...core.tables.dialect import MISSING_WORDS
from ...core.tables.recorded_dates import date_of, format_of, has_two_digits, short_formats
from .code_systems import forms_of
from .open_ends import bands_in, understood

DAY = '(?P<d>[0-9]{1,2})%s(?P<m>[0-9]{1,2})%s(?P<y>[0-9]{4})'

MONTH = '(?P<m>[0-9]{1,2})%s(?P<d>[0-9]{1,2})%s(?P<y>[0-9]{4})'

ISO_DAY = '(?P<y>[0-9]{4})-(?P<m>[0-9]{2})-(?P<d>[0-9]{2})'

MINUTES = '(?:[01][0-9]|2[0-3]):[0-5][0-9]'

DATES = {pattern: re.compile(shape) for pattern, shape in (     # if several fit all values, the first is taken
    ('%Y-%m-%d', ISO_DAY), ('%Y-%m-%d %H:%M', ISO_DAY + ' ' + MINUTES), ('%Y-%m-%dT%H:%M', ISO_DAY + 'T' + MINUTES),
    ('%Y-%m-%d %H:%M:%S', ISO_DAY + ' ' + MINUTES + ':[0-5][0-9]'),
    ('%Y-%m-%dT%H:%M:%S', ISO_DAY + 'T' + MINUTES + ':[0-5][0-9]'),
    ('%d/%m/%Y', DAY % ('/', '/')), ('%m/%d/%Y', MONTH % ('/', '/')), ('%d.%m.%Y', DAY % ('[.]', '[.]')),
    ('%d-%m-%Y', DAY % ('-', '-')), ('%m-%d-%Y', MONTH % ('-', '-')),
    ('%Y/%m/%d', '(?P<y>[0-9]{4})/(?P<m>[0-9]{1,2})/(?P<d>[0-9]{1,2})'),
    ('%Y年%m月%d日', '(?P<y>[0-9]{4})年(?P<m>[0-9]{1,2})月(?P<d>[0-9]{1,2})日'),
    ('%Y%m%d', '(?P<y>(?:1[89]|2[01])[0-9]{2})(?P<m>[0-9]{2})(?P<d>[0-9]{2})'))}

LONGEST_WORD = max(map(len, MISSING_WORDS)) + 2     # characters, with a blank at both ends

LIKE_A_DATE = re.compile(r'[0-9]{1,4}([-/.])[0-9]{1,2}\1[0-9]{1,4}|[0-9]{4}年|[0-9]{1,2}-?[A-Za-z]{3}-?[0-9]{4}')

# A number with its unit, such as 165 cm. Without a blank it is one of UNITS, because 12A may be a room.
WITH_UNIT = re.compile(r'[+-]?[0-9]+(?:[.,][0-9]+)?(?P<blank>[ \xa0]?)'
                       r'(?P<unit>[^\W\d_]{1,12}[\w/%.^*\xb2\xb3]{0,12}|\xb0 ?[CF]?)')
UNITS = frozenset('mm cm dm m km in ft inch yd mi ug mcg \xb5g mg g kg t oz lb lbs cwt ml cl dl l mmhg bpm'
                  ' mmol mmol/l mg/dl g/dl g/l iu h hr hrs hour hours min mins s sec secs ms d day days wk wks'
                  ' week weeks mo month months y yr yrs year years j jahre monate wochen tage stunden eur usd chf'
                  ' gbp cny kcal kj w kw kwh v hz mph km/h kmh \xb0c \xb0f \xb0 kg/m2 kg/m\xb2 岁 年 月 天 周 元'
                  ' 厘米 米 公斤 千克'.split())

STRAY_UNITS = 20    # one record in so many may have no number with a unit

# word: empty, constant, number, number in another writing, number with a unit, mostly numbers, ranges,
# date, mostly dates, code, likely identifier or category.
# of: the units, the patterns of a date, the other writings of numbers, the system that codes are taken
# for, or the kind that an identifier would have otherwise. A pattern may be two with a comma, as
# --date-format takes them: '%d.%m.%Y,%Y-%m-%d'. It may be a Plain one.
# others: {value: records} of the values that are not numbers, dates or codes, in a column where most values are.
ColumnKind = namedtuple('ColumnKind', 'word of others')

# words: {value that may mean "missing": records}; other_codes: {value: records} of the codes that have not the width of the widest;
# ends: {value: records} of the open ends, such as 90+, in a column of numbers; systems: the names of systems whose codes have the form
# of the values, too
Looks = namedtuple('Looks', 'kind records distinct missing words other_codes ends systems')


class Plain(str):
    """A pattern that says how dates are written that are read without a format.

    tables/recorded_dates.py says which these are.
    """


def looks(counts, decimal='.') -> Looks:
    """The kind of a column and its counts. distinct: how many different values are not missing.

    >>> looks({'39': 5, '': 1, 'NA': 2})[:5]
    (ColumnKind(word='mostly numbers', of=(), others={'NA': 2}), 8, 2, 1, {'NA': 2})
    >>> looks({'39': 5, '90+': 2})[5:7], looks({'01067': 5, '1067': 2, 'NA': 1})[5:7]
    (({}, {'90+': 2}), ({'1067': 2}, {}))
    """
    missing = sum(counts.get(value, 0) for value in MISSING)
    distinct = len(counts) - sum(value in counts for value in MISSING)
    kind = kind_of(counts, decimal)
    readable = {value: n for value, n in counts.items() if value not in kind.others} if kind.others else counts
    ends = understood(readable, decimal) if kind.word in ('number', 'mostly numbers') else {}
    return Looks(kind, sum(counts.values()), distinct, missing, words_for_missing(counts), other_codes(readable, decimal),
                 {value: counts[value] for value in ends}, forms_of(counts)[1] if kind.word in ('code', 'category') else ())


def words_for_missing(counts) -> dict:
    """{value: records} of the values that may mean "missing". To kanon they are values like any other.

    None is an answer where it is the most frequent value, as of previous convictions.

    >>> words_for_missing({'NA': 3, 'n/a': 1, 'NATO': 5, '?': 2, 'Keine Angabe': 4})
    {'NA': 3, 'n/a': 1, 'Keine Angabe': 4}
    >>> words_for_missing({'None': 9, 'theft': 4, 'NA': 1}), words_for_missing({'None': 3, 'x': 4})
    ({'NA': 1}, {'None': 3})
    """
    words = {value: n for value, n in counts.items() if len(value) <= LONGEST_WORD and value.lower().strip() in MISSING_WORDS}
    answer = next((value for value in words if value.lower().strip() == 'none'), None)
    others = [n for value, n in present_in(counts).items() if value != answer]
    if answer is not None and words[answer] > max(others, default=0):
        del words[answer]
    return words


def kind_of(counts, decimal='.') -> ColumnKind:
    """The kind that fits these {value: records}. decimal: the decimal sign of numbers.

    >>> [kind_of(counts).word for counts in ({'?': 3}, {'m': 2, '': 1}, {'m': 2, 'f': 1}, {'39': 1, '4.5': 2})]
    ['empty', 'constant', 'category', 'number']
    >>> kind_of({'2023-09-04': 1, '2023-12-24': 1})[:2], kind_of({'1/2/2020': 1, '3/4/2020': 1})[:2]
    (('date', ('%Y-%m-%d',)), ('date', ('%d/%m/%Y', '%m/%d/%Y')))
    >>> kind_of({'24.07.91': 1, '3.4.02': 1})[:2]
    ('date', ('%d.%m.%y',))
    >>> kind_of({'13053': 4, '14850': 8}).word, kind_of({'1,5': 2, '3': 2})[:2]
    ('code', ('number in another writing', ('a decimal comma',)))
    >>> kind_of({'P%d' % n: 1 for n in range(20)})[:2], kind_of({str(n): 1 for n in range(1, 20)})[:2]
    (('likely identifier', ('category',)), ('likely identifier', ('number',)))
    >>> kind_of({'I21.0': 4, 'I10': 8, 'E11.9': 2})[:2]
    ('code', ('icd10',))
    >>> kind_of({'25-29': 4, '<25': 8, '30+': 2}).word
    'ranges'
    """
    present = {value: n for value, n in counts.items() if value not in MISSING}
    if len(present) < 2:
        return ColumnKind('constant' if present else 'empty', (), {})
    patterns = date_patterns(present) or short_formats(present)
    if patterns:
        return ColumnKind('date', patterns, {})
    if all(date_of(value, None) for value in present):
        return mostly_dates(present)
    words = words_for_missing(counts)
    bands = bands_in({value: n for value, n in present.items() if value not in words}, decimal)
    if bands:
        others = {value: n for value, n in present.items() if value not in bands}
        return named(ColumnKind('ranges', (), others), present)
    units = units_behind(present, words)
    if units:
        return ColumnKind('number with a unit', units, {})
    system, _, others = forms_of(present)
    if system and not identifies(ColumnKind('code', (system,), others), present):
        return ColumnKind('code', (system,), others)
    plain = are_codes(present) or other_codes(present, decimal)
    kind = ColumnKind('code', (), {}) if plain else codes_and_others(present) or numbers_or_words(present, decimal)
    if kind.word == 'number' and are_numbered(present):
        kind = ColumnKind('code', (), {})
    return named(kind, present, decimal)


def units_behind(present, words=()) -> tuple:
    """The units in a column of numbers with a unit, the most frequent first; () if it is none.

    '' stands for numbers without one. present: {value: records}. words: what may mean a missing value.

    >>> units_behind({'165 cm': 5, '170 cm': 3, '172': 1})
    ('cm', '')
    >>> units_behind({'70kg': 5, '71kg': 2, '150 lb': 3})
    ('kg', 'lb')
    >>> units_behind({'12A': 5, '12B': 3, '14A': 2})
    ()
    """
    records: Counter = Counter()
    for value, n in present.items():
        found = WITH_UNIT.fullmatch(value.strip())
        if found and (found['blank'] or found['unit'].lower() in UNITS):
            records[found['unit']] += n
        elif number(value) is not None or number(value, ',') is not None:
            records[''] += n
    known = sum(n for value, n in present.items() if value not in words)
    few_units = len(present) > 2 and len(records) < max(3, len(present) / 2)
    nearly_all = STRAY_UNITS * sum(records.values()) >= (STRAY_UNITS - 1) * known
    if not few_units or not nearly_all or 2 * records[''] > known:
        return ()
    return tuple(sorted(records, key=lambda unit: (-records[unit], unit)))


def are_numbered(present) -> bool:
    """Whether whole numbers are codes of areas with numbers within, as PUMAs are: 3701, 3702, 3801.

    In each hundred they begin at 0 or 1 and end early, there are several hundreds, and they are no
    round numbers. present: {value: records}.

    >>> are_numbered({'%d%02d' % (area, n): 5 for area in (37, 38, 40) for n in range(1, 8)})
    True
    >>> are_numbered({str(n): 5 for n in range(300, 900)})
    False
    """
    if len(present) < ENOUGH or not all(re.fullmatch('[1-9][0-9]{2,}', value) for value in present):
        return False
    if sum(present.values()) < 2 * len(present):
        return False
    areas: dict = {}
    for value in present:
        areas.setdefault(value[:-2], []).append(int(value[-2:]))
    within = [n for numbers in areas.values() for n in numbers]
    begun = sum(min(numbers) <= 1 for numbers in areas.values())
    odd = sum(n % 5 != 0 for n in within)
    in_order = max(within) <= 40 and 5 * begun >= 4 * len(areas)
    return len(areas) > 2 and in_order and 2 * odd >= len(within)


def named(kind, present, decimal='.') -> ColumnKind:
    """The kind, or that of a likely identifier."""
    return ColumnKind('likely identifier', (kind.word,), {}) if identifies(kind, present, decimal) else kind


def codes_and_others(present):
    """The Kind of a column in which most records have codes of digits, else None.

    A value with a letter is a code likewise if it is as wide, and has a digit. Digits of three or four characters without a leading
    zero are codes only beside others that begin with a letter, such as A12 and B07: 1O1 may be a slip.

    >>> codes_and_others({'01067': 5, '07743': 3, 'A1067': 1, 'k.A.': 2}), codes_and_others({'39': 5, '41': 3, '3O': 1})
    (ColumnKind(word='code', of=(), others={'k.A.': 2}), None)
    >>> codes_and_others({'250': 5, 'A12': 2, 'B07': 1}), codes_and_others({'101': 5, '117': 2, '1O1': 1})
    (ColumnKind(word='code', of=(), others={}), None)
    """
    digits = [value for value in present if value.isascii() and value.isdigit()]
    rest = {value: n for value, n in present.items() if not (value.isascii() and value.isdigit())}
    widths = set(map(len, digits))
    alike = {value: n for value, n in rest.items()
             if len(value) in widths and re.fullmatch('[A-Za-z0-9]+', value) and re.search('[0-9]', value)}
    others = {value: n for value, n in rest.items() if value not in alike}
    if not digits or any(number(value) is not None or number(value, ',') is not None or writing(value) for value in others):
        return None
    if not are_codes(digits):
        lettered = [value for value in alike if value[0].isalpha() and shape_of(value) == shape_of(next(iter(alike)))]
        return ColumnKind('code', (), {}) if len(lettered) == len(rest) > 1 and len(widths) == 1 and min(widths) > 2 else None
    if not few(others, present):
        return None
    patterns = date_patterns(digits)
    return ColumnKind('mostly dates', patterns, rest) if patterns else ColumnKind('code', (), others)


def numbers_or_words(present, decimal) -> ColumnKind:
    ends = understood(present, decimal)
    present = {value: n for value, n in present.items() if value not in ends} if ends else present
    others = not_plain(present, decimal)
    writings = {writing(value, decimal) for value in others}
    if None in writings:
        return ColumnKind('mostly numbers', (), others)
    if others:
        return ColumnKind('number in another writing', tuple(sorted(writings)), others)
    if all(number(value, decimal) is not None for value in present):
        return ColumnKind('number', (), {})
    return mostly_dates(present) or ColumnKind('category', (), {})


def mostly_dates(present):
    """The Kind of a column in which one pattern fits most records, else None.

    >>> mostly_dates({'4.9.2023': 2, '24.12.2023': 1, 'soon': 1})
    ColumnKind(word='mostly dates', of=('%d.%m.%Y',), others={'soon': 1})
    >>> mostly_dates({'4.9.2023': 2, '24.12.2023': 1, '2023-12-31': 1})
    ColumnKind(word='date', of=('%d.%m.%Y,%Y-%m-%d',), others={})
    """
    half = sum(present.values()) / 2
    if sum(n for value, n in present.items() if LIKE_A_DATE.match(value)) <= half:
        return None     # before trying 13 patterns on each value
    patterns = two_patterns(present)
    pattern = patterns[0] if patterns else ''
    others = {value: n for value, n in present.items() if not (pattern and day_of(value, pattern))}
    strange = {value: n for value, n in present.items() if not date_of(value, None)}
    if sum(strange.values()) < sum(others.values()):
        read = (value for value in present if value not in strange)
        patterns, others = (Plain(format_of(read)),), strange
    if sum(others.values()) >= half:
        return None
    return ColumnKind('mostly dates' if others else 'date', patterns, others)


def two_patterns(present) -> tuple:
    """The patterns that fit most records, each with a second one behind a comma, if one reads others.

    Patterns that fit equally many records stand side by side only if they read the same values.

    >>> two_patterns({'16.12.1954': 1, '1954-12-16': 1})
    ('%Y-%m-%d,%d.%m.%Y',)
    >>> two_patterns({'01/02/1954': 1, '03/02/1954': 1})
    ('%d/%m/%Y', '%m/%d/%Y')
    """
    first = best_patterns(present)
    if not first:
        return ()
    read = [value for value in present if day_of(value, first[0])]
    first = tuple(pattern for pattern in first if all(day_of(value, pattern) for value in read))
    rest = {value: n for value, n in present.items() if not day_of(value, first[0])}
    others = [pattern for pattern in DATES if tells_days(present, first[0], pattern)] if rest else []
    second = best_patterns(rest, others) if others else ()
    pairs = zip(first, second) if len(first) == len(second) else ((one, other) for one in first for other in second)
    return tuple(map(','.join, pairs)) or first


def best_patterns(values, patterns=DATES) -> tuple:
    """Those of the patterns that fit most of these records, {value: records}; () if none fits any."""
    fits = {pattern: sum(n for value, n in values.items() if day_of(value, pattern)) for pattern in patterns}
    most = max(fits.values(), default=0)
    return tuple(pattern for pattern, n in fits.items() if n == most) if most else ()


def tells_days(values, first, second) -> bool:
    """Whether no value is one day in the first pattern and another in the second. No two orders of day and month tell days.

    >>> tells_days(['13/4/2020'], '%d/%m/%Y', '%m/%d/%Y'), tells_days(['3/4/2020', '2020-04-03'], '%d/%m/%Y', '%Y-%m-%d')
    (False, True)
    """
    days = ((day_of(value, first), day_of(value, second)) for value in values)
    return first.translate({ord('d'): 'm', ord('m'): 'd'}) != second and all(None in both or both[0] == both[1] for both in days)


def identifies(kind, present, decimal='.') -> bool:
    """Whether nearly every record has a value of its own. Numbers identify only if they are whole and have few gaps.

    >>> identifies(ColumnKind('number', (), {}), {str(n * n): 1 for n in range(50)})
    False
    """
    records = sum(present.values())
    if records < ENOUGH or len(present) < NEARLY * records:
        return False
    if kind.word != 'number':
        return kind.word in ('code', 'category', 'ranges')
    numbers = {number(value, decimal) for value in present} - {None}       # which an open end is
    whole = all(isinstance(n, int) for n in numbers)
    return whole and NEARLY * (max(numbers) - min(numbers) + 1) <= len(numbers)


def date_patterns(values) -> tuple:
    """The strptime patterns that fit all values, the preferred one first.

    >>> date_patterns(['24/12/2020', '1/2/2020']), date_patterns(['20200131', '20200231']), date_patterns(['Sales'])
    (('%d/%m/%Y',), (), ())
    """
    patterns = tuple(DATES)
    for value in values:
        patterns = tuple(pattern for pattern in patterns if day_of(value, pattern))
        if not patterns:
            break
    return patterns


def day_of(value, pattern):
    """The datetime.date of a value, without its time, or None if the pattern does not fit.

    Of two patterns with a comma the first that fits. A Plain one fits what is read without a format.
    Of one with two digits of a year the hundred is not known here.

    >>> day_of('24/12/2020', '%d/%m/%Y').isoformat(), day_of('30/02/2020', '%d/%m/%Y')
    ('2020-12-24', None)
    >>> day_of('2020-12-24', '%d/%m/%Y,%Y-%m-%d').isoformat()
    '2020-12-24'
    """
    if ',' in pattern:
        return next(filter(None, (day_of(value, part) for part in pattern.split(','))), None)
    if isinstance(pattern, Plain) or has_two_digits(pattern):
        read = date_of(value, None if isinstance(pattern, Plain) else pattern)
        return read and read.date()
    match = DATES[pattern].fullmatch(value)     # strptime takes 10 times as long
    if not match:
        return None
    from datetime import date
    try:
        return date(int(match['y']), int(match['m']), int(match['d']))
    except ValueError:
        return None


def is_plain(pattern) -> bool:
    """Whether dates of a pattern are read without a format.

    >>> is_plain('%Y-%m-%d'), is_plain(Plain('%d-%b-%Y')), is_plain('%d.%m.%Y,%Y-%m-%d')
    (True, True, False)
    """
    if isinstance(pattern, Plain):
        return True
    return all(part.startswith('%Y-%m-%d') for part in pattern.split(','))


def in_second(counts, kind) -> tuple:
    """The second pattern of a column of dates that are written in two ways, and the {value: records} that only it reads; ('', {}) without.

    >>> counts = {'4.9.2023': 2, '24.12.2023': 1, '2023-12-31': 1}
    >>> in_second(counts, kind_of(counts))
    ('%Y-%m-%d', {'2023-12-31': 1})
    """
    first, _, second = kind.of[0].partition(',') if kind.word in ('date', 'mostly dates') else ('', '', '')
    read = {value: n for value, n in counts.items() if day_of(value, second) and not day_of(value, first)} if second else {}
    return second, read


def two_ways(counts, kind):
    """Another pattern that reads some of a column's other values, these values, and those that both read, as different days.

    Each is {value: records}. None if no value can be read in two ways.

    >>> counts = {'5/13/1975': 2, '5/27/1975': 2, '13/5/1975': 1, '5/6/1980': 3, '2/2/1981': 1}
    >>> two_ways(counts, mostly_dates(counts))
    ('%d/%m/%Y', {'13/5/1975': 1}, {'5/6/1980': 3})
    """
    for pattern in DATES if kind.word == 'mostly dates' else ():
        read = {value: n for value, n in kind.others.items() if day_of(value, pattern)}
        days = {value: (day_of(value, kind.of[0]), day_of(value, pattern)) for value in counts} if read else {}
        either = {value: counts[value] for value, (one, other) in days.items() if one and other and one != other}
        if either:
            return pattern, read, either
    return None


def are_codes(values) -> bool:
    """Whether all values are codes, which are made coarser by cutting characters off at the right.

    Codes are digits with a leading zero, or all of the same length of at least 5; two parts of digits of different lengths; or
    letters and digits in the same order.

    >>> [are_codes(values) for values in (['0501', '13053'], ['13053', '14850'], ['00-950', '31-001'], ['K1A 0B6', 'M4B 1B3'])]
    [True, True, True, True]
    >>> [are_codes(values) for values in (['17', '90'], ['1200', '13053'], ['18-24', '25-34'], ['Sales', 'Craft'])]
    [False, False, False, False]
    """
    if all(value.isascii() and value.isdigit() for value in values):
        lengths = set(map(len, values))
        return len(lengths) == 1 and min(lengths) >= 5 or any(len(value) > 1 and value[0] == '0' for value in values)
    shape = shape_of(next(iter(values)))
    if any(shape_of(value) != shape for value in values):
        return False
    parts = re.fullmatch('(9+)-(9+)', shape)
    if parts:
        return len(parts[1]) != len(parts[2])
    return len(shape) > 2 and {'A', '9'} <= set(shape) <= set('A9 .-/')


def shape_of(text) -> str:
    """The text with A for each letter and 9 for each digit.

    >>> shape_of('K1A 0b6')
    'A9A 9A9'
    """
    return re.sub('[0-9]', '9', re.sub('[A-Za-z]', 'A', text))
