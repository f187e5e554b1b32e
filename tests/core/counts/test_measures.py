"""Every measure by hand, by the published cases, and against its definition worked out record by record."""

from collections import Counter, defaultdict
from itertools import product
from math import log, log2
from random import Random

import pytest

from conftest import QUASI, classes, frequency_set_of, random_table, seeds, shipped
from flat import anonymize
import kanon
from kanon.core.counts.frequency import columns
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.measures import (all_measures, class_entropy, entropy, lm, of_vector,
                                        precision, tree_extents, tree_losses)
from kanon.core.counts.recoding import full_domain, recoding_of
from kanon.core.counts.required import Required
from kanon.core.cutting.dimension import dimensions_for
from kanon.core.cutting.labels import multidimensional, of_partitions
from kanon.core.cutting.mondrian import mondrian, strict
from kanon.core.cutting.partition import partition_of
from kanon.core.levels.lattice import Lattice, vectors
from kanon.core.levels.objective import objective_for
from kanon.core.settings.table import SETTINGS
from kanon.core.tables.hierarchy_file import GivenHierarchies
from test_mondrian import dimension


@pytest.mark.parametrize('missing, expected', [('value', 91.6904), ('drop', 90.4662)])
def test_the_lab_reports_entropy(adult, missing, expected):
    """With its suppressed classes, in nats, with and without the records that miss a value in another column."""
    frequency_set = frequency_set_of(adult, QUASI, missing)
    lattice = Lattice(frequency_set, shipped(*QUASI), 10)
    found = all_measures(of_vector(lattice, (1, 0, 1, 2), full_domain(lattice, (1, 0, 1, 2))), 10)
    assert found['class_entropy'] == pytest.approx(expected, abs=5e-5)
    assert (found['height'], found['distortion']) == (4, (1 / 4 + 1 + 1) / 4)


def entropies(records, labels, means, published):
    """(entropy, class_entropy) by definition: means(column, label, value) says whether the label can mean the value."""
    bits = nats = 0.0
    for column in range(len(records[0])):
        values = Counter(record[column] for record in records)
        extent = {label: sum(n for value, n in values.items() if means(column, label, value)) for label in {row[column] for row in labels}}
        bits += sum(log2((extent[row[column]] if stays else len(records)) / values[record[column]])
                    for record, row, stays in zip(records, labels, published))
        inside = defaultdict(Counter)
        for record, row in zip(records, labels):
            inside[row][record[column]] += 1
        nats -= sum(n / sum(counts.values()) * log(n / sum(counts.values())) for counts in inside.values() for n in counts.values())
    return bits, nats


@pytest.mark.parametrize('seed', seeds(60))
def test_entropies_of_vectors_record_by_record(seed):
    frequency_set, trees = random_table(seed)
    records = [quasi for quasi, n in frequency_set.items() for _ in range(n)]
    k = 1 + seed % 6
    lattice = Lattice(frequency_set, trees, k)
    for vector in vectors(lattice.top):
        labels = [tuple(tree.ancestor(value, level) for tree, value, level in zip(trees, record, vector)) for record in records]
        sizes = Counter(labels)
        expected = entropies(records, labels, lambda column, label, value: label in trees[column].path(value), [sizes[row] >= k for row in labels])
        found = all_measures(of_vector(lattice, vector, full_domain(lattice, vector)), k)
        assert (found['entropy'], found['class_entropy']) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize('seed', seeds(60))
@pytest.mark.parametrize('labels', ['set', 'ancestor', 'numbers'])
def test_entropies_of_partitions_record_by_record(seed, labels):
    frequency_set, trees = random_table(seed)
    if labels == 'numbers':
        frequency_set, trees = {tuple(value[1:] for value in quasi): n for quasi, n in frequency_set.items()}, [None] * len(trees)
    dimensions = [dimension(values, tree, labels) for values, tree in zip(columns(frequency_set), trees)]
    required = Required(1 + seed % min(4, sum(frequency_set.values())))
    partitions, _ = mondrian(partition_of(frequency_set, dimensions, required), strict(dimensions, required.k))
    recoding, made = multidimensional(frequency_set, dimensions, partitions, required)

    def means(column, label, value):
        if labels == 'ancestor':
            return label in trees[column].path(value)
        if labels == 'set':
            return value in label.strip('{}').split('|')
        low, _, high = label.strip('[]').partition('-')
        return int(low) <= int(value) <= int(high or low)

    records = [quasi for quasi, n in frequency_set.items() for _ in range(n)]
    published = [recoding[record] for record in records]
    found = all_measures(of_partitions(recoding, made, columns(frequency_set), dimensions, ''), 2)
    assert (found['entropy'], found['class_entropy']) == pytest.approx(entropies(records, published, means, [True] * len(records)), abs=1e-9)
    assert (found['precision'], found['distortion'], found['height'], found['suppressed']) == (None, None, None, 0)


def test_where_everything_is_suppressed():
    frequency_set, trees = random_table(3)
    lattice = Lattice(frequency_set, trees, 10 ** 6)
    found = all_measures(of_vector(lattice, lattice.top, full_domain(lattice, lattice.top)), 10 ** 6)
    assert (found['lm'], found['precision'], found['suppressed']) == (len(trees), 0, lattice.records)
    assert found['lm_published'] is found['c_avg'] is None


def test_weights_count_a_column_more_or_less():
    frequency_set, trees = random_table(9, columns=2)
    lattice = Lattice(frequency_set, trees, 2)
    losses = tree_losses(lattice.columns, trees)
    for vector in vectors(lattice.top):
        found = classes(frequency_set, full_domain(lattice, vector))
        one, other = (lm(*found, losses, weights) for weights in ([1, 0], [0, 1]))
        assert lm(*found, losses, [2, 0.5]) == pytest.approx(2 * one + other / 2)
        assert lm(*found, losses) == lm(*found, losses, [1, 1]) == pytest.approx(one + other)


def test_every_measure_that_can_be_asked_for_has_an_objective(adult_set):
    from kanon.core.counts.measures import MEASURES
    lattice = Lattice(adult_set, shipped(*QUASI), 10)
    for measure in MEASURES:
        assert SETTINGS['measure'].kind(measure) == measure
        target = objective_for(measure, lattice, 20)
        for vector in ((1, 0, 1, 2), (4, 0, 0, 1), lattice.top):
            found = all_measures(of_vector(lattice, vector, full_domain(lattice, vector)), 10)[measure]
            assert target.value(target.cost(vector)) == pytest.approx(found, abs=1e-5)
    assert objective_for('first', lattice, 20) is None and SETTINGS['measure'].kind('first') == 'first'


def test_weights_count_in_both_losses():
    frequency_set, trees = random_table(9, columns=2)
    lattice = Lattice(frequency_set, trees, 2)
    sizes, suppressed = classes(frequency_set, full_domain(lattice, (1, 0)))
    found = all_measures(of_vector(lattice, (1, 0), full_domain(lattice, (1, 0))), 2, [2, 0.5])
    losses = tree_losses(lattice.columns, trees)
    assert (found['lm'], found['lm_published']) == (lm(sizes, suppressed, losses, [2, 0.5]), lm(sizes, 0, losses, [2, 0.5]))
    assert found['lm_published'] != lm(sizes, 0, losses)


# A label has one loss, whichever algorithm publishes it, with missing values published as the root, too.

PAIRS = {'a': 'ab', 'b': 'ab', 'ab': '*', 'c': 'cd', 'd': 'cd', 'cd': '*'}


def released(rows, trees, algorithm, **more):
    names = ['column %d' % place for place in range(len(trees))]
    return anonymize(rows, names, columns=names, hierarchies=dict(zip(names, trees)), missing='root', algorithm=algorithm, **more)


def in_both(release):
    """The measures that look at the published table alone, and need no levels."""
    return {name: release.measures[name] for name in ('lm', 'lm_published', 'dm', 'entropy', 'c_avg', 'suppressed')}


@pytest.mark.parametrize('k, published, loss', [
    (2, ['*', '*', 'a', 'b', 'c', 'd'], 2 / 6),                     # the root loses all
    (4, ['*', '*', 'ab', 'ab', 'cd', 'cd'], (2 + 4 * 1 / 4) / 6),   # ab may mean one other of four: three values, and missing
    (6, ['*', '*', '*', '*', '*', '*'], 1)])
@pytest.mark.parametrize('algorithm, more', [('samarati', {}), ('optimal', {}), ('datafly', {}), ('optimal', {'measure': 'dm'}),
                                             ('mondrian', {'labels': 'ancestor'}), ('mondrian', {'labels': 'ancestor', 'choose': 'lm'}),
                                             ('mondrian', {'labels': 'ancestor', 'categories': 'hierarchy'})])
def test_the_same_file_loses_the_same(algorithm, more, k, published, loss):
    release = released([(value,) for value in ['a', 'b', 'c', 'd', None, '?'] * 2], [Hierarchy(PAIRS)], algorithm, k=k, **more)
    assert release.rows == [(value,) for value in published for _ in range(2)]
    assert release.measures['lm'] == release.measures['lm_published'] == pytest.approx(loss, abs=1e-15)


def test_a_set_loses_what_the_node_over_it_loses():
    rows = [(value,) for value in 'aabbccdd'] + [(None,)] * 4
    node, set_ = (released(rows, [Hierarchy(PAIRS)], 'mondrian', k=4, labels=labels) for labels in ('ancestor', 'set'))
    assert [row for row, in set_.rows] == ['*'] * 4 + ['{a|b}'] * 4 + ['{c|d}'] * 4 and in_both(set_) == in_both(node)


def test_the_same_file_has_the_same_measures_on_random_tables():
    """Small tables, of which both often publish the same."""
    same = 0
    for seed in seeds(400, every=2):
        random = Random(seed)
        frequency_set, trees = random_table(seed, columns=1 + seed % 2, most=4)
        rows = [tuple(None if random.random() < 0.2 else value for value in quasi) for quasi, n in frequency_set.items() for _ in range(n)]
        k = 2 + seed % 4
        if k > len(rows):
            continue
        weights = random.choice([None, {'column 0': 2}])
        full = released(rows, trees, random.choice(['samarati', 'optimal']), k=k, weights=weights)
        cut = released(rows, trees, 'mondrian', k=k, labels='ancestor', categories=random.choice([None, 'hierarchy']), weights=weights)
        if full.rows == cut.rows and any(None in row for row in rows):
            same += 1
            assert in_both(full) == in_both(cut), (seed, rows)
    assert same > 10


@pytest.mark.parametrize('seed', seeds(60))
@pytest.mark.parametrize('labels', ['ancestor', 'box,ancestor'])
def test_every_label_loses_what_it_loses_in_a_tree(seed, labels):
    """Whatever class publishes it, with any missing values beside it."""
    frequency_set, trees = random_table(seed, most=9)
    random = Random(seed)
    values = [{**counts, **({'*': random.randint(1, 3)} if random.random() < 0.7 else {})} for counts in columns(frequency_set)]
    names = ['column %d' % place for place in range(len(trees))]
    dimensions = dimensions_for(names, values, GivenHierarchies(dict(zip(names, trees))), dict.fromkeys(names, '*'), labels)
    for dimension_, losses, extents in zip(dimensions, tree_losses(values, trees), tree_extents(values, trees)):
        for _ in range(20):
            label = dimension_.label([random.choice(list(dimension_.codes.values())) for _ in range(random.randint(1, 4))])
            assert (label.loss, label.extent) == (losses[label.text], extents[label.text])


UNEVEN = {'1': '12', '2': '12', '12': '123', '3': '123', '123': '*', '9': '*'}      # 9 lies right under the root


@pytest.mark.parametrize('seed', seeds(110))
def test_the_best_precision_with_missing_values_is_that_of_the_published_cells(seed):
    """Cell by cell: a star costs as much as a suppressed cell, whether it stands for a missing value or not."""
    random = Random(seed)
    rows = [tuple(random.choice(['1', '2', '3', '9', None]) for _ in range(2)) for _ in range(random.randint(4, 12))]
    rows += [('1', None)] * 2
    trees = {'a': UNEVEN, 'b': {**dict.fromkeys('1239', '*')}}
    asked = {'columns': ['a', 'b'], 'hierarchies': trees, 'k': 2, 'max_suppression': len(rows) - 3, 'missing': 'root', 'algorithm': 'optimal'}

    def precision_of(release):
        tops = [3, 1]
        cells = sum((1 if label == '*' else level / top) * n for labels, n in release.classes.items()
                    for label, level, top in zip(labels, release.vector, tops))
        return 1 - (cells + 2 * release.suppressed) / 2 / len(rows)

    found = []
    for a, b in product(range(4), range(2)):
        try:
            found.append(anonymize(rows, ['a', 'b'], limit={'a': a, 'b': b}, from_={'a': a, 'b': b}, **asked))
        except kanon.Unsatisfied:
            continue
        assert found[-1].measures['precision'] == pytest.approx(precision_of(found[-1]), abs=1e-12)
    best = anonymize(rows, ['a', 'b'], measure='precision', **asked)
    assert best.proven and best.measures['precision'] == pytest.approx(max(release.measures['precision'] for release in found), abs=1e-12)


def test_a_path_that_ends_early_in_the_root_counts_so_in_precision():
    """The published star of b at level 1 is a whole cell lost; the label of a is half of one."""
    tree = Hierarchy({'a': 'ab', 'ab': '*', 'b': '*'}, ladders={'b': ['b', '*', '*']})
    lattice = Lattice({('a',): 2, ('b',): 2}, [tree], k=2)
    assert all_measures(of_vector(lattice, (1,), full_domain(lattice, (1,))), 2)['precision'] == 1 - (0.5 + 1) / 2
    target = objective_for('precision', lattice, 0)
    assert target.value(target.cost((1,))) == 0.25


@pytest.mark.parametrize('seed', seeds(100))
def test_what_loses_nothing_has_measures_of_zero(seed):
    """0.0, and not the last digit of sums that cancel, of which a report would print -0.0."""
    random = Random(seed)
    rows = Counter(tuple(random.choice('abcdefg')[:width] or str(random.randrange(999)) for width in (1, 0, 1)) for _ in range(random.randint(1, 3000)))
    values = [Counter() for _ in range(3)]
    for row, n in rows.items():
        for of_column, value in zip(values, row):
            of_column[value] += n
    assert str(entropy(rows, 0, values, values)) == '0.0'
    under_labels = recoding_of(rows, {row: (row[0], row[1], '%s*' % row[2]) for row in rows})      # each of which stands for one value
    assert str(class_entropy(recoding_of(rows, {row: row for row in rows}))) == str(class_entropy(under_labels)) == '0.0'


def test_no_precision_is_below_zero():
    """Heights of 3 and 7, and all records at the root of one column: 1 - the shares of both is not exactly 0."""
    for heights in ((3, 7), (1, 6), (5, 9, 11)):
        for n in range(1, 40):
            roots = ['*'] * len(heights)
            found = precision({tuple(roots): n}, 0, (1,) + (0,) * (len(heights) - 1), heights, roots)
            assert found >= 0 and str(found)[0] != '-'
