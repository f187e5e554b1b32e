"""What the other verbs report, in Chinese: no English sentence is left, columns line up, and a table has the same numbers as in English."""

import csv
import io
import re

import pytest

from conftest import kanon, run
from kanon.core.tables.text_table import width

PATIENTS = 'data/inpatients/inpatients.csv'
LINKED = ['--quasi', 'zip,age', '--sensitive', 'condition']
TREES = ['--hierarchies', 'data/inpatients/hierarchies']
REPORTS = {     # what is typed, with {t} for the folder, and what is then said
    'check': (['check', '{t}/m.csv', *LINKED, '--require', 'k=4,l=2', '--below', '5'],
              ['12 条记录 = 3 个等价类中的 12 条 + 被抑制的 0 条', 'k = 4 是最小的等价类的记录数；最大的有 4 条记录，平均 4.0 条', '小于 k = 5 的等价类中：12 条记录',
               '不满足：1 个等价类，4 条记录', '全是 Cancer', '有要求不满足：退出状态是 1。']),
    'check that holds': (['check', '{t}/m.csv', *LINKED, '--require', 'k=4', '--standard', 'gdpr-wp216', '--quasi', 'zip'],
                         ['所有要求都满足。没有不满足的条款，但有 2 条无法从文件中核对。', '这 2 条 kanon 没有核对，要由签字的人核对。']),
    'check of gaps': (['check', '{t}/gaps.csv', '--quasi', 'a', '--sensitive', 's'],
                      ['把它们当作通配符，则 k = 4', '没有已知值的记录：s 2 条。', '另有 1 列既不是准标识符也不是敏感属性，没有评估：n', '警告：在 n 中，每条记录的值都不同',
                       '全是 x，或未知（2 条记录）']),
    'check with a population': (['check', '{t}/sample.csv', '--quasi', 'age', '--population', '{t}/register.csv', '--k-map', '2', '--tight'],
                                ['每个等价类的标签至少符合总体中的 2 人', '在表里的比例是 0.3000 到 0.5000', '所有要求都满足。']),
    'risk': (['risk', '{t}/sample.csv', '--quasi', 'age', '--population', '{t}/register.csv'],
             ['从 {t}/register.csv 的 2 个等价类、12 条记录中抽取的样本', '高于 0.2 的记录', '检察官', '记者', '营销者', '一条记录的风险，是弄清它属于谁的可能性。']),
    'risk, estimated': (['risk', PATIENTS, '--quasi', 'zip,age', '--sampling-fraction', '0.1', '--suda', '1'],
                        ['按抽样比例 0.1 计算，等价类中的 12 条记录代表约 120 人。', 'Pitman 模型不收敛，所以规则改用 Zayatz 模型。', '12 条记录中，有 12 条凭至多 1 列的取值就是唯一的（特殊唯一）。']),
    'risk by weights': (['risk', PATIENTS, '--quasi', 'zip', '--weights', 'age'],
                        ['按“age”列的权数计算，等价类中的 12 条记录代表约', '估计：一条记录的个体风险最大为']),
    'risk of many columns': (['risk', '{t}/wide.csv', '--quasi', 'a,b,c,d,e'], ['（另有 19 组列：--all）', '除 b 外的所有列', '全部 5 列']),
    'attack': (['attack', '{t}/m.csv', *LINKED, '--known', PATIENTS, '--control', '{t}/strangers.csv', '--second', '{t}/two.csv'],
               ['链接第二张发布表、对照组', '行的顺序', '同上，排序后', '没有候选记录的人：不在发布表中，或被抑制',
                '攻击者猜中名单中 66.67% 的人的敏感值，也猜中不在表中的人里 50.00% 的敏感值。', '链接：名单中的 12 人，对照组的 4 人']),
    'attack on nobody': (['attack', '{t}/stars.csv', *LINKED, '--known', '{t}/strangers.csv'], ['{t}/stars.csv 中全是 * 的行：1 行，当作被抑制的记录']),
    'use': (['use', PATIENTS, '{t}/m.csv', *LINKED, '--queries', '20'],
            ['原表 data/inpatients/inpatients.csv 有 12 条记录；发布表有 12 条，其中抑制 0 条', '当作数值：age；当作类别：zip、condition', '每种列数各 20 个随机查询，种子 1。',
             '克拉默 V 系数', '相关比', '只猜最常见的值', '用原表的 12 条记录测试，分成 10 份。']),
    'sweep': (['sweep', '{t}/patients.csv', *LINKED, '-k', '4,13', '--algorithm', 'samarati,optimal,mondrian', '--max-suppression', '0', *TREES],
              ['损失最小的是：k = 4 时 mondrian（lm 0.2218）。', 'k = 13 时无法发布任何记录。', '最大抑制数', '已证明', '是']),
    'lattice': (['lattice', '{t}/patients.csv', *LINKED, '-k', '4', '--max-suppression', '2', *TREES], ['满足要求', '极小']),
    'recode': (['recode', '{t}/recoding.csv', PATIENTS, '--sensitive', 'condition', '--order', 'input', '-o', '{t}/again.csv', '--force'],
               ['读入 12 条记录 = 发布 12 条 + 抑制 0 条 + 剔除 0 条', '重新读入，发布表有 3 个等价类、12 条记录，最小的有 4 条', '警告：各行保留了输入的顺序。']),
    'replay': (['replay', '{t}/m.json'], ['字节相同，sha256 ', '就是这些字节']),
    'hierarchy show': (['hierarchy', 'show', '{t}/patients.csv', '--column', 'age', *TREES], ['12 个叶子，层级 0 到 3', '节点']),
    'hierarchy check': (['hierarchy', 'check', '{t}/messy.csv', '--quasi', 'n', '--hierarchies', '{t}/trees'],
                        ['拒绝：没有叶子：', "与叶子 'k.a.' 只是大小写、空格或 Unicode 形式不同", '使用这些泛化层次的运行会被拒绝，原因在 n：退出状态是 1。']),
    'hierarchy check that holds': (['hierarchy', 'check', '{t}/patients.csv', '--quasi', 'age', *TREES], ['每个值都有叶子：']),
    'hierarchy levels': (['hierarchy', 'levels', '{t}/patients.csv', '--quasi', 'age', *TREES], ['最少的记录数', '最少见的标签']),
    'hierarchy ranges': (['hierarchy', 'ranges', '{t}/messy.csv', '--column', 'n', '--widths', '5', '--unreadable', 'missing', '-o', '{t}/n.txt', '--force'],
                         ['个叶子', '例如', "'n' 列：无法识别，因此剔除："]),
    'start': (['start', '{t}/messy.csv'], ['看起来是', '不是数的：', "是缺失值吗？'k.A.'", '1 行看起来是合计（第 42 行）', '请在这里或运行时键入 --na k.A.',
                                           '还没有写出文件。', '看起来是电子邮件地址，所以不举例', '可能与另一个值相同']),
    'start that writes': (['start', '{t}/messy.csv', '--quasi', 'day,code,n,id', '--sensitive', 'id2', '--force'],
                          ['已写出，可以修改：', '先盖住最后一个字符', '年、十年', '；其余的值保持原样', '日期有两种写法', '真的需要它吗？', '请不要发布它。',
                           '在 * 以下的各层都保持原样', '请都写成 5 位，否则发布表把它们当作不同的值。']),
    'start without a header': (['start', '{t}/headless.csv'], ['可能没有标题行', '2 条记录少于 k = 10：什么也不能发布。']),
    'start with a second header': (['start', '{t}/second.csv'], ['看起来是第二个标题行而不是记录']),
    'start with commas': (['start', '{t}/comma.csv'], ['这里的数用小数逗号。请用 --decimal , 说明']),
    'start with accents': (['start', '{t}/alike.csv'], ['可能与另一个值相同'])}

# What stays English: commands, options, lines of an INI file, names of columns and files, values, algorithms and measures, clauses, and where they stand.
LEFT = re.compile(r"\n *(?:python|run_)[^\n]*|python -m kanon(?: hierarchy)?(?: \w+)?|'[^']*'|[\w./-]+\.(?:csv|py|json|txt|ini)|--[\w-]+(?: \w+)?|(?:categories|labels) = \w+"
                  r"|(?<=\n)  [\w ]+：|(?:出处：|（)[A-Z][^\n]*|Heart [Dd]isease|Viral [Ii]nfection|Gastric [Uu]lcer|(?:lm|c|class)_\w+|%[^；\n]*|line \w+")


@pytest.fixture(scope='module')
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp('found')
    for name, words in (('m.csv', [*LINKED, '--record', made / 'm.json', '--recoding', made / 'recoding.csv']),
                        ('two.csv', ['--quasi', 'zip', '--sensitive', 'condition,age'])):
        assert run('run_mondrian.py', PATIENTS, '-k', '4', '-o', made / name, *words, '--quiet').returncode == 0
    with open(PATIENTS, encoding='utf-8') as file:
        (made / 'patients.csv').write_text(file.read())
    texts = {
        'sample': 'age\n' + '39\n' * 3 + '41\n', 'register': 'age\n' + '39\n' * 10 + '41\n' * 2, 'wide': 'a,b,c,d,e\n1,2,3,4,5\n1,2,3,4,6\n',
        'gaps': 'a,s,n\n1,x,1\n1,y,2\n,x,3\n1,z,4\n2,?,5\n2,?,6\n2,x,7\n', 'stars': (made / 'm.csv').read_text() + '*,*,Cancer\n',
        'strangers': 'zip,age,condition\n13053,25,Heart disease\n13068,33,Viral infection\n14850,52,Viral infection\n14853,70,Cancer\n',
        'headless': '39,flu,13053\n41,ulcer,13068\n39,flu,13053\n', 'alike': 'city,n\n' + 'K\xf6ln,1\n' * 4 + 'Ko\u0308ln,2\n' * 3,
        'second': 'age,zip\nyears,code\n' + ''.join('%d,%05d\n' % (30 + n % 9, 13000 + n % 7) for n in range(30)),
        'comma': 'weight;n\n' + ''.join('%d,5;%d\n' % (50 + n % 9, n % 3) for n in range(30)),
        'messy': 'day,code,n,ill,mail,id,id2\n' + ''.join(
            '%02d.%02d.20%02d,%05d,%s,%s,%s,P%d,X%dY\n' % (n % 27 + 1, n % 12 + 1, n % 20, 1000 + 97 * (n % 20), ('39', '41', '52', 'k.A.', '90+')[n % 5],
                                                           ('flu', 'Flu', 'flu ', 'ulcer')[n % 4], 'anna@x.org' if n % 3 else 'bob@y.org', n, n)
            for n in range(39)) + '2020-01-02,1067,55,flu,a@b.de,Q,R\nTotal,,41,,,,\n'}
    for name, text in texts.items():
        (made / (name + '.csv')).write_text(text, encoding='utf-8')
    (made / 'trees').mkdir()
    (made / 'trees' / 'n.txt').write_text('39,[30-39]\n[30-39],*\n41,*\nk.a.,*\n')
    return made


def said(folder, words, *more):
    result = kanon(*(word.format(t=folder) for word in words), *more)
    assert result.returncode in (0, 1) and 'Traceback' not in result.stderr, result.stderr
    return result.stdout


@pytest.mark.parametrize('name', REPORTS)
def test_no_english_sentence_is_left(name, folder):
    words, wanted = REPORTS[name]
    text = said(folder, words, '--language', 'zh')
    assert [sentence for sentence in wanted if sentence.format(t=folder) not in text] == []
    left = LEFT.sub('', '\n' + text)
    assert not re.findall(r'[A-Za-z]{2,},? [a-z]{2,} [a-z]{2,}', re.sub('  +', '，', left)), left
    assert not re.findall(r'\b(?:records?|classes|columns|holds?|fails?|people|level|leaves|labels?|none|the|of|and|is|are|no)\b', left), left


@pytest.mark.parametrize('name, first', [('sweep', '算法'), ('lattice', '向量'), ('hierarchy levels', '列'), ('risk', '攻击者')])
def test_columns_line_up(name, first, folder):
    """Each line of a table takes as many places as its heading: a Chinese sign takes two."""
    lines = said(folder, REPORTS[name][0], '--language', 'zh').splitlines()
    start, = [place for place, line in enumerate(lines) if line.split()[:1] == [first]]
    rows = lines[start:lines.index('', start) if '' in lines[start:] else None]
    assert len(rows) > 2 and len(set(map(width, rows))) == 1 and len(set(map(len, rows))) > 1


@pytest.mark.parametrize('name', ['sweep', 'lattice', 'attack', 'hierarchy levels', 'risk'])
def test_the_tables_of_programs_are_the_same(name, folder):
    """csv and JSON have keys, and no words."""
    for format_ in ('csv', 'json')[:1 if name == 'hierarchy levels' else 2]:
        one, other = (said(folder, REPORTS[name][0], '--format', format_, '--language', language) for language in ('en', 'zh'))
        if format_ == 'csv':
            one, other = ([{key: value for key, value in row.items() if key != 'seconds'} for row in csv.DictReader(io.StringIO(text))]
                          for text in (one, other))
        else:
            one, other = (re.sub(r'"seconds": [^,]*', '', text) for text in (one, other))
        assert one == other
