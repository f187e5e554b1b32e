"""The options of an earlier run, for one that does the same again.

`replay` repeats them, `--like` and `--plan` take them over.

Promise: a record whose options are not those of its arguments is refused. A run with --like has
every setting of the scheme (settings/table.py) from the record, and one with --plan all that the
plan says. What is typed beside it is the same.
"""

from __future__ import annotations

import os
import re
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

from ... import __version__
from ..algorithm_table import algorithms_of
from ..errors import Changed, DataError, Refused, at, option, quoted
from ..own_files import as_typed_here
from ..settings.asked import RULES, restricted
from ..settings.kinds import listed, nothing_after as switch_kind
from ..settings.reading import BY_NAME, NEUTRAL, Reading, same
from ..settings.table import (DEFAULTS, EXCLUDED, FILE, KEPT, SCHEME, SEEN, SETTINGS, foreign,
                              settings_marked)
from ..tools_door import NEEDS
from .run_record import changed_files, load_record, options_of_release, relative
from .words import setting_of_word

# What chooses cuts, and is not for --plan.
CHOSEN_CUTS = 'partitioning', 'choose', 'seed', 'bound', 'limit', 'from'


# A record, and its options.

def options_again(record, program, parse, name, *more):
    """The options that are recorded, with more words that are typed.

    parse: as options.py has it. name: of the record, for messages. The current folder is the one in
    which it was run.
    """
    refusal = StringIO()
    try:
        words = repeated(record['arguments'], program)
        end = words.index('--') if '--' in words else len(words)
        words[end:end] = [*more, '--force', '--quiet']
        with redirect_stdout(StringIO()), redirect_stderr(refusal):     # --help would print
            options = parse(program, words, named=True)     # the record names its files
    except SystemExit as ended:
        if ended.code:
            line = refusal.getvalue().strip().partition(': ')[2]
            reason = re.sub(r' \(\S+(?: \w+)* --help tells more\)$', '', line)
            raise refused_by_now(record, reason, name) from None
        raise DataError('is not a record of a run: its arguments ask for help', name) from None
    of_others = foreign(*algorithms_of(program.name))
    now = {name: value for name, value in options_of_release(options).items()
           if name not in of_others}
    if 'sensitive' not in options.said and not record['options'].get('sensitive'):
        now['sensitive'] = []       # the table has not that of Adult
    # Older records lack some.
    recorded = {name: record['options'].get(name, DEFAULTS[name]) for name in now}
    if options.data != record['input']['file'] or now != recorded:
        raise Changed('its options do not fit its arguments; the record was changed', name)
    return options


def refused_by_now(record, problem, name) -> DataError:
    """The refusal of a recorded run that this version does not take, though its files are the same.

    problem: what is wrong with it.
    """
    return DataError('was recorded with kanon %s on %s, and kanon %s refuses that run: %s'
                     % (record.get('kanon'), record.get('python'), __version__, problem), name)


def repeated(arguments, program, shown=()) -> list:
    """The words of a command line without those that do not bear on the release.

    Those print or write, or the program has them no more. shown: further settings that are left
    out.

    >>> from .options import MONDRIAN
    >>> repeated(['a.csv', '--json', '--record', 'a.json', '-k', '5'], MONDRIAN)
    ['a.csv', '-k', '5']
    >>> repeated(['a.csv', '--recoding=b.csv', '--measure', 'dm'], MONDRIAN)
    ['a.csv']
    """
    of_program = {setting_of_word(word) for word in program.words}
    left_out = {*settings_marked(SEEN), *shown, *(SETTINGS.keys() - of_program)}
    switches: set = set()
    valued: set = set()     # those that have a value
    for name in left_out:
        flags = switches if SETTINGS[name].kind is switch_kind else valued
        flags.add('--' + name.replace('_', '-'))
    kept, is_value = [], False      # whether the word is the value of one that is left out
    for word in arguments:
        flag, sign, _ = word.partition('=')
        if not is_value and word not in switches | valued and not (sign and flag in valued):
            kept.append(word)
        is_value = not is_value and word in valued
    return kept


# --like RECORD.

def taken_over(path, typed, parse, program_of) -> tuple:
    """{setting: value} that a run has from the record at a path, and {quasi-identifier: level}.

    typed: {setting: value} of what is typed beside it. parse, program_of: as options.py has them.
    """
    check_excluded('like', settings_marked(EXCLUDED), typed)
    record = load_record(path)
    levels = record['result'].get('vector')
    if not is_vector(levels, record['options']['quasi']):
        raise DataError('is the record of a run that cuts, and has no level for each column; a'
                        ' record of %s or of datafly has' % as_typed_here('run_samarati.py'), path)
    if 'history' in record['result'] and 'history' not in typed:
        raise Refused('%s is the record of a release with a history; type %s FILE, so that this'
                      ' release continues it' % (path, option('history')))
    beside = os.path.dirname(os.path.abspath(path))
    folder = os.path.join(beside, record['folder'])
    if not os.path.isdir(folder):
        raise DataError('the run was made in the folder %s, which is not there'
                        % record['folder'], path)
    here = os.getcwd()
    os.chdir(folder)
    try:
        earlier = options_in_its_folder(record, parse, program_of, path)
    finally:
        os.chdir(here)
    if record['result'].get('beyond') != rules_in_words(earlier):
        raise Changed('its rules beyond k do not fit its arguments; the record was changed', path)
    taken = {name: getattr(earlier, name) for name in settings_marked(SCHEME, KEPT)}
    # The default is meant only where the table had that column.
    taken['sensitive'] = record['options'].get('sensitive', earlier.sensitive)
    for name in settings_marked(FILE):
        if taken.get(name):
            from_here = os.path.join(relative(folder, here), taken[name])
            taken[name] = os.path.normpath(from_here)
    scheme = {name: taken[name] for name in settings_marked(SCHEME)}
    check_the_same('like', scheme, typed, path)
    return taken, levels


def options_in_its_folder(record, parse, program_of, path):
    """The options of a recorded run. Changed if one of its files has changed since.

    The current folder is the one in which it was run.
    """
    changed = ['%s has changed since the run, or is missing' % name
               for name in changed_files(record)]
    if changed:
        raise Changed('cannot be followed: ' + '; '.join(changed), path)
    program = program_of(record['program'], path)
    words = repeated(record['arguments'], program, NEEDS)
    return options_again({**record, 'arguments': words}, program, parse, path)


def rules_in_words(options) -> dict:
    """{sensitive column: its rules beyond k}, as a result has them."""
    in_words: dict = {name: [] for name in restricted(vars(options))}
    for of_columns in (getattr(options, name) for name in RULES):
        for name, rules in in_words.items():
            if name in of_columns or None in of_columns:
                rules.append(str(of_columns.get(name) or of_columns[None]))
    return in_words


# --plan PLAN.

def taken_from_plan(path, typed) -> tuple:
    """{setting: value} that a run has from the plan at a path, and the plan."""
    from ..settings.plan_file import NAMES, OF_CUTS, read_plan
    check_excluded('plan', [*settings_marked(EXCLUDED), *CHOSEN_CUTS], typed)
    plan = read_plan(path)
    if 'cuts' not in plan:
        raise DataError('is the plan of a release by levels, which a program applies'
                        ' (docs/library.md); a run takes %s' % option('like'), path)
    taken = {name: plan[name] for name in [*NAMES, *OF_CUTS] if name != 'max_suppression'}
    for name in RULES:
        of_columns = [(column, rule) for column, rule in plan['rules'] if rule.option == name]
        taken[name] = dict(of_columns)
        if len(taken[name]) < len(of_columns):
            raise DataError('requires the same rule of a column twice, which only a program can',
                            path)
        if None in typed.get(name, ()):     # a rule for all sensitive columns
            typed[name] = dict.fromkeys(plan['sensitive'], typed[name][None])
    check_the_same('plan', taken, typed, path)
    return {**taken, **reading_of_plan(plan, typed, path)}, plan


def reading_of_plan(plan, typed, path) -> dict:
    """{setting: value} of how the table of a plan was read, and a run would not read it by itself.

    A table that is read in another way has other values. exact alone may be typed anew: it says
    what is different in this table.
    """
    if plan['read'] is None:
        return {}
    planned, here = Reading.of(plan['read']), Reading.of(typed)
    usual = Reading.of(DEFAULTS)
    for name in NEUTRAL:
        value = getattr(planned, name)
        if name in typed and name != 'exact' and not same(name, getattr(here, name), value):
            text = BY_NAME[name].text(value) if value not in (None, (), {}) else ''
            raise differs('plan', name, text, path)
    return {name: value for name, value in plan['read'].items()
            if not same(name, getattr(planned, name), getattr(usual, name))}


# What is typed beside the file.

def check_excluded(word, names, typed):
    """Refused if something is typed that means nothing where nothing is searched."""
    for name in names:
        if name in typed:
            why = 'nothing is searched'
            if name == 'config':
                why = 'the file holds what an INI file would say'
            raise Refused('%s and %s exclude each other: %s' % (option(word), at(name), why))


def check_the_same(word, taken, typed, path):
    """Refused if a setting is typed that differs from the file that is followed."""
    for name, value in taken.items():
        if name in typed and not same_setting(name, typed[name], value):
            raise differs(word, name, text_in_file(value), path)


def text_in_file(value) -> str:
    """A value of the file that is followed, in a message. '' if it is not shown."""
    if isinstance(value, dict) or value is None:
        return ''
    return listed(value) if isinstance(value, list) else str(value)


def differs(word, name, text, path) -> Refused:
    """The refusal of a setting that is typed, and is another one in the file that is followed.

    text: as `text_in_file` returns it.
    """
    shown = ', which has %s' % quoted(text) if text else ''
    return Refused('%s differs from %s%s; leave out one of %s and %s'
                   % (at(name), path, shown, option(name), option(word)))


def is_vector(levels, quasi) -> bool:
    """Whether a record's levels are a level for each quasi-identifier.

    >>> is_vector({'age': 1, 'zip': 0}, ['age', 'zip']), is_vector({'age': True}, ['age'])
    (True, False)
    >>> is_vector(None, ['age'])
    False
    """
    if not isinstance(levels, dict) or levels.keys() != set(quasi):
        return False
    return all(type(level) is int for level in levels.values())     # True is no level


def same_setting(name, typed, recorded) -> bool:
    if FILE in SETTINGS[name].marks and recorded:
        return os.path.realpath(typed) == os.path.realpath(recorded)
    return typed == recorded
