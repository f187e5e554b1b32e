"""A quasi-identifier as Mondrian sees it: its values in an order that can be cut.

`Numbers` and `Categories` replace `Dimension` of plain/mondrian.py, because they also know what each label loses.

Promise: every value has a code, and the codes count up from 0 in the order of the dimension. `label` says what a class with
given codes publishes (labels.py), and `loss` how much that loses.
Numbers are in their own order. Categories are in the order of their hierarchy's leaves, or the most frequent first.
dimensions.py chooses between the two, and has two kinds more.
"""

from __future__ import annotations

from itertools import accumulate

from .labels import Label, ancestor, interval, set_loss, value_set


class Numbers:
    """Numbers in their order, published as intervals.

    texts: what is published for each code. Of 5 and 5.0 it is the shortest, and of equally short ones the first. So codes such
    as 01067 keep their zeros, if all are equally wide (values.py).
    records: how many records of the table have each code; upto: how many have it or one below.
    """

    is_number, by_node, has_missing, order = True, False, False, 'numbers'
    limit = None        # a Limit (cutting/within_limits.py), if --limit says how coarse a label may be

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
        self._span, self.boxes = self.positions[-1] - self.positions[0] or 1, boxes

    def width(self, low, high) -> float:
        """The distance between two codes, as a share of the whole range."""
        return (self.positions[high] - self.positions[low]) / self._span

    def loss(self, codes, box) -> float:
        return self.width(*self._ends(codes, box))

    def label(self, codes, box=None) -> Label:
        """What a class with these codes publishes. box: the least and the greatest code that the cuts allow."""
        low, high = self._ends(codes, box)
        return interval(self, low, high, self.boxes)

    def _ends(self, codes, box):
        return box if self.boxes and box else (min(codes), max(codes))


class Categories:
    """Categories in some order, published as sets or as their lowest common ancestor. The attributes are those of Numbers."""

    is_number = by_node = has_missing = False
    limit = None

    def __init__(self, counts, tree=None, categories='leaves', ancestors=False, boxes=False, missing=False):
        """missing: whether the column also has missing values, which count as one more value in the loss."""
        self.order, self.texts = in_order(counts, tree, categories)
        self.codes = {value: code for code, value in enumerate(self.texts)}
        self.records = [counts[value] for value in self.texts]
        self.others = len(self.texts) - 1 + missing     # the values of the column besides one of its own
        self.tree, self.ancestors, self.boxes, self._labels = tree, ancestors and tree is not None, boxes, {}
        if self.ancestors:
            self.leaves_under, self.records_under = tree.leaf_counts(counts), tree.leaf_counts(counts, counts)

    def width(self, low, high) -> float:
        """The distance between two codes, as a share of the whole range."""
        return (high - low) / (len(self.texts) - 1 or 1)

    def loss(self, codes, box) -> float:
        if self.ancestors or self.boxes:
            return self.label(codes, box).loss
        return set_loss(self, codes)        # the same, without making a label for every cut that is tried

    def label(self, codes, box=None) -> Label:
        """What a class with these codes publishes. box: the least and the greatest code that the cuts allow."""
        codes = frozenset(range(box[0], box[1] + 1) if self.boxes and box else codes)
        if codes not in self._labels:
            self._labels[codes] = (ancestor if self.ancestors else value_set)(self, sorted(codes))
        return self._labels[codes]


def in_order(counts, tree, categories) -> tuple:
    """The name of the order, and the categories in that order. Equally frequent ones are in alphabetical order.

    >>> in_order({'a': 1, 'b': 3}, None, 'leaves')
    ('frequency', ['b', 'a'])
    """
    if tree is None or categories == 'frequency':
        return 'frequency', sorted(counts, key=lambda value: (-counts[value], value))
    if categories == 'leaves':
        place = {leaf: place for place, leaf in enumerate(tree.leaves)}
        return "the hierarchy's leaves", sorted(counts, key=place.__getitem__)
    return "the hierarchy's nodes", sorted(counts, key=tree.spans().__getitem__)    # the leaves under a node are consecutive
