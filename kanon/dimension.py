"""A quasi-identifier as Mondrian sees it: its values in an order that can be cut.

Promise: every value has a code, codes are consecutive from 0 in the order of the dimension, and a set of codes has one
label, with one loss and one extent.
Numbers are ordered as numbers and published as [low-high]. Categories are ordered by the leaves of their hierarchy or,
without one, by descending frequency (equally frequent ones alphabetically), and published as the set of their values
{a|b} or as their lowest common ancestor.
"""

from __future__ import annotations

import os
import re
from csv import field_size_limit

from .errors import DataError
from .hierarchy import file_of, load_for

NUMBER = re.compile(r'[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,2})?')
LONGEST = 40    # characters of a number; a longer string of digits is a name, and might overflow a float


class Dimension:
    """codes {value: code}, texts (code -> published text), positions (code -> where it lies), span (their range, or 1).

    >>> age = Dimension({'39': 1, '5': 2, '17.5': 1})
    >>> age.is_number, age.codes, age.span, age.width({0, 1})
    (True, {'39': 2, '5': 0, '17.5': 1}, 34, 0.36764705882352944)
    >>> age.label({0, 1})
    ('[5-17.5]', 0.36764705882352944, 3)
    >>> job = Dimension({'Sales': 2, 'Tech': 3, 'Farming': 1})
    >>> job.codes, job.label({2, 0})
    ({'Tech': 0, 'Sales': 1, 'Farming': 2}, ('{Tech|Farming}', 0.5, 4))
    """

    def __init__(self, counts, tree=None, labels='set'):
        """counts: the column's {value: count}; tree: its Hierarchy or None; labels: 'set' or 'ancestor'."""
        numbers = {value: number(value) for value in counts}
        self.is_number = None not in numbers.values()
        self.tree = None
        self.order = 'numbers' if self.is_number else "the hierarchy's leaves" if tree else 'frequency'
        if self.is_number:
            self.positions = sorted(set(numbers.values()))
            texts = {}          # of 5, 5.0 and 05 the shortest is published, the first of equally short ones
            for value in sorted(counts, key=lambda value: (len(value), value)):
                texts.setdefault(numbers[value], value)
            self.texts = [texts[position] for position in self.positions]
            code_of = {position: code for code, position in enumerate(self.positions)}
            self.codes = {value: code_of[position] for value, position in numbers.items()}
        else:
            if tree and labels == 'ancestor':
                self.tree = tree
                self._leaves_under, self._records_under = tree.leaf_counts(counts), tree.leaf_counts(counts, counts)
            if tree:
                self.texts = [leaf for leaf in tree.leaves if leaf in counts]
            else:
                self.texts = sorted(counts, key=lambda value: (-counts[value], value))
            self.positions = list(range(len(self.texts)))
            self.codes = {value: code for code, value in enumerate(self.texts)}
        self.span = self.positions[-1] - self.positions[0] or 1
        self.records = [0] * len(self.texts)        # of each code
        for value, n in counts.items():
            self.records[self.codes[value]] += n

    def width(self, codes) -> float:
        """The range of the codes, as a share of the whole range."""
        return (self.positions[max(codes)] - self.positions[min(codes)]) / self.span

    def label(self, codes) -> tuple:
        """What a class with these codes publishes, its loss, and its extent: the records of the whole table it could mean.

        The loss of numbers is (high - low) / (max - min), that of categories (values in the set, or present leaves
        under the ancestor, - 1) / (values - 1).
        """
        low, high = min(codes), max(codes)
        if low == high:
            return self.texts[low], 0.0, self.records[low]
        if self.is_number:
            return '[%s-%s]' % (self.texts[low], self.texts[high]), self.width(codes), sum(self.records[low:high + 1])
        codes = sorted(set(codes))
        if self.tree is not None:
            node = self.tree.common_ancestor(self.texts[code] for code in codes)
            return node, (self._leaves_under[node] - 1) / (len(self.texts) - 1), self._records_under[node]
        label = '{%s}' % '|'.join(self.texts[code] for code in codes)
        if len(label) > field_size_limit():
            raise DataError('the label of %d categories is longer than csv reads; publish their common ancestor (--labels'
                            ' ancestor)' % len(codes))
        return label, (len(codes) - 1) / (len(self.texts) - 1), sum(self.records[code] for code in codes)


def dimension_for(name, counts, folder, labels) -> Dimension:
    """The dimension of a column with these {value: count}, with the hierarchy that the folder has for it, if any."""
    dimension = Dimension(counts)
    if dimension.is_number or labels == 'set' and not os.path.exists(file_of(folder, name)):
        return dimension
    return Dimension(counts, load_for(name, counts, folder), labels)


def number(text):
    """The number that a text writes in plain decimal digits, or None. A whole number is an int, however it is written.

    >>> number('39'), number('-1.5'), number('1e3'), number('1,5'), number('nan'), number('1_000')
    (39, -1.5, 1000, None, None, None)
    """
    if len(text) > LONGEST or not NUMBER.fullmatch(text):
        return None
    whole, _, decimals = text.partition('.')
    if not decimals.strip('0') and whole.lstrip('+-').isdigit():
        return int(whole)
    value = float(text)
    return int(value) if value.is_integer() else value
