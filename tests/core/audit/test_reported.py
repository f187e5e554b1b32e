"""The audit compares the release with what is reported of it. Sabotages of the search, the writer,
the report and the recoding file are refused, and nothing is put in place. Without the comparison
each of them would be published.
"""

import csv
import json
import os
from array import array
from math import inf
from random import Random

import pytest

import kanon
from conftest import HOME, random_tree, run_here, seeds
from flat import anonymize
from kanon import library
from kanon.core.algorithms import full_domain
from kanon.core.audit import recount as audit
from kanon.core.audit.losses import most_lost
from kanon.core.audit.stated import compare, suppressible
from kanon.core.counts import measures
from kanon.core.counts.recoding import Recoding
from kanon.core.cutting import labels
from kanon.core.desk import publication
from kanon.core.errors import DataError
from kanon.core.tables import publishing, recoding_file
from kanon.tools.verbs import recode

SAMPLE = os.path.join(HOME, 'data', 'adult_sample.data')
SAMARATI = ('samarati', SAMPLE, '-k', '5', '--quasi', 'age,race,gender',
            '--sensitive', 'occupation', '--max-suppression', '5%')
MONDRIAN = ('mondrian', SAMPLE, '-k', '10', '--quasi', 'age,marital_status',
            '--sensitive', 'occupation', '--publish', 'class')
BOX = (*MONDRIAN, '--labels', 'box', '--json')
GRID = (*MONDRIAN, '--labels', 'grid', '--grid', 'age=10', '--json')
ROOT = (*SAMARATI, '--quasi', 'age,work_class', '--missing', 'root')


def off(monkeypatch):
    """Take the comparisons away."""
    for name in ('verify_report', 'verify_rows', 'verify_recoding'):
        monkeypatch.setattr(publishing, name, lambda *arguments: None)
    monkeypatch.setattr(library, 'verify_recoding', lambda *arguments: None)
    monkeypatch.setattr(library.Release, '_stated_now', lambda release: release._stated)
    monkeypatch.setattr(audit.RowChecks, 'look', lambda *arguments: None)
    monkeypatch.setattr(recode, 'check_labels', lambda *arguments: None)
    monkeypatch.setattr(recode, 'verify_sums', lambda *arguments: None)


def refused(words, message, folder, monkeypatch, outputs=('out.csv',)):
    """Run a sabotaged program: it must publish nothing. Without the comparisons it publishes."""
    status, printed, error = run_here(words[0], [*words[1:], '-o', folder / 'out.csv'])
    assert (status, os.listdir(str(folder))) == (1, []) and message in error, error
    assert ('--json' in words) == bool(printed)
    assert not printed or message in json.loads(printed)['error']['message']
    off(monkeypatch)
    status, _, error = run_here(words[0], [*words[1:], '-o', folder / 'out.csv'])
    assert (status, sorted(os.listdir(str(folder)))) == (0, sorted(outputs)), error


# Sabotages of what is published, after the report was made: functions of a Recoding.

def one_class_more_suppressed(recoding):
    shown = min(set(recoding.classes) - set(recoding.failing))
    failing = {*recoding.failing, shown}
    return Recoding(recoding.table, recoding.labels, recoding.classes, failing, recoding.splits)


def labels_with(place, label):
    """The labels of the first class that is not published so already are coarser in a column."""
    def coarser(recoding):
        class_ = next(n for n, row in enumerate(recoding.labels) if row[place] != label)
        labels = list(recoding.labels)
        labels[class_] = (*labels[class_][:place], label, *labels[class_][place + 1:])
        order = sorted(range(len(labels)), key=labels.__getitem__)
        number = {class_: n for n, class_ in enumerate(order)}
        classes = array('I', [number[class_] for class_ in recoding.classes])
        return Recoding(recoding.table, [labels[n] for n in order], classes)
    return coarser


def two_classes_as_one(recoding):
    """Two classes whose ages begin alike publish '*'.

    So k is greater, and less is told than was reported.
    """
    labels = [('*', '*') if n < 2 else row for n, row in enumerate(recoding.labels)]
    order = sorted(set(labels))
    classes = array('I', [order.index(labels[n]) for n in recoding.classes])
    return Recoding(recoding.table, order, classes)


@pytest.mark.parametrize('words, sabotage, message', [
    (SAMARATI, one_class_more_suppressed, 'the audit found published records: '),
    ((*SAMARATI, '--quiet', '--max-suppression', '0'), one_class_more_suppressed,
     'suppressed records, and 0 may be'),
    (MONDRIAN, one_class_more_suppressed, 'suppressed records, and 0 may be'),
    (MONDRIAN, labels_with(0, '*'), 'the audit found lm: '),
    (MONDRIAN, labels_with(0, '[17-90]'), 'the audit found lm: '),
    (MONDRIAN, labels_with(1, '*'), 'the audit found lm: '),
    (MONDRIAN, two_classes_as_one, 'the audit found count of the classes: ')])
def test_what_is_published_is_not_what_is_reported(words, sabotage, message, tmp_path, monkeypatch):
    plain = publishing.publish
    monkeypatch.setattr(publication, 'publish', lambda target, table, tally, recoding, *more:
                        plain(target, table, tally, sabotage(recoding), *more))
    refused(words, message, tmp_path, monkeypatch)


def test_a_search_that_ignores_how_many_may_be_suppressed(tmp_path, monkeypatch):
    monkeypatch.setattr(full_domain, 'suppression_limit', lambda text, records: records // 3)
    words = (*SAMARATI[:-1], '4', '--quiet')
    refused(words, 'suppressed records, and 4 may be', tmp_path, monkeypatch)


@pytest.mark.parametrize('more', [
    (), ('--labels', 'box'), ('--partitioning', 'both'), ('--relaxed',), ('--missing', 'value'),
    ('--missing', 'root'), ('--choose', 'lm'),
    ('--partitioning', 'clustered'), ('--partitioning', 'optimal'), ('--from', 'n>=5 wide'),
    ('--missing', 'root', '--labels', 'box')])
@pytest.mark.parametrize('seed', seeds(40))
def test_no_true_release_is_refused(seed, more, tmp_path):
    """Numbers with and without decimals, and values that look like sets, nodes or nothing."""
    random = Random(seed)
    numbers = [random.choice([str(random.randint(-9, 40)), str(round(random.uniform(-5, 5), 1))])
               for _ in range(9)]
    words = ['a', 'b|c', 'd', '{x|y}', '?', '', 'e f', '*x', 'b', 'c']
    words = random.sample(words, random.randint(2, len(words)))
    rows = [(random.choice(numbers), random.choice(words), random.choice('mf'),
             random.choice('uvw')) for _ in range(random.randint(20, 90))]
    with open(str(tmp_path / 'd.csv'), 'w', newline='') as file:
        csv.writer(file).writerows([('n', 'c', 's', 'ill'), *rows])
    words = (tmp_path / 'd.csv', '-k', '4', '--quasi', 'n,c,s', '--sensitive', 'ill',
             '-o', tmp_path / 'o.csv', '--json', *more)
    status, _, error = run_here('mondrian', words)
    if status != 0:
        assert 'audit' not in error and not os.path.exists(str(tmp_path / 'o.csv')), error


# edges: the tenths between which the numbers lie, and how many tenths these are apart
GRIDS = {
    '10': (-90, 600, 10), '0.5': (-90, 600, 1), '5.0': (-90, 600, 1), '100': (-90, 600, 10),
    '*:0.0:18.5:*': (-90, 600, 1), '-9.0:0.0:18.5:60.0': (-90, 601, 1), '*:18.0': (-90, 181, 1),
    '0.5:18.0:*': (5, 300, 1), '*:70.0': (-90, 701, 10)}
RANGES = (['[0-9]', '[10-19]', '[20-29]', '[30-39]'], ['[-9]', '[10-19]', '[20-29]', '[30-]'],
          ['[*-9]', '[10-29]', '[10-29]', '[30-*]'])
FULL_DOMAIN = (
    ('--missing', 'root'), ('--missing', 'root', '--max-suppression', '20%'),
    ('--missing', 'drop', '--max-suppression', '9'))


def with_hierarchies(seed, decimal, edges, folder):
    """Write a table, and the hierarchies of all its columns.

    It has numbers n, numbers m below ranges, categories c and s, some of them missing.
    """
    random = Random(seed)
    numbers = [random.randrange(*GRIDS[edges]) for _ in range(random.randint(2, 12))]
    if GRIDS[edges][2] == 10:
        texts = [str(n // 10) for n in numbers]
    else:
        texts = [('%.1f' % (n / 10)).replace('.', decimal) for n in numbers]
    domains = [sorted(set(texts)),
               random.sample([str(n) for n in range(40)], random.randint(2, 12)),
               random.sample('abcdefgh', random.randint(2, 8)), ['x', 'y', 'z']]
    share = random.choice([0, 0.02, 0.1, 0.5])
    rows = [[random.choice(domain if random.random() >= share else ['?', '']) for domain in domains]
            for _ in range(random.randint(20, 90))]
    rows += [[domain[0] for domain in domains]] * 6       # not all are left out
    trees = [random_tree(random, domain).rows() for domain in domains]
    ranges, root = random.choice(RANGES), random.choice(['*', '[0-39]'])
    trees[1] = [[m, ranges[int(m) // 10], root] for m in domains[1]]
    (folder / 'h').mkdir()
    files = [(folder / 'd.csv', ['nmcs', *rows])]
    files += [(folder / 'h' / (name + '.txt'), tree) for name, tree in zip('nmcs', trees)]
    for path, of_file in files:
        with open(str(path), 'w', newline='') as file:
            csv.writer(file).writerows(of_file)


@pytest.mark.parametrize('program, more', [
    *(('mondrian', ('--labels', 'grid', *words)) for words in (
        (), ('--missing', 'root'), ('--missing', 'root', '--partitioning', 'relaxed'),
        ('--missing', 'root', '--partitioning', 'optimal'),
        ('--missing', 'root', '--partitioning', 'both', '--categories', 'leaves',
         '--weights', 'n=2.5'),
        ('--categories', 'frequency'))),
    *(('mondrian', ('--missing', 'root', '--labels', *words)) for words in (
        ('box',), ('box,ancestor', '--weights', 'm=0.5'), ('box', '--partitioning', 'relaxed'),
        ('ancestor,box', '--categories', 'hierarchy'), ('range',))),
    *(('samarati', words) for words in FULL_DOMAIN),
    ('samarati', ('--missing', 'root', '--optimal', '--measure', 'precision')),
    ('samarati', ('--missing', 'root', '--from', 'm>=1', '--measure', 'first')),
    *(('datafly', words) for words in FULL_DOMAIN),
    ('datafly', ('--missing', 'root', '--round-robin'))])
@pytest.mark.parametrize('seed', seeds(36))
def test_no_true_release_with_hierarchies_is_refused(seed, program, more, tmp_path):
    """Ranges between edges, boxes, uneven trees with labels that repeat, and missing values."""
    edges, decimal = list(GRIDS)[seed % len(GRIDS)], '.,'[seed // len(GRIDS) % 2]
    with_hierarchies(seed, decimal, edges, tmp_path)
    words = [tmp_path / 'd.csv', '-k', '3', '--quasi', 'n,m,c,s', '--hierarchies', tmp_path / 'h',
             '--decimal', decimal, '-o', tmp_path / 'o.csv', '--json', *more]
    if 'grid' in more:
        words += ['--grid', 'n=' + edges]
    status, _, error = run_here(program, words)
    assert status == 0, error


@pytest.mark.parametrize('labels, lost, loss', [('range', 'lm', 0.084), ('box', 'lm_most', 0.3)])
def test_a_range_that_is_written_like_the_root(labels, lost, loss, tmp_path):
    """It loses what any range does where no value is missing."""
    ages = ['10', '10', '15', '20', '29', '29', '35', '35', '60', '60']
    tree = dict.fromkeys(ages, '[20-29]')
    release = anonymize([(age,) for age in ages], ['age'], columns=['age'], k=2, missing='root',
                        labels=labels, algorithm='mondrian', hierarchies={'age': tree})
    assert ('[20-29]',) in release.classes
    assert round(release.measures[lost], 9) == loss     # (3 x 5 + 3 x 9) / 50 / 10, 3 / 10
    assert release.write(str(tmp_path / 'o.csv')).k == 2


# Sabotages of the report: a place in it, and what is said there.

@pytest.mark.parametrize('words, place, says, message', [
    (SAMARATI, ('k',), lambda k: k + 1, 'the audit found k: 5, and the report says 6'),
    (SAMARATI, ('records', 'read'), lambda n: n + 3, 'the audit found read records: '),
    (SAMARATI, ('records', 'missing'), lambda n: n + 3, 'the audit found missing records: '),
    (SAMARATI, ('records', 'published'), lambda n: n + 3, 'the audit found published records: '),
    (SAMARATI, ('records', 'suppressed'), lambda n: n + 3, 'the audit found suppressed records: '),
    (SAMARATI, ('suppressed_by', 'k'), lambda n: n + 3,
     'the audit found suppressed records, by what their classes fail: '),
    (SAMARATI, ('max_suppression',), lambda n: n - 1, 'the audit found max_suppression: '),
    (SAMARATI, ('classes', 'count'), lambda n: n + 1, 'the audit found count of the classes: '),
    (MONDRIAN, ('classes', 'smallest'), lambda n: n + 1,
     'the audit found smallest of the classes: '),
    (MONDRIAN, ('classes', 'largest'), lambda n: n - 1, 'the audit found largest of the classes: '),
    (MONDRIAN, ('classes', 'average'), lambda n: n * 1.001,
     'the audit found average of the classes: '),
    (SAMARATI, ('columns', 0, 'loss'), lambda loss: loss - 1e-6,
     "the audit found loss of column 'age': "),
    (MONDRIAN, ('columns', 0, 'loss'), lambda loss: loss - 1e-6,
     "the audit found loss of column 'age': "),
    (MONDRIAN, ('columns', 1, 'loss'), lambda loss: 0.0,
     "the audit found loss of column 'marital_status': "),
    (MONDRIAN, ('columns', 1, 'labels'), lambda n: n + 1,
     "the audit found labels of column 'marital_status': "),
    (MONDRIAN, ('columns', 0, 'values'), lambda n: n - 1,
     "the audit found values of column 'age': "),
    (MONDRIAN, ('columns', 0, 'unchanged'), lambda _: True,
     "other values than the recorded ones in column 'age'"),
    (SAMARATI, ('columns', 0, 'unchanged'), lambda _: True,
     "other values than the recorded ones in column 'age'"),
    (SAMARATI, ('columns', 0, 'level'), lambda level: level - 1,
     "the audit found level of column 'age': "),
    (SAMARATI, ('vector', 'age'), lambda level: level - 1, 'the audit found level of age: '),
    (SAMARATI, ('height',), lambda height: height - 1, 'the audit found height: '),
    *((SAMARATI, ('measures', name), lambda n: n * 0.999, 'the audit found %s: ' % name)
      for name in ('lm', 'lm_published', 'dm', 'c_avg', 'precision', 'distortion', 'height',
                   'suppressed')),
    *((MONDRIAN, ('measures', name), lambda n: n * 0.999, 'the audit found %s: ' % name)
      for name in ('lm', 'lm_published', 'dm', 'c_avg')),
    (ROOT, ('measures', 'precision'), lambda n: n + 1e-6, 'the audit found precision: '),
    *((words, ('measures', name), lambda n: n - 1e-6, 'the audit found %s: ' % name)
      for words, name in ((BOX, 'lm_most'), (GRID, 'lm_cells'))),
    *((words, ('columns', place, 'loss'), lambda loss: loss - 1e-6,
       'the audit found loss of column ') for words in (BOX, GRID) for place in (0, 1)),
    *((words, ('measures', name), lambda _: 0.5,
       'the report says %s: 0.5, which a release with these labels must not state' % name)
      for words, name in (
          (BOX, 'lm'), (BOX, 'lm_published'), (BOX, 'entropy'), (BOX, 'class_entropy'),
          (BOX, 'lm_cells'), (GRID, 'lm'), (GRID, 'lm_published'), (GRID, 'class_entropy'),
          (GRID, 'lm_most'), (MONDRIAN, 'lm_most'), (SAMARATI, 'lm_cells')))])
def test_a_false_report(words, place, says, message, tmp_path, monkeypatch):
    plain = publishing.publish

    def told(*arguments):
        *path, last = place
        part = arguments[-1].report
        for step in path:
            part = part[step]
        assert says(part.get(last)) != part.get(last)
        part[last] = says(part.get(last))
        return plain(*arguments)
    monkeypatch.setattr(publication, 'publish', told)
    refused(words, message, tmp_path, monkeypatch)


# Sabotages of the measures: formulas that were taken once.

def test_a_precision_that_takes_missing_values_for_untouched(tmp_path, monkeypatch):
    plain = measures.precision
    monkeypatch.setattr(measures, 'precision', lambda *arguments: plain(*arguments[:4]))
    refused(ROOT, 'the audit found precision: ', tmp_path, monkeypatch)


def test_boxes_that_are_measured_up_to_the_values_they_hide(tmp_path, monkeypatch):
    monkeypatch.setattr(labels, 'box_losses', lambda dimension, of_column, losses, *more: losses)
    refused(BOX, 'the audit found lm_most: ', tmp_path, monkeypatch)


def test_ranges_of_a_grid_that_are_measured_over_all_edges(tmp_path, monkeypatch):
    from kanon.core.cutting.edges import GridNumbers
    monkeypatch.setattr(GridNumbers, 'loss', lambda cells, codes, box: (
        cells.ends[max(codes)] - cells.positions[min(codes)]) / 120)
    refused(GRID, 'the audit found lm_cells: ', tmp_path, monkeypatch)


def test_boxes_that_are_said_to_be_ranges(tmp_path, monkeypatch):
    plain = publishing.publish

    def told(*arguments):
        arguments[-1].report['labels'] = 'range'
        return plain(*arguments)
    monkeypatch.setattr(publication, 'publish', told)
    refused(BOX, 'the report says lm_most: ', tmp_path, monkeypatch)


# Sabotages of the writer.

def from_last_to_first(lines):
    return lines[::-1]


def two_neighbours_exchanged(lines):
    place = next(n for n, (line, other) in enumerate(zip(lines, lines[1:])) if line != other)
    return [*lines[:place], lines[place + 1], lines[place], *lines[place + 2:]]


def a_row_away_from_its_equals(lines):
    """The first occurrences are in order."""
    place = next(n for n, (line, other) in enumerate(zip(lines, lines[1:]))
                 if line == other and line != lines[-1])
    return [*lines[:place], *lines[place + 1:], lines[place]]


def halves_exchanged(lines):
    """Each half is sorted. They are counted one after the other."""
    return lines[len(lines) // 2:] + lines[:len(lines) // 2]


@pytest.mark.parametrize('sabotage', [
    from_last_to_first, two_neighbours_exchanged, a_row_away_from_its_equals, halves_exchanged])
@pytest.mark.parametrize('more', [(), ('--spreadsheet-safe', '--output-delimiter', ';')])
@pytest.mark.parametrize('batch', [audit.LINES, 500])
def test_rows_that_are_not_sorted(sabotage, more, batch, tmp_path, monkeypatch):
    plain = publishing.sorted_lines

    def unsorted(*arguments):
        header, *lines = ''.join(plain(*arguments)).splitlines(True)
        return [header, *sabotage(lines)]
    monkeypatch.setattr(publishing, 'sorted_lines', unsorted)
    monkeypatch.setattr(audit, 'LINES', batch)
    refused((*MONDRIAN, *more), 'the audit found rows that are not sorted', tmp_path, monkeypatch)


@pytest.mark.parametrize('name, job, note, bare', [
    ('note', '=1+1', '@x', '=1+1'), ('note', 'Sales', '@x', '@x'),
    ('+note', 'Sales', 'x', '+note'),
    ('note', 'Sales', '-5-3', '-5-3'),
    ('note', 'Sales', "-\uff1d", "-\uff1d")])
def test_a_guard_that_is_missing(name, job, note, bare, tmp_path, monkeypatch):
    """The values -5, -1e3 and '= are published as they are, and a spreadsheet runs none of them."""
    for folder in 'in', 'out':
        (tmp_path / folder).mkdir()
    table = tmp_path / 'in' / 'data.csv'
    rows = '17,%s,-5\n18,Sales,%s\n19,Sales,-1e3\n' % (job, note) * 4
    table.write_text('age,job,%s\n' % name + rows, encoding='utf-8')
    words = ('mondrian', table, '-k', '2', '--quasi', 'age', '--sensitive', 'job',
             '--publish', name, '--spreadsheet-safe')
    assert run_here(words[0], [*words[1:], '-o', tmp_path / 'in' / 'out.csv'])[0] == 0
    plain = publishing.field_formatter
    monkeypatch.setattr(publishing, 'field_formatter',
                        lambda guard, delimiter: plain(False, delimiter))
    message = ("the audit found the value '%s' without the ' that keeps a spreadsheet from running"
               ' it' % bare)
    status, _, error = run_here(words[0], [*words[1:], '-o', tmp_path / 'out' / 'out.csv'])
    assert (status, os.listdir(str(tmp_path / 'out'))) == (1, []) and message in error
    monkeypatch.setattr(audit.RowChecks, 'look_for_guards', lambda *arguments: None)
    assert run_here(words[0], [*words[1:], '-o', tmp_path / 'out' / 'out.csv'])[0] == 0


# Sabotages of the recoding file: functions of its rows below the header.

def labels_exchanged(rows):
    """Two values of one column that are published otherwise: a label does not cover its value."""
    classes = [row for row in rows if row[-1] != '0']
    first, last = classes[0], classes[-1]
    names = {tuple(first): [*first[:2], *last[2:]], tuple(last): [*last[:2], *first[2:]]}
    return [names.get(tuple(row), row) for row in rows]


def one_suppressed(rows):
    return [[*rows[0][:2], '', '', '0'], *rows[1:]]


def other_numbers(rows):
    return [[*row[:-1], str(int(row[-1]) + 1)] for row in rows]


def coarser(rows):
    """'*' covers every value."""
    return [[*row[:2], '*', *row[3:]] if row[-1] == rows[0][-1] else row for row in rows]


@pytest.mark.parametrize('sabotage, message', [
    (labels_exchanged, 'which does not cover it'),
    (one_suppressed, 'a recoding that does not make the rows of the release'),
    (coarser, 'other numbers of the classes'),
    (other_numbers, 'other numbers of the classes than 1, 2, 3'),
    (lambda rows: rows[1:], 'other combinations than those that were counted'),
    (lambda rows: [*rows, rows[0]], 'two rows for '),
    (lambda rows: rows[:-1], 'other combinations than those that were counted'),
    (lambda rows: [], 'other combinations than those'),
    (lambda rows: [rows[1], rows[0], *rows[2:]], 'other combinations'),
    (lambda rows: [*rows, []], 'a row of 0 fields'),
    (lambda rows: [row[:-1] for row in rows], 'a row of 4 fields'),
    (lambda rows: [['16', *rows[0][1:]], *rows[1:]], 'other combinations')])
def test_a_false_recoding_file(sabotage, message, tmp_path, monkeypatch):
    plain = recoding_file.write_recoding

    def false(part, *arguments):
        plain(part, *arguments)
        with open(str(part), newline='') as file:
            header, *rows = csv.reader(file)
        with open(str(part), 'w', newline='') as file:
            csv.writer(file, lineterminator='\n').writerows([header, *sabotage(rows)])
    monkeypatch.setattr(recoding_file, 'write_recoding', false)
    words = (*MONDRIAN, '--recoding', tmp_path / 'r.csv')
    refused(words, message, tmp_path, monkeypatch, ['out.csv', 'r.csv'])


def test_a_true_recoding_file_of_one_column(tmp_path):
    words = [SAMPLE, '-k', '5', '--quasi', 'age', '-o', tmp_path / 'out.csv',
             '--recoding', tmp_path / 'r.csv']
    status, _, error = run_here('samarati', words)
    assert (status, sorted(os.listdir(str(tmp_path)))) == (0, ['out.csv', 'r.csv']), error


def test_a_false_recoding_file_of_the_library(tmp_path, monkeypatch):
    release = anonymize(people(), ['age', 'zip'], ['ill'], k=2)
    plain = recoding_file.write_recoding

    def false(part, path, quasi, recoding, *more):
        all_alike = dict.fromkeys(recoding, max(recoding.values()))
        return plain(part, path, quasi, all_alike, *more)
    monkeypatch.setattr(recoding_file, 'write_recoding', false)
    with pytest.raises(kanon.DataError, match='which does not cover it'):
        release.write_recoding(str(tmp_path / 'r.csv'))
    assert os.listdir(str(tmp_path)) == []


# The Release of the library, changed before it is written.

def people():
    return [{'age': 20 + n % 17, 'zip': '130%02d' % (n % 3), 'ill': 'abc'[n % 3 * n % 3]}
            for n in range(60)]


def replaced(name, change):
    def replace(release):
        setattr(release, name, change(getattr(release, name)))
    return replace


def a_row_changed(release):
    release.rows[3] = (*release.rows[3][:2], 'other')


def a_row_dropped(release):
    del release.rows[0]


def rows_exchanged(release):
    release.rows.reverse()


def k_lowered(release):
    release.required.k = 1


def rules_dropped(release):
    release.required.rules['ill'].clear()


def a_class_smaller(release):
    release.classes[min(release.classes)] -= 1


def measure_changed(release):
    release.measures['lm'] /= 2


@pytest.mark.parametrize('change, message', [
    (a_row_changed, 'the rows of the Release are not those'),
    (a_row_dropped, 'the rows of the Release are not those'),
    (rows_exchanged, 'the rows of the Release are not those'),
    (k_lowered, 'required of the Release is not what was asked for'),
    (rules_dropped, 'required of the Release is not what was asked for'),
    (replaced('required', lambda required: required.with_k(9)),
     'required of the Release is not what was asked for'),
    (a_class_smaller, 'the audit found other classes than those of the Release'),
    (measure_changed, 'the audit found lm: '),
    (replaced('suppressed', lambda n: n + 1),
     'the audit found suppressed: 0, and the report says 1'),
    (replaced('records', lambda records: {**records, 'read': 61}),
     'the audit found read records: 60, and the report says 61'),
    (replaced('columns', lambda columns: columns[::-1]),
     'columns of the Release is not what was asked for'),
    (replaced('vector', lambda _: (0, 0)), 'vector of the Release is not what was asked for')])
def test_a_release_that_was_changed(change, message, tmp_path, monkeypatch):
    release = anonymize(people(), ['age', 'zip'], ['ill'], k=3, l_diversity=2)
    assert release.rows and release.write(str(tmp_path / 'first.csv'))
    change(release)
    with pytest.raises(kanon.DataError, match=message):
        release.write(str(tmp_path / 'out.csv'))
    assert os.listdir(str(tmp_path)) == ['first.csv']
    off(monkeypatch)
    if 'vector' not in message:
        release.write(str(tmp_path / 'out.csv'))


EDGES = {'age': 4, 'zip': [13000, 13001, '*']}
HIDING = {'box': ({'labels': 'box'}, 'lm_most'),
          'grid': ({'labels': 'grid', 'grid': EDGES}, 'lm_cells')}


@pytest.mark.parametrize('kind', HIDING)
@pytest.mark.parametrize('change', [
    'smaller', 'lm', 'lm_published', 'entropy', 'class_entropy', 'other'])
def test_losses_of_a_release_with_labels_that_hide_ends(kind, change, tmp_path, monkeypatch):
    """Missing values are published as the root. The Release as it was made is written."""
    words, lost = HIDING[kind]
    rows = [*people(), *({'age': None, 'zip': '13001', 'ill': 'a'} for _ in range(4))]
    release = anonymize(rows, ['age', 'zip'], ['ill'], k=3, missing='root', weights={'age': 2},
                        algorithm='mondrian', **words)
    assert release.measures[lost] > 0 and release.write(str(tmp_path / 'first.csv'))
    if change == 'smaller':
        release.measures[lost] -= 1e-6
        message = 'the audit found %s: ' % lost
    else:
        other = 'lm_cells' if lost == 'lm_most' else 'lm_most'
        release.measures[other if change == 'other' else change] = 0.5
        message = 'the report says .*must not state'
    with pytest.raises(kanon.DataError, match=message):
        release.write(str(tmp_path / 'out.csv'))
    assert os.listdir(str(tmp_path)) == ['first.csv']
    off(monkeypatch)
    release.write(str(tmp_path / 'out.csv'))


# kanon recode.

def recoding_of_sample(folder):
    words = [*MONDRIAN[1:], '--recoding', folder / 'r.csv', '-o', folder / 'run.csv', '--quiet']
    run_here(MONDRIAN[0], words)
    with open(str(folder / 'r.csv'), newline='') as file:
        return list(csv.reader(file))


@pytest.mark.parametrize('sabotage, message', [(labels_exchanged, 'which does not cover it')])
def test_recode_refuses_labels_that_do_not_cover(sabotage, message, tmp_path, monkeypatch):
    header, *rows = recoding_of_sample(tmp_path)
    with open(str(tmp_path / 'r.csv'), 'w', newline='') as file:
        csv.writer(file).writerows([header, *sabotage(rows)])
    (tmp_path / 'out').mkdir()
    words = ('recode', tmp_path / 'r.csv', SAMPLE, '--sensitive', 'occupation',
             '--publish', 'class', '--quiet')
    refused(words, message, tmp_path / 'out', monkeypatch)


def skip_some(plain):
    def row(recoder, joined, n):
        return None if joined.endswith('>50K') else plain(recoder, joined, n)
    return row


def another_value(plain):
    def row(recoder, joined, n):
        published = plain(recoder, joined, n)
        return published and published[:-4] + '>50K'
    return row


@pytest.mark.parametrize('sabotage, message', [
    (skip_some, 'the audit counted '),
    (another_value, 'the audit found other rows than the records that were counted, recoded')])
def test_a_recode_that_publishes_other_rows(sabotage, message, tmp_path, monkeypatch):
    recoding_of_sample(tmp_path)
    (tmp_path / 'out').mkdir()
    monkeypatch.setattr(recode.Recoder, 'row', sabotage(recode.Recoder.row))
    words = [tmp_path / 'r.csv', SAMPLE, '--sensitive', 'occupation', '--publish', 'class',
             '-o', tmp_path / 'out' / 'o.csv']
    status, _, error = run_here('recode', words)
    assert status == 1 and message in error and os.listdir(str(tmp_path / 'out')) == []


def test_a_recode_whose_rows_are_not_sorted(tmp_path, monkeypatch):
    recoding_of_sample(tmp_path)
    (tmp_path / 'out').mkdir()
    plain = recode.sorted_counts
    monkeypatch.setattr(recode, 'sorted_counts', lambda *arguments: list(plain(*arguments))[::-1])
    words = 'recode', tmp_path / 'r.csv', SAMPLE, '--sensitive', 'occupation', '--quiet'
    refused(words, 'the audit found rows that are not sorted', tmp_path / 'out', monkeypatch)


# The parts.

@pytest.mark.parametrize('text, records, most', [
    ('20', 9, 20), ('0', 9, 0), ('4%', 30162, 1206), ('0.5%', 1000, 5), ('33.333333333%', 3, 0),
    ('100%', 7, 7), (None, 7, None)])
def test_how_many_may_be_suppressed(text, records, most):
    assert suppressible(text, records) == most


@pytest.mark.parametrize('seed', seeds(330))
def test_the_most_that_boxes_lose(seed):
    """No least and greatest value makes the mean greater, and some come close to it."""
    random = Random(seed)
    counts = [random.randint(1, 9) for _ in range(random.randint(1, 5))]
    spans = [tuple(sorted(random.choices(range(12), k=2))) for _ in counts]
    spans = [(random.choice([low, low, -inf]), random.choice([high, high, inf]))
             for low, high in spans]
    shown = [end for span in spans for end in span if abs(end) != inf]
    if shown:
        distances = 0, 1e-9, 1, 1e12
        ranges = [(min(shown) - below, max(shown) + above)
                  for below in distances for above in distances]
        means = []
        for first, last in ranges:
            lost = [n * (min(high, last) - max(low, first))
                    for (low, high), n in zip(spans, counts)]
            means.append(sum(lost) / sum(counts) / (last - first or 1))
        assert abs(max(means) - most_lost(spans, counts)) < 1e-6


@pytest.mark.parametrize('said, found', [(0.3, 0.3 + 1e-12), (None, None), (3, 3.0), (0.0, 1e-12)])
def test_numbers_that_are_the_same(said, found):
    compare({'lm': said}, {'lm': found})


@pytest.mark.parametrize('said, found', [
    (0.3, 0.30001), (None, 1), (1, None), (0.0, 1e-6), (float('nan'), 1.0)])
def test_numbers_that_are_not(said, found):
    with pytest.raises(DataError):
        compare({'lm': said}, {'lm': found})
