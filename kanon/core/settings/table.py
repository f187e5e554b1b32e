"""The table of settings: a row for each, which every list of settings is made from.

The command line, the INI file, the record and its replay, the page of a run, the library, and
docs/reference/options.md ask it.
To add a setting, write its row here, and a word with its help in kanon/core/desk/words.py or in the
file of its verb. `options.NAME` is then its value, and some code must read it. If it says how a
table is read, it has a row in reading.py, too, which hands it to the table. If a program can give
it, it is an argument of what takes it: `anonymize` (library.py), Csv and Records (sources.py), or
an algorithm's constructor (algorithms/). Tests name what is lacking.
Invariant: a row holds what is the same for all programs. A program's own defaults are its own
(desk/words.py, `Program`).
"""

from __future__ import annotations

from collections import namedtuple

from ..algorithm_table import ALGORITHMS, SWITCHES, UNSUPPRESSED, algorithms_of, verb_of
from ..counts.measures import MEASURES
from ..voice import LANGUAGES
from .kinds import (Kind, century, smallest_class, column, columns_of_kinds, date_format,
                    decimal_sign, delimiter, encoding, grid, items, labels, limits, list_of, names,
                    numbers_of_lines, one_of, output_delimiter, path, port, queries,
                    share_above_zero, two_or_more, requirement_pairs, rules, seconds, seed,
                    share_of_one, since, size, suppression, nothing_after, taken, thousands,
                    weights, whole_number, words_by_column, words_of_na)
from .rule_words import presence, rule_of

# The power of a setting: what an INI file that nobody named may do with it (ini.py).
FREE = 'free'           # it counts, because it cannot weaken anything
TOLD = 'told'           # it counts, and is told where it is weaker than the default
TYPED = 'typed'         # it is refused where it is weaker
NEVER = 'never'         # it stands in no INI file at all

# The marks of a setting. What bears on the release:
BEARS = 'bears'         # it bears on the release: a record holds it, and a page names it
# What a page or a report says of it:
PAGE = 'page'           # a page names it
SET = 'set'             # a page names it where it is set
STATED = 'stated'       # a page has a sentence of its own for it
RUN = 'run'             # a report says it of one run alone, and a record leaves it out
# What a run with --like does, which repeats an earlier run by its record:
SCHEME = 'scheme'       # it has it from the record, and nothing else may be typed
KEPT = 'kept'           # it has it from the record, unless it is typed
EXCLUDED = 'excluded'   # it does not take it, because it searches nothing and takes no INI file
SEEN = 'seen'           # it leaves out what this writes or prints besides the release
# What its value is:
FILE = 'file'           # a path, which is not empty
RULE = 'rule'           # {sensitive column, None for all: rule beyond k}
OWN = 'own'             # a verb has it for itself, with its own kind and default

# The algorithms that have a setting. A constructor of theirs takes it (kanon/core/algorithms/), or
# the program that runs them.
BY_LEVELS = [name for name, row in ALGORITHMS.items() if row.by_levels]
CUTS = [name for name, row in ALGORITHMS.items() if not row.by_levels]
OF_SAMARATI = algorithms_of('samarati')
SUPPRESSING = [name for name in ALGORITHMS if name not in UNSUPPRESSED]

# name      of the setting: the option --name has - in place of _
# kind      what it may be (kinds.py)
# default   of the programs
# power     see above
# why       the reason for its power, for people
# when      which values the power is about, for people, '' for all
# weaker    a function from a value and the program's default to whether the power is about it
# marks     see above
# of        the algorithms that have it
Setting = namedtuple('Setting', 'name kind default power why when weaker marks of')


def other(value, default):
    """Whether a value is another one than the default."""
    return value != default


def row(name, kind, default, power, why, *marks, when='', weaker=other, of=tuple(ALGORITHMS)):
    """The Setting of a row. Marks stand behind the reason, and what few rows have by its name."""
    return Setting(name, kind, default, power, why, when, weaker, frozenset(marks), of)


def fewer(value, default):
    """Whether a k is below the default of a program that has one."""
    return default is not None and value < default


def left_out(value, default):
    """Whether total rows are left out.

    A run keeps them, with a warning. Only a `keep` that somebody asked for takes the warning away.
    """
    return value == 'leave-out'


def more_suppressed(value, default):
    """Whether more records may be suppressed.

    A share may be any number of records, and Datafly has no default of its own.

    >>> [more_suppressed(value, '20') for value in ('0', '0.0%', '20', '21', '1%')]
    [False, False, False, True, True]
    >>> more_suppressed('5', None)
    True
    """
    if not value.strip('0.%'):
        return False        # it is 0
    return value.endswith('%') or default is None or int(value) > int(default)


def more_risk(value, default):
    """Whether a share is greater than another, as pairs of whole numbers."""
    (p, q), (r, s) = value, default
    return p * s > r * q


def with_the_table(value, default):
    """Not known before the table is open: desk/inputs.py decides."""
    return False


ADDS = 'it only adds a requirement, and what is typed replaces it'
HOWEVER = 'every class has k records, however it is cut'
COUNTED = 'the values that are counted are those that are published'
PROTECT = 'it says that people of a population protect each other'
UNCHANGED = 'these columns are published unchanged'
WRITES = 'it chooses which file is written or replaced'
READS = 'it chooses which file is read'
SHOWS = 'it decides what is seen of one run'
SEARCH = 'it chooses the search of one run'
BUILDS = 'it is of a verb that makes or looks at hierarchies, for one file and one time'
SERVES = 'it is of the page of one user'

ROWS = (
    # What is published, and what every class must satisfy.
    row('k', smallest_class, 10, TYPED, 'it says how many records protect each other',
        BEARS, STATED, SCHEME, when='below the default', weaker=fewer),
    row('max_suppression', suppression, '20', TOLD, 'it takes more records out of the table',
        BEARS, STATED, KEPT,
        when='above the default, or a share', weaker=more_suppressed, of=SUPPRESSING),
    row('quasi', names, ['age', 'gender', 'race', 'marital_status'], TOLD,
        'it says what others may know about a person',
        BEARS, STATED, SCHEME, when='other than the default'),
    row('sensitive', names, ['occupation'], TOLD, UNCHANGED,
        BEARS, STATED, SCHEME, when='other than the default'),
    row('publish', names, [], TOLD, UNCHANGED, BEARS, STATED, SCHEME, when='if it names a column'),
    *(row(name, rules(rule_of(name)), {}, FREE, ADDS, PAGE, STATED, RULE, SCHEME)
      for name in ('l_diversity', 't_closeness', 'alpha', 'beta_likeness', 'delta_disclosure')),
    row('population', path, None, TYPED, 'it says who could be in the table',
        SET, STATED, FILE, SCHEME, of=BY_LEVELS),
    row('counted', path, None, NEVER, READS, FILE),
    row('population_counts', column, None, TYPED,
        'it says how many people each row of the population stands for', SET, SCHEME, of=BY_LEVELS),
    row('k_map', two_or_more, None, TYPED, PROTECT, SET, STATED, SCHEME, of=BY_LEVELS),
    row('delta_presence', Kind(presence), None, TYPED, PROTECT, SET, STATED, SCHEME, of=BY_LEVELS),
    # How the table is read. The values that are counted are those that are published.
    # Whoever sends a table without a header line names its columns, as a header line would.
    row('columns', names, None, TYPED, 'it gives other names to a header line',
        SET, KEPT, when='if the table has a header line', weaker=with_the_table),
    row('hierarchies', path, None, TOLD,
        'it says which values share a label, and how far apart two values are',
        PAGE, RUN, FILE, SCHEME),
    row('missing', one_of('drop', 'value', 'root'), 'drop', TOLD,
        'it publishes records that would be left out, or leaves out people who would be counted',
        BEARS, STATED, SCHEME, when='other than the default'),
    row('missing_in', one_of('any', 'used'), 'any', FREE,
        'a gap in a column that is not used tells nothing', BEARS, STATED, KEPT),
    row('na', words_of_na, [], TYPED, 'it says which words mean that a value is missing',
        BEARS, SET, STATED, KEPT),
    row('na_in', words_by_column, {}, TYPED, 'it says which values mean that nothing is known',
        BEARS, SET, KEPT),
    row('totals', one_of('keep', 'leave-out'), None, TOLD, 'it takes rows out of the table',
        BEARS, SET, KEPT, when='leave-out', weaker=left_out),
    row('unreadable', one_of('refuse', 'missing'), 'refuse', TOLD,
        'it publishes a table that would be refused', BEARS, KEPT, when='missing'),
    row('counts', column, None, TYPED, 'it says how many records each row stands for', BEARS, KEPT),
    row('person', column, None, TOLD, 'it says whose row each row is', BEARS, SET, STATED, SCHEME),
    row('since', since, {}, TOLD, 'it publishes a number of days in place of a date',
        BEARS, SET, SCHEME),
    row('date_format', date_format, None, FREE, COUNTED, BEARS, SET, KEPT),
    row('century', century, None, TYPED, 'it says which years two digits mean', BEARS, SET, KEPT),
    row('thousands', thousands, {}, TYPED, 'it says which numbers are meant', BEARS, SET, KEPT),
    row('items', items, {}, TYPED, 'it says what counts as one value', BEARS, SET, SCHEME),
    row('exact', names, [], TYPED, 'it says that values which look alike are different',
        BEARS, SET, KEPT),
    row('history', path, None, NEVER, WRITES, SET, STATED, FILE, of=BY_LEVELS),
    row('order', one_of('sorted', 'input'), 'sorted', TYPED,
        'the order of the rows tells whose row each is', BEARS, KEPT, when='input'),
    row('skip_lines', numbers_of_lines, [], TYPED, 'it takes lines out of the table',
        BEARS, SET, KEPT),
    row('encoding', encoding, 'utf-8', FREE, COUNTED, BEARS, KEPT),
    row('decimal', decimal_sign, '.', FREE, COUNTED, BEARS, KEPT),
    row('delimiter', delimiter, None, FREE, 'a column that is cut up otherwise has another name',
        SET, KEPT),
    row('memory', size, None, FREE, 'the release is the same, or the table is refused', SET),
    # How the release is made.
    row('measure', one_of(*MEASURES, 'first'), 'lm', FREE,
        'it chooses among releases that satisfy all that is required',
        BEARS, EXCLUDED, of=OF_SAMARATI),
    *(row(switch, nothing_after, False, NEVER, SEARCH,
          BEARS, EXCLUDED, of=algorithms_of(verb_of(name)[0]))
      for name, switch in SWITCHES.items()),
    row('weights', weights, {}, FREE,
        'it chooses among releases that satisfy all that is required, and the report names it',
        BEARS, SCHEME),
    row('partitioning', one_of('strict', 'relaxed', 'both', 'optimal', 'clustered'), 'strict', FREE,
        HOWEVER, BEARS, of=CUTS),
    row('choose', one_of('widest', 'random', 'lm'), 'widest', FREE, HOWEVER, BEARS, of=CUTS),
    row('seed', seed, None, FREE, HOWEVER, BEARS, of=CUTS),
    row('categories', one_of('leaves', 'frequency', 'hierarchy'), None, FREE, HOWEVER,
        BEARS, of=CUTS),
    row('labels', labels, '', FREE, 'the default labels, range and set, are those that tell most',
        BEARS, of=CUTS),
    row('grid', grid, {}, TOLD, 'an edge beside a recorded value tells that value',
        BEARS, SET, of=CUTS),
    row('limit', limits('<='), {}, FREE,
        'it only takes vectors and cuts away, and every class keeps k records', BEARS, SCHEME),
    row('from', limits('>='), {}, FREE, 'it only makes labels coarser', BEARS, SCHEME),
    row('time_limit', seconds, None, FREE,
        'a search that was stopped says so, and its release satisfies all that is required',
        BEARS, EXCLUDED, of=['optimal', *CUTS]),
    row('bound', nothing_after, False, NEVER, SEARCH, SET, RUN, of=CUTS),
    *(row(name, path, None, NEVER, READS, SET, FILE) for name in ('like', 'plan')),
    # How the release is written.
    row('spreadsheet_safe', nothing_after, False, NEVER, 'it changes published values',
        BEARS, KEPT),
    row('output_delimiter', output_delimiter, ',', FREE,
        'it is one of four that every program knows', BEARS, KEPT),
    row('max_rows', whole_number, None, NEVER, 'it says how many rows may be written', KEPT),
    # How a table is judged.
    row('require', requirement_pairs, [], TOLD, 'it says what is enough'),
    row('below', whole_number, None, NEVER, SHOWS),
    row('stars', one_of('suppressed', 'class'), 'suppressed', TOLD,
        'it says whether rows of nothing but * are people', when='class'),
    row('threshold', share_of_one, (1, 5), TOLD, 'a greater share counts fewer records at risk',
        when='above the default', weaker=more_risk),
    row('most', whole_number, None, TOLD, 'sets of more columns are not looked at'),
    row('classify', column, None, NEVER, 'it chooses what one report looks at', OWN),
    row('queries', queries, None, NEVER, 'it chooses what one report looks at', OWN),
    row('sampling_fraction', share_above_zero, None, NEVER,
        'it says how many people there are besides those of the table,'
        ' and an estimate believes it'),
    row('suda', whole_number, None, NEVER, SHOWS),
    row('standard', list_of(str), [], NEVER, 'it says what the release is judged by', SET),
    row('holds', columns_of_kinds, {}, NEVER,
        'it says what a column holds, and a standard believes it', SET),
    row('small_zips', path, None, NEVER, 'it chooses which file is believed', SET, FILE),
    row('total', whole_number, None, NEVER,
        'it says how many records there were, and a standard believes it'),
    row('tight', nothing_after, False, NEVER, 'it says how the labels of one release were made',
        OWN),
    # What is printed and shown, and which files are read and written.
    row('format', one_of('text', 'csv', 'markdown', 'json'), 'text', FREE,
        'it chooses how a run is told'),
    row('language', one_of(*LANGUAGES), 'en', FREE, 'each language tells the same', SEEN),
    row('output', path, None, NEVER, WRITES, RUN, FILE),
    *(row(name, path, None, NEVER, WRITES, SEEN, FILE)
      for name in ('record', 'recoding', 'save_plan', 'picture', 'html')),
    row('recoding_maps', path, None, NEVER, WRITES, SEEN, FILE, of=BY_LEVELS),
    row('page_text', path, None, NEVER, 'it says what somebody will sign', SEEN, FILE),
    row('internal', nothing_after, False, NEVER, 'it shows values that few people have', SEEN),
    row('force', nothing_after, False, NEVER, 'it replaces files that exist'),
    row('config', path, None, NEVER, 'an INI file cannot name itself', RUN, FILE, EXCLUDED),
    row('data', path, None, NEVER, 'it chooses which table is read', RUN, FILE, OWN),
    *(row(name, path, None, NEVER, READS, FILE, OWN)
      for name in ('known', 'second', 'second_known', 'control', 'test')),
    row('over', names, None, NEVER, SHOWS, SEEN),
    row('quiet', nothing_after, False, NEVER, SHOWS),
    row('trace', nothing_after, False, NEVER, SHOWS, SEEN, RUN, EXCLUDED),
    row('json', nothing_after, False, NEVER, SHOWS, SEEN),
    row('redact', nothing_after, False, NEVER,
        'a message before the INI file is read must know it'),
    # What a verb has for itself.
    *(row(name, None, None, NEVER, SHOWS, OWN) for name in ('all', 'satisfying', 'minimal')),
    *(row(name, None, None, NEVER, SEARCH, OWN) for name in ('algorithm', 'relaxed')),
    row('pseudonyms', path, None, NEVER, READS, FILE, OWN),
    row('classes', path, None, NEVER, READS, FILE, OWN),
    row('no_header', None, None, NEVER, 'it is for one part of a stream', OWN),
    row('header', nothing_after, False, NEVER, 'once its columns are named, they tell it', OWN),
    row('maps', path, None, NEVER, READS, FILE, OWN),
    *(row(name, None, None, NEVER, 'it is of one engine', OWN)
      for name in ('dialect', 'into', 'files', 'step')),
    row('port', port, None, NEVER, SERVES, OWN),
    row('minutes', whole_number, None, NEVER, SERVES, OWN),
    *(row(name, nothing_after, False, NEVER, SERVES, OWN) for name in ('no_browser', 'read_only')),
    *(row(name, None, None, NEVER, BUILDS, OWN)
      for name in ('column', 'widths', 'origin', 'top', 'bottom', 'parts', 'end', 'keep', 'cuts',
                   'style', 'levels', 'group', 'bounds', 'to')),
)
SETTINGS = {setting.name: setting for setting in ROWS}
DEFAULTS = {setting.name: setting.default for setting in ROWS if OWN not in setting.marks}


def settings_marked(*marks) -> list:
    """The names of the settings with one of these marks, in the order of the table.

    >>> settings_marked(RULE)
    ['l_diversity', 't_closeness', 'alpha', 'beta_likeness', 'delta_disclosure']
    >>> settings_marked(RUN)
    ['hierarchies', 'bound', 'output', 'config', 'data', 'trace']
    """
    return [setting.name for setting in ROWS if not setting.marks.isdisjoint(marks)]


def in_ini() -> list:
    """The names of the settings that an INI file may hold."""
    return [setting.name for setting in ROWS if setting.power != NEVER]


def foreign(*algorithms) -> set:
    """The settings that other algorithms have, and none of these.

    >>> 'labels' in foreign('samarati', 'optimal'), 'weights' in foreign('samarati')
    (True, False)
    """
    return {setting.name for setting in ROWS if set(algorithms).isdisjoint(setting.of)}


def take(name, value):
    """A program's value of a setting, as its kind takes it. `from_` is `from`.

    None is the default where that is nothing.

    >>> take('k_map', 5), take('limit', None), take('max_suppression', 20)
    (5, {}, '20')
    """
    setting = SETTINGS[name.rstrip('_')]
    default = setting.default
    if value is None and default in (None, {}):
        return default
    if type(value) is type(default) and value == default:
        return default
    return taken(name, setting.kind, value)
