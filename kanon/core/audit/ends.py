"""The ends of labels and of declared edges, read by the audit from their texts.

Promise: `ends_of` returns the least and the greatest number that a label covers, or None for a
label that is no number and no interval. `ends_of_node` does so for a node of a hierarchy, where an
end may be left out. `declared_edges` and `edges_of` say where an interval may begin and end.
It shares no code with the labels, the edges or the hierarchies.
"""

from __future__ import annotations

from math import frexp, inf, ldexp

DECIMAL = frozenset('0123456789+-.eE')     # what a number is written with


def number_or_none(text, none=None):
    """The number that a text writes in decimal digits, whole numbers exactly.

    None, or what is given for it, for any other text.

    >>> [number_or_none(text) for text in ('007', '-5', '.5', '1e3', '1_000', 'e')]
    [7, -5, 0.5, 1000.0, None, None]
    """
    if text.isascii() and text.isdigit():       # nearly always
        return int(text)
    if not DECIMAL.issuperset(text):
        return none
    whole = text.lstrip('+-').isdigit()
    try:
        return int(text) if whole else float(text)
    except ValueError:
        return none


def decimals_of(text, decimal) -> int:
    """How many decimals a number has, 0 for any other text. decimal: its decimal sign.

    >>> decimals_of('12.50', '.'), decimals_of('12,5', ','), decimals_of('v1.25', '.')
    (2, 1, 0)
    """
    if number_or_none(text.replace(decimal, '.')) is None:
        return 0
    return len(text.partition(decimal)[2])


def exactly(number):
    """A number as a Fraction, as its shortest text has it. An infinite one stays."""
    from fractions import Fraction      # few runs need it
    return number if number in (inf, -inf) else Fraction(str(number))


# Intervals. [60-80] holds 80, and [60-80) does not.


def is_interval(label) -> bool:
    """Whether a label looks like an interval, such as [60-80) or [90-*]."""
    return label[:1] + label[-1:] in ('[]', '[)')


def is_half_open(label) -> bool:
    """Whether an interval is without its high end."""
    return label[-1:] == ')'


def ends_of(label):
    """The least and the greatest number under a label, or None if it is no number and no interval.

    >>> ends_of('[-5-*]'), ends_of('[1e-5--.5]'), ends_of('5.0'), ends_of('{a|b}')
    ((-5, inf), (1e-05, -0.5), (5.0, 5.0), None)
    >>> ends_of('[-40--20)'), ends_of('[90-*)')
    ((-40, -20.000000000000004), None)
    """
    ends = ends_as_written(label)
    if ends and is_half_open(label):
        low, high = ends
        return low, just_below(high)
    return ends


def ends_as_written(label):
    """The two ends of a label as it has them, 80 of [60-80), too. None for what is no interval."""
    for first, last in texts_of_ends(label):
        low = -inf if first == '*' else number_or_none(first)
        high = inf if last == '*' else number_or_none(last)
        if low is None or high is None:
            continue
        if high == inf and is_half_open(label):     # no number is the greatest below the end
            continue
        return low, high
    return None


def texts_of_ends(label):
    """Yield the pairs of texts that may be the ends of a label, one for each - that may part them.

    >>> list(texts_of_ends('[-5--3]')), list(texts_of_ends('5'))
    ([('', '5--3'), ('-5', '-3'), ('-5-', '3')], [('5', '5')])
    """
    if not is_interval(label):
        yield label, label
        return
    for place, letter in enumerate(label):
        if letter == '-':
            yield label[1:place], label[place + 1:-1]


def just_below(number):
    """The greatest number that is below another one.

    >>> just_below(80), just_below(-20), just_below(10 ** 17)
    (79.99999999999999, -20.000000000000004, 99999999999999999)
    >>> just_below(64), just_below(2 ** 53), just_below(2 ** 53 - 1), just_below(0)
    (63.99999999999999, 9007199254740991, 9007199254740990.0, -5e-324)
    >>> just_below(2.0 ** -1073)
    5e-324
    """
    if isinstance(number, int) and abs(number) >= 2 ** 53:      # no float lies above the int before
        return number - 1
    least = -1074       # 2 ** least is the least float above 0
    if number == 0:
        return -ldexp(1.0, least)
    share, power = frexp(number)
    step = power - 53
    if share == 0.5:        # below a power of two the floats lie twice as close
        step -= 1
    return number - ldexp(1.0, max(step, least))


# Nodes of a hierarchy, where nothing may stand for an open end.


def ends_of_node(label):
    """What `ends_of` says, of a node of a hierarchy.

    >>> ends_of_node('[90-]'), ends_of_node('[-17]'), ends_of_node('[5-9]'), ends_of_node('old')
    ((90, inf), (-inf, 17), (5, 9), None)
    >>> ends_of_node('[-18)'), ends_of_node('[60-80)'), ends_of_node('[90-)')
    ((-inf, 17.999999999999996), (60, 79.99999999999999), None)
    """
    return first_ends(ends_of, label)


def written_ends_of_node(label):
    """What `ends_as_written` says, of a node of a hierarchy: 80 of [60-80).

    >>> [written_ends_of_node(label) for label in ('[60-80)', '[-18)', '[90-]')]
    [(60, 80), (-inf, 18), (90, inf)]
    """
    return first_ends(ends_as_written, label)


def first_ends(ends_by, label):
    """The ends of a node, by a function, in the first way to read it in which it has any."""
    for text in (label, *with_open_end(label)):
        ends = ends_by(text)
        if ends:
            return ends
    return None


def with_open_end(label) -> list:
    """A node in the two ways in which it may be an open interval, with * for the end that it lacks.

    >>> with_open_end('[90-]'), with_open_end('old')
    (['[*90-]', '[90-*]'], [])
    """
    if not is_interval(label):
        return []
    inside, last = label[1:-1], label[-1]
    return ['[*' + inside + last, '[' + inside + '*' + last]


# Edges that are declared before the data are seen.


def declared_edges(text) -> tuple:
    """Two functions from an end of an interval: whether it is a declared low end, and a high end.

    text: a width, or the edges, as they are typed.

    >>> low, high = declared_edges('0:18:*')
    >>> [low(end) for end in (0, 17, 18, -inf)], [high(end) for end in (17, 18, inf)]
    ([True, False, True, False], [True, False, True])
    """
    from fractions import Fraction      # few runs declare edges
    texts, unit = parts_and_unit(text)
    if len(texts) == 1:
        width = Fraction(text)
        return (lambda end: exactly(end) % width == 0,
                lambda end: (exactly(end) + unit) % width == 0)
    *starts, last = texts
    lows = {-inf if part == '*' else Fraction(part) for part in starts}
    highs = {Fraction(part) - unit for part in starts[1:]}
    highs.add(inf if last == '*' else Fraction(last))
    return (lambda end: exactly(end) in lows,
            lambda end: exactly(end) in highs)


def parts_and_unit(text) -> tuple:
    """The edges, or the width, that are typed, and a one in the last of their decimal places.

    >>> parts_and_unit('0: 0.25:*')
    (['0', '0.25', '*'], Fraction(1, 100))
    """
    from fractions import Fraction
    parts = [part.strip() for part in text.split(':')]
    decimals = max(len(part.partition('.')[2]) for part in parts)
    return parts, Fraction(1, 10 ** decimals)


def edges_of(nodes, decimal) -> tuple:
    """What `declared_edges` returns, for a hierarchy: by its nodes that are intervals, as [90-]."""
    lows, highs = set(), set()
    for node in filter(is_interval, nodes):
        ends = ends_of_node(node.replace(decimal, '.'))
        if ends:
            lows.add(ends[0])
            highs.add(ends[1])
    return lows.__contains__, highs.__contains__


def on_edges(label, is_low, is_high) -> bool:
    """Whether a label is an interval from a low edge to a high edge."""
    ends = ends_of(label)
    return ends is not None and is_low(ends[0]) and is_high(ends[1])


def edges_around(declared, value) -> tuple:
    """The ends of the interval between declared edges that a number lies in.

    declared: the edges as they are typed.

    >>> [tuple(map(float, edges_around(declared, '18.5')))
    ...  for declared in ('0.5', '*:0.0:20.0', '0.0:18.5:*')]
    [(18.5, 18.9), (0.0, 20.0), (18.5, inf)]
    """
    from fractions import Fraction
    number = Fraction(value)
    texts, unit = parts_and_unit(declared)
    if len(texts) == 1:
        width = Fraction(declared)
        low = number // width * width
        return low, low + width - unit
    *starts, last = texts
    lows = [-inf if part == '*' else Fraction(part) for part in starts]
    highs = [low - unit for low in lows[1:]]
    highs.append(inf if last == '*' else Fraction(last))        # the last one includes its end
    for low, high in reversed(list(zip(lows, highs))):
        if low <= number:
            return low, high
    return lows[0], highs[0]
