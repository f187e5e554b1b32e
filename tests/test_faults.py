"""A fault at any read, write, flush, close or rename: at the output stands what stood there or the whole release, and one line says which.

The faults are put into this process one call after the other; then come real ones: disks, pipes, signals, files that go away.
"""

import builtins
import csv
import errno
import io
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from random import Random

import pytest

from conftest import HOME, run, run_here
from kanon import release, tally
from kanon.audit import Promised, audit

SAMPLE = os.path.join(HOME, 'data', 'adult_sample.data')
ROWS = [['age', 'sex', 'job'], *([str(20 + n % 7), 'mf'[n % 2], 'abc'[n % 3]] for n in range(40))]
FILES = {'data.csv': ''.join(','.join(row) + '\n' for row in ROWS).encode(),
         'hierarchies/age.txt': ''.join('%d,[%d-%d],*\n' % (age, age // 5 * 5, age // 5 * 5 + 4) for age in range(20, 27)).encode(),
         'hierarchies/sex.txt': b'm,*\nf,*\n', 'data.ini': b'[kanon]\nquasi = age, sex\nsensitive = job\nk = 3\n'}
WORDS = ['data.csv', '-o', 'out.csv', '--force']
SCENES = {      # (program, its words, whether the rows go to disk)
    'samarati': ('samarati', WORDS, False), 'mondrian': ('mondrian', WORDS, False), 'datafly': ('datafly', WORDS, False),
    'optimal': ('samarati', [*WORDS, '--optimal', '--json'], False),
    'samarati in order': ('samarati', [*WORDS, '--order', 'input'], False), 'mondrian in order': ('mondrian', [*WORDS, '--order', 'input'], False),
    'on disk': ('mondrian', WORDS, True), 'on disk, recorded': ('samarati', [*WORDS, '--record', 'run.json'], True),
    'recorded': ('mondrian', [*WORDS, '--record', 'run.json', '--quiet'], False),
    'to standard output': ('mondrian', ['data.csv', '-o', '-'], False), 'quietly': ('samarati', ['data.csv', '-o', '-', '--quiet'], False),
    'from standard input': ('mondrian', ['-', '--config', 'data.ini', *WORDS[1:], '--order', 'input'], False),
    'check': ('check', [*WORDS, '--require', 'k=1'], False), 'sweep': ('sweep', [*WORDS, '--format', 'csv'], False), 'lattice': ('lattice', WORDS[:1], False),
    'replay': ('replay', ['before.json'], False)}
FAULTS = {'full': errno.ENOSPC, 'broken': errno.EIO, 'forbidden': errno.EACCES, 'stopped': None, 'stopped behind': None}


class Faults:
    """Counts the calls, and lets the nth fail; `failed` is its name."""

    def __init__(self, nth=0, fault=None):
        self.nth, self.fault, self.calls, self.failed, self.names = nth, fault, 0, None, []

    def call(self, name, function, *arguments, **more):
        self.calls += 1
        self.names.append(name)
        if self.calls != self.nth:
            return function(*arguments, **more)
        self.failed = name
        if name == 'write' and FAULTS[self.fault]:
            function(arguments[0][:len(arguments[0]) // 2])     # a disk that gets full takes a part
        if name == 'close' or self.fault == 'stopped behind':
            function(*arguments, **more)
        if FAULTS[self.fault]:
            raise OSError(FAULTS[self.fault], os.strerror(FAULTS[self.fault]))
        signal.getsignal(signal.SIGINT)(signal.SIGINT, None)

    def counted(self, name, function):
        return lambda *arguments, **more: self.call(name, function, *arguments, **more)

    def opening(self, function):
        return lambda *arguments, **more: File(self.call('open', function, *arguments, **more), self)


class File:
    """A file whose reads, writes, flushes and close are counted."""

    def __init__(self, file, faults):
        self._file, self._faults = file, faults

    def __getattr__(self, name):
        found = getattr(self._file, name)
        if name in ('read', 'read1', 'readinto', 'readinto1', 'peek', 'readline', 'seek', 'write', 'flush', 'close'):
            return self._faults.counted(name, found)
        return found

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def __iter__(self):
        return self

    def __next__(self):
        return self._faults.call('read', next, self._file)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()


class Output(io.BytesIO):
    """Standard output's buffer."""

    faults = None

    def write(self, data):
        return self.faults.call('write', super().write, data) if self.faults else super().write(data)

    def flush(self):
        return self.faults.call('flush', super().flush) if self.faults else super().flush()


def files_below(folder):
    found = {}
    for where, _, names in os.walk(str(folder)):
        for name in names:
            with open(os.path.join(where, name), 'rb') as file:
                found[os.path.relpath(os.path.join(where, name), str(folder))] = file.read()
    return found


def put_files(folder, files):
    for name, content in files.items():
        path = os.path.join(str(folder), name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'wb') as file:
            file.write(content)


def faulty_run(scene, faults, folder):
    """(status, stdout, stderr, {file: bytes} afterwards), of a run in a folder, into which the faults are put."""
    program, words, on_disk = SCENES[scene]
    files = {**FILES, 'out.csv': b'old\n'} if '--force' in words else FILES
    if program == 'replay':
        files = {**FILES, **RECORDED}
    put_files(folder, files)
    os.makedirs('temporary')
    output = Output()
    output.faults = faults
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, 'tempdir', os.path.join(str(folder), 'temporary'))
        patch.setattr(os, 'dup2', lambda *descriptors: None)        # standard output is none of the system here
        if on_disk:
            patch.setattr(tally.Tally.__init__, '__defaults__', (5,))
            patch.setattr(tally, 'FAN', 2)
        patch.setattr(release, 'BOUND', 5)
        patch.setattr(builtins, 'open', faults.opening(builtins.open))
        patch.setattr(tempfile, 'TemporaryFile', faults.opening(tempfile.TemporaryFile))
        for module, name in ((os, 'replace'), (os, 'chmod'), (os, 'remove'), (os, 'listdir'), (tempfile, 'mkdtemp')):
            patch.setattr(module, name, faults.counted(name, getattr(module, name)))
        status, out, err = run_here(program, words, FILES['data.csv'], output)
    return status, out, err, files, files_below(folder)


RECORDED = {}


@pytest.fixture(scope='module', autouse=True)
def recorded(tmp_path_factory):
    """A record to be replayed, and its release."""
    folder = tmp_path_factory.mktemp('recorded')
    put_files(folder, FILES)
    here = os.getcwd()
    os.chdir(str(folder))
    assert run_here('mondrian', ['data.csv', '-o', 'before.csv', '--record', 'before.json', '--quiet'])[0] == 0
    os.chdir(here)
    RECORDED.update({name: content for name, content in files_below(folder).items() if name.startswith('before')})


@pytest.mark.parametrize('fault', FAULTS)
@pytest.mark.parametrize('scene', SCENES)
def test_the_nth_call_fails(scene, fault, tmp_path, monkeypatch):
    def at(n):
        folder = tmp_path / str(n)
        folder.mkdir()
        monkeypatch.chdir(folder)
        faults = Faults(n, fault)
        return (faults, *faulty_run(scene, faults, folder))

    clean, status, printed, _, before, whole = at(0)
    assert (status, clean.failed) == (0, None) and clean.calls > 5
    names = Counter()
    for n in places(clean.names):
        faults, status, out, err, before, after = at(n)
        names[faults.failed] += 1
        where = '%s, call %d (%s) %s: status %s, %r' % (scene, n, faults.failed, fault, status, err)
        stopped = fault.startswith('stopped')
        assert status == (130 if stopped else 1) or status == 0 and after.keys() == whole.keys(), where
        assert err.count('\n') == 1 or status == 0, where
        if fault in ('broken', 'full', 'forbidden') and faults.failed == 'remove':
            continue        # what cannot be removed stays, and is named
        assert {name: after.get(name) for name in FILES} == FILES, where
        left = set(after) - set(before)
        assert left <= {'run.json'}, where
        if left:
            assert json.loads(after['run.json'].decode())['kanon record'] == 1, where
        if 'out.csv' not in before:
            assert status == 0 or printed.startswith(out) or 'report' in err, where
            continue
        new = without_seconds(after['out.csv']) == without_seconds(whole['out.csv'])
        assert new or after['out.csv'] == b'old\n', where
        if status:
            assert ('stands' in err) == new, where
    assert {'open', 'close'} < set(names) and names['read1'] + names['readinto1'] > 0, names


def places(names):
    """1, 2, 3...; of many calls of one name in a row the first, the last and a few between, unless all are asked for."""
    around = zip(names, ['', *names], [*names[1:], ''])
    return [n for n, (name, before, behind) in enumerate(around, 1)
            if not before == name == behind or n % 25 == 0 or int(os.environ.get('KANON_MUTATIONS', 0)) >= 10000]


def without_seconds(content):
    """A table without its numbers of seconds."""
    return [row[:3] + row[4:] for row in csv.reader(io.StringIO(content.decode()))] if b'seconds' in content[:99] else content
