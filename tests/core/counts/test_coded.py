"""A frequency set as columns of codes is the dict that it stands for, also where equal rows stand apart: for every reader."""

from array import array
from collections import Counter
from random import Random

import pytest

from conftest import random_table, random_tree, seeds
from definitions import random_rules, relabelled, roll_up
from kanon.core.counts.frequency import (added_up, code_type, Column, column_of, columns,
                                         FrequencySet, frequency_set_of, generalized, GrowingColumn)
from kanon.core.counts.measures import all_measures, of_vector
from kanon.core.counts.parted import Split
from kanon.core.counts.recoding import Recoding, full_domain, recoding_of
from kanon.core.counts.required import Required, Sensitive, as_one, histograms_of
from kanon.core.cutting.dimension import dimension_of
from kanon.core.cutting.partition import partition_of
from kanon.core.errors import Unsatisfied
from kanon.core.levels import rollup
from kanon.core.levels.demands import lattice_of
from kanon.core.levels.datafly import most_distinct_first
from kanon.core.levels.lattice import Lattice, vectors
from kanon.core.levels.objective import objective_for
from kanon.core.levels.optimal import branch_and_bound
from kanon.core.levels.samarati import least_height
from kanon.core.rules.of_values import Distinct
from kanon.core.tables.tally import Tally
from test_mondrian import random_numbers
from test_partitioning import flows_of, made


def apart_of(frequency_set, random, single=False):
    """The same table with the records of a tuple in several rows, in any order. single: each record is a row."""
    rows = []
    for quasi, n in frequency_set.items():
        while n:
            part = 1 if single else random.randint(1, n)
            rows.append((quasi, part))
            n -= part
    random.shuffle(rows)
    quasis, counts = zip(*rows)
    return FrequencySet(list(map(column_of, zip(*quasis))), None if single else array('Q', counts), apart=True)


def both_apart(frequency_set, seed):
    return [apart_of(frequency_set, Random(seed), single) for single in (False, True)]


def by_hand(frequency_set):
    """Each column's {value: records}."""
    found = [Counter() for _ in next(iter(frequency_set))]
    for quasi, n in frequency_set.items():
        for of_column, value in zip(found, quasi):
            of_column[value] += n
    return found


# The dict.

@pytest.mark.parametrize('seed', seeds(100))
def test_a_table_of_codes_reads_like_its_dict(seed):
    frequency_set, _ = random_table(seed)
    table = frequency_set_of(frequency_set)
    assert table == frequency_set and dict(table) == frequency_set and len(table) == len(frequency_set)
    assert list(table) == list(frequency_set) == list(table.keys()) and list(table.items()) == list(frequency_set.items())
    assert list(table.values()) == list(frequency_set.values()) and table.records == sum(frequency_set.values())
    assert all(table[quasi] == n and quasi in table for quasi, n in frequency_set.items())
    absent = ('no value of the table',) * len(table.columns)
    assert absent not in table and table.get(absent, 0) == 0 and not table.apart
    with pytest.raises(KeyError):
        table[absent]
    assert frequency_set_of(table) is table and columns(table) == columns(frequency_set) == by_hand(frequency_set)
    assert [list(of_column) for of_column in columns(table)] == [column.values for column in table.columns]


def test_a_table_of_no_row():
    for table in (frequency_set_of({}), FrequencySet([Column([], array('H'))], None)):
        assert len(table) == table.records == 0 and not table and list(table.items()) == [] and dict(table) == {}


@pytest.mark.parametrize('seed', seeds(100))
def test_equal_rows_that_stand_apart_are_added_up(seed):
    frequency_set, _ = random_table(seed)
    for table in both_apart(frequency_set, seed):
        assert dict(table) == frequency_set == added_up(table, table.values()) == added_up(*zip(*table.items()))
        assert table.records == sum(frequency_set.values()) and all(table[quasi] == n for quasi, n in frequency_set.items())
        assert columns(table) == by_hand(frequency_set)
        assert frequency_set_of(table) is table


def test_a_table_without_counts_has_a_record_in_each_row():
    table = FrequencySet([column_of(['38', '39', '38'])], None, apart=True)
    assert (list(table.values()), table.records, len(table), dict(table)) == ([1, 1, 1], 3, 3, {('38',): 2, ('39',): 1})
    assert columns(table) == [{'38': 2, '39': 1}]


@pytest.mark.parametrize('seed', seeds(50))
def test_the_numbers_of_rows_are_the_sums_of_their_columns(seed):
    random, (frequency_set, _) = Random(seed), random_table(seed)
    table = frequency_set_of(frequency_set)
    weight = [{value: random.randrange(1000) for value in column.values} for column in table.columns]
    found = table.numbers([[of_column[value] for value in column.values] for of_column, column in zip(weight, table.columns)])
    assert found == [sum(of_column[value] for of_column, value in zip(weight, quasi)) for quasi in frequency_set]


@pytest.mark.parametrize('different, type_', [(1, 'H'), (65536, 'H'), (65537, 'I')])
def test_codes_are_no_wider_than_they_need_be(different, type_):
    """Whether the column is made at once or in parts."""
    values = [str(number) for number in range(different)] + ['0', str(different - 1)]
    column, grown = column_of(values), GrowingColumn()
    for start in range(0, len(values), 30_000):
        grown.extend(values[start:start + 30_000])
    assert code_type(different) == column.codes.typecode == grown.done().codes.typecode == type_
    assert column == grown.done() == Column(values[:different], array(type_, [*range(different), 0, different - 1]))


@pytest.mark.parametrize('seed', seeds(50))
def test_a_column_that_grows_is_the_column_of_all_values(seed):
    random = Random(seed)
    values, grown, start = [random.choice('abcdef') for _ in range(random.randint(1, 40))], GrowingColumn(), 0
    while start < len(values):
        end = start + random.randint(0, 5)
        grown.extend(values[start:end])
        start = end
    assert grown.done() == column_of(values) and [column_of(values).values[code] for code in column_of(values).codes] == values


# Relabelled.

@pytest.mark.parametrize('seed', seeds(200))
def test_the_labels_of_all_rows_ascend_and_each_row_has_its_own(seed):
    random, (frequency_set, _) = Random(seed), random_table(seed)
    maps = [{value: random.choice(('a', 'b', 'aa', '', 'Z', '10', '9', value)) for value in of_column} for of_column in columns(frequency_set)]
    for table in (frequency_set_of(frequency_set), *both_apart(frequency_set, seed)):
        labels, places = generalized(table, maps)
        rows = relabelled(table, maps)
        assert labels == sorted(set(rows)) and [labels[place] for place in places] == rows


def test_the_codes_of_labels_may_be_more_than_a_machine_word_holds():
    """Of 40 columns with 100 labels each."""
    table = frequency_set_of({tuple('%02d' % ((row * place) % 100) for place in range(1, 41)): 1 for row in range(100)})
    maps = [{value: value for value in column.values} for column in table.columns]
    labels, places = generalized(table, maps)
    assert labels == sorted(table) and [labels[place] for place in places] == list(table)


# The lattice.

@pytest.mark.parametrize('seed', seeds(150))
def test_a_lattice_over_rows_that_stand_apart_judges_as_over_the_dict(seed, monkeypatch):
    """Each vector, its weight, the failing classes, the searches and the measures; however little is kept."""
    frequency_set, trees = random_table(seed)
    k, suppression = 1 + seed % 5, (0, 2, 10 ** 6)[seed % 3]
    monkeypatch.setattr(rollup, 'KEPT', (0, 30, 10 ** 6)[seed % 3])
    plain, bottom = Lattice(frequency_set, trees, k), (0,) * len(trees)
    for table in both_apart(frequency_set, seed):
        lattice = Lattice(table, trees, k)
        assert (lattice.records, lattice.columns) == (plain.records, plain.columns)
        order = list(vectors(plain.top))
        Random(seed).shuffle(order)
        for vector in [bottom, *order, bottom]:
            rolled = roll_up(frequency_set, plain.maps(vector))
            assert sorted(lattice.roll_ups.at(vector).counts) == sorted(rolled.values())
            assert lattice[vector] == plain[vector] == sum(n for n in rolled.values() if n < k)
            recoding = full_domain(lattice, vector)
            published = {quasi: row if rolled[row] >= k else None for quasi, row in zip(frequency_set, relabelled(frequency_set, plain.maps(vector)))}
            assert dict(recoding) == dict(full_domain(plain, vector)) == published
            found, expected = (all_measures(of_vector(each, vector, full_domain(each, vector)), k) for each in (lattice, plain))
            assert found == pytest.approx(expected, abs=1e-9)
        if plain[plain.top] <= suppression:
            assert least_height(lattice, suppression) == least_height(plain, suppression)
            answers = [[best.vector for best in branch_and_bound(each, objective_for('lm', each, suppression), suppression)][-1:]
                       for each in (lattice, plain)]
            assert answers[0] == answers[1]
            assert most_distinct_first(lattice, suppression) == most_distinct_first(plain, suppression)


def tallies(records, trees):
    """Tallies of the same records, with and without equal rows apart."""
    for bound in (1, 3, 10 ** 6):
        tally = Tally(len(trees), bound)
        tally.count(records[start:start + 20] for start in range(0, len(records), 20))
        yield tally


def random_records(seed):
    """(records with a sensitive value, hierarchies): few of them equal in seeds that are even."""
    random, (frequency_set, trees) = Random(seed), random_table(seed, columns=2 + seed % 2, most=7 if seed % 2 else 25)
    if seed % 2 == 0:
        values = [list(tree.leaves) for tree in trees]
        frequency_set = {tuple(random.choice(of_column) for of_column in values): 1 for _ in range(40)}
    records = [(*quasi, random.choice(('0', '1', '2', '?', '') if seed % 3 else '012')) for quasi, n in frequency_set.items() for _ in range(n)]
    random.shuffle(records)
    return records, trees


@pytest.mark.parametrize('seed', seeds(150))
def test_rules_beyond_k_of_rows_that_stand_apart(seed):
    """Each vector, whether the rules may be ruled out, the least that fails, and what is published; and each of Mondrian's partitions."""
    records, trees = random_records(seed)
    random, found, k = Random(seed), [], 1 + seed % 3
    whole = [record[-1] or '?' for record in records]
    rules = [Distinct(1 + seed % 4)] if seed % 3 else [random_rules(random, whole, random_tree(random, sorted(set(whole))))]
    for tally in tallies(records, trees):
        table, sensitive = tally.frequency_set, tally.sensitive([0])
        rows, totals = list(table), Counter()
        for place, code, n in zip(sensitive.places, sensitive.codes, sensitive.counts):
            totals[(*rows[place], *sensitive.values[code])] += n
        assert totals == Counter((*record[:-1], record[-1] or '?') for record in records)
        required = Required(k, {'s': rules}, sensitive)
        lattice, judged = lattice_of(table, trees, required), {}
        for vector in vectors(lattice.top):
            recoding = full_domain(lattice, vector)
            judged[vector] = lattice[vector], lattice.least(vector), lattice.sparing(0).rules_out(vector), dict(recoding), recoding.sizes()
        try:
            _, _, cuts, recoding, _ = made(table, required, trees)
        except Unsatisfied as error:
            cuts, recoding = str(error), {}
        found.append((judged, cuts, dict(recoding)))
    assert found[0] == found[1] == found[2]


def test_the_tables_of_rules_have_rows_apart_and_together():
    """Those of the test before this one."""
    assert [tally.frequency_set.apart for seed in (0, 1) for tally in tallies(*random_records(seed))] == [True, True, False] + [False] * 3


# Mondrian.

@pytest.mark.parametrize('partitioning', ['strict', 'relaxed', 'both'])
@pytest.mark.parametrize('seed', seeds(150))
def test_mondrian_cuts_rows_that_stand_apart_as_those_of_the_dict(seed, partitioning):
    """Of numbers that are written in two ways, too; a parted tuple has as many records in each class."""
    random, frequency_set = Random(seed), random_numbers(seed)
    if seed % 2:
        frequency_set = {(quasi[0] + '.0' * random.randrange(2), *quasi[1:]): n for quasi, n in frequency_set.items()}
    k = random.randint(1, 4)
    if sum(frequency_set.values()) < k:
        return

    def answer(table):
        dimensions, partitions, cuts, recoding, _ = made(table, Required(k), partitioning=partitioning, choose=('widest', 'lm')[seed % 3 == 0])
        points = sorted(sorted(added_up([t[:-1] for t in partition.tuples], [t[-1] for t in partition.tuples]).items()) for partition in partitions)
        of_rows = list(table)
        flows = [(of_rows[row], recoding.labels[class_], n) for row, class_, n in flows_of(recoding)]
        return cuts, points, added_up([flow[:2] for flow in flows], [n for *_, n in flows]), recoding.sizes()
    expected = answer(frequency_set)
    for table in both_apart(frequency_set, seed):
        assert answer(table) == expected
    if partitioning == 'strict':
        assert {quasi for quasi, _ in expected[2]} == set(frequency_set) and len(expected[2]) == len(frequency_set)


def test_points_of_one_place_that_are_written_in_two_ways():
    """5 and 5.0, of rows that stand apart: one point, whose records may be parted."""
    table = FrequencySet([column_of(['5', '5.0', '5', '7', '5.0', '7'])], None, apart=True)
    dimensions = [dimension_of(columns(table)[0])]
    assert sorted(partition_of(table, dimensions, Required(1)).tuples) == [(0, 4), (1, 2)]
    _, partitions, _, recoding, _ = made(table, Required(3), partitioning='relaxed')
    assert sorted(sorted(part.tuples) for part in partitions) == [[(0, 1), (1, 2)], [(0, 3)]]
    assert recoding.sizes() == ({('5',): 3, ('[5-7]',): 3}, 0)
    parted = {row: sum(split.classes().values()) for row, split in recoding.splits.items()}
    assert set(parted) == {0, 1, 2, 4} and set(parted.values()) == {1}


# A recoding.

@pytest.mark.parametrize('seed', seeds(100))
def test_a_recoding_reads_like_its_dict(seed):
    random, (frequency_set, _) = Random(seed), random_table(seed)
    rows = [None, *(tuple('%s%d' % (random.choice('ab'), place) for place in range(len(next(iter(frequency_set))))) for _ in range(3))]
    entries = {quasi: random.choice([*rows, quasi]) for quasi in frequency_set}
    for quasi, n in frequency_set.items():
        if n > 1 and seed % 2:
            other = next(row for row in [*rows[1:], quasi] if row != rows[1])
            entries[quasi] = Split({(): {rows[1]: 1, other: n - 1}})
    for table in (frequency_set, *both_apart(frequency_set, seed) * (not seed % 2)):
        recoding = recoding_of(table, entries)
        assert dict(recoding) == entries == recoding and len(recoding) == len(frequency_set) and set(recoding) == set(frequency_set)
        assert all(recoding[quasi] == entry and quasi in recoding for quasi, entry in entries.items())
        assert ('absent',) not in recoding and recoding.get(('absent',)) is None and recoding_of(table, recoding) is recoding
        assert list(recoding.entries()) == [entries[quasi] for quasi in table]
        assert repr(recoding) == repr(dict(recoding))
        flows = list(flows_of(recoding))
        assert len({len(sequence) for sequence in recoding.flows() if sequence is not None}) == 1
        assert sum(n for *_, n in flows) == sum(frequency_set.values())
        quasis, sizes, suppressed = list(table), Counter(), 0
        changed = [set() for _ in rows[1]]
        for row, class_, n in flows:
            published = None if class_ in recoding.failing else recoding.labels[class_]
            assert published == entries[quasis[row]] or published in entries[quasis[row]].classes()
            sizes.update({published: n} if published else {})
            suppressed += n * (published is None)
            for place, of_column in enumerate(changed):
                if recoding.labels[class_][place] != quasis[row][place]:
                    of_column.add(class_)
        assert recoding.sizes() == (sizes, suppressed) and list(recoding.sizes()[0]) == sorted(sizes)
        assert [recoding.changed(place) for place in range(len(changed))] == changed
        for place, of_column in enumerate(changed):
            assert [recoding.table.columns[place].values[code] for code in recoding.codes(place)] == [quasis[row][place] for row, *_ in flows]


def test_a_suppressed_class_keeps_its_labels():
    """The measures of a vector look at the classes before suppression."""
    recoding = Recoding(frequency_set_of({('38',): 1, ('41',): 3}), [('3*',), ('4*',)], [0, 1], failing={0})
    assert (recoding.published, recoding.labels) == ([None, ('4*',)], [('3*',), ('4*',)])
    assert recoding == {('38',): None, ('41',): ('4*',)} and recoding.sizes() == ({('4*',): 3}, 1)


def test_what_is_sensitive_may_have_a_record_in_each_row():
    """Of a table that is counted without counts."""
    table = FrequencySet([column_of(['38', '38', '39'])], None, apart=True)
    sensitive = Sensitive([('flu',), ('ulcer',)], array('I', [0, 1, 2]), array('I', [0, 1, 1]), array('Q', [1, 1, 1]))
    required = Required(1, {'s': [Distinct(2)]}, sensitive)
    whole = partition_of(table, [dimension_of(columns(table)[0])], required)
    assert whole.histogram() == as_one(sensitive) == {('flu',): 1, ('ulcer',): 2} and whole.size == 3
    assert histograms_of(sensitive, {0, 2}) == {0: {('flu',): 1}, 2: {('ulcer',): 1}}
