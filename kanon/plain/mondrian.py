"""Mondrian on one page, from csv to csv, with dicts and tuples.

    python3 kanon/plain/mondrian.py data/inpatients/inpatients.csv data/inpatients/hierarchies \
        zip,age condition 4 released.csv

K. LeFevre, D. DeWitt, R. Ramakrishnan, Mondrian Multidimensional K-Anonymity, ICDE 2006.

Some columns together point at people: the quasi-identifiers, here zip and age. A release is
k-anonymous if every published combination of them belongs to at least k records. Each of them is a
dimension, in which every value has a place. Mondrian cuts the table in two, and each side again, as
long as both sides have k records or more. It cuts the dimension that spans most of the table's
range, at the lower median: `<= median` goes left. If that leaves too few on the right, `< median`
is tried, then the next dimension. Cuts are strict: all records with the same value go to the same
side. A partition that is cut no more publishes the range of its values: 21, 23, 28, 29 as [21-29].

Promise: the finished partitions hold every record once, and each has at least k. None has an
allowable cut. `<= median` puts half of the records or more on the left. Where it fails, the right
side has fewer than k, and fewer still at places farther right. `< median` puts less than half on
the left. Where it fails, the left side has fewer than k, and fewer still farther left.
Invariant: the heap and the finished partitions hold every record once, and each has at least k.
Departs from the paper: a heap replaces the recursion. Any order gives the same release, because a
cut depends on its partition alone. Categories are in the order of their hierarchy file or, without
one, by frequency and then by name. Records with ? or nothing in any column are left out.
run_mondrian.py writes the same bytes. It reads more kinds of files and numbers (+5, .5, 5., 1e3 are
categories here, and 01067 and 1067 one number), and refuses a tree with a cycle.

records      a list of (t, others)                         [(('13053', '28'), ('Flu',)), ...]
t            the quasi-identifying values of a record      ('13053', '28')
others       its sensitive values, published as they are   ('Flu',)
partition    some of the records, {t: how many have it}    {('13053', '28'): 1, ...}
dim          the number of a dimension                     1, which is age
place        {value: where it stands in its dimension}     {'28': 28, ...}, {'Male': 0, ...}
text         {place: the value that is published for it}   {28: '28', ...}, of 5 and 5.0 the shorter
"""

import csv
import os
import re
import sys
from collections import Counter, namedtuple
from heapq import heappop, heappush
from statistics import median_low

Dimension = namedtuple('Dimension', 'place text span is_number')  # span: from first to last place


def main(data, folder, quasi, sensitive, k, released, names=''):
    quasi, sensitive, k = quasi.split(','), sensitive.split(','), int(k)
    records = read(data, quasi, sensitive, names)
    if not os.path.isdir(folder):
        sys.exit(f'{folder}: there is no such folder of hierarchies')
    if not 2 <= k <= len(records):
        sys.exit(f'{data}: k must lie between 2 and {len(records)}, the number of records')
    whole = Counter(t for t, _ in records)
    columns = zip(*whole.elements())        # each column's values, as often as they occur
    dimensions = [dimension_of(f'{folder}/{name}.txt', values)
                  for name, values in zip(quasi, columns)]
    labels_of = {}
    for partition in mondrian(whole, dimensions, k):
        labels_of.update(dict.fromkeys(partition, summary(partition, dimensions)))
    write(released, quasi + sensitive, [labels_of[t] + others for t, others in records])
    print(audit(released, len(quasi), k))


def mondrian(whole, dimensions, k):
    """Anonymize(partition): the partitions that no allowable cut divides."""
    heap, sequence, finished = [(-sum(whole.values()), 0, whole)], 0, []    # the least is popped
    while heap:
        _, _, partition = heappop(heap)
        sides = cut(partition, dimensions, k)
        if not sides:
            finished.append(partition)
        for side in sides:
            sequence += 1       # decides between equally large ones: dicts cannot be compared
            heappush(heap, (-sum(side.values()), sequence, side))
    return finished


def cut(partition, dimensions, k):
    """The two sides of the first allowable cut. () if there is none."""
    for dim in choose_dimension(partition, dimensions):
        place = dimensions[dim].place
        fs = frequency_set(partition, dim, place)
        split_value = find_median(fs, k)
        if split_value is not None:
            lhs = {t: n for t, n in partition.items() if place[t[dim]] <= split_value}
            rhs = {t: n for t, n in partition.items() if place[t[dim]] > split_value}
            return lhs, rhs
    return ()


def choose_dimension(partition, dimensions):
    """All dimensions, the widest first, as a share of the whole table. A tie leaves their order."""
    def width(dim):
        places = [dimensions[dim].place[t[dim]] for t in partition]
        return (max(places) - min(places)) / dimensions[dim].span
    return sorted(range(len(dimensions)), key=width, reverse=True)


def frequency_set(partition, dim, place):
    """How many records of a partition are at each place of a dimension."""
    fs = Counter()
    for t, n in partition.items():
        fs[place[t[dim]]] += n
    return fs


def find_median(fs, k):
    """The last place of the left side. None if neither `<= median` nor `< median` is allowable."""
    size, median = sum(fs.values()), median_low(fs.elements())  # of two in the middle the lower one
    at_most = [place for place in fs if place <= median]
    below = [place for place in fs if place < median]
    for left in at_most, below:
        records = sum(fs[place] for place in left)
        if k <= records <= size - k:        # k on both sides
            return max(left)
    return None


def summary(partition, dimensions):
    """What all its records publish of each dimension: the value, [least-greatest] or {a|b|c}."""
    labels = []
    for dimension, values in zip(dimensions, zip(*partition)):
        places = sorted({dimension.place[value] for value in values})
        texts = [dimension.text[place] for place in places]
        several = f'[{texts[0]}-{texts[-1]}]' if dimension.is_number else '{%s}' % '|'.join(texts)
        labels.append(texts[0] if len(texts) == 1 else several)
    return tuple(labels)


def dimension_of(path, values):
    """The dimension of a column. path: of its hierarchy, which is read for categories alone."""
    counts = Counter(values)
    is_number = all(re.fullmatch('-?[0-9]+([.][0-9]+)?', value) for value in counts)
    if is_number:
        place = {value: float(value) if '.' in value else int(value) for value in counts}
    else:
        by_frequency = sorted(counts, key=lambda value: (-counts[value], value))
        order = tree_of(path, counts) if os.path.exists(path) else by_frequency
        place = {value: n for n, value in enumerate(value for value in order if value in counts)}
    shortest_last = sorted(counts, key=lambda value: (len(value), value), reverse=True)
    text = {place[value]: value for value in shortest_last}     # 5 and 5.0 are at one place
    return Dimension(place, text, max(text) - min(text) or 1, is_number)


def tree_of(path, values):
    """The tree of a hierarchy file. A line is child,parent, or a whole path from a leaf on."""
    tree = {}
    with open(path, newline='', encoding='utf-8-sig') as file:
        lines = [line for line in file if not line.startswith('#')]
    for labels in csv.reader(lines, skipinitialspace=True):     # in a path a label may come twice
        tree.update((child, parent) for child, parent in zip(labels, labels[1:]) if child != parent)
    roots, leaves = set(tree.values()) - tree.keys(), tree.keys() - tree.values()
    if len(roots) != 1:
        sys.exit(f'{path}: a tree has one root, and this has {len(roots)}')
    for value in values:
        if value not in leaves:
            sys.exit(f'{path}: there is no leaf for the value {value}; add a line "{value},parent"')
    return tree


def read(path, quasi, sensitive, names):
    """The records of a csv file. names: of its columns, if its first line does not tell them."""
    records = []
    with open(path, newline='', encoding='utf-8-sig') as file:
        rows = csv.DictReader(file, names.split(',') if names else None, skipinitialspace=True)
        columns = rows.fieldnames or []
        for name in quasi + sensitive:
            if name not in columns:
                sys.exit(f'{path}: there is no column {name}')
        for row in rows:
            if None in row or None in row.values():     # the values are too many or too few
                sys.exit(f'{path}, line {rows.line_num}: there are not {len(columns)} values')
            if '?' not in row.values() and '' not in row.values():
                t = tuple(row[name] for name in quasi)
                records.append((t, tuple(row[name] for name in sensitive)))
    return records


def write(path, names, rows):
    """Write the rows in sorted order, so that their order tells nothing."""
    with open(path, 'w', newline='', encoding='utf-8') as file:
        csv.writer(file, lineterminator='\n').writerows([names, *sorted(rows)])


def audit(path, width, k):
    """Read the release again, and count the records of each class. Returns the counts in words."""
    with open(path, newline='', encoding='utf-8') as file:
        _, *rows = csv.reader(file)
    sizes = Counter(tuple(row[:width]) for row in rows).values()
    if min(sizes) < k:
        sys.exit(f'{path}: the smallest class has {min(sizes)} of k = {k} records')
    return f'{path} has {len(rows)} records in {len(sizes)} classes, the smallest with {min(sizes)}'


if __name__ == '__main__':
    if len(sys.argv) not in (7, 8):
        sys.exit('usage: python3 kanon/plain/mondrian.py'
                 ' TABLE HIERARCHIES QUASI SENSITIVE K RELEASED [NAMES]')
    main(*sys.argv[1:])
