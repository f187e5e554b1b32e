"""The two scripts as a user runs them: what they print, what they leave behind, how they end."""

import csv
import fcntl
import gc
import gzip
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from collections import Counter
from random import Random

import pytest

from conftest import ALL, COLUMNS, HOME, QUASI, captured, program_named, run
from kanon.core.desk.run import run as run_program
from kanon.core.desk.signals import take_signals

SCRIPTS = ['run_samarati.py', 'run_mondrian.py']
TOY = os.path.join('data', 'inpatients', 'inpatients.csv')
SAMPLE = os.path.join('data', 'adult_sample.data')


def rows_of(path, **how):
    with open(str(path), newline='', **how) as file:
        return list(csv.reader(file))


def report_of(script, *arguments, **more):
    result = run(script, *arguments, '--json', **more)
    assert (result.returncode, result.stderr) == (0, '')
    return json.loads(result.stdout)


@pytest.mark.parametrize('implementation', ['cpython', 'pypy', 'graalpy'])
def test_the_collector_rests_on_cpython_alone(implementation, monkeypatch):
    """Others free all memory by theirs, so that a run without it would hold the whole table."""
    monkeypatch.setattr(sys.implementation, 'name', implementation)
    before, collects = gc.isenabled(), []
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    program, main = program_named('mondrian')
    try:
        for begin in (lambda: captured(lambda: run_program(program, lambda options: collects.append(gc.isenabled()), [TOY])),
                      lambda: [take_signals('__main__'), collects.append(gc.isenabled())]):
            gc.enable()
            begin()
    finally:
        (gc.enable if before else gc.disable)()
        for number, handler in handlers.items():
            signal.signal(number, handler)
    assert collects == [implementation != 'cpython'] * 2


def test_nothing_else_stops_the_collector():
    folder = os.path.join(HOME, 'kanon')
    texts = [open(os.path.join(where, name), encoding='utf-8').read() for where, _, names in os.walk(folder) for name in names if name.endswith('.py')]
    assert sum(text.count('gc.disable') for text in texts) == 1


@pytest.mark.parametrize('script', SCRIPTS)
def test_no_argument_at_all_in_a_fresh_copy(script, tmp_path):
    """Right after a checkout, from another folder and under another name, without site-packages: twice, to the same bytes."""
    copy = str(tmp_path / 'another name')
    shutil.copytree(HOME, copy, ignore=shutil.ignore_patterns('.git', '.venv*', 'tests', 'adult.data', '*_samarati.csv', '*_mondrian.csv', '*_datafly.csv'))
    outputs = []
    for where in (copy, str(tmp_path)):
        result = subprocess.run([sys.executable, '-E', '-s', '-S', os.path.join(copy, script)], cwd=where, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
        assert (result.returncode, result.stderr) == (0, '')
        assert 'passed: read again, the release has ' in result.stdout and len(result.stdout.splitlines()) <= 26 + 2    # the last two: what to type next
        output, = [name for name in os.listdir(os.path.join(copy, 'data')) if name.startswith('adult_sample_')]
        with open(os.path.join(copy, 'data', output), 'rb') as file:
            outputs.append(file.read())
    assert outputs[0] == outputs[1] and outputs[0].count(b'\n') > 10000


def test_the_package_works_under_another_name(tmp_path):
    shutil.copytree(os.path.join(HOME, 'kanon'), str(tmp_path / 'anonymity'))
    result = subprocess.run([sys.executable, '-E', '-s', '-S', '-m', 'anonymity', '--version'], cwd=str(tmp_path),
                            stdout=subprocess.PIPE, encoding='utf-8')
    assert re.fullmatch(r'kanon \d+\.\d+\.\d+\n', result.stdout)
    code = ('from anonymity.core.counts import recoding; from anonymity.core.audit import recount; '
            'from anonymity.core.cutting import dimension, mondrian; from anonymity.core.levels import samarati; '
            'from anonymity.core.desk import run; from anonymity.tools import verbs; print(recount.__name__)')
    result = subprocess.run([sys.executable, '-E', '-s', '-S', '-c', code], cwd=str(tmp_path), stdout=subprocess.PIPE)
    assert result.stdout.strip() == b'anonymity.core.audit.recount'


@pytest.mark.parametrize('script', SCRIPTS)
def test_the_json_report(script, tmp_path):
    output = tmp_path / 'out.csv'
    report = report_of(script, SAMPLE, '-k', 5, '-o', output)
    expected = {'program', 'version', 'k', 'max_suppression', 'quasi', 'sensitive', 'records', 'classes', 'measures', 'seconds', 'output', 'audit'}
    assert expected <= set(report)
    records, rows = report['records'], rows_of(output)
    assert set(records) == {'read', 'missing', 'published', 'suppressed'}
    assert records['read'] == 12000 == records['missing'] + records['published'] + records['suppressed']
    assert rows[0] == QUASI + ['occupation'] and len(rows) - 1 == records['published']
    sizes = Counter(tuple(row[:4]) for row in rows[1:])
    assert report['classes'] == {'count': len(sizes), 'smallest': min(sizes.values()), 'largest': max(sizes.values()),
                                 'average': records['published'] / len(sizes)}
    assert report['audit'] == {'records': records['published'], 'classes': len(sizes), 'k': min(sizes.values()), 'ok': True}
    assert min(sizes.values()) >= report['k'] == 5
    assert rows[1:] == sorted(rows[1:])
    assert set(report['seconds']) == {'read', 'search', 'measures', 'write', 'audit', 'total'}
    assert report['measures']['dm'] == sum(n * n for n in sizes.values()) + (12000 - records['missing']) * records['suppressed']
    assert list(report['measures']) == ['lm', 'lm_published', 'dm', 'entropy', 'class_entropy', 'c_avg', 'precision', 'distortion',
                                        'height', 'suppressed']
    assert report['measures']['suppressed'] == records['suppressed']
    if script == 'run_samarati.py':
        assert report['height'] == sum(report['vector'].values()) and list(report['vector']) == QUASI
        assert report['lattice']['vectors'] == 60 >= report['lattice']['checked'] > 0
        assert None not in report['measures'].values()
    else:
        assert [name for name, value in report['measures'].items() if value is None] == ['precision', 'distortion', 'height']
        assert records['suppressed'] == 0 and report['cuts'] == len(sizes) - 1


def test_adult_as_the_references_have_it(adult, tmp_path):
    words = [adult, '--config', 'data/adult.ini', '-o', tmp_path / 'out.csv', '--force']
    report = report_of('run_samarati.py', *words)
    assert report['records'] == {'read': 32561, 'missing': 2399, 'published': 30155, 'suppressed': 7}
    assert report['vector'] == dict(zip(QUASI, (1, 0, 1, 2)))
    assert report['measures']['lm'] == pytest.approx(2.055445196875837, abs=1e-12)
    report = report_of('run_samarati.py', *words, '--max-suppression', '100', '--measure', 'dm')
    assert report['measures']['dm'] == 13357407
    report = report_of('run_samarati.py', *words, '--max-suppression', '200', '--missing', 'value')
    assert report['measures']['dm'] == 39728101
    report = report_of('run_mondrian.py', *words)
    assert report['classes']['count'] >= 646 and report['measures']['lm'] <= 0.0241


def test_the_optimal_vector_of_adult_in_the_reports(adult, tmp_path):
    words = [adult, '--config', 'data/adult.ini', '-o', tmp_path / 'out.csv', '--force', '--optimal']
    report = report_of('run_samarati.py', *words)
    assert report['vector'] == dict(zip(QUASI, (4, 0, 0, 1))) and report['measures']['lm'] == pytest.approx(1.11414, abs=5e-6)
    found = report['lattice']
    assert (found['vectors'], found['proven'], found['gap'], found['settled']) == (60, True, 0, 60) and 0 < found['checked'] < 30
    assert found['value'] == found['bound'] == pytest.approx(report['measures']['lm'])
    text = run('run_samarati.py', *words, '--weights', 'age=3').stdout
    assert re.search('^search +[0-9]+ of 60 vectors checked, [0-9]+ ruled out without a check: proven to be the best by lm$', text, re.M)
    assert ' Weights of the losses in lm: age=3. ' in text and max(map(len, text.splitlines()[5:-2])) <= 105
    report = report_of('run_samarati.py', *words, '--measure', 'precision', '--time-limit', '0')
    assert report['lattice']['proven'] is False and report['vector'] == dict(zip(QUASI, (4, 1, 1, 2)))
    assert report['lattice']['bound'] == 1 and report['lattice']['gap'] == 1 == report['lattice']['checked']
    text = run('run_samarati.py', *words, '--measure', 'precision', '--time-limit', '0').stdout
    assert '1 of 60 vectors checked, then stopped: precision 0, at most 100.0% below the best possible' in text


WIDE = ['q%02d' % column for column in range(25)]


def wide_table(folder):
    """A table of 25 quasi-identifiers, whose lattice of 3^25 vectors no search ends in a lifetime."""
    random = Random(25)
    (folder / 'hierarchies').mkdir()
    for name in WIDE:
        (folder / 'hierarchies' / (name + '.txt')).write_text(''.join('v%d,%s,*\n' % (value, 'ab'[value // 3]) for value in range(6)))
    rows = [','.join('v%d' % random.randrange(2 + column % 5) for column in range(25)) for _ in range(2000)]
    (folder / 'wide.csv').write_text('\n'.join([','.join(WIDE), *rows]) + '\n')
    return [folder / 'wide.csv', '--quasi', ','.join(WIDE), '--sensitive', '', '-k', 5, '--max-suppression', '5%', '--optimal',
            '-o', folder / 'out.csv', '--force']


def test_a_time_limit_ends_a_search_with_the_best_so_far(tmp_path):
    words = wide_table(tmp_path)
    report = report_of('run_samarati.py', *words, '--time-limit', '1.5')
    found = report['lattice']
    assert (found['vectors'], found['proven']) == (3 ** 25, False) and 0 < found['bound'] < found['value'] < 25
    assert found['gap'] == pytest.approx(found['value'] / found['bound'] - 1)
    assert found['value'] == pytest.approx(report['measures']['lm']) and report['audit']['k'] >= 5
    assert 1.5 <= report['seconds']['search'] < 10


@pytest.mark.skipif(not hasattr(os, 'openpty'), reason='there are no terminals here')
def test_ctrl_c_ends_a_search_with_the_best_so_far(tmp_path):
    """Seen on a terminal: how far the search is; then Ctrl-C, and an audited release all the same."""
    ours, theirs = os.openpty()
    process = subprocess.Popen([sys.executable, os.path.join(HOME, 'run_samarati.py'), *map(str, wide_table(tmp_path)), '--json'],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs, encoding='utf-8')
    os.close(theirs)
    shown = ''
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack('HHHH', 25, 80, 0, 0))
    while not re.search(r'lm [0-9.]+, at most [0-9.]+% above the best possible; [0-9]+ of 84', shown):
        shown += os.read(ours, 1000).decode()
    assert max(map(len, shown.split('\r\033[K'))) <= 79
    process.send_signal(signal.SIGINT)
    report = json.loads(process.communicate()[0])
    os.close(ours)
    assert process.returncode == 0 and report['lattice']['proven'] is False and report['audit']['ok']
    assert len(rows_of(tmp_path / 'out.csv')) - 1 == report['records']['published'] == report['audit']['records']


def test_sigterm_ends_it_without_a_release(tmp_path):
    words = wide_table(tmp_path)
    process = subprocess.Popen([sys.executable, os.path.join(HOME, 'run_samarati.py'), *map(str, words)], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    time.sleep(1)
    process.terminate()
    out, error = process.communicate()
    assert (process.returncode, out, error) == (143, '', 'run_samarati.py: terminated; no part of a file is left\n')
    assert sorted(os.listdir(str(tmp_path))) == ['hierarchies', 'wide.csv']


@pytest.mark.parametrize('cause, status', [(KeyboardInterrupt(15), 143), (None, None), (ValueError(), None)])
def test_what_python_makes_of_two_signals(cause, status, monkeypatch):
    """Python 3.8 turns the exception of the first into a SystemError if the second arrives at once."""
    from kanon.core.desk import run as running

    def main(options):
        raise SystemError('returned a result with an error set') from cause
    program, _ = program_named('lattice')
    if status is None:
        with pytest.raises(SystemError):
            captured(lambda: running.run(program, main, [SAMPLE]))
    else:
        assert captured(lambda: running.run(program, main, [SAMPLE]))[::2] == (
            143, 'python -m kanon lattice: terminated; no part of a file is left\n')


def test_two_signals_at_once_leave_nothing(tmp_path):
    """The second must not interrupt the tidying up of the first."""
    data = tmp_path / 'people.data'
    with open(os.path.join(HOME, SAMPLE), encoding='utf-8') as file:
        data.write_text(''.join((40 if ALL else 15) * file.readlines()), encoding='utf-8')
    process = subprocess.Popen([sys.executable, os.path.join(HOME, 'run_samarati.py'), str(data), '--config', 'data/adult.ini'], cwd=HOME,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    while process.poll() is None and not any(name.endswith('.part') for name in os.listdir(str(tmp_path))):
        time.sleep(0.002)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        process.send_signal(number)
    out, error = process.communicate()
    assert process.returncode in (130, 143, 129) and out == '' and error.endswith('; no part of a file is left\n')
    assert os.listdir(str(tmp_path)) == ['people.data']


@pytest.mark.parametrize('script', SCRIPTS)
def test_input_order_gives_the_same_rows_each_beside_its_record(script, tmp_path):
    base = [SAMPLE, '--publish', 'final_weight', '--quiet', '-o']
    assert run(script, *base, tmp_path / 'sorted.csv').returncode == 0
    assert run(script, *base, tmp_path / 'input.csv', '--order', 'input').returncode == 0
    with open(os.path.join(HOME, SAMPLE), encoding='utf-8') as file:
        weights = [line.split(', ')[2] for line in file if '?' not in line]
    in_order = rows_of(tmp_path / 'input.csv')
    assert [in_order[0]] + sorted(in_order[1:]) == rows_of(tmp_path / 'sorted.csv')
    published = iter(weights)
    assert all(row[5] in published for row in in_order[1:])     # a subsequence of the input, in its order


@pytest.mark.parametrize('script', SCRIPTS)
def test_the_order_of_the_records_changes_nothing(script, tmp_path):
    with open(os.path.join(HOME, SAMPLE), encoding='utf-8') as file:
        lines = file.readlines()
    releases, reports = [], []
    for seed in range(3):
        data = tmp_path / 'people.data'
        data.write_text(''.join(lines), encoding='utf-8')
        reports.append(report_of(script, data, '--config', 'data/adult.ini', '--force', '--trace'))
        del reports[-1]['seconds']
        releases.append((tmp_path / ('people_%s.csv' % script[4:-3])).read_bytes())
        Random(seed).shuffle(lines)
    assert releases[0] == releases[1] == releases[2] and len(releases[0]) > 10 ** 5
    assert reports[0] == reports[1] == reports[2]


def test_a_report_shows_no_value_that_fewer_than_k_share(tmp_path):
    (tmp_path / 'x.csv').write_text('a,b\n' + ''.join('%d,%d\n' % (n, n // 3) for n in range(9)))
    report = report_of('run_mondrian.py', tmp_path / 'x.csv', '-k', 3, '--quasi', 'a,b', '--sensitive', '')
    assert [column['example'] for column in report['columns']] == [None, ['0', '[0-1]']]


@pytest.mark.skipif(sys.implementation.name == 'pypy', reason='PyPy does not tell that a signal is ignored from the start')
def test_nohup_is_respected():
    """SIGHUP that is ignored when the run begins stays ignored."""
    process = subprocess.Popen([sys.executable, 'run_mondrian.py', '-', '--config', 'data/inpatients/inpatients.ini', '-o', '-', '--quiet'], cwd=HOME,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    time.sleep(0.5)
    process.send_signal(signal.SIGHUP)
    with open(os.path.join(HOME, TOY), 'rb') as file:
        out, _ = process.communicate(file.read())
    assert process.returncode == 0 and out.count(b'\n') == 13


@pytest.mark.parametrize('script', SCRIPTS)
@pytest.mark.parametrize('order', ['sorted', 'input'])
def test_from_standard_input_to_standard_output(script, order, tmp_path):
    with open(os.path.join(HOME, TOY), encoding='utf-8') as file:
        content = file.read()
    words = ['--config', 'data/inpatients/inpatients.ini', '--hierarchies', 'data/inpatients/hierarchies', '--order', order]
    piped = subprocess.run([sys.executable, script, '-', '-o', '-', '--quiet', *words], cwd=HOME, input=content,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    assert (piped.returncode, piped.stderr) == (0, '')
    packed = tmp_path / 'toy.csv.gz'
    packed.write_bytes(gzip.compress(content.encode()))
    assert run(script, packed, *words).returncode == 0
    output = tmp_path / ('toy_%s.csv' % script[4:-3])
    assert piped.stdout == output.read_text()
    result = run(script, packed, '-o', '-', *words)
    assert result.stdout == piped.stdout and 'passed: read again, the release' in result.stderr


def test_the_toy_table_is_the_4_anonymous_one():
    result = run('run_samarati.py', TOY, '-o', '-', '--quiet')
    assert Counter(line.rsplit(',', 1)[0] for line in result.stdout.splitlines()[1:]) == {
        '1305*,[0-39]': 4, '1306*,[0-39]': 4, '1485*,[40-59]': 4}
    result = run('run_mondrian.py', TOY, '-o', '-', '--quiet')
    assert result.stdout.count('[13053-13068],[31-37],Cancer\n') == 4     # 4-anonymous, and homogeneous


def test_the_trace_names_every_vector_and_every_cut():
    result = run('run_samarati.py', TOY, '-o', '-', '--trace')
    assert result.stderr.startswith('The top of the lattice, (3, 3), is checked first. It would suppress 0 records')
    tried = re.findall(r'\((\d, \d)\), of height (\d), is checked(?: now)?. It would suppress (\d+) records, .* it (satisfies|fails),',
                       result.stderr)
    assert ('1, 2', '3', '0', 'satisfies') in tried
    assert 'search     %d of 16 vectors checked, from which the others up to height 3 follow\n' % (1 + len(set(tried))) in result.stderr
    assert all(sum(map(int, vector.split(', '))) == int(height) for vector, height, _, _ in tried)
    result = run('run_mondrian.py', TOY, '-o', '-', '--trace')
    assert re.findall(r'^  Cut .*$', result.stderr, re.M) == [
        '  Cut 12 records by zip at 13068: 8 up to it, 4 above. These are parts 1, 2.',
        '  Cut 8 records by age at 29: 4 up to it, 4 above. These are parts 3, 4.']


def test_only_what_was_named_is_published():
    for script in SCRIPTS:
        result = run(script, SAMPLE, '-o', '-', '--quiet', '--sensitive', '', '--publish', 'class,work_class')
        assert result.stdout.splitlines()[0] == 'age,gender,race,marital_status,class,work_class'
        result = run(script, SAMPLE, '-o', '-', '--quiet', '--sensitive', '')
        assert result.stdout.splitlines()[0] == 'age,gender,race,marital_status'
        assert all(line.count(',') == 3 for line in result.stdout.splitlines())


COMMANDS = re.compile('^To (?:check|attack) this release: (python -m kanon .*)$', re.MULTILINE)


@pytest.mark.parametrize('name, header, words, quoted', [
    ('d.csv', 'age,job', [], '--quasi age --sensitive job'),
    ("o'brien & co.csv", 'age,"job; pay, $"', ['--missing', 'root'], '\'"job; pay, $"\''),
    ('d.csv', '', ['--columns', 'age,job', '--order', 'input'], '--columns age,job'),
    ('d.csv', 'age;job', ['--encoding', 'utf-16', '--delimiter', ';'], '--encoding utf-16'),
    ('d.csv', 'age,-job', ['--config', 'other.ini'], '--sensitive=-job --config other.ini'),
    ('-d.csv', 'age,job', ['--hierarchies', 'trees'], '--hierarchies trees')])
def test_the_commands_for_what_comes_next_can_be_typed(name, header, words, quoted, tmp_path):
    """In a shell, as they are printed: the release is checked, and attacked with the table it was made from."""
    encoding = 'utf-16' if 'utf-16' in words else 'utf-8'
    delimiter = ';' if 'utf-16' in words else ','
    rows = [header] * bool(header) + ['%d%s%s' % (30 + n, delimiter, 'ab'[n % 2]) for n in range(8)]
    (tmp_path / name).write_text('\n'.join(rows) + '\n', encoding=encoding)
    (tmp_path / 'other.ini').write_text('[kanon]\nk = 2\n')
    (tmp_path / 'trees').mkdir()
    job = header[4:] or 'job'
    result = run('run_mondrian.py', './' + name, '--quasi', 'age', '--sensitive=' + job, '-k', '2', '-o', name[:-4] + ' out.csv', *words, cwd=str(tmp_path))
    assert (result.returncode, result.stderr) == (0, '')
    commands = COMMANDS.findall(result.stdout)
    assert len(commands) == 2 and quoted in commands[1] and ('--stars class' in commands[0]) == ('root' in words)
    for command, printed in zip(commands, ('All that is required holds.', 'people with one candidate')):
        python = '%s -m kanon' % sys.executable
        typed = subprocess.run(command.replace('python -m kanon', python, 1), shell=True, cwd=str(tmp_path), env={**os.environ, 'PYTHONPATH': HOME},
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
        assert (typed.returncode, typed.stderr) == (0, '') and printed in typed.stdout


def test_no_command_follows_where_nobody_can_use_it(tmp_path):
    said = run('run_mondrian.py', TOY, '-o', '-').stderr
    assert 'audit' in said and not COMMANDS.findall(said)
    report = report_of('run_mondrian.py', TOY, '-o', tmp_path / 'a.csv')
    assert [command.split()[3] for command in report['next']] == ['check', 'attack']


def test_an_output_that_exists_is_kept_unless_forced(tmp_path):
    output = tmp_path / 'out.csv'
    output.write_text('precious')
    result = run('run_mondrian.py', TOY, '-o', output)
    assert result.returncode == 1 and output.read_text() == 'precious'
    assert run('run_mondrian.py', TOY, '-o', output, '--force').returncode == 0
    assert output.read_text().startswith('zip,age,condition\n')


def test_quiet_says_nothing(tmp_path):
    result = run('run_samarati.py', TOY, '-o', tmp_path / 'out.csv', '--quiet')
    assert (result.returncode, result.stdout, result.stderr) == (0, '', '')


@pytest.mark.parametrize('script', SCRIPTS)
def test_version_and_help(script):
    assert re.fullmatch(r'kanon \d+\.\d+\.\d+\n', run(script, '--version').stdout)
    help_ = run(script, '--help')
    assert help_.returncode == 0 and '--max-suppression' in help_.stdout or script == 'run_mondrian.py'
    assert all(len(line) <= 115 for line in help_.stdout.splitlines())


def test_a_failed_audit_removes_the_output_and_ends_with_1(tmp_path):
    """A writer that loses a record of one class: the audit finds it, and the old output stays."""
    output = tmp_path / 'out.csv'
    output.write_text('old')
    broken = ('import sys; sys.path.insert(0, "."); import kanon.core.tables.lines as r, kanon.core.desk.run as c, run_mondrian as m\n'
              'classes = r.sorted_classes\n'
              'r.sorted_classes = lambda *a: ((p, list(rows)[i == 0:]) for i, (p, rows) in enumerate(classes(*a)))\n'
              'sys.exit(c.run(m.MONDRIAN, m.main, sys.argv[1:]))')
    result = subprocess.run([sys.executable, '-c', broken, TOY, '-o', str(output), '--force'], cwd=HOME, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, encoding='utf-8')
    assert (result.returncode, result.stdout) == (1, '')
    assert result.stderr == 'run_mondrian.py: the audit counted 10 records instead of 12\n'
    assert output.read_text() == 'old' and os.listdir(str(tmp_path)) == ['out.csv']


@pytest.mark.parametrize('number, status', [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@pytest.mark.parametrize('order', ['sorted', 'input'])
def test_an_interrupted_run_leaves_nothing(number, status, order, tmp_path):
    """The input is a pipe that stalls, so that the run is in the middle of its reading when the signal comes.

    A pipe holds less than what is written here: once the write is over, the run has read a part.
    """
    process = subprocess.Popen([sys.executable, 'run_samarati.py', '-', '--config', 'data/adult.ini', '-o', str(tmp_path / 'out.csv'), '--order', order],
                               cwd=HOME, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with open(os.path.join(HOME, SAMPLE), 'rb') as file:
        process.stdin.write(file.read(200000))
    process.stdin.flush()
    time.sleep(0.1)
    process.send_signal(number)
    out, err = process.communicate()
    assert (process.returncode, out, err.count(b'\n')) == (status, b'', 1)
    assert os.listdir(str(tmp_path)) == []


def test_a_disk_that_is_full_leaves_the_old_output(tmp_path):
    resource = pytest.importorskip('resource')
    output = tmp_path / 'out.csv'
    output.write_text('old')
    result = run('run_mondrian.py', SAMPLE, '-o', output, '--force',
                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000)))
    assert (result.returncode, result.stdout) == (1, '')
    assert result.stderr == 'run_mondrian.py: %s: File too large\n' % output
    assert output.read_text() == 'old' and os.listdir(str(tmp_path)) == ['out.csv']


@pytest.mark.parametrize('words, what', [
    (['-o', 'OUT'], 'the report; the release is in OUT'), (['-o', 'OUT', '--json'], 'the report; the release is in OUT'),
    (['-o', '-', '--quiet'], 'the release')])
def test_standard_output_that_takes_no_more(words, what, tmp_path):
    output = str(tmp_path / 'out.csv')
    words = [word.replace('OUT', output) for word in words]
    command = [sys.executable, 'run_mondrian.py', SAMPLE, '--force', *words]
    with open('/dev/full', 'w') as full:
        result = subprocess.run(command, cwd=HOME, stdout=full, stderr=subprocess.PIPE, encoding='utf-8')
    message = 'run_mondrian.py: standard output takes no more (%s) of %s\n'
    assert (result.returncode, result.stderr) == (1, message % ('No space left on device', what.replace('OUT', output)))
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run(command, cwd=HOME, stdout=writing, stderr=subprocess.PIPE, encoding='utf-8')
    os.close(writing)
    assert (result.returncode, result.stderr) == (1, message % ('Broken pipe', what.replace('OUT', output)))


@pytest.mark.parametrize('descriptor, status, message', [
    (0, 1, 'run_mondrian.py: standard input: is closed\n'), (1, 0, ''), (2, 0, '')])
def test_a_closed_standard_stream(descriptor, status, message, tmp_path):
    """Whatever is closed, the release is published unless the input is; and an error is never printed as output."""
    output = str(tmp_path / 'out.csv')
    data = '-' if descriptor == 0 else TOY
    result = run('run_mondrian.py', data, '--config', 'data/inpatients/inpatients.ini', '-o', output, '--quiet', preexec_fn=lambda: os.close(descriptor))
    assert (result.returncode, result.stdout, result.stderr) == (status, '', message)
    assert os.path.exists(output) == (status == 0)


@pytest.mark.parametrize('order', ['sorted', 'input'])
def test_a_pipe_with_a_name_is_read_like_a_file(order, tmp_path):
    os.mkfifo(str(tmp_path / 'pipe'))
    with open(os.path.join(HOME, TOY), 'rb') as file:
        content = file.read()
    writer = subprocess.Popen([sys.executable, '-c', 'import sys; open(sys.argv[1], "wb").write(sys.stdin.buffer.read())', str(tmp_path / 'pipe')],
                              stdin=subprocess.PIPE)
    writer.stdin.write(content)
    writer.stdin.close()
    result = run('run_mondrian.py', tmp_path / 'pipe', '--config', 'data/inpatients/inpatients.ini', '-o', '-', '--order', order, '--quiet', timeout=60)
    writer.wait()
    assert (result.returncode, result.stderr) == (0, '') and result.stdout.count('\n') == 13


def test_the_sample_does_not_lift_the_guard_of_a_named_output(tmp_path):
    precious = tmp_path / 'precious.csv'
    precious.write_text('precious')
    assert run('run_mondrian.py', '-o', precious).returncode == 1
    assert precious.read_text() == 'precious'


def test_a_message_is_one_line_whatever_is_in_it():
    result = run('run_mondrian.py', 'no\nsuch\x1b.csv', '-o', '-')
    assert (result.returncode, result.stderr) == (1, 'run_mondrian.py: no\\nsuch\\x1b.csv: No such file or directory\n')
    assert run('run_mondrian.py', '--no\nsuch').stderr.count('\n') == 1


def test_comments_are_counted(tmp_path):
    (tmp_path / 'x.csv').write_text('|a comment\na,b\n1,2\n1,2\n')
    report = report_of('run_mondrian.py', tmp_path / 'x.csv', '-k', 2, '--quasi', 'a', '--sensitive', 'b')
    assert (report['comments'], report['records']['read']) == (1, 2)


def test_a_value_that_the_terminal_cannot_show_is_escaped(tmp_path):
    (tmp_path / 'x.csv').write_text('名,b\n' + 'ü,1\n' * 3, encoding='utf-8')
    result = run('run_mondrian.py', tmp_path / 'x.csv', '-k', 2, '--quasi', '名', '--sensitive', '', env={**os.environ, 'PYTHONIOENCODING': 'ascii'})
    assert result.returncode == 0 and r'\u540d' in result.stdout


def test_columns_named_on_the_command_line(tmp_path):
    with open(os.path.join(HOME, SAMPLE), encoding='utf-8') as file:
        (tmp_path / 'people.txt').write_text('|1x3 Cross validator\n' + file.read() + '\n')
    report = report_of('run_samarati.py', tmp_path / 'people.txt', '--columns', ','.join(COLUMNS))
    assert report['records']['read'] == 12000 and report['output'] == str(tmp_path / 'people_samarati.csv')


@pytest.mark.parametrize('script', SCRIPTS)
def test_who_publishes_an_identifier_is_warned(script, tmp_path):
    """Another value in nearly every record: named in the report, in the JSON report, and with no other column."""
    rows = ['%d,%s,p%d,%s' % (20 + n % 3, 'ab'[n % 2], n, 'flu' if n % 4 else 'ulcer') for n in range(30)]
    (tmp_path / 'data.csv').write_text('age,sex,patient,illness\n' + '\n'.join(rows) + '\n', encoding='utf-8')
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'age.txt').write_text('20,*\n21,*\n22,*\n', encoding='utf-8')
    words = ['data.csv', '-k', 5, '--quasi', 'age', '--sensitive', 'illness', '--publish', 'patient,sex', '-o', 'out.csv', '--force']
    said = run(script, *words, cwd=str(tmp_path))
    assert 'WARNING: nearly every record has its own value in patient. Whoever knows this value knows whose record it is.\n' in said.stdout
    assert json.loads(run(script, *words, '--json', cwd=str(tmp_path)).stdout)['unique'] == ['patient']
    words[words.index('patient,sex')] = 'sex'
    assert 'WARNING' not in run(script, *words, cwd=str(tmp_path)).stdout


def test_the_head_of_every_report_names_the_ini_file_and_what_it_tells(tmp_path):
    (tmp_path / 'd.csv').write_text('age,ward\n30,a\n31,b\n')
    (tmp_path / 'd.ini').write_text('[kanon]\nquasi = age\npublish = ward\nmissing = value\n')
    told = 'nobody named d.ini with --config, and it sets quasi = age'
    whole = {'mondrian': told + '; publish = ward; missing = value', 'sweep': told + '; missing = value', 'hierarchy': told + '; missing = value'}
    for words in (['mondrian', '-o', 'x.csv'], ['check'], ['risk'], ['sweep', '--algorithm', 'mondrian'], ['hierarchy', 'check']):
        if words[0] in ('mondrian', 'sweep'):
            words = [*words, '-k', '2']
        result = run('kanon', *words, 'd.csv', cwd=str(tmp_path))
        first, second = result.stdout.splitlines()[:2]
        assert 'options: d.ini, with quasi' * (words[0] != 'hierarchy') in first
        assert (second == whole.get(words[0], told)) == (words[0] != 'hierarchy')
        assert result.stderr.endswith(': %s\n' % whole.get(words[0], told)) and result.stderr.count('\n') == 1
    for words in (['mondrian', '-k', '2', '-o', 'y.csv', '--json'], ['check', '--json'], ['risk', '--format', 'json']):
        report = json.loads(run('kanon', *words, 'd.csv', cwd=str(tmp_path)).stdout)
        more = {'publish': ['ward'], 'missing': 'value'} if words[0] == 'mondrian' else {}      # check and risk do not publish
        assert (report['config'], report['telling']) == ('d.ini', {'quasi': ['age'], **more})
        assert report['from_ini'] == ['quasi', *more]
    typed = run('run_mondrian.py', 'd.csv', '--quasi', 'age', '-k', '2', '--publish', '', '--missing', 'drop', '-o', 'z.csv', cwd=str(tmp_path))
    assert 'options: d.ini)' in typed.stdout and 'nobody' not in typed.stdout and typed.stderr == ''
    named = run('run_mondrian.py', 'd.csv', '-k', '2', '--config', 'd.ini', '-o', 'n.csv', cwd=str(tmp_path))
    assert 'options: d.ini, with quasi)' in named.stdout and 'nobody' not in named.stdout and named.stderr == ''
    os.remove(str(tmp_path / 'd.ini'))
    assert 'options' not in run('kanon', 'check', 'd.csv', '--quasi', 'age', cwd=str(tmp_path)).stdout


def test_columns_of_an_ini_file_that_nobody_typed_rename_no_header(tmp_path):
    """They name the columns of a file without one. A header with exactly these names is none that is renamed."""
    (tmp_path / 'd.csv').write_text('name,Sex,diagnosis,cost\nann,f,flu,high\nbob,f,ulcer,low\n')
    (tmp_path / 'r.csv').write_text('sex,diagnosis\nf,flu\nf,ulcer\n')
    (tmp_path / 'd.ini').write_text('[kanon]\ncolumns = sex, diagnosis, illness, zip\n')
    for words in (['mondrian', '-k', '2', '-o', 'x.csv'], ['check'], ['risk'], ['attack', 'r.csv', '--known']):
        refused = run('kanon', *words, 'd.csv', '--quasi', 'sex', *['--sensitive', 'diagnosis'] * (words[0] != 'risk'), cwd=str(tmp_path))
        assert (refused.returncode, refused.stdout) == (1, '')
        assert ('d.ini: columns = sex,diagnosis,illness,zip is taken only if you ask for it, because it gives other names to the header of'
                " d.csv, which has the column 'sex'; delete the line, or type --columns") in refused.stderr
    nothing_typed = 'columns = diagnosis, Sex, name, cost\nquasi = Sex\nsensitive = diagnosis\n'
    (tmp_path / 'd.ini').write_text('[kanon]\n' + nothing_typed)       # the names would be published as diagnoses
    refused = run('run_mondrian.py', 'd.csv', '-k', '2', '-o', 'x.csv', cwd=str(tmp_path))
    assert refused.returncode == 1 and ("which has the column 'diagnosis'" in refused.stderr or 'looks like a header' in refused.stderr)
    (tmp_path / 'd.ini').write_text('[kanon]\ncolumns = sex, diagnosis, illness, zip\n')
    words = ['run_mondrian.py', 'd.csv', '--quasi', 'sex', '--sensitive', 'diagnosis', '-k', '3', '-o', 'x.csv']
    assert run(*words, '--config', 'd.ini', cwd=str(tmp_path)).returncode == 0         # whoever types the file knows it
    for line in ('columns = name, Sex, diagnosis', 'columns = sex, zip, diagnosis'):    # the header's own, and a record
        (tmp_path / 'd.ini').write_text('[kanon]\n%s\n' % line)
        (tmp_path / 'd.csv').write_text(('name,Sex,diagnosis\n' if 'name' in line else '') + 'f,1,flu\nf,2,ulcer\n')
        done = run('run_mondrian.py', 'd.csv', '--quasi', line.split()[2 + ('name' in line)].strip(','), '--sensitive', 'diagnosis', '-k', '2',
                   '-o', 'x.csv', '--force', cwd=str(tmp_path))
        assert done.returncode == 0 and 'options: d.ini, with columns)' in done.stdout


@pytest.mark.parametrize('script', SCRIPTS)
def test_the_order_of_the_input_is_warned_of(script, tmp_path):
    words = [TOY, '-k', '3', '-o', tmp_path / 'x.csv', '--force']
    said = 'WARNING: the rows stand in the order of the input. Whoever has the original table can read it beside\nthe release, and knows whose row each is.\n'
    assert said in run(script, *words, '--order', 'input').stdout
    assert 'WARNING' not in run(script, *words).stdout


def test_who_publishes_counted_rows_is_warned(tmp_path):
    """By every program that reads a table: in one line on standard error, and in its report."""
    (tmp_path / 'd.csv').write_text('age,n\n30,5\n31,7\n')
    said = "Column 'n' looks like a count, but each row is taken for one record. If a row stands for several records, run again with --counts 'n'."
    for words in (['mondrian', '-k', '2', '--sensitive', '', '-o', 'x.csv'], ['check'], ['risk'], ['start']):
        result = run('kanon', *words, 'd.csv', '--quasi', 'age', cwd=str(tmp_path))
        program = 'run_mondrian.py' if words[0] == 'mondrian' else 'python -m kanon ' + words[0]
        assert (result.returncode, result.stderr) == (0, '%s: d.csv: %s\n' % (program, said))
        assert 'WARNING: %s\n' % said in result.stdout
    reports = [json.loads(run('kanon', *words, 'd.csv', '--quasi', 'age', cwd=str(tmp_path)).stdout) for words in (
        ['mondrian', '-k', '2', '--sensitive', '', '-o', '../x.csv', '--json'], ['check', '--json'], ['risk', '--format', 'json'])]
    assert [report['count_column'] for report in reports] == ['n', 'n', 'n']
    os.remove(str(tmp_path / 'd.ini'))      # which start wrote
    result = run('run_mondrian.py', 'd.csv', '--quasi', 'age', cwd=str(tmp_path))
    assert result.returncode == 1 and len(result.stderr.splitlines()) == 1 and said not in result.stderr
    for words in (['check', '--quiet'], ['check', '-o', '../report.txt'], ['sweep', '--algorithm', 'mondrian', '-k', '2'], ['lattice', '-k', '2'],
                  ['hierarchy', 'check']):
        (tmp_path / 'hierarchies').mkdir(exist_ok=True)
        (tmp_path / 'hierarchies' / 'age.txt').write_text('30,*\n31,*\n')
        result = run('kanon', *words, 'd.csv', '--quasi', 'age', cwd=str(tmp_path))
        assert (result.returncode, result.stderr.count(said), result.stderr.count('\n')) == (0, 1, 1)


@pytest.mark.parametrize('words, status, printed', [
    (['samarati', SAMPLE, '-o', 'OUT'], 0, ''), (['samarati', SAMPLE, '-o', 'out.csv'], 1, 'run_samarati.py: out.csv: No such file or directory\n'),
    (['help', 'mondrian'], 0, ''), (['datafly', '--version'], 0, '')])
def test_in_a_folder_that_has_been_removed(words, status, printed, tmp_path):
    gone, out = tmp_path / 'gone', tmp_path / 'out.csv'
    gone.mkdir()
    words = [os.path.join(HOME, SAMPLE) if word == SAMPLE else str(out) if word == 'OUT' else word for word in words]
    code = ('import os, sys; sys.path.insert(0, %r); os.rmdir(%r); from kanon.__main__ import main; sys.exit(main(%r))' % (HOME, str(gone), words))
    script = tmp_path / 'script.py'     # with -c in its place, Python 3.13.0 fails in such a folder by itself
    script.write_text(code)
    done = subprocess.run([sys.executable, str(script)], cwd=str(gone), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    assert (done.returncode, done.stderr) == (status, printed) and out.exists() == (words[-1] == str(out))


EVERY_PROGRAM = '''
mondrian SAMPLE -o m.csv --quiet --order input
mondrian TOY -o t.csv --quiet
mondrian TOY -o - --quiet
datafly SAMPLE -o d.csv --quiet --trace
samarati SAMPLE -o s.csv --quiet --record s.json
sweep TOY -k 2
lattice TOY -k 2
check t.csv --quasi zip,age --sensitive condition
risk t.csv --quasi zip,age
attack t.csv --known TOY
replay s.json
start toy.csv --quasi age,zip --sensitive condition
hierarchy levels TOY
hierarchy show TOY --column age
hierarchy check TOY
hierarchy ranges TOY --column age --widths 5,10 -o h.txt
hierarchy quantiles TOY --column age --parts 4,2 -o q.txt
hierarchy mask TOY --column zip -o z.txt
hierarchy codes TOY --column zip --cuts 2,3 -o c.txt
hierarchy classes nace TOY --column zip -o k.txt
hierarchy flat TOY --column zip -o f.txt
hierarchy convert h.txt --to wide -o w.csv
help sweep
--version
'''


def test_nothing_warns_in_any_program(tmp_path):
    """Not even of a file that is opened in the encoding of the place, if Python is asked to (-X warn_default_encoding, from 3.10 on)."""
    shutil.copy(os.path.join(HOME, TOY), str(tmp_path / 'toy.csv'))
    lines = EVERY_PROGRAM.replace('SAMPLE', os.path.join(HOME, SAMPLE)).replace('TOY', os.path.join(HOME, TOY)).strip().splitlines()
    code = ('import sys\nfrom kanon.__main__ import main\nfor line in sys.argv[1:]:\n    try:\n        status = main(line.split())\n'
            '    except SystemExit as ended:\n        status = ended.code\n    assert not status, line')
    result = subprocess.run([sys.executable, '-X', 'warn_default_encoding', '-W', 'error', '-c', code, *lines], cwd=str(tmp_path),
                            env={**os.environ, 'PYTHONPATH': HOME}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding='utf-8')
    assert (result.returncode, result.stderr) == (0, '')


@pytest.mark.parametrize('flag', ['-I', '-P'] if sys.version_info >= (3, 11) else ['-I'])
@pytest.mark.parametrize('script', SCRIPTS)
def test_a_script_finds_its_package_where_python_does_not_look_beside_it(script, flag, tmp_path):
    result = subprocess.run([sys.executable, flag, os.path.join(HOME, script), '--version'], cwd=str(tmp_path), stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, encoding='utf-8')
    assert (result.returncode, result.stderr) == (0, '') and result.stdout.startswith('kanon ')


def test_the_scripts_are_found_where_pip_puts_them(tmp_path):
    """pip install --user and --target put them in a folder bin, beside or above the package."""
    def copied(packages, scripts):
        shutil.copytree(os.path.join(HOME, 'kanon'), str(packages / 'kanon'))
        shutil.copytree(os.path.join(HOME, 'hierarchies'), str(scripts.parent / 'share' / 'kanon' / 'hierarchies'))
        scripts.mkdir()
        shutil.copy(os.path.join(HOME, 'run_samarati.py'), str(scripts))
        words = [sys.executable, '-m', 'kanon', 'samarati', os.path.join(HOME, SAMPLE), '-o', '-']
        return subprocess.run(words, cwd=str(tmp_path), env={**os.environ, 'PYTHONPATH': str(packages)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    expected = run('run_samarati.py', SAMPLE, '-o', '-').stdout.encode()
    assert copied(tmp_path / 'target', tmp_path / 'target' / 'bin').stdout == expected
    assert copied(tmp_path / 'home' / 'lib' / 'python3' / 'site-packages', tmp_path / 'home' / 'bin').stdout == expected
    shutil.rmtree(str(tmp_path / 'target' / 'bin'))
    shutil.rmtree(str(tmp_path / 'target' / 'share'))
    alone = subprocess.run([sys.executable, '-m', 'kanon', 'samarati', os.path.join(HOME, SAMPLE), '-o', '-'], cwd=str(tmp_path), stdout=subprocess.PIPE,
                           env={**os.environ, 'PYTHONPATH': str(tmp_path / 'target')}, stderr=subprocess.PIPE, encoding='utf-8')
    assert (alone.returncode, alone.stdout) == (1, '') and alone.stderr.count('\n') == 1
