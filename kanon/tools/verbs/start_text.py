"""What `start` finds in a survey, said with `say` (core/voice/speaking.py), and the files that it writes, which are in English.

Promise: a value is printed only if SAFE records have it, apart from case and blanks, or if it is one of kanon's own words for a
missing value, and never an identifier's. Where persons are counted, SAFE persons have it. Of dates
with two digits of a year the first and the last year are said. Each file says what it is, which command makes it again, and how to edit it. Reading the
INI file gives the options that were written.
"""

from __future__ import annotations

import os
import shlex
from heapq import nlargest
from itertools import islice

from ... import __version__
from ...core.recognition.column_names import cannot_change
from ...core.recognition.known_words import KINDS as KINDS_OF_VALUES
from ...core.recognition.recognize import PERSONAL, recognized
from ...core.counts.values import MISSING, between_thousands, number, present_in
from ...core.desk.as_text import reading_lines
from ...core.desk.how_read import reading_for, typed_reading, words_typed
from ...core.desk.options import home
from ...core.desk.words import setting_of_word
from ...core.errors import one_line, quoted
from ...core.own_files import ARCHIVE, as_typed_here
from ...core.settings.ini import ini_of, listed_for_ini
from ...core.settings.kinds import listed
from ...core.settings.reading import BY_NAME, NEUTRAL, RECORDED, Reading, thousands_text
from ...core.settings.table import SETTINGS, TYPED
from ...core.tables.recorded_dates import MOST_TRIED, day_formats
from ...core.tables.text_table import aligned
from ...core.voice import LANGUAGES
from ...core.voice.speaking import ENGLISH
from ..building.codes import names_of_levels
from ..building.column_kinds import UNITS, in_second
from ..building.inspect import groups_alike
from ..building.survey_of_persons import LOOKED_AT, SHARED
from .hierarchy import TABLE_WORDS

COMMAND = as_typed_here('python -m kanon start')
SAFE = 5        # records that share a value that is printed
MOST_ASKED = 10_000     # values of a column that the recognizer looks at
OTHERS = 'mostly numbers', 'mostly dates'
KINDS = {'empty': 'kind_empty', 'constant': 'kind_constant', 'number': 'kind_number', 'number in another writing': 'kind_writing',
         'mostly numbers': 'kind_mostly_numbers', 'date': 'kind_date', 'mostly dates': 'kind_mostly_dates', 'ranges': 'kind_ranges', 'code': 'kind_code',
         'likely identifier': 'kind_identifier', 'number with a unit': 'kind_unit', 'category': 'kind_category'}
OTHERS_ARE = {'numbers': 'no_numbers', 'dates': 'no_dates', 'codes': 'no_codes', 'kind_ranges': 'no_bands'}
WRITINGS = {    # the ways to write a number that values.writing knows
    'a decimal comma': 'writing_comma', 'a decimal point': 'writing_point', 'thousands separators': 'writing_thousands',
    'an exponent of three digits': 'writing_exponent', 'blanks around it': 'writing_blanks', 'a currency or percent sign': 'writing_sign',
    'digits of another script': 'writing_script', 'nan or inf': 'writing_nan'}


def survey_lines(report, survey, options, say):
    """What the columns look like. report: what the page shows."""
    how = [say('in_brackets', text=say('options_in', config=options.config))] if options.config else []
    yield ''.join([say('run_of', program=COMMAND, version=__version__, data=report['data']), *how])
    yield say('columns_records', columns=len(survey.columns), records=survey.records, incomplete=survey.incomplete)
    yield from reading_lines(say, report)
    yield ''
    rows = [tuple(map(say, ('a_column', 'looks_like', 'distinct_values', 'lacking_value', 'note')))]
    for column in survey.columns:
        looks = column.looks
        distinct = say('more_than', n=column.limit) if column.limit else '{:,}'.format(looks.distinct)
        rows.append((column.name, say(KINDS[looks.kind.word]), distinct, '{:,}'.format(looks.missing),
                     say('semicolon').join(notes(column, options.redact, survey, say))))
    yield from (line.rstrip() for line in aligned(rows))


def notes(column, redact, survey, say):
    """What a user should know about a column, sentence by sentence."""
    decimal = survey.decimal
    kind, words, codes, ends = column.looks.kind, column.looks.words, column.looks.other_codes, column.looks.ends
    if survey.persons and survey.persons.column == column.name:
        yield say('says_whose')
        return
    if column.numbers_rows:
        yield say('row_numbers')
        return
    if kind.word == 'code' and kind.of:
        yield say('like_system', system=kind.of[0])
    elif column.looks.systems:
        yield say('may_be_systems', systems=say('parts', parts=column.looks.systems))
    yield from note_of_kind(column.name, kind, decimal, say)
    second, read = in_second(column.counts, kind)
    if second:
        yield say('second_format', **values_records(read))
    if ends:
        yield say('open_ends', **values_records(ends))
    if codes:
        yield say('other_widths', **values_records(codes))
    repeats = column.name in survey.repeating
    if repeats:
        yield say('repeats_like_persons')
    example = column.example(SAFE, shared_values(column, survey)) if not redact and not repeats else None
    personal = personal_kind(column, decimal, say) if example else ''
    if personal:
        yield personal
    elif example:
        yield say('for_example', value=quoted(example[0]), records=example[1])
    if words:
        yield say('a_missing_value', values=counted_values(words, say))


def values_records(counts) -> dict:
    return {'values': len(counts), 'records': sum(counts.values())}


def to_be_shared(survey) -> dict:
    """{column: values that may be printed}, of which it matters how many persons have them."""
    return {column.name: {*nlargest(LOOKED_AT, column.counts, key=lambda value: (column.counts[value], value)),
                          *(value for group in groups_alike(present_in(column.counts), survey.decimal) for value in group)} for column in survey.columns}


def shared_values(column, survey):
    """The values of a column that SHARED persons have; None where no persons are counted."""
    return survey.persons and {value for value, persons in survey.persons.shared[column.name].items() if len(persons) >= SHARED}


def unchanging(survey, options) -> dict:
    """{column whose values stay the same as long as a person lives: its formats of dates}."""
    columns = [column for column in survey.columns if column.name != options.person and cannot_change(column.field)]
    return {column.name: day_formats(list(islice(present_in(column.counts), MOST_TRIED))) for column in columns}


def personal_kind(column, decimal, say) -> str:
    """What a column holds that points at persons, or may, as a sentence; '' if it holds nothing so."""
    found = looks_personal(column, decimal)
    place = list(LANGUAGES).index(say.language)
    return found and say('looks_personal' if found.sure else 'may_be_personal', what=KINDS_OF_VALUES[found.kind][place])


def looks_personal(column, decimal):
    """The first KindSeen of a column that points at persons: an identifier in a tenth of its values, or free text; '' if there is none."""
    return next((found for kind, found in seen_in(column, decimal).items()
                 if kind == 'text' or kind in PERSONAL and (found.sure or 10 * found.values >= found.of)), '')


def surely_personal(column, decimal) -> str:
    """The kind of identifier that a column surely holds, such as 'phone'; '' if it holds none."""
    return next((kind for kind, found in seen_in(column, decimal).items() if kind in PERSONAL and found.sure), '')


def seen_in(column, decimal) -> dict:
    """{kind: KindSeen} of a column, by its MOST_ASKED most frequent values."""
    values = column.counts
    if len(values) > MOST_ASKED:
        values = nlargest(MOST_ASKED, values, key=lambda value: (column.counts[value], value))
    return recognized(column.field, values, decimal).seen


def counted_values(counts, say) -> str:
    """Values with their records, those of most records first.

    >>> print(counted_values({'k.A.': 1, 'NA': 1200}, ENGLISH))
    'NA' (1,200 records), 'k.A.' (1)
    """
    first, *others = sorted(counts, key=lambda value: (-counts[value], value))
    return say('parts', parts=[say('value_records', value=quoted(first), records=counts[first]),
                                *(say('value_more', value=quoted(value), records=counts[value]) for value in others)])


def what_most_are(kind) -> str:
    """What most values of a column are, where some are not; '' where there are no others."""
    plain = {'mostly numbers': 'numbers', 'mostly dates': 'dates', 'code': 'codes', 'ranges': 'kind_ranges'}
    return plain.get(kind.word, '') if kind.others else ''


def note_of_kind(name, kind, decimal, say):
    most, sign = what_most_are(kind), between_thousands(kind.others)
    if kind.word == 'likely identifier':
        yield say('own_value')
    elif kind.word == 'number in another writing':
        ways = [say(WRITINGS[way]) for way in kind.of]
        if sign:        # a run says the same (check_plain, counts/values.py)
            typed = shlex.quote(thousands_text({name: sign}))
            yield say('write_plain_or_say', ways=ways, option=typed, point=decimal)
        else:
            yield say('write_plain', ways=ways, point=decimal)
    elif kind.word == 'number with a unit':
        yield say('units', units=units_told(kind, say))
    elif most:
        yield from [] if most == 'codes' else kind.of[:1]
        yield say(OTHERS_ARE[most], **values_records(kind.others))
    elif kind.word == 'date':
        yield kind.of[0] if len(kind.of) == 1 else say('date_fits', one=kind.of[0], other=kind.of[1])


def units_told(kind, say) -> list:
    """The units of a column of numbers. A word that kanon does not know may be anything: it is not shown."""
    def said(unit):
        return unit if unit.lower() in UNITS else say('a_word' if unit else 'none')
    told = list(map(said, kind.of))
    return [unit for place, unit in enumerate(told) if unit not in told[:place]]


def form_of(survey, options, say):
    person = ['--person', options.person] if options.person else []
    header = ['--header'] * options.header
    data = one_line(' '.join(map(shlex.quote, [options.data, *person, *reading_words(options), *header]))) + columns_left_out(survey, options)
    return [say('nothing_written'),
            '  %s %s --quasi COLUMN,COLUMN --sensitive COLUMN -k %d' % (COMMAND, data, options.k),
            say('never_published'),
            """  --quasi 'age,"income, yearly"'"""]


def columns_left_out(survey, options) -> str:
    """The option that leaves the totals out, where they are few and nobody has decided; otherwise ''."""
    return ' --totals leave-out' if survey.apart else ''


def records_left(survey, options) -> int:
    """The records that a run takes, as the INI file says it.

    It is all of them where no columns are named, because nobody knows which gaps count.
    """
    leaves_out = options.quasi and options.gaps in (None, 'drop')
    return survey.records - survey.in_used if leaves_out else survey.records


def next_steps(survey, options, say):
    if records_left(survey, options) < options.k <= survey.records:     # each program would refuse
        return [say('next_lines'), '  %s --force' % command_of(options, 'root')]
    words = one_line('%s --config %s' % (shlex.quote(options.data), shlex.quote(ini_of(options.data)))) + columns_left_out(survey, options)
    return [say('without_optimal'),
            say('next_lines'),
            as_typed_here('  python -m kanon hierarchy levels ') + words,
            '  %s %s --optimal' % (as_typed('run_samarati.py'), words),
            '  %s %s' % (as_typed('run_mondrian.py'), words)]


def as_typed(script) -> str:
    """How a script of the checkout is typed from here, or one that is installed."""
    if ARCHIVE:
        return as_typed_here(script)
    path = os.path.join(home(), script)
    return 'python3 ' + shlex.quote(path) if os.path.exists(path) else script


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
{person}; Samarati and Datafly may suppress this many records, or this share of them, to generalize the others less.
max-suppression = 1%
; A missing value is ? or nothing. drop: its record is left out. value: it is a value like any other. root: it is published as *.
missing = {missing}
; Which columns are checked for gaps. any: in any column ({incomplete:,} of {records:,} records). used: in a column named above ({in_used:,}).
missing-in = {missing_in}
'''

PERSON = '''\
; Whose row each row is. This column is counted and never published: a combination then has records of at least k persons.
person = %s
'''

BY_NODE = '''\
; Mondrian cuts dates, words, and codes with letters along their hierarchies, and publishes their labels. It cuts a column of
; digits as numbers. Without this line a class lists all its values, each date by itself.
%scategories = hierarchy
'''

BY_LABELS = '''\
; Mondrian cuts dates, words, and codes with letters in the order of their hierarchies' leaves, and publishes labels of these.
; It cuts a column of digits as numbers.
%scategories = leaves
labels = ancestor
'''

BY_SETS = '''\
; Mondrian cuts dates, words, and codes with letters in the order of their hierarchies' leaves, and a class lists all its values,
; each date by itself. It cuts a column of digits as numbers.
%scategories = leaves
'''

CUTS = {'nodes': BY_NODE, 'labels': BY_LABELS, 'sets': BY_SETS}
CUTS_TRIED = '''\
; Tried on {records:,} records with k = {k}, it loses (lm, of {most}): {nodes} with categories = hierarchy, {labels} with leaves and
; labels = ancestor, {sets} with leaves alone, where a reader can put back {put_back:,} values that the lists hide.
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

OWN_LINES = 'na', 'missing', 'missing_in', 'totals', 'unreadable'     # the settings of reading that stand above, with a sentence each
READING_OPTIONS = '''\
; How the file is read.
'''


def ini_text(options, survey, command) -> str:
    """The INI file of a run of `start`."""
    columns = {word: listed_for_ini(getattr(options, word)) for word in ('quasi', 'sensitive', 'publish')}
    person = PERSON % listed_for_ini([options.person]) if options.person else ''
    text = INI.format(data=one_line(options.data), person=person, command=command, missing=options.gaps or 'drop', k=options.k, incomplete=survey.incomplete, in_used=survey.in_used,
                      records=survey.records, missing_in='used' if survey.incomplete > survey.in_used else 'any', **columns)
    text += NA % ';'.join(options.na) if options.na else ''
    text += TOTALS % options.totals if options.totals else ''
    text += UNREADABLE if options.unreadable == 'missing' else ''
    if any(column.name in options.quasi and needs_labels(column, survey.decimal) for column in survey.columns):
        tried = survey.tried
        text += CUTS[tried.best if tried else 'nodes'] % (CUTS_TRIED.format(**cut_values(tried), k=options.k) if tried else '')
    reading = reading_for(options)._replace(decimal=survey.decimal)
    lines = ['%s = %s' % (name.replace('_', '-'), listed_for_ini(getattr(reading, name)) if BY_NAME[name].text is listed else told)
             for name, told in reading.told(RECORDED, Reading.of({})).items() if name not in OWN_LINES]
    text += READING_OPTIONS + '\n'.join(lines) + '\n' if lines else ''
    return '\n'.join(line.rstrip() for line in text.splitlines()) + '\n'


def cut_values(tried) -> dict:
    """The values of a Trial (tried.py), as they are said."""
    losses = {name: '%.4f' % way.lm for name, way in tried.ways.items()}
    return {'records': tried.records, 'most': tried.most, 'put_back': tried.ways['sets'].put_back, **losses}


def needs_labels(column, decimal):
    """Whether Mondrian would list values that are better cut along their hierarchy."""
    kind = column.looks.kind
    words = column.looks.other_codes or any(number(value, decimal) is None for value in column.counts if value not in MISSING)
    return words and (kind.word in ('date', 'mostly dates', 'code', 'number', 'mostly numbers', 'ranges') or kind.of == ('code',))


def levels_of(draft, say):
    """What is written of a hierarchy: its levels, and the labels of its open ends."""
    return levels_said(draft.levels, say) + (say('open_labels', labels=draft.open) if draft.open else '')


def levels_said(levels, say):
    return say('parts', parts=[
        say(key, **{name: levels_said(value, say) if isinstance(value, tuple) else value for name, value in values.items()})
        for key, values in levels])


def head_of(column, draft, options):
    """The lines of comment at the top of a hierarchy file."""
    height, kind = len(next(iter(draft.ladders.values()))) - 1, column.looks.kind
    said = levels_said(draft.levels, ENGLISH)       # a file is written in English
    if draft.by and draft.by[0] in ('dates', 'ranges'):     # whose levels have names
        levels = 'Levels: the value, %s, any.' % said
    elif draft.by and draft.by[0] == 'codes':
        levels = 'Levels: the value, %s, any.' % ', '.join(names_of_levels(draft.by[2], draft.ladders))
    else:
        between = '' if height == 1 else ' %s: %s;' % ('1' if height == 2 else '1 to %d' % (height - 1), said)
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
        yield as_typed_here('python -m kanon hierarchy sets --help') + '; for codes of unequal shapes, mask --help'


def command_by(by, column, options) -> str:
    """The command that makes this hierarchy.

    --century is only for dates with two digits of a year. Other columns name the INI file that has
    it, which would be refused if nobody named it.
    """
    names = set(map(setting_of_word, TABLE_WORDS)) - {'century'}
    beside = options.century is not None and '--century' not in by
    words = [options.data, '--column', listed_for_ini([column.name]), *by[1:],
             *reading_words(options, names),
             *(('--config', ini_of(options.data)) if beside else ()), '--force']
    return one_line(' '.join([as_typed_here('python -m kanon hierarchy'), by[0], *map(shlex.quote, words)]))


def command_of(options, gaps=None) -> str:
    """The command that writes these files. How the table is read is in the INI file, so the command
    says only what must be typed of it.

    gaps: what becomes of records with a missing value, if it is not what was typed.
    """
    gaps = gaps or options.gaps
    chosen = [('--quasi', options.quasi), ('--sensitive', options.sensitive), ('--publish', options.publish),
              ('--person', [options.person] if options.person else []),
              ('--missing', [gaps] if gaps else [])]
    words = [part for word, value in chosen if value for part in (word, listed_for_ini(value, ','))]
    return one_line(' '.join([COMMAND, *map(shlex.quote, [options.data, *words, '-k', str(options.k), *reading_words(options, set(NEUTRAL))])]))


def reading_words(options, names=None) -> list:
    """The words that say how the table is read, as they were typed.

    names: of the settings that the command takes, beside an INI file that has been written. What an INI file sets that nobody named is
    left out then. None: there is no such file.
    """
    typed = typed_reading(options)
    if names is not None:
        typed = {name for name in typed & names if SETTINGS[name].power == TYPED and name != 'columns'}     # for a table without a header line
    return words_typed(reading_for(options).words(typed))
