"""Whatever a program passes to kanon.anonymize and to write, it gets a release or a DataError of one line."""

import os
from datetime import date
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

import kanon
from conftest import files_below, seeds
from kanon.core.algorithm_table import ALGORITHMS
from kanon.core.algorithms import algorithm_of, takes
from kanon.core.counts.hierarchy import Hierarchy

PEOPLE = [dict(zip(('age', 'zip', 'ill'), row)) for row in ((28, '13053', 'flu'), (29, '13068', 'flu'), (50, '14853', 'ulcer'), (55, '14853', 'flu'),
                                                            (28, '?', 'flu'), (None, '13053', 'ulcer'))]
AGES = {'28': '20-', '29': '20-', '50': '50-', '55': '50-', '20-': '*', '50-': '*'}
ZIPS = {'13053': '130', '13068': '130', '14853': '*', '130': '*'}


class Odd:
    def __repr__(self):
        return 'an odd\none'


class Long:
    def __index__(self):
        return 3

    def __repr__(self):
        return 'x' * 500


VALUES = [
    None, True, False, 0, 1, 2, 3, -1, 10 ** 30, 1.5, 0.2, float('nan'), float('inf'), -0.0, 1j, Decimal('snan'), Decimal(1), date(2024, 2, 29), Odd(), Long(),
    Odd, int, float, object(), len, ..., ValueError('x'), range(3), Path('no/such'), Path('data/inpatients'), b'', '\xe9'.encode(), bytearray(b'x'), memoryview(b'ab'),
    '', 'x', 'age', 'a\nb', '\0', '\ud800', '\u2028', '--age', "it's", '1%', '50%', 'entropy:1.5', 'recursive:2,2', 'ordered:0.2', 'hierarchical:0.9',
    'samarati', 'optimal', 'datafly', 'round-robin', 'mondrian', 'relaxed', 'both', 'random', 'lm', 'dm', 'first', 'value', 'root', 'used', 'hierarchy', 'frequency',
    'leaves', 'box', 'ancestor', 'box,ancestor', 'input', 'utf-16', 'idna', 'punycode', 'rot13', 'unicode_escape', 'cp037', 'undefined', 'utf-7', ';', ',', 'tab',
    'data/inpatients/hierarchies', 'data/inpatients/inpatients.csv', '/dev/null',
    [], [1], ['age'], ['age', 'age'], ['nope'], ('zip',), {'age'}, frozenset(), [()], [{}], [{'age': 1}], [{'age': Odd()}], [[1, 2], [3, 4]], [('a', 'b')],
    {}, {'age': 1}, {'ill': 2}, {1: 2}, {'age': {}}, {'age': {'1': '1'}}, {'age': AGES, 'zip': ZIPS}, {'age': 'nope'}, {'age': '\0'}, {'age': Hierarchy(AGES), 'zip': ZIPS}]
ARGUMENTS = ['data', 'quasi', 'sensitive', 'publish', 'k', 'require', 'hierarchies', 'algorithm', 'population', 'missing', 'missing_in', 'unreadable', 'memory']
READING = {kanon.Csv: ['columns', 'delimiter', 'decimal', 'encoding', 'na', 'totals', 'counts', 'max_rows'],
           kanon.Records: ['columns', 'decimal', 'na', 'totals', 'counts', 'max_rows']}
RULES = kanon.Distinct, kanon.Entropy, kanon.Closeness, kanon.Alpha, kanon.KMap


def names_no_option(error):
    """A program has no options: but for a value that looks like one, no message of the library has two dashes."""
    return '--' not in str(error).replace("'--age'", '')


def made(random, name):
    """A value of a random kind for an argument, with random settings."""
    def some(names):
        return {setting: random.choice(VALUES) for setting in random.sample(names, min(len(names), random.choice((0, 1, 1, 2))))}
    if name == 'algorithm':
        algorithm = random.choice([*ALGORITHMS])
        return algorithm_of(algorithm)(**some(sorted(takes(algorithm))))
    if name == 'require':
        rules = [random.choice(RULES)(random.choice((2, 0.5, 1.5, random.choice(VALUES)))) for _ in range(random.randint(0, 2))]
        return random.choice([rules, {'ill': rules}, [*rules, random.choice(VALUES)]])
    if name in ('data', 'population'):
        kind = random.choice(sorted(READING, key=str))
        return kind(random.choice([PEOPLE, 'data/inpatients/inpatients.csv', random.choice(VALUES)]), **some(READING[kind]))
    return random.choice(VALUES)


@pytest.mark.parametrize('seed', seeds(200))
def test_a_release_or_a_line(seed, tmp_path):
    random = Random(seed)
    for number in range(40):
        words = {'data': PEOPLE, 'quasi': ['age', 'zip'], 'sensitive': ['ill'], 'k': 2}
        if random.random() < 0.5:
            words['hierarchies'] = {'age': AGES, 'zip': ZIPS}
        try:
            words.update({name: random.choice((made(random, name), random.choice(VALUES)))
                          for name in random.sample(ARGUMENTS, random.choice((0, 1, 1, 2)))})
        except kanon.DataError as error:
            assert len(str(error).splitlines()) == 1 and names_no_option(error)
            continue
        options = {name: random.choice(VALUES) for name in random.sample(['force', 'order', 'encoding', 'spreadsheet_safe'], random.choice((0, 1)))}
        path = random.choice([tmp_path / str(number % 3), random.choice([value for value in VALUES if not isinstance(value, (str, bytes, Path))]), '', '\0', '-'])
        before = files_below(tmp_path)
        try:
            release = kanon.anonymize(**words)
            assert len(release.rows) == release.records['published'] and '\n' not in repr(release)
            release.write(path, **options)
        except kanon.DataError as error:
            assert len(str(error).splitlines()) == 1 and '\n' not in error.redacted()
            assert files_below(tmp_path) == before
        assert not [name for name in os.listdir(str(tmp_path)) if name.endswith('.part')]
