"""What the steps of the page ask: the same bytes as the commands that they show, and nothing outside the folder of the table."""

import json
import os
import shlex
import shutil
import subprocess
import sys

import pytest
from conftest import HOME
from kanon.web import asks, commands
from kanon.web.asks import answer

CLINIC = subprocess.run([sys.executable, os.path.join(HOME, 'data', 'make_clinic.py')], stdout=subprocess.PIPE, check=True).stdout
CLINIC = b''.join(CLINIC.splitlines(True)[:1001])
PERSONS = len({line.split(b';')[1] for line in CLINIC.splitlines()[1:]})
PLAN = {'table': 'clinic.csv', 'language': 'en', 'read': {}, 'person': 'patient', 'quasi': ['born', 'sex', 'postcode', 'income'],
        'sensitive': ['diagnosis'], 'publish': [], 'settings': {'k': '5', 'l_diversity': '2', 'missing': 'root'}, 'standards': [],
        'algorithm': 'mondrian', 'chosen': {}}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder is that of a tab, with the clinic's table."""
    tab = tmp_path / 'tab'
    tab.mkdir()
    (tab / 'clinic.csv').write_bytes(CLINIC)
    monkeypatch.chdir(tab)
    return tab


def asked(name, plan=(), **values):
    return answer(name, {'plan': {**PLAN, **dict(plan)}, **values})


def good(name, plan=(), **values):
    found = asked(name, plan, **values)
    assert 'error' not in found, found['error']
    return found


def type_all(typed, folder):
    """Type the commands in a folder that has only the table."""
    folder.mkdir()
    (folder / 'clinic.csv').write_bytes(CLINIC)
    for command in typed:
        words = shlex.split(command)
        assert words[:3] == ['python3', '-m', 'kanon']
        done = subprocess.run([sys.executable, *words[1:]], cwd=str(folder), env={**os.environ, 'PYTHONPATH': HOME}, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        assert done.returncode == 0, (command, done.stderr)


def files_in(folder, names):
    return {name: (folder / name).read_bytes() for name in names}


@pytest.mark.parametrize('algorithm', ['mondrian', 'samarati', 'optimal', 'datafly'])
def test_the_commands_that_are_shown_give_the_same_bytes(algorithm, folder, tmp_path):
    plan = {'algorithm': algorithm}
    drafted = good('draft', plan)
    edited = good('hierarchy', plan, column='income', by={'tool': 'ranges', 'options': {'widths': '10000,20000'}})
    required = good('require', plan)
    released = good('release', plan)
    typed = drafted['commands'] + [*edited['commands'][:1]] + released['commands']
    other = tmp_path / 'other'
    type_all(typed[:-1], other)
    (other / 'clinic.ini').write_text(required['ini'], encoding='utf-8')      # as somebody edits it
    words = shlex.split(typed[-1])
    subprocess.run([sys.executable, *words[1:]], cwd=str(other), env={**os.environ, 'PYTHONPATH': HOME}, stdout=subprocess.PIPE, check=True)
    names = ['clinic_%s.csv' % algorithm, 'clinic.ini', *('hierarchies/%s.txt' % name for name in PLAN['quasi'])]
    assert files_in(folder, names) == files_in(other, names)
    page = 'clinic_%s.html' % algorithm
    assert (folder / page).read_text(encoding='utf-8').replace(' --language=en --json', '') == (other / page).read_text(encoding='utf-8')
    assert released['report']['audit']['ok'] and released['report']['k'] == 5 and 'born' in released['columns']
    assert 'audit      passed' in released['text'] and len(released['before']) == len(released['after']) == asks.MOST_ROWS
    assert {one['what'] for one in released['files']} == {'release', 'record', 'page', 'ini', 'hierarchy'}
    groups = [tuple(row[:4]) for row in released['after']]
    assert len(set(groups)) == asks.MOST_ROWS, 'the first rows of a sorted release are those of one group'


def test_every_step_of_the_way(folder):
    found = good('look', {'person': None})
    assert found['records'] == 1000 and [column['name'] for column in found['columns']][:3] == ['case', 'patient', 'born']
    assert {'person': 'patient'} in [choice['set'] for doubt in found['doubts'] for choice in doubt['choices']]
    drafted = good('draft')['hierarchies']
    assert [one['column'] for one in drafted] == PLAN['quasi'] and drafted[0]['levels'][-1]['labels'] == 1
    assert drafted[3]['by']['tool'] == 'ranges'
    assert good('tree', column='sex')['hierarchy']['tree']
    assert 'l-diversity = 2' in good('require')['ini']
    compared = good('compare', ks=[5, 10], algorithms=['mondrian', 'optimal'])
    assert len(compared['rows']) == 4 and compared['picture'].startswith('<svg')
    assert good('release')['report']['persons']['count'] == PERSONS
    checked = good('check')
    assert all(row['holds'] for row in checked['report']['required']) and checked['files'][0]['what'] == 'check'
    assert good('attack')['report'][0]['attack'] == 'linkage'


def test_the_next_table_is_published_at_the_same_levels(folder):
    plan = {'algorithm': 'optimal'}
    good('draft', plan), good('require', plan)
    first = good('release', plan)['report']
    shutil.copy('clinic.csv', 'march.csv')
    again = good('again', plan, table='march.csv')
    assert again['by'] == 'levels' and again['report']['vector'] == first['vector'] and again['files'][0]['name'] == 'march_optimal.csv'
    good('release'), good('require')
    assert good('again', table='march.csv')['by'] == 'options'


def test_a_draft_keeps_the_hierarchies_that_somebody_edited(folder):
    good('draft')
    text = 'f,both,*\nm,both,*\n'
    assert [level['labels'] for level in good('hierarchy', column='sex', text=text)['hierarchy']['levels']] == [2, 1, 1]
    assert good('draft', keep=['sex'])['hierarchies'][1]['text'] == text
    assert good('draft')['hierarchies'][1]['text'] != text


@pytest.mark.parametrize('name, values, message, option', [
    ('hierarchy', {'column': 'income', 'by': {'tool': 'ranges', 'options': {'widths': 'x'}}}, "a number such as 90 or 0.5 is expected, not 'x'", 'widths'),
    ('hierarchy', {'column': 'sex', 'text': 'f,*\n'}, 'without a leaf', None),
    ('hierarchy', {'column': 'sex', 'by': {'tool': 'show', 'options': {}}}, 'there is no rule show for hierarchies', None),
    ('hierarchy', {'column': 'icd', 'by': {'tool': 'codes', 'options': {'cuts': 'icd10', 'classes': '../x'}}}, 'did not come with kanon', None),
    ('require', {'plan': {**PLAN, 'settings': {'k': '0'}}}, 'k is a whole number of 2 or more', 'k'),
    ('require', {'plan': {**PLAN, 'settings': {'l_diversity': '2\noutput = x.csv'}}}, '', None),
    ('require', {'plan': {**PLAN, 'settings': {'population': '/etc/passwd'}}}, 'a page cannot set population', None),
    ('require', {'plan': {**PLAN, 'settings': {'output': 'x.csv'}}}, 'a page cannot set output', None),
    ('release', {'plan': {**PLAN, 'chosen': {'recoding': 'x.csv'}}}, 'a page cannot set recoding', None),
    ('release', {'plan': {**PLAN, 'settings': {'k': '5000'}}}, '', None),
    ('release', {'plan': {**PLAN, 'table': '../clinic.csv'}}, 'is no plain name of a file', None),
    ('release', {'plan': {**PLAN, 'table': '--help'}}, 'is no plain name of a file', None),
    ('again', {'table': '../../x.csv'}, 'is no plain name of a file', None),
    ('look', {'plan': {**PLAN, 'table': 'none.csv'}}, 'none.csv: No such file or directory', None),
    ('look', {'plan': {**PLAN, 'read': {'encoding': 'klingon'}}}, 'klingon', None),
    ('look', {'plan': 5}, 'another shape', None),
    ('__init__', {}, 'there is no ask', None),
])
def test_what_is_refused_changes_nothing(name, values, message, option, folder):
    good('draft'), good('require')
    before = {path: path.read_bytes() for path in folder.rglob('*') if path.is_file()}
    plan = values.get('plan')
    if isinstance(plan, dict) and plan['settings'].get('k') == '5000':
        assert 'error' not in asked('require', plan)
        before = {path: path.read_bytes() for path in folder.rglob('*') if path.is_file()}
    error = answer(name, {'plan': PLAN, **values}).get('error') or {}
    if message or error:
        assert message in error['message'] and error['option'] == option and '\n' not in error['message']
    after = {path: path.read_bytes() for path in folder.rglob('*') if path.is_file()}
    after.pop(folder / 'clinic.ini', None), before.pop(folder / 'clinic.ini')       # look takes a draft's INI file away
    assert after == before


def test_no_value_of_a_page_becomes_an_option(folder):
    for words in ['--force', '--output=/tmp/x'], ['-o', '/tmp/x']:
        error = asked('draft', {'quasi': words})['error']
        assert 'no column' in error['message'] or 'column' in error['message'] and not os.path.exists('/tmp/x')


def test_a_release_beside_the_table_asks_before_it_replaces(folder, tmp_path):
    home = tmp_path / 'home'
    home.mkdir()
    (home / 'clinic.csv').write_bytes(CLINIC)
    good('draft'), good('require')
    made = good('release')['files'][0]
    place = {'folder': str(home), 'name': 'clinic.csv'}
    first = good('beside', beside=place)
    assert first['files'][0]['sha256'] == made['sha256'] and os.getcwd() == str(folder)
    record = json.loads((home / 'clinic_mondrian.json').read_text(encoding='utf-8'))
    assert 'tab' not in json.dumps(record['arguments'])
    assert subprocess.run([sys.executable, '-m', 'kanon', 'replay', 'clinic_mondrian.json'], cwd=str(home), env={**os.environ, 'PYTHONPATH': HOME},
                          stdout=subprocess.PIPE).returncode == 0
    (home / 'clinic_mondrian.csv').write_text('mine')
    error = asked('beside', beside=place)['error']
    assert error['kind'] == 'exists' and (home / 'clinic_mondrian.csv').read_text() == 'mine'
    good('beside', beside=place, yes=True)
    assert (home / 'clinic_mondrian.csv').read_bytes() == (folder / 'clinic_mondrian.csv').read_bytes()


def test_a_release_beside_the_table_that_fails_leaves_what_was_there(folder, tmp_path):
    home = tmp_path / 'home'
    (home / 'hierarchies').mkdir(parents=True)
    (home / 'clinic.csv').write_bytes(CLINIC[:1000])        # it changed: too few records for its values
    (home / 'clinic.ini').write_text('mine')
    good('draft'), good('require', {'settings': {'k': '500'}})
    before = {path: path.read_bytes() for path in home.rglob('*') if path.is_file()}
    assert 'error' in asked('beside', beside={'folder': str(home), 'name': 'clinic.csv'}, yes=True)
    assert {path: path.read_bytes() for path in home.rglob('*') if path.is_file()} == before


@pytest.mark.skipif(not hasattr(os, 'symlink'), reason='no links here')
def test_nothing_is_written_through_a_link_beside_the_table(folder, tmp_path):
    home = tmp_path / 'home'
    home.mkdir()
    (home / 'clinic.csv').write_bytes(CLINIC)
    (tmp_path / 'elsewhere').write_text('mine')
    os.symlink(str(tmp_path / 'elsewhere'), str(home / 'clinic_mondrian.csv'))
    good('draft'), good('require')
    assert 'link' in asked('beside', beside={'folder': str(home), 'name': 'clinic.csv'}, yes=True)['error']['message']
    assert (tmp_path / 'elsewhere').read_text() == 'mine' and not (home / 'clinic.ini').exists()


def test_a_worker_answers_in_lines(folder):
    code = "import sys; sys.path.insert(0, %r); from kanon.web.worker import main; sys.exit(main())" % HOME
    line = json.dumps({'ask': 'look', 'values': {'plan': PLAN}}).encode() + b'\n'
    (folder / 'csv.py').write_text('raise SystemExit("a module of the folder was imported")')
    done = subprocess.run([sys.executable, '-I', '-c', code], input=line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=str(folder))
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and lines[-1]['answer']['records'] == 1000, done.stderr


def test_progress_is_told(folder):
    told = []
    good('draft'), good('require')
    commands.kept(lambda: __import__('time').sleep(0), told.append)
    from kanon.cli.screen import progress
    commands.kept(lambda: slowly(progress), told.append)
    assert told == ['3 records read']


def slowly(progress):
    import time
    with progress(lambda: '3 records read', False):
        time.sleep(0.7)


def test_the_release_of_a_table_without_a_header_line_is_checked(folder):
    """The INI file names the columns of the table. The release has a header line, which is no record."""
    lines = (folder / 'clinic.csv').read_text(encoding='utf-8').splitlines(True)
    (folder / 'clinic.csv').write_text(''.join(lines[1:]), encoding='utf-8')
    plan = {'read': {'columns': lines[0].strip().split(';'), 'delimiter': ';'}}
    for name in 'draft', 'require':
        good(name, plan)
    assert good('release', plan)['report']['records']['published'] == good('check', plan)['report']['records']['in_classes']
    good('attack', plan)


TEXTS = {'purpose': 'waiting times\n[kanon]\nk = 1', 'legal_basis': ' Art. 6 (1) e ; # % ', 'name': '', 'reasons': '\u2028[DEFAULT]\x85purpose = no\r'}
PAGE_INI = '[page]\npurpose = waiting times [kanon] k = 1\nlegal-basis = Art. 6 (1) e ; # %\nreasons = [DEFAULT] purpose = no\n'


def test_what_somebody_writes_for_the_page_to_sign_stands_on_it(folder, tmp_path):
    """No text adds a line, a field or a section. Nothing is typed where nothing was written. The file lies beside the table, too."""
    good('draft'), good('require')
    plain = good('release')
    assert '--page-text' not in plain['commands'][0] and '--internal' not in plain['commands'][0] and not os.path.exists('clinic_page.ini')
    plan = {'page': TEXTS, 'internal': True}
    made = good('release', plan)
    assert '--page-text clinic_page.ini --internal' in made['commands'][0]
    assert (folder / 'clinic_page.ini').read_text(encoding='utf-8') == PAGE_INI
    assert ('clinic_page.ini', 'page_text') in [(one['name'], one['what']) for one in made['files']]
    page = (folder / 'clinic_mondrian.html').read_text(encoding='utf-8')
    assert 'waiting times [kanon] k = 1' in page and 'INTERNAL' in page
    assert made['report']['k'] == 5 and made['files'][0]['sha256'] == plain['files'][0]['sha256']
    shutil.copy('clinic.csv', 'march.csv')
    assert 'clinic_page.ini' in good('again', plan, table='march.csv')['commands'][0]
    assert 'page_text' not in [one['what'] for one in good('release', {'page': {'purpose': ' '}})['files']]
    home = tmp_path / 'home'
    home.mkdir()
    (home / 'clinic.csv').write_bytes(CLINIC)
    assert 'clinic_page.ini' in good('beside', plan, beside={'folder': str(home), 'name': 'clinic.csv'})['written']
    assert (home / 'clinic_page.ini').read_text(encoding='utf-8') == PAGE_INI


@pytest.mark.parametrize('texts, message', [({'k': '1'}, "the page has no field 'k'"), ({'purpose': 401 * 'x'}, 'longer than 400 characters'),
                                            ({'[page]\nk': '1'}, ''), ({'purpose=x\nname': '1'}, ''), ({'name': '\ud800'}, 'half of a character'), ([], None)])
def test_a_text_that_no_page_has_is_refused(texts, message, folder):
    good('draft'), good('require')
    found = asked('release', {'page': texts})
    assert message is None and 'error' not in found or message in found['error']['message']
    assert not os.path.exists('clinic_page.ini')


def test_levels_are_chosen_by_number(folder):
    """The names of the columns are quoted by the library. A column that is no quasi-identifier any more has no limit."""
    (folder / 'clinic.csv').write_bytes(CLINIC.replace(b'postcode', b'"post, ""code; x<=1"', 1))
    plan = {'quasi': ['born', 'post, "code; x<=1'], 'person': None, 'algorithm': 'optimal',
            'settings': {'k': '2', 'max_suppression': '90%'}, 'levels': {'post, "code; x<=1': [1, 3], 'born': [None, 2], 'sex': [1, 1]}}
    good('draft', plan)
    ini = good('require', plan)['ini']
    assert 'from = "post, ""code; x<=1>=1"\n' in ini and 'limit = born<=2;"post, ""code; x<=1<=3"\n' in ini
    made = good('release', plan)['report']
    assert made['vector']['born'] <= 2 and 1 <= made['vector'][plan['quasi'][1]] <= 3
    assert 'limit' not in good('require', {**plan, 'levels': {}})['ini']
    for levels in {'born': ['9.5', None]}, {'born': ['2;sex>=1', None]}, {'born': 5}, {'born': [1]}, {'born': [1, 2, 3]}, [1], 5:
        assert 'error' in asked('require', {**plan, 'levels': levels})


def test_mondrian_takes_no_levels_where_persons_are_counted(folder):
    plan = {'levels': {'born': [None, 3]}}
    good('draft', plan), good('require', plan)
    assert 'exclude each other in Mondrian' in asked('release', plan)['error']['message']
    assert good('release', {**plan, 'algorithm': 'optimal'})['report']['vector']['born'] <= 3
    for name in 'draft', 'require', 'release':
        good(name, {**plan, 'person': None})


def test_what_a_column_holds_is_said_to_a_standard(folder):
    plan = {'standards': ['hipaa-safe-harbor'], 'holds': 'zip=postcode'}
    good('draft', plan), good('require', plan)
    assert '--holds zip=postcode' in good('release', plan)['commands'][0]
    assert '--holds' not in good('release', {**plan, 'standards': []})['commands'][0]
    error = asked('require', {**plan, 'holds': 'postcode'})['error']
    assert error['option'] == 'holds' and 'pairs like zip=plz,age=alter are expected' in error['message']


@pytest.mark.parametrize('language', ['en', 'zh'])
def test_a_question_tells_nothing_to_type(language, folder):
    """It keeps what it is about: whatever is quoted stands there as a whole."""
    lines = CLINIC.decode().splitlines()
    (folder / 'clinic.csv').write_text('\n'.join([*lines[:500], *(line.replace(';m;', ';k. A.;') for line in lines[500:]), 'Total;;;;;99' + 8 * ';']) + '\n', encoding='utf-8')
    doubts = good('look', {'person': None, 'language': language})['doubts']
    assert {'may_say_whose', 'totals_apart', 'like_missing'} <= {doubt['key'] for doubt in doubts}
    for doubt in doubts:
        assert doubt['asked'] and ' --' not in doubt['asked'] and 'python' not in doubt['asked'] and doubt['asked'][-1] in '.。'
    assert "'k. A.'" in next(doubt['asked'] for doubt in doubts if doubt['key'] == 'like_missing')


def test_an_encoding_that_a_message_names_is_offered(folder):
    (folder / 'clinic.csv').write_bytes(CLINIC.replace(b'patient', 'Pati\xebnt'.encode('cp1252'), 1))
    assert asked('look', {'person': None})['error']['guesses'] == ['latin-1']
    assert good('look', {'person': None, 'read': {'encoding': 'latin-1'}})['records'] == 1000
