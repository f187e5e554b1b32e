"""The INI file that keeps options beside the data.

Promise: a value in the file is checked as if it were typed. An unknown option, a section other than [kanon], and a value that
would be refused on the command line are refused with the name of the file. So is a file of more than MOST characters or
MOST_LINES lines, and a population that is a pipe.
"""

from __future__ import annotations

import os
from argparse import ArgumentTypeError
from io import StringIO

from ..errors import DataError, nearest, quoted
from ..tables.packed import ending_of, file_of_table
from ..tables.text import open_text, refuse_pipe
from .types import NO_K, TYPES, asks_nothing

MOST = 1_000_000    # characters; as many as the names of some 100,000 columns
MOST_LINES = 20_000     # configparser takes time squared where many of them are broken

# Words that only the command line takes, those of all verbs.
TYPED_ONLY = set('''optimal round_robin spreadsheet_safe output record config json trace quiet force redact relaxed algorithm satisfying
minimal known second control all column widths origin top bottom parts end keep date_format levels group bounds to data
no_header max_rows recoding picture html over standard holds small_zips total tight bound'''.split())


def stem(path) -> str:
    """A path without its ending. A folder has none. For a table of a database it is that of the database.

    >>> stem('data/adult.data.gz'), stem('data/adult.csv.xz'), stem('data/adult.test'), stem('data/people.db::patients')
    ('data/adult', 'data/adult', 'data/adult', 'data/people')
    """
    path = file_of_table(path)
    if os.path.isdir(path):
        return path
    return os.path.splitext(path[:len(path) - len(ending_of(path))])[0]


def ini_of(data) -> str:
    """The INI file of a table, whether it exists or not."""
    return stem(data) + '.ini'


def ini_beside(data):
    """The INI file of a table if there is one, else None."""
    path = ini_of(data)
    return path if data != '-' and os.path.exists(path) else None


def read_ini(path, typed=True) -> dict:
    """The options in section [kanon], by name. DataError for an unknown word and for a value that would be refused if typed.

    typed: whether the user named the file. A pipe beside the table is refused.
    """
    if path == os.devnull:      # the way to say that there are no options; no other device is read
        return {}
    options = {word.replace('-', '_'): value_of(word, text, path) for word, text in section_of(path, typed)}
    for name in options.keys() & {'hierarchies', 'population'}:      # paths are seen from the INI file
        options[name] = os.path.join(os.path.dirname(path), options[name])
    refuse_pipe(options.get('population', ''))
    if asks_nothing(options):
        raise DataError('k: ' + NO_K % quoted('1'), path)
    return options


def section_of(path, typed=True) -> list:
    """The (word, text) pairs of section [kanon]. DataError if the file is no INI file or has another section."""
    from configparser import ConfigParser, Error
    ini = ConfigParser(interpolation=None)
    try:
        with open_text(path, typed) as file:
            text = file.read(MOST + 1)
        if len(text) > MOST:
            raise DataError('holds more than {:,} characters; an INI file is a few lines "option = value"'.format(MOST), path)
        if text.count('\n') + text.count('\r') > MOST_LINES:
            raise DataError('holds more than {:,} lines; an INI file is a few lines "option = value"'.format(MOST_LINES), path)
        ini.read_file(StringIO(text, newline=''), source=path)
    except UnicodeError:
        raise DataError('is not UTF-8 text', path) from None
    except Error as error:
        line = getattr(error, 'lineno', None) or getattr(error, 'errors')[0][0]
        raise DataError('expected a line [kanon], and below it lines "option = value", no option twice', path, line) from None
    for section in ini.sections() + (['DEFAULT'] if ini.defaults() else []):
        if section != 'kanon':
            raise DataError('section [%s] is unknown; options stand in section [kanon]' % section, path)
    return list(ini['kanon'].items()) if ini.has_section('kanon') else []


def value_of(word, text, path):
    name = word.replace('-', '_')
    if name in TYPED_ONLY:
        raise DataError('%s is for the command line only' % quoted(word), path)
    if name not in TYPES:
        raise DataError('there is no option %s%s' % (quoted(word), nearest(name, TYPES, quoted)), path)
    try:
        return TYPES[name](text)
    except ArgumentTypeError as error:
        raise DataError('%s: %s' % (word, error), path) from None
