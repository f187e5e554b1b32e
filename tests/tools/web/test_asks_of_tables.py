"""The asks about a table: what somebody has edited stays, and what is refused is not kept."""

import os

import pytest
from asking import CLINIC, asked, contents, folder, good  # noqa: F401
from kanon.tools.web import asks_of_tables


def test_a_draft_keeps_the_hierarchies_that_somebody_edited(folder):
    good('draft')
    text = 'f,both,*\nm,both,*\n'
    assert [level['labels'] for level in good('hierarchy', column='sex', text=text)['hierarchy']['levels']] == [2, 1, 1]
    assert good('draft', keep=['sex'])['hierarchies'][1]['text'] == text
    assert good('draft')['hierarchies'][1]['text'] != text


@pytest.mark.parametrize('text, problem', [
    ('f,a,*\nf,b,*\n', "hierarchies/sex.txt, line 2: 'f' has two parents, 'a' (line 1) and 'b'"),
    ('f,*\nm\n', "hierarchies/sex.txt, line 2: one field, 'm'"),
    ('', 'hierarchies/sex.txt: holds no line'),
    ('f,*\n', 'hierarchies/sex.txt: REFUSED: without a leaf: 1 value'),
    ('f,*\n' * 600_000, 'more than 2,000,000 characters')])
def test_a_hierarchy_that_is_refused_says_why_and_the_former_one_stays(text, problem, folder):
    good('draft')
    before = contents(folder)
    assert problem in asked('hierarchy', column='sex', text=text)['error']['message'] and contents(folder) == before


def test_a_hierarchy_that_was_not_there_is_not_left_behind(folder):
    good('draft')
    os.remove('hierarchies/sex.txt')
    before = contents(folder)
    assert 'error' in asked('hierarchy', column='sex', text='f,*\n') and contents(folder) == before


def test_a_draft_that_is_refused_leaves_the_files_of_the_one_before(folder):
    good('draft')
    before = contents(folder)
    assert 'nosuch' in asked('draft', {'quasi': ['sex', 'nosuch']})['error']['message'] and contents(folder) == before


def test_a_draft_takes_nothing_from_the_one_before(folder):
    good('draft', {'read': {'na': ['none']}})
    assert 'na = none' in (folder / 'clinic.ini').read_text()
    good('draft')
    assert 'na = ' not in (folder / 'clinic.ini').read_text()


def test_a_look_takes_nothing_from_a_draft(folder):
    good('draft', {'read': {'na': ['none']}})
    assert good('look')['read']['na'] == []


def test_a_form_names_classes_that_came_with_kanon_and_no_file(folder):
    good('draft', {'quasi': ['icd']})
    (folder / 'own').write_text('A00-Z99,all\n')
    by = {'tool': 'codes', 'options': {'cuts': 'icd10', 'classes': 'own', 'unreadable': 'missing'}}
    assert asked('hierarchy', column='icd', by=by)['error']['message'] == 'the classes own did not come with kanon'
    by['options']['classes'] = 'icd10'
    assert 'IX' in good('hierarchy', column='icd', by=by)['hierarchy']['text']


def test_a_long_hierarchy_is_shown_in_part(folder, monkeypatch):
    monkeypatch.setattr(asks_of_tables, 'MOST_LINES', 2)
    one = good('draft')['hierarchies'][0]
    assert len(one['text'].split('\n')) == 2 and one['more'] == len((folder / 'hierarchies' / 'born.txt').read_text().split('\n')) - 2


def test_an_ini_file_that_is_no_text_is_named(folder):
    good('draft')
    (folder / 'clinic.ini').write_bytes(b'[kanon]\nna = \xff\n')
    assert asked('require')['error']['message'] == 'clinic.ini: is not UTF-8 text'


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


def ward(rows=240) -> str:
    """A table that lets `start` ask about lists, persons alike, gaps that cost records, and what may be the same."""
    codes, lines = 'B20 E11 I10 J45 K21 C50'.split(), ['A ward of the first quarter', 'patient,age,town,dx1,dx2,list,illness,remark']
    for n in range(rows):
        patient = 'Person 007' if n == 7 else 'person %03d' % (n % 120)
        one, two, three = (codes[(n + step * (n % 5)) % 6] for step in range(3))
        several = '|'.join(dict.fromkeys([one, two, three][:1 + n % 3]))
        second = two if n % 2 and two != one else ''
        lines.append(','.join([patient, str(20 + n % 60), ('North', 'South', 'East', 'k.A.')[n % 4], one, second, several,
                               ('HIV', 'hiv', 'flu', 'gout')[n % 4], 'ok' * (n % 3 > 0)]))
    return '\n'.join(lines) + '\n'


ROLES = 'person', 'quasi', 'sensitive', 'publish'
ASKED = {'lines_above', 'gaps_many', 'alike_here', 'like_missing'}


@pytest.mark.parametrize('person, asked_too, told', [
    (None, {'may_say_whose', 'like_list', 'like_columns'}, set()),
    ('patient', {'persons_alike'}, {'like_list', 'like_columns'})])
def test_each_choice_of_a_draft_is_taken_as_it_is_offered(person, asked_too, told, folder):
    """With it alone the next draft is made, and does not ask the same. Lists and persons exclude each other, so persons leave no such choice."""
    (folder / 'ward.csv').write_text(ward())
    plan = {'table': 'ward.csv', 'person': person, 'quasi': ['town'], 'sensitive': ['illness', 'dx1', 'dx2', 'list'], 'publish': ['remark'],
            'settings': {'k': '3'}}
    doubts = good('draft', plan)['doubts']
    assert ASKED | asked_too <= {doubt['key'] for doubt in doubts if doubt['choices']}
    assert told <= {doubt['key'] for doubt in doubts if not doubt['choices']}
    for doubt in doubts:
        for choice in doubt['choices']:
            roles = {name: value for name, value in choice['set'].items() if name in ROLES}
            settings = {**plan['settings'], **{name: value for name, value in choice['set'].items() if name == 'missing'}}
            read = {name: value for name, value in choice['set'].items() if name not in (*ROLES, 'missing')}
            after = good('draft', {**plan, **roles, 'read': read, 'settings': settings})['doubts']
            assert choice not in [other for each in after for other in each['choices']], choice
    again = good('draft', {**plan, 'person': None, 'sensitive': ['illness', 'list'], 'read': {'items': ['list=|']}})['doubts']
    assert [doubt['choices'] for doubt in again if doubt['key'] == 'may_say_whose'] == [[]]


@pytest.mark.parametrize('language', ['en', 'zh'])
def test_a_question_tells_nothing_to_type(language, folder):
    """It keeps what it is about: whatever is quoted stands there as a whole."""
    lines = CLINIC.decode().splitlines()
    (folder / 'clinic.csv').write_text('\n'.join([*lines[:500], *(line.replace(';m;', ';k. A.;') for line in lines[500:]), 'Total;;;;;99' + 8 * ';']) + '\n', encoding='utf-8')
    doubts = good('look', {'person': None, 'language': language})['doubts']
    assert {'may_say_whose', 'totals_apart', 'like_missing'} <= {doubt['key'] for doubt in doubts}
    (folder / 'ward.csv').write_text(ward())
    plan = {'table': 'ward.csv', 'person': None, 'quasi': ['town'], 'sensitive': ['list', 'dx1', 'dx2'], 'publish': ['remark'], 'settings': {}, 'language': language}
    more = good('draft', plan)['doubts']
    assert {'gaps_many', 'like_list', 'like_columns'} <= {doubt['key'] for doubt in more}
    for doubt in doubts + more:
        assert doubt['asked'] and '--' not in doubt['asked'] and 'python' not in doubt['asked'] and doubt['asked'][-1] in '.。'
    assert "'k. A.'" in next(doubt['asked'] for doubt in doubts if doubt['key'] == 'like_missing')


def test_an_encoding_that_a_message_names_is_offered(folder):
    (folder / 'clinic.csv').write_bytes(CLINIC.replace(b'patient', 'Pati\xebnt'.encode('cp1252'), 1))
    assert asked('look', {'person': None})['error']['guesses'] == ['latin-1']
    assert good('look', {'person': None, 'read': {'encoding': 'latin-1'}})['records'] == 1000


def test_each_doubt_of_what_may_mean_two_things_is_asked_and_its_answer_kept(folder):
    """Each choice of a code, of thousands and of years is taken as it is offered, and the doubt is gone."""
    pays = '450 520 630 700 850 910 1.200 1.350 2.400 3.100 12.500 48.000'.split()
    rows = ['%s,%s,%02d/%02d/%02d,%s' % ([20, 31, 44, 52, 61, 999][n % 6], pays[n % 12], 1 + n % 12, 1 + n % 28, [30, 61, 91, 2][n % 4], 'mf'[n % 2])
            for n in range(120)]
    (folder / 'odd.csv').write_text('age,pay,dob,sex\n' + '\n'.join(rows) + '\n')
    plan = {'table': 'odd.csv', 'person': None, 'quasi': ['age', 'pay', 'dob'], 'sensitive': ['sex'], 'settings': {'k': '5'}}
    doubts = {doubt['key']: doubt for doubt in good('look', plan)['doubts']}
    assert {'like_code', 'in_thousands', 'two_digit_years'} <= doubts.keys()
    for key in 'like_code', 'in_thousands', 'two_digit_years':
        assert doubts[key]['choices'] and ' --' not in doubts[key]['asked'] and 'python' not in doubts[key]['asked']
    assert 'may be 1200 or 1.2' in asked('draft', plan)['error']['message']
    for said in doubts['in_thousands']['choices']:
        read = {**doubts['like_code']['choices'][0]['set'], **said['set']}
        left = {doubt['key'] for doubt in good('look', {**plan, 'read': read})['doubts']}
        assert not {'like_code', 'in_thousands'} & left
        good('draft', {**plan, 'read': read})
        ini = (folder / 'odd.ini').read_text()
        assert 'na-in = age=999\n' in ini and 'thousands = %s\n' % said['set']['thousands'][0] in ini
        for choice in doubts['two_digit_years']['choices']:
            made = good('hierarchy', {**plan, 'read': read}, column='dob', by=choice['by'])['hierarchy']
            assert '/30,%s' % {'1927': '1930', '1900': '1930', '2000': '2030'}.get(choice['by']['options']['century'], '1930') in made['text']
        good('require', {**plan, 'read': read})
        released = good('release', {**plan, 'read': read})
        assert released['files']
