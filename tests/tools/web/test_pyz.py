"""kanon.pyz, which examples/pyz.py makes: every verb does from one file what it does from a folder, to the byte.

The file and a folder of the same name stand in two folders, so that the same words are typed beside both. What is printed and written
may differ in how kanon is typed and in the seconds that a run took.
"""

import hashlib
import os
import re
import subprocess
import sys
import zipfile
from contextlib import contextmanager

import pytest

from conftest import ALL, HOME, files_below
from kanon.core.own_files import in_one_file
from kanon.tools.verbs import HIERARCHY_VERBS, VERBS
from test_serve import There

PYZ = os.path.join(os.pardir, 'kanon.pyz')      # as it is typed
TOY = PYZ + '/data/inpatients/inpatients.csv'
EVERY = '''
mondrian -o sample_m.csv --record m.json --html m.html
samarati -o sample_s.csv --record s.json --picture s.svg
mondrian TOY -o t.csv --record t.json
mondrian TOY -o own.csv --hierarchies PYZ/data/inpatients/hierarchies --labels grid --grid age=10
datafly -o d.csv --trace
samarati TOY --standard hipaa-safe-harbor -o o.csv
sweep TOY -k 2,4
lattice TOY -k 2
count TOY -o counted.csv
mondrian counted.csv --counts n --quasi zip,age --sensitive condition -k 4 --recoding by.csv -o none
recode by.csv TOY --sensitive condition -k 4 -o again.csv
sql toy --dialect sqlite --quasi zip,age --sensitive condition
check sample_m.csv --standard cms-11 --standard gdpr-wp216 --html c.html
risk t.csv --quasi zip,age --language zh
attack t.csv --known TOY
use TOY t.csv
replay m.json
replay t.json
start toy.csv --quasi age,zip --sensitive condition --force
mondrian toy.csv --force
samarati toy.csv --force
explain samarati
explain mondrian TOY -o page.html
hierarchy levels TOY
hierarchy show TOY --column age
hierarchy check TOY
hierarchy check PYZ/data/adult_sample.data
hierarchy ranges TOY --column age --widths 5,10 -o h.txt
hierarchy quantiles TOY --column age --parts 4,2 -o q.txt
hierarchy mask TOY --column zip -o z.txt
hierarchy codes TOY --column zip --cuts 2,3 -o c.txt
hierarchy classes icd10 toy.csv --column code -o k.txt
hierarchy dates toy.csv --column day -o days.txt
hierarchy sets toy.csv --column code --group one=C50|I21 -o sets.txt
hierarchy flat TOY --column zip -o f.txt
hierarchy convert h.txt --to wide -o w.csv
serve nowhere
mondrian TOY --quasi nothing
samarati toy.csv --quasi code,zip --hierarchies nowhere
datafly toy.csv --config nothing.ini --quasi code,zip -o no.csv
check t.csv --standard nothing
attack
hierarchy classes nothing toy.csv --column code
sweep --help
help hierarchy
--version
nothing
'''
CODE = '''
import os, sys
where, typed, lines = sys.argv[1], sys.argv[2], sys.argv[3:]
sys.argv[0] = typed
sys.path.insert(0, os.path.abspath(where))
from kanon.__main__ import main
for line in lines:
    sys.stdout.write("\\n== %s\\n" % line)
    sys.stdout.flush()
    try:
        status = main(line.split())
    except SystemExit as ended:
        status = ended.code
    sys.stdout.write("-- %s\\n" % status)
    sys.stdout.flush()
'''


@pytest.fixture(scope='module')
def homes(tmp_path_factory):
    """The folder in which kanon.pyz is the file, and the one in which it is a folder."""
    as_file, as_folder = (tmp_path_factory.mktemp(name) for name in ('file', 'folder'))
    made = subprocess.run([sys.executable, os.path.join(HOME, 'examples', 'pyz.py')], cwd=str(as_file), stdout=subprocess.PIPE, encoding='utf-8', check=True)
    assert made.stdout.endswith('sha256 %s\n' % hashlib.sha256((as_file / 'kanon.pyz').read_bytes()).hexdigest())
    with zipfile.ZipFile(str(as_file / 'kanon.pyz')) as archive:
        archive.extractall(str(as_folder / 'kanon.pyz'))
    return as_file, as_folder


def here(home, name):
    """A new folder, from which ../kanon.pyz is typed."""
    folder = home / name
    folder.mkdir()
    (folder / 'toy.csv').write_text('zip,age,code,day,condition\n' + ''.join(
        '1305%d,%d,%s,2021-0%d-1%d,%s\n' % (n % 3, 20 + n, ('C50', 'I21')[n % 2], n % 9 + 1, n % 7, ('flu', 'ulcer')[n % 2]) for n in range(40)))
    return folder


def typed(folder, *words, **more):
    return subprocess.run([sys.executable, PYZ, *words], cwd=str(folder), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          encoding='utf-8', **more)


def in_one_process(folder, lines) -> str:
    words = [sys.executable, '-c', CODE, PYZ, PYZ, *lines]
    return subprocess.run(words, cwd=str(folder), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8').stdout


def alike(text, homes) -> str:
    """What is printed or written by either of both: kanon as it is typed in one file, without seconds, the blanks of a table, and whose folder it is."""
    for home in homes:
        text = text.replace(str(home), 'HOME').replace('HOME/kanon.pyz/run_', 'run_')
    text = re.sub(r'(?m)^(seconds|用时).*|\b\d\.\d{3}\b', '', in_one_file(text, 'python3 ' + PYZ))
    return ' '.join(re.sub(r'(?s)%s samarati and %s mondrian are the verbs.*?mondrian[.]' % (('python3 ' + re.escape(PYZ),) * 2), '', text).split())


def test_every_verb_says_and_writes_what_it_does_from_a_folder(homes):
    lines = EVERY.replace('TOY', TOY).replace('PYZ', PYZ).strip().splitlines()
    verbs = {line.split()[0] for line in lines}
    below = {line.split()[1] for line in lines if line.startswith('hierarchy ')}
    assert verbs >= VERBS.keys() and below >= HIERARCHY_VERBS.keys() - {'masks'}
    as_file, as_folder = (here(home, 'every') for home in homes)
    texts = [in_one_process(folder, lines).split('\n== ')[1:] for folder in (as_file, as_folder)]
    assert len(texts[0]) == len(lines)
    assert [one for one, other in zip(*texts) if alike(one, homes) != alike(other, homes)] == []
    for one in texts[0]:
        assert not re.search('Traceback|Not a directory|python3? -m|run_', one), one
    ended = {line: text.rpartition('-- ')[2].strip() for line, text in zip(lines, texts[0])}
    fail = [line for line in lines[lines.index('serve nowhere'):] if not line.startswith(('sweep', 'help', '--'))]
    assert [line for line in lines if ended[line] != '0'] == [line for line in lines if line.startswith('check sample') or line in fail]     # a clause fails
    files, others = files_below(as_file), files_below(as_folder)
    assert files.keys() == others.keys() and len(files) > 25
    for name in files:
        one, other = (alike(each[name].decode('utf-8'), homes) for each in (files, others))
        assert one == other, name
        assert files[name] == others[name] or not name.endswith('.csv'), name


def test_one_file_is_typed_as_a_program(homes):
    """Each verb that ends in a process of its own, from another folder, by a path that changes with the folder."""
    folder = here(homes[0], 'typed')
    first = typed(folder, 'mondrian')
    assert (first.returncode, first.stderr) == (0, '') and 'python3 ../kanon.pyz check adult_sample_mondrian.csv' in first.stdout
    checking = re.search(r'(?m)^To check this release: python3 (.*)$', first.stdout)[1]
    again = subprocess.run([sys.executable, *checking.split()], cwd=str(folder), stdout=subprocess.PIPE, encoding='utf-8')
    assert again.returncode == 0 and 'All that is required holds.' in again.stdout
    refused = typed(folder, 'check', 'adult_sample_mondrian.csv', '--k', 'none')
    assert refused.returncode == 2 and refused.stderr.startswith('python3 ../kanon.pyz check: argument') and 'python3 ../kanon.pyz check --help' in refused.stderr
    assert typed(folder, 'mondrian', TOY, '--record', 'r.json', '--quiet').returncode == 0
    assert (folder / 'inpatients_mondrian.csv').exists()
    (folder / 'below').mkdir()
    replayed = subprocess.run([sys.executable, os.path.join(os.pardir, PYZ), 'replay', os.path.join(os.pardir, 'r.json')], cwd=str(folder / 'below'),
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8')
    assert replayed.returncode == 0, replayed.stdout


def test_a_zip_on_the_path_is_a_package(homes):
    """PYTHONPATH=kanon.pyz python -m kanon. There kanon is typed as ever."""
    folder = here(homes[0], 'path')
    environment = {**os.environ, 'PYTHONPATH': str(homes[0] / 'kanon.pyz')}

    def module(*words):
        return subprocess.run([sys.executable, '-m', 'kanon', *words], cwd=str(folder), env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              encoding='utf-8')
    made = module('mondrian', '-o', 'm.csv')
    assert (made.returncode, made.stderr) == (0, '') and 'To check this release: python -m kanon check' in made.stdout
    judged = module('check', 'm.csv', '--standard', 'hipaa-safe-harbor')
    assert judged.returncode == 0 and '21 clauses hold' in judged.stdout
    begun = module('start', 'toy.csv', '--quasi', 'zip,age', '--sensitive', 'condition')
    assert 'python -m kanon samarati toy.csv' in begun.stdout
    library = ('import kanon, kanon.core.own_files; path = kanon.core.own_files.CHECKOUT + "/data/inpatients/"\n'
               'print(kanon.anonymize(path + "inpatients.csv", ["zip", "age"], ["condition"], k=4, hierarchies=path + "hierarchies").rows[0])')
    found = subprocess.run([sys.executable, '-c', library], cwd=str(folder), env=environment, stdout=subprocess.PIPE, encoding='utf-8')
    assert found.stdout == "('1305*', '[0-39]', 'Cancer')\n"


@contextmanager
def page(folder):
    """A client of serve, which runs in a folder."""
    process = subprocess.Popen([sys.executable, PYZ, 'serve', '--no-browser'], cwd=str(folder), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, encoding='utf-8')
    try:
        yield There(process, process.stdout.readline())
    finally:
        process.kill()
        process.communicate()


def test_the_page_is_served_from_one_file(homes):
    """The page is the folder's, and so are the bytes of its release. Its commands name the file by its whole path, as they are for another folder."""
    plan = {'table': 'toy.csv', 'quasi': ['zip', 'age'], 'sensitive': ['condition'], 'settings': {'k': '4'}, 'algorithm': 'samarati',
            'standards': ['hipaa-safe-harbor']}
    found = []
    for home in homes:
        folder = here(home, 'page')
        with page(folder) as there:
            there.enter()
            shown = there.send('GET', '/', {'Host': there.host, 'Cookie': there.cookie})[2]
            assert there.put('toy.csv', (folder / 'toy.csv').read_bytes())[0] == 200
            answers = [there.post('/ask/' + name, {'plan': plan})[1]['answer'] for name in ('look', 'draft', 'require', 'release', 'check')]
            assert not any('error' in answer for answer in answers), answers
            commands = [command for answer in answers for command in answer['commands']]
            program = 'python3 %s ' % (home / 'kanon.pyz') if home is homes[0] else 'python3 -m kanon '
            assert len(commands) == 5 and all(command.startswith(program) for command in commands)
            found.append((shown, answers[3]['files'][0], [command[len(program):] for command in commands]))
    assert found[0] == found[1] and found[0][1]['name'] == 'toy_samarati.csv'
