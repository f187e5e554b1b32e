"""A first draft of a hierarchy, for a column of any kind.

Promise: a draft depends only on the column's values and their counts, covers all its values, and comes with a description of
its levels. Ranges do not end at the least and the greatest value, which belong to somebody; groups of equally many records
do.
"""

from __future__ import annotations

from collections import Counter, namedtuple

from ...core.counts.values import MISSING, check_plain, few, present_in
from ...core.counts.writings import check_thousands
from ...core.errors import DataError, quoted
from ...core.tables.recorded_dates import date_of, has_time, has_two_digits
from .code_systems import SYSTEMS, code_of
from .codes import codes, level_lengths
from .column_kinds import Plain, day_of, is_plain
from .dates import dates
from .groups import LONGEST_CODE, flat, mask
from .ladder import laddered
from .numbers import edge_by, quantiles, ranges
from .open_ends import ENDS, combined_ends, limits_of, understood
from .units import Unit, mostly_whole, widths_for, widths_of_months

SKEWED = 8          # this many ranges are useless if one of them holds more than half of the records

PARTS = 16, 8, 4, 2

# levels: what they are, as pairs of a key and its values (voice/of_start.py); by: the words of `kanon hierarchy` that make the same hierarchy,
# or None; open: the labels of open ends
Draft = namedtuple('Draft', 'ladders levels by open', defaults=((),))

FLAT: tuple = (('flat', {}),), ('flat',)

OF_DATES = {'hour': 'date_hour', 'day': 'date_day', 'month': 'date_month', 'quarter': 'date_quarter', 'year': 'date_year', 'decade': 'date_decade'}


def draft_of(column, decimal='.', unreadable=False, thousands=(), century=None, months=False) -> Draft:
    """The draft for a survey's column. DataError if it holds numbers that kanon cannot read, or too many values.

    decimal: the decimal sign of the table. unreadable: leave out the few values that are no numbers or dates where most are.
    thousands: the columns of which it was said what stands between thousands (counts/writings.py).
    century: the first of the hundred years that two digits of a year mean, or None.
    months: whether the numbers are numbers of months.
    """
    kind, counts = column.looks.kind, column.counts
    word = kind.of[0] if kind.word == 'likely identifier' else kind.word
    if unreadable and kind.others and few(kind.others, present_in(counts)):
        counts = {value: n for value, n in counts.items() if value not in kind.others}
        kind, word = kind._replace(others={}), word.replace('number in another writing', 'number')
    if column.limit:
        raise DataError('column %s has more than %d distinct values; make them coarser first, for instance times into days'
                        % (quoted(column.name), column.limit))
    if word == 'number in another writing' or word == 'mostly numbers' and len(kind.others) == len(present_in(counts)):
        check_plain(column.name, counts, ' and run this again; or leave it out of --quasi', decimal)
    if word == 'number':
        check_thousands(column.name, counts, decimal, thousands)
    try:
        if word == 'date' and has_two_digits(kind.of[0]):       # of years that somebody has to name
            if century is None:
                return Draft(flat(counts), *FLAT)
            return of_dates(counts, kind.of[0], (), century)
        return of_kind(word, kind, counts, decimal, months)
    except DataError as error:
        raise DataError('column %s: %s' % (quoted(column.name), error.problem)) from None


def of_kind(word, kind, counts, decimal, months) -> Draft:
    if word in ('date', 'mostly dates'):
        return of_dates(counts, kind.of[0], kind.others)
    if word == 'code' and kind.word == word and kind.of:
        return cuts_of_system(kind.of[0], counts, kind.others)
    if word == 'code' and max(map(len, counts)) <= LONGEST_CODE:
        plain = {value: n for value, n in counts.items() if value not in kind.others}
        return with_others(Draft(mask(plain), (('by_mask', {}),), ('mask',)), kind.others)
    if word == 'ranges':
        texts = [value for value in counts if value not in kind.others]
        by = 'ranges', '--widths', ENDS
        return with_others(Draft(combined_ends(texts, decimal), (('by_ends', {}),), by), kind.others)
    if word in ('number', 'mostly numbers'):
        return ladders_of_numbers(counts, kind.others, decimal, months)
    return Draft(flat(counts), *FLAT)


def cuts_of_system(system, counts, others=()) -> Draft:
    """The cuts of a system of codes.

    >>> cuts_of_system('icd10', {'I21.0': 4, 'I10': 8})[1:3]
    ((('by_cuts', {'system': 'icd10', 'lengths': '3, 1'}),), ('codes', '--cuts', 'icd10'))
    """
    ladders = codes({value: n for value, n in counts.items() if value not in others}, system)
    longest = max(len(code_of(value, SYSTEMS[system]) or '') for value in ladders)
    lengths = ', '.join(str(length or longest) for length in level_lengths(system, ladders))
    return with_others(Draft(ladders, (('by_cuts', {'system': system, 'lengths': lengths}),), ('codes', '--cuts', system)), others)


def of_dates(counts, pattern, others=(), century=None) -> Draft:
    """The levels that part these dates. Quarters are used for at most five years.

    >>> of_dates({'2021-09-04': 1, '2023-12-24': 1}, '%Y-%m-%d').levels
    (('date_month', {}), ('date_quarter', {}), ('date_year', {}))
    >>> of_dates({'1/2/1950': 1, '3/4/2001': 1}, '%d/%m/%Y').by
    ('dates', '--date-format', '%d/%m/%Y', '--levels', 'month,year,decade')
    >>> times = ['2023-01-01T10:15Z', '2023-01-01T10:30Z', '2023-01-01T11:00Z', '2023-01-02T23:30Z']
    >>> of_dates(dict.fromkeys(times, 1), Plain('%Y-%m-%dT%H:%M%z')).by
    ('dates', '--levels', 'hour,day')
    """
    values = [value for value in counts if value not in others]
    known = [value for value in values if value not in MISSING]
    days = [day_of(value, pattern) for value in known]
    if century:
        days = [date_of(value, pattern, century) for value in known]
    first, last = min(days), max(days)
    years = last.year - first.year + 1
    months = 12 * years - (first.month - 1) - (12 - last.month)
    quarters = 4 * years - (first.month - 1) // 3 - (12 - last.month) // 3
    timed = '%H' in pattern
    parts = {'hour': timed and hours_part(known), 'day': (last - first).days * timed, 'month': months - 1, 'quarter': (quarters - 1) * (years <= 5),
             'year': years - 1, 'decade': last.year // 10 - first.year // 10}
    levels = [level for level, borders in parts.items() if borders]
    if not levels:
        return Draft(flat(counts), *FLAT)
    format_ = pattern if century or not is_plain(pattern) else None
    how = ('--century', str(century)) if century else ()
    how = (*(('--date-format', pattern) if format_ else ()), *how)
    by = 'dates', *how, '--levels', ','.join(levels)
    named: tuple = tuple((OF_DATES[level], {}) for level in levels)
    return with_others(Draft(dates(values, format_, levels, century), named, by), others)


def hours_part(values) -> bool:
    """Whether each of these dates has a time, and hours are coarser than times and finer than days."""
    if not all(map(has_time, values)):
        return False
    moments = {date_of(value, None) for value in values}
    hours = {(moment.date(), moment.hour) for moment in moments}
    return len({day for day, _ in hours}) < len(hours) < len(moments)


def ladders_of_numbers(counts, others=(), decimal='.', months=False) -> Draft:
    """Ranges, or quantiles if one of the ranges would hold most records. The others stay as they are up to the '*'.

    months: whether these are numbers of months. If they are whole, they are cut in quarters, halves and years.
    With open ends such as 90+ the top, or the bottom, is the nearest edge of the finest ranges that holds them.

    >>> ladders_of_numbers(dict.fromkeys(map(str, range(17, 91)), 1)).levels
    (('by_ranges', {'width': '5'}), ('by_ranges', {'width': '10'}), ('by_ranges', {'width': '50'}))
    >>> ladders_of_numbers({str(n ** 6): 1 for n in range(30)}).levels
    (('by_quantiles', {'parts': '8, 4, 2'}),)
    >>> ladders_of_numbers({'1': 3, '2': 1, '5': 2, '8': 1, 'nine': 2}, {'nine': 2}).ladders['nine'], ladders_of_numbers({'0': 3, '1': 1}).levels
    (('nine', 'nine', '*'), (('flat', {}),))
    >>> ladders_of_numbers({'0': 9, '1': 5, '2': 4, '3': 2, '4': 2, '5.5': 1}).levels
    (('by_ranges', {'width': '2'}),)
    >>> ladders_of_numbers({**dict.fromkeys(map(str, range(17, 89)), 1), '>88': 3}).ladders['>88']
    ('>88', '[85-]', '[85-]', '[85-]', '*')
    """
    numbers = {value: n for value, n in counts.items() if value not in others}
    ends = understood(numbers, decimal)
    present = [value for value in numbers if value not in MISSING and value not in ends]
    unit = Unit([*present, *(end.number for end in ends.values())], sign=decimal)
    places: Counter = Counter()
    for value in present:
        places[unit.place(value)] += numbers[value]
    bottom, top = limits_of(ends, unit)
    inside = {place: n for place, n in places.items()
              if (bottom is None or place >= bottom) and (top is None or place < top)}
    by_whole = mostly_whole(inside, 10 ** unit.decimals)
    one, months = (10 ** unit.decimals if by_whole else 1), months and by_whole
    whole = {place // one for place in inside}
    origin = int(months and set(whole) <= set(range(1, 13)))
    steps = widths_of_months(whole, origin) if months else widths_for(whole)
    widths = [width * one for width in steps]
    zero = origin * one
    if bottom is not None and widths:
        bottom = edge_by(bottom, widths[0], zero, False)
    if top is not None and widths:
        top = edge_by(top, widths[0], zero, True)

    def plain(place):
        text = '' if place is None else unit.written(place).replace(decimal, '.')
        return (text.rstrip('0').rstrip('.') if '.' in text else text) or None
    parts = [part for part in PARTS if 2 * part <= len(places)]
    if parts and widths and is_skewed(places, widths[0]):
        ladders, parts = different(quantiles(numbers, parts, decimal), parts)
        levels: tuple = (('by_quantiles', {'parts': ', '.join(map(str, parts))}),)
        by: tuple = ('quantiles', '--parts', ','.join(map(str, parts)))
    elif widths:
        texts, edges = list(map(plain, widths)), {'top': plain(top), 'bottom': plain(bottom)}
        if origin:
            edges['origin'] = str(origin)
        ladders, levels = ranges(numbers, texts, **edges, decimal=decimal), tuple(('by_ranges', {'width': width}) for width in texts)
        by = 'ranges', '--widths', ','.join(texts), *('--%s=%s' % pair for pair in edges.items() if pair[1] is not None)
    else:
        return Draft(flat(counts, decimal), *FLAT)
    return with_others(Draft(ladders, levels, by, tuple(sorted({ladders[value][1] for value in ends}))), others)


def with_others(draft, others) -> Draft:
    """The draft with values of another kind added. They stay as they are up to the '*'."""
    if not others:
        return draft
    ladders = laddered({leaf: ladder[1:-1] for leaf, ladder in draft.ladders.items()}, others)
    return Draft(ladders, (('levels_and_others', {'levels': draft.levels}),), None, draft.open)


def different(ladders, parts) -> tuple:
    """The ladders without levels that repeat the level before, and the parts of the levels that are left.

    >>> different({'0': ('0', '[0-0]', '[0-0]', '*'), '7': ('7', '[7-9]', '[7-9]', '*')}, [4, 2])
    ({'0': ('0', '[0-0]', '*'), '7': ('7', '[7-9]', '*')}, [4])
    """
    levels = list(zip(*ladders.values()))
    kept = [place for place, level in enumerate(levels) if place == 0 or level != levels[place - 1]]
    ladders = dict(zip(ladders, zip(*(levels[place] for place in kept))))
    return ladders, [parts[place - 1] for place in kept if 0 < place <= len(parts)]


def is_skewed(places, width) -> bool:
    """Whether one of many ranges of this width would hold more than half of the records.

    >>> [is_skewed({1000: 9, 1000 + last: 3, 1003: 1}, 5) for last in (30, 35)], is_skewed({1000: 9, 1035: 9}, 5)
    ([False, True], False)
    """
    records: Counter = Counter()
    for place, n in places.items():
        records[place // width] += n
    many = max(records) - min(records) + 1 >= SKEWED
    return many and 2 * max(records.values()) > sum(records.values())
