"""What a page has for the person who signs it.

What is to be decided comes first, then the fields to fill in, and the signature. Who may see the
page stands above it all.

Promise: the five decisions stand on each page to sign, in the same order, whatever was found. A
field without a text is a line to write on. Of what `fewer_than` and `told_parts` return, a sentence
(core/voice/speaking.py) tells no count of 1 to k - 1, and none follows from the sum of the parts.
Where k is 1, a count of 1 is not told.
"""

from __future__ import annotations

from ...core.desk.as_text import picked
from ...core.voice.speaking import Fewer, in_language_of
from .as_html import Html, code, element, joined_html, said_at, table
from .page_text import BY_HAND, FIELDS

# Where the parts of a page stand that help to decide.
DECISIONS = ('decide_whose', 'decide_identifiers', 'decide_options', 'decide_standards',
             'decide_others')


def seen_by(say, page, k):
    """Who may see the page: a banner, or what it tells. page: {'texts': ..., 'shows': ...}."""
    if page['shows'] == 'all':
        yield element('div', say('internal_head'), class_='internal')
    elif page['shows'] == 'release':
        k = max(k, 2)
        yield element('p', say('page_tells', k=k, most=k - 1), class_='note')
    elif page['shows'] == 'nothing':
        yield element('p', say('names_nothing'), class_='note')


def mark_of_sheets(say, page):
    """What each sheet of the print of an internal page says at its edge.

    It stands before all else, which makes room for it.
    """
    return [element('div', say('internal_sheet'), class_='sheet')] if page['shows'] == 'all' else []


# What is to be decided.

def decisions(places, say, report):
    """The table of decisions. places: those of the page."""
    rows = []
    for key in DECISIONS:
        known = joined_html(said_at(places, key, say, report), say('blank'))
        rows.append((say(key), known, Html()))
    yield element('h2', say('decide'))
    yield table([say('to_decide'), say('known'), say('decided')], rows, class_='decide')


def folder_rests(say, report):
    """Which options rest on a folder of hierarchies that nobody typed."""
    rests = report.get('rests')
    if rests:
        options = joined_html(map(code, rests), say('and'))
        text = say('folder_rests', folder=report['hierarchies'], options=options, n=len(rests))
        yield say('sentence', text=text)


def standards_open(say, report):
    """What the standards leave to whoever signs."""
    for standard in report.get('standards', ()):
        counts = say('clauses_count', **picked(standard, 'holds', 'fails', 'open'))
        yield say('named', name=standard['name'], text=counts)
        for key, verdict in (('clauses_failing', 'fails'), ('clauses_left', 'open')):
            clauses = [code(clause['clause']) for clause in standard['clauses']
                       if clause['verdict'] == verdict]
            if clauses:
                yield say(key, clauses=joined_html(clauses, say('comma')))
    if not report.get('standards'):
        yield say('standards_unasked')


def recognized_line(say, remark):
    """What a column that is published may be, with no number that may not be told."""
    numbers = ''
    if 'records' in remark:
        numbers = say('so_many_values', **picked(remark, 'values', 'records'))
    column = {'column': remark['column'], 'numbers': numbers}
    if 'whose' in remark:
        return say('heed_whose', **column)
    if remark['what']:
        return say('heed_recognized', what=in_language_of(say, remark, 'what'), **column)
    return say('heed_many', **column)


# The fields, and the signature.

def fields(say, texts):
    """The fields to fill in, and what a file of texts has filled in."""
    yield element('h2', say('fields'))
    rows = [(say('field_' + name), texts.get(name, '')) for name in FIELDS]
    yield table((), rows, class_='fields')


def signature(say, sentence, texts):
    parts = []
    for name in BY_HAND:
        field = say('field_' + name)
        filled = say('named', name=field, text=texts[name]) if name in texts else field
        parts.append(element('div', filled))
    lines = element('div', *parts, class_='sign')
    yield element('div', element('p', sentence), lines, class_='approval')


# Counts that are not told.

def fewer_than(n, k):
    """A count of records or of persons, or Fewer in its place.

    >>> fewer_than(0, 3), fewer_than(2, 3), fewer_than(3, 3), fewer_than(1, 1), fewer_than(None, 3)
    (0, Fewer(k=3), 3, Fewer(k=2), None)
    """
    k = max(k, 2)
    return Fewer(k) if n is not None and 0 < n < k else n


def least_text(n) -> int:
    """The least that a count may be.

    >>> least_text(Fewer(3)), least_text(0)
    (1, 0)
    """
    return 1 if isinstance(n, Fewer) else n


def at_most_so_many(n) -> int:
    """The most that a count may be.

    >>> at_most_so_many(Fewer(3)), at_most_so_many(0)
    (2, 0)
    """
    return n.k - 1 if isinstance(n, Fewer) else n


def told_parts(parts, k) -> dict:
    """{name: count} of the parts of a sum.

    Nothing of them if one is a count of 1 to k - 1. The others would tell it, even if they are 0.

    >>> told_parts({'k': 40, 'l': 0, 't': 9}, 5), told_parts({'k': 40, 'l': 2}, 5)
    ({'k': 40, 'l': 0, 't': 9}, {})
    """
    untold = any(isinstance(fewer_than(n, k), Fewer) for n in parts.values())
    return {} if untold else parts
