"""What is required of a class in the population that the table's people are a part of: k-map and
delta-presence.

Promise: a class is decided exactly, in whole numbers. Its *people* are the records of the
population that have its labels: the population is generalized along the same hierarchies, to the
same vector.
- k-map: the labels of every published class fit at least k people. (Sweeney 2002b; K. El Emam, F.
  Dankar 2008.)
- delta-presence: least <= records / people <= most, of every class. So of its people, a share from
  the least to the most is in the table. (M. Nergiz, M. Atzori, C. Clifton, Hiding the Presence of
  Individuals from Shared Databases, SIGMOD 2007: it is asked for everybody in the population.)
  So people whose labels no record has are 0 present. If the least share is above 0, they break it,
  and so does a class that is suppressed. Then a vector is all or nothing: either every class passes
  and everybody lies in one, or nothing is published.

Which of these may a search prune by? Raising a vector merges classes.
- k-map: the union has the people of both, so it passes if one of them does. The rule survives
  merging, as k does (of_values.py).
- The most: the share of a union lies between the shares of its parts, and people without a record
  lower it. So the union of classes that pass passes, but a class that passes and one that is
  suppressed may fail together. The searches prune by what every part that passes needs: k records,
  and so at least k / most people. If nothing may be suppressed, or everybody must lie in a class, a
  vector above one that satisfies does so, too.
"""

from __future__ import annotations

from collections import namedtuple

from ..counts.frequency import added_up, frequency_set_of
from ..errors import DataError, many
from .decimals import share, unexpected, whole_limit


class KMap(namedtuple('KMap', 'k')):
    """The labels of a class fit at least k people of the population.

    A program asks for it with this value.

    >>> KMap(5)
    KMap(k=5)
    """

    def __new__(cls, k: int):
        people = whole_limit('KMap', 'k', k)
        if people < 2:
            raise unexpected('KMap', 'k', 'a whole number from 2 on', k)
        return super().__new__(cls, people)


class Presence(namedtuple('Presence', 'least most')):
    """From which share to which of a class's people is in the table.

    Each is a number, or a pair: numerator and denominator.

    >>> Presence(0, 0.5)
    Presence(least=(0, 1), most=(1, 2))
    >>> half = Presence((0, 1), (1, 2))
    >>> half.passes(1, 2), half.passes(2, 3), str(half)
    (True, False, '0:0.5')
    >>> str(Presence((1, 2), (2, 3)))
    '0.5:2/3'
    >>> str(Presence((0, 1), (1, 1024)))
    '0:1/1024'
    """

    def __new__(cls, least, most):
        p, q = share('Presence', 'least', least, zero=True)
        r, s = share('Presence', 'most', most, zero=True)
        if not r or p * s > r * q:
            raise unexpected('Presence', 'most', 'above 0, and no less than the least share', most)
        return super().__new__(cls, (p, q), (r, s))

    def __str__(self):
        return ':'.join(text_of_share(p, q) for p, q in self)

    def passes(self, records, people):
        """Whether least <= records / people <= most."""
        (p, q), (r, s) = self
        return p * people <= records * q and records * s <= r * people


def text_of_share(p, q) -> str:
    """A share as a decimal number. One of more than nine decimals stays a fraction.

    >>> text_of_share(1, 2), text_of_share(2, 3)
    ('0.5', '2/3')
    """
    return '%d/%d' % (p, q) if 10 ** 9 % q else '%.9g' % (p / q)


class Population:
    """The population of a table, and what is required of its classes in it.

    name       of its file
    counts     {quasi tuple: people}, of the quasi-identifiers alone
    k_map      the least people of a class, or None
    presence   a Presence, or None
    missing    how many people were left out for a missing value
    counted    the column that says how many people each row stands for, or None

    >>> half = Presence((0, 1), (1, 2))
    >>> population = Population('people.csv', {('38',): 3, ('39',): 1}, k_map=2, presence=half)
    >>> population.passes(1, 3), population.passes(1, 1), population.lacks(1, 1)
    (True, False, 'k-map = 2 and delta-presence = 0:0.5')
    >>> population.lacks(2, 2), population.failed(2, 2)
    ('delta-presence = 0:0.5', ['delta_presence'])
    """

    def __init__(self, name, counts, k_map=None, presence=None, missing=0, counted=None):
        self.name, self.counts = name, frequency_set_of(counts)
        self.k_map, self.presence = k_map or 0, presence
        self.missing, self.counted = missing, counted
        # Whether everybody must lie in a published class.
        self.everybody = presence is not None and presence.least[0] > 0
        self.survives_merging = presence is None or presence.most[0] == presence.most[1]

    def passes(self, records, people) -> bool:
        """Whether a class of so many records and people passes."""
        return people >= self.k_map and not self._fails_presence(records, people)

    def needs(self, k) -> int:
        """How many people every class has that passes, if it has k records or more.

        >>> presences = [Presence(0, most) for most in ((1, 2), (2, 3), (1, 1))]
        >>> [Population('people.csv', {('38',): 9}, 4, each).needs(3) for each in presences]
        [6, 5, 4]
        """
        if not self.presence:
            return self.k_map
        p, q = self.presence.most
        return max(self.k_map, -(-k * q // p))      # records / people <= p / q

    def lacks(self, records, people) -> str:
        """What a class of so many records and people fails, in words."""
        words = self._in_words()
        return ' and '.join(words[name] for name in self.failed(records, people))

    def failed(self, records, people) -> list:
        """What a class of so many records and people fails, as the names of the settings."""
        names = []
        if people < self.k_map:
            names.append('k_map')
        if self._fails_presence(records, people):
            names.append('delta_presence')
        return names

    def asked(self) -> list:
        """What is required, in words."""
        return list(self._in_words().values())

    def _in_words(self) -> dict:
        """{name of an option: what it requires, in words}."""
        words = {}
        if self.k_map:
            words['k_map'] = 'k-map = %d' % self.k_map
        if self.presence is not None:
            words['delta_presence'] = 'delta-presence = ' + str(self.presence)
        return words

    def _fails_presence(self, records, people):
        return self.presence is not None and not self.presence.passes(records, people)

    def told(self, sizes, people, frequency_set) -> dict:
        """What a report tells of the published classes.

        sizes: {published tuple: records} of them. people: {published tuple: people} of them, and of
        all others. nowhere: how many people lie in no published class. lacking: how many records
        have no counterpart in the population, value for value.

        >>> population = Population('people.csv', {('38',): 3, ('39',): 1, ('41',): 2}, k_map=2,
        ...                         missing=7)
        >>> told = population.told({('3*',): 2, ('5*',): 1}, {('3*',): 4, ('4*',): 2},
        ...                        {('38',): 1, ('39',): 3, ('50',): 1})
        >>> [told[name] for name in ('people', 'people_missing', 'required', 'k_map', 'presence')]
        [6, 7, ['k-map = 2'], 0, [0.5, 0.5]]
        >>> told['nowhere'], told['lacking']
        (2, 3)
        """
        people_of = {labels: people.get(labels, 0) for labels in sizes}
        shares = [n / people_of[labels] for labels, n in sizes.items() if people_of[labels]]
        return {'file': self.name,
                'people': self.counts.records,
                'people_missing': self.missing,
                'required': self.asked(),
                'k_map': min(people_of.values()),
                'presence': [min(shares, default=None), max(shares, default=None)],
                'nowhere': sum(people.values()) - sum(people_of.values()),
                'lacking': sum(self.lacking(frequency_set).values())}

    def lacking(self, frequency_set) -> dict:
        """{quasi tuple: how many more records the table has than the population has people}."""
        table = frequency_set_of(frequency_set)
        records = added_up(table, table.values())
        people = added_up(self.counts, self.counts.values())
        more = {}
        for quasi, n in records.items():
            if n > people.get(quasi, 0):
                more[quasi] = n - people.get(quasi, 0)
        return more

    def check_holds(self, frequency_set):
        """DataError if delta-presence is asked for, and people of the table are not there."""
        more = self.lacking(frequency_set) if self.presence else {}
        if more:
            raise DataError('does not hold the people of the table, so nobody\'s presence can be'
                            ' told: there is nobody of the same values for %s of the table; name'
                            ' the population that the table was taken from'
                            % many(sum(more.values()), 'record'), self.name)
