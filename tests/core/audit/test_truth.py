"""The audit compares the release with what was counted.

Sabotages of the recoding, the writer and the rules are refused.
"""

import os
from array import array
from random import Random

import pytest

from conftest import HOME, random_table, run_here, seeds
from kanon.core.audit import recount as audit
from kanon.core.audit.ends import ends_of
from kanon.core.audit.true_labels import (AllowedLabels, Paths, RecordedValues, fingerprint,
                                          verify_distributions, verify_labels)
from kanon.core.counts.frequency import column_of
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.recoding import Recoding
from kanon.core.counts.required import Required
from kanon.core.desk import publication
from kanon.core.errors import DataError
from kanon.core.rules.distance import Equal
from kanon.core.rules.of_values import Closeness, Distinct
from kanon.core.tables import publishing
from kanon.core.tables.tally import CountedRows

SAMPLE = os.path.join(HOME, 'data', 'adult_sample.data')
SAMARATI = 'samarati', SAMPLE, '-k', '5', '--quasi', 'age,race,gender', '--sensitive', 'occupation'
MONDRIAN = ('mondrian', SAMPLE, '-k', '10', '--quasi', 'age,marital_status',
            '--sensitive', 'occupation', '--publish', 'class')


# Sabotages of the recoding: functions of {quasi tuple: published tuple or None}.

def all_as_the_last(recoding):
    last = max(filter(None, recoding.values()))
    return {quasi: published and last for quasi, published in recoding.items()}


def each_as_the_next(recoding):
    rows = sorted(set(filter(None, recoding.values())))
    following = dict(zip(rows, rows[1:] + rows[:1]))
    return {quasi: published and following[published] for quasi, published in recoding.items()}


def one_tuple_in_another_class(recoding):
    quasi = next(quasi for quasi in recoding if recoding[quasi])
    others = [row for row in recoding.values() if row and row != recoding[quasi]]
    return {**recoding, quasi: max(others)}


def two_levels(recoding):
    """The age of men is '*': a label that is true, at another level."""
    def at_two_levels(quasi, published):
        return ('*', *published[1:]) if published and quasi[2] == 'Male' else published
    return {quasi: at_two_levels(quasi, published) for quasi, published in recoding.items()}


def some_as_recorded(recoding):
    """One tuple is published as recorded."""
    quasi = min(quasi for quasi in recoding if recoding[quasi] not in (None, quasi))
    return {**recoding, quasi: quasi}


def a_narrower_interval(recoding):
    """The class of the youngest begins one year later."""
    least = min(int(age) for age, _ in recoding)
    label = next(published[0] for (age, _), published in recoding.items()
                 if age == str(least) and published[0][0] == '[')
    narrower = label.replace('[%d-' % least, '[%d-' % (least + 1))
    return {quasi: (narrower, published[1]) if published[0] == label else published
            for quasi, published in recoding.items()}


def a_set_without_one(recoding):
    label = min(published[1] for published in recoding.values() if published[1][0] == '{')
    less = '{%s}' % label[1:-1].split('|', 1)[1]
    return {quasi: (published[0], less) if published[1] == label else published
            for quasi, published in recoding.items()}


def no_root(recoding):
    """An age that is missing gets an interval."""
    return {quasi: ('[17-90]', published[1]) if quasi[0] == '*' else published
            for quasi, published in recoding.items()}


def changed(recoding, labels=None, classes=None, failing=None):
    """A Recoding that differs in one of its parts."""
    return Recoding(recoding.table, labels or recoding.labels, classes or recoding.classes,
                    recoding.failing if failing is None else failing)


def labels_of_the_next_class(recoding):
    return changed(recoding, labels=recoding.labels[1:] + recoding.labels[:1])


def two_rows_in_each_other_s_class(recoding):
    classes = list(recoding.classes)
    shown = [class_ for class_ in recoding.classes if class_ not in recoding.failing]
    another = next(class_ for class_ in shown if class_ != shown[0])
    first, other = classes.index(shown[0]), classes.index(another)
    classes[first], classes[other] = classes[other], classes[first]
    return changed(recoding, classes=classes)


def nothing_suppressed(recoding):
    assert recoding.failing
    return changed(recoding, failing=())


# Sabotages of the writer: functions of the lines of the release, without the header.

def split(line):
    return line.rstrip('\n').rsplit(',', 2)


def one_value_for_all(lines):
    value = split(lines[0])[1]
    return ['%s,%s,%s\n' % (labels, value, last) for labels, _, last in map(split, lines)]


def two_values_exchanged(lines):
    """The sensitive values of two records of different classes."""
    first = split(lines[0])
    place = next(i for i, line in enumerate(lines)
                 if split(line)[0] != first[0] and split(line)[1] != first[1])
    other = split(lines[place])
    return ['%s,%s,%s\n' % (first[0], other[1], first[2]), *lines[1:place],
            '%s,%s,%s\n' % (other[0], first[1], other[2]), *lines[place + 1:]]


def columns_out_of_step(lines):
    """The values of the last column, shifted by one record."""
    last = [split(line)[2] for line in lines]
    shifted = last[-1:] + last[:-1]
    return ['%s,%s,%s\n' % (*split(line)[:2], value) for line, value in zip(lines, shifted)]


def one_row_for_another(lines):
    first = next(i for i, line in enumerate(lines)
                 if line != lines[0] and split(line)[0] == split(lines[0])[0])
    return [lines[0], *lines[:first], *lines[first + 1:]]


def labels_of_two_classes_exchanged(lines):
    """The rows of two classes of one size get each other's labels."""
    classes = {}
    for line in lines:
        classes.setdefault(split(line)[0], []).append(line)
    sizes = {}
    for labels, rows in classes.items():
        sizes.setdefault(len(rows), []).append(labels)
    one, two = next(labels for labels in sizes.values() if len(labels) > 1)[:2]
    names = {one: two, two: one}
    rows = [split(line) for line in lines]
    return ['%s,%s,%s\n' % (names.get(labels, labels), *values) for labels, *values in rows]


def refused(words, tmp_path):
    """Run a program, which must publish nothing: its message."""
    status, printed, error = run_here(words[0], [*words[1:], '-o', tmp_path / 'out.csv'])
    assert (status, printed, os.listdir(str(tmp_path))) == (1, b'', [])
    return error


@pytest.mark.parametrize('words, sabotage, message', [
    (SAMARATI, all_as_the_last, 'which is not its label at level'),
    (SAMARATI, each_as_the_next, 'which is not its label at level'),
    (SAMARATI, one_tuple_in_another_class, 'which is not its label at level'),
    (SAMARATI, two_levels, "column 'age', which is not its label"),
    (SAMARATI, some_as_recorded, 'which is not its label at level'),
    (MONDRIAN, all_as_the_last, 'which does not cover it'),
    (MONDRIAN, each_as_the_next, 'which does not cover it'),
    (MONDRIAN, one_tuple_in_another_class, 'which does not cover it'),
    (MONDRIAN, a_narrower_interval, "column 'age', which does not cover it"),
    (MONDRIAN, a_set_without_one, "column 'marital_status', which does not cover it"),
    ((*MONDRIAN, '--categories', 'hierarchy'), each_as_the_next, 'which does not cover it'),
    (SAMARATI, labels_of_the_next_class, 'which is not its label at level'),
    (MONDRIAN, labels_of_the_next_class, 'which does not cover it'),
    (SAMARATI, two_rows_in_each_other_s_class, 'which is not its label at level'),
    (MONDRIAN, two_rows_in_each_other_s_class, 'which does not cover it'),
    ((*SAMARATI, '--max-suppression', '1%'), nothing_suppressed, 'record, fewer than k = 5')])
def test_a_false_recoding(words, sabotage, message, tmp_path, monkeypatch):
    monkeypatch.setattr(publication, 'publish', lambda target, table, tally, recoding, *more:
                        publishing.publish(target, table, tally, sabotage(recoding), *more))
    assert message in refused(words, tmp_path)


@pytest.mark.parametrize('sabotage', [
    one_value_for_all, two_values_exchanged, columns_out_of_step, one_row_for_another,
    labels_of_two_classes_exchanged])
@pytest.mark.parametrize('more', [(), ('--order', 'input'), ('--spreadsheet-safe',)])
def test_a_false_writer(sabotage, more, tmp_path, monkeypatch):
    name = 'lines_in_input_order' if 'input' in more else 'sorted_lines'
    plain = getattr(publishing, name)

    def false(*arguments):
        header, *lines = ''.join(plain(*arguments)).splitlines(True)
        return [header, *sabotage(lines)]
    monkeypatch.setattr(publishing, name, false)
    message = 'the audit found other rows than the records that were counted, recoded\n'
    assert refused((*MONDRIAN, *more), tmp_path).endswith(message)


def test_a_missing_value_published_as_an_interval(tmp_path, monkeypatch):
    (tmp_path / 'in').mkdir()
    table = tmp_path / 'in' / 'data.csv'
    table.write_text('age,zip,job\n' + '17,1,a\n90,1,b\n?,2,c\n' * 4)
    words = ('mondrian', table, '-k', '2', '--quasi', 'age,zip', '--sensitive', 'job',
             '--missing', 'root', '-o', tmp_path / 'in' / 'out.csv')
    assert run_here(words[0], words[1:])[0] == 0
    monkeypatch.setattr(publication, 'publish', lambda target, table, tally, recoding, *more:
                        publishing.publish(target, table, tally, no_root(recoding), *more))
    _, _, error = run_here(words[0], [*words[1:], '--force'])
    assert error.endswith("'*' published as '[17-90]' in column 'age', which does not cover it\n")


def test_a_false_distribution(tmp_path, monkeypatch):
    def falsified(target, table, tally, recoding, required, *more):
        distance = required.rules['occupation'][0].distance
        distance.reference = {**distance.reference, 'Sales': distance.reference['Sales'] + 1}
        return publishing.publish(target, table, tally, recoding, required, *more)
    monkeypatch.setattr(publication, 'publish', falsified)
    error = refused((*SAMARATI, '--t-closeness', '0.9'), tmp_path)
    assert 'another distribution than that of the table' in error


@pytest.mark.parametrize('change', [1, -1])
def test_a_record_of_a_parted_tuple_in_two_classes_or_in_none(change, tmp_path, monkeypatch):
    plain = publishing.dealt

    def false(*arguments):
        recoding = plain(*arguments)
        parted = [entry for entry in recoding.values() if isinstance(entry, dict)]
        shares = next(shares for entry in parted for shares in entry.values()
                      if sum(shares.values()) > 1)
        shares[next(iter(shares))] += change
        return recoding
    monkeypatch.setattr(publishing, 'dealt', false)
    monkeypatch.setattr(publishing, 'write', lambda *arguments: None)
    assert 'are in no class, or in two' in refused((*MONDRIAN, '--relaxed'), tmp_path)


# The parts, by tables.

def recorded_of(counted, names, recoding, parted=()):
    """What the audit is told.

    counted: (quasi tuple, {carried values: records}), each of which is said by Rows of its own.
    recoding: {quasi tuple: published tuple or None}.
    parted: {quasi tuple: {carried values: {published tuple: records}}}.
    """
    quasis = list(dict.fromkeys(quasi for quasi, _ in counted))
    published = list(dict.fromkeys(recoding.values()))

    def rows():
        for quasi, histogram in counted:
            counts = None if set(histogram.values()) == {1} else array('Q', histogram.values())
            places = array('I', [quasis.index(quasi)] * len(histogram))
            codes = array('H', range(len(histogram)))
            yield CountedRows(places, list(histogram), codes, counts)
    classes = [published.index(recoding[quasi]) if quasi in recoding else 0 for quasi in quasis]
    columns = list(map(column_of, zip(*quasis)))
    parted = {quasis.index(quasi): parted[quasi] for quasi in parted}
    return RecordedValues(columns, rows, names, published, classes, parted, {}, None, lambda name: [])


def test_the_rows_to_publish_are_those_of_the_file(tmp_path):
    """Of a tuple that comes twice, one that is suppressed, and one with records in two classes."""
    counted = [(('1',), {('a',): 2, ('b',): 1}), (('2',), {('a',): 5}), (('3',), {('a',): 3}),
               (('1',), {('a',): 1}), (('3',), {('c',): 1})]
    shares = {('a',): {('[1-3]',): 1, ('3',): 2}, ('c',): {('3',): 1}}
    recoding = {('1',): ('[1-3]',), ('2',): None, ('3',): ('3',)}
    recorded = recorded_of(counted, ['age', 'job'], recoding, {('3',): shares})
    path = tmp_path / 'out.csv'
    path.write_text('age,job\n' + '[1-3],a\n' * 4 + '[1-3],b\n' + '3,a\n' * 2 + '3,c\n')
    assert fingerprint(recorded) == audit.recount(str(path), ['age'])[2]
    shares[('c',)][('3',)] += 1
    with pytest.raises(DataError, match="found records of '3' that are in no class, or in two"):
        fingerprint(recorded)


def test_a_table_without_carried_columns_has_a_fingerprint(tmp_path):
    path = tmp_path / 'out.csv'
    path.write_text('age,sex\n' + '[1-3],m\n' * 3 + '*,m\n')
    counted = [(('1', 'm'), {(): 2}), (('2', 'm'), {(): 5}), (('3', 'm'), {(): 2})]
    recoding = {('1', 'm'): ('[1-3]', 'm'), ('2', 'm'): None, ('3', 'm'): ('*', 'm')}
    parted = {('3', 'm'): {(): {('[1-3]', 'm'): 1, ('*', 'm'): 1}}}
    recorded = recorded_of(counted, ['age', 'sex'], recoding, parted)
    assert fingerprint(recorded) == audit.recount(str(path), ['age'])[2]


def test_every_distance_compares_with_the_table():
    """Of two columns with a distance, and one with a rule that has none."""
    counted = [(('1',), {('a', 'x'): 2, ('b', 'x'): 1}), (('2',), {('a', 'y'): 1}),
               (('2',), {('a', 'x'): 1})]
    recorded = recorded_of(counted, ['age', 'job', 'state'], {})
    jobs, states = {'a': 4, 'b': 1}, {'x': 4, 'y': 1}

    def closeness(*references):
        return [Closeness((1, 2), Equal(reference)) for reference in references]
    rules_of = {'state': closeness(states), 'job': [Distinct(2), *closeness(jobs, jobs)]}
    verify_distributions(recorded, Required(2, rules_of))
    for column, rules in (('state', closeness({'x': 4, 'y': 2})), ('job', closeness(jobs, states)),
                          ('job', closeness(states, jobs))):
        message = 'compares column %r with another distribution' % column
        with pytest.raises(DataError, match=message):
            verify_distributions(recorded, Required(2, {column: rules}))


# The labels of a column, by a table and against the definition.

def verify(label, values, rows=(), root=None):
    """The audit of one label of a column, which has a value more than it is published for."""
    roots = {'a': root} if root else {}
    recorded = RecordedValues(None, None, ['a'], None, None, {}, roots, None, lambda name: list(rows))
    column = AllowedLabels(recorded, 0, ['another', *values])
    codes = list(range(1, 1 + len(values)))
    column.verify(column.pairs_to_ask([label], [0] * len(codes), codes))


TREE = [['39', '[35-39]'], ['36', '[35-39]'], ['[35-39]', 'adult'], ['adult', '*'],
        ['Sales', 'office', '*']]


@pytest.mark.parametrize('value, label', [
    ('39', '39'), ('39', '*'), ('39', '[35-39]'), ('39', '[39-40]'), ('-5', '[-5--3]'),
    ('1e1', '[9.5-11]'), ('39', '[*-40]'), ('39', '[17-*]'), ('5', '5.0'), ('5.0', '05'),
    ('a', '{a|b}'), ('a|b', '{a|b|c}'), ('b', '{a|b}'), ('39', 'adult'), ('Sales', 'office'),
    ('', ''), ('.5', '[0-1]')])
def test_a_label_that_covers(value, label):
    verify(label, [value], TREE)


@pytest.mark.parametrize('value, label', [
    ('39', '38'), ('39', '[40-50]'), ('39', '[17-38]'), ('39', '[*-38]'), ('39', '[40-*]'),
    ('a', '{b|c}'), ('a', '{ab|b}'), ('Sales', 'adult'), ('39', 'office'), ('office', 'Sales'),
    ('a', '[1-3]'), ('?', '[1-3]'), ('a', ''), ('', '{a|b}'), ('39', '39]'), ('5', '[4-6'),
    ('a', 'A'), ('a', '[39-*]'), ('a', '[*-39]')])
def test_a_label_that_does_not(value, label):
    with pytest.raises(DataError, match='which does not cover it'):
        verify(label, [value], TREE)


def test_no_label_of_words_covers_a_number_without_end():
    """'1e999' is greater than every number. Another label of the column is an interval."""
    recorded = RecordedValues(None, None, ['a'], None, None, {}, {}, None, lambda name: TREE)
    column = AllowedLabels(recorded, 0, ['1e999', '-1e999', '5'])
    for code in 0, 1:
        with pytest.raises(DataError, match='which does not cover it'):
            column.verify(column.pairs_to_ask(['adult', '[4-6]'], [0, 1], [code, 2]))


@pytest.mark.parametrize('label', [
    '[1-x]', '[x-1]', '[1e-5]', '[*-x]', '[1-]', '[-1]', '[-]', '[]', '1-2', '{1-2}', '[1_0-20]',
    ''])
def test_a_label_without_two_ends(label):
    assert ends_of(label) is None


@pytest.mark.parametrize('values, shown', [
    (['39', '50', '18', '41', '20'], '18'), (['39', '40', '50'], '50'), (['40', '39', '38'], '38')])
def test_the_least_of_the_values_that_are_not_covered_is_shown(values, shown):
    """Not the ends, which are covered."""
    with pytest.raises(DataError, match="found '%s' published as '.39-40.' in column 'a'" % shown):
        verify('[39-40]', values)


def test_the_root_covers_what_is_missing():
    verify('nothing', ['39', 'nothing'], root='nothing')
    with pytest.raises(DataError):
        verify('nothing', ['39'])


@pytest.mark.parametrize('seed', seeds(300))
def test_the_paths_are_those_of_the_hierarchy(seed):
    """Leaves at unequal depths, labels that are repeated: every leaf at every level."""
    for tree in random_table(seed)[1]:
        paths = Paths(tree.rows())
        for leaf in tree.leaves:
            for level in range(tree.height + 1):
                assert paths.at(leaf, level) == tree.ancestor(leaf, level)
            assert paths.above(leaf) == set(tree.path(leaf)[1:])
        assert Hierarchy(dict(row[:2] for row in tree.rows() if row[0] != row[1])).root == tree.root


@pytest.mark.parametrize('seed', seeds(300))
def test_the_fingerprint_tells_tables_apart(seed, tmp_path):
    """Two sensitive values exchanged, a value changed: another sum. The order changes nothing."""
    random = Random(seed)
    rows = sorted(('q%d' % random.randrange(4), 's%d' % random.randrange(5),
                   't%d' % random.randrange(2)) for _ in range(random.randint(2, 30)))
    rows += [('q8', 's1', 't1'), ('q9', 's2', 't2')]

    def recounted(rows):
        lines = [','.join(row) + '\n' for row in [('a', 'b', 'c'), *rows]]
        (tmp_path / 'r.csv').write_text(''.join(lines))
        return audit.recount(str(tmp_path / 'r.csv'), ['a'])[2]

    def expected(rows):
        counted = [((row[0],), {row[1:]: 1}) for row in rows]
        recoding = {(row[0],): (row[0],) for row in rows}
        return fingerprint(recorded_of(counted, ['a', 'b', 'c'], recoding))
    assert recounted(rows) == expected(rows) == recounted(random.sample(rows, len(rows)))
    for others in ([*rows[:-2], ('q8', 's2', 't1'), ('q9', 's1', 't2')],
                   [*rows[:-2], ('q8', 's1', 't2'), ('q9', 's2', 't1')],
                   [*rows[:-1], ('q9', 's2', 't3')], rows[:-1] + rows[:1]):
        assert recounted(others) == expected(others) != expected(rows)


def covered(label, value):
    """By definition. Values are numbers from 0 to 9."""
    if label.startswith('['):
        low, high = map(int, label[1:-1].split('-'))
        return low <= int(value) <= high
    return label == '*' or value in label.strip('{}').split('|')


@pytest.mark.parametrize('seed', seeds(300))
def test_every_label_is_asked_of_every_value_it_is_published_for(seed):
    """Also of the tuples whose records are in several classes, not of suppressed ones; the first
    that is not covered is named: the column, the least label, the least value.
    """
    random = Random(seed)
    narrow = seed % 3
    labels = ['*', '[0-9]', '[0-8]', '[1-9]', '{0|1|2|3|4|5|6|7|8|9}']
    if not narrow:
        labels += ['[2-5]', '{0|7}', '4']
    d = random.randint(1, 2)
    quasis = sorted({tuple(str(random.randrange(10)) for _ in range(d))
                     for _ in range(random.randint(1, 12))})
    random.shuffle(quasis)
    rows = [None, *(tuple(random.choice(labels) for _ in range(d)) for _ in range(4))]
    recoding = {quasi: random.choice(rows) for quasi in quasis}
    parted = {}
    for quasi in quasis:
        if random.random() < 0.3:
            parted[quasi] = {('a',): {row: 1 for row in random.sample(rows[1:], 2)},
                             ('b',): {random.choice(rows[1:]): 2}}
    counted = [(quasi, {('a',): 2, ('b',): 2}) for quasi in quasis]
    recorded = recorded_of(counted, ['x', 'y'][:d] + ['job'], recoding, parted)
    pairs = [(quasi, row) for quasi, row in recoding.items() if row and quasi not in parted]
    for quasi, shares in parted.items():
        pairs += [(quasi, row) for of_value in shares.values() for row in of_value]
    wrong = [('xy'[place], row[place], quasi[place]) for quasi, row in pairs for place in range(d)
             if not covered(row[place], quasi[place])]
    if not wrong:
        verify_labels(recorded)
        return
    with pytest.raises(DataError) as refused:
        verify_labels(recorded)
    column, label, value = min(wrong)
    assert str(refused.value) == ('the audit found %r published as %r in column %r, which does not'
                                  ' cover it' % (value, label, column))
