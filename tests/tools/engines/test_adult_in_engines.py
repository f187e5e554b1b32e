"""UCI Adult in eight settings: the table that `kanon.tools.engines.anonymize` makes in an engine has the bytes of the release that a script writes.

.ci/engines runs all eight on each engine that is there. Elsewhere SQLite takes two of them.
"""

import csv
import io
import os

import pytest

import kanon
from conftest import ALL, COLUMNS, HOME, QUASI, run
from kanon.tools.engines import anonymize
from kanon.tools.engines.connection import Engine
from test_engines import ENGINES, connected

TREES = os.path.join(HOME, 'hierarchies')
# The script, its words, and the same for the library. most=1: the engine answers the search.
SETTINGS = [
    ('run_mondrian.py', ['-k', '10'], {'k': 10, 'algorithm': kanon.Mondrian()}),
    ('run_samarati.py', ['-k', '10', '--max-suppression', '1%'], {'k': 10, 'algorithm': kanon.Samarati(max_suppression='1%')}),
    ('run_mondrian.py', ['-k', '5', '--choose', 'lm', '--l-diversity', '3'], {'k': 5, 'algorithm': kanon.Mondrian(choose='lm'), 'require': kanon.Distinct(3)}),
    ('run_mondrian.py', ['-k', '25', '--labels', 'box', '--missing', 'value'], {'k': 25, 'algorithm': kanon.Mondrian(labels='box'), 'missing': 'value'}),
    ('run_samarati.py', ['-k', '5', '--optimal', '--max-suppression', '100', '--missing', 'root'],
     {'k': 5, 'algorithm': kanon.Optimal(max_suppression=100), 'missing': 'root', 'most': 1}),
    ('run_samarati.py', ['-k', '20', '--t-closeness', '0.5', '--missing-in', 'used', '--max-suppression', '1%'],
     {'k': 20, 'algorithm': kanon.Samarati(max_suppression='1%'), 'require': kanon.Closeness('0.5'), 'missing_in': 'used'}),
    ('kanon', ['datafly', '-k', '10', '--max-suppression', '300'], {'k': 10, 'algorithm': kanon.Datafly(max_suppression=300), 'most': 1}),
    ('run_samarati.py', ['-k', '3', '--alpha', '0.8', '--max-suppression', '2%'],
     {'k': 3, 'algorithm': kanon.Samarati(max_suppression='2%'), 'require': kanon.Alpha('0.8')})]
CASES = [(engine, number) for engine in ENGINES for number in range(len(SETTINGS)) if engine != 'sqlite' or ALL or 'KANON_POSTGRESQL' in os.environ or number % 4 == 0]
WRITTEN: dict = {}      # {number: the bytes that the script wrote}
OPENED: dict = {}       # {engine: its connection, with the table}


@pytest.fixture(scope='module', autouse=True)
def closed():
    yield
    while OPENED:
        OPENED.popitem()[1].close()


def with_adult(engine, path):
    if engine not in OPENED:
        connection = connected(engine)
        with open(path, newline='') as file:
            rows = [row for row in csv.reader(file, skipinitialspace=True) if len(row) == len(COLUMNS)]
        work = Engine(connection)
        work.run('DROP TABLE IF EXISTS adult')
        names = ['%s %s' % (work.quoted(name), 'INTEGER' if rows[0][place].isdigit() else 'VARCHAR(60)') for place, name in enumerate(COLUMNS)]
        work.table(', '.join(names), name='adult')
        work.insert('adult', len(COLUMNS), rows)
        connection.commit()
        OPENED[engine] = connection
    return OPENED[engine]


def written(number, path, tmp_path):
    if number not in WRITTEN:
        script, words, _ = SETTINGS[number]
        first, words = ([words[0]], words[1:]) if script == 'kanon' else ([], words)
        done = run(script, *first, path, *words, '--config', os.path.join(HOME, 'data', 'adult.ini'), '--hierarchies', TREES, '-o', tmp_path / 'out.csv',
                   '--quiet')
        assert done.returncode == 0, done.stderr
        WRITTEN[number] = (tmp_path / 'out.csv').read_bytes()
    return WRITTEN[number]


@pytest.mark.parametrize('engine, number', CASES)
def test_adult_has_the_bytes_of_the_scripts(engine, number, adult, tmp_path):
    connection = with_adult(engine, adult)
    work = Engine(connection)
    work.run('DROP TABLE IF EXISTS released')
    connection.commit()
    words = SETTINGS[number][2]
    published = anonymize(connection, 'adult', QUASI, ['occupation'], into='released', hierarchies=TREES, **words)
    assert published.decided == ('in the engine' if 'most' in words else 'here')
    rows = list(work.rows('SELECT * FROM released'))
    text = io.StringIO()
    csv.writer(text, lineterminator='\n').writerows([[*QUASI, 'occupation'], *sorted(rows)])
    connection.commit()
    assert text.getvalue().encode() == written(number, adult, tmp_path) and published.audit.records == len(rows) > 29_000
    work.run('DROP TABLE released')
    connection.commit()
