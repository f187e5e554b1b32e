"""The second reading of a table of which somebody says whose row each row is.

Promise: a value is shared by as many persons as `shared` says, up to SHARED. A person contradicts in a column that cannot change if two of
the person's rows have different values there, missing ones aside. Capitals and blanks make no difference.
Rows that are nobody's count for nobody. What is kept is a value of each person for each column that cannot change.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice

from ..like_persons import like_persons
from ..persons import check_names
from ..tables.dialect import is_total
from ..values import MISSING, Known, UNKNOWN
from .survey import TOLD

SHARED = 5      # persons who share a value that is printed
LOOKED_AT = 50      # values of a column, those of most records


class SurveyOfPersons:
    """What a second reading tells of persons.

    column         says whose row each row is
    records        {person: records}; unknown: the records that are nobody's
    alike          how many persons have a name that differs from another's in capitals or blanks alone
    shared         {column: {value: names of at most SHARED persons who have it}} of the values that are looked at
    contradicting  {column that cannot change: how many persons have two values}, and `persons`, how many have them in any
    lines          those of the first TOLD records with another value than the person's first; [] if the table is not one file

    >>> from ..tables.table import Table
    >>> visits = Table('data/inpatients/inpatients.csv', missing='value')
    >>> found = SurveyOfPersons(visits, 'zip', {'condition': ['Cancer']}, ['condition'], False)
    >>> found.records['13053'], len(found.shared['condition']['Cancer']), found.contradicting, found.persons, found.lines
    (4, 3, {'condition': 3}, 3, [4, 5, 7, 10, 11])
    """

    def __init__(self, table, column, looked_at, unchanging, totals_apart):
        known, place = Known(), table.index(column)
        places, fixed = {name: table.index(name) for name in looked_at}, {name: table.index(name) for name in unchanging}
        self.column, self.records = column, {}
        self.shared = {name: {value: set() for value in values} for name, values in looked_at.items()}
        first: dict = {name: {} for name in unchanging}         # {column: {person: the first value}}
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
                    value = alike(row[at])
                    if value not in MISSING and first[name].setdefault(person, value) != value:
                        bad[name].add(person)
        self.unknown = self.records.pop(UNKNOWN, 0)
        check_names(self.records.keys(), sum(self.records.values()) + self.unknown, column, table.name, exact=True)      # `alike` tells of them; a run refuses them
        names = Counter(map(alike, self.records))
        self.alike = sum(n for n in names.values() if n > 1)
        self.contradicting = {name: len(persons) for name, persons in bad.items() if persons}
        self.persons = len(set().union(*bad.values()))

        words = [table.na | table.na_in.get(name, frozenset()) for name in table.columns]       # for a missing value

        def differs(row):
            cells = ['?' if cell.strip() in of_column else alike(cell) for of_column, cell in zip(words, row)]
            return any(known[row[place]] in bad[name] and cells[at] not in MISSING and first[name][known[row[place]]] != cells[at]
                       for name, at in fixed.items())
        self.lines = [line for line, _ in islice(table.lines_where(differs), TOLD)] if self.persons else []


def alike(value) -> str:
    """A value without what makes no difference.

    >>> alike(' F '), alike('1980-01-02')
    ('f', '1980-01-02')
    """
    return value.strip().lower()


def repeating(table, survey) -> dict:
    """{column: its Repeats} of the columns of a survey that repeat as if they said whose row each row is (like_persons.py).

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
