#!/usr/bin/env python3
"""The scripts against a bare csv copy, in one run: whole processes, their processor time, and their peak memory.

    KANON_ADULT=/path/of/adult.data python3 tests/benchmarks/run.py [--before CHECKOUT] [rounds]

The floor reads every record with csv.reader and writes the same columns of it with csv.writer. There are two floors. One is
as quick as csv goes (map and itemgetter, no line of Python a record). The other is as one writes it (a loop, and the
records with a '?' left out, as kanon leaves them out).

Every program is started as often as the others, in turn. The least time of each counts, since a shared machine only adds to
it. With --before, the scripts of another checkout take part in every round, and stand below those of this one.

Then comes Mondrian with eight quasi-identifiers, against floors of nine columns. Last comes Adult 16 times over, with
jittered ages (seeded).
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile

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
    """(processor seconds, peak memory in MB) of a process."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit('failed: %s' % command)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def commands(data, folder, columns, checkouts):
    """{name: command} of all that is measured. checkouts: {what their rows are called: folder}."""
    *quasi, sensitive = columns
    floor = [data, os.path.join(folder, 'floor.csv'), *map(str, columns.values())]
    words = ['run_samarati.py', 'run_mondrian.py', 'run_samarati.py --order input', 'run_mondrian.py --order input']
    if columns is EIGHT:
        words = ['run_mondrian.py', 'run_mondrian.py --quiet']

    def script(home, name, *more):
        return [*PYTHON, os.path.join(home, name), data, '--config', os.path.join(home, 'data', 'adult.ini'), '--force',
                '--hierarchies', os.path.join(home, 'hierarchies'), '-o', os.path.join(folder, 'out.csv'),
                '--quasi', ','.join(quasi), '--sensitive', sensitive, *more]
    return {'floor': [*PYTHON, '-c', FLOOR, *floor], 'floor, as a loop': [*PYTHON, '-c', LOOP, *floor],
            **{label % line: script(home, *line.split()) for line in words for label, home in checkouts.items()}}


def sixteen_times(data, path):
    """Adult 16 times over, each age moved by -3 to 3 years."""
    moved = random.Random(16)
    with open(data, encoding='utf-8') as file:
        lines = [line.split(',', 1) for line in file if line.strip()]
    with open(path, 'w', encoding='utf-8') as file:
        for _ in range(16):
            for age, rest in lines:
                file.write('%d,%s' % (min(90, max(17, int(age) + moved.randrange(-3, 4))), rest))


def compare(title, data, folder, rounds, checkouts, columns=FOUR):
    """Print the table of one data set."""
    print('%s, least of %d rounds\n%-38s %8s %8s %8s %8s' % (title, rounds, '', 'seconds', 'x floor', 'x loop', 'MB'))
    best = {}
    for _ in range(rounds):
        for name, command in commands(data, folder, columns, checkouts).items():
            seconds, memory = measured(command)
            least, most = best.get(name, (seconds, memory))
            best[name] = min(least, seconds), max(most, memory)
    for name, (seconds, memory) in best.items():
        print('%-38s %8.3f %8.2f %8.2f %8.1f' % (name, seconds, seconds / best['floor'][0],
                                                 seconds / best['floor, as a loop'][0], memory), flush=True)


def main():
    parser = argparse.ArgumentParser(description='The scripts against a bare csv copy: processor time and peak memory of whole processes.')
    parser.add_argument('rounds', nargs='?', type=int, default=15)
    parser.add_argument('--before', metavar='CHECKOUT', help='the folder of another checkout, to be measured in the same rounds')
    options = parser.parse_args()
    data = os.environ.get('KANON_ADULT') or os.path.join(HOME, 'data', 'adult.data')
    if not os.path.exists(data):
        sys.exit('UCI Adult is not here: run data/download_adult.py, or name adult.data in KANON_ADULT')
    checkouts = {'%s': HOME, **({'  %s, before': os.path.abspath(options.before)} if options.before else {})}
    print('Python %s' % sys.version.split()[0])
    with tempfile.TemporaryDirectory() as folder:
        compare('Adult, 32,561 records', data, folder, options.rounds, checkouts)
        compare('Adult, eight quasi-identifiers, k = 10', data, folder, options.rounds, checkouts, EIGHT)
        large = os.path.join(folder, 'sixteen.data')
        # in a process of its own: a child's peak memory is at least its parent's when it was forked
        subprocess.run([sys.executable, __file__, SIXTEEN, data, large], check=True)
        compare('Adult 16 times over, 520,976 records', large, folder, max(3, options.rounds // 3), checkouts)


SIXTEEN = '--sixteen-times'

if __name__ == '__main__':
    sixteen_times(*sys.argv[2:]) if sys.argv[1:2] == [SIXTEEN] else main()
