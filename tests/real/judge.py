"""What is true of a release, judged by a few lines of its own: no line of kanon is used here.

A label covers a value if it is the value, its ancestor in the hierarchy, a range or a set with it, or *.
"""

import csv
import re
from collections import Counter
from fractions import Fraction

RANGE = re.compile(r'\[(-?[\d.]+)-(-?[\d.]+)([])])')


def records(path, delimiter=','):
    """(names, list of dicts) of a csv file. A first column without a name is called column 1."""
    with open(path, encoding='utf-8-sig', newline='') as file:
        header, *rows = csv.reader(file, delimiter=delimiter)
    names = ['column 1' if place == 0 and name == '' else name for place, name in enumerate(header)]
    return names, [dict(zip(names, map(str.strip, row))) for row in rows if row]


def ancestors(path) -> dict:
    """{value: its ancestors} of the lines of a hierarchy file."""
    parents = {}
    try:
        with open(path, encoding='utf-8', newline='') as file:
            for line in csv.reader(file):
                for child, parent in zip(line, line[1:]):
                    parents.setdefault(child.strip(), parent.strip())
    except FileNotFoundError:
        return {}
    found = {}
    for value in parents:
        above = []
        while parents.get(value if not above else above[-1]) is not None and len(above) < 50:
            above.append(parents[value if not above else above[-1]])
        found[value] = above
    return found


def covers(label, value, above) -> bool:
    """Whether a published label covers a recorded value. above: the ancestors of the values.

    >>> covers('[21-29]', '29', {}), covers('[20-30)', '30', {}), covers('{f|m}', 'm', {}), covers('130**', '13053', {})
    (True, False, True, True)
    >>> covers('[21-29]', '30', {}), covers('{f|m}', 'd', {}), covers('old', '80', {'80': ['old']}), covers('old', '8', {})
    (False, False, True, False)
    """
    if label in (value, '*') or label in above.get(value, ()):
        return True
    if label[:1] == '{' and label[-1:] == '}':
        return any(covers(part, value, above) for part in label[1:-1].split('|'))
    ends = RANGE.fullmatch(label)
    if ends:
        try:
            number = Fraction(value)
        except ValueError:
            return False
        low, high = Fraction(ends.group(1)), Fraction(ends.group(2))
        return low <= number and (number <= high if ends.group(3) == ']' else number < high)
    return label.endswith('*') and value.startswith(label.rstrip('*'))


def faults(table, release, quasi, sensitive, k, told, trees) -> list:
    """What is wrong with a release, in sentences. [] if nothing is.

    table, release: lists of dicts. told: what the run said of records: read, missing, published, suppressed.
    trees: {quasi-identifier: {value: its ancestors}}.
    """
    found = []
    if told['read'] != len(table):
        found.append('%d records were read, and the table has %d' % (told['read'], len(table)))
    if told['read'] != told['published'] + told['suppressed'] + told['missing']:
        found.append('read is not published + suppressed + left out: %s' % told)
    if told['published'] != len(release):
        found.append('%d records are in the release, and %d were told' % (len(release), told['published']))
    classes = Counter(tuple(map(row.get, quasi)) for row in release)
    if classes and min(classes.values()) < k:
        found.append('a class of %d is below k = %d' % (min(classes.values()), k))
    values = Counter(row[sensitive] for row in table)
    values.subtract(Counter(row[sensitive] for row in release))
    if min(values.values()) < 0:
        found.append('a sensitive value stands more often in the release than in the table')
    recorded = Counter(tuple(map(row.get, quasi)) for row in table)
    seen = {}       # a label and a value are compared once
    for labels, size in classes.items():
        covered = 0
        for recorded_values, n in recorded.items():
            for name, label, value in zip(quasi, labels, recorded_values):
                key = name, label, value
                if key not in seen:
                    seen[key] = covers(label, value, trees.get(name, {}))
                if not seen[key]:
                    break
            else:
                covered += n
        if covered < size:
            found.append('the class %s has %d records, and covers %d' % (labels, size, covered))
    return found
