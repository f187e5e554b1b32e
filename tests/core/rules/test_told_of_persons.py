"""What is told of the persons of a release, by brute force over all ways to deal the rows of each class out."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from conftest import seeds
from kanon.core.counts import persons as of_table
from kanon.core.counts.persons import check_joined
from kanon.core.counts.recoding import Recoding
from kanon.core.errors import DataError
from kanon.core.rules.told_of_persons import counted_persons, all_told
from kanon.core.tables.tally import Tally


def drawn(seed):
    """Rows (class, value, stay, person), and those of a class that is suppressed. Each class is a quasi tuple."""
    random = Random(seed)
    persons = random.sample(['p', 'q', 'r', 's', '?'], random.randint(1, 5))
    few = {person: random.choice('xyz') for person in persons}
    rows = [(random.choice('abc'), few[person] if random.random() < 0.6 else random.choice(['x', 'y', 'z', '', 'NA']),
             random.choice('1234'), person) for person in random.choices(persons, k=random.randint(1, 9))]
    rows = [row for place, row in enumerate(rows) if Counter(other[0] for other in rows[:place])[row[0]] < 5]
    return rows, random.choice(['', '', 'a', 'ab'])


def counted(rows, seed=0):
    tally = Tally(1, bound=[1, 100, 8][seed % 5 % 3])
    if seed % 4:
        tally.count([rows[place:place + 2] for place in range(0, len(rows), 2)], whose=True)
    else:
        tally.count([[(*row, str(n)) for row, n in Counter(rows).items()]], counted=True, whose=True)
    return tally, counted_persons(tally, 2)


def has_it_in_every_deal(rows, person):
    """Whether some known value is the person's in every way to deal the values of a class out to its rows."""
    values, places = [row[1] for row in rows], [place for place, row in enumerate(rows) if row[3] == person]
    deals = [{deal[place] for place in places} for deal in set(permutations(values))]
    return any(value not in ('', '?', 'NA') for value in set.intersection(*deals))


@pytest.mark.parametrize('seed', seeds(300, 3))
def test_what_is_told_is_what_every_deal_of_the_rows_has(seed, monkeypatch):
    monkeypatch.setattr(of_table, 'PARTS', [1, 7, 64][seed % 5 % 3])
    rows, suppressed = drawn(seed)
    tally, of_tally = counted(rows, seed)
    table = tally.frequency_set
    labels = sorted({(row[0],) for row in rows})
    failing = {place for place, label in enumerate(labels) if label[0] in suppressed}
    recoding = Recoding(table, labels, [labels.index(quasi) for quasi in table], failing)
    found = all_told(of_tally, tally.persons(), recoding, ['ill', 'stay'], ['ill'])
    persons = {row[3] for row in rows} - {'?'}
    published = [row for row in rows if row[0] not in suppressed]
    mine = {person: [row for row in rows if row[3] == person] for person in persons}
    shown = {person: {row[0] for row in published if row[3] == person} for person in persons}
    assert found['count'] == len(persons) == found['published'] + found['partly'] + found['suppressed']
    assert found['suppressed'] == sum(not classes for classes in shown.values())
    assert found['published'] == sum(all(row[0] not in suppressed for row in of_person) for of_person in mine.values())
    assert (found['several'], found['moving']) == (sum(len(of_person) > 1 for of_person in mine.values()),
                                                   sum(len(classes) > 1 for classes in shown.values()))
    assert found['unknown'] == sum(row[3] == '?' for row in rows)
    for name, place in (('ill', 1), ('stay', 2)):
        assert found['joined'][name] == sum(any(
            [other[3] for other in published if other[place] == row[place]] == [row[3]] * n for row in of_person for n in range(2, 10))
            for of_person in mine.values())
    in_class = {class_: [row for row in published if row[0] == class_] for class_ in 'abc'}
    assert found['inferred']['ill']['outweighed'] == sum(
        any(has_it_in_every_deal(in_class[class_], person) for class_ in classes) for person, classes in shown.items())
    narrowed = 0
    for person, classes in shown.items():
        values = {row[1] for row in published if row[3] == person}
        possible = [value for value in 'xyz' if all(any(row[1] == value for row in in_class[class_]) for class_ in classes)]
        narrowed += len(classes) > 1 and len(values) == 1 and possible == list(values)
    assert found['inferred']['ill']['narrowed'] == narrowed


def refuse_joined(of_tally, names):
    check_joined(of_tally.several, of_tally.joined, names, 'a.csv')


def test_a_column_that_names_the_person_is_refused():
    """Ten persons have two rows each. A number of their own joins them all, and a value that each has once joins none."""
    rows = [('a', str(person), str(2 * person + row), 'p%d' % person) for person in range(10) for row in (0, 1)]
    _, of_tally = counted(rows, 1)
    refuse_joined(of_tally._replace(joined=of_tally.joined[1:]), ['stay'])
    with pytest.raises(DataError, match='^a.csv: column .*number.* joins the rows of 10 of the 10 persons who have several'):
        refuse_joined(of_tally, ['number', 'stay'])
    _, of_nine = counted([row for row in rows if row[3] != 'p0'], 1)
    refuse_joined(of_nine, ['number', 'stay'])


def test_ninety_five_of_a_hundred_are_joined_and_fewer_are_not():
    """Twenty persons have two rows each. The number of nineteen joins them, and that of eighteen is not refused."""
    for joined, refused in ((19, True), (18, False)):
        rows = [('a', str(person) if person < joined else 'x', str(row), 'p%d' % person) for person in range(20) for row in (0, 1)] + [('a', 'x', '0', 'q')]
        _, of_tally = counted(rows, 1)
        if refused:
            with pytest.raises(DataError, match='joins the rows of 19 of the 20 persons'):
                refuse_joined(of_tally, ['number', 'stay'])
        else:
            refuse_joined(of_tally, ['number', 'stay'])
