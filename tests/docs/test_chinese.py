"""A Chinese page says all that its English twin says, as far as a test can tell: block by block, what a translation leaves as it is."""

import posixpath
import re
import unicodedata
from collections import Counter

import pytest

import pages

NUMBER = re.compile(r'\d(?:[\d,.]*\d)?')
HAN = '[\u4e00-\u9fff]'
PAIRS = [(name, pages.twin(name)) for name in pages.chinese()]
every_pair = pytest.mark.parametrize('name, english', PAIRS)


def text_of(block):
    return '\n'.join(block.lines) if block.kind in ('commands', 'fence') else ' '.join(line.strip() for line in block.lines)


def prose(text):
    """The text without its code spans (a lone backtick stays in their place) and without the targets of its links."""
    return re.sub(r'\]\([^)]*\)', ']', re.sub('`[^`]+`', '`', text))


def different(name, english, kinds, what):
    """The pairs of blocks in which something is not the same."""
    pairs = zip(pages.blocks(pages.source(english)), pages.blocks(pages.source(name)))
    return [(text_of(one), text_of(other)) for one, other in pairs
            if one.kind in kinds and what(text_of(one)) != what(text_of(other))]


@every_pair
def test_the_same_blocks_in_the_same_order(name, english):
    ours, theirs = ([(block.kind, block.lines[0].split(' ')[0] if block.kind == 'heading' else block.info)
                     for block in pages.blocks(pages.source(page))] for page in (name, english))
    assert ours == theirs


@every_pair
def test_the_same_commands_and_the_same_lines_below_them(name, english):
    """python3 tests/docs/pages.py --write copies the lines."""
    assert different(name, english, ('commands', 'fence'), str) == []


@every_pair
def test_the_same_cells_and_code_spans_in_each_row(name, english):
    assert different(name, english, ['row'], lambda row: (len(re.findall(r'(?<!\\)\|', row)), re.findall('`[^`]+`', row))) == []


@every_pair
def test_the_same_code_spans_and_numbers_in_each_block(name, english):
    kinds = ('heading', 'row', 'item', 'paragraph')
    assert different(name, english, kinds, lambda text: Counter(re.findall('`[^`]+`', text))) == []
    assert different(name, english, kinds, lambda text: Counter(NUMBER.findall(prose(text)))) == []


@pytest.mark.parametrize('name', [*pages.chinese(), pages.NO_TWIN])
def test_chinese_punctuation_and_blanks(name):
    """Full-width marks beside Chinese characters; a blank between these and Latin letters, digits or code."""
    for block in pages.blocks(pages.source(name)):
        if block.kind not in ('commands', 'fence'):
            text = re.sub(r'^\d+\. ', '', prose(text_of(block)))
            assert not re.search('{0} ?[.,;:?!]|{0}[()]|[.,;:?!] ?{0}|[()]{0}'.format(HAN), text), text
            assert not re.search('{0}[A-Za-z0-9`]|[A-Za-z0-9`]{0}'.format(HAN), text), text


def is_mark(character):
    return unicodedata.category(character)[0] in 'PS'


@every_pair
def test_each_page_leads_to_its_twin(name, english):
    """In the first paragraph, so that a reader finds the other language at once."""
    for page, other, language in ((name, english, 'English'), (english, name, '中文')):
        first = pages.blocks(pages.source(page))[1]
        assert first.lines == ['[%s](%s)' % (language, posixpath.relpath(other, posixpath.dirname(page) or '.'))], page


@pytest.mark.parametrize('name', pages.pages())
def test_emphasis_is_seen_as_such(name):
    """CommonMark: stars with punctuation inside need a blank or punctuation outside, and full-width marks count."""
    for block in pages.blocks(pages.source(name)):
        if block.kind in ('paragraph', 'item'):
            text = ' %s ' % prose(text_of(block))
            for span in re.finditer(r'(\*+)([^*]+)\1', text):
                for outer, inner in ((text[span.start() - 1], span.group(2)[0]), (text[span.end()], span.group(2)[-1])):
                    assert not inner.isspace() and (not is_mark(inner) or outer.isspace() or is_mark(outer)), span.group()
