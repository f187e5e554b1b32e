"""The mutants that tests/mutants.py makes are the slips it speaks of; what tests/mutants.txt explains is there."""

import ast
import glob
import os
import shutil
import subprocess
import sys

import pytest

from conftest import HOME, some
from mutants import EXPLANATIONS, Mutant, TESTS, explanations, mutants_of, out_of_date, read, arguments_of, sample


@pytest.mark.parametrize('source, expected', [
    ('a < b', ['a <= b', 'a >= b']), ('a >= b', ['a < b', 'a > b']), ('a == b', ['a != b']), ('a != b', ['a == b']),
    ('a in b', ['a not in b']), ('a not  in b', ['a in b']), ('a is None', ['a is not None']), ('a is not b', ['a is b']),
    ('a <= b <= c', ['a < b <= c', 'a > b <= c', 'a <= b < c', 'a <= b > c']),
    ('(a) < (b)', ['(a) <= (b)', '(a) >= (b)']), ('é < b', ['é <= b', 'é >= b']), ("'<' > b", ["'<' >= b", "'<' <= b"]),
    ('not a', ['a']), ('not(a)', ['(a)']), ('a and b and c', ['a or b and c', 'a and b or c']), ('a or b', ['a and b']),
    ('a[1]', ['a[2]']), ('a[:-1]', ['a[:+1]', 'a[:-2]']), ('a[b:len(c)]', ['a[b + 1:len(c)]', 'a[b:len(c) + 1]']),
    ('a[b:c * d:e]', ['a[b + 1:c * d:e]', 'a[b:(c * d) + 1:e]']), ('a[:b + 1]', ['a[:b - 1]', 'a[:b + 2]']), ('a[b]', []),
    ('range(a, b)', ['range(a + 1, b)', 'range(a, b + 1)']), ('range(*a)', []), ('30_000', ['30001']),
    ('a + b - c', ['a - b - c', 'a + b + c']), ('a += b', ['a -= b']), ('a -= b', ['a += b']), ('-a', ['+a']), ('~a', []),
    ('min(a)', ['max(a)']), ('key(max)', ['key(min)']), ('any(a)', ['all(a)']), ('all(a)', ['any(a)']), ('a.min', []),
    ("'1 < 2'", []), ('a = True, None, 1.5, b"1"', []), ('f"{a + 1}"', []),
    ('def f(a: 1 < 2 = 3) -> 4: "5 < 6"', ['def f(a: 1 < 2 = 4) -> 4: "5 < 6"']),
    ('a * b // c', []), ('a[(b <\n  c)]', ['a[(b <=\n  c)]', 'a[(b >=\n  c)]'])])
def test_the_slips_that_are_made(source, expected):
    assert sorted(mutant.text for mutant in mutants_of(source)) == sorted(expected)


def test_a_mutant_is_named_by_its_line_and_its_turn():
    found = mutants_of('def f(a):\n    """1 < 2"""\n    return a[0] + a[0]     # 0\n')
    assert [(mutant.line, mutant.code, mutant.name) for mutant in found] == [
        (3, 'return a[0] + a[0]', name) for name in ('0 -> 1', '+ -> -', '0 -> 1 #2')]


@pytest.mark.parametrize('module', some(list(TESTS), every=4))
def test_each_mutant_is_another_program(module):
    text = read(module)
    dumps = [ast.dump(ast.parse(mutant.text)) for mutant in mutants_of(text)]
    assert len(dumps) > 2 and ast.dump(ast.parse(text)) not in dumps and len(set(dumps)) == len(dumps)


def test_the_modules_that_carry_the_promises_have_more_than_a_hundred_mutants():
    assert sum(len(mutants_of(read(module))) for module in TESTS) > 100


@pytest.mark.parametrize('module', TESTS)
def test_the_tests_of_a_module_are_there(module):
    assert all(os.path.exists(os.path.join(HOME, word)) for word in [module, *arguments_of(module)] if '/' in word)


def test_the_seed_decides_what_a_sample_holds_and_another_line_changes_little():
    work = [('module.py', Mutant(line, 'code %d' % line, '0 -> 1', 'text')) for line in range(1000)]
    drawn = sample(work, 20, 'seed')
    assert drawn == sorted(set(drawn)) == sample(work, 20, 'seed') != sample(work, 20, 'another') and len(drawn) == 20
    moved = [(module, mutant._replace(line=mutant.line + 1)) for module, mutant in work if mutant.line != 500]
    others = {mutant.code for _, mutant in sample(moved, 20, 'seed')}
    assert len(others & {mutant.code for _, mutant in drawn}) >= 19


def test_every_explanation_is_of_a_mutant_that_there_is():
    explained = explanations()
    assert out_of_date(explained, {module for module, _, _ in explained}) == []
    assert all(explained.values())


def test_an_explanation_of_a_line_that_is_gone_is_out_of_date():
    key = ('kanon/core/counts/parted.py', 'if row in histograms:', 'in -> not in')
    gone = [(key[0], key[1] + ' ', key[2]), (*key[:2], 'in -> is')]
    assert out_of_date(dict.fromkeys([key, *gone], 'why'), {key[0]}) == gone


def test_a_run_names_the_survivors_and_what_is_not_true(tmp_path):
    """In a checkout of one module, whose only test does not try equal numbers."""
    for folder in ('kanon', 'tests'):
        (tmp_path / folder).mkdir()
    (tmp_path / 'kanon' / 'little.py').write_text('def below(n, k):\n    return n < k   # records\n')
    (tmp_path / 'tests' / 'library').mkdir()
    (tmp_path / 'tests' / 'library' / 'test_little.py').write_text(
        'from kanon.little import below\n\n\ndef test_below():\n    assert below(1, 2) and not below(2, 1)\n')
    for name in 'mutants.py', 'mutants_forked.py':
        shutil.copy(os.path.join(HOME, 'tests', name), str(tmp_path / 'tests'))
    explained = tmp_path / 'tests' / os.path.basename(EXPLANATIONS)

    def run(*options):
        result = subprocess.run([sys.executable, 'tests/mutants.py', 'kanon/little.py', *options], cwd=str(tmp_path),
                                stdout=subprocess.PIPE, encoding='utf-8')
        return result.returncode, result.stdout.splitlines()[:-1]       # the last says how long it took
    explained.write_text('# why\nkanon/little.py || return n < k || < -> >= || not so\n')
    assert run() == (1, ['kanon/little.py:2: return n < k  =>  return n <= k',
                         'kanon/little.py:2: return n < k  =>  return n >= k  (a test does see it: take it out of tests/mutants.txt)',
                         'kanon/little.py: 2 mutants, 1 killed, 0 of them by time, 0 explained, 1 survived'])
    explained.write_text('kanon/little.py || return n < k || < -> <= || nobody is equal\n')
    assert run() == (0, ['kanon/little.py:2: return n < k  =>  return n <= k  (explained: nobody is equal)',
                         'kanon/little.py: 2 mutants, 1 killed, 0 of them by time, 1 explained, 0 survived'])
    status, (first, *_, last) = run('--sample', '1', '--seed', 'two words')
    assert (status, first) == (0, "a sample of 1 of 2 mutants; to draw the same again: --sample 1 --seed 'two words'")
    assert last.startswith('kanon/little.py: 1 mutants, ')


def test_what_bears_on_a_module_is_there():
    """The test file of a module's name or, if there is none, all tests of its room."""
    assert arguments_of('kanon/tools/building/column_kinds.py') == ['kanon/tools/building/column_kinds.py', 'tests/tools/building/test_column_kinds.py']
    assert arguments_of('kanon/tools/building/ladder.py') == ['kanon/tools/building/ladder.py', 'tests/tools/building']
    assert arguments_of('kanon/core/levels/datafly.py') == ['kanon/core/levels/datafly.py', 'tests/core/levels/test_datafly.py']
    for path in glob.glob(os.path.join(HOME, 'kanon', '**', '*.py'), recursive=True):
        module = os.path.relpath(path, HOME).replace(os.sep, '/')
        assert all(os.path.exists(os.path.join(HOME, word)) for word in arguments_of(module)[1:] if '/' in word)
