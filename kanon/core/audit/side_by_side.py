"""The audit, continued: all releases side by side, is every line of labels and absences shared?

A line is what all releases tell of a person: the labels of each, or that he is not in it.
Promise: `verify_side_by_side` returns only if k people share each line. Each group of the history
before is parted by the labels of the new release and by absence, and has k people in each part.
The people of each part pass every rule beyond k: those under labels with their values of now, the
absent ones with those with which they were published last. The history that is written gives two
people one group if and only if they are in one part. The labels of a person are those of all rows,
as often as they occur. Of each person all rows are published, or none. The rules hold for the
values of all rows, and for those under each label by itself.
The parts of the groups before were lines that k people share. So are the new ones.
It takes for granted that the history before is that of the earlier releases. It reads both files by
itself, takes the labels from the recoding, whose rows audit/true_labels.py compares with the file,
and shares no code with the search or with what writes the history.
"""

from __future__ import annotations

import csv
from collections import namedtuple
from io import StringIO

from ..errors import Disagreed
from .persons import deciders_of, labels_and_values
from .same import ones_of_columns, values_of_columns

NEW = '0'       # the group of those who were never published
VALUES = 5      # the place of the first value in a row

# What a new release has of a person.
# labels: of all records, ascending, None if they are not published.
# values: the different tuples of sensitive values of all records, ascending.
# under: {label: the different tuples of its records}.
LineOfNow = namedtuple('LineOfNow', 'labels values under')
ABSENT = LineOfNow(None, [], {})


def verify_side_by_side(before, after, recorded, owners, required):
    """DataError if the promise is broken.

    before: the bytes of the file as it was, or None. after: the path of the one that takes its
    place. owners: has `rows` and `persons`, which say of each counted record its row among
    `recorded.rows()` and the number of its person, and `names`, {number: name}.
    """
    releases, old = (0, []) if before is None else rows_of_history(before)
    with open(after, 'rb') as file:
        releases_now, new = rows_of_history(file.read())
    now = lines_of_now(recorded, owners, required.rules)
    deciders = deciders_of_lines(now, old, required)
    lines = people_of_lines(now, old)
    for (_, labels), people in lines.items():
        if len(people) < required.k:
            raise Disagreed('the audit found a line of all releases that %d people share, fewer'
                            ' than k = %d' % (len(people), required.k))
        verify_rules_of_line([values for _, values in people], deciders)
        if labels and len(labels) > 1:
            for label in set(labels):
                under_label = [now[person].under[label] for person, _ in people]
                verify_rules_of_line(under_label, deciders)
    if releases_now != releases + 1:
        raise Disagreed('the audit found a history of %d releases instead of %d'
                        % (releases_now, releases + 1))
    groups: dict = {}
    for person, group, values in new:
        groups.setdefault(group, []).append((person, values))
    if in_order(groups) != in_order(lines):
        raise Disagreed('the audit found other groups in the history than the lines of all'
                        ' releases')


def in_order(people_of) -> list:
    """The lists of people of some groups or lines, in an order that is theirs alone."""
    return sorted(map(sorted, people_of.values()))


def people_of_lines(now, old) -> dict:
    """{(group before, labels of now, None if absent): [(person, values)]}.

    now: {person: LineOfNow}. old: as `rows_of_history` returns it, where a person without a name
    is in no new release.
    """
    lines: dict = {}
    for person, group, last_values in old:
        line = now.get(person, ABSENT) if person else ABSENT
        values = last_values if line.labels is None else line.values
        lines.setdefault((group, line.labels), []).append((person, values))
    named = {person for person, _, _ in old}
    for person, line in now.items():
        if person not in named and line.labels is not None:
            lines.setdefault((NEW, line.labels), []).append((person, line.values))
    return lines


def rows_of_history(content) -> tuple:
    """How many releases a history has, and its people: (person, group, sorted tuples of values).

    content: its bytes.

    >>> content = b'person,group,2,k = 1,x,ill: distinct l = 1\\nAnn,1,,,,flu\\n,1,,,,flu\\n'
    >>> rows_of_history(content + b',,,,,gout\\n')
    (2, [('Ann', '1', [('flu',)]), ('', '1', [('flu',), ('gout',)])])
    """
    text = content.decode('utf-8-sig', 'surrogatepass')
    header, *rows = csv.reader(StringIO(text, newline=''))
    people: list = []
    for person, group, *more in rows:
        if group:       # otherwise a further row of values of the person before
            people.append((person, group, []))
        if len(header) > VALUES:
            values = people[-1][2]
            values.append(tuple(more[VALUES - 2:]))
    return int(header[2]), [(person, group, sorted(values)) for person, group, values in people]


def lines_of_now(recorded, owners, names) -> dict:
    """{person: LineOfNow}. names: of the sensitive columns.

    DataError if some records of a person are published and others are not.
    """
    labels, values = labels_and_values(recorded, names)
    rows_of: dict = {}      # {number of a person: (label, values) of each record}
    for person, row in zip(owners.persons, owners.rows):
        rows_of.setdefault(person, []).append((labels[row], values[row]))
    line_of: dict = {}      # people with the same rows have one LineOfNow
    lines = {}
    for person, rows in rows_of.items():
        key = tuple(rows)
        if key not in line_of:
            line_of[key] = line_of_now(rows, bool(names))
        lines[owners.names[person]] = line_of[key]
    return lines


def line_of_now(rows, has_rules) -> LineOfNow:
    """The LineOfNow of a person. rows: the label and the values of each record.

    The label is None if the record is suppressed.
    """
    labels = sorted(label for label, _ in rows if label is not None)
    if 0 < len(labels) < len(rows):
        raise Disagreed('the audit found a person of whom some records are published and others'
                        ' are not')
    under: dict = {}
    for label, values in rows:
        under.setdefault(label, set()).add(values)
    all_values = set().union(*under.values()) if has_rules else set()
    return LineOfNow(tuple(labels) or None, sorted(all_values), under)


def deciders_of_lines(now, old, required) -> dict:
    """The deciders of the rules (`deciders_of`, persons.py).

    Values of before may be the same as values of now. old: as `rows_of_history` returns it.
    """
    pairs = [(values, person) for person, line in now.items() for values in line.values]
    rows = {values for values, _ in pairs}
    rows.update(*(values for _, _, values in old))
    columns = values_of_columns(required.rules, rows)
    return deciders_of(pairs, required.rules, ones_of_columns(columns, required.sameness))


def verify_rules_of_line(people, deciders):
    """DataError if people fail a rule. people: the tuples of sensitive values of each."""
    for place, (column, of_column) in enumerate(deciders.items()):
        persons: dict = {}      # {value: its persons, as numbers}
        for number, rows in enumerate(people):
            for values in rows:
                persons.setdefault(values[place], set()).add(number)
        for rule, passes in of_column:
            if not passes(persons, len(people)):
                raise Disagreed('the audit found a line of all releases without %s in %s'
                                % (rule, column))
