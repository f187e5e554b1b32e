"""What is told of the persons of a release: how many are published, whose rows can be joined, and what can still be inferred.

Promise: `all_told` counts as its words say, from the records that were counted and the recoding.
- published, partly, suppressed: the persons of whom all rows, some rows or none are published. Together they are all persons.
- several: persons with several records. moving: persons with published rows in several classes. unknown: records that are nobody's.
- joined: {published column: persons with several published records that have a value of it in
  common, which no other published record has}.
- inferred: for each sensitive column, what k and the rules do not hide from whoever knows the quasi-identifiers of all rows of a person.
  outweighed: the persons who have more rows in some class than it has rows without some known value. So they have that value. An
  attacker needs to know no more than how many rows they have.
  narrowed: the persons with one known value in all their published rows, which lie in several classes, where no other known value is in
  all of these. So whoever knows that the value is the same in all of them, as that of a chronic condition, knows it.
"""

from __future__ import annotations

from array import array
from collections import namedtuple
from functools import partial
from itertools import chain, compress, groupby, repeat
from math import inf
from operator import add, and_, gt, ne, not_, or_

from ..counts.frequency import added_up, Codes, column_of, times_each
from ..counts.persons import in_sets, marked
from ..counts.values import AS_ONE, Known, UNKNOWN

# What a tally knows of the records where persons are counted. persons, counts: [record] -> its person, and how many records it stands for,
# None if each is one. nobody: numbers that are no person. rows: [record] -> the row that it was counted in. places, sizes: [row] -> row of
# the frequency set, records. values, codes: of each carried column [code] -> value, [row] -> code. records: [person] -> records. several: how
# many persons have several. joined: of each carried column, as `persons_joined` counts it if all
# is published.
OfPersons = namedtuple('OfPersons', 'persons counts nobody rows places sizes values codes records several joined')

# A sensitive column where it is published. values: [row] -> the number of its value, below the width. free: [class] -> its records without its
# most frequent known value. there: class * width + value of each known value of a class.
ShownClasses = namedtuple('ShownClasses', 'width values free there')


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
                        [codes for codes, _ in of_columns], records, several, None)
    return counted._replace(joined=list(map(partial(persons_joined, counted), counted.codes, counted.values)))


def all_told(counted, persons, recoding, names, sensitive, sameness=AS_ONE) -> dict:
    """All that is told. persons: the Persons of the table (counts/persons.py). names: of the carried columns. sensitive: those of them that are.

    sameness: which values may be the same (a Sameness, counts/values.py). Whoever infers one of them infers both.
    """
    hidden, size = len(recoding.labels), len(counted.records)
    class_of = array('I', [hidden if class_ in recoding.failing else class_ for class_ in recoding.classes])        # hidden: suppressed
    classes = array('I', map(class_of.__getitem__, persons.places))
    is_published = bytes(map(hidden.__ne__, classes))
    absent = marked(compress(persons.persons, map(not_, is_published)), size)
    published, classes = array('I', compress(persons.persons, is_published)), array('I', compress(classes, is_published))
    there = marked(published, size)
    _, moving = differing(published, classes, size)
    partly, of_rows = sum(map(and_, absent, there)), array('I', map(class_of.__getitem__, counted.places))
    is_shown, joined = bytes(map(hidden.__ne__, of_rows)), counted.joined
    if 0 in is_shown:
        joined = [persons_joined(counted, codes, values, is_shown)
                  for codes, values in zip(counted.codes, counted.values)]
    inferred = {}
    for name in sensitive:
        shown = shown_in_classes(counted, of_rows, hidden, names.index(name), partial(sameness.alike, name))
        inferred[name] = {'outweighed': outweighed(counted, of_rows, published, classes, shown.free),
                          'narrowed': narrowed(counted, of_rows, moving, absent, shown)}
    return {'count': sum(absent) + sum(there) - partly, 'published': sum(there) - partly, 'partly': partly, 'suppressed': sum(absent) - partly,
            'several': counted.several, 'moving': sum(moving), 'unknown': sum(map(counted.records.__getitem__, counted.nobody)),
            'joined': dict(zip(names, joined)), 'inferred': inferred}


def differing(persons, numbers, size) -> tuple:
    """One of the numbers of each person, and whether another number of the person differs. size: every person is a number below it.

    >>> differing([0, 2, 2, 0], [7, 5, 6, 7], 3)
    (array('I', [7, 0, 6]), bytearray(b'\\x00\\x00\\x01'))
    """
    one_of = array('I', bytes(4 * size))
    for person, number in zip(persons, numbers):
        one_of[person] = number
    return one_of, marked(compress(persons, map(ne, numbers, map(one_of.__getitem__, persons))), size)


def persons_joined(counted, codes, values, is_shown=repeat(1)) -> int:
    """How many persons have a value in several of their records that nobody else has.

    codes: of a carried column, [row] -> code of the values. is_shown: [row] -> whether its records
    are looked at.
    """
    shown, sizes = compress(codes, is_shown), compress(counted.sizes, is_shown)
    most, of_values = max(counted.records), times_each(shown, len(values), sizes)
    is_rare = bytes(map(most.__ge__, of_values))
    if 1 not in is_rare:        # few columns have a value of so few records
        return 0
    of_rows = bytes(map(and_, map(is_rare.__getitem__, codes), is_shown))
    may_join = bytes(map(of_rows.__getitem__, counted.rows))
    persons, of_records = array('I', compress(counted.persons, may_join)), array('I', map(codes.__getitem__, compress(counted.rows, may_join)))
    one_of = dict(zip(of_records, persons))         # {code: a person}, and so the only one, unless several have it
    shared = set(compress(of_records, map(ne, map(one_of.__getitem__, of_records), persons)))
    times = added_up(of_records, counted.counts and compress(counted.counts, may_join))
    return len({one_of[code] for code, n in times.items() if n > 1 and code not in shared} - counted.nobody)


def shown_in_classes(counted, classes, hidden, column, alike) -> ShownClasses:
    """What all see of a sensitive column. classes: of each row, `hidden` if it is suppressed. alike: as Sameness has it, of this column."""
    known = Known()
    told = [known[value] for value in counted.values[column]]
    same = alike(told)
    texts, of_code = column_of([same.get(value, value) for value in told])
    values = array('I', map(list(of_code).__getitem__, counted.codes[column]))
    many, width = hidden + 1, len(texts)
    sizes, most, there = [0] * many, [0] * many, []
    for number, n in added_up(map(add, map(width.__mul__, classes), values), counted.sizes).items():
        class_ = number // width
        sizes[class_] += n
        if texts[number % width] != UNKNOWN:
            there.append(number)
            most[class_] = max(most[class_], n)
    free = [n - of_one if n else inf for n, of_one in zip(sizes, most)]
    free[hidden] = inf
    return ShownClasses(width, values, free, there)


def outweighed(counted, of_rows, persons, classes, free) -> int:
    """How many persons have more records in a class than it has free. of_rows: the class of each row. persons, classes: who is in which."""
    totals = counted.records
    if max(totals) <= min(free):
        return 0
    may_be = marked(compress(persons, map(gt, map(totals.__getitem__, persons), map(free.__getitem__, classes))), len(totals))
    some, many = bytes(map(may_be.__getitem__, counted.persons)), len(free)
    numbers = map(add, map(many.__mul__, compress(counted.persons, some)), map(of_rows.__getitem__, compress(counted.rows, some)))
    mine = added_up(numbers, counted.counts and compress(counted.counts, some))         # {person * many + class: records}
    return len(set(map(many.__rfloordiv__, compress(mine, map(gt, mine.values(), map(free.__getitem__, map(many.__rmod__, mine)))))))


def narrowed(counted, of_rows, moving, absent, shown) -> int:
    """How many persons are narrowed. of_rows: the class of each row. moving, absent: who has published records in several classes, and others."""
    if 1 not in moving:
        return 0
    many, hidden = len(shown.free), len(shown.free) - 1
    there: dict = {}        # {class: its known values}
    for number in shown.there:
        there.setdefault(number // shown.width, set()).add(number % shown.width)
    values = array('I', map(shown.values.__getitem__, counted.rows))
    differs = map(ne, values, map(values.__getitem__, counted.persons))         # from the first record, whose number the person has
    has_several = marked(compress(counted.persons, differs), len(moving))
    may_be = bytes(map(and_, moving, map(or_, absent, map(not_, has_several))))         # the records not published may be those that differ
    is_shown = bytes(map(hidden.__ne__, of_rows))
    some = bytes(map(and_, map(may_be.__getitem__, counted.persons), map(is_shown.__getitem__, counted.rows)))
    persons, rows = array('I', compress(counted.persons, some)), array('I', compress(counted.rows, some))
    value_of, has_several = differing(persons, array('I', compress(values, some)), len(moving))
    some = bytes(map(not_, map(has_several.__getitem__, persons)))
    numbers = map(add, map(many.__mul__, compress(persons, some)), map(of_rows.__getitem__, compress(rows, some)))
    pairs = chain.from_iterable(map(sorted, in_sets(numbers, many * len(moving))))
    return sum({value_of[person]} == set.intersection(*(there.get(number % many, set()) for number in of_person))
               for person, of_person in groupby(pairs, many.__rfloordiv__))
