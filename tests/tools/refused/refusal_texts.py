"""The texts of which the refusals of the programs are made, as they stand in the source.

A refusal is written as a template and its values, such as
DataError('column %s %s; name another' % (quoted(name), 'is empty')). Its texts are
'column %s %s; name another' and 'is empty'. Texts that are added stand as one, with %s for each part
that is no text. `many` and `there_are` give a number and a noun, here '%s record'.
"""

import ast
import os
from functools import lru_cache

from conftest import HOME

RAISED = ('DataError', 'NoCode', 'Unsatisfied', 'Changed', 'Disagreed', 'Refused', 'error', 'refused',
          'refuse', 'refused_rule', 'ArgumentError', 'ArgumentTypeError')
NAMES = 'problem', 'advice', 'why', 'hint', 'what', 'said', 'no_leaf'      # of variables that keep a part of a refusal
COUNTED = 'many', 'there_are'
# Functions whose arguments are no texts.
HELPERS = ('quoted', 'option', 'at', 'show', 'some', 'nearest', 'join', 'len', 'sum', 'map', 'brief',
           'getattr', 'as_typed_here', 'listed', 'type', 'text_of', 'replace', 'quote', 'width_text',
           'lines_text', 'marked', 'items', 'as_typed', *COUNTED)


class Source:
    """A module, and its constants that are texts."""

    def __init__(self, path):
        with open(os.path.join(HOME, path), encoding='utf-8') as file:
            self.tree = ast.parse(file.read())
        self.constants = {}
        for line in self.tree.body:
            text = self.text(line.value) if isinstance(line, ast.Assign) else None
            if text is not None:
                self.constants.update({name_of(target): text for target in line.targets})

    def text(self, node):
        """The text that an expression is made from, None where it is another's."""
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, str) else None
        if isinstance(node, ast.Name):
            return self.constants.get(node.id)
        if is_made_by(node, ast.Mod):
            return self.text(node.left)
        if is_made_by(node, ast.Add):
            both = [self.text(node.left), self.text(node.right)]
            return None if both == [None, None] else ''.join('%s' if text is None else text for text in both)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == 'format':
            return self.text(node.func.value)
        return None

    def texts(self, node):
        """Yield the text of an expression, and those of its parts."""
        text = self.text(node)
        if text:
            yield text
        if isinstance(node, ast.Call) and name_of(node.func) in COUNTED and isinstance(node.args[1], ast.Constant):
            yield '%s ' + node.args[1].value
        for part in self.parts(node):
            yield from self.texts(part)

    def parts(self, node) -> list:
        """The expressions within an expression that may have texts of their own."""
        if is_made_by(node, ast.Mod):
            return [node.right] if self.text(node.left) is not None else [node.left, node.right]
        if is_made_by(node, ast.Add):
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
        if isinstance(node, ast.Call) and name_of(node.func) not in HELPERS:
            return list(node.args)
        return []

    @lru_cache(maxsize=None)
    def found(self) -> tuple:
        """(the texts of all refusals of the module but single words, all texts that stand as one)."""
        refusals, words = set(), set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.add(node.value)
            elif isinstance(node, ast.Call) and name_of(node.func) in RAISED and node.args:
                refusals.update(self.texts(node.args[name_of(node.func) == 'ArgumentError']))
            elif isinstance(node, ast.Assign) and set(map(name_of, node.targets)) & set(NAMES):
                refusals.update(self.texts(node.value))
        return {text for text in refusals if ' ' in text.strip()}, words


def is_made_by(node, operator) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, operator)


def name_of(node) -> str:
    """The name of a function that is called, or of a variable."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ''
