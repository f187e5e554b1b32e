"""check, risk and the standards in persons, against their definitions: every class of small random tables, through the command line."""

import csv
import json
import os
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import exp, log
from random import Random

import pytest

from conftest import kanon, run_here, seeds
from definitions import passes_by_definition
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.rules.distance import Equal, Hierarchical, OrderedDistance
from kanon.core.rules.of_values import Alpha, Closeness, Distinct, Entropy, Recursive

from readers import read

NOBODY = '', '?', 'n/a'
UNKNOWN = '', '?', 'NA'
STARS = '*', '*'
TREE = Hierarchy({'1': 'low', '2': 'low', '3': 'high', '4': 'high', '?': 'high', 'low': '*', 'high': '*'})
QUASI = ['--quasi', 'age,sex', '--config', os.devnull]


def random_rows(seed):
    """(age, sex, ill, who), in which persons have several rows, in several classes or in one, and some rows are nobody's."""
    random = Random(seed)
    persons = ['p%d' % number for number in range(random.randint(2, 8))]
    values = random.choice(['12', '123', '1234']) * 2 + random.choice(['', '', '?', '??'])
    ages, steady = random.choice([['3*'], ['3*', '4*'], ['3*', '4*', '5*']]), random.random()
    home = {person: (random.choice(ages), random.choice('mf')) for person in persons}
    rows = []
    for _ in range(random.randint(3, 24)):
        person = random.choice(persons)
        quasi = home[person] if random.random() < steady else (random.choice(ages), random.choice('mf'))
        rows.append((*(STARS if random.random() < 0.1 else quasi), random.choice(values), person if random.random() < 0.9 else random.choice(NOBODY)))
    rows += [('3*', 'm', '1', person) for person in persons[:2]]        # two persons, at least one of them in a class
    return [(age, sex, random.choice(UNKNOWN) if ill == '?' else ill, who) for age, sex, ill, who in rows]


def write(path, rows, head=('age', 'sex', 'ill', 'who')):
    with open(str(path), 'w', newline='') as file:
        csv.writer(file).writerows([head, *rows])
    return path


def printed(verb, path, *words):
    status, text, error = run_here(verb, [path, *words])
    assert error == '' and status in (0, 1), error
    return status, json.loads(text.decode())


def classes_of(rows):
    found = {}
    for row in rows:
        found.setdefault(row[:2], []).append(row)
    if len(found) > 1:
        found.pop(STARS, None)
    return found


def persons_of(rows):
    return {row[3] for row in rows} - set(NOBODY)


def pairs_of(rows):
    return {('?' if row[2] in UNKNOWN else row[2], row[3]) for row in rows if row[3] not in NOBODY}


def fillings(rows):
    """{value: persons who have it} of a class, for each known value that may be had by all of whom a value is missing."""
    pairs = pairs_of(rows)
    for taken in {value for value, _ in pairs if value != '?'} or {'any'}:
        of_value = {}
        for value, person in pairs:
            of_value.setdefault(taken if value == '?' else value, set()).add(person)
        yield of_value


def passes(rule, rows, whole):
    """A rule's definition in persons. A class with nobody in it passes none."""
    persons = persons_of(rows)
    if not persons:
        return False
    if isinstance(rule, Closeness):
        mine, reference = ([value.replace('?', '9') for value, _ in pairs_of(found)] for found in (rows, whole))
        return passes_by_definition(rule, mine, reference, TREE)
    for of_value in fillings(rows):
        if isinstance(rule, Alpha):
            if any(Fraction(len(mine), len(persons)) > Fraction(*rule.alpha) for mine in of_value.values()):
                return False
        elif any(mine == persons for mine in of_value.values()) or not passes_by_definition(
                rule, [value for value, mine in of_value.items() for _ in mine], [], TREE):
            return False
    return True


def reference_of(rows):
    return Counter(value.replace('?', '9') for value, _ in pairs_of(rows))


def asked(random, rows):
    """(a word of --require, the rule), or the word k and a number."""
    reference = reference_of(rows)
    t = '%.1f' % (random.randint(0, 8) / 10)
    choices = [('l=%d' % l, Distinct(l)) for l in (2, 3)] + [('entropy=%s' % l, Entropy(l)) for l in ('1.5', '2', '2.5')]
    choices += [('recursive=%s:%d' % (c, l), Recursive(c, l)) for c in ('0.7', '2', '3') for l in (2, 3)]
    choices += [('alpha=%s' % share, Alpha(share)) for share in ('0.25', '0.5', '0.75', '1')] + [('t=' + t, Closeness(t, Equal(reference)))] * 3
    if not any(row[2] in UNKNOWN for row in rows) and len(reference) > 1:
        choices += [('ordered-t=' + t, Closeness(t, OrderedDistance(reference)))] * 3
    return random.choice(choices)


@pytest.mark.parametrize('seed', seeds(330))
def test_check_in_persons_against_definitions(seed, tmp_path):
    random, rows = Random(seed), random_rows(seed)
    classes, k, (word, rule) = classes_of(rows), random.randint(1, 4), asked(Random(seed), rows)
    status, report = printed('check', write(tmp_path / 't.csv', rows), *QUASI, '--sensitive', 'ill', '--person', 'who', '--json',
                             '--require', 'k=%d,%s' % (k, word), '--below', 3)
    sizes = [len(persons_of(found)) for found in classes.values()]
    in_classes = {quasi: persons_of(found) for quasi, found in classes.items()}
    below = set().union(*(found for found in in_classes.values() if len(found) < 3))
    assert report['classes']['persons'] == {'k': min(sizes), 'largest': max(sizes), 'average': sum(sizes) / len(sizes), 'below': {'k': 3, 'persons': len(below)}}
    assert report['classes']['k'] == min(map(len, classes.values()))        # records
    times, anywhere = Counter(row[3] for row in rows), set().union(*in_classes.values())
    assert report['person'] == 'who' and report['persons'] == {
        'count': len(persons_of(rows)), 'in_classes': len(anywhere), 'suppressed': len(persons_of(rows) - anywhere),
        'several': sum(n > 1 for person, n in times.items() if person not in NOBODY),
        'moving': sum(sum(person in found for found in in_classes.values()) > 1 for person in anywhere),
        'unknown': sum(row[3] in NOBODY for row in rows)}
    of_k, of_rule = report['required']
    failing = [found for found in classes.values() if len(persons_of(found)) < k]
    assert of_k == {'required': 'k=%d' % k, 'column': None, 'at_most': False, 'found': min(sizes), 'holds': not failing,
                    'failing': {'classes': len(failing), 'records': sum(map(len, failing))}}
    failing = [found for found in classes.values() if not passes(rule, found, rows)]
    assert (of_rule['holds'], of_rule['failing']) == (not failing, {'classes': len(failing), 'records': sum(map(len, failing))}), word
    assert status == int(not (of_k['holds'] and of_rule['holds']))
    limit = float(word.partition('=')[2].partition(':')[0])
    found, name = of_rule['found'], word.partition('=')[0]
    if name in ('l', 'entropy'):        # where one value may be that of all, even l = 1 fails
        assert of_rule['holds'] or found < limit + 1e-9 or found == 1
        assert not of_rule['holds'] or found > limit - 1e-9
    elif name in ('alpha', 't', 'ordered-t'):
        nobody = not all(sizes)
        assert of_rule['holds'] == (found < limit + 1e-9) or nobody
    else:
        assert not of_rule['holds'] or found < limit
    assert report['columns'][0]['l'] == (min(len({value for value, _ in pairs_of(found)} - {'?'}) if passes(Distinct(1), found, rows) else 1
                                             for found in classes.values()))
    assert report['columns'][0]['unknown'] == sum(row[2] in UNKNOWN for row in rows)


@pytest.mark.parametrize('seed', seeds(110))
def test_measures_of_the_worst_class_in_persons(seed, tmp_path):
    """l, entropy, alpha and recursive c by their formulas, over all that the missing values may be."""
    rows = random_rows(seed)
    _, report = printed('check', write(tmp_path / 't.csv', rows), *QUASI, '--sensitive', 'ill', '--person', 'who', '--json')
    entropies, shares, c = [], [], []
    for found in classes_of(rows).values():
        everybody = len(persons_of(found))
        for of_value in fillings(found) if everybody else ():
            counts = sorted(map(len, of_value.values()), reverse=True)
            all_have = counts[0] == everybody
            entropies.append(1 if all_have else exp(-sum(n / sum(counts) * log(n / sum(counts)) for n in counts)))
            c.append(None if all_have or len(counts) < 2 else counts[0] / sum(counts[1:]))
            shares.append(counts[0] / everybody)
        if not everybody:
            entropies, shares, c = [*entropies, 1], [*shares, 1], [*c, None]
    column = report['columns'][0]
    assert column['entropy'] == pytest.approx(min(entropies)) and column['alpha'] == max(shares)
    assert column['recursive']['2'] == (None if None in c else max(c))
    worst = report['worst'][0]
    mine = classes_of(rows)[tuple(worst['quasi'].values())]
    assert (worst['records'], worst['persons']) == (len(mine), len(persons_of(mine)))
    who_may = {value: {person for of, person in pairs_of(mine) if of in (value, '?')} for value, _ in pairs_of(mine) if value != '?'}
    shown = worst['columns'][0]
    assert shown['may_have'] == max(map(len, who_may.values()), default=len(persons_of(mine)))
    assert shown['persons'] == len({person for of, person in pairs_of(mine) if of == shown['most_frequent']} if shown['most_frequent'] != '?' else ())


@pytest.mark.parametrize('seed', seeds(110))
def test_hierarchical_t_in_persons(seed, tmp_path):
    rows = [(age, sex, '?' if ill in UNKNOWN else ill, who) for age, sex, ill, who in random_rows(seed)]
    (tmp_path / 'ill.txt').write_text(''.join('%s,%s\n' % pair for pair in (
        ('1', 'low'), ('2', 'low'), ('3', 'high'), ('4', 'high'), ('?', 'high'), ('low', '*'), ('high', '*'))))
    t = '%.1f' % (seed % 8 / 10)
    _, report = printed('check', write(tmp_path / 't.csv', rows), *QUASI, '--sensitive', 'ill', '--person', 'who', '--json',
                        '--t-closeness', 'hierarchical:' + t, '--hierarchies', tmp_path)
    renamed = [(age, sex, '4' if ill == '?' else ill, who) for age, sex, ill, who in rows]      # a leaf beside '4' is as far from all others
    if any(row[2] == '?' for row in rows) and any(row[2] == '4' for row in rows):
        return
    rule = Closeness(t, Hierarchical(Counter(value for value, _ in pairs_of(renamed)), TREE))
    assert report['required'][0]['holds'] == all(passes(rule, [row for row in renamed if row[:2] == quasi], renamed) for quasi in classes_of(rows))


@pytest.mark.parametrize('seed', seeds(220))
def test_risk_in_persons_against_every_person(seed, tmp_path):
    random, rows = Random(seed), random_rows(seed)
    classes = {quasi: persons_of(found) for quasi, found in classes_of(rows).items()}
    people = [random.choice([row[:2] for row in rows]) for _ in range(random.randint(1, 30))]
    write(tmp_path / 'people.csv', people, ('age', 'sex'))
    words = [*QUASI, '--person', 'who', '--threshold', '0.3', '--format', 'json'] + ['--population', tmp_path / 'people.csv'] * (seed % 2)
    if not set().union(*classes.values()):
        return
    _, report = printed('risk', write(tmp_path / 't.csv', rows), *words)
    fits = {quasi: [max(len(found), people.count(quasi) * n) for n in range(2)] for quasi, found in classes.items()}
    for row, journalist in zip(report['risks'], range(1 + seed % 2)):
        each = [max(Fraction(1, fits[quasi][journalist]) for quasi, found in classes.items() if person in found) for person in set().union(*classes.values())]
        assert row['highest'] == float(max(each)) and row['average'] == pytest.approx(float(sum(each) / len(each)))
        assert (row['above'], row['uniques']) == (sum(risk > Fraction(3, 10) for risk in each), each.count(1))
        assert row['above_share'] == row['above'] / len(each)
    if seed % 2:
        there = {quasi for quasi in classes if quasi in people}
        short = {quasi for quasi in there if people.count(quasi) < len(classes[quasi])}
        records = {quasi: len(found) for quasi, found in classes_of(rows).items()}
        assert (report['population']['absent'], report['population']['short']) == (
            sum(records[quasi] for quasi in classes.keys() - there), sum(map(records.get, short)))
    for row in report['subsets']:
        places = [['age', 'sex'].index(name) for name in row['columns']]
        found = {}
        for quasi in classes:
            found.setdefault(tuple(quasi[place] for place in places), set()).update(classes[quasi])
        alone = [persons for persons in found.values() if len(persons) == 1]
        assert row['uniques'] == len(set().union(*alone))
        assert row['smallest'] == min(len(persons) for persons in found.values() if persons)
        records = [[row_[place] for place in places] for found in classes_of(rows).values() for row_ in found]
        pairs = list(combinations(records, 2))
        assert row['separation'] == pytest.approx(sum(one != other for one, other in pairs) / len(pairs))


@pytest.mark.parametrize('seed', seeds(110))
def test_presence_and_k_map_of_persons(seed, tmp_path):
    """The population has each person's labels once, and strangers."""
    random, rows = Random(seed), random_rows(seed)
    classes = {quasi: persons_of(found) for quasi, found in classes_of(rows).items()}
    people = [quasi for quasi, found in classes.items() for _ in range(max(1, len(found)) + random.choice([0, 0, 1, 5]))]
    people += [STARS, ('9*', 'm')] * random.randint(0, 1)
    write(tmp_path / 'people.csv', people, ('age', 'sex'))
    least, most, k = random.choice(['0', '1/2']), random.choice(['0.5', '0.8', '1']), random.randint(2, 5)
    words = ['--population', tmp_path / 'people.csv', '--delta-presence', '%s:%s' % (least, most), '--k-map', k]
    if ('*', '*') in classes:
        return      # its labels fit everybody
    _, report = printed('check', write(tmp_path / 't.csv', rows), *QUASI, '--person', 'who', '--sensitive', '', '--json', *words)
    shares = {quasi: Fraction(len(found), people.count(quasi)) for quasi, found in classes.items()}
    verdicts = {row['required'].partition('=')[0]: row for row in report['required']}
    assert verdicts['k-map']['holds'] == all(people.count(quasi) >= k for quasi in classes)
    assert verdicts['presence-most']['holds'] == all(share <= Fraction(most) for share in shares.values())
    assert verdicts['presence-most']['found'] == float(max(shares.values()))
    if least != '0':
        nowhere = any(quasi not in classes for quasi in people)
        assert verdicts['presence-least']['holds'] == (not nowhere and all(share >= Fraction(least) for share in shares.values()))
    assert report['population']['presence'] == [float(min(shares.values())), float(max(shares.values()))]


STANDARD = '''[standard]
title = A test
source = a test
[cells]
text = Cells.
source = a test
measure = class-size
least = %(least)d
[chance]
text = Chance.
source = a test
measure = risk
most = 0.%(most)d
[values]
text = Values.
source = a test
measure = different-values
least = 2
[rest]
text = The rest.
source = a test
measure = left-out
least = 3
'''


@pytest.mark.parametrize('seed', seeds(110))
def test_clauses_count_persons(seed, tmp_path):
    rows = random_rows(seed)
    classes = {quasi: persons_of(found) for quasi, found in classes_of(rows).items()}
    least, most = 1 + seed % 4, 1 + seed % 9
    (tmp_path / 's.ini').write_text(STANDARD % {'least': least, 'most': most})
    left = seed % 5
    _, report = printed('check', write(tmp_path / 't.csv', rows), *QUASI, '--person', 'who', '--sensitive', 'ill', '--json', '--standard',
                        tmp_path / 's.ini', '--total', len(rows) + left)
    clauses = {clause['clause']: clause for clause in report['standards'][0]['clauses']}
    records = {quasi: len(found) for quasi, found in classes_of(rows).items()}
    failing = [quasi for quasi, found in classes.items() if len(found) < least]
    assert (clauses['cells']['classes'], clauses['cells']['records']) == (len(failing), sum(map(records.get, failing)))
    assert clauses['cells']['found'] == min(map(len, classes.values()))
    assert clauses['chance']['classes'] == sum(not found or Fraction(1, len(found)) > Fraction(most, 10) for found in classes.values())
    one_value = [found for found in classes_of(rows).values() if not passes(Distinct(2), found, rows)]
    assert clauses['values']['classes'] == len(one_value)
    starred = len(persons_of([row for row in rows if row[:2] == STARS])) if STARS not in classes else 0
    few = [group for group in ((starred, sum(row[:2] == STARS for row in rows)), (left, left)) if 0 < group[0] < 3]
    rest = clauses['rest']
    assert rest['verdict'] == ('fails' if few else 'open' if left else 'holds') and rest['reason'] == ('no_persons' if left and not few else None)
    assert rest['found'] == (max(few)[0] if few else None if left else starred) and (rest['classes'], rest['records']) == (0, max(few)[1] if few else 0)


@pytest.mark.parametrize('seed', seeds(66))
def test_a_counted_table_says_what_its_rows_say(seed, tmp_path):
    """A row stands for so many records of its person."""
    rows = random_rows(seed)
    if not set().union(*map(persons_of, classes_of(rows).values())):
        return
    plain = write(tmp_path / 't.csv', rows)
    counted = write(tmp_path / 'c.csv', [(*row, n) for row, n in Counter(rows).items()], ('age', 'sex', 'ill', 'who', 'n'))
    (tmp_path / 's.ini').write_text(STANDARD % {'least': 2, 'most': 3})
    for verb, words in (('check', ['--sensitive', 'ill', '--json', '--require', 'k=2,l=2,alpha=0.5,t=0.3', '--standard', tmp_path / 's.ini']), ('risk', ['--format', 'json'])):
        one, other = (printed(verb, path, *QUASI, '--person', 'who', *words, *more)[1] for path, more in ((plain, []), (counted, ['--counts', 'n'])))
        for name in one.keys() - {'data', 'counts', 'count_column', 'others', 'arguments'}:
            assert one[name] == other[name], name


# By hand.

def test_clauses_of_two_sensitive_columns_and_without_a_total(tmp_path):
    """All persons of the first class may have one job. Nobody says how many records there were."""
    rows = [('3*', 'f', 'flu', 'a', 'x'), ('3*', 'f', 'gout', 'b', 'x'), ('4*', 'f', 'flu', 'c', 'y'), ('4*', 'f', 'gout', 'd', 'z')]
    (tmp_path / 's.ini').write_text(STANDARD % {'least': 2, 'most': 5})
    path = write(tmp_path / 't.csv', rows, ('age', 'sex', 'ill', 'who', 'job'))
    for sensitive, failing in (('ill', 0), ('job', 1), ('ill,job', 1), ('job,ill', 1)):
        _, report = printed('check', path, *QUASI, '--person', 'who', '--sensitive', sensitive, '--json', '--standard', tmp_path / 's.ini')
        clauses = {clause['clause']: clause for clause in report['standards'][0]['clauses']}
        assert clauses['values']['classes'] == failing and clauses['rest']['reason'] == 'no_total'
    starred = write(tmp_path / 'u.csv', [*rows, *(('*', '*', 'flu', who, 'x') for who in 'abcc')], ('age', 'sex', 'ill', 'who', 'job'))
    _, report = printed('check', starred, *QUASI, '--person', 'who', '--sensitive', 'ill', '--json', '--standard', tmp_path / 's.ini', '--total', 8)
    rest = report['standards'][0]['clauses'][3]
    assert (rest['verdict'], rest['found']) == ('holds', 3)
    _, report = printed('check', path, *QUASI, '--person', 'who', '--sensitive', '', '--json', '--standard', tmp_path / 's.ini')
    assert [clause['verdict'] for clause in report['standards'][0]['clauses']] == ['holds', 'holds', 'open', 'open']


def test_a_table_of_a_header_alone_and_one_of_two_records(tmp_path):
    for verb in 'check', 'risk':
        alone = kanon(verb, write(tmp_path / 'h.csv', [], ('age', 'sex', 'ill', 'who')), *QUASI, '--person', 'who')
        assert (alone.returncode, 'h.csv: holds no record' in alone.stderr) == (1, True)
    _, report = printed('check', write(tmp_path / 't.csv', [('3*', 'f', 'flu', 'a'), ('3*', 'f', 'gout', 'b')]), *QUASI, '--person', 'who', '--sensitive', '', '--json')
    assert report['others'] == {'columns': ['ill'], 'distinct': ['ill']}


STAYS = [('3*', 'f', 'flu', 'a'), ('3*', 'f', 'HIV', 'a'), ('3*', 'f', 'flu', 'b'), ('3*', 'f', 'HIV', 'b'),
         ('4*', 'm', 'flu', 'c'), ('4*', 'm', '?', 'd'), ('4*', 'm', 'gout', 'c'), ('*', '*', 'gout', 'e'), ('5*', 'm', 'flu', 'f'),
         ('5*', 'm', 'gout', 'g'), ('5*', 'm', 'gout', '')]


def test_what_check_prints(tmp_path):
    path = write(tmp_path / 't.csv', STAYS)
    text = kanon('check', path, *QUASI, '--sensitive', 'ill', '--person', 'who', '-k', '2', '--l-diversity', '2', '--below', '3').stdout
    for line in ('The column who says whose row each row is. 7 persons: 3 with several records, 0 in several classes, 1 in no class.',
                 'Whose row it is, is not known of 1 record. It counts for nobody.',
                 'WARNING: the column who is in this file. Leave it out of what is published.',
                 'k = 2 is the number of persons of the class that has fewest; the largest has 2 persons, the average 2.0',
                 'counted in records, the smallest class has 3 records, the largest 4, the average 3.3',
                 'in classes of fewer than k = 3 persons: 6 persons',
                 '4        2        age 3*, sex f  all have HIV',
                 '3        2        age 4*, sex m  all may have flu: 1 has it, and of the others it is not known',
                 '3        2        age 5*, sex m  2 values, most frequent: flu, 1 person, t 0.3000'):
        assert line in text.splitlines(), line
    without = kanon('check', path, *QUASI, '--sensitive', 'ill').stdout
    assert 'person' not in without and 'k = 3 is the size of the smallest class' in without


def test_a_class_with_nobody_passes_nothing(tmp_path):
    path = write(tmp_path / 't.csv', [*STAYS, ('6*', 'm', 'flu', '?'), ('6*', 'm', 'gout', '')])
    status, report = printed('check', path, *QUASI, '--sensitive', 'ill', '--person', 'who', '--json', '--require', 'k=1,l=2,entropy=1.1,alpha=1,t=1,recursive=9:2')
    assert status == 1 and [row['failing']['classes'] for row in report['required']] == [1, 3, 3, 1, 1, 3]
    assert report['classes']['persons']['k'] == 0 and report['worst'][0]['persons'] == 0
    text = kanon('check', path, *QUASI, '--sensitive', 'ill', '--person', 'who', '-k', '2').stdout
    assert 'nobody is known in it' in text
    one = write(tmp_path / 'v.csv', [('3*', 'f', 'flu', 'a'), ('3*', 'f', 'gout', 'b'), ('4*', 'f', 'flu', ''), ('4*', 'f', 'gout', '')])
    column, = printed('check', one, *QUASI, '--sensitive', 'ill', '--person', 'who', '--json')[1]['columns']
    assert [column[name] for name in ('l', 'entropy', 'recursive', 't', 'alpha', 'homogeneous')] == [
        1, 1.0, {'2': None}, 1.0, 1.0, {'classes': 1, 'records': 2}]
    alone = write(tmp_path / 'u.csv', [('3*', 'm', 'flu', ''), ('3*', 'm', 'flu', '?'), ('*', '*', 'flu', 'a'), ('*', '*', 'flu', 'b')])
    assert "column 'who' is empty in all records of the classes" in kanon('risk', alone, *QUASI, '--person', 'who').stderr


def test_a_release_has_no_column_of_persons_and_its_ini_file_may_name_it(tmp_path):
    release = write(tmp_path / 'r.csv', [row[:3] for row in STAYS], ('age', 'sex', 'ill'))
    (tmp_path / 'r.ini').write_text('[kanon]\nquasi = age, sex\nsensitive = ill\nperson = who\n')
    for verb in 'check', 'risk':
        text = kanon(verb, release).stdout
        assert 'The INI file says that who says whose row each row is. This table has no such column, so records are counted.' in text
        typed = kanon(verb, release, '--person', 'who')
        assert typed.returncode == 1 and "there is no column 'who'" in typed.stderr
    assert json.loads(kanon('check', release, '--json').stdout)['person_absent'] == 'who'
    table = write(tmp_path / 't.csv', STAYS)
    (tmp_path / 't.ini').write_text('[kanon]\nquasi = age, sex\nsensitive = ill\nperson = who\n')
    report = json.loads(kanon('check', table, '--json').stdout)
    assert report['telling']['person'] == 'who' and report['classes']['persons']['k'] == 2


@pytest.mark.parametrize('language, check, risk', [
    ('en', ['The class with fewest persons has 2 persons, so the table is 2-anonymous for age, sex, counted in persons.',
            'the column who is in this file. Leave it out of what is published.', 'Its classes count persons.', 'class of 2 persons: age 3*, sex f',
            'A person counts in each class with a record of the person: 6 in all.', 'all may have this value'],
     ['The greatest risk of a person is 0.5000, the average risk is 0.5000; 0 persons are unique.', 'Persons above 0.2',
      'The risk of the persons from somebody who knows who is in the table', '7 persons: 3 with several']),
    ('zh', ['人数最少的等价类有 2 人，所以按人计数', '其中的等价类按人计数。', '2 人的等价类：age 3*、sex f', '都可能是这个值'],
     ['一个人的最大风险是 0.5000', '高于 0.2 的人数', '面对知道谁在表里的人，各人的风险', '共 7 人'])])
def test_pages_and_pictures_count_persons(language, check, risk, tmp_path):
    path = write(tmp_path / 't.csv', STAYS)
    for verb, words, sentences in (('check', ['--sensitive', 'ill', '-k', '2', '--standard', 'cms-11'], check), ('risk', [], risk)):
        result = kanon(verb, path, *QUASI, *words, '--person', 'who', '--language', language, '--html', tmp_path / 'p.html', '--force',
                       *['--internal'] * (verb == 'check'))
        assert result.stderr == ''
        page = read(tmp_path / 'p.html').words()
        assert [sentence for sentence in sentences if sentence not in page] == []


@pytest.mark.parametrize('words, rows, said', [
    (['check', '--sensitive', '', '-k', '2'], [], 'No person is in classes of fewer than k = 2 persons.'),
    (['check', '--sensitive', '', '-k', '3'], [], 'Classes of fewer than k = 3 persons count 6 persons.'),
    (['check', '--sensitive', '', '-k', '2'], [('6*', 'm', 'flu', 'a')], 'Classes of fewer than k = 2 persons count 1 person.'),
    (['risk', '--threshold', '0.5'], [], 'No person is of a higher risk than 0.5.'),
    (['risk', '--threshold', '0.4'], [], '6 persons are of a higher risk than 0.4.'),
    (['risk', '--threshold', '0.5'], [('6*', 'm', 'flu', 'a')], '1 person is of a higher risk than 0.5.'),
    (['risk'], [], 'No person is unique. Each bar: which share of the pairs of records these columns tell apart.'),
    (['risk'], [('6*', 'm', 'flu', 'a')] * 2, 'Each bar: how many of the 6 persons are alone with values that they have in these columns.')])
def test_a_sentence_of_persons_is_said_where_it_is_true(words, rows, said, tmp_path):
    """Several sentences stand in for each other: one of them is said."""
    verb, *words = words
    path = write(tmp_path / 't.csv', STAYS + rows)
    assert kanon(verb, path, *QUASI, *words, '--person', 'who', '--html', tmp_path / 'p.html').stderr == ''
    page = read(tmp_path / 'p.html').words()
    pairs = ('No person is in classes', 'Classes of fewer than k'), ('No person is of a higher', 'of a higher risk than'), ('No person is unique', 'are alone with values')
    assert said in page
    for no, some in pairs:
        if no in said or some in said:
            assert (no in page) == (no in said)


HIERARCHIES = {'age': ''.join('%d,%d*,*\n' % (age, age // 10) for age in range(30, 60)), 'sex': 'm,*\nf,*\n'}


@pytest.mark.parametrize('seed', seeds(60))
def test_clauses_of_a_run_count_persons(seed, tmp_path):
    """The run knows whose the suppressed records are, and the release with the persons put back says the same."""
    random = Random(seed)
    rows = [(str(random.choice([31, 34, 42, 45, 58])), sex, ill, who) for _, sex, ill, who in random_rows(seed) if sex != '*']
    rows += [(str(age), 'f', str(place % 2), 'x%d' % place) for place, age in enumerate([31, 31, 42, 42])]
    (tmp_path / 'hierarchies').mkdir()
    for name, text in HIERARCHIES.items():
        (tmp_path / 'hierarchies' / (name + '.txt')).write_text(text)
    least, most = 1 + seed % 4, 1 + seed % 9
    (tmp_path / 's.ini').write_text(STANDARD % {'least': least, 'most': most})
    table = write(tmp_path / 't.csv', rows)
    words = [*QUASI, '--hierarchies', tmp_path / 'hierarchies', '--sensitive', 'ill', '--person', 'who', '-k', 2, '--missing', 'value',
             '--standard', tmp_path / 's.ini', '--json', '-o', tmp_path / 'r.csv', '--recoding', tmp_path / 'c.csv',
             *(['--max-suppression', '30%'] if seed % 3 else ['--labels', 'ancestor'])]
    status, text, error = run_here('samarati' if seed % 3 else 'mondrian', [table, *words])
    if status:
        return      # nothing satisfies
    clauses = {clause['clause']: clause for clause in json.loads(text.decode())['standards'][0]['clauses']}
    with open(str(tmp_path / 'c.csv'), newline='') as file:
        reader = csv.reader(file)
        assert next(reader)[2:4] == ['age_published', 'sex_published']
        recoding = {tuple(row[:2]): tuple(row[2:4]) for row in reader}
    published = [(*recoding[row[:2]], *row[2:]) for row in rows if '' not in recoding[row[:2]]]
    out, classes = [row for row in rows if '' in recoding[row[:2]]], classes_of(published)
    sizes = {quasi: len(persons_of(found)) for quasi, found in classes.items()}
    assert clauses['cells']['found'] == min(sizes.values()) >= 2
    assert clauses['cells']['classes'] == sum(n < least for n in sizes.values())
    assert clauses['chance']['classes'] == sum(Fraction(1, n) > Fraction(most, 10) for n in sizes.values())
    assert clauses['values']['classes'] == sum(not passes(Distinct(2), found, rows) for found in classes.values())
    assert clauses['rest']['verdict'] == ('fails' if 0 < len(persons_of(out)) < 3 else 'holds')
