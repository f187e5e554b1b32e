"""The next table after a release, in a real browser with the server and the programs."""

import shutil
from functools import partial
from random import Random

import pytest

import messy_way
from conftest import ALL
from messy_way import WAY
from test_browser import browser  # noqa: F401
from test_serve_page import Steward, served

PEOPLE = Random(7)
PERSONS = [(PEOPLE.randrange(20, 60), PEOPLE.choice(('flu', 'ulcer', 'gout'))) for _ in range(90)]
LATER = [(PEOPLE.randrange(20, 80), PEOPLE.choice(('flu', 'ulcer', 'gout'))) for _ in range(40)]

def month(people) -> str:
    rows = ['p%03d,%d,%s' % (who, *told) for who, told in enumerate(people)]
    return '\n'.join(['who,age,ill', *rows]) + '\n'


class Publishing(Steward):
    """Who publishes a table with a history, and the next one after it.

    commands: those that the page has shown.
    """

    def __init__(self, browser, language, keys):    # noqa: F811
        super().__init__(browser, keys)
        self.language, self.commands = language, []

    def typed(self):
        self.idle()
        self.commands += self.run(messy_way.TYPED)

    def on(self, place):
        """Go on to a step."""
        self.typed()
        self.next(WAY[self.language][place])

    def made(self) -> dict:
        """{what a file is: its sha256} of a release that was made just now."""
        self.until('return document.querySelector("main iframe")')
        self.typed()
        assert not self.run('return document.querySelector(".error")'), self.text()
        return {one['what']: one['sha256']
                for one in self.run('return window.page.seen.release.answer.files')}

    def is_next(self, path):
        """Choose the next table, and wait for what comes of it."""
        self.browser.driver.find_element('css selector', '#next-file').send_keys(str(path))
        self.until('return window.page.seen.lacking !== undefined')
        self.idle()


@pytest.mark.parametrize('language, keys', [('en', False), ('zh', True)][:1 + ALL])
def test_a_release_with_a_history_and_the_next_one_are_those_of_the_command_line(
        language, keys, browser, tmp_path):    # noqa: F811
    """The next table has ages that the hierarchy lacks.

    The page leads to the step that takes them, and from there to the release.
    """
    seen, hands = tmp_path / 'seen', tmp_path / 'hands'
    for folder in seen, hands:
        folder.mkdir()
        (folder / 'jan.csv').write_text(month(PERSONS))
        (folder / 'feb.csv').write_text(month(PERSONS + LATER))
    with served(seen) as address:
        browser.driver.get('about:blank')
        browser.logged()
        browser.path = ''
        browser.driver.get(address)
        browser.until('return document.getElementById("file")')
        browser.resize(1280)
        steward = Publishing(browser, language, keys)
        steward.press('#in-' + language)
        steward.press('main summary')
        steward.press('#browse li:nth-child(2) button')
        steward.until('return document.querySelector("#questions")')
        steward.on(0)
        steward.roles({'who': 'person', 'age': 'quasi', 'ill': 'sensitive'})
        steward.on(1)
        steward.on(2)
        steward.write('#set-k', '3')
        steward.press('details:has(#set-max_suppression) > summary')
        steward.write('#set-max_suppression', '20%')
        steward.press('details:has(#history) > summary')
        steward.press('#history')
        steward.on(3)
        steward.on(4)
        steward.press('#release')
        steward.made()
        steward.write('#later', '80%')
        steward.is_next(seen / 'feb.csv')
        steward.press('#widen')
        steward.press('#lacking ~ ul button')
        steward.typed()
        steward.press('#again')
        steward.press('#release')
        steward.until('return !document.querySelector("main .error")')
        first, ini = steward.made(), steward.run('return window.page.seen.require.answer.ini')
        steward.run('delete window.page.seen.lacking')
        steward.is_next(seen / 'feb.csv')
        second = steward.made()
        assert steward.faults() == []
    last = partial(last_of, steward.commands)
    messy_way.type_in(hands, last(' start jan.csv --quasi '))
    (hands / 'jan.ini').write_bytes(ini.encode())
    messy_way.type_in(hands, last(' jan.csv feb.csv ') + ' --force')
    messy_way.type_in(hands, last(' samarati jan.csv '))
    shutil.copy(str(hands / 'jan_history.csv'), str(hands / 'feb_history.csv'))
    messy_way.type_in(hands, last(' samarati feb.csv '))
    for name, made in ('jan', first), ('feb', second):
        for what, ending in ('release', '_optimal.csv'), ('history', '_history.csv'):
            by_hand = messy_way.sha256((hands / (name + ending)).read_bytes())
            assert made[what] == by_hand, (name, what)


def last_of(commands, part) -> str:
    """The last command that has a part, as it is typed where nothing was written before."""
    return [command for command in commands if part in command][-1].replace(' --force', '')
