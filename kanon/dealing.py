"""The records of one quasi tuple handed out among several classes, after relaxed cuts.

A relaxed cut may part the records of a tuple, which agree in all quasi-identifiers. When they are published, counts decide
which of them goes to which class.

Promise: each class gets exactly as many records of the tuple as its partition has. With rules beyond k that is true of each
combination of sensitive values. The other carried values are handed out in proportion, as far as whole records allow.
The order in which the records are published does not change them. The rows of parted tuples are kept in memory, the
others are not.
"""

from __future__ import annotations

from collections import Counter

from . import Recoding
from .frequency import added_up


class Split(dict):
    """The entry of a parted quasi tuple in a recoding: {sensitive values: {published tuple: records}}.

    The sensitive values are () where k alone is required.
    """

    def classes(self) -> dict:
        """{published tuple: records}.

        >>> Split({('flu',): {('3*',): 2}, ('ulcer',): {('3*',): 1, ('4*',): 1}}).classes()
        {('3*',): 3, ('4*',): 1}
        """
        pairs = [pair for shares in self.values() for pair in shares.items()]
        return added_up(*zip(*pairs))


class Hand(dict):
    """{carried values: {published tuple: records still to be handed out}} of one quasi tuple.

    >>> hand = Hand({('flu',): {('3*',): 2, ('4*',): 1}})
    >>> hand.take({('flu',): 3})
    {('3*',): {('flu',): 2}, ('4*',): {('flu',): 1}}
    """

    def take(self, histogram) -> dict:
        """Hand out these records of the tuple, {carried values: records}: {published tuple: {carried values: records}}."""
        taken: dict = {}
        for carried, n in histogram.items():
            left = self[carried]
            while n:
                published = next(iter(left))
                given = min(n, left[published])
                n -= given
                left[published] -= given
                if not left[published]:
                    del left[published]
                taken.setdefault(published, {})[carried] = given
        return taken


def shares_of(partitions, rows, published) -> dict:
    """{codes: {sensitive values, or (): {published tuple: records}}} of the codes that are published in several ways.

    rows: the published tuple of each partition. published: {codes: one of these rows}.
    """
    if sum(len(partition.tuples) for partition in partitions) == len(published):
        return {}       # a shortcut: no codes are in two partitions
    of_partitions = [partition.codes() for partition in partitions]
    shares: dict = {codes: {} for row, of_partition in zip(rows, of_partitions) for codes in of_partition if published[codes] != row}
    for partition, of_partition, row in zip(partitions, of_partitions, rows) if shares else ():
        for codes, t in zip(of_partition, partition.tuples):
            if codes in shares:
                of_known = shares[codes].setdefault(t[-2] if len(t) > len(codes) + 1 else (), {})
                of_known[row] = of_known.get(row, 0) + t[-1]
    return shares


def splits(frequency_set, coded, shares, required) -> dict:
    """{quasi tuple: its Split} of all parted tuples. coded: {quasi tuple: its codes}; shares: of `shares_of`."""
    amounts: dict = {codes: {} for codes in shares}
    for quasi, codes in coded.items() if shares else ():
        if codes in shares:
            amounts[codes][quasi] = required.histograms[quasi] if required.rules else {(): frequency_set[quasi]}
    return {quasi: split for codes in shares for quasi, split in split_among(amounts[codes], shares[codes]).items()}


def split_among(amounts, shares) -> dict:
    """A Split for each of several quasi tuples with the same codes.

    amounts: {quasi tuple: {sensitive values: records}}. shares: {sensitive values: {published tuple: records}}.

    >>> split_among({('5',): {(): 1}, ('5.0',): {(): 3}}, {(): {('[4-5]',): 2, ('[5-6]',): 2}})
    {('5',): {(): {('[5-6]',): 1}}, ('5.0',): {(): {('[4-5]',): 2, ('[5-6]',): 1}}}
    """
    splits = {quasi: Split() for quasi in sorted(amounts)}
    for known, of_known in shares.items():
        having = [(quasi, amounts[quasi][known]) for quasi in splits if known in amounts[quasi]]
        for quasi, part in deal(having, of_known):
            splits[quasi][known] = part
    return splits


def dealt(recoding, tally, places) -> Recoding:
    """The recoding with a Hand for each Split. places: of the restricted sensitive columns among the carried ones.

    It serves for one publishing, because a Hand is empty afterwards.
    """
    splits = {quasi: split for quasi, split in recoding.items() if isinstance(split, Split)}
    if not splits:
        return recoding
    histograms: dict = {quasi: Counter() for quasi in splits}
    for part in tally.parts():
        for quasi in splits.keys() & part.keys():
            histograms[quasi].update(part[quasi])
    return {**recoding, **{quasi: hand_of(split, histograms[quasi], places) for quasi, split in splits.items()}}


def hand_of(split, histogram, places) -> Hand:
    """The Hand of one quasi tuple.

    >>> split = Split({('flu',): {('3*',): 2, ('4*',): 2}})
    >>> hand_of(split, {('flu', 'US'): 2, ('flu', 'UK'): 2}, [0])
    {('flu', 'UK'): {('3*',): 1, ('4*',): 1}, ('flu', 'US'): {('3*',): 1, ('4*',): 1}}
    """
    groups: dict = {}
    for carried in sorted(histogram):
        groups.setdefault(tuple(carried[place] or '?' for place in places), []).append(carried)      # as Tally.histograms
    return Hand((carried, shares) for known, group in groups.items()
                for carried, shares in deal([(carried, histogram[carried]) for carried in group], split[known]))


def deal(amounts, shares):
    """Yield each key of the (key, n) pairs with what it gets of {label: records}, in proportion. Both have the same sum.

    >>> list(deal([('flu', 4), ('ulcer', 2)], {'3*': 3, '4*': 3}))
    [('flu', {'3*': 2, '4*': 2}), ('ulcer', {'3*': 1, '4*': 1})]
    """
    upto, before = 0, [0] * len(shares)
    for key, n in amounts:
        upto += n
        after = of_the_first(upto, shares.values())
        yield key, {label: b - a for label, a, b in zip(shares, before, after) if b > a}
        before = after


def of_the_first(records, sizes) -> list:
    """How many of the first so many records go to each share. Each takes its proportion of what the shares before it left.

    >>> of_the_first(3, [2, 2, 2]), of_the_first(6, [2, 2, 2])
    ([1, 1, 1], [2, 2, 2])
    """
    total, taken = sum(sizes), []
    for size in sizes:
        taken.append(records * size // (total or 1))
        records -= taken[-1]
        total -= size
    return taken


# The release as a frequency set.

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
