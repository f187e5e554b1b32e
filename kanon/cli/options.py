"""What a user says, on the command line and in the INI file that keeps it beside the data (words.py lists the words).

Promise: what is typed wins over the INI file, the INI file over the defaults; every word is checked in the same way,
wherever it stands. A word that cannot be meant is a usage error (exit status 2), in one line.
"""

from __future__ import annotations

import argparse
import os
import sys

from .. import __version__
from ..errors import DataError, nearest, one_line, quoted
from .hierarchy_types import MAKE, check_hierarchy
from .hierarchy_words import POSITIONAL, PROGRAMS, EXAMPLES as HIERARCHY_EXAMPLES
from .ini import ini_beside, read_ini, stem
from .types import restricted
from .rule_types import WORDS as WORDS_BEYOND
from .types import LISTS, TYPES, names
from .words import ALL, COMMANDS, DEFAULTS, EXAMPLE, EXAMPLES, EXAMPLES_OF_FILES, JUDGE, PUBLISH, SHORT, TITLES, WORDS

NEEDED = {'attack': 'RELEASE', 'replay': 'RECORD'}      # where no file is the default

INSTALLED = os.path.join(sys.prefix, 'share', 'kanon')      # what a checkout has beside kanon/


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message):
        self.exit(2, '%s: %s (%s --help tells more)\n' % (self.prog, one_line(message), self.prog))


def parser(program) -> Parser:
    """The parser of one program. What is not typed stays out of its result."""
    lines = EXAMPLE.get(program, EXAMPLE['publish'])
    example = '\n'.join('  %s%s' % (COMMANDS[program], line) for line in lines)
    made = Parser(COMMANDS[program], description=TITLES[program],
                  epilog=(HIERARCHY_EXAMPLES if program in PROGRAMS else
                          EXAMPLES_OF_FILES if program in NEEDED else EXAMPLES) % example,
                  allow_abbrev=False, argument_default=argparse.SUPPRESS, formatter_class=formatter)
    data_help = 'a record of a run' if program == 'replay' else 'a csv file, plain or gzip; - is standard input'
    made.add_argument('data', **{'help': data_help, **({'metavar': NEEDED[program]} if program in NEEDED else
                                                       POSITIONAL.get(program, {'metavar': 'DATA', 'nargs': '?'}))})
    types = {**TYPES, 'column': names, **(LISTS if program == 'sweep' else {})}
    for programs, word, more, help_ in WORDS:
        if program in programs.split():
            name = word[2:].replace('-', '_')
            more = more if isinstance(more, dict) else {'metavar': more, 'type': types.get(name, str)}
            words = [SHORT[word], word] if word in SHORT else [word]
            made.add_argument(*words, help=help_.replace('{program}', program).replace('%', '%%'), **more)
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
    arguments = sys.argv[1:] if argv is None else list(argv)
    typed = vars(command_line.parse_args(arguments))
    for name in ('data', 'known', 'second', 'population', 'output', 'config', 'hierarchies', 'record', 'table'):
        if typed.get(name) == '':
            command_line.error('%s is empty' % name.upper())
    data = typed.get('data') or ('-' if program in MAKE else default_data())
    known = typed.get('known', typed.get('table', '-'))
    config = typed.get('config') or ini_beside(known) or (None if program == 'replay' else ini_beside(data))
    said = {**(read_ini(config) if config else {}), **typed}
    if program == 'start':      # which writes the INI file anew: of this one it takes what is needed to read the table
        said = {word: said[word] for word in said if word in typed or word in ('columns', 'delimiter', 'encoding')}
    options = argparse.Namespace(**{**DEFAULTS, **said})
    options.program, options.data, options.config = program, data, config
    options.arguments = arguments if 'data' in typed else [*arguments, data]
    options.released, options.roots = False, {}
    options.shipped = 'data' not in typed and 'output' not in typed and data.endswith('adult_sample.data')
    options.quasi_said = 'quasi' in said
    options.asked_k = said.get('k')
    options.named_hierarchies = said.get('hierarchies')
    options.sensitive_said = 'sensitive' in said
    if program == 'start':
        check_start(options, typed, command_line.error)
    if options.missing == 'root':
        options.stars = said.get('stars', 'class')
    if program in JUDGE or program == 'start':
        options.missing = 'value'       # whatever the INI file says: a record that is left out is not judged
    options.hierarchies = options.hierarchies or folder_of_hierarchies(known, data)
    if 'hierarchies' in said and program not in MAKE and not os.path.isdir(options.hierarchies):
        raise DataError('there is no such folder of hierarchies', options.hierarchies)
    options.carried = options.sensitive + options.publish if program in PUBLISH + ' start' else restricted(options)
    if program == 'check' and options.sensitive_said:
        options.carried = options.sensitive
    if options.output is None and program not in PUBLISH:
        options.output = '-'
    elif options.output is None:
        if data == '-':
            command_line.error('reading standard input, name the output with -o')
        options.output = '%s_%s.csv' % (stem(data), program)
        if options.output.startswith(INSTALLED):
            options.output = os.path.basename(options.output)
    if program in PROGRAMS:
        check_hierarchy(options, typed, command_line.error)
    if program == 'attack':
        check_attack(options, said, command_line.error)
    check_together(options, typed, said, command_line.error)
    return options


def check_attack(options, said, error):
    """The attack's own defaults, where neither the command line nor the INI file says otherwise."""
    options.k, options.missing, options.carried = said.get('k'), said.get('missing', 'value'), options.sensitive
    options.missing = options.missing.replace('root', 'value')      # an INI file's; the known table is as it was recorded
    if [options.data, options.known, options.second].count('-') > 1:
        error('two of the files are -, and there is one standard input')


def check_start(options, typed, error):
    """Nobody's columns are taken for granted; what is written, is written beside DATA."""
    for word in ('quasi', 'sensitive', 'publish'):
        setattr(options, word, typed.get(word, []))
        if word in typed and not options.quasi_said:
            error('--%s is written into the INI file, which needs --quasi' % word)
    if options.quasi_said and typed.get('data', '-') == '-':
        error('what --quasi asks for is written beside the data: name a file as DATA')


def check_together(options, typed, said, error):
    """Words that are each right, and cannot be meant together; and the defaults that depend on another word."""
    named = options.quasi + options.carried
    twice = [name for name in named if named.count(name) > 1]
    if twice:
        error('column %s is named twice' % quoted(twice[0]))
    if not options.quasi and (options.quasi_said or options.program != 'start'):
        error('--quasi names no column')
    if options.data == options.population == '-':
        error('two of the files are -, and there is one standard input')
    if options.json and options.output == '-' and options.program in PUBLISH:
        error('--json and -o - both want standard output')
    if options.program == 'sweep':
        for name in LISTS:
            value = getattr(options, name)
            setattr(options, name, value if isinstance(value, list) else [value])
        options.optimal = 'optimal' in options.algorithm
    if 'time_limit' in typed and not options.optimal:
        error('--time-limit is for the optimal search')
    if options.measure == 'first' and options.optimal:
        error('the optimal search needs a --measure other than first')
    check_weights(options, typed, error)
    check_beyond(options, typed, error)
    if options.choose == 'random' and options.seed is None and options.program in ('mondrian', 'sweep'):
        error('--choose random needs a --seed, so that it can be done again')
    if 'seed' in typed and options.choose != 'random':
        error('--seed is for --choose random')
    check_left_out(options, typed, said, error)


def check_left_out(options, typed, said, error):
    """What may be suppressed or left out is said of programs that do such."""
    if 'missing_in' in typed and options.missing != 'drop':
        error('--missing-in is for --missing drop: nothing else leaves a record out')
    if options.round_robin and 'max_suppression' in typed:
        error('--round-robin suppresses nothing: leave --max-suppression out')
    if options.program == 'datafly' and (options.round_robin or 'max_suppression' not in said):
        options.max_suppression = '0' if options.round_robin else str(options.k)


def check_weights(options, typed, error):
    """Weights are of quasi-identifiers, and leave something of lm."""
    unknown = [name for name in options.weights if name not in options.quasi]
    if unknown and 'weights' not in typed:      # an INI file's weights may be of other columns
        options.weights = {name: weight for name, weight in options.weights.items() if name in options.quasi}
    elif unknown:
        error('--weights: %s is no quasi-identifier%s' % (quoted(unknown[0]), nearest(unknown[0], options.quasi)))
    if options.weights and not any(options.weights.get(name, 1) for name in options.quasi):
        error('--weights leaves nothing of lm: all are 0')


def check_beyond(options, typed, error):
    """Rules beyond k need sensitive columns, and name no others."""
    for word in WORDS_BEYOND if options.program in ALL.split() else ():
        rules = getattr(options, word)
        said = '--%s' % word.replace('_', '-') if word in typed else '%s: %s' % (options.config, word.replace('_', '-'))
        if rules and not options.sensitive:
            error('%s needs a --sensitive column' % said)
        for name in rules:
            if name and name not in options.sensitive:
                error('%s: %s is no sensitive column%s' % (said, quoted(name), nearest(name, options.sensitive)))


def home() -> str:
    """The folder that holds hierarchies/ and data/: the checkout or, where kanon is installed, INSTALLED."""
    checkout = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
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


def folder_of_hierarchies(*files):
    beside = [os.path.join(os.path.dirname(file), 'hierarchies') for file in files if file != '-']
    return next(filter(os.path.isdir, beside), None) or os.path.join(home(), 'hierarchies')
