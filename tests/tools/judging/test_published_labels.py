"""A label covers what it could mean, and nothing else; a label that nobody can read is refused."""

from random import Random

import pytest

from conftest import random_tree, seeds
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.errors import DataError
from kanon.tools.judging import published_labels as labels_module
from kanon.tools.judging.published_labels import KnownValues, people_in_ranges

AGES = ['-5', '-1', '0', '0.5', '28', '28.0', '028', '35', '51', '?', '']
JOBS = ['Sales', 'Tech', 'a|b', 'c', '{x}', '*x']


@pytest.mark.parametrize('values, label, expected', [
    (AGES, '*', AGES), (AGES, '35', ['35']), (AGES, '28', ['28', '28.0', '028']), (AGES, '?', ['?']), (AGES, '', ['']), (AGES, '99', []),
    (AGES, '[28-35]', ['28', '28.0', '028', '35']), (AGES, '[-5--1]', ['-5', '-1']), (AGES, '[-1-0.5]', ['-1', '0', '0.5']),
    (AGES, '[0-0]', ['0']), (AGES, '[*-0]', ['-5', '-1', '0']), (AGES, '[35-*]', ['35', '51']), (AGES, '[1e1-3.5e1]', ['28', '28.0', '028', '35']),
    (AGES, '[*-*]', ['-5', '-1', '0', '0.5', '28', '28.0', '028', '35', '51']), (AGES, '[60-70]', []), (AGES, '[+28-+28]', ['28', '28.0', '028']),
    (AGES, '[35-28]', None), (AGES, '35-40', None), (JOBS, '?', []), (JOBS, '', []), (AGES, '[35-', None), (AGES, '[a-b]', None), (AGES, '3*', None), (AGES, '[3-%s]' % ('9' * 50), None),
    (AGES, '[35-]', ['35', '51']), (AGES, '[52-]', []), (AGES, '[-28]', ['-5', '-1', '0', '0.5', '28', '28.0', '028']), (AGES, '[-1]', ['-5', '-1', '0', '0.5']),
    (AGES, '[--1]', ['-5', '-1']), (AGES, '[-1-]', ['-1', '0', '0.5', '28', '28.0', '028', '35', '51']), (AGES, '[--0.5]', ['-5', '-1']),
    (AGES, '[-0.5-0.5]', ['0', '0.5']), (AGES, '[-10--2]', ['-5']), (AGES, '[0.0-0.4]', ['0']), (AGES, '[-]', None), (AGES, '[]', None),
    (AGES, '[*-]', ['-5', '-1', '0', '0.5', '28', '28.0', '028', '35', '51']), (AGES, '[5--3]', None), (AGES, '[---3]', None),
    (JOBS, 'Sales', ['Sales']), (JOBS, '{Sales|c}', ['Sales', 'c']), (JOBS, '{Tech|Farming}', ['Tech']), (JOBS, '{Farming}', []),
    (JOBS, '{c}', ['c']), (JOBS, '{a|b|c}', ['a|b', 'c']), (JOBS, '{b|a}', []), (JOBS, '{xa|b}', []), (JOBS, '{x}', ['{x}']), (JOBS, '*x', ['*x']),
    (JOBS, '{}', None), (JOBS, 'Farming', None), (JOBS, '{Sales', None)])
def test_what_a_label_covers(values, label, expected):
    covered = KnownValues(values).covered(label)
    assert covered == (None if expected is None else set(expected))


def test_a_node_covers_the_leaves_under_it():
    tree = Hierarchy({'13053': '1305*', '13050': '1305*', '13068': '1306*', '1305*': 'Ithaca', '1306*': 'Ithaca'})
    column = KnownValues(['13053', '13068', '99999'], tree)
    assert column.covered('1305*') == {'13053'} and column.covered('Ithaca') == {'13053', '13068'}
    assert column.covered('13050') == set()                 # a leaf that nobody has, and a number
    assert column.covered('1307*') is None
    assert KnownValues(['13053'], Hierarchy({'x': 'y'})).covered('y') == set()


def test_the_root_covers_missing_values_and_no_other_node_does():
    tree = Hierarchy({'a': 'ab', 'b': 'ab', 'ab': 'Any', 'c': 'Any'})
    column = KnownValues(['a', 'c', '?', '', 'unknown'], tree)
    assert column.covered('Any') == {'a', 'c', '?', ''} and column.covered('ab') == {'a'}
    assert KnownValues(['a', '?']).covered('*') == {'a', '?'}


@pytest.mark.parametrize('seed', seeds(100, every=3))
def test_values_with_bars_stand_in_a_set_between_bars(seed):
    random = Random(seed)

    def joined(parts):
        return '|'.join(random.choice(['a', 'b', 'bb', '']) for _ in range(random.randint(1, parts)))

    values = {joined(4) for _ in range(8)}
    column = KnownValues(values)
    for inside in (joined(9) for _ in range(8)):
        if inside:
            assert column.covered('{%s}' % inside) == {value for value in values if '|%s|' % value in '|%s|' % inside}


def test_very_many_bars_are_refused(monkeypatch):
    """Each place after a bar is looked at once for each length of a value with a bar, and a text of 256 letters counts twice."""
    values = ['a|b', 'c|d', 'a|' + 'b' * 253, 'x|' + 'y' * 254, 'e', 'f' * 600]       # of 3, 255 and 256 letters, and no others
    for most in (5 * 4, 5 * 4 - 1):
        monkeypatch.setattr(labels_module, 'MOST_PARTS', most)
        column = KnownValues(values)
        assert column.covered('{a|b|c}') == {'a|b'}
        if most < 20:
            with pytest.raises(DataError, match=r'^the values with a bar \(\|\) and the sets are too many'):
                column.covered('{c|d}')
        else:
            assert column.covered('{c|d}') == {'c|d'}


def test_all_readings_count():
    tree = Hierarchy({'7': '[1-5]', '3': '[1-5]'})          # a hierarchy that calls it so
    assert KnownValues(['7', '3', '4'], tree).covered('[1-5]') == {'7', '3', '4'}


def covers(label, value, tree):
    """The oracle, one label and one value at a time."""
    if label in ('*', value) or label[0] == '{' and value in label[1:-1].split('|'):
        return True
    if label[0] == '[':
        low, high = label[1:-1].split('-')
        return value.isdigit() and (low == '*' or int(low) <= int(value)) and (high == '*' or int(value) <= int(high))
    while value in tree:
        value = tree[value]
        if value == label:
            return True
    return False


def random_label(random, value, values, tree):
    """Some label that covers the value."""
    kinds = [value, '*', '{%s|%s}' % (random.choice(values), value), random.choice(tree.path(value))]
    if value.isdigit():
        low, high = random.choice(['*', *range(int(value) + 1)]), random.choice(['*', *range(int(value), 10)])
        kinds += 2 * ['[%s-%s]' % (low, high)]
    return random.choice(kinds)


@pytest.mark.parametrize('seed', seeds(60))
def test_people_against_one_label_and_one_value_at_a_time(seed):
    random = Random(seed)
    values = [str(n) for n in range(10)] if seed % 2 else list('abcdefg')
    tree = random_tree(random, values)
    known = random.sample(values, random.randint(1, len(values)))
    labels = [random_label(random, random.choice(values), values, tree) for _ in range(random.randint(1, 70))]
    column = KnownValues(known, tree)
    people = random.choices(known, k=random.randint(1, 80))
    marks = column.marks(people)
    for label in labels:
        found = people_in_ranges(column.ranges(label), marks)
        assert [bool(found >> place & 1) for place in range(len(people))] == [covers(label, value, tree) for value in people]
        assert found >> len(people) == 0 and column.covered(label) == {value for value in known if covers(label, value, tree)}


@pytest.mark.parametrize('label, expected', [('{x}', {'x'}), ('{xy}', {'xy'}), ('{}', None)])
def test_a_set_may_have_one_value(label, expected):
    assert KnownValues(['x', 'xy']).covered(label) == expected
