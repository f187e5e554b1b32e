"""What a release leaves of each column, as a picture.

Promise: a recorded value is shown only if at least k records have it, and a bar of recorded values stands for at least k records.
Rarer values are joined with their neighbours, or with all others. No axis begins or ends at a value that fewer than k records reach.
With redact there is no value, no label and no number of an axis.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import namedtuple
from itertools import accumulate, islice
from math import floor

from ...core.counts.frequency import added_up
from ...core.counts.measures import loss_text
from ...core.counts.values import MISSING, number
from ...core.voice.called import order_name
from .axes import round_steps, scaled
from .svg import INK, PALE, SKY, Sheet, headed, stacked, wide

MOST_BARS = 12          # of categories
MOST_BINS = 40          # of numbers
MOST_COLUMNS = 40
WIDTH = 800
GREY = '#8e8e8e'         # what is suppressed
CHANGES = {'lm': 'change', 'lm_cells': 'change_cells', 'lm_most': 'change_most'}

# A column before and after. values: {recorded value: records}. labels: {published label: records}. spans: {label: the set of its
# recorded values}. suppressed: records. rooted: whether missing values are published as the root. line: what there is to say of it.
Change = namedtuple('Change', 'name values labels spans suppressed rooted line')


def recorded_and_published(report, outcome, redact, say) -> Sheet:
    """Each quasi-identifier as it was recorded and as it is published. Of more than MOST_COLUMNS the first ones."""
    k, drawn = report['k'], islice(changes_of_columns(report, outcome, say), MOST_COLUMNS)
    sheets = [of_numbers(change, k, redact, say) or of_categories(change, k, redact, say) for change in drawn]
    whole = stacked([heading(k, outcome.suppressed, len(report['columns']), say), *sheets], 16)
    whole.title = say('before_after')
    return whole


def heading(k, suppressed, columns, say) -> Sheet:
    first = [say('first_columns', drawn=MOST_COLUMNS, columns=columns)] if columns > MOST_COLUMNS else []
    sheet, y = headed(say('before_after'), [say('joined_values', k=str(k)), *first])
    y -= 6
    sheet.rect(14, y + 14, 24, 14, fill=SKY)
    sheet.text(46, y + 25, say('recorded'))
    sheet.rect(130, y + 14, 24, 14, fill='none', stroke=INK, stroke_width=2)
    sheet.text(162, y + 25, say('published_spread'))
    if suppressed:
        sheet.rect(520, y + 14, 24, 14, fill=GREY)
        sheet.text(552, y + 25, say('suppressed'))
    sheet.height = y + 36
    return sheet


def changes_of_columns(report, outcome, say):
    """A Change for each quasi-identifier."""
    recoding, lost = outcome.recoding, outcome.lost
    _, classes, counts = recoding.flows()
    for place, column in enumerate(report['columns']):
        texts = [None if number_ in recoding.failing else labels[place] for number_, labels in enumerate(recoding.labels)]
        pairs = added_up(zip(recoding.codes(place), map(texts.__getitem__, classes)), counts)
        values, labels, spans = list(recoding.table.columns[place].values), {}, {}
        for (code, label), n in pairs.items():
            labels[label] = labels.get(label, 0) + n
            spans.setdefault(label, set()).add(values[code])
        suppressed = labels.pop(None, 0)
        how = (say('at_level', level=column['level'], height=column['height']) if 'level' in column else
               say('cut_by', order=order_name(say, column['order'])))
        loss = loss_text(lost, column['loss'], 4)
        line = say(CHANGES[lost], how=how, values=column['values'], labels=column['labels'], loss=loss)
        yield Change(column['name'], outcome.columns[place], labels, spans, suppressed, column['name'] in report['rooted'], line)


def of_numbers(change, k, redact, say):
    """A histogram of numbers. None if the column has other values than numbers, or next to none."""
    numbers = numbers_by_value(change.values, change.rooted)
    if numbers is None or len(set(numbers.values())) < 3:
        return None
    edges = bins(added_up(numbers.values(), map(change.values.__getitem__, numbers)), k)
    if len(edges) < 3:
        return None
    before = [0.0] * (len(edges) - 1)
    after = [0.0] * (len(edges) - 1)
    for value, position in numbers.items():
        before[bar_of(edges, position)] += change.values[value]
    unknown = sum(n for value, n in change.values.items() if value not in numbers)
    for label, n in change.labels.items():
        covered = [numbers[value] for value in change.spans[label] if value in numbers]
        if len(covered) == len(change.spans[label]):    # else it is a missing value, and what is published like one
            for place, share in enumerate(spread(edges, *extent(label, covered, edges))):
                after[place] += n * share
    sheet = Sheet(WIDTH, 0, change.name, describe(change, say))
    y = column_line(sheet, change) + 8
    left, room, high = 50, WIDTH - 70, 110
    unit = room / (edges[-1] - edges[0])
    heights = [[n / (edges[place + 1] - edges[place]) for place, n in enumerate(series)] for series in (before, after)]
    scale = high / (max(map(max, heights)) or 1)
    base, outline = y + high, [(left, y + high)]
    for place, (one, other) in enumerate(zip(*heights)):
        x, width = left + (edges[place] - edges[0]) * unit, (edges[place + 1] - edges[place]) * unit
        tip = say('recorded_published', recorded=round(before[place]), published=round(after[place]))
        if before[place]:
            sheet.rect(x, base - one * scale, max(width - 1, 0.5), one * scale, fill=SKY, tip=tip if redact else
                       say('named', name=bar_range_text(edges, place, say), text=tip))
        outline += [(x, base - other * scale), (x + width, base - other * scale)]
    sheet.line(left, base, left + room, base, stroke=PALE)
    sheet.path([*outline, (left + room, base)], stroke=INK, stroke_width=2)
    ends = -1000.0
    for edge in edges:
        text, x = number_text(edge), left + (edge - edges[0]) * unit
        if not redact and x - wide(text, 12) / 2 > ends + 8:
            sheet.line(x, base, x, base + 4, stroke=PALE)
            sheet.text(x, base + 16, text, size=12, anchor='middle', fill=PALE)
            ends = x + wide(text, 12) / 2
    y = base + 32
    note = [say(key, n=n) for n, key in ((change.suppressed, 'n_suppressed'), (unknown, 'n_without')) if n]
    axis = say('open_bars') if redact else say('open_bars_from', low=number_text(edges[1]), high=number_text(edges[-2]))
    sheet.text(left, y, say('blank').join([axis, *note]), size=12, fill=PALE, room=WIDTH - 60)
    sheet.height = y + 6
    return sheet


def of_categories(change, k, redact, say) -> Sheet:
    """Bars of the most frequent values beside bars of the most frequent labels."""
    sheet = Sheet(WIDTH, 0, change.name, describe(change, say))
    y = column_line(sheet, change) + 8
    before, after = frequent(change.values, k), frequent(change.labels, k)
    if change.suppressed:
        after = [*after, (None, change.suppressed)]
    most = max(n for _, n in [*before, *after])
    for left, rows, fill in ((14, before, SKY), (414, after, 'none')):
        at = y
        for name, n in rows:
            is_rest = name is None or isinstance(name, int)
            text = say('suppressed') if name is None else say('n_others', n=name) if is_rest else '' if redact else name
            sheet.text(left + 190, at + 12, text, size=12, anchor='end', room=186, fill=PALE if is_rest else INK)
            sheet.rect(left + 198, at + 2, max(1, 120 * n / most), 12, fill=GREY if name is None else fill,
                       stroke=INK if fill == 'none' and name is not None else None, stroke_width=2 if fill == 'none' else None,
                       tip=None if redact or is_rest else say('named', name=name, text=say('records_are', n=n)))
            sheet.text(left + 204 + max(1, 120 * n / most), at + 12, '{:,}'.format(n), size=12, fill=PALE)
            at += 19
        sheet.height = max(sheet.height, at + 4)
    return sheet


def column_line(sheet, change) -> float:
    """The name of a column and what there is to say of it. Returns the base line."""
    sheet.line(10, 1, WIDTH - 10, 1)
    sheet.text(14, 20, change.name, size=14, room=300, tip=change.name)
    sheet.text(WIDTH - 14, 20, change.line, size=12, anchor='end', fill=PALE, room=460)
    return 24


def describe(change, say) -> str:
    return say('column_is', name=change.name, line=change.line)


def numbers_by_value(values, rooted):
    """{value: its number} if all values are numbers but for missing ones, else None.

    rooted: whether one of the values is what the missing ones are published as.

    >>> numbers_by_value({'39': 1, '5.5': 2, '*': 1}, True), numbers_by_value({'39': 1, 'old': 1}, False), numbers_by_value({'1,5': 1, '?': 1}, False)
    ({'39': 39, '5.5': 5.5}, None, {'1,5': 1.5})
    """
    for decimal in '.', ',':
        numbers = {value: number(value, decimal) for value in values}
        others = [value for value in values if numbers[value] is None and value not in MISSING]
        if len(others) <= rooted:
            return {value: number_ for value, number_ in numbers.items() if number_ is not None}
    return None


def bins(records, k) -> list:
    """The edges of bars, of k records at least or of none.

    records: {number: records}. They go from the k-th record to the last but k - 1, in steps of 1, 2, 5, 10 and so on. What lies
    beyond is in the first bar and in the last one.

    >>> bins({20: 3, 21: 1, 22: 2, 25: 3, 99: 1}, 2), bins({10 ** 15 + 5: 2, 10 ** 15 + 6: 2}, 2)
    ([20, 21, 23, 24, 25, 26], [1000000000000005, 1000000000000006, 1000000000000007])
    """
    places = sorted(records)
    upto = list(accumulate(map(records.__getitem__, places)))
    if upto[-1] < 2 * k:
        return []
    low, high = places[bisect_right(upto, k - 1)], places[bisect_right(upto, upto[-1] - k)]
    least = (high - low) / MOST_BINS
    whole = all(isinstance(place, int) for place in places)
    factor, power = next(round_steps(max(least, 1) if whole else least or 1))
    step = scaled(factor, power)
    first, last = [end // step if whole else floor(end / step) for end in (low, high)]      # 1.0 // 0.02 is 49
    fine = [scaled(number * factor, power) for number in range(first, last + 2)]
    counts = [0] * (len(fine) - 1)
    for place, n in records.items():
        counts[bar_of(fine, place)] += n
    edges, held = fine[:1], 0       # the last bar has k records, those from `high` on
    for edge, n in zip(fine[1:], counts):
        held += n
        if held >= k or not held:
            edges.append(edge)
            held = 0
    return edges


def extent(label, covered, edges) -> tuple:
    """From where to where a label of numbers reaches. covered: the numbers that are published as it.

    >>> extent('[35-39]', [36, 39], [0, 50, 100]), extent('[*-39]', [36], [0, 50, 100]), extent('thirties', [36, 38], [0, 50, 100])
    ((35, 40), (0, 40), (36, 39))
    >>> extent('17.5', [17.5], [0, 50, 100]), extent('*', [36], [0, 50, 100])
    ((17.5, 17.5), (0, 100))
    >>> extent('[60-80)', [62.5], [0, 50, 100])
    (60, 80)
    """
    ends = re.fullmatch(r'\[(\*|[^*]+?)-(\*|[^*]+)[])]', label)
    texts = ends.groups() if ends else (label, label)
    low, high = [edge if text == '*' else number(text) for text, edge in zip(texts, (edges[0], edges[-1]))]
    if low is None or high is None:
        low, high = min(covered), max(covered)
    if label == '*' or ends and ends[2] == '*':
        return low, edges[-1]
    whole = label[-1:] != ')' and isinstance(low, int) and isinstance(high, int)
    return low, high + whole        # a whole number is one wide


def spread(edges, low, high) -> list:
    """Which share of the range from low to high lies in each bar. The first and the last bar are open.

    >>> spread([0, 10, 20, 40], 5, 25), spread([0, 10, 20], 15, 15), spread([0, 10, 20], -9, -5)
    ([0.25, 0.5, 0.25], [0.0, 1.0], [1.0, 0.0])
    """
    low, high = max(low, edges[0]), min(high, edges[-1])
    if high <= low:
        here = bar_of(edges, low)
        return [float(place == here) for place in range(len(edges) - 1)]
    return [max(0, min(high, end) - max(low, start)) / (high - low) for start, end in zip(edges, edges[1:])]


def bar_of(edges, position) -> int:
    """The bar of a number."""
    return min(max(bisect_right(edges, position) - 1, 0), len(edges) - 2)


def bar_range_text(edges, place, say) -> str:
    low, high = number_text(edges[place]), number_text(edges[place + 1])
    if place == 0:
        return say('value_below', high=high)
    return say('value_above', low=low) if place == len(edges) - 2 else say('value_between', low=low, high=high)


def number_text(value) -> str:
    if isinstance(value, float):
        return '%.6g' % value
    return '{:,}'.format(value) if abs(value) >= 100_000 else str(value)


def frequent(counts, k) -> list:
    """[(value, records)], the most frequent first, at most MOST_BARS. The last may be (how many others, their records).

    Values of fewer than k records are among the others, and these have at least k records together if any are left.

    >>> frequent({'a': 9, 'b': 5, 'c': 1, 'd': 5}, 2)
    [('a', 9), ('b', 5), (2, 6)]
    """
    order = sorted((value for value in counts if counts[value] >= k), key=lambda value: (-counts[value], value))
    shown = order[:MOST_BARS - (len(counts) > MOST_BARS)]
    left, records = len(counts) - len(shown), sum(counts.values()) - sum(counts[value] for value in shown)
    while left and shown and records < k:
        left, records = left + 1, records + counts[shown.pop()]
    return [(value, counts[value]) for value in shown] + [(left, records)] * bool(left)
