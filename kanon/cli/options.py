"""What a user asks for: the command line, completed by the INI file beside the data and by the defaults.

Promise: what is typed wins over the INI file, the INI file over the defaults. A value that makes no sense is a usage error
(exit status 2), in one line. Nothing is written on the options once `parse` has returned them.
An INI file that nobody named has less power: ini.py says which of its options count, are told, or are refused.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter

from .. import __version__
from ..cutting.cuts import KINDS
from ..errors import DataError, nearest, one_line, quoted
from ..tables.packed import file_of_table
from .ini import ini_beside, is_shipped, read_with_texts, stem, told
from .types import NO_K, TYPES, asks_nothing, listed
from .words import DEFAULTS, MONDRIAN_WORDS, PATIENTS, RULES, SAMARATI_WORDS, SHORT, Program

CHECKOUT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The checkout or, where kanon is installed, site-packages and the folders above it, of which one is what pip installed into.
ABOVE = [CHECKOUT, *(os.path.normpath(os.path.join(CHECKOUT, *[os.pardir] * n)) for n in (1, 2, 3)), sys.prefix]
SHARES = [os.path.join(folder, 'share', 'kanon') for folder in ABOVE]
INSTALLED = next(filter(os.path.isdir, SHARES), SHARES[-1])     # what a checkout has beside kanon/
FILES = ('data', 'known', 'second', 'control', 'population', 'output', 'config', 'hierarchies', 'record', 'recoding', 'picture', 'html',
         'table', 'small_zips')


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message):
        self.exit(2, '%s: %s (%s --help tells more)\n' % (self.prog, one_line(message), self.prog))


def parser(program) -> Parser:
    """The parser of one program. What is not typed stays out of its result."""
    examples = '\n'.join('  %s%s' % (program.command, line) for line in program.examples)
    made = Parser(program.command, description=program.title, epilog=program.epilog % examples, allow_abbrev=False,
                  argument_default=argparse.SUPPRESS, formatter_class=formatter)
    for name, how in program.before.items():
        made.add_argument(name, **how)
    made.add_argument('data', **program.data)
    for word in program.words:
        name = word.flag[2:].replace('-', '_')
        how = word.how if isinstance(word.how, dict) else {
            'metavar': word.how, 'type': word.type or TYPES.get(name, str), 'action': Once}
        flags = [SHORT[word.flag], word.flag] if word.flag in SHORT else [word.flag]
        made.add_argument(*flags, help=word.help.replace('{program}', program.name).replace('%', '%%'), **how)
    made.add_argument('--version', action='version', version='kanon ' + __version__)
    return made


class Once(argparse.Action):
    """An option of one value, the last. A second one with rules by column is refused, because it would drop those of the first."""

    def __call__(self, parser, namespace, values, option_string=None):
        if isinstance(values, dict) and self.dest in namespace:
            raise argparse.ArgumentError(self, 'it is typed twice, and the second would replace the first; write all parts as one')
        vars(namespace)[self.dest] = values


def formatter(prog):
    """Help in 110 columns. To ask the terminal, argparse would import shutil at every start (4 ms)."""
    return argparse.RawDescriptionHelpFormatter(prog, width=110)


def parse(program, argv=None, named=False) -> argparse.Namespace:
    """All options of a run, from the command line, the INI file and the defaults, with its files.

    `data`, `config` (None without an INI file), `hierarchies` and `output` are paths. `typed` names the options that were typed,
    `said` those and the options in the INI file. `from_ini` names the program's options that come from the INI file. `named` says
    whether the user stands behind that file. If not, `telling` holds those of its options that must be told. `carried` names the
    columns that are published as they are. named: whether the INI file counts as if --config named it.
    """
    command_line = parser(program)
    arguments = sys.argv[1:] if argv is None else list(argv)
    typed = vars(command_line.parse_args(arguments))
    if isinstance(typed.get('data'), list):
        typed['data'], *typed['further'] = typed['data']
    refuse_empty(typed, command_line.error)
    data, config = table_and_config(typed, program)
    words, defaults = {word.flag[2:].replace('-', '_') for word in program.words}, {**DEFAULTS, **program.defaults}
    named = named or 'config' in typed
    in_file, telling = from_ini(config, program, typed, named, words, defaults) if config else ({}, None)
    said = {**in_file, **typed}
    values = {**defaults, **said, 'program': program.name, 'command': program.command, 'data': data,
              'config': config, 'arguments': arguments if 'data' in typed else [*arguments, data], 'said': frozenset(said),
              'typed': frozenset(typed), 'from_ini': [name for name in in_file if name in words],
              'named': telling is None, 'telling': telling or {},
              'carried': [], 'shipped': False}
    if values['hierarchies'] is None:
        values['hierarchies'] = folder_of_hierarchies(values.get('known') or values.get('table') or '-', data)
    if 'sensitive' not in said:
        values['sensitive'] = [name for name in values['sensitive']
                               if name not in [*values['quasi'], *values['publish'], values['counts']]]
    if asks_nothing(values):
        command_line.error('argument -k/--k: ' + NO_K % quoted('1'))
    program.settle(values, said, typed, command_line.error)
    return argparse.Namespace(**values)


def refuse_empty(typed, error):
    for name in FILES:
        if typed.get(name) == '':
            error('%s is empty' % name.upper())
    if '' in typed.get('further', []):
        error('DATA is empty')


def table_and_config(typed, program) -> tuple:
    """The table, and the INI file: the one that is typed, else that beside a known table, else that beside the table."""
    data = typed.get('data') or program.no_data or default_data()
    if os.path.isdir(data):     # beside a folder is not in it, with or without a slash behind its name
        data = data.rstrip(os.sep) or data
    known = typed.get('known', typed.get('table', '-'))
    return data, typed.get('config') or program.from_ini != () and (ini_beside(known) or ini_beside(data)) or None


def from_ini(config, program, typed, named, words, defaults) -> tuple:
    """What the INI file says that was not typed, as far as the program takes it from there, and what of it must be told.

    The second is None if the user stands behind the file, or it came with kanon. named: whether the user named it.
    """
    read = read_with_texts(config, 'config' in typed)
    in_file = {name: pair for name, pair in read.items() if name not in typed and (program.from_ini is None or name in program.from_ini)}
    telling = None
    if not named and not is_shipped(config, read, home()):
        telling = told(config, {name: pair for name, pair in in_file.items() if name in words}, defaults)
    return {name: value for name, (value, _) in in_file.items()}, telling


# How a program's values are completed: settle(values, said, typed, error) changes `values`, or ends with a usage error.
# said: what was typed or stands in the INI file; typed: what was typed; error: a function that ends the program.

def settle_release(values, said, typed, error):
    """Of a program that publishes."""
    need_folder(values, said)
    values['carried'] = values['sensitive'] + values['publish']
    values['shipped'] = 'data' not in typed and 'output' not in typed and values['data'].endswith('adult_sample.data')
    if values['output'] is None:
        if values['data'] == '-':
            error('DATA is standard input; name the output with -o')
        if values['further'] or os.path.basename(values['data']) in ('', os.curdir, os.pardir):
            error('DATA is several files; name the output with -o')
        values['output'] = '%s_%s.csv' % (stem(values['data']), values['program'])
        if values['output'].startswith(INSTALLED):
            values['output'] = os.path.basename(values['output'])
    check_columns(values, said, error)
    if values['counts'] is not None and values['order'] == 'input':
        error('--order input and --counts exclude each other: a row that stands for several records has no order of them')
    if values['max_rows'] and values['counts'] is None:
        error('--max-rows is for --counts')
    check_names_files(values, ('recoding', 'record'), error)
    check_seen(values, typed, error)
    if values['recoding'] and values['program'] == 'mondrian' and values['partitioning'] == 'relaxed':
        error('--recoding and --partitioning relaxed exclude each other: relaxed cuts part the records of one combination')
    if values['json'] and values['output'] == '-':
        error('--json and -o - cannot both write to standard output; name a file with -o')
    check_standards(values, error)
    settle_search(values, said, typed, error)


def check_standards(values, error):
    for name in ('holds', 'small_zips', 'total'):
        if values[name] and not values['standard']:
            error('--%s is for --standard' % name.replace('_', '-'))
    twice = [name for name, times in Counter(values['standard']).items() if times > 1]
    if twice:
        error('--standard names %s twice' % quoted(twice[0]))


def settle_table(values, said, typed, error):
    """Of a program that prints a table of settings or vectors."""
    need_folder(values, said)
    values['carried'] = restricted(values)
    values['output'] = values['output'] or '-'
    check_columns(values, said, error)
    check_seen(values, typed, error)
    settle_search(values, said, typed, error)


def check_names_files(values, names, error):
    for name in names:
        if values[name] == '-':
            error('--%s names a file; it is not written to standard output' % name)


def check_seen(values, typed, error):
    """The picture and the page are files. --over names two quasi-identifiers."""
    check_names_files(values, ('picture', 'html'), error)
    if values['over'] is None:
        return
    if not values['picture'] and not values['html']:
        error('--over is for --picture and --html')
    check_known('--over', values['over'], values['quasi'], 'quasi-identifier', error)
    if len(values['over']) != 2 or len(set(values['over'])) < 2:
        error('--over needs two quasi-identifiers, such as %s' % quoted(listed(values['quasi'][:2]))
              if len(values['quasi']) > 1 else '--over needs two quasi-identifiers, and there is one')


def settle_search(values, said, typed, error):
    """What is asked of the search."""
    searching = values['partitioning'] not in KINDS and values['program'] in ('mondrian', 'sweep')
    if 'time_limit' in typed and not values['optimal'] and not searching and not values['bound']:
        error('--time-limit is for %s' % ('--partitioning optimal or clustered, and for --bound' if values['program'] == 'mondrian'
                                          else 'the optimal search'))
    if searching:
        check_searching(values, typed, error)
    if values['measure'] == 'first' and values['optimal']:
        error('the optimal search needs a --measure other than first')
    settle_weights(values, typed, error)
    settle_grid(values, typed, error)
    check_limits(values, typed, error)
    check_rules(values, typed, error)
    check_population(values, typed, error)
    if values['choose'] == 'random' and values['seed'] is None and values['program'] in ('mondrian', 'sweep'):
        error('--choose random needs a --seed, so that the run can be repeated')
    if 'seed' in typed and values['choose'] != 'random':
        error('--seed is for --choose random')
    check_missing(values, typed, error)


def check_searching(values, typed, error):
    """The searches for the best cuts choose them by themselves, and know nothing of nodes and boxes."""
    for name, word, excluded, instead in (('choose', values['choose'], values['choose'] != 'widest', 'widest'),
                                          ('labels', 'box', 'box' in values['labels'], 'range'),
                                          ('categories', 'hierarchy', values['categories'] == 'hierarchy', 'leaves')):
        if excluded:
            error('--partitioning %s and --%s %s exclude each other' % (values['partitioning'], name, word) + (
                '' if name in typed else '; {0} says {1} = {2}, so type --{1} {3}, too'.format(values['config'], name, word, instead)))


def need_folder(values, said):
    """DataError if the folder of hierarchies that was named is not there."""
    if 'hierarchies' in said and not os.path.isdir(values['hierarchies']):
        raise DataError('there is no such folder of hierarchies', values['hierarchies'])


def check_columns(values, said, error):
    """A column is named once, and a list of quasi-identifiers names one."""
    named = Counter(values['quasi'] + values['carried'])
    twice = [name for name, times in named.items() if times > 1]
    if twice:
        error('column %s is named twice' % quoted(twice[0]))
    if not values['quasi'] and 'quasi' in said:
        error('--quasi names no column')
    if values['counts'] in values['quasi'] + values['sensitive'] + values['publish'] + values.get('column', []):
        error('column %s has the --counts, so it is no quasi-identifier and is not published' % quoted(values['counts']))


def place_of(name, values, typed) -> str:
    """Where an option stands: on the command line, or in the INI file.

    >>> place_of('k_map', {'config': 'ward.ini'}, {'k_map'}), place_of('k_map', {'config': 'ward.ini'}, {})
    ('--k-map', 'ward.ini: k-map')
    """
    word = name.replace('_', '-')
    return '--' + word if name in typed else '%s: %s' % (values['config'], word)


def check_known(place, names, known, what, error):
    """The columns that an option names are known."""
    there = set(known)      # which may be very many
    for name in names:
        if name not in there:
            error('%s: %s is not a %s%s' % (place, quoted(name), what, nearest(name, known)))


def check_missing(values, typed, error):
    if 'missing_in' in typed and values['missing'] != 'drop':
        error('--missing-in is for --missing drop, which alone leaves records out')


def settle_weights(values, typed, error):
    """Weights are those of quasi-identifiers, and one of them is above 0. An INI file's weights may be of other columns."""
    quasi = set(values['quasi'])        # there may be very many
    if 'weights' in typed:
        check_known('--weights', values['weights'], values['quasi'], 'quasi-identifier', error)
    values['weights'] = weights = {name: weight for name, weight in values['weights'].items() if name in quasi}
    if weights and not any(weights.get(name, 1) for name in values['quasi']):
        error('--weights are all 0; give at least one quasi-identifier a weight above 0')


def settle_grid(values, typed, error):
    """Edges are those of quasi-identifiers, and for --labels grid. An INI file's edges may be of other columns."""
    if 'grid' in typed:
        if values['labels'] != 'grid':
            error('--grid is for --labels grid')
        check_known('--grid', values['grid'], values['quasi'], 'quasi-identifier', error)
    values['grid'] = {name: edges for name, edges in values['grid'].items() if name in values['quasi']}


def grids_of(options) -> dict:
    """{quasi-identifier: its edges, '' for those of its hierarchy} with --labels grid, otherwise {}."""
    return {name: options.grid.get(name, '') for name in options.quasi} if options.program == 'mondrian' and options.labels == 'grid' else {}


def check_limits(values, typed, error):
    """Limits are those of quasi-identifiers. A limit in an INI file is not passed over, because whoever wrote it relies on it."""
    for name in 'limit', 'from':
        check_known(place_of(name, values, typed), values[name], values['quasi'], 'quasi-identifier', error)
    if values['program'] not in ('mondrian', 'sweep'):
        return
    if (values['limit'] or values['from']) and 'box' in values['labels']:
        error('--labels box excludes --limit and --from: a box is open at the ends of its column, and so has no limit')
    if (values['limit'] or values['from']) and values['labels'] == 'grid':
        error('--labels grid excludes --limit and --from: the edges of a grid say how fine a label is')
    if values['bound'] and (values['from'] or {'box', 'grid'} & set(values['labels'].split(','))):
        error('--bound is for intervals between recorded values, and it would tell values that --labels box and grid hide; leave it out,'
              ' or these labels and --from')


def check_rules(values, typed, error):
    """Rules beyond k need sensitive columns, and name no others."""
    for name in RULES:
        if values[name] and not values['sensitive']:
            error('%s needs a --sensitive column' % place_of(name, values, typed))
        check_known(place_of(name, values, typed), filter(None, values[name]), values['sensitive'], 'sensitive column', error)


def check_population(values, typed, error):
    """What is required in a population needs one, and a search by levels."""
    asked = [name for name in ('k_map', 'delta_presence') if values[name]]
    for name in asked:
        if values['program'] == 'mondrian' or 'mondrian' in values.get('algorithm', ()):
            error("%s is for searches by levels, and Mondrian cuts; take run_samarati.py or python -m kanon datafly, or --algorithm"
                  ' without mondrian' % place_of(name, values, typed))
        if not values['population']:
            error('%s needs a --population' % place_of(name, values, typed))
    if values['population'] == '-':
        error('--population names a file; it is not standard input')
    if not asked and 'population' in typed and values['program'] != 'check':
        error('--population is for --k-map and --delta-presence; give one of them')
    if 'population_counts' in typed and not values['population']:
        error('--population-counts is for --population')
    if values['population'] and values['population_counts'] in values['quasi']:
        error('column %s has the --population-counts, so it is no quasi-identifier' % quoted(values['population_counts']))


def restricted(values) -> list:
    """The sensitive columns that have a rule beyond k."""
    rules = [values[name] for name in RULES]
    return [name for name in values['sensitive'] if any(None in of_columns or name in of_columns for of_columns in rules)]


# The files.

def home() -> str:
    """The folder that holds hierarchies/ and data/: the checkout or, where kanon is installed, INSTALLED."""
    return from_here(CHECKOUT if os.path.isdir(os.path.join(CHECKOUT, 'hierarchies')) else INSTALLED)


def from_here(path):
    """A path below the current folder, as one would type it."""
    try:
        here = os.path.join(os.getcwd(), '')
    except FileNotFoundError:       # it has been removed
        return path
    return os.path.join(path, '')[len(here):].rstrip(os.sep) if os.path.join(path, '').startswith(here) else path


def default_data():
    """data/adult.data if it is there, else the sample that came with kanon."""
    for name in ('adult.data', 'adult_sample.data'):
        path = os.path.join(home(), 'data', name)
        if os.path.exists(path):
            return path
    raise DataError('no DATA is named, and neither adult.data nor the sample is here; name a table as DATA',
                    os.path.join(home(), 'data'))


def folder_of_hierarchies(*files):
    """The folder hierarchies/ beside the first of these files that has one, else the one that came with kanon."""
    beside = [os.path.join(os.path.dirname(file_of_table(file)), 'hierarchies') for file in files if file != '-']
    return next(filter(os.path.isdir, beside), None) or os.path.join(home(), 'hierarchies')


SAMARATI = Program('samarati', 'run_samarati.py', "Publish a k-anonymous table: Samarati's full-domain generalization with suppression.",
                   SAMARATI_WORDS, settle_release, PATIENTS, publishes=True)
MONDRIAN = Program('mondrian', 'run_mondrian.py', "Publish a k-anonymous table: Mondrian's multidimensional median cuts.",
                   MONDRIAN_WORDS, settle_release, PATIENTS, publishes=True)
