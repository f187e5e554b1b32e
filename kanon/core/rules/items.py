"""What a class must satisfy beyond k where a cell of a sensitive column is a set of items.

Promise: a rule is decided exactly, in whole numbers, of one item at a time. A class has n records,
and n_i of them have item i. The table has N records, and N_i of them have it.
- alpha: n_i / n is at most this share, for every item.
- distinct l: no l - 1 items are such that each record of the class has one of them. Who knows
  l - 2 items that a person of the class lacks cannot be sure of another one that the person has.
  A record without items has the one item "nothing".
- t: n_i / n is at most t from N_i / N. So the answer to "does somebody of this class have the
  item?" shifts by at most t.
- beta: n_i / n exceeds N_i / N by at most beta times that share. enhanced: and by at most
  -log(N_i / N) times.
- delta: |log of (n_i / n) / (N_i / N)| < delta. A class that lacks an item of the table fails.
With one item in each record these are the rules of values (of_values.py), but for t: there it adds
up what all values shift.
A record whose items are not known may have any. So alpha counts it for each item, and l is that of
the known records. t, beta and delta have no meaning then, and are refused. Entropy, recursive l,
ordered and hierarchical t have none for sets. A class where all have one item can pass the first
two.

Which of them survive what? As the rules of values do. l of a union is no less than that of either
part, because items that hit each record of the union hit each of a part. For all others the share
of an item in a union lies between its shares in the two parts.

Items that differ only in how they are written are one item (`alike`, counts/values.py), unless each
way to write one counts as its own. t, beta and delta are decided both ways: of the items as they
are written, and of those that may be the same as one. Neither implies the other, because a record
may have both.

These definitions are kanon's own. A least hitting set is hard to find among many items (R. Karp,
Reducibility among Combinatorial Problems, 1972). So l is decided by branching on the items of the
smallest record, l - 1 deep. It is enough that l records have no item in common.
"""

from __future__ import annotations

from math import inf, log
from operator import itemgetter

from ..counts.items import NOTHING, items_in
from ..counts.values import UNKNOWN
from ..errors import Refused, option, quoted
from .of_values import (Alpha, Closeness, Disclosure, Distinct, EnhancedLikeness, Likeness,
                        is_below_log)

MOST_STEPS = 20_000_000     # sets that a search which must decide looks at. It takes some seconds
STEPS_TO_MEASURE = 20_000   # those of one that only measures

NO_ITEMS = frozenset([NOTHING])


class OfItems:
    """A rule of the items of a column, which are its `items`."""
    in_sql = counts_values = False
    ways = ()       # the items themselves may be the same
    values = 1      # a class of records without items passes many rules

    def of(self, items):
        """The rule of these Items."""
        self.items, self.same = items, items.same
        return self


class DistinctOfItems(OfItems, Distinct):
    """No l - 1 items are such that each known record of the class has one of them.

    >>> from ..counts.items import Items
    >>> rule = DistinctOfItems(2).of(Items('|', {}))
    >>> classes = {'B20|E11': 1, 'B20|I10': 1}, {'B20|E11': 1, 'I10': 1}, {'B20': 1, '?': 9}
    >>> [rule.passes(class_) for class_ in classes]
    [False, True, False]
    >>> classes = {'a': 1, 'b': 2, 'c|d': 1}, {'HIV': 9, '': 1}, {'?': 1}
    >>> [rule.measured(class_) for class_ in classes]
    [3, 2, 1]
    """
    values = property(itemgetter(0))

    def passes(self, histogram):
        return not hit(self.known(histogram), self.l - 1, MOST_STEPS)

    def measured(self, histogram):
        """l of the class. Where that takes too long, as much as is sure."""
        known = self.known(histogram)
        if not known or frozenset.intersection(*known):
            return 1
        least = max(2, apart(known, len(known)))
        if self.passes(histogram):
            least = max(least, self.l)
        while not hit(known, least, STEPS_TO_MEASURE, unsure=True):
            least += 1
        return least

    def known(self, histogram) -> list:
        """The different sets of items that known records have, the smallest first."""
        sets = dict.fromkeys(self.items[cell] for cell in histogram)    # in an order of the table
        known = [items or NO_ITEMS for items in sets if items is not None]
        return sorted(known, key=len)


def hit(sets, most, steps, unsure=False):
    """Whether at most so many items are such that each of these sets has one of them.

    sets: the smallest first. steps: how many sets the search may look at. Beyond, it is True if
    `unsure`, because no more than that is sure, or else Refused.

    >>> abc = [frozenset(text) for text in ('ab', 'ac', 'bc')]
    >>> [hit(abc, most, 99) for most in (0, 1, 2)], hit([], 0, 99)
    ([False, False, True], True)
    >>> hit(abc, 1, 2, unsure=True)
    True
    >>> hit(abc, 2, 4)      # it looks at three sets, and then at one
    True
    """
    left = [steps]

    def search(sets, most):
        if not sets:
            return True
        if apart(sets, most) > most:
            return False
        left[0] -= len(sets)
        if left[0] < 0:
            raise TooLong
        for item in most_frequent_first(sets):
            if search([items for items in sets if item not in items], most - 1):
                return True
        return False
    try:
        return search(sets, most)
    except TooLong:
        if unsure:
            return True
        raise refused_rule('a class has too many different sets of items to decide %s; take a'
                           ' smaller number, or %s'
                           % (option('l_diversity'), option('alpha'))) from None


class TooLong(Exception):
    """A search has taken all its steps."""


def apart(sets, most) -> int:
    """How many of the sets have no item in common with one before. At least so many items hit all.

    Sets beyond `most` are not looked for.
    """
    seen: set = set()
    n = 0
    for items in sets:
        if seen.isdisjoint(items):
            seen |= items
            n += 1
            if n > most:
                break
    return n


def most_frequent_first(sets) -> list:
    """The items of the first set, the one that most sets have first.

    >>> most_frequent_first([frozenset('ab'), frozenset('bc')])
    ['b', 'a']
    """
    def rank(item):
        return -sum(item in items for items in sets), item
    return sorted(sets[0], key=rank)


def refused_rule(problem) -> Refused:
    """Refused with the exit status of what is typed, though it is seen when the table is read."""
    refusal = Refused(problem)
    refusal.status = 2
    return refusal


class AlphaOfItems(OfItems, Alpha):
    """n_i / n <= alpha, for every item. A record whose items are not known counts for each.

    >>> from ..counts.items import Items
    >>> rule = AlphaOfItems('0.5').of(Items('|', {}))
    >>> rule.passes({'B20|E11': 1, 'B20|I10': 1, 'E11': 1, 'J10': 1})
    True
    >>> rule.passes({'B20|E11': 2, 'J10|B20': 1, '': 1})
    False
    >>> rule.measured({'a|b': 1, 'c': 1, '?': 1}), rule.measured({'': 3})
    (0.6666666666666666, 0.0)
    """

    def most(self, histogram) -> int:
        """The most records that have, or may have, one item."""
        unknown = sum(n for cell, n in histogram.items() if self.items[cell] is None)
        return max(self.items.counted(histogram).values(), default=0) + unknown

    def passes(self, histogram):
        p, q = self.alpha
        return self.most(histogram) * q <= p * sum(histogram.values())

    def measured(self, histogram):
        return self.most(histogram) / sum(histogram.values())


class SharesOfItems(OfItems):
    """A rule of the share of a class that has an item, and that of the whole table.

    p is the share of the table, and q that of the class, as in of_values.OfShares. whole_items:
    {item: records} of the table. total: all its records.
    """

    def of(self, items):
        self.whole_items = items.counted_both_ways(self.reference)
        self.total = sum(self.reference.values())
        return super().of(items)

    def shares_of_items(self, histogram):
        """Yield (item, x, y) of each item of a class. x / y is q / p."""
        size = sum(histogram.values())
        for item, n in self.items.counted_both_ways(histogram).items():
            yield item, n * self.total, self.whole_items[item] * size

    def lacks(self, histogram) -> bool:
        """Whether a class lacks an item of the table."""
        return len(self.items.counted_both_ways(histogram)) < len(self.whole_items)


class ClosenessOfItems(SharesOfItems, Closeness):
    """|n_i / n - N_i / N| <= t, for every item of the table.

    >>> from ..counts.items import Items
    >>> from .distance import Equal
    >>> rule = ClosenessOfItems(0.25, Equal({'a|b': 2, 'a': 1, '': 1})).of(Items('|', {}))
    >>> rule.passes({'a|b': 1, 'a': 1}), rule.measured({'': 1}), rule.passes({'': 1})
    (True, 0.75, False)
    """

    def farthest(self, histogram) -> tuple:
        """max |n_i / n - N_i / N|, as a pair of whole numbers."""
        size, counted = sum(histogram.values()), self.items.counted_both_ways(histogram)
        farthest = 0
        for item, n in self.whole_items.items():
            farthest = max(farthest, abs(counted.get(item, 0) * self.total - n * size))
        return farthest, size * self.total

    def measured(self, histogram):
        part, whole = self.farthest(histogram)
        return part / whole

    def passes(self, histogram):
        part, whole = self.farthest(histogram)
        p, q = self.t
        return part * q <= p * whole


class OfGains(SharesOfItems):
    """(q - p) / p <= beta, for every item of the class."""

    def measured(self, histogram):
        gains = [(x - y) / y for _, x, y in self.shares_of_items(histogram)]
        return max(gains, default=-1.0)

    def passes(self, histogram):
        p, q = self.beta
        return all((x - y) * q <= p * y for _, x, y in self.shares_of_items(histogram))


class LikenessOfItems(OfGains, Likeness):
    """Basic beta-likeness of items.

    >>> from ..counts.items import Items
    >>> from .distance import Equal
    >>> rule = LikenessOfItems(1, Equal({'a|b': 1, 'a': 1, 'c': 2})).of(Items('|', {}))
    >>> rule.passes({'a|b': 1, 'c': 1}), rule.measured({'a|b': 1})
    (True, 3.0)
    """


class EnhancedLikenessOfItems(OfGains, EnhancedLikeness):
    """Enhanced beta-likeness of items: (q - p) / p is at most -log p, too.

    >>> from ..counts.items import Items
    >>> from .distance import Equal
    >>> rule = EnhancedLikenessOfItems(2, Equal({'a|b': 1, 'a': 1, 'c': 2})).of(Items('|', {}))
    >>> rule.passes({'a|b': 1, 'c': 1}), rule.passes({'a': 1})
    (True, False)
    """

    def measured(self, histogram):
        return super().measured(histogram) if self.stays_below_logarithms(histogram) else inf

    def passes(self, histogram):
        return super().passes(histogram) and self.stays_below_logarithms(histogram)

    def stays_below_logarithms(self, histogram):
        for item, x, y in self.shares_of_items(histogram):
            if x > y and not is_below_log(x - y, y, self.total, self.whole_items[item]):
                return False
        return True


class DisclosureOfItems(SharesOfItems, Disclosure):
    """|log(q / p)| < delta, for every item of the table.

    >>> from ..counts.items import Items
    >>> from .distance import Equal
    >>> rule = DisclosureOfItems(0.7, Equal({'a|b': 1, 'a': 1})).of(Items('|', {}))
    >>> rule.passes({'a|b': 1}), rule.passes({'a': 1})
    (True, False)
    >>> round(rule.measured({'a|b': 1}), 4), rule.measured({'a': 1})
    (0.6931, inf)
    """

    def measured(self, histogram):
        if self.lacks(histogram):
            return inf
        return max((abs(log(x / y)) for _, x, y in self.shares_of_items(histogram)), default=0.0)

    def passes(self, histogram):
        if self.lacks(histogram):
            return False
        for _, x, y in self.shares_of_items(histogram):
            if x != y and is_below_log(*self.delta, max(x, y), min(x, y)):
                return False
        return True


OF_ITEMS = {
    Distinct: DistinctOfItems,
    Alpha: AlphaOfItems,
    Closeness: ClosenessOfItems,
    Likeness: LikenessOfItems,
    EnhancedLikeness: EnhancedLikenessOfItems,
    Disclosure: DisclosureOfItems}


def check_of_items(rule, column):
    """Refused for a rule that has no meaning for sets of items."""
    if type(rule) not in OF_ITEMS or isinstance(rule, Closeness) and rule.kind != 'equal':
        raise refused_rule('column %s has sets of items (%s), and %s has no meaning for these; take'
                      ' distinct l, alpha, equal t, beta or delta'
                      % (quoted(column), option('items'), rule))


def of_items(rule, column, cells, sign, exact=False, decimal='.'):
    """The rule of a table (of_table.py) as it is meant for sets of items.

    column: its name. cells: those of the whole table, with '?' for each whose items are not known.
    sign: what stands between two items. exact: whether each way to write an item is an item of its
    own. decimal: the decimal sign of numbers.

    >>> of_items(Distinct(2), 'ill', ['flu|gout', ''], '|')
    DistinctOfItems(l=2)
    """
    check_of_items(rule, column)
    if 'table' in rule.needs and UNKNOWN in cells:
        raise refused_rule('column %s has sets of items that are not known, and %s has no meaning'
                           ' then; take distinct l or alpha, which hold whatever they are'
                           % (quoted(column), rule))
    return OF_ITEMS[type(rule)](*rule).of(items_in(cells, sign, exact, decimal))
