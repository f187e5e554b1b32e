"""A quasi-identifier as Mondrian sees it: its values in an order that can be cut.

`dimension_for` replaces `dimension_of` of plain/mondrian.py, because it refuses a column that is
neither numbers nor categories for sure. `Numbers` and `Categories` replace `Dimension`, because
they also know what each label loses.

Promise: every value has a code, and the codes count up from 0 in the order of the dimension.
`label` says what a class with given codes publishes (labels.py), and `loss` how much that loses.
A column of numbers never becomes categories in silence, and codes never lose their zeros.
Numbers are in their own order. Categories are in the order of their hierarchy's leaves, or the most
frequent first. Nodes are categories that are cut along their hierarchy.
If missing values are kept (--missing root), the reader puts the column's root in their place.
DimensionWithMissing is such a column: a class that holds a missing value publishes the root, which
has the loss 1. In lm and entropy the missing values count as one more value of a column of
categories, as they do in a hierarchy (counts/measures.py).
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from ..counts.frequency import without
from ..counts.values import MISSING, check_codes, check_plain, number, other_codes
from ..errors import option
from .labels import Label, ancestor, interval, set_loss, value_set

AS_CATEGORIES = ', take all values as categories with %s, or give the column a hierarchy' % option(
    'categories', 'frequency')


def dimensions_for(names, values, hierarchies, roots, labels='', categories=None,
                   decimal='.') -> list:
    """The dimension of each quasi-identifier.

    values: each column's {value: count}. hierarchies: says which columns have a hierarchy
    (tables/hierarchy_file.py). roots: {column: what is published for a missing value}. labels,
    categories and decimal: as the options are typed.
    """
    dimensions = []
    for name, counts in zip(names, values):
        root = roots.get(name)
        dimension = with_missing(name, counts, hierarchies, root, labels, categories, decimal)
        dimensions.append(dimension)
    return dimensions


def with_missing(name, counts, hierarchies, root, labels, categories, decimal='.'):
    """The dimension of a column that may hold the root in place of missing values."""
    present = without(counts, root)
    if not present:
        return dimension_of(counts)
    missing = len(present) < len(counts)
    dimension = dimension_for(name, present, hierarchies, labels, categories, decimal, missing)
    return DimensionWithMissing(dimension, root, counts[root]) if missing else dimension


def dimension_for(name, counts, hierarchies, labels='', categories=None, decimal='.',
                  missing=False):
    """The dimension of a column with these {value: count}, along its hierarchy if it has one.

    missing: some records have no value there. DataError if a few values that are not plain numbers,
    or codes of several widths, would turn a column of numbers into categories, and nobody asks for
    that.
    """
    labels = labels or ('ancestor' if categories == 'hierarchy' else 'set')
    ancestors, boxes = 'ancestor' in labels, 'box' in labels
    dimension = dimension_of(counts, boxes=boxes, decimal=decimal, missing=missing)
    if dimension.is_number:
        return dimension
    if categories is None and (ancestors or hierarchies.has(name)):
        categories = 'leaves'
    if ancestors or categories in ('leaves', 'hierarchy'):
        tree = hierarchies.tree_of(name, counts)
        return dimension_of(counts, tree, categories, ancestors, boxes, decimal, missing)
    if categories is None:
        check_plain(name, counts, AS_CATEGORIES, decimal)
        check_codes(counts, name, AS_CATEGORIES, decimal)
    words = {value for value in counts if number(value, decimal) is None}
    if len(words) < len(counts) and words <= set(MISSING):
        dimension.order += ', for a missing value among numbers'
    return dimension


def dimension_of(counts, tree=None, categories='leaves', ancestors=False, boxes=False, decimal='.',
                 missing=False):
    """The dimension of a column's {value: count}.

    It is Numbers if all values are numbers, otherwise Categories or Nodes. Codes of several widths
    are categories, too.

    tree: the Hierarchy of the categories, if there is one.
    categories: 'leaves' or 'frequency', the order, or 'hierarchy', for Nodes.
    ancestors: publish the common ancestor of categories, not their set.
    boxes: publish the whole range between two cuts (partition.py), not only the values in it.
    missing: the column has missing values, too.
    Label (labels.py) has what a class publishes and its loss, how many records of the table it
    could mean, and the codes that it names.

    >>> age = dimension_of({'39': 1, '5': 2, '17.5': 1})
    >>> age.codes, age.width(0, 1)
    ({'39': 2, '5': 0, '17.5': 1}, 0.36764705882352944)
    >>> age.label([1, 0])
    Label(text='[5-17.5]', loss=0.36764705882352944, extent=3, named=(0, 1))
    >>> job = dimension_of({'Sales': 2, 'Tech': 3, 'Farming': 1})
    >>> job.codes
    {'Tech': 0, 'Sales': 1, 'Farming': 2}
    >>> job.label([2, 0])
    Label(text='{Tech|Farming}', loss=0.5, extent=4, named=(0, 2))
    """
    numbers = {value: number(value, decimal) for value in counts}
    if None not in numbers.values() and not other_codes(counts, decimal):
        return Numbers(counts, numbers, boxes)
    if tree is not None and categories == 'hierarchy':
        return Nodes(counts, tree, ancestors, boxes, missing)
    return Categories(counts, tree, categories, ancestors, boxes, missing)


class Numbers:
    """Numbers in their order, published as intervals.

    texts: what is published for each code. Of 5 and 5.0 it is the shortest, and of equally short
    ones the first. So codes such as 01067 keep their zeros, if all are equally wide
    (counts/values.py).
    records: how many records of the table have each code.
    upto: how many have it or one below.
    """

    is_number = True
    by_node = has_missing = False
    order = 'numbers'
    limit = None        # a Limit (within_limits.py), if --limit says how coarse a label may be

    def __init__(self, counts, numbers, boxes=False):
        """numbers: {value: the number that it writes}."""
        self.positions = sorted(set(numbers.values()))
        shortest = {}
        for value in sorted(counts, key=lambda value: (len(value), value)):
            shortest.setdefault(numbers[value], value)
        self.texts = [shortest[position] for position in self.positions]
        code_of = {position: code for code, position in enumerate(self.positions)}
        self.codes = {value: code_of[position] for value, position in numbers.items()}
        self.records = [0] * len(self.texts)
        for value, n in counts.items():
            self.records[self.codes[value]] += n
        self.upto = list(accumulate(self.records))
        self._span = self.positions[-1] - self.positions[0] or 1
        self.boxes = boxes

    def width(self, low, high) -> float:
        """The distance between two codes, as a share of the whole range."""
        return (self.positions[high] - self.positions[low]) / self._span

    def loss(self, codes, box) -> float:
        return self.width(*self._ends(codes, box))

    def label(self, codes, box=None) -> Label:
        """What a class with these codes publishes.

        box: the least and the greatest code that the cuts allow.
        """
        low, high = self._ends(codes, box)
        return interval(self, low, high, self.boxes)

    def _ends(self, codes, box):
        if self.boxes and box:
            return box
        return min(codes), max(codes)


class Categories:
    """Categories in some order, published as sets or as their lowest common ancestor.

    The attributes are those of Numbers.
    """

    is_number = by_node = has_missing = False
    limit = None

    def __init__(self, counts, tree=None, categories='leaves', ancestors=False, boxes=False,
                 missing=False):
        """missing: whether the column also has missing values.

        These count as one more value in the loss.
        """
        self.order, self.texts = in_order(counts, tree, categories)
        self.codes = {value: code for code, value in enumerate(self.texts)}
        self.records = [counts[value] for value in self.texts]
        self.others = len(self.texts) - 1 + missing     # how many values there are besides one
        self.tree = tree
        self.ancestors = ancestors and tree is not None
        self.boxes = boxes
        self._labels = {}
        if self.ancestors:
            self.leaves_under = tree.leaf_counts(counts)
            self.records_under = tree.leaf_counts(counts, counts)

    def width(self, low, high) -> float:
        """The distance between two codes, as a share of the whole range."""
        return (high - low) / (len(self.texts) - 1 or 1)

    def loss(self, codes, box) -> float:
        if self.ancestors or self.boxes:
            return self.label(codes, box).loss
        return set_loss(self, codes)    # the same, without a label for every cut that is tried

    def label(self, codes, box=None) -> Label:
        """What a class with these codes publishes.

        box: the least and the greatest code that the cuts allow.
        """
        if self.boxes and box:
            low, high = box
            codes = range(low, high + 1)
        codes = frozenset(codes)
        if codes not in self._labels:
            label_of = ancestor if self.ancestors else value_set
            self._labels[codes] = label_of(self, sorted(codes))
        return self._labels[codes]


class Nodes(Categories):
    """Categories that are cut from a node into its children. The codes under it are consecutive.

    under: {node: the first and the last code under it}. The tree is walked once, not for every cut
    that is tried. A table of 20,000 rows with the dates of 60 years asks 18 million times for the
    child over a code.

    >>> from ..counts.hierarchy import Hierarchy
    >>> tree = Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'})
    >>> letters = Nodes(dict.fromkeys('abc', 1), tree)
    >>> letters.under
    {'a': (0, 0), 'ab': (0, 1), '*': (0, 2), 'b': (1, 1), 'c': (2, 2)}
    >>> letters.node(0, 1), letters.children([0, 2]), letters.width(0, 1)
    ('ab', ['ab', 'c'], 0.5)
    """

    by_node = True

    def __init__(self, counts, tree, ancestors=False, boxes=False, missing=False):
        super().__init__(counts, tree, 'hierarchy', ancestors, boxes, missing)
        codes = list(enumerate(self.texts))
        first: dict = {}        # {node: the first code under it}
        last: dict = {}         # {node: the last code under it}
        for code, leaf in codes:
            first.update((node, code) for node in tree.upward(leaf, first))
        for code, leaf in reversed(codes):
            last.update((node, code) for node in tree.upward(leaf, last))
        self.under = {node: (code, last[node]) for node, code in first.items()}
        self._below: dict = {}      # {node: the first codes of its children, and the children}
        for node, code in first.items():
            if node != tree.root:
                starts, children = self._below.setdefault(tree[node], ([], []))
                starts.append(code)
                children.append(node)

    def width(self, low, high) -> float:
        """The range of the leaves under the lowest node over both codes."""
        if low == high:
            return 0.0
        return super().width(*self.under[self.node(low, high)])

    def node(self, low, high) -> str:
        """The lowest node over all codes from low to high."""
        return self.tree.common_ancestor([self.texts[low], self.texts[high]])

    def children(self, codes) -> list:
        """The child of the lowest node over these ascending codes that each lies under."""
        starts, children = self._below[self.node(codes[0], codes[-1])]
        return [children[bisect_right(starts, code) - 1] for code in codes]


class DimensionWithMissing:
    """A dimension whose code 0 stands for the missing values. The codes of the others follow.

    A class that holds a missing value, alone or with others, publishes the root.

    >>> age = DimensionWithMissing(dimension_of({'39': 1, '50': 2}), '*', 3)
    >>> age.codes, age.width(0, 0), age.width(0, 1), age.label([1, 2]).text
    ({'*': 0, '39': 1, '50': 2}, 0.0, 1.0, '[39-50]')
    >>> age.label([0, 2])
    Label(text='*', loss=1.0, extent=6, named=())
    """

    has_missing = True
    limit = None

    def __init__(self, present, root, records):
        """present: the dimension of the other values. records: how many have none."""
        self.present = present
        self.order = present.order
        self.by_node = present.by_node
        self.codes = {root: 0}
        for value, code in present.codes.items():
            self.codes[value] = code + 1
        self.texts = [root, *present.texts]
        self.records = [records, *present.records]
        self._all = Label(root, 1.0, sum(self.records), ())
        if self.by_node:
            self.under = {node: (low + 1, high + 1) for node, (low, high) in present.under.items()}

    def width(self, low, high) -> float:
        if low == 0:
            return float(high > 0)
        return self.present.width(low - 1, high - 1)

    def node(self, low, high) -> str:
        return self.present.node(low - 1, high - 1)

    def children(self, codes) -> list:
        return self.present.children([code - 1 for code in codes])

    def loss(self, codes, box) -> float:
        return self.label(codes, box).loss

    def label(self, codes, box=None) -> Label:
        if min(codes) == 0:
            return self._all
        if box:
            low, high = box
            box = max(low, 1) - 1, high - 1
        label = self.present.label([code - 1 for code in codes], box)
        if label.text == self._all.text:
            return self._all
        return label._replace(named=tuple(code + 1 for code in label.named))


def inner(dimension):
    """A dimension without its missing values."""
    return getattr(dimension, 'present', dimension)


def in_order(counts, tree, categories) -> tuple:
    """The name of the order, and the categories in that order.

    Equally frequent ones are in alphabetical order.

    >>> in_order({'a': 1, 'b': 3}, None, 'leaves')
    ('frequency', ['b', 'a'])
    """
    if tree is None or categories == 'frequency':
        return 'frequency', sorted(counts, key=lambda value: (-counts[value], value))
    if categories == 'leaves':
        place = {leaf: place for place, leaf in enumerate(tree.leaves)}
        return "the hierarchy's leaves", sorted(counts, key=place.__getitem__)
    # By their spans, because so the leaves under a node are consecutive.
    return "the hierarchy's nodes", sorted(counts, key=tree.spans().__getitem__)
