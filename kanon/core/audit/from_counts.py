"""The audit of a release that an engine has written, from counts: is it what the recoding makes of the records that were counted?

Promise: `differences_of_counts` returns every row that the release has more or less often than it should. What it should have follows from
the counted records and the recoding alone (`Due`). Suppressed records are not in the release, or all of them are there, with * in
every quasi-identifier. `verify_released` returns only if there is no difference, every class has k records, and every class passes
every rule of every sensitive column, compared with the distribution of the counted records.
It takes for granted what was counted. Counts have no order, so it cannot see whether the order of the rows tells whose they are.
It shares no code with the searches, with the rules, with what writes or joins a recoding, or with `kanon recode`. Whether the labels of
the recoding are true is for `verify_labels` (audit/true_labels.py).
"""

from __future__ import annotations

from collections import Counter, namedtuple

from ..errors import DataError, quoted, show
from .deciders import check_known, decider
from .recount import Audit, reader_of_values, verify_rules, with_references
from .same import ones_of_columns

# A row of the release: its values, how many records it stands for, and how many it should.
Difference = namedtuple('Difference', 'values released due')


class Due:
    """What a release should have.

    rows        {published quasi-identifiers and carried values: records}
    stars       the same of the suppressed records, each with * as its quasi-identifiers
    lacking     how many records the recoding has no row for; example: the quasi tuple of the first of them, or None

    >>> due = Due(1)
    >>> due.add({('38',): ('3*',), ('39',): ('3*',), ('41',): None}, [(('38', 'flu'), 1), (('39', 'flu'), 2), (('41', 'gout'), 4)])
    >>> due.rows, due.stars, due.lacking
    ({('3*', 'flu'): 3}, {('*', 'gout'): 4}, 0)
    """

    def __init__(self, width):
        """width: the number of quasi-identifiers."""
        self.width, self.rows, self.stars, self.lacking, self.example = width, {}, {}, 0, None

    def add(self, recoding, counted):
        """Add counted records. counted: (values, records) pairs, the quasi-identifiers first. recoding: {quasi tuple: published, or None}."""
        width, stars = self.width, ('*',) * self.width
        for values, n in counted:
            quasi = values[:width]
            if quasi not in recoding:
                self.lacking, self.example = self.lacking + n, self.example or quasi
                continue
            published = recoding[quasi]
            rows, row = (self.stars, stars + values[width:]) if published is None else (self.rows, published + values[width:])
            rows[row] = rows.get(row, 0) + n

    def published(self) -> int:
        return sum(self.rows.values())

    def suppressed(self) -> int:
        return sum(self.stars.values())

    def sizes(self) -> Counter:
        """{published tuple: records} of the classes."""
        found: Counter = Counter()
        for row, n in self.rows.items():
            found[row[:self.width]] += n
        return found

    def counted(self) -> Counter:
        """{carried values: records} of all that was counted, suppressed or not."""
        found: Counter = Counter()
        for row, n in [*self.rows.items(), *self.stars.items()]:
            found[row[self.width:]] += n
        return found


def differences_of_counts(released, due) -> list:
    """The Differences, in the order of their values. released: {published quasi-identifiers and carried values: records}.

    >>> due = Due(1)
    >>> due.add({('38',): ('3*',), ('41',): None}, [(('38', 'flu'), 2), (('41', 'gout'), 1)])
    >>> [differences_of_counts(released, due) for released in ({('3*', 'flu'): 2}, {('3*', 'flu'): 2, ('*', 'gout'): 1})]
    [[], []]
    >>> differences_of_counts({('3*', 'flu'): 1, ('3*', 'gout'): 1}, due)
    [Difference(values=('3*', 'flu'), released=1, due=2), Difference(values=('3*', 'gout'), released=1, due=0)]
    """
    stars = ('*',) * due.width
    there = {row: n for row, n in released.items() if row[:due.width] == stars}
    without = {row: n for row, n in due.rows.items() if row[:due.width] == stars}       # a class may be published so, too
    others = rows_that_differ({row: n for row, n in released.items() if row not in there}, {row: n for row, n in due.rows.items() if row not in without})
    with_ = Counter(without)
    with_.update(due.stars)
    return sorted(others + min(rows_that_differ(there, without), rows_that_differ(there, with_), key=len))


def rows_that_differ(released, due) -> list:
    return [Difference(row, released.get(row, 0), due.get(row, 0)) for row in {**released, **due} if released.get(row, 0) != due.get(row, 0)]


def verify_released(quasi, carried, released, due, required) -> Audit:
    """DataError unless the release is the one that is due, and satisfies what is required (counts/required.py). No persons are counted.

    quasi, carried: the names of its columns. released: as in `differences_of_counts`.
    """
    refuse_lacking(due)
    found = differences_of_counts(released, due)
    if found:
        first = found[0]
        row = ', '.join('%s %s' % pair for pair in zip([*quasi, *carried], first.values))
        raise DataError('the audit found %s of the release that %s not there as often as the counted records and the recoding say; the first'
                        ' is %s: %d there, %d due' % ('1 row' if len(found) == 1 else '%d rows' % len(found),
                                                      'is' if len(found) == 1 else 'are', show(row), first.released, first.due))
    classes: dict = {}
    for row, n in due.rows.items():
        classes.setdefault(row[:due.width], {})[row[due.width:]] = n
    verify_references_in_counts(carried, due.counted(), required.rules)
    places = [carried.index(name) for name in required.rules]
    return verify_classes({quasi: alone(rows, places) for quasi, rows in classes.items()}, required)


def verify_classes(classes, required) -> Audit:
    """DataError if a class lacks something. classes: {published tuple: {values of the columns that have rules: records}}."""
    sizes = [sum(rows.values()) for rows in classes.values()]
    least = min(sizes, default=0)
    if least < required.k:
        raise DataError('the audit found a class of %d record%s, fewer than k = %d' % (least, 's' * (least != 1), required.k))
    verify_rules(required, classes.values(), str)
    return Audit(sum(sizes), len(sizes), least)


def classes_that_fail(classes, required) -> set:
    """Those of {published tuple: {values of the columns that have rules: records}} that have fewer than k records, or fail a rule.

    >>> from ..counts.required import Required
    >>> from ..rules.of_values import Distinct
    >>> classes = {('3*',): {('flu',): 2, ('',): 2}, ('4*',): {('flu',): 1}, ('5*',): {('flu',): 1, ('gout',): 1}}
    >>> sorted(classes_that_fail(classes, Required(2))), sorted(classes_that_fail(classes, Required(2, {'ill': [Distinct(2)]})))
    ([('4*',)], [('3*',), ('4*',)])
    """
    told_by = {name: reader_of_values(rules) for name, rules in required.rules.items()}
    there = {name: with_references({told_by[name](row[place]) for rows in classes.values() for row in rows}, rules)
             for place, (name, rules) in enumerate(required.rules.items())}
    ones = ones_of_columns(there, required.sameness)
    deciders = [(told_by[name], [decider(rule, ones[name]) for rule in rules]) for name, rules in required.rules.items()]

    def fails(rows):
        if sum(rows.values()) < required.k:
            return True
        for place, (told, of_column) in enumerate(deciders):
            histogram: Counter = Counter()
            for values, n in rows.items():
                histogram[told(values[place])] += n
            if not all(passes(histogram) for passes in of_column):
                return True
        return False
    return {quasi for quasi, rows in classes.items() if fails(rows)}


def classes_to_be(recorded, records, names) -> dict:
    """The classes that a recoding makes, as `verify_classes` takes them. recorded: as audit/true_labels.py has it, with no parted rows.

    records: of each row. names: of the columns that have rules. Without any, the counted values are not looked at.
    """
    published, classes = recorded.published, recorded.classes
    found: dict = {row: Counter() for row in published if row is not None}
    if not names:
        for class_, n in zip(classes, records):
            if published[class_] is not None:
                found[published[class_]][()] += n
    places = [recorded.names.index(name) - len(recorded.columns) for name in names]
    for part in recorded.rows() if names else ():
        values = [tuple([carried[place] for place in places]) for carried in part.values]
        for place, code, n in zip(part.places, part.codes, [1] * len(part.codes) if part.counts is None else part.counts):
            if published[classes[place]] is not None:
                found[published[classes[place]]][values[code]] += n
    return {row: histogram for row, histogram in found.items() if histogram}


def refuse_lacking(due):
    """DataError if the recoding lacks a row for a counted record."""
    if due.lacking:
        raise DataError('the recoding has no row for %d counted records, such as those of %s; it is that of another table, or the counts are'
                        % (due.lacking, show(', '.join(due.example))))


def alone(rows, places) -> dict:
    """{values at these places: records}."""
    found: Counter = Counter()
    for values, n in rows.items():
        found[tuple([values[place] for place in places])] += n
    return found


def verify_references_in_counts(carried, counted, rules_of):
    """DataError if a rule compares with another distribution than that of the counted records. counted: {carried values: records}."""
    for column, rules in rules_of.items():
        table: Counter = Counter()
        told = reader_of_values(rules)
        for values, n in counted.items():
            table[told(values[carried.index(column)])] += n
        for rule in rules:
            check_known(rule)
            if rule.reference is not None and rule.reference != table:
                raise DataError('the audit found that %s compares column %s with another distribution than that of the counted records'
                                % (rule.option.replace('_', '-'), quoted(column)))
