"""Frequency sets: how often each combination of values occurs. Every algorithm works on them, never on records.

Promise: counting the parts of a table and merging the counts is counting the table. Rolling a frequency set up is
counting the generalized table.
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


def columns(frequency_set) -> list:
    """Each column's own {value: count}.

    >>> columns({('39', 'Male'): 2, ('50', 'Male'): 1})
    [{'39': 2, '50': 1}, {'Male': 3}]
    """
    return [added_up(column, frequency_set.values()) for column in zip(*frequency_set)]


def relabelled(frequency_set, maps):
    """The tuples, in the set's order, with each value replaced by its label. maps: {value: label} of each column.

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
    """The frequency set of values (or tuples) with their counts. The counts of equal values are added.

    >>> added_up(['a', 'b', 'a'], [1, 1, 2])
    {'a': 3, 'b': 1}
    """
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


def recoded(histograms, recoding) -> dict:
    """The histograms of the published classes, {published tuple: {carried values: records}}. Suppressed records are left out.

    >>> recoding = {('39',): ('3*',), ('38',): ('3*',)}
    >>> recoded({('39',): {('Sales',): 2}, ('38',): {('Sales',): 1, ('Tech',): 1}}, recoding)
    {('3*',): {('Sales',): 3, ('Tech',): 1}}
    """
    classes: dict = {}
    for quasi, histogram in histograms.items():
        for published, part in shares(recoding[quasi], histogram):
            if published in classes:
                of_class = classes[published]
                for carried, n in part.items():
                    of_class[carried] = of_class.get(carried, 0) + n
            else:
                classes[published] = dict(part)
    classes.pop(None, None)
    return classes


def shares(entry, histogram):
    """Yield (published tuple, {carried values: records}) for the records of one quasi tuple.

    entry: what the recoding has for the tuple. Mostly that is one published tuple, or None. After a relaxed cut the
    records may belong to several classes. Then the entry deals them out (`Hand` in dealing.py).

    >>> list(shares(('3*',), {('Sales',): 2}))
    [(('3*',), {('Sales',): 2})]
    """
    return entry.take(histogram).items() if isinstance(entry, dict) else ((entry, histogram),)


def without(counts, root) -> dict:
    """{value: count} of the values that are not missing. root: None where none is published so."""
    return {value: n for value, n in counts.items() if value != root}
