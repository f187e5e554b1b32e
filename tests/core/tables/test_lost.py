"""Records that are left out only for gaps in columns that are not used: counted by column, and told wherever a release is made."""

import bz2
import csv
import gzip
import io
import json
import sqlite3
from random import Random

import pytest

import kanon
from conftest import kanon as verb, run, run_apart, seeds
from kanon.core.settings.reading import RECORDED, Reading
from kanon.core.tables.rows import Rows
from kanon.tools.building.survey import Survey
from kanon.tools.engines import anonymize as anonymize_in_engine
from kanon.tools.engines.counts import EngineTable

COLUMNS = ['age', 'sex', 'dx', 'remark', 'fax', 'n']
USED = ['age', 'sex', 'dx']
VALUES = ['30', '31', 'what?', 'a, b', 'two\nlines', ' x']
NOTHING = {'records': 0, 'columns': {}}
REMARKS = {'records': 3, 'columns': {'remark': 3}}
SMALL = 'age,sex,dx,remark\n' + 6 * '30,F,flu,ok\n' + 6 * '40,M,gout,ok\n' + '30,F,flu,\n30,F,flu,?\n40,M,flu,\n40,?,flu,\n'
SAID = "3 of the 4 records left out have gaps only in columns that are not used: 'remark'. --missing-in used keeps them."
SAID_IN_CHINESE = "被剔除的 4 条记录中，有 3 条只因未用到的列 'remark' 有缺失值；--missing-in used 会保留它们。"


def random_rows(random, gaps):
    """Rows as a reader of the file sees them, with 1 to 3 in the last column. gaps: how many of the other fields are missing."""
    def field():
        return random.choice(['?', '']) if random.random() < gaps else random.choice(VALUES)
    return [[*(field() for _ in COLUMNS[:-1]), str(random.randint(1, 3))] for _ in range(random.choice([0, 3, 40, 1300]) + 1)]


def lost_of(rows, used, words=(), counted=False):
    """What must be told of these rows, worked out row by row."""
    missing, records, of_columns = {'?', '', *words}, 0, {}
    for row in rows:
        gaps = {name for name, value in zip(COLUMNS, row) if value.strip() in missing}
        if gaps and gaps.isdisjoint(used):
            n = int(row[-1]) if counted else 1
            records += n
            for name in gaps:
                of_columns[name] = of_columns.get(name, 0) + n
    return {'records': records, 'columns': of_columns}


def names_left(rows, column, words=()):
    """The different values of a column in the records without a gap."""
    missing = {'?', '', *words}
    left = (row for row in rows if missing.isdisjoint(value.strip() for value in row[:-1]))
    return {row[COLUMNS.index(column)] for row in left}


def written(path, rows, opened=open):
    text = io.StringIO()
    csv.writer(text).writerows([COLUMNS, *rows])
    with opened(str(path), 'wb') as file:
        file.write(text.getvalue().encode())
    return str(path)


def read(path, used, further=(), **settings):
    """The table once it has been read."""
    reading = Reading.of({'missing': 'drop', **settings}, used)
    with reading.open(path, RECORDED, further=further) as table:
        handed_out = list(table.tuples(used))
    assert table.counts is not None or table.read == table.missing_records + len(handed_out)
    return table


@pytest.mark.parametrize('seed', seeds(60))
def test_every_kind_of_table_against_a_look_at_each_row(tmp_path, seed):
    random = Random(seed)
    rows, used = random_rows(random, random.choice([0, 0.02, 0.3])), random.sample(COLUMNS[:-1], random.randint(1, 5))
    expected, half = lost_of(rows, used), len(rows) // 2
    plain = written(tmp_path / 'plain.csv', rows)
    parts = [written(tmp_path / 'a.csv', rows[:half]), written(tmp_path / 'b.csv', rows[half:])]
    assert read(plain, used).lost == expected
    assert read(written(tmp_path / 'packed.csv.gz', rows, gzip.open), used).lost == expected
    assert read(written(tmp_path / 'packed.csv.bz2', rows, bz2.open), used).lost == expected
    assert read(parts[0], used, parts[1:]).lost == expected
    assert read(plain, used, counts='n').lost == lost_of(rows, used, counted=True)
    assert read(plain, used, na=['30']).lost == lost_of(rows, used, ['30'])
    assert read(plain, used, missing_in='used').lost == read(plain, used, missing='value').lost == NOTHING
    in_memory = Reading.of({'missing': 'drop'}, used).put_on(Rows(rows, COLUMNS))
    list(in_memory.tuples(used)), list(in_memory.tuples(used))
    assert in_memory.lost == expected       # of one reading, however often it is read
    with sqlite3.connect(str(tmp_path / 'people.db')) as database:
        database.execute('CREATE TABLE people (age, sex, dx, remark, fax, n)')
        database.executemany('INSERT INTO people VALUES (?, ?, ?, ?, ?, ?)', ([value or None for value in row] for row in rows))
    assert read('%s::people' % (tmp_path / 'people.db'), used).lost == expected


@pytest.mark.parametrize('seed', seeds(40))
def test_an_engine_counts_the_same(seed):
    random = Random(seed)
    rows, used = random_rows(random, random.choice([0.02, 0.3])), random.sample(COLUMNS[:-1], 3)
    connection = sqlite3.connect(':memory:')
    connection.execute('CREATE TABLE people (age, sex, dx, remark, fax, n)')
    connection.executemany('INSERT INTO people VALUES (?, ?, ?, ?, ?, ?)', ([value or None for value in row] for row in rows))
    for words in ((), ['30']):
        expected = lost_of(rows, used, words)
        names = names_left(rows, used[2], words)
        if names:
            with EngineTable(connection, 'people', used[:2], used[2:], na=words) as people:
                assert people.lost == expected
            with EngineTable(connection, 'people', used[:2], used[2:], missing_in='used', na=words) as people:
                assert people.lost == NOTHING
            with EngineTable(connection, 'people', used[:2], used[2:], missing='value', na=words) as people:
                assert people.lost == NOTHING
        if len(names) > 1:      # otherwise the column does not say whose row each is
            with EngineTable(connection, 'people', used[:1], used[1:2], person=used[2], na=words) as people:
                assert people.lost == expected


@pytest.fixture
def small(tmp_path):
    (tmp_path / 'q.csv').write_text(SMALL)
    return tmp_path


WORDS = 'q.csv', '--quasi', 'age,sex', '--sensitive', 'dx', '-k', '3'


@pytest.mark.parametrize('program', [('run_mondrian.py',), ('run_samarati.py', '--max-suppression', '100%'), ('kanon', 'datafly'),
                                     ('kanon', 'datafly', '--round-robin')])
def test_the_report_of_a_run_tells_it(small, program):
    script, *words = program
    flat = ['--hierarchies', 'h']
    (small / 'h').mkdir()
    (small / 'h' / 'age.txt').write_text('30,*\n40,*\n')
    (small / 'h' / 'sex.txt').write_text('F,*\nM,*\n')

    def said(*more):
        return run(script, *words, *WORDS, *flat, '--force', *more, cwd=str(small))
    assert SAID in said().stdout.splitlines() and said().stderr == ''
    assert SAID_IN_CHINESE in said('--language', 'zh').stdout.splitlines()
    assert json.loads(said('--json').stdout)['lost'] == REMARKS
    used = said('--missing-in', 'used')
    assert 'columns that are not used' not in used.stdout and '15 published' in used.stdout
    typed = said('--missing-in', 'any', '--json')
    assert json.loads(typed.stdout)['lost'] is None
    assert 'keeps them' not in said('--missing-in', 'any').stdout
    (small / 'q.ini').write_text('[kanon]\nmissing-in = any\n')      # as `start` writes it where nothing is lost yet
    assert SAID in said().stdout


def test_the_page_of_a_run_tells_it(small):
    run('run_mondrian.py', *WORDS, '--html', 'page.html', '--force', cwd=str(small))
    assert 'Some records are left out only for a gap in columns that are not used (section 5).' in (small / 'page.html').read_text(encoding='utf-8')
    run('run_mondrian.py', *WORDS, '--html', 'page.html', '--internal', '--force', cwd=str(small))
    page = (small / 'page.html').read_text(encoding='utf-8')
    assert '3 records are left out only for a gap in columns that are not used (section 5).' in page
    assert '3 of the 4 records left out have gaps only in columns that are not used' in page


def test_a_sweep_and_a_recoding_tell_it(small):
    swept = verb('sweep', *WORDS, '--algorithm', 'mondrian', '--html', 'page.html', cwd=str(small))
    assert SAID in swept.stdout.splitlines()
    assert '3 of the 4 records left out have gaps only in columns that are not used' in (small / 'page.html').read_text(encoding='utf-8')
    run('run_mondrian.py', *WORDS, '--recoding', 'recoding.csv', '-o', 'none', cwd=str(small))
    recoded = verb('recode', 'recoding.csv', 'q.csv', '--sensitive', 'dx', '-o', 'parts.csv', cwd=str(small))
    assert SAID in recoded.stdout.splitlines()


def test_a_pipe_persons_and_counts(small):
    piped = run_apart('run_mondrian.py', '-', *WORDS[1:], '-o', 'piped.csv', cwd=str(small), stdin=None, input=SMALL)
    assert SAID in piped.stdout.splitlines()
    rows = [line.split(',') for line in SMALL.splitlines()]
    counted = [rows[0] + ['n'], *(row + ['2'] for row in rows[1:])]
    (small / 'counted.csv').write_text(''.join(','.join(row) + '\n' for row in counted))
    told = run('run_mondrian.py', 'counted.csv', *WORDS[1:], '--counts', 'n', '--json', cwd=str(small))
    assert json.loads(told.stdout)['lost'] == {'records': 6, 'columns': {'remark': 6}}
    named = [rows[0] + ['who'], *(row + ['' if place == 14 else 'p%d' % place] for place, row in enumerate(rows[1:]))]
    (small / 'who.csv').write_text(''.join(','.join(row) + '\n' for row in named))
    told = run('run_mondrian.py', 'who.csv', *WORDS[1:], '--person', 'who', '--json', cwd=str(small))
    assert json.loads(told.stdout)['lost'] == {'records': 2, 'columns': {'remark': 2}}      # the third has no person either


def test_the_library_and_its_engines_tell_it(small):
    path, words = str(small / 'q.csv'), dict(quasi=['age', 'sex'], sensitive=['dx'], k=3)
    with open(path, newline='') as file:
        rows = list(csv.DictReader(file))
    assert kanon.anonymize(path, **words).lost == kanon.anonymize(rows, **words).lost == REMARKS
    assert kanon.anonymize(path, **words, missing_in='used').lost == NOTHING
    connection = sqlite3.connect(':memory:', isolation_level=None)
    connection.execute('CREATE TABLE people (age, sex, dx, remark)')
    connection.executemany('INSERT INTO people VALUES (:age, :sex, :dx, :remark)', rows)
    made = anonymize_in_engine(connection, 'people', ['age', 'sex'], ['dx'], into='released', k=3)
    assert made.lost == REMARKS and made.records['missing'] == 4


def test_further_columns_are_counted_and_not_named(tmp_path):
    header = ['age', *('c%d' % place for place in range(6))]
    rows = [['30', *['x'] * 6] for _ in range(6)] + [['30', *['x'] * place, '', *['x'] * (5 - place)] for place in range(6)]
    (tmp_path / 't.csv').write_text('\n'.join(map(','.join, [header, *rows])) + '\n')
    told = run('run_mondrian.py', 't.csv', '--quasi', 'age', '--sensitive', '', '-k', '3', cwd=str(tmp_path))
    assert "not used: 'c0', 'c1', 'c2' and 3 more. --missing-in used keeps them." in told.stdout


# What `start` says before anything is lost.

def test_start_tells_what_a_published_column_costs(tmp_path):
    lines = ['%d,%s,%s,%s' % (20 + place % 10, 'mf'[place % 2], ['flu', 'gout', 'cold'][place % 3], 'late' * (place >= 15)) for place in range(200)]
    (tmp_path / 't.csv').write_text('\n'.join(['age,sex,dx,remark', *lines]) + '\n')
    words = 't.csv', '--quasi', 'age,sex', '--sensitive', 'dx', '-k', '3', '--force'
    told = verb('start', *words, '--publish', 'remark', cwd=str(tmp_path))
    assert ("15 records would be left out only for a gap in columns that are published as they are: 'remark' in 15 records. If these are not"
            " published, --missing-in used keeps the records. --missing value keeps them, too, and publishes the gaps.") in told.stdout.splitlines()
    doubts = json.loads(verb('start', *words, '--publish', 'remark', '--json', cwd=str(tmp_path)).stdout)['doubts']
    assert [(doubt['columns'], doubt['set']) for doubt in doubts if doubt['key'] == 'gaps_cost'] == [(['remark'], {'publish': []})]
    assert '15 条记录会只因原样发布的列有缺失值而被剔除' in verb('start', *words, '--publish', 'remark', '--language', 'zh', cwd=str(tmp_path)).stdout
    without = verb('start', *words, cwd=str(tmp_path))
    assert 'would be left out' not in without.stdout and 'missing-in = used' in (tmp_path / 't.ini').read_text(encoding='utf-8')
    made = run('run_mondrian.py', 't.csv', '--config', 't.ini', '--json', cwd=str(tmp_path))
    assert json.loads(made.stdout)['records']['published'] == 200


MANY = """60 of 200 records would be left out, because a value is missing: 'born' in 40 records, 'remark' in 30 records. Type --missing root, and they\
 are published, with * for a missing quasi-identifier; or publish without such a column; or type --missing drop, and they are left out."""


def test_start_asks_what_becomes_of_a_tenth_of_the_records(tmp_path):
    """It names the columns. What is typed stands in the INI file, and is not asked again. A value that is no date counts where it is missing to the run."""
    lines = ['%s,%s,%s,%s' % ('' if n < 10 else 'unknown to us' if n < 40 else '19%02d-05-%02d' % (40 + n % 50, 1 + n % 28), 'mf'[n % 2], ['flu', 'gout'][n % 2],
                              'ok' * (not 30 <= n < 60)) for n in range(200)]
    (tmp_path / 't.csv').write_text('\n'.join(['born,sex,dx,remark', *lines]) + '\n')
    words = ['t.csv', '--quasi', 'born,sex', '--sensitive', 'dx', '--publish', 'remark', '-k', '3', '--force', '--unreadable', 'missing']
    assert MANY in verb('start', *words, cwd=str(tmp_path)).stdout.splitlines()
    many, = [doubt for doubt in json.loads(verb('start', *words, '--json', cwd=str(tmp_path)).stdout)['doubts'] if doubt['key'] == 'gaps_many']
    assert many['columns'] == ['born', 'remark'] and [choice['set'] for choice in many['choices']] == [
        {'missing': 'root'}, {'quasi': ['sex']}, {'publish': []}, {'missing': 'drop'}]
    left = run('run_mondrian.py', 't.csv', '--config', 't.ini', '--json', cwd=str(tmp_path))
    assert json.loads(left.stdout)['records']['missing'] == 60
    for how, published in ('root', 200), ('drop', 140):
        assert 'would be left out' not in verb('start', *words, '--missing', how, cwd=str(tmp_path)).stdout
        ini = (tmp_path / 't.ini').read_text(encoding='utf-8')
        assert 'missing = %s\n' % how in ini and '--missing %s ' % how in ini
        made = run('run_mondrian.py', 't.csv', '--config', 't.ini', '--json', '--force', cwd=str(tmp_path))
        assert json.loads(made.stdout)['records']['published'] == published
    assert verb('start', 't.csv', '--missing', 'root', cwd=str(tmp_path / '..')).returncode == 2


@pytest.mark.parametrize('seed', seeds(40))
def test_what_published_columns_cost_against_a_look_at_each_row(tmp_path, seed):
    random = Random(seed)
    rows = random_rows(random, random.choice([0.02, 0.3]))
    path, used = written(tmp_path / 'plain.csv', rows), random.sample(COLUMNS[:-1], 4)
    for counts in (None, 'n'):
        with Reading.of({'counts': counts}, used).open(path, RECORDED) as table:
            costs = Survey(table, used, header=True, carried=used[2:]).costs
        whole = [row for row in rows if not any(row[COLUMNS.index(name)] in ('', '?') for name in used[:2])]
        published = [[value if COLUMNS[place] in (*used[2:], 'n') else 'x' for place, value in enumerate(row)] for row in whole]
        assert costs == lost_of(published, used[:2], counted=counts is not None)
