"""Every table of a user is opened by `Reading.open`, so no verb passes over a setting that says how tables are read."""

import ast

from kanon.settings.reading import NEUTRAL, ROLES, Reading
from kanon.settings.table import SETTINGS
from test_house import FILES

OWN_FILES = {'tables/recoding_file', 'engines/column_maps'}     # which kanon has written itself
OPENERS = {'Table', 'AnyTable', 'GuardedTable', 'DatabaseTable', 'kind_for', 'kind'}


def test_no_file_but_reading_opens_a_table():
    calls = {name for name, tree in FILES.items() for node in ast.walk(tree)
             if isinstance(node, ast.Call) and (getattr(node.func, 'id', None) in OPENERS or isinstance(node.func, ast.Call) and getattr(node.func.func, 'id', None) == 'kind_for')}
    assert calls - OWN_FILES - {'tables/__init__', 'settings/reading', 'settings/kinds', 'settings/table'} == set()


def test_no_file_but_reading_says_how_a_table_is_read():
    """Nobody sets na, totals, days or used on a table once it is open, but Reading. (A verb may take counts away, where a release has them no more.)"""
    for name, tree in FILES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and name not in ('settings/reading', 'tables/table', *OWN_FILES):
                for target in node.targets:
                    for each in target.elts if isinstance(target, ast.Tuple) else [target]:
                        assert not (isinstance(each, ast.Attribute) and getattr(each.value, 'id', '') in ('table', 'release', 'people')
                                    and each.attr in ('na', 'totals', 'days', 'used', 'signs', 'exact')), name


def test_every_role_takes_known_settings_and_each_setting_is_in_a_role():
    assert set(NEUTRAL) <= set(SETTINGS) and all(role <= set(NEUTRAL) for role in ROLES.values())
    assert set().union(*ROLES.values()) == set(NEUTRAL)
    reading = Reading.of({name: 'x' for name in NEUTRAL})
    for role, taken in ROLES.items():
        assert {name for name in NEUTRAL if getattr(reading.of_role(role), name) != NEUTRAL[name]} == taken
