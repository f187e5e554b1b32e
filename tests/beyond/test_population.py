"""k-map and delta-presence: the papers' example, every vector of random tables recounted with Counter alone, runs, audit and bad input."""

import csv
import json
from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from conftest import kanon, random_table, run, seeds
from kanon.beyond.lattice import lattice_of
from kanon.beyond.population import Population, Presence
from kanon.beyond.rules import Alpha, Distinct
from kanon.datafly import most_distinct_first
from kanon.errors import DataError, Unsatisfied
from kanon.lattice import height
from kanon.measures import MEASURES
from kanon.objective import objective_for
from kanon.optimal import branch_and_bound
from kanon.recoding import full_domain
from kanon.required import Required
from kanon.samarati import least_height

# Nergiz, Atzori, Clifton 2007: nine people, of whom b, c, f, h and i are in the research table.
PEOPLE = {'a': '47906,35,USA', 'b': '47903,59,Canada', 'c': '47906,42,USA', 'd': '47630,18,Brazil', 'e': '47630,22,Brazil',
          'f': '47633,63,Peru', 'g': '48973,33,Spain', 'h': '48972,47,Bulgaria', 'i': '48970,52,France'}
RESEARCH = 'bcfhi'
TREES = {
    'zip': ['%s,%s*,%s*,%s*,4*,*' % (zip_, zip_[:4], zip_[:3], zip_[:2]) for zip_ in ('47630', '47633', '47903', '47906', '48970', '48972', '48973')],
    'age': ['%d,%d*,%s,*' % (age, age // 10, '<=40' if age <= 40 else '>40') for age in (18, 22, 33, 35, 42, 47, 52, 59, 63)],
    'nationality': ['Canada,N. America,America,*', 'USA,N. America,America,*', 'Peru,S. America,America,*', 'Brazil,S. America,America,*',
                    'Bulgaria,E. Europe,Europe,*', 'France,W. Europe,Europe,*', 'Spain,W. Europe,Europe,*']}


def written(folder, research=RESEARCH, people='abcdefghi'):
    """The research table and the population of the paper in a folder, with the hierarchies."""
    for name, persons in (('research.csv', research), ('people.csv', people)):
        (folder / name).write_text('zip,age,nationality\n' + ''.join(PEOPLE[person] + '\n' for person in persons), encoding='utf-8')
    for name, lines in TREES.items():
        (folder / (name + '.txt')).write_text('\n'.join(lines) + '\n', encoding='utf-8')
    return folder


def published(folder, *words, script='run_samarati.py', quasi='zip,age,nationality'):
    """The rows of a release, and the report of its run."""
    arguments = ['research.csv', '--quasi', quasi, '--hierarchies', '.', '--sensitive', '', '-o', 'out.csv', '--force', '--json', *words]
    result = run(script, *arguments, cwd=str(folder)) if script != 'datafly' else kanon(script, *arguments, cwd=str(folder))
    assert result.returncode == 0, result.stderr
    with open(str(folder / 'out.csv'), newline='', encoding='utf-8') as file:
        return list(csv.reader(file))[1:], json.loads(result.stdout)


@pytest.mark.parametrize('words', [('-k', '2'), ('-k', '1'), ('-k', '2', '--optimal', '--max-suppression', '100%'), ('-k', '2', '--optimal', '--measure', 'precision')])
def test_nergiz_2007(words, tmp_path):
    """The paper's (1/2, 2/3)-present generalization: of six Americans three are in the table, of three Europeans two."""
    limits = ['--population', 'people.csv', '--delta-presence', '1/2:2/3', '--max-suppression', '0']
    rows, report = published(written(tmp_path), *limits, *words)
    assert Counter(map(tuple, rows)) in (Counter({('47*', '*', 'America'): 3, ('48*', '*', 'Europe'): 2}),
                                         Counter({('4*', '*', 'America'): 3, ('4*', '*', 'Europe'): 2}))
    assert (report['population']['presence'], report['population']['smallest'], report['population']['people']) == ([0.5, 2 / 3], 3, 9)


# Every vector of random tables, recounted.

def random_case(seed):
    """(trees, records of the table, people, k, k-map or None, presence or None as fractions, rule or None)."""
    random = Random(seed)
    frequency_set, trees = random_table(seed, columns=random.randint(1, 3), most=5)
    records = [(quasi, random.choice('xyz')) for quasi, n in frequency_set.items() for _ in range(n)]
    people = [quasi for quasi, _ in records] + [tuple(random.choice(tree.leaves) for tree in trees) for _ in range(random.choice((0, 5, 60)))]
    k_map = random.choice((None, 1, 3, 8))
    least = random.choice((Fraction(0), Fraction(0), Fraction(1, 5), Fraction(1, 2)))
    presence = (least, random.choice((Fraction(1, 2), Fraction(3, 4), Fraction(9, 10), Fraction(1)))) if k_map is None or random.random() < .5 else None
    if k_map and not presence:
        people = people[random.randrange(3):]       # a register may lack somebody
    return trees, records, people, random.randint(1, 3), k_map, presence, random.choice((None, None, Distinct(2), Alpha((2, 3))))


def lattice_by(seed):
    trees, records, people, k, k_map, presence, rule = random_case(seed)
    population = Population('people.csv', dict(Counter(people)), k_map, presence and Presence(*((limit.numerator, limit.denominator) for limit in presence)))
    histograms = {}
    for quasi, value in records:
        histograms.setdefault(quasi, Counter())[value,] += 1
    required = Required(k, {'s': [rule]} if rule else {}, histograms if rule else None, population)
    return lattice_of(dict(Counter(quasi for quasi, _ in records)), trees, required)


def suppressed_at(vector, seed):
    """The labels of the classes that fail at a vector, by the definitions, with Counter alone."""
    trees, records, people, k, k_map, presence, rule = random_case(seed)

    def label(quasi):
        return tuple(tree.ancestor(value, level) for tree, value, level in zip(trees, quasi, vector))
    sizes, crowd = Counter(label(quasi) for quasi, _ in records), Counter(map(label, people))
    values = {class_: Counter(value for quasi, value in records if label(quasi) == class_) for class_ in sizes}
    failing = {class_ for class_, n in sizes.items() if n < k or crowd[class_] < (k_map or 0) or rule and not rule.passes(values[class_])
               or presence and not presence[0] <= Fraction(n, crowd[class_]) <= presence[1]}
    if presence and presence[0] > 0 and (failing or set(crowd) - set(sizes)):
        return set(sizes), sizes
    return failing, sizes


@pytest.mark.parametrize('seed', seeds(400))
def test_every_search_against_brute_force(seed):
    trees = random_case(seed)[0]
    lattice = lattice_by(seed)
    every = list(product(*(range(tree.height + 1) for tree in trees)))
    below = {}
    for vector in every:
        failing, sizes = suppressed_at(vector, seed)
        below[vector] = sum(sizes[class_] for class_ in failing)
        assert lattice[vector] == below[vector]
        recoding = full_domain(lattice, vector)
        assert recoding.sizes() == ({class_: n for class_, n in sorted(sizes.items()) if class_ not in failing}, below[vector])
    for limit in (0, lattice.records // 4, lattice.records):
        satisfying = [vector for vector in every if below[vector] <= limit]
        for lower, vector in product(satisfying, every):
            assert not lattice.rules_out(vector, limit) or not all(a <= b for a, b in zip(lower, vector))
        if not satisfying:
            for search in (least_height, most_distinct_first, lambda *both: list(branch_and_bound(both[0], objective_for('lm', *both), both[1]))):
                with pytest.raises(Unsatisfied):
                    search(lattice.with_k(lattice.k), limit)
            continue
        least = min(map(height, satisfying))
        assert least_height(lattice.with_k(lattice.k), limit).vectors == [vector for vector in satisfying if height(vector) == least]
        for measure in MEASURES:
            target = objective_for(measure, lattice, limit)
            fresh = lattice.with_k(lattice.k)
            *_, best = branch_and_bound(fresh, objective_for(measure, fresh, limit), limit)
            assert (best.cost, best.vector) == min((target.cost(v), below[v] == lattice.records, v) for v in satisfying)[::2]


@pytest.mark.parametrize('seed', seeds(200))
def test_what_is_monotone(seed):
    """k-map and a least share: a class that passes, passes higher up. The most alone: only where nothing may be suppressed."""
    lattice = lattice_by(seed)
    every = list(product(*(range(top + 1) for top in lattice.top)))
    for lower, vector in product(every, every):
        if all(a <= b for a, b in zip(lower, vector)):
            assert lattice.least(vector) <= lattice.least(lower) <= lattice[lower]
            assert not lattice.steady or lattice[vector] <= lattice[lower]
            assert lattice[lower] or not lattice[vector]


def test_with_suppression_delta_presence_is_not_monotone():
    """Of 38 one of two is in the table, of 39 one of one, of 3* two of three: more than half."""
    from kanon.hierarchy import Hierarchy
    population = Population('people.csv', {('38',): 2, ('39',): 1}, presence=Presence((0, 1), (1, 2)))
    lattice = lattice_of({('38',): 1, ('39',): 1}, [Hierarchy({'38': '3*', '39': '3*'})], Required(1, population=population))
    assert (lattice[0,], lattice[1,], lattice.steady) == (1, 2, False)
