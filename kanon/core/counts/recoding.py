"""A recoding says what is published for each quasi tuple: {quasi tuple: published tuple, or None =
suppressed}.

It replaces the last lines of `main` in plain/samarati.py, because the measures, the audit and the
writer need the classes, too.

It is kept by classes. Each row of the frequency set has the number of its class, and each class has
its labels once. Relaxed Mondrian may part the records of a tuple. Its entry is then a Split
(parted.py), which says how many go to which class.

Promise: every quasi tuple of the frequency set has an entry, and every published class satisfies
what is required.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from itertools import compress, count
from operator import ne

from ... import Vector
from .frequency import added_up, frequency_set_of, generalized
from .parted import Split, hands


class Recoding(Mapping):
    """{quasi tuple: published tuple, None if it is suppressed, or a Split}.

    table: the frequency set as columns (frequency.py). labels: [class] -> what its records would be
    published as, ascending. classes: [row of the table] -> its class. failing: the classes that are
    suppressed. splits: {row of the table: Split}.

    >>> table = frequency_set_of({('38',): 1, ('41',): 3})
    >>> Recoding(table, [('3*',), ('4*',)], [0, 1], failing={0}).published
    [None, ('4*',)]
    """

    def __init__(self, table, labels, classes, failing=(), splits=None):
        self.table = table
        self.labels, self.classes, self.failing = labels, classes, failing
        self.splits = splits or {}
        self.published = [None if number in failing else row for number, row in enumerate(labels)]
        self._entries, self._flows, self._changed = None, None, {}

    def __repr__(self):
        return repr(dict(self))

    def __len__(self):
        return len(self._by_tuple())

    def __iter__(self):
        return iter(self._by_tuple())

    def __getitem__(self, quasi):
        return self._by_tuple()[quasi]

    def entries(self):
        """The entry of each row of the table."""
        entries = map(self.published.__getitem__, self.classes)
        if not self.splits:
            return entries
        return (self.splits.get(row, entry) for row, entry in enumerate(entries))

    def flows(self) -> tuple:
        """Three sequences: rows of the table, the class of each, and its records.

        The last is None if each row is one record.
        A row with a Split is there once for each class. They are worked out once.
        """
        if self._flows is None:
            self._flows = range(len(self.classes)), self.classes, self.table.counts
            if self.splits:
                self._flows = tuple(zip(*self._with_splits()))
        return self._flows

    def _with_splits(self):
        """Yield (row of the table, class, records). A row with a Split comes once a class."""
        number_of = dict(zip(self.labels, count()))
        for row, (class_, records) in enumerate(zip(self.classes, self.table.values())):
            if row not in self.splits:
                yield row, class_, records
                continue
            for published, n in self.splits[row].classes().items():
                yield row, number_of[published], n

    def codes(self, place):
        """The code of each row of `flows` in a column."""
        codes = self.table.columns[place].codes
        return list(map(codes.__getitem__, self.flows()[0])) if self.splits else codes

    def changed(self, place) -> set:
        """The classes in which some value of a column is not published as it is.

        Suppression does not count.
        """
        if place not in self._changed:
            code_of = dict(zip(self.table.columns[place].values, count()))
            own = [code_of.get(labels[place]) for labels in self.labels]
            _, classes, _ = self.flows()
            differs = map(ne, map(own.__getitem__, classes), self.codes(place))
            self._changed[place] = set(compress(classes, differs))
        return self._changed[place]

    def sizes(self) -> tuple:
        """The published classes as a frequency set, and how many records are suppressed.

        >>> table = frequency_set_of({('38',): 1, ('39',): 1, ('41',): 1})
        >>> Recoding(table, [('3*',), ('4*',)], [0, 0, 1], failing={1}).sizes()
        ({('3*',): 2}, 1)
        """
        _, classes, counts = self.flows()
        of_classes = added_up(classes, counts)
        published = {self.labels[number]: of_classes[number]
                     for number in sorted(of_classes) if number not in self.failing}
        return published, sum(of_classes.get(number, 0) for number in self.failing)

    def _by_tuple(self):
        if self._entries is None:
            self._entries = dict(zip(self.table, self.entries()))
        return self._entries


def full_domain(lattice, vector: Vector) -> Recoding:
    """Every value is generalized to its column's level. Classes that do not satisfy are suppressed.

    >>> from .hierarchy import Hierarchy
    >>> from ..levels.lattice import Lattice
    >>> tree = Hierarchy({'38': '[35-39]', '39': '[35-39]', '41': '[40-44]',
    ...                   '[35-39]': '*', '[40-44]': '*'})
    >>> full_domain(Lattice({('38',): 1, ('39',): 1, ('41',): 1}, [tree], k=2), (1,))
    {('38',): ('[35-39]',), ('39',): ('[35-39]',), ('41',): None}
    """
    labels, classes = generalized(lattice.table, lattice.maps(vector))
    return Recoding(lattice.table, *lattice.published_classes(labels, classes, vector))


# What follows is for publishing.

def dealt(recoding, tally, places, signs=()) -> Recoding:
    """The recoding with a Hand for each Split, for one publishing.

    places: of the restricted sensitive columns among the carried ones. signs: what stands between
    the items of each, None for no items.
    """
    if not recoding.splits:
        return recoding
    return Recoding(recoding.table, recoding.labels, recoding.classes, recoding.failing,
                    hands(recoding, tally, places, signs))


def recoding_of(frequency_set, entries) -> Recoding:
    """{quasi tuple: published tuple, None or Split} as a Recoding.

    One that is a Recoding already is returned as it is.
    """
    if isinstance(entries, Recoding):
        return entries
    table = frequency_set_of(frequency_set)
    splits = {row: entries[quasi] for row, quasi in enumerate(table)
              if isinstance(entries[quasi], Split)}
    published = [() if row in splits else entries[quasi] for row, quasi in enumerate(table)]
    labels = set(filter(None, published))
    for split in splits.values():
        labels.update(split.classes())
    ascending = sorted(labels)
    number_of = {**dict(zip(ascending, count())), (): 0, None: len(ascending)}
    suppressed = (None,) * len(table.columns)
    classes = array('I', map(number_of.__getitem__, published))
    return Recoding(table, [*ascending, suppressed], classes, {len(ascending)}, splits)
