"""The rules of a column whose cells hold several items, such as B20|E11. A record has each of them.

- alpha: no item is had by more than this share of the records of a class.
- distinct l: no l - 1 items are such that each record of the class has one of them. With l = 2 no item is had by all. If each record
  has one item, these are l different values. So it is decided by a search of l - 1 steps, each over the items of one record.
- Other rules have no meaning for items, and are refused.
A record without a known item may have any. So alpha counts it for each, and l is that of the others.
"""

from __future__ import annotations

from ..errors import DataError, quoted
from ..values import UNKNOWN, alike, items_of
from .of_values import Alpha, Distinct

MOST_STEPS = 2_000_000      # of the search for l - 1 items


class OfItems:
    """A rule of the items of a cell. sign: what stands between them. same: as in Together."""
    sign, same, in_sql = '|', {}, False

    def lists(self, histogram) -> dict:
        """{items of a record, ascending: records}. () for a record without a known item."""
        found: dict = {}
        for value, n in histogram.items():
            items = tuple(sorted({self.same.get(item, item) for item in items_of(value, self.sign)}))
            found[items] = found.get(items, 0) + n
        return found


class AlphaOfItems(OfItems, Alpha):
    """
    >>> rule = AlphaOfItems('0.5')
    >>> rule.passes({'B20|E11': 1, 'B20|I10': 1, 'E11': 1, 'J10': 1}), rule.passes({'B20|E11': 1, 'B20': 1, 'J10|B20': 1, 'E11': 1}), rule.measured({'a|b': 1, 'a': 1})
    (True, False, 1.0)
    """
    def most(self, histogram):
        having: dict = {}
        lists = self.lists(histogram)
        for items, n in lists.items():
            for item in items:
                having[item] = having.get(item, 0) + n
        return max(having.values(), default=0) + lists.get((), 0)

    def passes(self, histogram):
        p, q = self.alpha
        return self.most(histogram) * q <= p * sum(histogram.values())

    def measured(self, histogram):
        return self.most(histogram) / sum(histogram.values())


class DistinctOfItems(OfItems, Distinct):
    """
    >>> rule = DistinctOfItems(2)
    >>> rule.passes({'B20|E11': 1, 'B20|I10': 1}), rule.passes({'B20|E11': 1, 'B20|I10': 1, 'J10': 1}), rule.measured({'a': 1, 'b': 2, 'c|d': 1})
    (False, True, 3)
    """
    def passes(self, histogram):
        return not hit(self.lists(histogram), self.l - 1)

    def measured(self, histogram):
        lists, most = self.lists(histogram), 1
        while most < 12 and not hit(lists, most):
            most += 1
        return most


def hit(lists, most) -> bool:
    """Whether at most so many items are such that each of these lists has one of them. Records without a known item are not looked at.

    >>> hit([('a', 'b'), ('a', 'c')], 1), hit([('a',), ('b',), ('c',)], 2), hit([()], 1)
    (True, False, True)
    """
    known = sorted(filter(None, lists), key=len)
    steps = 0

    def search(left, most):
        nonlocal steps
        steps += len(left)
        if steps > MOST_STEPS:
            raise DataError('the items of a class are too many to decide distinct l; require alpha, or less')
        if not left:
            return True
        return most > 0 and any(search([items for items in left if item not in items], most - 1) for item in left[0])
    return search(known, most)


OF_ITEMS = {Distinct: DistinctOfItems, Alpha: AlphaOfItems}


def of_items(rule, name, values, sign, exact=False, decimal='.'):
    """The rule of the items of a column. values: of the whole table. sign: between the items of a cell. exact, decimal: as `seeing` has them."""
    if type(rule) not in OF_ITEMS:
        raise DataError('column %s has several items in a cell, and %s has no meaning for items; distinct l and alpha have' % (quoted(name), rule))
    items = {item for value in values for item in items_of(value, sign)}
    made = OF_ITEMS[type(rule)](*rule)
    made.same, made.sign = {} if exact else alike(items - {UNKNOWN}, decimal), sign
    return made
