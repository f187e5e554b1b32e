#!/usr/bin/env python3
"""The page docs/reference/options.md, made from the words of the programs.

    python3 tests/docs/options.py            say whether the page has every option as the programs have it
    python3 tests/docs/options.py --write    write the page

An option that means the same in several programs stands once. test_pages.py compares the page with what would be made. So change the
words (kanon/core/desk/words.py and the files of kanon/tools/verbs), then write the page anew.
"""

import os
import sys
from collections import Counter

HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = 'docs/reference/options.md'
OPENING = '''\
# Options

This page is made from the programs' own words by `python3 tests/docs/options.py --write`. The same words are printed by
`python3 run_samarati.py --help`, by `python3 run_mondrian.py --help`, and by `python3 -m kanon help VERB`.

- What you type wins over the [INI file](#what-an-ini-file-may-hold), and the INI file wins over the defaults.
- An option is typed in full. Only `-k` and `-o` are short forms, of `--k` and `--output`.
- A list of columns has commas between the names. A name with a comma in it is quoted as in csv: `'age,"income, yearly"'`.
- Every program also has `--help` and `--version`.
'''
SHARED = '''\
## Options of several programs

They mean the same in each program below that shares them. PROGRAM stands for its name. A program's own options stand with it.
'''
HIERARCHY = '''\
## `python3 -m kanon hierarchy`

%s

### Options of several verbs

They mean the same in each verb of `hierarchy` below that shares them.
'''
INI = '''\
## What an INI file may hold

Below a line `[kanon]` an INI file has lines `option = value`. An option stands there without its dashes, and `-` and `_` are the
same in its name. One file serves all programs: each takes the options that it has. [Files](files.md#the-ini-file) tells more.
A value in the file is checked as if it were typed, and an option that is not in this table is refused. The defaults are those of
the programs that publish. The last two columns are about a file that was found beside the table and [that nobody
named](files.md#a-file-that-nobody-named): free options count, told ones count and are told, typed ones are refused.

| options, with their defaults | if nobody named the file | why |
|---|---|---|
'''
NEVER = '''
These options stand in no INI file:

| options | why |
|---|---|
'''


def cell(text):
    """A text as a cell of a table shows it."""
    return text.replace('|', r'\|').replace('*', r'\*').replace('<', '&lt;')


def code(text):
    """The same, typed."""
    return '`%s`' % text.replace('|', r'\|')


def row_of(word) -> tuple:
    """An option as a table of options shows it, and what it means."""
    from kanon.core.desk.words import SHORT
    metavar = word.how['metavar'] if isinstance(word.how, dict) and 'metavar' in word.how else word.how
    flags = [SHORT[word.flag], word.flag] if word.flag in SHORT else [word.flag]
    return ', '.join(flags) + (' ' + metavar if isinstance(metavar, str) else ''), word.help.replace('{program}', 'PROGRAM')


def rows_of(program) -> list:
    """(name, how it is typed, what it means) of DATA or what stands in its place, and of each option."""
    asked = [(how['metavar'], how['metavar'], how['help']) for how in (*program.before.values(), program.data)]
    return asked + [(word.flag, *row_of(word)) for word in program.words]


def shared_by(programs) -> dict:
    """{name: its row} of each option that means the same in two programs or more. Of several meanings it is the one of most programs."""
    meanings: dict = {}
    for row in [row for program in programs for row in rows_of(program)]:
        meanings.setdefault(row[0], Counter())[row] += 1
    most_common = [counter.most_common(1)[0] for counter in meanings.values()]
    return {row[0]: row for row, times in most_common if times > 1}


def table_of(rows) -> list:
    return ['| option | meaning |', '|---|---|', *('| %s | %s |' % (code(typed), cell(meaning)) for _, typed, meaning in rows)]


def section(program, shared, place, depth='##'):
    """The heading of a program, what it does, its own options, and the names of those that it shares. place: of the latter."""
    rows = rows_of(program)
    own = [row for row in rows if row != shared.get(row[0])]
    lines = ['', cell(program.title), *(['', *table_of(own)] if own else [])]
    names = [row[0] for row in rows if row == shared.get(row[0])]
    if names:
        lines += ['', '%s [shares](#%s) %s.' % ('Besides, it' if own else 'It', place, shared_names(names, shared))]
    return '\n'.join(['%s `%s`' % (depth, 'python3 ' + program.command.replace('python -m', '-m')), *lines, ''])


def shared_names(names, shared) -> str:
    """These of the shared options, or all of them but the others, whichever is shorter.

    >>> shared_names(['--a', '--b', '--c'], {'--a': 0, '--b': 0, '--c': 0, '--d': 0}), shared_names(['--a'], {'--a': 0, '--b': 0})
    ('all of them but `--d`', '`--a`')
    """
    others = [name for name in shared if name not in names]
    if len(others) < len(names):
        return 'all of them' + (' but ' + ', '.join(map(code, others)) if others else '')
    return ', '.join(map(code, names))


def default_of(name):
    """The default of an option of the INI file, as it would be written there."""
    from kanon.core.settings.table import DEFAULTS
    value = DEFAULTS[name]
    if name == 'threshold':
        return '%g' % (value[0] / value[1])
    return ', '.join(value) if isinstance(value, list) else '' if value in (None, {}, '') else str(value)


def with_default(name):
    """An option of the INI file, and its default if it has one."""
    word, default = code(name.replace('_', '-')), default_of(name)
    return '%s (%s)' % (word, code(default)) if default else word


def ini_section():
    """The options that an INI file may hold, in the order of the table. Those that are alike stand together."""
    from kanon.core.settings.table import ROWS, SETTINGS, in_ini
    from kanon.core.settings.table import NEVER as never
    alike = {}      # {(what is done with it, why): the options}
    for name in in_ini():
        setting = SETTINGS[name]
        power = ': '.join(filter(None, [setting.power, setting.when]))
        alike.setdefault((power, setting.why), []).append(with_default(name))
    rows = ['| %s | %s | %s |' % (', '.join(names), power, cell(why)) for (power, why), names in alike.items()]
    reasons = {}
    for setting in ROWS:
        if setting.power == never:
            reasons.setdefault(setting.why, []).append(code(setting.name.replace('_', '-')))
    return INI + '\n'.join(rows) + '\n' + NEVER + ''.join('| %s | %s |\n' % (', '.join(names), why) for why, names in reasons.items())


def page():
    """The text of the page."""
    from kanon.tools.verbs import HIERARCHY_VERBS, VERBS, hierarchy_program_of, program_of
    programs = [program_of(verb)[0] for verb in VERBS if verb != 'hierarchy']
    below = [hierarchy_program_of(verb)[0] for verb in HIERARCHY_VERBS]
    parts = [OPENING]
    for of_group, head, place, depth in ((programs, SHARED, 'options-of-several-programs', '##'),
                                         (below, HIERARCHY % VERBS['hierarchy'], 'options-of-several-verbs', '###')):
        shared = shared_by(of_group)
        parts += ['\n'.join([head, *table_of(shared.values()), '']), *(section(program, shared, place, depth) for program in of_group)]
    return '\n'.join([*parts, ini_section()])


def main(arguments):
    sys.path.insert(0, HOME)
    path, made = os.path.join(HOME, PAGE), page()
    if '--write' in arguments:
        with open(path, 'w', encoding='utf-8') as file:
            file.write(made)
        return 0
    with open(path, encoding='utf-8') as file:
        same = file.read() == made
    print('%s: %s' % (PAGE, 'as the programs have it' if same else 'is not as the programs have it; --write mends it'))
    return int(not same)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
