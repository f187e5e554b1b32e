"""The types of the words that `python -m kanon hierarchy` knows, and the rules between them.

Promise: a word that cannot be meant is a usage error, in one line; each type turns a text into a value, or raises
argparse.ArgumentTypeError.
"""

from __future__ import annotations

import re
from argparse import ArgumentTypeError

from ..builders.dates import LEVELS
from ..errors import quoted
from ..values import number

MAKE = 'ranges', 'quantiles', 'mask', 'dates', 'flat', 'sets'       # programs that write a hierarchy by rule

BOUNDED = 'ranges', 'mask', 'dates', 'flat'                         # those that need no table

NEEDED = {'ranges': ('widths', '5,10,20'), 'quantiles': ('parts', '16,8,4,2'), 'sets': ('group', "'north=n|ne|nw'")}


def decimal_text(text) -> str:
    if number(text.strip()) is None:
        raise ArgumentTypeError('a number such as 90 or 0.5 is expected, not %s' % quoted(text))
    return text.strip()


def widths(text) -> list:
    """
    >>> widths('0.5, 1')
    ['0.5', '1']
    """
    found = [decimal_text(part) for part in text.split(',')]
    if any(number(part) <= 0 for part in found):
        raise ArgumentTypeError('a width is a number above 0; %s has one that is not' % quoted(text))
    return found


def parts(text) -> list:
    if not re.fullmatch(' *[1-9][0-9]{0,8} *(, *[1-9][0-9]{0,8} *)*', text):
        raise ArgumentTypeError('numbers of groups such as 16,8,4,2 are expected, not %s' % quoted(text))
    return [int(part) for part in text.split(',')]


def keep(text) -> int:
    if not re.fullmatch('[0-9]{1,9}', text):
        raise ArgumentTypeError('a number of characters is expected, not %s' % quoted(text))
    return int(text)


def date_format(text) -> str:
    if '%' not in text:
        raise ArgumentTypeError('a format such as %%d/%%m/%%Y is expected, not %s' % quoted(text))
    return text


def levels(text) -> list:
    """
    >>> levels('month, year')
    ['month', 'year']
    """
    found = [part.strip() for part in text.split(',')]
    if not found or found != [level for level in LEVELS if level in found]:
        raise ArgumentTypeError('some of %s are expected, each once and in this order, not %s'
                                % (', '.join(LEVELS), quoted(text)))
    return found


def group(text) -> tuple:
    """
    >>> group('north = n | ne')
    ('north', ['n', 'ne'])
    """
    name, _, members = text.partition('=')
    found = name.strip(), [member.strip() for member in members.split('|')]
    if '' in (found[0], *found[1]):
        raise ArgumentTypeError('a name and its members, such as north=n|ne|nw, are expected, not %s' % quoted(text))
    return found


def bounds(text) -> tuple:
    low, comma, high = (part.strip() for part in text.partition(','))
    if not low or not high or ',' in high:
        raise ArgumentTypeError('the least and the greatest value, such as 0,99, are expected, not %s' % quoted(text))
    return low, high


def check_hierarchy(options, typed, error):
    """What a program of `hierarchy` needs, and what cannot be meant together; output: None where none is typed."""
    options.output = typed.get('output') or (None if options.program in MAKE else '-')
    options.column = typed.get('column', [])
    word, example = NEEDED.get(options.program, (None, None))
    if word and word not in typed:
        error('--%s is needed, such as --%s %s' % (word, word, example))
    if 'column' in typed and not options.column or len(set(options.column)) < len(options.column):
        error('--column names a column, or several, each once')
    if options.program in MAKE:
        check_source(options, typed, error)
    if options.program == 'convert':
        options.delimiter = typed.get('delimiter')      # not the table's, from its INI file
    if options.program == 'convert' and (options.table is None) != (not options.column):
        error('--data and --column are said together')
    if options.program in ('convert', 'show') and len(options.column) > 1:
        error('one --column is expected')
    if options.table is not None and options.bounds is not None:
        error('--data and --bounds are two ways to say the values; give one')
    if options.column and options.program != 'convert':
        options.quasi, options.quasi_said = options.quasi if options.quasi_said else options.column, True


def check_source(options, typed, error):
    """A hierarchy is made of DATA and its columns, or of bounds."""
    if options.bounds is not None and ('data' in typed or options.column):
        error('DATA with --column, and --bounds, are two ways to say the values; give one')
    if options.bounds is not None and 'hierarchies' in typed:
        error('--hierarchies is for DATA with --column; of --bounds one hierarchy is made, and -o names its file')
    if options.bounds is None and not ('data' in typed and options.column):
        error('DATA and a --column of it are needed' + ', or --bounds' * (options.program in BOUNDED))
    if len(options.column) > 1 and options.output is not None:
        error('-o is one file, and there are %d columns; --hierarchies names a folder' % len(options.column))
    if options.data == '-' and options.output is None and options.bounds is None and options.named_hierarchies is None:
        error('reading standard input, name the output with -o, or its folder with --hierarchies')
    options.missing, options.carried = 'value', []
