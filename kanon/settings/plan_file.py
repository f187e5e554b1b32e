"""A plan as a file: how a release was made, so that the next table is published alike (`Plan` in library.py).

Promise: what was written is read again as the same values. A file that is no plan, or whose parts do not fit each other, is one DataError.
A plan holds the hierarchies, so it needs no other file. It is as confidential as the table, and only its owner may read the file.
"""

from __future__ import annotations

import json
import os
import stat

from .. import __version__
from ..errors import Changed, DataError, Refused, quoted
from ..hierarchy import Hierarchy
from ..tables.output_file import replacing
from ..tables.packed import text_file
from ..tables.text import open_text
from .kinds import listed
from .table import RULE, SETTINGS, settings_marked, take

MARK = 'kanon plan'
# What a plan says. quasi, sensitive, publish, k, missing, missing_in, max_suppression, weights: as a run takes them. rules: (sensitive
# column, rule beyond k). levels: {quasi-identifier: level}. hierarchies: {column: Hierarchy}.
NAMES = {'quasi': list, 'sensitive': list, 'publish': list, 'k': int, 'missing': str, 'missing_in': str, 'max_suppression': str, 'weights': dict}
TYPES = {**NAMES, 'rules': list, 'levels': dict, 'hierarchies': dict}       # in JSON


def write_plan(path, plan) -> None:
    """Write {name: value}. Only the owner may read the file, whoever could read what stood there."""
    told = {MARK: 1, 'kanon': __version__, **{name: plan[name] for name in NAMES}, 'levels': plan['levels'],
            'rules': [[column, rule.option, rule.typed()] for column, rule in plan['rules']],
            'hierarchies': {name: tree.rows() for name, tree in plan['hierarchies'].items()}}
    with replacing(path) as part:
        os.chmod(part, stat.S_IRUSR | stat.S_IWUSR)
        with text_file(part, path) as file:
            file.write(json.dumps(told, indent=1) + '\n')


def read_plan(path) -> dict:
    """{name: value} of a plan."""
    with open_text(path) as file:
        try:
            told = json.loads(''.join(file))
        except (ValueError, RecursionError):
            told = None
    if not isinstance(told, dict) or told.get(MARK) != 1:
        raise DataError('is no plan, as save of a Plan writes it', path)
    try:
        if any(type(told[name]) is not type_ for name, type_ in TYPES.items()):
            raise TypeError
        plan = {name: take(name, told[name]) for name in NAMES}
        plan['rules'] = [(column, rule_in(name, text)) for column, name, text in told['rules']]
        plan['levels'] = dict(told['levels'])
        plan['hierarchies'] = {name: tree_in(rows) for name, rows in told['hierarchies'].items()}
        fits = (plan['levels'].keys() == set(plan['quasi']) and set(plan['quasi']) <= plan['hierarchies'].keys()
                and all(type(level) is int for level in plan['levels'].values()) and {column for column, _ in plan['rules']} <= set(plan['sensitive']))
    except (DataError, KeyError, TypeError, ValueError, AttributeError):
        fits = False
    if not fits:
        raise Changed('is a plan whose parts do not fit each other; the file was changed, so make it anew', path)
    return plan


def rule_in(name, text):
    """The rule of one column."""
    if name not in settings_marked(RULE):
        raise Refused('%s is no rule' % quoted(name))
    return SETTINGS[name].kind(text)[None]


def tree_in(rows) -> Hierarchy:
    """The Hierarchy of the rows that its `rows` returned: pairs of child and parent, then the paths that repeat labels.

    >>> tree = Hierarchy({'93': '[90-]', '[90-]': '*', '28': '2*', '2*': '*'}, ladders={'93': ['93', '[90-]', '[90-]', '*']})
    >>> again = tree_in(tree.rows())
    >>> again == tree, again.labels('93'), again.height
    (True, ['93', '[90-]', '[90-]', '*'], 3)
    """
    parents: dict = {}
    ladders: dict = {}
    for row in rows:
        if not all(isinstance(label, str) for label in row) or len(row) < 2:
            raise DataError('a hierarchy has rows of labels')
        if len(row) == 2:
            parents[row[0]] = row[1]
        else:
            ladders[row[0]] = list(row)
    return Hierarchy(parents, ladders=ladders)


def check_same_trees(plan, folder, path) -> None:
    """Changed if a hierarchy of a folder, or of a program, is another than that of the plan."""
    others = [name for name, tree in plan['hierarchies'].items() if folder.has(name) and folder.tree_of(name, {}).rows() != tree.rows()]
    if others:
        raise Changed('the hierarchies of %s have changed since the plan was made; make a new plan, or leave them out' % listed(others), path)
