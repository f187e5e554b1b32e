#!/usr/bin/env python3
"""The optimal search on ARX's Adult, nine quasi-identifiers, 12,960 vectors: whole processes, and where the time goes.

    KANON_ARX=/path/of/arx python3 tests/benchmarks/optimal.py [rounds]

There is a line for each k and MaxSup. It shows the least seconds of the whole process (start of Python, reading, search,
writing, audit, report), those of the search alone, the peak memory, the vectors checked, and the loss. A bare csv copy of
the file stands first, to measure the machine. Every measure at k = 5 with 4%, and Samarati's own search there, come last.
"""

import json
import os
import subprocess
import sys
import tempfile

from run import HOME, PYTHON, measured

FLOOR = '''
import csv, sys
with open(sys.argv[1], newline='', encoding='utf-8') as data, open(sys.argv[2], 'w', newline='', encoding='utf-8') as out:
    csv.writer(out).writerows(csv.reader(data, delimiter=';'))
'''
QUASI = 'sex,age,race,marital-status,education,native-country,workclass,occupation,salary-class'


def command(folder, k, max_suppression, *words):
    arx = os.environ['KANON_ARX']
    return [*PYTHON, os.path.join(HOME, 'run_samarati.py'), os.path.join(arx, 'adult.csv'), '--hierarchies',
            os.path.join(arx, 'hierarchies'), '--quasi', QUASI, '--sensitive', '', '-k', str(k), '--max-suppression', max_suppression,
            '--force', '-o', os.path.join(folder, 'out.csv'), *words]


def line(name, folder, rounds, words):
    """Measure a command, and print it."""
    runs = [measured(command(folder, *words)) for _ in range(rounds)]
    report = json.loads(subprocess.run([*command(folder, *words), '--json'], stdout=subprocess.PIPE, check=True).stdout)
    search = report['seconds']['search']
    print('%-28s %8.3f %8.3f %8.1f %8d   %.6f' % (name, min(run[0] for run in runs), search, max(run[1] for run in runs),
                                                 report['lattice']['checked'], report['measures']['lm']))


def main():
    if not os.environ.get('KANON_ARX'):
        sys.exit("ARX's tables are not here: name their folder in KANON_ARX")
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print("Python %s, ARX's Adult, least of %d rounds\n%-28s %8s %8s %8s %8s   %s"
          % (sys.version.split()[0], rounds, '', 'seconds', 'search', 'MB', 'checked', 'lm'))
    with tempfile.TemporaryDirectory() as folder:
        floor = [*PYTHON, '-c', FLOOR, os.path.join(os.environ['KANON_ARX'], 'adult.csv'), os.path.join(folder, 'floor.csv')]
        print('%-28s %8.3f' % ('bare csv copy', min(measured(floor)[0] for _ in range(rounds))))
        for k in (2, 5, 10, 50, 100):
            for max_suppression in ('0', '4%', '10%', '100%'):
                line('k=%d %s' % (k, max_suppression), folder, rounds, (k, max_suppression, '--optimal'))
        for measure in ('dm', 'entropy', 'precision', 'height', 'c_avg'):
            line('k=5 4%% %s' % measure, folder, rounds, (5, '4%', '--optimal', '--measure', measure))
        line("k=5 0, Samarati's search", folder, 1, (5, '0'))
        line("k=5 4%, Samarati's search", folder, 1, (5, '4%'))


if __name__ == '__main__':
    main()
