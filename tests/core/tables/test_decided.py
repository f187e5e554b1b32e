"""A run that decides alone writes the recoding of the run that publishes, and the audit refuses a recoding that is not what was decided."""

import json

import pytest

from conftest import files_below, run, run_here, seeds
from kanon.core.counts.required import Required
from kanon.core.tables import publishing, recoding_file
from test_counted import MISSING, WORDS, table, written
from test_recoding_file import SETTINGS



@pytest.mark.parametrize('words', SETTINGS, ids=' '.join)
@pytest.mark.parametrize('seed', seeds(20))
def test_the_classes_are_those_of_the_release(seed, words, tmp_path):
    table(seed, tmp_path)
    words = [words[0], 'd.csv', *WORDS, *words[1:], *MISSING[seed % 4], '--json']
    whole = run('kanon', *words, '-o', 'out.csv', '--recoding', 'with.csv', cwd=str(tmp_path))
    alone = run('kanon', *words, '--recoding', 'alone.csv', *(['-o', 'none'] if seed % 2 else []), cwd=str(tmp_path))
    assert (whole.returncode, alone.returncode, alone.stderr) == (0, 0, '')
    assert sorted(name for name in files_below(tmp_path) if '/' not in name) == ['alone.csv', 'd.csv', 'out.csv', 'with.csv']
    assert (tmp_path / 'alone.csv').read_bytes() == (tmp_path / 'with.csv').read_bytes()
    one, other = (json.loads(done.stdout) for done in (whole, alone))
    assert (other.pop('output'), one.pop('output'), other.pop('next')) == (None, 'out.csv', [])
    assert {**other, 'seconds': 0} == {**{name: value for name, value in one.items() if name not in ('next', 'unchecked')}, 'seconds': 0}


def test_persons_and_people_of_a_population_are_counted(tmp_path):
    rows = [(age, 'ab'[age % 2], who) for who, age in enumerate([30, 31, 32, 33] * 3)] + [(30, 'a', 0)]
    written(tmp_path / 'd.csv', rows, ['age', 'ill', 'who'])
    words = ['--quasi', 'age', '--sensitive', 'ill', '-k', '4', '--json', '--recoding', 'r.csv', '--force']
    done = run('run_mondrian.py', 'd.csv', *words, '--person', 'who', cwd=str(tmp_path))
    assert (done.returncode, json.loads(done.stdout)['audit']['persons']) == (0, 6)
    written(tmp_path / 'people.csv', [(age,) for age in (30, 31, 32, 33) for _ in range(5)], ['age'])
    (tmp_path / 'h').mkdir()
    (tmp_path / 'h' / 'age.txt').write_text('30,*\n31,*\n32,*\n33,*\n')
    done = run('run_samarati.py', 'd.csv', *words, '--population', 'people.csv', '--k-map', '20', '--max-suppression', '0', '--hierarchies', 'h',
               cwd=str(tmp_path))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize('slip', ['class', 'label', 'row', 'rule', 'k'])
def test_a_recoding_that_is_none_is_refused_by_the_audit(slip, tmp_path, monkeypatch):
    """What is written, or what the search answers, is not what was decided."""
    written(tmp_path / 'd.csv', [(age, ill) for age in (30, 31, 40, 41) for ill in 'aabb'], ['age', 'ill'])
    words = ['d.csv', '--quasi', 'age', '--sensitive', 'ill', '-k', '8', '--l-diversity', '2', '--recoding', 'r.csv']
    lines = recoding_file.recoding_lines

    def slipped(*arguments):
        header, *rows = lines(*arguments)
        changed = {'class': [rows[0][:-2] + '2\n', *rows[1:]], 'label': [rows[0].replace('[30-31]', '[40-41]').replace(',1', ',2'), *rows[1:]],
                   'row': rows[1:]}
        return [header, *changed[slip]]
    if slip in ('class', 'label', 'row'):
        monkeypatch.setattr(recoding_file, 'recoding_lines', slipped)
    else:       # what the search was asked for is weaker than what the audit is
        publish = publishing.publish

        def stricter(target, read, tally, recoding, required, *more):
            rules = required.rules if slip == 'k' else {'ill': [type(required.rules['ill'][0])(3)]}
            return publish(target, read, tally, recoding, Required(9 if slip == 'k' else 8, rules, required.histograms), *more)
        from kanon.core.desk import publication
        monkeypatch.setattr(publication, 'publish', stricter)
    monkeypatch.chdir(tmp_path)
    status, _, error = run_here('mondrian', words)
    assert status == 1 and 'audit' in error and error.count('\n') == 1 and set(files_below(tmp_path)) == {'d.csv'}


def test_counts_beyond_the_rows_that_may_be_written(tmp_path):
    """No row is written, so there may be any number of records."""
    written(tmp_path / 'd.csv', [(30, 10 ** 11), (31, 10 ** 11)], ['age', 'n'])
    words = ['d.csv', '--counts', 'n', '--quasi', 'age', '--sensitive', '', '-k', '5', '--recoding', 'r.csv']
    done = run('run_mondrian.py', *words, cwd=str(tmp_path))
    assert done.returncode == 0 and '200,000,000,000 records in 2 classes' in done.stdout
    assert run('run_mondrian.py', *words, '--force', '-o', 'out.csv', cwd=str(tmp_path)).returncode == 1


def test_k_alone_is_said_where_it_is_all_that_is_asked(tmp_path):
    rows = [(30, 'a', 9), (31, 'b', 9)]
    written(tmp_path / 'd.csv', rows, ['age', 'ill', 'n'])
    written(tmp_path / 'missing.csv', [*rows, (31, '?', 1)], ['age', 'ill', 'n'])       # ill decides that a record is left out
    words = ['--counts', 'n', '--quasi', 'age', '-k', '5', '--recoding', 'r.csv', '--force']
    said = 'For k alone an engine need not count ill'
    for more, there in ((['d.csv', '--sensitive', 'ill'], True), (['d.csv', '--sensitive', 'ill', '--l-diversity', '1.5'], False),
                        (['d.csv', '--sensitive', ''], False), (['d.csv', '--sensitive', 'ill', '-o', 'out.csv'], False),
                        (['missing.csv', '--sensitive', 'ill'], True), (['missing.csv', '--sensitive', 'ill', '--missing', 'value'], True)):
        done = run('run_mondrian.py', *more, *words, cwd=str(tmp_path))
        assert (said in done.stdout) == there or done.returncode, done.stderr
        assert ('Before it counts, it must leave out' in done.stdout) == (more == ['missing.csv', '--sensitive', 'ill'])
