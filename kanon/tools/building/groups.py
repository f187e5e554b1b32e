"""Ladders of codes and of words: masked characters, one group, or groups with names.

Promise: each rule answers with a ladder for every value. All ladders are equally long, and the label at one level decides the
label at the next.
"""

from __future__ import annotations

from ...core.counts.hierarchy import ROOT
from ...core.counts.values import MISSING, number
from ...core.errors import DataError, quoted, show, some
from .ladder import laddered
from .units import Unit, bounded, by_size

LONGEST_CODE = 64        # characters


def mask(values, end='right', keep=0) -> dict:
    """Codes with characters masked from the right or the left: level l masks l of them.

    keep: how many characters at the other end are never masked; at least one is not. A value with nothing left to mask
    becomes '*'.

    >>> mask(['13053', '149'])
    {'13053': ('13053', '1305*', '130**', '13***', '1****', '*'), '149': ('149', '14*', '1**', '*', '*', '*')}
    >>> mask(['13053'], 'left', keep=3)
    {'13053': ('13053', '*3053', '**053', '*')}
    """
    values = sorted(set(values))
    starred = [value for value in values if ROOT in value]
    if starred:
        raise DataError("%s: a value with a '*' in it cannot be told from a masked one" % some(starred))
    if max(map(len, values), default=0) > LONGEST_CODE:
        raise DataError('%s has more than %d characters, too many for a code to be masked' % (show(max(values, key=len)), LONGEST_CODE))

    def labels(value):
        for n in range(1, len(value) - max(keep, 1) + 1):
            yield value[:-n] + ROOT * n if end == 'right' else ROOT * n + value[n:]
    paths = {value: list(labels(value)) for value in values if value not in MISSING}
    deepest = max(map(len, paths.values()), default=0)
    return laddered({value: path + [ROOT] * (deepest - len(path)) for value, path in paths.items()},
                    [value for value in values if value in MISSING])


def flat(values, decimal='.') -> dict:
    """All values in one group, the '*'. Numbers are sorted by size.

    >>> list(flat(['m', 'f'])), list(flat(['10', '9', '?']))
    (['f', 'm'], ['9', '10', '?'])
    """
    values = sorted(set(values))
    numbers = [value for value in values if value not in MISSING]
    if all(number(value, decimal) is not None for value in numbers):
        values = by_size(numbers, Unit(numbers, sign=decimal)) + [value for value in values if value in MISSING]
    return laddered({value: [] for value in values}, ())


def sets(groups, values=None) -> dict:
    """Values in named groups, and groups in groups: [(name, [members])]. A leaf stays as it is up to the level of its group.

    values: the recorded values, each of which must be a member. Without them the leaves are the members that are not groups.

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
    clashes = [value for value in dict.fromkeys(values or ()) if value in named]
    if clashes:
        raise DataError('a group has the name of a recorded value: %s' % some(clashes))
    missing = [value for value in MISSING if value in (values or ()) and value not in parents]
    others = [value for value in dict.fromkeys(values or ()) if value not in parents and value not in missing]
    if others:
        raise DataError('%d of the %d values are in no group: %s' % (len(others), len(set(values)), some(others)))
    deepest = max(map(len, paths.values()), default=0)
    return laddered({leaf: [leaf] * (deepest - len(path)) + path for leaf, path in paths.items()}, missing)


def parents_in(groups) -> dict:
    """{member: its group}. DataError for a group or a member that is given twice, and for a name that cannot be a group's."""
    parents: dict = {}
    named = set()
    for name, members in groups:
        if name in ('', ROOT) or not members or '' in members:
            raise DataError('%s is not a group such as north=n|ne|nw; the * above all groups is added, not given'
                            % quoted('%s=%s' % (name, '|'.join(members))))
        if name in named:
            raise DataError('two groups are named %s' % quoted(name))
        named.add(name)
        for member in members:
            if member in parents:
                raise DataError('%s is a member of two groups, %s and %s' % tuple(map(quoted, (member, parents[member], name))))
            parents[member] = name
    return parents


def codes_between(low, high) -> list:
    """All codes from one to another, both included. They have equally many digits.

    >>> codes_between('098', '101')
    ['098', '099', '100', '101']
    """
    if len(low) != len(high) or not all(text.isdigit() and text.isascii() for text in (low, high)):
        raise DataError('the bounds of codes must have equally many digits, such as 01000,99999, not %s and %s'
                        % (quoted(low), quoted(high)))
    return ['%0*d' % (len(low), code) for code in range(int(low), bounded(int(low), int(high), low, high))]
