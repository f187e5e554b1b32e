"""Every picture and every page, opened in a real browser. Skipped where there is none: .ci/browser installs it."""

import csv
import io
import os
import shlex
import time
from random import Random

import pytest

import chromium
from conftest import kanon
from kanon.tools.pictures.svg import SANS, Sheet, wide


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
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 200" style="min-width: 600px">%s</svg>'
GOOD = [
    ('a.svg', sheet((20, 40, 'One line'), (20, 53, 'and another right below it'), (20, 66, 'jpgqy ÄÖÜ'))),
    ('a.svg', sheet((20, 40, '年龄 age Ünï العمر'))),
    ('a.svg', sheet((780, 40, 'at the end'), (400, 60, 'before it'), anchor='end')),
    ('a.svg', SVG % '<rect x="20" y="20" width="80" height="40" fill="none" stroke="#222222"/><text x="22" y="40" font-size="14">within it</text>'),
    ('a.svg', SVG % '<rect x="20" y="20" width="80" height="40" fill="#0072b2"/><text x="22" y="40" fill="#ffffff">within</text>'),
    ('a.svg', SVG % '<rect x="20" y="20" width="80" height="40" fill="none" stroke="#222222"/><text x="101" y="40" font-size="14">beside it</text>'),
    ('a.svg', sheet((100, 190, 'turned by 45 degrees'), transform='rotate(-45 100 190)')),
    ('a.svg', SVG % ''.join('<text x="%d" y="150" transform="rotate(-45 %d 150)">long slanted label</text>' % (x, x) for x in range(50, 400, 24))),
    ('a.html', PAGE % '<h1>A page</h1><p>With <b>two</b> lines<br>of text.<script>console.assert(true)</script>'),
    ('a.html', PAGE % ('<div style="overflow-x: auto"><pre>%s</pre></div><p>below' % ('wide ' * 1000))),
    ('a.html', PAGE % ('<div style="overflow: auto; height: 60px">%s</div><p>below' % (SVG % '<text x="20" y="100">scrolled</text>'))),
    ('a.html', PAGE % '<img alt="a dot" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">'),
]
BAD = [
    ('a.svg', sheet((20, 40, 'One line'), (40, 46, 'over another')), '"One line" lies over "over another"'),
    ('a.svg', sheet((20, 199, 'its foot is cut: gjpqy')), 'gjpqy" leaves the picture'),
    ('a.svg', sheet((790, 40, 'too far')), '"too far" leaves the picture'),
    ('a.svg', sheet((20, 60, 'begins before'), anchor='end'), '"begins before" leaves the picture'),
    ('a.svg', sheet((20, 40, 'small print'), size=8), '"small print" is written in 8 pixels'),
    ('a.svg', SVG % '<rect x="780" y="0" width="40" height="20"/>', 'leaves the picture'),
    ('a.svg', SVG % '<rect x="20" y="20" width="30" height="40" fill="none" stroke="#222222"/><text x="22" y="40" font-size="14">wider than it</text>',
     '"wider than it" leaves its box'),
    ('a.svg', SVG % '<text x="50" y="150" transform="rotate(-45 50 150)">one of two labels</text>'
                    '<text x="56" y="150" transform="rotate(-45 56 150)">one of two labels</text>', 'lies over "one of two labels"'),
    ('a.svg', SVG % '<text x="20" y="40">under it</text><circle cx="30" cy="36" r="5"/>', '"under it" is painted over'),
    ('a.svg', SVG % '<text x="20" y="40" fill="#999999">pale</text>', '"pale" is hard to read: its contrast is 2.8'),
    ('a.svg', SVG % '<rect width="90" height="60" fill="#0072b2"/><text x="20" y="40">dark on dark</text>', 'its contrast is 4.0'),
    ('a.svg', SVG % '<rect width="36" height="60" fill="#0072b2"/><text x="20" y="40">half on it</text>', 'its contrast is 4.0'),
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
    ('a.html', PAGE % (SVG.replace('min-width: 600px', 'width: 300px') % '<text x="20" y="40">a small copy</text>'), 'is shown in 6.0 pixels'),
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


# The pictures and pages of kanon.

FOUR = 'data/inpatients/inpatients.csv'     # patients, 16 vectors
SAMPLE = 'data/adult_sample.data'           # 4 columns, 60 vectors
NINE = '{arx}/adult.csv --hierarchies {arx}/hierarchies --quasi %s --sensitive ""' % (
    'sex,age,race,marital-status,education,native-country,workclass,occupation,salary-class')       # 9 columns, 12,960 vectors
DRAWN = {       # {name: a verb that prints a table, which --format svg draws}
    'lattice': 'lattice ' + FOUR,
    'lattice where some may be suppressed': 'lattice %s --max-suppression 4' % FOUR,
    'lattice of 60 vectors': 'lattice ' + SAMPLE,
    'lattice of long and Chinese names': 'lattice {odd} -k 5',
    'lattice of 720 vectors': 'lattice %s -k 5 --max-suppression 4%%' % NINE.replace(',workclass,occupation,salary-class', ''),
    'sweep': 'sweep %s -k 2,3,4,6' % FOUR,
    'sweep of one k': 'sweep %s -k 4' % FOUR,
    'sweep from 2 to 320': 'sweep %s -k 2,5,10,20,40,80,160,320 --max-suppression 0,20,1%%,5%%' % SAMPLE,
    'sweep of long and Chinese names': 'sweep {odd} -k 2,5,20',
    'hierarchy': 'hierarchy show data/inpatients/hierarchies/age.txt',
    'hierarchy of 73 ages': 'hierarchy show hierarchies/age.txt',
    'hierarchy of countries': 'hierarchy show hierarchies/native_country.txt',
    'hierarchy with records': 'hierarchy show %s --column age' % FOUR,
    'hierarchy with records, redacted': 'hierarchy show %s --column age --redact' % FOUR,
    'all leaves of a hierarchy': 'hierarchy show hierarchies/native_country.txt --all',
    'hierarchy of long and hostile values': 'hierarchy show {odd_hierarchy}',
    'levels': 'hierarchy levels ' + FOUR,
    'levels of 4 columns': 'hierarchy levels ' + SAMPLE,
    'levels of long and Chinese names': 'hierarchy levels {odd}',
    'levels of 9 columns': 'hierarchy levels ' + NINE.replace(' --sensitive ""', ''),
}
SEEN = {        # {name: a verb that takes --picture and --html}
    'samarati': 'samarati %s -o {out}' % FOUR,
    'optimal': 'samarati %s --optimal -o {out}' % FOUR,
    'samarati where some are suppressed': 'samarati %s --max-suppression 4 -o {out}' % FOUR,
    'datafly': 'datafly %s -o {out}' % FOUR,
    'mondrian': 'mondrian %s -o {out}' % FOUR,
    'mondrian redacted': 'mondrian %s --redact -o {out}' % FOUR,
    'samarati with k = 2': 'samarati %s -k 2 --optimal -o {out}' % SAMPLE,
    'samarati with k = 320': 'samarati %s -k 320 -o {out}' % SAMPLE,
    'mondrian with k = 2': 'mondrian %s -k 2 -o {out}' % SAMPLE,
    'mondrian with k = 320': 'mondrian %s -k 320 --l-diversity 3 -o {out}' % SAMPLE,
    'mondrian in one class': 'mondrian %s -k 12 -o {out}' % FOUR,
    'samarati of long and Chinese names': 'samarati {odd} -k 5 -o {out}',
    'samarati of long and Chinese names, redacted': 'samarati {odd} -k 5 --redact -o {out}',
    'mondrian of long and Chinese names': 'mondrian {odd} -k 5 -o {out}',
    'optimal of 9 columns': 'samarati %s -k 5 --max-suppression 4%% --optimal -o {out}' % NINE,
    'mondrian of 9 columns': 'mondrian %s -k 5 -o {out}' % NINE,
    'check': 'check {mondrian} --config data/inpatients/inpatients.ini --require k=4',
    'check of long and Chinese names': 'check {odd_release} --config {odd_ini}',
    'risk': 'risk {mondrian} --config data/inpatients/inpatients.ini',
    'risk of the sample': 'risk %s' % SAMPLE,
    'risk of long and Chinese names': 'risk {odd_release} --config {odd_ini}',
    'attack': 'attack {mondrian} --known %s --second {samarati}' % FOUR,
    'attack of long and Chinese names': 'attack {odd_release} --known {odd}',
    'sweep': 'sweep %s -k 2,3,4,6' % FOUR,
    'sweep from 2 to 320': 'sweep %s -k 2,20,320 --max-suppression 0,1%%' % SAMPLE,
    'start': 'start ' + FOUR,
    'start of long and Chinese names': 'start {odd}',
}
PUBLISH = 'samarati', 'mondrian', 'datafly'
ODD = ['Alter in Jahren zum Zeitpunkt der Aufnahme in die Klinik (Selbstauskunft)', '婚姻状况与家庭成员构成以及居住地区的详细说明',
       '<script>alert("1")&amp;', "it's ]]>"]


def odd_table(path, rows=300):
    """A table of long, Chinese and hostile names and values."""
    random = Random(14)
    values = (['%d' % age for age in range(18, 91)],
              ['未婚', '已婚并且与配偶和两个以上未成年子女共同居住', '离异', '丧偶', '<b>其他</b>'],
              ['x' * 10000, '</text><script>alert(1)</script>', 'a&b', 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrente'],
              ['\u202eevil', 'tab\there', ']]>', "'", '"'],
              ['流感', '骨折', '高血压', '糖尿病'])
    with open(path, 'w', encoding='utf-8', newline='') as file:
        writer = csv.writer(file)
        writer.writerow(ODD + ['诊断'])
        writer.writerows([random.choice(of_column) for of_column in values] for _ in range(rows))


@pytest.fixture(scope='session')
def files(tmp_path_factory):
    """The files that the commands name in braces."""
    folder = tmp_path_factory.mktemp('tables')
    (folder / 'few').mkdir()
    names = {name: str(folder / (name + '.csv')) for name in ('odd', 'few/few', 'odd_release', 'samarati', 'mondrian')}
    names['few'] = names.pop('few/few')
    odd_table(names['odd'])
    odd_table(names['few'], 40)
    quasi = io.StringIO()
    csv.writer(quasi, lineterminator='').writerow(ODD)
    for name in 'odd', 'few':
        typed('start', names[name], '--quasi', quasi.getvalue(), '--sensitive', '诊断', '-k', 5)
    typed('mondrian', names['odd'], '-k', 5, '-o', names['odd_release'], '--quiet')
    typed('samarati', FOUR, '-o', names['samarati'], '--quiet')
    typed('mondrian', FOUR, '-o', names['mondrian'], '--quiet')
    hostile = next((folder / 'hierarchies').glob('*script*'))
    return {**names, 'odd_ini': str(folder / 'odd.ini'), 'odd_hierarchy': str(hostile), 'arx': os.environ.get('KANON_ARX', '')}


def typed(*words):
    done = kanon(*words)
    assert done.returncode == 0, done.stderr
    return done


def made(command, files, folder, *more):
    """What a command prints when it writes pictures and pages."""
    if '{arx}' in command and not os.path.isdir(files['arx']):
        pytest.skip("ARX's tables are not here: name their folder in KANON_ARX")
    words = [word.format(out=folder / 'out.csv', **files) for word in shlex.split(command)]
    return typed(*words, *more)


@pytest.mark.parametrize('name', DRAWN)
def test_the_picture_of_a_table(browser, files, tmp_path, name):
    for language in 'en', 'zh':
        made(DRAWN[name], files, tmp_path, '--format', 'svg', '-o', tmp_path / 'a.svg', '--language', language, '--force')
        assert browser.faults(tmp_path / 'a.svg') == []


@pytest.mark.parametrize('name', SEEN)
def test_the_picture_and_the_page_of_a_report(browser, files, tmp_path, name):
    made(SEEN[name], files, tmp_path, *['--picture', tmp_path / 'a.svg'] * (SEEN[name].split()[0] not in ('sweep', 'start')),
         '--html', tmp_path / 'a.html')
    seen = [path.name + ' ' + fault for path in sorted(tmp_path.glob('a.*')) for fault in browser.faults(path)]
    assert seen == []


@pytest.mark.parametrize('name', [name for name in SEEN if name.split()[0] in PUBLISH + ('optimal', 'check', 'risk', 'attack', 'sweep', 'start')])
def test_the_page_in_chinese_and_on_paper(browser, files, tmp_path, name):
    """What has to be signed takes two sheets at most, of A4 and of Letter."""
    for language in 'zh', 'en':
        made(SEEN[name], files, tmp_path, '--html', tmp_path / 'a.html', '--language', language, '--force')
        assert browser.faults(tmp_path / 'a.html', chromium.WIDTHS[:1] if language == 'en' else chromium.WIDTHS) == []
        assert browser.run('return document.documentElement.lang').startswith(language)
        whole = {paper: browser.printed(paper) for paper in chromium.PAPERS}
        if SEEN[name].split()[0] in (*PUBLISH, 'check'):
            browser.run('document.querySelectorAll(".details").forEach(part => part.remove())')
            assert all(browser.printed(paper) <= 2 for paper in whole)
            assert all(sheets > 2 for sheets in whole.values()) or SEEN[name].startswith('check')


@pytest.mark.parametrize('paper', chromium.PAPERS)
@pytest.mark.parametrize('name', [name for name in SEEN if name.split()[0] in PUBLISH + ('optimal', 'check')])
def test_no_sheet_slices_a_picture(browser, files, tmp_path, name, paper):
    """A picture is no higher than a sheet, and is not broken. Nor is a row of a table, or what is signed."""
    for more in [], ['--internal']:
        made(SEEN[name], files, tmp_path, '--html', tmp_path / 'a.html', '--force', *([] if '--redact' in SEEN[name] else more))
        browser.open(tmp_path / 'a.html')
        browser.on_paper(paper)
        found = browser.run('return [...document.querySelectorAll("svg, tr, .approval")].map(part => [part.tagName,'
                            ' part.getBoundingClientRect().height, getComputedStyle(part.closest("figure:not(.parts), .approval") || part).breakInside])')
        browser.on_screen()
        room = 96 * chromium.PAPERS[paper][1] - 2 * 9 * 96 / 25.4
        assert found and [each for each in found if each[1] > room or each[2] != 'avoid'] == []


INTERNAL = {'mondrian': 'mondrian %s -o {out}' % FOUR, 'check': SEEN['check']}


@pytest.mark.parametrize('language', ['en', 'zh'])
@pytest.mark.parametrize('name', INTERNAL)
def test_each_sheet_of_an_internal_page_is_marked_and_none_is_empty(browser, files, tmp_path, name, language):
    """The mark is drawn on a sheet where the sheet is another one without it."""
    for paper in chromium.PAPERS:
        made(INTERNAL[name], files, tmp_path, '--html', tmp_path / 'a.html', '--force', '--internal', '--language', language)
        browser.open(tmp_path / 'a.html')
        assert browser.run('return getComputedStyle(document.querySelector(".sheet")).display') == 'none'
        sheets = range(1, 1 + browser.printed(paper))
        marked = [browser.sheet(number, paper) for number in sheets]
        assert marked == [browser.sheet(number, paper) for number in sheets], 'what is printed again looks alike'
        browser.run('document.querySelector(".sheet").style.setProperty("visibility", "hidden")')
        plain = [browser.sheet(number, paper) for number in sheets]
        assert len(sheets) > 1 and all(one != other for one, other in zip(marked, plain))
        assert all(sum(stream.count(b' Tj') + stream.count(b' TJ') for stream in streams) > 3 for streams in plain), 'no sheet is empty'


# The pages that replay an algorithm.

EXPLAINED = {
    'samarati': 'explain samarati',
    'samarati where some are suppressed': 'explain samarati %s --max-suppression 4' % FOUR,
    'optimal': 'explain optimal',
    'datafly': 'explain datafly',
    'mondrian': 'explain mondrian',
    'mondrian in Chinese': 'explain mondrian --language zh',
    'samarati of long and Chinese names': 'explain samarati {few} -k 5 --language zh',
    'mondrian of long and Chinese names': 'explain mondrian {few} -k 5',
}


def explained(files, folder, name):
    made(EXPLAINED[name], files, folder, '-o', folder / 'a.html')
    return folder / 'a.html'


@pytest.mark.parametrize('name', EXPLAINED)
def test_every_step_of_a_page_that_explains(browser, files, tmp_path, name):
    """Nothing is wrong at any step, one line is marked, and a sentence says why. At the first step all widths are tried."""
    path = explained(files, tmp_path, name)
    assert browser.faults(path) == []
    steps, seen = int(browser.run('return document.getElementById("step").max')), set()
    assert steps > 8
    browser.resize(1400)
    for step in range(1, steps + 1, 1 + steps // 40):       # Chromium takes 200 new addresses in half a minute
        browser.run('location.hash = "#step=" + arguments[0]', step)
        browser.until('return document.getElementById("step").value == arguments[0]', step)
        found = browser.run('return [document.querySelectorAll(".now").length, document.getElementById("why").textContent]')
        assert found[0] <= 1 and found[1].strip(), (step, found)
        hidden = browser.run('const line = document.querySelector(".now"), bar = document.getElementById("bar").getBoundingClientRect();'
                             'return line && line.getBoundingClientRect().bottom > bar.top + 1')
        assert not hidden, 'the marked line is below the window at step %d' % step
        seen.add(found[0])
        for width in 400, 1400:
            browser.resize(width)       # the next step begins with 1400 x 900
            assert browser.measured() == [], (step, width)
    assert 1 in seen and browser.logged() == []


@pytest.mark.parametrize('name', ['samarati', 'mondrian in Chinese'])
def test_buttons_keys_and_links_of_a_page_that_explains(browser, files, tmp_path, name):
    path = explained(files, tmp_path, name)
    browser.open(path)

    def state():
        return browser.run('return [document.getElementById("step").value, document.getElementById("why").textContent,'
                           '(document.querySelector(".now") || document.body).textContent, document.getElementById("count").textContent]')
    last = int(browser.run('return document.getElementById("step").max'))
    states = {}
    for step in 1, 2, 3, last - 1, last:        # a link to any step
        browser.open(path, '#step=%d' % step)
        states[step] = state()
        assert states[step][0] == str(step) and states[step][3].startswith('%d ' % step)
    assert len({why for _, why, _, _ in states.values()}) > 3
    browser.open(path)
    assert state() == states[1]
    moves = [('forward', 2), ('forward', 3), ('back', 2), ('last', last), ('forward', last), ('back', last - 1), ('first', 1), ('back', 1)]
    for button, step in moves:
        browser.click('#' + button)
        assert state() == states[step], button
    keys = {'forward': 'ArrowRight', 'back': 'ArrowLeft', 'first': 'Home', 'last': 'End'}
    for button, step in moves:
        browser.press(keys[button])
        assert state() == states[step], button
    browser.run('const slider = document.getElementById("step"); slider.value = 3; slider.dispatchEvent(new Event("input"))')
    assert state() == states[3] and browser.run('return location.hash') == '#step=3'
    for stop in lambda: browser.click('#play'), lambda: browser.press(' '):
        browser.open(path)
        browser.click('#play')
        browser.until('return document.getElementById("step").value > 1')
        stop()
        stopped = state()
        time.sleep(2.5)
        assert state() == stopped
    assert browser.logged() == []


def why(browser):
    return browser.run('return document.getElementById("why").textContent')


def test_another_k_and_max_sup_are_chosen_on_the_page(browser, files, tmp_path):
    """The page shows what the program says with these values, and its address names them."""
    path = explained(files, tmp_path, 'samarati')
    browser.open(path)
    choose = 'const list = document.getElementById(arguments[0]); list.value = arguments[1]; list.dispatchEvent(new Event("change"))'
    browser.run(choose, 'k', 2)
    browser.run(choose, 'maxsup', 1)
    browser.press('End')
    last = why(browser)
    made('explain samarati -k 2 --max-suppression 1', files, tmp_path, '-o', tmp_path / 'b.html')
    browser.open(tmp_path / 'b.html')
    browser.press('End')
    assert why(browser) == last
    count = browser.run('return document.getElementById("step").max')
    browser.open(path, '#k=2&maxsup=1&step=%s' % count)
    assert why(browser) == last and browser.run('return document.getElementById("asked").textContent').endswith('At most 1 record may be suppressed.')
    assert browser.run('return document.querySelectorAll("#all li").length') == int(count)
    assert browser.run('return document.querySelectorAll("#spared li").length') > 3
    browser.press('Home')
    assert browser.run('return location.hash') == '#k=2&maxsup=1&step=1' and browser.logged() == []


@pytest.mark.parametrize('name', ['samarati', 'mondrian'])
def test_a_question_comes_before_a_step(browser, files, tmp_path, name):
    """With `Predict first` nothing of a step is shown before the answer, and the steps are the same."""
    path = explained(files, tmp_path, name)
    browser.open(path)
    last, said = int(browser.run('return document.getElementById("step").max')), []
    seen = ('return [...["pictures", "rows", "facts", "code"].map(name => document.getElementById(name).outerHTML), '
            '...[...document.querySelectorAll(".v, .t")].map(shape => { shape.dispatchEvent(new Event("click")); '
            'return document.getElementById("about").textContent; })]')
    for _ in range(last):
        said.append(why(browser))
        browser.press('ArrowRight')
    browser.press('Home')
    browser.click('#predict')
    questions, again = 0, [why(browser)]
    for _ in range(3 * last):
        before = browser.run(seen)
        browser.press('ArrowRight')
        if '?' in why(browser):
            questions += 1
            assert browser.run(seen) == before, why(browser)
        elif why(browser) != again[-1]:
            again.append(why(browser))
    assert questions > last / 3 and again == [text for place, text in enumerate(said) if not place or said[place - 1] != text]


def test_a_small_window_shows_that_there_is_a_tree(browser, files, tmp_path):
    browser.open(explained(files, tmp_path, 'mondrian'))
    for height in 800, 600:     # the second with large type, which leaves more room
        browser.resize(800, height)
        seen = browser.run('return [...document.querySelectorAll("#about, #pictures h3")].filter(one => one.offsetHeight).map(one => one.getBoundingClientRect())')
        assert seen[0]['bottom'] <= seen[1]['top'], seen
        browser.click('#large')


def test_a_click_says_why(browser, files, tmp_path):
    browser.open(explained(files, tmp_path, 'samarati'), '#step=31')
    about = 'return document.getElementById("about").textContent'
    for place, expected in ((0, '(0, 0) fails, because it is below (0, 3). Step 5: '), (3, '(0, 3) fails. Step 5: '), (15, '(3, 3) satisfies. Step 1: ')):
        browser.run('document.getElementById("v%d").dispatchEvent(new Event("click"))' % place)
        assert browser.run(about).startswith(expected), browser.run(about)
    browser.press('Home')
    assert browser.run(about).startswith('(3, 3) satisfies'), 'what was asked is told of every step'
    browser.run('document.querySelector("#rows tr").click()')
    assert browser.run(about) == 'Size of this class: 12. It needs k = 4, so it would be published now.'
    (tmp_path / 'mondrian').mkdir()
    browser.open(explained(files, tmp_path / 'mondrian', 'mondrian'), '#step=26')
    browser.run('document.getElementById("k4-t3").dispatchEvent(new Event("click"))')
    assert 'Part 1 is cut by age at 29' in browser.run(about) and 'Part 3 is finished.' in browser.run(about)


def test_the_space_bar_plays_after_a_click(browser, files, tmp_path):
    browser.open(explained(files, tmp_path, 'samarati'))
    browser.click('#forward')
    assert browser.run('return document.activeElement === document.body')
    for kind in 'keyDown', 'keyUp':
        browser.driver.execute_cdp_cmd('Input.dispatchKeyEvent', {'type': kind, 'key': ' ', 'code': 'Space'})
    assert browser.run('return document.getElementById("play").textContent') == 'Pause'


@pytest.mark.parametrize('name', ['samarati', 'mondrian in Chinese', 'mondrian of long and Chinese names'])
def test_a_page_that_explains_on_a_beamer_and_in_the_dark(browser, files, tmp_path, name):
    """At 1280 x 800 and 800 x 600, with large type or not, light or dark: texts can be read, and the sentence lies below the picture.
    Drawings are scaled, and their letters have 12 pixels all the same, 18 with large type."""
    path = explained(files, tmp_path, name)
    browser.open(path, '#step=9')
    for scheme in 'light', 'dark':
        browser.driver.execute_cdp_cmd('Emulation.setEmulatedMedia', {'features': [{'name': 'prefers-color-scheme', 'value': scheme}]})
        for size in (1280, 800), (800, 600):
            browser.resize(*size)
            for large in False, True:
                browser.run('if (document.getElementById("large").checked !== arguments[0]) document.getElementById("large").click()', large)
                for panel in 'code', 'picture', 'table':
                    browser.run('document.getElementById("tab-%s").click()' % panel)
                    assert browser.measured() == [], (scheme, size, large, panel)
                    frame = browser.run('const one = document.getElementById("panel-%s").getBoundingClientRect(),'
                                        'bar = document.getElementById("bar").getBoundingClientRect();'
                                        'return [one.height, one.bottom - bar.top, bar.bottom - innerHeight]' % panel)
                    assert frame[0] > 250 and frame[1] < 2 and frame[2] < 2, (frame, size, large, panel)
                    least = browser.run('''return Math.min(...[...document.querySelectorAll('svg text')].filter(text => text.getBoundingClientRect().width)
                        .map(text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a || 99), 99)''')
                    assert least > (17.9 if large else 11.9), (least, size, large, panel)
    browser.driver.execute_cdp_cmd('Emulation.setEmulatedMedia', {'features': []})
