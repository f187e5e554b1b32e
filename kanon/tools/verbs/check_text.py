"""The report of check, part by part: what a part is called, its keys in JSON, its text.

Promise: the text says nothing that the JSON does not. A long value is cut short in the text. What
the page says of a part stands beside its name in pages/findings.py.
"""

from __future__ import annotations

from functools import partial

from ...core.desk.as_text import as_one_lines, counted_lines, items_lines, put_back_rows, warned
from ...core.desk.run_parts import FIRST, Part, said
from ...core.errors import joined, one_line
from ...core.tables.text_table import aligned, wrapped
from ..pages.found_by_standards import standard_lines
from ..pages.found_in_tables import (below_number, clauses_told, columns_named, counts_lines,
                                     differing_rows, differs, gaps_in_quasi, hazards,
                                     key_of_measures, measure_text, other_columns,
                                     people_of_classes, persons_there, records_in_classes,
                                     sensitive_rows, sets_in, smallest_class, unknown_in,
                                     verdict_lines, verdict_on)
from ..voice.counted_persons import in_persons

WIDEST = 30     # characters of a value


def check_text(report, say) -> str:
    """The report for people."""
    lines = said(CHECK, in_persons(say, report), report)
    return joined(line.rstrip() for line in lines)


def shortened(value, most=WIDEST):
    """A value on one line, cut where it is long.

    >>> shortened('two\\nlines'), shortened('x' * 9, 7)
    ('two\\\\nlines', 'xxxx...')
    """
    value = one_line(value)
    return value if len(value) <= most else value[:most - 3] + '...'


# What was looked at.

def tight_warning(say, report):
    """A line if a reader can put back values, where the labels name values of their classes."""
    if report['put_back']['tight']:
        yield from warned(say, report['put_back'])


def witness_lines(say, report):
    """What a reader can put back.

    If nobody said that the labels name values of their classes, what it would be.

    >>> from ...core.voice.speaking import ENGLISH
    >>> put_back = {'cells': {'generalized': 8, 'witnessed': 6, 'determined': 2},
    ...             'records': {'generalized': 5, 'determined': 0}, 'tight': False}
    >>> print(*witness_lines(ENGLISH, {'put_back': put_back}))      # doctest: +NORMALIZE_WHITESPACE
    If the labels are Mondrian's ranges and sets (--tight), a reader can put back 2 values that the
    labels hide, and 0 records as a whole
    """
    put_back = report['put_back']
    cells, records = put_back['cells'], put_back['records']
    if put_back['tight']:
        yield from aligned(put_back_rows(say, put_back))
    elif cells['determined']:
        yield say('if_tight', cells=cells['determined'], records=records['determined'])


def differing_lines(say, report):
    """The first rows that the table has more or less often than its counts say."""
    if differs(report):
        yield ''
        for line in aligned(differing_rows(say, report['as_counted'])):
            yield shortened(line, 160)


# The sensitive columns.

def measures_lines(say, report):
    """The measures of each sensitive column, and what they are."""
    columns = report['columns']
    if columns:
        yield ''
        yield from aligned(sensitive_rows(say, columns, shortened))
        yield from say(key_of_measures(report)).splitlines()


def sets_of_items(say, report):
    for line in items_lines(say, sets_in(report['columns']), cut=shortened):
        yield from wrapped(line, 100)


def values_as_one(say, report):
    if report['columns']:
        for line in as_one_lines(say, report['as_one'], shortened):
            yield from wrapped(line, 100)


def unknown_values(say, report):
    for text in unknown_in(say, report['columns'], shortened):
        yield from text.splitlines()


def worst_lines(say, report):
    """The worst classes, and what each of them gives away."""
    if not report['worst']:
        return
    counted = [name for name in ('records', 'persons') if name in report['worst'][0]]
    rows = [(*map(say, counted), say('worst'), '')]
    for class_ in report['worst']:
        sizes = ['{:,}'.format(class_[name]) for name in counted]
        labels = ['%s %s' % (shortened(name), shortened(value))
                  for name, value in class_['quasi'].items()]
        given_away = say('semicolon').join(hazards(say, class_, shortened))
        rows.append((*sizes, shortened(say('parts', parts=labels), 2 * WIDEST), given_away))
    yield ''
    for line in aligned(rows):
        yield shortened(line, 105)


# The verdicts.

def required_lines(say, report):
    """What was required, what was found, and whether it holds."""
    if report['required']:
        rows = [(say('required'), say('a_column'), say('found'), '')]
        for row in report['required']:
            column = shortened(row['column'] or '')
            rows.append((row['required'], column, measure_text(say, row['found']),
                         verdict_on(say, row)))
        yield ''
        yield from aligned(rows)


def conclusion(say, report):
    """In one line what the verdicts come to.

    >>> from ...core.voice.speaking import ENGLISH, speaker
    >>> standards = [{'fails': 0, 'open': 0}]
    >>> print(*conclusion(ENGLISH, {'required': [], 'holds': True, 'standards': standards}))
    No clause fails.
    >>> standards = [{'fails': 2, 'open': 1}]
    >>> report = {'required': [], 'holds': False, 'standards': standards}
    >>> print(*conclusion(speaker('zh'), report))
    有要求不满足：退出状态是 1。2 条条款不满足，1 条无法从文件中核对。
    """
    if report['holds']:
        sentences = list(verdict_lines(say, report))
    else:
        sentences = [say('not_all_hold'), *clauses_told(say, report)]
    if sentences:
        yield say('blank').join(sentences)


CHECK = (
    *FIRST,
    Part('put_back', 'put_back', tight_warning),
    Part('count_column', 'count_column', counted_lines),
    Part('quasi', 'quasi sensitive', columns_named),
    Part('records', 'records', records_in_classes),
    Part('as_counted', 'as_counted', counts_lines),
    Part('persons', 'person persons person_absent', persons_there),
    Part('classes', 'classes', smallest_class),
    Part('population', 'population', people_of_classes),
    Part('below', 'classes', below_number),
    Part('put_back', 'put_back', witness_lines),
    Part('missing', 'missing', gaps_in_quasi),
    Part('others', 'others', partial(other_columns, cut=shortened)),
    Part('as_counted', 'as_counted', differing_lines),
    Part('columns', 'columns', measures_lines),
    Part('items', 'columns', sets_of_items),
    Part('as_one', 'as_one', values_as_one),
    Part('unknown', 'columns', unknown_values),
    Part('worst', 'worst', worst_lines),
    Part('required', 'required', required_lines),
    Part('standards', 'standards', standard_lines),
    Part('verdict', 'holds clauses', conclusion),
)
