"""The texts of the pages: complete, alike in both languages, all used, and nowhere else."""

import os
import re

import pytest

from conftest import HOME, fields_of, strings_of

from kanon.reports.texts import TEXTS, speaker

PAGES = os.path.join(HOME, 'kanon', 'reports')
OF_RUNS = 'choosing', 'details', 'findings', 'as_html', 'shapes', 'run_page', 'settings_shown'      # the files that say these texts


@pytest.mark.parametrize('key', TEXTS)
def test_both_languages_say_the_same_of_the_same_values(key):
    english, chinese = TEXTS[key]
    assert english and fields_of(english) == fields_of(chinese)
    assert english.isascii() or set(filter(lambda char: not char.isascii(), english)) <= {'→'}
    words = re.sub(r'\{\w+\}', '', chinese)
    assert any('一' <= char <= '鿿' for char in words) or not re.search('[a-z]{2}', words) or key == 'by'
    assert not re.search(r'[a-z]{2}, [a-z]|\D\. ', words), 'the marks of Chinese are ，and 。'


def test_every_text_is_used_and_every_key_there():
    used = [text for name in OF_RUNS for text in strings_of(os.path.join(PAGES, name + '.py'))]
    assert not TEXTS.keys() - set(used), 'said nowhere'
    # a page would end in a KeyError: what `say` is called with stands in the texts
    for name in OF_RUNS:
        with open(os.path.join(PAGES, name + '.py'), encoding='utf-8') as file:
            called = re.findall(r"say\('(\w+)'", file.read())
        assert set(called) <= TEXTS.keys(), name


@pytest.mark.parametrize('name', OF_RUNS)
def test_no_english_word_stands_outside_of_the_texts(name):
    """Two words in a row are a sentence. The keys of a report, and names such as "the hierarchy's leaves", are no text of a page."""
    from_reports = {"the hierarchy's leaves", "the hierarchy's nodes", 'numbers in ranges', 'number in another writing',
                    'mostly numbers', 'mostly dates', 'likely identifier', 'order of the rows', 'the same, sorted',
                    'linkage, second', 'both, joined', 'distinct l = ', 'over time, ', *('over time, ' + kind for kind in ('added', 'removed', 'stayed'))}
    for text in strings_of(os.path.join(PAGES, name + '.py')):
        if text not in from_reports and '{ ' not in text and '<' not in text and 'default-src' not in text:     # no style sheet, no HTML
            assert not re.search('[A-Za-z]{2,} [A-Za-z]{2,}', text), text


def test_a_number_has_its_noun():
    say = speaker('en')
    assert say('heed_others', n=1) == '1 other release of the same table was found (section 4).'
    assert say('heed_others', n=1200) == '1,200 other releases of the same table were found (section 4).'
    assert speaker('zh')('heed_others', n=1200) == '发现同一张表的另外 1,200 张发布表（第 4 节）。'


def test_a_value_in_a_sentence_is_text():
    assert speaker('en')('order_numbers') == 'numbers'
    assert '&lt;b&gt; {k} &amp;' in speaker('en')('second', file='<b> {k} &')
