#!/usr/bin/env python3
"""How long kanon.html (examples/browser/) takes in a real browser, beside the command line, and how much memory.

    python3 examples/browser/build.py -o build/kanon.html
    python3 tests/benchmarks/in_a_browser.py build/kanon.html 12000 1000000

For each number of records: the processor seconds of the first look at the table, and of a release by each algorithm with its audit, its
record and its page; those of the same command in this Python; whether both wrote the same bytes; and the most memory that the page's process
has had. It needs Linux, and what tests/browser/chromium.py needs. The first line says when Python was there.
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
ASK = '''window.answered = null;
door.ask(arguments[0], {plan: arguments[1]}, () => {}).then(answer => { window.answered = answer; }, error => { window.answered = {error: {message: String(error)}}; });'''


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


def page_of(browser) -> str:
    """The folder in /proc of the process that shows the page and runs its Python: the largest that this browser has begun for pages."""
    found = []
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open('/proc/%s/cmdline' % pid) as file:
                command = file.read()
            if '--type=renderer' in command and driver_of(pid) == browser.driver.service.process.pid:
                found.append((field('/proc/' + pid, 'VmHWM'), '/proc/' + pid))
        except OSError:     # it has just ended
            pass
    return max(found)[1]


def driver_of(pid) -> int:
    """The process of chromedriver above another process, 0 if there is none."""
    while int(pid):
        with open('/proc/%s/comm' % pid) as file:
            if file.read().startswith('chromedriver'):
                return int(pid)
        pid = field('/proc/%s' % pid, 'PPid')
    return 0


def field(process, name) -> int:
    with open(process + '/status') as file:
        return next(int(line.split()[1]) for line in file if line.startswith(name + ':'))


def processor_time(process) -> float:
    with open(process + '/stat') as file:
        user, system = file.read().rsplit(')', 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf('SC_CLK_TCK')


def ask(browser, name, values):
    """The answer, and the seconds of processor time that it took."""
    process = page_of(browser)
    before = processor_time(process)
    browser.run(ASK, name, values)
    browser.until('return answered', seconds=3600)
    answer = browser.run('return answered')
    if 'error' in answer:
        raise SystemExit('%s: %s' % (name, answer['error']['message']))
    return answer, processor_time(process) - before


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
        print('ready after %.1f s, %.1f s of processor time' % (time.monotonic() - start, processor_time(page_of(browser))))
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
        before = sum(os.times()[2:4])
        typed = next(line for line in answer['commands'] if ' -o ' in line).replace('python3', sys.executable, 1)
        subprocess.run(typed + ' --force', shell=True, cwd=folder, env={**os.environ, 'PYTHONPATH': HOME}, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        took = sum(os.times()[2:4]) - before
        released = answer['files'][0]
        with open(os.path.join(folder, released['name']), 'rb') as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        print('%d records, %s of %d columns: %.1f s, here %.1f s, %s; at most %d MB'
              % (size, algorithm, len(quasi), seconds, took, 'the same bytes' if digest == released['sha256'] else 'OTHER BYTES',
                 field(page_of(browser), 'VmHWM') // 1024))


if __name__ == '__main__':
    sys.exit(chromium.missing() or main(*sys.argv[1:]))
