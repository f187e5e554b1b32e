"""What a user says, on the command line and in the INI file that keeps it beside the data (words.py lists the words).

Promise: what is typed wins over the INI file, the INI file over the defaults; every word is checked in the same way,
wherever it stands. A word that cannot be meant is a usage error (exit status 2), in one line.
"""

from __future__ import annotations

import argparse
import os

from ..errors import DataError, nearest, quoted
from ..tables.text import open_text
from .types import TYPES
from .words import DEFAULTS


def stem(path):
    """A path without its ending.

    >>> stem('data/adult.data.gz'), stem('data/adult.test')
    ('data/adult', 'data/adult')
    """
    return os.path.splitext(path[:-3] if path.endswith('.gz') else path)[0]


def ini_of(data):
    return stem(data) + '.ini'


def ini_beside(data):
    path = ini_of(data)
    return path if data != '-' and os.path.exists(path) else None


def read_ini(path) -> dict:
    """The options in section [kanon]; DataError where a word is unknown, or its value would be refused if typed."""
    from configparser import ConfigParser, Error
    if path == os.devnull:      # as one says that there are none; no other device is read
        return {}
    ini = ConfigParser(interpolation=None)
    try:
        with open_text(path) as lines:
            ini.read_file(lines, source=path)
    except UnicodeError:
        raise DataError('is not UTF-8 text', path) from None
    except Error as error:
        line = getattr(error, 'lineno', None) or error.errors[0][0]
        raise DataError('expected [kanon] and below it, each once, lines "option = value"', path, line) from None
    for section in ini.sections() + (['DEFAULT'] if ini.defaults() else []):
        if section != 'kanon':
            raise DataError('section [%s] is unknown; the options stand in [kanon]' % section, path)
    found = {}
    for word, text in (ini['kanon'].items() if ini.has_section('kanon') else ()):
        name = word.replace('-', '_')
        if name in DEFAULTS and name not in TYPES:
            raise DataError('%s is for the command line only' % quoted(word), path)
        if name not in TYPES:
            raise DataError('there is no option %s%s' % (quoted(word), nearest(name, TYPES)), path)
        try:
            found[name] = TYPES[name](text)
        except argparse.ArgumentTypeError as error:
            raise DataError('%s: %s' % (word, error), path) from None
    if 'hierarchies' in found:
        found['hierarchies'] = os.path.join(os.path.dirname(path), found['hierarchies'])
    return found
