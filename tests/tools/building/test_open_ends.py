"""Open ends: which texts are some, in which columns they are understood, and the ranges and groups that hold them."""

from random import Random

import pytest

from kanon.core.audit.ends import ends_of_node
from kanon.core.counts.values import number
from kanon.core.errors import DataError
from kanon.tools.building.column_kinds import kind_of, looks
from kanon.tools.building.draft import FLAT, draft_of, ladders_of_numbers
from kanon.tools.building.numbers import quantiles, ranges
from kanon.tools.building.open_ends import open_end, understood


@pytest.mark.parametrize('text, decimal, expected', [
    *((text, '.', (True, '90', False)) for text in (
        '90+', '90 +', '≥90', '>= 90', '90 and over', '90 And Older', '90 or more', '90 und älter', '90 und mehr', 'ab 90', '90以上',
        '90岁以上', '90岁及以上')),
    *((text, '.', (True, '89', True)) for text in ('>89', '> 89', '＞89', 'over 89', 'above 89', 'über 89', 'mehr als 89', '超过89', '大于89岁')),
    *((text, '.', (False, '17', False)) for text in ('<=17', '≤ 17', '17 and under', '17 or less', 'bis 17', '17以下', '17岁及以下')),
    *((text, '.', (False, '1', True)) for text in ('<1', '< 1', '＜1', 'under 1', 'unter 1', 'less than 1', '不满1岁', '未满1')),
    ('<0.5', '.', (False, '0.5', True)), ('<0,5', ',', (False, '0,5', True)), ('>-5', '.', (True, '-5', True)),
    *((text, '.', None) for text in ('90', '90.5', '+90', '-1', '1e3', 'A+', '+', '>', 'over', '18-24', '90++', '>>90', '> 89 <', '1.234,5+',
                                     '90 plus tax', 'ab', '3O', '<1>', '', '?', '90+ years old', '1,5+', '٣+'))])
def test_open_ends(text, decimal, expected):
    assert open_end(text, decimal) == expected


@pytest.mark.parametrize('counts, expected', [
    ({'39': 5, '88': 2, '90+': 1}, ['90+']), ({'39': 1, '93': 1, '50': 1, '90+': 9, '>95': 1}, ['90+', '>95']),
    ({'0.7': 4, '<0.5': 90, '3': 1}, ['<0.5']), ({'5': 3, '<1': 1, '≥9': 1}, ['<1', '≥9']),
    ({'1+': 3, '1': 2, '2+': 1, '2': 5, '3-': 2}, []),                  # grades: most numbers would be inside
    ({'90+': 3, '<1': 2}, []), ({'90+': 3, 'old': 2}, []),              # no number
    ({'5': 3, '<7': 1, '>6': 1}, []), ({'5': 3, '<5': 1, '≥5': 1}, []),      # two ends that hold the same, or everything
    ({'01067': 3, '02+': 1}, []), ({'39': 3, '40': 1}, [])])
def test_where_they_are_understood(counts, expected):
    assert sorted(understood(counts)) == sorted(expected)


def test_a_column_with_open_ends_is_one_of_numbers():
    assert looks({'39': 5, '41': 5, '90+': 3, '3O': 1})[0] == ('mostly numbers', (), {'3O': 1})
    assert looks({'39': 5, '41': 5, '90+': 3}).ends == {'90+': 3} and kind_of({'39': 5, '41': 5, '90+': 3}).word == 'number'
    assert kind_of({str(n): 1 for n in range(1, 60)}).word == 'likely identifier'
    assert kind_of({**{str(n): 1 for n in range(1, 60)}, '60+': 1}).word == 'likely identifier'


@pytest.mark.parametrize('end, top, expected', [
    ('90+', '90', '[90-]'), ('>89', '90', '[90-]'), ('90+', '85', '[85-]'), ('>=90.0', '90', '[90-]')])
def test_ranges_with_a_top(end, top, expected):
    ladders = ranges(['39', '93', end], ['5', '10'], top=top)
    assert ladders[end] == (end, expected, expected, '*') == (end, *ladders['93'][1:])


@pytest.mark.parametrize('values, widths, said', [
    (['39', '90+'], ['5'], "'90+' is an open end, which no range holds; --top 90 makes one that does"),
    (['39', '>90'], ['5'], "'>90' is an open end, which no range holds; --top 90 makes one that does"),
    (['39', '<18'], ['5'], "'<18' is an open end, which no range holds; --bottom 20 makes one that does"),
    (['39', '<=15'], ['5'], "'<=15' is an open end, which no range holds; --bottom 20 makes one that does"),
    (['0.7', '<0.5'], ['0.5'], "'<0.5' is an open end, which no range holds; --bottom 0.5 makes one that does")])
def test_ranges_without_a_top_say_which(values, widths, said):
    with pytest.raises(DataError) as error:
        ranges(values, widths)
    assert said in str(error.value)
    word, edge = said.split('--')[1].split()[:2]
    assert ranges(values, widths, **{word: edge})[values[1]][1].strip('[]').strip('-')


def possible(end):
    """Numbers that an open end may stand for, one of them at its end."""
    n = number(end.number)
    return [n + end.strict, n + 3, n + 1000] if end.above else [n - end.strict, n - 3, n - 1000]


@pytest.mark.parametrize('seed', range(150))
def test_every_label_of_an_open_end_holds_all_that_it_may_stand_for(seed):
    """In drafts of all shapes, and in groups. The audit's reading of a label is the oracle."""
    random = Random(seed)
    low, high = random.randint(-20, 20), random.randint(40, 120)
    power = random.choice((1, 1, 3))
    counts = {str(random.randint(low, high) ** power): random.choice((1, 1, 2, 40)) for _ in range(random.randint(1, 60))}
    for text in random.sample(['%d+' % high, '>%d' % high, '> %d' % (high + 7), '<%d' % low, '≤%d' % low, 'under %d' % (low - 3)], 3):
        counts[text if power == 1 else text.replace(str(high), str(high ** 3)).replace(str(low), str(low ** 3))] = random.choice((1, 5))
    ends = understood(counts)
    made = [ladders_of_numbers(counts, {value: n for value, n in counts.items() if number(value) is None and value not in ends}).ladders]
    if ends:
        made.append(quantiles({value: n for value, n in counts.items() if value in ends or number(value) is not None}, [4, 2]))
    for ladders in made:
        for value in ladders:
            for label in ladders[value][1:]:
                if label in ('*', value):
                    continue
                first, last = ends_of_node(label)
                held = possible(ends[value]) if value in ends else [number(value)]
                assert all(first <= n <= last for n in held), (value, label)
        levels = list(zip(*ladders.values()))
        for finer, coarser in zip(levels, levels[1:]):
            assert len(set(zip(finer, coarser))) == len(set(finer))      # one label above each


def test_a_draft_of_open_ends_with_decimals_and_with_nothing_between():
    draft = ladders_of_numbers({**{'%d,%d' % (n // 10, n % 10): 1 for n in range(5, 200)}, '<0,5': 90}, decimal=',')
    assert draft.open == ('[-1)',) and draft.by[-1] == '--bottom=1' and draft.ladders['0,7'][1] == '[-1)'
    assert ladders_of_numbers({'5': 3, '6': 2, '7+': 1}).levels == FLAT[0]          # too few numbers for ranges


class ColumnOf:
    limit, name = 0, 'x'

    def __init__(self, counts):
        self.counts, self.looks = counts, looks(counts)


def test_a_draft_of_codes_beside_words():
    counts = {'01067': 5, '04109': 3, 'A1067': 1, 'k.A.': 2, '?': 1}
    draft = draft_of(ColumnOf(counts))
    assert draft.ladders['A1067'][1:3] == ('A106*', 'A10**') and draft.ladders['k.A.'] == ('k.A.',) * 5 + ('*',) and draft.by is None
    assert 'k.A.' not in draft_of(ColumnOf(counts), unreadable=True).ladders


@pytest.mark.parametrize('counts, word, others', [
    ({'01067': 5, '04109': 3, 'NA': 1}, 'code', {'NA': 1}), ({'01067': 5, '1067': 2, 'NA': 1}, 'code', {'NA': 1}),
    ({'13053': 5, '14850': 3, 'A1305': 1}, 'code', {}), ({'13053': 5, '14850': 3, '130S3': 1}, 'code', {}),
    ({'01': 5, '75': 3, '2A': 1, '2B': 1}, 'code', {}), ({'250': 9, 'A12': 1, 'B07': 2}, 'code', {}),
    ({'101': 9, '117': 2, '1O1': 1}, 'mostly numbers', {'1O1': 1}), ({'39': 9, '41': 2, '3O': 1, 'l2': 1}, 'mostly numbers', {'3O': 1, 'l2': 1}),
    ({'120': 9, '135': 2, '12m': 1, '7yr': 1}, 'mostly numbers', {'12m': 1, '7yr': 1}), ({'39': 9, '41': 2, 'NA': 1}, 'mostly numbers', {'NA': 1}),
    ({'01067': 1, 'high': 9, 'low': 9}, 'category', {}), ({'20200131': 5, '20211231': 2, 'soon': 1}, 'mostly dates', {'soon': 1}),
    ({'0.5': 3, '01': 2}, 'code', {}), ({'01067': 5, '1,5': 1}, 'number in another writing', {'1,5': 1})])
def test_codes_of_one_width_are_never_mostly_numbers(counts, word, others):
    assert kind_of(counts)[::2] == (word, others)
    assert kind_of(dict(reversed(list(counts.items()))))[::2] == (word, others)
