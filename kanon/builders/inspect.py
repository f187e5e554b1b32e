"""A hierarchy drawn as a tree of text, and the values of a table checked against it.

Promise: in a drawing every node is below its parent, two blanks further in, and its counts are those of all its leaves. Leaves
that are not drawn are counted. A check refuses a column if and only if a run would refuse its values or its hierarchy. It does
not stop at the first finding. Findings are data, and the text is made from them.
"""

from __future__ import annotations

import os
from collections import namedtuple

from ..errors import REDACTED, DataError, joined, many, show
from ..tables.hierarchy_file import file_of, load
from ..tables.text_table import left, right, width
from ..values import MISSING, composed

ALL_DRAWN = 8       # if a node has more leaves than this,

DRAWN = 5           # only this many are drawn

LISTED = 10         # values that are listed

Node = namedtuple('Node', 'depth text level leaves records')       # a line of a drawing


def tree_text(tree, counts=None, all_=False) -> str:
    """The tree as text. counts: {value: records} of the leaves that occur, or None. all_: draw every leaf.

    >>> from ..hierarchy import Hierarchy
    >>> print(tree_text(Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'}), {'a': 5, 'c': 2}))
    node   level  leaves  records
    *          2       3        7
      ab       1       2        5
        a      0       1        5
        b      0       1        0
      c      0-1       1        2
    """
    rows = [('node', 'level', 'leaves', 'records')]
    for node in node_rows(tree, counts, all_):
        numbers = ('{:,}'.format(node.leaves), '{:,}'.format(node.records)) if node.level else ('', '')
        rows.append(('  ' * node.depth + node.text, node.level, *numbers))
    shown = [row[:-1] for row in rows] if counts is None else rows
    widths = [max(map(width, column)) for column in zip(*(row for row in shown if row[1]))]
    return '\n'.join('  '.join([left(row[0], widths[0]), *map(right, row[1:], widths[1:])]).rstrip() for row in shown)


def node_rows(tree, counts=None, all_=False):
    """Yield a Node for each line of a drawing. records: 0 without counts. level: '' of a line that counts leaves left out."""
    levels, leaves = published_at(tree), tree.leaf_counts(tree.leaves)
    records = {} if counts is None else tree.leaf_counts(counts, counts)
    for depth, node in nodes_of(tree, all_):
        if isinstance(node, int):
            yield Node(depth, '... and %d more' % node, '', node, 0)
            continue
        first, last = levels[node]
        level = '%d-%d' % (first, last) if last > first else str(first)
        yield Node(depth, label_text(node), level, leaves[node], records.get(node, 0))


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

    >>> from ..hierarchy import Hierarchy
    >>> published_at(Hierarchy({'a': 'ab', 'b': 'ab', 'ab': '*', 'c': '*'}))['c']
    (0, 1)
    """
    levels: dict = {}
    for leaf in tree.leaves:
        for level, node in enumerate(tree.labels(leaf)):
            first, last = levels.get(node, (level, level))
            levels[node] = min(first, level), max(last, level)
    return levels


def examined(column, counts, folder, redact=False) -> dict:
    """The findings about a column with these {value: records}. 'refused': whether a run would refuse it. redact: show no value."""
    path = file_of(folder, column)
    findings = {'column': column, 'file': path, 'values': len(counts), 'records': sum(counts.values()), 'error': None}
    try:
        if not os.path.exists(path):
            raise DataError('there is no such hierarchy file', path)
        tree = load(path, typed=False)
    except DataError as error:
        return {**findings, 'error': error.redacted() if redact else str(error), 'refused': True}
    findings.update(leaves=len(tree.leaves), height=tree.height, **uncovered(tree, counts), **odd(tree, counts))
    findings['refused'] = bool(findings['uncovered'] or findings['inner'])
    return without_values(findings) if redact else findings


def uncovered(tree, counts) -> dict:
    """The values without a leaf. 'inner': labels of the hierarchy. 'near': a leaf that differs only by case, blanks or Unicode form.

    >>> from ..hierarchy import Hierarchy
    >>> tree = Hierarchy({'m': 'sex', 'f': 'sex'})
    >>> uncovered(tree, {'m': 5, ' M': 1, 'sex': 1, 'x': 2}) == {
    ...     'inner': [{'value': 'sex', 'records': 1}],
    ...     'uncovered': [{'value': ' M', 'records': 1, 'near': 'm'}, {'value': 'x', 'records': 2, 'near': None}]}
    True
    """
    leaf_of = {without_case(leaf): leaf for leaf in reversed(tree.leaves)}
    others = tree.uncovered(sorted(counts))
    labels = {value: counts[value] for value in others if value in tree or value == tree.root}
    return {'uncovered': [{'value': value, 'records': counts[value], 'near': leaf_of.get(without_case(value))}
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


def without_case(value) -> str:
    """The value without case and blanks, in one Unicode form."""
    return composed(''.join(value.split()).casefold())


def alike_but_for_case(counts) -> list:
    """Groups of values, each {value: records}, that differ in case or blanks only. The groups of most records come first.

    >>> alike_but_for_case({'m': 5, 'f': 3, 'M': 1, 'm ': 2, 'x': 1})
    [{'m': 5, 'm ': 2, 'M': 1}]
    """
    groups: dict = {}
    for value in sorted(counts, key=lambda value: (-counts[value], value)):
        groups.setdefault(without_case(value), {})[value] = counts[value]
    alike = [group for form, group in groups.items() if form and len(group) > 1 and len(set(map(composed, group))) > 1]
    return sorted(alike, key=lambda group: -sum(group.values()))


def without_values(findings):
    """The findings without any value or label.

    >>> without_values({'uncovered': [{'value': 'x', 'records': 2, 'near': None}], 'unused': {'count': 3, 'first': ['a']}})
    {'uncovered': [{'value': '(value)', 'records': 2, 'near': None}], 'unused': {'count': 3, 'first': []}}
    """
    if isinstance(findings, dict):
        return {key: [] if key == 'first' and value and isinstance(value[0], str) else
                REDACTED if key in ('value', 'near', 'label', 'leaf') and value is not None else without_values(value)
                for key, value in findings.items()}
    return [without_values(part) for part in findings] if isinstance(findings, list) else findings


def findings_text(report) -> str:
    """The findings of all columns as text for people."""
    options = '; options: %s' % report['config'] if report['config'] else ''
    lines = ['{program} {version}: {data} (hierarchies: {hierarchies}{})'.format(options, **report)]
    for column in report['columns']:
        lines += ['', *finding_lines(column)]
    refused = [column['column'] for column in report['columns'] if column['refused']]
    lines += ['', 'A run that takes these hierarchies is refused, because of %s: the exit status is 1.'
              % ', '.join(refused) if refused else 'Every value has its leaf: no run will be refused because of a hierarchy.']
    return joined(lines)


def finding_lines(column):
    yield '%s: %s in %s' % (column['column'], many(column['values'], 'value'), many(column['records'], 'record'))
    if column['error']:
        yield '  REFUSED: %s' % column['error']
        yield '    write one by python -m kanon hierarchy, or correct that line'
        return
    yield '  %s: %s, levels 0 to %d' % (column['file'], many(column['leaves'], 'leaf'), column['height'])
    yield from refused_lines(column)
    unused, repeated, shallow = column['unused'], column['repeated'], column['shallow']
    if unused['count']:
        first = ', '.join([*map(show, unused['first']), *['...'] * (unused['count'] > len(unused['first']))])
        yield '  in no record that is kept: %s: %s' % (many(unused['count'], 'leaf'), first)
    for first in repeated['first']:
        yield '  at several levels: %s, such as %s at levels %d to %d, which publish the same there' % (
            many(repeated['count'], 'label'), show(first['label']), *first['levels'])
    for first in shallow['first']:
        yield '  less deep than others: %s, such as %s, which is published as recorded up to level %d' % (
            many(shallow['count'], 'leaf'), show(first['leaf']), first['up_to'])


def refused_lines(column):
    """Each value that a run would refuse, and what to do."""
    if column['uncovered']:
        yield '  REFUSED: without a leaf: %s; add a line "value,parent" for each' % in_records(column['uncovered'])
    for finding in column['uncovered']:
        differs = ' differs from the leaf %s by case, blanks or Unicode form only'
        near = '' if finding['near'] is None else differs % show(finding['near'])
        yield '    {} ({:,}){}'.format(show(finding['value']), finding['records'], near)
    if column['inner']:
        yield ('  REFUSED: a label of the hierarchy, too: %s; rename the label, or was the table generalized before?'
               % in_records(column['inner']))
    for finding in column['inner']:
        yield '    {} ({:,})'.format(show(finding['value']), finding['records'])


def in_records(values) -> str:
    return '%s in %s' % (many(len(values), 'value'), many(sum(value['records'] for value in values), 'record'))
