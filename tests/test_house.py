"""The house rules: standard library only, imports one way, silent library, short functions. Exceptions are named, with a reason."""

import ast
import os
import re
import subprocess
import sys

import pytest

from conftest import HOME

KANON = os.path.join(HOME, 'kanon')
# A file imports only from files above it.
ORDER = ['__init__', 'early', 'errors', 'wide', 'records', 'numerals', 'hierarchy', 'frequency', 'packing', 'packed', 'dimension', 'missing', 'distance',
         'requirement', 'rules', 'kinds', 'exact', 'ladder_file', 'ladder_dates', 'ladder_numbers', 'ladders', 'bounds', 'conversion',
         'shown_tree', 'covers', 'hierarchy_types', 'hierarchy_words',
         'lattice', 'samarati', 'datafly', 'dealing', 'cuts', 'mondrian', 'published', 'covering', 'linkage', 'matching', 'recoding', 'measures',
         'objective', 'optimal', 'tally', 'audit', 'words', 'standing', 'options', 'report', 'progress', 'aside', 'release', 'tables', 'sweep',
         'check', 'check_text', 'risk', 'ledger', 'command', 'publishing', 'attack', 'judge', 'survey', 'survey_text', 'draft',
         'draft_text', 'start', 'replay', 'verbs', 'hierarchy_make', 'hierarchy_verbs', '__main__']
PRINTS = {'report', 'command', 'publishing', '__main__'}      # what speaks to the user; the rest is silent
LONGER_MODULES = {'records': 'reading csv in every writing of it, with its refusals',
                  'hierarchy': 'a tree, its levels, and every way in which a file can be none',
                  'words': 'a line or two for each word of the command line',
                  'hierarchy_words': 'the same for the verbs of hierarchy',
                  'options': 'a type for each word, and the rules between words', 'report': 'a line for each line of the text'}
LONGER_FUNCTIONS = {'options.parser': 'one statement a word', 'options.parse': 'one statement a rule between words'}

DEEPER = {'publishing.publish': 'with, try, with, if: a file that is removed whatever happens'}
MORE_ARGUMENTS = {
    'records.__init__': 'what can be said of a csv file', 'objective.__init__': 'the numbers of a measure', 'report.vector_summary': 'all of a run',
    'publishing.publish': 'all of a run', 'publishing.finish': 'all of a run', 'ladder_numbers.ranges': 'what can be said of ranges',
    'report.column_rows': 'what each column of the text shows'}


def source(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


MODULES = {name[:-3]: source(os.path.join(KANON, name)) for name in sorted(os.listdir(KANON)) if name.endswith('.py')}


def code_lines(node, text):
    """The lines of a node that hold code: no blank lines, comments or docstrings."""
    lines = {line for statement in ast.walk(node) for line in range(getattr(statement, 'lineno', 0), getattr(statement, 'end_lineno', 0) + 1)
             if isinstance(statement, (ast.stmt, ast.expr))}
    for inner in ast.walk(node):
        if isinstance(inner, (ast.FunctionDef, ast.ClassDef, ast.Module)) and ast.get_docstring(inner):
            lines -= set(range(inner.body[0].lineno, inner.body[0].end_lineno + 1))
    return [line for line in lines if text.splitlines()[line - 1].strip() and not text.splitlines()[line - 1].strip().startswith('#')]


def nesting(node, depth=0):
    deeper = depth + isinstance(node, (ast.For, ast.While, ast.If, ast.With, ast.Try))
    return max([deeper] + [nesting(child, depth if is_elif(node, child) else deeper) for child in ast.iter_child_nodes(node)])


def is_elif(node, child):
    return isinstance(node, ast.If) and node.orelse == [child] and isinstance(child, ast.If)


def test_the_order_names_every_module():
    assert sorted(ORDER) == sorted(MODULES)


@pytest.mark.parametrize('name', ORDER)
def test_imports_run_one_way_and_are_relative(name):
    for node in ast.walk(ast.parse(MODULES[name])):
        if isinstance(node, ast.ImportFrom) and node.level:
            froms = [node.module] if node.module else [alias.name if alias.name in MODULES else '__init__' for alias in node.names]
            assert all(ORDER.index(found) < ORDER.index(name) for found in froms), (name, froms)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            assert 'kanon' not in ast.dump(node)


def test_nothing_but_the_standard_library_is_imported():
    code = ('import sys, pkgutil; sys.path.insert(0, "."); import kanon\n'
            'for module in pkgutil.iter_modules(kanon.__path__):\n'
            '    module.name == "__main__" or __import__("kanon." + module.name)\n'
            'import run_samarati, run_mondrian\n'
            'print("\\n".join(sorted(filter(None, (getattr(m, "__file__", None) for m in list(sys.modules.values()))))))')
    result = subprocess.run([sys.executable, '-E', '-s', '-S', '-c', code], cwd=HOME, stdout=subprocess.PIPE, encoding='utf-8', check=True)
    library = os.path.dirname(os.path.realpath(os.__file__))
    for path in result.stdout.splitlines():
        path = os.path.realpath(path)
        assert path.startswith(HOME) or path.startswith(library) and 'site-packages' not in path or 'pypy' in path, path


def test_a_run_imports_no_more_than_it_needs(tmp_path):
    """Each of these would take 2 to 10 ms of a run's 100."""
    code = ('import sys, argparse, csv, configparser, contextlib, heapq, signal\n'
            'before = set(sys.modules); sys.path.insert(0, "."); import run_mondrian as m; from kanon.command import run\n'
            'status = run("mondrian", m.main, ["data/inpatients/inpatients.csv", "-o", "%s", "--quiet"])\n'
            'heavy = {"tempfile", "json", "shutil", "typing", "pathlib", "dataclasses", "random", "difflib", "gzip", "decimal"}\n'
            'print(status, sorted((set(sys.modules) - before) & (heavy | {"kanon.samarati"})))')
    result = subprocess.run([sys.executable, '-E', '-s', '-S', '-c', code % str(tmp_path / 'out.csv').replace('\\', '/')], cwd=HOME,
                            stdout=subprocess.PIPE, encoding='utf-8')
    if sys.implementation.name == 'cpython':
        assert result.stdout == '0 []\n'


@pytest.mark.parametrize('name', ORDER)
def test_modules_are_short(name):
    lines = len(code_lines(ast.parse(MODULES[name]), MODULES[name]))
    assert lines <= 120 or name in LONGER_MODULES, lines
    assert ast.get_docstring(ast.parse(MODULES[name]))
    assert max(map(len, MODULES[name].splitlines())) <= 135


@pytest.mark.parametrize('name', ORDER)
def test_functions_are_short_shallow_and_take_few_arguments(name):
    for node in ast.walk(ast.parse(MODULES[name])):
        if isinstance(node, ast.FunctionDef):
            where = '%s.%s' % (name, node.name)
            arguments = [argument.arg for argument in node.args.args if argument.arg != 'self']
            assert len(code_lines(node, MODULES[name])) <= 30 or where in LONGER_FUNCTIONS, where
            assert max(map(nesting, node.body)) <= 3 or where in DEEPER, where
            assert len(arguments) <= 4 or where in MORE_ARGUMENTS, where


@pytest.mark.parametrize('name', ORDER)
def test_the_library_is_silent_and_asserts_nothing(name):
    tree = ast.parse(MODULES[name])
    calls = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert 'print' not in calls or name in PRINTS
    assert not any(isinstance(node, ast.Assert) for node in ast.walk(tree))


@pytest.mark.parametrize('script', ['run_samarati.py', 'run_mondrian.py'])
def test_the_scripts_are_about_sixty_lines(script):
    assert len(source(os.path.join(HOME, script)).splitlines()) <= 65
