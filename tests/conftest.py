"""What several test files use: where things are, real data if there is some, random tables, and a program run as a user runs it.

KANON_ALL=1 asks for everything: every seed, every mutated input, every fault, and each program in a process of its own.
Without it the tests take a tenth of the seeds, and run the programs in this process. `pytest` without a path or a word that picks
tests then also takes FEW cases of each test that has more. KANON_PART=2/4 takes every fourth case, from the second on, so that four runs
take every case once. .ci/run sets KANON_ALL, and takes two parts of sixteen, other ones every week.
"""

import ast
import gc
import glob
import importlib.util
import io
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from random import Random
from string import Formatter

import pytest

from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.recoding import recoding_of
from kanon.core.settings.ini import read_with_texts
from kanon.core.tables.hierarchy_file import load
from kanon.core.tables.table import Table

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
QUASI = ['age', 'gender', 'race', 'marital_status']
# A test may import what stands beside another one.
sys.path += sorted({os.path.dirname(path) for path in glob.glob(os.path.join(HOME, 'tests', '**', '*.py'), recursive=True)})


def read_ini(path):
    """{option: its value} of an INI file."""
    return {name: value for name, (value, _) in read_with_texts(path).items()}


COLUMNS = read_ini(os.path.join(HOME, 'data', 'adult.ini'))['columns']
ALL = os.environ.get('KANON_ALL', '') not in ('', '0')
PART = os.environ.get('KANON_PART', '1/1')
FEW = 5


def seeds(n, every=11):
    """The seeds of n random cases: about a tenth of them, unless KANON_ALL=1.

    Every eleventh and not every tenth: tests draw by seed % 2 or seed % 4, and each remainder should come.
    """
    return range(0, n, 1 if ALL else every)


def some(cases, every):
    """The cases of a table that take long: every so many of them, unless KANON_ALL=1."""
    return cases if ALL else cases[::every]


def only_its_error(out, argv, status):
    """Whether a run that was refused printed nothing or, with --json or --format json, its error alone."""
    if out == b'' or not {'--json', 'json'} & set(argv):
        return out == b''
    told = json.loads(out)
    return list(told) == ['error'] and told['error']['status'] == status


def strings_of(path):
    """The string constants of a Python file, without docstrings."""
    with open(path, encoding='utf-8') as file:
        tree = ast.parse(file.read())
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said]


def fields_of(text):
    """The names of the fields of a format."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


# A shell's background jobs ignore Ctrl-C, nohup's SIGHUP; what the tests start would inherit that, and never end.
for number, handler in ((signal.SIGINT, signal.default_int_handler), (getattr(signal, 'SIGHUP', None), signal.SIG_DFL)):
    if number and signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, handler)


def pytest_collection_modifyitems(config, items):
    """FEW cases of each test, spread over all of them, unless some tests are picked or KANON_ALL=1. Of these the cases of one PART."""
    typed, (part, parts) = config.invocation_params.args, map(int, PART.split('/'))
    picked = config.option.keyword or config.option.markexpr or any(not str(word).startswith('-') for word in typed)
    if not ALL and not picked:
        of_test = {}
        for item in items:
            of_test.setdefault(item.nodeid.partition('[')[0], []).append(item)
        take(config, items, [item for cases in of_test.values() for item in cases[::-(-len(cases) // FEW)]])
    take(config, items, items[part - 1::parts])


def take(config, items, some_of_them):
    """Some of the items remain, in their order."""
    taken = set(map(id, some_of_them))
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in taken])
    items[:] = [item for item in items if id(item) in taken]


@pytest.fixture(autouse=True)
def in_the_checkout(monkeypatch):
    """The doctests and the scripts name files from the top of the checkout."""
    monkeypatch.chdir(HOME)


@pytest.fixture(scope='session')
def adult():
    """The path of UCI's adult.data."""
    path = os.environ.get('KANON_ADULT') or os.path.join(HOME, 'data', 'adult.data')
    if not os.path.exists(path):
        pytest.skip('UCI Adult is not here: run data/download_adult.py, or name adult.data in KANON_ADULT')
    return path


@pytest.fixture(scope='session')
def arx():
    """The path of the folder with ARX's tables."""
    path = os.environ.get('KANON_ARX', '')
    if not os.path.isdir(path):
        pytest.skip("ARX's tables are not here: name their folder in KANON_ARX")
    return path


@pytest.fixture(scope='session')
def adult_set(adult):
    """Adult's frequency set over age, gender, race and marital_status, without the records with a '?'."""
    return frequency_set_of(adult, QUASI)


def frequency_set_of(path, quasi, missing='drop'):
    return Counter(Table(path, COLUMNS, missing=missing).tuples(quasi))


def shipped(*columns):
    """The hierarchies that ship, of these columns."""
    return [load(os.path.join(HOME, 'hierarchies', name + '.txt')) for name in columns]


def run(script, *arguments, **more):
    """A script of the checkout, or `python -m kanon`, run in a folder: its CompletedProcess, with text.

    It runs in this process, which takes a few milliseconds. With KANON_ALL=1 it runs in a process of its own, and so it does
    where the test asks for something that only a process has: an environment, a standard input.
    """
    if ALL or not set(more) <= {'cwd'} or script != 'kanon' and script not in SCRIPTS:
        return run_apart(script, *arguments, **more)
    return run_inside(script, *arguments, **more)


def run_inside(script, *arguments, cwd=HOME):
    """The same always in this process, for a test that changes something in it."""
    words = list(map(str, arguments))
    before = os.getcwd()
    os.chdir(cwd)
    try:
        if script == 'kanon':
            from kanon.__main__ import main
            status, out, err = captured(lambda: main(words))
        else:
            status, out, err = run_here(SCRIPTS[script], words)
    finally:
        os.chdir(before)
    # text as subprocess reads it: every end of a line is \n
    out = io.TextIOWrapper(io.BytesIO(out), encoding='utf-8').read()
    return subprocess.CompletedProcess([script, *words], status or 0, out, err)


SCRIPTS = {'run_samarati.py': 'samarati', 'run_mondrian.py': 'mondrian'}


def run_apart(script, *arguments, **more):
    """The same in a process of its own, by this Python."""
    start = ['-m', 'kanon'] if script == 'kanon' else [os.path.join(HOME, script)]
    if script == 'kanon':
        more.setdefault('env', {**os.environ, 'PYTHONPATH': HOME})
    more = {'cwd': HOME, 'stdin': subprocess.DEVNULL, 'encoding': 'utf-8', **more}
    return subprocess.run([sys.executable, *start, *map(str, arguments)],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


def kanon(*arguments, **more):
    """python -m kanon, as `run` runs it."""
    return run('kanon', *arguments, **more)


def run_here(program, argv, stdin=b'', stdout=None):
    """A program by its name, run in this process: (exit status, stdout as bytes, stderr as text)."""
    from kanon.core.desk import run as command
    return captured(lambda: command.run(*program_named(program), list(map(str, argv))), stdin, stdout)


def captured(call, stdin=b'', stdout=None):
    """What a call returns or exits with, prints to stdout (bytes), and prints to stderr (text). The process is left as it was.

    stdout: a BytesIO that takes what is printed.
    """
    streams, numbers = (sys.stdin, sys.stdout, sys.stderr), [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
    handlers, collects = list(map(signal.getsignal, numbers)), gc.isenabled()
    sys.stdin, sys.stdout, sys.stderr = (
        io.TextIOWrapper(stream, encoding='utf-8', errors='backslashreplace' if number == 2 else 'strict')
        for number, stream in enumerate((io.BufferedReader(io.BytesIO(stdin)), stdout or io.BytesIO(), io.BytesIO())))
    try:
        try:
            status = call()
        except SystemExit as ended:
            status = ended.code
        if stdout is not None:
            stdout.faults = None        # those of test_faults.py, which are for the run
        sys.stdout.flush()
        sys.stderr.flush()
        return status, sys.stdout.buffer.getvalue(), sys.stderr.buffer.getvalue().decode()
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
        for number, handler in zip(numbers, handlers):
            signal.signal(number, handler)
        (gc.enable if collects else gc.disable)()


def program_named(name):
    """The Program and the main(options) of a script or a verb, of those below `hierarchy`, too."""
    from kanon.tools import verbs
    from kanon.core.desk import options
    if name in ('samarati', 'mondrian'):
        script = 'run_%s' % name
        if script not in sys.modules:
            spec = importlib.util.spec_from_file_location(script, os.path.join(HOME, script + '.py'))
            sys.modules[script] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(sys.modules[script])
        return getattr(options, name.upper()), sys.modules[script].main
    return verbs.program_of(name) if name in verbs.VERBS else verbs.hierarchy_program_of({'covers': 'check'}.get(name, name))


def files_below(folder):
    """{path: content} of all files in a folder and below."""
    found = {}
    for where, _, names in os.walk(str(folder)):
        for name in names:
            with open(os.path.join(where, name), 'rb') as file:
                found[os.path.relpath(os.path.join(where, name), str(folder))] = file.read()
    return found


def classes(frequency_set, recoding):
    """The published classes as a frequency set, and how many records are suppressed."""
    return recoding_of(frequency_set, recoding).sizes()


# Seeded random tables for the properties.

def random_tree(random, leaves, deepest=3):
    """A random Hierarchy over these leaves, which lie at unequal depths; of every third, some paths repeat a label."""
    parents, level, number = {}, list(leaves), 0
    for _ in range(random.randrange(deepest)):
        if len(level) < 3:
            break
        nodes = []
        while level:
            group = [level.pop(random.randrange(len(level))) for _ in range(min(len(level), random.randint(1, 3)))]
            if len(group) == 1:
                nodes += group          # climbs no step here: an unequal depth
                continue
            number += 1
            parents.update(dict.fromkeys(group, 'node%d' % number))
            nodes.append('node%d' % number)
        level = nodes
    parents.update(dict.fromkeys(level, '*'))
    tree, random = Hierarchy(parents), Random(number * 1000 + len(parents))
    if number and random.randrange(3) == 0:     # all leaves under a node repeat it or its parent
        node, times = random.choice(sorted(set(parents.values()) - {'*'})), random.randint(1, 2)
        repeated = random.choice((node, parents[node]))
        paths = {leaf: tree.path(leaf) for leaf in tree.leaves if node in tree.path(leaf)}
        tree = Hierarchy(parents, ladders={leaf: [label for label in path for _ in range(1 + times * (label == repeated))]
                                           for leaf, path in paths.items()})
    return tree


def random_table(seed, columns=None, most=7):
    """(frequency set, hierarchies) of a small random table, with at most so many values a column."""
    random = Random(seed)
    domains = [['v%d' % value for value in range(random.randint(2, most))] for _ in range(columns or random.randint(1, 4))]
    frequency_set = {}
    for _ in range(random.randint(1, 60)):
        quasi = tuple(domain[int(len(domain) * random.random() ** 2)] for domain in domains)
        frequency_set[quasi] = frequency_set.get(quasi, 0) + random.choice((1, 1, 1, 2, 5))
    return frequency_set, [random_tree(random, domain) for domain in domains]
