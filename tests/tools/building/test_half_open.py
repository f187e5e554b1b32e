"""Ranges of numbers with decimals, [60-80): every number that a float can hold lies in exactly one of them, by every reader of labels."""

import json
import random
from math import inf
from struct import pack, unpack

import pytest
from conftest import run, seeds

from kanon.core.audit.ends import ends_of, ends_of_node, just_below
from kanon.core.recognition.recognize import interval_of
from kanon.core.counts.values import below, number
from kanon.core.cutting.edges import cell_ends, cells_of_tree
from kanon.core.errors import DataError
from kanon.core.levels.limits import Places
from kanon.core.tables.hierarchy_file import load
from kanon.tools.building.draft import ladders_of_numbers
from kanon.tools.building.ladder import file_text, hierarchy_of
from kanon.tools.building.numbers import ranges
from kanon.tools.comparing.spread import spread_column
from kanon.tools.judging.clauses import age_range
from kanon.tools.judging.linkage import AttackedRelease
from kanon.tools.judging.people_fitted import fitted_people
from kanon.tools.judging.published_labels import KnownValues


WIDTHS = ['5', '20'], ['0.5', '5'], ['20', '100'], ['0.01'], ['2.5', '5']


def doubles(rng, width):
    """Numbers around the edges of a width, and any between: some lie next to an edge, as near as a float can."""
    for _ in range(60):
        edge = float(width) * rng.randint(-9, 9)
        yield rng.choice([edge, edge + rng.uniform(-1, 1), rng.uniform(-99, 99), after(edge, 1), after(edge, -1)])


def after(x, step):
    """The float next to another one, above or below."""
    if not x:
        return step * 5e-324
    return unpack('<d', pack('<q', unpack('<q', pack('<d', x))[0] + (step if x > 0 else -step)))[0]


def texts(rng, width):
    """Doubles as programs write them: in the shortest way, or with more digits than they have."""
    for x in doubles(rng, width):
        yield rng.choice([repr(x), repr(x), '%.17g' % x, '%.25f' % x if abs(x) < 1e9 else repr(x)])


@pytest.mark.parametrize('widths', WIDTHS, ids=','.join)
@pytest.mark.parametrize('seed', seeds(40))
def test_every_double_lies_in_one_label_by_every_reader(seed, widths):
    rng = random.Random(seed)
    values = sorted({text for text in texts(rng, widths[0]) if number(text) is not None} | {'0.123'})
    ladders = ranges(values, widths)
    tree = hierarchy_of(ladders)
    for level in range(1, len(widths) + 1):
        label_of = {value: ladder[level] for value, ladder in ladders.items()}
        labels = sorted(set(label_of.values()))
        assert all(label.startswith('[') and label.endswith(')') for label in labels)
        known, places = KnownValues(values), Places(values)
        for label in labels:
            here = {value for value in values if label_of[value] == label}
            assert known.covered(label) == here                                 # attack, use, check --population
            low, high = ends_of(label)                                          # the audit
            assert {value for value in values if low <= float(value) <= high} == here
            assert ends_of_node(label) == age_range(label) == (low, high)       # standards
            if len(widths[0]) < 3:
                exact = {value for value in values if places.holds(label, repr(float(value)))}
                assert exact == here                                            # --limit and --from
            assert interval_of(label) and '' not in interval_of(label)
    cells = cells_of_tree(tree)                                                 # --labels grid
    assert set(cells) == set(values)
    for value, cell in cells.items():
        low, high = cell_ends(cell)
        assert low <= number(value) <= high
    assert ['%s-%s' % cell[:2] for cell in cells.values()] == [ladders[value][1][1:-1] for value in cells]


def test_what_lies_below_a_number():
    for n in (80, 0, -20, 1, -1, 0.5, -0.5, 2 ** 52, 2 ** 53, 1e-300, -1e-300, 5e-324, 0.1, 1e300):
        assert below(n) == just_below(n) == after(float(n), -1) < n
    assert below(-2 ** 53) == just_below(-2 ** 53) == -2 ** 53 - 1
    assert below(2 ** 53 + 2) == just_below(2 ** 53 + 2) == 2 ** 53 + 1 and below(10 ** 30) == just_below(10 ** 30) == 10 ** 30 - 1


@pytest.mark.parametrize('seed', seeds(200))
def test_what_lies_below_any_number(seed):
    x, = unpack('<d', pack('<Q', random.Random(seed).getrandbits(63)))
    if x == x and x < inf:
        assert below(x) == just_below(x) == after(x, -1) and below(-x) == just_below(-x) == after(-x, -1)


def test_labels_that_a_person_can_read():
    ladders = ranges(['-37.123456789', '79.99999999999999', '80.0', '12.5'], ['5', '20'])
    assert [ladder[1:-1] for ladder in ladders.values()] == [
        ('[-40--35)', '[-40--20)'), ('[10-15)', '[0-20)'), ('[75-80)', '[60-80)'), ('[80-85)', '[80-100)')]
    assert ranges(['60', '79'], ['20'])['79'] == ('79', '[60-79]', '*')         # whole numbers keep theirs
    assert ranges(['1.5', '1.25'], ['0.5'], top='9.5', bottom='1')['1.25'][1] == '[1.0-1.5)'
    assert ranges(['-1.5', '9.75'], ['0.5'], top='9.5', bottom='1')['-1.5'][1] == '[-1.0)'
    assert ranges(['1,25', '9,75'], ['0.5'], decimal=',')['9,75'][1] == '[9,5-10,0)'


def test_a_text_lies_where_its_float_lies():
    """79.99999999999999999999 is 80 for whoever reads it as a float, and so it is here."""
    assert ranges(['79.99999999999999999999', '3.25'], ['20'])['79.99999999999999999999'][1] == '[80-100)'


def test_start_writes_them():
    draft = ladders_of_numbers({'%.4f' % (n * 1.37 - 40): 1 for n in range(90)})
    labels = {label for ladder in draft.ladders.values() for label in ladder[1:-1]}
    assert all(label.endswith(')') and '.' not in label for label in labels) and '[-40--35)' in labels


def test_labels_overlap_nowhere_in_an_attack():
    """80 is in [80-100) alone, and a missing end is infinite."""
    release = AttackedRelease('r.csv', ['t'], [], [('[60-80)',), ('[80-100)',), ('[-0)',)])
    assert release.covering([('80',), ('79.99999999999999',), ('60',), ('-0.5',), ('0',)], [None]) == [(1,), (0,), (0,), (2,), ()]
    people = fitted_people([('[60-80)',), ('[80-100)',)], {('80',): 3, ('79.5',): 2}, [None])
    assert list(people.of_classes.values()) == [2, 3] and people.several == 0


def test_a_release_is_as_good_as_its_labels():
    column = spread_column('t', {'60.5': 1, '79.9': 1, '80': 2}, ['[60-80)', '[80-100)'], 'r.csv')
    assert column.of_labels == {'[60-80)': ((600, 799),), '[80-100)': ((800, 999),)}
    column = spread_column('t', {'1': 1, '2': 2}, ['[0.5-1.5)', '[1.5-2.5)'], 'r.csv')
    assert column.of_labels == {'[0.5-1.5)': ((0.5, 1),), '[1.5-2.5)': ((1.5, 2),)}


OPEN = ['--bottom', '-20', '--top', '60']


@pytest.mark.parametrize('bottom, words', [
    ([], 'samarati --optimal --measure lm --max-suppression 10%'), (OPEN, 'samarati --max-suppression 10%'),
    ([], 'samarati --limit t<=20|wide --max-suppression 20%'), (OPEN, 'datafly --max-suppression 10%'),
    ([], 'mondrian'), ([], 'mondrian --labels grid'), (OPEN, 'mondrian --labels grid --choose lm'), ([], 'mondrian --labels box'),
    ([], 'mondrian --from t>=1'), (OPEN, 'mondrian --from t>=2'), ([], 'mondrian --from t>=1 --limit t<=4'),
    ([], 'mondrian --from t>=1 --limit t<=80|wide'), (OPEN, 'mondrian --partitioning optimal --labels grid')])
def test_every_run_is_audited_and_read(bottom, words, tmp_path):
    """The audit, check, attack and use read a release of such labels, and find every person."""
    program, *words = [word.replace('|', ' ') for word in words.split()]
    rng = random.Random(7)
    rows = ['%r,%s,%s' % (round(rng.gauss(20, 30), rng.choice([2, 14])), rng.choice('fm'), rng.choice(['flu', 'gout'])) for _ in range(120)]
    (tmp_path / 'd.csv').write_text('t,sex,dx\n' + '\n'.join(rows) + '\n')
    made = run('kanon', 'hierarchy', 'ranges', 'd.csv', '--column', 't', '--widths', '5,10,20,80', *bottom, cwd=str(tmp_path))
    assert made.returncode == 0, made.stderr
    run('kanon', 'hierarchy', 'flat', 'd.csv', '--column', 'sex', cwd=str(tmp_path))
    asked = ['--quasi', 't,sex', '--sensitive', 'dx', '--hierarchies', 'hierarchies']
    done = run('kanon', program, 'd.csv', *asked, '-k', '3', *words, '-o', 'r.csv', '--json', cwd=str(tmp_path))
    assert done.returncode == 0, done.stderr
    published = (tmp_path / 'r.csv').read_text()
    assert ')' in published or words in ([], ['--labels', 'box'])
    attacked = run('kanon', 'attack', 'r.csv', '--known', 'd.csv', *asked, '-k', '3', '--format', 'json', cwd=str(tmp_path))
    assert attacked.returncode == 0, attacked.stderr
    linkage = json.loads(attacked.stdout)[0]
    assert (linkage['people'], linkage['no_candidate'], linkage['below_k']) == (120, 121 - published.count('\n'), 0)
    checked = run('kanon', 'check', 'r.csv', *asked[:4], '-k', '3', cwd=str(tmp_path))
    assert checked.returncode == 0, checked.stderr
    used = run('kanon', 'use', 'd.csv', 'r.csv', *asked, '--queries', '20', cwd=str(tmp_path))
    assert used.returncode == 0, used.stderr


def test_a_file_of_them_is_read_back(tmp_path):
    ladders = ranges(['59.5', '60', '79.25', '?'], ['20', '40'])
    (tmp_path / 't.txt').write_text(file_text(ladders))
    tree = load(str(tmp_path / 't.txt'))
    assert {leaf: tuple(tree.labels(leaf)) for leaf in tree.leaves} == ladders


def test_a_range_that_no_float_tells_apart_is_refused():
    with pytest.raises(DataError, match='more digits than a computer tells apart'):
        ranges(['1e20', '3.25'], ['0.1'])

