"""Codes that are recorded at several depths: I21 beside I21.0; and the files of columns with long names."""

import os
import random

import pytest
from conftest import run, seeds

from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.errors import DataError
from kanon.core.tables.hierarchy_file import GivenHierarchies, check_leaves, file_of, tree_of
from kanon.tools.building.column_kinds import kind_of

ICD = {'I21.0': 'I21', 'I21.1': 'I21', 'I21': 'I', 'E11.9': 'E11', 'E11': 'E', 'I': '*', 'E': '*'}


@pytest.mark.parametrize('values, said', [
    ({'I21': 5, 'I21.0': 3}, "column 'dx': 'I21' is a node of the hierarchy, and no leaf; write it in the data as I21.-, with the line"
                             ' "I21.-,I21", or take python -m kanon hierarchy codes --cuts'),
    ({'I21': 5, 'E11': 2, 'I21.0': 3}, "column 'dx': 2 values are nodes of the hierarchy, and no leaves: 'E11' (2), 'I21' (5); write E11 in the"
                                       ' data as E11.-, with the line "E11.-,E11", and so the others, or take python -m kanon hierarchy codes'
                                       ' --cuts'),
    ({'*': 5, 'I21.0': 3}, "column 'dx': '*' is a node of the hierarchy, and no leaf; rename the node in the hierarchy; or was the table"
                           ' generalized before?'),
    ({'I21': 5, 'X': 1}, "column 'dx': 'I21' is a node of the hierarchy, and no leaf; write it"),
    ({'X': 1}, 'no leaf for 1 of the 1 values of column \'dx\', in 1 record: \'X\' (1); add a line "value,parent" for each')])
def test_a_value_that_is_a_node_is_told_from_one_without_a_leaf(values, said):
    with pytest.raises(DataError) as refused:
        check_leaves(Hierarchy(ICD), 'dx', values, 'dx.txt')
    assert str(refused.value).startswith('dx.txt: ' + said)
    assert 'I21' not in refused.value.redacted() and 'E11' not in refused.value.redacted()
    assert ('add a line' in str(refused.value)) == (list(values) == ['X'])


def test_a_program_is_told_of_a_pair():
    with pytest.raises(DataError) as refused:
        GivenHierarchies({'dx': ICD}).tree_of('dx', {'I21': 5})
    assert "write it in the data as I21.-, with the pair {'I21.-': 'I21'}, or take" in str(refused.value)


@pytest.mark.parametrize('seed', seeds(40))
def test_the_advice_works(seed):
    """The values and lines that the message names make a hierarchy that covers the column, at the same labels."""
    rng = random.Random(seed)
    rows, values = [], {}
    for letter in rng.sample('ABCDE', 3):
        for n in rng.sample(range(10, 30), 3):
            code = '%s%d' % (letter, n)
            leaves = ['%s.%d' % (code, digit) for digit in rng.sample(range(10), 2)]
            rows += [(len(rows) + 1, [leaf, code, letter, '*']) for leaf in leaves]
            values.update(dict.fromkeys(rng.sample([*leaves, code], 2), 1))
    tree, _ = tree_of(rows, 'dx.txt')
    nodes = [value for value in values if value in tree.values()]
    if not nodes:
        check_leaves(tree, 'dx', values)
        return
    with pytest.raises(DataError, match='of the hierarchy, and no lea'):
        check_leaves(tree, 'dx', values)
    further = [(100 + n, [node + '.-', node]) for n, node in enumerate(nodes)]
    mended, _ = tree_of([*rows, *further], 'dx.txt')
    check_leaves(mended, 'dx', {value + '.-' if value in nodes else value: n for value, n in values.items()})
    assert all(mended[node + '.-'] == node for node in nodes)


def test_codes_without_points_get_the_hierarchy_of_icd10(tmp_path):
    codes = 'I210 I21 E119 J45 K219 I10 E11'.split()
    assert kind_of(dict.fromkeys(codes, 3))[:2] == ('code', ('icd10',))
    (tmp_path / 'd.csv').write_text('dx,sex\n' + ''.join('%s,%s\n' % (code, sex) for code in codes for sex in 'fm') * 3)
    done = run('kanon', 'start', 'd.csv', '--quasi', 'dx,sex', '-k', '2', cwd=str(tmp_path))
    assert 'like icd10' in done.stdout
    lines = (tmp_path / 'hierarchies' / 'dx.txt').read_text().splitlines()
    assert 'I210,[I21],I,*' in lines and 'I21,[I21],I,*' in lines and 'J45,J45,J,*' in lines, lines
    assert run('run_samarati.py', 'd.csv', '--config', 'd.ini', '-o', 'r.csv', cwd=str(tmp_path)).returncode == 0


@pytest.mark.parametrize('codes', [
    'A12 B07 C33 D10 E99'.split(), 'P1 P2 P3 P10 P11'.split(), 'A12 B071 C33'.split(), 'A1B2 C3D4 E5F6 A12 B07'.split(), 'T1 T12 T123 S1 R1'.split()])
def test_what_is_not_taken_for_icd10(codes):
    assert kind_of(dict.fromkeys(codes, 3)).of != ('icd10',)


def test_a_long_name_has_a_short_file(tmp_path):
    name = 'How often in the last twelve months did you' + ' and the others' * 17
    assert len(name) > 290
    (tmp_path / 'd.csv').write_text('"%s",sex\n' % name + 'often,f\nnever,m\nnever,f\noften,m\n' * 3)
    done = run('kanon', 'start', 'd.csv', '--quasi', name, '--sensitive', 'sex', '-k', '2', cwd=str(tmp_path))
    assert done.returncode == 0, done.stderr
    made, = os.listdir(str(tmp_path / 'hierarchies'))
    assert made == os.path.basename(file_of('', name)) and len(made) == 150 + 1 + 8 + 4 and made[150] == '~'
    for words in (['run_samarati.py', 'd.csv', '--config', 'd.ini', '-o', 'r.csv'], ['kanon', 'hierarchy', 'check', 'd.csv', '--config', 'd.ini'],
                  ['kanon', 'hierarchy', 'flat', 'd.csv', '--column', name, '--force'], ['kanon', 'attack', 'r.csv', '--known', 'd.csv', '--config', 'd.ini']):
        done = run(words[0], *words[1:], cwd=str(tmp_path))
        assert done.returncode == 0, (words, done.stderr)
    assert os.listdir(str(tmp_path / 'hierarchies')) == [made]


@pytest.mark.parametrize('seed', seeds(60))
def test_every_name_has_a_file_of_its_own(seed):
    rng = random.Random(seed)
    names = {''.join(rng.choice('ab/%\u00fc\u6e2c\ud83d') for _ in range(rng.choice([1, 30, 199, 201, 400]))) for _ in range(30)}
    files = {name: file_of('', name) for name in names}
    assert len(set(files.values())) == len(names)
    assert all(len(path.encode('utf-8', 'surrogatepass')) <= 255 for path in files.values())
    short = [name for name in names if len(name.encode('utf-8', 'surrogatepass')) <= 60]
    assert not any('~' in files[name] for name in short)
