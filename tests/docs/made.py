#!/usr/bin/env python3
"""The tables of the documents, and the names of the stub, that are made from what is there.

    python3 tests/docs/made.py            say which tables are not as they would be made
    python3 tests/docs/made.py --write    write them

kanon/__init__.pyi: the names that kanon/__init__.py loads when they are asked for, for type checkers.
CONTRIBUTING.md: the rooms of kanon/core/ and of kanon/tools/. A row has the first paragraph of the room's __init__.py, and
which other rooms tests/test_house.py lets it import.
The reading order, in both languages: the minutes. A row that names files takes a minute for every 12 of
their lines, to the nearest 5 minutes.
"""

import ast
import os
import re
import sys
import textwrap

HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LINES_A_MINUTE, STEP = 12, 5
# What stands below this line of a file is read later, or not at all.
DOWN_TO = {'kanon/__init__.py': '"""'}


def text_of(name):
    with open(os.path.join(HOME, *name.split('/')), encoding='utf-8') as file:
        return file.read()


def row_of(room, others):
    """The row of a room, and of the rooms beside it that it may import."""
    lives = ' '.join(ast.get_docstring(ast.parse(text_of('kanon/%s/__init__.py' % room))).partition('\n\n')[0].split())
    return '| `kanon/%s/` | %s | %s |\n' % (room, lives.rstrip('.'), ', '.join('`%s`' % other for other in others if other))


def with_rooms(text):
    """A page whose tables of rooms are made anew."""
    from test_house import CORE, TOOLS
    for part, rooms in (('core', CORE), ('tools', TOOLS)):
        rows = ''.join(row_of('%s/%s' % (part, room), others) for room, others in rooms.items() if room)
        text = re.sub(r'(?m)(^\| `kanon/%s/\w+/` \|.*\n)+' % part, lambda _: rows, text)
    return text


def lines_of(path):
    """How many lines of a file are read.

    >>> lines_of('kanon/plain/__init__.py') < 10
    True
    """
    text = text_of(path)
    return len(text[:text.index('\n%s\n' % DOWN_TO[path]) + 1 if path in DOWN_TO else None].splitlines())


def with_minutes(text):
    """A page whose rows `| minutes | files | ...` have the minutes that the files take."""
    def row(found):
        lines = sum(map(lines_of, re.findall('`([^`]+)`', found.group(1))))
        return '| %d |%s|' % (max(STEP, STEP * round(lines / LINES_A_MINUTE / STEP)), found.group(1))
    return re.sub(r'(?m)^\| \d+ \|((?:[ ,、]*`[\w/]+\.py`)+ )\|', row, text)


def with_names(text):
    """A stub whose names are made anew."""
    import kanon
    lines = ['from .%s import %s as %s\n' % (module, name, name) for module, name in sorted((module, name) for name, module in kanon.WHERE.items())]
    names = textwrap.fill(', '.join(map(repr, kanon.WHERE)), 130, initial_indent='__all__ = [', subsequent_indent=' ' * 11)
    text = re.sub(r'(?m)(^from .*\n)+', lambda _: ''.join(lines), text)
    return re.sub(r'(?s)__all__ = \[.*?\]', lambda _: names + ']', text)


PAGES = {'kanon/__init__.pyi': with_names, 'CONTRIBUTING.md': with_rooms, 'docs/explanation/reading-order.md': with_minutes,
         'docs/zh/explanation/reading-order.md': with_minutes}


def main(arguments):
    sys.path[:0] = [HOME, os.path.join(HOME, 'tests')]
    other = {name: made for name, made in ((name, make(text_of(name))) for name, make in PAGES.items()) if made != text_of(name)}
    for name, made in other.items():
        if '--write' in arguments:
            with open(os.path.join(HOME, name), 'w', encoding='utf-8') as file:
                file.write(made)
        else:
            print('%s: a table is not as it would be made; --write mends it' % name)
    return int(bool(other) and '--write' not in arguments)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
