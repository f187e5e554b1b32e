"""The asks about a table: what somebody has edited stays, and what is refused is not kept."""

import os

import pytest
from asking import asked, contents, folder, good  # noqa: F401
from kanon.web import asks_of_tables


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
