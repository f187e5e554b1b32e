"""Classes of codes: a small file of ranges, such as A00-B99,I.

Promise: a code is in at most one range. It is in A00-B99 if it begins with something from A00 to B99, so I21.0 is in I00-I99. Letters stand
behind digits, as in the classifications: C4A is between C49 and C50. A code that is shorter than the bounds of a range is not in it.
A line may name several classes, from the smallest to the largest: I20-I25,ischaemic,IX. All lines name equally many.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections import namedtuple

from ...core.counts.hierarchy import ROOT
from ...core.counts.values import UNKNOWN
from ...core.errors import DataError, many, nearest, quoted, show
from ...core.own_files import PACKAGE, own_names
from ...core.tables.hierarchy_file import numbered_rows
from .code_systems import code_of

SHIPPED_RANGES = os.path.join(PACKAGE, 'tools', 'building', 'classes')

CodeRange = namedtuple('CodeRange', 'low high labels line')


def shipped_ranges() -> list:
    """The names of the files of ranges that came with kanon.

    >>> shipped_ranges()
    ['icd10', 'nace']
    """
    return own_names(SHIPPED_RANGES, '.txt')


def load_ranges(name) -> CodeRanges:
    """The ranges of this name, or in this file.

    >>> chapters, sections = load_ranges('icd10'), load_ranges('nace')
    >>> [chapters.classes_of(code) for code in ('C00', 'D489', 'D50', 'I210', 'D49')], sections.classes_of('0311')
    ([('II',), ('II',), ('III',), ('IX',), None], ('A',))
    """
    path = os.path.join(SHIPPED_RANGES, name + '.txt')
    if name in shipped_ranges():
        return CodeRanges(numbered_rows(path), path, name)
    if not (os.path.exists(name) or os.path.splitext(name)[1] or os.sep in name):
        raise DataError('there are no classes %s%s (there are %s; a file of your own is named with its path)'
                        % (quoted(name), nearest(name, shipped_ranges(), quoted), ', '.join(shipped_ranges())))
    return CodeRanges(numbered_rows(name), name)


class CodeRanges:
    """Ranges of codes, in order. DataError for rows that are none, or overlap.

    name: of those that came with kanon. depth: how many classes a code is in. least: the longest bound; some shorter codes may be in no range.

    >>> CodeRanges([(1, ['A00-B99', 'I']), (2, ['C00-D48', 'II'])], 'chapters.txt').classes_of('B20')
    ('I',)
    """

    def __init__(self, rows, file, name=''):
        self.file, self.name = file, name
        ranges = [range_in(fields, file, line) for line, fields in rows if fields]
        if not ranges:
            raise DataError('holds no range of codes and its class, such as A00-B99,I', file)
        self.depth = len(ranges[0].labels)
        above: dict = {}        # {(level, class): the classes above it}
        for range_ in ranges:
            if len(range_.labels) != self.depth:
                raise DataError('names %s, and line %d names %s; all lines name equally many, from the smallest to the largest' % (
                    many(len(range_.labels), 'class'), ranges[0].line, many(self.depth, 'class')), file, range_.line)
            for level in range(self.depth):
                known = above.setdefault(range_.labels[level], (level, range_.labels[level + 1:]))
                if known != (level, range_.labels[level + 1:]):
                    raise DataError('the class %s is in another class, or at another place, in this line or one before' % show(range_.labels[level]),
                                    file, range_.line)
        self.labels = set(above)
        self.ranges = sorted(ranges)
        for range_, next_ in zip(self.ranges, self.ranges[1:]):
            if next_.low[:len(range_.high)] <= range_.high:
                first, second = sorted((range_, next_), key=lambda one: one.line)
                raise DataError('%s overlaps %s in line %d; a code is in one range' % (written(second), written(first), first.line), file, second.line)
        self._lows = [range_.low for range_ in self.ranges]
        self.least = max(max(len(range_.low), len(range_.high)) for range_ in self.ranges)

    def classes_of(self, code):
        """The classes of a code without separators, from the smallest up; None if it is in no range."""
        place = bisect_right(self._lows, code)
        if not place:
            return None
        range_ = self.ranges[place - 1]
        return range_.labels if code[:len(range_.high)] <= range_.high and len(code) >= max(len(range_.low), len(range_.high)) else None


def range_in(fields, file, line) -> CodeRange:
    """The range and the classes of a row.

    >>> range_in(['A00-B99', 'I'], 'chapters.txt', 1)
    CodeRange(low='A00', high='B99', labels=('I',), line=1)
    """
    if len(fields) < 2:
        raise DataError('one field, %s, where a range of codes and its class, such as A00-B99,I, are expected' % show(fields[0]), file, line)
    bounds = [code_of(part) for part in re.split('[-\u2013]', fields[0])]
    if None in bounds or len(bounds) > 2:
        raise DataError('%s is no range of codes such as A00-B99, and no code such as U07' % show(fields[0]), file, line)
    low, high = bounds[0], bounds[-1]
    if low[:len(high)] > high:
        raise DataError('%s runs backwards; the lower code comes first' % show(fields[0]), file, line)
    labels = tuple(label.strip() for label in fields[1:])
    if '' in labels or ROOT in labels:
        raise DataError('%s has a class without a name; the * above all classes is added, not given' % show(fields[0]), file, line)
    if UNKNOWN in labels:
        raise DataError('%s has a class named ?, which stands for a missing value; name it in another way' % show(fields[0]), file, line)
    return CodeRange(low, high, labels, line)


def written(range_) -> str:
    return show('%s-%s' % (range_.low, range_.high))
