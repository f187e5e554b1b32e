"""What makes no sense together, whoever asks it: a command line with its INI file, or a program
that calls `kanon.anonymize`.

Promise: what is refused here is refused before the table is read, with Refused. Its message names
settings by `at` and `option` (errors.py), so it names them as they were given. What an algorithm
cannot have together, its constructor refuses (algorithms/).

A check takes the plain values that it is about. Where it takes `read`, that is how the table is
read: a Reading (reading.py), or what a program says of its table (sources.py).

Some checks are of a command line alone. They take values: {setting: value} as the kinds take them,
and `carried`, the columns that are published as they are; and given: the settings that somebody
gave for this very run. An INI file serves many runs, and what it says for another one is passed
over.
"""

from __future__ import annotations

from collections import Counter

from ..counts.values import NO_SIGN
from ..errors import Refused, at, nearest, option, quoted, text_of
from ..own_files import as_typed_here
from .kinds import brief
from .reading import Reading, days_of
from .table import RULE, settings_marked

RULES = settings_marked(RULE)
IN_POPULATION = 'k_map', 'delta_presence'
NOT_WITH_DAYS = {        # why --since is not for what is asked
    'recoding': 'a table of dates has no row in the recoding',
    'recoding_maps': 'a table of dates has no label in the maps',
    'population': 'the population is read as it is recorded'}
# The measures that are worked out over groups of people, as a history needs it. The others look at
# the sizes of classes. A further measure is refused with a history until it stands here.
MEASURES_OVER_GROUPS = 'lm', 'entropy', 'precision', 'height', 'first'


def check_asked(values, given, by_levels=True) -> None:
    """Refused for what makes no sense together.

    by_levels: whether every algorithm that is asked for searches by levels.
    """
    check_columns(values, given)
    settle_weights(values, given)
    settle_columns('grid', values, given)
    check_limits(values)
    check_rules(values)
    check_population(values, given, by_levels)
    check_missing(values['missing'], 'missing_in' in given)
    check_date_format(values, given)
    check_days(values['since'], **{name: values[name] for name in NOT_WITH_DAYS})


def check_columns(values, given):
    """The columns that a command line names."""
    quasi = values['quasi']
    check_named(quasi, values['carried'], may_be_none='quasi' not in given)
    unchanged = values['sensitive'] + values['publish']
    further = values.get('column', [])
    check_parts(quasi, unchanged, values['person'], Reading.of(values), further)


def check_named(quasi, carried, may_be_none=False):
    """A column is named once, and a list of quasi-identifiers names one.

    may_be_none: whether the list may be empty.
    """
    named = Counter(quasi + carried)
    twice = [name for name, times in named.items() if times > 1]
    if twice:
        raise Refused('column %s is named twice' % quoted(twice[0]))
    if not quasi and not may_be_none:
        raise Refused('%s names no column' % at('quasi'))


def check_parts(quasi, unchanged, person, read, further=()):
    """A column has one part in a run.

    It is published, or has the counts, or says whose row each is, or is a date.
    unchanged: the columns that are published as they are. person: the column that says whose row
    each is, or None. further: columns that a verb looks at.
    """
    if read.counts in [*quasi, *unchanged, *further]:
        raise Refused('column %s has the %s, so it is no quasi-identifier and is not published'
                      % (quoted(read.counts), option('counts')))
    if person is not None and person in [*quasi, *unchanged, read.counts]:
        raise Refused('column %s says whose row each is (%s), so it is no quasi-identifier, is not'
                      ' published, and does not have the counts'
                      % (quoted(person), option('person')))
    check_since(read, person)
    check_items(read, quasi, unchanged, person)
    check_not_counts(read)


def check_not_counts(read):
    """How many records a row stands for is a plain number that is never missing."""
    for name in 'na_in', 'thousands':
        if read.counts is not None and read.counts in getattr(read, name):
            raise Refused('%s: column %s has the %s, which are plain numbers and never missing'
                          % (at(name), quoted(read.counts), option('counts')))


def check_items(read, quasi=(), unchanged=(), person=None):
    """A set of items is published as it is, and what it is made of is published in it alone."""
    items, since = read.items or {}, read.since or {}
    if items and person is not None:
        raise Refused('%s and %s exclude each other: a rule of items counts records'
                      % (at('items'), option('person')))
    others = {read.counts, *since, *since.values()}
    published = {*quasi, *unchanged}
    for name, how in items.items():
        parts = [] if isinstance(how, str) else how
        if name in quasi:
            raise Refused('%s: column %s is a quasi-identifier; sets of items are for %s columns'
                          % (at('items'), quoted(name), option('sensitive')))
        for part in parts or [name]:
            if part in others:
                raise Refused('%s: column %s has counts or dates, and no items'
                              % (at('items'), quoted(part)))
        for part in parts:
            if part in published:
                raise Refused('%s: column %s is published as a part of %s; name %s in its place'
                              % (at('items'), quoted(part), quoted(name), quoted(name)))


def check_rules_of_items(sensitive, items, pairs):
    """Refused for a rule that has no meaning for the sets of items that it is about.

    items: as a Reading has them, or None. pairs: of a column, None for all, and a rule.
    """
    of_items = [name for name in sensitive if name in (items or {})]
    if pairs and of_items:
        from ..rules.items import check_of_items        # few runs have items
        for column, rule in pairs:
            for name in of_items:
                if column in (None, name):
                    check_of_items(rule, name)


def check_since(read, person=None):
    """What is counted in days is a date, and has a format that tells the day."""
    if not read.since:
        return
    for name in read.counts, person:
        if name in read.since:
            raise Refused('%s: column %s has the counts, or says whose row each is, so it is no'
                          ' date' % (at('since'), quoted(name)))
    days_of(read.since, read.date_format, read.century)


def check_date_format(values, given):
    """Refused for a format of dates without dates, and a century without two digits of a year."""
    if 'date_format' in given and not values['since']:
        raise Refused('%s is for %s' % (at('date_format'), option('since')))
    check_century_asked(values, given)


def check_century_asked(values, given):
    if 'century' not in given:
        return
    from ..tables.recorded_dates import has_two_digits      # few runs have dates
    if not has_two_digits(values['date_format']):
        raise Refused('%s is for a %s with %%y' % (at('century'), option('date_format')))


def check_days(since, **asked):
    """What has dates, or is for a table of dates, does not go with days.

    asked: settings of NOT_WITH_DAYS, with their values.
    """
    for name, why in NOT_WITH_DAYS.items():
        if since and asked.get(name):
            count = as_typed_here('python -m kanon count')
            raise Refused('%s and %s exclude each other: %s; write the days into the tables with'
                          ' %s, and take those' % (at('since'), option(name), why, count))


def check_persons_counted(person, memory, algorithms):
    """What persons are not counted for. algorithms: those that are asked for."""
    if person is None or not algorithms:
        return
    for algorithm in algorithms:
        if algorithm.parts_records:
            raise Refused('%s and %s exclude each other: only strict cuts count persons'
                          % (at('person'), option('partitioning', algorithm.partitioning)))
        if algorithm.limit and not algorithm.by_levels:
            raise Refused('%s and %s exclude each other in Mondrian: cuts within limits count'
                          ' records' % (at('person'), option('limit')))
    if memory is not None:
        raise Refused('%s and %s exclude each other: whose row each is, is kept in memory'
                      % (at('person'), option('memory')))


def check_history(history, person, algorithms, *, counts=None, order='sorted', recoding=None,
                  k_map=None, presence=None, rules=(), measure=None, output=None):
    """What a history needs, and what is not worked out beside one.

    algorithms: those that are asked for. rules: all, of any column.
    """
    if history is None:
        return
    if not all(algorithm.by_levels for algorithm in algorithms):
        raise Refused('%s is for searches by levels, and Mondrian cuts; take %s'
                      % (at('history'), option('algorithm', 'samarati')))
    if person is None:
        raise Refused('%s needs %s, which says whose row each is'
                      % (at('history'), option('person')))
    some_held_back = 'records of one combination may be published or held back'
    for is_asked, setting, why in (
            (counts is not None, option('counts'), 'each row is one record of its person'),
            (order == 'input', option('order', order), some_held_back),
            (recoding is not None, option('recoding'), some_held_back),
            (k_map is not None, option('k_map'), 'a population is not worked out over groups'),
            (presence is not None, option('delta_presence'),
             'a population is not worked out over groups'),
            *((True, option(rule.option),
               'the table that %s compares with is another one in each release' % rule.words[0])
              for rule in rules if 'table' in rule.needs),
            (measure not in (None, *MEASURES_OVER_GROUPS), option('measure', measure),
             'the sizes of classes are not worked out over groups'),
            (output == '-', option('output', output),
             'the file changes only together with the release')):
        if is_asked:
            raise Refused('%s and %s exclude each other: %s' % (at('history'), setting, why))


def check_maps(values):
    """What neither column maps can say nor the SQL beside them (tools/engines/statements.py)."""
    if values['recoding_maps'] is None:
        return
    for name in ('person', 'history', *IN_POPULATION):
        if values[name]:
            raise Refused('%s and %s exclude each other: the SQL of the maps counts the records of'
                          ' the table alone' % (at('recoding_maps'), option(name)))
    if any(sign != NO_SIGN for sign in values['thousands'].values()):
        raise Refused('%s and %s exclude each other: the SQL of the maps reads the values as they'
                      ' are written' % (at('recoding_maps'), option('thousands')))
    if values['items']:
        raise Refused('%s and %s exclude each other: to the SQL of the maps a set of items is one'
                      ' value' % (at('recoding_maps'), option('items')))
    check_names_of_maps(values['quasi'])
    for rule in [rule for name in RULES for rule in values[name].values()]:
        if not rule.in_sql:
            raise Refused('%s and %s exclude each other: the SQL of the maps decides k, distinct l'
                          ' and alpha; take %s'
                          % (at('recoding_maps'), option(rule.option, rule.typed()),
                             option('recoding')))


def check_names_of_maps(names):
    """Refused for two names that are one to SQLite, DuckDB, or to the files of some systems."""
    from unicodedata import normalize       # few runs write maps
    alike: dict = {}
    for name in names:
        other = alike.setdefault(normalize('NFC', name).casefold(), name)
        if other != name:
            raise Refused('%s has no two maps for the columns %s and %s, because the names differ'
                          ' only in capitals or in how accents are written; rename one'
                          % (at('recoding_maps'), quoted(other), quoted(name)))


def check_columns_known(name, columns, known, what):
    """The columns that a setting names are known."""
    known_names = set(known)        # which may be very many
    for column in columns:
        if column not in known_names:
            raise Refused('%s: %s is not a %s%s' % (at(name), brief(column), what,
                                                    nearest(text_of(column), known)))


def settle_columns(name, values, given):
    """A setting is of quasi-identifiers. What an INI file says of other columns is left out."""
    if name in given:
        check_columns_known(name, values[name], values['quasi'], 'quasi-identifier')
    quasi = set(values['quasi'])        # there may be very many
    values[name] = {column: value for column, value in values[name].items() if column in quasi}


def settle_weights(values, given):
    settle_columns('weights', values, given)
    check_weights(values['weights'], values['quasi'])


def check_weights(weights, quasi):
    if weights and not any(weights.get(name, 1) for name in quasi):
        raise Refused('%s are all 0; give at least one quasi-identifier a weight above 0'
                      % option('weights'))


def check_limits(values):
    """Limits are those of quasi-identifiers.

    A limit in an INI file is not passed over, because whoever wrote it relies on it.
    """
    for name in 'limit', 'from':
        check_columns_known(name, values[name], values['quasi'], 'quasi-identifier')


def check_rules(values):
    """Rules beyond k need sensitive columns, and name no others."""
    for name in RULES:
        if values[name] and not values['sensitive']:
            raise Refused('%s needs a %s column' % (at(name), option('sensitive')))
        named = [column for column in values[name] if column is not None]
        check_columns_known(name, named, values['sensitive'], 'sensitive column')
    pairs = [pair for name in RULES for pair in values[name].items()]
    pairs += [(each.column, each.what) for each in values.get('require') or () if each.word != 'k']
    check_rules_of_items(values['sensitive'], values['items'], pairs)


def check_population(values, given, by_levels=True, judges=False):
    """What is required in a population needs one, and a search by levels.

    judges: of a verb that publishes nothing.
    """
    asked = [name for name in IN_POPULATION if values[name]]
    for name in asked:
        if not by_levels:
            of_sweep = isinstance(values.get('algorithm'), list)
            among = ', or %s without mondrian' % option('algorithm') if of_sweep else ''
            raise Refused('%s is for searches by levels, and Mondrian cuts; take %s or %s%s'
                          % (at(name), option('algorithm', 'samarati'),
                             option('algorithm', 'datafly'), among))
        if not values['population']:
            raise Refused('%s needs a %s' % (at(name), option('population')))
    if values['population'] == '-':
        raise Refused('%s names a file; it is not standard input' % at('population'))
    if not asked and 'population' in given and not judges:
        raise Refused('%s is for %s and %s; give one of them'
                      % (at('population'), option('k_map'), option('delta_presence')))
    if 'population_counts' in given and not values['population']:
        raise Refused('%s is for %s' % (at('population_counts'), option('population')))
    if values['population'] and values['population_counts'] in values['quasi']:
        raise Refused('column %s has the %s, so it is no quasi-identifier'
                      % (quoted(values['population_counts']), option('population_counts')))


def check_missing(missing, in_some):
    """in_some: whether somebody says in which columns a missing value leaves a record out."""
    if in_some and missing != 'drop':
        raise Refused('%s is for %s, which alone leaves records out'
                      % (at('missing_in'), option('missing', 'drop')))


def check_counted(counts, max_rows, order=None):
    """What is asked of a counted table, and what is for it alone."""
    if counts is not None and order == 'input':
        raise Refused('%s and %s exclude each other: a row that stands for several records has no'
                      ' order of them' % (at('order', 'input'), option('counts')))
    if max_rows and counts is None:
        raise Refused('%s is for %s' % (at('max_rows'), option('counts')))


def restricted(values) -> list:
    """The sensitive columns that have a rule beyond k."""
    ruled = {column for name in RULES for column in values[name]}
    return [name for name in values['sensitive'] if None in ruled or name in ruled]
