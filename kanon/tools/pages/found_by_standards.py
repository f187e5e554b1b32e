"""What a table says to each clause of a standard, for texts and pages.

Promise: the words of a standard are those of its file, and in Chinese those that the file has in
Chinese.
"""

from __future__ import annotations

from ...core.desk.as_text import picked
from ...core.voice.speaking import in_language_of

# Why a clause cannot be checked from the file. Its own words come first.
REASONS = {
    'no_sensitive': 'why_no_sensitive', 'no_total': 'why_no_total', 'no_list': 'why_no_list',
    'unread': 'why_unread', 'outside': 'why_outside', 'perhaps': 'why_perhaps',
    'text': 'why_text', 'identifier': 'why_identifier', 'top': 'why_top', 'early': 'why_early',
    'later': 'why_later', 'measured': 'why_measured', 'no_persons': 'why_no_persons'}
# Those that --holds may settle.
OF_COLUMNS = {'perhaps', 'identifier', 'early', 'later'}


def standard_lines(say, report):
    """The lines of a text. Nothing without a standard."""
    for standard in report.get('standards', ()):
        title = in_language_of(say, standard, 'title')
        yield ''
        yield say('standard', name=standard['name'], title=title)
        yield say('standard_source', source=standard['source'])
        if standard['reading']:
            yield say('standard_reading', reading=in_language_of(say, standard, 'reading'))
        if 'person' in report:
            yield say('standard_persons')
        for clause in standard['clauses']:
            yield from clause_lines(say, clause)
        yield say('clauses_count', **picked(standard, 'holds', 'fails', 'open'))
        if standard['open']:
            yield say('blank').join(not_checked(say, standard))


def clause_lines(say, clause):
    verdict = verdict_on_clause(say, clause)
    text = in_language_of(say, clause, 'text')
    yield '  ' + say('named', name=clause['clause'], text=verdict)
    yield '      ' + say('clause_text', text=text, source=clause['source'])


def not_checked(say, standard):
    """The sentences about the clauses that are left to whoever signs. Nothing without any."""
    n, reasons = standard['open'], {clause['reason'] for clause in standard['clauses']}
    if n:
        yield say('clause_steward') if n == 1 else say('clauses_steward', n=n)
        if reasons & OF_COLUMNS:
            yield say('say_holds')


def verdict_on_clause(say, clause):
    """What the table says to a clause.

    >>> from ...core.voice.speaking import ENGLISH
    >>> clause = {'verdict': 'fails', 'classes': 1, 'records': 4, 'columns': ['zip']}
    >>> verdict_on_clause(ENGLISH, clause)
    'FAILS in 1 class, 4 records: zip'
    >>> clause = {'verdict': 'open', 'why': None, 'reason': 'no_sensitive', 'columns': []}
    >>> verdict_on_clause(ENGLISH, clause)
    'cannot be checked: no column is named with --sensitive'
    """
    columns = clause['columns']
    if clause['verdict'] == 'fails':
        where = say('fails_in', **picked(clause, 'classes', 'records'))
        return say('named', name=where, text=say('parts', parts=columns)) if columns else where
    if clause['verdict'] == 'open':
        is_open = say('clause_open_in', columns=columns) if columns else say('clause_open')
        if clause['why']:
            why = in_language_of(say, clause, 'why')
        else:
            why = say(REASONS[clause['reason']])
        return say('named', name=is_open, text=why)
    return say('holds')
