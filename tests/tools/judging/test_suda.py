"""Who stands out, and by what: against the definition, record by record, and the numbers of sdcMicro's tests."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from conftest import seeds
from kanon.tools.judging.suda import (score_of_set, special_scores, special_uniques, stands_out_by,
                                      told_of_specials)


def by_definition(records, most):
    """{record: least sets}, by a look at all sets of columns and all records."""
    width, found = len(records[0]), {}
    for row in records:
        alone = [set(chosen) for size in range(1, width + 1) for chosen in combinations(range(width), size)
                 if sum(all(row[place] == other[place] for place in chosen) for other in records) == 1]
        least = [tuple(sorted(chosen)) for chosen in alone if not any(other < chosen for other in alone) and len(chosen) <= most]
        if least:
            found[row] = sorted(least, key=lambda chosen: (len(chosen), chosen))
    return found


def random_records(random):
    width = random.randrange(1, 6)
    return [tuple('abcd?'[min(4, int(random.expovariate(1)))] for _ in range(width)) for _ in range(random.randrange(1, 30))]


@pytest.mark.parametrize('seed', seeds(220))
def test_every_record_against_the_definition(seed):
    random = Random(seed)
    records = random_records(random)
    for most in (None, 1, 2, 9):
        assert special_uniques(Counter(records), most) == by_definition(records, most or 9)


@pytest.mark.parametrize('seed', seeds(60))
def test_the_shares_are_sums_over_the_sets(seed):
    random = Random(seed)
    records, names = random_records(random), 'vwxyz'
    names, most = names[:len(records[0])], random.randrange(1, 6)
    found, width = by_definition(records, most), len(names)
    total = sum(score_of_set(len(chosen), width, min(most, width)) for sets in found.values() for chosen in sets)
    told = stands_out_by(found, list(names))
    for name, n, share in told['columns']:
        place = names.index(name)
        part = sum(score_of_set(len(chosen), width, min(most, width)) for sets in found.values() for chosen in sets if place in chosen)
        assert (n, share) == (sum(any(place in chosen for chosen in sets) for sets in found.values()), pytest.approx(part / (total or 1)))
    for name, value, n, share in told['values']:
        place = names.index(name)
        mine = [sets for row, sets in found.items() if row[place] == value and any(place in chosen for chosen in sets)]
        part = sum(score_of_set(len(chosen), width, min(most, width)) for sets in mine for chosen in sets if place in chosen)
        assert (n, share) == (len(mine), pytest.approx(part / total))
    assert told['values'] == sorted(told['values'], key=lambda row: (-row[3], row[0], row[1]))
    assert sum(share for *_, share in told['values']) == pytest.approx(sum(share for *_, share in told['columns']))
    scores = special_scores(found, width, most)
    assert scores == {row: sum(score_of_set(len(chosen), width, min(most, width)) for chosen in sets) for row, sets in found.items()}
    assert list(scores.values()) == sorted(scores.values(), reverse=True)


# sdcMicro's test_suda2.R, with original_scores=TRUE, which is the score of Elliot et al. 2005.
BOOK = list(zip(['20s'] * 7 + ['60s'], ['male'] * 4 + ['female'] * 3 + ['male'], ['50k+', '50k+'] + ['50k-'] * 6,
                ['highschool'] * 4 + ['university', 'highschool', 'middleschool', 'university']))
GUIDELINE = list(zip('UUUURUUUUU', 'FFFMFMFMFF', ['second', 'second', 'primary', 'done', 'done', 'done', 'primary done', 'post', 'second', 'second'],
                     ['job', 'job', 'non', 'job', 'seeks', 'job', 'non', 'seeks', 'non', 'non']))


@pytest.mark.parametrize('records, scores', [(BOOK, [0, 0, 0, 0, 4, 2, 6, 8]), (GUIDELINE, [0, 0, 6, 0, 12, 0, 6, 10, 0, 0])])
def test_sdcmicros_scores(records, scores):
    found = special_scores(special_uniques(Counter(records)), 4)
    assert [found.get(row, 0) for row in records] == scores


def test_sdcmicros_shares():
    found = special_uniques({('2', '0', '0'): 1, ('1', '3', '6'): 1, ('1', '0', '0'): 1})
    assert [row for row in stands_out_by(found, ['a', 'b', 'c'])['columns']] == [('a', 2, 0.5), ('b', 2, 0.375), ('c', 2, 0.375)]


def test_at_the_edges():
    assert special_uniques({}) == {} and special_uniques({('a',): 2}) == {} and special_uniques({('a', 'b'): 1}) == {('a', 'b'): [(0,), (1,)]}
    assert special_uniques({('a',): 1, ('b',): 5}) == {('a',): [(0,)]}
    assert [score_of_set(size, 5, 2) for size in (1, 2)] == [12, 3] and score_of_set(1, 1, 1) == 1
    told = told_of_specials({('a', 'b'): 2, ('a', 'c'): 2}, ['x', 'y'], 9)
    assert told == {'most': 2, 'records': 0, 'by_columns': {1: 0, 2: 0}, 'columns': [{'column': name, 'records': 0, 'share': 0.0} for name in 'xy'],
                    'values': [], 'first': []}
