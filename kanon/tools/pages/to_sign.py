"""What a page has for the person who signs it: what is to be decided first, the fields to fill in, the signature, and who may see the page.

Promise: the five decisions stand on each page to sign, in the same order, whatever was found. A field without a text is a line to write on.
Of what `fewer_than` and `told_parts` return, a sentence (core/voice/speaking.py) tells no count of 1 to k - 1, and none follows from the sum of
the parts. Where k is 1, a count of 1 is not told.
"""

from __future__ import annotations

from ...core.voice.speaking import Fewer, in_language_of
from .as_html import Html, code, element, joined_html, table
from .page_text import BY_HAND, FIELDS
from .settings_shown import ini_items, names_or_none

DECISIONS = 'decide_whose', 'decide_identifiers', 'decide_options', 'decide_standards', 'decide_others'


def seen_by(say, page, k):
    """Who may see the page: a banner, or what the page tells. page: {'texts': ..., 'shows': ...}."""
    if page['shows'] == 'all':
        yield element('div', say('internal_head'), class_='internal')
    elif page['shows'] == 'release':
        k = max(k, 2)
        yield element('p', say('page_tells', k=k, most=k - 1), class_='note')
    elif page['shows'] == 'nothing':
        yield element('p', say('names_nothing'), class_='note')


def mark_of_sheets(say, page):
    """What each sheet of the print of an internal page says at its edge. It stands before all else, which makes room for it."""
    return [element('div', say('internal_sheet'), class_='sheet')] if page['shows'] == 'all' else []


def decisions(say, *told):
    """The table of decisions. told: a list of sentences for each of DECISIONS."""
    rows = [(say(key), joined_html(sentences, say('blank')), Html()) for key, sentences in zip(DECISIONS, told)]
    yield element('h2', say('decide'))
    yield table([say('to_decide'), say('known'), say('decided')], rows, class_='decide')


def options_beside(say, report):
    """What an INI file and a folder of hierarchies have set that nobody typed."""
    rests = [say('sentence', text=say('folder_rests', folder=report['hierarchies'], options=joined_html(map(code, report['rests']), say('and')),
                                      n=len(report['rests'])))] if report.get('rests') else []
    return [*ini_items(say, report), *rests]


def standards_open(say, report):
    """What the standards leave to whoever signs."""
    for standard in report.get('standards', ()):
        yield say('named', name=standard['name'], text=say('clauses_count', **{key: standard[key] for key in ('holds', 'fails', 'open')}))
        for key, verdict in (('clauses_failing', 'fails'), ('clauses_left', 'open')):
            clauses = [clause['clause'] for clause in standard['clauses'] if clause['verdict'] == verdict]
            if clauses:
                yield say(key, clauses=joined_html(map(code, clauses), say('comma')))
    if not report.get('standards'):
        yield say('standards_unasked')


def recognized_line(say, found):
    told = {'column': found['column'], 'numbers': say('so_many_values', **{name: found[name] for name in ('values', 'records')}) if 'records' in found else ''}
    if 'whose' in found:
        return say('heed_whose', **told)
    return say('heed_recognized', what=in_language_of(say, found, 'what'), **told) if found['what'] else say('heed_many', **told)


def identifiers_of_run(say, report):
    """The columns that are published and may tell who somebody is."""
    found = [say('heed_unique', columns=names_or_none(say, report['unique']))] if report['unique'] else []
    found += [recognized_line(say, each) for each in report['recognized']]
    kept = [column['name'] for column in report['columns'] if column['unchanged']]
    return found or [say('identifiers_unseen', columns=names_or_none(say, [*kept, *report['sensitive'], *report['publish']]))]


def identifiers_of_table(say, report):
    """The same of a table that is checked."""
    others, named = report['others'], [*report['quasi'], *report['sensitive']]
    found = [say('person_in_file', person=report['person'])] if 'person' in report and not report.get('as_counted') else []
    found += [say('distinct_columns', columns=names_or_none(say, others['distinct']))] if others['distinct'] else []
    return [*found, say('identifiers_unjudged', columns=names_or_none(say, others['columns'])) if others['columns'] else
            say('identifiers_all_judged', columns=names_or_none(say, named))]


def fields(say, texts):
    """The fields to fill in, and what a file of texts has filled in."""
    yield element('h2', say('fields'))
    yield table((), [(say('field_' + name), texts.get(name, '')) for name in FIELDS], class_='fields')


def signature(say, sentence, texts):
    named = {name: say('field_' + name) for name in BY_HAND}
    parts = (element('div', say('named', name=named[name], text=texts[name]) if name in texts else named[name]) for name in BY_HAND)
    yield element('div', element('p', sentence), element('div', *parts, class_='sign'), class_='approval')


def fewer_than(n, k):
    """A count of records or of persons, or Fewer in its place.

    >>> fewer_than(0, 3), fewer_than(2, 3), fewer_than(3, 3), fewer_than(1, 1), fewer_than(None, 3)
    (0, Fewer(k=3), 3, Fewer(k=2), None)
    """
    k = max(k, 2)
    return Fewer(k) if n is not None and 0 < n < k else n


def at_least(n) -> int:
    """The least that a count may be.

    >>> at_least(Fewer(3)), at_least(0)
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
    """{name: count} of the parts of a sum. Nothing of them if one is a count of 1 to k - 1: others, and even that they are 0, would tell it.

    >>> told_parts({'k': 40, 'l': 0, 't': 9}, 5), told_parts({'k': 40, 'l': 2}, 5)
    ({'k': 40, 'l': 0, 't': 9}, {})
    """
    return {} if any(isinstance(fewer_than(n, k), Fewer) for n in parts.values()) else parts
