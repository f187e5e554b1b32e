"""What is refused, in the language of a page. The programs refuse in one line of English.

Promise: a line is said wholly in Chinese, or it stays as it is. Every value, name and number of the
English line stands in the Chinese one. The tables have {English: Chinese}, each text as the source
writes it. %s and {} are its gaps. A gap is filled by a value, by a text of the tables, or by
several of them. A text in quotes is a value. It is hidden before a line is compared, so no value is taken
for a part of a sentence.
The tables are loaded when a Chinese page shows a refusal.
"""

import re
from functools import lru_cache

from ...core.own_files import as_typed_here

# In a text. %d/%m/%Y is how dates are written.
GAP = re.compile(r'(?<!%)%(?:\(\w+\))?[sdr](?![/.]%)|{\d?(?::,)?}')
QUOTED = re.compile(r"""(?<!\w)(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")(?!\w)""")

# A hidden value is a mark, and a sign that counts the values. They are not printed: a message with
# the mark stays English.
MARK, FIRST, MOST = '\ue000', 0xe100, 0x1000
HIDDEN = MARK + '(?:.)'
ONE = HIDDEN + r'(?: \([\d,]+\))?'        # perhaps with its records
LISTED = re.compile(r'{0}(?:, {0})*(?: and ([\d,]+) more)?'.format(ONE))
MEANT = re.compile(r'; did you mean ([^ ?]+)\?'
                   r'( It looks the same, but its accents are in another Unicode form'
                   r' \(NFC, NFD\))?')

# What may stand before a problem: a file, an option or a setting.
PLACE = re.compile(r'(?P<argument>argument )?(?P<where>-[\w/-]+|[^\s:]+|[^:]*?\.\w+)'
                   r'(?:, line (?P<line>\d+))?: (?P<problem>.+)')

# A value without quotes: a formula such as `distinct l = 2`, a command, or a word.
WORD = '[^\\s;]*[^\\s;,:]'
FLAG = '--?[a-z][\\w-]*'
RULE = ('(?:(?:distinct|entropy|recursive|equal|ordered|hierarchical|enhanced) )?'
        '(?:[\\w-]+|\\(c, l\\))')
FORMULA = '(?:%s: )?%s <?= (?:\\([^()]*\\)|%s)' % (WORD, RULE, WORD)
COMMAND = '(?:python3?(?: -m)? [^ ]+(?: [a-z]+)*|run_[a-z]+[.]py)(?: %s)*' % FLAG
SIGNS = '[.,_](?: (?:[.,_]|apostrophe|blank))+'
VALUE = '(?:%s|%s|%s[ =][^\\s;]+|%s|%s(?: wide)?|[;,])' % (FORMULA, COMMAND, FLAG, SIGNS, WORD)
VALUES = re.compile('{0}(?:(?:, or |, | -> | or ){0})*'.format(VALUE))
RULED = re.compile('(%s) in (%s)' % (FORMULA, WORD))
# Where one text or value may end, and another begin.
BOUND = '(?:(?=; |, | \\(| and [0-9]|{0}|$)|(?<=, or )|(?<={0}.))'.format(MARK)
BREAK = re.compile(BOUND)
# A blank that Chinese does without.
FAR = re.compile('(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])')


def refused_in(language, message) -> str:
    """What is refused, in a language. In English where there is no other text.

    >>> refused_in('zh', 'the program ends'), refused_in('en', 'the program ends')
    ('程序正在结束', 'the program ends')
    >>> refused_in('zh', 'so it is')
    'so it is'
    >>> print(refused_in('zh', "p.csv: column 'who' is empty, so it does not say whose row each is;"
    ...                        " name another with --person"))
    p.csv：列 'who' 是空的，所以不能说明每行是谁的；请用 --person 指定另一列
    """
    return (in_chinese(message) if language == 'zh' else None) or message


def in_chinese(message):
    """A message of the programs in Chinese, None if the tables do not have all of it."""
    known, hidden = quoted_in_texts(), []

    def hide(text):
        hidden.append(text)
        return MARK + chr(FIRST + len(hidden) - 1)
    if MARK in message or len(QUOTED.findall(message)) > MOST // 2:
        return None
    text = QUOTED.sub(lambda found: found[0] if found[0] in known else hide(found[0]), message)
    text = MEANT.sub(lambda found: hide(meant(found)), text)
    text = LISTED.sub(lambda found: hide(listed_values(found)), text)
    said = problem_in_chinese(text)
    while said and MARK in said:
        said = re.sub(MARK + '(.)', lambda sign: hidden[ord(sign[1]) - FIRST], said)
    return said


def meant(found) -> str:
    """The name that was probably meant."""
    alike = '看起来一样，但重音的 Unicode 形式（NFC、NFD）不同' if found[2] else ''
    return '；是不是 %s？%s' % (found[1], alike)


def listed_values(found) -> str:
    """Values, each perhaps with its records, and how many more there are."""
    values = found[0].rpartition(' and ')[0] if found[1] else found[0]
    values = re.sub(r' \(([\d,]+)\)', r'（\1）', values).replace(', ', '、')
    if not found[1]:
        return values
    return '%s等，另有 %s 个' % (values + ' ' * (values[-1] != '）'), found[1])


def problem_in_chinese(text):
    """A text, perhaps behind the file, the option or the setting that it is about."""
    said, found = text_in_chinese(text), PLACE.fullmatch(text)
    problem = problem_in_chinese(found['problem']) if found and said is None else None
    if problem is None:
        return said
    line = ' 第 %s 行' % found['line'] if found['line'] else ''
    return '%s%s%s：%s' % ('选项 ' if found['argument'] else '', found['where'], line, problem)


@lru_cache(maxsize=1000)        # the same part stands in many halves
def text_in_chinese(text):
    """The Chinese of a text, None if there is none.

    Of several templates, that with the most letters is taken.
    """
    for template in [template for letters, template in templates() if letters in text]:
        for gaps in template.gaps(text):
            parts = [gap if typed else part_in_chinese(gap)
                     for gap, typed in zip(gaps, template.typed)]
            if None not in parts and (template.says or parts != list(gaps)):
                return FAR.sub('', template.chinese.format(*parts))
    return None


@lru_cache(maxsize=1000)
def part_in_chinese(text):
    """What fills a gap, None if it is neither nothing nor values nor texts."""
    if not text:
        return ''
    said = text_in_chinese(text)
    if said is None:
        said = rules_in_chinese(text)
    if said is None and VALUES.fullmatch(text):
        said = re.sub('(?<! ), ', '、', text.replace(', or ', '，或 ').replace(' or ', ' 或 '))
    return in_halves(text) if said is None else said


def rules_in_chinese(text):
    """Rules and their columns, None if a text is anything else."""
    found = [RULED.fullmatch(part) for part in text.split(' and ')]
    return '，'.join('列 %s 的 %s' % (rule[2], rule[1]) for rule in found) if all(found) else None


def in_halves(text):
    """What fills a gap and is two texts, or a value and a text. None if it is not."""
    for place in (found.start() for found in BREAK.finditer(text)):
        if 0 < place < len(text):
            both = [part_in_chinese(text[:place]), part_in_chinese(text[place:])]
            if None not in both:
                return ''.join(both)
    return None


class Template:
    """A text of the tables and its Chinese.

    literals: what stands around its gaps. numbers: whether each gap is a number. typed: whether it
    is the name of an option. says: whether the text has more than a semicolon. patterns: two, when
    they have been asked for.
    """

    def __init__(self, english, chinese):
        english = english.replace("'%s'", '%s')
        self.chinese, gaps = chinese.replace("'{}'", '{}'), GAP.findall(english)
        self.literals = [part.replace('%%', '%') for part in GAP.split(english)]
        self.numbers = [gap[-1] == 'd' or ',' in gap for gap in gaps]
        self.typed = [literal.endswith('--') for literal in self.literals[:-1]]
        self.says, self.patterns = ''.join(self.literals).strip('; ') != '', ()

    def gaps(self, text):
        """Yield what fills the gaps of a text, first with as little in each as there may be."""
        self.patterns = self.patterns or tuple(map(self.pattern, ('(.*?)', '(.*)')))
        for found in (pattern.fullmatch(text) for pattern in self.patterns):
            if found and text not in found.groups():
                yield found.groups()

    def pattern(self, any_):
        """The pattern of a text. any_: of a gap that is no number.

        Where two gaps meet, a text or value ends, and another begins.
        """
        made = re.escape(self.literals[0])
        for number, literal in zip(self.numbers, self.literals[1:]):
            made += (r'(-?[\d,]+)' if number else any_) + (re.escape(literal) or BOUND)
        return re.compile(made)


@lru_cache(maxsize=None)
def templates() -> list:
    """(the longest text between its gaps, a template) of each text.

    Those with the most letters stand first.
    """
    made = [Template(as_typed_here(english), as_typed_here(chinese))
            for english, chinese in texts().items()]
    made.sort(key=lambda template: -sum(map(len, template.literals)))
    return [(max(template.literals, key=len), template) for template in made]


@lru_cache(maxsize=None)
def texts() -> dict:
    """{English: Chinese} of all tables."""
    from . import of_hierarchies, of_runs, of_server, of_settings, of_tables
    found = {}
    for table in (of_server, of_tables, of_hierarchies, of_settings, of_runs):
        found.update(table.CHINESE)
    return found


@lru_cache(maxsize=None)
def quoted_in_texts() -> frozenset:
    """What stands in quotes in the texts themselves, such as "child,parent"."""
    quoted = [part for english in texts() for part in QUOTED.findall(english)]
    return frozenset(part for part in quoted if not GAP.search(part))
