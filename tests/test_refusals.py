"""Every folder of refusals/ is a run that must be refused: case.txt holds its command, exit status and message.

One line on standard error, nothing on standard output, no file written, no input changed.
"""

import os
import shlex
import shutil
import subprocess
import sys

import pytest

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CASES = os.path.join(HOME, 'tests', 'refusals')


def files_below(folder):
    found = {}
    for where, _, names in os.walk(str(folder)):
        for name in names:
            with open(os.path.join(where, name), 'rb') as file:
                found[os.path.relpath(os.path.join(where, name), str(folder))] = file.read()
    return found


@pytest.mark.parametrize('case', sorted(os.listdir(CASES)))
def test_refused_in_one_line_with_nothing_written(case, tmp_path):
    folder = tmp_path / case
    shutil.copytree(os.path.join(CASES, case), str(folder))
    command, status, message = (folder / 'case.txt').read_text(encoding='utf-8').splitlines()
    before = files_below(folder)
    script, *arguments = shlex.split(command)
    start = [os.path.join(HOME, script)]
    if script == 'python':      # python -m kanon VERB, or hierarchy VERB
        words = 4 if arguments[2] == 'hierarchy' else 3
        script, start, arguments = ' '.join(['python', *arguments[:words]]), arguments[:words], arguments[words:]
    run = subprocess.run([sys.executable, *start, *arguments], cwd=str(folder), env={**os.environ, 'PYTHONPATH': HOME},
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    assert (run.returncode, run.stderr, run.stdout) == (int(status), '%s: %s\n' % (script, message), '')
    assert files_below(folder) == before


def test_there_are_forty():
    assert len(os.listdir(CASES)) >= 40
