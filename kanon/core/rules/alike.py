"""What a rule takes for one value: values that may be the same.

Promise: a rule that counts values holds whichever of them are the same.
- Distinct, entropy and recursive l and alpha see values that may be the same as one. (Which ones are, counts/values.py says: a `Sameness`.) A
  class has then the fewest values that it may have, and the greatest shares.
- t, beta and delta see values as they are written. To take two for one never makes them fail. Equal distance is half the sum of |p - q|,
  which falls when terms are put together. Ordered distance sees numbers, and equal ones are one to it. Of two values together, the share
  of the class over that of the table lies between those of the two.
- Enhanced beta is decided in both ways, because its bound, -log p, is less for the greater p of two values together.
Where no values may be the same, a rule is the very one that was asked for.

Two classes that pass still pass as one, and the rules prune as ever. It is the same rule, of a column in which both are one value.
"""

from __future__ import annotations

from collections import namedtuple

from ..counts.values import UNKNOWN, alike
from .distance import Equal
from .of_values import Alpha, Distinct, EnhancedLikeness, Entropy, Recursive

# A way in which a rule is decided. formula: the rule; as_one: whether it sees values that may be the same as one.
Way = namedtuple('Way', 'formula as_one')


class AsOne:
    """What a rule of a column is, in which values may be the same. It stands before the rule's own class.

    same: {value: the one that stands for it}. ways: the Ways in which it is decided. It has to pass in each.
    """
    same: dict = {}
    ways: tuple = ()

    def passes(self, histogram):
        return all(formula.passes(merged(histogram, self.same) if as_one else histogram) for formula, as_one in self.ways)

    def measured(self, histogram):
        return self.worst([formula.measured(merged(histogram, self.same) if as_one else histogram) for formula, as_one in self.ways])


# Each has the name of its rule, because it is that rule.
KINDS = {kind: type(kind.__name__, (AsOne, kind), {'__doc__': kind.__doc__}) for kind in (Distinct, Entropy, Recursive, Alpha, EnhancedLikeness)}


def merged(histogram, same) -> dict:
    """The histogram with all ways to write a value as one. same: {value: the one that stands for it}.

    >>> merged({'HIV': 1, 'hiv': 2, 'flu': 1}, {'hiv': 'HIV'})
    {'HIV': 3, 'flu': 1}
    """
    if same.keys().isdisjoint(histogram):
        return histogram
    found: dict = {}
    for value, n in histogram.items():
        value = same.get(value, value)
        found[value] = found.get(value, 0) + n
    return found


def seeing(rule, name, values, sign=None, exact=False, decimal='.', reference=None):
    """The rule of a sensitive column of a table: itself, if nothing is alike there, and no cell has several items.

    values: of the whole table. sign: between the items of a cell, or None. exact: whether each way to write a value is a value of its own.
    reference: as `taking_as_one` has it.

    >>> seeing(Distinct(2), 'ill', ['flu', 'HIV']).same, seeing(Distinct(2), 'ill', ['HIV', 'hiv ']).same
    ({}, {'hiv ': 'HIV'})
    """
    if sign:
        from .items import of_items     # few tables have sets of items
        return of_items(rule, name, values, sign, exact, decimal)
    return taking_as_one(rule, {} if exact else alike(set(values) - {UNKNOWN}, decimal), reference)


def taking_as_one(rule, same, reference=None):
    """The rule of a column in which these values may be the same: {value: the one that stands for it}.

    reference: what enhanced beta compares with, in which these are one. By default it is made of the rule's own, which counts records.

    >>> rule = taking_as_one(Distinct(2), {'hiv': 'HIV'})
    >>> rule, rule.passes({'HIV': 1, 'hiv': 1}), rule.passes({'hiv': 1, 'flu': 1}), taking_as_one(Distinct(2), {}).ways
    (Distinct(l=2), False, True, ())
    """
    if not same or type(rule) not in KINDS:
        return rule
    seen = KINDS[type(rule)](*rule)
    seen.same, seen.ways = same, (Way(rule, True),)
    if type(rule) is EnhancedLikeness:
        whole = Equal(merged(rule.reference, same) if reference is None else reference)
        seen.ways = Way(rule, False), Way(EnhancedLikeness(rule.beta, whole), True)
    return seen
