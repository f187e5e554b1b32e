"""The ten minutes of the README, typed: every command ends with 0, and prints what stands there."""

import os
import re
import shlex
import subprocess
import sys

from conftest import HOME


def steps():
    """(command line, the lines it is said to print or None), and the edit, in the order of the section."""
    with open(os.path.join(HOME, 'README.md'), encoding='utf-8') as file:
        section = file.read().split('\n## Ten minutes with your own table\n')[1].split('\n## ')[0]
    found = []
    for block in re.findall(r'(?:^    .*\n)+|^```\n(?:.*\n)*?```\n', section, re.M):
        if block.startswith('    '):
            found += [[line.strip(), None] for line in block.splitlines()]
        elif found[-1][1] is None and not block.startswith('```\nmissing = '):
            found[-1][1] = block.splitlines()[1:-1]
        else:
            found.append(['edit', block.splitlines()[1]])
    return found


def run(command, folder):
    words = shlex.split(command.replace('python3', shlex.quote(sys.executable)))
    words = [os.path.join(HOME, word) if word.startswith(('run_', 'data/')) else word for word in words]
    return subprocess.run(words, cwd=folder, env={**os.environ, 'PYTHONPATH': HOME}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, encoding='utf-8')


def test_the_ten_minutes_of_the_readme(tmp_path):
    folder, compared = str(tmp_path), 0
    for command, said in steps():
        if command == 'edit':
            ini = tmp_path / 'clinic' / 'clinic.ini'
            text = ini.read_text(encoding='utf-8')
            assert text.count('\nmissing = drop\n') == 1
            ini.write_text(text.replace('\nmissing = drop\n', '\n%s\n' % said), encoding='utf-8')
            continue
        if command.startswith('mkdir'):
            (tmp_path / 'clinic').mkdir()
            made = run('python3 data/make_clinic.py', folder)
            (tmp_path / 'clinic' / 'clinic.csv').write_text(made.stdout, encoding='utf-8')
            continue
        result = run(command, folder)
        assert result.returncode == 0 and 'Traceback' not in result.stderr, (command, result.stderr)
        if said:
            compared += 1
            kept = [line for line in said if line != '...']
            assert re.sub(r'CPython 3\.\d+\.\d+', '', '\n'.join(kept)) in re.sub(r'(CPython|PyPy) 3\.\d+\.\d+', '', result.stdout), command
        assert ('other options' in result.stderr) == ('try.csv' in command)
    assert compared == 5
    assert sorted(os.listdir(os.path.join(folder, 'clinic'))) == ['clinic.csv', 'clinic.ini', 'clinic_samarati.csv', 'hierarchies', 'release.json',
                                                                  'try.csv']
    with open(os.path.join(folder, 'clinic', 'try.csv'), encoding='utf-8') as file:
        assert file.readline() == 'born,sex,postcode,income,diagnosis\n'
