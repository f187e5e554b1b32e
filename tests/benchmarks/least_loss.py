#!/usr/bin/env python3
"""What Mondrian's ways of cutting lose on Adult, and how little any classes can lose, with their seconds and memory.

    KANON_ADULT=/path/of/adult.data python3 tests/benchmarks/least_loss.py [k ...]

Whole processes, one after another, each once. First come four columns: the greedy cuts that lose least, labels fixed beforehand
(`--labels grid`), grown classes, the best strict cuts, and the bound (`--bound`, 15 seconds). Then come eight columns, where the
loss is also shown as a share of that of the greedy cuts. Seconds are of the processor.
"""

import json
import os
import subprocess
import sys
import tempfile

from run import EIGHT, FOUR, HOME, PYTHON

GREEDY = '--partitioning both --choose lm --categories frequency'
WAYS = {
    'greedy': GREEDY,
    'grid, greedy': '--labels grid --choose lm',
    'grid, optimal': '--labels grid --partitioning optimal',
    'clustered': '--partitioning clustered --categories frequency',
    'optimal': '--partitioning optimal --categories frequency',
    'bound': '--bound ' + GREEDY}


def run(folder, columns, k, words):
    """(what the report has, seconds, peak memory in MB) of a run."""
    *quasi, sensitive = columns
    command = [*PYTHON, os.path.join(HOME, 'run_mondrian.py'), os.environ['KANON_ADULT'], '--config', os.path.join(HOME, 'data', 'adult.ini'),
               '--hierarchies', os.path.join(HOME, 'hierarchies'), '--quasi', ','.join(quasi), '--sensitive', sensitive, '-k', str(k),
               '-o', os.path.join(folder, 'out.csv'), '--force', '--json', *words.split()]
    with open(os.path.join(folder, 'report.json'), 'w+', encoding='utf-8') as file:
        process = subprocess.Popen(command, stdout=file, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            sys.exit('failed: %s' % ' '.join(command))
        file.seek(0)
        return json.load(file), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    sizes = [int(word) for word in sys.argv[1:]] or [2, 5, 10, 20, 40, 80, 160, 320]
    with tempfile.TemporaryDirectory() as folder:
        print('Adult, four columns        k        lm  seconds     MB')
        for name, words in WAYS.items():
            for k in sizes:
                report, seconds, memory = run(folder, FOUR, k, words)
                lm = report['bound']['lm'] if name == 'bound' else report['measures']['lm']
                print('%-22s %5d %9.5f %8.1f %6.0f' % (name, k, lm, seconds, memory), flush=True)
        print('Adult, eight columns       k        lm  seconds     MB  of greedy')
        least = {}
        for name in 'greedy', 'clustered':
            for k in sizes:
                report, seconds, memory = run(folder, EIGHT, k, WAYS[name])
                lm = report['measures']['lm']
                print('%-22s %5d %9.5f %8.1f %6.0f %10.2f' % (name, k, lm, seconds, memory, lm / least.setdefault(k, lm)), flush=True)


if __name__ == '__main__':
    main()
