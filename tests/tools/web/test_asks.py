"""What the steps of the page ask: the same bytes as the commands that they show, and nothing outside the folder of the table."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from random import Random

import pytest
from asking import CLINIC, PERSONS, PLAN, asked, contents, folder, good  # noqa: F401
from conftest import HOME, seeds
from kanon.core.algorithm_table import ALGORITHMS
from kanon.core.desk.screen import progress
from kanon.tools.web import asks_of_releases, asks_of_tables, commands
from kanon.tools.web.asks import ASKS, answer
from kanon.tools.web.plain_names import name_in_tab


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
    assert 'audit      passed' in released['text'] and len(released['before']) == len(released['after']) == asks_of_releases.MOST_ROWS
    groups = [tuple(row[:4]) for row in released['after']]
    assert len(set(groups)) == asks_of_releases.MOST_ROWS, 'the first rows of a sorted release are those of one group'
    assert {one['what'] for one in released['files']} == {'release', 'record', 'page', 'ini', 'hierarchy'}


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
    assert '-k 5 --l-diversity 2' in checked['commands'][0], 'asked for the same'
    assert all(row['holds'] for row in checked['report']['required']) and checked['files'][0]['what'] == 'check'
    assert good('attack')['report'][0]['attack'] == 'linkage'


@pytest.mark.parametrize('name, values, message, option', [
    ('hierarchy', {'column': 'income', 'by': {'tool': 'ranges', 'options': {'widths': 'x'}}}, "a number such as 90 or 0.5 is expected, not 'x'", 'widths'),
    ('hierarchy', {'column': 'sex', 'text': 'f,*\n'}, 'without a leaf', None),
    ('hierarchy', {'column': 'sex', 'by': {'tool': 'show', 'options': {}}}, 'there is no rule show for hierarchies', None),
    ('hierarchy', {'column': 'icd', 'by': {'tool': 'codes', 'options': {'cuts': 'icd10', 'classes': '../x'}}}, 'did not come with kanon', None),
    ('require', {'plan': {**PLAN, 'settings': {'k': '0'}}}, 'k is a whole number of 2 or more', 'k'),
    ('require', {'plan': {**PLAN, 'settings': {'l_diversity': '2\noutput = x.csv'}}}, 'one line of text', 'l_diversity'),
    ('require', {'plan': {**PLAN, 'settings': {'population': '/etc/passwd'}}}, 'a page cannot set population', None),
    ('require', {'plan': {**PLAN, 'settings': {'output': 'x.csv'}}}, 'a page cannot set output', None),
    ('release', {'plan': {**PLAN, 'standards': ['../x.ini']}}, 'the standard ../x.ini did not come with kanon', None),
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
    before = contents(folder)
    plan = values.get('plan')
    if isinstance(plan, dict) and plan['settings'].get('k') == '5000':
        assert 'error' not in asked('require', plan)
        before = contents(folder)
    error = answer(name, {'plan': PLAN, **values}).get('error') or {}
    if message or error:
        assert message in error['message'] and error['option'] == option and '\n' not in error['message']
    after = contents(folder)
    after.pop(folder / 'clinic.ini', None), before.pop(folder / 'clinic.ini')       # look takes a draft's INI file away
    assert after == before


@pytest.mark.parametrize('language, said', [('en', 'number'), ('zh', '数'), ('xx', 'number'), (None, 'number')])
def test_an_answer_is_in_the_language_of_the_page(language, said, folder):
    columns = good('look', {'language': language})['columns']
    assert [column['said'] for column in columns if column['name'] == 'days'] == [said]


IN_CHINESE = [
    ('look', {'table': 'none.csv'}, {}, 'none.csv：没有这个文件或文件夹'),
    ('look', {'table': 'gbk.csv'}, {},
     'gbk.csv 第 1 行：偏移 0 处的字节 0xd0 不是 utf-8 文本；请用 --encoding 给出它的编码（gb18030 或 latin-1？）'),
    ('look', {'table': 'twice.csv'}, {}, 'twice.csv 第 1 行：第 1 列和第 3 列的列名相同；请改其中一个，或者用 --columns 给出全部列名，再用 --skip-lines 1 去掉这一行'),
    ('look', {'table': 'uneven.csv', 'person': None}, {}, "uneven.csv 第 3 行：有 2 列，这一行却是 1 个字段（'3'）"),
    ('look', {'table': 'twice.csv', 'read': {'thousands': ['a=x']}}, {},
     "选项 --thousands：'a'：应为 . , _ apostrophe blank 之一；如果没有千位分隔符，则写 none，而不是 'x'"),
    ('draft', {'quasi': ['bron']}, {}, "clinic.csv：没有列 'bron'；是不是 'born'？（第一行的列名是 'case'、'patient'、'born'、'sex'、'postcode' 等，另有"
     ' 9 个；如果它不是标题行，请用 --columns 给出列名）'),
    ('draft', {'person': 'one', 'table': 'one.csv', 'quasi': ['a'], 'sensitive': []}, {},
     "one.csv：列 'one' 只有一个值 '9'，所以不能说明每行是谁的；请用 --person 指定另一列"),
    ('hierarchy', {}, {'column': 'income', 'by': {'tool': 'ranges', 'options': {'widths': '7,10'}}},
     "clinic.csv：列 'income'：宽度不能嵌套：10 不是 7 的倍数"),
    ('hierarchy', {}, {'column': 'diagnosis', 'by': {'tool': 'dates', 'options': {'bounds': '5,1'}}}, "'5' 不是形如 YYYY-MM-DD 的日期"),
    ('hierarchy', {}, {'column': 'sex', 'text': 'f,*\nm,any\n'}, "hierarchies/sex.txt 第 2 行：除了 '*' 还有第二个根 'any'；请给两者同一个父节点"),
    ('require', {'settings': {'k': '1.5'}}, {}, "clinic.ini：k：k 是不小于 2 的整数，不是 '1.5'"),
    ('require', {'settings': {'max_suppression': 'much'}}, {}, "clinic.ini：max_suppression：应为记录数，或 4% 这样的比例，而不是 'much'"),
    ('release', {'standards': ['x']}, {}, '标准 x 不是随 kanon 提供的'),
    ('again', {}, {'table': 'clinic.csv'}, 'clinic.csv：与第一张表同名，它的发布表会替换那一张；请给文件换一个名称'),
    ('compare', {}, {'ks': [5000], 'algorithms': ['none']}, "选项 --algorithm：'none' 不是 samarati、optimal、datafly、round-robin、mondrian 之一"),
]


def test_a_chinese_page_reads_no_english_where_a_program_refuses(folder):
    """What the English page is told besides, such as the field that a message stands beside, is the same."""
    for name, text in {'twice': 'a,b,a\n1,2,3\n', 'uneven': 'a,b\n1,2\n3\n', 'one': 'one,a\n9,1\n9,2\n'}.items():
        (folder / (name + '.csv')).write_text(text)
    (folder / 'gbk.csv').write_bytes('姓名,年龄\n王芳,39\n'.encode('gb18030'))
    good('draft')
    for name, plan, values, said in IN_CHINESE:
        chinese, english = (asked(name, {**plan, 'language': language}, **values)['error'] for language in ('zh', 'en'))
        assert (chinese['message'], chinese['advice']) == (said, None)
        told = [{key: value for key, value in error.items() if key not in ('message', 'advice')} for error in (chinese, english)]
        assert told[0] == told[1] and english['message'] != said


def test_no_value_of_a_page_becomes_an_option(folder):
    for words in ['--force', '--output=/tmp/x'], ['-o', '/tmp/x']:
        error = asked('draft', {'quasi': words})['error']
        assert 'no column' in error['message'] or 'column' in error['message'] and not os.path.exists('/tmp/x')


def test_a_worker_answers_in_lines(folder):
    code = "import sys; sys.path.insert(0, %r); from kanon.tools.web.asks import main; sys.exit(main())" % HOME
    line = json.dumps({'ask': 'look', 'values': {'plan': PLAN}}).encode() + b'\n'
    (folder / 'csv.py').write_text('raise SystemExit("a module of the folder was imported")')
    done = subprocess.run([sys.executable, '-I', '-c', code], input=line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=str(folder))
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and lines[-1]['answer']['records'] == 1000, done.stderr


def test_progress_is_told(folder):
    told = []
    good('draft'), good('require')
    commands.kept_output(lambda: time.sleep(0), told.append)
    commands.kept_output(lambda: slowly(), told.append)
    assert told == ['3 records read']


def slowly():
    with progress(lambda: '3 records read', False):
        time.sleep(0.7)


@pytest.mark.parametrize('seed', seeds(60))
def test_a_plan_of_any_shape_gets_an_answer_and_reaches_nothing_outside(folder, tmp_path, seed):
    """It is an error or what was asked for. The files beside the folder stay as they are, and no answer holds what they hold."""
    draw = Random(seed)
    (tmp_path / 'secret.csv').write_text('sex,age\nSECRET,1\n')
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'sex.txt').write_text('SECRET,*\n')
    (folder / 'clinic.csv').write_bytes(CLINIC[:4000].rpartition(b'\n')[0] + b'\n')
    odd = [None, True, 0, -1, 1.5, 1e400, 10 ** 30, '', 'sex', '--force', '-o/tmp/x', '../secret.csv', str(tmp_path / 'secret.csv'), '../hierarchies/sex', '/etc/passwd', '\0',
           '\ud800', 'a\n[kanon]\noutput = ../x.csv', '__proto__', [], ['sex'], [None], [[]], {}, {'tool': 'mask'}, 'zlib', 'undefined', 'a' * 5000]

    def bent(value):
        if draw.random() < 0.1:
            return draw.choice(odd)
        if isinstance(value, dict):
            return {name: bent(each) for name, each in value.items() if draw.random() < 0.97}
        return value
    by = {'tool': draw.choice(list(asks_of_tables.TOOLS)), 'options': {'classes': draw.choice(odd), 'widths': '5', 'group': 'a=f|m', 'cuts': draw.choice(odd)}}
    for name in 'draft', 'require', draw.choice(sorted(ASKS)), draw.choice(sorted(ASKS)):
        plan = {**PLAN, 'algorithm': draw.choice(sorted(ALGORITHMS)), 'holds': draw.choice(odd), 'chosen': {'weights': draw.choice(odd)}, 'read': {'na': draw.choice(odd)}}
        values = bent({'plan': plan, 'column': 'sex', 'by': by, 'keep': ['sex'], 'table': 'clinic.csv', 'ks': ['2'], 'algorithms': ['mondrian']})
        found = answer(name, values)
        assert isinstance(found.get('error', {'message': ''})['message'], str) and 'SECRET' not in json.dumps(found, allow_nan=False)
    assert os.getcwd() == str(folder) and sorted(os.listdir(str(tmp_path))) == ['hierarchies', 'secret.csv', 'tab']
    assert (tmp_path / 'hierarchies' / 'sex.txt').read_text() == 'SECRET,*\n' and os.listdir(str(tmp_path / 'hierarchies')) == ['sex.txt']


@pytest.mark.parametrize('name', ['a & b.csv', "Bob's, 1 = 100%.csv", 'März {2} [neu] – #4.csv', '~$x;y!.csv', 'a:b?.csv', '& .csv'])
def test_a_command_fits_the_file_that_was_dropped(name, folder, tmp_path):
    """Its name is kept, whatever a shell makes of it, where every system can have it. Otherwise the page says how to rename it."""
    table, kept = name_in_tab(name), ':' not in name and name[0].isalpha()
    assert (table == name) == kept
    os.rename('clinic.csv', table)
    for ask in 'draft', 'require', 'release':
        answered = good(ask, table=table, plan={'table': table})
    output = '%s_mondrian.csv' % table[:-4]
    assert os.path.exists(output)
    home = tmp_path / 'home'
    home.mkdir()
    for path in [table, table[:-4] + '.ini', 'hierarchies']:
        (shutil.copytree if os.path.isdir(path) else shutil.copy)(path, str(home / path))
    words = [word for word in shlex.split(answered['commands'][-1]) if word != '--force']
    assert words[4] == table
    subprocess.run([sys.executable, *words[1:]], cwd=str(home), env={**os.environ, 'PYTHONPATH': HOME}, stdout=subprocess.PIPE, check=True)
    assert (home / output).read_bytes() == (folder / output).read_bytes()


SECOND = 'a;b;day;c;d;euro;e;f;day;unit;g;h;i;j\n'


@pytest.mark.parametrize('above, second', [('Clinic, of 2024\n\n', ''), ('', SECOND), ('Clinic\n', SECOND)])
def test_lines_that_are_not_read_are_a_question_with_a_button(folder, above, second):
    """Those above the header are found by start. So the way to the release is open, whether they are asked about or not."""
    header, *lines = (folder / 'clinic.csv').read_text(encoding='utf-8').splitlines(True)
    (folder / 'clinic.csv').write_text(above + header + second + ''.join(lines), encoding='utf-8')
    found = good('look', {'person': None})
    sets = [choice['set']['skip_lines'] for doubt in found['doubts'] for choice in doubt['choices'] if 'skip_lines' in (choice['set'] or {})]
    assert len(sets) == bool(above) + bool(second) and all('--' not in doubt['asked'] for doubt in found['doubts'])
    for plan in [{'read': {'skip_lines': [lines for each in sets for lines in each]}}] + [{}] * (not second):
        assert good('look', {'person': None, **plan})['records'] == 1000
        good('draft', plan)
        good('require', plan)
        released = good('release', plan)
        assert released['report']['records']['read'] == 1000 and len(released['before']) == asks_of_releases.MOST_ROWS
