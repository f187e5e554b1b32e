"""`python -m kanon hierarchy ranges|quantiles|mask|codes|classes|dates|flat|sets`: hierarchies by rule, from columns of a table or from bounds.

Promise: all hierarchies of a run are made before the first is written. All are put in place, or none. Without --force
no file that exists is replaced, and nothing is written into the folder that came with kanon.
"""

from __future__ import annotations

import os
import re

from ...core.counts.values import few, number, other_codes, present_in, two_widths
from ...core.counts.writings import check_thousands
from ...core.desk.inputs import table_of
from ...core.desk.options import home
from ...core.desk.screen import behind, put
from ...core.desk.words import LANGUAGE, Program, Word
from ...core.errors import DataError, Refused, many, one_line, quoted, some
from ...core.own_files import is_same
from ...core.settings.asked import (check_century_asked, check_columns, check_date_format,
                                    settle_weights)
from ...core.settings.kinds import names, one_of
from ...core.tables.hierarchy_file import file_of
from ...core.tables.output_file import check_output, replacing_or_printing, write_all
from ...core.tables.packed import file_of_table
from ...core.tables.recorded_dates import check_century, formats_in, offsets_in, readings_of
from ...core.tables.text_table import table_text
from ...core.voice.speaking import speaker
from ..building.code_ranges import load_ranges
from ..building.code_systems import SYSTEMS, code_of
from ..building.codes import (MASKED, PREFIX, NoCode, codes, codes_in_classes, names_of_levels, reading,
                              system_and_cuts)
from ..building.dates import LEVELS, dates, days_between
from ..building.groups import codes_between, flat, mask, sets
from ..building.ladder import file_text
from ..building.numbers import numbers_between, quantiles, ranges
from ..building.open_ends import ENDS, band_of, combined_ends, open_end
from . import HIERARCHY_VERBS, MAKE
from .hierarchy import ENDING, EPILOG, TABLE_WORDS, bounds, counts_of, settle_named

def ranges_of(options, counts) -> dict:
    """Ladders of numbers, or of ranges that are values themselves."""
    if options.widths == ENDS:
        return combined_ends(counts, options.decimal)
    return ranges(counts, options.widths, options.origin, options.top, options.bottom, options.decimal)


def in_a_range(options, value) -> bool:
    """Whether a rule for ranges can read a value."""
    if options.widths == ENDS:
        return band_of(value, options.decimal) is not None
    return number(value, options.decimal) is not None or has_end(options, value)


# {program: (of options, a column's {value: records} and the classes of codes, its ladders; of options, the ladders and the classes, the names of the
# levels between, and a note)}
BY_RULE = {
    'ranges': (lambda options, counts, classes: ranges_of(options, counts),
               lambda options, ladders, classes: ([], 'Ranges that are values, combined by their ends') if options.widths == ENDS else (
                   ['ranges of %s' % width for width in options.widths], 'The ranges begin at %s' % options.origin
                                + ('; %s and above are one range' % options.top if options.top is not None else '')
                                + ('; all below %s are one range' % options.bottom if options.bottom is not None else ''))),
    'quantiles': (lambda options, counts, classes: quantiles(counts, options.parts, options.decimal),
                  lambda options, ladders, classes: (['%d groups' % part for part in options.parts], 'The groups have about equally many records')),
    'mask': (lambda options, counts, classes: mask(counts, options.end, options.keep),
             lambda options, ladders, classes: ([], 'Each level masks one character more from the %s' % options.end
                              + (', and keeps the last %d of the other end' % options.keep if options.keep > 1 else ''))),
    'codes': (lambda options, counts, classes: codes(counts, options.cuts, options.style, classes),
              lambda options, ladders, classes: (names_of_levels(options.cuts, ladders, classes), 'The codes are cut as %s says' % (
                  options.cuts if isinstance(options.cuts, str) else '--cuts ' + ','.join(map(str, options.cuts))))),
    'classes': (lambda options, counts, classes: codes_in_classes(counts, classes),
                lambda options, ladders, classes: (names_of_levels((), ladders, classes), 'The classes are those of %s' % one_line(options.classes))),
    'dates': (lambda options, counts, classes: dates(counts, options.date_format, options.levels,
                                                     options.century),
              lambda options, ladders, classes: (options.levels, '')),
    'flat': (lambda options, counts, classes: flat(counts, options.decimal), lambda options, ladders, classes: ([], '')),
    'sets': (lambda options, counts, classes: sets(options.group, counts), lambda options, ladders, classes: (['named groups'], '')),
}

READABLE = {      # {program: (of options, a value and the classes of codes, whether the rule can read it)}
    'codes': lambda options, value, classes: is_code_here(value, system_and_cuts(options.cuts)[0], classes),
    'classes': lambda options, value, classes: is_code_here(value, None, classes),
    'ranges': lambda options, value, classes: in_a_range(options, value),
    'quantiles': lambda options, value, classes: number(value, options.decimal) is not None or open_end(value, options.decimal) is not None,
    'dates': lambda options, value, classes: bool(
        readings_of(value, formats_in(options.date_format), options.century))}


def has_end(options, value) -> bool:
    """Whether a value is an open end, such as 90+, and an open range was asked for."""
    end = open_end(value, options.decimal)
    return end is not None and (options.top if end.above else options.bottom) is not None


def is_code_here(value, system, classes) -> bool:
    """Whether a value is a code and, where there are classes, in a range."""
    code = code_of(value, reading(system, classes))
    return code is not None and (classes is None or classes.classes_of(code) is not None)


# The kinds of the words.

def decimal_text(text) -> str:
    if number(text.strip()) is None:
        raise Refused('a number such as 90 or 0.5 is expected, not %s' % quoted(text))
    return text.strip()


def widths(text) -> list | str:
    """The widths of ranges, as texts, or ENDS.

    >>> widths('0.5, 1'), widths('ends')
    (['0.5', '1'], 'ends')
    """
    if text.strip() == ENDS:
        return ENDS
    numbers = [decimal_text(part) for part in text.split(',')]
    if any(number(part) <= 0 for part in numbers):
        raise Refused('a width is a number above 0; %s has one that is not' % quoted(text))
    return numbers


def part_counts(text) -> list:
    if not re.fullmatch(' *[1-9][0-9]{0,8} *(, *[1-9][0-9]{0,8} *)*', text):
        raise Refused('numbers of groups such as 16,8,4,2 are expected, not %s' % quoted(text))
    return [int(part) for part in text.split(',')]


def keep(text) -> int:
    if not re.fullmatch('[0-9]{1,9}', text):
        raise Refused('a number of characters is expected, not %s' % quoted(text))
    return int(text)


def cuts(text):
    """The lengths of prefixes, or the name of a system of codes.

    >>> cuts('1, 3,4'), cuts('icd10')
    ([1, 3, 4], 'icd10')
    """
    lengths = [part.strip() for part in text.split(',')]
    digits = all(re.fullmatch('[0-9]{1,2}', length) for length in lengths)
    given = list(map(int, lengths)) if digits else text.strip()
    if not digits and given not in SYSTEMS:
        raise Refused('lengths of prefixes such as 1,3,4 are expected, or one of %s, not %s' % (', '.join(SYSTEMS), quoted(text)))
    try:
        system_and_cuts(given)
    except DataError as error:
        raise Refused(error.problem) from None
    return given


def date_levels(text) -> list:
    """The levels of dates.

    >>> date_levels('month, year')
    ['month', 'year']
    """
    words = [part.strip() for part in text.split(',')]
    if not words or words != [level for level in LEVELS if level in words]:
        raise Refused('some of %s are expected, each once and in this order, not %s' % (', '.join(LEVELS), quoted(text)))
    return words


def group(text) -> tuple:
    """A group's name and its members.

    >>> group('north = n | ne')
    ('north', ['n', 'ne'])
    """
    name, _, members = text.partition('=')
    name, parts_ = name.strip(), [member.strip() for member in members.split('|')]
    if '' in (name, *parts_):
        raise Refused('a name and its members, such as north=n|ne|nw, are expected, not %s' % quoted(text))
    return name, parts_


# The words.

BOUNDED = 'ranges', 'mask', 'dates', 'flat'         # the verbs that need no table
HEADINGS = {'level': 'level', 'labels': 'labels', 'for example': 'example'}
NEEDED = {'codes': ('cuts', '1,3,4, or --cuts icd10'), 'ranges': ('widths', '5,10,20'), 'quantiles': ('parts', '16,8,4,2'),
          'sets': ('group', "'north=n|ne|nw'")}
LEFT_OUT = Word('--unreadable', 'refuse|missing',
                'What to do with a few values that the rule cannot read. refuse: the command ends (default). missing: they get no leaf, so'
                ' that a run with the same option takes them as missing.')
CLASSES = Word('--classes', 'FILE', 'Classes above the prefixes: a file of lines such as A00-B99,I, each a range of codes and its class, or its classes from'
                                    ' the smallest to the largest. icd10 (its chapters) and nace (its sections) come with kanon.')
OWN_WORDS = {
    'ranges': (
        Word('--widths', 'N,N|ends', 'The widths of the ranges. Each is a multiple of the one before. ends: the values are'
                                     ' ranges themselves, such as 25-29, <40 and 80+, which are combined by their ends.', widths),
        Word('--origin', 'N', 'A number where a range begins (default 0).', decimal_text),
        Word('--top', 'N', 'All numbers from N on have one label, such as [90-].', decimal_text),
        Word('--bottom', 'N', 'All numbers below N have one label, such as [-17] if N is 18.', decimal_text),
        LEFT_OUT),
    'quantiles': (Word('--parts', 'N,N', 'The numbers of groups. Each is divisible by the next.', part_counts), LEFT_OUT),
    'mask': (
        Word('--end', 'left|right', 'The end at which masking begins (default right).', one_of('left', 'right')),
        Word('--keep', 'N', 'Never mask the last N characters at the other end (default 1).', keep)),
    'codes': (
        Word('--cuts', 'N,N|NAME', 'The lengths of the prefixes, such as 1,3,4, in ascending order. Points, hyphens and blanks do not count, nor do'
                                   ' capitals. A shorter code waits as it is. %s have cuts of their own, and read the codes as such a code is'
                                   ' written.' % ', '.join(SYSTEMS), cuts),
        Word('--style', 'prefix|mask', 'How a label is written. prefix: I21. mask: I21.*, 11****. (Default: prefix, but mask where a prefix would be digits'
                                       ' alone, and so read like a number.)', one_of(PREFIX, MASKED)),
        CLASSES, LEFT_OUT),
    'classes': (LEFT_OUT,),
    'dates': (
        Word('--levels', 'WORD,WORD', 'The levels: some of hour, day, month, quarter, year, decade (default: all but hour and'
                                      ' day, which are for values with a time).', date_levels),
        LEFT_OUT),
    'flat': (),
    'sets': (Word('--group', {'metavar': 'NAME=A|B', 'type': group, 'action': 'append'},
                  'A group and its members, which may be groups. Use it again for each further group.'),),
}
BOUNDS = Word('--bounds', 'LOW,HIGH', 'Take all values from LOW to HIGH, in place of DATA and --column, or besides those of one column.', bounds)
COLUMN = Word('--column', 'A,B', 'The columns to make hierarchies for, by the same rule. Each gets its own file.', names)
TARGETS = (
    Word('--hierarchies', 'DIR', 'The folder for the files <column>.txt (default: hierarchies/ beside the data).'),
    Word('--output', 'FILE', 'The file for the hierarchy, in place of <column>.txt in the folder; - is standard output (default with'
                             ' --bounds).'))
EXAMPLE = {
    'ranges': (' patients.csv --column age --widths 5,10,20 --top 90 --bottom 20', ' --bounds 0,99 --widths 5,10,20 -o age.txt'),
    'quantiles': (' patients.csv --column income --parts 16,8,4,2',),
    'mask': (' patients.csv --column zip --keep 2', ' --bounds 10000,10999 -o zip.txt'),
    'codes': (' patients.csv --column diagnosis --cuts icd10 --classes icd10', ' patients.csv --column county --cuts 2,4'),
    'classes': (' nace firms.csv --column industry',),
    'dates': (' patients.csv --column admitted --date-format %d/%m/%Y --levels month,year',),
    'flat': (' patients.csv --column sex,ward',),
    'sets': (" patients.csv --column ward --group 'north=n|ne|nw' --group 'all wards=north|s'",),
}
OWN_DEFAULTS = {'column': [], 'bounds': None, 'widths': None, 'origin': '0', 'top': None, 'bottom': None, 'parts': None, 'end': 'right',
                'keep': 0, 'cuts': None, 'style': None, 'classes': None, 'date_format': None, 'levels': ['month', 'quarter', 'year', 'decade'], 'group': []}


def settle(values, said, typed, error):
    """A hierarchy is made of DATA and its columns, or of bounds."""
    program, from_bounds = values['program'], values['bounds'] is not None
    word, example = NEEDED.get(program, (None, None))
    if word and word not in typed:
        error('--%s is needed, such as --%s %s' % (word, word, example))
    settle_named(values, error)
    beside = [name for name in ('origin', 'top', 'bottom', 'bounds') if name in typed]
    if beside and values['widths'] == ENDS:
        error('--%s means nothing beside --widths ends, where values say what the ranges are' % beside[0])
    of_table = 'data' in typed or bool(values['column'])
    if from_bounds and len(values['column']) > 1:
        error('--bounds is for one column, and %d are named' % len(values['column']))
    if from_bounds and not of_table and 'hierarchies' in typed:
        error('--hierarchies is for DATA with --column; with --bounds, name the file with -o')
    if (of_table or not from_bounds) and not ('data' in typed and values['column']):
        error('DATA and --column are needed' + ', or --bounds' * (program in BOUNDED))
    if len(values['column']) > 1 and values['output'] is not None:
        error('-o is one file, but there are %d columns; name a folder with --hierarchies' % len(values['column']))
    if values['data'] == '-' and values['output'] is None and (of_table or not from_bounds) and 'hierarchies' not in said:
        error('DATA is standard input; name the output with -o, or its folder with --hierarchies')
    if values['column'] and 'quasi' not in said:
        values['quasi'] = values['column']
    values['missing'] = 'value'
    check_columns(values, said)
    settle_weights(values, typed)
    if program == 'dates':
        check_century(values['date_format'], values['century'])
        check_century_asked(values, typed)
    else:
        check_date_format(values, typed)


def program_for(verb) -> Program:
    between = (BOUNDS,) if verb in BOUNDED else ()
    return Program(verb, 'python -m kanon hierarchy ' + verb, HIERARCHY_VERBS[verb],
                   (COLUMN, *OWN_WORDS[verb], *between, *TABLE_WORDS, *TARGETS, LANGUAGE, *ENDING), settle, EXAMPLE[verb], EPILOG, OWN_DEFAULTS,
                   no_data='-', before={'classes': {'metavar': 'FILE', 'help': CLASSES.help.replace('Classes above the prefixes: a', 'A')}}
                   if verb == 'classes' else {})


PROGRAMS = {verb: program_for(verb) for verb in MAKE}


def main(options):
    """Ladders by rule, of bounds or of each column's values. All are made before the first is written."""
    classes = load_ranges(options.classes) if options.classes else None
    if not options.column:
        targets, counts = {None: options.output or '-'}, {None: dict.fromkeys(values_between(options, ()), 0)}
        plain = {None}
    else:
        targets = targets_of(options)
        with table_of(options) as table:
            if options.unreadable == 'missing' and options.program in READABLE:
                table.unreadable = None     # `unread` finds what has no date, too
            counts = counts_of(table, options.column, options.quiet)
            plain = table.plain_numbers()
        if options.bounds is not None:
            of_column, = counts.values()
            of_column.update({value: 0 for value in values_between(options, of_column) if value not in of_column})
    ladders_of, told_by = BY_RULE[options.program]
    left_out = {column: unread(options, values, classes) for column, values in counts.items()}
    ladders = {}
    for column, values in counts.items():
        values = {value: n for value, n in values.items() if value not in left_out[column]}
        if options.program in ('ranges', 'quantiles'):
            check_thousands(column, values, options.decimal, plain)
        try:
            ladders[column] = ladders_of(options, values, classes)
        except DataError as error:
            if column is None:
                raise DataError('the bounds: %s' % error.problem) from None
            line = first_line_with(options, column, error.values) if isinstance(error, NoCode) else None
            raise DataError('column %s: %s' % (quoted(column), error.problem), options.data, line) from None
    texts = {}
    for column, path in targets.items():
        between, note = told_by(options, ladders[column], classes)
        names_ = ['the value', *between, 'any']
        name = '%s to %s' % options.bounds if column is None else column
        named = len(names_) == len(next(iter(ladders[column].values())))       # --limit takes such names
        left = 'Left out: %s that cannot be read' % many(len(left_out[column]), 'value') if left_out[column] else ''
        sentences = filter(None, [name, 'Levels: ' + ', '.join(names_) if named else '', note, left])
        texts[path] = file_text(ladders[column], ['. '.join(sentences) + '.'])
    say = speaker(options.language)
    told = [say('column_says', column=quoted(column), text=sentence) for column in counts if column is not None
            for sentence in told_of(options, counts[column], left_out[column], say)]
    write_hierarchies(texts, [ladders[column] for column in targets], options, told)


def values_between(options, recorded) -> list:
    """All values between the bounds that are typed. Numbers have as many decimals as the recorded ones: 150 and 150.0 are two leaves."""
    low, high = options.bounds
    if options.program == 'dates':
        return days_between(low, high, options.date_format, options.century)
    if options.program == 'mask':
        return codes_between(low, high)
    sign = options.decimal
    decimals = {len(value.strip().partition(sign)[2]) for value in recorded if number(value, sign) is not None}
    return list(dict.fromkeys(value for n in sorted(decimals or {0})
                              for value in numbers_between(low, high, sign, n)))


def first_line_with(options, column, values):
    """The first line of the table with one of these values in the column; None if it is not one file that is read again."""
    if not os.path.isfile(options.data):
        return None
    with table_of(options) as table:
        return table.first_with(column, values)[0]


def told_of(options, counts, left_out, say):
    """What the user of a column's hierarchy should know: codes of several widths, and values that were left out."""
    def first_of(values):
        shown = some(sorted(values, key=lambda value: (-values[value], value)), counts=values)
        return '' if options.redact else say('named', name='', text=shown)
    plain = options.program == 'dates' and options.date_format is None
    offsets = offsets_in(counts) if plain else []
    if len(offsets) > 1:
        yield say('several_offsets', offsets=[offset or say('none') for offset in offsets])
    widths = two_widths(counts, options.decimal)
    if widths:
        yield say('codes_differ', named=first_of(other_codes(counts, options.decimal)), **widths)
    if left_out:
        yield say('unreadable_left', values=len(left_out), records=sum(left_out.values()), named=first_of(left_out))


def unread(options, counts, classes) -> dict:
    """With --unreadable missing, the {value: records} that the rule cannot read, if they are few."""
    if options.unreadable != 'missing' or options.program not in READABLE:
        return {}
    present = present_in(counts)
    others = {value: n for value, n in present.items() if not READABLE[options.program](options, value, classes)}
    return others if few(others, present) else {}


def targets_of(options) -> dict:
    """{column: the file that its hierarchy becomes}. DataError if one cannot be written."""
    if options.output is not None:
        targets = {options.column[0]: options.output}
    else:
        beside = os.path.join(os.path.dirname(file_of_table(options.data)), 'hierarchies')
        folder = options.hierarchies if 'hierarchies' in options.said else beside
        shipped = os.path.join(home(), 'hierarchies')
        if is_same(folder, shipped) and not options.force:
            raise DataError('these hierarchies came with kanon; put the data into its own folder, name another folder with'
                            ' --hierarchies or a file with -o, or replace them with --force', folder)
        if os.path.islink(folder) and 'hierarchies' not in options.typed:       # it may have come with the table, and lead anywhere
            raise DataError('is a link; name the folder with --hierarchies, or a file with -o', folder)
        targets = {column: file_of(folder, column) for column in options.column}
    for path in targets.values():
        if path != '-' and (options.output is not None or os.path.isdir(os.path.dirname(path))):
            check_output(path, [file for file in (file_of_table(options.data), options.config, options.classes) if file and file != '-'], options.force,
                         typed=options.output is not None)
    return targets


def write_hierarchies(texts, ladders, options, told=()):
    """Put {path: text} in place, all or none, and print what each is. On standard output a hierarchy stands alone.

    ladders: those of each text. told: sentences to be printed, too.
    """
    if list(texts) == ['-']:
        with replacing_or_printing('-') as part:
            write_all({part: texts['-']})
        return
    for path in texts:
        if os.path.isdir(os.path.dirname(path) or os.curdir):
            check_output(path, [], options.force)
    write_all(texts)
    if not options.quiet:
        with behind('the new files stand'):
            say = speaker(options.language)
            headings = {name: say(key) for name, key in HEADINGS.items()}
            put('\n'.join([*('%s\n%s' % (one_line(say('n_leaves', file=path, n=len(of_path))), table_text(outline(of_path, options.redact), 'text', headings))
                             for path, of_path in zip(texts, ladders)), *map(one_line, told)]), 'the report')


def outline(made, redact=False) -> list:
    """A row for each level: how many labels it has, and that of the middle leaf.

    >>> outline({'39': ('39', '[35-39]', '*'), '40': ('40', '[40-44]', '*')})[1]
    {'level': 1, 'labels': 2, 'for example': '[40-44]'}
    """
    middle = made[list(made)[len(made) // 2]]
    return [{'level': level, 'labels': len({ladder[level] for ladder in made.values()}),
             'for example': None if redact else label} for level, label in enumerate(middle)]
