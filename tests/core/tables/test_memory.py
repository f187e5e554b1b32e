"""--memory is kept: what need not be in memory goes to disk, and a table of too many combinations is refused in one line."""

import os
import subprocess
import sys
from random import Random

import pytest

from conftest import ALL, HOME, run
from kanon.core.errors import DataError
from kanon.core.tables.tally import Tally

cpython = pytest.mark.skipif(sys.implementation.name != 'cpython' or not hasattr(os, 'wait4'), reason='the memory of CPython is measured')


MEASURED = 'import os, subprocess, sys; _, status, usage = os.wait4(subprocess.Popen(sys.argv[1:]).pid, 0); print(status, usage.ru_maxrss)'


def peak(path, *words, script='run_mondrian.py'):
    """The exit status and the peak memory, in MB, of a run. A child has at least the memory of its parent, so a small one starts it."""
    python = [sys.executable, '-E', '-s', '-S']
    command = [*python, os.path.join(HOME, script), str(path), '-o', str(path) + '.out.csv', '--force', '--quiet', *words]
    result = subprocess.run([*python, '-c', MEASURED, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    status, memory = map(int, result.stdout.split())
    return status, memory / (1024 if sys.platform != 'darwin' else 1 << 20)


def near_distinct(path, n):
    random = Random(n)
    rows = ('%d,%d,%s,%s\n' % (random.randrange(30000), random.randrange(90000), random.choice('mf'), random.choice('ab')) for _ in range(n))
    path.write_text('birth,zip,sex,ill\n' + ''.join(rows))
    return path


@cpython
@pytest.mark.parametrize('n', [20000, 60000] if ALL else [20000])
def test_as_many_combinations_as_it_allows_take_no_more(n, tmp_path):
    status, megabytes = peak(near_distinct(tmp_path / 'd.csv', n), '--quasi', 'birth,zip,sex', '--sensitive', 'ill', '--memory', '64M')
    assert status == 0 and megabytes < 64


@cpython
@pytest.mark.parametrize('script, n, words, memory, too_little', [
    ('run_mondrian.py', 40000, [], 80, 72), ('run_mondrian.py', 40000, ['--recoding', 'r.csv'], 104, 96),
    ('run_samarati.py', 20000, ['--max-suppression', '2%', '--hierarchies', 'h'], 72, 64)])
def test_classes_and_a_recoding_count_too(script, n, words, memory, too_little, tmp_path):
    """With k = 2 there are many classes. A run that is not refused takes no more than it may."""
    header, *rows = near_distinct(tmp_path / 'd.csv', n).read_text().split()
    (tmp_path / 'h').mkdir()
    for name, *values in list(zip(*(row.split(',') for row in [header, *rows])))[:3]:
        (tmp_path / 'h' / (name + '.txt')).write_text(''.join('%s,%s*,*\n' % (value, value[:2]) for value in set(values)))
    words = [str(tmp_path / word) if word in ('r.csv', 'h') else word for word in words]
    found = [peak(tmp_path / 'd.csv', '--quasi', 'birth,zip,sex', '--sensitive', 'ill', '-k', '2', *words, '--memory', '%dM' % megabytes, script=script)
             for megabytes in (memory, too_little)]
    assert [bool(status) for status, _ in found] == [False, True] and found[0][1] < memory, found


@cpython
@pytest.mark.parametrize('memory', ['64M', '96M'])
def test_different_values_of_the_quasi_identifiers_count_too(memory, tmp_path):
    """40,000 rows of three columns that differ in nearly every row take more than 64 MB: refused, or kept to."""
    random = Random(1)
    rows = ('%d,%d,%d,x\n' % tuple(random.randrange(10 ** 8, 10 ** 9) for _ in range(3)) for _ in range(40000))
    (tmp_path / 'd.csv').write_text('a,b,c,ill\n' + ''.join(rows))
    status, megabytes = peak(tmp_path / 'd.csv', '--quasi', 'a,b,c', '--sensitive', 'ill', '--memory', memory)
    assert bool(status) == (memory == '64M') and megabytes < int(memory[:-1])


@cpython
def test_carried_values_that_are_all_different_go_to_disk(tmp_path):
    """20,000 or 150,000 of them take no more than 64 MB. Without --memory the larger table takes more."""
    n = 150_000 if ALL else 20_000
    (tmp_path / 'd.csv').write_text('age,name\n' + ''.join('%d,name %07d of somebody\n' % (number % 50, number) for number in range(n)))
    words = '--quasi', 'age', '--sensitive', 'name'
    status, megabytes = peak(tmp_path / 'd.csv', *words, '--memory', '64M')
    assert status == 0 and megabytes < 64
    if ALL:
        assert peak(tmp_path / 'd.csv', *words)[1] > 64


def test_too_many_combinations_are_refused_in_one_line(tmp_path):
    near_distinct(tmp_path / 'd.csv', 80000)
    result = run('run_mondrian.py', str(tmp_path / 'd.csv'), '--quasi', 'birth,zip,sex', '--sensitive', 'ill', '--memory', '64M',
                 '-o', str(tmp_path / 'out.csv'))
    assert result.returncode == 1 and not (tmp_path / 'out.csv').exists()
    assert result.stderr == ('run_mondrian.py: the table has too many different combinations of the quasi-identifiers for --memory 64M,'
                             ' more than 59,252 rows; allow more, or make the columns coarser before kanon reads them\n')


@pytest.mark.parametrize('cuts, distinct, room, bytes_', [(True, False, 4, 960), (False, False, 2, 1280), (True, True, 2, 960)])
def test_cuts_take_less_than_roll_ups_and_distinct_tuples_more(cuts, distinct, room, bytes_):
    """240 bytes a row of one column for cuts, 640 for roll-ups, and twice as many where tuples are kept distinct."""
    memory = (40 << 20) + bytes_
    for rows in (room, room + 1):
        tally = Tally(1, distinct=distinct, memory=memory, cuts=cuts)
        batch = [[(str(number),) for number in range(rows)]]
        if rows == room:
            tally.count(batch)
            assert len(tally.frequency_set) == rows
        else:
            with pytest.raises(DataError, match='more than %d rows' % room):
                tally.count(batch)


def test_each_row_of_a_counted_table_may_be_a_class():
    """Three rows of one column and their classes: 240 bytes each for cuts at k = 10, and 3 x 1500 where each has ten records."""
    for records, more, refused in (1, 0, False), (10, 0, True), (10, 3 * 1500, False):
        tally = Tally(1, memory=(40 << 20) + 3 * 240 + more, cuts=True)
        batches = [[(str(number), str(records)) for number in range(3)]]
        if refused:
            with pytest.raises(DataError, match='too many different combinations .* more than 0 rows'):
                tally.count(batches, counted=True)
        else:
            tally.count(batches, counted=True)
            assert tally.frequency_set.records == 3 * records


def test_what_roll_ups_keep_is_bounded():
    """Beyond 228,571 rows, which have 420 bytes each for it, what they keep takes no more. So five million rows of five columns fit."""
    tally = Tally(5, memory=2 << 30)
    tally._check_room(5_000_000)
    with pytest.raises(DataError, match='more than 5,288,264 rows'):
        tally._check_room(6_000_000)


def test_the_less_memory_the_fewer_different_rows_are_in_it():
    assert [Tally(1, memory=memory).bound for memory in (64 << 20, 10 ** 12, None)] == [33554, 200_000, 200_000]
    assert [Tally(1, bound=5, memory=memory).bound for memory in (64 << 20, None)] == [5, 5]
    with pytest.raises(DataError, match='more than 0 rows'):
        Tally(1, memory=0).count([[('39',)]])


def test_so_many_quasi_identifiers_are_taken():
    assert Tally(20_000).width == 20_000
    with pytest.raises(DataError, match='20,001 quasi-identifiers are named, and at most 20,000 are taken'):
        Tally(20_001)
