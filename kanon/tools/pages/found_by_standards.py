"""What a table says to each clause of a standard, for texts and pages.

Promise: the words of a standard are those of its file, and in Chinese those that the file has in Chinese.
"""

from __future__ import annotations

from ...core.voice.speaking import in_language_of

REASONS = {     # why a clause cannot be checked from the file; its own words come first
    'no_sensitive': 'why_no_sensitive', 'no_total': 'why_no_total', 'no_list': 'why_no_list', 'unread': 'why_unread', 'outside': 'why_outside',
    'perhaps': 'why_perhaps', 'text': 'why_text', 'identifier': 'why_identifier', 'top': 'why_top', 'early': 'why_early',
    'later': 'why_later',
    'measured': 'why_measured', 'no_persons': 'why_no_persons'}


def standard_lines(say, report):
    """The lines of a text. Nothing without a standard."""
    for standard in report.get('standards', ()):
        yield ''
        yield say('standard', name=standard['name'], title=in_language_of(say, standard, 'title'))
        yield say('standard_source', source=standard['source'])
        if standard['reading']:
            yield say('standard_reading', reading=in_language_of(say, standard, 'reading'))
        if 'person' in report:
            yield say('standard_persons')
        for clause in standard['clauses']:
            yield '  ' + say('named', name=clause['clause'], text=verdict_on_clause(say, clause))
            yield '      ' + say('clause_text', text=in_language_of(say, clause, 'text'), source=clause['source'])
        yield say('clauses_count', **{verdict: standard[verdict] for verdict in ('holds', 'fails', 'open')})
        if standard['open']:
            yield say('blank').join(not_checked(say, standard))


def not_checked(say, standard):
    """The sentences about the clauses that are left to whoever signs. Nothing where there are none."""
    n, reasons = standard['open'], {clause['reason'] for clause in standard['clauses']}
    if n:
        yield say('clause_steward') if n == 1 else say('clauses_steward', n=n)
        if reasons & {'perhaps', 'identifier', 'early', 'later'}:
            yield say('say_holds')


def verdict_on_clause(say, clause):
    """What the table says to a clause.

    >>> from ...core.voice.speaking import ENGLISH
    >>> verdict_on_clause(ENGLISH, {'verdict': 'fails', 'classes': 1, 'records': 4, 'columns': ['zip']})
    'FAILS in 1 class, 4 records: zip'
    >>> verdict_on_clause(ENGLISH, {'verdict': 'open', 'why': None, 'reason': 'no_sensitive', 'columns': []})
    'cannot be checked: no column is named with --sensitive'
    """
    columns = clause['columns']
    if clause['verdict'] == 'fails':
        told = say('fails_in', classes=clause['classes'], records=clause['records'])
        return say('named', name=told, text=say('parts', parts=columns)) if columns else told
    if clause['verdict'] == 'open':
        return say('named', name=say('clause_open_in', columns=columns) if columns else say('clause_open'),
                   text=in_language_of(say, clause, 'why') if clause['why'] else say(REASONS[clause['reason']]))
    return say('holds')
