"""`import kanon` loads nothing, every module is there when it is asked for, and what is written stands whole in its place."""

import csv
import importlib
import os
import pydoc
import shutil
import subprocess
import sys
from glob import glob

import pytest

import flat
import kanon
from conftest import HOME, files_below

INPATIENTS, QUASI, SENSITIVE = 'data/inpatients/inpatients.csv', ['zip', 'age'], ['condition']


def in_python(code, *flags, cwd=HOME):
    """What a fresh Python prints."""
    done = subprocess.run([sys.executable, '-E', '-s', '-S', *flags, '-c', 'import sys; sys.path.insert(0, ".")\n' + code], cwd=str(cwd),
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8')
    return done.stdout


def test_importing_loads_the_package_alone():
    assert in_python('import kanon; print([name for name in sys.modules if name.startswith("kanon")])') == "['kanon']\n"
    assert in_python('before = set(sys.modules); import kanon; print(sorted(set(sys.modules) - before - {"kanon", "__future__"}))') == '[]\n'


def test_modules_are_loaded_when_they_are_asked_for():
    code = 'import kanon; print(kanon.core.tables.table.Table.__name__, kanon.core.levels.lattice.Lattice.__name__, "kanon.core.desk" in sys.modules)'
    assert in_python(code) == 'Table Lattice False\n'
    assert in_python('from kanon import *; print(anonymize.__name__, Release.__name__, DataError.__name__)') == 'anonymize Release DataError\n'


@pytest.mark.parametrize('name', ['nothing', '__wrapped__', '__nothing__'])
def test_what_is_not_there_is_an_attribute_error(name):
    with pytest.raises(AttributeError, match="module 'kanon' has no attribute '%s'" % name):
        getattr(kanon, name)
    with pytest.raises(AttributeError, match="module 'kanon.core.tables' has no attribute '%s'" % name):
        getattr(importlib.import_module('kanon.core.tables'), name)


def test_the_package_under_another_name(tmp_path):
    shutil.copytree(os.path.join(HOME, 'kanon'), str(tmp_path / 'anonymity'))
    shutil.copytree(os.path.join(HOME, 'data', 'inpatients'), str(tmp_path / 'in'))
    code = ('import anonymity as a\n'
            'release = a.anonymize("in/inpatients.csv", ["zip", "age"], ["condition"], k=4, hierarchies="in/hierarchies")\n'
            'print(release, release.write("out.csv"), a.core.levels.lattice.Lattice.__module__)\n'
            'print([name for name in sys.modules if name.startswith("kanon")])')
    assert in_python(code, cwd=tmp_path) == (
        '<anonymity.Release: 12 records in 3 classes, k = 4, 0 suppressed, vector (1, 2), lm 0.626263> '
        'Audit(records=12, classes=3, k=4) anonymity.core.levels.lattice\n[]\n')


def test_the_help_is_enough():
    """help(kanon) shows the call with its arguments, and how to go on."""
    text = pydoc.plain(pydoc.render_doc(kanon))
    signature = ' '.join(text.split()).replace('( ', '(')      # from Python 3.13 on, one argument a line
    assert 'anonymize(data:' in signature and 'class Release' in text and 'class DataError' in text
    for word in ('max_suppression', 'kanon.Distinct(3)', 'write(', 'measures', 'recoding'):
        assert word in text
    text = pydoc.plain(pydoc.render_doc(kanon.anonymize))
    import inspect
    for name in inspect.signature(kanon.anonymize).parameters:
        assert name in text.split('The table', 1)[1], name


# The release.

@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the inpatients, and in it the current folder."""
    shutil.copytree(os.path.join(HOME, 'data', 'inpatients'), str(tmp_path / 'in'))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def of_file():
    return kanon.anonymize('in/inpatients.csv', QUASI, SENSITIVE, k=4, hierarchies='in/hierarchies')


def of_rows():
    with open('in/inpatients.csv', newline='') as file:
        return kanon.anonymize(csv.DictReader(file), QUASI, SENSITIVE, k=4)


WRONG = [
    (('out.csv',), {'force': False}, 'out.csv: the output exists; name another in path, or replace it with force=True'),
    (('in',), {}, 'in: the output is a folder'),
    (('no/out.csv',), {}, "no/out.csv: there is no folder 'no'; make it first"),
    (('in/inpatients.csv',), {}, 'in/inpatients.csv: the output is the input in/inpatients.csv'),
    (('in/../in/inpatients.csv',), {}, 'in/../in/inpatients.csv: the output is the input in/inpatients.csv'),
    (('in/hierarchies/age.txt',), {}, 'in/hierarchies/age.txt: the output is the input in/hierarchies/age.txt'),
    (('in/hierarchies/condition.txt',), {}, 'in/hierarchies/condition.txt: the next run would read the output as its hierarchy'),
    (('/dev/null',), {}, '/dev/null: the output is a device, or a link to itself'),
    (('-',), {}, 'write takes the path of a file; to print the release, take its columns and rows'),
    (('',), {}, "path: the path of a file or folder is expected, not ''"),
    (('a\0',), {}, "path: the path of a file or folder is expected, not 'a\\x00'"),
    ((None,), {}, 'path: the path of a file or folder is expected, not None'),
    ((5,), {}, 'path: the path of a file or folder is expected, not 5'),
    (('new.csv',), {'order': 'inputs'}, "order: 'inputs' is not one of sorted, input"),
    (('new.csv',), {'order': None}, 'order: None is not one of sorted, input'),
    (('new.csv',), {'encoding': 'utf-99'}, "encoding: there is no encoding 'utf-99'"),
    (('new.csv',), {'encoding': None}, "encoding: a name such as 'utf-8' is expected, not None"),
]


@pytest.mark.parametrize('path, words, message', WRONG, ids=str)
def test_wrong_writing_is_refused_and_writes_nothing(path, words, message, folder):
    (folder / 'out.csv').write_text('mine')
    release, before = of_file(), files_below(folder)
    with pytest.raises(kanon.DataError) as refused:
        release.write(*path, **{'force': True, **words})
    assert str(refused.value) == message
    assert files_below(folder) == before


@pytest.mark.skipif(os.name == 'nt' or os.geteuid() == 0, reason='root may write everywhere')
def test_a_folder_without_permission(folder):
    os.mkdir('closed', 0o500)
    with pytest.raises(kanon.DataError, match='closed/out.csv: the folder of the output cannot be written to'):
        of_rows().write('closed/out.csv')


def test_a_character_that_the_encoding_lacks(folder):
    release = kanon.anonymize([{'age': 28, 'ill': '\u5e74'}] * 2, ['age'], ['ill'], k=2)
    before = files_below(folder)
    with pytest.raises(kanon.DataError, match="^out.csv: '\u5e74' cannot be written in latin-1; give another encoding$"):
        release.write('out.csv', encoding='latin-1')
    assert files_below(folder) == before


def test_a_release_is_written_several_times(folder):
    for release in (of_file(), of_rows()):
        for path in ('a.csv', folder / 'b.csv', b'c.csv'):
            assert release.write(path, force=True) == (12, 3, 4)
        assert len({files_below(folder)[name] for name in ('a.csv', 'b.csv', 'c.csv')}) == 1
        release.write('d.csv', order='input', force=True)
        release.write('a.csv', force=True)
        contents = files_below(folder)
        assert contents['a.csv'] == contents['b.csv'] != contents['d.csv'] and sorted(contents['d.csv'].split()) == sorted(contents['a.csv'].split())


def test_records_parted_by_relaxed_cuts_are_dealt_anew_each_time(folder):
    people = [{'age': age // 3, 'id': str(age)} for age in range(40)]
    release = flat.anonymize(people, ['age'], ['id'], k=4, partitioning='relaxed')
    for name in 'ab':
        release.write(name)
    assert (folder / 'a').read_bytes() == (folder / 'b').read_bytes()
    with open('a', newline='') as file:
        assert list(map(tuple, csv.reader(file)))[1:] == release.rows
    assert release.unique == ['id']


def test_what_changes_after_the_reading(folder):
    """The release is of the table as it was read, in that order, too."""
    release, expected = of_file(), of_file().rows
    release.write('first.csv', order='input')
    with open('in/inpatients.csv', 'a') as file:
        file.write('13053,28,Cancer\n')
    release.write('a.csv')
    release.write('b.csv', order='input')
    os.remove('in/inpatients.csv')
    release.write('c.csv')
    release.write('d.csv', order='input')
    assert release.rows == expected and (folder / 'a.csv').read_bytes() == (folder / 'c.csv').read_bytes()
    assert (folder / 'first.csv').read_bytes() == (folder / 'b.csv').read_bytes() == (folder / 'd.csv').read_bytes()


def test_rows_that_change_after_the_reading(folder):
    people = [{'age': age, 'ill': 'flu'} for age in (28, 29, 50, 51)]
    release = kanon.anonymize(people, ['age'], ['ill'], k=2)
    people[0]['ill'] = 'secret'
    people.pop()
    release.write('a.csv', order='input')
    assert (folder / 'a.csv').read_text() == 'age,ill\n[28-29],flu\n[28-29],flu\n[50-51],flu\n[50-51],flu\n'


def test_standard_input_is_read_once(folder):
    code = ('import kanon\nrelease = kanon.anonymize("-", ["age"], ["ill"], k=2)\nprint(release.write("a.csv"))\n'
            'print(release.write("b.csv", order="input"))')
    done = subprocess.run([sys.executable, '-c', 'import sys; sys.path.insert(0, %r)\n' % HOME + code], input='age,ill\n1,b\n2,a\n',
                          stdout=subprocess.PIPE, encoding='utf-8')
    assert done.stdout == 'Audit(records=2, classes=1, k=2)\n' * 2 and (folder / 'b.csv').read_text() == 'age,ill\n[1-2],b\n[1-2],a\n'


def test_a_disk_that_fills_up_leaves_nothing(folder, monkeypatch):
    release, before = of_rows(), files_below(folder)

    def full(*arguments):
        raise OSError(28, 'No space left on device')
    monkeypatch.setattr('kanon.core.tables.publishing.write', full)
    with pytest.raises(kanon.DataError, match='^a.csv: No space left on device$'):
        release.write('a.csv')
    assert files_below(folder) == before


def test_an_audit_that_disagrees_leaves_what_stood_there(folder):
    (folder / 'a.csv').write_text('mine')
    release = of_rows()
    first = min(release.classes)
    release.recoding = {quasi: None if published == first else published for quasi, published in release.recoding.items()}
    with pytest.raises(kanon.DataError, match='the audit found 4 suppressed records, and 0 may be') as disagreed:
        release.write('a.csv', force=True)
    assert (folder / 'a.csv').read_text() == 'mine' and disagreed.value.told()['kind'] == 'audit'


def test_a_release_says_what_it_is_in_one_line(folder):
    assert repr(of_file()) == '<kanon.Release: 12 records in 3 classes, k = 4, 0 suppressed, vector (1, 2), lm 0.626263>'
    assert repr(of_rows()) == '<kanon.Release: 12 records in 3 classes, k = 4, 0 suppressed, cut by Mondrian, lm 0.221797>'


def test_threads_do_not_disturb_each_other():
    from concurrent.futures import ThreadPoolExecutor

    def rows(k):
        return kanon.anonymize(os.path.join(HOME, INPATIENTS), QUASI, SENSITIVE, k=k).rows
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(rows, [2, 3, 4, 5] * 4)) == [rows(k) for k in (2, 3, 4, 5)] * 4


def test_what_pip_installs():
    """The packages, py.typed, what an editor reads, and the command kanon, all of which are there."""
    from configparser import ConfigParser
    setup = ConfigParser()
    setup.read(os.path.join(HOME, 'setup.cfg'), encoding='utf-8')
    assert setup['options']['packages'] == 'find:' and setup['options']['scripts'].split() == ['run_samarati.py', 'run_mondrian.py']
    for name in setup['options.package_data']['kanon'].split():
        assert glob(os.path.join(HOME, 'kanon', name))
    command, target = setup['options.entry_points']['console_scripts'].strip().split(' = ')
    module, function = target.split(':')
    assert command == 'kanon' and callable(getattr(importlib.import_module(module), function))


def test_what_an_editor_reads_names_what_there_is():
    import ast
    names = {}
    for ending in ('py', 'pyi'):
        with open(os.path.join(HOME, 'kanon', '__init__.' + ending), encoding='utf-8') as file:
            names[ending] = ast.parse(file.read())
    defined = {target.id for node in names['py'].body if isinstance(node, ast.Assign) for target in node.targets}
    defined |= {node.name for node in names['py'].body if isinstance(node, ast.FunctionDef)} | set(kanon.__all__)
    stub = {target.id for node in names['pyi'].body if isinstance(node, ast.Assign) for target in node.targets}
    stub |= {node.name for node in names['pyi'].body if isinstance(node, ast.FunctionDef)}
    stub |= {alias.asname for node in names['pyi'].body if isinstance(node, ast.ImportFrom) for alias in node.names}
    stub |= {node.target.id for node in names['pyi'].body if isinstance(node, ast.AnnAssign)}
    assert stub == defined - {'load_module', '__dir__', 'WHERE'}


@pytest.mark.parametrize('more', [{}, {'hierarchies': {'Mille': {'x': '*'}}}])
def test_a_first_line_that_may_be_a_record_is_not_shown(more, tmp_path):
    (tmp_path / 'd.csv').write_text('Miller,54\nKim,40\nAnn,41\nJoe,42\n')
    with pytest.raises(kanon.DataError, match='the first line, of 2 columns, is not shown, because it may be a record; if it is one, name the'
                                              ' columns in columns$') as refused:
        flat.anonymize(str(tmp_path / 'd.csv'), quasi=['Mill'], k=2, **more)
    assert 'Miller' not in str(refused.value)
    release = flat.anonymize(str(tmp_path / 'd.csv'), quasi=['n'], k=2, columns=['name', 'n'])
    assert release.count_column == 'n' and kanon.anonymize([{'n': 1}, {'n': 2}], quasi=['n'], k=2).count_column is None
