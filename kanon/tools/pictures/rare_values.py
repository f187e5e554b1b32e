"""The recorded values that few records or persons have, and whether a label names one of them.

Promise: a value that stands in a label as whole words and whole numbers is named by it, whatever the label is: as the end of an interval,
in a set, or by itself.
"""

from __future__ import annotations

from functools import lru_cache


def rare_values(values, k, codes=None, persons=None) -> frozenset:
    """The values that fewer than k records have, or fewer than k persons. Where k is 1, those of a single one.

    values: {recorded value: records}. persons: those of the table (counts/persons.py), who are counted then. codes: the code of each row of the
    frequency set in this column, by the order of the values.

    >>> from ...core.counts.persons import Persons
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

    >>> [names_one_of(label, {'39', '1931-05-06', 'a|b'}) for label in ('39', '[37-39]', '{38|39}', '[1931-05-06-1940-01-01]', '{a|b|c}', '37to39')]
    [True, True, True, True, True, True]
    >>> [names_one_of(label, {'39', 'a|b', ''}) for label in ('[30-38]', '{a|c}', '139', '*', '[390-399]')]
    [False, False, False, False, False]
    >>> names_one_of('北京或上海', {'北京'}), names_one_of('Greenland', {'Green'})
    (True, False)
    """
    ends = {place for place in range(len(label) + 1) if not one_word(label[place - 1:place], label[place:place + 1])} if values else ()
    return any(label[first:first + length] in values
               for length in text_lengths(frozenset(values)) if 0 < length <= len(label)
               for first in range(len(label) - length + 1) if first in ends and first + length in ends)


@lru_cache(maxsize=64)
def text_lengths(values) -> list:
    """The lengths of some texts. They are asked for with each of very many labels."""
    return sorted(set(map(len, values)))


def one_word(before, after) -> bool:
    """Whether a value cannot end between two signs: both are digits, or letters of a script that has capitals. Such scripts divide words by
    blanks. In others, as in Chinese, "Beijing or Shanghai" is one run of letters."""
    return before.isdigit() and after.isdigit() or cased(before) and cased(after)


def cased(sign) -> bool:
    return sign.lower() != sign.upper()
