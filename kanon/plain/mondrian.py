"""Mondrian on one page, from csv to csv, with dicts and tuples.

    python3 kanon/plain/mondrian.py data/inpatients/inpatients.csv data/inpatients/hierarchies zip,age condition 4 released.csv

K. LeFevre, D. DeWitt, R. Ramakrishnan, Mondrian Multidimensional K-Anonymity, ICDE 2006: Anonymize(partition), with strict cuts.

Some columns together point at people. They are the quasi-identifiers, here zip and age, both numbers. A release is k-anonymous if
every published combination of them belongs to at least k records. Each quasi-identifier is a dimension, in which every value has a
place. A partition is some of the records. Mondrian cuts the whole table in two, and each side again, as long as there are k records
or more on both sides. It cuts in the dimension in which the values of the partition lie farthest apart, as a share of the whole
table, at the median: `<= median` goes left. If that leaves too few on the right, `< median` is tried, then the next dimension. Cuts
are strict: all records with the same value go to the same side. The records of a partition that is cut no more are published alike,
with the range of their values: 21, 23, 28 and 29 as [21-29].

Promise: the finished partitions hold every record once, and each has at least k. None has an allowable cut. `<= median` puts half of
the records or more on the left. So where it fails, the right side has fewer than k, and places farther right leave it fewer.
`< median` puts less than half on the left. So where it fails, the left side has fewer than k, and places farther left leave it fewer.
Invariant of the loop: the heap and the finished partitions together hold every record once, and each of them has at least k.
Departs from the paper: a heap replaces the recursion, and gives the largest partition first. Any order gives the same release,
because a cut depends on its partition alone. Categories are in the order of their hierarchy's leaves or, without a file, the most
frequent first. Records with a missing value (? or nothing) in any column are left out. run_mondrian.py writes the same bytes. It
reads more kinds of files and numbers (+5, .5, 5., 1e3 are categories here). For it, codes of several widths are categories. For
this page, 01067 and 1067 are one number. It refuses a tree with a cycle.

records      a list of (t, others)                               [(('13053', '28'), ('Heart disease',)), ...]
t            the quasi-identifying values of a record            ('13053', '28')
others       its sensitive values, published as they are         ('Heart disease',)
partition    some of the records, {t: how many have it}          {('13053', '28'): 1, ('13068', '29'): 1, ...}
dim          the number of a dimension                           1, which is age
place        {value: where it stands in its dimension}           {'28': 28, ...} of numbers, {'Male': 0, ...} of categories
text         {place: the value that is published for it}         {28: '28', ...}; of 5 and 5.0, at one place, the shorter
fs           a partition's frequency set in one dimension        {28: 1, 29: 1, ...}
"""

import csv
import os
import re
import sys
from collections import Counter, namedtuple
from heapq import heappop, heappush
from statistics import median_low

Dimension = namedtuple('Dimension', 'place text span is_number')     # span: from the first place to the last


def main(data, folder, quasi, sensitive, k, released, names=''):
    quasi, sensitive, k = quasi.split(','), sensitive.split(','), int(k)
    records = read(data, quasi, sensitive, names)
    if not os.path.isdir(folder):
        sys.exit('%s: there is no such folder of hierarchies' % folder)
    if not 2 <= k <= len(records):
        sys.exit('%s: k must lie between 2 and %d, the number of records' % (data, len(records)))
    whole = Counter(t for t, _ in records)
    columns = zip(*whole.elements())        # each column's values, as often as they occur
    dimensions = [dimension_of('%s/%s.txt' % (folder, name), values) for name, values in zip(quasi, columns)]

    labels_of = {}
    for partition in mondrian(whole, dimensions, k):
        labels = summary(partition, dimensions)
        for t in partition:
            labels_of[t] = labels

    write(released, quasi + sensitive, [labels_of[t] + others for t, others in records])
    print(audit(released, len(quasi), k))


# The cuts.

def mondrian(whole, dimensions, k):
    """Anonymize(partition): the partitions that no allowable cut divides. Sizes are negative, because heappop takes the least."""
    heap, sequence, finished = [(-sum(whole.values()), 0, whole)], 0, []
    while heap:
        _, _, partition = heappop(heap)
        sides = cut(partition, dimensions, k)
        if not sides:
            finished.append(partition)
        for side in sides:
            sequence += 1       # decides between equally large ones, because dicts cannot be compared
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
    """All dimensions, the widest first, and equally wide ones in their order. A width is a share of the whole table's."""
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
    """The last place of the left side. None if neither `<= median` nor `< median` leaves k records on both sides."""
    size, median = sum(fs.values()), median_low(fs.elements())      # of two in the middle the lower one
    at_most, below = [place for place in fs if place <= median], [place for place in fs if place < median]
    for left in at_most, below:
        records = sum(fs[place] for place in left)
        if k <= records <= size - k:
            return max(left)
    return None


def summary(partition, dimensions):
    """What all its records publish: of each dimension the only value, [least-greatest] of numbers, or {a|b|c} of categories."""
    labels = []
    for dimension, values in zip(dimensions, zip(*partition)):
        texts = [dimension.text[place] for place in sorted({dimension.place[value] for value in values})]
        interval, members = '[%s-%s]' % (texts[0], texts[-1]), '{%s}' % '|'.join(texts)
        labels.append(texts[0] if len(texts) == 1 else interval if dimension.is_number else members)
    return tuple(labels)


def dimension_of(path, values):
    """The dimension of a column with these values. path: of its hierarchy, which is read for categories alone."""
    counts = Counter(values)
    is_number = all(re.fullmatch('-?[0-9]+([.][0-9]+)?', value) for value in counts)
    if is_number:
        place = {value: float(value) if '.' in value else int(value) for value in counts}
    else:
        order = tree_of(path, counts) if os.path.exists(path) else sorted(counts, key=lambda value: (-counts[value], value))
        place = {value: n for n, value in enumerate(value for value in order if value in counts)}       # a dict keeps its order
    text = {}
    for value in sorted(counts, key=lambda value: (len(value), value)):
        text.setdefault(place[value], value)        # of 5 and 5.0, which are at one place, the shortest
    return Dimension(place, text, max(text) - min(text) or 1, is_number)


# The files.

def tree_of(path, values):
    """The tree of a hierarchy file. A line is child,parent, or a whole path from a leaf to the root, where a label may come twice."""
    tree = {}
    with open(path, newline='', encoding='utf-8-sig') as file:
        for labels in csv.reader((line for line in file if not line.startswith('#')), skipinitialspace=True):
            tree.update((child, parent) for child, parent in zip(labels, labels[1:]) if child != parent)
    roots, leaves = set(tree.values()) - tree.keys(), tree.keys() - tree.values()
    if len(roots) != 1:
        sys.exit('%s: a tree has one root, and this has %d' % (path, len(roots)))
    for value in values:
        if value not in leaves:
            sys.exit('%s: there is no leaf for the value %s; add a line "%s,parent"' % (path, value, value))
    return tree


def read(path, quasi, sensitive, names):
    """The records of a csv file. names: of its columns, with commas between them, if its first line does not tell them."""
    records = []
    with open(path, newline='', encoding='utf-8-sig') as file:
        rows = csv.DictReader(file, names.split(',') if names else None, skipinitialspace=True)
        for name in quasi + sensitive:
            if name not in (rows.fieldnames or []):
                sys.exit('%s: there is no column %s' % (path, name))
        for row in rows:
            if None in row or None in row.values():     # DictReader puts None where values are too many or too few
                sys.exit('%s, line %d: there are not %d values' % (path, rows.line_num, len(rows.fieldnames)))
            if '?' not in row.values() and '' not in row.values():
                records.append((tuple(row[name] for name in quasi), tuple(row[name] for name in sensitive)))
    return records


def write(path, names, rows):
    """Write the rows in sorted order, so that their order tells nothing."""
    with open(path, 'w', newline='', encoding='utf-8') as file:
        csv.writer(file, lineterminator='\n').writerows([names, *sorted(rows)])


def audit(path, width, k):
    """Read the release again, and count the records of each class. Returns in words what was counted."""
    with open(path, newline='', encoding='utf-8') as file:
        _, *rows = csv.reader(file)
    sizes = Counter(tuple(row[:width]) for row in rows).values()
    if min(sizes) < k:
        sys.exit('%s: the smallest class has %d of k = %d records' % (path, min(sizes), k))
    return '%s has %d records in %d classes, the smallest with %d' % (path, len(rows), len(sizes), min(sizes))


if __name__ == '__main__':
    if len(sys.argv) not in (7, 8):
        sys.exit('usage: python3 kanon/plain/mondrian.py TABLE HIERARCHIES QUASI SENSITIVE K RELEASED [NAMES]')
    main(*sys.argv[1:])
