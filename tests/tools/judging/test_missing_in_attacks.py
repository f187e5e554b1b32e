"""A missing value in a release or in a list may be any value, unless somebody says that it is one like any other."""

import json
import shlex
from collections import Counter
from random import Random

import pytest

from conftest import kanon, run, seeds
from kanon.tools.judging.attacks import played
from kanon.tools.judging.linkage import AttackedRelease, CountedRecords, linkage, narrowing
from kanon.tools.judging.people_fitted import fitted_people
from test_attack import brute, random_attack
from test_published_labels import covers

KNOWN = 'region,status,ill\nA,Single,flu\nA,Single,flu\nA,Married,HIV\nA,Married,flu\nB,Widow,cancer\n'
RELEASE = 'region,status,ill\nA,Single,flu\nA,Single,flu\nA,Married,HIV\nA,Married,flu\n%s,Widow,cancer\n'
WORDS = 'r.csv', '--known', 'k.csv', '--quasi', 'region,status', '--sensitive', 'ill', '-k', '2'


def attacked(folder, release, *words, known=KNOWN):
    (folder / 'r.csv').write_text(release)
    (folder / 'k.csv').write_text(known)
    result = kanon('attack', *WORDS, *words, '--format', 'json', cwd=str(folder))
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def linked(rows):
    row, = [row for row in rows if row['attack'] == 'linkage']
    return row['no_candidate'], row['one_record']


def test_a_blank_label_is_read_as_a_star(tmp_path):
    star = attacked(tmp_path, RELEASE % '*')
    assert linked(star) == (0, 1)
    for label in ('', '?', '""'):
        assert attacked(tmp_path, RELEASE % label) == star
        assert attacked(tmp_path, RELEASE % label, '--missing', 'drop') == star
    assert attacked(tmp_path, RELEASE % 'k.A.', '--na', 'k.A.') == star
    assert attacked(tmp_path, RELEASE % 'k.A.', '--na-in', 'region=k.A.') == star
    assert linked(attacked(tmp_path, RELEASE % '', '--missing', 'value')) == (1, 0)
    (tmp_path / 'k.ini').write_text('[kanon]\nmissing = value\n')
    assert linked(attacked(tmp_path, RELEASE % '')) == (1, 0)
    for said in ('drop', 'root'):       # which no one takes for the word that a gap is a value
        (tmp_path / 'k.ini').write_text('[kanon]\nmissing = %s\n' % said)
        assert linked(attacked(tmp_path, RELEASE % '')) == (0, 1)


def test_a_person_with_a_gap_is_covered_by_every_label(tmp_path):
    for region in ('', '?', 'k.A.'):
        known = KNOWN.replace('B,Widow', '%s,Widow' % region) + 'B,Single,flu\n'     # without whom nobody knows what B is
        words = ['--na', 'k.A.'] * (region == 'k.A.')
        assert linked(attacked(tmp_path, RELEASE % 'B', *words, known=known)) == (1, 1)
        assert linked(attacked(tmp_path, RELEASE % 'B', '--missing', 'value', *words, known=known)) == (2, 0)
    nobody_knows = KNOWN.replace('A,Single', '?,?')
    assert linked(attacked(tmp_path, RELEASE % 'B', known=nobody_knows + 'A,Single,flu\n')) == (0, 1)       # the two have five candidates each


def test_suppressed_rows_may_be_blank_ones(tmp_path):
    star, blank = (attacked(tmp_path, RELEASE % 'B' + row) for row in ('*,*,gout\n', ',?,gout\n'))
    assert star == blank and star[0]['suppressed'] == 1
    assert attacked(tmp_path, RELEASE % 'B' + ',?,gout\n', '--missing', 'value')[0]['suppressed'] == 0


@pytest.mark.parametrize('seed', seeds(60))
def test_a_blank_in_place_of_a_star_changes_no_figure(seed):
    people, tables, trees = random_attack(seed)
    random, columns = Random(seed), ['age', 'job', 'ill', 'pay']
    blanks = [[(*(random.choice(['', '?', '*']) if label == '*' else label for label in row[:2]), *row[2:]) for row in rows] for rows in tables]
    known = CountedRecords([(*(random.choice(['?', '', value, value]) for value in person[:2]), *person[2:]) for person in people])

    def figures(tables, missing_is_value=False):
        releases = [AttackedRelease('r', columns[:2], columns[2:], rows, missing_is_value=missing_is_value) for rows in tables]
        return list(played(releases, known, columns, dict(zip(columns, trees)), 3))
    assert figures(blanks) == figures(tables)


def covers_unless_missing(label, value, tree):
    return label in ('', '?') or value in ('', '?') or covers(label, value, tree)


@pytest.mark.parametrize('seed', seeds(80))
def test_candidates_against_brute_force(seed, monkeypatch):
    people, (rows, _), trees = random_attack(seed)
    random = Random(seed)

    def gapped(record):
        return (*(random.choice(['?', '']) if random.random() < 0.2 else value for value in record[:2]), *record[2:])
    people, rows = list(map(gapped, people)), list(map(gapped, rows))
    stars = [('*', '*', *row[2:]) if set(row[:2]) <= {'', '?', '*'} else row for row in rows]      # suppressed, for the oracle
    known = CountedRecords(people)
    if any(row[:2] != ('*', '*') for row in stars):
        release = AttackedRelease('r', ['age', 'job'], ['ill', 'pay'], rows, missing_is_value=False)
        found = release.covering([person[:2] for person in known.distinct], trees)
        monkeypatch.setattr('test_attack.covers', covers_unless_missing)
        assert narrowing(linkage(release, found, known.counts), 3, release.carried) == brute(people, [stars], trees, 3)


@pytest.mark.parametrize('seed', seeds(80))
def test_people_of_a_population_against_brute_force(seed):
    people, (rows, _), trees = random_attack(seed)
    random, gaps = Random(seed), seed % 3 / 10

    def gapped(record):
        return tuple(random.choice(['?', '']) if random.random() < gaps else value for value in record[:2])
    population, classes = Counter(map(gapped, people)), list(dict.fromkeys(map(gapped, rows)))
    for missing_is_value, fits in ((True, covers_as_written), (False, covers_unless_missing)):
        found = fitted_people(classes, population, trees, missing_is_value=missing_is_value)
        fitting = {person: [labels for labels in classes if all(map(fits, labels, person, trees))] for person in population}
        assert found.of_classes == {labels: sum(n for person, n in population.items() if labels in fitting[person]) for labels in classes}
        assert found.nowhere == sum(n for person, n in population.items() if not fitting[person])
        assert found.several == sum(n for person, n in population.items() if len(fitting[person]) > 1)


def covers_as_written(label, value, tree):
    """? and nothing are values like any other. A root covers them, because --missing root publishes them so."""
    if value in ('', '?') and label in tree.values() and label not in tree:
        return True
    return label == value if label in ('', '?') else covers(label, value, tree)


def test_a_blank_label_fits_the_whole_population(tmp_path):
    (tmp_path / 'r.csv').write_text('age,ill\n,flu\n,gout\n')
    (tmp_path / 'people.csv').write_text('age\n21\n35\n?\n')
    words = 'r.csv', '--quasi', 'age', '--sensitive', 'ill', '--population', 'people.csv', '--k-map'

    def checked(k_map, *more):
        result = kanon('check', *words, k_map, '--json', *more, cwd=str(tmp_path))
        return result.returncode, json.loads(result.stdout)['population']['k_map']
    assert checked('2') == (0, 2)                           # the third has no age, and is left out
    assert checked('3', '--missing', 'root') == (0, 3)
    assert checked('3', '--missing', 'value') == (1, 0)
    (tmp_path / 'r.csv').write_text('age,ill\n[20-29],flu\n[20-29],gout\n')
    assert checked('2', '--missing', 'root') == (0, 2)      # 21, and whoever has no age
    assert checked('2', '--missing', 'value') == (1, 1)


@pytest.mark.parametrize('ini', [False, True])
def test_the_printed_attack_says_that_missing_values_are_values(tmp_path, ini):
    """A release of --missing value that was attacked without it would look safer than it is."""
    (tmp_path / 'd.csv').write_text('years,ill\n' + '30,flu\n31,gout\n' * 3 + '?,flu\n,gout\n' * 3)
    if ini:
        (tmp_path / 'd.ini').write_text('[kanon]\nmissing = value\n')
    typed = [] if ini else ['--missing', 'value']
    made = run('run_mondrian.py', 'd.csv', '--quasi', 'years', '--sensitive', 'ill', '-k', '2', *typed, '--json', cwd=str(tmp_path))
    command = json.loads(made.stdout)['next'][1]
    assert (command + ' ').count(' --missing value ') == 1
    row = json.loads(kanon(*shlex.split(command)[3:], '--format', 'json', cwd=str(tmp_path)).stdout)[0]
    assert (row['people'], row['no_candidate'], row['least']) == (12, 0, 3)
