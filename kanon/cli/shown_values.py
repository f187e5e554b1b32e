"""Which values of the table a page to sign shows: those that many have, all of them with --internal, none with --redact.

Promise: without --internal a page has no recorded value that fewer than k records, or persons where these are counted, have, and no label
that names one. A table that somebody else has published does not tell which values are recorded. So the page of `check` names none.
"""

from __future__ import annotations

from ..errors import REDACTED
from ..pictures.rare_values import names_one_of, rare_values


def page_of(options, texts, redacted='frequent') -> dict:
    """What a page to sign has beside the report. texts: of its fields. redacted: what it shows without --internal."""
    return {'texts': texts, 'shows': 'all' if options.internal else 'nothing' if options.redact else redacted}


def rare_of_run(quasi, outcome, persons, k) -> dict:
    """{quasi-identifier: its values that few have}. outcome: as measures.py. persons: those of the table, who are counted then, or None."""
    columns = outcome.recoding.table.columns
    return {name: rare_values({value: counts[value] for value in column.values}, k, column.codes, persons)
            for name, counts, column in zip(quasi, outcome.columns, columns)}


def with_frequent_values(report, rare) -> dict:
    """The report of a run without what names a rare value. rare: as above.

    >>> columns = [{'name': 'age', 'example': ['39', '[37-39]']}, {'name': 'sex', 'example': ['f', '*']}]
    >>> report = {'columns': columns, 'starred': [], 'unreadable_examples': {'age': ['x']}, 'trace': [{'at': '39'}, {'at': None}, {'kind': 'fails'}]}
    >>> less = with_frequent_values(report, {'age': {'37'}, 'sex': set()})
    >>> less['columns'], less['unreadable_examples'], less['trace']         # doctest: +NORMALIZE_WHITESPACE
    ([{'name': 'age', 'example': None}, {'name': 'sex', 'example': ['f', '*']}], None, [{'at': '(value)'}, {'at': None}, {'kind': 'fails'}])
    """
    columns = [{**column, 'example': None if any(names_one_of(text, rare[column['name']]) for text in column['example'] or ()) else column['example']}
               for column in report['columns']]
    starred = [{**column, 'rare': column['rare'] and {**column['rare'], 'value': None}} for column in report['starred']]
    trace = [{**step, 'at': REDACTED} if step.get('at') is not None else step for step in report.get('trace', ())]
    return {**report, 'columns': columns, 'starred': starred, 'unreadable_examples': None, **({'trace': trace} if 'trace' in report else {})}


def without_values(report, hidden) -> dict:
    """The report of `check` without a value of the table. hidden: what stands in place of a sensitive value.

    >>> class_ = {'quasi': {'zip': '130**'}, 'records': 4, 'columns': [{'column': 'ill', 'most_frequent': 'flu'}]}
    >>> without_values({'worst': [class_]}, '(not shown)')
    {'worst': [{'quasi': {'zip': '…'}, 'records': 4, 'columns': [{'column': 'ill', 'most_frequent': '(not shown)'}]}]}
    """
    worst = [{**class_, 'quasi': dict.fromkeys(class_['quasi'], '…'),
              'columns': [{**column, 'most_frequent': hidden} for column in class_['columns']]} for class_ in report['worst']]
    compared = report.get('as_counted')
    if compared:
        first = [{**each, 'row': dict.fromkeys(each['row'], '…')} for each in compared['differences']['first']]
        compared = {'as_counted': {**compared, 'differences': {**compared['differences'], 'first': first}}}
    return {**report, 'worst': worst, **(compared or {})}
