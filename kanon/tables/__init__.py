"""Tables on disk, in memory and on screen.

Begin with `table.py`, which reads a csv file as tuples; `packed.py`, `text.py` and `dialect.py` below it turn bytes into lines
and lines into fields. `rows.py` makes a table of rows in memory. `tally.py` counts the tuples, `lines.py` writes the published
ones, and `aside.py` puts a finished file in its place. `publishing.py` does so with a release, once it is audited.
`recoding_file.py` writes and reads recodings, `hierarchy_file.py` reads hierarchies. `grid.py` lays rows of results out as text.
"""

from .. import lazily

__getattr__ = lazily(__name__)
