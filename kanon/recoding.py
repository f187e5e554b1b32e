"""A recoding says what is published for each quasi tuple: {quasi tuple: published tuple, or None = suppressed}.

Promise: every quasi tuple of the frequency set has an entry, and every published class satisfies what is required.
"""

from __future__ import annotations

from . import Recoding, Vector
from .errors import DataError, show
from .frequency import added_up, recoded, relabelled


def full_domain(lattice, vector: Vector) -> Recoding:
    """Every value generalized to its column's level; classes that do not satisfy are suppressed.

    >>> from .hierarchy import Hierarchy
    >>> from .lattice import Lattice
    >>> tree = Hierarchy({'38': '[35-39]', '39': '[35-39]', '41': '[40-44]', '[35-39]': '*', '[40-44]': '*'})
    >>> full_domain(Lattice({('38',): 1, ('39',): 1, ('41',): 1}, [tree], k=2), (1,))
    {('38',): ('[35-39]',), ('39',): ('[35-39]',), ('41',): None}
    """
    labels = list(relabelled(lattice.frequency_set, lattice.maps(vector)))
    sizes, beyond = added_up(labels, lattice.frequency_set.values()), lattice.beyond
    suppressed = {published for published, n in sizes.items() if n < lattice.k}
    if beyond:
        classes_ = recoded(beyond.histograms, dict(zip(lattice.frequency_set, labels)))
        suppressed.update(published for published, class_ in classes_.items() if not beyond.passes(class_))
    return {quasi: None if published in suppressed else published
            for quasi, published in zip(lattice.frequency_set, labels)}


def multidimensional(frequency_set, dimensions, partitions) -> tuple:
    """Every quasi tuple published by the labels of its partition: the recoding, and each column's {label: loss} and
    {label: extent}, the records of the whole table that have a value it could mean.

    >>> from .dimension import Dimension
    >>> multidimensional({('38',): 1, ('39',): 1}, [Dimension({'38': 1, '39': 1})], [[(0, 1), (1, 1)]])
    ({('38',): ('[38-39]',), ('39',): ('[38-39]',)}, [{'[38-39]': 1.0}], [{'[38-39]': 2}])
    """
    published, losses, extents = {}, [{} for _ in dimensions], [{} for _ in dimensions]
    for partition in partitions:
        *columns, _ = zip(*partition)
        labels = [dimension.label(codes) for dimension, codes in zip(dimensions, columns)]
        for table, extent, (label, loss, records) in zip(losses, extents, labels):
            if table.setdefault(label, loss) != loss or extent.setdefault(label, records) != records:
                raise DataError('%s is both a value and the label of a set; rename the value' % show(label))
        row = tuple(label for label, _, _ in labels)
        for t in partition:
            published[t[:-1]] = row
    codes = relabelled(frequency_set, [dimension.codes for dimension in dimensions])
    return {quasi: published[t] for quasi, t in zip(frequency_set, codes)}, losses, extents


def classes(frequency_set, recoding) -> tuple:
    """The published classes as a frequency set, and how many records are suppressed.

    >>> classes({('38',): 1, ('39',): 1, ('41',): 1}, {('38',): ('3*',), ('39',): ('3*',), ('41',): None})
    ({('3*',): 2}, 1)
    """
    sizes = added_up(map(recoding.__getitem__, frequency_set), frequency_set.values())
    return sizes, sizes.pop(None, 0)
