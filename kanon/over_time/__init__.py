"""Releases of a table that changes: what several of them tell together.

`two_releases.py` is the attack on two, for whoever knows who was in which table.
"""

from .. import lazily

__getattr__ = lazily(__name__)
