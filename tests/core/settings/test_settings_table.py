"""A setting is more than a row: something reads it."""

import ast
import os

from conftest import HOME
from kanon.core.algorithms.full_domain import Samarati
from kanon.core.errors import Refused
from kanon.core.settings.asked import check_history
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


def test_a_measure_goes_with_a_history_only_if_it_is_said_to():
    """One that looks at the sizes of classes would be worked out wrongly. So a further measure is refused at first."""
    why = 'the sizes of classes are not worked out over groups'
    for name, is_refused in (('dm', True), ('c_avg', True), ('further', True), ('lm', False),
                             ('first', False), (None, False)):
        try:
            check_history('people.history', 'who', [Samarati()], measure=name)
        except Refused as error:
            assert is_refused and str(error).endswith(why), name
        else:
            assert not is_refused, name
