"""Wrong use of kanon.anonymize: one line that says what to do, a DataError and nothing else, and nothing is written."""

import csv
import io
import os
import re
from collections import namedtuple
from contextlib import redirect_stderr
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path

import pytest

import flat
import kanon
from kanon.core.desk.options import MONDRIAN, SAMARATI, parse
from kanon.core.settings.table import NEVER, SETTINGS
from kanon.library import FORMER

RULES_OF = 'l_diversity', 't_closeness', 'alpha'

PEOPLE = [{'age': 28, 'zip': '13053', 'ill': 'flu'}, {'age': 29, 'zip': '13068', 'ill': 'flu'},
          {'age': 50, 'zip': '14853', 'ill': 'ulcer'}, {'age': 55, 'zip': '14853', 'ill': 'flu'}]
TUPLES = [tuple(person.values()) for person in PEOPLE]
NAMES = ['age', 'zip', 'ill']
AGES = {'28': '20-', '29': '20-', '50': '50-', '55': '50-', '20-': '*', '50-': '*'}
ZIPS = {'13053': '130', '13068': '130', '14853': '*', '130': '*'}
TREES = {'age': AGES, 'zip': ZIPS}
INPATIENTS = 'data/inpatients/inpatients.csv'
Row = namedtuple('Row', NAMES)


class Whole:
    """As a numpy.int64: no int, but it counts as one."""
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value

    def __str__(self):
        return str(self.value)


class DataFrame:
    def to_dict(self, how):
        return PEOPLE

    def __iter__(self):
        return iter(NAMES)


def anonymize(data=PEOPLE, quasi=('age', 'zip'), sensitive=('ill',), k=2, **more):
    return flat.anonymize(data, quasi, sensitive, k=k, **more)


def with_cell(cell):
    return [*PEOPLE, {**PEOPLE[0], 'age': cell}]


WRONG_COLUMNS = [
    ({'quasi': 'age'}, "quasi: a list of column names, such as ['age', 'zip'], is expected, not 'age'"),
    ({'quasi': None}, "quasi: a list of column names, such as ['age', 'zip'], is expected, not None"),
    ({'quasi': 5}, "quasi: a list of column names, such as ['age', 'zip'], is expected, not 5"),
    ({'quasi': list}, "quasi: a list of column names, such as ['age', 'zip'], is expected, not <class 'list'>"),
    ({'quasi': [1]}, "quasi: a list of column names, such as ['age', 'zip'], is expected, not [1]"),
    ({'quasi': {'age'}}, "quasi: a list of column names, such as ['age', 'zip'], is expected, not {'age'}"),
    ({'quasi': []}, 'quasi names no column'),
    ({'quasi': ['age', 'age']}, "column 'age' is named twice"),
    ({'quasi': ['age', 'ill']}, "column 'ill' is named twice"),
    ({'quasi': ['agee']}, "the rows: there is no column 'agee'; did you mean 'age'?"),
    ({'sensitive': 'ill'}, "sensitive: a list of column names, such as ['age', 'zip'], is expected, not 'ill'"),
    ({'sensitive': None}, "sensitive: a list of column names, such as ['age', 'zip'], is expected, not None"),
    ({'sensitive': ['il']}, "the rows: there is no column 'il'; did you mean 'ill'?"),
    ({'publish': 'ill'}, "publish: a list of column names, such as ['age', 'zip'], is expected, not 'ill'"),
    ({'data': INPATIENTS}, "data/inpatients/inpatients.csv: there is no column 'age '; did you mean 'age'? (the first line names 'zip', 'age', "
                           "'condition'; if it is not a header, name the columns in columns)"),
]
WRONG_K = [({'k': k}, 'k: k is a whole number of 2 or more, not %r' % (k,)) for k in ('5', True, 0, -3, 2.0, None, [2])] + [
    ({'k': 1}, 'k is a whole number of 2 or more, not 1'),
    ({'k': 5}, 'there are 4 records to publish, fewer than k = 5; lower k'),
    ({'k': 10 ** 30}, 'there are 4 records to publish, fewer than k = %d; lower k' % 10 ** 30),
    ({'k': 5, 'hierarchies': TREES}, 'there are 4 records to publish, fewer than k = 5, and at most 0 may be suppressed; lower k')]
WRONG_DATA = [
    ([], 'the rows: there is no row'),
    (iter(()), 'the rows: there is no row'),
    (None, 'data is the path of a csv file, a list of dicts or a list of tuples, not None'),
    (list, 'data is the path of a csv file, a list of dicts or a list of tuples, not type'),
    (5, 'data is the path of a csv file, a list of dicts or a list of tuples, not int'),
    (b'age\n28', 'data is the path of a csv file, a list of dicts or a list of tuples, not bytes'),
    (PEOPLE[0], 'data is the path of a csv file, a list of dicts or a list of tuples, not dict'),
    (DataFrame(), "data is a DataFrame; give its rows as a list of dicts, such as data.to_dict('records')"),
    ('age,zip\n28,13053\n', "data: the path of a file or folder is expected, not 'age,zip\\n28,13053\\n'"),
    ('', "data: the path of a file or folder is expected, not ''"),
    ('a\0b', "data: the path of a file or folder is expected, not 'a\\x00b'"),
    ('no/such.csv', 'no/such.csv: No such file or directory'),
    (Path('no/such.csv'), '%s: No such file or directory' % Path('no/such.csv')),
    ('docs', 'docs: the folder holds no csv file'),
    ([None], 'the rows: row 1 is not a dict; give dicts, or kanon.Records(rows, columns=[...]), which names the columns of tuples'),
    (['age', 'zip'], 'the rows: row 1 is not a dict; give dicts, or kanon.Records(rows, columns=[...]), which names the columns of tuples'),
    (TUPLES, 'the rows: row 1 is not a dict; give dicts, or kanon.Records(rows, columns=[...]), which names the columns of tuples'),
    ([*PEOPLE, {'age': 1, 'zip': 2}], "the rows: row 5 has no column 'ill'; all rows need the same columns, 'age', 'zip', 'ill'"),
    ([*PEOPLE, {**PEOPLE[0], 'sex': 'm'}], "the rows: row 5 has a further column 'sex'; all rows need the same columns, 'age', 'zip', 'ill'"),
    ([*PEOPLE, (28, '13053')], 'the rows: row 5 holds 2 values where there are 3 columns'),
    ([*PEOPLE, 'abc'], 'the rows: row 5 is of type str; a row is a dict or a tuple'),
    ([*PEOPLE, {1, 2, 3}], 'the rows: row 5 is of type set; a row is a dict or a tuple'),
    ([*PEOPLE, None], 'the rows: row 5 is of type NoneType; a row is a dict or a tuple'),
    ([{1: 2}], "the rows: the name of column '1' is of type int; a name is a text"),
    ([{'a\0': 2}], "the rows: the name of column 'a\\x00' holds a NUL character"),
    ([{'': 2}], 'column 1 has no name'),
] + [(with_cell(cell), "the rows: row 5, column 'age': %s; give a text, a number, or None for a missing value" % what) for cell, what in (
    (float('nan'), 'nan'), (Decimal('nan'), 'a value of type Decimal'), (Decimal('snan'), 'a value of type Decimal'), (b'28', 'a value of type bytes'),
    (date(2024, 2, 29), 'a value of type date'), ([28], 'a value of type list'), ({}, 'a value of type dict'), (28j, 'a value of type complex'),
    (int, 'a value of type type'), ('2\0', 'a NUL character'))] + [
    (with_cell('3O'), "column 'age' holds numbers, but 1 of its 5 values, in 1 records, ... categories='frequency', or give the column a hierarchy"),
    ([{**person, 'ill': None} for person in PEOPLE], "the rows: no record is left to publish: 4 read, 4 of them with a missing value (? or nothing); "
                                                    "missing_in='used' looks only at the columns that are named, missing='root' or value keeps "
                                                    "the records")]
WRONG_READING = [
    ({'data': TUPLES, 'columns': 'age'}, "columns: a list of column names, such as ['age', 'zip'], is expected, not 'age'"),
    ({'data': TUPLES, 'columns': []}, 'columns names no column'),
    ({'data': TUPLES, 'columns': ['age', 'zip', 'age']}, "two columns are named 'age'"),
    ({'data': TUPLES, 'columns': ['age', 'zip']}, 'the rows: row 1 holds 3 values where there are 2 columns'),
    ({'data': INPATIENTS, 'columns': ['a', 'b', 'c']}, "data/inpatients/inpatients.csv, line 1: the first line looks like a header: 'zip', 'age', "
                                                       "'condition'; leave columns out, or give exactly these names"),
    ({'data': INPATIENTS, 'delimiter': ';;'}, "delimiter: one character, tab or blank is expected, not ';;'"),
    ({'data': INPATIENTS, 'delimiter': 5}, 'delimiter: one character, tab or blank is expected, not 5'),
    ({'decimal': ';'}, "decimal: a point or a comma is expected, not ';'"),
    ({'data': INPATIENTS, 'encoding': 'latin-one'}, "encoding: there is no encoding 'latin-one'"),
    ({'data': INPATIENTS, 'encoding': 5}, "encoding: a name such as 'utf-8' is expected, not 5"),
    ({'max_rows': 5}, 'max_rows is for counts'), ({'counts': 'n', 'max_rows': 0}, 'max_rows: a whole number of 1 or more is expected, not 0'),
    ({'counts': 5}, 'counts: the name of a column is expected, not 5'),
    ({'missing': 'rot'}, "missing: 'rot' is not one of drop, value, root"),
    ({'missing': None}, 'missing: None is not one of drop, value, root'),
    ({'missing_in': 'all'}, "missing_in: 'all' is not one of any, used"),
    ({'missing': 'value', 'missing_in': 'used'}, "missing_in is for missing='drop', which alone leaves records out"),
    ({'unreadable': 'keep'}, "unreadable: 'keep' is not one of refuse, missing"),
    ({'memory': '512M'}, "memory: a number of bytes, such as 512 * 2 ** 20, is expected, not '512M'"),
    ({'data': [*PEOPLE, {**PEOPLE[0], 'zip': '*'}], 'missing': 'root'},
     "the rows: '*' is a recorded value, but missing values are published as it; if it means missing, write ? or nothing instead"),
]
WRONG_TREES = [
    ({}, "there is no hierarchy for column 'age'; give one in hierarchies"),
    ({'age': AGES}, "there is no hierarchy for column 'zip'; give one in hierarchies"),
    ({**TREES, 'agee': AGES}, "hierarchies: 'agee' is not a column of the table; did you mean 'age'?"),
    (AGES, "hierarchies: '28' is not a column of the table"),
    ({1: AGES}, 'hierarchies: 1 is not a column of the table'),
    ({**TREES, 'age': {'1': '2', '2': '1'}}, "hierarchies['age']: a cycle: '1' -> '2' -> '1'"),
    ({**TREES, 'age': {'1': '1'}}, "hierarchies['age']: a cycle: '1' -> '1'"),
    ({**TREES, 'age': {'1': '2', '3': '4'}}, "hierarchies['age']: a second root, '4' beside '2'; give both one parent"),
    ({**TREES, 'age': {28: '*'}}, "hierarchies['age']: the label '28' is of type int; a label is a text"),
    ({**TREES, 'age': {}}, "hierarchies['age']: is empty; give {child: parent} with every value as a child"),
    ({**TREES, 'age': [AGES]}, "hierarchies['age']: is a file, a Hierarchy or a dict {child: parent}, not list"),
    ({**TREES, 'age': None}, "hierarchies['age']: is a file, a Hierarchy or a dict {child: parent}, not NoneType"),
    ({**TREES, 'age': 'no/such.txt'}, 'no/such.txt: No such file or directory'),
    ({**TREES, 'zip': {'13053': '*'}}, "no leaf for 2 of the 3 values of column 'zip', in 3 records: '13068' (1), '14853' (2); add {value: parent} "
                                       "for each to hierarchies['zip']"),
    ('no/such', 'no/such: there is no such folder of hierarchies'),
    (INPATIENTS, 'data/inpatients/inpatients.csv: there is no such folder of hierarchies'),
    ('data', "data/age.txt: column 'age' has no hierarchy file; make one with python -m kanon hierarchy, or name the folder of another "
             "in hierarchies"),
    (5, 'hierarchies: the path of a file or folder is expected, not 5'),
    (['hierarchies'], "hierarchies: the path of a file or folder is expected, not ['hierarchies']"),
]
WRONG_NUMBERS = [({'hierarchies': TREES, 'max_suppression': limit}, 'max_suppression: a number of records or a share like 4%% is expected, not %r' %
                 (limit,)) for limit in (0.01, -1, 1.5, True, '101%', '1 %', '', [1], float('nan'), float('inf'))] + [
    ({'hierarchies': TREES, 'max_suppression': 4}, 'the rows: all 4 records would be suppressed, as max_suppression=4 allows; lower it, or lower k'),
    ({'hierarchies': TREES, 'max_suppression': 10 ** 9, 'algorithm': 'optimal', 'measure': 'height', 'l_diversity': 2},
     'the rows: all 4 records would be suppressed, as max_suppression=1000000000 allows; lower it, or lower k, or require less beyond k'),
    ({'l_diversity': {'other': 2}}, "require: 'other' is not a sensitive column"),
    ({'l_diversity': {'il': 2}}, "require: 'il' is not a sensitive column; did you mean 'ill'?"),
    ({'alpha': {1: 1}}, 'require: 1 is not a sensitive column'),
    ({'sensitive': [], 'alpha': 0.5}, 'require needs a sensitive column'),
    ({'l_diversity': 3}, 'not even the whole table as one class has distinct l = 3 in ill'),
    ({'t_closeness': 'ordered:0.2'}, "column 'ill': the ordered distance is for numbers, not for 'flu', 'ulcer'; equal and hierarchical are for others"),
    ({'t_closeness': 'hierarchical:0.2'}, "there is no hierarchy for column 'ill'; give one in hierarchies"),
    ({'t_closeness': 'hierarchical:0.2', 'hierarchies': {'ill': {'flu': '*'}}, 'algorithm': 'mondrian'},
     "no leaf for 1 of the 2 values of column 'ill', in 1 record: 'ulcer' (1); add {value: parent} for each to hierarchies['ill']"),
    ({'weights': {'agee': 2}}, "weights: 'agee' is not a quasi-identifier; did you mean 'age'?"),
    ({'weights': {'ill': 1}}, "weights: 'ill' is not a quasi-identifier"),
    ({'weights': {'age': 0, 'zip': 0}}, 'weights are all 0; give at least one quasi-identifier a weight above 0'),
    ({'weights': ['age']}, "weights: a dict such as {'age': 2} is expected, not ['age']"),
    ({'weights': 2}, "weights: a dict such as {'age': 2} is expected, not 2")] + [
    ({'weights': {'age': weight}}, "weights: 'age': a number from 0 on is expected, not %r" % (weight,))
    for weight in (-1, '2', None, True, float('nan'), 10 ** 9)]
WRONG_SEARCH = [
    ({'measure': 'ml', 'hierarchies': TREES}, "measure: 'ml' is not one of lm, dm, entropy, precision, height, c_avg, first"),
    ({'algorithm': 'samarati'}, 'algorithm=\'samarati\' needs hierarchies; without them there is mondrian'),
    ({'algorithm': 'optimal', 'measure': 'first', 'hierarchies': TREES}, "measure='first' is not for the optimal search, which needs another measure"),
    ({'time_limit': 5}, "time_limit is for partitioning='optimal' or clustered, and for bound"),
    ({'time_limit': '5', 'algorithm': 'optimal', 'hierarchies': TREES}, "time_limit: a number of seconds is expected, not '5'"),
    ({'time_limit': -1, 'algorithm': 'optimal', 'hierarchies': TREES}, 'time_limit: a number of seconds is expected, not -1'),
    ({'partitioning': 'loose'}, "partitioning: 'loose' is not one of strict, relaxed, both, optimal, clustered"),
    ({'choose': 'narrowest'}, "choose: 'narrowest' is not one of widest, random, lm"),
    ({'choose': 'random'}, "choose='random' needs a seed, so that the run can be repeated"),
    ({'choose': 'random', 'seed': 'x'}, "seed: a seed is a whole number, not 'x'"),
    ({'choose': 'random', 'seed': -1}, 'seed: a seed is a whole number, not -1'),
    ({'choose': 'random', 'seed': True}, 'seed: a seed is a whole number, not True'),
    ({'seed': 1}, "seed is for choose='random'"), ({'bound': 1}, 'bound: True or False is expected, not 1'),
    ({'categories': 'leafs'}, "categories: 'leafs' is not one of leaves, frequency, hierarchy"),
    ({'labels': 'boxes'}, "labels: range or box, set or ancestor, one of each with a comma, or grid alone is expected, not 'boxes'"),
    ({'labels': ['box']}, "labels: range or box, set or ancestor, one of each with a comma, or grid alone is expected, not ['box']"),
    ({'grid': {'age': 5}}, "grid is for labels='grid'"), ({'labels': 'grid', 'grid': 5}, "grid: a dict such as {'age': 5} is expected, not 5"),
    ({'labels': 'grid', 'grid': {'aeg': 5}}, "grid: 'aeg' is not a quasi-identifier; did you mean 'age'?"),
    ({'labels': 'grid', 'grid': {'age': [0, 9, 5]}}, "grid: age: edges ascend; '9' stands before '5'"),
    ({'labels': 'grid', 'grid': {'age': 0}}, "grid: age: a width is a number above 0, not '0'"),
    ({'labels': 'grid', 'grid': {'age': [1, 2]}}, "the rows: column 'age': ... outside the edges '1:2': ...; declare edges around all values, or correct these"),
    ({'limit': {'age': 2}, 'labels': 'box'}, "labels='box' excludes limit and from_: a box is open at the ends of its column, and so has no limit"),
    ({'limit': {'aeg': 2}}, "limit: 'aeg' is not a quasi-identifier; did you mean 'age'?"),
    ({'from_': {'ill': 2}}, "from_: 'ill' is not a quasi-identifier"),
    ({'algorithm': 'datafly', 'hierarchies': TREES, 'sensitive': ['ill'], 'alpha': 0.5}, 'not even the whole table as one class has alpha = 0.5 in ill'),
    ({'partitioning': 'optimal', 'categories': 'hierarchy'}, "partitioning='optimal' and categories='hierarchy' exclude each other"),
    ({'population': 'p.csv'}, 'population is for searches by levels, and Mondrian cuts; take another algorithm'),
    ({'population': 'p.csv', 'hierarchies': TREES}, 'population is for KMap and Presence; put one of them into require'),
    ({'k_map': 5, 'hierarchies': TREES}, 'require: KMap and Presence need a population'),
    ({'population': 'p.csv', 'k_map': 2, 'population_counts': 'age', 'hierarchies': TREES},
     "column 'age' has the counts of the population, so it is no quasi-identifier"),
]
# The same of values that flat.py does not make.
WRONG_VALUES = [({'algorithm': algorithm}, 'algorithm: one of samarati, optimal, datafly, round-robin, mondrian, or a value such as kanon.Mondrian(), '
                                           'is expected, not %s' % shown)
                for algorithm, shown in (('samarti', "'samarti'; did you mean 'samarati'?"), ('Mondrian', "'Mondrian'; did you mean 'mondrian'?"),
                                         (5, '5'), (['mondrian'], "['mondrian']"), ('', "''"), (kanon.Mondrian, "<class 'kanon.core.algorithms.by_cuts.Mondrian'>"))] + [
    ({'require': require}, 'require: a rule such as kanon.Distinct(3), a dict of rules by column, or a list of them is expected, not %s' % shown)
    for require, shown in ((3, '3'), ('3', "'3'"), ([kanon.Distinct(2), None], 'None'), ({'ill': 2}, '2'), (kanon.Distinct, "<class 'kanon.core.rules.of_values.Distinct'>"))] + [
    ({'require': [kanon.KMap(2), kanon.KMap(3)]}, 'require: KMap stands there twice'),
    ({'population': 5, 'require': kanon.KMap(2), 'hierarchies': TREES}, 'population: the path of a file or folder is expected, not 5'),
    ({'population': '-', 'require': kanon.KMap(2), 'hierarchies': TREES}, 'population names one file, and not standard input'),
    ({'algorithm': kanon.Samarati(weights={'zp': 2}), 'hierarchies': TREES}, "weights: 'zp' is not a quasi-identifier; did you mean 'zip'?"),
    ({'algorithm': kanon.Samarati(weights={'age': 0, 'zip': 0}), 'hierarchies': TREES},
     'weights are all 0; give at least one quasi-identifier a weight above 0'),
    ({'algorithm': kanon.Mondrian(limit={'ill': 2})}, "limit: 'ill' is not a quasi-identifier"),
    ({'algorithm': kanon.Mondrian(labels='grid', grid={'ill': 2})}, "grid: 'ill' is not a quasi-identifier"),
    ({'algorithm': kanon.Datafly()}, "algorithm='datafly' needs hierarchies; without them there is mondrian")]
WRONG = [*WRONG_COLUMNS, *WRONG_K, *(({'data': data}, message) for data, message in WRONG_DATA), *WRONG_READING,
         *(({'hierarchies': trees}, message) for trees, message in WRONG_TREES), *WRONG_NUMBERS, *WRONG_SEARCH]


@pytest.mark.parametrize('place', range(len(WRONG)))
def test_wrong_use_is_refused_in_one_line(place):
    words, message = WRONG[place]
    if words == {'data': INPATIENTS}:
        words = {'data': INPATIENTS, 'quasi': ['age '], 'sensitive': []}
    with pytest.raises(kanon.DataError) as refused:
        anonymize(**words)
    assert re.fullmatch('.*'.join(map(re.escape, message.split('...'))), str(refused.value))
    assert len(str(refused.value).splitlines()) == 1 and '--' not in str(refused.value)


@pytest.mark.parametrize('place', range(len(WRONG_VALUES)))
def test_a_wrong_value_is_refused_in_one_line(place):
    words, message = WRONG_VALUES[place]
    with pytest.raises(kanon.DataError) as refused:
        kanon.anonymize(PEOPLE, ['age', 'zip'], ['ill'], **{'k': 2, **words})
    assert str(refused.value) == message


@pytest.mark.parametrize('name', sorted(FORMER))
def test_an_argument_of_former_versions_says_what_to_write_now(name):
    with pytest.raises(TypeError) as refused:
        kanon.anonymize(PEOPLE, ['age', 'zip'], **{name: 1})
    said = str(refused.value)
    assert said.startswith('anonymize has no argument %s; write ' % name) and len(said.splitlines()) == 1
    for value in said.partition('=')[2].replace("'patients.csv'", repr(INPATIENTS)).replace('Records(rows', 'Records(PEOPLE').split(' or '):
        for each in value.split(', kanon.') if name in RULES_OF else [value]:
            assert eval(each if each.startswith('kanon.') else 'kanon.' + each), each       # what is advised can be written


# The words of a program, and the same as arguments of kanon.anonymize.
OF_ALL = [
    ('--limit age<=2', {'limit': {'age': 2}}), ('--limit ill<=2', {'limit': {'ill': 2}}), ('--from age>=1', {'from_': {'age': 1}}),
    ('--weights age=2', {'weights': {'age': 2}}), ('--weights age=0,zip=0', {'weights': {'age': 0, 'zip': 0}}), ('--time-limit 5', {'time_limit': 5}),
    ('--l-diversity 2', {'l_diversity': 2}), ('--alpha other=0.5', {'alpha': {'other': 0.5}}), ('-k 1', {'k': 1}), ('--missing root', {'missing': 'root'}),
    ('--missing-in used', {'missing_in': 'used'}), ('--counts n', {'counts': 'n'}), ('--counts age', {'counts': 'age'}), ('--publish zip', {'publish': ['zip']}),
    ('--population p.csv', {'population': 'p.csv'}), ('--k-map 5', {'k_map': 5}), ('--delta-presence 0:0.5', {'delta_presence': '0:0.5'})]
OF_MONDRIAN = OF_ALL + [
    ('--labels box', {'labels': 'box'}), ('--labels grid', {'labels': 'grid'}), ('--grid age=5', {'grid': {'age': 5}}), ('--grid ill=5', {'grid': {'ill': 5}}),
    ('--bound', {'bound': True}), ('--partitioning relaxed', {'partitioning': 'relaxed'}), ('--partitioning optimal', {'partitioning': 'optimal'}),
    ('--partitioning clustered', {'partitioning': 'clustered'}), ('--choose lm', {'choose': 'lm'}), ('--choose random', {'choose': 'random'}),
    ('--seed 1', {'seed': 1}), ('--categories hierarchy', {'categories': 'hierarchy'})]
OF_SAMARATI = OF_ALL + [
    ('--optimal', {'algorithm': 'optimal'}), ('--measure first', {'measure': 'first'}), ('--max-suppression 3', {'max_suppression': 3}),
    ('--population p.csv --k-map 5', {'population': 'p.csv', 'k_map': 5}), ('--population-counts n', {'population_counts': 'n'}),
    ('--population-counts age', {'population_counts': 'age'})]


def program_refuses(program, words):
    try:
        with redirect_stderr(io.StringIO()):
            parse(program, ['no/such.csv', '-o', 'out.csv', '--quasi', 'age,zip', '--sensitive', 'ill', '--hierarchies', 'hierarchies', *words])
    except SystemExit as ended:
        return ended.code == 2


def library_refuses(arguments):
    with pytest.raises(kanon.DataError) as refused:
        anonymize('no/such.csv', hierarchies='hierarchies', **arguments)
    return 'no/such.csv' not in str(refused.value)      # it asked for the table


@pytest.mark.parametrize('program, algorithm, asked', [(MONDRIAN, 'mondrian', OF_MONDRIAN), (SAMARATI, 'samarati', OF_SAMARATI)])
def test_the_programs_and_the_library_refuse_the_same_before_they_read_the_table(program, algorithm, asked):
    pairs = [pair for pair in combinations(asked, 2) if not pair[0][1].keys() & pair[1][1].keys()]
    assert not program_refuses(program, []) and not library_refuses({'algorithm': algorithm})
    for settings in [*combinations(asked, 1), *pairs]:
        words = ' '.join(words for words, _ in settings).split()
        arguments = {name: value for _, arguments in settings for name, value in arguments.items()}
        assert bool(program_refuses(program, words)) == library_refuses({'algorithm': algorithm, **arguments}), words


def said_by(program, words, config=None):
    """What the program refuses the words with, '' if it would ask for the table."""
    error = io.StringIO()
    try:
        with redirect_stderr(error):
            parse(program, ['no/such.csv', '-o', 'out.csv', '--quasi', 'age,zip', '--sensitive', 'ill', '--hierarchies', 'hierarchies',
                            *(['--config', config] if config else []), *words])
    except SystemExit:
        return error.getvalue().partition(': ')[2].rpartition(' (')[0]
    except kanon.DataError as refused:
        return str(refused)
    return ''


# What a run typed in vain is refused, and what an INI file says in vain is for other runs.
IN_VAIN = ' is for | is not a quasi-identifier| is not for this program'


@pytest.mark.parametrize('program, asked', [(MONDRIAN, OF_MONDRIAN), (SAMARATI, OF_SAMARATI)])
def test_an_ini_file_is_refused_in_the_words_of_the_command_line_with_its_own_name(program, asked, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    in_file = [(words, given) for words, given in asked if SETTINGS[words.split()[0].lstrip('-').replace('-', '_')].power != NEVER]
    refused = named = 0
    for one, other in [*((one, ('', {})) for one in in_file), *permutations(in_file, 2)]:
        if one[1].keys() & other[1].keys():
            continue
        lines = [' = '.join(word.strip().split(' ', 1)) for word in one[0].replace('-k 1', '--k 1').split('--')[1:]]
        with open('x.ini', 'w') as file:
            file.write('\n'.join(['[kanon]', *lines, '']))
        typed, mixed = said_by(program, (one[0] + ' ' + other[0]).split()), said_by(program, other[0].split(), 'x.ini')
        refused += bool(mixed)
        named += 'x.ini: ' in mixed
        if mixed and mixed != "x.ini: k: k is a whole number of 2 or more, not '1'":
            as_typed = re.sub('; type --.*, too$', '', re.sub(r'x\.ini: ([a-z-]+)(?: =)?', r'--\1', mixed))
            assert as_typed == typed or re.search(IN_VAIN, typed), (lines, other[0], typed, mixed)
        elif not mixed and typed:
            assert re.search(IN_VAIN, typed), (lines, other[0], typed)
    assert refused > 50 and named > 20


def test_an_open_file_is_refused():
    with open(INPATIENTS) as file, pytest.raises(kanon.DataError, match='data is an open file; give its path, or csv.DictReader of it'):
        anonymize(file)


def test_what_no_release_can_satisfy_is_unsatisfied():
    for words in ({'k': 5}, {'l_diversity': 3}, {'k': 9, 'hierarchies': TREES}, {'k': 2, 'hierarchies': TREES, 'max_suppression': 4}):
        with pytest.raises(kanon.Unsatisfied):
            anonymize(**words)


RIGHT = [
    {'quasi': (name for name in ['age', 'zip'])}, {'quasi': {'age': 1, 'zip': 2}}, {'k': Whole(2)}, {'data': iter(PEOPLE)},
    {'data': (person for person in PEOPLE)}, {'data': tuple(PEOPLE)}, {'data': TUPLES, 'columns': NAMES}, {'data': map(list, TUPLES), 'columns': iter(NAMES)},
    {'data': [Row(*person) for person in TUPLES], 'columns': Row._fields}, {'data': PEOPLE, 'columns': ['zip', 'age', 'ill']},
    {'data': [{**person, 'age': Whole(person['age'])} for person in PEOPLE]}, {'data': [{**person, 'age': Decimal(person['age'])} for person in PEOPLE]},
    {'data': [{**person, 'age': float(person['age'])} for person in PEOPLE]}, {'data': [{**person, 'age': str(person['age'])} for person in PEOPLE]},
    {'data': with_cell(None)}, {'data': with_cell('?')}, {'data': with_cell('')}, {'l_diversity': {}}, {'weights': {}},
    {'weights': {'age': 1}}, {'labels': 'range,set'}, {'alpha': 1}, {'alpha': '1'}, {'t_closeness': 1}, {'t_closeness': {'ill': 1.0}},
    {'hierarchies': {}, 'algorithm': 'mondrian'},
]


@pytest.mark.parametrize('place', range(len(RIGHT)))
def test_right_use_in_many_forms_is_the_same_release(place):
    texts = {row.replace('.0', '') for row in map(str, anonymize(**RIGHT[place]).rows)}
    assert texts == set(map(str, anonymize().rows))


def test_rules_as_numbers_and_as_texts_are_the_same():
    for name, number, text in (('l_diversity', 2, '2'), ('l_diversity', 2.0, {'ill': '2'}), ('t_closeness', 0.2, '0.2'), ('t_closeness', 1e-05, '0.00001'),
                               ('alpha', 0.75, {'ill': '0.75'})):
        one, other = (anonymize(**{name: value}) for value in (number, text))
        assert one.rows == other.rows and list(map(str, one.required.rules['ill'])) == list(map(str, other.required.rules['ill'])) != []


def test_a_seed_of_numpy_is_a_number():
    people = [{'age': age, 'zip': str(age * 7 % 10), 'ill': 'flu'} for age in range(40)]
    one, other, third = (anonymize(people, choose='random', seed=seed).rows for seed in (0, Whole(0), 1))
    assert one == other != third


def test_a_weight_of_0_leaves_a_column_out_of_lm():
    whole, half = (anonymize(hierarchies=TREES, weights=weights).measures['lm'] for weights in (None, {'age': 0}))
    assert anonymize(hierarchies=TREES, weights={'zip': 0}).measures['lm'] + half == whole != half


def test_a_hierarchy_in_three_forms(tmp_path):
    from kanon.core.counts.hierarchy import Hierarchy
    path = tmp_path / 'age.txt'
    path.write_text(''.join('%s,%s\n' % pair for pair in AGES.items()))
    releases = [anonymize(hierarchies={'age': ages, 'zip': ZIPS}) for ages in (AGES, Hierarchy(AGES), path, str(path))]
    assert {release.vector for release in releases} == {(1, 1)}
    assert all(release.rows == releases[0].rows for release in releases)


def test_a_row_of_a_fraction_is_a_text_of_its_own():
    assert anonymize([{**person, 'ill': Fraction(1, 3)} for person in PEOPLE]).rows[0][2] == '1/3'


def test_rows_of_a_csv_reader():
    with open(INPATIENTS, newline='') as file:
        release = kanon.anonymize(csv.DictReader(file), ['zip', 'age'], ['condition'], k=4)
    assert release.rows == kanon.anonymize(INPATIENTS, ['zip', 'age'], ['condition'], k=4).rows


def test_a_file_in_other_forms(tmp_path):
    import gzip
    with open(INPATIENTS, 'rb') as file:
        content = file.read()
    (tmp_path / 'a.csv.gz').write_bytes(gzip.compress(content))
    (tmp_path / 'b.csv').write_bytes(content.split(b'\n', 1)[1].replace(b',', b'\t'))
    expected = kanon.anonymize(INPATIENTS, ['zip', 'age'], ['condition'], k=4).rows
    assert kanon.anonymize(tmp_path / 'a.csv.gz', ['zip', 'age'], ['condition'], k=4).rows == expected
    for delimiter in (None, 'tab', '\t'):
        assert flat.anonymize(str(tmp_path / 'b.csv'), ['zip', 'age'], ['condition'], k=4, columns=['zip', 'age', 'condition'],
                              delimiter=delimiter).rows == expected


def test_a_message_of_other_programs_speaks_of_arguments(tmp_path):
    (tmp_path / 'a.csv').write_bytes('zip,age\n年,2\n'.encode('gb18030'))
    (tmp_path / 'b.csv').write_bytes('zip,age\n1,2\n'.encode('utf-16'))
    (tmp_path / 'c.csv').write_bytes(b'zip,age\n1,\0\n')
    for name, message in (('a.csv', 'is not utf-8 text; give its encoding (gb18030 or latin-1?)'), ('b.csv', "begins like UTF-16; give encoding='utf-16'"),
                          ('c.csv', 'this is not a csv file, or it needs another encoding')):
        with pytest.raises(kanon.DataError) as refused:
            kanon.anonymize(tmp_path / name, ['zip', 'age'])
        assert str(refused.value).endswith(message)


def test_no_file_is_left(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for words, _ in WRONG:
        with pytest.raises(kanon.DataError):
            anonymize(**words)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize('switch', ['force', 'spreadsheet_safe'])
def test_a_switch_that_is_a_text_replaces_no_file(switch, tmp_path):
    (tmp_path / 'out.csv').write_text('old')
    with pytest.raises(kanon.DataError, match="^%s: True or False is expected, not 'no'$" % switch):
        kanon.anonymize(PEOPLE, ['age', 'zip'], ['ill'], k=2).write(tmp_path / 'out.csv', **{'force': True, switch: 'no'})
    assert (tmp_path / 'out.csv').read_text() == 'old'


def test_a_file_with_nothing_below_its_header(tmp_path):
    (tmp_path / 'header.csv').write_text('age,zip,ill\n')
    with pytest.raises(kanon.DataError, match='header.csv: holds no record$'):
        kanon.anonymize(tmp_path / 'header.csv', ['age', 'zip'], ['ill'])
