"""Frequency sets: how often each combination of values occurs. Every algorithm works on them, never on records.

Promise: counting the parts of a table and merging the counts gives the same as counting the table. Rolling a frequency
set up gives the same as counting the generalized table.
Invariant: the counts sum to the number of records, whatever the set is rolled up to. Classes only merge. So rolling up
never increases the number of records in classes below k.
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
    merged: FrequencySet = Counter()
    for frequency_set in frequency_sets:
        merged.update(frequency_set)
    return dict(merged)


def relabelled(frequency_set, maps):
    """The tuples, in the set's order, with each value replaced by its label. maps: {value: label} of each column.

    >>> list(relabelled({('39', 'Male'): 2}, [{'39': '[35-39]'}, {'Male': '*'}]))
    [('[35-39]', '*')]
    """
    return zip(*(map(labels.__getitem__, column) for labels, column in zip(maps, zip(*frequency_set))))


def roll_up(frequency_set, maps) -> FrequencySet:
    """The frequency set of the relabelled table.

    >>> roll_up({('39', 'Male'): 2, ('36', 'Male'): 1}, [{'39': '[35-39]', '36': '[35-39]'}, {'Male': 'Male'}])
    {('[35-39]', 'Male'): 3}
    """
    return added_up(relabelled(frequency_set, maps), frequency_set.values())


def added_up(values, counts) -> FrequencySet:
    """The frequency set of values (or tuples) with their counts. The counts of equal values are added. No counts: each is one.

    >>> added_up(['a', 'b', 'a'], [1, 1, 2]), added_up(['a', 'b', 'a'], None)
    ({'a': 3, 'b': 1}, {'a': 2, 'b': 1})
    """
    if counts is None:
        return dict(Counter(values))
    total: FrequencySet = {}
    for value, n in zip(values, counts):
        total[value] = total.get(value, 0) + n
    return total


def totals(histograms) -> FrequencySet:
    """The frequency set of the quasi tuples alone. histograms: {quasi tuple: {carried values: records}}.

    >>> totals({('39',): {('Sales',): 2, ('Tech',): 1}})
    {('39',): 3}
    """
    return {quasi: sum(histogram.values()) for quasi, histogram in histograms.items()}


def without(counts, root) -> dict:
    """{value: count} without the root, which stands for missing values. root: None if no missing value is published so.

    >>> without({'25': 2, '*': 1}, '*')
    {'25': 2}
    """
    return {value: n for value, n in counts.items() if value != root}
