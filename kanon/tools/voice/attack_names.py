"""What attacks are called, in a text, on a page and in a picture."""

from __future__ import annotations

ATTACKS = {'linkage': 'linkage', 'linkage, second': 'linkage_second', 'both, joined': 'both_joined', 'order of the rows': 'row_order',
           'the same, sorted': 'row_order_sorted', 'over time, added': 'time_added', 'over time, removed': 'time_removed',
           'over time, stayed': 'time_stayed'}      # as judging/attacks.py and comparing/two_releases.py name them
BEHIND = {'control': 'control', 'difference': 'difference', 'chance': 'chance', 'risk': 'risk_added'}     # may stand behind such a name


def attack_name(say, name):
    """
    >>> from ...core.voice.speaking import ENGLISH
    >>> [attack_name(ENGLISH, name) for name in ('both, joined', 'linkage, second, control')]
    ['both, joined', 'linkage, second, control']
    """
    first, _, last = name.rpartition(', ')
    return say('parts', parts=[attack_name(say, first), say(BEHIND[last])]) if last in BEHIND else say(ATTACKS[name])
