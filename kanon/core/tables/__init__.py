"""Tables on disk, in memory and on screen.

Begin with `table.py`, which reads a csv file as tuples. Below it `packed.py`, `text.py` and
`dialect.py` turn bytes into lines, and lines into fields. `rows.py` makes a table of rows in
memory, and `database.py` one of a table in an SQLite file.
`tally.py` counts the tuples, `lines.py` writes the published ones, and `output_file.py` puts a
finished file in its place. `publishing.py` does so with a release, once it is audited.
`recoding_file.py` writes and reads recodings, and `hierarchy_file.py` reads hierarchies.
`recorded_dates.py` reads dates, and counts columns in days. `history.py` is the file of --history.
`text_table.py` lays rows of results out as text.
"""

from ... import lazily
from .packed import in_database

__getattr__ = lazily(__name__)


def kind_for(path, kind):
    """The class that reads a table: `kind`, such as Table.

    It is another one where the path names a table of a database.
    """
    if in_database(path):
        from .database import DatabaseTable     # few runs read one
        return DatabaseTable
    return kind
