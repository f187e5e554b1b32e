"""What a class publishes of a column: its value, an interval, a set of values, or their common ancestor.

`labelled` replaces `summary` of plain/mondrian.py, because labels are of more kinds, and two sets may not have the same one.

Promise: a label covers every value of its class. Its loss is 0 for a single value and 1 for the whole column.
A box is a label of all codes that the cuts allow, whether the class has them or not. Where the cuts allow the first or the
last number of the table, the interval is open, so it does not show these.
"""

from __future__ import annotations

from collections import namedtuple
from csv import field_size_limit

from .errors import DataError, show

OPEN = '*'      # the end of an interval that has none

# loss: between 0 and 1; extent: how many records of the whole table the text could mean; named: the codes whose values the text
# of an interval or a set names
Label = namedtuple('Label', 'text loss extent named')


def value(dimension, code) -> Label:
    """The only value of a class."""
    return Label(dimension.texts[code], 0.0, dimension.records[code], ())


def interval(dimension, low, high, boxes) -> Label:
    """[low-high] of numbers. Its loss is (high - low) / (greatest - least). boxes: publish no end of the dimension."""
    if low == high:
        return value(dimension, low)
    ends = tuple(code for code in (low, high) if not boxes or code not in (0, len(dimension.texts) - 1))
    first, last = (dimension.texts[code] if code in ends else OPEN for code in (low, high))
    text = '[%s-%s]' % (first, last) if ends else OPEN
    return Label(text, dimension.width(low, high), dimension.upto[high] - (dimension.upto[low - 1] if low else 0), ends)


def value_set(dimension, codes) -> Label:
    """{a|b} of categories, in the order of the dimension. codes: ascending, each once."""
    if len(codes) == 1:
        return value(dimension, codes[0])
    text = '{%s}' % '|'.join(dimension.texts[code] for code in codes)
    if len(text) > field_size_limit():
        raise DataError('the label of %d categories is longer than csv reads; publish their common ancestor (--labels'
                        ' ancestor)' % len(codes))
    return Label(text, set_loss(dimension, codes), sum(dimension.records[code] for code in codes), tuple(codes))


def set_loss(dimension, codes) -> float:
    """(values in the set - 1) / (values of the column - 1)."""
    return (len(set(codes)) - 1) / (dimension.others or 1)


def ancestor(dimension, codes) -> Label:
    """The lowest node over all these categories. Its loss counts the present leaves under it, as that of a set its values."""
    if len(codes) == 1:
        return value(dimension, codes[0])
    node = dimension.tree.common_ancestor(dimension.texts[code] for code in codes)
    return Label(node, (dimension.leaves_under[node] - 1) / dimension.others, dimension.records_under[node], ())


def labelled(dimensions, partitions) -> tuple:
    """The published tuple of each partition, and each column's {published text: Label}."""
    rows = []
    labels: list = [{} for _ in dimensions]
    for partition in partitions:
        of_class = [dimension.label(codes, ends)
                    for dimension, codes, ends in zip(dimensions, partition.columns(), partition.box)]
        for dimension, known, label in zip(dimensions, labels, of_class):
            if known.setdefault(label.text, label) != label:
                problem = ('%s is both a value and the label of a set; rename the value' if label.text in dimension.texts else
                           '%s is the label of two different sets, because values hold a |; write another sign in them, or publish'
                           ' the common ancestors of a hierarchy (--labels ancestor)')
                raise DataError(problem % show(label.text))
        rows.append(tuple(label.text for label in of_class))
    return rows, labels
