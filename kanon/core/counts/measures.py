"""What a release costs: the measures of the papers.

Promise: every measure is its paper's formula over all records, and a suppressed record counts as
fully generalized. Measures never look at records. They take the published classes {published tuple:
count}, the number of suppressed records, and tables of the labels. (class_entropy takes the
recoding.) Sums of fractions go through math.fsum, so that every Python prints the same digits.
Departs from Iyengar: a leaf of a hierarchy counts only if it occurs in the table. A value that does
not occur carries no information to lose. If missing values are published as the root, they count as
one more leaf, which lies under the root alone. So does Mondrian count them (cutting/dimension.py).
Departs from Sweeney: a cell that is published as the root counts as fully generalized, whatever the
level of its column. So does a missing value that is published so.
A label of categories has one loss, whichever algorithm publishes it.

Boxes and grids hide the least and the greatest number of a column, and lm is measured over the
range between the two. So the loss of a release with such labels has another name, and does not
depend on these two. With grids it is lm_cells, over the range of the cells (cutting/edges.py). With
boxes it is lm_most, the most that lm may be (cutting/labels.py: `most_losses`). The entropies are
then not told, because they tell how many records share a value.
"""

from __future__ import annotations

from collections import namedtuple
from itertools import repeat
from math import ceil, fsum, log, log2

from .frequency import added_up, grouped

# Those that choose among vectors (levels/objective.py).
MEASURES = 'lm', 'dm', 'entropy', 'precision', 'height', 'c_avg'

# What `of_vector` says below. lost: the name of the loss that `losses` make, 'lm', 'lm_cells' or
# 'lm_most'.
Outcome = namedtuple('Outcome', 'recoding sizes suppressed columns losses extents vector top roots'
                                ' lost')


def of_vector(lattice, vector, recoding) -> Outcome:
    """All that the measures need to know about a full-domain generalization.

    sizes: the published classes. columns: each column's {value: count}. losses, extents: each
    column's tables of the labels. roots: each column's root if some values are published as it
    although the level is below the height, else None.
    """
    columns, trees = lattice.columns, lattice.hierarchies
    sizes, suppressed = recoding.sizes()
    losses, extents = tree_losses(columns, trees), tree_extents(columns, trees)
    roots = []
    for tree, level, top, labels in zip(trees, vector, lattice.heights, lattice.maps(vector)):
        some_at_root = level < top and tree.root in labels.values()
        roots.append(tree.root if some_at_root else None)
    return Outcome(recoding, sizes, suppressed, columns, losses, extents, vector, lattice.heights,
                   roots, 'lm')


def loss_of(words) -> str:
    """The name of the loss of Mondrian's labels. words: as --labels names them.

    >>> loss_of(''), loss_of('box,ancestor'), loss_of('grid')
    ('lm', 'lm_most', 'lm_cells')
    """
    if words == 'grid':
        return 'lm_cells'
    return 'lm_most' if 'box' in words.split(',') else 'lm'


def named_loss(measures) -> tuple:
    """The name of the loss in a dict of measures, and its value.

    It is lm where the labels hide no ends.

    >>> named_loss({'lm': 0.5, 'dm': 9}), named_loss({'lm': None, 'lm_cells': 0.25})
    (('lm', 0.5), ('lm_cells', 0.25))
    >>> named_loss({'lm': None, 'lm_cells': None})
    ('lm', None)
    """
    for name in 'lm_cells', 'lm_most':
        if measures.get(name) is not None:
            return name, measures[name]
    return 'lm', measures['lm']


def loss_of_rows(rows) -> str:
    """The name of the loss by which rows of measures can be compared: lm, if some row has it.

    >>> loss_of_rows([{'lm': None, 'lm_cells': 0.25}])
    'lm_cells'
    >>> loss_of_rows([{'lm': None, 'lm_cells': 0.25}, {'lm': 0.5, 'lm_cells': None}])
    'lm'
    """
    if any(row['lm'] is not None for row in rows):
        return 'lm'
    names = [named_loss(row)[0] for row in rows]
    return next((name for name in names if name != 'lm'), 'lm')


def loss_text(lost, loss, digits) -> str:
    """A loss in so many digits. The most that a loss may be is rounded up. lost: its name.

    >>> loss_text('lm', 0.12344, 4), loss_text('lm_most', 0.12341, 4)
    ('0.1234', '0.1235')
    """
    if lost == 'lm_most':
        loss = ceil(loss * 10 ** digits) / 10 ** digits
    return '%.*f' % (digits, loss)


def told_loss(row) -> dict:
    """The name of the loss in a row of a sweep, and the loss in words.

    >>> told_loss({'lm': None, 'lm_most': 0.12341})
    {'name': 'lm_most', 'loss': '0.1235'}
    """
    name, loss = named_loss(row)
    return {'name': name, 'loss': loss_text(name, loss, 4)}


def all_measures(outcome, k, weights=None) -> dict:
    """All measures by name.

    precision, distortion and height are None if there are no levels. lm_published and c_avg are
    None if nothing is published. Of labels that hide ends, lm, lm_published and the entropies are
    None, and there is lm_cells or lm_most.
    """
    vector, top = outcome.vector, outcome.top
    sizes, suppressed = outcome.sizes, outcome.suppressed
    loss = lm(sizes, suppressed, outcome.losses, weights)
    hidden = outcome.lost != 'lm'
    loss_of_published = None
    if sizes and not hidden:
        loss_of_published = lm_published(sizes, outcome.losses, weights)
    return {
        outcome.lost: loss,
        'lm': None if hidden else loss,
        'lm_published': loss_of_published,
        'dm': dm(sizes, suppressed),
        'entropy': None if hidden else entropy(sizes, suppressed, outcome.extents, outcome.columns),
        'class_entropy': None if hidden else class_entropy(outcome.recoding),
        'c_avg': c_avg(sizes, k) if sizes else None,
        'precision': vector and precision(sizes, suppressed, vector, top, outcome.roots),
        'distortion': vector and distortion(vector, top),
        'height': vector and sum(vector),
        'suppressed': suppressed,
    }


def tree_losses(values, hierarchies) -> list:
    """Each column's {label: (leaves under it - 1) / (leaves - 1)}.

    A leaf counts if it is in the column's {value: count}.

    >>> from .hierarchy import Hierarchy
    >>> tree = Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*', 'd': '*'})
    >>> tree_losses([{'a': 1, 'b': 1, 'c': 1}], [tree])
    [{'a': 0.0, 'ab': 0.5, '*': 1.0, 'b': 0.0, 'c': 0.0}]
    >>> tree_losses([{'a': 1, 'b': 1, '*': 1}], [tree])         # one value is missing
    [{'a': 0.0, 'ab': 0.5, '*': 1.0, 'b': 0.0}]
    """
    losses = []
    for tree, counts in zip(hierarchies, values):
        most = len(counts) - 1 or 1         # in a column of one value nothing is lost
        under = tree.leaf_counts(counts)
        losses.append({node: (leaves - 1) / most for node, leaves in under.items()})
    return losses


def tree_extents(values, hierarchies) -> list:
    """Each column's {label: records of the whole table with a value under it}.

    >>> from .hierarchy import Hierarchy
    >>> tree = Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'})
    >>> tree_extents([{'a': 4, 'b': 1, 'c': 3}], [tree])
    [{'a': 4, 'ab': 5, '*': 8, 'b': 1, 'c': 3}]
    """
    return [tree.leaf_counts(counts, counts) for tree, counts in zip(hierarchies, values)]


def column_losses(sizes, suppressed, losses) -> list:
    """The mean loss of each column over all records, 0 (unchanged) to 1 (nothing left).

    >>> column_losses({('ab', 'x'): 2, ('c', 'x'): 1}, 1, [{'ab': 0.5, 'c': 0.0}, {'x': 0.0}])
    [0.5, 0.25]
    """
    records = sum(sizes.values()) + suppressed
    columns = zip(*sizes) if sizes else repeat(())
    means = []
    for loss_of, labels in zip(losses, columns):
        lost = [n * loss_of[label] for label, n in zip(labels, sizes.values())]
        means.append(fsum([suppressed, *lost]) / records)
    return means


def lm(sizes, suppressed, losses, weights=None) -> float:
    """The loss metric, in columns lost.

    It is the sum over the quasi-identifiers of weight x mean loss of all records.
    V. Iyengar, Transforming Data to Satisfy Privacy Constraints, KDD 2002. 0 (unchanged) to the sum
    of the weights (nothing left). weights: of the columns, 1 each by default.

    >>> lm({('ab', 'x'): 2, ('c', 'x'): 1}, 1, [{'ab': 0.5, 'c': 0.0}, {'x': 0.0}])
    0.75
    >>> lm({('ab', 'x'): 2, ('c', 'x'): 1}, 1, [{'ab': 0.5, 'c': 0.0}, {'x': 0.0}], weights=[2, 1])
    1.25
    """
    means = column_losses(sizes, suppressed, losses)
    return fsum(weight * mean for weight, mean in zip(weights or [1] * len(means), means))


def lm_published(sizes, losses, weights=None) -> float:
    """The loss metric of the published records alone, in the same unit and range.

    Lab reports have it so.

    >>> round(lm_published({('ab', 'x'): 2, ('c', 'x'): 1}, [{'ab': 0.5, 'c': 0.0}, {'x': 0.0}]), 4)
    0.3333
    """
    return lm(sizes, 0, losses, weights)


def dm(sizes, suppressed) -> int:
    """The discernibility metric, in pairs of records.

    A record costs the size of its class, a suppressed one that of the table.
    R. Bayardo, R. Agrawal, Data Privacy through Optimal k-Anonymization, ICDE 2005.
    N k to N squared.

    >>> dm({('3*',): 2, ('4*',): 3}, 1)     # 4 + 9 + 6
    19
    """
    records = sum(sizes.values()) + suppressed
    return sum(n * n for n in sizes.values()) + suppressed * records


def entropy(sizes, suppressed, extents, values) -> float:
    """Non-uniform entropy, in bits.

    It is the sum over all cells of log2(records under the label / records of the value).
    A. Gionis, T. Tassa, k-Anonymization with Minimal Loss of Information, IEEE TKDE 2009. Both
    counts are of the whole column, suppressed records included. The label of a suppressed cell is
    the root. 0 (unchanged) to the bits in all the recorded values. extents: {label: records under
    it} of each column. values: {value: records} of each column.

    >>> entropy({('ab',): 4}, 4, [{'ab': 4}], [{'a': 2, 'b': 2, 'c': 4}])
    8.0

    That is 4 x log2(4/2) + 4 x log2(8/4).
    """
    records = sum(sizes.values()) + suppressed
    terms = [suppressed * log2(records)] * len(values)
    for column, (extent, counts) in enumerate(zip(extents, values)):
        labels = (published[column] for published in sizes)
        records_of = added_up(labels, sizes.values())       # so an unchanged column makes 0.0
        terms += [n * log2(extent[label]) for label, n in records_of.items()]
        terms += [-n * log2(n) for n in counts.values()]
    return fsum(terms)


def class_entropy(recoding) -> float:
    """The entropy, in nats, of the recorded values inside a class, over classes and columns.

    It is the measure of a lab report. The classes are those before suppression, so suppressed ones
    are included. 0 means that every class has one recorded tuple. It adds up classes, not records.

    >>> from .recoding import recoding_of
    >>> frequency_set = {('38', 'x'): 1, ('39', 'x'): 1, ('41', 'x'): 7}
    >>> class_entropy(recoding_of(frequency_set, {
    ...     ('38', 'x'): ('3*', 'x'), ('39', 'x'): ('3*', 'x'), ('41', 'x'): ('4*', 'x')}))
    0.6931471805599453
    """
    _, classes, counts = recoding.flows()
    order, starts = grouped(classes, len(recoding.labels))
    if counts:
        counts = [counts[row] for row in order]
    ends = starts[1:]
    sizes = [sum(counts[start:end]) if counts else end - start for start, end in zip(starts, ends)]
    terms = []
    for place in range(len(recoding.table.columns)):
        # The labels that stand for several values. Any other one stands for one value.
        general = {recoding.labels[class_][place] for class_ in recoding.changed(place)}
        code_of = recoding.codes(place)
        for labels, start, end, size in zip(recoding.labels, starts, ends, sizes):
            if size and labels[place] in general:
                codes = [code_of[row] for row in order[start:end]]
                terms += entropy_terms(codes, counts and counts[start:end], size)
    return fsum(terms)


def entropy_terms(codes, counts, size) -> list:
    """Terms whose sum is log N - the sum of n log n / N over the values, each of n records.

    codes: the value of each row of a class of N = size records. counts: the records of each row,
    or None where each is one record.
    """
    different = len(set(codes))
    if different == 1:
        return []       # the terms would cancel but for their last digit
    terms = [log(size)]
    if different < size:
        terms += [-n * log(n) / size for n in added_up(codes, counts).values() if n > 1]
    return terms


def c_avg(sizes, k) -> float:
    """The normalized average class size: published records / classes / k. 1 is the best.

    K. LeFevre, D. DeWitt, R. Ramakrishnan, Mondrian Multidimensional K-Anonymity, ICDE 2006.

    >>> c_avg({('3*',): 2, ('4*',): 4}, 2)
    1.5
    """
    return sum(sizes.values()) / len(sizes) / k


def precision(sizes, suppressed, vector, top, roots=()) -> float:
    """Prec: 1 - the mean over all cells of level / height. 1 (unchanged) to 0.

    L. Sweeney, Achieving k-Anonymity Privacy Protection Using Generalization and Suppression, 2002.
    The levels of a suppressed record are the heights. roots: of each column the label whose level
    is the height, whatever the vector says, or None. A missing value that is published as the root
    has it.

    >>> precision({('person', '02138'): 8}, 0, (1, 0), (2, 3))
    0.75
    >>> precision({('person', '02138'): 6, ('person', '*'): 2}, 0, (1, 0), (2, 3), [None, '*'])
    0.625
    """
    published = sum(sizes.values())
    records = published + suppressed
    at_root = []
    for column, (level, height, root) in enumerate(zip(vector, top, roots)):
        if root is not None:
            n_at_root = sum(n for labels, n in sizes.items() if labels[column] == root)
            at_root.append((1 - level / height) * n_at_root)
    unused = published / records * (1 - distortion(vector, top))
    return max(0.0, unused - fsum(at_root) / len(top) / records)


def distortion(vector, top) -> float:
    """The mean over the columns of level / height, whatever is suppressed. 0 (unchanged) to 1.

    >>> distortion((1, 0), (2, 3))
    0.25
    """
    return fsum(level / height for level, height in zip(vector, top)) / len(top)


def vector_and_measures(outcome, k, weights, lost='lm') -> dict:
    """The vector of an outcome and its measures, all of them None if there is no outcome.

    lost: a further loss to name.
    """
    names = ['height', 'suppressed', 'classes', *dict.fromkeys(['lm', lost]), 'lm_published', 'dm',
             'entropy', 'class_entropy', 'precision', 'distortion', 'c_avg']
    measures = {}
    if outcome:
        measures = {**all_measures(outcome, k, weights), 'classes': len(outcome.sizes)}
    named = {name: measures.get(name) for name in names}
    return {'vector': outcome and outcome.vector, **named}
