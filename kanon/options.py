"""The words of the command line, and of the INI file that keeps them beside the data.

Promise: what is typed wins over the INI file, the INI file over the defaults; every word is checked in the same way,
wherever it stands. A word that cannot be meant is a usage error (exit status 2), in one line.
"""

from __future__ import annotations

import argparse
import csv
import os
import re
import sys

from . import __version__
from .errors import DataError, nearest, one_line, show

DEFAULTS = {
    'k': 10, 'max_suppression': '20', 'quasi': ['age', 'gender', 'race', 'marital_status'], 'sensitive': ['occupation'],
    'publish': [], 'columns': None, 'hierarchies': None, 'delimiter': None, 'encoding': 'utf-8', 'missing': 'drop',
    'measure': 'lm', 'labels': 'set', 'order': 'sorted', 'output': None, 'config': None,
    'json': False, 'trace': False, 'quiet': False, 'force': False,
}
INSTALLED = os.path.join(sys.prefix, 'share', 'kanon')      # what a checkout has beside kanon/
TITLES = {'samarati': "Publish a k-anonymous table: Samarati's full-domain generalization with suppression.",
          'mondrian': "Publish a k-anonymous table: Mondrian's multidimensional median cuts."}
EXAMPLES = '''\
examples:
  %(prog)s                                      the sample that ships (or data/adult.data where it is)
  %(prog)s patients.csv -k 5 --quasi age,sex,zip --sensitive diagnosis
  zcat big.csv.gz | %(prog)s - -o published.csv
Options that you always use go into an INI file beside the table: patients.ini, below a line [kanon].
Exit status: 0 done, 1 the data or the request cannot be served, 2 usage, 130 interrupted, 143 terminated.'''


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message):
        self.exit(2, '%s: %s (%s --help tells more)\n' % (self.prog, one_line(message), self.prog))


def parser(program) -> Parser:
    """The parser of run_<program>.py. What is not typed stays out of its result."""
    made = Parser('run_%s.py' % program, description=TITLES[program], epilog=EXAMPLES, allow_abbrev=False,
                  argument_default=argparse.SUPPRESS, formatter_class=formatter)

    def add(*words, **more):
        name = words[-1].lstrip('-').replace('-', '_')
        made.add_argument(*words, **({'type': TYPES[name], **more} if name in TYPES else more))

    add('data', nargs='?', metavar='DATA', help='a csv file, plain or gzip; - is standard input')
    add('-k', '--k', metavar='N', help='every published class has at least N records (default 10)')
    if program == 'samarati':
        add('--max-suppression', metavar='N|P%', help='records that may be suppressed, or a share (default 20)')
    add('--quasi', metavar='A,B', help='the quasi-identifiers (default age,gender,race,marital_status)')
    add('--sensitive', metavar='A,B', help="sensitive columns, published as they are (default occupation); '' for none")
    add('--publish', metavar='A,B', help='further columns to be published as they are')
    add('--columns', metavar='A,B', help='the names of all columns, of a file without a header line')
    add('--hierarchies', metavar='DIR', help='the folder of <column>.txt files (default: hierarchies/ beside the'
                                             ' data, else the one that ships)')
    add('--measure', metavar='lm|dm|precision|first', help='what chooses among the vectors of the least height (default'
                                                           ' lm); Mondrian has none, and passes over this option')
    if program == 'mondrian':
        add('--labels', metavar='set|ancestor', help="categories are published as the class's values {a|b} (default),"
                                                     ' or as their lowest common ancestor')
    add('--missing', metavar='drop|value', help="a record with '?' or nothing in any column is left out and counted"
                                                ' (default), or these are values like any other')
    add('--delimiter', metavar='C', help='the character between fields, or tab (default: found out)')
    add('--encoding', metavar='NAME', help='of the data and the output (default utf-8)')
    add('--config', metavar='FILE', help='an INI file of options (default: <data>.ini beside the data)')
    add('-o', '--output', metavar='FILE', help='the published table (default: <data>_%s.csv beside the data); - is'
                                               ' standard output' % program)
    add('--order', metavar='sorted|input', help="of the published rows (default: sorted, not the input's)")
    add('--json', action='store_true', help='the report as one JSON object')
    add('--trace', action='store_true', help='report every step of the search')
    add('--quiet', action='store_true', help='no report, no progress')
    add('--force', action='store_true', help='replace an output file that exists')
    made.add_argument('--version', action='version', version='kanon ' + __version__)
    return made


def formatter(prog):
    """Help in 110 columns: to ask the terminal, argparse would import shutil at every start (4 ms)."""
    return argparse.RawDescriptionHelpFormatter(prog, width=110)


def parse(program, argv=None) -> argparse.Namespace:
    """All options of a run, from the command line, the INI file and the defaults, with its files found.

    `config`, `hierarchies`, `data` and `output` are paths that stand (config may be None); `program` is the program.
    """
    command_line = parser(program)
    typed = vars(command_line.parse_args(argv))
    for name in ('data', 'output'):
        if typed.get(name) == '':
            command_line.error('%s is empty' % name.upper())
    data = typed.get('data') or default_data()
    config = typed.get('config') or ini_beside(data)
    said = {**(read_ini(config) if config else {}), **typed}
    options = argparse.Namespace(**{**DEFAULTS, **said})
    options.program, options.data, options.config = program, data, config
    options.shipped = 'data' not in typed and 'output' not in typed and data.endswith('adult_sample.data')
    options.quasi_said = 'quasi' in said
    options.hierarchies = options.hierarchies or folder_of_hierarchies(data)
    if 'hierarchies' in said and not os.path.isdir(options.hierarchies):
        raise DataError('there is no such folder of hierarchies', options.hierarchies)
    options.carried = options.sensitive + options.publish
    if options.output is None:
        if data == '-':
            command_line.error('reading standard input, name the output with -o')
        options.output = '%s_%s.csv' % (stem(data), program)
        if options.output.startswith(INSTALLED):
            options.output = os.path.basename(options.output)
    twice = [name for name in options.quasi + options.carried if (options.quasi + options.carried).count(name) > 1]
    if twice:
        command_line.error('column %s is named twice' % show(twice[0]))
    if not options.quasi:
        command_line.error('--quasi names no column')
    if options.json and options.output == '-':
        command_line.error('--json and -o - both want standard output')
    return options


# The types: each turns a text into a value, or raises argparse.ArgumentTypeError.

def names(text) -> list:
    """Column names from a comma-separated list; a name with a comma is quoted as in csv.

    >>> names('age, "income, yearly"'), names('')
    (['age', 'income, yearly'], [])
    """
    try:
        row = next(csv.reader([' '.join(text.splitlines())], skipinitialspace=True), [])
    except csv.Error:
        raise argparse.ArgumentTypeError('%s is no list of column names' % show(text)) from None
    found = [name.strip() for name in row]
    if '' in found:
        raise argparse.ArgumentTypeError('an empty name in %s; a list with blanks in it is quoted' % show(text))
    return found


def class_size(text) -> int:
    if not re.fullmatch('[0-9]{1,18}', text) or int(text) < 2:
        raise argparse.ArgumentTypeError('k is a whole number from 2 on, not %s' % show(text))
    return int(text)


def suppression(text) -> str:
    is_share = re.fullmatch('[0-9]{1,3}([.][0-9]{1,9})?%', text) and float(text[:-1]) <= 100
    if not is_share and not re.fullmatch('[0-9]{1,18}', text):
        raise argparse.ArgumentTypeError('a number of records or a share like 4%% is expected, not %s' % show(text))
    return text


def suppression_limit(text, records) -> int:
    """How many of the records may be suppressed; a share is rounded down, exactly.

    >>> suppression_limit('20', 30162), suppression_limit('4%', 30162), suppression_limit('0.5%', 1000)
    (20, 1206, 5)
    """
    if not text.endswith('%'):
        return int(text)
    whole, _, decimals = text[:-1].partition('.')
    return records * int(whole + decimals) // (100 * 10 ** len(decimals))


def one_of(*words):
    def choice(text):
        if text not in words:
            raise argparse.ArgumentTypeError('%s is none of %s' % (show(text), ', '.join(words)))
        return text
    return choice


def delimiter(text) -> str:
    text = {'tab': '\t', '\\t': '\t'}.get(text, text)
    if len(text) != 1 or text in '"\r\n ':
        raise argparse.ArgumentTypeError('one character, or tab, is expected, not %s' % show(text))
    return text


TYPES = {   # of what an INI file may hold, for both programs, so that one file serves both
    'k': class_size, 'max_suppression': suppression, 'quasi': names, 'sensitive': names, 'publish': names,
    'columns': names, 'hierarchies': str, 'measure': one_of('lm', 'dm', 'precision', 'first'),
    'labels': one_of('set', 'ancestor'), 'missing': one_of('drop', 'value'), 'delimiter': delimiter, 'encoding': str,
    'order': one_of('sorted', 'input'),
}


# The files.

def home() -> str:
    """The folder that holds hierarchies/ and data/: the checkout or, where kanon is installed, INSTALLED."""
    checkout = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return brief(checkout if os.path.isdir(os.path.join(checkout, 'hierarchies')) else INSTALLED)


def brief(path):
    """A path below the current folder, as one would type it."""
    here = os.path.join(os.getcwd(), '')
    return os.path.join(path, '')[len(here):].rstrip(os.sep) if os.path.join(path, '').startswith(here) else path


def default_data():
    for name in ('adult.data', 'adult_sample.data'):
        path = os.path.join(home(), 'data', name)
        if os.path.exists(path):
            return path
    raise DataError('no DATA is given, and there is neither adult.data nor the sample here',
                    os.path.join(home(), 'data'))


def stem(path):
    """A path without its ending.

    >>> stem('data/adult.data.gz'), stem('data/adult.test')
    ('data/adult', 'data/adult')
    """
    return os.path.splitext(path[:-3] if path.endswith('.gz') else path)[0]


def ini_beside(data):
    path = stem(data) + '.ini'
    return path if data != '-' and os.path.exists(path) else None


def folder_of_hierarchies(data):
    beside = os.path.join(os.path.dirname(data), 'hierarchies')
    return beside if data != '-' and os.path.isdir(beside) else os.path.join(home(), 'hierarchies')


def read_ini(path) -> dict:
    """The options in section [kanon]; DataError where a word is unknown, or its value would be refused if typed."""
    from configparser import ConfigParser, Error
    ini = ConfigParser(interpolation=None)
    try:
        with open(path, encoding='utf-8-sig') as lines:
            ini.read_file(lines, source=path)
    except OSError as error:
        raise DataError(error.strerror, path) from None
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
        if name not in TYPES:
            raise DataError('there is no option %s%s' % (show(word), nearest(name, TYPES)), path)
        try:
            found[name] = TYPES[name](text)
        except argparse.ArgumentTypeError as error:
            raise DataError('%s: %s' % (word, error), path) from None
    if 'hierarchies' in found:
        found['hierarchies'] = os.path.join(os.path.dirname(path), found['hierarchies'])
    return found
