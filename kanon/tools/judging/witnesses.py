"""What a reader can put back from the labels of any published table, if they name values of their classes (rules/put_back.py).

The file alone does not tell whether its labels do. Those of kanon's Mondrian do, unless they are boxes. Nodes of a hierarchy do not.
- [low-high] names two values if low is below high, and {a|b} two or more.
- An interval with an open end ([60-*]), or without its high end ([60-80)), was not made so. Then no interval of the
  column names a value.
- `*` is generalized, and names no value. Any other label is taken for a value.
A value that holds a | counts as several in a set. A set that names more values than its class has records has such values. It is
taken to name one for each record, and to determine nothing.
"""

from __future__ import annotations

from ...core.counts.intervals import PUBLISHED_INTERVAL
from ...core.counts.values import number
from ...core.rules.put_back import put_back
from .published_labels import OPEN_ENDS


def witnesses(sizes, decimal='.') -> dict:
    """What `put_back` counts in the classes {published tuple: records}. decimal: the decimal sign of the numbers.

    >>> witnesses({('[38-39]', '*'): 2, ('41', '{f|m}'): 3})['cells']
    {'generalized': 7, 'witnessed': 4, 'determined': 2}
    """
    return put_back(sizes, [named_values(set(labels), decimal) for labels in zip(*sizes)])


def has_both_ends(found) -> bool:
    """Whether an interval, a match of PUBLISHED_INTERVAL, includes a number at each end."""
    return found['close'] == ']' and found['low'] not in OPEN_ENDS and found['high'] not in OPEN_ENDS


def named_values(labels, decimal='.') -> dict:
    """{label: how many values it names}, of those labels of a column that are not a value.

    >>> sorted(named_values({'[38-39]', '{f|m|x}', '*', '41', '[5-5]'}).items())
    [('*', 0), ('[38-39]', 2), ('{f|m|x}', 3)]
    >>> sorted(named_values({'[38-39]', '[60-*]'}).items())
    [('[38-39]', 0), ('[60-*]', 0)]
    >>> sorted(named_values({'[20-40)', '[40-60)'}).items())
    [('[20-40)', 0), ('[40-60)', 0)]
    """
    ends = {label: PUBLISHED_INTERVAL.fullmatch(label) for label in labels}
    tight = all(map(has_both_ends, filter(None, ends.values())))
    counts = {}
    for label, found in ends.items():
        if found:
            low, high = number(found['low'], decimal), number(found['high'], decimal)
            if low is None or high is None or low < high:
                counts[label] = 2 if tight and None not in (low, high) else 0
        elif label == '*':
            counts[label] = 0
        elif label[:1] + label[-1:] == '{}' and '|' in label:
            counts[label] = label.count('|') + 1
    return counts
