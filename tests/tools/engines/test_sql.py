"""The statements of `kanon sql`, typed into each engine's client as they are printed: the counts, the join and the audit of a nasty table.

SQLite, DuckDB and PostgreSQL have clients that run a whole script. MySQL's writes what it prints to a file. ClickHouse (chdb) and Spark take
statement by statement. What is not here is skipped with a reason; .ci/engines has all six.
"""

import csv
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from random import Random

import pytest

from conftest import HOME, kanon
from kanon.tools.engines.dialects import DIALECTS

RUN = [word for word, row in DIALECTS.items() if row.run]
K = 2

# A column: its name, its type in each engine, and its values: (as a statement writes it, None for NULL; as a text in each engine).
TEXTS = [None, '', '?', ' Köln', 'Köln', 'köln', 'Ko\u0308ln', 'Köln ', 'a "b", c', "o'clock", 'x\ny', 'NULL', 'null', 'back\\slash', '100%',
         '012', '12', 'NA', '${x}', '{y}', ';', '-- no', ',']
TYPES = {'text': {'duckdb': 'VARCHAR', 'postgresql': 'text', 'sqlite': 'TEXT', 'mysql': 'VARCHAR(40) CHARACTER SET utf8mb4 COLLATE'
                  ' utf8mb4_general_ci', 'clickhouse': 'Nullable(String)', 'spark': 'STRING'},
         'collated': {'duckdb': 'VARCHAR COLLATE NOCASE', 'sqlite': 'TEXT COLLATE NOCASE', 'mysql': 'VARCHAR(40) CHARACTER SET latin1'},
         'number': {'clickhouse': 'Nullable(Int32)', 'spark': 'INT', 'mysql': 'INT'},
         'exact': {'clickhouse': 'Nullable(Decimal(9, 2))', 'duckdb': 'DECIMAL(9, 2)', 'postgresql': 'numeric(9, 2)', 'sqlite': 'TEXT',
                   'mysql': 'DECIMAL(9, 2)', 'spark': 'DECIMAL(9, 2)'},
         'truth': {'clickhouse': 'Nullable(Bool)', 'sqlite': 'INTEGER', 'mysql': 'BOOLEAN'},
         'day': {'clickhouse': 'Nullable(Date)', 'sqlite': 'TEXT'},
         'time': {'clickhouse': 'Nullable(DateTime)', 'sqlite': 'TEXT', 'mysql': 'DATETIME'}}
DEFAULT = {'collated': None, 'number': 'INTEGER', 'truth': 'BOOLEAN', 'day': 'DATE', 'time': 'TIMESTAMP'}
ONE_OR_ZERO = 'sqlite', 'mysql'
COLUMNS = [('a "b"', 'text'), ('Day', 'day'), ('flag', 'truth'), ('group', 'text'), ('`tick', 'text'), ('Age', 'number'), ('pay', 'exact'),
           ('seen', 'time'), ('ill', 'collated'), ('ü', 'text'), ("o'clock", 'text'), ('100%', 'number'), ('back\\slash', 'text'),
           ('q0', 'truth'), ('a.b', 'text'), ('{0}', 'number'), ('a, b', 'text'), ('n', 'number'), (';', 'text'), ('two  blanks', 'day')]
QUASI, CARRIED = ['a "b"', 'Day', 'flag', 'Age'], ['ill', 'group', 'pay', 'seen', 'n', 'q0', ';']


def values_of(kind, engine):
    """(what a statement writes, the text) of the values of a column."""
    literal = DIALECTS[engine].literal
    if kind in ('text', 'collated'):
        return [('NULL' if text is None else literal(text), text or '') for text in TEXTS if (engine, kind) != ('mysql', 'collated') or '\u0308' not in (text or '')       # which latin1 lacks
                if engine != 'spark' or text != '${x}']                                     # which Spark replaces in every statement
    if kind == 'truth':
        return [(word, str(int(word == 'TRUE')) if engine in ONE_OR_ZERO else word.lower()) for word in ('TRUE', 'FALSE')] + [('NULL', '')]
    texts = {'number': ['7', '39', '-5', '0'], 'exact': ['1.50', '20.25', '-3.10'], 'day': ['2024-02-29', '1999-12-31'],
             'time': ['2024-02-29 12:30:00', '1999-12-31 00:00:00']}[kind]
    typed = {'number': '%s', 'exact': "'%s'" if engine == 'sqlite' else '%s'}.get(kind, "'%s'")
    typed = {'day': "DATE '%s'", 'time': "TIMESTAMP '%s'"}.get(kind, typed) if engine not in ('sqlite', 'clickhouse') else typed
    shown = (lambda text: text.rstrip('0')) if kind == 'exact' and engine == 'clickhouse' else str
    return [('NULL', '')] + [(typed % text, shown(text)) for text in texts]


def the_table(engine, seed, rows=160):
    """(statements that make the table, the rows as texts)."""
    random, name = Random(seed), DIALECTS[engine].name
    domains = [values_of(kind, engine) for _, kind in COLUMNS]
    known = [[pair for pair in domain if pair[1] not in ('', '?')] for domain in domains]
    drawn = [[random.choice(domain if random.random() < 0.05 and column != 'Age' else all_known)
              for (column, _), domain, all_known in zip(COLUMNS, domains, known)] for _ in range(rows)]
    types = [TYPES.get(kind, {}).get(engine) or DEFAULT.get(kind) or TYPES['text'][engine] for _, kind in COLUMNS]
    make = 'CREATE TABLE %s (%s)' % (name('people'), ', '.join('%s %s' % (name(column), type_) for (column, _), type_ in zip(COLUMNS, types)))
    make += ' ENGINE = MergeTree ORDER BY tuple()' if engine == 'clickhouse' else ' USING parquet' if engine == 'spark' else ''
    fill = 'INSERT INTO %s VALUES %s' % (name('people'), ', '.join('(%s)' % ', '.join(value for value, _ in row) for row in drawn))
    return [make, fill], [tuple(text for _, text in row) for row in drawn]


def expected_counts(rows, missing, used, na):
    """{values: records} of the counted table, with '' in all fields of what is left out."""
    counts, places = Counter(), [[name for name, _ in COLUMNS].index(name) for name in QUASI + CARRIED]
    for row in rows:
        texts = ['?' if text.strip(' ') in na else text for text in row]
        if missing == 'drop' and any(text in ('', '?') for text in ([texts[place] for place in places] if used else texts)):
            counts[('',) * len(places)] += 1
            continue
        values = [texts[place] for place in places]
        if missing == 'root':
            values = ['' if text == '?' and place < len(QUASI) else text for place, text in enumerate(values)]
        counts[tuple(values)] += 1
    return counts


@pytest.mark.parametrize('engine', RUN)
@pytest.mark.parametrize('missing, used, na', [('drop', True, []), ('drop', False, ['NA', "o'clock"]), ('value', True, []), ('root', False, ['NA'])])
def test_what_is_printed_counts_joins_and_audits_in_the_engine(engine, missing, used, na, tmp_path, monkeypatch):
    if engine == 'spark':
        without_semicolon(monkeypatch, used)
    client = CLIENTS[engine](tmp_path)
    statements, rows = the_table(engine, '%s %s' % (missing, used))
    if missing == 'root':
        os.mkdir(str(tmp_path / 'hierarchies'))
        for name in QUASI:
            place = [column for column, _ in COLUMNS].index(name)
            values = sorted({row[place] for row in rows} - {'', '?', *na})
            with open(str(tmp_path / 'hierarchies' / (name.replace('"', '%22') + '.txt')), 'w', encoding='utf-8', newline='') as file:
                csv.writer(file, lineterminator='\n', quoting=csv.QUOTE_ALL).writerows([value, '*'] for value in values)
    words = ['--quasi', listed(QUASI), '--sensitive', listed(CARRIED[:1]), '--publish', listed(CARRIED[1:]), '-k', str(K), '--missing', missing]
    words += [] if used or missing == 'root' else ['--columns', listed(name for name, _ in COLUMNS)]
    words += ['--na', ';'.join(na)] if na else []
    words += ['--files', str(tmp_path / 'people')] if engine == 'spark' else []     # Java stays in the folder of the first test
    printed = str(tmp_path / 'printed.sql')
    done = kanon('sql', 'people', '--dialect', engine, *words, '-o', printed)
    assert (done.returncode, done.stderr) == (0, '')
    with open(printed, encoding='utf-8') as file:
        client.do(statements, file.read())
    counted = counts_in(tmp_path, 'people_counted')
    assert counted == expected_counts(rows, missing, used, na)
    with open(printed, encoding='utf-8') as file:
        decide = re.search('python3 -m kanon (mondrian .*)', file.read())[1]
    done = kanon(*shlex.split(decide)[:-2], '-o', str(tmp_path / 'people_by_kanon.csv'), '--force', '--quiet', cwd=str(tmp_path))
    assert done.returncode == 0, done.stderr
    decided = Counter(map(tuple, read(str(tmp_path / 'people_by_kanon.csv'))[1:]))
    assert sum(decided.values()) > 20
    assert counts_in(tmp_path, 'people_released_counts') == decided


def without_semicolon(monkeypatch, skip):
    """At a ; the client of Spark would end the statement. skip: because each takes half a minute."""
    if skip:
        pytest.skip('half a minute each')
    monkeypatch.setitem(globals(), 'COLUMNS', [column for column in COLUMNS if column[0] != ';'])
    monkeypatch.setitem(globals(), 'CARRIED', [name for name in CARRIED if name != ';'])


@pytest.mark.parametrize('engine', [engine for engine in RUN if engine != 'clickhouse'])
@pytest.mark.parametrize('missing, used, na', [('drop', True, []), ('drop', False, ['NA', "o'clock"]), ('root', False, ['NA'])])
def test_what_is_printed_for_maps_is_the_release_of_kanon_in_the_engine(engine, missing, used, na, tmp_path, monkeypatch):
    if engine == 'spark':
        without_semicolon(monkeypatch, missing == 'drop')
    client = CLIENTS[engine](tmp_path)
    statements, rows = the_table(engine, 'maps %s %s' % (missing, used))
    os.mkdir(str(tmp_path / 'hierarchies'))
    for name in QUASI:
        place = [column for column, _ in COLUMNS].index(name)
        values = sorted({row[place] for row in rows} - {'', '?', *na})
        with open(str(tmp_path / 'hierarchies' / (name.replace('"', '%22') + '.txt')), 'w', encoding='utf-8', newline='') as file:
            csv.writer(file, lineterminator='\n', quoting=csv.QUOTE_ALL).writerows([value, 'half %d' % (number % 2), '*'] for number, value in enumerate(values))
    with open(str(tmp_path / 'people.csv'), 'w', encoding='utf-8', newline='') as file:
        csv.writer(file, quoting=csv.QUOTE_ALL).writerows([[name for name, _ in COLUMNS], *rows])
    words = ['people.csv', '--quasi', listed(QUASI), '--sensitive', 'ill', '--publish', listed(CARRIED[1:]), '-k', '3', '--l-diversity', '2', '--alpha', '0.8', '--exact', 'ill',
             '--missing', missing, '--max-suppression', '40%', *(['--na', ';'.join(na)] if na else []), *(['--missing-in', 'used'] if used else [])]
    done = kanon('samarati', *words, '-o', 'by_kanon.csv', '--recoding-maps', 'maps', '--json', cwd=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)['records']['suppressed'] > 0
    columns = [] if used or missing == 'root' else ['--columns', listed(name for name, _ in COLUMNS)]
    folder = [str(tmp_path / 'maps'), '--files', str(tmp_path / 'people')] if engine == 'spark' else ['maps']
    done = kanon('sql', 'people', '--dialect', engine, '--maps', *folder, *columns, cwd=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, '')
    client.do(statements, done.stdout)
    decided = Counter(map(tuple, read(str(tmp_path / 'by_kanon.csv'))[1:]))
    assert counts_in(tmp_path, 'people_released_counts') == decided and sum(decided.values()) > 20
    check = re.search('python3 -m kanon (check .*)', done.stdout)[1]
    checked = kanon(*shlex.split(check), cwd=str(tmp_path))
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert 'The table has each row of ' in checked.stdout


def listed(names):
    return ','.join('"%s"' % name.replace('"', '""') for name in names)


def read(path):
    with open(path, encoding='utf-8', newline='') as file:
        return list(csv.reader(file))


def counts_in(folder, stem):
    """{values: records} of a csv file, or of the csv files of a folder."""
    paths = [str(folder / (stem + '.csv'))] if (folder / (stem + '.csv')).is_file() else [str(path) for path in (folder / stem).glob('*.csv')]
    counts = Counter()
    for path in paths:
        header, *rows = read(path)
        assert header == [*QUASI, *CARRIED, 'kanon_n']
        for *values, n in rows:
            counts[tuple(values)] += int(n)
    return counts


# What is never run: the text, by the rules of the documentation.

@pytest.mark.parametrize('engine, name, text', [('bigquery', '`a \\` \\\\ "b"`', "'o\\'clock \\\\'"), ('snowflake', '"a ` \\ ""b"""', "'o''clock \\\\'")])
def test_names_and_texts_of_the_engines_that_are_not_here(engine, name, text):
    """BigQuery escapes by a backslash in both, and knows no doubled quote. Snowflake doubles quotes, and escapes in texts alone."""
    sql = DIALECTS[engine]
    assert (sql.name('a ` \\ "b"'), sql.literal("o'clock \\")) == (name, text)
    printed = kanon('sql', 'etl.people', '--dialect', engine, '--quasi', 'age', '--missing', 'root').stdout
    assert printed.count('-- Not run: ') == 1 and not sql.index and 'CREATE INDEX' not in printed
    assert sql.name('etl') + '.' + sql.name('people_released') in printed


@pytest.mark.parametrize('dialect', RUN)
@pytest.mark.parametrize('words', [['people', '--quasi', 'x; DROP TABLE y'], ['x; y', '--quasi', 'age'], ['people', '--quasi', 'age', '--into', '${z}'],
                                   ['people', '--quasi', 'age', '--columns', 'age,a;b']])
def test_a_name_at_which_the_client_of_spark_would_part_a_statement_is_refused_for_spark_alone(words, dialect):
    done = kanon('sql', '--dialect', dialect, *words)
    assert done.returncode == (2 if dialect == 'spark' else 0)
    assert ('the client of Spark' in done.stderr and done.stdout == '') == (dialect == 'spark')


@pytest.mark.parametrize('words', [['a\nb', '--quasi', 'age'], ['people', '--quasi', 'age', '--into', 'a\r\nb']])
def test_a_table_with_a_line_end_is_refused_in_one_line(words):
    done = kanon('sql', '--dialect', 'sqlite', *words)
    assert (done.returncode, done.stdout, done.stderr.count('\n')) == (2, '', 1)
    assert 'a table is expected' in done.stderr


@pytest.mark.parametrize('engine', RUN)
def test_what_was_run_does_not_say_that_it_was_not(engine):
    assert '-- Not run: ' not in kanon('sql', 'people', '--dialect', engine, '--quasi', 'age').stdout


# The clients.

class Client:
    """Types a script into a program, in a folder. prints: whether the program prints a file where others write one."""

    prints = False

    def __init__(self, folder, program=None, module=None):
        if program and not shutil.which(program):
            pytest.skip('there is no %s on the path' % program)
        self.folder = str(folder)
        self.module = module and pytest.importorskip(module)
        bin_ = folder / 'bin'
        bin_.mkdir()
        os.symlink(sys.executable, str(bin_ / 'python3'))
        self.environment = {**os.environ, 'PYTHONPATH': HOME, 'PATH': '%s%s%s' % (bin_, os.pathsep, os.environ['PATH'])}

    def typed(self, words, script, into=None):
        done = subprocess.run(words, input=script.encode(), cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=self.environment)
        assert done.returncode == 0 and b'rror' not in done.stderr, (done.stderr.decode(), done.stdout.decode()[-2000:])
        if into:
            with open(os.path.join(self.folder, into), 'wb') as file:
                file.write(done.stdout)

    def do(self, statements, printed):
        """Make the table, then count; load and join; audit. What the client does not do for itself stands in the comments."""
        self.typed(self.words(), ';\n'.join(statements) + ';\n')
        count, load_and_join, audit = re.split('(?m)^-- [35]', printed)
        for part, into in (count, 'people_counted.csv'), (load_and_join, None), (audit, 'people_released_counts.csv'):
            self.typed(self.words(), part[part.index('\n'):], into if self.prints else None)
            self.commanded(part)

    def commanded(self, part):
        """Type the commands that stand in the comments of a part."""
        for command in re.findall('(?m)^--     (python3 -m kanon (?:mondrian|check) .*)$', part):
            self.typed(['sh', '-c', command], '')


class Sqlite(Client):
    def __init__(self, folder):
        super().__init__(folder, 'sqlite3')

    def words(self):
        return ['sqlite3', '-bail', 'clinic.db']


class DuckDB(Client):
    def __init__(self, folder):
        super().__init__(folder, 'duckdb')

    def words(self):
        return ['duckdb', '-bail', 'clinic.duckdb']


class Postgresql(Client):
    def __init__(self, folder):
        super().__init__(folder, 'psql')
        if not os.environ.get('KANON_POSTGRESQL'):
            pytest.skip('KANON_POSTGRESQL does not say how to connect')
        self.typed(self.words(), 'DROP TABLE IF EXISTS people; DROP TABLE IF EXISTS people_released;\n')

    def words(self):
        return ['psql', '--no-psqlrc', '--set', 'ON_ERROR_STOP=1', '--quiet', '--file', '-', os.environ['KANON_POSTGRESQL']]


class Mysql(Client):
    prints = True

    def __init__(self, folder):
        super().__init__(folder, 'mysql')
        if not os.environ.get('KANON_MYSQL'):
            pytest.skip('KANON_MYSQL does not say how to connect')
        self.typed(self.words(), 'DROP TABLE IF EXISTS people; DROP TABLE IF EXISTS people_released;\n')

    def words(self):
        return ['mysql', '--local-infile', '--batch', '--raw', '--skip-column-names', '--default-character-set=utf8mb4',
                *os.environ['KANON_MYSQL'].split()]


class OneByOne(Client):
    """A module that takes a statement at a time."""

    def do(self, statements, printed):
        here = os.getcwd()
        os.chdir(self.folder)
        try:
            for statement in statements:
                self.execute(statement)
            for part in re.split('(?m)^-- [35]', printed):
                bare = re.sub('(?m)^--.*\n', '', part[part.index('\n') + 1:])
                for statement in filter(str.strip, re.split('(?m);$', bare)):
                    self.execute(statement.strip())
                self.commanded(part)
        finally:
            os.chdir(here)
            self.close()


class Clickhouse(OneByOne):
    def __init__(self, folder):
        super().__init__(folder, module='chdb')
        self.session = __import__('chdb.session').session.Session(self.folder + '/chdb')

    def execute(self, statement):
        self.session.query(statement)

    def close(self):
        self.session.close()


class Spark(OneByOne):
    def __init__(self, folder):
        if not shutil.which('java'):
            pytest.skip('there is no Java')
        super().__init__(folder, module='pyspark')
        here = os.getcwd()
        os.chdir(self.folder)
        from pyspark.sql import SparkSession
        self.session = SparkSession.builder.appName('kanon').master('local[2]').config('spark.ui.enabled', 'false').config(
            'spark.sql.shuffle.partitions', '2').config('spark.driver.bindAddress', '127.0.0.1').config(
            'spark.driver.host', 'localhost').config('spark.sql.warehouse.dir', self.folder + '/warehouse').getOrCreate()
        self.session.sparkContext.setLogLevel('ERROR')
        for name in 'people', 'people_released':
            self.session.sql('DROP TABLE IF EXISTS ' + name)
        os.chdir(here)

    def execute(self, statement):
        self.session.sql(statement)

    def close(self):
        pass


CLIENTS = {'sqlite': Sqlite, 'duckdb': DuckDB, 'postgresql': Postgresql, 'mysql': Mysql, 'clickhouse': Clickhouse, 'spark': Spark}
