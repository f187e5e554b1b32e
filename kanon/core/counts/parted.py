"""The records of one quasi tuple handed out among several classes, after relaxed cuts.

A relaxed cut may part the records of a tuple, which agree in all quasi-identifiers. When they are
published, counts decide which of them goes to which class.

Promise: each class gets exactly as many records of the tuple as its partition has. With rules
beyond k that is true of each combination of sensitive values. The other carried values are handed
out in proportion, as far as whole records allow. How many each class gets does not depend on the
order in which the records are published. The rows of parted tuples are kept in memory, the others
are not.
"""

from __future__ import annotations

from collections import Counter

from .frequency import added_up
from .required import histograms_of, known_columns


class Split(dict):
    """The entry of a parted quasi tuple in a recoding: {sensitive values: {published tuple:
    records}}.

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
    >>> list(hand.take(('flu',), 3))
    [(('3*',), 2), (('4*',), 1)]
    """

    def take(self, carried, n):
        """Hand out so many records of the tuple with these carried values.

        Yield (published tuple, records).
        """
        left = self[carried]
        while n:
            published = next(iter(left))
            given = min(n, left[published])
            n -= given
            left[published] -= given
            if not left[published]:
                del left[published]
            yield published, given


def splits(table, codes, partitions, rows, required) -> dict:
    """{row of the table: its Split} of all parted tuples.

    codes: of each row of the table. rows: the published tuple of each partition.
    """
    shares = shares_published(partitions, rows)
    if not shares:
        return {}
    row_of = {(quasi, row): row for row, quasi in enumerate(table) if codes[row] in shares}
    histograms = None
    if required.rules:
        histograms = histograms_of(required.sensitive(table), set(row_of.values()))
    records = list(table.values())
    amounts: dict = {place: {} for place in shares}
    for quasi, row in row_of:
        histogram = histograms[row] if histograms else {(): records[row]}
        amounts[codes[row]][quasi, row] = histogram
    splits_of_rows = {}
    for place in shares:
        for key, split in split_among(amounts[place], shares[place]).items():
            splits_of_rows[row_of[key]] = split
    return splits_of_rows


def shares_published(partitions, rows) -> dict:
    """{codes: {sensitive values, or (): {published tuple: records}}}.

    The codes are those that are published in several ways.
    rows: the published tuple of each partition.
    """
    of_partitions = [list(zip(*partition.columns())) for partition in partitions]
    published: dict = {}        # {codes: the published tuple of the last partition with them}
    for row, of_partition in zip(rows, of_partitions):
        published.update(dict.fromkeys(of_partition, row))
    shares: dict = {}
    for row, of_partition in zip(rows, of_partitions):
        shares.update((codes, {}) for codes in of_partition if published[codes] != row)
    if not shares:
        return {}
    for partition, of_partition, row in zip(partitions, of_partitions, rows):
        for codes, t in zip(of_partition, partition.tuples):
            if codes in shares:
                of_known = shares[codes].setdefault(t[-2] if len(t) > len(codes) + 1 else (), {})
                of_known[row] = of_known.get(row, 0) + t[-1]
    return shares


def split_among(amounts, shares) -> dict:
    """A Split for each of several quasi tuples with the same codes.

    amounts: {quasi tuple: {sensitive values: records}}. shares: {sensitive values: {published
    tuple: records}}.

    >>> split_among({('5',): {(): 1}, ('5.0',): {(): 3}}, {(): {('[4-5]',): 2, ('[5-6]',): 2}})
    {('5',): {(): {('[5-6]',): 1}}, ('5.0',): {(): {('[4-5]',): 2, ('[5-6]',): 1}}}
    """
    splits = {quasi: Split() for quasi in sorted(amounts)}
    for known, of_known in shares.items():
        having = [(quasi, amounts[quasi][known]) for quasi in splits if known in amounts[quasi]]
        for quasi, part in deal(having, of_known):
            splits[quasi][known] = part
    return splits


def hands(recoding, tally, places, signs=()) -> dict:
    """{row of the table: its Hand} for each Split of a recoding.

    places, signs: as `dealt` (recoding.py) takes them. The hands serve for one publishing, because
    a Hand is empty afterwards.
    """
    histograms: dict = {row: Counter() for row in recoding.splits}
    for row, carried, n in tally.records() if histograms else ():
        if row in histograms:
            histograms[row][carried] += n
    return {row: hand_of(split, histograms[row], places, signs)
            for row, split in recoding.splits.items()}


def hand_of(split, histogram, places, signs=()) -> Hand:
    """The Hand of one quasi tuple.

    >>> split = Split({('flu',): {('3*',): 2, ('4*',): 2}})
    >>> hand_of(split, {('flu', 'US'): 2, ('flu', 'UK'): 2}, [0])
    {('flu', 'UK'): {('3*',): 1, ('4*',): 1}, ('flu', 'US'): {('3*',): 1, ('4*',): 1}}
    """
    groups: dict = {}
    columns = known_columns(places, signs)
    for carried in sorted(histogram):
        values = tuple([known[carried[place]] for place, known in columns])     # as Tally.sensitive
        groups.setdefault(values, []).append(carried)
    hand = Hand()
    for values, group in groups.items():
        amounts = [(carried, histogram[carried]) for carried in group]
        hand.update(deal(amounts, split[values]))
    return hand


def deal(amounts, shares):
    """Yield each key of the (key, n) pairs with what it gets of {label: records}, in proportion.

    Both have the same sum.

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
    """How many of the first so many records go to each share. Each takes its proportion of what the
    shares before it left.

    >>> of_the_first(3, [2, 2, 2]), of_the_first(6, [2, 2, 2])
    ([1, 1, 1], [2, 2, 2])
    """
    total, taken = sum(sizes), []
    for size in sizes:
        taken.append(records * size // (total or 1))
        records -= taken[-1]
        total -= size
    return taken
