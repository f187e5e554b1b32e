"""Parts of a table with the same records are refused, however each is written, and no others are."""

import bz2
import csv
import gzip
import io
import lzma
from random import Random

import pytest

from conftest import kanon, run, seeds
from kanon.core.errors import DataError
from kanon.core.tables.dialect import SAMPLE as FIRST
from kanon.core.tables.table import BATCH, TIMES, Table, refuse_copies

PACKED = {'.csv': bytes, '.csv.gz': gzip.compress, '.csv.bz2': bz2.compress, '.csv.xz': lzma.compress}
HEADER = ['age', 'sex', 'dx']


def drawn(random, size):
    """So many records. Some hold what a csv file must quote."""
    words = ['flu', 'gout', 'a "b" c', 'two\nlines', 'Zoë', '', '?']
    return [['%d' % random.randrange(100), random.choice('fm'), random.choice(words)] for _ in range(size)]


def put(random, folder, stem, rows, header=HEADER):
    """Write records as csv, in one of the ways that there are; the path."""
    text, end = io.StringIO(newline=''), random.choice(['\n', '\r\n', '\r'])
    quoting = csv.QUOTE_ALL if end == '\r' else random.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
    writer = csv.writer(text, delimiter=random.choice(',;|\t'), lineterminator='\n', quoting=quoting)
    writer.writerows([header, *rows] if header else rows)
    text = text.getvalue().replace('\n', end)       # those inside fields, too
    end = random.choice(['', '\n', '\n\n', '  \n'])
    mark = random.choice(['', '\ufeff'])
    ending = random.choice(list(PACKED))
    path = folder / (stem + ending)
    path.write_bytes(PACKED[ending]((mark + text + end).encode('utf-8')))
    return str(path)


@pytest.mark.parametrize('seed', seeds(200))
def test_a_copy_is_recognized_however_it_is_written(tmp_path, seed):
    random = Random(seed)
    size = random.choice([1, 2, FIRST - 1, FIRST, FIRST + 1, BATCH, FIRST * TIMES, FIRST * TIMES + 7])
    rows, header = drawn(random, size), random.choice([HEADER, None])
    paths = [put(random, tmp_path, 'a', rows, header), put(random, tmp_path, 'b', drawn(random, 3), header),
             put(random, tmp_path, 'c', rows, header)]
    random.shuffle(paths)
    first, copy = [path for path in paths if '/b.' not in path]
    with pytest.raises(DataError) as refused:
        Table(paths[0], None if header else HEADER, further=paths[1:])
    assert str(refused.value) == ('%s: has the same records as %s; is it a copy? each of its records would count twice' % (copy, first))


@pytest.mark.parametrize('seed', seeds(200))
def test_parts_that_differ_anywhere_are_no_copies(tmp_path, seed):
    """In one field, in their order, in how many records they have, or in their columns; they may begin alike."""
    random = Random(seed)
    size = random.choice([2, FIRST - 1, FIRST, FIRST + 1, BATCH, FIRST * TIMES, FIRST * TIMES + 7])
    rows = drawn(random, size)
    rows[-1][0], other = '-1', [list(row) for row in rows]
    place = random.choice([0, size // 2, size - 1])
    how = seed % 4
    if how == 0:
        other[place][2] += '.'
    elif how == 1:
        other[-2:] = other[:-3:-1]
    elif how == 2:
        other.insert(place, ['101', 'f', 'flu'])
    else:
        other = other[:-1] or [['1', 'f', 'flu']]
    paths = [put(random, tmp_path, 'a', rows), put(random, tmp_path, 'b', other)]
    with Table(paths[0], further=paths[1:], missing='value') as table:
        read = [[field.replace('\r\n', '\n').replace('\r', '\n') for field in row] for row in table.tuples(HEADER)]
    assert read == rows + other


def test_parts_without_a_record_are_no_copies(tmp_path):
    for name in 'abc':
        (tmp_path / ('%s.csv' % name)).write_text('age,sex\n' + '30,f\n' * (name == 'b'))
    assert list(Table(str(tmp_path)).tuples(['age'])) == [('30',)]


class Told:
    """A part of 9,999 records in one batch each that counts how many of them were read."""

    columns, width = ('n',), 1

    def __init__(self, differs):
        self.differs, self.read = differs, 0

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        pass

    def own_rows(self):
        for number in range(9999):
            self.read += 1
            yield [['other' if number == self.differs else str(number)]]


@pytest.mark.parametrize('differs, most', [(0, FIRST + 1), (FIRST, FIRST + FIRST * TIMES + 2), (9998, 9999 + FIRST * (TIMES + 1) + 2)])
def test_parts_are_read_as_far_as_they_are_alike(differs, most):
    """So what differs in the first records costs no reading."""
    parts = {'a': Told(None), 'b': Told(differs)}
    refuse_copies(parts, parts.get)
    assert 0 < parts['a'].read <= most


def test_two_pairs_of_copies_do_not_mix():
    """Parts that begin alike are compared with their own kind only; the earlier file is named."""
    parts = {'a': Told(0), 'b': Told(5000), 'c': Told(0)}
    with pytest.raises(DataError, match='^c: has the same records as a; is it a copy'):
        refuse_copies(parts, parts.get)


@pytest.mark.parametrize('words', [
    ('samarati', '-k', '2', '-o', 'x.csv'), ('mondrian', '-k', '2', '-o', 'x.csv'), ('datafly', '-k', '2', '-o', 'x.csv'), ('count', '-o', 'x.csv'),
    ('sweep', '--k', '2'), ('lattice', '-k', '2'), ('hierarchy', 'levels')])
@pytest.mark.parametrize('as_folder', [True, False])
def test_every_verb_refuses_a_copy(tmp_path, words, as_folder):
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'sex.txt').write_text('f,*\nm,*\n')
    (tmp_path / 'parts').mkdir()
    (tmp_path / 'parts' / 'a.csv').write_text('sex,dx\nf,flu\nm,gout\n')
    (tmp_path / 'parts' / 'b.csv.gz').write_bytes(gzip.compress(b'\xef\xbb\xbf"sex";"dx"\r\n"f";"flu"\r\nm;gout\r\n\r\n'))
    names = ['parts'] if as_folder else ['parts/a.csv', 'parts/b.csv.gz']
    verb = words[:2] if words[0] == 'hierarchy' else words[:1]
    result = kanon(*verb, *names, '--quasi', 'sex', *words[len(verb):], cwd=str(tmp_path))
    assert result.returncode == 1 and not (tmp_path / 'x.csv').exists() and result.stdout == ''
    assert result.stderr.endswith(': parts/b.csv.gz: has the same records as parts/a.csv; is it a copy? each of its records would count twice\n')


def test_the_library_refuses_a_copy(tmp_path):
    import kanon as library
    for name, text in ('a.csv', 'age,dx\n30,flu\n31,gout\n'), ('b.csv', 'age,dx\r\n30,flu\r\n31,gout\r\n'):
        (tmp_path / name).write_bytes(text.encode())
    for data in library.Csv([str(tmp_path / 'a.csv'), str(tmp_path / 'b.csv')]), str(tmp_path):
        with pytest.raises(DataError, match='has the same records as .*a.csv; is it a copy'):
            library.anonymize(data, quasi=['age'], k=2)
