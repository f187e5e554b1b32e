"""A first column without a name is that of row numbers, column 1, for every verb and every kind of table."""

import csv
import gzip
import io
import json
import sqlite3
from random import Random

import pytest

import kanon as library
from conftest import kanon, run, run_here, seeds
from kanon.core.errors import DataError
from kanon.core.tables.database import DatabaseTable
from kanon.core.tables.dialect import has_blanks_between
from kanon.core.tables.table import Table

PANDAS = ',age,sex\n0,34,m\n1,35,f\n2,34,m\n3,35,f\n'
R_CSV = '"","age","sex"\n"1",34,"m"\n"2",35,"f"\n"3",34,"m"\n"4",35,"f"\n'
R_TABLE = '"age","sex"\n"1",34,"m"\n"2",35,"f"\n"3",34,"m"\n"4",35,"f"\n'
NAMED = ('column 1', 'age', 'sex')
WANTED = [('34', 'm'), ('35', 'f'), ('34', 'm'), ('35', 'f')]


def table_of(tmp_path, text, name='data.csv', **options):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return Table(str(path), **options)


@pytest.mark.parametrize('text', [
    PANDAS, R_CSV, R_TABLE, PANDAS.replace(',', ';'), R_CSV.replace(',', '\t'), R_TABLE.replace(',', ';'), R_TABLE.replace(',', '|'),
    '\ufeff' + PANDAS, '\ufeff' + R_TABLE.replace('\n', '\r\n'), gzip.compress(R_TABLE.encode()), '\n' + PANDAS, PANDAS + '\n\n'])
def test_the_first_column_without_a_name_is_column_1(tmp_path, text):
    table = table_of(tmp_path, text)
    assert (table.columns, table.row_numbers) == (NAMED, 'column 1')
    assert list(table.tuples(['age', 'sex'])) == WANTED
    named = table_of(tmp_path, text, columns=['row', 'age', 'sex'])
    assert (named.columns, named.row_numbers) == (('row', 'age', 'sex'), None) and list(named.tuples(['age', 'sex'])) == WANTED


@pytest.mark.parametrize('header, expected', [
    (',column 1,sex', ('column 1 (2)', 'column 1', 'sex')),
    (',column 1,column 1 (2)', ('column 1 (3)', 'column 1', 'column 1 (2)')),
    ('number,age,sex', ('number', 'age', 'sex'))])
def test_a_name_that_is_taken_gets_a_number(tmp_path, header, expected):
    table = table_of(tmp_path, PANDAS.replace(',age,sex', header))
    assert table.columns == expected and table.row_numbers == (expected[0] if header[0] == ',' else None)


@pytest.mark.parametrize('seed', seeds(300))
def test_row_numbers_of_random_tables(tmp_path, seed):
    """With a header that is one name short only 1, 2, 3 ... are row numbers. All else is refused, and --columns names it."""
    random = Random(seed)
    odd, size = seed % 3 == 0, random.randint(2, 60)
    names = ['c%d' % place for place in range(random.randint(1 + odd, 5))]      # with one name nothing would tell the delimiter
    numbers = [*range(1, size + 1)]
    if odd:
        numbers[random.randrange(2)] += random.choice([-1, 1, 100])
    rows = [[str(number), *(random.choice(['x', 'y,z', '7', '', 'two\nlines']) for _ in names)] for number in numbers]
    short = odd or seed % 2
    text = io.StringIO()
    writer = csv.writer(text, delimiter=random.choice(',;|\t'), lineterminator=random.choice(['\n', '\r\n']), quoting=csv.QUOTE_ALL)
    writer.writerows([names if short else ['', *names], *rows])
    if odd:
        with pytest.raises(DataError) as refused:
            list(table_of(tmp_path, text.getvalue(), missing='value').tuples(names))
        assert str(refused.value).endswith('; if the header lacks a name, name all columns with --columns')
        table = table_of(tmp_path, text.getvalue(), missing='value', columns=['row', *names])
    else:
        table = table_of(tmp_path, text.getvalue(), missing='value')
        assert table.columns == ('column 1', *names) and table.row_numbers == 'column 1'
    assert list(map(list, table.tuples(table.columns))) == rows


@pytest.mark.parametrize('text, problem', [
    ('age,,sex\n30,1,m\n', 'line 1: column 2 has no name; give it one, or name all columns with --columns'),
    (',,sex\n0,30,m\n', 'line 1: column 2 has no name; give it one, or name all columns with --columns'),
    ('age,sex,\n30,m,\n', 'line 1: column 3 has no name; if every line ends with the delimiter, take it off, else name all columns with --columns'),
    (',person,\nid,age,sex\n1,30,m\n2,31,f\n3,32,m\n', 'line 2: looks like the header, below 1 line of another kind; leave it out with --skip-lines 1'),
    ('age,sex\n7,30,m\n8,31,f\n', "line 2: 3 fields where there are 2 columns ('7', '30', 'm'); if the header lacks a name, name all columns with"
                                  " --columns"),
    ('age,sex\n30,m\n8,31,f\n', "line 3: 3 fields where there are 2 columns ('8', '31', 'f')")])
def test_all_else_without_a_name_is_refused(tmp_path, text, problem):
    with pytest.raises(DataError) as refused:
        list(table_of(tmp_path, text).tuples(['age']))
    assert str(refused.value) == '%s, %s' % (tmp_path / 'data.csv', problem)


@pytest.mark.parametrize('header', ['age,,sex', ',,sex', 'age,x,'])
def test_the_advice_to_name_all_columns_works(tmp_path, header):
    (tmp_path / 'data.csv').write_text(header + '\n' + '30,1,m\n31,2,f\n' * 2)
    result = kanon('count', 'data.csv', '--columns', 'age,x,sex', '--quasi', 'age,sex', cwd=str(tmp_path))
    assert (result.returncode, result.stdout) == (0, 'age,sex,n\n30,m,2\n31,f,2\n')


def test_parts_of_a_table_have_it_too(tmp_path):
    (tmp_path / 'parts').mkdir()
    for name, text in ('a.csv', PANDAS), ('b.csv', R_TABLE), ('c.csv', R_CSV.replace(',', ';') + '5;34;m\n'):
        (tmp_path / 'parts' / name).write_text(text)
    table = Table(str(tmp_path / 'parts'))
    assert table.columns == NAMED and len(list(table.tuples(['age']))) == 13


def test_tables_in_memory_and_of_a_database(tmp_path):
    rows = list(csv.DictReader(io.StringIO(PANDAS)))
    for data in library.Records(rows), library.Records(iter(rows)):
        assert len(library.anonymize(data, quasi=['age', 'sex'], k=2).rows) == 4
    with pytest.raises(DataError, match='^column 2 has no name$'):
        library.anonymize(library.Records([{'a': 1, '': 2, 'c': 3}]), quasi=['a'], k=2)
    with pytest.raises(DataError, match="^the rows: row 2 has no column ''; all rows need the same columns, '', 'age', 'sex'"):
        library.anonymize(library.Records([rows[0], {'age': 1, 'sex': 'm'}]), quasi=['age'], k=2)
    connection = sqlite3.connect(str(tmp_path / 'd.db'))
    connection.execute('CREATE TABLE t ("" TEXT, age TEXT, sex TEXT)')
    connection.executemany('INSERT INTO t VALUES (?, ?, ?)', [row.split(',') for row in PANDAS.split()[1:]])
    connection.commit()
    table = DatabaseTable(str(tmp_path / 'd.db::t'))
    assert (table.columns, table.row_numbers, list(table.tuples(['age', 'sex']))) == (NAMED, 'column 1', WANTED)
    library.tools.engines.anonymize(connection, 't', quasi=['age', 'sex'], k=2, into='released')
    assert sorted(connection.execute('SELECT age, sex FROM released')) == sorted(WANTED)
    connection.close()


def test_a_pipe():
    status, out, err = run_here('count', ['-', '--quasi', 'age,sex'], PANDAS.encode())
    assert (status, out.decode(), err) == (0, 'age,sex,n\n34,m,2\n35,f,2\n', '')


@pytest.mark.parametrize('text', [PANDAS, R_CSV, R_TABLE])
def test_start_shows_it_and_proposes_it_for_nothing(tmp_path, text):
    """Whatever stands in it: numbers that repeat as persons do, words for a missing value, lists."""
    (tmp_path / 'data.csv').write_text(text)
    lines = kanon('start', 'data.csv', cwd=str(tmp_path)).stdout.splitlines()
    row, = [line for line in lines if line.startswith('column 1')]
    assert row.endswith('  without a name in the table, so taken for row numbers')
    for values in (['p%d' % (n // 3) for n in range(60)], ['NA', 'n/a'] * 30, ['a|b', 'b|c', 'c|a'] * 20, ['x', 'X', 'y'] * 20, list(range(60)), [*range(1, 60), 9999],
                   ['1.200', '1.350', '12.500'] * 20, ['01/02/%02d' % (n % 40) for n in range(60)], ['1.0', '1', '01'] * 20):
        (tmp_path / 'data.csv').write_text(',age,sex\n' + ''.join('%s,%d,%s\n' % (value, 30 + n % 7, 'mf'[n % 2]) for n, value in enumerate(values)))
        report = json.loads(kanon('start', 'data.csv', '--json', '--header', cwd=str(tmp_path)).stdout)
        assert [(column['name'], column['role']) for column in report['columns']] == [('column 1', 'identifier'), ('age', None), ('sex', None)]
        assert 'column 1' not in json.dumps(report['doubts'])


def test_every_verb_reads_it(tmp_path):
    """From the table to the attack, with the lines that start prints."""
    (tmp_path / 'data.csv').write_text(PANDAS + '4,34,\n')
    run_ = lambda *words: kanon(*words, cwd=str(tmp_path))
    assert run_('start', 'data.csv', '--quasi', 'age', '--sensitive', 'sex', '-k', '2').returncode == 0
    for script in 'run_samarati.py', 'run_mondrian.py':
        assert run(script, 'data.csv', '--config', 'data.ini', '-o', script + '.csv', cwd=str(tmp_path)).returncode == 0
    more = ['--config', 'data.ini']
    for words in (('check', 'data.csv', *more), ('risk', 'data.csv', *more), ('attack', 'run_mondrian.py.csv', '--known', 'data.csv', *more),
                  ('use', 'data.csv', 'run_mondrian.py.csv', *more), ('sweep', 'data.csv', '--k', '2', *more), ('lattice', 'data.csv', *more),
                  ('count', 'data.csv', *more), ('hierarchy', 'levels', 'data.csv', *more), ('datafly', 'data.csv', *more)):
        result = run_(*words)
        assert result.returncode == 0, result.stderr


@pytest.mark.parametrize('seed', seeds(200))
def test_a_table_of_write_table_is_recognized_and_read_with_its_blanks(tmp_path, seed):
    """As R writes it without further words: texts in quotes, numbers bare, row numbers without a name."""
    random = Random(seed)
    names = random.sample(['age', 'ill', 'home town', 'x'], random.randint(1, 4))
    rows = [[random.choice([random.randrange(90), 'flu', 'a b', 'a "b"', ' c', '', 'NA']) for _ in names]
            for _ in range(random.choice([2, 5, 60]))]
    numbers, text = random.random() < 0.7, io.StringIO()
    writer = csv.writer(text, delimiter=' ', lineterminator='\n', quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(names)
    writer.writerows([[str(number), *row] if numbers else row for number, row in enumerate(rows, 1)])
    if numbers or len(names) > 1:
        with pytest.raises(DataError, match='with a blank between its fields; say --delimiter blank'):
            table_of(tmp_path, text.getvalue())
    table = table_of(tmp_path, text.getvalue(), delimiter=' ')
    assert table.columns == (*['column 1'] * numbers, *names)
    wanted = [tuple(map(str, row)) for row in rows]
    assert [row for row in table.tuples(names)] == [row for row in wanted if '' not in row]


@pytest.mark.parametrize('text', [PANDAS, R_CSV, R_TABLE, 'first name\nJo Ann\nAl\n', 'a\n1 2\n3 4\n', '"a"\n"1 2"\n"3 4"\n', 'age\n1\n',
                                  '"a" "b"\n1 2\n3\n', '', 'note of May\n'])
def test_other_tables_have_no_blanks_between_their_fields(text):
    assert not has_blanks_between(text.splitlines(True))


def test_a_table_with_blanks_goes_the_whole_way(tmp_path):
    rows = ['"%d" %d "%s" "%s"' % (n, 20 + n % 7, 'mf'[n % 2], ['flu', 'see me'][n % 3 % 2]) for n in range(1, 61)]
    (tmp_path / 'd.txt').write_text('\n'.join(['"age" "sex" "ill"', *rows, '']))
    words = '--quasi', 'age,sex', '--sensitive', 'ill', '-k', '3'
    here = {'cwd': str(tmp_path)}
    assert kanon('start', 'd.txt', **here).stderr.endswith('say --delimiter blank\n')
    assert kanon('start', 'd.txt', *words, '--delimiter', 'space', **here).returncode == 0
    assert 'delimiter = blank\n' in (tmp_path / 'd.ini').read_text()
    done = run('run_mondrian.py', 'd.txt', '--config', 'd.ini', '-o', 'a.csv', '--record', 'r.json', **here)
    assert done.returncode == 0 and 'read as: delimiter = blank\n' in done.stdout
    assert run('run_mondrian.py', 'd.txt', *words, '--config', 'd.ini', '--delimiter', ' ', '-o', 'b.csv', **here).returncode == 0
    assert (tmp_path / 'a.csv').read_bytes() == (tmp_path / 'b.csv').read_bytes()
    assert kanon('replay', 'r.json', **here).returncode == 0
    for delimiter in ' ', 'blank', 'space':
        table = library.Csv(str(tmp_path / 'd.txt'), delimiter=delimiter)
        assert len(library.anonymize(table, ['age', 'sex'], k=3).rows) == 60
