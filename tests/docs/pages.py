#!/usr/bin/env python3
"""The pages of the documentation, and how their commands are typed.

    python3 tests/docs/pages.py            say which pages no longer show what their commands print
    python3 tests/docs/pages.py --write    type all pages, and put what is printed now into their blocks
    python3 tests/docs/pages.py --write docs/how-to/attacking.md README.md

How a page is read:

- A block indented by four blanks holds commands, one a line. They run in order, in one fresh folder a page.
- A ``` block below a command shows what the last command printed, on both streams. Its line `...` stands for any lines.
  There may be several below one command.
- A command ends with exit status 0. Where it ends with another, the block or the paragraph right below it says "exit status 1".
- A ```ini, ```csv or ```txt block is a file. The text above it names the file in backticks. Where an INI file is there already,
  the lines of the block replace the lines of the same option.
- A ```python block is run, and the ``` block below it shows what it prints. A ```py block is only shown. It is a file if the paragraph
  right above it names one.
- `python3 data/download_adult.py` is not run: Adult is copied from where KANON_ADULT says. Without it, the rest of the page is
  skipped. Commands that name the folder `arx/` need the tables of KANON_ARX, in the same way.

A Chinese page has the commands and blocks of its English twin, and test_chinese.py compares them. So it is not typed again;
`--write` copies the blocks of the twin.
"""

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections import namedtuple
from difflib import SequenceMatcher

HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COPIED = ['kanon', 'hierarchies', 'data', 'examples', 'run_samarati.py', 'run_mondrian.py', 'setup.cfg', 'pyproject.toml',
          'LICENSE']
UNTRACKED = shutil.ignore_patterns('adult.data', 'adult.test', '*_samarati.csv', '*_mondrian.csv', '*_datafly.csv')
ANY = '...'
ADULT = 'python3 data/download_adult.py'
NOT_TYPED = [       # (what a command contains, why it is not run)
    ('python3 -m venv', 'needs the network, and runs these tests'),
    ('pip install', 'would change the Python that runs the tests'),
    ('-m pytest', 'would run these tests again'),
    ('tests/benchmarks/', 'takes minutes, and prints times'),
    ('examples/spark.py', 'needs Spark, and prints times'),
    ('tests/mutants.py', 'takes minutes'),
    ('tests/docs/pages.py', 'this program'),
    ('-m kanon serve', 'waits for a browser'),
]
FILES = 'ini', 'csv', 'txt'
NO_TWIN = 'docs/zh/glossary.md'     # a page of its own, in both languages
STATUS = re.compile(r'(?:exit status|退出状态)(?: is| 是|是|为| 为)? ?(\d+)')

Block = namedtuple('Block', 'kind info lines first')    # first: the number of its first line in the page, from 0


class Skipped(Exception):
    """The rest of a page needs what is not here."""


# The pages.

def pages():
    """The names of all pages, English and Chinese.

    >>> 'README.md' in pages()
    True
    """
    found = [name for name in os.listdir(HOME) if re.fullmatch(r'README(\.[\w-]+)?\.md', name)]
    for folder, _, names in os.walk(os.path.join(HOME, 'docs')):
        found += [os.path.relpath(os.path.join(folder, name), HOME).replace(os.sep, '/') for name in names if name.endswith('.md')]
    return sorted(found)


def english():
    return [name for name in pages() if not twin(name)]


def chinese():
    return [name for name in pages() if twin(name)]


def twin(name):
    """The English page that a Chinese page translates, '' for an English page and for the glossary.

    >>> twin('docs/zh/how-to/your-csv.md'), twin('README.zh-CN.md'), twin('docs/library.md'), twin('docs/zh/glossary.md')
    ('docs/how-to/your-csv.md', 'README.md', '', '')
    """
    if name == NO_TWIN:
        return ''
    if name == 'README.zh-CN.md':
        return 'README.md'
    return name.replace('docs/zh/', 'docs/', 1) if name.startswith('docs/zh/') else ''


def source(name):
    with open(os.path.join(HOME, name), encoding='utf-8') as file:
        return file.read()


def blocks(text):
    """The blocks of a page, in order.

    kind is 'heading', 'row', 'item', 'commands', 'fence' or 'paragraph'; info is the word behind the ``` of a fence. The lines of
    a fence are those between its marks, the lines of commands have no blanks before them.

    >>> for block in blocks('# a\\n\\nb\\nc\\n\\n    d\\n\\n```ini\\ne\\n```\\n- f\\n  g\\n'):
    ...     print(block.kind, block.info or '-', block.lines, block.first)
    heading - ['# a'] 0
    paragraph - ['b', 'c'] 2
    commands - ['d'] 5
    fence ini ['e'] 7
    item - ['- f', '  g'] 10
    """
    found, kind, fenced = [], '', False
    for number, line in enumerate(text.split('\n')):
        if fenced:
            fenced = line != '```'
            if fenced:
                found[-1].lines.append(line)
        elif line.startswith('```'):
            found.append(Block('fence', line[3:].strip(), [], number))
            fenced, kind = True, ''
        elif not line.strip():
            kind = ''
        else:
            kind, new = kind_of(line, kind)
            if new:
                found.append(Block(kind, '', [], number))
            found[-1].lines.append(line[4:] if kind == 'commands' else line)
    assert not fenced, 'a ``` is not closed'
    return found


def kind_of(line, before):
    """What a line outside of a fence belongs to, and whether it begins a block."""
    for kind, mark in (('heading', '#+ '), ('row', r'\|'), ('item', r'- |\d+\. ')):
        if re.match(mark, line):
            return kind, True
    if line.startswith('    ') and before in ('', 'commands'):
        return 'commands', not before
    return (before, False) if before in ('item', 'paragraph') else ('paragraph', True)


# What is compared.

def masked(line, header=''):
    """A line of output without what differs from run to run.

    >>> masked('run_mondrian.py 0.1.0: a.csv'), masked('seconds  read 0.07, write 0.01'), masked('on CPython 3.11.7')
    ('run_mondrian.py VERSION: a.csv', 'seconds  TIMES', 'on PYTHON')
    >>> masked('mondrian  10    0.014  -', 'algorithm  k  seconds  vector'), masked('mondrian  10  -', 'algorithm  k  vector')
    ('mondrian  10    SECONDS  -', 'mondrian  10  -')
    """
    line = re.sub(r'^(seconds +).*', r'\1TIMES', line)
    line = re.sub(r'(?<=[\w.] )\d+\.\d+\.\d+(?=:|,|$| on )', 'VERSION', re.sub(r'(CPython|PyPy) \d+\.\d+\.\d+', 'PYTHON', line))
    line = re.sub(r'"(python|version|kanon)": "[^"]*"', r'"\1": VERSION', line)
    if ' seconds' in header:
        place = header.index(' seconds') + len(' seconds')
        line = re.sub(r'[\d.]+$', 'SECONDS', line[:place]) + line[place:]
    return line.rstrip()


def all_masked(lines):
    """Each line masked; a line `algorithm ... seconds ...` is the header of those below it."""
    found, header = [], ''
    for line in lines:
        if re.match(r' *algorithm +.* seconds ', line):
            header = line
        found.append(masked(line, header if header and line != header and len(line) > header.index(' seconds') + 8 else ''))
    return found


def parts(lines):
    """The lines of a block, split at each `...`.

    >>> parts(['a', '...', 'b', 'c', '...'])
    [['a'], ['b', 'c'], []]
    """
    found = [[]]
    for line in lines:
        if line == ANY:
            found.append([])
        else:
            found[-1].append(line)
    return found


def agree(shown, printed):
    """Does a block show what was printed?

    >>> agree(['a', '...', 'c'], ['a', 'b', 'c']), agree(['a', 'c'], ['a', 'b', 'c']), agree(['...', 'b', '...'], ['a', 'b'])
    (True, False, True)
    """
    printed, pieces = all_masked(printed), parts(all_masked(shown))
    if len(pieces) == 1:
        return pieces[0] == printed
    end = len(printed) - len(pieces[-1])
    if printed[:len(pieces[0])] != pieces[0] or end < len(pieces[0]) or printed[end:] != pieces[-1]:
        return False
    place = len(pieces[0])
    for piece in pieces[1:-1]:
        places = [start for start in range(place, end - len(piece) + 1) if printed[start:start + len(piece)] == piece]
        if not places:
            return False
        place = places[0] + len(piece)
    return True


def renewed(shown, printed):
    """The lines of a block that shows what was printed now, with the same parts left out.

    Lines that differ in times alone stay as they are.

    >>> renewed(['one', '...', 'read 5 rows', 'end'], ['two', 'x', 'rows read: 5', 'y', 'end'])
    ['two', '...', 'rows read: 5', 'y', 'end']
    """
    pieces = parts(shown)
    if agree(shown, printed):
        return shown
    if len(pieces) == 1:
        return kept(shown, printed)
    found, place = [], 0
    for number, piece in enumerate(pieces):
        if number:
            found.append(ANY)
        if not piece:
            continue
        begin = place if not number else nearest(piece[0], printed, place)
        end = len(printed) - 1 if number == len(pieces) - 1 else nearest(piece[-1], printed, begin + len(piece) - 1)
        found += kept(piece, printed[begin:end + 1])
        place = end + 1
    return found


def nearest(line, printed, start):
    """The place of the most similar line, from a place on; the same first word counts as half of a line.

    >>> nearest('lm    2.1', ['search  21', 'lm    2.055445  the losses above, added', 'lm    2'], 0)
    2
    """
    def similar(place):
        same = line.split()[:1] == printed[place].split()[:1]
        return SequenceMatcher(None, line, printed[place]).ratio() + same / 2, -place
    return max(range(min(start, len(printed) - 1), len(printed)), key=similar)


def kept(shown, printed):
    """What was printed, where a line that differs in times alone stays as it was shown."""
    old = dict(zip(all_masked(shown), shown))
    return [old.get(masked_line, line) for masked_line, line in zip(all_masked(printed), printed)]


# How a page is typed.

class Typist:
    """A fresh folder, in which the commands and programs of a page run in order."""

    def __init__(self, folder):
        self.folder, self.names = folder, {'__name__': '__main__'}
        for name in COPIED:
            path, target = os.path.join(HOME, name), os.path.join(folder, name)
            if os.path.isdir(path):
                shutil.copytree(path, target, ignore=UNTRACKED)
            elif os.path.exists(path):
                shutil.copy2(path, target)
        self.bin = os.path.join(folder, '.bin')
        os.mkdir(self.bin)
        with open(os.path.join(self.bin, 'python3'), 'w') as file:
            file.write('#!/bin/sh\nexec %s "$@"\n' % shlex.quote(sys.executable))
        os.chmod(file.name, 0o755)

    def command(self, line):
        """(exit status, lines printed) of a command; None where it is not run."""
        if any(part in line for part, _ in NOT_TYPED):
            return None
        if ADULT in line:
            path = os.environ.get('KANON_ADULT') or os.path.join(HOME, 'data', 'adult.data')
            if not os.path.exists(path):
                raise Skipped('UCI Adult is not here: run data/download_adult.py, or name adult.data in KANON_ADULT')
            shutil.copyfile(path, os.path.join(self.folder, 'data', 'adult.data'))
            line = line.replace(ADULT, 'true')
        if 'arx/' in line and not os.path.exists(os.path.join(self.folder, 'arx')):
            path = os.environ.get('KANON_ARX', '')
            if not os.path.isdir(path):
                raise Skipped("ARX's tables are not here: name their folder in KANON_ARX")
            shutil.copytree(path, os.path.join(self.folder, 'arx'), copy_function=shutil.copyfile)
            for where, folders, _ in os.walk(os.path.join(self.folder, 'arx')):
                os.chmod(where, 0o755)
        env = {name: value for name, value in os.environ.items() if name not in ('PYTHONPATH', 'COLUMNS')}
        env['PATH'] = self.bin + os.pathsep + env.get('PATH', '')
        done = subprocess.run(line, shell=True, cwd=self.folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding='utf-8', errors='backslashreplace')
        return done.returncode, done.stdout.replace(self.folder, '/tmp').splitlines()

    def program(self, lines):
        """(exit status, lines printed) of a ```python block. The blocks of a page share their names."""
        text, here, printed = '\n'.join(lines) + '\n', os.getcwd(), io.StringIO()
        os.chdir(self.folder)
        try:
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                if text.startswith('>>> '):
                    test = doctest.DocTestParser().get_doctest(text, self.names, 'page', None, 0)
                    failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, clear_globs=False).failed
                    self.names.update(test.globs)
                    return int(failed > 0), printed.getvalue().splitlines()
                exec(compile(text, 'page', 'exec'), self.names)
        except Exception:
            return 1, printed.getvalue().splitlines() + traceback.format_exc().splitlines()
        finally:
            os.chdir(here)
        return 0, printed.getvalue().splitlines()

    def file(self, kind, path, lines):
        """Write a file or, where an INI file is there already, replace its lines of the same options."""
        path = os.path.join(self.folder, path)
        if kind == 'ini' and os.path.exists(path):
            with open(path, encoding='utf-8') as file:
                old = file.read()
            for line in lines:
                option = re.escape(line.split('=')[0].strip())
                old, times = re.subn(r'(?m)^%s *=.*$' % option, lambda found: line, old)
                assert times == 1, '%d lines of the option %s' % (times, option)
            text = old
        else:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            text = '\n'.join(lines) + '\n'
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)


Step = namedtuple('Step', 'where command status printed below')


def typed(name):
    """Type a page. Yield a Step for each command and program; below: the blocks below it, up to the next one."""
    page = blocks(source(name))
    with tempfile.TemporaryDirectory() as folder:
        typist = Typist(os.path.realpath(folder))
        for place, block in enumerate(page):
            if block.kind == 'commands':
                *others, last = joined(block.lines)
                for line in others:
                    yield from step(name, block, line, typist.command(line), [])
                yield from step(name, block, last, typist.command(last), below(page, place))
            elif block.info == 'python':
                yield from step(name, block, 'the program', typist.program(block.lines), below(page, place))
            elif block.info in FILES:
                typist.file(block.info, named(page[:place], '.' + block.info), block.lines)
            elif block.info == 'py' and re.search(r'`\w+\.py`', ' '.join(page[place - 1].lines)):
                typist.file(block.info, named(page[:place], '.py'), block.lines)


def step(name, block, line, done, below_it):
    if done is not None:
        yield Step('%s, line %d' % (name, block.first + 1), line, done[0], done[1], below_it)


def joined(lines):
    """Commands, each on one line: a backslash at the end of a line goes on with the next."""
    return re.sub(r'\\\n *', '', '\n'.join(lines)).split('\n')


def below(page, place):
    """The blocks below a command, up to the next one or the next heading."""
    found = []
    for block in page[place + 1:]:
        if block.kind in ('commands', 'heading') or block.info == 'python':
            break
        found.append(block)
    return found


def fences(below_it):
    return [block for block in below_it if block.kind == 'fence' and not block.info]


def expected_status(below_it):
    """The exit status that a page announces: in the first block or paragraph below the command, or in the first behind its blocks."""
    for block in below_it:
        found = STATUS.search('\n'.join(block.lines).replace('`', ''))
        if found:
            return int(found.group(1))
        if block.kind != 'fence':
            break
    return 0


def named(above, ending):
    """The file that the text right above names last in backticks."""
    for block in reversed(above):
        found = re.findall(r'`([\w./-]+%s)`' % re.escape(ending), ' '.join(block.lines)) if block.kind != 'fence' else []
        if found:
            return found[-1]
    raise AssertionError('no text above names a file *%s' % ending)


def problems(name):
    """What is wrong with a page: [text]. Skipped where the rest of it cannot be typed."""
    found = []
    try:
        for done in typed(name):
            if done.status != expected_status(done.below):
                found.append('%s: exit status %d of %s\n%s' % (done.where, done.status, done.command, '\n'.join(done.printed)))
            for fence in fences(done.below):
                if not agree(fence.lines, done.printed):
                    found.append('%s, block in line %d: %s prints\n%s' % (done.where, fence.first + 1, done.command,
                                                                         '\n'.join(done.printed)))
    except Skipped:
        if not found:
            raise
    return found


def rewritten(name):
    """The text of a page with what is printed now in its blocks; and what --write cannot mend.

    A page in which a command fails stays as it is.
    """
    lines, found, changes = source(name).split('\n'), [], []
    try:
        for done in typed(name):
            new = {fence.first: renewed(fence.lines, done.printed) for fence in fences(done.below)}
            if done.status != expected_status([block._replace(lines=new.get(block.first, block.lines)) for block in done.below]):
                return source(name), ['%s: exit status %d of %s\n%s\nThe page is left as it is.'
                                      % (done.where, done.status, done.command, '\n'.join(done.printed))]
            changes += [(fence, new[fence.first]) for fence in fences(done.below)]
    except Skipped as skipped:
        found.append('%s: the rest is left as it is. %s' % (name, skipped))
    for fence, new in reversed(changes):
        lines[fence.first + 1:fence.first + 1 + len(fence.lines)] = new
    return '\n'.join(lines), found


def copied(name):
    """The text of a Chinese page with the blocks of its English twin; and what --write cannot mend."""
    lines = source(name).split('\n')
    ours, theirs = ([block for block in blocks(source(page)) if block.kind in ('fence', 'commands')] for page in (name, twin(name)))
    if [block.kind + block.info for block in ours] != [block.kind + block.info for block in theirs]:
        return '\n'.join(lines), ['%s: not the same blocks as in %s, left as it is' % (name, twin(name))]
    for one, other in reversed(list(zip(ours, theirs))):
        if one.kind == 'fence':
            lines[one.first + 1:one.first + 1 + len(one.lines)] = other.lines
    return '\n'.join(lines), []


def main(arguments):
    write, status = '--write' in arguments, 0
    asked = [argument for argument in arguments if argument != '--write']
    os.chdir(HOME)
    sys.path.insert(0, HOME)
    for name in sorted(asked or pages(), key=lambda name: bool(twin(name))):
        text, found = (copied if twin(name) else rewritten)(name)
        changed = text != source(name)
        status |= bool(found) or changed and not write
        print('\n'.join(found + ['%s: %s' % (name, ('rewritten' if write else 'does not show what is printed') if changed else 'as printed')]))
        if write and changed:
            with open(os.path.join(HOME, name), 'w', encoding='utf-8') as file:
                file.write(text)
    return int(status)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
