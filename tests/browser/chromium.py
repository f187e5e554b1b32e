#!/usr/bin/env python3
"""A real browser without a window, and what it sees of pictures and pages.

    python3 tests/browser/chromium.py FILE.svg FILE.html ...        say what is wrong with them

It needs chromium and chromedriver (Debian's packages chromium and chromium-driver) and selenium (from PyPI).
"""

import base64
import json
import os
import re
import shutil
import sys
import time
import zlib
from urllib.parse import unquote, urlsplit

WIDTHS = 400, 800, 1600
PAPERS = {'A4': (8.27, 11.69), 'Letter': (8.5, 11)}      # inches
# Nothing is fetched but the file, or what this machine serves: no updates, no lists, no names looked up.
QUIET = ('--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--disable-background-networking',
         '--disable-component-update', '--disable-sync', '--hide-scrollbars', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1')

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'measure.js'), encoding='utf-8') as script:
    MEASURE = script.read()


def missing() -> str:
    """What is not on this machine, '' if all is."""
    try:
        import selenium     # noqa: F401
    except ImportError:
        return 'there is no selenium (pip install selenium)'
    for names in ('chromium', 'chromium-browser', 'google-chrome'), ('chromedriver',):
        if not any(map(shutil.which, names)):
            return 'there is no %s (apt-get install chromium chromium-driver)' % names[0]
    return ''


class Browser:
    """One browser for many files. Leave it with quit(). flags: further ones of its command line."""

    def __init__(self, *flags):
        from selenium import webdriver
        options = webdriver.ChromeOptions()
        options.binary_location = next(filter(None, map(shutil.which, ('chromium', 'chromium-browser', 'google-chrome'))))
        for flag in QUIET + flags:
            options.add_argument(flag)
        options.set_capability('goog:loggingPrefs', {'performance': 'ALL', 'browser': 'ALL'})
        service = webdriver.ChromeService(executable_path=shutil.which('chromedriver'))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.driver.set_script_timeout(60)
        self.quit = self.driver.quit

    def resize(self, width, height=900):
        self.driver.execute_cdp_cmd('Emulation.setDeviceMetricsOverride',
                                    {'width': width, 'height': height, 'deviceScaleFactor': 1, 'mobile': False})

    def open(self, path, fragment='', width=800):
        """Open a file. What was logged before is forgotten."""
        self.driver.get('about:blank')      # else a new fragment would not load the file again
        for log in 'performance', 'browser':
            self.driver.get_log(log)
        self.path = os.path.realpath(str(path))
        self.resize(width)
        self.driver.get('file://%s%s' % (self.path, fragment))

    def run(self, code, *arguments):
        return self.driver.execute_script(code, *arguments)

    def until(self, code, *arguments, seconds=10):
        """Wait until the code returns something true."""
        end = time.monotonic() + seconds
        while not self.run(code, *arguments):
            assert time.monotonic() < end, code
            time.sleep(0.02)

    def click(self, selector):
        from selenium.webdriver.common.by import By
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def press(self, key):
        """A key by its name in JavaScript, such as ArrowLeft, where no field has the focus."""
        self.run('document.activeElement.blur()')
        for kind in 'keyDown', 'keyUp':
            self.driver.execute_cdp_cmd('Input.dispatchKeyEvent', {'type': kind, 'key': key, 'code': 'Space' if key == ' ' else key})

    def logged(self) -> list:
        """Since the file was opened: the requests for anything else, and all that the console shows."""
        found = []
        for entry in self.driver.get_log('performance'):
            message = json.loads(entry['message'])['message']
            if message['method'] == 'Network.requestWillBeSent':
                url = urlsplit(message['params']['request']['url'])
                # What data: and blob: name is in the file already.
                if url.scheme not in ('data', 'blob') and (url.scheme, unquote(url.path)) != ('file', self.path):
                    found.append('asks for %s' % url.geturl())
        return found + ['the console shows: %s' % entry['message'] for entry in self.driver.get_log('browser')]

    def measured(self) -> list:
        """What is wrong with the texts and boxes in the window."""
        return self.run(MEASURE)

    def faults(self, path, widths=WIDTHS) -> list:
        """All that is wrong with a file at these widths, each thing once."""
        self.open(path)
        found = []
        for width in widths:
            self.resize(width)
            found += ['at %d pixels: %s' % (width, line) for line in self.measured()]
        return self.logged() + found

    def pdf(self, paper='A4', **more) -> bytes:
        """The open file as it is printed."""
        width, height = PAPERS[paper]
        pdf = self.driver.execute_cdp_cmd('Page.printToPDF', {'paperWidth': width, 'paperHeight': height, 'printBackground': True, **more})
        return base64.b64decode(pdf['data'])

    def printed(self, paper='A4') -> int:
        """The sheets of paper that the open file takes when it is printed."""
        return len(re.findall(rb'/Type\s*/Page\b', self.pdf(paper)))

    def sheet(self, number, paper='A4') -> list:
        """What is drawn on one sheet, the first is 1: the streams of its PDF, unpacked. Two that look alike have the same."""
        streams = re.findall(rb'stream\r?\n(.*?)\r?\nendstream', self.pdf(paper, pageRanges=str(number)), re.DOTALL)
        return list(map(unpacked, streams))

    def on_paper(self, paper='A4'):
        """Lay the open file out as on a sheet of this width, with the margins of its style. Leave it with on_screen()."""
        self.driver.execute_cdp_cmd('Emulation.setEmulatedMedia', {'media': 'print'})
        self.resize(int(96 * PAPERS[paper][0] - 2 * 12 * 96 / 25.4), int(96 * PAPERS[paper][1] - 2 * 9 * 96 / 25.4))

    def on_screen(self):
        self.driver.execute_cdp_cmd('Emulation.setEmulatedMedia', {'media': ''})


def unpacked(stream) -> bytes:
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return stream


def main(paths):
    browser = Browser()
    try:
        for path in paths:
            found = browser.faults(path)
            print('%s: %s' % (path, '\n  '.join(['%d faults' % len(found), *found]) if found else 'nothing is wrong'))
    finally:
        browser.quit()


if __name__ == '__main__':
    sys.exit(missing() or main(sys.argv[1:]))
