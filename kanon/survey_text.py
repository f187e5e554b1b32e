"""What `start` prints of a survey: a row for each column, what may be wrong, and what to type next.

Promise: a value is printed only where SAFE records have it, and never an identifier's.
"""

from __future__ import annotations

import os
import shlex

from . import __version__
from .covers import many
from .errors import one_line, quoted
from .options import home
from .report import aligned
from .survey import doubt
from .words import COMMANDS

SAFE = 5        # records that share a value that is printed
MOSTLY = 'mostly numbers', 'mostly dates'
CARRIED = 'who knows it needs no other column to know who is who; leave it out of the release.'
NAMED = 'as a quasi-identifier it is generalized until little is left of it; is it needed?'


def survey_lines(name, survey, redact):
    yield '%s %s: %s' % (COMMANDS['start'], __version__, one_line(name))
    yield '{:,} columns, {:,} records, {:,} of them with a missing value (? or nothing) in some column'.format(
        len(survey.columns), survey.records, survey.incomplete)
    yield ''
    rows = [('column', 'looks like', 'distinct', 'missing', 'note')]
    for column in survey.columns:
        looks = column.looks
        distinct = 'more than {:,}'.format(column.more) if column.more else '{:,}'.format(looks.distinct)
        rows.append((one_line(column.name), looks.kind.word, distinct, '{:,}'.format(looks.missing),
                     '; '.join(notes(column, redact))))
    yield from (line.rstrip() for line in aligned(rows))


def notes(column, redact):
    """What is to be said of a column, sentence by sentence."""
    kind, words = column.looks.kind, column.looks.words
    yield from note_of_kind(kind)
    example = column.example(SAFE)
    if example and not redact:
        yield 'for example {} ({:,} records)'.format(quoted(example[0]), example[1])
    if words:
        yield '{} {}: a value like any other; write ? or nothing where none is known'.format(
            many(sum(words.values()), 'record'), ' or '.join(sorted(words)))


def note_of_kind(kind):
    if kind.word == 'likely identifier':
        yield 'another value in (nearly) every record: do not publish it'
    elif kind.word == 'number in another writing':
        yield '%s: write plain numbers, 39 or 1234.5' % ', '.join(kind.of)
    elif kind.word in MOSTLY:
        yield from kind.of[:1]
        yield 'no {}: {}, in {}'.format(kind.word.split()[-1], many(len(kind.others), 'value'),
                                        many(sum(kind.others.values()), 'record'))
    elif kind.word == 'date':
        yield kind.of[0] if len(kind.of) == 1 else '%s; %s fits as well' % kind.of


def doubts(survey, options):
    """Blocks of what may be wrong, each below an empty line."""
    found = [doubt(survey, options.columns is not None)]
    complete = survey.records - survey.incomplete
    if complete < options.k:
        found.append('{} are fewer than k = {}: nothing can be published.'.format(
            '{:,} records'.format(complete) + (' without a missing value' if survey.incomplete else ''), options.k))
    for column in survey.columns:
        if column.looks.kind.word == 'likely identifier' and column.name in options.quasi + options.carried:
            why = CARRIED if column.name in options.carried else NAMED
            found.append('%s is a likely identifier: %s' % (quoted(column.name), why))
        elif column.name in options.quasi:
            found += doubt_of(column)
    for sentence in filter(None, found):
        yield ''
        yield sentence


def doubt_of(column):
    kind, name = column.looks.kind, quoted(column.name)
    if kind.word in MOSTLY:
        yield ('%s: its values that are no %s stay as they are up to the *. Correct them and run this again, or edit its'
               ' hierarchy.' % (name, kind.word.split()[-1]))
    if len(kind.of) > 1 and kind.word in ('date', 'mostly dates'):
        yield '%s: the day is taken to come first (%s), but %s fits all values, too.' % (name, *kind.of)


def form_of(options):
    data = one_line(shlex.quote(options.data))
    return ['Nothing is written. To begin, name the columns that others may know of a person, and those that are sensitive:',
            '  %s %s --quasi COLUMN,COLUMN --sensitive COLUMN -k %d' % (COMMANDS['start'], data, options.k),
            'Columns that nobody names are never published. A list with blanks or commas in a name is quoted:',
            """  --quasi 'age,"income, yearly"'"""]


def next_steps(options):
    scripts = [os.path.join(home(), name) for name in ('run_samarati.py', 'run_mondrian.py')]
    commands = ['python3 ' + shlex.quote(path) if os.path.exists(path) else os.path.basename(path) for path in scripts]
    return ['next:', *('  %s %s' % (command, one_line(shlex.quote(options.data)))
                       for command in ['python -m kanon hierarchy levels', *commands])]
