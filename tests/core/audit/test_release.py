"""The same release is the same bytes, whatever the bound; a run leaves the old file or the new one, and nothing else."""

import csv
import errno
import gc
import io
import json
import lzma
import os
import re
from collections import Counter
from importlib import import_module
from random import Random
from types import SimpleNamespace

import pytest

from conftest import ALL, run, seeds
from flat import anonymize
from kanon.core.audit import recount as audit_module
from kanon.core.audit.recount import Promises, unguarded, verify, verify_people
from kanon.core.counts import drawn as drawn_module
from kanon.core.counts.recoding import recoding_of
from kanon.core.counts.required import Required
from kanon.core.counts.values import ENOUGH, NEARLY
from kanon.core.errors import DataError
from kanon.core.tables import lines as release, output_file, tally as tally_module
from kanon.core.tables.dialect import DELIMITERS
from kanon.core.tables.hierarchy_file import HierarchyFolder
from kanon.core.tables.lines import field_formatter, guarded, lines_in_input_order, sorted_lines
from kanon.core.tables.output_file import check_output, parts_left, replacing, write_all
from kanon.core.tables.packed import ENDINGS, text_file
from kanon.core.tables.publishing import Target, publish
from kanon.core.tables.table import Table
from kanon.core.tables.tally import Tally

HEADER = ['a', 'b', 'carried']
NASTY = ['x', '', ' y', 'a,b', 'two\nlines', 'cr\rlf\r\n', '"quoted"', 'Ünïcode', "'", '#', '=1+1']


def random_rows(seed, n=200):
    random = Random(seed)
    return [tuple(NASTY[int(len(NASTY) * random.random() ** 2)] for _ in HEADER) for _ in range(n)]


def random_recoding(rows, random):
    published = [('*', 'b'), ('[1-2]', 'b,b'), ('*', 'c'), None]
    return {row[:2]: random.choice(published) for row in rows}


def written(tmp_path, rows, recoding, bound, batch=7):
    counted = Tally(2, bound, in_order=True)
    counted.count(rows[start:start + batch] for start in range(0, len(rows), batch))
    path = tmp_path / 'out.csv'
    with open(str(path), 'w', newline='', encoding='utf-8') as file:
        file.writelines(sorted_lines(HEADER, counted, recoding_of(counted.frequency_set, recoding), field_formatter()))
    return counted, path.read_bytes()


def counted_rows(tally):
    """All records of a tally, quasi and carried values, sorted."""
    quasis = list(tally.frequency_set)
    return sorted(quasis[place] + carried for place, carried, n in tally.records() for _ in range(n))


@pytest.mark.parametrize('seed', seeds(30))
@pytest.mark.parametrize('fan', [2, 64])
def test_runs_on_disk_give_the_same_bytes(seed, fan, tmp_path, monkeypatch):
    monkeypatch.setattr(tally_module, 'FAN', fan)
    monkeypatch.setattr(tally_module, 'CHUNK', 1)
    rows = random_rows(seed)
    recoding = random_recoding(rows, Random(seed))
    whole, expected = written(tmp_path, rows, recoding, bound=10 ** 6)
    parts, merged = written(tmp_path, rows, recoding, bound=3)
    assert len(list(parts.rows())) > 5 and len(list(whole.rows())) == 1
    for tally in (whole, parts):
        assert dict(tally.frequency_set) == Counter(row[:2] for row in rows)
        assert counted_rows(tally) == sorted(rows)
    assert merged == expected
    with open(str(tmp_path / 'out.csv'), newline='', encoding='utf-8') as file:
        assert list(csv.reader(file)) == [HEADER] + sorted(
            [*recoding[row[:2]], row[2]] for row in rows if recoding[row[:2]] is not None)


def test_no_more_runs_are_open_than_can_be_merged(tmp_path, monkeypatch):
    monkeypatch.setattr(tally_module, 'FAN', 3)
    monkeypatch.setattr(tally_module, 'CHUNK', 1)
    widths, merge_sorted = [], tally_module.merge_sorted
    monkeypatch.setattr(tally_module, 'merge_sorted', lambda *runs: widths.append(len(runs)) or merge_sorted(*runs))
    rows = [(str(n), '', 'x%d' % n) for n in range(70)]
    written(tmp_path, rows, {row[:2]: row[:2] for row in rows}, bound=10, batch=1)
    assert max(widths) == 3 and len(widths) > 1


@pytest.mark.parametrize('records, different, bound, places', [
    (ENOUGH - 1, ENOUGH - 1, 100, []),      # too few records to tell
    (ENOUGH, ENOUGH, 100, [1]),
    (20, 19, 100, [1]),                     # NEARLY, to the record
    (20, 18, 100, []),
    (20, 20, 20, [1]),                      # all of them in memory
    (20, 20, 19, []),                       # not all of them
    (20, 20, 7, [])])
def test_a_column_of_nearly_as_many_values_as_records(records, different, bound, places):
    """Of three carried columns the second. The others have one value."""
    assert 19 / 20 == NEARLY
    rows = [('a', 'x', 'p%d' % min(n, different - 1), 'y') for n in range(records)]
    tally = Tally(1, bound)
    tally.count(rows[start:start + 5] for start in range(0, records, 5))
    assert tally.nearly_unique() == places


def test_a_tally_holds_no_more_than_its_bound(monkeypatch):
    """In bytes: ten times as many distinct rows of one quasi tuple, or here three times as many, take no more memory."""
    tracemalloc = pytest.importorskip('tracemalloc')
    monkeypatch.setattr(tally_module, 'FAN', 4)
    peaks = []
    for n in (4000, 40000) if ALL else (4000, 12000):
        batches = ([('1', '2', '%d' % (number * 100 + place)) for place in range(100)] for number in range(n // 100))
        gc.collect()        # what earlier tests left
        tracemalloc.start()
        counted = Tally(2, bound=1000)
        counted.count(batches)
        assert counted.frequency_set == {('1', '2'): n}
        recoding = recoding_of(counted.frequency_set, {('1', '2'): ('*', '*')})
        assert sum(1 for _, pairs in tally_module.sorted_classes(counted, recoding) for _ in pairs) == n
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0]


def test_a_temporary_disk_that_is_full_is_said(monkeypatch):
    class Full(io.StringIO):
        def flush(self):
            raise OSError(errno.ENOSPC, 'No space left on device')
    monkeypatch.setattr(tally_module, 'temporary_file', Full)
    with pytest.raises(DataError, match='^a temporary file cannot be written: No space left on device; TMPDIR may name'):
        Tally(1, bound=1).count([[('1', 'a'), ('1', 'b')]])


def test_lines_are_formatted_once_and_forgotten_beyond_the_bound(monkeypatch):
    monkeypatch.setattr(release, 'BOUND', 5)
    monkeypatch.setattr(release, 'TOGETHER', 2)
    held = []

    class Watched(release.Lines):
        def clear(self):
            held.append(len(self))
            super().clear()
    monkeypatch.setattr(release, 'Lines', Watched)
    tally = Tally(2, in_order=True)
    tally.count([[(str(n // 2), '2', 'x') for n in range(40)]])
    recoding = recoding_of(tally.frequency_set, dict.fromkeys(tally.frequency_set, ('*', '*')))
    assert ''.join(lines_in_input_order(HEADER, tally, recoding, field_formatter())) == 'a,b,carried\n' + '*,*,x\n' * 40
    assert held == [6, 6, 6]        # of 20 distinct rows


def test_a_frequent_row_is_written_as_often_as_it_counts(tmp_path):
    n = 2 * release.REPEATS + 5
    _, content = written(tmp_path, [('1', '2', 'x')] * n, {('1', '2'): ('*', '*')}, bound=10)
    assert content == b'a,b,carried\n' + b'*,*,x\n' * n


@pytest.mark.parametrize('bound', [1, 4, 10, 10000])
@pytest.mark.parametrize('seed', range(10))
def test_input_order_is_the_same_rows_in_the_order_of_the_input(seed, bound, tmp_path, monkeypatch):
    """Wherever the rows and their numbers are kept."""
    monkeypatch.setattr(release, 'BOUND', 5)
    monkeypatch.setattr(drawn_module, 'MOST', bound)
    rows = random_rows(seed)
    recoding = random_recoding(rows, Random(seed))
    counted, in_sorted_order = written(tmp_path, rows, recoding, bound)
    text = ''.join(lines_in_input_order(HEADER, counted, recoding_of(counted.frequency_set, recoding), field_formatter()))
    published = [[*recoding[row[:2]], row[2]] for row in rows if recoding[row[:2]] is not None]
    assert list(csv.reader(io.StringIO(text, newline=''))) == [HEADER, *published]
    assert len(text.encode()) == len(in_sorted_order)       # each row in the same writing
    assert sorted(published) == list(csv.reader(io.StringIO(in_sorted_order.decode(), newline='')))[1:]


def test_aside_puts_the_new_file_in_place(tmp_path):
    target = tmp_path / 'out.csv'
    target.write_text('old')
    with replacing(str(target)) as part:
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
        with replacing(str(target)) as part:
            with open(part, 'w') as file:
                file.write('half')
            raise exception
    assert target.read_text() == 'old'
    assert os.listdir(str(tmp_path)) == ['out.csv']


def test_aside_keeps_the_mode_of_the_old_file(tmp_path):
    target = tmp_path / 'out.csv'
    target.write_text('old')
    target.chmod(0o600)
    with replacing(str(target)):
        pass
    assert target.stat().st_mode & 0o777 == 0o600


def test_aside_follows_a_link(tmp_path):
    real, link = tmp_path / 'real.csv', tmp_path / 'link.csv'
    real.write_text('old')
    link.symlink_to(real)
    with replacing(str(link)) as part:
        with open(part, 'w') as file:
            file.write('new')
    assert link.is_symlink() and real.read_text() == 'new'


def test_the_bytes_are_on_disk_before_the_name_and_the_name_before_the_end(tmp_path, monkeypatch):
    done, fsync, replace = [], os.fsync, os.replace
    monkeypatch.setattr(os, 'fsync', lambda descriptor: done.append(os.fstat(descriptor).st_ino) or fsync(descriptor))
    monkeypatch.setattr(os, 'replace', lambda *names: done.append('replace') or replace(*names))
    with replacing(str(tmp_path / 'out.csv')) as part:
        with open(part, 'w') as file:
            file.write('new')
    assert done == [(tmp_path / 'out.csv').stat().st_ino, 'replace', tmp_path.stat().st_ino]


def test_a_part_that_nobody_holds_is_removed_by_the_next_run(tmp_path):
    """It is told from the part of a run that goes on, and from what has another name."""
    target, left = tmp_path / 'out.csv', tmp_path / 'out.csv.0123456789ab.part'
    others = ['out.csv.part', 'out.csv.0123456789aB.part', 'out.csv.0123456789abc.part', 'my-out.csv.0123456789ab.part', 'outxcsv.0123456789ab.part']
    for name in [*others, left.name]:
        (tmp_path / name).write_text('half')
    (tmp_path / 'out.csv.00000000000b.part').symlink_to(left)
    os.mkfifo(str(tmp_path / 'out.csv.00000000000c.part'))
    assert parts_left(str(target)) == [str(left)]
    with replacing(str(target)) as first:
        assert parts_left(str(target)) == [] and not left.exists()
        with replacing(str(target)) as second:
            assert os.path.exists(first) and os.path.exists(second) and parts_left(str(target)) == []
        assert os.path.exists(first)
    stay = {*others, 'out.csv', 'out.csv.00000000000b.part', 'out.csv.00000000000c.part'}
    assert set(os.listdir(str(tmp_path))) == stay


def test_a_part_that_is_taken_before_it_is_locked_is_made_again(tmp_path, monkeypatch):
    """Another run may look at the moment between the making and the locking."""
    taken, lock = [], output_file.lock

    def late(descriptor, wait=True):
        if wait and not taken:
            taken.extend(parts_left(str(tmp_path / 'out.csv'), deal=os.remove))
        return lock(descriptor, wait)
    monkeypatch.setattr(output_file, 'lock', late)
    with replacing(str(tmp_path / 'out.csv')) as part:
        assert os.path.exists(part) and len(taken) == 1 and part not in taken
    assert os.listdir(str(tmp_path)) == ['out.csv']


@pytest.mark.parametrize('ending, magic', [('.gz', b'\x1f\x8b\x08\0\0\0\0\0'), ('.bz2', b'BZh9'), ('.xz', b'\xfd7zXZ'), ('.GZ', b'\x1f\x8b'), ('.gzip', b'age')])
@pytest.mark.parametrize('order', ['sorted', 'input'])
def test_an_output_is_packed_as_its_name_says(tmp_path, ending, magic, order):
    """The same table in it as in a plain one, the same bytes each time, and every verb reads it."""
    (tmp_path / 'data.csv').write_text('age,zip,job\n' + ''.join('%d,%d,%s\n' % (30 + n % 5, 100 + n % 3, 'abc'[n % 3]) for n in range(60)))
    words = ['data.csv', '-k', '3', '--quasi', 'age,zip', '--sensitive', 'job', '--quiet', '--order', order, '--categories', 'frequency']
    assert run('run_mondrian.py', *words, '-o', 'plain.csv', cwd=str(tmp_path)).returncode == 0
    name = 'out.csv' + ending
    for output in (name, 'again' + ending):
        assert run('run_mondrian.py', *words, '-o', output, '--record', output + '.json', cwd=str(tmp_path)).returncode == 0
    packed = (tmp_path / name).read_bytes()
    assert packed.startswith(magic) and packed == (tmp_path / ('again' + ending)).read_bytes() and b'out' not in packed
    plain, same = Table(str(tmp_path / 'plain.csv')), Table(str(tmp_path / name))
    assert list(plain.tuples(plain.columns)) == list(same.tuples(same.columns)) and same.read == 60
    assert audit_module.recount(str(tmp_path / name), plain.columns) == audit_module.recount(str(tmp_path / 'plain.csv'), plain.columns)
    judged = [run('kanon', verb, path, '--quasi', 'age,zip', *more, cwd=str(tmp_path)).stdout.splitlines()[1:]
              for path in ('plain.csv', name) for verb, *more in (['check'], ['risk'], ['attack', '--known', 'data.csv', '--sensitive', 'job'])]
    assert judged[:3] == judged[3:] and all(judged)
    assert 'the same bytes' in run('kanon', 'replay', name + '.json', cwd=str(tmp_path)).stdout


@pytest.mark.parametrize('encoding', ['utf-8', 'utf-8-sig', 'utf-16', 'UTF_16', 'utf-16-le', 'utf-32', 'utf-32-be', 'gb18030', 'utf-7'])
@pytest.mark.parametrize('ending', ['.gz', '.bz2', '.xz'])
def test_what_is_packed_is_the_plain_file_in_every_encoding(tmp_path, ending, encoding):
    paths = [str(tmp_path / name) for name in ('a.csv', 'a.csv' + ending)]
    for path in paths:
        with text_file(path, path, encoding) as file:
            file.writelines(['age,job\n', '30,a\n'])
    with audit_module.opened(paths[0], encoding) as plain, audit_module.opened(paths[1], encoding) as packed:
        assert plain.read() == packed.read() == 'age,job\n30,a\n'
    with open(paths[0], 'rb') as plain, open(paths[1], 'rb') as packed:
        assert import_module(ENDINGS[ending]).decompress(packed.read()) == plain.read()
    assert list(Table(paths[1], encoding=encoding).tuples(['age', 'job'])) == [('30', 'a')]


def test_every_output_is_packed_as_its_name_says(tmp_path):
    (tmp_path / 'data.csv').write_text('age,job\n30,a\n31,a\n')
    for words in (['check', 'data.csv', '--quasi', 'age'], ['sweep', 'data.csv', '--quasi', 'age', '--k', '2', '--algorithm', 'mondrian'],
                  ['hierarchy', 'ranges', '--bounds', '1,9', '--widths', '5']):
        for output in 'plain', 'packed.xz':
            assert run('kanon', *words, '-o', output, '--force', '--quiet' if words[0] == 'sweep' else '--redact', cwd=str(tmp_path)).returncode == 0
        assert len(lzma.decompress((tmp_path / 'packed.xz').read_bytes()).splitlines()) == len((tmp_path / 'plain').read_bytes().splitlines())


@pytest.mark.parametrize('delimiter', DELIMITERS)
@pytest.mark.parametrize('seed', seeds(40))
def test_the_delimiter_of_the_release_is_recognized_and_nothing_else_changes(delimiter, seed, tmp_path):
    rows = [(age, zip_ + '%d' % n, carried) for n, (age, zip_, carried) in enumerate(random_rows(seed, 50))]
    recoding = {row[:2]: (row[0], '{%s|b}' % row[1]) for row in rows}
    counted = Tally(2)
    counted.count([rows])
    target = Target(str(tmp_path / 'out.csv'), HEADER, HEADER[:2], guarded=seed % 2 == 1, delimiter=delimiter)
    table = SimpleNamespace(roots={}, files=[], signs={})
    assert publish(target, table, counted, recoding, Required(1), HierarchyFolder('none')).audit.records == 50
    with open(target.path, newline='', encoding='utf-8') as file:
        found = list(csv.reader(file, delimiter=delimiter))
    text = ''.join(sorted_lines(HEADER, counted, recoding_of(counted.frequency_set, recoding), field_formatter(target.guarded)))
    plain = list(csv.reader(io.StringIO(text, newline='')))
    assert found == plain
    table = Table(target.path, missing='value')
    assert (table.delimiter, table.columns) == (delimiter, tuple(HEADER))
    assert list(map(list, table.tuples(HEADER))) == plain[1:]       # what every csv reader reads, with blanks at its beginning


def test_a_blank_at_the_beginning_counts_for_kanon_as_for_every_reader(tmp_path):
    (tmp_path / 'data.csv').write_text('ward,dx\n" A",flu\n" A",flu\nA,cancer\nA,flu\n')
    words = ['--quasi', 'ward', '--sensitive', 'dx']
    for order in 'sorted', 'input':
        assert run('run_mondrian.py', 'data.csv', *words, '-k', 2, '-o', order, '--order', order, '--quiet', cwd=str(tmp_path)).returncode == 0
        assert sorted((tmp_path / order).read_text().splitlines()) == ['" A",flu', '" A",flu', 'A,cancer', 'A,flu', 'ward,dx']
        judged = json.loads(run('kanon', 'check', order, *words, '--json', cwd=str(tmp_path)).stdout)
        assert (judged['classes']['count'], judged['columns'][0]['l'], judged['columns'][0]['homogeneous']['classes']) == (2, 1, 1)


@pytest.mark.parametrize('order', ['sorted', 'input'])
def test_the_delimiter_is_typed_stands_in_the_ini_file_and_is_replayed(order, tmp_path):
    (tmp_path / 'data.csv').write_text('age,job\n30,"a;b"\n31,c\n')
    words = ['data.csv', '-k', '2', '--quasi', 'age', '--sensitive', 'job', '--quiet', '--order', order]
    assert run('run_mondrian.py', *words, '-o', 'a.csv', '--output-delimiter', 'tab', cwd=str(tmp_path)).returncode == 0
    assert (tmp_path / 'a.csv').read_text() == 'age\tjob\n[30-31]\ta;b\n[30-31]\tc\n'
    (tmp_path / 'data.ini').write_text('[kanon]\noutput-delimiter = |\n')
    assert run('run_mondrian.py', *words, '-o', 'b.csv', '--record', 'b.json', cwd=str(tmp_path)).returncode == 0
    assert (tmp_path / 'b.csv').read_text() == 'age|job\n[30-31]|a;b\n[30-31]|c\n'
    assert 'the same bytes' in run('kanon', 'replay', 'b.json', cwd=str(tmp_path)).stdout
    anonymize(str(tmp_path / 'data.csv'), ['age'], ['job'], k=2).write(str(tmp_path / 'c.csv'), output_delimiter=';', order=order)
    assert (tmp_path / 'c.csv').read_text() == 'age;job\n[30-31];"a;b"\n[30-31];c\n'
    with pytest.raises(DataError, match="output_delimiter: one of , ; [|] or the word tab is expected, not ':'"):
        anonymize(str(tmp_path / 'data.csv'), ['age'], ['job'], k=2).write(str(tmp_path / 'd.csv'), output_delimiter=':')


def test_an_output_that_is_an_input_by_a_link_is_refused(tmp_path):
    source, link, hard = tmp_path / 'in.csv', tmp_path / 'link.csv', tmp_path / 'hard.csv'
    source.write_text('a\n')
    link.symlink_to(source)
    os.link(str(source), str(hard))
    for output in (source, link, hard):
        with pytest.raises(DataError, match='the output is the input'):
            check_output(str(output), [str(source)], force=True)


PUBLISHED = 'age,sex,job\n3*,m,a\n3*,m,"b ""x"""\n3*,f,a\n3*,f,a\n'


def test_the_audit_parses_each_line_once(tmp_path, monkeypatch):
    """What makes it quick: equal lines are counted before csv sees them."""
    path, parsed = tmp_path / 'out.csv', []
    path.write_text('age,sex\n' + '3*,m\n' * 1000)

    def reader(lines, **how):
        if isinstance(lines, dict):     # a batch, not the open file
            parsed.append(len(lines))
        return csv.reader(lines, **how)
    monkeypatch.setattr(audit_module, 'csv', type('csv', (), {'reader': staticmethod(reader), 'Error': csv.Error}))
    assert verify(str(path), Promises(['age', 'sex'], ['age'], Required(2), 1000)) == (1000, 1, 1000)
    assert parsed == [1]


def test_the_audit_finds_no_class_of_k_in_a_release_of_no_record(tmp_path):
    path = tmp_path / 'out.csv'
    path.write_text('age,sex\n')
    with pytest.raises(DataError, match='a class of 0 records'):
        verify(str(path), Promises(['age', 'sex'], ['age'], Required(2), 0))
    assert verify(str(path), Promises(['age', 'sex'], ['age'], Required(0), 0)) == (0, 0, 0)


@pytest.mark.parametrize('content', [PUBLISHED, PUBLISHED.replace('""x""', 'two\nlines'), PUBLISHED.replace('\n', '\r\n')])
def test_the_audit_counts(tmp_path, content):
    path = tmp_path / 'out.csv'
    path.write_bytes(content.encode())
    assert verify(str(path), Promises(['age', 'sex', 'job'], ['age', 'sex'], Required(2), 4)) == (4, 2, 2)
    assert verify(str(path), Promises(['age', 'sex', 'job'], ['sex'], Required(2), 4)) == (4, 2, 2)
    assert verify(str(path), Promises(['age', 'sex', 'job'], ['age'], Required(4), 4)) == (4, 1, 4)


@pytest.mark.parametrize('content, message', [
    (PUBLISHED.replace('f,a', 'd,a', 1), 'the audit found a class of 1 record, fewer than k = 2'),
    (PUBLISHED + '3*,f,a\n', 'the audit counted 5 records instead of 4'),
    (PUBLISHED.replace('sex', 'gender'), 'the audit cannot read the release'),
    (PUBLISHED.replace('job', 'work'), 'the audit found the columns'),
    (PUBLISHED.replace('\n', ',1\n').replace('job,1', 'job,row'), 'the audit found the columns'),
    (PUBLISHED + '3*\n', 'the audit cannot read the release'), (PUBLISHED + '3*,f,a,b\n', 'the audit cannot read the release'),
    (PUBLISHED.replace('f,a', 'f,"a\n"', 1) + '3*,f,a,b\n', 'the audit cannot read the release'),
    ('', 'the audit cannot read the release')])
def test_the_audit_refuses(tmp_path, content, message):
    path = tmp_path / 'out.csv'
    path.write_bytes(content.encode())
    with pytest.raises(DataError, match=message):
        verify(str(path), Promises(['age', 'sex', 'job'], ['age', 'sex'], Required(2), 4))


HALF = (1, 2)


@pytest.mark.parametrize('n, people, k_map, presence, problem', [
    (2, {'3*': 4}, 0, (HALF, (1, 1)), None), (2, {'3*': 4}, 0, ((0, 1), HALF), None),       # the share is a limit itself
    (2, {'3*': 5}, 0, (HALF, (1, 1)), 'a class with 2 of 5 people in the table, beyond'),
    (2, {'3*': 3}, 0, ((0, 1), HALF), 'a class with 2 of 3 people in the table, beyond'),
    (2, {}, 0, ((0, 1), (1, 1)), 'a class with 2 of 0 people in the table, beyond'),
    (2, {}, 1, None, 'a class that fits 0 of the population, fewer than k-map = 1'), (2, {'3*': 4}, 4, None, None),
    (2, {'3*': 3}, 4, None, 'a class that fits 3 of the population, fewer than k-map = 4'), (2, {'3*': 9, '4*': 1}, 4, None, None),
    (2, {'3*': 2, '4*': 1}, 0, (HALF, (1, 1)), 'people of the population without a class'),
    (2, {'3*': 2, '4*': 1}, 0, ((0, 1), (1, 1)), None)])
def test_the_audit_of_a_population(n, people, k_map, presence, problem):
    required = SimpleNamespace(k_map=k_map, presence=presence)
    if problem is None:
        verify_people({'3*': n}, people, required)
    else:
        with pytest.raises(DataError, match='the audit found ' + problem):
            verify_people({'3*': n}, people, required)


@pytest.mark.parametrize('plain', [str, unguarded])
def test_the_audit_finds_the_fingerprint_of_the_rows(plain, tmp_path):
    """Of values that come several times, with guards and without."""
    path = tmp_path / 'out.csv'
    path.write_text("age,sex,job,pay\n3*,m,'=a,1\n3*,m,'=a,1\n3*,f,'=a,2\n'-x,m,b,1\n")
    a, x = plain("'=a"), plain("'-x")
    table = [(('3*', 'm', a, '1'), 2), (('3*', 'f', a, '2'), 1), ((x, 'm', 'b', '1'), 1)]
    header, counts, fingerprint = audit_module.recount(str(path), ['age', 'sex'], plain)
    assert (header, sum(counts.values())) == (['age', 'sex', 'job', 'pay'], 4)
    assert fingerprint == sum(n * hash('\0'.join(row)) for row, n in table)


def test_the_audit_knows_nothing_of_the_rest():
    """What decides has its own files, and takes of all others the errors alone."""
    own, outside = ['recount'], set()
    for name in own:
        with open(os.path.join(os.path.dirname(audit_module.__file__), name + '.py'), encoding='utf-8') as file:
            for module, names in re.findall(r'^ *from (\.[\w.]*) import (.+)$', file.read(), re.MULTILINE):
                if module.startswith('..'):
                    outside.update((module, taken) for taken in names.split(', '))
                elif module[1:] not in own:
                    own.append(module[1:])
    assert set(own) == {'recount', 'deciders', 'items', 'same', 'logarithms'}
    assert outside == {('..errors', 'Disagreed'), ('..errors', 'show')}


def test_what_a_spreadsheet_would_run_is_guarded_and_nothing_gets_equal():
    values = ['=1+1', "'=1+1", "''=1+1", '-5', "'-5", '-5+x', '+1.5e3', '@cmd', ' =1', "' =1", '\t=1', '\n=1', '\uff1d1', "o'clock", "'tis", '', "'", '=']
    safe = list(map(guarded, values))
    assert len(set(safe)) == len(values) and list(map(unguarded, safe)) == values
    assert [value for value in safe if value[:1] in tuple('=+-@\t\n\uff1d')] == ['-5', '+1.5e3']
    assert [one for one, other in zip(values, safe) if one == other] == ['-5', '+1.5e3', "o'clock", "'tis", '', "'"]


@pytest.mark.parametrize('order', ['sorted', 'input'])
def test_a_release_for_spreadsheets(tmp_path, order):
    """Header, labels and carried values; the audit and its rules read what was meant; the order and the rest stay."""
    (tmp_path / 'data.csv').write_text('=age,job\n' + '-5,=HYPERLINK("x")\n-5,@sum\n-6,plain\n-6,@sum\n', encoding='utf-8')
    words = [tmp_path / 'data.csv', '--quasi', '=age', '--sensitive', 'job', '-k', 2, '-o', '-', '--order', order, '--l-diversity', 2,
             '--t-closeness', '0.5']
    plain, safe = run('run_mondrian.py', *words), run('run_mondrian.py', *words, '--spreadsheet-safe')
    assert (plain.returncode, safe.returncode, safe.stderr.count('\n')) == (0, 0, plain.stderr.count('\n'))
    assert safe.stdout == (plain.stdout.replace('=age', "'=age").replace('@sum', "'@sum").replace('"=HYP', '"\'=HYP'))
    assert "'=HYP" in safe.stdout and '\n-5,' in safe.stdout


@pytest.mark.parametrize('call, fault', [('write', OSError(errno.ENOSPC, 'No space left on device')), ('mkdir', PermissionError(errno.EACCES, 'Permission denied'))])
def test_several_files_are_written_all_or_none(tmp_path, monkeypatch, call, fault):
    """The folder that was made goes again, the file that stood there stays."""
    texts = {str(tmp_path / 'a.ini'): 'new\n', str(tmp_path / 'made' / 'b.txt'): 'new\n'}
    (tmp_path / 'a.ini').write_text('old\n')

    def fails(*arguments, **more):
        raise fault
    if call == 'mkdir':
        monkeypatch.setattr(os, 'makedirs', fails)
    else:
        monkeypatch.setattr(output_file, 'write_text', fails)
    with pytest.raises(DataError, match=fault.strerror):
        write_all(texts)
    assert os.listdir(str(tmp_path)) == ['a.ini'] and (tmp_path / 'a.ini').read_text() == 'old\n'
    monkeypatch.undo()
    write_all(texts)
    assert (tmp_path / 'a.ini').read_text() == (tmp_path / 'made' / 'b.txt').read_text() == 'new\n'


@pytest.mark.parametrize('different, expected', [(18, []), (19, [0]), (20, [0])])
def test_a_column_with_nineteen_values_in_twenty_records_is_nearly_unique(different, expected):
    tally = Tally(1)
    tally.count([[('39', str(number % different)) for number in range(20)]])
    assert tally.nearly_unique() == expected


def test_the_records_of_a_tally_are_its_table_also_from_disk():
    batches = [[('39', 'm', 'Sales', 'US'), ('39', 'f', 'Tech', 'US')], [('50', 'm', 'Tech', 'UK'), ('39', 'm', 'Sales', 'US')]]
    for bound in (1, 100):
        tally = Tally(2, bound=bound)
        tally.count(batches)
        for _ in range(2):      # it may be read again
            assert Counter(counted_rows(tally)) == {('39', 'm', 'Sales', 'US'): 2, ('39', 'f', 'Tech', 'US'): 1, ('50', 'm', 'Tech', 'UK'): 1}


def test_the_audit_recounts_one_column(tmp_path):
    path = tmp_path / 'one.csv'
    path.write_text('sex\nfemale\nmale\nfemale\n')
    assert audit_module.recount(str(path), ['sex'])[:2] == (['sex'], {('female',): 2, ('male',): 1})


@pytest.mark.parametrize('different, expected', [(9, []), (10, [0])])
def test_the_values_of_a_column_of_lists_are_its_items(different, expected):
    """20 lists of two items, each another list: of 18 items, or of 20."""
    tally = Tally(1)
    tally.count([[('39', 'a%d|b%d' % (number % different, (number + number // different) % different)) for number in range(20)]])
    assert tally.nearly_unique(['|']) == expected and tally.nearly_unique([None]) == tally.nearly_unique() == [0]
