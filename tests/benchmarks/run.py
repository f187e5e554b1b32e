#!/usr/bin/env python3
"""The scripts against a bare csv copy, in one run: whole processes, their time, and their peak memory.

    KANON_ADULT=/path/of/adult.data python3 tests/benchmarks/run.py [rounds]

The floor reads every record with csv.reader and writes the same columns of it with csv.writer: twice, as quick as csv
goes (map and itemgetter, no line of Python a record), and as one writes it (a loop, and the records with a '?' left
out, as kanon leaves them out). Every program is started as often as the others, in turn; the least time of each counts,
since what a shared machine adds is never negative. Then Mondrian with eight quasi-identifiers, against floors of nine
columns, and all with Adult 16 times over, ages jittered (seeded).
"""

import os
import random
import subprocess
import sys
import tempfile
import time

HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PYTHON = [sys.executable, '-E', '-s', '-S']
FLOOR = '''
import csv, sys
from operator import itemgetter
with open(sys.argv[1], newline='', encoding='utf-8') as data, open(sys.argv[2], 'w', newline='', encoding='utf-8') as out:
    rows = filter(None, csv.reader(data, skipinitialspace=True))
    csv.writer(out).writerows(map(itemgetter(*map(int, sys.argv[3:])), rows))
'''
LOOP = '''
import csv, sys
with open(sys.argv[1], newline='', encoding='utf-8') as data, open(sys.argv[2], 'w', newline='', encoding='utf-8') as out:
    writer, places = csv.writer(out), list(map(int, sys.argv[3:]))
    for row in csv.reader(data, skipinitialspace=True):
        if row and '?' not in row:
            writer.writerow([row[i] for i in places])
'''
FOUR = {'age': 0, 'gender': 9, 'race': 8, 'marital_status': 5, 'occupation': 6}         # the last one is sensitive
EIGHT = {'age': 0, 'work_class': 1, 'education': 3, 'marital_status': 5, 'occupation': 6, 'race': 8, 'gender': 9,
         'native_country': 13, 'class': 14}


def measured(command):
    """(seconds, peak memory in MB) of a process."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if status:
        sys.exit('failed: %s' % command)
    return seconds, usage.ru_maxrss / 1024


def commands(data, folder, columns):
    """{name: command} of all that is measured."""
    *quasi, sensitive = columns
    floor = [data, os.path.join(folder, 'floor.csv'), *map(str, columns.values())]

    def script(name, *words):
        return [*PYTHON, os.path.join(HOME, name), data, '--config', os.path.join(HOME, 'data', 'adult.ini'), '--force',
                '--hierarchies', os.path.join(HOME, 'hierarchies'), '-o', os.path.join(folder, 'out.csv'),
                '--quasi', ','.join(quasi), '--sensitive', sensitive, *words]
    found = {'floor': [*PYTHON, '-c', FLOOR, *floor], 'floor, as a loop': [*PYTHON, '-c', LOOP, *floor]}
    if columns is EIGHT:
        return {**found, 'run_mondrian.py': script('run_mondrian.py'), 'run_mondrian.py --quiet': script('run_mondrian.py', '--quiet')}
    return {**found, 'run_samarati.py': script('run_samarati.py'), 'run_mondrian.py': script('run_mondrian.py'),
            'run_samarati.py --order input': script('run_samarati.py', '--order', 'input'),
            'run_mondrian.py --order input': script('run_mondrian.py', '--order', 'input')}


def sixteen_times(data, path):
    """Adult 16 times over, each age moved by -3 to 3 years."""
    moved = random.Random(16)
    with open(data, encoding='utf-8') as file:
        lines = [line.split(',', 1) for line in file if line.strip()]
    with open(path, 'w', encoding='utf-8') as file:
        for _ in range(16):
            for age, rest in lines:
                file.write('%d,%s' % (min(90, max(17, int(age) + moved.randrange(-3, 4))), rest))


def compare(title, data, folder, rounds, columns=FOUR):
    """Print the table of one data set."""
    print('%s, least of %d rounds\n%-32s %8s %8s %8s %8s' % (title, rounds, '', 'seconds', 'x floor', 'x loop', 'MB'))
    best = {}
    for _ in range(rounds):
        for name, command in commands(data, folder, columns).items():
            seconds, memory = measured(command)
            least, most = best.get(name, (seconds, memory))
            best[name] = min(least, seconds), max(most, memory)
    for name, (seconds, memory) in best.items():
        print('%-32s %8.3f %8.2f %8.2f %8.1f' % (name, seconds, seconds / best['floor'][0],
                                                 seconds / best['floor, as a loop'][0], memory))


def main():
    data = os.environ.get('KANON_ADULT') or os.path.join(HOME, 'data', 'adult.data')
    if not os.path.exists(data):
        sys.exit('UCI Adult is not here: run data/download_adult.py, or name adult.data in KANON_ADULT')
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    print('Python %s' % sys.version.split()[0])
    with tempfile.TemporaryDirectory() as folder:
        compare('Adult, 32,561 records', data, folder, rounds)
        compare('Adult, eight quasi-identifiers, k = 10', data, folder, rounds, EIGHT)
        large = os.path.join(folder, 'sixteen.data')
        # in a process of its own: a child's peak memory is at least its parent's when it was forked
        subprocess.run([sys.executable, __file__, data, large], check=True)
        compare('Adult 16 times over, 520,976 records', large, folder, max(3, rounds // 3))


if __name__ == '__main__':
    sixteen_times(*sys.argv[1:]) if len(sys.argv) == 3 else main()
