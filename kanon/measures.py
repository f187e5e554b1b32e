"""What a release costs, and which vector costs least.

Every measure is computed from the published classes {published tuple: count} and the number of suppressed records, never
from records; a suppressed record counts as fully generalized. Departs from Iyengar in that the leaves of a hierarchy
count only if they occur in the table: what nobody has cannot be lost.
Sums of fractions go through math.fsum, so that every Python prints the same digits.
"""

from __future__ import annotations

from math import fsum

from .frequency import columns
from .recoding import classes, full_domain


def tree_losses(frequency_set, hierarchies) -> list:
    """Each column's {label: (leaves under it - 1) / (leaves - 1)}, of the leaves present in the frequency set.

    >>> from .hierarchy import Hierarchy
    >>> tree = Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*', 'd': '*'})
    >>> tree_losses({('a',): 1, ('b',): 1, ('c',): 1}, [tree])
    [{'a': 0.0, 'ab': 0.5, '*': 1.0, 'b': 0.0, 'c': 0.0}]
    """
    return [{node: (leaves - 1) / (len(values) - 1 or 1) for node, leaves in tree.leaf_counts(values).items()}
            for tree, values in zip(hierarchies, columns(frequency_set))]


def column_losses(sizes, suppressed, losses) -> list:
    """The mean loss of each column over all records, 0 (unchanged) to 1 (nothing left).

    >>> column_losses({('ab', 'x'): 2, ('c', 'x'): 1}, 1, [{'ab': 0.5, 'c': 0.0}, {'x': 0.0}])
    [0.5, 0.25]
    """
    records = sum(sizes.values()) + suppressed
    return [fsum([suppressed, *(table[published[column]] * n for published, n in sizes.items())]) / records
            for column, table in enumerate(losses)]


def lm(sizes, suppressed, losses) -> float:
    """The loss metric: the sum over the quasi-identifiers of the mean loss of all records; 0 to their number.

    V. Iyengar, Transforming Data to Satisfy Privacy Constraints, KDD 2002.

    >>> lm({('ab', 'x'): 2, ('c', 'x'): 1}, 1, [{'ab': 0.5, 'c': 0.0}, {'x': 0.0}])
    0.75
    """
    return fsum(column_losses(sizes, suppressed, losses))


def lm_published(sizes, suppressed, losses) -> float:
    """The loss metric of the published records alone.

    >>> round(lm_published({('ab', 'x'): 2, ('c', 'x'): 1}, 1, [{'ab': 0.5, 'c': 0.0}, {'x': 0.0}]), 4)
    0.3333
    """
    return lm(sizes, 0, losses)


def dm(sizes, suppressed) -> int:
    """The discernibility metric: each record pays the size of its class, a suppressed one that of the table.

    R. Bayardo, R. Agrawal, Data Privacy through Optimal k-Anonymization, ICDE 2005.

    >>> dm({('3*',): 2, ('4*',): 3}, 1)     # 4 + 9 + 6
    19
    """
    records = sum(sizes.values()) + suppressed
    return sum(n * n for n in sizes.values()) + suppressed * records


def c_avg(sizes, k) -> float:
    """The normalized average class size: published records / classes / k; 1 is the best possible. LeFevre 2006.

    >>> c_avg({('3*',): 2, ('4*',): 4}, 2)
    1.5
    """
    return sum(sizes.values()) / len(sizes) / k


def precision(sizes, suppressed, vector, top) -> float:
    """Prec: 1 - the mean over all cells of level / height; 1 (unchanged) to 0.

    L. Sweeney, Achieving k-Anonymity Privacy Protection Using Generalization and Suppression, 2002. The levels of a
    suppressed record are the heights.

    >>> precision({('person', '02138'): 8}, 0, (1, 0), (2, 3))
    0.75
    """
    published = sum(sizes.values())
    share = published / (published + suppressed)
    return share * (1 - fsum(level / height for level, height in zip(vector, top)) / len(top))


def best_vector(search, losses, measure):
    """Of a search's vectors that of the least lm or dm, of the greatest precision, or the first; ties go to the first.

    >>> from .hierarchy import Hierarchy
    >>> from .samarati import samarati
    >>> trees = [Hierarchy({'a': '*', 'b': '*'}), Hierarchy({'x': 'xy', 'y': 'xy', 'xy': '*', 'z': '*'})]
    >>> frequency_set = {('a', 'x'): 1, ('a', 'y'): 1, ('b', 'x'): 1, ('b', 'y'): 1}
    >>> search = samarati(frequency_set, trees, k=2, max_suppression=0)
    >>> search.vectors, best_vector(search, tree_losses(frequency_set, trees), 'precision')
    ([(0, 1), (1, 0)], (0, 1))
    """
    lattice = search.lattice

    def cost(vector):
        sizes, suppressed = classes(lattice.frequency_set, full_domain(lattice, vector))
        if measure == 'lm':
            return lm(sizes, suppressed, losses)
        if measure == 'dm':
            return dm(sizes, suppressed)
        return -precision(sizes, suppressed, vector, lattice.top)

    if measure == 'first' or len(search.vectors) == 1:
        return search.vectors[0]
    return min(search.vectors, key=cost)
