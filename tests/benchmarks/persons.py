#!/usr/bin/env python3
"""Runs with --person against the same runs without it: whole processes, their processor time and peak memory.

    python3 tests/benchmarks/persons.py [--before CHECKOUT] [--rounds N] [thousands of rows ...]

The tables are made (seeded). Each person has three rows on average, each with one of the person's four diagnoses. In the "constant"
table a person's quasi-identifiers are the same in all rows. In the "changing" table the age differs by up to three years, and one row
in five has another postcode. k is 10. `--optimal` may suppress 1 %.
Both runs of a pair, and those of the other checkout, are started in turn. The least time of each counts.
"""

import argparse
import csv
import os
import random
import subprocess
import sys
import tempfile

from near import measured
from run import HOME, PYTHON

QUASI = 'age', 'sex', 'zip', 'marital'
SCRIPTS = {'run_samarati.py': ('--optimal', '--max-suppression', '1%'), 'run_mondrian.py': ()}
RULES = {'': (), ' --l-diversity 3': ('--l-diversity', '3')}
MAKE = '--make'


def make(rows, kind, folder):
    """Write the table and its hierarchies to a folder."""
    drawn, persons = random.Random(7), rows // 3

    def postcode():
        return '%05d' % (10000 + 100 * drawn.randrange(10) + drawn.randrange(10))
    people = [(drawn.randint(0, 85), drawn.choice('mf'), postcode(), drawn.choice('abc')) for _ in range(persons)]
    ill = ['d%02d' % number for number in range(20)]
    with open(os.path.join(folder, 'visits.csv'), 'w', newline='') as file:
        writer = csv.writer(file)
        writer.writerow([*QUASI, 'diagnosis', 'patient'])
        for row in range(rows):
            person = row if row < persons else drawn.randrange(persons)
            age, sex, zip_, marital = people[person]
            if kind == 'changing':
                age += drawn.randrange(4)
                zip_ = postcode() if drawn.random() < 0.2 else zip_
            writer.writerow([age, sex, zip_, marital, drawn.choice(ill[person % 17:person % 17 + 4]), 'P%07d' % person])
    paths = {'age': [(age, '[%d-%d]' % (age // 5 * 5, age // 5 * 5 + 4), '[%d-%d]' % (age // 10 * 10, age // 10 * 10 + 9),
                      '[%d-%d]' % (age // 30 * 30, age // 30 * 30 + 29), '*') for age in range(89)],
             'zip': [('%05d' % code, *(('%05d' % code)[:left] + '*' * (5 - left) for left in (4, 3, 2)), '*')
                     for code in (10000 + 100 * area + place for area in range(10) for place in range(10))],
             'sex': [('m', '*'), ('f', '*')],
             'marital': [('a', 'abc', '*'), ('b', 'abc', '*'), ('c', 'abc', '*')]}
    os.makedirs(os.path.join(folder, 'hierarchies'), exist_ok=True)
    for name, lines in paths.items():
        with open(os.path.join(folder, 'hierarchies', name + '.txt'), 'w', newline='') as file:
            csv.writer(file).writerows(lines)


def main():
    parser = argparse.ArgumentParser(description='Runs with --person against the same runs without it: processor time and peak memory.')
    parser.add_argument('thousands', nargs='*', type=int, default=[30, 300])
    parser.add_argument('--before', metavar='CHECKOUT', help='the folder of another checkout, to be measured in the same run')
    parser.add_argument('--rounds', metavar='N', type=int, default=3, help='how often each is started (3)')
    options = parser.parse_args()
    checkouts = [HOME, *([os.path.abspath(options.before)] if options.before else [])]
    print('Python %s, least of %d rounds' % (sys.version.split()[0], options.rounds))
    print('%-46s %10s %10s %7s %8s %8s %7s' % ('', 'seconds', '--person', 'times', 'MB', '--person', 'times'))
    for thousands in options.thousands:
        for kind in ('constant', 'changing'):
            with tempfile.TemporaryDirectory() as folder:
                # in a process of its own: a child's peak memory is at least its parent's when it was forked
                subprocess.run([sys.executable, __file__, MAKE, str(1000 * thousands), kind, folder], check=True)
                print('{:,} rows of {:,} persons, {}'.format(1000 * thousands, 1000 * thousands // 3, kind))
                for script, words in SCRIPTS.items():
                    for rule, more in RULES.items():
                        show(script, rule, [*words, *more], folder, checkouts, options.rounds)


def show(script, rule, words, folder, checkouts, rounds):
    """Measure a run without persons and with them, in each checkout, and print a line for each checkout."""
    asked = [os.path.join(folder, 'visits.csv'), '--quasi', ','.join(QUASI), '--sensitive', 'diagnosis', '-k', '10', '--force', '--hierarchies',
             os.path.join(folder, 'hierarchies'), '-o', os.path.join(folder, 'out.csv'), *words]
    runs = [(home, persons) for home in checkouts for persons in ((), ('--person', 'patient'))]
    found = [[measured([*PYTHON, os.path.join(home, script), *asked, *persons]) for home, persons in runs] for _ in range(rounds)]
    least = [(min(seconds), min(memory)) for seconds, memory in (zip(*of_run) for of_run in zip(*found))]
    for place, home in enumerate(checkouts):
        (seconds, memory), (of_persons, more) = least[2 * place:2 * place + 2]
        print('%-46s %10.2f %10.2f %7.2f %8.0f %8.0f %7.2f' % ((', before' if place else '').join(['  ' * (place + 1) + script + rule, '']),
                                                               seconds, of_persons, of_persons / seconds, memory, more, more / memory),
              flush=True)


if __name__ == '__main__':
    make(int(sys.argv[2]), *sys.argv[3:]) if sys.argv[1:2] == [MAKE] else main()
