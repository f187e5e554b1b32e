"""A plan as a file: how a release was made, so that the next table is published alike (`Plan` in
library.py).

Promise: what was written is read again as the same values. A file that is no plan, or whose parts
do not fit each other, is one DataError. A plan holds the hierarchies, so it needs no other file. It
is as confidential as the table, and only its owner may read the file.
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
TEXT_OR_NONE = str, type(None)
# {what a plan says as a run takes it: its type}.
NAMES: dict = {
    'quasi': list,
    'sensitive': list,
    'publish': list,
    'person': TEXT_OR_NONE,
    'k': int,
    'missing': str,
    'missing_in': str,
    'max_suppression': str,
    'weights': dict}
# {what only a plan of cuts says: its type}.
OF_CUTS: dict = {'labels': str, 'categories': TEXT_OR_NONE, 'grid': dict, 'decimal': str}
# Besides, a plan has these.
# history       whether the release had one
# read          {setting: value} of how the table was read, None of a plan of before
# rules         (sensitive column, rule beyond k) pairs
# hierarchies   {column: Hierarchy}
# levels        of a plan of levels: {quasi-identifier: level}
# columns, cuts
#               of a plan of cuts: as cutting/planned.py has them


def write_plan(path, plan) -> None:
    """Write {name: value}. Only the owner may read the file, whoever could read what was there."""
    own = ['levels'] if 'levels' in plan else [*OF_CUTS, 'columns', 'cuts']
    written = {MARK: 1, 'kanon': __version__}
    for name in [*NAMES, *own, 'history', 'read']:
        written[name] = plan[name]
    written['rules'] = [[column, rule.option, rule.typed()] for column, rule in plan['rules']]
    written['hierarchies'] = {name: tree.rows() for name, tree in plan['hierarchies'].items()}
    with replacing(path) as part:
        os.chmod(part, stat.S_IRUSR | stat.S_IWUSR)
        with text_file(part, path) as file:
            file.write(json.dumps(written, indent=None if 'cuts' in plan else 1) + '\n')


def read_plan(path) -> dict:
    """{name: value} of a plan."""
    with open_text(path) as file:
        try:
            written = json.loads(''.join(file))
        except (ValueError, RecursionError):
            written = None
    if not isinstance(written, dict) or written.get(MARK) != 1:
        raise DataError('is no plan, as --save-plan and Plan.save write it', path)
    try:
        plan = plan_in(written)
        fits = fit_each_other(plan)
    except (DataError, KeyError, TypeError, ValueError, AttributeError):
        fits = False
    if not fits:
        raise Changed('is a plan whose parts do not fit each other; the file was changed, so make'
                      ' it anew', path)
    return plan


def plan_in(written) -> dict:
    """The plan that a file says. It raises an error, of any kind, if some part makes no sense."""
    of_levels = 'levels' in written
    names = NAMES if of_levels else {**NAMES, **OF_CUTS}
    for name, type_ in names.items():
        if not isinstance(written[name], type_) or type(written[name]) is bool:
            raise TypeError
    plan = {name: take(name, written[name]) for name in names}
    plan['read'] = reading_in(written)
    plan['rules'] = [(column, rule_in(name, text)) for column, name, text in written['rules']]
    plan['hierarchies'] = {name: tree_of_rows(rows)
                           for name, rows in written['hierarchies'].items()}
    for name in ['levels'] if of_levels else ['columns', 'cuts']:
        plan[name] = written[name]
    plan['history'] = written.get('history', False)
    return plan


def fit_each_other(plan) -> bool:
    """Whether the parts of a plan fit each other."""
    if type(plan['history']) is not bool or not same_reading(plan):
        return False
    if not {column for column, _ in plan['rules']} <= set(plan['sensitive']):
        return False
    if 'levels' in plan:
        return are_levels(plan) and not (plan['history'] and plan['person'] is None)
    return (not plan['history'] and plan['person'] is None
            and are_columns(plan) and are_cuts(plan['cuts'], plan['columns']))


def reading_in(written):
    """{setting: value} of how the table of a plan was read, or None.

    What was no setting yet when the plan was made is as if nobody had set it.
    """
    if 'read' not in written:
        return None
    read = written['read']
    unknown = read.keys() - NEUTRAL.keys()
    if unknown:
        raise KeyError(unknown)
    return {name: take(name, read.get(name, neutral)) for name, neutral in NEUTRAL.items()}


def same_reading(plan) -> bool:
    """Whether a plan says in both of its places the same of how the table was read."""
    if plan['read'] is None:
        return True
    in_both = [name for name in ('missing', 'missing_in', 'decimal') if name in plan]
    return all(plan['read'][name] == plan[name] for name in in_both)


def are_levels(plan) -> bool:
    """Whether each quasi-identifier has a level, and a hierarchy."""
    quasi, levels = set(plan['quasi']), plan['levels']
    if not levels.keys() == quasi <= plan['hierarchies'].keys():
        return False
    return all(type(level) is int for level in levels.values())


def are_columns(plan) -> bool:
    """Whether each quasi-identifier has a column, and the labels cover what comes later."""
    covers = plan['labels'] == 'grid' or 'box' in plan['labels'].split(',')
    if not covers or len(plan['columns']) != len(plan['quasi']):
        return False
    for column in plan['columns']:
        if type(column['order']) is not str or type(column['values']) is not list:
            return False
        if not all(type(value) is str for value in column['values']):
            return False
    return True


def are_cuts(cuts, columns) -> bool:
    """Whether each cut but the first is the side of one before it, and of no other.

    >>> column = {'order': 'numbers', 'values': ['1', '9']}
    >>> first = [0, 'strict', '5', [[None, 1], [None, None]]]
    >>> are_cuts([first, [0, 'strict', '2', [[None, None], [None, None]]]], [column])
    True
    """
    later_cuts = [later for *_, sides in cuts for _, later in sides if later is not None]
    if sorted(later_cuts) != list(range(1, len(cuts))):
        return False
    return all(is_cut(cut, place, len(columns)) for place, cut in enumerate(cuts))


def is_cut(cut, place, columns) -> bool:
    """Whether this is a cut. place: in the list of cuts. columns: how many there are.

    The sides of a node are those of its children, which are named. Other cuts have two sides.
    """
    dim, kind, at, sides = cut
    if type(dim) is not int or not 0 <= dim < columns:
        return False
    if kind not in ('strict', 'node', 'missing'):
        return False
    if type(at) is not (type(None) if kind == 'missing' else str):
        return False
    if len(sides) < 2 or kind != 'node' and len(sides) != 2:
        return False
    for child, later in sides:
        if type(child) is not (str if kind == 'node' else type(None)):
            return False
        if later is not None and (type(later) is not int or later <= place):
            return False
    return True


def rule_in(name, text):
    """The rule of one column."""
    if name not in settings_marked(RULE):
        raise Refused('%s is no rule' % quoted(name))
    return SETTINGS[name].kind(text)[None]


def tree_of_rows(rows) -> Hierarchy:
    """The Hierarchy of the rows that its `rows` returned.

    They are pairs of child and parent, and then the paths that repeat labels.

    >>> tree = Hierarchy({'93': '[90-]', '[90-]': '*', '28': '2*', '2*': '*'},
    ...                  ladders={'93': ['93', '[90-]', '[90-]', '*']})
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
    """Changed if a hierarchy of a folder, or of a program, is another than that of the plan.

    there: whether it must have all of them.
    """
    others = []
    for name, tree in plan['hierarchies'].items():
        if folder.has(name):
            changed = folder.tree_of(name, {}).rows() != tree.rows()
        else:
            changed = there
        if changed:
            others.append(name)
    if others:
        raise Changed('the hierarchies of %s have changed since the plan was made%s; make a new'
                      ' plan' % (listed(others), ', or are missing' if there else ''), path)
