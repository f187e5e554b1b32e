"""A hierarchy drawn as a tree of text, and the values of a table checked against it.

Promise: in a drawing every node is below its parent, two blanks further in, and its counts are those of all its leaves. Leaves
that are not drawn are counted. A check refuses a column if and only if a run would refuse its values or its hierarchy. It does
not stop at the first finding. Findings are data, and the text is made from them.
"""

from __future__ import annotations

from collections import namedtuple

from ...core.counts.values import MISSING, all_in_common, in_common
from ...core.errors import REDACTED, DataError, joined, show
from ...core.own_files import exists
from ...core.tables.hierarchy_file import HierarchyFolder, file_of, load
from ...core.tables.text_table import left, right, width

ALL_DRAWN = 8       # if a node has more leaves than this,

DRAWN = 5           # only this many are drawn

LISTED = 10         # values that are listed

Node = namedtuple('Node', 'depth text level leaves records')       # a line of a drawing


def tree_text(tree, say, counts=None, all_=False) -> str:
    """The tree as text. counts: {value: records} of the leaves that occur, or None. all_: draw every leaf.

    >>> from ...core.counts.hierarchy import Hierarchy
    >>> from ...core.voice.speaking import ENGLISH
    >>> print(tree_text(Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'}), ENGLISH, {'a': 5, 'c': 2}))
    node   level  leaves  records
    *          2       3        7
      ab       1       2        5
        a      0       1        5
        b      0       1        0
      c      0-1       1        2
    """
    rows = [(say('tree_node'), say('level'), say('leaves'), say('records'))]
    for node in node_rows(tree, counts, all_, say):
        numbers = ('{:,}'.format(node.leaves), '{:,}'.format(node.records)) if node.level else ('', '')
        rows.append(('  ' * node.depth + node.text, node.level, *numbers))
    shown = [row[:-1] for row in rows] if counts is None else rows
    widths = [max(map(width, column)) for column in zip(*(row for row in shown if row[1]))]
    return '\n'.join('  '.join([left(row[0], widths[0]), *map(right, row[1:], widths[1:])]).rstrip() for row in shown)


def node_rows(tree, counts, all_, say):
    """Yield a Node for each line of a drawing. records: 0 without counts. level: '' of a line that counts leaves left out."""
    for row in node_values(tree, counts, all_):
        if row['left_out']:
            yield Node(row['depth'], say('more_leaves', n=row['leaves']), '', row['leaves'], 0)
            continue
        first, last = row['level'], row['last_level']
        yield Node(row['depth'], label_text(row['label']), '%d-%d' % (first, last) if last > first else str(first), row['leaves'], row['records'] or 0)


def node_values(tree, counts=None, all_=False, least=0):
    """Yield what a drawing holds, a dict for each node from the root down, each after its parent. depth: 0 of the root.

    level, last_level: the levels at which it is published. records: None without counts. label: None if it is a recorded value that fewer
    than `least` records have. A dict that is `left_out` stands for so many leaves of the node above, and has no label, level or records.

    >>> from ...core.counts.hierarchy import Hierarchy
    >>> tree = Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'})
    >>> [(row['depth'], row['label'], row['records']) for row in node_values(tree, {'a': 5, 'c': 2}, least=5)]
    [(0, '*', 7), (1, 'ab', 5), (2, 'a', 5), (2, 'b', 0), (1, None, 2)]
    """
    levels, leaves = published_at(tree), tree.leaf_counts(tree.leaves)
    records = {} if counts is None else tree.leaf_counts(counts, counts)
    for depth, node in nodes_of(tree, all_):
        if isinstance(node, int):
            yield {'depth': depth, 'label': None, 'level': None, 'last_level': None, 'leaves': node, 'records': None, 'left_out': True}
            continue
        first, last = levels[node]
        of_node = None if counts is None else records.get(node, 0)
        hidden = counts is not None and node in counts and of_node < least
        yield {'depth': depth, 'label': None if hidden else node, 'level': first, 'last_level': last, 'leaves': leaves[node], 'records': of_node,
               'left_out': False}


def nodes_of(tree, all_):
    """Yield (depth, node) from the root down, each child after its parent. The number of leaves left out stands in their place."""
    children = tree.children()
    stack = [(0, tree.root)]
    while stack:
        depth, node = stack.pop()
        yield depth, node
        below = [] if isinstance(node, int) else children.get(node, [])
        leaves = [child for child in below if child not in children]
        if len(leaves) > ALL_DRAWN and not all_:
            left_out = set(leaves[DRAWN:])
            below = [child for child in below if child not in left_out] + [len(left_out)]
        stack += [(depth + 1, child) for child in reversed(below)]


def label_text(node) -> str:
    """A node on one line, in quotes if it would be hard to read without.

    >>> label_text('[35-39]'), label_text(''), label_text(' a')
    ('[35-39]', "''", "' a'")
    """
    return node if node.isprintable() and node.strip() == node != '' else repr(node)


def published_at(tree) -> dict:
    """{node: the first and the last level at which it is published}.

    >>> from ...core.counts.hierarchy import Hierarchy
    >>> published_at(Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'}))['c']
    (0, 1)
    """
    levels: dict = {}
    for leaf in tree.leaves:
        for level, node in enumerate(tree.labels(leaf)):
            first, last = levels.get(node, (level, level))
            levels[node] = min(first, level), max(last, level)
    return levels


def examined(column, counts, folder, redact=False, of_others=None) -> dict:
    """The findings about a column with these {value: records}. 'refused': whether a run would refuse it. redact: show no value.

    of_others: as a HierarchyFolder takes it.
    """
    path = file_of(folder, column)
    findings = {'column': column, 'file': path, 'values': len(counts), 'records': sum(counts.values()), 'error': None}
    try:
        if not exists(path):
            raise DataError('there is no such hierarchy file', path)
        HierarchyFolder(folder, of_others).check_has(column)
        tree = load(path, typed=False)
    except DataError as error:
        return {**findings, 'error': error.redacted() if redact else str(error), 'refused': True}
    findings.update(leaves=len(tree.leaves), height=tree.height, **uncovered(tree, counts), **odd(tree, counts))
    findings['refused'] = bool(findings['uncovered'] or findings['inner'])
    return findings_without_values(findings) if redact else findings


def uncovered(tree, counts) -> dict:
    """The values without a leaf. 'inner': labels of the hierarchy. 'near': a leaf that differs only by case, blanks or Unicode form.

    >>> from ...core.counts.hierarchy import Hierarchy
    >>> tree = Hierarchy({'m': 'sex', 'f': 'sex'})
    >>> uncovered(tree, {'m': 5, ' M': 1, 'sex': 1, 'x': 2}) == {
    ...     'inner': [{'value': 'sex', 'records': 1}],
    ...     'uncovered': [{'value': ' M', 'records': 1, 'near': 'm'}, {'value': 'x', 'records': 2, 'near': None}]}
    True
    """
    leaf_of = {in_common(leaf): leaf for leaf in reversed(tree.leaves)}
    others = tree.uncovered(sorted(counts))
    labels = {value: counts[value] for value in others if value in tree or value == tree.root}
    return {'uncovered': [{'value': value, 'records': counts[value], 'near': leaf_of.get(in_common(value))}
                          for value in others if value not in labels],
            'inner': [{'value': value, 'records': n} for value, n in labels.items()]}


def odd(tree, counts) -> dict:
    """What is odd but not refused: leaves that do not occur, labels of several levels, and leaves that are less deep."""
    unused = [leaf for leaf in tree.leaves if leaf not in counts]
    levels = published_at(tree)
    inner = set(tree.values())
    repeated = [node for node, (first, last) in levels.items() if node in inner and last > first]
    shallow = [leaf for leaf in tree.leaves if levels[leaf][1] > 0 and (leaf in counts or leaf not in MISSING)]
    return {'unused': {'count': len(unused), 'first': unused[:LISTED]},
            'repeated': {'count': len(repeated),
                         'first': [{'label': node, 'levels': levels[node]} for node in repeated[:1]]},
            'shallow': {'count': len(shallow),
                        'first': [{'leaf': leaf, 'up_to': levels[leaf][1]} for leaf in shallow[:1]]}}


def groups_alike(counts, decimal='.') -> list:
    """Groups of values, each {value: records}, that may be the same (`in_common`, counts/values.py). The groups of most records come first.

    >>> groups_alike({'m': 5, 'f': 3, 'M': 1, 'm ': 2, 'x': 1})
    [{'m': 5, 'm ': 2, 'M': 1}]
    """
    groups: dict = {}
    values = sorted(counts, key=lambda value: (-counts[value], value))
    for value, form in zip(values, all_in_common(values, decimal)):
        groups.setdefault(form, {})[value] = counts[value]
    return sorted((group for form, group in groups.items() if form and len(group) > 1), key=lambda group: -sum(group.values()))


def findings_without_values(findings):
    """The findings without any value or label.

    >>> findings_without_values({'uncovered': [{'value': 'x', 'records': 2, 'near': None}], 'unused': {'count': 3, 'first': ['a']}})
    {'uncovered': [{'value': '(value)', 'records': 2, 'near': None}], 'unused': {'count': 3, 'first': []}}
    """
    if isinstance(findings, dict):
        return {key: [] if key == 'first' and value and isinstance(value[0], str) else
                REDACTED if key in ('value', 'near', 'label', 'leaf') and value is not None else findings_without_values(value)
                for key, value in findings.items()}
    return [findings_without_values(part) for part in findings] if isinstance(findings, list) else findings


def findings_text(report, say) -> str:
    """The findings of all columns as text for people."""
    how = [say('hierarchies_in', folder=report['hierarchies'])]
    how += [say('options_in', config=report['config'])] if report['config'] else []
    lines = [say('run_of', **{name: report[name] for name in ('program', 'version', 'data')})
             + say('in_brackets', text=say('semicolon').join(how))]
    for column in report['columns']:
        first, *more = finding_lines(column, say)
        lines += ['', first, *('  ' + line for line in more)]
    refused = [column['column'] for column in report['columns'] if column['refused']]
    return joined([*lines, '', say('run_refused', columns=refused) if refused else say('run_accepted')])


def finding_lines(column, say):
    yield say('named', name=column['column'], text=say('values_in', values=column['values'], records=column['records']))
    if column['error']:
        yield say('refused_error', error=column['error'])
        yield '  ' + say('write_one')
        return
    yield say('tree', name=column['file'], leaves=column['leaves'], height=column['height'])
    yield from refused_lines(column, say)
    unused, repeated, shallow = column['unused'], column['repeated'], column['shallow']
    if unused['count']:
        first = say('parts', parts=[*map(show, unused['first']), *['...'] * (unused['count'] > len(unused['first']))])
        yield say('unused', n=unused['count'], first=first)
    for first in repeated['first']:
        yield say('at_levels', n=repeated['count'], label=show(first['label']), low=first['levels'][0], high=first['levels'][1])
    for first in shallow['first']:
        yield say('shallow', n=shallow['count'], leaf=show(first['leaf']), level=first['up_to'])


def refused_lines(column, say):
    """Each value that a run would refuse, and what to do."""
    for key, findings in (('without_leaf', column['uncovered']), ('label_too', column['inner'])):
        if findings:
            yield say(key, what=say('values_in', values=len(findings), records=sum(finding['records'] for finding in findings)))
        for finding in findings:
            told = {'value': show(finding['value']), 'n': finding['records']}
            near = finding.get('near')
            yield '  ' + (say('value_n', **told) if near is None else say('differs', near=show(near), **told))
