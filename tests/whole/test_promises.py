"""Every sentence that promises something has a test that makes it false and sees it withdrawn.

The sentences are those that a run, `check`, a standard, a page, a picture and `attack` can print with a word such as "holds", "every",
"no", "passed" or "proven". promises.txt has a row for each: the test that sees it withdrawn, or why it promises nothing. CASES below
are sentences that a program prints in one run and not in another, in which they are not true.
"""

import ast
import glob
import os
import re
import shlex
import shutil
from functools import lru_cache

import pytest

from conftest import HOME, run
from readers import read

WORDS = re.compile(r'\b(holds?|every|everybody|no|nobody|none|passed|proven|never)\b', re.IGNORECASE)
TABLE = os.path.join(HOME, 'tests', 'whole', 'promises.txt')

# The files whose texts are printed, and those of them that are a page's or a picture's.
PRINTED = [
    *('cli/%s.py' % name for name in ('report_text', 'report', 'screen', 'mondrian_inputs', 'run', 'inputs', 'publication', 'run_record')),
    *('verbs/%s.py' % name for name in ('check', 'attack', 'risk', 'sweep', 'lattice', 'recode', 'replay', 'datafly')),
    *('pages/%s.py' % name for name in ('texts', 'run', 'findings', 'details', 'release', 'settings', 'choosing')), 'pictures/texts.py',
    *('assessment/%s.py' % name for name in ('check', 'standard', 'clauses'))]
SEEN = 'pages/', 'pictures/'

REFUSALS = {'DataError', 'Unsatisfied', 'error', 'ArgumentTypeError', 'refuse', 'refuse_recoding'}      # calls that are messages
HELP = {'Word', 'switch', 'Program', '_replace'}
LOOKUPS = {'say', 'get', 'pop'}         # their first argument is a key


def printed_by(path):
    """The sentences of a file with one of WORDS: without docstrings, help, messages of refusals, keys, and texts in Chinese."""
    with open(path, encoding='utf-8') as file:
        nodes = list(ast.walk(ast.parse(file.read())))
    left_out = set()
    for node in nodes:
        if isinstance(node, ast.Expr):
            left_out.add(node.value)
        elif isinstance(node, ast.Call):
            name = getattr(node.func, 'id', getattr(node.func, 'attr', ''))
            left_out.update(ast.walk(node) if name in REFUSALS | HELP else node.args[:1] if name in LOOKUPS else ())
        elif isinstance(node, ast.Subscript):
            left_out.update(ast.walk(node.slice))
        elif isinstance(node, ast.Dict):
            left_out.update(node.keys)
        elif isinstance(node, ast.Compare):
            left_out.update(ast.walk(node))
        elif isinstance(node, ast.Tuple) and path.endswith('texts.py') and len(node.elts) == 2:
            left_out.add(node.elts[1])      # Chinese
    return {node.value.strip() for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
            and node not in left_out and WORDS.search(node.value)}


@lru_cache(None)
def sentences():
    """{sentence: the files that print it}, with the clauses of the standards that ship."""
    found = {}
    for name in PRINTED:
        for sentence in printed_by(os.path.join(HOME, 'kanon', name)):
            found.setdefault(sentence, []).append(name)
    for path in sorted(glob.glob(os.path.join(HOME, 'kanon', 'assessment', 'standards', '*.ini'))):
        with open(path, encoding='utf-8') as file:
            text = re.sub('\n[ \t]+', ' ', file.read())
        for sentence in re.findall('^text = (.*)', text, re.MULTILINE):
            if WORDS.search(sentence):
                found.setdefault(sentence, []).append('standards')
    return found


@lru_cache(None)
def table():
    """{sentence: the tests that see it withdrawn, or a text 'nothing: ...' that says why it promises nothing}, as promises.txt has them."""
    rows, head = {}, None
    with open(TABLE, encoding='utf-8') as file:
        for line in filter(str.strip, file):
            if line.startswith('#'):
                continue
            if line.startswith(' '):
                sentence = line.strip().replace('\\n', '\n')
                assert sentence not in rows, 'twice: ' + sentence
                rows[sentence] = head
            else:
                head = line.strip() if line.startswith('nothing: ') else line.split()
    return rows
