"""The report of a run in Chinese: no English sentence is left, and its columns line up where a sign is two places wide."""

import re
from unicodedata import east_asian_width

import pytest

from conftest import HOME, run

HEADER = 'zip,age,condition'
PATIENTS = 'data/inpatients/inpatients.csv'
INPATIENTS = [PATIENTS, '--quasi', 'zip,age', '--sensitive', 'condition']
TREES = ['--hierarchies', 'data/inpatients/hierarchies']
RUNS = {        # what is typed, with {t} for the folder, and what is then said
    'samarati': (['run_samarati.py', *INPATIENTS, '-k', '4', '--l-diversity', '2', '--max-suppression', '1'],
                 ['每个等价类都满足：condition 至少有 2 个不同的值。', '最多可以抑制 1 条记录，即不发布它们。', '检查了 16 个向量中的 7 个',
                  '上面这一行不检查以下各项：被抑制的记录至多为 1。复核检查过了。']),
    'optimal, with weights': (['run_samarati.py', *INPATIENTS, '-k', '4', '--optimal', '--weights', 'age=2', '--limit', 'age<=2', '--trace'],
                              ['已证明在限度之内按 lm 最优', 'lm 中各列损失的权重：age=2。', '标签的限度：age<=2。']),
    'optimal, stopped': (['run_samarati.py', *INPATIENTS, '-k', '4', '--optimal', '--time-limit', '0', '--max-suppression', '0'],
                         ['然后停止：', '与可能的最优值相差多少还不知道']),
    'population': (['run_samarati.py', *INPATIENTS, '-k', '4', '--population', PATIENTS, '--k-map', '4'],
                   ['每个等价类满足 k-map = 4，总体是 data/inpatients/inpatients.csv 中的 12 人。', '每个等价类的标签至少符合总体中的 4 人。']),
    'suppression and missing': (['run_samarati.py', '{t}/gaps.csv', *INPATIENTS[1:], '-k', '4', '--max-suppression', '50%', '--missing-in', 'used',
                                 '--na', 'k.A.', '--order', 'input', *TREES],
                                ["词 'k.A.' 也是缺失值（--na）。", '被剔除的记录：用到的列有缺失值（“?”或空）。', '警告：各行保留了输入的顺序。']),
    'root': (['run_samarati.py', '{t}/gaps.csv', *INPATIENTS[1:], '-k', '2', '--max-suppression', '50%', '--missing', 'root', '--na', 'k.A.', *TREES],
             ['以根标签（例如 *）发布的缺失值：']),
    'unreadable': (['run_mondrian.py', '{t}/words.csv', *INPATIENTS[1:], '-k', '2', '--unreadable', 'missing'],
                   ["无法识别，因此当作缺失值：age 2 个值、2 条记录，例如 'old' 和 'young'。", '被剔除的记录：任何一列有缺失值']),
    'unknown': (['run_mondrian.py', '{t}/unknown.csv', *INPATIENTS[1:], '-k', '2', '--l-diversity', '2', '--t-closeness', '0.9', '--missing', 'value'],
                ['没有已知值的记录：condition 1 条。', '除 t 以外，无论缺失值是什么', 't 把 condition 的缺失值当作一个值']),
    'datafly': (['kanon', 'datafly', *INPATIENTS, '-k', '4', '--trace'], ['最多可以抑制 0 条记录', '第 1 层（最高第 3 层）']),
    'mondrian': (['run_mondrian.py', *INPATIENTS, '-k', '4', '--trace', '--bound'], ['经过 2 次切分', '有些标签写出了整张表中不足 k = 4 条记录具有的值',
                                                                                   'lm 都不低于']),
    'grid': (['run_mondrian.py', PATIENTS, '--quasi', 'age', '--sensitive', 'condition', '-k', '4', '--labels', 'grid', '--grid', 'age=10'],
             ['不给出 lm 和熵', '上面各损失之和，按网格单元的范围计算']),
    'boxes': (['run_mondrian.py', *INPATIENTS, '-k', '4', '--labels', 'box'], ['标签不透露是哪些', '上面各损失之和；lm 至多为此值']),
    'optimal cuts': (['run_mondrian.py', *INPATIENTS, '-k', '4', '--partitioning', 'optimal'], ['沿这些排序方式，没有其他严格切分按 lm 损失更小，已经证明']),
    'clustered cuts': (['run_mondrian.py', *INPATIENTS, '-k', '4', '--partitioning', 'clustered'], ['从单条记录生长的等价类']),
    'put back': (['run_mondrian.py', '{t}/two.csv', '--quasi', 'age', '--sensitive', '', '-k', '2'],
                 ['警告：读者可以还原被标签隐藏的 4 个值，并完整还原 4 条记录。', '没有用 --sensitive 指定列']),
    'standard': (['run_mondrian.py', *INPATIENTS, '-k', '4', '--standard', 'cms-11,hipaa-safe-harbor'], ['无法核对', '不满足：3 个等价类，12 条记录']),
    'own values': (['run_mondrian.py', '{t}/names.csv', '--quasi', 'age', '--sensitive', 'email', '-k', '2'],
                   ['在 email 中，几乎每条记录的值都不同', '敏感属性：email 看起来是']),
    'counted': (['run_mondrian.py', '{t}/counted.csv', '--quasi', 'age', '--sensitive', '', '-k', '2'], ["警告：'n' 列看起来是计数", "counted.csv：'n' 列看起来是计数"]),
    'another release': (['run_mondrian.py', '{t}/two.csv', '--quasi', 'age', '--sensitive', 'ill', '-k', '4', '--record', '{t}/second.json'],
                        ['记录了同一张表用其他选项做的另一张发布表'])}

# What stays English: what is typed, files, columns and values, the names of measures, rules and clauses, and where a clause stands.
LEFT = re.compile(r"python -m kanon [^\n]*|'[^']*'|[\w./-]+\.(?:csv|py|json)|lm_published|class_entropy|(?<=\n)(?:出处：[^\n]*|  [A-R] [^：\n]*)"
                  r"|（(?:45 CFR|CMS)[^\n]*|Heart Disease|Viral Infection|Heart disease|Viral infection")


@pytest.fixture(scope='module')
def tables(tmp_path_factory):
    made = tmp_path_factory.mktemp('tables')
    with open(PATIENTS, encoding='utf-8') as file:
        rows = file.read().splitlines()[1:]
    (made / 'gaps.csv').write_text('\n'.join([HEADER, *rows, '13053,?,Cancer', '14850,k.A.,Cancer', '']))
    (made / 'words.csv').write_text('\n'.join([HEADER, *rows, '13053,old,Cancer', '13053,young,Cancer', '']))
    (made / 'unknown.csv').write_text('\n'.join([HEADER, *rows, '13053,30,?', '']))
    (made / 'two.csv').write_text('age,ill\n' + '20,flu\n20,gout\n' * 2 + '30,flu\n31,gout\n33,flu\n34,gout\n')
    (made / 'names.csv').write_text('age,email\n' + ''.join('%d,p%d@example.org\n' % (20 + n, n) for n in range(30)))
    (made / 'counted.csv').write_text('age,n\n30,5\n31,7\n')
    assert run('run_mondrian.py', made / 'two.csv', '--quasi', 'age', '--sensitive', 'ill', '-k', '2', '-o', made / 'first.csv', '--record',
               made / 'first.json', '--quiet', cwd=HOME).returncode == 0
    return made


def said(name, tables, *more):
    words, wanted = RUNS[name]
    script, *words = [word.format(t=tables) for word in words]
    result = run(script, *words, '-o', tables / 'out.csv', '--force', '--language', 'zh', *more, cwd=HOME)
    assert result.returncode == 0, result.stderr
    return result.stdout + result.stderr, wanted


@pytest.mark.parametrize('name', RUNS)
def test_a_report_in_chinese(name, tables):
    text, wanted = said(name, tables)
    assert [sentence for sentence in wanted if sentence not in text] == [], text
    left = [line for line in LEFT.sub('', text).splitlines() if re.search('[A-Za-z]{2,},? [a-z]{2,} [a-z]{2,}', line)]
    assert left == []


def width(text):
    return sum(2 if east_asian_width(char) in 'WF' else 1 for char in text)


@pytest.mark.parametrize('name', ['samarati', 'mondrian', 'grid'])
def test_columns_line_up(name, tables):
    """Each column of the table of quasi-identifiers, and of the measures below it, begins at one place of the terminal."""
    text, _ = said(name, tables)
    blocks = text.split('\n\n')
    table, = (block.splitlines() for block in blocks if block.startswith('准标识符'))
    measures, = (block.splitlines() for block in blocks if '\n复核 ' in block)
    for lines, most in ((table, 5), (measures, 2)):
        starts = [[width(line[:found.end()]) for found in re.finditer('  +', line)][:most - 1] for line in lines]
        assert len({tuple(places) for places in starts}) == 1 and len(starts[0]) == most - 1, lines
    assert max(map(width, text.splitlines()[-6:-3])) <= 105
