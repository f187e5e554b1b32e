"""What an attacker who knows the quasi-identifiers finds out, against a count person by person and record by record."""

import csv
import json
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb, sqrt
from random import Random

import pytest

from conftest import HOME, kanon, random_tree, run, seeds
from kanon.core.errors import DataError
from kanon.tools.judging import linkage as linkage_module, row_order as row_order_module
from kanon.tools.judging.attacks import by_chance, difference
from kanon.tools.judging.linkage import (CountedRecords, AttackedRelease, join, joined_releases,
                                         linkage, linked_persons, narrowing)
from kanon.tools.judging.row_order import from_bottom, from_top, orders
from test_published_labels import covers, random_label

TOY, SAMPLE = 'data/inpatients/inpatients.csv', 'data/adult_sample.data'


def attack(*arguments, **more):
    return kanon('attack', *arguments, **more)


def rows_of(*arguments):
    """{attack: its row}."""
    result = attack(*arguments, '--format', 'json')
    assert (result.returncode, result.stderr) == (0, '')
    return {row['attack']: row for row in json.loads(result.stdout)}


def numbers(row, *names):
    return tuple(row[name] for name in names)


COUNTED = 'no_candidate', 'one_record', 'below_k', 'one_value', 'least', 'mean'


def published(folder, script, *words):
    path = str(folder / (script + '-'.join(map(str, words)).replace('/', '-') + '.csv'))
    assert run('run_%s.py' % script, *words, '-o', path, '--quiet').returncode == 0
    return path


# Tables.

def test_the_inpatients(tmp_path):
    mondrian, samarati = published(tmp_path, 'mondrian', TOY), published(tmp_path, 'samarati', TOY)
    rows = rows_of(mondrian, '--known', TOY, '--second', samarati)
    assert list(rows) == ['linkage', 'linkage, second', 'both, joined', 'order of the rows', 'the same, sorted']
    assert numbers(rows['linkage'], *COUNTED) == (0, 0, 0, 4, 4, 4.0)           # everybody between 31 and 37 has cancer
    assert numbers(rows['linkage, second'], *COUNTED) == (0, 0, 0, 0, 4, 4.0)
    assert numbers(rows['both, joined'], *COUNTED) == (0, 0, 8, 4, 2, 32 / 12)
    assert numbers(rows['linkage'], 'people', 'records', 'suppressed', 'k', 'by', 'told') == (12, 12, 0, 4, 'zip, age', None)
    assert [row['told'] for row in rows.values()] == [None, None, None, 0, 0]
    kept = published(tmp_path, 'mondrian', TOY, '--order', 'input')
    rows = rows_of(kept, '--known', TOY)
    assert numbers(rows['order of the rows'], 'in_order', 'told', 'right') == (12, 12, 12)
    assert numbers(rows['the same, sorted'], 'told', 'right') == (0, 0)


def test_what_is_typed_of_k_and_columns(tmp_path):
    release = published(tmp_path, 'mondrian', TOY)
    assert rows_of(release, '--known', TOY, '-k', 5)['linkage']['below_k'] == 12
    assert rows_of(release, '--known', TOY, '--config', os.devnull, '--quasi', 'age', '--sensitive', '')['linkage']['k'] == 4
    linked = rows_of(release, '--known', TOY, '--quasi', 'zip')['linkage']      # 13053 is in two classes of ages, now one
    assert numbers(linked, 'least', 'mean', 'one_value') == (4, (8 * 8 + 4 * 4) / 12, 0)


def test_names_missing_values_and_suppressed_rows(tmp_path):
    (tmp_path / 'r.csv').write_text('age,sex,job,ill\n[20-29],f,x,flu\n[20-29],f,y,flu\n[30-*],*,x,flu\n*,*,x,ulcer\n*,*,y,flu\n?,m,x,flu\n')
    (tmp_path / 'known.csv').write_text('name,sex,age\nAnn,f,25\nBob,m,31\nCy,m,?\nDi,f,12\nEd,,99\n')
    words = [tmp_path / 'r.csv', '--known', tmp_path / 'known.csv', '--quasi', 'age,sex', '--sensitive', 'job,ill']
    row = rows_of(*words)['linkage']        # ? may be any age, and Ed of either sex: all but Di have two candidates
    assert numbers(row, 'people', 'records', 'suppressed', 'k', *COUNTED) == (5, 4, 2, 1, 1, 0, 0, 3, 2, 8 / 4)
    assert numbers(row, 'one_job', 'one_ill') == (3, 4)         # Ann's two records agree in ill, and not in job
    row = rows_of(*words, '--missing', 'value')['linkage']      # ? is an age like any other
    assert numbers(row, 'people', 'records', 'suppressed', 'k', *COUNTED) == (5, 4, 2, 1, 1, 3, 0, 0, 1, 5 / 4)
    assert numbers(row, 'one_job', 'one_ill') == (0, 1)
    assert rows_of(*words)['order of the rows']['right'] is None
    assert numbers(rows_of(*words, '--missing', 'drop')['linkage'], 'people', *COUNTED) == (3, 1, 0, 0, 1, 2, 2.0)


def test_the_second_release_may_have_other_columns(tmp_path):
    (tmp_path / 'a.csv').write_text('age,ill\n[20-29],flu\n[20-29],ulcer\n[30-39],flu\n[30-39],ulcer\n')
    (tmp_path / 'b.csv').write_text('sex,ill\nf,flu\nf,flu\nm,ulcer\nm,ulcer\n')
    (tmp_path / 'known.csv').write_text('age,sex\n25,f\n26,m\n35,f\n39,m\n')
    rows = rows_of(tmp_path / 'a.csv', '--known', tmp_path / 'known.csv', '--second', tmp_path / 'b.csv', '--quasi', 'age,sex', '--sensitive', 'ill')
    assert [row['by'] for row in rows.values()] == ['age', 'sex', 'ill', 'age', 'age']
    assert numbers(rows['linkage'], *COUNTED) == (0, 0, 0, 0, 2, 2.0)
    assert numbers(rows['linkage, second'], *COUNTED) == (0, 0, 0, 4, 2, 2.0)
    assert numbers(rows['both, joined'], *COUNTED) == (0, 4, 4, 0, 1, 1.0)


def test_k_is_that_of_the_smallest_class_of_each_release_unless_it_is_said(tmp_path):
    (tmp_path / 'a.csv').write_text('age,ill\n' + '[0-9],flu\n' * 3 + '[10-19],flu\n' * 4)
    (tmp_path / 'b.csv').write_text('age,ill\n' + '*,flu\n[0-19],flu\n' * 5)
    (tmp_path / 'known.csv').write_text('age\n5\n15\n')
    words = [tmp_path / 'a.csv', '--known', tmp_path / 'known.csv', '--second', tmp_path / 'b.csv', '--quasi', 'age', '--sensitive', 'ill']
    assert [row['k'] for row in rows_of(*words).values()] == [3, 5, 3, None, None]
    assert [row['k'] for row in rows_of(*words, '-k', 4).values()] == [4, 4, 4, None, None]


@pytest.mark.parametrize('script, words', [('samarati', ['--max-suppression', 0]), ('mondrian', ['--labels', 'ancestor'])])
def test_people_who_are_published_as_stars(script, words, tmp_path):
    """With --missing root. The run suppresses nobody, and neither does the attack that is told so, by a word or by the INI file."""
    (tmp_path / 'd.csv').write_text('q,r,s\n?,?,HIV\n,?,flu\n' + 'a,x,flu\n' * 2 + 'b,y,flu\n' * 2)
    (tmp_path / 'hierarchies').mkdir()
    for name, text in (('q', 'a,*\nb,*\n'), ('r', 'x,*\ny,*\n')):
        (tmp_path / 'hierarchies' / (name + '.txt')).write_text(text)
    made = run('run_%s.py' % script, 'd.csv', '-k', 2, '--quasi', 'q,r', '--sensitive', 's', '--missing', 'root', *words, '-o', 'r.csv', cwd=str(tmp_path))
    assert '6 published + 0 suppressed' in made.stderr + made.stdout
    typed = ['r.csv', '--known', 'd.csv', '--quasi', 'q,r', '--sensitive', 's']
    here = dict(cwd=str(tmp_path))

    def linked(*more):
        table, words = (attack(*typed, *more, *format_, **here) for format_ in (['--format', 'json'], []))
        assert table.returncode == 0, table.stderr
        row, = [row for row in json.loads(table.stdout) if row['attack'] == 'linkage']
        return numbers(row, 'records', 'suppressed', *COUNTED), [line for line in words.stdout.splitlines() if 'rows of nothing but *' in line]

    suppressed = (4, 2, 0, 0, 0, 6, 2, (4 * 2 + 2 * 4) / 6), ["rows of nothing but * in r.csv: 2, taken for suppressed records, so nobody's candidates"
                                              ' (--stars class: for people)']
    people = (6, 0, 0, 0, 0, 0, 4, (4 * 4 + 2 * 6) / 6), ["rows of nothing but * in r.csv: 2, taken for people, so everybody's candidates"]
    assert linked() == suppressed and linked('--stars', 'class') == people
    (tmp_path / 'd.ini').write_text('[kanon]\nmissing = root\n')
    assert linked() == people and linked('--stars', 'suppressed') == suppressed
    (tmp_path / 'd.ini').write_text('[kanon]\nstars = class\n')
    assert linked() == people
    (tmp_path / 'r.csv').write_text('q,r,s\n*,*,flu\n*,*,flu\n')
    assert linked('--stars', 'suppressed') == ((2, 0, 0, 0, 0, 6, 2, 2.0), [])         # there are no other rows
    (tmp_path / 'd.ini').write_text('[kanon]\nmissing = value\n')
    assert linked() == linked('--missing', 'value') == ((2, 0, 0, 0, 0, 6, 2, 2.0), [])


def test_a_root_with_a_name_covers_missing_values(tmp_path):
    (tmp_path / 'r.csv').write_text('q,s\nAny,HIV\nAny,flu\na,flu\n')
    (tmp_path / 'known.csv').write_text('q\n?\n\"\"\na\nb\nc\n')
    (tmp_path / 'q.txt').write_text('a,Any\nb,Any\n')
    words = tmp_path / 'r.csv', '--known', tmp_path / 'known.csv', '--quasi', 'q', '--sensitive', 's', '--hierarchies', tmp_path
    assert numbers(rows_of(*words, '--missing', 'value')['linkage'], *COUNTED) == (1, 0, 0, 0, 2, (2 + 2 + 3 + 2) / 4)       # nobody knows c
    assert numbers(rows_of(*words)['linkage'], *COUNTED) == (1, 0, 0, 0, 2, (3 + 3 + 3 + 2) / 4)       # who is not known may be a, too


def test_hierarchies_say_what_a_label_covers(tmp_path):
    release = published(tmp_path, 'samarati', TOY)              # 1305*, which is no interval and no set
    assert rows_of(release, '--known', TOY)['linkage']['no_candidate'] == 0
    result = attack(release, '--known', TOY, '--hierarchies', tmp_path)
    assert (result.returncode, result.stdout) == (1, '')
    assert "column 'zip': cannot tell which values the label '1305*' covers" in result.stderr and '--hierarchies' in result.stderr


@pytest.mark.parametrize('label, hint', [('[1,0-1,4]', True), ('[1.0-1.4', False)])
def test_the_decimal_comma_is_named_for_a_label_with_a_comma_alone(label, hint):
    with pytest.raises(DataError, match='cannot tell which values the label') as caught:
        AttackedRelease('r', ['age'], [], [(label,)]).covering([('1',)], [None])
    assert (', or say --decimal ,' in str(caught.value)) == hint


def test_the_formats_and_the_output(tmp_path):
    release, output = published(tmp_path, 'mondrian', TOY), tmp_path / 'table.csv'
    head, blank, text = attack(release, '--known', TOY).stdout.split('\n', 2)
    assert (head, blank) == ('options: data/inpatients/inpatients.ini, with quasi, sensitive, k', '')
    assert text.splitlines()[0].split()[:4] == ['attack', 'linked', 'by', 'people'] and '\n\nA candidate of a person is a record' in text
    assert attack(release, '--known', TOY, '--format', 'csv', '-o', output).stdout == ''
    with open(str(output), newline='') as file:
        rows = list(csv.DictReader(file))
    assert [(row['attack'], row['one_value'], row['told']) for row in rows] == [
        ('linkage', '4', ''), ('order of the rows', '', '0'), ('the same, sorted', '', '0')]
    before = output.read_bytes()
    assert attack(release, '--known', TOY, '-o', output).returncode == 1 and output.read_bytes() == before
    assert attack(release, '--known', TOY, '--format', 'markdown').stdout.startswith('| attack | linked by |')


def test_standard_input(tmp_path):
    release = published(tmp_path, 'mondrian', TOY)
    with open(release, encoding='utf-8') as file:
        run_ = subprocess.run([sys.executable, '-m', 'kanon', 'attack', '-', '--known', TOY], cwd=HOME, stdin=file, stdout=subprocess.PIPE)
    assert run_.stdout.decode().split() == attack(release, '--known', TOY).stdout.split()


@pytest.mark.parametrize('script', ['samarati', 'mondrian'])
def test_the_order_of_a_release_tells_nearly_all_or_nothing(script, tmp_path):
    words = ['--known', SAMPLE, '--missing', 'value']
    kept = rows_of(published(tmp_path, script, SAMPLE, '--order', 'input'), *words)['order of the rows']
    assert kept['in_order'] == kept['records'] and kept['told'] == kept['right'] > 0.95 * kept['records']
    rows = rows_of(published(tmp_path, script, SAMPLE), *words)
    assert rows['order of the rows'] == {**rows['the same, sorted'], 'attack': 'order of the rows'}
    assert rows['order of the rows']['told'] < 0.001 * kept['records']


def test_adult(adult, tmp_path):
    words = ['--config', 'data/adult.ini', '--hierarchies', 'hierarchies']
    release = published(tmp_path, 'mondrian', adult, *words, '--order', 'input')
    rows = rows_of(release, '--known', adult, *words)
    assert numbers(rows['linkage'], 'people', 'k', 'no_candidate', 'one_record', 'below_k', 'least') == (32561, 10, 18, 0, 0, 10)
    assert numbers(rows['order of the rows'], 'records', 'in_order', 'told', 'right') == (30162, 30162, 30140, 30140)
    assert rows['the same, sorted']['told'] == 0


# Properties, against the counts of an oracle.

def random_attack(seed):
    """Known people, two releases of some of them with overlapping labels, and the hierarchies of the two columns."""
    random = Random(seed)
    domains = [[str(n) for n in range(10)], list('abcdef')]
    trees = [random_tree(random, domain) for domain in domains]
    people = [tuple(map(random.choice, domains)) + (random.choice('xyz'), random.choice('pq')) for _ in range(random.randint(1, 40))]

    def publish():
        kept = [person for person in people if random.random() < 0.8] or people[:1]
        rows = [tuple(random_label(random, value, domain, tree) if random.random() < 0.6 else value
                      for value, domain, tree in zip(person, domains, trees)) + person[2:] for person in kept]
        return rows + [('9', 'f', 'x', 'p')]        # one at least that is not suppressed
    return people, [publish(), publish()], trees


def brute(people, releases, trees, k):
    """What narrowed counts, one person at a time, each release's records one at a time."""
    counted = Counter()
    sizes = []
    for person in people:
        found = [Counter(row[2:] for row in release if row[:2] != ('*', '*')
                         and all(map(covers, row, person[:2], trees))) for release in releases]
        if len(found) == 2 and all(found):
            found = [found[0] & found[1]]           # of each value the lesser number
        candidates = list((found[0] or found[-1]).elements())
        sizes += [len(candidates)] if candidates else []
        counted['no_candidate'] += not candidates
        counted['one_record'] += len(candidates) == 1
        counted['below_k'] += 0 < len(candidates) < k
        counted['one_value'] += len(candidates) > 1 and len(set(candidates)) == 1
        for place, name in enumerate(('one_ill', 'one_pay')):
            counted[name] += len(candidates) > 1 and len({values[place] for values in candidates}) == 1
    return {'people': len(people), 'k': k, **counted, 'least': min(sizes, default=None),
            'mean': sum(sizes) / len(sizes) if sizes else None}


@pytest.mark.parametrize('seed', seeds(80))
def test_against_brute_force(seed):
    people, rows, trees = random_attack(seed)
    known = CountedRecords(people)
    persons = [person[:2] for person in known.distinct]
    releases = [AttackedRelease('r', ['age', 'job'], ['ill', 'pay'], table) for table in rows]
    founds = [release.covering(persons, trees) for release in releases]
    for k in (2, 5):
        for release, found, table in zip(releases, founds, rows):
            assert narrowing(linkage(release, found, known.counts), k, release.carried) == brute(people, [table], trees, k)
        assert narrowing(joined_releases(releases, founds, known.counts), k, ['ill', 'pay']) == brute(people, rows, trees, k)
    assert releases[0].k == min(Counter(row[:2] for row in rows[0] if row[:2] != ('*', '*')).values())
    assert releases[0].suppressed == sum(row[:2] == ('*', '*') for row in rows[0])


def brute_persons(people, persons, release, trees, k):
    """What linked_persons counts, person by person. Somebody without a name counts for nobody."""
    covered = [frozenset(labels for labels in {row[:2] for row in release} - {('*', '*')} if all(map(covers, labels, values[:2], trees))) for values in people]
    counted, sizes = Counter(), []
    for person in {person for person in persons if person not in ('', '?')}:
        found, alike = [], set()
        for labels in {labels for labels, other in zip(covered, persons) if other == person and labels}:
            found.append(len({other for of_other, other in zip(covered, persons) if labels & of_other} - {'', '?'}))
            values = [row[2:] for row in release if row[:2] in labels]
            alike |= {name for name, chosen in (('one_value', (0, 1)), ('one_ill', (0,)), ('one_pay', (1,)))
                      if found[-1] > 1 and len({tuple(value[place] for place in chosen) for value in values}) == 1}
        sizes += [min(found)] if found else []
        counted.update(['people', *alike, *(['no_candidate'] if not found else []), *(['below_k'] if found and min(found) < k else [])])
    return {'people': 0, 'no_candidate': 0, 'below_k': 0, 'one_value': 0, 'one_ill': 0, 'one_pay': 0, **counted, 'one_record': sizes.count(1), 'k': k,
            'least': min(sizes, default=None), 'mean': sum(sizes) / len(sizes) if sizes else None}


@pytest.mark.parametrize('seed', seeds(110))
def test_persons_against_brute_force(seed):
    people, (rows, _), trees = random_attack(seed)
    random = Random(seed)
    persons = [random.choice(['', '?', *map(str, range(1, 1 + len(people)))]) for _ in people]
    known, release = CountedRecords(people, persons), AttackedRelease('r', ['age', 'job'], ['ill', 'pay'], rows)
    found = release.covering([person[:2] for person in known.distinct], trees)
    for k in (2, 5):
        assert linked_persons(release, found, known, k) == brute_persons(people, persons, rows, trees, k)


def test_a_patient_with_several_stays_is_one_person(tmp_path):
    """k = 4 rows of 2 patients. The list has a row without a patient, too."""
    (tmp_path / 'r.csv').write_text('age,ill\n' + '[20-29],flu\n' * 4 + '[30-39],flu\n[30-39],gout\n' * 2)
    (tmp_path / 'known.csv').write_text('patient,age\n' + '1,21\n1,22\n1,23\n2,24\n' + '3,31\n4,31\n5,31\n1,32\n?,35\n7,55\n')
    words = [tmp_path / 'r.csv', '--known', tmp_path / 'known.csv', '--quasi', 'age', '--sensitive', 'ill']
    assert numbers(rows_of(*words)['linkage'], 'people', 'k', *COUNTED) == (10, 4, 1, 0, 0, 4, 4, 4.0)
    assert numbers(rows_of(*words, '--person', 'patient')['linkage'], 'people', 'k', *COUNTED) == (6, 4, 1, 0, 2, 2, 2, (2 * 2 + 4 * 3) / 5)
    assert {row['people'] for row in rows_of(*words, '--person', 'patient').values()} == {6}
    text = attack(*words, '--person', 'patient').stdout
    assert "\nlinkage: the column 'patient' says who a person is. " in text and 'who a person is' not in attack(*words).stdout


@pytest.mark.parametrize('nobody', ['', '?', ' NA', 'n/a', 'null'])
def test_a_row_without_a_person_is_nobodys_candidate(nobody, tmp_path):
    (tmp_path / 'r.csv').write_text('age,ill\n' + '[20-29],flu\n' * 4)
    (tmp_path / 'known.csv').write_text('who,age\nAnn,21\nAnn,22\nBob,23\n%s,24\n%s,25\n' % (nobody, nobody))
    row = rows_of(tmp_path / 'r.csv', '--known', tmp_path / 'known.csv', '--quasi', 'age', '--sensitive', 'ill', '--person', 'who', '-k', 3)['linkage']
    assert numbers(row, 'people', *COUNTED) == (2, 0, 0, 2, 2, 2, 2.0)


@pytest.mark.parametrize('seed', seeds(60))
def test_persons_through_the_command_line(seed, tmp_path):
    """A release by levels of random stays, linked with its own table: everybody has the persons of the class, the fewest of any row."""
    random, persons = Random(seed), ['p%d' % n for n in range(Random(seed).randint(3, 9))]
    stays = [(random.choice(persons), random.choice(['31', '34', '42', '45']), random.choice('mf'), random.choice(['flu', 'gout'])) for _ in range(20)]
    (tmp_path / 'age.txt').write_text(''.join('%s,%s*,*\n' % (age, age[0]) for age in ('31', '34', '42', '45')))
    level = random.randint(0, 2)
    labels = {age: (age, age[0] + '*', '[31-45]')[level] for age in ('31', '34', '42', '45')}
    for name, head, rows in (('known', 'who,age,sex', [stay[:3] for stay in stays]), ('r', 'age,sex,ill', [(labels[age], sex, ill) for _, age, sex, ill in stays])):
        (tmp_path / (name + '.csv')).write_text('\n'.join([head, *map(','.join, rows)]) + '\n')
    row = rows_of(tmp_path / 'r.csv', '--known', tmp_path / 'known.csv', '--quasi', 'age,sex', '--sensitive', 'ill', '--person', 'who', '-k', 3,
                  '--hierarchies', tmp_path)['linkage']
    classes = {}
    for who, age, sex, ill in stays:
        classes.setdefault((labels[age], sex), []).append((who, ill))
    there = {stay[0] for stay in stays}
    fewest = [min(len({who for who, _ in found}) for found in classes.values() if person in dict(found)) for person in there]
    same = [any(person in dict(found) and len({ill for _, ill in found}) == 1 < len({who for who, _ in found}) for found in classes.values()) for person in there]
    assert numbers(row, 'people', 'no_candidate', 'one_record', 'below_k', 'one_value', 'least') == (
        len(there), 0, fewest.count(1), sum(n < 3 for n in fewest), sum(same), min(fewest))
    assert row['mean'] == pytest.approx(sum(fewest) / len(fewest))


@pytest.mark.parametrize('seed', seeds(80))
def test_joining_over_some_of_the_carried_columns(seed):
    people, (one, other), trees = random_attack(seed)
    known = CountedRecords(people)
    persons = [person[:2] for person in known.distinct]
    releases = [AttackedRelease('r', ['age', 'job'], ['ill', 'pay'], one), AttackedRelease('s', ['age', 'job'], ['pay'], [row[:2] + row[3:] for row in other])]
    founds = [release.covering(persons, trees) for release in releases]
    found = narrowing(joined_releases(releases, founds, known.counts), 3, ['pay'])
    expected = brute(people, [[row[:2] + ('', row[3]) for row in table] for table in (one, other)], trees, 3)
    assert found == {name: expected[name] for name in found}


def test_nobody_has_fewer_candidates_than_the_smallest_class(tmp_path):
    for script, less in (('samarati', ['--max-suppression', 0]), ('mondrian', [])):
        for k in (3, 10):
            linked = rows_of(published(tmp_path, script, SAMPLE, '-k', k, *less), '--known', SAMPLE, '--missing', 'drop')['linkage']
            assert linked['no_candidate'] == linked['below_k'] == 0 and linked['least'] >= linked['k'] >= k


def embeddings(rows, covered, people):
    """All ways to give each row, in order, a person of its own that it covers."""
    return [chosen for chosen in combinations(range(people), len(rows)) if all(person in covered[row] for row, person in zip(rows, chosen))]


@pytest.mark.parametrize('seed', seeds(300))
def test_the_order_tells_what_all_ways_to_match_agree_on(seed):
    random = Random(seed)
    people, classes = random.randint(1, 9), random.randint(1, 4)
    covered = [sorted(random.sample(range(people), random.randint(0, people))) for _ in range(classes)]
    rows = [random.randrange(classes) for _ in range(random.randint(1, people))]
    if seed % 2:        # a release that kept its order
        kept = sorted(random.sample(range(people), random.randint(1, people)))
        rows = [random.randrange(classes) for _ in kept]
        covered = [sorted({*positions, *(person for row, person in zip(rows, kept) if row == place)}) for place, positions in enumerate(covered)]
    down, up = from_top(rows, covered, people), from_bottom(rows, covered, people)
    ways = embeddings(rows, covered, people)
    assert bool(ways) == (None not in down) == (None not in up)
    if ways:
        assert down == [min(persons) for persons in zip(*ways)] and up == [max(persons) for persons in zip(*ways)]
    for met in (down, up):      # in any case each row meets a person whom it covers, in order, and no two the same
        found = [(row, person) for row, person in zip(rows, met) if person is not None]
        assert all(person in covered[row] for row, person in found)
        assert [person for _, person in found] == sorted({person for _, person in found})


@pytest.mark.parametrize('seed', seeds(60))
def test_who_is_told_is_told_right_and_hardly_anybody_by_a_shuffled_release(seed):
    random = Random(seed)
    people = [(str(random.randrange(10)), random.choice('abcdef'), str(number)) for number in range(300)]
    trees = [random_tree(random, [str(n) for n in range(10)]), random_tree(random, list('abcdef'))]
    kept = [('[%d-%d]' % (int(age) // 5 * 5, int(age) // 5 * 5 + 4), job, name) for age, job, name in people if random.random() < 0.9]
    known = CountedRecords(people)

    def told(rows):
        release = AttackedRelease('r', ['age', 'job'], ['name'], rows)
        found = release.covering([person[:2] for person in known.distinct], trees)
        return orders(release, known, found, lambda row, person: row[2] == person[2])

    as_it_was, by_values = told(kept)
    assert as_it_was['in_order'] == as_it_was['records'] == len(kept)
    assert as_it_was['told'] == as_it_was['right'] > 0.6 * len(kept)
    assert by_values['told'] < 0.1 * len(kept)
    random.shuffle(kept)
    assert told(kept)[0]['right'] < 0.1 * len(kept) and told(kept)[1] == by_values


# Releases that hurt: many classes, and classes that cover many people each.

@pytest.mark.parametrize('seed', seeds(60))
def test_blocks_of_people_are_what_all_at_once_are(seed, monkeypatch):
    people, (table, _), trees = random_attack(seed)
    release, persons = AttackedRelease('r', ['age', 'job'], ['ill', 'pay'], table), [person[:2] for person in people]
    at_once = release.covering(persons, trees)
    monkeypatch.setattr(linkage_module, 'BLOCK', 1 + seed % 7)
    assert release.covering(persons, trees) == at_once == [
        tuple(place for place, labels in enumerate(release.classes) if all(map(covers, labels, person, trees))) for person in persons]


def steps_of(monkeypatch, call):
    """How many steps a release has to be given, to within a factor of two, before it answers."""
    for power in range(30):
        monkeypatch.setattr(linkage_module, 'MOST', 2 ** power)
        try:
            call()
        except DataError as error:
            assert 'take too long to compare' in str(error)
        else:
            return 2 ** power


def of_numbers(n, width):
    """Classes [i-(i+width)], and the numbers that they are of."""
    release = AttackedRelease('r', ['age'], ['ill'], [('[%d-%d]' % (low, low + width), 'x') for low in range(n)])
    return release, [(str(number),) for number in range(n)]


def test_as_many_classes_as_people_do_not_take_their_product(monkeypatch):
    """Steps for each class and for each person whom it covers, in each block of people."""
    found = []
    for n in (500, 1000):
        release, people = of_numbers(n, 3)
        found.append(steps_of(monkeypatch, lambda: release.covering(people, [None])))
    assert found[1] <= 2 * found[0] <= 32 * 500


def test_a_step_is_looking_at_a_range_twice_and_noting_a_class_once(monkeypatch):
    release, people = of_numbers(50, 4)         # 50 ranges, each of 5 people but for the last 4
    for most, refused in ((50 * 2 + 50 * 5 - 10, False), (50 * 2 + 50 * 5 - 11, True)):
        monkeypatch.setattr(linkage_module, 'MOST', most)
        assert refused_by(lambda: release.covering(people, [None])) == refused


def refused_by(call):
    try:
        call()
    except DataError:
        return True
    return False


@pytest.mark.parametrize('most, linked, both', [(3, False, False), (4, True, False), (7, True, False), (8, True, True)])
def test_candidates_are_counted_before_they_are_added_up(most, linked, both, monkeypatch):
    """Two values of one class and one of the other, for two people alike; one for the third. The same again for the join."""
    release = AttackedRelease('r', ['age'], ['ill'], [('[1-5]', 'flu'), ('[1-5]', 'ulcer'), ('[1-9]', 'flu')])
    second = AttackedRelease('s', ['age'], ['ill'], [('*', 'flu')])
    covers_ = release.covering([('1',), ('2',), ('7',)], [None])
    assert covers_ == [(0, 1), (0, 1), (1,)]
    monkeypatch.setattr(linkage_module, 'MOST', most)
    assert refused_by(lambda: list(linkage(release, covers_, [1, 1, 1]))) != linked
    assert refused_by(lambda: list(joined_releases([release, second], [covers_, [(0,)] * 3], [1, 1, 1]))) != both


def test_the_order_of_rows_that_cover_everybody_is_refused(monkeypatch):
    release, people = of_numbers(20, 100)
    known = CountedRecords(people + people[:7])
    found = release.covering(known.distinct, [None])
    pairs = sum(map(len, found + found[:7]))
    for most in (pairs, pairs - 1):
        monkeypatch.setattr(row_order_module, 'MOST', most)
        assert refused_by(lambda: orders(release, known, found, None)) == (most < pairs)


def test_the_join():
    assert join({('a',): 1}, {('b',): 1}) == {} and join({}, {}) == {}
    assert join({}, {('b',): 2}) == {('b',): 2}
    stars = AttackedRelease('r', ['a'], ['b'], [('*', 'x'), ('*', 'y')])
    assert (stars.classes, stars.suppressed, stars.k) == ({('*',): {('x',): 1, ('y',): 1}}, 0, 2)
    with pytest.raises(DataError, match='r: holds no record'):
        AttackedRelease('r', ['a'], ['b'], [])


def test_a_release_and_people_the_wrong_way_round(tmp_path):
    """Nobody would have a candidate, which looks like the best of news."""
    assert run('run_mondrian.py', TOY, '-o', tmp_path / 'out.csv', '--quiet').returncode == 0
    words = ['--config', os.path.join(HOME, 'data', 'inpatients', 'inpatients.ini')]
    wrong, right = (run('kanon', 'attack', one, '--known', other, *words) for one, other in ((TOY, tmp_path / 'out.csv'), (tmp_path / 'out.csv', TOY)))
    assert 'NOBODY has a candidate. Perhaps the release and --known were swapped' in wrong.stdout and wrong.returncode == 0
    assert 'NOBODY' not in right.stdout


# With a control, people who are not in the table.

def with_control(release, known, control, *words):
    return rows_of(release, '--known', known, '--control', control, *words)


def test_a_control_worked_out_by_hand(tmp_path):
    (tmp_path / 'r.csv').write_text('age,ill\n' + '[20-29],flu\n[20-29],flu\n[20-29],ulcer\n' + '[30-39],ulcer\n' * 3)
    (tmp_path / 'in.csv').write_text('age,ill\n20,flu\n25,flu\n29,ulcer\n30,ulcer\n33,ulcer\n39,ulcer\n')
    (tmp_path / 'out.csv').write_text('age,ill\n22,ulcer\n23,flu\n34,flu\n70,flu\n')
    rows = with_control(tmp_path / 'r.csv', tmp_path / 'in.csv', tmp_path / 'out.csv', '--quasi', 'age', '--sensitive', 'ill')
    assert list(rows) == ['linkage', 'linkage, control', 'linkage, difference', 'linkage, chance', 'linkage, risk', 'order of the rows', 'the same, sorted']
    assert numbers(rows['linkage'], 'people', 'no_candidate', 'one_value', 'guessed') == (6, 0, 3, 5)
    assert numbers(rows['linkage, control'], 'people', 'no_candidate', 'one_value', 'guessed', 'records') == (4, 1, 1, 1, 6)
    assert numbers(rows['linkage, difference'], 'no_candidate', 'one_value', 'guessed') == (-1 / 4, 1 / 2 - 1 / 4, 5 / 6 - 1 / 4)
    assert numbers(rows['linkage, risk'], 'one_value', 'guessed') == (1 / 3, (5 / 6 - 1 / 4) / (3 / 4))
    assert numbers(rows['linkage, difference'], 'people', 'k', 'least', 'mean', 'told') == (None,) * 5
    # Six of the ten are guessed. Of 210 ways to deal them out 1 has all six in the list (1 and 0), and 15 have two there (1/3 and 1).
    # 16 of 210 is more than 5 of 100, 1 of 210 is not.
    assert rows['linkage, chance']['guessed'] == 2 / 3
    text = attack(tmp_path / 'r.csv', '--known', tmp_path / 'in.csv', '--control', tmp_path / 'out.csv', '--quasi', 'age', '--sensitive', 'ill').stdout
    assert 'guessed       83.33%  25.00%   +58.33      up to 66.67\n' in text
    assert 'The attacker guesses the sensitive value of 83.33% of the list and of 25.00% of people who are not in the table.' in text
    assert 'The difference, +58.33 points, may come from chance. This does not show that nothing leaks.' in text


@pytest.mark.parametrize('of_list, of_control, leaks', [((6, 6), (1, 4), True), ((6, 6), (2, 4), False), ((3, 3), (0, 3), False), ((4, 4), (0, 4), True)])
def test_how_few_people_show_a_leak(of_list, of_control, leaks, tmp_path):
    """All flu in the list of the release, and so many in the control: 3 of 3 and 0 of 3 come about in 2 of 20 cases, 4 and 0 in 2 of 70."""
    (tmp_path / 'r.csv').write_text('age,ill\n' + '*,flu\n' * 6)
    for name, (flu, people) in (('in.csv', of_list), ('out.csv', of_control)):
        (tmp_path / name).write_text('age,ill\n' + '20,flu\n' * flu + '30,ulcer\n' * (people - flu))
    words = tmp_path / 'r.csv', '--known', tmp_path / 'in.csv', '--control', tmp_path / 'out.csv', '--quasi', 'age', '--sensitive', 'ill'
    assert ('is more than chance gives' in attack(*words).stdout) == leaks


@pytest.mark.parametrize('people', range(1, 8))
@pytest.mark.parametrize('others', [1, 2, 5, 8])
def test_chance_against_all_ways_to_deal_people_out(people, others):
    """And two lists of people from anywhere, each guessed with the same probability, differ by more in at most 5 of 100 cases."""
    alarms = dict.fromkeys((0.1, 0.3, 0.5, 0.9), 0.0)
    for n, m in product(range(people + 1), range(others + 1)):
        dealt = Counter()
        for x in range(people + 1):
            if 0 <= n + m - x <= others:
                dealt[abs(Fraction(x, people) - Fraction(n + m - x, others))] += comb(people, x) * comb(others, n + m - x)
        chance = float(min(apart for apart in dealt if 20 * sum(dealt[more] for more in dealt if more > apart) <= sum(dealt.values())))
        assert by_chance(n, people, m, others) == chance
        if abs(difference(n, people, m, others)) > chance:
            for p in alarms:
                alarms[p] += comb(people, n) * comb(others, m) * p ** (n + m) * (1 - p) ** (people + others - n - m)
    assert max(alarms.values()) <= 0.05


def fishers(n, people, m, others):
    """The p of Fisher's two-sided test as R computes it: all tables that are no more probable than this one."""
    ways = {x: comb(people, x) * comb(others, n + m - x) for x in range(people + 1) if 0 <= n + m - x <= others}
    return Fraction(sum(few for few in ways.values() if few <= ways[n]), sum(ways.values()))


def test_the_order_of_the_ways_is_that_of_fishers_test_for_lists_of_one_length():
    """R: fisher.test(matrix(c(3,1,1,3),2)) is 0.4857, fisher.test(matrix(c(2,10,15,3),2)) is 0.0005367. For other lists it may differ."""
    assert (round(float(fishers(3, 4, 1, 4)), 4), round(float(fishers(2, 12, 15, 18)), 7)) == (0.4857, 0.0005367)
    for people in range(1, 13):
        for n, m in product(range(people + 1), repeat=2):
            assert (abs(difference(n, people, m, people)) > by_chance(n, people, m, people)) == (fishers(n, people, m, people) <= Fraction(1, 20))
    assert by_chance(0, 5, 6, 10) == abs(difference(0, 5, 6, 10)) and round(float(fishers(0, 5, 6, 10)), 4) == 0.044


def test_5_of_100_cases_are_enough_and_more_are_not():
    """One person of 20 is guessed, and is the one of the list in 1 of 20 cases. Of 19 it is 1 of 19 cases."""
    assert by_chance(0, 1, 1, 19) == 1 / 19 and by_chance(0, 1, 1, 18) == 1


def test_chance_of_many_people():
    """As many digits as the normal approximation has. Lists of a million take no longer than a blink."""
    for n, people, m, others in ((15_000, 30_000, 15_000, 30_000), (3000, 15_000, 100, 500), (400_000, 1_000_000, 410_000, 1_000_000)):
        share = (n + m) / (people + others)
        normal = 1.96 * sqrt(share * (1 - share) * (1 / people + 1 / others))
        assert by_chance(n, people, m, others) == pytest.approx(normal, rel=0.02)


def test_without_sensitive_values_only_candidates_are_compared(tmp_path):
    (tmp_path / 'r.csv').write_text('age,ill\n' + '[20-29],flu\n' * 3)
    (tmp_path / 'in.csv').write_text('age\n20\n25\n29\n')
    (tmp_path / 'out.csv').write_text('age\n22\n40\n')
    words = ['--quasi', 'age', '--sensitive', 'ill']
    rows = with_control(tmp_path / 'r.csv', tmp_path / 'in.csv', tmp_path / 'out.csv', *words, '-k', 4)
    assert rows['linkage']['guessed'] is None and rows['linkage, difference']['below_k'] == 1 / 2 and rows['linkage, risk']['below_k'] == 1.0
    text = attack(tmp_path / 'r.csv', '--known', tmp_path / 'in.csv', '--control', tmp_path / 'out.csv', *words).stdout
    assert '0.00% of the list and 0.00% of people who are not in the table have fewer than k candidates.' in text
    assert 'The difference, +0.00 points, may come from chance. This does not show that nothing leaks.' in text


@pytest.mark.parametrize('seed', seeds(20))
def test_guesses_of_two_releases_against_a_count_person_by_person(seed, tmp_path):
    random = Random(seed)
    people = [(str(random.randrange(20, 40)), random.choice('fm')) for _ in range(60)]
    people = [(age, sex, random.choice({'2f': 'aab', '2m': 'abb', '3f': 'bcc', '3m': 'cca'}[age[0] + sex])) for age, sex in people]
    write = lambda name, head, rows: (tmp_path / name).write_text('\n'.join(','.join(row) for row in [head, *rows]) + '\n')
    write('in.csv', ('age', 'sex', 'ill'), people[:40])
    write('out.csv', ('age', 'sex', 'ill'), people[40:])
    ages = [('[20-29]' if age < '30' else '[30-39]', '*', ill) for age, sex, ill in people[:40]]
    sexes = [('*', sex, ill) for age, sex, ill in people[:40]]
    write('r.csv', ('age', 'sex', 'ill'), ages)
    write('s.csv', ('age', 'sex', 'ill'), sexes)
    rows = with_control(tmp_path / 'r.csv', tmp_path / 'in.csv', tmp_path / 'out.csv', '--second', tmp_path / 's.csv', '--quasi', 'age,sex',
                        '--sensitive', 'ill')

    def guess(counts):
        return min(counts, key=lambda value: (-counts[value], value)) if counts else None

    for name, group in (('', people[:40]), (', control', people[40:])):
        right = {'linkage': 0, 'linkage, second': 0, 'both, joined': 0}
        for age, sex, ill in group:
            first = Counter(one for label, _, one in ages if (label == '[20-29]') == (age < '30'))
            second = Counter(one for _, label, one in sexes if label == sex)
            both = Counter({value: min(first[value], second[value]) for value in first if value in second}) if first and second else first or second
            for attack_, counts in zip(right, (first, second, both)):
                right[attack_] += guess(counts) == ill
        assert {attack_: rows[attack_ + name]['guessed'] for attack_ in right} == right


def test_the_columns_of_a_row_with_and_without_a_control(tmp_path):
    (tmp_path / 'r.csv').write_text('age,job,ill\n[20-29],x,flu\n[20-29],y,flu\n')
    (tmp_path / 'in.csv').write_text('age\n20\n')
    words = [tmp_path / 'r.csv', '--known', tmp_path / 'in.csv', '--second', tmp_path / 'r.csv', '--quasi', 'age']
    counted = ['attack', 'by', 'people', 'records', 'suppressed', 'k', 'no_candidate', 'one_record', 'below_k', 'one_value']
    for sensitive, alone in (('ill', []), ('job,ill', ['one_job', 'one_ill'])):
        for more, guessed in (([], []), (['--control', tmp_path / 'in.csv'], ['guessed'])):
            rows = json.loads(attack(*words, '--sensitive', sensitive, *more, '--format', 'json').stdout)
            assert {tuple(row) for row in rows} == {(*counted, *alone, 'least', 'mean', *guessed, 'in_order', 'told', 'right')}
            assert not more or {row['guessed'] for row in rows} == {None}        # the list does not know what is true


def halves(rows, folder, seed):
    """A random split of a table's lines, the first of which is its header: the paths of both halves."""
    head, *rows = rows
    Random(seed).shuffle(rows)
    for name, part in (('in.csv', rows[::2]), ('out.csv', rows[1::2])):
        (folder / name).write_text('\n'.join([head, *part]) + '\n')
    return folder / 'in.csv', folder / 'out.csv'


def split_differences(lines, words, folder, seed, k):
    """The differences between the halves of a table, of which one was published: as k-anonymous classes, then as recorded."""
    inside, outside = halves(lines, folder, seed)
    for script in 'samarati', 'raw':
        release = folder / 'raw.csv'
        if script == 'raw':
            release.write_text(inside.read_text())
        else:
            release = folder / 'released.csv'
            assert run('run_samarati.py', inside, '-k', k, '--max-suppression', '1%', *words, '-o', release, '--quiet').returncode == 0
        row = with_control(release, inside, outside, *words)['linkage, difference']
        yield {name: row[name] for name in ('no_candidate', 'one_record', 'one_value', 'guessed')}


def generated(random, n=4000):
    """People whose condition depends on their age a little, so that there is something to learn of anybody."""
    yield 'age,sex,zip,ill'
    for _ in range(n):
        age = random.randrange(18, 90)
        ill = random.choice(['flu', 'ulcer', 'cancer', 'asthma'] + ['heart'] * (age // 20))
        yield '%d,%s,%d,%s' % (age, random.choice('fm'), random.choice([13053, 13068, 14850, 14853]), ill)


@pytest.mark.parametrize('seed', [1, 2, 3])
def test_a_random_split_gives_a_difference_near_0(seed, tmp_path):
    (tmp_path / 'hierarchies').mkdir()
    for name, pairs in (('age', [('%d' % age, '[%d-%d]' % (age // 10 * 10, age // 10 * 10 + 9)) for age in range(18, 90)]
                         + [('[%d-%d]' % (low, low + 9), '*') for low in range(10, 90, 10)]),
                        ('sex', [('f', '*'), ('m', '*')]), ('zip', [(value, '*') for value in ('13053', '13068', '14850', '14853')])):
        (tmp_path / 'hierarchies' / (name + '.txt')).write_text(''.join('%s,%s\n' % pair for pair in pairs))
    words = ['--quasi', 'age,sex,zip', '--sensitive', 'ill', '--hierarchies', tmp_path / 'hierarchies']
    released, raw = split_differences(list(generated(Random(seed))), words, tmp_path, seed, 50)
    assert all(abs(difference) < 0.03 for difference in released.values()), released
    assert raw['guessed'] > 0.1         # of those who are published as recorded the attack does find out more


def test_a_random_split_of_adult(tmp_path):
    data = os.environ.get('KANON_ADULT')
    if not data:
        pytest.skip('needs Adult (KANON_ADULT)')
    with open(data, encoding='utf-8') as file:
        rows = [row for row in csv.reader(file, skipinitialspace=True) if len(row) == 15 and '?' not in row]
    lines = ['age,gender,race,marital_status,occupation', *(','.join([row[0], row[9], row[8], row[5], row[6]]) for row in rows)]
    words = ['--quasi', 'age,gender,race,marital_status', '--sensitive', 'occupation', '--hierarchies', os.path.join(HOME, 'hierarchies')]
    released, raw = split_differences(lines, words, tmp_path, 1, 50)
    assert all(abs(difference) < 0.02 for difference in released.values()), released
    assert raw['guessed'] > 0.08


def test_the_same_file_as_control_is_warned_of(tmp_path):
    release = published(tmp_path, 'mondrian', TOY)
    result = attack(release, '--known', TOY, '--control', TOY)
    assert result.returncode == 0 and '--control and --known are the same file' in result.stderr and result.stderr.count('\n') == 1
    assert '+0.00' in result.stdout and 'difference, +0.00 points' in result.stdout
