"""k and the rules in persons, against their definitions: every vector, every cut and every class of small random tables."""

import csv
from collections import Counter, namedtuple
from itertools import product
from random import Random
from types import SimpleNamespace

import pytest

import kanon
from conftest import seeds
from definitions import histogram_of, is_missing as is_nobody, passes_by_definition
from kanon.core.audit.persons import decider_of_persons, recount_persons, verify_persons
from kanon.core.audit.true_labels import RecordedValues
from kanon.core.counts.frequency import columns
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.persons import Persons, check_names, in_sets
from kanon.core.counts.recoding import Recoding, full_domain
from kanon.core.counts.values import UNKNOWN
from kanon.core.cutting.cuts import cut_for
from kanon.core.cutting.dimension import DimensionWithMissing, dimension_of
from kanon.core.cutting.labels import multidimensional
from kanon.core.cutting.mondrian import mondrian
from kanon.core.cutting.partition import partition_of
from kanon.core.errors import DataError, Unsatisfied
from kanon.core.levels.demands import lattice_of
from kanon.core.levels.lattice import vectors
from kanon.core.levels.objective import objective_for
from kanon.core.levels.optimal import branch_and_bound
from kanon.core.levels.samarati import least_height
from kanon.core.rules.distance import Equal, Hierarchical, OrderedDistance
from kanon.core.rules.of_persons import RequiredOfPersons
from kanon.core.rules.of_values import (Alpha, Closeness, Disclosure, Distinct, EnhancedLikeness,
                                        Entropy, Likeness, Recursive)
from kanon.core.tables.hierarchy_file import HierarchyFolder
from kanon.core.tables.publishing import Target, publish
from kanon.core.tables.tally import Tally

AGES = Hierarchy({'30': '3*', '34': '3*', '41': '4*', '45': '4*', '3*': '*', '4*': '*'})
SEX = Hierarchy({'m': '*', 'f': '*'})
TREE = Hierarchy({'1': 'low', '2': 'low', '3': 'high', '4': 'high', '?': 'high', 'low': '*', 'high': '*'})

Drawn = namedtuple('Drawn', 'rows k rules tally required')      # rows: (age, sex, values..., person)


def known_or_not(value):
    return '?' if value in ('', '?', 'NA') else value


def drawn(seed, with_rules, counted=False):
    random = Random(seed)
    persons = ['p%d' % number for number in range(random.randint(2, 9))] + random.choice([[], ['?', '']])
    values = random.choice(['12', '123', '1234']) * 2 + random.choice(['', '', '?', '??'])
    if random.random() < 0.4:       # a row of each person with each of two quasi tuples, or nearly so
        persons, quasis = persons[:random.randint(2, 4)], random.choice([[('30', 'm'), ('34', 'm')], [('41', 'm'), ('41', 'f')]])
        rows = [(*quasi, random.choice(values), random.choice('12'), person) for person in persons for quasi in quasis
                if random.random() < 0.95]
        random.shuffle(rows)
    else:
        rows, home = [], {person: (random.choice(['30', '34', '41', '45']), random.choice('mf')) for person in persons}
        steady = random.random()
        for _ in range(random.randint(3, 26)):
            person = random.choice(persons)
            quasi = home[person] if random.random() < steady else (random.choice(['30', '34', '41', '45']), random.choice('mf'))
            rows.append((*quasi, random.choice(values), random.choice('12'), person))
    rows = [(age, sex, random.choice(['?', '', 'NA']) if ill == '?' else ill, job, person) for age, sex, ill, job, person in rows]
    rows = rows or [('30', 'm', '1', '1', 'p0')]
    tally = Tally(2, bound=random.choice([1, 3, 200]))
    size = random.randint(1, 8)
    if counted:
        records = [(*row, str(n)) for row, n in Counter(rows).items()]
        tally.count([records[start:start + size] for start in range(0, len(records), size)], counted=True, whose=True)
    else:
        tally.count([rows[start:start + size] for start in range(0, len(rows), size)], whose=True)
    rules = {'ill': [rule_drawn(random, rows, 2)], 'job': random.choice([[], [Distinct(2)]])} if with_rules else {}
    k = random.randint(1, 4)
    return Drawn(rows, k, rules, tally, RequiredOfPersons(k, rules, tally.persons([0, 1] if rules else [])))


def pairs_of(rows, place):
    """The different (value, person) pairs of a column."""
    return {(known_or_not(row[place]), row[-1]) for row in rows if not is_nobody(row[-1])}


def rule_drawn(random, rows, place):
    whole = [value for value, _ in pairs_of(rows, place)]
    distances = [lambda reference: Equal(reference)] if '?' in whole or not whole else [
        Equal, OrderedDistance, lambda reference: Hierarchical(reference, TREE)]
    return random.choice([
        Distinct(random.randint(2, 3)), Entropy('%d.%d' % (random.randint(1, 2), random.randint(1, 9))),
        Recursive('%d.%d' % (random.randint(1, 3), random.randint(1, 9)), 2), Alpha('0.%d' % random.randint(3, 9)),
        Closeness('0.%d' % random.randint(1, 7), random.choice(distances)(histogram_of(whole))),
        random.choice([Likeness, EnhancedLikeness, Disclosure])('%d.%d' % (random.randint(0, 2), random.randint(1, 9)), Equal(histogram_of(whole)))])


def is_enough(rows, drawn_):
    """The definition: k persons, and each rule for {value: persons}, whatever the missing values are."""
    persons = {row[-1] for row in rows if not is_nobody(row[-1])}
    return len(persons) >= drawn_.k and all(
        holds(rule, rows, persons, place, drawn_) for place, of_column in enumerate(drawn_.rules.values(), 2) for rule in of_column)


def holds(rule, rows, persons, place, drawn_):
    pairs = pairs_of(rows, place)
    if 'table' in rule.needs:
        mine, whole = ([value.replace('?', '9') for value, _ in found] for found in (pairs, pairs_of(drawn_.rows, place)))
        return passes_by_definition(rule, mine, whole, TREE)
    for taken in {value for value, _ in pairs if value != '?'} or {'any'}:
        of_value = {}
        for value, person in pairs:
            for filled in {value} - {'?'} | ({taken} if value == '?' else set()):
                of_value.setdefault(filled, set()).add(person)
        if isinstance(rule, Alpha):
            if any(len(mine) > len(persons) * rule.alpha[0] / rule.alpha[1] + 1e-9 for mine in of_value.values()):
                return False
        elif any(mine == persons for mine in of_value.values()) or not passes_by_definition(
                rule, [value for value, mine in of_value.items() for _ in mine], [], TREE):
            return False
    return True


def classes_at(drawn_, vector):
    """{labels: rows}."""
    found = {}
    for row in drawn_.rows:
        found.setdefault((AGES.ancestor(row[0], vector[0]), SEX.ancestor(row[1], vector[1])), []).append(row)
    return found


def suppressed_at(drawn_, vector):
    return sum(len(rows) for rows in classes_at(drawn_, vector).values() if not is_enough(rows, drawn_))


def lattice_in(drawn_):
    return lattice_of(drawn_.tally.frequency_set, [AGES, SEX], drawn_.required)


CASES = [(seed, with_rules) for with_rules in (False, True) for seed in seeds(330, 5)]


@pytest.mark.parametrize('seed, with_rules', CASES)
def test_the_searches_find_what_a_look_at_every_vector_finds(seed, with_rules):
    case = drawn(seed, with_rules, counted=seed % 4 == 1)
    most = Random(seed).choice([0, 0, 1, 3, len(case.rows) // 2])
    satisfying = {vector: suppressed_at(case, vector) for vector in vectors((2, 1)) if suppressed_at(case, vector) <= most}
    lattice = lattice_in(case)
    if not satisfying:
        with pytest.raises(Unsatisfied):
            least_height(lattice, most)
        with pytest.raises(Unsatisfied):
            list(branch_and_bound(lattice, objective_for('dm', lattice, most), most))
        return
    low = min(map(sum, satisfying))
    assert least_height(lattice, most).vectors == [vector for vector in satisfying if sum(vector) == low]
    assert [lattice_in(case)[vector] for vector in satisfying] == list(satisfying.values())

    def dm(vector):
        sizes = [(len(rows), is_enough(rows, case)) for rows in classes_at(case, vector).values()]
        return sum(n * n if passes else n * len(case.rows) for n, passes in sizes)
    for measure in ('dm', 'lm', 'c_avg'):
        lattice = lattice_in(case)
        objective = objective_for(measure, lattice, most)
        *_, best = branch_and_bound(lattice, objective, most)
        assert best.vector in satisfying
        assert best.cost == min(objective_for(measure, lattice_in(case), most).cost(vector) for vector in satisfying)
        assert measure != 'dm' or best.cost == min(map(dm, satisfying))
    recoding = full_domain(lattice_in(case), best.vector)
    assert {quasi for quasi, published in recoding.items() if published is None} == {
        row[:2] for rows in classes_at(case, best.vector).values() if not is_enough(rows, case) for row in rows}


@pytest.mark.parametrize('seed, with_rules', CASES)
def test_a_strict_cut_leaves_only_what_no_cut_can_part(seed, with_rules):
    case = drawn(seed, with_rules)
    dimensions = [dimension_of(values) for values in columns(case.tally.frequency_set)]
    if not is_enough(case.rows, case):
        with pytest.raises(Unsatisfied):
            partition_of(case.tally.frequency_set, dimensions, case.required)
        return
    choose = Random(seed).choice(['widest', 'lm'])
    whole = partition_of(case.tally.frequency_set, dimensions, case.required)
    partitions, _ = mondrian(whole, cut_for(dimensions, case.required, choose=choose))
    recoding, _ = multidimensional(case.tally.frequency_set, dimensions, partitions, case.required)
    found = {}
    for row in case.rows:
        found.setdefault(recoding[row[:2]], []).append(row)
    for rows in found.values():
        assert is_enough(rows, case)
        for place in (0, 1):
            for value in {row[place] for row in rows}:
                sides = [row for row in rows if row[place] <= value], [row for row in rows if row[place] > value]
                assert not all(side and is_enough(side, case) for side in sides)


def recorded_of(case, recoding):
    return RecordedValues(recoding.table.columns, case.tally.rows, ['age', 'sex', 'ill', 'job'], recoding.published, recoding.classes, {}, {},
                    None, None)


def audited(case, recoding, required=None):
    required = required or case.required
    persons = recount_persons(recorded_of(case, recoding), case.tally.owners, required)
    return verify_persons(recoding.sizes()[0], persons, required)


@pytest.mark.parametrize('seed, with_rules', CASES)
def test_the_audit_passes_a_release_if_and_only_if_each_class_is_enough(seed, with_rules):
    case, random = drawn(seed, with_rules, counted=seed % 3 == 1), Random(seed)
    table, labels = case.tally.frequency_set, [('a',), ('b',), ('c',)]
    recoding = Recoding(table, labels, [random.randrange(3) for _ in table], {2} if random.random() < 0.5 else ())
    of_quasi = {}
    for quasi, class_ in zip(table, recoding.classes):
        of_quasi[quasi] = class_        # equal quasi tuples that stand apart get the last one's class
    recoding = Recoding(table, labels, [of_quasi[quasi] for quasi in table], recoding.failing)
    found = {}
    for row in case.rows:
        if of_quasi[row[:2]] not in recoding.failing:
            found.setdefault(of_quasi[row[:2]], []).append(row)
    if all(is_enough(rows, case) for rows in found.values()):
        fewest = min((len({row[-1] for row in rows if not is_nobody(row[-1])}) for rows in found.values()), default=0)
        assert audited(case, recoding) == fewest
    else:
        with pytest.raises(DataError, match='the audit found a class '):
            audited(case, recoding)


def test_the_audit_decides_each_rule_in_persons_by_its_definition():
    """Of 1,500 small classes. In a third of them 1 and 1.0 are one value, and whoever has both has one."""
    verdicts = Counter()
    for seed in range(1500):
        random = Random(seed)
        values = random.choice(['12', '123', '1234']) * 2 + random.choice(['', '', '?', '??'])
        rows = [(random.choice(values), random.choice('abcdef')) for _ in range(random.randint(2, 12))]
        rule, of_class = rule_drawn(random, rows, 0), rows[:random.randint(1, len(rows))]
        ones, as_written = {}, of_class
        if seed % 3 == 0 and not any(of_rule in type(rule).__name__ for of_rule in ('Closeness', 'Likeness', 'Disclosure')):
            ones = {value: value[0] for value in ('1', '1.0', '2', '3', '4', '?')}
            as_written = [(random.choice(['1', '1.0']) if value == '1' else value, person) for value, person in of_class]
        sets = {}
        for value, person in as_written:
            sets.setdefault(value, set()).add(person)
        everybody = {person for _, person in of_class}
        expected = holds(rule, of_class, everybody, 0, Drawn(rows, 1, {}, None, None))
        assert decider_of_persons(rule, ones, None)(sets, len(everybody)) == expected, (rule, as_written)
        verdicts[type(rule).__name__, expected] += 1
    assert len(verdicts) == 16 and min(verdicts.values()) > 10


def test_a_class_of_nobody_is_below_every_k():
    with pytest.raises(DataError, match='the audit found a class of 0 persons, fewer than k = 1'):
        verify_persons({('3*',): 2}, {}, SimpleNamespace(k=1))


@pytest.mark.parametrize('persons, passes', [({'HIV': 2, 'hiv': 2, 'flu': 6}, True), ({'HIV': 3, 'hiv': 3, 'flu': 4}, False),
                                             ({'HIV': 5, 'flu': 5}, False)])
def test_the_audit_decides_enhanced_likeness_of_persons_in_both_ways(persons, passes):
    """As written, a tenth of the table may be 33 % of a class; with HIV and hiv as one, a fifth may be 52 %."""
    numbers, ones = iter(range(10)), {'HIV': 'hiv', 'hiv': 'hiv', 'flu': 'flu'}
    sets = {value: {next(numbers) for _ in range(n)} for value, n in persons.items()}
    rule = EnhancedLikeness(100, Equal({'HIV': 1, 'hiv': 1, 'flu': 8}))
    assert decider_of_persons(rule, ones, {'hiv': 2, 'flu': 8})(sets, 10) == passes


def test_rules_in_persons_are_not_closed_under_union():
    """p has flu and q HIV in one class, and the other way round in the other. Both pass, and merged everybody has both."""
    rows = [('30', 'm', '1', '1', 'p'), ('30', 'm', '2', '1', 'q'), ('34', 'm', '2', '1', 'p'), ('34', 'm', '1', '1', 'q')]
    tally = Tally(2)
    tally.count([rows], whose=True)
    required = RequiredOfPersons(2, {'ill': [Distinct(2)], 'job': []}, tally.persons([0, 1]))
    lattice = lattice_of(tally.frequency_set, [AGES, SEX], required)
    assert [lattice[vector] for vector in product((0, 1), (0,))] == [0, 4]
    assert least_height(lattice, 0).vectors == [(0, 0)]


def test_the_audit_refuses_records_of_one_combination_in_several_classes():
    case = drawn(1, False)
    recorded = recorded_of(case, Recoding(case.tally.frequency_set, [('a',)], [0] * len(case.tally.frequency_set)))
    assert len(recount_persons(recorded, case.tally.owners, case.required)) == 1
    with pytest.raises(DataError, match='in several classes'):
        recount_persons(recorded._replace(parted={0: {}}), case.tally.owners, case.required)


def test_the_audit_refuses_another_distribution_than_that_of_the_persons():
    rows = [('30', 'm', '1', '1', 'p'), ('30', 'm', '1', '1', 'p'), ('30', 'm', '2', '1', 'q')]
    tally = Tally(2)
    tally.count([rows], whose=True)
    case = Drawn(rows, 1, {}, tally, None)
    recoding = Recoding(tally.frequency_set, [('*', '*')], [0] * len(tally.frequency_set))
    for reference, problem in (({'1': 1, '2': 1}, None), ({'1': 2, '2': 1}, 'another distribution')):
        required = RequiredOfPersons(1, {'ill': [Closeness('0.5', Equal(reference))]}, tally.persons([0]))
        if problem:
            with pytest.raises(DataError, match=problem):
                audited(case, recoding, required)
        else:
            assert audited(case, recoding, required) == 2


def test_parts_with_the_same_labels_are_refused_if_they_fail_together():
    """Those of unknown sex and those of m and f are both published as *. Each part passes, and together both persons have both values."""
    rows = [('30', '*', '1', '1', 'p'), ('30', '*', '2', '1', 'q'), ('30', 'm', '2', '1', 'p'), ('30', 'f', '1', '1', 'q'),
            ('41', 'm', '1', '1', 'r'), ('41', 'm', '2', '1', 's')]
    tally = Tally(2)
    tally.count([rows], whose=True)
    ages, sexes = columns(tally.frequency_set)
    present = {value: n for value, n in sexes.items() if value != '*'}
    required = RequiredOfPersons(2, {'ill': [Distinct(2)]}, tally.persons([0]))
    for ancestors in (False, True):
        dimensions = [dimension_of(ages), DimensionWithMissing(dimension_of(present, SEX, ancestors=ancestors), '*', sexes['*'])]
        partitions, _ = mondrian(partition_of(tally.frequency_set, dimensions, required), cut_for(dimensions, required))
        assert len(partitions) == 3
        if ancestors:
            with pytest.raises(Unsatisfied, match='are one class, and together they have not distinct l = 2 in ill, counted in persons'):
                multidimensional(tally.frequency_set, dimensions, partitions, required)
        else:
            multidimensional(tally.frequency_set, dimensions, partitions, required)


@pytest.mark.parametrize('seed, with_rules', CASES[::3])
def test_a_release_is_put_in_place_if_and_only_if_each_class_is_enough(seed, with_rules, tmp_path):
    case, random = drawn(seed, with_rules, counted=seed % 3 == 1), Random(seed)
    vector = random.choice([(0, 1), (1, 0), (1, 1), (2, 0), (2, 1)])
    name = str(tmp_path / 'out.csv')
    recoding = {row[:2]: (AGES.ancestor(row[0], vector[0]), SEX.ancestor(row[1], vector[1])) for row in case.rows}
    for tree, file in ((AGES, 'age'), (SEX, 'sex')):
        (tmp_path / (file + '.txt')).write_text(''.join('%s,%s\n' % pair for pair in tree.items()))
    target = Target(name, ['age', 'sex', 'ill', 'job'], ['age', 'sex'])
    table = SimpleNamespace(roots={}, files=[], signs={})

    def published():
        return publish(target, table, case.tally, recoding, case.required, HierarchyFolder(str(tmp_path)))
    classes = classes_at(case, vector).values()
    if all(is_enough(rows, case) for rows in classes):
        assert published().audit.persons == min(len({row[-1] for row in rows if not is_nobody(row[-1])}) for rows in classes)
        with open(name, newline='') as file:
            found = list(csv.reader(file))
        assert found[0] == ['age', 'sex', 'ill', 'job']
        assert sorted(found[1:]) == sorted([*recoding[row[:2]], *row[2:4]] for row in case.rows)
    else:
        with pytest.raises(DataError, match='the audit found a class '):
            published()
        assert not (tmp_path / 'out.csv').exists()


@pytest.mark.parametrize('names, records, others, problem', [
    (['a'], 1, [], None), (['a'], 2, [], 'has the one value'), ([], 1, [], 'is empty'), ([], 2, [], 'is empty'), (['a', 'b'], 3, [], None),
    (['012', '12'], 2, [], "'012' and '12' may be one person"), (['12'], 1, ['012'], "'012' and '12' may be one person"), (['0', '00'], 2, [], 'one person'),
    (['Ann', 'Ann '], 2, [], "'Ann' and 'Ann ' may be one person"), (['Ann\t', 'Ann '], 2, [], 'one person'), (['12 '], 1, ['012'], 'one person'),
    (['Ann ', 'Bob ', 'ann'], 3, [], "'Ann ' and 'ann' may be one person"), (['Ann Lee', 'Ann'], 2, [], None),
    (['0012', '012'], 2, [], "'0012' and '012' may be one person"), (['0a', 'a'], 2, [], None), (['012', '112', 'x12'], 3, [], None), (['12', '120'], 2, ['9'], None)])
def test_which_names_say_whose_row_each_is(names, records, others, problem):
    if problem:
        with pytest.raises(DataError, match=problem):
            check_names(set(names), records, 'who', 'a.csv', set(others))
    else:
        check_names(set(names), records, 'who', 'a.csv', set(others))


def test_persons_of_tuples_that_stand_apart():
    """Rows of equal quasi tuples may stand apart. A person in two of them is one person of the tuple."""
    persons = Persons(3, [0, 1, 1, 2], [0, 0, 1, 2])
    assert persons.of_tuples([('30',), ('30',), ('31',), ('32',)]) == {('30',): 2, ('31',): 1}


@pytest.mark.parametrize('end', [1, 2, 255, (1 << 64) - 1, 1 << 64, (1 << 64) + 1, 1 << 65])
def test_numbers_in_sets_are_all_below_the_end_once_and_ascend(end):
    numbers = [*range(min(end, 5)), end // 2, end - 1, 0]
    sets = list(in_sets(numbers, end))
    assert sum(map(len, sets)) == len(set(numbers)) and set().union(*sets) == set(numbers)
    assert all(max(one) < min(other) for one, other in zip(filter(None, sets), list(filter(None, sets))[1:]))


def test_the_whole_table_needs_k_persons_and_no_more():
    rows = [('1', 'flu', 'Ann'), ('2', 'flu', 'Bob'), ('3', 'flu', 'Bob')]
    table = dict(quasi=['n'], sensitive=['ill'], person='who', algorithm=kanon.Mondrian())
    release = kanon.anonymize(kanon.Records(rows, columns=['n', 'ill', 'who']), k=2, **table)
    assert {row[0] for row in release.rows} == {'[1-3]'}
    with pytest.raises(Unsatisfied) as refused:
        kanon.anonymize(kanon.Records(rows, columns=['n', 'ill', 'who']), k=3, **table)
    assert str(refused.value).startswith('there are 2 persons with rows to publish, fewer than k = 3')


@pytest.mark.parametrize('rule, rows, surely', [
    (Alpha(0.5), {'flu': 2, 'gout': 2, UNKNOWN: 1}, False), (Alpha(0.5), {'flu': 4, UNKNOWN: 1}, False), (Alpha(0.6), {'flu': 2, 'gout': 2, UNKNOWN: 1}, True),
    (Alpha(0.5), {UNKNOWN: 1}, False), (Distinct(2), {'flu': 3, UNKNOWN: 1}, False), (Distinct(2), {'flu': 3, 'gout': 1, UNKNOWN: 1}, True),
    (Distinct(2), {'flu': 4, 'gout': 1, UNKNOWN: 1}, False), (Distinct(2), {'flu': 4, 'gout': 1}, True), (Distinct(2), {'flu': 5, 'gout': 1}, False)])
def test_a_bound_counts_the_missing_values_with_the_most_frequent(rule, rows, surely):
    assert RequiredOfPersons(2, {'ill': [rule]}, None).surely_passes([rows], 5) == surely
