"""Mondrian as steps that can be told, where k counts persons or more than k is required.

Promise: kanon's own cuts run (cutting/mondrian.py, cutting/cuts.py), because the functions of
plain/mondrian.py count records and know no rules. Each step names the line of the function that
ran, and holds what the line found out. It tells how many persons a part has, and names none.
"""

from __future__ import annotations

from operator import sub

from ...core.algorithms.why_suppressed import failed_by_classes, requirements
from ...core.counts.frequency import added_up
from ...core.counts.recoding import Recoding
from ...core.cutting import cuts, mondrian as cutting_mondrian
from .cut_steps import CutLesson, all_finished, finished, measured, widest
from .lattice_steps import told
from .statements import Lesson
from .steps import codes_of, recorded

SHOWN = (cutting_mondrian.mondrian, cutting_mondrian.choose_dimension, cutting_mondrian.find_median,
         cuts.allowable, cuts.strict_cuts, cuts.split_values, cuts.passing)
RUNNING = *SHOWN[:-1], (cuts.passing, '<lambda>')


class OwnCutLesson(CutLesson):
    """What the tellers know where kanon's own cuts run.

    persons: [part] -> how many different persons have records there, None where none are counted.
    All cuts are strict. So a part has the tuples whose codes lie in its box, and no two parts have
    the same box.
    """

    def __init__(self, names, dimensions, required, frequency_set):
        super().__init__(names, dimensions, required.k)
        self.required, self.frequency_set, self.persons = required, frequency_set, []

    def add(self, partition, parent=None, box=None):
        super().add(partition, parent, box)
        self.persons.append(self.persons_of(partition) if self.required.persons else None)

    def number_of(self, partition):
        """partition: one of cutting/partition.py."""
        return next(number for number, part in enumerate(self.parts) if part.box == partition.box)

    def of_part(self):
        persons = self.persons[self.now]
        return super().of_part() if persons is None else {**super().of_part(), 'persons': persons}

    def persons_of(self, partition) -> int:
        """How many different persons have these tuples."""
        return self.required.persons.in_classes([0 if t in partition else None for t in self.frequency_set])[0]

    def failed(self, *parts) -> list:
        """What each of these parts fails, as `requirements` names it, in this order."""
        place_of = {t: place for place, part in enumerate(parts) for t in part}
        classes = [place_of.get(t, len(parts)) for t in self.frequency_set]
        labels = [()] * (len(parts) + 1)
        recoding = Recoding(self.frequency_set, labels, classes, set(range(len(parts))))
        failed = failed_by_classes(self.required, recoding, {})
        names = requirements(self.required)
        return [[name for name in names if name in failed[place]] for place in range(len(parts))]

    def halves(self, dim, code):
        """The tuples of the part that is looked at up to a code, and the others."""
        code_of, partition = self.dimensions[dim].codes, self.parts[self.now].partition
        lhs = {t: n for t, n in partition.items() if code_of[t[dim]] <= code}
        return lhs, {t: n for t, n in partition.items() if t not in lhs}


def own_cut_steps(whole, cutting) -> list:
    """The Steps of Mondrian from the whole table, a Partition, to the finished parts."""
    cutting.add(dict(cutting.frequency_set))
    cut = cuts.cut_for(cutting.dimensions, cutting.required)
    ran = recorded(lambda: cutting_mondrian.mondrian(whole, cut), codes_of(RUNNING), TOLD_OF_OWN, [])
    return list(told(ran, TOLD_OF_OWN, cutting))


def next_of_heap(before, after, asked, cutting):
    cutting.now, cutting.dim = cutting.number_of(after['part']), None
    yield 'part', cutting.of_part()


def too_few(before, after, asked, cutting):
    if cutting.is_few():
        yield 'few', cutting.of_part()


def none_allowable(before, after, asked, cutting):
    if after['made'] is None and not cutting.is_few():
        part = cutting.parts[cutting.now]
        yield 'refused' if any(cutting.width(part, dim) for dim in range(len(cutting.dimensions))) else 'equal', cutting.of_part()


def records_at(before, after, asked, cutting):
    codes, upto = after['codes'], after['upto']
    counts = sorted(added_up(codes, map(sub, upto, [0, *upto])).items())
    yield 'counts', {**cutting.of_part(), 'dim': cutting.dim, 'counts': tuple((cutting.value(cutting.dim, code), n) for code, n in counts)}


def middle(before, after, asked, cutting):
    size = before['size']
    yield 'median', {'size': size, 'half': (size + 1) // 2, 'median': cutting.value(cutting.dim, after['median'])}


def comparison(code, cutting):
    """Whether both sides of a cut after this code satisfy what is required, as a step."""
    sides = cutting.halves(cutting.dim, code)
    left, right = (sum(side.values()) for side in sides)
    values = {'last': cutting.value(cutting.dim, code), 'k': cutting.k, 'left': left, 'right': right}
    if cutting.required.persons:
        left, right = map(cutting.persons_of, sides)
        values.update(left_persons=left, right_persons=right)
    lhs, rhs = cutting.failed(*sides)
    if 'k' in lhs + rhs:
        return 'not_allowable', values
    if lhs + rhs:
        return 'not_allowable_rule', {**values, 'rules': tuple(dict.fromkeys(lhs + rhs))}
    return 'allowable', values


def without_k_records(before, after, asked, cutting):
    """`<= median`, or then `< median`, if it leaves fewer than k records on a side. Otherwise its persons are compared later."""
    end, upto = before['end'], before['upto']
    if not end:
        yield 'nothing_below', {}
    elif not cutting.k <= upto[end - 1] <= before['size'] - cutting.k:
        yield comparison(before['codes'][end - 1], cutting)


def other_values(before, after, asked, cutting):
    if any(cutting.k <= n <= after['size'] - cutting.k and code != before['median'] for code, n in after['upto'].items()):
        yield 'other_values', {'dim': cutting.dim, 'k': cutting.k}


def sides_judged(before, after, asked, cutting):
    yield comparison(before['cut'].at, cutting)


def no_value(before, after, asked, cutting):
    if before.get('value') == after.get('value'):
        yield 'no_cut_here', {**cutting.of_part(), 'dim': cutting.dim}


def cut_made(before, after, asked, cutting):
    dim, _, code, _ = before['made']
    sides = cutting.sides(dim, code, *cutting.halves(dim, code))
    yield 'cut', {**cutting.of_part(), 'dim': dim, 'at': cutting.value(dim, code), 'parts': sides,
                  'sizes': tuple(cutting.parts[side].size for side in sides)}


# {function: its Lesson}
TOLD_OF_OWN = {
    'mondrian': Lesson('partition cut heap sequence finished cuts _ part made sizes side', {
        'part=': next_of_heap, 'made=': none_allowable, 'append()': finished,
        'append()2': cut_made, 'return': all_finished}),
    'choose_dimension': Lesson('part dimensions heap _ dim known low high width', {
        'widths=': measured}),
    'find_median': Lesson('fs k codes upto size place median at_most below end', {
        'codes=': records_at, 'median=': middle, 'if': without_k_records}),
    'allowable': Lesson('part dimensions required cuts_in order dim cuts', {
        'if': too_few, 'for dim': widest}),
    'strict_cuts': Lesson('part dim k value', {'for value': no_value}),
    'split_values': Lesson('fs k median codes totals size upto others', {'upto=': other_values}),
    '<lambda>': Lesson('cut', {'return': sides_judged}),
}
