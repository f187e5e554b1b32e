"""The asks about a release: each standard, the next table, and the files beside the table."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from random import Random

import pytest
from asking import CLINIC, asked, contents, folder, good  # noqa: F401
from conftest import HOME, kanon, seeds
from kanon.tools.judging.standard import shipped_standards


def test_the_next_table_is_published_at_the_same_levels(folder):
    plan = {'algorithm': 'optimal'}
    good('draft', plan), good('require', plan)
    first = good('release', plan)['report']
    shutil.copy('clinic.csv', 'march.csv')
    again = good('again', plan, table='march.csv')
    assert again['by'] == 'levels' and again['report']['vector'] == first['vector'] and again['files'][0]['name'] == 'march_optimal.csv'
    good('release'), good('require')
    assert good('again', table='march.csv')['by'] == 'options'


MONTHLY = {'table': 'jan.csv', 'algorithm': 'samarati', 'quasi': ['age'], 'sensitive': ['ill'], 'person': 'who', 'history': True,
           'levels': {'age': [1, 1]}, 'settings': {'k': '3', 'max_suppression': '20%'}}
ANY_LEVEL = {**MONTHLY, 'levels': {}}
LATER = {**MONTHLY, 'settings': {'k': '3', 'max_suppression': '80%'}}       # with those who are held back


def month(people, first, after):
    """A table of those persons who are there in a month."""
    return 'who,age,ill\n' + ''.join('p%03d,%d,%s\n' % (who, *people[who]) for who in range(first, after))


def by_hand(folder, hands, answer, before):
    """Type the last command of an answer in another folder, and compare what it writes. before: the history that its own begins with, or None."""
    words = shlex.split(answer['commands'][-1])[3:]
    history = words[words.index('--history') + 1]
    if before:
        shutil.copy(str(hands / before), str(hands / history))
    done = kanon(*[word for word in words if word != '--force'], cwd=str(hands))
    assert done.returncode == 0, done.stderr
    for name in (words[words.index('-o') + 1], history):
        assert (folder / name).read_bytes() == (hands / name).read_bytes(), name


@pytest.mark.parametrize('seed', seeds(12))
def test_releases_with_a_history_are_those_of_the_command_line(seed, folder, tmp_path):
    """January, February after it on the same page, and March on a new page that is given February's history. Each is made twice, as by two clicks."""
    random, hands = Random(seed), tmp_path / 'hands'
    hands.mkdir()
    people = [(random.randrange(20, 80), random.choice(('flu', 'ulcer', 'gout'))) for _ in range(200)]
    for name, last in ('jan.csv', 90), ('feb.csv', 90 + random.randrange(12, 40)), ('mar.csv', 190):
        (folder / name).write_text(month(people, 0, last))
        (hands / name).write_text(month(people, 0, last))
    good('draft', MONTHLY), good('require', MONTHLY)
    bounds = kanon('hierarchy', 'ranges', '--bounds', '20,79', '--widths', '10,30', '-o', 'hierarchies/age.txt', '--force', cwd=str(folder))
    assert bounds.returncode == 0      # later months bring other ages
    shutil.copytree(str(folder / 'hierarchies'), str(hands / 'hierarchies'))
    shutil.copy('jan.ini', str(hands))
    first = [good('release', MONTHLY) for _ in range(2)][1]
    by_hand(folder, hands, first, None)
    second = [good('again', {**MONTHLY, 'later': '80%'}, table='feb.csv') for _ in range(2)][1]
    by_hand(folder, hands, second, 'jan_history.csv')
    third = {**LATER, 'table': 'mar.csv', 'earlier': 'earlier_feb_history.csv'}
    shutil.copy('feb_history.csv', third['earlier'])
    (folder / 'mar.ini').write_bytes((folder / 'jan.ini').read_bytes())
    good('require', third)
    shutil.copy('mar.ini', str(hands))
    last = [good('release', third) for _ in range(2)][1]
    by_hand(folder, hands, last, 'feb_history.csv')
    assert [each['report']['history']['releases'] for each in (first, second, last)] == [0, 1, 2]
    assert [file['name'] for file in last['files'] if file['what'] == 'history'] == ['mar_history.csv']
    assert (folder / third['earlier']).read_bytes() == (folder / 'feb_history.csv').read_bytes()


def test_a_release_that_is_refused_leaves_the_history_as_it_was(folder):
    people = [(age, 'flu') for age in range(20, 60)]
    (folder / 'jan.csv').write_text(month(people, 0, 40))
    good('draft', ANY_LEVEL), good('require', ANY_LEVEL), good('release', ANY_LEVEL)
    before = contents(folder)
    other = {**ANY_LEVEL, 'settings': {'k': '4', 'max_suppression': '20%'}, 'earlier': 'earlier.csv'}
    (folder / 'earlier.csv').write_bytes((folder / 'jan_history.csv').read_bytes())
    good('require', other)
    assert 'all releases of a history ask for the same' in asked('release', other)['error']['message']
    assert (folder / 'jan_history.csv').read_bytes() == before[folder / 'jan_history.csv']
    assert '--history is not for this program' in asked('release', {**ANY_LEVEL, 'algorithm': 'mondrian'})['error']['message']
    assert (folder / 'jan_history.csv').read_bytes() == before[folder / 'jan_history.csv']


def test_a_release_beside_the_table_has_its_history_there(folder, tmp_path):
    home = tmp_path / 'home'
    home.mkdir()
    for place in folder, home:
        (place / 'jan.csv').write_text(month([(age, 'flu') for age in range(20, 60)], 0, 40))
    good('draft', ANY_LEVEL), good('require', ANY_LEVEL), good('release', ANY_LEVEL)
    place = {'folder': str(home), 'name': 'jan.csv'}
    assert 'jan_history.csv' in good('beside', ANY_LEVEL, beside=place)['written']
    assert (home / 'jan_history.csv').read_bytes() == (folder / 'jan_history.csv').read_bytes()
    assert 'jan_history.csv' in asked('beside', ANY_LEVEL, beside=place)['there']
    good('beside', ANY_LEVEL, beside=place, yes=True)
    assert (home / 'jan_history.csv').read_bytes() == (folder / 'jan_history.csv').read_bytes()
    if os.name == 'posix':
        assert (home / 'jan_history.csv').stat().st_mode & 0o077 == 0


def test_the_release_of_a_table_without_a_header_line_is_checked(folder):
    """The INI file names the columns of the table. The release has a header line, which is no record."""
    lines = (folder / 'clinic.csv').read_text(encoding='utf-8').splitlines(True)
    (folder / 'clinic.csv').write_text(''.join(lines[1:]), encoding='utf-8')
    plan = {'read': {'columns': lines[0].strip().split(';'), 'delimiter': ';'}}
    for name in 'draft', 'require':
        good(name, plan)
    assert good('release', plan)['report']['records']['published'] == good('check', plan)['report']['records']['in_classes']
    good('attack', plan)


def test_a_release_beside_the_table_asks_before_it_replaces(folder, tmp_path):
    home = tmp_path / 'home'
    home.mkdir()
    (home / 'clinic.csv').write_bytes(CLINIC)
    good('draft'), good('require')
    made = good('release')['files'][0]
    place = {'folder': str(home), 'name': 'clinic.csv'}
    first = good('beside', beside=place)
    assert first['files'][0]['sha256'] == made['sha256'] and '--force' not in first['commands'][0]
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
    (home / 'clinic.csv').write_bytes(CLINIC)
    (home / 'clinic.ini').write_bytes(b'\xff\xfe\r\nmine')         # it may be of another program
    good('draft'), good('require', {'settings': {'k': '5000'}})
    before = contents(home)
    assert 'error' in asked('beside', beside={'folder': str(home), 'name': 'clinic.csv'}, yes=True)
    assert contents(home) == before


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
    os.remove(str(home / 'clinic_mondrian.csv'))
    (tmp_path / 'folder').mkdir()
    os.symlink(str(tmp_path / 'folder'), str(home / 'hierarchies'))
    assert asked('beside', beside={'folder': str(home), 'name': 'clinic.csv'}, yes=True)['error']['message'] == 'hierarchies: is a link, and nothing is written through one'
    assert contents(home).keys() == {home / 'clinic.csv'} and not list((tmp_path / 'folder').iterdir())


def test_a_table_that_was_renamed_for_the_page_is_not_written_beside(folder, tmp_path):
    good('draft'), good('require')
    place = {'folder': str(tmp_path), 'name': '-clinic.csv'}
    assert 'was renamed for the page' in asked('beside', beside=place, yes=True)['error']['message'] and not (tmp_path / 'clinic.ini').exists()


def test_every_standard_that_the_page_offers_is_judged(folder):
    good('draft'), good('require')
    report = good('release', {'standards': shipped_standards()})['report']
    assert [standard['name'] for standard in report['standards']] == shipped_standards()


@pytest.mark.parametrize('algorithm', ['mondrian', 'optimal'])
def test_the_next_table_may_have_other_values_where_bounds_were_given(algorithm, folder):
    """Dates of birth in two formats, and numbers with and without decimals. Without the bounds the message names the hierarchy."""
    def month(first):
        dates = ['%02d.%02d.%d' % (1 + n % 28, 1 + n % 12, 1930 + (first + 7 * n) % 80) if n % 9 else '%d-%02d-%02d' % (1931 + (first + 5 * n) % 80, 1 + n % 12, 1 + n % 28)
                 for n in range(120)]
        rows = ['%s;%s;%s' % (date, '%d,%d' % (50 + (first + n) % 40, n % 10) if n % 6 else 60 + first + n // 6, ('flu', 'gout')[n % 2]) for n, date in enumerate(dates)]
        return '\n'.join(['born;weight;ill', *rows]) + '\n'
    (folder / 'jan.csv').write_text(month(0))
    (folder / 'feb.csv').write_text(month(3))
    plan = {'table': 'jan.csv', 'person': None, 'quasi': ['born', 'weight'], 'sensitive': ['ill'], 'algorithm': algorithm, 'read': {'decimal': ','}, 'settings': {'k': '3'}}
    by = {one['column']: one['by'] for one in good('draft', plan)['hierarchies']}
    good('require', plan), good('release', plan)
    assert asked('again', plan, table='feb.csv')['error']['file'] == 'hierarchies/born.txt'
    for column, bounds in ('born', '01.01.1920,31.12.2020'), ('weight', '40,120'):
        made = good('hierarchy', plan, column=column, by={'tool': by[column]['tool'], 'options': {**by[column]['options'], 'bounds': bounds}})
        assert "--column %s --config jan.ini" % column in made['commands'][0] and '--bounds ' + bounds in made['commands'][0]
    wrong = {'tool': 'dates', 'options': {**by['born']['options'], 'bounds': '1920'}}
    assert 'the least and the greatest value' in asked('hierarchy', plan, column='born', by=wrong)['error']['message']
    good('release', plan)
    again = good('again', plan, table='feb.csv')
    assert again['report']['records']['read'] == 120 == again['report']['records']['published'] + again['report']['records']['suppressed']


@pytest.mark.parametrize('algorithm', ['mondrian', 'optimal'])
def test_the_next_table_never_replaces_the_release_of_the_first(algorithm, folder):
    plan = {'algorithm': algorithm}
    good('draft', plan), good('require', plan), good('release', plan)
    shutil.copy('clinic.csv', 'clinic.txt')
    before = {path: path.read_bytes() for path in folder.rglob('*') if path.is_file()}
    for name in 'clinic.csv', 'clinic.txt':
        assert 'has the name of the first table' in asked('again', plan, table=name)['error']['message']
    assert {path: path.read_bytes() for path in folder.rglob('*') if path.is_file()} == before


def test_a_release_beside_the_table_that_fails_leaves_no_folder(folder, tmp_path):
    home = tmp_path / 'home'
    (home / 'clinic_mondrian.json').mkdir(parents=True)
    (home / 'clinic.csv').write_bytes(CLINIC)
    good('draft'), good('require')
    assert 'is a folder' in asked('beside', beside={'folder': str(home), 'name': 'clinic.csv'}, yes=True)['error']['message']
    assert sorted(os.listdir(str(home))) == ['clinic.csv', 'clinic_mondrian.json']


def test_a_table_of_words_alone_goes_the_whole_way(folder):
    """Its first line may be a record. Whoever says that it is a header sees the names, and a record it is not."""
    (folder / 'clinic.csv').write_text('sex,ward,ill\n' + ''.join('%s,%s,%s\n' % (sex, ward, ill) for sex in ('male', 'female') for ward in ('north', 'south')
                                                                  for ill in ('flu', 'gout', 'cough')))
    plan = {'person': None, 'quasi': ['sex', 'ward'], 'sensitive': ['ill'], 'settings': {'k': '3'}}
    doubt = good('look', {'person': None})['doubts'][0]
    assert doubt['key'] == 'perhaps_header'
    plan['read'] = doubt['choices'][1]['set']
    assert [column['name'] for column in good('look', plan)['columns']] == ['sex', 'ward', 'ill']
    for name in 'draft', 'require':
        good(name, plan)
    assert good('release', plan)['report']['records']['read'] == 12 and all(row['holds'] for row in good('check', plan)['report']['required'])


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


def test_records_lost_for_columns_that_are_not_used_are_told(folder):
    """The table of this month has no gap there, so `start` looks at any column. That of next month has some."""
    rows = [line.split(';') for line in (folder / 'clinic.csv').read_text(encoding='utf-8').splitlines()]
    kept = [rows[0].index(name) for name in ('case', 'patient', 'born', 'sex', 'postcode', 'income', 'diagnosis')]
    rows = [[row[place].replace('?', '') or '0' for place in kept] for row in rows]

    def put(name):
        (folder / name).write_text('\n'.join(map(';'.join, rows)) + '\n', encoding='utf-8')
    plan = {'settings': {'k': '5', 'missing': 'drop'}}
    put('clinic.csv')
    good('draft', plan), good('require', plan)
    assert good('release', plan)['report']['lost'] == {'records': 0, 'columns': {}}
    for row in rows[1:8]:
        row[0] = ''
    put('march.csv')
    again = good('again', plan, table='march.csv')
    assert again['report']['lost'] == {'records': 7, 'columns': {'case': 7}}
    assert "7 of the 7 records left out have gaps only in columns that are not used: 'case'. --missing-in used keeps them." in again['text']


def test_columns_that_look_like_one_list_become_one_where_that_is_answered(folder):
    """The question of the page, and its answer, up to the rows before and after."""
    lists = [('B20', 'E11'), ('I10', 'B20'), ('B20', ''), ('E11', 'I10'), ('', ''), ('I10', ''), ('E11', 'B20'), ('E11', '')] * 3
    (folder / 'clinic.csv').write_text('age,dx1,dx2\n' + ''.join('%d,%s,%s\n' % (30 + place // 4, *items) for place, items in enumerate(lists)))
    plan = {'person': None, 'quasi': ['age'], 'sensitive': ['dx'], 'settings': {'k': '4', 'alpha': '0.9', 'missing': 'value'}}
    doubt, = [doubt for doubt in good('look', plan)['doubts'] if doubt['key'] == 'like_columns']
    plan['read'] = doubt['choices'][0]['set']
    assert plan['read'] == {'items': ['dx=dx1,dx2']} and 'dx' in [column['name'] for column in good('look', plan)['columns']]
    good('draft', plan)
    good('require', plan)
    made = good('release', plan)
    assert made['report']['items']['dx']['different'] == 3 and made['before'][0] == ['30', 'B20|E11'] and len(made['after'][0]) == 2
    assert all(row['holds'] for row in good('check', plan)['report']['required'])
