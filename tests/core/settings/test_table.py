"""A setting is more than a row: something reads it."""

import ast
import os

from conftest import HOME
from kanon.core.settings.table import SETTINGS

TABLE = os.path.join('kanon', 'core', 'settings', 'table.py')


def names_in(path):
    """The attributes, arguments and whole texts of a file. Options are words such as --max-rows there, and no names."""
    with open(path, encoding='utf-8') as file:
        for node in ast.walk(ast.parse(file.read())):
            if isinstance(node, ast.Attribute):
                yield node.attr
            elif isinstance(node, ast.arg):
                yield node.arg
            elif isinstance(node, ast.Constant):
                yield node.value


def test_some_file_reads_each_setting():
    """An option with a row and a help, which nothing reads, would be taken, and do nothing."""
    read = set()
    for where, _, names in os.walk(os.path.join(HOME, 'kanon')):
        for name in names:
            path = os.path.join(where, name)
            if name.endswith('.py') and not path.endswith(TABLE):
                read.update(names_in(path))
    assert not [name for name in SETTINGS if name not in read]
