"""Ranges that are values: 25-29, <40, 80+. A label covers all numbers that each of its values may stand for."""

import json
import random
from math import inf

import pytest
from conftest import run, seeds

from kanon.core.audit.ends import ends_of_node
from kanon.core.errors import DataError
from kanon.tools.building.column_kinds import kind_of
from kanon.tools.building.open_ends import band_of, bands_in, combined_ends


@pytest.mark.parametrize('values, levels', [
    (['<25', '25-29', '30-35', '>35'], ['[-29] [30-]']),
    (['25-34', '35-44', '45-54', '55-64', '65-74', '75+'], ['[25-44] [45-64] [65-]', '[25-64] [65-]']),
    (['0-50', '50-100', '100-150', '>150'], ['[0-100] [100-]']),
    (['15-24', '25-39', '40-'], ['[15-39] [40-]']),
    (['<1', '1-2', '>2'], ['[-2] [2-]']),
    (['15-19', '20-24', '25-29', '30-34'], ['[15-19] [20-29] [30-34]', '[15-29] [30-34]']),       # round numbers
    (['10-20', '25-35', '40-50', '55-65'], ['[10-35] [40-65]']),
    (['0-39g/day', '40-79', '80-119', '120+'], ['[0-79] [80-]']),
    (['<18.5', '18.5-24.9', '25-29.9', '30+'], ['[-18.5) [18.5-29.9] [30-]', '[-29.9] [30-]']),
    (['25\u201329', '30 - 34', '35 to 39', '40+'], None),
    (['1977-1989', '2000-2002'], []),
    (['<40', '25-29', '42-50', '51-60'], ['[-39] [42-50] [51-60]', '[-50] [51-60]']),        # <40 may be 25-29
    (['10-29', '20-39', '40-49'], ['[10-39] [40-49]'])])
def test_the_tree_of_ends(values, levels):
    if levels is None:
        with pytest.raises(DataError, match="1 of the 4 values are no ranges such as 25-29, <40 or 80\\+, and no numbers: '35 to 39'"):
            combined_ends(values)
        return
    made = list(zip(*combined_ends(values).values()))[1:-1]
    assert [' '.join(dict.fromkeys(level)) for level in made] == levels


def test_numbers_beside_ranges_have_labels_that_end_at_round_numbers():
    ladders = combined_ends(['25-29', '30-34', '<40', '42', '44', '51', '57', '63', '71', '85', '90+'])
    assert list(dict.fromkeys(ladder[1] for ladder in ladders.values())) == [
        '[-39]', '[40-44]', '[50-54]', '[55-59]', '[60-64]', '[70-74]', '[85-89]', '[90-]']


def test_ranges_of_ten_from_five_on_stay_whole():
    ladders = combined_ends(['25-34', '35-44', '45-54', '33', '44', '51', '57', '63', '71', '85'])
    assert ladders['25-34'][1] == ladders['33'][1] == '[25-34]' and ladders['44'][1] == '[35-44]'


def stood_for(band, whole):
    """Numbers that a value may stand for."""
    step = 1 if whole else 0.25
    low = -50 if band.low == -inf else band.low + step * (band.without == 'low')
    high = 200 if band.high == inf else band.high - step * (band.without == 'high')
    return {n / 4 for n in range(int(4 * low), int(4 * high) + 1, 4 if whole else 1)}


def drawn(rng):
    """A column of ranges of one width, or of any, with open ends, and with or without single numbers."""
    edges = sorted(rng.sample(range(0, 100), rng.randint(2, 9))) if rng.random() < 0.5 else range(
        rng.randint(0, 20), rng.randint(60, 99), rng.choice([5, 10, 7]))
    edges = list(edges)
    values = ['%d-%d' % (low, high - 1) for low, high in zip(edges, edges[1:]) if low < high - 1]
    values += rng.sample(['<%d' % edges[1], '%d-' % edges[-1], '%d+' % edges[-2], '>%d' % edges[-1], '<=%d' % edges[0]], rng.randint(0, 3))
    values += map(str, rng.sample(range(0, 110), rng.choice([0, 2, 12])))
    return sorted(set(values))


@pytest.mark.parametrize('seed', seeds(400))
def test_labels_cover_and_never_part_what_may_be_the_same(seed):
    values = drawn(random.Random(seed))
    bands = {value: band_of(value) for value in values}
    ladders = combined_ends(values)
    whole = any(band.kind == 'number' for band in bands.values()) or any(
        one.high + 1 == other.low for one in bands.values() for other in bands.values())
    numbers = {value: stood_for(band, whole) for value, band in bands.items()}
    for value, ladder in ladders.items():
        for label in ladder[1:-1]:
            low, high = ends_of_node(label)
            assert all(low <= n <= high for n in numbers[value]), (value, label)
            assert (low == -inf) >= (bands[value].low == -inf) and (high == inf) >= (bands[value].high == inf)
    levels = list(zip(*ladders.values()))
    for finer, coarser in zip(levels[1:], levels[2:]):
        assert len(set(zip(finer, coarser))) == len(set(finer))      # one label above each
        assert len(set(coarser)) < len(set(finer))                   # and each level tells less
    for one in values if len(levels) > 2 else ():
        for other in values:
            shared = numbers[one] & numbers[other]
            touching = bands[one].kind == bands[other].kind == 'band' and len(shared) == 1
            if shared and not touching:
                assert ladders[one][1] == ladders[other][1], (one, other)


@pytest.mark.parametrize('counts, kind', [
    ({'25-29': 5, '30-34': 5}, 'ranges'), ({'25-29': 5, '42': 50, '<40': 5}, 'ranges'), ({'15-24': 1, '25-39': 1, '40-': 1}, 'ranges'),
    ({'<1': 3, '1-2': 3, '>2': 3}, 'ranges'), ({'25-29': 50, '30-34': 50, 'NA': 9}, 'ranges'), ({'25-29': 50, '30-34': 50, 'x': 2}, 'ranges'),
    ({'25-29': 50, '30-34': 50, 'x': 30}, 'category'), ({'002-001': 5, '008-015': 5}, 'category'), ({'1920-21': 4, '1921-22': 4}, 'code'),
    ({'12-3': 4, '14-2': 4}, 'code'), ({'42': 90, '43': 90, '44-45': 1}, 'mostly numbers'), ({'1+': 5, '2': 8, '3-': 2}, 'mostly numbers'),
    ({'42': 9, '90+': 2}, 'number'), ({'00-950': 3, '31-001': 3}, 'code'), ({'2020-01-02': 3, '2020-03-04': 3}, 'date'),
    ({'%d-%d' % (n, n + 3): 1 for n in range(30)}, 'likely identifier')])
def test_which_columns_have_ranges(counts, kind):
    assert kind_of(counts).word == kind


def test_others_stay_as_they_are(tmp_path):
    (tmp_path / 'd.csv').write_text('age,dx\n' + '25-29,flu\n30-34,flu\n35-39,gout\n40+,gout\n' * 10 + 'refused,flu\n')
    done = run('kanon', 'start', 'd.csv', '--quasi', 'age', '--sensitive', 'dx', '-k', '2', cwd=str(tmp_path))
    assert 'no ranges: 1 value, in 1 record' in done.stdout, done.stdout
    assert 'refused,refused,*\n' in (tmp_path / 'hierarchies' / 'age.txt').read_text()


def test_no_record_is_left_out_for_ranges_and_each_person_is_found(tmp_path):
    """At the defaults all 600 records are read, and few are suppressed. Once ranges stayed leaves, and 446 were left out."""
    rng = random.Random(22)
    rows = []
    for _ in range(600):
        age = rng.randint(18, 89)
        rows.append((rng.choice(['%d-%d' % (age // 5 * 5, age // 5 * 5 + 4), str(age), '<40' if age < 40 else str(age)]), rng.choice('fm'),
                     rng.choice(['flu', 'gout'])))
    (tmp_path / 'd.csv').write_text('age,sex,dx\n' + ''.join(map('%s,%s,%s\n'.__mod__, rows)))
    done = run('kanon', 'start', 'd.csv', '--quasi', 'age,sex', '--sensitive', 'dx', '-k', '5', cwd=str(tmp_path))
    assert 'hierarchies/age.txt  ranges combined by their ends' in done.stdout
    head = (tmp_path / 'hierarchies' / 'age.txt').read_text().splitlines()
    for script in 'run_samarati.py', 'run_mondrian.py':
        done = run(script, 'd.csv', '--config', 'd.ini', '-o', 'r.csv', '--force', cwd=str(tmp_path))
        assert '600 records read = 600 published + 0 suppressed + 0 left out' in done.stdout, done.stdout
        assert not any(line.startswith('*') for line in (tmp_path / 'r.csv').read_text().splitlines())
        attacked = run('kanon', 'attack', 'r.csv', '--known', 'd.csv', '--config', 'd.ini', '--format', 'json', cwd=str(tmp_path))
        linkage = json.loads(attacked.stdout)[0]
        assert (linkage['people'], linkage['no_candidate'], linkage['below_k']) == (600, 0, 0)
    command = next(line for line in head if line.startswith('# Made again by: '))
    assert command == '# Made again by: python -m kanon hierarchy ranges d.csv --column age --widths ends --force'
    assert run('kanon', *command.split()[7:], cwd=str(tmp_path)).returncode == 0
    again = (tmp_path / 'hierarchies' / 'age.txt').read_text().splitlines()
    assert [line for line in again if line[0] != '#'] == [line for line in head if line[0] != '#']


@pytest.mark.parametrize('words', [['--top', '90'], ['--origin', '5'], ['--bottom', '10']])
def test_what_means_nothing_beside_ends(words, tmp_path):
    (tmp_path / 'd.csv').write_text('age\n25-29\n30-34\n')
    done = run('kanon', 'hierarchy', 'ranges', 'd.csv', '--column', 'age', '--widths', 'ends', *words, cwd=str(tmp_path))
    assert done.returncode == 2 and words[0] + ' means nothing beside --widths ends' in done.stderr


def test_bands_in_a_decimal_comma():
    assert list(bands_in({'18,5-24,9': 3, '25-29,9': 3, '<18,5': 1}, ',')) == ['18,5-24,9', '25-29,9', '<18,5']
    assert combined_ends(['<18,5', '18,5-24,9', '25-29,9', '30+'], ',')['18,5-24,9'][1] == '[18,5-29,9]'
