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

They mean the same in each program that shares them. PROGRAM stands for its name. A program's own options stand with it, and below
them what it shares: of a heading all options, all but some, or some.
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
    """{heading: the rows that two programs or more have}.

    below: the verbs of hierarchy. What only they have stands last.
    """
    from kanon.core.desk import words
    everywhere = Counter(row for program in [*programs, *below] for row in rows_of(program))
    one_data = 'DATA', 'DATA', words.ONE_DATA['help']
    shared = [row for row, times in everywhere.items() if times > 1 and row != one_data]
    heading_of = {row_of(word): heading for heading, those in headings().items() for word in those}
    of_programs = {row for program in programs for row in rows_of(program)}
    found = {heading: [] for heading in (*headings(), TELLING, HIERARCHIES)}
    for row in shared:
        other = TELLING if row in of_programs else HIERARCHIES
        found[heading_of.get(row) or FILES.get(row[0]) or other].append(row)
    return found


def headings() -> dict:
    """{heading: its words}. What no heading has is told last."""
    from kanon.core.desk import words as w
    from kanon.tools.verbs.check import PEOPLE_MISSING, PEOPLE_UNREADABLE
    values = (w.QUASI, w.HIERARCHIES, w.MISSING_VALUES, w.MISSING_IN, w.UNREADABLE, w.ITEMS,
              w.EXACT, w.MEMORY)
    told = w.JSON, *w.SEEN
    return {
        'Reading': [word for word in w.READING if word not in values],
        'Values': values,
        'Reading beside a release': (w.RECORDED_COLUMNS, w.RECORDED_HIERARCHIES,
                                     w.RECORDED_CONFIG, w.OTHERS_PUBLISHED),
        'Judging': (w.STARS, PEOPLE_MISSING, PEOPLE_UNREADABLE),
        'Requiring': (w.K, w.MAX_SUPPRESSION, w.PERSON, w.HISTORY, w.RULED, *w.BEYOND_K,
                      *w.IN_POPULATION),
        'Searching and cutting': (w.MEASURE, w.WEIGHTS, *w.LIMITS, *w.CUTS),
        'Publishing': [*(word for word in w.RELEASE if word not in told), w.RECODING_MAPS,
                       w.QUIET]}


def list_of(rows) -> list:
    return ['- %s: %s' % (typed, plain(meaning)) for typed, meaning in rows]


def own_rows(rows, shared) -> list:
    """(typed, meaning) of a program's own rows. A text that is told above is not told again.

    >>> rows = [('--a', '--a N', 'Ends.'), ('--b', '--b N', 'With maps. Begins.')]
    >>> own_rows(rows, {('--b', '--b N', 'Begins.')})
    [('`--a N`', 'Ends.'), ('`--b`', 'With maps. Else as above.')]
    """
    from kanon.core.desk.words import CSV_FILE
    meanings = {meaning for _, _, meaning in shared}
    typed_by_meaning = {}
    for name, typed, meaning in rows:
        above = [told for other, _, told in shared if other == name and meaning.endswith('. ' + told)]
        if above:
            typed, meaning = name, meaning[:-len(above[0])] + 'Else as above.'
        if name != 'DATA' or meaning not in meanings:
            meaning = meaning.replace(CSV_FILE, 'A csv file, as DATA above.')
        typed_by_meaning.setdefault(meaning, []).append(code(typed))
    return [(', '.join(typed), meaning) for meaning, typed in typed_by_meaning.items()]


def section(program, of_topics, depth='##'):
    """The heading of a program, what it does, its own options, and those that it shares."""
    rows = rows_of(program)
    shared = {row for told in of_topics.values() for row in told}
    own = own_rows([row for row in rows if row not in shared], shared)
    lines = ['', plain(program.title)]
    if own:
        lines += ['', *list_of(own)]
    parts = []
    for heading, told in of_topics.items():
        names = [row[0] for row in told if row in rows]
        if names:
            parts.append(shared_names(heading, names, [row[0] for row in told]))
    if parts:
        lines += ['', 'Shared: %s.' % '; '.join(parts)]
    typed = 'python3 ' + program.command.replace('python -m', '-m')
    return '\n'.join(['%s %s' % (depth, code(typed)), *lines, ''])


def shared_names(heading, names, told) -> str:
    """These of the options that are told below a heading.

    All but the others, where these are fewer.

    >>> shared_names('Reading', ['--a', '--b', '--c'], ['--a', '--b', '--c', '--d'])
    '[Reading](#reading) but `--d`'
    >>> shared_names('Reading', ['--a'], ['--a', '--b'])
    '[Reading](#reading): `--a`'
    """
    others = [name for name in told if name not in names]
    link = '[%s](#%s)' % (heading, heading.lower().replace(' ', '-'))
    if not others:
        return link
    if len(others) < len(names):
        return '%s but %s' % (link, ', '.join(map(code, others)))
    return '%s: %s' % (link, ', '.join(map(code, names)))


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
    lists = {heading: '\n'.join(['### ' + heading, '', *list_of(own_rows(rows, shared)), ''])
             for heading, rows in of_topics.items()}
    of_hierarchies = lists.pop(HIERARCHIES)
    return '\n'.join([
        OPENING, SHARED, *lists.values(), *(section(program, of_topics) for program in programs),
        HIERARCHY % VERBS['hierarchy'], of_hierarchies,
        *(section(program, of_topics, '###') for program in below), ini_section()])


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
