#!/usr/bin/env python3
"""What it costs at least to know whose row each row is: loops that read a table and count its rows, with the names of persons and without.

    python3 tests/benchmarks/names.py [--rounds N] [thousands of rows ...]

The tables are those of persons.py ("constant"), as they are made, and with the rows of each person one after the other. Each loop is in C but
for a step a batch. The loops run in turn, and the least processor time of each counts. "times" compares with the first loop.
"""

import argparse
import csv
import os
import tempfile
from array import array
from collections import Counter, defaultdict
from itertools import accumulate, chain, compress, count, islice
from operator import itemgetter, ne
from time import process_time

from persons import make

PICKED, NAME, JOINED = itemgetter(0, 1, 2, 3, 4), itemgetter(5), '\0'.join


class Numbered(dict):
    def __missing__(self, name):
        self[name] = number = len(self)
        return number


def counted(batches):
    """The rows are counted, and nobody asks for names."""
    counts = Counter()
    for batch in batches:
        counts.update(map(JOINED, map(PICKED, batch)))


def looked_up(batches):
    """Each name is looked up in a dict that numbers them."""
    counts, numbers, persons = Counter(), {}, array('I')
    for batch in batches:
        counts.update(map(JOINED, map(PICKED, batch)))
        persons.extend(map(numbers.setdefault, map(NAME, batch), count(len(persons))))


def row_known(batches):
    """The same, and the row of each record is known, without which nobody can tell which classes a person is in."""
    texts, numbers, persons, rows = defaultdict(count().__next__), {}, array('I'), array('I')
    for batch in batches:
        rows.extend(map(texts.__getitem__, map(JOINED, map(PICKED, batch))))
        persons.extend(map(numbers.setdefault, map(NAME, batch), count(len(persons))))


def by_default(batches):
    """As "looked_up", by a defaultdict."""
    counts, numbers, persons = Counter(), defaultdict(count().__next__), array('I')
    for batch in batches:
        counts.update(map(JOINED, map(PICKED, batch)))
        persons.extend(map(numbers.__getitem__, map(NAME, batch)))


def by_missing(batches):
    """As "looked_up", by a dict with __missing__."""
    counts, numbers, persons = Counter(), Numbered(), array('I')
    for batch in batches:
        counts.update(map(JOINED, map(PICKED, batch)))
        persons.extend(map(numbers.__getitem__, map(NAME, batch)))


def by_runs(batches):
    """As "looked_up", with one look-up for equal names that stand one after the other."""
    counts, numbers, persons, runs = Counter(), {}, array('I'), 0
    for batch in batches:
        counts.update(map(JOINED, map(PICKED, batch)))
        names = list(map(NAME, batch))
        is_first = list(map(ne, names, chain([None], names)))
        of_runs = list(map(numbers.setdefault, compress(names, is_first), count(runs)))
        persons.extend(map(of_runs.__getitem__, map((-1).__add__, accumulate(is_first))))
        runs += len(of_runs)


def one_cell_more(batches):
    """The name is one more cell of what is counted. The different rows are taken apart afterwards, and their names looked up."""
    pairs = Counter()
    for batch in batches:
        pairs.update(map(JOINED, batch))
    counts, numbers, persons = defaultdict(int), {}, array('I')
    for pair, n in pairs.items():
        row, _, name = pair.rpartition('\0')
        counts[row] += n
        persons.append(numbers.setdefault(name, len(numbers)))


def batches_of(path):
    with open(path, newline='') as file:
        reader = csv.reader(file)
        next(reader)
        yield from iter(lambda: list(islice(reader, 500)), [])


def main():
    parser = argparse.ArgumentParser(description='Loops that count rows, with the names of persons and without.')
    parser.add_argument('thousands', nargs='*', type=int, default=[300])
    parser.add_argument('--rounds', metavar='N', type=int, default=5, help='how often each loop runs (5)')
    options = parser.parse_args()
    loops = [counted, looked_up, row_known, by_default, by_missing, by_runs, one_cell_more]
    for thousands in options.thousands:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'visits.csv')
            make(1000 * thousands, 'constant', folder)
            for order in ('as made', 'by person'):
                if order == 'by person':
                    with open(path, newline='') as file:
                        header, *rows = csv.reader(file)
                    with open(path, 'w', newline='') as file:
                        csv.writer(file).writerows([header, *sorted(rows, key=NAME)])
                    del rows
                least = dict.fromkeys(loops, float('inf'))
                for _ in range(options.rounds):
                    for loop in loops:
                        start = process_time()
                        loop(batches_of(path))
                        least[loop] = min(least[loop], process_time() - start)
                print('{:,} rows of {:,} persons, {}; least of {} rounds'.format(1000 * thousands, 1000 * thousands // 3, order, options.rounds))
                for loop, seconds in least.items():
                    print('  %-16s %8.2f s %8.2f times' % (loop.__name__, seconds, seconds / least[counted]), flush=True)


if __name__ == '__main__':
    main()
