"""Open ends, such as 90+, >89 and <1, in a column of numbers.

Promise: an open end stands for all numbers from a number on, or for all up to one. It is never read as that number. A column's
open ends are understood only if most of its records with a number lie outside of them. So the grades 1+, 2 and 3- have none.
In Chinese law 以上 and 以下 include the number, and 超过 and 不满 do not (Civil Code, article 1259). English and German words are
read likewise: "90 and over" includes 90, "over 90" does not.
"""

from __future__ import annotations

import re
from collections import namedtuple

from ..errors import DataError, show
from ..values import MISSING, is_code, number

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
