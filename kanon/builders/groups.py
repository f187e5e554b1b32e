"""Hierarchies made by rule: ranges of numbers, quantiles, masked codes, dates, sets.

Promise: each rule answers with a ladder for every value, {leaf: (leaf, label of level 1, ..., '*')}. All ladders of a
table are equally long, and the label of one level decides that of the next.
A label that stands for several levels is repeated. `text_of` writes the file. Numbers have a module of their own, and are
to be had from here.

All values from one to another, for a hierarchy that is made without a table.

Promise: the values are those between the two ends, both included, and at most 1,000,000; DataError for more.
"""

from __future__ import annotations

from ..errors import DataError, quoted, show, some
from ..hierarchy import ROOT
from ..values import MISSING, number
from .ladder import laddered
from .units import Unit, bounded, in_order

LONGEST = 64        # characters of a code


def mask(values, end='right', keep=0) -> dict:
    """Codes with more and more characters masked, from the right or the left; level l masks l of them.

    keep: so many characters of the other end are never masked (the last one never is). A value with nothing left to
    mask is '*' from there on.

    >>> mask(['13053', '149'])
    {'13053': ('13053', '1305*', '130**', '13***', '1****', '*'), '149': ('149', '14*', '1**', '*', '*', '*')}
    >>> mask(['13053'], 'left', keep=3)
    {'13053': ('13053', '*3053', '**053', '*')}
    """
    values = sorted(set(values))
    masked = [value for value in values if ROOT in value]
    if masked:
        raise DataError("%s: a value with a '*' in it cannot be told from a masked one" % some(masked))

    if max(map(len, values), default=0) > LONGEST:
        raise DataError('%s has more than %d characters, and is no code to be masked' % (show(max(values, key=len)), LONGEST))

    def labels(value):
        for n in range(1, len(value) - max(keep, 1) + 1):
            yield value[:-n] + ROOT * n if end == 'right' else ROOT * n + value[n:]
    found = {value: list(labels(value)) for value in values if value not in MISSING}
    deepest = max(map(len, found.values()), default=0)
    return laddered({value: path + [ROOT] * (deepest - len(path)) for value, path in found.items()},
                    [value for value in values if value in MISSING])


def flat(values) -> dict:
    """Values, and the '*' above them all; numbers by size.

    >>> list(flat(['m', 'f'])), list(flat(['10', '9', '?']))
    (['f', 'm'], ['9', '10', '?'])
    """
    values = sorted(set(values))
    numbers = [value for value in values if value not in MISSING]
    if None not in map(number, numbers):
        values = in_order(numbers, Unit(numbers)) + [value for value in values if value in MISSING]
    return laddered({value: [] for value in values}, ())


def sets(groups, values=None) -> dict:
    """Values in groups that have names, and groups in groups: [(name, [members])]; a leaf stays until its group is reached.

    values: those of the data, each of which must be a member; without, the leaves are the members that are no groups.

    >>> sets([('North', ['n', 'ne']), ('Any', ['North', 's'])], ['n', 's'])['s']
    ('s', 's', 'Any', '*')
    """
    parents = parents_in(groups)
    named = {name for name, _ in groups}
    paths = {}
    for start in parents:
        path = [start]
        while path[-1] in parents:
            if parents[path[-1]] in path:
                raise DataError('a group is among its own members: %s' % ' -> '.join(map(quoted, path)))
            path.append(parents[path[-1]])
        if start not in named:
            paths[start] = path[1:]
    taken = [value for value in dict.fromkeys(values or ()) if value in named]
    if taken:
        raise DataError('a group is named like a recorded value: %s' % some(taken))
    missing = [value for value in MISSING if value in (values or ()) and value not in parents]
    others = [value for value in dict.fromkeys(values or ()) if value not in parents and value not in missing]
    if others:
        raise DataError('in no group: %d of the %d values: %s' % (len(others), len(set(values)), some(others)))
    deepest = max(map(len, paths.values()), default=0)
    return laddered({leaf: [leaf] * (deepest - len(path)) + path for leaf, path in paths.items()}, missing)


def parents_in(groups) -> dict:
    """{member: its group}; DataError for a name or a member that is said twice, and for a name that cannot be one."""
    parents, named = {}, set()
    for name, members in groups:
        if name in ('', ROOT) or not members or '' in members:
            raise DataError('%s is no group such as north=n|ne|nw; the * above all groups is not said'
                            % quoted('%s=%s' % (name, '|'.join(members))))
        if name in named:
            raise DataError('two groups are named %s' % quoted(name))
        named.add(name)
        for member in members:
            if member in parents:
                raise DataError('%s is a member of two groups, %s and %s'
                                % tuple(map(quoted, (member, parents[member], name))))
            parents[member] = name
    return parents


def codes_between(low, high) -> list:
    """Codes of equally many digits.

    >>> codes_between('098', '101')
    ['098', '099', '100', '101']
    """
    if len(low) != len(high) or not all(text.isdigit() and text.isascii() for text in (low, high)):
        raise DataError('the bounds of codes are two of equally many digits, such as 01000,99999, not %s and %s'
                        % (quoted(low), quoted(high)))
    return ['%0*d' % (len(low), code) for code in range(int(low), bounded(int(low), int(high), low, high))]
