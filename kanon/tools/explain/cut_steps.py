"""Mondrian as steps that can be told, and kanon's looks as they are told in a trace.

Promise: `mondrian` of plain/mondrian.py itself runs. Each step names the line of the function that ran, and holds what the line found
out. Where a partition has fewer than 2 k records, or is equal in a dimension, the lines that refuse each of its cuts are passed over.
"""

from __future__ import annotations

from collections import namedtuple

from ...core.cutting.labels import box_of_numbers
from ...core.errors import REDACTED
from ...plain import mondrian as plain
from .lattice_steps import told
from .statements import Lesson
from .steps import codes_of, part_numbers, recorded

FUNCTIONS = plain.mondrian, plain.cut, (plain.choose_dimension, 'width'), plain.find_median

# A partition, {quasi tuple: records}. parent: the number of the part that it was cut from, None of the whole table. size: its records.
# box: for each dimension the least and the greatest code that the cuts allow.
PartOfTable = namedtuple('PartOfTable', 'partition parent size box')


class CutLesson:
    """What the tellers know: the names and the dimensions of the columns, k, and the parts that were made.

    parts: by their numbers. 0 is the whole table. The others are numbered in the order in which they are made.
    now: the number of the part that is looked at. dim: the dimension that is tried, or was last.
    """

    def __init__(self, names, dimensions, k):
        self.names, self.dimensions, self.k = names, dimensions, k
        self.plain = [plain.Dimension(places_of(dimension), None, 1, dimension.is_number) for dimension in dimensions]
        self.parts, self._numbers, self.now, self.dim = [], {}, 0, None

    def add(self, partition, parent=None, box=None):
        """A part that is new."""
        self._numbers[id(partition)] = len(self.parts)
        box = box or tuple((0, len(dimension.texts) - 1) for dimension in self.dimensions)
        self.parts.append(PartOfTable(partition, parent, sum(partition.values()), box))

    def number_of(self, partition):
        return self._numbers[id(partition)]

    def of_part(self):
        """What the sentences name of the part that is looked at."""
        part = self.parts[self.now]
        return {'part': self.now, 'parent': part.parent, 'size': part.size, 'k': self.k, 'needed': 2 * self.k}

    def value(self, dim, code):
        return self.dimensions[dim].texts[code]

    def codes(self, part, dim) -> list:
        """The code of each tuple of a part."""
        code_of = self.dimensions[dim].codes
        return [code_of[t[dim]] for t in part.partition]

    def ends(self, part, dim) -> tuple:
        """The least and the greatest code of a part."""
        codes = self.codes(part, dim)
        return min(codes), max(codes)

    def width(self, part, dim):
        return self.dimensions[dim].width(*self.ends(part, dim))

    def labels(self, part):
        """(dim, label) of each dimension: how the part would be published."""
        labels = [dimension.label(self.codes(part, dim), ends).text for dim, (dimension, ends) in enumerate(zip(self.dimensions, part.box))]
        return tuple(enumerate(labels))

    def sides(self, dim, code, lhs, rhs):
        """The numbers of the two sides of a cut of the part that is looked at, which are added to the parts."""
        box, first = self.parts[self.now].box, len(self.parts)
        low, high = box[dim]
        for side, ends in (lhs, (low, int(code))), (rhs, (int(code) + 1, high)):
            self.add(side, self.now, (*box[:dim], ends, *box[dim + 1:]))
        return first, first + 1

    def is_few(self):
        """Whether no cut of the part that is looked at can leave k records on both sides."""
        return self.parts[self.now].size < 2 * self.k

    def is_passed_over(self):
        """Whether the lines that refuse each cut of a part in a dimension are not told."""
        return self.is_few() or not self.width(self.parts[self.now], self.dim)


def places_of(dimension) -> dict:
    """{value: its code}, for plain/mondrian.py. Codes are compared as numbers, and the difference of two is the width between them.

    >>> from ...core.cutting.dimension import dimension_of
    >>> places = places_of(dimension_of({'21': 1, '29': 1, '37': 1}))
    >>> places, places['29'] - places['21']
    ({'21': 0, '29': 1, '37': 2}, 0.5)
    """
    class Place(int):
        def __sub__(self, other):
            return dimension.width(int(other), int(self))
    return {value: Place(code) for value, code in dimension.codes.items()}


def cut_steps(frequency_set, cutting) -> list:
    """The Steps of Mondrian from the whole table to the finished parts.

    >>> from ...core.cutting.dimension import dimension_of
    >>> ages = [dimension_of(dict.fromkeys('12345', 1))]
    >>> steps = cut_steps({(age,): 1 for age in '12345'}, CutLesson(['age'], ages, 2))
    >>> [step.kind for step in steps]       # doctest: +NORMALIZE_WHITESPACE
    ['part', 'width', 'widest', 'counts', 'median', 'allowable', 'cut', 'part', 'few', 'finished', 'part', 'few', 'finished',
     'all_finished']
    """
    whole = dict(frequency_set)
    cutting.add(whole)
    ran = recorded(lambda: plain.mondrian(whole, cutting.plain, cutting.k), codes_of(FUNCTIONS), TOLD, [])
    return list(told(ran, TOLD, cutting))


def next_part(before, after, asked, cutting):
    cutting.now, cutting.dim = cutting.number_of(after['partition']), None
    yield 'part', cutting.of_part()


def finished(before, after, asked, cutting):
    yield 'finished', {**cutting.of_part(), 'labels': cutting.labels(cutting.parts[cutting.now])}


def all_finished(before, after, asked, cutting):
    yield 'all_finished', {'n': len(before['finished']), 'cuts': len(cutting.parts) // 2}


def without_cut(before, after, asked, cutting):
    part = cutting.parts[cutting.now]
    is_equal = not any(cutting.width(part, dim) for dim in range(len(cutting.dimensions)))
    yield 'few' if cutting.is_few() else 'equal' if is_equal else 'refused', cutting.of_part()


def measured(before, after, asked, cutting):
    if not cutting.is_few():
        dim, part = before['dim'], cutting.parts[cutting.now]
        (low, high), width = cutting.ends(part, dim), cutting.width(part, dim)
        yield 'width' if width > 0 else 'no_width', {
            **cutting.of_part(), 'dim': dim, 'width': width, 'low': cutting.value(dim, low), 'high': cutting.value(dim, high)}


def widest(before, after, asked, cutting):
    """`for dim in choose_dimension(...)`, which ends with the same dim as before."""
    dim = after.get('dim')
    if dim == cutting.dim:
        return
    cutting.dim = dim
    if not cutting.is_passed_over():
        widths = [(cutting.width(cutting.parts[cutting.now], other), other) for other in range(len(cutting.dimensions))]
        others = tuple(sorted(((width, other) for width, other in widths if (-width, other) > (-widths[dim][0], dim)),
                              key=lambda pair: (-pair[0], pair[1])))
        yield 'widest', {**cutting.of_part(), 'dim': dim, 'width': widths[dim][0], 'others': others}


def counts(before, after, asked, cutting):
    if not cutting.is_passed_over():
        counted = tuple((cutting.value(cutting.dim, code), n) for code, n in sorted(after['fs'].items()))
        yield 'counts', {**cutting.of_part(), 'dim': cutting.dim, 'counts': counted}


def median(before, after, asked, cutting):
    if not cutting.is_passed_over():
        size = after['size']
        yield 'median', {'size': size, 'half': (size + 1) // 2, 'median': cutting.value(cutting.dim, after['median'])}


def tried(before, after, asked, cutting):
    """Whether `<= median`, or then `< median`, leaves k records on both sides."""
    if not cutting.is_passed_over():
        size, records, left = before['size'], before['records'], before['left']
        kind = 'allowable' if cutting.k <= records <= size - cutting.k else 'not_allowable' if left else 'nothing_below'
        last = cutting.value(cutting.dim, max(left)) if left else None
        yield kind, {'last': last, 'left': records, 'right': size - records, 'k': cutting.k}


def found(before, after, asked, cutting):
    if after['split_value'] is None and not cutting.is_passed_over():
        yield 'no_cut_here', {**cutting.of_part(), 'dim': cutting.dim}


def made(before, after, asked, cutting):
    dim, code = cutting.dim, before['split_value']
    sides = cutting.sides(dim, code, before['lhs'], before['rhs'])
    yield 'cut', {**cutting.of_part(), 'dim': dim, 'at': cutting.value(dim, code), 'parts': sides,
                  'sizes': tuple(cutting.parts[side].size for side in sides)}


# {function: its Lesson}
TOLD = {
    'mondrian': Lesson('whole dimensions k heap sequence finished _ partition sides side', {
        'partition=': next_part, 'append()': finished, 'return': all_finished}),
    'cut': Lesson('partition dimensions k dim place fs split_value lhs rhs', {
        'for dim': widest, 'fs=': counts, 'split_value=': found, 'return': made,
        'return2': without_cut}),
    'width': Lesson('dim places', {'return': measured}),
    'find_median': Lesson('fs k size median at_most below left records', {
        'median=': median, 'if': tried}),
}


def trace_of_cuts(looks, names, dimensions, k, redact) -> list:
    """Mondrian's looks as dicts, whatever the kind of cut. names: of the columns. redact: show no value.

    part, parent, size: of the part. widths: {column: its width}, None where boxes hide the ends of the column. refused: [(columns,
    reason)]. column, kind, at, parts, numbers: of the cut, with the sizes and the numbers of the new parts. They are None of a part that is not cut.
    """
    numbers, rows = part_numbers(looks), []
    sides: dict = {}
    for look in looks:
        sides.setdefault(look.parent, []).append(numbers[look.number])
    for look in looks:
        reasons: dict = {}
        for dim, reason in look.refused:
            reasons.setdefault(reason, []).append(names[dim])
        cut = look.cut
        rows.append({
            'part': numbers[look.number], 'parent': numbers.get(look.parent), 'size': look.size, 'k': k,
            'widths': {names[dim]: None if box_of_numbers(dimensions[dim]) else width for dim, width in look.widths.items()},
            'refused': [(columns, reason) for reason, columns in reasons.items()],
            'column': cut and cut.dim is not None and names[cut.dim] or None, 'kind': cut and cut.kind, 'parts': cut and cut.parts,
            'at': cut and cut.dim is not None and (REDACTED if redact else cut_at(cut, dimensions[cut.dim])) or None,
            'numbers': cut and sorted(sides[look.number])})
    return rows


def cut_at(cut, dimension):
    """The value, the values or the node that a cut is named by."""
    if cut.kind == 'values':
        return '{%s}' % '|'.join(dimension.texts[code] for code in sorted(cut.at))
    return cut.at if cut.kind == 'node' else dimension.texts[cut.at]
