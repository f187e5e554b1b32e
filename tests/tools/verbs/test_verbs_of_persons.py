"""count and recode with --person: the release of the counts is that of the records, and a recoded part has as many persons as are counted."""

import csv
import json
import os
import re
from collections import Counter

import pytest

from conftest import run_here, run_inside, seeds
from kanon.core.audit.persons_of_rows import PersonsOfRows
from kanon.core.errors import DataError
from kanon.core.tables import recoding_file
from kanon.tools.verbs.pseudonyms import read_key
from test_persons import is_nobody
from test_runs_of_persons import drawn_case, run_of, stays, words_of, written

CARRIED = ['--sensitive', 'ill', '--publish', 'job']


def recoded(case, folder, data, *words):
    """(exit status, the report, the message) of kanon recode."""
    given = ['--missing', case.missing, '--hierarchies', folder, '-o', folder / 'again.csv', '--force', *['--counts', 'n'] * case.counted]
    status, out, err = run_here('recode', [folder / 'recoding.csv', data, *CARRIED, *given, *words])
    return status, out.decode('utf-8'), err


def counted(case, folder, *words):
    status, _, err = run_here('count', [folder / 'v.csv', '--quasi', 'age,sex', *CARRIED, '--missing', case.missing, '-o', folder / 'c.csv', '--force',
                                        *['--counts', 'n'] * case.counted, *words])
    assert (status, err) == (0, '')
    with open(str(folder / 'c.csv'), newline='') as file:
        return list(csv.reader(file))


@pytest.mark.parametrize('seed', seeds(60, 7))
def test_the_release_of_the_counts_is_that_of_the_records(seed, tmp_path):
    case = drawn_case(seed, 'samarati', 'optimal', 'datafly', 'mondrian')
    status, report, err, _ = run_of(case, tmp_path)
    (tmp_path / 'key').write_text('thirty random characters or so')
    (tmp_path / 'key').chmod(0o600)
    expected = Counter(row for row in case.table if case.missing != 'drop' or not {'', '?'} & set(row))
    left_out = len(case.table) - sum(expected.values())
    for words in [], ['--pseudonyms', tmp_path / 'key']:
        header, *rows = counted(case, tmp_path, '--person', 'who', *words)
        assert header == ['age', 'sex', 'ill', 'job', 'who', 'n'] and rows == sorted(rows)
        if not words:
            assert {tuple(row[:-1]): int(row[-1]) for row in rows} == {**expected, **({('',) * 5: left_out} if left_out else {})}
        else:
            pairs = pseudonyms_of(expected, [row for row in rows if any(row[:-1])], case)
            assert all(name == pseudonym if is_nobody(name) else re.fullmatch('[0-9a-f]{20}', pseudonym) for name, pseudonym in pairs.items())
        given = [tmp_path / 'c.csv' if word == tmp_path / 'v.csv' else tmp_path / 'of_counts.csv' if word == tmp_path / 'out.csv' else word
                 for word in words_of(case, tmp_path)[1:]]
        again, out, error = run_here(words_of(case, tmp_path)[0], [*given, *['--counts', 'n'] * (not case.counted)])
        assert (again == 0) == (status == 0), (err, error)
        if status:
            continue
        assert (tmp_path / 'of_counts.csv').read_bytes() == (tmp_path / 'out.csv').read_bytes()
        told = json.loads(out)
        for name in 'records', 'classes', 'measures', 'columns', 'audit', 'persons', 'unique', 'person':
            assert told[name] == report[name], name


def pseudonyms_of(expected, rows, case):
    """{name: pseudonym}, of those who can be told apart by their rows. Every pseudonym has the rows of one name."""
    def by_person(counts):
        found = {}
        for row, n in counts:
            found.setdefault(row[4], []).append((*row[:4], n))
        return {name: sorted(of_name) for name, of_name in found.items()}
    names, hidden = by_person(expected.items()), by_person((row[:-1], int(row[-1])) for row in rows)
    assert sorted(names.values()) == sorted(hidden.values())
    return {name: pseudonym for name, of_name in names.items() for pseudonym, of_hidden in hidden.items()
            if of_name == of_hidden and list(names.values()).count(of_name) == 1}


def test_one_key_gives_the_same_pseudonyms_in_every_part(tmp_path):
    (tmp_path / 'key').write_text('thirty random characters or so\n')
    (tmp_path / 'other').write_text('thirty other characters or so.\n')
    for key in 'key', 'other':
        (tmp_path / key).chmod(0o600)
    for name, rows in (('a', ['30,Ann', '31,Bob']), ('b', ['30,Bob', '31,Ann', '30,NA'])):
        (tmp_path / (name + '.csv')).write_text('\n'.join(['age,who', *rows, '']))

    def pseudonyms(key, *data):
        done = run_inside('kanon', 'count', *data, '--quasi', 'age', '--sensitive', '', '--person', 'who', '--pseudonyms', key, cwd=str(tmp_path))
        assert (done.returncode, done.stderr) == (0, '')
        return [line.split(',') for line in done.stdout.splitlines()[1:]]
    (a, b), of_b = pseudonyms('key', 'a.csv'), pseudonyms('key', 'b.csv')
    unknown = ['30', 'NA', '1']
    of_b.remove(unknown)
    assert a[1] != b[1] and {tuple(row[:2]) for row in of_b} == {('30', b[1]), ('31', a[1])}
    assert pseudonyms('key', 'a.csv', 'b.csv') == sorted([a, b, unknown, *of_b])
    assert not {a[1], b[1]} & {row[1] for row in pseudonyms('other', 'a.csv')}


def test_who_may_be_one_person_has_one_pseudonym_in_every_part(tmp_path):
    (tmp_path / 'key').write_text('thirty random characters or so\n')
    (tmp_path / 'key').chmod(0o600)
    for name, who in (('a', ['Ann', '012', 'Ko\u0308ln']), ('b', ['ann ', '12', 'K\xf6ln'])):
        (tmp_path / (name + '.csv')).write_text('\n'.join(['age,who', *('3%d,%s' % pair for pair in enumerate(who)), '']), encoding='utf-8')

    def pseudonyms(part, *words):
        words = [part, '--quasi', 'age', '--sensitive', '', '--person', 'who', '--pseudonyms', 'key', *words]
        done = run_inside('kanon', 'count', *words, cwd=str(tmp_path))
        assert done.returncode == 0, done.stderr
        return [line.split(',')[1] for line in done.stdout.splitlines()[1:]]
    assert pseudonyms('a.csv') == pseudonyms('b.csv') and len(set(pseudonyms('a.csv'))) == 3
    exact = [pseudonyms(part, '--exact', 'who') for part in ('a.csv', 'b.csv')]
    assert len({*exact[0], *exact[1]}) == 6


@pytest.mark.skipif(os.name != 'posix', reason='there are no such modes')
@pytest.mark.parametrize('mode', [0o600, 0o640, 0o644, 0o604])
def test_a_key_that_other_users_can_read_is_told_on_standard_error(mode, tmp_path):
    (tmp_path / 'key').write_text('thirty random characters or so\n')
    (tmp_path / 'key').chmod(mode)
    (tmp_path / 'a.csv').write_text('age,who\n30,Ann\n31,Bob\n')
    done = run_inside('kanon', 'count', 'a.csv', '--quasi', 'age', '--sensitive', '', '--person', 'who', '--pseudonyms', 'key', cwd=str(tmp_path))
    told = ('python -m kanon count: other users of this machine can read key, and whoever has it can try names; take that from them with chmod o-r\n')
    assert (done.returncode, done.stdout.count('\n'), done.stderr) == (0, 3, told if mode & 0o004 else '')


@pytest.mark.parametrize('seed', seeds(60, 7))
def test_a_recoded_table_and_its_parts_in_persons(seed, tmp_path):
    case = drawn_case(seed, 'samarati', 'optimal', 'datafly', 'mondrian')
    status, report, _, _ = run_of(case, tmp_path)
    if status:
        return
    done, told, err = recoded(case, tmp_path, tmp_path / 'v.csv', '--person', 'who', '-k', case.k)
    assert (done, err) == (0, '') and (tmp_path / 'again.csv').read_bytes() == (tmp_path / 'out.csv').read_bytes()
    assert fewest_in(told) == report['audit']['persons']
    persons = PersonsOfRows(dict.fromkeys([row[:2] for row in case.rows]), 2, counted=True)
    assert list(persons.seen([[(*row, n) for row, n in Counter(case.rows).items()]])) == [[(*row[:4], n) for row, n in Counter(case.rows).items()]]
    assert persons.several() == report['persons']['several']
    if not report['records']['suppressed']:
        assert persons.joined() == list(report['persons']['joined'].values())
    assert recoded(case, tmp_path, tmp_path / 'v.csv')[2] == (
        'python -m kanon recode: %s: counts persons by column \'who\'; give --person who\n' % (tmp_path / 'recoding.csv'))
    with open(str(tmp_path / 'recoding.csv'), newline='') as file:
        header, *lines = csv.reader(file)
    assert header[-2:] == ['kanon_class_of_persons', 'kanon_person'] and {line[-1] for line in lines} == {'who'}
    label_of = {(line[0] or '*', line[1]): tuple(line[2:4]) if line[4] != '0' else None for line in lines}
    part = case._replace(table=case.table[::2], rows=[row for row in case.rows if row in case.table[::2]])
    written(part, tmp_path)
    classes = {}
    for row in case.table[::2]:
        quasi = tuple(['*' if value == '?' and case.missing == 'root' else value for value in row[:2]])
        if (case.missing != 'drop' or not {'', '?'} & set(row)) and label_of[quasi]:
            classes.setdefault(label_of[quasi], set()).update([] if is_nobody(row[4]) else [row[4]])
    done, told, err = recoded(part, tmp_path, tmp_path / 'v.csv', '--person', 'who')
    if not classes:
        assert done == 1 and 'no record is left to publish' in err
        return
    least = min(map(len, classes.values()))
    assert (done, err, fewest_in(told)) == (0, '', least)
    done, _, err = recoded(part, tmp_path, tmp_path / 'v.csv', '--person', 'who', '-k', case.k)
    assert done == (least < case.k) and (not done or 'fewer than k = %d' % case.k in err)


def fewest_in(told):
    return int(re.search(r"counted by 'who', the class with the fewest persons has rows of (\d+) person", told).group(1))


def visits(folder, *rows):
    (folder / 'v.csv').write_text('\n'.join(['age,who,ill,note', *rows, '']))
    (folder / 'r.csv').write_text('age,age_published,kanon_class\n30,3*,1\n31,3*,1\n44,,0\n')
    return ['r.csv', 'v.csv', '--sensitive', 'ill', '--person', 'who', '-o', 'out.csv', '--force']


def test_the_rows_of_a_class_with_too_few_persons_are_refused(tmp_path):
    """Five records in a class, of two persons and of nobody. A recoding that names no person is counted in persons, too."""
    words = visits(tmp_path, '30,Ann,a,1', '31,Ann,a,1', '30,Bob,b,2', '30,na,b,3', '31,NULL,b,3', '44,Cem,c,4')
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'age.txt').write_text('30,3*\n31,3*\n44,4*\n')
    for k, status in (('2', 0), ('3', 1)):
        done = run_inside('kanon', 'recode', *words, '-k', k, cwd=str(tmp_path))
        assert done.returncode == status, done.stderr
    assert done.stderr == 'python -m kanon recode: the audit found a class of 2 persons, fewer than k = 3\n'
    done = run_inside('kanon', 'recode', *words, '--language', 'zh', cwd=str(tmp_path))
    assert "按 'who' 计数，个人最少的等价类有 2 个人的行" in done.stdout


def test_a_column_that_joins_the_rows_of_persons_is_not_recoded(tmp_path):
    rows = ['%d,p%d,a,%s' % (30 + n % 2, n // 2, n // 2) for n in range(20)]
    words = visits(tmp_path, *rows)
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'age.txt').write_text('30,3*\n31,3*\n44,4*\n')
    assert run_inside('kanon', 'recode', *words, cwd=str(tmp_path)).returncode == 0
    done = run_inside('kanon', 'recode', *words, '--publish', 'note', cwd=str(tmp_path))
    assert done.stderr.startswith("python -m kanon recode: v.csv: column 'note' joins the rows of 10 of the 10 persons who have several,")
    shared = visits(tmp_path, *rows, *['30,q%d,a,%d' % (n, n) for n in range(10)])       # each note is that of two persons
    assert run_inside('kanon', 'recode', *shared, '--publish', 'note', cwd=str(tmp_path)).returncode == 0


@pytest.mark.parametrize('named, found', [(None, 'another header'), ('ill', 'a row that does not name the column of the persons')])
def test_the_audit_reads_whom_a_recoding_names(named, found, tmp_path, monkeypatch):
    plain = recoding_file.recoding_lines
    monkeypatch.setattr(recoding_file, 'recoding_lines', lambda quasi, recoding, roots, person: plain(quasi, recoding, roots, named))
    status, _, err = run_here('mondrian', [*stays(tmp_path), '--recoding', tmp_path / 'r.csv'])
    assert status == 1 and 'the audit read the recoding again and found %s' % found in err and not (tmp_path / 'r.csv').exists()


def test_a_row_that_stands_for_two_records_joins_them():
    """A value that nobody known has joins nobody's rows."""
    persons = PersonsOfRows({('30',): ('3*',)}, 1, counted=True)
    assert list(persons.seen([[('30', 'x', '?', '2'), ('30', 'y', 'Ann', '2'), ('30', 'z', 'Bob', '1')]]))
    assert (persons.several(), persons.joined()) == (1, [1])


def test_a_class_of_nobody_is_told_without_k_and_refused_with_it(tmp_path):
    words = visits(tmp_path, '30,Ann,a,1', '30,Bob,a,1', '31,na,b,3', '31,NULL,b,3', '44,NA,c,4')
    (tmp_path / 'r.csv').write_text('age,age_published,kanon_class\n30,30,1\n31,31,2\n44,,0\n')
    assert fewest_in(run_inside('kanon', 'recode', *words, cwd=str(tmp_path)).stdout) == 0
    done = run_inside('kanon', 'recode', *words, '-k', '2', cwd=str(tmp_path))
    assert done.stderr == 'python -m kanon recode: the audit found a class of 0 persons, fewer than k = 2\n'


def test_sixteen_characters_are_a_key(tmp_path):
    for n in 15, 16:
        (tmp_path / 'key').write_text('x' * n + '\n')
        if n < 16:
            with pytest.raises(DataError, match='key: holds no key: write 16 random characters or more into it'):
                read_key(str(tmp_path / 'key'))
        else:
            assert read_key(str(tmp_path / 'key')) == b'x' * 16


@pytest.mark.skipif(os.name != 'posix', reason='there is no such device')
def test_what_has_no_end_is_no_key():
    with pytest.raises(DataError, match='is no key: it has more than 1,048,576 bytes'):
        read_key('/dev/zero')
