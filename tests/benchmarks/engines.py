#!/usr/bin/env python3
"""A table in an engine (SQLite): counted there or read here, the lattice and Mondrian's first cuts there or here, the same answers.

    python3 tests/benchmarks/engines.py [rows [step ...]]       1,000,000 by default; a step is named by a word, such as Samarati
    python3 tests/benchmarks/engines.py duckdb [rows]           a release that DuckDB counts and joins; it needs duckdb (PyPI)

The table is generated (seeded), with five quasi-identifiers and a sensitive column. The floor is a bare copy of the table to csv. Each
step is a process of its own, from opening the table to its answer. The table shows its seconds, how many times the floor that is, and
its peak memory. Answers that should be equal and are not end the program.
On DuckDB the table has 204,048 combinations of three quasi-identifiers, and a diagnosis. DuckDB counts it to a csv file, kanon decides,
DuckDB reads the recoding, joins it and counts the release, and kanon audits the counts. The files take 5 GB for 50,000,000 rows.
"""

import csv
import os
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from hashlib import sha256

HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, HOME)

QUASI = ['age', 'sex', 'zip', 'marital', 'race']
K, SUPPRESSED, MOST = 10, 1000, 20_000


def generate(path, rows):
    draw = random.Random(1)
    zips = ['%05d' % (1000 + 397 * place) for place in range(60)]
    columns = [list(range(18, 90)), ['f', 'm'], zips, ['m%d' % place for place in range(7)], ['r%d' % place for place in range(5)],
               ['flu', 'ulcer', 'asthma', 'cold']]
    weights = [[1 / (3 + place) for place in range(len(values))] for values in columns]
    database = sqlite3.connect(path)
    database.execute('CREATE TABLE people (age INTEGER, sex TEXT, zip TEXT, marital TEXT, race TEXT, ill TEXT)')
    for start in range(0, rows, 100_000):
        n = min(100_000, rows - start)
        drawn = [draw.choices(values, of_values, k=n) for values, of_values in zip(columns, weights)]
        database.executemany('INSERT INTO people VALUES (?, ?, ?, ?, ?, ?)', zip(*drawn))
    database.commit()


def trees(values):
    from kanon.core.counts.hierarchy import Hierarchy
    ages = {age: '[%d-%d]' % (int(age) // 5 * 5, int(age) // 5 * 5 + 4) for age in values[0]}
    tens = {label: '[%d0s]' % (int(label[1:].split('-')[0]) // 10) for label in set(ages.values())}
    zips = {code: code[:3] + '**' for code in values[2]}
    return [Hierarchy({**ages, **tens, **dict.fromkeys(set(tens.values()), '*')}), Hierarchy(dict.fromkeys(values[1], '*')),
            Hierarchy({**zips, **dict.fromkeys(set(zips.values()), '*')}), Hierarchy(dict.fromkeys(values[3], '*')),
            Hierarchy(dict.fromkeys(values[4], '*'))]


def floor(path):
    with open(os.devnull, 'w', newline='') as out:
        csv.writer(out).writerows(sqlite3.connect(path).execute('SELECT * FROM people'))
    return ''


def counted_here(path):
    from kanon.core.tables.database import DatabaseTable
    from kanon.core.tables.tally import Tally
    tally = Tally(len(QUASI))
    with DatabaseTable(path + '::people') as table:
        tally.count(table.batches([*QUASI, 'ill']))
    return dict(tally.frequency_set)


def counted_there(path):
    from kanon.tools.engines.counts import EngineTable
    return EngineTable(sqlite3.connect(path), 'people', QUASI, ['ill'])


def samarati_of(lattice):
    from kanon.core.levels.objective import best_of, objective_for
    from kanon.core.levels.samarati import least_height
    search = least_height(lattice, SUPPRESSED)
    return search, best_of(search.vectors, objective_for('lm', lattice, SUPPRESSED)), sorted(lattice.items())


def lattice_here(path):
    from kanon.core.counts.frequency import columns
    from kanon.core.levels.lattice import Lattice
    frequency_set = counted_here(path)
    return samarati_of(Lattice(frequency_set, trees(columns(frequency_set)), K))


def lattice_there(path):
    from kanon.tools.engines.engine_lattice import EngineLattice
    people = counted_there(path)
    return samarati_of(EngineLattice(people, trees(people.columns()), K))


def dimensions_of(values):
    from kanon.core.cutting.dimension import dimensions_for
    from kanon.core.tables.hierarchy_file import GivenHierarchies
    return dimensions_for(QUASI, values, GivenHierarchies({}), {})


def mondrian_here(path):
    from kanon.core.cutting.cuts import cut_for
    from kanon.core.counts.frequency import columns
    from kanon.core.cutting.mondrian import mondrian
    from kanon.core.cutting.partition import partition_of
    from kanon.core.counts.required import Required
    frequency_set = counted_here(path)
    dimensions = dimensions_of(columns(frequency_set))
    return shape(mondrian(partition_of(frequency_set, dimensions, Required(K)), cut_for(dimensions, Required(K)))[0])


def mondrian_there(path):
    from kanon.tools.engines.engine_cuts import partitions
    from kanon.core.counts.required import Required
    people = counted_there(path)
    parts = partitions(people, dimensions_of(people.columns()), Required(K), most=MOST)
    return shape([part for of_one in parts for part in of_one])


def release_there(path):
    from kanon.tools.engines.engine_cuts import partitions
    from kanon.tools.engines.release import put_partitions, write_release
    from kanon.core.counts.required import Required
    people = counted_there(path)
    dimensions = dimensions_of(people.columns())
    recoding = put_partitions(people, dimensions, partitions(people, dimensions, Required(K), most=MOST))
    write_release(path + '.there.csv', people, recoding, Required(K))
    return digest(path + '.there.csv')


def release_here(path):
    import kanon
    kanon.anonymize(path + '::people', QUASI, ['ill'], k=K).write(path + '.here.csv')
    return digest(path + '.here.csv')


def digest(path):
    with open(path, 'rb') as file:
        return sha256(file.read()).hexdigest()


def shape(parts):
    return len(parts), sorted((part.box, part.size) for part in parts)


# A release that DuckDB counts and joins. path: of the folder with its database and the csv files.

IN_DUCKDB, COLUMNS = ['age', 'sex', 'zip'], 'age, sex, zip, diagnosis'
GENERATED = """CREATE TABLE people AS SELECT 18 + (sqrt(hash(i, 1) % 5184))::INTEGER % 72 AS age, if(hash(i, 2) % 2 = 0, 'female', 'male') AS sex,
    lpad((1000 + 53 * (hash(i, 3) % 1417))::VARCHAR, 5, '0') AS zip, 'diagnosis ' || hash(i, 4) % 12 AS diagnosis FROM range({rows}) t(i)"""


def in_duckdb(path, *statements):
    """Run the statements, and return the number of rows that the last one made or changed."""
    import duckdb
    with duckdb.connect(os.path.join(path, 'people.duckdb'), config={'memory_limit': '4GB', 'threads': 2}) as database:
        for statement in statements:
            found = database.execute(statement.format(path=path)).fetchone()
    return found[0]


def counts_to(file, columns, table='people'):
    return "COPY (SELECT %s, count(*) AS n FROM %s GROUP BY ALL) TO '{path}/%s.csv' (HEADER, FORCE_QUOTE *)" % (columns, table, file)


def decide(path, file, sensitive):
    import kanon
    counts = kanon.Csv(os.path.join(path, file + '.csv'), counts='n', max_rows=10 ** 12)
    release = kanon.anonymize(counts, IN_DUCKDB, sensitive, k=K)
    release.write_recoding(os.path.join(path, file + '_recoding.csv'))
    return '{:,} of {:,} combinations in {:,} classes'.format(sum(map(bool, release.recoding.values())), len(release.recoding), len(release.classes))


def check(path):
    files = [os.path.join(path, file) for file in ('released.csv', 'counted.csv', 'counted_recoding.csv')]
    command = [sys.executable, '-m', 'kanon', 'check', files[0], '--counted', files[1], '--recoding', files[2], '-k', str(K), '--quiet']
    subprocess.run(command, cwd=HOME, check=True)
    return 'passed'


LOADED = "CREATE TABLE recoding AS SELECT * FROM read_csv('{path}/counted_recoding.csv', header = true, all_varchar = true)"
JOINED = """CREATE TABLE released AS SELECT r.age_published AS age, r.sex_published AS sex, r.zip_published AS zip, diagnosis
    FROM people p JOIN recoding r ON p.age::VARCHAR = r.age AND p.sex = r.sex AND p.zip = r.zip WHERE r.kanon_class <> '0' ORDER BY ALL"""

DUCKDB_STEPS = [
    ('count', lambda path: in_duckdb(path, counts_to('counted', COLUMNS))),
    ('  for k alone', lambda path: in_duckdb(path, counts_to('for_k', 'age, sex, zip'))),
    ('decide', lambda path: decide(path, 'counted', ['diagnosis'])),
    ('  for k alone', lambda path: decide(path, 'for_k', [])),
    ('load', lambda path: in_duckdb(path, LOADED)),
    ('join', lambda path: in_duckdb(path, JOINED)),
    ('audit: the release counted', lambda path: in_duckdb(path, counts_to('released', COLUMNS, 'released'))),
    ('audit: the counts compared', check)]


STEPS = [('a bare copy to csv', floor, None), ('counted here', lambda path: len(counted_here(path)), 1),
         ('counted there', lambda path: len(counted_there(path).tally().frequency_set), 1),
         ('Samarati here', lattice_here, 2), ('Samarati there', lattice_there, 2),
         ('Mondrian here', mondrian_here, 3), ('Mondrian, first cuts there', mondrian_there, 3),
         ('Mondrian and release here', release_here, 4), ('Mondrian and release there', release_there, 4)]


def step(steps, place, path):
    """Run one step in this process, and print what it took and what its answer is."""
    start = time.perf_counter()
    answer = steps[place][1](path)
    seconds = time.perf_counter() - start
    used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(seconds, max(of.ru_maxrss for of in used) / 1024, sha256(repr(answer).encode()).hexdigest(), str(answer)[:60].replace('\n', ' '),
          sum(of.ru_utime + of.ru_stime for of in used), sep='\t')


def main(rows, *words):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'people.db')
        generate(path, rows)
        print('%s rows, k = %d, %d may be suppressed; parts of at most %d tuples' % ('{:,}'.format(rows), K, SUPPRESSED, MOST))
        print('%-28s %8s %7s %8s  %s' % ('', 'seconds', 'floors', 'MB', 'answer'))
        base, answers = None, {}
        for place, (name, _, group) in enumerate(STEPS):
            if place and words and not any(word in name for word in words):
                continue
            seconds, memory, answer, shown, _ = stepped('step', place, path)
            base = base or float(seconds)
            print('%-28s %8.1f %7.1f %8.0f  %s' % (name, float(seconds), float(seconds) / base, float(memory), shown), flush=True)
            if group and answers.setdefault(group, answer) != answer:
                sys.exit('%s: another answer' % name)
    print('all answers are the same there and here')


def stepped(which, place, path):
    out = subprocess.run([sys.executable, __file__, which, str(place), path], stdout=subprocess.PIPE, check=True, encoding='utf-8')
    return out.stdout.rstrip('\n').split('\t')


def main_of_duckdb(rows):
    with tempfile.TemporaryDirectory() as folder:
        in_duckdb(folder, GENERATED.replace('{rows}', str(rows)))
        print('DuckDB: %s rows, k = %d' % ('{:,}'.format(rows), K))
        print('%-28s %8s %8s %8s  %s' % ('', 'seconds', 'cpu', 'MB', 'answer'))
        for place, (name, _) in enumerate(DUCKDB_STEPS):
            seconds, memory, _, shown, cpu = stepped('duckdb-step', place, folder)
            print('%-28s %8.1f %8.1f %8.0f  %s' % (name, float(seconds), float(cpu), float(memory), shown), flush=True)


if __name__ == '__main__':
    if sys.argv[1:2] == ['step']:
        step(STEPS, int(sys.argv[2]), sys.argv[3])
    elif sys.argv[1:2] == ['duckdb-step']:
        step(DUCKDB_STEPS, int(sys.argv[2]), sys.argv[3])
    elif sys.argv[1:2] == ['duckdb']:
        main_of_duckdb(int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000)
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000, *sys.argv[2:])
