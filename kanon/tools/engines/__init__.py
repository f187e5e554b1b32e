"""Tables that stay in a database: it counts there, kanon decides here, and the database joins there.

`anonymize` does it in one call, from a table to a table (anonymizing.py).

To go step by step, begin with `counts.py`, which counts a table by GROUP BY. `engine_lattice.py` is a lattice whose vectors are one aggregate each, for
the searches. `engine_cuts.py` makes Mondrian's first cuts in the engine, until the parts fit into memory. `release.py` puts the
recoding into the engine as a table, joins it, and writes the release, audited. `released.py` audits one that the engine has written.
`maps_folder.py` is the folder of --recoding-maps, whose maps `column_maps.py` reads and writes.
`connection.py` is a connection, `dialects.py` what engines write differently, and `steps.py` the SQL that `kanon sql` prints.
An engine is any connection of Python's DB-API (PEP 249). `sqlite3` is one. kanon imports no driver.
"""

from ... import lazily

load_part = lazily(__name__)


def __getattr__(name):
    return load_part('anonymizing').anonymize_in_engine if name == 'anonymize' else load_part(name)
