"""Frequency sets: how often each combination of values occurs. Every algorithm works on them, never on records.

Promise: counting the parts of a table and merging the counts is counting the table, and rolling a frequency set up is
counting the generalized table.
Invariant: the counts of a frequency set sum to the records counted, whatever it is rolled up to; so rolling up never
increases the number of records in classes below k (classes only merge).
"""

from __future__ import annotations

from collections import Counter

from . import FrequencySet


def count(tuples) -> FrequencySet:
    """How often each tuple occurs.

    >>> count([('39', 'Male'), ('50', 'Male'), ('39', 'Male')])
    {('39', 'Male'): 2, ('50', 'Male'): 1}
    """
    return dict(Counter(tuples))


def merge(*frequency_sets) -> FrequencySet:
    """The frequency set of all the tables together.

    >>> merge({('39',): 2}, {('39',): 1, ('50',): 1})
    {('39',): 3, ('50',): 1}
    """
    merged = Counter()
    for frequency_set in frequency_sets:
        merged.update(frequency_set)
    return dict(merged)


def totals(histograms) -> FrequencySet:
    """The frequency set of the quasi tuples of {quasi tuple: {carried values: count}}.

    >>> totals({('39',): {('Sales',): 2, ('Tech',): 1}})
    {('39',): 3}
    """
    return {quasi: sum(histogram.values()) for quasi, histogram in histograms.items()}


def recoded(histograms, recoding) -> dict:
    """The histograms as they are published: {published tuple: {carried values: records}}, without the suppressed.

    >>> recoding = {('39',): ('3*',), ('38',): ('3*',)}
    >>> recoded({('39',): {('Sales',): 2}, ('38',): {('Sales',): 1, ('Tech',): 1}}, recoding)
    {('3*',): {('Sales',): 3, ('Tech',): 1}}
    """
    classes, parts = {}, zip(map(recoding.__getitem__, histograms), histograms.values())
    if any(isinstance(entry, dict) for entry in recoding.values()):
        parts = (part for entry, histogram in parts for part in shares(entry, histogram))
    for published, histogram in parts:
        if published in classes:
            of_class = classes[published]
            for carried, n in histogram.items():
                of_class[carried] = of_class.get(carried, 0) + n
        else:
            classes[published] = dict(histogram)
    classes.pop(None, None)
    return classes


def shares(entry, histogram):
    """The (published tuple, {carried values: records}) pairs of one quasi tuple; entry: what a recoding has for it, a
    published tuple, None or, where its records are handed out among several classes, a Hand (dealing.py).

    >>> list(shares(('3*',), {('Sales',): 2}))
    [(('3*',), {('Sales',): 2})]
    """
    return entry.take(histogram).items() if isinstance(entry, dict) else ((entry, histogram),)


def columns(frequency_set) -> list:
    """Each column's own {value: count}.

    >>> columns({('39', 'Male'): 2, ('50', 'Male'): 1})
    [{'39': 2, '50': 1}, {'Male': 3}]
    """
    return [added_up(column, frequency_set.values()) for column in zip(*frequency_set)]


def relabelled(frequency_set, maps):
    """Each tuple, in the set's order, with its values replaced by their column's map, {value: label}.

    >>> list(relabelled({('39', 'Male'): 2}, [{'39': '[35-39]'}, {'Male': '*'}]))
    [('[35-39]', '*')]
    """
    return zip(*(map(table.__getitem__, column) for table, column in zip(maps, zip(*frequency_set))))


def roll_up(frequency_set, maps) -> FrequencySet:
    """The frequency set of the relabelled table.

    >>> roll_up({('39', 'Male'): 2, ('36', 'Male'): 1}, [{'39': '[35-39]', '36': '[35-39]'}, {'Male': 'Male'}])
    {('[35-39]', 'Male'): 3}
    """
    return added_up(relabelled(frequency_set, maps), frequency_set.values())


def added_up(values, counts) -> FrequencySet:
    """The frequency set of values (or tuples) with their counts, the counts of equal ones added.

    >>> added_up(['a', 'b', 'a'], [1, 1, 2])
    {'a': 3, 'b': 1}
    """
    total = {}
    for value, n in zip(values, counts):
        total[value] = total.get(value, 0) + n
    return total


def below(counts, k) -> int:
    """How many records are in classes of fewer than k, of all classes' counts.

    >>> below([3, 1, 1], 2)
    2
    """
    return sum(n for n in counts if n < k)


def is_k_anonymous(frequency_set, k) -> bool:
    """The definition: every combination of quasi-identifying values that occurs, occurs at least k times.

    >>> is_k_anonymous({('39',): 3, ('50',): 1}, 2), is_k_anonymous({('*',): 4}, 2)
    (False, True)
    """
    return all(n >= k for n in frequency_set.values())
