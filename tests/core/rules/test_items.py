"""Rules of sets of items: rules, searches, audit, `check` and attacks against their meanings, each worked out by trying everything."""

import csv
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import exp, inf, log
from random import Random

import pytest

from conftest import random_table, seeds
from definitions import check_searches
from flat import anonymize
from kanon import DataError, Unsatisfied
from kanon.core.audit.deciders import decider
from kanon.core.audit.recount import Promises, verify
from kanon.core.counts.items import SetsOfItems, known_in
from kanon.core.counts.required import Required
from kanon.core.levels.demands import lattice_of
from kanon.core.levels.lattice import vectors
from kanon.core.rules.distance import Equal
from kanon.core.rules.items import of_items
from kanon.core.rules.of_values import (Alpha, Closeness, Disclosure, Distinct, EnhancedLikeness,
                                        Likeness)
from kanon.core.settings.kinds import requirement_pairs
from kanon.core.tables.rows import Rows
from kanon.core.tables.tally import Tally
from kanon.tools.judging.linkage import Meant, narrowing
from kanon.tools.judging.published_classes import AnyTable, read_classes
from kanon.tools.judging.satisfied import judged

# Their meanings. A class is a list of cells.

UNKNOWN = '?', 'na', 'n/a', 'null', 'nan'
SAME = {'hiv': 'HIV', 'Hiv': 'HIV', 'FLU': 'flu'}       # of what the random tables have


def set_of(cell, exact):
    """The items of a cell, None if one is not known."""
    items = [part.strip() for part in cell.split('|') if part.strip()]
    if any(item.lower() in UNKNOWN for item in items):
        return None
    return frozenset(items if exact else [SAME.get(item, item) for item in items])


def sets(cells, exact=False):
    return [set_of(cell, exact) for cell in cells]


def is_sure(left):
    """Whether an attacker knows of an item that all who are left have it, or that none of them has any."""
    return bool(left) and (bool(frozenset.intersection(*left)) or not any(left))


def l_by_attacks(cells, exact=False):
    """The fewest items, plus 1, that an attacker must know a person to lack, to be sure of one that the person has, or to be left with nobody."""
    known = [items or frozenset(['nothing']) for items in sets(cells, exact) if items is not None]
    everything = sorted(frozenset().union(*known))
    for size in range(len(everything) + 1):
        for lacked in combinations(everything, size):
            left = [items for items in known if items.isdisjoint(lacked)]
            if not left or frozenset.intersection(*left):
                return max(1, size + bool(left))
    raise AssertionError


def shares(cells, exact):
    """{item: the share of the records that have it}."""
    found = sets(cells, exact)
    return {item: Fraction(sum(item in items for items in found), len(found)) for item in frozenset().union(*found)}


def alpha_by_definition(cells, exact=False):
    """The greatest share of an item, over all ways to fill in the sets that are not known."""
    found = sets(cells, exact)
    fillings = [frozenset(), frozenset().union(*filter(None, found)) | {'another'}]
    worst = 0
    for filling in product(fillings, repeat=found.count(None)):
        filling = iter(filling)
        filled = [next(filling) if items is None else items for items in found]
        worst = max([worst, *(Fraction(sum(item in items for items in filled), len(filled)) for item in frozenset().union(*filled))])
    return worst


def measured_by_definition(rule, cells, table, exact):
    """The limit at which a class just passes t, beta or delta."""
    worst = -1.0
    for way in [exact] if exact else [True, False]:
        mine, all_ = shares(cells, way), shares(table, way)
        if isinstance(rule, Closeness):
            worst = max([worst, *(float(abs(mine.get(item, 0) - share)) for item, share in all_.items())])
        elif isinstance(rule, Disclosure):
            worst = max([worst, *(abs(log(mine[item] / share)) if mine.get(item) else inf for item, share in all_.items())])
        else:
            worst = max([worst, *(float(mine.get(item, 0) / share - 1) for item, share in all_.items())])
            if isinstance(rule, EnhancedLikeness) and any(mine[item] > all_[item] * (1 - log(all_[item])) for item in mine):
                worst = inf
    return max(worst, 0.0) if isinstance(rule, (Closeness, Disclosure)) else worst


def passes_by_definition(rule, cells, table, exact=False):
    if isinstance(rule, Distinct):
        return l_by_attacks(cells, exact) >= rule.l
    if isinstance(rule, Alpha):
        return alpha_by_definition(cells, exact) <= Fraction(*rule.alpha)
    limit = Fraction(*rule[0])
    worst = measured_by_definition(rule, cells, table, exact)
    return worst < limit if isinstance(rule, Disclosure) else worst <= limit + Fraction(1, 10 ** 12)


# Random classes.

PLAIN, ALIKE, GAPS = ['flu', 'HIV', 'gout', 'asthma', 'ulcer'], ['hiv', 'Hiv', 'FLU'], ['?', 'flu|?', ' NA ', 'gout|n/a']
ANY = [Distinct(2), Distinct(3), Distinct(4), Alpha((1, 2)), Alpha((1, 3)), Alpha((3, 4))]
BY_TABLE = [Closeness((1, 5)), Closeness((1, 2)), Likeness((1, 2)), Likeness((1, 1)), EnhancedLikeness((1, 1)), EnhancedLikeness((3, 1)),
            Disclosure((1, 1)), Disclosure((3, 1))]


def random_cells(random, most=8, gaps=True, alike=True):
    """Cells of a class or a table: with nothing, with items twice, with blanks, and some that are not known."""
    items = random.sample(PLAIN, random.randint(1, 5)) + random.sample(ALIKE, random.randint(0, 2)) * alike
    weights, gap = [random.random() ** 2 for _ in items], random.choice((0, 0.1, 0.4)) * gaps
    cells = []
    for _ in range(random.randint(1, most)):
        chosen = [item for item, weight in zip(items, weights) if random.random() < weight]
        random.shuffle(chosen)
        cells.append(random.choice(GAPS) if random.random() < gap else random.choice(('|', ' | ', '||')).join(chosen))
    return cells


def told(cells):
    return dict(Counter(map(known_in('|').__getitem__, cells)))


def rule_for(rule, table, exact=False):
    """The rule of a column with these cells."""
    whole = told(table)
    if 'table' in rule.needs:
        rule = Closeness(rule.t, Equal(whole)) if isinstance(rule, Closeness) else type(rule)(rule[0], Equal(whole))
    return of_items(rule, 'ill', list(whole), '|', exact)


def rules_for(table, exact=False):
    rules = ANY + BY_TABLE * (None not in sets(table))
    return [rule_for(rule, table, exact) for rule in rules]


@pytest.mark.parametrize('seed', seeds(500))
def test_rules_and_audit_against_their_meanings(seed):
    random = Random(seed)
    class_ = random_cells(random)
    table, exact = class_ + random_cells(random), seed % 5 == 0
    for rule in rules_for(table, exact):
        expected = passes_by_definition(rule, class_, table, exact)
        assert rule.passes(told(class_)) == decider(rule)(Counter(told(class_))) == expected, (rule, class_, table)


@pytest.mark.parametrize('seed', seeds(500))
def test_what_is_measured(seed):
    random = Random(seed)
    class_ = random_cells(random)
    table = class_ + random_cells(random)
    measures = {type(rule): rule.measured(told(class_)) for rule in rules_for(table)}
    for rule in rules_for(table):
        found = measures[type(rule)]
        expected = (l_by_attacks(class_) if isinstance(rule, Distinct) else float(alpha_by_definition(class_)) if isinstance(rule, Alpha) else
                    measured_by_definition(rule, class_, table, False))
        assert found == pytest.approx(expected), rule


@pytest.mark.parametrize('seed', seeds(500))
def test_unions_and_what_a_search_may_prune_by(seed):
    """Two classes that pass pass together. What is weakened is implied, and stays, whatever a class is merged with."""
    random = Random(seed)
    one, other = random_cells(random), random_cells(random)
    for rule in rules_for(one + other + random_cells(random)):
        first, both = told(one), told(one + other)
        if rule.passes(first) and rule.passes(told(other)):
            assert rule.passes(both), rule
        if rule.survives_merging and rule.passes(first):
            assert rule.passes(both), rule
        required = Required(1, {'s': [rule]})
        weakly = [required.passes_weakened({(cell,): n for cell, n in class_.items()}) for class_ in (first, both)]
        assert weakly[0] >= rule.passes(first) and weakly[1] >= weakly[0]


def test_what_an_attacker_needs_to_be_sure():
    """l - 2 items that a person is known to lack never make an attacker sure of another one; sometimes l - 1 do, or contradict."""
    for seed in range(300):
        cells = random_cells(Random(seed), gaps=False)
        found, l = sets(cells), l_by_attacks(cells)
        items = frozenset().union(*found)
        for size in range(l - 1):
            for lacked in combinations(sorted(items), size):
                left = [each for each in found if each.isdisjoint(lacked)]
                assert not is_sure(left) and left, (cells, lacked)


def test_with_one_item_each_they_are_the_rules_of_values():
    for seed in range(200):
        random = Random(seed)
        cells = [random.choice(PLAIN) for _ in range(random.randint(1, 9))]
        table = cells + PLAIN
        for rule in [*ANY, *BY_TABLE[2:]]:
            of_values = type(rule)(rule[0], Equal(told(table))) if 'table' in rule.needs else rule
            assert rule_for(rule, table).passes(told(cells)) == of_values.passes(told(cells)), rule


@pytest.mark.parametrize('cells, l, alpha', [
    (['B20|E11', 'B20|I10', 'B20|J45', 'B20|N18'], 1, 1.0), (['HIV'] * 9 + [''], 2, 0.9), (['', ''], 1, 0.0), (['?', 'flu|?'], 1, 1.0),
    (['HIV|flu', 'hiv|gout'], 1, 1.0), (['a|b', 'a|c', 'b|c'], 2, 2 / 3),
    (list(map('|'.join, combinations('abcd', 2))), 3, 0.5),
    ([''.join((one, '|', two)) for one, two in combinations('abcde', 2)], 4, 0.4), (['a', 'b', 'c|d', '?'], 3, 0.5), ([' a | a ', 'a||'], 1, 1.0)])
def test_what_a_class_has(cells, l, alpha):
    distinct, share = rule_for(Distinct(l + 1), cells), rule_for(Alpha(1), cells)
    assert (distinct.measured(told(cells)), share.measured(told(cells))) == (l, alpha) == (l_by_attacks(cells), float(alpha_by_definition(cells)))
    assert not distinct.passes(told(cells))


def test_a_class_like_the_table_is_at_no_distance():
    rule = rule_for(Closeness(0), ['flu|gout', 'flu', ''] * 2)
    like, other = told(['flu|gout', 'flu', '']), told(['flu|gout', 'flu', 'flu'])
    assert (rule.passes(like), rule.measured(like)) == (True, 0)
    assert (rule.passes(other), rule.measured(other)) == (False, 1 / 3)


def test_where_a_search_takes_too_long_as_much_is_measured_as_is_sure(monkeypatch):
    """Every pair of five items, among so many sets: four items hit all, and two sets have nothing in common with one another."""
    import kanon.core.rules.items as rules
    pairs = [''.join(pair) for pair in combinations('abcde', 2)]
    cells = ['%s|%s|x%d' % (pair[0], pair[1], n) for n in range(2100) for pair in pairs]
    whole = dict.fromkeys(cells, 1)
    assert l_by_attacks(['|'.join(pair) for pair in pairs]) == 4
    for l, measured in ((2, 2), (3, 3), (4, 4), (5, 2)):
        rule = of_items(Distinct(l), 'ill', cells, '|')
        assert (rule.passes(whole), rule.measured(whole)) == (l < 5, measured)
        assert decider(rule)(Counter(whole)) == (l < 5)
    monkeypatch.setattr(rules, 'MOST_STEPS', len(cells) - 1)
    assert of_items(Distinct(2), 'ill', cells, '|').passes(whole)       # two sets tell it
    with pytest.raises(DataError) as caught:
        of_items(Distinct(3), 'ill', cells, '|').passes(whole)
    assert caught.value.status == 2
    assert str(caught.value) == ('a class has too many different sets of items to decide --l-diversity; take a smaller'
                                 ' number, or --alpha')


def test_where_even_the_first_step_takes_too_long_two_are_sure():
    """No item is in all sets, and any two sets have one in common."""
    cells = ['%s|%s|x%d' % (one, two, n) for n in range(7000) for one, two in combinations('abc', 2)]
    rule = of_items(Distinct(9), 'ill', cells, '|')
    assert not rule.passes(dict.fromkeys(cells, 1)) and rule.measured(dict.fromkeys(cells, 1)) == 2


def test_words_of_one_column_mean_a_missing_item_there():
    """Also where another column has sets of items, and no words of its own. A cell of one word is no list: it is read as any cell is."""
    sets = SetsOfItems(['ill', 'ops'], {'ill': ';', 'ops': '|'})
    rows = [('flu; k.A.', 'a|k.A.'), ('k.A.', 'k.A.'), ('k.A.;flu;k.A.', '')]
    assert sets.read(rows, words_in={'ill': frozenset(['k.A.'])}) == [['flu;?', 'a|k.A.'], ('k.A.', 'k.A.'), ['?;flu;?', '']]
    assert sets.read(rows, frozenset(['k.A.'])) == [['flu;?', 'a|?'], ('k.A.', 'k.A.'), ['?;flu;?', '']]
    assert sets.read(rows) == rows


def test_each_way_to_write_an_item_is_an_item_if_that_is_said():
    cells = ['HIV|flu', 'hiv|gout']
    assert [rule_for(Distinct(2), cells, exact).passes(told(cells)) for exact in (False, True)] == [False, True]
    assert [decider(rule_for(Distinct(2), cells, exact))(Counter(told(cells))) for exact in (False, True)] == [False, True]


def test_items_are_decided_both_ways_by_the_rules_that_compare():
    """As one, everybody has HIV. As they are written, it is told who writes it how. Either may be what fails."""
    for rule, table, class_ in ((Closeness((1, 4)), ['HIV', 'hiv'] * 2, {'HIV': 2}),          # as written
                                (Likeness((1, 2)), ['HIV|hiv', ''] * 2, {'HIV': 1, 'hiv': 1})):         # as one
        found = rule_for(rule, table)
        assert not found.passes(class_) and not decider(found)(Counter(class_))
    exact = rule_for(Likeness((1, 2)), ['HIV|hiv', ''] * 2, exact=True)
    assert exact.passes({'HIV': 1, 'hiv': 1}) and decider(exact)(Counter({'HIV': 1, 'hiv': 1}))


# Searches, releases, check.

def random_records(seed):
    """(records of two quasi-identifiers and a cell, the trees, a rule)."""
    random = Random(seed)
    frequency_set, trees = random_table(seed, columns=2, most=4)
    quasis = [quasi for quasi, n in frequency_set.items() for _ in range(n)][:24]
    compared = seed % 3 == 0
    cells = []
    while len(cells) < len(quasis):
        cells += random_cells(random, 12, gaps=not compared)
    rule = random.choice(BY_TABLE if compared else ANY)
    return [(*quasi, cell) for quasi, cell in zip(quasis, cells)], trees, rule


def classes_at(records, trees, vector):
    classes = {}
    for *quasi, cell in records:
        classes.setdefault(tuple(tree.ancestor(value, level) for value, tree, level in zip(quasi, trees, vector)), []).append(cell)
    return classes


@pytest.mark.parametrize('seed', seeds(500))
def test_the_searches_by_levels_against_brute_force(seed):
    records, trees, rule = random_records(seed)
    whole = [cell for *_, cell in records]
    tally = Tally(2)
    tally.count_table(Rows(records, ['a', 'b', 's'], missing='value'), ['a', 'b', 's'])
    k = 1 + seed % 3
    lattice = lattice_of(tally.frequency_set, trees, Required(k, {'s': [rule_for(rule, whole)]}, tally.sensitive([0], ['|'])))
    below = {vector: sum(len(cells) for cells in classes_at(records, trees, vector).values()
                         if len(cells) < k or not passes_by_definition(rule, cells, whole)) for vector in vectors(lattice.top)}
    assert {vector: lattice[vector] for vector in below} == below
    for limit in sorted({0, len(records) // 3}):
        check_searches(lattice, k, limit, below)


OPTIONS = {Distinct: ('l_diversity', ''), Alpha: ('alpha', ''), Closeness: ('t_closeness', ''), Likeness: ('beta_likeness', ''),
           EnhancedLikeness: ('beta_likeness', 'enhanced:'), Disclosure: ('delta_disclosure', '')}
ALGORITHMS = [{'algorithm': 'samarati'}, {'algorithm': 'optimal'}, {'algorithm': 'datafly'}, {'algorithm': 'mondrian'},
              {'algorithm': 'mondrian', 'partitioning': 'relaxed'}, {'algorithm': 'mondrian', 'choose': 'lm', 'partitioning': 'both'},
              {'algorithm': 'mondrian', 'partitioning': 'optimal'}, {'algorithm': 'mondrian', 'partitioning': 'clustered'}]


def check_of(path, words):
    """What `check` says of a table of sets of items."""
    with AnyTable(str(path), missing='value') as table:
        published = read_classes(table, ['a', 'b'], ['s'])
    return judged(published, ['a', 'b'], ['s'], require=requirement_pairs(words), signs={'s': '|'})


@pytest.mark.parametrize('seed', seeds(500))
def test_run_audit_and_check_agree_with_brute_force(seed, tmp_path):
    """What is published passes by brute force. If nothing is, not even the whole table does. `check` and the audit say the same."""
    records, trees, rule = random_records(seed)
    rule = Alpha((1, 2)) if rule == Alpha((1, 3)) else rule         # 1/3 has too many decimals to be typed
    option, prefix = OPTIONS[type(rule)]
    limit = '%g' % (rule.l if isinstance(rule, Distinct) else rule[0][0] / rule[0][1])
    whole = [cell for *_, cell in records]
    path = tmp_path / 'out.csv'
    for how in ALGORITHMS:
        most = {'max_suppression': len(records) // 4} if how['algorithm'] in ('samarati', 'optimal') else {}
        try:
            release = anonymize(records, ['a', 'b'], ['s'], columns=['a', 'b', 's'], k=2, missing='value', **how, **most,
                                **{option: prefix + limit}, hierarchies=dict(zip('ab', trees)), items={'s': '|'})
        except Unsatisfied:
            assert not passes_by_definition(rule, whole, whole) or len(records) < 2
            continue
        release.write(path, force=True)
        classes = {}
        with open(path, newline='', encoding='utf-8') as file:
            for *quasi, cell in list(csv.reader(file))[1:]:
                classes.setdefault(tuple(quasi), []).append(cell)
        assert all(len(cells) >= 2 and passes_by_definition(rule, cells, whole) for cells in classes.values())
        if not release.suppressed:
            assert check_of(path, '%s=%s' % (rule.word, limit))['holds']
        assert release.unknown == {'s': sets(whole).count(None)}
    path.write_text('a,b,s\n' + ''.join('%s,%s,"%s"\n' % record for record in records), encoding='utf-8')
    classes = classes_at(records, trees, (0, 0))
    expected = all(passes_by_definition(rule, cells, whole) for cells in classes.values())
    report = check_of(path, '%s=%s' % (rule.word, limit))
    assert report['holds'] == expected
    assert report['columns'][0]['l'] == min(map(l_by_attacks, classes.values()))
    assert report['columns'][0]['homogeneous']['classes'] == sum(l_by_attacks(cells) == 1 for cells in classes.values())
    promised = Promises(['a', 'b', 's'], ['a', 'b'], Required(1, {'s': [rule_for(rule, whole)]}), len(records))
    if expected:
        assert verify(str(path), promised).records == len(records)
    else:
        with pytest.raises(DataError, match='^the audit found a class without'):
            verify(str(path), promised)


@pytest.mark.parametrize('seed', seeds(500))
def test_same_value_is_what_an_attacker_is_sure_of(seed):
    """All attackers are tried: is there an item, or is it that there is none, that every candidate with a known set has?"""
    cells = random_cells(Random(seed), 5)
    known = [items for items in sets(cells) if items is not None]
    sure = any(all(item in items for items in known) for item in frozenset().union(*known)) or not any(known)
    expected = 3 if known and sure and len(cells) > 1 else 0
    assert narrowing([(dict(Counter((cell,) for cell in cells)), 3)], 2, ['ill'], Meant({'ill': '|'}))['one_value'] == expected
