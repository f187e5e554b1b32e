"""`python -m kanon hierarchy VERB`: hierarchies are made by rule, converted, drawn, and held against a table.

Each verb is a `main(options)`.
"""

from __future__ import annotations

from .convert import convert
from .covers import print_covers
from .levels import print_levels
from .make import RULES, make
from .show import print_tree

VERBS = {**dict.fromkeys(RULES, make), 'convert': convert, 'show': print_tree, 'covers': print_covers,
         'levels': print_levels}
