"""--na: words that mean a missing value are what ? is, in every program, and in every column but that of the counts."""

import json
import sqlite3

import pytest

from conftest import kanon, run, seeds
from flat import anonymize
from random import Random

from kanon import DataError
from kanon.core.tables.database import DatabaseTable
from kanon.core.tables.rows import Rows
from kanon.core.tables.table import Table
from kanon.tools.engines.counts import EngineTable

HEADER, WORDS = 'age,sex,dx,n\n', 'k.A.;99;keine Angabe'
ROWS = ['31,m,flu,1', '31,f,HIV,1', '99,m,ulcer,1', '32,k.A.,flu,1', '32,m,keine Angabe,1', ' 99 ,f,99,1', '33,f,flu,99', '33,m,gout,2',
        '34,f,k.A. ,1', '34,m,flu,1', 'K.A.,f,ulcer,1', 'K.A.,m,HIV,3']


def both(tmp_path, rows=ROWS, counted=False):
    """Two folders with a table: one with the words, one with ? in their place."""
    folders = []
    for name in ('words', 'marks'):
        folder = tmp_path / name
        (folder / 'hierarchies').mkdir(parents=True)
        lines = [row.split(',') for row in rows]
        lines = lines if counted else [[*line[:3], '1'] for line in lines]     # no column of counts
        if name == 'marks':
            lines = [['?' if cell.strip() in WORDS.split(';') and place != 3 else cell for place, cell in enumerate(line)] for line in lines]
        (folder / 'd.csv').write_text(HEADER + ''.join(','.join(line) + '\n' for line in lines))
        (folder / 'hierarchies' / 'age.txt').write_text(''.join('%s,3*,*\n' % age for age in (31, 32, 33, 34)) + 'K.A.,K.A.,*\n?,?,*\n')
        (folder / 'hierarchies' / 'sex.txt').write_text('m,*\nf,*\n?,*\n')
        (folder / 'd.ini').write_text('[kanon]\nquasi = age, sex\nsensitive = dx\nk = 2\nhierarchies = hierarchies\n'
                                      + 'counts = n\n' * counted)
        folders.append(folder)
    return folders


def without_words(text):
    """What is printed, without how the table was read."""
    text = text.replace(" --na '%s'" % WORDS, '').replace('read as: na = %s\n' % WORDS, '')
    return text.replace('  "read_as": {\n    "na": "%s"\n  },\n' % WORDS, '')


def same(tmp_path, program, *words, counted=False, results=(), files=()):
    """Assert that a program does the same to both tables, and return what it has printed on stdout of the one with the words."""
    done, words = [], [*words, *['--config', 'd.ini'] * (program != 'start')]       # k = 2 is below the default
    for folder, more in zip(both(tmp_path, counted=counted), (('--na', WORDS), ())):
        result = (run if program.startswith('run') else kanon)(program, *words, *more, cwd=str(folder))
        done.append((result.returncode, *[(folder / file).read_bytes() for file in files],
                     *(without_words(result.stdout if name == 'stdout' else result.stderr) for name in results)))
        assert 'Traceback' not in result.stderr
    assert done[0] == done[1] and done[0][0] == 0, done
    return result


@pytest.mark.parametrize('missing', ['drop', 'value', 'root'])
@pytest.mark.parametrize('counted', [False, True])
@pytest.mark.parametrize('program, words', [
    ('run_samarati.py', ['--max-suppression', '4']), ('run_samarati.py', ['--optimal', '--max-suppression', '4', '--l-diversity', '2']),
    ('datafly', []), ('run_mondrian.py', []), ('run_mondrian.py', ['--l-diversity', '2']), ('run_mondrian.py', ['--relaxed'])])
def test_a_run_publishes_what_it_publishes_of_question_marks(program, words, counted, missing, tmp_path):
    same(tmp_path, program, 'd.csv', *words, '--missing', missing, '-o', 'out.csv', counted=counted, files=['out.csv'])
    release = (tmp_path / 'words' / 'out.csv').read_text()
    assert 'k.A.' not in release.replace('K.A.', '') and '99' not in release and 'keine' not in release
    assert ('?' in release) == (missing != 'drop')


@pytest.mark.parametrize('words', [
    ['lattice', 'd.csv', '-k', '2', '--l-diversity', '2', '--format', 'csv'],
    ['check', 'd.csv', '--require', 'k=1,l=1', '--json'], ['risk', 'd.csv', '--format', 'csv'],
    ['attack', 'd.csv', '--known', 'd.csv', '--format', 'csv'],
    ['count', 'd.csv', '--missing', 'value'], ['count', 'd.csv'],
    ['hierarchy', 'check', 'd.csv', '--column', 'age', '--missing', 'value', '--json'],
    ['hierarchy', 'levels', 'd.csv', '--column', 'age,sex', '--format', 'csv'],
    ['hierarchy', 'flat', 'd.csv', '--column', 'dx', '-o', '-'],
    ['start', 'd.csv']])
def test_a_verb_says_what_it_says_of_question_marks(words, tmp_path):
    same(tmp_path, *words, results=['stdout'])


def test_a_sweep_finds_the_same(tmp_path):
    found = []
    for folder, more in zip(both(tmp_path), (('--na', WORDS), ())):
        words = ['d.csv', '--k', '2,3', '--max-suppression', '4', '--format', 'json', '--missing', 'value', *more]
        rows = json.loads(kanon('sweep', *words, cwd=str(folder)).stdout)
        found.append([{name: value for name, value in row.items() if name != 'seconds'} for row in rows])
    assert found[0] == found[1]


def test_explain_draws_the_same(tmp_path):
    same(tmp_path, 'explain', 'mondrian', 'd.csv', '-k', '2', '--missing', 'value', '-o', 'page.html', files=['page.html'])


def test_a_recoding_is_joined_with_the_words(tmp_path):
    same(tmp_path, 'run_mondrian.py', 'd.csv', '--missing', 'value', '-o', 'out.csv', '--recoding', 'recoding.csv', files=['recoding.csv'])
    folder = str(tmp_path / 'words')
    done = kanon('recode', 'recoding.csv', 'd.csv', '--sensitive', 'dx', '--missing', 'value', '--na', WORDS, '-o', 'again.csv', cwd=folder)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / 'words' / 'again.csv').read_bytes() == (tmp_path / 'words' / 'out.csv').read_bytes()


def test_a_record_of_it_can_be_replayed_and_checked_and_attacked(tmp_path):
    folder, _ = both(tmp_path)
    words = '--config', 'd.ini', '--missing', 'value', '--na', WORDS, '-o', 'out.csv', '--record', 'out.json'
    done = run('run_mondrian.py', 'd.csv', *words, cwd=str(folder))
    assert "The words 'k.A.', '99', 'keine Angabe' are missing values, too (--na)." in done.stdout
    record = json.loads((folder / 'out.json').read_text())
    assert record['options']['na'] == record['result']['na'] == WORDS.split(';')
    assert kanon('replay', 'out.json', cwd=str(folder)).returncode == 0
    assert kanon('check', 'out.csv', '--quasi', 'age,sex', '--require', 'k=2', cwd=str(folder)).returncode == 0
    attacked = kanon('attack', 'out.csv', '--known', 'd.csv', '--quasi', 'age,sex', '--na', WORDS, '--format', 'json', cwd=str(folder))
    assert json.loads(attacked.stdout)[0]['no_candidate'] == 0


def test_an_ini_file_and_start(tmp_path):
    folder, _ = both(tmp_path)
    for file in ('d.ini', 'hierarchies/age.txt', 'hierarchies/sex.txt'):
        (folder / file).unlink()
    done = kanon('start', 'd.csv', '--quasi', 'age,sex', '--sensitive', 'dx', '-k', '2', '--na', WORDS, cwd=str(folder))
    assert done.returncode == 0, done.stderr
    assert '\nna = k.A.;99;keine Angabe\n' in (folder / 'd.ini').read_text()
    assert not any(line.startswith(('99,', 'k.A.')) for line in (folder / 'hierarchies' / 'age.txt').read_text().splitlines())
    report = json.loads(run('run_samarati.py', 'd.csv', '--config', 'd.ini', '-o', 'out.csv', '--json', cwd=str(folder)).stdout)
    assert (report['na'], report['records']['missing']) == (WORDS.split(';'), 5)


def test_the_people_of_a_population_are_read_alike(tmp_path):
    (tmp_path / 'p.csv').write_text('age,sex\n' + '31,m\n31,f\nk.A.,m\n' * 3)
    (tmp_path / 'd.csv').write_text('age,sex,dx\n31,m,a\n31,f,b\nk.A.,m,c\n')
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'age.txt').write_text('31,*\n?,*\n')
    (tmp_path / 'hierarchies' / 'sex.txt').write_text('m,*\nf,*\n')
    words = ['--quasi', 'age,sex', '--population', 'p.csv', '--k-map', '3', '--na', 'k.A.']
    done = run('run_samarati.py', 'd.csv', *words, '--sensitive', 'dx', '-k', '1', '-o', 'out.csv', '--json', cwd=str(tmp_path))
    told = json.loads(done.stdout)
    assert (told['population']['people'], told['population']['people_missing'], told['records']['missing']) == (6, 3, 1)
    checked = json.loads(kanon('check', 'out.csv', *words, '--json', cwd=str(tmp_path)).stdout)
    assert (checked['population']['people_missing'], checked['holds']) == (3, True)


@pytest.mark.parametrize('seed', seeds(100))
def test_every_kind_of_table_reads_it_alike(seed, tmp_path):
    random = Random(seed)
    words = ['NA', '9', 'keine Angabe', "o'clock"][:random.randint(1, 4)]
    cells = ['1', '9', 'NA', ' NA ', 'na', '', '?', 'keine Angabe', "o'clock"]
    rows = [(*(random.choice(cells) for _ in 'ab'), random.choice('19')) for _ in range(random.randint(1, 12))]
    marks = [(*('?' if cell.strip() in words else cell for cell in row[:2]), row[2]) for row in rows]
    missing, missing_in = random.choice(('drop', 'value')), random.choice(('any', 'used'))
    how = {'missing': missing, 'missing_in': missing_in, 'counts': 'n'}
    (tmp_path / 'd.csv').write_text('a,b,n\n' + ''.join('"%s","%s",%s\n' % row for row in rows))
    database = sqlite3.connect(str(tmp_path / 'd.db'))
    database.execute('CREATE TABLE t (a, b, n)')
    database.executemany('INSERT INTO t VALUES (?, ?, ?)', rows)
    database.commit()
    tables = [Rows(rows, ['a', 'b', 'n'], **how), Table(str(tmp_path / 'd.csv'), **how), DatabaseTable(str(tmp_path / 'd.db') + '::t', **how)]
    expected = Rows(marks, ['a', 'b', 'n'], **how)
    for table in tables:
        table.na = frozenset(words)
        assert [tuple(row) for row in table.tuples(['a', 'b'])] == [tuple(row) for row in expected.tuples(['a', 'b'])]
        assert (table.read, table.missing_records) == (expected.read, expected.missing_records)
    listed = [tuple(row) for row in Rows([row[:2] for row in marks], ['a', 'b'], missing, missing_in).tuples(['a', 'b'])]
    if listed:
        with EngineTable(database, '(SELECT a, b FROM t)', ['a'], ['b'], missing, missing_in, na=words) as people:
            assert {tuple(row[:2]): row[2] for row in people._rows()} == {row: listed.count(row) for row in listed}
    database.close()


def test_the_library_takes_a_list_of_words():
    people = [{'age': age, 'dx': dx} for age, dx in ((31, 'flu'), (32, 'HIV'), (33, 'k.A.'), (34, 'unknown'))]
    release = anonymize(people, ['age'], ['dx'], k=2, missing='value', na=['k.A.', ' unknown '])
    assert [row[1] for row in release.rows] == ['HIV', 'flu', '?', '?'] and release.unknown == {'dx': 2}
    assert anonymize(people, ['age'], ['dx'], k=2, na=['k.A.']).records['missing'] == 1
    assert anonymize(people, ['age'], ['dx'], k=2).unknown == {'dx': 0}


@pytest.mark.parametrize('words, problem', [
    ('k.A.', "na: a list of words, such as ['NA', 'unknown'], is expected, not 'k.A.'"), ([99], "na: a list of words, such as ['NA', 'unknown'], is expected, not [99]"),
    (['NA', ' NA'], "na: 'NA' stands there twice"), (['NA;k.A.'], "na: 'NA;k.A.' has ';' in it; words are separated by ;"),
    (['  '], 'na: a word is empty; nothing at all is a missing value anyway, and words are separated by ;'),
    (['*'], "na: '*' is what a release has in place of suppressed values")])
def test_words_that_the_library_refuses(words, problem):
    with pytest.raises(DataError) as refused:
        anonymize([{'age': 31, 'dx': 'flu'}], ['age'], ['dx'], na=words)
    assert str(refused.value) == problem
