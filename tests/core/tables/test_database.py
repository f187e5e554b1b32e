"""A table of an SQLite file gives what a csv file of it gives: the same release, byte for byte."""

import csv
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import sqlite3

import pytest

import kanon
from conftest import HOME, run, seeds
from flat import anonymize
from kanon.core.tables.database import DatabaseTable
from kanon.core.tables.packed import file_of_table, in_database
from kanon.core.tables.table import Table

COLUMNS = ['age', 'sex', 'pay', 'job']


def people(seed, n=60):
    """Rows of a database: numbers, texts and NULL."""
    rng = random.Random(seed)
    return [(rng.choice([None, 20, 30, 41]), rng.choice(['m', 'f', '?', '']), rng.choice([1.5, -2, 10 ** 12, None]),
             rng.choice([' a', 'b, c', 'd"e', 'ü\n', None])) for _ in range(n)]


def both(folder, rows, columns=COLUMNS):
    """people.db::people and people.csv, as Python's csv writes the rows."""
    database = sqlite3.connect(str(folder / 'people.db'))
    names = ', '.join('"%s"' % name.replace('"', '""') for name in columns)
    database.execute('CREATE TABLE people (%s)' % names)
    database.executemany('INSERT INTO people VALUES (%s)' % ', '.join('?' * len(columns)), rows)
    database.execute('CREATE VIEW everybody AS SELECT * FROM people')
    database.commit()
    database.close()
    with open(str(folder / 'people.csv'), 'w', newline='', encoding='utf-8') as file:
        csv.writer(file, quoting=csv.QUOTE_NONNUMERIC).writerows([columns, *rows])
    return str(folder / 'people.db') + '::people', str(folder / 'people.csv')


@pytest.mark.parametrize('seed', seeds(30))
def test_the_records_are_those_of_a_csv_file(seed, tmp_path):
    in_db, in_csv = both(tmp_path, people(seed))
    for missing in 'drop', 'value':
        for missing_in in 'any', 'used':
            with DatabaseTable(in_db, missing=missing, missing_in=missing_in) as one, \
                    Table(in_csv, missing=missing, missing_in=missing_in) as other:
                for names in COLUMNS, ['age'], ['job', 'sex']:
                    assert list(one.tuples(names)) == list(other.tuples(names))
                    assert (one.read, one.missing_records) == (other.read, other.missing_records)
                assert (one.columns, one.count_column()) == (other.columns, other.count_column())


@pytest.mark.parametrize('name', ['people', 'everybody'])
def test_both_scripts_publish_the_same_bytes_from_a_table_and_from_a_view(name, tmp_path):
    sample = os.path.join(HOME, 'data', 'inpatients', 'inpatients.csv')
    with open(sample, newline='', encoding='utf-8') as file:
        columns, *rows = csv.reader(file)
    both(tmp_path, [(zip_, int(age), condition) for zip_, age, condition in rows], columns)
    shutil.copy(os.path.join(HOME, 'data', 'inpatients', 'inpatients.ini'), str(tmp_path / 'people.ini'))
    shutil.copytree(os.path.join(HOME, 'data', 'inpatients', 'hierarchies'), str(tmp_path / 'hierarchies'))
    for script in 'run_samarati.py', 'run_mondrian.py':
        for data, output in ('people.csv', 'a.csv'), ('people.db::' + name, 'b.csv'):
            done = run(script, data, '--config', 'people.ini', '-o', output, '--force', cwd=str(tmp_path))
            assert done.returncode == 0, done.stderr
        assert (tmp_path / 'a.csv').read_bytes() == (tmp_path / 'b.csv').read_bytes()
    done = run('run_mondrian.py', 'people.db::' + name, '--config', 'people.ini', '--quiet', cwd=str(tmp_path))
    assert done.returncode == 0 and (tmp_path / 'people_mondrian.csv').read_bytes() == (tmp_path / 'a.csv').read_bytes()


def test_the_order_of_the_input_is_that_of_the_table(tmp_path):
    in_db, in_csv = both(tmp_path, [(20 + n * 7 % 10, 'mf'[n % 2], n, 'x') for n in range(40)])
    for data, output in (in_db, 'a.csv'), (in_csv, 'b.csv'):
        done = run('run_mondrian.py', data, '-o', output, '--order', 'input', '-k', '3', '--quasi', 'age,sex', '--sensitive', 'pay',
                   cwd=str(tmp_path))
        assert done.returncode == 0, done.stderr
    assert (tmp_path / 'a.csv').read_bytes() == (tmp_path / 'b.csv').read_bytes()


def test_a_record_has_the_sha256_of_the_file_and_is_repeated(tmp_path):
    both(tmp_path, [(20 + n % 10, 'mf'[n % 2], n, 'x') for n in range(40)])
    words = ['people.db::people', '-o', 'a.csv', '--record', 'a.json', '-k', '3', '--quasi', 'age,sex', '--sensitive', 'job']
    assert run('run_mondrian.py', *words, cwd=str(tmp_path)).returncode == 0
    record = json.loads((tmp_path / 'a.json').read_text(encoding='utf-8'))
    sha256 = hashlib.sha256((tmp_path / 'people.db').read_bytes()).hexdigest()
    assert record['input'] == {'file': 'people.db::people', 'sha256': sha256}
    assert run('kanon', 'replay', 'a.json', cwd=str(tmp_path)).returncode == 0
    database = sqlite3.connect(str(tmp_path / 'people.db'))
    database.execute("UPDATE people SET sex = 'x' WHERE age = 20")
    database.commit()
    database.close()
    again = run('kanon', 'replay', 'a.json', cwd=str(tmp_path))
    assert again.returncode == 1 and 'people.db::people has changed since the run' in again.stderr


def test_nothing_is_written_to_the_database_or_beside_it(tmp_path):
    """Even where changes go to another file first (WAL), which makes a plain reader write two files."""
    in_db, _ = both(tmp_path, people(1))
    for mode in 'DELETE', 'WAL':
        database = sqlite3.connect(file_of_table(in_db))
        assert database.execute('PRAGMA journal_mode = %s' % mode).fetchall() == [(mode.lower(),)]
        database.close()
        before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        with DatabaseTable(in_db, missing='value') as table:
            ages = table.tuples(['age'])
            next(ages)
            assert sorted(path.name for path in tmp_path.iterdir()) == sorted(before)
            assert len(list(ages)) == 59
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_changes_that_are_not_in_the_file_yet_are_not_overlooked(tmp_path):
    in_db, _ = both(tmp_path, people(1))
    writer = sqlite3.connect(file_of_table(in_db))
    assert writer.execute('PRAGMA journal_mode = WAL').fetchall() == [('wal',)]
    writer.execute('DELETE FROM people')
    writer.commit()
    with pytest.raises(kanon.DataError, match="is in use: 'people.db-wal' holds changes that are not in the file"):
        DatabaseTable(in_db)
    writer.close()


def test_a_locked_database_is_one_line(tmp_path):
    in_db, _ = both(tmp_path, people(1))
    writer = sqlite3.connect(file_of_table(in_db), isolation_level=None)
    writer.execute('BEGIN EXCLUSIVE')
    with pytest.raises(kanon.DataError, match='cannot be read: database is locked'):
        DatabaseTable(in_db)
    writer.close()


def test_a_broken_page_is_one_line_and_nothing_is_lost_without_a_word(tmp_path):
    in_db, _ = both(tmp_path, people(1, 2000))
    path = pathlib.Path(file_of_table(in_db))
    data = bytearray(path.read_bytes())
    data[4096 * 3:4096 * 4] = b'\xff' * 4096
    path.write_bytes(bytes(data))
    with pytest.raises(kanon.DataError, match='cannot be read: database disk image is malformed'):
        list(DatabaseTable(in_db).tuples(['age']))


def test_a_file_whose_name_holds_the_mark_is_a_file(tmp_path):
    path = str(tmp_path / 'people.db::people')
    assert in_database(path) == (str(tmp_path / 'people.db'), 'people') and file_of_table(path) == str(tmp_path / 'people.db')
    shutil.copy(os.path.join(HOME, 'data', 'inpatients', 'inpatients.csv'), path)
    assert in_database(path) == () and file_of_table(path) == path
    assert len(anonymize(path, quasi=['zip', 'age'], k=4).rows) == 12


def test_the_library_takes_it_as_text_and_as_path(tmp_path):
    in_db, in_csv = both(tmp_path, [(20 + n % 10, 'mf'[n % 2], n, 'x') for n in range(40)])
    rows = [anonymize(data, quasi=['age', 'sex'], sensitive=['job'], k=3).rows for data in (in_db, pathlib.Path(in_db), in_csv)]
    assert rows[0] == rows[1] == rows[2]
    with pytest.raises(kanon.DataError, match='read alone'):
        anonymize([in_db, in_csv], quasi=['age'])
    with pytest.raises(kanon.DataError, match="the output is the input"):
        anonymize(in_db, quasi=['age', 'sex'], k=3).write(file_of_table(in_db), force=True)


@pytest.mark.parametrize('words', [['check'], ['risk'], ['sweep', '--k', '2,3', '--algorithm', 'mondrian'], ['start'],
                                   ['attack', 'released.csv', '--known']])
def test_the_verbs_print_what_they_print_of_a_csv_file(words, tmp_path):
    both(tmp_path, [(20 + n % 10, 'mf'[n % 2], n % 3 + 1.5, 'x') for n in range(40)])
    (tmp_path / 'released.csv').write_text('age,sex\n*,m\n*,f\n', encoding='utf-8')
    more = [] if words == ['start'] else ['--quasi', 'age,sex']
    more += ['--sensitive', 'job'] if words[0] in ('check', 'sweep') else ['--sensitive', ''] if words[0] == 'attack' else []
    printed = []
    for data in 'people.csv', 'people.db::people':
        done = run('kanon', *words, data, *more, cwd=str(tmp_path))
        assert done.returncode == 0, done.stderr
        printed.append(re.sub('[0-9.]{5} ', 'seconds', done.stdout.replace(data, 'DATA')))
    assert printed[0] == printed[1]


def test_start_writes_beside_the_database(tmp_path):
    both(tmp_path, [(20 + n % 10, 'mf'[n % 2], n, 'xy'[n % 3 > 0]) for n in range(40)])
    assert run('kanon', 'start', 'people.db::people', '--quasi', 'age,sex', '--sensitive', 'job', '-k', '3',
               cwd=str(tmp_path)).returncode == 0
    assert (tmp_path / 'people.ini').exists() and (tmp_path / 'hierarchies' / 'age.txt').exists()
    done = run('run_samarati.py', 'people.db::people', '--config', 'people.ini', cwd=str(tmp_path))
    assert done.returncode == 0 and (tmp_path / 'people_samarati.csv').exists(), done.stderr


def test_a_counted_table_of_a_database_is_one(tmp_path):
    rows = [(20 + n % 5, 'mf'[n % 2], n % 3 + 1, 'x') for n in range(12)]
    in_db, in_csv = both(tmp_path, rows, ['age', 'sex', 'n', 'job'])
    releases = [anonymize(data, ['age', 'sex'], ['job'], k=3, counts='n') for data in (in_db, in_csv)]
    assert releases[0].rows == releases[1].rows and releases[0].records == releases[1].records == {
        'read': 24, 'missing': 0, 'published': 24, 'suppressed': 0}
    (tmp_path / 'bad').mkdir()
    bad, _ = both(tmp_path / 'bad', [*rows, (20, 'm', 0, 'x')], ['age', 'sex', 'n', 'job'])
    with pytest.raises(kanon.DataError) as raised:
        anonymize(bad, ['age', 'sex'], ['job'], k=3, counts='n')
    assert str(raised.value).startswith("%s: row 13, column 'n' says '0', which is no number of records" % bad)
