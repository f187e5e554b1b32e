"""kanon/core/ alone: a copy of it, of kanon/__init__.py and of the two scripts.

It publishes the same bytes, and says what it lacks.
"""

import csv
import gzip
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from random import Random

import pytest

from conftest import HOME, files_below, kanon
from kanon.core.tools_door import NEEDS

SAMARATI, MONDRIAN = SCRIPTS = 'run_samarati.py', 'run_mondrian.py'
FLAGS = {'--' + name.replace('_', '-') for name in NEEDS}
PATIENTS = 'inpatients.csv --quasi zip,age --sensitive condition '
NONE_LOST = PATIENTS + '--max-suppression 0 '
VISITS = '%s.csv --quasi sex,years --sensitive ward --person who -k 3 '
TOLD = VISITS + '--max-suppression 90%% --history told.csv '
# Each setting is one or more runs, one after the other.
SETTINGS = {
    'levels': [(SAMARATI, NONE_LOST + '-k 4 -o levels.csv')],
    'cuts': [(MONDRIAN, PATIENTS + '-k 4 -o cut.csv')],
    'optimal': [(SAMARATI, PATIENTS + '-k 3 --optimal --measure dm --max-suppression 25% -o out.csv')],
    'rules': [(SAMARATI, NONE_LOST + '-k 2 --l-diversity 2 --t-closeness 0.7 --alpha 0.8 -o out.csv'),
              (MONDRIAN, PATIENTS + '-k 2 --l-diversity recursive:2,2 --beta-likeness 3 -o cut.csv')],
    'persons': [(MONDRIAN, VISITS % 'visits' + '--l-diversity 2 -o cut.csv'),
                (SAMARATI, VISITS % 'visits' + '--max-suppression 10% -o levels.csv')],
    'history': [(SAMARATI, TOLD % 'visits' + '-o first.csv'),
                (SAMARATI, TOLD % 'later' + '-o second.csv')],
    'plan': [(MONDRIAN, PATIENTS + '-k 3 --labels box --save-plan cuts.plan -o first.csv'),
             (MONDRIAN, 'inpatients.csv --plan cuts.plan --max-suppression 50% -o second.csv')],
    'best cuts': [(MONDRIAN, PATIENTS.replace('zip,', '') + '-k 3 --partitioning optimal --bound -o a.csv'),
                  (MONDRIAN, PATIENTS + '-k 3 --partitioning clustered -o b.csv')],
    'limits': [(SAMARATI, PATIENTS + '-k 2 --limit zip<=2 --from age>=1 --max-suppression 50% -o a.csv'),
               (MONDRIAN, PATIENTS + '-k 2 --categories hierarchy --limit zip<=2 -o b.csv')],
    'order': [(SAMARATI, NONE_LOST + '-k 4 --order input --output-delimiter ; --spreadsheet-safe -o a.csv')],
    'packed': [(MONDRIAN, PATIENTS.replace('.csv', '.csv.gz') + '-k 4 -o out.csv.gz')],
    'record': [(SAMARATI, NONE_LOST + '-k 3 --record run.json -o first.csv'),
               (SAMARATI, 'inpatients.csv --like run.json -o second.csv')],
    'population': [(SAMARATI, NONE_LOST + '--population people.csv --k-map 3 -k 2 -o out.csv')],
    'recoding': [(SAMARATI, NONE_LOST + '-k 4 --recoding recoding.csv -o none')],
    'grid': [(MONDRIAN, PATIENTS + '-k 3 --labels grid --grid age=10 --missing root --choose lm -o a.csv')],
    'Chinese': [(MONDRIAN, PATIENTS + '-k 2 --l-diversity 2 --language zh -o out.csv')]}
# What a report says of its time, and, at the end, what can be done with kanon/tools/.
NOT_COMPARED = re.compile(r'(?m)^(?:seconds|秒) .*\n|^(?:To check this release|检查这张发布表)(?s:.*)')
LACKING = 'needs kanon/tools/, which is not in this copy of kanon; copy it, and kanon/plain/, too'


@pytest.fixture(scope='session')
def alone(tmp_path_factory):
    """A folder with kanon/core/, kanon/__init__.py and the two scripts, and nothing else."""
    folder = str(tmp_path_factory.mktemp('alone'))
    shutil.copytree(os.path.join(HOME, 'kanon', 'core'), os.path.join(folder, 'kanon', 'core'),
                    ignore=shutil.ignore_patterns('__pycache__'))
    shutil.copy(os.path.join(HOME, 'kanon', '__init__.py'), os.path.join(folder, 'kanon'))
    for script in SCRIPTS:
        shutil.copy(os.path.join(HOME, script), folder)
    return folder


@pytest.fixture(scope='session')
def tables(tmp_path_factory):
    """A folder with what the settings read.

    These are the patients that ship, packed, too, a population, and the visits of two months.
    """
    folder = str(tmp_path_factory.mktemp('tables'))
    shipped = os.path.join(HOME, 'data', 'inpatients')
    shutil.copytree(os.path.join(shipped, 'hierarchies'), os.path.join(folder, 'hierarchies'))
    with open(os.path.join(shipped, 'inpatients.csv'), newline='', encoding='utf-8') as file:
        header, *patients = csv.reader(file)
    files = {'inpatients.csv': [header, *patients], 'people.csv': [header, *patients, *patients],
             'hierarchies/sex.txt': [('m', '*'), ('f', '*')],
             'hierarchies/years.txt': [(years, '*') for years in ('20', '30', '40')]}
    random, names = Random(1), ['p%02d' % number for number in range(60)]
    for month, there in (('visits.csv', names[:50]), ('later.csv', names[10:])):
        files[month] = [('who', 'sex', 'years', 'ward')]
        files[month] += [(who, random.choice('mf'), random.choice(('20', '30', '40')), random.choice('abc'))
                         for who in there for _ in range(random.randrange(1, 3))]
    for name, rows in files.items():
        with open(os.path.join(folder, name), 'w', newline='', encoding='utf-8') as file:
            csv.writer(file, lineterminator='\n').writerows(rows)
    with open(os.path.join(folder, 'inpatients.csv'), 'rb') as file:
        packed = gzip.compress(file.read(), mtime=0)
    with open(os.path.join(folder, 'inpatients.csv.gz'), 'wb') as file:
        file.write(packed)
    return folder


@pytest.fixture
def folder(tables, tmp_path):
    """A copy of these tables, for one test."""
    shutil.copytree(tables, str(tmp_path / 'run'))
    return str(tmp_path / 'run')


def run_at(place, script, words, folder):
    """The CompletedProcess of a script that stands in a place, run in a folder."""
    command = [sys.executable, os.path.join(place, script), *shlex.split(words)]
    return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, encoding='utf-8')


def python_at(place, code):
    """The same of a few lines of Python."""
    return subprocess.run([sys.executable, '-c', code], cwd=place, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, encoding='utf-8')


def made_by(place, setting, tables, folder):
    """{file: its bytes} of what a setting leaves in a folder, and what it prints."""
    shutil.copytree(tables, folder)
    told = []
    for script, words in SETTINGS[setting]:
        done = run_at(place, script, words, folder)
        assert done.returncode == 0, done.stderr
        told.append((NOT_COMPARED.sub('', done.stdout), done.stderr))
    files = files_below(folder)
    if 'run.json' in files:     # it names the folder and the seconds
        record = json.loads(files['run.json'].decode())
        files['run.json'] = {name: record[name] for name in record.keys() - {'seconds', 'folder'}}
    return files, told


@pytest.mark.parametrize('setting', SETTINGS)
def test_the_core_alone_publishes_the_same_bytes(setting, alone, tables, tmp_path):
    here, whole = (made_by(place, setting, tables, str(tmp_path / name))
                   for name, place in (('alone', alone), ('whole', HOME)))
    assert here == whole


def test_what_the_core_alone_records_the_whole_of_kanon_repeats(alone, folder):
    done = run_at(alone, MONDRIAN, PATIENTS + '-k 3 --record run.json -o out.csv', folder)
    assert done.returncode == 0
    replayed = kanon('replay', 'run.json', cwd=folder)
    assert replayed.returncode == 0 and 'the same bytes' in replayed.stdout
    with open(os.path.join(folder, 'out.csv'), 'a', encoding='utf-8') as file:
        file.write('1306*,[20-29],Cancer\n')
    assert kanon('replay', 'run.json', cwd=folder).returncode == 1


def test_what_the_core_alone_offers_is_there(alone, folder):
    """Its report names no program that it lacks, and its help no option."""
    done = run_at(alone, MONDRIAN, PATIENTS + '-k 4 -o out.csv', folder)
    assert done.returncode == 0 and '-m kanon' not in done.stdout
    for script in SCRIPTS:
        here, whole = (run_at(place, script, '--help', HOME).stdout for place in (alone, HOME))
        offered, all_of_them = (set(re.findall(r'(?m)^  (?:-\w \S+, )?(--[\w-]+)', text)) for text in (here, whole))
        assert all_of_them - offered == FLAGS & all_of_them and len(offered) > 40
        assert not FLAGS & set(re.findall(r'--[\w-]+', here))


@pytest.mark.parametrize('name', NEEDS)
def test_an_option_that_needs_the_tools_is_refused_before_the_table_is_read(name, alone, tmp_path):
    flag, script = '--' + name.replace('_', '-'), SAMARATI if name == 'recoding_maps' else MONDRIAN
    value = {'trace': '', 'internal': '', 'over': 'zip,age', 'holds': 'zip=zip', 'standard': 'gdpr-wp216'}
    words = 'no_such_table.csv -o out.csv %s %s' % (flag, value.get(name, 'file.x'))
    done = run_at(alone, script, words, str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (2, '', '%s: %s %s\n' % (script, flag, LACKING))
    assert os.listdir(str(tmp_path)) == []
    assert LACKING not in run_at(HOME, script, words, str(tmp_path)).stderr


def test_a_command_that_a_message_of_the_core_names_is_said_to_need_the_tools(alone, folder):
    with open(os.path.join(folder, 'hierarchies', 'age.txt'), 'w', encoding='utf-8') as file:
        file.write('28,*\n')
    here, whole = (run_at(place, SAMARATI, NONE_LOST + '-o out.csv', folder) for place in (alone, HOME))
    assert whole.returncode == here.returncode == 1 and 'see python -m kanon hierarchy check' in whole.stderr
    assert here.stderr == whole.stderr.replace('hierarchy check', 'hierarchy check, which needs kanon/tools/')


@pytest.mark.parametrize('name, place', [('special_uniques', 'kanon/tools/'), ('individual_risk', 'kanon/tools/'),
                                         ('anonymize', 'kanon/library.py')])
def test_a_name_of_the_library_that_the_core_lacks_is_one_line(name, place, alone):
    done = python_at(alone, 'import kanon; kanon.%s' % name)
    line = 'AttributeError: kanon.%s is in %s, which is not in this copy of kanon; copy that, too' % (name, place)
    last = done.stderr.splitlines()[-1]     # Python may add what it takes for the name that was meant
    assert done.returncode == 1 and last.startswith(line) and 'During handling' not in done.stderr
    done = python_at(alone, 'from kanon import %s' % name)
    assert done.returncode == 1 and done.stderr.splitlines()[-1].startswith("ImportError: cannot import name '%s'" % name)


def test_what_the_core_has_of_the_library_is_there(alone):
    code = ('import kanon; print(kanon.Distinct(2), kanon.Mondrian().choose, hasattr(kanon, "plain"), '
            'hasattr(kanon, "anonymize"), kanon.core.levels.lattice.__name__); help(kanon)')
    done = python_at(alone, code)
    first, *others = done.stdout.splitlines()
    assert (done.returncode, first) == (0, 'distinct l = 2 widest False False kanon.core.levels.lattice')
    assert len(others) > 50


def test_a_record_of_a_verb_is_not_followed_by_the_core_alone(alone, folder):
    words = shlex.split(PATIENTS + '-k 3 --record run.json -o out.csv')
    assert kanon('datafly', *words, cwd=folder).returncode == 0
    here, whole = (run_at(place, SAMARATI, 'inpatients.csv --like run.json -o second.csv', folder)
                   for place in (alone, HOME))
    assert here.returncode == 2 and 'run.json is the record of datafly, which ' + LACKING in here.stderr
    assert whole.returncode == 0


@pytest.mark.parametrize('words', ['--html', '--standard=', '--trace=1', '--holds foo', '--over a', '--recoding-maps m'])
def test_an_option_that_needs_the_tools_is_refused_before_its_value(words, alone, tmp_path):
    """Also where another script has it. So nobody is led to an option that then is refused."""
    done = run_at(alone, SAMARATI, 'x.csv ' + words, str(tmp_path))
    flag = re.match('--[a-z-]+', words)[0]
    assert (done.returncode, done.stdout) == (2, '') and done.stderr == 'run_samarati.py: %s %s\n' % (flag, LACKING)


@pytest.mark.parametrize('word', ['--below', '--suda', '--holdz', '--known'])
def test_an_option_that_is_not_there_is_told_without_those_that_need_the_tools(word, alone, tmp_path):
    done = run_at(alone, SAMARATI, 'x.csv %s 3' % word, str(tmp_path))
    assert done.returncode == 2 and "there is no option '%s'" % word in done.stderr
    assert not FLAGS & set(re.findall('--[a-z-]+', done.stderr.partition(' (run_samarati.py --help')[0]))


@pytest.mark.parametrize('option', ['--standard cms-11', '--html x.html --internal', '--trace'])
def test_a_record_with_an_option_that_needs_the_tools_is_followed_by_the_core_alone(option, alone, folder):
    run_at(HOME, SAMARATI, NONE_LOST + '-k 3 --record run.json -o first.csv ' + option, folder)
    done = run_at(alone, SAMARATI, 'inpatients.csv --like run.json -o second.csv', folder)
    assert done.returncode == 0, done.stderr
    files = files_below(folder)
    assert files['first.csv'] == files['second.csv']


def test_the_data_that_are_copied_beside_the_core_are_those_that_came_with_it(alone, tmp_path):
    """README's first command on them needs no --config, as in a checkout."""
    copy = str(tmp_path / 'copy')
    shutil.copytree(alone, copy)
    shutil.copytree(os.path.join(HOME, 'data', 'inpatients'), os.path.join(copy, 'data', 'inpatients'))
    words = 'data/inpatients/inpatients.csv -o - --quiet'
    here, whole = run_at(copy, SAMARATI, words, copy), run_at(HOME, SAMARATI, words, HOME)
    assert here.returncode == 0 and here.stdout == whole.stdout


@pytest.mark.parametrize('there', [[], ['__init__.py'], ['__init__.py', 'verbs', 'voice']], ids=str)
def test_a_part_of_the_tools_is_none(there, alone, tmp_path):
    copy, tools = str(tmp_path / 'copy'), os.path.join(HOME, 'kanon', 'tools')
    shutil.copytree(alone, copy)
    os.makedirs(os.path.join(copy, 'kanon', 'tools'))
    for name in there:
        copied = shutil.copytree if os.path.isdir(os.path.join(tools, name)) else shutil.copy
        copied(os.path.join(tools, name), os.path.join(copy, 'kanon', 'tools', name))
    for word in '--html', '--nothing':
        done = run_at(copy, MONDRIAN, 'x.csv %s x.html' % word, str(tmp_path))
        assert done.returncode == 2 and done.stderr.count('\n') == 1, done.stderr
        assert (LACKING in done.stderr) == (word == '--html')


def test_the_tools_need_the_plain_pages_and_nothing_else(alone, folder, tmp_path):
    """What the message says to copy is enough."""
    copy = str(tmp_path / 'copy')
    shutil.copytree(alone, copy)
    shutil.copy(os.path.join(HOME, 'kanon', '__main__.py'), os.path.join(copy, 'kanon'))
    command = [sys.executable, '-m', 'kanon', 'check', os.path.join(folder, 'inpatients.csv'), '--quasi', 'zip,age']
    done = subprocess.run(command, cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    assert (done.returncode, done.stdout) == (2, '') and done.stderr == 'python -m kanon: a verb %s\n' % LACKING
    for room in ('tools', 'plain'):
        shutil.copytree(os.path.join(HOME, 'kanon', room), os.path.join(copy, 'kanon', room))
    assert subprocess.run(command, cwd=copy, stdout=subprocess.DEVNULL).returncode == 0
    words = PATIENTS + '-k 4 -o out.csv --html x.html --picture x.svg --trace --standard gdpr-wp216'
    assert run_at(copy, MONDRIAN, words, folder).returncode == 0


def test_the_core_alone_in_a_zip(alone, folder, tmp_path):
    shutil.make_archive(str(tmp_path / 'core'), 'zip', alone, 'kanon')
    for script in SCRIPTS:
        shutil.copy(os.path.join(alone, script), folder)
    env = {**os.environ, 'PYTHONPATH': str(tmp_path / 'core.zip')}
    runs = [subprocess.run([sys.executable, script, *shlex.split(words)], cwd=folder, env=env, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, encoding='utf-8')
            for script, words in ((SAMARATI, NONE_LOST + '-k 4 -o zipped.csv'), (MONDRIAN, 'x.csv --html x.html'), (MONDRIAN, '--help'))]
    assert [done.returncode for done in runs] == [0, 2, 0] and LACKING in runs[1].stderr
    assert 'for python -m kanon replay, which needs kanon/tools/' in ' '.join(runs[2].stdout.split())
    assert run_at(HOME, SAMARATI, NONE_LOST + '-k 4 -o whole.csv', folder).returncode == 0
    files = files_below(folder)
    assert files['zipped.csv'] == files['whole.csv']
