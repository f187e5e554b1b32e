"""What an INI file may set that nobody named: one row an option of any program, with the reason.

Promise: an INI file that was found beside a table, and not named with --config, sets nothing that weakens what a run promises
unless the run refuses it, or says it at the head of its report and on standard error. Such a file may come from the table's sender.
A `free` option cannot weaken anything. A `told` option counts, and is told where it is weaker than the default. A `typed` option is
refused where it is weaker than the default. A `never` option stands in no INI file at all.
The folder hierarchies/ beside a table may come from its sender, too. It decides which values share a label. The classes are counted
by what is published, so k, l-diversity, alpha and t-closeness by equal distance hold whatever the folder says. A tree that changes
nothing, or that gives each value a label of its own, only makes more levels. `resting_text` names what such a folder can weaken.
"""

from __future__ import annotations

import os
import shlex
from collections import namedtuple

from ..errors import LONGEST_SHOWN, DataError, one_line

FREE, TOLD, TYPED, NEVER = 'free', 'told', 'typed', 'never'


def other(value, default):
    return value != default


def fewer(value, default):
    """Whether a k is below the default of a program that has one. A list is that of `sweep`, which an INI file cannot hold."""
    return default is not None and value < default


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
    'population': Row(TYPED, 'it says who could be in the table'),
    'population_counts': Row(TYPED, 'it says how many people each row of the population stands for'),
    'k_map': Row(TYPED, 'it says that people of a population protect each other'),
    'delta_presence': Row(TYPED, 'it says that people of a population protect each other'),
    'k': Row(TYPED, 'it says how many records protect each other', 'below the default', fewer),
    'order': Row(TYPED, 'the order of the rows tells whose row each is', 'input'),
    'columns': Row(TYPED, 'it gives other names to a header line', 'if the table has a header line', with_the_table),
    'quasi': Row(TOLD, 'it says what others may know about a person', 'other than the default'),
    'sensitive': Row(TOLD, 'these columns are published unchanged', 'other than the default'),
    'publish': Row(TOLD, 'these columns are published unchanged', 'if it names a column'),
    'missing': Row(TOLD, 'it publishes records that would be left out, or leaves out people who would be counted', 'other than the default'),
    'unreadable': Row(TOLD, 'it publishes a table that would be refused', 'missing'),
    'max_suppression': Row(TOLD, 'it takes more records out of the table', 'above the default, or a share', more_suppressed),
    'stars': Row(TOLD, 'it says whether rows of nothing but * are people', 'class'),
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
    by_tree = any(isinstance(rule, tuple) and rule[1] == 'hierarchical' for rule in options.t_closeness.values())
    rests = [word for word, asked in (('--from', getattr(options, 'from')), ('--t-closeness hierarchical', by_tree),
                                      ('--k-map', options.k_map), ('--delta-presence', options.delta_presence)) if asked]
    if rests and options.program in ('samarati', 'mondrian', 'datafly', 'sweep', 'lattice'):
        yield ('nobody named the hierarchies in %s, and what %s asks for is worth no more than they are; look at them, and name the'
               ' folder with --hierarchies' % (one_line(options.hierarchies), ' and '.join(rests)))


def refusal(config, name, text, why) -> DataError:
    """The refusal of an option that counts only if it is typed, or if --config names the file.

    >>> print(refusal('d.ini', 'k_map', '5', 'it says who is protected'))
    d.ini: k-map = 5 is taken only if you ask for it, because it says who is protected; delete the line, or type --k-map 5 or --config d.ini
    """
    word, text = name.replace('_', '-'), ' '.join(text.split())
    typed = shlex.quote(text)
    if len(text) > LONGEST_SHOWN:
        text = text[:LONGEST_SHOWN] + '...'
        typed = '...'
    return DataError('%s = %s is taken only if you ask for it, because %s; delete the line, or type --%s %s or --config %s'
                     % (word, text, why, word, typed, shlex.quote(config)), config)


def telling_text(config, telling) -> str:
    """What is said of the options that a file set which nobody named.

    >>> telling_text('d.ini', {'publish': ['ward', 'name'], 'max_suppression': '5%'})
    'nobody named d.ini with --config, and it sets publish = ward, name; max-suppression = 5%'
    """
    pairs = [(name.replace('_', '-'), ', '.join(value) if isinstance(value, list) else ' '.join(value.split()))
             for name, value in telling.items()]
    return one_line('nobody named %s with --config, and it sets %s' % (config, '; '.join('%s = %s' % pair for pair in pairs)))
