"""The audit's own deciders of rules of items, where a cell of a column holds several. They share no code with rules/items.py."""

from __future__ import annotations

from .same import one_of_all


def cell_items(rule, cell) -> frozenset:
    words = (word.strip() for word in cell.split(rule.sign))
    return frozenset(one_of_all(word) if rule.same else word for word in words if word.lower() not in ('', '?', 'na', 'n/a', 'null', 'nan'))


def alpha_of_items(rule):
    """By the records that have, or may have, each item."""
    from fractions import Fraction
    most = Fraction(*rule.alpha)

    def passes(class_):
        cells = [(cell_items(rule, cell), n) for cell, n in class_.items()]
        everything = frozenset().union(*(items for items, _ in cells)) or frozenset([''])
        size = sum(class_.values())
        return all(Fraction(sum(n for items, n in cells if item in items or not items), size) <= most for item in everything)
    return passes


def distinct_of_items(rule):
    """By all sets of l - 1 items, or of as many as there are: none has one of each record."""
    from itertools import combinations

    def passes(class_):
        cells = {items for items in (cell_items(rule, cell) for cell in class_) if items}
        for some in range(rule.l):
            if not cells or any(all(not items.isdisjoint(chosen) for items in cells) for chosen in combinations(sorted(frozenset().union(*cells)), some)):
                return False
        return True
    return passes
