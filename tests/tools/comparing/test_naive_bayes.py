"""The classifiers of `use`, against scikit-learn, and against classifiers that are trained anew without what is tested."""

from collections import Counter
from random import Random

import pytest

from conftest import seeds
from kanon.core.errors import DataError
from kanon.tools.comparing import naive_bayes
from kanon.tools.comparing.compared import used_tables
from kanon.tools.comparing.naive_bayes import (FOLDS, NaiveBayes, binned, classified, dealt_parts,
                                               fitting_rows, shares_of_bins)
from kanon.tools.comparing.spread import spread_column

# What scikit-learn 1.9.1 tells of the tested records of ten tables:
#
#     import numpy
#     from sklearn.naive_bayes import CategoricalNB
#     for seed in range(10):
#         train, test = map(numpy.array, drawn_table(seed))
#         print(''.join(map(str, CategoricalNB().fit(train[:, :3], train[:, 3]).predict(test[:, :3]))))
SCIKIT = [
    '2002211221120212121122201222221201102202', '2202201001020120220200210002022222201202', '1102101201110020002101212120001001010112',
    '1001211210002221002220011122020000101220', '1021211010102122222201020222002220021222', '0000212022100020222202100000120012002000',
    '2021220202120210000012121020022220020022', '2221210120122222022011002202220111021222', '2212120202022222122212022212212012212022',
    '0121020202222011022022100220010221211020']


def drawn_table(seed):
    """Sixty records to be trained on and forty to be tested: three columns, and a class that they tell in part."""
    random = Random(seed).random
    rows = []
    for _ in range(100):
        a, b, c = int(2 * random()), int(3 * random()), int(4 * random())
        rows.append((a, b, c, (a + b + int(3 * random() ** 2)) % 3))
    return rows[:60], rows[60:]


def columns_of(original, release):
    return [spread_column('c%d' % place, Counter(value for row in original.elements() for value in [row[place]]), {row[place] for row in release}, 'r.csv')
            for place in range(len(next(iter(original))))]


@pytest.mark.parametrize('seed', range(10))
@pytest.mark.parametrize('sign', ['', 'x'])
def test_it_tells_what_scikit_learn_tells(seed, sign):
    """Of numbers as of categories, since each of a few numbers is a bin of its own."""
    train, test = (Counter(tuple(sign + str(value) for value in row) for row in rows) for rows in drawn_table(seed))
    columns = columns_of(train, train)
    assert all(column.numbers is not bool(sign) for column in columns)
    shares = shares_of_bins(columns, [column.of_values for column in columns], 3)
    model = NaiveBayes(columns, 3).trained(shares, train)
    told = [model.told(binned(tuple(sign + str(value) for value in row), shares)) for row in drawn_table(seed)[1]]
    assert ''.join(map(str, told)) == SCIKIT[seed]
    found = classified(*used_tables(train, train, columns), columns, 3, 1, 3, test)
    right = sum(said == str(row[3]) for said, row in zip(SCIKIT[seed], drawn_table(seed)[1]))
    assert found['original'] == found['release'] == right / 40 and found['tested'] == 40 and found['folds'] is None
    most = Counter(row[3] for row in drawn_table(seed)[0])
    assert found['majority'] == sum(row[3] == min(most, key=lambda class_: (-most[class_], class_)) for row in drawn_table(seed)[1]) / 40


def test_a_label_trains_for_each_of_its_values_in_part():
    original = Counter({('1', 'a'): 2, ('2', 'a'): 2, ('3', 'b'): 4})
    release = Counter({('[1-2]', 'a'): 4, ('*', 'b'): 3})
    columns = columns_of(original, release)
    model = NaiveBayes(columns, 1).trained(shares_of_bins(columns, [column.of_labels for column in columns], 1), release)
    assert model.classes == {0: 4.0, 1: 3.0}
    assert model.cells[0] == {0: {0: 2.0, 1: 2.0}, 1: {0: 1.0, 1: 1.0, 2: 1.0}}
    assert model.told((2, None)) == 1 and model.told((0, None)) == 0


def test_a_missing_number_says_nothing_and_a_missing_class_is_left_out():
    original = Counter({('1', 'a'): 3, ('2', 'b'): 2, ('?', 'b'): 2, ('1', '?'): 5})
    columns = columns_of(original, original)
    shares = shares_of_bins(columns, [column.of_values for column in columns], 1)
    model = NaiveBayes(columns, 1).trained(shares, original)
    assert model.classes == {1: 3.0, 2: 4.0} and model.cells[0] == {1: {0: 3.0}, 2: {1: 2.0}}       # 0 is ?
    assert binned(('?', 'b'), shares) == (None, 2) and model.told((None, None)) == 2
    assert sum(map(sum, (part.values() for part in dealt_parts({row: n for row, n in original.items() if row[1] != '?'}, 1, 1)))) == 7


def random_release(seed, overlapping):
    """A table and a release of it: each record under one of the labels that cover it."""
    random = Random(seed)
    labels = ['[0-4]', '[5-9]'] + ['[3-7]', '*'] * overlapping
    original, release = Counter(), Counter()
    for _ in range(60):
        row = (random.choice('0123456789'), random.choice('xy'), random.choice('abc'))
        fits = [label for label in labels if label == '*' or int(label[1]) <= int(row[0]) <= int(label[3])]
        original[row] += 1
        release[random.choice(fits), row[1] if random.random() < 0.5 or not overlapping else '*', row[2]] += 1
    return original, release


@pytest.mark.parametrize('seed', seeds(20))
def test_a_classifier_has_not_seen_the_records_that_test_it(seed):
    """Against one that is trained on the rows of the other records alone, where each record fits one row."""
    original, release = random_release(seed, False)
    columns = columns_of(original, release)
    found = classified(*used_tables(original, release, columns), columns, 2, seed, 2)
    assert (found['folds'], found['several'], found['absent'], found['tested']) == (FOLDS, 0, 0, 60)
    of_values, of_labels = (shares_of_bins(columns, [getattr(column, name) for column in columns], 2) for name in ('of_values', 'of_labels'))
    right = Counter()
    for part in dealt_parts(original, 2, seed):
        others = original - part
        published = Counter()
        for row, n in others.items():
            published['[0-4]' if row[0] < '5' else '[5-9]', row[1], row[2]] += n
        models = {'original': NaiveBayes(columns, 2).trained(of_values, others), 'release': NaiveBayes(columns, 2).trained(of_labels, published)}
        for row, n in part.items():
            bins = binned(row, of_values)
            for name, model in models.items():
                right[name] += n * (model.told(bins) == bins[2])
    assert {name: found[name] for name in right} == {name: n / 60 for name, n in right.items()}


def test_what_only_a_classifier_that_has_seen_it_could_tell_is_not_told():
    """Each record has a code of its own, so its class follows from the record alone. Half of the classes are guessed right, or fewer."""
    random = Random(1)
    original = Counter({('code%d' % n, random.choice('ab')): 1 for n in range(200)})
    columns = columns_of(original, original)
    sides = used_tables(original, original, columns)
    found = classified(*sides, columns, 1, 1, 1)
    assert found['original'] == found['release'] < 0.6
    seen = classified(*sides, columns, 1, 1, 1, original)
    assert seen['original'] == 1.0


@pytest.mark.parametrize('seed', seeds(20))
def test_a_record_is_taken_out_of_every_row_that_fits_it_by_its_share(seed):
    """One record in all for each record, and no row loses more than it has. What is taken out is put back."""
    original, release = random_release(seed, True)
    columns = columns_of(original, release)
    fits = fitting_rows(list(original), release, columns, 2)
    starred = [row for row in release if row[:2] == ('*', '*')]
    for record, rows in fits.items():
        expected = [row for row in release if row[2] == record[2] and row[1] in ('*', record[1]) and row not in starred
                    and (row[0] == '*' or int(row[0][1]) <= int(record[0]) <= int(row[0][3]))]
        assert sorted(rows) == sorted(expected or [row for row in starred if row[2] == record[2]])
    found = classified(*used_tables(original, release, columns), columns, 2, seed, 2)
    assert found['several'] == sum(n for record, n in original.items() if len(fits[record]) > 1) and found['absent'] == 0
    assert found == classified(*used_tables(original, release, columns), columns, 2, seed, 2)
    of_values, of_labels = (shares_of_bins(columns, [getattr(column, name) for column in columns], 2) for name in ('of_values', 'of_labels'))
    right = 0
    for part in dealt_parts(original, 2, seed):
        left = dict(release)
        for record, n in part.items():
            for row in fits[record]:
                left[row] -= n * release[row] / sum(release[other] for other in fits[record])
        model = NaiveBayes(columns, 2).trained(of_labels, {row: max(0, n) for row, n in left.items()})
        right += sum(n * (model.told(binned(record, of_values)) == binned(record, of_values)[2]) for record, n in part.items())
    assert found['release'] == right / 60


def test_no_row_of_the_release_loses_more_records_than_it_has():
    """Four records of a part fit a row of one. The class a keeps its 19 others, which outweigh the 18 of b."""
    original = Counter({('1', 'a'): 40, ('9', 'b'): 20})
    release = Counter({('[0-4]', 'a'): 1, ('[5-9]', 'a'): 19, ('[5-9]', 'b'): 20})
    columns = columns_of(original, release)
    assert classified(*used_tables(original, release, columns), columns, 1, 1, 1)['release'] == 40 / 60


def test_of_equally_probable_classes_the_first_is_told():
    original = Counter({('x', 'b'): 2, ('x', 'a'): 2, ('y', 'a'): 1, ('y', 'b'): 1})
    columns = columns_of(original, original)
    shares = shares_of_bins(columns, [column.of_values for column in columns], 1)
    model = NaiveBayes(columns, 1).trained(shares, original)
    assert model.majority() == 0 and [model.told((bin_, None)) for bin_ in (0, 1, None)] == [0, 0, 0]
    assert NaiveBayes(columns, 1).trained(shares, {}).majority() is None


def test_records_that_are_not_in_the_release_are_counted(monkeypatch):
    original, release = Counter({('1', 'a'): 5, ('2', 'b'): 5, ('7', 'b'): 2}), Counter({('[1-2]', 'a'): 5, ('[1-2]', 'b'): 5})
    columns = columns_of(original, release)
    found = classified(*used_tables(original, release, columns), columns, 1, 1, 1)
    assert (found['tested'], found['several'], found['absent']) == (12, 0, 2)
    suppressed = Counter({**release, ('*', 'b'): 2})
    columns = columns_of(original, suppressed)
    assert fitting_rows([('7', 'b'), ('2', 'b')], suppressed, columns, 1) == {('7', 'b'): [('*', 'b')], ('2', 'b'): [('[1-2]', 'b')]}
    monkeypatch.setattr(naive_bayes, 'MOST_FITS', 1)
    with pytest.raises(DataError, match='^the labels fit so many records each'):
        fitting_rows([('1', 'a'), ('2', 'b')], suppressed, columns, 1)


def test_parts_have_a_like_share_of_each_class_and_are_drawn_by_the_seed(monkeypatch):
    records = Counter({('x%d' % (n % 7), 'abc'[n % 3]): 1 + n for n in range(21)})
    parts = dealt_parts(records, 1, 5)
    assert sum(parts, Counter()) == records and parts == dealt_parts(records, 1, 5) != dealt_parts(records, 1, 6)
    for class_ in 'abc':
        sizes = [sum(n for record, n in part.items() if record[1] == class_) for part in parts]
        assert max(sizes) - min(sizes) <= 1
    monkeypatch.setattr(naive_bayes, 'MOST_TESTED', 50)
    some = sum(dealt_parts(records, 1, 5), Counter())
    assert sum(some.values()) == 50 and not some - records
    assert len(dealt_parts({('a', 'b'): 3}, 1, 1)) == 3


def test_nothing_to_test():
    original = Counter({('1', '?'): 5, ('2', ''): 1})
    columns = columns_of(original, original)
    found = classified(*used_tables(original, original, columns), columns, 1, 1, 1)
    assert (found['tested'], found['original'], found['majority']) == (0, None, None)
    assert classified(*used_tables(original, original, columns), columns, 1, 1, 1, Counter({('1', '?'): 2}))['tested'] == 0


def test_other_values_of_a_test_table():
    """A number has the bin that it lies in, and a new category says nothing. A new class is never told right."""
    original = Counter({('%d' % n, 'x' if n < 10 else 'y', 'a' if n < 10 else 'b'): 1 for n in range(20)})
    columns = columns_of(original, original)
    sides = used_tables(original, original, columns)
    for test, expected in (({('99', 'x', 'b'): 1}, 0), ({('99', 'new', 'b'): 1}, 1), ({('-3.5', 'new', 'a'): 1}, 1), ({('?', 'y', 'b'): 1}, 1),
                           ({('3', 'x', 'c'): 1}, 0)):
        found = classified(*sides, columns, 2, 1, 2, Counter(test))
        assert (found['original'], found['release'], found['tested']) == (expected, expected, 1), test
