"""--skip-lines: lines of each file that are not read, wherever a table is opened. Messages keep the numbers of the lines."""

import csv
import gzip
import io
import json
import sqlite3
from random import Random

import pytest

import kanon as library
from conftest import kanon, read_ini, run, run_here, seeds
from kanon.core.errors import DataError
from kanon.core.settings.kinds import numbers_of_lines
from kanon.core.tables.dialect import SAMPLE, lines_above, lines_text
from kanon.core.tables.table import Table

ROWS = ['%d,%s,%s' % (20 + n % 7, 'mf'[n % 2], ['flu', 'gout', 'cold'][n % 3]) for n in range(60)]
BODY = '\n'.join(ROWS) + '\n'
PLAIN = 'age,sex,ill\n' + BODY
TITLE = 'Ward 3, of 2024\n\n' + PLAIN
UNITS = 'age,sex,ill\nyears,,code\n' + BODY
WORDS = '--quasi', 'age,sex', '--sensitive', 'ill'
JUNK = 'a title', '"a quote', 'a,b,c,d,e', '', '????', ',,', 'x"y"z,1'


@pytest.mark.parametrize('seed', seeds(300))
def test_the_table_is_that_without_these_lines(tmp_path, seed):
    """Wherever they are among the first, and whatever they hold. A record that is refused has its number in the file."""
    random = Random(seed)
    size = random.choice([1, 5, 30, 700])
    rows = [[str(random.randrange(90)), random.choice(['flu', 'a,b', 'a "b"'])] for _ in range(size)]
    text, delimiter = io.StringIO(), random.choice(',;|\t')
    csv.writer(text, delimiter=delimiter, lineterminator='\n').writerows([('age', 'ill'), *rows])
    lines, skipped = text.getvalue().splitlines(), []
    for number in sorted(random.sample(range(1, SAMPLE + 1), random.randint(1, 6))):
        if number <= len(lines) + 1:
            lines.insert(number - 1, random.choice(JUNK))
            skipped.append(number)
    end, pack = random.choice(['\n', '\r\n', '\r']), random.choice([bytes, gzip.compress])
    path = tmp_path / 'd.csv'
    path.write_bytes(pack((random.choice(['', '\ufeff']) + end.join(lines) + end).encode()))
    given = random.choice([None, ['age', 'ill']])
    with Table(str(path), given, delimiter if size == 1 else None, skip_lines=skipped) as table:
        for _ in range(2):
            assert list(map(list, table.tuples(['age', 'ill']))) == rows
    wrong = next(number for number in range(len(lines), 0, -1) if number not in skipped)
    path.write_bytes(end.join([*lines[:wrong], delimiter.join('abc'), *lines[wrong:]]).encode())
    if wrong >= SAMPLE:      # else the lines below would not be those that are skipped
        with pytest.raises(DataError) as refused, Table(str(path), given, delimiter, skip_lines=skipped) as table:
            list(table.tuples(['age', 'ill']))
        assert refused.value.line == wrong + 1


@pytest.mark.parametrize('numbers', [[1], [1, 2, 3], [2, 4], [1, 2, 5, 7, 8, 20]])
def test_numbers_are_written_as_they_are_read(numbers):
    assert numbers_of_lines(lines_text(numbers)) == numbers


def put(folder, text, name='d.csv'):
    (folder / name).write_text(text)
    return str(folder / name)


PROGRAMS = [
    ('run_samarati.py', '--hierarchies', 'h', '-k', '3'), ('run_samarati.py', '--optimal', '--hierarchies', 'h', '-k', '3'), ('run_mondrian.py', '-k', '3'),
    ('run_mondrian.py', '-k', '3', '--order', 'input'), ('run_mondrian.py', '-k', '3', '--unreadable', 'missing'), ('kanon', 'datafly', '--hierarchies', 'h', '-k', '3'),
    ('kanon', 'count'), ('kanon', 'sweep', '--k', '3', '--algorithm', 'mondrian', '--format', 'csv'), ('kanon', 'hierarchy', 'levels', '--hierarchies', 'h', '--format', 'csv'),
    ('kanon', 'lattice', '--hierarchies', 'h', '-k', '3', '--format', 'csv'), ('kanon', 'check'), ('kanon', 'risk'), ('kanon', 'hierarchy', 'flat', '--column', 'sex')]


@pytest.mark.parametrize('words', PROGRAMS, ids=' '.join)
@pytest.mark.parametrize('text, skipped', [(TITLE, '1-2'), (UNITS, '2'), ('x\n' + UNITS, '1,3')], ids=['title', 'units', 'both'])
def test_every_program_reads_the_table_so(tmp_path, words, text, skipped):
    """What is typed and what stands in a named INI file; the same comes out as of the table without these lines."""
    (tmp_path / 'h').mkdir()
    (tmp_path / 'h' / 'age.txt').write_text(''.join('%d,*\n' % age for age in range(20, 27)))
    (tmp_path / 'h' / 'sex.txt').write_text('m,*\nf,*\n')
    judges, flat = words[-1] in ('check', 'risk'), 'flat' in words
    found = []
    for name, content, more in (('plain', PLAIN, ()), ('typed', text, ('--skip-lines', skipped)), ('named', text, ('--config', 'named.ini'))):
        put(tmp_path, '[kanon]\nskip-lines = %s\n' % skipped, 'named.ini')
        put(tmp_path, content)
        more = () if flat and name == 'named' else more
        if name == 'named' and (judges or flat):
            continue
        verb = words[:3] if 'hierarchy' in words else words[:2] if words[0] == 'kanon' else words[:1]
        asked = () if flat else WORDS if verb[-1] not in ('risk', 'levels', 'count') else WORDS[:2]
        output = () if judges or verb[-1] in ('sweep', 'lattice', 'levels', 'count') else ('-o', 'out.csv', '--force')
        done = run(*verb, 'd.csv', *asked, *words[len(verb):], *more, *output, cwd=str(tmp_path))
        assert done.returncode == 0, done.stderr
        told = [line for line in done.stdout.splitlines() if not line.startswith(('read as: ', 'seconds', 'run_', 'To ', 'python', 'options: '))]
        assert judges or output == () or flat or ('read as: skip-lines = %s' % skipped in done.stdout) is (name != 'plain')
        found.append((tmp_path / 'out.csv').read_text().partition('Made again')[2 * flat:] if output and not flat else told if verb[-1] != 'sweep' else len(told))
    assert all(each == found[0] for each in found), found


def test_attacks_and_uses_read_the_recorded_table_so(tmp_path):
    put(tmp_path, TITLE)
    put(tmp_path, PLAIN, 'plain.csv')
    assert run('run_mondrian.py', 'd.csv', *WORDS, '-k', '3', '--skip-lines', '1-2', '-o', 'out.csv', cwd=str(tmp_path)).returncode == 0
    for words in ('attack', 'out.csv', '--known', '{}', '--format', 'csv'), ('use', '{}', 'out.csv', '--format', 'csv'):
        outputs = [kanon(*(word.format(name) for word in words), *WORDS, *more, cwd=str(tmp_path)).stdout
                   for name, more in (('plain.csv', ()), ('d.csv', ('--skip-lines', '1-2')))]
        assert outputs[0] == outputs[1] != ''


def test_a_record_a_plan_and_a_replay_keep_it(tmp_path):
    put(tmp_path, TITLE)
    done = run('run_mondrian.py', 'd.csv', *WORDS, '-k', '3', '--skip-lines', '1-2', '--labels', 'box', '--save-plan', 'p.json', '--record', 'r.json', '-o', 'out.csv',
               cwd=str(tmp_path))
    assert done.returncode == 0 and 'attack out.csv --known d.csv' in done.stdout and done.stdout.rstrip().endswith('--skip-lines 1-2')
    assert json.loads((tmp_path / 'r.json').read_text())['options']['skip_lines'] == [1, 2]
    assert kanon('replay', 'r.json', cwd=str(tmp_path)).returncode == 0
    again = run('run_mondrian.py', 'd.csv', '--plan', 'p.json', '-o', 'again.csv', cwd=str(tmp_path))
    assert again.returncode == 0 and (tmp_path / 'again.csv').read_text() == (tmp_path / 'out.csv').read_text()
    other = run('run_mondrian.py', 'd.csv', '--plan', 'p.json', '-o', 'other.csv', '--skip-lines', '1', cwd=str(tmp_path))
    assert other.returncode == 2 and '--skip-lines differs from p.json' in other.stderr


def test_a_release_is_judged_without_the_lines_that_an_ini_file_names(tmp_path):
    """They are lines of the table that it was made from."""
    put(tmp_path, PLAIN)
    put(tmp_path, '[kanon]\nquasi = age, sex\nskip-lines = 1-3\n', 'd.ini')
    report = json.loads(kanon('check', 'd.csv', '--config', 'd.ini', '--json', cwd=str(tmp_path)).stdout)
    assert report['records']['read'] == 60


def test_parts_pipes_and_programs(tmp_path):
    (tmp_path / 'parts').mkdir()
    put(tmp_path / 'parts', TITLE, 'a.csv')
    put(tmp_path / 'parts', TITLE.replace('flu', 'measles'), 'b.csv')
    assert len(list(Table(str(tmp_path / 'parts'), skip_lines=[1, 2]).tuples(['age']))) == 120
    status, out, _ = run_here('count', ['-', '--quasi', 'sex', '--skip-lines', '1-2'], TITLE.encode())
    assert (status, out.decode()) == (0, 'sex,n\nf,30\nm,30\n')
    path = put(tmp_path, TITLE)
    releases = [library.anonymize(data, quasi=['age', 'sex'], k=3).rows for data in (
        library.Csv(path, skip_lines=[1, 2]), library.Csv(path, skip_lines='1-2'), library.Csv(path, skip_lines=range(1, 3)), library.Csv(put(tmp_path, PLAIN, 'p.csv')))]
    assert releases[0] == releases[1] == releases[2] == releases[3]
    assert library.Csv(path, skip_lines=(2, 1)) == library.Csv(path, skip_lines='1-2') != library.Csv(path)
    connection = sqlite3.connect(str(tmp_path / 'd.db'))
    connection.execute('CREATE TABLE t (age, sex)')
    connection.execute('INSERT INTO t VALUES (1, 2)')
    connection.commit()
    connection.close()
    with pytest.raises(DataError, match='a table of a database has no lines; leave skip_lines out'):
        library.anonymize(library.Csv(str(tmp_path / 'd.db::t'), skip_lines=[1]), quasi=['age'], k=2)


def test_start_names_the_lines_that_were_typed_with_those_that_it_found(tmp_path):
    """What is typed replaces what was typed before, so it has to be the whole."""
    put(tmp_path, 'A title\nof two lines\n' + PLAIN)
    doubt = json.loads(kanon('start', 'd.csv', '--json', '--skip-lines', '1', cwd=str(tmp_path)).stdout)['doubts'][0]
    assert doubt['said'].startswith('Line 2 above the header') and 'A run needs --skip-lines 1-2, typed' in doubt['said']
    assert doubt['set'] == {'skip_lines': ['1-2']}


@pytest.mark.parametrize('text, skipped, said', [
    (TITLE, '1-2', 'Lines 1-2 above the header are not read here: below them is the first line with a name for each column. A run needs --skip-lines 1-2,'
                   ' typed or in its INI file.'),
    ('person,,ill\n' + PLAIN, '1', 'Line 1 above the header is not read here: below it is the first line with a name for each column. A run needs'
                                   ' --skip-lines 1, typed or in its INI file.'),
    ('Export;;\n;;\n' + PLAIN.replace(',', ';'), '1-2', None), ('sep=,\n' + PLAIN, '1', None), ('one\ntwo\nthree\n' + PLAIN.replace(',', '\t'), '1-3', None)])
def test_start_leaves_out_lines_above_the_header_and_a_run_says_what_to_type(tmp_path, text, skipped, said):
    put(tmp_path, text)
    refused = run('run_mondrian.py', 'd.csv', *WORDS, '-k', '3', cwd=str(tmp_path))
    assert refused.returncode == 1 and refused.stderr.endswith(' with --skip-lines %s\n' % skipped)
    report = json.loads(kanon('start', 'd.csv', '--json', cwd=str(tmp_path)).stdout)
    assert [column['name'] for column in report['columns']] == ['age', 'sex', 'ill'] and report['records'] == 60
    doubt = report['doubts'][0]
    assert (doubt['key'], doubt['set'], report['read']['skip_lines']) == ('lines_above', {'skip_lines': [skipped]}, numbers_of_lines(skipped))
    assert said in (None, doubt['said'])
    typed = json.loads(kanon('start', 'd.csv', '--json', '--skip-lines', skipped, cwd=str(tmp_path)).stdout)
    assert [each['key'] for each in typed['doubts']] == [each['key'] for each in report['doubts'][1:]]
    done = kanon('start', 'd.csv', *WORDS, '-k', '3', cwd=str(tmp_path))
    assert read_ini(str(tmp_path / 'd.ini'))['skip_lines'] == numbers_of_lines(skipped) and 'read as: skip-lines = %s\n' % skipped in done.stdout
    assert run('run_mondrian.py', 'd.csv', '--config', 'd.ini', cwd=str(tmp_path)).returncode == 0
    unnamed = run('run_mondrian.py', 'd.csv', '-k', '3', '-o', 'x.csv', cwd=str(tmp_path))
    assert unnamed.returncode == 1 and 'skip-lines = %s is taken only if you ask for it' % skipped in unnamed.stderr
    made = next(line for line in (tmp_path / 'hierarchies' / 'age.txt').read_text().splitlines() if line.startswith('# Made again by'))
    assert made.endswith('--skip-lines %s --force' % skipped)
    written = (tmp_path / 'd.ini').read_text()
    again = kanon('start', 'd.csv', *WORDS, '-k', '3', '--force', cwd=str(tmp_path))
    assert (again.returncode, again.stderr) == (0, '') and (tmp_path / 'd.ini').read_text() == written


def test_lines_that_are_not_read_are_no_total_and_may_be_as_many_as_20(tmp_path):
    put(tmp_path, 'age,sex,n\nSumme,,9\n' + ''.join('%d,%s,1\n' % (20 + n % 7, 'mf'[n % 2]) for n in range(60)) + 'Summe,,60\n')
    read = json.loads(kanon('start', 'd.csv', '--json', '--skip-lines', '2', cwd=str(tmp_path)).stdout)['read']
    assert (read['totals']['rows'], read['totals']['lines']) == (1, [63])
    path = put(tmp_path, 'a title\n' * SAMPLE + PLAIN)
    assert len(list(Table(path, skip_lines=range(1, SAMPLE + 1)).tuples(['age']))) == 60


@pytest.mark.parametrize('above', ['', 'Ward 3\n'])
def test_start_offers_to_leave_out_a_second_header(tmp_path, above):
    put(tmp_path, above + UNITS.replace('years,,code', 'years,text,code'))
    line = '3' if above else '2'
    report = json.loads(kanon('start', 'd.csv', '--json', '--header', cwd=str(tmp_path)).stdout)
    doubt, = [each for each in report['doubts'] if each['key'] == 'second_header']
    skipped = '1,3' if above else '2'
    assert doubt['set'] == {'skip_lines': [skipped]} and doubt['said'].startswith("Line %s looks like a second header line, not a record: in 'age' it has" % line)
    assert doubt['said'].endswith('If so, type --skip-lines %s, here and in the run.' % skipped)
    typed = json.loads(kanon('start', 'd.csv', '--json', '--skip-lines', skipped, cwd=str(tmp_path)).stdout)
    assert typed['records'] == 60 and 'second_header' not in [each['key'] for each in typed['doubts']]


@pytest.mark.parametrize('seed', seeds(400))
def test_ordinary_tables_have_no_lines_above(seed):
    """With or without a header, and with records of fewer fields, empty ones and words among the first."""
    random = Random(seed)
    width, delimiter = random.randint(1, 6), random.choice(',;|\t')
    kinds = [random.choice(['number', 'word', 'mixed']) for _ in range(width)]
    value = {'number': lambda: str(random.randrange(99)), 'word': lambda: random.choice(['flu', 'gout', '', '?']),
             'mixed': lambda: random.choice(['7', 'x', ''])}
    rows = [delimiter.join(value[kind]() for kind in kinds) for _ in range(random.randint(1, 30))]
    header = random.choice([[], [delimiter.join('c%d' % place for place in range(width))], [delimiter.join('name' + 'x' * place for place in range(width))]])
    assert lines_above([line + '\n' for line in [*header, *rows]][:SAMPLE]) == 0
