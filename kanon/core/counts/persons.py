"""Whose rows the rows of a table are.

Promise: `Persons` holds each (row of the frequency set, person, sensitive values) of a table once,
ascending. The values are there only if rules beyond k ask for them. A row that is nobody's is not
among them. So it counts for nobody.
A person is a number. Nothing here knows the names of persons, and no number is published.
"""

from __future__ import annotations

from array import array
from collections import Counter, namedtuple
from itertools import accumulate, chain, compress, count, repeat
from operator import add, ne

from ..errors import DataError, many, option, quoted, show
from .frequency import code_type, column_of
from .values import AS_ONE, ENOUGH, NEARLY, UNKNOWN

PARTS = 64          # so many sets at most (`in_sets`)


class Held(namedtuple('Held', 'everybody sizes may_have')):
    """A sensitive column of a class.

    everybody: the persons of the class. sizes: {value: the persons who have it}. may_have: {known
    value: the persons who have it or miss one}.
    as_one: the Held in which values that may be the same count as one value. It is this Held itself
    where there are no such values.
    """
    merged: Held | None = None

    @property
    def as_one(self):
        return self.merged or self


class Persons:
    """The persons of a table, in three arrays: places, persons, codes.

    A person has a row of the frequency set with the sensitive values values[code].
    size: every person is a number below it. count: how many different persons there are.
    same: of each sensitive column {value: the one that stands for it}, of values that may be the
    same (`take_as_one`).

    >>> persons = Persons(3, [1, 0, 0, 0], [2, 0, 2, 2], [('flu',), ('ulcer',)], [0, 0, 1, 1])
    >>> persons.places, persons.persons, persons.codes
    (array('I', [0, 0, 1]), array('I', [0, 2, 2]), array('H', [0, 1, 0]))
    >>> persons.count, persons.starts(2)
    (2, [0, 2, 3])
    """

    def __init__(self, size, places, persons, values=((),), codes=None):
        places, many = array('I', places), len(values)
        numbers = map(add, map(size.__mul__, places), persons)
        if codes is not None:
            numbers = map(add, map(many.__mul__, numbers), codes)
        self.size, self.values = size, values
        self.places, self.persons = array('I'), array('I')
        self.codes = array(code_type(many))
        end = (1 + max(places, default=0)) * size * many
        for some in map(sorted, in_sets(numbers, end)):
            if codes is not None:
                self.codes.extend(map(many.__rmod__, some))
                some = list(map(many.__rfloordiv__, some))
            self.persons.extend(map(size.__rmod__, some))
            self.places.extend(map(size.__rfloordiv__, some))
        if codes is None:
            self.codes.extend(repeat(0, len(self.places)))
        self.count = sum(marked(self.persons, size))
        self._columns = [column_of(of_column) for of_column in zip(*values)]
        self._numbers = None
        self.same, self._merged = [], []

    def take_as_one(self, same):
        """From now on each Held has its `as_one`. same: as Persons has it."""
        self.same = same
        self._merged = []
        for of_column, values in zip(same, zip(*self.values)):
            as_one = [of_column.get(value, value) for value in values]
            self._merged.append(column_of(as_one) if of_column else None)

    def take_all_as_one(self, names, sameness):
        """`take_as_one` of all values that may be the same.

        names: of the sensitive columns. sameness: a Sameness (values.py).
        """
        self.take_as_one([sameness.alike(name, values)
                          for name, (values, _) in zip(names, self._columns)])

    def numbers(self) -> array:
        """code * size + person of each, as `held` takes them."""
        if self._numbers is None:
            self._numbers = array('Q', map(add, map(self.size.__mul__, self.codes), self.persons))
        return self._numbers

    def in_classes(self, classes) -> dict:
        """{class: its different persons}.

        classes: of each row of the frequency set, None for no class.

        >>> persons = Persons(3, [0, 0, 1], [0, 2, 0])
        >>> persons.in_classes([7, 7]) == {7: 2}, persons.in_classes([None, 7]) == {7: 1}
        (True, True)
        """
        of_each, persons = self._in(classes, self.persons)
        many = 1 + max(of_each, default=0)
        persons_of: Counter = Counter()
        for some in in_sets(map(add, map(many.__mul__, persons), of_each), many * self.size):
            persons_of.update(map(many.__rmod__, some))
        return persons_of

    def held_in_classes(self, classes) -> dict:
        """{class: the Held of each sensitive column}. classes: as `in_classes` takes them.

        >>> persons = Persons(3, [0, 0, 1], [0, 2, 0], [('flu',), ('?',)], [0, 1, 0])
        >>> persons.held_in_classes([None, 7])
        {7: [Held(everybody=1, sizes={'flu': 1}, may_have={'flu': 1})]}
        """
        of_each, numbers = self._in(classes, self.numbers())
        return self.held(numbers, of_each)

    def held_in_table(self) -> list:
        """The Held of each sensitive column of the whole table."""
        return self.held(self.numbers())[0]

    def _in(self, classes, numbers) -> tuple:
        """The class of each row of a person that is in one, and the numbers of these rows.

        numbers: one for each row of a person.
        """
        of_each = list(map(classes.__getitem__, self.places))
        if None not in classes:
            return of_each, numbers
        is_there = [class_ is not None for class_ in of_each]
        return list(compress(of_each, is_there)), list(compress(numbers, is_there))

    def of_tuples(self, table) -> dict:
        """{tuple of the frequency set: its different persons}.

        Equal tuples may stand apart there.
        """
        tuples = list(table)
        class_of = dict(zip(tuples, count()))
        persons_of = self.in_classes([class_of[quasi] for quasi in tuples])
        return {quasi: persons_of[class_] for quasi, class_ in class_of.items()
                if class_ in persons_of}

    def firsts(self) -> bytes:
        """For each entry of `persons` whether it is the first of its person.

        So there are as many first ones as persons, wherever else the persons have rows.

        >>> list(Persons(3, [0, 0, 1], [0, 2, 0]).firsts())
        [1, 1, 0]
        """
        seen, is_first = bytearray(self.size), bytearray(len(self.persons))
        for place, person in enumerate(self.persons):
            if not seen[person]:
                seen[person] = is_first[place] = 1
        return bytes(is_first)

    def pairs(self) -> tuple:
        """The places and the persons, each pair once, whatever the sensitive values are.

        >>> Persons(1, [0, 0, 1], [0, 0, 0], [('flu',), ('ulcer',)], [0, 1, 0]).pairs()
        (array('I', [0, 1]), array('I', [0, 0]))
        """
        if len(self.values) == 1:
            return self.places, self.persons
        numbers = once([place * self.size + person
                        for place, person in zip(self.places, self.persons)])
        return (array('I', [number // self.size for number in numbers]),
                array('I', [number % self.size for number in numbers]))

    def starts(self, rows) -> list:
        """Where those of each row of the frequency set begin. rows: how many there are."""
        times = Counter(self.places)
        return [0, *accumulate(times[row] for row in range(rows))]

    def held(self, pairs, classes=None) -> dict:
        """{class: the Held of each sensitive column}.

        pairs: numbers code * size + person, one or more for whatever a person has in a class.
        classes: the class of each, None if all are one class, 0.

        >>> persons = Persons(3, [0, 0, 0], [0, 0, 2], [('flu',), ('?',)], [0, 1, 0])
        >>> persons.held([0, 3, 2])
        {0: [Held(everybody=2, sizes={'flu': 2, '?': 1}, may_have={'flu': 2})]}
        >>> persons = Persons(3, [0, 0, 0], [0, 0, 2], [('HIV',), ('hiv',)], [0, 1, 0])
        >>> persons.take_as_one([{'hiv': 'HIV'}])
        >>> held = persons.held(persons.numbers())[0][0]
        >>> held.sizes, held.as_one.sizes
        ({'HIV': 2, 'hiv': 1}, {'HIV': 2})
        """
        many, size = len(self.values), self.size
        if classes is None:
            numbers = set(pairs)
            everybody = {0: len(set(map(size.__rmod__, numbers)))}
        else:
            numbers = set(map(add, map((many * size).__mul__, classes), pairs))
            persons = map(size.__rmod__, pairs)
            once_a_class = set(map(add, map(size.__mul__, classes), persons))
            everybody = Counter(map(size.__rfloordiv__, once_a_class))
        columns = [self._sizes(numbers, *column) for column in self._columns]
        held = {class_: [Held(n, *of_class[class_]) for of_class in columns]
                for class_, n in everybody.items()}
        for place, column in enumerate(self._merged):
            of_classes = self._sizes(numbers, *column) if column else {}
            for class_, sizes in of_classes.items():
                held[class_][place].merged = Held(everybody[class_], *sizes)
        return held

    def _sizes(self, numbers, values, of_code) -> dict:
        """{class: (sizes, may_have)} of a column.

        values: its values. of_code: [code] -> its value's number. numbers: as in `held`.
        """
        many, size, width = len(self.values), self.size, len(values)
        if width < many:        # several codes have one value of the column
            of_column = set()
            for number in numbers:
                pair, person = divmod(number, size)
                class_, code = divmod(pair, many)
                of_column.add((class_ * width + of_code[code]) * size + person)
            numbers = of_column
        of_classes: dict = {}        # {class: (sizes, may_have)}
        for pair, n in Counter(map(size.__rfloordiv__, numbers)).items():
            class_, place = divmod(pair, width)
            sizes, _ = of_classes.setdefault(class_, ({}, {}))
            sizes[values[place]] = n
        for sizes, may_have in of_classes.values():
            may_have.update((value, n) for value, n in sizes.items() if value != UNKNOWN)
        if UNKNOWN in values:
            self._add_who_may_have(of_classes, numbers, values)
        return of_classes

    def _add_who_may_have(self, of_classes, numbers, values):
        """For each known value count who misses a value of the column, and has not that one."""
        size, width = self.size, len(values)
        unknown = values.index(UNKNOWN)
        missing_one = {(number // size // width, number % size) for number in numbers
                       if number // size % width == unknown}
        have_both = Counter(number // size for number in numbers
                            if (number // size // width, number % size) in missing_one)
        for class_, (sizes, may_have) in of_classes.items():
            if UNKNOWN in sizes:
                first = class_ * width
                for value in may_have:
                    have_it_anyway = have_both[first + values.index(value)]
                    may_have[value] += sizes[UNKNOWN] - have_it_anyway


def check_names(names, records, column, file, others=(), sameness=AS_ONE):
    """DataError if a column does not say whose row each is.

    It does not if it is empty, or if two of its names may be one person (`check_alike`).
    names: the different names of persons. others: those of an earlier table of the same persons.
    sameness: a Sameness (values.py).

    >>> check_names({'9'}, 3, 'who', 'visits.csv')      # doctest: +ELLIPSIS
    Traceback (most recent call last):
    kanon.core.errors.DataError: visits.csv: column 'who' has the one value '9', so it does not ...
    """
    if len(names) < 2 and (not names or records > 1):
        why = 'has the one value %s' % show(*names) if names else 'is empty'
        raise DataError('column %s %s, so it does not say whose row each is; name another with %s'
                        % (quoted(column), why, option('person')), file)
    check_alike({*names, *others} if others else names, column, file, sameness)


def check_alike(names, column, file, sameness=AS_ONE):
    """DataError if two of these names of persons may be one. sameness: a Sameness (values.py).

    >>> check_alike({'012', '9', '12'}, 'who', 'visits.csv')        # doctest: +ELLIPSIS
    Traceback (most recent call last):
    kanon.core.errors.DataError: visits.csv: column 'who': '012' and '12' may be one person; ...
    """
    pairs = sorted((other, name) for name, other in sameness.alike(column, names).items())
    if pairs:
        more = ', and so may be %s' % many(len(pairs) - 1, 'more pair') if pairs[1:] else ''
        raise DataError('column %s: %s and %s may be one person%s; write both alike or, if each way'
                        ' to write a name is another person, type %s'
                        % (quoted(column), *map(show, pairs[0]), more, option('exact', column)),
                        file)


def in_sets(numbers, end):
    """Yield all different numbers below `end`, each in one set.

    The numbers of a set are less than those of the next. A set of a million takes more time and
    memory than sets of thousands do.

    >>> [some for some in in_sets([200, 3, 130, 3, 131], 201) if some]
    [{3}, {130, 131}, {200}]
    """
    width = 1 + end // PARTS
    parts = [array('Q') if end <= 1 << 64 else [] for _ in range(PARTS)]
    for number in numbers:
        parts[number // width].append(number)
    while parts:
        yield set(parts.pop(0))


def check_joined(several, joined, names, file):
    """DataError if a carried column joins the rows of nearly all persons who have several.

    several: how many these are. joined: of each carried column, how many of them have a value in
    several rows that nobody else has. names: of the carried columns.
    """
    for name, n in zip(names, joined):
        if several >= ENOUGH and n >= NEARLY * several:
            raise DataError('column %s joins the rows of %d of the %d persons who have several,'
                            ' because nobody else has their value; leave it out'
                            % (quoted(name), n, several), file)


def marked(numbers, size) -> bytearray:
    """Whether each number below `size` is among these.

    >>> list(marked([2, 0, 2], 4))
    [1, 0, 1, 0]
    """
    marks = bytearray(size)
    for number in numbers:
        marks[number] = 1
    return marks


def once(numbers) -> list:
    """Ascending numbers, each once.

    >>> once([3, 3, 5, 8, 8])
    [3, 5, 8]
    """
    return list(compress(numbers, map(ne, numbers, chain([None], numbers))))
