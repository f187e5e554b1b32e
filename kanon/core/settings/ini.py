"""The INI file that keeps options beside the data, and how much of it counts where nobody named
the file.

Promise: a value in the file is checked as if it were typed. An unknown option, a section other than
[kanon], and a value that would be refused on the command line are refused with the name of the
file. So is a file of more than MOST characters or MOST_LINES lines, and a population that is a
pipe.
An INI file that was found beside a table, and not named with --config, may come from the table's
sender. What such a file says that would weaken what a run promises, the run refuses, or tells at
the head of its report and on standard error. The table of settings says of each whether it is free,
told, typed, or never stands in an INI file, and why.
The folder hierarchies/ beside a table may come from its sender, too. It decides which values share
a label. The classes are counted by what is published. So k and the rules for sensitive values, but
for t-closeness by hierarchy, hold whatever the folder says. A tree that changes nothing, or that
gives each value a label of its own, only makes more levels. `resting` names what such a folder can
weaken.
"""

from __future__ import annotations

import os
from io import StringIO

from ..errors import LONGEST_SHOWN, DataError, nearest, quoted
from ..own_files import exists, is_folder, is_same
from ..tables.packed import ending_of, file_of_table
from ..tables.text import open_text, refuse_pipe
from .kinds import NO_K, asks_nothing, names, quoted_name
from .table import FILE, NEVER, RULE, SETTINGS, TOLD, TYPED, in_ini, settings_marked

INI_OF_MAPS = 'maps.ini'     # in a folder of column maps (tools/engines/maps_folder.py)

MOST = 1_000_000    # characters; as many as the names of some 100,000 columns
MOST_LINES = 20_000     # configparser takes time squared where many of them are broken


def stem(path) -> str:
    """A path without its ending. A folder has none. For a table of a database it is that of the
    database.

    >>> stem('data/adult.data.gz'), stem('data/adult.csv.xz'), stem('data/adult.test')
    ('data/adult', 'data/adult', 'data/adult')
    >>> stem('data/people.db::patients')
    'data/people'
    """
    path = file_of_table(path)
    if os.path.isdir(path):
        return path
    unpacked = path[:len(path) - len(ending_of(path))]
    return os.path.splitext(unpacked)[0]


def ini_of(data) -> str:
    """The INI file of a table, whether it exists or not."""
    return stem(data) + '.ini'


def ini_beside(data):
    """The INI file of a table if there is one, else None."""
    path = ini_of(data)
    return path if data != '-' and exists(path) else None


def read_with_texts(path, typed=True) -> dict:
    """{name: (value, as it is written)} of the options in section [kanon].

    DataError for an unknown word, and for a value that would be refused if typed. typed: whether
    the user named the file. A pipe beside the table is refused.
    """
    if path == os.devnull:      # the way to say that there are no options; no other device is read
        return {}
    paths = set(settings_marked(FILE))
    options = {}
    for word, text in section_of(path, typed):
        name, value = setting_of(word), value_of(word, text, path)
        if name in paths:       # such a path begins at the folder of the INI file
            value = os.path.join(os.path.dirname(path), value)
        options[name] = value, text
    refuse_pipe(options.get('population', ('',))[0])
    k, k_map, presence = (options.get(name, (None,))[0]
                          for name in ('k', 'k_map', 'delta_presence'))
    if asks_nothing(k, k_map, presence):
        raise DataError('k: ' + NO_K.format(quoted('1')), path)
    return options


def setting_of(word) -> str:
    """The setting of a word of the file. - and _ are the same in it."""
    return word.replace('-', '_')


def option_of(name) -> str:
    """The word of a setting."""
    return name.replace('_', '-')


def section_of(path, typed=True) -> list:
    """The (word, text) pairs of section [kanon].

    DataError if the file is no INI file or has another section.
    """
    try:
        with open_text(path, typed) as file:
            return pairs_of(file.read(MOST + 1), path)
    except UnicodeError:
        raise DataError('is not UTF-8 text', path) from None


def pairs_of(text, path=None) -> list:
    """The (word, text) pairs of section [kanon] in the text of an INI file.

    path: the name of the file in messages.

    >>> pairs_of('; kept beside the data\\n[kanon]\\nk = 5\\nna = NA; 50%\\n')
    [('k', '5'), ('na', 'NA; 50%')]
    """
    from configparser import ConfigParser, Error
    ini = ConfigParser(interpolation=None)
    if len(text) > MOST:
        raise DataError('holds more than {:,} characters; an INI file is a few lines'
                        ' "option = value"'.format(MOST), path)
    if text.count('\n') + text.count('\r') > MOST_LINES:
        raise DataError('holds more than {:,} lines; an INI file is a few lines "option = value"'
                        .format(MOST_LINES), path)
    try:
        ini.read_file(StringIO(text, newline=''), source=path)
    except Error as error:
        line = getattr(error, 'lineno', None) or getattr(error, 'errors')[0][0]
        raise DataError('expected a line [kanon], and below it lines "option = value", no option'
                        ' twice', path, line) from None
    sections = ini.sections()
    if ini.defaults():
        sections.append('DEFAULT')
    for section in sections:
        if section != 'kanon':
            raise DataError('section [%s] is unknown; options stand in section [kanon]' % section,
                            path)
    return list(ini['kanon'].items()) if ini.has_section('kanon') else []


def value_of(word, text, path):
    """The value of an option. DataError for one that is unknown, or that stands in no INI file."""
    name = setting_of(word)
    if name not in SETTINGS:
        raise DataError('there is no option %s%s'
                        % (quoted(word), nearest(name, in_ini(), quoted)), path)
    if SETTINGS[name].power == NEVER:
        raise DataError('%s is for the command line only' % quoted(word), path)
    try:
        return SETTINGS[name].kind(text)
    except DataError as error:
        raise DataError('%s: %s' % (word, error.problem), path) from None


def listed_for_ini(columns, between=', ') -> str:
    """Column names as an INI file lists them; DataError for one that it cannot hold.

    >>> listed_for_ini(['age', 'income, yearly'])
    'age, "income, yearly"'
    """
    text = between.join(quoted_name(name) for name in columns)
    if names(text) != list(columns) or text != text.strip():
        raise DataError('the names %s cannot stand in an INI file; rename those with a line end in'
                        ' them' % quoted(text))
    return text


# How a file is changed.

def with_settings(text, values, path=None) -> str:
    """An INI file's text with these options.

    All comments stay, and the other options stay as they are, at the left edge. values: {name: its
    text on one line, or None to take the option out}. The line of an option is replaced. A new one
    stands below the last. The text reads back as what was there and what is set. Blanks around a
    value do not belong to it. DataError for a value that would be refused if it were typed.

    >>> text = '[kanon]\\n; at least so many\\nk = 5\\nmissing = drop\\n'
    >>> values = {'k': '3', 'missing': None, 'max_suppression': '1%'}
    >>> print(with_settings(text, values), end='')
    [kanon]
    ; at least so many
    k = 3
    max-suppression = 1%
    """
    options = of_names(pairs_of(text, path))
    end = '\r\n' if '\r\n' in text else '\n'
    lines_of: dict = {}     # {name: its line, or None}
    for word, value in values.items():
        name = setting_of(word)
        if value is None:
            lines_of[name] = None
            options.pop(name, None)
        else:
            options[name] = option_text(word, value, path)
            lines_of[name] = ('%s = %s' % (option_of(name), options[name])).rstrip() + end
    changed = ''.join(changed_lines(text, lines_of, end))
    if of_names(pairs_of(changed, path)) != options:
        raise DataError('its lines cannot be told apart; write each option at the left edge, on one'
                        ' line', path)
    return changed


def changed_lines(text, lines_of, end) -> list:
    """The lines of an INI file in which some options have other lines.

    lines_of: {name: its line, or None}. end: of a line.
    """
    new = {name: line for name, line in lines_of.items() if line is not None}
    lines: list = []
    below = None        # the place behind the last line of the section
    for section, option, begins, line in marked_lines(text):
        name = setting_of(option)
        if name not in lines_of:
            # An indented line would belong to one above that has been taken out.
            lines.append(line.lstrip() if begins else line)
        elif name in new:
            lines.append(new.pop(name))
        if section == 'kanon':
            below = len(lines)
    added = list(new.values())
    if below is None:       # there is no such section
        below = len(lines)
        added.insert(0, '[kanon]' + end)
    head, tail = lines[:below], lines[below:]
    if added and head and not head[-1].endswith(('\n', '\r')):
        head[-1] += end
    return [*head, *added, *tail]


def of_names(pairs) -> dict:
    return {setting_of(word): text for word, text in pairs}


def option_text(name, value, path) -> str:
    """The text of an option without the blanks around it.

    DataError for one that a line cannot hold, or that would be refused if typed.
    """
    value = value.strip()
    if any(sign in '\n\r\0' or '\ud800' <= sign <= '\udfff' for sign in value):
        raise DataError('%s: %s cannot stand in an INI file, where a value is one line of text'
                        % (name, quoted(value)), path)
    value_of(name, value, path)
    return value


def marked_lines(text):
    """Yield (section, option, begins, line) of each line, as it is read.

    option: '' of a comment, an empty line and the name of a section. begins: whether the option
    begins in this line, or goes on.
    """
    from configparser import ConfigParser
    section, option, edge = '', '', 0
    for line in StringIO(text, newline=''):
        value = line.strip()
        if not value or value[0] in ';#':
            yield section, '', False, line
            continue
        indent, begins = len(line) - len(line.lstrip()), False
        if not option or indent <= edge:
            edge, header = indent, ConfigParser.SECTCRE.match(value)
            if header:
                section, option = header['header'], ''
            else:
                option = ConfigParser.OPTCRE.match(value)['option'].rstrip().lower()
                begins = True
        yield section, option, begins, line


# What counts where nobody named the file.

# The one INI file that comes with kanon and sets a `typed` option: where it is, below what comes
# with kanon, and what it says.
SHIPPED = (os.path.join('data', 'inpatients', 'inpatients.ini'),
           {'quasi': 'zip, age', 'sensitive': 'condition', 'k': '4', 'max_suppression': '0'})


def is_shipped(config, options, home) -> bool:
    """Whether an INI file is the one that came with kanon, in its place and as it came.

    options: {name: (value, text)}.
    """
    place, shipped_texts = SHIPPED
    path = os.path.join(home, place)
    texts = {name: text for name, (_, text) in options.items()}
    return texts == shipped_texts and is_same(config, path)


def told_options(config, options, defaults) -> dict:
    """{option: value} of the options that count and must be told.

    DataError for one that counts only if it is typed. options: {name: (value, text)} of those that
    the program takes from a file that nobody named, and that were not typed.
    """
    told = {}
    for name, (value, text) in options.items():
        setting = SETTINGS[name]
        if setting.power not in (TOLD, TYPED) or not setting.weaker(value, defaults[name]):
            continue
        shown = value if isinstance(value, str) else text       # a path as it is seen from here
        if setting.power == TYPED:
            raise refusal(config, name, shown, setting.why)
        told[name] = value if setting.kind is names else shown
    return told


def resting(options, home) -> list:
    """The options that a folder of hierarchies can weaken, if it is there and nobody named it.

    The folder stands beside the table. A tree with levels that change nothing takes the sense from
    --from, one with distant leaves near each other takes it from the hierarchical distance, and a
    label that covers people of other values takes it from what is required in a population.
    """
    if options.program not in ('samarati', 'mondrian', 'datafly', 'sweep', 'lattice'):
        return []
    rests = on_trees(options)
    if not rests or not is_folder(options.hierarchies):
        return []
    shipped = os.path.dirname(SHIPPED[0])
    own = [os.path.join(home, 'hierarchies'), os.path.join(home, shipped, 'hierarchies')]
    return [] if any(is_same(path, options.hierarchies) for path in own) else rests


def on_trees(options) -> list:
    """The options that were asked for and that a hierarchy can weaken."""
    asked = []
    if getattr(options, 'from'):
        asked.append('--from')
    for name in settings_marked(RULE):
        for rule in getattr(options, name).values():
            if 'hierarchy' in rule.needs:
                asked.append('--%s %s' % (option_of(name), rule.prefix.rstrip(':')))
    if options.k_map:
        asked.append('--k-map')
    if options.delta_presence:
        asked.append('--delta-presence')
    return [*dict.fromkeys(asked)]


def refusal(config, name, text, why) -> DataError:
    """The refusal of an option that counts only if it is typed, or if --config names the file.

    >>> print(refusal('d.ini', 'k_map', '5', 'it says who is protected').problem)
    k-map = 5 is taken only if you ask for it, because it says who is protected; delete the line, \
or type --k-map 5 or --config d.ini
    """
    from shlex import quote
    word, text = option_of(name), ' '.join(text.split())
    typed = quote(text)
    if len(text) > LONGEST_SHOWN:
        text = text[:LONGEST_SHOWN] + '...'
        typed = '...'
    between = '=' if text.startswith('-') else ' '      # --na -;NA would be two options
    error = DataError('%s = %s is taken only if you ask for it, because %s; delete the line, or'
                      ' type --%s%s%s or --config %s'
                      % (word, text, why, word, between, typed, quote(config)), config)
    error.kind = 'options'
    return error
