#!/usr/bin/env python3
"""Tables of nearly distinct records against a bare csv copy, in one run: whole processes, their processor time and peak memory.

    python3 tests/benchmarks/near.py [--five] [--only TEXT] [--before CHECKOUT] [thousands of records ...]

The tables are made (seeded): date of birth as a number x postcode x sex x marital status x income. Nearly every combination is
different. With --five, education is a fifth quasi-identifier. The floor reads the same columns with csv.reader and writes them with
csv.writer. Processor time is counted, because these runs take long and other work on a machine stretches their wall time. The
hierarchies are cut off digit by digit.
"""

import argparse
import csv
import os
import random
import subprocess
import sys
import tempfile

from run import FLOOR, HOME, PYTHON, measured

MARITAL = 'Never-married', 'Married-civ-spouse', 'Divorced', 'Separated', 'Widowed', 'Married-spouse-absent', 'Married-AF-spouse'
EDUCATION = [('Doctorate', 'Higher'), ('Masters', 'Higher'), ('Bachelors', 'Higher'), ('Some-college', 'Higher'), ('12th', 'School'),
             ('HS-grad', 'School'), ('9th', 'School'), ('1st-4th', 'School')]
QUASI = 'birth', 'zip', 'sex', 'marital', 'education'
RUNS = {'run_mondrian.py': (), 'run_mondrian.py --quiet': ('--quiet',), 'run_mondrian.py --choose lm': ('--choose', 'lm'),
        'run_samarati.py --optimal': ('--optimal', '--max-suppression', '4%'), 'run_samarati.py': ('--max-suppression', '4%')}


def records(n, columns):
    """Yield n records of so many quasi-identifiers, and an income."""
    drawn, of_fifth = random.Random(1), random.Random(5)
    for _ in range(n):
        day = int(drawn.triangular(0, 80 * 365, 30 * 365))
        yield ('%04d%02d%02d' % (1930 + day // 365, 1 + day % 365 // 31, 1 + day % 365 % 31), '%05d' % (10000 + 80000 * drawn.random() ** 1.5),
               drawn.choice(('Male', 'Female')), MARITAL[int(7 * drawn.random() ** 2)],
               *[of_fifth.choice(EDUCATION)[0]] * (columns == 5), drawn.choice(('<=50K', '<=50K', '>50K')))


def make(n, columns, folder):
    """Write the table of so many quasi-identifiers, and its hierarchies, to a folder."""
    births, zips = set(), set()
    with open(os.path.join(folder, 'near.csv'), 'w', newline='') as file:
        writer = csv.writer(file)
        writer.writerow([*QUASI[:columns], 'income'])
        for record in records(n, columns):
            births.add(record[0])
            zips.add(record[1])
            writer.writerow(record)
    paths = {'birth': [(day, day[:6], day[:4], day[:3] + '0s', '*') for day in sorted(births)],
             'zip': [(code, *(code[:left] + '*' * (5 - left) for left in (4, 3, 2, 1)), '*') for code in sorted(zips)],
             'sex': [('Male', '*'), ('Female', '*')],
             'marital': [(status, 'Married' if status.startswith('Married') else 'Single', '*') for status in MARITAL],
             'education': [(*path, '*') for path in EDUCATION]}
    os.makedirs(os.path.join(folder, 'hierarchies'), exist_ok=True)
    for name, rows in paths.items():
        with open(os.path.join(folder, 'hierarchies', name + '.txt'), 'w', newline='') as file:
            csv.writer(file).writerows(rows)


def main():
    parser = argparse.ArgumentParser(description='Nearly distinct records against a bare csv copy: processor time and peak memory.')
    parser.add_argument('thousands', nargs='*', type=int, default=[100, 300])
    parser.add_argument('--before', metavar='CHECKOUT', help='the folder of another checkout, to be measured in the same run')
    parser.add_argument('--five', action='store_true', help='five quasi-identifiers in place of four')
    parser.add_argument('--only', default='', metavar='TEXT', help='the runs with this in their name')
    options = parser.parse_args()
    columns = 4 + options.five
    checkouts = {'%s': HOME, **({'  %s, before': os.path.abspath(options.before)} if options.before else {})}
    print('Python %s\n%-38s %8s %8s %8s' % (sys.version.split()[0], '', 'seconds', 'x floor', 'MB'))
    for thousands in options.thousands:
        with tempfile.TemporaryDirectory() as folder:
            data, out = os.path.join(folder, 'near.csv'), os.path.join(folder, 'out.csv')
            # in a process of its own: a child's peak memory is at least its parent's when it was forked
            subprocess.run([sys.executable, __file__, MAKE, str(1000 * thousands), str(columns), folder], check=True)
            copy = [*PYTHON, '-c', FLOOR, data, out, *map(str, range(columns + 1))]
            floor = min(measured(copy) for _ in range(3))
            print('%-38s %8.2f %8.2f %8.1f' % ('{:,} records, a bare csv copy'.format(1000 * thousands), floor[0], 1, floor[1]))
            for line, words in RUNS.items():
                if options.only not in line:
                    continue
                for label, home in checkouts.items():
                    seconds, memory = measured([*PYTHON, os.path.join(home, line.split()[0]), data, '--quasi', ','.join(QUASI[:columns]), '--sensitive',
                                                'income', '-o', out, '--force', *words])
                    print('%-38s %8.2f %8.2f %8.1f' % (label % line, seconds, seconds / floor[0], memory), flush=True)


MAKE = '--make'

if __name__ == '__main__':
    make(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]) if sys.argv[1:2] == [MAKE] else main()
