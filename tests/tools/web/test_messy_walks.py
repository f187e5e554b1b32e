"""From the messy tables of messy.py to the bytes of the command line, on the page itself, and by a server that is asked the same.

The tables are written in cp1252, GB 18030, UTF-16, Latin-1 and UTF-8, with other letters in their
headers and values. The page is run by node (paging.py).
"""

import os
import re
import shlex
from urllib.parse import quote

import pytest
from conftest import ALL, kanon
from messy import TABLES, made
from paging import needs_node, stepping  # noqa: F401
from serving import serving

from kanon.tools.web.jobs import command_for
from kanon.tools.web.plain_names import name_in_tab

ROWS = 300 if ALL else 120
CASES = [(name, language) for place, name in enumerate(TABLES) for language in ('en', 'zh')
         if ALL or (language == 'zh') == (place % 2 == 1)]
LIKE_COLUMNS = 'have an item each of one list'     # an answer that is only whole once roles are said


def read_by(page, name):
    """Take a table, in the encoding that it has, as the page offers it."""
    page.take(name)
    offered = page.run('return shown("button").filter(one => one.classList.contains("guess"))'
                       '.map(one => one.textContent)')
    if offered:
        assert page.run('return document.getElementById("next").disabled')
        page.press(offered[0])
    assert page.errors == []


def answer_all(page, leaves=()):
    """The first answer to each question. leaves: words of those that are left as they are."""
    for _ in range(20):
        if not page.questions:
            break
        one = page.questions[0]
        left = any(word in choice for word in leaves for choice in one['choices'])
        page.choose(one['asked'], one['choices'][-1 if left else 0])
        assert page.errors == [], one
    assert page.questions == []


def typed_in(page) -> list:
    """The commands that the steps show, from the hierarchies on."""
    return page.run('return ["hierarchies", "release"].flatMap(step => page.commands[step]'
                    ' ? [...page.commands[step].values()].flat() : [])')


def by_command(folder, name, commands, k):
    """Type what the page has shown, where only the table is."""
    folder.mkdir()
    (folder / name_in_tab(name)).write_bytes(made(name, ROWS))
    for command in dict.fromkeys(commands):
        words = shlex.split(command)[3:]
        words += ['-k', k] if words[0] == 'mondrian' else []
        done = kanon(*words, cwd=str(folder))
        assert done.returncode == 0, (command, done.stderr)


@needs_node
@pytest.mark.parametrize('name, language', CASES)
def test_a_messy_table_becomes_the_release_of_the_command_line(name, language, stepping, tmp_path, monkeypatch):  # noqa: F811
    """Every question is answered. The page asks in this process, then a server is asked the same."""
    tab = tmp_path / 'tab'
    tab.mkdir()
    (tab / name_in_tab(name)).write_bytes(made(name, ROWS))
    monkeypatch.chdir(tab)
    page = stepping.open(language)
    read_by(page, name)
    answer_all(page, [LIKE_COLUMNS, '各有同一列表'])
    page.roles(TABLES[name].roles)
    page.go('hierarchies')
    assert page.errors == []
    answer_all(page)
    page.go('rules')
    page.write('set-k', '3')
    page.go('release')
    page.press('release')
    answer_all(page)
    assert page.errors == [] and page.found['release']['report']['audit']['ok']
    output, = (one['name'] for one in page.found['release']['files'] if one['what'] == 'release')
    released = (tab / output).read_bytes()
    assert not re.search(rb'0171|231250|55501', released), 'telephone numbers of remarks'
    by_command(tmp_path / 'typed', name, typed_in(page), '3')
    assert (tmp_path / 'typed' / output).read_bytes() == released
    if not ALL and name != 'klinik.csv':
        return
    (tmp_path / 'start').mkdir()
    with serving(tmp_path / 'start', command=command_for('asks')) as client:
        client.enter()
        client.put(quote(name), made(name, ROWS))
        for ask, values in page.asks:
            status, told = client.post('/ask/' + ask, values)
            assert status == 200
        assert 'error' not in told['answer'], told
        seal, = (one for one in told['answer']['files'] if one['what'] == 'release')
    assert seal == page.found['release']['files'][0]


LOST = {'en': '''looks like postcodes that lost their zeros at the start, as a spreadsheet takes them away: the values have 4 or 5 digits.'''
              ''' In a spreadsheet =TEXT(A2,"00000") puts them back, or import the column as text.''',
        'zh': '看起来是丢了前导零的邮政编码（电子表格会去掉前导零）：值有 4 位或 5 位数字。在电子表格中可用 =TEXT(A2,"00000") 补上，或把该列作为文本导入。'}


@needs_node
def test_lost_zeros_are_told_with_how_they_come_back(stepping, tmp_path, monkeypatch):  # noqa: F811
    """It is no question. The first step tells it, and the third of a quasi-identifier, in each language, until they are back."""
    name, told = 'consultations.csv', 'return shown("li", ".questions").map(one => one.textContent).filter(text => text.includes("Code postal"))'
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(made(name, ROWS))
    page = stepping.open()
    read_by(page, name)
    answer_all(page)

    def are_told(*languages):
        for language in languages:
            page.press('in-' + language)
            said, = [text for text in page.run(told) if LOST[language] in text]
            assert said.startswith("'Code postal'") and '--' not in said
    are_told('zh', 'en')
    page.roles(TABLES[name].roles)
    page.go('hierarchies')
    are_told('zh', 'en')
    lines = [line.split(';') for line in made(name, ROWS).decode(TABLES[name].encoding).splitlines()]
    restored = [';'.join([*line[:4], line[4].zfill(5) if line[4].isdigit() else line[4], *line[5:]]) for line in lines]
    (tmp_path / name).write_bytes('\r\n'.join(restored).encode(TABLES[name].encoding))
    page.go('table')
    read_by(page, name)
    answer_all(page)
    assert not any(LOST['en'] in text for text in page.run(told))
