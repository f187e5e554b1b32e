"""The searches for the best cuts, as they are typed and as they are imported."""

import csv
import json
from collections import Counter
from random import Random

import pytest

import kanon
from conftest import run, seeds
from flat import anonymize
from kanon.core.best_cuts import clusters, optimum, search
from kanon.core.best_cuts.search import BestCutSearch
from kanon.core.counts.frequency import columns
from kanon.core.counts.required import Required
from kanon.core.cutting.cuts import cut_for
from kanon.core.cutting.dimension import dimension_of
from kanon.core.cutting.mondrian import mondrian
from kanon.core.cutting.partition import partition_of
from kanon.core.desk.as_text import best_cuts
from kanon.core.voice.speaking import ENGLISH
from test_optimum import lm_of, table_of


def searched(table, partitioning, k, in_time=iter):
    dimensions, required = [dimension_of(values) for values in columns(table)], Required(k)
    cut = BestCutSearch(partitioning, dimensions, required, None, in_time)
    partitions, _ = mondrian(partition_of(table, dimensions, required), cut)
    return cut, lm_of(table, dimensions, partitions, required, None)


def greedy(table, k):
    dimensions, required = [dimension_of(values) for values in columns(table)], Required(k)
    partitions, _ = mondrian(partition_of(table, dimensions, required), cut_for(dimensions, required, 'strict', 'lm'))
    return lm_of(table, dimensions, partitions, required, None)


@pytest.mark.parametrize('seed', seeds(100))
def test_neither_search_loses_more_than_greedy_strict_cuts(seed):
    random = Random(seed)
    table, k = table_of(random, 1, 2, 20), random.randint(1, 3)
    if sum(table.values()) < k:
        return
    best, least = searched(table, 'optimal', k)
    grown, other = searched(table, 'clustered', k)
    assert best.found['by'] == 'optimal' and best.found['proven'] and not best.found['stopped']
    assert grown.found['by'] in ('clustered', 'greedy') and not grown.found['proven']
    assert least <= greedy(table, k) + 1e-9 and other <= greedy(table, k) + 1e-9


@pytest.mark.parametrize('partitioning, by', [('optimal', 'straight'), ('clustered', 'greedy')])
def test_a_search_that_is_stopped_says_so(partitioning, by):
    table = table_of(Random(5), 1, 2, 20)

    def first(states):
        yield next(iter(states))
    cut, loss = searched(table, partitioning, 2, first)
    assert (cut.found['by'], cut.found['stopped'], cut.found['proven']) == (by, True, False)
    assert loss <= greedy(table, 2) + (1e-9 if by == 'greedy' else 1)


def test_the_words_of_a_search():
    """Nothing before it and behind it, and how far it is between."""
    words = []

    def told(states):
        for state in states:
            yield state
            words.append(cut.words())
    table = {('1', 'a'): 2, ('2', 'b'): 2}
    dimensions, required = [dimension_of(values) for values in columns(table)], Required(2)
    cut = BestCutSearch('optimal', dimensions, required, None, told)
    assert cut.words() == ''
    mondrian(partition_of(table, dimensions, required), cut)
    assert words[-1] == '3 of 3 boxes worked out' and cut.words() == ''


def test_a_long_box_can_be_stopped():
    """A column of numbers and one value are one box. --time-limit and Ctrl-C need not wait until it is done."""
    table = {(str(number * number), 'a'): 1 for number in range(200)}

    def first(states):
        solved.append(next(iter(states)))
        return iter(solved)
    solved: list = []
    cut, loss = searched(table, 'optimal', 2, first)
    assert solved == [0] and cut.found['by'] == 'straight' and loss == searched(table, 'optimal', 2)[1]


def test_the_first_answer_of_many_boxes_can_be_stopped(monkeypatch):
    """It takes seconds there. Without it the best of the other cuts is taken."""
    table = {(str(number * number), letter): 1 for number in range(20) for letter in 'abc'}
    monkeypatch.setattr(optimum, 'PLANNED', 7)
    assert searched(table, 'optimal', 2, lambda states: iter([next(states)]))[0].found['by'] == 'straight'
    monkeypatch.setattr(optimum, 'PLANNED', 6)
    cut, _ = searched(table, 'optimal', 2, lambda states: iter([next(states)]))
    assert cut.found['by'] == 'greedy' and cut.found['stopped']
    full, loss = searched(table, 'optimal', 2)
    assert full.found['proven'] and loss <= greedy(table, 2) + 1e-9


def test_of_one_column_the_first_answer_is_proven():
    cut, _ = searched({(str(number * number),): 1 for number in range(200)}, 'optimal', 2, lambda states: iter(()))
    assert cut.found['by'] == 'optimal' and cut.found['proven']


def test_too_many_intervals(monkeypatch):
    monkeypatch.setattr(search, 'MOST', 9)
    assert searched({('1', 'a'): 2, ('2', 'b'): 2}, 'optimal', 2)[0].found['by'] == 'optimal'
    monkeypatch.setattr(search, 'MOST', 8)
    cut, _ = searched({('1', 'a'): 2, ('2', 'b'): 2}, 'optimal', 2)
    assert cut.found == {'by': 'clustered', 'proven': False, 'intervals': 9, 'too_many': True, 'stopped': False}


def test_too_many_boxes(monkeypatch):
    """A box takes memory even where it has one interval: two columns of 50 categories took 2 GB."""
    monkeypatch.setattr(search, 'MOST_BOXES', 2)
    cut, _ = searched({('1', 'a'): 2, ('2', 'b'): 2}, 'optimal', 2)
    assert cut.found == {'by': 'clustered', 'proven': False, 'intervals': 9, 'too_many': True, 'stopped': False}


@pytest.mark.parametrize('partitioning', ['optimal', 'clustered'])
def test_too_many_values_to_search(partitioning, monkeypatch):
    """The values would take gigabytes. The run makes greedy cuts, and says that it did not search."""
    monkeypatch.setattr(search, 'MOST_BITS', 2000)
    monkeypatch.setattr(search, 'MOST', 3)
    table = {(str(number), 'v%d' % number): 1 for number in range(40)}
    cut, loss = searched(table, partitioning, 5)
    assert cut.found['by'] == 'plain' and not cut.found['proven'] and loss == greedy(table, 5)
    assert best_cuts(ENGLISH, cut.found).endswith('so many distinct values)')


@pytest.mark.parametrize('values', [130, 180])
def test_columns_of_many_values_are_searched_alike(values, monkeypatch):
    """Where no list of losses is kept, the classes are the same."""
    random = Random(values)
    table = {(str(random.randrange(9 * values)), 'v%d' % number): 1 for number in range(values)}
    monkeypatch.setattr(clusters.Clusters, '_moved', lambda self, cost, left, slices, size: (cost, left))
    losses = []
    for few in 128, 10000:
        monkeypatch.setattr(clusters, 'FEW', few)
        losses.append(searched(table, 'clustered', 3)[1])
    assert losses[0] == losses[1]


@pytest.mark.parametrize('partitioning', ['optimal', 'clustered'])
def test_the_release_of_a_search(partitioning, tmp_path):
    """Every class has k records, shuffled rows give the same bytes, and the library gives the same rows."""
    random = Random(partitioning)
    people = [(random.choice('12345789'), random.choice('abc'), random.choice('xyz'), random.choice(['flu', 'ulcer'])) for _ in range(60)]
    for name in 'one', 'two':
        with open(tmp_path / (name + '.csv'), 'w', newline='') as file:
            csv.writer(file).writerows([('age', 'ward', 'team', 'illness'), *people])
        random.shuffle(people)
        result = run('run_mondrian.py', tmp_path / (name + '.csv'), '--quasi', 'age,ward,team', '--sensitive', 'illness', '-k', '3',
                     '--partitioning', partitioning, '--categories', 'frequency', '-o', tmp_path / (name + '_out.csv'), '--json')
        assert result.returncode == 0, result.stderr
    assert (tmp_path / 'one_out.csv').read_bytes() == (tmp_path / 'two_out.csv').read_bytes()
    assert json.loads(result.stdout)['search']['by'] == partitioning
    with open(tmp_path / 'one_out.csv', newline='') as file:
        rows = list(csv.reader(file))[1:]
    assert len(rows) == 60 and min(Counter(tuple(row[:3]) for row in rows).values()) >= 3
    assert Counter(row[3] for row in rows) == Counter(person[3] for person in people)
    release = anonymize(people, columns=('age', 'ward', 'team', 'illness'), quasi=['age', 'ward', 'team'], sensitive=['illness'],
                              k=3, algorithm='mondrian', partitioning=partitioning)
    assert Counter(release.rows) == Counter(map(tuple, rows))


def test_what_a_search_cannot_be_asked_for_in_the_library():
    rows = [{'age': 1, 'sex': 'm'}, {'age': 2, 'sex': 'm'}]
    for words in {'labels': 'box'}, {'choose': 'lm'}:
        with pytest.raises(kanon.DataError, match="partitioning='optimal' and [a-z]*='[a-z]*' exclude each other"):
            anonymize(rows, quasi=['age', 'sex'], k=2, partitioning='optimal', **words)


def test_adult(tmp_path, adult):
    """The first answer within a second, and every picture and page of it."""
    result = run('run_mondrian.py', adult, '--config', 'data/adult.ini', '--hierarchies', 'hierarchies', '--partitioning', 'optimal',
                 '--categories', 'frequency', '--time-limit', '0.1', '-o', tmp_path / 'out.csv', '--json', '--trace', '--picture', tmp_path / 'p.svg',
                 '--html', tmp_path / 'p.html')
    assert result.returncode == 0, result.stderr
    report = json.loads(result.stdout)
    assert report['search']['by'] == 'straight' and report['measures']['lm'] == pytest.approx(0.01115, abs=1e-5)
