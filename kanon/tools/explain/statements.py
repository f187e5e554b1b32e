"""The statements of a function by what they do, so that a lesson can name them.

A statement has signs. The first that binds `low` has the sign 'low=', the second 'low=2'. A loop
over `dim` has 'for dim'. A call that stands alone has the name of what it calls, 'check_top()'. The
others have their kind: 'while', 'if', 'return', 'yield'. From the second of its kind on a sign has
its number, too.

A lesson has its own names for the locals of a function, in the order in which the function binds
them, its arguments first. So it depends neither on how a line is written nor on what the function
calls its locals. tests/tools/explain/test_lessons.py fails where a function binds another number.
"""

from __future__ import annotations

import ast
import inspect
from collections import Counter, namedtuple
from textwrap import dedent

# line: the first line of the statement in its file. signs: as above.
Statement = namedtuple('Statement', 'line signs')
# What is told of a function. names: what the lesson calls its locals, with blanks between them.
# tellers: {the sign of a statement: what tells of it}.
Lesson = namedtuple('Lesson', 'names tellers')
SCOPES = ast.FunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp
KINDS = {ast.While: 'while', ast.If: 'if', ast.Return: 'return'}


def syntax_tree_of(code):
    """(the syntax tree of a function or lambda, the statements around it, its first line)."""
    source, start = inspect.getsourcelines(code)
    whole = ast.parse(dedent(''.join(source)))
    for node in ast.walk(whole):
        is_lambda = code.co_name == '<lambda>' and isinstance(node, ast.Lambda)
        if is_lambda or isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            return node, whole, start
    raise KeyError(code.co_name)


def own_nodes(node):
    """Yield the nodes of a function but those of the functions and comprehensions within it."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, SCOPES):
            yield from own_nodes(child)


def locals_of(code) -> list:
    """The names of a function's locals, its arguments first, then in the order of their lines.

    >>> locals_of(lesson_names.__code__), locals_of(names_bound.__code__)
    (['code', 'names'], ['target', 'named'])
    """
    function, _, _ = syntax_tree_of(code)
    names = [argument.arg for argument in function.args.args]
    bound = [node for node in own_nodes(function)
             if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    names += [node.id for node in sorted(bound, key=lambda node: (node.lineno, node.col_offset))]
    return list(dict.fromkeys(names))


def lesson_names(code, names) -> dict:
    """{a local of a function: what the lesson calls it}. names: those of the lesson."""
    return dict(zip(locals_of(code), names.split()))


def statements_of(code, names='') -> dict:
    """{line of a function: the Statement that it belongs to}. names: as for lesson_names."""
    _, whole, start = syntax_tree_of(code)
    named = lesson_names(code, names)
    turns: Counter = Counter()
    statements: dict = {}
    nodes = [node for node in ast.walk(whole) if isinstance(node, ast.stmt)]
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)):
        signs = []
        for sign in plain_signs(node, named):
            turns[sign] += 1
            signs.append(sign if turns[sign] == 1 else '%s%d' % (sign, turns[sign]))
        lines = range(node.lineno + start - 1, node.end_lineno + start)
        # A statement comes after the one that it is part of, so it keeps its own lines.
        statements.update(dict.fromkeys(lines, Statement(lines[0], tuple(signs))))
    return statements


def plain_signs(node, named):
    """Yield the signs of a statement, without their numbers. named: as lesson_names has it."""
    if type(node) in KINDS:
        yield KINDS[type(node)]
    elif isinstance(node, ast.For):
        for name in names_bound(node.target, named):
            yield 'for ' + name
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            for name in names_bound(target, named):
                yield name + '='
    elif isinstance(node, ast.AugAssign):
        for name in names_bound(node.target, named):
            yield name + '='
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield):
        yield 'yield'
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        called = node.value.func
        yield '%s()' % (called.attr if isinstance(called, ast.Attribute) else called.id)


def names_bound(target, named) -> list:
    """What the lesson calls the names that a target binds. `part.widths[dim]` binds widths."""
    if isinstance(target, ast.Name):
        return [named.get(target.id, target.id)]
    if isinstance(target, (ast.Tuple, ast.List)):
        return [name for each in target.elts for name in names_bound(each, named)]
    if isinstance(target, ast.Attribute):
        return [target.attr]
    if isinstance(target, (ast.Subscript, ast.Starred)):
        return names_bound(target.value, named)
    return []
