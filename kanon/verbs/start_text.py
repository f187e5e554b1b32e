"""The texts of `start`: what it prints of a survey, and the files that it writes.

Promise: a value is printed only if SAFE records have it, apart from case and blanks, or if it is one of kanon's own words for a
missing value, and never an identifier's. Each file says what it is, which command makes it again, and how to edit it. Reading the
INI file gives the options that were written.
"""

from __future__ import annotations

import os
import shlex
from heapq import nlargest

from .. import __version__
from ..assessment.known_words import KINDS
from ..assessment.recognize import PERSONAL, recognized
from ..builders.column_kinds import in_second, two_ways
from ..builders.dates import advice_for
from ..builders.inspect import alike_but_for_case
from ..builders.survey import doubt
from ..cli.options import home
from ..cli.report_text import counted_lines
from ..errors import DataError, many, one_line, quoted
from ..settings.ini import ini_of
from ..settings.kinds import cell_of, names
from ..tables.text_table import aligned
from ..values import MISSING, look_alikes, number, present_in, two_writings

COMMAND = 'python -m kanon start'
SAFE = 5        # records that share a value that is printed
MOST_ASKED = 10_000     # values of a column that the recognizer looks at
OTHERS = 'mostly numbers', 'mostly dates'
GROUPS = 3      # of values that differ in case or blanks, of a column
CARRIED = 'whoever knows it knows whose record it is; leave it out of the release.'
NAMED = 'as a quasi-identifier it would be generalized until little is left of it. Is it needed?'


def survey_lines(name, survey, options):
    how = ' (options: %s)' % options.config if options.config else ''
    yield '%s %s: %s%s' % (COMMAND, __version__, name, how)
    yield '{}, {}, {:,} of them with a missing value (? or nothing) in some column'.format(
        many(len(survey.columns), 'column'), many(survey.records, 'record'), survey.incomplete)
    yield ''
    rows = [('column', 'looks like', 'distinct', 'missing', 'note')]
    for column in survey.columns:
        looks = column.looks
        distinct = 'more than {:,}'.format(column.limit) if column.limit else '{:,}'.format(looks.distinct)
        rows.append((column.name, looks.kind.word, distinct, '{:,}'.format(looks.missing),
                     '; '.join(notes(column, options.redact, survey.decimal))))
    yield from (line.rstrip() for line in aligned(rows))


def notes(column, redact, decimal):
    """What a user should know about a column, sentence by sentence."""
    kind, words, codes, ends = column.looks.kind, column.looks.words, column.looks.other_codes, column.looks.ends
    yield from note_of_kind(kind, decimal)
    second, read = in_second(column.counts, kind)
    if second:
        yield 'a second date format: {}, in {}'.format(many(len(read), 'value'), many(sum(read.values()), 'record'))
    if ends:
        yield '{}, in {}'.format(many(len(ends), 'open end'), many(sum(ends.values()), 'record'))
    if codes:
        yield '%s, in %s, not as wide as the others' % (many(len(codes), 'code'), many(sum(codes.values()), 'record'))
    example = column.example(SAFE) if not redact else None
    personal = personal_kind(column, decimal) if example else ''
    if personal:
        yield '%s, so no example is shown' % personal
    elif example:
        yield 'for example {} ({:,} records)'.format(quoted(example[0]), example[1])
    if words:
        yield 'a missing value? %s' % counted_values(words)


def personal_kind(column, decimal) -> str:
    """What a column holds that points at persons, or may: an identifier in a tenth of its MOST_ASKED most frequent values, or free text."""
    values = column.counts
    if len(values) > MOST_ASKED:
        values = nlargest(MOST_ASKED, values, key=lambda value: (column.counts[value], value))
    seen = recognized(column.field, values, decimal).seen
    return next(('looks like ' * found.sure + 'may hold ' * (not found.sure) + KINDS[kind][0] for kind, found in seen.items()
                 if kind == 'text' or kind in PERSONAL and (found.sure or 10 * found.values >= found.of)), '')


def counted_values(counts) -> str:
    """Values with their records, those of most records first.

    >>> print(counted_values({'k.A.': 1, 'NA': 1200}))
    'NA' (1,200 records), 'k.A.' (1)
    """
    first, *others = sorted(counts, key=lambda value: (-counts[value], value))
    return ', '.join(['{} ({})'.format(quoted(first), many(counts[first], 'record')),
                      *('{} ({:,})'.format(quoted(value), counts[value]) for value in others)])


def what_most_are(kind) -> str:
    """What most values of a column are, where some are not; '' where there are no others."""
    plain = {'mostly numbers': 'numbers', 'mostly dates': 'dates', 'code': 'codes'}
    return plain.get(kind.word, '') if kind.others else ''


def note_of_kind(kind, decimal):
    if kind.word == 'likely identifier':
        yield '(nearly) every record has its own value: do not publish it'
    elif kind.word == 'number in another writing':
        yield '%s: write plain numbers, 39 or 1234%s5' % (', '.join(kind.of), decimal)
    elif what_most_are(kind):
        yield from kind.of[:1]
        yield 'no {}: {}, in {}'.format(what_most_are(kind), many(len(kind.others), 'value'), many(sum(kind.others.values()), 'record'))
    elif kind.word == 'date':
        yield kind.of[0] if len(kind.of) == 1 else '%s; %s fits as well' % kind.of


def doubts(survey, options):
    """What may be wrong, each sentence below an empty line."""
    sentences = [doubt(survey, options.columns is not None), second_header(survey, options.columns is not None), on_totals(survey, options),
                 *counted_lines({'count_column': survey.count_column})]
    if survey.decimal != '.' and options.decimal is None:
        sentences.append('Numbers are written with a decimal comma here. %s' % (
            'The INI file says so.' if options.quasi else 'Say so with --decimal , (start writes it into the INI file).'))
    complete = survey.records - survey.incomplete
    if complete < options.k:
        sentences.append('{} {} fewer than k = {}: nothing can be published.'.format(
            many(complete, 'record') + (' without a missing value' if survey.incomplete else ''), 'is' if complete == 1 else 'are', options.k))
    alike = ['%s (%s)' % (quoted(column.name), many(len(values), 'value'))
             for column, values in ((column, look_alikes(column.counts)) for column in survey.columns) if values]
    if alike:
        sentences.append('Values look the same and count as different, because their accents are in two Unicode forms (NFC, NFD): %s.'
                         ' Convert the table to NFC.' % ', '.join(alike))
    sentences += [in_two_cases(survey, options.redact), like_missing(survey)]
    for column in survey.columns:
        if column.looks.kind.word == 'likely identifier' and column.name in options.quasi + options.carried:
            why = CARRIED if column.name in options.carried else NAMED
            sentences.append('%s is a likely identifier: %s' % (quoted(column.name), why))
        elif column.name in options.quasi:
            sentences += doubt_of(column, survey.decimal, options.unreadable == 'missing')
    for sentence in filter(None, sentences):
        yield ''
        yield sentence


def second_header(survey, named):
    """A sentence if the first record may be a second header line. named: by --columns."""
    names_ = [] if named else survey.words_above
    return names_ and ('%s looks like a second header line, not a record: in %s it has a word where most others are numbers, dates or codes.'
                       ' Delete it in a copy of the table, and run this again with the copy.'
                       % ('Line %d' % survey.first_line if survey.first_line else 'The first record', ', '.join(map(quoted, names_[:5]))))


def on_totals(survey, options):
    """A sentence on rows that look like totals, with their lines and the option to type."""
    rows = many(survey.totals, 'row')
    lines = ', '.join(map(str, survey.total_lines)) + ', ...' * (survey.totals > len(survey.total_lines))
    where = '' if not survey.total_lines else ' (line%s %s)' % ('s' * (survey.totals > 1), lines)
    looks = '%s look%s like a total%s' % (rows, 's' * (survey.totals == 1), where)
    if not survey.totals:
        return ''
    if options.totals == 'leave-out':
        return looks + ', and %s left out.' % ('is' if survey.totals == 1 else 'are')
    if options.totals == 'keep':
        return looks + ', and %s kept as --totals keep says.' % ('is' if survey.totals == 1 else 'are')
    if survey.apart:
        return looks + (': a word such as Total, and else numbers or nothing. So %s not counted above, and the commands below say --totals'
                        ' leave-out. Type --totals keep if it is a record.' % ('it is' if survey.totals == 1 else 'they are'))
    return looks + ': a word such as Total, and else numbers or nothing. So many are taken for records. If they are none, type --totals leave-out.'


def in_two_cases(survey, redact) -> str:
    """A sentence on values that differ in case or blanks only. It shows them if SAFE records have such a value, and never an identifier's."""
    told = []
    for column in survey.columns:
        groups = alike_but_for_case(present_in(column.counts)) if column.looks.kind.word in ('category', 'code', *OTHERS) else []
        shown = [group for group in groups if sum(group.values()) >= SAFE][:GROUPS]
        shown = [] if not shown or redact or personal_kind(column, survey.decimal) else shown
        more = sum(map(len, groups)) - sum(map(len, shown))
        if groups:
            values = '; '.join([*map(counted_values, shown), *[many(more, 'more value' if shown else 'value')] * (more > 0)])
            told.append('%s: %s' % (quoted(column.name), values))
    return 'Values differ only in case or blanks, and count as different: %s. Write each in one way, and run this again.' % '. '.join(
        told) if told else ''


def like_missing(survey) -> str:
    """A sentence on values that look like missing ones, with the option to type."""
    words = [column.looks.words for column in survey.columns]
    named = sorted({word.strip() for of_column in words for word in of_column})
    told = '; '.join('%s: %s' % (quoted(column.name), counted_values(column.looks.words)) for column in survey.columns if column.looks.words)
    typed = shlex.quote(';'.join(named))
    return ('Some values look like missing ones, and count as values like any other: %s. If they mean that nothing is known, type'
            ' --na%s%s here, or in the run.' % (told, '=' if typed.strip("'").startswith('-') else ' ', typed)) if named else ''


def doubt_of(column, decimal, unreadable):
    kind, name = column.looks.kind, quoted(column.name)
    most = what_most_are(kind)
    if column.looks.other_codes:
        yield '%s: %s, or the release takes them for different values.' % (name, two_writings(column.counts, False, decimal))
    if most and unreadable:
        yield '%s: its values that are no %s are taken as missing.' % (name, most)
    elif most:
        fits = advice_for([value for value in column.counts if value not in MISSING], kind.of[0]) if kind.of else ''
        yield ('%s: its values that are no %s stay as they are at all levels below the *. Correct them and run this again,'
               ' edit its hierarchy, or take them as missing with --unreadable missing%s.'
               % (name, most, fits.replace(' fits', ' of hierarchy dates fits')))
    second, read = in_second(column.counts, kind)
    if second:
        yield ("%s: dates are written in two ways: most like %s, and %s in %s like %s. Its hierarchy reads both, as --date-format '%s' of"
               ' hierarchy dates does.' % (name, kind.of[0].partition(',')[0], many(len(read), 'value'),
                                           many(sum(read.values()), 'record'), second, kind.of[0]))
    ways = two_ways(column.counts, kind)
    if ways:
        read, either = ('%s in %s' % (many(len(values), 'value'), many(sum(values.values()), 'record')) for values in ways[1:])
        yield ('%s: most dates are written like %s, and %s like %s. Both fit %s, as different days. Write all dates in one way.'
               % (name, kind.of[0], read, ways[0], either))
    if len(kind.of) > 1 and kind.word in ('date', 'mostly dates'):
        yield '%s: the day is taken to come first (%s), but %s fits all values, too.' % (name, *kind.of)


def form_of(survey, options):
    data = one_line(' '.join(map(shlex.quote, [options.data, *na_words(options)]))) + left_out(survey, options)
    return ['Nothing is written yet. To begin, name the columns that others may know about a person, and the sensitive ones:',
            '  %s %s --quasi COLUMN,COLUMN --sensitive COLUMN -k %d' % (COMMAND, data, options.k),
            'Columns that you do not name are never published. Put a name with blanks or commas in quotes:',
            """  --quasi 'age,"income, yearly"'"""]


def left_out(survey, options) -> str:
    """The option that leaves the totals out, where they are few and nobody has decided; otherwise ''."""
    return ' --totals leave-out' if survey.apart else ''


def next_steps(survey, options):
    scripts = [os.path.join(home(), name) for name in ('run_samarati.py', 'run_mondrian.py')]
    commands = ['python3 ' + shlex.quote(path) if os.path.exists(path) else os.path.basename(path) for path in scripts]
    words = one_line('%s --config %s' % (shlex.quote(options.data), shlex.quote(ini_of(options.data))))
    return ['next:', *('  %s %s%s' % (command, words, left_out(survey, options)) for command in ['python -m kanon hierarchy levels', *commands])]


INI = '''\
; How kanon publishes {data}. Written by:
;   {command}
; Edit it as you like. What you type on the command line wins over it. A line that begins with ; is a comment.
[kanon]
; What others may know about a person. These columns are generalized.
quasi = {quasi}
; What nobody should learn about a person. These columns are published unchanged.
sensitive = {sensitive}
; Other columns that are published unchanged. Columns that are not named here are not published.
publish = {publish}
; Every combination of quasi-identifiers that is published has at least this many records.
k = {k}
; Samarati and Datafly may suppress this many records, or this share of them, to generalize the others less.
max-suppression = 1%
; A missing value is ? or nothing. drop: its record is left out. value: it is a value like any other. root: it is published as *.
missing = drop
; Which columns are checked for gaps. any: in any column ({incomplete:,} of {records:,} records). used: in a column named above ({in_used:,}).
missing-in = {missing_in}
'''

BY_NODE = '''\
; Mondrian cuts dates, words, and codes with letters along their hierarchies, and publishes their labels. It cuts a column of
; digits as numbers. Without this line a class lists all its values, each date by itself.
categories = hierarchy
'''

NA = '''\
; Further words that mean a missing value, as ? and nothing do, with ; between them.
na = %s
'''

TOTALS = '''\
; Rows that look like a total, such as Summe. leave-out: they are left out and counted. keep: they are records.
totals = %s
'''

UNREADABLE = '''\
; A few values that are no numbers or dates, where all others are, or that have no leaf in their hierarchy, are missing values.
unreadable = missing
'''

READING_OPTIONS = '''\
; How the file is read.
'''


def ini_text(options, survey, command) -> str:
    """The INI file of a run of `start`."""
    columns = {word: listed(getattr(options, word)) for word in ('quasi', 'sensitive', 'publish')}
    text = INI.format(data=one_line(options.data), command=command, k=options.k, incomplete=survey.incomplete, in_used=survey.in_used,
                      records=survey.records, missing_in='used' if survey.incomplete > survey.in_used else 'any', **columns)
    text += NA % ';'.join(options.na) if options.na else ''
    text += TOTALS % options.totals if options.totals else ''
    text += UNREADABLE if options.unreadable == 'missing' else ''
    text += BY_NODE if any(column.name in options.quasi and needs_labels(column, survey.decimal) for column in survey.columns) else ''
    reading = []
    if options.columns:
        reading.append('columns = ' + listed(options.columns))
    if options.delimiter:
        reading.append('delimiter = ' + {'\t': 'tab'}.get(options.delimiter, options.delimiter))
    if survey.decimal != '.':
        reading.append('decimal = ' + survey.decimal)
    if options.encoding != 'utf-8':
        reading.append('encoding = ' + options.encoding)
    text += READING_OPTIONS + '\n'.join(reading) + '\n' if reading else ''
    return '\n'.join(line.rstrip() for line in text.splitlines()) + '\n'


def needs_labels(column, decimal):
    """Whether Mondrian would list values that are better cut along their hierarchy."""
    kind = column.looks.kind
    words = column.looks.other_codes or any(number(value, decimal) is None for value in column.counts if value not in MISSING)
    return words and (kind.word in ('date', 'mostly dates', 'code', 'number', 'mostly numbers') or kind.of == ('code',))


def listed(columns, between=', ') -> str:
    """Column names as an INI file lists them; DataError for one that it cannot hold.

    >>> listed(['age', 'income, yearly'])
    'age, "income, yearly"'
    """
    text = between.join(cell_of(name) for name in columns)
    if names(text) != list(columns) or text != text.strip():
        raise DataError('the names %s cannot stand in an INI file; rename those with a line end in them' % quoted(text))
    return text


def levels_of(draft):
    return ('flat, the values and *' if draft.levels == '*' else draft.levels) + open_of(draft)


def open_of(draft) -> str:
    return '; open: %s' % ', '.join(draft.open) if draft.open else ''


def head_of(column, draft, options):
    """The lines of comment at the top of a hierarchy file."""
    height, kind = len(next(iter(draft.ladders.values()))) - 1, column.looks.kind
    if draft.by and draft.by[0] in ('dates', 'ranges'):     # whose levels have names
        levels = 'Levels: the value, %s, any.' % draft.levels
    else:
        between = '' if height == 1 else ' %s: %s;' % ('1' if height == 2 else '1 to %d' % (height - 1), draft.levels)
        levels = 'Level 0: as recorded;%s %d: *.' % (between, height)
    yield 'The hierarchy of %s, for %s.' % (one_line(column.name), one_line(options.data))
    yield levels
    yield 'Made again by: ' + (command_by(draft.by, column, options) if draft.by else command_of(options) + ' --force')
    if draft.open:
        yield 'An open end may stand for these numbers, so they have its label: %s.' % ', '.join(draft.open)
    yield 'A line is a value and its label at each level. Edit the labels: what shares one shares all those to its right.'
    if kind.word == 'date' and len(kind.of) > 1 and draft.by[0] == 'dates':
        yield 'The day is taken to come first (%s), but %s fits all values, too. If the month comes first:' % kind.of
        yield command_by((*draft.by[:2], kind.of[1], *draft.by[3:]), column, options)
    if kind.others and draft.by:
        yield 'Values that are no %s have no leaf: a run takes them as missing.' % (what_most_are(kind) or kind.word.split()[-1])
    elif kind.others:
        yield 'Values that are no %s stay as they are: give them labels, or correct them in the data.' % (
            what_most_are(kind) or kind.word.split()[-1])
    if height == 1 and len(draft.ladders) > 2:
        yield 'Nothing lies between the values and the *. For groups write value,group,* by hand, or see'
        yield 'python -m kanon hierarchy sets --help; for codes of unequal shapes, mask --help'


def command_by(by, column, options) -> str:
    words = [options.data, '--column', listed([column.name]), *by[1:], *na_words(options), '--force']
    return one_line(' '.join(['python -m kanon hierarchy', by[0], *map(shlex.quote, words)]))


def command_of(options) -> str:
    """The command that writes these files. How the table is read is in the INI file, so the command says only what must be typed of it."""
    chosen = [('--quasi', options.quasi), ('--sensitive', options.sensitive), ('--publish', options.publish)]
    words = [part for word, value in chosen if value for part in (word, listed(value, ','))]
    return one_line(' '.join([COMMAND, *map(shlex.quote, [options.data, *words, '-k', str(options.k), *na_words(options)])]))


def na_words(options) -> list:
    """--na as it is typed: an INI file that nobody named does not set it. Words that begin with - need a = before them."""
    text = ';'.join(options.na)
    return ['--na=' + text] if text.startswith('-') else ['--na', text] if text else []
