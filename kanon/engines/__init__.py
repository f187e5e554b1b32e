"""Tables that stay in a database: it counts there, kanon decides here, and the database joins there.

Begin with `counts.py`, which counts a table by GROUP BY. `engine_lattice.py` is a lattice whose vectors are one aggregate each, for
the searches. `engine_cuts.py` makes Mondrian's first cuts in the engine, until the parts fit into memory. `release.py` puts the
recoding into the engine as a table, joins it, and writes the release, audited. `released.py` audits one that the engine has written.
`connection.py` is what they know of an engine.
An engine is any connection of Python's DB-API (PEP 249). `sqlite3` is one. kanon imports no driver.
"""

from .. import lazily

__getattr__ = lazily(__name__)
