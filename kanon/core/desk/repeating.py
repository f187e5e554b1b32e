"""The options of an earlier run, for one that does the same again: `replay` repeats them, `--like` and `--plan` take them over.

Promise: a record whose options are not those of its arguments is refused. A run with --like has every setting of the scheme
(settings/table.py) from the record, and one with --plan all that the plan says. What is typed beside it is the same.
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
from .words import name_of

CHOSEN_CUTS = 'partitioning', 'choose', 'seed', 'bound', 'limit', 'from'      # what chooses cuts, and is not for --plan


def options_again(record, program, parse, name, *more):
    """The options that are recorded, with more words that are typed.

    parse: as options.py has it. name: of the record, for messages. The current folder is the one in which it was run.
    """
    said = StringIO()
    try:
        words = repeated(record['arguments'], program)
        end = words.index('--') if '--' in words else len(words)
        with redirect_stdout(StringIO()), redirect_stderr(said):       # --help would print
            options = parse(program, [*words[:end], *more, '--force', '--quiet', *words[end:]], named=True)      # the record names its files
    except SystemExit as ended:
        if ended.code:
            line = said.getvalue().strip().partition(': ')[2]
            raise refused_by_now(record, re.sub(r' \(\S+(?: \w+)* --help tells more\)$', '', line), name) from None
        raise DataError('is not a record of a run: its arguments ask for help', name) from None
    now = {name: value for name, value in options_of_release(options).items() if name not in foreign(*algorithms_of(program.name))}
    if 'sensitive' not in options.said and not record['options'].get('sensitive'):
        now['sensitive'] = []       # the table has not that of Adult
    recorded = {name: record['options'].get(name, DEFAULTS[name]) for name in now}      # older records lack some
    if options.data != record['input']['file'] or now != recorded:
        raise Changed('its options do not fit its arguments; the record was changed', name)
    return options


def refused_by_now(record, problem, name) -> DataError:
    """The refusal of a recorded run that this version does not take, though its files are the same. problem: what is wrong with it."""
    return DataError('was recorded with kanon %s on %s, and kanon %s refuses that run: %s'
                     % (record.get('kanon'), record.get('python'), __version__, problem), name)


def repeated(arguments, program, shown=()) -> list:
    """The words of a command line without those that do not bear on the release: they print or write, or the program has them no more.

    shown: further settings that are left out.

    >>> from .options import MONDRIAN
    >>> repeated(['a.csv', '--json', '--record', 'a.json', '-k', '5', '--recoding=b.csv', '--measure', 'dm'], MONDRIAN)
    ['a.csv', '-k', '5']
    """
    left_out = {*settings_marked(SEEN), *shown, *(SETTINGS.keys() - set(map(name_of, program.words)))}
    switches = ['--' + name.replace('_', '-') for name in left_out if SETTINGS[name].kind is switch_kind]
    valued = ['--' + name.replace('_', '-') for name in left_out if SETTINGS[name].kind is not switch_kind]
    kept, skip = [], False
    for word in arguments:
        if not skip and word not in [*switches, *valued] and not word.startswith(tuple(name + '=' for name in valued)):
            kept.append(word)
        skip = not skip and word in valued
    return kept


def taken_over(path, typed, parse, program_of) -> tuple:
    """{setting: value} that a run has from the record at a path, and {quasi-identifier: level}.

    typed: {setting: value} of what is typed beside it. parse: as options.py has it. program_of: as there, too.
    """
    check_excluded('like', settings_marked(EXCLUDED), typed)
    record = load_record(path)
    levels = record['result'].get('vector')
    if not is_vector(levels, record['options']['quasi']):
        raise DataError('is the record of a run that cuts, and has no level for each column; a record of %s or of datafly has'
                        % as_typed_here('run_samarati.py'), path)
    if 'history' in record['result'] and 'history' not in typed:
        raise Refused('%s is the record of a release with a history; type %s FILE, so that this release continues it' % (path, option('history')))
    folder = os.path.join(os.path.dirname(os.path.abspath(path)), record['folder'])
    if not os.path.isdir(folder):
        raise DataError('the run was made in the folder %s, which is not there' % record['folder'], path)
    here = os.getcwd()
    os.chdir(folder)
    try:
        changed = changed_files(record)
        if changed:
            raise Changed('cannot be followed: ' + '; '.join('%s has changed since the run, or is missing' % name for name in changed), path)
        program = program_of(record['program'], path)
        words = repeated(record['arguments'], program, NEEDS)
        earlier = options_again({**record, 'arguments': words}, program, parse, path)
    finally:
        os.chdir(here)
    of_rules = [getattr(earlier, name) for name in RULES]
    rules = {name: [str(of.get(name) or of[None]) for of in of_rules if name in of or None in of] for name in restricted(vars(earlier))}
    if record['result'].get('beyond') != rules:
        raise Changed('its rules beyond k do not fit its arguments; the record was changed', path)
    taken = {name: getattr(earlier, name) for name in settings_marked(SCHEME, KEPT)}
    taken['sensitive'] = record['options'].get('sensitive', earlier.sensitive)      # the default only where the table had it
    for name in settings_marked(FILE):
        if taken.get(name):
            taken[name] = os.path.normpath(os.path.join(relative(folder, here), taken[name]))
    check_the_same('like', {name: taken[name] for name in settings_marked(SCHEME)}, typed, path)
    return taken, levels


def taken_from_plan(path, typed) -> tuple:
    """{setting: value} that a run has from the plan at a path, and the plan."""
    from ..settings.plan_file import NAMES, OF_CUTS, read_plan
    check_excluded('plan', [*settings_marked(EXCLUDED), *CHOSEN_CUTS], typed)
    plan = read_plan(path)
    if 'cuts' not in plan:
        raise DataError('is the plan of a release by levels, which a program applies (docs/library.md);'
                        ' a run takes %s' % option('like'), path)
    taken = {name: plan[name] for name in [*NAMES, *OF_CUTS] if name != 'max_suppression'}
    for name in RULES:
        of_columns = [(column, rule) for column, rule in plan['rules'] if rule.option == name]
        taken[name] = dict(of_columns)
        if len(taken[name]) < len(of_columns):
            raise DataError('requires the same rule of a column twice, which only a program can', path)
        if None in typed.get(name, ()):     # a rule for all sensitive columns
            typed[name] = dict.fromkeys(plan['sensitive'], typed[name][None])
    check_the_same('plan', taken, typed, path)
    return {**taken, **read_by_plan(plan, typed, path)}, plan


def read_by_plan(plan, typed, path) -> dict:
    """{setting: value} of how the table of a plan was read, where a run would not read it so by itself.

    A table that is read in another way has other values. exact alone may be typed anew: it says what is different in this table.
    """
    if plan['read'] is None:
        return {}
    there, here = Reading.of(plan['read']), Reading.of(typed)
    usual = Reading.of(DEFAULTS)
    for name in NEUTRAL:
        if name in typed and name != 'exact' and not same(name, getattr(here, name), getattr(there, name)):
            text = BY_NAME[name].text(getattr(there, name)) if getattr(there, name) not in (None, (), {}) else ''
            raise differs('plan', name, text, path)
    return {name: value for name, value in plan['read'].items() if not same(name, getattr(there, name), getattr(usual, name))}


def check_excluded(word, names, typed):
    """Refused if something is typed that means nothing where nothing is searched."""
    for name in names:
        if name in typed:
            raise Refused('%s and %s exclude each other: %s' % (option(word), at(name), (
                'the file holds what an INI file would say' if name == 'config' else 'nothing is searched')))


def check_the_same(word, taken, typed, path):
    """Refused if a setting is typed that differs from the file that is followed."""
    for name, value in taken.items():
        if name in typed and not same_setting(name, typed[name], value):
            there = '' if isinstance(value, dict) or value is None else listed(value) if isinstance(value, list) else str(value)
            raise differs(word, name, there, path)


def differs(word, name, there, path) -> Refused:
    """The refusal of a setting that is typed, and is another one in the file that is followed. there: its text in it, '' if it is not shown."""
    shown = ', which has %s' % quoted(there) if there else ''
    return Refused('%s differs from %s%s; leave out one of %s and %s' % (at(name), path, shown, option(name), option(word)))


def is_vector(levels, quasi) -> bool:
    """Whether a record's levels are a level for each quasi-identifier.

    >>> is_vector({'age': 1, 'zip': 0}, ['age', 'zip']), is_vector({'age': True}, ['age']), is_vector(None, ['age'])
    (True, False, False)
    """
    return isinstance(levels, dict) and levels.keys() == set(quasi) and all(type(level) is int for level in levels.values())


def same_setting(name, typed, recorded) -> bool:
    if FILE in SETTINGS[name].marks and recorded:
        return os.path.realpath(typed) == os.path.realpath(recorded)
    return typed == recorded
