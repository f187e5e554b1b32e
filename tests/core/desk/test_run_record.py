"""A record says what went in and what came out; replayed it gives the same bytes, or says what has changed."""

import gzip
import hashlib
import json
import os
import shutil

import pytest

from conftest import HOME, files_below, kanon, run
from kanon import __version__
from kanon.core.desk.run_record import MARK, is_record, load_record

from readers import read

TOY = os.path.join(HOME, 'data', 'inpatients')
NAMED = '--config', 'inpatients.ini'       # the copy is not the file that came with kanon


@pytest.fixture
def toy(tmp_path):
    shutil.copytree(TOY, str(tmp_path / 'toy'))
    return tmp_path / 'toy'


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_what_a_record_holds(toy):
    result = run('run_samarati.py', 'inpatients.csv', *NAMED, '--record', 'first.json', '-o', 'out.csv', '--quiet', cwd=str(toy))
    assert (result.returncode, result.stdout, result.stderr) == (0, '', '')
    record = json.loads((toy / 'first.json').read_text(encoding='utf-8'))
    assert record[MARK] == 1 and record['program'] == 'samarati' and record['folder'] == '.'
    assert record['arguments'] == ['inpatients.csv', *NAMED, '--record', 'first.json', '-o', 'out.csv', '--quiet']
    assert record['input'] == {'file': 'inpatients.csv', 'sha256': sha256(toy / 'inpatients.csv')}
    assert record['files'] == {name: sha256(toy / name) for name in ('inpatients.ini', os.path.join('hierarchies', 'zip.txt'),
                                                                     os.path.join('hierarchies', 'age.txt'))}
    assert record['output'] == {'file': 'out.csv', 'sha256': sha256(toy / 'out.csv')}
    assert record['options']['quasi'] == ['zip', 'age'] and record['result']['vector'] == {'zip': 1, 'age': 2}
    assert record['result']['audit'] == {'records': 12, 'classes': 3, 'k': 4, 'ok': True}
    text = (toy / 'first.json').read_text(encoding='utf-8')
    assert not any(value in text for value in ('13053', 'Cancer', '1305*', 'seconds'))


@pytest.mark.parametrize('program, words', [
    ('run_samarati.py', ['--json', '--trace']), ('run_samarati.py', ['--optimal', '--quiet', '--order', 'input']),
    ('run_mondrian.py', ['--quasi', 'age', '--relaxed', '--quiet']), ('run_mondrian.py', ['--choose', 'random', '--seed', '7', '--quiet']),
    ('kanon', ['--max-suppression', '0', '--quiet']), ('run_mondrian.py', ['-o', '-', '--quiet']),
])
def test_replayed_from_anywhere_the_same_bytes_come_out(toy, tmp_path, program, words):
    where = toy / 'records'
    where.mkdir()
    words = ['inpatients.csv', *NAMED, *words, '--record', 'records/r.json']
    result = run(program, *(['datafly'] if program == 'kanon' else []), *words, cwd=str(toy))
    assert result.returncode == 0, result.stderr
    moved = tmp_path / 'elsewhere' / 'moved'
    shutil.move(str(toy), str(moved))
    before = files_below(moved)
    result = kanon('replay', os.path.join('elsewhere', 'moved', 'records', 'r.json'), cwd=str(tmp_path))
    assert result.returncode == 0 and result.stdout.startswith('the same bytes, sha256 '), result.stderr
    assert 'was standard output' in result.stdout if '-' in words else result.stdout.endswith(' has these bytes\n')
    assert before == files_below(moved)


def test_packed_input_is_recorded_as_it_is_stored(toy):
    (toy / 'packed.csv.gz').write_bytes(gzip.compress((toy / 'inpatients.csv').read_bytes()))
    run('run_mondrian.py', 'packed.csv.gz', '--config', 'inpatients.ini', '--record', 'r.json', '--quiet', cwd=str(toy))
    assert load_record(str(toy / 'r.json'))['input']['sha256'] == sha256(toy / 'packed.csv.gz')


def test_standard_input_is_piped_again(toy):
    words = ['-', '--config', 'inpatients.ini', '-o', 'out.csv', '--record', 'r.json', '--quiet']
    with open(str(toy / 'inpatients.csv'), 'rb') as data:
        assert run('run_mondrian.py', *words, cwd=str(toy), stdin=data).returncode == 0
    assert load_record(str(toy / 'r.json'))['input'] == {'file': '-', 'sha256': sha256(toy / 'inpatients.csv')}
    with open(str(toy / 'inpatients.csv'), 'rb') as data:
        assert kanon('replay', 'r.json', cwd=str(toy), stdin=data).stdout.startswith('the same bytes')


def change(name, text='x'):
    def changed(toy):
        with open(str(toy / name), 'a', encoding='utf-8') as file:
            file.write(text)
    return changed


@pytest.mark.parametrize('changed, message', [
    (change('inpatients.csv', '13053,23,Cancer\n'), 'r.json: cannot be repeated: inpatients.csv has changed since the run, or is missing'),
    (change('inpatients.ini', ';\n'), 'r.json: cannot be repeated: inpatients.ini has changed since the run, or is missing'),
    (lambda toy: os.remove(str(toy / 'hierarchies' / 'zip.txt')), 'r.json: cannot be repeated: %s has changed since the run, or is missing' % os.path.join('hierarchies', 'zip.txt')),
    (change(os.path.join('hierarchies', 'condition.txt'), 'Cancer,*\n'), 'r.json: cannot be repeated: %s did not exist then' % os.path.join('hierarchies', 'condition.txt')),
    (lambda toy: shutil.rmtree(str(toy / 'hierarchies')), None),
])
def test_what_has_changed_is_said_and_nothing_run(toy, changed, message):
    run('run_samarati.py', 'inpatients.csv', *NAMED, '--record', 'r.json', '--quiet', cwd=str(toy))
    changed(toy)
    result = kanon('replay', 'r.json', cwd=str(toy))
    assert result.returncode == 1 and result.stdout == '' and result.stderr.count('\n') == 1
    assert message is None or result.stderr == 'python -m kanon replay: %s\n' % message


def test_other_bytes_are_said_to_be_others(toy):
    run('run_samarati.py', 'inpatients.csv', *NAMED, '--record', 'r.json', '-o', 'out.csv', '--quiet', cwd=str(toy))
    change('out.csv')(toy)
    result = kanon('replay', 'r.json', cwd=str(toy))
    assert result.returncode == 1 and result.stdout.endswith('\nout.csv HAS OTHER BYTES: it was changed, or replaced, since\n')
    result = kanon('replay', 'r.json', '--quiet', cwd=str(toy))
    assert (result.returncode, result.stdout, result.stderr) == (1, '', '')
    os.remove(str(toy / 'out.csv'))
    assert kanon('replay', 'r.json', cwd=str(toy)).stdout.endswith('\nout.csv is not there any more\n')
    record = load_record(str(toy / 'r.json'))
    record['output']['sha256'] = '0' * 64
    (toy / 'r.json').write_text(json.dumps(record), encoding='utf-8')
    result = kanon('replay', 'r.json', cwd=str(toy))
    assert (result.returncode, result.stdout) == (1, '') and 'r.json: another release comes out: sha256 ' in result.stderr


EARLIER = ('run_mondrian.py: a.json records a release of another table with the same columns; if people are in both, whoever has both releases and'
           ' knows who was in which table may tell them apart (see python -m kanon attack --second-known)\n')


def test_a_release_of_a_table_that_changed_is_warned_about(toy):
    """By the columns, in any order. On the page, too."""
    def release(*words):
        return run('run_mondrian.py', 'inpatients.csv', '--config', 'inpatients.ini', '--quiet', '--force', *words, cwd=str(toy)).stderr

    assert release('--record', 'a.json', '-o', 'a.csv') == ''
    assert release('-o', 'a2.csv') == ''            # the same bytes
    change('inpatients.csv', '13053,23,Cancer\n')(toy)
    assert release('--quasi', 'age,zip', '-o', 'b.csv', '--html', 'b.html') == EARLIER
    page = read(toy / 'b.html').words()
    assert '1 release of another table with the same columns was found (section 3).' in page and 'of the same table was found' not in page
    assert 'Join releases: a.json records a release of another table with the same columns.' in page
    assert release('--quasi', 'age', '-o', 'c.csv') == '' == release('--sensitive', '', '-o', 'd.csv')


def test_a_second_release_of_the_same_table_is_warned_about(toy):
    def release(*words):
        result = run('run_mondrian.py', 'inpatients.csv', *NAMED, '-k', 2, '--quiet', *words, cwd=str(toy))
        assert result.returncode == 0
        return result.stderr

    assert release('--record', 'a.json', '-o', 'a.csv') == ''
    assert release('--quasi', 'age', '-o', 'b.csv') == (
        'run_mondrian.py: a.json records another release of the same table, with other quasi-identifiers (zip, age); whoever has both can join'
        ' them (see python -m kanon attack --second)\n')
    assert release('-o', 'again.csv') == ''                         # the same bytes: the same release
    assert 'a.json records another release of the same table, with other options' in release('--quasi', 'age,zip', '--labels', 'box', '-o', 'c.csv')
    assert release('--record', 'a.json', '-o', 'a.csv', '--force', '--labels', 'box') == ''     # it replaces the record
    (toy / 'other').mkdir()
    assert 'other quasi-identifiers' in release('--record', 'b.json', '--quasi', 'zip', '-o', os.path.join('other', 'd.csv'))
    change('inpatients.csv', '13053,23,Cancer\n')(toy)
    assert release('--quasi', 'age', '-o', 'e.csv') == ''           # another table
    report = json.loads(run('run_mondrian.py', 'inpatients.csv', *NAMED, '-o', 'f.csv', '--quasi', 'age', '--json', cwd=str(toy)).stdout)
    assert report['others'] == []


@pytest.mark.parametrize('content', ['', '{', '[1]', '{"kanon record": 1}', '{"kanon record": 2, "program": "samarati"}', 'null', '"x"',
                                     '[' * 100_000, '["kanon record"' + ',[' * 100_000], ids=lambda content: content[:20])
def test_other_json_files_are_no_records(toy, content):
    (toy / 'x.json').write_text(content, encoding='utf-8')
    assert run('run_mondrian.py', 'inpatients.csv', *NAMED, '-o', 'f.csv', cwd=str(toy)).stderr == ''
    result = kanon('replay', 'x.json', cwd=str(toy))
    assert (result.returncode, result.stderr) == (1, 'python -m kanon replay: x.json: is not a record of a run; run_samarati.py --record writes one\n')


def test_a_json_file_of_very_deep_brackets_is_no_record_and_stops_no_run(toy):
    (toy / 'deep.json').write_text('[' * 200000, encoding='utf-8')
    result = kanon('replay', 'deep.json', cwd=str(toy))
    assert (result.returncode, result.stderr) == (1, 'python -m kanon replay: deep.json: is not a record of a run; run_samarati.py --record writes one\n')
    assert run('run_samarati.py', 'inpatients.csv', *NAMED, '-o', 'out.csv', '--quiet', cwd=str(toy)).returncode == 0


def test_a_record_that_lacks_something_is_none(toy):
    run('run_mondrian.py', 'inpatients.csv', *NAMED, '--record', 'r.json', '--quiet', cwd=str(toy))
    record = load_record(str(toy / 'r.json'))
    for name in ('kanon', 'python', 'program', 'folder', 'arguments', 'options', 'input', 'files', 'output', MARK):
        assert is_record(record)
        assert not is_record({key: value for key, value in record.items() if key != name})
        assert not is_record({**record, name: 7})
        assert not is_record({**record, name: [7]})


def test_a_record_that_says_another_run_than_its_words(toy):
    run('run_samarati.py', 'inpatients.csv', *NAMED, '--record', 'r.json', '-o', 'out.csv', '--quiet', cwd=str(toy))
    shutil.copy(str(toy / 'inpatients.csv'), str(toy / 'copy.csv'))
    for part, name, value in (('options', 'k', 100), ('input', 'file', 'copy.csv')):
        record = load_record(str(toy / 'r.json'))
        record[part][name] = value
        (toy / 'changed.json').write_text(json.dumps(record), encoding='utf-8')
        result = kanon('replay', 'changed.json', cwd=str(toy))
        assert (result.returncode, result.stdout) == (1, '')
        assert result.stderr == 'python -m kanon replay: changed.json: its options do not fit its arguments; the record was changed\n'


@pytest.mark.parametrize('field', ['kanon', 'python'])
def test_no_field_of_a_record_makes_a_line_of_its_own(toy, field):
    run('run_samarati.py', 'inpatients.csv', *NAMED, '--record', 'r.json', '-o', 'out.csv', '--quiet', cwd=str(toy))
    record = load_record(str(toy / 'r.json'))
    record[field] = '9\nout.csv has these bytes'
    (toy / 'forged.json').write_text(json.dumps(record), encoding='utf-8')
    result = kanon('replay', 'forged.json', cwd=str(toy))
    assert (result.returncode, result.stdout) == (1, '')
    assert result.stderr == 'python -m kanon replay: forged.json: is not a record of a run; run_samarati.py --record writes one\n'


@pytest.mark.parametrize('word', ['--help', '-h', '-hk5', '--version'])
def test_a_record_whose_words_ask_for_help_prints_none(toy, word):
    run('run_samarati.py', 'inpatients.csv', *NAMED, '--record', 'r.json', '-o', 'out.csv', '--quiet', cwd=str(toy))
    record = load_record(str(toy / 'r.json'))
    record['arguments'].append(word)
    (toy / 'changed.json').write_text(json.dumps(record), encoding='utf-8')
    result = kanon('replay', 'changed.json', cwd=str(toy))
    assert (result.returncode, result.stdout) == (1, '')
    assert result.stderr == 'python -m kanon replay: changed.json: is not a record of a run: its arguments ask for help\n'


def test_a_run_without_a_sensitive_column_is_replayed(tmp_path):
    """Adult's sensitive column is neither asked for nor recorded where the table has none of that name."""
    (tmp_path / 'd.csv').write_text('age,job\n30,a\n31,b\n')
    result = run('run_mondrian.py', 'd.csv', '--quasi', 'age', '-k', '2', '-o', 'x.csv', '--record', 'r.json', cwd=str(tmp_path))
    assert (result.returncode, result.stderr) == (0, '')
    assert 'Published unchanged: nothing.\nNo column is named with --sensitive: the quasi-identifiers alone are published.\n' in result.stdout
    assert (tmp_path / 'x.csv').read_text().splitlines() == ['age', '[30-31]', '[30-31]']
    assert load_record(str(tmp_path / 'r.json'))['options']['sensitive'] == []
    assert kanon('replay', 'r.json', cwd=str(tmp_path)).returncode == 0
    assert kanon('attack', 'x.csv', '--known', 'd.csv', '--quasi', 'age', cwd=str(tmp_path)).returncode == 0


def test_words_behind_two_dashes_are_replayed(toy):
    assert run('run_samarati.py', '--record', 'r.json', '-o', 'out.csv', '--quiet', *NAMED, '--', 'inpatients.csv', cwd=str(toy)).returncode == 0
    assert kanon('replay', 'r.json', cwd=str(toy)).returncode == 0


@pytest.mark.parametrize('words, name', [(['parts'], 'parts'), (['parts/'], 'parts'), (['parts/a.csv', 'parts/b.csv'], 'parts/a.csv and 1 more')])
@pytest.mark.parametrize('order', ['sorted', 'input'])
def test_a_table_of_several_files_is_recorded_and_replayed(tmp_path, words, name, order):
    """It gives the release of the one file; a part that changed, went or came is said."""
    here = {'cwd': str(tmp_path)}
    header, *rows = ['age,job', *('%d,%s' % (30 + n % 4, 'abc'[n % 3]) for n in range(40))]
    (tmp_path / 'parts').mkdir()
    for path, part in (('one.csv', rows), ('parts/a.csv', rows[:15]), ('parts/b.csv', rows[15:])):
        (tmp_path / path).write_text('\n'.join([header, *part, '']))
    more = ['-k', '3', '--quasi', 'age', '--sensitive', 'job', '--order', order]
    assert run('run_mondrian.py', 'one.csv', *more, '-o', 'one_out.csv', '--quiet', **here).returncode == 0
    result = run('run_mondrian.py', *words, *more, '-o', 'out.csv', '--record', 'out.json', **here)
    assert result.returncode == 0 and result.stdout.startswith('run_mondrian.py %s: %s -> out.csv' % (__version__, name))
    assert (tmp_path / 'out.csv').read_bytes() == (tmp_path / 'one_out.csv').read_bytes()
    record = json.loads((tmp_path / 'out.json').read_text())
    assert record['input']['files'] == ['parts/a.csv', 'parts/b.csv']
    assert kanon('replay', 'out.json', **here).stdout.startswith('the same bytes')
    (tmp_path / 'parts' / 'c.csv').write_text(header + '\n' + rows[3] + '\n')
    again = kanon('replay', 'out.json', **here)
    if name == 'parts':
        assert again.stderr.endswith('cannot be repeated: parts/c.csv did not exist then\n')
    else:
        assert again.stdout.startswith('the same bytes')
    (tmp_path / 'parts' / 'c.csv').unlink()
    for change in lambda path: path.write_text(header + '\n' + rows[3] + '\n'), lambda path: path.unlink():
        change(tmp_path / 'parts' / 'b.csv')
        assert kanon('replay', 'out.json', **here).stderr.endswith('cannot be repeated: %s has changed since the run, or is missing\n' % name.split(' ')[0])


def test_the_files_of_a_folder_are_beside_it(tmp_path):
    """Its INI file, its hierarchies and the output, with a slash behind its name or without."""
    (tmp_path / 'of.2023').mkdir()
    (tmp_path / 'of.2023' / 'a.csv').write_text('age,job\n30,a\n31,b\n')
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'age.txt').write_text('30,*\n31,*\n')
    (tmp_path / 'of.2023.ini').write_text('[kanon]\nquasi = age\nsensitive = job\nmax-suppression = 0\n')
    for word in 'of.2023', 'of.2023/':
        assert run('run_samarati.py', word, '-k', '2', '--force', '--quiet', cwd=str(tmp_path)).stderr == (
            'run_samarati.py: nobody named of.2023.ini with --config, and it sets quasi = age; sensitive = job\n')
        assert (tmp_path / 'of.2023_samarati.csv').read_text() == 'age,job\n*,a\n*,b\n'
    result = run('run_samarati.py', '.', '--quasi', 'age', '--sensitive', 'job', cwd=str(tmp_path / 'of.2023'))
    assert (result.returncode, result.stderr) == (2, 'run_samarati.py: DATA is several files; name the output with -o (run_samarati.py --help tells'
                                                     ' more)\n')


def test_a_record_of_an_older_version_is_replayed(toy):
    """It lacks what was added since."""
    assert run('run_mondrian.py', 'inpatients.csv', *NAMED, '--record', 'run.json', '--quiet', '-o', 'out.csv', cwd=str(toy)).returncode == 0
    record = json.loads((toy / 'run.json').read_text())
    del record['options']['output_delimiter']
    (toy / 'run.json').write_text(json.dumps(record))
    assert kanon('replay', 'run.json', cwd=str(toy)).stdout.startswith('the same bytes')


@pytest.mark.parametrize('forge, said', [
    (lambda result: result['classes'].update(smallest=50), "'result.classes.smallest' is '50' in the record, and '4' comes out"),
    (lambda result: result['measures'].update(lm=0.01), "'result.measures.lm' is '0.01' in the record, and '"),
    (lambda result: result['lattice'].update(proven=1.5), "'result.lattice.proven' is '1.5' in the record, and 'True' comes out"),
    (lambda result: result['columns'][1].update(labels=99), "'result.columns.2.labels' is '99' in the record"),
    (lambda result: result.update(quasi=['zip']), "'result.quasi' is "), (lambda result: result.update(audit='ok'), "'result.audit' is 'ok' in the record, and a list comes out"),
    (lambda result: result.update({'more\nlines': 'a\nb'}), "'result.more\\nlines' is 'a\\nb' in the record, and 'None' comes out"),
    (lambda result: result['measures'].update(lm=result['measures']['lm'] * (1 + 1e-13)), ''),       # another Python
    (lambda result: result.update(others=['x']), ''), (lambda result: result['lattice'].update(proven=False, checked=1), ''),
    (lambda result: result.clear(), '')])
def test_the_numbers_of_a_record_are_compared(forge, said, toy):
    """Whoever is given a record as evidence believes them. What an older version did not record is not missed."""
    assert run('run_samarati.py', 'inpatients.csv', *NAMED, '--optimal', '--record', 'r.json', '-o', 'out.csv', '--quiet', cwd=str(toy)).returncode == 0
    record = json.loads((toy / 'r.json').read_text(encoding='utf-8'))
    forge(record['result'])
    (toy / 'forged.json').write_text(json.dumps(record), encoding='utf-8')
    result = kanon('replay', 'forged.json', cwd=str(toy))
    assert (result.returncode, result.stderr.count('\n')) == (bool(said), bool(said))
    assert (': forged.json: the same bytes come out, but another result: ' + said if said else '') in result.stderr


@pytest.mark.parametrize('place, value', [('result', None), ('result', [1]), ('arguments', 'd.csv'), ('arguments', {'a': 1})])
def test_a_part_of_another_kind_makes_no_record(place, value, toy):
    assert run('run_mondrian.py', 'inpatients.csv', *NAMED, '--record', 'r.json', '-o', 'out.csv', '--quiet', cwd=str(toy)).returncode == 0
    record = json.loads((toy / 'r.json').read_text(encoding='utf-8'))
    assert is_record(record) and not is_record({**record, place: value})


# Written before Mondrian lost --measure, which did nothing, and before kanon had --na and --totals.
FORMER = '''{"kanon record": 1, "kanon": "0.1.0", "python": "CPython 3.11.7", "program": "mondrian", "folder": ".",
"arguments": ["v.csv", "--quasi", "age,sex", "--sensitive", "ward", "-k", "3", "--measure", "dm", "--l-diversity", "2", "-o", "out.csv",
"--record", "r.json", "--quiet"],
"options": {"k": 3, "max_suppression": "20", "quasi": ["age", "sex"], "sensitive": ["ward"], "publish": [], "missing": "drop",
"missing_in": "any", "unreadable": "refuse", "counts": null, "order": "sorted", "encoding": "utf-8", "decimal": ".", "measure": "dm",
"optimal": false, "weights": {}, "partitioning": "strict", "choose": "widest", "seed": null, "categories": null, "labels": "", "grid": {},
"round_robin": false, "limit": {}, "from": {}, "time_limit": null, "spreadsheet_safe": false, "output_delimiter": ","},
"input": {"file": "v.csv", "sha256": "132a668db4834119f000abcdadd143f901e7e0cc1c08bf4954b4dfb0a21aafa4"},
"files": {"hierarchies/age.txt": "88dfcb5639de91beca95c157c947053d671de6369cdf2ef871232c12cc6fb8da",
"hierarchies/sex.txt": "41ae4be0a010c200389df170d000499a4ed341582558fa4a690136948b1cd4d4"},
"result": {"k": 3, "beyond": {"ward": ["distinct l = 2"]}, "records": {"read": 40, "missing": 0, "published": 40, "suppressed": 0},
"classes": {"count": 10, "smallest": 4, "largest": 4, "average": 4.0}, "measures": {"lm": 0.0, "dm": 160}, "cuts": 9},
"output": {"file": "out.csv", "sha256": "715e8b49a043709c40da618e16794f486a3d863404a84bababd5d86ae2d9750a"}}'''


def test_a_record_of_former_words_is_replayed_to_the_same_bytes(tmp_path):
    (tmp_path / 'v.csv').write_text('age,sex,ward\n' + ''.join('%d,%s,%s\n' % (30 + n % 5, 'mf'[n % 2], 'ab'[n % 3 > 0]) for n in range(40)))
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'age.txt').write_text(''.join('%d,[30-34],*\n' % (30 + n) for n in range(5)))
    (tmp_path / 'hierarchies' / 'sex.txt').write_text('m,*\nf,*\n')
    (tmp_path / 'r.json').write_text(FORMER)
    done = kanon('replay', 'r.json', cwd=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, '') and done.stdout.startswith('the same bytes, sha256 715e8b49a043709c')
    (tmp_path / 'r.json').write_text(FORMER.replace('"seed": null', '"seed": 5'))
    done = kanon('replay', 'r.json', cwd=str(tmp_path))
    assert done.returncode == 1 and 'its options do not fit its arguments' in done.stderr
    assert run('run_mondrian.py', *json.loads(FORMER)['arguments'], cwd=str(tmp_path)).returncode == 2
