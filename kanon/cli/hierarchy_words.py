"""The words of `python -m kanon hierarchy VERB`, as data; words.py has those of the other programs."""

from __future__ import annotations

from . import hierarchy_types as types
from .types import one_of

# what is typed: the program's name in options and words
SUBVERBS = {'ranges': 'ranges', 'quantiles': 'quantiles', 'mask': 'mask', 'dates': 'dates', 'flat': 'flat', 'sets': 'sets',
            'convert': 'convert', 'show': 'show', 'check': 'covers', 'levels': 'levels'}

PROGRAMS = tuple(SUBVERBS.values())

DEFAULTS = {'column': [], 'widths': None, 'origin': '0', 'top': None, 'bottom': None, 'parts': None, 'end': 'right',
            'keep': 0, 'date_format': None, 'levels': ['month', 'quarter', 'year', 'decade'], 'group': [], 'bounds': None,
            'to': 'kanon', 'table': None}

COMMANDS = {program: 'python -m kanon hierarchy ' + verb for verb, program in SUBVERBS.items()}

TITLES = {'hierarchy': 'Make hierarchies by rule, convert them, draw them, check a table against them.',
          'ranges': 'Write a hierarchy of numbers: ranges of given widths, with open ends.',
          'quantiles': 'Write a hierarchy of numbers: groups of about equally many records.',
          'mask': 'Write a hierarchy of codes: 1305*, 130**, 13***, from the right or the left.',
          'dates': 'Write a hierarchy of dates: months, quarters, years, decades.',
          'flat': "Write a hierarchy of one step: every value, and '*'.",
          'sets': 'Write a hierarchy of named groups of values.',
          'convert': 'Read a hierarchy as lines of paths, a wide file or widths, and write it as another of these.',
          'show': 'Draw the tree of a hierarchy file; with DATA and --column, of that column with its records.',
          'covers': 'Check DATA against the hierarchies of its quasi-identifiers; all problems at once.',
          'levels': 'How many labels each level leaves of each column, and how many records the rarest one has.'}

EXAMPLE = {'ranges': [' patients.csv --column age --widths 5,10,20 --top 90 --bottom 20',
                      ' --bounds 0,99 --widths 5,10,20 -o age.txt'],
           'quantiles': [' patients.csv --column income --parts 16,8,4,2'],
           'mask': [' patients.csv --column zip --keep 2', ' --bounds 10000,10999 -o zip.txt'],
           'dates': [' patients.csv --column admitted --date-format %d/%m/%Y --levels month,year'],
           'flat': [' patients.csv --column sex,ward'],
           'sets': [" patients.csv --column ward --group 'north=n|ne|nw' --group 'all wards=north|s'"],
           'convert': [' arx/adult_hierarchy_age.csv', ' hierarchies/age.txt --to wide -o age.csv',
                       ' widths.txt --bounds 0,99'],
           'show': [' hierarchies/age.txt', ' patients.csv --column age'],
           'covers': [' patients.csv --quasi age,zip', ' patients.csv --column age --json'],
           'levels': [' patients.csv --quasi age,zip --format markdown']}

EXAMPLES = '''\
examples:
%s
A number that begins with a minus and has a comma behind it needs an = : --bounds=-10,40.
Exit status: 0 done, 1 the data or the request cannot be served, 2 usage, 130 interrupted, 143 terminated.'''

POSITIONAL = {'convert': {'metavar': 'FILE', 'help': 'a hierarchy: lines of paths, a wide file as ARX has it, or widths'},
              'show': {'metavar': 'FILE', 'help': 'a hierarchy file or, with --column, the DATA'}}

MAKE = ' '.join(types.MAKE)

LOOK = 'covers levels show'

TABLE = MAKE + ' ' + LOOK

BOUNDED = ' '.join(types.BOUNDED)

WORDS = [
    (MAKE, '--column', 'A,B', 'the columns to make a hierarchy for, each in its own file, all by the same rule'),
    ('convert', '--column', 'A', 'the column of --data'),
    ('show', '--column', 'A', 'FILE is a table: draw the hierarchy of this column, and count its records'),
    ('covers levels', '--column', 'A,B', 'these columns in place of the quasi-identifiers'),
    ('ranges', '--widths', {'metavar': 'N,N', 'type': types.widths},
     'the widths of the ranges, each a multiple of the one before'),
    ('ranges', '--origin', {'metavar': 'N', 'type': types.decimal_text}, 'a number where a range begins (default 0)'),
    ('ranges', '--top', {'metavar': 'N', 'type': types.decimal_text}, 'this and all above is one label, [90-]'),
    ('ranges', '--bottom', {'metavar': 'N', 'type': types.decimal_text}, 'all below is one label, [-17] where N is 18'),
    ('quantiles', '--parts', {'metavar': 'N,N', 'type': types.parts}, 'how many groups, each divisible by the next'),
    ('mask', '--end', {'metavar': 'left|right', 'type': one_of('left', 'right')}, 'where the masking begins (default right)'),
    ('mask', '--keep', {'metavar': 'N', 'type': types.keep},
     'never mask the last N characters of the other end (default 1)'),
    ('dates', '--date-format', {'metavar': 'FORMAT', 'type': types.date_format},
     'how the dates are written, as in strptime: %d/%m/%Y (default YYYY-MM-DD, also with a time)'),
    ('dates', '--levels', {'metavar': 'WORD,WORD', 'type': types.levels},
     'some of day, month, quarter, year, decade (default: all but day, for values with a time)'),
    ('sets', '--group', {'metavar': 'NAME=A|B', 'type': types.group, 'action': 'append'},
     'a group and its members, which may be groups; say it again for the next group'),
    (BOUNDED, '--bounds', {'metavar': 'LOW,HIGH', 'type': types.bounds},
     'in place of DATA and --column: all values from LOW to HIGH'),
    ('convert', '--bounds', {'metavar': 'LOW,HIGH', 'type': types.bounds}, 'the numbers that widths are of'),
    ('convert', '--data', {'metavar': 'DATA', 'dest': 'table'}, 'with --column: the table whose numbers widths are of'),
    ('convert', '--to', {'metavar': 'kanon|wide|widths', 'type': one_of('kanon', 'wide', 'widths')},
     'lines of paths (default), a wide file, or widths such as 5,10 / 10,20 / 20,*'),
    ('convert', '--delimiter', 'C', 'of a wide file: with --to wide of the one that is written (default ;), else of FILE'
                                    ' (default: found out)'),
    ('convert', '--encoding', 'NAME', 'of FILE and of --data (default utf-8; what is written is UTF-8)'),
    (TABLE + ' convert', '--columns', 'A,B', 'the names of all columns, of a table without a header line'),
    (TABLE, '--delimiter', 'C', 'the character between fields, or tab (default: found out)'),
    (TABLE, '--encoding', 'NAME', 'of the data (default utf-8; hierarchies are UTF-8)'),
    (TABLE, '--config', 'FILE', 'an INI file of options (default: <data>.ini beside the data)'),
    ('covers levels', '--quasi', 'A,B', "the quasi-identifiers (default Adult's: age,gender,race,marital_status)"),
    (LOOK, '--hierarchies', 'DIR', 'the folder of <column>.txt files (default: hierarchies/ beside the data, else the one that'
                                   ' ships)'),
    (LOOK, '--missing', 'drop|value|root', "what a run does with '?' and nothing (default drop)"),
    (LOOK, '--missing-in', 'any|used', 'a missing value in any column leaves a record out (default), or in those used'),
    (MAKE, '--hierarchies', 'DIR', 'the folder that <column>.txt is written into (default: hierarchies/ beside the data)'),
    (MAKE, '--output', 'FILE', 'the hierarchy, in place of <column>.txt in the folder; - is standard output (default with'
                               ' --bounds)'),
    ('convert', '--output', 'FILE', 'where the hierarchy goes (default -, standard output)'),
    (LOOK, '--output', 'FILE', 'where the report goes (default -, standard output)'),
    ('show', '--all', {'action': 'store_true'}, 'all leaves, also where a node has more than 8'),
    ('covers', '--json', {'action': 'store_true'}, 'the report as one JSON object'),
    ('levels', '--format', 'text|csv|markdown|json', 'of the table (default text)'),
    (' '.join(PROGRAMS), '--redact', {'action': 'store_true'}, 'no value of the data in messages and reports; what is made, drawn'
                                                               ' or converted holds them'),
    (' '.join(PROGRAMS), '--force', {'action': 'store_true'}, 'replace an output file that exists'),
    (' '.join(PROGRAMS), '--quiet', {'action': 'store_true'}, 'no progress, and nothing of the file that is written'),
]
