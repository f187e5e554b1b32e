"""What the page says in place of a text that tells what to type: the sentences of it that somebody understands who types nothing.

Promise: a value in quotes is never cut. Whoever has read the whole text has read nothing else than what is left here, but for how
dates are written: DD.MM.YYYY stands for %d.%m.%Y.
"""

from __future__ import annotations

import re

TYPED = re.compile(r'[ (=，；：]--[a-z]|\bpython3? \S')           # a sentence that has this tells what to type
ENDS = re.compile(r'(?<=\.) (?=[A-Z0-9\'"]|k = )|(?<=。)')     # of a sentence; `--na k.A. here` is one
CLAUSE = re.compile('[,;] |[，；]')
LIKE = re.compile(', as |，与 ')          # begins a clause that says how the same is typed
DATES = re.compile('%[dmyYHMS](?:[^%\\w\\s,;]?%[dmyYHMS])+')
SIGNS = {'%d': 'DD', '%m': 'MM', '%y': 'YY', '%Y': 'YYYY', '%H': 'hh', '%M': 'mm', '%S': 'ss'}


def plain_sentences(said) -> str:
    """The text without the sentences that tell what to type. The first sentence says what it is about, so it loses only its last clause.

    >>> plain_sentences("'a. B' may say whose. If it does, type --person 'a. B'. k = 10 is little.")
    "'a. B' may say whose. k = 10 is little."
    >>> plain_sentences("'born': dates are like %d.%m.%Y. Both are read, as --date-format '%d' does.")
    "'born': dates are like DD.MM.YYYY. Both are read."
    >>> plain_sentences('1 行是合计，按 --totals keep 保留。')
    '1 行是合计。'
    >>> plain_sentences('1 行会被剔除。如果不发布，--missing-in used 会保留这些记录；--missing value 也会保留。')
    '1 行会被剔除。'
    """
    masked, left, start = without_quoted(said), [], 0
    for end in [*(found.start() for found in ENDS.finditer(masked)), len(said)]:
        left.append(page_sentence(said[start:end], masked[start:end], not start))
        start = end
    return with_dates(''.join(left).strip()) or said


def page_sentence(said, masked, first) -> str:
    """A sentence as the page says it, '' if it only tells what to type."""
    typed = TYPED.search(masked)
    if not typed:
        return said
    clauses = [found for found in CLAUSE.finditer(masked) if found.start() < typed.start()]
    if clauses and (first or LIKE.match(masked, clauses[-1].start())):
        return said[:clauses[-1].start()] + ('。' if masked.endswith('。') else '.')
    return ''


def without_quoted(said) -> str:
    """The text with a line in place of each sign in quotes. An apostrophe within a word opens none.

    >>> without_quoted("a man's 'dog. Cat' and 'it\\\\'s' too")
    "a man's '________' and '_____' too"
    """
    made, quote = [], ''
    for place, sign in enumerate(said):
        before = said[place - 1:place]
        if quote:
            ends = sign == quote and before != '\\'
            made.append(sign if ends else '_')
            quote = '' if ends else quote
        else:
            quote = sign if sign in '\'"' and not before.isalnum() else ''
            made.append(sign)
    return ''.join(made)


def with_dates(said) -> str:
    """The text with how dates are written, as people write it. What is in quotes stays."""
    masked, made, start = without_quoted(said), [], 0
    for found in DATES.finditer(masked):
        made += [said[start:found.start()], re.sub('%.', lambda sign: SIGNS[sign.group()], found.group())]
        start = found.end()
    return ''.join(made) + said[start:]


def guesses_in(message) -> list:
    """The encodings that a message about an encoding names.

    >>> guesses_in('a.csv, line 2: byte 0xbc is not utf-8 text; give its --encoding (gb18030 or latin-1?)')
    ['gb18030', 'latin-1']
    >>> guesses_in('a.csv: begins like UTF-16; give --encoding utf-16'), guesses_in('a.csv: is not utf-16 text; give its --encoding, such as utf-16-le if it')
    (['utf-16'], ['utf-16-le'])
    >>> guesses_in('a.csv, line 3: a NUL character; this is not a csv file, or it needs another --encoding')
    []
    """
    found = re.search(r'--encoding(?: \(([\w or-]+)\?\)|,? (?:such as )?([a-z]+-?[0-9][\w-]*))', without_quoted(message))
    return re.split(' or ', next(filter(None, found.groups()))) if found else []
