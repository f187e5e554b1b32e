"""A recoding says what is published for each quasi tuple: {quasi tuple: published tuple, or None = suppressed}.

Relaxed Mondrian may part the records of a tuple. Its entry is then a Split (dealing.py), which says how many go to which class.

Promise: every quasi tuple of the frequency set has an entry, and every published class satisfies what is required.
"""

from __future__ import annotations

from . import Recoding, Vector
from .dealing import Split, shares_of, splits
from .frequency import added_up, relabelled
from .labels import labelled


def full_domain(lattice, vector: Vector) -> Recoding:
    """Every value is generalized to its column's level. Classes that do not satisfy are suppressed.

    >>> from .hierarchy import Hierarchy
    >>> from .lattice import Lattice
    >>> tree = Hierarchy({'38': '[35-39]', '39': '[35-39]', '41': '[40-44]', '[35-39]': '*', '[40-44]': '*'})
    >>> full_domain(Lattice({('38',): 1, ('39',): 1, ('41',): 1}, [tree], k=2), (1,))
    {('38',): ('[35-39]',), ('39',): ('[35-39]',), ('41',): None}
    """
    generalized = list(relabelled(lattice.frequency_set, lattice.maps(vector)))
    suppressed = lattice.failing_tuples(generalized)
    return {quasi: None if published in suppressed else published
            for quasi, published in zip(lattice.frequency_set, generalized)}


def multidimensional(frequency_set, dimensions, partitions, required) -> tuple:
    """Every quasi tuple is published by the labels of its partition: the recoding, and each column's {published text: Label}.

    >>> from .dimensions import dimension_of
    >>> from .partition import partition_of
    >>> from .required import Required
    >>> ages, required = {('38',): 1, ('39',): 1}, Required(2)
    >>> dimensions = [dimension_of({'38': 1, '39': 1})]
    >>> multidimensional(ages, dimensions, [partition_of(ages, dimensions, required)], required)[0]
    {('38',): ('[38-39]',), ('39',): ('[38-39]',)}
    """
    rows, labels = labelled(dimensions, partitions)         # rows: the published tuple of each partition
    published = {codes: row for partition, row in zip(partitions, rows) for codes in partition.codes()}
    coded = dict(zip(frequency_set, relabelled(frequency_set, [dimension.codes for dimension in dimensions])))
    recoding = dict(zip(coded, map(published.__getitem__, coded.values())))
    parted = splits(frequency_set, coded, shares_of(partitions, rows, published), required)     # {} after strict cuts
    return {**recoding, **parted}, labels


def flows(frequency_set, recoding) -> tuple:
    """(quasi tuples, records, published tuples or None), as lists. A tuple with a Split is there once for each class.

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
    """The published classes as a frequency set, and how many records are suppressed. flows_: what `flows` returns.

    >>> sizes_of(([('38',), ('39',), ('41',)], [1, 1, 1], [('3*',), ('3*',), None]))
    ({('3*',): 2}, 1)
    """
    _, counts, published = flows_
    sizes = added_up(published, counts)
    return sizes, sizes.pop(None, 0)
