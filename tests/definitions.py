"""What is required, by the papers' definitions alone: the oracle of several test files."""

from collections import Counter
from decimal import Context
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import log

from kanon.core.algorithms.full_domain import Optimal, Samarati, Vectors
from kanon.core.algorithms.greedy import Datafly, RoundRobin
from kanon.core.cutting.labels import multidimensional, of_partitions
from kanon.core.cutting.mondrian import mondrian
from kanon.core.cutting.partition import partition_of
from kanon.core.errors import Unsatisfied
from kanon.core.levels.lattice import height
from kanon.core.levels.objective import objective_for
from kanon.core.levels.optimal import branch_and_bound
from kanon.core.levels.samarati import least_height
from kanon.core.rules.distance import Equal, Hierarchical, OrderedDistance
from kanon.core.rules.of_values import (Alpha, Closeness, Disclosure, Distinct, EnhancedLikeness,
                                        Entropy, Likeness, Recursive)


def is_k_anonymous(frequency_set, k):
    """Samarati 2001: every combination of quasi-identifying values that occurs, occurs at least k times."""
    return all(n >= k for n in frequency_set.values())


def relabelled(frequency_set, maps):
    """The tuples with each value replaced by its label. maps: {value: label} of each column."""
    return [tuple(labels[value] for labels, value in zip(maps, quasi)) for quasi in frequency_set]


def roll_up(frequency_set, maps):
    """The frequency set of the relabelled table."""
    return Counter(row for row, n in zip(relabelled(frequency_set, maps), frequency_set.values()) for _ in range(n))


def totals(histograms):
    """The frequency set of the quasi tuples alone. histograms: {quasi tuple: {carried values: records}}."""
    return {quasi: sum(histogram.values()) for quasi, histogram in histograms.items()}


def below(counts, k):
    """How many records are in classes of fewer than k."""
    return sum(n for n in counts if n < k)


def histogram_of(values):
    return {value: list(values).count(value) for value in values}


def is_missing(value):
    return value.strip().lower() in ('', '?', 'na', 'n/a', 'null', 'nan')


def fillings(values, more='another'):
    """Every way to fill in the missing values of a class, as lists: with those that it has, and with one that it has not."""
    known = [value for value in values if not is_missing(value)]
    for filling in combinations_with_replacement([*sorted(set(known)), more], len(values) - len(known)):
        yield [*known, *filling]


def transport(surplus, cost):
    """The least work that evens out {value: surplus}, by augmenting along cheapest paths: an oracle for every distance."""
    from_, to = [v for v in surplus if surplus[v] > 0], [v for v in surplus if surplus[v] < 0]
    flow, left = {}, dict(surplus)
    while any(left[v] > 0 for v in from_):
        distance, before = {v: (Fraction(0) if left[v] > 0 else None) for v in from_}, {}
        distance.update(dict.fromkeys(to))
        for _ in surplus:       # Bellman and Ford, over the edges there and, where something flows, back
            for u, v in product(from_, to):
                if distance[u] is not None and (distance[v] is None or distance[u] + cost(u, v) < distance[v]):
                    distance[v], before[v] = distance[u] + cost(u, v), u
                if flow.get((u, v)) and distance[v] is not None and (distance[u] is None or distance[v] - cost(u, v) < distance[u]):
                    distance[u], before[u] = distance[v] - cost(u, v), v
        end = min((v for v in to if left[v] < 0), key=distance.__getitem__)
        path = [end]
        while path[-1] in before and (path[-1] in to or left[path[-1]] <= 0):
            path.append(before[path[-1]])
        edges = [((a, b), 1) if a in from_ else ((b, a), -1) for b, a in zip(path, path[1:])]
        amount = min([left[path[-1]], -left[end], *(flow[edge] for edge, sign in edges if sign < 0)])
        for edge, sign in edges:
            flow[edge] = flow.get(edge, 0) + sign * amount
        left[path[-1]] -= amount
        left[end] += amount
    return sum((amount * cost(*edge) for edge, amount in flow.items()), Fraction(0))


DIGITS = Context(prec=60)


def decimal_of(fraction):
    return DIGITS.divide(fraction.numerator, fraction.denominator)


def logarithm(fraction):
    return DIGITS.ln(decimal_of(fraction))


def passes_by_definition(rule, records, whole, tree):
    """A rule's definition, with the records of the class and of the whole table as lists of values."""
    counts = sorted((records.count(value) for value in set(records)), reverse=True)
    if isinstance(rule, Distinct):
        return len(counts) >= rule.l
    if isinstance(rule, Entropy):       # near the limit only the equality of even classes is meant
        entropy = -sum(n / len(records) * log(n / len(records)) for n in counts)
        return entropy >= log(Fraction(*rule.l)) - 1e-12
    if isinstance(rule, Recursive):
        return counts[0] < Fraction(*rule.c) * sum(counts[rule.l - 1:])
    if isinstance(rule, Alpha):
        return all(Fraction(n, len(records)) <= Fraction(*rule.alpha) for n in counts)
    if isinstance(rule, (Likeness, Disclosure)):
        shares = {v: (Fraction(records.count(v), len(records)), Fraction(whole.count(v), len(whole))) for v in set(whole)}
        if isinstance(rule, Disclosure):
            return all(q and abs(logarithm(q / p)) < decimal_of(Fraction(*rule.delta)) for q, p in shares.values())
        enhanced = isinstance(rule, EnhancedLikeness)
        return all((q - p) / p <= Fraction(*rule.beta) and not (enhanced and decimal_of((q - p) / p) > -logarithm(p)) for q, p in shares.values() if q > p)
    values = sorted(set(whole), key=int)
    surplus = {v: Fraction(records.count(v), len(records)) - Fraction(whole.count(v), len(whole)) for v in values}

    def cost(u, v):
        if isinstance(rule.distance, OrderedDistance):
            return Fraction(abs(values.index(u) - values.index(v)), len(values) - 1)
        if isinstance(rule.distance, Hierarchical):
            return Fraction(tree.height - tree.depth(tree.common_ancestor([u, v])), tree.height)
        return Fraction(1)

    return transport(surplus, cost) <= Fraction(*rule.t)


def random_rules(random, whole, tree):
    reference = histogram_of(whole)
    t, more = (random.randint(0, 8), 10), (random.randint(1, 25), 10)
    return random.choice([
        Distinct(random.randint(1, 4)), Entropy((random.randint(10, 35), 10)), Entropy((random.randint(1, 3), 1)),
        Recursive((random.randint(5, 40), 10), random.randint(1, 3)), Alpha((random.randint(2, 10), 10)),
        Closeness(t, Equal(reference)), Closeness(t, OrderedDistance(reference)), Closeness(t, Hierarchical(reference, tree)),
        *(rule(more, Equal(reference)) for rule in (Likeness, EnhancedLikeness, Disclosure))])


def by_mondrian(frequency_set, values, dimensions, required, cut, words) -> tuple:
    """The recoding, its outcome, and each column's {published text: Label}. values: each column's {value: records}."""
    partitions, _ = mondrian(partition_of(frequency_set, dimensions, required), cut)
    recoding, labels = multidimensional(frequency_set, dimensions, partitions, required)
    return recoding, of_partitions(recoding, labels, values, dimensions, words), labels


def space_of(lattice, max_suppression, measure='lm', weights=None):
    """What an algorithm by levels searches."""
    return Vectors(None, lattice, max_suppression, objective_for(measure, lattice, max_suppression, weights))


def check_searches(lattice, k, limit, below):
    """Samarati's search and that for the least loss find what a look at every vector finds.

    below: {vector: records that are suppressed there}. limit: how many may be.
    """
    def found_by(search):
        try:
            return search(lattice.with_k(k))
        except Unsatisfied:
            return None
    low = found_by(lambda fresh: least_height(fresh, limit))
    best = found_by(lambda fresh: list(branch_and_bound(fresh, objective_for('lm', fresh, limit), limit))[-1])
    satisfying = sorted(vector for vector in below if below[vector] <= limit)
    if not satisfying:
        assert (low, best) == (None, None)
        return
    least = min(map(height, satisfying))
    assert low == (least, [vector for vector in satisfying if height(vector) == least])
    cost = objective_for('lm', lattice, limit).cost
    assert best.proven and best.cost == min(map(cost, satisfying)) and best.vector in satisfying


BY_LEVELS = {made.name: made for made in (Samarati(), Optimal(), Datafly(), RoundRobin())}
