"""A hospital's table: several stays a patient, missing values, a chronic condition. From `start` to a page, then the month after."""

import csv
import json
import os
import re
from random import Random

import pytest

from conftest import kanon, run

ZIPS = ['13002', '13005', '13013', '13014', '13053', '13068', '13085', '13094']
ACUTE = ['flu', 'fracture', 'pneumonia', 'appendicitis', 'gastritis', 'burn', 'asthma']
HEADER = ['patient', 'age', 'sex', 'zip', 'admitted', 'diagnosis']


def patients(random, count, first=1):
    """(number, age, sex, zip, chronic condition or '') of each."""
    return [('P%05d' % number, str(min(97, max(18, int(random.gauss(55, 18))))), random.choice('fm'), random.choice(ZIPS),
             random.choice(['diabetes', 'HIV']) if random.random() < 0.12 else '') for number in range(first, first + count)]


def stays(random, people, rows):
    """At least one row of each person, and rows with a missing age or diagnosis. Some people have moved."""
    table = []
    for number, age, sex, zip_, chronic in [*people, *random.choices(people, k=rows - len(people))]:
        diagnosis = chronic if chronic and random.random() < 0.9 else random.choice(ACUTE)
        table.append((number, '' if random.random() < 0.01 else age, sex, random.choice(ZIPS) if random.random() < 0.03 else zip_,
                      '2026-01-%02d' % random.randint(1, 28), '' if random.random() < 0.03 else diagnosis))
    random.shuffle(table)
    return table


def written(path, rows):
    with open(str(path), 'w', newline='', encoding='utf-8') as file:
        csv.writer(file).writerows([HEADER, *rows])


def one_row_each(rows):
    """The last row of each person that lacks nothing."""
    return list({row[0]: row for row in rows if all(row)}.values())


@pytest.fixture(scope='module')
def hospital(tmp_path_factory):
    folder, random = tmp_path_factory.mktemp('hospital'), Random(22)
    people = patients(random, 1800)
    january = stays(random, people, 4000)
    written(folder / 'stays.csv', january)
    register = one_row_each(january)
    written(folder / 'january.csv', register)
    left = set(random.sample(range(len(register)), 4))
    came = one_row_each(stays(random, patients(random, 90, 5001), 120))
    written(folder / 'february.csv', [row for place, row in enumerate(register) if place not in left] + came)
    done = kanon('start', 'stays.csv', '--person', 'patient', '--quasi', 'age,sex,zip', '--sensitive', 'diagnosis', '-k', '5', cwd=str(folder))
    assert done.returncode == 0, done.stderr
    return folder


def test_start_proposes_the_patient(hospital):
    (hospital / 'alone').mkdir()
    (hospital / 'alone' / 'stays.csv').write_bytes((hospital / 'stays.csv').read_bytes())
    done = kanon('start', 'stays.csv', cwd=str(hospital / 'alone'))
    told = re.search("^'patient' looks as if .*: 1,800 different values in 4,000 records.* type --person patient, and k counts persons.*$",
                     done.stdout, re.MULTILINE)
    assert done.returncode == 0 and told, done.stdout


@pytest.mark.parametrize('program, more', [('run_samarati.py', ['--max-suppression', '5%']), ('run_mondrian.py', [])])
def test_from_start_to_a_page(hospital, program, more):
    """k = 5 patients and l = 2: nobody who has the table and knows who is whose finds fewer than five."""
    release = hospital / (program + '.csv')
    done = run(program, 'stays.csv', '--config', 'stays.ini', '--l-diversity', '2', *more, '--html', program + '.html', '--json', '-o', str(release),
               cwd=str(hospital))
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report['person'] == 'patient' and 1700 < report['persons']['count'] < 1800 and report['audit']['persons'] >= 5
    assert 'rows of at least k = 5 persons' in (hospital / (program + '.html')).read_text(encoding='utf-8')
    attacked = kanon('attack', str(release), '--known', 'stays.csv', '--person', 'patient', '--quasi', 'age,sex,zip', '--sensitive', 'diagnosis',
                     '-k', '5', '--format', 'json', cwd=str(hospital))
    linked = json.loads(attacked.stdout)[0]
    assert linked['attack'] == 'linkage' and linked['below_k'] == linked['one_value'] == 0 and linked['least'] >= 5, linked
    rows = sum(1 for _ in csv.reader(release.open(encoding='utf-8'))) - 1
    assert linked['people'] > 1700 and rows > 3600


def test_rows_would_not_have_kept_it(hospital):
    """The same run without --person: some patients are left with fewer than five."""
    release = hospital / 'rows.csv'
    done = run('run_mondrian.py', 'stays.csv', '--quasi', 'age,sex,zip', '--sensitive', 'diagnosis', '-k', '5', '-o', str(release), '--quiet',
               '--config', os.devnull, cwd=str(hospital))
    assert done.returncode == 0, done.stderr
    attacked = kanon('attack', str(release), '--known', 'stays.csv', '--person', 'patient', '--quasi', 'age,sex,zip', '--sensitive', 'diagnosis',
                     '-k', '5', '--format', 'json', cwd=str(hospital))
    assert attacked.returncode == 0, attacked.stderr
    assert json.loads(attacked.stdout)[0]['below_k'] > 100


@pytest.mark.parametrize('history', [['--history', 'people.csv'], []])
def test_the_month_after(hospital, history):
    """The register's two releases side by side leave nobody below k with --history, and somebody without."""
    def published(month):
        out = '%s%s.csv' % (month, len(history))
        done = run('run_samarati.py', month + '.csv', '--person', 'patient', '--quasi', 'age,sex,zip', '--sensitive', 'diagnosis', '-k', '5',
                   '--l-diversity', '2', '--max-suppression', '10%', '--hierarchies', 'hierarchies', *history, '--json', '-o', out, cwd=str(hospital))
        assert done.returncode == 0, done.stderr
        return out, json.loads(done.stdout)
    (first, _), (second, report) = published('january'), published('february')
    if history:
        assert report['history']['releases'] == 1 and report['history']['new'], report['history']
    attacked = kanon('attack', first, '--known', 'january.csv', '--second', second, '--second-known', 'february.csv', '--person', 'patient',
                     '--quasi', 'age,sex,zip', '--sensitive', 'diagnosis', '-k', '5', '--format', 'json', cwd=str(hospital))
    assert attacked.returncode == 0, attacked.stderr
    below = {row['attack']: row['below_k'] for row in json.loads(attacked.stdout) if row['attack'].startswith('over time')}
    assert len(below) == 3 and (sum(below.values()) == 0) == bool(history), below
