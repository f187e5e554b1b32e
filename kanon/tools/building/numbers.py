"""Ladders of numbers: ranges of given widths, and groups of about equally many records.

Promise: a label [low-high] includes both ends, and is one unit apart from the next label, the finest unit of the numbers.
[90-] is 90 and more, [-17] is 17 and less. Codes keep their zeros: [01000-01999]. Everything is decided in whole numbers. Each
range of a level is a union of ranges of the level below. A value that is an open end itself, such as 90+, is below a label that
is open likewise and holds all that it may stand for.
If the numbers have more decimals than the widths, a label [60-80) is without its high end, where the next label begins.
So every float lies in one label. A number is where it lies for whoever reads the table (`values.number`).
"""

from __future__ import annotations

from ...core.counts.hierarchy import ROOT
from ...core.counts.values import is_code, number, range_text
from ...core.errors import DataError, quoted, show, some
from .groups import codes_between
from .ladder import laddered
from .open_ends import check_held, ends_in, limits_of, inner_place
from .units import Unit, bounded, by_size, exact, numbers_of


def ranges(values, widths, origin='0', top=None, bottom=None, decimal='.') -> dict:
    """Numbers in ranges of these widths, such as [35-39] or [1.0-1.4].

    All numbers are given as text. widths: each a multiple of the one before. top: this number and all above become [90-] at
    every level. bottom: all numbers below become [-17]. Both must be edges of the finest width, origin + n * width.
    decimal: the decimal sign of the values and the labels. An open end such as 90+ needs a top that is not above it.

    >>> ranges(['7', '12', '95', '?'], ['5', '10'], top='90')['12']
    ('12', '[10-14]', '[10-19]', '*')
    >>> ranges(['85', '?', '95'], ['5', '10', '20'], top='90') == {
    ...     '85': ('85', '[85-89]', '[80-89]', '[80-89]', '*'), '95': ('95', '[90-]', '[90-]', '[90-]', '*'),
    ...     '?': ('?', '?', '?', '?', '*')}
    True
    >>> ranges(['85', '90+'], ['5', '10'], top='90')['90+']
    ('90+', '[90-]', '[90-]', '*')
    >>> ranges(['-20.5', '7'], ['20'])['-20.5'], ranges(['1.25'], ['0.5'], bottom='1')['1.25']
    (('-20.5', '[-40--20)', '*'), ('1.25', '[1.0-1.5)', '*'))
    """
    ends = ends_in(values, decimal)
    numbers, missing = numbers_of(without_ends(values, ends), decimal)
    limits = [text for text in (*widths, origin, top, bottom) if text is not None]
    as_read = {text: text_as_read(text, decimal) for text in numbers}
    all_ = [*as_read.values(), *limits, *(end.number for end in ends.values())]
    unit = Unit(all_, codes=numbers, sign=decimal)
    labels = RangeLabels(unit, Unit(limits, codes=numbers, sign=decimal), decimal)
    steps = nested(widths, unit)
    for text, what in ((bottom, 'bottom'), (top, 'top')):
        if text is not None:
            check_edge(text, what, widths[0], origin)
    low, high, zero = (None if text is None else unit.place(text) for text in (bottom, top, origin))
    if low is not None and high is not None and low >= high:
        raise DataError('the bottom, %s, is not below the top, %s' % (bottom, top))
    check_held(ends, low, high, unit, lambda place, down: unit.written(
        edge_by(place, steps[0], zero, down)).replace(decimal, '.'))

    def label(place, step):
        if low is not None and place < low:
            return labels.below(low)
        if high is not None and place >= high:
            return labels.above(high)
        start = (place - zero) // step * step + zero
        first = start if low is None else max(start, low)
        end = start + step if high is None else min(start + step, high)
        return labels.between(first, end)
    places = {text: unit.place(as_read[text]) for text in by_size(numbers, unit)}
    return laddered({text: [label(place, step) for step in steps] for text, place in with_ends(places, ends, unit).items()}, missing)


def text_as_read(text, decimal='.') -> str:
    """A number with decimals in as many digits as it has for whoever reads it as a float.

    >>> numbers = '59.99999999999999999', '0.300000000000000031', '01067'
    >>> tuple(map(text_as_read, numbers))
    ('60', '0.30000000000000004', '01067')
    """
    return repr(number(text, decimal)).replace('.', decimal) if decimal in text else text


class RangeLabels:
    """The labels of ranges. An edge is a place of a unit, and is written in the unit of the widths.

    >>> labels = RangeLabels(Unit(['0.25']), Unit(['0.5']))
    >>> labels.below(100), labels.between(100, 150), labels.above(150)
    ('[-1.0)', '[1.0-1.5)', '[1.5-]')
    """

    def __init__(self, unit, unit_of_widths, decimal='.'):
        self._unit, self._written, self._decimal = unit, unit_of_widths, decimal
        self._finer = 10 ** (unit.decimals - unit_of_widths.decimals)
        self.half_open = self._finer > 1

    def between(self, first, end) -> str:
        """The label of the places from the first to the one before an end."""
        if self.half_open:
            return range_text(self._edge(first), self._edge(end), True)
        return range_text(self._unit.written(first), self._unit.written(end - 1))

    def below(self, end) -> str:
        if self.half_open:
            return range_text('', self._edge(end), True)
        return range_text('', self._unit.written(end - 1))

    def above(self, first) -> str:
        return range_text(self._edge(first), '')

    def _edge(self, place) -> str:
        """DataError for an edge with more digits than a float has. A number next to it would lie in two labels."""
        text = self._written.written(place // self._finer)
        plain = text.replace(self._decimal, '.')
        if self.half_open and exact(plain) != exact(text_as_read(plain)):
            raise DataError('the end of a range would have more digits than a computer tells apart:'
                            ' %s; take wider ranges' % show(text))
        return text


def without_ends(values, ends):
    """The values, a list or {value: records}, that are no open ends."""
    if not ends:
        return values
    return {value: n for value, n in values.items() if value not in ends} if isinstance(values, dict) else [
        value for value in values if value not in ends]


def with_ends(places, ends, unit) -> dict:
    """{text: place} with the open ends: those that go down before all numbers, those that go up behind them."""
    down, up = ({text: inner_place(end, unit) for text, end in sorted(ends.items()) if end.above == above} for above in (False, True))
    return {**down, **places, **up} if ends else places


def edge_by(place, step, zero, down) -> int:
    """The edge of ranges at or below a place, or at or above it. The ranges begin at zero and are step wide.

    >>> edge_by(89, 5, 0, True), edge_by(89, 5, 0, False), edge_by(90, 5, 0, False)
    (85, 90, 90)
    """
    return (place - zero) // step * step + zero if down else -((zero - place) // step) * step + zero


def nested(widths, unit) -> list:
    """The widths in units. DataError unless each is above 0 and a multiple of the one before."""
    steps = [unit.place(width) for width in widths]
    if not steps:
        raise DataError('no width is given')
    for width, step in zip(widths, steps):
        if step <= 0:
            raise DataError('a width is a number above 0, not %s' % quoted(width))
    for finer, coarser, step, next_ in zip(widths, widths[1:], steps, steps[1:]):
        if next_ % step or next_ == step:
            raise DataError('the widths are not nested: %s is not a multiple of %s' % (coarser, finer) if next_ != step else
                            'the width %s is given twice' % coarser)
    return steps


def check_edge(text, what, width, origin):
    """DataError with the nearest edges if no range of the finest width ends at this top or bottom."""
    unit = Unit([text, width, origin])
    place, step, zero = map(unit.place, (text, width, origin))
    below = edge_by(place, step, zero, True)
    if below != place:
        raise DataError('the %s, %s, is not an edge of the ranges of %s from %s; the nearest are %s and %s'
                        % (what, text, width, origin, unit.written(below), unit.written(below + step)))


def quantiles(counts, parts, decimal='.') -> dict:
    """Numbers in groups of about equally many records: [first-last], or [39-39] for a group of one value.

    counts: {value text: records}. parts: how many groups at each level, finest first, each divisible by the next. Equal
    numbers are in the same group, the one that the middle of their records falls into. Empty groups are left out. A group with an
    open end such as 90+ is open, and holds all numbers from there on.

    >>> quantiles({'20': 5, '30': 2, '31': 2, '40': 1}, [4, 2])['31']
    ('31', '[31-40]', '[30-40]', '*')
    >>> quantiles({'20': 5, '30': 2, '31': 2, '40+': 1}, [4, 2])['40+']
    ('40+', '[31-]', '[30-]', '*')
    """
    if not parts or min(parts) < 1:
        raise DataError('at least one number of parts is needed, and each must be at least 1')
    for finer, coarser in zip(parts, parts[1:]):
        if finer % coarser or finer == coarser:
            raise DataError('the parts are not nested: %d cannot be cut into %d' % (finer, coarser) if finer != coarser else
                            'the number of parts %d is given twice' % finer)
    ends = ends_in(counts, decimal)
    numbers, missing = numbers_of(without_ends(counts, ends), decimal)
    unit = Unit([*numbers, *(end.number for end in ends.values())], sign=decimal)
    low, high = limits_of(ends, unit)
    if low is not None and high is not None and low > high:
        raise DataError('two open ends, %s, hold the same numbers; correct one of them' % some(sorted(ends)))
    places: dict = {}
    total, below = sum(counts[text] for text in [*numbers, *ends]), 0
    for text, place in with_ends({text: unit.place(text) for text in by_size(numbers, unit)}, ends, unit).items():
        place = place if low is None else max(place, low - 1)       # what may be inside of an open end goes where that goes
        places.setdefault(place if high is None else min(place, high), []).append(text)
    group_of: dict = {}
    ends_of: dict = {}
    for place, texts in places.items():
        records = sum(counts[text] for text in texts)
        first = '' if low is not None and place < low else unit.written(place) if place == high else texts[0]
        last = '' if place == high else unit.written(place) if not first else texts[0]
        for part in parts:
            group = part, (2 * below + records) * part // (2 * total + (not total))
            ends_of[group] = ends_of.get(group, (first,))[0], last
            group_of.setdefault(texts[0], []).append(group)
        below += records
    labels = {group: '[%s-%s]' % pair if any(pair) else ROOT for group, pair in ends_of.items()}
    return laddered({text: [labels[group] for group in group_of[texts[0]]] for texts in places.values() for text in texts}, missing)


def widths_of(text) -> list:
    """The widths of a chain '5,10 / 10,20 / 20,*', which may also be on several lines.

    >>> widths_of('5,10 / 10,20 / 20,*')
    ['5', '10', '20']
    """
    lines = [line for line in text.splitlines() if not line.startswith('#')]
    links = [[part.strip() for part in link.split(',')] for line in lines for link in line.split('/') if link.strip()]
    for place, link in enumerate(links, 1):
        follows = links[place][0] if place < len(links) else ROOT
        if len(link) != 2 or link[1] != follows:
            raise DataError('%s does not fit into a chain of widths such as 5,10 / 10,20 / 20,*: %s is expected after'
                            ' the comma' % (show(','.join(link)), show(follows)))
        exact(link[0])
    if not links:
        raise DataError('there is no chain of widths such as 5,10 / 10,20 / 20,*')
    return [link[0] for link in links]


def numbers_between(low, high, decimal='.', decimals=0) -> list:
    """All numbers from one to another, both included, one unit apart. The unit is the last decimal place that the two have.

    decimals: how many places the unit has at least.

    >>> numbers_between('-1', '1'), numbers_between('0', '0.3')
    (['-1', '0', '1'], ['0.0', '0.1', '0.2', '0.3'])
    >>> numbers_between('008', '011')
    ['008', '009', '010', '011']
    """
    if is_code(low) or is_code(high):
        return codes_between(low, high)
    unit = Unit([low, high], decimals, sign=decimal)
    first, last = unit.place(low), unit.place(high)
    return [unit.written(place) for place in range(first, bounded(first, last, low, high))]
