"""A recoding as a file, joined with the records, is the release; so is what `recode` writes. What a file cannot say is refused."""

import csv
import io
import json

import pytest

from conftest import files_below, kanon, run, run_here, seeds
from flat import anonymize
from kanon.core.errors import DataError
from kanon.core.tables.recoding_file import read_recoding
from test_counted import MISSING, NAMES, QUASI, WORDS, counted, table, written

CARRIED = ['--sensitive', 'job', '--publish', 'ward']
SETTINGS = [['samarati', '-k', '4', '--max-suppression', '10%'], ['samarati', '-k', '3', '--optimal', '--l-diversity', '2', '--max-suppression', '30%'],
            ['datafly', '-k', '5'], ['mondrian', '-k', '3'], ['mondrian', '-k', '4', '--t-closeness', '0.5']]


def rows_in(path):
    with open(str(path), newline='', encoding='utf-8') as file:
        return list(csv.reader(file))


@pytest.mark.parametrize('words', SETTINGS, ids=' '.join)
@pytest.mark.parametrize('seed', seeds(40))
def test_joined_by_a_dict_it_is_the_release(seed, words, tmp_path):
    missing = MISSING[seed % 4]
    rows = table(seed, tmp_path)
    done = run('kanon', words[0], 'd.csv', *WORDS, *words[1:], *missing, '-o', 'out.csv', '--recoding', 'r.csv', '--json', cwd=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, '')
    header, *lines = rows_in(tmp_path / 'r.csv')
    assert header == ['age', 'zip', 'sex', 'age_published', 'zip_published', 'sex_published', 'kanon_class']
    partner = {tuple(line[:3]): (line[3:6], int(line[6])) for line in lines}
    assert len(partner) == len(lines) and lines == sorted(lines)
    published = sorted({tuple(values) for values, number in partner.values() if number})
    assert all(number == (0 if values == [''] * 3 else published.index(tuple(values)) + 1) for values, number in partner.values()
               if number == 0 or tuple(values) in published)
    released, without, suppressed = [], 0, 0
    for sex, age, zip_, job, ward, note in rows:
        left_out = '--missing' not in missing and any(value in ('', '?') for value in
                                                     (sex, age, zip_, job, ward, *([note] if not missing else [])))
        key = tuple('' if value == '?' and 'root' in missing else value for value in (age, zip_, sex))
        if left_out:
            without += 1
        elif not partner[key][1]:
            suppressed += 1
        else:
            released.append([*partner[key][0], job, ward])
    assert rows_in(tmp_path / 'out.csv')[1:] == sorted(released)
    records = json.loads(done.stdout)['records']
    assert (records['suppressed'], records['missing']) == (suppressed, without)
    done = kanon('recode', 'r.csv', 'd.csv', *CARRIED, *missing, '-o', 'again.csv', cwd=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, '') and (tmp_path / 'again.csv').read_bytes() == (tmp_path / 'out.csv').read_bytes()
    assert ('%d records read = %d published + %d suppressed + %d left out\n' % (len(rows), len(released), suppressed, without)) in done.stdout
    assert 'the smallest with %d\n' % json.loads(run('kanon', 'check', 'out.csv', '--quasi', QUASI, '--json', *(
        ['--stars', 'class']), cwd=str(tmp_path)).stdout)['classes']['k'] in done.stdout


@pytest.mark.parametrize('seed', seeds(30))
def test_recode_takes_parts_and_counts_and_the_order_of_the_input(seed, tmp_path):
    rows, missing = table(seed, tmp_path), MISSING[seed % 4]
    run('kanon', 'mondrian', 'd.csv', *WORDS, '-k', '3', *missing, '-o', 'out.csv', '--recoding', 'r.csv.gz', '--order', 'input', cwd=str(tmp_path))
    in_order, middle = rows_in(tmp_path / 'out.csv'), len(rows) // 2
    (tmp_path / 'parts').mkdir()
    written(tmp_path / 'parts' / 'a.csv', rows[:middle])
    written(tmp_path / 'parts' / 'b.csv', rows[middle:])
    (tmp_path / 'c.csv').write_text(counted(tmp_path, ['d.csv'], *missing))
    outputs = []
    for data, more in (('parts', []), ('d.csv', []), ('c.csv', ['--counts', 'n']), ('parts', ['--order', 'input'])):
        done = kanon('recode', 'r.csv.gz', data, *CARRIED, *missing, *more, '-o', 'again.csv', '--force', cwd=str(tmp_path))
        assert (done.returncode, done.stderr) == (0, '')
        outputs.append(rows_in(tmp_path / 'again.csv'))
    assert outputs[0] == outputs[1] == outputs[2] == [in_order[0], *sorted(in_order[1:])] and outputs[3] == in_order


def test_recode_writes_as_a_run_does(tmp_path):
    """More copies of a row than are written at once, guards for spreadsheets, and another delimiter."""
    (tmp_path / 'd.csv').write_text('age,=job,n\n30,=1+1,2500\n31,"a;b",1000\n32," c",999\n')
    words = ['--counts', 'n', '--sensitive', '=job', '--spreadsheet-safe', '--output-delimiter', ';']
    run('run_mondrian.py', 'd.csv', '--quasi', 'age', '-k', '1200', *words, '-o', 'out.csv', '--recoding', 'r.csv', cwd=str(tmp_path))
    assert kanon('recode', 'r.csv', 'd.csv', *words, '-o', 'again.csv', cwd=str(tmp_path)).returncode == 0
    assert (tmp_path / 'again.csv').read_bytes() == (tmp_path / 'out.csv').read_bytes()
    released = rows_in(tmp_path / 'out.csv')
    assert len(released) == 4500 and released[1] == ["30;'=1+1"]


def test_in_the_library(tmp_path):
    people = [{'age': 28, 'ill': 'flu'}, {'age': 29, 'ill': 'flu'}, {'age': None, 'ill': 'flu'}, {'age': 55, 'ill': 'flu'}]
    tree = {'28': '2*', '29': '2*', '55': '5*', '2*': '*', '5*': '*'}
    release = anonymize(people, quasi=['age'], sensitive=['ill'], k=2, hierarchies={'age': tree}, max_suppression=1)
    release.write_recoding(tmp_path / 'r.csv')
    assert (tmp_path / 'r.csv').read_text() == 'age,age_published,kanon_class\n28,2*,1\n29,2*,1\n55,,0\n'
    assert read_recoding(str(tmp_path / 'r.csv')) == (['age'], release.recoding)
    with pytest.raises(DataError, match='the output exists; name another in path, or replace it with force=True'):
        release.write_recoding(tmp_path / 'r.csv')
    rooted = anonymize(people, quasi=['age'], sensitive=['ill'], k=2, hierarchies={'age': tree}, missing='root')
    rooted.write_recoding(tmp_path / 'r.csv', force=True)
    assert (tmp_path / 'r.csv').read_text() == 'age,age_published,kanon_class\n,*,1\n28,*,1\n29,*,1\n55,*,1\n'


def test_relaxed_cuts_that_part_nothing_have_a_recoding(tmp_path):
    written(tmp_path / 'd.csv', [(30 + n // 2,) for n in range(8)], ['age'])
    words = ['d.csv', '--quasi', 'age', '--sensitive', '', '--partitioning', 'both', '-o', 'out.csv', '--recoding', 'r.csv', '--hierarchies', '.']
    assert run('run_mondrian.py', *words, '-k', '2', cwd=str(tmp_path)).returncode == 0
    assert rows_in(tmp_path / 'r.csv')[1:] == [[str(age), str(age), str(age - 29)] for age in range(30, 34)]
    before = files_below(tmp_path)
    written(tmp_path / 'd.csv', [(30,), *[(31,)] * 4, (32,)], ['age'])
    done = run('run_mondrian.py', *words, '-k', '3', '--force', cwd=str(tmp_path))
    assert done.returncode == 1 and done.stderr == (
        'run_mondrian.py: relaxed cuts part the records of 1 combination, so no recoding can say which record is in which class; take strict'
        ' cuts, or publish from the counts (kanon count)\n')
    assert {**files_below(tmp_path), 'd.csv': 0} == {**before, 'd.csv': 0}


def test_it_is_put_in_place_only_with_the_release(tmp_path, monkeypatch):
    from kanon.core.desk import publication
    written(tmp_path / 'd.csv', [(30,)] * 4, ['age'])
    (tmp_path / 'r.csv').write_text('before')
    words = ['d.csv', '--quasi', 'age', '--sensitive', '', '-k', '2', '-o', 'out.csv', '--recoding', 'r.csv', '--force']

    def fails(*arguments):
        raise DataError('the audit disagrees')
    monkeypatch.setattr(publication, 'publish', fails)
    before = files_below(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run_here('mondrian', words)[0] == 1 and files_below(tmp_path) == before
    monkeypatch.undo()
    assert run('run_mondrian.py', *words, cwd=str(tmp_path)).returncode == 0
    assert (tmp_path / 'r.csv').read_text() == 'age,age_published,kanon_class\n30,30,1\n' and (tmp_path / 'out.csv').exists()


def test_a_repeated_run_leaves_the_recoding_alone(tmp_path):
    written(tmp_path / 'd.csv', [(30,)] * 4, ['age'])
    run('run_mondrian.py', 'd.csv', '--quasi', 'age', '--sensitive', '', '-k', '2', '-o', 'out.csv', '--recoding', 'r.csv',
        '--record', 'j.json', cwd=str(tmp_path))
    (tmp_path / 'r.csv').write_text('mine')
    assert kanon('replay', 'j.json', cwd=str(tmp_path)).returncode == 0 and (tmp_path / 'r.csv').read_text() == 'mine'


def test_joined_by_sql(tmp_path):
    """A LEFT JOIN, as the page shows it: who has no partner is counted, and NULL, '' and '?' are one value under --missing root."""
    sqlite3 = pytest.importorskip('sqlite3')
    rows = [[None if value == '' else value for value in row] for row in table(7, tmp_path)]
    written(tmp_path / 'd.csv', rows)
    run('kanon', 'mondrian', 'd.csv', *WORDS, '-k', '3', '--missing', 'root', '-o', 'out.csv', '--recoding', 'r.csv', cwd=str(tmp_path))
    base = sqlite3.connect(':memory:')
    base.execute('create table people (%s)' % ','.join(NAMES))
    base.executemany('insert into people values (?,?,?,?,?,?)', rows)
    header, *lines = rows_in(tmp_path / 'r.csv')
    base.execute('create table recoding (%s)' % ','.join(header))
    base.executemany('insert into recoding values (?,?,?,?,?,?,?)', lines)
    key = ' and '.join("coalesce(nullif(p.{0}, '?'), '') = r.{0}".format(name) for name in QUASI.split(','))
    join = 'from people p left join recoding r on ' + key
    assert base.execute('select count(*) %s where r.kanon_class is null' % join).fetchone() == (0,)
    released = base.execute("select age_published, zip_published, sex_published, coalesce(job, ''), coalesce(ward, '') %s where kanon_class <> '0'"
                            ' order by 1, 2, 3, 4, 5' % join).fetchall()
    text = io.StringIO()
    csv.writer(text, lineterminator='\n').writerows([['age', 'zip', 'sex', 'job', 'ward'], *released])
    assert list(csv.reader(io.StringIO(text.getvalue()))) == rows_in(tmp_path / 'out.csv')
