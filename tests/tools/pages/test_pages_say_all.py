"""A page of check, risk, attack and use says all that the text of the report says: each sentence, each number, each row of a table.

SAID_OTHERWISE has what a page says in other words, each with the reason.
"""

import csv
import re
from collections import Counter
from html import unescape
from random import Random

import pytest

from conftest import ALL, run_here
from readers import read

SAID_OTHERWISE = [      # (verbs, a pattern of what a text says, what the page has in its place)
    ('check risk attack use', r'python -m kanon \w+ [\d.]+', 'Made by ..., kanon ..., from ...'),
    ('check risk', r'warning|警告', 'the sentence of the warning without the word'),
    ('check', r'not all that is required holds|the exit status is 1|有要求不满足|退出状态是 1', 'how many of the requirements fail'),
    ('check', r'reading|解读', 'the reading of a standard without that word before it'),
    ('check', r'witnessed|被写出|[\d.]+%|\d+ of these, and \d+ of \d+ records whole|可以还原的|.*个被泛化的单元格中的 .*|其中的 \d+ 个，以及 .*',
     'a sentence with the cells that are witnessed and those that can be put back'),
    ('check', r'--tight\), a reader can put back .* as a whole|--tight），读者可以还原.*', 'the same numbers in the sentence about witnesses'),
    ('check risk', r'.*\.ini, with .*|.*\.ini，其中有 .*', 'the options of the INI file, each with its value'),
    ('risk', r'all but .*|all \d+ columns|除 .* 外的所有列|全部 \d+ 列', 'the names of all columns of the set'),
    ('attack', r'linked by|people|records|suppressed|k|no candidate|only one|below k|same value|same \w+|fewest|mean|guessed|in order|told|right value|attack'
               r'|链接所用|人数|记录数|抑制|无候选|仅一条|少于 k 条|值相同|\w+ 相同|最少|平均|匹配|.*值正确|告知|攻击|按序|匹配值|同序|得知', 'the meaning of the column'),
    ('attack', r'the rows risk above have.*|上面“风险”各行是.*', 'the same of the column "risk" of the table below'),
]
LINES = [       # the same of whole lines
    ('attack', r'\s*\S.*[,、] ?(difference|chance|risk|差|偶然|风险) .*', 'the same numbers in points, in the table of the list and the control'),
]
PARTS = re.compile(r'(?<=[.。?])\s+|(?<=。)|;\s+|；|: (?=\S)|：| \(|（')


def plain(text):
    """A text without what pages write otherwise: capitals, quotes of names, blanks, the last full stop, commas of Chinese lists."""
    text = re.sub(r'\s+', ' ', text.replace("'", '').replace('"', '').replace('、', ', ')).strip()
    return text.rstrip('.。').strip().lower()


def told(text) -> list:
    """The sentences and cells of a line of a text."""
    found = []
    for cell in re.split(r'\s{2,}', text.strip()):
        found += [plain(part).strip('()（） ') for part in PARTS.split(cell)]
    return [part.partition('...')[0].strip() for part in found if part]


def is_in(part, page):
    """Whether a page has a part, as a whole. A number is not found in another one."""
    before, after = (r'(?<![\w.,-])' if part[:1].isdigit() else ''), (r'(?![\w%]|[.,]\d)' if part[-1:].isdigit() else '')
    return re.search(before + re.escape(part) + after, page) is not None


def rows_of(source) -> list:
    """The rows and the columns of each table of a page, as lists of cells."""
    found = []
    for one in re.findall('<table.*?</table>', source, re.S):
        rows = [[plain(unescape(re.sub('<[^>]*>', '', cell))) for cell in re.findall('<t[hd][^>]*>(.*?)</t[hd]>', row, re.S)]
                for row in re.findall('<tr>(.*?)</tr>', one, re.S)]
        found += [*rows, *map(list, zip(*rows))]
    return found


def lacking(verb, text, page) -> list:
    """What a page lacks of a text."""
    words, rows, found = plain(page.words()), rows_of(page.source), []
    otherwise, lines = ([re.compile(pattern) for verbs, pattern, _ in told_so if verb in verbs.split()] for told_so in (SAID_OTHERWISE, LINES))
    for line in text.splitlines():
        if is_in(plain(line), words) or any(pattern.fullmatch(line) for pattern in lines):
            continue
        parts = [part for part in told(line) if not any(pattern.fullmatch(part) for pattern in otherwise)]
        found += [(part, line) for part in parts if part and not is_in(part, words)]
        cells = [plain(cell) for cell in re.split(r'\s{2,}', line.strip())]
        numbers = [cell for cell in cells if re.fullmatch(r'[\d.,%+-]*\d[\d.,%]*', cell)]
        if len(numbers) > 1 and not any(not Counter(numbers) - Counter(row) for row in rows):
            found.append((numbers, line))
    return found


def written(path, rows):
    with open(str(path), 'w', newline='') as file:
        csv.writer(file).writerows(rows)


HEAD = ['age', 'zip', 'sex', 'ill', 'pay', 'who', 'w']


def person(random, name):
    zip_, ill = random.choice(['10115', '10117', '20095', '20097', '80331']), random.choice(['flu', 'flu', 'flu', 'hiv', 'gout', '?'])
    return [str(random.randint(20, 59)), zip_, random.choice('mf'), ill, random.choice('1237'), name, random.choice(['1.5', '20', '200'])]


@pytest.fixture(scope='module')
def folder(tmp_path_factory):
    """People, a control, a register; a release by Mondrian and one by levels, and tables with rows of stars, totals, counts, gaps, sets of items."""
    made, random = tmp_path_factory.mktemp('tables'), Random(4)
    people = [person(random, 'p%d' % random.randrange(150)) for _ in range(240)]
    late = [row for row in people if random.random() < 0.85] + [person(random, 'z%d' % n) for n in range(40)]
    written(made / 'people.csv', [HEAD, *people])
    written(made / 'late.csv', [HEAD, *late])
    written(made / 'other.csv', [HEAD, *(person(random, 'q%d' % n) for n in range(100))])
    written(made / 'register.csv', [HEAD[:3], *(row[:3] for row in people), *(person(random, '')[:3] for _ in range(900))])
    written(made / 'small.csv', [HEAD[:3], *(row[:3] for row in people[:100])])
    written(made / 'totals.csv', [HEAD, *people, ['Total', *[''] * 6]])
    written(made / 'ini.csv', [HEAD, *people])
    (made / 'ini.ini').write_text('[kanon]\nquasi = age, zip\nsensitive = ill\ntotals = leave-out\nperson = nobody\nmissing = drop\ndecimal = ,\n')
    (made / 'h').mkdir()
    for name, tree in (('age', {str(age): '[%d-%d],*' % (age // 10 * 10, age // 10 * 10 + 9) for age in range(20, 60)}),
                       ('zip', {zip_: zip_[:2] + '***,*' for zip_ in ('10115', '10117', '20095', '20097', '80331')}), ('sex', {'m': '*', 'f': '*'})):
        (made / 'h' / (name + '.txt')).write_text(''.join('%s,%s\n' % pair for pair in tree.items()))
    for program, words in (('mondrian', 'people.csv -o m.csv'), ('mondrian', 'late.csv -o m2.csv'),
                           ('samarati', 'people.csv -o s.csv --hierarchies h --max-suppression 20%')):
        words = [made / word if word.endswith('.csv') or word == 'h' else word for word in words.split()]
        status, _, error = run_here(program, [*words, '--quasi', 'age,zip,sex', '--sensitive', 'ill,pay', '--missing', 'value', '-k', '4', '--quiet'])
        assert status == 0, error
    with open(str(made / 'm.csv'), newline='') as file:
        head, *rows = csv.reader(file)
    written(made / 'stars.csv', [head, *rows, *[['*', '*', '*', 'flu', '1']] * 7])
    written(made / 'items.csv', [[*head, 'dx'], *([*row, random.choice(['a|b', 'b', 'b|c', '?', ''])] for row in rows)])
    written(made / 'gaps.csv', [head, *([random.choice([row[0], row[0], '?']), *row[1:]] for row in rows)])
    written(made / 'alike.csv', [head, *([*row[:3], random.choice([row[3], row[3].upper()]), row[4]] for row in rows)])
    counts = Counter((row[0], row[1], row[3]) for row in people)
    written(made / 'counted.csv', [['age', 'zip', 'ill', 'n'], *([*row, n] for row, n in counts.items())])
    status, _, error = run_here('mondrian', [made / 'counted.csv', '--quasi', 'age,zip', '--sensitive', 'ill', '--counts', 'n', '--missing', 'value', '-k', '4',
                                             '-o', made / 'due.csv', '--recoding', made / 'recoding.csv', '--quiet'])
    assert status == 0, error
    with open(str(made / 'due.csv'), newline='') as file:
        rows = list(csv.reader(file))
    written(made / 'not_due.csv', [*rows[:-3], rows[1]])
    return made


Q, S = '--quasi age,zip,sex', '--quasi age,zip,sex --sensitive ill,pay'
CASES = [
    'check m.csv ' + S, 'check s.csv %s --require k=4,l=2,t=0.4' % S, 'check people.csv ' + S, 'check people.csv %s --person who --l-diversity 2 -k 3' % S,
    'check m.csv %s --tight -k 5 --l-diversity 2' % S, 'check m.csv %s --population register.csv --k-map 3 --hierarchies h' % S,
    'check s.csv %s --population small.csv --hierarchies h' % S, 'check m.csv %s --standard cms-11,gdpr-wp216,hipaa-safe-harbor' % S,
    'check stars.csv ' + S, 'check stars.csv %s --stars class' % S, 'check totals.csv %s --totals leave-out' % S, 'check ini.csv',
    'check counted.csv --quasi age,zip --sensitive ill', 'check counted.csv --quasi age,zip --sensitive ill --counts n',
    'check items.csv %s --sensitive dx --items dx=| --l-diversity 2' % Q, 'check gaps.csv ' + S, 'check alike.csv %s --l-diversity 2' % S,
    'check due.csv --quasi age,zip --sensitive ill --counted counted.csv --counts n --recoding recoding.csv',
    'check not_due.csv --quasi age,zip --sensitive ill --counted counted.csv --counts n --recoding recoding.csv',
    'risk m.csv ' + Q, 'risk people.csv %s --person who' % Q, 'risk people.csv %s --suda 2' % Q, 'risk people.csv %s --suda 3 --sampling-fraction 0.1' % Q,
    'risk people.csv %s --weights w' % Q, 'risk s.csv %s --population register.csv --hierarchies h' % Q,
    'risk s.csv %s --population small.csv --hierarchies h --threshold 0.3' % Q, 'risk stars.csv ' + Q, 'risk ini.csv', 'risk totals.csv %s --totals leave-out' % Q,
    'risk counted.csv --quasi age,zip', 'risk counted.csv --quasi age,zip --counts n --suda 2', 'risk people.csv --quasi age,zip,sex,ill,pay,w',
    'risk people.csv --quasi age,zip,sex,ill,pay,w --all', 'risk m.csv %s --suda 2 --redact' % Q,
    'attack m.csv --known people.csv ' + S, 'attack s.csv --known people.csv %s --missing value' % S, 'attack m.csv --known people.csv %s --missing drop' % S,
    'attack m.csv --known people.csv %s --control other.csv' % S, 'attack m.csv --known people.csv %s --person who' % S,
    'attack m.csv --known people.csv %s --second m2.csv' % S, 'attack m.csv --known people.csv %s --second m2.csv --control other.csv' % S,
    'attack m.csv --known people.csv %s --second m2.csv --second-known late.csv --person who' % S, 'attack stars.csv --known people.csv ' + S,
    'attack stars.csv --known people.csv %s --stars class' % S, 'attack m.csv --known totals.csv %s --totals leave-out' % S,
    'attack m.csv --known other.csv %s -k 5' % S, 'attack m.csv --known people.csv %s --redact' % S,
    'use people.csv m.csv ' + S, 'use people.csv s.csv %s --hierarchies h --missing drop' % S, 'use people.csv s.csv %s --hierarchies h --classify ill --test other.csv' % S,
    'use people.csv m.csv %s --classify age' % S, 'use people.csv m.csv %s --classify sex --redact' % S]
LANGUAGES = [(case, language) for place, case in enumerate(CASES) for language in ('en', 'zh') if ALL or language == 'en' or place % 4 == 0]


@pytest.mark.parametrize('case, language', LANGUAGES)
def test_the_page_says_what_the_text_says(case, language, folder, tmp_path):
    verb, *words = case.split()
    words = [folder / word if (folder / word).exists() else word for word in words]
    more = ['--internal'] * (verb == 'check') + ['--language', language]        # the page to sign names no rare value
    status, text, error = run_here(verb, [*words, *more, '--html', tmp_path / 'page.html'])
    assert status in (0, 1) and text, error
    assert lacking(verb, text.decode(), read(tmp_path / 'page.html')) == []


def test_what_is_lacking_is_found():
    """A sentence, a number that is part of another one, and two numbers that stand in no row together."""
    class Page:
        source = '<table><tr><td>12</td><td>3</td></tr><tr><td>4</td><td>5.6</td></tr></table>'

        def words(self):
            return re.sub('<[^>]*>', ' ', self.source) + ' All is well. 120 people'
    assert lacking('use', 'All is well.', Page()) == [] and lacking('use', 'x is bad', Page()) == [('x is bad', 'x is bad')]
    assert lacking('use', '20', Page()) == [('20', '20')] and lacking('use', '5', Page()) == [('5', '5')]
    assert lacking('use', '12  3', Page()) == [] == lacking('use', '12  4', Page()) and lacking('use', '12  5.6', Page()) != []
