"""The programs write the bytes that the plain pages write. The pages are the definition, the programs are what runs."""

import csv
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from conftest import COLUMNS, HOME, QUASI, random_table, random_tree, run, seeds, some
from kanon.core.counts.frequency import columns
from kanon.core.counts.required import Required
from kanon.core.cutting import mondrian as fast
from kanon.core.cutting.dimension import dimension_of
from kanon.core.cutting.partition import partition_of
from kanon.plain import mondrian, samarati

INPATIENTS = 'data/inpatients/inpatients.csv', 'data/inpatients/hierarchies', 'zip,age', 'condition'
SAMPLE = 'data/adult_sample.data', 'hierarchies', ','.join(QUASI), 'occupation'
NAMES = ','.join(COLUMNS)


def plain(page, table, *more):
    """The bytes that a plain page writes. None if it refuses the table, with the last of the words, a new file, not written."""
    *settings, path, names = more
    try:
        page.main(*table, *map(str, settings), str(path), names)
    except SystemExit as refusal:
        assert refusal.code and '\n' not in refusal.code and not path.exists()
        return None
    return path.read_bytes()


def program(script, table, k, path, names, *more):
    """The bytes that a program writes. None if it refuses the table."""
    data, folder, quasi, sensitive = table
    result = run(script, data, '--hierarchies', folder, '--quasi', quasi, '--sensitive', sensitive, '-k', k, '-o', path,
                 *(['--columns', names] if names else []), '--quiet', *more)
    assert (result.returncode == 0) == path.exists(), result.stderr
    return path.read_bytes() if path.exists() else None


def both(tmp_path, table, k, max_sup=None, names=''):
    """What the plain page writes, and what the program writes. max_sup: for Samarati's search."""
    one, other = tmp_path / 'plain.csv', tmp_path / 'program.csv'
    if max_sup is None:
        return plain(mondrian, table, k, one, names), program('run_mondrian.py', table, k, other, names)
    return (plain(samarati, table, k, max_sup, one, names),
            program('run_samarati.py', table, k, other, names, '--max-suppression', max_sup))


# Tables whose release is known.

@pytest.mark.parametrize('k', (2, 3, 4, 5, 6, 7, 12))
@pytest.mark.parametrize('max_sup', (0, 1, 2, 4, 8))
def test_samarati_on_the_inpatients(tmp_path, k, max_sup):
    one, other = both(tmp_path, INPATIENTS, k, max_sup)
    assert one == other is not None


@pytest.mark.parametrize('k', (2, 3, 4, 5, 6, 7, 12))
@pytest.mark.parametrize('quasi', ('zip,age', 'age,zip', 'age', 'zip', 'zip,age,condition'))
def test_mondrian_on_the_inpatients(tmp_path, k, quasi):
    sensitive = 'condition' if 'condition' not in quasi else 'zip'
    table = (*INPATIENTS[:2], quasi.replace('zip,age,c', 'age,c'), sensitive)
    one, other = both(tmp_path, table, k)
    assert one == other is not None


@pytest.mark.parametrize('column', (['a', 'b', '7', 'a', 'c', 'c'], ['7', 'a', 'b', 'b', 'b', 'a'], ['5', '5.0', '7', '5.00', '-1', '7.50'],
                                    ['01067', '01069', '10001', '99999', '01067', '00001']))
def test_words_with_a_number_among_them_and_numbers_written_in_several_ways(tmp_path, column):
    (tmp_path / 't.csv').write_text('zip,job\n' + ''.join('%s,x\n' % value for value in column), encoding='utf-8')
    one, other = both(tmp_path, (str(tmp_path / 't.csv'), str(tmp_path), 'zip', 'job'), 2)
    assert one == other is not None


def test_the_loss_of_samaratis_vectors_by_hand():
    """At (0, 2) eight ages of twelve lie under [0-39], and four records are suppressed. At (1, 2) a label of zip stands for two values."""
    records = samarati.read(INPATIENTS[0], ['zip', 'age'], ['condition'], '')
    freq = Counter(t for t, _ in records)
    ladders = [samarati.ladders_of(samarati.tree_of('%s/%s.txt' % (INPATIENTS[1], name), ())) for name in ('zip', 'age')]
    assert samarati.loss(freq, ladders, (0, 2), 4) == 8 * Fraction(7, 11) + 4 * 2
    assert samarati.loss(freq, ladders, (1, 2), 4) == 8 * Fraction(7, 11) + 4 * Fraction(3, 11) + 4 * Fraction(1, 3)


@pytest.mark.parametrize('k, max_sup', ((13, 0), (13, 12), (1, 0), (0, 0), (4, 12), (2, 99)))
def test_what_cannot_be_published_is_refused_by_both(tmp_path, k, max_sup):
    assert both(tmp_path, INPATIENTS, k, max_sup) == (None, None)
    assert k == 4 or k == 2 or both(tmp_path, INPATIENTS, k) == (None, None)


@pytest.mark.parametrize('k, max_sup', some([(10, 20), (2, 0), (5, 100), (50, 600), (300, 20)], every=2))
def test_the_sample(tmp_path, k, max_sup):
    for most in max_sup, None:
        one, other = both(tmp_path, SAMPLE, k, most, NAMES)
        assert one == other is not None
        os.remove(str(tmp_path / 'plain.csv')), os.remove(str(tmp_path / 'program.csv'))


@pytest.mark.parametrize('k, max_sup', some([(10, 20), (2, 0), (5, 300), (100, 20)], every=3))
def test_adult(tmp_path, adult, k, max_sup):
    for most in max_sup, None:
        one, other = both(tmp_path, (adult, *SAMPLE[1:]), k, most, NAMES)
        assert one == other is not None
        os.remove(str(tmp_path / 'plain.csv')), os.remove(str(tmp_path / 'program.csv'))


@pytest.mark.parametrize('page, words, end', ((samarati, '4 0 ', 'of height 3: r.csv has 12 records in 3 classes, the smallest with 4'),
                                              (mondrian, '4 ', 'r.csv has 12 records in 3 classes, the smallest with 4')))
def test_a_page_runs_alone(tmp_path, page, words, end):
    """Its file alone, copied elsewhere, with nothing but the standard library, by the command in its head."""
    copy = tmp_path / 'page.py'
    with open(page.__file__, encoding='utf-8') as file:
        copy.write_text(file.read(), encoding='utf-8')
    command = page.__doc__.splitlines()[2].split()
    assert command[:2] == ['python3', os.path.relpath(page.__file__, HOME).replace(os.sep, '/')]
    assert command[2:] == [*INPATIENTS, *words.split(), 'released.csv']
    table = [os.path.join(HOME, name) for name in INPATIENTS[:2]]

    def start(*words):
        return subprocess.run([sys.executable, '-I', '-S', str(copy), *words], cwd=str(tmp_path), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, encoding='utf-8')
    result = start(*table, *command[4:-1], 'r.csv')
    assert result.returncode == 0 and result.stdout.endswith(end + '\n') and not result.stderr
    assert start(*table, *command[4:-1], 'named.csv', 'zip,age,condition').returncode == 1      # the line of names is a record now
    (tmp_path / 'bare.csv').write_text('13053,28,a\n13053,28,a\n', encoding='utf-8')
    result = start('bare.csv', table[1], 'zip', 'condition', '2', *words.split()[1:], 'bare_r.csv', 'zip,age,condition')
    assert result.returncode == 0, result.stderr
    for wrong in (table, [*table, *command[4:], 'zip', 'more']):
        result = start(*wrong)
        assert result.returncode == 1 and result.stderr.startswith('usage: %s TABLE HIERARCHIES QUASI SENSITIVE K ' % ' '.join(command[:2]))


REFUSED = [     # (what the table or the hierarchy of zip is, the message)
    ('', '', 'd/t.csv: there is no column zip'),
    ('zip,age\n', '', 'd/t.csv: there is no column job'),
    ('zip,job\na,b\n\nc\n', '', 'd/t.csv, line 4: there are not 2 values'),
    ('zip,job\na,b\na,b,c\n', '', 'd/t.csv, line 3: there are not 2 values'),
    ('zip,job\na,?\n,b\na,b\n', '', 'd/t.csv: k must lie between 2 and 1, the number of records'),
    ('zip,job\na,b\na,b\n', '', 'd/zip.txt: a tree has one root, and this has 0'),
    ('zip,job\na,b\na,b\n', 'a,*\nb,+\n', 'd/zip.txt: a tree has one root, and this has 2'),
    ('zip,job\na,b\nc,b\n', 'a,*\nb,*\n', 'd/zip.txt: there is no leaf for the value c; add a line "c,parent"'),
    ('zip,job\n*,b\na,b\n', 'a,*\n', 'd/zip.txt: there is no leaf for the value *; add a line "*,parent"'),
]


@pytest.mark.parametrize('table, tree, message', REFUSED)
def test_what_a_page_refuses_it_refuses_in_one_line(tmp_path, monkeypatch, table, tree, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / 'd').mkdir()
    (tmp_path / 'd' / 't.csv').write_text(table, encoding='utf-8')
    (tmp_path / 'd' / 'zip.txt').write_text(tree, encoding='utf-8')
    for page, settings in ((samarati, '20'), (mondrian, '2')):
        with pytest.raises(SystemExit) as refusal:
            page.main('d/t.csv', 'd', 'zip', 'job', *settings, 'r.csv')
        assert refusal.value.code == message
    assert not (tmp_path / 'r.csv').exists()


def test_a_folder_of_hierarchies_that_is_not_there(tmp_path):
    """Without the check, Mondrian would put categories in the order of their frequency, and say nothing."""
    table = tmp_path / 't.csv'
    table.write_text('zip,job\na,b\na,b\n', encoding='utf-8')
    with pytest.raises(SystemExit, match='nowhere: there is no such folder of hierarchies'):
        mondrian.main(str(table), 'nowhere', 'zip', 'job', '2', str(tmp_path / 'r.csv'))


def test_a_release_with_too_small_a_class_is_refused(tmp_path):
    (tmp_path / 'r.csv').write_text('zip,job\na,b\na,c\nd,b\n', encoding='utf-8')
    for page in samarati, mondrian:
        with pytest.raises(SystemExit, match='r.csv: the smallest class has 1 of k = 2 records'):
            page.audit(str(tmp_path / 'r.csv'), 1, 2)
        assert page.audit(str(tmp_path / 'r.csv'), 1, 1).endswith('has 3 records in 2 classes, the smallest with 1')


# Random tables: uneven trees, quotes, commas, blanks, decimals, gaps, a byte order mark, columns in any order.

ODD = ['plain', 'with "quotes"', 'a, comma', 'two words', "it's", 'Ünï', '中文', '{x}', 'semi;colon', '-', 'a\nline', '5 to 9', '[1-2]', '%s']


def domains(random, categories):
    """The values of each column: categories, whole numbers, decimals, codes with a zero before them."""
    kinds = [lambda: random.sample(ODD, random.randint(1, 8))] * 2
    if not categories:
        kinds += [lambda: [str(random.randint(-9, 30)) for _ in range(9)],
                  lambda: ['%.*f' % (random.randrange(3), random.uniform(-3, 9)) for _ in range(9)] + ['5', '5.0', '5.00'],
                  lambda: ['%05d' % random.randrange(4000) for _ in range(6)]]
    return [sorted(set(random.choice(kinds)())) for _ in range(random.randint(1, 4))]


def written(folder, random, of_columns, trees):
    """A random table of these values in a folder, as the words that name it. trees: for which columns there is a hierarchy."""
    names = ['q%d' % n for n in range(len(of_columns))] + ['job', 'other']
    order = random.sample(names, len(names))
    rows = []
    for _ in range(random.randint(1, 80)):
        row = {name: values[int(len(values) * random.random() ** 2)] for name, values in zip(names, of_columns)}
        row.update(job=random.choice(['a', 'b, c', '"d"']), other=random.choice(['?', '', 'e'] + ['f'] * 20))
        rows += [row] * random.choice((1, 1, 1, 2, 5))
    random.shuffle(rows)
    with open(str(folder / 'table.csv'), 'w', newline='', encoding=random.choice(('utf-8', 'utf-8-sig'))) as file:
        csv.writer(file, quoting=random.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL))).writerows(
            [order, *([row[name] for name in order] for row in rows)])
    for name, values in zip(names, of_columns):
        if name in trees:
            tree = random_tree(random, values)
            tree = type(tree)(dict(tree))       # without ladders that repeat a label, which the plain pages do not know
            lines = [tree.path(leaf) for leaf in tree.leaves] if random.random() < 0.5 else list(tree.items())
            with open(str(folder / (name + '.txt')), 'w', newline='', encoding='utf-8') as file:
                file.write('# A random tree.\n\n')
                csv.writer(file).writerows(lines)
    return str(folder / 'table.csv'), str(folder), ','.join(names[:-2]), 'job'


@pytest.mark.parametrize('seed', seeds(500))
def test_samarati_on_random_tables(tmp_path, seed):
    random = Random(seed)
    of_columns = domains(random, categories=False)
    table = written(tmp_path, random, of_columns, ['q%d' % n for n in range(len(of_columns))])
    one, other = both(tmp_path, table, random.choice((2, 2, 3, 5, 9)), random.choice((0, 1, 3, 9)))
    assert one == other


@pytest.mark.parametrize('seed', seeds(500))
def test_mondrian_on_random_tables(tmp_path, seed):
    random = Random(seed)
    of_columns = domains(random, categories=False)
    table = written(tmp_path, random, of_columns, [name for name in ('q0', 'q1', 'q2', 'q3') if random.random() < 0.5])
    one, other = both(tmp_path, table, random.choice((2, 2, 3, 5, 9)))
    assert one == other


@pytest.mark.parametrize('seed', seeds(100))
def test_mondrian_finishes_its_partitions_in_the_same_order(seed):
    """The largest is cut first, and of equally large ones the one that was made first."""
    frequency_set, _ = random_table(seed)
    k = 2 + seed % 3
    if sum(frequency_set.values()) < k:
        return
    dimensions = [dimension_of(values) for values in columns(frequency_set)]
    partitions, _ = fast.mondrian(partition_of(frequency_set, dimensions, Required(k)), fast.strict(dimensions, k))
    plain_dimensions = [mondrian.Dimension(dimension.codes, None, len(dimension.texts) - 1 or 1, False) for dimension in dimensions]
    found = mondrian.mondrian(dict(frequency_set), plain_dimensions, k)
    assert [sorted((*(dimension.codes[value] for value, dimension in zip(t, dimensions)), n) for t, n in part.items()) for part in found] == [
        sorted(part.tuples) for part in partitions]
