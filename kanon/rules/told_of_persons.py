"""What is told of the persons of a release: how many are published, whose rows can be joined, and what can still be inferred.

Promise: `all_told` counts as its words say, from the records that were counted and the recoding.
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
from math import inf
from operator import add, ne, not_

from ..frequency import added_up, Codes, column_of
from ..values import Known, UNKNOWN

# What a tally knows of the records where persons are counted. persons, counts: [record] -> its person, and how many records it stands for,
# None if each is one. nobody: numbers that are no person. rows: [record] -> the row that it was counted in. places: [row] -> row of the
# frequency set. values, codes: of each carried column [code] -> value, [row] -> code. several: how many persons have several records.
# joined: of each carried column, as `persons_joined` counts. size: every person is a number below it.
OfPersons = namedtuple('OfPersons', 'persons counts nobody rows places values codes size several joined')


def counted_persons(tally, columns) -> OfPersons:
    """Whose each record of a tally is. columns: how many carried columns there are."""
    places, of_columns = array('I'), [(array('I'), Codes()) for _ in range(columns)]      # codes: [row] -> code; {value: code}
    for rows in tally.rows():
        places.extend(rows.places)
        for place, (codes, numbers) in enumerate(of_columns):
            of_row = [numbers[values[place]] for values in rows.values]
            codes.extend(map(of_row.__getitem__, rows.codes))
    owners = tally.owners
    several = {person for person, n in added_up(owners.persons, owners.counts).items() if n > 1} - owners.nobody
    counted = OfPersons(owners.persons, owners.counts, owners.nobody, owners.rows, places, [list(numbers) for _, numbers in of_columns],
                        [codes for codes, _ in of_columns], owners.size, len(several), None)
    return counted._replace(joined=[persons_joined(counted, codes) for codes in counted.codes])


def all_told(counted, recoding, names, sensitive) -> dict:
    """All that is told. names: of the carried columns. sensitive: those of them that are."""
    many = len(recoding.labels) + 1         # the last is no class, but all that is suppressed
    class_of = [many - 1 if class_ in recoding.failing else class_ for class_ in recoding.classes]
    classes = array('I', map(list(map(class_of.__getitem__, counted.places)).__getitem__, counted.rows))
    mine = added_up(map(add, map(many.__mul__, counted.persons), classes), counted.counts)      # {person * many + class: records}
    unknown = sum(mine.pop(person * many + class_, 0) for person in counted.nobody for class_ in range(many))
    in_classes = Counter(map(many.__rfloordiv__, mine))         # {person: classes}
    absent = {number // many for number in mine if number % many == many - 1}
    suppressed = sum(in_classes[person] == 1 for person in absent)
    return {'count': len(in_classes), 'published': len(in_classes) - len(absent), 'partly': len(absent) - suppressed, 'suppressed': suppressed,
            'several': counted.several, 'moving': sum(n - (person in absent) > 1 for person, n in in_classes.items()),
            'unknown': unknown, 'joined': dict(zip(names, counted.joined)),
            'inferred': {name: still_inferred(counted, classes, many, mine, in_classes, names.index(name)) for name in sensitive}}


def persons_joined(counted, codes) -> int:
    """How many persons have a value in several of their records that nobody else has. codes: of a carried column, [row] -> code."""
    of_records = array('I', map(codes.__getitem__, counted.rows))
    one_of = dict(zip(of_records, counted.persons))         # {code: a person}, and so the only one, unless several have it
    shared = set(compress(of_records, map(ne, map(one_of.__getitem__, of_records), counted.persons)))
    of_one = bytes(map(not_, map(shared.__contains__, of_records)))
    times = added_up(compress(of_records, of_one), counted.counts and compress(counted.counts, of_one))
    return len({one_of[code] for code, n in times.items() if n > 1} - counted.nobody)


def still_inferred(counted, classes, many, mine, in_classes, column) -> dict:
    """How many persons are outweighed, and how many narrowed.

    classes: of each record, many - 1 if it is suppressed. mine: {person * many + class: records}. in_classes: {person: classes}.
    """
    known = Known()
    texts, of_code = column_of([known[value] for value in counted.values[column]])
    codes, width = list(map(of_code.__getitem__, counted.codes[column])), len(texts)        # of each row
    values = array('I', map(codes.__getitem__, counted.rows))
    sizes = added_up(classes, counted.counts)
    free: dict = dict(sizes)            # {class: its records without its most frequent known value}
    there: dict = {}                    # {class: its known values}
    for number, n in added_up(map(add, map(width.__mul__, classes), values), counted.counts).items():
        class_, value = divmod(number, width)
        if texts[value] != UNKNOWN:
            free[class_] = min(free[class_], sizes[class_] - n)
            there.setdefault(class_, set()).add(value)
    free[many - 1] = inf
    outweighed = {number // many for number, n in mine.items() if n > free[number % many]}
    classes_of: dict = {person: [] for person, n in in_classes.items() if n > 1}        # {person: classes in which rows are published}
    for number in mine if classes_of else ():
        if number // many in classes_of and number % many < many - 1:
            classes_of[number // many].append(number % many)
    values_of: dict = {person: set() for person, of_person in classes_of.items() if len(of_person) > 1}
    for person, class_, value in zip(counted.persons, classes, values) if values_of else ():
        if person in values_of and class_ < many - 1:
            values_of[person].add(value)
    narrowed = [person for person, of_person in values_of.items() if len(of_person) == 1 and texts[min(of_person)] != UNKNOWN
                and set.intersection(*map(there.__getitem__, classes_of[person])) == of_person]
    return {'outweighed': len(outweighed), 'narrowed': len(narrowed)}
