"""The texts of which the refusals of the programs are made, as they stand in the source.

A refusal is written as a template and its values: DataError('column %s %s; name another' % (quoted(name), 'is empty')). Here its texts are
'column %s %s; name another' and 'is empty'. Texts that are added stand as one, with %s for each part that is no text. `many` and
`there_are` give a number and a noun, here '%s record'.
"""

import ast
import os

from conftest import HOME

RAISED = ('DataError', 'NoCode', 'Unsatisfied', 'Changed', 'Disagreed', 'Refused', 'error', 'refused', 'refuse', 'ArgumentError', 'ArgumentTypeError')
HELPERS = ('quoted', 'option', 'at', 'show', 'some', 'nearest', 'join', 'len', 'sum', 'map', 'brief', 'getattr', 'as_typed_here', 'listed', 'type',
           'text_of', 'replace', 'quote', 'width_text', 'lines_text', 'marked', 'items', 'as_typed')     # whose arguments are no texts
NAMES = ('problem', 'advice', 'why', 'hint', 'what', 'said', 'no_leaf')     # of variables that keep a part of a refusal


class Source:
    """A module, and its constants that are texts."""

    def __init__(self, path):
        with open(os.path.join(HOME, path), encoding='utf-8') as file:
            self.tree = ast.parse(file.read())
        self.constants = {}
        for line in self.tree.body:
            if isinstance(line, ast.Assign) and self.text(line.value) is not None:
                self.constants.update({target.id: self.text(line.value) for target in line.targets if isinstance(target, ast.Name)})

    def text(self, node):
        """The text that an expression is made from, None where it is another's."""
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, str) else None
        if isinstance(node, ast.Name):
            return self.constants.get(node.id)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            return self.text(node.left)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            both = [self.text(node.left), self.text(node.right)]
            return None if both == [None, None] else ''.join('%s' if text is None else text for text in both)
        if isinstance(node, ast.Call) and called(node) == 'format' and isinstance(node.func, ast.Attribute):
            return self.text(node.func.value)
        return None

    def texts(self, node):
        """Yield the text of an expression, and those of its parts."""
        text = self.text(node)
        if text:
            yield text
        if isinstance(node, ast.Call) and called(node) in ('many', 'there_are') and isinstance(node.args[1], ast.Constant):
            yield '%s ' + node.args[1].value
        for part in self.parts(node):
            yield from self.texts(part)

    def parts(self, node) -> list:
        """The expressions within an expression that may have texts of their own."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            return [node.right] if self.text(node.left) is not None else [node.left, node.right]
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return [within for part in (node.left, node.right)
                    for within in ([part] if self.text(part) is None else self.parts(part))]
        if isinstance(node, ast.BinOp):
            return [node.left, node.right]
        if isinstance(node, ast.IfExp):
            return [node.body, node.orelse]
        if isinstance(node, ast.BoolOp):
            return node.values
        if isinstance(node, (ast.Tuple, ast.List)):
            return node.elts
        if isinstance(node, ast.Starred):
            return [node.value]
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Dict):
            return node.value.values
        if isinstance(node, ast.Call) and called(node) not in (*HELPERS, 'many', 'there_are'):
            return list(node.args)
        return []

    def refusals(self) -> set:
        """The texts of all refusals of the module, without single words."""
        found: list = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and called(node) in RAISED and node.args:
                found += self.texts(node.args[called(node) == 'ArgumentError'])
            elif isinstance(node, ast.Assign) and set(map(target_of, node.targets)) & set(NAMES):
                found += self.texts(node.value)
        return {text for text in found if ' ' in text.strip()}

    def all_texts(self) -> set:
        """All texts that the module makes anything of."""
        return {text for node in ast.walk(self.tree) if isinstance(node, ast.expr) for text in self.texts(node)}


def called(call) -> str:
    """The name of a function that is called."""
    return target_of(call.func)


def target_of(node) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ''
