"""What a search did, step by step, as values. The callers of a search record them, so the algorithm files stay free of it.

`logged` records Mondrian's looks, for reports and pictures. `recorded` records which lines of a function ran, and what its
variables were, for the pages that explain an algorithm. `asking` records what a search asks of a lattice.
"""

from __future__ import annotations

import sys
from collections import namedtuple
from operator import ge

from ...core.cutting.cuts import split_values
from ...core.levels.sparing import Sparing
from .statements import lesson_names, statements_of

# Mondrian looks at a part. number: 0 is the whole table, then in the order of the looks. parent: the number of the part that it was
# cut from, None of the whole table. side: which of the parent's parts it is. size: its records. ends: for each dimension its least
# and its greatest code. widths: {dim: its width}, the widest first. refused: (dim, reason) of the dimensions that were tried and
# could not be cut. cut: the Cut that was made, with the sizes of its parts, or None.
# A reason is 'few', where the part has fewer than 2 k records, 'equal', where its records are equal in the dimension, 'k', where one
# side would have fewer than k whatever the value, or 'rule', where one side would fail a rule beyond k.
CutLook = namedtuple('CutLook', 'number parent side size ends widths refused cut')


def logged(cut, dimensions, required, widest_first=True, greedy=True) -> tuple:
    """A cut function that records its looks, and the list of them.

    widest_first: whether the first dimension that can be cut is cut. Otherwise the dimensions before it were not tried.
    greedy: whether dimensions are tried at all. Otherwise no reasons are told.

    >>> from ...core.cutting.dimension import dimension_of
    >>> from ...core.cutting.mondrian import mondrian, strict
    >>> from ...core.cutting.partition import partition_of
    >>> from ...core.counts.required import Required
    >>> ages = [dimension_of(dict.fromkeys('12345', 1))]
    >>> cut, looks = logged(strict(ages, k=2), ages, Required(2))
    >>> partitions, cuts = mondrian(partition_of({(age,): 1 for age in '12345'}, ages, Required(2)), cut)
    >>> looks[0]        # doctest: +NORMALIZE_WHITESPACE
    CutLook(number=0, parent=None, side=None, size=5, ends=[(0, 4)], widths={0: 1.0}, refused=[],
         cut=Cut(dim=0, kind='strict', at=2, parts=[3, 2]))
    >>> [look.parent for look in looks], [look.ends for look in looks if not look.cut], looks[1].refused
    ([None, 0, 0], [[(0, 2)], [(3, 4)]], [(0, 'few')])
    """
    looks: list = []
    origin: dict = {}       # {id of a part that has not been looked at: (its parent, its side)}

    def look(part):
        number, (parent, side) = len(looks), origin.pop(id(part), (None, None))
        ends = code_ends(part, looks[parent].ends if side is not None else part.box)
        widths = [dimension.width(*of_dim) for dimension, of_dim in zip(dimensions, ends)]
        order = sorted(range(len(ends)), key=lambda dim: (-widths[dim], dim))
        made = cut(part)
        before = order[:order.index(made.dim)] if made and made.dim is not None else []
        tried = [] if not greedy else order if not made else before if widest_first else []
        refused = [(dim, reason(part, dim, widths[dim], required)) for dim in tried]
        for place, new in enumerate(made.parts if made else ()):
            origin[id(new)] = number, place
        looks.append(CutLook(number, parent, side, part.size, ends, {dim: widths[dim] for dim in order}, refused,
                          made and made._replace(parts=[new.size for new in made.parts])))
        return made
    return look, looks


def code_ends(part, limits) -> list:
    """For each dimension the least and the greatest code. limits: codes that these lie between.

    Partition.ends sorts the part, which a cut needs. A log would sort every part once a dimension.
    """
    ends = []
    for dim, (low, high) in enumerate(limits):
        if low < high:
            codes = part.codes(dim)
            low, high = min(codes), max(codes)
        ends.append((low, high))
    return ends


def reason(part, dim, width, required) -> str:
    """Why no cut of a part in a dimension was allowable, in a word."""
    if part.size < 2 * required.k:
        return 'few'
    if width == 0:
        return 'equal'
    divides = required.rules and next(split_values(part.running_totals(dim), required.k), None) is not None
    return 'rule' if divides else 'k'


def part_numbers(looks) -> dict:
    """{number of a look: number of its part}. Parts are numbered in the order in which they are made, as the heap of mondrian does.

    >>> from ...core.cutting.mondrian import Cut
    >>> cut = Cut(0, 'strict', 2, [2, 3])
    >>> part_numbers([CutLook(0, None, None, 5, [], {}, [], cut), CutLook(1, 0, 1, 3, [], {}, [], None), CutLook(2, 0, 0, 2, [], {}, [], None)])
    {0: 0, 1: 2, 2: 1}
    """
    made: dict = {(None, None): 0}      # {(number of the look at the parent, side): number of the part}
    for look in looks:
        for side in range(len(look.cut.parts) if look.cut else 0):
            made[look.number, side] = len(made)
    return {look.number: made[look.parent, look.side] for look in looks}


# A statement ran. function: its name. line, signs: as a Statement has them (statements.py). before: the
# variables by the lesson's names. after: those when the next statement of the call began, or the
# call ended. asked: what it asked of a lattice, a list of AskedVector.
StatementRun = namedtuple('StatementRun', 'function line signs before after asked')

# A search asked for a vector. how: 'checked' now, 'known' from another check, or 'again'. out: whether it is ruled out, None if
# the search did not ask that. by: with 'known', the vector that told. far: whether it was asked only to rule out more at once.
AskedVector = namedtuple('AskedVector', 'vector how out by far')


def recorded(call, functions, lessons, log) -> list:
    """Run call(), and return every statement of these functions that ran, as a list of StatementRun.

    functions: {code: its name}. lessons: {name of a function: its Lesson}.
    log: a list, which `asking` fills meanwhile.
    Python's own tracing tells which line runs. Versions of Python differ in the lines of a statement. So a line stands for its
    whole statement, and a statement that goes over several lines counts once.
    """
    names = {code: lessons[name].names for code, name in functions.items() if name in lessons}
    statements = {code: statements_of(code, names.get(code, '')) for code in functions}
    renamed = {code: lesson_names(code, names.get(code, '')) for code in functions}
    calls: dict = {}        # {frame: number of the call}. It keeps the frames, so that no other can be taken for one of them

    def local(frame, event, _):
        if event in ('line', 'return'):
            code = frame.f_code
            statement = statements[code][frame.f_lineno] if event == 'line' else None
            values = {renamed[code].get(name, name): tuple(value) if isinstance(value, list) else value
                      for name, value in frame.f_locals.items()}
            log.append((calls.setdefault(frame, len(calls)), functions[code], statement, values))
        return local

    before = sys.gettrace()
    sys.settrace(lambda frame, event, _: local if frame.f_code in functions else None)
    try:
        call()
    finally:
        sys.settrace(before)
    return together(log)


def together(log):
    """What was recorded, with all events of a statement in one StatementRun, in the order in which the statements ended.

    >>> check = AskedVector((0,), 'checked', True, None, False)
    >>> from .statements import Statement
    >>> call, back, end = Statement(1, ('a=',)), Statement(7, ('return',)), Statement(2, ('return',))
    >>> for ran in together([
    ...         (0, 'f', call, {'a': 1}), (1, 'g', back, {}), check, (1, 'g', None, {}),
    ...         (0, 'f', call, {'a': 1}), (0, 'f', end, {'a': 2}), (0, 'f', None, {'a': 2})]):
    ...     print(ran[:5], len(ran.asked))
    ('g', 7, ('return',), {}, {}) 1
    ('f', 1, ('a=',), {'a': 1}, {'a': 2}) 0
    ('f', 2, ('return',), {'a': 2}, {'a': 2}) 0
    """
    ended: list = []
    running: dict = {}      # {number of a call: its statement that runs}
    latest = None           # the statement that began last
    for event in log:
        if isinstance(event, AskedVector):
            if latest:
                latest.asked.append(event)
            continue
        call, function, statement, values = event
        now = running.get(call)
        if statement and now and statement == (now.line, now.signs):
            latest = now        # another line of it, or the next turn of its comprehension
            continue
        if call in running:
            ended.append(running.pop(call)._replace(after=values))
        if statement:
            latest = running[call] = StatementRun(function, *statement, values, {}, [])
    return ended


def codes_of(functions) -> dict:
    """{code: its name} of functions. A pair (function, name) stands for the functions of that name inside a function."""
    codes: dict = {}
    for function in functions:
        outer, inner = function if isinstance(function, tuple) else (function, None)
        code = outer.__code__
        inside = [const for const in code.co_consts if getattr(const, 'co_name', None) == inner]
        codes.update((each, each.co_name) for each in (inside if inner else [code]))
    return codes


def asking(lattice, log):
    """Let a lattice record what it is asked, as AskedVectors in a log."""
    judged, least, kept, logged = lattice.judged, lattice.least, lattice.sparing, {}

    def check(vector):
        if vector not in lattice:
            log.append(AskedVector(vector, 'checked', None, None, any(sparing.is_far(vector) for sparing in logged.values())))
        return judged(vector)

    def least_of(vector):
        if vector not in lattice:       # where persons are counted, a bound may do without a check
            check(vector)
        return least(vector)

    def sparing(max_suppression):
        if max_suppression not in logged:
            logged[max_suppression] = SparingLog(lattice, max_suppression, kept(max_suppression).known, log)
        return logged[max_suppression]

    lattice.judged, lattice.least, lattice.sparing = check, least_of, sparing


class SparingLog(Sparing):
    """A Sparing that records what it is asked."""

    def __init__(self, lattice, max_suppression, known, log):
        super().__init__(lattice, max_suppression, known)
        self.log = log
        self.checked: dict = {True: [], False: []}      # the vectors that were checked, by whether they are ruled out
        self.asked = None                               # the vector that may_satisfy is asked about

    def is_far(self, vector):
        return self.asked not in (None, vector)

    def may_satisfy(self, vector):
        self.asked = vector
        answer = super().may_satisfy(vector)
        self.asked = None
        return answer

    def rules_out(self, vector):
        log, place, how, known = self.log, len(self.log), 'again' if vector in self.lattice else 'known', self.known.out(vector)
        answer = super().rules_out(vector)
        if len(log) > place:        # it was checked
            log[place] = log[place]._replace(out=answer)
        else:
            # the first that tells. `above` would say the same, but Python's tracing stops at each call of it
            by = None if how == 'again' else next(
                other for other in self.checked[known] if all(map(ge, other, vector) if known else map(ge, vector, other)))
            log.append(AskedVector(vector, how, answer, by, self.is_far(vector)))
        if how != 'known' or len(log) > place and log[place].how == 'checked':
            self.checked[answer].append(vector)
        return answer


def above(high, low) -> bool:
    """Whether the first vector lies at or above the second.

    >>> above((1, 2), (0, 2)), above((1, 0), (0, 2))
    (True, False)
    """
    return all(one >= other for one, other in zip(high, low))
