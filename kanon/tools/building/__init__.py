"""Hierarchies built by rule.

Begin with `ladder.py`: every rule answers with a table of ladders, {value: (value, label of level 1, ..., '*')}. The rules are
in `numbers.py` (ranges and quantiles, with the ends of `open_ends.py`), `dates.py`, `groups.py` (masked codes, flat and named
groups) and `codes.py` (codes cut to prefixes, and in the classes of `code_ranges.py`). `code_systems.py` reads codes, and says which a
column looks like. `units.py` keeps numbers exact. `convert.py` reads and writes other kinds of hierarchy files, and `inspect.py` draws and
checks a hierarchy. For a table that is new to kanon, `survey.py` counts the columns, `column_kinds.py` says what they look like, and
`draft.py` drafts a hierarchy for each.
"""

from ... import lazily

__getattr__ = lazily(__name__)
