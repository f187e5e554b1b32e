"""README.zh-CN.md says all that README.md says, as far as a test can tell: block by block, what a translation leaves as it is."""

import os
import re
import unicodedata
from collections import Counter

import pytest

from conftest import HOME

FILES = ('README.md', 'README.zh-CN.md')
NUMBER = re.compile(r'\d(?:[\d,.]*\d)?')
CHINESE = '[\u4e00-\u9fff]'


def source(name):
    with open(os.path.join(HOME, name), encoding='utf-8') as file:
        return file.read()


def kind_of(line, before):
    """What a line outside of a fence belongs to; a line without a mark goes on with what is before it."""
    for kind, mark in (('heading', '#+ '), ('row', r'\|'), ('item', '- '), ('step', r'\d+\. ')):
        if re.match(mark, line):
            return kind, True
    if line.startswith('    ') and before in ('', 'code'):
        return 'code', before == ''
    return before or 'paragraph', not before


def blocks(text):
    """[(kind, text)]: headings, rows of tables, items, steps, paragraphs and code blocks, in order.

    >>> blocks('# a\\n\\nb `c\\nd`\\n\\n    e\\n\\n- f\\n  g\\n')
    [('heading', '# a'), ('paragraph', 'b `c d`'), ('code', '    e'), ('item', '- f g')]
    """
    found, kind, fenced = [], '', False
    for line in text.splitlines():
        if line.startswith('```') or fenced:
            if not fenced:
                found.append(('code', []))
            found[-1][1].append(line)
            fenced, kind = fenced ^ line.startswith('```'), ''
        elif not line:
            kind = ''
        else:
            kind, new = kind_of(line, kind)
            if new:
                found.append((kind, []))
            found[-1][1].append(line)
    assert not fenced
    return [(kind, '\n'.join(lines) if kind == 'code' else ' '.join(line.strip() for line in lines)) for kind, lines in found]


def sections(name):
    """The blocks, split before each heading."""
    found = [[]]
    for block in blocks(source(name)):
        if block[0] == 'heading':
            found.append([])
        found[-1].append(block)
    assert found[0] == []
    return found[1:]


def pairs():
    """(kind, English, Chinese) of each block."""
    return [(one[0], one[1], other[1]) for section in zip(*map(sections, FILES)) for one, other in zip(*section) if one[0] == other[0]]


def prose(text):
    """The text without its code spans (a lone backtick stays in their place) and without the targets of its links."""
    return re.sub(r'\]\([^)]*\)', ']', re.sub('`[^`]+`', '`', text))


def different(kinds, what):
    """The pairs of blocks in which something is not the same."""
    return [(one, other) for kind, one, other in pairs() if kind in kinds and what(one) != what(other)]


TEXTS = ('heading', 'row', 'item', 'step', 'paragraph')


def test_the_same_headings_blocks_and_rows_in_the_same_order():
    english, chinese = map(sections, FILES)
    levels = [[section[0][1].split(' ')[0] for section in file] for file in (english, chinese)]
    assert levels[0] == levels[1]
    for one, other in zip(english, chinese):
        assert [kind for kind, _ in one] == [kind for kind, _ in other], (one[0][1], other[0][1])
    assert len(pairs()) == sum(map(len, english)) > 300


def test_the_same_code_blocks():
    assert different(['code'], str) == []


def test_the_same_cells_and_code_spans_in_each_row():
    assert different(['row'], lambda row: (len(re.findall(r'(?<!\\)\|', row)), re.findall('`[^`]+`', row))) == []


def test_the_same_code_spans_in_each_block():
    assert different(TEXTS, lambda text: Counter(re.findall('`[^`]+`', text))) == []


def test_the_same_numbers_in_each_block():
    assert different(TEXTS, lambda text: Counter(NUMBER.findall(prose(text)))) == []


def test_the_same_emphasis_in_each_block():
    assert different(['item', 'step', 'paragraph'], lambda text: re.findall(r'\*+', prose(text))) == []


def test_a_table_of_values_is_not_translated():
    """Rows without a Chinese character are data. (Between names there may be a full-width mark.)"""
    rows = [(one, other.replace('、', ', ').replace('；', '; ')) for kind, one, other in pairs() if kind == 'row']
    assert [pair for pair in rows if not re.search(CHINESE, pair[1]) and pair[0] != pair[1]] == []


def anchors(name):
    """The anchor that GitHub gives each heading: lower case, '-' for blanks, letters and digits of all languages kept."""
    titles = [section[0][1].lstrip('#').strip().lower() for section in sections(name)]
    found = [re.sub(r'[^\w\- ]', '', title).replace(' ', '-') for title in titles]
    assert len(set(found)) == len(found)
    return found


def test_links_inside_lead_to_the_same_headings():
    english, chinese = ([anchors(name).index(target) for target in re.findall(r'\]\(#([^)]*)\)', source(name))] for name in FILES)
    assert english == chinese and len(english) > 5


@pytest.mark.parametrize('name', FILES)
def test_links_to_files(name):
    """Among them, right below the title, the one to the other language."""
    targets = re.findall(r'\]\(([^#)]+)\)', source(name))
    assert all(os.path.exists(os.path.join(HOME, target)) for target in targets)
    assert re.match(r'# kanon\n\n\[\w+\]\(%s\)\n\n' % re.escape(FILES[1 - FILES.index(name)]), source(name))


def test_chinese_punctuation_and_blanks():
    """Full-width marks beside Chinese characters; a blank between these and Latin letters, digits or code."""
    for kind, text in blocks(source(FILES[1])):
        if kind != 'code':
            text = re.sub(r'^\d+\. ', '', prose(text))
            assert not re.search('{0} ?[.,;:?!]|{0}[()]|[.,;:?!] ?{0}|[()]{0}'.format(CHINESE), text), text
            assert not re.search('{0}[A-Za-z0-9`]|[A-Za-z0-9`]{0}'.format(CHINESE), text), text


def is_mark(character):
    return unicodedata.category(character)[0] in 'PS'


@pytest.mark.parametrize('name', FILES)
def test_emphasis_is_seen_as_such(name):
    """CommonMark: stars with punctuation inside need a blank or punctuation outside, and full-width marks count."""
    for kind, text in blocks(source(name)):
        if kind != 'code' and kind != 'row':
            text = ' %s ' % prose(text)
            for span in re.finditer(r'(\*+)([^*]+)\1', text):
                for outer, inner in ((text[span.start() - 1], span.group(2)[0]), (text[span.end()], span.group(2)[-1])):
                    assert not inner.isspace() and (not is_mark(inner) or outer.isspace() or is_mark(outer)), span.group()
