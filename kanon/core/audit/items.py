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
    sets: list = []
    for cell, n in class_.items():
        if told_cell(cell, sign) == '?':
            sets.append((None, n))
            continue
        words = split_at(cell, sign)
        if folded:
            words = [one_of_all(word, decimal) for word in words]
        sets.append((frozenset(words), n))
    return sets


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
    alpha = Fraction(*rule.alpha)

    def passes(class_):
        sets = sets_of(rule, class_, not rule.items.exact)
        unknown = sum(n for items, n in sets if items is None)
        greatest = max(shares_of_items(sets).values(), default=0)
        return greatest + Fraction(unknown, sum(class_.values())) <= alpha
    return passes


def distinct_of_items(rule):
    """By all sets of up to l - 1 items that have one of each record.

    They grow from record to record, and in the end there is none.
    """
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


# Rules that compare the shares of items with those of the table. In the formulas p is the share of
# the records of the class that have an item, and q that of the table.


def by_items(passes_shares):
    """Of a rule that compares the shares of items with those of the table.

    It is decided of items as they are written, and of all ways to write one as one.
    passes_shares: of the rule, the shares of a class, and those of the table. Items that are not
    known have no share, so they pass nothing.

    >>> from types import SimpleNamespace
    >>> items = SimpleNamespace(sign='|', decimal='.', exact=True)
    >>> reference = {'flu': 2, 'gout': 1, '?': 1}
    >>> rule = SimpleNamespace(items=items, reference=reference, t=(1, 1))
    >>> passes = by_items(closeness_of_items)(rule)
    >>> passes({'flu': 1, 'gout': 1}), passes({'flu': 1, '?': 1}), passes({'flu': 1, 'HIV': 1})
    (True, False, False)
    """
    def decider_of_rule(rule):
        ways = [False] if rule.items.exact else [False, True]
        tables = {way: shares_of_items(sets_of(rule, rule.reference, way)) for way in ways}

        def passes_in(way, class_):
            sets = sets_of(rule, class_, way)
            if any(items is None for items, _ in sets):
                return False
            of_class, of_table = shares_of_items(sets), tables[way]
            if of_class.keys() - of_table.keys():
                return False
            return passes_shares(rule, of_class, of_table)
        return lambda class_: all(passes_in(way, class_) for way in ways)
    return decider_of_rule


def closeness_of_items(rule, of_class, of_table):
    """|p - q| <= t of every item of the table."""
    from fractions import Fraction
    t = Fraction(*rule.t)
    return all(abs(of_class.get(item, 0) - q) <= t for item, q in of_table.items())


def likeness_of_items(rule, of_class, of_table):
    """(p - q) / q <= beta of every item."""
    from fractions import Fraction
    beta = Fraction(*rule.beta)
    return all((p - of_table[item]) / of_table[item] <= beta for item, p in of_class.items())


def enhanced_of_items(rule, of_class, of_table):
    """(p - q) / q <= beta, and <= -log q, of every item."""
    for item, p in of_class.items():
        q = of_table[item]
        gain = (p - q) / q
        if gain > 0 and is_exp_above(gain, 1 / q):
            return False
    return likeness_of_items(rule, of_class, of_table)


def disclosure_of_items(rule, of_class, of_table):
    """|log(p / q)| < delta of every item of the table.

    >>> from fractions import Fraction
    >>> from types import SimpleNamespace
    >>> rule, of_table = SimpleNamespace(delta=(1, 2)), {'flu': Fraction(1, 2)}
    >>> [disclosure_of_items(rule, {'flu': Fraction(n, 20)}, of_table) for n in (6, 7, 16, 17)]
    [False, True, True, False]
    >>> disclosure_of_items(rule, {}, of_table)
    False
    """
    from fractions import Fraction
    if of_class.keys() != of_table.keys():
        return False        # an item that the class lacks has a logarithm without end
    delta = Fraction(*rule.delta)
    for item, q in of_table.items():
        ratio = of_class[item] / q
        if not is_exp_above(delta, max(ratio, 1 / ratio)):
            return False
    return True


DECIDERS_OF_ITEMS = {
    'AlphaOfItems': alpha_of_items,
    'DistinctOfItems': distinct_of_items,
    'ClosenessOfItems': by_items(closeness_of_items),
    'LikenessOfItems': by_items(likeness_of_items),
    'EnhancedLikenessOfItems': by_items(enhanced_of_items),
    'DisclosureOfItems': by_items(disclosure_of_items)}
