"""Every case of refusals/ is a run that must be refused. refusal_cases.py says how a case is written.

One line on standard error, nothing on standard output, no file written, no input changed; and with --redact the same without
a value of the data.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import pytest

from conftest import HOME, files_below, program_named, run
from refusal_cases import CASES, DEFAULTS, Case, cases_of


def refused(case, tmp_path, *more):
    """A run in a copy of the case: its CompletedProcess, what must stand before its message, and its command, status and message."""
    folder = tmp_path / case
    CASES[case].inputs_in(folder)
    command, status, message = CASES[case][:3]
    before = files_below(folder)
    script, *arguments = shlex.split(command)
    if script == 'python':      # python -m kanon VERB
        result = run('kanon', *arguments[2:], *more, cwd=str(folder))
        script = ' '.join([script, *arguments[:4 if arguments[2] == 'hierarchy' else 3]])
    else:
        result = run(script, *arguments, *more, cwd=str(folder))
    assert files_below(folder) == before
    return result, script + ': ', (command, status, message)


@pytest.mark.parametrize('case', list(CASES))
def test_refused_in_one_line_with_nothing_written(case, tmp_path):
    result, program, (_, status, message) = refused(case, tmp_path)
    assert (result.returncode, result.stderr, result.stdout) == (status, program + message + '\n', '')


@pytest.mark.parametrize('case', [case for case in CASES if not case.startswith('explain-')])     # explain shows values anyway
def test_redacted_no_value_of_the_data_is_in_the_message(case, tmp_path):
    """Whatever is quoted in it was typed, stands in the INI file, or is the name of a column, where the first line names such."""
    result, program, (command, status, message) = refused(case, tmp_path, '--redact')
    assert result.returncode == status and result.stderr.startswith(program) and result.stderr.count('\n') == 1
    if status == 2:
        return          # of words, before a file is looked at
    said = command + message.partition(': ')[0]
    values = set()
    for name, content in files_below(tmp_path / case).items():
        text = content.decode('utf-8', 'replace').replace(';', ',')
        if name.endswith('.ini'):
            said += text
        else:
            rows = [line.split(',') for line in text.replace('"', '').splitlines()]
            said += ' '.join(rows[0]) if rows and 'taken-for' not in case and not name.endswith('.txt') else ''
            values.update(value.strip() for row in rows for value in row)
    shown = [found.group(1) for found in re.finditer(r"'([^']*)'", result.stderr)]
    assert not [value for value in shown if value in values and value not in said], result.stderr


def test_a_hint_at_an_option_is_no_value(tmp_path):
    result, program, (_, _, message) = refused('ini-option-misspelt', tmp_path, '--redact')
    assert result.stderr == program + message + '\n' and "did you mean 'quasi'?" in message


NAMED = re.compile(r'run_(samarati|mondrian)\.py|python -m kanon (?:hierarchy )?([a-z]+)')
FLAG = re.compile(r'(?<![\w-])--[a-z][a-z-]*')


def strange_options(command, message) -> list:
    """The options that a message names, and that neither its program nor one that the message names has.

    What was typed is no advice, and the message may say that there is no such option.
    """
    programs = [program_named(name)[0] for line in (command, message) for name in map(''.join, NAMED.findall(line)) if name != 'hierarchy']
    known = {'--help'} | {word.flag for program in programs for word in program.words}
    return [flag for flag in FLAG.findall(message) if flag not in known and flag not in FLAG.findall(command)]


def test_a_refusal_names_no_option_that_its_program_lacks():
    strange = {name: strange_options(case.command, case.message) for name, case in CASES.items()}
    assert {name: flags for name, flags in strange.items() if flags} == {}
    mondrian = 'run_mondrian.py data.csv --k-map 2'
    assert strange_options(mondrian, 'take --algorithm, --grid or --k-map') == ['--algorithm']
    assert strange_options(mondrian, 'take python -m kanon sweep --algorithm samarati or python -m kanon hierarchy dates --levels') == []


def test_there_are_more_than_a_hundred():
    assert len(CASES) >= 120


def test_no_case_keeps_a_copy_of_a_default_input():
    """Nor does it do without a file that it has, or that is no default."""
    for name, case in CASES.items():
        assert not [path for path in case.inputs if case.inputs[path] == DEFAULTS.get(path)], name
        assert all(path in DEFAULTS and path not in case.inputs for path in case.without), name


def test_a_case_is_read_as_it_is_written():
    text = '== a\n$ run x\n1 x: empty\nwithout b.csv c.csv\n-- x\n-- h/y\n    30,m\n     z\n\n== b\n$ run\n2 none\n'
    one = Case('run x', 1, 'x: empty', ['b.csv', 'c.csv'], {'x': b'', 'h/y': b'30,m\n z\n'})
    assert cases_of(text) == {'a': one, 'b': Case('run', 2, 'none', [], {})}


# What git cannot keep: links, permissions, devices of the system.

WORDS = ['data.csv', '--quasi', 'age,sex', '--sensitive', 'job', '-k', '2', '--force']


def table(folder):
    for name, content in {'data.csv': 'age,sex,job\n30,m,a\n30,m,b\n', 'hierarchies/age.txt': '30,*\n31,*\n', 'hierarchies/sex.txt': 'm,*\nf,*\n',
                          'data.ini': '[kanon]\nmax_suppression = 0\n'}.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
    return folder


def run_in(folder, *words, python=None, **more):
    if not python:
        return run('run_samarati.py', *words, cwd=str(folder))
    return subprocess.run([python, os.path.join(HOME, 'run_samarati.py'), *words], cwd=str(folder), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, encoding='utf-8', **more)


@pytest.mark.parametrize('link', [os.symlink, os.link])
@pytest.mark.parametrize('word', ['-o', '--record'])
@pytest.mark.parametrize('source', ['data.csv', 'hierarchies/age.txt', 'data.ini'])
def test_an_output_that_is_an_input_by_a_link(link, word, source, tmp_path):
    folder = table(tmp_path)
    link(str(folder / source), str(folder / 'link.csv'))
    before = files_below(folder)
    result = run_in(folder, *WORDS, word, 'link.csv', *([] if word == '-o' else ['-o', 'out.csv']))
    assert (result.returncode, result.stdout) == (1, '')
    assert result.stderr == 'run_samarati.py: link.csv: the output is the input %s\n' % source
    assert files_below(folder) == before


LOOK = ['--quasi', 'age', '--sensitive', 'job']


@pytest.mark.parametrize('link, words, message', [
    ('data_samarati.csv', ['samarati', 'data.csv', *WORDS[1:-1]], 'the output is a link; name another with -o'),
    ('data_mondrian.csv', ['mondrian', *WORDS], 'the output is a link; name another with -o'),
    ('data_datafly.csv', ['datafly', *WORDS], 'the output is a link; name another with -o'),
    ('b.ini', ['start', 'b.csv', *LOOK, '--force'], 'is a link, and start writes through none; remove it first'),
    ('hierarchies/job.txt', ['start', 'b.csv', '--quasi', 'job'], 'is a link, and start writes through none; remove it first'),
    ('hierarchies/job.txt', ['hierarchy', 'flat', 'b.csv', '--column', 'job'], 'the output is a link; name another with -o'),
    ('of/hierarchies', ['start', 'of/b.csv', *LOOK], 'is a link, and start writes through none; remove it first'),
    ('of/hierarchies', ['hierarchy', 'flat', 'of/b.csv', '--column', 'job'], 'is a link; name the folder with --hierarchies, or a file with -o')])
@pytest.mark.parametrize('there', [False, True])
def test_an_output_that_nobody_typed_and_that_is_a_link(there, link, words, message, tmp_path):
    """It may have come with the table, and lead anywhere."""
    folder = table(tmp_path)
    (folder / 'of').mkdir()
    for name in 'b.csv', 'of/b.csv':
        shutil.copy(str(folder / 'data.csv'), str(folder / name))
    if there:
        (folder / 'secret').mkdir() if link == 'of/hierarchies' else (folder / 'secret').write_text('[kanon]\n')
    os.symlink(str(folder / 'secret'), str(folder / link))
    before = sorted(os.walk(str(folder)))
    result = run('kanon', *words, cwd=str(folder))
    assert (result.returncode, result.stdout) == (1, '')
    assert result.stderr.endswith(': %s: %s\n' % (link, message)) and result.stderr.count('\n') == 1
    assert sorted(os.walk(str(folder))) == before and (not os.path.isfile(str(folder / 'secret')) or (folder / 'secret').read_text() == '[kanon]\n')
    if link == 'data_mondrian.csv':         # what is typed is the user's own
        assert run('kanon', *words, '-o', link, cwd=str(folder)).returncode == 0
        assert (folder / link).is_symlink() and (folder / 'secret').read_text().startswith('age,sex,job\n')


def test_an_output_that_is_an_input_by_a_linked_folder(tmp_path):
    folder = table(tmp_path)
    os.symlink(str(folder), str(folder / 'again'))
    before = files_below(folder)
    result = run_in(folder, *WORDS, '-o', 'again/data.csv')
    assert (result.returncode, result.stderr) == (1, 'run_samarati.py: again/data.csv: the output is the input data.csv\n')
    assert files_below(folder) == before


@pytest.mark.parametrize('name, message', [('loop.csv', 'Too many levels of symbolic links'), ('gone.csv', 'No such file or directory')])
def test_an_input_that_is_a_link_to_nothing(name, message, tmp_path):
    folder = table(tmp_path)
    os.symlink('loop.csv', str(folder / 'loop.csv'))
    os.symlink('nowhere.csv', str(folder / 'gone.csv'))
    result = run_in(folder, name, *WORDS[1:])
    assert (result.returncode, result.stdout, result.stderr) == (1, '', 'run_samarati.py: %s: %s\n' % (name, message))


def test_a_pipe_for_an_output(tmp_path):
    folder = table(tmp_path)
    os.mkfifo(str(folder / 'pipe'))
    result = run_in(folder, *WORDS, '-o', 'pipe')
    assert (result.returncode, result.stderr) == (1, 'run_samarati.py: pipe: the output is a device, or a link to itself\n')


@pytest.mark.parametrize('name', ['data.ini', 'hierarchies/age.txt'])
@pytest.mark.parametrize('words', [
    [os.path.join(HOME, 'run_samarati.py'), *WORDS], [os.path.join(HOME, 'run_samarati.py'), *WORDS, '--missing', 'root'],
    ['-m', 'kanon', 'attack', 'data.csv', '--known', 'data.csv', '--quasi', 'age,sex', '--sensitive', 'job'],
    ['-m', 'kanon', 'check', 'data.csv', '--quasi', 'sex', '--sensitive', 'age', '--require', 'hierarchical-t=1', '--hierarchies', 'hierarchies'],
    ['-m', 'kanon', 'hierarchy', 'check', 'data.csv', '--quasi', 'age,sex'], ['-m', 'kanon', 'hierarchy', 'levels', 'data.csv', '--quasi', 'age,sex']])
def test_a_pipe_that_nobody_typed(name, words, tmp_path):
    """To open it would wait for somebody who writes into it."""
    folder = table(tmp_path)
    (folder / name).unlink()
    os.mkfifo(str(folder / name))
    result = subprocess.run([sys.executable, *words], cwd=str(folder), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            encoding='utf-8', timeout=20, env={**os.environ, 'PYTHONPATH': HOME})
    assert result.returncode == 1
    assert name + ': this is a pipe, which is read only where it is named on the command line' in result.stdout


def test_a_pipe_that_is_typed_is_read(tmp_path):
    folder = table(tmp_path)
    os.mkfifo(str(folder / 'pipe'))
    started = subprocess.Popen([sys.executable, os.path.join(HOME, 'run_samarati.py'), *WORDS[:-1], '-o', 'out.csv', '--quiet', '--config', 'pipe'],
                               cwd=str(folder), stdin=subprocess.DEVNULL)
    (folder / 'pipe').write_text('[kanon]\noutput-delimiter = ;\nmax-suppression = 0\n')
    assert started.wait(20) == 0 and (folder / 'out.csv').read_text().startswith('age;sex;job\n')


@pytest.fixture
def nobody():
    """What run_in needs so that permissions count, for root too, and a folder that anybody may look into."""
    more = {'preexec_fn': lambda: os.setuid(65534)} if os.geteuid() == 0 else {}
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        for python in sys.executable, shutil.which('python3', path='/usr/local/bin:/usr/bin'):     # root's own may be nobody else's
            try:
                if not run_in(folder, '--version', python=python, **more).returncode:
                    break
            except (OSError, TypeError, subprocess.SubprocessError):
                continue
        else:
            pytest.skip('nobody but root may start a Python here')
        yield pathlib.Path(folder), {'python': python, **more}


@pytest.mark.parametrize('name, words, message', [
    ('data.csv', ['-o', 'out/x.csv'], 'data.csv: Permission denied'),
    ('data.ini', ['-o', 'out/x.csv'], 'data.ini: Permission denied'),
    ('hierarchies/age.txt', ['-o', 'out/x.csv'], 'hierarchies/age.txt: Permission denied'),
    ('out', ['-o', 'out/x.csv'], 'out/x.csv: the folder of the output cannot be written to'),
    ('out', ['-o', '-', '--record', 'out/x.json'], 'out/x.json: the folder of the output cannot be written to')])
def test_without_permission(name, words, message, nobody):
    folder, more = nobody
    table(folder)
    (folder / 'out').mkdir()
    (folder / 'out').chmod(0o777)
    (folder / name).chmod(0o000 if name != 'out' else 0o555)
    result = run_in(folder, *WORDS, *words, **more)
    assert (result.returncode, result.stdout, result.stderr) == (1, '', 'run_samarati.py: %s\n' % message)
    assert os.listdir(str(folder / 'out')) == []
