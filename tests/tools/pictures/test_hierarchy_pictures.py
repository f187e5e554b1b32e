"""Hierarchies as pictures: the same nodes and numbers as the text, for any tree and any name."""

import os
import re
import xml.etree.ElementTree as tree
from random import Random

import pytest

from conftest import HOME, random_table, run, seeds
from geometry import SVG, outside, overlaps, texts
from kanon.core.counts.frequency import columns
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.voice.speaking import speaker
from kanon.tools.building.inspect import tree_text, node_rows
from kanon.tools.pictures.tree_picture import levels_picture, tree_picture
from test_cuts import HOSTILE

TABLE = 'age,sex\n39,m\n38,m\n17,f\n17,f\n60,m\n'
AGE = '17,[0-39],*\n38,[0-39],*\n39,[0-39],*\n60,[40-79],*\n70,[40-79],*\n'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'p.csv').write_text(TABLE)
    (tmp_path / 'hierarchies' / 'age.txt').write_text(AGE)
    (tmp_path / 'hierarchies' / 'sex.txt').write_text('m,*\nf,*\n')
    return tmp_path


def lines_of(svg):
    """The texts of a picture, line by line."""
    rows = {}
    for left, _, _, bottom, text in texts(svg):
        rows.setdefault(bottom, []).append((left, text))
    return [' '.join(text for _, text in sorted(row)) for _, row in sorted(rows.items())]


def test_the_tree_of_a_column(folder):
    result = run('kanon', 'hierarchy', 'show', 'p.csv', '--column', 'age', '--format', 'svg', cwd=str(folder))
    assert result.returncode == 0 and result.stderr == ''
    assert lines_of(result.stdout)[-9:] == ['level leaves records', '* 2 5 5', '[0-39] 1 3 4', '17 0 1 2', '38 0 1 1', '39 0 1 1', '[40-79] 1 2 1',
                                            '60 0 1 1', '70 0 1 0']
    assert 'no record has a value under this node' in result.stdout
    white = [circle for circle in tree.fromstring(result.stdout).iter(SVG + 'circle') if circle.get('fill') == '#ffffff']
    assert len(white) == 1


def test_the_tree_of_a_file_has_no_records(folder):
    result = run('kanon', 'hierarchy', 'show', 'hierarchies/age.txt', '--format', 'svg', '-o', 'age.svg', cwd=str(folder))
    assert (result.returncode, result.stdout) == (0, '')
    assert lines_of((folder / 'age.svg').read_text())[2:4] == ['level leaves', '* 2 5']


@pytest.mark.parametrize('words, last', [([], '... and 4 more'), (['--all'], 'v8 0 1')])
def test_leaves_are_folded_as_in_the_text(words, last, folder):
    (folder / 'hierarchies' / 'v.txt').write_text(''.join('v%d,*\n' % n for n in range(9)))
    result = run('kanon', 'hierarchy', 'show', 'hierarchies/v.txt', '--format', 'svg', *words, cwd=str(folder))
    assert lines_of(result.stdout)[-1] == last


def test_the_levels(folder):
    words = ['hierarchy', 'levels', 'p.csv', '--quasi', 'age,sex']
    svg = run('kanon', *words, '--format', 'svg', cwd=str(folder)).stdout
    shown = lines_of(svg)
    assert shown[3:] == ['age', 'level labels records of the rarest label rarest label', '0 4 1 not shown', '1 2 1 [40-79]', '2 1 5 *',
                         'sex', 'level labels records of the rarest label rarest label', '0 2 2 not shown', '1 1 5 *']
    redacted = run('kanon', *words, '--format', 'svg', '--redact', cwd=str(folder)).stdout
    assert [line for line in lines_of(redacted) if 'not shown' in line] == ['0 4 1 not shown', '1 2 1 not shown', '2 1 5 not shown',
                                                                            '0 2 2 not shown', '1 1 5 not shown']
    assert '[40-79]' not in redacted


@pytest.mark.parametrize('seed', seeds(60))
def test_a_random_tree_is_drawn_as_its_text_says(seed):
    frequency_set, trees = random_table(seed, 2, most=30)
    for values, hierarchy in zip(columns(frequency_set), trees):
        for counts in (values, None):
            rows = list(node_rows(hierarchy, counts, False, speaker('en')))
            svg, chinese = (str(tree_picture(rows, 'a tree', counts is not None, speaker(language))) for language in ('en', 'zh'))
            assert not overlaps(chinese) and not outside(chinese)
            assert svg == str(tree_picture(rows, 'a tree', counts is not None)) and not overlaps(svg) and not outside(svg)
            of_text = [re.sub(' +', ' ', line).strip() for line in tree_text(hierarchy, speaker('en'), counts).split('\n')[1:]]
            assert lines_of(svg)[-len(of_text):] == of_text


@pytest.mark.parametrize('deep', [1, 3, 40])
def test_hostile_labels_and_deep_trees(deep):
    parents = {value or 'none': 'under-0' for value in HOSTILE}
    parents.update({'under-%d' % n: 'under-%d' % (n + 1) for n in range(deep)})
    svg = str(tree_picture(node_rows(Hierarchy(parents), {'ünïcode': 10 ** 9}, False, speaker('en')), HOSTILE[4], True))
    tree.fromstring(svg)
    assert '<script' not in svg and '\x1b' not in svg and not overlaps(svg) and not outside(svg)
    rows = [{'column': name, 'level': 0, 'labels': 10 ** 7, 'smallest': 10 ** 9, 'rarest': name} for name in HOSTILE if name]
    svg = str(levels_picture(rows))
    assert '<script' not in svg and '\x1b' not in svg and not overlaps(svg) and not outside(svg)


def test_the_hierarchies_that_ship():
    for name in sorted(os.listdir(os.path.join(HOME, 'hierarchies'))):
        if name.endswith('.txt'):
            svg = run('kanon', 'hierarchy', 'show', os.path.join(HOME, 'hierarchies', name), '--format', 'svg', '--all').stdout
            assert not overlaps(svg) and not outside(svg)


def test_an_ini_file_asks_for_no_picture(folder):
    """It serves all verbs, and few of them draw."""
    (folder / 'p.ini').write_text('[kanon]\nformat = svg\n')
    result = run('kanon', 'hierarchy', 'levels', 'p.csv', '--quasi', 'age', cwd=str(folder))
    assert (result.returncode, result.stderr) == (
        1, "python -m kanon hierarchy levels: p.ini: format: 'svg' is not one of text, csv, markdown, json\n")


def test_random_levels_neither_touch_nor_leave_the_sheet():
    random = Random(1)
    rows = [{'column': 'c%d' % (n // 4), 'level': n % 4, 'labels': random.randrange(1, 10 ** 6), 'smallest': random.randrange(1, 10 ** 8),
             'rarest': random.choice([None, 'x' * n, '年' * n])} for n in range(40)]
    svg = str(levels_picture(rows))
    assert not overlaps(svg) and not outside(svg) and svg == str(levels_picture(rows))
    chinese = str(levels_picture(rows, speaker('zh')))
    assert not overlaps(chinese) and not outside(chinese)
