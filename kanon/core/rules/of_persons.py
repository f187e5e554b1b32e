"""What a class must satisfy where a person may have several rows: k different persons, and rules
that count persons.

Promise: k asks for k different persons in a class. A rule of a sensitive column sees {value: how
many persons have it}. A person with two values counts for each of them. A row that is nobody's
counts for nothing.
- Distinct l counts the known values. Entropy l and recursive (c, l) see how many persons have each
  value.
- These three also ask that no value is had by all persons of the class. Five persons with HIV and
  flu each have two values, and yet everybody has HIV.
- Alpha compares the persons who have a value with all persons of the class.
- t, beta and delta compare the shares of the (value, person) pairs of the class with those of the
  table.
Whoever has HIV in one row and hiv in another has one value, and counts once for it (`as_one` of a
Held, counts/persons.py). Which rules see values so, alike.py says.
A missing value may be any value. So each known value is, in turn, taken to be had by all who have
it or miss one, and the rule must hold. Only t, beta and delta take '?' as a value like any other. A
class without any known value has one value, which all may have.

Which rules may a search prune by?
- k survives merging. A class keeps its persons when it is merged with another.
- The other rules are not even closed under union. In one class p has flu and q has HIV, in another
  p has HIV and q has flu. Both pass, and merged both persons have both. So a search prunes by
  `passes_weakened` alone, even if nothing may be suppressed. It asks for as many known values as
  the rules imply, and for k persons. Of alpha that is true, too: each person has a known value or
  misses one, so n values of at most a share alpha each need n * alpha >= 1.

(X, Y)-anonymity with Y = person: K. Wang, B. Fung, Anonymizing Sequential Releases, KDD 2006. The
rules in persons are kanon's own.
"""

from __future__ import annotations

from ..counts.required import Required
from ..counts.values import AS_ONE, UNKNOWN
from ..errors import DataError
from .alike import merged_values
from .of_values import Alpha, Distinct, Entropy, Recursive


class RequiredOfPersons(Required):
    """Required, with k and the rules counted in persons.

    persons: those of the table (a Persons, counts/persons.py). earlier: what earlier releases tell
    of them (an Earlier, tables/history.py), or None.
    A class is the Held of each sensitive column (counts/persons.py). `passes` compares its persons
    with k, too.

    >>> from ..counts.persons import Held, Persons
    >>> persons = Persons(2, [0, 0, 0, 1], [0, 0, 1, 1], [('flu',), ('HIV',)], [0, 1, 1, 0])
    >>> required = RequiredOfPersons(2, {'condition': [Distinct(2)]}, persons)
    >>> both_have_hiv, one_has_it = {'flu': 1, 'HIV': 2}, {'flu': 1, 'HIV': 1}
    >>> [required.passes([Held(2, sizes, sizes)]) for sizes in (both_have_hiv, one_has_it)]
    [False, True]
    """

    def __init__(self, k, rules, persons, population=None, earlier=None, sameness=AS_ONE):
        super().__init__(k, rules, None, population, sameness)
        self.persons, self.earlier = persons, earlier
        self.survives_merging = not self.rules
        all_rules = [rule for of_column in self.rules.values() for rule in of_column]
        bounded = [rule for rule in all_rules if isinstance(rule, (Alpha, Distinct))]
        self.has_bounds = bool(all_rules) and len(bounded) == len(all_rules)

    def with_k(self, k):
        return RequiredOfPersons(k, self.rules, self.persons, self.population, self.earlier,
                                 self.sameness)

    def least_values(self) -> list:
        """How many different known values a class needs, of each sensitive column."""
        return self._values

    def passes_weakened(self, class_) -> bool:
        for held, least in zip(class_, self._values):
            if held.everybody < self.k or max(1, len(held.may_have)) < least:
                return False
        for held, (least, _) in zip(class_, self._values_as_one):
            if max(1, len(held.as_one.may_have)) < least:
                return False
        return True

    def surely_passes(self, rows, everybody) -> bool:
        """Whether a class passes, as far as bounds show it. For alpha and distinct l alone.

        rows: of each sensitive column {value: no fewer than the persons who have it}. everybody:
        no more than all its persons.
        """
        for of_column, rules in zip(rows, self.rules.values()):
            for rule in rules:
                seen = merged_values(of_column, rule.same)
                known = {value: n for value, n in seen.items() if value != UNKNOWN}
                most = max(known.values(), default=everybody) + seen.get(UNKNOWN, 0)
                if isinstance(rule, Alpha):
                    p, q = rule.alpha
                    passes = most * q <= p * everybody
                else:
                    passes = len(known) >= rule.l and most < everybody
                if not passes:
                    return False
        return True

    def lacks(self, class_) -> str:
        return super().lacks(class_) + ', counted in persons'

    def failed(self, class_):
        for held, (column, rules) in zip(class_, self.rules.items()):
            for rule in rules:
                if not passes_in_persons(rule, held):
                    yield column, rule


def passes_in_persons(rule, held) -> bool:
    """Whether a sensitive column of a class, a Held, passes a rule.

    >>> from ..counts.persons import Held
    >>> sizes = {'flu': 2, 'HIV': 2}
    >>> passes_in_persons(Alpha('0.5'), Held(4, sizes, sizes))
    True
    >>> passes_in_persons(Alpha('0.5'), Held(4, sizes, {'flu': 3, 'HIV': 2}))
    False
    """
    if rule.ways:
        return all(passes_in_persons(formula, seen) for formula, seen in ways_of(rule, held))
    everybody, sizes, may_have = held
    if 'table' in rule.needs:
        return rule.passes(sizes)
    most = max(may_have.values(), default=everybody)
    if isinstance(rule, Alpha):
        p, q = rule.alpha
        return most * q <= p * everybody
    if not isinstance(rule, (Distinct, Entropy, Recursive)):
        raise DataError('%s is not defined for persons' % str(rule))
    if most >= everybody:
        return False
    known = {value: n for value, n in sizes.items() if value != UNKNOWN}
    if may_have == known:
        return rule.passes(known)
    return all(rule.passes({**known, value: n}) for value, n in may_have.items())


def ways_of(rule, held) -> list:
    """The formulas of a rule, each with the Held that it sees: with values as one, or not."""
    return [(formula, held.as_one if as_one else held) for formula, as_one in rule.ways]


def measured_in_persons(rule, held) -> float:
    """The limit at which a sensitive column of a class just passes the rule, or just fails it.

    >>> from ..counts.persons import Held
    >>> sizes = {'flu': 2, 'HIV': 2}
    >>> [measured_in_persons(Alpha('0.5'), Held(n, sizes, sizes)) for n in (2, 3)]
    [1.0, 0.6666666666666666]
    >>> measured_in_persons(Distinct(2), Held(2, sizes, sizes))
    1
    """
    if rule.ways:
        return rule.worst([measured_in_persons(formula, seen)
                           for formula, seen in ways_of(rule, held)])
    everybody, sizes, may_have = held
    if 'table' in rule.needs:
        return rule.measured(sizes)
    most = max(may_have.values(), default=everybody)
    if isinstance(rule, Alpha):
        return most / everybody
    if most >= everybody:
        return rule.measured({UNKNOWN: 1})
    known = {value: n for value, n in sizes.items() if value != UNKNOWN}
    return rule.worst([rule.measured({**known, value: n}) for value, n in may_have.items()])
