"""The audit's own deciders: whether a class passes a rule beyond k.

They share no code with the rules (rules/of_values.py).

Promise: `decider` has one for every rule that is published. It refuses a rule of any other kind,
and then nothing is published.
Of a rule it takes the numbers, and the distribution of the whole table that it compares with. That
is `rule.reference` and nothing else, because it is what audit/true_labels.py compares with the
table.
A class is {sensitive value: records}. '?' stands there for whatever is not known (`told_value` in
audit/recount.py). Which values may be the same, the audit finds for itself (same.py).

In the formulas p is the share of a value in the class, and q its share in the whole table.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, namedtuple
from functools import partial
from itertools import accumulate
from math import fsum, log

from ..errors import Disagreed

NO_ONES: dict = {}

# What is read of a rule of beta-likeness.
LikenessRule = namedtuple('LikenessRule', 'beta reference')


def decider(rule, ones=NO_ONES):
    """A function from a class to whether it passes the rule, whatever the unknown values are.

    ones: {value: what it is taken for} of all values of the column, {} where no two are one.
    """
    check_known(rule)
    kind = type(rule).__name__
    passes = decider_of(kind)(rule)
    if not ones:
        return passes
    from .same import AS_ONE, TWICE, folded     # few columns have values that may be one
    if kind in AS_ONE:
        return lambda class_: passes(folded(class_, ones))
    if kind in TWICE:
        passes_folded = decide_folded(rule, folded(rule.reference, ones))
        return lambda class_: passes(class_) and passes_folded(folded(class_, ones))
    return passes


def decider_of(kind):
    """The function that makes the decider of a rule of this kind, or None if the audit has none."""
    if kind.endswith('OfItems'):
        from .items import DECIDERS_OF_ITEMS        # few tables have sets of items
        return DECIDERS_OF_ITEMS.get(kind)
    return DECIDERS.get(kind)


def decide_folded(rule, reference):
    """The decider of enhanced beta that compares with another distribution of the table."""
    return decide_likeness(LikenessRule(rule.beta, reference), enhanced=True)


def check_known(rule):
    """DataError for a rule that the audit has no lines for, or that lacks its distribution."""
    if decider_of(type(rule).__name__) is None:
        raise undecided(rule)
    if 'table' in rule.needs and rule.reference is None:
        raise undecided(rule)


def undecided(rule):
    return Disagreed('the audit cannot decide %s, so nothing is published' % str(rule))


# l-diversity, and (alpha, k)-anonymity.


def decide_distinct(rule):
    """Distinct l-diversity: at least l values."""
    return lambda class_: len(filled_in(class_)) >= rule.l


def decide_entropy(rule):
    """Entropy l-diversity: the sum of -p log p over all values is log l, or more.

    What is missing for it may be a rounding error.
    """
    from fractions import Fraction      # 4 ms, and few runs have a rule
    least = log(Fraction(*rule.l)) - 1e-12

    def passes(class_):
        shares = [float(share) for share in shares_of(class_)]
        entropy = fsum(-p * log(p) for p in shares)
        return entropy >= least
    return passes


def decide_recursive(rule):
    """Recursive (c, l)-diversity: r1 < c (rl + ... + rm), for the shares r1 >= r2 >= ... >= rm."""
    from fractions import Fraction
    c = Fraction(*rule.c)

    def passes(class_):
        r = shares_of(class_)
        return r[0] < c * sum(r[rule.l - 1:])
    return passes


def decide_alpha(rule):
    """No p is above alpha."""
    from fractions import Fraction
    alpha = Fraction(*rule.alpha)

    def passes(class_):
        greatest = shares_of(class_)[0]
        return greatest <= alpha
    return passes


def shares_of(class_) -> list:
    """The shares of the known values, from the greatest down, filled in.

    >>> [str(share) for share in shares_of({'flu': 1, 'ulcer': 2, '?': 1})]
    ['3/4', '1/4']
    """
    from fractions import Fraction
    size = sum(class_.values())
    return [Fraction(n, size) for n in filled_in(class_)]


def filled_in(class_) -> list:
    """The records of each known value, from the most down, if the first has the unknown ones, too.

    That leaves the greatest share, the least entropy and the fewest others, so no other values of
    theirs are worse. Where no value is known, all may be the same.

    >>> filled_in({'flu': 2, 'ulcer': 3, '?': 4}), filled_in({'?': 4})
    ([7, 2], [4])
    """
    unknown = class_.get('?', 0)
    known = [n for value, n in class_.items() if value != '?']
    if not known:
        return [unknown]
    most, *others = sorted(known, reverse=True)
    return [most + unknown, *others]


# t-closeness.


def decide_closeness(rule):
    """t-closeness: the earth mover's work from the class to the table is <= t.

    The work is a share of the most that there may be. It is counted in whole numbers. The surplus
    of a value in the class is (p - q) * size * total, with the records of the class and of the
    table, that is n * total - whole[value] * size. A function of the rule's distance says how much
    of the surplus is moved how far, and how many units the greatest distance has. It sums up
    beforehand what the values have that the class lacks, so that it takes as long as the class has
    values, not the table.
    """
    distance = type(rule.distance).__name__
    if distance not in MOVERS:
        raise undecided(rule)
    whole = rule.reference
    total = sum(whole.values())
    numerator, denominator = rule.t
    work, unit = MOVERS[distance](whole, rule.distance)

    def passes(class_):
        if class_.keys() - whole.keys():
            return False
        size = sum(class_.values())
        return work(class_, size, total) * denominator <= numerator * unit * size * total
    return passes


def over_values(whole, _):
    """All values are equally far apart: half the sum of |p - q| over all values of the table."""
    def work(class_, size, total):
        moved = 0
        lacking = size * total      # what those values have in the table that the class lacks
        for value, n in class_.items():
            of_table = whole[value] * size
            moved += abs(n * total - of_table)
            lacking -= of_table
        return moved + lacking
    return work, 2


def over_gaps(whole, distance):
    """Numbers in their order: the sum of |p1 - q1 + ... + pi - qi| over all i.

    i is a gap between a number and the next one. What the class has too much up to a gap moves
    across it.
    """
    number_of = {value: in_numbers(value.replace(distance.decimal, '.')) for value in whole}
    order = sorted(set(number_of.values()))
    last = len(order) - 1
    rank_of_number = {number: rank for rank, number in enumerate(order)}
    rank = {value: rank_of_number[number] for value, number in number_of.items()}
    counts = [0] * len(order)
    for value, n in whole.items():
        counts[rank[value]] += n
    upto = list(accumulate(counts))     # the table's records up to each number
    sums = [0, *accumulate(upto)]       # sums[i]: those up to each of the first i numbers, added up

    def work(class_, size, total):
        of_class: Counter = Counter()
        for value, n in class_.items():
            of_class[rank[value]] += n
        moved = mine = first = 0
        for end in [*sorted(of_class), last]:
            # The class has `mine` records up to each of the gaps from first to end - 1. Below
            # `turn` that is more than the table has, and from there on it is not.
            turn = bisect_left(upto, -(-mine * total // size), first, end)
            of_table_below = sums[turn] - sums[first]
            of_table_above = sums[end] - sums[turn]
            moved += mine * total * (turn - first) - size * of_table_below
            moved += size * of_table_above - mine * total * (end - turn)
            mine += of_class[end]
            first = end
        return moved
    return work, last or 1


def over_edges(whole, distance):
    """Values of a hierarchy: the sum of |p - q| under each edge, times the length of the edge.

    What the class has too much under an edge moves across it, up on one side and down on the other.
    """
    tree = distance.tree
    inner = set(tree.values())
    length = {}     # of the edge above each node, as if all leaves were as deep as the deepest
    for node, parent in tree.items():
        depth = tree.depth(node) if node in inner else tree.height
        length[node] = depth - tree.depth(parent)

    def under(class_):
        records: Counter = Counter()
        for value, n in class_.items():
            for node in tree.path(value)[:-1]:
                records[node] += n
        return records
    of_table = under(whole)
    of_all_edges = sum(length[node] * n for node, n in of_table.items())

    def work(class_, size, total):
        moved = 0
        lacking = of_all_edges * size       # what the table has under edges that the class lacks
        for node, n in under(class_).items():
            moved += length[node] * abs(n * total - of_table[node] * size)
            lacking -= length[node] * of_table[node] * size
        return moved + lacking
    return work, 2 * tree.height


def in_numbers(value):
    """The number of a text: whole numbers exactly, others as floats. Equal numbers are one value.

    >>> in_numbers('12345678901234567'), in_numbers('5.0') == in_numbers('5'), in_numbers('0.1')
    (12345678901234567, True, 0.1)
    """
    from fractions import Fraction
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else float(exact)


MOVERS = {'Equal': over_values, 'OrderedDistance': over_gaps, 'Hierarchical': over_edges}


# beta-likeness and delta-disclosure privacy.


def decide_likeness(rule, enhanced=False):
    """beta-likeness: (p - q) / q <= beta of every value. Enhanced, it is <= -log q, too."""
    from fractions import Fraction      # few runs have these rules
    from .logarithms import is_exp_above
    table = shares_of_table(rule)
    beta = Fraction(*rule.beta)

    def passes(class_):
        if class_.keys() - table.keys():
            return False
        size = sum(class_.values())
        for value, n in class_.items():
            p, q = Fraction(n, size), table[value]
            gain = (p - q) / q
            if gain > beta:
                return False
            if enhanced and gain > 0 and is_exp_above(gain, 1 / q):
                return False
        return True
    return passes


def decide_disclosure(rule):
    """delta-disclosure privacy: |log(p / q)| < delta of every value of the table."""
    from fractions import Fraction
    from .logarithms import is_exp_above
    table = shares_of_table(rule)
    delta = Fraction(*rule.delta)

    def passes(class_):
        if class_.keys() != table.keys():
            return False        # a value that the class lacks has a logarithm without end
        size = sum(class_.values())
        for value, n in class_.items():
            ratio = Fraction(n, size) / table[value]
            if not is_exp_above(delta, max(ratio, 1 / ratio)):
                return False
        return True
    return passes


def shares_of_table(rule) -> dict:
    """{value: share} of the table that a rule compares with."""
    from fractions import Fraction
    total = sum(rule.reference.values())
    return {value: Fraction(n, total) for value, n in rule.reference.items()}


DECIDERS = {
    'Distinct': decide_distinct,
    'Entropy': decide_entropy,
    'Recursive': decide_recursive,
    'Alpha': decide_alpha,
    'Closeness': decide_closeness,
    'Likeness': decide_likeness,
    'EnhancedLikeness': partial(decide_likeness, enhanced=True),
    'Disclosure': decide_disclosure}
