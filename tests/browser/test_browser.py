"""Every picture and every page, opened in a real browser. Skipped where there is none: .ci/browser installs it."""

from random import Random

import pytest

import chromium
from kanon.pictures.svg import SANS, Sheet, wide


@pytest.fixture(scope='session')
def browser():
    """One browser for all tests."""
    if chromium.missing():
        pytest.skip(chromium.missing())
    browser = chromium.Browser()
    yield browser
    browser.quit()


# The test of the test: faults that it must see.

def sheet(*texts, **more):
    made = Sheet(800, 200, 'A title', 'A description.')
    for x, y, text in texts:
        made.text(x, y, text, **more)
    return made


PAGE = '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>A page</title><body>%s</body></html>'
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 200">%s</svg>'
GOOD = [
    ('a.svg', sheet((20, 40, 'One line'), (20, 53, 'and another right below it'), (20, 66, 'jpgqy ÄÖÜ'))),
    ('a.svg', sheet((20, 40, '年龄 age Ünï العمر'))),
    ('a.svg', sheet((780, 40, 'at the end'), (400, 60, 'before it'), anchor='end')),
    ('a.svg', SVG % '<rect x="20" y="20" width="80" height="40" fill="none"/><text x="22" y="40" font-size="14">within it</text>'),
    ('a.svg', SVG % '<rect x="20" y="20" width="80" height="40" fill="#0072b2"/><text x="22" y="40" fill="#ffffff">within</text>'),
    ('a.svg', SVG % '<rect x="20" y="20" width="80" height="40" fill="none"/><text x="101" y="40" font-size="14">beside it</text>'),
    ('a.svg', sheet((100, 190, 'turned by 45 degrees'), transform='rotate(-45 100 190)')),
    ('a.svg', SVG % ''.join('<text x="%d" y="150" transform="rotate(-45 %d 150)">long slanted label</text>' % (x, x) for x in range(50, 400, 24))),
    ('a.html', PAGE % '<h1>A page</h1><p>With <b>two</b> lines<br>of text.<script>console.assert(true)</script>'),
    ('a.html', PAGE % ('<div style="overflow-x: auto"><pre>%s</pre></div><p>below' % ('wide ' * 1000))),
    ('a.html', PAGE % '<img alt="a dot" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">'),
]
BAD = [
    ('a.svg', sheet((20, 40, 'One line'), (40, 46, 'over another')), '"One line" lies over "over another"'),
    ('a.svg', sheet((20, 199, 'its foot is cut: gjpqy')), 'gjpqy" leaves the picture'),
    ('a.svg', sheet((790, 40, 'too far')), '"too far" leaves the picture'),
    ('a.svg', sheet((20, 60, 'begins before'), anchor='end'), '"begins before" leaves the picture'),
    ('a.svg', sheet((20, 40, 'small print'), size=8), '"small print" is written in 8 pixels'),
    ('a.svg', SVG % '<rect x="780" y="0" width="40" height="20"/>', 'leaves the picture'),
    ('a.svg', SVG % '<rect x="20" y="20" width="30" height="40" fill="none"/><text x="22" y="40" font-size="14">wider than it</text>',
     '"wider than it" leaves its box'),
    ('a.svg', SVG % '<text x="50" y="150" transform="rotate(-45 50 150)">one of two labels</text>'
                    '<text x="56" y="150" transform="rotate(-45 56 150)">one of two labels</text>', 'lies over "one of two labels"'),
    ('a.svg', SVG % '<text x="20" y="40">under it</text><circle cx="30" cy="36" r="5"/>', '"under it" is painted over'),
    ('a.svg', SVG % '<text x="20" y="40" fill="#999999">pale</text>', '"pale" is hard to read: its contrast is 2.8'),
    ('a.svg', SVG % '<rect width="90" height="60" fill="#0072b2"/><text x="20" y="40">dark on dark</text>', 'its contrast is 4.0'),
    ('a.svg', SVG % '<image href="b.png" width="10" height="10"/>', 'asks for file://'),
    ('a.svg', SVG % '<text>not closed', 'not well-formed XML'),
    ('a.svg', SVG % '<script>nobody()</script>', 'the console shows'),
    ('a.html', PAGE % '<img src="b.png" alt="">', 'asks for file://'),
    ('a.html', PAGE % '<img src="https://example.org/b.png" alt="">', 'asks for https://example.org/b.png'),
    ('a.html', PAGE % '<link rel="stylesheet" href="b.css">', 'asks for file://'),
    ('a.html', PAGE % '<style>@font-face {font-family: F; src: url(f.woff)} p {font-family: F}</style><p>text', 'asks for file://'),
    ('a.html', PAGE % '<script>fetch("https://example.org/").catch(() => 0)</script>', 'asks for https://example.org/'),
    ('a.html', PAGE % '<script>nobody()</script>', 'the console shows'),
    ('a.html', PAGE % '<script>console.error("an error")</script>', 'an error'),
    ('a.html', PAGE % ('<pre>%s</pre>' % ('wide ' * 1000)), 'the page is'),
    ('a.html', PAGE % '<div style="width: 900px">wider than two of the windows</div>', 'at 800 pixels: the page is 9'),
    ('a.html', PAGE % '<div style="width: 40px; border: 1px solid">Wiederherstellung</div>', 'is wider than its box'),
    ('a.html', PAGE % '<p>first line<p style="margin-top: -26px">second line', '"first line" lies over "second line"'),
    ('a.html', PAGE % (SVG % '<text x="20" y="40">one</text><text x="20" y="42">two</text>'), '"one" lies over "two"'),
    ('a.html', PAGE % (SVG % '<text x="790" y="40">too far</text>'), '"too far" leaves the picture'),
]


def written(folder, name, text):
    path = folder / name
    path.write_text(str(text), encoding='utf-8')
    return path


@pytest.mark.parametrize('name, text', GOOD)
def test_what_is_right_is_not_reported(browser, tmp_path, name, text):
    assert browser.faults(written(tmp_path, name, text)) == []


@pytest.mark.parametrize('name, text, fault', BAD, ids=[fault for _, _, fault in BAD])
def test_what_is_wrong_is_reported(browser, tmp_path, name, text, fault):
    found = browser.faults(written(tmp_path, name, text))
    assert any(fault in line for line in found), found


def test_pages_of_paper_are_counted(browser, tmp_path):
    for pages in 1, 2, 5:
        browser.open(written(tmp_path, 'a.html', PAGE % '<p style="break-after: page">a page'.join([''] * pages) + '<p>the last'))
        assert browser.printed() == pages


# The measure of a text.

def letters(first, last):
    return [chr(code) for code in range(ord(first), ord(last) + 1)]


SCRIPTS = {
    'ASCII': letters(' ', '~'), 'Latin': letters('À', 'Å') + letters('Ç', 'ſ'), 'Greek': letters('Ά', 'ώ'), 'Cyrillic': letters('А', 'я'),
    'Chinese': letters('一', '龥') + list('，。：（）、'), 'Japanese': letters('ぁ', 'ん') + letters('ァ', 'ヶ'), 'Korean': letters('가', '힣'),
    'Arabic': letters('ء', 'ي'), 'Hebrew': letters('א', 'ת'), 'emoji': letters('🌀', '🙏'), 'signs': list('…—–‘’“”•×±≤≥→½·°€£§«»'),
    'escaped': letters('\0', '\x1f') + list('\x7f\u200d\u202e\ufeff\ud800'), 'accents': [letter + '\u0301' for letter in 'aeiouAEIOU'],
}


@pytest.mark.parametrize('script', SCRIPTS)
def test_a_text_is_not_wider_than_its_measure(browser, tmp_path, script):
    """And the measure is no more than three times as wide, so that a label is not cut without need."""
    random, texts = Random(len(script)), []
    while len(texts) < 400:
        texts.append(''.join(random.choice(SCRIPTS[script]) for _ in range(random.randint(1, 24))).strip() or 'x')
    made = Sheet(3000, 100, script, script)
    for text in texts:
        made.text(0, 50, text)
    browser.open(written(tmp_path, 'a.svg', made))
    found = browser.run('return [...document.querySelectorAll("text")].map(element => element.getComputedTextLength())')
    assert [(text, seen, wide(text)) for text, seen in zip(texts, found) if seen > wide(text) + 0.5] == []
    assert sum(found) * 3 > sum(map(wide, texts))


def test_the_letters_are_those_that_are_measured(browser):
    """Else the tests above would say nothing of the widest of the fonts. .ci/browser installs this font."""
    browser.driver.get('about:blank')
    width = browser.run('const canvas = document.createElement("canvas").getContext("2d"); canvas.font = "100px " + arguments[0];'
                        'return canvas.measureText("W").width', SANS)
    if width < 98:
        pytest.skip('the first of the fonts that is here is not DejaVu Sans')
    assert width == pytest.approx(98.9, abs=0.5)
