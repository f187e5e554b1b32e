"""Counts of 1 to k - 1 on a page: a sentence tells none, and none follows from the other parts of a sum."""

from itertools import product

import pytest

from kanon.core.voice.speaking import Fewer, speaker
from kanon.tools.pages.as_html import html_speaker
from kanon.tools.pages.to_sign import fewer_than, told_parts


@pytest.mark.parametrize('k', [1, 2, 3, 5])
def test_every_small_count_reads_alike(k):
    for language in 'en', 'zh':
        for say in speaker(language), html_speaker(language):
            texts = {n: say('n_suppressed', n=fewer_than(n, k)) for n in range(8)}
            small = [text for n, text in texts.items() if 0 < n < max(k, 2)]
            assert len(set(small)) == 1 and len(set(texts.values())) == len(texts) - len(small) + 1
            assert '{}'.format(max(k, 2)) in small[0] and not {texts[n] for n in texts if n not in range(1, max(k, 2))} & set(small)


def test_a_sentence_says_fewer_in_each_form():
    say = speaker('en')
    assert say('persons_unknown', n=Fewer(3)) == 'Whose row it is, is not known of fewer than 3 records. They count for nobody.'
    assert say('size_range', first=Fewer(1200), last=Fewer(3)) == 'fewer than 1,200 to fewer than 3 records'


def told_of(parts, k) -> tuple:
    return fewer_than(sum(parts), k), *told_parts(dict(zip('abc', parts)), k).values()


@pytest.mark.parametrize('k', [3, 4, 5])
def test_no_small_part_follows_from_the_sum(k):
    """Each small part of a told sum has two values at least that agree with all that is told."""
    every = [parts for parts in product(range(13), repeat=3) if sum(parts) < 13]
    alike = {}
    for parts in every:
        alike.setdefault(told_of(parts, k), []).append(parts)
    for parts in every:
        same = alike[told_of(parts, k)]
        for place, n in enumerate(parts):
            assert not 0 < n < k or len({other[place] for other in same}) > 1, parts
