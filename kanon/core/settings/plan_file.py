"""A plan as a file: how a release was made, so that the next table is published alike (`Plan` in library.py).

Promise: what was written is read again as the same values. A file that is no plan, or whose parts do not fit each other, is one DataError.
A plan holds the hierarchies, so it needs no other file. It is as confidential as the table, and only its owner may read the file.
"""

from __future__ import annotations

import json
import os
import stat

from ... import __version__
from ..counts.hierarchy import Hierarchy
from ..errors import Changed, DataError, Refused, quoted
from ..tables.output_file import replacing
from ..tables.packed import text_file
from ..tables.text import open_text
from .kinds import listed
from .reading import NEUTRAL
from .table import RULE, SETTINGS, settings_marked, take

MARK = 'kanon plan'
# What a plan says. history: whether the release had one. read: {setting: value} of how the table was read, None of a plan of before. quasi, sensitive, publish, person, k, missing, missing_in, max_suppression, weights: as a run takes them. rules: (sensitive
# column, rule beyond k). hierarchies: {column: Hierarchy}. Of levels: {quasi-identifier: level}. Of cuts: labels, categories, grid and
# decimal as a run takes them, columns and cuts as cutting/planned.py has them.
NAMES: dict = {'quasi': list, 'sensitive': list, 'publish': list, 'person': (str, type(None)), 'k': int, 'missing': str, 'missing_in': str,
               'max_suppression': str, 'weights': dict}
OF_CUTS: dict = {'labels': str, 'categories': (str, type(None)), 'grid': dict, 'decimal': str}


def write_plan(path, plan) -> None:
    """Write {name: value}. Only the owner may read the file, whoever could read what stood there."""
    own = ['levels'] if 'levels' in plan else [*OF_CUTS, 'columns', 'cuts']
    told = {MARK: 1, 'kanon': __version__, **{name: plan[name] for name in [*NAMES, *own]}, 'history': plan['history'],
            'read': plan['read'],
            'rules': [[column, rule.option, rule.typed()] for column, rule in plan['rules']],
            'hierarchies': {name: tree.rows() for name, tree in plan['hierarchies'].items()}}
    with replacing(path) as part:
        os.chmod(part, stat.S_IRUSR | stat.S_IWUSR)
        with text_file(part, path) as file:
            file.write(json.dumps(told, indent=None if 'cuts' in plan else 1) + '\n')


def read_plan(path) -> dict:
    """{name: value} of a plan."""
    with open_text(path) as file:
        try:
            told = json.loads(''.join(file))
        except (ValueError, RecursionError):
            told = None
    if not isinstance(told, dict) or told.get(MARK) != 1:
        raise DataError('is no plan, as --save-plan and Plan.save write it', path)
    try:
        names = NAMES if 'levels' in told else {**NAMES, **OF_CUTS}
        if not all(isinstance(told[name], type_) and type(told[name]) is not bool for name, type_ in names.items()):
            raise TypeError
        plan = {name: take(name, told[name]) for name in names}
        plan['read'] = reading_in(told)
        plan['rules'] = [(column, rule_in(name, text)) for column, name, text in told['rules']]
        plan['hierarchies'] = {name: tree_of_rows(rows) for name, rows in told['hierarchies'].items()}
        plan.update({name: told[name] for name in (['levels'] if 'levels' in told else ['columns', 'cuts'])}, history=told.get('history', False))
        fits = same_reading(plan) and plan['history'] in (False, 'levels' in told and plan['person'] is not None) and type(plan['history']) is bool and (
            {column for column, _ in plan['rules']} <= set(plan['sensitive'])) and (
            are_levels(plan) if 'levels' in told else plan['person'] is None and are_columns(plan) and are_cuts(plan['cuts'], plan['columns']))
    except (DataError, KeyError, TypeError, ValueError, AttributeError):
        fits = False
    if not fits:
        raise Changed('is a plan whose parts do not fit each other; the file was changed, so make it anew', path)
    return plan


def reading_in(told):
    """{setting: value} of how the table of a plan was read. What was no setting yet when the plan was made is as if nobody had set it."""
    if 'read' not in told:
        return None
    unknown = told['read'].keys() - NEUTRAL.keys()
    if unknown:
        raise KeyError(unknown)
    return {name: take(name, told['read'].get(name, neutral)) for name, neutral in NEUTRAL.items()}


def same_reading(plan) -> bool:
    """Whether a plan says in both of its places the same of how the table was read."""
    return plan['read'] is None or all(plan['read'][name] == plan[name] for name in ('missing', 'missing_in', 'decimal') if name in plan)


def are_levels(plan) -> bool:
    """Whether each quasi-identifier has a level, and a hierarchy."""
    quasi, levels = set(plan['quasi']), plan['levels']
    return levels.keys() == quasi <= plan['hierarchies'].keys() and all(type(level) is int for level in levels.values())


def are_columns(plan) -> bool:
    covering = plan['labels'] == 'grid' or 'box' in plan['labels'].split(',')        # what comes later
    return covering and len(plan['columns']) == len(plan['quasi']) and all(
        type(column['order']) is str and type(column['values']) is list and all(type(value) is str for value in column['values'])
        for column in plan['columns'])


def are_cuts(cuts, columns) -> bool:
    """Whether each cut but the first is the side of one before it, and of no other.

    >>> column = {'order': 'numbers', 'values': ['1', '9']}
    >>> are_cuts([[0, 'strict', '5', [[None, 1], [None, None]]], [0, 'strict', '2', [[None, None]] * 2]], [column])
    True
    """
    after = [later for *_, sides in cuts for _, later in sides if later is not None]
    return sorted(after) == list(range(1, len(cuts))) and all(
        type(dim) is int and 0 <= dim < len(columns) and kind in ('strict', 'node', 'missing')
        and type(at) is (type(None) if kind == 'missing' else str) and len(sides) >= 2 and (kind == 'node' or len(sides) == 2)
        and all(type(child) is (str if kind == 'node' else type(None)) for child, _ in sides)
        and all(later is None or type(later) is int and later > place for _, later in sides)
        for place, (dim, kind, at, sides) in enumerate(cuts))


def rule_in(name, text):
    """The rule of one column."""
    if name not in settings_marked(RULE):
        raise Refused('%s is no rule' % quoted(name))
    return SETTINGS[name].kind(text)[None]


def tree_of_rows(rows) -> Hierarchy:
    """The Hierarchy of the rows that its `rows` returned: pairs of child and parent, then the paths that repeat labels.

    >>> tree = Hierarchy({'93': '[90-]', '[90-]': '*', '28': '2*', '2*': '*'}, ladders={'93': ['93', '[90-]', '[90-]', '*']})
    >>> again = tree_of_rows(tree.rows())
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


def check_same_trees(plan, folder, path, there=False) -> None:
    """Changed if a hierarchy of a folder, or of a program, is another than that of the plan. there: whether it must have all of them."""
    others = [name for name, tree in plan['hierarchies'].items()
              if (folder.tree_of(name, {}).rows() != tree.rows() if folder.has(name) else there)]
    if others:
        raise Changed('the hierarchies of %s have changed since the plan was made%s; make a new plan' % (
            listed(others), ', or are missing' if there else ''), path)
