"""The second reading of a table of which somebody says whose row each row is.

Promise: a value is shared by as many persons as `shared` says, up to SHARED. A person contradicts in a column that cannot change if two of
the person's rows have different values there, missing ones aside. How a value is written makes no difference (`in_common`, counts/values.py), and
a day may be written in several formats.
Rows that are nobody's count for nobody. What is kept is a value of each person for each column that cannot change.
"""

from __future__ import annotations

from itertools import islice

from ...core.counts.like_persons import like_persons
from ...core.counts.persons import check_names
from ...core.counts.values import MISSING, Known, Sameness, UNKNOWN
from ...core.tables.dialect import is_total
from ...core.tables.recorded_dates import readings_of
from .survey import TOLD

SHARED = 5      # persons who share a value that is printed
LOOKED_AT = 50      # values of a column, those of most records


class SurveyOfPersons:
    """What a second reading tells of persons.

    column         says whose row each row is
    records        {person: records}; unknown: the records that are nobody's
    alike          {name: another that may be the same person}, of the names of persons
    shared         {column: {value: names of at most SHARED persons who have it}} of the values that are looked at
    contradicting  {column that cannot change: how many persons have two values}, and `persons`, how many have them in any
    lines          those of the first TOLD records with another value than the person's first; [] if the table is not one file

    >>> from ...core.tables.table import Table
    >>> visits = Table('data/inpatients/inpatients.csv', missing='value')
    >>> found = SurveyOfPersons(visits, 'zip', {'condition': ['Cancer']}, {'condition': []}, False)
    >>> found.records['13053'], len(found.shared['condition']['Cancer']), found.contradicting, found.persons, found.lines
    (4, 3, {'condition': 3}, 3, [4, 5, 7, 10, 11])
    """

    def __init__(self, table, column, looked_at, unchanging, totals_apart):
        """unchanging: {column that cannot change: its formats of dates (`day_formats`, tables/recorded_dates.py)}."""
        known, place = Known(), table.index(column)
        places, fixed = {name: table.index(name) for name in looked_at}, {name: table.index(name) for name in unchanging}
        meant = {name: Meanings(table.sameness.of(name), formats) for name, formats in unchanging.items()}
        self.column, self.records = column, {}
        self.shared = {name: {value: set() for value in values} for name, values in looked_at.items()}
        first: dict = {name: {} for name in unchanging}         # {column: {person: what the first value means}}
        bad: dict = {name: set() for name in unchanging}
        for batch in table.batches(table.columns):
            for row in batch:
                if totals_apart and is_total(row):
                    continue
                person = known[row[place]]
                self.records[person] = self.records.get(person, 0) + 1
                if person == UNKNOWN:
                    continue
                for name, at in places.items():
                    persons = self.shared[name].get(row[at])
                    if persons is not None and len(persons) < SHARED:
                        persons.add(person)
                for name, at in fixed.items():
                    value = meant[name][row[at]]
                    if value and first[name].setdefault(person, value).isdisjoint(value):
                        bad[name].add(person)
        self.unknown = self.records.pop(UNKNOWN, 0)
        names = self.records.keys()
        self.alike = table.sameness.alike(column, names)        # `start` tells of them, and a run refuses them
        check_names(names, sum(self.records.values()) + self.unknown, column, table.name, sameness=Sameness({column}))
        self.contradicting = {name: len(persons) for name, persons in bad.items() if persons}
        self.persons = len(set().union(*bad.values()))

        nothing = frozenset()
        words = [table.na | table.na_in.get(name, nothing) for name in table.columns]

        def differs(row):
            cells = ['?' if cell.strip() in of_column else cell for of_column, cell in zip(words, row)]
            person = known[row[place]]
            return any(person in bad[name] and meant[name][cells[at]] and first[name][person].isdisjoint(meant[name][cells[at]])
                       for name, at in fixed.items())
        self.lines = [line for line, _ in islice(table.lines_where(differs), TOLD)] if self.persons else []


class Meanings(dict):
    """{value: what it may mean, as a set}: its days in these formats or, if it is no date, what it has in common with other ways to write it.

    It is empty for a missing value.

    >>> from ...core.counts.values import in_common
    >>> meant = Meanings(in_common, ['%d.%m.%Y', None])
    >>> meant['16.12.1954'] == meant['1954-12-16'], meant[' F '] == meant['f'], meant['?']
    (True, True, frozenset())
    """

    def __init__(self, of, formats):
        super().__init__()
        self._of, self._formats = of, formats

    def __missing__(self, value):
        text = value.strip()
        days = {date.date() for date in readings_of(text, self._formats)}
        self[value] = found = frozenset() if text in MISSING else frozenset(days or [self._of(text)])
        return found


def repeating(table, survey) -> dict:
    """{column: its Repeats} of the columns of a survey that repeat as if they said whose row each row is (counts/like_persons.py).

    The table is read a second time, up to where no column may be such a one any more.
    """
    names = [name for name in table.columns if name != table.counts]
    counts = {column.name: column.counts for column in survey.columns}
    runs = {column.name: column.runs for column in survey.columns}

    def rows():
        for batch in table.batches(names):
            yield from (row for row in batch if not (survey.apart and is_total(row)))
    return like_persons(counts, rows, runs, survey.decimal)


def fewest_of(records, k) -> int:
    """The fewest persons who have k records together. records: of each person, k or more in all.

    >>> fewest_of([1, 3, 1, 2], 4), fewest_of([7, 1], 5)
    (2, 1)
    """
    persons, left = 0, k
    for n in sorted(records, reverse=True):
        if left <= 0:
            break
        persons, left = persons + 1, left - n
    return persons
