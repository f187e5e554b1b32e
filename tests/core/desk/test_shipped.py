"""The hierarchies that came with kanon serve the sample and UCI Adult alone, for every program that looks for one."""

import hashlib
import json
import os
import shutil
from random import Random

import pytest

from conftest import COLUMNS, HOME, kanon, run, run_here
from kanon.core.desk import shipped

FOLDER = os.path.join(HOME, 'hierarchies')
WORDS = '--quasi', 'age,gender', '--sensitive', 'dx'
SEARCHING = ('run_samarati.py',), ('run_samarati.py', '--optimal'), ('kanon', 'datafly'), ('kanon', 'samarati')


@pytest.fixture
def other(tmp_path):
    """A folder with a table that has columns of Adult's names, and other values in them."""
    random = Random(9)
    lines = ['%d,%s,%s' % (random.randrange(20, 60), random.choice('fm'), random.choice(['flu', 'gout', 'cold'])) for _ in range(60)]
    (tmp_path / 'd.csv').write_text('\n'.join(['age,gender,dx', *lines]) + '\n')
    return tmp_path


@pytest.fixture
def own_home(tmp_path, monkeypatch):
    """What came with kanon, in a folder where files can be added and changed."""
    shutil.copytree(FOLDER, str(tmp_path / 'home' / 'hierarchies'))
    from kanon.core.desk import options
    for module in options, shipped:
        monkeypatch.setattr(module, 'home', lambda: str(tmp_path / 'home'))
    return tmp_path / 'home' / 'hierarchies'


def test_the_columns_and_the_files_are_those_that_came():
    assert shipped.ADULT == {name[:-4] for name in os.listdir(FOLDER)} - {'class'} and shipped.ADULT < set(COLUMNS)
    assert {name + '.txt' for name in shipped.SHIPPED} == set(os.listdir(FOLDER))
    for name, begins in shipped.SHIPPED.items():
        with open(os.path.join(FOLDER, name + '.txt'), 'rb') as file:
            text = file.read().replace(b'\r\n', b'\n')
        assert hashlib.sha256(text).hexdigest()[:16] == begins, 'write the new sha256 into SHIPPED'


def test_mondrian_cuts_a_table_of_its_own_without_hierarchies(other):
    done = run('run_mondrian.py', 'd.csv', *WORDS, '-k', '3', cwd=str(other))
    assert (done.returncode, done.stderr) == (0, '')
    assert 'gender            frequency ' in done.stdout
    assert {line.split(',')[1] for line in (other / 'd_mondrian.csv').read_text().splitlines()[1:]} <= {'f', 'm', '{f|m}'}


@pytest.mark.parametrize('words', [
    *SEARCHING, ('kanon', 'sweep', '--k', '3'), ('kanon', 'lattice'), ('kanon', 'explain', 'samarati', '-o', 'x.html'),
    ('kanon', 'hierarchy', 'levels'), ('kanon', 'hierarchy', 'show', '--column', 'gender'), ('kanon', 'hierarchy', 'check')])
def test_who_needs_one_says_that_those_that_came_are_for_adult(other, words):
    """Each program names the column and what to do, and reads no leaf of a tree that is not for this table."""
    quasi = () if '--column' in words else ('--quasi', 'gender,age')
    verb = words[:3] if words[1:2] in (('hierarchy',), ('explain',)) else words[:2] if words[0] == 'kanon' else words[:1]
    done = run(*verb, 'd.csv', *words[len(verb):], *quasi, cwd=str(other))
    assert done.returncode == 1
    assert ("gender.txt: column 'gender' has no hierarchy; this file came with kanon, and serves tables with the columns of UCI Adult alone; make one with"
            " python -m kanon hierarchy, or name the folder of another with --hierarchies") in (done.stdout + done.stderr)


def test_the_weight_and_the_class_of_adult_may_have_other_names(tmp_path):
    """Those of UCI's own description are fnlwgt and income. One column less, and it is another table."""
    names = [{'final_weight': 'fnlwgt', 'class': 'income'}.get(name, name) for name in COLUMNS]
    sample = os.path.join(HOME, 'data', 'adult_sample.data')
    words = ['run_samarati.py', 'd.csv', '--quasi', 'age,gender', '-k', '3', '--quiet', '-o']
    with open(sample) as file:
        rows = [line.strip().split(', ') for line in list(file)[:2000]]
    for left_out, status in (None, 0), ('relationship', 1):
        kept = [place for place, name in enumerate(names) if name != left_out]
        (tmp_path / 'd.csv').write_text(''.join(','.join(row[place] for place in kept) + '\n' for row in [names, *rows]))
        assert run(*words, '%s.csv' % left_out, cwd=str(tmp_path)).returncode == status


def test_the_sample_has_them(tmp_path):
    """As it came, with more columns, and in another order."""
    rows = [line.split(', ') for line in open(os.path.join(HOME, 'data', 'adult_sample.data')).read().splitlines()[:3000]]
    order = list(reversed(range(15)))
    (tmp_path / 'd.csv').write_text('\n'.join(['number,' + ','.join(COLUMNS[place] for place in order), *(
        '%d,%s' % (number, ','.join(row[place] for place in order)) for number, row in enumerate(rows))]) + '\n')
    report = json.loads(run('run_samarati.py', 'd.csv', '--json', '--max-suppression', '1%', cwd=str(tmp_path)).stdout)
    assert [column['name'] for column in report['columns']] == ['age', 'gender', 'race', 'marital_status']


@pytest.mark.parametrize('how', ['named', 'named in the INI file', 'added', 'changed', 'beside'])
def test_a_file_that_somebody_put_there_serves_any_table(other, own_home, how, monkeypatch):
    tree = 'f,*\nm,*\n'
    words = ()
    if how.startswith('named'):
        (other / 'trees').mkdir()
        (other / 'trees' / 'gender.txt').write_text(tree)
        words = ('--hierarchies', 'trees') if how == 'named' else ()
        (other / 'd.ini').write_text('[kanon]\nhierarchies = trees\n' if how != 'named' else '[kanon]\n')
    elif how == 'added':
        (own_home / 'sex.txt').write_text(tree)
        (other / 'd.csv').write_text((other / 'd.csv').read_text().replace('gender', 'sex'))
    elif how == 'changed':
        (own_home / 'gender.txt').write_text(tree)
    else:
        (other / 'hierarchies').mkdir()
        (other / 'hierarchies' / 'gender.txt').write_text(tree)
    name = 'sex' if how == 'added' else 'gender'
    monkeypatch.chdir(other)
    status, printed, _ = run_here('mondrian', ['d.csv', '--quasi', 'age,' + name, '--sensitive', 'dx', '-k', '3', *words])
    assert status == 0
    assert "%-6s  the hierarchy's leaves  2 -> " % name in printed.decode().replace(' ' * 10, '')


def test_a_folder_that_is_named_serves_any_table_though_it_is_that_which_came(other):
    done = run('run_mondrian.py', 'd.csv', *WORDS, '-k', '3', '--hierarchies', FOLDER, cwd=str(other))
    assert done.returncode == 1 and "gender.txt: no leaf for 2 of the 2 values of column 'gender'" in done.stderr
