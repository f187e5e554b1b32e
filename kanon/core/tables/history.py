"""The file of --history: who was published before, and in which group.

The *line* of a person is what all releases, side by side, have of the person: in each release the labels of all rows, as often as they
occur, or absence. People of one line are a *group*, and the file has a number for it. A new release parts a group by its labels. Whoever is
not published is absent from it. Of a person all rows of a table are published, or none.

Two people of a group have equally many rows under each label of each release. Let them exchange the values of these rows, label by label.
Then no release changes. So whoever knows the quasi-identifiers of everybody, and who is in which release, cannot tell the two apart.

Promise: `read_history` returns what the last run wrote, or raises DataError. People whose names were emptied since count in their groups.
`History.continued` gives two people one group if and only if they had one group before and stand under the same labels now, or are both
absent now. Nobody is in it who was never published.
The file is csv in UTF-8: person, group and, where there are rules beyond k, the values with which the person was published last. Of several
different ones the further stand in rows of their own below, without person and group. The header has the number of releases, k, a checksum
and these rules. The checksum is of all but the names, so that names can be emptied. Rows are ordered by their names and not by the table.
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
NO_HISTORY = 'is no file that --history wrote'

# What a search must know of the earlier releases. A kind is a group with the values that were published last. kinds: a Column over the
# rows of the table, whose codes are kinds; group_of, last: [kind] -> its group, its values. everybody: {group: {values: people}}, present
# or not, without those who were never published. sensitive: the values that would be published now (counts/required.py).
# people: [kind] -> how many people of the table are of that kind. All of them have the same rows. It is None if each person has one row, and
# people of a kind may have different ones.
Earlier = namedtuple('Earlier', 'kinds group_of last everybody sensitive people', defaults=(None,))


class History:
    """What the file says. releases: how many there were; k, rules: what each of them satisfied. rules: a text for each column with rules.

    people: [(person, group, values)], in the order of the file. The person is '' who was erased. values: for each different row that was
    published last, the values of the columns with rules. content: the bytes of the file, None if there is none.

    >>> history = History('h.csv', 1, 2, [], [('Ann', 1, ()), ('Bob', 1, ()), ('', 2, ()), ('Cy', 2, ())])
    >>> history.kind_of, history.kinds
    ({'Ann': '1', 'Bob': '1', 'Cy': '2'}, [(0, ()), (1, ()), (2, ())])
    """

    def __init__(self, path, releases=0, k=None, rules=(), people=()):
        self.path, self.releases, self.k, self.rules, self.people = path, releases, k, list(rules), list(people)
        self.content = self.alike = None        # alike: as Earlier has `people`
        kinds = Codes()
        kinds[NOBODY_YET, ()]       # is the first
        codes = [kinds[group, values] for _, group, values in self.people]
        self.kinds = list(kinds)
        self.kind_of = {person: str(code) for (person, _, _), code in zip(self.people, codes) if person}     # as fields of a row

    def earlier(self, kinds, sensitive) -> Earlier:
        """What a search must know. kinds: a Column of the kinds as fields."""
        everybody: dict = {}
        for _, group, values in self.people:
            everybody.setdefault(group, Counter())[values] += 1
        return Earlier(kinds._replace(values=list(map(int, kinds.values))), [group for group, _ in self.kinds],
                       [values for _, values in self.kinds], everybody, sensitive, self.alike)

    def values(self) -> set:
        """The different tuples of values that people were published with last."""
        return {row for _, _, values in self.people for row in values}

    def part_kinds(self, names, rows):
        """Let people of one kind have the same rows, too. names: of everybody in the table. rows: of each the rows, as anything that is hashed.

        >>> history = History('h.csv', 1, 2, [], [('Ann', 1, ()), ('Bob', 1, ())])
        >>> history.part_kinds(['Ann', 'Bob', 'Cy', 'Di'], [(0,), (0, 0), (0,), (0,)])
        >>> history.kind_of, history.kinds, history.alike
        ({'Ann': '0', 'Bob': '1', 'Cy': '2', 'Di': '2'}, [(1, ()), (1, ()), (0, ())], [1, 1, 2])
        """
        kinds = Codes()
        codes = [kinds[self.kinds[int(self.kind_of.get(name, 0))], of_name] for name, of_name in zip(names, rows)]
        people = Counter(codes)
        self.kind_of, self.kinds = dict(zip(names, map(str, codes))), [kind for kind, _ in kinds]
        self.alike = [people[code] for code in range(len(kinds))]

    def check_asked(self, required):
        """DataError if the earlier releases satisfied something else than what is required now."""
        asked = (self.k, self.rules), (required.k, texts_of_rules(required.rules))
        texts = [('k = %s' % k, '; '.join(rules) or 'no rule beyond k') for k, rules in asked]
        for before, now in zip(*texts) if self.releases else ():
            if before != now:
                raise DataError('was made with %s, and this run asks for %s; all releases of a history ask for the same' % (before, now), self.path)

    def check_persons(self, owners, column, table):
        """DataError if a row of a table has no person, or no person of the file is there. owners: of its records (tables/tally.py)."""
        if owners.nobody:
            nobody = sum(map(owners.nobody.__contains__, owners.persons))
            raise DataError('%s without a person in column %s, and %s needs one in every row; leave such rows out'
                            % (there_are(nobody, 'row'), quoted(column), option('history')), table)
        if self.kind_of and not any(map(self.kind_of.__contains__, owners.names.values())):
            raise DataError('none of its %s is in column %s of %s, so it is the history of another table'
                            % (many(len(self.kind_of), 'person'), quoted(column), table), self.path)

    def continued(self, required, published) -> History:
        """The History after one more release. published: {person: (labels of all rows, values)} of those who are in it."""
        before = {person for person, _, _ in self.people}
        new = [(person, NOBODY_YET, ()) for person in published if person not in before]
        lines = []      # (group, labels or (), person, values)
        for person, group, last in [*self.people, *new]:
            labels, values = published.get(person, ((), last)) if person else ((), last)
            lines.append((group, labels, person, values))
        numbers: dict = {}
        for line in sorted({line[:2] for line in lines}):
            numbers[line] = len(numbers) + 1
        people = sorted((person, numbers[group, labels], values) for group, labels, person, values in lines)
        return History(self.path, self.releases + 1, required.k, texts_of_rules(required.rules), people)

    @contextmanager
    def continued_beside(self, tally, recoding, required, carried):
        """Write the next file aside. Yield what the audit reads, and the function that puts it in place (tables/output_file.py).

        carried: the names of the carried columns.
        """
        after = self.continued(required, published_now(tally, recoding, [carried.index(name) for name in required.rules]))
        with replacing_with_another(self.path, self.content) as (part, put):
            after.write(part)
            yield (self.content, part), put

    def write(self, path):
        """Write the file, for nobody but its owner."""
        try:
            os.chmod(path, stat.S_IRUSR | stat.S_IWUSR)
            with open(path, 'w', newline='', encoding='utf-8', errors='surrogatepass') as file:
                writer = csv.writer(file)
                header = [*HEAD, self.releases, 'k = %d' % self.k, '', *self.rules]
                header[FIELDS - 1] = checksum(header, self.people)
                writer.writerow(header)
                for person, group, values in self.people:
                    writer.writerow((person, group, '', '', '', *(values[0] if values else ())))
                    writer.writerows(('', '', '', '', '', *further) for further in values[1:])
        except OSError as error:
            raise of_system(error, self.path) from None


def texts_of_rules(rules) -> list:
    """The rules beyond k, as the header has them. rules: {sensitive column: rules}."""
    return ['%s: %s' % (column, ' and '.join(map(str, of_column))) for column, of_column in rules.items()]


def published_now(tally, recoding, places) -> dict:
    """{person: (labels of all rows, different sensitive values)} of those who are published, both ascending.

    places: of the columns with rules among the carried ones.
    """
    lines = [labels and (labels,) for labels in recoding.published]
    published, known = list(map(lines.__getitem__, recoding.classes)), Known()
    found: list = []        # of each counted row
    for rows in tally.rows():
        values = [(tuple([known[carried[place]] for place in places]),) if places else () for carried in rows.values]
        found.extend(zip(map(published.__getitem__, rows.places), map(values.__getitem__, rows.codes)))
    names, owners = tally.owners.names, tally.owners
    of_records = zip(map(names.__getitem__, owners.persons), map(found.__getitem__, owners.rows))
    if len(names) == len(owners.persons):
        return {name: row for name, row in of_records if row[0]}
    several: dict = {}
    for name, row in of_records:
        if row[0]:
            several.setdefault(name, []).append(row)
    return {name: (tuple(sorted(chain.from_iterable(labels for labels, _ in rows))), tuple(sorted({*chain.from_iterable(values for _, values in rows)})))
            for name, rows in several.items()}


def rows_of_people(told, table, places) -> list:
    """For each person, in the order of their first records, the rows as sorted numbers. Equal numbers are equal quasi tuples and values.

    told: an OfPersons (rules/told_of_persons.py). table: the frequency set. places: of the columns with rules among the carried ones.
    """
    first: dict = {}
    quasi_of = [first.setdefault(quasi, place) for place, quasi in enumerate(table)]       # equal ones may stand apart
    rows_of: dict = {}
    numbers = Codes()
    of_row = [numbers[row] for row in zip(map(quasi_of.__getitem__, told.places), *map(told.codes.__getitem__, places))]
    for person, row in zip(told.persons, told.rows):
        rows_of.setdefault(person, []).append(of_row[row])
    return [tuple(sorted(rows)) for _, rows in sorted(rows_of.items())]


def checksum(header, people) -> str:
    """16 hexadecimal digits, of the header without the checksum, the groups and the values. Names and the order of people do not matter."""
    from hashlib import sha256
    digest = sha256()
    lines = sorted('%d\0%s\n' % (group, '\0'.join(chain.from_iterable(values))) for _, group, values in people)
    for line in ['\0'.join(map(str, (*header[:FIELDS - 1], *header[FIELDS:]))) + '\n', *lines]:
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

    >>> print(*history_in(b'person,group,2,k = 2,55a1fff23694be9e\\nAnn,1,,,\\n,1,,,\\n', 'h.csv').people)
    ('Ann', 1, ()) ('', 1, ())
    >>> history_in(b'who,group,2', 'h.csv')
    Traceback (most recent call last):
    kanon.core.errors.DataError: h.csv, line 1: is no file that --history wrote: its header does not begin with person,group
    """
    try:
        text = content.decode('utf-8-sig', 'surrogatepass')
    except UnicodeDecodeError:
        raise DataError('%s: it is not UTF-8' % NO_HISTORY, path) from None
    reader = csv.reader(StringIO(text, newline=''), strict=True)
    try:
        header = next(reader, [])
        releases, k = told_in(header, path)
        people: list = []
        seen: set = set()
        for row in reader:
            further = people and len(header) > FIELDS and row[:2] == ['', '']       # values of the person above
            if len(row) != len(header) or any(row[len(HEAD):FIELDS]) or not further and not re.fullmatch('[1-9][0-9]{0,17}', row[1]):
                raise DataError('%s: this row is no person with the number of a group' % NO_HISTORY, path, reader.line_num)
            if further:
                person, group, values = people[-1]
                people[-1] = person, group, (*values, tuple(row[FIELDS:]))
                continue
            if row[0] in seen:
                raise DataError('the person %s stands in two rows' % show(row[0]), path, reader.line_num)
            if row[0]:
                seen.add(row[0])
            people.append((row[0], int(row[1]), (tuple(row[FIELDS:]),) if len(header) > FIELDS else ()))
    except csv.Error as error:
        raise DataError('%s: %s' % (NO_HISTORY, error), path, reader.line_num) from None
    if checksum(header, people) != header[FIELDS - 1]:
        raise DataError('the file is not as it was written: rows are missing, or rows or the header were changed; take it as it was after the last'
                        ' release (only names may be emptied)', path)
    return History(path, releases, k, header[FIELDS:], people)


def told_in(header, path) -> tuple:
    """The number of releases and k, as a header has them."""
    if tuple(header[:len(HEAD)]) != HEAD:
        raise DataError('%s: its header does not begin with %s' % (NO_HISTORY, ','.join(HEAD)), path, 1)
    releases, k = [*header[len(HEAD):], '', ''][:2]
    if len(header) < FIELDS or not re.fullmatch('[1-9][0-9]{0,8}', releases) or not re.fullmatch('k = [1-9][0-9]{0,17}', k):
        raise DataError('%s: its header has not the number of releases, k and a checksum' % NO_HISTORY, path, 1)
    return int(releases), int(k[4:])
