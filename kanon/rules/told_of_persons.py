"""What is told of the persons of a release: how many are published, whose rows can be joined, and what can still be inferred.

Promise: `told` counts as its words say, from the records that were counted and the recoding.
- published, partly, suppressed: the persons of whom all rows, some rows or none are published. Together they are all persons.
- several: persons with several records. moving: persons with published rows in several classes. unknown: records that are nobody's.
- joined: {published column: persons with several records that have a value of it in common, and nobody else has that value}.
- inferred: for each sensitive column, what k and the rules do not hide from whoever knows the quasi-identifiers of all rows of a person.
  outweighed: the persons who have more rows in some class than it has rows without some known value. So they have that value. An
  attacker needs to know no more than how many rows they have.
  narrowed: the persons with one known value in all their published rows, which lie in several classes, where no other known value is in
  all of these. So whoever knows that the value is the same in all of them, as that of a chronic condition, knows it.
"""

from __future__ import annotations

from array import array
from collections import Counter, namedtuple
from itertools import compress

from ..errors import DataError, quoted
from ..frequency import added_up, Codes
from ..values import ENOUGH, Known, NEARLY, UNKNOWN

# What a tally knows of the records where persons are counted. persons, counts: [record] -> its person, and how many records it stands for, None if each is one. nobody: numbers that are no person.
# rows: [record] -> the row that it was counted in. places: [row] -> row of the frequency set.
# values, codes: of each carried column [code] -> value, [row] -> code.
# joined: of each carried column, as `joined` counts.
OfPersons = namedtuple('OfPersons', 'persons counts nobody rows places values codes joined')


def counted_persons(tally, columns) -> OfPersons:
    """Whose each record of a tally is. columns: how many carried columns there are."""
    places, codes, code_of = array('I'), [array('I') for _ in range(columns)], [Codes() for _ in range(columns)]
    for rows in tally.rows():
        places.extend(rows.places)
        for place, (of_column, numbers) in enumerate(zip(codes, code_of)):
            of_row = [numbers[values[place]] for values in rows.values]
            of_column.extend(map(of_row.__getitem__, rows.codes))
    owners = tally.owners
    counted = OfPersons(owners.persons, owners.counts, owners.nobody, owners.rows, places, list(map(list, code_of)), codes, None)
    return counted._replace(joined=joined(counted))


def check_joined(counted, names, table):
    """DataError if a carried column joins the rows of nearly all persons who have several. names: of the carried columns."""
    several = sum(n > 1 for n in records_of(counted).values())
    for name, n in zip(names, counted.joined):
        if several >= ENOUGH and n >= NEARLY * several:
            raise DataError('column %s joins the rows of %d of the %d persons who have several, because nobody else has their value;'
                            ' leave it out' % (quoted(name), n, several), table)


def told(counted, recoding, names, sensitive) -> dict:
    """All that is told. names: of the carried columns. sensitive: those of them that are."""
    class_of = [None if class_ in recoding.failing else class_ for class_ in recoding.classes]
    classes = list(map(list(map(class_of.__getitem__, counted.places)).__getitem__, counted.rows))
    of_person: dict = {}
    for person, class_ in zip(counted.persons, classes):
        if person not in counted.nobody:
            of_person.setdefault(person, set()).add(class_)
    kinds = Counter('published' if None not in mine else 'suppressed' if mine == {None} else 'partly' for mine in of_person.values())
    unknown = [person in counted.nobody for person in counted.persons]
    return {'count': len(of_person), **{kind: kinds[kind] for kind in ('published', 'partly', 'suppressed')},
            'several': sum(n > 1 for n in records_of(counted).values()),
            'moving': sum(len(mine - {None}) > 1 for mine in of_person.values()),
            'unknown': sum(unknown if counted.counts is None else compress(counted.counts, unknown)),
            'joined': dict(zip(names, counted.joined)),
            'inferred': {name: inferred(counted, classes, names.index(name)) for name in sensitive}}


def records_of(counted) -> dict:
    """{person: records}."""
    return {person: n for person, n in added_up(counted.persons, counted.counts).items() if person not in counted.nobody}


def joined(counted) -> list:
    """Of each carried column, how many persons have a value in several of their records that nobody else has."""
    found = []
    for codes in counted.codes:
        pairs = added_up(zip(map(codes.__getitem__, counted.rows), counted.persons), counted.counts)
        owners = Counter(code for code, _ in pairs)
        found.append(len({person for (code, person), n in pairs.items() if n > 1 and owners[code] == 1 and person not in counted.nobody}))
    return found


def inferred(counted, classes, column) -> dict:
    """How many persons are outweighed, and how many narrowed. classes: of each record, None if it is suppressed."""
    known = Known()
    texts = [known[value] for value in counted.values[column]]
    values = map(texts.__getitem__, map(counted.codes[column].__getitem__, counted.rows))
    sizes: Counter = Counter()          # {class: records}
    with_value: Counter = Counter()     # {(class, known value): records}
    mine: Counter = Counter()           # {(class, person): records}
    classes_of: dict = {}               # {person: classes}; values_of likewise, with '?'
    values_of: dict = {}
    for class_, person, value, n in zip(classes, counted.persons, values, counted.counts or [1] * len(classes)):
        if class_ is not None:
            sizes[class_] += n
            with_value[class_, value] += n
            if person not in counted.nobody:
                mine[class_, person] += n
                classes_of.setdefault(person, set()).add(class_)
                values_of.setdefault(person, set()).add(value)
    most: dict = {}
    there: dict = {}                    # {class: its known values}
    for (class_, value), n in with_value.items():
        if value != UNKNOWN:
            most[class_] = max(n, most.get(class_, 0))
            there.setdefault(class_, set()).add(value)
    outweighed = {person for (class_, person), n in mine.items() if class_ in most and n > sizes[class_] - most[class_]}
    narrowed = [person for person, of_person in classes_of.items()
                if len(of_person) > 1 and len(values_of[person]) == 1 and UNKNOWN not in values_of[person]
                and set.intersection(*map(there.__getitem__, of_person)) == values_of[person]]
    return {'outweighed': len(outweighed), 'narrowed': len(narrowed)}
