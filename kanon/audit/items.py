"""The audit's own deciders of rules of sets of items, where a cell of a column holds several. They share no code with rules/items.py.

A class is {cell: records}. Of a rule they take its numbers, the distribution of the whole table that it compares with, the sign
between two items, and whether each way to write an item is an item of its own.
"""

from __future__ import annotations

from collections import Counter

from .logarithms import is_exp_above
from .same import one_of_all

NOT_KNOWN = frozenset(['?', 'na', 'n/a', 'null', 'nan'])        # what says, in small letters, that an item is not known


def split_at(cell, sign) -> list:
    """What stands between the signs of a cell, and is not empty. A blank as the sign is any blanks. N/A is one word, whatever the sign."""
    if cell.strip().lower() in NOT_KNOWN:
        return [cell.strip()]
    return [word for word in (part.strip() for part in cell.split(None if sign == ' ' else sign)) if word]


def told_cell(cell, sign) -> str:
    """A cell, or '?' if it says of one of its items that it is not known. Nothing is no item.

    >>> [told_cell(cell, '/') for cell in ('flu/gout', '', 'flu/ ?', 'N/A', '/')]
    ['flu/gout', '', '?', '?', '/']
    """
    return cell if NOT_KNOWN.isdisjoint(word.lower() for word in split_at(cell, sign)) else '?'


def sets_of(rule, class_, folded) -> list:
    """(items, records) of each cell of a class. None in place of the items where one of them is not known. folded: of all writings as one.

    >>> from types import SimpleNamespace
    >>> rule = SimpleNamespace(items=SimpleNamespace(sign='|', decimal='.'))
    >>> sets_of(rule, {'flu|FLU ': 2, '': 1, 'flu|n/a': 1}, True) == [({'flu'}, 2), (set(), 1), (None, 1)]
    True
    """
    found = []
    for cell, n in class_.items():
        words = split_at(cell, rule.items.sign)
        unknown = not NOT_KNOWN.isdisjoint(word.lower() for word in words)
        found.append((None if unknown else frozenset([one_of_all(word, rule.items.decimal) for word in words] if folded else words), n))
    return found


def shares_of_items(sets) -> dict:
    """{item: the share of the records that have it}."""
    from fractions import Fraction
    size, having = sum(n for _, n in sets), Counter()
    for items, n in sets:
        for item in items or ():
            having[item] += n
    return {item: Fraction(n, size) for item, n in having.items()}


def alpha_of_items(rule):
    """By the share of each item if all whose items are not known have it."""
    from fractions import Fraction
    most = Fraction(*rule.alpha)

    def passes(class_):
        sets = sets_of(rule, class_, not rule.items.exact)
        unknown = Fraction(sum(n for items, n in sets if items is None), sum(class_.values()))
        return max(shares_of_items(sets).values(), default=0) + unknown <= most
    return passes


def distinct_of_items(rule):
    """By all sets of up to l - 1 items that have one of each record, which grow from record to record. There is none."""
    def passes(class_):
        records = {items or frozenset(['']) for items, _ in sets_of(rule, class_, not rule.items.exact) if items is not None}
        chosen = {frozenset()}
        for items in sorted(records, key=len):
            without = {one for one in chosen if one.isdisjoint(items)}
            chosen -= without
            chosen |= {one | {item} for one in without if len(one) < rule.l - 1 for item in items}
            if not chosen:
                return True
        return False
    return passes


def by_items(passes_shares):
    """Of a rule that compares shares of items with those of the table, once as they are written, and once with all writings as one.

    passes_shares: of the rule, the shares of a class, and those of the table. Unknown items have no share, so they pass nothing.
    """
    def decider_(rule):
        ways = [False] if rule.items.exact else [False, True]
        tables = {folded: shares_of_items(sets_of(rule, rule.reference, folded)) for folded in ways}

        def passes(class_):
            for folded in ways:
                sets = sets_of(rule, class_, folded)
                mine = shares_of_items(sets)
                if any(items is None for items, _ in sets) or not mine.keys() <= tables[folded].keys():
                    return False
                if not passes_shares(rule, mine, tables[folded]):
                    return False
            return True
        return passes
    return decider_


def closeness_of_items(rule, mine, all_):
    from fractions import Fraction
    return all(abs(mine.get(item, 0) - share) <= Fraction(*rule.t) for item, share in all_.items())


def likeness_of_items(rule, mine, all_):
    from fractions import Fraction
    return all(share <= (1 + Fraction(*rule.beta)) * all_[item] for item, share in mine.items())


def enhanced_of_items(rule, mine, all_):
    gains = {item: share / all_[item] - 1 for item, share in mine.items()}
    return likeness_of_items(rule, mine, all_) and not any(gain > 0 and is_exp_above(gain, 1 / all_[item]) for item, gain in gains.items())


def disclosure_of_items(rule, mine, all_):
    from fractions import Fraction
    ratios = [mine[item] / share for item, share in all_.items() if item in mine]
    return len(ratios) == len(all_) and all(is_exp_above(Fraction(*rule.delta), max(ratio, 1 / ratio)) for ratio in ratios)


DECIDERS_OF_ITEMS = {
    'AlphaOfItems': alpha_of_items, 'DistinctOfItems': distinct_of_items, 'ClosenessOfItems': by_items(closeness_of_items),
    'LikenessOfItems': by_items(likeness_of_items), 'EnhancedLikenessOfItems': by_items(enhanced_of_items),
    'DisclosureOfItems': by_items(disclosure_of_items)}
