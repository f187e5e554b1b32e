"""Try the mutants of one module in copies of one process: pytest imports and collects once, in place of once a mutant.

    python tests/mutants_forked.py MODULE JOB SECONDS PYTEST_ARGUMENTS ...

JOB is a JSON file: a list of the mutants' whole texts. For each of them this process forks. The copy
puts the mutant's code into the functions that stand in memory, writes its text over the module, for
programs that the tests start, and runs the tests. A line of standard output tells what became of it:
'killed', 'killed by time', 'survived', or 'elsewhere' where the slip lies outside of functions, so
that it would have to be imported anew. A first copy runs with nothing spoilt, and tells
'unspoilt SECONDS' or 'fails NAME OF A TEST'.

The tests that saw the last mutants run first, because they often see the next.
"""

import gc
import glob
import json
import os
import select
import signal
import sys
import time
from types import CodeType, FunctionType

import pytest

try:
    import resource
except ImportError:     # not on Windows, which has no fork either
    resource = None

MEMORY = 4 << 30


def inner(code) -> list:
    """The code objects within a code object: its functions, lambdas, comprehensions, classes."""
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def outside(code):
    """What a code object does itself, without what stands within it."""
    plain = [constant for constant in code.co_consts if not isinstance(constant, CodeType)]
    return code.co_code, list(map(repr, plain)), code.co_names, code.co_varnames


def spoilt_codes(old, new):
    """Yield (code, the mutant's code) of each function that differs; None where what runs at import differs.

    >>> one = compile('def f(a): return [a < b for b in a]', '', 'exec')
    >>> two = compile('def f(a): return [a > b for b in a]', '', 'exec')
    >>> [(code.co_name, spoilt.co_name) for code, spoilt in spoilt_codes(one, two)]
    [('f', 'f')]
    >>> list(spoilt_codes(compile('a = 1', '', 'exec'), compile('a = 2', '', 'exec')))
    [None]
    """
    if outside(old) != outside(new) or len(inner(old)) != len(inner(new)):
        yield None
    for one, two in zip(inner(old), inner(new)):
        if one == two:
            continue
        if is_function(one):
            yield one, two
        else:
            yield from spoilt_codes(one, two)


def is_function(code):
    """A class's code, and that of a module, has no local variables of its own that are fast."""
    return bool(code.co_flags & 2)      # inspect.CO_NEWLOCALS


def swapped(pairs):
    """Put the mutant's code into all functions in memory. False if one of the functions is not found."""
    functions = [each for each in gc.get_objects() if isinstance(each, FunctionType)]
    for old, new in pairs:
        of_it = [each for each in functions if each.__code__ == old and each.__code__.co_filename == old.co_filename]
        if not of_it:
            return False
        for each in of_it:
            each.__code__ = new
    return True


class Forked:
    """The plugin of pytest that runs the collected tests once for each mutant."""

    def __init__(self, path, texts, seconds):
        self.path, self.texts, self.seconds = path, texts, seconds
        self.first = []     # the names of the tests that saw mutants, the last one first

    def pytest_runtestloop(self, session):
        sys.dont_write_bytecode = True
        os.environ['PYTHONDONTWRITEBYTECODE'] = '1'
        forget_bytecode(self.path)
        with open(self.path, encoding='utf-8') as file:
            unspoilt = file.read()
        old = compile(unspoilt, self.path, 'exec', dont_inherit=True)
        began = time.time()
        fate, test = self.tried(session, [], None, 600)
        if fate != 'survived':
            self.tell('fails %s' % test)
            return True
        lasted = time.time() - began
        self.tell('unspoilt %.1f' % lasted)
        for text in self.texts:
            pairs = list(spoilt_codes(old, compile(text, self.path, 'exec', dont_inherit=True)))
            if None in pairs:
                self.tell('elsewhere')
                continue
            try:
                fate, test = self.tried(session, pairs, text, int(self.seconds + 3 * lasted))
            finally:
                write(self.path, unspoilt)
            if test:
                self.first = [test, *(name for name in self.first if name != test)][:20]
            self.tell(fate)
        return True

    def tell(self, line):
        os.write(OUT, (line + '\n').encode())

    def tried(self, session, pairs, text, seconds):
        """What becomes of a mutant in a copy of this process, and the name of the test that saw it."""
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            try:
                os.close(reading)
                os.setsid()
                limited(seconds)
                if pairs and not swapped(pairs):
                    os.write(writing, b'elsewhere\n')
                    os._exit(0)
                if text is not None:
                    write(self.path, text)
                self.run(session, writing)
            finally:
                os._exit(0)
        os.close(writing)
        try:
            said = read_all(reading, 10 * seconds)
        finally:
            os.close(reading)
            try:
                os.killpg(child, signal.SIGKILL)    # with what it started itself
            except ProcessLookupError:
                pass        # it has ended
            os.waitpid(child, 0)
        fate, _, test = said.strip().partition(' ')
        return fate or 'killed by time', test

    def run(self, session, writing):
        """Run the tests, those that saw other mutants first, until one fails. Tell what came out."""
        places = {name: place for place, name in enumerate(self.first)}
        items = sorted(session.items, key=lambda item: places.get(item.nodeid, len(places)))
        for item, after in zip(items, [*items[1:], None]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if session.testsfailed:
                os.write(writing, ('killed %s\n' % item.nodeid).encode())
                return
        os.write(writing, b'survived\n')


def limited(seconds):
    """A mutant may run, or ask for memory, without end. Seconds of the processor are counted, since the machine may be busy."""
    if resource:
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        except (ValueError, OSError):
            pass        # then the wall clock has to do


def read_all(reading, seconds):
    """What a pipe says until it ends or the time is over."""
    said, until = b'', time.time() + seconds
    while select.select([reading], [], [], max(0, until - time.time()))[0]:
        more = os.read(reading, 4096)
        if not more:
            break
        said += more
        if said.endswith(b'\n'):
            break
    return said.decode()


def forget_bytecode(path):
    """Remove the bytecode of a module. It would pass for a mutant's where size and second agree."""
    folder, name = os.path.split(path)
    for bytecode in glob.glob(os.path.join(folder, '__pycache__', name[:-2] + '*')):
        os.remove(bytecode)


def write(path, text):
    with open(path, 'w', encoding='utf-8', newline='') as file:
        file.write(text)


if __name__ == '__main__':
    module, job, least, *arguments = sys.argv[1:]
    sys.path[0] = os.getcwd()
    OUT = os.dup(1)
    with open(os.devnull, 'w') as nowhere:
        os.dup2(nowhere.fileno(), 1)
    with open(job, encoding='utf-8') as file:
        wanted = json.load(file)
    plugin = Forked(os.path.abspath(module), wanted, int(least))
    sys.exit(pytest.main(['-x', '-q', '-p', 'no:cacheprovider', *arguments], plugins=[plugin]))
