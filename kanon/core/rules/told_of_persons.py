"""What is told of the persons of a release: how many are published, whose rows can be joined, and
what can still be inferred.

Promise: `all_told` counts as its words say, from the records that were counted and the recoding.
- published, partly, suppressed: the persons of whom all rows, some rows or none are published.
  Together they are all persons.
- several: persons with several records. moving: persons with published rows in several classes.
  unknown: records that are nobody's.
- joined: {published column: persons with several published records that have a value of it in
  common, which no other published record has}.
- inferred: for each sensitive column, what k and the rules do not hide from whoever knows the
  quasi-identifiers of all rows of a person.
  outweighed: the persons who have more rows in some class than it has rows without some known
  value. So they have that value. An attacker needs to know no more than how many rows they have.
  narrowed: the persons with one known value in all their published rows, which lie in several
  classes, where no other known value is in all of these. So whoever knows that the value is the
  same in all of them, as that of a chronic condition, knows it.
"""

from __future__ import annotations

from array import array
from collections import Counter, namedtuple
from functools import partial
from itertools import compress, repeat
from math import inf

from ..counts.frequency import Codes, times_each
from ..counts.values import AS_ONE, Known, UNKNOWN

# What a tally knows of the records where persons are counted. persons, counts: [record] -> its
# person, and how many records it stands for, None if each is one. nobody: numbers that are no
# person. rows: [record] -> the row that it was counted in. places, sizes: [row] -> row of the
# frequency set, records. values, codes: of each carried column [code] -> value, [row] -> code.
# records: [person] -> records. several: how many persons have several. joined: of each carried
# column, as `persons_joined` counts it if all is published.
OfPersons = namedtuple('OfPersons', 'persons counts nobody rows places sizes values codes records'
                       ' several joined')

# A sensitive column where it is published. values: [row] -> its value. free: [class] -> its
# records without its most frequent known value. known: [class] -> its known values. The last class
# is that of suppressed rows, where nobody sees a value.
PublishedColumn = namedtuple('PublishedColumn', 'values free known')

# The classes of a release. of_rows: [row] -> its class. persons, of_persons: a person and a class
# that the person is in, at least once for each. hidden: the class of suppressed rows, the last one.
Placement = namedtuple('Placement', 'of_rows persons of_persons hidden')


def counted_persons(tally, columns) -> OfPersons:
    """Whose each record of a tally is. columns: how many carried columns there are."""
    places, sizes = array('I'), array('Q')
    numbers: list = [Codes() for _ in range(columns)]       # of each column {value: code}
    codes: list = [array('I') for _ in range(columns)]      # of each column [row] -> code
    for rows in tally.rows():
        places.extend(rows.places)
        sizes.extend(repeat(1, len(rows.codes)) if rows.counts is None else rows.counts)
        for column in range(columns):
            of_values = [numbers[column][values[column]] for values in rows.values]
            codes[column].extend([of_values[code] for code in rows.codes])
    owners = tally.owners
    records = times_each(owners.persons, owners.size, owners.counts)
    several = {person for person, n in enumerate(records) if n > 1} - owners.nobody
    counted = OfPersons(owners.persons, owners.counts, owners.nobody, owners.rows, places, sizes,
                        list(map(list, numbers)), codes, records, len(several), None)
    is_shown = bytes([1]) * len(places)
    joined = [persons_joined(counted, column, is_shown) for column in range(columns)]
    return counted._replace(joined=joined)


def all_told(counted, persons, recoding, names, sensitive, sameness=AS_ONE) -> dict:
    """All that is told. persons: the Persons of the table (counts/persons.py). names: of the
    carried columns. sensitive: those of them that are.

    sameness: which values may be the same (a Sameness, counts/values.py). Whoever infers one of
    them infers both.
    """
    placement = placement_of(counted, persons, recoding)
    present, absent, moving = whereabouts(placement, len(counted.records))
    partly = sum(shown and hidden for shown, hidden in zip(present, absent))
    joined = counted.joined
    if placement.hidden in placement.of_rows:
        is_shown = bytes([class_ != placement.hidden for class_ in placement.of_rows])
        joined = [persons_joined(counted, column, is_shown) for column in range(len(names))]
    inferred = {}
    for name in sensitive:
        alike = partial(sameness.alike, name)
        column = published_column(counted, placement, names.index(name), alike)
        inferred[name] = {'outweighed': outweighed(counted, placement, column),
                          'narrowed': narrowed(counted, placement, moving, column)}
    return {'count': persons.count,
            'published': sum(present) - partly,
            'partly': partly,
            'suppressed': sum(absent) - partly,
            'several': counted.several,
            'moving': sum(moving),
            'unknown': sum(counted.records[person] for person in counted.nobody),
            'joined': dict(zip(names, joined)),
            'inferred': inferred}


def placement_of(counted, persons, recoding) -> Placement:
    """The Placement of the rows and the persons of a table by a Recoding."""
    hidden = len(recoding.labels)
    class_of = [hidden if class_ in recoding.failing else class_ for class_ in recoding.classes]
    of_rows = array('I', [class_of[place] for place in counted.places])
    of_persons = array('I', [class_of[place] for place in persons.places])
    return Placement(of_rows, persons.persons, of_persons, hidden)


def whereabouts(placement, size) -> tuple:
    """[person] -> whether the person has published rows, suppressed rows, and several classes.

    size: every person is a number below it.

    >>> marks = whereabouts(Placement([], [0, 0, 1, 1, 2], [0, 1, 1, 2, 0], 2), 3)
    >>> [list(each) for each in marks]
    [[1, 1, 1], [0, 1, 0], [1, 0, 0]]
    """
    present, absent, moving = bytearray(size), bytearray(size), bytearray(size)
    class_of: list = [None] * size      # a class of a published row
    for person, class_ in zip(placement.persons, placement.of_persons):
        if class_ == placement.hidden:
            absent[person] = 1
        elif not present[person]:
            present[person] = 1
            class_of[person] = class_
        elif class_of[person] != class_:
            moving[person] = 1
    return present, absent, moving


def persons_joined(counted, column, is_shown) -> int:
    """How many persons have a value in several of their records that nobody else has.

    column: the number of a carried column. is_shown: [row] -> whether its records are looked at.
    """
    codes, most = counted.codes[column], max(counted.records)
    shown_codes = compress(codes, is_shown)
    shown_sizes = compress(counted.sizes, is_shown)
    of_values = times_each(shown_codes, len(counted.values[column]), shown_sizes)
    is_rare = [n <= most for n in of_values]
    if True not in is_rare:     # few columns have a value of so few records as one person may have
        return 0
    owner_of: dict = {}     # {code: a person who has the value}
    shared = set()          # the codes that several persons have
    records: Counter = Counter()
    for person, row, n in zip(counted.persons, counted.rows, counts_of(counted)):
        code = codes[row]
        if is_rare[code] and is_shown[row]:
            records[code] += n
            if owner_of.setdefault(code, person) != person:
                shared.add(code)
    joined = {owner_of[code] for code, n in records.items() if n > 1 and code not in shared}
    return len(joined - counted.nobody)


def counts_of(counted):
    """How many records each record stands for."""
    return repeat(1) if counted.counts is None else counted.counts


def published_column(counted, placement, column, alike) -> PublishedColumn:
    """What all see of a sensitive column. column: its number among the carried ones.

    alike: as Sameness has it, of this column.
    """
    known = Known()
    texts = [known[value] for value in counted.values[column]]
    same = alike(texts)
    of_codes = [same.get(text, text) for text in texts]
    values = [of_codes[code] for code in counted.codes[column]]
    records: list = [{} for _ in range(placement.hidden + 1)]       # [class] -> {value: records}
    for class_, value, n in zip(placement.of_rows, values, counted.sizes):
        of_class = records[class_]
        of_class[value] = of_class.get(value, 0) + n
    free, known_values = [], []
    for of_class in records:
        unknown = of_class.pop(UNKNOWN, 0)
        most = max(of_class.values(), default=0)
        free.append(sum(of_class.values()) - most + unknown)
        known_values.append(set(of_class))
    free[placement.hidden] = inf
    return PublishedColumn(values, free, known_values)


def outweighed(counted, placement, column) -> int:
    """How many persons have more records in a class than it has free. column: a PublishedColumn."""
    totals, free = counted.records, column.free
    may_be = set()      # who has more records, in all, than some class of the person has free
    for person, class_ in zip(placement.persons, placement.of_persons):
        if totals[person] > free[class_]:
            may_be.add(person)
    records: Counter = Counter()        # {(person, class): records}
    for person, row, n in zip(counted.persons, counted.rows, counts_of(counted)):
        if person in may_be:
            records[person, placement.of_rows[row]] += n
    return len({person for (person, class_), n in records.items() if n > free[class_]})


def narrowed(counted, placement, moving, column) -> int:
    """How many persons are narrowed. moving: [person] -> whether the person is in several classes.

    column: a PublishedColumn. Lists and bytearrays stand here for dicts and sets of persons, which
    take three times as long (300,000 records of 100,000 persons).
    """
    of_rows, hidden, values = placement.of_rows, placement.hidden, column.values
    value_of: list = [None] * len(moving)       # [person] -> the value of a published record
    several = bytearray(len(moving))            # [person] -> whether another one has another value
    for person, row in zip(counted.persons, counted.rows):
        if moving[person] and of_rows[row] != hidden:
            if value_of[person] is None:
                value_of[person] = values[row]
            elif value_of[person] != values[row]:
                several[person] = 1
    classes_of: dict = {}       # {moving person of one value: the classes of the person}
    for person, class_ in zip(placement.persons, placement.of_persons):
        if class_ != hidden and value_of[person] is not None and not several[person]:
            classes_of.setdefault(person, set()).add(class_)
    narrowed_persons = 0
    for person, classes in classes_of.items():
        in_all = set.intersection(*[column.known[class_] for class_ in classes])
        if in_all == {value_of[person]}:
            narrowed_persons += 1
    return narrowed_persons
