"""Columns that repeat as if they said whose row each row is: panels, households, and tables in which nobody stands twice."""

import csv
import io
import json
from collections import Counter
from operator import ne
from random import Random

import pytest

from conftest import kanon, run, seeds
from flat import anonymize
from kanon.core.counts.like_persons import LOOKED_AT, like_persons

NAMES = 'id nr subj caseid ID x'.split()


def found(head, rows, ordered=True):
    """What like_persons finds in a table of texts."""
    counts = {name: Counter(column) for name, column in zip(head, zip(*rows))}
    runs = {name: 1 + sum(map(ne, column, column[1:])) for name, column in zip(head, zip(*rows))}
    return like_persons(counts, lambda: iter(rows), runs if ordered else None)


def panel(random, persons, times, name='id', balanced=True):
    """Persons with a sex that stays and an age and a wage that change, in `times` years or in some of them."""
    numbers = random.sample(range(1000, 9000), persons)
    rows = []
    for person in numbers:
        sex, age = random.choice('mf'), random.randrange(20, 60)
        years = range(times) if balanced else sorted(random.sample(range(times), random.randrange(2, times)))
        rows += [(str(person), str(2001 + year), str(age + year), sex, str(random.randrange(100, 900))) for year in years]
    return [name, 'year', 'age', 'sex', 'wage'], rows


def household(random, households):
    """Members, numbered within each household, which has a region."""
    rows = []
    for place in range(households):
        region, number = random.choice('NSWE'), str(5000 + 3 * place)
        rows += [(number, str(member), str(random.randrange(90)), random.choice('mf'), region)
                 for member in range(1, 1 + random.choice([1, 2, 3, 4, 5, 6, 8, 12]))]
    return ['hhid', 'pid', 'age', 'sex', 'region'], rows


def register(random, records):
    """A table in which each record is somebody else: nothing repeats but what is frequent."""
    ages, towns, jobs = range(18, 90), ['%05d' % random.randrange(1000, 99999) for _ in range(40)], ['job %d' % n for n in range(25)]
    town_of = {town: random.choice('ABCDEFGH') for town in towns}
    return ['age', 'group', 'zip', 'district', 'job', 'sex', 'hours', 'income'], [
        (str(age), str(age // 10), town, town_of[town], random.choice(jobs), random.choice('mf'), str(random.randrange(1, 60)),
         str(100 * random.randrange(5, 90))) for age, town in ((random.choice(ages), random.choice(towns)) for _ in range(records))]


@pytest.mark.parametrize('name', NAMES)
def test_sixty_persons_of_five_rows_each(name):
    assert list(found(*panel(Random(7), 60, 5, name))) == [name]


@pytest.mark.parametrize('seed', seeds(40))
def test_whatever_the_order_of_rows_and_columns_is(seed):
    random = Random(seed)
    head, rows = panel(random, random.randrange(30, 200), random.randrange(3, 9), random.choice(NAMES), random.random() < .5)
    if random.random() < .5:
        rows.sort(key=lambda row: row[1])       # year by year
    places = random.sample(range(len(head)), len(head))
    there = found([head[place] for place in places], [tuple(row[place] for place in places) for row in rows], ordered=random.random() < .5)
    assert head[0] in there and set(there) <= {head[0], 'age'} and 'year' in there[head[0]].numbers


@pytest.mark.parametrize('seed', seeds(40))
def test_a_number_within_a_household_is_none_and_the_household_is(seed):
    there = found(*household(Random(seed), 40 + 10 * seed))
    assert list(there) == ['hhid'] and there['hhid'].numbers == ['pid']


@pytest.mark.parametrize('seed', seeds(100))
def test_no_false_alarm_where_nobody_stands_twice(seed):
    random = Random(seed)
    head, rows = register(random, random.choice([60, 300, 1000, 3000]))
    assert not found(head, rows)
    if seed % 2:
        rows.sort(key=lambda row: int(row[0]))      # by age: each age stands together, and tells its group
        assert not found(head, rows)


def test_each_of_the_signs_counts():
    """With two of them a column is such a one, and with one it is not."""
    random = Random(3)
    head, rows = panel(random, 60, 5)
    no_year = [row[:1] + row[2:3] + row[4:] for row in rows]        # no year and no sex: balanced and together
    assert found(['id', 'age', 'wage'], no_year)['id'].signs == ['balanced', 'together']
    random.shuffle(no_year)
    assert not found(['id', 'age', 'wage'], no_year)
    with_sex = [row[:1] + row[2:] for row in rows]
    random.shuffle(with_sex)
    assert found(['id', 'age', 'sex', 'wage'], with_sex)['id'].signs == ['balanced', 'constant']
    assert not found(['id', 'age', 'sex', 'wage'], with_sex[:-7])       # constant alone


def test_two_columns_that_are_crossed():
    """Each variety in each field, as often: nothing tells which of them is whose, unless one has many more values."""
    fields = [(str(a), str(b), str(a * b % 7 + 100 * a)) for a in range(12) for b in range(10)]
    Random(1).shuffle(fields)
    assert not found(['variety', 'field', 'crop'], fields)
    many = [(str(a), str(b), '%d' % (a * b)) for b in range(4) for a in range(60)]
    Random(1).shuffle(many)
    assert list(found(['variety', 'field', 'crop'], many)) == ['variety']


def test_rounds_that_stand_together_number_the_records_of_persons():
    """Round by round, each person once: the rounds repeat as evenly as the persons, and are fewer."""
    random = Random(4)
    rows = [(str(turn), str(person), str(random.randrange(900))) for turn in range(12) for person in random.sample(range(40), 40)]
    assert list(found(['turn', 'who', 'score'], rows)) == ['who']


def test_more_values_than_are_looked_at():
    head, rows = panel(Random(5), 2 * LOOKED_AT, 3)
    assert list(found(head, rows)) == ['id']


def text(head, rows):
    out = io.StringIO()
    csv.writer(out, lineterminator='\n').writerows([head, *rows])
    return out.getvalue()


@pytest.mark.parametrize('name', NAMES)
def test_start_offers_it_shows_no_example_and_says_what_a_release_would_be(name, tmp_path):
    (tmp_path / 'panel.csv').write_text(text(*panel(Random(7), 60, 5, name)))
    report = json.loads(kanon('start', 'panel.csv', '--json', cwd=str(tmp_path)).stdout)
    doubt, = [doubt for doubt in report['doubts'] if doubt['key'] == 'may_say_whose']
    assert (doubt['column'], doubt['set']) == (name, {'person': name})
    column = report['columns'][0]
    assert column['role'] == 'person' and column['notes'] == ['may say whose row each row is, so no example is shown']
    words = ['start', 'panel.csv', '--quasi', 'age,sex', '--publish', name, '-k', 4, '--json', '--force']
    doubts = json.loads(kanon(*words, cwd=str(tmp_path)).stdout)['doubts']
    doubt, = [doubt for doubt in doubts if doubt['key'] == 'used_says_whose']
    assert doubt['set'] == {'person': name, 'publish': []}
    assert not [doubt for doubt in doubts if doubt['key'] == 'may_say_whose']
    words = ['start', 'panel.csv', '--quasi', 'age,sex', '--person', name, '-k', 4, '--force']
    assert kanon(*words, cwd=str(tmp_path)).returncode == 0     # the choice can be typed


def test_start_takes_the_household_and_not_the_number_of_its_members(tmp_path):
    (tmp_path / 'house.csv').write_text(text(*household(Random(2), 100)))
    report = json.loads(kanon('start', 'house.csv', '--json', cwd=str(tmp_path)).stdout)
    doubt, = [doubt for doubt in report['doubts'] if doubt['key'] == 'may_say_whose']
    assert [choice['set'] for choice in doubt['choices']] == [{'person': 'hhid'}]
    assert [column['role'] for column in report['columns']] == ['person', None, None, None, None]


PROGRAMS = ['run_samarati.py', 'run_mondrian.py', 'datafly']


@pytest.mark.parametrize('program', PROGRAMS)
@pytest.mark.parametrize('role', ['publish', 'sensitive', 'quasi'])
def test_a_run_says_it_of_a_column_that_it_uses(program, role, tmp_path):
    (tmp_path / 'panel.csv').write_text(text(*panel(Random(7), 60, 5, 'nr')))
    (tmp_path / 'hierarchies').mkdir()
    for name, values in ('age', range(100)), ('sex', 'mf'), ('nr', range(1000, 9000)):
        (tmp_path / 'hierarchies' / (name + '.txt')).write_text(''.join('%s,*\n' % value for value in values))
    words = ['panel.csv', '--quasi', 'age,sex,nr' if role == 'quasi' else 'age,sex', '-k', 4, '-o', 'o.csv', '--force', '--sensitive',
             'nr' if role == 'sensitive' else 'wage', '--publish', 'nr' if role == 'publish' else '']
    words = words if role == 'publish' else words[:-2]

    def say(*more):
        return (kanon(program, *words, *more, cwd=str(tmp_path)) if program == 'datafly' else run(program, *words, *more, cwd=str(tmp_path)))
    result = say()
    said = '%s: nr looks as if it said whose row each row is: 60 values in 300 records, each in 5.' % role
    assert result.returncode == 0 and said in result.stderr and 'WARNING: ' + said in result.stdout and 'type --person nr' in result.stdout
    assert '说明了每行是谁的' in say('--language', 'zh').stdout
    told = json.loads(say('--json').stdout)['recognized']
    assert [(remark['column'], remark['as']) for remark in told if 'whose' in remark] == [('nr', role)]
    if role != 'publish':
        return
    words[words.index('--publish'):] = ['--person', 'nr']
    assert 'looks as if it said' not in say().stderr        # somebody says it


def test_the_library_says_it_and_is_silent(tmp_path, capfd):
    (tmp_path / 'panel.csv').write_text(text(*panel(Random(7), 60, 5, 'nr')))
    release = anonymize(str(tmp_path / 'panel.csv'), quasi=['age', 'sex'], publish=['nr'], k=4, categories='frequency')
    assert [(remark['column'], remark['whose']) for remark in release.recognized] == [('nr', ['balanced', 'constant'])]
    assert capfd.readouterr() == ('', '')


def test_a_run_knows_a_member_number_by_its_counts(tmp_path):
    """Without the column of households only how often 1, 2, 3 occur tells that they number something else."""
    (tmp_path / 'house.csv').write_text(text(*household(Random(2), 100)))
    words = ['house.csv', '--quasi', 'age', '--publish', 'pid,sex', '-k', 4, '-o', 'o.csv', '--force', '--json']
    told = json.loads(run('run_mondrian.py', *words, cwd=str(tmp_path)).stdout)['recognized']
    assert not [remark for remark in told if 'whose' in remark]
