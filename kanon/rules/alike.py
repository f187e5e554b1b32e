"""What a rule takes for one value: values that may be the same.

Promise: a rule that counts values holds whichever of them are the same. So distinct, entropy and recursive l and alpha take values that
differ in nothing but capitals, blanks, accents' writing or the writing of a number as one (`alike`, values.py). t, beta and delta see values as they are
written: to take two as one never makes them fail, so they hold in either case. (Equal distance is half the sum of |p - q|. The share of a union over
that of the table lies between those of the parts.) Enhanced beta is not so: its bound -log p is less for the greater p of a union. So it is decided both ways.
A table without such values has the very rules that were asked for, and is decided by them as ever.
"""

from __future__ import annotations

from ..values import UNKNOWN, alike
from .distance import Equal
from .items import of_items
from .of_values import Alpha, Distinct, EnhancedLikeness, Entropy, Recursive


class Together:
    """A rule that takes some values as one. same: {value: the one that stands for it}."""
    same: dict = {}

    def seen(self, histogram):
        if self.same.keys().isdisjoint(histogram):
            return histogram
        found: dict = {}
        for value, n in histogram.items():
            value = self.same.get(value, value)
            found[value] = found.get(value, 0) + n
        return found

    def passes(self, histogram):
        return super().passes(self.seen(histogram))

    def measured(self, histogram):
        return type(self).__mro__[2].measured(self.seen(histogram)) if isinstance(self, (Distinct, Entropy, Alpha)) else super().measured(self.seen(histogram))


class DistinctTogether(Together, Distinct):
    pass


class EntropyTogether(Together, Entropy):
    pass


class RecursiveTogether(Together, Recursive):
    pass


class AlphaTogether(Together, Alpha):
    pass


class EnhancedBoth(EnhancedLikeness):
    """Enhanced beta-likeness of the values as they are written, and of those that may be the same as one (`together`, with `same`)."""

    def passes(self, histogram):
        return super().passes(histogram) and self.together.passes(self.merged(histogram))

    def measured(self, histogram):
        return max(super().measured(histogram), self.together.measured(self.merged(histogram)))

    def merged(self, histogram):
        return Together.seen(self, histogram)


TOGETHER = {Distinct: DistinctTogether, Entropy: EntropyTogether, Recursive: RecursiveTogether, Alpha: AlphaTogether, EnhancedLikeness: EnhancedBoth}


def seeing(rule, name, values, sign=None, exact=False, decimal='.'):
    """The rule as it sees the values of a sensitive column: itself, if nothing is alike there, and no cell has several items.

    values: of the whole table. sign: between the items of a cell, or None. exact: whether each way to write a value is a value of its own.

    >>> seeing(Distinct(2), 'ill', ['flu', 'HIV']), type(seeing(Distinct(2), 'ill', ['HIV', 'hiv '])).__name__
    (Distinct(l=2), 'DistinctTogether')
    """
    if sign:
        return of_items(rule, name, values, sign, exact, decimal)
    same = {} if exact else alike(set(values) - {UNKNOWN}, decimal)
    if not same or type(rule) not in TOGETHER:
        return rule
    made = TOGETHER[type(rule)](*rule)
    made.same = same
    if type(rule) is EnhancedLikeness:
        made.together = EnhancedLikeness(rule.beta, Equal(made.merged(rule.reference)))
    return made
