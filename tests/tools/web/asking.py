"""A plan of the page for the clinic's table, and what asks it of the programs."""

import os
import subprocess
import sys

import pytest
from conftest import HOME
from kanon.tools.web.asks import answer

CLINIC = subprocess.run([sys.executable, os.path.join(HOME, 'data', 'make_clinic.py')], stdout=subprocess.PIPE, check=True).stdout
CLINIC = b''.join(CLINIC.splitlines(True)[:1001])
PERSONS = len({line.split(b';')[1] for line in CLINIC.splitlines()[1:]})
PLAN = {'table': 'clinic.csv', 'language': 'en', 'read': {}, 'person': 'patient', 'quasi': ['born', 'sex', 'postcode', 'income'],
        'sensitive': ['diagnosis'], 'publish': [], 'settings': {'k': '5', 'l_diversity': '2', 'missing': 'root'}, 'standards': [],
        'algorithm': 'mondrian'}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder is that of a tab, with the clinic's table."""
    tab = tmp_path / 'tab'
    tab.mkdir()
    (tab / 'clinic.csv').write_bytes(CLINIC)
    monkeypatch.chdir(tab)
    return tab


def asked(name, plan=(), **values):
    return answer(name, {'plan': {**PLAN, **dict(plan)}, **values})


def good(name, plan=(), **values):
    found = asked(name, plan, **values)
    assert 'error' not in found, found['error']
    return found


def contents(folder) -> dict:
    """{path: bytes} of all files in a folder."""
    return {path: path.read_bytes() for path in folder.rglob('*') if path.is_file()}
