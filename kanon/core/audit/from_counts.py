"""The audit of a release that an engine has written, from counts.

Is it what the recoding makes of the records that were counted?
Promise: `differences_of_counts` returns every row that the release has more or less often than it
should. What it should have follows from the counted records and the recoding alone (`Due`).
Suppressed records are not in the release, or all of them are there, with * in every
quasi-identifier. `verify_released` returns only if there is no difference, every class has k
records, and every class passes every rule of every sensitive column, compared with the distribution
of the counted records.
It takes for granted what was counted. Counts have no order, so it cannot see whether the order of
the rows tells whose they are.
It shares no code with the searches, with the rules, with what writes or joins a recoding, or with
`kanon recode`. Whether the labels of the recoding are true is for `verify_labels`
(audit/true_labels.py).
"""

from __future__ import annotations

from collections import Counter, namedtuple

from ..errors import DataError, quoted, show
from .deciders import check_known, decider
from .recount import Audit, reader_of_values, verify_rules, with_references
from .same import ones_of_columns
from .true_labels import records_of

# A row of the release: its values, how many records it stands for, and how many it should.
Difference = namedtuple('Difference', 'values released due')


class Due:
    """What a release should have.

    rows        {published quasi-identifiers and carried values: records}
    stars       the same of the suppressed records, each with * as its quasi-identifiers
    lacking     how many records the recoding has no row for
    example     the quasi tuple of the first of them, or None

    >>> due = Due(1)
    >>> recoding = {('38',): ('3*',), ('39',): ('3*',), ('41',): None}
    >>> due.add(recoding, [(('38', 'flu'), 1), (('39', 'flu'), 2), (('41', 'gout'), 4)])
    >>> due.rows, due.stars, due.lacking
    ({('3*', 'flu'): 3}, {('*', 'gout'): 4}, 0)
    """

    def __init__(self, width):
        """width: the number of quasi-identifiers."""
        self.width = width
        self.rows: dict = {}
        self.stars: dict = {}
        self.lacking = 0
        self.example = None

    def add(self, recoding, counted):
        """Add counted records. counted: (values, records) pairs, the quasi-identifiers first.

        recoding: {quasi tuple: published tuple, or None}.
        """
        for values, n in counted:
            quasi, carried = values[:self.width], values[self.width:]
            if quasi not in recoding:
                self.lacking += n
                self.example = self.example or quasi
                continue
            published = recoding[quasi]
            if published is None:
                row, rows = self._stars() + carried, self.stars
            else:
                row, rows = published + carried, self.rows
            rows[row] = rows.get(row, 0) + n

    def _stars(self) -> tuple:
        """What stands for the quasi-identifiers of a suppressed record that is there."""
        return ('*',) * self.width

    def has_stars(self, row) -> bool:
        """Whether a row has * in every quasi-identifier."""
        return row[:self.width] == self._stars()

    def published(self) -> int:
        return sum(self.rows.values())

    def suppressed(self) -> int:
        return sum(self.stars.values())

    def sizes(self) -> Counter:
        """{published tuple: records} of the classes."""
        sizes: Counter = Counter()
        for row, n in self.rows.items():
            sizes[row[:self.width]] += n
        return sizes

    def counted(self) -> Counter:
        """{carried values: records} of all that was counted, suppressed or not."""
        records: Counter = Counter()
        for rows in (self.rows, self.stars):
            for row, n in rows.items():
                records[row[self.width:]] += n
        return records


def differences_of_counts(released, due) -> list:
    """The Differences, in the order of their values.

    released: {published quasi-identifiers and carried values: records}.

    >>> due = Due(1)
    >>> due.add({('38',): ('3*',), ('41',): None}, [(('38', 'flu'), 2), (('41', 'gout'), 1)])
    >>> differences_of_counts({('3*', 'flu'): 2}, due)
    []
    >>> differences_of_counts({('3*', 'flu'): 2, ('*', 'gout'): 1}, due)
    []
    >>> differences_of_counts({('3*', 'flu'): 1, ('*', 'gout'): 1}, due)
    [Difference(values=('3*', 'flu'), released=1, due=2)]
    """
    stars_released, others_released = parted_by_stars(released, due)
    stars_due, others_due = parted_by_stars(due.rows, due)      # a class may be published so, too
    with_suppressed = Counter(stars_due)
    with_suppressed.update(due.stars)
    differences = rows_that_differ(others_released, others_due)
    without, with_them = (rows_that_differ(stars_released, rows)
                          for rows in (stars_due, with_suppressed))
    differences += without if len(without) <= len(with_them) else with_them
    return sorted(differences)


def parted_by_stars(rows, due) -> tuple:
    """The rows with * in every quasi-identifier, and the other ones."""
    stars: dict = {}
    others: dict = {}
    for row, n in rows.items():
        part = stars if due.has_stars(row) else others
        part[row] = n
    return stars, others


def rows_that_differ(released, due) -> list:
    """The Differences between two {row: records}."""
    pairs = [(row, released.get(row, 0), due.get(row, 0)) for row in {**released, **due}]
    return [Difference(row, n, should) for row, n, should in pairs if n != should]


def verify_released(quasi, carried, released, due, required) -> Audit:
    """DataError unless the release is the one that is due, and satisfies what is required.

    No persons are counted. quasi, carried: the names of its columns. released: as in
    `differences_of_counts`. required: a Required (counts/required.py).
    """
    refuse_lacking(due)
    differences = differences_of_counts(released, due)
    if differences:
        refuse_differences(differences, [*quasi, *carried])
    classes: dict = {}
    for row, n in due.rows.items():
        of_class = classes.setdefault(row[:due.width], {})
        of_class[row[due.width:]] = n
    verify_references_in_counts(carried, due.counted(), required.rules)
    places = [carried.index(name) for name in required.rules]
    of_rules = {labels: alone(rows, places) for labels, rows in classes.items()}
    return verify_classes(of_rules, required)


def refuse_differences(differences, names):
    """DataError that names the first of the Differences. names: of the columns."""
    first = differences[0]
    row = ', '.join('%s %s' % pair for pair in zip(names, first.values))
    rows, are = '%d rows' % len(differences), 'are'
    if len(differences) == 1:
        rows, are = '1 row', 'is'
    raise DataError('the audit found %s of the release that %s not there as often as the counted'
                    ' records and the recoding say; the first is %s: %d there, %d due'
                    % (rows, are, show(row), first.released, first.due))


def verify_classes(classes, required) -> Audit:
    """DataError if a class lacks something.

    classes: {published tuple: {values of the columns that have rules: records}}.
    """
    sizes = [sum(rows.values()) for rows in classes.values()]
    least = min(sizes, default=0)
    if least < required.k:
        raise DataError('the audit found a class of %d record%s, fewer than k = %d'
                        % (least, '' if least == 1 else 's', required.k))
    verify_rules(required, classes.values(), str)
    return Audit(sum(sizes), len(sizes), least)


def classes_that_fail(classes, required) -> set:
    """The published tuples of the classes that have fewer than k records, or fail a rule.

    classes: {published tuple: {values of the columns that have rules: records}}.

    >>> from ..counts.required import Required
    >>> from ..rules.of_values import Distinct
    >>> classes = {('3*',): {('flu',): 2, ('',): 2}, ('4*',): {('flu',): 1},
    ...            ('5*',): {('flu',): 1, ('gout',): 1}}
    >>> sorted(classes_that_fail(classes, Required(2)))
    [('4*',)]
    >>> sorted(classes_that_fail(classes, Required(2, {'ill': [Distinct(2)]})))
    [('3*',), ('4*',)]
    """
    readers = [reader_of_values(rules) for rules in required.rules.values()]
    values: dict = {}       # of each column, and those of the table that its rules compare with
    for place, (name, rules) in enumerate(required.rules.items()):
        of_column = {readers[place](row[place]) for rows in classes.values() for row in rows}
        values[name] = with_references(of_column, rules)
    ones = ones_of_columns(values, required.sameness)
    deciders = [[decider(rule, ones[name]) for rule in rules]
                for name, rules in required.rules.items()]

    def fails(rows):
        if sum(rows.values()) < required.k:
            return True
        for place, (read, of_column) in enumerate(zip(readers, deciders)):
            histogram: Counter = Counter()
            for row, n in rows.items():
                histogram[read(row[place])] += n
            if not all(passes(histogram) for passes in of_column):
                return True
        return False
    return {labels for labels, rows in classes.items() if fails(rows)}


def classes_to_be(recorded, records, names) -> dict:
    """The classes that a recoding makes, as `verify_classes` takes them.

    recorded: as audit/true_labels.py has it, with no parted rows. records: of each row. names: of
    the columns that have rules. Without any, the counted values are not looked at.
    """
    published_at = [recorded.published[class_] for class_ in recorded.classes]      # of each row
    classes: dict = {published: Counter() for published in recorded.published
                     if published is not None}
    if not names:
        for published, n in zip(published_at, records):
            if published is not None:
                classes[published][()] += n
    places = [recorded.names.index(name) - len(recorded.columns) for name in names]
    for rows in recorded.rows() if names else ():
        values = [tuple([carried[place] for place in places]) for carried in rows.values]
        for row, code, n in zip(rows.places, rows.codes, records_of(rows)):
            published = published_at[row]
            if published is not None:
                classes[published][values[code]] += n
    return {published: histogram for published, histogram in classes.items() if histogram}


def refuse_lacking(due):
    """DataError if the recoding lacks a row for a counted record."""
    if due.lacking:
        raise DataError('the recoding has no row for %d counted records, such as those of %s; it is'
                        ' that of another table, or the counts are'
                        % (due.lacking, show(', '.join(due.example))))


def alone(rows, places) -> dict:
    """{values at these places: records}."""
    records: Counter = Counter()
    for values, n in rows.items():
        records[tuple([values[place] for place in places])] += n
    return records


def verify_references_in_counts(carried, counted, rules_of):
    """DataError if a rule compares with another distribution than that of the counted records.

    counted: {carried values: records}.
    """
    for column, rules in rules_of.items():
        read = reader_of_values(rules)
        place = carried.index(column)
        table: Counter = Counter()
        for values, n in counted.items():
            table[read(values[place])] += n
        for rule in rules:
            check_known(rule)
            if rule.reference is not None and rule.reference != table:
                raise DataError('the audit found that %s compares column %s with another'
                                ' distribution than that of the counted records'
                                % (rule.option.replace('_', '-'), quoted(column)))
