"""Mondrian with the paper's cuts as steps that can be told, and its looks as they are told in a trace.

Promise: `mondrian` itself runs. Each step names the line of the function that ran, and holds what the line found out.
"""

from __future__ import annotations

from ..errors import REDACTED
from ..labels import box_of_numbers
from ..mondrian import choose_dimension, find_median, mondrian, strict
from .lattice_steps import told
from .steps import codes_of, numbers_of, recorded

FUNCTIONS = mondrian, (strict, 'cut'), choose_dimension, find_median


class Cutting:
    """What the tellers know: the names and the dimensions of the columns, k, and the number of each part.

    numbers: {id of a part: its number}. 0 is the whole table. The others are numbered in the order in which they are made.
    parents: {number: the number of the part that it was cut from}. dim: the dimension that was counted last.
    """

    def __init__(self, names, dimensions, k):
        self.names, self.dimensions, self.k = names, dimensions, k
        self.numbers, self.parents, self._made, self.dim = {}, {}, [], None

    def number_of(self, part, parent=None):
        """The number of a part. A part that is new gets the next one."""
        if id(part) not in self.numbers:
            self.numbers[id(part)] = number = len(self._made)
            self.parents[number] = parent
            self._made.append(part)         # so that no other part gets its id
        return self.numbers[id(part)]

    def parts(self) -> list:
        """The parts, by their numbers."""
        return self._made

    def of_part(self, part):
        number = self.number_of(part)
        return {'part': number, 'parent': self.parents[number], 'size': part.size, 'k': self.k, 'needed': 2 * self.k}

    def value(self, dim, code):
        return self.dimensions[dim].texts[code]

    def width(self, part, dim):
        return self.dimensions[dim].width(*part.ends(dim))

    def labels(self, part):
        """(dim, label) of each dimension: how the part would be published."""
        labels = [dimension.label(codes, ends).text for dimension, codes, ends in zip(self.dimensions, part.columns(), part.box)]
        return tuple(enumerate(labels))


def cut_steps(whole, cutting) -> tuple:
    """The Steps of Mondrian from the whole table to the finished parts, and the finished parts.

    >>> from ..dimensions import dimension_of
    >>> from ..partition import partition_of
    >>> from ..required import Required
    >>> ages = [dimension_of(dict.fromkeys('12345', 1))]
    >>> steps, parts = cut_steps(partition_of({(age,): 1 for age in '12345'}, ages, Required(2)), Cutting(['age'], ages, 2))
    >>> [step.kind for step in steps]       # doctest: +NORMALIZE_WHITESPACE
    ['part', 'width', 'widest', 'counts', 'median', 'allowable', 'cut', 'part', 'few', 'finished', 'part', 'few', 'finished',
     'all_finished']
    """
    answer: list = []
    cutting.number_of(whole)
    ran = recorded(lambda: answer.append(mondrian(whole, strict(cutting.dimensions, cutting.k))), codes_of(FUNCTIONS), [])
    return list(told(ran, TOLD, cutting)), answer[0][0]


def next_part(before, after, asked, cutting):
    yield 'part', cutting.of_part(after['part'])


def finished(before, after, asked, cutting):
    yield 'finished', {**cutting.of_part(before['part']), 'labels': cutting.labels(before['part'])}


def all_finished(before, after, asked, cutting):
    yield 'all_finished', {'n': len(before['finished']), 'cuts': len(before['cuts'])}


def without_cut(before, after, asked, cutting):
    """`return None`, of which there are two: before the dimensions are tried, and after them."""
    yield 'refused' if 'dim' in before else 'few' if before['part'].size < 2 * cutting.k else 'equal', cutting.of_part(before['part'])


def measured(before, after, asked, cutting):
    dim, part, width = before['dim'], before['part'], after['width']
    low, high = part.ends(dim)
    yield 'width' if width > 0 else 'no_width', {
        **cutting.of_part(part), 'dim': dim, 'width': width, 'low': cutting.value(dim, low), 'high': cutting.value(dim, high)}


def widest(before, after, asked, cutting):
    part, dim = before['part'], before['dim']
    others = tuple((float(-bound), other, known) for bound, other, known in sorted(before['heap']))
    yield 'widest', {**cutting.of_part(part), 'dim': dim, 'width': cutting.width(part, dim), 'others': others}


def counts(before, after, asked, cutting):
    part, dim = before['part'], before['dim']
    cutting.dim = dim
    upto = dict(zip(*after['fs']))
    yield 'counts', {**cutting.of_part(part), 'dim': dim, 'counts': counts_of(upto, cutting.dimensions[dim].texts)}


def counts_of(upto, texts) -> tuple:
    """The frequency set: (value, records) in the order of the dimension. upto: {code: records up to it}.

    >>> counts_of({0: 2, 2: 5}, ['a', 'b', 'c'])
    (('a', 2), ('c', 3))
    """
    before = [0, *upto.values()]
    return tuple((texts[code], n - less) for (code, n), less in zip(upto.items(), before))


def median(before, after, asked, cutting):
    yield 'median', {'size': after['size'], 'half': (after['size'] + 1) // 2, 'median': cutting.value(cutting.dim, after['median'])}


def tried(before, after, asked, cutting):
    """Whether `<= median`, or then `< median`, leaves k records on both sides."""
    size, end, codes = before['size'], before['end'], before['codes']
    left = before['upto'][end - 1] if end else 0
    kind = 'allowable' if cutting.k <= left <= size - cutting.k else 'not_allowable' if end else 'nothing_below'
    last = cutting.value(cutting.dim, codes[end - 1]) if end else None
    yield kind, {'last': last, 'left': left, 'right': size - left, 'k': cutting.k}


def found(before, after, asked, cutting):
    if after['split_value'] is None:
        yield 'no_cut_here', {**cutting.of_part(before['part']), 'dim': before['dim']}


def made(before, after, asked, cutting):
    part, dim = before['part'], before['dim']
    sides = before['lhs'], before['rhs']
    parent = cutting.number_of(part)
    yield 'cut', {**cutting.of_part(part), 'dim': dim, 'at': cutting.value(dim, before['split_value']),
                  'parts': tuple(cutting.number_of(side, parent) for side in sides), 'sizes': tuple(side.size for side in sides)}


TOLD = {    # {function: {the beginning of a statement: what tells of it}}
    'mondrian': {'_, _, part = heappop(': next_part, 'finished.append(': finished, 'return finished, cuts': all_finished},
    'cut': {'fs = ': counts, 'split_value = ': found, 'return Cut(': made, 'return None': without_cut},
    'choose_dimension': {'part.widths[dim] = ': measured, 'yield dim': widest},
    'find_median': {'median = ': median, 'if end and ': tried},
}


def trace(looks, names, dimensions, k, redact) -> list:
    """Mondrian's looks as dicts, whatever the kind of cut. names: of the columns. redact: show no value.

    part, parent, size: of the part. widths: {column: its width}, None where boxes hide the ends of the column. refused: [(columns,
    reason)]. column, kind, at, parts, numbers: of the cut, with the sizes and the numbers of the new parts. They are None of a part that is not cut.
    """
    numbers, rows = numbers_of(looks), []
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
