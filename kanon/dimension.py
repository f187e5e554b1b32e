"""A quasi-identifier as Mondrian sees it: its values in an order that can be cut.

Promise: every value has a code, codes are consecutive from 0 in the order of the dimension, and a set of codes has one
label, with one loss and one extent.
Numbers are ordered as numbers and published as [low-high]. Categories are ordered by the leaves of their hierarchy or by
descending frequency (equally frequent ones alphabetically), and published as the set of their values {a|b} or as their
lowest common ancestor. Where a hierarchy is cut node by node, the codes under a node are consecutive.
"""

from __future__ import annotations

import os
from collections import namedtuple
from csv import field_size_limit

from .errors import DataError
from .tables.hierarchy_file import file_of, load_for
from .values import MISSING, check_plain, number

OPEN = '*'      # the end of an interval that has none

Label = namedtuple('Label', 'text loss extent named')   # named: the codes of the values that an interval or a set names


class Dimension:
    """codes {value: code}, texts (code -> published text), positions (code -> where it lies), span (their range, or 1).

    >>> age = Dimension({'39': 1, '5': 2, '17.5': 1})
    >>> age.is_number, age.codes, age.span, age.width({0, 1})
    (True, {'39': 2, '5': 0, '17.5': 1}, 34, 0.36764705882352944)
    >>> age.label({0, 1})
    Label(text='[5-17.5]', loss=0.36764705882352944, extent=3, named=(0, 1))
    >>> job = Dimension({'Sales': 2, 'Tech': 3, 'Farming': 1})
    >>> job.codes, job.label({2, 0})
    ({'Tech': 0, 'Sales': 1, 'Farming': 2}, Label(text='{Tech|Farming}', loss=0.5, extent=4, named=(0, 2)))
    """

    has_missing = False         # missing.WithMissing has

    def __init__(self, counts, tree=None, labels='set', categories='leaves'):
        """counts: the column's {value: count}; tree: its Hierarchy or None; labels: some of the words range or box, set or
        ancestor; categories: 'leaves' or 'frequency', the order, or 'hierarchy': cut node by node.
        """
        numbers = {value: number(value) for value in counts}
        self.is_number = None not in numbers.values()
        self.by_node = bool(tree) and not self.is_number and categories == 'hierarchy'
        self.tree = None if self.is_number else tree
        self._box, self._ancestor = 'box' in labels, 'ancestor' in labels and self.tree is not None
        self._labels = {}
        if self.is_number:
            self.order = 'numbers'
            self.positions = sorted(set(numbers.values()))
            texts = {}          # of 5, 5.0 and 05 the shortest is published, the first of equally short ones
            for value in sorted(counts, key=lambda value: (len(value), value)):
                texts.setdefault(numbers[value], value)
            self.texts = [texts[position] for position in self.positions]
            code_of = {position: code for code, position in enumerate(self.positions)}
            self.codes = {value: code_of[position] for value, position in numbers.items()}
        else:
            self.order, self.texts = in_order(counts, tree, categories)
            self.positions = list(range(len(self.texts)))
            self.codes = {value: code for code, value in enumerate(self.texts)}
        self.under = codes_under(self.texts, tree) if self.by_node else None
        if self.by_node or self._ancestor:
            self._leaves_under, self._records_under = tree.leaf_counts(counts), tree.leaf_counts(counts, counts)
        self.span = self.positions[-1] - self.positions[0] or 1
        self.records = [0] * len(self.texts)        # of each code
        for value, n in counts.items():
            self.records[self.codes[value]] += n

    def width(self, codes) -> float:
        """The range of the codes, as a share of the whole range; where nodes are cut, of the leaves under the lowest node."""
        low, high = min(codes), max(codes)
        if self.by_node and low != high:
            return (self._leaves_under[self.node(low, high)] - 1) / self.span
        return (self.positions[high] - self.positions[low]) / self.span

    def node(self, low, high) -> str:
        """The lowest node over all codes from low to high; codes under a node are consecutive."""
        return self.tree.common_ancestor([self.texts[low], self.texts[high]])

    def children(self, low, high) -> dict:
        """{code: the child of that node that it lies under}."""
        node = self.node(low, high)
        below = self.tree.depth(node) + 1
        return {code: self.tree.path(self.texts[code])[-1 - below] for code in range(low, high + 1)}

    def loss(self, codes, box) -> float:
        """The loss of what a class with these codes publishes."""
        if self._ancestor or self._box:
            return self.label(codes, box).loss
        return self.width(codes) if self.is_number else (len(set(codes)) - 1) / (len(self.texts) - 1 or 1)

    def label(self, codes, box=None) -> Label:
        """What a class with these codes publishes, its loss, and its extent: the records of the whole table it could mean.

        box: the least and the greatest code that the cuts allow; published by --labels box, the ends of the dimension open.
        The loss of numbers is (high - low) / (max - min), that of categories (values in the set, or present leaves
        under the ancestor, - 1) / (values - 1).
        """
        if self._box and box:
            codes = range(box[0], box[1] + 1)
        key = (min(codes), max(codes)) if self.is_number else frozenset(codes)
        if key not in self._labels:
            self._labels[key] = self._made(sorted(set(codes)))
        return self._labels[key]

    def _made(self, codes):
        low, high = codes[0], codes[-1]
        if low == high:
            return Label(self.texts[low], 0.0, self.records[low], ())
        if self.is_number:
            return self._interval(low, high)
        if self._ancestor:
            node = self.tree.common_ancestor(self.texts[code] for code in codes)
            return Label(node, (self._leaves_under[node] - 1) / (len(self.texts) - 1), self._records_under[node], ())
        label = '{%s}' % '|'.join(self.texts[code] for code in codes)
        if len(label) > field_size_limit():
            raise DataError('the label of %d categories is longer than csv reads; publish their common ancestor (--labels'
                            ' ancestor)' % len(codes))
        return Label(label, (len(codes) - 1) / (len(self.texts) - 1), sum(self.records[code] for code in codes), tuple(codes))

    def _interval(self, low, high):
        ends = [code for code in (low, high) if not self._box or code not in (0, len(self.texts) - 1)]
        first, last = (self.texts[code] if code in ends else OPEN for code in (low, high))
        text = '[%s-%s]' % (first, last) if ends else OPEN
        return Label(text, self.width((low, high)), sum(self.records[low:high + 1]), tuple(ends))


def codes_under(texts, tree) -> dict:
    """{node: the first and the last code under it}, of leaves in such an order that those under a node are consecutive.

    >>> from .hierarchy import Hierarchy
    >>> codes_under(['a', 'b', 'c'], Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'}))
    {'a': (0, 0), 'ab': (0, 1), '*': (0, 2), 'b': (1, 1), 'c': (2, 2)}
    """
    found = {}
    for code, leaf in enumerate(texts):
        for node in tree.path(leaf):
            found[node] = found.get(node, (code,))[0], code
    return found


def in_order(counts, tree, categories) -> tuple:
    """What categories are ordered by, and they in that order.

    >>> in_order({'a': 1, 'b': 3}, None, 'leaves')
    ('frequency', ['b', 'a'])
    """
    if tree is None or categories == 'frequency':
        return 'frequency', sorted(counts, key=lambda value: (-counts[value], value))
    place = {leaf: place for place, leaf in enumerate(tree.leaves)}
    if categories == 'leaves':
        return "the hierarchy's leaves", sorted(counts, key=place.__getitem__)
    for leaf in tree.leaves:        # a node's place is its first leaf's; so its leaves are consecutive
        for node in tree.path(leaf):
            place.setdefault(node, place[leaf])
    return "the hierarchy's nodes", sorted(counts, key=lambda leaf: [(place[node], node) for node in reversed(tree.path(leaf))])


def dimension_for(name, counts, options) -> Dimension:
    """The dimension of a column with these {value: count}, with the hierarchy that the folder has for it, if any.

    DataError where it is ordered as categories for a few values that are no plain numbers, and nobody said so.
    """
    labels = options.labels or ('ancestor' if options.categories == 'hierarchy' else 'set')
    dimension = Dimension(counts, None, labels)
    needs_tree = 'ancestor' in labels or options.categories in ('leaves', 'hierarchy')
    there_is = os.path.exists(file_of(options.hierarchies, name)) and options.categories is None
    if dimension.is_number:
        return dimension
    if not (needs_tree or there_is):
        if options.categories is None:
            check_plain(name, counts, '; or let all be categories with --categories frequency, or give the column a hierarchy')
        words = {value for value in counts if number(value) is None}
        if len(words) < len(counts) and words <= set(MISSING):
            dimension.order += ', for a missing value among numbers'
        return dimension
    return Dimension(counts, load_for(name, counts, options.hierarchies), labels, options.categories or 'leaves')
