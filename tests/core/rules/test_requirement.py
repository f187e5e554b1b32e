"""Every rule against its definition, on records; every algorithm with every rule against brute force; what is not monotone."""

import csv
import json
import os
from fractions import Fraction
from random import Random

import pytest

from conftest import kanon, random_table, random_tree, run, seeds, some
from definitions import histogram_of, passes_by_definition, random_rules, totals
from kanon.core.audit.deciders import decider
from kanon.core.audit.recount import Promises, verify
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.measures import MEASURES, all_measures, of_vector
from kanon.core.counts.recoding import full_domain
from kanon.core.counts.required import Required, as_one, by_column
from kanon.core.errors import DataError, unmarked
from kanon.core.levels.demands import lattice_of
from kanon.core.levels.datafly import most_distinct_first
from kanon.core.levels.lattice import height, vectors
from kanon.core.levels.objective import objective_for
from kanon.core.levels.optimal import branch_and_bound
from kanon.core.levels.samarati import least_height
from kanon.core.rules.alike import seeing
from kanon.core.rules.distance import Equal, Hierarchical, OrderedDistance
from kanon.core.rules.of_values import (Alpha, Closeness, Disclosure, Distinct, EnhancedLikeness,
                                        Entropy, Likeness, Recursive, entropy_l, most_frequent,
                                        recursive_c)
from kanon.core.tables.hierarchy_file import load
from kanon.core.tables.table import Table
from kanon.core.tables.tally import Tally

CONDITIONS = 'HHVVCHVVCCCC'         # of the twelve inpatients, REFERENCES: (1-4)(5-8)(9-12), and regrouped
SALARIES = [[3, 4, 5], [6, 11, 8], [7, 9, 10]]


@pytest.mark.parametrize('rows, distinct, entropy, equal_t', [
    ((0, 1, 2, 3), 2, 2.0, 0.4167), ((4, 5, 6, 7), 3, 2.8284, 0.1667), ((8, 9, 10, 11), 1, 1.0, 0.5833),
    ((0, 3, 8, 9), 3, 2.8284, 0.0833), ((1, 2, 10, 11), 3, 2.8284, 0.0833)])
def test_inpatients(rows, distinct, entropy, equal_t):
    class_, whole = histogram_of([CONDITIONS[row] for row in rows]), Equal(histogram_of(CONDITIONS))
    part, of = whole.from_(class_)
    assert (len(class_), round(entropy_l(class_), 4), round(part / of, 4)) == (distinct, entropy, equal_t)
    assert Distinct(distinct).passes(class_) and not Distinct(distinct + 1).passes(class_)
    exact = Fraction(part, of)
    assert Closeness((exact.numerator, exact.denominator), whole).passes(class_)
    assert not Closeness((10 ** 9 * exact.numerator - 1, 10 ** 9 * exact.denominator), whole).passes(class_)


@pytest.mark.parametrize('salaries, expected', [
    ([3, 4, 5], 0.375), ([6, 11, 8], 0.1667), ([7, 9, 10], 0.2361), ([3, 5, 9], 0.1667), ([4, 7, 10], 0.0833)])
def test_salaries_by_their_order(salaries, expected):
    whole = OrderedDistance({str(salary): 1 for salary in sum(SALARIES, [])})
    part, of = whole.from_({str(salary): 1 for salary in salaries})
    assert round(part / of, 4) == expected


# The definitions, on records one by one, in fractions.

def random_column(random):
    """The sensitive values of a random table, 2 to 5 different numbers, and a tree over them."""
    values = [str(value) for value in range(random.randint(2, 5))]
    whole = values + [values[int(len(values) * random.random() ** 2)] for _ in range(random.randint(0, 20))]
    return whole, random_tree(random, values)


@pytest.mark.parametrize('seed', seeds(1500))
def test_every_rule_against_its_definition(seed):
    random = Random(seed)
    whole, tree = random_column(random)
    records = random.sample(whole, random.randint(1, len(whole)))
    rule = random_rules(random, whole, tree)
    passes = rule.passes(histogram_of(records))
    assert passes == passes_by_definition(rule, records, whole, tree), rule
    assert not passes or len(set(records)) >= rule.values


@pytest.mark.parametrize('seed', seeds(200))
def test_the_measures_say_what_the_rules_decide(seed):
    random = Random(seed)
    class_ = {str(value): random.randint(1, 9) for value in range(random.randint(1, 5))}
    for tenths in range(10, 60):
        if abs(entropy_l(class_) - tenths / 10) > 1e-9:
            assert Entropy((tenths, 10)).passes(class_) == (entropy_l(class_) > tenths / 10)
        for l in (1, 2, 3):
            assert Recursive((tenths, 10), l).passes(class_) == (recursive_c(class_, l) < tenths / 10)
        if tenths <= 20:
            assert Alpha((tenths, 20)).passes(class_) == (most_frequent(class_) <= tenths / 20)


@pytest.mark.parametrize('size, values', [(3, 3), (7, 7), (49, 7), (30, 3), (1000, 10), (600, 6), (6 * 10 ** 7, 6)])
def test_entropy_is_exact_where_a_class_is_even(size, values):
    """log 7 in floats may lie on either side of the entropy of seven equal shares."""
    class_ = {str(value): size // values for value in range(values)}
    assert Entropy((values, 1)).passes(class_)
    assert not Entropy((10 ** 12 * values + 1, 10 ** 12)).passes(class_)
    class_['0'] += 1
    assert not Entropy((values, 1)).passes(class_)


def test_entropy_is_exact_where_it_happens_to_be_a_number():
    """A share of 1/2 and sixteen of 1/32: the entropy is (1/2) log 2 + (1/2) log 32 = log 8."""
    class_ = dict(zip(range(17), [16, *[1] * 16]))
    for times in (1, 1000, 10 ** 6):
        class_ = {value: n * times for value, n in class_.items()}
        assert Entropy((8, 1)).passes(class_) and Entropy((80, 10)).passes(class_)
        assert not Entropy((8 * 10 ** 15 + 1, 10 ** 15)).passes(class_)


# Merging, and suppression.

@pytest.mark.parametrize('seed', seeds(400))
def test_two_that_pass_pass_together_and_a_steady_rule_stays(seed):
    random = Random(seed)
    whole, tree = random_column(random)
    rule = random_rules(random, whole, tree)
    random.shuffle(whole)
    cut, end = sorted(random.sample(range(1, len(whole) + 1), 2))
    one, other, both = map(histogram_of, (whole[:cut], whole[cut:end], whole[:end]))
    if rule.passes(one) and rule.passes(other):
        assert rule.passes(both)
    if rule.survives_merging and rule.passes(one):
        assert rule.passes(both)


REFERENCE = {'flu': 5, 'ulcer': 5}


@pytest.mark.parametrize('rule', [Entropy((2, 1)), Recursive((2, 1), 2), Alpha((1, 2)), Closeness((1, 10), Equal(REFERENCE)),
                                  Closeness((1, 10), Hierarchical(REFERENCE, Hierarchy({'flu': '*', 'ulcer': '*'}))),
                                  Likeness(0.1, Equal(REFERENCE)), EnhancedLikeness(0.1, Equal(REFERENCE)), Disclosure(0.3, Equal(REFERENCE))])
def test_the_counterexample_why_no_search_may_prune_by_these(rule):
    """At (0,) {flu, ulcer} is published, and the flus alone are suppressed; at (1,) all fail together."""
    histograms = {('39',): {('flu',): 2, ('ulcer',): 2}, ('40',): {('flu',): 3}, ('60',): {('ulcer',): 3}}
    tree = Hierarchy({'39': '<50', '40': '<50', '60': '>50', '<50': '*', '>50': '*'})
    lattice = lattice_of(totals(histograms), [tree], Required(2, {'condition': [rule]}, histograms))
    assert (lattice[(0,)], lattice[(1,)], lattice[(2,)]) == (6, 10, 0)
    assert least_height(lattice, 6).vectors == [(0,)]       # the binary search would have tried (1,) and gone up
    assert not rule.survives_merging and not lattice.sparing(6).rules_out((1,))
    *_, best = branch_and_bound(lattice, objective_for('height', lattice, 6), 6)
    assert best.vector == (0,)
    assert most_distinct_first(lattice, 6) == [(0,)]


def test_a_steady_rule_never_suppresses_more_above():
    for seed in range(100):
        lattice = random_lattice(seed, steady=True)[0]
        for vector in vectors(lattice.top):
            for column in range(len(vector)):
                if vector[column]:
                    lower = vector[:column] + (vector[column] - 1,) + vector[column + 1:]
                    assert lattice[vector] <= lattice[lower] and lattice.least(vector) == lattice[vector]


# Every algorithm with every rule, against brute force on records.

def random_lattice(seed, steady=False):
    """(Lattice with rules for one or two sensitive columns, records of each quasi tuple, {column: (whole, tree)})."""
    random = Random(seed)
    frequency_set, trees = random_table(seed, columns=random.randint(1, 3), most=5)
    tables = [random_column(random) for _ in range(random.choice((1, 1, 2)))]
    records = {quasi: [tuple(random.choice(whole) for whole, _ in tables) for _ in range(n)] for quasi, n in frequency_set.items()}
    columns = list(zip(*(values for of_quasi in records.values() for values in of_quasi)))
    tables = [(list(column), tree) for column, (_, tree) in zip(columns, tables)]
    rules = {'s%d' % place: [Distinct(random.randint(1, 3)) if steady else random_rules(random, whole, tree)
                             for _ in range(random.choice((0, 1, 2) if place else (1, 1, 2)))]
             for place, (whole, tree) in enumerate(tables)}
    histograms = {quasi: histogram_of(of_quasi) for quasi, of_quasi in records.items()}
    lattice = lattice_of(frequency_set, trees, Required(random.randint(1, 4), rules, histograms))
    return lattice, records, tables


def satisfies(lattice, class_, tables):
    """Whether a class, a list of its records' sensitive values, satisfies by the definitions."""
    return len(class_) >= lattice.k and all(
        passes_by_definition(rule, list(values), whole, tree)
        for values, (whole, tree), rules in zip(zip(*class_), tables, lattice.required.rules.values()) for rule in rules)


def suppressed_by_brute_force(lattice, records, tables, vector):
    """{quasi tuple: published tuple, or None} at a vector, record by record."""
    published = {quasi: tuple(tree.ancestor(value, level) for value, tree, level in zip(quasi, lattice.hierarchies, vector))
                 for quasi in records}
    classes = {}
    for quasi, of_quasi in records.items():
        classes.setdefault(published[quasi], []).extend(of_quasi)
    fine = {label for label, class_ in classes.items() if satisfies(lattice, class_, tables)}
    return {quasi: label if label in fine else None for quasi, label in published.items()}


@pytest.mark.parametrize('seed', seeds(300))
def test_every_full_domain_algorithm_against_brute_force(seed):
    lattice, records, tables = random_lattice(seed)
    recodings = {vector: suppressed_by_brute_force(lattice, records, tables, vector) for vector in vectors(lattice.top)}
    below = {vector: sum(lattice.frequency_set[quasi] for quasi, label in recoding.items() if label is None)
             for vector, recoding in recodings.items()}
    assert {vector: lattice[vector] for vector in below} == below
    assert all(full_domain(lattice, vector) == recoding for vector, recoding in recodings.items())
    for limit in sorted({0, lattice.records // 10, lattice.records // 2, lattice.records}):
        fresh = lattice.with_k(lattice.k)
        satisfying = sorted(vector for vector in below if below[vector] <= limit)
        for vector in below:
            if fresh.sparing(limit).rules_out(vector):
                assert not any(all(a <= b for a, b in zip(lower, vector)) for lower in satisfying)
        if not satisfying:
            for search in (least_height, most_distinct_first, lambda *both: list(branch_and_bound(both[0], objective_for('dm', *both), both[1]))):
                with pytest.raises(DataError):
                    search(lattice.with_k(lattice.k), limit)
            continue
        least = min(map(height, satisfying))
        assert least_height(fresh, limit) == (least, [vector for vector in satisfying if height(vector) == least])
        for measure in MEASURES:
            target = objective_for(measure, lattice, limit)
            costs = {vector: target.cost(vector) for vector in satisfying}
            fresh = lattice.with_k(lattice.k)
            *states, best = branch_and_bound(fresh, objective_for(measure, fresh, limit), limit)
            assert (best.cost, best.vector) == min((costs[v], below[v] == lattice.records, v) for v in satisfying)[::2]
            assert all(state.bound <= best.cost and (state.vector is None or state.vector in satisfying) for state in states)
        try:
            tried = most_distinct_first(lattice.with_k(lattice.k), limit)
        except DataError:
            assert below[lattice.top] > limit
        else:
            assert [below[vector] <= limit for vector in tried] == [False] * (len(tried) - 1) + [True]


# The audit decides with formulas of its own.

def holds(rule, class_):
    return decider(rule)(class_)


@pytest.mark.parametrize('seed', seeds(1000))
def test_the_audit_and_the_rules_agree(seed):
    random = Random(seed)
    whole, tree = random_column(random)
    class_ = histogram_of(random.sample(whole, random.randint(1, len(whole))))
    rule = random_rules(random, whole, tree)
    assert holds(rule, dict(class_)) == rule.passes(class_), rule


@pytest.mark.parametrize('seed', seeds(200))
def test_the_audit_finds_each_distance_exactly(seed):
    """No less, and no more; in trees of several levels, whose leaves lie at unequal depths."""
    random = Random(seed)
    values = [str(value) for value in range(random.randint(2, 12))]
    whole = {value: random.randint(1, 4) for value in values}
    class_ = {value: random.randint(1, 4) for value in random.sample(values, random.randint(1, len(values)))}
    for distance in (Equal(whole), OrderedDistance(whole), Hierarchical(whole, random_tree(random, values, deepest=5))):
        part, of = distance.from_(class_)
        assert holds(Closeness((part, of), distance), class_)
        assert not part or not holds(Closeness((10 ** 9 * part - 1, 10 ** 9 * of), distance), class_)


@pytest.mark.parametrize('rule, says', [
    (Distinct(3), 'distinct l = 3'), (Entropy((25, 10)), 'entropy l = 2.5'), (Recursive((1, 1), 2), r'recursive \(c, l\) = \(1, 2\)'),
    (Alpha((1, 4)), 'alpha = 0.25'), (Closeness((1, 10), Equal({'flu': 3, 'ulcer': 1})), 'equal t = 0.1')])
def test_the_audit_refuses_a_class_that_breaks_a_rule(tmp_path, rule, says):
    path = tmp_path / 'out.csv'
    path.write_text('zip,job,condition\n' + '1,a,flu\n1,b,flu\n1,b,ulcer\n1,c,ulcer\n2,a,flu\n2,a,flu\n2,a,flu\n2,a,ulcer\n')
    promised = Promises(['zip', 'job', 'condition'], ['zip'], Required(4), 8)
    assert verify(str(path), promised) == (8, 2, 4)
    with pytest.raises(DataError, match='^the audit found a class without %s in condition$' % says):
        verify(str(path), promised._replace(required=Required(4, {'condition': [rule]})))
    assert verify(str(path), promised._replace(required=Required(4, {'job': [Distinct(1)], 'condition': [Distinct(2), Alpha((3, 4))]}))) == (8, 2, 4)


def test_the_audit_refuses_a_value_that_is_not_in_the_table():
    assert not holds(Closeness((1, 1), Equal({'flu': 3})), {'ulcer': 3})


def test_the_audit_decides_several_rules_of_one_class(tmp_path):
    path = tmp_path / 'out.csv'
    path.write_text('zip,condition\n1,flu\n1,ulcer\n')
    rules = [Closeness((1, 2), Equal({'flu': 1, 'ulcer': 1})), Alpha((1, 2)), Distinct(2), Closeness((0, 1), Equal({'flu': 5, 'ulcer': 5}))]
    assert verify(str(path), Promises(['zip', 'condition'], ['zip'], Required(2, {'condition': rules}), 2)) == (2, 1, 2)


def test_the_audit_orders_numbers_as_the_distance_does():
    """Of 0.1 written in two ways, of numbers that a float cannot tell apart, of one among thousands."""
    for values in (['0.1', '0.10000000000000000001', '0.2'], ['12345678901234567', '12345678901234568', '1.2345678901234568e16'],
                   [str(value) for value in range(3000)]):
        ordered = OrderedDistance(dict.fromkeys(values, 1))
        part, whole = ordered.from_({values[0]: 1, values[-1]: 1})
        for t in ((part, whole), (part * 10 ** 6 - 1, whole * 10 ** 6)):
            assert holds(Closeness(t, ordered), {values[0]: 1, values[-1]: 1}) == Closeness(t, ordered).passes({values[0]: 1, values[-1]: 1})


# ARX's Adult; plain enumeration of all 720 vectors, with csv and fractions alone, found the same.

ARX_QUASI = ['sex', 'age', 'race', 'marital-status', 'education', 'native-country']


@pytest.fixture(scope='module')
def arx_lattices(arx):
    """{rule: Lattice} of k = 5 and sensitive occupation."""
    table = Table(os.path.join(arx, 'adult.csv'))
    tally = Tally(6)
    tally.count(table.batches(ARX_QUASI + ['occupation']))
    trees = [load(os.path.join(arx, 'hierarchies', name + '.txt')) for name in ARX_QUASI]
    sensitive = tally.sensitive([0])
    whole = Equal(by_column(as_one(sensitive))[0])
    return {name: lattice_of(tally.frequency_set, trees, Required(5, {'occupation': [rule]}, sensitive))
            for name, rule in (('l=3', Distinct(3)), ('l=5', Distinct(5)), ('t=0.2', Closeness((2, 10), whole)))}


@pytest.mark.parametrize('rule, max_suppression, measure, vector, suppressed, value, height_', some([
    ('l=3', 0, 'lm', (0, 4, 0, 1, 3, 2), 0, 3.433161, 9), ('l=3', 0, 'dm', (1, 1, 1, 1, 3, 2), 0, 55170356, 9),
    ('l=3', 1206, 'lm', (0, 3, 0, 0, 1, 1), 1129, 0.915119, 5), ('l=3', 1206, 'dm', (0, 0, 1, 1, 3, 2), 85, 9800845, 5),
    ('l=5', 0, 'lm', (0, 4, 0, 1, 3, 2), 0, 3.433161, 9), ('l=5', 1206, 'lm', (0, 3, 0, 0, 2, 1), 1149, 1.089984, 6),
    ('l=5', 1206, 'dm', (0, 0, 1, 1, 3, 2), 162, 12122714, 6), ('t=0.2', 0, 'lm', (1, 4, 1, 1, 3, 2), 0, 5.433161, 12),
    ('t=0.2', 0, 'dm', (1, 4, 1, 1, 3, 2), 0, 456853172, 12), ('t=0.2', 1206, 'lm', (1, 4, 1, 1, 3, 1), 235, 4.717555, 11),
    ('t=0.2', 1206, 'dm', (1, 4, 1, 0, 3, 2), 848, 336773094, 11)], every=7))
def test_arx_adult(rule, max_suppression, measure, vector, suppressed, value, height_, arx_lattices):
    lattice = arx_lattices[rule]
    target = objective_for(measure, lattice, max_suppression)
    *_, best = branch_and_bound(lattice, target, max_suppression)
    assert (best.vector, lattice[vector], best.proven) == (vector, suppressed, True)
    assert target.value(best.cost) == pytest.approx(value, abs=5e-7)
    assert least_height(lattice, max_suppression).height == height_


def test_how_many_values_a_class_that_passes_has():
    """As many as the searches may prune by: no more, and no fewer."""
    assert [rule.values for rule in (Entropy((25, 10)), Entropy((3, 1)), Alpha((1, 3)), Alpha((4, 10)), Recursive((1, 2), 3), Distinct(4))] == [
        3, 3, 3, 3, 3, 4]


def test_the_audit_tells_values_of_one_column_apart(tmp_path):
    path = tmp_path / 'out.csv'
    path.write_text('zip\n13053\n13068\n')
    with pytest.raises(DataError, match='a class of 1 record,'):
        verify(str(path), Promises(['zip'], ['zip'], Required(2), 2))
    path.write_text('zip\n"a""b\nc"\n"a""b\nc"\n')     # records of two lines, with three quotes in the first
    assert verify(str(path), Promises(['zip'], ['zip'], Required(2), 2)) == (2, 1, 2)
    path.write_text('zip\n"a""b\nc""d"\n"a""b\nc""e"\n')       # with three in each, and the first lines equal
    assert verify(str(path), Promises(['zip'], ['zip'], Required(1), 2)) == (2, 2, 1)


def test_a_leaf_near_the_root_lies_on_the_ground():
    """Half of a and c, all c: half of the records go from c up to the root and down to a, the whole height."""
    tree = Hierarchy({'a': 'x', 'b': 'x', 'x': '*', 'c': '*'})
    far = Hierarchical({'a': 1, 'c': 1}, tree)
    for passes in (holds, lambda rule, class_: rule.passes(class_)):
        assert not passes(Closeness((49, 100), far), {'c': 1}) and passes(Closeness((1, 2), far), {'c': 1})


def over_the_edges(reference, tree, class_):
    """The hierarchical distance by its definition: what lies under an edge too much or too little moves across it."""
    size, total, work = sum(class_.values()), sum(reference.values()), 0
    inner = set(tree.values())
    for node, parent in tree.items():
        extra = sum(class_.get(value, 0) * total - n * size for value, n in reference.items() if node in tree.path(value))
        work += abs(extra) * ((tree.depth(node) if node in inner else tree.height) - tree.depth(parent))
    return Fraction(work, 2 * tree.height * size * total)


@pytest.mark.parametrize('seed', seeds(200))
def test_the_hierarchical_distance_of_tables_that_lack_leaves(seed):
    """Then some nodes have as many records as those above them; a chain of nodes does, too. The oracle above has all leaves."""
    random = Random(seed)
    values = [str(value) for value in range(random.randint(2, 14))]
    tree = random_tree(random, values, deepest=5)
    for _ in range(random.randint(0, 3)):       # another node on an edge
        child = random.choice(list(tree))
        new = 'new%d' % len(tree)
        tree = Hierarchy({**tree, child: new, new: tree[child]})
    whole = {value: random.randint(1, 4) for value in random.sample(values, random.randint(1, len(values)))}
    for _ in range(5):
        class_ = {value: random.randint(1, 4) for value in random.sample(sorted(whole), random.randint(1, len(whole)))}
        assert Fraction(*Hierarchical(whole, tree).from_(class_)) == over_the_edges(whole, tree, class_)


class Asked(dict):
    """A dict that counts how many of its values are asked for."""

    asked = 0

    def __getitem__(self, key):
        self.asked += 1
        return super().__getitem__(key)

    def get(self, key, default=None):
        self.asked += 1
        return super().get(key, default)

    def items(self):
        self.asked += len(self)
        return super().items()


@pytest.mark.parametrize('kind', ['equal', 'ordered', 'hierarchical'])
def test_a_class_is_not_compared_with_every_value_of_the_table(kind):
    """A class of two values takes as many steps in a table of 200 values as in one of 2,000, and under a chain of 100 nodes."""
    steps = []
    for many in (200, 2000):
        reference = Asked({str(value): 1 for value in range(many)})
        nodes = {**{value: 'a%d' % (int(value) // 20) for value in reference}, **{'a%d' % n: 'n0' for n in range(many // 20)},
                 **{'n%d' % n: 'n%d' % (n + 1) for n in range(100)}}
        distance = {'equal': Equal, 'ordered': OrderedDistance, 'hierarchical': lambda reference: Hierarchical(reference, Hierarchy(nodes))}[kind](reference)
        counted = [name for name, value in vars(distance).items() if type(value) is dict]
        for name in counted:
            setattr(distance, name, Asked(getattr(distance, name)))
        reference.asked = 0
        part, all_ = distance.from_({'3': 1, '77': 2})
        assert 0 < part <= all_
        steps.append(reference.asked + sum(getattr(distance, name).asked for name in counted))
    assert steps[0] == steps[1] <= 20


# The programs, and the tables beside them.

RULES = ['--l-diversity', 'occupation=entropy:3; class=2', '--t-closeness', 'occupation=hierarchical:0.3', '--alpha', '0.95', '-k', '5',
         '--sensitive', 'occupation,class', '--max-suppression', '4%']


@pytest.mark.parametrize('algorithm, command', [
    ('samarati', ['run_samarati.py']), ('optimal', ['run_samarati.py', '--optimal']), ('datafly', ['kanon', 'datafly']),
    ('mondrian', ['run_mondrian.py', '--partitioning', 'both', '--choose', 'lm'])])
def test_what_the_programs_publish_satisfies_and_is_what_a_sweep_says(algorithm, command, tmp_path):
    """By `check`, which knows nothing of the searches; the reference of t is then the release, so that t is left to the audit."""
    out = str(tmp_path / 'out.csv')
    words = [word for word in RULES if algorithm != 'mondrian' or word not in ('--max-suppression', '4%')]
    report = json.loads(run(*command, 'data/adult_sample.data', '-o', out, '--json', *words).stdout)
    assert report['beyond'] == {'occupation': ['entropy l = 3', 'hierarchical t = 0.3', 'alpha = 0.95'], 'class': ['distinct l = 2', 'alpha = 0.95']}
    for column, required in (('occupation', 'k=5,entropy=3,alpha=0.95'), ('class', 'k=5,l=2,alpha=0.95')):
        assert kanon('check', out, '--config', 'data/adult.ini', '--columns', ','.join(rows_of(out)[0]), '--sensitive', column,
                     '--quiet', '--require', required).returncode == 0
    cuts = ['--partitioning', 'both', '--choose', 'lm'] if algorithm == 'mondrian' else []
    rows = json.loads(kanon('sweep', 'data/adult_sample.data', '--format', 'json', '--algorithm', algorithm, *words, *cuts).stdout)
    assert (rows[0]['lm'], rows[0]['suppressed'], rows[0]['classes']) == (
        report['measures']['lm'], report['records']['suppressed'], report['classes']['count'])


def rows_of(path):
    with open(path, newline='', encoding='utf-8') as file:
        return list(csv.reader(file))


@pytest.mark.parametrize('seed', seeds(100))
def test_an_objective_costs_what_the_measure_says_of_the_release(seed):
    """Every suppressed record counts, also those of classes that are not hopeless. (Only height does not count them.)"""
    lattice, _, _ = random_lattice(seed)
    for vector in vectors(lattice.top):
        measures = all_measures(of_vector(lattice, vector, full_domain(lattice, vector)), lattice.k)
        for measure in MEASURES if lattice[vector] < lattice.records else ():
            target = objective_for(measure, lattice, 0)
            assert target.value(target.cost(vector)) == pytest.approx(measures[measure], abs=1e-5), (measure, vector)


@pytest.mark.parametrize('rule, words', [
    (Distinct(3), 'distinct l = 3'), (Entropy((5, 2)), 'entropy l = 2.5'), (Recursive((3, 2), 4), 'recursive (c, l) = (1.5, 4)'),
    (Alpha((3, 4)), 'alpha = 0.75'), (Closeness((1, 5), OrderedDistance({'1': 1})), 'ordered t = 0.2')])
def test_a_rule_is_named_with_its_limit(rule, words):
    assert str(rule) == words


def test_the_ordered_distance_names_three_values_that_are_no_numbers():
    with pytest.raises(DataError) as refused:
        OrderedDistance(dict.fromkeys('dacb1', 1))
    assert unmarked(str(refused.value)).startswith("the ordered distance is for numbers, not for 'a', 'b', 'c' and 1 more; ")


@pytest.mark.parametrize('rule, class_, passes', [
    (Entropy((3, 1)), {'a': 2, 'b': 2, 'c': 2}, True), (Entropy((3, 1)), {'a': 3, 'b': 2, 'c': 2}, False),
    (Recursive((2, 1), 2), {'a': 3, 'b': 2}, True), (Recursive((2, 1), 2), {'a': 4, 'b': 2}, False),
    (Alpha((1, 2)), {'a': 2, 'b': 2}, True), (Alpha((1, 2)), {'a': 3, 'b': 2}, False)])
def test_the_audit_decides_a_class_at_the_limit(rule, class_, passes):
    assert holds(rule, class_) == passes == rule.passes(class_)


def test_what_survives_merging_has_the_rules_of_sets_of_items_of_each_column():
    """Also where another column has none: a search leaves out what can never pass."""
    cells = ['B20|E11', 'B20|I10', 'I10']
    required = Required(2, {'dx': [seeing(Distinct(2), 'dx', cells, sign='|')], 'pay': [Distinct(2)]})
    assert required.passes_weakened({('B20|E11', '1'): 1, ('I10', '2'): 1})
    assert not required.passes_weakened({('B20|E11', '1'): 1, ('B20|I10', '2'): 1})
