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
from itertools import compress, repeat
from math import inf
from operator import add, eq, gt, ne, not_

from ..frequency import added_up, Codes, column_of, times_each
from ..values import Known, UNKNOWN

MANY = 10_000       # persons looked at together. Dicts of a million take more time and memory

# What a tally knows of the records where persons are counted. persons, counts: [record] -> its person, and how many records it stands for,
# None if each is one. nobody: numbers that are no person. rows: [record] -> the row that it was counted in. places, sizes: [row] -> row of
# the frequency set, records. values, codes: of each carried column [code] -> value, [row] -> code. several: how many persons have several
# records. joined: of each carried column, as `persons_joined` counts. size: every person is a number below it.
OfPersons = namedtuple('OfPersons', 'persons counts nobody rows places sizes values codes size several joined')


def counted_persons(tally, columns) -> OfPersons:
    """Whose each record of a tally is. columns: how many carried columns there are."""
    places, sizes, of_columns = array('I'), array('Q'), [(array('I'), Codes()) for _ in range(columns)]     # [row] -> code; {value: code}
    for rows in tally.rows():
        places.extend(rows.places)
        sizes.extend(repeat(1, len(rows.codes)) if rows.counts is None else rows.counts)
        for place, (codes, numbers) in enumerate(of_columns):
            of_row = [numbers[values[place]] for values in rows.values]
            codes.extend(map(of_row.__getitem__, rows.codes))
    owners = tally.owners
    records = times_each(owners.persons, owners.size, owners.counts)
    several = sum(map((1).__lt__, records)) - sum(records[person] > 1 for person in owners.nobody)
    counted = OfPersons(owners.persons, owners.counts, owners.nobody, owners.rows, places, sizes, [list(numbers) for _, numbers in of_columns],
                        [codes for codes, _ in of_columns], owners.size, several, None)
    return counted._replace(joined=[persons_joined(counted, codes) for codes in counted.codes])


def all_told(counted, recoding, names, sensitive) -> dict:
    """All that is told. names: of the carried columns. sensitive: those of them that are."""
    many = len(recoding.labels) + 1         # the last is no class, but all that is suppressed
    class_of = [many - 1 if class_ in recoding.failing else class_ for class_ in recoding.classes]
    classes = array('I', map(class_of.__getitem__, counted.places))         # of each row
    shown = [shown_in_classes(counted, classes, many, names.index(name)) for name in sensitive]
    told: Counter = Counter()
    inferred: list = [Counter() for _ in sensitive]
    for some in in_parts(counted):
        of_records = array('I', map(classes.__getitem__, some.rows))
        mine = added_up(map(add, map(many.__mul__, some.persons), of_records), some.counts)      # {person * many + class: records}
        told['unknown'] += sum(mine.pop(person * many + class_, 0) for person in sorted(some.nobody) for class_ in range(many))
        in_classes = Counter(map(many.__rfloordiv__, mine))         # {person: classes}
        absent = set(map(many.__rfloordiv__, compress(mine, map((many - 1).__eq__, map(many.__rmod__, mine)))))
        suppressed = sum(in_classes[person] == 1 for person in absent)
        moving = {person for person, n in in_classes.items() if n - (person in absent) > 1}
        told.update(count=len(in_classes), published=len(in_classes) - len(absent), partly=len(absent) - suppressed, suppressed=suppressed,
                    moving=len(moving))
        for found, of_column in zip(inferred, shown):
            found.update(still_inferred(some, of_records, many, mine, moving, of_column))
    return {**{word: told[word] for word in ('count', 'published', 'partly', 'suppressed')}, 'several': counted.several,
            'moving': told['moving'], 'unknown': told['unknown'], 'joined': dict(zip(names, counted.joined)),
            'inferred': {name: {word: found[word] for word in ('outweighed', 'narrowed')} for name, found in zip(sensitive, inferred)}}


def in_parts(counted):
    """Yield an OfPersons with all records of some persons, then of others."""
    if counted.size <= MANY:
        yield counted
        return
    parts = [array('I') for _ in range(0, counted.size, MANY)]
    for record, person in enumerate(counted.persons):
        parts[person // MANY].append(record)
    for number, part in enumerate(parts):
        if part:
            yield counted._replace(persons=array('I', map(counted.persons.__getitem__, part)), rows=array('I', map(counted.rows.__getitem__, part)),
                                   counts=counted.counts and array('Q', map(counted.counts.__getitem__, part)),
                                   nobody={person for person in counted.nobody if person // MANY == number})


def persons_joined(counted, codes) -> int:
    """How many persons have a value in several of their records that nobody else has. codes: of a carried column, [row] -> code."""
    of_records = array('I', map(codes.__getitem__, counted.rows))
    one_of = dict(zip(of_records, counted.persons))         # {code: a person}, and so the only one, unless several have it
    first_of = dict(zip(reversed(of_records), reversed(counted.persons)))
    if not any(map(eq, map(first_of.__getitem__, one_of), one_of.values())):
        return 0        # few columns have a value of one person
    shared = set(compress(of_records, map(ne, map(one_of.__getitem__, of_records), counted.persons)))
    of_one = bytes(map(not_, map(shared.__contains__, of_records)))
    times = added_up(compress(of_records, of_one), counted.counts and compress(counted.counts, of_one))
    return len({one_of[code] for code, n in times.items() if n > 1} - counted.nobody)


# A sensitive column where it is published. texts: its values. values: [row] -> the number of its value. free: [class] -> its records without
# its most frequent known value. there: {class: the numbers of its known values}.
Shown = namedtuple('Shown', 'texts values free there')


def shown_in_classes(counted, classes, many, column) -> Shown:
    """What all see of a sensitive column. classes: of each row, many - 1 if it is suppressed."""
    known = Known()
    texts, of_code = column_of([known[value] for value in counted.values[column]])
    values = array('I', map(list(of_code).__getitem__, counted.codes[column]))
    sizes, width = added_up(classes, counted.sizes), len(texts)
    free: list = [sizes.get(class_, 0) for class_ in range(many)]
    there: dict = {}
    for number, n in added_up(map(add, map(width.__mul__, classes), values), counted.sizes).items():
        class_, value = divmod(number, width)
        if texts[value] != UNKNOWN:
            free[class_] = min(free[class_], sizes[class_] - n)
            there.setdefault(class_, set()).add(value)
    free[many - 1] = inf
    return Shown(texts, values, free, there)


def still_inferred(some, classes, many, mine, moving, shown) -> dict:
    """How many of some persons are outweighed, and how many narrowed.

    classes: of each of their records. mine: {person * many + class: records}. moving: those with published records in several classes.
    """
    outweighed = set(map(many.__rfloordiv__, compress(mine, map(gt, mine.values(), map(shown.free.__getitem__, map(many.__rmod__, mine))))))
    if not moving:
        return {'outweighed': len(outweighed), 'narrowed': 0}
    width = len(shown.texts)
    seen = map(add, map(width.__mul__, some.persons), map(shown.values.__getitem__, some.rows))
    pairs = set(compress(seen, map((many - 1).__ne__, classes)))       # person * width + value
    times = Counter(map(width.__rfloordiv__, pairs))
    value_of = {pair // width: pair % width for pair in pairs if times[pair // width] == 1 and pair // width in moving}
    classes_of: dict = {person: [] for person, value in value_of.items() if shown.texts[value] != UNKNOWN}
    for number in compress(mine, map(classes_of.__contains__, map(many.__rfloordiv__, mine))):
        if number % many < many - 1:
            classes_of[number // many].append(number % many)
    narrowed = [person for person, of_person in classes_of.items()
                if set.intersection(*map(shown.there.__getitem__, of_person)) == {value_of[person]}]
    return {'outweighed': len(outweighed), 'narrowed': len(narrowed)}
