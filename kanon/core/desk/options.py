"""What a user asks for: the command line, completed by the INI file and by the defaults.

Promise: what is typed wins over the INI file, the INI file over the defaults. A value that makes no
sense is a usage error (exit status 2), in one line. Nothing is written on the options once `parse`
has returned them.
An INI file that nobody named has less power: settings/ini.py says which of its options count, are
told, or are refused.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import Counter
from itertools import takewhile

from ... import __version__
from ..algorithms import algorithm_of, takes
from ..errors import (DataError, Refused, at, nearest, of_options, one_line, option, quoted, typed
                      as as_typed, worded)
from ..own_files import CHECKOUT, as_typed_here, exists, is_folder, is_own, tools_are_there
from ..settings.asked import (RULES, check_asked, check_columns, check_counted, check_columns_known,
                              check_history, check_maps, check_persons_counted, restricted)
from ..settings.ini import INI_OF_MAPS, ini_beside, is_shipped, read_with_texts, stem, told_options
from ..settings.kinds import NO_K, asks_nothing, listed
from ..settings.table import DEFAULTS, FILE, SETTINGS
from ..tables.packed import file_of_table
from ..tools_door import NEEDS, check_tools, lacking, tool
from .words import MONDRIAN_WORDS, PATIENTS, SAMARATI_WORDS, SHORT, Program, setting_of_word

# The checkout or, where kanon is installed, site-packages and the folders above it. pip installed
# into one of them.
PARENTS = [os.path.join(CHECKOUT, up) for up in ('', '..', '../..', '../../..')]
ABOVE = [*map(os.path.normpath, PARENTS), sys.prefix]
SHARES = [os.path.join(folder, 'share', 'kanon') for folder in ABOVE]
INSTALLED = next(filter(is_folder, SHARES), SHARES[-1])     # what a checkout has beside kanon/

NONE = 'none'       # the output of a run that decides alone
TO_OUTPUT = ('-o', '-'), ('--output', '-')


# The command line.

class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line.

    as_json: whether they are an object for a program, too. word: as `word_of` returns it.
    """

    as_json, word = False, None

    def error(self, message):
        message = worded(message, self.word)
        if self.as_json:
            from .screen import print_failure
            print_failure(2, Refused(message).told())
        line = '%s: %s (%s --help tells more)' % (self.prog, one_line(message), self.prog)
        self.exit(2, line + '\n')


def parser(program) -> Parser:
    """The parser of one program. What is not typed stays out of its result."""
    examples = '\n'.join('  %s%s' % (program.command, line) for line in program.examples)
    made = Parser(program.command, description=program.title, epilog=program.epilog % examples,
                  allow_abbrev=False, argument_default=argparse.SUPPRESS,
                  formatter_class=formatter)
    made.word = word_of(program)
    for name, how in program.before.items():
        made.add_argument(name, **refusing(how))
    made.add_argument('data', **program.data)
    for word in program.words:
        short = [SHORT[word.flag]] if word.flag in SHORT else []
        how = refusing(how_of(word))
        made.add_argument(*short, word.flag, help=help_of(word, program), **how)
    made.add_argument('--version', action='version', version='kanon ' + __version__)
    return made


def help_of(word, program) -> str:
    """The help of a word. One that needs kanon/tools/ has none where that is not there."""
    if setting_of_word(word) in NEEDS and not tools_are_there():
        return argparse.SUPPRESS
    text = as_typed_here(word.help).replace('{program}', program.name)
    return text.replace('%', '%%')


def how_of(word) -> dict:
    """What argparse is asked for a word."""
    if isinstance(word.how, dict):
        return word.how
    kind = word.type or SETTINGS[setting_of_word(word)].kind or str
    return {'metavar': word.how, 'type': kind, 'action': Once}


def refusing(how) -> dict:
    """What argparse is asked for, with a type that raises argparse's own exception."""
    def typed(text):
        try:
            return how['type'](text)
        except DataError as error:
            raise argparse.ArgumentTypeError(error.problem) from None
    return {**how, 'type': typed} if 'type' in how else how


class Once(argparse.Action):
    """An option of one value, the last.

    A second one with rules by column is refused, because it would drop those of the first. Lists of
    items belong together, and a column is named once.
    """

    def __call__(self, parser, namespace, values, option_string=None):
        typed = vars(namespace)
        if self.dest == 'items' and values.keys().isdisjoint(typed.get('items', {})):
            values = {**typed.pop('items', {}), **values}
        if isinstance(values, dict) and self.dest in typed:
            raise argparse.ArgumentError(self, 'it is typed twice, and the second would replace the'
                                               ' first; write all parts as one')
        typed[self.dest] = values


def formatter(prog):
    """Help in 110 columns.

    To ask the terminal, argparse would import shutil at every start (4 ms).
    """
    return argparse.RawDescriptionHelpFormatter(prog, width=110)


# The options of a run.

def parse(program, argv=None, named=False) -> argparse.Namespace:
    """All options of a run, from the command line, the INI file and the defaults, with its files.

    named: whether the INI file counts as if --config named it. The options are those of DEFAULTS
    and of the program, and
    data, config, hierarchies, output   paths; config is None without an INI file
    typed       the names of the options that were typed
    said        those, and the names of the options in the INI file
    from_ini    the program's options that come from the INI file
    named       whether the user stands behind that file
    telling     if not, those of its options that must be told
    carried     the columns that are published as they are
    followed    with --like the level of each column, with --plan the plan
    passed      with either, the INI file that lies beside the table and is not read
    algorithms  {name: algorithm} of the run
    """
    command_line = parser(program)
    arguments = sys.argv[1:] if argv is None else list(argv)
    command_line.as_json = wants_json(program, arguments)
    typed = typed_words(command_line, program, arguments)
    data, config = table_and_config(typed, program)
    words = {setting_of_word(word) for word in program.words}
    if program.name == 'mondrian':
        words.discard('max_suppression')        # it is for --plan, with which no INI file is read
    defaults = {**DEFAULTS, 'further': [], **program.defaults}
    recorded, in_file, telling, followed, passed = {}, {}, None, None, None
    if typed.get('like') or typed.get('plan'):
        recorded, followed = of_earlier_run(typed, command_line.error)
        config, passed = None, config
    elif config:
        named = named or 'config' in typed or config == ini_in_maps(typed, program)
        in_file, telling = from_ini(config, program, typed, named, words, defaults)
    said = {**recorded, **in_file, **typed}
    values = {**defaults, **said, 'data': data, 'config': config, 'carried': [], 'shipped': False,
              'program': program.name, 'command': program.command, 'defaults': defaults,
              'arguments': arguments if 'data' in typed else [*arguments, data],
              'said': frozenset(said), 'typed': frozenset(typed),
              'from_ini': [name for name in in_file if name in words],
              'named': telling is None, 'telling': telling or {},
              'followed': followed, 'passed': passed}
    if 'items' not in words:
        values['items'] = {}        # of an INI file that serves other programs, too
    if values['hierarchies'] is None:
        known = values.get('known') or values.get('table') or '-'
        values['hierarchies'] = folder_of_hierarchies(known, data)
    if 'sensitive' not in said:
        others = [*values['quasi'], *values['publish'], values['counts']]
        values['sensitive'] = [name for name in values['sensitive'] if name not in others]
    try:
        complete(values, said, typed, program, command_line.error)
    except Refused as refused:
        advised = refused.instead and refused.instead[0] not in typed
        advice = '; type %s, too' % as_typed(*refused.instead) if advised else ''
        problem = worded(refused.problem, place_of(values, program))
        command_line.error(problem + advice)
    return argparse.Namespace(**values)


def typed_words(command_line, program, arguments) -> dict:
    """{setting: value} of what is typed, with `data` and, of several tables, the `further` ones."""
    check_tools(flags_in(arguments))
    known, unknown = None, mistyped(arguments, program)     # argparse asks for others first
    if not unknown:
        known, unknown = command_line.parse_known_args(arguments)
    if unknown:
        command_line.error(unknown_text(unknown, program))
    typed = vars(known)
    if isinstance(typed.get('data'), list):
        typed['data'], *typed['further'] = typed['data']
    refuse_empty(typed, program, command_line.error)
    return typed


def complete(values, said, typed, program, error):
    """Complete the values as the program does, and add its algorithms.

    Refused for what makes no sense.
    """
    if asks_nothing(values['k'], values['k_map'], values['delta_presence']):
        raise Refused('argument -k/--k: ' + NO_K.format(quoted('1')))
    program.settle(values, said, typed, error)
    own = typed.keys() - ({'max_suppression'} if values['plan'] else set())
    values['algorithms'] = algorithms_by(program.by(values), values, own)
    algorithms = values['algorithms'].values()
    check_persons_counted(values['person'], values['memory'], algorithms)
    check_history(values['history'], values['person'], algorithms, counts=values['counts'],
                  order=values['order'], recoding=values['recoding'], k_map=values['k_map'],
                  presence=values['delta_presence'], measure=values['measure'],
                  output=values['output'],
                  rules=[rule for name in RULES for rule in values[name].values()])
    if values['save_plan']:
        from ..algorithms.plans import check_planned        # few runs write a plan
        for algorithm in algorithms:
            check_planned(algorithm, values['person'])


def wants_json(program, arguments) -> bool:
    """Whether a run that fails says so as JSON, too. That is known before the options are.

    Where a release is printed there is no JSON.
    """
    flags, pairs = flags_of(program), set(zip(arguments, arguments[1:]))
    to_output = not {'-o-', '--output=-'}.isdisjoint(arguments) or not pairs.isdisjoint(TO_OUTPUT)
    if program.publishes and to_output:
        return False
    if '--json' in arguments and '--json' in flags:
        return True
    formatted = '--format=json' in arguments or ('--format', 'json') in pairs
    return formatted and '--format' in flags


def unknown_text(words, program) -> str:
    """What is said of words that a program does not know.

    An option of other programs is said to be theirs.
    """
    like_options = [word for word in words if re.match('--?[A-Za-z]', word)]
    if not like_options:
        return 'unrecognized arguments: %s' % ' '.join(words)
    name = like_options[0].partition('=')[0]
    takers = takers_of(name)
    if not takers:
        return 'there is no option %s%s' % (quoted(name), nearest(name, offered(program), quoted))
    more = ' and %d more' % (len(takers) - 3) if len(takers) > 3 else ''
    return ('%s is not for this program; it is an option of %s%s'
            % (name, ', '.join(takers[:3]), more))


def takers_of(flag) -> list:
    """How the programs are typed that have an option."""
    programs = tool('verbs').programs() if tools_are_there() else SCRIPTS
    return [each.command for each in programs if flag in flags_of(each)]


def program_of_record(name, record) -> Program:
    """The program of a record, such as datafly. Refused if this copy of kanon lacks it."""
    if tools_are_there():
        return tool('verbs').program_of(name)[0]
    for script in SCRIPTS:
        if script.name == name:
            return script
    raise lacking('%s is the record of %s, which' % (record, name))


def mistyped(arguments, program) -> list:
    """The words before -- that begin with --, and that the program does not have.

    argparse would take them for options.
    """
    known = {*flags_of(program), '--help', '--version'}
    return [word for flag, word in flags_in(arguments).items() if flag not in known]


def flags_in(arguments) -> dict:
    """{flag: the last word that has it} of the words before -- that look like options of more than
    a letter.

    >>> flags_in(['t.csv', '--k=3', '--html', 'x', '-o', '--', '--trace'])
    {'--k': '--k=3', '--html': '--html'}
    """
    before = takewhile('--'.__ne__, arguments)
    words = [word for word in before if re.match('--[A-Za-z][^ =]*(=|$)', word)]
    return {word.partition('=')[0]: word for word in words}


def flags_of(program) -> list:
    return [word.flag for word in program.words]


def offered(program) -> list:
    """The flags of a program, but for those that need kanon/tools/ where that is not there."""
    hidden = () if tools_are_there() else NEEDS
    return [word.flag for word in program.words if setting_of_word(word) not in hidden]


def refuse_empty(typed, program, error):
    """End with a usage error if a file is named by nothing."""
    files = [word for word in program.words if FILE in SETTINGS[setting_of_word(word)].marks]
    for name in ['data', *program.before, *map(typed_as, files)]:
        if typed.get(name) == '':
            shown = program.data['metavar'] if name == 'data' else name.upper()
            error('%s is empty' % shown)
    if '' in typed.get('further', []):
        error('DATA is empty')


def typed_as(word) -> str:
    """The name under which argparse keeps what is typed for a word."""
    name = setting_of_word(word)
    return word.how.get('dest', name) if isinstance(word.how, dict) else name


# The INI file, or the record or the plan in its place.

def table_and_config(typed, program) -> tuple:
    """The table, and the INI file: the one that is typed, else that beside a table.

    A known table comes before the one that is judged.
    """
    data = typed.get('data') or program.no_data or default_data()
    if os.path.isdir(data):     # beside a folder is not in it, with or without a slash at its end
        data = data.rstrip(os.sep) or data
    config = typed.get('config') or ini_in_maps(typed, program)
    if not config and program.from_ini != ():
        known = typed.get('known', typed.get('table', '-'))
        config = ini_beside(known) or ini_beside(data)
    return data, config or None


def ini_in_maps(typed, program):
    """The INI file in a folder of maps, or None. Who names the folder names the file.

    The folder is typed before the table or, with --counted, behind --recoding.
    """
    if 'recoding' not in program.before and 'counted' not in typed:
        return None
    path = os.path.join(typed.get('recoding', ''), INI_OF_MAPS)
    return path if os.path.isfile(path) else None


def of_earlier_run(typed, error) -> tuple:
    """What a run has from the record of --like, and the level of each column.

    With --plan, what it has from the plan, and the plan.
    """
    from .repeating import taken_from_plan, taken_over      # few runs follow another
    try:
        if 'plan' in typed:
            return taken_from_plan(typed['plan'], typed)
        return taken_over(typed['like'], typed, parse, program_of_record)
    except Refused as refused:
        return error(one_line(refused.problem))


@of_options()
def from_ini(config, program, typed, named, words, defaults) -> tuple:
    """What the INI file says that was not typed, and what of it must be told.

    The first is what the program takes from there. The second is None if the user stands behind the
    file, or it came with kanon. named: whether the user named it.
    """
    read = read_with_texts(config, 'config' in typed)
    in_file = {name: pair for name, pair in read.items()
               if name not in typed and (program.from_ini is None or name in program.from_ini)}
    telling = None
    if not named and not is_shipped(config, read, home()):
        of_program = {name: pair for name, pair in in_file.items() if name in words}
        telling = told_options(config, of_program, defaults)
    return {name: value for name, (value, _) in in_file.items()}, telling


# How a program's values are completed: settle(values, said, typed, error) changes `values`, or ends
# with a usage error.
# said: what was typed or stands in the INI file
# typed: what was typed
# error: a function that ends the program

def settle_release(values, said, typed, error):
    """Complete the values of a program that publishes."""
    need_folder(values, said)
    values['carried'] = values['sensitive'] + values['publish']
    values['shipped'] = ('data' not in typed and 'output' not in typed
                         and values['data'].endswith('adult_sample.data'))
    decides = values['recoding'] or values['recoding_maps']
    if values['output'] == NONE or values['output'] is None and decides:
        settle_decision(values, typed, error)
    elif values['output'] is None:
        values['output'] = default_output(values, error)
    check_columns(values, said)
    check_counted(values['counts'], values['max_rows'], values['order'])
    files = 'recoding', 'recoding_maps', 'record', 'save_plan', 'history'
    check_names_files(values, files, error)
    check_seen(values, error)
    by_relaxed_cuts = values['program'] == 'mondrian' and values['partitioning'] == 'relaxed'
    if values['recoding'] and by_relaxed_cuts:
        error('--recoding and --partitioning relaxed exclude each other: relaxed cuts part the'
              ' records of one combination')
    if values['json'] and values['output'] == '-':
        error('--json and -o - cannot both write to standard output; name a file with -o')
    check_standards(values, error)
    check_asked(values, typed, values['program'] != 'mondrian')
    check_maps(values)


def default_output(values, error) -> str:
    """The file of the release where none is named.

    It is beside the table, or here if the table came with kanon.
    """
    data = values['data']
    if data == '-':
        error('DATA is standard input; name the output with -o')
    if values['further'] or os.path.basename(data) in ('', os.curdir, os.pardir):
        error('DATA is several files; name the output with -o')
    path = '%s_%s.csv' % (stem(data), values['program'])
    if path.startswith(INSTALLED) or is_own(path):
        return os.path.basename(path)
    return path


def settle_decision(values, typed, error):
    """Complete the values of a run that decides alone: an engine writes the release."""
    if not values['recoding'] and not values['recoding_maps']:
        error('-o %s writes no release, so it needs --recoding' % NONE)
    if values['output']:
        why = '-o %s writes none' % NONE
    else:
        why = '--recoding%s without -o writes none' % ('' if values['recoding'] else '-maps')
    for name in ('record', 'html', 'standard', 'order', 'output_delimiter', 'max_rows',
                 'spreadsheet_safe'):
        if name in typed:
            error('--%s is for a release, and %s; name the output with -o'
                  % (name.replace('_', '-'), why))
    values['output'], values['order'] = None, 'sorted'


def check_standards(values, error):
    for name in ('holds', 'small_zips', 'total'):
        if values[name] and not values['standard']:
            error('--%s is for --standard' % name.replace('_', '-'))
    twice = [name for name, times in Counter(values['standard']).items() if times > 1]
    if twice:
        error('--standard names %s twice' % quoted(twice[0]))


def settle_table(values, said, typed, error):
    """Complete the values of a program that prints a table of settings or vectors."""
    need_folder(values, said)
    values['carried'] = restricted(values)
    values['output'] = values['output'] or '-'
    check_columns(values, said)
    check_seen(values, error)
    check_asked(values, typed, 'mondrian' not in values.get('algorithm', ()))


def check_names_files(values, names, error):
    for name in names:
        if values[name] == '-':
            what = 'folder' if name == 'recoding_maps' else 'file'
            error('--%s names a %s; it is not written to standard output'
                  % (name.replace('_', '-'), what))


def check_seen(values, error):
    """The picture and the page are files. --over names two quasi-identifiers."""
    check_names_files(values, ('picture', 'html'), error)
    check_signed(values, error)
    over, quasi = values['over'], values['quasi']
    if over is None:
        return
    if not values['picture'] and not values['html']:
        error('--over is for --picture and --html')
    check_columns_known('over', over, quasi, 'quasi-identifier')
    if len(over) == 2 and len(set(over)) == 2:
        return
    if len(quasi) > 1:
        error('--over needs two quasi-identifiers, such as %s' % quoted(listed(quasi[:2])))
    error('--over needs two quasi-identifiers, and there is one')


def check_signed(values, error):
    """What a page to sign says beside the report is for a page."""
    for name in 'page_text', 'internal':
        if values[name] and not values['html']:
            error('--%s is for --html, the page' % name.replace('_', '-'))
    if values['page_text'] == '-':
        error('--page-text names a file; it is not standard input')
    if values['internal'] and values['redact']:
        error('--internal and --redact exclude each other: one shows every value, the other none')


@of_options()
def need_folder(values, said):
    """DataError if the folder of hierarchies that was named is not there."""
    if 'hierarchies' in said and not is_folder(values['hierarchies']):
        raise DataError('there is no such folder of hierarchies', values['hierarchies'])


# How a setting is named in a message.

def word_of(program):
    """How a setting in a message is typed.

    If this program has no such option, one that has it is named.

    >>> word = word_of(MONDRIAN)
    >>> word('labels', 'grid'), word('k_map'), word('algorithm', 'optimal')
    ('--labels grid', 'run_samarati.py --k-map', 'run_samarati.py --optimal')
    """
    def word(name, value=None, place=False):
        flag, text = '--' + name.replace('_', '-'), as_typed(name, value)
        if name in program.before and value:    # the algorithm of explain
            return '%s %s' % (program.command, value)
        if flag in flags_of(program) or not text.startswith('-'):
            return text
        return ' '.join([*takers_of(flag)[:1], text])
    return word


def place_of(values, program):
    """How a setting in a message of a run is written.

    A setting that is at fault and stands in a file of settings is written as there.

    >>> values = {'config': 'ward.ini', 'said': {'k_map', 'alpha'}, 'typed': {'alpha'}}
    >>> word = place_of(values, SAMARATI)
    >>> word('k_map', None, True), word('k_map', None, False), word('alpha', '2', True)
    ('ward.ini: k-map', '--k-map', '--alpha 2')
    """
    def word(name, value, place):
        if place and name in values['said'] and name not in values['typed']:
            file = values['config'] or values['like'] or values['plan']
            says = '' if value is None else ' = ' + value
            return '%s: %s%s' % (file, name.replace('_', '-'), says)
        return typed(name, value)
    typed = word_of(program)
    return word


# The algorithms.

def algorithms_by(names, values, typed) -> dict:
    """{name: algorithm} of these algorithms, with the settings that they take.

    What an INI file says for other runs is passed over. What is typed means something to one of the
    algorithms.
    """
    algorithms: dict = {}
    idle: dict = {}     # {algorithm: {setting: why it means nothing there}}
    for name in names:
        settings = {setting: values[setting.rstrip('_')] for setting in takes(name)}
        if isinstance(settings.get('max_suppression'), list):
            settings['max_suppression'] = 0     # each row of a sweep has its own
        algorithms[name], idle[name] = algorithm_without_idle(name, settings)
    for setting in sorted(typed & SETTINGS.keys()) if names else ():
        takers = [name for name in names if name in SETTINGS[setting].of]
        if not takers:
            of = SETTINGS[setting].of
            if 'algorithm' not in values:       # explain and sweep name them by --algorithm
                of = [option('algorithm', name) for name in of]
            raise Refused('%s is for %s' % (at(setting), ' or '.join(of)))
        if all(setting in idle[name] for name in takers):
            raise idle[takers[0]][setting]
    return algorithms


def algorithm_without_idle(name, settings) -> tuple:
    """The algorithm with these settings, and {setting: why it means nothing beside the others}.

    Such settings are left at their defaults.
    """
    idle: dict = {}
    while True:
        try:
            return algorithm_of(name).asked(settings), idle
        except Refused as refused:
            if refused.idle not in settings:
                raise
            idle[refused.idle] = refused
            settings = {**settings, refused.idle: takes(name)[refused.idle]}


# The files.

def home() -> str:
    """The folder that holds hierarchies/ and data/.

    It is the checkout or, where kanon is installed, INSTALLED.
    """
    installed = is_folder(INSTALLED) and not is_folder(os.path.join(CHECKOUT, 'hierarchies'))
    return from_here(INSTALLED if installed else CHECKOUT)


def from_here(path):
    """A path below the current folder, as one would type it."""
    try:
        here = os.path.join(os.getcwd(), '')
    except FileNotFoundError:       # it has been removed
        return path
    as_folder = os.path.join(path, '')
    return as_folder[len(here):].rstrip(os.sep) if as_folder.startswith(here) else path


def default_data():
    """data/adult.data if it is there, else the sample that came with kanon."""
    folder = os.path.join(home(), 'data')
    for name in ('adult.data', 'adult_sample.data'):
        path = os.path.join(folder, name)
        if exists(path):
            return path
    raise DataError('no DATA is named, and neither adult.data nor the sample is here; name a table'
                    ' as DATA', folder)


def folder_of_hierarchies(*files):
    """The folder hierarchies/ beside the first of these files that has one.

    Else it is the one that came with kanon.
    """
    for file in files:
        if file != '-':
            beside = os.path.join(os.path.dirname(file_of_table(file)), 'hierarchies')
            if is_folder(beside):
                return beside
    return os.path.join(home(), 'hierarchies')


# The two scripts.

SAMARATI = Program('samarati', 'run_samarati.py',
                   "Publish a k-anonymous table: Samarati's full-domain generalization with"
                   ' suppression.',
                   SAMARATI_WORDS, settle_release, PATIENTS, publishes=True,
                   by=lambda values: ['optimal' if values['optimal'] else 'samarati'])
MONDRIAN = Program('mondrian', 'run_mondrian.py',
                   "Publish a k-anonymous table: Mondrian's multidimensional median cuts.",
                   MONDRIAN_WORDS, settle_release, PATIENTS, publishes=True,
                   by=lambda values: ['mondrian'])
SCRIPTS = SAMARATI, MONDRIAN
