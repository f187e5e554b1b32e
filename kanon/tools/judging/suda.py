"""Who stands out, and by what: the least sets of columns in which a record is alone.

Promise: `special_uniques` finds all of them, and no others. A record is alone in a set of columns if no other record has the same values
there. The set is least if the record is not alone without one of its columns (a minimal sample unique). The fewer columns it takes,
and the more such sets a record has, the more special the record is.
Invariant: whoever is alone in a set is alone in every larger one. So for a set only those records are counted who are not alone in any set
of one column less. Those whom one of them is like are among them, too.
A missing value is a value like any other. This is about the table alone, and estimates nothing.

M. Elliot, A. Manning, R. Ford, A Computational Algorithm for Handling the Special Uniques Problem, IJUFKS 10(5), 2002; M. Elliot, A. Manning,
K. Mayes, J. Gurd, M. Bane, SUDA: A Program for Detecting Special Uniques, UNECE work session on statistical data confidentiality, 2005: the score;
A. Manning, D. Haglin, J. Keane, A Recursive Search Algorithm for Statistical Disclosure Assessment, DMKD 16, 2008.
Departure: SUDA2 walks from value to value. This goes from set to set, all records at a time, and finds the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations, compress, islice
from math import prod
from operator import add

TYPE_CHECKING = False       # as in library.py
if TYPE_CHECKING:
    from typing import Mapping


def special_uniques(sizes: Mapping[tuple[str, ...], int], most: int | None = None) -> dict[tuple[str, ...], list[tuple[int, ...]]]:
    """{quasi tuple of a record that stands out: its least sets of columns, as tuples of places}, with at most so many columns.

    sizes: {quasi tuple: records}. The sets are in ascending order of their sizes.

    >>> special_uniques({('20', 'm', 'flu'): 2, ('20', 'f', 'flu'): 1, ('60', 'f', 'flu'): 1})
    {('60', 'f', 'flu'): [(0,)], ('20', 'f', 'flu'): [(0, 1)]}
    """
    rows, found = list(sizes), defaultdict(list)
    if not rows:
        return {}
    columns, single = list(as_digits(zip(*rows))), bytes(n == 1 for n in sizes.values())
    everybody = int.from_bytes(b'\1' * len(rows), 'little')
    before: dict = {(): everybody}        # {set of columns: a byte for each row, 1 where it is not alone in them}
    for size in range(1, min(most or len(columns), len(columns)) + 1):
        alike: dict = {}
        for chosen in combinations(range(len(columns)), size):
            left = everybody
            for place in range(size):
                left &= before[chosen[:place] + chosen[place + 1:]]
            alike[chosen] = left
            if left:
                mask = bytearray(left.to_bytes(len(rows), 'little'))
                values = list(compress(columns[chosen[0]], mask))
                for place in chosen[1:]:
                    values = list(map(add, values, compress(columns[place], mask)))
                times = Counter(values)
                once = map((1).__eq__, map(times.__getitem__, values))
                alone = [row for row in compress(compress(range(len(rows)), mask), once) if single[row]]
                if alone:
                    for row in alone:
                        mask[row] = 0
                        found[rows[row]].append(chosen)
                    alike[chosen] = int.from_bytes(mask, 'little')
        before = alike
    return dict(found)


def as_digits(columns):
    """Each column's values as whole numbers. Those of several columns have one sum only if they have the same values.

    >>> list(as_digits([('20', '60', '20'), ('m', 'f', 'f')]))
    [[0, 1, 0], [0, 2, 2]]
    """
    digit = 1
    for column in columns:
        codes = {value: digit * n for n, value in enumerate(dict.fromkeys(column))}
        yield list(map(codes.__getitem__, column))
        digit *= len(codes)


def score_of_set(size, columns, most) -> int:
    """What a least set of so many columns adds to the score of a record: Elliot et al. 2005.

    It is the product of (columns - i), i from the size of the set to `most`, the size up to which sets are looked at, as long as columns are left.

    >>> [score_of_set(size, 4, 4) for size in (1, 2, 3, 4)], [score_of_set(size, 4, 2) for size in (1, 2)]
    ([6, 2, 1, 1], [6, 2])
    """
    return prod(columns - i for i in range(size, min(most, columns - 1) + 1))


def special_scores(found: Mapping[tuple[str, ...], list[tuple[int, ...]]], columns: int, most: int | None = None) -> dict[tuple[str, ...], int]:
    """{quasi tuple: score} of the records that stand out. The greatest scores come first, then whoever needs the fewest columns.

    found: of `special_uniques`, with the same `most`.

    >>> special_scores({('60', 'f', 'flu'): [(0,)], ('20', 'f', 'flu'): [(0, 1)]}, 3)
    {('60', 'f', 'flu'): 2, ('20', 'f', 'flu'): 1}
    """
    most = min(most or columns, columns)
    scores = {row: sum(score_of_set(len(chosen), columns, most) for chosen in sets) for row, sets in found.items()}
    return {row: scores[row] for row in sorted(scores, key=lambda row: (-scores[row], len(found[row][0]), row))}


def stands_out_by(found, names) -> dict:
    """Which columns, and which values, make records stand out.

    columns: (name, records, share) of each column: how many records have a least set with it, and the share of all scores that these sets
    have. The shares add up to more than 1, because a set has several columns. The size up to which sets were looked at changes all scores
    by one factor, and no share. values: (name, value, records, share), the same of each value. Both begin with the greatest share.

    >>> told = stands_out_by({('60', 'f', 'flu'): [(0,)], ('20', 'f', 'flu'): [(0, 1)]}, ['age', 'sex', 'ill'])
    >>> told['columns'], told['values'][0]
    ([('age', 2, 1.0), ('sex', 1, 0.3333333333333333), ('ill', 0, 0.0)], ('age', '60', 1, 0.6666666666666666))
    """
    records: Counter = Counter()
    parts: Counter = Counter()
    total = 0
    for row, sets in found.items():
        mine: Counter = Counter()
        for chosen in sets:
            score = score_of_set(len(chosen), len(names), len(names))
            total += score
            for place in chosen:
                mine[place] += score
        records.update((place, row[place]) for place in mine)
        for place, part in mine.items():
            parts[place, row[place]] += part
    columns = [(name, sum(n for (at, _), n in records.items() if at == place),
                sum(part for (at, _), part in parts.items() if at == place) / (total or 1)) for place, name in enumerate(names)]
    values = [(names[place], value, records[place, value], part / total) for (place, value), part in parts.items()]
    return {'columns': sorted(columns, key=lambda row: -row[2]), 'values': sorted(values, key=lambda row: (-row[3], names.index(row[0]), row[1]))}


MOST_TOLD = 1000        # records that stand out, in a report


def told_of_specials(sizes, names, most) -> dict:
    """What a report says: how many records stand out, by which columns and values, and which records stand out most.

    by_columns: {the fewest columns that it takes: records}. first: the first records, with score and least sets.

    >>> told = told_of_specials({('20', 'm'): 2, ('20', 'f'): 1, ('60', 'f'): 1}, ['age', 'sex'], 2)
    >>> told['records'], told['by_columns'], told['first'][0]
    (2, {1: 1, 2: 1}, {'quasi': {'age': '60', 'sex': 'f'}, 'score': 1, 'sets': [('age',)]})
    """
    most = min(most, len(names))
    found = special_uniques(sizes, most)
    scores, told = special_scores(found, len(names), most), stands_out_by(found, names)
    fewest = Counter(len(sets[0]) for sets in found.values())
    return {'most': most, 'records': len(found), 'by_columns': {size: fewest[size] for size in range(1, most + 1)},
            'columns': [dict(zip(('column', 'records', 'share'), row)) for row in told['columns']],
            'values': [dict(zip(('column', 'value', 'records', 'share'), row)) for row in told['values']],
            'first': [{'quasi': dict(zip(names, row)), 'score': score, 'sets': [tuple(names[place] for place in chosen) for chosen in found[row]]}
                      for row, score in islice(scores.items(), MOST_TOLD)]}
