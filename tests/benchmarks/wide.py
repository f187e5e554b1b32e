#!/usr/bin/env python3
"""Wide lattices: nine columns by Samarati's search and by --optimal, and --optimal on 12 to 15 columns, stopped after 2 and 10 s.

    KANON_ADULT=/path/of/adult.data KANON_ARX=/path/of/arx python3 tests/benchmarks/wide.py [rounds]

Whole processes, each with k = 5 and at most 4% suppressed. A line shows the least seconds, the peak memory, the vectors that
were checked, the loss, and how far it can be from the best possible. A bare csv copy of ARX's table stands first.
The tables: ARX's Adult (nine columns); the same nine of UCI's Adult, with relationship, hours, capital gain and loss, and
education number (14 columns); two tables of 30,000 records with 12 and 15 columns of six values in three levels (seeded).
"""

import csv
import json
import os
import random
import subprocess
import sys
import tempfile

from optimal import FLOOR, QUASI
from run import HOME, PYTHON, measured

UCI = ('age work_class fnlwgt education education_num marital_status occupation relationship race gender capital_gain capital_loss'
       ' hours_per_week native_country class').split()
FOURTEEN = {'gender': 'sex', 'age': 'age', 'race': 'race', 'marital_status': 'marital-status', 'education': 'education',
            'native_country': 'native-country', 'work_class': 'workclass', 'occupation': 'occupation', 'class': 'salary-class',
            'relationship': None, 'hours_per_week': None, 'capital_gain': (1000, 10000), 'capital_loss': (500, 1000),
            'education_num': None}


def written(folder, columns, rows):
    """The path of a csv file, and its columns."""
    path = os.path.join(folder, 'data.csv')
    with open(path, 'w', newline='', encoding='utf-8') as file:
        csv.writer(file).writerows([columns, *rows])
    return path, columns


def hierarchy(folder, column, lines):
    with open(os.path.join(folder, column + '.txt'), 'w', encoding='utf-8') as file:
        file.writelines('%s\n' % line for line in lines)


def synthetic(folder, width):
    """Columns of six values, the low ones more frequent. Two neighbouring values have one parent, and all have the root."""
    draw, columns = random.Random(width), ['c%d' % column for column in range(width)]
    for column in columns:
        hierarchy(folder, column, ['v%d,g%d,*' % (value, value // 2) for value in range(6)])
    return written(folder, columns, [['v%d' % int(6 * draw.random() ** 2) for _ in columns] for _ in range(30_000)])


def fourteen(folder):
    """Records of UCI's Adult without a '?'. ARX's hierarchies, those that ship, and ranges for what was gained and lost."""
    with open(os.environ['KANON_ADULT'], newline='', encoding='utf-8') as file:
        rows = [dict(zip(UCI, row)) for row in csv.reader(file, skipinitialspace=True) if row and '?' not in row]
    for column, source in FOURTEEN.items():
        if isinstance(source, tuple):
            lines = [(value, *(label(int(value), width) for width in source), '*') for value in {row[column] for row in rows}]
            hierarchy(folder, column, map(','.join, lines))
        else:
            shelf = os.environ['KANON_ARX'] if source else HOME
            with open(os.path.join(shelf, 'hierarchies', (source or column) + '.txt'), encoding='utf-8') as file:
                hierarchy(folder, column, file.read().splitlines())
    return written(folder, list(FOURTEEN), [[row[column] for column in FOURTEEN] for row in rows])


def label(number, width):
    return '[%d-%d]' % (number // width * width, number // width * width + width - 1)


def nine():
    arx = os.environ['KANON_ARX']
    return os.path.join(arx, 'adult.csv'), QUASI.split(','), os.path.join(arx, 'hierarchies')


def line(name, folder, rounds, data, columns, hierarchies, words):
    """Measure a command, and print it."""
    command = [*PYTHON, os.path.join(HOME, 'run_samarati.py'), data, '--hierarchies', hierarchies, '--quasi', ','.join(columns),
               '--sensitive', '', '-k', '5', '--max-suppression', '4%', '--force', '-o', os.path.join(folder, 'out.csv'), *words]
    runs = [measured(command) for _ in range(rounds)]
    report = json.loads(subprocess.run([*command, '--json'], stdout=subprocess.PIPE, check=True).stdout)
    gap = report['lattice'].get('gap')
    print('%-34s %8.2f %8.1f %8d   %.4f %s' % (
        name, min(run[0] for run in runs), max(run[1] for run in runs), report['lattice']['checked'], report['measures']['lm'],
        '' if gap is None else '%6.1f%%' % (100 * gap)), flush=True)


def main():
    if not os.environ.get('KANON_ARX') or not os.environ.get('KANON_ADULT'):
        sys.exit("ARX's tables and UCI Adult are not here: name them in KANON_ARX and KANON_ADULT")
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    print('Python %s, least of %d rounds' % (sys.version.split()[0], rounds))
    print('%-34s %8s %8s %8s   %-6s %7s' % ('', 'seconds', 'MB', 'checked', 'lm', 'gap'))
    with tempfile.TemporaryDirectory() as folder:
        data, columns, hierarchies = nine()
        floor = [*PYTHON, '-c', FLOOR, data, os.path.join(folder, 'floor.csv')]
        print('%-34s %8.2f' % ('bare csv copy', min(measured(floor)[0] for _ in range(rounds))))
        line("9 columns, Samarati's search", folder, rounds, data, columns, hierarchies, ())
        line('9 columns, --optimal', folder, rounds, data, columns, hierarchies, ['--optimal'])
    for width in (12, 14, 15):
        with tempfile.TemporaryDirectory() as folder:
            data, columns = fourteen(folder) if width == 14 else synthetic(folder, width)
            for seconds in ('2', '10'):
                words = ['--optimal', '--time-limit', seconds]
                line('%d columns, %s' % (width, ' '.join(words)), folder, 1, data, columns, folder, words)


if __name__ == '__main__':
    main()
