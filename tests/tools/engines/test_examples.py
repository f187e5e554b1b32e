"""The examples: those whose engine is not here are skipped with a reason, and the pipes need no engine. .ci/engines runs them all."""

import os
import shlex
import shutil
import subprocess
import sys

import pytest

from conftest import ALL, HOME, kanon


def run_examples(*names, **more):
    return subprocess.run(['sh', 'examples/run.sh', *names], cwd=HOME, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          encoding='utf-8', **more)


@pytest.mark.skipif(not shutil.which('sh'), reason='there is no shell')
def test_an_engine_that_is_not_here_is_skipped_with_the_reason(tmp_path):
    for name in 'sh', 'mkdir':
        os.symlink(shutil.which(name), str(tmp_path / name))
    bare = tmp_path / 'python3'
    bare.write_text('#!/bin/sh\nexec "%s" -S "$@"\n' % sys.executable)      # without what is installed beside Python
    bare.chmod(0o755)
    done = run_examples('sqlite', 'duckdb', 'postgresql', 'mysql', 'spark', 'dbt', env={'PATH': str(tmp_path)})
    assert (done.returncode, done.stderr, done.stdout.splitlines()) == (0, '', [
        'sqlite: skipped, because there is no sqlite3 on the path',
        'duckdb: skipped, because there is no duckdb on the path (pip install duckdb-cli)',
        'postgresql: skipped, because there is no psql on the path',
        'mysql: skipped, because there is no mysql on the path',
        'spark: skipped, because pyspark is not installed (pip install pyspark)',
        "dbt: skipped, because there is no dbt on the path (pip install 'dbt-core<1.11' dbt-duckdb)"])
    assert run_examples('oracle').returncode == 2


@pytest.mark.skipif(not ALL or not shutil.which('split'), reason='it takes some seconds')
def test_the_pipes_publish_what_a_run_publishes():
    done = run_examples('pipes')
    assert (done.returncode, done.stdout.count('the release is the same')) == (0, 1), done.stderr


@pytest.mark.parametrize('name', ['sqlite', 'duckdb', 'postgresql'])
def test_the_sql_of_an_example_is_what_kanon_sql_prints(name):
    with open(os.path.join(HOME, 'examples', name + '.sql'), encoding='utf-8') as file:
        text = file.read()
    command = next(line for line in text.splitlines() if line.startswith('--     python3 -m kanon sql '))
    printed = kanon(*shlex.split(command)[4:]).stdout
    assert len(printed) > 2000 and printed in text
