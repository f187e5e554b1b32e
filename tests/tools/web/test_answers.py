"""Each answer to each question does what the command line does by the option that the answer names, to the bytes of the release.

The page itself is run (paging.py). A key that `start` can ask and that no table here lets it ask is a failure.
"""

import ast
import itertools
import json
import os
from random import Random

import pytest
from conftest import HOME, kanon, read_ini, run, seeds, some
from asking import asked
from paging import needs_node, stepping  # noqa: F401

LEAVE, BACK, DROP = 'Leave it as it is', 'Ask again', 'Leave these records out.'


def lines(head, rows, *more):
    return '\n'.join([head, *(','.join(map(str, row)) for row in rows), *more]) + '\n'


# The tables: {name: (its text, {column: role}, what is answered first)}. Roles of columns that are not there are left out.

def ward() -> str:
    """Persons in several writings, lists, gaps that cost records, values in several writings."""
    codes, rows = 'B20 E11 I10 J45 K21 C50'.split(), []
    for n in range(240):
        patient = 'Person 007' if n == 7 else 'person %03d' % (n % 120)
        one, two, three = (codes[(n + step * (n % 5)) % 6] for step in range(3))
        several = '|'.join(dict.fromkeys([one, two, three][:1 + n % 3]))
        rows.append([patient, 20 + n % 60, ('North', 'South', 'East', 'k.A.')[n % 4], one, two if n % 2 and two != one else '', several,
                     ('HIV', 'hiv', 'flu', 'gout')[n % 4], 'ok' * (n % 3 > 0)])
    return 'A ward of the first quarter\n' + lines('patient,age,town,dx1,dx2,list,illness,remark', rows)


def gaps() -> str:
    """A few gaps in a column that is published as it is."""
    return lines('age,ward,ill,note', [[20 + n % 40, ('north', 'south')[n % 2], ('flu', 'gout', 'HIV')[n % 3], 'ok' * (n % 20 > 0)] for n in range(200)])


def odd() -> str:
    """Codes for what is missing, a sign between thousands, years of two digits."""
    pays = '450 520 630 700 850 910 1.200 1.350 2.400 3.100 12.500 48.000'.split()
    return lines('age,pay,dob,sex', [[[20, 31, 44, 52, 61, 999][n % 6], pays[n % 12], '%02d/%02d/%02d' % (1 + n % 12, 1 + n % 28, [30, 61, 91, 2][n % 4]),
                                      'mf'[n % 2]] for n in range(120)])


def mixed() -> str:
    """Identifiers, names, codes, days that may come second, a few words among numbers, a total, and decimal commas."""
    names = 'Anna Weber|Jonas Schmidt|Maria Keller|Paul Wagner|Lena Braun|Felix Vogel'.split('|')
    rows = [[1000 + n, 'ZX%06d' % (7919 * n % 999983), '%02d/%02d/2020' % (1 + n % 12, 1 + n // 12 % 12), 'unknown to us' if n == 5 else 20 + n % 50, 'IJKE'[n % 4] + '%02d.%d' % (10 + n % 4, n % 2), 1100 + 10 * (n % 40), names[n % 6], '%d,%d' % (100 + n % 40, n % 10), 'mf'[n % 2], ('flu', 'gout', 'HIV')[n % 3]]
            for n in range(180)]
    table = [['case', 'token', 'seen', 'age', 'icd', 'room', 'name', 'height', 'sex', 'illness'], *rows, ['Total', '', '', '', '', '', '', 18000, '', '']]
    return '\n'.join(';'.join(map(str, row)) for row in table) + '\n'


def words() -> str:
    """No line that is surely a header."""
    return 'sex,ward,ill\n' + lines('male,north,flu', list(itertools.product(('male', 'female'), ('north', 'south'), ('flu', 'gout', 'cough'))) * 2)


def first_is_record() -> str:
    return lines('31,north,flu', [[20 + n % 40, ('north', 'south')[n % 2], ('flu', 'gout')[n % 3 % 2]] for n in range(60)])


def second() -> str:
    return lines('age,year,ward,pay', [['years', '', 'name', 'euro'], *([20 + n % 40, 1990 + n % 20, ('north', 'south')[n % 2], 1000 + 10 * (n % 30)]
                                                                     for n in range(60))])


def totals() -> str:
    """So many rows of totals that they are taken for records."""
    return lines('age,ward,pay', [row for n in range(60) for row in [[20 + n % 40, ('north', 'south')[n % 2], 1000 + 10 * (n % 30)], ['Total', '', 999]]
                                  [:1 + (n % 5 == 4)]])


QUASI, SENSITIVE, PUBLISH = 'quasi', 'sensitive', 'publish'
BY_PLACE = {'column 1': QUASI, 'column 2': QUASI, 'column 3': SENSITIVE}
SEX_WARD = {'sex': QUASI, 'ward': QUASI, 'ill': SENSITIVE, **BY_PLACE}
NUMBERS = {'31': QUASI, 'north': QUASI, 'flu': SENSITIVE, **BY_PLACE}
AGE_WARD = {'age': QUASI, 'ward': QUASI, 'pay': SENSITIVE}
RECORD, HEADER = 'The first line is a record.', 'The first line is a header.'
TABLES = {
    'ward': (ward, {'town': QUASI, 'illness': SENSITIVE, 'dx1': SENSITIVE, 'dx2': SENSITIVE, 'list': SENSITIVE, 'dx': SENSITIVE, 'remark': PUBLISH}, {}),
    'persons': (ward, {'town': QUASI, 'illness': SENSITIVE, 'remark': PUBLISH}, {"'patient' says whose row each row is.": {'person': 'patient'}}),
    'gaps': (gaps, {'age': QUASI, 'ward': QUASI, 'ill': SENSITIVE, 'note': PUBLISH}, {}),
    'odd': (odd, {'age': QUASI, 'pay': QUASI, 'dob': QUASI, 'sex': SENSITIVE}, {"In 'pay' . stands between thousands.": {'thousands': ['pay=.']}}),
    'pays': (odd, {'age': QUASI, 'pay': QUASI, 'dob': QUASI, 'sex': SENSITIVE}, {}),
    'named': (words, {**SEX_WARD, 'Sex': QUASI, 'place': QUASI, 'illness': SENSITIVE}, {'read-columns': {'columns': ['Sex', 'place', 'illness']}}),
    'mixed': (mixed, {'token': QUASI, 'case': PUBLISH, 'seen': QUASI, 'age': QUASI, 'icd': QUASI, 'room': QUASI, 'name': PUBLISH, 'height': PUBLISH,
                      'sex': QUASI, 'illness': SENSITIVE}, {}),
    'words': (words, SEX_WARD, {}),       # without a role until that is answered
    'record': (words, SEX_WARD, {RECORD: {'columns': ['column 1', 'column 2', 'column 3']}}),
    'numbers': (first_is_record, NUMBERS, {HEADER: {'header': True}}),
    'second': (second, AGE_WARD, {HEADER: {'header': True}}),
    'totals': (totals, AGE_WARD, {}),
    'left_out': (totals, AGE_WARD, {'read-totals': {'totals': 'leave-out'}}),
    'kept': (totals, AGE_WARD, {'read-totals': {'totals': 'keep'}}),
}
BEFORE_ROLES = {('words', 'hierarchies'), ('pays', 'hierarchies')}      # where the first step asks what must be known
LISTS = {'columns': ',', 'exact': ',', 'skip_lines': ','}       # the signs between the parts of a list, where it is not ;


def typed(options) -> list:
    """Options as somebody types them."""
    words = []
    for name, value in options.items():
        flag, between = '--' + name.replace('_', '-'), ',' if name in ROLES else LISTS.get(name, ';')
        if value not in (None, [], ''):
            words.append(flag if value is True else '%s=%s' % (flag, between.join(value) if isinstance(value, list) else value))
    return words


ROLES = QUASI, SENSITIVE, PUBLISH


def begun(page, name, step):
    """A page with a table, on which the first answers are given. step: to which it has gone."""
    make, roles, first = TABLES[name]
    page.open()
    page.take(name + '.csv')
    for said, read in first.items():
        if said.startswith('read-'):
            value, = read.values()
            page.write(said, value if isinstance(value, str) else '\n'.join(value))
            page.press('Read the table again')
        else:
            page.press(said)
    if step == 'hierarchies':
        page.roles(roles)
        page.go('hierarchies')
    assert page.errors == []
    return page


def released(page, name, roles) -> dict:
    """{path: bytes} of what the page makes of the table. roles: what is said of the columns by hand."""
    if roles:
        page.roles(roles)
    page.go('rules')
    page.write('set-k', '3')
    page.go('release')
    page.press('release')
    if page.questions:
        assert page.errors[0] == 'No release is made before this is answered.' and 'release' not in page.found
        page.press(DROP)
    if page.errors:
        return {'refused': page.found.get('release', page.found['draft'])['error']['message']}
    assert page.found['release']['report']['audit']['ok']
    return made_files(name, name + '_mondrian.csv')


def made_files(name, output) -> dict:
    paths = [output, *(os.path.join('hierarchies', column + '.txt') for column in read_ini(name + '.ini')['quasi'])]
    found = {path: open(path, 'rb').read() for path in paths}
    settings = [line for line in open(name + '.ini', encoding='utf-8').read().splitlines() if not line.startswith((';', 'k ='))]
    return {**found, 'ini': settings}


def by_command(name, choice, doubt) -> dict:
    """The same by the command line. choice: of the doubt, or None."""
    first = TABLES[name][2]
    read = {option: value for each in first.values() for option, value in each.items()}
    said = {**read, **(choice and choice['set'] or {})}
    table = name + '.csv'
    columns = [column['name'] for column in json.loads(kanon('start', table, *typed({option: value for option, value in said.items() if option not in (*ROLES, 'missing')}),
                                                             '--json', cwd=os.getcwd()).stdout)['columns']]
    roles = roles_after(name, said)
    named = {role: [column for column in columns if roles.get(column) == role] for role in ROLES}
    done = kanon('start', table, *typed({**named, **said}), '--json', cwd=os.getcwd())
    if not done.returncode and 'missing' not in said and is_asked('gaps_many', done.stdout):     # the page asks before the release, where k is known
        done = kanon('start', table, *typed({**named, **said, 'missing': 'drop', 'k': '3'}), '--force', '--json', cwd=os.getcwd())
    if done.returncode:
        return {'refused': json.loads(done.stdout)['error']['message']}
    if choice and choice['by']:
        tool, options = choice['by']['tool'], choice['by']['options']
        done = kanon('hierarchy', tool, table, '--column', doubt['column'], *typed(options), '--config', name + '.ini', '--force', cwd=os.getcwd())
        assert done.returncode == 0, done
    done = run('run_mondrian.py', table, '--config', name + '.ini', '-k', 3, '-o', name + '_mondrian.csv', '--json', cwd=os.getcwd())
    if done.returncode:
        return {'refused': json.loads(done.stdout)['error']['message']}
    return made_files(name, name + '_mondrian.csv')


def is_asked(key, printed) -> bool:
    return key in [doubt['key'] for doubt in json.loads(printed)['doubts']]


def in_a_folder(folder, name, make, *what):
    folder.mkdir()
    (folder / (name + '.csv')).write_text(TABLES[name][0](), encoding='utf-8')
    before = os.getcwd()
    os.chdir(str(folder))
    try:
        return make(*what)
    finally:
        os.chdir(before)




def is_refused(name, key) -> bool:
    """Whether another question has to be answered, too: of a person who is written in two ways, or of a sign between thousands."""
    if name == 'pays':
        return key != 'in_thousands'
    return (name, key) == ('ward', 'may_say_whose') or name == 'persons' and key not in ('persons_alike', 'like_missing')


def roles_after(name, said) -> dict:
    """What somebody says of the columns who knows what was answered: whose row each row is, and which columns are one."""
    one = {'dx1', 'dx2'} if said.get('items') == ['dx=dx1,dx2'] else {}
    return {column: role for column, role in TABLES[name][1].items() if column != said.get('person') and column not in one}


CASES = [(name, step) for name in TABLES for step in ('table', 'hierarchies') if (name, step) not in BEFORE_ROLES]


@needs_node
@pytest.mark.parametrize('name, step', CASES)
def test_each_answer_does_what_it_names_to_the_bytes(name, step, stepping, tmp_path, monkeypatch):  # noqa: F811
    (tmp_path / (name + '.csv')).write_text(TABLES[name][0](), encoding='utf-8')
    monkeypatch.chdir(tmp_path)
    page = begun(stepping, name, step)
    doubts = [doubt for doubt in page.found['draft' if step == 'hierarchies' else 'look']['doubts'] if doubt['choices']]
    asked = [one['asked'] for one in page.questions]
    doubts = [doubt for doubt in doubts if doubt['asked'] in asked]
    for number, (doubt, choice) in enumerate([(doubt, choice) for doubt in doubts for choice in doubt['choices']]):
        by_page = in_a_folder(tmp_path / ('page%d' % number), name, lambda: pressed(page, name, step, doubt, choice))
        assert ('refused' in by_page) == is_refused(name, doubt['key'])
        by_command_ = in_a_folder(tmp_path / ('typed%d' % number), name, by_command, name, choice, doubt)
        assert by_page == by_command_, (doubt, choice)


def pressed(page, name, step, doubt, choice):
    begun(page, name, step)
    page.choose(doubt['asked'], choice['said'])
    assert page.errors == []
    assert [choice['said'] in each for each in page.answered].count(True) >= 1
    return released(page, name, roles_after(name, choice['set'] or {}) if step == 'table' else {})


@needs_node
@pytest.mark.parametrize('name, step', some(CASES, 5))
def test_what_is_left_as_it_is_changes_nothing(name, step, stepping, tmp_path, monkeypatch):  # noqa: F811
    """It counts as answered, and can be taken back. The commands and what they write are those of nobody who was asked."""
    (tmp_path / (name + '.csv')).write_text(TABLES[name][0](), encoding='utf-8')
    monkeypatch.chdir(tmp_path)
    roles = TABLES[name][1] if step == 'table' else {}

    def made(leaves):
        page = begun(stepping, name, step)
        before, questions, answered = page.plan, page.questions, len(page.answered)
        left = [one['asked'] for one in questions if LEAVE in one['choices']] if leaves else []
        for number, said in enumerate(left, 1):
            page.choose(said, LEAVE)
            assert page.plan == before and len(page.answered) == answered + number and LEAVE in page.answered[-1]
            assert said not in [one['asked'] for one in page.questions] and not page.errors
        for place in range(len(left)):
            page.run('await shown("button", ".answered")[%d].click();' % answered)
            assert len(page.answered) == answered + len(left) - place - 1 and page.plan == before
        assert page.questions == questions
        for said in left:
            page.choose(said, LEAVE)
        files = released(page, name, roles)
        return files, [page.found[ask]['commands'] for ask in ('look', 'draft', 'release') if ask in page.found]
    assert in_a_folder(tmp_path / 'left', name, made, True) == in_a_folder(tmp_path / 'not', name, made, False)


def keys_of_questions() -> set:
    """The keys of all doubts that may have a choice, as the code makes them."""
    path = os.path.join(HOME, 'kanon', 'tools', 'verbs', 'start_doubts.py')
    with open(path, encoding='utf-8') as file:
        tree = ast.parse(file.read())
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    place = {name: [argument.arg for argument in node.args.args].index('choices') for name, node in functions.items()
             if [argument.arg for argument in node.args.args][:1] == ['key'] and 'choices' in [argument.arg for argument in node.args.args]}
    place.update({'Doubt': 3, 'read_as_sets': 2})       # the latter makes its choices itself
    found = set()
    for function in functions.values():
        for node in ast.walk(function):
            if not isinstance(node, ast.Call) or getattr(node.func, 'id', None) not in place or function.name in place:
                continue
            choices = [*node.args, *node.keywords][place[node.func.id]:]
            if choices and not (isinstance(choices[0], ast.List) and not choices[0].elts) and not isinstance(choices[0], ast.keyword):
                found |= keys_in(node.args[0], function)
    return found


def keys_in(node, function) -> set:
    """The keys that the first argument of a call may be: the texts in it, and those that its names are given in the function."""
    found = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}
    if isinstance(node, ast.IfExp):
        found -= {part.value for part in ast.walk(node.test) if isinstance(part, ast.Constant)}
    for name in [part.id for part in ast.walk(node) if isinstance(part, ast.Name)]:
        if name == 'key' and function.name == 'on_header':
            found |= {'header', 'perhaps_header', 'header_record'}
        elif name == 'decided':
            found |= {'totals_left_out', 'totals_kept'}
    assert found, ast.dump(node)
    return found


def test_each_question_that_can_be_asked_is_pressed(tmp_path, monkeypatch):
    """The tables above let `start` ask each key that its code has."""
    monkeypatch.chdir(tmp_path)
    found = set()
    for name, (make, roles, first) in TABLES.items():
        (tmp_path / (name + '.csv')).write_text(make(), encoding='utf-8')
        read = {option: value for each in first.values() for option, value in each.items()}
        plan = {'table': name + '.csv', 'person': read.pop('person', None), 'read': read, 'settings': {}, **dict.fromkeys(ROLES, [])}
        looked = asked('look', plan)
        columns = [column['name'] for column in looked['columns']]
        plan.update({role: [column for column in columns if roles.get(column) == role] for role in ROLES})
        for doubt in looked['doubts'] + asked('draft', plan).get('doubts', []):
            found |= {doubt['key']} if doubt['choices'] else set()
    assert found == keys_of_questions()


# Answers are taken back, and withdrawn.

GIVEN = 'return page.state.answered.map(one => one.asks + one.place);'


@needs_node
@pytest.mark.parametrize('seed', seeds(66))
def test_answers_that_are_taken_back_in_any_order_leave_no_trace(seed, stepping, tmp_path, monkeypatch):  # noqa: F811
    """Some are given, on both steps, and some are left. Then all are taken back, and the plan is that of before."""
    monkeypatch.chdir(tmp_path)
    draw = Random(seed)
    name = draw.choice([name for name in TABLES if (name, 'hierarchies') not in BEFORE_ROLES])
    (tmp_path / (name + '.csv')).write_text(TABLES[name][0](), encoding='utf-8')
    page = begun(stepping, name, 'hierarchies')
    page.roles({})
    before = {step: (page.go(step), page.plan, page.questions)[1:] for step in ('table', 'hierarchies')}
    page.go('table')
    firsts = page.run(GIVEN)
    first = len(firsts)
    for _ in range(draw.randrange(1, 7)):
        step = draw.choice(['table', 'hierarchies'])
        page.go(step)
        if page.questions:
            one = draw.choice(page.questions)
            page.choose(one['asked'], draw.choice(one['choices']))
            if page.run(GIVEN)[:first] != firsts:
                return          # another answer to a first question took its place: test_a_header_is_said_and_unsaid
        if draw.random() < 0.2:
            take_back(page, draw, first)
    for step in draw.sample(['table', 'hierarchies'], 2):
        page.go(step)
        while take_back(page, draw, first):
            pass
    for step, (plan, questions) in before.items():
        page.go(step)
        assert page.plan == plan and page.questions == questions, step


def take_back(page, draw, first) -> bool:
    """Take an answer of this step back, but for the first ones of the first step. False if there is none."""
    kept, there = first if page.run('return page.state.step') == 0 else 0, len(page.answered)
    if there > kept:
        page.run('await shown("button", ".answered")[%d].click();' % draw.randrange(kept, there))
    return there > kept


@needs_node
def test_a_header_is_said_and_unsaid(stepping, tmp_path, monkeypatch):  # noqa: F811
    """The first line is a record, and then a header, and then a record. Roles stay with their columns. The last answer alone is listed."""
    (tmp_path / 'words.csv').write_text(words(), encoding='utf-8')
    monkeypatch.chdir(tmp_path)
    page = begun(stepping, 'words', 'table')
    assert page.run('return document.getElementById("next").disabled'), 'nothing goes on without an answer'
    page.press(RECORD)
    page.roles({'column 1': QUASI, 'column 3': SENSITIVE})
    page.go('table')
    for said, read, quasi in (HEADER, {'header': True}, ['sex']), (RECORD, {'columns': ['column 1', 'column 2', 'column 3']}, ['column 1']), (HEADER, {'header': True}, ['sex']):
        page.press(BACK)
        page.press(said)
        assert page.plan['read'] == read and page.plan['quasi'] == quasi and [said in each for each in page.answered] == [True] and not page.errors
    page.go('hierarchies')
    assert page.found['draft']['hierarchies'][0]['column'] == 'sex'


@needs_node
def test_columns_that_are_read_as_one_have_one_role(stepping, tmp_path, monkeypatch):  # noqa: F811
    """The second step offers the one. Those that it is made of have their roles again when that is taken back."""
    (tmp_path / 'ward.csv').write_text(ward(), encoding='utf-8')
    monkeypatch.chdir(tmp_path)
    page = begun(stepping, 'ward', 'table')
    offered = 'return shown("th", "tbody").map(one => one.textContent)'
    page.roles({'town': QUASI, 'dx1': SENSITIVE, 'dx2': SENSITIVE, 'remark': PUBLISH})
    assert page.run(offered) == ['patient', 'age', 'town', 'dx1', 'dx2', 'list', 'illness', 'remark']
    before = page.plan
    page.go('table')
    page.press("dx1, dx2 have an item each of one list, 'dx'.")
    page.go('roles')
    assert page.run(offered) == ['patient', 'age', 'town', 'list', 'illness', 'remark', 'dx']
    assert 'dx1, dx2 are read as one column, dx.' in page.run('return shown("p").map(one => one.textContent)')
    assert (page.plan['sensitive'], page.plan['publish']) == ([], ['remark'])
    page.roles({'dx': SENSITIVE})
    page.go('hierarchies')
    assert page.errors == [] and page.plan['sensitive'] == ['dx']
    page.go('table')
    page.press(BACK)
    page.roles({})
    assert page.plan == before


@needs_node
def test_names_that_are_given_to_columns_keep_what_was_said_of_them(stepping, tmp_path, monkeypatch):  # noqa: F811
    (tmp_path / 'odd.csv').write_text(odd().partition('\n')[2], encoding='utf-8')
    monkeypatch.chdir(tmp_path)
    page = stepping.open()
    page.take('odd.csv')
    page.press(RECORD)
    for said in "In 'column 1' they mean that nothing is known.", "In 'column 2' . stands between thousands.":
        page.press(said)
    page.roles({'column 1': QUASI, 'column 2': QUASI})
    page.go('table')
    for place, name in enumerate(['age', 'pay', 'born', 'sex']):
        page.run('document.getElementById("name-%d").value = "%s"' % (place, name))
    page.press('take-names')
    assert page.plan['read'] == {'columns': ['age', 'pay', 'born', 'sex'], 'na_in': ['age=999'], 'thousands': ['pay=.']}
    assert page.plan['quasi'] == ['age', 'pay'] and len(page.answered) == 1 and not page.errors
    page.press(BACK)
    assert page.plan['quasi'] == ['column 1', 'column 2'] and 'columns' not in page.plan['read']


@needs_node
def test_which_columns_are_read_as_one_is_asked_again_under_other_names(stepping, tmp_path, monkeypatch):  # noqa: F811
    monkeypatch.chdir(tmp_path)
    (tmp_path / 'ward.csv').write_text(ward().split('\n', 3)[3], encoding='utf-8')
    page = stepping.open()
    page.take('ward.csv')
    page.press(RECORD)

    def named(names):
        for place, name in enumerate(names.split()):
            page.write('name-%d' % place, name)
        page.press('take-names')
    named('patient age town dx1 dx2 list illness remark')
    page.press("'list' has several items in a cell, with | between them.")
    page.press("dx1, dx2 have an item each of one list, 'dx'.")
    assert page.plan['read']['items'] == ['list=|', 'dx=dx1,dx2']
    named('patient age town code1 code2 marks illness remark')
    assert page.errors == [] and page.plan['read']['items'] == ['marks=|']
    assert "code1, code2 have an item each of one list, 'code'." in [choice for one in page.questions for choice in one['choices']]


@needs_node
def test_what_is_changed_by_hand_withdraws_an_answer(stepping, tmp_path, monkeypatch):  # noqa: F811
    """A role, a setting of how the table is read, and a hierarchy. The answer is no longer told as given, and the question is asked again."""
    (tmp_path / 'mixed.csv').write_text(mixed(), encoding='utf-8')
    monkeypatch.chdir(tmp_path)
    page = begun(stepping, 'mixed', 'hierarchies')
    page.press("Leave 'name' out.")
    page.press('Read the dates as MM/DD/YYYY.')
    assert len(page.answered) == 2 and page.plan['publish'] == ['case', 'height']
    page.go('roles')
    assert "name: left out. You chose: Leave 'name' out." in page.run('return document.getElementById("by-answers").textContent')
    page.roles({'name': PUBLISH})
    assert page.run('return document.getElementById("by-answers").textContent') == ''
    page.go('hierarchies')
    assert len(page.answered) == 1 and page.plan['publish'] == ['case', 'name', 'height']
    assert any("Leave 'name' out." in one['choices'] for one in page.questions)
    place = page.plan['quasi'].index('seen')
    page.run('const folded = shown("details").filter(one => one.children[0].textContent === "Change it")[%d]; folded.open = true; await folded.happens("toggle");'
             ' document.getElementById("by-%d-levels").value = "year"; await folded.querySelector("button").click();' % (place, place))
    assert page.answered == [] and any('Read the dates as MM/DD/YYYY.' in one['choices'] for one in page.questions)
    page.go('table')
    page.press('They are totals: leave them out.')
    assert len(page.answered) == 1
    page.write('read-totals', 'keep')
    page.press('Read the table again')
    assert page.answered == [] and page.plan['read']['totals'] == 'keep'
    assert 'They are totals: leave them out.' in page.questions[0]['choices']


@needs_node
def test_an_answer_that_cannot_be_taken_is_refused_and_not_told_as_given(stepping, tmp_path, monkeypatch):  # noqa: F811
    (tmp_path / 'visits.csv').write_text(lines('a,b,ill', [['p%02d' % (n % 40), 'x', ('flu', 'gout')[n % 2]] for n in range(80)]), encoding='utf-8')
    (tmp_path / 'mixed.csv').write_text(mixed(), encoding='utf-8')
    monkeypatch.chdir(tmp_path)
    page = begun(stepping, 'mixed', 'table')
    before, asked_before = page.plan, page.questions
    (tmp_path / 'mixed.csv').unlink()
    page.press('They are totals: leave them out.')
    assert page.errors[0] == 'This answer is not taken: They are totals: leave them out. mixed.csv: No such file or directory'
    assert page.plan == before and page.answered == [] and page.questions == asked_before
    (tmp_path / 'mixed.csv').write_text(mixed(), encoding='utf-8')
    page.press('They are totals: leave them out.')
    assert page.errors == [] and len(page.answered) == 1


@needs_node
def test_no_release_is_made_before_it_is_said_what_becomes_of_many_records(stepping, tmp_path, monkeypatch):  # noqa: F811
    """The last step asks, if no other has been answered, and names the columns. The answer is taken back there. The fourth step answers it, too."""
    (tmp_path / 'ward.csv').write_text(ward(), encoding='utf-8')
    monkeypatch.chdir(tmp_path)
    page = begun(stepping, 'ward', 'hierarchies')
    page.go('rules')
    page.write('set-k', '3')
    for choice, published in ('Keep these records: a missing quasi-identifier is published as *.', 240), ("Leave 'dx2' out.", 160), (DROP, 64):
        page.go('release')
        page.press('release')
        one, = page.questions
        assert "176 of 240 records would be left out, because a value is missing: 'dx2' in 144 records, 'remark' in 80 records." == one['asked']
        assert choice in one['choices'] and LEAVE not in one['choices'] and 'release' not in page.found
        page.choose(one['asked'], choice)
        if choice.startswith('Leave \'dx2'):
            assert 'release' not in page.found and 'remark' in page.questions[0]['asked']
            page.choose(page.questions[0]['asked'], DROP)
        assert page.errors == [] and 'release' in page.found, (choice, page.questions, page.answered)
        records = page.found.pop('release')['report']['records']
        assert records == {'read': 240, 'published': published, 'suppressed': 0, 'missing': 240 - published}
        assert not page.questions and 'missing' in page.plan['settings']
        while page.answered:
            page.press(BACK)
        assert 'missing' not in page.plan['settings'] and page.plan['sensitive'] == ['dx1', 'dx2', 'list', 'illness']
    page.go('rules')
    page.write('set-missing', 'value')
    page.go('release')
    page.press('release')
    assert page.found['release']['report']['records']['published'] == 240
