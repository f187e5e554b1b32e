"""The examples: those whose engine is not here are skipped with a reason, and the pipes need no engine. .ci/engines runs them all."""

import os
import shutil
import subprocess
import sys

import pytest

from conftest import ALL, HOME


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
    done = run_examples('duckdb', 'postgresql', 'spark', 'dbt', env={'PATH': str(tmp_path)})
    assert (done.returncode, done.stderr, done.stdout.splitlines()) == (0, '', [
        'duckdb: skipped, because there is no duckdb on the path (pip install duckdb-cli)',
        'postgresql: skipped, because there is no psql on the path',
        'spark: skipped, because pyspark is not installed (pip install pyspark)',
        "dbt: skipped, because there is no dbt on the path (pip install 'dbt-core<1.11' dbt-duckdb)"])
    assert run_examples('oracle').returncode == 2


@pytest.mark.skipif(not ALL or not shutil.which('split'), reason='it takes some seconds')
def test_the_pipes_publish_what_a_run_publishes():
    done = run_examples('pipes')
    assert (done.returncode, done.stdout.count('the release is the same')) == (0, 1), done.stderr
