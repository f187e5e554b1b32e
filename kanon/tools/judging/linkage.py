"""The linkage attack: how far an identified table tells which records of a release belong to whom.

Promise: a person's candidates are exactly the records of the release whose labels cover the person's values in all
quasi-identifiers. Each person is counted once.
Invariant: in a release without suppression that covers everybody it publishes, nobody has fewer candidates than the smallest
class has records. Fewer candidates come from joining two releases.
Departs from a search person by person and record by record, for speed: people with equal values are looked up once, classes
are compared instead of records with a block of people at a time, and people whom the same classes cover are counted together.
A release whose classes cover so many people each that this takes minutes is refused.
A row with * in every quasi-identifier is suppressed, as other tools publish it. It is counted, but is nobody's candidate. If
missing values are published as the root, it is a person's, and such rows are a class like any other (stars='class').

Linkage: P. Samarati, L. Sweeney, Protecting Privacy when Disclosing Information, 1998. One value: A. Machanavajjhala et al.,
l-Diversity, ICDE 2006. Two releases: L. Sweeney, k-Anonymity: A Model for Protecting Privacy, IJUFKS 10(5), 2002;
S. Ganta, S. Kasiviswanathan, A. Smith, Composition Attacks and Auxiliary Information in Data Privacy, KDD 2008.
"""

from __future__ import annotations

from array import array
from collections import Counter

from ...core.counts.frequency import added_up
from ...core.counts.items import NOTHING, items_of
from ...core.counts.values import AS_ONE, MISSING, Known, Sameness, UNKNOWN
from ...core.errors import DataError, quoted
from .published_classes import in_classes
from .published_labels import ANY, KnownValues, no_reading, people_in_ranges

BLOCK = 8192            # people who are compared with all classes at a time

MOST = 6_000_000        # steps, which take several seconds


class CountedRecords:
    """The records of a table: the distinct ones, how often each occurs, and each record's place among them, in table order.

    persons: whose record each is, or None if that is not known.

    >>> people = CountedRecords([('13053', '28'), ('13068', '29'), ('13053', '28')])
    >>> people.distinct, list(people.order), people.counts
    ([('13053', '28'), ('13068', '29')], [0, 1, 0], [2, 1])
    """

    def __init__(self, tuples, persons=None):
        places = {}
        self.persons = persons
        self.order = array('L', (places.setdefault(t, len(places)) for t in tuples))
        counts = Counter(self.order)
        self.distinct, self.counts = list(places), [counts[place] for place in range(len(places))]


class AttackedRelease:
    """A published table: its classes, each with the histogram of what its carried values mean (`meant`).

    records      CountedRecords of (quasi-identifiers..., carried values...)
    classes      {published tuple: {carried values: records}}, without the suppressed rows
    suppressed   how many rows have * in every quasi-identifier, if others do not. 0 if they are a class (stars)
    alone        {carried values: records} of the suppressed rows
    missing_is_value    whether a missing value, of the release or of a person, is a value like any other.
                 Else it may be any value. So a missing label is read as *, which other tools write so.
    k            the records of the smallest class

    >>> release = AttackedRelease('r.csv', ['age'], ['condition'], [('[21-29]', 'flu'), ('[21-29]', 'flu'), ('*', 'ulcer')])
    >>> release.classes, release.suppressed, release.k
    ({('[21-29]',): {('flu',): 2}}, 1, 2)
    >>> AttackedRelease('r.csv', ['age', 'sex'], [], [('[21-29]', '?'), ('[21-29]', '*'), ('', '?')], missing_is_value=False).classes
    {('[21-29]', '*'): {(): 2}}
    """

    def __init__(self, name, quasi, carried, tuples, stars='suppressed', signs=None, missing_is_value=True, sameness=AS_ONE):
        """signs, sameness: as Meant has them."""
        self.name, self.quasi, self.carried, self.meant = name, quasi, carried, Meant(signs, sameness)
        self.missing_is_value = missing_is_value
        self.records = CountedRecords(tuples if missing_is_value else starred_rows(tuples, len(quasi)))
        if not self.records.distinct:
            raise DataError('holds no record', name)
        meant = self.meant.of_rows(self.records.distinct, carried, len(quasi))
        self.classes, self.alone = in_classes(added_up(meant, self.records.counts), len(quasi), stars)
        self.suppressed, self._histograms, self._counted = sum(self.alone.values()), list(self.classes.values()), 0
        self.k = min(sum(histogram.values()) for histogram in self.classes.values())

    def covering(self, people, trees, decimal='.') -> list:
        """For each of these quasi tuples the classes that cover it, by their places. decimal: the decimal sign of numbers.

        >>> release = AttackedRelease('r.csv', ['zip', 'age'], [], [('*', '[21-29]'), ('13053', '[21-50]')])
        >>> release.covering([('13053', '28'), ('13053', '50'), ('13068', '50')], [None, None])
        [(0, 1), (1,), ()]
        """
        everybody, people = people, list(dict.fromkeys(people))
        starts = range(0, len(people), BLOCK)
        self._check(len(starts) * len(self.classes))
        columns = [KnownValues(values, tree, decimal, self.missing_is_value) for values, tree in zip(zip(*people), trees)]
        self._check(len(starts) * sum(len(column.line) for column in columns))
        ranges = list(zip(*self._ranges(columns)))      # of each class, for each column
        places = list(range(len(ranges)))       # one int for each place, however often it is noted
        covers: list = []
        steps = 0       # classes noted of a person, and twice the ranges looked at
        for start in starts:
            block = people[start:start + BLOCK]
            marks = [column.marks(values) for column, values in zip(columns, zip(*block))]
            classes_of: list = [[] for _ in block]
            for place, of_class in zip(places, ranges):
                covered = (1 << len(block)) - 1
                for of_column, of_marks in zip(of_class, marks):
                    covered &= people_in_ranges(of_column, of_marks)
                    steps += 2 * len(of_column)
                    if not covered:
                        break
                for person in set_bits(covered):
                    classes_of[person].append(place)
                    steps += 1
                self._check(steps)
            covers += map(tuple, classes_of)
        return list(map(dict(zip(people, covers)).__getitem__, everybody))

    def _ranges(self, columns):
        """Yield for each column a list of the ranges of each class's label. DataError for a label without a reading."""
        for name, labels, column in zip(self.quasi, zip(*self.classes), columns):
            try:
                of_label = {label: column.ranges(label) for label in dict.fromkeys(labels)}
            except DataError as error:
                raise DataError('column %s: %s' % (quoted(name), error.problem), self.name) from None
            for label in of_label:
                if of_label[label] is None:
                    raise DataError(no_reading(name, label), self.name)
            yield [of_label[label] for label in labels]

    def candidates(self, cover) -> dict:
        """The histogram of the carried values of these classes together."""
        total: dict = {}
        self._counted += sum(len(self._histograms[place]) for place in cover)
        self._check(self._counted)
        for place in cover:
            for values, n in self._histograms[place].items():
                total[values] = total.get(values, 0) + n
        return total

    def _check(self, steps):
        """DataError if that is more than anybody will wait for."""
        if steps > MOST:
            raise DataError('its %s classes take too long to compare with the list, because there are so many or because they'
                            ' cover so many people each; give --known fewer people, or --quasi fewer columns'
                            % '{:,}'.format(len(self.classes)), self.name)


def starred_rows(tuples, width):
    """The rows of a release, with * in place of each of the first `width` values that is missing.

    >>> list(starred_rows([('', '2*', 'flu'), ('?', '', '')], 2))
    [('*', '2*', 'flu'), ('*', '*', '')]
    """
    for row in tuples:
        yield (*(ANY if label in MISSING else label for label in row[:width]), *row[width:])


def linkage(release, covers, counts):
    """Yield (histogram of the candidates, how many people have these candidates).

    covers: the classes that cover each person's values, from `AttackedRelease.covering`. counts: how many people have these values.
    """
    return ((release.candidates(cover), people) for cover, people in added_up(covers, counts).items())


def joined_releases(releases, covers, counts):
    """The same for two releases of one table, joined over the columns that both carry. covers: one list for each release."""
    first, second = releases
    shared = [name for name in first.carried if name in second.carried]
    for (one, other), people in added_up(zip(*covers), counts).items():
        yield join(projected(first, one, shared), projected(second, other, shared)), people


def projected(release, cover, columns) -> dict:
    """The histogram of the candidates over some of the carried columns."""
    places = [release.carried.index(name) for name in columns]
    histogram = release.candidates(cover)
    return added_up([tuple(values[place] for place in places) for values in histogram], histogram.values())


def join(first, second) -> dict:
    """The candidates that two histograms leave: for each carried value the lesser number of records.

    The person's record is the same in both releases, and so are its carried values. A value that only one release offers is
    ruled out. A person without candidates in one release is not in it, and only the other counts.

    >>> join({('flu',): 2, ('ulcer',): 2}, {('flu',): 1, ('cancer',): 3}), join({('flu',): 2}, {})
    ({('flu',): 1}, {('flu',): 2})
    """
    if not first or not second:
        return first or second
    return {values: min(n, second[values]) for values, n in first.items() if values in second}


def linked_persons(release, covers, people, k) -> dict:
    """`narrowing` with persons in place of records and people. people: the CountedRecords of a list, with `persons`.

    The candidates of a person's row are the persons of the list who have a row that these classes cover. A person has the fewest that any
    of the rows with candidates has, and one value if any of them has. Rows without a person count for nobody.

    >>> release = AttackedRelease('r.csv', ['age'], ['ill'], [('*', 'flu'), ('*', 'gout'), ('*', 'flu')])
    >>> row = linked_persons(release, [(0,)], CountedRecords([('28',)] * 3, ['Ann', 'Ann', 'Bob']), 3)
    >>> row['people'], row['below_k'], row['least']
    (2, 2, 2)
    """
    rows: dict = {}         # {person: the classes that cover each of the person's rows}
    persons_in: dict = {}   # {class: the persons with a row that it covers}
    for person, place in zip(people.persons, people.order):
        if person not in MISSING:
            rows.setdefault(person, set()).add(covers[place])
    for person, of_rows in rows.items():
        for place in set().union(*of_rows):
            persons_in.setdefault(place, set()).add(person)
    sizes, told, steps = {}, {}, 0
    for cover in set().union(*rows.values()):
        steps += sum(len(persons_in[place]) for place in cover)
        release._check(steps)
        sizes[cover] = len(set().union(*(persons_in[place] for place in cover)))
        told[cover] = one_valued(release.candidates(cover), release.carried, release.meant) if sizes[cover] > 1 else ()
    links = Counter((min((sizes[cover] for cover in of_rows if cover), default=0),
                     frozenset(name for cover in of_rows for name in told[cover])) for of_rows in rows.values())
    return linkage_row(((size, names, n) for (size, names), n in links.items()), k, release.carried)


def narrowing(links, k, carried, meant=None) -> dict:
    """How many people have no candidate, one, fewer than k, or only one sensitive value.

    links: (histogram of the candidates, people) pairs. meant: what their values mean (a Meant). What is counted:
    no_candidate   the person is not in the release, or is suppressed
    one_record     one candidate
    below_k        fewer than k candidates, but at least one
    one_value      several candidates with the same carried values, missing ones aside, of which one is known; if there are
                   several columns, also for each alone
    least, mean    the number of candidates, of people who have any

    >>> narrowing([({('flu',): 2, ('ulcer',): 2}, 4), ({('flu',): 3}, 2), ({}, 1)], 4, ['condition'])['below_k']
    2
    """
    meant = meant or Meant()
    sized = ((sum(histogram.values()), histogram, people) for histogram, people in links)       # one at a time, because together they may be large
    return linkage_row(((size, one_valued(histogram, carried, meant) if size > 1 else (), people) for size, histogram, people in sized), k, carried)


def value_names(carried) -> list:
    """The names of what counts people of one value: in all sensitive columns and, of several, in each alone."""
    return ['one_value', *('one_%s' % name for name in carried if len(carried) > 1)]


class Meant:
    """What the values of sensitive columns mean to whoever reads them. All ways to write a value mean one.

    signs: {column: what stands between the items of its cells}. sameness: which values may be the same (a Sameness, counts/values.py).

    >>> meant = Meant()
    >>> meant.of('ill', 'HIV ') == meant.of('ill', 'hiv'), meant.of('ill', 'N/A'), Meant(sameness=Sameness({'ill'})).of('ill', 'HIV ')
    (True, 'N/A', 'HIV ')
    """

    def __init__(self, signs=None, sameness=AS_ONE):
        self._signs, self._sameness, self._known, self._found = signs or {}, sameness, Known(), {}

    def of(self, name, value):
        """What a value means, as a text. What says that it is not known stays as it is, and so does a cell of several items."""
        key = name, value
        if key not in self._found:
            stays = name in self._signs or self._known[value] == UNKNOWN
            self._found[key] = value if stays else self._sameness.of(name)(value)
        return self._found[key]

    def of_rows(self, rows, names, before=0):
        """Yield the rows with what their values mean. names: of the fields, but for so many before them."""
        for row in rows:
            yield (*row[:before], *map(self.of, names, row[before:]))

    def different(self, name, values) -> int:
        """How many different known values there are. Of sets of items it is 1 if all that are known have an item in common, else 2.

        >>> Meant().different('ill', ['flu', 'FLU', '?']), Meant({'ill': '|'}).different('ill', ['B20|E11', 'I10|B20', 'B20']), Meant().different('ill', 'ab')
        (1, 1, 2)
        """
        sign, of = self._signs.get(name), self._sameness.of(name)
        if sign is None:
            return len({self.of(name, value) for value in values if self._known[value] != UNKNOWN})
        known = [items for items in (items_of(value, sign) for value in values) if items is not None]
        cells = [set(map(of, items)) or {NOTHING} for items in known]
        return 0 if not cells else 1 if set.intersection(*cells) else 2


def one_valued(histogram, carried, meant) -> list:
    """Those of `value_names` that are true of these candidates. meant: a Meant.

    >>> one_valued({('flu', '9'): 2, ('?', '8'): 1}, ['ill', 'pay'], Meant())
    ['one_ill']
    """
    different = [meant.different(name, values) for name, values in zip(carried, zip(*histogram))]
    places = [range(len(carried)), *([place] for place in range(len(carried)))]
    return [name for name, of_name in zip(value_names(carried), places) if max(map(different.__getitem__, of_name), default=0) == 1]


def linkage_row(links, k, carried) -> dict:
    """The row of (candidates, what is true of them, people)."""
    row = {'people': 0, 'k': k, 'no_candidate': 0, 'one_record': 0, 'below_k': 0, **dict.fromkeys(value_names(carried), 0)}
    sizes: Counter = Counter()          # {candidates: people}
    for size, names, people in links:
        sizes[size] += people
        for name in names:
            row[name] += people
    linked = {size: people for size, people in sizes.items() if size}
    row.update(people=sum(sizes.values()), no_candidate=sizes[0], one_record=sizes[1],
               below_k=sum(people for size, people in linked.items() if size < k))
    if not carried:
        row['one_value'] = None
    return {**row, 'least': min(linked, default=None),
            'mean': sum(size * people for size, people in linked.items()) / sum(linked.values()) if linked else None}


def set_bits(mask):
    """The places of the bits that are set, in ascending order.

    >>> list(set_bits(0b10110))
    [1, 2, 4]
    """
    text = bin(mask)[:1:-1]
    place = text.find('1')
    while place >= 0:
        yield place
        place = text.find('1', place + 1)
