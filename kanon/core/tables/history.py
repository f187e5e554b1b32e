"""The file of --history: who was published before, and in which group.

The *line* of a person is what all releases, side by side, have of the person. In each release that
is the labels of all rows, as often as they occur, or absence. People of one line are a *group*, and
the file has a number for it. A new release parts a group by its labels. Whoever is not published is
absent from it. Of a person all rows of a table are published, or none.

Two people of a group have equally many rows under each label of each release. Let them exchange the
values of these rows, label by label. Then no release changes. So somebody may know the
quasi-identifiers of everybody, and who is in which release, and cannot tell the two apart.

Promise: `read_history` returns what the last run wrote, or raises DataError. People whose names
were emptied since count in their groups. `History.continued` gives two people one group if and only
if they had one group before and stand under the same labels now, or are both absent now. Nobody is
in it who was never published.

The file is csv in UTF-8. A row has a person, a group and, where there are rules beyond k, the
values with which the person was published last. Where several different rows of a person were
published, the values of the further ones stand in rows of their own below, without person and
group. The header has the number of releases, k, a checksum and these rules. The checksum is of all
but the names, so that names can be emptied. Rows are ordered by their names and not by the table.
"""

from __future__ import annotations

import csv
import os
import re
import stat
from collections import Counter, namedtuple
from contextlib import contextmanager
from io import StringIO
from itertools import chain

from ..counts.frequency import Codes
from ..counts.values import Known
from ..errors import DataError, many, of_system, option, quoted, show, there_are
from .output_file import content_of, replacing_with_another

NOBODY_YET = 0      # the group of those who were never published
HEAD = 'person', 'group'
FIELDS = len(HEAD) + 3      # and releases, k, checksum. The values stand behind them
CHECKSUM = FIELDS - 1       # its place in the header
GROUP_NUMBER = K_NUMBER = '[1-9][0-9]{0,17}'
RELEASES_NUMBER = '[1-9][0-9]{0,8}'
NO_HISTORY = 'is no file that --history wrote'

# What a search must know of the earlier releases. A kind is a group with the values that were
# published last.
# kinds: a Column over the rows of the table, whose codes are kinds.
# group_of, last: [kind] -> its group, its values.
# everybody: {group: {values: people}}, present or not, without those who were never published.
# sensitive: the values that would be published now (counts/required.py).
# people: [kind] -> how many people of the table are of that kind. All of them have the same rows.
# It is None if each person has one row, and people of a kind may have different ones.
Earlier = namedtuple('Earlier', 'kinds group_of last everybody sensitive people', defaults=(None,))


class History:
    """What the file says.

    releases    how many there were
    k, rules    what each of them satisfied. There is a text for each column with rules
    people      [(person, group, values)], in the order of the file. Who was erased is ''. The
                values are those of each different row that was published last, in the columns with
                rules
    content     the bytes of the file, None if there is none
    kinds       [kind] -> its group and its values, and kind_of: {person: kind}, as fields of a row
    alike       as Earlier has `people`

    >>> people = [('Ann', 1, ()), ('Bob', 1, ()), ('', 2, ()), ('Cy', 2, ())]
    >>> history = History('h.csv', 1, 2, [], people)
    >>> history.kind_of, history.kinds
    ({'Ann': '1', 'Bob': '1', 'Cy': '2'}, [(0, ()), (1, ()), (2, ())])
    """

    def __init__(self, path, releases=0, k=None, rules=(), people=()):
        self.path = path
        self.releases, self.k = releases, k
        self.rules, self.people = list(rules), list(people)
        self.content = self.alike = None
        kinds = Codes()
        kinds[NOBODY_YET, ()]       # is the first
        self.kind_of = {}
        for person, group, values in self.people:
            kind = kinds[group, values]
            if person:
                self.kind_of[person] = str(kind)
        self.kinds = list(kinds)

    def earlier(self, kinds, sensitive) -> Earlier:
        """What a search must know. kinds: a Column of the kinds as fields."""
        everybody: dict = {}
        for _, group, values in self.people:
            everybody.setdefault(group, Counter())[values] += 1
        kinds = kinds._replace(values=[int(kind) for kind in kinds.values])
        group_of = [group for group, _ in self.kinds]
        last = [values for _, values in self.kinds]
        return Earlier(kinds, group_of, last, everybody, sensitive, self.alike)

    def values(self) -> set:
        """The different tuples of values that people were published with last."""
        return {row for _, _, values in self.people for row in values}

    def part_kinds(self, names, rows):
        """Let people of one kind have the same rows, too.

        names: of everybody in the table. rows: of each the rows, as anything that is hashed.

        >>> history = History('h.csv', 1, 2, [], [('Ann', 1, ()), ('Bob', 1, ())])
        >>> history.part_kinds(['Ann', 'Bob', 'Cy', 'Di'], [(0,), (0, 0), (0,), (0,)])
        >>> history.kind_of
        {'Ann': '0', 'Bob': '1', 'Cy': '2', 'Di': '2'}
        >>> history.kinds, history.alike
        ([(1, ()), (1, ()), (0, ())], [1, 1, 2])
        """
        parted = Codes()        # of (kind, rows)
        kind_of, people = {}, Counter()
        for name, rows_of_name in zip(names, rows):
            before = self.kinds[int(self.kind_of.get(name, 0))]
            kind = parted[before, rows_of_name]
            kind_of[name] = str(kind)
            people[kind] += 1
        self.kind_of = kind_of
        self.kinds = [before for before, _ in parted]
        self.alike = [people[kind] for kind in range(len(parted))]

    def check_asked(self, required):
        """DataError if the earlier releases satisfied something else than what is required now."""
        if not self.releases:
            return
        before = 'k = %s' % self.k, rules_as_text(self.rules)
        now = 'k = %s' % required.k, rules_as_text(texts_of_rules(required.rules))
        for once, asked in zip(before, now):
            if once != asked:
                raise DataError('was made with %s, and this run asks for %s; all releases of a'
                                ' history ask for the same' % (once, asked), self.path)

    def check_persons(self, owners, column, table):
        """DataError if a row of a table has no person, or no person of the file is there.

        owners: of its records (tables/tally.py).
        """
        if owners.nobody:
            nobody = sum(person in owners.nobody for person in owners.persons)
            rows = there_are(nobody, 'row')
            raise DataError('%s without a person in column %s, and %s needs one in every row; leave'
                            ' such rows out' % (rows, quoted(column), option('history')), table)
        if self.kind_of and self.kind_of.keys().isdisjoint(owners.names.values()):
            persons = many(len(self.kind_of), 'person')
            raise DataError('none of its %s is in column %s of %s, so it is the history of another'
                            ' table' % (persons, quoted(column), table), self.path)

    def continued(self, required, published) -> History:
        """The History after one more release.

        published: {person: (labels of all rows, values)} of those who are in it.
        """
        before = {person for person, _, _ in self.people}
        new = [(person, NOBODY_YET, ()) for person in published if person not in before]
        everybody: list = []        # (person, (group before, labels or ()), values)
        for person, group, last in [*self.people, *new]:
            labels, values = (), last
            if person and person in published:
                labels, values = published[person]
            everybody.append((person, (group, labels), values))
        lines = sorted({line for _, line, _ in everybody})
        group_of = {line: number for number, line in enumerate(lines, 1)}
        people = [(person, group_of[line], values) for person, line, values in everybody]
        people.sort()
        rules = texts_of_rules(required.rules)
        return History(self.path, self.releases + 1, required.k, rules, people)

    @contextmanager
    def continued_beside(self, tally, recoding, required, carried):
        """Write the next file aside.

        Yield what the audit reads, and the function that puts the file in its place
        (tables/output_file.py). carried: the names of the carried columns.
        """
        places = [carried.index(name) for name in required.rules]
        after = self.continued(required, published_now(tally, recoding, places))
        with replacing_with_another(self.path, self.content) as (part, put):
            after.write(part)
            yield (self.content, part), put

    def write(self, path):
        """Write the file, for nobody but its owner."""
        header = [*HEAD, self.releases, 'k = %d' % self.k, '', *self.rules]
        header[CHECKSUM] = checksum(header, self.people)
        no_head = [''] * FIELDS
        try:
            os.chmod(path, stat.S_IRUSR | stat.S_IWUSR)
            with open(path, 'w', newline='', encoding='utf-8', errors='surrogatepass') as file:
                writer = csv.writer(file)
                writer.writerow(header)
                for person, group, values in self.people:
                    first, *further = values or [()]
                    writer.writerow([person, group, *no_head[len(HEAD):], *first])
                    for row in further:
                        writer.writerow([*no_head, *row])
        except OSError as error:
            raise of_system(error, self.path) from None


def texts_of_rules(rules) -> list:
    """The rules beyond k, as the header has them. rules: {sensitive column: rules}."""
    return ['%s: %s' % (column, ' and '.join(map(str, of_column)))
            for column, of_column in rules.items()]


def rules_as_text(rules) -> str:
    """The texts of rules as one."""
    return '; '.join(rules) or 'no rule beyond k'


def published_now(tally, recoding, places) -> dict:
    """{person: (labels of all rows, different sensitive values)} of those who are published.

    Both are ascending. places: of the columns with rules among the carried ones.
    """
    owners, names = tally.owners, tally.owners.names
    rows = counted_rows(tally, recoding, places)
    if len(names) == len(owners.persons):
        return published_once(owners, rows)
    rows_of: dict = {}      # {number of a person: the published rows}
    for person, row in zip(owners.persons, owners.rows):
        if rows[row][0]:
            rows_of.setdefault(person, []).append(rows[row])
    published = {}
    for person, of_person in rows_of.items():
        labels = [label for labels, _ in of_person for label in labels]
        values = {value for _, values in of_person for value in values}
        published[names[person]] = tuple(sorted(labels)), tuple(sorted(values))
    return published


def published_once(owners, rows) -> dict:
    """What `published_now` returns where each person has one row.

    There is nothing to sort, so it takes half of the time. rows: as `counted_rows` returns them.
    """
    published = {}
    for person, row in zip(owners.persons, owners.rows):
        of_person = rows[row]
        if of_person[0]:
            published[owners.names[person]] = of_person
    return published


def counted_rows(tally, recoding, places) -> list:
    """What each counted row has in a release: ((labels,), (sensitive values,)).

    It has () in place of the labels if it is suppressed, and in place of the values if there are no
    rules.
    """
    labels_of_class = [(labels,) if labels else () for labels in recoding.published]
    labels_of = [labels_of_class[class_] for class_ in recoding.classes]
    known = Known()
    counted: list = []
    for rows in tally.rows():
        values_of: list = []        # of each code
        for carried in rows.values:
            values = tuple([known[carried[place]] for place in places])
            values_of.append((values,) if places else ())
        labels = map(labels_of.__getitem__, rows.places)
        counted.extend(zip(labels, map(values_of.__getitem__, rows.codes)))
    return counted


def rows_of_people(of_persons, table, places) -> list:
    """For each person, in the order of their first records, the rows as sorted numbers.

    Equal numbers are equal quasi tuples and values. of_persons: an OfPersons
    (rules/told_of_persons.py). table: the frequency set. places: of the columns with rules among
    the carried ones.
    """
    first: dict = {}        # {quasi tuple: its first row}, because equal ones may stand apart
    first_row = [first.setdefault(quasi, row) for row, quasi in enumerate(table)]
    quasis = [first_row[place] for place in of_persons.places]
    columns = [of_persons.codes[place] for place in places]
    numbers = Codes()
    number_of_row = [numbers[row] for row in zip(quasis, *columns)]
    rows_of: dict = {}
    for person, row in zip(of_persons.persons, of_persons.rows):
        rows_of.setdefault(person, []).append(number_of_row[row])
    return [tuple(sorted(rows)) for _, rows in sorted(rows_of.items())]


def checksum(header, people) -> str:
    """16 hexadecimal digits, of the header without the checksum, the groups and the values.

    Names and the order of people do not matter.
    """
    from hashlib import sha256
    fields = [*header[:CHECKSUM], *header[FIELDS:]]
    first = '\0'.join(map(str, fields)) + '\n'
    lines = ['%d\0%s\n' % (group, '\0'.join(chain.from_iterable(values)))
             for _, group, values in people]
    digest = sha256()
    for line in [first, *sorted(lines)]:
        digest.update(line.encode('utf-8', 'surrogatepass'))
    return digest.hexdigest()[:16]


def read_history(path) -> History:
    """What the file at the path says. Where there is none, nothing was published before."""
    content = content_of(path)
    history = History(path) if content is None else history_in(content, path)
    history.content = content
    return history


def history_in(content, path) -> History:
    """What the bytes of a file say.

    >>> content = b'person,group,2,k = 2,55a1fff23694be9e\\nAnn,1,,,\\n,1,,,\\n'
    >>> history_in(content, 'h.csv').people
    [('Ann', 1, ()), ('', 1, ())]
    >>> history_in(b'who,group,2', 'h.csv')     # doctest: +ELLIPSIS
    Traceback (most recent call last):
    kanon.core.errors.DataError: h.csv, line 1: is no file that --history wrote: its header ...
    """
    try:
        text = content.decode('utf-8-sig', 'surrogatepass')
    except UnicodeDecodeError:
        raise DataError('%s: it is not UTF-8' % NO_HISTORY, path) from None
    reader = csv.reader(StringIO(text, newline=''), strict=True)
    try:
        header = next(reader, [])
        releases, k = releases_and_k(header, path)
        people = people_in(reader, header, path)
    except csv.Error as error:
        raise DataError('%s: %s' % (NO_HISTORY, error), path, reader.line_num) from None
    if checksum(header, people) != header[CHECKSUM]:
        raise DataError('the file is not as it was written: rows are missing, or rows or the header'
                        ' were changed; take it as it was after the last release (only names may be'
                        ' emptied)', path)
    return History(path, releases, k, header[FIELDS:], people)


def releases_and_k(header, path) -> tuple:
    """The number of releases and k, as a header has them."""
    if tuple(header[:len(HEAD)]) != HEAD:
        raise DataError('%s: its header does not begin with %s'
                        % (NO_HISTORY, ','.join(HEAD)), path, 1)
    releases, k = [*header[len(HEAD):], '', ''][:2]
    has_releases = re.fullmatch(RELEASES_NUMBER, releases)
    has_k = re.fullmatch('k = ' + K_NUMBER, k)
    if len(header) < FIELDS or not has_releases or not has_k:
        raise DataError('%s: its header has not the number of releases, k and a checksum'
                        % NO_HISTORY, path, 1)
    return int(releases), int(k[len('k = '):])


def people_in(reader, header, path) -> list:
    """The people of the rows below the header, as History has them."""
    people: list = []
    seen: set = set()
    has_values = len(header) > FIELDS
    for row in reader:
        name, number = [*row, '', ''][:2]
        values = tuple(row[FIELDS:])
        is_whole = len(row) == len(header) and not any(row[len(HEAD):FIELDS])
        is_further = people and has_values and row[:len(HEAD)] == ['', '']
        is_person = re.fullmatch(GROUP_NUMBER, number)
        if not is_whole or not is_further and not is_person:
            raise DataError('%s: this row is no person with the number of a group' % NO_HISTORY,
                            path, reader.line_num)
        if is_further:      # of the person above
            person, group, before = people[-1]
            people[-1] = person, group, (*before, values)
            continue
        if name in seen:
            raise DataError('the person %s stands in two rows' % show(name), path, reader.line_num)
        if name:
            seen.add(name)
        people.append((name, int(number), (values,) if has_values else ()))
    return people
