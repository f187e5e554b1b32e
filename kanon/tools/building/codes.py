"""Ladders of codes whose prefixes mean something: I21.0, I21, I, *.

Promise: a level is a length of the prefix, or a class of a file of ranges. A code that is no longer than a prefix waits as it is. All
spellings of a code have the same labels above level 0. A column that has a value which is no code, or one that seems to have lost a leading
zero, is refused, and the values are named.
A label is the prefix, I21. Where a prefix would be digits alone, and so read like a number, all labels are masked instead: 11****. A label that
is also a recorded value stands in brackets, [I21], where it is published for others, too.
"""

from __future__ import annotations

from collections import Counter

from ...core.counts.values import MISSING
from ...core.errors import DataError, many, nearest, option, quoted, show, some
from .code_systems import SYSTEMS, code_of, lost_a_zero, spelled
from .ladder import laddered


class NoCode(DataError):
    """Values of a column that are no code, or in no range. values: these."""

    def __init__(self, problem, values):
        super().__init__(problem)
        self.values = frozenset(values)


PREFIX, MASKED = 'prefix', 'mask'       # the styles of labels


def codes(values, cuts, style=None, classes=None) -> dict:
    """Codes cut to prefixes of these lengths, the longest first, and then in classes.

    values: a list, or {value: records}. cuts: lengths in ascending order, or the name of a system, whose cuts are those below its longest
    code here, and the code itself where it is spelled in several ways. style: 'prefix' or 'mask'. classes: CodeRanges, or None. With them a
    system has no cuts that are shorter than the bounds of the ranges.

    >>> codes(['I21.0', 'I10'], [1, 3])
    {'I10': ('I10', 'I10', 'I', '*'), 'I21.0': ('I21.0', 'I21', 'I', '*')}
    >>> codes(['110105', '110228'], 'gb2260')['110105'], codes(['S72.01', 's7201'], 'icd10')['S72.01']
    (('110105', '1101**', '11****', '*'), ('S72.01', '[S72.01]', 'S72.0', 'S72', 'S', '*'))
    >>> from kanon.tools.building.code_ranges import load_ranges
    >>> codes(['I21.0', 'I10'], 'icd10', classes=load_ranges('icd10'))['I21.0']
    ('I21.0', 'I21', 'IX', '*')
    """
    system, cuts = system_and_cuts(cuts)
    if style not in (None, PREFIX, MASKED):
        raise DataError('the style of labels is %s or %s, not %s' % (PREFIX, MASKED, quoted(style)))
    counts = values if isinstance(values, dict) else dict.fromkeys(values, 1)
    written_as = reading(system, classes)
    code_by_value = read_codes(counts, written_as, system or not cuts)
    code_by_value = dict(sorted(code_by_value.items(), key=lambda pair: (pair[1], pair[0])))
    classes_of = classes_by_code(code_by_value, classes, counts) if classes else dict.fromkeys(code_by_value.values(), ())
    lengths = lengths_of(cuts, system, code_by_value, classes)
    levels = [[prefix(code, length, system) for code in code_by_value.values()] for length in lengths]
    width = max(map(len, classes_of), default=0)
    masked = style == MASKED or style is None and any(len(part) < width and part.isdigit() for level in levels for part in set(level))
    for place, length in enumerate(lengths):
        text = {part: spelled(part.ljust(width, '*') if masked and length < width else part, written_as) for part in set(levels[place])}
        levels[place] = [text[part] for part in levels[place]]
    if classes and lengths:
        check_nested(levels[-1], code_by_value, classes_of, lengths[-1])
    levels = [no_values(level, code_by_value) for level in levels]
    check_class_names(levels, classes)
    levels += map(list, zip(*map(classes_of.__getitem__, code_by_value.values())))
    return laddered(dict(zip(code_by_value, zip(*levels))) if levels else dict.fromkeys(code_by_value, ()),
                    [value for value in counts if value in MISSING])


def no_values(level, values) -> list:
    """The labels of a level. One that is a recorded value stands in brackets, where it is published for several.

    >>> no_values(['I10', 'I10', 'I21', 'I22'], ['I10', 'I10.9', 'I21', 'i22'])
    ['[I10]', '[I10]', 'I21', 'I22']
    """
    times = Counter(level)
    return ['[%s]' % label if times[label] > 1 and label in values else label for label in level]


def codes_in_classes(values, classes) -> dict:
    """Codes in the classes of CodeRanges.

    >>> from kanon.tools.building.code_ranges import load_ranges
    >>> codes_in_classes(['62.01', '01.11', '?'], load_ranges('nace'))
    {'01.11': ('01.11', 'A', '*'), '62.01': ('62.01', 'J', '*'), '?': ('?', '?', '*')}
    """
    return codes(values, (), classes=classes)


def system_and_cuts(cuts) -> tuple:
    """A CodeSystem and its cuts, or None and the lengths that are given. DataError for a name that is unknown, and lengths that do not ascend."""
    if isinstance(cuts, str):
        if cuts not in SYSTEMS:
            raise DataError('there are no cuts %s%s (there are %s)' % (quoted(cuts), nearest(cuts, SYSTEMS, quoted), ', '.join(SYSTEMS)))
        return SYSTEMS[cuts], tuple(SYSTEMS[cuts].cuts)
    cuts = tuple(cuts)
    if any(not isinstance(cut, int) or cut < 1 for cut in cuts) or any(cut >= next_ for cut, next_ in zip(cuts, cuts[1:])):
        raise DataError('the lengths of prefixes ascend from 1, such as 1,3,4, not %s' % quoted(','.join(map(str, cuts))))
    return None, cuts


def reading(system, classes):
    """The CodeSystem that says how the codes are written: the one whose cuts are asked for, else that of the classes; None without."""
    return system or (SYSTEMS.get(classes.name) if classes else None)


def read_codes(counts, system, strict=True) -> dict:
    """{value: its code} of the values that are not missing. DataError for those that are no code, and if strict for those that lost a zero."""
    present = {value: n for value, n in counts.items() if value not in MISSING}
    code_by_value = {value: code_of(value, system) for value in present}

    def named(values):
        return some(sorted(values, key=lambda value: (-present[value], value)), counts=present)
    lost = lost_a_zero(code_by_value, system) if strict else []
    if lost:
        raise NoCode('%d of the %d values seem to have lost a leading zero, as codes do that are read as numbers: %s; write them like %s,'
                     ' or give the lengths of the prefixes, %s, which take them as they are'
                     % (len(lost), len(present), named(lost), system.example, option('cuts', ','.join(map(str, system.cuts)))), lost)
    others = [value for value, code in code_by_value.items() if code is None]
    if others:
        what = 'codes of %s such as %s' % (system.name, system.example) if system else 'codes of letters A to Z and digits'
        raise NoCode('%d of the %d values are no %s: %s; correct them, and write ? or nothing for an unknown value (%s leaves a few of them out)'
                     % (len(others), len(present), what, named(others), option('unreadable', 'missing')), others)
    return code_by_value


def classes_by_code(code_by_value, classes, counts) -> dict:
    """{code: its classes}. DataError for codes outside all ranges."""
    classes_of = {code: classes.classes_of(code) for code in code_by_value.values()}
    outside = [value for value, code in code_by_value.items() if classes_of[code] is None]
    if outside:
        raise NoCode('%d of the %d values are in no range of %s: %s; add a line for each, or correct them (%s leaves a few of them out)' % (
            len(outside), len(code_by_value), classes.name or classes.file, some(sorted(outside, key=lambda value: (-counts[value], value)), counts=counts),
            option('unreadable', 'missing')), outside)
    return classes_of


def lengths_of(cuts, system, code_by_value, classes) -> list:
    """The lengths of the prefixes of each level, the longest first."""
    if system:
        distinct = set(code_by_value.values())
        width = max(map(len, distinct), default=0)
        cuts = [cut for cut in cuts if cut < width and (not classes or cut >= classes.least)]
        cuts += [width] * (len(distinct) < len(code_by_value))
    return sorted(cuts, reverse=True)


def prefix(code, length, system) -> str:
    """The first characters of a code, one more where its system says so.

    >>> prefix('97105', 2, SYSTEMS['insee']), prefix('01001', 2, SYSTEMS['insee'])
    ('971', '01')
    """
    return code[:length + bool(system and code.startswith(system.longer))]


def check_nested(labels, code_by_value, classes_of, length):
    """DataError if a shortest prefix holds codes of two classes. labels: the shortest prefixes."""
    first: dict = {}        # {the shortest prefix: a code and its classes}
    for label, code in zip(labels, code_by_value.values()):
        known, theirs = first.setdefault(label, (code, classes_of[code]))
        if theirs != classes_of[code]:
            raise DataError('%s is in two classes, %s (such as %s) and %s (such as %s); leave the prefix of %s out of %s' % (
                show(label), show(theirs[0]), show(known), show(classes_of[code][0]), show(code), many(length, 'character'), option('cuts')))


def check_class_names(levels, classes):
    """DataError if a prefix has the name of a class. levels: the labels of each length."""
    clashes = sorted(classes.labels.intersection(label for level in levels for label in set(level))) if classes else []
    if clashes:
        raise DataError('%s is a class of %s, and what codes begin with; name the class in another way' % (some(clashes), classes.name or classes.file))


def names_of_levels(cuts, ladders, classes=None) -> list:
    """What the levels between the value and the '*' of these ladders are, for the comment of a file.

    >>> names_of_levels('icd10', codes(['I21.0', 'I10'], 'icd10')), names_of_levels([1, 3], codes(['I21.0'], [1, 3]))
    (['category', 'letter'], ['3 characters', '1 character'])
    """
    system, depth = system_and_cuts(cuts)[0], classes.depth if classes else 0
    names = [system.cuts[length] if system and length else '%d character%s' % (length, 's' * (length > 1)) if length else 'the code'
             for length in level_lengths(cuts, ladders, classes)]
    return names + (['class'] if depth == 1 else ['class %d' % place for place in range(1, depth + 1)])


def level_lengths(cuts, ladders, classes=None) -> list:
    """The lengths of the prefixes of these ladders, the longest first. 0 stands for the whole code.

    >>> level_lengths('isco08', codes(['2211', '22 11'], 'isco08'))
    [0, 3, 2, 1]
    """
    system, cuts = system_and_cuts(cuts)
    kept = [cut for cut in sorted(cuts, reverse=True) if not (system and classes and cut < classes.least)]
    wanted = len(next(iter(ladders.values()))) - 2 - (classes.depth if classes else 0)
    return [0] * (wanted > len(kept)) + kept[max(0, len(kept) - wanted):]
