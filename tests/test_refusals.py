"""Every folder of refusals/ is a run that must be refused: case.txt holds its command, exit status and message.

One line on standard error, nothing on standard output, no file written, no input changed; and with --redact the same without
a value of the data.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CASES = os.path.join(HOME, 'tests', 'refusals')
CASES_THERE_ARE = sorted(os.listdir(CASES))


def files_below(folder):
    found = {}
    for where, _, names in os.walk(str(folder)):
        for name in names:
            with open(os.path.join(where, name), 'rb') as file:
                found[os.path.relpath(os.path.join(where, name), str(folder))] = file.read()
    return found


def refused(case, tmp_path, *more):
    """A run in a copy of the case: its CompletedProcess, what must stand before its message, and its command, status and message."""
    folder = tmp_path / case
    shutil.copytree(os.path.join(CASES, case), str(folder))
    command, status, message = (folder / 'case.txt').read_text(encoding='utf-8').splitlines()
    before = files_below(folder)
    script, *arguments = shlex.split(command)
    start = [os.path.join(HOME, script)]
    if script == 'python':      # python -m kanon VERB
        words = 2 if arguments[2] == 'hierarchy' else 1
        script, start, arguments = ' '.join([script, *arguments[:2 + words]]), arguments[:2 + words], arguments[2 + words:]
    run = subprocess.run([sys.executable, *start, *arguments, *more], cwd=str(folder), env={**os.environ, 'PYTHONPATH': HOME},
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    assert files_below(folder) == before
    return run, script + ': ', (command, int(status), message)


@pytest.mark.parametrize('case', CASES_THERE_ARE)
def test_refused_in_one_line_with_nothing_written(case, tmp_path):
    run, program, (_, status, message) = refused(case, tmp_path)
    assert (run.returncode, run.stderr, run.stdout) == (status, program + message + '\n', '')


@pytest.mark.parametrize('case', CASES_THERE_ARE)
def test_redacted_no_value_of_the_data_is_in_the_message(case, tmp_path):
    """Whatever is quoted in it was typed, stands in the INI file, or is the name of a column, where the first line names such."""
    run, program, (command, status, message) = refused(case, tmp_path, '--redact')
    assert run.returncode == status and run.stderr.startswith(program) and run.stderr.count('\n') == 1
    if status == 2:
        return          # of words, before a file is looked at
    said = command + message.partition(': ')[0]
    values = set()
    for name, content in files_below(tmp_path / case).items():
        text = content.decode('utf-8', 'replace').replace(';', ',')
        if name.endswith('.ini'):
            said += text
        elif name != 'case.txt':
            rows = [line.split(',') for line in text.replace('"', '').splitlines()]
            said += ' '.join(rows[0]) if rows and 'taken-for' not in case and not name.endswith('.txt') else ''
            values.update(value.strip() for row in rows for value in row)
    shown = [found.group(1) for found in re.finditer(r"'([^']*)'", run.stderr)]
    assert not [value for value in shown if value in values and value not in said], run.stderr


def test_there_are_more_than_a_hundred():
    assert len(CASES_THERE_ARE) >= 120
