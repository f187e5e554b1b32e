"""A recoding says what is published for each quasi tuple: {quasi tuple: published tuple, or None = suppressed}.

Relaxed Mondrian may part the records of a tuple: then its entry is a Split, that says how many go to which class.

Promise: every quasi tuple of the frequency set has an entry, and every published class satisfies what is required.
"""

from __future__ import annotations

from . import Recoding, Vector
from .dealing import Split, split_among
from .errors import DataError, show
from .frequency import added_up, relabelled


def full_domain(lattice, vector: Vector) -> Recoding:
    """Every value generalized to its column's level; classes that do not satisfy are suppressed.

    >>> from .hierarchy import Hierarchy
    >>> from .lattice import Lattice
    >>> tree = Hierarchy({'38': '[35-39]', '39': '[35-39]', '41': '[40-44]', '[35-39]': '*', '[40-44]': '*'})
    >>> full_domain(Lattice({('38',): 1, ('39',): 1, ('41',): 1}, [tree], k=2), (1,))
    {('38',): ('[35-39]',), ('39',): ('[35-39]',), ('41',): None}
    """
    labels = list(relabelled(lattice.frequency_set, lattice.maps(vector)))
    suppressed = lattice.failing(labels)
    return {quasi: None if published in suppressed else published
            for quasi, published in zip(lattice.frequency_set, labels)}


def multidimensional(frequency_set, dimensions, partitioning, beyond=None) -> tuple:
    """Every quasi tuple published by the labels of its partition: the recoding, and each column's {published text: Label}.

    A quasi tuple whose records lie in partitions with different labels has a Split (dealing.py).

    >>> from .dimension import Dimension
    >>> from .mondrian import Partitioning
    >>> multidimensional({('38',): 1, ('39',): 1}, [Dimension({'38': 1, '39': 1})],
    ...                  Partitioning([[(0, 1), (1, 1)]], [((0, 1),)], []))[0]
    {('38',): ('[38-39]',), ('39',): ('[38-39]',)}
    """
    rows, labels = labelled(dimensions, partitioning)
    published, parted, width = {}, set(), len(dimensions)
    for partition, row in zip(partitioning.partitions, rows):
        found = dict.fromkeys([t[:width] for t in partition], row)
        if not published.keys().isdisjoint(found):
            parted.update(codes for codes in published.keys() & found.keys() if published[codes] != row)
        published.update(found)
    coded = list(relabelled(frequency_set, [dimension.codes for dimension in dimensions]))
    recoding, amounts = dict(zip(frequency_set, map(published.__getitem__, coded))), {codes: {} for codes in parted}
    for quasi, codes in zip(frequency_set, coded) if parted else ():
        if codes in parted:
            amounts[codes][quasi] = beyond.histograms[quasi] if beyond else {(): frequency_set[quasi]}
    for codes, shares in shares_of(parted, partitioning.partitions, rows, width).items():
        recoding.update(split_among(amounts[codes], shares))
    return recoding, labels


def labelled(dimensions, partitioning) -> tuple:
    """The published tuple of each partition, and each column's {published text: Label}."""
    rows, labels = [], [{} for _ in dimensions]
    for partition, box in zip(partitioning.partitions, partitioning.boxes):
        made = [dimension.label(codes, sides) for dimension, codes, sides in zip(dimensions, zip(*partition), box)]
        for known, label in zip(labels, made):
            if known.setdefault(label.text, label) != label:
                raise DataError('%s is both a value and the label of a set; rename the value' % show(label.text))
        rows.append(tuple(label.text for label in made))
    return rows, labels


def shares_of(parted, partitions, rows, width) -> dict:
    """{codes: {sensitive values, or (): {published tuple: records}}} of the codes that are parted; width: of the codes."""
    shares = {codes: {} for codes in parted}
    for partition, row in zip(partitions, rows) if parted else ():
        for t in partition:
            if t[:width] in parted:
                of_known = shares[t[:width]].setdefault(t[width] if len(t) > width + 1 else (), {})
                of_known[row] = of_known.get(row, 0) + t[-1]
    return shares


def flows(frequency_set, recoding) -> tuple:
    """(quasi tuples, records, published tuples or None), as lists; a tuple with a Split is there once for each class.

    >>> flows({('38',): 1, ('41',): 3}, {('38',): None, ('41',): Split({(): {('4*',): 2, ('*',): 1}})})
    ([('38',), ('41',), ('41',)], [1, 2, 1], [None, ('4*',), ('*',)])
    """
    if not any(isinstance(entry, Split) for entry in recoding.values()):
        return list(frequency_set), list(frequency_set.values()), list(map(recoding.__getitem__, frequency_set))
    rows = [(quasi, n, published) for quasi, records in frequency_set.items()
            for published, n in (recoding[quasi].classes().items() if isinstance(recoding[quasi], Split)
                                 else [(recoding[quasi], records)])]
    return tuple(map(list, zip(*rows)))


def sizes_of(flows_) -> tuple:
    """The published classes as a frequency set, and how many records are suppressed; flows_: what `flows` returns.

    >>> sizes_of(([('38',), ('39',), ('41',)], [1, 1, 1], [('3*',), ('3*',), None]))
    ({('3*',): 2}, 1)
    """
    _, counts, published = flows_
    sizes = added_up(published, counts)
    return sizes, sizes.pop(None, 0)
