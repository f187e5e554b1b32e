"""A dimension of Mondrian along a side of a picture: where its codes lie, and what stands beside them.

Promise: numbers lie in proportion, and the ticks beside them are round numbers, not recorded ones. Categories have slots of one
size, in their order. All places are shares of the axis, from 0 to 1.
"""

from __future__ import annotations

from math import floor, log10


class NumberAxis:
    """Numbers, from a round number at or below the least to one at or above the greatest.

    dimension: as of kanon/core/cutting/dimension.py, Numbers. most: how many ticks there is room for. Where a class that reaches the first or
    the last number has no end there (--labels box, or a grid with open ends), it reaches the end of the axis.

    >>> from ...core.cutting.dimension import Numbers
    >>> axis = NumberAxis(Numbers({'20': 1, '21': 1, '40': 1, '99': 1}, {'20': 20, '21': 21, '40': 40, '99': 99}), 10)
    >>> axis.reach(0, 1), axis.reach(3, 3)
    ((0.0, 0.01875), (0.98125, 0.99375))
    >>> axis.ticks[:3]
    [(0.0, '20'), (0.125, '30'), (0.25, '40')]
    """

    def __init__(self, dimension, most):
        self.positions = dimension.positions
        self.ends = getattr(dimension, 'ends', self.positions)      # the codes of a grid are ranges
        self.opens = getattr(dimension, 'opens', (dimension.boxes, dimension.boxes))
        gaps = (high - low for low, high in zip(self.positions, self.positions[1:]))
        self.half = (getattr(dimension, 'unit', 0) or min(gaps, default=1)) / 2
        low, high = self.positions[0], self.ends[-1]
        numbers = round_numbers(low, high, most) if low < high else [low - 1, low, low + 1]
        self.start, self.length = numbers[0], numbers[-1] - numbers[0]
        digits = len(dimension.texts[0]) if any(len(text) > 1 and text[0] == '0' and text.isdigit() for text in dimension.texts) else 0
        comma = any(',' in text for text in dimension.texts)
        self.ticks = [((number - self.start) / self.length, tick_text(number, digits, comma)) for number in numbers]

    def reach(self, low, high) -> tuple:
        """Where the codes from low to high lie. A number takes the room of the smallest gap between two numbers."""
        first = (self.positions[low] - self.half - self.start) / self.length
        last = (self.ends[high] + self.half - self.start) / self.length
        return (0.0 if self.opens[0] and low == 0 else max(first, 0.0),
                1.0 if self.opens[1] and high == len(self.positions) - 1 else min(last, 1.0))


class SlotAxis:
    """Categories. named: their texts, None for one that may not be shown.

    >>> axis = SlotAxis(['m', None])
    >>> axis.reach(0, 0), axis.ticks
    ((0.0, 0.5), [(0.25, 'm')])
    """

    def __init__(self, named):
        self.slots = len(named)
        self.ticks = [((code + 0.5) / self.slots, text) for code, text in enumerate(named) if text is not None]

    def reach(self, low, high) -> tuple:
        return low / self.slots, (high + 1) / self.slots


class WithMissingAxis:
    """An axis of the other values, for a dimension whose code 0 stands for the missing values. Their classes cover all of it."""

    def __init__(self, axis):
        self.axis, self.ticks = axis, axis.ticks

    def reach(self, low, high) -> tuple:
        return self.axis.reach(low - 1, high - 1) if low else (0.0, 1.0)


def axis_of(dimension, most, named):
    """The axis of a dimension. most: how many ticks there is room for. named: as of SlotAxis, with a place for each code."""
    inner = dimension.present if dimension.has_missing else dimension
    slots = not inner.is_number or is_uneven(dimension)
    axis = SlotAxis(named[dimension.has_missing:]) if slots else NumberAxis(inner, most)
    return WithMissingAxis(axis) if dimension.has_missing else axis


def is_uneven(dimension) -> bool:
    """Whether more than half of an axis in proportion would be one gap. Such numbers have slots, as categories have.

    >>> from ...core.cutting.dimension import dimension_of
    >>> is_uneven(dimension_of({'13053': 1, '13068': 1, '14850': 1})), is_uneven(dimension_of({'20': 1, '30': 1}))
    (True, False)
    """
    positions = getattr(dimension.present if dimension.has_missing else dimension, 'positions', ())
    gaps = [high - low for low, high in zip(positions, positions[1:])]
    return len(gaps) > 1 and 2 * max(gaps) > sum(gaps)


def round_numbers(low, high, most) -> list:
    """At most so many numbers, 1, 2 or 5 times a power of ten apart, from `low` or below it to `high` or above it.

    >>> round_numbers(17, 90, 10), round_numbers(0.1, 0.35, 4), round_numbers(13053, 14853, 5)
    ([10, 20, 30, 40, 50, 60, 70, 80, 90], [0.1, 0.2, 0.3, 0.4], [13000, 13500, 14000, 14500, 15000])
    """
    steps = round_steps((high - low) / most)
    while True:
        factor, power = next(steps)
        step = scaled(factor, power)
        first, last = int(low // step), int(-(-high // step))
        if last - first < most:
            break
    return [scaled(number * factor, power) for number in range(first, last + 1)]


def round_steps(least):
    """Yield all (factor, power) whose factor x 10^power is not below `least`, in ascending order. The factor is 1, 2 or 5.

    >>> from itertools import islice
    >>> list(islice(round_steps(0.3), 3)), list(islice(round_steps(70), 2))
    ([(5, -1), (1, 0), (2, 0)], [(1, 2), (2, 2)])
    """
    power = floor(log10(least))
    while True:
        yield from ((factor, power) for factor in (1, 2, 5) if scaled(factor, power) >= least * (1 - 1e-9))
        power += 1


def scaled(number, power):
    """A whole number times a power of ten. It is whole if the power is not negative, however large it is."""
    return number * 10 ** power if power >= 0 else number / 10 ** -power


def tick_text(number, digits=0, comma=False) -> str:
    """
    >>> tick_text(20.0), tick_text(0.5, comma=True), tick_text(1000, digits=5)
    ('20', '0,5', '01000')
    """
    text = '%.10g' % number if isinstance(number, float) else str(number)
    return (text.replace('.', ',') if comma else text).zfill(digits)


def every(ticks, length, room) -> list:
    """Those ticks that have so much room each: all, or every 2nd, 5th, 10th, 20th ... of them.

    >>> [text for _, text in every([((n + .5) / 6, str(n)) for n in range(6)], 60, 20)]
    ['0', '2', '4']
    """
    step, factors = 1, (2, 5, 10)
    while len(ticks) > 1 and length * abs(ticks[1][0] - ticks[0][0]) * step < room and step < len(ticks):
        power = 10 ** (len(str(step)) - 1)
        step = next(factor * power for factor in factors if factor * power > step)
    return ticks[::step]
