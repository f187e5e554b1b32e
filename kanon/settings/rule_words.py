"""The kinds of the rules beyond k: how l-diversity, t-closeness and alpha are written, by a user and by a program.

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
    if not re.fullmatch('[0-9]{1,9}([.][0-9]{1,9})?|[.][0-9]{1,9}', text):
        raise Refused('a number like 2 or 0.25, of at most nine decimals, is expected, not %s' % quoted(text))
    whole, _, decimals = text.partition('.')
    p, q = int(whole + decimals), 10 ** len(decimals)
    return p // gcd(p, q), q // gcd(p, q)


def l_rule(text):
    """The rule that --l-diversity names.

    >>> l_rule('3'), l_rule('entropy:2.5'), l_rule('recursive:2,3')
    (Distinct(l=3), Entropy(l=(5, 2)), Recursive(c=(2, 1), l=3))
    """
    from ..rules.of_values import Distinct, Entropy, Recursive     # few runs have a rule
    kind, _, numbers = text.rpartition(':')
    if kind in ('', 'distinct') and re.fullmatch('[0-9]{1,9}', numbers) and int(numbers) > 1:
        return Distinct(int(numbers))
    if kind == 'entropy' and decimal(numbers)[0] > decimal(numbers)[1]:
        return Entropy(decimal(numbers))
    c, comma, l = numbers.partition(',')
    if kind == 'recursive' and comma and decimal(c)[0] and re.fullmatch('[0-9]{1,9}', l) and int(l) > 1:
        return Recursive(decimal(c), int(l))
    raise Refused('L, entropy:L or recursive:C,L is expected, with L above 1 and C above 0, not %s' % quoted(text))


def t_rule(text):
    """The t, and how distances are meant.

    >>> t_rule('0.2'), t_rule('ordered:0.15')
    (((1, 5), 'equal'), ((3, 20), 'ordered'))
    """
    kind, _, t = text.rpartition(':')
    if kind not in ('', 'equal', 'ordered', 'hierarchical') or decimal(t)[0] > decimal(t)[1]:
        raise Refused('T, ordered:T or hierarchical:T is expected, with T from 0 to 1, not %s' % quoted(text))
    return decimal(t), kind or 'equal'


def alpha_rule(text):
    """The rule that --alpha names.

    >>> alpha_rule('0.5')
    Alpha(alpha=(1, 2))
    """
    from ..rules.of_values import Alpha
    if not 0 < decimal(text)[0] <= decimal(text)[1]:
        raise Refused('a share above 0 and up to 1 is expected, not %s' % quoted(text))
    return Alpha(decimal(text))


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
        raise Refused('the least share is expected first and the most, above 0, second, such as 0:0.5, not %s'
                                % quoted(text))
    return Presence((p, q), (r, s))


def of_columns(rule):
    """The type of a word: {column: rule}, the column None where all are meant.

    >>> of_columns(l_rule)('3'), of_columns(alpha_rule)('job=0.5; "pay; yearly"=0.25')
    ({None: Distinct(l=3)}, {'job': Alpha(alpha=(1, 2)), 'pay; yearly': Alpha(alpha=(1, 4))})
    """
    def parsed(text):
        rules = {}
        for part in filter(None, map(str.strip, next(csv.reader([text], delimiter=';', skipinitialspace=True), []))):
            column, equals, limit = (piece.strip() for piece in part.rpartition('='))
            if (column or None) in rules or None in rules or bool(column) != bool(equals) or rules and not equals:
                raise Refused('one rule for all columns, or column=rule pairs with ; between them, are expected, not %s'
                                        % quoted(text))
            rules[column or None] = rule(limit)
        if not rules:
            raise Refused('no rule is given')
        return rules
    return parsed
