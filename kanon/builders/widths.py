"""Widths for ranges of numbers that nobody has chosen.

Promise: each width is a multiple of the one before, and ranges of the first part the numbers.
"""

from __future__ import annotations

GROUPS = 25         # at most this many ranges at the finest level, and at least 10 if there are many numbers

FEWEST = 3          # at most this many ranges at the coarsest level below the '*'


def widths_for(places) -> list:
    """Nested widths of 1, 2 or 5 x 10^n units, the finest at least two units wide; [] if ranges would part nothing.

    >>> widths_for(range(17, 91)), widths_for(range(0, 7)), widths_for([0, 1]), widths_for(range(1000, 9000, 7))
    ([5, 10, 50], [2], [], [500, 1000, 5000])
    """
    low, high = min(places), max(places)

    def groups(width):
        return high // width - low // width + 1

    def chain(width):
        wider = [chain(width * factor) for factor in (2, 4, 5)
                 if str(width * factor).rstrip('0') in '125' and groups(width * factor) > 1 and groups(width) > FEWEST]
        return [width, *min(wider, key=lambda widths: (groups(widths[-1]) > FEWEST, -len(widths)), default=[])]

    finest = next(width for width in series() if width > 1 and groups(width) <= GROUPS)
    return chain(finest) if groups(finest) > 1 and len(places) > FEWEST else []


def mostly_whole(places, one) -> bool:
    """Whether most records have a whole number, so that 5.5 children are an exception.

    places: {place: records}. one: the place of the number 1.

    >>> mostly_whole({0: 5, 10: 4, 55: 2}, 10), mostly_whole({5: 5, 15: 4, 20: 2}, 10)
    (True, False)
    """
    return 2 * sum(n for place, n in places.items() if place % one == 0) > sum(places.values())


def series():
    """1, 2, 5, 10, 20, 50 and so on."""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10
