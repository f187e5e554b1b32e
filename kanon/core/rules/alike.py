"""What a rule takes for one value: values that may be the same.

Promise: a rule that counts values holds whichever of them are the same.
- Distinct, entropy and recursive l and alpha see values that may be the same as one. (Which ones
  are, counts/values.py says: a `Sameness`.) A class has then the fewest values that it may have,
  and the greatest shares.
- t, beta and delta see values as they are written. To take two for one never makes them fail. Equal
  distance is half the sum of |p - q|, which falls when terms are put together. Ordered distance
  sees numbers, and equal ones are one to it. Of two values together, the share of the class over
  that of the table lies between those of the two.
- Enhanced beta is decided in both ways, because its bound, -log p, is less for the greater p of two
  values together.
A rule says which of these it does (`sees_alike`, of_values.py). Where no values may be the same, a
rule is the very one that was asked for.

Two classes that pass still pass as one, and the rules prune as ever. It is the same rule, of a
column in which both are one value.
"""

from __future__ import annotations

from collections import namedtuple
from functools import lru_cache

from ..counts.values import UNKNOWN, alike
from .distance import Equal

# A way in which a rule is decided. formula: the rule. as_one: whether it sees values that may be
# the same as one.
WayToSee = namedtuple('WayToSee', 'formula as_one')


class AsOne:
    """A rule of a column in which values may be the same. It stands before the rule's own class.

    same: {value: the one that stands for it}. ways: the Ways in which it is decided. It has to pass
    in each.
    """
    same: dict = {}
    ways: tuple = ()

    def passes(self, histogram):
        return all(formula.passes(seen) for formula, seen in self.seen(histogram))

    def measured(self, histogram):
        return self.worst([formula.measured(seen) for formula, seen in self.seen(histogram)])

    def seen(self, histogram):
        """Yield the formula of each way, and the histogram as it sees it."""
        for formula, as_one in self.ways:
            yield formula, merged_values(histogram, self.same) if as_one else histogram


@lru_cache(maxsize=None)
def class_as_one(kind):
    """The class of the rules of this kind in whose columns values may be the same.

    It has the name of its rule, because it is that rule.
    """
    return type(kind.__name__, (AsOne, kind), {'__doc__': kind.__doc__})


def merged_values(histogram, same) -> dict:
    """The histogram with all ways to write a value as one.

    same: {value: the one that stands for it}.

    >>> merged_values({'HIV': 1, 'hiv': 2, 'flu': 1}, {'hiv': 'HIV'})
    {'HIV': 3, 'flu': 1}
    """
    if same.keys().isdisjoint(histogram):
        return histogram
    of_ones: dict = {}
    for value, n in histogram.items():
        one = same.get(value, value)
        of_ones[one] = of_ones.get(one, 0) + n
    return of_ones


def seeing(rule, name, values, sign=None, exact=False, decimal='.', reference=None):
    """The rule of a sensitive column of a table.

    It is the rule itself if nothing is alike there, and no cell has several items. values: of the
    whole table. sign: between the items of a cell, or None. exact: whether each way to write a
    value is a value of its own. reference: as `taking_as_one` has it.

    >>> from .of_values import Distinct
    >>> seeing(Distinct(2), 'ill', ['flu', 'HIV']).same
    {}
    >>> seeing(Distinct(2), 'ill', ['HIV', 'hiv ']).same
    {'hiv ': 'HIV'}
    """
    if sign:
        from .items import of_items     # few tables have sets of items
        return of_items(rule, name, values, sign, exact, decimal)
    same = {} if exact else alike(set(values) - {UNKNOWN}, decimal)
    return taking_as_one(rule, same, reference)


def taking_as_one(rule, same, reference=None):
    """The rule of a column in which values may be the same.

    same: {value: the one that stands for it}. reference: what enhanced beta compares with, in which
    these are one. By default it is made of the rule's own, which counts records.

    >>> from .of_values import Distinct
    >>> rule = taking_as_one(Distinct(2), {'hiv': 'HIV'})
    >>> rule, rule.passes({'HIV': 1, 'hiv': 1}), rule.passes({'hiv': 1, 'flu': 1})
    (Distinct(l=2), False, True)
    >>> taking_as_one(Distinct(2), {}).ways
    ()
    """
    if not same or rule.sees_alike == 'as written':
        return rule
    seen = class_as_one(type(rule))(*rule)
    seen.same, seen.ways = same, (WayToSee(rule, True),)
    if rule.sees_alike == 'in both ways':
        whole = Equal(merged_values(rule.reference, same) if reference is None else reference)
        seen.ways = WayToSee(rule, False), WayToSee(type(rule)(rule.beta, whole), True)
    return seen
