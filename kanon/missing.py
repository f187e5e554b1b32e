"""Missing values that are published as the root (--missing root).

No record is left out, and the release does not show where a value was missing.

Promise: a record without a value in a column is published with the column's root. Its class holds only records that are
published so. The audit counts the root like any other value. In lm and entropy a missing value counts as one more value of the
column, so that publishing it as the root has the loss 1.
The reader puts the root in the place of the missing value. Every level of a hierarchy leaves the root as it is.
"""

from __future__ import annotations

from .labels import Label


class WithMissing:
    """A dimension whose code 0 stands for the missing values. The codes of the others follow.

    A class that holds a missing value, alone or with others, publishes the root.

    >>> from .dimension import dimension_of
    >>> age = WithMissing(dimension_of({'39': 1, '50': 2}), '*', 3)
    >>> age.codes, age.width(0, 0), age.width(0, 1), age.label([1, 2]).text
    ({'*': 0, '39': 1, '50': 2}, 0.0, 1.0, '[39-50]')
    >>> age.label([0, 2])
    Label(text='*', loss=1.0, extent=6, named=())
    """

    has_missing = True

    def __init__(self, present, root, records):
        """present: the dimension of the other values. records: how many have none."""
        self._present, self.order, self.by_node = present, present.order, present.by_node
        self.codes = {root: 0, **{value: code + 1 for value, code in present.codes.items()}}
        self.texts, self.records = [root, *present.texts], [records, *present.records]
        self._all = Label(root, 1.0, sum(self.records), ())
        if self.by_node:
            self.under = {node: (low + 1, high + 1) for node, (low, high) in present.under.items()}

    def width(self, low, high) -> float:
        return float(high > 0) if low == 0 else self._present.width(low - 1, high - 1)

    def node(self, low, high) -> str:
        return self._present.node(low - 1, high - 1)

    def children(self, low, high) -> dict:
        return {code + 1: child for code, child in self._present.children(low - 1, high - 1).items()}

    def loss(self, codes, box) -> float:
        return self.label(codes, box).loss

    def label(self, codes, box=None) -> Label:
        if min(codes) == 0:
            return self._all
        inner = box and (max(box[0], 1) - 1, box[1] - 1)
        label = self._present.label([code - 1 for code in codes], inner)
        if label.text == self._all.text:
            return self._all
        return label._replace(named=tuple(code + 1 for code in label.named))
