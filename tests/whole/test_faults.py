"""A fault at any read, write, flush, close or rename: at the output stands what stood there or the whole release, and one line says which.

The faults are put into this process one call after the other; then come real ones: disks, pipes, signals, files that go away.
"""

import builtins
import csv
import errno
import gc
import io
import json
import os
import resource
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections import Counter
from random import Random

import pytest

from conftest import ALL, HOME, files_below, run, run_apart, run_here
from kanon.core.audit.recount import Promises, verify
from kanon.core.counts.required import Required
from kanon.core.desk.signals import Stopper
from kanon.core.errors import DataError
from kanon.core.tables import lines as release, output_file, tally
from kanon.tools.verbs import count

SAMPLE = os.path.join(HOME, 'data', 'adult_sample.data')
ROWS = [['age', 'sex', 'job'], *([str(20 + n % 7), 'mf'[n % 2], 'abc'[n % 3]] for n in range(40))]
FILES = {'data.csv': ''.join(','.join(row) + '\n' for row in ROWS).encode(),
         'hierarchies/age.txt': ''.join('%d,[%d-%d],*\n' % (age, age // 5 * 5, age // 5 * 5 + 4) for age in range(20, 27)).encode(),
         'hierarchies/sex.txt': b'm,*\nf,*\n', 'data.ini': b'[kanon]\nquasi = age, sex\nsensitive = job\nk = 3\n'}
DATA = ['data.csv', '--config', 'data.ini']
WORDS = [*DATA, '-o', 'out.csv', '--force']
SEEN = ['--picture', 'p.svg', '--html', 'p.html']
SCENES = {      # (program, its words, whether the rows go to disk)
    'samarati': ('samarati', WORDS, False), 'mondrian': ('mondrian', WORDS, False), 'datafly': ('datafly', WORDS, False),
    'optimal': ('samarati', [*WORDS, '--optimal', '--json'], False),
    'samarati in order': ('samarati', [*WORDS, '--order', 'input'], False), 'mondrian in order': ('mondrian', [*WORDS, '--order', 'input'], False),
    'on disk': ('mondrian', WORDS, True), 'on disk, recorded': ('samarati', [*WORDS, '--record', 'run.json'], True),
    'recorded': ('mondrian', [*WORDS, '--record', 'run.json', '--quiet'], False),
    'to standard output': ('mondrian', [*DATA, '-o', '-'], False), 'quietly': ('samarati', [*DATA, '-o', '-', '--quiet'], False),
    'from standard input': ('mondrian', ['-', *WORDS[1:], '--order', 'input'], False),
    'check': ('check', [*WORDS, '--require', 'k=1'], False), 'sweep': ('sweep', [*WORDS, '--format', 'csv'], False), 'lattice': ('lattice', DATA, False),
    'count': ('count', WORDS, True), 'count to standard output': ('count', DATA, False), 'recode': ('recode', ['r.csv', *WORDS], True),
    'with a recoding': ('samarati', [*WORDS, '--recoding', 'new.csv'], False), 'replay': ('replay', ['before.json'], False),
    'seen': ('mondrian', [*WORDS, *SEEN], False), 'seen for the first time': ('mondrian', [*WORDS[:-1], *SEEN], False),
    'check, seen': ('check', [*WORDS, *SEEN, '--require', 'k=1'], False)}
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
    if '--force' in words and '--picture' in words:
        files = {**files, 'p.svg': b'old\n', 'p.html': b'old\n'}
    if program == 'replay':
        files = {**FILES, **{name: content for name, content in RECORDED.items() if name != 'r.csv'}}
    if program == 'recode':
        files = {**files, 'r.csv': RECORDED['r.csv']}
    put_files(folder, files)
    os.makedirs('temporary')
    output = Output()
    output.faults = faults
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, 'tempdir', os.path.join(str(folder), 'temporary'))
        patch.setattr(os, 'dup2', lambda *descriptors: None)        # standard output is none of the system here
        if on_disk:
            patch.setattr(tally.Tally.__init__, '__defaults__', (5, *tally.Tally.__init__.__defaults__[1:]))
            patch.setattr(tally, 'FAN', 2)
            patch.setattr(count, 'FAN', 2)
            patch.setattr(count.sorted_counts, '__defaults__', (*count.sorted_counts.__defaults__[:2], 5))
        patch.setattr(release, 'BOUND', 5)
        patch.setattr(os, 'urandom', bytes)         # PyPy's may fail behind an earlier fault
        patch.setattr(builtins, 'open', faults.opening(builtins.open))
        patch.setattr(tempfile, 'TemporaryFile', faults.opening(tempfile.TemporaryFile))
        for module, name in ((os, 'replace'), (os, 'chmod'), (os, 'remove'), (os, 'listdir'), (os, 'fsync'), (tempfile, 'mkdtemp')):
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
    assert run_here('mondrian', [*DATA, '-o', 'before.csv', '--record', 'before.json', '--quiet'])[0] == 0
    assert run_here('mondrian', [*DATA, '-o', 'recoded.csv', '--recoding', 'r.csv', '--quiet'])[0] == 0
    os.chdir(here)
    RECORDED.update({name: content for name, content in files_below(folder).items() if name.startswith(('before', 'r.csv'))})


@pytest.mark.parametrize('fault', FAULTS)
@pytest.mark.parametrize('scene', SCENES)
def test_the_nth_call_fails(scene, fault, tmp_path, monkeypatch):
    def at(n):
        folder = tmp_path / str(n)
        folder.mkdir()
        monkeypatch.chdir(folder)
        faults = Faults(n, fault)
        if sys.implementation.name == 'pypy':
            gc.collect()        # the files of failed runs, which CPython has closed by now
        return (faults, *faulty_run(scene, faults, folder))

    clean, status, printed, _, before, whole = at(0)
    assert (status, clean.failed) == (0, None) and clean.calls > 5
    names = Counter(clean.names)
    assert {'open', 'close'} < set(names) and names['read1'] + names['readinto1'] > 0, names
    for n in places(clean.names, fault):
        faults, status, out, err, before, after = at(n)
        assert faults.failed == clean.names[n - 1]
        where = '%s, call %d (%s) %s: status %s, %r' % (scene, n, faults.failed, fault, status, err)
        stopped = fault.startswith('stopped')
        assert status == (130 if stopped else 1) or status == 0 and after.keys() == whole.keys(), where
        assert err.count('\n') == 1 or status == 0, where
        if fault in ('broken', 'full', 'forbidden') and faults.failed == 'remove':
            continue        # what cannot be removed stays, and is named
        assert {name: after.get(name) for name in FILES} == FILES, where
        left = set(after) - set(before)
        assert left <= {'run.json', 'new.csv', *SEEN[1::2], *(['out.csv'] if 'first time' in scene else [])}, where
        if 'run.json' in left:
            assert json.loads(after['run.json'].decode())['kanon record'] == 1, where
        for name in set(SEEN[1::2]) & set(after):      # whole, and never without the table or the report that it is about
            is_new = after[name][-9:] == whole[name][-9:] and len(after[name]) > len(whole[name]) - 99
            assert after[name] == before.get(name) or is_new and after.get('out.csv') not in (None, before.get('out.csv')), where
        if 'first time' in scene:
            assert 'out.csv' not in after or without_seconds(after['out.csv']) == without_seconds(whole['out.csv']), where
            assert status == 0 or (' is in ' in err) == ('out.csv' in after), where
            continue
        if 'out.csv' not in before:
            assert status == 0 or printed.startswith(out) or 'report' in err, where
            continue
        new = without_seconds(after['out.csv']) == without_seconds(whole['out.csv'])
        assert new or after['out.csv'] == b'old\n', where
        assert new and after['new.csv'] == whole['new.csv'] if 'new.csv' in left else 'new.csv' not in after, where
        if status:
            assert (' is in ' in err) == new, where


def places(names, fault):
    """The calls that a fault is put into, as 1, 2, 3...: with KANON_ALL=1 all of them.

    Otherwise, of many calls of one name in a row, the first, the last and a few between; and the faults take turns at these.
    """
    if ALL:
        return range(1, len(names) + 1)
    around = zip(names, ['', *names], [*names[1:], ''])
    chosen = [n for n, (name, before, behind) in enumerate(around, 1) if not before == name == behind or n % 25 == 0]
    return chosen[list(FAULTS).index(fault)::len(FAULTS)]


def without_seconds(content):
    """A table without its numbers of seconds."""
    return [row[:3] + row[4:] for row in csv.reader(io.StringIO(content.decode()))] if b'seconds' in content[:99] else content


def test_a_signal_while_a_file_is_removed(tmp_path, monkeypatch):
    """The part that a failed run leaves goes all the same, whether the signal comes before or behind."""
    removed, target = os.remove, tmp_path / 'out.csv'
    for behind in (False, True):
        signals = ['one']

        def interrupted(path):
            if behind or not signals:
                removed(path)
            if signals:
                raise KeyboardInterrupt(signals.pop())
        monkeypatch.setattr(os, 'remove', interrupted)
        with pytest.raises(KeyboardInterrupt):
            with output_file.replacing(str(target)):
                raise ValueError
        assert os.listdir(str(tmp_path)) == []


def test_what_is_no_file_is_never_replaced(tmp_path):
    """Not even by a caller that did not look: a device's place would be taken by a file."""
    os.mkfifo(str(tmp_path / 'pipe'))
    with pytest.raises(DataError, match='the output is a device, or a link to itself'):
        with output_file.replacing(str(tmp_path / 'pipe')):
            raise AssertionError
    assert stat.S_ISFIFO(os.stat(str(tmp_path / 'pipe')).st_mode) and os.listdir(str(tmp_path)) == ['pipe']


def test_a_run_that_has_ended_is_not_interrupted():
    stopper = Stopper()
    stopper.over()
    assert stopper(signal.SIGINT) is None


def test_a_signal_that_arrives_as_the_end_begins_ends_the_run_in_one_line(tmp_path):
    code = ('import os, signal, sys\n'
            'from kanon.core.desk import options, run, signals\n'
            'over = signals.Stopper.over\n'
            'def late(stopper):\n'
            '    os.kill(os.getpid(), signal.SIGINT)\n'
            '    over(stopper)\n'
            'signals.Stopper.over = late\n'
            'sys.exit(run.run(options.SAMARATI, lambda options: 0, ["data.csv", "--config", "data.ini"]))\n')
    done = subprocess.run([sys.executable, '-c', code], cwd=HOME, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    assert (done.returncode, done.stdout, done.stderr) == (130, '', 'run_samarati.py: interrupted; no part of a file is left\n')


def test_a_file_whose_name_is_no_text_is_recorded_and_replayed(tmp_path):
    name = os.fsencode(str(tmp_path)) + b'/d\xe9.csv'
    try:
        with open(name, 'wb') as file:
            file.write(FILES['data.csv'])
    except OSError:
        pytest.skip('no such names on this disk')
    words = [os.fsdecode(name), '--quasi', 'age,sex', '--sensitive', 'job', '--record', str(tmp_path / 'run.json'), '-o', str(tmp_path / 'out.csv')]
    assert run_here('mondrian', words)[::2] == (0, '')
    assert run_here('replay', [str(tmp_path / 'run.json')])[::2] == (0, '')


def test_a_json_file_of_brackets_beside_the_output_is_no_record(tmp_path):
    put_files(tmp_path, {**FILES, 'deep.json': b'[' * 10 ** 6})
    assert run_here('mondrian', [str(tmp_path / 'data.csv'), '--config', str(tmp_path / 'data.ini'), '-o', str(tmp_path / 'out.csv')])[::2] == (0, '')


@pytest.mark.parametrize('word, status, message', [
    ('--version', 1, 'is not a record of a run: its arguments ask for help'), ('--help', 1, 'is not a record of a run: its arguments ask for help'),
    ('--k', 1, 'refuses that run: argument -k/--k: expected one argument'), ('nul\0.csv', 1, 'is not a record of a run'), ('\ud800', 1, 'is not a record of a run')])
def test_a_record_that_was_tampered_with_is_not_said_to_give_the_same_bytes(word, status, message, tmp_path):
    record = json.loads(RECORDED['before.json'].decode())
    record['arguments'].append(word)
    put_files(tmp_path, {**FILES, **RECORDED, 'before.json': json.dumps(record).encode()})
    found, _, err = run_here('replay', [str(tmp_path / 'before.json')])
    assert (found, err.count('\n')) == (status, 1) and message in err


# Real faults, in processes of their own.

def started(*words, **more):
    return subprocess.Popen([sys.executable, *map(str, words)], cwd=HOME, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            encoding='utf-8', **more)


@pytest.fixture(scope='module')
def releases(tmp_path_factory):
    """{script: the bytes of its release of the sample}."""
    found = {}
    for script in ('run_samarati.py', 'run_mondrian.py'):
        path = tmp_path_factory.mktemp('release') / 'out.csv'
        assert run(script, SAMPLE, '-o', path, '--quiet').returncode == 0
        found[script] = path.read_bytes()
        header = ['age', 'gender', 'race', 'marital_status', 'occupation']
        assert verify(str(path), Promises(header, header[:4], Required(10), found[script].count(b'\n') - 1)).k >= 10
    return found


@pytest.mark.parametrize('script', ['run_samarati.py', 'run_mondrian.py'])
@pytest.mark.parametrize('number, status', [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_at_any_moment_leaves_the_old_release_or_the_new(script, number, status, releases, tmp_path):
    """The moments are drawn from one and a half times what a run takes. At its start and its end Python itself may be interrupted."""
    start = time.time()
    assert run_apart(script, SAMPLE, '-o', tmp_path / 'time.csv', '--quiet').returncode == 0
    took, random = time.time() - start, Random(number)
    (tmp_path / 'time.csv').unlink()
    for place in range(10) if ALL else (number % 3, 4, 7):
        output = tmp_path / 'out.csv'
        output.write_bytes(b'old\n')
        process = started(script, SAMPLE, '-o', output, '--force', '--order', ['sorted', 'input'][place % 2])
        time.sleep(took * (place + random.random()) * .15)
        process.send_signal(number)
        out, err = process.communicate()
        assert os.listdir(str(tmp_path)) == ['out.csv']
        content = output.read_bytes()
        new = sorted(content.splitlines()) == sorted(releases[script].splitlines())
        assert new or content == b'old\n'
        if process.returncode == 0:
            assert new
        elif process.returncode == status and err.startswith(script):
            assert err.count('\n') == 1 and (' is in ' in err) == new
        else:       # Python was starting, or ending: it has no handlers then
            assert process.returncode in (status, -number, 1) and (not new or err == '')


@pytest.mark.parametrize('script', ['run_samarati.py', 'run_mondrian.py'])
def test_a_part_left_by_a_run_that_was_killed_is_named_and_removed_by_the_next(script, tmp_path):
    code = ('import os, signal, sys\n'
            'sys.path.insert(0, %r)\n'
            'from kanon.core.tables.output_file import replacing\n'
            'with replacing("out.csv") as part, open(part, "w") as file:\n'
            '    file.write("half")\n'
            '    file.flush()\n'
            '    os.kill(os.getpid(), signal.SIGKILL)\n') % HOME
    assert subprocess.run([sys.executable, '-c', code], cwd=str(tmp_path)).returncode == -signal.SIGKILL
    part, = os.listdir(str(tmp_path))
    for words, status in ((['-k', '999999'], 1), ([], 0)):      # a run that writes nothing leaves it
        assert os.listdir(str(tmp_path)) == [part]
        result = run(script, SAMPLE, '-o', 'out.csv', '--quiet', *words, cwd=str(tmp_path))
        named = '%s: %s was left by a run that was killed; it is removed when out.csv is written\n' % (script, part)
        assert (result.returncode, result.stderr[:len(named)]) == (status, named) and result.stderr.count('\n') == 1 + status
    assert os.listdir(str(tmp_path)) == ['out.csv']


def test_two_runs_to_one_output_do_not_hinder_each_other(releases, tmp_path):
    """Each has its part. The one that ends last stands there in the end, whole."""
    runs = [started('run_mondrian.py', SAMPLE, '-o', tmp_path / 'out.csv', '--force', '--quiet') for _ in range(3)]
    for process in runs:
        assert process.communicate() == ('', '') and process.returncode == 0
    assert os.listdir(str(tmp_path)) == ['out.csv'] and (tmp_path / 'out.csv').read_bytes() == releases['run_mondrian.py']


@pytest.fixture
def small_disk(tmp_path):
    """A folder on a disk of 160 KB."""
    folder = tmp_path / 'disk'
    folder.mkdir()
    if subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=160k', 'tmpfs', str(folder)], stderr=subprocess.DEVNULL).returncode:
        pytest.skip('no right to mount a small disk here')
    yield folder
    subprocess.run(['umount', str(folder)], check=True)


@pytest.mark.parametrize('script', ['run_samarati.py', 'run_mondrian.py'])
@pytest.mark.parametrize('order', ['sorted', 'input'])
def test_a_small_disk_that_gets_full(script, order, small_disk):
    output = small_disk / 'out.csv'
    output.write_text('old')
    result = run(script, SAMPLE, '-o', output, '--force', '--order', order)
    assert (result.returncode, result.stdout, result.stderr) == (1, '', '%s: %s: No space left on device\n' % (script, output))
    assert output.read_text() == 'old' and os.listdir(str(small_disk)) == ['out.csv']
    result = run(script, SAMPLE, '-o', '-', env={**os.environ, 'TMPDIR': str(small_disk)})
    assert result.returncode == 1 and result.stdout == '' and result.stderr.count('\n') == 1 and 'TMPDIR' in result.stderr
    assert os.listdir(str(small_disk)) == ['out.csv']


@pytest.mark.parametrize('script', ['run_samarati.py', 'run_mondrian.py'])
def test_files_of_limited_size(script, tmp_path):
    """The same by a limit of the system, for the release, its record and what goes to standard output."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))     # noqa: E731
    for words in (['-o', tmp_path / 'out.csv'], ['-o', '-'], ['-o', tmp_path / 'out.csv', '--record', tmp_path / 'run.json'],
                  ['-o', tmp_path / 'out.csv.gz'], ['-o', tmp_path / 'out.csv.bz2'], ['-o', tmp_path / 'out.csv.xz']):
        result = run(script, SAMPLE, *words, preexec_fn=limit)
        assert (result.returncode, result.stdout, result.stderr.count('\n')) == (1, '', 1)
        assert 'File too large' in result.stderr and os.listdir(str(tmp_path)) == []


def test_a_record_that_finds_no_room_leaves_the_release(tmp_path):
    put_files(tmp_path, FILES)
    result = run('run_mondrian.py', tmp_path / 'data.csv', '--config', tmp_path / 'data.ini', '-o', tmp_path / 'out.csv', '--record', tmp_path / 'run.json', '--quiet',
                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
    assert result.returncode == 1 and not (tmp_path / 'run.json').exists()
    assert result.stderr == 'run_mondrian.py: %s: File too large; the release is in %s\n' % (tmp_path / 'run.json', tmp_path / 'out.csv')
    assert (tmp_path / 'out.csv').read_bytes().count(b'\n') == len(ROWS)


@pytest.mark.parametrize('script', ['run_samarati.py', 'run_mondrian.py'])
def test_a_reader_that_has_enough(script):
    process = started(script, SAMPLE, '-o', '-')
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == '%s: standard output takes no more (Broken pipe) of the release\n' % script
    assert process.wait() == 1


@pytest.mark.parametrize('words, status', [(['-o', '-'], 1), (['-o', 'OUT'], 1), (['-o', 'OUT', '--quiet'], 0)])
def test_standard_output_that_is_closed(words, status, tmp_path):
    output = str(tmp_path / 'out.csv')
    result = run('run_mondrian.py', SAMPLE, *[word.replace('OUT', output) for word in words], preexec_fn=lambda: os.close(1))
    assert result.returncode == status and result.stderr.count('\n') == status
    assert os.path.exists(output) == ('OUT' in words) == (' is in ' in result.stderr or status == 0)


@pytest.mark.parametrize('how', ['closed', 'full'])
@pytest.mark.parametrize('words, status', [(['-k', '999999'], 1), (['-k', '1'], 2), (['-k', '10'], 0)])
def test_standard_error_that_takes_nothing(how, words, status, tmp_path):
    """The exit status alone says how it ended, and nothing of it gets into the output."""
    command = [sys.executable, os.path.join(HOME, 'run_mondrian.py'), SAMPLE, *words, '-o', str(tmp_path / 'out.csv'), '--quiet']
    with open('/dev/full', 'w') as full:
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=full, preexec_fn=(lambda: os.close(2)) if how == 'closed' else None)
    assert result.stdout == b'' and (result.returncode == status or status == 2 and result.returncode == 1)
    assert os.listdir(str(tmp_path)) == ['out.csv'] * (status == 0)


@pytest.mark.skipif(sys.implementation.name == 'pypy', reason='PyPy takes more to start with, and frees what it likes')
def test_there_is_not_enough_memory(tmp_path):
    (tmp_path / 'x.csv').write_text('a,b\n' + ''.join('%d%060d,x\n' % (n, n) for n in range(300000)))
    result = run('run_mondrian.py', tmp_path / 'x.csv', '--quasi', 'a', '--sensitive', 'b', '-o', tmp_path / 'out.csv',
                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (120 << 20, 120 << 20)))
    assert (result.returncode, result.stdout, result.stderr) == (1, '', 'run_mondrian.py: there is not enough memory\n')
    assert os.listdir(str(tmp_path)) == ['x.csv']


CHANGED = '''
import os, sys
def write(name, how, text):
    with open(name, how) as file:
        file.write(text)
sys.path.insert(0, %r)
from kanon.core.desk import run as command
from kanon.core.tables import lines as release
import run_mondrian
ordered = release.lines_in_input_order
def between(*arguments):
    exec(sys.argv[1])
    return ordered(*arguments)
import kanon.core.tables.publishing
kanon.core.tables.publishing.lines_in_input_order = between
sys.exit(command.run(run_mondrian.MONDRIAN, run_mondrian.main, sys.argv[2:]))
'''


@pytest.mark.parametrize('deed', ["os.remove('data.csv')", "os.remove('data.csv'); os.mkdir('data.csv')", "write('data.csv', 'w', '')",
                                  "write('data.csv', 'a', '20,m,a\\n')"])
def test_an_input_that_changes_after_it_was_counted(deed, tmp_path):
    """The release has the records that were counted, in their order."""
    releases = []
    for done in ('pass', deed):
        put_files(tmp_path, {**FILES, 'out.csv': b'old\n'})
        result = subprocess.run([sys.executable, '-c', CHANGED % HOME, done, *DATA, '-o', 'out.csv', '--force', '--order', 'input'],
                                cwd=str(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
        assert result.returncode == 0, result.stderr
        releases.append((tmp_path / 'out.csv').read_bytes())
    assert releases[0] == releases[1] != b'old\n'


@pytest.mark.parametrize('cut, status', [(0, 1), (30, 1), (-3, 1)])
@pytest.mark.parametrize('order', ['sorted', 'input'])
def test_a_pipe_whose_writer_dies(cut, status, order, tmp_path):
    """What came is a file that ends there: nothing, a record cut off."""
    put_files(tmp_path, FILES)
    os.mkfifo(str(tmp_path / 'pipe'))
    process = subprocess.Popen([sys.executable, os.path.join(HOME, 'run_mondrian.py'), 'pipe', '--config', 'data.ini', '-o', 'out.csv', '--order', order],
                               cwd=str(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    with open(str(tmp_path / 'pipe'), 'wb') as pipe:
        pipe.write(FILES['data.csv'][:cut])
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err.count('\n')) == (status, '', 1) and not (tmp_path / 'out.csv').exists()
