"""The whole way with a messy table through the page of steps, and by the commands that it shows.

tests/tools/web/messy.py makes the tables.
"""

import datetime
import hashlib
import os
import re
import subprocess
import sys
from itertools import product

from conftest import ALL, HOME
from kanon.core.settings.ini import read_with_texts

import messy

WAY = {'en': ('Roles', 'Hierarchies', 'What is required', 'Compare', 'Release'),
       'zh': ('角色', '泛化层次', '要求', '比较', '发布')}
ROLES = 'quasi', 'sensitive', 'publish'
PARTS = ('dx1', 'dx2', 'dx3'), 'dx'         # columns of one list, and the list
ANSWERS = 4         # no question of these tables has more buttons
TABLES = 3          # that go the whole way in a week
FIRST = '.question:first-child > button'
BUTTONS = 'return document.querySelectorAll("%s").length' % FIRST
ASKED = 'return document.querySelector(".question p").textContent'
ANSWERED = 'return document.querySelectorAll(".answered").length'
IS_ANSWERED = '''return Array.from(document.querySelectorAll(".answered p"),
  one => one.textContent).includes(arguments[0])'''
SHOWN = '''const heads = document.querySelectorAll(".radios tbody th");
return Array.from(heads, one => one.textContent)'''
TYPED = '''const box = document.querySelector("#commands code");
return box ? box.textContent.split("\\n") : []'''
TOLD = 'return Array.from(document.querySelectorAll(".answered p"), one => one.textContent)'
HAN, QUOTED = re.compile('[\u4e00-\u9fff]'), re.compile("'[^']*'")
CHECKED = '''return Array.from(document.querySelectorAll(".radios tbody tr"), row => {
  const one = row.querySelector("input:checked");
  return [row.querySelector("th").textContent, one && one.id.split("-")[2]];
})'''


def week() -> int:
    return datetime.date.today().isocalendar()[1]


def drawn(some) -> list:
    """All cases of a test that takes long with KANON_ALL=1, else that of this week."""
    return some if ALL else [some[week() % len(some)]]


def cases() -> list:
    """(table, language, whether by keys, which answer of each question) of the served page.

    With KANON_ALL=1 every answer is given in both languages, the first ones by keys. Else TABLES of
    the tables go the way in a week. In a quarter of a year all of these cases come.
    """
    if ALL:
        every = product(messy.TABLES, WAY, range(ANSWERS))
        return [(name, language, answer == 0, answer) for name, language, answer in every]
    names, languages, found = list(messy.TABLES), list(WAY), []
    for n in range(TABLES * week(), TABLES * (week() + 1)):
        turn, place = divmod(n, len(names))
        answer = turn // len(languages) % ANSWERS
        language = languages[(turn + place) % len(languages)]
        found.append((names[place], language, answer == 0, answer))
    return found


def cases_of_a_file() -> list:
    """Those of kanon.html, which takes longer: each table in each language, or one in a week."""
    walks = list(product(messy.TABLES, WAY))
    found = [(name, language, False, n % 2)
             for n, (name, language) in enumerate(walks, week() // len(walks))]
    return found if ALL else [found[week() % len(found)]]


class MessyWay:
    """commands: those that the page has shown so far. roles: {column: what it is given}.

    takes_back: whether the first answer of each step is taken back, and given anew.
    """

    def __init__(self, steward, name, language, answer):
        self.steward, self.run = steward, steward.run
        self.name, self.language, self.answer = name, language, answer
        self.commands, self.roles, self.takes_back = [], dict(messy.TABLES[name].roles), True

    def to_release(self):
        """From the table to the last step."""
        self.opened()
        self.answered()
        self.next(0)
        self.give_roles()
        self.next(1)
        self.answered()
        self.next(2)
        self.steward.write('#set-k', '5')
        self.steward.write('#set-l_diversity', '2')
        self.next(3)
        self.next(4)

    def opened(self):
        """The table has been chosen. Its letters may be stored in another way."""
        self.steward.until('return document.querySelector("#questions, .guess")')
        self.steward.idle()
        if self.run('return document.querySelector(".guess") !== null'):
            self.steward.press('.guess')
            self.steward.until('return document.querySelector("#questions")')

    def answered(self):
        """Each question of this step has its answer. One may take the place of another."""
        again = self.takes_back
        for _ in range(40):
            self.steward.idle()
            buttons, before = self.run(BUTTONS), self.run(ANSWERED)
            if not buttons:
                return
            asked = self.run(ASKED)
            self.steward.press(FIRST, min(self.answer, buttons - 1))
            self.steward.until(IS_ANSWERED, asked)
            self.steward.idle()
            self.no_error()
            if again:
                again = False
                self.steward.press('.answered button', before)
                self.steward.until(ANSWERED + ' === arguments[0]', before)
        raise AssertionError('the questions have no end')

    def no_error(self):
        assert not self.run('return document.querySelector(".error")'), self.steward.text()

    def next(self, place):
        self.steward.idle()
        self.commands += self.run(TYPED)
        self.steward.next(WAY[self.language][place])

    def give_roles(self):
        """By the names of the columns, or by their places if the first line is a record."""
        self.steward.until('return document.querySelector(".radios tbody tr")')
        shown, roles, (parts, whole) = self.run(SHOWN), self.roles, PARTS
        if whole in shown:
            roles = {name: role for name, role in roles.items() if name not in parts}
            roles = {**roles, whole: 'sensitive'}
        if shown[0] == 'column 1':
            named = columns(self.name)
            roles = {shown[named.index(name)]: role for name, role in roles.items()}
        self.steward.roles(roles)

    def release(self):
        """What the page shows of it."""
        self.steward.press('#release')
        self.steward.until('return document.querySelector("main iframe, .error")', seconds=240)
        self.steward.idle()
        self.no_error()
        self.commands += self.run(TYPED)
        return self.run('return window.page.seen.release.answer')

    def answers_hold(self, ini, release):
        """What the answers say stands in the INI file, in the release and in Roles.

        ini: {option: its text}. release: its bytes.
        """
        said, plan = {}, self.run('return window.page.state.plan')
        for choice in self.run('return window.page.state.answered.map(one => one.choice)'):
            said.update(choice['set'] or {} if choice else {})
        header = release.decode(ini.get('encoding', 'utf-8')).splitlines()[0]
        assert cells(header) == [name for role in ROLES for name in plan[role]]
        for option, value in said.items():
            if option in ROLES:
                assert plan[option] == value, option
            elif option != 'header' and value:      # an INI file says nothing of a header
                for part in value if isinstance(value, list) else [value]:
                    assert part in ini[option], (option, ini)
        self.steward.press('#to-roles')
        self.steward.until('return document.querySelector(".radios tbody tr")')
        self.steward.idle()
        of_page = {}
        for name, role in self.run(CHECKED):
            of_page.setdefault(role, []).append(name)
        assert [of_page.get(role, []) for role in ROLES] == [plan[role] for role in ROLES]
        assert of_page.get('person', [None]) == [plan['person']]


    def answers_follow_the_language(self):
        """Each question that was answered, and its answer, is said in the other language."""
        other, = set(WAY) - {self.language}
        self.steward.press('#to-table')
        self.steward.press('#in-' + other)
        self.steward.idle()
        for text in self.run(TOLD):
            assert bool(HAN.search(QUOTED.sub('', text))) == (other == 'zh'), text


def columns(name) -> list:
    """The names in the header of a table."""
    table = messy.TABLES[name]
    lines = messy.made(name, 1).decode(table.encoding).splitlines()
    return cells(next(line for line in lines if next(iter(table.roles)) in line))


def cells(line) -> list:
    return line.split(max(';,\t', key=line.count))


def typed(folder, commands, ini, name) -> bytes:
    """The bytes of the release, if the commands of the page are typed where the table is.

    ini: what the page has written into the INI file, which somebody would write with an editor.
    """
    stem = os.path.splitext(name)[0]
    for command in dict.fromkeys(commands):
        type_in(folder, command)
        if ' start ' in command and '--quasi' in command:
            (folder / (stem + '.ini')).write_bytes(ini)
    return (folder / (stem + '_mondrian.csv')).read_bytes()


def type_in(folder, command):
    """Type a command as the page shows it."""
    done = subprocess.run(command.replace('python3', sys.executable, 1), shell=True,
                          cwd=str(folder), env={**os.environ, 'PYTHONPATH': HOME},
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == 0, (command, done.stderr.decode())


def texts_of(ini) -> dict:
    """{option: its text} of an INI file."""
    return {option: text for option, (_, text) in read_with_texts(str(ini)).items()}


def sha256(content) -> str:
    return hashlib.sha256(content).hexdigest()
