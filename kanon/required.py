"""What every published class must satisfy, as one value: k records and, beyond k, rules for its sensitive values.

The value is made once and handed to the search and to the audit alike.

Promise: `Required(k)` asks for k records and nothing else. With rules, a class must also pass every rule of every sensitive
column. A class is {sensitive values: records}.
"""

from __future__ import annotations

from .frequency import added_up, merge


class Required:
    """k, the rules of each sensitive column, and the values of these columns.

    rules: {sensitive column: list of rules (beyond/rules.py)}. It is empty for k alone.
    histograms: {quasi tuple: {sensitive values: records}}, with the values in the order of the columns. None for k alone.

    >>> from .beyond.rules import Distinct
    >>> required = Required(2, {'condition': [Distinct(2)]}, {('39',): {('flu',): 2, ('ulcer',): 1}, ('41',): {('flu',): 2}})
    >>> [required.passes(class_) for class_ in required.histograms.values()], required.lacks({('flu',): 2})
    ([True, False], 'distinct l = 2 in condition')
    >>> required
    Required(k=2, condition: distinct l = 2)
    """

    def __init__(self, k, rules=None, histograms=None):
        self.k, self.rules, self.histograms = k, rules or {}, histograms
        self.steady = all(rule.steady for of_column in self.rules.values() for rule in of_column)
        self._values = [max((rule.values for rule in of_column), default=1) for of_column in self.rules.values()]

    def __repr__(self):
        rules = ['%s: %s' % (column, ' and '.join(map(str, of_column))) for column, of_column in self.rules.items()]
        return 'Required(%s)' % ', '.join(['k=%d' % self.k, *rules])

    def with_k(self, k) -> Required:
        """The same rules with another k."""
        return Required(k, self.rules, self.histograms)

    def passes(self, class_) -> bool:
        """Whether a class passes all rules. Its size is not compared with k here."""
        return self.passes_weakened(class_) and not any(self._failed(class_))

    def passes_weakened(self, class_) -> bool:
        """Whether a class has as many different values as the rules imply. This weaker rule is steady, as k is."""
        return all(len(set(values)) >= least for values, least in zip(zip(*class_), self._values))

    def lacks(self, class_) -> str:
        """The rules that a class fails, in words."""
        return ' and '.join('%s in %s' % (rule, column) for column, rule in self._failed(class_))

    def _failed(self, class_):
        for histogram, (column, rules) in zip(by_column(class_), self.rules.items()):
            for rule in rules:
                if not rule.passes(histogram):
                    yield column, rule


def as_one(histograms) -> dict:
    """All records of {quasi tuple: {sensitive values: records}} as one class.

    >>> as_one({('39',): {('flu',): 2, ('ulcer',): 1}, ('41',): {('flu',): 2}})
    {('flu',): 4, ('ulcer',): 1}
    """
    return merge(*histograms.values())


def by_column(class_) -> list:
    """The histogram of each sensitive column of a class.

    >>> by_column({('flu', 'yes'): 2, ('flu', 'no'): 1})
    [{'flu': 3}, {'yes': 2, 'no': 1}]
    """
    return [added_up(values, class_.values()) for values in zip(*class_)]
