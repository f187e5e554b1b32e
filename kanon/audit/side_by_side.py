"""The audit, continued: all releases side by side, is every line of labels and absences shared by k people?

Promise: `verify_side_by_side` returns only if each group of the history before, parted by the labels of the new release and by absence, has
k people in each part, and the people of each part pass every rule beyond k: those under labels with their values of now, the absent ones
with those with which they were published last. The history that is written gives two people one group if and only if they are in one part.
The parts of the groups before were lines that k people share. So are the new ones.
It takes for granted that the history before is that of the earlier releases. It reads both files by itself, takes the labels from the
recoding, whose rows audit/true_labels.py compares with the file, and shares no code with the search or with what writes the history.
"""

from __future__ import annotations

import csv
from io import StringIO

from ..errors import DataError
from .persons import decider_of_persons, classes_and_columns

NEW = '0'       # the group of those who were never published
VALUES = 5      # the place of the first value in a row


def verify_side_by_side(before, after, recorded, owners, required):
    """DataError if the promise is broken. before: the bytes of the file as it was, or None; after: the path of the one that takes its place.

    owners: has `rows` and `names`, which say of each counted record its row among `recorded.rows()` and the name of its person.
    """
    releases, old = (0, []) if before is None else rows_of_history(before)
    with open(after, 'rb') as file:
        releases_now, new = rows_of_history(file.read())
    now = lines_of_now(recorded, owners, required.rules)
    groups = [(person, group, values) for person, group, values in old]
    named = {person for person, _, _ in old}
    groups += [(person, NEW, None) for person, (labels, _) in now.items() if labels is not None and person not in named]
    lines: dict = {}        # {(group before, labels or None): [(person, values)]}
    for person, group, last in groups:
        labels, values = now.get(person, (None, None)) if person else (None, None)
        lines.setdefault((group, labels), []).append((person, last if labels is None else values))
    for people in lines.values():
        if len(people) < required.k:
            raise DataError('the audit found a line of all releases that %d people share, fewer than k = %d' % (len(people), required.k))
        verify_rules_of_line(people, required.rules)
    if releases_now != releases + 1:
        raise DataError('the audit found a history of %d releases instead of %d' % (releases_now, releases + 1))
    of_groups: dict = {}
    for person, group, values in new:
        of_groups.setdefault(group, []).append((person, values))
    if sorted(map(sorted, of_groups.values())) != sorted(map(sorted, lines.values())):
        raise DataError('the audit found other groups in the history than the lines of all releases')


def rows_of_history(content) -> tuple:
    """How many releases a history has, and its rows: (person, group, values). content: its bytes.

    >>> rows_of_history(b'person,group,2,k = 2,214951c3a96c2a9a\\nAnn,1,,,\\n,1,,,\\n')
    (2, [('Ann', '1', ()), ('', '1', ())])
    """
    header, *rows = csv.reader(StringIO(content.decode('utf-8-sig', 'surrogatepass'), newline=''))
    return int(header[2]), [(row[0], row[1], tuple(row[VALUES:])) for row in rows]


def lines_of_now(recorded, owners, names) -> dict:
    """{person: (labels, None if the person is not published, sensitive values)} of the counted records. names: of the sensitive columns."""
    classes, columns = classes_and_columns(recorded, names)
    if len(set(owners.names)) < len(owners.rows):
        raise DataError('the audit found a person with several records, where each line needs one')
    return {person: (recorded.published[classes[row]], tuple([values[codes[row]] for values, codes in columns.values()]))
            for person, row in zip(owners.names, owners.rows)}


def verify_rules_of_line(people, rules_of):
    """DataError if the people of a line, [(person, sensitive values)], fail a rule."""
    for place, (column, rules) in enumerate(rules_of.items()):
        persons: dict = {}      # {value: its persons, as numbers}
        for number, (_, values) in enumerate(people):
            persons.setdefault(values[place], set()).add(number)
        for rule in rules:
            if not decider_of_persons(rule)(persons, len(people)):
                raise DataError('the audit found a line of all releases without %s in %s' % (rule, column))
