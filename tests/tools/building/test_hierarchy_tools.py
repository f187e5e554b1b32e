"""The tools of hierarchies: every writing says the same, a drawing counts all, a check names every problem at once."""

import csv
import io
import json
import os
from collections import Counter
from random import Random

import pytest

from conftest import ALL, HOME, random_tree, run, seeds
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.errors import DataError
from kanon.core.tables.hierarchy_file import load
from kanon.core.voice.speaking import ENGLISH
from kanon.tools.building import convert as conversion, inspect as shown_tree, inspect as covers
from kanon.tools.building.dates import days_between
from kanon.tools.building.groups import codes_between
from kanon.tools.building.ladder import file_text
from kanon.tools.building.numbers import numbers_between, ranges, widths_of

PATIENTS = '''id,age,zip,sex,admitted,ward
1,34,13053,m,2023-09-04,n
2,91,13068,f,2023-10-04,ne
3,17,1485,m,2024-01-31,s
4,?,14853,f,2020-02-29,s
5,35,14853,M,2020-02-29,s
'''


def kanon(*arguments, cwd):
    return run('kanon', 'hierarchy', *arguments, cwd=str(cwd))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / 'patients.csv').write_text(PATIENTS, encoding='utf-8')
    return tmp_path


def file_with(tmp_path, text, name='tree.txt'):
    path = tmp_path / name
    path.write_bytes(text.encode('utf-8'))
    return str(path)


def maps_of(tree):
    return tree.level_maps(tree.leaves)


@pytest.mark.parametrize('seed', seeds(150))
def test_from_ours_to_wide_and_back_the_level_maps_are_the_same(seed, tmp_path):
    random = Random(seed)
    odd = random.choice(([''], ['', ' ', '#', 'a;', 'b,', '"', 'é\t']))
    leaves = [random.choice(odd) + 'v%d' % n for n in range(random.randint(1, 15))]
    tree = random_tree(random, leaves, deepest=random.randint(1, 4))
    made = {leaf: tuple(tree.labels(leaf)) for leaf in tree.leaves}
    ours = file_with(tmp_path, file_text(made, ['Ours.']))
    assert maps_of(load(ours)) == maps_of(tree)
    read = conversion.read_ladders(ours)
    assert read.ladders == made and read.notes == []
    delimiter = random.choice(';\t|,')
    said = delimiter if any(not leaf.isalnum() for leaf in leaves) else None        # else it is recognized
    wide = conversion.read_ladders(file_with(tmp_path, conversion.wide_file(read.ladders, delimiter)), said)
    assert wide.ladders == made
    again = load(file_with(tmp_path, file_text(wide.ladders, [])))
    assert maps_of(again) == maps_of(tree) and again.leaves == tree.leaves


@pytest.mark.parametrize('text, expected, note', [
    ('39;[35-39];*\n40;[40-44];*\n', {'39': '[35-39] *', '40': '[40-44] *'}, ''),
    ('39\t[35-39]\r\n40\t[40-44]\r\n', {'39': '[35-39] *', '40': '[40-44] *'}, 'root'),           # no root, CRLF
    ('a;x\nb;x\n', {'a': 'x', 'b': 'x'}, ''),                                                      # its root is x
    ('a;a;*\nb;y;*\n', {'a': 'a *', 'b': 'y *'}, ''),                                              # a leaf that stays
    ('90;90+;90+;*\n80;80-84;80-89;*\n', {'90': '90+ 90+ *', '80': '80-84 80-89 *'}, ''),
    ('a;x;*\nb;y;*\na;x;*\n', {'a': 'x *', 'b': 'y *'}, ''),                                       # twice, and they agree
    ('\ufeff# wide\n#1;x;*\n2;y;*\n', {'#1': 'x *', '2': 'y *'}, ''),                              # a leaf, no comment
    ('a,b\nb,c\nd,c\n', {'a': 'b c', 'd': 'd c'}, ''),                                             # ours, child,parent
    ('# one\na,b,*\n\nc,*\n', {'a': 'b *', 'c': 'c *'}, ''),
    ('"a;b";x;*\n" c";"x";*\n', {'a;b': 'x *', ' c': 'x *'}, ''),
    ('5,*\n', {'5': '*'}, ''), ('a,x\nb,y\n', {'a': 'x *', 'b': 'y *'}, 'root')])
def test_what_is_read(text, expected, note, tmp_path):
    found = conversion.read_ladders(file_with(tmp_path, text))
    assert {leaf: ' '.join(ladder[1:]) for leaf, ladder in found.ladders.items()} == expected
    assert note in ' '.join(found.notes) and bool(note) == bool(found.notes)


@pytest.mark.parametrize('text, message', [
    ('a;x;*\nb;y;*\na;y;*\n', "line 3: 'a' has two parents, 'x' (line 1) and 'y'"),
    ('a;x;x;*\nb;x;x;*\na;x;*;*\n', "line 3: 'a' has two paths, one on line 1"),
    ('a;x;n;*\nb;x;s;*\n', "line 2: 'x' has two parents, 'n' (line 1) and 's'"),
    ('a;x\nb\n', "line 2: one field, 'b'"), ('', 'holds no line'), ('a;;*\nb;;*\n', "line 1: 'a' has an empty parent"),
    ('a;x;*\nb;"y;*\n', 'quotes'), ('5,10 / 20,*\n', 'does not fit into a chain'), ('5,10 / 10,*\n', 'holds the widths 5,10, but no values; give')])
def test_what_is_refused(text, message, tmp_path):
    with pytest.raises(DataError) as refused:
        conversion.read_ladders(file_with(tmp_path, text))
    assert message in str(refused.value)


@pytest.mark.parametrize('seed', seeds(60))
def test_widths_and_back(seed, tmp_path):
    random = Random(seed)
    widths = [random.choice(('5', '2', '0.5', '1.1', '3'))]
    while len(widths) < random.randint(1, 4):
        widths.append({'5': '10', '2': '6', '0.5': '1', '1.1': '2.2', '3': '9'}.get(widths[-1]) or str(round(2 * float(widths[-1]), 1)))
    values = [str(random.randint(-30, 120)) for _ in range(random.randint(1, 30))]
    made = ranges(values, widths)
    written = conversion.widths_from(conversion.Ladders(made, {}, []), None)
    assert list(map(float, widths_of(written))) == list(map(float, widths))
    assert conversion.read_ladders(file_with(tmp_path, written + '\n'), values=lambda: values).ladders == made
    assert conversion.read_ladders(file_with(tmp_path, written.replace(' / ', '\n')), values=lambda: values).ladders == made
    leaf = random.choice(sorted(made))
    wrong = {**made, leaf: (leaf, '[997-999]', *made[leaf][2:])}
    with pytest.raises(DataError, match='line 7: .*%s.* does not fit into ranges|is not a chain of widths' % leaf):
        conversion.widths_from(conversion.Ladders(wrong, dict.fromkeys(wrong, 7), []), 'x')


@pytest.mark.parametrize('more', [{'top': '30'}, {'bottom': '5'}, {'origin': '1'}])
def test_widths_say_no_more_than_widths(more):
    made = ranges(list(map(str, range(60))) if 'origin' not in more else ['7'], ['5'], **{**more, 'origin': more.get('origin', '0')})
    with pytest.raises(DataError, match='does not fit into ranges of nested widths from 0'):
        conversion.widths_from(conversion.Ladders(made, {}, []), None)


def test_the_hierarchies_of_arx(arx):
    """Its wide files, converted, publish what the folder of ours does."""
    names = [name for name in os.listdir(arx) if name.startswith('adult_hierarchy_')]
    assert len(names) == 9
    for name in names:
        found = conversion.read_ladders(os.path.join(arx, name))
        ours = load(os.path.join(arx, 'hierarchies', name[len('adult_hierarchy_'):-4] + '.txt'))
        assert found.ladders == {leaf: tuple(ours.labels(leaf)) for leaf in ours.leaves}
    with pytest.raises(DataError, match="line 5: '5' does not fit"):       # its ranges 0-4 begin at 1 and end at 5
        conversion.widths_from(conversion.read_ladders(os.path.join(arx, 'adult_hierarchy_age.csv')), None)


@pytest.mark.parametrize('seed', seeds(60))
def test_the_drawing_counts_every_leaf_and_record(seed):
    random = Random(seed)
    leaves = ['v%d' % n for n in range(random.randint(1, 40))]
    tree = random_tree(random, leaves, deepest=4)
    counts = {leaf: random.randint(1, 2000) for leaf in random.sample(leaves, random.randint(1, len(leaves)))}
    lines = shown_tree.tree_text(tree, ENGLISH, counts, all_=True).splitlines()[1:]
    rows = {line.split()[0]: line.split()[1:] for line in lines}
    assert len(lines) == len(rows) == len(set(tree) | {tree.root})
    for node, (level, below, records) in rows.items():
        under = [leaf for leaf in tree.leaves if node in tree.path(leaf)]
        published = [n for n, labels in enumerate(tree.level_maps(tree.leaves)) if node in labels.values()]
        assert level == ('%d' if len(published) == 1 else '%d-%d') % tuple(published[:1] + published[-1:])[:1 + (len(published) > 1)]
        assert int(below.replace(',', '')) == len(under)
        assert int(records.replace(',', '')) == sum(counts.get(leaf, 0) for leaf in under)
    depths = {line.split()[0]: (len(line) - len(line.lstrip())) // 2 for line in lines}
    assert all(depths[child] == depths[parent] + 1 for child, parent in tree.items())
    few = shown_tree.tree_text(tree, ENGLISH, counts).splitlines()[1:]
    left_out = sum(int(line.split()[2]) for line in few if '... and' in line)
    assert len([line for line in few if '... and' not in line]) + left_out == len(rows)


def test_a_drawing_of_many_leaves_and_of_a_deep_tree():
    many = shown_tree.tree_text(Hierarchy({'v%d' % n: '*' for n in range(9)}), ENGLISH).splitlines()
    assert many[-2:] == ['  v4      0       1', '  ... and 4 more'] and len(many) == 8
    assert len(shown_tree.tree_text(Hierarchy({'v%d' % n: '*' for n in range(8)}), ENGLISH).splitlines()) == 10
    nodes = 1999 if ALL else 1100       # more than Python lets a function call itself, and as many as there may be
    deep = Hierarchy({'n%d' % n: 'n%d' % (n + 1) for n in range(nodes)})
    assert len(shown_tree.tree_text(deep, ENGLISH).splitlines()) == nodes + 2
    assert "' a\\n'" in shown_tree.tree_text(Hierarchy({' a\n': '*'}), ENGLISH)


def test_a_check_names_every_problem_at_once(folder):
    (folder / 'hierarchies').mkdir()
    file_with(folder / 'hierarchies', '# sexes\nm,*\nf,any,*\nnb,any\n', 'sex.txt')
    file_with(folder / 'hierarchies', 'a,b\nb,a\n', 'ward.txt')
    file_with(folder / 'hierarchies', '13053,1305*,*\n13068,1306*,*\n1,1485,*\n2,14853\n14853,*\n', 'zip.txt')
    run = kanon('check', 'patients.csv', '--quasi', 'age,sex,zip,ward', '--json', cwd=folder)
    report = json.loads(run.stdout)
    assert (run.returncode, run.stderr, report['refused']) == (1, '', True)
    age, sex, zip_, ward = report['columns']
    assert [column['refused'] for column in (age, sex, zip_, ward)] == [True] * 4
    assert 'age.txt: there is no such hierarchy file' in age['error'] and 'ward.txt, line 2: a cycle' in ward['error']
    assert sex['uncovered'] == [{'value': 'M', 'records': 1, 'near': 'm'}] and sex['unused'] == {'count': 1, 'first': ['nb']}
    assert sex['shallow'] == {'count': 1, 'first': [{'leaf': 'm', 'up_to': 1}]}
    assert [found['value'] for found in zip_['inner']] == ['1485', '14853'] and zip_['uncovered'] == []
    run = kanon('check', 'patients.csv', '--quasi', 'age,sex,zip,ward', cwd=folder)
    assert run.returncode == 1 and 'A run that takes these hierarchies is refused, because of age, sex, zip, ward' in run.stdout
    for said in ("'M' (1) differs from the leaf 'm' by case, blanks or Unicode form only", "REFUSED: a label of the hierarchy, too: 2 values in 2 records",
                 "in no record that is kept: 1 leaf: 'nb'"):
        assert said in run.stdout


def test_a_check_agrees_with_a_run(folder):
    for column, words in (('age', ('ranges', '--widths', '10')), ('zip', ('mask',)), ('sex', ('flat',))):
        assert kanon(*words[:1], 'patients.csv', '--column', column, *words[1:], cwd=folder).returncode == 0
    for missing, expected in (('drop', 0), ('value', 0), ('root', 0)):
        check = kanon('check', 'patients.csv', '--quasi', 'age,zip,sex', '--missing', missing, cwd=folder)
        assert (check.returncode, check.stderr) == (expected, '')
        release = run('run_samarati.py', 'patients.csv', '--quasi', 'age,zip,sex', '--sensitive', 'ward', '-k', '2', '-o', '-',
                      '--max-suppression', '0', '--missing', missing, cwd=str(folder))
        assert release.returncode == expected, release.stderr
    with open(str(folder / 'hierarchies' / 'age.txt'), encoding='utf-8') as file:
        lines = list(file)
    file_with(folder / 'hierarchies', ''.join(line for line in lines if not line.startswith('?')), 'age.txt')
    for missing, expected in (('drop', 0), ('value', 1), ('root', 0)):      # a missing value needs no leaf to be published as the root
        assert kanon('check', 'patients.csv', '--quasi', 'age,zip,sex', '--missing', missing, cwd=folder).returncode == expected
    file_with(folder / 'hierarchies', ''.join(line for line in lines if not line.startswith('17')), 'age.txt')
    assert kanon('check', 'patients.csv', '--quasi', 'age,zip,sex', cwd=folder).returncode == 1


@pytest.mark.parametrize('seed', seeds(40))
def test_examined_against_one_value_at_a_time(seed, tmp_path):
    random = Random(seed)
    tree = random_tree(random, ['v%d' % n for n in range(random.randint(1, 12))])
    file_with(tmp_path, file_text({leaf: tuple(tree.labels(leaf)) for leaf in tree.leaves}), 'c.txt')
    pool = [*tree.leaves, 'V1', ' v2', 'x', '*', 'node1', '']
    counts = {value: random.randint(1, 9) for value in random.sample(pool, random.randint(1, len(pool)))}
    found = covers.examined('c', counts, str(tmp_path))
    inner = set(tree.values())
    assert {row['value']: row['records'] for row in found['inner']} == {value: n for value, n in counts.items() if value in inner}
    assert {row['value'] for row in found['uncovered']} == {value for value in counts if value not in inner and value not in tree.leaves}
    for row in found['uncovered']:
        assert row['near'] == {'V1': 'v1', ' v2': 'v2'}.get(row['value']) or row['near'] is None and row['value'].strip().lower() not in tree.leaves
    assert found['unused']['count'] == len(set(tree.leaves) - set(counts))
    assert found['shallow']['count'] == sum(tree.height and tree.ancestor(leaf, 1) == leaf for leaf in tree.leaves)
    levels = [set(labels.values()) for labels in tree.level_maps(tree.leaves)]
    assert found['repeated']['count'] == sum(sum(label in labels for labels in levels) > 1 for label in inner)
    assert found['refused'] == bool(set(counts) - set(tree.leaves))


def test_labels_of_several_levels_are_counted(folder):
    file_with(folder, '93,[90-],[90-],[80-],*\n85,[85-89],[85-89],[80-],*\n', 'age.txt')
    found = covers.examined('age', {'93': 2, '85': 1}, str(folder))
    assert found['repeated'] == {'count': 2, 'first': [{'label': '[90-]', 'levels': (1, 2)}]} and not found['refused']
    assert '  at several levels: 2 labels, such as \'[90-]\' at levels 1 to 2, which publish the same there' in covers.findings_text(
        {'program': '', 'version': '', 'data': '', 'config': None, 'hierarchies': '', 'columns': [found]}, ENGLISH)


@pytest.mark.parametrize('leaves, dots', [(10, 0), (11, 1)])
def test_ten_leaves_that_do_not_occur_are_named(folder, leaves, dots):
    file_with(folder, ''.join('v%02d,*\n' % n for n in range(leaves + 1)), 'c.txt')
    found = covers.examined('c', {'v00': 1}, str(folder))
    assert found['unused'] == {'count': leaves, 'first': ['v%02d' % n for n in range(1, 11)]}
    assert "'v10'%s\n" % (', ...' * dots) in covers.findings_text({'program': '', 'version': '', 'data': '', 'config': None, 'hierarchies': '', 'columns': [found]}, ENGLISH)


def test_levels_are_counted(folder):
    assert kanon('mask', 'patients.csv', '--column', 'zip', cwd=folder).returncode == 0
    run = kanon('levels', 'patients.csv', '--column', 'zip', '--format', 'csv', cwd=folder)
    rows = list(csv.DictReader(io.StringIO(run.stdout)))
    tree = load(str(folder / 'hierarchies' / 'zip.txt'))
    values = [line.split(',')[2] for line in PATIENTS.splitlines()[1:] if '?' not in line]
    for row in rows:
        published = Counter(tree.ancestor(value, int(row['level'])) for value in values)
        assert (int(row['labels']), int(row['smallest'])) == (len(published), min(published.values()))
        if row['rarest']:
            assert published[row['rarest']] == int(row['smallest'])
        else:           # a recorded value that few records have is not shown
            assert row['level'] == '0' and int(row['smallest']) < 5
    assert [row['level'] for row in rows] == list('012345')


def test_hierarchies_are_made_beside_the_data_and_serve_a_run(folder):
    for words in (('ranges', '--column', 'age', '--widths', '5,10', '--top', '90', '--bottom', '20'), ('mask', '--column', 'zip'),
                  ('dates', '--column', 'admitted', '--levels', 'month,year'), ('flat', '--column', 'sex,id'),
                  ('sets', '--column', 'ward', '--group', 'north=n|ne', '--group', 'all wards = north | s')):
        made = kanon(words[0], 'patients.csv', *words[1:], cwd=folder)
        assert (made.returncode, made.stderr) == (0, '') and 'level' in made.stdout
    assert sorted(os.listdir(str(folder / 'hierarchies'))) == ['admitted.txt', 'age.txt', 'id.txt', 'sex.txt', 'ward.txt', 'zip.txt']
    text = (folder / 'hierarchies' / 'age.txt').read_bytes().decode('utf-8')
    assert text == ('# age. Levels: the value, ranges of 5, ranges of 10, any. The ranges begin at 0; 90 and above are one range; all below 20 are one range.\n'
                    '17,[-19],[-19],*\n34,[30-34],[30-39],*\n35,[35-39],[30-39],*\n91,[90-],[90-],*\n?,?,?,*\n')
    check = kanon('check', 'patients.csv', '--quasi', 'age,zip,admitted,sex,ward,id', '--missing', 'value', cwd=folder)
    assert check.returncode == 0, check.stdout
    release = run('run_samarati.py', 'patients.csv', '--quasi', 'age,admitted', '--sensitive', 'ward', '-k', '2', '--max-suppression', '1',
                  '-o', '-', cwd=str(folder))
    assert release.returncode == 0 and release.stdout.startswith('age,admitted,ward\n')


def test_outputs(folder):
    bounds = kanon('mask', '--bounds', '098,101', cwd=folder)
    assert bounds.stdout.splitlines()[1:3] == ['098,09*,0**,*', '099,09*,0**,*'] and not (folder / 'hierarchies').exists()
    assert kanon('flat', '--bounds', '0,3', '-o', 'made.txt', cwd=folder).stdout.startswith('made.txt: 4 leaves\nlevel  labels')
    shown = kanon('flat', 'patients.csv', '--column', 'sex', '-o', '-', cwd=folder)
    assert shown.stdout == '# sex. Levels: the value, any.\nM,*\nf,*\nm,*\n' and not (folder / 'hierarchies').exists()
    assert kanon('flat', 'patients.csv', '--column', 'sex', '--quiet', '--hierarchies', 'h', cwd=folder).stdout == ''
    assert (folder / 'h' / 'sex.txt').exists()
    again = kanon('flat', 'patients.csv', '--column', 'sex,ward', '--hierarchies', 'h', cwd=folder)
    assert again.returncode == 1 and 'the output exists' in again.stderr and os.listdir(str(folder / 'h')) == ['sex.txt']
    assert kanon('flat', 'patients.csv', '--column', 'sex,ward', '--hierarchies', 'h', '--force', cwd=folder).returncode == 0
    latin = (folder / 'latin.csv')
    latin.write_bytes('name\nJosé\n'.encode('latin-1'))
    assert kanon('flat', 'latin.csv', '--column', 'name', '--encoding', 'latin-1', cwd=folder).returncode == 0
    assert (folder / 'hierarchies' / 'name.txt').read_bytes().decode('utf-8').endswith('José,*\n')


def test_kanons_own_hierarchies_are_left_alone(folder):
    own = os.path.join(HOME, 'hierarchies')
    before = sorted(os.listdir(own))
    run = kanon('flat', 'patients.csv', '--column', 'sex', '--hierarchies', own, cwd=folder)
    assert run.returncode == 1 and 'these hierarchies came with kanon' in run.stderr and sorted(os.listdir(own)) == before


def test_convert_on_the_command_line(folder):
    file_with(folder, 'age;level 1\n1;[0-4]\n7;[5-9]\n'.replace('age;level 1\n', ''), 'wide.csv')
    run = kanon('convert', 'wide.csv', cwd=folder)
    assert run.stdout == ('# Converted from wide.csv.\n# The root * was added: the last column has several labels.\n'
                          '1,[0-4],*\n7,[5-9],*\n')
    assert kanon('convert', 'wide.csv', '--to', 'wide', '--delimiter', 'tab', cwd=folder).stdout == '1\t[0-4]\t*\n7\t[5-9]\t*\n'
    assert kanon('convert', 'wide.csv', '--to', 'widths', cwd=folder).stdout == '5,*\n'
    file_with(folder, '10,20 / 20,*\n', 'widths.txt')
    assert kanon('convert', 'widths.txt', '--data', 'patients.csv', '--column', 'age', '--to', 'wide', cwd=folder).stdout == (
        '17;[10-19];[0-19];*\n34;[30-39];[20-39];*\n35;[30-39];[20-39];*\n91;[90-99];[80-99];*\n?;?;?;*\n')
    assert kanon('convert', 'widths.txt', '--bounds', '0,9', cwd=folder).stdout.count('[0-9],[0-19],*') == 10


def test_show_on_the_command_line(tmp_path):
    run = kanon('show', 'data/inpatients/inpatients.csv', '--column', 'age', cwd=HOME)
    assert run.stdout.splitlines()[:6] == ['data/inpatients/hierarchies/age.txt: 12 leaves, levels 0 to 3', '',
                                           'node         level  leaves  records', '*                3      12       12',
                                           '  [0-39]         2       8        8', '    [20-29]      1       4        4']
    assert 'records' not in kanon('show', 'data/inpatients/hierarchies/age.txt', cwd=HOME).stdout
    assert kanon('flat', '--bounds', '0,19', '-o', tmp_path / 'flat.txt', cwd=HOME).returncode == 0
    assert kanon('show', tmp_path / 'flat.txt', cwd=HOME).stdout.endswith('  4       0       1\n  ... and 15 more\n')
    assert kanon('show', tmp_path / 'flat.txt', '--all', cwd=HOME).stdout.endswith('  19      0       1\n')


def test_show_leaves_a_file_that_exists_alone(tmp_path):
    file_with(tmp_path, 'a,*\nb,*\n', 'tree.txt')
    file_with(tmp_path, 'precious', 'keep.txt')
    for output, more, message in (('keep.txt', (), 'the output exists'), ('tree.txt', (), 'the output is the input'),
                                  ('tree.txt', ('--force',), 'the output is the input')):
        run = kanon('show', 'tree.txt', '-o', output, *more, cwd=tmp_path)
        assert run.returncode == 1 and message in run.stderr
    assert (tmp_path / 'keep.txt').read_text() == 'precious' and (tmp_path / 'tree.txt').read_text() == 'a,*\nb,*\n'


def test_help_lists_the_verbs():
    run = kanon(cwd=HOME)
    assert run.returncode == 0 and all('\n  %s ' % verb in run.stdout for verb in ('ranges', 'sets', 'convert', 'check', 'levels'))
    for verb in ('ranges', 'quantiles', 'mask', 'dates', 'flat', 'sets', 'convert', 'show', 'check', 'levels'):
        assert kanon(verb, '--help', cwd=HOME).stdout.startswith('usage: python -m kanon hierarchy %s ' % verb)


@pytest.mark.parametrize('values, message', [
    (lambda: numbers_between('0', '1000000'), "there are 1,000,001 values from '0' to '1000000', and a hierarchy has at most 1,000,000"),
    (lambda: numbers_between('9', '1'), "the bounds are the least value, then the greatest; '9' is above '1'"),
    (lambda: numbers_between('0', 'x'), "'x' is not a plain number"),
    (lambda: codes_between('1', '10'), 'the bounds of codes must have equally many digits'),
    (lambda: codes_between('١', '٩'), 'the bounds of codes must have equally many digits'),
    (lambda: codes_between('00', '0x'), "such as 01000,99999, not '00' and '0x'"),
    (lambda: days_between('2023-02-30', '2023-03-01'), "'2023-02-30' is not a date like YYYY-MM-DD")])
def test_bounds_are_refused(values, message):
    with pytest.raises(DataError) as refused:
        values()
    assert message in str(refused.value)


def test_bounds():
    assert numbers_between('-1', '1') == ['-1', '0', '1'] and len(numbers_between('0', '999999')) == 1000000
    assert numbers_between('0.5', '0.7') == ['0.5', '0.6', '0.7'] and codes_between('007', '010') == ['007', '008', '009', '010']
    assert days_between('31/12/2023', '1/1/2024', '%d/%m/%Y') == ['31/12/2023', '01/01/2024']
    assert days_between('2023-01', '2023-03', '%Y-%m') == ['2023-01', '2023-02', '2023-03']


@pytest.mark.parametrize('words', [[], ['--column', 'sex']])
@pytest.mark.parametrize('said, counted', [('missing-in = used', 3), ('missing-in = any', 2), ('missing = value', 5)])
def test_levels_count_the_records_that_a_run_counts(folder, words, said, counted):
    """One has no age, one no ward and one no zip, which is not used: they stay out as they do of a release."""
    rows = PATIENTS.replace('13068', '?').replace('2023-09-04,n\n', '2023-09-04,?\n')
    (folder / 'patients.csv').write_text(rows, encoding='utf-8')
    (folder / 'patients.ini').write_text('[kanon]\nquasi = sex, age\nsensitive = ward\n%s\n' % said, encoding='utf-8')
    (folder / 'hierarchies').mkdir()
    file_with(folder / 'hierarchies', 'm,any\nf,any\nM,any\n', 'sex.txt')
    file_with(folder / 'hierarchies', '34,any\n91,any\n17,any\n35,any\n?,any\n', 'age.txt')
    rows = list(csv.DictReader(io.StringIO(kanon('levels', 'patients.csv', *words, '--format', 'csv', cwd=folder).stdout)))
    assert [(row['column'], row['smallest']) for row in rows if row['rarest'] == 'any'] == [
        (column, str(counted)) for column in (['sex'] if words else ['sex', 'age'])]
    release = run('run_mondrian.py', 'patients.csv', '-k', '2', '-o', '-', '--quiet', '--categories', 'frequency', cwd=str(folder))
    assert len(release.stdout.splitlines()) == 1 + counted


def test_redacted_reports_hold_no_value(folder):
    assert '14853' not in kanon('mask', 'patients.csv', '--column', 'zip', '--redact', cwd=folder).stdout
    file_with(folder / 'hierarchies', 'm,any\nnobody,any\n', 'sex.txt')
    file_with(folder / 'hierarchies', 'n,north\nsouthern,north,n\n', 'ward.txt')
    for more in ((), ('--json',)):
        run = kanon('check', 'patients.csv', '--column', 'zip,sex,ward', '--redact', *more, cwd=folder)
        assert run.returncode == 1 and '(value)' in run.stdout and '\ufdd0' not in run.stdout
        assert not [value for value in ('14853', "'M'", "'f'", 'nobody', 'southern') if value in run.stdout]
    assert '1305' not in kanon('levels', 'patients.csv', '--column', 'zip', '--redact', cwd=folder).stdout
    run = kanon('check', 'patients.csv', '--column', 'zip,sex,ward', cwd=folder)
    assert 'nobody' in run.stdout and '\ufdd0' not in run.stdout and 'fdd0' not in run.stdout


def test_several_hierarchies_are_written_all_or_none(folder):
    (folder / 'hierarchies').mkdir(exist_ok=True)
    file_with(folder / 'hierarchies', 'mine,*\n', 'zip.txt')
    before = sorted(os.listdir(str(folder / 'hierarchies')))
    run = kanon('flat', 'patients.csv', '--column', 'age,zip', cwd=folder)
    assert run.returncode == 1 and 'zip.txt: the output exists' in run.stderr and sorted(os.listdir(str(folder / 'hierarchies'))) == before
    run = kanon('flat', 'patients.csv', '--column', 'age,zip', '--force', cwd=folder)
    assert run.returncode == 0 and 'age.txt' in os.listdir(str(folder / 'hierarchies'))


def test_both_files_cannot_be_standard_input(folder):
    run = kanon('convert', '-', '--data', '-', '--column', 'age', cwd=folder)
    assert (run.returncode, run.stderr) == (1, 'python -m kanon hierarchy convert: FILE and --data cannot both be - (standard input)\n')


def test_long_texts_are_no_codes(folder):
    (folder / 'long.csv').write_text('note,s\n%s,1\n%s,2\n' % ('A1' * 40, 'B2' * 40), encoding='utf-8')
    masked = kanon('mask', 'long.csv', '--column', 'note', cwd=folder)
    assert masked.returncode == 1 and 'more than 64 characters, too many for a code to be masked' in masked.stderr
    assert run('kanon', 'start', 'long.csv', '--quasi', 'note', cwd=str(folder)).returncode == 0


# The tree for a program.

def shown_as_json(folder, *words):
    result = kanon('show', *words, '--format', 'json', cwd=folder)
    assert (result.returncode, result.stderr) == (0, ''), result
    return json.loads(result.stdout)


def test_a_tree_as_json(folder):
    (folder / 'ward.txt').write_text('n,north,*\nne,north,*\ns,*\n')
    names = 'depth', 'label', 'level', 'last_level', 'leaves', 'records', 'left_out'
    tree = shown_as_json(folder, 'ward.txt')
    assert (tree.pop('name'), tree.pop('column'), tree.pop('leaves'), tree.pop('height')) == ('ward.txt', None, 3, 2)
    assert tree == {'nodes': [dict(zip(names, row)) for row in [
        (0, '*', 2, 2, 3, None, False), (1, 'north', 1, 1, 2, None, False), (2, 'n', 0, 0, 1, None, False), (2, 'ne', 0, 0, 1, None, False),
        (1, 's', 0, 1, 1, None, False)]]}
    tree = shown_as_json(folder, 'patients.csv', '--column', 'ward', '--hierarchies', '.')
    assert tree['column'] == 'ward' and [(row['label'], row['records']) for row in tree['nodes']] == [
        ('*', 4), ('north', 2), ('n', 1), ('ne', 1), ('s', 2)]      # a record has a gap
    redacted = shown_as_json(folder, 'patients.csv', '--column', 'ward', '--hierarchies', '.', '--redact')
    assert [row['label'] for row in redacted['nodes']] == ['*', 'north', None, None, None]
    assert [{**row, 'label': None} for row in redacted['nodes']] == [{**row, 'label': None} for row in tree['nodes']]
    failed = kanon('show', 'nothing.txt', '--format', 'json', cwd=folder)
    assert failed.returncode == 1 and json.loads(failed.stdout)['error']['file'] == 'nothing.txt'


def test_many_leaves_are_left_out_of_json_unless_all_are_asked_for(folder):
    (folder / 'x.txt').write_text(''.join('v%d,*\n' % n for n in range(9)))
    last = shown_as_json(folder, 'x.txt')['nodes'][-1]
    assert last == {'depth': 1, 'label': None, 'level': None, 'last_level': None, 'leaves': 4, 'records': None, 'left_out': True}
    assert len(shown_as_json(folder, 'x.txt', '--all')['nodes']) == 10


def test_a_label_that_names_a_rare_value_is_redacted_in_json(tmp_path):
    (tmp_path / 't.csv').write_text('ward,age\n' + 'north,31\n' * 6 + 'zed,32\n')
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'ward.txt').write_text('north,north or zed,*\nzed,north or zed,*\nsouth,other,*\n')
    words = 't.csv', '--column', 'ward', '--all'
    assert 'north or zed' in [row['label'] for row in shown_as_json(tmp_path, *words)['nodes']]
    assert [row['label'] for row in shown_as_json(tmp_path, *words, '--redact')['nodes']] == ['*', None, 'north', None, 'other', 'south'], 'no record has south'


@pytest.mark.parametrize('seed', seeds(60))
def test_the_nodes_of_a_program_are_those_of_the_tree(seed):
    """Each stands behind its parent, its records are those of its leaves, and no rare recorded value is named. The text has the same rows."""
    random = Random(seed)
    tree = random_tree(random, ['v%d' % n for n in range(random.randrange(2, 40))])
    counts = {leaf: random.randrange(1, 9) for leaf in tree.leaves if random.random() < .8}
    for all_ in (False, True):
        rows, above = list(shown_tree.node_values(tree, counts, all_)), []
        for row in rows:
            above[row['depth']:] = [row]
            assert row['depth'] == len(above) - 1
            if row['left_out']:
                continue
            below = [leaf for leaf in tree.leaves if row['label'] in tree.path(leaf)]
            assert (row['leaves'], row['records']) == (len(below), sum(counts.get(leaf, 0) for leaf in below))
            assert row['depth'] == 0 or above[-2]['label'] in tree.path(below[0])
            levels = [level for level, label in enumerate(tree.labels(below[0])) if label == row['label']]
            assert row['level'] <= levels[0] and levels[-1] <= row['last_level']
        drawn = list(shown_tree.node_rows(tree, counts, all_, ENGLISH))
        assert [(node.depth, node.leaves, node.level == '') for node in drawn] == [(row['depth'], row['leaves'], row['left_out']) for row in rows]
        hidden = list(shown_tree.node_values(tree, counts, all_, least=5))
        assert [row['label'] for row in hidden] == [None if counts.get(row['label'], 5) < 5 else row['label'] for row in rows]
