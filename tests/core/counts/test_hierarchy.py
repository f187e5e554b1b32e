"""A Hierarchy is one tree; a level is a partition of the leaves, and a higher level only merges."""

import os
from collections import Counter
from random import Random

import pytest

from conftest import HOME, random_table, random_tree, seeds, shipped
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.errors import DataError
from kanon.core.tables.hierarchy_file import GivenHierarchies, HierarchyFolder, load

PATHS = '# a comment\n1st-4th,School,Any\n\n  \n"5th, 6th",School,Any\r\nDoctorate,Any\n'
LINES = '1st-4th,School\n"5th, 6th", School\nDoctorate,Any\nSchool,Any\n'


def hierarchy_of(tmp_path, content):
    path = tmp_path / 'education.txt'
    path.write_bytes(content.encode('utf-8'))
    return load(str(path))


@pytest.mark.parametrize('content', [PATHS, LINES, '\ufeff' + LINES, LINES.replace('\n', '\r\n'), LINES[:-1]])
def test_lines_and_whole_paths_say_the_same(tmp_path, content):
    tree = hierarchy_of(tmp_path, content)
    assert tree == {'1st-4th': 'School', '5th, 6th': 'School', 'School': 'Any', 'Doctorate': 'Any'}
    assert (tree.root, tree.height, tree.leaves) == ('Any', 2, ('1st-4th', '5th, 6th', 'Doctorate'))


def test_a_leaf_of_lesser_depth_stays_until_the_level_reaches_it(tmp_path):
    tree = hierarchy_of(tmp_path, PATHS)
    published = [[tree.ancestor(leaf, level) for leaf in tree.leaves] for level in range(3)]
    assert published == [['1st-4th', '5th, 6th', 'Doctorate'], ['School', 'School', 'Doctorate'], ['Any'] * 3]


@pytest.mark.parametrize('seed', seeds(100))
def test_a_label_of_one_level_decides_that_of_the_next(seed):
    for tree in random_table(seed)[1]:
        for level in range(tree.height):
            pairs = {(tree.ancestor(leaf, level), tree.ancestor(leaf, level + 1)) for leaf in tree.leaves}
            assert len(pairs) == len({lower for lower, _ in pairs})
        assert {tree.ancestor(leaf, 0) for leaf in tree.leaves} == set(tree.leaves)
        assert {tree.ancestor(leaf, tree.height) for leaf in tree.leaves} == {tree.root}
        assert any(tree.ancestor(leaf, tree.height - 1) != tree.root for leaf in tree.leaves)


@pytest.mark.parametrize('seed', seeds(30))
def test_the_common_ancestor_is_the_lowest_node_over_the_values(seed):
    for tree in random_table(seed)[1]:
        for first in tree.leaves:
            for second in tree.leaves:
                over = [node for node in tree.path(first) if node in tree.path(second)]
                assert tree.common_ancestor([first, second]) == over[0]
        assert tree.leaf_counts(tree.leaves)[tree.root] == len(tree.leaves)


@pytest.mark.parametrize('content, message', [
    ('a,b\nb,c\nc,a\nd,c\n', "line 3: a cycle: 'a' -> 'b' -> 'c' -> 'a'"),
    ('x,*\na,b\nb,a\n', "line 3: a cycle: 'a' -> 'b' -> 'a'"),
    ('a,*\nb,+\nc,+\n', "line 2: a second root, '+' beside '*'"),
    ('a,*\nb,+\nc,*\na,+\n', "line 4: 'a' has two parents, '*' (line 1) and '+'"),
    ('93,[90-],[90-],*\n99,[90-],*,*\n', "line 2: at level 1 '[90-]' goes on as '[90-]' (for '93') and as '*' (for '99'); repeat"
                                          ' labels alike'),
    ('93,[90-],[90-]\n[90-],*\n', "line 1: a path that repeats a label must lead from a recorded value to the root, not from"
                                   " '93' to '[90-]'"),
    ('93,a,b\na,b,b,*\n', "line 2: a path that repeats a label must lead from a recorded value to the root, not from 'a' to '*'"),
    ('93,a,a,*\n93,a,*,*\n', "line 2: '93' has two paths, one on line 1"),
    ('93,a,b,a,*\n', "line 1: 'a' has two parents, 'b' (line 1) and '*'"),
])
def test_what_is_no_tree_is_refused_by_its_line(tmp_path, content, message):
    with pytest.raises(DataError) as refused:
        hierarchy_of(tmp_path, content)
    assert message in str(refused.value)


def test_a_dict_that_is_no_tree_is_refused_without_a_line():
    with pytest.raises(DataError, match=r"^a cycle: 'a' -> 'b' -> 'a'$"):
        Hierarchy({'a': 'b', 'b': 'a'})


LADDERS = '85,[85-89],[80-89],[80-],*\n93,[90-],[90-],[80-],*\n99,[90-],[90-],[80-],*\n?,?,?,?,*\n40,*,*,*,*\n'


def test_a_path_may_repeat_a_label(tmp_path):
    tree = hierarchy_of(tmp_path, LADDERS)
    assert [[tree.ancestor(leaf, level) for leaf in tree.leaves] for level in range(5)] == [
        ['85', '93', '99', '?', '40'], ['[85-89]', '[90-]', '[90-]', '?', '*'], ['[80-89]', '[90-]', '[90-]', '?', '*'],
        ['[80-]', '[80-]', '[80-]', '?', '*'], ['*'] * 5]
    assert tree['93'] == '[90-]' and tree['[90-]'] == '[80-]' and tree.path('99') == ['99', '[90-]', '[80-]', '*']
    assert tree.leaf_counts(tree.leaves)['[80-]'] == 3 and tree.common_ancestor(['93', '99']) == '[90-]'


@pytest.mark.parametrize('seed', seeds(50))
def test_levels_written_out_are_read_as_they_are(tmp_path, seed):
    """The published labels of a random tree, level by level, as whole paths of equal length: the same levels."""
    for tree in random_table(seed)[1]:
        paths = {leaf: [tree.ancestor(leaf, level) for level in range(tree.height + 1)] for leaf in tree.leaves}
        again = hierarchy_of(tmp_path, ''.join(','.join(path) + '\n' for path in paths.values()))
        assert again == tree and again.height == tree.height
        assert again.level_maps(tree.leaves) == tree.level_maps(tree.leaves)


def test_an_empty_value_can_be_a_leaf(tmp_path):
    assert hierarchy_of(tmp_path, ',,*\na,b,*\n').ancestor('', 1) == ''
    assert hierarchy_of(tmp_path, 'a,*\n,*\n').leaves == ('a', '')


def test_a_value_with_blanks_around_it_can_be_a_leaf(tmp_path):
    assert hierarchy_of(tmp_path, '"m ", any\nf,any\n') == {'m ': 'any', 'f': 'any'}


def test_all_uncovered_values_are_counted_and_ten_named(tmp_path):
    (tmp_path / 'age.txt').write_text('1,*\n')
    with pytest.raises(DataError) as refused:
        HierarchyFolder(str(tmp_path)).tree_of('age', {str(value): value for value in range(1, 15)})
    assert str(refused.value).split('.txt: ')[1].startswith("no leaf for 13 of the 14 values of column 'age', in 104 records: '10' (10), '11' (11)")
    assert refused.value.problem.count('(') == 10 and 'and 3 more' in refused.value.problem
    with pytest.raises(DataError) as refused:
        HierarchyFolder(str(tmp_path)).tree_of('age', {str(value): value for value in range(1, 12)})
    assert refused.value.problem.count('(') == 10 and 'more' not in refused.value.problem


SHIPPED = {'age': (4, 100), 'gender': (1, 2), 'race': (1, 5), 'marital_status': (2, 7), 'work_class': (2, 9), 'education': (3, 16),
           'education_num': (3, 16), 'occupation': (2, 15), 'relationship': (2, 6), 'native_country': (3, 42),
           'hours_per_week': (4, 100), 'class': (1, 4)}


def test_the_hierarchies_that_ship():
    assert {name[:-4] for name in os.listdir(os.path.join(HOME, 'hierarchies'))} == set(SHIPPED)
    for name, (height, leaves) in SHIPPED.items():
        tree, = shipped(name)
        assert (tree.height, len(tree.leaves), tree.root) == (height, leaves, '*'), name
        assert not any(label.startswith(('=', '+', '-', '@')) for label in set(tree.values()))


def test_ages_lie_in_their_ranges():
    tree, = shipped('age')
    for age in range(100):
        for level, width in ((1, 5), (2, 10), (3, 20)):
            low = age - age % width
            assert tree.ancestor(str(age), level) == '[%d-%d]' % (low, low + width - 1)


def test_marital_status_has_the_four_groups():
    tree, = shipped('marital_status')
    groups = {}
    for leaf in tree.leaves:
        groups.setdefault(tree.ancestor(leaf, 1), set()).add(leaf)
    assert sorted(groups.values(), key=sorted) == sorted([
        {'Never-married'}, {'Married-civ-spouse', 'Married-AF-spouse'}, {'Divorced', 'Separated'},
        {'Widowed', 'Married-spouse-absent'}], key=sorted)


def test_every_value_of_adult_has_a_leaf(adult):
    from conftest import COLUMNS
    from kanon.core.counts.frequency import columns
    from kanon.core.tables.table import Table
    names = sorted(set(SHIPPED) & set(COLUMNS))
    assert set(names) == set(SHIPPED)
    for name, values in zip(names, columns(Counter(Table(adult, COLUMNS, missing='value').tuples(names)))):
        assert shipped(name)[0].uncovered(values) == []


# High trees, at which each walk to the root is long.

@pytest.mark.parametrize('seed', seeds(60))
def test_what_lies_under_a_node_by_its_definition(seed):
    for tree in random_table(seed, most=12)[1]:
        paths = {node: tree.path(node) for node in [*tree, tree.root]}
        spans, children = tree.spans(), tree.children()
        order = sorted(spans, key=spans.__getitem__)
        assert sorted(order) == sorted(paths) and [first for first, _ in map(spans.__getitem__, order)] == list(range(len(order)))
        for node, (first, end) in spans.items():
            assert set(order[first:end]) == {below for below, path in paths.items() if node in path}
            assert children.get(node, []) == [below for below in order if tree.get(below) == node]
        place = {leaf: place for place, leaf in enumerate(tree.leaves)}
        for below in children.values():
            firsts = [min(place[leaf] for leaf in tree.leaves if child in paths[leaf]) for child in below]
            assert firsts == sorted(firsts)
        present = {leaf: 1 + place[leaf] for leaf in tree.leaves if place[leaf] % 3}
        for records in (None, present):
            assert tree.leaf_counts(present, records) == {
                node: sum(n if records else 1 for leaf, n in present.items() if node in paths[leaf])
                for node in {node for leaf in present for node in paths[leaf]}}


def first_conflict(tree, ladders, height):
    """The message for the lowest level, and there the first leaf, whose label goes on in two ways; None if there is none."""
    published = {leaf: [ladder[max(0, level - height + len(ladder) - 1)] for level in range(height + 1)]
                 for leaf, ladder in ((leaf, ladders.get(leaf) or tree.path(leaf)) for leaf in tree.leaves)}
    for level in range(1, height):
        above = {}
        for leaf, labels in published.items():
            first, known = above.setdefault(labels[level], (leaf, labels[level + 1]))
            if known != labels[level + 1]:
                return 'at level %d %r goes on as %r (for %r) and as %r (for %r); repeat labels alike' % (
                    level, labels[level], known, first, labels[level + 1], leaf)
    return None


def test_repeated_labels_that_differ_are_refused_as_by_definition():
    refused = 0
    for seed in seeds(400, every=2):
        random = Random(seed)
        tree = random_tree(random, ['v%d' % n for n in range(random.randint(2, 8))])
        ladders = {leaf: [label for label in tree.path(leaf) for _ in range(random.choice((1, 1, 2)) if label != leaf or seed % 2 else 1)]
                   for leaf in tree.leaves if random.random() < 0.6}
        plain = Hierarchy(dict(tree))
        height = max([plain.height, *(len(ladder) - 1 for ladder in ladders.values())])
        expected, message = first_conflict(plain, ladders, height), None
        try:
            Hierarchy(dict(tree), ladders=ladders)
        except DataError as error:
            message = str(error)
        assert message == expected
        refused += message is not None
    assert refused > 20


class Walked(Hierarchy):
    """A Hierarchy that counts how often a parent is asked for."""

    steps = 0

    def __getitem__(self, node):
        self.steps += 1
        return super().__getitem__(node)


def chain(nodes, leaves, kind=Hierarchy, **more):
    """So many leaves under a chain of nodes."""
    return kind(dict(lines_of_chain(nodes, leaves)), **more)


def lines_of_chain(nodes, leaves):
    return [*(('v%d' % leaf, 'n0') for leaf in range(leaves)), *(('n%d' % n, 'n%d' % (n + 1)) for n in range(nodes - 1))]


def test_a_long_chain_under_many_leaves_is_walked_once():
    """Not once for each leaf, nor, for the labels of all levels, once for each level."""
    nodes, leaves = 200, 150
    tree = chain(nodes, leaves, Walked)
    for walk in (tree.children, tree.spans, lambda: tree.leaf_counts(tree.leaves)):
        tree.steps = 0
        walk()
        assert tree.steps <= 2 * (nodes + leaves)
    tree.steps = 0
    maps = tree.level_maps(tree.leaves)
    assert tree.steps == nodes * leaves and (len(maps), maps[150]['v7']) == (nodes + 1, 'n149')
    repeated = chain(nodes, leaves, Walked, ladders={'v0': ['v0', *('n%d' % n for n in range(nodes)), 'n%d' % (nodes - 1)]})
    assert repeated.height == nodes + 1 and repeated.steps <= 5 * (nodes + leaves)


def test_a_hierarchy_of_too_many_labels_is_refused(tmp_path):
    assert chain(2000, 1999).height == 2000
    (tmp_path / 'q.txt').write_text(''.join('%s,%s\n' % pair for pair in lines_of_chain(2000, 2001)))
    with pytest.raises(DataError) as refused:
        load(str(tmp_path / 'q.txt'))
    assert str(refused.value).endswith('q.txt: 2,001 leaves at 2,000 levels are too many; at more than 20 levels there may be 4,000,000'
                                       ' labels in all')
    assert chain(20, 200_001).height == 20


def test_the_labels_of_all_steep_hierarchies_count_together():
    """A hierarchy that is asked for twice counts once, and one that is not steep does not count."""
    trees = {'a': chain(1000, 2000), 'b': chain(1000, 2000), 'c': chain(30, 1), 'flat': chain(20, 2001)}
    given = GivenHierarchies(trees)
    for column in 'a', 'a', 'flat', 'b', 'a':
        assert given.tree_of(column, {'v0': 1}) is trees[column]
    with pytest.raises(DataError) as refused:
        given.tree_of('c', {'v0': 1})
    assert str(refused.value).startswith("with column 'c' the hierarchies have 4,000,030 labels together, which are too many;")
