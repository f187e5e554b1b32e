#!/usr/bin/env python3
"""A table in an engine (SQLite): counted there or read here, the lattice and Mondrian's first cuts there or here, the same answers.

    python3 tests/benchmarks/engines.py [rows [step ...]]       1,000,000 by default; a step is named by a word, such as Samarati

The table is generated (seeded), with five quasi-identifiers and a sensitive column. The floor is a bare copy of the table to csv. Each
step is a process of its own, from opening the table to its answer. The table shows its seconds, how many times the floor that is, and
its peak memory. Answers that should be equal and are not end the program.
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
    from kanon.hierarchy import Hierarchy
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
    from kanon.tables.database import DatabaseTable
    from kanon.tables.tally import Tally
    tally = Tally(len(QUASI))
    with DatabaseTable(path + '::people') as table:
        tally.count(table.batches([*QUASI, 'ill']))
    return dict(tally.frequency_set)


def counted_there(path):
    from kanon.engines.counts import EngineTable
    return EngineTable(sqlite3.connect(path), 'people', QUASI, ['ill'])


def samarati_of(lattice):
    from kanon.levels.objective import best_of, objective_for
    from kanon.levels.samarati import least_height
    search = least_height(lattice, SUPPRESSED)
    return search, best_of(search.vectors, objective_for('lm', lattice, SUPPRESSED)), sorted(lattice.items())


def lattice_here(path):
    from kanon.frequency import columns
    from kanon.levels.lattice import Lattice
    frequency_set = counted_here(path)
    return samarati_of(Lattice(frequency_set, trees(columns(frequency_set)), K))


def lattice_there(path):
    from kanon.engines.engine_lattice import EngineLattice
    people = counted_there(path)
    return samarati_of(EngineLattice(people, trees(people.columns()), K))


def dimensions_of(values):
    from kanon.cutting.dimension import dimensions_for
    from kanon.tables.hierarchy_file import GivenHierarchies
    return dimensions_for(QUASI, values, GivenHierarchies({}), {})


def mondrian_here(path):
    from kanon.cutting.cuts import cut_for
    from kanon.frequency import columns
    from kanon.cutting.mondrian import mondrian
    from kanon.cutting.partition import partition_of
    from kanon.required import Required
    frequency_set = counted_here(path)
    dimensions = dimensions_of(columns(frequency_set))
    return shape(mondrian(partition_of(frequency_set, dimensions, Required(K)), cut_for(dimensions, Required(K)))[0])


def mondrian_there(path):
    from kanon.engines.engine_cuts import partitions
    from kanon.required import Required
    people = counted_there(path)
    parts = partitions(people, dimensions_of(people.columns()), Required(K), most=MOST)
    return shape([part for of_one in parts for part in of_one])


def release_there(path):
    from kanon.engines.engine_cuts import partitions
    from kanon.engines.release import put_partitions, write_release
    from kanon.required import Required
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


STEPS = [('a bare copy to csv', floor, None), ('counted here', lambda path: len(counted_here(path)), 1),
         ('counted there', lambda path: len(counted_there(path).tally().frequency_set), 1),
         ('Samarati here', lattice_here, 2), ('Samarati there', lattice_there, 2),
         ('Mondrian here', mondrian_here, 3), ('Mondrian, first cuts there', mondrian_there, 3),
         ('Mondrian and release here', release_here, 4), ('Mondrian and release there', release_there, 4)]


def step(place, path):
    """Run one step in this process, and print what it took and what its answer is."""
    start = time.perf_counter()
    answer = STEPS[place][1](path)
    seconds = time.perf_counter() - start
    print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, sha256(repr(answer).encode()).hexdigest(),
          str(answer)[:60].replace('\n', ' '), sep='\t')


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
            command = [sys.executable, __file__, 'step', str(place), path]
            out = subprocess.run(command, stdout=subprocess.PIPE, check=True, encoding='utf-8')
            seconds, memory, answer, shown = out.stdout.rstrip('\n').split('\t')
            base = base or float(seconds)
            print('%-28s %8.1f %7.1f %8.0f  %s' % (name, float(seconds), float(seconds) / base, float(memory), shown), flush=True)
            if group and answers.setdefault(group, answer) != answer:
                sys.exit('%s: another answer' % name)
    print('all answers are the same there and here')


if __name__ == '__main__':
    if sys.argv[1:2] == ['step']:
        step(int(sys.argv[2]), sys.argv[3])
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000, *sys.argv[2:])
