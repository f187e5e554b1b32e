#!/usr/bin/env python3
"""How long kanon.html (examples/browser/) takes in a real browser, beside the command line, and how much memory.

    python3 examples/browser/build.py -o build/kanon.html
    python3 tests/benchmarks/in_a_browser.py build/kanon.html 12000 1000000

For each number of records: seconds of the first look at the table, and of a release by each algorithm with its audit, its record and its
page; the same command in this Python; whether both wrote the same bytes; and the most memory that the page's process had.
It needs what tests/browser/chromium.py needs. The first line says when Python was there.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import time

HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(HOME, 'tests', 'browser'), os.path.join(HOME, 'data')]

import chromium         # noqa: E402
import make_sample      # noqa: E402

COLUMNS = ['age', 'work_class', 'final_weight', 'education', 'education_num', 'marital_status', 'occupation', 'relationship', 'race', 'gender',
           'capital_gain', 'capital_loss', 'hours_per_week', 'native_country', 'class']
FOUR = ['age', 'gender', 'race', 'marital_status']
NINE = FOUR + ['work_class', 'education', 'native_country', 'relationship', 'class']
RUNS = [('mondrian', FOUR), ('samarati', FOUR), ('optimal', FOUR), ('optimal', NINE)]
ASK = '''const done = arguments[3], start = performance.now();
door.ask(arguments[0], {plan: arguments[1], name: arguments[2]}, () => {}).then(answer => done({answer, seconds: (performance.now() - start) / 1000}),
                                                                                error => done({answer: {error: {message: String(error)}}, seconds: 0}));'''


def plan(table, quasi, algorithm):
    return {'table': table, 'language': 'en', 'read': {'columns': COLUMNS}, 'person': None, 'quasi': quasi, 'sensitive': ['occupation'], 'publish': [],
            'settings': {'k': '10', 'max_suppression': '1%'}, 'standards': [], 'algorithm': algorithm, 'chosen': {}}


def table(path, records):
    """As many invented people, the sample's first. The weights tell all of them apart."""
    with open(make_sample.FILE, encoding='utf-8') as file:
        people = [line.rstrip('\n').split(', ') for line in file]
    with open(path, 'w', encoding='utf-8') as file:
        for number in range(records):
            cells = list(people[number % len(people)])
            if number >= len(people):
                cells[2] = str(2000000 + number)
            file.write(', '.join(cells) + '\n')


def most_memory(browser) -> int:
    """The megabytes of the process that has had the most of those of the browser. Linux alone tells."""
    found = [0]
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open('/proc/%s/cmdline' % pid) as command, open('/proc/%s/status' % pid) as status:
                if '--type=renderer' in command.read():
                    found += [int(line.split()[1]) // 1024 for line in status if line.startswith('VmHWM')]
        except OSError:
            pass
    return max(found)


def ask(browser, name, values, stem=None):
    told = browser.driver.execute_async_script(ASK, name, values, stem)
    if 'error' in told['answer']:
        raise SystemExit('%s: %s' % (name, told['answer']['error']['message']))
    return told['answer'], told['seconds']


def content(browser, name, folder):
    """A file of the page in a folder."""
    text = browser.driver.execute_async_script('const done = arguments[1]; door.get(arguments[0]).then(blob => blob.text()).then(done)', name)
    os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
    with open(os.path.join(folder, name), 'w', encoding='utf-8', newline='') as file:
        file.write(text)


def main(html, *sizes):
    browser = chromium.Browser()
    try:
        browser.driver.set_script_timeout(3600)
        start = time.monotonic()
        browser.open(html)
        browser.driver.execute_async_script('const done = arguments[0]; door.put(new File(["a\\n1\\n"], "a.csv")).then(done)')
        print('ready after %.1f s' % (time.monotonic() - start))
        browser.run('document.body.append(Object.assign(document.createElement("input"), {type: "file", id: "given"}))')
        with tempfile.TemporaryDirectory() as folder:
            for size in map(int, sizes):
                measure(browser, folder, size)
    finally:
        browser.quit()


def measure(browser, folder, size):
    name = 'people_%d.csv' % size
    table(os.path.join(folder, name), size)
    browser.driver.find_element('css selector', '#given').send_keys(os.path.join(folder, name))
    browser.driver.execute_async_script('const done = arguments[0]; door.put(document.getElementById("given").files[0]).then(done)')
    print('%d records, look: %.1f s' % (size, ask(browser, 'look', plan(name, [], 'mondrian'))[1]))
    for algorithm, quasi in RUNS:
        values = plan(name, quasi, algorithm)
        ask(browser, 'draft', values)
        ask(browser, 'require', values)
        answer, seconds = ask(browser, 'release', values)
        for file in answer['files']:
            if file['what'] in ('ini', 'hierarchy'):
                content(browser, file['name'], folder)
        start = time.monotonic()
        typed = next(line for line in answer['commands'] if ' -o ' in line).replace('python3', sys.executable, 1)
        subprocess.run(typed + ' --force', shell=True, cwd=folder, env={**os.environ, 'PYTHONPATH': HOME}, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        took = time.monotonic() - start
        released = answer['files'][0]
        with open(os.path.join(folder, released['name']), 'rb') as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        print('%d records, %s of %d columns: %.1f s, here %.1f s, %s; at most %d MB'
              % (size, algorithm, len(quasi), seconds, took, 'the same bytes' if digest == released['sha256'] else 'OTHER BYTES', most_memory(browser)))


if __name__ == '__main__':
    sys.exit(chromium.missing() or main(*sys.argv[1:]))
