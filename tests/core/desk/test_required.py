"""What is required is one value: whoever forgets to hand it on gets a TypeError, and nothing is published."""

import copy
import os
import subprocess
import sys

import pytest

from conftest import HOME, captured, program_named
from kanon.core.desk import run as running

SAMPLE = os.path.join(HOME, 'data', 'adult_sample.data')
TOY = os.path.join(HOME, 'data', 'inpatients', 'inpatients.csv')
WORDS = SAMPLE, '--l-diversity', '3', '-k', '2', '--max-suppression', '100'


def changed_script(folder, old, new):
    """run_samarati.py with one text replaced, run on the sample: its CompletedProcess, and whether anything was written."""
    with open(os.path.join(HOME, 'run_samarati.py'), encoding='utf-8') as file:
        text = file.read()
    assert text.count(old) == 1
    path, output = folder / 'another.py', folder / 'out.csv'
    path.write_text(text.replace(old, new), encoding='utf-8')
    result = subprocess.run([sys.executable, str(path), *WORDS, '-o', str(output)], cwd=HOME, env={**os.environ, 'PYTHONPATH': HOME},
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    assert sorted(os.listdir(str(folder))) == ['another.py', 'out.csv'][:1 + output.exists()]
    return result, output.exists()


@pytest.mark.parametrize('old, new, missing', [
    ('counted = publication.count(algorithm)', 'counted = publication.count()', "'algorithm'"),
    ('algorithm.space(counted)', 'algorithm.space()', "'counted'")])
def test_a_script_that_forgets_what_is_required_publishes_nothing(old, new, missing, tmp_path):
    result, written = changed_script(tmp_path, old, new)
    assert not written and result.returncode == 1
    error = result.stderr.splitlines()[-1]
    assert error.startswith('TypeError: ') and error.endswith('missing 1 required positional argument: %s' % missing)


def test_a_search_that_does_not_look_at_the_rules_is_caught_by_the_audit(tmp_path):
    """A student's search that knows k alone: the sample then has classes with fewer than 3 occupations."""
    result, written = changed_script(tmp_path, 'algorithm.space(counted)', 'algorithm.space(counted)._replace('
                                     'lattice=__import__("kanon").core.levels.lattice.Lattice(counted.frequency_set, counted.trees(), options.k))')
    assert not written and result.returncode == 1
    assert result.stderr == 'run_samarati.py: the audit found a class without distinct l = 3 in occupation\n'


@pytest.mark.parametrize('program, words', [
    ('samarati', WORDS), ('samarati', (SAMPLE, '--optimal', '--order', 'input', '--missing', 'root', '--weights', 'age=2')),
    ('mondrian', (SAMPLE, '--t-closeness', '0.5', '--relaxed', '--record', 'r.json')), ('datafly', (SAMPLE, '--round-robin')),
    ('sweep', (SAMPLE, '-k', '50,100')), ('lattice', (SAMPLE, '--minimal')), ('check', (SAMPLE, '--require', 'k=1')),
    ('risk', (SAMPLE, '--most', '1')), ('attack', (TOY, '--known', TOY)), ('start', (SAMPLE,)),
    ('ranges', (SAMPLE, '--column', 'age', '--widths', '5', '-o', 'age.txt')), ('show', (SAMPLE, '--column', 'race')),
    ('covers', (SAMPLE, '--missing', 'root')), ('levels', (SAMPLE, '--column', 'age'))])
def test_a_run_leaves_the_options_as_they_were_parsed(program, words, tmp_path, monkeypatch):
    kept = []

    def parse(*arguments):
        kept.append(plain(*arguments))
        kept.append(copy.deepcopy(vars(kept[0])))
        return kept[0]
    plain = running.parse
    monkeypatch.setattr(running, 'parse', parse)
    monkeypatch.chdir(tmp_path)
    more = ['-o', 'out.csv'] if program in ('samarati', 'mondrian', 'datafly') else []
    status, _, err = captured(lambda: running.run(*program_named(program), [*words, *more]))
    assert status == 0, err
    assert vars(kept[0]) == kept[1]
