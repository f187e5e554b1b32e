"""The folder of --recoding-maps: the map of each column, the SQL that publishes by them, and the INI file with which `recode` does.

Promise: reading the INI file gives the settings of the run. So what `recode` publishes by the folder satisfies
what was required here, unless other options are typed. The INI file has a checksum of the maps. Other maps are refused.
"""

from __future__ import annotations

import os
import re

from ... import __version__
from ...core.errors import DataError, many, option, quoted, show, some
from ...core.settings.ini import INI_OF_MAPS, listed_for_ini, MOST
from ...core.settings.kinds import quoted_name
from ...core.settings.reading import BY_NAME
from ...core.settings.table import DEFAULTS, RULE, SETTINGS
from ...core.tables.text import open_text
from .column_maps import checksum_of, map_at, map_file, map_text, read_map
from .dialects import missing_words_of
from .statements import ByMaps, release_statement, sums_statement

CHECKSUM = '; sha256 of the maps: '
RELEASE_SQL, SUMS_SQL = 'release.sql', 'sums.sql'
ALWAYS = 'quasi', 'sensitive', 'publish', 'k', 'max_suppression', 'missing'     # settings that stand there though they be the default
IF_SET = ('missing_in', 'l_diversity', 'alpha', 'na', 'na_in', 'thousands', 'totals', 'columns', 'skip_lines', 'exact', 'decimal',
          'encoding')

HEAD = '''\
; What was required of the release that kanon %s wrote these maps for. To publish another table of these columns at the same levels:
;   python -m kanon recode FOLDER DATA -o FILE
%s%s
[kanon]
'''
HEAD_OF_RELEASE = '''\
-- The release by these maps in one statement, as kanon %s wrote it. The records are the table or the view "records". Each file
-- map_COLUMN.csv is a table of that name, with the columns value and label, both of them texts.
-- Before this, see sums.sql: a record without a label is not published here. Keep the order of the rows.
'''
HEAD_OF_SUMS = '''\
-- What becomes of the records in release.sql. records is the sum of the others, and without_label is 0. Otherwise publish nothing: a map
-- has two rows for a value, or lacks one.
'''


def files_of_maps(folder, quasi) -> list:
    """The files of a folder of maps."""
    return [*(map_file(folder, name) for name in quasi), *(os.path.join(folder, name) for name in (INI_OF_MAPS, RELEASE_SQL, SUMS_SQL))]


def texts_of_maps(options, table, made) -> tuple:
    """{file: its text}, and {file: its encoding} of the maps. made: the Making of a search by levels (algorithms/release.py)."""
    if table.unreadable:
        raise DataError('unreadable values were taken as missing, and a map has no row for them: column %s; write ? for them in the table'
                        % ', '.join(map(quoted, table.unreadable)))
    lattice, vector = made.space.lattice, made.outcome.vector
    maps = {name: map_at(tree, level, table.roots.get(name)) for name, tree, level in zip(options.quasi, lattice.hierarchies, vector)}
    check_sameness(made.space.counted.required, table)
    by, texts = by_maps(options, table, made.space.counted.required), list(map(map_text, maps.values()))
    texts += [HEAD % (__version__, CHECKSUM, checksum_of(maps)) + ini_of_maps(options),
              HEAD_OF_RELEASE % __version__ + release_statement(by) + ';\n', HEAD_OF_SUMS + sums_statement(by) + ';\n']
    files = files_of_maps(options.recoding_maps, options.quasi)
    return dict(zip(files, texts)), dict.fromkeys(files[:len(options.quasi)], options.encoding)


def check_sameness(required, table):
    """DataError if a rule takes some values as one. SQL takes them for different ones."""
    for name, rules in required.rules.items():
        same = max((rule.same for rule in rules), key=len, default={})
        if same:
            value = min(same)
            raise DataError('column %s: %s and %s may be the same value, and the SQL of %s counts both; write both alike or, if each way to write'
                            ' a value is another value, type %s'
                            % (quoted(name), show(same[value]), show(value), option('recoding_maps'), option('exact', name)), table.name)


def by_maps(options, table, required) -> ByMaps:
    """What the statements need."""
    published, drop = options.quasi + options.carried, options.missing == 'drop'
    others = [name for name in table.columns if drop and options.missing_in == 'any' and name not in (*published, table.counts)]
    words, rooted = missing_words_of(options.na, options.na_in), options.missing == 'root'
    return ByMaps(options.quasi, options.carried, others, drop, rooted, words, required.k,
                  required.rules)


def ini_of_maps(options) -> str:
    """The lines of the INI file."""
    names = [name for name in (*ALWAYS, *IF_SET) if name in ALWAYS or getattr(options, name) not in (DEFAULTS[name], None)]
    return ''.join(('%s = %s' % (name.replace('_', '-'), text_for_ini(name, getattr(options, name)))).rstrip() + '\n' for name in names)


def text_for_ini(name, value) -> str:
    """A setting as an INI file has it.

    >>> from ...core.rules.of_values import Distinct
    >>> text_for_ini('l_diversity', {'pay; yearly': Distinct(2)}), text_for_ini('na', ['NA', 'k.A.'])
    ('"pay; yearly=2"', 'NA;k.A.')
    """
    if RULE in SETTINGS[name].marks:
        return '; '.join(rule.typed() if column is None else quoted_name('%s=%s' % (column, rule.typed()), ';') for column, rule in value.items())
    if name in ('na', 'na_in', 'thousands', 'skip_lines'):
        return BY_NAME[name].text(value)
    return listed_for_ini(value) if isinstance(value, list) else str(value)


def check_folder(values, said, error):
    """End with a usage error unless the folder of maps says what was required of the run, or what is typed does."""
    if 'quasi' not in said or values['k'] is None:
        error('%s is a folder without the k and the quasi-identifiers of a run; they are in the %s of a folder that %s wrote'
              % (values['by'], INI_OF_MAPS, option('recoding_maps')))
    if values['person'] is not None:
        error('--person is for a recoding; by maps records are counted')


def check_mapped(columns, maps, table):
    """DataError if a value of the table has no label. columns: the {value: records} of each quasi-identifier."""
    for (name, labels), values in zip(maps.items(), columns):
        lacking = {value: n for value, n in values.items() if value not in labels}
        if lacking:
            line, _ = table.first_with(name, lacking)
            raise DataError('no label for %s of column %s: %s; add %s to the hierarchy, and make the maps anew'
                            % (many(len(lacking), 'value'), quoted(name), some(sorted(lacking), counts=lacking), 'it' if len(lacking) == 1 else 'them'),
                            table.name, line)


def maps_in(options) -> dict:
    """{quasi-identifier: {value: label}} of a folder of maps, as `recode` takes it. DataError unless they are those that a run wrote."""
    maps = {}
    for name in options.quasi:
        path = map_file(options.by, name)
        if not os.path.isfile(path):
            raise DataError('is not there, the map of column %s; name the folder that %s wrote' % (quoted(name), option('recoding_maps')), path)
        maps[name] = read_map(path, options.encoding)
        if options.missing == 'root' and '' not in maps[name]:
            raise DataError('has no label for a missing value, which %s publishes; make the maps with it' % option('missing', 'root'), path)
    ini = os.path.join(options.by, INI_OF_MAPS)
    with open_text(ini) as file:
        noted = re.search('(?m)^%s([0-9a-f]{64})$' % CHECKSUM, file.read(MOST))
    if not noted:
        raise DataError('has no checksum of the maps, as %s writes it; make them anew' % option('recoding_maps'), ini)
    if noted[1] != checksum_of(maps):
        raise DataError('has not the checksum of the maps beside it, so they are not those that the run wrote; make them anew', ini)
    return maps
