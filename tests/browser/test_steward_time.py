"""How long the page takes somebody who has never typed a command: clicks, words and seconds.

    python3 tests/browser/test_steward_time.py          count, and say how

The way leads from a hospital's export to a page to sign. All that a step shows is read once, up to
the button that saves the page to sign. What is folded is not read, and of a command nothing.

People read 238 words of English a minute (Brysbaert, 2019). A text takes about as long in Chinese
(Trauzettel-Klosinski and Dietz, 2012). The page has 1.35 times as many signs as words, which would
be 320 signs a minute. 300 are taken. A click takes 2.65 seconds: 1.35 to make up one's mind, 1.1 to
get there and 0.2 to press. A key takes 0.28 seconds (Card, Moran and Newell, 1983). What the program
takes is measured.

A slower reader takes 150 words of English a minute, or 240 signs. He reads no cell of a table, and
takes 3 seconds for a click.
"""

import os
import re
import sys
import time
from tempfile import TemporaryDirectory

HERE = os.path.dirname(os.path.abspath(__file__))
for folder in (HERE, os.path.dirname(HERE), os.path.dirname(os.path.dirname(HERE))):
    sys.path.insert(0, folder)

import pytest  # noqa: E402

import chromium  # noqa: E402
from messy_way import WAY, MessyWay, drawn, messy  # noqa: E402
from test_browser import browser  # noqa: F401, E402
from test_serve_page import Steward, served  # noqa: E402

PER_MINUTE = {'en': 238, 'zh': 300}
WORD = r"[^\W_\u3400-\u9fff](?:[^\s\u3400-\u9fff，。；：、]*[^\W_\u3400-\u9fff])?"
UNITS = {'en': WORD, 'zh': r'[\u3400-\u9fff]|' + WORD}
CLICK, KEY = 1.35 + 1.1 + 0.2, 0.28
SLOWLY, SLOW_CLICK = {'en': 150, 'zh': 240}, 3.0
NOT_READ = 'pre, iframe, .hash, .unseen, select, div:has(> p > #save-page) ~ *'
READ = '''return Array.from(document.querySelectorAll("header, main, footer"), part => {
  const hidden = Array.from(part.querySelectorAll(arguments[0]));
  const before = hidden.map(one => one.style.display);
  hidden.forEach(one => { one.style.display = "none"; });
  const text = part.innerText;
  hidden.forEach((one, place) => { one.style.display = before[place]; });
  return text;
}).join("\\n")'''
FIELDS = 'purpose', 'recipient', 'legal_basis', 'name'      # of the page to sign
TEXTS = {'en': ('Research on waiting times', 'University of Leipzig', 'GDPR, Article 89', 'A. Doe'),
         'zh': ('候诊时间研究', '莱比锡大学', 'GDPR 第 89 条', '张三')}


class Counted(Steward):
    """A steward whose clicks, keys, words and waits are counted."""

    def __init__(self, browser, language):      # noqa: F811
        super().__init__(browser)
        self.language, self.lines, self.prose = language, set(), set()
        self.clicks, self.typed, self.waited = 0, 0, 0.0

    def read(self):
        """What is seen."""
        self.lines.update(self.run(READ, NOT_READ).splitlines())
        self.prose.update(self.run(READ, NOT_READ + ', td').splitlines())

    def words(self, lines) -> int:
        """How many words or signs the lines have. What was seen before is not read again."""
        return sum(len(re.findall(UNITS[self.language], line)) for line in lines)

    def idle(self):
        begun = time.monotonic()
        super().idle()
        self.waited += time.monotonic() - begun
        self.read()

    def press(self, selector, place=0):
        self.clicks += 1
        super().press(selector, place)

    def write(self, selector, text):
        self.typed += len(text)
        super().write(selector, text)

    def seconds(self) -> dict:
        return {'read': 60 * self.words(self.lines) / PER_MINUTE[self.language],
                'clicks': CLICK * self.clicks, 'keys': KEY * self.typed, 'waits': self.waited}

    def slow_seconds(self) -> dict:
        """The same of a slower reader."""
        return {**self.seconds(), 'clicks': SLOW_CLICK * self.clicks,
                'read': 60 * self.words(self.prose) / SLOWLY[self.language]}


def counted(browser, language, folder) -> Counted:      # noqa: F811
    """From the export, chosen in a dialog of the browser, to the page to sign, which is saved."""
    name = 'klinik.csv'
    path = os.path.join(folder, name)
    with open(path, 'wb') as file:
        file.write(messy.made(name, 3000))
    with served(folder) as address:
        browser.driver.get(address)
        browser.until('return document.getElementById("file")')
        browser.resize(1280)
        steward = Counted(browser, language)
        Steward(browser).press('#in-' + language)
        steward.idle()
        steward.clicks += 3         # the button, the file and Open
        browser.driver.find_element('css selector', '#file').send_keys(path)
        way = MessyWay(steward, name, language, 0)
        way.takes_back = False
        del way.roles['Bemerkung']       # what has no role is left out
        way.to_release()
        steward.press('#fill-page summary')
        steward.idle()
        for field, text in zip(FIELDS, TEXTS[language]):
            steward.write('#page-' + field, text)
        way.release()
        steward.press('#save-page')
        steward.idle()
    return steward


@pytest.mark.parametrize('language', drawn(list(WAY)))
def test_a_steward_needs_less_than_ten_minutes(language, browser, tmp_path):      # noqa: F811
    """Counted, not timed. What the program takes depends on the machine."""
    steward = counted(browser, language, str(tmp_path))
    for seconds, most in ((steward.seconds(), 9), (steward.slow_seconds(), 10)):
        assert seconds['read'] + seconds['clicks'] + seconds['keys'] < most * 60, seconds


def main():
    found = chromium.Browser()
    found.path = ''
    try:
        for language in WAY:
            with TemporaryDirectory() as folder:
                steward = counted(found, language, folder)
            ways = (steward.lines, steward.seconds()), (steward.prose, steward.slow_seconds())
            for lines, seconds in ways:
                parts = ', '.join('%s %.0f s' % one for one in seconds.items())
                print('%s: %d clicks, %d keys, %d words or signs; %s; %.1f minutes' % (
                    language, steward.clicks, steward.typed, steward.words(lines), parts,
                    sum(seconds.values()) / 60))
    finally:
        found.quit()


if __name__ == '__main__':
    sys.exit(chromium.missing() or main())
