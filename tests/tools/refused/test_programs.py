"""What the programs refuse, in Chinese: nothing is lost, nothing is made up, and no line is half English.

The lines are those of tests/refusals/, and those that are made from each text with values.
"""

import ast
import os
import re
from collections import Counter
from functools import lru_cache
from random import Random

import pytest
from conftest import ALL, HOME, seeds
from kanon.core.errors import nouns
from kanon.tools.refused import in_language
from kanon.tools.refused.in_language import GAP, QUOTED, in_chinese, refused_in, texts
from kanon.tools.refused.of_server import CHINESE as OF_SERVER
from refusal_cases import CASES
from refusal_texts import Source

# The words of Python and of the system, which the source of kanon does not have.
OF_SYSTEM = {'No such file or directory', 'Permission denied', 'Is a directory', 'Not a directory',
             'No space left on device', 'File too large', 'Error -3 while decompressing data: %s',
             'Compressed file ended before the end-of-stream marker was reached'}
OF_ARGPARSE = {'the following arguments are required: %s', 'unrecognized arguments: %s', 'the list is empty'}
NO_FILES_OF_A_PAGE = {'File name too long', 'no such table: %s'}
# Python's own words behind two texts of kanon. This list may only shrink.
STILL_ENGLISH = {'history-with-a-quote-not-closed', 'standard-bad-pattern'}


@lru_cache(maxsize=None)
def sources() -> dict:
    """{module: its Source}, all of them."""
    paths = [os.path.join(folder, name) for folder, _, names in os.walk(os.path.join(HOME, 'kanon')) for name in names]
    modules = sorted(os.path.relpath(path, HOME).replace(os.sep, '/') for path in paths if path.endswith('.py'))
    return {module: Source(module) for module in modules}


def never_shown() -> tuple:
    """(files and rooms, texts) of never_on_a_page.txt."""
    with open(os.path.join(HOME, 'tests', 'tools', 'refused', 'never_on_a_page.txt'), encoding='utf-8') as file:
        lines = [line for line in file.read().splitlines()[1:] if line and not line.startswith('# ')]
    files = [line for line in lines if line.startswith('kanon/')]
    return tuple(files), {ast.literal_eval(line) for line in lines if line not in files}


FILES, NEVER = never_shown()


def in_numbers(text) -> set:
    """A text, and if it is a number with its noun, the same in the plural."""
    return {text, '%s ' + nouns(text[3:])} if re.fullmatch('%s [a-z]+( row| pair)?', text) else {text}


def test_what_a_page_can_show_has_chinese():
    """A new refusal has Chinese (kanon/tools/refused/of_*.py), or stands in never_on_a_page.txt with the reason."""
    shown = {(module, text) for module, source in sources().items() if not module.startswith(FILES)
             for text in source.found()[0] - NEVER}
    assert {(module, text) for module, text in shown if not in_numbers(text) <= texts().keys()} == set()


def test_no_text_and_no_reason_is_of_what_is_gone():
    there = {more for source in sources().values() for text in set.union(*source.found()) for more in in_numbers(text)}
    assert texts().keys() - OF_SERVER.keys() - there - OF_SYSTEM == set()
    assert NEVER - there == set() and NEVER & texts().keys() == set()
    assert [file for file in FILES if not os.path.exists(os.path.join(HOME, file))] == []


def test_both_texts_have_the_same_gaps():
    for english, chinese in texts().items():
        gaps, places = len(GAP.findall(english)), [int(place) for place in re.findall('{([0-9])}', chinese)]
        assert chinese.count('{}') == gaps if not places else '{}' not in chinese and max(places) < gaps, english


# The refusals of tests/refusals/. With KANON_ALL, those that no page asks for, too.

PROGRAMS = re.compile(r'run_(?:samarati|mondrian)[.]py|python -m kanon (?:start|datafly|sweep|check|attack|'
                      r'hierarchy (?:ranges|quantiles|mask|codes|dates|flat|sets|check|levels|show))\b')
# What the asks of the page type (kanon/tools/web/asks*.py), and what its step of the requirements writes into the INI file.
TYPED = {'--' + name for name in (
    'algorithm alpha beta-likeness bottom bounds century classes column columns config counts cuts date-format decimal'
    ' delimiter delta-disclosure encoding end exact force format from group header history holds html internal items'
    ' json k keep known l-diversity language levels like limit max-suppression missing missing-in na na-in optimal'
    ' origin output page-text parts person publish quasi record sensitive skip-lines standard style t-closeness'
    ' thousands top totals unreadable weights widths').split()}


def can_be_asked(command) -> bool:
    options = re.findall(r'(?<= )--[a-z][\w-]*', command)
    return bool(PROGRAMS.match(command)) and set(options) <= TYPED


@lru_cache(maxsize=None)
def said() -> dict:
    """{case: (its message without what only helps whoever types, the Chinese or None)}."""
    found = {}
    for name, case in CASES.items():
        asked = can_be_asked(case.command)
        if ALL or asked:
            message = re.sub(r' \((?:run_\w+[.]py|python -m kanon[ a-z]*) --help tells more\)$', '', case.message)
            found[name] = message, in_chinese(message), asked
    return found


def in_both() -> list:
    return [(english, chinese) for english, chinese, _ in said().values() if chinese is not None]


def test_what_a_page_can_ask_is_refused_in_chinese():
    """What stays English is what a page never shows."""
    never = {text for module, source in sources().items() if module.startswith(FILES) for text in source.found()[0]}
    never = [re.compile('.*'.join(map(re.escape, GAP.split(text))))
             for text in never | NEVER | OF_ARGPARSE | NO_FILES_OF_A_PAGE if re.search('[a-z]{3}', text)]
    english = {case: message for case, (message, chinese, asked) in said().items() if asked and chinese is None}
    assert len(english) < 100 < 600 < sum(asked for _, _, asked in said().values())
    unknown = {case for case, message in english.items() if not any(text.search(message) for text in never)}
    assert unknown == STILL_ENGLISH


def numbers(text) -> Counter:
    return Counter(re.findall(r'\d[\d,.]*\d|\d', text.replace("'", ' ')))


def options(text) -> Counter:
    return Counter(re.findall(r'--[a-z][\w-]*', text))


def values(text) -> Counter:
    """What is quoted in a message, without what its texts themselves quote."""
    return Counter(value for value in QUOTED.findall(text) if value not in in_language.quoted_in_texts())


def shows_all(english, chinese) -> bool:
    return all(chinese.count(value) >= n for value, n in values(english).items())


def test_nothing_of_a_refusal_is_lost():
    """The values in quotes, the numbers and the options of both lines are the same."""
    for english, chinese in in_both():
        assert shows_all(english, chinese), (english, chinese)
        assert (numbers(english), options(english)) == (numbers(chinese), options(chinese)), (english, chinese)


WORDS = re.compile(r"(?<![-\w./<>=~'\\])[a-z]{2,} [a-z]{2,}(?![\w./])")
KEPT = re.compile(r'apostrophe blank|python3? -m kanon(?: [a-z]+)*|--[a-z][\w-]*[ =][^\s，；：。）]+|[^：]*：(?=列)')


def test_no_refusal_is_half_chinese():
    """No two words of English stand together in Chinese, but in what is typed and what is quoted."""
    for english, chinese in in_both():
        assert not WORDS.search(KEPT.sub('', QUOTED.sub('', chinese))), (english, chinese)


@pytest.mark.parametrize('seed', seeds(20))
def test_no_refusal_has_two_meanings(seed, monkeypatch):
    """Texts that are as long, and fit the same line, say the same."""
    expected = in_both()[seed::20]
    backwards = sorted(reversed(in_language.templates()), key=lambda pair: -sum(map(len, pair[1].literals)))
    monkeypatch.setattr(in_language, 'templates', lambda: backwards)
    forget()
    try:
        assert [(english, in_chinese(english)) for english, _ in expected] == expected
    finally:
        forget()


def forget():
    in_language.text_in_chinese.cache_clear()
    in_language.part_in_chinese.cache_clear()


# Lines that are made from each text, with values that look like something else.

VALUES = ['age', "it's", 'a "b" c', 'x; y', 'is empty', "column 'a' is empty", '; did you mean age?', 'two\nlines',
          '年龄', '', '%s {} {0}', '--person', 'a, b and 3 more', 'p.csv, line 3: ', '\ue000', '\ue000\ue101', 'the top',
          '5', '1,200', ' ', 'which has 2 records']
# The first has texts in its gaps. The second has the word top or bottom in its first gap.
OTHER_GAPS = '%s; %s', 'the %s, %s, is not an edge of the ranges of %s from %s; the nearest are %s and %s'


@pytest.mark.parametrize('seed', seeds(20))
def test_whatever_the_values_are_they_are_shown(seed):
    random = Random(seed)
    for english, chinese in texts().items():
        if english in OTHER_GAPS or english in OF_SERVER or not GAP.search(english):
            continue
        english = english.replace("'%s'", '%s').replace('%%', '%')
        used, places = set(map(int, re.findall('{([0-9])}', chinese))), iter(range(100))
        filled = GAP.sub(lambda gap: value_of(gap, random) if next(places) in used or not used else 'it', english)
        message = 'p.csv, line 12: ' + filled
        found = in_chinese(message)
        assert found is not None and found.startswith('p.csv 第 12 行：'), message
        assert shows_all(message, found) and not numbers(message) - numbers(found), (message, found)


def value_of(gap, random) -> str:
    """A value for a gap. Between letters stands nothing, or another text."""
    if gap[0][-1] == 'd' or ',' in gap[0]:
        return '%d' % random.randrange(2, 5000)
    around = gap.string[gap.start() - 1:gap.start()], gap.string[gap.end():gap.end() + 1]
    return '' if any(map(str.isalnum, around)) else repr(random.choice(VALUES))


def test_what_is_not_known_stays_english():
    for message in ('', 'a line that nobody wrote', "p.csv: column 'a' does something else", 'p.csv: no', "column 'a' is empty today",
                    'this; that', "column '\ue000\ue100' has no name", "column '\ue000\ue100' is named twice",
                    'a cycle: %s' % ' -> '.join(["'a'"] * 2100),
                    "p.csv: column 'a' may well have the one value '9', so it does not say whose row each is; name another with --person"):
        assert in_chinese(message) is None and refused_in('zh', message) == message
    assert refused_in('en', 'holds no record') == 'holds no record' == refused_in(None, 'holds no record')
