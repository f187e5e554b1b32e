"""The recorded values that few records or persons have, and whether a label names one of them.

Promise: a value that stands in a label between signs that are no letters or digits is named by it, whatever the label is: as the end of an
interval, in a set, or by itself.
"""

from __future__ import annotations


def rare_values(values, k, codes=None, persons=None) -> frozenset:
    """The values that fewer than k records have, or fewer than k persons. Where k is 1, those of a single one.

    values: {recorded value: records}. persons: those of the table (persons.py), who are counted then. codes: the code of each row of the
    frequency set in this column, by the order of the values.

    >>> from ..persons import Persons
    >>> sorted(rare_values({'38': 3, '39': 4, '40': 2, '41': 1}, 3)), sorted(rare_values({'39': 4, '41': 1}, 1))
    (['40', '41'], ['41'])
    >>> sorted(rare_values({'39': 4, '41': 4}, 2, [0, 1, 1], Persons(2, [0, 0, 1, 2], [0, 1, 0, 0])))
    ['41']
    """
    k = max(k, 2)
    if persons is None:
        return frozenset(value for value, n in values.items() if n < k)
    of_codes = persons.in_classes(codes)        # a Counter: nobody is known to have a value that is not in it
    return frozenset(value for code, value in enumerate(values) if of_codes[code] < k)


def names_one_of(label, values) -> bool:
    """Whether a label names one of these values.

    >>> [names_one_of(label, {'39', '1931-05-06', 'a|b'}) for label in ('39', '[37-39]', '{38|39}', '[1931-05-06-1940-01-01]', '{a|b|c}')]
    [True, True, True, True, True]
    >>> [names_one_of(label, {'39', 'a|b', ''}) for label in ('[30-38]', '{a|c}', '139', '*', '[390-399]')]
    [False, False, False, False, False]
    """
    if not values:
        return False
    longest = max(map(len, values))
    ends = [place for place in range(len(label) + 1) if not (label[place - 1:place].isalnum() and label[place:place + 1].isalnum())]
    for number, first in enumerate(ends):
        for last in ends[number + 1:]:
            if last - first > longest:
                break
            if label[first:last] in values:
                return True
    return False
