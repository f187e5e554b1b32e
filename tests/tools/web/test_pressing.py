"""What is pressed while the page waits for something: it is done afterwards, or it can be seen that it cannot be pressed."""

import pytest

from asking import folder  # noqa: F401
from paging import needs_node, stepping  # noqa: F401
from test_answers import TABLES

ROLES = {'patient': 'person', 'sex': 'quasi', 'postcode': 'quasi', 'diagnosis': 'sensitive'}
# Once, while the door waits for an answer, something is pressed.
PRESSED = '''let left = 1;
const door = window.door, real = door.%s;
door.%s = (...words) => {
  if (left && (%s)) { left = 0; %s }
  return real(...words);
};'''
FRAMES = 'return shown("iframe").length'


def released(page, language='en'):
    page.open(language)
    page.take('clinic.csv')
    page.roles(ROLES)
    page.go('release')
    return page


def meanwhile(page, method, which, press):
    page.run(PRESSED % (method, method, which, press))


@needs_node
@pytest.mark.parametrize('language', ['en', 'zh'])
def test_a_press_while_a_file_is_fetched_is_done_afterwards(language, stepping, folder):  # noqa: F811
    """No frame is lost by it, whichever file was fetched."""
    page = released(stepping, language)
    meanwhile(page, 'get', 'true', 'named("check").click();')
    page.press('release')
    assert page.errors == [] and 'error' not in page.found['check'] and page.run(FRAMES) == 2
    meanwhile(page, 'get', 'words[0].endsWith("_check.html")', 'named("attack").click();')
    page.press('check')
    assert 'error' not in page.found['attack'] and page.run(FRAMES) == 3
    meanwhile(page, 'get', 'words[0].endsWith("_attack.html")', 'named("back").click();')
    page.press('attack')
    page.run('await new Promise(go => setTimeout(go, 5));')
    assert page.run('return page.steps[page.state.step].name') == 'compare'


@needs_node
def test_the_language_is_another_one_afterwards(stepping, folder):  # noqa: F811
    page = released(stepping)
    meanwhile(page, 'get', 'true', 'named("in-zh").click();')
    page.press('release')
    assert page.plan['language'] == 'zh' and page.run(FRAMES) == 1


@needs_node
def test_two_answers_at_once_are_both_taken(stepping, tmp_path, monkeypatch):  # noqa: F811
    """The table is looked at with both."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / 'mixed.csv').write_text(TABLES['mixed'][0](), encoding='utf-8')
    page = stepping.open()
    page.take('mixed.csv')
    page.run('const press = named("They are totals: leave them out.").click();'
             'named("The comma is the decimal sign.").click(); await press;')
    assert len(page.answered) == 2 and page.errors == []
    assert page.asks[-1][1]['plan']['read'] == {'totals': 'leave-out', 'decimal': ','}


@needs_node
def test_a_press_during_a_long_ask_is_seen_to_do_nothing(stepping, folder):  # noqa: F811
    page = released(stepping)
    meanwhile(page, 'ask', 'words[0] === "release"',
              'window.seen = document.body.className; named("release").click(); named("in-zh").click();')
    page.press('release')
    assert [name for name, _ in page.asks].count('release') == 1 and page.plan['language'] == 'en'
    assert page.run('return [window.seen, document.body.className]') == ['long', '']
