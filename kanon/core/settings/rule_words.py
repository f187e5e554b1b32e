"""The kinds of the rules beyond k: how each is written, by a user and by a program.

A word holds one rule for all sensitive columns, or "column=rule" parts with ; between them. A name
with a ; in it is quoted as in csv.
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

    >>> rule_of('l_diversity')('recursive:2,3'), rule_of('alpha')('0.5')
    (Recursive(c=(2, 1), l=3), Alpha(alpha=(1, 2)))
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
    fraction = re.fullmatch('([0-9]{1,9})/([0-9]{1,9})', text)
    if fraction and int(fraction[2]):
        p, q = int(fraction[1]), int(fraction[2])
        p, q = p // gcd(p, q), q // gcd(p, q)
    else:
        p, q = decimal(text)
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
        raise Refused('the least and the most share are expected, such as 0:0.5, not %s'
                      % quoted(text))
    p, q = share_of_people(least.strip())
    r, s = share_of_people(most.strip())
    if not r or p * s > r * q:
        raise Refused('the least share is expected first and the most, above 0, second, such as'
                      ' 0:0.5, not %s' % quoted(text))
    return Presence((p, q), (r, s))


def parts_of(text, delimiter) -> list:
    """The parts of a list, as in csv: one with a delimiter is quoted.

    A line end, as an INI file may have, is a blank.

    >>> parts_of('age=1;\\n"pay; yearly"=2', ';')
    ['age=1', 'pay; yearly=2']
    """
    line = ' '.join(text.splitlines())
    try:
        return next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])
    except csv.Error as error:
        if 'limit' in str(error):
            most = '{:,}'.format(csv.field_size_limit())
            raise Refused('a part of the list %s is longer than %s characters'
                          % (quoted(text), most)) from None
        what = 'column names' if delimiter == ',' else 'rules or limits'
        raise Refused('%s is not a list of %s' % (quoted(text), what)) from None


def listed_parts(text) -> list:
    """The parts between which ; stands. Empty ones are passed over.

    >>> listed_parts('age=1;; "pay; yearly=2"')
    ['age=1', 'pay; yearly=2']
    """
    parts = [part.strip() for part in parts_of(text, ';')]
    return [part for part in parts if part]


def of_columns(rule):
    """The function that reads a word: {column: rule}, the column None where all are meant.

    >>> of_columns(rule_of('l_diversity'))('3')
    {None: Distinct(l=3)}
    >>> of_columns(rule_of('alpha'))('job=0.5; "pay; yearly"=0.25')
    {'job': Alpha(alpha=(1, 2)), 'pay; yearly': Alpha(alpha=(1, 4))}
    """
    def parsed(text):
        rules: dict = {}
        for part in listed_parts(text):
            column, equals, limit = (piece.strip() for piece in part.rpartition('='))
            of_all = not column and not equals
            names_one = column and equals and column not in rules and None not in rules
            if not (names_one or of_all and not rules):
                raise Refused('one rule for all columns, or column=rule pairs with ; between them,'
                              ' are expected, not %s' % quoted(text))
            rules[column or None] = rule(limit)
        if not rules:
            raise Refused('no rule is given')
        return rules
    return parsed
