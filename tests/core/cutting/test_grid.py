"""Labels fixed beforehand: tables worked by hand, then releases of random tables, which are recounted by csv and Counter alone."""

import csv
import json
import sqlite3
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from math import inf
from random import Random

import pytest

from conftest import kanon as run_kanon, run, seeds
from flat import anonymize
from kanon.core.audit.true_labels import AllowedLabels, RecordedValues, declared_edges, edges_of, on_edges
from kanon.core.best_cuts.optimum import BestCuts
from kanon.core.counts.frequency import columns
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.required import Required
from kanon.core.cutting.cuts import cut_for
from kanon.core.cutting.dimension import Categories
from kanon.core.cutting.edges import (Cell, GridNumbers, Edges, categories_for, cells_of_tree,
                                      grid_dimensions)
from kanon.core.cutting.labels import Label
from kanon.core.cutting.mondrian import mondrian
from kanon.core.cutting.partition import partition_of
from kanon.core.errors import DataError
from kanon.core.tables.hierarchy_file import GivenHierarchies
from kanon.tools.engines.counts import EngineTable
from kanon.tools.engines.engine_cuts import partitions
from kanon.tools.pictures.axes import NumberAxis

EVERY_CUT = [{'partitioning': 'strict'}, {'choose': 'lm'}, {'choose': 'random', 'seed': 7}, {'partitioning': 'relaxed'},
             {'partitioning': 'both', 'choose': 'lm'}, {'categories': 'leaves'}, {'categories': 'frequency', 'choose': 'lm'},
             {'partitioning': 'optimal'}, {'partitioning': 'clustered'}, {'partitioning': 'optimal', 'categories': 'frequency'}, {'l_diversity': 2}, {'l_diversity': 2, 'partitioning': 'optimal'}]
JOBS = {'nurse': 'care', 'doctor': 'care', 'clerk': 'office', 'judge': 'office', 'care': 'any', 'office': 'any'}
DECIMALS = '0.5', '0.50', '0:1.5:4', '*:1:*', '10', '0.25'
AGES = '5', '10', '3', '1', '0:18:65:99', '*:18:65:*', '*:50:99', '0:40:*', '0:99', '100'


@pytest.mark.parametrize('edges, value, decimal, cell', [
    ('5', '39', '.', ('35', '39')), ('5', '40', '.', ('40', '44')), ('5', '0', '.', ('0', '4')), ('5', '-1', '.', ('-5', '-1')),
    ('5', '-5', '.', ('-5', '-1')), ('5', '-6', '.', ('-10', '-6')), ('5', '39.0', '.', ('35', '39')), ('5', '1e3', '.', ('1000', '1004')),
    ('1', '39', '.', ('39', '39')), ('5', '39.5', '.', None), ('5.0', '39.5', '.', ('35.0', '39.9')), ('5.0', '39.95', '.', None),
    ('5.00', '39.95', '.', ('35.00', '39.99')), ('0.1', '0.1', '.', ('0.1', '0.1')), ('0.5', '-.1', '.', ('-0.5', '-0.1')),
    ('5.0', '39,5', ',', ('35,0', '39,9')), ('0.5', '2', ',', ('2,0', '2,4')),
    ('0:18:65:120', '0', '.', ('0', '17')), ('0:18:65:120', '17', '.', ('0', '17')), ('0:18:65:120', '18', '.', ('18', '64')),
    ('0:18:65:120', '65', '.', ('65', '120')), ('0:18:65:120', '120', '.', ('65', '120')), ('0:18:65:120', '121', '.', None),
    ('0:18:65:120', '-1', '.', None), ('0:18', '18', '.', ('0', '18')), ('*:18:65:*', '-7', '.', ('*', '17')),
    ('*:18:65:*', '65', '.', ('65', '*')), ('*:18', '18', '.', ('*', '18')), ('*:18', '19', '.', None), ('18:*', '18', '.', ('18', '*')),
    ('-10:-5:0', '-6', '.', ('-10', '-6')), ('-10:-5:0', '0', '.', ('-5', '0')), ('0:0.5:10', '0.45', '.', None),
    ('0:0.5:10', '7', '.', ('0.5', '10.0')), (' 0 : 18 : 99 ', '20', '.', ('18', '99')),
    ('01000', '01067', '.', ('01000', '01999')), ('01000', '00500', '.', ('00000', '00999')), ('01000', '99999', '.', ('99000', '99999')),
    ('00000:05000:99999', '04999', '.', ('00000', '04999')), ('5', '1e38', '.', ('1' + '0' * 38, '1' + '0' * 37 + '4')),
    ('5', '1e39', '.', ('1' + '0' * 39, '1' + '0' * 38 + '4')), ('5', '1e40', '.', None), ('0.5', '1e38', '.', None), ('5', '-1e39', '.', None)])
def test_the_cell_of_a_value(edges, value, decimal, cell):
    assert Edges(edges).cell(value, decimal) == (cell and Cell(*cell))


def test_a_value_between_two_cells_is_finer_than_the_edges():
    assert [Edges('0:5').finer(value, ',') for value in ('39', '39,0', '39,5', '1e1', '1e-1')] == [False, False, True, False, True]


@pytest.mark.parametrize('edges, problem', [
    ('0', "a width is a number above 0, not '0'"), ('-5', "a width is a number above 0, not '-5'"), ('0.0', "a width is a number above 0, not '0.0'"),
    ('*', "a width is a number above 0, not '*'"), ('', "'' is no plain number"), ('five', "'five' is no plain number"),
    ('1e3', "'1e3' is no plain number"), ('0,5', "'0,5' is no plain number"), ('0:', "'' is no plain number"),
    ('0:18:18:120', "edges ascend; '18' stands before '18'"), ('0:65:18', "edges ascend; '65' stands before '18'"),
    ('18:17', "edges ascend; '18' stands before '17'"), ('0:*:18', "only the first or the last edge can be *, not all of '0:*:18'"),
    ('*:*', "only the first or the last edge can be *, not all of '*:*'"), ('\u0665', 'is no plain number')])
def test_edges_that_are_none(edges, problem):
    with pytest.raises(DataError) as error:
        Edges(edges)
    assert problem in str(error.value)


def test_labels_and_losses():
    """A label loses over the range of the cells, whatever the values are. An open cell has one end."""
    ages = {'28': 1, '29': 2, '36': 1, '51': 4}
    cells = GridNumbers(ages, {age: Edges('*:30:50:60').cell(age) for age in ages})
    assert cells.texts == ['[*-29]', '[30-49]', '[50-60]'] and cells.codes == {'28': 0, '29': 0, '36': 1, '51': 2}
    assert cells.label([0]) == Label('[*-29]', 0.0, 3, ()) and cells.label([1, 1]) == Label('[30-49]', 19 / 31, 1, ())
    assert cells.label([2, 0]) == Label('[*-60]', 1.0, 8, ()) and cells.label([2, 1]) == Label('[30-60]', 30 / 31, 5, ())
    assert [cells.loss(codes, None) for codes in ([0], [1], [0, 1], [2, 0])] == [0, 19 / 31, 20 / 31, 1]
    assert [cells.width(0, 0), cells.width(0, 1), cells.width(1, 1), cells.width(0, 2)] == [0, 20 / 31, 0, 1]
    one = GridNumbers({'7': 2}, {'7': Cell('5', '9')})
    assert one.label([0]) == Label('[5-9]', 1.0, 2, ()) and one.loss([0], None) == 1
    leaf = GridNumbers({'7': 2}, {'7': Cell('7', '7')})
    assert leaf.label([0]) == Label('7', 0.0, 2, ()) and leaf.loss([0], None) == 0
    whole = GridNumbers({'7': 2, '9': 1}, dict.fromkeys('79', Cell('*', '99')))
    assert whole.label([0]) == Label('[*-99]', 0.0, 3, ())


def test_losses_beside_missing_values():
    ages = {'28': 1, '36': 1, '51': 4, '*': 2}
    dimension, = grid_dimensions(['age'], [ages], GivenHierarchies({}), {'age': '*'}, {'age': '10'})
    assert [dimension.loss(codes, None) for codes in ([0], [0, 1], [1], [1, 2], [1, 3])] == [1, 1, 9 / 39, 19 / 39, 1]
    assert dimension.label([1, 2]) == Label('[20-39]', 19 / 39, 2, ()) and dimension.label([0, 1]) == Label('*', 1.0, 8, ())


@pytest.mark.parametrize('parents, cells', [
    ({'5': '[5-9]', '[5-9]': '*'}, {'5': ('5', '9')}),
    ({'5': '[5-9]', '?': '*', '[5-9]': '*'}, {'5': ('5', '9')}),
    ({'5': '[-9]', '93': '[90-]', '[-9]': '*', '[90-]': '*'}, {'5': ('*', '9'), '93': ('90', '*')}),
    ({'5': '[*-9]', '93': '[90-*]', '[*-9]': '*', '[90-*]': '*'}, {'5': ('*', '9'), '93': ('90', '*')}),
    ({'-7': '[-10--6]', '[-10--6]': '*'}, {'-7': ('-10', '-6')}),
    ({'5.5': '[5-9)', '9': '[9-12)', '[5-9)': '*', '[9-12)': '*'}, {'5.5': ('5', '9', True), '9': ('9', '12', True)}),
    ({'9': '[5-9)', '[5-9)': '*'}, {}),                                                     # which is without its high end
    ({'-7.5': '[-0)', '0': '[0-]', '[-0)': '*', '[0-]': '*'}, {'-7.5': ('*', '0', True), '0': ('0', '*')}),
    ({'5': '*'}, {}),                                                                       # the leaves are no ranges
    ({'5': '[5-9]', '7': '[6-8]', '[5-9]': '*', '[6-8]': '*'}, {}),                         # overlap
    ({'5': '[5-9]', '7': '[5.0-9]', '[5-9]': '*', '[5.0-9]': '*'}, {}),                     # the same twice
    ({'5': '[10-19]', '[10-19]': '*'}, {}),                                                 # not in it
    ({'5': '[5-9]', 'five': '[5-9]', '[5-9]': '*'}, {}), ({'5': 'young', 'young': '*'}, {}), ({'5': '[5-a]', '[5-a]': '*'}, {}),
    ({'5': '[-]', '[-]': '*'}, {}), ({'5': '[*-*]', '[*-*]': '*'}, {}), ({'5': '[5-5]', '[5-5]': '*'}, {'5': ('5', '5')}),
    ({'5': '[5-9]', '10': '[9-12]', '[5-9]': '*', '[9-12]': '*'}, {}), ({'5': '[-9]', '0': '[-4]', '[-9]': '*', '[-4]': '*'}, {}), ({'5': '[9-5]', '[9-5]': '*'}, {}), ({'5': '5-9', '5-9': '*'}, {}), ({'5': '[]', '[]': '*'}, {})])
def test_the_ranges_of_a_hierarchy(parents, cells):
    assert cells_of_tree(Hierarchy(parents)) == {leaf: Cell(*cell) for leaf, cell in cells.items()}


def test_numbers_under_nodes_that_are_no_ranges_are_nodes():
    trees = GivenHierarchies({'zip': {'13053': '1305*', '13068': '1306*', '1305*': '*', '1306*': '*'}})
    dimension, = grid_dimensions(['zip'], [{'13053': 2, '13068': 2}], trees, {}, {})
    assert dimension.by_node and dimension.label([0]).text == '13053' and dimension.label([0, 1]).text == '*'
    dimension, = grid_dimensions(['zip'], [{'13053': 2, '13068': 2}], trees, {}, {}, 'leaves')
    assert type(dimension) is Categories and dimension.ancestors


@pytest.mark.parametrize('values, edges, problem', [
    (['01067', '14850'], '1000', 'holds codes of 5 digits; write its edges with as many, such as --grid zip=01000'),
    (['01067', '14850'], '0:50000:*', 'such as --grid zip=00000:50000:'),
    (['01067', '1067'], '01000', 'digits with a leading zero are codes'), (['1', '2', '3', '3O'], '5', 'are not plain numbers'),
    (['1', '?'], '5', 'take --missing drop or root'), (['1', '?', ''], '5', 'take --missing drop or root'),
    (['1', '2', '?', '', 'a', 'b'], '5', 'leave the column out of --grid'), (['1', 'a', '?'], '5', 'leave the column out of --grid'),
    (['1', '2.5'], '0:2', '1 of its 2 values has more decimals than the edges'), (['1', '1.5', '2.5'], '5', '2 of its 3 values have more decimals'),
    (['1', '9'], '0:2', '1 of its 2 values is outside the edges'), (['9', '-1', '1'], '0:2', "outside the edges '0:2': '-1' (1), '9' (1); declare"),
    (['9', '1.5'], '0:2', 'more decimals')])
def test_values_that_the_edges_do_not_fit(values, edges, problem):
    with pytest.raises(DataError) as error:
        grid_dimensions(['zip'], [dict.fromkeys(values, 1)], GivenHierarchies({}), {}, {'zip': edges})
    assert problem in str(error.value)


@pytest.mark.parametrize('values, kind', [
    (['01066', '14850'], 'GridNumbers'), (['1067', '14850'], 'GridNumbers'), (['1067', '01066'], 'Nodes'), (['1067', '?'], 'Nodes'), (['?'], 'Nodes')])
def test_a_column_of_numbers_has_the_ranges_of_its_hierarchy(values, kind):
    """Codes of two widths, and numbers beside others, are nodes."""
    ranges = {'01066': '[01000-01066]', '1067': '[1067-1999]', '14850': '[14000-14999]'}
    trees = GivenHierarchies({'zip': {**ranges, '?': '*', **dict.fromkeys(ranges.values(), '*')}})
    dimension, = grid_dimensions(['zip'], [dict.fromkeys(values, 1)], trees, {}, {})
    assert type(dimension).__name__ == kind


def test_how_categories_are_cut():
    assert [categories_for(*words) for words in ((None, 'strict'), (None, 'both'), (None, 'optimal'), ('leaves', 'strict'), ('frequency', 'optimal'))] == [
        'hierarchy', 'hierarchy', 'leaves', 'leaves', 'frequency']


@pytest.mark.parametrize('values, problem', [
    (['1', '2'], "needs edges for column 'zip' before the data are seen; declare them with --grid zip=WIDTH"),
    (['1', 'a'], "needs nodes for column 'zip' before the data are seen; give it a hierarchy"),
    (['01', '1'], "needs nodes for column 'zip'")])
def test_a_column_without_edges_and_without_a_hierarchy(values, problem):
    with pytest.raises(DataError) as error:
        grid_dimensions(['zip'], [dict.fromkeys(values, 1)], GivenHierarchies({}), {}, {})
    assert problem in str(error.value)


# Random tables.

def people(random, edges_of_age, edges_of_dose, n):
    """Records (age, dose, job, sensitive value), all of them inside the edges."""
    ages = [str(age) for age in range(100) if Edges(edges_of_age).cell(str(age))]
    doses = [dose for dose in ('0', '0.25', '0.5', '1', '1.25', '2.5', '3', '4') if Edges(edges_of_dose).cell(dose)]
    return [[random.choice(ages), random.choice(doses), random.choice(['nurse', 'doctor', 'clerk', 'judge']), ill]
            for ill in ['x', 'y', *random.choices('xyz', k=n - 2)]]


def moved(random, rows, edges_of_age, edges_of_dose):
    """The same people with other ages and doses, each in its cell."""
    ages, doses = [str(age) for age in range(100)], ['%.2f' % (n / 100) for n in range(0, 401, 5)]
    inside: dict = {}
    for edges, values in ((Edges(edges_of_age), ages), (Edges(edges_of_dose), doses)):
        for value in values:
            if edges.cell(value):
                inside.setdefault((edges, edges.cell(value)), []).append(value)
        inside[edges] = None
    age_edges, dose_edges = [key for key, of_key in inside.items() if of_key is None]
    return [[age if age == '?' else random.choice(inside[age_edges, age_edges.cell(age)]),
             dose if dose == '?' else random.choice(inside[dose_edges, dose_edges.cell(dose)]), job, ill] for age, dose, job, ill in rows]


def released(rows, edges, path, **words):
    """The bytes of the release, and its measures."""
    release = anonymize(rows, quasi=['age', 'dose', 'job'], sensitive=['ill'], columns=['age', 'dose', 'job', 'ill'], k=words.pop('k'),
                              algorithm='mondrian', hierarchies={'job': JOBS}, labels='grid', grid=edges, missing='root', **words)
    release.write(str(path), force=True)
    assert release.measures['lm'] is release.measures['entropy'] is None
    return path.read_bytes(), release.measures['lm_cells']


def drawn(seed):
    random = Random(seed)
    edges = {'age': random.choice(AGES), 'dose': random.choice(DECIMALS)}
    rows = people(random, edges['age'], edges['dose'], random.randint(6, 60))
    for row in rows[:random.choice([0, 0, 1, 5])]:
        row[random.randrange(2)] = '?'
    return random, edges, rows, random.randint(2, 6)


def ends_of_edges(text):
    """The low ends and the high ends of the cells from -5 to 105, in plain Python."""
    parts = text.split(':')
    unit = Decimal(10) ** -max(len(part.partition('.')[2]) for part in parts)
    if len(parts) == 1:
        width = Decimal(text)
        return {n * width for n in range(-20, 420)}, {n * width - unit for n in range(-20, 420)}
    lows = {-inf if part == '*' else Decimal(part) for part in parts[:-1]}
    return lows, {Decimal(part) - unit for part in parts[1:-1]} | {inf if parts[-1] == '*' else Decimal(parts[-1])}


def closed(low, high):
    """The ends of a cell. Where it has one, that stands for both."""
    return high if low == -inf else low, low if high == inf else high


def ends_in(label):
    """(low, high) of a published label of numbers."""
    low, _, high = label[1:-1].rpartition('-') if label[0] == '[' else (label, '', label)
    return -inf if low == '*' else Decimal(low), inf if high == '*' else Decimal(high)


@pytest.mark.parametrize('words', EVERY_CUT, ids=str)
@pytest.mark.parametrize('seed', seeds(40))
def test_a_release_recounted(seed, words, tmp_path):
    """The classes, the ends of the labels, whether each covers its records, and lm_cells, by csv and Counter alone."""
    random, edges, rows, k = drawn(seed)
    content, lm_cells = released(rows, edges, tmp_path / 'out.csv', k=k, **words)
    published = list(csv.reader(content.decode().splitlines()))[1:]
    classes = Counter(tuple(row[:3]) for row in published)
    assert min(classes.values()) >= k and sum(classes.values()) == len(rows)
    assert Counter(row[3] for row in published) == Counter(row[3] for row in rows)
    loss = 0
    for place, name in enumerate(('age', 'dose')):
        values = [Decimal(row[place]) for row in rows if row[place] != '?']
        lows, highs = ends_of_edges(edges[name])
        cells = {(max(low for low in lows if low <= value), min(high for high in highs if high >= value)) for value in values}
        cells = {closed(*cell) for cell in cells}
        span = max((high for _, high in cells), default=0) - min((low for low, _ in cells), default=0)
        for label, n in Counter(row[place] for row in published).items():
            if label != '*':
                low, high = ends_in(label)
                assert low in lows and high in highs and label[0] == '[' or low == high
                low, high = max(low, min(low for low, _ in cells)), min(high, max(high for _, high in cells))
                loss += n * Fraction(high - low) / Fraction(span or 1)
            else:
                loss += n
        for value, n in Counter(values).items():        # enough records have a label that covers a value
            assert sum(m for label, m in Counter(row[place] for row in published).items()
                       if label == '*' or ends_in(label)[0] <= value <= ends_in(label)[1]) >= n
    jobs = {row[2] for row in rows}
    under = {job: {job} for job in JOBS if job not in ('care', 'office')}
    under.update(care={'nurse', 'doctor'}, office={'clerk', 'judge'}, any={'nurse', 'doctor', 'clerk', 'judge'})
    loss += sum(Fraction(len(under[row[2]] & jobs) - 1, len(jobs) - 1 or 1) for row in published)
    assert lm_cells == pytest.approx(float(loss / len(rows)))


@pytest.mark.parametrize('words', EVERY_CUT, ids=str)
@pytest.mark.parametrize('seed', seeds(40))
def test_nothing_is_witnessed(seed, words, tmp_path):
    """Each recorded value moves within its cell, and the rows are shuffled: the same bytes and the
    same loss. Halves of one cell deal their sensitive values by what was recorded. So of relaxed
    cuts the quasi-identifiers are the same.
    """
    random, edges, rows, k = drawn(seed)
    other = moved(random, rows, edges['age'], edges['dose'])
    random.shuffle(other)
    first, loss = released(rows, edges, tmp_path / 'first.csv', k=k, **words)
    second, other_loss = released(other, edges, tmp_path / 'second.csv', k=k, **words)
    assert loss == other_loss
    if words.get('partitioning') in ('relaxed', 'both'):
        first, second = (sorted(line.rpartition(b',')[0] for line in content.splitlines()) for content in (first, second))
    assert first == second


@pytest.mark.parametrize('seed', seeds(40))
def test_only_other_cells_give_other_labels(seed, tmp_path):
    """One record moves into another cell of a table with one column: its class can be told apart, so the test above can fail."""
    random = Random(seed)
    cells = [str(10 * random.randint(0, 3)) for _ in range(12)]
    rows = [[cell, '1', 'nurse', 'x'] for cell in cells]
    before, _ = released(rows, {'age': '10', 'dose': '10'}, tmp_path / 'out.csv', k=2)
    after, _ = released([['90', '1', 'nurse', 'x'], *rows[1:]], {'age': '10', 'dose': '10'}, tmp_path / 'out.csv', k=2)
    assert before != after and b'99]' in after


@pytest.mark.parametrize('seed', seeds(300))
def test_the_best_cuts_are_the_best_of_the_grid(seed):
    """Against all sequences of straight cuts at the declared edges."""
    random = Random(seed)
    numbers = random.choice([1, 2])
    trees = GivenHierarchies({'job': JOBS})
    names = ['age', 'dose'][:numbers] + ['job'] * random.randint(0, 1)
    edges = {'age': random.choice(['5', '10', '0:18:65:99', '*:50:99']), 'dose': random.choice(['10', '0:30:99'])}
    table: dict = {}
    for _ in range(random.randint(2, 8)):
        row = tuple([str(random.choice([3, 8, 17, 18, 44, 66, 70])) for _ in range(numbers)] + [random.choice(['nurse', 'doctor', 'clerk'])] * (len(names) - numbers))
        table[row] = table.get(row, 0) + random.randint(1, 3)
    k, weights = random.randint(1, 4), [random.choice([0.5, 1, 3]) for _ in names]
    if sum(table.values()) < k:
        return
    dimensions = grid_dimensions(names, columns(table), trees, {}, {name: text for name, text in edges.items() if name in names}, 'leaves')
    whole = partition_of(table, dimensions, Required(k))
    known: dict = {}

    def cost(rows):
        if rows not in known:
            size = sum(row[-1] for row in rows)
            best = size * sum(weight * dimension.loss([row[dim] for row in rows], None)
                              for dim, (dimension, weight) in enumerate(zip(dimensions, weights))) if size >= k else inf
            for dim in range(len(dimensions)):
                for code in sorted({row[dim] for row in rows})[:-1]:
                    best = min(best, cost(frozenset(row for row in rows if row[dim] <= code)) + cost(frozenset(row for row in rows if row[dim] > code)))
            known[rows] = best
        return known[rows]
    expected, best = cost(frozenset(whole.tuples)), BestCuts(whole, dimensions, Required(k), weights)
    list(best.states())
    assert best.cost() == pytest.approx(expected, abs=1e-6)
    partitions, _ = mondrian(whole, best.cut)
    assert sum(part.size * weight * dimension.loss(codes, None) for part in partitions
               for dimension, weight, codes in zip(dimensions, weights, part.columns())) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize('seed', seeds(100))
def test_first_cuts_in_an_engine(seed):
    """The partitions are those of the whole table in memory. Cuts at nodes are refused."""
    random = Random(seed)
    connection = sqlite3.connect(':memory:')
    connection.execute('CREATE TABLE people (age TEXT, job TEXT)')
    connection.executemany('INSERT INTO people VALUES (?, ?)', [(str(random.randint(0, 99)), random.choice(['nurse', 'doctor', 'clerk'])) for _ in range(40)])
    trees, edges, k = GivenHierarchies({'job': JOBS}), {'age': random.choice(AGES[:5])}, random.randint(2, 5)
    with EngineTable(connection, 'people', ['age', 'job']) as table:
        dimensions = grid_dimensions(['age', 'job'], table.columns(), trees, {}, edges, 'leaves')
        plain, _ = mondrian(partition_of(table.tally().frequency_set, dimensions, Required(k)), cut_for(dimensions, Required(k)))
        for most in 1, 10, 1000:
            parts = [part for parts in partitions(table, dimensions, Required(k), most=most) for part in parts]
            assert sorted(sorted(part.tuples) for part in parts) == sorted(sorted(part.tuples) for part in plain)
        with pytest.raises(DataError, match='count the table there, and cut it here'):
            list(partitions(table, grid_dimensions(['age', 'job'], table.columns(), trees, {}, edges), Required(k)))
    connection.close()


# The audit.

PEOPLE = [['28', '1', 'nurse', 'x'], ['29', '1', 'nurse', 'y'], ['51', '1', 'clerk', 'x'], ['52', '1', 'judge', 'y']]


@pytest.mark.parametrize('text', ['[28-52]', '[20-58]', '[1-59]', '[19-59]', '[*-59]', '[20-*]', '{28|29|51|52}'])
def test_the_audit_refuses_another_label(text, tmp_path, monkeypatch):
    """Each of these labels covers all values."""
    honest = GridNumbers.label
    monkeypatch.setattr(GridNumbers, 'label', lambda cells, codes, box=None:
                        honest(cells, codes)._replace(text=text) if len(cells.texts) > 1 else honest(cells, codes))
    with pytest.raises(DataError, match='the audit found the label .* in column .age., which does not end at declared edges'):
        released(PEOPLE, {'age': '10', 'dose': '10'}, tmp_path / 'out.csv', k=4)
    assert not (tmp_path / 'out.csv').exists()


def test_the_audit_refuses_a_set(tmp_path, monkeypatch):
    monkeypatch.setattr(Categories, 'label', lambda self, codes, box=None: Label('{%s}' % '|'.join(self.texts), 1.0, 4, ()))
    with pytest.raises(DataError, match='which does not end at declared edges'):
        released(PEOPLE, {'age': '10', 'dose': '10'}, tmp_path / 'out.csv', k=4)


def test_the_audit_refuses_a_label_between_the_ranges_of_a_hierarchy(tmp_path, monkeypatch):
    parents = {'28': '[20-29]', '29': '[20-29]', '51': '[50-]', '52': '[50-]', '[20-29]': '*', '[50-]': '*'}

    def release():
        return anonymize([row[:1] for row in PEOPLE], quasi=['age'], columns=['age'], k=2, algorithm='mondrian', labels='grid',
                               hierarchies={'age': parents})
    assert [row for row, in release().rows] == ['[20-29]'] * 2 + ['[50-*]'] * 2
    release().write(str(tmp_path / 'out.csv'))
    honest = GridNumbers.label
    for text in '[20-52]', '[28-29]', '[20-30]', '28':
        monkeypatch.setattr(GridNumbers, 'label', lambda cells, codes, box=None: honest(cells, codes)._replace(text=text if min(codes) == 0 else '[50-*]'))
        with pytest.raises(DataError, match='which does not end at declared edges|does not cover it'):
            release().write(str(tmp_path / 'out.csv'), force=True)


@pytest.mark.parametrize('label, edges, right', [
    ('[35-39]', '5', True), ('[35-44]', '5', True), ('[35-40]', '5', False), ('[36-39]', '5', False), ('39', '5', False), ('39', '1', True),
    ('[-10--6]', '5', True), ('[35.0-39.9]', '5.0', True), ('[35.0-39.8]', '5.0', False), ('[35-39]', '5.0', False), ('[0.1-0.3]', '0.1', True),
    ('[18-120]', '0:18:65:120', True), ('[18-119]', '0:18:65:120', False), ('[0-64]', '0:18:65:120', True), ('[65-*]', '0:18:65:120', False),
    ('[*-17]', '*:18:*', True), ('[18-*]', '*:18:*', True), ('{1|2}', '1', False), ('any', '1', False)])
def test_how_the_audit_reads_declared_edges(label, edges, right):
    assert on_edges(label, *declared_edges(edges)) == right


def test_how_the_audit_reads_the_ranges_of_a_hierarchy():
    is_low, is_high = edges_of({'[-17]', '[18-39]', '[40-]', '39', 'any', '[a-b]', '[-10--6]', '[1,0-1,4]', '[--20]'}, ',')
    assert [end for end in (-inf, -10, 0, 1, 18, 39, 40) if is_low(end)] == [-inf, -10, 1, 18, 40]
    assert [end for end in (-20, -6, 1.4, 17, 18, 39, 40, inf) if is_high(end)] == [-20, -6, 1.4, 17, 39, inf]


# The programs.

DATA = 'age,job,ill\n28,nurse,flu\n29,doctor,flu\n51,clerk,ulcer\n52,judge,flu\n?,nurse,flu\n,judge,ulcer\n'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / 'data.csv').write_text(DATA)
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'job.txt').write_text(''.join('%s,%s\n' % pair for pair in JOBS.items()))
    return tmp_path


def mondrian_of(folder, *words):
    result = run('run_mondrian.py', 'data.csv', '--quasi', 'age,job', '--sensitive', 'ill', '-k', '2', '--labels', 'grid', *words, '--force', cwd=str(folder))
    assert result.returncode == 0, result.stderr
    return (folder / 'data_mondrian.csv').read_text().splitlines()[1:]


def test_a_run_with_everything(folder):
    """Missing values, the record and its repetition, the recoding, the picture, the page, the trace."""
    words = '--grid', 'age=10', '--missing', 'root', '--record', 'run.json', '--recoding', 'recoding.csv', '--html', 'page.html', '--internal', '--picture', 'run.svg', '--trace', '-o', 'data_mondrian.csv'
    assert mondrian_of(folder, *words) == ['*,any,flu', '*,any,ulcer', '[20-29],care,flu', '[20-29],care,flu', '[50-59],office,flu', '[50-59],office,ulcer']
    assert json.loads((folder / 'run.json').read_text())['options']['grid'] == {'age': '10'}
    assert 'age: 10' in (folder / 'page.html').read_text(encoding='utf-8')
    again = run_kanon('replay', 'run.json', cwd=str(folder))
    assert again.returncode == 0 and 'the same bytes' in again.stdout
    for verb in ('check', 'data_mondrian.csv', '--require', 'k=2'), ('risk', 'data_mondrian.csv'), ('attack', 'data_mondrian.csv', '--known', 'data.csv'):
        result = run_kanon(*verb, '--quasi', 'age,job', *['--sensitive', 'ill'] * (verb[0] != 'risk'), '--stars', 'class', cwd=str(folder)) if verb[0] != 'attack' else run_kanon(
            *verb, '--quasi', 'age,job', '--sensitive', 'ill', '--hierarchies', 'hierarchies', '--missing', 'root', cwd=str(folder))
        assert result.returncode == 0, result.stderr


@pytest.mark.parametrize('words', [['--partitioning', 'optimal'], ['--partitioning', 'clustered'], ['--partitioning', 'both', '--choose', 'lm'],
                                   ['--relaxed'], ['--l-diversity', '2'], ['--categories', 'leaves']])
def test_other_cuts(words, folder):
    assert len(mondrian_of(folder, '--grid', 'age=*:50:*', *words)) == 4


def test_a_decimal_comma(folder):
    (folder / 'data.csv').write_text('age;job;ill\n28,5;nurse;flu\n29;doctor;flu\n51,25;clerk;ulcer\n52;judge;flu\n')
    assert mondrian_of(folder, '--grid', 'age=10.00', '--decimal', ',')[0] == '"[20,00-29,99]",care,flu'


def test_open_ends_reach_the_ends_of_a_picture():
    ages = {'28': 1, '45': 1, '70': 1}
    axis = NumberAxis(GridNumbers(ages, {age: Edges('*:40:60:*').cell(age) for age in ages}), 5)
    assert [axis.reach(code, code) for code in range(3)] == [pytest.approx(ends) for ends in ((0, 9.5 / 30), (9.5 / 30, 29.5 / 30), (29.5 / 30, 1))]
    closed = NumberAxis(GridNumbers(ages, {age: Edges('10').cell(age) for age in ages}), 6)
    assert closed.ticks[0][1] == '20' and closed.reach(0, 0) == (0.0, pytest.approx(9.5 / 60))
    assert closed.opens == (False, False) and axis.opens == (True, True)
    fine = NumberAxis(GridNumbers({'1': 1}, {'1': Edges('0.50:*').cell('1')}), 6)
    assert fine.half == pytest.approx(0.005) and fine.opens == (False, True)


def test_edges_in_an_ini_file_and_in_a_sweep(folder):
    """An INI file may have edges of other columns, and serves runs with other labels."""
    (folder / 'data.ini').write_text('[kanon]\nlabels = grid\ngrid = age=20, income=1000\nquasi = age,job\nsensitive = ill\nk = 2\nhierarchies = hierarchies\n')
    assert run('run_mondrian.py', 'data.csv', '--config', 'data.ini', cwd=str(folder)).returncode == 0
    assert (folder / 'data_mondrian.csv').read_text().splitlines()[1] == '[20-39],care,flu'
    rows = run_kanon('sweep', 'data.csv', '--config', 'data.ini', '--algorithm', 'mondrian', '--format', 'json', cwd=str(folder))
    assert rows.returncode == 0 and [row['classes'] for row in json.loads(rows.stdout)] == [2]
    assert run('run_mondrian.py', 'data.csv', '--config', 'data.ini', '--labels', 'box', '--force', cwd=str(folder)).returncode == 0


def test_the_page_that_explains(folder):
    """It shows cuts of ranges. Cuts at nodes it does not show."""
    words = 'explain', 'mondrian', 'data.csv', '--quasi', 'age,job', '--sensitive', 'ill', '-k', '2', '--labels', 'grid', '--grid', 'age=10', '-o', 'page.html'
    refused = run_kanon(*words, cwd=str(folder))
    assert refused.returncode == 1 and refused.stderr.endswith("column 'job' is cut otherwise; take --categories leaves\n")
    assert run_kanon(*words, '--categories', 'leaves', cwd=str(folder)).returncode == 0
    assert '[20-29]' in (folder / 'page.html').read_text(encoding='utf-8')


def test_dates_are_published_by_their_hierarchy(folder):
    (folder / 'data.csv').write_text('day,ill\n2021-03-05,flu\n2021-03-07,flu\n2021-04-01,flu\n2021-04-02,ulcer\n')
    (folder / 'hierarchies' / 'day.txt').write_text(''.join('%s,%s,2021,*\n' % (day, day[:7]) for day in ('2021-03-05', '2021-03-07', '2021-04-01', '2021-04-02')))
    result = run('run_mondrian.py', 'data.csv', '--quasi', 'day', '--sensitive', 'ill', '-k', '2', '--labels', 'grid', cwd=str(folder))
    assert result.returncode == 0, result.stderr
    assert (folder / 'data_mondrian.csv').read_text().splitlines()[1:] == ['2021-03,flu', '2021-03,flu', '2021-04,flu', '2021-04,ulcer']


def test_the_audit_names_the_first_of_the_labels_beside_the_edges():
    recorded = RecordedValues(None, None, ['age'], None, None, {}, {}, None, lambda column: [], '.')
    with pytest.raises(DataError, match=r"^the audit found the label '\[3-7\]' in column 'age', which does not end at declared edges$"):
        AllowedLabels(recorded, 0, ['31']).verify_grid({'[3-7]', '[30-34]', '[31-33]'}, '5')
