"""The audit's own deciders of rules of sets of items, where a cell of a column holds several.

They share no code with rules/items.py. A class is {cell: records}. Of a rule they take its
numbers, the distribution of the whole table that it compares with, the sign between two items, and
whether each way to write an item is an item of its own.
"""

from __future__ import annotations

from collections import Counter

from .logarithms import is_exp_above
from .same import one_of_all

NOT_KNOWN = frozenset(['?', 'na', 'n/a', 'null', 'nan'])    # of an item, in small letters


def split_at(cell, sign) -> list:
    """What stands between the signs of a cell, and is not empty.

    A blank as the sign is any blanks. N/A is one word, whatever the sign.

    >>> split_at('B20 | |E11', '|'), split_at(' N/A', '/')
    (['B20', 'E11'], ['N/A'])
    """
    if cell.strip().lower() in NOT_KNOWN:
        return [cell.strip()]
    parts = cell.split(None if sign == ' ' else sign)
    return [word for word in map(str.strip, parts) if word]


def told_cell(cell, sign) -> str:
    """A cell, or '?' if it says of one of its items that it is not known. Nothing is no item.

    >>> [told_cell(cell, '/') for cell in ('flu/gout', '', 'flu/ ?', 'N/A', '/')]
    ['flu/gout', '', '?', '?', '/']
    """
    words = [word.lower() for word in split_at(cell, sign)]
    return cell if NOT_KNOWN.isdisjoint(words) else '?'


def sets_of(rule, class_, folded) -> list:
    """(items, records) of each cell of a class. The items are None where one is not known.

    folded: whether all ways to write an item are one.

    >>> from types import SimpleNamespace
    >>> rule = SimpleNamespace(items=SimpleNamespace(sign='|', decimal='.'))
    >>> class_ = {'flu|FLU ': 2, '': 1, 'flu|n/a': 1}
    >>> sets_of(rule, class_, True) == [({'flu'}, 2), (set(), 1), (None, 1)]
    True
    """
    sign, decimal = rule.items.sign, rule.items.decimal
    found: list = []
    for cell, n in class_.items():
        if told_cell(cell, sign) == '?':
            found.append((None, n))
            continue
        words = split_at(cell, sign)
        if folded:
            words = [one_of_all(word, decimal) for word in words]
        found.append((frozenset(words), n))
    return found


def shares_of_items(sets) -> dict:
    """{item: the share of the records that have it}."""
    from fractions import Fraction      # 4 ms, and few runs have a rule
    size = sum(n for _, n in sets)
    having: Counter = Counter()
    for items, n in sets:
        for item in items or ():
            having[item] += n
    return {item: Fraction(n, size) for item, n in having.items()}


def alpha_of_items(rule):
    """By the share of each item if all records whose items are not known have it."""
    from fractions import Fraction
    most = Fraction(*rule.alpha)

    def passes(class_):
        sets = sets_of(rule, class_, not rule.items.exact)
        unknown = sum(n for items, n in sets if items is None)
        greatest = max(shares_of_items(sets).values(), default=0)
        return greatest + Fraction(unknown, sum(class_.values())) <= most
    return passes


def distinct_of_items(rule):
    """By all sets of up to l - 1 items that have one of each record. They grow from record to
    record, and in the end there is none."""
    def passes(class_):
        sets = sets_of(rule, class_, not rule.items.exact)
        records = {items or frozenset(['']) for items, _ in sets if items is not None}
        chosen = {frozenset()}
        for items in sorted(records, key=len):
            without = {one for one in chosen if one.isdisjoint(items)}
            growing = [one for one in without if len(one) < rule.l - 1]
            chosen -= without
            chosen |= {one | {item} for one in growing for item in items}
            if not chosen:
                return True
        return False
    return passes


def by_items(passes_shares):
    """Of a rule that compares the shares of items with those of the table.

    It is decided of items as they are written, and of all ways to write one as one.
    passes_shares: of the rule, the shares of a class, and those of the table. Items that are not
    known have no share, so they pass nothing.
    """
    def decider_(rule):
        ways = [False] if rule.items.exact else [False, True]
        tables = {way: shares_of_items(sets_of(rule, rule.reference, way)) for way in ways}

        def passes(class_):
            for way in ways:
                sets = sets_of(rule, class_, way)
                mine, all_ = shares_of_items(sets), tables[way]
                if any(items is None for items, _ in sets) or not mine.keys() <= all_.keys():
                    return False
                if not passes_shares(rule, mine, all_):
                    return False
            return True
        return passes
    return decider_


def closeness_of_items(rule, mine, all_):
    from fractions import Fraction
    most = Fraction(*rule.t)
    return all(abs(mine.get(item, 0) - share) <= most for item, share in all_.items())


def likeness_of_items(rule, mine, all_):
    from fractions import Fraction
    most = 1 + Fraction(*rule.beta)
    return all(share <= most * all_[item] for item, share in mine.items())


def enhanced_of_items(rule, mine, all_):
    gains = {item: share / all_[item] - 1 for item, share in mine.items()}
    too_much = [item for item, gain in gains.items()
                if gain > 0 and is_exp_above(gain, 1 / all_[item])]
    return not too_much and likeness_of_items(rule, mine, all_)


def disclosure_of_items(rule, mine, all_):
    from fractions import Fraction
    if mine.keys() != all_.keys():
        return False
    ratios = [mine[item] / share for item, share in all_.items()]
    return all(is_exp_above(Fraction(*rule.delta), max(ratio, 1 / ratio)) for ratio in ratios)


DECIDERS_OF_ITEMS = {
    'AlphaOfItems': alpha_of_items,
    'DistinctOfItems': distinct_of_items,
    'ClosenessOfItems': by_items(closeness_of_items),
    'LikenessOfItems': by_items(likeness_of_items),
    'EnhancedLikenessOfItems': by_items(enhanced_of_items),
    'DisclosureOfItems': by_items(disclosure_of_items)}
