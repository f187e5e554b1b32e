"""The file of --history: who was published before, and in which group.

The *line* of a person is what all releases, side by side, have of the person: in each release the labels, or absence. People of one line
are a *group*, and the file has a number for it. A new release parts a group by its labels. Whoever is not published is absent from it.

Promise: `read_history` returns what the last run wrote, or raises DataError. People whose names were emptied since count in their groups.
`History.continued` gives two people one group if and only if they had one group before and stand under the same labels now, or are both
absent now. Nobody is in it who was never published.
The file is csv in UTF-8: person, group and, where there are rules beyond k, the values with which the person was published last. Its
header has the number of releases, k, a checksum of the groups and these rules. The checksum knows no names, so that names can be emptied.
Rows are ordered by their names and not by the table.
"""

from __future__ import annotations

import csv
import os
import re
import stat
from collections import Counter, namedtuple
from io import StringIO

from ..errors import DataError, many, of_system, quoted, show

NOBODY_YET = 0      # the group of those who were never published
HEAD = 'person', 'group'
FIELDS = len(HEAD) + 3      # and releases, k, checksum. The values stand behind them
NO_HISTORY = 'is no file that --history wrote'

# What a search must know of the earlier releases. A kind is a group with the values that were published last. kinds: a Column over the
# rows of the table, whose codes are kinds; group_of, last: [kind] -> its group, its values. everybody: {group: {values: people}}, present
# or not, without those who were never published. sensitive: the values that would be published now (required.py).
Earlier = namedtuple('Earlier', 'kinds group_of last everybody sensitive')


class History:
    """What the file says. releases: how many there were; k, rules: what each of them satisfied. rules: a text for each column with rules.

    people: [(person, group, values)], in the order of the file. The person is '' who was erased.

    >>> history = History('h.csv', 1, 2, [], [('Ann', 1, ()), ('Bob', 1, ()), ('', 2, ()), ('Cy', 2, ())])
    >>> history.kind_of, history.kinds
    ({'Ann': '1', 'Bob': '1', 'Cy': '2'}, [(0, ()), (1, ()), (2, ())])
    """

    def __init__(self, path, releases=0, k=None, rules=(), people=()):
        self.path, self.releases, self.k, self.rules, self.people = path, releases, k, list(rules), list(people)
        kinds: dict = {(NOBODY_YET, ()): 0}
        codes = [kinds.setdefault((group, values), len(kinds)) for _, group, values in self.people]
        self.kinds = list(kinds)
        self.kind_of = {person: str(code) for (person, _, _), code in zip(self.people, codes) if person}     # as fields of a row

    def check_asked(self, k, rules):
        """DataError if the releases before satisfied something else than what is asked now."""
        if not self.releases:
            return
        for before, now in (('k = %d' % self.k, 'k = %d' % k), ('; '.join(self.rules) or 'no rule beyond k', '; '.join(rules) or 'no rule beyond k')):
            if before != now:
                raise DataError('was made with %s, and this run asks for %s; ask for the same in every release, or begin another history'
                                ' with releases that nobody has' % (before, now), self.path)

    def check_table(self, names, column, table):
        """DataError if no person of the file is in the table. names: of the persons in the table."""
        if self.kind_of and not any(map(self.kind_of.__contains__, names)):
            raise DataError('none of its %s is in the column %s of %s, so it is the history of another table'
                            % (many(len(self.kind_of), 'person'), quoted(column), table), self.path)

    def earlier(self, kinds, sensitive) -> Earlier:
        """What a search must know. kinds: a Column of the kinds as fields."""
        codes = list(map(int, kinds.values))
        everybody: dict = {}
        for _, group, values in self.people:
            of_group = everybody.setdefault(group, Counter())
            of_group[values] += 1
        return Earlier(kinds._replace(values=codes), [group for group, _ in self.kinds], [values for _, values in self.kinds], everybody,
                       sensitive)

    def continued(self, k, rules, published) -> History:
        """The History after one more release. published: {person: (labels, values)} of those who are in it."""
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
        return History(self.path, self.releases + 1, k, rules, people)

    def write(self, path):
        """Write the file, for nobody but its owner."""
        os.chmod(path, stat.S_IRUSR | stat.S_IWUSR)
        with open(path, 'w', newline='', encoding='utf-8', errors='surrogatepass') as file:
            writer = csv.writer(file)
            writer.writerow([*HEAD, self.releases, 'k = %d' % self.k, checksum(self.people), *self.rules])
            writer.writerows((person, group, '', '', '', *values) for person, group, values in self.people)


def checksum(people) -> str:
    """16 hexadecimal digits, of the groups and the values. Names and the order of the rows do not matter."""
    from hashlib import sha256
    digest = sha256()
    for line in sorted('%d\0%s\n' % (group, '\0'.join(values)) for _, group, values in people):
        digest.update(line.encode('utf-8', 'surrogatepass'))
    return digest.hexdigest()[:16]


def bytes_of(path):
    """The bytes of a file, None if there is none."""
    try:
        with open(path, 'rb') as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise of_system(error, path) from None


def read_history(path) -> History:
    """What the file at the path says. Where there is none, nothing was published before."""
    content = bytes_of(path)
    return History(path) if content is None else history_in(content, path)


def history_in(content, path) -> History:
    """What the bytes of a file say.

    >>> print(*history_in(b'person,group,2,k = 2,214951c3a96c2a9a\\nAnn,1,,,\\n,1,,,\\n', 'h.csv').people)
    ('Ann', 1, ()) ('', 1, ())
    >>> history_in(b'who,group,2', 'h.csv')
    Traceback (most recent call last):
    kanon.errors.DataError: h.csv, line 1: is no file that --history wrote: its header does not begin with person,group
    """
    try:
        text = content.decode('utf-8-sig', 'surrogatepass')
    except UnicodeDecodeError:
        raise DataError('%s: it is not UTF-8' % NO_HISTORY, path) from None
    reader = csv.reader(StringIO(text, newline=''), strict=True)
    try:
        header = next(reader, [])
        releases, k = told_in(header, path)
        people, seen = [], set()
        for row in reader:
            if len(row) != len(header) or any(row[len(HEAD):FIELDS]) or not re.fullmatch('[1-9][0-9]{0,17}', row[1]):
                raise DataError('%s: this row is no person with the number of a group' % NO_HISTORY, path, reader.line_num)
            if row[0] in seen:
                raise DataError('the person %s stands in two rows' % show(row[0]), path, reader.line_num)
            seen.update(row[:1] if row[0] else ())
            people.append((row[0], int(row[1]), tuple(row[FIELDS:])))
    except csv.Error as error:
        raise DataError('%s: %s' % (NO_HISTORY, error), path, reader.line_num) from None
    if checksum(people) != header[FIELDS - 1]:
        raise DataError('the groups are not those that were written: rows are missing, or were changed; take the file as it was after the last'
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
