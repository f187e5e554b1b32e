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
TELLING, HIERARCHIES = 'Telling', 'Hierarchies'
FILES = {'DATA': 'Reading', 'RELEASE': 'Reading beside a release'}
SHARED = '''\
## Options of several programs

They mean the same in each program that shares them. PROGRAM stands for its name. A program's own options stand with it.
'''
HIERARCHY = '''\
## `python3 -m kanon hierarchy`

%s
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


def plain(text):
    """A text that a browser shows as it is."""
    return text.replace('*', r'\*').replace('<', '&lt;')


def code(text):
    """The same, typed."""
    return '`%s`' % text


def row_of(word) -> tuple:
    """(name, how it is typed, what it means) of an option."""
    from kanon.core.desk.words import SHORT
    metavar = word.how['metavar'] if isinstance(word.how, dict) and 'metavar' in word.how else word.how
    flags = [SHORT[word.flag], word.flag] if word.flag in SHORT else [word.flag]
    typed = ', '.join(flags) + (' ' + metavar if isinstance(metavar, str) else '')
    return word.flag, typed, word.help.replace('{program}', 'PROGRAM')


def rows_of(program) -> list:
    """The rows of DATA or what stands in its place, and of each option."""
    asked = [(how['metavar'], how['metavar'], how['help']) for how in (*program.before.values(), program.data)]
    return asked + [row_of(word) for word in program.words]


def topics(programs, below) -> dict:
    """{heading: the rows that two programs or more have}. below: the verbs of hierarchy. What only they have stands last."""
    from kanon.core.desk import words
    from kanon.tools.verbs.check import PEOPLE_MISSING, PEOPLE_UNREADABLE
    everywhere = Counter(row for program in [*programs, *below] for row in rows_of(program))
    shared = [row for row, times in everywhere.items() if times > 1 and row[1:] != ('DATA', words.ONE_DATA['help'])]
    values = words.QUASI, words.HIERARCHIES, words.MISSING_VALUES, words.MISSING_IN, words.UNREADABLE, words.ITEMS, words.EXACT, words.MEMORY
    headings = {
        'Reading': [word for word in words.READING if word not in values],
        'Values': values,
        'Reading beside a release': (words.RECORDED_COLUMNS, words.RECORDED_HIERARCHIES, words.RECORDED_CONFIG, words.OTHERS_PUBLISHED),
        'Judging': (words.STARS, PEOPLE_MISSING, PEOPLE_UNREADABLE),
        'Requiring': (words.K, words.MAX_SUPPRESSION, words.PERSON, words.HISTORY, words.RULED, *words.BEYOND_K, *words.IN_POPULATION),
        'Searching and cutting': (words.MEASURE, words.WEIGHTS, *words.LIMITS, *words.CUTS),
        'Publishing': [*(word for word in words.RELEASE if word not in (words.JSON, *words.SEEN)), words.RECODING_MAPS, words.QUIET]}
    of_words = {row_of(word): heading for heading, those in headings.items() for word in those}
    found = {heading: [] for heading in (*headings, TELLING, HIERARCHIES)}
    of_programs = {row for program in programs for row in rows_of(program)}
    for row in shared:
        other = FILES.get(row[0]) or (TELLING if row in of_programs else HIERARCHIES)
        found[of_words.get(row, other)].append(row)
    return found


def list_of(rows) -> list:
    return ['- %s: %s' % (typed, plain(meaning)) for typed, meaning in rows]


def own_rows(rows, shared) -> list:
    """(typed, meaning) of a program's own rows. A text that is told above is not told again.

    >>> own_rows([('--a', '--a N', 'Ends.'), ('--b', '--b N', 'With maps. Begins.')], {('--b', '--b N', 'Begins.')})
    [('`--a N`', 'Ends.'), ('`--b`', 'With maps. Else as above.')]
    """
    from kanon.core.desk.words import CSV_FILE
    found = {}      # {meaning: what is typed}
    for name, typed, meaning in rows:
        above = [told for other, _, told in shared if other == name and meaning.endswith('. ' + told)]
        if above:
            typed, meaning = name, meaning[:-len(above[0])] + 'Else as above.'
        if name != 'DATA' or meaning not in [told for _, _, told in shared]:
            meaning = meaning.replace(CSV_FILE, 'A csv file, as DATA above.')
        found.setdefault(meaning, []).append(code(typed))
    return [(', '.join(typed), meaning) for meaning, typed in found.items()]


def section(program, of_topics, depth='##'):
    """The heading of a program, what it does, its own options, and those that it shares."""
    rows, shared = rows_of(program), {row for rows in of_topics.values() for row in rows}
    own = own_rows([row for row in rows if row not in shared], shared)
    lines = ['', plain(program.title), *(['', *list_of(own)] if own else [])]
    names = [shared_names(heading, [row[0] for row in told if row in rows], [row[0] for row in told]) for heading, told in of_topics.items()]
    if any(names):
        lines += ['', 'Shared: %s.' % '; '.join(filter(None, names))]
    return '\n'.join(['%s `%s`' % (depth, 'python3 ' + program.command.replace('python -m', '-m')), *lines, ''])


def shared_names(heading, names, told) -> str:
    """These of the options that are told below a heading, or all but the others, whichever is shorter.

    >>> shared_names('Reading', ['--a', '--b', '--c'], ['--a', '--b', '--c', '--d'])
    '[Reading](#reading) but `--d`'
    >>> shared_names('Reading', ['--a'], ['--a', '--b']), shared_names('Reading', [], ['--a'])
    ('[Reading](#reading): `--a`', '')
    """
    others, link = [name for name in told if name not in names], '[%s](#%s)' % (heading, heading.lower().replace(' ', '-'))
    if len(others) < len(names):
        return link + (' but ' + ', '.join(map(code, others)) if others else '')
    return '%s: %s' % (link, ', '.join(map(code, names))) if names else ''


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
    rows = ['| %s | %s | %s |' % (', '.join(names), power, plain(why)) for (power, why), names in alike.items()]
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
    of_topics = topics(programs, below)
    shared = {row for rows in of_topics.values() for row in rows}
    lists = {heading: '\n'.join(['### ' + heading, '', *list_of(own_rows(rows, shared)), '']) for heading, rows in of_topics.items()}
    of_hierarchies = lists.pop(HIERARCHIES)
    return '\n'.join([OPENING, SHARED, *lists.values(), *(section(program, of_topics) for program in programs),
                      HIERARCHY % VERBS['hierarchy'], of_hierarchies, *(section(program, of_topics, '###') for program in below), ini_section()])


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
