"""The linkage attack: how far an identified table tells which records of a release belong to whom.

Promise: a person's candidates are exactly the records of the release whose labels cover the person's values in all
quasi-identifiers. Each person is counted once.
Invariant: in a release without suppression that covers everybody it publishes, nobody has fewer candidates than the smallest
class has records. Fewer candidates come from joining two releases.
Departs from a search person by person and record by record, for speed: people with equal values are looked up once, classes
are compared instead of records, and people whom the same classes cover are counted together.
A row with * in every quasi-identifier is suppressed, as other tools publish it. It is counted, but is nobody's candidate.

Linkage: P. Samarati, L. Sweeney, Protecting Privacy when Disclosing Information, 1998. One value: A. Machanavajjhala et al.,
l-Diversity, ICDE 2006. Two releases: L. Sweeney, k-Anonymity: A Model for Protecting Privacy, IJUFKS 10(5), 2002;
S. Ganta, S. Kasiviswanathan, A. Smith, Composition Attacks and Auxiliary Information in Data Privacy, KDD 2008.
"""

from __future__ import annotations

from array import array
from collections import Counter
from functools import reduce
from operator import and_

from ..errors import DataError, quoted
from ..frequency import added_up
from .classes import in_classes
from .published_labels import KnownValues, masks


class Records:
    """The records of a table: the distinct ones, how often each occurs, and each record's place among them, in table order.

    >>> people = Records([('13053', '28'), ('13068', '29'), ('13053', '28')])
    >>> people.distinct, list(people.order), people.counts
    ([('13053', '28'), ('13068', '29')], [0, 1, 0], [2, 1])
    """

    def __init__(self, tuples):
        places = {}
        self.order = array('L', (places.setdefault(t, len(places)) for t in tuples))
        counts = Counter(self.order)
        self.distinct, self.counts = list(places), [counts[place] for place in range(len(places))]


class Release:
    """A published table: its classes, each with the histogram of its carried values.

    records      Records of (quasi-identifiers..., carried values...)
    classes      {published tuple: {carried values: records}}, without the suppressed rows
    suppressed   how many rows have * in every quasi-identifier, if others do not
    k            the records of the smallest class

    >>> release = Release('r.csv', ['age'], ['condition'], [('[21-29]', 'flu'), ('[21-29]', 'flu'), ('*', 'ulcer')])
    >>> release.classes, release.suppressed, release.k
    ({('[21-29]',): {('flu',): 2}}, 1, 2)
    """

    def __init__(self, name, quasi, carried, tuples):
        self.name, self.quasi, self.carried, self.records = name, quasi, carried, Records(tuples)
        if not self.records.distinct:
            raise DataError('holds no record', name)
        self.classes, suppressed = in_classes(dict(zip(self.records.distinct, self.records.counts)), len(quasi))
        self.suppressed, self._candidates = sum(suppressed.values()), {}
        self.k = min(sum(histogram.values()) for histogram in self.classes.values())

    def covering(self, people, trees, decimal='.') -> list:
        """For each of these quasi tuples, the classes that cover it, as the bits of an int. decimal: the decimal sign of numbers.

        >>> release = Release('r.csv', ['zip', 'age'], [], [('*', '[21-29]'), ('13053', '[21-50]')])
        >>> release.covering([('13053', '28'), ('13053', '50'), ('13068', '50')], [None, None])
        [3, 2, 0]
        """
        mask_of = []        # of each column {value: mask}
        for name, labels, values, tree in zip(self.quasi, zip(*self.classes), zip(*people), trees):
            try:
                mask_of.append(masks(labels, KnownValues(values, tree, decimal)))
            except DataError as error:
                raise DataError('column %s: %s; name the folder of a hierarchy that has it with --hierarchies'
                                % (quoted(name), error.problem), self.name) from None
        return [reduce(and_, (of_value[value] for of_value, value in zip(mask_of, person))) for person in people]

    def candidates(self, mask) -> dict:
        """The histogram of the carried values of these classes together."""
        if mask not in self._candidates:
            histograms = list(self.classes.values())
            total: Counter = Counter()
            for place in set_bits(mask):
                total.update(histograms[place])
            self._candidates[mask] = dict(total)
        return self._candidates[mask]


def linkage(release, covers, counts) -> list:
    """[(histogram of the candidates, how many people have these candidates)].

    covers: the classes that cover each person's values, from `Release.covering`. counts: how many people have these values.
    """
    return [(release.candidates(mask), people) for mask, people in added_up(covers, counts).items()]


def joined(releases, covers, counts) -> list:
    """The same for two releases of one table, joined over the columns that both carry. covers: one list for each release."""
    first, second = releases
    shared = [name for name in first.carried if name in second.carried]
    pairs = added_up(zip(*covers), counts)
    return [(join(projected(first, one, shared), projected(second, other, shared)), people)
            for (one, other), people in pairs.items()]


def projected(release, mask, columns) -> dict:
    """The histogram of the candidates over some of the carried columns."""
    places = [release.carried.index(name) for name in columns]
    histogram = release.candidates(mask)
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


def narrowed(links, k, carried) -> dict:
    """How many people have no candidate, one, fewer than k, or only one sensitive value; links: [(histogram of the candidates, people)].

    no_candidate   the person is not in the release, or is suppressed
    one_record     one candidate
    below_k        fewer than k candidates, but at least one
    one_value      several candidates with the same carried values; if there are several columns, also for each alone
    least, mean    the number of candidates, of people who have any

    >>> narrowed([({('flu',): 2, ('ulcer',): 2}, 4), ({('flu',): 3}, 2), ({}, 1)], 4, ['condition'])['below_k']
    2
    """
    linked = [(histogram, sum(histogram.values()), people) for histogram, people in links]
    total = sum(people for _, people in links)
    sizes = [size for _, size, _ in linked if size]

    def one_value(places):
        return sum(people for histogram, size, people in linked
                   if size > 1 and len({tuple(values[place] for place in places) for values in histogram}) == 1)

    row = {'people': total, 'k': k, 'no_candidate': sum(people for _, size, people in linked if size == 0),
           'one_record': sum(people for _, size, people in linked if size == 1),
           'below_k': sum(people for _, size, people in linked if 0 < size < k),
           'one_value': one_value(range(len(carried))) if carried else None}
    if len(carried) > 1:
        row.update(('one_%s' % name, one_value([place])) for place, name in enumerate(carried))
    with_candidates = total - row['no_candidate']
    return {**row, 'least': min(sizes, default=None),
            'mean': sum(size * people for _, size, people in linked) / with_candidates if with_candidates else None}


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
