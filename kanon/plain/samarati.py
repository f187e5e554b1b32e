"""Samarati's search on one page, from csv to csv, with dicts and tuples.

    python3 kanon/plain/samarati.py data/inpatients/inpatients.csv data/inpatients/hierarchies zip,age condition 4 0 released.csv

P. Samarati, Protecting Respondents' Identities in Microdata Release, IEEE TKDE 13(6), 2001.

Some columns together point at people. They are the quasi-identifiers, here zip and age. A release is k-anonymous if every published
combination of them belongs to at least k records. A hierarchy says what a value may be generalized to: 28 to [20-29], that to
[0-39], that to *. A vector is a level for each column: at (1, 2) the patient of 28 in 13053 is published as 1305*, [0-39]. All
vectors together are the lattice. A vector's height is the sum of its levels. Records that are published with the same labels are a
class. The records in classes of fewer than k are suppressed: they are not published. A vector satisfies if these are at most max_sup
(the paper's MaxSup). The paper looks for the least height at which some vector satisfies.

Promise: every published class has at least k records, and at most max_sup records are suppressed. No vector of a lesser height
satisfies. Of the vectors of this height that satisfy, the one that loses least (`loss`) is published. Of equal ones it is the first.
Invariant of the loop: some vector of height `high` satisfies, and none of a height below `low` does. At the top all records are one
class of k or more, so it satisfies. Raising a level only merges classes, so the records in classes below k never become more, and a
vector that satisfies still does when a level is raised. So if a height has such a vector, the next height has one, too. If a height
has none, no lower height has one. That is why binary search finds the least.
Departs from the paper, which takes the first vector: all of the least height are found, to choose from. A value with a short path to
the root is repeated at the start of its ladder. Records with a missing value (? or nothing) in any column are left out.
run_samarati.py writes the same bytes. It reads more kinds of files, and refuses a tree with a cycle.

records      a list of (t, others)                               [(('13053', '28'), ('Heart disease',)), ...]
t            the quasi-identifying values of a record            ('13053', '28')
others       its sensitive values, published as they are         ('Heart disease',)
freq         the frequency set of the table, {t: records}        {('13053', '28'): 1, ('13068', '29'): 1, ...}
tree         a hierarchy, {child: parent}                        {'28': '[20-29]', '[20-29]': '[0-39]', '[0-39]': '*', ...}
ladder       a value's labels at levels 0, 1, ...                ['28', '[20-29]', '[0-39]', '*']
ladders      for each column {value: its ladder}                 [{'13053': [...], ...}, {'28': [...], ...}]
vector       a level for each column                             (1, 2), of height 3
labels       what is published for t at a vector                 ('1305*', '[0-39]')
classes      the frequency set at a vector, {labels: records}    {('1305*', '[0-39]'): 4, ...}
"""

import csv
import sys
from collections import Counter
from fractions import Fraction
from itertools import product


def main(data, folder, quasi, sensitive, k, max_sup, released, names=''):
    quasi, sensitive, k, max_sup = quasi.split(','), sensitive.split(','), int(k), int(max_sup)
    records = read(data, quasi, sensitive, names)
    if not 2 <= k <= len(records):
        sys.exit('%s: k must lie between 2 and %d, the number of records' % (data, len(records)))
    freq = Counter(t for t, _ in records)
    columns = zip(*freq)        # the values of each column: zip(*...) turns rows into columns
    ladders = [ladders_of(tree_of('%s/%s.txt' % (folder, name), values)) for name, values in zip(quasi, columns)]

    vectors = samarati(freq, ladders, k, max_sup)
    vector = min(vectors, key=lambda vector: loss(freq, ladders, vector, k))        # of equal ones the first

    classes, release = generalized(freq, ladders, vector), []
    for t, others in records:
        labels = labels_at(t, ladders, vector)
        if classes[labels] >= k:
            release.append(labels + others)
    if not release:
        sys.exit('%s: all records would be suppressed; lower k or max_sup' % data)
    write(released, quasi + sensitive, release)
    print('%s, of height %d:' % (vector, sum(vector)), audit(released, len(quasi), k))


# The search.

def samarati(freq, ladders, k, max_sup):
    """All vectors of the least height that satisfy, in lexicographic order."""
    top = tuple(max(map(len, ladder_of.values())) - 1 for ladder_of in ladders)      # the ladders of a column are equally long
    low, high = 0, sum(top)
    while low < high:
        try_ = (low + high) // 2        # the paper's try
        reach_k = any(satisfies(freq, ladders, vector, k, max_sup) for vector in at_height(top, try_))
        if reach_k:
            high = try_
        else:
            low = try_ + 1
    return [vector for vector in at_height(top, low) if satisfies(freq, ladders, vector, k, max_sup)]


def at_height(top, height):
    """The vectors of a height, in lexicographic order."""
    return [vector for vector in product(*(range(level + 1) for level in top)) if sum(vector) == height]


def satisfies(freq, ladders, vector, k, max_sup):
    """Whether at most max_sup records are in classes of fewer than k."""
    classes = generalized(freq, ladders, vector)
    suppressed = sum(n for n in classes.values() if n < k)
    return suppressed <= max_sup


def generalized(freq, ladders, vector):
    """The classes at a vector. Counts are added, and no record is looked at again."""
    classes = Counter()
    for t, n in freq.items():
        classes[labels_at(t, ladders, vector)] += n
    return classes


def labels_at(t, ladders, vector):
    """What is published for t at a vector: each value's label at the level of its column."""
    return tuple(ladder_of[value][level] for value, ladder_of, level in zip(t, ladders, vector))


def loss(freq, ladders, vector, k):
    """Iyengar's LM (KDD 2002): a cell loses (values under its label - 1) / (values that occur - 1), and 1 if it is suppressed."""
    classes, total = generalized(freq, ladders, vector), Fraction()     # a Fraction, so that equal losses are equal
    for column, ladder_of in enumerate(ladders):
        values = {t[column] for t in freq}
        under = Counter(label for value in values for label in set(ladder_of[value]))       # how many values lie under a label
        for labels, n in classes.items():
            cell = Fraction(under[labels[column]] - 1, len(values) - 1 or 1) if n >= k else 1
            total += n * cell
    return total


# The files.

def ladders_of(tree):
    """{leaf: its ladder}. A ladder that is shorter than others repeats its leaf, so that all of them end at the same level."""
    def path(label):
        return [label] + path(tree[label]) if label in tree else [label]
    paths = {leaf: path(leaf) for leaf in tree.keys() - tree.values()}       # children that are nobody's parent
    longest = max(map(len, paths.values()))
    return {leaf: [leaf] * (longest - len(labels)) + labels for leaf, labels in paths.items()}


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
    if len(sys.argv) not in (8, 9):
        sys.exit('usage: python3 kanon/plain/samarati.py TABLE HIERARCHIES QUASI SENSITIVE K MAX_SUP RELEASED [NAMES]')
    main(*sys.argv[1:])
