"""What the orders of a column are called, in a text, on a page and in a picture."""

from __future__ import annotations

# {the order of a dimension (cutting/): the key of what it is called}
ORDERS = {
    'numbers': 'order_numbers',
    'frequency': 'order_frequency',
    "the hierarchy's leaves": 'order_leaves',
    "the hierarchy's nodes": 'order_nodes',
    'numbers in ranges': 'order_ranges',
}


def order_name(say, order):
    """
    >>> from .speaking import ENGLISH
    >>> order_name(ENGLISH, 'frequency, for a missing value among numbers')
    'frequency, for a missing value among numbers'
    """
    # A missing value among numbers may have made them categories.
    order, _, gap = order.partition(', ')
    name = say(ORDERS[order]) if order in ORDERS else order
    return say('order_gap', order=name) if gap else name
