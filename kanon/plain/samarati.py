"""Samarati's search on one page, from csv to csv, with dicts and tuples.

    python3 kanon/plain/samarati.py data/inpatients/inpatients.csv data/inpatients/hierarchies \
        zip,age condition 4 0 released.csv

P. Samarati, Protecting Respondents' Identities in Microdata Release, IEEE TKDE 13(6), 2001.

Some columns together point at people: the quasi-identifiers, here zip and age. A release is
k-anonymous if every published combination of them belongs to at least k records. A hierarchy says
what a value may be generalized to: 28 to [20-29], that to [0-39], that to *. A vector is a level
for each column: at (1, 2) the patient of 28 in 13053 is published as 1305*, [0-39]. A vector's
height is the sum of its levels. Records with the same labels are a class. Records in classes of
fewer than k are suppressed: they are not published. A vector satisfies if it suppresses at most
max_sup records (the paper's MaxSup). The least height with a vector that satisfies is looked for.

Promise: every published class has at least k records, and at most max_sup records are suppressed.
No vector of a lesser height satisfies. Of those of this height that satisfy, the one of the least
`loss` is used, the first of ties.
Invariant of the loop: some vector of height `high` satisfies, and none of a height below `low`
does. At the top all records are one class of k or more, so it satisfies. Raising a level only
merges classes, so the records in classes below k never become more. So if a height has a vector
that satisfies, the next height has one, too. If it has none, no lower height has one. That is why
binary search finds the least.
Departs from the paper: all vectors of the least height are found, not the first alone. A short
ladder repeats its leaf. Records with ? or nothing in any column are left out. run_samarati.py
writes the same bytes. It reads more kinds of files, and refuses a tree with a cycle.

records      a list of (t, others)                         [(('13053', '28'), ('Flu',)), ...]
t            the quasi-identifying values of a record      ('13053', '28')
others       its sensitive values, published as they are   ('Flu',)
freq         the frequency set of the table, {t: records}  {('13053', '28'): 1, ...}
tree         a hierarchy, {child: parent}                  {'28': '[20-29]', '[20-29]': '*', ...}
ladder       a value's labels at levels 0, 1, ...          ['28', '[20-29]', '[0-39]', '*']
labels       what is published for t at a vector           ('1305*', '[0-39]')
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
        sys.exit(f'{data}: k must lie between 2 and {len(records)}, the number of records')
    freq = Counter(t for t, _ in records)
    columns = zip(*freq)        # the values of each column: zip(*...) turns rows into columns
    trees = [tree_of(f'{folder}/{name}.txt', values) for name, values in zip(quasi, columns)]
    ladders = [ladders_of(tree) for tree in trees]      # for each column {value: its ladder}
    vectors = samarati(freq, ladders, k, max_sup)
    vector = min(vectors, key=lambda vector: loss(freq, ladders, vector, k))    # the first of ties
    classes = generalized(freq, ladders, vector)
    labelled = [(labels_at(t, ladders, vector), others) for t, others in records]
    release = [labels + others for labels, others in labelled if classes[labels] >= k]
    if not release:
        sys.exit(f'{data}: all records would be suppressed; lower k or max_sup')
    write(released, quasi + sensitive, release)
    print(f'{vector}, of height {sum(vector)}:', audit(released, len(quasi), k))


def samarati(freq, ladders, k, max_sup):
    """All vectors of the least height that satisfy, in lexicographic order."""
    top = tuple(max(map(len, ladder_of.values())) - 1 for ladder_of in ladders)
    low, high = 0, sum(top)
    while low < high:
        try_ = (low + high) // 2        # the paper's try
        vectors = at_height(top, try_)
        reach_k = any(satisfies(freq, ladders, vector, k, max_sup) for vector in vectors)
        if reach_k:
            high = try_
        else:
            low = try_ + 1
    vectors = at_height(top, low)
    return [vector for vector in vectors if satisfies(freq, ladders, vector, k, max_sup)]


def at_height(top, height):
    """The vectors of a height, in lexicographic order."""
    levels = [range(level + 1) for level in top]
    return [vector for vector in product(*levels) if sum(vector) == height]


def satisfies(freq, ladders, vector, k, max_sup):
    """Whether at most max_sup records are in classes of fewer than k."""
    suppressed = sum(n for n in generalized(freq, ladders, vector).values() if n < k)
    return suppressed <= max_sup


def generalized(freq, ladders, vector):
    """The classes at a vector, {labels: records}. Counts are added, no record is read again."""
    classes = Counter()
    for t, n in freq.items():
        classes[labels_at(t, ladders, vector)] += n
    return classes


def labels_at(t, ladders, vector):
    """What is published for t at a vector: each value's label at the level of its column."""
    return tuple(ladder_of[value][level] for value, ladder_of, level in zip(t, ladders, vector))


def loss(freq, ladders, vector, k):
    """LM (Iyengar): each cell loses (table values it covers - 1) / (all - 1), 1 if suppressed."""
    classes, total = generalized(freq, ladders, vector), Fraction()     # exact, so ties are ties
    for column, ladder_of in enumerate(ladders):
        values = {t[column] for t in freq}
        values_under = Counter(label for value in values for label in set(ladder_of[value]))
        for labels, n in classes.items():
            cell = Fraction(values_under[labels[column]] - 1, len(values) - 1 or 1) if n >= k else 1
            total += n * cell
    return total


def ladders_of(tree):
    """{leaf: its ladder}. A shorter one repeats its leaf, so that all end at the same level."""
    def path(label):
        return [label] + path(tree[label]) if label in tree else [label]
    paths = {leaf: path(leaf) for leaf in tree.keys() - tree.values()}      # nobody's parent
    longest = max(map(len, paths.values()))
    return {leaf: [leaf] * (longest - len(labels)) + labels for leaf, labels in paths.items()}


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
    if len(sys.argv) not in (8, 9):
        sys.exit('usage: python3 kanon/plain/samarati.py'
                 ' TABLE HIERARCHIES QUASI SENSITIVE K MAX_SUP RELEASED [NAMES]')
    main(*sys.argv[1:])
