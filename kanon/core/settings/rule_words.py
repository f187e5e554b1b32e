"""The kinds of the rules beyond k: how each is written, by a user and by a program.

A word holds one rule for all sensitive columns, or "column=rule" parts with ; between them. A name with a ; in it is quoted as
in csv.
"""

from __future__ import annotations

import csv
import re
from math import gcd

from ..errors import Refused, quoted


def decimal(text) -> tuple:
    """A number as a pair of whole numbers, numerator and denominator, exactly.

    >>> decimal('0.2'), decimal('3')
    ((1, 5), (3, 1))
    """
    from ..rules.decimals import number_of      # few runs have such a number
    return number_of(text)


def rule_of(option):
    """A function from the text of an option to the rule.

    >>> rule_of('l_diversity')('recursive:2,3'), rule_of('t_closeness')('0.2'), rule_of('alpha')('0.5')
    (Recursive(c=(2, 1), l=3), Closeness(t=(1, 5), distance='equal'), Alpha(alpha=(1, 2)))
    """
    def rule(text):
        from ..rules.of_values import read_rule      # few runs have a rule
        return read_rule(option, text)
    return rule


def share_of_people(text) -> tuple:
    """A share from 0 to 1, as a decimal number or as a fraction.

    >>> share_of_people('0.5'), share_of_people('2/3')
    ((1, 2), (2, 3))
    """
    parts = text.split('/')
    whole = len(parts) == 2 and all(re.fullmatch('[0-9]{1,9}', part) for part in parts) and int(parts[1])
    p, q = (int(parts[0]) // gcd(*map(int, parts)), int(parts[1]) // gcd(*map(int, parts))) if whole else decimal(text)
    if p > q:
        raise Refused('a share from 0 to 1, such as 0.5 or 2/3, is expected, not %s' % quoted(text))
    return p, q


def presence(text):
    """The shares of --delta-presence.

    >>> presence('0:0.5'), str(presence('1/2:2/3'))
    (Presence(least=(0, 1), most=(1, 2)), '0.5:2/3')
    """
    from ..rules.of_people import Presence        # few runs ask for it
    least, colon, most = text.partition(':')
    if not colon:
        raise Refused('the least and the most share are expected, such as 0:0.5, not %s' % quoted(text))
    (p, q), (r, s) = share_of_people(least.strip()), share_of_people(most.strip())
    if not r or p * s > r * q:
        raise Refused('the least share is expected first and the most, above 0, second, such as 0:0.5, not %s' % quoted(text))
    return Presence((p, q), (r, s))


def parts_of(text, delimiter) -> list:
    """The parts of a list, as in csv: one with a delimiter is quoted. A line end, as an INI file may have, is a blank.

    >>> parts_of('age=1;\\n"pay; yearly"=2', ';')
    ['age=1', 'pay; yearly=2']
    """
    try:
        return next(csv.reader([' '.join(text.splitlines())], delimiter=delimiter, skipinitialspace=True), [])
    except csv.Error as error:
        if 'limit' in str(error):
            raise Refused('a part of the list %s is longer than %s characters' % (quoted(text), '{:,}'.format(csv.field_size_limit()))) from None
        raise Refused('%s is not a list of %s' % (quoted(text), 'column names' if delimiter == ',' else 'rules or limits')) from None


def of_columns(rule):
    """The function that reads a word: {column: rule}, the column None where all are meant.

    >>> of_columns(rule_of('l_diversity'))('3'), of_columns(rule_of('alpha'))('job=0.5; "pay; yearly"=0.25')
    ({None: Distinct(l=3)}, {'job': Alpha(alpha=(1, 2)), 'pay; yearly': Alpha(alpha=(1, 4))})
    """
    def parsed(text):
        rules = {}
        for part in filter(None, map(str.strip, parts_of(text, ';'))):
            column, equals, limit = (piece.strip() for piece in part.rpartition('='))
            if (column or None) in rules or None in rules or bool(column) != bool(equals) or rules and not equals:
                raise Refused('one rule for all columns, or column=rule pairs with ; between them, are expected, not %s' % quoted(text))
            rules[column or None] = rule(limit)
        if not rules:
            raise Refused('no rule is given')
        return rules
    return parsed
