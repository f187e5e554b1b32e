"""Every measure by hand, by the published cases, and against its definition worked out record by record."""

from collections import Counter, defaultdict
from math import log, log2

import pytest

from conftest import QUASI, classes, frequency_set_of, random_table, seeds, shipped
from kanon.frequency import columns
from kanon.lattice import Lattice, vectors
from kanon.measures import all_measures, lm, of_partitions, of_vector, tree_losses
from kanon.mondrian import mondrian, strict
from kanon.objective import objective_for
from kanon.cli.types import TYPES
from kanon.partition import partition_of
from kanon.recoding import full_domain, multidimensional
from kanon.required import Required
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
    found = all_measures(of_partitions(frequency_set, recoding, made, columns(frequency_set)), 2)
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
    from kanon.measures import MEASURES
    lattice = Lattice(adult_set, shipped(*QUASI), 10)
    for measure in MEASURES:
        assert TYPES['measure'](measure) == measure
        target = objective_for(measure, lattice, 20)
        for vector in ((1, 0, 1, 2), (4, 0, 0, 1), lattice.top):
            found = all_measures(of_vector(lattice, vector, full_domain(lattice, vector)), 10)[measure]
            assert target.value(target.cost(vector)) == pytest.approx(found, abs=1e-5)
    assert objective_for('first', lattice, 20) is None and TYPES['measure']('first') == 'first'


def test_weights_count_in_both_losses():
    frequency_set, trees = random_table(9, columns=2)
    lattice = Lattice(frequency_set, trees, 2)
    sizes, suppressed = classes(frequency_set, full_domain(lattice, (1, 0)))
    found = all_measures(of_vector(lattice, (1, 0), full_domain(lattice, (1, 0))), 2, [2, 0.5])
    losses = tree_losses(lattice.columns, trees)
    assert (found['lm'], found['lm_published']) == (lm(sizes, suppressed, losses, [2, 0.5]), lm(sizes, 0, losses, [2, 0.5]))
    assert found['lm_published'] != lm(sizes, 0, losses)
