"""A table that is published every month, on the page: its own scripts, run by node, to the bytes of the command line."""

import os
import shlex
import shutil
from random import Random

import pytest
from asking import folder  # noqa: F401
from conftest import kanon
from messy import TABLES, made
from paging import needs_node, stepping  # noqa: F401
from test_asks_of_releases import by_hand, month
from test_messy_walks import answer_all, read_by, typed_in

WHY = {'en': ('Suppressed, each for', 'Persons not published at all, likewise'), 'zh': ('被抑制的记录，按其', '完全不发布的人，同样计')}
ROLES = {'who': 'person', 'age': 'quasi', 'ill': 'sensitive'}


def choose(page, field, name):
    page.run('const field = document.getElementById("%s"); field.files = [new File([], "%s")]; await field.happens("change");' % (field, name))


def begin(page, language, table):
    """A page on which the history is asked for, and the command that makes a hierarchy for months to come."""
    page.open(language)
    page.take(table)
    page.roles(ROLES)
    page.go('hierarchies')
    assert kanon('hierarchy', 'ranges', '--bounds', '20,79', '--widths', '10,30', '-o', 'hierarchies/age.txt', '--force', cwd=os.getcwd()).returncode == 0
    page.go('rules')
    page.write('set-k', '3')
    page.run('const one = document.getElementById("history"); one.checked = true; await one.happens("change");')


def to_release(page, suppressed):
    page.go('rules')
    page.write('set-max_suppression', suppressed)
    page.go('release')


@needs_node
@pytest.mark.parametrize('language', ['en', 'zh'])
def test_three_months_are_those_of_the_command_line(language, stepping, folder, tmp_path):  # noqa: F811
    random, hands, page = Random(7), tmp_path / 'hands', stepping
    hands.mkdir()
    people = [(random.randrange(20, 80), random.choice(('flu', 'ulcer', 'gout'))) for _ in range(200)]
    for name, last in ('jan.csv', 90), ('feb.csv', 120), ('mar.csv', 190):
        (folder / name).write_text(month(people, 0, last))
        (hands / name).write_text(month(people, 0, last))
    begin(page, language, 'jan.csv')
    assert page.plan['algorithm'] == 'optimal', 'Mondrian takes no history'
    to_release(page, '20%')
    page.press('release')
    assert page.errors == []
    shutil.copytree('hierarchies', str(hands / 'hierarchies'))
    shutil.copy('jan.ini', str(hands))
    by_hand(folder, hands, page.found['release'], None)
    shown = page.run('return shown("li").map(one => one.textContent)')
    said = {'en': 'In 1 release side by side, everybody', 'zh': '把 1 次发布并排来看'}[language]
    assert any(said in line for line in shown) and any('jan_history.csv' in line for line in shown)
    page.write('later', '80%')
    choose(page, 'next-file', 'feb.csv')
    assert page.errors == [] and page.found['again']['by'] == 'levels'
    shown, said = page.run('return shown("li").map(one => one.textContent)'), WHY[language]
    reasons = [line for line in page.found['again']['text'].splitlines() if line.startswith(said)]
    assert len(reasons) == len(said) and set(reasons) <= set(shown)
    by_hand(folder, hands, page.found['again'], 'jan_history.csv')
    shutil.copy('feb_history.csv', 'earlier_feb_history.csv')      # as the page names the file that is chosen
    begin(page, language, 'mar.csv')
    choose(page, 'earlier-file', 'feb_history.csv')
    assert page.plan['earlier'] == 'earlier_feb_history.csv'
    to_release(page, '80%')
    page.press('release')
    assert page.errors == []
    shutil.copy('mar.ini', str(hands))
    shutil.copy(os.path.join('hierarchies', 'age.txt'), str(hands / 'hierarchies'))
    by_hand(folder, hands, page.found['release'], 'feb_history.csv')
    assert page.found['release']['report']['history']['releases'] == 2


@needs_node
def test_a_history_needs_persons_and_can_be_taken_back(stepping, folder):  # noqa: F811
    (folder / 'jan.csv').write_text(month([(age, 'flu') for age in range(20, 60)], 0, 40))
    page = stepping.open()
    page.take('jan.csv')
    page.roles({'age': 'quasi', 'ill': 'sensitive'})
    page.go('rules')
    assert page.run('return document.getElementById("history")') is None
    page.roles(ROLES)
    page.go('rules')
    page.run('const one = document.getElementById("history"); one.checked = true; await one.happens("change");')
    choose(page, 'earlier-file', 'kept.csv')
    assert (page.plan['history'], page.plan['earlier']) == (True, 'earlier_kept.csv')
    page.press('no-earlier')
    assert (page.plan['history'], page.plan['earlier']) == (True, '')


@needs_node
def test_the_step_of_rules_says_what_k_is_and_why(stepping, folder):  # noqa: F811
    (folder / 'jan.csv').write_text(month([(age, 'flu') for age in range(20, 60)], 0, 40))
    page = stepping.open()
    page.take('jan.csv')
    page.roles(ROLES)
    page.go('rules')
    says = 'return document.getElementById("k-used").textContent'
    assert page.run(says) == 'Nothing is typed here, so k is 10, the default of the program.' and 'k = 10\n' in (folder / 'jan.ini').read_text()
    page.write('set-k', '4')
    assert page.run(says) == 'k is 4, as it is typed here.' and 'k = 4\n' in (folder / 'jan.ini').read_text()
    page.write('set-k', '')
    page.press('in-zh')
    assert page.run(says) == '这里没有填写，所以 k 是 10，即程序的默认值。'


@needs_node
def test_what_was_answered_follows_the_language(stepping, folder):  # noqa: F811
    page = stepping.open()
    page.take('clinic.csv')
    question = next(one for one in page.questions if 'patient' in one['asked'])
    page.choose(question['asked'], question['choices'][0])
    assert question['asked'] in page.answered[0] and question['choices'][0] in page.answered[0]
    page.press('in-zh')
    assert question['asked'] not in page.answered[0] and "'patient' 说明每行是谁的" in page.answered[0]
    page.press('in-en')
    assert question['asked'] in page.answered[0]


def typed_by_hand(hands, commands, ini):
    """Type commands of the page where the tables are. ini: what the page has written into the INI file of the first table."""
    for command in dict.fromkeys(commands):
        words = shlex.split(command)[3:]
        done = kanon(*words, *['--force'] * (words[0] == 'mondrian' and '--force' not in words), cwd=str(hands))
        assert done.returncode == 0, (command, done.stderr)
        if words[0] == 'start':
            (hands / 'klinik.ini').write_bytes(ini)


def change_by_hand(page, place, bounds):
    """On the third step: the bounds of a column, the number `place` of the quasi-identifiers."""
    page.run('const folded = shown("details").filter(one => one.children[0].textContent === page.text("edit"))[%d]; folded.open = true;'
             ' await folded.happens("toggle"); document.getElementById("by-%d-bounds").value = "%s"; await folded.querySelector("button").click();'
             % (place, place, bounds))


@needs_node
@pytest.mark.parametrize('language, bounds', [('en', {3: '100,220'}), ('zh', {})])
def test_a_next_table_with_other_values_is_published_all_the_same(language, bounds, stepping, folder, tmp_path):  # noqa: F811
    """The page leads to the hierarchies, which take these values or all between two. Then the next table is that of the command line.

    bounds: {the place of a quasi-identifier: what is written}. Else the values of the next table are taken.
    """
    hands, page = tmp_path / 'hands', stepping.open(language)
    hands.mkdir()
    for place in folder, hands:
        (place / 'klinik.csv').write_bytes(made('klinik.csv', 120))
        (place / 'april.csv').write_bytes(made('klinik.csv', 120, 2028))
    read_by(page, 'klinik.csv')
    answer_all(page)
    page.roles(TABLES['klinik.csv'].roles)
    page.go('hierarchies')
    answer_all(page)
    page.go('rules')
    page.write('set-k', '3')
    page.go('release')
    page.press('release')
    choose(page, 'next-file', 'april.csv')
    assert 'Geburtsdatum' in page.errors[0]
    page.press('widen')
    page.run('await new Promise(go => setTimeout(go, 5));')
    for place, text in bounds.items():
        change_by_hand(page, place, text)
    takes = 'return shown("button", "li").filter(one => one.about["data-column"]).map(one => one.about["data-column"])'
    left = page.run(takes)
    assert left == [name for place, name in ((0, 'Geburtsdatum'), (3, 'Größe')) if place not in bounds]
    for _ in left:
        page.run('await shown("button", "li").find(one => one.about["data-column"]).click();')
    assert page.errors == [] and page.run(takes) == []
    page.press('again')
    assert page.run('return page.steps[page.state.step].name') == 'release'
    page.press('release')
    commands = typed_in(page)
    choose(page, 'next-file', 'april.csv')
    assert page.errors == [] and page.found['again']['report']['records']['published'] > 0
    typed_by_hand(hands, [*commands, *page.found['again']['commands']], (folder / 'klinik.ini').read_bytes())
    for name in 'klinik_mondrian.csv', 'april_mondrian.csv':
        assert (folder / name).read_bytes() == (hands / name).read_bytes(), name
    page.go('hierarchies')
    assert page.run('return document.getElementById("lacking")') is None


def of_gaps(random, gaps) -> str:
    """A table of persons. gaps: the share of those whose age is not known."""
    rows = ['p%03d,%s,%s' % (who, '' if random.random() < gaps else 20 + who % 40, random.choice(('flu', 'ulcer', 'gout'))) for who in range(120)]
    return '\n'.join(['who,age,ill', *rows]) + '\n'


@needs_node
@pytest.mark.parametrize('language, algorithm, place', [('en', 'mondrian', 0), ('zh', 'optimal', 0), ('en', 'optimal', -1)])
def test_it_is_asked_what_becomes_of_many_records_of_the_next_table(language, algorithm, place, stepping, folder, tmp_path):  # noqa: F811
    """More than a tenth would be lost. The first table has no gap, and nothing was asked of it. place: of the answer; it is given, and then taken back."""
    random, hands, page = Random(3), tmp_path / 'hands', stepping
    hands.mkdir()
    for name, text in ('jan.csv', of_gaps(random, 0)), ('feb.csv', of_gaps(random, 0.3)), ('mar.csv', of_gaps(random, 0.02)):
        (folder / name).write_text(text)
        (hands / name).write_text(text)
    page.open(language)
    page.take('jan.csv')
    page.roles(ROLES)
    page.run('page.state.plan.algorithm = "%s"; page.keep();' % algorithm)
    page.go('rules')
    page.write('set-k', '3')
    if algorithm == 'optimal':
        page.run('const one = document.getElementById("history"); one.checked = true; await one.happens("change");')
    to_release(page, '100%')
    page.press('release')
    assert page.errors == [] and page.questions == []
    before, plan = {path: path.read_bytes() for path in folder.rglob('*') if path.is_file()}, page.plan
    choose(page, 'next-file', 'feb.csv')
    one, = page.questions
    assert 'feb.csv' in page.errors[0] and "'age'" in one['asked'] and len(one['choices']) == 2 and {path: path.read_bytes() for path in folder.rglob('*') if path.is_file()} == before
    page.choose(one['asked'], one['choices'][place])
    assert page.errors == [] and page.questions == [] and len(page.answered) == 1
    records = page.found['again']['report']['records']
    assert (records['missing'] == 0) == (place == 0) and records['published'] > 0
    shutil.copytree('hierarchies', str(hands / 'hierarchies'))
    shutil.copy('jan.ini', str(hands))
    if algorithm == 'optimal':
        by_hand(folder, hands, page.found['release'], None)
        by_hand(folder, hands, page.found['again'], 'jan_history.csv')
    else:
        typed_by_hand(hands, page.found['again']['commands'], b'')
        assert (folder / 'feb_mondrian.csv').read_bytes() == (hands / 'feb_mondrian.csv').read_bytes()
    page.press({'en': 'Ask again', 'zh': '再问一次'}[language])
    assert page.plan == plan
    page.press('release')
    choose(page, 'next-file', 'mar.csv')
    assert page.errors == [] and page.questions == [], 'a tenth is not lost'
