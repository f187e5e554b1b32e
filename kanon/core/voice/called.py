"""What attacks, and the orders of a column, are called. A text, a page and a picture call one by the same name."""

from __future__ import annotations

ATTACKS = {'linkage': 'linkage', 'linkage, second': 'linkage_second', 'both, joined': 'both_joined', 'order of the rows': 'row_order',
           'the same, sorted': 'row_order_sorted', 'over time, added': 'time_added', 'over time, removed': 'time_removed',
           'over time, stayed': 'time_stayed'}      # as assessment/attacks.py and over_time/two_releases.py name them
BEHIND = {'control': 'control', 'difference': 'difference', 'chance': 'chance', 'risk': 'risk_added'}     # may stand behind such a name


def attack_name(say, name):
    """
    >>> from .speaking import ENGLISH
    >>> [attack_name(ENGLISH, name) for name in ('both, joined', 'linkage, second, control')]
    ['both, joined', 'linkage, second, control']
    """
    first, _, last = name.rpartition(', ')
    return say('parts', parts=[attack_name(say, first), say(BEHIND[last])]) if last in BEHIND else say(ATTACKS[name])


ORDERS = {'numbers': 'order_numbers', 'frequency': 'order_frequency', "the hierarchy's leaves": 'order_leaves',
          "the hierarchy's nodes": 'order_nodes', 'numbers in ranges': 'order_ranges'}      # as a dimension (cutting/) names them


def order_name(say, order):
    """
    >>> from .speaking import ENGLISH
    >>> order_name(ENGLISH, 'frequency, for a missing value among numbers')
    'frequency, for a missing value among numbers'
    """
    order, _, gap = order.partition(', ')       # a missing value among numbers may have made them categories
    told = say(ORDERS[order]) if order in ORDERS else order
    return say('order_gap', order=told) if gap else told
