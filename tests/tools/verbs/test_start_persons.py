"""`python -m kanon start` and whose rows the rows are: which column says it, what k in records allows, and persons who contradict themselves."""

import csv
import gzip
import json
import os
import re
from collections import Counter
from itertools import combinations
from random import Random

import pytest

from conftest import HOME, kanon, seeds
from kanon.core.settings.ini import read_with_texts
from kanon.core.tables.table import Table
from kanon.tools.building.survey_of_persons import SHARED, SurveyOfPersons, fewest_of

from readers import read

LOOKS = re.compile(r"'(.*)' looks as if it said whose row each row is: ([0-9,]+) different values in ([0-9,]+) records?, ([0-9,]+) of them in several"
                   r' records, one in ([0-9,]+)\. If it does, type --person (.*), and k counts persons\. k = (\d+) in records would allow a class of'
                   r' (\d+) persons?\.')


def write(path, rows, head):
    with open(str(path), 'w', newline='', encoding='utf-8') as file:
        csv.writer(file).writerows([head, *rows])
    return path


def stays(name, value_of, people=40, seed=1):
    """A table of stays. value_of: the value of a person's number."""
    random = Random(seed)
    rows = [(value_of(person), random.choice('mf'), '%05d' % random.choice([13053, 14850]), random.choice(['flu', 'gout']))
            for person in range(people) for _ in range(random.choice([1, 1, 2, 3]))]
    return [name, 'sex', 'zip', 'ill'], rows


# Which column is proposed.

@pytest.mark.parametrize('name, value_of', [
    ('patient', '9{:04}'.format), ('patient', 'P{:03}'.format), ('PatientNr', '{:06}'.format), ('client_id', 'c-{}'.format), ('participant', 'Name {}'.format),
    ('Mitarbeiter', 'M{:04}'.format), ('患者编号', '9{:04}'.format), ('pid', '9{:04}'.format), ('a', lambda n: '{:03}-{:02}-{:04}'.format(100 + n, 11, 1234 + n))])
def test_a_column_that_repeats_like_a_person_is_proposed(name, value_of, tmp_path):
    head, rows = stays(name, value_of)
    text = kanon('start', write(tmp_path / 't.csv', rows, head), '-k', '5').stdout
    column, persons, records, several, most, option, k, fewest = LOOKS.search(text).groups()
    times = Counter(row[0] for row in rows)
    assert (column, option.strip("'"), int(persons), int(records)) == (name, name, 40, len(rows))
    assert (int(several), int(most), int(k)) == (sum(n > 1 for n in times.values()), max(times.values()), 5)
    assert int(fewest) == fewest_of(times.values(), 5) == 2
    assert value_of(7) not in text


@pytest.mark.parametrize('name, value_of', [
    ('ward', 'W{:03}'.format), ('zip', '{:05}'.format), ('age', str), ('income', lambda n: str(1000 + 137 * n)), ('icd', 'E{:02}'.format),
    ('admitted', lambda n: '2024-01-%02d' % (n % 28 + 1)), ('doctor', 'D{}'.format), ('patient_age', str), ('drug_id', str), ('x', str), ('visit', str),
    ('town', 'T{:02}'.format)])
def test_another_column_that_repeats_is_not(name, value_of, tmp_path):
    head, rows = stays(name, value_of)
    assert 'whose row' not in kanon('start', write(tmp_path / 't.csv', rows, head)).stdout


def test_a_column_of_persons_that_does_not_repeat_or_has_few_values_is_not(tmp_path):
    head = ['patient', 'sex']
    for rows in ([(n, 'm') for n in range(50)], [('yes', 'm'), ('no', 'f')] * 20, [('P%d' % (n % 9), 'f') for n in range(40)]):
        assert 'whose row' not in kanon('start', write(tmp_path / 't.csv', rows, head)).stdout


def test_tables_of_one_row_a_person_raise_no_false_alarm(tmp_path):
    with open(str(tmp_path / 'clinic.csv'), 'w') as file:
        from importlib.util import module_from_spec, spec_from_file_location
        spec = spec_from_file_location('make_clinic', os.path.join(HOME, 'data', 'make_clinic.py'))
        made = module_from_spec(spec)
        spec.loader.exec_module(made)
        file.writelines(made.lines())
    adult = os.environ.get('KANON_ADULT')
    clinic = [tmp_path / 'clinic.csv'] if 'patient' not in made.COLUMNS.split(',') else []
    for path in ['data/adult_sample.data', 'data/inpatients/inpatients.csv', *clinic, *([adult] if adult else [])]:
        result = kanon('start', path)
        assert result.returncode == 0 and 'whose row' not in result.stdout, path


def test_of_two_columns_the_coarser_is_proposed_and_none_that_is_used(tmp_path):
    rows = [('H%02d' % (n // 8), 'P%02d' % (n // 2), 'm', n % 7) for n in range(96)]
    path = write(tmp_path / 't.csv', rows, ['client', 'patient', 'sex', 'days'])
    assert LOOKS.search(kanon('start', path).stdout)[1] == 'client'
    made = kanon('start', path, '--quasi', 'sex', '--publish', 'client', '-k', '5').stdout
    assert LOOKS.search(made)[1] == 'patient'


@pytest.mark.parametrize('seed', seeds(200))
def test_k_records_of_fewest_persons_against_all_classes(seed):
    random = Random(seed)
    records = [random.randint(1, 4) for _ in range(random.randint(1, 6))]
    k = random.randint(1, sum(records))
    rows = [person for person, n in enumerate(records) for _ in range(n)]
    assert fewest_of(records, k) == min(len(set(class_)) for class_ in combinations(rows, k))


# With --person.

def random_visits(seed):
    random = Random(seed)
    persons = ['p%02d' % number for number in range(random.randint(3, 12))]
    home = {person: (random.choice('mf'), '19%02d-01-0%d' % (random.randint(30, 33), random.randint(1, 2))) for person in persons}
    rows = []
    for _ in range(random.randint(8, 60)):
        person = random.choice(persons)
        sex, born = home[person]
        sex = random.choice(['m', 'f', '', '?', 'k.A.']) if random.random() < 0.1 else random.choice([sex, sex.upper(), sex + ' '])
        rows.append([person if random.random() < 0.9 else random.choice(['', '?', 'NA']), sex, '1999-09-09' if random.random() < 0.05 else born,
                     random.choice('abcd') * 3])
    return rows + [[person, *home[person], 'abc'] for person in persons[:2]]


@pytest.mark.parametrize('seed', seeds(220))
def test_what_the_second_reading_tells_against_every_row(seed, tmp_path):
    rows, random = random_visits(seed), Random(seed)
    head = ['who', 'sex', 'born', 'ward']
    path = write(tmp_path / 't.csv', rows, head)
    with Table(str(path), missing='value') as table:
        table.na = frozenset(['k.A.'])
        looked_at = {name: {row[place] for row in rows if random.random() < 0.8} for place, name in enumerate(head)}
        found = SurveyOfPersons(table, 'who', looked_at, {'sex': [], 'born': [None]}, False)
    nobody = ('', '?', 'NA')
    times = Counter(row[0] for row in rows if row[0] not in nobody)
    assert found.records == times and found.unknown == len(rows) - sum(times.values())
    for place, name in enumerate(head):
        for value in looked_at[name] - {'k.A.'}:
            have = {row[0] for row in rows if row[place].replace('k.A.', '?') == value} - set(nobody)
            assert len(found.shared[name][value]) == min(SHARED, len(have)) and found.shared[name][value] <= have
    values = {(person, name): {row[place].strip().lower() for row in rows if row[0] == person} - {'', '?', 'k.a.'}
              for person in times for name, place in (('sex', 1), ('born', 2))}
    bad = {key for key, of_key in values.items() if len(of_key) > 1}
    assert found.contradicting == Counter(name for _, name in bad) and found.persons == len({person for person, _ in bad})
    first, lines = {}, []
    for line, row in enumerate(rows, 2):
        told = False
        for name, place in (('sex', 1), ('born', 2)):
            value = row[place].strip().lower()
            if value not in ('', '?', 'k.a.') and row[0] in times:
                told |= first.setdefault((row[0], name), value) != value
        lines += [line] * told
    assert found.lines == lines[:5]


VISITS = ['who,sex,born,ward,note', *('p%02d,m,1950-01-01,A,x' % n for n in range(12)), 'p01,m,1950-01-01,A,x', 'p01,f,1950-01-02,A,x', 'p02,M,1950-01-01,B,y',
          'p03,m,1951-07-07,B,y', 'p03,m,1950-01-01,B,y', 'p03,m,1950-01-01,B,y', '?,m,1950-01-01,B,y', 'p03,m,1950-01-01,B,y', 'p03,f,1950-01-01,B,y']


def test_what_start_says_of_persons(tmp_path):
    path = tmp_path / 't.csv'
    path.write_text('\n'.join(VISITS) + '\n')
    text = kanon('start', path, '--person', 'who', '-k', '5').stdout
    assert "'who' says whose row each row is: 12 persons have 20 records, 1.7 each on average, 3 have several, and the most are 6." in text
    assert 'Whose row it is, is not known of 1 record. It counts for nobody.' in text
    assert 'k = 5 in records' not in text, 'k counts persons'
    assert "The records of 2 persons contradict each other in what cannot change: 'sex' (2 persons), 'born' (2 persons) (lines 15, 17, 22)." in text
    assert "for example 'A' (14 records)" in text and "who     " in text and 'says whose row each row is: counted, and not published' in text
    assert 'p0' not in text and '1951' not in text and '--person who --quasi COLUMN,COLUMN' in text


def test_an_example_needs_five_persons_with_person_and_five_records_without(tmp_path):
    rows = [('a', 'HIV', 'x')] * 9 + [('p%d' % n, 'flu', 'xyzuv'[n % 5]) for n in range(5)] + [('a', 'Flu ', 'y'), ('b', 'hiv', 'y')]
    path = write(tmp_path / 't.csv', rows, ['who', 'ill', 'ward'])
    without, text = (kanon('start', path, *words).stdout for words in ([], ['--person', 'who']))
    assert "for example 'HIV' (9 records)" in without and "'HIV' (9 records), 'hiv' (1)" in without and "'flu' (5 records), 'Flu ' (1)" in without
    assert "for example 'flu' (5 records)" in text and 'HIV' not in text and "'flu' (5 records), 'Flu ' (1)" in text
    assert "for example 'x' (10 records)" in without and 'for example \'x\'' not in text


def test_the_files_that_are_written_name_the_person(tmp_path):
    path = tmp_path / 't.csv'
    path.write_text('\n'.join(VISITS) + '\n')
    made = kanon('start', path, '--quasi', 'sex,born', '--sensitive', 'ward', '--person', 'who', '-k', '3', cwd=str(tmp_path))
    assert made.returncode == 0, made.stderr
    assert read_with_texts(str(tmp_path / 't.ini'))['person'] == ('who', 'who')
    text = (tmp_path / 't.ini').read_text()
    assert '--quasi sex,born --sensitive ward --person who -k 3\n' in text
    assert "'who' says whose row each row is" in kanon('start', path).stdout       # the INI file beside the table names it
    run_ = kanon('mondrian', path, '--config', tmp_path / 't.ini', '-o', tmp_path / 'r.csv')
    assert 'rows of at least k = 3 persons' in run_.stdout, run_.stderr
    plain = tmp_path / 'u.csv'
    plain.write_text('\n'.join(VISITS) + '\n')
    assert kanon('start', plain, '--quasi', 'sex', '--force', cwd=str(tmp_path)).returncode == 0 and 'person =' not in (tmp_path / 'u.ini').read_text()


def test_several_files_and_packed_ones_have_no_lines_or_have_them(tmp_path):
    (tmp_path / 'parts').mkdir()
    for place, part in enumerate((VISITS[:14], [VISITS[0], *VISITS[14:]])):
        (tmp_path / 'parts' / ('%d.csv' % place)).write_text('\n'.join(part) + '\n')
    (tmp_path / 't.csv.gz').write_bytes(gzip.compress(('\n'.join(VISITS) + '\n').encode()))
    words = ['--person', 'who', '-k', '5']
    of_parts, packed = (kanon('start', tmp_path / name, *words).stdout for name in ('parts', 't.csv.gz'))
    assert "in what cannot change: 'sex' (2 persons), 'born' (2 persons). Either" in of_parts
    assert 'lines 15, 17' in packed
    totals = tmp_path / 'totals.csv'
    totals.write_text('\n'.join([*VISITS, 'Total,,22,,']) + '\n')
    assert '12 persons have 20 records' in kanon('start', totals, *words).stdout


@pytest.mark.parametrize('names, refused', [(['Ann', 'Ann'], True), (['Ann', '?'], True), (['', '?'], True), (['Ann', 'Bob'], False), (['12', '012'], False), (['Ann', 'Ann '], False)])
def test_a_column_that_names_nobody_or_one_person_alone(names, refused, tmp_path):
    result = kanon('start', write(tmp_path / 't.csv', [(name, age) for age, name in enumerate(names)], ['who', 'age']), '--person', 'who')
    assert (result.returncode, "column 'who'" in result.stderr) == (int(refused), refused)


def test_names_that_differ_in_case_or_blanks_alone(tmp_path):
    rows = [('Ann', 'm'), ('ann', 'm'), ('aNN ', 'f'), ('Bob', 'm'), ('BOB', 'm'), ('Cy', 'm')]
    text = kanon('start', write(tmp_path / 't.csv', rows, ['who', 'sex']), '--person', 'who', '-k', '2').stdout
    assert "3 names in 'who' may be the same person as another one, but for capitals" in text and 'type --exact who' in text and 'Ann' not in text
    exact = kanon('start', tmp_path / 't.csv', '--person', 'who', '-k', '2', '--exact', 'who').stdout
    assert 'may be the same person' not in exact
    assert 'may be the same person' not in kanon('start', write(tmp_path / 'u.csv', rows[3:4] + rows[5:], ['who', 'sex']), '--person', 'who', '-k', '2').stdout
    doubt, = [doubt for doubt in json.loads(kanon('start', tmp_path / 't.csv', '--person', 'who', '--json').stdout)['doubts'] if doubt['key'] == 'persons_alike']
    assert doubt['columns'] == ['who'] and [choice['set'] for choice in doubt['choices']] == [{'exact': ['who']}]


@pytest.mark.parametrize('rows, contradict', [
    (['1,16.12.1954', '1,1954-12-16'], False), (['1,16.12.1954', '1,1954-12-17'], True), (['1,16.12.1954', '1,16.12.1954 '], False),
    (['1,16/12/1954', '1,1954-12-16', '2,01/02/1960', '2,1960-02-01'], False), (['1,16/12/1954', '2,01/02/1960', '2,1960-01-02'], True),
    (['1,12/16/1954', '2,01/02/1960', '2,1960-01-02'], False), (['1,1954-12-16', '1,1954-12-16 08:30'], False),
    (['1,16.12.1954', '1,unknown', '2,1.1.1960', '3,2.1.1960'], True), (['1,Dec', '1,dec', '2,x'], False)])
def test_a_day_in_two_formats_contradicts_nothing(rows, contradict, tmp_path):
    path = tmp_path / 't.csv'
    path.write_text('\n'.join(['pat,born,sex', *(row + ',m' for row in rows), '8,' + rows[0][2:] + ',m']) + '\n')
    assert ('contradict each other' in kanon('start', path, '--person', 'pat', '-k', '2').stdout) == contradict


def test_a_year_is_no_day(tmp_path):
    """1954 beside 1954-01-01: nobody knows the day."""
    path = tmp_path / 't.csv'
    path.write_text('pat,born\n1,1954\n1,1954-01-01\n2,1960-02-03\n3,1961-02-03\n')
    assert 'contradict each other' in kanon('start', path, '--person', 'pat', '-k', '2').stdout


def test_fewer_persons_than_k(tmp_path):
    path = tmp_path / 't.csv'
    path.write_text('\n'.join(VISITS) + '\n')
    assert '12 persons are fewer than k = 13: nothing can be published.' in kanon('start', path, '--person', 'who', '-k', '13').stdout
    assert 'fewer than k' not in kanon('start', path, '--person', 'who', '-k', '12').stdout


@pytest.mark.parametrize('language, sentences', [
    ('en', ["'who' says whose row each row is: 12 persons have 20 records", 'contradict each other in what cannot change', 'Whose row it is, is not known of 1 record.']),
    ('zh', ["'who' 说明每行是谁的：12 个人有 20 条记录", '在不会改变的内容上互相矛盾'])])
def test_the_page_says_it_in_both_languages(language, sentences, tmp_path):
    path = tmp_path / 't.csv'
    path.write_text('\n'.join(VISITS) + '\n')
    made = kanon('start', path, '--person', 'who', '-k', '5', '--language', language, '--html', tmp_path / 'p.html')
    assert made.returncode == 0, made.stderr
    page = read(tmp_path / 'p.html').words()
    assert [sentence for sentence in sentences if sentence not in page or sentence not in made.stdout] == [] and 'p01' not in page
