"""Risks record by record, and sets of columns pair by pair; published numbers, tables worked by hand, random tables."""

import csv
import io
import json
from itertools import combinations
from math import fsum
from random import Random

import pytest

from conftest import kanon, random_table, run, seeds
from kanon.core.errors import DataError
from kanon.tools.judging.published_classes import PublishedTable
from kanon.tools.judging.risks import (assessed, check_number, not_covered, ranked, risks,
                                       screenful, subsets)
from test_check import written

ARX = 'sex,age,race,marital-status,education,native-country,workclass,occupation,salary-class'


def assessed_by(path, *words):
    """The JSON report."""
    result = kanon('risk', path, '--format', 'json', *words)
    assert (result.returncode, result.stderr) == (0, '')
    return json.loads(result.stdout)


# Published numbers.

def test_arx_small(arx, tmp_path):
    """At (1, 1, 2): classes of 2, 2 and 3."""
    out = tmp_path / 'released.csv'
    result = run('run_samarati.py', arx + '/small.csv', '--hierarchies', arx + '/hierarchies_small', '--quasi', 'age,gender,zipcode',
                 '--sensitive', '', '-k', '2', '--max-suppression', '0', '-o', out, '--json')
    assert list(json.loads(result.stdout)['vector'].values()) == [1, 1, 2]
    prosecutor, marketer = assessed_by(out, '--quasi', 'age,gender,zipcode')['risks']
    assert (prosecutor['average'], prosecutor['highest'], prosecutor['uniques']) == (3 / 7, 0.5, 0)
    assert marketer['average'] == 3 / 7


def test_arx_adult(arx):
    report = assessed_by(arx + '/adult.csv', '--quasi', ARX, '--most', '1')
    prosecutor, marketer = report['risks']
    assert (prosecutor['average'], prosecutor['highest'], prosecutor['uniques']) == (0.6465751607983555, 1.0, 15512)
    assert (report['classes'], report['records']['in_classes']) == (19502, 30162)
    assert marketer == {'attacker': 'marketer', 'highest': None, 'average': 0.6465751607983555, 'above': None, 'above_share': None,
                        'uniques': None}
    assert len(report['subsets']) == 9 and report['subsets'][0]['columns'] == ['age']


def test_arx_adults_sets_of_columns(arx):
    report = assessed_by(arx + '/adult.csv', '--quasi', ARX)
    assert len(report['subsets']) == 2 ** 9 - 1
    first = report['subsets'][0]
    assert (first['columns'], first['distinct'], first['uniques'], first['distinction']) == (ARX.split(','), 19502, 15512, 0.6465751607983555)


# By hand.

def test_five_people(tmp_path):
    """age and sex of five: (30, m) (30, m) (30, f) (40, f) (50, f), ten pairs of them.

    age and sex: 4 distinct of 5; one pair is alike, 9 of 10 differ. Three are alone, so the average risk is (1/2 + 1/2 + 3) / 5.
    age: 3 distinct; alike are the three pairs of 30, 7 of 10 differ. sex: 2 distinct; alike are 1 pair of m and 3 of f, 6 of 10 differ.
    """
    path = written(tmp_path / 'five.csv', ('age', 'sex'), [('30', 'm'), ('30', 'm'), ('30', 'f'), ('40', 'f'), ('50', 'f')])
    report = assessed_by(path, '--quasi', 'age,sex')
    assert [(row['columns'], row['distinct'], row['uniques'], row['smallest'], row['distinction'], row['separation'])
            for row in report['subsets']] == [(['age', 'sex'], 4, 3, 1, 0.8, 0.9), (['age'], 3, 2, 1, 0.6, 0.7), (['sex'], 2, 0, 2, 0.4, 0.6)]
    assert report['risks'][0] == {'attacker': 'prosecutor', 'highest': 1.0, 'average': 0.8, 'above': 5, 'above_share': 1.0, 'uniques': 3}


def test_a_sample_and_its_population(tmp_path):
    """Of a 2 in 4 (risk 1/4 each), of b 1 in 10 (1/10), of c 1 in 1 (1): the mean is (2/4 + 1/10 + 1) / 4 = 0.4."""
    sample = written(tmp_path / 'sample.csv', ('id', 'g'), [('1', 'a'), ('2', 'a'), ('3', 'b'), ('4', 'c'), ('5', '*')])
    people = written(tmp_path / 'people.csv', ('g', 'name'), [(g, 'x') for g in 'aaaabbbbbbbbbbcdd*'])
    report = assessed_by(sample, '--quasi', 'g', '--population', people)
    assert report['records'] == {'read': 5, 'in_classes': 4, 'suppressed': 1}
    assert report['population'] == {'records': 17, 'classes': 4, 'absent': 0, 'short': 0, 'file': str(people)}
    prosecutor, journalist, marketer = report['risks']
    assert (prosecutor['highest'], prosecutor['average'], prosecutor['uniques']) == (1.0, 0.75, 2)
    assert (journalist['highest'], journalist['average'], journalist['above'], journalist['uniques']) == (1.0, 0.4, 3, 1)
    assert marketer['average'] == 0.4


def test_a_population_that_is_none_of_it(tmp_path):
    """b is not in it, of c it has 1 where the sample has 2: they count as often as in the sample, no risk exceeds 1."""
    sample = written(tmp_path / 'sample.csv', ('g',), [*'abccc'])
    people = written(tmp_path / 'people.csv', ('g',), [*'aac'])
    report = assessed_by(sample, '--quasi', 'g', '--population', people)
    assert (report['population']['absent'], report['population']['short']) == (1, 3)
    assert report['risks'][1] == {'attacker': 'journalist', 'highest': 1.0, 'average': 0.5, 'above': 5, 'above_share': 1.0, 'uniques': 1}
    lines = kanon('risk', sample, '--quasi', 'g', '--population', people).stdout.splitlines()
    assert ('WARNING: this table is no sample of it. It has no record of the classes of 1 record, and too few records of the classes of 3 records.') in lines


@pytest.mark.parametrize('threshold, above', [('0.2', 4), ('0.25', 0), ('0.249999999', 4), ('0.199999999', 9), ('1', 0), ('0', 9)])
def test_a_risk_at_the_threshold_is_not_above_it(tmp_path, threshold, above):
    path = written(tmp_path / 'table.csv', ('g',), [*'aaaabbbbb'])
    report = assessed_by(path, '--quasi', 'g', '--threshold', threshold)
    assert (report['risks'][0]['above'], report['risks'][0]['above_share']) == (above, above / 9)


def test_one_record_has_no_pairs(tmp_path):
    path = written(tmp_path / 'table.csv', ('g',), [*'a'])
    assert assessed_by(path, '--quasi', 'g')['subsets'][0]['separation'] is None
    assert kanon('risk', path, '--quasi', 'g').returncode == 0


def test_missing_values_are_values(tmp_path):
    (tmp_path / 'table.ini').write_text('[kanon]\nmissing = drop\n')
    path = written(tmp_path / 'table.csv', ('g', 'h'), [('a', 'x'), ('?', 'x'), ('""', 'x')])
    assert assessed_by(path, '--quasi', 'g')['risks'][0]['uniques'] == 3


# What is printed.

def test_the_formats_say_the_same(tmp_path):
    names = ['age', 'gender', 'race', 'marital_status', 'education']
    words = ['data/adult_sample.data', '--quasi', ','.join(names)]
    report = assessed_by(*words)
    rows = report['subsets']
    read = list(csv.DictReader(io.StringIO(kanon('risk', *words, '--format', 'csv').stdout)))
    assert [(row['columns'], int(row['distinct']), float(row['separation'])) for row in read] == [
        (', '.join(row['columns']), row['distinct'], row['separation']) for row in rows]
    for word in ('text', 'markdown'):
        lines = kanon('risk', *words, '--format', word).stdout.splitlines()
        assert len(lines) <= 24 + (word == 'markdown') * 2 and lines[-1] == '(19 more sets of columns: --all)'
        everything = kanon('risk', *words, '--format', word, '--all').stdout.splitlines()
        assert len(everything) == len(lines) + 19 - 2
        assert {line.strip() for line in lines[:-2]} <= {line.strip() for line in everything}
    assert max(map(len, kanon('risk', *words).stdout.splitlines())) <= 105
    assert kanon('risk', *words, '-o', tmp_path / 'out.txt').stdout == ''
    assert (tmp_path / 'out.txt').read_text() == kanon('risk', *words).stdout


def test_a_screenful_has_the_first_of_each_size():
    rows = [{'columns': columns} for columns in ('abc', 'ab', 'ac', 'bc', 'a', 'b')]
    assert [row['columns'] for row in screenful(rows, 4)] == ['abc', 'ab', 'ac', 'a']
    assert screenful(rows, 99) == rows


# Random tables.

def records_of(frequency_set):
    return [quasi for quasi, n in frequency_set.items() for _ in range(n)]


@pytest.mark.parametrize('seed', seeds(200))
def test_risks_against_every_record(seed):
    sample, _ = random_table(seed)
    random = Random(seed)
    people = {quasi: random.choice([0, n, n + 1, 3 * n, max(1, n - 1)]) for quasi, n in sample.items()}
    people = {quasi: n for quasi, n in people.items() if n}
    records, population = records_of(sample), records_of(people)
    alone = [1 / records.count(record) for record in records]
    among = [1 / max(records.count(record), population.count(record)) for record in records]
    rows = risks(sample, (1, 3), people)
    for row, each in zip(rows, (alone, among)):
        assert row['highest'] == max(each) and row['average'] == pytest.approx(fsum(each) / len(each), rel=1e-15)
        assert row['above'] == sum(risk > 1 / 3 for risk in each) and row['uniques'] == each.count(1)
    assert rows[2]['average'] == rows[1]['average'] <= rows[0]['average']
    assert not_covered(sample, people) == {
        'absent': sum(record not in population for record in records),
        'short': sum(record in population and population.count(record) < records.count(record) for record in records)}
    without = risks(sample, (1, 3))
    assert without[0] == rows[0] and without[1]['average'] == len(sample) / len(records)


@pytest.mark.parametrize('seed', seeds(100))
def test_sets_of_columns_against_every_pair(seed):
    sample, _ = random_table(seed, most=4)
    if seed % 3 == 0:
        sample = {tuple('*' if value == 'v1' else value for value in quasi): n for quasi, n in sample.items()}
    records = records_of(sample)
    names = ['q%d' % place for place in range(len(records[0]))]
    rows = ranked(subsets(sample, names))
    assert sorted(row['columns'] for row in rows) == sorted(
        chosen for size in range(1, len(names) + 1) for chosen in combinations(names, size))
    for row in rows:
        parts = [tuple(record[names.index(name)] for name in row['columns']) for record in records]
        pairs = list(combinations(parts, 2))
        assert row['distinct'] == len(set(parts)) and row['distinction'] == len(set(parts)) / len(parts)
        assert row['uniques'] == sum(parts.count(part) == 1 for part in parts) and row['smallest'] == min(map(parts.count, parts))
        assert row['separation'] == (sum(one != other for one, other in pairs) / len(pairs) if pairs else None)
    keys = [(row['distinct'], row['separation'] or 0, -len(row['columns'])) for row in rows]
    assert keys == sorted(keys, reverse=True)
    assert ranked(subsets(sample, names, most=2)) == [row for row in rows if len(row['columns']) <= 2]


def test_suppressed_records_are_counted_apart():
    published = PublishedTable({('a',): {(): 2}}, {(): 3}, [], [])
    report = assessed(published, threshold=(1, 5))
    assert report['records'] == {'read': 5, 'in_classes': 2, 'suppressed': 3} and report['risks'][0]['average'] == 0.5


def test_the_report_names_the_threshold():
    published = PublishedTable({('a',): {(): 2}}, {}, [], [])
    assert assessed(published)['threshold'] == 0.2 and assessed(published, threshold=(3, 4))['threshold'] == 0.75


def test_a_hundred_thousand_sets_of_columns_are_not_too_many():
    check_number(100000, 1)
    for columns, most in ((100001, 1), (17, 17)):
        with pytest.raises(DataError, match='more than 100,000'):
            check_number(columns, most)
    check_number(16, 16)
