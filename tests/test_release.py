"""The same release is the same bytes, whatever the bound; a run leaves the old file or the new one, and nothing else."""

import csv
import errno
import io
import os
from random import Random

import pytest

from kanon import release, tally as tally_module
from kanon.audit import audit
from kanon.errors import DataError
from kanon.records import Table
from kanon.release import aside, check_output, write_in_input_order, write_sorted
from kanon.tally import Tally

HEADER = ['a', 'b', 'carried']
NASTY = ['x', '', ' y', 'a,b', 'two\nlines', 'cr\rlf\r\n', '"quoted"', 'Ünïcode', "'", '#', '=1+1']


def random_rows(seed, n=200):
    random = Random(seed)
    return [tuple(NASTY[int(len(NASTY) * random.random() ** 2)] for _ in HEADER) for _ in range(n)]


def recoding_of(rows, random):
    published = [('*', 'b'), ('[1-2]', 'b,b'), ('*', 'c'), None]
    return {row[:2]: random.choice(published) for row in rows}


def written(tmp_path, rows, recoding, bound, batch=7):
    counted = Tally(2, bound)
    counted.count(rows[start:start + batch] for start in range(0, len(rows), batch))
    path = tmp_path / 'out.csv'
    with open(str(path), 'w', newline='', encoding='utf-8') as file:
        write_sorted(file, HEADER, counted, recoding)
    return counted, path.read_bytes()


@pytest.mark.parametrize('seed', range(30))
@pytest.mark.parametrize('fan', [2, 64])
def test_runs_on_disk_give_the_same_bytes(seed, fan, tmp_path, monkeypatch):
    monkeypatch.setattr(tally_module, 'FAN', fan)
    rows = random_rows(seed)
    recoding = recoding_of(rows, Random(seed))
    whole, expected = written(tmp_path, rows, recoding, bound=10 ** 6)
    parts, merged = written(tmp_path, rows, recoding, bound=10)
    assert len(list(parts.parts())) > 5 and len(list(whole.parts())) == 1
    assert parts.frequency_set == whole.frequency_set
    assert merged == expected
    with open(str(tmp_path / 'out.csv'), newline='', encoding='utf-8') as file:
        assert list(csv.reader(file)) == [HEADER] + sorted(
            [*recoding[row[:2]], row[2]] for row in rows if recoding[row[:2]] is not None)


def test_a_frequent_row_is_written_as_often_as_it_counts(tmp_path):
    n = 2 * release.REPEATS + 5
    _, content = written(tmp_path, [('1', '2', 'x')] * n, {('1', '2'): ('*', '*')}, bound=10)
    assert content == b'a,b,carried\n' + b'*,*,x\n' * n


@pytest.mark.parametrize('seed', range(10))
def test_input_order_is_the_same_rows_in_the_order_of_the_input(seed, tmp_path, monkeypatch):
    monkeypatch.setattr(release, 'BOUND', 5)
    rows = [row for row in random_rows(seed) if '' not in row and ' y' not in row]
    source = tmp_path / 'in.csv'
    with open(str(source), 'w', newline='', encoding='utf-8') as file:
        csv.writer(file).writerows([HEADER, *rows])
    recoding = recoding_of(rows, Random(seed))
    _, in_order = written(tmp_path, rows, recoding, bound=10)
    with Table(str(source)) as table:
        list(table.tuples(HEADER))
        with open(str(tmp_path / 'out.csv'), 'w', newline='', encoding='utf-8') as file:
            write_in_input_order(file, HEADER, table, recoding, 2)
    with open(str(tmp_path / 'out.csv'), newline='', encoding='utf-8') as file:
        found = list(csv.reader(file))
    assert found == [HEADER] + [[*recoding[row[:2]], row[2]] for row in rows if recoding[row[:2]] is not None]
    with open(str(tmp_path / 'out.csv'), newline='', encoding='utf-8') as file:
        assert sum(map(len, in_order.decode().splitlines(True))) == len(file.read())    # each row in the same writing
    assert [HEADER] + sorted(found[1:]) == list(csv.reader(io.StringIO(in_order.decode(), newline='')))


@pytest.mark.parametrize('change', ['a,b,carried\n1,2,x\n1,2,x\n1,2,y\n', 'a,b,carried\n1,2,x\n', 'a,b,carried\n1,2,x\n3,2,x\n'])
def test_an_input_that_changes_between_the_readings_is_refused(change, tmp_path):
    source = tmp_path / 'in.csv'
    source.write_text('a,b,carried\n1,2,x\n1,2,x\n')
    with Table(str(source)) as table:
        list(table.tuples(HEADER))
        source.write_text(change)
        with open(str(tmp_path / 'out.csv'), 'w') as file:
            with pytest.raises(DataError, match='the file changed while it was read'):
                write_in_input_order(file, HEADER, table, {('1', '2'): ('*', '*')}, 2)


def test_aside_puts_the_new_file_in_place(tmp_path):
    target = tmp_path / 'out.csv'
    target.write_text('old')
    with aside(str(target)) as part:
        with open(part, 'w') as file:
            file.write('new')
        assert target.read_text() == 'old'
    assert target.read_text() == 'new'
    assert os.listdir(str(tmp_path)) == ['out.csv']


@pytest.mark.parametrize('exception', [KeyboardInterrupt, DataError('no'), OSError(errno.ENOSPC, 'No space left on device'), MemoryError])
def test_aside_leaves_the_old_file_when_anything_goes_wrong(tmp_path, exception):
    target = tmp_path / 'out.csv'
    target.write_text('old')
    with pytest.raises((KeyboardInterrupt, DataError, MemoryError)):
        with aside(str(target)) as part:
            with open(part, 'w') as file:
                file.write('half')
            raise exception
    assert target.read_text() == 'old'
    assert os.listdir(str(tmp_path)) == ['out.csv']


def test_aside_keeps_the_mode_of_the_old_file(tmp_path):
    target = tmp_path / 'out.csv'
    target.write_text('old')
    target.chmod(0o600)
    with aside(str(target)):
        pass
    assert target.stat().st_mode & 0o777 == 0o600


def test_aside_follows_a_link(tmp_path):
    real, link = tmp_path / 'real.csv', tmp_path / 'link.csv'
    real.write_text('old')
    link.symlink_to(real)
    with aside(str(link)) as part:
        with open(part, 'w') as file:
            file.write('new')
    assert link.is_symlink() and real.read_text() == 'new'


def test_an_output_that_is_an_input_by_a_link_is_refused(tmp_path):
    source, link, hard = tmp_path / 'in.csv', tmp_path / 'link.csv', tmp_path / 'hard.csv'
    source.write_text('a\n')
    link.symlink_to(source)
    os.link(str(source), str(hard))
    for output in (source, link, hard):
        with pytest.raises(DataError, match='the output is the input'):
            check_output(str(output), [str(source)], force=True)


PUBLISHED = 'age,sex,job\n3*,m,a\n3*,m,"b ""x"""\n3*,f,a\n3*,f,a\n'


@pytest.mark.parametrize('content', [PUBLISHED, PUBLISHED.replace('""x""', 'two\nlines'), PUBLISHED.replace('\n', '\r\n')])
def test_the_audit_counts(tmp_path, content):
    path = tmp_path / 'out.csv'
    path.write_bytes(content.encode())
    assert audit(str(path), ['age', 'sex', 'job'], ['age', 'sex'], 2, 4) == (4, 2, 2)
    assert audit(str(path), ['age', 'sex', 'job'], ['sex'], 2, 4) == (4, 2, 2)
    assert audit(str(path), ['age', 'sex', 'job'], ['age'], 4, 4) == (4, 1, 4)


@pytest.mark.parametrize('content, message', [
    (PUBLISHED.replace('f,a', 'd,a', 1), 'the audit found a class of 1 records, fewer than k = 2'),
    (PUBLISHED + '3*,f,a\n', 'the audit counted 5 records instead of 4'),
    (PUBLISHED.replace('sex', 'gender'), 'the audit cannot read the release'),
    (PUBLISHED.replace('job', 'work'), 'the audit found the columns'),
    (PUBLISHED.replace('\n', ',1\n').replace('job,1', 'job,row'), 'the audit found the columns'),
    (PUBLISHED + '3*\n', 'the audit cannot read the release'),
    ('', 'the audit cannot read the release')])
def test_the_audit_refuses(tmp_path, content, message):
    path = tmp_path / 'out.csv'
    path.write_bytes(content.encode())
    with pytest.raises(DataError, match=message):
        audit(str(path), ['age', 'sex', 'job'], ['age', 'sex'], 2, 4)


def test_the_audit_knows_nothing_of_the_rest():
    import kanon.audit
    with open(kanon.audit.__file__, encoding='utf-8') as file:
        assert [line for line in file if line.startswith('from .')] == ['from .errors import DataError\n']
