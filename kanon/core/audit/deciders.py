"""The audit's own deciders: whether a class passes a rule beyond k. They share no code with the rules (rules/of_values.py).

Promise: `decider` has one for every rule that is published. It refuses a rule of any other kind, and then nothing is published.
Of a rule it takes the numbers, and the distribution of the whole table that it compares with. That is `rule.reference` and nothing
else, because it is what audit/true_labels.py compares with the table.
A class is {sensitive value: records}. '?' stands there for whatever is not known (`told` in audit/recount.py). Which values may be the same,
the audit finds for itself (same.py).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, namedtuple
from functools import partial
from itertools import accumulate
from math import fsum, log

from ..errors import Disagreed

NO_ONES: dict = {}

Compared = namedtuple('Compared', 'beta reference')     # what is read of a rule of likeness


def decider(rule, ones=NO_ONES):
    """A function from a class, {sensitive value: records}, to whether it passes the rule, whatever the unknown values are.

    ones: {value: what it is taken for} of all values of the column, {} where no two are one (same.py).
    """
    check_known(rule)
    kind = type(rule).__name__
    passes = decider_of(kind)(rule)
    if not ones:
        return passes
    from .same import AS_ONE, TWICE, folded     # few columns have values that may be one
    if kind not in AS_ONE | TWICE:
        return passes
    if kind in AS_ONE:
        return lambda class_: passes(folded(class_, ones))
    passes_folded = decide_folded(rule, folded(rule.reference, ones))
    return lambda class_: passes(class_) and passes_folded(folded(class_, ones))


def decider_of(kind):
    """The function that makes the decider of a rule of this kind, or None if the audit has none."""
    if kind.endswith('OfItems'):
        from .items import DECIDERS_OF_ITEMS        # few tables have sets of items
        return DECIDERS_OF_ITEMS.get(kind)
    return DECIDERS.get(kind)


def decide_folded(rule, reference):
    """The decider of enhanced beta that compares with another distribution of the table."""
    return likeness(Compared(rule.beta, reference), enhanced=True)


def check_known(rule):
    """DataError for a rule of a kind that the audit has no lines for, or that lacks the distribution that it needs."""
    if decider_of(type(rule).__name__) is None or 'table' in rule.needs and rule.reference is None:
        raise undecided(rule)


def undecided(rule):
    return Disagreed('the audit cannot decide %s, so nothing is published' % str(rule))


def decide_distinct(rule):
    return lambda class_: len(filled_in(class_)) >= rule.l


def decide_entropy(rule):
    from fractions import Fraction      # 4 ms, and few runs have a rule
    least = log(Fraction(*rule.l)) - 1e-12

    def passes(class_):
        shares = [float(share) for share in shares_of(class_)]
        return fsum(-share * log(share) for share in shares) >= least
    return passes


def decide_recursive(rule):
    from fractions import Fraction
    c = Fraction(*rule.c)

    def passes(class_):
        shares = shares_of(class_)
        return shares[0] < c * sum(shares[rule.l - 1:])
    return passes


def alpha(rule):
    from fractions import Fraction
    most = Fraction(*rule.alpha)
    return lambda class_: shares_of(class_)[0] <= most


def shares_of(class_) -> list:
    """The shares of the known values, from the greatest down, filled in.

    >>> [str(share) for share in shares_of({'flu': 1, 'ulcer': 2, '?': 1})]
    ['3/4', '1/4']
    """
    from fractions import Fraction
    size = sum(class_.values())
    return [Fraction(n, size) for n in filled_in(class_)]


def filled_in(histogram) -> list:
    """The records of each known value, from the most down, if the first of them has those of unknown value, too.

    That leaves the greatest share, the least entropy and the fewest others, so no other values of theirs are worse. Where no
    value is known, all may be the same.

    >>> filled_in({'flu': 2, 'ulcer': 3, '?': 4}), filled_in({'?': 4})
    ([7, 2], [4])
    """
    most, *others = sorted((n for value, n in histogram.items() if value != '?'), reverse=True) or [0]
    return [most + histogram.get('?', 0), *others]


def closeness(rule):
    """By the earth mover's work of the rule's distance, and the unit that it is counted in.

    The work is a function of {value: records} of a class, their number `size`, and the number of all records. A value's surplus
    is records * total - whole[value] * size. A value that the class lacks has a surplus of -whole[value] * size. The work sums
    these up beforehand, so that it takes as long as the class has values, not the table.
    """
    if type(rule.distance).__name__ not in MOVERS:
        raise undecided(rule)
    whole, (p, q) = rule.reference, rule.t
    work, unit = MOVERS[type(rule.distance).__name__](whole, rule.distance)
    total = sum(whole.values())

    def passes(class_):
        if not class_.keys() <= whole.keys():
            return False
        size = sum(class_.values())
        return work(class_, size, total) * q <= p * unit * size * total
    return passes


def over_values(whole, _):
    def work(histogram, size, total):
        there = [(n * total, whole[value] * size) for value, n in histogram.items()]
        return sum(abs(mine - all_) for mine, all_ in there) + size * total - sum(all_ for _, all_ in there)
    return work, 2


def over_gaps(whole, distance):
    """What the class has too much up to a gap between two neighbours moves across the gap."""
    place = {value: in_numbers(value.replace(distance.decimal, '.')) for value in whole}
    order = sorted(set(place.values()))
    rank, last = {number: i for i, number in enumerate(order)}, len(order) - 1
    counts = [0] * len(order)
    for value, n in whole.items():
        counts[rank[place[value]]] += n
    upto = list(accumulate(counts))             # the table's records up to each number
    sums = [0, *accumulate(upto)]

    def work(histogram, size, total):
        of_class = Counter()
        for value, n in histogram.items():
            of_class[rank[place[value]]] += n
        moved = mine = first = 0
        for end in [*sorted(of_class), last]:   # the class has `mine` up to each of the gaps from first to end
            turn = bisect_left(upto, -(-mine * total // size), first, end)      # up to there it has too much
            moved += mine * total * (2 * turn - first - end) + size * (sums[first] + sums[end] - 2 * sums[turn])
            mine += of_class[end]
            first = end
        return moved
    return work, last or 1


def over_edges(whole, distance):
    """What the class has too much under an edge moves across it, up on one side and down on the other."""
    tree, inner = distance.tree, set(distance.tree.values())
    length = {node: (tree.depth(node) if node in inner else tree.height) - tree.depth(tree[node]) for node in tree}

    def under(histogram):
        records = Counter()
        for value, n in histogram.items():
            for node in tree.path(value)[:-1]:
                records[node] += n
        return records
    of_table = under(whole)
    lacking = sum(length[node] * n for node, n in of_table.items())

    def work(histogram, size, total):
        more = sum(length[node] * (abs(n * total - of_table[node] * size) - of_table[node] * size) for node, n in under(histogram).items())
        return more + lacking * size
    return work, 2 * tree.height


def likeness(rule, enhanced=False):
    """Of each value's share of the class, up to 1 + beta times that of the table, and enhanced up to 1 - log of that of the table."""
    from fractions import Fraction      # few runs have these rules
    from .logarithms import is_exp_above
    of_table, most = shares_of_table(rule), Fraction(*rule.beta)

    def passes(class_):
        size = sum(class_.values())
        gains = {value: Fraction(n, size) / of_table[value] - 1 for value, n in class_.items()} if class_.keys() <= of_table.keys() else {'': most + 1}
        return all(gain <= most and not (enhanced and gain > 0 and is_exp_above(gain, 1 / of_table[value])) for value, gain in gains.items())
    return passes


def disclosure(rule):
    """By e to the delta, which is above what a value's share of the class is of its share of the table, and the other way round."""
    from fractions import Fraction
    from .logarithms import is_exp_above
    of_table, delta = shares_of_table(rule), Fraction(*rule.delta)

    def passes(class_):
        size = sum(class_.values())
        ratios = [Fraction(n, size) / of_table[value] for value, n in class_.items()] if class_.keys() == of_table.keys() else []
        return bool(ratios) and all(is_exp_above(delta, max(ratio, 1 / ratio)) for ratio in ratios)
    return passes


def shares_of_table(rule) -> dict:
    """{value: share} of the table that a rule compares with."""
    from fractions import Fraction
    total = sum(rule.reference.values())
    return {value: Fraction(n, total) for value, n in rule.reference.items()}


MOVERS = {'Equal': over_values, 'Ordered': over_gaps, 'Hierarchical': over_edges}


DECIDERS = {'Distinct': decide_distinct, 'Entropy': decide_entropy, 'Recursive': decide_recursive, 'Alpha': alpha, 'Closeness': closeness,
            'Likeness': likeness, 'EnhancedLikeness': partial(likeness, enhanced=True), 'Disclosure': disclosure}


def in_numbers(value):
    """The number of a text: whole numbers exactly, others as floats. Texts of equal numbers are one value.

    >>> in_numbers('12345678901234567'), in_numbers('5.0') == in_numbers('5'), in_numbers('0.1')
    (12345678901234567, True, 0.1)
    """
    from fractions import Fraction
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else float(exact)
