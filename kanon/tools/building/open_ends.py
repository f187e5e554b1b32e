"""Open ends, such as 90+, >89 and <1, and ranges, such as 25-29, as values of a column.

Promise: an open end stands for all numbers from a number on, or for all up to one. It is never read as that number. A column's
open ends are understood only if most of its records with a number lie outside of them. So the grades 1+, 2 and 3- have none.
A column of ranges has a tree of their ends. A label covers all numbers that each of its values may
stand for, and is open where one of them is. Values that may stand for the same number are below one
label: <40 and 25-29. Two ranges that share an end, 0-50 and 50-100, are taken for apart. Where
single numbers stand beside ranges, labels end at round numbers, because an end would else be the
value of somebody. A number with a leading zero, as in 002-001, is a code.
In Chinese law 以上 and 以下 include the number, and 超过 and 不满 do not (Civil Code, article 1259). English and German words are
read likewise: "90 and over" includes 90, "over 90" does not.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import namedtuple
from itertools import groupby
from math import floor, inf

from ...core.counts.values import MISSING, is_code, number, present_in, range_text
from ...core.errors import DataError, show, some
from .ladder import laddered
from .units import widths_for

# above: whether it goes up; number: its text; strict: whether the number itself is outside
OpenEnd = namedtuple('OpenEnd', 'above number strict')

WRITINGS = (        # (above, strict, how it is written, where N stands for the number)
    (True, False, '(>=|=>|≥|⩾|ab ) *N|N *[+＋]|N (and|or) (over|above|older|more|up)|N (und|oder) (mehr|älter|darüber)'
                  '|N岁?[及或]?以上'),
    (True, True, '([>＞]|over |above |more than |older than |über |mehr als |älter als |超过|大于|高于) *N岁?'),
    (False, False, '(<=|=<|≤|⩽|up to |bis ) *N|N (and|or) (under|below|younger|less)|N (und|oder) (weniger|jünger|darunter)'
                   '|N岁?[及或]?以下'),
    (False, True, '([<＜]|under |below |less than |younger than |unter |weniger als |jünger als |不满|未满|小于|低于) *N岁?'))

LONGEST = 80        # characters of an open end


def open_end(text, decimal='.'):
    """The OpenEnd that a text writes, or None. decimal: the decimal sign.

    >>> open_end('90+'), open_end('> 89')
    (OpenEnd(above=True, number='90', strict=False), OpenEnd(above=True, number='89', strict=True))
    >>> open_end('<0,5', ','), open_end('90'), open_end('A+'), open_end('18-24')
    (OpenEnd(above=False, number='0,5', strict=True), None, None, None)
    """
    digits = re.search('[+-]?[0-9][0-9.,]*', text) if len(text) <= LONGEST else None
    if not digits or number(text, decimal) is not None:
        return None
    digits = digits[0]
    shape = text.strip().lower().replace(digits, 'N', 1)
    if number(digits, decimal) is None:
        return None
    return next((OpenEnd(above, digits, strict) for above, strict, writing in WRITINGS if re.fullmatch(writing, shape)), None)


def ends_in(values, decimal='.') -> dict:
    """{value: OpenEnd} of the values that are open ends."""
    ends = {value: open_end(value, decimal) for value in values if number(value, decimal) is None}
    return {value: end for value, end in ends.items() if end}


def understood(counts, decimal='.') -> dict:
    """{value: OpenEnd} of the open ends in a column of numbers. {} if most of its numbers lie inside of them.

    counts: {value: records}.

    >>> list(understood({'39': 5, '88': 2, '90+': 1, '<1': 1})), list(understood({'1+': 5, '2': 8, '2-': 2, '3': 9}))
    (['90+', '<1'], [])
    """
    ends = ends_in(counts, decimal)
    numbers = {value: number(value, decimal) for value in counts if value not in MISSING and value not in ends} if ends else {}
    numbers = {value: n for value, n in numbers.items() if n is not None}
    if not numbers or any(map(is_code, numbers)):
        return {}
    firsts = [(number(end.number, decimal), end.strict) for end in ends.values() if end.above]
    lasts = [(number(end.number, decimal), end.strict) for end in ends.values() if not end.above]
    if firsts and lasts and max(lasts)[0] >= min(firsts)[0]:
        return {}
    inside = sum(counts[value] for value, n in numbers.items()
                 if any(n > first or n == first and not strict for first, strict in firsts)
                 or any(n < last or n == last and not strict for last, strict in lasts))
    return ends if 2 * inside < sum(map(counts.__getitem__, numbers)) else {}


def inner_place(end, unit) -> int:
    """The least place inside of an end that goes up, or the greatest inside of one that goes down."""
    return unit.place(end.number) + (end.strict if end.above else -end.strict)


def limits_of(ends, unit) -> tuple:
    """The place below which, and the place from which on, a number may be inside of an open end; None without one."""
    lows = [inner_place(end, unit) + 1 for end in ends.values() if not end.above]
    highs = [inner_place(end, unit) for end in ends.values() if end.above]
    return max(lows, default=None), min(highs, default=None)


def check_held(ends, low, high, unit, edges):
    """DataError for an open end that no range holds. low, high: the bottom and the top, as places.

    edges: a function from a place and whether it is a top to the text of the edge that holds it.
    """
    for text, end in ends.items():
        place = inner_place(end, unit)
        if end.above and (high is None or place < high) or not end.above and (low is None or place >= low):
            word, edge = ('top', place) if end.above else ('bottom', place + 1)
            raise DataError('%s is an open end, which no range holds; --%s %s makes one that does'
                            % (show(text), word, edges(edge, end.above)))


# Ranges.

ENDS = 'ends'       # in place of widths: the ranges are the values

PLAIN = '[0-9]{1,15}(?:[.,][0-9]{1,9})?'
WORDS_BEHIND = '(?: ?[A-Za-z%][A-Za-z/%. ]{0,20})?'
BAND = '(?P<first>%s) ?[-\u2013\u2014](?: ?(?P<last>%s)%s)?' % (PLAIN, PLAIN, WORDS_BEHIND)

FEW_BANDS = 10      # a column of numbers has ranges if one record in so many has one

STRANGE = 20        # one record in so many may have something else

SINGLE = 3          # with more single numbers than this, labels end at round numbers

# low, high: the least and the greatest number, -inf or inf for none; first, last: their texts, ''
# for none; without: 'low' or 'high' if that end is outside, else ''; kind: 'number', 'band' or
# 'open'
Band = namedtuple('Band', 'low high first last without kind')

# first, last: the texts of its ends, '' for none; half_open: whether it is without the last;
# values: the leaves
Cell = namedtuple('Cell', 'first last half_open values')


def band_of(text, decimal='.'):
    """The Band that a text writes, or None.

    >>> [band_of(text)[:4] for text in ('25-29', '40-', '42')]
    [(25, 29, '25', '29'), (40, inf, '40', ''), (42, 42, '42', '42')]
    >>> band_of('<40').without, band_of('0-39 g/day').high
    ('high', 39)
    >>> band_of('29-25'), band_of('002-001'), band_of('Sales')
    (None, None, None)
    """
    text = text.strip()
    found = re.fullmatch(BAND, text)
    if found:
        first, last = found['first'], found['last'] or ''
        low, high = number(first, decimal), number(last, decimal) if last else inf
        if low is None or high is None or low >= high or is_code(first) or is_code(last):
            return None
        return Band(low, high, first, last, '', 'band' if last else 'open')
    end = open_end(text, decimal)
    if end:
        n = number(end.number, decimal)
        if end.above:
            return Band(n, inf, end.number, '', 'low' * end.strict, 'open')
        return Band(-inf, n, '', end.number, 'high' * end.strict, 'open')
    n = None if is_code(text) else number(text, decimal)
    return None if n is None else Band(n, n, text, text, '', 'number')


def bands_in(counts, decimal='.') -> dict:
    """{value: Band} of a column of ranges; {} if it is none. counts: {value: records}.

    It is one if nearly all records have a range, an open end or a number, and two values are
    ranges, or one beside an open end. One record in FEW_BANDS has a range or an open end.

    >>> list(bands_in({'25-29': 3, '42': 5, '<40': 1}))
    ['25-29', '42', '<40']
    >>> bands_in({'42': 5, '43': 9, '90+': 1}), bands_in({'25-29': 1, 'x': 1})
    ({}, {})
    """
    present, bands = present_in(counts), {}
    strange = records = sum(present.values())
    for value, n in present.items():
        band = band_of(value, decimal)
        if band:
            bands[value], strange = band, strange - n
    kinds = [band.kind for band in bands.values()]
    if STRANGE * strange > records or 'band' not in kinds or kinds.count('number') > len(kinds) - 2:
        return {}
    ranged = sum(counts[value] for value, band in bands.items() if band.kind != 'number')
    return bands if FEW_BANDS * ranged >= records else {}


def combined_ends(values, decimal='.') -> dict:
    """Ranges combined by their ends, each two neighbours at a level.

    >>> ages = combined_ends(['<25', '25-29', '30-35', '>35', '?'])
    >>> ages['25-29'], ages['>35'], ages['?']
    (('25-29', '[-29]', '*'), ('>35', '[30-]', '*'), ('?', '?', '*'))
    >>> combined_ends(['25-29', '30-34', '<40', '80+'])['25-29']
    ('25-29', '[-39]', '*')
    """
    values = list(dict.fromkeys(values))
    missing = [value for value in values if value in MISSING]
    bands = {value: band_of(value, decimal) for value in values if value not in MISSING}
    others = [value for value, band in bands.items() if band is None]
    if others:
        raise DataError('%d of the %d values are no ranges such as 25-29, <40 or 80+, and no numbers:'
                        ' %s; correct them' % (len(others), len(values), some(others)))
    if are_whole(bands.values()):
        bands = {value: closed(band) for value, band in bands.items()}
    bands = bands_in_order(bands)
    parts = list(bands_apart(bands))
    cells = at_round_numbers(parts, bands) or [hull(part, bands) for part in parts]
    levels = [cells] if 1 < len(cells) < len(bands) else []
    while len(cells) > 2:
        cells = in_pairs(cells, decimal)
        levels.append(cells)
    labels: dict = {value: [] for value in bands}
    for level in levels:
        for cell in level:
            for value in cell.values:
                labels[value].append(range_text(*cell[:3]))
    return laddered(labels, missing)


def bands_in_order(bands) -> dict:
    """{value: Band}, by the least number, and then by the greatest."""
    def place(value):
        band = bands[value]
        return band.low, band.without == 'low', band.high, value
    return {value: bands[value] for value in sorted(bands, key=place)}


def are_whole(bands) -> bool:
    """Whether all ends are whole numbers, and one range ends right before another one begins.

    Instead of that a number may stand alone.
    """
    bands = list(bands)
    numbers = {n for band in bands for n in (band.low, band.high) if abs(n) != inf}
    lows = {band.low for band in bands}
    next_to = any(band.high + 1 in lows for band in bands if band.kind == 'band')
    told = next_to or any(band.kind == 'number' for band in bands)
    return told and all(isinstance(n, int) for n in numbers)


def closed(band) -> Band:
    """A Band of whole numbers with both its ends inside.

    >>> closed(band_of('<40'))[:4], closed(band_of('>35'))[:4]
    ((-inf, 39, '', '39'), (36, inf, '36', ''))
    """
    if band.without == 'high':
        return band._replace(high=band.high - 1, last=str(band.high - 1), without='')
    if band.without == 'low':
        return band._replace(low=band.low + 1, first=str(band.low + 1), without='')
    return band


def bands_apart(bands):
    """Yield the values together that may stand for the same numbers, directly or by others.

    bands: {value: Band}, in order.
    """
    part: list = []
    for value, band in bands.items():
        if part and is_above(band, greatest(part, bands)):
            yield part
            part = []
        part.append(value)
    if part:
        yield part


def is_above(band, other) -> bool:
    """Whether all numbers of a Band are above another one. Ranges that share an end are apart."""
    if band.low != other.high:
        return band.low > other.high
    return band.without == 'low' or other.without == 'high' or band.kind == other.kind == 'band'


def greatest(part, bands) -> Band:
    """The Band with the greatest end of these values."""
    def reach(band):
        return band.high, band.without != 'high', band.kind != 'band'
    return max(map(bands.__getitem__, part), key=reach)


def hull(part, bands) -> Cell:
    """The Cell from the least to the greatest end of these values."""
    last = greatest(part, bands)
    return Cell(bands[part[0]].first, last.last, last.without == 'high', part)


def at_round_numbers(parts, bands) -> list:
    """The Cells between round numbers, if many numbers stand alone; otherwise []."""
    alone = sum(band.kind == 'number' for band in bands.values())
    all_ends = [end for band in bands.values() for end in (band.low, band.high)]
    finite = [floor(end) for end in all_ends if abs(end) != inf]
    widths = widths_for(finite) if alone > SINGLE else []
    if not widths:
        return []
    step, whole = widths[0], are_whole(bands.values())
    crossed = [(bands[part[0]].low, greatest(part, bands)) for part in parts]

    def edges_from(origin):
        first, last = (min(finite) - origin) // step * step + origin, max(finite) + 1
        return [edge for edge in range(first, last + step, step) if not any(
            low < edge and not ends_before(high, edge) for low, high in crossed)]
    origins = {0, *(floor(band.low) % step for band in bands.values() if band.kind == 'band')}
    edges = max(map(edges_from, sorted(origins)), key=len)
    cells = []
    for place, several in groupby(parts, key=lambda part: bisect_right(edges, bands[part[0]].low)):
        values = [value for part in several for value in part]
        first = str(edges[place - 1]) if place else ''
        last = str(edges[place] - whole) if place < len(edges) else ''
        first = '' if bands[values[0]].low == -inf else first
        last = '' if greatest(values, bands).high == inf else last
        cells.append(Cell(first, last, bool(last) and not whole, values))
    return cells


def ends_before(band, edge) -> bool:
    return band.high < edge or band.high == edge and band.without == 'high'


def joined_cells(cells) -> Cell:
    """Neighbouring Cells as one."""
    values = [value for cell in cells for value in cell.values]
    return Cell(cells[0].first, cells[-1].last, cells[-1].half_open, values)


def in_pairs(cells, decimal='.') -> list:
    """Two neighbouring Cells in one, so that more of them begin at a multiple of ten."""
    def paired(start):
        groups = [cells[:start], *(cells[at:at + 2] for at in range(start, len(cells), 2))]
        return list(map(joined_cells, filter(None, groups)))

    def roundness(merged):
        return sum(number(cell.first, decimal) % 10 == 0 for cell in merged[1:]) / len(merged[1:])
    return max((paired(start) for start in (0, 1)), key=roundness)
