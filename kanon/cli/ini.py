"""The INI file that keeps options beside the data, and how much of it counts where nobody named the file.

Promise: a value in the file is checked as if it were typed. An unknown option, a section other than [kanon], and a value that
would be refused on the command line are refused with the name of the file. So is a file of more than MOST characters or
MOST_LINES lines, and a population that is a pipe.
An INI file that was found beside a table, and not named with --config, sets nothing that weakens what a run promises unless the
run refuses it, or says it at the head of its report and on standard error. Such a file may come from the table's sender. ROWS has
each option of each program. A `free` one cannot weaken anything. A `told` one counts, and is told where it is weaker than the
default. A `typed` one is refused where it is weaker than the default. A `never` one stands in no INI file at all.
The folder hierarchies/ beside a table may come from its sender, too. It decides which values share a label. The classes are counted
by what is published, so k, l-diversity, alpha and t-closeness by equal distance hold whatever the folder says. A tree that changes
nothing, or that gives each value a label of its own, only makes more levels. `resting_text` names what such a folder can weaken.
"""

from __future__ import annotations

import os
from argparse import ArgumentTypeError
from collections import namedtuple
from io import StringIO

from ..errors import LONGEST_SHOWN, DataError, nearest, one_line, quoted
from ..tables.packed import ending_of, file_of_table
from ..tables.text import open_text, refuse_pipe
from .types import NO_K, TYPES, asks_nothing

MOST = 1_000_000    # characters; as many as the names of some 100,000 columns
MOST_LINES = 20_000     # configparser takes time squared where many of them are broken


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
    return {name: value for name, (value, _) in read_with_texts(path, typed).items()}


def read_with_texts(path, typed=True) -> dict:
    """The same, with each value as it is written: {name: (value, text)}."""
    if path == os.devnull:      # the way to say that there are no options; no other device is read
        return {}
    options = {word.replace('-', '_'): (value_of(word, text, path), text) for word, text in section_of(path, typed)}
    for name in options.keys() & {'hierarchies', 'population'}:      # paths are seen from the INI file
        value, text = options[name]
        options[name] = os.path.join(os.path.dirname(path), value), text
    refuse_pipe(options.get('population', ('',))[0])
    if asks_nothing({name: value for name, (value, _) in options.items()}):
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
    if name in ROWS and ROWS[name].power == NEVER:
        raise DataError('%s is for the command line only' % quoted(word), path)
    if name not in TYPES:
        raise DataError('there is no option %s%s' % (quoted(word), nearest(name, TYPES, quoted)), path)
    try:
        return TYPES[name](text)
    except ArgumentTypeError as error:
        raise DataError('%s: %s' % (word, error), path) from None


# What counts where nobody named the file.

FREE, TOLD, TYPED, NEVER = 'free', 'told', 'typed', 'never'


def other(value, default):
    return value != default


def fewer(value, default):
    """Whether a k is below the default of a program that has one. A list is that of `sweep`, which an INI file cannot hold."""
    return default is not None and value < default


def left_out(value, default):
    """Whether total rows are left out. A run keeps them, with a warning that only a `keep` takes away that somebody asked for."""
    return value == 'leave-out'


def more_suppressed(value, default):
    """Whether more records may be suppressed. A share may be any number of records, and Datafly has no default of its own.

    >>> [more_suppressed(value, '20') for value in ('0', '0.0%', '20', '21', '1%')], more_suppressed('5', None)
    ([False, False, False, True, True], True)
    """
    return bool(value.strip('0.%')) and (value.endswith('%') or default is None or int(value) > int(default))


def more_risk(value, default):
    """Whether a share is greater than another, as pairs of whole numbers."""
    return value[0] * default[1] > default[0] * value[1]


def with_the_table(value, default):
    """Not known before the table is open: cli/inputs.py decides."""
    return False


# when: for people, '' for always. weaker(value, the program's default): whether the option is told or refused.
Row = namedtuple('Row', 'power why when weaker', defaults=('', other))
LISTS = 'quasi', 'sensitive', 'publish'     # they stay lists in a report
WRITES = "it chooses which file is written or replaced"
BUILDS = 'it is of a verb that makes or looks at hierarchies, for one file and one time'
SHOWS = 'it decides what is seen of one run'
ROWS = {
    # What a record is, and who is protected.
    'counts': Row(TYPED, 'it says how many records each row stands for'),
    'na': Row(TYPED, 'it says which words mean that a value is missing'),
    'population': Row(TYPED, 'it says who could be in the table'),
    'population_counts': Row(TYPED, 'it says how many people each row of the population stands for'),
    'k_map': Row(TYPED, 'it says that people of a population protect each other'),
    'delta_presence': Row(TYPED, 'it says that people of a population protect each other'),
    'k': Row(TYPED, 'it says how many records protect each other', 'below the default', fewer),
    'order': Row(TYPED, 'the order of the rows tells whose row each is', 'input'),
    # Whoever sent a table without a header line names its columns, as a header line would.
    'columns': Row(TYPED, 'it gives other names to a header line', 'if the table has a header line', with_the_table),
    'quasi': Row(TOLD, 'it says what others may know about a person', 'other than the default'),
    'sensitive': Row(TOLD, 'these columns are published unchanged', 'other than the default'),
    'publish': Row(TOLD, 'these columns are published unchanged', 'if it names a column'),
    'missing': Row(TOLD, 'it publishes records that would be left out, or leaves out people who would be counted', 'other than the default'),
    'unreadable': Row(TOLD, 'it publishes a table that would be refused', 'missing'),
    'max_suppression': Row(TOLD, 'it takes more records out of the table', 'above the default, or a share', more_suppressed),
    'stars': Row(TOLD, 'it says whether rows of nothing but * are people', 'class'),
    'totals': Row(TOLD, 'it takes rows out of the table', 'leave-out', left_out),
    'hierarchies': Row(TOLD, 'it says which values share a label, and how far apart two values are'),
    'grid': Row(TOLD, 'an edge beside a recorded value tells that value'),
    'require': Row(TOLD, 'it says what is enough'),
    'threshold': Row(TOLD, 'a greater share counts fewer records at risk', 'above the default', more_risk),
    'most': Row(TOLD, 'sets of more columns are not looked at'),
    # What adds a requirement, or chooses among releases that satisfy all of them.
    'l_diversity': Row(FREE, 'it only adds a requirement, and what is typed replaces it'),
    't_closeness': Row(FREE, 'it only adds a requirement, and what is typed replaces it'),
    'alpha': Row(FREE, 'it only adds a requirement, and what is typed replaces it'),
    'from': Row(FREE, 'it only makes labels coarser'),
    'limit': Row(FREE, 'it only takes vectors and cuts away, and every class keeps k records'),
    'measure': Row(FREE, 'it chooses among releases that satisfy all that is required'),
    'weights': Row(FREE, 'it chooses among releases that satisfy all that is required, and the report names it'),
    'partitioning': Row(FREE, 'every class has k records, however it is cut'),
    'choose': Row(FREE, 'every class has k records, however it is cut'),
    'seed': Row(FREE, 'every class has k records, however it is cut'),
    'categories': Row(FREE, 'every class has k records, however it is cut'),
    'labels': Row(FREE, 'the default labels, range and set, are those that tell most'),
    'time_limit': Row(FREE, 'a search that was stopped says so, and its release satisfies all that is required'),
    'memory': Row(FREE, 'the release is the same, or the table is refused'),
    # How the table is read, and how a result is written. The values that are counted are those that are published.
    'delimiter': Row(FREE, 'a column that is cut up otherwise has another name'),
    'decimal': Row(FREE, 'the values that are counted are those that are published'),
    'encoding': Row(FREE, 'the values that are counted are those that are published'),
    'missing_in': Row(FREE, 'a gap in a column that is not used tells nothing'),
    'output_delimiter': Row(FREE, 'it is one of four that every program knows'),
    'format': Row(FREE, 'each format tells the same'),
    'language': Row(FREE, 'each language tells the same'),
    # Where an INI file would choose what is written, shown, believed or overwritten.
    **dict.fromkeys(('output', 'record', 'recoding', 'picture', 'html'), Row(NEVER, WRITES)),
    'force': Row(NEVER, 'it replaces files that exist'),
    'config': Row(NEVER, 'an INI file cannot name itself'),
    'data': Row(NEVER, 'it chooses which table is read'),
    **dict.fromkeys(('known', 'second', 'control'), Row(NEVER, 'it chooses which file is read')),
    'small_zips': Row(NEVER, 'it chooses which file is believed'),
    'standard': Row(NEVER, 'it says what the release is judged by'),
    'holds': Row(NEVER, 'it says what a column holds, and a standard believes it'),
    'total': Row(NEVER, 'it says how many records there were, and a standard believes it'),
    'tight': Row(NEVER, 'it says how the labels of one release were made'),
    **dict.fromkeys(('quiet', 'trace', 'json', 'over', 'all', 'satisfying', 'minimal'), Row(NEVER, SHOWS)),
    'redact': Row(NEVER, 'a message before the INI file is read must know it'),
    **dict.fromkeys(('optimal', 'round_robin', 'algorithm', 'relaxed', 'bound'), Row(NEVER, 'it chooses the search of one run')),
    'spreadsheet_safe': Row(NEVER, 'it changes published values'),
    'max_rows': Row(NEVER, 'it says how many rows may be written'),
    'no_header': Row(NEVER, 'it is for one part of a stream'),
    **dict.fromkeys(('column', 'widths', 'origin', 'top', 'bottom', 'parts', 'end', 'keep', 'date_format', 'levels', 'group', 'bounds',
                     'to'), Row(NEVER, BUILDS)),
}
# The one INI file that comes with kanon and sets a `typed` option: where it is, below what comes with kanon, and what it says.
SHIPPED = (os.path.join('data', 'inpatients', 'inpatients.ini'),
           {'quasi': 'zip, age', 'sensitive': 'condition', 'k': '4', 'max_suppression': '0'})


def is_shipped(config, options, home) -> bool:
    """Whether an INI file is the one that came with kanon, in its place and as it came. options: {name: (value, text)}."""
    place, texts = SHIPPED
    path = os.path.join(home, place)
    return ({name: text for name, (_, text) in options.items()} == texts and os.path.exists(path) and os.path.samefile(config, path))


def told(config, options, defaults) -> dict:
    """{option: value} of the options that count and must be told. DataError for one that counts only if it is typed.

    options: {name: (value, text)} of those that the program takes from a file that nobody named, and that were not typed.
    """
    telling = {}
    for name, (value, text) in options.items():
        row = ROWS[name]
        if row.power in (TOLD, TYPED) and row.weaker(value, defaults[name]):
            shown = value if isinstance(value, str) else text       # a path as it is seen from here
            if row.power == TYPED:
                raise refusal(config, name, shown, row.why)
            telling[name] = value if name in LISTS else shown
    return telling


def resting_text(options, home):
    """A sentence if something that was asked for is worth no more than a folder of hierarchies beside the table that nobody named.

    A tree with levels that change nothing takes the sense from --from, one with distant leaves near each other takes it from the
    hierarchical distance, and a label that covers people of other values takes it from what is required in a population.
    """
    own = [os.path.join(home, 'hierarchies'), os.path.join(home, os.path.dirname(SHIPPED[0]), 'hierarchies')]
    if not os.path.isdir(options.hierarchies) or any(os.path.isdir(path) and os.path.samefile(path, options.hierarchies) for path in own):
        return
    by_tree = any('hierarchy' in rule.needs for rule in options.t_closeness.values())
    rests = [word for word, asked in (('--from', getattr(options, 'from')), ('--t-closeness hierarchical', by_tree),
                                      ('--k-map', options.k_map), ('--delta-presence', options.delta_presence)) if asked]
    if rests and options.program in ('samarati', 'mondrian', 'datafly', 'sweep', 'lattice'):
        yield ('nobody named the folder %s, and %s %s on the hierarchies in it; look at them, and name the folder with --hierarchies'
               % (one_line(options.hierarchies), ' and '.join(rests), 'rests' if len(rests) == 1 else 'rest'))


def refusal(config, name, text, why) -> DataError:
    """The refusal of an option that counts only if it is typed, or if --config names the file.

    >>> print(refusal('d.ini', 'k_map', '5', 'it says who is protected'))
    d.ini: k-map = 5 is taken only if you ask for it, because it says who is protected; delete the line, or type --k-map 5 or --config d.ini
    """
    from shlex import quote
    word, text = name.replace('_', '-'), ' '.join(text.split())
    typed = quote(text)
    if len(text) > LONGEST_SHOWN:
        text = text[:LONGEST_SHOWN] + '...'
        typed = '...'
    between = '=' if text.startswith('-') else ' '      # --na -;NA would be two options
    return DataError('%s = %s is taken only if you ask for it, because %s; delete the line, or type --%s%s%s or --config %s'
                     % (word, text, why, word, between, typed, quote(config)), config)


def telling_text(config, telling) -> str:
    """What is said of the options that a file set which nobody named.

    >>> telling_text('d.ini', {'publish': ['ward', 'name'], 'max_suppression': '5%'})
    'nobody named d.ini with --config, and it sets publish = ward, name; max-suppression = 5%'
    """
    pairs = [(name.replace('_', '-'), ', '.join(value) if isinstance(value, list) else ' '.join(value.split()))
             for name, value in telling.items()]
    return one_line('nobody named %s with --config, and it sets %s' % (config, '; '.join('%s = %s' % pair for pair in pairs)))
