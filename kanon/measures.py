"""What a release costs.

Every measure is computed from the published classes {published tuple: count}, the number of suppressed records and
tables of the labels (class_entropy from the quasi tuples and their labels), never from records; a suppressed record
counts as fully generalized. Departs from Iyengar in that the leaves of a hierarchy count only if they occur in the table:
what nobody has cannot be lost.
Sums of fractions go through math.fsum, so that every Python prints the same digits.

Many settings of one table side by side, and every vector of its lattice.

Promise: a row says what the program of that algorithm would report with these options. The table is counted once, and
what is rolled up for one row serves the others; so `seconds`, of the search and the recoding, tend to fall.
"""

from __future__ import annotations

from collections import namedtuple
from itertools import compress
from math import fsum, log, log2
from operator import add

from .frequency import added_up, relabelled
from .recoding import flows, sizes_of

Outcome = namedtuple('Outcome', 'quasis counts published sizes suppressed labels columns losses extents vector top')


def of_vector(lattice, vector, recoding) -> Outcome:
    """All that the measures need of a full-domain generalization.

    quasis, counts, published: the quasi tuples, their records, what is published for them (None where suppressed); sizes: the
    published classes; labels: what would be published if nothing were suppressed.
    """
    frequency_set, values, trees = lattice.frequency_set, lattice.columns, lattice.hierarchies
    rows = flows(frequency_set, recoding)
    return Outcome(*rows, *sizes_of(rows),
                   list(relabelled(frequency_set, lattice.maps(vector))), values,
                   tree_losses(values, trees), tree_extents(values, trees), vector, lattice.top)


def of_partitions(frequency_set, recoding, labels, values) -> Outcome:
    """The same of Mondrian's partitions, which have no levels and suppress nothing.

    labels: each column's {text: Label}; values: each column's {value: count}.
    """
    rows = flows(frequency_set, recoding)
    losses, extents = ([{text: getattr(label, what) for text, label in of_column.items()} for of_column in labels]
                       for what in ('loss', 'extent'))
    return Outcome(*rows, *sizes_of(rows), rows[-1], values, losses, extents, None, None)


def all_measures(outcome, k, weights=None) -> dict:
    """All measures by name. None: precision, distortion and height where nothing is published by levels, lm_published and
    c_avg where nothing is published at all.
    """
    vector, top, sizes, suppressed = outcome.vector, outcome.top, outcome.sizes, outcome.suppressed
    return {
        'lm': lm(sizes, suppressed, outcome.losses, weights),
        'lm_published': lm_published(sizes, suppressed, outcome.losses, weights) if sizes else None,
        'dm': dm(sizes, suppressed),
        'entropy': entropy(sizes, suppressed, outcome.extents, outcome.columns),
        'class_entropy': class_entropy(outcome.quasis, outcome.counts, outcome.labels),
        'c_avg': c_avg(sizes, k) if sizes else None,
        'precision': vector and precision(sizes, suppressed, vector, top),
        'distortion': vector and distortion(vector, top),
        'height': vector and sum(vector),
        'suppressed': suppressed,
    }


def tree_losses(values, hierarchies) -> list:
    """Each column's {label: (leaves under it - 1) / (leaves - 1)}, of the leaves that occur in its {value: count}.

    >>> from .hierarchy import Hierarchy
    >>> tree = Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*', 'd': '*'})
    >>> tree_losses([{'a': 1, 'b': 1, 'c': 1}], [tree])
    [{'a': 0.0, 'ab': 0.5, '*': 1.0, 'b': 0.0, 'c': 0.0}]
    """
    return [{node: (leaves - 1) / (len(counts) - 1 or 1) for node, leaves in tree.leaf_counts(counts).items()}
            for tree, counts in zip(hierarchies, values)]


def tree_extents(values, hierarchies) -> list:
    """Each column's {label: how many records of the whole table have a value under it}.

    >>> from .hierarchy import Hierarchy
    >>> tree_extents([{'a': 4, 'b': 1, 'c': 3}], [Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'})])
    [{'a': 4, 'ab': 5, '*': 8, 'b': 1, 'c': 3}]
    """
    return [tree.leaf_counts(counts, counts) for tree, counts in zip(hierarchies, values)]


def column_losses(sizes, suppressed, losses) -> list:
    """The mean loss of each column over all records, 0 (unchanged) to 1 (nothing left).

    >>> column_losses({('ab', 'x'): 2, ('c', 'x'): 1}, 1, [{'ab': 0.5, 'c': 0.0}, {'x': 0.0}])
    [0.5, 0.25]
    """
    records = sum(sizes.values()) + suppressed
    return [fsum([suppressed, *(table[published[column]] * n for published, n in sizes.items())]) / records
            for column, table in enumerate(losses)]


def lm(sizes, suppressed, losses, weights=None) -> float:
    """The loss metric, in columns lost: the sum over the quasi-identifiers of weight x mean loss of all records.

    V. Iyengar, Transforming Data to Satisfy Privacy Constraints, KDD 2002. 0 (unchanged) to the sum of the weights
    (nothing left); weights: one a column, 1 each if not given.

    >>> lm({('ab', 'x'): 2, ('c', 'x'): 1}, 1, [{'ab': 0.5, 'c': 0.0}, {'x': 0.0}])
    0.75
    >>> lm({('ab', 'x'): 2, ('c', 'x'): 1}, 1, [{'ab': 0.5, 'c': 0.0}, {'x': 0.0}], weights=[2, 1])
    1.25
    """
    means = column_losses(sizes, suppressed, losses)
    return fsum(weight * mean for weight, mean in zip(weights or [1] * len(means), means))


def lm_published(sizes, suppressed, losses, weights=None) -> float:
    """The loss metric of the published records alone, in the same unit and range; as the lab reports have it.

    >>> round(lm_published({('ab', 'x'): 2, ('c', 'x'): 1}, 1, [{'ab': 0.5, 'c': 0.0}, {'x': 0.0}]), 4)
    0.3333
    """
    return lm(sizes, 0, losses, weights)


def dm(sizes, suppressed) -> int:
    """The discernibility metric, in pairs of records: each pays the size of its class, a suppressed one that of the table.

    R. Bayardo, R. Agrawal, Data Privacy through Optimal k-Anonymization, ICDE 2005. N k to N squared.

    >>> dm({('3*',): 2, ('4*',): 3}, 1)     # 4 + 9 + 6
    19
    """
    records = sum(sizes.values()) + suppressed
    return sum(n * n for n in sizes.values()) + suppressed * records


def entropy(sizes, suppressed, extents, values) -> float:
    """Non-uniform entropy, in bits: the sum over all cells of log2(records under the label / records of the value).

    A. Gionis, T. Tassa, k-Anonymization with Minimal Loss of Information, IEEE TKDE 2009. Both are counted in the whole
    column, suppressed records included; a suppressed cell's label is the root. 0 (unchanged) to what all the recorded
    values say. extents: {label: records under it}, values: {value: records}, one of each per column.

    >>> entropy({('ab',): 4}, 4, [{'ab': 4}], [{'a': 2, 'b': 2, 'c': 4}])     # 4 x log2(4/2) + 4 x log2(8/4)
    8.0
    """
    terms = [suppressed * log2(sum(sizes.values()) + suppressed)] * len(values)
    for column, (table, counts) in enumerate(zip(extents, values)):
        terms += [n * log2(table[published[column]]) for published, n in sizes.items()]
        terms += [-n * log2(n) for n in counts.values()]
    return fsum(terms)


def class_entropy(quasis, counts, labels) -> float:
    """The sum over classes and quasi-identifiers of the entropy, in nats, of the recorded values inside the class.

    The measure of a lab report. The classes are those before suppression, the ones that are suppressed included. 0 (every
    class has one recorded tuple) upward; it adds up classes, not records. counts: the records of each quasi tuple;
    labels: what is published for it.

    >>> class_entropy([('38', 'x'), ('39', 'x'), ('41', 'x')], [1, 1, 7], [('3*', 'x'), ('3*', 'x'), ('4*', 'x')])
    0.6931471805599453
    """
    sizes = added_up(labels, counts)
    number = dict(zip(sizes, range(len(sizes))))
    classes_ = [number[label] for label in labels]
    of_class = list(sizes.values())
    terms = []      # of a class of N records in a column: log N - the sum over its values, of n records, of n log n / N
    for recorded, published in zip(zip(*quasis), zip(*labels)):
        general = {label for value, label in zip(recorded, published) if value != label}
        mixed = [label in general for label in published]       # the others publish what they hold, one value
        place = {value: code * len(sizes) for code, value in enumerate(set(recorded))}
        codes = map(place.__getitem__, compress(recorded, mixed))
        pairs = added_up(map(add, compress(classes_, mixed), codes), compress(counts, mixed))
        terms += [log(of_class[class_]) for class_ in {pair % len(sizes) for pair in pairs}]
        terms += [-n * log(n) / of_class[pair % len(sizes)] for pair, n in pairs.items() if n > 1]
    return fsum(terms)


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
    return share * (1 - distortion(vector, top))


def distortion(vector, top) -> float:
    """The mean over the columns of level / height, whatever is suppressed; 0 (unchanged) to 1.

    >>> distortion((1, 0), (2, 3))
    0.25
    """
    return fsum(level / height for level, height in zip(vector, top)) / len(top)


def vector_and_measures(outcome, k, weights) -> dict:
    """The vector of an outcome, and all measures; all None where there is no outcome."""
    names = ['height', 'suppressed', 'classes', 'lm', 'lm_published', 'dm', 'entropy', 'class_entropy', 'precision',
             'distortion', 'c_avg']
    found = all_measures(outcome, k, weights) if outcome else {}
    if outcome:
        found['classes'] = len(outcome.sizes)
    return {'vector': outcome and outcome.vector, **{name: found.get(name) for name in names}}
